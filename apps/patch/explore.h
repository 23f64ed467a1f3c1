// SPDX-License-Identifier: MIT
// The way in: loam patchwork explore.
#ifndef LOAM_PATCH_EXPLORE_H
#define LOAM_PATCH_EXPLORE_H

#include "loam/loam.h"

#include <stdio.h>

typedef struct patch_options
{
    loam_patchwork_def def;
    double x, z;        // where one begins, m
    const char *keep;   // what was seen is read from and written to this file; NULL: not kept
    const char *record; // where one was goes there, for loam patchwork walk --walk; NULL: nowhere
    int32_t w, h;       // of the window; 0: as the settings say
    int32_t threads;
    bool verbose; // tells on stderr what happens
} patch_options;

/// Explores until the player leaves. The exit code; messages go to err. *to_title, if not NULL: whether the player
/// wants to see the title again.
int patch_run(const patch_options *options, FILE *err, bool *to_title);

#endif
