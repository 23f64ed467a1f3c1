// SPDX-License-Identifier: MIT
#include "land_view.h"
#include "place/place.h"

#include <math.h>

#ifdef LOAM_HAS_SCENE
#include "in_turn.h"
#endif

// loam land explore: the window. The explorer itself is in apps/explore; here are its options.

typedef struct explore_settings
{
    uint64_t seed;
    option_position at;
    const char *season, *place, *shape, *inside, *kinds, *world, *record, *replay;
    bool quit_after, verbose, no_things;
    option_size size;
    int32_t threads;
    int32_t voxel; // for land_voxel_m
} explore_settings;

#ifdef LOAM_HAS_SCENE
/// What is opened, with what its options point to.
typedef struct explore_work
{
    explore_options options;
    loam_thing_plan plan;
} explore_work;

static loam_result name_option(const char *name, loam_result result)
{
    return result == LOAM_OK ? LOAM_OK
                             : loam_fail(LOAM_BAD_ARGUMENT, "%s: %s", name, loam_last_error());
}

static loam_result read_place(const explore_settings *settings, place *at)
{
    const loam_result result = view_read_season(settings->season, "--season", &at->day);
    return result == LOAM_OK && settings->place != NULL
               ? name_option("--place", place_read(settings->place, view_weather_name, at, NULL))
               : result;
}

static loam_result read_world(const char *path, explore_options *options)
{
    land_facts facts;
    const loam_result result = land_world_read(path, &facts);
    if (result == LOAM_OK)
    {
        options->at.seed = facts.seed;
        options->shape = facts.shape;
        options->inside = facts.inside;
        options->voxel_m = facts.voxel_m;
    }
    return result;
}

static loam_result read_options(const tool_io *io)
{
    const explore_settings *const settings = io->settings;
    explore_work *const work = io->work;
    explore_options *const options = &work->options;
    *options = (explore_options){
        .at = {.seed = settings->seed,
               .x = settings->at.given ? (double)settings->at.x : (double)NAN,
               .z = settings->at.given ? (double)settings->at.y : (double)NAN,
               .height = 1.7,
               .minutes = 600},
        .shape = loam_default_land_shape(),
        .inside = loam_default_inside(),
        .plan = &work->plan,
        .voxel_m = land_voxel_m(settings->voxel),
        .world = settings->world,
        .record = settings->record,
        .replay = settings->replay,
        .quit_after = settings->quit_after,
        .w = settings->size.w,
        .h = settings->size.h,
        .threads = settings->threads,
        .no_things = settings->no_things,
        .verbose = settings->verbose};
    loam_result result = read_place(settings, &options->at);
    options->has_place = !isnan(options->at.x);
    options->at.x = options->has_place ? options->at.x : 0;
    options->at.z = options->has_place ? options->at.z : 0;
    if (result == LOAM_OK && settings->shape != NULL)
    {
        result = name_option("--shape", shape_read(settings->shape, &options->shape));
    }
    result = result == LOAM_OK ? land_kinds_read(settings->kinds, &work->plan) : result;
    result = result == LOAM_OK ? land_inside_read(settings->inside, &options->inside) : result;
    return result == LOAM_OK && settings->world != NULL ? read_world(settings->world, options)
                                                        : result;
}

static int explore(const tool_io *io)
{
    const explore_work *const work = io->work;
    return in_turn_explore(&work->options, io->err);
}
#endif

#define AT(field) offsetof(explore_settings, field)

static const tool_option explore_options_of_tool[] = {
    LAND_SEED_OPTION(AT(seed)),
    LAND_SHAPE_OPTION(AT(shape)),
    LAND_INSIDE_OPTION(AT(inside)),
    LAND_KINDS_OPTION(AT(kinds)),
    LAND_WORLD_OPTION(AT(world), "seed shape inside place voxel"),
    LAND_VOXEL_OPTION(AT(voxel), "voxels that one digs in"),
    LAND_PLACE_OPTION("at", AT(at), NULL,
                      "where one begins, metres; without it a good place near 0,0 is looked for"),
    TEXT_OPTION(
        "place", AT(place), "PLACE", NULL,
        "where one begins, as Ctrl+C copies it: seed=, at=, height=, look=, time=, weather=, "
        "season="),
    VIEW_SEASON_OPTION(AT(season)),
    SIZE_OPTION("size", AT(size), 320, LOAM_MAX_FRAME_SIDE, "WxH", NULL,
                "of the window, pixels; as you left it if not given"),
    FILE_OPTION(
        "record-walk", AT(record), ".txt", "FILE",
        "writes what was asked of every step since the last jump, for --replay-walk and loam "
        "land walk"),
    FILE_OPTION("replay-walk", AT(replay), ".txt", "FILE",
                "walks as a file says, and then as you do"),
    FLAG_OPTION("quit-after", AT(quit_after), "ends when the replay does"),
    FLAG_OPTION("no-things", AT(no_things),
                "leaves out trees, bushes, boulders and what covers the ground near by"),
    THREADS_OPTION(AT(threads), "all"),
    FLAG_OPTION("verbose", AT(verbose), "tells on stderr what happens: screens, places, files"),
    {0},
};

#undef AT

const tool_verb verb_land_explore = {
    .name = "land explore",
    .summary = "opens a window to walk, ride and fly through a land in",
    .details =
        "The land around you, without an end: on foot, on a horse, gliding or as a bird, with "
        "mouse "
        "and keyboard or a gamepad; F1 shows what they do. Needs a display with OpenGL ES 3.0 or "
        "3.3. Settings, bookmarks (places.txt), pictures and paths are kept in " TOOL_HOME ".",
    .options = explore_options_of_tool,
    .settings_size = sizeof(explore_settings),
    .example = "loam land explore --seed 3 --at -232400,86150",
    .lacks = TOOL_SCENE_LIBRARIES ", and has no window; loam land map draws maps",
#ifdef LOAM_HAS_SCENE
    .work_size = sizeof(explore_work),
    .make = read_options,
    .report = explore,
#endif
};
