// SPDX-License-Identifier: MIT
#include "tiles/data/variant.h"
#include "tiles/frame/frame.h"

#include <string.h>

// What every variant of every material looks like, as blocks and as walls, looked up by two bytes of a
// tile. Walls are faded less than on maps (view.c), and not towards grey: light makes caves dark enough, and
// has its colour from what it shines on.

enum
{
    MOST_GLOW = 240,  // of 255: a little of the light around is seen on everything
    TORCH_LIGHT = 128 // from here on a single tile lights a room
};

#define WALL_SHADE 0.40f // how much of a wall's colour is seen, 0..1

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
    view.wall_shade = WALL_SHADE;
    view.wall_saturation = 1.0f;
    view.wall_shadow = (loam_colour){48, 37, 29, 255};
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

/// Whether a material is a torch: it hangs on walls, is hot, does not flow, and is bright.
static bool is_torch(const loam_material *material)
{
    const uint32_t hot_solid = LOAM_HOT | LOAM_SOLID;
    return (material->properties & hot_solid) == hot_solid && material->layers == LOAM_WALLS &&
           material->light[0].a >= TORCH_LIGHT;
}

/// All of them, or only those that the time of the year changes.
static void make_materials(frame_looks *looks, const loam_tile_defs *defs, bool all)
{
    for (int32_t id = 0; id < LOAM_MAX_MATERIALS; id++)
    {
        const bool has_seasons = loam_frame_has_seasons(&defs->materials[id]);
        if (all || has_seasons)
        {
            make_material(looks, defs, id);
        }
        if (has_seasons)
        {
            loam_frame_seasons_lay(looks, defs, id, looks->year);
        }
    }
}

static void find_flames(frame_looks *looks, const loam_tile_defs *defs)
{
    looks->flame_count = 0;
    for (int32_t id = 0; id < LOAM_MAX_MATERIALS; id++)
    {
        if (is_torch(&defs->materials[id]))
        {
            looks->flames[looks->flame_count++] = (uint8_t)id;
        }
    }
}

void loam_frame_looks_make(frame_looks *looks, const loam_tile_defs *defs, uint16_t year)
{
    const uint16_t rounded = (uint16_t)(year - year % FRAME_YEAR_STEP);
    const bool same = looks->ready &&
                      memcmp(looks->materials, defs->materials, sizeof looks->materials) == 0;
    if (same && rounded == looks->year)
    {
        return;
    }
    looks->year = rounded;
    make_materials(looks, defs, !same);
    if (!same)
    {
        find_flames(looks, defs);
        memcpy(looks->materials, defs->materials, sizeof looks->materials);
        looks->ready = true;
    }
}
