// SPDX-License-Identifier: MIT
// Loam, volume: the land as a body. A density for every place, from the surface's height and from functions that
// dig caves and raise rocks (Blomqvist et al. 2016, 3.4.3 and appendix A), and voxels of it: a material and a
// signed 8-bit density each, the same world as blocks or as a smooth body.
//
// x grows east, y up, z north. The density at a place (x, y, z) is
//
//     clamp((height(x, z) - y) / falloff, -1, 1) + sum of weight(x, z) * function(x, y, z)
//
// and it is solid where that is above 0. (With densities from 0 to 1 that is equation 3.7 with /(2 l), and
// solid above 0.5.) Functions and weights are asked on a lattice of 4 m, straight between; the surface at every
// voxel. So where no function acts the ground ends at the surface's height, to the voxel.
//
// A volume is a pure function of its def: whatever box is asked for, in whatever order, on whatever thread.
// Whatever can fail returns LOAM_OK, LOAM_BAD_ARGUMENT for what is not accepted, LOAM_OUT_OF_MEMORY, LOAM_FAILED
// for functions that give no numbers, or what the surface gave; loam_last_error() says why.
#ifndef LOAM_VOLUME_H
#define LOAM_VOLUME_H

#include "loam/base.h"
#include "loam/land.h"
#include "loam/mesh.h"
#include "loam/noise.h"
#include "loam/plain_field.h"

#ifdef __cplusplus
extern "C" {
#endif

/// The version of what is inside the land; it rises when a seed gives other voxels over the same surface.
#define LOAM_VOLUME_VERSION 1

/// Levels: voxels of 2^level metres, from half a metre to 64 m.
#define LOAM_VOLUME_FINEST (-1)
#define LOAM_VOLUME_COARSEST 6

/// The height, in metres, that boxes may reach above and below the sea.
#define LOAM_VOLUME_TOP 32768

#define LOAM_VOLUME_LATTICE 4    // m, from a place where functions are asked to the next
#define LOAM_MAX_VOLUME_SIDE 128 // voxels along a side of a box
#define LOAM_VOLUME_FLOATING 16  // m: see loam_volume_def.keep_floating
#define LOAM_MAX_DENSITIES 32    // functions of a volume

// ---- materials ----------------------------------------------------------------------------------

typedef enum loam_voxel_material
{
    LOAM_VOXEL_AIR,
    LOAM_VOXEL_WATER, // liquids are not solid: their density is 0 or below
    LOAM_VOXEL_LAVA,
    LOAM_VOXEL_ICE,
    LOAM_VOXEL_SNOW,
    LOAM_VOXEL_SOIL,
    LOAM_VOXEL_MUD,
    LOAM_VOXEL_CLAY,
    LOAM_VOXEL_SAND,
    LOAM_VOXEL_GRAVEL,
    LOAM_VOXEL_GRASS,
    LOAM_VOXEL_DRY_GRASS,
    LOAM_VOXEL_LUSH_GRASS,
    LOAM_VOXEL_FOREST_FLOOR,
    LOAM_VOXEL_TUNDRA,
    LOAM_VOXEL_SANDSTONE,
    LOAM_VOXEL_RED_SANDSTONE,
    LOAM_VOXEL_LIMESTONE,
    LOAM_VOXEL_SHALE,
    LOAM_VOXEL_SLATE,
    LOAM_VOXEL_GRANITE,
    LOAM_VOXEL_BASALT,
    LOAM_VOXEL_COAL,
    LOAM_VOXEL_IRON,
    LOAM_VOXEL_COPPER,
    LOAM_VOXEL_GOLD,
    LOAM_VOXEL_QUARTZ, // crystals
    LOAM_VOXEL_AMETHYST,
    LOAM_VOXEL_LAMP, // shines; grows nowhere, is built (loam/volume_world.h)
    LOAM_VOXEL_MATERIAL_COUNT,
} loam_voxel_material;

/// "air", "water", ...; "?" for anything else.
LOAM_API const char *loam_voxel_material_name(int32_t material);

/// 0xRRGGBB; 0 for anything else.
LOAM_API uint32_t loam_voxel_material_colour(int32_t material);

/// Whether it is neither air nor liquid.
LOAM_API bool loam_voxel_is_solid(int32_t material);

// ---- the surface --------------------------------------------------------------------------------

/// Columns of a surface in a grid, w * d of them: (i, k) at k * w + i. What a program's own surface does not
/// know it leaves 0.
typedef struct loam_volume_columns
{
    int32_t w, d;
    float *height; // of the ground, m
    float *water;  // level of the water above it, LOAM_LAND_DRY without any
    float *base;   // a smooth height, without small hills
    float *temperature, *humidity, *soil, *ruggedness; // as in loam_land_samples
    float *
        bank; // m to the nearest water's bank, negative inside, at most 1024: 0 keeps functions away
    float *slope;   // of height, rise per metre; filled by the volume, not by the surface
    uint8_t *ice;   // 1 where the water is frozen all year
    uint8_t *biome; // loam_biome, or LOAM_BIOME_COUNT and more for a program's own
} loam_volume_columns;

/// Where heights come from. fill writes columns of an area, as loam_land_fill would: a pure function of the
/// place and the step, called from whatever thread grows.
typedef struct loam_volume_surface
{
    loam_result (*fill)(void *user, loam_land_area area, const loam_volume_columns *out);
    void *user;
} loam_volume_surface;

/// The surface of a land, which must outlive the volume. Growers of a volume may share it.
LOAM_API loam_volume_surface loam_volume_land(loam_land *land);

// ---- densities ----------------------------------------------------------------------------------

/// A function as its callbacks see it.
typedef struct loam_density_self
{
    const void *parameters; // the volume's copy
    const void *state;      // what prepare made, NULL without
    uint64_t seed;          // derived from the volume's seed and the function's name
} loam_density_self;

/// Ranges of columns, for bounds.
typedef struct loam_volume_ranges
{
    float height_low, height_high;
    float base_low, base_high;
} loam_volume_ranges;

/// Places in a lattice: (i, j, k) lies at (x + i step, y + j step, z + k step) half metres, at index
/// (k h + j) w + i; its column is (i, k) of columns.
typedef struct loam_volume_lattice
{
    int64_t x, y, z; // half metres
    int64_t step;    // half metres
    int32_t w, h, d;
    const loam_volume_columns *columns;
    const float *numbers; // what look made: number n of column (i, k) at (n d + k) w + i
} loam_volume_lattice;

/// Something that digs or raises. All callbacks are pure functions of their arguments, called from any thread.
typedef struct loam_density_function
{
    const char *name; // in messages, and part of its seed; not NULL
    /// What density is multiplied by at each column, 0..1, what is beyond is cut; continuous over the land. NULL: 1.
    void (*weight)(const loam_density_self *self, const loam_volume_columns *columns, float *out);
    /// Numbers of every column that do not depend on the height, column_numbers of them, where density finds them:
    /// they are made once for boxes above each other. lattice->h is 1 and its y says nothing. NULL: none.
    void (*look)(const loam_density_self *self, const loam_volume_lattice *lattice, float *out);
    int32_t column_numbers; // 0..8
    /// Densities at every place of a lattice: within low..high, continuous. Needs no heap.
    void (*density)(const loam_density_self *self, const loam_volume_lattice *lattice, float *out);
    /// Between which heights it can be other than 0 above columns of these ranges, in metres; false if nowhere.
    /// NULL: everywhere. Where it says nothing, density is not asked, so chunks of air and of rock are quick.
    bool (*reach)(const loam_density_self *self, const loam_volume_ranges *ranges, float *low,
                  float *high);
    float low, high; // of density; what is beyond is cut. 1 more or less is what air is from rock
    /// Makes state_size bytes of state once, when a volume is created: noises, tables. NULL: none.
    loam_result (*prepare)(const void *parameters, uint64_t seed, loam_isa isa, void *state);
    size_t state_size;
    const void *parameters; // copied; without pointers
    size_t parameters_size;
} loam_density_function;

/// How much there is of a built-in function. Where water is near it is nothing.
typedef struct loam_density_share
{
    float strength;  // 0..1
    bool everywhere; // otherwise by the land's climate, soil, slope and ruggedness: docs/volume.md
} loam_density_share;

/// Tunnels (A.2): along lines where a noise is 0, at a height that another gives.
typedef struct loam_tunnels_def
{
    loam_density_share share;
    float wavelength_m; // from a tunnel to the next, about; 40..4000
    float depth_m;      // mean, below the smooth surface; -200..2000
    float range_m;      // how far heights vary, to both sides; 0..500
    float radius_m;     // 2..30; varies by half along the way
    float roughness;    // of walls, 0..1
} loam_tunnels_def;

/// Caverns (A.3): layers of them, each at one height, where noise opens the rock.
typedef struct loam_caverns_def
{
    loam_density_share share;
    float spacing_m;       // from a layer to the next; 40..1000
    float height_m;        // of a layer, 8..spacing / 2
    float room_m;          // size of rooms, 16..500
    float openness;        // 0 few and small .. 1 wide
    float least_m, most_m; // depths of layers below the smooth surface; 0..2000, least first
    bool square;           // d_h^2: flat floors and roofs; otherwise d_h
    bool pools;            // water, deeper down lava, on floors
} loam_caverns_def;

/// Rock pillars (A.4): where a noise is above a cut they rise from the surface, weathered by another.
typedef struct loam_pillars_def
{
    loam_density_share share;
    float spacing_m; // wavelength of the mask, 16..1000
    float cut;       // of the mask, 0..0.95
    float height_m;  // 4..300
    float erosion;   // 0..1
} loam_pillars_def;

/// Overhangs: rock that leans out of steep ground, by noise around the surface.
typedef struct loam_overhangs_def
{
    loam_density_share share;
    float wavelength_m; // 12..500
    float reach_m;      // how far from the surface, 4..200
    float amplitude;    // 0..4
} loam_overhangs_def;

/// Arches: bows of rock on the ground, one in some cells of a grid.
typedef struct loam_arches_def
{
    loam_density_share share;
    float spacing_m;   // 64..4000
    float chance;      // of a cell, 0..1
    float radius_m;    // of the largest, 6..100
    float thickness_m; // 2..40
} loam_arches_def;

/// Ravines: narrow cuts along lines where a noise is 0.
typedef struct loam_ravines_def
{
    loam_density_share share;
    float wavelength_m; // 64..8000
    float depth_m;      // of the deepest, 4..200
    float width_m;      // at the ground, 2..100
} loam_ravines_def;

/// Sinkholes: shafts that open the sky to a cavern, one in some cells of a grid.
typedef struct loam_sinkholes_def
{
    loam_density_share share;
    float spacing_m; // 64..4000
    float chance;    // of a cell, 0..1
    float radius_m;  // of the widest, 3..100
    float layer_m;   // spacing of the caverns that they reach; 40..1000
    float least_m;   // depth of the shallowest of these; 0..2000
} loam_sinkholes_def;

/// Layered cliffs: hard beds stand out of steep ground, soft ones recede.
typedef struct loam_cliffs_def
{
    loam_density_share share;
    float bed_m;     // height of a bed, 8..100
    float reach_m;   // as of overhangs
    float amplitude; // 0..4
} loam_cliffs_def;

LOAM_API loam_tunnels_def loam_default_tunnels_def(void);
LOAM_API loam_caverns_def loam_default_caverns_def(void);
LOAM_API loam_pillars_def loam_default_pillars_def(void);
LOAM_API loam_overhangs_def loam_default_overhangs_def(void);
LOAM_API loam_arches_def loam_default_arches_def(void);
LOAM_API loam_ravines_def loam_default_ravines_def(void);
LOAM_API loam_sinkholes_def loam_default_sinkholes_def(void);
LOAM_API loam_cliffs_def loam_default_cliffs_def(void);

/// The function of a def, which must stay until a volume was created with it; a def with numbers beyond those
/// above is refused then.
LOAM_API loam_density_function loam_tunnels(const loam_tunnels_def *def);
LOAM_API loam_density_function loam_caverns(const loam_caverns_def *def);
LOAM_API loam_density_function loam_pillars(const loam_pillars_def *def);
LOAM_API loam_density_function loam_overhangs(const loam_overhangs_def *def);
LOAM_API loam_density_function loam_arches(const loam_arches_def *def);
LOAM_API loam_density_function loam_ravines(const loam_ravines_def *def);
LOAM_API loam_density_function loam_sinkholes(const loam_sinkholes_def *def);
LOAM_API loam_density_function loam_cliffs(const loam_cliffs_def *def);

/// The eight by number, with default parameters, in the order above: "tunnels", "caverns", ...
#define LOAM_DENSITY_COUNT 8
LOAM_API loam_density_function loam_default_density(int32_t index);

// ---- the inside ---------------------------------------------------------------------------------

/// All numbers of the inside of a land. Start from loam_default_inside(). docs/volume.md has it as JSON.
typedef struct loam_inside
{
    float falloff_m;    // as in loam_volume_def
    bool keep_floating; // as above
    loam_tunnels_def tunnels;
    loam_caverns_def caverns;
    loam_pillars_def pillars;
    loam_overhangs_def overhangs;
    loam_arches_def arches;
    loam_ravines_def ravines;
    loam_sinkholes_def sinkholes;
    loam_cliffs_def cliffs;
} loam_inside;

/// What a volume has whose def names no functions.
LOAM_API loam_inside loam_default_inside(void);

/// "tunnels.radius is 1; must be 2 to 30".
LOAM_API loam_result loam_inside_check(const loam_inside *inside);

/// Its functions, in the order of loam_default_density; it must stay until a volume was created with them.
LOAM_API void loam_inside_functions(const loam_inside *inside,
                                    loam_density_function out[LOAM_DENSITY_COUNT]);

/// A part of an inside: the def of a function, or what functions share.
typedef struct loam_inside_part
{
    const char *name;               // of the function; "" for what they share
    size_t offset;                  // in loam_inside
    const loam_plain_field *fields; // floats and flags; their offsets begin with the part
    int32_t field_count;
} loam_inside_part;

/// The eight functions, then what they share.
#define LOAM_INSIDE_PARTS (LOAM_DENSITY_COUNT + 1)
LOAM_API const loam_inside_part *loam_inside_parts(void);

/// A number of an inside; 0 and 1 for flags.
LOAM_API double loam_inside_number(const loam_inside *inside, int32_t part, int32_t field);

/// Finds the next number after (*part, *field) in which two differ, and makes them its place; false if there is
/// none. From (0, -1) it is the first.
LOAM_API bool loam_inside_next_difference(const loam_inside *a, const loam_inside *b, int32_t *part,
                                          int32_t *field);

/// Of all numbers: the same for insides that dig the same.
LOAM_API uint64_t loam_inside_hash(const loam_inside *inside);

/// Table A.1: the noise of plains, hills and mountains, in metres, and the amplitude that is chosen for it.
typedef enum loam_terrain
{
    LOAM_TERRAIN_PLAINS,
    LOAM_TERRAIN_HILLS,
    LOAM_TERRAIN_MOUNTAINS,
    LOAM_TERRAIN_RIDGES, // mountains by turbulent noise
    LOAM_TERRAIN_COUNT,
} loam_terrain;

LOAM_API loam_noise_def loam_terrain_noise(loam_terrain terrain, float *amplitude_m);

// ---- volumes ------------------------------------------------------------------------------------

/// Settings of a volume. Start from loam_default_volume_def().
typedef struct loam_volume_def
{
    loam_env env;
    uint64_t seed;
    loam_volume_surface surface;
    float
        falloff_m; // l of equation 3.7, 1..256: functions bite this far around the surface at half strength
    const loam_density_function *functions; // copied; NULL: the eight as they are by default
    int32_t function_count; // 0..LOAM_MAX_DENSITIES; without functions it does not matter
    /// A piece of solid voxels, joined by faces, that touches nothing else and fits into a box of
    /// LOAM_VOLUME_FLOATING metres (and of one voxel, where these are larger) is taken away, whole, whatever box
    /// is asked for. true keeps it (3.4.4).
    bool keep_floating;
    bool plain; // one rock and nothing else: no soil, beds, ores and liquids
} loam_volume_def;

/// Seed 1, no surface, a falloff of 12 m, and the eight functions as they are by default.
LOAM_API loam_volume_def loam_default_volume_def(void);

typedef struct loam_volume loam_volume;

/// Made once, read by any number of growers. If it fails *out is NULL.
LOAM_API loam_result loam_volume_create(const loam_volume_def *def, loam_volume **out);
LOAM_API void loam_volume_destroy(loam_volume *volume); // NULL is allowed; after its growers

/// Voxels of a level: (i, j, k) is a cube of 2^level metres around the place (i, j, k) * 2^level, and what it
/// is, is what is there. So voxels of a coarser level are every second of the finer one, and blocks end within
/// half a voxel of the smooth body.
typedef struct loam_volume_box
{
    int32_t level;   // LOAM_VOLUME_FINEST..LOAM_VOLUME_COARSEST
    int64_t x, y, z; // of the first voxel, in voxels
    int32_t w, h, d; // 1..LOAM_MAX_VOLUME_SIDE
} loam_volume_box;

/// Metres of a voxel.
LOAM_API float loam_volume_voxel_m(int32_t level);

typedef enum loam_volume_kind
{
    LOAM_VOLUME_AIR,   // nothing in it
    LOAM_VOLUME_ROCK,  // solid all through
    LOAM_VOLUME_MIXED, // anything
} loam_volume_kind;

/// What is wanted: w h d values each, voxel (i, j, k) at (k h + j) w + i; NULL for what is not.
typedef struct loam_volume_voxels
{
    uint8_t *materials; // loam_voxel_material
    /// About how far the place lies in the solid, in 1/16 voxels, -126..126; rounded up, so the mean of what it
    /// stands for is half of that less. Solid above 0.
    int8_t *density;
    bool sparse; // leave both as they are where all is air or all is rock: that is quick
} loam_volume_voxels;

/// Memory of one thread that grows voxels; keeps the columns of the last box, so boxes above each other are
/// asked for together.
typedef struct loam_volume_grower loam_volume_grower;

LOAM_API loam_result loam_volume_grower_create(const loam_volume *volume, loam_volume_grower **out);
LOAM_API void loam_volume_grower_destroy(loam_volume_grower *grower); // NULL is allowed

/// Grows a box. kind may be NULL. After a failure the arrays hold anything.
LOAM_API loam_result loam_volume_fill(loam_volume_grower *grower, const loam_volume_box *box,
                                      const loam_volume_voxels *out, loam_volume_kind *kind);

/// Densities before floating pieces are taken away, in units of the formula above, w h d of them.
LOAM_API loam_result loam_volume_density(loam_volume_grower *grower, const loam_volume_box *box,
                                         float *out);

// ---- meshes -------------------------------------------------------------------------------------

typedef enum loam_volume_form
{
    LOAM_VOLUME_SMOOTH,        // marching cubes
    LOAM_VOLUME_BLOCKS,        // quads of voxels
    LOAM_VOLUME_SHADED_BLOCKS, // with ambient occlusion, as a weight of material 0 (loam_mesh_add_quads)
    LOAM_VOLUME_FORM_COUNT,
} loam_volume_form;

/// Adds the surface of what is solid in a box, materials included; liquids only as blocks. Boxes side by side
/// fit together without cracks. Positions are metres from (0, 0, 0) of the box's first voxel's middle, moved by
/// offset (NULL: not moved). Sides up to LOAM_MAX_VOLUME_SIDE - 3.
LOAM_API loam_result loam_mesh_add_volume(loam_mesh *mesh, loam_volume_grower *grower,
                                          const loam_volume_box *box, loam_volume_form form,
                                          const float offset[3]);

#ifdef __cplusplus
}
#endif
#endif
