// SPDX-License-Identifier: MIT
// Loam, export: voxels as MagicaVoxel .vox files. Part of the library loam-io.
#ifndef LOAM_EXPORT_VOX_H
#define LOAM_EXPORT_VOX_H

#include "loam/picture.h"

#ifdef __cplusplus
extern "C" {
#endif

#define LOAM_MAX_VOX_SIDE 2048 // a scene's; models have up to 256 along a side

/// Voxels to be written. They come from a function, x east, y up, z north: 0 is empty, anything else a colour
/// of the palette, the first of which is 1. It is asked twice for each voxel and gives the same answer.
typedef struct loam_vox_def
{
    int32_t w, h, d; // 1..LOAM_MAX_VOX_SIDE
    uint8_t (*voxel)(void *user, int32_t x, int32_t y, int32_t z);
    void *user;
    const loam_colour *palette;
    int32_t palette_count; // 1..255; voxels of colours beyond are refused
} loam_vox_def;

/// What a file has in it.
typedef struct loam_vox_counts
{
    uint64_t voxels;
    int32_t models; // that are not empty
} loam_vox_counts;

/// Writes voxels as version 150 with a scene; what is larger than 256 along a side becomes several models, side by
/// side. North becomes the file's y and up its z. The file appears whole or not at all. counts may be NULL.
LOAM_API loam_result loam_vox_write(const char *path, const loam_vox_def *def,
                                    loam_vox_counts *counts);

#ifdef __cplusplus
}
#endif
#endif
