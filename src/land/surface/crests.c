// SPDX-License-Identifier: MIT
#include "land/surface/crests.h"

#include "land/surface/ramps.h"
#include "land/water/ground.h"

#include <math.h>
#include <string.h>

// The finer level lets water run along curves that are known here (water/curves.c), lays its ground between
// the sides of their valleys (water/height.c) and builds it up the further from them, until both sides meet
// in a crest (water/erosion.c). So where its valleys and crests lie, and how high, follows from the way to
// the nearest channel. What cannot be known are its spurs, which are smaller: they come from streams between
// its own cells.

enum
{
    TILE = 8,
    TILE_SAMPLES = TILE * TILE,
    PIECES = 8, // straight pieces of a channel, each an eighth of a cell long
    STRIDE = (LAND_CURVE_POINTS - 1) / PIECES,
    CURVE_MARGIN = 3,                 // cells around one that its curve depends on
    SPRING_MARGIN = LAND_FIELD_REACH, // and that the field depends on
    REACH_PERCENT = 90,               // how far channels matter, per cent of a cell
};

// A row is 8/9 of a cell. Windows have one cell more than their margin, and a channel lies within two and a
// half rows of where it begins. Those that begin where springs are not lowered are not quite right.
_Static_assert(SPRING_MARGIN > CURVE_MARGIN, "channels depend on no more than springs do");
_Static_assert((2 * (LAND_RIVER_MARGIN + 1 - SPRING_MARGIN) - 5) * 100 * 8 / (2 * 9) >=
                   REACH_PERCENT,
               "no channel of the outermost cells comes near to a block");

static const float reach_cells = REACH_PERCENT / 100.0f;
static const float hanging = 0.6f; // ground falls away from a channel by this part of a side

// How high erosion builds the ground, in steepest rises over one finer cell: fitted to what it does. It
// begins a little beside the channel and ends where erosion's own hops do.
static const float rise_a_cell = 0.53f, rise_from = 0.75f, rise_most = 3.45f, rise_bend = 1.2f;
static const float far_weight = 0.05f; // of the ground itself beside the water around
static const float rise_mean = 1.5f;   // over all places
static const float fill_part = 0.6f; // of the slope of filled ground that is left in it on average

// Below this height the ground stays as it is, so that beaches are left and the coast does not move.
static const float shore_low_m = 2, shore_high_m = 20;

typedef struct channel_piece
{
    int32_t x, z;           // upper end, 1/16 units
    float along_x, along_z; // from there to the lower end, m
    float inverse;          // 1 / length^2
    float water, fall;
} channel_piece;

typedef struct channel
{
    int32_t low_x, low_z, high_x, high_z; // around it, 1/16 units
    channel_piece pieces[PIECES];
} channel;

typedef struct crest_work
{
    const land_crest_grid *grid;
    land_level_figures finer;
    land_level_figures beyond; // of the level after that; of none if cell_m is 0
    float shown;               // part of crests and valleys that is wider than samples
    float metres;              // of 1/16 units
    float reach;               // m
    int32_t far;               // that, 1/16 units
    float *water;              // of cells, with springs lowered
    channel *channels;
    int32_t count;
} crest_work;

size_t loam_land_crests_scratch(size_t cells)
{
    return LOAM_ARENA_SIZE(cells * sizeof(channel)) + LOAM_ARENA_SIZE(cells * sizeof(float));
}

float loam_land_crests_shown(int32_t level, int64_t step)
{
    // Where there are larger crests to be seen the smaller ones give way to them early.
    const float samples = (float)loam_land_cell_size(level) / (float)step;
    return level == 0 ? land_ramp(samples, 1, 8) : land_ramp(samples, 3, 20);
}

static float steepest_rise(const land_level_figures *finer, float rough)
{
    return finer->cell_m *
           (finer->gentle_crest + (finer->steep_crest - finer->gentle_crest) * rough * rough);
}

float loam_land_crests_bound(int32_t level, int64_t step)
{
    const land_level_figures finer = loam_land_figures(level + 1);
    const float most = rise_most - rise_mean > rise_mean ? rise_most - rise_mean : rise_mean;
    return most * steepest_rise(&finer, 1) *
           (loam_land_crests_shown(level, step / 2) - loam_land_crests_shown(level, step));
}

// ---- channels -------------------------------------------------------------------------------------------

static bool has_channel(const land_curve_cells *cells, int32_t i)
{
    return (int32_t)cells->receiver[i] != LAND_NO_DIRECTION && (int32_t)cells->kind[i] != LAND_SEA;
}

static bool is_spring(const land_curve_cells *cells, int32_t index)
{
    const int32_t w = cells->window.w;
    for (int32_t d = 0; d < LAND_DIRECTIONS; d++)
    {
        const int32_t from = index + land_step(d, cells->window.row + index / w, w);
        if ((int32_t)cells->receiver[from] == land_opposite(d))
        {
            return false;
        }
    }
    return has_channel(cells, index) && cells->lake[index] <= 0;
}

// The finer level's channels begin on the smooth ground, not on the highest cells (water/finer_raw.c).
static void lower_springs(crest_work *work)
{
    const land_curve_cells *cells = &work->grid->cells->curves;
    const int32_t w = cells->window.w, h = cells->window.h;
    memcpy(work->water, cells->water, sizeof(float) * (size_t)w * (size_t)h);
    for (int32_t r = SPRING_MARGIN; r < h - SPRING_MARGIN; r++)
    {
        for (int32_t i = r * w + SPRING_MARGIN; i < (r + 1) * w - SPRING_MARGIN; i++)
        {
            if (!is_spring(cells, i))
            {
                continue;
            }
            float values[LAND_ATTRIBUTES];
            loam_land_field_at(work->grid->field, cells->x[i], cells->z[i], values);
            const int32_t to = i + land_step((int32_t)cells->receiver[i], cells->window.row + r, w);
            work->water[i] = loam_land_spring_water(cells->water[i], cells->water[to],
                                                    values[LAND_HEIGHT]);
        }
    }
}

static void set_channel(float metres, const land_curve *curve, channel *out)
{
    out->low_x = out->high_x = curve->x[0];
    out->low_z = out->high_z = curve->z[0];
    for (int32_t i = 0; i < PIECES; i++)
    {
        const int32_t k = i * STRIDE, n = k + STRIDE;
        const int32_t x = curve->x[n], z = curve->z[n];
        const float dx = (float)(x - curve->x[k]) * metres, dz = (float)(z - curve->z[k]) * metres;
        const float length = dx * dx + dz * dz;
        const float from = curve->water[k] > 0 ? curve->water[k] : 0;
        const float to = curve->water[n] > 0 ? curve->water[n] : 0;
        out->pieces[i] = (channel_piece){.x = curve->x[k],
                                         .z = curve->z[k],
                                         .along_x = dx,
                                         .along_z = dz,
                                         .inverse = length > 0 ? 1.0f / length : 0,
                                         .water = from,
                                         .fall = from - to};
        out->low_x = x < out->low_x ? x : out->low_x;
        out->low_z = z < out->low_z ? z : out->low_z;
        out->high_x = x > out->high_x ? x : out->high_x;
        out->high_z = z > out->high_z ? z : out->high_z;
    }
}

// Whether a channel comes near to places between two corners.
static bool touches(const crest_work *work, const channel *one, int32_t low_x, int32_t low_z,
                    int32_t high_x, int32_t high_z)
{
    return one->low_x <= high_x + work->far && one->high_x >= low_x - work->far &&
           one->low_z <= high_z + work->far && one->high_z >= low_z - work->far;
}

static int32_t units_of(const crest_work *work, int64_t metres)
{
    const int64_t scale = (int64_t)LOAM_GRAPH_CELL * LAND_FIELD_SCALE;
    return (int32_t)(metres * scale / loam_land_cell_size(work->grid->block->level));
}

static void find_channels(crest_work *work)
{
    land_curve_cells cells = work->grid->cells->curves;
    const land_block *block = work->grid->block;
    cells.water = work->water;
    const int64_t x = block->x - work->grid->cells->origin_x,
                  z = block->z - work->grid->cells->origin_z;
    const int32_t low_x = units_of(work, x), low_z = units_of(work, z);
    const int32_t high_x = units_of(work, x + (block->w - 1) * block->step);
    const int32_t high_z = units_of(work, z + (block->h - 1) * block->step);
    const int32_t w = cells.window.w, h = cells.window.h;
    for (int32_t r = CURVE_MARGIN; r < h - CURVE_MARGIN; r++)
    {
        for (int32_t i = r * w + CURVE_MARGIN; i < (r + 1) * w - CURVE_MARGIN; i++)
        {
            if (has_channel(&cells, i))
            {
                land_curve curve;
                channel *out = &work->channels[work->count];
                loam_land_curve_towards(&cells, i, (int32_t)cells.receiver[i], &curve);
                set_channel(work->metres, &curve, out);
                work->count += touches(work, out, low_x, low_z, high_x, high_z) ? 1 : 0;
            }
        }
    }
}

// ---- samples --------------------------------------------------------------------------------------------

/// What the channels around say of some samples. Those beyond the reach say nothing at all, so that it does
/// not matter which of them are asked.
typedef struct crest_tile
{
    int32_t x[TILE_SAMPLES], z[TILE_SAMPLES]; // 1/16 units
    float side[TILE_SAMPLES];                 // slope of valleys
    float square[TILE_SAMPLES];               // of the way to the nearest channel, m
    float high[TILE_SAMPLES], low[TILE_SAMPLES];
    float sum[TILE_SAMPLES], weight[TILE_SAMPLES]; // of the water around, the nearest counts most
} crest_tile;

static void ask_piece(const channel_piece *piece, float metres, float per_reach,
                      crest_tile *restrict tile)
{
    for (int32_t i = 0; i < TILE_SAMPLES; i++)
    {
        const float dx = (float)(tile->x[i] - piece->x) * metres;
        const float dz = (float)(tile->z[i] - piece->z) * metres;
        const float along = (dx * piece->along_x + dz * piece->along_z) * piece->inverse;
        const float least = along < 0.0f ? 0.0f : along;
        const float t = least > 1.0f ? 1.0f : least;
        const float px = dx - t * piece->along_x, pz = dz - t * piece->along_z;
        const float square = px * px + pz * pz;
        const float part = square * per_reach;
        const float inside = part < 1.0f ? 1.0f - part : 0.0f;
        const float water = piece->water - t * piece->fall;
        // Steeper and steeper towards the reach, so that nothing ends abruptly.
        const float side = sqrtf(square) * (1.0f + 4.0f * part) * tile->side[i];
        const float high = part < 1.0f ? water + side : LAND_UNBOUND;
        const float low = part < 1.0f ? water - hanging * side : -LAND_UNBOUND;
        tile->high[i] = high < tile->high[i] ? high : tile->high[i];
        tile->low[i] = low > tile->low[i] ? low : tile->low[i];
        const float known = part < 1.0f ? square : LAND_UNBOUND;
        tile->square[i] = known < tile->square[i] ? known : tile->square[i];
        const float near = inside / (part + 1e-6f);
        tile->sum[i] += near * near * water;
        tile->weight[i] += near * near;
    }
}

static float profile(float cells)
{
    const float rising = rise_a_cell * (cells - rise_from);
    return rising < 0 ? 0 : rise_most - land_smooth_max(rise_most - rising, 0, rise_bend);
}

// Between the sides of valleys, then built up, and above the water of the nearest channels.
static void settle_sample(const crest_work *work, const crest_tile *tile, int32_t k, size_t p)
{
    const land_crest_grid *grid = work->grid;
    const float base = grid->base[p], rough = grid->ruggedness[p], smooth = grid->smooth[p];
    if (smooth <= 0)
    {
        return;
    }
    // The sea is a channel too. How far it is follows from height and slope, well enough where it is near.
    const float cell = work->finer.cell_m, coast = smooth / (grid->slope[p] + 1e-6f);
    const float nearest = sqrtf(tile->square[k]);
    const float least_way = coast < nearest ? coast : nearest;
    const float way = least_way < work->reach ? least_way : work->reach;
    const float above = base < tile->low[k] ? tile->low[k] : base;
    const float ground = above > tile->high[k] ? tile->high[k] : above;
    const float mean = rise_mean * land_ramp(coast, 0, 4 * cell);
    const float rise = mean + (profile(way / cell) - mean) * work->shown;
    const float raised = ground + rise * steepest_rise(&work->finer, rough) +
                         fill_part * work->finer.least_slope * way;
    const float least = (tile->sum[k] + far_weight * raised) / (tile->weight[k] + far_weight);
    const float settled = (raised < least ? least : raised) +
                          (work->beyond.cell_m > 0 ? mean * steepest_rise(&work->beyond, rough)
                                                   : 0);
    grid->base[p] = base + (settled - base) * land_ramp(smooth, shore_low_m, shore_high_m);
}

// Below the sea nothing is raised.
static bool has_land(const land_crest_grid *grid, int32_t i0, int32_t j0)
{
    const int32_t w = grid->block->w, i1 = i0 + TILE < w ? i0 + TILE : w;
    for (int32_t j = j0; j < j0 + TILE && j < grid->block->h; j++)
    {
        for (int32_t i = i0; i < i1; i++)
        {
            if (grid->smooth[(size_t)j * (size_t)w + (size_t)i] > 0)
            {
                return true;
            }
        }
    }
    return false;
}

static void clear_tile(const crest_work *work, int32_t i0, int32_t j0, crest_tile *tile)
{
    const land_crest_grid *grid = work->grid;
    const land_block *block = grid->block;
    const int64_t x = block->x - grid->cells->origin_x, z = block->z - grid->cells->origin_z;
    const float gentle = work->finer.gentle_side, steep = work->finer.steep_side;
    for (int32_t k = 0; k < TILE_SAMPLES; k++)
    {
        // Samples that hang over the block are asked for like the others; nobody sees them.
        const int32_t i = i0 + k % TILE, j = j0 + k / TILE;
        const size_t p = (size_t)(j < block->h ? j : block->h - 1) * (size_t)block->w +
                         (size_t)(i < block->w ? i : block->w - 1);
        tile->x[k] = units_of(work, x + i * block->step);
        tile->z[k] = units_of(work, z + j * block->step);
        tile->side[k] = gentle + (steep - gentle) * grid->ruggedness[p] * grid->ruggedness[p];
        tile->square[k] = tile->high[k] = LAND_UNBOUND;
        tile->low[k] = -LAND_UNBOUND;
        tile->sum[k] = tile->weight[k] = 0;
    }
}

// Whether a piece is further from all samples of a tile than the reach. It says nothing then.
static bool is_beyond(const crest_work *work, const channel_piece *piece, const crest_tile *tile)
{
    const int32_t last = TILE_SAMPLES - 1;
    const float x = (float)((tile->x[0] + tile->x[last]) / 2 - piece->x) * work->metres;
    const float z = (float)((tile->z[0] + tile->z[last]) / 2 - piece->z) * work->metres;
    const float half = 0.5f * (float)(tile->x[last] - tile->x[0]) * work->metres;
    const float length = piece->inverse > 0 ? 1.0f / sqrtf(piece->inverse) : 0;
    const float most = 1.01f * (work->reach + length + 1.42f * half) + 16;
    return x * x + z * z > most * most;
}

static void raise_tile(const crest_work *work, int32_t i0, int32_t j0)
{
    const land_block *block = work->grid->block;
    const int32_t last = TILE_SAMPLES - 1;
    const float per_reach = 1.0f / (work->reach * work->reach);
    crest_tile tile;
    if (!has_land(work->grid, i0, j0))
    {
        return;
    }
    clear_tile(work, i0, j0, &tile);
    for (int32_t c = 0; c < work->count; c++)
    {
        const channel *one = &work->channels[c];
        const bool near = touches(work, one, tile.x[0], tile.z[0], tile.x[last], tile.z[last]);
        for (int32_t k = 0; k < PIECES && near; k++)
        {
            if (is_beyond(work, &one->pieces[k], &tile))
            {
                continue;
            }
            ask_piece(&one->pieces[k], work->metres, per_reach, &tile);
        }
    }
    for (int32_t k = 0; k < TILE_SAMPLES; k++)
    {
        const int32_t i = i0 + k % TILE, j = j0 + k / TILE;
        if (i < block->w && j < block->h)
        {
            settle_sample(work, &tile, k, (size_t)j * (size_t)block->w + (size_t)i);
        }
    }
}

void loam_land_crests_raise(const land_crest_grid *grid, loam_arena *arena)
{
    const land_block *block = grid->block;
    const land_bank_figures banks = loam_land_bank_figures_of(block->level);
    const land_window *window = &grid->cells->curves.window;
    const size_t count = (size_t)window->w * (size_t)window->h;
    crest_work work = {.grid = grid,
                       .finer = loam_land_figures(block->level + 1),
                       .shown = loam_land_crests_shown(block->level, block->step),
                       .metres = banks.metres,
                       .reach = reach_cells * banks.cell,
                       .far = (int32_t)(reach_cells * banks.cell / banks.metres) + 1,
                       .water = loam_arena_take(arena, count * sizeof(float)),
                       .channels = loam_arena_take(arena, count * sizeof(channel))};
    if (block->level + 2 < LOAM_LAND_LEVELS)
    {
        work.beyond = loam_land_figures(block->level + 2);
    }
    lower_springs(&work);
    find_channels(&work);
    for (int32_t j = 0; j < block->h; j += TILE)
    {
        for (int32_t i = 0; i < block->w; i += TILE)
        {
            raise_tile(&work, i, j);
        }
    }
}
