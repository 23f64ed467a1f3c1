// SPDX-License-Identifier: MIT
// A block of the surface: base, biomes, relief, and the waters carved in.
#ifndef LOAM_LAND_BLOCK_H
#define LOAM_LAND_BLOCK_H

#include "land/surface/biomes.h"
#include "land/surface/control.h"
#include "land/surface/relief.h"
#include "land/surface/rivers.h"

/// What all blocks of a land share. Read from any thread.
typedef struct land_ground_kit
{
    land_biomes biomes;
    land_relief relief;
    land_detail detail[LOAM_LAND_LEVELS]; // [1] and [2]: what the finer levels add
    loam_noise warp_x, warp_z;            // of the finest level
    uint64_t seed;
    loam_env env;
    float weight_factors
        [LOAM_BIOME_COUNT]; // biomes.factors, if there are any; so a kit stays where it is
} land_ground_kit;

loam_result loam_land_kit_init(land_ground_kit *kit, uint64_t seed, const loam_land_shape *shape,
                               const loam_env *env);

/// Values of a block, w h each; NULL for what is not wanted. height and water always are.
typedef loam_land_samples land_block_samples;

/// How much work memory blocks need at most.
size_t loam_land_block_scratch(const land_ground_kit *kit);

/// A block that is being filled.
typedef struct block_work block_work;

enum
{
    LAND_BLOCK_STEPS = 3
};

/// A block is filled in steps, 0 to LAND_BLOCK_STEPS - 1, so that none takes long. block, arena and out stay
/// where they are until the last. sources[l] has the pages of loam_land_waters_window(block, l).
block_work *loam_land_block_begin(const land_ground_kit *kit, const land_block *block,
                                  loam_arena *arena, const land_block_samples *out);
loam_result loam_land_block_step(block_work *work, int32_t step,
                                 const land_page_source sources[LOAM_LAND_LEVELS]);

/// All steps at once. sources[l] has the pages of loam_land_waters_window(block, l).
loam_result loam_land_block_fill(const land_ground_kit *kit, const land_block *block,
                                 const land_page_source sources[LOAM_LAND_LEVELS],
                                 loam_arena *arena, const land_block_samples *out);

/// By how much heights at `step` and at half of it can differ.
float loam_land_block_bound(const land_ground_kit *kit, int64_t step);

#endif
