// SPDX-License-Identifier: MIT
// Definitions from files.
#ifndef LOAM_DEFS_READ_FILE_H
#define LOAM_DEFS_READ_FILE_H

#include "loam/base.h"

/// Reads all of a file and hands it to read, with into; messages begin with the file's name.
loam_result loam_defs_read_path(const loam_env *env, const char *path,
                                loam_result (*read)(const loam_env *env, const char *text,
                                                    size_t size, void *into),
                                void *into);

#endif
