// SPDX-License-Identifier: MIT
#include "interrupt.h"
#include "land_grower.h"
#include "progress.h"
#include "report.h"
#include "times.h"

#include <inttypes.h>

// loam land map: a map of any part of a land, from one metre a pixel to ten kilometres.

typedef struct map_settings
{
    land_question land;
    option_position at;
    option_size size;
    int64_t scale;
    int32_t layer;
    bool grid, names, roads, legend, no_bar;
} map_settings;

typedef struct map_work
{
    land_grower grower;
    loam_land_map_figures figures;
    double grow_ms, write_ms;
} map_work;

// ---- running ------------------------------------------------------------------------------------

static loam_land_map_def make_def(const map_settings *settings, progress *bar)
{
    return (loam_land_map_def){.x = settings->at.x,
                               .z = settings->at.y,
                               .w = settings->size.w,
                               .h = settings->size.h,
                               .scale = settings->scale,
                               .layer = (loam_map_layer)settings->layer,
                               .grid = settings->grid,
                               .bar = !settings->no_bar,
                               .names = settings->names,
                               .roads = settings->roads,
                               .legend = settings->legend,
                               .progress = progress_to_row,
                               .user = bar};
}

static loam_result make(const tool_io *io)
{
    const map_settings *const settings = io->settings;
    map_work *const work = io->work;
    land_grower *const grower = &work->grower;
    loam_result result = land_grower_create(&settings->land, grower);
    if (result != LOAM_OK)
    {
        return result;
    }
    progress bar;
    progress_begin(&bar, io->err, "rows", settings->size.h);
    const loam_land_map_def def = make_def(settings, &bar);
    loam_picture picture;
    uint64_t start = loam_clock_ns();
    result = loam_land_map_draw(grower->land, &def, &grower->env, &picture, &work->figures);
    work->grow_ms = ms_since(start);
    if (result == LOAM_OK)
    {
        start = loam_clock_ns();
        if (settings->land.output != NULL)
        {
            progress_say(&bar, "writing the picture");
            result = loam_png_write(&grower->env, settings->land.output, &picture);
        }
        work->write_ms = ms_since(start);
        loam_picture_destroy(&grower->env, &picture);
    }
    progress_end(&bar);
    return land_grower_finish(grower, result);
}

// ---- printing -----------------------------------------------------------------------------------

static void add_question(text *json, const map_settings *settings)
{
    json_add_uint64(json, "seed", settings->land.seed);
    json_add_place(json, "at", settings->at.x, settings->at.y);
    json_add_size(json, "size", settings->size.w, settings->size.h);
    json_add_number(json, "scale", (double)settings->scale);
    json_add_text(json, "layer", land_layer_name(settings->layer));
    json_add_number(json, "threads", settings->land.threads);
}

static void add_figures(text *json, const loam_land *land, const loam_land_map_figures *figures)
{
    json_add_hash(json, "hash", figures->hash);
    json_add_number(json, "pixels", (double)figures->pixels);
    json_add_number(json, "land", (double)figures->land);
    json_add_number(json, "lake", (double)figures->lake);
    json_add_number(json, "river", (double)figures->river);
    json_add_exact(json, "lowest_m", (double)figures->lowest);
    json_add_exact(json, "highest_m", (double)figures->highest);
    json_open_at(json, "biomes", '{');
    for (int32_t i = 0; i < loam_land_biome_count(land); i++)
    {
        if (figures->biomes[i] > 0)
        {
            json_add_number(json, loam_land_biome_name(land, i), (double)figures->biomes[i]);
        }
    }
    json_close(json, '}');
}

/// The three that there is most of.
static void add_biomes(text *out, const loam_land *land, const loam_land_map_figures *figures)
{
    int64_t max = INT64_MAX;
    for (int rank = 0; rank < 3; rank++)
    {
        int32_t best = -1;
        for (int32_t i = 0; i < loam_land_biome_count(land); i++)
        {
            const int64_t count = figures->biomes[i];
            best = count > 0 && count < max && (best < 0 || count > figures->biomes[best]) ? i
                                                                                           : best;
        }
        if (best < 0)
        {
            return;
        }
        max = figures->biomes[best];
        text_add(out, "%s%s", rank == 0 ? ", mostly " : ", ", loam_land_biome_name(land, best));
    }
}

static int print(const tool_io *io)
{
    const map_settings *const settings = io->settings;
    const map_work *const found = io->work;
    const loam_land *const land = found->grower.land;
    const loam_land_map_figures *const figures = &found->figures;
    text biomes = {0};
    add_biomes(&biomes, land, figures);
    tool_report r = report_begin(settings->land.json);
    add_question(&r.json, settings);
    add_figures(&r.json, land, figures);
    report_number(&r, "ms", found->grow_ms);
    report_number(&r, "write_ms", found->write_ms);
    report_words(&r, "file", settings->land.output);
    report_say_number(&r, "w", settings->size.w);
    report_say_number(&r, "h", settings->size.h);
    report_say_number(&r, "metres", (double)settings->scale);
    report_say_number(&r, "land", 100.0 * (double)figures->land / (double)figures->pixels);
    report_say_number(&r, "low", (double)figures->lowest);
    report_say_number(&r, "high", (double)figures->highest);
    report_say_words(&r, "biomes", text_get(&biomes));
    report_say_hash(&r, "hash", figures->hash);
    const int code = report_print(io, &r,
                                  "{w}x{h} pixels of {metres} m: {land:.0f} % land, heights "
                                  "{low:.0f} to {high:.0f} m{biomes}; hash {hash}, {ms:.0f} ms[; "
                                  "written to {file}]");
    text_free(&biomes);
    return code;
}

// ---- options ------------------------------------------------------------------------------------

#define AT(field) offsetof(map_settings, field)

static const tool_option map_options[] = {
    LAND_SEED_OPTION(AT(land.seed)),
    LAND_SHAPE_OPTION(AT(land.shape)),
    LAND_AT_OPTION(AT(at), "the place in the centre, metres; x grows east, z grows north"),
    SIZE_OPTION("size", AT(size), 1, LOAM_MAX_PICTURE_SIDE, "WxH", "1024x768", "how many pixels"),
    LAND_SCALE_OPTION(AT(scale)),
    LAND_LAYER_OPTION(AT(layer)),
    FLAG_OPTION("grid", AT(grid), "draw lines at round coordinates"),
    FLAG_OPTION("names", AT(names),
                "write the names of seas, lands, ranges, peaks, rivers, lakes, forests, deserts, "
                "marshes and plains"),
    FLAG_OPTION("roads", AT(roads), "draw the roads"),
    FLAG_OPTION("legend", AT(legend),
                "say what the colours mean: the biomes on the map, or values"),
    FLAG_OPTION("no-bar", AT(no_bar), "leave the scale bar out"),
    THREADS_OPTION(AT(land.threads), "all"),
    PICTURE_OPTION(AT(land.output), "where the map goes; without it, pixels are only counted"),
    JSON_OPTION(AT(land.json)),
    LAND_PAGES_OPTION(AT(land.pages)),
    TRACE_OPTION(AT(land.trace)),
    {0},
};

const tool_verb verb_land_map = {
    .name = "land map",
    .summary = "draws a map of a part of a land",
    .details =
        "North is up. What is shown is what is there at that scale: from 32 m a pixel down the "
        "finest rivers, from 512 m those of two kilometres, above those of the continents. The "
        "layers: map is an atlas; biome and height colour by those; relief shows the shading "
        "alone; flow how much water drains, temperature and rain the climate; cells the graph "
        "that all of it grows on. The legend of relief, and of maps that are too small for it, "
        "is left out. The hash is that of heights, water and biomes, the same for any "
        "number of threads. Ctrl-C stops it, and then nothing was written.",
    .options = map_options,
    .settings_size = sizeof(map_settings),
    .example = "loam land map --seed 3 --at -440000,-160000 --scale 4096 --names -o map.png",
    .work_size = sizeof(map_work),
    .make = make,
    .report = print,
    .destroy = land_grower_destroy,
    .ends_early = true,
};
