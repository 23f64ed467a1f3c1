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

// Lengths of one row's links in one direction, into the row's part of them.
static void measure_row(const land_mesh *mesh, int32_t direction, int32_t row, float unit_m,
                        const int32_t *x, const int32_t *z, float *restrict out)
{
    const int32_t w = mesh->window.w, first = row * w;
    const int32_t there = first + land_step(direction, mesh->window.row + row, w);
    const float *const links = mesh->links + first;
    for (int32_t i = 1; i < w - 1; i++)
    {
        const float dx = (float)(x[there + i] - x[first + i]);
        const float dz = (float)(z[there + i] - z[first + i]);
        const float length = unit_m * sqrtf(dx * dx + dz * dz);
        out[i] = ((int32_t)links[i] & 1 << direction) != 0 ? length : LAND_NO_LINK;
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
    *mesh = (land_mesh){.env = arena->env, .window = *window, .count = count, .links = links};
    for (int32_t d = 0; d < LAND_DIRECTIONS; d++)
    {
        mesh->length[d] = loam_arena_take(arena, count * sizeof(float));
        for (int32_t r = 1; r < window->h - 1; r++)
        {
            measure_row(mesh, d, r, unit_m, x, z, mesh->length[d] + r * window->w);
        }
    }
    block_row(mesh, 0);
    block_row(mesh, window->h - 1);
    mesh->taste = loam_arena_take(arena, count * sizeof(float));
    float *taste = mesh->taste;
    for (int32_t r = 0; r < window->h; r++)
    {
        for (int32_t c = 0; c < window->w; c++)
        {
            *taste++ = loam_land_cell_hash(seed, window->column + c, window->row + r);
        }
    }
}

static float least(float a, float b)
{
    return a < b ? a : b;
}

/// One row, from some cell of the window on: what the cells take over from their neighbours.
typedef struct spread_row
{
    const float *in[LAND_DIRECTIONS], *rise[LAND_DIRECTIONS], *length[LAND_DIRECTIONS];
    const float *before, *floor, *cap;
    float round;
} spread_row;

// Whether anything changed. What is written has parameters of its own, or compilers would not believe that it
// is nowhere read, and go from cell to cell.
static bool spread_cells(const spread_row *row, int32_t count, float *restrict out,
                         float *restrict arrival)
{
    const float *const *const in = row->in, *const *const rise = row->rise;
    const float *const *const length = row->length;
    const float *const floor = row->floor, *const cap = row->cap, *const before = row->before;
    const float round = row->round;
    int32_t changes = 0;
    for (int32_t i = 0; i < count; i++)
    {
        const float a = least(in[0][i] + length[0][i] * rise[0][i],
                              in[1][i] + length[1][i] * rise[1][i]);
        const float b = least(in[2][i] + length[2][i] * rise[2][i],
                              in[3][i] + length[3][i] * rise[3][i]);
        const float c = least(in[4][i] + length[4][i] * rise[4][i],
                              in[5][i] + length[5][i] * rise[5][i]);
        const float best = least(least(a, b), c);
        const float value = least(best > floor[i] ? best : floor[i], cap[i]);
        const bool changed = value != before[i];
        arrival[i] = changed ? round : arrival[i];
        out[i] = value;
        changes |= changed;
    }
    return changes != 0;
}

static bool spread_round(const land_mesh *mesh, const land_spread *spread, int32_t round,
                         const float *in, float *out)
{
    // Only what the next rounds still look at.
    const int32_t margin = spread->margin - (spread->rounds - round);
    const int32_t w = mesh->window.w;
    bool changes = false;
    for (int32_t r = margin; r < mesh->window.h - margin; r++)
    {
        const size_t first = (size_t)r * (size_t)w + (size_t)margin;
        spread_row row = {.before = in + first,
                          .floor = spread->floor + first,
                          .cap = spread->cap + first,
                          .round = (float)round};
        for (int32_t d = 0; d < LAND_DIRECTIONS; d++)
        {
            const int32_t step = land_step(d, mesh->window.row + r, w);
            row.in[d] = in + first + step;
            row.rise[d] = spread->rise + first + step;
            row.length[d] = mesh->length[d] + first;
        }
        changes = spread_cells(&row, w - 2 * margin, out + first, spread->arrival + first) ||
                  changes;
    }
    return changes;
}

void loam_land_mesh_spread(const land_mesh *mesh, const land_spread *spread, float *value,
                           float *other)
{
    LOAM_ASSERT(mesh->env, spread->margin >= spread->rounds);
    const float *const wanted = value;
    memcpy(value, spread->cap, mesh->count * sizeof *value);
    memcpy(other, spread->cap, mesh->count * sizeof *other);
    memset(spread->arrival, 0, mesh->count * sizeof *spread->arrival);
    bool changes = true;
    for (int32_t round = 1; round <= spread->rounds && changes; round++)
    {
        changes = spread_round(mesh, spread, round, value, other);
        float *const swap = value;
        value = other;
        other = swap;
    }
    if (value != wanted)
    {
        memcpy(other, value, mesh->count * sizeof *value);
    }
}

// How much steeper a way counts than it is. As neighbours like the same cells, streams join rather than run
// side by side. Ways that have fewer steps to go count as steeper too, and those that have more are taken
// only where there is no other (in which case they still lead down): so no stream is much longer than the
// rounds of filling.
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
