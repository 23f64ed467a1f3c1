// SPDX-License-Identifier: MIT
#include "base/small.h"
#include "land/basis/cell_kernels.h"
#include "land/graph/sites.h"
#include "land/water/climate.h"
#include "land/water/continents.h"
#include "land/water/mesh.h"
#include "land/water/raw.h"
#include "land/water/sites.h"

#include <math.h>
#include <string.h>

// Level 0: continents and the temperature at the level of the sea, at each site. Noise knows no neighbours: a
// volcano may stand in the sea within a single cell, and thousands of metres between two cells are a wall
// where the finer levels' waters part. So no cell rises more steeply from those around it than ranges do, and
// where the ground does rise it is rugged, whatever the noise says: streams can cut such slopes into valleys.

enum
{
    ROUNDS = 4, // steps from which low ground holds high ground down
    MARGIN = ROUNDS + 1,
    W = LOAM_GRAPH_SIDE + 2 * MARGIN,
    H = LAND_ROWS + 2 * MARGIN,
    LAND_FIRST_CELL = 32768, // m
    CELLS = W * H,           // of the page and what is around it
    PARTS = 4,               // of those, a slice each
    PART_CELLS = CELLS / PARTS,
};

_Static_assert((int)MARGIN <= (int)LAND_CHANNEL_MARGIN, "sites are known");
_Static_assert(PARTS *PART_CELLS == CELLS, "no cell is left over");

// Rise per metre from one site to the next, where relief is 1: between 0.7 and 1.3 times this.
static const float steepest = 0.038f;

static const float metres_per_unit = (float)LAND_FIRST_CELL / LOAM_GRAPH_CELL;

// Slopes below this are as flat as the noise says.
static const float gentle = 0.006f;

typedef struct first_scratch
{
    land_channel_cells cells;
    int32_t site_x[CELLS], site_z[CELLS]; // units from the low corner of the page
    int64_t x[CELLS], z[CELLS];           // metres
    float height[CELLS], other[CELLS], ruggedness[CELLS], warmth[CELLS], slope[CELLS];
    float length[LAND_DIRECTIONS][CELLS]; // m, to the neighbours of cells that have all of them
    land_continents continents;
    land_climate climate;
    float *noise; // work memory
} first_scratch;

size_t loam_land_first_raw_scratch(void)
{
    return LOAM_ARENA_SIZE(sizeof(first_scratch)) +
           LOAM_ARENA_SIZE(loam_continents_scratch(PART_CELLS) * sizeof(float));
}

static void place_cells(const loam_slice *slice, first_scratch *work)
{
    const land_parameters *const parameters = slice->parameters;
    const uint64_t seed = loam_land_water_seed(parameters->seed, 0);
    const int64_t cell = loam_land_cell_size(0);
    const int32_t off = LAND_CHANNEL_MARGIN - MARGIN;
    for (int32_t i = 0; i < CELLS; i++)
    {
        const int32_t c = i % W, r = i / W, from = (r + off) * LAND_CHANNEL_W + c + off;
        work->site_x[i] = work->cells.x[from];
        work->site_z[i] = work->cells.z[from];
        work->x[i] = slice->x + loam_floor_div(work->site_x[i] * cell, LOAM_GRAPH_CELL);
        work->z[i] = slice->z + loam_floor_div(work->site_z[i] * cell, LOAM_GRAPH_CELL);
        const float taste = loam_land_cell_hash(seed, slice->page_x * LOAM_GRAPH_SIDE + c - MARGIN,
                                                slice->page_z * LAND_ROWS + r - MARGIN);
        work->slope[i] = steepest * parameters->shape.relief * (0.7f + 0.6f * taste);
    }
}

static loam_result begin(loam_slice *slice, void *user)
{
    first_scratch *const work = user;
    const land_parameters *const parameters = slice->parameters;
    work->noise = loam_arena_take(&slice->scratch,
                                  loam_continents_scratch(PART_CELLS) * sizeof(float));
    loam_land_sites_make(slice, &work->cells, slice->out);
    place_cells(slice, work);
    const loam_result result = loam_continents_init(&work->continents, &parameters->shape,
                                                    parameters->seed, slice->env->isa);
    return result ? result
                  : loam_land_climate_init(&work->climate, &parameters->shape, parameters->seed,
                                           slice->env->isa);
}

static loam_result fill_part(loam_slice *slice, void *user)
{
    first_scratch *const work = user;
    const int32_t first = (slice->index - 1) * PART_CELLS;
    const int64_t *const x = work->x + first, *const z = work->z + first;
    const loam_result result = loam_continents_fill(&work->continents, x, z, PART_CELLS,
                                                    work->noise, work->height + first,
                                                    work->ruggedness + first);
    return result ? result
                  : loam_land_climate_warmth(&work->climate, x, z, PART_CELLS, work->noise,
                                             work->warmth + first);
}

// Lengths of all links, direction by direction and row by row, in vectors.
static void measure(int64_t row, loam_isa isa, first_scratch *work)
{
    const land_cell_kernels *const kernels = loam_land_cell_kernels_of(isa);
    float links[W];
    for (int32_t i = 0; i < W; i++)
    {
        links[i] = 1; // none is missing
    }
    for (int32_t d = 0; d < LAND_DIRECTIONS; d++)
    {
        for (int32_t r = 1; r < H - 1; r++)
        {
            const int32_t first = r * W + 1;
            kernels->measure(work->site_x + first, work->site_z + first, land_step(d, row + r, W),
                             links, 1, metres_per_unit, 0, W - 2, work->length[d] + first);
        }
    }
}

// One round: land takes over what the ground around allows. The floor of the sea counts as its surface.
static void hold_down(int64_t row, int32_t margin, const first_scratch *work, const float *in,
                      float *out)
{
    const int32_t count = W - 2 * margin;
    memcpy(out, in, CELLS * sizeof *out);
    for (int32_t r = margin; r < H - margin; r++)
    {
        const int32_t first = r * W + margin;
        const float *const own = in + first, *const slope = work->slope + first;
        float *restrict const to = out + first;
        for (int32_t d = 0; d < LAND_DIRECTIONS; d++)
        {
            const float *const from = own + land_step(d, row + r, W);
            const float *const length = work->length[d] + first;
            for (int32_t i = 0; i < count; i++)
            {
                const float most = (from[i] > 0 ? from[i] : 0) + slope[i] * length[i];
                to[i] = own[i] > 0 && most < to[i] ? most : to[i];
            }
        }
    }
}

// How steeply a cell lies above or below another beside it, at most.
static float steepness(int64_t row, const first_scratch *work, int32_t i)
{
    float most = 0;
    for (int32_t d = 0; d < LAND_DIRECTIONS; d++)
    {
        const int32_t to = i + land_step(d, row + i / W, W);
        const float low = work->height[to] > 0 ? work->height[to] : 0;
        const float rise = work->height[i] > low ? work->height[i] - low : low - work->height[i];
        const float slope = rise / work->length[d][i];
        most = slope > most ? slope : most;
    }
    return most;
}

// As rugged as the noise says, or as its slopes ask for: the sides of finer valleys have to reach as high.
static float ruggedness_of(int64_t row, const first_scratch *work, int32_t i)
{
    const float steep = work->height[i] > 0 ? steepness(row, work, i) - gentle : 0;
    const float wanted = steep > 0 ? sqrtf(8 * steep) : 0;
    const float least = wanted < 1 ? wanted : 1;
    return work->ruggedness[i] > least ? work->ruggedness[i] : least;
}

static loam_result finish(loam_slice *slice, void *user)
{
    first_scratch *const work = user;
    land_raw *const raw = slice->out;
    const int64_t row = slice->page_z * LAND_ROWS - MARGIN;
    measure(row, slice->env->isa, work);
    for (int32_t round = 0; round < ROUNDS; round += 2)
    {
        hold_down(row, round + 1, work, work->height, work->other);
        hold_down(row, round + 2, work, work->other, work->height);
    }
    for (int32_t i = 0; i < LAND_CELLS; i++)
    {
        const int32_t at = (i / LOAM_GRAPH_SIDE + MARGIN) * W + i % LOAM_GRAPH_SIDE + MARGIN;
        raw->height[i] = work->height[at];
        raw->ruggedness[i] = ruggedness_of(row, work, at);
        raw->warmth[i] = work->warmth[at];
        raw->kind[i] = (float)(raw->height[i] < 0 ? LAND_SEA : LAND_DRY_LAND);
    }
    return LOAM_OK;
}

static land_slice_step *const steps[1 + PARTS + 1] = {begin,     fill_part, fill_part,
                                                      fill_part, fill_part, finish};

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
