// SPDX-License-Identifier: MIT
// Loam, scatter: where things stand on a plane that has no end. Trees, bushes, stones: layers of points, each a pure
// function of seed and place (Blomqvist et al. 2016, 2.7, 3.6 and 4.5; Karavasilev 2021, 3.5).
//
// Places are fixed point: whole numbers of 1/256 of a world unit, LOAM_SCATTER_ONE to the unit. x and y of a place
// are x and z on the ground: the plane is seen from above.
#ifndef LOAM_SCATTER_H
#define LOAM_SCATTER_H

#include "loam/pipeline.h"

#ifdef __cplusplus
extern "C" {
#endif

#define LOAM_SCATTER_ONE 256                // steps of a place in a world unit
#define LOAM_SCATTER_END ((int64_t)1 << 52) // world units from 0 that points reach, on both axes
#define LOAM_MAX_SCATTER_LAYERS 8
#define LOAM_MAX_SCATTER_KINDS 8
#define LOAM_MAX_SCATTER_NAME 11 // letters of the name of a scatter or a layer
#define LOAM_MIN_SCATTER_PAGE 8  // world units along a side of a page
#define LOAM_MAX_SCATTER_PAGE 4096
#define LOAM_MAX_SCATTER_ROW 128      // spacings along a side of a page
#define LOAM_MAX_SCATTER_VARIATION 16 // the widest spacing is at most this many times the least
#define LOAM_MAX_SCATTER_PAGES 65536  // that loam_scatter_points looks at

// ---- what is scattered --------------------------------------------------------------------------

typedef enum loam_scatter_method
{
    LOAM_SCATTER_JITTER,  // a point in every square of a grid, moved by chance within it
    LOAM_SCATTER_HEX,     // a point in every hexagon, moved by chance within it
    LOAM_SCATTER_POISSON, // as many as there is room for, none nearer to another than the spacing
    LOAM_SCATTER_METHOD_COUNT,
} loam_scatter_method;

/// "jitter", "hex", "poisson"; "?" for anything else.
LOAM_API const char *loam_scatter_method_name(loam_scatter_method method);

/// A value of a place, which depends on the place and on what user points to alone. From any thread.
typedef float loam_scatter_field(void *user, int64_t x, int64_t y);

/// Points of one sort. Start from loam_default_scatter_layer().
typedef struct loam_scatter_layer
{
    char name[LOAM_MAX_SCATTER_NAME + 1]; // its points follow from it: no two layers have the same
    loam_scatter_method method;
    float
        spacing; // world units: of squares and hexagons from middle to middle; the least distance of two
    // points of a Poisson disc. 1/8 .. half a page, and LOAM_MAX_SCATTER_ROW at most on a page
    float jitter;    // squares and hexagons: how much of its own a point may be moved in, 0 .. 1
    float clearance; // points of later layers stay this far away, world units, 0 .. half a page

    // Thinning: a point stays with the chance density * density_at * what clusters leave of it. Later layers fill
    // the gaps.
    float density;      // 0 .. 1
    float cluster;      // how empty it is between clusters, 0 (there are none) .. 1
    float cluster_size; // of clusters and gaps, world units, 1 .. 65536

    // What stands there.
    int32_t kind_count;                         // 1..LOAM_MAX_SCATTER_KINDS
    float kind_weights[LOAM_MAX_SCATTER_KINDS]; // how often each is chosen, 0 .. 1e6, one above 0
    float together;   // how many go with the kind of their patch, the others by themselves, 0 .. 1
    float patch_size; // of such patches, world units, 1 .. 65536
    float size_low, size_high; // sizes, drawn evenly, 0 .. 1e6

    // By place, each may be NULL.
    loam_scatter_field
        *density_at; // what is not within 0 .. 1 counts as the nearest of them, NaN as 0
    loam_scatter_field
        *spacing_at; // Poisson discs: spacing .. widest, or the nearest of them. Asked in the
                     // middle of squares about half a spacing wide, and the same all over them
    float widest;    // the largest that spacing_at gives, up to LOAM_MAX_SCATTER_VARIATION spacings
    void *user;      // for both
    uint64_t
        identity; // of both: other numbers where they give other values, for the identity of pages
} loam_scatter_layer;

/// A Poisson disc with a spacing of 4, clearance 1, all of one kind, sizes from 0.75 to 1.25.
LOAM_API loam_scatter_layer loam_default_scatter_layer(const char *name);

/// All layers, the first ones first: later ones keep clear of them. Start from loam_default_scatter_def().
typedef struct loam_scatter_def
{
    char name[LOAM_MAX_SCATTER_NAME + 1]; // of its stages, and part of its seed
    int32_t
        page_size; // world units, a power of two, LOAM_MIN_SCATTER_PAGE .. LOAM_MAX_SCATTER_PAGE. Points of a
                   // Poisson disc follow from it, too
    int32_t layer_count; // 1..LOAM_MAX_SCATTER_LAYERS
    loam_scatter_layer layers[LOAM_MAX_SCATTER_LAYERS];
} loam_scatter_def;

/// One default layer, "points", on pages of 16.
LOAM_API loam_scatter_def loam_default_scatter_def(void);

/// A wood: trees of three kinds with glades, bushes of two between them, and stones.
LOAM_API loam_scatter_def loam_forest_scatter_def(void);

/// Whether all of it is as described above; leaves a message otherwise.
LOAM_API loam_result loam_scatter_check(const loam_scatter_def *def);

/// Two points p and q of a Poisson disc with a spacing_at are at least as far apart as the larger of their two
/// spacings; and no place is left where one more would fit in, between the points of all layers before any are
/// thinned and those of earlier layers after they were.
typedef struct loam_scatter_point
{
    int64_t x, y;  // LOAM_SCATTER_ONE to the world unit
    uint64_t id;   // of this point alone, the same wherever it was asked for
    float size;    // as its layer says
    float turn;    // 0 .. 1, of a whole turn
    int32_t layer; // index
    int32_t kind;  // 0 .. kind_count - 1
} loam_scatter_point;

// ---- masks --------------------------------------------------------------------------------------

/// A picture of shares on the plane; its maker keeps it while points are queried.
typedef struct loam_scatter_mask
{
    const uint8_t *shares; // w * h, row by row from the north-west: 255 keeps all, 0 none
    int32_t w, h;          // 1 and more
    int64_t x, y;          // world units, of the south-western corner; within LOAM_SCATTER_END
    float scale;           // world units along a side of a share, > 0
    float outside;         // what is kept beyond it, 0 .. 1
} loam_scatter_mask;

/// For density_at, where user is a loam_scatter_mask: straight between the middles of shares.
LOAM_API float loam_scatter_mask_at(void *mask, int64_t x, int64_t y);

/// For identity.
LOAM_API uint64_t loam_scatter_mask_identity(const loam_scatter_mask *mask);

// ---- a piece of the plane -----------------------------------------------------------------------

/// World units, from (x, y) on. w, h >= 1.
typedef struct loam_scatter_area
{
    int64_t x, y, w, h;
} loam_scatter_area;

/// More points than this can never be in an area of w x h world units. The def is a good one.
LOAM_API size_t loam_scatter_capacity(const loam_scatter_def *def, int64_t w, int64_t h);

/// The points of an area, by layer, then by y, then by x. They are those of a pipeline with this seed. Needs memory for
/// the pages that the area touches, LOAM_MAX_SCATTER_PAGES at most, and works with the threads of env.
/// LOAM_BAD_ARGUMENT if there is more than room for; *count is then how many there are.
LOAM_API loam_result loam_scatter_points(const loam_env *env, const loam_scatter_def *def,
                                         uint64_t seed, loam_scatter_area area,
                                         loam_scatter_point *out, size_t room, size_t *count);

/// A hash of points, the same on every machine.
LOAM_API uint64_t loam_scatter_hash(const loam_scatter_point *points, size_t count, uint64_t seed);

// ---- as stages ----------------------------------------------------------------------------------

/// Adds the stages of a scatter to a pipeline. Pages of the last one, which has the def's name, are lists of
/// loam_scatter_point: size / sizeof(loam_scatter_point) of them, layer by layer. A layer of Poisson discs has four
/// stages more, NAME.LAYER.0 to .3, one for each colour of pages. def stays as it is until the pipeline is destroyed.
LOAM_API loam_result loam_scatter_add_stages(loam_pipeline *pipeline, const loam_scatter_def *def);

#ifdef __cplusplus
}
#endif
#endif
