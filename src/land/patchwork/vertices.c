// SPDX-License-Identifier: MIT
#include "land/patchwork/patchwork.h"
#include "land/patchwork/row_kernels.h"

#include "base/small.h"

#include <math.h>
#include <string.h>

// The vertices of a cell: heights of all of it and one vertex around, then normals and materials part by part.
//
// Materials follow from the height, by the bands of a biome, and from the slope. On a sewing they are those of its two
// or four biomes, by the shares that heights have (Barrio Morra 2021, 3.4.2), unless a biome claims the sewing (5.2).

enum
{
    MAX_MIXED = LOAM_PATCH_ALONE * LOAM_PATCH_CORNERS,
};

/// A cell that is being made.
typedef struct cell
{
    const loam_patchwork *of;
    const loam_patch_kernels *kernels;
    const float
        *heights; // of the chunk's first vertex; there is one more row and column on every side
    int32_t stride;
    float steepness; // rise for a metre, of a difference between neighbours' neighbours
    int32_t biomes[LOAM_PATCH_CORNERS]; // south-west, south-east, north-west, north-east
    loam_patch_look looks[LOAM_PATCH_CORNERS];
} cell;

static loam_patch_look look_of(const loam_patch_biome *biome)
{
    loam_patch_look out = {.band_count = biome->band_count, .steep_from = HUGE_VALF};
    const loam_range slope = biome->slope;
    const bool steep = biome->steep >= 0;
    for (int32_t i = 0; i < biome->band_count; i++)
    {
        const loam_patch_band *const band = &biome->bands[i];
        const int32_t below = biome->bands[i > 0 ? i - 1 : 0].material;
        out.bands[i] = i > 0 ? band->from - band->blend : -HUGE_VALF;
        out.blends[i] = i > 0 && band->blend > 0.0f ? 0.5f / band->blend : HUGE_VALF;
        out.materials[i] = (steep ? biome->steep : band->material) | below << 8 |
                           band->material << 16;
    }
    if (steep)
    {
        out.steep_from = slope.low;
        out.steep = slope.high > slope.low ? 1.0f / (slope.high - slope.low) : HUGE_VALF;
    }
    return out;
}

// ---- more materials than fit --------------------------------------------------------------------

/// Materials of a vertex while they are mixed.
typedef struct mixture
{
    int32_t count;
    uint8_t materials[MAX_MIXED];
    float weights[MAX_MIXED]; // in parts of 255
} mixture;

static void add_material(mixture *mix, uint8_t material, float weight)
{
    for (int32_t i = 0; i < mix->count; i++)
    {
        if (mix->materials[i] == material)
        {
            mix->weights[i] += weight;
            return;
        }
    }
    mix->materials[mix->count] = material;
    mix->weights[mix->count++] = weight;
}

/// Takes out the lightest, and shares its weight out among the others.
static void drop_lightest(mixture *mix)
{
    int32_t lightest = 0;
    for (int32_t i = 1; i < mix->count; i++)
    {
        lightest = mix->weights[i] < mix->weights[lightest] ? i : lightest;
    }
    const float scale = 255.0f / (255.0f - mix->weights[lightest]);
    mix->count--;
    for (int32_t i = 0; i < mix->count; i++)
    {
        const int32_t from = i < lightest ? i : i + 1;
        mix->materials[i] = mix->materials[from];
        mix->weights[i] = mix->weights[from] * scale;
    }
}

/// Bytes that add up to 255: what rounding leaves is the heaviest's.
static void round_mixture(const mixture *mix, int32_t *materials, int32_t *weights)
{
    int32_t left = 255, heaviest = 0, rounded[LOAM_MESH_MATERIALS];
    for (int32_t i = 0; i < LOAM_MESH_MATERIALS; i++)
    {
        rounded[i] = (int32_t)(mix->weights[i] + 0.5f);
        left -= rounded[i];
        heaviest = rounded[i] > rounded[heaviest] ? i : heaviest;
    }
    rounded[heaviest] += left;
    uint32_t words[2] = {0, 0};
    for (int32_t i = LOAM_MESH_MATERIALS - 1; i >= 0; i--)
    {
        words[0] = words[0] << 8 | mix->materials[i];
        words[1] = words[1] << 8 | (uint32_t)rounded[i];
    }
    *materials = (int32_t)words[0];
    *weights = (int32_t)words[1];
}

/// Mixes a vertex again, with the lightest materials left out.
static void mix_crowded(loam_patch_mix *out, const loam_patch_shares *shares, int32_t i)
{
    mixture mix;
    mix.count = 0;
    for (int32_t k = 0; k < shares->count; k++)
    {
        const uint32_t materials = (uint32_t)shares->alone[k]->materials[i];
        const uint32_t weights = (uint32_t)shares->alone[k]->weights[i];
        for (int32_t m = 0; m < LOAM_PATCH_ALONE; m++)
        {
            const float weight = shares->of[k][i] * (float)(weights >> 8 * m & 255);
            if (weight > 0.0f)
            {
                add_material(&mix, (uint8_t)(materials >> 8 * m), weight);
            }
        }
    }
    while (mix.count > LOAM_MESH_MATERIALS)
    {
        drop_lightest(&mix);
    }
    round_mixture(&mix, &out->materials[i], &out->weights[i]);
}

// ---- shares of biomes ---------------------------------------------------------------------------

/// What a part is between, and how much of each at (i, j) of its vertices.
typedef struct blend
{
    loam_patch_part part;
    int32_t corners[LOAM_PATCH_CORNERS]; // of the cell
    int32_t count;                       // of corners: 1 if their biomes are all the same
    const float *profile;
    loam_patch_diagonal diagonal;
} blend;

/// With the mountain rule: the first of the corners that claims its sewings, -1 if there is none.
static int32_t claimant(const cell *on, const int32_t *corners, int32_t count)
{
    for (int32_t i = 0; i < count && on->of->def.claim_sewings; i++)
    {
        if (on->of->def.biomes[on->biomes[corners[i]]].claims)
        {
            return corners[i];
        }
    }
    return -1;
}

static blend blend_of(const cell *on, loam_patch_part part)
{
    static const uint8_t corners[LOAM_PATCH_PART_COUNT][LOAM_PATCH_CORNERS] = {
        {0}, {0, 1}, {0, 2}, {0, 1, 2, 3}};
    static const uint8_t counts[LOAM_PATCH_PART_COUNT] = {1, 2, 2, 4};
    blend with = {.part = part, .count = counts[part]};
    bool same = true;
    for (int32_t i = 0; i < with.count; i++)
    {
        with.corners[i] = corners[part][i];
        same = same && on->biomes[with.corners[i]] == on->biomes[0];
    }
    const int32_t claims = part == LOAM_PATCH_TERRAIN ? -1 : claimant(on, with.corners, with.count);
    if (same || claims >= 0)
    {
        with.count = 1;
        with.corners[0] = claims >= 0 ? claims : 0;
        return with;
    }
    with.profile = part == LOAM_PATCH_HORIZONTAL
                       ? loam_patch_profile_x(on->of, on->biomes[0], on->biomes[1])
                       : loam_patch_profile_z(on->of, on->biomes[0], on->biomes[2]);
    with.diagonal = loam_patch_diagonal_of(on->of, on->biomes);
    return with;
}

/// Shares of the corners along row j.
static void find_shares(const blend *with, int32_t j, int32_t count, loam_patch_shares *out)
{
    for (int32_t i = 0; i < count && with->part != LOAM_PATCH_DIAGONAL; i++)
    {
        out->of[1][i] = with->profile[with->part == LOAM_PATCH_HORIZONTAL ? i : j];
        out->of[0][i] = 1.0f - out->of[1][i];
    }
    for (int32_t i = 0; i < count && with->part == LOAM_PATCH_DIAGONAL; i++)
    {
        float across[2];
        loam_patch_diagonal_at(&with->diagonal, i, j, across);
        out->of[0][i] = (1.0f - across[0]) * (1.0f - across[1]);
        out->of[1][i] = across[0] * (1.0f - across[1]);
        out->of[2][i] = (1.0f - across[0]) * across[1];
        out->of[3][i] = across[0] * across[1];
    }
}

// ---- vertices -----------------------------------------------------------------------------------

/// What a row of a part is made with.
typedef struct row_work
{
    loam_patch_slopes slopes;
    loam_patch_mix alone[LOAM_PATCH_CORNERS], mixed;
    loam_patch_shares shares;
    int32_t crowded[LOAM_PATCH_ROW];
} row_work;

static void init_work(const cell *on, const blend *with, row_work *work)
{
    memset(&work->shares, 0, sizeof work->shares); // nobody has a share beyond a row's end
    work->shares.count = with->count;
    for (int32_t k = 0; k < with->count; k++)
    {
        int32_t first = 0;
        while (on->biomes[with->corners[first]] != on->biomes[with->corners[k]])
        {
            first++;
        }
        work->shares.first[k] = first;
        work->shares.alone[k] = &work->alone[first];
    }
}

/// The materials of row j of a part.
static const loam_patch_mix *find_mix(const cell *on, const blend *with, int32_t j,
                                      const float *row, int32_t count, row_work *work)
{
    for (int32_t k = 0; k < with->count; k++)
    {
        if (work->shares.first[k] == k)
        {
            on->kernels->alone(&work->alone[k], &on->looks[with->corners[k]], row,
                               work->slopes.slope, count);
        }
    }
    if (with->count == 1)
    {
        return &work->alone[0];
    }
    find_shares(with, j, count, &work->shares);
    const bool crowded = on->kernels->mix(&work->mixed, work->crowded, &work->shares, count);
    for (int32_t i = 0; i < count && crowded; i++)
    {
        if (work->crowded[i] != 0)
        {
            mix_crowded(&work->mixed, &work->shares, i);
        }
    }
    return &work->mixed;
}

#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
/// A vertex is its four words.
static void put_row(const float *restrict row, const loam_patch_slopes *restrict slopes,
                    const loam_patch_mix *restrict mix, int32_t count,
                    loam_patch_vertex *restrict out)
{
    for (int32_t i = 0; i < count; i++)
    {
        out[i].height = row[i];
        memcpy(out[i].normal, &slopes->normals[i], 4);
        memcpy(out[i].materials, &mix->materials[i], 4);
        memcpy(out[i].weights, &mix->weights[i], 4);
    }
}
#else
static void put_row(const float *row, const loam_patch_slopes *slopes, const loam_patch_mix *mix,
                    int32_t count, loam_patch_vertex *out)
{
    for (int32_t i = 0; i < count; i++)
    {
        out[i].height = row[i];
        out[i].normal[0] = (int16_t)slopes->normals[i];
        out[i].normal[1] = (int16_t)(slopes->normals[i] >> 16);
        for (int32_t k = 0; k < LOAM_MESH_MATERIALS; k++)
        {
            out[i].materials[k] = (uint8_t)((uint32_t)mix->materials[i] >> 8 * k);
            out[i].weights[k] = (uint8_t)((uint32_t)mix->weights[i] >> 8 * k);
        }
    }
}
#endif

static void put_part(const cell *on, loam_patch_part part, loam_patch_vertex *out, row_work *work)
{
    const loam_patchwork_def *const def = &on->of->def;
    const blend with = blend_of(on, part);
    const loam_patch_area area = loam_patch_area_of(def, part, 0, 0);
    const loam_patch_area first = loam_patch_area_of(def, LOAM_PATCH_TERRAIN, 0, 0);
    const float *row = on->heights + (area.z - first.z) * on->stride + (area.x - first.x);
    init_work(on, &with, work);
    for (int32_t j = 0; j < area.h; j++, out += area.w, row += on->stride)
    {
        on->kernels->slopes(&work->slopes, row, on->stride, area.w, on->steepness);
        const loam_patch_mix *const mix = find_mix(on, &with, j, row, area.w, work);
        put_row(row, &work->slopes, mix, area.w, out);
    }
}

/// A cell's heights, with one vertex more on every side.
static loam_patch_area area_around(const loam_patchwork_def *def, int64_t chunk_x, int64_t chunk_z)
{
    loam_patch_area area = loam_patch_area_of(def, LOAM_PATCH_TERRAIN, chunk_x, chunk_z);
    area.x -= 1;
    area.z -= 1;
    area.w = loam_patch_period_x(def) + 3;
    area.h = loam_patch_period_z(def) + 3;
    return area;
}

size_t loam_patch_cell_scratch(const loam_patchwork_def *def)
{
    const loam_patch_area area = area_around(def, 0, 0);
    return (size_t)area.w * (size_t)area.h * sizeof(float) +
           loam_patch_heights_scratch(area.w, area.h);
}

loam_result loam_patchwork_cell(const loam_patchwork *of, int64_t chunk_x, int64_t chunk_z,
                                loam_patch_vertex *out, void *scratch)
{
    const int64_t end = LOAM_PATCHWORK_END;
    if (chunk_x < -end || chunk_x >= end || chunk_z < -end || chunk_z >= end)
    {
        return loam_fail(LOAM_BAD_ARGUMENT, "chunk (%lld, %lld); must be within %lld of 0",
                         (long long)chunk_x, (long long)chunk_z, (long long)end);
    }
    const loam_patch_area area = area_around(&of->def, chunk_x, chunk_z);
    float *const heights = scratch;
    const loam_result result = loam_patch_fill(of, area, heights,
                                               heights + (size_t)area.w * (size_t)area.h);
    if (result != LOAM_OK)
    {
        return result;
    }
    row_work work;
    cell on = {.of = of,
               .kernels = loam_patch_kernels_of(of->env.isa),
               .heights = heights + area.w + 1,
               .stride = area.w,
               .steepness = 0.5f / of->def.spacing};
    for (int32_t i = 0; i < LOAM_PATCH_CORNERS; i++)
    {
        on.biomes[i] = loam_patchwork_chunk(of, chunk_x + i % 2, chunk_z + i / 2).biome;
        on.looks[i] = look_of(&of->def.biomes[on.biomes[i]]);
    }
    for (int32_t part = 0; part < LOAM_PATCH_PART_COUNT; part++)
    {
        put_part(&on, (loam_patch_part)part,
                 out + loam_patch_first_vertex(&of->def, (loam_patch_part)part), &work);
    }
    return LOAM_OK;
}
