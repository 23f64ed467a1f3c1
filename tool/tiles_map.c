// SPDX-License-Identifier: MIT
#include "grower.h"
#include "progress.h"
#include "tile_options.h"
#include "world.h"

#ifdef LOAM_HAS_GPU
#include "gpu.h"
#include "times.h"
#endif

#include <inttypes.h>

// loam tiles map: a picture of any part of a world, from single tiles to overviews of tens of thousands.

enum
{
    MAX_SIDE = 1 << 22, // tiles: what the largest picture shows at 1/64
    MAX_DEVICE = 256,   // bytes of its name
    SCREEN = 1600       // pixels that a map has at most unless --zoom asks for more
};

typedef struct map_settings
{
    const char *seed;  // NULL if not given
    const char *world; // NULL for one that grows and is not kept
    option_position at;
    option_size size;
    int32_t zoom; // 0: chosen by the size; else the index of a scale, plus 1
    int32_t layer;
    bool bare, gpu;
    int32_t threads;
    const char *defs;
    const char *output;
    bool json;
} map_settings;

typedef struct map_work
{
    grower world;
    uint64_t seed;
    loam_tile_map_figures figures;
    int32_t pixels_w, pixels_h;
    double grow_ms, write_ms;
    char device[MAX_DEVICE]; // that the tiles grew on; "": the processor
} map_work;

static const char *choose_zoom(int32_t i)
{
    return i == 0 ? "auto" : loam_tile_map_scale_name(i - 1);
}

static int32_t scale_index(const map_settings *settings)
{
    return settings->zoom > 0 ? settings->zoom - 1
                              : loam_tile_map_scale_for(settings->size.w, settings->size.h, SCREEN);
}

static loam_tile_map_def make_def(const map_settings *settings)
{
    const option_size size = settings->size;
    return (loam_tile_map_def){.area = {.x = settings->at.x - size.w / 2,
                                        .y = settings->at.y - size.h / 2,
                                        .w = size.w,
                                        .h = size.h},
                               .scale = loam_tile_map_scale_of(scale_index(settings)),
                               .layer = (loam_tile_map_layer)settings->layer,
                               .bare = settings->bare || settings->output == NULL};
}

// ---- running ------------------------------------------------------------------------------------

static loam_result write_map(const map_settings *settings, const loam_picture *picture,
                             progress *bar)
{
    if (settings->output == NULL)
    {
        return LOAM_OK;
    }
    const loam_env env = loam_default_env();
    progress_say(bar, "writing the picture");
    return loam_png_write(&env, settings->output, picture);
}

static loam_result draw_and_write(const tool_io *io, const map_settings *settings,
                                  const loam_env *env, loam_tile_map_def *def, map_work *report)
{
    progress bar;
    progress_begin(&bar, io->err, "tiles", loam_tile_map_work(def));
    def->progress = tile_map_progress;
    def->user = &bar;
    loam_picture picture;
    uint64_t start = loam_clock_ns();
    loam_result result = loam_tile_map_draw(def, env, &picture, &report->figures);
    report->grow_ms = ms_since(start);
    if (result == LOAM_OK)
    {
        report->pixels_w = picture.w;
        report->pixels_h = picture.h;
        start = loam_clock_ns();
        result = write_map(settings, &picture, &bar);
        report->write_ms = ms_since(start);
        loam_picture_destroy(env, &picture);
    }
    progress_end(&bar);
    return result;
}

// ---- printing -----------------------------------------------------------------------------------

static void add_counts(text *json, const char *key, const loam_tile_defs *defs,
                       const int64_t *counts)
{
    json_open_at(json, key, '{');
    for (int32_t i = 0; i < LOAM_MAX_MATERIALS; i++)
    {
        if (counts[i] > 0)
        {
            json_key(json, defs->materials[i].name);
            json_number(json, (double)counts[i]);
        }
    }
    json_close(json, '}');
}

static void add_biomes(text *json, const loam_tile_defs *defs, const int64_t *counts)
{
    json_open_at(json, "biomes", '{');
    for (int32_t i = 0; i < LOAM_BIOMES; i++)
    {
        if (counts[i] > 0)
        {
            json_key(json, defs->biomes[i].name);
            json_number(json, (double)counts[i]);
        }
    }
    json_close(json, '}');
}

static void add_question(text *json, const map_settings *settings, uint64_t seed)
{
    json_add_uint64(json, "seed", seed);
    json_add_text(json, "world", settings->world);
    json_add_place(json, "at", settings->at.x, settings->at.y);
    json_add_size(json, "size", settings->size.w, settings->size.h);
    json_add_text(json, "zoom", loam_tile_map_scale_name(scale_index(settings)));
    json_add_text(json, "layer", loam_tile_map_layer_name(settings->layer));
    json_add_number(json, "threads", settings->threads);
}

static void add_names(text *out, const loam_tile_defs *defs, const loam_tile_map_figures *figures)
{
    const char *between = ", through ";
    for (int32_t i = 0; i < LOAM_BIOMES; i++)
    {
        if (figures->biomes[i] > 0)
        {
            text_add(out, "%s%s", between, defs->biomes[i].name);
            between = ", ";
        }
    }
}

static int print(const tool_io *io)
{
    const map_settings *const settings = io->settings;
    const map_work *const found = io->work;
    const loam_tile_defs *const defs = found->world.defs;
    const loam_tile_map_figures *figures = &found->figures;
    text names = {0};
    add_names(&names, defs, figures);
    tool_report r = report_begin(settings->json);
    add_question(&r.json, settings, found->seed);
    json_add_bool(&r.json, "exact", figures->exact);
    report_number(&r, "tiles", (double)figures->tiles);
    report_hash(&r, "hash", figures->hash);
    add_counts(&r.json, "blocks", defs, figures->blocks);
    add_counts(&r.json, "walls", defs, figures->walls);
    add_biomes(&r.json, defs, figures->biomes);
    report_size(&r, "pixels", found->pixels_w, found->pixels_h);
    report_number(&r, "ms", found->grow_ms);
    report_number(&r, "write_ms", found->write_ms);
    report_words(&r, "file", settings->output);
    report_words(&r, "device", found->device[0] != '\0' ? found->device : NULL);
    report_say_number(&r, "w", settings->size.w);
    report_say_number(&r, "h", settings->size.h);
    report_say_words(&r, "scale", loam_tile_map_scale_name(scale_index(settings)));
    report_say_words(&r, "biomes", text_get(&names));
    report_say_words(&r, "kind", figures->exact ? "tile" : "sample");
    const int code = report_print(
        io, &r,
        "{w}x{h} tiles at zoom {scale}{biomes}; {kind} hash {hash}, "
        "{ms:.0f} ms[ with {device}][; {pixels} pixels written to {file}]");
    text_free(&names);
    return code;
}

static loam_result draw_world(const tool_io *io, const map_settings *settings, const grower *world,
                              loam_tile_map_def *def, map_work *report)
{
    loam_env env = loam_default_env();
    env.jobs = world->jobs;
    def->defs = world->defs;
    def->source = world->source;
    def->store = world->store;
    return draw_and_write(io, settings, &env, def, report);
}

#ifdef LOAM_HAS_GPU
typedef struct gpu_filler
{
    loam_gpu *gpu;
    const loam_tile_source *source;
    map_work *report; // that says so
} gpu_filler;

static loam_result fill_on_gpu(void *user, loam_tile_area area, loam_tile *tiles)
{
    const gpu_filler *const filler = user;
    snprintf(filler->report->device, MAX_DEVICE, "%s", loam_gpu_describe(filler->gpu).name);
    return loam_gpu_tiles_fill(filler->gpu, filler->source, area, tiles);
}

static loam_result draw_on_gpu(const tool_io *io, const map_settings *settings, const grower *world,
                               loam_tile_map_def *def, map_work *report)
{
    gpu_filler filler = {.source = world->source, .report = report};
    loam_result result = gpu_open(-1, &filler.gpu);
    if (result == LOAM_OK)
    {
        def->fill = fill_on_gpu;
        def->fill_user = &filler;
        result = draw_world(io, settings, world, def, report);
    }
    loam_gpu_destroy(filler.gpu);
    return result;
}
#else
#define draw_on_gpu draw_world // there is no option that asks for it
#endif

static loam_result make(const tool_io *io)
{
    const map_settings *const settings = io->settings;
    map_work *const work = io->work;
    loam_tile_map_def def = make_def(settings);
    loam_result result = tile_map_check(&def, 1);
    if (result == LOAM_OK && settings->output != NULL)
    {
        result = loam_file_check(settings->output);
    }
    result = result == LOAM_OK ? grower_choose(settings->world, settings->seed, settings->defs,
                                               settings->threads, io, &work->world, &work->seed)
                               : result;
    if (result == LOAM_OK)
    {
        result = (settings->gpu ? draw_on_gpu : draw_world)(io, settings, &work->world, &def, work);
    }
    return result;
}

// ---- options ------------------------------------------------------------------------------------

#define AT(field) offsetof(map_settings, field)

static const tool_option map_options[] = {
    TILE_SEED_OPTION(AT(seed)),
    FILE_OPTION("world", AT(world), NULL, "FILE",
                "a world that is kept, which is only read: its chunks are shown as they are there"),
    POSITION_OPTION("at", AT(at), -LOAM_TILE_END, LOAM_TILE_END, "X,Y", "0,0",
                    "the tile in the centre; x grows right, y grows up"),
    SIZE_OPTION("size", AT(size), 1, MAX_SIDE, "WxH", "400x225", "how many tiles"),
    CHOICE_OPTION("zoom", AT(zoom), choose_zoom, "N", "auto",
                  "pixels along the side of a tile; auto is 4, or less for large regions"),
    CHOICE_OPTION("layer", AT(layer), loam_tile_map_layer_name, "LAYER", "both", "what is shown"),
    FLAG_OPTION("bare", AT(bare), "without plants"),
    TILE_DEFS_OPTION(AT(defs)),
#ifdef LOAM_HAS_GPU
    FLAG_OPTION("gpu", AT(gpu),
                "tiles grow on the best graphics processor, the same ones; samples do not"),
#endif
    THREADS_OPTION(AT(threads), "all"),
    PICTURE_OPTION(AT(output), "where the picture goes; without it, tiles are only counted"),
    JSON_OPTION(AT(json)),
    {0},
};

const tool_verb verb_tiles_map = {
    .name = "tiles map",
    .summary = "draws a part of a tile world",
    .details =
        "The world grows from its seed, and nothing is kept; with --world, chunks that the file "
        "has "
        "are those of the file, and all else grows from its seed. Down to a zoom of 1/8 every tile "
        "is "
        "looked at, and the hash is that of the tiles; beyond, sixteen tiles stand for each pixel, "
        "and the hash is theirs. Either is the same for any number of threads, and of the world "
        "without its plants, which are shown where every tile is looked at, in still air or, with "
        "--world, as the file has them. The layers: both is "
        "what a player sees by day, solid what holds one up; biome and height colour the ground by "
        "its biome and by the height of the horizon; chunks are marked with their borders and "
        "coordinates.",
    .options = map_options,
    .settings_size = sizeof(map_settings),
    .example = "loam tiles map --seed hello --at 0,0 --size 800x400 -o map.png",
    .work_size = sizeof(map_work),
    .make = make,
    .report = print,
    .destroy = grower_destroy,
};
