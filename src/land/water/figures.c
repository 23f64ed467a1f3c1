// SPDX-License-Identifier: MIT
#include "land/water/ground.h"

#include "loam/random.h"

#include <stdio.h>

land_level_figures loam_land_figures(int32_t level)
{
    static const land_level_figures figures[LOAM_LAND_LEVELS] = {
        {.least_slope = 5e-5f,
         .homing = 6,
         .flow_hops = LAND_FIRST_FLOW_HOPS,
         .fill_hops = LAND_FIRST_FILL_HOPS,
         .valley_hops = 0},
        {.least_slope = 1.5e-3f,
         .gentle_crest = 0.004f,
         .steep_crest = 0.24f,
         .gentle_side = 0.02f,
         .steep_side = 0.5f,
         .homing = 50,
         .flow_hops = LAND_FLOW_HOPS,
         .fill_hops = LAND_FILL_HOPS,
         .valley_hops = LAND_VALLEY_HOPS},
        {.least_slope = 6e-3f,
         .gentle_crest = 0.015f,
         .steep_crest = 0.68f,
         .gentle_side = 0.05f,
         .steep_side = 0.9f,
         .homing = 50,
         .flow_hops = LAND_FLOW_HOPS,
         .fill_hops = LAND_FILL_HOPS,
         .valley_hops = LAND_VALLEY_HOPS},
    };
    land_level_figures out = figures[level];
    out.cell_m = (float)loam_land_cell_size(level);
    out.cell_km2 = out.cell_m * out.cell_m * ((float)LOAM_GRAPH_SIDE / LAND_ROWS) * 1e-6f;
    return out;
}

loam_result loam_land_run_step(loam_slice *slice, land_slice_step *const *steps, size_t size)
{
    void *const work = slice->index == 0 ? loam_arena_take(&slice->scratch, size)
                                         : (void *)slice->scratch.base;
    return steps[slice->index](slice, work);
}

static uint64_t seed_of(uint64_t seed, const char *format, int32_t level)
{
    char name[32];
    snprintf(name, sizeof name, format, level);
    return loam_seed_derive(seed, name);
}

uint64_t loam_land_site_seed(uint64_t seed, int32_t level)
{
    return seed_of(seed, "land%d.sites", level);
}

uint64_t loam_land_detail_seed(uint64_t seed, int32_t level)
{
    return seed_of(seed, "land%d.detail", level);
}

uint64_t loam_land_water_seed(uint64_t seed, int32_t level)
{
    return seed_of(seed, "land%d.water", level);
}
