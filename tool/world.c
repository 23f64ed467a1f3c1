// SPDX-License-Identifier: MIT
#include "world.h"

#include "place/shape.h"

#include <inttypes.h>
#include <time.h>

// loam world info, verify and compact: a world's file as a whole, of whichever kind.

// ---- opening ------------------------------------------------------------------------------------

static void write_log(void *user, loam_log_level level, const char *message)
{
    const tool_io *const io = user;
    if (level >= LOAM_LOG_WARNING)
    {
        fprintf(io->err, "loam %s: %s\n", io->verb->name, message);
    }
}

loam_store_def world_def(const char *path, const tool_io *io)
{
    loam_store_def def = loam_default_store_def();
    def.path = path;
    def.env.log = (loam_log){.write = write_log, .user = (void *)(uintptr_t)io};
    return def;
}

loam_store_def world_def_of_any(const char *path, const tool_io *io)
{
    loam_store_def def = world_def(path, io);
    def.kind = LOAM_STORE_ANY;
    return def;
}

loam_result world_finish(loam_store *store, loam_result result)
{
    if (store != NULL && result == LOAM_OK)
    {
        result = loam_store_flush(store);
    }
    loam_store_close(store);
    return result;
}

// ---- info ---------------------------------------------------------------------------------------

/// Settings of a verb that needs no more than the file.
typedef struct world_settings
{
    const char *world;
    bool json;
} world_settings;

static const tool_option world_options[] = {
    WORLD_FILE_OPERAND(offsetof(world_settings, world)),
    JSON_OPTION(offsetof(world_settings, json)),
    {0},
};

typedef struct world_facts
{
    loam_store_info info;
    uint64_t definitions; // of tiles: their hash
    int32_t materials;
    bool has_player;
    loam_store_player player;
    loam_land_shape shape; // of a land
    loam_inside inside;    // likewise
    float voxel_m;         // likewise
} world_facts;

static loam_result gather(loam_store *store, world_facts *facts)
{
    *facts = (world_facts){0};
    const loam_tile_defs *const defs = loam_store_defs(store);
    if (defs == NULL)
    {
        facts->shape = *loam_store_shape(store);
        facts->inside = *loam_store_inside(store);
        facts->voxel_m = loam_store_voxel_m(store);
        return loam_store_describe(store, &facts->info);
    }
    facts->definitions = loam_tile_defs_hash(defs);
    for (int32_t i = 0; i < LOAM_MAX_MATERIALS; i++)
    {
        facts->materials += defs->materials[i].name[0] != '\0';
    }
    facts->has_player = loam_store_get_player(store, &facts->player) == LOAM_OK;
    return loam_store_describe(store, &facts->info);
}

static double bytes_per_chunk(const loam_store_info *info)
{
    return info->chunks > 0 ? (double)info->chunk_bytes / (double)info->chunks : 0;
}

static void print_tiles(FILE *out, const world_facts *facts)
{
    const loam_store_info *info = &facts->info;
    fprintf(out, "  version      %d%s, in a file of format %d\n", (int)info->world_version,
            info->world_version < LOAM_TILES_VERSION ? ", which loam world upgrade can raise" : "",
            (int)info->format);
    fprintf(out, "  definitions  %016" PRIx64 ", %d materials\n", facts->definitions,
            (int)facts->materials);
    fprintf(out, "  chunks       %" PRIu64 " of %.0f bytes on average\n", info->chunks,
            bytes_per_chunk(info));
    if (facts->has_player)
    {
        fprintf(out, "  player       at (%.2f, %.2f) after %" PRIu64 " steps\n",
                (double)facts->player.x / 256, (double)facts->player.y / 256, facts->player.steps);
    }
}

/// The numbers of biomes that are not as usual.
static void print_biomes(FILE *out, const loam_land_shape *shape)
{
    int32_t biome = 0, knob = -1;
    for (bool first = true; world_next_unusual(shape, &biome, &knob); first = false)
    {
        fprintf(out, "%s %s.%s %g", first ? "\n  biomes      " : ",",
                loam_biome_name((loam_biome)biome), shape_biome_knobs[knob].name,
                (double)shape_biome_get(shape, biome, knob));
    }
}

/// The numbers of the inside that are not as usual.
static void print_inside(FILE *out, const loam_inside *inside)
{
    const loam_inside usual = loam_default_inside();
    int32_t part = 0, field = -1;
    for (bool first = true; loam_inside_next_difference(inside, &usual, &part, &field);
         first = false)
    {
        const loam_inside_part *const of = &loam_inside_parts()[part];
        fprintf(out, "%s %s%s%s %g", first ? "\n  inside      " : ",", of->name,
                of->name[0] != '\0' ? "." : "", of->fields[field].name,
                loam_inside_number(inside, part, field));
    }
}

static void print_land(FILE *out, const world_facts *facts)
{
    const loam_store_info *info = &facts->info;
    fprintf(out, "  version      land %d, volume %d, in a file of format %d\n",
            (int)info->world_version, (int)info->volume_version, (int)info->format);
    fprintf(out, "  voxels       %g m wide\n", (double)facts->voxel_m);
    fprintf(out, "  shape       ");
    for (int32_t i = 0; i < SHAPE_KNOBS; i++)
    {
        fprintf(out, "%s %s %g", i > 0 ? "," : "", shape_knobs[i].name,
                (double)shape_get(&facts->shape, i));
    }
    print_biomes(out, &facts->shape);
    print_inside(out, &facts->inside);
    fprintf(out, "\n  changed      %" PRIu64 " chunks, %" PRIu64 " bytes\n", info->chunks,
            info->chunk_bytes);
}

static int print_facts_text(const tool_io *io)
{
    const world_settings *const settings = io->settings;
    const world_facts *const facts = io->work;
    const loam_store_info *info = &facts->info;
    const time_t created = (time_t)info->created_s;
    const struct tm *at = gmtime(&created);
    char when[40] = "unknown";
    if (at != NULL)
    {
        strftime(when, sizeof when, "%Y-%m-%d %H:%M:%S UTC", at);
    }
    fprintf(io->out, "%s\n", settings->world);
    fprintf(io->out, "  kind         %s\n", loam_store_kind_name(info->kind));
    fprintf(io->out, "  seed         %" PRIu64 "\n", info->seed);
    fprintf(io->out, "  created      %s\n", when);
    (info->kind == LOAM_STORE_LAND ? print_land : print_tiles)(io->out, facts);
    fprintf(io->out, "  set aside    %" PRIu64 "\n", info->damaged);
    fprintf(io->out, "  file         %" PRIu64 " bytes\n", info->file_bytes);
    return TOOL_DONE;
}

static void add_player(text *json, const world_facts *facts)
{
    json_key(json, "player");
    if (!facts->has_player)
    {
        json_null(json);
        return;
    }
    json_open(json, '{');
    json_key(json, "x");
    json_int64(json, facts->player.x);
    json_key(json, "y");
    json_int64(json, facts->player.y);
    json_add_uint64(json, "steps", facts->player.steps);
    json_add_number(json, "time_of_day", facts->player.time_of_day);
    json_close(json, '}');
}

static void add_tiles(text *json, const world_facts *facts)
{
    json_add_number(json, "world_version", facts->info.world_version);
    json_add_number(json, "newest_version", LOAM_TILES_VERSION);
    json_add_hash(json, "definitions", facts->definitions);
    json_add_number(json, "materials", facts->materials);
}

static void add_land(text *json, const world_facts *facts)
{
    json_add_number(json, "land_version", facts->info.world_version);
    json_add_number(json, "volume_version", facts->info.volume_version);
    json_add_number(json, "voxel_m", (double)facts->voxel_m);
    world_add_shape(json, &facts->shape);
    world_add_inside(json, &facts->inside);
}

static int print_facts_json(const tool_io *io)
{
    const world_settings *const settings = io->settings;
    const world_facts *const facts = io->work;
    const loam_store_info *info = &facts->info;
    const bool land = info->kind == LOAM_STORE_LAND;
    text json = {0};
    json_open(&json, '{');
    json_add_text(&json, "file", settings->world);
    json_add_text(&json, "kind", loam_store_kind_name(info->kind));
    json_add_uint64(&json, "seed", info->seed);
    json_add_number(&json, "format", info->format);
    (land ? add_land : add_tiles)(&json, facts);
    json_add_uint64(&json, "created", info->created_s);
    json_add_number(&json, "chunks", (double)info->chunks);
    json_add_number(&json, "damaged", (double)info->damaged);
    json_add_number(&json, "bytes_per_chunk", bytes_per_chunk(info));
    json_add_number(&json, "chunk_bytes", (double)info->chunk_bytes);
    json_add_number(&json, "file_bytes", (double)info->file_bytes);
    if (!land)
    {
        add_player(&json, facts);
    }
    json_close(&json, '}');
    return tool_print_json(io, &json);
}

static int print_facts(const tool_io *io)
{
    const world_settings *const settings = io->settings;
    return (settings->json ? print_facts_json : print_facts_text)(io);
}

static loam_result make_facts(const tool_io *io)
{
    const world_settings *const settings = io->settings;
    loam_store_def def = world_def_of_any(settings->world, io);
    loam_store *store = NULL;
    def.read_only = true;
    loam_result result = loam_store_open(&def, &store);
    result = result == LOAM_OK ? gather(store, io->work) : result;
    loam_store_close(store);
    return result;
}

const tool_verb verb_world_info = {
    .name = "world info",
    .summary = "tells what is in a world's file",
    .details = "Kind, seed, versions, how many chunks were changed and how large they are; of "
               "tiles where the player is, of a land its shape. The file is only read, also while "
               "another program writes it.",
    .options = world_options,
    .settings_size = sizeof(world_settings),
    .example = "loam world info hello.loam",
    .work_size = sizeof(world_facts),
    .make = make_facts,
    .report = print_facts,
};

// ---- verify -------------------------------------------------------------------------------------

typedef struct verify_work
{
    const tool_io *io;
    bool as_json;
    text faults; // of a JSON list
    loam_store_verdict verdict;
} verify_work;

static void add_fault(void *user, const char *message)
{
    verify_work *const work = user;
    if (work->as_json)
    {
        json_text(&work->faults, message);
    }
    else
    {
        fprintf(work->io->out, "%s\n", message);
    }
}

static int print_verdict(const tool_io *io)
{
    const world_settings *const settings = io->settings;
    const verify_work *const work = io->work;
    const loam_store_verdict *const verdict = &work->verdict;
    tool_report r = report_begin(settings->json);
    r.json.failed |= work->faults.failed;
    report_words(&r, "file", settings->world);
    report_number(&r, "chunks", (double)verdict->chunks);
    report_number(&r, "bad_chunks", (double)verdict->bad_chunks);
    report_number(&r, "other_faults", (double)verdict->other_faults);
    json_open_at(&r.json, "faults", '[');
    text_add(&r.json, "%s", text_get(&work->faults));
    json_close(&r.json, ']');
    const int code = report_print(
        io, &r, "{file}: {chunks} chunks, {bad_chunks} damaged, {other_faults} other faults");
    const bool whole = verdict->bad_chunks + verdict->other_faults == 0;
    return code == TOOL_DONE && !whole ? TOOL_FAILED : code;
}

static loam_result verify(const tool_io *io)
{
    const world_settings *const settings = io->settings;
    loam_store_def def = world_def_of_any(settings->world, io);
    verify_work *const work = io->work;
    loam_store *store = NULL;
    def.read_only = true;
    work->io = io;
    work->as_json = settings->json;
    loam_result result = loam_store_open(&def, &store);
    result = result == LOAM_OK ? loam_store_verify(store, add_fault, work, &work->verdict) : result;
    loam_store_close(store);
    return result;
}

static void end_verify(void *work)
{
    text_free(&((verify_work *)work)->faults);
}

const tool_verb verb_world_verify = {
    .name = "world verify",
    .summary = "reads all of a world's file and checks it",
    .details = "One line for each fault. Fails if there is any. Nothing is changed, unless the "
               "world was not closed, which is mended first: damaged chunks "
               "are set aside when a program that writes the world comes across them, and loam "
               "world compact leaves behind whatever is damaged.",
    .options = world_options,
    .settings_size = sizeof(world_settings),
    .example = "loam world verify hello.loam",
    .work_size = sizeof(verify_work),
    .make = verify,
    .report = print_verdict,
    .destroy = end_verify,
};

// ---- compact ------------------------------------------------------------------------------------

typedef struct compact_work
{
    loam_store_info before, after; // before: all 0 if a file with damage could not be counted
    loam_store_compaction compaction;
} compact_work;

static int print_sizes(const tool_io *io)
{
    const world_settings *const settings = io->settings;
    const compact_work *const work = io->work;
    tool_report r = report_begin(settings->json);
    report_words(&r, "file", settings->world);
    report_number(&r, "chunks", (double)work->after.chunks);
    report_number(&r, "bytes_before", (double)work->before.file_bytes);
    report_number(&r, "bytes_after", (double)work->after.file_bytes);
    const int code = report_print(
        io, &r, "{file}: {chunks} chunks, {bytes_before} bytes before, {bytes_after} now");
    return code == TOOL_DONE && work->compaction.kept[0] != '\0' ? TOOL_FAILED : code;
}

static loam_result compact(const tool_io *io)
{
    const world_settings *const settings = io->settings;
    const loam_store_def def = world_def_of_any(settings->world, io);
    compact_work *const work = io->work;
    loam_store *store = NULL;
    loam_result result = loam_store_open(&def, &store);
    if (result == LOAM_OK)
    {
        (void)loam_store_describe(store, &work->before);
        result = loam_store_compact(store, &work->compaction);
    }
    result = result == LOAM_OK ? loam_store_describe(store, &work->after) : result;
    return world_finish(store, result);
}

const tool_verb verb_world_compact = {
    .name = "world compact",
    .summary = "writes a world's file anew, without gaps",
    .details = "Also forgets the damaged chunks that were set aside. The old file stays until the "
               "new one is complete. If something in it is damaged or cannot be read, it is kept "
               "beside the new one, as NAME.damaged, and the tool says so and fails.",
    .options = world_options,
    .settings_size = sizeof(world_settings),
    .example = "loam world compact hello.loam",
    .work_size = sizeof(compact_work),
    .make = compact,
    .report = print_sizes,
};
