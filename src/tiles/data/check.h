// SPDX-License-Identifier: MIT
// Checks that the parts of the definitions have in common.
#ifndef LOAM_TILES_CHECK_H
#define LOAM_TILES_CHECK_H

#include "loam/tiles.h"

enum
{
    LOAM_CHECK_PATH = 96 // bytes of a path in a message
};

/// what: "materials: the name of id 4".
loam_result loam_check_name(const char *name, const char *what);

/// Whether there is such a version of the tile worlds.
loam_result loam_check_version(int32_t version);

/// Every field of a part by itself; owner is its path: "materials.sand".
loam_result loam_check_fields(const loam_tile_defs *defs, const char *owner, const void *part,
                              const loam_tile_field *fields, int32_t count);

/// What changes, what moves, and the sky. All else has been checked.
loam_result loam_check_life(const loam_tile_defs *defs);

/// Groves and species. All else has been checked.
loam_result loam_check_plants(const loam_tile_defs *defs);

#endif
