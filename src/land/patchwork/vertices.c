// SPDX-License-Identifier: MIT
#include "land/patchwork/patchwork.h"

#include "base/small.h"

#include <math.h>
#include <string.h>

// The vertices of a cell: heights of all of it and one vertex around, then normals and materials part by part.
//
// Materials follow from the height, by the bands of a biome, and from the slope. On a sewing they are those of its two
// or four biomes, by the shares that heights have (Barrio Morra 2021, 3.4.2), unless a biome claims the sewing (5.2).

enum
{
    MAX_CORNERS = 4,
    MAX_ALONE = 3, // materials of one biome at a place: two bands and steep ground
    MAX_MIXED = MAX_ALONE * MAX_CORNERS,
};

/// A biome, with what is needed for every vertex.
typedef struct look
{
    const loam_patch_biome *biome;
    float bands[LOAM_PATCH_MAX_BANDS];  // where their blends begin
    float blends[LOAM_PATCH_MAX_BANDS]; // 1 / how high they are
    float steep_from, steep;            // the slope where it begins; 1 / how long it takes
    uint32_t
        materials[LOAM_PATCH_MAX_BANDS]; // of steep ground, the band below, the band: a byte each
} look;

/// A cell that is being made.
typedef struct cell
{
    const loam_patchwork *of;
    const float
        *heights; // of the chunk's first vertex; there is one more row and column on every side
    int32_t stride;
    float steepness;             // rise for a metre, of a difference between neighbours' neighbours
    int32_t biomes[MAX_CORNERS]; // south-west, south-east, north-west, north-east
    look looks[MAX_CORNERS];
} cell;

/// Materials of one biome along a row, in parts of 255: a byte for each in both words, the first is the lowest. Always
/// the same three, because what differs from vertex to vertex cannot be foretold.
typedef struct alone
{
    uint32_t materials[LOAM_PATCH_MAX_CHUNK], weights[LOAM_PATCH_MAX_CHUNK];
} alone;

/// Normals of a row and its slopes.
typedef struct slopes
{
    float slope[LOAM_PATCH_MAX_CHUNK]; // rise for a metre
    int16_t east[LOAM_PATCH_MAX_CHUNK], north[LOAM_PATCH_MAX_CHUNK];
} slopes;

// ---- one biome ----------------------------------------------------------------------------------

static look look_of(const loam_patch_biome *biome)
{
    look out = {.biome = biome, .steep_from = HUGE_VALF};
    const loam_patch_range slope = biome->slope;
    const bool steep = biome->steep >= 0;
    for (int32_t i = 0; i < biome->band_count; i++)
    {
        const loam_patch_band *const band = &biome->bands[i];
        const uint32_t below = (uint32_t)biome->bands[i > 0 ? i - 1 : 0].material;
        out.bands[i] = i > 0 ? band->from - band->blend : -HUGE_VALF;
        out.blends[i] = i > 0 && band->blend > 0.0f ? 0.5f / band->blend : HUGE_VALF;
        out.materials[i] = (uint32_t)(steep ? biome->steep : band->material) | below << 8 |
                           (uint32_t)band->material << 16;
    }
    if (steep)
    {
        out.steep_from = slope.low;
        out.steep = slope.high > slope.low ? 1.0f / (slope.high - slope.low) : HUGE_VALF;
    }
    return out;
}

/// 3 t^2 - 2 t^3 of a number that is cut to 0..1, in parts of most.
static inline int32_t smooth_share(float t, int32_t most)
{
    const float above = t > 0.0f ? t : 0.0f, inside = above < 1.0f ? above : 1.0f;
    return (int32_t)(inside * inside * (3.0f - 2.0f * inside) * (float)most + 0.5f);
}

/// What a biome has at the heights and slopes of a row: loops without branches, that compilers make vectors of.
static void find_alone(const look *with, const float *restrict heights, const float *restrict slope,
                       int32_t count, alone *restrict out)
{
    float above[LOAM_PATCH_MAX_CHUNK]; // in the blend of the own band, 1 at its end
    for (int32_t i = 0; i < count; i++)
    {
        above[i] = 1.0f;
        out->materials[i] = with->materials[0];
    }
    for (int32_t band = 1; band < with->biome->band_count;
         band++) // they rise: the last that is reached counts
    {
        const float from = with->bands[band], blend = with->blends[band];
        const uint32_t materials = with->materials[band];
        for (int32_t i = 0; i < count; i++)
        {
            const uint32_t reached = 0u - (uint32_t)(heights[i] >= from); // all bits or none
            const float here = (heights[i] - from) * blend;
            above[i] = heights[i] >= from ? here : above[i];
            out->materials[i] = (materials & reached) | (out->materials[i] & ~reached);
        }
    }
    for (int32_t i = 0; i < count; i++)
    {
        const int32_t bare = smooth_share((slope[i] - with->steep_from) * with->steep, 255);
        const int32_t rest = 255 - bare, share = smooth_share(above[i], rest);
        const int32_t upper = above[i] < 1.0f ? share : rest; // also if it is no number: no blend
        out->weights[i] = (uint32_t)bare | (uint32_t)(rest - upper) << 8 | (uint32_t)upper << 16;
    }
}

// ---- several ------------------------------------------------------------------------------------

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
static void put_materials(mixture *mix, loam_patch_vertex *out)
{
    while (mix->count > LOAM_MESH_MATERIALS)
    {
        drop_lightest(mix);
    }
    int32_t left = 255, heaviest = 0;
    for (int32_t i = 0; i < LOAM_MESH_MATERIALS; i++)
    {
        const bool there = i < mix->count;
        const float rounded = there ? mix->weights[i] + 0.5f : 0.0f;
        out->materials[i] = there ? mix->materials[i] : 0;
        out->weights[i] = (uint8_t)rounded;
        left -= out->weights[i];
        heaviest = out->weights[i] > out->weights[heaviest] ? i : heaviest;
    }
    out->weights[heaviest] = (uint8_t)(out->weights[heaviest] + left);
}

// ---- shares of biomes ---------------------------------------------------------------------------

/// What a part is between, and how much of each at (i, j) of its vertices.
typedef struct blend
{
    loam_patch_part part;
    int32_t corners[MAX_CORNERS]; // of the cell
    int32_t count;                // of corners: 1 if their biomes are all the same
    const float *profile;
    loam_patch_diagonal diagonal;
} blend;

/// With the mountain rule: the first of the corners that claims its sewings, -1 if there is none.
static int32_t claimant(const cell *on, const int32_t *corners, int32_t count)
{
    for (int32_t i = 0; i < count && on->of->def.claim_sewings; i++)
    {
        if (on->looks[corners[i]].biome->claims)
        {
            return corners[i];
        }
    }
    return -1;
}

static blend blend_of(const cell *on, loam_patch_part part)
{
    static const uint8_t corners[LOAM_PATCH_PART_COUNT][MAX_CORNERS] = {
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

static void shares_at(const blend *with, int32_t i, int32_t j, float shares[MAX_CORNERS])
{
    if (with->part != LOAM_PATCH_DIAGONAL)
    {
        shares[1] = with->profile[with->part == LOAM_PATCH_HORIZONTAL ? i : j];
        shares[0] = 1.0f - shares[1];
        return;
    }
    float across[2];
    loam_patch_diagonal_at(&with->diagonal, i, j, across);
    shares[0] = (1.0f - across[0]) * (1.0f - across[1]);
    shares[1] = across[0] * (1.0f - across[1]);
    shares[2] = (1.0f - across[0]) * across[1];
    shares[3] = across[0] * across[1];
}

// ---- vertices -----------------------------------------------------------------------------------

static void find_slopes(slopes *restrict out, const float *restrict row, int32_t stride,
                        int32_t count, float steepness)
{
    const float *const south = row - stride, *const beyond = row + stride;
    for (int32_t i = 0; i < count; i++)
    {
        const float east = (row[i + 1] - row[i - 1]) * steepness;
        const float north = (beyond[i] - south[i]) * steepness;
        const float square = east * east + north * north;
        const float scale = 32767.0f / sqrtf(square + 1.0f);
        out->slope[i] = sqrtf(square);
        // Rounded from a number that is above 0.
        out->east[i] = (int16_t)((int32_t)(32768.5f - east * scale) - 32768);
        out->north[i] = (int16_t)((int32_t)(32768.5f - north * scale) - 32768);
    }
}

/// The bytes of a word, the lowest first.
static inline void put_bytes(uint8_t out[4], uint32_t word)
{
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
    memcpy(out, &word, 4); // compilers make vectors of the loop, which are slower
#else
    for (int32_t i = 0; i < 4; i++)
    {
        out[i] = (uint8_t)(word >> 8 * i);
    }
#endif
}

static inline void put_alone(const alone *one, int32_t i, loam_patch_vertex *out)
{
    put_bytes(out->materials, one->materials[i]);
    put_bytes(out->weights, one->weights[i]);
}

/// The corner whose biome all have that have a share, -1 if there are several.
static int32_t only_corner(const cell *on, const blend *with, const float *shares)
{
    int32_t only = -1;
    for (int32_t k = 0; k < with->count; k++)
    {
        if (shares[k] > 0.0f && only >= 0 && on->biomes[with->corners[k]] != on->biomes[only])
        {
            return -1;
        }
        only = shares[k] > 0.0f && only < 0 ? with->corners[k] : only;
    }
    return only;
}

/// Materials of a vertex between several biomes: each alone, by its share. Where only one has any, all is as there.
static void put_mixed(const cell *on, const blend *with, const alone *alones, int32_t i, int32_t j,
                      loam_patch_vertex *out)
{
    float shares[MAX_CORNERS];
    mixture mix;
    mix.count = 0;
    shares_at(with, i, j, shares);
    const int32_t only = only_corner(on, with, shares);
    if (only >= 0)
    {
        put_alone(&alones[only], i, out);
        return;
    }
    for (int32_t k = 0; k < with->count; k++)
    {
        const uint32_t materials = alones[with->corners[k]].materials[i];
        const uint32_t weights = alones[with->corners[k]].weights[i];
        for (int32_t m = 0; m < MAX_ALONE; m++)
        {
            const float weight = shares[k] * (float)(weights >> 8 * m & 255);
            if (weight > 0.0f)
            {
                add_material(&mix, (uint8_t)(materials >> 8 * m), weight);
            }
        }
    }
    put_materials(&mix, out);
}

static void put_row(const cell *on, const blend *with, int32_t j, const float *row, int32_t count,
                    loam_patch_vertex *out)
{
    slopes found;
    alone alones[MAX_CORNERS]; // by corner
    find_slopes(&found, row, on->stride, count, on->steepness);
    for (int32_t k = 0; k < with->count; k++)
    {
        const int32_t corner = with->corners[k];
        find_alone(&on->looks[corner], row, found.slope, count, &alones[corner]);
    }
    for (int32_t i = 0; i < count; i++, out++)
    {
        out->height = row[i];
        out->normal[0] = found.east[i];
        out->normal[1] = found.north[i];
        if (with->count == 1)
        {
            put_alone(&alones[with->corners[0]], i, out);
            continue;
        }
        put_mixed(on, with, alones, i, j, out);
    }
}

static void put_part(const cell *on, loam_patch_part part, loam_patch_vertex *out)
{
    const loam_patchwork_def *const def = &on->of->def;
    const blend with = blend_of(on, part);
    const loam_patch_area area = loam_patch_area_of(def, part, 0, 0);
    const loam_patch_area first = loam_patch_area_of(def, LOAM_PATCH_TERRAIN, 0, 0);
    const float *const corner = on->heights + (area.z - first.z) * on->stride + (area.x - first.x);
    for (int32_t j = 0; j < area.h; j++, out += area.w)
    {
        put_row(on, &with, j, corner + (ptrdiff_t)j * on->stride, area.w, out);
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
    cell on = {.of = of,
               .heights = heights + area.w + 1,
               .stride = area.w,
               .steepness = 0.5f / of->def.spacing};
    for (int32_t i = 0; i < MAX_CORNERS; i++)
    {
        on.biomes[i] = loam_patchwork_chunk(of, chunk_x + i % 2, chunk_z + i / 2).biome;
        on.looks[i] = look_of(&of->def.biomes[on.biomes[i]]);
    }
    for (int32_t part = 0; part < LOAM_PATCH_PART_COUNT; part++)
    {
        put_part(&on, (loam_patch_part)part,
                 out + loam_patch_first_vertex(&of->def, (loam_patch_part)part));
    }
    return LOAM_OK;
}
