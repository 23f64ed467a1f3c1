// SPDX-License-Identifier: MIT
// The way in: loam isles sail.
#ifndef LOAM_SAIL_SAIL_H
#define LOAM_SAIL_SAIL_H

#include "loam/isles.h"
#include "place/place.h"

#include <stdio.h>

typedef struct sail_options
{
    loam_isles_def def;
    place at;           // its seed counts, that of def does not
    bool finds_harbour; // begins off the harbour that is nearest to at
    bool resumes;       // begins where the player was last, if that is known
    int64_t view;       // m; 0: by quality
    const char *record; // what was asked of each step goes there; NULL: nowhere
    int32_t w, h;       // of the window; 0: as the settings say
    int32_t threads;
    bool verbose; // tells on stderr what happens
} sail_options;

/// Sails until the player leaves. The exit code; messages go to err. *to_title, if not NULL: whether the player wants to
/// see the title again.
int sail_run(const sail_options *options, FILE *err, bool *to_title);

#endif
