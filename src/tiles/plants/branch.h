// SPDX-License-Identifier: MIT
// What plants in the world are made of. All of it is plain integers in flat arrays without pointers, so that
// it can be copied as it is: the chunks' blocks, the ring's arrays and, one day, a GPU's buffers.
//
// Lengths are 1/256 of a tile, from the low left corner of the root's tile. Angles are of 2^32 a turn, to the
// left, 0 to the right.
#ifndef LOAM_TILES_BRANCH_H
#define LOAM_TILES_BRANCH_H

#include "loam/tiles.h"

enum
{
    PLANT_TILE = 256, // a tile
    PLANT_TILE_LOG2 = 8,
    PLANT_MAX_BRANCHES = LOAM_MAX_PLANT_BRANCHES, // of a plant
    PLANT_MAX_CELLS = 32768,                      // of a plant
    PLANT_MAX_PIECE = 12,          // tiles that a branch is long: longer ones are several
    PLANT_MAX_ROWS = 20,           // of a branch's raster: room for what a sloping one covers
    PLANT_MAX_ACROSS = 12,         // tiles that a branch is wide
    PLANT_ROOT_X = PLANT_TILE / 2, // where stems begin: in the ground
    PLANT_ROOT_Y = -2 * PLANT_TILE,
    PLANT_WIND_FULL = 1024,     // a storm
    PLANT_TURN_LIMIT = 1 << 29, // the most that a joint bends: 45 degrees
    PLANT_MAX_FALLS = 4,        // parts of a plant that fall at a time: others wait for their turn
    PLANT_STANDS = 0,           // a branch's part: 1 .. PLANT_MAX_FALLS are parts that fall
    PLANT_GONE = 255,
};

/// A piece of a branch, or a clump of leaves at the end of one.
typedef struct loam_branch
{
    int32_t parent;           // of the same plant, and before this one; -1: the root
    uint32_t rest;            // heading at rest, from that of the parent
    int32_t bend, speed;      // how far it is from there, and what is added to that in a step
    int32_t length;           // 0: a clump
    int32_t width, tip_width; // of a branch, at its two ends
    int32_t lead;             // half its length, in 1/256 of the parent's length
    int32_t drag;             // what the wind gets hold of
    int32_t weight;
    int32_t rest_load;  // the weight's moment at rest, which its growth has made up for
    int32_t give;       // bend for a moment, in 1/4096
    int32_t pull, hold; // of the spring, and what takes its speed, in 1/65536
    int32_t x, y;       // where its tip is
    uint32_t heading;
    int32_t drawn_x,
        drawn_y; // where the tip was when it was put into the world, in quarters of a tile
    uint32_t cell, cell_count; // its raster, of the plant's cells
    uint8_t rows, across;      // of a branch: cell_count is their product
    uint8_t material;
    uint8_t thick; // stands before leaves
    uint8_t
        part; // PLANT_STANDS, the number of the part that falls with it, or PLANT_GONE. x and y of
              // one that falls are where it broke off
    uint8_t top;    // rows from here on are not the standing plant's any more
    uint8_t broken; // while it falls: it has hit something
    bool hurt;      // its cells are others than when it was last asked whether it holds
    bool put;       // some of its cells may be in the world: else there is nothing to lift
    uint8_t reach;  // of a clump: its leaves are no further from the tip, along each axis
} loam_branch;

/// Whether nothing of it has broken off.
static inline bool loam_branch_stands(const loam_branch *branch)
{
    return branch->part == PLANT_STANDS && branch->top == branch->rows;
}

/// What a part that falls does.
typedef enum loam_fall_state
{
    FALL_NONE,   // there is no such part
    FALL_HINGED, // turns about its stump
    FALL_FREE,   // has come off
    FALL_ROLLS,  // turns about where it touches the ground
    FALL_RESTS,  // lies, and what is thin crumbles
    FALL_STATES
} loam_fall_state;

enum
{
    FALL_OLDER, // the points of the branch that broke: where its parent begins,
    FALL_BASE,  // where it begins itself,
    FALL_TIP    // and its tip
};

/// A part of a plant that has broken off: rows of one branch from the break on, and all branches beyond. All
/// of it turns as one. Nothing but integers of 32 bits, so that it is hashed and kept as an array of them.
typedef struct loam_fall
{
    int32_t state;
    int32_t root;           // the branch that broke
    int32_t from_row, rows; // of it: from here to before there
    int32_t heading;        // of that branch when it broke, as bits
    int32_t points[3][2];   // FALL_OLDER .. FALL_TIP, when it broke
    int32_t middle[2];      // of the wood, when it broke
    int32_t at[2];          // where that is now, in 1/65536 of a tile
    int32_t speed[2];       // the same, a step
    int32_t turn;           // since it broke, as bits
    int32_t spin;           // what is added to that in a step
    int32_t spin_limit;     // so that no end is faster than what is looked at
    int32_t pivot[2];       // what it turns about, if it is not free
    int32_t arm[2];         // from there to the middle, if it had not turned
    int32_t inertia;        // the wood's mean distance from the middle, squared, in tiles
    int32_t reach;          // tiles from the middle to the furthest cell
    int32_t owed[2];   // tiles of wood that are to lie at last: of thin branches, of stout ones
    int32_t age, hits; // steps, and those in which it hit something
} loam_fall;

enum
{
    FALL_NUMBERS = sizeof(loam_fall) / sizeof(int32_t)
};

/// A cell of a raster. A branch has rows x across of them; a clump has one for each leaf.
typedef struct loam_plant_cell
{
    uint8_t material,
        variant;  // what is to be seen there; LOAM_AIR: nothing, it is burnt or dug away
    int8_t x, y;  // of a leaf: from the tile of the tip
    bool changed; // it is not as it has grown
    uint8_t rank; // it is not there while its plant is as bare as that: see season.h
} loam_plant_cell;

/// A plant that has grown.
typedef struct loam_grown_plant
{
    loam_tile_plant seed;
    int64_t x, y;                   // the tile that its branches' places are measured from
    uint32_t branch, branch_count;  // of the chunk's
    uint32_t cell, cell_count;      // of the chunk's
    int32_t left, right, low, high; // tiles that it may cover, from (x, y), all included
    int32_t grown[4];               // the same four, if nothing of it falls
    loam_fall falls[PLANT_MAX_FALLS];
} loam_grown_plant;

/// The plants of a chunk, all in one piece of memory.
typedef struct loam_plant_block
{
    size_t bytes; // of all of it
    uint32_t plant_count, branch_count, cell_count;
    loam_grown_plant *plants;
    loam_branch *branches;
    loam_plant_cell *cells;
} loam_plant_block;

/// Makes room for plants. NULL with a message if there is no memory.
loam_plant_block *loam_plant_block_make(const loam_env *env, uint32_t plants, uint32_t branches,
                                        uint32_t cells);
/// NULL is allowed.
void loam_plant_block_free(const loam_env *env, loam_plant_block *block);

#endif
