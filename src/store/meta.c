// SPDX-License-Identifier: MIT
#include "store/meta.h"

#include "loam/random.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Without its seed and its definitions a world is lost, and they are small. So every value is there
// twice, each with a checksum of its own, and one of them is enough.

enum
{
    COPIES = 2
};

static const char *const names[LOAM_META_COUNT] = {
    [LOAM_META_SEED] = "seed",       [LOAM_META_WORLD_VERSION] = "world_version",
    [LOAM_META_CREATED] = "created", [LOAM_META_DEFINITIONS] = "definitions",
    [LOAM_META_PLAYER] = "player",   [LOAM_META_GAME] = "game",
    [LOAM_META_KIND] = "kind",       [LOAM_META_VOLUME_VERSION] = "volume_version",
    [LOAM_META_SHAPE] = "shape",     [LOAM_META_VOXEL] = "voxel_mm",
    [LOAM_META_INSIDE] = "inside",
};

static const char *verb_of(loam_meta which)
{
    return which == LOAM_META_DEFINITIONS ? "are" : "is";
}

/// Whether a world of a kind does without.
static bool is_optional(loam_store_kind kind, loam_meta which)
{
    switch (which)
    {
    case LOAM_META_DEFINITIONS:
        return kind != LOAM_STORE_TILES;
    case LOAM_META_KIND:
    case LOAM_META_VOLUME_VERSION:
    case LOAM_META_SHAPE:
        return kind != LOAM_STORE_LAND;
    default:
        return which == LOAM_META_PLAYER || which == LOAM_META_GAME || which == LOAM_META_VOXEL ||
               which == LOAM_META_INSIDE;
    }
}

/// What a copy turned out to be.
typedef enum copy_state
{
    COPY_NONE,
    COPY_GOOD,
    COPY_DAMAGED,
} copy_state;

static int64_t id_of(loam_meta which, int copy)
{
    return (int64_t)which * COPIES + copy;
}

static uint64_t checksum_of(loam_meta which, const void *bytes, size_t size)
{
    return loam_hash_bytes(bytes, size, loam_seed_derive(0, names[which]));
}

loam_result loam_meta_put(const loam_meta_file *file, loam_meta which, const void *bytes,
                          size_t size)
{
    sqlite3_stmt *put = NULL;
    int code = sqlite3_prepare_v2(
        file->db, "INSERT OR REPLACE INTO meta(id, name, checksum, value) VALUES(?, ?, ?, ?)", -1,
        &put, NULL);
    for (int copy = 0; copy < COPIES && code == SQLITE_OK; copy++)
    {
        sqlite3_bind_int64(put, 1, id_of(which, copy));
        sqlite3_bind_text(put, 2, names[which], -1, SQLITE_STATIC);
        sqlite3_bind_int64(put, 3, (int64_t)checksum_of(which, bytes, size));
        sqlite3_bind_blob64(put, 4, bytes, size, SQLITE_STATIC);
        code = loam_sql_step(put);
    }
    sqlite3_finalize(put);
    return code == SQLITE_OK ? LOAM_OK
                             : loam_sql_fail(file->name, "could not be written", code, file->db);
}

loam_result loam_meta_put_number(const loam_meta_file *file, loam_meta which, uint64_t value)
{
    char words[24];
    const int length = snprintf(words, sizeof words, "%" PRIu64, value);
    return loam_meta_put(file, which, words, (size_t)length);
}

static copy_state judge(loam_meta which, sqlite3_stmt *row, int code)
{
    if (code == SQLITE_DONE)
    {
        return COPY_NONE;
    }
    const void *bytes = code == SQLITE_ROW ? sqlite3_column_blob(row, 2) : NULL;
    if (bytes == NULL)
    {
        return COPY_DAMAGED; // no value is empty
    }
    const size_t size = (size_t)sqlite3_column_bytes(row, 2);
    const char *name = (const char *)sqlite3_column_text(row, 0);
    return name != NULL && strcmp(name, names[which]) == 0 &&
                   (uint64_t)sqlite3_column_int64(row, 1) == checksum_of(which, bytes, size)
               ? COPY_GOOD
               : COPY_DAMAGED;
}

static loam_result duplicate(const loam_env *env, sqlite3_stmt *row, char **bytes, size_t *size)
{
    *size = (size_t)sqlite3_column_bytes(row, 2);
    *bytes = loam_alloc(env, *size + 1);
    if (*bytes == NULL)
    {
        return LOAM_OUT_OF_MEMORY;
    }
    memcpy(*bytes, sqlite3_column_blob(row, 2), *size);
    (*bytes)[*size] = '\0';
    return LOAM_OK;
}

/// Looks at one copy. If it is good and bytes is not NULL, takes it.
static copy_state read_copy(const loam_meta_file *file, loam_meta which, int copy, char **bytes,
                            size_t *size, loam_result *taken)
{
    sqlite3_stmt *row = NULL;
    int code = sqlite3_prepare_v2(file->db, "SELECT name, checksum, value FROM meta WHERE id = ?",
                                  -1, &row, NULL);
    if (code == SQLITE_OK)
    {
        sqlite3_bind_int64(row, 1, id_of(which, copy));
        code = sqlite3_step(row);
    }
    const copy_state state = judge(which, row, code);
    if (state == COPY_GOOD && bytes != NULL)
    {
        *taken = duplicate(file->env, row, bytes, size);
    }
    sqlite3_finalize(row);
    return state;
}

loam_result loam_meta_get(const loam_meta_file *file, loam_meta which, char **bytes, size_t *size)
{
    bool damaged = false;
    for (int copy = 0; copy < COPIES; copy++)
    {
        loam_result result = LOAM_OK;
        const copy_state state = read_copy(file, which, copy, bytes, size, &result);
        if (state == COPY_GOOD)
        {
            return result;
        }
        damaged = damaged || state == COPY_DAMAGED;
    }
    return damaged ? loam_fail(LOAM_IO, "%s: its %s %s damaged", file->name, names[which],
                               verb_of(which))
                   : loam_fail(LOAM_NOT_FOUND, "%s: has no %s", file->name, names[which]);
}

loam_result loam_meta_get_number(const loam_meta_file *file, loam_meta which, uint64_t *value)
{
    char *words;
    size_t size;
    const loam_result result = loam_meta_get(file, which, &words, &size);
    if (result != LOAM_OK)
    {
        return result == LOAM_NOT_FOUND ? LOAM_IO : result;
    }
    *value = strtoull(words, NULL, 10);
    const bool number = size > 0 && strspn(words, "0123456789") == size;
    loam_free(file->env, words, size + 1);
    return number ? LOAM_OK
                  : loam_fail(LOAM_IO, "%s: its %s is no number", file->name, names[which]);
}

uint64_t loam_meta_verify(const loam_meta_file *file, loam_store_kind kind,
                          void (*found)(void *user, const char *message), void *user)
{
    uint64_t faults = 0;
    for (loam_meta which = 0; which < LOAM_META_COUNT; which++)
    {
        copy_state states[COPIES];
        bool any = !is_optional(kind, which);
        for (int copy = 0; copy < COPIES; copy++)
        {
            states[copy] = read_copy(file, which, copy, NULL, NULL, NULL);
            any = any || states[copy] != COPY_NONE;
        }
        for (int copy = 0; copy < COPIES && any; copy++)
        {
            if (states[copy] != COPY_GOOD)
            {
                char message[128];
                snprintf(message, sizeof message, "copy %d of the %s is %s", copy + 1, names[which],
                         states[copy] == COPY_NONE ? "missing" : "damaged");
                found(user, message);
                faults++;
            }
        }
    }
    return faults;
}

loam_result loam_meta_copy(const loam_meta_file *from, const loam_meta_file *to,
                           loam_store_kind kind, bool *whole)
{
    *whole = true;
    loam_result result = LOAM_OK;
    for (loam_meta which = 0; which < LOAM_META_COUNT && result == LOAM_OK; which++)
    {
        char *bytes = NULL;
        size_t size = 0;
        result = loam_meta_get(from, which, &bytes, &size);
        if (result == LOAM_OK)
        {
            result = loam_meta_put(to, which, bytes, size);
            loam_free(from->env, bytes, size + 1);
        }
        else if (is_optional(kind, which) && result != LOAM_OUT_OF_MEMORY)
        {
            *whole = *whole && result == LOAM_NOT_FOUND;
            result = LOAM_OK;
        }
    }
    return result;
}
