// SPDX-License-Identifier: MIT
#include "land/surface/streams.h"

#include "land/surface/block_work.h"

#include <math.h>

// Rivers flow along their curves. How fast follows from how steeply they fall, as Manning's formula has it: by
// the root of the slope.

static const float calm_m_s = 0.15f, fall_m_s = 5.0f, fastest_m_s = 6.0f;

/// The piece that is nearest so far.
typedef struct nearest_piece
{
    float square; // of the distance to its middle line, m
    const land_river_curve *curve;
    int32_t piece;
} nearest_piece;

static void ask_curve(const land_river_curve *curve, float metres, int32_t x, int32_t z,
                      float reach, nearest_piece *nearest)
{
    for (int32_t i = 0; i < LAND_PIECES; i++)
    {
        const float dx = (float)(x - curve->x[i]) * metres, dz = (float)(z - curve->z[i]) * metres;
        const float ax = curve->along_x[i], az = curve->along_z[i];
        const float along = (dx * ax + dz * az) * curve->inverse[i];
        const float t = along < 0 ? 0 : along > 1 ? 1 : along;
        const float px = dx - t * ax, pz = dz - t * az;
        const float square = px * px + pz * pz;
        const float half = curve->pieces[i].half + t * curve->pieces[i].widening;
        if (square < nearest->square && square < (half + reach) * (half + reach))
        {
            *nearest = (nearest_piece){.square = square, .curve = curve, .piece = i};
        }
    }
}

static void put_stream(const land_stream_places *places, int32_t i, int32_t j,
                       const nearest_piece *nearest)
{
    if (nearest->curve == NULL)
    {
        places->put(places->user, i, j, 0, 0);
        return;
    }
    const land_river_curve *const curve = nearest->curve;
    const float inverse = sqrtf(curve->inverse[nearest->piece]);
    const float grade = curve->pieces[nearest->piece].fall * inverse;
    const float speed = calm_m_s + fall_m_s * sqrtf(grade > 0 ? grade : 0);
    const float scale = (speed < fastest_m_s ? speed : fastest_m_s) * inverse;
    places->put(places->user, i, j, curve->along_x[nearest->piece] * scale,
                curve->along_z[nearest->piece] * scale);
}

loam_result loam_land_streams_find(const block_work *work, const land_stream_places *places,
                                   loam_arena arena)
{
    const land_block *const block = work->block;
    const land_river_cells *const cells = &work->cells;
    const land_window *const window = &cells->curves.window;
    land_bank_figures figures = loam_land_bank_figures_of(block->level);
    figures.water_range_m = places->reach;
    const int32_t capacity = loam_land_river_capacity(window->w * window->h);
    land_river_curve *const curves = loam_arena_take(&arena, (size_t)capacity * sizeof *curves);
    const int64_t x0 = block->x - cells->origin_x, z0 = block->z - cells->origin_z;
    const int32_t level = block->level;
    const int32_t count = loam_land_river_curves(
        cells, &figures, land_field_units(x0, level), land_field_units(z0, level),
        land_field_units(x0 + (block->w - 1) * block->step, level),
        land_field_units(z0 + (block->h - 1) * block->step, level), curves);
    for (int32_t j = places->first_j; j < block->h && count >= 0; j += places->every)
    {
        for (int32_t i = places->first_i; i < block->w; i += places->every)
        {
            const int32_t x = land_field_units(x0 + i * block->step, level);
            const int32_t z = land_field_units(z0 + j * block->step, level);
            nearest_piece nearest = {.square = LAND_UNBOUND};
            for (int32_t c = 0; c < count; c++)
            {
                if (loam_land_curve_gap(&curves[c], &figures, x, z) < places->reach)
                {
                    ask_curve(&curves[c], figures.metres, x, z, places->reach, &nearest);
                }
            }
            put_stream(places, i, j, &nearest);
        }
    }
    return count < 0 ? LOAM_FAILED : LOAM_OK;
}
