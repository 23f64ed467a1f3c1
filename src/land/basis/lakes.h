// SPDX-License-Identifier: MIT
// The outline of lakes, the same for the cells of finer levels and for surfaces.
#ifndef LOAM_LAND_LAKES_H
#define LOAM_LAND_LAKES_H

#include "loam/maths.h"
#include "loam/random.h"

#include <math.h>

#define LAND_LAKE_WAVES 8

/// What bends a lake's shore: the first waves around it, as shares of the radius.
typedef struct land_lake_shape
{
    float cosine[LAND_LAKE_WAVES], sine[LAND_LAKE_WAVES];
} land_lake_shape;

/// The shape of the lake of a cell; seed is that of the land.
static inline land_lake_shape land_lake_shape_of(uint64_t seed, int32_t level, int64_t column,
                                                 int64_t row)
{
    // The second makes it long, the third gives it arms, the others bays. Their sum is less than
    // LAND_LAKE_MEAN, and both together are 1.
    static const float shares[LAND_LAKE_WAVES] = {0.03f,  0.14f,  0.09f,  0.06f,
                                                  0.045f, 0.035f, 0.028f, 0.022f};
    const uint64_t own = loam_seed_at(seed, column, level, row);
    land_lake_shape shape;
    for (int32_t k = 0; k < LAND_LAKE_WAVES; k++)
    {
        const float turn = 2.0f * LOAM_PI * loam_random_float(own, (uint64_t)k);
        const float share = shares[k] * (0.5f + 0.5f * loam_random_float(own, (uint64_t)k + 16));
        shape.cosine[k] = share * loam_cos(turn);
        shape.sine[k] = share * loam_sin(turn);
    }
    return shape;
}

/// The mean distance of the shore from the site, as a share of the radius.
#define LAND_LAKE_MEAN 0.55f

/// About how far (dx, dz) from the lake's site lies from its shore, negative inside, in the unit of the
/// others. The shore never lies further than radius from the site.
static inline float land_lake_distance(const land_lake_shape *shape, float dx, float dz,
                                       float radius)
{
    const float distance = sqrtf(dx * dx + dz * dz);
    if (distance < 0.1f * radius)
    {
        return distance - LAND_LAKE_MEAN * radius;
    }
    const float x = dx / distance, z = dz / distance;
    float c = 1, s = 0, bend = 0;
    for (int32_t k = 0; k < LAND_LAKE_WAVES; k++)
    {
        const float next = c * x - s * z;
        s = s * x + c * z;
        c = next;
        bend += shape->cosine[k] * c + shape->sine[k] * s;
    }
    // The bends fade in towards the shore, so that the depth has no edge in the middle.
    const float part = distance >= 0.4f * radius ? 1 : (distance - 0.1f * radius) / (0.3f * radius);
    return distance - radius * (LAND_LAKE_MEAN + bend * part);
}

#endif
