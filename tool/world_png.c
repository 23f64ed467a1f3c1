// SPDX-License-Identifier: MIT
#include "interrupt.h"
#include "progress.h"
#include "world.h"

#include "loam/export.h"
#include "loam/export_tile_map.h"

#include <inttypes.h>
#include <string.h>

// loam world export-png and import-png: chunks as pictures of their tiles, for other programs: exact, as
// numbers, or a layer in its colours, for paint programs. Chunks that the file does not have are grown, so that
// one can begin with any part of a world.

enum
{
    MAX_SIDE = LOAM_MAX_TILE_AREA / LOAM_CHUNK_SIDE
};

/// A world's file, and what grows where it has nothing.
typedef struct canvas
{
    loam_env env;
    loam_store *store;
    loam_tile_source *source;
    loam_tile *chunk; // room for one
    int64_t loaded, grown;
    int64_t changed; // tiles, by a picture of colours; -1 without one
} canvas;

static const size_t chunk_bytes = LOAM_CHUNK_TILES * sizeof(loam_tile);

static loam_result open_canvas(canvas *world, const loam_store_def *def)
{
    *world = (canvas){.env = loam_default_env(), .changed = -1};
    world->chunk = loam_alloc(&world->env, chunk_bytes);
    const loam_result result = world->chunk != NULL ? loam_store_open(def, &world->store)
                                                    : LOAM_OUT_OF_MEMORY;
    return result == LOAM_OK
               ? loam_tile_source_create(&world->env, loam_store_defs(world->store),
                                         loam_store_seed(world->store), &world->source)
               : result;
}

static loam_result close_canvas(canvas *world, loam_result result)
{
    loam_tile_source_destroy(world->source);
    loam_free(&world->env, world->chunk, chunk_bytes);
    return world_finish(world->store, result);
}

static loam_tile_planting plants_of(const canvas *world, loam_tile_planter *planter)
{
    return (loam_tile_planting){world->env, loam_store_defs(world->store), world->source,
                                world->store, planter};
}

/// Loads a chunk, or grows it.
static loam_result take_chunk(canvas *world, loam_chunk_pos at)
{
    const loam_result result = loam_store_load(world->store, at, world->chunk);
    world->loaded += result == LOAM_OK;
    world->grown += result == LOAM_NOT_FOUND;
    return result == LOAM_NOT_FOUND ? loam_tile_source_chunk(world->source, at, world->chunk)
                                    : result;
}

/// The part of a chunk that lies in an area: copied from the chunk, or into it.
static void copy_part(canvas *world, loam_chunk_pos at, loam_tile_area area, loam_tile *tiles,
                      bool into_chunk)
{
    const int64_t left = at.x * LOAM_CHUNK_SIDE, low = at.y * LOAM_CHUNK_SIDE;
    const int64_t x0 = left > area.x ? left : area.x, y0 = low > area.y ? low : area.y;
    const int64_t right = left + LOAM_CHUNK_SIDE, high = low + LOAM_CHUNK_SIDE;
    const int64_t x1 = right < area.x + area.w ? right : area.x + area.w;
    const int64_t y1 = high < area.y + area.h ? high : area.y + area.h;
    for (int64_t y = y0; y < y1; y++)
    {
        loam_tile *in_area = tiles + (y - area.y) * area.w + (x0 - area.x);
        loam_tile *in_chunk = world->chunk + (y - low) * LOAM_CHUNK_SIDE + (x0 - left);
        memcpy(into_chunk ? in_chunk : in_area, into_chunk ? in_area : in_chunk,
               (size_t)(x1 - x0) * sizeof(loam_tile));
    }
}

/// Which layer is shown in its colours: a loam_layer, or 0 for all of a tile as numbers.
static const char *colours_name(int32_t index)
{
    static const char *const names[] = {
        [0] = "none", [LOAM_BLOCKS] = "blocks", [LOAM_WALLS] = "walls"};
    return index >= 0 && index < (int32_t)(sizeof names / sizeof *names) ? names[index] : NULL;
}

#define COLOURS_OPTION(at, text) CHOICE_OPTION("colours", at, colours_name, "LAYER", "none", (text))

// ---- export -------------------------------------------------------------------------------------

typedef struct export_settings
{
    const char *world;
    option_chunks chunks;
    int32_t colours;
    bool plants;
    const char *output;
    bool json;
} export_settings;

static loam_tile_area area_of(const option_chunks *chunks)
{
    return (loam_tile_area){.x = chunks->x0 * LOAM_CHUNK_SIDE,
                            .y = chunks->y0 * LOAM_CHUNK_SIDE,
                            .w = (int32_t)(chunks->x1 - chunks->x0 + 1) * LOAM_CHUNK_SIDE,
                            .h = (int32_t)(chunks->y1 - chunks->y0 + 1) * LOAM_CHUNK_SIDE};
}

static loam_result gather_tiles(canvas *world, const option_chunks *chunks, loam_tile *tiles,
                                progress *bar)
{
    loam_result result = LOAM_OK;
    for (int64_t y = chunks->y0; y <= chunks->y1 && result == LOAM_OK; y++)
    {
        for (int64_t x = chunks->x0; x <= chunks->x1 && result == LOAM_OK; x++)
        {
            result = take_chunk(world, (loam_chunk_pos){x, y});
            copy_part(world, (loam_chunk_pos){x, y}, area_of(chunks), tiles, false);
            progress_add(bar, 1);
        }
    }
    return result;
}

static loam_result put_plants(canvas *world, loam_tile_area area, loam_tile *tiles)
{
    loam_tile_planter *planter = NULL;
    loam_result result = loam_tile_planting_create(&world->env, loam_store_defs(world->store),
                                                   world->store, &planter);
    const loam_tile_planting plants = plants_of(world, planter);
    result = result == LOAM_OK ? loam_tile_planting_put(&plants, area, tiles, world->chunk)
                               : result;
    loam_tile_planter_destroy(planter);
    return result;
}

static loam_result write_picture(const export_settings *settings, const canvas *world,
                                 const loam_tile *tiles)
{
    const loam_tile_area area = area_of(&settings->chunks);
    const uint64_t seed = loam_store_seed(world->store);
    if (settings->colours == 0)
    {
        return loam_png_write_tiles(&world->env, settings->output, tiles, area, seed,
                                    loam_store_defs(world->store)->version);
    }
    return loam_png_write_tile_colours(&world->env, settings->output, loam_store_defs(world->store),
                                       (loam_layer)settings->colours, tiles, area, seed);
}

static loam_result export_tiles(const tool_io *io, const export_settings *settings, canvas *world)
{
    const loam_tile_area area = area_of(&settings->chunks);
    const size_t size = (size_t)area.w * (size_t)area.h * sizeof(loam_tile);
    loam_tile *tiles = loam_alloc(&world->env, size);
    if (tiles == NULL)
    {
        return LOAM_OUT_OF_MEMORY;
    }
    progress bar;
    progress_begin(&bar, io->err, "chunks", (int64_t)(size / chunk_bytes));
    loam_result result = gather_tiles(world, &settings->chunks, tiles, &bar);
    progress_end(&bar);
    result = result == LOAM_OK && settings->plants ? put_plants(world, area, tiles) : result;
    result = result == LOAM_OK ? write_picture(settings, world, tiles) : result;
    loam_free(&world->env, tiles, size);
    return result;
}

/// What both verbs tell: the picture, where it lies in the world, and where its chunks came from.
typedef struct png_work
{
    canvas world;
    loam_tile_area area;
} png_work;

static int print_report(const tool_io *io, const char *file, bool as_json)
{
    const png_work *const work = io->work;
    const canvas *const world = &work->world;
    const loam_tile_area area = work->area;
    tool_report r = report_begin(as_json);
    report_words(&r, "file", file);
    report_place(&r, "at", area.x, area.y);
    report_size(&r, "size", area.w, area.h);
    report_number(&r, "loaded", (double)world->loaded);
    report_number(&r, "grown", (double)world->grown);
    if (world->changed >= 0)
    {
        report_number(&r, "changed", (double)world->changed);
    }
    return report_print(io, &r,
                        world->changed >= 0
                            ? "{file}: {size: x } tiles at ({at:, }); {changed} of them changed; "
                              "{loaded} chunks from the file, {grown} grown"
                            : "{file}: {size: x } tiles at ({at:, }); {loaded} chunks from the "
                              "file, {grown} grown");
}

static loam_result make_export(const tool_io *io)
{
    const export_settings *const settings = io->settings;
    png_work *const work = io->work;
    loam_store_def def = world_def(settings->world, io);
    def.read_only = true;
    work->area = area_of(&settings->chunks);
    loam_result result = loam_file_check(settings->output);
    if (result == LOAM_OK)
    {
        result = open_canvas(&work->world, &def);
        result = result == LOAM_OK ? export_tiles(io, settings, &work->world) : result;
        result = close_canvas(&work->world, result);
    }
    return result;
}

static int print_export(const tool_io *io)
{
    const export_settings *const settings = io->settings;
    return print_report(io, settings->output, settings->json);
}

static const tool_option export_options[] = {
    WORLD_FILE_OPERAND(offsetof(export_settings, world)),
    CHUNKS_OPTION("chunks", offsetof(export_settings, chunks), 1, MAX_SIDE, "X0,Y0,X1,Y1", NULL,
                  "the first and the last chunk, both included", .required = true),
    COLOURS_OPTION(offsetof(export_settings, colours),
                   "show this layer in its colours, with air transparent, for paint programs"),
    FLAG_OPTION(
        "plants", offsetof(export_settings, plants),
        "with plants in the wall layer, to look at; without it, walls are those behind them"),
    PICTURE_OPTION(offsetof(export_settings, output), "where the picture goes", .required = true),
    JSON_OPTION(offsetof(export_settings, json)),
    {0},
};

const tool_verb verb_world_export_png = {
    .name = "world export-png",
    .summary = "writes chunks of a world as a picture of their tiles",
    .details =
        "A tile is a pixel. Block, block variant, wall and wall variant are its four channels, as "
        "numbers, which programs can work with and which look black to people. With --colours one "
        "layer is shown as it looks, to be changed in a paint program. loam world import-png reads "
        "both again. Chunks that the file does not have are grown. A picture with --plants is to "
        "look "
        "at: whoever imports it makes walls of wood and leaves of them, behind the plants, which "
        "are kept.",
    .options = export_options,
    .settings_size = sizeof(export_settings),
    .example = "loam world export-png hello.loam --chunks -1,-1,1,1 -o tiles.png",
    .work_size = sizeof(png_work),
    .make = make_export,
    .report = print_export,
};

// ---- import -------------------------------------------------------------------------------------

typedef struct import_settings
{
    const char *world;
    const char *input;
    option_position at;
    int32_t colours;
    bool json;
} import_settings;

/// Where the picture goes: where it says, or where the user does.
static loam_result place_picture(const import_settings *settings, loam_tile_area *area)
{
    if (!settings->at.given)
    {
        return LOAM_OK;
    }
    area->x = settings->at.x;
    area->y = settings->at.y;
    if (area->x < -LOAM_TILE_END || area->x > LOAM_TILE_END - area->w || area->y < -LOAM_TILE_END ||
        area->y > LOAM_TILE_END - area->h)
    {
        return loam_fail(LOAM_BAD_ARGUMENT,
                         "--at is %" PRId64 ",%" PRId64
                         ", where the picture does not fit; must be -2^60 to 2^60 less its size",
                         area->x, area->y);
    }
    return LOAM_OK;
}

static bool covers(loam_tile_area area, loam_chunk_pos at)
{
    const int64_t x = at.x * LOAM_CHUNK_SIDE, y = at.y * LOAM_CHUNK_SIDE;
    return area.x <= x && area.y <= y && area.x + area.w >= x + LOAM_CHUNK_SIDE &&
           area.y + area.h >= y + LOAM_CHUNK_SIDE;
}

/// Says how much of a picture is in the world when somebody wants no more of it.
static loam_result stop(canvas *world, int64_t put, int64_t all)
{
    const loam_result result = loam_store_flush(world->store);
    return result == LOAM_OK ? loam_fail(LOAM_CANCELLED,
                                         "stopped; the world has %" PRId64 " of %" PRId64
                                         " chunks of the picture",
                                         put, all)
                             : result;
}

/// What comes in: tiles, or colours that are painted on those that are there.
typedef struct incoming
{
    loam_tile_area area;
    loam_tile *tiles; // NULL for colours
    loam_tile_painting painting;
} incoming;

/// A picture changes tiles: plants stay where they are.
static loam_result save_with_plants(canvas *world, loam_chunk_pos at)
{
    const size_t room = LOAM_MAX_PLANT_BYTES + chunk_bytes;
    uint8_t *const memory = loam_alloc(&world->env, room);
    if (memory == NULL)
    {
        return LOAM_OUT_OF_MEMORY;
    }
    size_t size;
    const loam_tile_planting plants = plants_of(world, NULL);
    loam_result result = loam_tile_planting_find(&plants, at, (loam_tile *)memory,
                                                 memory + chunk_bytes, &size);
    result = result == LOAM_OK
                 ? loam_store_save_plants(world->store, at, memory + chunk_bytes, size)
                 : result;
    loam_free(&world->env, memory, room);
    return result == LOAM_OK ? loam_store_save(world->store, at, world->chunk) : result;
}

static loam_result put_tiles(canvas *world, const incoming *in, loam_chunk_pos at)
{
    const loam_result result = covers(in->area, at) ? LOAM_OK : take_chunk(world, at);
    if (result != LOAM_OK)
    {
        return result;
    }
    copy_part(world, at, in->area, in->tiles, true);
    return save_with_plants(world, at);
}

/// A chunk in which nothing changes is not saved.
static loam_result paint_chunk(canvas *world, const incoming *in, loam_chunk_pos at)
{
    const loam_tile_area area = {at.x * LOAM_CHUNK_SIDE, at.y * LOAM_CHUNK_SIDE, LOAM_CHUNK_SIDE,
                                 LOAM_CHUNK_SIDE};
    int64_t changed = 0;
    loam_result result = take_chunk(world, at);
    if (result == LOAM_OK)
    {
        result = loam_tiles_paint(&world->env, &in->painting, world->chunk, area, &changed);
    }
    world->changed += changed;
    return result == LOAM_OK && changed > 0 ? save_with_plants(world, at) : result;
}

static loam_result put_picture(const tool_io *io, canvas *world, const incoming *in)
{
    const loam_tile_area area = in->area;
    const loam_chunk_pos first = loam_chunk_of_tile((loam_tile_pos){area.x, area.y});
    const loam_chunk_pos last = loam_chunk_of_tile(
        (loam_tile_pos){area.x + area.w - 1, area.y + area.h - 1});
    const int64_t across = last.x - first.x + 1, all = across * (last.y - first.y + 1);
    // Until here nothing was changed, and signals have ended the program at once.
    const interrupt_guard before = interrupt_begin(io->verb->name);
    progress bar;
    progress_begin(&bar, io->err, "chunks", all);
    loam_result result = LOAM_OK;
    for (int64_t i = 0; i < all && result == LOAM_OK; i++)
    {
        const loam_chunk_pos at = {first.x + i % across, first.y + i / across};
        result = interrupt_asked()   ? stop(world, i, all)
                 : in->tiles != NULL ? put_tiles(world, in, at)
                                     : paint_chunk(world, in, at);
        progress_add(&bar, 1);
    }
    result = result == LOAM_OK ? loam_store_flush(world->store) : result;
    interrupt_end(before);
    progress_end(&bar);
    return result;
}

static loam_result import_tiles(const tool_io *io, const import_settings *settings, canvas *world,
                                loam_tile_area *area)
{
    incoming in = {.tiles = NULL};
    loam_result result = loam_png_read_tiles(&world->env, settings->input,
                                             loam_store_defs(world->store), &in.tiles, &in.area);
    if (result != LOAM_OK)
    {
        return result;
    }
    result = place_picture(settings, &in.area);
    result = result == LOAM_OK ? put_picture(io, world, &in) : result;
    loam_free(&world->env, in.tiles, (size_t)in.area.w * (size_t)in.area.h * sizeof(loam_tile));
    *area = in.area;
    return result;
}

/// Whether a picture is the one that the user says it is, and it is known where it goes.
static loam_result check_colours(const import_settings *settings, const loam_tile_colours *colours)
{
    const loam_picture *const picture = &colours->picture;
    if (colours->layer != 0 && colours->layer != (uint32_t)settings->colours)
    {
        return loam_fail(LOAM_BAD_ARGUMENT, "--colours is %s, and %s shows %s",
                         colours_name(settings->colours), settings->input,
                         colours_name((int32_t)colours->layer));
    }
    if (settings->at.given)
    {
        return LOAM_OK;
    }
    if (!colours->has_place)
    {
        return loam_fail(LOAM_BAD_ARGUMENT,
                         "%s does not say where it goes, as some programs leave that out; give its "
                         "lowest, leftmost tile with --at X,Y",
                         settings->input);
    }
    if (colours->was_w != picture->w || colours->was_h != picture->h)
    {
        return loam_fail(LOAM_BAD_ARGUMENT,
                         "%s is %dx%d and was %dx%d when it was written; give its lowest, leftmost "
                         "tile with --at X,Y",
                         settings->input, (int)picture->w, (int)picture->h, (int)colours->was_w,
                         (int)colours->was_h);
    }
    return LOAM_OK;
}

static loam_result import_colours(const tool_io *io, const import_settings *settings, canvas *world,
                                  loam_tile_area *area)
{
    loam_tile_colours colours;
    loam_result result = loam_png_read_tile_colours(&world->env, settings->input, &colours);
    if (result != LOAM_OK)
    {
        return result;
    }
    *area = (loam_tile_area){colours.place.x, colours.place.y, colours.picture.w,
                             colours.picture.h};
    result = check_colours(settings, &colours);
    result = result == LOAM_OK ? place_picture(settings, area) : result;
    if (result == LOAM_OK)
    {
        const incoming in = {.area = *area,
                             .painting = {.defs = loam_store_defs(world->store),
                                          .layer = (loam_layer)settings->colours,
                                          .picture = &colours.picture,
                                          .at = {area->x, area->y}}};
        world->changed = 0;
        result = put_picture(io, world, &in);
    }
    loam_picture_destroy(&world->env, &colours.picture);
    return result;
}

static loam_result make_import(const tool_io *io)
{
    const import_settings *const settings = io->settings;
    png_work *const work = io->work;
    const loam_store_def def = world_def(settings->world, io);
    loam_result result = open_canvas(&work->world, &def);
    if (result == LOAM_OK)
    {
        result = (settings->colours != 0 ? import_colours
                                         : import_tiles)(io, settings, &work->world, &work->area);
    }
    return close_canvas(&work->world, result);
}

static int print_import(const tool_io *io)
{
    const import_settings *const settings = io->settings;
    return print_report(io, settings->input, settings->json);
}

static const tool_option import_options[] = {
    WORLD_FILE_OPERAND(offsetof(import_settings, world)),
    FILE_OPTION("picture", offsetof(import_settings, input), NULL, "PICTURE",
                "a PNG of tiles, as loam world export-png writes it", .operand = true,
                .required = true),
    POSITION_OPTION("at", offsetof(import_settings, at), -LOAM_TILE_END, LOAM_TILE_END, "X,Y", NULL,
                    "where its lowest, leftmost tile goes; without it, where the picture says"),
    COLOURS_OPTION(offsetof(import_settings, colours),
                   "the picture shows this layer in its colours"),
    JSON_OPTION(offsetof(import_settings, json)),
    {0},
};

const tool_verb verb_world_import_png = {
    .name = "world import-png",
    .summary = "puts a picture of tiles into a world",
    .details =
        "Every tile is checked before anything is changed. Chunks that the picture covers in "
        "part are loaded, or grown if the file does not have them, and keep the rest. With "
        "--colours, pixels that were left alone leave their tiles alone, to the bit; where "
        "something was painted, there is then the material whose colour comes closest; and where "
        "it was erased, air. The other layer stays. A picture that was cut, or that has lost what "
        "export-png wrote into it, needs --at.",
    .options = import_options,
    .settings_size = sizeof(import_settings),
    .example = "loam world import-png hello.loam tiles.png --at 0,0",
    .work_size = sizeof(png_work),
    .make = make_import,
    .report = print_import,
};
