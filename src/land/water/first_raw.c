// SPDX-License-Identifier: MIT
#include "land/graph/sites.h"
#include "land/water/climate.h"
#include "land/water/continents.h"
#include "land/water/raw.h"
#include "land/water/sites.h"

// Level 0: continents and the temperature at the level of the sea, at each site.

typedef struct first_scratch
{
    land_channel_cells cells;
    int64_t x[LAND_CELLS], z[LAND_CELLS];
    land_continents continents;
    land_climate climate;
} first_scratch;

size_t loam_land_first_raw_scratch(void)
{
    return LOAM_ARENA_SIZE(sizeof(first_scratch)) +
           LOAM_ARENA_SIZE(loam_continents_scratch(LAND_CELLS) * sizeof(float));
}

loam_result loam_land_run_first_raw(loam_slice *slice)
{
    const land_parameters *const parameters = slice->parameters;
    land_raw *const raw = slice->out;
    first_scratch *const work = loam_arena_take(&slice->scratch, sizeof *work);
    float *const noise = loam_arena_take(&slice->scratch,
                                         loam_continents_scratch(LAND_CELLS) * sizeof(float));
    loam_land_sites_make(parameters, slice->page_x, slice->page_z, &work->cells, raw);
    loam_land_sites_metres(0, slice->x, slice->z, raw, work->x, work->z);
    loam_result result = loam_continents_init(&work->continents, &parameters->shape,
                                              parameters->seed, slice->env->isa);
    result = result ? result
                    : loam_continents_fill(&work->continents, work->x, work->z, LAND_CELLS, noise,
                                           raw->height, raw->ruggedness);
    result = result ? result
                    : loam_land_climate_init(&work->climate, &parameters->shape, parameters->seed,
                                             slice->env->isa);
    result = result ? result
                    : loam_land_climate_warmth(&work->climate, work->x, work->z, LAND_CELLS, noise,
                                               raw->warmth);
    for (int32_t i = 0; i < LAND_CELLS; i++)
    {
        raw->kind[i] = (float)(raw->height[i] < 0 ? LAND_SEA : LAND_DRY_LAND);
    }
    return result;
}
