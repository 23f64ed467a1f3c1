// SPDX-License-Identifier: MIT
// The one place where tiles of the ring are changed by anybody but the living world itself.
#ifndef LOAM_TILES_PAINT_H
#define LOAM_TILES_PAINT_H

#include "tiles/state/world.h"
#include "tiles/world/brush.h"

/// The variant of tiles that are still to be fitted, unless they are fluid.
#define LOAM_VARIANT_NEW UINT8_MAX

/// One layer of a tile.
typedef struct loam_half
{
    uint8_t material, variant;
} loam_half;

static inline loam_half loam_half_of(loam_tile tile, loam_layer layer)
{
    return layer == LOAM_WALLS ? (loam_half){tile.wall, tile.wall_variant}
                               : (loam_half){tile.block, tile.block_variant};
}

static inline loam_tile loam_with_half(loam_tile tile, loam_layer layer, loam_half half)
{
    return layer == LOAM_WALLS
               ? (loam_tile){tile.block, tile.block_variant, half.material, half.variant}
               : (loam_tile){half.material, half.variant, tile.wall, tile.wall_variant};
}

/// Changes under way. Materials are set first; when all of them are in place, variants are fitted.
typedef struct loam_painter
{
    loam_tile_world *world;
    loam_tile_area ring; // all tiles that there are
    int64_t changed;     // tiles that have got another material
} loam_painter;

loam_painter loam_painter_make(loam_tile_world *world);

/// Whether a tile is in the ring; the part of a span that is (first > last if none is).
bool loam_painter_has(const loam_painter *painter, int64_t x, int64_t y);
loam_span loam_painter_clip(const loam_painter *painter, loam_span span);

/// Gives a tile of the ring another material in a layer. Its variant is to be fitted.
void loam_paint_material(loam_painter *painter, loam_tile_pos at, loam_layer layer,
                         uint8_t material);

/// Makes a tile of the ring another one, variants too. Those that do not fit are to be fitted.
void loam_paint_tile(loam_painter *painter, loam_tile_pos at, loam_tile tile);

/// Gives a tile of the ring a variant that fits, if it has none. Whether one fits depends on materials
/// alone, so neither the order of fits matters, nor how often a tile is met.
void loam_paint_fit(loam_painter *painter, loam_layer layer, loam_tile_pos at);

/// The same for a tile and all for which it may be an edge, and for all tiles of a brush.
void loam_paint_fit_around(loam_painter *painter, loam_layer layer, loam_tile_pos at);
void loam_paint_fit_brush(loam_painter *painter, loam_layer layer, const loam_brush *brush);

/// The last call: what has changed is now as it stays.
void loam_paint_done(loam_painter *painter);

#endif
