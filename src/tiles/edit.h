// SPDX-License-Identifier: MIT
// Changes of the world by a player or a program.
#ifndef LOAM_TILES_EDIT_H
#define LOAM_TILES_EDIT_H

#include "tiles/world.h"

/// Makes and frees what edits of this world need, so that no edit allocates.
loam_result loam_edit_init(loam_tile_world *world);
void loam_edit_free(loam_tile_world *world);

#endif
