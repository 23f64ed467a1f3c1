// SPDX-License-Identifier: MIT
#include "isles.h"

#ifdef LOAM_HAS_SCENE
#include "in_turn.h"
#include "land_view.h"
#include "loam/defs.h"

#include <math.h>
#endif

// loam isles sail: the window. The program itself is in apps/sail; here are its options.

typedef struct sail_settings
{
    uint64_t seed;
    const char *defs, *place, *record;
    option_position at;
    int64_t view;
    int32_t threads;
    option_size size;
    bool verbose;
} sail_settings;

#ifdef LOAM_HAS_SCENE
/// What a place does not say is as usual: without a place in the sea one begins off a harbour.
static loam_result read_place(const char *words, sail_options *out)
{
    place at = out->at;
    at.x = NAN;
    if (place_read(words, view_weather_name, &at, NULL) != LOAM_OK)
    {
        return loam_fail(LOAM_BAD_ARGUMENT, "--place: %s", loam_last_error());
    }
    out->finds_harbour = isnan(at.x);
    at.x = out->finds_harbour ? 0 : at.x;
    out->at = at;
    return LOAM_OK;
}

static loam_result read_options(const tool_io *io)
{
    const sail_settings *const settings = io->settings;
    sail_options *const out = io->work;
    const loam_env env = loam_default_env();
    *out = (sail_options){.def = loam_default_isles_def(),
                          .at = {.seed = settings->seed,
                                 .x = (double)settings->at.x,
                                 .z = (double)settings->at.y,
                                 .height = 1.7,
                                 .elevation = -6,
                                 .minutes = 600},
                          .view = settings->view,
                          .record = settings->record,
                          .w = settings->size.w,
                          .h = settings->size.h,
                          .threads = settings->threads,
                          .verbose = settings->verbose};
    out->finds_harbour = !settings->at.given;
    const loam_result result = settings->place != NULL ? read_place(settings->place, out) : LOAM_OK;
    return result == LOAM_OK && settings->defs != NULL
               ? loam_isles_def_read_file(&env, settings->defs, &out->def)
               : result;
}

static int sail(const tool_io *io)
{
    return in_turn_sail(io->work, io->err);
}
#endif

#define AT(field) offsetof(sail_settings, field)

static const tool_option sail_options_of_tool[] = {
    SEED_OPTION(AT(seed), "of the sea"),
    DEFS_OPTION(AT(defs)),
    POSITION_OPTION("at", AT(at), -0x1p44, 0x1p44, "X,Z", NULL,
                    "where one begins, metres; without it off the harbour that is nearest to 0,0"),
    TEXT_OPTION("place", AT(place), "PLACE", NULL,
                "where one begins, as Ctrl+C copies it: seed=7 at=2989,-5300 time=17:30 "
                "weather=fair; what it does not say is as usual",
                .not_with = "at"),
    INT_OPTION("view", AT(view), 1024, 32768, "M", NULL,
               "metres that one sees islands from, 32 slots where that is less; without it by "
               "quality"),
    SIZE_OPTION("size", AT(size), 320, LOAM_MAX_FRAME_SIDE, "WxH", NULL,
                "of the window, pixels; as you left it if not given"),
    FILE_OPTION(
        "record", AT(record), ".txt", "FILE",
        "what was asked of each step, for loam isles voyage, which leads to the same place"),
    THREADS_OPTION(AT(threads), "all"),
    FLAG_OPTION("verbose", AT(verbose), "tells on stderr what happens: screens, islands, files"),
    {0},
};

#undef AT

const tool_verb verb_isles_sail = {
    .name = "isles sail",
    .summary = "opens a window to sail through a sea of islands",
    .details =
        "A boat under sail in an endless sea: wind that turns and blows in gusts, waves, shallows "
        "to "
        "run aground on, harbours to land at. Enter goes ashore, where one walks, swims and rides, "
        "F "
        "flies, M opens the chart, K shows how islands grow, F1 all keys. Needs a display with "
        "OpenGL "
        "ES 3.0 or 3.3. Islands that were found and bookmarks (sea-SEED-....log), settings and "
        "pictures are kept in " TOOL_HOME ".",
    .options = sail_options_of_tool,
    .settings_size = sizeof(sail_settings),
    .example = "loam isles sail --seed 7",
    .lacks = TOOL_SCENE_LIBRARIES ", and has no window; loam isles map draws a picture",
#ifdef LOAM_HAS_SCENE
    .work_size = sizeof(sail_options),
    .make = read_options,
    .report = sail,
#endif
};
