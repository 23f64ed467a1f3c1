// SPDX-License-Identifier: MIT
// The parts of a cave, for those who have checked the def.
#ifndef LOAM_CAVES_CAVE_H
#define LOAM_CAVES_CAVE_H

#include "loam/caves.h"

/// The smoothing of a cave's cells.
loam_smoothing loam_cave_smoothing(const loam_cave_def *def);

/// Fills a solid with how the cells from (x, y, z) on start; row has room for its width and 128 bits more.
void loam_cave_begin(const loam_cave_def *def, loam_solid *out, const int64_t at[3], uint64_t *row);
size_t loam_cave_row_size(int32_t w);

/// Bytes of scratch memory for a window of these sides.
size_t loam_cave_window_scratch(const loam_cave_def *def, int32_t w, int32_t h, int32_t d);

/// Fills a solid with a window of the smoothed cave that has no end, from (x, y, z) on.
loam_result loam_cave_window(const loam_cave_def *def, loam_solid *out, const int64_t at[3],
                             void *scratch, size_t scratch_size);

// ---- rooms --------------------------------------------------------------------------------------

/// Labels being given: -1 for walls, else the number of the room.
typedef struct loam_room_search
{
    loam_solid *walls;
    int32_t *room_of;  // one for each cell
    uint32_t *waiting; // as many
} loam_room_search;

/// Finds the next room in the order of memory: fills in room and labels its cells with number. *from is
/// where to go on, 0 at first. False if there is none.
bool loam_room_next(loam_room_search *search, size_t *from, int32_t number, loam_cave_room *room);

/// Turns the cells of the room that was found last into walls.
void loam_room_fill(loam_room_search *search, const loam_cave_room *room);

// ---- corridors ----------------------------------------------------------------------------------

/// Rooms that are to be joined.
typedef struct loam_room_join
{
    const loam_cave_def *def;
    loam_solid *walls;
    int32_t *room_of;
    uint32_t *nearest; // scratch, one for each cell
    int32_t *group;    // scratch, one for each room
    uint32_t *best;    // scratch, two for each room
    int32_t room_count;
    loam_cave_corridor *corridors; // room_count - 1
} loam_room_join;

/// Joins all rooms; returns how many corridors that took.
int32_t loam_rooms_connect(loam_room_join *join);

/// Opens ways to the outside; returns how many, at most def->openings.
int32_t loam_rooms_open(loam_room_join *join, loam_cave_opening *openings);

#endif
