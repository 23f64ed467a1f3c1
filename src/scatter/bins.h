// SPDX-License-Identifier: MIT
// Sites in square bins, so that those near a place are found without looking at all of them.
#ifndef LOAM_SCATTER_BINS_H
#define LOAM_SCATTER_BINS_H

#include "scatter/scatter.h"

typedef struct loam_scatter_bins
{
    loam_scatter_site *sites;
    int32_t *next;  // for each site: the next of its bin, -1 for none
    int32_t *heads; // for each bin: its last site, -1 for none
    int32_t shift;  // a bin's side is 1 << shift
    int32_t across; // bins along a side
    int32_t ground, range;
    int32_t count, capacity;
    const loam_env *env;
} loam_scatter_bins;

/// Bins for ground and what lies within range of it, 0 < range. Its side is a multiple of the powers of two up to the
/// first that is not below range.
void loam_scatter_bins_init(loam_scatter_bins *bins, int32_t ground, int32_t range,
                            int32_t capacity, loam_arena *arena);
size_t loam_scatter_bins_size(int32_t ground, int32_t range, int32_t capacity);

/// Adds a site, capacity of them at most; one that is out of range of the ground is left out.
void loam_scatter_bins_add(loam_scatter_bins *bins, loam_scatter_site site);

/// Walks through the sites of the nine bins around a place of the ground: all that are within range of the bin the place
/// is in. Starts with *at = -1 and *bin = -1; NULL after the last. Inline,
/// as half of the time of a page goes by here.
static inline const loam_scatter_site *loam_scatter_bins_walk(const loam_scatter_bins *bins,
                                                              int32_t x, int32_t y, int32_t *bin,
                                                              int32_t *at)
{
    const int32_t first = (y >> bins->shift) * bins->across + (x >> bins->shift);
    *at = *at >= 0 ? bins->next[*at] : -1;
    while (*at < 0 && *bin < 8)
    {
        ++*bin;
        *at = bins->heads[first + *bin / 3 * bins->across + *bin % 3];
    }
    return *at >= 0 ? &bins->sites[*at] : NULL;
}

#endif
