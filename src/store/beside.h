// SPDX-License-Identifier: MIT
// What stands beside a world's file while it is written, or since a process was killed that wrote it:
// NAME-journal and NAME-wal, which belong to it, and NAME-shm.
#ifndef LOAM_STORE_BESIDE_H
#define LOAM_STORE_BESIDE_H

#include "store/file.h"

enum
{
    LOAM_HEADER_BYTES = 100 // that an SQLite file begins with
};

/// Whether SQLite may be shown what stands beside a file: plain files with one name each, and a journal that
/// leads to no other file. LOAM_IO says which is not.
loam_result loam_beside_check(const loam_world_file *file);

/// Finds the first bytes of a file in what stands beside it: where those of the file itself were being written
/// when the power went, nothing may be left of them.
bool loam_beside_find_header(const loam_world_file *file, uint8_t header[LOAM_HEADER_BYTES]);

/// Locks the place of a new world, if it is free: there is no file, and nothing beside it that SQLite would
/// take for a part of a new one.
loam_result loam_beside_claim(loam_world_file *file);

/// Removes a file that is locked, and all that stands beside it. If the file cannot be removed all stays.
loam_result loam_beside_remove(const loam_world_file *file);

#endif
