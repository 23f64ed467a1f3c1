// SPDX-License-Identifier: MIT
#include "tiles/grow/ground.h"

#include "tiles/grow/caves.h"
#include "tiles/grow/columns.h"
#include "tiles/grow/ground_rules.h"
#include "tiles/grow/pools.h"

#include <string.h>

// A tile is decided by its column (how deep it lies below the ground there, the biome) and by some noises
// over the plane. The window is filled in bands of rows, so that a band's noises stay in the cache. A
// band above the ground needs none of them.
//
// Nothing here may depend on where the window begins: neighbouring chunks, and an automaton's padding,
// have to see the same tiles.

enum
{
    BAND = 64 // rows
};

// ---- memory -------------------------------------------------------------------------------------

size_t loam_ground_size(int32_t w, int32_t h)
{
    return 3 * LOAM_ARENA_SIZE((size_t)w * (size_t)h) + 2 * LOAM_ARENA_SIZE(loam_bits_size(w, h));
}

ground_planes loam_ground_planes(void *memory, int32_t w, int32_t h)
{
    loam_arena arena = loam_arena_make(memory, loam_ground_size(w, h), NULL);
    const size_t tiles = (size_t)w * (size_t)h;
    ground_planes planes = {.w = w, .h = h};
    planes.solid = loam_arena_take(&arena, tiles);
    planes.empty = loam_arena_take(&arena, tiles);
    planes.wall = loam_arena_take(&arena, tiles);
    planes.blocks = (loam_bits){loam_arena_take(&arena, loam_bits_size(w, h)), w, h};
    planes.walls = (loam_bits){loam_arena_take(&arena, loam_bits_size(w, h)), w, h};
    return planes;
}

/// A stratum that was looked at lately.
typedef struct known_stratum
{
    int64_t cell;
    tile_stratum layer;
} known_stratum;

enum
{
    STRATA_KNOWN = 8
};

/// What is needed while a window is filled; the noises are those of a band.
typedef struct ground_work
{
    const tile_recipe *recipe;
    const ground_noises *noises;
    tile_window window;
    ground_planes *planes;
    tile_column *columns; // of the window, and margin more on each side
    int32_t margin;
    int32_t highest; // first row of the window's columns that is above ground and lakes
    float *dither, *wander, *fold, *ore, *zone;
    tile_caves caves;
    uint8_t *blocks, *walls; // of a row: whether they are solid, 0 or 1
    float rock_top;          // below this height there is no soil, in all columns
    float ore_least;         // less than this is ore nowhere
    uint64_t strata_seed;
    known_stratum strata[STRATA_KNOWN];
    tile_pools *pools;
    const tile_brick *brick; // the last one
} ground_work;

// Where ground_tile.inl finds what it needs.
#define KNOWN const ground_work *work,
#define KNOWS work,
#define GROUND work->recipe->ground
#define BIOME(index) work->recipe->biomes[index]
#define IS_GRASS(material) ((work->recipe->properties[material] & LOAM_GRASS) != 0)
#define IS_SAND(material) ((work->recipe->properties[material] & LOAM_SAND) != 0)
#define IS_EARTH(material) ((work->recipe->properties[material] & LOAM_SOIL) != 0)
#define LEAST_ORE work->ore_least
#define COLUMN(index) work->columns[index]
#define COLUMN_STEP ((int)work->window.step)
#include "tiles/grow/ground_tile.inl"

enum
{
    BAND_FIELDS = 5
};

size_t loam_ground_scratch_size(const tile_recipe *recipe, int32_t w)
{
    const size_t band = (size_t)w * BAND * sizeof(float);
    const size_t columns = (size_t)(w + 2 * loam_ground_margin(recipe, 1)) * sizeof(tile_column);
    return BAND_FIELDS * LOAM_ARENA_SIZE(band) + loam_caves_scratch_size(w, BAND) +
           2 * LOAM_ARENA_SIZE(w) + LOAM_ARENA_SIZE(columns) + LOAM_ARENA_SIZE(sizeof(tile_pools));
}

static void take_memory(ground_work *work, loam_arena *scratch)
{
    const int32_t w = work->window.w;
    float **fields[BAND_FIELDS] = {&work->dither, &work->wander, &work->fold, &work->ore,
                                   &work->zone};
    for (size_t i = 0; i < BAND_FIELDS; i++)
    {
        *fields[i] = loam_arena_take(scratch, (size_t)w * BAND * sizeof(float));
    }
    work->columns = loam_arena_take(scratch,
                                    (size_t)(w + 2 * work->margin) * sizeof *work->columns);
    work->blocks = loam_arena_take(scratch, (size_t)w);
    work->walls = loam_arena_take(scratch, (size_t)w);
    work->pools = loam_arena_take(scratch, sizeof *work->pools);
    memset(work->pools, 0, sizeof *work->pools);
}

// ---- what the window needs ----------------------------------------------------------------------

static void spread_columns(ground_work *work)
{
    work->highest = -TILE_HEIGHT_END;
    work->rock_top = (float)TILE_HEIGHT_END;
    for (int32_t i = 0; i < work->window.w; i++)
    {
        const tile_column *column = &work->columns[work->margin + i];
        const int32_t top = loam_column_top(column);
        work->highest = top > work->highest ? top : work->highest;
        work->caves.surface[i] = (float)column->surface;
        const float rock = work->caves.surface[i] - settled_depth(column->soil);
        work->rock_top = rock < work->rock_top ? rock : work->rock_top;
        work->caves.lid[i] = column->lid;
        work->caves.seal[i] = (float)column->seal;
    }
}

static loam_result begin(ground_work *work, loam_arena *scratch)
{
    const loam_tile_ground *ground = &work->recipe->ground;
    const tile_window *window = &work->window;
    work->margin = loam_ground_margin(work->recipe, window->step);
    work->ore_least = loam_ground_least_ore(ground);
    work->strata_seed = loam_strata_seed(work->noises->seed);
    for (int32_t i = 0; i < STRATA_KNOWN; i++)
    {
        work->strata[i].cell = INT64_MIN;
    }
    take_memory(work, scratch);
    loam_caves_begin(&work->caves, work->recipe, window->w, BAND, scratch);
    const loam_result result = loam_columns_fill(
        work->recipe, work->noises, window->x - work->margin * window->step, window->step,
        window->w + 2 * work->margin, work->columns);
    if (result == LOAM_OK)
    {
        spread_columns(work);
    }
    return result;
}

/// The noises of rows first .. first + rows - 1.
static loam_result sample_band(ground_work *work, int32_t first, int32_t rows)
{
    const ground_noises *n = work->noises;
    const tile_window *window = &work->window;
    const loam_noise_area area = {.x = window->x,
                                  .y = window->y + first * window->step,
                                  .step = window->step,
                                  .w = window->w,
                                  .h = rows,
                                  .d = 1};
    loam_result result = loam_caves_sample(&work->caves, n, area);
    result = result ? result : loam_noise_grid2(&n->dither, work->dither, area);
    result = result ? result : loam_noise_grid2(&n->wander, work->wander, area);
    result = result ? result : loam_noise_grid2(&n->fold, work->fold, area);
    result = result ? result : loam_noise_grid2(&n->ore, work->ore, area);
    return result ? result : loam_noise_grid2(&n->zone, work->zone, area);
}

// ---- rock ---------------------------------------------------------------------------------------

/// The stratum of a height along the bent layers.
static inline tile_stratum stratum_at(ground_work *work, int64_t bent)
{
    const int64_t cell = bent >> STRATUM_LOG2;
    known_stratum *known = &work->strata[(uint64_t)cell % STRATA_KNOWN];
    if (known->cell != cell)
    {
        known->cell = cell;
        known->layer = loam_stratum_make(&work->recipe->ground, work->strata_seed, cell);
    }
    return known->layer;
}

// ---- rows ---------------------------------------------------------------------------------------

/// Where a row of the window is.
typedef struct ground_row
{
    int64_t true_y;
    int32_t y;                     // clamped
    size_t noise;                  // its first sample in the band
    uint8_t *solid, *empty, *wall; // in the planes
} ground_row;

static tile_place place_at(const ground_work *work, const ground_row *row, int32_t i)
{
    const size_t at = row->noise + (size_t)i;
    return (tile_place){
        .column = work->margin + i,
        .y = row->y,
        .dither = work->dither[at],
        .wander = work->wander[at],
        .fold = work->fold[at],
        .cave_mix = work->caves.mix[at],
        .ore = work->ore[at],
        .zone = work->zone[at],
    };
}

/// Rock, and pockets in it.
static inline void fill_rock(ground_work *work, const ground_row *row, int32_t i, tile_place place,
                             bool settled)
{
    const int32_t bend = layer_bend(work, place.fold);
    const int64_t bent = row->true_y + bend + work->columns[place.column].tilt;
    const int32_t within = (int32_t)(bent & (STRATUM_SIDE - 1));
    const int stratum = stratum_material(stratum_at(work, bent), within);
    const int rock = rock_at(work, place, bend, settled ? stratum : NO_MATERIAL);
    const int ore = settled ? ore_at(work, place) : NO_MATERIAL;
    row->solid[i] = (uint8_t)(ore != NO_MATERIAL ? ore : rock);
    row->wall[i] = (uint8_t)rock;
}

static void fill_above(ground_work *work, const ground_row *row, int32_t i, tile_place place)
{
    const tile_ground tile = ground_above(work, place);
    row->empty[i] = (uint8_t)tile.empty;
    row->solid[i] = (uint8_t)tile.solid;
    row->wall[i] = (uint8_t)tile.wall;
    work->blocks[i] = tile.block;
    work->walls[i] = tile.walled;
}

/// In the ground: soil with a frayed border, rock below it.
static void fill_below(ground_work *work, const ground_row *row, int32_t i, tile_place place)
{
    const tile_column *column = &work->columns[place.column];
    const int32_t depth = column->surface - place.y;
    work->blocks[i] = !work->caves.open[i];
    work->walls[i] = has_wall(place, (float)depth);
    if (is_rock(work, place, (float)depth))
    {
        fill_rock(work, row, i, place, (float)depth > settled_depth(column->soil));
        return;
    }
    const tile_soil kinds = soil_at(work, place);
    row->solid[i] = (uint8_t)soil_layer(work, place, kinds, depth);
    row->wall[i] = (uint8_t)kinds.soil;
}

/// A row that the ground crosses.
static void fill_ground_row(ground_work *work, const ground_row *row)
{
    for (int32_t i = 0; i < work->window.w; i++)
    {
        const tile_place place = place_at(work, row, i);
        if (row->y >= work->columns[place.column].surface)
        {
            fill_above(work, row, i, place);
        }
        else
        {
            fill_below(work, row, i, place);
        }
    }
}

/// A row that is rock throughout, as most are.
static void fill_rock_row(ground_work *work, const ground_row *row)
{
    memset(work->walls, 1, (size_t)work->window.w);
    for (int32_t i = 0; i < work->window.w; i++)
    {
        work->blocks[i] = !work->caves.open[i];
        fill_rock(work, row, i, place_at(work, row, i), true);
    }
}

/// What the pool of a brick makes of a tile below its level: it is filled if it is open, and closed at the rim.
static void fill_pool(const ground_work *work, const ground_row *row, const tile_brick *brick,
                      int32_t i, int64_t bent_x, int64_t bent_y)
{
    const float depth = work->caves.surface[i] - (float)row->y;
    if (depth <= 0.0f)
    {
        return;
    }
    const bool rim = is_pool_rim((int)(bent_x - brick->x0), (int)(bent_y - brick->y0),
                                 (int)(brick->x1 - brick->x0), (int)(brick->y1 - brick->y0));
    if (!rim)
    {
        row->empty[i] = brick->fluid;
    }
    work->blocks[i] |= rim || depth < SURFACE_ROOF;
}

static loam_result fill_pools(ground_work *work, const ground_row *row)
{
    const tile_brick *brick = work->brick;
    const float *fold = work->fold + row->noise, *zone = work->zone + row->noise;
    const int64_t x = work->window.x, step = work->window.step;
    for (int32_t i = 0; i < work->window.w; i++)
    {
        const int64_t bent_x = x + i * step + brick_bend_x(fold[i]);
        const int64_t bent_y = row->true_y + brick_bend_y(zone[i]);
        if (!brick || !loam_pool_holds(brick, bent_x, bent_y))
        {
            const loam_result result = loam_pool_brick(work->recipe, work->noises, work->pools,
                                                       bent_x, bent_y, &brick);
            if (result != LOAM_OK)
            {
                return result;
            }
        }
        if (row->true_y < brick->level)
        {
            fill_pool(work, row, brick, i, bent_x, bent_y);
        }
    }
    work->brick = brick;
    return LOAM_OK;
}

static void pack_row(const uint8_t *flags, int32_t w, uint64_t *words)
{
    for (int32_t i = 0; i < w; i += 64)
    {
        const int32_t count = w - i < 64 ? w - i : 64;
        uint64_t word = 0;
        for (int32_t k = 0; k < count; k++)
        {
            word |= (uint64_t)flags[i + k] << k;
        }
        words[i / 64] = word;
    }
}

static loam_result fill_row(ground_work *work, int32_t number, int32_t band_row)
{
    const int32_t w = work->window.w;
    const ground_planes *planes = work->planes;
    const size_t first = (size_t)number * (size_t)w;
    const size_t word = (size_t)number * (size_t)loam_bits_stride(w);
    ground_row row = {.true_y = work->window.y + number * work->window.step,
                      .noise = (size_t)band_row * (size_t)w,
                      .solid = planes->solid + first,
                      .empty = planes->empty + first,
                      .wall = planes->wall + first};
    row.y = loam_clamped_height(row.true_y);
    loam_caves_row(&work->caves, work->dither + row.noise, row.noise, row.y, w);
    if ((float)row.y < work->rock_top)
    {
        fill_rock_row(work, &row);
    }
    else
    {
        fill_ground_row(work, &row);
    }
    const loam_result result = fill_pools(work, &row);
    pack_row(work->blocks, w, planes->blocks.words + word);
    pack_row(work->walls, w, planes->walls.words + word);
    return result;
}

// ---- windows ------------------------------------------------------------------------------------

/// Rows so far above the ground that no automaton can fill them stay as they are: air.
static bool is_sky(const ground_work *work, int32_t row)
{
    return work->window.y + row * work->window.step >= loam_ground_sky(work->highest);
}

loam_result loam_ground_fill(const tile_recipe *recipe, const ground_noises *noises,
                             tile_window window, ground_planes *planes, loam_arena scratch)
{
    ground_work work = {.recipe = recipe, .noises = noises, .window = window, .planes = planes};
    loam_result result = begin(&work, &scratch);
    for (int32_t first = 0; first < window.h && result == LOAM_OK; first += BAND)
    {
        const int32_t rows = window.h - first < BAND ? window.h - first : BAND;
        if (is_sky(&work, first))
        {
            break;
        }
        result = sample_band(&work, first, rows);
        for (int32_t row = 0; row < rows && result == LOAM_OK; row++)
        {
            result = fill_row(&work, first + row, row);
        }
    }
    return result;
}
