// SPDX-License-Identifier: MIT
#include "scatter/bins.h"

// A bin is at least as wide as the range, so that nine of them have all that matters to a place. One row of bins lies
// around the ground.

static int32_t shift_of(int32_t range)
{
    int32_t shift = 0;
    while ((1 << shift) < range)
    {
        shift++;
    }
    return shift;
}

static int32_t across_of(int32_t ground, int32_t shift)
{
    return (ground >> shift) + 2;
}

size_t loam_scatter_bins_size(int32_t ground, int32_t range, int32_t capacity)
{
    const size_t across = (size_t)across_of(ground, shift_of(range)), count = (size_t)capacity;
    return LOAM_ARENA_SIZE(across * across * sizeof(int32_t)) +
           LOAM_ARENA_SIZE(count * sizeof(int32_t)) +
           LOAM_ARENA_SIZE(count * sizeof(loam_scatter_site));
}

void loam_scatter_bins_init(loam_scatter_bins *bins, int32_t ground, int32_t range,
                            int32_t capacity, loam_arena *arena)
{
    const int32_t shift = shift_of(range), across = across_of(ground, shift);
    *bins = (loam_scatter_bins){.shift = shift,
                                .across = across,
                                .ground = ground,
                                .range = range,
                                .capacity = capacity,
                                .env = arena->env};
    bins->heads = loam_arena_take(arena, (size_t)across * (size_t)across * sizeof *bins->heads);
    bins->next = loam_arena_take(arena, (size_t)capacity * sizeof *bins->next);
    bins->sites = loam_arena_take(arena, (size_t)capacity * sizeof *bins->sites);
    for (int32_t i = 0; i < across * across; i++)
    {
        bins->heads[i] = -1;
    }
}

void loam_scatter_bins_add(loam_scatter_bins *bins, loam_scatter_site site)
{
    const int32_t side = 1 << bins->shift, end = bins->ground + bins->range;
    if (site.x < -bins->range || site.y < -bins->range || site.x >= end || site.y >= end)
    {
        return;
    }
    LOAM_ASSERT(bins->env, bins->count < bins->capacity);
    const int32_t bin = ((site.y + side) >> bins->shift) * bins->across +
                        ((site.x + side) >> bins->shift);
    bins->sites[bins->count] = site;
    bins->next[bins->count] = bins->heads[bin];
    bins->heads[bin] = bins->count++;
}
