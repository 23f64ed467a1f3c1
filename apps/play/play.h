// SPDX-License-Identifier: MIT
// The way in: loam tiles play.
#ifndef LOAM_PLAY_PLAY_H
#define LOAM_PLAY_PLAY_H

#include "play/settings.h"

#include "loam/loam.h"

#include <stdio.h>

typedef struct play_options
{
    const char *world; // a file, made if it is not there and a seed is given; NULL: the title
    const char *seed;  // with world: of a new file; without: a new world that is not kept
    const char *defs;  // a file of definitions
    int32_t ring_log2; // 0: as it was, of a new world as the settings say
    play_mode mode;    // of a new world
    int32_t w, h;      // of the window; 0: as the settings say
    const char *record_commands;
    int32_t threads;
    /// Where the title says that the player wants to go to the land; NULL if there is none to go to.
    bool *to_land;
    bool *to_patchwork; // likewise
    bool *to_sea;       // likewise
    bool *to_cave;      // likewise
    bool verbose;       // tells on stderr what happens: screens, worlds, saves
} play_options;

/// Plays until the player leaves. The exit code. Messages go to err.
int play_run(const play_options *options, FILE *err);

#endif
