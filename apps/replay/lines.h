// SPDX-License-Identifier: MIT
// The lines of a file of commands or of a replay, one at a time, and never without end: whatever the file is.
#ifndef LOAM_REPLAY_LINES_H
#define LOAM_REPLAY_LINES_H

#include "loam/base.h"

#include <stdio.h>

enum
{
    LINES_MAX_LENGTH = 1022,         // bytes of a line
    LINES_MAX_BYTES = 256 * 1048576, // of all
    LINES_MAX_COUNT = 10000000,
};

typedef struct lines
{
    const char *path;
    FILE *file;
    int64_t number; // of the line that was read last, from 1
    int64_t bytes;  // that were read
    bool cut;       // the last line has no end: whoever wrote it may not have been done
    char words[LINES_MAX_LENGTH + 1];
} lines;

/// Opens a file, or a pipe. path has to stay.
loam_result lines_open(lines *in, const char *path);

/// Reads the next line into words, without what ends it. *more is whether there was one. A failure, which
/// names the file and the line, is LOAM_IO if it cannot be read, and LOAM_BAD_ARGUMENT for a line that is too
/// long, for a byte 0, and for more lines or bytes than there may be.
loam_result lines_next(lines *in, bool *more);

void lines_close(lines *in);

#endif
