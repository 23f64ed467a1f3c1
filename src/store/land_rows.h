// SPDX-License-Identifier: MIT
// What a file of a land has in its rows: where they stand, and what is said about the land.
#ifndef LOAM_STORE_LAND_ROWS_H
#define LOAM_STORE_LAND_ROWS_H

#include "store/meta.h"

enum
{
    LOAM_LAND_CHUNK_SIDE = 32 // voxels
};

/// What a file says about its land.
typedef struct loam_land_meta
{
    int32_t version, volume_version;
    loam_land_shape shape;
    float voxel_m; // 1 or 0.5
    loam_inside inside;
} loam_land_meta;

/// Rows have two numbers for a place, and a land's chunk three: x stands for itself, and y for north and up
/// together, in layers of 2048 chunks, which is as high as a volume is.
loam_chunk_pos loam_land_row_place(loam_store_chunk_pos chunk);
loam_store_chunk_pos loam_land_row_chunk(loam_chunk_pos place);
bool loam_land_row_exists(loam_store_chunk_pos chunk);

/// Versions are those that this library grows.
loam_result loam_land_meta_put(const loam_meta_file *file, const loam_land_meta *land);

/// LOAM_UNSUPPORTED for versions that this library does not grow, LOAM_IO for what cannot be.
loam_result loam_land_meta_get(const loam_meta_file *file, loam_land_meta *out);

/// LOAM_BAD_ARGUMENT with the first number in which the inside that a file has is not the one that is wanted.
loam_result loam_land_check_inside(const char *name, const loam_inside *has,
                                   const loam_inside *wanted);

/// Which kind of world a file is of: what it says and its format have to agree.
loam_result loam_meta_get_kind(const loam_meta_file *file, loam_store_kind *out);

#endif
