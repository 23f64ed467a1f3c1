// SPDX-License-Identifier: MIT
#include "land/surface/crests.h"

#include "land/basis/detail.h"
#include "land/surface/ramps.h"
#include "land/water/stems.h"

#include <math.h>

// The finer level lets water run along curves that are known here (water/curves.c), lays its ground between
// the sides of their valleys (water/height.c) and builds it up the further from them, until both sides meet
// in a crest (water/erosion.c). So where its valleys and crests lie, and how high, follows from the way to
// the nearest channel. What cannot be known are its spurs, which are smaller: they come from streams between
// its own cells.

enum
{
    TILE = LAND_CREST_TILE,
    ASKED = 64, // pieces at once
    PIECES = 8, // straight pieces of a channel, each an eighth of a cell long
    STRIDE = (LAND_CURVE_POINTS - 1) / PIECES,
    REACH_PERCENT = 90, // how far channels matter, per cent of a cell
};

// A row is 8/9 of a cell. Windows have one cell more than their margin, and a channel lies within two and a
// half rows of where it begins. Those that begin where springs are not lowered are not quite right.
_Static_assert((2 * (LAND_RIVER_MARGIN + 1 - LAND_FIELD_REACH) - 5) * 100 * 8 / (2 * 9) >=
                   REACH_PERCENT,
               "no channel of the outermost cells comes near to a block");

static const float reach_cells = REACH_PERCENT / 100.0f;

typedef struct channel
{
    int32_t low_x, low_z, high_x, high_z; // around it, 1/16 units
    land_channel_piece pieces[PIECES];
} channel;

typedef struct crest_work
{
    const land_crest_grid *grid;
    land_crest_shape shape;
    int32_t far;  // the reach, 1/16 units
    float *water; // of cells, with springs lowered
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

float loam_land_crests_bound(int32_t level, int64_t step)
{
    const land_level_figures finer = loam_land_figures(level + 1);
    const float most = land_crest_most - land_crest_mean > land_crest_mean
                           ? land_crest_most - land_crest_mean
                           : land_crest_mean;
    return most * land_boldest(level + 1) * finer.cell_m * finer.steep_crest *
           (loam_land_crests_shown(level, step / 2) - loam_land_crests_shown(level, step));
}

// ---- channels -------------------------------------------------------------------------------------------

static void set_channel(float metres, const land_curve *curve, channel *out)
{
    out->low_x = out->high_x = curve->x[0];
    out->low_z = out->high_z = curve->z[0];
    for (int32_t i = 0; i < PIECES; i++)
    {
        const int32_t k = i * STRIDE, n = k + STRIDE;
        const int32_t x = curve->x[n], z = curve->z[n];
        const float dx = (float)(x - curve->x[k]) * metres, dz = (float)(z - curve->z[k]) * metres;
        const float square = dx * dx + dz * dz;
        const float from = curve->water[k] > 0 ? curve->water[k] : 0;
        const float to = curve->water[n] > 0 ? curve->water[n] : 0;
        out->pieces[i] = (land_channel_piece){.x = curve->x[k],
                                              .z = curve->z[k],
                                              .along_x = dx,
                                              .along_z = dz,
                                              .length = sqrtf(square),
                                              .inverse = square > 0 ? 1.0f / square : 0,
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

static void find_channels(crest_work *work)
{
    land_curve_cells cells = work->grid->cells->curves;
    const land_block *block = work->grid->block;
    cells.water = work->water;
    const int64_t x = block->x - work->grid->cells->origin_x,
                  z = block->z - work->grid->cells->origin_z;
    const int32_t low_x = land_field_units(x, block->level),
                  low_z = land_field_units(z, block->level);
    const int32_t high_x = land_field_units(x + (block->w - 1) * block->step, block->level);
    const int32_t high_z = land_field_units(z + (block->h - 1) * block->step, block->level);
    const int32_t w = cells.window.w, h = cells.window.h;
    for (int32_t r = LAND_CURVE_MARGIN; r < h - LAND_CURVE_MARGIN; r++)
    {
        for (int32_t i = r * w + LAND_CURVE_MARGIN; i < (r + 1) * w - LAND_CURVE_MARGIN; i++)
        {
            if (land_has_curve(&cells, i))
            {
                land_curve curve;
                channel *out = &work->channels[work->count];
                loam_land_stem_of(&cells, i, &curve);
                set_channel(work->shape.metres, &curve, out);
                work->count += touches(work, out, low_x, low_z, high_x, high_z) ? 1 : 0;
            }
        }
    }
}

// ---- samples --------------------------------------------------------------------------------------------

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

// Where a sample of a tile lies in it: squares of 4 x 4, two in a row.
static int32_t column_of(int32_t k)
{
    return k / 16 % 2 * 4 + k % 4;
}

static int32_t row_of(int32_t k)
{
    return k / 32 * 4 + k / 4 % 4;
}

static void begin_tile(const crest_work *work, int32_t i0, int32_t j0, land_crest_tile *tile)
{
    const land_crest_grid *grid = work->grid;
    const land_block *block = grid->block;
    const int64_t x = block->x - grid->cells->origin_x, z = block->z - grid->cells->origin_z;
    const float gentle = work->shape.finer.gentle_side, steep = work->shape.finer.steep_side;
    int32_t xs[TILE], zs[TILE];
    for (int32_t k = 0; k < TILE; k++)
    {
        xs[k] = land_field_units(x + (i0 + k) * block->step, block->level);
        zs[k] = land_field_units(z + (j0 + k) * block->step, block->level);
    }
    for (int32_t k = 0; k < LAND_CREST_SAMPLES; k++)
    {
        // Samples that hang over the block are asked for like the others; nobody sees them.
        const int32_t i = i0 + column_of(k), j = j0 + row_of(k);
        const size_t p = (size_t)(j < block->h ? j : block->h - 1) * (size_t)block->w +
                         (size_t)(i < block->w ? i : block->w - 1);
        tile->x[k] = xs[column_of(k)];
        tile->z[k] = zs[row_of(k)];
        tile->rough[k] = grid->ruggedness[p];
        tile->bold[k] = grid->boldness[p];
        tile->smooth[k] = grid->smooth[p];
        tile->slope[k] = grid->slope[p];
        tile->base[k] = grid->base[p];
        tile->side[k] = gentle + (steep - gentle) * grid->ruggedness[p] * grid->ruggedness[p];
        tile->square[k] = tile->high[k] = LAND_UNBOUND;
        tile->low[k] = -LAND_UNBOUND;
        tile->sum[k] = tile->weight[k] = 0;
    }
}

static void end_tile(const crest_work *work, int32_t i0, int32_t j0, const land_crest_tile *tile)
{
    const land_block *block = work->grid->block;
    for (int32_t k = 0; k < LAND_CREST_SAMPLES; k++)
    {
        const int32_t i = i0 + column_of(k), j = j0 + row_of(k);
        if (i < block->w && j < block->h)
        {
            work->grid->base[(size_t)j * (size_t)block->w + (size_t)i] = tile->base[k];
        }
    }
}

// Whether a piece is further from all samples of a tile than the reach. It says nothing then.
static bool is_beyond(const crest_work *work, const land_channel_piece *piece,
                      const land_crest_tile *tile)
{
    const int32_t last = LAND_CREST_SAMPLES - 1;
    const float metres = work->shape.metres;
    const float x = (float)((tile->x[0] + tile->x[last]) / 2 - piece->x) * metres;
    const float z = (float)((tile->z[0] + tile->z[last]) / 2 - piece->z) * metres;
    const float half = 0.5f * (float)(tile->x[last] - tile->x[0]) * metres;
    const float most = 1.01f * (work->shape.reach + piece->length + 1.42f * half) + 16;
    return x * x + z * z > most * most;
}

static void ask_channels(const crest_work *work, land_crest_tile *tile)
{
    const land_ground_kernels *kernels = work->grid->kernels;
    const int32_t last = LAND_CREST_SAMPLES - 1;
    land_channel_piece asked[ASKED];
    int32_t count = 0;
    for (int32_t c = 0; c < work->count; c++)
    {
        const channel *one = &work->channels[c];
        const bool near = touches(work, one, tile->x[0], tile->z[0], tile->x[last], tile->z[last]);
        for (int32_t k = 0; k < PIECES && near; k++)
        {
            if (!is_beyond(work, &one->pieces[k], tile))
            {
                asked[count++] = one->pieces[k];
            }
        }
        if (count > ASKED - PIECES)
        {
            kernels->ask_pieces(&work->shape, asked, count, tile);
            count = 0;
        }
    }
    kernels->ask_pieces(&work->shape, asked, count, tile);
}

static void raise_tile(const crest_work *work, int32_t i0, int32_t j0)
{
    if (has_land(work->grid, i0, j0))
    {
        land_crest_tile tile;
        begin_tile(work, i0, j0, &tile);
        ask_channels(work, &tile);
        work->grid->kernels->settle(&work->shape, &tile);
        end_tile(work, i0, j0, &tile);
    }
}

void loam_land_crests_raise(const land_crest_grid *grid, loam_arena *arena)
{
    const land_block *block = grid->block;
    const land_bank_figures banks = loam_land_bank_figures_of(block->level);
    const land_window *window = &grid->cells->curves.window;
    const size_t count = (size_t)window->w * (size_t)window->h;
    crest_work work = {.grid = grid,
                       .shape = {.finer = loam_land_figures(block->level + 1),
                                 .shown = loam_land_crests_shown(block->level, block->step),
                                 .metres = banks.metres,
                                 .reach = reach_cells * banks.cell},
                       .far = (int32_t)(reach_cells * banks.cell / banks.metres) + 1,
                       .water = loam_arena_take(arena, count * sizeof(float)),
                       .channels = loam_arena_take(arena, count * sizeof(channel))};
    if (block->level + 2 < LOAM_LAND_LEVELS)
    {
        work.shape.beyond = loam_land_figures(block->level + 2);
    }
    loam_land_lower_springs(&grid->cells->curves, grid->field, work.water);
    find_channels(&work);
    for (int32_t j = 0; j < block->h; j += TILE)
    {
        for (int32_t i = 0; i < block->w; i += TILE)
        {
            raise_tile(&work, i, j);
        }
    }
}
