// SPDX-License-Identifier: MIT
// Where blocks were changed since the last step, by edits and slow rules.
//
// What follows from a change, sand that comes loose and water that looks for its level, waits for the next
// step. So it does not matter in which order tiles of one edit are written, and an edit that is undone
// before the next step has changed nothing.
#ifndef LOAM_TILES_CHANGED_H
#define LOAM_TILES_CHANGED_H

#include "tiles/life/awake.h"

typedef struct loam_changes
{
    uint32_t *changed; // a bit each tile, in the order of loam_awake
    uint32_t *opened;  // of these, where something could lie on that is gone
    bool *quarters;    // those that have any
    bool any;
} loam_changes;

loam_result loam_changes_init(loam_changes *changes, const loam_env *env, const loam_awake *awake);
void loam_changes_free(loam_changes *changes, const loam_env *env, const loam_awake *awake);

void loam_changes_note(loam_changes *changes, const loam_awake *awake, uint32_t x, uint32_t y,
                       bool opened);

/// Calls visit for all of them, and forgets them. They come row by row from `low` on, which is the ring's
/// lowest left tile: in an order that follows from where they are in the world.
void loam_changes_each(loam_changes *changes, const loam_awake *awake, uint32_t low_x,
                       uint32_t low_y,
                       void (*visit)(void *user, uint32_t x, uint32_t y, bool opened), void *user);

#endif
