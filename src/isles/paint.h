// SPDX-License-Identifier: MIT
// What a map of the sea is painted on.
#ifndef LOAM_ISLES_PAINT_H
#define LOAM_ISLES_PAINT_H

#include "isles/isles.h"

/// A picture and the places that it shows: pixel (i, j) is (x0 + i scale, z1 - j scale).
typedef struct isles_canvas
{
    loam_picture *picture;
    int64_t x0, z1, scale;
} isles_canvas;

/// Draws an island's objects: those below the water, or all others.
void loam_isles_paint_objects(const isles_canvas *canvas, const loam_isle_type *type,
                              const loam_isle_maps *maps, bool below);

/// Writes an island's name below it, if it is large enough.
void loam_isles_paint_name(const isles_canvas *canvas, const loam_isle *isle);

#endif
