// SPDX-License-Identifier: MIT
// Loam, export: parts of tile worlds as maps of Tiled (mapeditor.org), which most engines for games in two
// dimensions read, with a picture of their tiles. Part of the library loam-io, because a world may be one that is
// kept.
//
// A map has the tile layers "walls", "plants" and "blocks", the farthest first, and objects: "biomes" as
// rectangles, "plants" and "start" as points. Tiles carry the name of their material as their class, its
// properties, and a rectangle to collide with if they are solid blocks.
#ifndef LOAM_EXPORT_TILED_H
#define LOAM_EXPORT_TILED_H

#include "loam/store.h"
#include "loam/tiles.h"

#ifdef __cplusplus
extern "C" {
#endif

#define LOAM_MAX_TILED_PIXELS 64

typedef struct loam_tiled_def
{
    loam_env env; // memory, and threads that grow
    const loam_tile_defs *defs;
    const loam_tile_source *source; // of these definitions
    loam_store *store;   // its chunks are there instead of what the source grows; may be NULL
    uint64_t seed;       // of the world, written into the map
    loam_tile_area area; // sides of 1..LOAM_MAX_TILE_AREA
    int32_t pixels;      // along the side of a tile, 1..LOAM_MAX_TILED_PIXELS
    bool bare;           // without plants
    const char *path;    // the map's, which ends with .tmx, or with .tmj or .json for Tiled's JSON
    /// So many more rows of tiles are done, of area.h. From any thread; may be NULL.
    void (*progress)(void *user, int64_t rows);
    void *user;
} loam_tiled_def;

/// What a map has, in figures.
typedef struct loam_tiled_figures
{
    uint64_t hash;      // of its tiles, plants among them; the same for any number of threads
    int64_t tiles;      // in its layers, without air
    int32_t tile_kinds; // of the picture
    int32_t plants;     // that are objects: those of chunks that the store does not have
    int32_t biomes;     // that are objects
} loam_tiled_figures;

/// The path of the picture of the tiles: that of the map with "-tiles.png" for its ending. false if there is no room.
LOAM_API bool loam_tiled_picture_path(const char *path, char *out, size_t room);

/// Whether a map can be written: its area, its pixels and the ending of its path. LOAM_BAD_ARGUMENT with a message
/// otherwise. It needs no world yet.
LOAM_API loam_result loam_tiled_check(const loam_tiled_def *def);

/// Writes the map and its picture. Each file appears whole or not at all, the picture first.
LOAM_API loam_result loam_tiled_write(const loam_tiled_def *def, loam_tiled_figures *figures);

#ifdef __cplusplus
}
#endif
#endif
