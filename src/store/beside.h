// SPDX-License-Identifier: MIT
// What stands beside a world's file while it is written, or since a process was killed that wrote it:
// NAME-journal and NAME-wal, which belong to it, and NAME-shm.
#ifndef LOAM_STORE_BESIDE_H
#define LOAM_STORE_BESIDE_H

#include "store/file.h"

/// Whether SQLite may be shown what stands beside a file: plain files with one name each, and a journal that
/// leads to no other file. LOAM_IO says which is not.
loam_result loam_beside_check(const loam_world_file *file);

/// Locks the place of a new world, if it is free: there is no file, and nothing beside it that SQLite would
/// take for a part of a new one.
loam_result loam_beside_claim(loam_world_file *file);

/// Removes a file that is locked, and all that stands beside it. If the file cannot be removed all stays.
loam_result loam_beside_remove(const loam_world_file *file);

#endif
