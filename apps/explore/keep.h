// SPDX-License-Identifier: MIT
// Keeps what was dug and built, in the file of a land (loam/store.h): the one that was given, or one for each land in
// the player's folder, which is made when something is to be kept first.
#ifndef LOAM_EXPLORE_KEEP_H
#define LOAM_EXPLORE_KEEP_H

#include "loam/land.h"
#include "loam/store.h"
#include "loam/volume_world.h"

enum
{
    KEEP_MAX_PATH = 640,
};

typedef struct keep
{
    uint64_t seed;
    loam_land_shape shape;
    loam_inside inside;
    float voxel_m; // of the world: 1 or 0.5
    char path[KEEP_MAX_PATH];
    loam_store *store; // NULL: there is no file yet
} keep;

/// For the land of k->seed, shape, inside and voxel_m; all else is set. given, if not NULL, is a world's file, and taken if it is
/// of that land; otherwise a file in the folder "dug" of home, one for each size of voxels. If it fails nothing is open.
loam_result keep_open(keep *k, const char *given, const char *home);

/// Writes what waits, or says why that cannot be. Closes in any case; also what was never opened.
loam_result keep_close(keep *k);

/// For a world of voxels; k must outlive it.
loam_voxel_store keep_store(keep *k);

#endif
