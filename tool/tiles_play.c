// SPDX-License-Identifier: MIT
#include "tile_options.h"
#include "tool.h"

#include "loam/loam.h"

#ifdef LOAM_HAS_WINDOW
#include "in_turn.h"
#endif

// loam tiles play: the window. The game itself is in apps/play; here are its options.

typedef struct play_settings_of_tool
{
    const char *seed, *world, *defs, *record_commands;
    int32_t ring; // 0: as the player's settings say
    int32_t mode; // likewise
    option_size size;
    int32_t threads;
    bool verbose;
} play_settings_of_tool;

#ifdef LOAM_HAS_WINDOW
static int run_play(const tool_io *io, const void *context)
{
    const play_settings_of_tool *settings = context;
    const play_options options = {
        .world = settings->world,
        .seed = settings->seed,
        .defs = settings->defs,
        .ring_log2 = settings->ring > 0 ? LOAM_MIN_RING_LOG2 + settings->ring - 1 : 0,
        .mode = (play_mode)settings->mode,
        .w = settings->size.w,
        .h = settings->size.h,
        .record_commands = settings->record_commands,
        .threads = settings->threads,
        .verbose = settings->verbose};
    return in_turn_play(&options, io->err);
}
#endif

// ---- options ------------------------------------------------------------------------------------

/// The first one leaves it to the player's settings.
static const char *choose_ring(int32_t index)
{
    return index == 0 ? "settings" : tool_ring_name(index - 1);
}

#define AT(field) offsetof(play_settings_of_tool, field)

static const tool_option play_options_of_tool[] = {
    FILE_OPTION("world", AT(world), NULL, "FILE",
                "a world's file, from wherever it is; with --seed it is made if it is not there. "
                "Without it, the title"),
    TEXT_OPTION("seed", AT(seed), "SEED", NULL,
                "of a new world, a number or any text; without --world it stands among your worlds "
                "under this name, and is opened if it is there already"),
    TILE_DEFS_OPTION(AT(defs)),
    CHOICE_OPTION(
        "ring", AT(ring), choose_ring, "N", "settings",
        "chunks along the side of what is active; settings: as it was, and of a new world as in "
        "the last one that you made in the window"),
    NAMES_OPTION(
        "mode", AT(mode), NAMES("settings", "unlimited", "limited"), "MODE", "settings",
        "of a new world. limited: digging takes time, and you place what you have dug; "
        "unlimited: dig at once, and place whatever you like; settings: as in the last one "
        "that you made in the window"),
    SIZE_OPTION("size", AT(size), 320, LOAM_MAX_FRAME_SIDE, "WxH", NULL,
                "of the window, pixels; as you left it if not given"),
    FILE_OPTION("record-commands", AT(record_commands), ".txt", "FILE",
                "writes all that is done, for loam tiles sim --replay"),
    THREADS_OPTION(AT(threads), "all"),
    FLAG_OPTION("verbose", AT(verbose), "tells on stderr what happens: screens, worlds, saves"),
    {0},
};

#undef AT

const tool_verb verb_tiles_play = {
    .name = "tiles play",
    .summary = "opens a window to play in",
    .details =
        "A world to walk, dig and build in, with mouse and keyboard or a gamepad; F1 in it shows "
        "what they do. Worlds, settings, pictures, clips and replays are kept in " TOOL_HOME
        ". Closing the window, or a signal, saves.",
    .options = play_options_of_tool,
    .settings_size = sizeof(play_settings_of_tool),
    .example = "loam tiles play --seed hello",
    .lacks = "SDL2 and SDL2_ttf, and has no window; loam tiles sim plays without one, by a file of "
             "commands",
#ifdef LOAM_HAS_WINDOW
    .run = run_play,
#endif
};
