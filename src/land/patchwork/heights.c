// SPDX-License-Identifier: MIT
#include "land/patchwork/patchwork.h"

#include "base/small.h"
#include "loam/maths.h"

#include <string.h>

// Heights (Barrio Morra 2021, 3.2.2).
//
// The ground of a chunk is a noise over the whole plane. It is there alone on the chunk's own vertices; across a sewing
// its share falls to nothing at the chunk on the other side, while that one's rises. So a height is a sum of the grounds
// of up to four chunks, each by its share, always added in the order of the chunks, whatever area was asked for. (The
// thesis writes y_l (1 - t) + (y_r - y_l) t, which leaves a step at the far edge; meant is y_l (1 - t) + y_r t.)
//
// In the first version of sewing there is no ground beyond a chunk's edge, but its last vertex goes on.

/// A chunk that is being added.
typedef struct ground
{
    const loam_patchwork *of;
    loam_patch_area area; // that is asked for
    int64_t chunk_x, chunk_z;
    loam_patch_chunk chunks[3][3]; // it and those around, [z][x]
    int64_t start_x, start_z;      // its first vertex
    int32_t low_x, high_x;         // vertices in the area that it has a share of, from start on
    int32_t low_z, high_z;
    int32_t pitch;                     // of values: w, and what makes it whole vectors
    float *values;                     // its noise there
    float *shares;                     // along x, beside the chunk
    loam_patch_diagonal corners[2][2]; // its diagonal sewings, [above][right]
} ground;

/// Rows of noise end with whole vectors: what is behind a row costs less than a part of one.
static int32_t pitch_of(int32_t w)
{
    return (w + 15) / 16 * 16;
}

size_t loam_patch_heights_scratch(int32_t w, int32_t h)
{
    return (2 * (size_t)pitch_of(w) * (size_t)h + (size_t)w) * sizeof(float);
}

// ---- noise --------------------------------------------------------------------------------------

static loam_result sample(const ground *on, int32_t x, int32_t z, int32_t w, int32_t h, float *out)
{
    const loam_patch_chunk *const chunk = &on->chunks[1][1];
    const loam_noise_def def = loam_patch_ground_def(&on->of->def, chunk, on->of->env.isa);
    const loam_noise_area area = {
        .x = on->start_x + x, .y = on->start_z + z, .step = 1, .w = w, .h = h, .d = 1};
    loam_noise noise;
    const loam_result result = loam_noise_init(&noise, &def, on->of->ground_seed);
    return result == LOAM_OK ? loam_noise_grid2(&noise, out, area) : result;
}

static int32_t clamp_to(int32_t value, int32_t last)
{
    return value < 0 ? 0 : value > last ? last : value;
}

/// Noise of the chunk's own vertices, those at its edge repeated beyond it.
static loam_result sample_lines(const ground *on, float *own)
{
    const int32_t last = on->of->def.chunk_size - 1;
    const int32_t x = clamp_to(on->low_x, last), z = clamp_to(on->low_z, last);
    const int32_t own_w = clamp_to(on->high_x - 1, last) - x + 1;
    const int32_t own_h = clamp_to(on->high_z - 1, last) - z + 1;
    const loam_result result = sample(on, x, z, own_w, own_h, own);
    for (int32_t j = on->low_z; j < on->high_z && result == LOAM_OK; j++)
    {
        const float *const row = own + (size_t)(clamp_to(j, last) - z) * (size_t)own_w;
        float *const to = on->values + (size_t)(j - on->low_z) * (size_t)on->pitch;
        for (int32_t i = on->low_x; i < on->high_x; i++)
        {
            to[i - on->low_x] = row[clamp_to(i, last) - x];
        }
    }
    return result;
}

// ---- shares -------------------------------------------------------------------------------------

/// The share of a chunk at a vertex before, on or behind it along one axis. after: that of the chunk behind, or of
/// itself if it is that one.
static float share_along(int32_t at, int32_t side, const float *before, const float *behind,
                         int32_t sewing)
{
    return at < 0 ? before[at + sewing - 1] : at < side ? 1.0f : 1.0f - behind[at - side + 1];
}

static float share_x(const ground *on, int32_t i)
{
    const int32_t own = on->chunks[1][1].biome;
    return share_along(
        i, on->of->def.chunk_size, loam_patch_profile_x(on->of, on->chunks[1][0].biome, own),
        loam_patch_profile_x(on->of, own, on->chunks[1][2].biome), on->of->def.sewing_x);
}

static float share_z(const ground *on, int32_t j)
{
    const int32_t own = on->chunks[1][1].biome;
    return share_along(
        j, on->of->def.chunk_size, loam_patch_profile_z(on->of, on->chunks[0][1].biome, own),
        loam_patch_profile_z(on->of, own, on->chunks[2][1].biome), on->of->def.sewing_z);
}

/// The diagonal sewing at a corner of the chunk.
static loam_patch_diagonal corner_of(const ground *on, int32_t above, int32_t right)
{
    const int32_t biomes[4] = {on->chunks[above][right].biome, on->chunks[above][right + 1].biome,
                               on->chunks[above + 1][right].biome,
                               on->chunks[above + 1][right + 1].biome};
    return loam_patch_diagonal_of(on->of, biomes);
}

// ---- adding -------------------------------------------------------------------------------------

static float *row_of(const ground *on, float *out, int32_t j)
{
    return out + (size_t)(on->start_z + j - on->area.z) * (size_t)on->area.w +
           (on->start_x - on->area.x);
}

static void add_run(float *to, const float *noise, const float *shares, float factor,
                    const loam_patch_chunk *chunk, int32_t count)
{
    for (int32_t i = 0; i < count; i++)
    {
        to[i] += shares[i] * factor * (chunk->offset + chunk->vertical * noise[i]);
    }
}

/// Vertices from `low` to `high` of a row within a diagonal sewing. Beyond the chunk its share is what the others leave.
static void add_corner(const ground *on, float *restrict to, const float *restrict noise, int32_t j,
                       int32_t low, int32_t high)
{
    const int32_t side = on->of->def.chunk_size;
    const bool right = low >= side, above = j >= side;
    const loam_patch_diagonal diagonal = on->corners[above][right];
    const int32_t row = above ? j - side + 1 : j + on->of->def.sewing_z - 1;
    const int32_t column = right ? 1 - side : on->of->def.sewing_x - 1;
    const float whole_x = right ? 1.0f : 0.0f, sign_x = right ? -1.0f : 1.0f;
    const float whole_z = above ? 1.0f : 0.0f, sign_z = above ? -1.0f : 1.0f;
    const float offset = on->chunks[1][1].offset, vertical = on->chunks[1][1].vertical;
    for (int32_t i = low; i < high; i++)
    {
        float share[2];
        loam_patch_diagonal_at(&diagonal, i + column, row, share);
        const float x = whole_x + sign_x * share[0], z = whole_z + sign_z * share[1];
        to[i] += x * z * (offset + vertical * noise[i - on->low_x]);
    }
}

static void add_row(const ground *on, float *out, int32_t j)
{
    const int32_t side = on->of->def.chunk_size, w = on->high_x - on->low_x;
    const float *const noise = on->values + (size_t)(j - on->low_z) * (size_t)on->pitch;
    float *const to = row_of(on, out, j);
    const loam_patch_chunk *const chunk = &on->chunks[1][1];
    if (j >= 0 && j < side)
    {
        add_run(to + on->low_x, noise, on->shares, 1.0f, chunk, w);
        return;
    }
    const int32_t from = on->low_x > 0 ? on->low_x : 0,
                  until = on->high_x < side ? on->high_x : side;
    if (from < until)
    {
        add_run(to + from, noise + (from - on->low_x), on->shares + (from - on->low_x),
                share_z(on, j), chunk, until - from);
    }
    add_corner(on, to, noise, j, on->low_x, on->high_x < 0 ? on->high_x : 0);
    add_corner(on, to, noise, j, on->low_x > side ? on->low_x : side, on->high_x);
}

static int32_t least(int64_t a, int64_t b)
{
    return (int32_t)(a < b ? a : b);
}

static int32_t most(int64_t a, int64_t b)
{
    return (int32_t)(a > b ? a : b);
}

/// Which of the area's vertices a chunk has a share of; false if none.
static bool clip(ground *on)
{
    const loam_patchwork_def *const def = &on->of->def;
    const loam_patch_area *const area = &on->area;
    on->start_x = loam_patch_start(def, on->chunk_x, loam_patch_period_x(def));
    on->start_z = loam_patch_start(def, on->chunk_z, loam_patch_period_z(def));
    on->low_x = most(area->x - on->start_x, 2 - def->sewing_x);
    on->low_z = most(area->z - on->start_z, 2 - def->sewing_z);
    on->high_x = least(area->x + area->w - on->start_x, def->chunk_size + def->sewing_x - 2);
    on->high_z = least(area->z + area->h - on->start_z, def->chunk_size + def->sewing_z - 2);
    return on->low_x < on->high_x && on->low_z < on->high_z;
}

static loam_result add_chunk(ground *on, float *out, float *own)
{
    const int32_t w = on->high_x - on->low_x, h = on->high_z - on->low_z;
    on->pitch = pitch_of(w);
    const loam_result result = on->of->def.sewing == LOAM_PATCH_LINES
                                   ? sample_lines(on, own)
                                   : sample(on, on->low_x, on->low_z, on->pitch, h, on->values);
    for (int32_t i = 0; i < 4; i++)
    {
        on->corners[i / 2][i % 2] = corner_of(on, i / 2, i % 2);
    }
    for (int32_t i = 0; i < w; i++)
    {
        on->shares[i] = share_x(on, on->low_x + i);
    }
    for (int32_t j = on->low_z; j < on->high_z && result == LOAM_OK; j++)
    {
        add_row(on, out, j);
    }
    return result;
}

// ---- areas --------------------------------------------------------------------------------------

/// Moves on to the next chunk in a row, keeping those around that are known.
static void look_around(ground *on, bool next)
{
    const int64_t x = on->chunk_x, z = on->chunk_z;
    for (int32_t j = 0; j < 3; j++)
    {
        for (int32_t i = 0; i < 3; i++)
        {
            on->chunks[j][i] = next && i < 2 ? on->chunks[j][i + 1]
                                             : loam_patchwork_chunk(on->of, x + i - 1, z + j - 1);
        }
    }
}

static int64_t cell_along(const loam_patchwork_def *def, int64_t place, int32_t period)
{
    return loam_floor_div(place - loam_patch_start(def, 0, period), period);
}

loam_result loam_patch_fill(const loam_patchwork *of, loam_patch_area area, float *out,
                            float *scratch)
{
    const size_t count = (size_t)pitch_of(area.w) * (size_t)area.h;
    const loam_patchwork_def *const def = &of->def;
    ground on = {.of = of, .area = area, .values = scratch, .shares = scratch + 2 * count};
    memset(out, 0, (size_t)area.w * (size_t)area.h * sizeof *out);
    // Vertices of a cell are its own chunk's and those of the chunks to the right and above.
    const int64_t first_x = cell_along(def, area.x, loam_patch_period_x(def));
    const int64_t first_z = cell_along(def, area.z, loam_patch_period_z(def));
    const int64_t last_x = cell_along(def, area.x + area.w - 1, loam_patch_period_x(def)) + 1;
    const int64_t last_z = cell_along(def, area.z + area.h - 1, loam_patch_period_z(def)) + 1;
    loam_result result = LOAM_OK;
    for (int64_t z = first_z; z <= last_z; z++)
    {
        bool next = false; // whether the chunk before had a share, too
        for (int64_t x = first_x; x <= last_x && result == LOAM_OK; x++)
        {
            on.chunk_x = x;
            on.chunk_z = z;
            if (clip(&on))
            {
                look_around(&on, next);
                result = add_chunk(&on, out, scratch + count);
                next = true;
            }
        }
    }
    return result;
}

loam_result loam_patchwork_heights(const loam_patchwork *of, loam_patch_area area, float *out)
{
    const int32_t px = loam_patch_period_x(&of->def), pz = loam_patch_period_z(&of->def);
    const int64_t end = LOAM_PATCHWORK_END * (px < pz ? px : pz);
    if (area.w < 1 || area.h < 1 || area.w > LOAM_MESH_MAX_GRID || area.h > LOAM_MESH_MAX_GRID)
    {
        return loam_fail(LOAM_BAD_ARGUMENT, "heights of %d x %d vertices; must be 1 to %d each",
                         (int)area.w, (int)area.h, LOAM_MESH_MAX_GRID);
    }
    if (area.x < -end || area.x > end || area.z < -end || area.z > end)
    {
        return loam_fail(LOAM_BAD_ARGUMENT, "heights at (%lld, %lld); must be within %lld of 0",
                         (long long)area.x, (long long)area.z, (long long)end);
    }
    const size_t size = loam_patch_heights_scratch(area.w, area.h);
    float *const scratch = loam_alloc(&of->env, size);
    const loam_result result = scratch != NULL ? loam_patch_fill(of, area, out, scratch)
                                               : LOAM_OUT_OF_MEMORY;
    loam_free(&of->env, scratch, size);
    return result;
}
