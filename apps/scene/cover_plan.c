// SPDX-License-Identifier: MIT
#include "scene/cover_plan.h"

#include <math.h>
#include <stdlib.h>

// Each form has a lattice of its own, one candidate in each of its cells, moved about in it (Blomqvist et al. 2016, 2.7.1).
// A candidate stays where the ground has room for more of its form than its hash says; by how much says how large it is,
// so that what comes or goes with the last bit of a texel has no size. Most end near the viewer, few go on to the reach.

/// Cells of a lattice in a block, along a side.
static const int32_t cells_of[COVER_FORMS] = {
    [COVER_GRASS] = 24, [COVER_FLOWERS] = 12, [COVER_FERN] = 6,
    [COVER_REEDS] = 14, [COVER_LEAVES] = 10,  [COVER_STONES] = 6};

/// What the ground says of a place.
typedef struct place
{
    double x, z; // m, of the world
    float colour[3], warm;
    float grass, dry, litter, tundra;
    float loose, mud, sand, leafy;
    float above;
    bool is_sea;
} place;

/// What a form makes of it.
typedef struct growth
{
    float density; // 0 .. 1: the share of candidates that stay
    float size, wide;
    float root[3], tip[3]; // square roots of colours
} growth;

// ---- hashes -----------------------------------------------------------------------------------------

static uint64_t mix(uint64_t a)
{
    a ^= a >> 30;
    a *= 0xbf58476d1ce4e5b9u;
    a ^= a >> 27;
    a *= 0x94d049bb133111ebu;
    return a ^ a >> 31;
}

static uint64_t hash_of(int64_t x, int64_t z, uint64_t salt)
{
    return mix((uint64_t)x * 0x9e3779b97f4a7c15u + mix((uint64_t)z + 0xd1b54a32d192ed03u * salt));
}

/// Eight bits of a hash, 0 .. 1.
static float part_of(uint64_t hash, int32_t which)
{
    return (float)(hash >> 8 * which & 255) / 255;
}

/// A smooth noise of cells so many metres wide, 0 .. 1.
static float noise_at(const place *p, double wide, uint64_t salt)
{
    const double u = floor(p->x / wide), v = floor(p->z / wide);
    const float s = (float)(p->x / wide - u), t = (float)(p->z / wide - v);
    const float a = s * s * (3 - 2 * s), b = t * t * (3 - 2 * t);
    float corner[4];
    for (int32_t i = 0; i < 4; i++)
    {
        corner[i] = part_of(hash_of((int64_t)u + (i & 1), (int64_t)v + (i >> 1), salt), 0);
    }
    const float low = corner[0] + (corner[1] - corner[0]) * a,
                high = corner[2] + (corner[3] - corner[2]) * a;
    return low + (high - low) * b;
}

static float ramp(float from, float to, float x)
{
    const float t = fminf(fmaxf((x - from) / (to - from), 0), 1);
    return t * t * (3 - 2 * t);
}

// ---- the ground -------------------------------------------------------------------------------------

static float byte_at(const cover_ground *g, int32_t band, int32_t texel, int32_t channel)
{
    const size_t at = ((size_t)band * (size_t)g->side * (size_t)g->side + (size_t)texel) * 4;
    return (float)g->texels[at + (size_t)channel] / 255;
}

/// Between four texels, whose middles are half a metre from their corners.
static void read_ground(const cover_ground *g, float x, float z, float out[12])
{
    const float u = fmaxf(x - 0.5f, 0), v = fmaxf(z - 0.5f, 0);
    const int32_t i = (int32_t)u < g->side - 2 ? (int32_t)u : g->side - 2,
                  j = (int32_t)v < g->side - 2 ? (int32_t)v : g->side - 2;
    const float s = fminf(u - (float)i, 1), t = fminf(v - (float)j, 1);
    for (int32_t k = 0; k < 12; k++)
    {
        const int32_t at = j * g->side + i, band = k / 4, channel = k % 4;
        const float low = byte_at(g, band, at, channel) * (1 - s) +
                          byte_at(g, band, at + 1, channel) * s;
        const float high = byte_at(g, band, at + g->side, channel) * (1 - s) +
                           byte_at(g, band, at + g->side + 1, channel) * s;
        out[k] = low * (1 - t) + high * t;
    }
}

static place place_at(const cover_ground *g, float x, float z)
{
    float v[12];
    const int32_t texel = (int32_t)z * g->side + (int32_t)x;
    read_ground(g, x, z, v);
    return (place){.x = (double)g->x + (double)x,
                   .z = (double)g->z + (double)z,
                   .colour = {v[0], v[1], v[2]},
                   .warm = v[3],
                   .grass = v[4],
                   .dry = v[5],
                   .litter = v[6],
                   .tundra = v[7],
                   .loose = v[8],
                   .mud = v[9],
                   .sand = v[10],
                   .leafy = v[11],
                   .above = g->above[texel],
                   .is_sea = g->sea[texel] != 0};
}

/// Height and normal of the triangle there, cut as the ground's mesh is (gpu.c).
static float height_at(const cover_ground *g, float x, float z, int8_t normal[4])
{
    const int32_t i = (int32_t)x, j = (int32_t)z, row = g->side + 1;
    const float *const h = g->height + (size_t)j * (size_t)row + i;
    const float s = x - (float)i, t = z - (float)j;
    const bool is_east = s >= t; // of the diagonal from south-west to north-east
    const float east = is_east ? h[1] - h[0] : h[row + 1] - h[row];
    const float north = is_east ? h[row + 1] - h[1] : h[row] - h[0];
    const float length = sqrtf(east * east + north * north + 1);
    normal[0] = (int8_t)lrintf(-127 * east / length);
    normal[1] = (int8_t)lrintf(127 / length);
    normal[2] = (int8_t)lrintf(-127 * north / length);
    normal[3] = 0;
    return h[0] + east * s + north * t;
}

// ---- what grows -------------------------------------------------------------------------------------

static void tint(float out[3], const float of[3], float red, float green, float blue)
{
    out[0] = fminf(of[0] * red, 1);
    out[1] = fminf(of[1] * green, 1);
    out[2] = fminf(of[2] * blue, 1);
}

static void blend(float out[3], const float to[3], float share)
{
    for (int32_t i = 0; i < 3; i++)
    {
        out[i] += (to[i] - out[i]) * share;
    }
}

static growth grow_grass(const place *p, uint64_t own)
{
    const float patch = noise_at(p, 2.3, 1) * 0.6f + noise_at(p, 9, 2) * 0.4f;
    const float tall = 0.6f + 0.8f * noise_at(p, 17, 3);
    const float sum = p->grass + p->dry + p->litter + p->tundra + p->mud + p->loose + p->sand;
    growth out = {.density = (p->grass + 0.8f * p->dry) * (0.55f + 0.6f * patch) +
                             0.75f * p->litter * ramp(0.5f, 0.8f, patch) +
                             0.7f * p->tundra * ramp(0.3f, 0.7f, patch) + 0.2f * p->mud +
                             0.10f * p->loose + 0.03f * p->sand};
    out.size = (0.30f * p->grass + 0.38f * p->dry + 0.26f * p->litter + 0.15f * p->tundra +
                0.35f * p->mud + 0.2f * p->loose + 0.4f * p->sand) /
               fmaxf(sum, 0.01f) * tall;
    out.wide = 0.36f + 0.7f * out.size;
    const float bright = 0.92f + 0.16f * part_of(own, 5), warm = 0.04f * (part_of(own, 6) - 0.5f);
    const float green = 1 + 0.07f * p->litter;
    tint(out.root, p->colour, 0.90f * bright, 0.92f * bright, 0.88f * bright);
    tint(out.tip, p->colour, (1.26f + warm) * bright, 1.30f * bright * green, 1.10f * bright);
    return out;
}

/// How much blooms on a day; some always does where there are no seasons.
static float bloom_of(const cover_ground *g)
{
    const year_day *const d = &g->day;
    const float some = d->spring + d->summer + d->autumn + d->winter;
    const float bloom = some > 0 ? d->spring + 0.6f * d->summer + 0.1f * d->autumn : 0.7f;
    return 0.6f + (bloom - 0.6f) * g->share;
}

static growth grow_flowers(const cover_ground *g, const place *p, uint64_t own)
{
    static const float petals[6][3] = {{0.95f, 0.93f, 0.88f}, {0.96f, 0.82f, 0.22f},
                                       {0.58f, 0.50f, 0.88f}, {0.90f, 0.52f, 0.70f},
                                       {0.88f, 0.28f, 0.18f}, {0.94f, 0.90f, 0.62f}};
    const float cluster = noise_at(p, 7, 11) * 0.6f + noise_at(p, 23, 12) * 0.4f;
    growth out = {
        .density = (0.75f * p->grass + 0.12f * p->dry + 0.4f * p->tundra + 0.06f * p->litter) *
                   ramp(0.52f, 0.72f, cluster) * bloom_of(g) * ramp(0.25f, 0.4f, p->warm),
        .size = (0.30f + 0.16f * part_of(own, 5)) * (1 - 0.5f * p->tundra),
        .wide = 0.5f};
    // One kind leads in each meadow, and others are among it.
    const uint64_t meadow = hash_of((int64_t)floor(p->x / 31), (int64_t)floor(p->z / 31), 13);
    const uint64_t kind = part_of(own, 6) < 0.7f ? meadow % 6 : own >> 40 & 3;
    tint(out.root, p->colour, 0.82f, 0.95f, 0.75f);
    tint(out.tip, petals[kind], 1, 1, 1);
    return out;
}

static growth grow_fern(const cover_ground *g, const place *p, uint64_t own)
{
    static const float fresh[3] = {0.34f, 0.50f, 0.20f}, dead[3] = {0.50f, 0.36f, 0.20f};
    const float cluster = noise_at(p, 6, 21) * 0.5f + noise_at(p, 19, 22) * 0.5f;
    const float fades = (0.7f * g->day.autumn + g->day.winter) * p->leafy;
    growth out = {.density = 0.85f * p->litter * ramp(0.42f, 0.62f, cluster) *
                             ramp(0.2f, 0.55f, g->humidity) * ramp(0.3f, 0.5f, p->warm),
                  .size = (0.35f + 0.45f * part_of(own, 5)) * (1 - 0.5f * fades),
                  .wide = 0.9f + 0.5f * part_of(own, 6)};
    tint(out.tip, fresh, 1, 1, 1);
    blend(out.tip, dead, fades);
    blend(out.tip, p->colour, 0.25f);
    tint(out.root, out.tip, 0.55f, 0.55f, 0.55f);
    return out;
}

static growth grow_reeds(const cover_ground *g, const place *p, uint64_t own)
{
    static const float fresh[3] = {0.42f, 0.52f, 0.26f}, dead[3] = {0.62f, 0.53f, 0.35f};
    const float belt = ramp(-0.55f, -0.3f, p->above) * (1 - ramp(0.25f, 0.6f, p->above));
    const float cluster = noise_at(p, 5, 31) * 0.4f + noise_at(p, 26, 32) * 0.6f;
    growth out = {.density = belt * ramp(0.45f, 0.6f, cluster) * (p->is_sea ? 0 : 0.9f) *
                             ramp(0.3f, 0.42f, p->warm) * ramp(0.15f, 0.35f, p->mud),
                  .size = 0.9f + 0.8f * part_of(own, 5),
                  .wide = 0.35f + 0.2f * part_of(own, 6)};
    tint(out.tip, fresh, 1, 1, 1);
    blend(out.tip, dead, g->share * fminf(0.6f * g->day.autumn + g->day.winter, 1));
    tint(out.root, out.tip, 0.6f, 0.6f, 0.55f);
    return out;
}

static growth grow_leaves(const cover_ground *g, const place *p, uint64_t own)
{
    static const float kinds[4][3] = {
        {0.66f, 0.46f, 0.14f}, {0.60f, 0.29f, 0.12f}, {0.46f, 0.33f, 0.20f}, {0.36f, 0.27f, 0.18f}};
    const float fresh = fminf(g->day.autumn + 0.3f * g->day.winter, 1);
    growth out = {.density = p->litter * p->leafy * (0.3f + 0.7f * fresh) *
                             (0.4f + 0.6f * noise_at(p, 3, 41)),
                  .size = 0.05f,
                  .wide = 0.55f + 0.3f * part_of(own, 5)};
    const uint64_t kind = part_of(own, 6) < fresh ? own >> 40 & 1 : 2 + (own >> 40 & 1);
    tint(out.tip, kinds[kind], 1, 1, 1);
    blend(out.tip, p->colour, 0.3f);
    tint(out.root, out.tip, 0.8f, 0.8f, 0.8f);
    return out;
}

static growth grow_stones(const place *p, uint64_t own)
{
    static const float grey[3] = {0.52f, 0.50f, 0.47f};
    const float small = part_of(own, 5) * part_of(own, 5);
    growth out = {.density = 0.45f * p->loose + 0.14f * p->tundra + 0.05f * p->dry +
                             0.05f * p->sand + 0.03f * p->grass + 0.05f * p->litter + 0.2f * p->mud,
                  .size = 0.06f + 0.18f * small * small,
                  .wide = 0.35f + 0.55f * small};
    tint(out.tip, grey, 1, 1, 1);
    blend(out.tip, p->colour, 0.45f);
    const float bright = 0.85f + 0.3f * part_of(own, 6);
    tint(out.tip, out.tip, bright, bright, bright);
    tint(out.root, out.tip, 0.75f, 0.75f, 0.75f);
    return out;
}

static growth grow(const cover_ground *g, cover_form form, const place *p, uint64_t own)
{
    switch (form)
    {
    case COVER_GRASS:
        return grow_grass(p, own);
    case COVER_FLOWERS:
        return grow_flowers(g, p, own);
    case COVER_FERN:
        return grow_fern(g, p, own);
    case COVER_REEDS:
        return grow_reeds(g, p, own);
    case COVER_LEAVES:
        return grow_leaves(g, p, own);
    default:
        return grow_stones(p, own);
    }
}

// ---- planning ---------------------------------------------------------------------------------------

/// Water and roads have none; reeds stand in the one, too.
static bool is_free(const cover_ground *g, cover_form form, float x, float z)
{
    const size_t texel = (size_t)z * (size_t)g->side + (size_t)x;
    return g->road[texel] == 0 && (form == COVER_REEDS || g->above[texel] > 0.08f);
}

/// Where something ends: near for most, in few at the reach; what is tall is seen from farther away.
static float end_of(const cover_ground *g, float size, uint64_t own)
{
    const float rank = part_of(own, 4), tall = fminf(fmaxf(0.6f + size, 0.55f), 1.2f);
    return fminf(g->reach * (0.16f + 0.84f * rank * rank * rank) * tall, g->reach);
}

static void keep_colours(const growth *of, cover_spot *out)
{
    for (int32_t i = 0; i < 3; i++)
    {
        out->root[i] = (uint8_t)lrintf(255 * fminf(of->root[i], 1));
        out->tip[i] = (uint8_t)lrintf(255 * fminf(of->tip[i], 1));
    }
    out->root[3] = out->tip[3] = 255;
}

/// Whether the candidate of a cell stays, and as what.
static bool plan_one(const cover_ground *g, cover_form form, int64_t i, int64_t k, cover_spot *out)
{
    const uint64_t own = hash_of(i, k, 100 + (uint64_t)form);
    const double cell = (double)COVER_BLOCK / cells_of[form];
    const float x = (float)(((double)i + (double)part_of(own, 0) * 0.999) * cell - (double)g->x),
                z = (float)(((double)k + (double)part_of(own, 1) * 0.999) * cell - (double)g->z);
    const float side = (float)g->side;
    if (x < 1 || z < 1 || x >= side - 1 || z >= side - 1 || !is_free(g, form, x, z))
    {
        return false;
    }
    const place p = place_at(g, x, z);
    const growth grown = grow(g, form, &p, own);
    const float chance = (float)(own >> 48 & 0xffff) / 65536, margin = grown.density - chance;
    if (margin <= 0)
    {
        return false;
    }
    *out = (cover_spot){.at = {x, 0, z},
                        .size = grown.size * (0.7f + 0.5f * part_of(own, 2)),
                        .turn = 6.2831853f * part_of(own, 3),
                        .wide = grown.wide,
                        .phase = part_of(own, 2)};
    const float share = fminf(margin / 0.12f, 1);
    out->size *= share;
    out->wide *= 0.3f + 0.7f * share;
    out->end = end_of(g, out->size, own);
    out->at[1] = height_at(g, x, z, out->slope);
    keep_colours(&grown, out);
    return true;
}

static int compare_ends(const void *a, const void *b)
{
    const float x = ((const cover_spot *)a)->end, y = ((const cover_spot *)b)->end;
    return (x < y) - (x > y);
}

int32_t cover_plan(const cover_ground *g, cover_form form, int32_t x, int32_t z, cover_spot *out)
{
    const int32_t across = cells_of[form];
    const int64_t i0 = (g->x / COVER_BLOCK + x) * across, k0 = (g->z / COVER_BLOCK + z) * across;
    int32_t count = 0;
    for (int32_t c = 0; c < across * across; c++)
    {
        count += plan_one(g, form, i0 + c % across, k0 + c / across, &out[count]);
    }
    qsort(out, (size_t)count, sizeof *out, compare_ends);
    return count;
}
