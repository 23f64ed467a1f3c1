// SPDX-License-Identifier: MIT
// The way in: loam land explore.
#ifndef LOAM_EXPLORE_EXPLORE_H
#define LOAM_EXPLORE_EXPLORE_H

#include "loam/loam.h"
#include "place/place.h"
#include "place/shape.h"

#include <stdio.h>

typedef struct explore_options
{
    place at;       // where one begins; its seed is that of the land
    bool has_place; // else a good place to begin is looked for near at
    bool resumes;   // begins where the player left the last time, if that is known
    loam_land_shape shape;
    loam_inside inside;
    float voxel_m; // of the voxels that one digs in: 1 or 0.5
    const char *
        world; // a land's file, of the seed, shape, inside and voxels above, that keeps what is dug; NULL: none
    const char *record; // inputs of the walk go there; NULL: nowhere
    const char *replay; // inputs come from there, and then from the player; NULL: from nowhere
    bool quit_after;    // when the replay has ended
    int32_t w, h;       // of the window; 0: as the settings say
    int32_t threads;
    bool no_things;              // no trees, bushes and boulders
    const loam_thing_plan *plan; // what may stand on the land; NULL: the usual
    bool verbose;                // tells on stderr what happens
} explore_options;

/// Explores until the player leaves. The exit code; messages go to err. *to_title, if not NULL: whether the
/// player wants to see the title again.
int explore_run(const explore_options *options, FILE *err, bool *to_title);

#endif
