// SPDX-License-Identifier: MIT
#include "land/water/mesh.h"

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
    const int32_t w = mesh->window.w, first = row * w + 1; // the outermost have none
    mesh->kernels->measure(x + first, z + first, land_step(direction, mesh->window.row + row, w),
                           mesh->links + first, 1 << direction, unit_m, LAND_NO_LINK, w - 2,
                           out + 1);
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
    LOAM_ASSERT(arena->env, window->w - 2 >= LAND_WIDEST_CELLS);
    *mesh = (land_mesh){.env = arena->env,
                        .kernels = loam_land_cell_kernels_of(arena->env->isa),
                        .window = *window,
                        .count = count,
                        .links = links};
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
        land_spread_row row = {.before = in + first,
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
        changes = mesh->kernels->spread(&row, w - 2 * margin, out + first,
                                        spread->arrival + first) ||
                  changes;
    }
    return changes;
}

void loam_land_mesh_spread(const land_mesh *mesh, const land_spread *spread, float *value,
                           float *other)
{
    LOAM_ASSERT(mesh->env, spread->margin >= spread->rounds);
    LOAM_ASSERT(mesh->env, mesh->window.w - 2 * spread->margin >= LAND_WIDEST_CELLS);
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
