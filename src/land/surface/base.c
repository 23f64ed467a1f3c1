// SPDX-License-Identifier: MIT
#include "land/surface/block_work.h"
#include "land/surface/crests.h"
#include "land/surface/mouths.h"
#include "land/surface/waters.h"
#include "land/water/climate.h"

#include <math.h>
#include <string.h>

// The base: what cells say, as a smooth field, and on coarser graphs what finer ones would add to it.

// ---- attributes -----------------------------------------------------------------------------------------

static land_field_cell cell_of(const land_cells *cells, int32_t index, int32_t page_x,
                               int32_t page_z)
{
    land_field_cell cell = loam_land_field_cell_of(cells, index, page_x * LOAM_GRAPH_PAGE,
                                                   page_z * LOAM_GRAPH_PAGE);
    const bool sea = cells->kind[index] == (float)LAND_SEA;
    cell.values[LAND_FLOW_ROOT] = sea ? 0 : sqrtf(sqrtf(cells->flow[index]));
    return cell;
}

// The cells of the block's level as a field; the first page of the window is where its places are counted
// from.
static loam_result read_field(const block_work *work, land_page_source source, land_window window,
                              land_field *out)
{
    int64_t page_x, page_z;
    int32_t w, h;
    loam_land_window_pages(&window, &page_x, &page_z, &w, &h);
    land_field_cell *cells = loam_arena_take(work->arena,
                                             sizeof *cells * (size_t)window.w * (size_t)window.h);
    const int32_t column = (int32_t)(window.column - page_x * LOAM_GRAPH_SIDE);
    const int32_t row = (int32_t)(window.row - page_z * LAND_ROWS);
    for (int32_t p = 0; p < w * h; p++)
    {
        const loam_page *page = source.find(source.user, page_x + p % w, page_z + p / w);
        if (page == NULL || page->data == NULL)
        {
            return loam_fail(LOAM_NOT_FOUND, "a page of cells is missing");
        }
        const int32_t left = p % w * LOAM_GRAPH_SIDE - column, low = p / w * LAND_ROWS - row;
        for (int32_t i = 0; i < LAND_CELLS; i++)
        {
            const int32_t c = left + i % LOAM_GRAPH_SIDE, r = low + i / LOAM_GRAPH_SIDE;
            if (c >= 0 && r >= 0 && c < window.w && r < window.h)
            {
                cells[r * window.w + c] = cell_of(page->data, i, p % w, p / w);
            }
        }
    }
    *out = (land_field){.column = column, .row = row, .w = window.w, .h = window.h, .cells = cells};
    return LOAM_OK;
}

loam_result loam_land_block_read(block_work *work, land_page_source source)
{
    const land_block *block = work->block;
    const land_window window = loam_land_waters_window(block, block->level);
    loam_result result = read_field(work, source, window, &work->field);
    result = result ? result
                    : loam_land_river_cells_gather(&window, block->level, work->kit->seed, source,
                                                   work->arena, &work->cells);
    if (result != LOAM_OK)
    {
        return result;
    }
    const int64_t page_m = loam_land_cell_size(block->level) * LOAM_GRAPH_SIDE;
    const land_control_source points = {
        .kernels = loam_land_ground_kernels_of(work->kit->env.isa),
        .level = block->level,
        .field = &work->field,
        .origin_x = (window.column - work->field.column) / LOAM_GRAPH_SIDE * page_m,
        .origin_z = (window.row - work->field.row) / LAND_ROWS * page_m,
        .warp_x = work->warp_x,
        .warp_z = work->warp_z,
        .warp_m = work->warp_m};
    for (int32_t k = 0; k < LAND_POINT_VALUES; k++)
    {
        work->points[k] = land_take_floats(work->arena, land_points_of(work));
    }
    result = loam_land_control_read(&points, &work->grid, work->points);
    if (block->level < LAND_FINEST && !result)
    {
        result = loam_land_mouths_open(&points, &work->cells, &work->grid, work->points);
    }
    if (!result)
    {
        loam_land_control_slopes(&work->grid, work->points);
    }
    return result;
}

const float *loam_land_block_place(block_work *work, int32_t value)
{
    if (work->place[value] == NULL)
    {
        work->place[value] = land_take_floats(work->arena, land_samples_of(work));
        loam_land_spline_fill(&work->splines, work->block, &work->grid, work->points[value],
                              work->place[value]);
    }
    return work->place[value];
}

// ---- what the next finer graph would add ----------------------------------------------------------------

// The noise as it is shown, without octaves shorter than two steps; what is missing counts as `mean`.
static loam_noise shown_noise(const loam_noise *noise, int64_t step, float mean, float *rest)
{
    loam_noise out = *noise;
    double wavelength = noise->def.wavelength;
    out.def.octaves = 0;
    *rest = 0;
    for (int32_t k = 0; k < noise->def.octaves; k++)
    {
        const bool is_shown = wavelength >= 2.0 * (double)step;
        const float left = is_shown ? land_octave_left(k) : 0;
        out.octaves[k].weight *= left;
        out.def.octaves += is_shown ? 1 : 0;
        *rest += mean * (1 - left) * noise->octaves[k].weight;
        wavelength /= noise->def.lacunarity;
    }
    return out;
}

static loam_result fill_noise(const block_work *work, const loam_noise *noise, float mean,
                              float *out)
{
    const land_block *block = work->block;
    float rest;
    const loam_noise shown = shown_noise(noise, block->step, mean, &rest);
    const loam_noise_area area = {
        .x = block->x, .y = block->z, .step = block->step, .w = block->w, .h = block->h, .d = 1};
    const loam_result result = loam_noise_grid2(&shown, out, area);
    for (size_t i = 0; i < land_samples_of(work) && !result; i++)
    {
        out[i] += rest;
    }
    return result;
}

// On coarser graphs hills of the finer ones are noise; what is high is colder.
static loam_result add_rise(block_work *work, int32_t level)
{
    const land_detail *detail = &work->kit->detail[level];
    if (detail->rolling.def.wavelength < 2.0 * (double)work->block->step)
    {
        return LOAM_OK;
    }
    float *rolling = work->shown[0], *ridged = work->shown[1];
    loam_result result = fill_noise(work, &detail->rolling, 0, rolling);
    result = result ? result : fill_noise(work, &detail->ridged, LAND_RIDGED_MEAN, ridged);
    const float *rough = loam_land_block_place(work, LAND_RUGGEDNESS);
    float *warm = work->place[LAND_TEMPERATURE];
    for (size_t i = 0; i < land_samples_of(work) && !result; i++)
    {
        // Where it is rugged, slopes are left to running water, as in the finer level's cells.
        const float rise = (1 - 0.75f * rough[i]) * loam_detail_shape(detail, work->base[i],
                                                                      rough[i], rolling[i],
                                                                      ridged[i]);
        work->base[i] += rise;
        warm[i] -= rise * LAND_LAPSE;
    }
    return result;
}

// What the finer graph's water makes of the ground, likewise.
static loam_result add_crests(block_work *work)
{
    const land_block *block = work->block;
    const size_t count = land_samples_of(work);
    float *before = land_take_floats(work->arena, count), *boldness = work->shown[0];
    const loam_noise_area area = {
        .x = block->x, .y = block->z, .step = block->step, .w = block->w, .h = block->h, .d = 1};
    const loam_result result = loam_detail_boldness_grid(&work->kit->detail[block->level + 1], area,
                                                         boldness);
    if (result != LOAM_OK)
    {
        return result;
    }
    memcpy(before, work->base, count * sizeof(float));
    const land_crest_grid grid = {.kernels = loam_land_ground_kernels_of(work->kit->env.isa),
                                  .block = block,
                                  .cells = &work->cells,
                                  .field = &work->field,
                                  .ruggedness = loam_land_block_place(work, LAND_RUGGEDNESS),
                                  .boldness = boldness,
                                  .smooth = loam_land_block_place(work, LAND_HEIGHT),
                                  .slope = loam_land_block_place(work, LAND_POINT_SLOPE),
                                  .base = work->base};
    loam_land_crests_raise(&grid, work->arena);
    float *warm = work->place[LAND_TEMPERATURE];
    for (size_t i = 0; i < count; i++)
    {
        warm[i] -= (work->base[i] - before[i]) * LAND_LAPSE;
    }
    return LOAM_OK;
}

loam_result loam_land_block_base(block_work *work)
{
    const size_t count = land_samples_of(work);
    work->base = land_take_floats(work->arena, count);
    memcpy(work->base, loam_land_block_place(work, LAND_HEIGHT), count * sizeof(float));
    loam_result result = LOAM_OK;
    if (work->block->level < LAND_FINEST)
    {
        (void)loam_land_block_place(work, LAND_TEMPERATURE);
        for (int32_t level = work->block->level + 1; level <= LAND_FINEST && !result; level++)
        {
            result = add_rise(work, level);
            if (level == work->block->level + 1 && !result)
            {
                result = add_crests(work);
            }
        }
    }
    return result;
}
