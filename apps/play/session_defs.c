// SPDX-License-Identifier: MIT
#include "play/session_inside.h"

#include "loam/defs.h"

#include <string.h>
#include <sys/stat.h>

// The file of definitions is looked at once a second, by its date and size alone; only if these have
// changed is it read.

enum
{
    LOOK_US = 1000000
};

void session_free_defs(const session *s, loam_tile_defs *defs)
{
    loam_free(&s->env, defs, sizeof *defs);
}

/// A game reads its definitions more than once, and does not wait for them.
static loam_result read_plain(const loam_env *env, const char *path, int32_t version,
                              loam_tile_defs *defs)
{
    struct stat status;
    if (stat(path, &status) == 0 && !S_ISREG(status.st_mode) && !S_ISDIR(status.st_mode))
    {
        return loam_fail(LOAM_IO, "%s: is a pipe or a device; must be a file", path);
    }
    const loam_result result = loam_tile_defs_init_version(defs, version);
    return result == LOAM_OK ? loam_tile_defs_read_file(env, path, defs) : result;
}

loam_result session_read_defs(const session *s, loam_tile_defs **out)
{
    loam_tile_defs *const defs = loam_alloc(&s->env, sizeof *defs);
    *out = NULL;
    if (defs == NULL)
    {
        return LOAM_OUT_OF_MEMORY;
    }
    // What the file does not say is as it was in the world's version.
    const int32_t version = s->store != NULL ? loam_store_defs(s->store)->version
                                             : LOAM_TILES_VERSION;
    const loam_result result = read_plain(&s->env, s->def.defs, version, defs);
    if (result != LOAM_OK)
    {
        session_free_defs(s, defs);
        return result;
    }
    *out = defs;
    return LOAM_OK;
}

loam_result session_check_defs(const loam_env *env, const char *path)
{
    loam_tile_defs *const defs = loam_alloc(env, sizeof *defs);
    if (defs == NULL)
    {
        return LOAM_OUT_OF_MEMORY;
    }
    const loam_result result = read_plain(env, path, LOAM_TILES_VERSION, defs);
    loam_free(env, defs, sizeof *defs);
    return result;
}

loam_result session_compare_defs(const session *s, const loam_tile_defs *a, const loam_tile_defs *b,
                                 bool *same)
{
    char *first = NULL, *second = NULL;
    size_t first_size, second_size;
    loam_result result = loam_tile_defs_write(&s->env, a, &first, &first_size);
    if (result != LOAM_OK)
    {
        return result;
    }
    result = loam_tile_defs_write(&s->env, b, &second, &second_size);
    if (result == LOAM_OK)
    {
        *same = first_size == second_size && memcmp(first, second, first_size) == 0;
        loam_free(&s->env, second, second_size + 1);
    }
    loam_free(&s->env, first, first_size + 1);
    return result;
}

/// Whether the file is another than when it was looked at last, which is now.
static bool has_changed(session *s)
{
    struct stat status;
    if (s->def.defs == NULL || stat(s->def.defs, &status) != 0)
    {
        return false; // who is writing it may have taken it away for a moment
    }
    session_watch *const watch = &s->watch;
    const session_watch now = {.next_us = watch->next_us,
                               .mtime_s = (int64_t)status.st_mtim.tv_sec,
                               .mtime_ns = (int64_t)status.st_mtim.tv_nsec,
                               .size = (int64_t)status.st_size};
    const bool changed = now.mtime_s != watch->mtime_s || now.mtime_ns != watch->mtime_ns ||
                         now.size != watch->size;
    *watch = now;
    return changed;
}

void session_look_at_defs(session *s)
{
    (void)has_changed(s);
}

/// Whether the world could go on with what the file says now.
static loam_result judge(session *s, bool *reload)
{
    loam_tile_defs *defs = NULL;
    bool same = true;
    loam_result result = session_read_defs(s, &defs);
    result = result == LOAM_OK ? session_compare_defs(s, defs, session_defs(s), &same) : result;
    if (result == LOAM_OK && !same)
    {
        result = loam_tile_defs_check_upgrade(session_defs(s), defs);
    }
    session_free_defs(s, defs);
    if (result == LOAM_OK && !same && s->store == NULL)
    {
        return loam_fail(LOAM_UNSUPPORTED,
                         "%s has changed; this world is not kept, the next one will have it",
                         s->def.defs);
    }
    *reload = result == LOAM_OK && !same;
    return result;
}

loam_result session_watch_defs(session *s, uint64_t now_us, bool *reload)
{
    LOAM_ASSERT(&s->env, s->state == SESSION_OPEN && reload != NULL);
    *reload = false;
    if (now_us < s->watch.next_us)
    {
        return LOAM_OK;
    }
    s->watch.next_us = now_us + LOOK_US;
    return has_changed(s) ? judge(s, reload) : LOAM_OK;
}
