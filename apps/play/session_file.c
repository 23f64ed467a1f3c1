// SPDX-License-Identifier: MIT
#include "play/session_inside.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

// A file that is removed while its world is played goes on being written, and is gone when it is closed: the
// store has it, but no name leads there. So its number is compared now and then, and what is open is copied
// to where the file was.

#define WORLD_END ".loam"

static bool look_at(const char *path, session_file *out)
{
    struct stat status;
    if (stat(path, &status) != 0)
    {
        return false;
    }
    *out = (session_file){(uint64_t)status.st_dev, (uint64_t)status.st_ino};
    return true;
}

void session_find_file(session *s)
{
    if (s->store == NULL || !look_at(s->def.path, &s->file))
    {
        s->file = (session_file){0};
    }
}

loam_result session_check_file(const session *s)
{
    session_file now;
    if (s->store == NULL)
    {
        return LOAM_OK;
    }
    if (!look_at(s->def.path, &now))
    {
        return loam_fail(LOAM_NOT_FOUND,
                         "the file of this world was removed: %s; it is written anew when you "
                         "leave the world",
                         s->def.path);
    }
    if (now.device != s->file.device || now.number != s->file.number)
    {
        return loam_fail(LOAM_NOT_FOUND,
                         "another file has taken the place of this world: %s; the world is written "
                         "beside it when you leave",
                         s->def.path);
    }
    return LOAM_OK;
}

/// NAME rescued.loam, beside it: the lock of the place itself is still the store's.
static loam_result rescue_path(const session *s, char out[PLAY_MAX_PATH])
{
    const char *const path = s->def.path;
    const size_t length = strlen(path), end = strlen(WORLD_END);
    const bool ends = length > end && strcmp(path + length - end, WORLD_END) == 0;
    const int wanted = snprintf(out, PLAY_MAX_PATH, "%.*s rescued" WORLD_END,
                                (int)(ends ? length - end : length), path);
    return wanted < PLAY_MAX_PATH
               ? LOAM_OK
               : loam_fail(LOAM_IO, "%s: its name has no room for \" rescued\"", path);
}

loam_result session_rescue(session *s)
{
    char beside[PLAY_MAX_PATH];
    loam_result result = session_save_all(s);
    result = result == LOAM_OK ? rescue_path(s, beside) : result;
    result = result == LOAM_OK ? loam_store_copy(s->store, beside) : result;
    if (result != LOAM_OK)
    {
        return result;
    }
    session_drop(s);
    // link() takes nobody's place.
    if (link(beside, s->def.path) == 0)
    {
        unlink(beside);
        loam_log_write(&s->env, LOAM_LOG_WARNING, "%s was removed, and is written anew",
                       s->def.path);
        return LOAM_OK;
    }
    return loam_fail(LOAM_IO, "%s cannot be written: %s; the world is saved as %s", s->def.path,
                     strerror(errno), beside);
}
