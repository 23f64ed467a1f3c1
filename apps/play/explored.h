// SPDX-License-Identifier: MIT
// What the player has seen of the world, in little: a pixel is 8 x 8 tiles.
#ifndef LOAM_PLAY_EXPLORED_H
#define LOAM_PLAY_EXPLORED_H

#include "play/app.h"

enum
{
    EXPLORED_TILES = 8,                                      // along a pixel
    EXPLORED_CHUNK = LOAM_CHUNK_SIDE / EXPLORED_TILES,       // pixels along a chunk
    EXPLORED_REGION = 16,                                    // chunks along a region
    EXPLORED_SIDE = EXPLORED_CHUNK * EXPLORED_REGION,        // pixels along a region
    EXPLORED_LEVELS = 4,                                     // of detail: halves
    EXPLORED_MAX_REGIONS = 192,                              // in memory: 64 MiB
    EXPLORED_MAX_KNOWN = 16384,                              // regions that are remembered
    EXPLORED_CHUNK_PIXELS = EXPLORED_CHUNK * EXPLORED_CHUNK, // of a chunk
    EXPLORED_CHUNKS = EXPLORED_REGION * EXPLORED_REGION,     // of a region
    EXPLORED_PIXELS = EXPLORED_SIDE * EXPLORED_SIDE,         // of a region
    EXPLORED_MAX_PACKED = 1 + EXPLORED_CHUNKS / 8 + EXPLORED_PIXELS * 2 + EXPLORED_PIXELS / 128,
};

/// Where it is kept: as session_keep and session_recall. Both may be NULL: nothing is kept.
typedef struct explored_def
{
    loam_env env;
    loam_result (*keep)(void *user, const char *name, const void *bytes, size_t count);
    loam_result (*recall)(void *user, const char *name, void *bytes, size_t room, size_t *count);
    void *user;
    int32_t
        max_regions; // in memory, 1..EXPLORED_MAX_REGIONS: beyond it the one unused longest is kept
                     // and leaves
} explored_def;

/// Recalls which regions there are. What is kept and damaged counts as unseen, and is logged.
loam_result explored_create(const explored_def *def, explored **out);
/// NULL is allowed. What was not kept is lost.
void explored_destroy(explored *map);

/// Something of a chunk was seen: EXPLORED_CHUNK_PIXELS colours, the highest row first. What is transparent
/// was not seen now, and stays as it was. Kept with 5, 6 and 5 bits.
loam_result explored_put(explored *map, loam_chunk_pos chunk, const loam_colour *pixels);
/// Whether it was ever looked at.
bool explored_has(explored *map, loam_chunk_pos chunk);

/// A part of the map, all of these pixels included; y up.
typedef struct explored_box
{
    int64_t left, low, right, high;
} explored_box;

/// What was seen around a tile, which counts as seen: the regions that hang together there. Those that are
/// not in memory count as a whole.
explored_box explored_around(explored *map, loam_tile_pos tile);

/// Fills a picture with a part of the map: pixel (0, 0) is the pixel of the map that is x, y (y up) at the
/// level: 8 * 2^level tiles along a side. What was not seen is transparent. Recalls at most one region.
void explored_draw(explored *map, int32_t level, int64_t x, int64_t y, loam_picture *out);

/// Keeps what has changed; `max` regions of it, so that no frame takes long. Whether all is kept.
bool explored_save(explored *map, int32_t max);

/// Regions in memory, and known.
int32_t explored_loaded(const explored *map);
int32_t explored_known(const explored *map);

// ---- packing (explored_pack.c) --------------------------------------------------------------------

/// A region as bytes. known has a bit a chunk; pixels are EXPLORED_PIXELS, the highest row first.
size_t explored_pack(const uint8_t known[EXPLORED_CHUNKS / 8], const loam_colour *pixels,
                     uint8_t bytes[EXPLORED_MAX_PACKED]);
/// And back; pixels that are not known are transparent. LOAM_BAD_ARGUMENT for bytes that are no region.
loam_result explored_unpack(const uint8_t *bytes, size_t count, uint8_t known[EXPLORED_CHUNKS / 8],
                            loam_colour *pixels);
/// What is left of a colour.
loam_colour explored_coarse(loam_colour colour);

// ---- in the game (explored_look.c) ------------------------------------------------------------------

/// A world was opened: what was seen of it is recalled. a->map is NULL if there is no memory for it.
void explored_enter(app *a);
/// It is about to be closed: everything is kept with it.
void explored_leave(app *a);

/// Looks at what is in the view now, a little of it in each frame.
void explored_look(app *a);

/// A chunk of a world as it is seen from far away.
void explored_see(const loam_tile_world *world, loam_chunk_pos chunk, loam_colour *pixels);

#endif
