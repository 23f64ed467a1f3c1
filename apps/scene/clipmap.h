// SPDX-License-Identifier: MIT
// The surface around the viewer as nested square maps, each of twice the step of the one inside it (Losasso
// and Hoppe 2004, "Geometry clipmaps"): heights, water, normals and grounds. Pages of a land world are copied
// into them as they appear; what no page covers comes from coarse maps of which one is always there, and goes on
// beyond its border: there is never a place without ground. Maps wrap around: when the viewer moves only strips are copied anew.
#ifndef LOAM_SCENE_CLIPMAP_H
#define LOAM_SCENE_CLIPMAP_H

#include "loam/land_things.h"
#include "scene/far_map.h"

enum
{
    CLIPMAP_MAX_LEVELS = 11,
    CLIPMAP_MAX_SIDE = 1024,
    CLIPMAP_MAX_RECTS = 8,
    CLIPMAP_CELL = 4,
    CLIPMAP_GROUNDS = 8, // kinds of ground that biomes decide; see materials.h
    CLIPMAP_WOODS =
        32768, // texels: a strip of the widest map, which comes with a step of its window
};

/// No water near: clipmap_level.surface.
#define CLIPMAP_DRY (-20000.0f)

/// Texels, both ends excluded at the high side.
typedef struct clipmap_rect
{
    int64_t x0, z0, x1, z1;
} clipmap_rect;

/// Some of them, which may touch: more than there is room for become fewer and larger.
typedef struct clipmap_rects
{
    clipmap_rect rect[CLIPMAP_MAX_RECTS];
    int32_t count;
} clipmap_rects;

/// A place of the map is a texel: side x side of them, at [(z & (side - 1)) * side + (x & (side - 1))].
typedef struct clipmap_level
{
    int64_t step; // m
    int64_t x, z; // low corner of the window, in steps
    // What pages say.
    float *height, *water; // water: LOAM_LAND_DRY for none
    uint8_t *biome;
    // What is drawn, made of it by clipmap_finish.
    float *surface;  // 2: height; level of the water here or a few texels away, else CLIPMAP_DRY
    float *shape;    // 4: normal to the east, to the north; m above near water (8 if none); 0
    uint8_t *ground; // weights, 0 .. 255: of the first four kinds of all texels, then of the others
    uint8_t *wooded; // the biome whose woods are in it, see woods.h
    float *low,
        *high; // of each block of `block` texels, see clipmap_block_at: heights of ground and water
    float *wet; // of each block: 0 dry; 1 water; 2 water so deep that no ground is seen
    float *cell,
        *least; // of each cell, see clipmap_cell_at: the lowest ground in it; and in those around it
    clipmap_rects painted; // since the last clipmap_finish
    clipmap_rects changed; // by the last clipmap_finish that changed anything
    clipmap_rects bare;    // where woods may be missing
    uint64_t version;      // grows with every clipmap_finish that changed it
} clipmap_level;

typedef struct clipmap_def
{
    int32_t side;   // texels, a power of two, 64 .. CLIPMAP_MAX_SIDE
    int32_t block;  // texels of a block that is drawn or not, side / 16 or less
    int32_t levels; // 2 .. CLIPMAP_MAX_LEVELS
    // Jobs, which have threads, fetch the coarse map of valleys while that of the continents is shown; and clipmap_finish
    // makes woods of CLIPMAP_WOODS texels at most.
    bool gradual;
    // What stands on the land, must outlive the maps: woods and clearings are seen in the ground. NULL: biomes alone.
    const loam_land_things *things;
} clipmap_def;

static inline size_t clipmap_texel_at(const clipmap_def *def, int64_t x, int64_t z)
{
    const int64_t mask = def->side - 1;
    return (size_t)((z & mask) * def->side + (x & mask));
}

/// Where a square of the window stands, so many texels a side; they wrap around, as texels do.
static inline size_t clipmap_square_at(const clipmap_def *def, const clipmap_level *l, int64_t x,
                                       int64_t z, int64_t size)
{
    const int64_t across = def->side / size;
    return (size_t)(((l->z / size + z) & (across - 1)) * across +
                    ((l->x / size + x) & (across - 1)));
}

static inline size_t clipmap_block_at(const clipmap_def *def, const clipmap_level *l, int64_t x,
                                      int64_t z)
{
    return clipmap_square_at(def, l, x, z, def->block);
}

/// Cells have CLIPMAP_CELL texels a side.
static inline size_t clipmap_cell_at(const clipmap_def *def, const clipmap_level *l, int64_t x,
                                     int64_t z)
{
    return clipmap_square_at(def, l, x, z, CLIPMAP_CELL);
}

typedef struct clipmap
{
    clipmap_def def;
    clipmap_level level[CLIPMAP_MAX_LEVELS];
    loam_surface_page *pages;
    int32_t page_count, page_capacity;
    // Under everything: the land by its graph of two kilometres, and below it, if gradual, the continents alone.
    far_map far, first;
    far_fetch *far_coming, *first_coming;
    bool is_put_off;              // the last clipmap_move has left out what is to come
    float *near_water, *to_water; // for clipmap_finish: of the area it works on
    int64_t woods;                // texels that the last clipmap_finish has looked for woods at
} clipmap;

loam_result clipmap_create(const clipmap_def *def, clipmap *out);
void clipmap_destroy(clipmap *maps);

/// Moves the windows to a viewer, fetching coarse maps from the land when it has gone too far, on all workers of
/// jobs, which may be NULL if not gradual. ground_first: if gradual only what pictures cannot do without is begun.
loam_result clipmap_move(clipmap *maps, loam_land *land, loam_jobs *jobs, int64_t x, int64_t z,
                         bool ground_first);

/// Whether no coarse map is on its way or put off, and no woods are missing.
bool clipmap_is_whole(const clipmap *maps);

/// Takes over the coarse maps of another, before the first clipmap_move.
void clipmap_take_far(clipmap *maps, clipmap *from);

/// A page is there from now on, or no more: for the callbacks of a land world.
loam_result clipmap_add_page(clipmap *maps, const loam_surface_page *page);
void clipmap_remove_page(clipmap *maps, const loam_surface_page *page);

/// Rectangles, for who works on maps: what is in both; another one among some.
clipmap_rect clipmap_cut(clipmap_rect a, clipmap_rect b);
void clipmap_add_rect(clipmap_rects *to, clipmap_rect added);

/// Makes what is drawn of what was painted.
void clipmap_finish(clipmap *maps);

/// The ground as it is drawn at full detail, at a place relative to (x, z) of the last clipmap_move, m.
float clipmap_height(const clipmap *maps, int64_t x, int64_t z, double dx, double dz);

/// The same of ground or water, whichever is higher. After clipmap_finish.
float clipmap_top(const clipmap *maps, int64_t x, int64_t z, double dx, double dz);

#endif
