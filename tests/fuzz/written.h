// SPDX-License-Identifier: MIT
// For targets whose parser reads a file: the input as one.
#ifndef LOAM_FUZZ_WRITTEN_H
#define LOAM_FUZZ_WRITTEN_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static char written_path[64];

static void written_remove(void)
{
    char damaged[sizeof written_path + 16]; // what settings leave of a file that is none
    snprintf(damaged, sizeof damaged, "%s.damaged", written_path);
    unlink(damaged);
    unlink(written_path);
}

/// Writes the input to the same file every time, and returns its path.
static const char *written(const uint8_t *data, size_t size)
{
    if (written_path[0] == '\0')
    {
        snprintf(written_path, sizeof written_path, "%s/loam-fuzz-%ld",
                 access("/dev/shm", W_OK) == 0 ? "/dev/shm" : ".", (long)getpid());
        atexit(written_remove);
    }
    FILE *const file = fopen(written_path, "wb");
    if (file == NULL || fwrite(data, 1, size, file) != size || fclose(file) != 0)
    {
        abort();
    }
    return written_path;
}

#endif
