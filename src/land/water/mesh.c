// SPDX-License-Identifier: MIT
#include "land/water/mesh.h"

#include <math.h>
#include <string.h>

float loam_land_cell_hash(uint64_t seed, int64_t column, int64_t row)
{
    uint64_t bits = seed ^ ((uint64_t)column * 0x9e3779b97f4a7c15u);
    bits = (bits ^ (bits >> 29)) * 0xbf58476d1ce4e5b9u;
    bits ^= (uint64_t)row * 0xc2b2ae3d27d4eb4fu;
    bits = (bits ^ (bits >> 31)) * 0x94d049bb133111ebu;
    return (float)(bits >> 40) * (1.0f / 16777216.0f);
}

size_t loam_land_mesh_scratch(size_t count)
{
    return (LAND_DIRECTIONS + 1) * LOAM_ARENA_SIZE(count * sizeof(float));
}

// Lengths of one row's links in one direction.
static void measure_row(land_mesh *mesh, int32_t direction, int32_t row, float unit_m,
                        const int32_t *x, const int32_t *z)
{
    const int32_t w = mesh->window.w;
    const int32_t step = land_step(direction, mesh->window.row + row, w);
    const size_t first = (size_t)row * (size_t)w;
    float *const out = mesh->length[direction] + first;
    const float *const links = mesh->links + first;
    for (int32_t i = 1; i < w - 1; i++)
    {
        const size_t here = first + (size_t)i, there = (size_t)((int64_t)here + step);
        const float dx = (float)(x[there] - x[here]), dz = (float)(z[there] - z[here]);
        const bool linked = ((int32_t)links[i] >> direction & 1) != 0;
        out[i] = linked ? unit_m * sqrtf(dx * dx + dz * dz) : LAND_NO_LINK;
    }
    out[0] = out[w - 1] = LAND_NO_LINK;
}

static void block_row(land_mesh *mesh, int32_t row)
{
    for (int32_t d = 0; d < LAND_DIRECTIONS; d++)
    {
        float *const out = mesh->length[d] + (size_t)row * (size_t)mesh->window.w;
        for (int32_t i = 0; i < mesh->window.w; i++)
        {
            out[i] = LAND_NO_LINK;
        }
    }
}

void loam_land_mesh_make(land_mesh *mesh, loam_arena *arena, const land_window *window,
                         float unit_m, const int32_t *x, const int32_t *z, const float *links,
                         uint64_t seed)
{
    const size_t count = (size_t)window->w * (size_t)window->h;
    *mesh = (land_mesh){.window = *window, .count = count, .links = links};
    for (int32_t d = 0; d < LAND_DIRECTIONS; d++)
    {
        mesh->length[d] = loam_arena_take(arena, count * sizeof(float));
        for (int32_t r = 1; r < window->h - 1; r++)
        {
            measure_row(mesh, d, r, unit_m, x, z);
        }
    }
    block_row(mesh, 0);
    block_row(mesh, window->h - 1);
    mesh->taste = loam_arena_take(arena, count * sizeof(float));
    for (size_t i = 0; i < count; i++)
    {
        mesh->taste[i] = loam_land_cell_hash(seed, window->column + (int64_t)i % window->w,
                                             window->row + (int64_t)i / window->w);
    }
}

static float least(float a, float b)
{
    return a < b ? a : b;
}

/// One row, from cell `first` of the window on: what the cells take over from their neighbours.
typedef struct spread_row
{
    const float *in, *rise, *floor, *cap;
    const float *length[LAND_DIRECTIONS];
    int32_t step[LAND_DIRECTIONS];
    float *out, *arrival;
    float round;
} spread_row;

static void spread_cells(const spread_row *row, int32_t count)
{
    const float *restrict const floor = row->floor, *restrict const cap = row->cap;
    const float *const in[LAND_DIRECTIONS] = {row->in + row->step[0], row->in + row->step[1],
                                              row->in + row->step[2], row->in + row->step[3],
                                              row->in + row->step[4], row->in + row->step[5]};
    const float *const up[LAND_DIRECTIONS] = {row->rise + row->step[0], row->rise + row->step[1],
                                              row->rise + row->step[2], row->rise + row->step[3],
                                              row->rise + row->step[4], row->rise + row->step[5]};
    const float *const *const length = row->length;
    float *restrict const out = row->out, *restrict const arrival = row->arrival;
    const float *const before = row->in;
    const float round = row->round;
    for (int32_t i = 0; i < count; i++)
    {
        const float a = least(in[0][i] + length[0][i] * up[0][i],
                              in[1][i] + length[1][i] * up[1][i]);
        const float b = least(in[2][i] + length[2][i] * up[2][i],
                              in[3][i] + length[3][i] * up[3][i]);
        const float c = least(in[4][i] + length[4][i] * up[4][i],
                              in[5][i] + length[5][i] * up[5][i]);
        const float best = least(least(a, b), c);
        const float value = least(best > floor[i] ? best : floor[i], cap[i]);
        arrival[i] = value != before[i] ? round : arrival[i];
        out[i] = value;
    }
}

static void spread_round(const land_mesh *mesh, const land_spread *spread, int32_t margin,
                         const float *in, float *out)
{
    const int32_t w = mesh->window.w;
    for (int32_t r = margin; r < mesh->window.h - margin; r++)
    {
        const size_t first = (size_t)r * (size_t)w + (size_t)margin;
        spread_row row = {.in = in + first,
                          .rise = spread->rise + first,
                          .floor = spread->floor + first,
                          .cap = spread->cap + first,
                          .out = out + first,
                          .arrival = spread->arrival + first,
                          .round = (float)margin};
        for (int32_t d = 0; d < LAND_DIRECTIONS; d++)
        {
            row.length[d] = mesh->length[d] + first;
            row.step[d] = land_step(d, mesh->window.row + r, w);
        }
        spread_cells(&row, w - 2 * margin);
    }
}

void loam_land_mesh_spread(const land_mesh *mesh, const land_spread *spread, float *value,
                           float *other)
{
    memcpy(value, spread->cap, mesh->count * sizeof *value);
    memcpy(other, spread->cap, mesh->count * sizeof *other);
    memset(spread->arrival, 0, mesh->count * sizeof *spread->arrival);
    for (int32_t round = 0; round < spread->rounds; round++)
    {
        // Cells within `round` of the border know less than the rounds would tell them: they are left alone.
        spread_round(mesh, spread, round + 1, value, other);
        float *const swap = value;
        value = other;
        other = swap;
    }
    if (spread->rounds % 2 != 0)
    {
        memcpy(other, value, mesh->count * sizeof *value);
    }
}

// How much steeper a way counts than it is. As neighbours like the same cells, streams join rather than run side by side.
// Ways that have fewer steps to go count as steeper too, and those that have more are taken only where there is no
// other (in which case they still lead down): so no stream is much longer than the rounds of filling.
static float liking(float homing, float taste, float steps_saved)
{
    const float nearer = steps_saved > 0 ? homing : steps_saved < 0 ? 1e-6f : 1;
    return (0.3f + 1.4f * taste) * nearer;
}

int32_t loam_land_mesh_steepest(const land_mesh *mesh, const float *water, const float *steps,
                                float homing, int32_t cell)
{
    const int32_t w = mesh->window.w;
    int32_t best = LAND_NO_DIRECTION;
    float most = 0;
    for (int32_t d = 0; d < LAND_DIRECTIONS; d++)
    {
        const int32_t to = cell + land_step(d, mesh->window.row + cell / w, w);
        const float fall = (water[cell] - water[to]) / mesh->length[d][cell] *
                           liking(homing, mesh->taste[to], steps[cell] - steps[to]);
        best = fall > most ? d : best;
        most = fall > most ? fall : most;
    }
    return best;
}
