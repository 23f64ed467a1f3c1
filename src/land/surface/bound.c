// SPDX-License-Identifier: MIT
#include "land/surface/block_work.h"
#include "land/surface/crests.h"

// By how much the surface changes between a step and half of it.

// Between two graphs: twice the most that was met, see docs/land.md.
static const float fine_to_middle_m = 650, middle_to_coarse_m = 3600;

// Weights that are found at samples at a step and at control points at half of it.
static const float weighed_otherwise_m = 3;

// Higher ground is colder, so that hills which are left out change the mixture of biomes a little.
static const float mixture_m = 20;

// Octaves of the finer graph's hills that are shown at half the step and not at it.
static float hills_bound(const land_detail *detail, int64_t step)
{
    float sum = 0;
    double wavelength = detail->rolling.def.wavelength;
    for (int32_t k = 0; k < detail->rolling.def.octaves; k++)
    {
        if (wavelength < 2.0 * (double)step && wavelength >= (double)step)
        {
            sum += detail->rolling.octaves[k].weight * land_octave_left(k);
        }
        wavelength /= detail->rolling.def.lacunarity;
    }
    return sum * (1 + LAND_RIDGED_MEAN) * detail->most_m;
}

float loam_land_block_bound(const land_ground_kit *kit, int64_t step)
{
    const int32_t level = loam_land_level_of(step), finer = loam_land_level_of(step / 2);
    const float scale = kit->relief.scale > 1 ? kit->relief.scale : 1;
    const float excess = loam_land_relief_excess(&kit->relief);
    // Weights that are not the usual ones may change as fast as they like.
    const float spread = kit->biomes.factors != NULL ? loam_land_relief_spread(&kit->relief) : 0;
    float own = 0;
    for (int32_t i = 0; i < kit->biomes.own_count; i++)
    {
        own = kit->biomes.own[i].amplitude > own ? kit->biomes.own[i].amplitude : own;
    }
    if (level != finer)
    {
        return (finer == LAND_FINEST ? fine_to_middle_m : middle_to_coarse_m) * scale + own +
               (excess > 1 ? 48 * (excess - 1) * scale : 0) + spread * scale;
    }
    float hills = 0;
    for (int32_t l = level + 1; l <= LAND_FINEST; l++)
    {
        hills += hills_bound(&kit->detail[l], step);
    }
    const float crests = level < LAND_FINEST ? loam_land_crests_bound(level, step) : 0;
    const int64_t spacing = loam_land_cell_size(level) / 8;
    const bool otherwise = level == LAND_FINEST && step >= spacing && step / 2 < spacing;
    return loam_land_relief_bound(&kit->relief, step) + loam_land_river_bound(step) +
           (hills + crests > 0 ? hills + crests + (mixture_m * excess + spread) * scale : 0) +
           (otherwise ? (weighed_otherwise_m * excess + spread) * scale + 0.2f * own : 0);
}
