// SPDX-License-Identifier: MIT
#include "land/surface/waters.h"

#include "land/lakes.h"
#include "land/surface/ramps.h"
#include "land/surface/rivers.h"
#include "land/water/ground.h"

#include <stddef.h>

// Each sample asks the waters near it what its ground may be. Tiles of samples first leave out those that are
// too far from all of them, which is most.

enum
{
    TILE = 8,
    COARSE_CELLS = 256, // at least as many as the windows of coarser levels have
    EIGHTHS = 8,        // places of lakes are 1/8 metres
};

// A spline between control points is at most this far from the distances themselves, far from rivers.
static const float far_slack_m = 8;

typedef struct lake_site
{
    int64_t x, z; // 1/8 m
    float radius; // m
    float water;
    int32_t level;
    land_lake_shape shape;
} lake_site;

typedef struct water_work
{
    const land_waters_grid *grid;
    int64_t origin_x, origin_z; // m, where the places of curves are counted from
    land_river_curve *curves;
    land_river_part *near_curves;
    land_bank_figures figures; // told: up to it, how far waters are is known exactly
    float gentle_side, steep_side;
    const float *far; // at samples, how far rivers are about, or NULL: see fill_far
    lake_site *lakes, **near_lakes;
    int32_t curve_count, lake_count, lake_capacity;
    int32_t near_curve_count, near_lake_count;
} water_work;

land_window loam_land_waters_window(const land_block *block, int32_t level)
{
    // Of coarser levels only lakes are read, none of which reaches half a cell from its site.
    const int32_t margin = level < block->level ? 1 : loam_land_river_margin(level, block->told);
    return loam_land_window_over(level, block->x, block->z, block->x + (block->w - 1) * block->step,
                                 block->z + (block->h - 1) * block->step, margin);
}

static size_t most_curves(size_t cells)
{
    return (size_t)loam_land_river_capacity((int32_t)cells);
}

size_t loam_land_waters_scratch(size_t cells)
{
    return LOAM_ARENA_SIZE(most_curves(cells) * sizeof(land_river_curve)) +
           LOAM_ARENA_SIZE(most_curves(cells) * sizeof(land_river_part)) +
           LOAM_ARENA_SIZE((cells + COARSE_CELLS) * sizeof(lake_site)) +
           LOAM_ARENA_SIZE((cells + COARSE_CELLS) * sizeof(lake_site *)) +
           2 * LOAM_ARENA_SIZE(LAND_BLOCK_SAMPLES * sizeof(float));
}

// ---- what is near -----------------------------------------------------------------------------------------

static int32_t units_of(int64_t metres, int32_t level)
{
    const int64_t scale = (int64_t)LOAM_GRAPH_CELL * LAND_FIELD_SCALE;
    const int64_t cell = loam_land_cell_size(level);
    return (int32_t)(cell > scale ? metres / (cell / scale) : metres * (scale / cell));
}

// Asks the field how high the smooth ground is along the curves that bound the ground of the block.
static loam_result lift_curves(water_work *waters, int32_t low_x, int32_t low_z, int32_t high_x,
                               int32_t high_z)
{
    const land_waters_grid *grid = waters->grid;
    const float metres = waters->figures.metres;
    loam_result result = LOAM_OK;
    for (int32_t c = 0; c < waters->curve_count && !result; c++)
    {
        land_river_curve *curve = &waters->curves[c];
        const int32_t far = (int32_t)((waters->figures.most + curve->half) / metres) + 1;
        if (curve->high_x + far < low_x || curve->low_x - far > high_x ||
            curve->high_z + far < low_z || curve->low_z - far > high_z)
        {
            continue;
        }
        int64_t x[LAND_PIECES + 1], z[LAND_PIECES + 1];
        float dx[LAND_PIECES + 1], dz[LAND_PIECES + 1], ground[LAND_PIECES + 1];
        for (int32_t i = 0; i <= LAND_PIECES; i++)
        {
            x[i] = waters->origin_x + (int64_t)((float)curve->x[i] * metres);
            z[i] = waters->origin_z + (int64_t)((float)curve->z[i] * metres);
        }
        result = loam_noise_points(grid->warp_x, dx, 2, x, z, NULL, LAND_PIECES + 1);
        result = result ? result
                        : loam_noise_points(grid->warp_z, dz, 2, x, z, NULL, LAND_PIECES + 1);
        for (int32_t i = 0; i <= LAND_PIECES && !result; i++)
        {
            float at[LAND_ATTRIBUTES];
            loam_land_field_at(grid->field, curve->x[i] + (int32_t)(dx[i] * grid->warp_m / metres),
                               curve->z[i] + (int32_t)(dz[i] * grid->warp_m / metres), at);
            ground[i] = at[LAND_HEIGHT];
        }
        loam_land_river_lift(curve, ground);
    }
    return result;
}

static loam_result find_rivers(water_work *waters, loam_arena *arena)
{
    const land_block *block = waters->grid->block;
    const land_river_cells *cells = waters->grid->cells;
    const land_window *window = &cells->curves.window;
    waters->origin_x = cells->origin_x;
    waters->origin_z = cells->origin_z;
    const int32_t capacity = loam_land_river_capacity(window->w * window->h);
    waters->curves = loam_arena_take(arena, (size_t)capacity * sizeof *waters->curves);
    waters->near_curves = loam_arena_take(arena, (size_t)capacity * sizeof *waters->near_curves);
    const int64_t x0 = block->x - waters->origin_x, z0 = block->z - waters->origin_z;
    const int32_t low_x = units_of(x0, block->level), low_z = units_of(z0, block->level);
    const int32_t high_x = units_of(x0 + (block->w - 1) * block->step, block->level);
    const int32_t high_z = units_of(z0 + (block->h - 1) * block->step, block->level);
    waters->curve_count = loam_land_river_curves(cells, &waters->figures, low_x, low_z, high_x,
                                                 high_z, waters->curves);
    // On coarser graphs crests.c has lifted the ground already.
    const bool finest = block->level == LOAM_LAND_LEVELS - 1;
    return !finest ? LOAM_OK : lift_curves(waters, low_x, low_z, high_x, high_z);
}

static void add_lake(water_work *waters, int32_t level, int64_t x, int64_t z, float radius,
                     float water, land_lake_shape shape)
{
    LOAM_ASSERT(NULL, waters->lake_count < waters->lake_capacity);
    waters->lakes[waters->lake_count++] = (lake_site){
        .x = x, .z = z, .radius = radius, .water = water, .level = level, .shape = shape};
}

static loam_result find_lakes(water_work *waters, int32_t level, land_page_source source)
{
    const land_window window = loam_land_waters_window(waters->grid->block, level);
    int64_t page_x, page_z;
    int32_t w, h;
    loam_land_window_pages(&window, &page_x, &page_z, &w, &h);
    const int64_t cell_8 = loam_land_cell_size(level) * EIGHTHS;
    for (int32_t p = 0; p < w * h; p++)
    {
        const int64_t px = page_x + p % w, pz = page_z + p / w;
        const loam_page *page = source.find(source.user, px, pz);
        if (page == NULL || page->data == NULL)
        {
            return loam_fail(LOAM_NOT_FOUND, "a page of cells is missing");
        }
        const land_cells *cells = page->data;
        for (int32_t i = 0; i < LAND_CELLS; i++)
        {
            const int64_t c = px * LOAM_GRAPH_SIDE + i % LOAM_GRAPH_SIDE;
            const int64_t r = pz * LAND_ROWS + i / LOAM_GRAPH_SIDE;
            if (cells->lake[i] > 0 && c >= window.column && r >= window.row &&
                c < window.column + window.w && r < window.row + window.h)
            {
                add_lake(
                    waters, level,
                    px * LOAM_GRAPH_SIDE * cell_8 + cells->site_x[i] * cell_8 / LOAM_GRAPH_CELL,
                    pz * LOAM_GRAPH_SIDE * cell_8 + cells->site_z[i] * cell_8 / LOAM_GRAPH_CELL,
                    cells->lake[i] * (float)cell_8 / (EIGHTHS * LOAM_GRAPH_CELL), cells->height[i],
                    land_lake_shape_of(waters->grid->seed, level, c, r));
            }
        }
    }
    return LOAM_OK;
}

// ---- samples ----------------------------------------------------------------------------------------------

static float lake_gap(const lake_site *lake, int64_t x, int64_t z)
{
    const float dx = (float)(x * EIGHTHS - lake->x) * (1.0f / EIGHTHS);
    const float dz = (float)(z * EIGHTHS - lake->z) * (1.0f / EIGHTHS);
    return sqrtf(dx * dx + dz * dz) - lake->radius;
}

// The waters that matter to samples within `radius` metres of a place.
static void find_near(water_work *waters, int64_t x, int64_t z, float radius)
{
    const land_bank_figures *figures = &waters->figures;
    // Rounding must not leave out what is just within reach.
    const float slack = 1 + 1e-4f * radius;
    const float lakes = figures->most > figures->told ? figures->most : figures->told;
    const int32_t level = waters->grid->block->level;
    const int32_t ux = units_of(x - waters->origin_x, level);
    const int32_t uz = units_of(z - waters->origin_z, level);
    waters->near_curve_count = 0;
    waters->near_lake_count = 0;
    for (int32_t i = 0; i < waters->curve_count; i++)
    {
        const land_river_curve *curve = &waters->curves[i];
        const float box = loam_land_curve_gap(curve, figures, ux, uz) - radius;
        const float reach = loam_land_curve_reach(curve, figures) + slack;
        float gap = box;
        if (box < reach)
        {
            const land_river_part part = loam_land_river_part_near(curve, figures, ux, uz, radius,
                                                                   &gap);
            waters->near_curves[waters->near_curve_count] = part;
            waters->near_curve_count += gap < reach ? 1 : 0;
        }
    }
    for (int32_t i = 0; i < waters->lake_count; i++)
    {
        if (lake_gap(&waters->lakes[i], x, z) - radius < lakes + slack)
        {
            waters->near_lakes[waters->near_lake_count++] = &waters->lakes[i];
        }
    }
}

static void ask_waters(const water_work *waters, const land_ground_line *ground, land_banks *banks)
{
    const int64_t x = ground->x, z = ground->z;
    const int32_t level = waters->grid->block->level;
    const int32_t ux = units_of(x - waters->origin_x, level);
    const int32_t uz = units_of(z - waters->origin_z, level);
    const float step = (float)waters->grid->block->step;
    for (int32_t i = 0; i < waters->near_curve_count; i++)
    {
        loam_land_banks_river(banks, &waters->near_curves[i], &waters->figures, ux, uz, ground,
                              step);
    }
    loam_land_banks_corners(banks);
    for (int32_t i = 0; i < waters->near_lake_count; i++)
    {
        const lake_site *lake = waters->near_lakes[i];
        const float dx = (float)(x * EIGHTHS - lake->x) * (1.0f / EIGHTHS);
        const float dz = (float)(z * EIGHTHS - lake->z) * (1.0f / EIGHTHS);
        const land_lake_place place = {
            .out = land_lake_distance(&lake->shape, dx, dz, lake->radius),
            .radius = lake->radius,
            .water = lake->water};
        loam_land_banks_lake(banks, &waters->figures, &place, ground, step);
    }
}

// What is told of a sample, whose nearest water is `exact` metres away if that is within reach. Which waters
// beyond it were looked at depends on the tile, so none of them counts.
static void put_river(const water_work *waters, size_t p, float exact)
{
    if (waters->grid->river != NULL)
    {
        const float far = waters->far != NULL ? waters->far[p] : LAND_RIVER_FAR;
        const float distance = exact < waters->figures.told ? exact : far;
        waters->grid->river[p] = distance < LAND_RIVER_FAR ? distance : LAND_RIVER_FAR;
    }
}

static void carve_sample(const water_work *waters, int32_t i, int32_t j)
{
    const land_waters_grid *grid = waters->grid;
    const land_block *block = grid->block;
    const size_t p = (size_t)j * (size_t)block->w + (size_t)i;
    land_banks banks;
    loam_land_banks_clear(&banks);
    const float rough = grid->ruggedness[p] * grid->ruggedness[p];
    const float side = waters->gentle_side + (waters->steep_side - waters->gentle_side) * rough;
    const land_ground_line ground = {.smooth = grid->smooth[p],
                                     .side = side,
                                     .x = block->x + i * block->step,
                                     .z = block->z + j * block->step,
                                     .seed = grid->seed};
    ask_waters(waters, &ground, &banks);
    if (grid->base[p] <= 0)
    {
        // The sea wins over rivers that reach it.
        grid->height[p] = banks.bed < grid->height[p] ? banks.bed : grid->height[p];
        grid->water[p] = 0;
    }
    else
    {
        grid->height[p] = loam_land_banks_ground(&banks, &waters->figures, grid->smooth[p],
                                                 grid->height[p]);
        grid->water[p] = banks.water;
    }
    put_river(waters, p, banks.distance);
    if (grid->flow != NULL)
    {
        grid->flow[p] = banks.flow > grid->flow[p] ? banks.flow : grid->flow[p];
    }
}

// A sample that no water bounds.
static void leave_sample(const water_work *waters, size_t p)
{
    const land_waters_grid *grid = waters->grid;
    const bool sea = grid->base[p] <= 0;
    grid->height[p] = sea ? grid->height[p] : land_dry_ground(grid->height[p]);
    grid->water[p] = sea ? 0 : LOAM_LAND_DRY;
    put_river(waters, p, LAND_UNBOUND);
}

// Far from rivers their distance is known well enough at control points.
static bool is_far(const water_work *waters, size_t p)
{
    return waters->far != NULL && waters->far[p] > waters->figures.most + 2 * far_slack_m;
}

// Leaves the samples of a tile alone if all are far from waters.
static bool leave_tile(const water_work *waters, int32_t i0, int32_t j0, int32_t i1, int32_t j1)
{
    const int32_t w = waters->grid->block->w;
    bool all = waters->curve_count + waters->lake_count == 0;
    for (int32_t j = j0; j < j1 && waters->far != NULL; j++)
    {
        all = true;
        for (int32_t i = i0; i < i1; i++)
        {
            all = all && is_far(waters, (size_t)(j * w + i));
        }
        if (!all)
        {
            return false;
        }
    }
    for (int32_t j = j0; j < j1 && all; j++)
    {
        for (int32_t i = i0; i < i1; i++)
        {
            leave_sample(waters, (size_t)(j * w + i));
        }
    }
    return all;
}

static void carve_tile(water_work *waters, int32_t i0, int32_t j0)
{
    const land_block *block = waters->grid->block;
    const int32_t i1 = i0 + TILE < block->w ? i0 + TILE : block->w;
    const int32_t j1 = j0 + TILE < block->h ? j0 + TILE : block->h;
    if (leave_tile(waters, i0, j0, i1, j1))
    {
        return;
    }
    find_near(waters, block->x + (i0 + TILE / 2) * block->step,
              block->z + (j0 + TILE / 2) * block->step, 0.72f * TILE * (float)block->step);
    const bool alone = waters->near_curve_count + waters->near_lake_count == 0;
    for (int32_t j = j0; j < j1; j++)
    {
        for (int32_t i = i0; i < i1; i++)
        {
            const size_t p = (size_t)j * (size_t)block->w + (size_t)i;
            if (alone || is_far(waters, p))
            {
                leave_sample(waters, p);
            }
            else
            {
                carve_sample(waters, i, j);
            }
        }
    }
}

// At most LAND_RIVER_FAR.
static float distance_to_waters(const water_work *waters, int64_t x, int64_t z)
{
    const int32_t level = waters->grid->block->level;
    const int32_t ux = units_of(x - waters->origin_x, level);
    const int32_t uz = units_of(z - waters->origin_z, level);
    land_banks banks;
    loam_land_banks_clear(&banks);
    banks.distance = LAND_RIVER_FAR;
    const land_ground_line ground = {.side = 1, .x = x, .z = z, .seed = waters->grid->seed};
    for (int32_t i = 0; i < waters->curve_count; i++)
    {
        const land_river_part whole = loam_land_river_whole(&waters->curves[i]);
        if (loam_land_curve_gap(whole.curve, &waters->figures, ux, uz) < banks.distance)
        {
            loam_land_banks_river(&banks, &whole, &waters->figures, ux, uz, &ground, 1);
        }
    }
    for (int32_t i = 0; i < waters->lake_count; i++)
    {
        const lake_site *lake = &waters->lakes[i];
        const float dx = (float)(x * EIGHTHS - lake->x) * (1.0f / EIGHTHS);
        const float dz = (float)(z * EIGHTHS - lake->z) * (1.0f / EIGHTHS);
        const float out = land_lake_distance(&lake->shape, dx, dz, lake->radius);
        banks.distance = out < banks.distance ? out : banks.distance;
    }
    return banks.distance;
}

// Where samples are closer than control points, distances to rivers that are too far to bound the ground are
// found at those, and curves run between.
static void fill_far(water_work *waters, loam_arena *arena)
{
    const float bounding = waters->figures.most + 4 * far_slack_m;
    const land_block *block = waters->grid->block;
    const land_control_grid grid = loam_land_control_over(block);
    const size_t count = (size_t)block->w * (size_t)block->h;
    if (block->step >= grid.spacing || waters->figures.told <= bounding ||
        waters->curve_count + waters->lake_count == 0)
    {
        return;
    }
    float *points = loam_arena_take(arena, (size_t)grid.w * (size_t)grid.h * sizeof *points);
    for (int32_t p = 0; p < grid.w * grid.h; p++)
    {
        const int64_t x = grid.x + p % grid.w * grid.spacing,
                      z = grid.z + p / grid.w * grid.spacing;
        // Less than nothing, so that curves between points where there is none are exactly 0.
        points[p] = distance_to_waters(waters, x, z) - LAND_RIVER_FAR;
    }
    float *far = loam_arena_take(arena, count * sizeof *far);
    land_splines splines;
    loam_land_splines_init(&splines, block, &grid);
    loam_land_spline_fill(&splines, block, &grid, points, far);
    for (size_t p = 0; p < count; p++)
    {
        far[p] += LAND_RIVER_FAR;
    }
    waters->far = far;
    waters->figures.told = bounding;
}

loam_result loam_land_waters_carve(const land_waters_grid *grid,
                                   const land_page_source sources[LOAM_LAND_LEVELS],
                                   loam_arena *arena)
{
    const int32_t level = grid->block->level;
    const land_level_figures sides = loam_land_figures(level + 1 < LOAM_LAND_LEVELS ? level + 1
                                                                                    : level);
    water_work waters = {.grid = grid,
                         .figures = loam_land_bank_figures_of(level),
                         .gentle_side = sides.gentle_side,
                         .steep_side = sides.steep_side};
    waters.figures.told = grid->block->told;
    // Every cell may have a lake, for all that is known here.
    for (int32_t l = 0; l <= level; l++)
    {
        const land_window window = loam_land_waters_window(grid->block, l);
        waters.lake_capacity += window.w * window.h;
    }
    const size_t lakes = (size_t)waters.lake_capacity;
    waters.lakes = loam_arena_take(arena, lakes * sizeof *waters.lakes);
    waters.near_lakes = loam_arena_take(arena, lakes * sizeof *waters.near_lakes);
    loam_result result = find_rivers(&waters, arena);
    for (int32_t l = 0; l <= level && !result; l++)
    {
        result = find_lakes(&waters, l, sources[l]);
    }
    if (result == LOAM_OK)
    {
        fill_far(&waters, arena);
    }
    for (int32_t j = 0; j < grid->block->h && !result; j += TILE)
    {
        for (int32_t i = 0; i < grid->block->w; i += TILE)
        {
            carve_tile(&waters, i, j);
        }
    }
    return result;
}
