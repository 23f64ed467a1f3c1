// SPDX-License-Identifier: MIT
#include "land/surface/waters.h"

#include "land/basis/lakes.h"
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

_Static_assert(TILE *TILE <= LAND_BANK_SAMPLES, "a tile of samples has room for all of its own");

// A spline between control points is at most this far from the distances themselves, far from rivers.
static const float far_slack_m = 8;

// How far from the sea rivers stand lower for it.
static const float tide_m = 48;

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
    land_bank_figures figures; // up to their water_range_m distances are exact
    float gentle_side, steep_side;
    const float *far; // at samples, how far rivers are about, or NULL: see fill_far
    lake_site *lakes, **near_lakes;
    int32_t curve_count, lake_count;
    int32_t near_curve_count, near_lake_count;
} water_work;

land_window loam_land_waters_window(const land_block *block, int32_t level)
{
    // Of coarser levels only lakes are read, none of which reaches half a cell from its site.
    const int32_t margin = level < block->level
                               ? 1
                               : loam_land_river_margin(level, block->water_range_m);
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
    const int32_t low_x = land_field_units(x0, block->level),
                  low_z = land_field_units(z0, block->level);
    const int32_t high_x = land_field_units(x0 + (block->w - 1) * block->step, block->level);
    const int32_t high_z = land_field_units(z0 + (block->h - 1) * block->step, block->level);
    waters->curve_count = loam_land_river_curves(cells, &waters->figures, low_x, low_z, high_x,
                                                 high_z, waters->curves);
    if (waters->curve_count < 0)
    {
        return LOAM_FAILED;
    }
    // On coarser graphs crests.c has lifted the ground already.
    const bool finest = block->level == LOAM_LAND_LEVELS - 1;
    return !finest ? LOAM_OK : lift_curves(waters, low_x, low_z, high_x, high_z);
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
                // There is room for one of every cell in the windows.
                waters->lakes[waters->lake_count++] = (lake_site){
                    .x = px * LOAM_GRAPH_SIDE * cell_8 +
                         cells->site_x[i] * cell_8 / LOAM_GRAPH_CELL,
                    .z = pz * LOAM_GRAPH_SIDE * cell_8 +
                         cells->site_z[i] * cell_8 / LOAM_GRAPH_CELL,
                    .radius = cells->lake[i] * (float)cell_8 / (EIGHTHS * LOAM_GRAPH_CELL),
                    .water = cells->height[i],
                    .level = level,
                    .shape = land_lake_shape_of(waters->grid->seed, level, c, r)};
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

// How far the shore of a lake is from samples.
static void measure_lake(const lake_site *lake, const land_bank_tile *tile, land_lake_places *out)
{
    out->radius = lake->radius;
    out->water = lake->water;
    for (int32_t k = 0; k < LAND_BANK_SAMPLES; k++)
    {
        const int32_t i = k < tile->count ? k : tile->count - 1;
        const float dx = (float)(tile->at_x[i] * EIGHTHS - lake->x) * (1.0f / EIGHTHS);
        const float dz = (float)(tile->at_z[i] * EIGHTHS - lake->z) * (1.0f / EIGHTHS);
        out->out[k] = k > i ? out->out[i] : land_lake_distance(&lake->shape, dx, dz, lake->radius);
    }
}

// The waters that matter to samples within `radius` metres of a place.
static void find_near(water_work *waters, int64_t x, int64_t z, float radius)
{
    const land_bank_figures *figures = &waters->figures;
    // Rounding must not leave out what is just within reach.
    const float slack = 1 + 1e-4f * radius;
    const float lakes = figures->most > figures->water_range_m ? figures->most
                                                               : figures->water_range_m;
    const int32_t level = waters->grid->block->level;
    const int32_t ux = land_field_units(x - waters->origin_x, level);
    const int32_t uz = land_field_units(z - waters->origin_z, level);
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

// The waters that are near, asked about a tile.
static void ask_waters(const water_work *waters, land_bank_tile *tile)
{
    const land_ground_kernels *kernels = waters->grid->kernels;
    const float step = (float)waters->grid->block->step;
    for (int32_t i = 0; i < waters->near_curve_count; i++)
    {
        kernels->ask_river(&waters->near_curves[i], &waters->figures, step, tile);
    }
    kernels->round_corners(tile);
    for (int32_t i = 0; i < waters->near_lake_count; i++)
    {
        land_lake_places places;
        measure_lake(waters->near_lakes[i], tile, &places);
        kernels->ask_lake(&places, &waters->figures, step, tile);
    }
}

// What is reported at a sample, whose nearest water is `exact` metres away if that is within reach. Which waters
// beyond it were looked at depends on the tile, so none of them counts.
static void put_river(const water_work *waters, size_t p, float exact)
{
    if (waters->grid->river != NULL)
    {
        const float far = waters->far != NULL ? waters->far[p] : LAND_RIVER_FAR;
        const float distance = exact < waters->figures.water_range_m ? exact : far;
        waters->grid->river[p] = distance < LAND_RIVER_FAR ? distance : LAND_RIVER_FAR;
    }
}

// What is left of a river's height above the sea where the sea is near, so that it has the sea's level where
// that begins: curves end at sites, which the coast seldom passes.
static float tide_at(const land_waters_grid *grid, size_t p)
{
    return land_ramp(grid->base[p], 0, loam_clamp(tide_m * grid->slope[p], 0.05f, 3));
}

// Adds a sample to those that waters are asked about.
static void add_sample(const water_work *waters, int32_t i, int32_t j, land_bank_tile *tile)
{
    const land_waters_grid *grid = waters->grid;
    const land_block *block = grid->block;
    const size_t p = (size_t)j * (size_t)block->w + (size_t)i;
    const float rough = grid->ruggedness[p] * grid->ruggedness[p];
    const int64_t x = block->x + i * block->step, z = block->z + j * block->step;
    loam_land_bank_tile_add(
        tile, &(land_bank_sample){.at_x = x,
                                  .at_z = z,
                                  .x = land_field_units(x - waters->origin_x, block->level),
                                  .z = land_field_units(z - waters->origin_z, block->level),
                                  .smooth = grid->smooth[p],
                                  .side = waters->gentle_side +
                                          (waters->steep_side - waters->gentle_side) * rough,
                                  .tide = tide_at(grid, p)});
}

static void put_kind(const water_work *waters, size_t p, loam_water_kind kind)
{
    if (waters->grid->kind != NULL)
    {
        waters->grid->kind[p] = (uint8_t)kind;
    }
}

/// What the water of sample k is, above the level of the sea.
static loam_water_kind kind_of(const land_bank_tile *tile, int32_t k)
{
    return tile->water[k] <= LOAM_LAND_DRY       ? LOAM_WATER_NONE
           : tile->weight[k] == LAND_LAKE_WEIGHT ? LOAM_WATER_LAKE
                                                 : LOAM_WATER_RIVER;
}

// Sample p is k of a tile, with this ground where it lies above the sea.
static void carve_sample(const water_work *waters, size_t p, const land_bank_tile *tile, int32_t k,
                         float ground)
{
    const land_waters_grid *grid = waters->grid;
    if (grid->base[p] <= 0)
    {
        // The sea wins over rivers that reach it.
        grid->height[p] = tile->bed[k] < grid->height[p] ? tile->bed[k] : grid->height[p];
        grid->water[p] = 0;
    }
    else
    {
        grid->height[p] = ground;
        grid->water[p] = tile->water[k];
    }
    put_kind(waters, p, grid->base[p] <= 0 ? LOAM_WATER_SEA : kind_of(tile, k));
    put_river(waters, p, tile->distance[k]);
    if (grid->flow != NULL)
    {
        grid->flow[p] = tile->flow[k] > grid->flow[p] ? tile->flow[k] : grid->flow[p];
    }
}

// Carves the samples of a tile; at[k] is where sample k lies in the block.
static void carve_samples(const water_work *waters, land_bank_tile *tile, const size_t *at)
{
    const land_waters_grid *grid = waters->grid;
    float ground[LAND_BANK_SAMPLES] = {0};
    loam_land_bank_tile_close(tile);
    ask_waters(waters, tile);
    for (int32_t k = 0; k < tile->count; k++)
    {
        ground[k] = grid->height[at[k]];
    }
    grid->kernels->find_ground(&waters->figures, tile, ground);
    for (int32_t k = 0; k < tile->count; k++)
    {
        carve_sample(waters, at[k], tile, k, ground[k]);
    }
}

// A sample that no water bounds.
static void leave_sample(const water_work *waters, size_t p)
{
    const land_waters_grid *grid = waters->grid;
    const bool sea = grid->base[p] <= 0;
    grid->height[p] = sea ? grid->height[p] : land_dry_ground(grid->height[p]);
    grid->water[p] = sea ? 0 : LOAM_LAND_DRY;
    put_kind(waters, p, sea ? LOAM_WATER_SEA : LOAM_WATER_NONE);
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
    land_bank_tile tile;
    size_t at[LAND_BANK_SAMPLES];
    loam_land_bank_tile_init(&tile, waters->grid->seed);
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
                at[tile.count] = p;
                add_sample(waters, i, j, &tile);
            }
        }
    }
    if (tile.count > 0)
    {
        carve_samples(waters, &tile, at);
    }
}

// How far waters are from the places of a tile, at most LAND_RIVER_FAR.
static void find_distances(const water_work *waters, land_bank_tile *tile)
{
    loam_land_bank_tile_close(tile);
    for (int32_t k = 0; k < LAND_BANK_SAMPLES; k++)
    {
        tile->distance[k] = LAND_RIVER_FAR;
    }
    for (int32_t i = 0; i < waters->curve_count; i++)
    {
        const land_river_part whole = loam_land_river_whole(&waters->curves[i]);
        waters->grid->kernels->near_river(&whole, &waters->figures, tile);
    }
    for (int32_t i = 0; i < waters->lake_count; i++)
    {
        land_lake_places places;
        measure_lake(&waters->lakes[i], tile, &places);
        for (int32_t k = 0; k < tile->count; k++)
        {
            tile->distance[k] = places.out[k] < tile->distance[k] ? places.out[k]
                                                                  : tile->distance[k];
        }
    }
}

// Distances to waters at control points, less LAND_RIVER_FAR: less than nothing, so that curves between
// points where there is none are exactly 0.
static void fill_points(const water_work *waters, const land_control_grid *grid, float *points)
{
    const int32_t level = waters->grid->block->level, count = grid->w * grid->h;
    for (int32_t first = 0; first < count; first += LAND_BANK_SAMPLES)
    {
        land_bank_tile tile;
        loam_land_bank_tile_init(&tile, waters->grid->seed);
        for (int32_t p = first; p < count && tile.count < LAND_BANK_SAMPLES; p++)
        {
            const int64_t x = grid->x + p % grid->w * grid->spacing,
                          z = grid->z + p / grid->w * grid->spacing;
            loam_land_bank_tile_add(
                &tile, &(land_bank_sample){.at_x = x,
                                           .at_z = z,
                                           .x = land_field_units(x - waters->origin_x, level),
                                           .z = land_field_units(z - waters->origin_z, level)});
        }
        find_distances(waters, &tile);
        for (int32_t k = 0; k < tile.count; k++)
        {
            points[first + k] = tile.distance[k] - LAND_RIVER_FAR;
        }
    }
}

// Where samples are closer than control points, distances to rivers that are too far to bound the ground are
// found at those, and curves run between.
static void fill_far(water_work *waters, loam_arena *arena)
{
    const float bounding = waters->figures.most + 4 * far_slack_m;
    const land_block *block = waters->grid->block;
    const land_control_grid grid = loam_land_control_over(block);
    const size_t count = (size_t)block->w * (size_t)block->h;
    if (block->step >= grid.spacing || waters->figures.water_range_m <= bounding ||
        waters->curve_count + waters->lake_count == 0)
    {
        return;
    }
    float *points = loam_arena_take(arena, (size_t)grid.w * (size_t)grid.h * sizeof *points);
    fill_points(waters, &grid, points);
    float *far = loam_arena_take(arena, count * sizeof *far);
    land_splines splines;
    loam_land_splines_init(&splines, block, &grid);
    loam_land_spline_fill(&splines, block, &grid, points, far);
    for (size_t p = 0; p < count; p++)
    {
        far[p] += LAND_RIVER_FAR;
    }
    waters->far = far;
    waters->figures.water_range_m = bounding;
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
    waters.figures.water_range_m = grid->block->water_range_m;
    // Every cell may have a lake, for all that is known here.
    size_t lakes = 0;
    for (int32_t l = 0; l <= level; l++)
    {
        const land_window window = loam_land_waters_window(grid->block, l);
        lakes += (size_t)window.w * (size_t)window.h;
    }
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
