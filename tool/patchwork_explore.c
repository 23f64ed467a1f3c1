// SPDX-License-Identifier: MIT
#include "patchwork.h"

#ifdef LOAM_HAS_SCENE
#include "in_turn.h"
#endif

// loam patchwork explore: the window. The explorer itself is in apps/patch; here are its options.

typedef struct explore_settings
{
    patch_question question;
    option_position at;
    int64_t view;
    const char *record;
    option_size size;
    bool verbose;
} explore_settings;

#ifdef LOAM_HAS_SCENE
static loam_result read_options(const tool_io *io)
{
    const explore_settings *const settings = io->settings;
    patch_options *const options = io->work;
    patch_grower grower;
    *options = (patch_options){.x = (double)settings->at.x,
                               .z = (double)settings->at.y,
                               .keep = settings->question.keep,
                               .record = settings->record,
                               .w = settings->size.w,
                               .h = settings->size.h,
                               .threads = settings->question.threads,
                               .verbose = settings->verbose};
    patch_question question = settings->question;
    question.keep = NULL; // the explorer reads it
    question.threads = 1;
    const loam_result result = patch_grower_create(&question, &grower);
    if (result != LOAM_OK)
    {
        return result;
    }
    options->def = *grower.def;
    patch_grower_destroy(&grower);
    options->def.view = settings->view > 0 ? (int32_t)settings->view : options->def.view;
    // A file of what was seen is of a world that adapts.
    if (options->keep != NULL && options->def.adaptation == LOAM_PATCH_STAYS &&
        question.adaptation == 0)
    {
        options->def.adaptation = LOAM_PATCH_SHRINKS;
    }
    return LOAM_OK;
}

static int explore(const tool_io *io)
{
    return in_turn_patch(io->work, io->err);
}
#endif

#define AT(field) offsetof(explore_settings, field)

static const tool_option explore_options_of_tool[] = {
    PATCH_OPTIONS(AT(question)),
    PATCH_ADAPTATION_OPTION(AT(question)),
    INT_OPTION("view", AT(view), 1, LOAM_PATCH_MAX_VIEW, "N", NULL,
               "chunks that one sees around the own one; without it as in the definitions"),
    POSITION_OPTION("at", AT(at), -1e9, 1e9, "X,Z", "0,0", "where one begins, metres"),
    SIZE_OPTION("size", AT(size), 320, LOAM_MAX_FRAME_SIDE, "WxH", NULL,
                "of the window, pixels; as you left it if not given"),
    PATCH_KEEP_OPTION(AT(question), "what was seen before, if it is there, and where what is seen "
                                    "is kept"),
    FILE_OPTION("record", AT(record), ".txt", "FILE",
                "where one was, for loam patchwork walk --walk, which makes the same world of it"),
    FLAG_OPTION("verbose", AT(verbose), "tells on stderr what happens: screens, knobs, files"),
    {0},
};

#undef AT

const tool_verb verb_patchwork_explore = {
    .name = "patchwork explore",
    .summary = "opens a window to explore a patchwork and turn its knobs",
    .details =
        "The patchwork around you, without an end: on foot, on a horse, gliding or as a bird. K "
        "opens the knobs: chunks, sewings, noise, biomes and how they adapt, with previews; what "
        "you have made is written as a file that --defs takes. C changes what colours mean, F1 "
        "shows all keys. Needs a display with OpenGL ES 3.0 or 3.3.",
    .options = explore_options_of_tool,
    .settings_size = sizeof(explore_settings),
    .example = "loam patchwork explore --seed 7 --view 6",
    .lacks = TOOL_SCENE_LIBRARIES ", and has no window; loam patchwork view draws a picture",
#ifdef LOAM_HAS_SCENE
    .work_size = sizeof(patch_options),
    .make = read_options,
    .report = explore,
#endif
};
