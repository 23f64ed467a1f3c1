// SPDX-License-Identifier: MIT
// Loam, things: what stands on a land. Trees of the species that suit the climate, bushes, boulders: candidates in
// layers that keep clear of each other, of which those stay that the ground has room for (Blomqvist et al. 2016, 3.6
// and 4.5; loam/scatter.h).
//
// Things are a pure function of the land, as loam/land.h has it: of its seed, its shape and its biomes. Axes are the
// land's: x east, z north, heights in metres above the sea.
#ifndef LOAM_LAND_THINGS_H
#define LOAM_LAND_THINGS_H

#include "loam/land.h"
#include "loam/plant_form.h"
#include "loam/scatter.h"

#ifdef __cplusplus
extern "C" {
#endif

/// The version of what stands on lands. It rises when a land gets other things than before, and is part of the
/// identity of their pages; all that the land depends on is, too: its seed, shape, biomes and version.
#define LOAM_THINGS_VERSION 1

#define LOAM_THINGS_LEVELS 4
#define LOAM_THINGS_PAGE 128                      // m along a side of a page of level 0
#define LOAM_THINGS_END ((int64_t)1 << 44)        // m from 0 that things reach, on both axes
#define LOAM_MAX_THINGS_EXTENT ((int64_t)1 << 20) // m along a side of an area that is asked for

typedef enum loam_thing_kind
{
    LOAM_THING_OAK,
    LOAM_THING_BIRCH,
    LOAM_THING_SPRUCE,
    LOAM_THING_PINE,
    LOAM_THING_WILLOW,
    LOAM_THING_ACACIA,
    LOAM_THING_PALM,
    LOAM_THING_BUSH,
    LOAM_THING_BOULDER,
    LOAM_THING_KIND_COUNT,
} loam_thing_kind;

/// "oak", ...; "?" for anything else. Trees have the names of presets of three dimensions (loam/flora.h).
LOAM_API const char *loam_thing_kind_name(loam_thing_kind kind);

/// Whether it is a tree.
LOAM_API bool loam_thing_is_tree(loam_thing_kind kind);

/// One thing. Discs of `radius` around two things never overlap, whatever kinds they are.
typedef struct loam_land_thing
{
    int64_t x, z; // LOAM_SCATTER_ONE to the metre
    uint64_t id;  // of this thing alone, the same wherever it was asked for
    float y; // height of the ground: at level 0 that of loam_land_height, else that of steps of 4 m
    float size;   // from the ground to its top, m
    float radius; // of the ground that is its own, m; crowns may reach beyond it
    float turn;   // 0 .. 1, of a whole turn, from east to north
    float rank; // 0 .. 1: how soon it is left out where less is wanted; see loam_land_things_share
    int32_t kind; // loam_thing_kind
} loam_land_thing;

/// Level l has those things of level 0 whose rank is below this, and no others: 1 at level 0, tall trees alone from
/// level 2 on, half as many with each level more. 0 for any other level.
LOAM_API float loam_land_things_share(int32_t level);

typedef struct loam_land_things loam_land_things;

/// Settings. Start from loam_default_land_things_def().
typedef struct loam_land_things_def
{
    loam_env env; // the job pool, if there is one, must outlive the things, and may be the land's
    loam_land *land; // must outlive them, too
    size_t cache_bytes;
    float trees, bushes, boulders; // factors for how many there are, 0 .. 4
} loam_land_things_def;

/// No threads, a cache of 32 MiB, all factors 1. The land has to be set.
LOAM_API loam_land_things_def loam_default_land_things_def(void);

/// Grows nothing yet. LOAM_BAD_ARGUMENT without a land, and for factors out of range. If it fails *out is NULL.
LOAM_API loam_result loam_land_things_create(const loam_land_things_def *def,
                                             loam_land_things **out);
/// Before the land. Regions and pages on its pipeline have to be gone. NULL is allowed.
LOAM_API void loam_land_things_destroy(loam_land_things *things);

/// Metres from (x, z) on. w, h: 1 .. LOAM_MAX_THINGS_EXTENT.
typedef struct loam_land_things_area
{
    int64_t x, z, w, h;
} loam_land_things_area;

/// Takes a thing; what is not LOAM_OK ends the asking.
typedef loam_result loam_land_thing_visit(void *user, const loam_land_thing *thing);

/// Hands things to `visit` on the calling thread, page by page from south-west on, in an order that depends on area
/// and level alone; those whose middle lies in the area. Stops at the first that does not return LOAM_OK, and returns
/// what it did. Grows what is not there with the threads of env. From any thread, but not from a stage or a biome.
LOAM_API loam_result loam_land_things_find(loam_land_things *things, loam_land_things_area area,
                                           int32_t level, loam_land_thing_visit *visit, void *user);

/// How much of the ground trees cover, 0 .. 1, where soil is deep, the ground even and the climate mild: what biomes and
/// the noise that groups trees say, without asking the land. For maps, and for what is too far away to have things of its
/// own. Fills out with area.w * area.h values, row by row; biomes: those of the same places, as loam_land_fill has them.
/// From any thread.
LOAM_API loam_result loam_land_things_woods(const loam_land_things *things, loam_land_area area,
                                            const uint8_t *biomes, float *out);

// ---- what they look like -------------------------------------------------------------------------

#define LOAM_THING_VARIANTS 2     // shapes of each kind
#define LOAM_THING_LEVELS 2       // of detail: from near, and from some way off
#define LOAM_THING_TRIANGLES 2200 // of a shape of level 0, at most; about a fifth at level 1
#define LOAM_THING_STONE LOAM_PLANT_MATERIAL_COUNT // material of boulders, behind those of plants
#define LOAM_THING_MATERIALS (LOAM_THING_STONE + 1)

/// Which of its kind's shapes a thing has, 0 .. LOAM_THING_VARIANTS - 1.
LOAM_API int32_t loam_thing_variant(const loam_land_thing *thing);

/// Adds a shape to a mesh: its root at 0, a metre high, so that a thing is its shape times `size`, turned by `turn`.
/// Materials are those of plants (loam/plant_form.h), and LOAM_THING_STONE. The same bytes on every machine.
/// LOAM_BAD_ARGUMENT for a kind, variant or level that there is not.
LOAM_API loam_result loam_mesh_add_thing(loam_mesh *mesh, loam_thing_kind kind, int32_t variant,
                                         int32_t level);

/// The colour of a material of a kind, 0xRRGGBB, sRGB; 0 for others.
LOAM_API uint32_t loam_thing_colour(loam_thing_kind kind, int32_t material);

/// A hash of a thing, the same on every machine.
LOAM_API uint64_t loam_land_thing_hash(const loam_land_thing *thing, uint64_t seed);

/// For whoever streams: a pipeline of their own, with regions as in loam/pipeline.h, and its last stage,
/// "land.things". Pages of it cover LOAM_THINGS_PAGE << level metres, and are lists of loam_land_thing: size /
/// sizeof(loam_land_thing) of them.
LOAM_API loam_pipeline *loam_land_things_pipeline(loam_land_things *things);
LOAM_API int32_t loam_land_things_stage(const loam_land_things *things);

#ifdef __cplusplus
}
#endif
#endif
