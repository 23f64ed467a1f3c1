// SPDX-License-Identifier: MIT
#include "tiles/frame/frame.h"

#include "base/small.h"

#include <string.h>

// Rows of tiles become rows of pixels: the part of a frame that has to be fast. All planes hold 0..255 in
// 16 bits; (a * b + 255) >> 8 of two of them is a * b / 255, exact where one of them is 255.

enum
{
    BELOW,
    HERE,
    ABOVE,
    // What solid neighbours, 0..16 by weight, take away from a wall's brightness, of 256 each.
    NOOK = 8,
    SURFACE_LIGHT = 96, // how much lighter a surface of liquid is, of 256
};

// ---- tiles --------------------------------------------------------------------------------------

loam_tile loam_frame_tile(const loam_tile_ring *ring, int64_t x, int64_t y)
{
    const int64_t low_x = ring->lowest.x * LOAM_CHUNK_SIDE;
    const int64_t low_y = ring->lowest.y * LOAM_CHUNK_SIDE;
    if (x < low_x || y < low_y || x >= low_x + ring->side || y >= low_y + ring->side)
    {
        return (loam_tile){0};
    }
    const uint64_t mask = (uint64_t)ring->side - 1;
    return ring->tiles[((uint64_t)y & mask) * (uint64_t)ring->side + ((uint64_t)x & mask)];
}

/// Copies count tiles of a row, from x on; air before air beyond the ring.
static void fetch(const loam_tile_ring *ring, int64_t x, int64_t y, int32_t count, loam_tile *out)
{
    const int64_t low_x = ring->lowest.x * LOAM_CHUNK_SIDE;
    const int64_t low_y = ring->lowest.y * LOAM_CHUNK_SIDE;
    const int64_t begin = x > low_x ? x : low_x;
    const int64_t high_x = low_x + ring->side;
    const int64_t end = x + count < high_x ? x + count : high_x;
    if (y < low_y || y >= low_y + ring->side || begin >= end)
    {
        memset(out, 0, (size_t)count * sizeof *out);
        return;
    }
    memset(out, 0, (size_t)(begin - x) * sizeof *out);
    memset(out + (end - x), 0, (size_t)(x + count - end) * sizeof *out);
    const uint64_t mask = (uint64_t)ring->side - 1;
    const loam_tile *row = ring->tiles + ((uint64_t)y & mask) * (uint64_t)ring->side;
    for (int64_t at = begin; at < end;)
    {
        const uint64_t column = (uint64_t)at & mask;
        const int64_t to_seam = ring->side - (int64_t)column;
        const int64_t part = end - at < to_seam ? end - at : to_seam;
        memcpy(out + (at - x), row + column, (size_t)part * sizeof *out);
        at += part;
    }
}

static void load_row(loam_tile_frame *frame, frame_band *band, int which, int64_t y)
{
    const int32_t count = frame->view.columns + 2;
    fetch(&frame->ring, frame->view.tile_x - 1, y, count, band->tiles[which]);
    if (y >= frame->rain_row)
    {
        loam_frame_rain_hide(frame, frame->view.tile_x - 1, y, count, band->tiles[which]);
    }
    int32_t any = 0;
    for (int32_t i = 0; i < count; i++)
    {
        const loam_tile tile = band->tiles[which][i];
        const frame_look *look = &frame->looks->blocks[tile.block << 8 | tile.block_variant];
        band->solid[which][i] = (look->kind & LOOK_SOLID) != 0;
        any |= tile.block | tile.wall;
    }
    band->empty[which] = any == 0;
}

/// The row above becomes the row, and so on.
static void next_row(loam_tile_frame *frame, frame_band *band, int64_t y)
{
    loam_tile *const tiles = band->tiles[BELOW];
    uint8_t *const solid = band->solid[BELOW];
    for (int i = BELOW; i < ABOVE; i++)
    {
        band->tiles[i] = band->tiles[i + 1];
        band->solid[i] = band->solid[i + 1];
        band->empty[i] = band->empty[i + 1];
    }
    band->tiles[ABOVE] = tiles;
    band->solid[ABOVE] = solid;
    load_row(frame, band, ABOVE, y + 1);
}

/// What is solid around a tile, 0..16; at counts from the tile left of the view.
static int32_t solid_around(const frame_band *band, int32_t at)
{
    int32_t sum = 0;
    for (int i = -1; i <= 1; i++)
    {
        const int32_t weight = 2 - i * i;
        sum += weight * (band->solid[BELOW][at + i] + 2 * band->solid[HERE][at + i] +
                         band->solid[ABOVE][at + i]);
    }
    return sum;
}

/// What a cell shows of its tile: colour multiplied by alpha, and how much of it glows.
typedef struct layer
{
    int32_t r, g, b, a, glow;
} layer;

static layer wall_of(const loam_tile_frame *frame, const frame_band *band, int32_t at)
{
    const loam_tile tile = band->tiles[HERE][at];
    const frame_look *wall = &frame->looks->walls[tile.wall << 8 | tile.wall_variant];
    if (wall->a == 0)
    {
        return (layer){0};
    }
    const int32_t keep = 256 - NOOK * solid_around(band, at);
    return (layer){wall->r * keep >> 8, wall->g * keep >> 8, wall->b * keep >> 8, wall->a,
                   wall->glow};
}

static layer block_over(const frame_look *block, layer below)
{
    const int32_t through = 255 - block->a;
    const int32_t glow = (below.glow * through + 255) >> 8;
    return (layer){
        block->r + ((below.r * through + 255) >> 8), block->g + ((below.g * through + 255) >> 8),
        block->b + ((below.b * through + 255) >> 8), block->a + ((below.a * through + 255) >> 8),
        block->glow > glow ? block->glow : glow};
}

/// Writes a number to the cells of a tile. Two at once are the usual case.
static inline void put_plane(uint16_t *plane, int32_t begin, int32_t end, int32_t value)
{
    if (end - begin == 2)
    {
        const uint32_t both = (uint32_t)value * 0x10001u;
        memcpy(plane + begin, &both, sizeof both);
        return;
    }
    for (int32_t cell = begin; cell < end; cell++)
    {
        plane[cell] = (uint16_t)value;
    }
}

static inline void put(frame_band *band, int32_t begin, int32_t end, layer shown)
{
    put_plane(band->tile.r, begin, end, shown.r);
    put_plane(band->tile.g, begin, end, shown.g);
    put_plane(band->tile.b, begin, end, shown.b);
    put_plane(band->cover, begin, end, shown.a);
    put_plane(band->takes, begin, end, 255 - shown.glow);
}

static uint8_t kind_at(const loam_tile_frame *frame, loam_tile tile)
{
    return frame->looks->blocks[tile.block << 8 | tile.block_variant].kind;
}

/// Whether a tile of liquid has nothing beside or above it: a drop, which is drawn thinner.
static bool is_drop(const frame_band *band, int32_t at)
{
    return band->tiles[HERE][at - 1].block == LOAM_AIR &&
           band->tiles[HERE][at + 1].block == LOAM_AIR &&
           band->tiles[BELOW][at].block == LOAM_AIR && band->tiles[ABOVE][at].block == LOAM_AIR;
}

static layer colour_translucent(loam_tile_frame *frame, frame_band *band, int32_t column,
                                const frame_look *block)
{
    const int32_t at = column + 1, sub = frame->view.sub;
    const layer behind = wall_of(frame, band, at);
    const layer shown = block_over(block, behind);
    put(band, column * sub, (column + 1) * sub, shown);
    if ((block->kind & LOOK_LIQUID) != 0)
    {
        if (is_drop(band, at))
        {
            put(band, column * sub, column * sub + sub / 2, behind);
        }
        else if ((kind_at(frame, band->tiles[ABOVE][at]) & (LOOK_LIQUID | LOOK_SOLID)) == 0)
        {
            band->surfaces[band->surface_count++] = column;
        }
    }
    return shown;
}

/// Colours the row HERE.
static void colour_tiles(loam_tile_frame *frame, frame_band *band)
{
    const int32_t sub = frame->view.sub;
    int32_t min = 255, max = 0;
    band->surface_count = 0;
    if (band->empty[HERE])
    {
        band->opaque = false;
        band->clear = true;
        return;
    }
    for (int32_t column = 0; column < frame->view.columns; column++)
    {
        const loam_tile tile = band->tiles[HERE][column + 1];
        const frame_look *block = &frame->looks->blocks[tile.block << 8 | tile.block_variant];
        int32_t cover = 255;
        if (block->a == 255 && (block->kind & LOOK_LIQUID) == 0)
        {
            const layer shown = {block->r, block->g, block->b, 255, block->glow};
            put(band, column * sub, (column + 1) * sub, shown);
        }
        else
        {
            cover = colour_translucent(frame, band, column, block).a;
        }
        min = cover < min ? cover : min;
        max = cover > max ? cover : max;
    }
    band->opaque = min == 255 && band->surface_count == 0;
    band->clear = max == 0;
}

/// Surfaces of liquids are lighter, in the topmost row of cells.
static void lighten_surfaces(const loam_tile_frame *frame, frame_band *band)
{
    const int32_t sub = frame->view.sub;
    uint16_t *const planes[] = {band->tile.r, band->tile.g, band->tile.b};
    for (int32_t i = 0; i < band->surface_count; i++)
    {
        for (int32_t k = 0; k < sub; k++)
        {
            const int32_t cell = band->surfaces[i] * sub + k;
            const int32_t cover = band->cover[cell];
            for (int plane = 0; plane < 3; plane++)
            {
                const int32_t part = planes[plane][cell];
                planes[plane][cell] =
                    (uint16_t)(part + (((cover > part ? cover - part : 0) * SURFACE_LIGHT) >> 8));
            }
        }
    }
}

// ---- light --------------------------------------------------------------------------------------

/// Where rows or columns of cells lie between units: the units that the first lies after, and how far.
typedef struct between_units
{
    int32_t unit;
    int32_t cell; // of those between two middles of units
} between_units;

/// cell is counted from the first of tile `tile`; the first unit begins at tile `origin`.
static between_units locate(const frame_shadows *shadows, int32_t sub, int64_t tile, int64_t origin,
                            int32_t cell)
{
    const int64_t length = (int64_t)shadows->unit * sub;
    // In halves of cells, from the middle of the first unit to the middle of the cell.
    const int64_t halves = 2 * ((tile - origin) * sub + cell) + 1 - length;
    const int64_t unit = loam_floor_div(halves, 2 * length);
    return (between_units){(int32_t)unit, (int32_t)(halves - unit * 2 * length)};
}

/// A row of units, in 1/16 of 0..255, at a height between two rows of them.
static void blend_units(const frame_shadows *shadows, frame_band *band, between_units row,
                        int32_t halves)
{
    const uint32_t part = (uint32_t)(row.cell * 256 / halves);
    for (int plane = 0; plane < 3; plane++)
    {
        const uint16_t *a = shadows->planes[plane] + (size_t)row.unit * (size_t)shadows->columns;
        const uint16_t *b = a + shadows->columns;
        uint16_t *out = band->units[plane];
        for (int32_t i = 0; i < shadows->columns; i++)
        {
            out[i] = (uint16_t)((a[i] * (256u - part) + b[i] * part) >> 12);
        }
    }
}

// An ordered pattern, so that eight bits of a dark slope do not show as steps (Bayer 1973).
static const uint16_t pattern[4][4] = {
    {8, 136, 40, 168}, {200, 72, 232, 104}, {56, 184, 24, 152}, {248, 120, 216, 88}};

/// Spreads units to `length` cells each. Weights are of 16.
static inline void spread_units(const uint16_t *units, int32_t count, int32_t length,
                                const uint16_t *weights, const uint16_t *noise, uint16_t *out)
{
    for (int32_t unit = 0; unit + 1 < count; unit++)
    {
        const uint16_t a = units[unit], b = units[unit + 1];
        for (int32_t k = 0; k < length; k++)
        {
            out[k] = (uint16_t)((uint16_t)(a * (16 - weights[k]) + b * weights[k] + noise[k]) >> 8);
        }
        out += length;
    }
}

/// The usual lengths are constants: those loops become a few instructions.
static void spread(const uint16_t *units, int32_t count, int32_t length, const uint16_t *weights,
                   const uint16_t *noise, uint16_t *out)
{
    if (length == 8)
    {
        spread_units(units, count, 8, weights, noise, out);
    }
    else
    {
        spread_units(units, count, length, weights, noise, out);
    }
}

/// Light on the cells of a row, the first cell of the view first.
static frame_planes shade_row(const loam_tile_frame *frame, frame_band *band, int32_t cell_row)
{
    const frame_shadows *shadows = &frame->shadows;
    const frame_view *view = &frame->view;
    const int32_t length = shadows->unit * view->sub;
    const between_units row = locate(shadows, view->sub, shadows->view_y, shadows->y, cell_row);
    blend_units(shadows, band, row, 2 * length);
    const between_units column = locate(shadows, view->sub, shadows->view_x, shadows->x, 0);
    const int32_t skip = column.cell / 2;
    uint16_t weights[FRAME_UNIT_CELLS_MAX], noise[FRAME_UNIT_CELLS_MAX];
    const int64_t world_row = view->tile_y * view->sub + cell_row;
    for (int32_t k = 0; k < length; k++)
    {
        weights[k] = (uint16_t)(8 * (2 * k + (length & 1 ? 0 : 1)) / length);
        noise[k] = pattern[world_row & 3][k & 3];
    }
    const int32_t count = (skip + view->cells) / length + 2;
    for (int plane = 0; plane < 3; plane++)
    {
        spread(band->units[plane] + column.unit, count, length, weights, noise, band->shade[plane]);
    }
    return (frame_planes){band->shade[0] + skip, band->shade[1] + skip, band->shade[2] + skip};
}

// ---- composing ----------------------------------------------------------------------------------

static inline uint32_t pixel_of(uint32_t r, uint32_t g, uint32_t b)
{
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    return r << 24 | g << 16 | b << 8 | 255u;
#else
    return r | g << 8 | b << 16 | 255u << 24;
#endif
}

static inline uint16_t times(uint16_t a, uint16_t b)
{
    return (uint16_t)((uint16_t)(a * b + 255) >> 8);
}

/// A part of a colour in the light, before the sky. part is multiplied by cover already; takes is how much
/// of the light counts.
static inline uint32_t lit_part(uint16_t part, uint16_t light, uint16_t takes, uint16_t sky,
                                uint16_t open)
{
    const uint16_t keeps = (uint16_t)(255 - times((uint16_t)(255 - light), takes));
    return (uint32_t)(uint16_t)(part * keeps + sky * open + 255) >> 8;
}

static void compose_all(const frame_band *band, frame_planes light, int32_t count, uint32_t *out)
{
    const frame_planes tile = band->tile, sky = band->sky;
    for (int32_t i = 0; i < count; i++)
    {
        const uint16_t open = (uint16_t)(255 - band->cover[i]), takes = band->takes[i];
        out[i] = pixel_of(lit_part(tile.r[i], light.r[i], takes, sky.r[i], open),
                          lit_part(tile.g[i], light.g[i], takes, sky.g[i], open),
                          lit_part(tile.b[i], light.b[i], takes, sky.b[i], open));
    }
}

/// Where no sky is seen.
static void compose_opaque(const frame_band *band, frame_planes light, int32_t count, uint32_t *out)
{
    const frame_planes tile = band->tile;
    for (int32_t i = 0; i < count; i++)
    {
        const uint16_t takes = band->takes[i];
        out[i] = pixel_of(lit_part(tile.r[i], light.r[i], takes, 0, 0),
                          lit_part(tile.g[i], light.g[i], takes, 0, 0),
                          lit_part(tile.b[i], light.b[i], takes, 0, 0));
    }
}

/// Without light.
static void compose_plain(const frame_band *band, int32_t count, uint32_t *out)
{
    for (int32_t i = 0; i < count; i++)
    {
        const uint16_t open = (uint16_t)(255 - band->cover[i]);
        out[i] = pixel_of((uint32_t)(band->tile.r[i] + times(band->sky.r[i], open)),
                          (uint32_t)(band->tile.g[i] + times(band->sky.g[i], open)),
                          (uint32_t)(band->tile.b[i] + times(band->sky.b[i], open)));
    }
}

static void compose_sky(const frame_band *band, int32_t count, uint32_t *out)
{
    for (int32_t i = 0; i < count; i++)
    {
        out[i] = pixel_of(band->sky.r[i], band->sky.g[i], band->sky.b[i]);
    }
}

static void compose_cells(loam_tile_frame *frame, frame_band *band, int32_t cell_row)
{
    const int32_t count = frame->view.cells;
    if (!band->opaque)
    {
        loam_frame_sky_row(&frame->sky, &frame->view, cell_row, band->sky);
    }
    if (band->clear)
    {
        compose_sky(band, count, band->cells);
    }
    else if (!frame->shadows.ready)
    {
        compose_plain(band, count, band->cells);
    }
    else if (band->opaque)
    {
        compose_opaque(band, shade_row(frame, band, cell_row), count, band->cells);
    }
    else
    {
        compose_all(band, shade_row(frame, band, cell_row), count, band->cells);
    }
}

/// Widens cells to pixels, leaving out the first `skip` pixels.
static void widen(const uint32_t *restrict cells, int32_t cell, int32_t skip, int32_t w,
                  uint32_t *restrict out)
{
    if (cell == 1)
    {
        memcpy(out, cells + skip, (size_t)w * sizeof *out);
        return;
    }
    cells += skip / 2;
    if (skip % 2 != 0)
    {
        *out++ = *cells++;
        w--;
    }
    for (int32_t i = 0; i < w / 2; i++)
    {
        out[2 * i] = cells[i];
        out[2 * i + 1] = cells[i];
    }
    if (w % 2 != 0)
    {
        out[w - 1] = cells[w / 2];
    }
}

/// Writes the cells to those rows of pixels that they are seen in.
static void write_pixels(loam_tile_frame *frame, const frame_band *band, int32_t cell_row)
{
    const frame_view *view = &frame->view;
    const int32_t lowest = cell_row * view->cell - view->off_y;
    loam_colour *written = NULL;
    for (int32_t height = lowest; height < lowest + view->cell; height++)
    {
        if (height < 0 || height >= view->h)
        {
            continue;
        }
        loam_colour *row = frame->picture->pixels +
                           (size_t)(view->h - 1 - height) * (size_t)view->w;
        if (written != NULL)
        {
            memcpy(row, written, (size_t)view->w * sizeof *row);
            continue;
        }
        widen(band->cells, view->cell, view->off_x, view->w, (uint32_t *)(void *)row);
        written = row;
    }
}

void loam_frame_rows(loam_tile_frame *frame, frame_band *band, int32_t begin, int32_t end)
{
    const frame_view *view = &frame->view;
    load_row(frame, band, HERE, view->tile_y + begin - 1);
    load_row(frame, band, ABOVE, view->tile_y + begin);
    for (int32_t row = begin; row < end; row++)
    {
        next_row(frame, band, view->tile_y + row);
        colour_tiles(frame, band);
        for (int32_t k = 0; k < view->sub; k++)
        {
            if (k == view->sub - 1)
            {
                lighten_surfaces(frame, band);
            }
            compose_cells(frame, band, row * view->sub + k);
            loam_frame_flames_row(frame, row * view->sub + k, (loam_colour *)(void *)band->cells);
            write_pixels(frame, band, row * view->sub + k);
        }
    }
}
