// SPDX-License-Identifier: MIT
#include "interrupt.h"
#include "land_grower.h"
#include "report.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

// loam land things: what stands on a part of a land, as a table for engines. A line each, in the order in which the
// library hands them out, so that the same part gives the same file.

typedef struct things_settings
{
    land_question land;
    option_position at;
    option_size extent;
    int64_t level;
    const char *kinds;
    double trees, bushes, boulders;
} things_settings;

typedef struct things_work
{
    const things_settings *settings;
    land_grower grower;
    loam_land_things *things;
    FILE *file; // NULL: they are only counted
    bool as_json;
    loam_thing_plan plan;
    uint64_t count, kinds[LOAM_MAX_THING_KINDS], hash;
} things_work;

/// Metres with all that is known of them, whatever their size.
static void write_metres(FILE *file, int64_t at)
{
    const uint64_t size = at < 0 ? 0 - (uint64_t)at : (uint64_t)at;
    fprintf(file, "%s%" PRIu64 ".%08" PRIu64, at < 0 ? "-" : "", size / LOAM_SCATTER_ONE,
            size % LOAM_SCATTER_ONE * (100000000 / LOAM_SCATTER_ONE));
}

static void write_thing(things_work *work, const loam_land_thing *thing)
{
    static const char *const labels[2][8] = {
        {"", ",", ",", ",", ",", ",", ",", "\n"},
        {"{\"id\":\"", "\",\"kind\":\"",
         "\",\"x\":", ",\"y\":", ",\"z\":", ",\"turn\":", ",\"size\":", "}"}};
    const char *const *const label = labels[work->as_json];
    FILE *const file = work->file;
    fprintf(file, "%s", !work->as_json ? "" : work->count > 0 ? ",\n" : "\n");
    fprintf(file, "%s%016" PRIx64 "%s%s%s", label[0], thing->id, label[1],
            work->plan.kinds[thing->kind].name, label[2]);
    write_metres(file, thing->x);
    fprintf(file, "%s%.3f%s", label[3], (double)thing->y, label[4]);
    write_metres(file, thing->z);
    fprintf(file, "%s%.4f%s%.3f%s", label[5], (double)thing->turn, label[6], (double)thing->size,
            label[7]);
}

static loam_result take_thing(void *user, const loam_land_thing *thing)
{
    things_work *const work = user;
    if (interrupt_asked())
    {
        return loam_fail(LOAM_IO, "stopped; nothing was written");
    }
    if (work->file != NULL)
    {
        write_thing(work, thing);
    }
    work->count++;
    work->kinds[thing->kind]++;
    work->hash = loam_land_thing_hash(thing, work->hash);
    return LOAM_OK;
}

static loam_result find_things(things_work *work)
{
    const things_settings *const settings = work->settings;
    loam_land_things_def def = loam_default_land_things_def();
    def.env = work->grower.env;
    def.land = work->grower.land;
    def.plan = &work->plan;
    def.trees = (float)settings->trees;
    def.bushes = (float)settings->bushes;
    def.boulders = (float)settings->boulders;
    const loam_land_things_area area = {settings->at.x - settings->extent.w / 2,
                                        settings->at.y - settings->extent.h / 2, settings->extent.w,
                                        settings->extent.h};
    const loam_result result = loam_land_things_create(&def, &work->things);
    return result != LOAM_OK ? result
                             : loam_land_things_find(work->things, area, (int32_t)settings->level,
                                                     take_thing, work);
}

/// Beside its place until it is whole.
static loam_result write_things(things_work *work)
{
    const char *const path = work->settings->land.output;
    char beside[4096];
    if (path == NULL)
    {
        return find_things(work);
    }
    if (snprintf(beside, sizeof beside, "%s.part", path) >= (int)sizeof beside)
    {
        return loam_fail(LOAM_BAD_ARGUMENT, "-o is too long");
    }
    work->as_json = option_ends_with(path, ".json");
    work->file = fopen(beside, "wb");
    if (work->file == NULL)
    {
        return loam_fail(LOAM_IO, "%s cannot be written", beside);
    }
    fputs(work->as_json ? "[" : "id,kind,x,y,z,turn,size\n", work->file);
    loam_result result = find_things(work);
    fputs(work->as_json ? "\n]\n" : "", work->file);
    const bool whole = ferror(work->file) == 0;
    const bool closed = fclose(work->file) == 0;
    result = result == LOAM_OK && !(whole && closed && rename(beside, path) == 0)
                 ? loam_fail(LOAM_IO, "%s cannot be written", path)
                 : result;
    if (result != LOAM_OK)
    {
        (void)remove(beside);
    }
    return result;
}

/// "oak 12, birch 3": of those that there are.
static void say_kinds(const things_work *work, char *out, size_t room)
{
    size_t size = 0;
    for (int32_t i = 0; i < work->plan.kind_count && size < room; i++)
    {
        if (work->kinds[i] > 0)
        {
            size += (size_t)snprintf(out + size, room - size, "%s%s %" PRIu64, size > 0 ? ", " : "",
                                     work->plan.kinds[i].name, work->kinds[i]);
        }
    }
}

static int print(const tool_io *io)
{
    const things_settings *const settings = io->settings;
    const things_work *const work = io->work;
    tool_report r = report_begin(settings->land.json);
    report_uint64(&r, "seed", settings->land.seed);
    report_number(&r, "count", (double)work->count);
    char kinds[1024] = "";
    say_kinds(work, kinds, sizeof kinds);
    json_open_at(&r.json, "kinds", '{');
    for (int32_t i = 0; i < work->plan.kind_count; i++)
    {
        json_add_number(&r.json, work->plan.kinds[i].name, (double)work->kinds[i]);
    }
    json_close(&r.json, '}');
    report_hash(&r, "hash", work->hash);
    report_words(&r, "file", settings->land.output);
    report_say_number(&r, "w", settings->extent.w);
    report_say_number(&r, "d", settings->extent.h);
    report_say_words(&r, "kinds", kinds[0] != '\0' ? kinds : NULL);
    return report_print(io, &r, "{count} things on {w} x {d} m[: {kinds}][; written to {file}]");
}

static loam_result make(const tool_io *io)
{
    things_work *const work = io->work;
    work->settings = io->settings;
    loam_result result = land_kinds_read(work->settings->kinds, &work->plan);
    result = result == LOAM_OK ? land_grower_create(&work->settings->land, &work->grower) : result;
    result = result == LOAM_OK ? write_things(work) : result;
    return land_grower_finish(&work->grower, result);
}

static void end(void *of)
{
    things_work *const work = of;
    loam_land_things_destroy(work->things);
    land_grower_destroy(&work->grower);
}

#define AT(field) offsetof(things_settings, field)

static const tool_option things_options[] = {
    LAND_SEED_OPTION(AT(land.seed)),
    LAND_SHAPE_OPTION(AT(land.shape)),
    LAND_AT_OPTION(AT(at), "the place in the centre, metres; x grows east, z grows north"),
    SIZE_OPTION("extent", AT(extent), 1, 65536, "WxH", "512x512",
                "metres from west to east and from south to north"),
    INT_OPTION("level", AT(level), 0, LOAM_THINGS_LEVELS - 1, "N", "0",
               "of detail: 0 all, 1 trees, 2 tall trees, 3 half of those; each a part of the one "
               "before"),
    LAND_KINDS_OPTION(AT(kinds)),
    NUMBER_OPTION("trees", AT(trees), 0, 4, "FACTOR", "1", "how many trees there are"),
    NUMBER_OPTION("bushes", AT(bushes), 0, 4, "FACTOR", "1", "how many bushes"),
    NUMBER_OPTION("boulders", AT(boulders), 0, 4, "FACTOR", "1", "how many boulders"),
    THREADS_OPTION(AT(land.threads), "all"),
    OUTPUT_OPTION(AT(land.output), ".csv .json", "where the table goes: .csv or .json"),
    JSON_OPTION(AT(land.json)),
    LAND_PAGES_OPTION(AT(land.pages)),
    TRACE_OPTION(AT(land.trace)),
    {0},
};

const tool_verb verb_land_things = {
    .name = "land things",
    .summary = "lists the trees, bushes and boulders of a part of a land",
    .details =
        "A line for each: id, kind, x, y, z, turn and size. x grows east, y up, z north, in "
        "metres; "
        "y is the height of the ground, turn a share of a whole turn from east to north, size the "
        "height from the ground to the top, in metres. Ids stay the same whatever part is asked "
        "for. "
        "Trees have the names of species that `loam plant draw --form mesh` grows, unless --kinds "
        "has others. Without -o they are only counted.",
    .options = things_options,
    .settings_size = sizeof(things_settings),
    .example = "loam land things --seed 7 --at -407904,-70904 --extent 256x256 -o things.csv",
    .work_size = sizeof(things_work),
    .make = make,
    .report = print,
    .destroy = end,
    .ends_early = true,
};
