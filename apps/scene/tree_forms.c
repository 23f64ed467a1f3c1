// SPDX-License-Identifier: MIT
#include "scene/tree_forms.h"

#include <math.h>

// Of the distance up to where things are drawn: over it they become fewer. And of that of one thing: over it it goes.
static const float thins = 0.35f, end_fade = 0.12f;

int32_t tree_forms(const tree_distance *at, tree_form out[2])
{
    const float end = fminf(at->end, at->budget) * (1 - thins * at->early);
    const float shown = fminf(fmaxf((end - at->to_viewer) / (end_fade * end), 0), 1);
    const float close = at->near > 0 ? (at->near - at->to_viewer) / (TREE_NEAR_FADE * at->near) : 0;
    const float share = fminf(fmaxf(close, 0), shown);
    int32_t count = 0;
    if (share > 0)
    {
        out[count++] = (tree_form){false, 0, share};
    }
    if (share < shown)
    {
        out[count++] = (tree_form){true, share, shown};
    }
    return count;
}

void tree_bins_add(tree_bins *bins, float distance, int64_t near, int64_t far)
{
    const int32_t bin = (int32_t)fminf(sqrtf(distance / bins->widest) * TREE_BINS, TREE_BINS - 1);
    bins->near[bin] += near;
    bins->far[bin] += far;
}

static float distance_of(const tree_bins *bins, int32_t bin)
{
    return bins->widest * (float)(bin * bin) / (TREE_BINS * TREE_BINS);
}

void tree_bins_find_ends(const tree_bins *bins, const tree_budget *budget, float *near, float *end)
{
    int64_t sum = 0;
    int32_t first = 0, last;
    while (first < TREE_BINS && sum + bins->near[first] <= budget->near_triangles &&
           distance_of(bins, first) < budget->near)
    {
        sum += bins->near[first++];
    }
    *near = distance_of(bins, first);
    // Where both forms are drawn both count.
    for (last = (int32_t)((float)first * sqrtf(1 - TREE_NEAR_FADE));
         last < TREE_BINS && sum + bins->far[last] <= budget->triangles; last++)
    {
        sum += bins->far[last];
    }
    *end = last == TREE_BINS ? INFINITY : distance_of(bins, last);
}
