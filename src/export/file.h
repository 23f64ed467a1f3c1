// SPDX-License-Identifier: MIT
// A file that appears whole or not at all.
#ifndef LOAM_EXPORT_FILE_H
#define LOAM_EXPORT_FILE_H

#include "loam/base.h"

#include <stdio.h>

enum
{
    LOAM_MAX_PATH = 4096
};

typedef struct loam_file
{
    FILE *stream;     // write to this
    const char *path; // as the caller wrote it, for messages
    int error;        // errno of a write that failed, if the writer knows it
    char target[LOAM_MAX_PATH];
    char temporary[LOAM_MAX_PATH + 32]; // "" if the target is written directly: a device, a pipe
} loam_file;

/// Whether path can be a file's name at all.
loam_result loam_file_check_name(const char *path);

/// Opens a file beside path for writing. After LOAM_OK one of the two below must follow.
loam_result loam_file_begin(loam_file *file, const char *path);

/// Moves the file to its place, if all that was written to the stream has arrived.
loam_result loam_file_commit(loam_file *file);

/// Leaves everything as it was before.
void loam_file_abandon(loam_file *file);

#endif
