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
static int run_explore(const tool_io *io, const void *context)
{
    const explore_settings *const settings = context;
    explore_options options = {
        .at = {.seed = settings->seed,
               .x = settings->at.given ? (double)settings->at.x : (double)NAN,
               .z = settings->at.given ? (double)settings->at.y : (double)NAN,
               .height = 1.7,
               .minutes = 600},
        .shape = loam_default_land_shape(),
        .inside = loam_default_inside(),
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
    const loam_result season = view_read_season(settings->season, "--season", &options.at.day);
    if (season != LOAM_OK)
    {
        return tool_complain(io, season);
    }
    if (settings->place != NULL &&
        place_read(settings->place, view_weather_name, &options.at, NULL) != LOAM_OK)
    {
        const loam_result result = loam_fail(LOAM_BAD_ARGUMENT, "--place: %s", loam_last_error());
        return tool_complain(io, result);
    }
    options.has_place = !isnan(options.at.x);
    options.at.x = options.has_place ? options.at.x : 0;
    options.at.z = options.has_place ? options.at.z : 0;
    if (settings->shape != NULL && shape_read(settings->shape, &options.shape) != LOAM_OK)
    {
        const loam_result result = loam_fail(LOAM_BAD_ARGUMENT, "--shape: %s", loam_last_error());
        return tool_complain(io, result);
    }
    loam_thing_plan plan;
    const loam_result kinds = land_kinds_read(settings->kinds, &plan);
    if (kinds != LOAM_OK)
    {
        return tool_complain(io, kinds);
    }
    options.plan = &plan;
    const loam_result inside = land_inside_read(settings->inside, &options.inside);
    if (inside != LOAM_OK)
    {
        return tool_complain(io, inside);
    }
    if (settings->world != NULL)
    {
        land_facts facts;
        const loam_result result = land_world_read(settings->world, &facts);
        if (result != LOAM_OK)
        {
            return tool_complain(io, result);
        }
        options.at.seed = facts.seed;
        options.shape = facts.shape;
        options.inside = facts.inside;
        options.voxel_m = facts.voxel_m;
    }
    return in_turn_explore(&options, io->err);
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
        "3.3. Settings, bookmarks (places.txt), pictures and paths are kept in $LOAM_HOME, else in "
        "$XDG_DATA_HOME/loam, else in ~/.local/share/loam.",
    .options = explore_options_of_tool,
    .settings_size = sizeof(explore_settings),
    .example = "loam land explore --seed 3 --at -232400,86150",
    .lacks = TOOL_SCENE_LIBRARIES ", and has no window; loam land map draws maps",
#ifdef LOAM_HAS_SCENE
    .run = run_explore,
#endif
};
