// SPDX-License-Identifier: MIT
// What a volume and its growers consist of.
#ifndef LOAM_VOLUME_VOLUME_H
#define LOAM_VOLUME_VOLUME_H

#include "loam/volume.h"

#include "base/thread.h"
#include "loam/maths.h"

/// A function and the volume's copies of what it needs.
typedef struct volume_function
{
    loam_density_function def;
    loam_density_self self;
} volume_function;

/// Where caverns keep water and lava: the same numbers as the function that digs them.
typedef struct volume_pools
{
    bool any;
    loam_caverns_def caverns;
    int32_t function; // index of the caverns
} volume_pools;

enum
{
    VOLUME_COLUMN_FLOATS = 9, // arrays of floats that columns have, slope last
    VOLUME_TILE_LEVELS = LOAM_VOLUME_COARSEST + 1,
    VOLUME_TILE_SIDE = 8, // a power of two
    VOLUME_TILE_WAYS = 3,
    VOLUME_TILE_SLOTS = VOLUME_TILE_SIDE * VOLUME_TILE_SIDE * VOLUME_TILE_WAYS,
};

/// Columns of the surface that are kept: tiles.c.
typedef struct volume_tile
{
    bool valid;
    int64_t x, z; // in tiles
    uint64_t used;
    uint8_t *bytes;
} volume_tile;

typedef struct volume_tiles
{
    loam_mutex mutex; // of all below
    uint64_t uses;
    volume_tile slots[VOLUME_TILE_LEVELS][VOLUME_TILE_SLOTS];
} volume_tiles;

struct loam_volume
{
    loam_env env;
    uint64_t seed;
    loam_volume_surface surface;
    float falloff;
    bool keep_floating, plain;
    volume_function functions[LOAM_MAX_DENSITIES];
    int32_t function_count;
    volume_pools pools;
    loam_noise folds;  // of the beds
    uint8_t beds[256]; // materials from below
    uint64_t vein_seed;
    uint8_t *memory; // parameters and states
    size_t memory_size;
    volume_tiles *tiles; // shared by growers
};

/// A box and what around it decides about it: whole cells of the lattice. In voxels of a level.
typedef struct volume_window
{
    int32_t level;
    int32_t cell;    // voxels along a cell of the lattice: 8, 4, 2 or 1
    int64_t x, y, z; // the first voxel, a multiple of cell
    int32_t w, h, d; // voxels, multiples of cell
    float voxel_m;
} volume_window;

/// Places of the lattice along an axis with so many voxels.
static inline int32_t volume_points(int32_t voxels, int32_t cell)
{
    return voxels / cell + 1;
}

/// Memory that grows as needed.
typedef struct volume_room
{
    void *memory;
    size_t size;
} volume_room;

/// Makes room for so many bytes; what was there is lost if it has to grow.
loam_result loam_volume_make_room(const loam_env *env, volume_room *room, size_t size);

/// Columns of a window, at voxels and at the lattice's places.
typedef struct volume_columns_cache
{
    bool valid;
    int32_t level, w, d; // of the window
    int64_t x, z;
    loam_volume_columns voxels;  // w * d
    loam_volume_columns lattice; // volume_points each
    loam_volume_ranges ranges;   // of both
    float water_high;            // the highest level, LOAM_LAND_DRY without any
    // Of each function: weights at the lattice's columns, NULL if all are 0; and its numbers.
    const float *weights[LOAM_MAX_DENSITIES], *numbers[LOAM_MAX_DENSITIES];
    volume_room fine, coarse, filled, asked, looked;
} volume_columns_cache;

/// A piece of a row of solid voxels, and the piece of the body that it belongs to.
typedef struct volume_run
{
    int32_t parent; // index of a run of the same piece
    int16_t first, last;
} volume_run;

/// What is known of a piece, at its root.
typedef struct volume_piece
{
    int16_t low[3], high[3];
} volume_piece;

/// How far the sum of functions is made.
typedef struct volume_summed
{
    int32_t function; // that is next
    int32_t layers;   // of it that are added
} volume_summed;

typedef enum volume_stage
{
    VOLUME_COLUMNS,
    VOLUME_FUNCTIONS,
    VOLUME_DENSITIES,
    VOLUME_PIECES,
    VOLUME_MATERIALS,
    VOLUME_FILLED,
} volume_stage;

/// A box that is being filled.
typedef struct volume_filling
{
    loam_volume_box box;
    loam_volume_voxels out;
    loam_volume_kind kind; // by bounds
    volume_stage stage;
    volume_window window;
    int32_t sides; // of the box that the window goes on behind
    int32_t next;  // of densities the row of cells, of materials the plane of voxels
    bool bounded;  // kind is found
    size_t grain;  // about so many values of a function are made in a step
} volume_filling;

struct loam_volume_grower
{
    const loam_volume *volume;
    volume_columns_cache columns;
    float low, high; // of the sum in the window, exact at the lattice
    bool any;        // whether any function acts
    volume_summed summed;
    volume_filling filling;
    volume_room sum;  // floats of the lattice: weighted functions
    volume_room part; // one function
    volume_room grid; // int8_t of the window
    volume_room runs, pieces, rows;
    volume_room bytes, samples, scratch; // for meshes
};

// ---- steps --------------------------------------------------------------------------------------

/// Sides of a box, as bits; those of an axis are 1 << 2 axis, and the next.
enum
{
    VOLUME_TOP_SIDE = 8,
    VOLUME_ALL_SIDES = 63,
};

/// A box with margins on some sides.
volume_window loam_volume_window_of(const loam_volume_box *box, int32_t sides);

/// How far around a box pieces are looked at, in voxels.
int32_t loam_volume_margin(int32_t level);

/// The arrays of floats of columns.
void loam_volume_column_arrays(loam_volume_columns *columns, float **arrays[VOLUME_COLUMN_FLOATS]);
/// Columns in memory of their own, all 0.
loam_result loam_volume_columns_make(const loam_env *env, volume_room *room, int32_t w, int32_t d,
                                     loam_volume_columns *out);

/// Columns of the surface: w * d of them from (x, z) on in steps of 2^level metres, level 0 or more.
typedef struct volume_surface_area
{
    int32_t level;
    int64_t x, z;
    int32_t w, d;
} volume_surface_area;

/// out has the area's size. Slopes are left alone.
loam_result loam_volume_tiles_read(loam_volume_grower *grower, const volume_surface_area *area,
                                   loam_volume_columns *out);
/// Asks the surface for one tile that is not kept, so that reading takes less time later. *there: no more are missing.
loam_result loam_volume_tiles_fetch(loam_volume_grower *grower, const volume_surface_area *area,
                                    bool *there);
loam_result loam_volume_tiles_create(const loam_env *env, volume_tiles **out);
void loam_volume_tiles_destroy(const loam_env *env, volume_tiles *tiles);

loam_result loam_volume_columns_get(loam_volume_grower *grower, const volume_window *window);
/// loam_volume_tiles_fetch of what columns of a window need.
loam_result loam_volume_columns_fetch(loam_volume_grower *grower, const volume_window *window,
                                      bool *there);

/// Weights and numbers of all functions at the lattice's columns.
loam_result loam_volume_look(loam_volume_grower *grower, const volume_window *window);

/// The sum of all functions at the lattice: begun, then made in steps of about grain values until *done.
loam_result loam_volume_sum_begin(loam_volume_grower *grower, const volume_window *window);
loam_result loam_volume_sum_step(loam_volume_grower *grower, const volume_window *window,
                                 size_t grain, bool *done);

/// Rows of cells of the window, from first on, as 8-bit densities into grower->grid. The grid's memory is there.
void loam_volume_quantise(loam_volume_grower *grower, const volume_window *window, int32_t first,
                          int32_t count);

/// loam_volume_fill in steps, so that whoever has little time can go on later: grain is about how many values of a
/// function are made in one, SIZE_MAX for all. out's arrays have to stay. After a failure there is nothing to go on
/// with. The kind is grower->filling.kind when it is done.
loam_result loam_volume_fill_begin(loam_volume_grower *grower, const loam_volume_box *box,
                                   const loam_volume_voxels *out, size_t grain);
loam_result loam_volume_fill_step(loam_volume_grower *grower, bool *done);

/// Takes floating pieces out of the grid. *open: sides of the window at which a piece ends that may go on behind; if
/// there are any, nothing was taken out. Beyond margins nothing needs to be known.
loam_result loam_volume_remove_floating(loam_volume_grower *grower, const volume_window *window,
                                        const loam_volume_box *box, int32_t *open);

/// The least height of the surface in a window, and one column behind it.
loam_result loam_volume_lowest(loam_volume_grower *grower, const volume_window *window, float *out);

/// Materials of a box from the window's grid.
loam_result loam_volume_materials(loam_volume_grower *grower, const volume_window *window,
                                  const loam_volume_box *box, uint8_t *out);
/// Those of a box that is rock all through, whose grid was not made.
loam_result loam_volume_rock_materials(loam_volume_grower *grower, const volume_window *window,
                                       const loam_volume_box *box, uint8_t *out);

/// Writes ores and crystals over rock.
void loam_volume_veins(const loam_volume *volume, const loam_volume_box *box, uint8_t *materials);

/// The beds of rock, and what their folds need.
loam_result loam_volume_beds_init(loam_volume *volume);

/// The layer of caverns that a height belongs to, and how far from its middle that is, in half heights.
float loam_volume_cavern_layer(const loam_caverns_def *def, float y, float *middle);

#endif
