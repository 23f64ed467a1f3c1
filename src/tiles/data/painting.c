// SPDX-License-Identifier: MIT
#include "loam/tiles.h"

#include "tiles/data/variant.h"

#include <stdlib.h>
#include <string.h>

// A layer of tiles as a picture that people change in a paint program. Where they left a pixel alone, the
// tile stays what it is, whatever else looks the same; where they painted, it becomes what comes closest.

enum
{
    MAX_COLOURS = LOAM_MAX_MATERIALS * LOAM_MAX_VARIANTS,
    OPAQUE = 128,   // an alpha from here on is paint, below it the pixel is erased
    ROUNDING = 2,   // by so much paint programs change a channel when they convert a picture
    ANSWERS = 1024, // remembered; a power of two
};

typedef struct look
{
    loam_colour colour;
    uint8_t material, variant;
} look;

/// All that can be painted, and what was asked for of late: a stroke has few colours.
typedef struct palette
{
    int32_t count;
    look looks[MAX_COLOURS];
    struct
    {
        uint32_t rgb_plus_1; // 0: nothing yet
        int32_t look;
    } answers[ANSWERS];
} palette;

loam_colour loam_tile_layer_colour(const loam_tile_defs *defs, loam_layer layer, loam_tile tile)
{
    const uint8_t id = layer == LOAM_BLOCKS ? tile.block : tile.wall;
    const uint8_t variant = layer == LOAM_BLOCKS ? tile.block_variant : tile.wall_variant;
    if (id == LOAM_AIR)
    {
        return (loam_colour){0};
    }
    const loam_material *const material = &defs->materials[id];
    loam_colour colour = material->colours[loam_variant_look(material, variant)];
    colour.a = 255;
    return colour;
}

/// Of looks that are equal the first one counts: at rest before loose.
static void fill_palette(palette *all, const loam_tile_defs *defs, loam_layer layer)
{
    for (int32_t id = LOAM_AIR + 1; id < LOAM_MAX_MATERIALS; id++)
    {
        const loam_material *const material = &defs->materials[id];
        const bool fits = material->name[0] != '\0' && (material->layers & (uint32_t)layer) != 0;
        const int32_t variants = fits ? material->inner + material->outer : 0;
        for (int32_t i = 0; i < variants; i++)
        {
            all->looks[all->count++] = (look){material->colours[i], (uint8_t)id, (uint8_t)i};
        }
    }
}

/// How different two colours look: the square of a distance in which green counts most, and red the more the
/// brighter it is (the approximation of CIE's difference that is known as "redmean"), times 512.
static int32_t difference(loam_colour p, loam_colour q)
{
    const int32_t r = p.r - q.r, g = p.g - q.g, b = p.b - q.b, red_sum = p.r + q.r;
    return (1024 + red_sum) * r * r + 2048 * g * g + (1534 - red_sum) * b * b;
}

static int32_t find_nearest(const palette *all, loam_colour colour)
{
    int32_t best = 0, least = INT32_MAX;
    for (int32_t i = 0; i < all->count && least > 0; i++)
    {
        const int32_t found = difference(all->looks[i].colour, colour);
        best = found < least ? i : best;
        least = found < least ? found : least;
    }
    return best;
}

static look nearest_look(palette *all, loam_colour colour)
{
    const uint32_t rgb = (uint32_t)colour.r << 16 | (uint32_t)colour.g << 8 | colour.b;
    const uint32_t slot = (rgb * UINT32_C(2654435761)) >> 22; // of ANSWERS
    if (all->answers[slot].rgb_plus_1 != rgb + 1)
    {
        all->answers[slot].look = find_nearest(all, colour);
        all->answers[slot].rgb_plus_1 = rgb + 1;
    }
    return all->looks[all->answers[slot].look];
}

static bool is_near(uint8_t a, uint8_t b)
{
    return abs(a - b) <= ROUNDING;
}

static bool is_untouched(loam_colour shown, loam_colour painted)
{
    if (shown.a < OPAQUE || painted.a < OPAQUE)
    {
        return (shown.a < OPAQUE) == (painted.a < OPAQUE);
    }
    return is_near(shown.r, painted.r) && is_near(shown.g, painted.g) &&
           is_near(shown.b, painted.b);
}

/// Whether it changed the tile.
static bool paint_tile(palette *all, const loam_tile_painting *painting, loam_colour painted,
                       loam_tile *tile)
{
    if (is_untouched(loam_tile_layer_colour(painting->defs, painting->layer, *tile), painted))
    {
        return false;
    }
    const look to = painted.a < OPAQUE || all->count == 0 ? (look){.material = LOAM_AIR}
                                                          : nearest_look(all, painted);
    const bool blocks = painting->layer == LOAM_BLOCKS;
    uint8_t *const material = blocks ? &tile->block : &tile->wall;
    uint8_t *const variant = blocks ? &tile->block_variant : &tile->wall_variant;
    const bool changed = *material != to.material || *variant != to.variant;
    *material = to.material;
    *variant = to.variant;
    return changed;
}

static int64_t larger(int64_t a, int64_t b)
{
    return a > b ? a : b;
}

static int64_t smaller(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

loam_result loam_tiles_paint(const loam_env *env, const loam_tile_painting *painting,
                             loam_tile *tiles, loam_tile_area area, int64_t *changed)
{
    LOAM_ASSERT(env, painting->layer == LOAM_BLOCKS || painting->layer == LOAM_WALLS);
    const loam_picture *const picture = painting->picture;
    const int64_t left = larger(area.x, painting->at.x), low = larger(area.y, painting->at.y);
    const int64_t right = smaller(area.x + area.w, painting->at.x + picture->w);
    const int64_t high = smaller(area.y + area.h, painting->at.y + picture->h);
    palette *const all = loam_alloc(env, sizeof *all);
    if (all == NULL)
    {
        return LOAM_OUT_OF_MEMORY;
    }
    memset(all, 0, sizeof *all);
    fill_palette(all, painting->defs, painting->layer);
    *changed = 0;
    for (int64_t y = low; y < high; y++)
    {
        const int64_t from_top = painting->at.y + picture->h - 1 - y;
        const loam_colour *const pixels = picture->pixels + from_top * picture->w;
        loam_tile *const row = tiles + (y - area.y) * area.w;
        for (int64_t x = left; x < right; x++)
        {
            const loam_colour painted = pixels[x - painting->at.x];
            *changed += paint_tile(all, painting, painted, &row[x - area.x]);
        }
    }
    loam_free(env, all, sizeof *all);
    return LOAM_OK;
}
