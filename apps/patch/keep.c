// SPDX-License-Identifier: MIT
#include "patch/keep.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum
{
    MAX_KEPT = 1 << 27 // bytes
};

static loam_result fail_reading(const char *path)
{
    return loam_fail(LOAM_IO, "%s: cannot be read: %s", path, strerror(errno));
}

/// All that is left of a stream.
static loam_result read_all(FILE *stream, const char *path, uint8_t **bytes, size_t *size)
{
    for (size_t room = 1 << 16; !feof(stream) && !ferror(stream); room *= 2)
    {
        uint8_t *const more = room <= MAX_KEPT ? realloc(*bytes, room) : NULL;
        if (more == NULL)
        {
            return loam_fail(LOAM_BAD_ARGUMENT, "%s has more than %d bytes; must be at most that",
                             path, MAX_KEPT / 2);
        }
        *bytes = more;
        *size += fread(*bytes + *size, 1, room - *size, stream);
    }
    return ferror(stream) ? fail_reading(path) : LOAM_OK;
}

loam_result keep_load(loam_patchwork *patchwork, const char *path)
{
    uint8_t *bytes = NULL;
    size_t size = 0;
    FILE *const stream = fopen(path, "rb");
    if (stream == NULL)
    {
        return errno == ENOENT ? LOAM_OK : fail_reading(path);
    }
    loam_result result = read_all(stream, path, &bytes, &size);
    fclose(stream);
    if (result == LOAM_OK && loam_patchwork_unpack(patchwork, bytes, size) != LOAM_OK)
    {
        result = loam_fail(LOAM_BAD_ARGUMENT, "%s: %s", path, loam_last_error());
    }
    free(bytes);
    return result;
}

loam_result keep_save(const loam_env *env, const loam_patchwork *patchwork, const char *path)
{
    uint8_t *bytes = NULL;
    size_t size = 0;
    loam_result result = loam_patchwork_pack(patchwork, &bytes, &size);
    result = result == LOAM_OK ? loam_file_write(path, bytes, size) : result;
    loam_free(env, bytes, size);
    return result;
}
