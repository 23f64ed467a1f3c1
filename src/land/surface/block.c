// SPDX-License-Identifier: MIT
#include "land/surface/block.h"

#include "base/small.h"
#include "land/surface/ramps.h"
#include "land/surface/rivers.h"
#include "land/surface/waters.h"
#include "land/water/ground.h"
#include "loam/random.h"

#include <math.h>
#include <stddef.h>
#include <string.h>

// Blomqvist et al. 2016, 3.4.3: height = base + sum of weight * height of each biome. On the finest graph the
// weights are known at control points and curves run between them; on the coarser ones, whose control
// points lie far apart, they are found at every sample, so that peaks have their own climate.

enum
{
    FINEST = LOAM_LAND_LEVELS - 1,
    FLOW_ROOT = LAND_SPARE_0, // the fourth root of what flows, so that brooks show beside rivers
    // Work memory is sized for the most cells that a window can have.
    MOST_COLUMNS = LAND_BLOCK_CELLS + 2 * LAND_FINE_RIVER_MARGIN + 6,
    MOST_ROWS = LAND_BLOCK_CELLS * 9 / 8 + 2 * LAND_FINE_RIVER_MARGIN + 8,
    MOST_CELLS = MOST_COLUMNS * MOST_ROWS,
};

static const float lapse = 0.0065f;    // degrees a metre
static const float finest_warp_m = 26; // of the finest level
static const float coast_fade_m =
    5; // relief fades below this height, so that it cannot move the coast

// Everything that a block is made from.
typedef struct block_work
{
    const land_ground_kit *kit;
    const land_block *block;
    const land_block_samples *out;
    loam_arena *arena;
    const loam_noise *warp_x, *warp_z;
    float warp_m;
    land_field field;
    land_control_grid grid;
    land_splines splines;
    float *points[LAND_POINT_VALUES];     // at control points
    float *place[LAND_POINT_VALUES];      // at samples, NULL until asked for
    float *base, *height;                 // at samples
    float *controls[LAND_CONTROLS];       // at control points or, on coarser graphs, at samples
    float *weights[LOAM_MAX_LAND_BIOMES]; // likewise, NULL where there is none in the block
    float *shown[2];                      // controls at samples
    int32_t biomes;
} block_work;

static size_t samples_of(const block_work *work)
{
    return (size_t)work->block->w * (size_t)work->block->h;
}

static size_t points_of(const block_work *work)
{
    return (size_t)work->grid.w * (size_t)work->grid.h;
}

static float *take_floats(loam_arena *arena, size_t count)
{
    return loam_arena_take(arena, count * sizeof(float));
}

loam_result loam_land_kit_init(land_ground_kit *kit, uint64_t seed, const loam_land_shape *shape,
                               const loam_env *env)
{
    *kit = (land_ground_kit){.env = *env, .seed = seed};
    loam_noise_def warp = loam_default_noise_def();
    warp.fractal = LOAM_FRACTAL_FBM;
    warp.wavelength = 190;
    warp.octaves = 3;
    warp.isa = env->isa;
    const uint64_t own = loam_seed_derive(seed, "land.surface");
    kit->biomes.seed = own;
    loam_result result = loam_noise_init(&kit->warp_x, &warp, loam_seed_derive(own, "warp x"));
    result = result ? result
                    : loam_noise_init(&kit->warp_z, &warp, loam_seed_derive(own, "warp z"));
    result = result ? result : loam_land_relief_init(&kit->relief, own, shape->relief, env->isa);
    for (int32_t level = 1; level < LOAM_LAND_LEVELS && !result; level++)
    {
        result = loam_detail_init(&kit->detail[level], level, loam_land_detail_seed(seed, level),
                                  shape->relief, env->isa);
    }
    return result;
}

// ---- attributes -----------------------------------------------------------------------------------------

static land_field_cell cell_of(const land_cells *cells, int32_t index, int32_t page_x,
                               int32_t page_z)
{
    land_field_cell cell = loam_land_field_cell_of(cells, index, page_x * LOAM_GRAPH_PAGE,
                                                   page_z * LOAM_GRAPH_PAGE);
    const bool sea = cells->kind[index] == (float)LAND_SEA;
    cell.values[FLOW_ROOT] = sea ? 0 : sqrtf(sqrtf(cells->flow[index]));
    return cell;
}

// The cells of the block's level as a field; the first page of the window is where its places are counted from.
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

static loam_result fill_points(block_work *work, land_page_source source)
{
    const land_block *block = work->block;
    const land_window window = loam_land_waters_window(block, block->level);
    const loam_result result = read_field(work, source, window, &work->field);
    if (result != LOAM_OK)
    {
        return result;
    }
    const int64_t page_m = loam_land_cell_size(block->level) * LOAM_GRAPH_SIDE;
    const int64_t x = (window.column - work->field.column) / LOAM_GRAPH_SIDE * page_m;
    const int64_t z = (window.row - work->field.row) / LAND_ROWS * page_m;
    for (int32_t k = 0; k < LAND_POINT_VALUES; k++)
    {
        work->points[k] = take_floats(work->arena, points_of(work));
    }
    return loam_land_control_fill(&work->grid, block->level, &work->field, x, z, work->warp_x,
                                  work->warp_z, work->warp_m, work->points);
}

// A value at all samples.
static const float *place_of(block_work *work, int32_t value)
{
    if (work->place[value] == NULL)
    {
        work->place[value] = take_floats(work->arena, samples_of(work));
        loam_land_spline_fill(&work->splines, work->block, &work->grid, work->points[value],
                              work->place[value]);
    }
    return work->place[value];
}

// ---- what the next finer graph would add ----------------------------------------------------------------

// How much of the octaves of a finer level's hills is left when its cells have been smoothed into a field:
// they are 12, 6 and 3 cells long.
static const float octave_left[] = {0.86f, 0.64f, 0.26f};

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
        const float left = is_shown ? octave_left[k < 3 ? k : 2] : 0;
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
    for (size_t i = 0; i < samples_of(work); i++)
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
    const float *rough = place_of(work, LAND_RUGGEDNESS);
    float *warm = work->place[LAND_TEMPERATURE];
    for (size_t i = 0; i < samples_of(work) && !result; i++)
    {
        // Where it is rugged, slopes are left to running water, as in the finer level's cells.
        const float rise = (1 - 0.75f * rough[i]) * loam_detail_shape(detail, work->base[i],
                                                                      rough[i], rolling[i],
                                                                      ridged[i]);
        work->base[i] += rise;
        warm[i] -= rise * lapse;
    }
    return result;
}

static loam_result fill_base(block_work *work)
{
    const size_t count = samples_of(work);
    work->base = take_floats(work->arena, count);
    memcpy(work->base, place_of(work, LAND_HEIGHT), count * sizeof(float));
    loam_result result = LOAM_OK;
    if (work->block->level < FINEST)
    {
        (void)place_of(work, LAND_TEMPERATURE);
        for (int32_t level = work->block->level + 1; level <= FINEST && !result; level++)
        {
            result = add_rise(work, level);
        }
    }
    return result;
}

// ---- biomes ---------------------------------------------------------------------------------------------

// Biomes are weighed at control points where those are fewer than samples, and close enough.
static bool weighed_at_samples(const block_work *work)
{
    return work->block->level < FINEST || work->block->step >= work->grid.spacing;
}

// A grid on which biomes are weighed: control points or samples.
typedef struct weigh_grid
{
    int64_t x, z, step;
    int32_t w, h;
    const float *values[LAND_POINT_VALUES];
} weigh_grid;

static loam_land_place place_at(const weigh_grid *grid, int32_t i, int32_t j)
{
    const size_t p = (size_t)j * (size_t)grid->w + (size_t)i;
    return (loam_land_place){
        .x = grid->x + i * grid->step,
        .z = grid->z + j * grid->step,
        .base = grid->values[LAND_HEIGHT][p],
        .temperature = grid->values[LAND_TEMPERATURE][p],
        .rain = grid->values[LAND_RAIN][p],
        .humidity = grid->values[LAND_HUMIDITY][p],
        .soil = grid->values[LAND_SOIL][p],
        .ruggedness = grid->values[LAND_RUGGEDNESS][p],
        .slope = grid->values[LAND_POINT_SLOPE][p],
        .coast = grid->values[LAND_POINT_COAST][p],
    };
}

static weigh_grid weigh_grid_of(block_work *work, bool at_samples)
{
    const land_block *block = work->block;
    weigh_grid grid = {.x = work->grid.x,
                       .z = work->grid.z,
                       .step = work->grid.spacing,
                       .w = work->grid.w,
                       .h = work->grid.h};
    if (at_samples)
    {
        grid = (weigh_grid){
            .x = block->x, .z = block->z, .step = block->step, .w = block->w, .h = block->h};
    }
    for (int32_t k = 0; k < LAND_POINT_VALUES; k++)
    {
        const bool used = k != FLOW_ROOT && k != LAND_SPARE_1 && k < LAND_POINT_EAST;
        grid.values[k] = at_samples && used ? place_of(work, k) : work->points[k];
    }
    if (at_samples)
    {
        grid.values[LAND_HEIGHT] = work->base;
    }
    return grid;
}

static void weigh(block_work *work, bool at_samples)
{
    const weigh_grid grid = weigh_grid_of(work, at_samples);
    const size_t count = (size_t)grid.w * (size_t)grid.h;
    bool has_control[LAND_CONTROLS] = {0}, has_weight[LOAM_MAX_LAND_BIOMES] = {0};
    for (int32_t k = 0; k < LAND_CONTROLS; k++)
    {
        work->controls[k] = take_floats(work->arena, count);
    }
    for (int32_t b = 0; b < work->biomes; b++)
    {
        work->weights[b] = take_floats(work->arena, count);
    }
    for (size_t p = 0; p < count; p++)
    {
        const loam_land_place place = place_at(&grid, (int32_t)(p % (size_t)grid.w),
                                               (int32_t)(p / (size_t)grid.w));
        float weights[LOAM_MAX_LAND_BIOMES], controls[LAND_CONTROLS];
        loam_land_biome_weights(&work->kit->biomes, &place, weights);
        loam_land_relief_controls(&work->kit->relief, weights, &place, controls);
        for (int32_t k = 0; k < LAND_CONTROLS; k++)
        {
            work->controls[k][p] = controls[k];
            has_control[k] |= controls[k] > 0;
        }
        for (int32_t b = 0; b < work->biomes; b++)
        {
            work->weights[b][p] = weights[b];
            has_weight[b] |= weights[b] > 0;
        }
    }
    for (int32_t k = 0; k < LAND_CONTROLS; k++)
    {
        work->controls[k] = has_control[k] ? work->controls[k] : NULL;
    }
    for (int32_t b = 0; b < work->biomes; b++)
    {
        work->weights[b] = has_weight[b] ? work->weights[b] : NULL;
    }
}

// ---- heights --------------------------------------------------------------------------------------------

// What the relief asks for: a control at all samples. Ridges and crags are wanted at the same time.
static const float *control_at(void *user, int32_t control)
{
    block_work *work = user;
    if (work->controls[control] == NULL || weighed_at_samples(work))
    {
        return work->controls[control];
    }
    float *out = work->shown[control == LAND_CONTROL_RIDGES || control == LAND_CONTROL_CLIFF];
    loam_land_spline_fill(&work->splines, work->block, &work->grid, work->controls[control], out);
    return out;
}

// On the finest graph mesas have slopes of their own for gullies to follow.
static loam_result add_mesa_slopes(block_work *work, const weigh_grid *grid, float *east,
                                   float *north)
{
    const size_t count = points_of(work);
    float *shares = take_floats(work->arena, count);
    bool any = false;
    for (size_t p = 0; p < count; p++)
    {
        const loam_land_place place = place_at(grid, (int32_t)(p % (size_t)grid->w),
                                               (int32_t)(p / (size_t)grid->w));
        shares[p] = loam_land_relief_badlands(&place);
        any |= shares[p] > 0;
    }
    const loam_noise_area area = {
        .x = grid->x, .y = grid->z, .step = grid->step, .w = grid->w, .h = grid->h, .d = 1};
    return any ? loam_land_relief_add_mesa_slopes(&work->kit->relief, area, shares,
                                                  take_floats(work->arena, 3 * count), east, north)
               : LOAM_OK;
}

// Gullies follow the slope of the graph's field, which is known at control points at every step.
static loam_result fill_gullies(block_work *work, const float **out)
{
    const size_t count = points_of(work);
    float *strength = take_floats(work->arena, count);
    float *east = work->points[LAND_POINT_EAST], *north = work->points[LAND_POINT_NORTH];
    const weigh_grid grid = weigh_grid_of(work, false);
    const loam_result result = work->block->level == FINEST
                                   ? add_mesa_slopes(work, &grid, east, north)
                                   : LOAM_OK;
    bool any = false;
    for (size_t p = 0; p < count && !result; p++)
    {
        loam_land_place place = place_at(&grid, (int32_t)(p % (size_t)grid.w),
                                         (int32_t)(p / (size_t)grid.w));
        place.slope = sqrtf(east[p] * east[p] + north[p] * north[p]);
        strength[p] = loam_land_relief_gullies(&place);
        any |= strength[p] > 0;
    }
    *out = NULL;
    if (!any)
    {
        return result;
    }
    float *gullies = take_floats(work->arena, samples_of(work));
    const land_gully_ground ground = {.block = work->block,
                                      .grid = &work->grid,
                                      .east = east,
                                      .north = north,
                                      .strength = strength};
    loam_land_gullies_fill(&work->kit->relief.gullies, &ground, *work->arena, gullies);
    *out = gullies;
    return LOAM_OK;
}

static loam_result add_relief(block_work *work)
{
    const land_block *block = work->block;
    const size_t count = samples_of(work);
    land_relief_grid grid = {.x = block->x,
                             .z = block->z,
                             .step = block->step,
                             .w = block->w,
                             .h = block->h,
                             .base = work->base,
                             .height = work->height,
                             .control = control_at,
                             .user = work};
    for (int32_t i = 0; i < 2; i++)
    {
        grid.scratch[i] = take_floats(work->arena, count);
    }
    memset(work->height, 0, count * sizeof(float));
    const loam_result result = fill_gullies(work, &grid.gullies);
    return result ? result : loam_land_relief_add(&work->kit->relief, &grid);
}

// Heights of a program's own biomes, where there are any.
static void add_own(block_work *work)
{
    weigh_grid grid = {0};
    for (int32_t b = LOAM_BIOME_COUNT; b < work->biomes; b++)
    {
        if (work->weights[b] == NULL)
        {
            continue;
        }
        if (grid.w == 0)
        {
            grid = weigh_grid_of(work, true);
        }
        const loam_land_biome *own = &work->kit->biomes.own[b - LOAM_BIOME_COUNT];
        const float *weight = work->weights[b];
        if (!weighed_at_samples(work))
        {
            weight = work->shown[0];
            loam_land_spline_fill(&work->splines, work->block, &work->grid, work->weights[b],
                                  work->shown[0]);
        }
        for (size_t p = 0; p < samples_of(work); p++)
        {
            if (weight[p] > 0)
            {
                const loam_land_place place = place_at(&grid, (int32_t)(p % (size_t)grid.w),
                                                       (int32_t)(p / (size_t)grid.w));
                const float height = own->height(own->parameters, work->kit->biomes.seed, &place);
                work->height[p] += weight[p] * loam_clamp(height, -own->amplitude, own->amplitude);
            }
        }
    }
}

// Base and relief together. What is above the sea stays above it, what is below stays below: relief towards
// the sea becomes a share of what is left, without an edge, and no change of it grows.
static void join_heights(block_work *work)
{
    for (size_t i = 0; i < samples_of(work); i++)
    {
        const float base = work->base[i];
        const float depth = base < 0 ? -base : base;
        const float relief = work->height[i] * land_ramp(depth, 0, coast_fade_m);
        const float down = base < 0 ? relief : -relief; // towards the sea
        work->height[i] = down > 0 ? base * (depth / (depth + down)) : base + relief;
    }
}

// ---- answers --------------------------------------------------------------------------------------------

// Below the sea its biomes count, above it those of the land, whatever the mixture says.
static bool biome_fits(int32_t biome, bool sea)
{
    if (biome == LOAM_BIOME_ICE || biome >= LOAM_BIOME_COUNT)
    {
        return true;
    }
    return sea == (biome == LOAM_BIOME_OCEAN || biome == LOAM_BIOME_SHELF);
}

static void put_biomes(block_work *work)
{
    const size_t count = samples_of(work);
    float *best = take_floats(work->arena, count);
    for (size_t i = 0; i < count; i++)
    {
        best[i] =
            0; // a biome that is not here never wins, whether or not there is some of it in the block
        work->out->biome[i] = work->base[i] < 0 ? LOAM_BIOME_SHELF : LOAM_BIOME_BEACH;
    }
    for (int32_t b = 0; b < work->biomes; b++)
    {
        if (work->weights[b] == NULL)
        {
            continue;
        }
        const float *weight = work->weights[b];
        if (!weighed_at_samples(work))
        {
            weight = work->shown[0];
            loam_land_spline_fill(&work->splines, work->block, &work->grid, work->weights[b],
                                  work->shown[0]);
        }
        for (size_t i = 0; i < count; i++)
        {
            if (weight[i] > best[i] && biome_fits(b, work->base[i] < 0))
            {
                best[i] = weight[i];
                work->out->biome[i] = (uint8_t)b;
            }
        }
    }
}

static void put_weights(block_work *work)
{
    const size_t count = samples_of(work);
    for (int32_t b = 0; b < work->biomes; b++)
    {
        float *out = work->out->weights + (size_t)b * count;
        if (work->weights[b] == NULL)
        {
            memset(out, 0, count * sizeof *out);
        }
        else if (weighed_at_samples(work))
        {
            memcpy(out, work->weights[b], count * sizeof *out);
        }
        else
        {
            loam_land_spline_fill(&work->splines, work->block, &work->grid, work->weights[b], out);
        }
    }
}

static void put_values(block_work *work)
{
    const size_t bytes = samples_of(work) * sizeof(float);
    const struct
    {
        float *to;
        int32_t value;
    } wanted[] = {
        {work->out->temperature, LAND_TEMPERATURE}, {work->out->rain, LAND_RAIN},
        {work->out->humidity, LAND_HUMIDITY},       {work->out->soil, LAND_SOIL},
        {work->out->ruggedness, LAND_RUGGEDNESS},   {work->out->coast, LAND_POINT_COAST},
    };
    for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++)
    {
        if (wanted[i].to != NULL)
        {
            memcpy(wanted[i].to, place_of(work, wanted[i].value), bytes);
        }
    }
    if (work->out->flow != NULL)
    {
        const float *root = place_of(work, FLOW_ROOT);
        for (size_t i = 0; i < samples_of(work); i++)
        {
            work->out->flow[i] = root[i] * root[i] * root[i] * root[i];
        }
    }
    if (work->out->base != NULL)
    {
        memcpy(work->out->base, work->base, bytes);
    }
    if (work->out->weights != NULL)
    {
        put_weights(work);
    }
    if (work->out->biome != NULL)
    {
        put_biomes(work);
    }
}

// ---- a block --------------------------------------------------------------------------------------------

size_t loam_land_block_scratch(const land_ground_kit *kit)
{
    const size_t samples = LOAM_ARENA_SIZE(LAND_BLOCK_SAMPLES * sizeof(float));
    const size_t points = LOAM_ARENA_SIZE(LAND_CONTROL_POINTS * sizeof(float));
    const size_t weighed = (size_t)(LAND_CONTROLS + LOAM_BIOME_COUNT + kit->biomes.own_count);
    // Weights are at samples, or at control points if those are fewer.
    return samples * (LAND_POINT_VALUES + 9 + weighed) + points * (LAND_POINT_VALUES + 5) +
           loam_land_gullies_scratch() + LOAM_ARENA_SIZE(MOST_CELLS * sizeof(land_field_cell)) +
           loam_land_waters_scratch(MOST_CELLS);
}

loam_result loam_land_block_fill(const land_ground_kit *kit, const land_block *block,
                                 const land_page_source sources[LOAM_LAND_LEVELS],
                                 loam_arena *arena, const land_block_samples *out)
{
    LOAM_ASSERT(&kit->env, block->w <= LAND_BLOCK_SIDE && block->h <= LAND_BLOCK_SIDE);
    block_work work = {.kit = kit,
                       .block = block,
                       .out = out,
                       .arena = arena,
                       .grid = loam_land_control_over(block),
                       .height = out->height,
                       .biomes = LOAM_BIOME_COUNT + kit->biomes.own_count};
    loam_land_splines_init(&work.splines, block, &work.grid);
    const bool finest = block->level == FINEST;
    const land_detail *detail = &kit->detail[finest ? FINEST : block->level + 1];
    work.warp_x = finest ? &kit->warp_x : &detail->warp_x;
    work.warp_z = finest ? &kit->warp_z : &detail->warp_z;
    work.warp_m = finest ? finest_warp_m : detail->warp_m;
    loam_result result = fill_points(&work, sources[block->level]);
    if (result != LOAM_OK)
    {
        return result;
    }
    work.shown[0] = take_floats(arena, samples_of(&work));
    work.shown[1] = take_floats(arena, samples_of(&work));
    result = fill_base(&work);
    if (result != LOAM_OK)
    {
        return result;
    }
    weigh(&work, weighed_at_samples(&work));
    result = add_relief(&work);
    if (result != LOAM_OK)
    {
        return result;
    }
    add_own(&work);
    join_heights(&work);
    put_values(&work);
    const land_waters_grid waters = {.block = block,
                                     .seed = kit->seed,
                                     .base = work.base,
                                     .smooth = place_of(&work, LAND_HEIGHT),
                                     .ruggedness = place_of(&work, LAND_RUGGEDNESS),
                                     .field = &work.field,
                                     .warp_x = work.warp_x,
                                     .warp_z = work.warp_z,
                                     .warp_m = work.warp_m,
                                     .height = work.height,
                                     .water = out->water,
                                     .river = out->river,
                                     .flow = out->flow};
    return loam_land_waters_carve(&waters, sources, arena);
}

// ---- the bound --------------------------------------------------------------------------------------------

// Between two graphs: twice the most that was met, see docs/land.md.
static const float fine_to_middle_m = 800, middle_to_coarse_m = 4000;

// Weights that are found at samples at a step and at control points at half of it.
static const float weighed_otherwise_m = 3;

// Higher ground is colder, so that hills which are left out change the mixture of biomes a little.
static const float mixture_m = 20;

// Octaves of the finer graph's hills that are shown at half the step and not at it.
static float hills_bound(const land_detail *detail, int64_t step)
{
    float sum = 0;
    double wavelength = detail->rolling.def.wavelength;
    for (int32_t k = 0; k < detail->rolling.def.octaves; k++)
    {
        if (wavelength < 2.0 * (double)step && wavelength >= (double)step)
        {
            sum += detail->rolling.octaves[k].weight * octave_left[k < 3 ? k : 2];
        }
        wavelength /= detail->rolling.def.lacunarity;
    }
    return sum * (1 + LAND_RIDGED_MEAN) * detail->most_m;
}

float loam_land_block_bound(const land_ground_kit *kit, int64_t step)
{
    const int32_t level = loam_land_level_of(step), finer = loam_land_level_of(step / 2);
    const float scale = kit->relief.scale > 1 ? kit->relief.scale : 1;
    float own = 0;
    for (int32_t i = 0; i < kit->biomes.own_count; i++)
    {
        own = kit->biomes.own[i].amplitude > own ? kit->biomes.own[i].amplitude : own;
    }
    if (level != finer)
    {
        return (finer == FINEST ? fine_to_middle_m : middle_to_coarse_m) * scale + own;
    }
    float hills = 0;
    for (int32_t l = level + 1; l <= FINEST; l++)
    {
        hills += hills_bound(&kit->detail[l], step);
    }
    const int64_t spacing = loam_land_cell_size(level) / 8;
    const bool otherwise = level == FINEST && step >= spacing && step / 2 < spacing;
    return loam_land_relief_bound(&kit->relief, step) + loam_land_river_bound(step) +
           (hills > 0 ? hills + mixture_m * scale : 0) +
           (otherwise ? weighed_otherwise_m * scale + 0.2f * own : 0);
}
