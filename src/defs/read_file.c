// SPDX-License-Identifier: MIT
#include "defs/read_file.h"

#include "loam/defs.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

// The size of a file is known when its end was reached: pipes have none before, and files can grow.

enum
{
    FIRST_ROOM = 1 << 16
};

typedef struct content
{
    char *bytes;
    size_t size, room;
} content;

static loam_result grow(const loam_env *env, content *into)
{
    const size_t room = into->room > 0 ? 2 * into->room : FIRST_ROOM;
    char *const bytes = loam_alloc(env, room);
    if (bytes == NULL)
    {
        return LOAM_OUT_OF_MEMORY;
    }
    if (into->size > 0)
    {
        memcpy(bytes, into->bytes, into->size);
    }
    loam_free(env, into->bytes, into->room);
    into->bytes = bytes;
    into->room = room;
    return LOAM_OK;
}

static loam_result read_stream(const loam_env *env, FILE *stream, content *into)
{
    while (into->size <= LOAM_MAX_DEFS_TEXT)
    {
        const loam_result result = into->size == into->room ? grow(env, into) : LOAM_OK;
        if (result != LOAM_OK)
        {
            return result;
        }
        errno = 0;
        const size_t got = fread(into->bytes + into->size, 1, into->room - into->size, stream);
        into->size += got;
        if (got == 0)
        {
            return ferror(stream) ? loam_fail(LOAM_IO, "cannot be read: %s", strerror(errno))
                                  : LOAM_OK;
        }
    }
    return loam_fail(LOAM_BAD_ARGUMENT, "a text of more than %zu bytes; must be at most as many",
                     LOAM_MAX_DEFS_TEXT);
}

loam_result loam_defs_read_path(const loam_env *env, const char *path,
                                loam_result (*read)(const loam_env *env, const char *text,
                                                    size_t size, void *into),
                                void *into)
{
    FILE *const stream = fopen(path, "rb");
    if (stream == NULL)
    {
        return loam_fail(errno == ENOENT ? LOAM_NOT_FOUND : LOAM_IO, "%s: cannot be read: %s", path,
                         strerror(errno));
    }
    content file = {0};
    loam_result result = read_stream(env, stream, &file);
    fclose(stream);
    result = result != LOAM_OK ? result : read(env, file.bytes, file.size, into);
    loam_free(env, file.bytes, file.room);
    return result == LOAM_OK ? LOAM_OK : loam_fail(result, "%s: %s", path, loam_last_error());
}

static loam_result read_tiles(const loam_env *env, const char *text, size_t size, void *defs)
{
    return loam_tile_defs_read(env, text, size, defs);
}

loam_result loam_tile_defs_read_file(const loam_env *env, const char *path, loam_tile_defs *defs)
{
    return loam_defs_read_path(env, path, read_tiles, defs);
}
