// SPDX-License-Identifier: MIT
// A journal of changed tiles, for undo and redo.
#ifndef LOAM_TILES_UNDO_H
#define LOAM_TILES_UNDO_H

#include "loam/tile_game.h"
#include "tiles/state/world.h"

/// A tile that somebody has changed.
typedef struct loam_change
{
    loam_tile_pos at;
    loam_tile before, after;
    uint32_t group; // changes that are undone together
} loam_change;

typedef struct loam_undo
{
    loam_undo_report last; // what the last undo or redo has left as it was
    loam_change *changes;  // a ring of `room`
    uint32_t *met;         // a table of tiles that an undo or redo has met
    size_t room;
    size_t first; // the oldest
    size_t done,
        undone;        // how many there are behind it that can be undone, and behind these, redone
    size_t unfinished; // of the done ones, the last: their variants may still be fitted
    uint32_t group;
    bool paused; // nothing is noted
    bool lost;   // the current group is larger than the journal
} loam_undo;

/// The journal holds as many changes as fit into so many bytes; it may be none.
loam_result loam_undo_init(loam_undo *undo, const loam_env *env, size_t bytes);
void loam_undo_free(loam_undo *undo, const loam_env *env);

/// What is noted from now on is undone together.
void loam_undo_begin(loam_undo *undo);

/// Notes a change of a tile. If there is no room the oldest groups leave.
void loam_undo_note(loam_undo *undo, loam_tile_pos at, loam_tile before, loam_tile after);

/// The tiles noted since the last call are now as they stay.
void loam_undo_finish(loam_undo *undo, const loam_tile_world *world);

/// Takes the last group back, or does it again. Tiles that have changed since, and those beyond the ring,
/// stay as they are. LOAM_FAILED if there is none, or if nothing of it is in the ring.
loam_result loam_undo_back(loam_undo *undo, loam_tile_world *world);
loam_result loam_undo_again(loam_undo *undo, loam_tile_world *world);

#endif
