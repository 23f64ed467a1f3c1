// SPDX-License-Identifier: MIT
// Loam, land: an endless land with continents and seas, mountain ranges, rivers that always fall and always
// arrive, lakes, climate and biomes, and a detailed surface (Blomqvist et al. 2016, 3.2 to 3.4).
//
// x grows east, z grows north, heights are metres above the sea. Positions are whole metres. A land is a
// pure function of its seed and shape: whatever is asked, in whatever order.
//
// What takes a loam_land may be called from any thread, several at a time, but not from a stage or a biome of
// the land; creating, destroying, and adding stages or columns, from one while no other asks. Whatever can
// fail returns LOAM_OK, LOAM_BAD_ARGUMENT for what is not accepted, or LOAM_OUT_OF_MEMORY; out parameters are
// then as they were, unless it says otherwise, and loam_last_error() says why.
#ifndef LOAM_LAND_H
#define LOAM_LAND_H

#include "loam/base.h"
#include "loam/land_graph.h"
#include "loam/pipeline.h"

#ifdef __cplusplus
extern "C" {
#endif

/// The version of the lands that this library grows. It rises when a seed and a shape give another land than
/// before, and is part of the identity of every page of the built-in stages. The other kinds of world have
/// versions of their own (LOAM_TILES_VERSION): raising one leaves the others alone.
#define LOAM_LAND_VERSION 2

/// Lands reach from -LOAM_LAND_END to LOAM_LAND_END metres on both axes, both included. Every place that is
/// asked for, and every sample of an area, must lie there; what does not is LOAM_BAD_ARGUMENT.
#define LOAM_LAND_END ((int64_t)1 << 50)

/// Three levels of the graph, from coarse to fine: cells of 32768, 2048 and 128 m.
#define LOAM_LAND_LEVELS 3
LOAM_API int64_t loam_land_cell_size(int32_t level); // m, level 0..2

typedef enum loam_biome
{
    LOAM_BIOME_OCEAN,
    LOAM_BIOME_SHELF,
    LOAM_BIOME_BEACH,
    LOAM_BIOME_CLIFF,
    LOAM_BIOME_PLAINS,
    LOAM_BIOME_GRASSLAND,
    LOAM_BIOME_HILLS,
    LOAM_BIOME_FOREST, // temperate
    LOAM_BIOME_TAIGA,
    LOAM_BIOME_TUNDRA,
    LOAM_BIOME_ICE, // also on the sea
    LOAM_BIOME_MOUNTAINS,
    LOAM_BIOME_RIDGES, // ridged mountains
    LOAM_BIOME_ALPINE,
    LOAM_BIOME_SAVANNA,
    LOAM_BIOME_DESERT,   // with dunes
    LOAM_BIOME_BADLANDS, // and mesas
    LOAM_BIOME_JUNGLE,
    LOAM_BIOME_SWAMP,
    LOAM_BIOME_STEPPE,
    LOAM_BIOME_COUNT,
} loam_biome;

#define LOAM_MAX_LAND_BIOMES 32 // built-in ones and a program's own

/// "ocean", "shelf", ...; "?" for anything else.
LOAM_API const char *loam_biome_name(loam_biome biome);

/// What a place is like, as biomes see it: all of it continuous over the land.
typedef struct loam_land_place
{
    int64_t x, z;      // metres
    float base;        // height without the biomes' own, m
    float temperature; // mean of the year, degrees Celsius
    float rain;        // mm a year
    float humidity;    // 0 dry .. 1 wet: rain against what evaporates
    float soil;        // 0 bare rock .. 1 deep
    float ruggedness;  // 0 flat .. 1 alpine
    float slope;       // of base, rise per metre
    float coast;       // m from the coast, positive on land, within +-8192 of it, else +-8192
} loam_land_place;

/// A biome of a program's own: how much of it there is at a place, and what it does to the height.
typedef struct loam_land_biome
{
    const char *name;
    uint32_t colour; // 0xRRGGBB, on maps
    /// 0 (none) .. 1 and more; the built-in weights sum to 1 before, and all are scaled so that they do
    /// after. Continuous in the place; a pure function of its arguments. At steps below 16 m it is asked
    /// every 16 m and curves run between, so it should change over 50 m or more.
    float (*weight)(const void *parameters, uint64_t seed, const loam_land_place *place);
    /// Adds metres to the base, before the weight; continuous; asked at every sample.
    float (*height)(const void *parameters, uint64_t seed, const loam_land_place *place);
    float amplitude; // height lies within +-amplitude
    /// The surface, and whatever is made from it, is known by the land's seed, its shape, and for each biome of
    /// a program's own by name, amplitude, version and parameters: pages that were kept are found again if all
    /// of that is as it was. So raise the version when weight or height make other numbers.
    uint32_t version;
    const void
        *parameters; // as those of a stage (loam_stage_def): without pointers, padding cleared
    size_t parameters_size; // copied
} loam_land_biome;

/// What a built-in biome does, as numbers. Its ground is noise of its own, octave upon octave, and for some
/// biomes forms that are theirs: crags of mountains, ridges and alpine land, dunes, mesas, hummocks of swamps,
/// cliffs.
typedef struct loam_biome_shape
{
    float weight;      // factor for its share where it competes with others, 0.02 .. 10
    float height;      // factor for all that it does to the ground, forms and noise, 0 .. 4
    float amplitude;   // of the first octave of its noise, m, 0 .. 100
    float scale;       // wavelength of that octave, m, 8 .. 2000
    float octaves;     // how many, a whole number, 1 .. 8
    float persistence; // amplitude of an octave relative to the one before, 0 .. 1
    float lacunarity;  // frequency of an octave relative to the one before, 1.5 .. 4
} loam_biome_shape;

/// The usual numbers of a built-in biome; those of LOAM_BIOME_OCEAN for anything else.
LOAM_API loam_biome_shape loam_default_biome_shape(loam_biome biome);

/// The shape of a land. Start from loam_default_land_shape().
typedef struct loam_land_shape
{
    float continent_km; // size of continents, 400 .. 4000
    float sea;          // share of the sea, 0.1 .. 0.9, about
    float relief;       // factor for heights, 0.1 .. 4
    float temperature;  // added everywhere, degrees, -40 .. 40
    float rain;         // factor, 0.1 .. 4
    float bands_km;     // from the equator to a pole, 500 .. 20000
    /// Of the built-in biomes. They change the surface alone: continents, rivers and climates stay.
    loam_biome_shape biomes[LOAM_BIOME_COUNT];
} loam_land_shape;

LOAM_API loam_land_shape loam_default_land_shape(void);

/// LOAM_BAD_ARGUMENT with the name of what is beyond its range, as loam_land_create says it.
LOAM_API loam_result loam_land_shape_check(const loam_land_shape *shape);

typedef struct loam_land loam_land;

/// Settings of a land. Start from loam_default_land_def().
typedef struct loam_land_def
{
    loam_env env; // the job pool, if there is one, must outlive the land
    uint64_t seed;
    size_t cache_bytes; // for finished pages, beside those that are in use; see loam_pipeline_def
    loam_land_shape shape;
    const loam_land_biome *biomes; // a program's own, behind the built-in ones; copied
    int32_t biome_count;           // 0..LOAM_MAX_LAND_BIOMES - LOAM_BIOME_COUNT
    /// What pages of its worlds (loam/land_world.h) have: bits of loam_page_channel. 0: height, water and biome
    /// without continuation, as many programs need no more.
    uint32_t page_channels;
    loam_back_store store; // keeps pages of cells between runs, and those of a program's own
                           // stages that say so; all NULL for none
    void (*trace)(void *user, const loam_trace_event *event); // see loam_pipeline_def
    void *trace_user;
} loam_land_def;

/// Seed 1, no threads, a cache of 256 MiB.
LOAM_API loam_land_def loam_default_land_def(void);

/// Grows nothing yet. If it fails *out is NULL.
LOAM_API loam_result loam_land_create(const loam_land_def *def, loam_land **out);

/// After its worlds are destroyed and its patches released. NULL is allowed.
LOAM_API void loam_land_destroy(loam_land *land);
LOAM_API uint64_t loam_land_seed(const loam_land *land);

/// The pipeline that it grows on, and the graph of a level (NULL if there is no such level): for adding
/// stages and columns before the first request, for counters. Both are the land's.
LOAM_API loam_pipeline *loam_land_pipeline(loam_land *land);
LOAM_API loam_graph *loam_land_graph(loam_land *land, int32_t level);

/// How many biomes it has, and their names and colours on maps, 0xRRGGBB; "?" and 0 for any other number.
LOAM_API int32_t loam_land_biome_count(const loam_land *land);
LOAM_API const char *loam_land_biome_name(const loam_land *land, int32_t biome);
LOAM_API uint32_t loam_land_biome_colour(const loam_land *land, int32_t biome);

// ---- many places ----------------------------------------------------------------------------------

/// Places in a grid: (i, j) is (x + i step, z + j step), at index j w + i. So rows go north.
typedef struct loam_land_area
{
    int64_t x, z;
    int64_t step; // metres, 1 .. 65536
    int32_t w, h; // 1 .. 65536; w h at most 2^28
} loam_land_area;

/// No water here: loam_land_samples.water.
#define LOAM_LAND_DRY (-1e30f)

/// What a water is.
typedef enum loam_water_kind
{
    LOAM_WATER_NONE, // dry ground
    LOAM_WATER_SEA,
    LOAM_WATER_LAKE,
    LOAM_WATER_RIVER,
    LOAM_WATER_ICE, // any of these, where it is frozen all year
    LOAM_WATER_KIND_COUNT,
} loam_water_kind;

/// "none", "sea", "lake", "river", "ice"; "?" for anything else.
LOAM_API const char *loam_water_kind_name(loam_water_kind kind);

/// What is wanted of an area: w h values each, NULL for what is not. The level of detail follows from the
/// step: graph of 128 m up to LOAM_LAND_FINE_STEP, of 2 km up to LOAM_LAND_MIDDLE_STEP, of 32 km above.
/// Detail smaller than the step is left out; loam_land_step_bound says by how much heights may differ for it.
///
/// flow is what the graph's cells around let go, smoothed, 0 far out in the sea; in a river it is at least
/// what that carries, which grows from stretch to stretch, and beside it less and less of that, over some
/// 40 m on the graph of 128 m. So it is continuous away from rivers, and depends on the graph: wide cells
/// drain more.
typedef struct loam_land_samples
{
    float *height; // of the ground, beds of rivers, lakes and seas included
    float *water;  // level of the water above it: 0 for the sea, LOAM_LAND_DRY without any
    float *base;   // as in loam_land_place
    float *temperature, *rain, *humidity, *soil, *ruggedness, *coast; // as above
    float *flow;    // km^2 that drain through here, as wet as 1000 mm of rain: see above
    float *river;   // m to the bank of the nearest river or lake, negative inside, at most 1024
    uint8_t *kind;  // of water: loam_water_kind
    uint8_t *biome; // that with the greatest weight
    float *weights; // of all biomes: biome b of place p at b * w * h + p
} loam_land_samples;

#define LOAM_LAND_FINE_STEP 32
#define LOAM_LAND_MIDDLE_STEP 512

/// Fills what is wanted. Uses the land's job pool, and returns when all is there. A place has the same values
/// in every area of the same step. After a failure the arrays hold anything.
LOAM_API loam_result loam_land_fill(loam_land *land, loam_land_area area,
                                    const loam_land_samples *samples);

/// The four biomes of the greatest weights, and those as bytes that sum to 255, for textures and vertices.
/// weights[b * plane] is that of biome b, of count; strongest, what loam_land_samples.biome says, comes first.
LOAM_API void loam_land_pick_biomes(const float *weights, size_t plane, int32_t count,
                                    uint8_t strongest, uint8_t biomes[4], uint8_t shares[4]);

/// Heights at `step` and at half of it differ by at most this, in metres, at places that both have; 0 where
/// the same graph and the same detail serve both. See docs/land.md for what it is made of. step as in
/// loam_land_area.
LOAM_API float loam_land_step_bound(const loam_land *land, int64_t step);

// ---- one place ------------------------------------------------------------------------------------

/// As games ask: what loam_land_fill says at a step of 1 m. Heights run straight between samples; the rest is
/// that of the nearest, water LOAM_LAND_DRY where there is none. Quick if the page of 128 x 128 m is in the
/// cache; grows it otherwise, which takes milliseconds, seconds where nothing has grown yet. Places that are no
/// numbers are refused.
LOAM_API loam_result loam_land_height(loam_land *land, double x, double z, float *height);
LOAM_API loam_result loam_land_water(loam_land *land, double x, double z, float *level);
LOAM_API loam_result loam_land_biome_at(loam_land *land, double x, double z, int32_t *biome);
LOAM_API loam_result loam_land_river_distance(loam_land *land, double x, double z, float *metres);

/// A page of the surface, 128 x 128 m with one more row and column, pinned in memory for quick queries.
typedef struct loam_land_patch loam_land_patch;

/// The one that (x, z) lies in; NULL if it fails. Unpin each as often as it was pinned.
LOAM_API loam_result loam_land_pin(loam_land *land, int64_t x, int64_t z,
                                   const loam_land_patch **out);
LOAM_API void loam_land_unpin(loam_land *land, const loam_land_patch *patch); // NULL is allowed

/// x and z must lie within the patch, its edges included.
LOAM_API float loam_land_patch_height(const loam_land_patch *patch, double x, double z);
LOAM_API void loam_land_patch_normal(const loam_land_patch *patch, double x, double z,
                                     float normal[3]); // upward, of length 1: x east, y up, z north
LOAM_API float loam_land_patch_water(const loam_land_patch *patch, double x, double z);
LOAM_API int32_t loam_land_patch_biome(const loam_land_patch *patch, double x, double z);

/// A ray from a place, of a direction of any length but 0, as far as length metres.
typedef struct loam_land_ray
{
    double x, y, z;    // y: metres above the sea
    double dx, dy, dz; // east, up, north
    double length;     // m, 0 and more
} loam_land_ray;

typedef struct loam_land_hit
{
    double x, y, z;
    double distance; // m; 0 if the ray begins below the ground
    float normal[3];
} loam_land_hit;

#define LOAM_LAND_MAX_RAY 65536.0 // m

/// Where a ray meets the ground first, whose heights run as loam_land_height says. Of a patch, the part of the ray
/// above it counts; of a land, all of it up to LOAM_LAND_MAX_RAY: patches on the way are grown. LOAM_BAD_ARGUMENT
/// for rays that have no direction or are too long. *found is false if it meets none.
LOAM_API loam_result loam_land_patch_cast(const loam_land_patch *patch, const loam_land_ray *ray,
                                          bool *found, loam_land_hit *hit);
LOAM_API loam_result loam_land_cast(loam_land *land, const loam_land_ray *ray, bool *found,
                                    loam_land_hit *hit);

// ---- where to begin ---------------------------------------------------------------------------------

/// A good place to begin at.
typedef struct loam_land_start
{
    int64_t x, z;         // m
    float height;         // of the ground there
    float look_x, look_z; // where the view is widest, of length 1
    float open;           // the share of directions in which it is not soon blocked, 0..1
} loam_land_start;

/// Looks for one near a place, within 32 km, then within 256, then within 2000: dry, gentle, neither frozen nor
/// scorched if it can be had, with a view. Takes some seconds where nothing has grown yet. LOAM_NOT_FOUND where all
/// is sea.
LOAM_API loam_result loam_land_find_start(loam_land *land, int64_t x, int64_t z,
                                          loam_land_start *out);

// ---- rivers and roads -------------------------------------------------------------------------------

typedef enum loam_land_line_kind
{
    LOAM_LINE_RIVER,
    LOAM_LINE_BRANCH, // of a delta
    LOAM_LINE_ROAD,
} loam_land_line_kind;

/// A stretch of a river or road, downstream from 0 to 1. Positions are 1/8 metres. The last stretch of a
/// river ends in the sea, behind the coast.
typedef struct loam_land_line
{
    loam_land_line_kind kind;
    int64_t x0, z0, x1, z1;
    float height0, height1; // of the water
    float width0, width1;   // m
    float flow0, flow1;     // as in loam_land_samples
} loam_land_line;

/// The rivers and roads of a level, 0..2, that touch an area, with a flow of at least min_flow (roads have
/// none, and come whatever it is). Calls `line` for each on the calling thread, in an order that depends on
/// the area alone; stops at the first that does not return LOAM_OK, and returns what it did. Of the area its
/// corners count, not its step.
LOAM_API loam_result loam_land_lines(loam_land *land, int32_t level, loam_land_area area,
                                     float min_flow,
                                     loam_result (*line)(void *user, const loam_land_line *line),
                                     void *user);

typedef enum loam_river_end
{
    LOAM_RIVER_SEA,
    LOAM_RIVER_LAKE,        // without an outlet
    LOAM_RIVER_BUFFER_FULL, // it goes on, but there was no room for more points
} loam_river_end;

typedef struct loam_river_point
{
    int64_t x, z; // 1/8 metres
    float height; // of the water, m; never rises
    float width;  // m; never falls but where branches of a delta leave it
    float flow;   // never falls
    bool lake;    // the point lies in a lake
} loam_river_point;

/// Which river is followed. Start from loam_default_land_river_def().
typedef struct loam_land_river_def
{
    int64_t x, z;   // where it is looked for, m
    float min_flow; // that it has at least, as in loam_land_samples; 0 and more
    /// Follow it on the graph of 2 km, as areas of a step above LOAM_LAND_FINE_STEP show it. That is quick,
    /// but its points may lie some hundred metres beside the water of the finer graph, which has more bends.
    bool coarse;
    /// Called now and then from the calling thread with the points found, if not NULL; false stops
    /// (LOAM_CANCELLED).
    bool (*progress)(void *user, int32_t points);
    void *user;
} loam_land_river_def;

LOAM_API loam_land_river_def loam_default_land_river_def(void);

/// Follows the nearest river of at least min_flow, from the point nearest to (x, z), to its end, on the graph
/// of 128 m: its points are the middle of the water that areas of a step of up to LOAM_LAND_FINE_STEP show.
/// It is looked for on the graph of 2 km first, within 64 km, and then on the finer one within 16 km of what
/// that found, or of (x, z) if it found it within 2 km. A page of 4 km takes some milliseconds.
/// LOAM_NOT_FOUND if there is none on either, and the message says on which and where; then, as after any
/// failure, *count is 0 and *end what it was. capacity: 1 and more.
LOAM_API loam_result loam_land_river(loam_land *land, const loam_land_river_def *def,
                                     loam_river_point *points, int32_t capacity, int32_t *count,
                                     loam_river_end *end);

#ifdef __cplusplus
}
#endif
#endif
