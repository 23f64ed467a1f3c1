// SPDX-License-Identifier: MIT
// Changes of the world by a player or a program.
#ifndef LOAM_TILES_EDIT_H
#define LOAM_TILES_EDIT_H

#include "tiles/state/world.h"

/// Makes and frees what edits of this world need, so that no edit allocates.
loam_result loam_edit_init(loam_tile_world *world);
void loam_edit_free(loam_tile_world *world);

/// Whether a tile of an edit's shape, which has another material than the edit's, is to be changed. Asked
/// once for each, row by row from below, of a brush; then it is changed.
typedef bool loam_edit_filter(void *user, loam_tile_pos at, loam_tile tile);

/// loam_tile_world_edit of those tiles that a filter accepts; NULL: all.
loam_result loam_edit_where(loam_tile_world *world, const loam_edit *edit,
                            loam_edit_filter *accepts, void *user, int64_t *changed);

#endif
