// SPDX-License-Identifier: MIT
#include "tiles/grow/ground.h"

#include "tiles/grow/caves.h"
#include "tiles/grow/columns.h"
#include "tiles/grow/pools.h"

#include "loam/random.h"

#include <string.h>

// A tile is decided by its column (how deep it lies below the ground there, the biome) and by some noises
// over the plane. The window is filled in bands of rows, so that a band's noises stay in the cache. A
// band above the ground needs none of them.
//
// Nothing here may depend on where the window begins: neighbouring chunks, and an automaton's padding,
// have to see the same tiles.

enum
{
    BAND = 64, // rows
    ICE_THICKNESS = 3,
    ORES = 6,
    SURFACE_ROOF = 12, // pools end this far below the ground
};

#define FROZEN 0.22f // a lake is covered with ice where it is colder
#define ORE_RARE 0.97f
#define ORE_RICH 0.7f
#define ROCK_WANDER 4.0f   // borders of rock wander this much further than those of soil
#define SOIL_FRAY 0.25f    // how much of its depth the soil's lower border goes up and down
#define COVER_WANDER 24.0f // tiles that the border of a cover wanders up and down
#define PEBBLE_ZONES 0.3f  // how much pebbles keep together
#define BEND_X 36.0f       // how far bricks are bent
#define BEND_Y 22.0f

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

/// How many columns beyond the window a border of biomes can be fetched from.
static int32_t column_margin(const tile_recipe *recipe, int64_t step)
{
    const loam_tile_ground *ground = &recipe->ground;
    const float tiles = ROCK_WANDER * ground->border_wander + ground->border_dither +
                        0.5f * ground->strip_width;
    return ((int32_t)tiles + 2) / (int32_t)step + 1;
}

/// A thin layer of other rock: bent with the rock around it.
typedef struct stratum
{
    int64_t cell;
    int32_t low, high; // within the cell
    uint8_t material;  // LOAM_AIR if the cell has none
} stratum;

enum
{
    STRATUM_CELL_LOG2 = 5,
    STRATA_KNOWN = 8,
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
    stratum strata[STRATA_KNOWN];
    tile_pools *pools;
    const tile_brick *brick; // the last one
} ground_work;

enum
{
    BAND_FIELDS = 5
};

size_t loam_ground_scratch_size(const tile_recipe *recipe, int32_t w)
{
    const size_t band = (size_t)w * BAND * sizeof(float);
    const size_t columns = (size_t)(w + 2 * column_margin(recipe, 1)) * sizeof(tile_column);
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

static int32_t clamp_height(int64_t y)
{
    return y < -TILE_HEIGHT_END  ? -TILE_HEIGHT_END
           : y > TILE_HEIGHT_END ? TILE_HEIGHT_END
                                 : (int32_t)y;
}

/// Soil is frayed down to here.
static float settled_depth(const tile_column *column)
{
    return column->soil * (1.0f + SOIL_FRAY) + 3.0f;
}

static void spread_columns(ground_work *work)
{
    work->highest = -TILE_HEIGHT_END;
    work->rock_top = (float)TILE_HEIGHT_END;
    for (int32_t i = 0; i < work->window.w; i++)
    {
        const tile_column *column = &work->columns[work->margin + i];
        const int32_t top = column->water > column->surface ? column->water : column->surface;
        work->highest = top > work->highest ? top : work->highest;
        work->caves.surface[i] = (float)column->surface;
        const float rock = work->caves.surface[i] - settled_depth(column);
        work->rock_top = rock < work->rock_top ? rock : work->rock_top;
        work->caves.lid[i] = column->lid;
        work->caves.seal[i] = (float)column->seal;
    }
}

/// The value below which no kind of ore is found.
static float least_ore(const loam_tile_ground *ground)
{
    float most = 0.0f;
    for (int32_t i = 0; i < ORES; i++)
    {
        most = ground->ore_shares[i] > most ? ground->ore_shares[i] : most;
    }
    return ORE_RARE - ORE_RICH * most;
}

static loam_result begin(ground_work *work, loam_arena *scratch)
{
    const loam_tile_ground *ground = &work->recipe->ground;
    const tile_window *window = &work->window;
    work->margin = column_margin(work->recipe, window->step);
    work->ore_least = least_ore(ground);
    work->strata_seed = loam_seed_derive(work->noises->seed, "strata");
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

/// A tile of a row, with its noises.
typedef struct ground_place
{
    int32_t i; // in the row
    int32_t y; // clamped
    int64_t true_y;
    float dither, wander, fold, mix, ore, zone;
} ground_place;

/// The stratum of a height along the bent layers.
static inline const stratum *stratum_at(ground_work *work, int64_t bent)
{
    const int64_t cell = bent >> STRATUM_CELL_LOG2;
    stratum *known = &work->strata[(uint64_t)cell % STRATA_KNOWN];
    if (known->cell == cell)
    {
        return known;
    }
    const loam_tile_ground *g = &work->recipe->ground;
    const uint64_t seed = loam_seed_at(work->strata_seed, cell, 0, 0);
    const int32_t side = 1 << STRATUM_CELL_LOG2;
    const int32_t thickness = 3 + (int32_t)loam_random_below(seed, 0, 14);
    known->cell = cell;
    known->low = (int32_t)loam_random_below(seed, 1, (uint32_t)(side - thickness));
    known->high = known->low + thickness;
    known->material = loam_random_float(seed, 2) < g->strata_share
                          ? g->strata[loam_random_below(seed, 3, 4)]
                          : LOAM_AIR;
    return known;
}

/// A pocket of ore, LOAM_AIR for none. Each kind has regions of its own.
static uint8_t ore_at(const ground_work *work, const ground_place *place)
{
    const loam_tile_ground *g = &work->recipe->ground;
    if (place->ore <= work->ore_least)
    {
        return LOAM_AIR;
    }
    int32_t kind = (int32_t)((0.5f + 0.6f * place->zone) * (float)ORES);
    kind = kind < 0 ? 0 : kind >= ORES ? ORES - 1 : kind;
    const bool rich = place->ore > ORE_RARE - ORE_RICH * g->ore_shares[kind];
    return rich && (float)place->y < g->ore_tops[kind] ? g->ores[kind] : LOAM_AIR;
}

// ---- soil ---------------------------------------------------------------------------------------

/// The biome whose ground is here: borders wander, and are frayed.
static const loam_tile_biome *biome_at(const ground_work *work, int32_t i, float offset)
{
    const int32_t shift = (int32_t)(offset + 65536.0f) - 65536;
    const int32_t columns = (int32_t)(shift / (int32_t)work->window.step);
    return &work->recipe->biomes[work->columns[work->margin + i + columns].biome];
}

static bool grass_meets_sand(const tile_recipe *recipe, const loam_tile_biome *a,
                             const loam_tile_biome *b)
{
    const uint32_t left = recipe->properties[a->surface], right = recipe->properties[b->surface];
    return (left & LOAM_GRASS && right & LOAM_SAND) || (left & LOAM_SAND && right & LOAM_GRASS);
}

/// The materials of the soil at a tile.
typedef struct soil_kinds
{
    uint8_t surface, soil, cover;
    bool earthy; // not sand or rock
} soil_kinds;

static float border_offset(const loam_tile_ground *g, const ground_place *place)
{
    return place->wander * g->border_wander + place->dither * g->border_dither;
}

static soil_kinds soil_at(const ground_work *work, const ground_place *place)
{
    const loam_tile_ground *g = &work->recipe->ground;
    const float offset = border_offset(g, place), strip = 0.5f * g->strip_width;
    const loam_tile_biome *here = biome_at(work, place->i, offset);
    const loam_tile_biome *left = biome_at(work, place->i, offset - strip);
    const loam_tile_biome *right = biome_at(work, place->i, offset + strip);
    soil_kinds kinds = {here->surface, here->soil, here->cover, false};
    if (grass_meets_sand(work->recipe, left, right))
    {
        kinds.surface = kinds.soil = g->strip;
    }
    kinds.earthy = (work->recipe->properties[kinds.soil] & LOAM_SOIL) != 0;
    return kinds;
}

/// The rock under the soil: its borders go with the folds, and wander further.
static uint8_t biome_rock_at(const ground_work *work, const ground_place *place)
{
    const loam_tile_ground *g = &work->recipe->ground;
    const float further = place->fold * (ROCK_WANDER - 1.0f) * g->border_wander;
    return biome_at(work, place->i, border_offset(g, place) + further)->rock;
}

/// What lies depth tiles under the ground, while that is soil.
static uint8_t soil_layer(const loam_tile_ground *g, const tile_column *column, soil_kinds kinds,
                          const ground_place *place, int32_t depth)
{
    const float fray = (float)depth + place->dither;
    const bool drowned = column->water > column->surface;
    const bool covered = kinds.cover != LOAM_AIR && !drowned &&
                         (float)column->surface > column->cover_line + place->wander * COVER_WANDER;
    if (covered && fray <= column->cover_depth)
    {
        return kinds.cover;
    }
    if (fray <= column->surface_depth && !drowned)
    {
        return kinds.surface;
    }
    const bool pebble = g->pebbles != LOAM_AIR && kinds.earthy &&
                        fray > column->surface_depth + 5.0f &&
                        place->ore + PEBBLE_ZONES * place->zone >
                            ORE_RARE - ORE_RICH * g->pebble_share;
    return pebble ? g->pebbles : kinds.soil;
}

/// Rock by depth: that of the biome, the common one, that of the depth. Strata run through them
/// all, once it is settled rock.
static inline uint8_t rock_at(ground_work *work, const tile_column *column,
                              const ground_place *place, bool settled)
{
    const loam_tile_ground *g = &work->recipe->ground;
    const int32_t bend = (int32_t)(place->fold * g->layer_wander);
    const int64_t bent = place->true_y + bend + column->tilt;
    const int32_t within = (int32_t)(bent & ((1 << STRATUM_CELL_LOG2) - 1));
    const stratum *layer = stratum_at(work, bent);
    const bool stratified = settled && layer->material != LOAM_AIR && within >= layer->low &&
                            within < layer->high;
    if ((float)(place->y + bend) < g->deep_line)
    {
        return stratified && g->deep_stratum != LOAM_AIR ? g->deep_stratum : g->deep_rock;
    }
    if (stratified)
    {
        return layer->material;
    }
    const bool old = place->mix + 0.03f * place->dither > 0.0f;
    const bool shallow = place->y - bend > column->rock_line;
    return shallow ? biome_rock_at(work, place) : old ? g->old_rock : g->rock;
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

static ground_place place_at(const ground_work *work, const ground_row *row, int32_t i)
{
    const size_t at = row->noise + (size_t)i;
    return (ground_place){
        .i = i,
        .y = row->y,
        .true_y = row->true_y,
        .dither = work->dither[at],
        .wander = work->wander[at],
        .fold = work->fold[at],
        .mix = work->caves.mix[at],
        .ore = work->ore[at],
        .zone = work->zone[at],
    };
}

/// Rock, and pockets in it.
static void fill_rock(ground_work *work, const ground_row *row, const tile_column *column,
                      const ground_place *place, bool settled)
{
    const uint8_t rock = rock_at(work, column, place, settled);
    const uint8_t ore = settled ? ore_at(work, place) : LOAM_AIR;
    row->solid[place->i] = ore != LOAM_AIR ? ore : rock;
    row->wall[place->i] = rock;
}

/// Above the ground: sky, or a lake, with ice on it in the cold.
static void fill_above(const ground_work *work, const ground_row *row, const tile_column *column,
                       const ground_place *place)
{
    const loam_tile_ground *g = &work->recipe->ground;
    const bool wet = place->y < column->water;
    const bool ice = wet && g->ice != LOAM_AIR && column->temperature < FROZEN &&
                     column->water - place->y <= ICE_THICKNESS;
    const soil_kinds kinds = soil_at(work, place);
    row->empty[place->i] = wet ? g->water : LOAM_AIR;
    row->solid[place->i] = ice ? g->ice : soil_layer(g, column, kinds, place, 0);
    row->wall[place->i] = kinds.soil;
    work->blocks[place->i] = ice;
    work->walls[place->i] = false;
}

/// In the ground: soil with a frayed border, rock below it.
static void fill_below(ground_work *work, const ground_row *row, const tile_column *column,
                       const ground_place *place)
{
    const int32_t depth = column->surface - place->y;
    work->blocks[place->i] = !work->caves.open[place->i];
    work->walls[place->i] = (float)depth > 1.5f + place->dither;
    if ((float)depth > column->soil * (1.0f + SOIL_FRAY * place->dither))
    {
        fill_rock(work, row, column, place, (float)depth > settled_depth(column));
        return;
    }
    const soil_kinds kinds = soil_at(work, place);
    row->solid[place->i] = soil_layer(&work->recipe->ground, column, kinds, place, depth);
    row->wall[place->i] = kinds.soil;
}

/// A row that the ground crosses.
static void fill_ground_row(ground_work *work, const ground_row *row)
{
    for (int32_t i = 0; i < work->window.w; i++)
    {
        const tile_column *column = &work->columns[work->margin + i];
        const ground_place place = place_at(work, row, i);
        if (row->y >= column->surface)
        {
            fill_above(work, row, column, &place);
        }
        else
        {
            fill_below(work, row, column, &place);
        }
    }
}

/// A row that is rock throughout, as most are.
static void fill_rock_row(ground_work *work, const ground_row *row)
{
    memset(work->walls, 1, (size_t)work->window.w);
    for (int32_t i = 0; i < work->window.w; i++)
    {
        const ground_place place = place_at(work, row, i);
        work->blocks[i] = !work->caves.open[i];
        fill_rock(work, row, &work->columns[work->margin + i], &place, true);
    }
}

/// What the pool of a brick makes of a tile: it is filled if it is open, and closed at the rim.
static void fill_pool(const ground_work *work, const ground_row *row, const tile_brick *brick,
                      int32_t i, int64_t bent_x, int64_t bent_y)
{
    const pool_effect effect = loam_pool_effect(brick, bent_x, bent_y, row->true_y);
    const float depth = work->caves.surface[i] - (float)row->y;
    if (depth <= 0.0f || effect == POOL_NONE)
    {
        return;
    }
    if (effect == POOL_FLUID)
    {
        row->empty[i] = brick->fluid;
    }
    work->blocks[i] |= effect == POOL_BARRIER || depth < (float)SURFACE_ROOF;
}

static loam_result fill_pools(ground_work *work, const ground_row *row)
{
    const tile_brick *brick = work->brick;
    const float *fold = work->fold + row->noise, *zone = work->zone + row->noise;
    const int64_t x = work->window.x, step = work->window.step;
    for (int32_t i = 0; i < work->window.w; i++)
    {
        const int64_t bent_x = x + i * step + (int32_t)(fold[i] * BEND_X);
        const int64_t bent_y = row->true_y + (int32_t)(zone[i] * BEND_Y);
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
    row.y = clamp_height(row.true_y);
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
    const int64_t y = work->window.y + row * work->window.step;
    return y >= (int64_t)work->highest + LOAM_MAX_CONSOLIDATION + 2;
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
