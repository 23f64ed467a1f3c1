// SPDX-License-Identifier: MIT
// The rock of a cave: which cells are solid, in the air around it, too, and how light and ways out lie in it. All that is
// drawn and bumped into comes from here. Knows no window and no OpenGL.
//
// Cells are x east, y up, z north, and a plan's resolution wide. In two dimensions walls stand on the floor, y = 0, as
// many cells high as their height is. A single cave begins at cell 0 of all three and stands in the open, on a plain at
// y = 0; beyond its box it is air.
#ifndef LOAM_CAVE_ROCK_H
#define LOAM_CAVE_ROCK_H

#include "cave/plan.h"
#include "loam/pipeline.h"

enum
{
    CAVE_SLAB = 2, // cells that a ceiling is thick, with sky above
};

typedef struct cave_rock
{
    loam_env env;
    cave_plan plan;
    loam_cave_def def;
    int32_t layers;          // of walls in two dimensions
    int64_t size[3];         // of a single cave's box, with its ceiling
    loam_cave *cave;         // a single one
    int32_t *out;            // of each of its cells: cells to the outside, -1: there is no way
    loam_pipeline *pipeline; // one without an end
    loam_region *region;
    int64_t page_side;
    int64_t bubble[3]; // cells that are kept open around here, while it grows
    int32_t bubble_cells;
    uint64_t hash; // of a single cave's cells and rooms
} cave_rock;

/// env.jobs grows pages. bubble: a cell around which so many are open whatever the automaton says, NULL: none.
/// LOAM_BAD_ARGUMENT for what cannot be grown. *out stays where it is until it ends.
loam_result cave_rock_begin(const loam_env *env, const cave_plan *plan, const int64_t *bubble,
                            int32_t bubble_cells, cave_rock *out);
/// {0} is allowed.
void cave_rock_end(cave_rock *rock);

/// Asks for the pages around a cell, as far as is seen, and lets them come for some microseconds; nothing to do for a
/// single cave.
loam_result cave_rock_follow(cave_rock *rock, const int64_t at[3], int64_t reach,
                             uint64_t budget_us);

/// Fills out with the cells of a box: 1 is solid; x fastest, then y. waits: pages that are not there are grown now, from
/// this thread; otherwise LOAM_NOT_FOUND.
loam_result cave_rock_fill(cave_rock *rock, const int64_t low[3], const int32_t size[3], bool waits,
                           uint8_t *out);
bool cave_rock_is_solid(cave_rock *rock, int64_t x, int64_t y, int64_t z);

/// Whether a cell lies in a single cave's box, or anywhere in one without an end.
bool cave_rock_has(const cave_rock *rock, int64_t x, int64_t y, int64_t z);
/// Whether there is sky anywhere.
bool cave_rock_has_sky(const cave_rock *rock);
/// Light of the sky in an open cell, 0 .. 255.
uint8_t cave_rock_sky(const cave_rock *rock, int64_t x, int64_t y, int64_t z);

// ---- places -----------------------------------------------------------------------------------------

/// Where somebody stands: the cell of the feet, and where most can be seen, degrees from north over east.
typedef struct cave_stand
{
    int64_t cell[3];
    int32_t yaw;
    int32_t room_cells; // of the room that it is in
} cave_stand;

/// A place on the floor of the largest room: the one with most room around it, of these the one nearest to the room's
/// middle. Of a cave without an end the largest around a cell. LOAM_NOT_FOUND: nobody has room to stand.
loam_result cave_rock_stand(cave_rock *rock, const int64_t around[3], cave_stand *out);

/// The way out: how many cells it is, and the cell that one comes to after some of them. False if there is none, or one
/// is outside.
bool cave_rock_way_out(const cave_rock *rock, const int64_t from[3], int32_t ahead, int32_t *cells,
                       int64_t to[3]);

#endif
