// SPDX-License-Identifier: MIT
#include "interrupt.h"
#include "land_grower.h"
#include "progress.h"
#include "report.h"
#include "volume_part.h"

// loam land luanti: a part of a land as a world of Luanti.

typedef struct luanti_settings
{
    land_question land;
    volume_choice choice;
    option_position at;
    option_size extent;
    int64_t depth;
    const char *name, *kinds;
    bool no_things, bare;
} luanti_settings;

typedef struct luanti_work
{
    const luanti_settings *settings;
    land_grower grower;
    volume_recipe recipe;
    loam_volume *volume;
    loam_thing_plan plan;
    loam_land_things *things;
    loam_luanti_figures figures;
    progress bar;
} luanti_work;

static loam_result grow_things(luanti_work *work)
{
    loam_land_things_def def = loam_default_land_things_def();
    def.env = work->grower.env;
    def.land = work->grower.land;
    def.plan = &work->plan;
    return work->settings->no_things ? LOAM_OK : loam_land_things_create(&def, &work->things);
}

static loam_luanti_def make_def(const luanti_work *work)
{
    const luanti_settings *const settings = work->settings;
    loam_luanti_def def = loam_default_luanti_def();
    def.env = work->grower.env;
    def.land = work->grower.land;
    def.volume = work->volume;
    def.things = work->things;
    def.x = settings->at.x;
    def.z = settings->at.y;
    def.w = settings->extent.w;
    def.d = settings->extent.h;
    def.depth = (int32_t)settings->depth;
    def.path = settings->land.output;
    def.name = settings->name;
    def.bare = settings->bare;
    return def;
}

static loam_result make(const tool_io *io)
{
    const luanti_settings *const settings = io->settings;
    luanti_work *const work = io->work;
    work->settings = settings;
    loam_luanti_def def = make_def(work);
    if (settings->kinds != NULL && settings->no_things)
    {
        return loam_fail(LOAM_BAD_ARGUMENT, "--kinds does not go with --no-things");
    }
    loam_result result = loam_luanti_check(&def); // sooner said than a land is begun
    result = result == LOAM_OK ? land_kinds_read(settings->kinds, &work->plan) : result;
    result = result == LOAM_OK ? land_grower_create(&settings->land, &work->grower) : result;
    if (result != LOAM_OK)
    {
        return result;
    }
    result = volume_choose(&settings->choice, &work->grower.inside,
                           loam_land_seed(work->grower.land), loam_volume_land(work->grower.land),
                           &work->recipe);
    result = result == LOAM_OK ? loam_volume_create(&work->recipe.def, &work->volume) : result;
    result = result == LOAM_OK ? grow_things(work) : result;
    def = make_def(work);
    def.progress = progress_to;
    def.user = &work->bar;
    progress_begin(&work->bar, io->err, "units", 1);
    result = result == LOAM_OK ? loam_luanti_write(&def, &work->figures) : result;
    progress_end(&work->bar);
    return land_grower_finish(&work->grower, result);
}

static int print(const tool_io *io)
{
    const luanti_settings *const settings = io->settings;
    const luanti_work *const work = io->work;
    const loam_luanti_figures *const figures = &work->figures;
    tool_report r = report_begin(settings->land.json);
    report_uint64(&r, "seed", loam_land_seed(work->grower.land));
    report_place(&r, "at", settings->at.x, settings->at.y);
    report_number(&r, "w", figures->w);
    report_number(&r, "d", figures->d);
    report_number(&r, "low", figures->low);
    report_number(&r, "high", figures->high);
    report_number(&r, "blocks", (double)figures->blocks);
    report_number(&r, "nodes", (double)figures->nodes);
    report_number(&r, "things", (double)figures->things);
    json_open_at(&r.json, "start", '[');
    for (int32_t i = 0; i < 3; i++)
    {
        json_int64(&r.json, figures->start[i]);
    }
    json_close(&r.json, ']');
    report_hash(&r, "hash", figures->hash);
    report_words(&r, "file", settings->land.output);
    return report_print(io, &r,
                        "{w} x {d} m from {low} to {high} as {blocks} blocks with {things} trees, "
                        "bushes and boulders; hash {hash}; written to {file}");
}

static void end(void *of)
{
    luanti_work *const work = of;
    loam_land_things_destroy(work->things);
    loam_volume_destroy(work->volume);
    land_grower_destroy(&work->grower);
}

#define AT(field) offsetof(luanti_settings, field)

static const tool_option luanti_options[] = {
    LAND_SEED_OPTION(AT(land.seed)),
    LAND_SHAPE_OPTION(AT(land.shape)),
    LAND_INSIDE_OPTION(AT(land.inside)),
    LAND_KINDS_OPTION(AT(kinds)),
    LAND_AT_OPTION(AT(at), "the place that is 0, 0 in Luanti, metres; x grows east, z grows north"),
    SIZE_OPTION("extent", AT(extent), 1, LOAM_MAX_LUANTI_SIDE, "WxD", "512x512",
                "metres from west to east and from south to north, in steps of 64"),
    INT_OPTION("depth", AT(depth), 1, LOAM_MAX_LUANTI_DEPTH, "M", "64",
               "metres of rock below the lowest ground"),
    TEXT_OPTION("name", AT(name), "TEXT", NULL, "that Luanti lists; the folder's if not given"),
    FLAG_OPTION("no-things", AT(no_things), "no trees, bushes and boulders"),
    FLAG_OPTION("bare", AT(bare), "no grass and flowers"),
    VOLUME_ONLY_OPTION(AT(choice.only)),
    VOLUME_EVERYWHERE_OPTION(AT(choice.everywhere)),
    VOLUME_FALLOFF_OPTION(AT(choice.falloff)),
    VOLUME_FLOATING_OPTION(AT(choice.keep_floating)),
    THREADS_OPTION(AT(land.threads), "all"),
    OUTPUT_OPTION(AT(land.output), NULL, "the world's folder, which must not be there yet",
                  .required = true),
    JSON_OPTION(AT(land.json)),
    LAND_PAGES_OPTION(AT(land.pages)),
    TRACE_OPTION(AT(land.trace)),
    {0},
};

const tool_verb verb_land_luanti = {
    .name = "land luanti",
    .summary = "makes a world of Luanti (Minetest) of a part of a land",
    .details =
        "A folder for Luanti's worlds, to play in with Minetest Game: the ground a node for every "
        "cubic metre, with caves, ores, rivers and lava, trees, bushes, boulders, grass and "
        "flowers, and light. Players begin at the dry place that is nearest to the middle. Around "
        "what was written, and below, there is air. The hash is that of all nodes and their light. "
        "The folder appears whole or not at all, also after Ctrl-C.",
    .options = luanti_options,
    .settings_size = sizeof(luanti_settings),
    .example = "loam land luanti --seed 7 --at -407904,-70904 --extent 128x128 -o my_land",
    .work_size = sizeof(luanti_work),
    .make = make,
    .report = print,
    .destroy = end,
    .ends_early = true,
};
