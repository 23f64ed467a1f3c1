// SPDX-License-Identifier: MIT
#include "land/water/rain.h"

#include "land/water/climate.h"

enum
{
    MARGIN = LAND_CLIMATE_REACH, // even, as a climate's window begins with an even row
    W = LOAM_GRAPH_SIDE + 2 * MARGIN,
    H = LAND_ROWS + 2 * MARGIN,
    CELLS = W * H,
    METRES = 32, // of a unit
    PARTS = 2,   // of the page, a slice each
    PART_ROWS = LAND_ROWS / PARTS,
};

typedef struct rain_scratch
{
    int32_t site_x[CELLS], site_z[CELLS];
    int64_t x[CELLS], z[CELLS];
    float height[CELLS], warmth[CELLS];
    land_climate climate;
} rain_scratch;

size_t loam_land_rain_scratch(void)
{
    return LOAM_ARENA_SIZE(sizeof(rain_scratch));
}

static loam_result gather(loam_slice *slice, rain_scratch *work)
{
    const land_slice_source raw_pages = {.slice = slice, .input = 0};
    const land_page_source raw = loam_land_source_of_slice(&raw_pages);
    const land_window window = loam_land_window_around(slice->page_x, slice->page_z, MARGIN);
    loam_result result = loam_land_window_sites(&window, raw, offsetof(land_raw, site_x),
                                                offsetof(land_raw, site_z), slice->page_x,
                                                slice->page_z, work->site_x, work->site_z);
    result = result
                 ? result
                 : loam_land_window_gather(&window, raw, offsetof(land_raw, warmth), work->warmth);
    result = result
                 ? result
                 : loam_land_window_gather(&window, raw, offsetof(land_raw, height), work->height);
    for (int32_t i = 0; i < CELLS; i++)
    {
        work->x[i] = slice->x + (int64_t)work->site_x[i] * METRES;
        work->z[i] = slice->z + (int64_t)work->site_z[i] * METRES;
    }
    return result;
}

static loam_result begin(loam_slice *slice, void *user)
{
    rain_scratch *const work = user;
    const land_parameters *const parameters = slice->parameters;
    const loam_result result = gather(slice, work);
    return result ? result
                  : loam_land_climate_init(&work->climate, &parameters->shape, parameters->seed,
                                           slice->env->isa);
}

static loam_result fill_part(loam_slice *slice, void *user)
{
    const rain_scratch *const work = user;
    land_rain *const out = slice->out;
    const int32_t first = (slice->index - 1) * PART_ROWS;
    const climate_window window = {.x = work->x,
                                   .z = work->z,
                                   .height = work->height,
                                   .temperature = work->warmth,
                                   .w = W,
                                   .h = H};
    return loam_land_climate_rain(&work->climate, &window, MARGIN, MARGIN + first, LOAM_GRAPH_SIDE,
                                  PART_ROWS, out->rain + first * LOAM_GRAPH_SIDE);
}

static land_slice_step *const steps[1 + PARTS] = {begin, fill_part, fill_part};

int32_t loam_land_rain_slices(const void *parameters, int32_t level)
{
    (void)parameters;
    (void)level;
    return sizeof steps / sizeof *steps;
}

loam_result loam_land_run_rain(loam_slice *slice)
{
    return loam_land_run_step(slice, steps, sizeof(rain_scratch));
}
