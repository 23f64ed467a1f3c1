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
    float *noise; // work memory
} first_scratch;

enum
{
    PARTS = 4, // of the page, a slice each
    PART_CELLS = LAND_CELLS / PARTS,
};

size_t loam_land_first_raw_scratch(void)
{
    return LOAM_ARENA_SIZE(sizeof(first_scratch)) +
           LOAM_ARENA_SIZE(loam_continents_scratch(PART_CELLS) * sizeof(float));
}

static loam_result begin(loam_slice *slice, void *user)
{
    first_scratch *const work = user;
    const land_parameters *const parameters = slice->parameters;
    land_raw *const raw = slice->out;
    work->noise = loam_arena_take(&slice->scratch,
                                  loam_continents_scratch(PART_CELLS) * sizeof(float));
    loam_land_sites_make(slice, &work->cells, raw);
    loam_land_sites_metres(0, slice->x, slice->z, raw, work->x, work->z);
    const loam_result result = loam_continents_init(&work->continents, &parameters->shape,
                                                    parameters->seed, slice->env->isa);
    return result ? result
                  : loam_land_climate_init(&work->climate, &parameters->shape, parameters->seed,
                                           slice->env->isa);
}

static loam_result fill_part(loam_slice *slice, void *user)
{
    first_scratch *const work = user;
    land_raw *const raw = slice->out;
    const int32_t first = (slice->index - 1) * PART_CELLS;
    const int64_t *const x = work->x + first, *const z = work->z + first;
    loam_result result = loam_continents_fill(&work->continents, x, z, PART_CELLS, work->noise,
                                              raw->height + first, raw->ruggedness + first);
    result = result ? result
                    : loam_land_climate_warmth(&work->climate, x, z, PART_CELLS, work->noise,
                                               raw->warmth + first);
    for (int32_t i = first; i < first + PART_CELLS; i++)
    {
        raw->kind[i] = (float)(raw->height[i] < 0 ? LAND_SEA : LAND_DRY_LAND);
    }
    return result;
}

static land_slice_step *const steps[1 + PARTS] = {begin, fill_part, fill_part, fill_part,
                                                  fill_part};

int32_t loam_land_first_raw_slices(const void *parameters, int32_t level)
{
    (void)parameters;
    (void)level;
    return sizeof steps / sizeof *steps;
}

loam_result loam_land_run_first_raw(loam_slice *slice)
{
    return loam_land_run_step(slice, steps, sizeof(first_scratch));
}
