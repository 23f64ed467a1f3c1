// SPDX-License-Identifier: MIT
#include "cave_place.h"

#ifdef LOAM_HAS_SCENE
#include "in_turn.h"
#endif

// loam cave explore: the window. The explorer itself is in apps/cave; here are its options.

typedef struct explore_settings
{
    cave_question question;
    option_size size;
    int32_t threads;
    bool resume, verbose;
} explore_settings;

#ifdef LOAM_HAS_SCENE
static loam_result read_options(const tool_io *io)
{
    const explore_settings *const settings = io->settings;
    caver_options *const options = io->work;
    *options = (caver_options){.resumes = settings->resume,
                               .w = settings->size.w,
                               .h = settings->size.h,
                               .threads = settings->threads,
                               .verbose = settings->verbose};
    return cave_question_place(&settings->question, &options->at);
}

static int explore(const tool_io *io)
{
    return in_turn_cave(io->work, io->err);
}
#endif

#define AT(field) offsetof(explore_settings, field)

static const tool_option explore_options_of_tool[] = {
    CAVE_QUESTION_OPTIONS(AT(question)),
    FLAG_OPTION("resume", AT(resume), "begin where you left, if you ever did"),
    SIZE_OPTION("size", AT(size), 320, LOAM_MAX_FRAME_SIDE, "WxH", NULL,
                "of the window, pixels; as you left it if not given"),
    THREADS_OPTION(AT(threads), "all"),
    FLAG_OPTION("verbose", AT(verbose), "tells on stderr what happens: screens, knobs, files"),
    {0},
};

#undef AT

const tool_verb verb_cave_explore = {
    .name = "cave explore",
    .summary = "opens a window to explore a cave and turn its knobs",
    .details =
        "A cave of cellular automata around you, by a lamp and the light that falls in: on foot, "
        "or flying. K opens the knobs, with a picture of what they make and a map; N shows how it "
        "grows, step by step; an arrow points to the way out. F1 shows all keys. Needs a display "
        "with OpenGL ES 3.0 or 3.3.",
    .options = explore_options_of_tool,
    .settings_size = sizeof(explore_settings),
    .example = "loam cave explore --cave 3d --seed 7",
    .lacks = TOOL_SCENE_LIBRARIES ", and has no window; loam cave 2d and 3d draw caves",
#ifdef LOAM_HAS_SCENE
    .work_size = sizeof(caver_options),
    .make = read_options,
    .report = explore,
#endif
};
