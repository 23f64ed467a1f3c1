// SPDX-License-Identifier: MIT
// Loam, things: what stands on a land. Trees of the species that suit the climate, bushes, boulders: candidates in
// layers that keep clear of each other, of which those stay that the ground has room for (Blomqvist et al. 2016, 3.6
// and 4.5; loam/scatter.h).
//
// Things are a pure function of the land, as loam/land.h has it, its seed, its shape and its biomes, and of a plan. Axes are the
// land's: x east, z north, heights in metres above the sea.
#ifndef LOAM_LAND_THINGS_H
#define LOAM_LAND_THINGS_H

#include "loam/land.h"
#include "loam/plain_field.h"
#include "loam/plant_form.h"
#include "loam/scatter.h"

#ifdef __cplusplus
extern "C" {
#endif

/// The version of what stands on lands. It rises when a land gets other things than before, and is part of the
/// identity of their pages; all that the land depends on is, too, its seed, shape, biomes and version, and the plan.
#define LOAM_THINGS_VERSION 1

#define LOAM_THINGS_LEVELS 4
#define LOAM_THINGS_PAGE 128                      // m along a side of a page of level 0
#define LOAM_THINGS_END ((int64_t)1 << 44)        // m from 0 that things reach, on both axes
#define LOAM_MAX_THINGS_EXTENT ((int64_t)1 << 20) // m along a side of an area that is asked for

/// The built-in kinds, and the shapes that things are drawn by.
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
    float
        rank; // 0 .. 1: how soon it is left out where less is wanted; see loam_land_things_max_rank
    uint16_t kind;  // index in the plan; a loam_thing_kind in the default one
    uint16_t shape; // a loam_thing_kind: what it is drawn as
} loam_land_thing;

/// Level l has those things of level 0 whose rank is below this, and no others: 1 at level 0, tall trees alone from
/// level 2 on, half as many with each level more. 0 for any other level.
LOAM_API float loam_land_things_max_rank(int32_t level);

// ---- what may stand there -----------------------------------------------------------------------
// Candidates lie in layers, the first of which come first: what is in a later one keeps clear of them. Of each
// candidate it is drawn which kind of its layer it is, by what suits the kinds, and then whether it is there. Numbers
// that are ramps begin at one and are full at the other, smoothly.

#define LOAM_MAX_THING_KINDS 32
#define LOAM_MAX_THING_LAYERS LOAM_MAX_SCATTER_LAYERS
#define LOAM_MAX_THING_NAME 23

/// From how far a layer is there.
typedef enum loam_thing_seen
{
    LOAM_THING_FAR,    // in all levels
    LOAM_THING_MIDDLE, // in the first two
    LOAM_THING_NEAR,   // in the first
    LOAM_THING_SEEN_COUNT,
} loam_thing_seen;

/// Where there may be things, and how many.
typedef struct loam_thing_layer
{
    char name[LOAM_MAX_SCATTER_NAME + 1]; // places follow from it
    int32_t seen;                         // loam_thing_seen
    float
        spacing; // m from a candidate to the next: 1.5 .. 64, from 6 if it is seen from far, 3 from the middle
    float jitter; // how far they are moved from even places, 0 .. 1
    float
        clearance; // m that candidates of later layers stay away, 0 .. 64; as far as radii need in any case
    float density;               // of candidates that there are at all, 0 .. 1
    float cluster, cluster_size; // as in loam_scatter_layer
    float
        radius; // m of ground that a thing has for its own, at most; 0.1 .. spacing (1 - jitter) / 2
    loam_range grown; // factor for sizes, 0.01 .. 10
    float banks;      // share of the ground along fresh water, beyond that of the biome; 0 .. 1
    float glades;     // factor where there is no wood, 0 .. 1; in woods 1
    float share[LOAM_BIOME_COUNT];  // of a biome's ground, 0 .. 1
    float groves[LOAM_BIOME_COUNT]; // 0: one by one, 1: in woods with glades between
} loam_thing_layer;

/// One kind of things.
typedef struct loam_thing_kind_def
{
    char name[LOAM_MAX_THING_NAME + 1];
    int32_t shape;     // loam_thing_kind
    uint32_t layers;   // bit i: it stands in layer i
    loam_range size;   // m, from the ground to the top; 0.05 .. 60
    bool mostly_small; // large ones are rare
    float stunted;     // how much smaller it is where it is cold or soil is thin, 0 .. 1
    // How often it is chosen among the kinds of its layer: common x climate x (anywhere + what is near + biomes).
    float common;         // 0 .. 1000
    loam_range cold, hot; // ramps of degrees, mean of the year: rarer below and above; -200 .. 200
    loam_range dry, wet;  // the same of humidity; -10 .. 10
    loam_range height;    // m above the sea between which it stands at all
    float anywhere;       // -1000 .. 1000, as those that follow; what is below 0 in all counts as 0
    float coasts, banks;  // more of it near the sea, near fresh water
    float biomes[LOAM_BIOME_COUNT];
    // How many stay.
    loam_range tree_line; // ramp of degrees: fewer below
    loam_range soil;      // ramp, -10 .. 10: fewer where it is thinner
    loam_range steep;     // ramp of slope, rise per metre, 0 .. 100: fewer where it is steeper
} loam_thing_kind_def;

/// All that may stand on a land. Start from loam_default_thing_plan(). docs/things.md has it as JSON.
typedef struct loam_thing_plan
{
    int32_t layer_count, kind_count; // 1 and more
    loam_thing_layer layers[LOAM_MAX_THING_LAYERS];
    loam_thing_kind_def kinds[LOAM_MAX_THING_KINDS];
} loam_thing_plan;

/// The nine kinds of loam_thing_kind, in four layers.
LOAM_API loam_thing_plan loam_default_thing_plan(void);

/// A layer and a kind to begin with: small things near by, bushes of no layer yet that stand wherever something grows.
/// Set their names, the shares of biomes and the layers of the kind.
LOAM_API loam_thing_layer loam_default_thing_layer(void);
LOAM_API loam_thing_kind_def loam_default_thing_kind(void);

/// "layers[0].spacing is 99; must be 1.5 to 64". Discs of things never overlap in what is accepted.
LOAM_API loam_result loam_thing_plan_check(const loam_thing_plan *plan);

/// Of all that is in it: the same for plans by which the same things stand.
LOAM_API uint64_t loam_thing_plan_hash(const loam_thing_plan *plan);

/// Their plain values as tables: checks, files and messages come from these. Lists of biomes are not among them.
#define LOAM_THING_LAYER_FIELDS 11
#define LOAM_THING_KIND_FIELDS 16
LOAM_API const loam_plain_field *loam_thing_layer_fields(void);
LOAM_API const loam_plain_field *loam_thing_kind_fields(void);

typedef struct loam_land_things loam_land_things;

/// Settings. Start from loam_default_land_things_def().
typedef struct loam_land_things_def
{
    loam_env env; // the job pool, if there is one, must outlive the things, and may be the land's
    loam_land *land; // must outlive them, too
    size_t cache_bytes;
    const loam_thing_plan *plan;   // copied; NULL: the default one
    float trees, bushes, boulders; // factors for how many things of these shapes there are, 0 .. 4
} loam_land_things_def;

/// No threads, a cache of 32 MiB, all factors 1. Set the land.
LOAM_API loam_land_things_def loam_default_land_things_def(void);

/// Grows nothing yet. LOAM_BAD_ARGUMENT without a land, and for factors or plans out of range. If it fails *out is NULL.
LOAM_API loam_result loam_land_things_create(const loam_land_things_def *def,
                                             loam_land_things **out);
/// Before the land. Regions on its pipeline must be destroyed and pages released before. NULL is allowed.
LOAM_API void loam_land_things_destroy(loam_land_things *things);

/// What may stand there, with the names of kinds.
LOAM_API const loam_thing_plan *loam_land_things_plan(const loam_land_things *things);

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
LOAM_API loam_result loam_land_things_tree_cover(const loam_land_things *things,
                                                 loam_land_area area, const uint8_t *biomes,
                                                 float *out);

// ---- what they look like -------------------------------------------------------------------------

#define LOAM_THING_VARIANTS 2     // shapes of each kind
#define LOAM_THING_LEVELS 2       // of detail: from near, and from some way off
#define LOAM_THING_TRIANGLES 2200 // of a shape of level 0, at most; about a fifth at level 1
#define LOAM_THING_STONE LOAM_PLANT_MATERIAL_COUNT // material of boulders, behind those of plants
#define LOAM_THING_MATERIALS (LOAM_THING_STONE + 1)

/// Which of the shapes of its kind a thing has, 0 .. LOAM_THING_VARIANTS - 1.
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

/// For streaming: a pipeline of their own, with regions as in loam/pipeline.h, and its last stage,
/// "land.things". Pages of it cover LOAM_THINGS_PAGE << level metres, and are lists of loam_land_thing: size /
/// sizeof(loam_land_thing) of them.
LOAM_API loam_pipeline *loam_land_things_pipeline(loam_land_things *things);
LOAM_API int32_t loam_land_things_stage(const loam_land_things *things);

#ifdef __cplusplus
}
#endif
#endif
