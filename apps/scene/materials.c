// SPDX-License-Identifier: MIT
#include "scene/materials.h"

#include "scene/tiled_noise.h"

#include <math.h>
#include <stddef.h>

// A material is a height made of noise and colours that follow it; its normals come from the height.

typedef float (*relief)(float u, float v, float *hue);

typedef struct look
{
    float tile_m;
    relief height;            // 0 .. 1; *hue, 0 .. 1, chooses between the lower and upper colours
    uint32_t low[2], high[2]; // 0xRRGGBB: of hollows and of crests, for hue 0 and 1
    float bump;               // how much normals tilt
    float rough;
} look;

static float clamp01(float x)
{
    return fminf(fmaxf(x, 0), 1);
}

static float noise(uint32_t salt, int32_t cells, int32_t octaves, float u, float v)
{
    const tiled_noise n = {salt, cells, cells, octaves, 0.55f};
    return tiled_gradient(&n, u, v) * 0.5f + 0.5f;
}

/// Stalks that lie in several directions above each other.
static float blades(float u, float v, float *hue)
{
    float h = 0;
    for (int32_t i = 0; i < 6; i++)
    {
        const tiled_noise n = {(uint32_t)(100 + i), i % 2 == 0 ? 96 : 20, i % 2 == 0 ? 20 : 96, 1,
                               0.5f};
        const float shear = (float)(i - 3);
        const float s = tiled_gradient(&n, u + shear * v,
                                       v + shear * u * (i % 2 == 0 ? 0.0f : 1.0f));
        h = fmaxf(h, s * 0.5f + 0.5f);
    }
    const float clumps = noise(11, 7, 5, u, v), tufts = noise(13, 40, 3, u, v);
    *hue = clamp01(noise(12, 5, 5, u, v) * 1.8f - 0.4f);
    return clamp01(0.22f * h + 0.85f * (clumps - 0.5f) + 0.8f * (tufts - 0.5f) + 0.36f);
}

static float litter(float u, float v, float *hue)
{
    float near, next, h = 0;
    uint32_t id = 0;
    for (uint32_t i = 0; i < 2; i++)
    {
        tiled_cells(200 + i, 48, u + 0.01f * noise(201 + i, 24, 2, u, v), v, &near, &next, &id);
        h = fmaxf(h, (next - near) * (0.5f + 0.5f * tiled_chance(id + 5)));
    }
    *hue = clamp01(noise(210, 4, 4, u, v) * 2.2f - 0.6f + 0.3f * (tiled_chance(id) - 0.5f));
    return clamp01(0.35f * h + 0.65f * noise(211, 8, 5, u, v));
}

static float moss(float u, float v, float *hue)
{
    float near, next;
    uint32_t id;
    tiled_cells(220, 26, u + 0.03f * noise(221, 12, 3, u, v), v + 0.03f * noise(222, 12, 3, u, v),
                &near, &next, &id);
    *hue = clamp01(noise(223, 6, 5, u, v) * 2.4f - 0.7f);
    return clamp01(0.6f * (1 - near) * noise(224, 5, 3, u, v) + 0.55f * noise(225, 40, 4, u, v) -
                   0.05f);
}

static float sand(float u, float v, float *hue)
{
    const float bend = noise(230, 4, 3, u, v);
    const float wave = 0.5f + 0.5f * sinf((v * 14 + bend * 5.0f) * 6.2831853f);
    const float share = clamp01(noise(231, 3, 3, u, v) * 2.6f - 0.8f);
    *hue = clamp01(noise(232, 5, 5, u, v) * 1.4f - 0.2f);
    return clamp01(0.42f * wave * share + 0.3f * noise(233, 90, 2, u, v) +
                   0.3f * noise(234, 8, 4, u, v));
}

/// Ledges that broke off along a bent noise, crests between them, and cracks along the zeros of another noise, which
/// end in the whole stone as often as not.
static float rock(float u, float v, float *hue)
{
    const float du = 0.16f * (noise(240, 5, 5, u, v) - 0.5f),
                dv = 0.16f * (noise(241, 5, 5, u, v) - 0.5f);
    const tiled_noise crest = {244, 6, 6, 6, 0.6f}, split = {242, 4, 4, 4, 0.5f};
    const float steps = noise(246, 4, 6, u + du, v + dv) * 9, step = floorf(steps);
    const float ledge = (step + clamp01((steps - step) * 3.5f)) / 9;
    const float gap = fabsf(tiled_gradient(&split, u + du, v + dv));
    const float open = clamp01(noise(243, 6, 3, u, v) * 5 - 2.2f);
    *hue = clamp01(noise(245, 4, 6, u, v) * 1.9f - 0.45f);
    return clamp01(0.42f * tiled_ridged(&crest, u, v) + 0.95f * (ledge - 0.5f) +
                   0.3f * (noise(247, 40, 4, u, v) - 0.5f) - 0.3f * clamp01(1 - gap * 18) * open +
                   0.27f);
}

/// Layers of stone, some harder than others; v is up on steep ground.
static float strata(float u, float v, float *hue)
{
    const float bend = 0.05f * (noise(250, 3, 4, u, v) - 0.5f);
    const tiled_noise layers = {251, 1, 22, 3, 0.6f}, fine = {252, 2, 80, 2, 0.5f};
    const float layer = tiled_gradient(&layers, u, v + bend) * 0.5f + 0.5f;
    float near, next;
    uint32_t id;
    tiled_cells(253, 12, u, v + bend, &near, &next, &id);
    *hue = clamp01(layer * 2.6f - 0.8f);
    return clamp01(0.5f * clamp01(layer * 2 - 0.5f) + 0.16f * tiled_gradient(&fine, u, v + bend) +
                   0.3f * noise(254, 9, 5, u, v) + 0.14f * clamp01((next - near) * 5));
}

static float smooth_mud(float u, float v, float *hue)
{
    float near, next;
    uint32_t id;
    tiled_cells(260, 9, u + 0.03f * noise(261, 8, 3, u, v), v, &near, &next, &id);
    *hue = clamp01(noise(262, 4, 5, u, v) * 1.6f - 0.3f);
    return clamp01(0.6f * noise(263, 6, 6, u, v) + 0.3f * clamp01((next - near) * 4));
}

/// Ridges that the wind has cut, and grains.
static float snow(float u, float v, float *hue)
{
    const float bend = 0.08f * (noise(273, 3, 4, u, v) - 0.5f);
    const tiled_noise cut = {274, 4, 11, 5, 0.5f};
    *hue = noise(270, 5, 4, u, v);
    return clamp01(0.4f * tiled_ridged(&cut, u + bend, v + bend) + 0.35f * noise(271, 5, 5, u, v) +
                   0.16f * noise(272, 90, 2, u, v) + 0.02f);
}

static float pebbles(float u, float v, float *hue)
{
    float h = 0, shade = 0.5f;
    static const int32_t sizes[3] = {14, 30, 64};
    for (uint32_t i = 0; i < 3; i++)
    {
        float near, next;
        uint32_t id;
        tiled_cells(280 + i, sizes[i], u, v, &near, &next, &id);
        const float radius = 0.25f + 0.28f * tiled_chance(id + 9);
        const float dome = 1 - near * near / (radius * radius);
        const float top = dome > 0 ? sqrtf(dome) * (1 - 0.25f * (float)i) : 0;
        shade = top > h ? tiled_chance(id + 1) : shade;
        h = fmaxf(h, top);
    }
    *hue = clamp01(shade * 0.8f + 0.2f * noise(284, 6, 4, u, v));
    return clamp01(0.72f * h + 0.25f * noise(285, 30, 3, u, v));
}

static float soil(float u, float v, float *hue)
{
    float stones_hue;
    const float stones = pebbles(u, v, &stones_hue);
    const float earth = noise(290, 10, 6, u, v);
    *hue = clamp01(noise(291, 5, 5, u, v) * 1.6f - 0.3f);
    return clamp01(0.75f * earth + 0.25f * clamp01(stones * 1.5f - 0.6f));
}

static float ice(float u, float v, float *hue)
{
    float near, next;
    uint32_t id;
    const float du = 0.06f * (noise(300, 6, 3, u, v) - 0.5f);
    tiled_cells(301, 5, u + du, v + du, &near, &next, &id);
    const float crack = clamp01((next - near) * 14);
    *hue = clamp01(0.6f * crack + 0.5f * noise(302, 6, 5, u, v));
    return clamp01(0.5f * crack + 0.3f * noise(303, 6, 5, u, v) + 0.15f);
}

/// Crowns side by side, of several sizes, with the dark between.
static float crowns(float u, float v, float *hue)
{
    float h = 0, shade = 0.5f;
    static const int32_t sizes[3] = {7, 11, 17};
    for (uint32_t i = 0; i < 3; i++)
    {
        float near, next;
        uint32_t id;
        const float du = 0.018f * (noise(312 + i, 40, 2, u, v) - 0.5f);
        tiled_cells(310 + i, sizes[i], u + du, v - du, &near, &next, &id);
        const float radius = 0.5f + 0.3f * tiled_chance(id + 9);
        const float dome = 1 - near * near / (radius * radius);
        const float top = dome > 0 ? sqrtf(dome) * (0.7f + 0.3f * tiled_chance(id + 2)) : 0;
        shade = top > h ? tiled_chance(id + 1) : shade;
        h = fmaxf(h, top);
    }
    *hue = clamp01(shade * 0.7f + 0.5f * noise(316, 4, 4, u, v) - 0.1f);
    return clamp01(0.8f * h + 0.22f * noise(317, 50, 3, u, v) - 0.06f);
}

// Colours are albedos of the real things as screens show them, darker than one would paint them.
static const look looks[MATERIALS] = {
    [MATERIAL_GRASS] = {4, blades, {0x27331a, 0x32381e}, {0x617444, 0x7b8050}, 1.1f, 0.85f},
    [MATERIAL_DRY_GRASS] = {4, blades, {0x443d26, 0x50472e}, {0x948a5e, 0xa4966a}, 1.0f, 0.9f},
    [MATERIAL_LITTER] = {4, litter, {0x1a1710, 0x1c2210}, {0x554631, 0x44522a}, 1.0f, 0.9f},
    [MATERIAL_TUNDRA] = {8, moss, {0x2a2a1a, 0x33261a}, {0x7a7448, 0x8a6f4c}, 1.0f, 0.9f},
    [MATERIAL_SAND] = {8, sand, {0x9c8257, 0xa5834f}, {0xd6bf8d, 0xdfbd82}, 0.7f, 0.8f},
    [MATERIAL_RED_ROCK] = {16, strata, {0x5a2f1e, 0x7a4a30}, {0xa85f3b, 0xcf9c6e}, 1.4f, 0.85f},
    [MATERIAL_MUD] = {8, smooth_mud, {0x2d251a, 0x35301f}, {0x5d4f39, 0x6b6042}, 0.7f, 0.55f},
    [MATERIAL_SNOW] = {16, snow, {0xc4d2e4, 0xd6dfea}, {0xf2f5fa, 0xfafbfc}, 0.6f, 0.6f},
    [MATERIAL_GREY_ROCK] = {16, rock, {0x3a3a39, 0x47433c}, {0x85837d, 0x9a9488}, 1.6f, 0.8f},
    [MATERIAL_GRAVEL] = {4, pebbles, {0x36332d, 0x3d382f}, {0x7c7970, 0xa39a88}, 1.2f, 0.75f},
    [MATERIAL_SOIL] = {4, soil, {0x33261a, 0x3a2e1e}, {0x71583c, 0x82694a}, 1.0f, 0.9f},
    [MATERIAL_ICE] = {16, ice, {0x8fb0c4, 0xa5c0d0}, {0xd5e6ee, 0xe6f0f5}, 0.4f, 0.2f},
    [MATERIAL_CANOPY] = {64, crowns, {0x081208, 0x0a160a}, {0x32521e, 0x50682a}, 2.2f, 0.95f},
    [MATERIAL_BROWN_ROCK] = {16, rock, {0x41372c, 0x4e4233}, {0x8f7f68, 0xa8977c}, 1.6f, 0.8f},
};

float material_tile(material of)
{
    return looks[of].tile_m;
}

static float linear_of(uint32_t rgb, int32_t shift)
{
    return powf((float)((rgb >> shift) & 255) / 255, 2.2f);
}

static uint8_t byte_of(float x)
{
    return (uint8_t)(clamp01(x) * 255 + 0.5f);
}

static void colour_texel(const look *l, float h, float hue, uint8_t out[4])
{
    for (int32_t k = 0; k < 3; k++)
    {
        const int32_t shift = 16 - 8 * k;
        const float low = linear_of(l->low[0], shift) * (1 - hue) +
                          linear_of(l->low[1], shift) * hue;
        const float high = linear_of(l->high[0], shift) * (1 - hue) +
                           linear_of(l->high[1], shift) * hue;
        // Kept as square roots: a byte is too coarse for what is dark.
        out[k] = byte_of(sqrtf(low + (high - low) * h));
    }
    out[3] = byte_of(h);
}

void material_fill(material of, int32_t side, uint8_t *colour, uint8_t *bump)
{
    const look *const l = &looks[of];
    for (int32_t i = 0; i < side * side; i++)
    {
        float hue = 0;
        const float u = (float)(i % side) / (float)side, v = (float)(i / side) / (float)side;
        const float h = l->height(u, v, &hue);
        colour_texel(l, h, hue, colour + 4 * i);
        bump[4 * i + 3] = colour[4 * i + 3];
    }
    for (int32_t i = 0; i < side * side; i++)
    {
        const int32_t x = i % side, y = i / side, mask = side - 1;
        const float scale = l->bump * (float)side / 512.0f * 6 / 255;
        const int32_t east = colour[4 * (y * side + ((x + 1) & mask)) + 3];
        const int32_t west = colour[4 * (y * side + ((x - 1) & mask)) + 3];
        const int32_t north = colour[4 * (((y + 1) & mask) * side + x) + 3];
        const int32_t south = colour[4 * (((y - 1) & mask) * side + x) + 3];
        const float dx = (float)(west - east) * scale, dy = (float)(south - north) * scale;
        const float len = 1 / sqrtf(1 + dx * dx + dy * dy);
        bump[4 * i + 0] = byte_of(0.5f + 0.5f * dx * len);
        bump[4 * i + 1] = byte_of(0.5f + 0.5f * dy * len);
        bump[4 * i + 2] = byte_of(l->rough);
    }
}

void material_mean(material of, uint8_t colour[4], uint8_t bump[4])
{
    colour_texel(&looks[of], 0.5f, 0.5f, colour);
    bump[0] = bump[1] = byte_of(0.5f);
    bump[2] = byte_of(looks[of].rough);
    bump[3] = colour[3];
}

void material_noise(int32_t side, uint8_t *texels)
{
    for (int32_t i = 0; i < side * side; i++)
    {
        const float u = (float)(i % side) / (float)side, v = (float)(i / side) / (float)side;
        for (uint32_t k = 0; k < 4; k++)
        {
            const tiled_noise n = {500 + k * 97, 4, 4, 6, 0.55f};
            texels[4 * i + (int32_t)k] = byte_of(tiled_gradient(&n, u, v) * 1.15f + 0.5f);
        }
    }
}

void material_clouds(int32_t side, uint8_t *texels)
{
    for (int32_t i = 0; i < side * side * side; i++)
    {
        const float u = (float)(i % side) / (float)side;
        const float v = (float)(i / side % side) / (float)side;
        const float w = (float)(i / side / side) / (float)side;
        const float far = 0.55f * tiled_cells3(601, 4, u, v, w) +
                          0.3f * tiled_cells3(602, 8, u, v, w) +
                          0.15f * tiled_cells3(603, 16, u, v, w);
        texels[i] = byte_of(1 - far);
    }
}
