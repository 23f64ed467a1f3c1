// SPDX-License-Identifier: MIT
// The outline of lakes, the same for the cells of finer levels and for surfaces.
#ifndef LOAM_LAND_LAKES_H
#define LOAM_LAND_LAKES_H

#include "loam/random.h"

#include <math.h>

/// What bends a lake's shore: shares of the first waves around it.
typedef struct land_lake_shape
{
    float cosine[5], sine[5];
} land_lake_shape;

/// The shape of the lake of a cell; seed is that of the land.
static inline land_lake_shape land_lake_shape_of(uint64_t seed, int32_t level, int64_t column,
                                                 int64_t row)
{
    const uint64_t own = loam_seed_at(seed, column, level, row);
    land_lake_shape shape;
    for (int32_t k = 0; k < 5; k++)
    {
        // The sum of all is at most 0.3 of the radius.
        const float share = 0.066f / (1.0f + 0.35f * (float)k);
        shape.cosine[k] = share * (2.0f * loam_random_float(own, (uint64_t)k) - 1.0f);
        shape.sine[k] = share * (2.0f * loam_random_float(own, (uint64_t)k + 5) - 1.0f);
    }
    return shape;
}

/// About how far (dx, dz) from the lake's site lies from its shore, negative inside, in the unit of the others. The
/// shore never lies further than radius from the site.
static inline float land_lake_distance(const land_lake_shape *shape, float dx, float dz,
                                       float radius)
{
    const float distance = sqrtf(dx * dx + dz * dz);
    if (distance < 0.25f * radius)
    {
        return distance - 0.7f * radius;
    }
    const float x = dx / distance, z = dz / distance;
    float c = 1, s = 0, bend = 0;
    for (int32_t k = 0; k < 5; k++)
    {
        const float next = c * x - s * z;
        s = s * x + c * z;
        c = next;
        bend += shape->cosine[k] * c + shape->sine[k] * s;
    }
    // The bends fade in towards the shore, so that the depth has no edge in the middle.
    const float part = distance >= 0.7f * radius ? 1
                                                 : (distance - 0.25f * radius) / (0.45f * radius);
    return distance - radius * (0.7f + bend * part);
}

#endif
