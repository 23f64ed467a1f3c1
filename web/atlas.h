// SPDX-License-Identifier: MIT
// Maps of a land or of a sea with islands as a module for web pages: one world, and pieces of its map, each from
// its place alone, so that any number of modules can draw them side by side and the pieces fit. words.h says how it
// talks.
#ifndef LOAM_WEB_ATLAS_H
#define LOAM_WEB_ATLAS_H

#include "web/words.h"

/// Opens the land (kind 0) or the sea (1) whose seed is in the words, with so many bytes for what has grown.
MODULE_EXPORT(atlas_open) int32_t atlas_open(int32_t kind, int32_t cache_bytes);

/// Draws a piece of side x side pixels around a place, metres, scale of them a pixel; atlas_pixels has it then,
/// as RGBA. The layer's name is in the words. A pixel of the sea has at most 256 metres.
MODULE_EXPORT(atlas_draw)
int32_t atlas_draw(int64_t x, int64_t z, int32_t side, int32_t scale, int32_t roads);
MODULE_EXPORT(atlas_pixels) const void *atlas_pixels(void);

/// What a map of w x h pixels around a place names, as JSON in the words: [kind, "name", x, z, radius] each, all
/// in metres, x and z from the place.
MODULE_EXPORT(atlas_features)
int32_t atlas_features(int64_t x, int64_t z, int32_t w, int32_t h, int32_t scale);

/// What is at a place, as JSON in the words: height of the ground, of the water over it or null, cover (a biome, the
/// type of an island or "sea").
MODULE_EXPORT(atlas_place) int32_t atlas_place(int64_t x, int64_t z);

/// Into the words: the names of all layers, separated by commas; the seed as a number.
MODULE_EXPORT(atlas_layers) void atlas_layers(void);
MODULE_EXPORT(atlas_seed) void atlas_seed(void);

#endif
