// SPDX-License-Identifier: MIT
// Points of an area for a test, and what is nearest to what.
#ifndef LOAM_TESTS_SCATTER_SCATTERED_H
#define LOAM_TESTS_SCATTER_SCATTERED_H

#include "check.h"
#include "loam/maths.h"
#include "loam/random.h"
#include "loam/scatter.h"

#include <math.h>
#include <stdlib.h>

typedef struct scattered
{
    loam_scatter_point *points;
    size_t count;
} scattered;

static inline scattered scatter_over(const loam_scatter_def *def, uint64_t seed,
                                     loam_scatter_area area)
{
    const loam_env env = loam_default_env();
    const size_t room = loam_scatter_capacity(def, area.w, area.h);
    scattered out = {malloc(room * sizeof *out.points), 0};
    CHECK_OK(loam_scatter_points(&env, def, seed, area, out.points, room, &out.count));
    return out;
}

/// One layer with such a spacing.
static inline loam_scatter_def plain_def(loam_scatter_method method, float spacing, int32_t page)
{
    loam_scatter_def def = loam_default_scatter_def();
    def.page_size = page;
    def.layers[0].method = method;
    def.layers[0].spacing = spacing;
    return def;
}

static inline double distance_of(const loam_scatter_point *a, const loam_scatter_point *b)
{
    const double x = (double)(a->x - b->x), y = (double)(a->y - b->y);
    return sqrt(x * x + y * y) / LOAM_SCATTER_ONE;
}

/// The least distance of two points of a layer; points lie by y.
static inline double least_distance(const scattered *of, int32_t layer)
{
    double least = 1e30;
    for (size_t i = 0; i < of->count; i++)
    {
        const loam_scatter_point *const a = &of->points[i];
        for (size_t k = i + 1; k < of->count && a->layer == layer; k++)
        {
            const loam_scatter_point *const b = &of->points[k];
            if (b->layer != layer || (double)(b->y - a->y) > least * LOAM_SCATTER_ONE)
            {
                break;
            }
            const double distance = distance_of(a, b);
            least = distance < least ? distance : least;
        }
    }
    return least;
}

#endif
