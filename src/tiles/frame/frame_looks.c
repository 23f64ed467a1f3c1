// SPDX-License-Identifier: MIT
#include "tiles/data/variant.h"
#include "tiles/frame/frame.h"

#include <string.h>

// What every variant of every material looks like, as blocks and as walls, looked up by two bytes of a
// tile. Walls are faded as on maps (view.c).

enum
{
    MOST_GLOW = 240, // of 255: a little of the light around is seen on everything
};

static int32_t largest(int32_t a, int32_t b, int32_t c)
{
    const int32_t ab = a > b ? a : b;
    return ab > c ? ab : c;
}

/// How much of a material is seen without other light. What a tile emits is small: it adds up along the
/// way that light takes.
static uint8_t glow_of(loam_colour light)
{
    const int32_t glow = 5 * largest(light.r, light.g, light.b);
    return (uint8_t)(glow < MOST_GLOW ? glow : MOST_GLOW);
}

static uint8_t multiplied(uint8_t part, uint8_t alpha)
{
    return (uint8_t)((part * alpha + 127) / 255);
}

static uint8_t kind_of(const loam_material *material)
{
    const bool solid = (material->properties & LOAM_SOLID) != 0;
    const bool liquid = (material->properties & LOAM_LIQUID) != 0;
    return (uint8_t)((solid ? LOOK_SOLID : 0) | (liquid ? LOOK_LIQUID : 0));
}

static frame_look make_look(const loam_material *material, loam_colour colour, loam_colour light)
{
    return (frame_look){.r = multiplied(colour.r, colour.a),
                        .g = multiplied(colour.g, colour.a),
                        .b = multiplied(colour.b, colour.a),
                        .a = colour.a,
                        .glow = glow_of(light),
                        .kind = kind_of(material)};
}

static void make_material(frame_looks *looks, const loam_tile_defs *defs, int32_t id)
{
    const loam_material *material = &defs->materials[id];
    loam_tile_view view = loam_default_tile_view();
    view.sky_low = view.sky_high = (loam_colour){0};
    for (int32_t variant = 0; variant < 256; variant++)
    {
        const int32_t shown = loam_variant_look(material, (uint8_t)variant);
        const loam_tile wall = {.wall = (uint8_t)id, .wall_variant = (uint8_t)shown};
        const loam_colour colour = material->colours[shown], light = material->light[shown];
        // What glows is not in the shadow of the room before it.
        const loam_colour faded = loam_colour_mix(loam_tile_colour(defs, &view, wall, 0), colour,
                                                  (float)glow_of(light) / MOST_GLOW);
        looks->blocks[id * 256 + variant] = make_look(material, colour, light);
        looks->walls[id * 256 + variant] = make_look(material, faded, light);
    }
}

void loam_frame_looks_make(frame_looks *looks, const loam_tile_defs *defs)
{
    if (looks->ready && memcmp(looks->materials, defs->materials, sizeof looks->materials) == 0)
    {
        return;
    }
    for (int32_t id = 0; id < LOAM_MAX_MATERIALS; id++)
    {
        make_material(looks, defs, id);
    }
    memcpy(looks->materials, defs->materials, sizeof looks->materials);
    looks->ready = true;
}
