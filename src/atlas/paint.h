// SPDX-License-Identifier: MIT
// The colours of maps: one pixel from what a tile knows about it.
#ifndef LOAM_ATLAS_PAINT_H
#define LOAM_ATLAS_PAINT_H

#include "atlas/tile.h"

typedef struct map_paint
{
    const loam_land *land;
    loam_map_layer layer;
    float exaggeration; // of slopes, for shading
    float deep;         // 0..1: how much of the shading the bottom of the sea has
    float contour;      // m between contour lines, 0 for none
    float close;        // 0..1: how much is seen of what covers the ground
    float banks;        // and of what lies along rivers
} map_paint;

map_paint loam_map_paint_make(const loam_land *land, const loam_land_map_def *def);

/// A colour of a ramp, and the value that has it.
typedef struct map_tint
{
    float at;
    uint32_t colour;
} map_tint;

/// Whether a layer shows rivers.
bool loam_map_paints_rivers(loam_map_layer layer);

/// The colours of a layer that tells values, from the lowest to the highest.
typedef struct map_ramp
{
    const map_tint *tints;
    int32_t count; // 0 for layers that tell none
    bool doubles;  // values are logarithms to base 2
} map_ramp;

map_ramp loam_map_paint_ramp(loam_map_layer layer);
loam_colour loam_map_ramp_colour(const map_ramp *ramp, float at);

/// The colour of a sample of a tile; p from map_tile_at.
loam_colour loam_map_paint_pixel(const map_paint *paint, const map_tile *tile, size_t p);

#endif
