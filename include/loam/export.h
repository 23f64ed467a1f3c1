// SPDX-License-Identifier: MIT
// Loam, export: files that other programs open. Part of the library loam-io, which uses libspng.
#ifndef LOAM_EXPORT_H
#define LOAM_EXPORT_H

#include "loam/base.h"
#include "loam/picture.h"
#include "loam/tiles.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Writes a picture as an 8-bit RGBA PNG (RGB if every pixel is opaque). A file appears whole or not
/// at all; an existing one is replaced only on success.
LOAM_API loam_result loam_png_write(const loam_env *env, const char *path,
                                    const loam_picture *picture);

/// Writes a field of values as a grey PNG of 8 or 16 bits; low becomes black, high white, values
/// beyond are clamped, NaN is black.
LOAM_API loam_result loam_png_write_field(const loam_env *env, const char *path,
                                          const float *values, int32_t w, int32_t h, float low,
                                          float high, int32_t bits);

/// Writes tiles as an RGBA PNG without gamma: block, block variant, wall and wall variant are the four
/// channels, the highest row is on top. Position, world version and seed stand in text entries.
LOAM_API loam_result loam_png_write_tiles(const loam_env *env, const char *path,
                                          const loam_tile *tiles, loam_tile_area area,
                                          uint64_t seed);

/// Reads such a picture: *tiles has area->w * area->h tiles, free it with loam_free. Files that have no
/// position are at (0, 0). Materials that defs does not have, or not in that layer, and variants that
/// they do not have are refused, with the place of the first; so are sides above LOAM_MAX_TILE_AREA,
/// other kinds of PNG and other world versions.
LOAM_API loam_result loam_png_read_tiles(const loam_env *env, const char *path,
                                         const loam_tile_defs *defs, loam_tile **tiles,
                                         loam_tile_area *area);

/// Whether a file could be written now, before long work begins whose result it should hold. Leaves
/// nothing behind.
LOAM_API loam_result loam_file_check(const char *path);

/// Writes bytes to a file that appears whole or not at all. Links are followed and stay links.
LOAM_API loam_result loam_file_write(const char *path, const void *bytes, size_t size);

#ifdef __cplusplus
}
#endif
#endif
