// SPDX-License-Identifier: MIT
// Loam, caves: caves by cellular automata in two and three dimensions (Barrio Morra 2021, 3.1).
//
// Cells are walls or open. They start at random, or open within walls, and an automaton smooths them. Rooms are
// then found, small ones filled, others joined, and the whole opened to the outside, as wanted. A cave is a
// single one of a given size, closed by a border; or, without a border, a window of one that has no end, of
// which pages fit together.
//
// In two dimensions x and y of a cell are x and z on the ground: the map is seen from above. In three they are
// x, y (up) and z.
#ifndef LOAM_CAVES_H
#define LOAM_CAVES_H

#include "loam/grid_solid.h"
#include "loam/mesh.h"
#include "loam/pipeline.h"

#ifdef __cplusplus
extern "C" {
#endif

#define LOAM_MAX_CAVE_SIDE 16384
#define LOAM_MAX_CAVE_CELLS ((int64_t)1 << 30)
#define LOAM_MAX_CAVE_ROOM_CELLS ((int64_t)1 << 26) // where rooms are looked for
#define LOAM_MAX_CAVE_STEPS 100
#define LOAM_MAX_CAVE_OPENINGS 64
#define LOAM_MAX_CORRIDOR_WIDTH 15
#define LOAM_MAX_ENDLESS_ROOM 64 // rooms up to this many cells less one can be filled in pages

// ---- what a cave is -----------------------------------------------------------------------------

typedef enum loam_cave_start
{
    LOAM_CAVE_RANDOM, // every cell inside the border is a wall with the chance `fill`
    LOAM_CAVE_OPEN,   // all are open
    LOAM_CAVE_START_COUNT,
} loam_cave_start;

/// A cave. Start from loam_default_cave_def().
typedef struct loam_cave_def
{
    int32_t dimensions; // 2 or 3
    int32_t w, h,
        d; // cells, 1..LOAM_MAX_CAVE_SIDE, in all at most LOAM_MAX_CAVE_CELLS; d is 1 in 2D
    int64_t x, y, z; // of the first cell: which part of what has no end. z is 0 in 2D
    uint64_t seed;
    loam_cave_start start;
    float fill; // per cent of the cells that start as walls, 0..100
    int32_t
        border; // cells of wall along the sides, 0..64. Then beyond is wall; with 0, more of the cave
    int32_t steps; // of smoothing, 0..LOAM_MAX_CAVE_STEPS
    loam_neighbourhood neighbourhood;
    int32_t radius;          // 1..3
    int32_t birth, survival; // as in loam_smoothing
    int32_t min_room;        // rooms of fewer cells are filled; 0 keeps all
    bool connect;            // joins all rooms by corridors
    int32_t corridor_width;  // cells, 1..LOAM_MAX_CORRIDOR_WIDTH
    int32_t openings;        // ways out, 0..LOAM_MAX_CAVE_OPENINGS
    loam_isa isa;            // all give the same cells
} loam_cave_def;

/// 100 x 100 cells in two dimensions, 64 x 64 x 64 in three; closed by a border, smoothed, rooms as they come.
LOAM_API loam_cave_def loam_default_cave_def(int32_t dimensions);

/// Whether all of it is as described above; leaves a message otherwise.
LOAM_API loam_result loam_cave_check(const loam_cave_def *def);

// ---- a cave of a given size ---------------------------------------------------------------------

/// Open cells that hang together along axes.
typedef struct loam_cave_room
{
    int32_t cells;
    int32_t low[3], high[3]; // the box around it, both included
    int32_t first[3];        // its first cell, in the order of memory
} loam_cave_room;

/// The shortest straight line between two rooms of those that join all rooms, so that it leaves both at once
/// and runs along no wall.
typedef struct loam_cave_corridor
{
    int32_t rooms[2];
    int32_t from[3], to[3]; // its ends, cells of the rooms
} loam_cave_corridor;

/// A way out, straight to a side.
typedef struct loam_cave_opening
{
    int32_t room;
    int32_t from[3], to[3]; // a cell of the room, and one at the side
} loam_cave_opening;

/// A cave, with what was found in it. Whoever has it may read all of it.
typedef struct loam_cave
{
    loam_solid walls; // 1 is wall
    const int32_t
        *room_of; // for each cell, x fastest: its room, -1 for walls, -2 for what corridors
                  // and openings have opened. NULL if rooms were not looked for
    const loam_cave_room *rooms;
    const loam_cave_corridor *corridors;
    const loam_cave_opening *openings;
    int32_t room_count, corridor_count, opening_count;
    int32_t filled_rooms; // that were too small
    loam_env env;
} loam_cave;

/// Makes a cave. Rooms are looked for if `rooms` says so or the def needs them; then it has at most
/// LOAM_MAX_CAVE_ROOM_CELLS cells. Without a border, rooms that touch the sides are never filled: they go on
/// beyond them.
LOAM_API loam_result loam_cave_create(const loam_env *env, const loam_cave_def *def, bool rooms,
                                      loam_cave **out);
LOAM_API void loam_cave_destroy(loam_cave *cave);

/// A hash of walls, rooms, corridors and openings, the same on every machine.
LOAM_API uint64_t loam_cave_hash(const loam_cave *cave);

// ---- endless, in pages --------------------------------------------------------------------------

/// A stage whose pages are parts of a cave without an end: page_size cells along a side, 8..512 in two and
/// 8..128 in three dimensions, as the words of a loam_solid of that side. The def has no border, corridors or
/// openings, and fills rooms up to LOAM_MAX_ENDLESS_ROOM cells; its sizes, place,
/// seed and instruction set do not count. The
/// stage's seed is that of the world and its name: loam_cave_create with loam_seed_derive(world seed, name)
/// gives the same cells. parameters is where out keeps its copy of the def, until the stage is added.
LOAM_API loam_result loam_cave_stage(const loam_cave_def *def, const char *name, int32_t page_size,
                                     loam_cave_def *parameters, loam_stage_def *out);

// ---- forms --------------------------------------------------------------------------------------

/// Materials of the meshes of caves.
typedef enum loam_cave_material
{
    LOAM_CAVE_FLOOR = 1, // open above
    LOAM_CAVE_WALL,
    LOAM_CAVE_CEILING, // open below
} loam_cave_material;

/// How a cave becomes triangles. Start from loam_default_cave_form().
typedef struct loam_cave_form
{
    float resolution;  // metres a cell, > 0
    float wall_height; // metres, in two dimensions, > 0
    bool straight;     // heights: upright walls instead of slopes from cell to cell
    bool floor;        // heights: open cells have a floor
    bool ceiling;      // two dimensions: open cells have a ceiling, as high as the walls
    bool merge;        // blocks: like faces become one (greedy)
    bool occlude;      // blocks: ambient occlusion, as a weight of material 0 (loam_mesh_add_quads)
    bool shell; // blocks, smooth: beyond the cells it is open, so that the outside shows. In two
                // dimensions without a ceiling that is always so
    float corner[3]; // position of the corner of the first cell
} loam_cave_form;

/// A cell a metre wide, walls three high, in the middle of x = z = 0 as in the thesis; sloped, with a floor and no
/// ceiling; blocks merged, no shell.
LOAM_API loam_cave_form loam_default_cave_form(const loam_cave_def *def);

/// Adds the heights of a cave in two dimensions: one vertex a cell (Barrio Morra 2021, 3.1.2), or straight walls.
LOAM_API loam_result loam_mesh_add_cave_heights(loam_mesh *mesh, const loam_cave *cave,
                                                const loam_cave_form *form);

/// What blocks have, for comparison.
typedef struct loam_cave_faces
{
    uint64_t all;     // six for each wall cell
    uint64_t visible; // of those, between wall and open
    uint64_t quads;   // that they became
} loam_cave_faces;

/// Adds a cave's walls as blocks, visible faces only. faces may be NULL.
LOAM_API loam_result loam_mesh_add_cave_blocks(loam_mesh *mesh, const loam_cave *cave,
                                               const loam_cave_form *form, loam_cave_faces *faces);

/// Adds a cave's walls as a smooth body: marching cubes on walls blurred by 1 2 1 along each axis.
LOAM_API loam_result loam_mesh_add_cave_surface(loam_mesh *mesh, const loam_cave *cave,
                                                const loam_cave_form *form);

/// How many blocks a cave is wide, high and deep: as many as cells in three dimensions. In two, walls are
/// wall_height high (at least one block, 256 at most) on a floor of two, under a ceiling of two if there is one.
LOAM_API void loam_cave_blocks_size(const loam_cave *cave, const loam_cave_form *form,
                                    int32_t size[3]);

/// The material of a block; 0 if it is open. Beyond the cave it is wall, or open with a shell.
LOAM_API uint8_t loam_cave_block(const loam_cave *cave, const loam_cave_form *form, int32_t x,
                                 int32_t y, int32_t z);

#ifdef __cplusplus
}
#endif
#endif
