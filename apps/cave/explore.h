// SPDX-License-Identifier: MIT
// The way in: loam cave explore.
#ifndef LOAM_CAVE_EXPLORE_H
#define LOAM_CAVE_EXPLORE_H

#include "cave/place.h"

#include <stdio.h>

typedef struct caver_options
{
    cave_place at; // which cave, and where one begins
    bool resumes;  // where it was left, if it was ever left
    int32_t w, h;  // of the window; 0: as the settings say
    int32_t threads;
    bool verbose; // tells on stderr what happens
} caver_options;

/// Explores until the player leaves. The exit code; messages go to err. *to_title, if not NULL: whether the player
/// wants to see the title again.
int caver_run(const caver_options *options, FILE *err, bool *to_title);

#endif
