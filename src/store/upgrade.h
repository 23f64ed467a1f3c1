// SPDX-License-Identifier: MIT
// Worlds that go on with a newer version.
#ifndef LOAM_STORE_UPGRADE_H
#define LOAM_STORE_UPGRADE_H

#include "loam/store.h"

/// Writes a higher version into the file of a store that may be written, and definitions if they are not NULL,
/// both or neither, and returns when they are on the disk.
loam_result loam_store_raise(loam_store *store, int32_t to, const loam_tile_defs *defs);

#endif
