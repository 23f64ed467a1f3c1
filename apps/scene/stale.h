// SPDX-License-Identifier: MIT
// Which parts of the maps of light and colours have to be made again, and which of them first. A level's maps
// are STALE_ACROSS x STALE_ACROSS tiles, a bit each, row by row in the order of the textures; windows move by
// whole tiles. Knows no OpenGL.
#ifndef LOAM_SCENE_STALE_H
#define LOAM_SCENE_STALE_H

#include "scene/camera.h"
#include "scene/clipmap.h"

enum
{
    STALE_ACROSS = 8,
    STALE_ALL = STALE_ACROSS * STALE_ACROSS * CLIPMAP_MAX_LEVELS *
                2, // a budget that is enough for everything
};

#define STALE_WHOLE UINT64_MAX // all tiles of a level

typedef enum stale_kind
{
    STALE_LIGHT,
    STALE_PAINT,
    STALE_KINDS,
} stale_kind;

typedef uint64_t stale_levels[CLIPMAP_MAX_LEVELS];

typedef struct stale_tiles
{
    stale_levels changed[STALE_KINDS];  // the ground of these tiles itself has changed
    stale_levels doubtful[STALE_KINDS]; // something that they depend on has
} stale_tiles;

/// Tiles that are drawn, and those of them that the camera sees.
typedef struct stale_need
{
    stale_levels used, seen;
} stale_need;

/// Texels of a texture, which do not wrap around.
typedef struct stale_part
{
    int32_t x, y, w, h;
} stale_part;

/// The tiles that a part of a level's textures touches.
uint64_t stale_touched(int32_t side, stale_part part);

/// The ground of these tiles of a level has changed: they are stale, and so is what depends on them.
void stale_mark(stale_tiles *tiles, int32_t level, uint64_t changed);

/// All tiles of the first levels may have another light, or other colours.
void stale_doubt(stale_tiles *tiles, stale_kind kind, int32_t levels);

bool stale_any(const stale_tiles *tiles, stale_kind kind);

/// reach: texels from the viewer to where a level ends. first: the finest level that is drawn.
void stale_find_need(const clipmap *maps, const camera *from, const camera_frame *frame,
                     float reach, int32_t first, stale_need *out);

/// Takes up to budget tiles of the first so many kinds, those first that are needed most. They are stale no more.
void stale_take(stale_tiles *tiles, const stale_need *need, int32_t kinds, int32_t budget,
                stale_levels taken[STALE_KINDS]);

/// The next rectangle of tiles, in texels; takes it out of the mask. False if there is none.
bool stale_next_part(uint64_t *mask, int32_t side, stale_part *out);

#endif
