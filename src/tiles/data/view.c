// SPDX-License-Identifier: MIT
#include "loam/tiles.h"

#include "base/small.h"
#include "tiles/data/variant.h"

// How tiles look by day: blocks as they are, walls behind them faded towards a shadow and greyer, so that
// a cave reads as space, and behind all the sky, a gradient by height. Nothing here knows of light.
//
// Whole numbers wherever a tile is involved: a picture has the same bytes on every machine.

loam_tile_view loam_default_tile_view(void)
{
    return (loam_tile_view){
        .layer = LOAM_VIEW_BOTH,
        .wall_shade = 0.36f,
        .wall_saturation = 0.75f,
        .wood_shade = 0.75f,
        .leaf_shade = 0.92f,
        .wall_shadow = {20, 15, 22, 255},
        .sky_low = {226, 232, 224, 255},
        .sky_high = {104, 160, 208, 255},
        .sky_base = 0,
        .sky_height = 900,
    };
}

// ---- one tile -----------------------------------------------------------------------------------

static loam_colour variant_colour(const loam_tile_defs *defs, uint8_t id, uint8_t variant)
{
    const loam_material *material = &defs->materials[id];
    return material->colours[loam_variant_look(material, variant)];
}

/// A share 0..1 as 0..256.
static int32_t share_of_256(float share)
{
    return share > 0.0f ? share < 1.0f ? (int32_t)(share * 256.0f + 0.5f) : 256 : 0;
}

/// From `from` to `to` by part of 256.
static uint8_t fade(int32_t from, int32_t to, int32_t part)
{
    return (uint8_t)((from * (256 - part) + to * part + 128) / 256);
}

/// A wall's colour, greyer and faded into the shadow. Plants stand before walls, in the light.
static loam_colour shade_wall(const loam_tile_view *view, uint32_t properties, loam_colour colour)
{
    const bool plant = (properties & (LOAM_WOOD | LOAM_LEAF)) != 0;
    const int32_t saturation = plant ? 256 : share_of_256(view->wall_saturation);
    const int32_t shade = share_of_256(properties & LOAM_LEAF   ? view->leaf_shade
                                       : properties & LOAM_WOOD ? view->wood_shade
                                                                : view->wall_shade);
    const loam_colour shadow = view->wall_shadow;
    // Weights of the three colours as the eye has them (ITU-R BT.601).
    const int32_t grey = (77 * colour.r + 150 * colour.g + 29 * colour.b + 128) / 256;
    return (loam_colour){.r = fade(shadow.r, fade(grey, colour.r, saturation), shade),
                         .g = fade(shadow.g, fade(grey, colour.g, saturation), shade),
                         .b = fade(shadow.b, fade(grey, colour.b, saturation), shade),
                         .a = colour.a};
}

static loam_colour sky_colour(const loam_tile_view *view, int64_t y)
{
    LOAM_ASSERT(NULL, view->sky_height >= 1);
    if (y <= view->sky_base)
    {
        return view->sky_low;
    }
    // Unsigned, because the difference of two positions may not fit.
    const uint64_t above = (uint64_t)y - (uint64_t)view->sky_base;
    const uint64_t height = (uint64_t)view->sky_height;
    if (above >= height)
    {
        return view->sky_high;
    }
    return loam_colour_mix(view->sky_low, view->sky_high, (float)above / (float)height);
}

static loam_colour tile_over(const loam_tile_defs *defs, const loam_tile_view *view, loam_tile tile,
                             loam_colour sky)
{
    if (view->layer == LOAM_VIEW_SOLID)
    {
        const bool solid = (defs->materials[tile.block].properties & LOAM_SOLID) != 0;
        return loam_rgb(solid ? 0x000000 : 0xffffff);
    }
    const loam_colour block = variant_colour(defs, tile.block, tile.block_variant);
    if (view->layer == LOAM_VIEW_BLOCKS)
    {
        return loam_colour_over(block, sky);
    }
    if (block.a == 255 && view->layer == LOAM_VIEW_BOTH)
    {
        return block;
    }
    const loam_colour wall = variant_colour(defs, tile.wall, tile.wall_variant);
    if (view->layer == LOAM_VIEW_WALLS)
    {
        return loam_colour_over(wall, sky);
    }
    const loam_colour shaded = shade_wall(view, defs->materials[tile.wall].properties, wall);
    return loam_colour_over(block, loam_colour_over(shaded, sky));
}

loam_colour loam_tile_colour(const loam_tile_defs *defs, const loam_tile_view *view, loam_tile tile,
                             int64_t y)
{
    LOAM_ASSERT(NULL, defs != NULL);
    LOAM_ASSERT(NULL, view != NULL);
    return tile_over(defs, view, tile, sky_colour(view, y));
}

// ---- many tiles ---------------------------------------------------------------------------------

/// Pixels of the picture that a drawing covers, the ends excluded.
typedef struct span
{
    int32_t begin, end;
} span;

static span clip(int64_t begin, int64_t count, int32_t side)
{
    const int64_t end = begin + count;
    return (span){begin < 0      ? 0
                  : begin < side ? (int32_t)begin
                                 : side,
                  end < 0      ? 0
                  : end < side ? (int32_t)end
                               : side};
}

/// How many pixels so many tiles are.
static int64_t pixels_of(const loam_tile_drawing *drawing, int32_t tiles)
{
    return drawing->zoom > 1 ? (int64_t)tiles * drawing->zoom
                             : ((int64_t)tiles + drawing->shrink - 1) / drawing->shrink;
}

static loam_colour sky_of_row(const loam_tile_drawing *drawing, int64_t row)
{
    return sky_colour(&drawing->view, loam_after_steps(drawing->area.y, drawing->step, row));
}

/// A row of tiles as one row of pixels, which lies over what is there; at is the drawing's first pixel.
static void draw_row(const loam_tile_drawing *drawing, int64_t row, loam_colour *pixels, int64_t at,
                     span columns)
{
    const loam_tile *tiles = drawing->tiles + row * drawing->area.w;
    const loam_colour sky = sky_of_row(drawing, row);
    int32_t x = columns.begin;
    while (x < columns.end)
    {
        const int64_t column = (x - at) / drawing->zoom;
        const int64_t tile_end = at + (column + 1) * drawing->zoom;
        const loam_colour colour = tile_over(drawing->defs, &drawing->view, tiles[column], sky);
        for (; x < columns.end && x < tile_end; x++)
        {
            pixels[x] = loam_colour_over(colour, pixels[x]);
        }
    }
}

/// The mean of several colours, each weighted by its alpha.
typedef struct colour_sum
{
    uint32_t r, g, b, a, count;
} colour_sum;

static void add_colour(colour_sum *sum, loam_colour colour)
{
    sum->r += (uint32_t)colour.r * colour.a;
    sum->g += (uint32_t)colour.g * colour.a;
    sum->b += (uint32_t)colour.b * colour.a;
    sum->a += colour.a;
    sum->count++;
}

static loam_colour mean_colour(const colour_sum *sum)
{
    if (sum->a == 0)
    {
        return (loam_colour){0};
    }
    const uint32_t half = sum->a / 2;
    return (loam_colour){.r = (uint8_t)((sum->r + half) / sum->a),
                         .g = (uint8_t)((sum->g + half) / sum->a),
                         .b = (uint8_t)((sum->b + half) / sum->a),
                         .a = (uint8_t)((sum->a + sum->count / 2) / sum->count)};
}

/// The mean of the tiles from (column, row) on that make one pixel.
static loam_colour mean_of(const loam_tile_drawing *drawing, int64_t column, int64_t row)
{
    const loam_tile_area area = drawing->area;
    const int64_t right = column + drawing->shrink < area.w ? column + drawing->shrink : area.w;
    const int64_t top = row + drawing->shrink < area.h ? row + drawing->shrink : area.h;
    colour_sum sum = {0};
    for (int64_t y = row; y < top; y++)
    {
        const loam_colour sky = sky_of_row(drawing, y);
        for (int64_t x = column; x < right; x++)
        {
            add_colour(&sum, tile_over(drawing->defs, &drawing->view,
                                       drawing->tiles[y * area.w + x], sky));
        }
    }
    return mean_colour(&sum);
}

static void shrink_row(const loam_tile_drawing *drawing, int64_t row, loam_colour *pixels,
                       int64_t at, span columns)
{
    for (int32_t x = columns.begin; x < columns.end; x++)
    {
        const loam_colour colour = mean_of(drawing, (x - at) * drawing->shrink, row);
        pixels[x] = loam_colour_over(colour, pixels[x]);
    }
}

static void assert_sound(const loam_picture *picture, const loam_tile_drawing *drawing)
{
    LOAM_ASSERT(NULL, picture != NULL);
    LOAM_ASSERT(NULL, drawing != NULL);
    LOAM_ASSERT(NULL, drawing->defs != NULL);
    LOAM_ASSERT(NULL, drawing->tiles != NULL);
    LOAM_ASSERT(NULL, drawing->area.w >= 1 && drawing->area.h >= 1);
    LOAM_ASSERT(NULL, drawing->step >= 1);
    LOAM_ASSERT(NULL, drawing->zoom >= 1 && drawing->zoom <= LOAM_MAX_TILE_ZOOM);
    LOAM_ASSERT(NULL, drawing->shrink >= 1 && drawing->shrink <= LOAM_MAX_TILE_ZOOM);
    LOAM_ASSERT(NULL, drawing->zoom == 1 || drawing->shrink == 1);
}

void loam_tiles_draw(loam_picture *picture, int32_t x, int32_t y, const loam_tile_drawing *drawing)
{
    assert_sound(picture, drawing);
    const int64_t height = pixels_of(drawing, drawing->area.h);
    const span columns = clip(x, pixels_of(drawing, drawing->area.w), picture->w);
    const span rows = clip(y, height, picture->h);
    for (int32_t pixel_row = rows.begin; pixel_row < rows.end; pixel_row++)
    {
        const int64_t from_below = height - 1 - (pixel_row - (int64_t)y);
        loam_colour *pixels = picture->pixels + (size_t)pixel_row * (size_t)picture->w;
        if (drawing->shrink > 1)
        {
            shrink_row(drawing, from_below * drawing->shrink, pixels, x, columns);
        }
        else
        {
            draw_row(drawing, from_below / drawing->zoom, pixels, x, columns);
        }
    }
}
