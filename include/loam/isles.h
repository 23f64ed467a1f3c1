// SPDX-License-Identifier: MIT
// Loam, isles: islands in a sea without an end (Karavasilev 2021). docs/isles.md shows it.
//
// x grows east, z grows north, heights are metres above the sea; places are whole metres. The sea is cut into
// square slots. Each has at most one island area, a disc that lies within the slot, so islands never touch and a
// place depends on its own slot alone. An area has terrain nodes; around each the ground rises by a gradient
// times a noise, and the sum of these on the bed of the sea is the ground. Levelled places carry houses and
// harbours, and objects stand where height, terrain and slope suit them.
#ifndef LOAM_ISLES_H
#define LOAM_ISLES_H

#include "loam/noise.h"
#include "loam/picture.h"
#include "loam/pipeline.h"
#include "loam/plain_field.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Raised when the same def gives other islands.
#define LOAM_ISLES_VERSION 1

#define LOAM_ISLE_MAX_NAME 31
#define LOAM_ISLE_MAX_NAMES 128 // in a type's list
#define LOAM_ISLES_MAX_TYPES 8
#define LOAM_ISLE_MAX_TERRAINS 8
#define LOAM_ISLE_MAX_KINDS 8 // of objects that grow or lie about
#define LOAM_ISLE_MAX_NODES 8
#define LOAM_ISLE_MAX_SITES 16
#define LOAM_ISLE_MAX_OBJECTS 65536
#define LOAM_ISLE_MAX_SIDE 513 // samples along a side of an island's maps

/// Places lie from -LOAM_ISLES_END to LOAM_ISLES_END on both axes.
#define LOAM_ISLES_END ((int64_t)1 << 52)

// ---- what islands are ---------------------------------------------------------------------------

/// What the ground of an island is made of from a height on, and what nodes that have it are like
/// (Karavasilev 2021, 5.3, terrain types).
typedef struct loam_isle_terrain
{
    char name[LOAM_ISLE_MAX_NAME + 1];
    uint32_t colour; // 0xRRGGBB
    float from;      // m above the sea, -1000..3000; does not count for the first, which is lowest
    float share;     // how often a node has it, against the others, 0..100
    // The rest is of nodes, and does not count if share is 0.
    float dominance;   // chance that such a node lets it begin where the terrain below begins, 0..1
    loam_range height; // m, 0..2000, of one as wide as the largest area; others are lower
    loam_noise_kind noise; // value, Perlin or simplex
    loam_noise_fractal fractal;
    int32_t octaves;   // 1..12
    float wavelength;  // of the first octave, m, 4..10000
    float persistence; // 0..1
    float lacunarity;  // 1..4
    float relief;      // share of a node's height that the noise takes, 0..1; the thesis has 1
} loam_isle_terrain;

/// How an object looks on maps, and what a program may draw for it.
typedef enum loam_isle_shape
{
    LOAM_ISLE_TREE,
    LOAM_ISLE_PALM,
    LOAM_ISLE_PINE,
    LOAM_ISLE_BUSH,
    LOAM_ISLE_BOULDER,
    LOAM_ISLE_ICE,
    LOAM_ISLE_CORAL,
    LOAM_ISLE_HOUSE, // on levelled ground only, as the last two
    LOAM_ISLE_PIER,  // a piece of one
    LOAM_ISLE_BOAT,
    LOAM_ISLE_SHAPE_COUNT,
} loam_isle_shape;

/// "tree", "palm", ...; "?" for anything else.
LOAM_API const char *loam_isle_shape_name(loam_isle_shape shape);

/// A kind of object and where it stands: one candidate for each cell of a jittered grid (5.3, object placement).
/// Kinds come in order; none overlaps another of whatever kind.
typedef struct loam_isle_kind
{
    char name[LOAM_ISLE_MAX_NAME + 1];
    loam_isle_shape shape; // LOAM_ISLE_TREE .. LOAM_ISLE_CORAL
    uint32_t colour;       // 0xRRGGBB
    loam_range radius;     // m, 0.5..30
    float spacing;         // side of a cell of its grid, m, 4..1000
    float chance;          // that a candidate is taken, 0..1
    float groves;          // how much they keep together, 0 evenly .. 1 in groves alone
    loam_range height;     // of the ground, m above the sea, -1000..2000
    int32_t terrain;       // index: what it stands on
    float least;           // share of that terrain it needs, 0..1
    float slope;           // steepest ground, rise for a metre, 0..10
} loam_isle_kind;

/// How a node's gradient falls from its middle to its edge.
typedef enum loam_isle_falloff
{
    LOAM_ISLE_LINEAR, // as in the thesis: a cone
    LOAM_ISLE_SMOOTH, // level at both ends
    LOAM_ISLE_FALLOFF_COUNT,
} loam_isle_falloff;

/// Islands of a kind (5.3, island types).
typedef struct loam_isle_type
{
    char name[LOAM_ISLE_MAX_NAME + 1];
    char suffix[16];   // of names, at times: "Cay"; "" for none
    float share;       // how often a slot has it, against the others, 0..100
    loam_range radius; // of the area, m, 32 and more; see loam_isles_def.slot and .cell
    loam_range nodes;  // how many, 1..LOAM_ISLE_MAX_NODES
    loam_range spread; // how far out they lie, as a share of the radius, 0..0.95
    loam_range reach;  // of their gradients, as a share of the way to the area's edge, 0.1..1
    loam_isle_falloff falloff;
    float lift;        // added to each node's height, m above the bed of the sea, 0..500
    float highest;     // m above the sea that no ground exceeds, 1..3000
    float beach;       // how much the ground is levelled near the water, m, 0..50; 0 not at all
    float blend;       // m over which one terrain goes over to the next, 0.1..100
    int32_t steep;     // terrain of steep ground, -1 for none
    loam_range slope;  // rise for a metre where that begins, and where all is of it, 0..10
    loam_range houses; // how many, 0..LOAM_ISLE_MAX_SITES - 1, if there is room
    float plot;        // radius of a house's levelled ground, m, 4..40
    float harbour;     // chance of a harbour, 0..1, if there is a shore that suits
    int32_t yard;      // terrain of levelled ground
    loam_isle_terrain terrains[LOAM_ISLE_MAX_TERRAINS]; // in rising order of `from`
    int32_t terrain_count;                              // 1..LOAM_ISLE_MAX_TERRAINS
    loam_isle_kind kinds[LOAM_ISLE_MAX_KINDS];          // large ones first, or they find no room
    int32_t kind_count;                                 // 0..LOAM_ISLE_MAX_KINDS
    // Names of its islands (6.5), UTF-8 without control characters; none: they are made up. No name comes twice in a
    // square of 2, 4, 8, 16 or 32 slots a side, counted from slot -11,-11, that has no more such islands than names.
    char names[LOAM_ISLE_MAX_NAMES][LOAM_ISLE_MAX_NAME + 1];
    int32_t name_count; // 0..LOAM_ISLE_MAX_NAMES
} loam_isle_type;

/// The look of the water (5.4), for whatever draws it. Start from loam_default_sea_look().
typedef struct loam_sea_look
{
    loam_colour shallow, deep; // alpha: how much they hide what lies below
    float deepest;             // m from which on it is all `deep`, 0.1..10000
    float foam;                // m of depth up to which there can be foam, 0..100
    int32_t wave;              // m between waves, 2..1000
    int32_t sharpness;         // power that waves are raised to, 1..32
    float waves;               // how bright they are, 0..1
    float shear;               // how much whirls turn them, turns, 0..4
    float distortion;          // m that what lies below seems to be moved by at most, 0..100
    int32_t seed;              // of where foam and waves are, 0 and more
} loam_sea_look;

LOAM_API loam_sea_look loam_default_sea_look(void);

/// A sea with its islands: plain data, without pointers. Start from loam_default_isles_def().
typedef struct loam_isles_def
{
    uint64_t seed;
    int32_t slot; // m along a side of a slot, 256..16384; at least 2 radius + 32 for every type
    int32_t cell; // m between samples of an island's maps, 1..64; no radius is above 254 cells
    float jitter; // how far islands are from their slots' middles, of the room there is, 0..1
    float empty;  // share of slots without an island, 0..1
    float depth;  // of the sea, m, 1..1000
    float swell;  // how much its bed goes up and down, m, 0..depth / 2
    loam_sea_look water; // how it is drawn; islands are the same with any
    loam_isle_type types[LOAM_ISLES_MAX_TYPES];
    int32_t type_count; // 1..LOAM_ISLES_MAX_TYPES
} loam_isles_def;

/// Slots of 2048 m, and tropical islands, atolls, highlands, skerries and glaciers.
LOAM_API loam_isles_def loam_default_isles_def(void);

/// Rows of the tables below.
enum
{
    LOAM_ISLES_DEF_FIELDS = 6,
    LOAM_ISLE_TYPE_FIELDS = 14,
    LOAM_ISLE_GROUND_FIELDS = 3, // of a terrain: those that count without nodes come first
    LOAM_ISLE_TERRAIN_FIELDS = 12,
    LOAM_ISLE_KIND_FIELDS = 9,
    LOAM_SEA_LOOK_FIELDS = 10,
};

/// The plain values of a def, a type, a terrain, a kind of object and the water: names and limits, for files and knobs.
LOAM_API const loam_plain_field *loam_isles_def_fields(void);
LOAM_API const loam_plain_field *loam_isle_type_fields(void);
LOAM_API const loam_plain_field *loam_isle_terrain_fields(void);
LOAM_API const loam_plain_field *loam_isle_kind_fields(void);
LOAM_API const loam_plain_field *loam_sea_look_fields(void);

/// Whether all of it is as described above, and whether types, and the terrains of each, have names that are theirs
/// alone; leaves a message otherwise.
LOAM_API loam_result loam_isles_check(const loam_isles_def *def);

// ---- an island ----------------------------------------------------------------------------------

/// A terrain node (5.3): the ground rises around it by gradient times noise times height.
typedef struct loam_isle_node
{
    int32_t x, z;     // from the middle of the area, m
    float radius;     // of its gradient, m
    float height;     // m
    int32_t terrain;  // index
    int32_t dominant; // 1 or 0
    uint64_t seed;    // of its noise
} loam_isle_node;

typedef enum loam_isle_site_kind
{
    LOAM_ISLE_PLOT,    // of a house
    LOAM_ISLE_HARBOUR, // at the shore, with a pier
} loam_isle_site_kind;

/// A levelled place: a disc at one height, which goes over to the ground around it.
typedef struct loam_isle_site
{
    loam_isle_site_kind kind;
    int32_t x, z; // from the middle of the area, m
    float radius; // of what is level, m
    float ring;   // m around it over which it goes over to the ground
    float level;  // m above the sea
    float east,
        north;  // harbour: where its pier goes, a vector of length 1. Plot: what its house looks at
    float pier; // length of the pier, m; 0 for plots
} loam_isle_site;

typedef struct loam_isle
{
    int64_t slot_x, slot_z; // it covers slot_x * def.slot ..
    int64_t x, z;           // middle of the area, m
    int32_t type;           // -1: the slot is empty, and what follows is 0
    int32_t radius;         // of the area, m: beyond there is the bed of the sea alone
    int32_t node_count, site_count;
    uint64_t seed;
    loam_isle_node nodes[LOAM_ISLE_MAX_NODES];
    loam_isle_site sites[LOAM_ISLE_MAX_SITES];
    char name[LOAM_ISLE_MAX_NAME + 1];
} loam_isle;

typedef struct loam_isle_object
{
    float x, z;    // from the middle of the area, m
    float y;       // the ground there, m above the sea; of piers their top, of boats 0
    float radius;  // m: none is nearer to another than both radii
    float turn;    // which way it looks, 0..1 of a turn from east to north
    int32_t kind;  // of the type; -1 for houses, piers and boats
    int32_t shape; // loam_isle_shape
} loam_isle_object;

/// The steps in which an island grows (Karavasilev 2021, 5.3), as stages of a pipeline by these names with
/// "isles." before them; beside them, "isles.sites" says what is levelled.
typedef enum loam_isle_stage
{
    LOAM_ISLE_NODES,
    LOAM_ISLE_GRADIENTS,
    LOAM_ISLE_NOISE,
    LOAM_ISLE_PRODUCT,
    LOAM_ISLE_SUM,
    LOAM_ISLE_BLENDS,
    LOAM_ISLE_ROCK,
    LOAM_ISLE_FLATS,
    LOAM_ISLE_OBJECTS,
    LOAM_ISLE_STAGE_COUNT,
} loam_isle_stage;

/// "nodes", "gradients", ...; "?" for anything else.
LOAM_API const char *loam_isle_stage_name(loam_isle_stage stage);

/// An island's maps, as far as they were asked for; what was not is NULL. Rows go north; sample (i, j) lies at
/// (x + i cell, z + j cell), at index j side + i.
typedef struct loam_isle_maps
{
    loam_isle isle;
    int64_t x, z;
    int32_t side, cell;
    size_t samples;          // side * side
    const float *gradients;  // 0..1, node by node
    const float *noises;     // 0..1, node by node
    const float *products;   // m, node by node
    const float *sums;       // m above the sea, before anything was levelled
    const uint8_t *blends;   // LOAM_ISLE_MAX_TERRAINS a sample, 255 in all: shares of terrains
    const float *slopes;     // of sums: rise for a metre
    const uint8_t *rocks;    // as blends, with the terrain of steep ground
    const float *heights;    // m above the sea: what loam_isles_heights gives
    const uint8_t *terrains; // as blends, with yards: what the ground is made of
    const loam_isle_object *objects;
    int32_t object_count;
    const loam_page *pages[LOAM_ISLE_STAGE_COUNT]; // private
} loam_isle_maps;

// ---- the sea ------------------------------------------------------------------------------------

typedef struct loam_isles loam_isles;

/// Checks and copies def. Several threads may ask one loam_isles at a time; env's jobs grow islands.
LOAM_API loam_result loam_isles_create(const loam_env *env, const loam_isles_def *def,
                                       loam_isles **out);

/// All maps must have been closed. NULL is allowed.
LOAM_API void loam_isles_destroy(loam_isles *isles);

LOAM_API const loam_isles_def *loam_isles_get_def(const loam_isles *isles);

/// The pipeline that islands grow on, to watch, delay and replace stages. A page is a slot.
LOAM_API loam_pipeline *loam_isles_pipeline(loam_isles *isles);

/// Adds the stages to any pipeline: its seed counts, not that of def. For programs with stages of their own.
LOAM_API loam_result loam_isles_add_stages(loam_pipeline *pipeline, const loam_isles_def *def);

/// The island of a slot; type -1 if the slot is empty.
LOAM_API loam_result loam_isles_at(loam_isles *isles, int64_t slot_x, int64_t slot_z,
                                   loam_isle *out);

/// A hash of an island's fields, the same on every machine.
LOAM_API uint64_t loam_isle_hash(const loam_isle *isle);

/// Places from (x0, z0) to (x1, z1), both included.
typedef struct loam_isles_box
{
    int64_t x0, z0, x1, z1;
} loam_isles_box;

/// The islands whose areas touch a box, row by row of slots from the south: calls found for each, until it returns
/// false. At most 2^20 slots.
LOAM_API loam_result loam_isles_find(loam_isles *isles, loam_isles_box box,
                                     bool (*found)(void *user, const loam_isle *isle), void *user);

/// Places in a grid: (i, j) is (x + i step, z + j step), at index j w + i.
typedef struct loam_isles_area
{
    int64_t x, z;
    int64_t step; // m, 1..65536
    int32_t w, h; // 1..65536; w h at most 2^28
} loam_isles_area;

/// Heights of the ground, land and bed of the sea alike, into out[w h]. A height depends on def and its own place
/// only. Uses env's threads.
LOAM_API loam_result loam_isles_heights(loam_isles *isles, loam_isles_area area, float *out);
LOAM_API loam_result loam_isles_height(loam_isles *isles, int64_t x, int64_t z, float *out);

/// Grows the maps of a slot's island up to a stage, and all that it follows from. LOAM_NOT_FOUND if the slot is
/// empty. Close what was opened.
LOAM_API loam_result loam_isles_open(loam_isles *isles, int64_t slot_x, int64_t slot_z,
                                     loam_isle_stage last, loam_isle_maps *out);
LOAM_API void loam_isles_close(loam_isles *isles, loam_isle_maps *maps);

/// A hash of an island and of all maps that are there, the same on every machine.
LOAM_API uint64_t loam_isle_maps_hash(const loam_isle_maps *maps);

// ---- water --------------------------------------------------------------------------------------

/// A look that is ready to be asked: flat, may be copied and read from any thread. The fields are private.
typedef struct loam_sea
{
    loam_sea_look look;
    loam_noise foam, sway[2];
} loam_sea;

LOAM_API loam_result loam_sea_init(loam_sea *sea, const loam_sea_look *look);

/// How much of a place is foam, 0..1: a gradient noise that changes with time against the depth.
LOAM_API float loam_sea_foam(const loam_sea *sea, int64_t x, int64_t z, int64_t time_ms,
                             float depth);

/// How bright waves are at a place, 0..1: distances to moving points (Voronoi), turned by whirls, raised to a power.
LOAM_API float loam_sea_wave(const loam_sea *sea, int64_t x, int64_t z, int64_t time_ms);

/// Where what is seen through the water at a place seems to be: m to the east and north of where it is.
LOAM_API void loam_sea_distort(const loam_sea *sea, int64_t x, int64_t z, int64_t time_ms,
                               float *east, float *north);

/// The colour of a place: water of a depth, m, over a bed of a colour, with foam and waves.
LOAM_API loam_colour loam_sea_colour(const loam_sea *sea, int64_t x, int64_t z, int64_t time_ms,
                                     float depth, loam_colour bed);

// ---- maps ---------------------------------------------------------------------------------------

/// Settings of a map. Start from loam_default_isles_map_def().
typedef struct loam_isles_map_def
{
    int64_t x, z;             // the centre, m
    int32_t w, h;             // pixels; w h at most 2^26
    int64_t scale;            // metres a pixel, 1..256
    int64_t time_ms;          // of the water
    const loam_sea_look *sea; // NULL: the sea's own
    bool objects;             // trees, houses and piers, up to 8 metres a pixel
    bool names;
    /// Called now and then from the calling thread with the rows done, if not NULL; false stops
    /// (LOAM_CANCELLED).
    bool (*progress)(void *user, int32_t rows, int32_t of);
    void *user;
} loam_isles_map_def;

LOAM_API loam_isles_map_def loam_default_isles_map_def(void);

/// What a map shows, in figures.
typedef struct loam_isles_map_figures
{
    int64_t land;          // pixels of it
    int32_t isles;         // whose areas touch the map
    float lowest, highest; // m
    uint64_t hash;         // of heights
} loam_isles_map_figures;

/// Draws a map; north is up. Pixel (i, j) from the upper left shows the place (x + (i - w / 2) scale,
/// z - (j - h / 2) scale). With env's threads. The picture is the caller's; if anything fails there is none.
/// figures may be NULL.
LOAM_API loam_result loam_isles_map_draw(loam_isles *isles, const loam_isles_map_def *def,
                                         loam_picture *out, loam_isles_map_figures *figures);

#ifdef __cplusplus
}
#endif
#endif
