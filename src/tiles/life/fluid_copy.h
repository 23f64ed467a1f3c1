// SPDX-License-Identifier: MIT
// The copy that a quarter is worked on in.
#ifndef LOAM_TILES_FLUID_COPY_H
#define LOAM_TILES_FLUID_COPY_H

#include "tiles/life/fluid_group.h"

enum
{
    COPY_SIDE = QUARTER_SIDE + 2, // the tiles around it, too
    COPY_STRIDE = COPY_SIDE + 6,
    WOKEN_ROWS = QUARTER_SIDE + 4 // what changes just outside wakes tiles yet further out
};

typedef struct fluid_copy
{
    loam_tile tiles[COPY_SIDE * COPY_STRIDE];
    fluid_row rows[WOKEN_ROWS];
    bool loaded[COPY_SIDE];
    bool found[COPY_SIDE]; // what is open in it, and what of it is no plain fluid
} fluid_copy;

/// Begins with the bits of the quarter and none of its tiles.
void loam_fluid_copy_begin(fluid_copy *copy, const fluid_group *group);

/// Fetches four rows of the group, if they are not there yet: a core and its receivers.
void loam_fluid_copy_rows(fluid_copy *copy, const fluid_group *group, uint32_t first);

/// Finds those bits of four rows that are loaded, if it has not been done.
void loam_fluid_copy_find(fluid_copy *copy, const fluid_group *group, uint32_t first);

/// Lets the cores of a pass flow whose units are plain, see fluid_plain.c. (x, y) is the pass's first core, a core is
/// the bit of its column from x on, in the band of its rows. Those that have had their turns are cleared.
void loam_fluids_flow_plain(fluid_group *group, fluid_copy *copy, uint32_t x, uint32_t y,
                            uint64_t cores[FLUID_BANDS]);

/// Puts everything back into the ring.
void loam_fluid_copy_end(const fluid_copy *copy, const fluid_group *group);

#endif
