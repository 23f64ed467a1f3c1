// SPDX-License-Identifier: MIT
// What a world's file knows about the world besides its chunks.
#ifndef LOAM_STORE_META_H
#define LOAM_STORE_META_H

#include "loam/store.h"
#include "store/sql.h"

typedef enum loam_meta
{
    LOAM_META_SEED,          // a number, as text
    LOAM_META_WORLD_VERSION, // likewise
    LOAM_META_CREATED,       // likewise: seconds since 1970
    LOAM_META_DEFINITIONS,   // JSON, compressed
    LOAM_META_PLAYER,        // x, y, steps and time of day, as text; there need not be one
    LOAM_META_GAME,          // steps (as the player's, else it is not of that player), weather, the
                             // player's bytes; there need not be one
    LOAM_META_KIND,          // "land"; worlds of tiles have none
    LOAM_META_VOLUME_VERSION, // of a land: a number, as text; its own version is that of the world
    LOAM_META_SHAPE,          // of a land: text, a line for each number
    LOAM_META_VOXEL,          // of a land: mm along a side of a voxel, as text; without it 1000
    LOAM_META_INSIDE,         // of a land: JSON; without it as usual
    LOAM_META_COUNT,
} loam_meta;

/// Whose file it is.
typedef struct loam_meta_file
{
    const loam_env *env;
    const char *name;
    sqlite3 *db;
} loam_meta_file;

/// Writes all copies of a value.
loam_result loam_meta_put(const loam_meta_file *file, loam_meta which, const void *bytes,
                          size_t size);
loam_result loam_meta_put_number(const loam_meta_file *file, loam_meta which, uint64_t value);

/// Reads a value from the first copy that is whole, with a '\0' behind it; free with
/// loam_free(env, *bytes, *size + 1). LOAM_NOT_FOUND if there is no copy at all, LOAM_IO if there are
/// only damaged ones.
loam_result loam_meta_get(const loam_meta_file *file, loam_meta which, char **bytes, size_t *size);

/// A number that must be there.
loam_result loam_meta_get_number(const loam_meta_file *file, loam_meta which, uint64_t *value);

/// Calls found for each copy that is missing or damaged in the file of a world of a kind, and returns how many
/// there are.
uint64_t loam_meta_verify(const loam_meta_file *file, loam_store_kind kind,
                          void (*found)(void *user, const char *message), void *user);

/// Copies all values that can be read to another file of the same kind. What must be there and is not is a
/// failure; *whole is false if something else was damaged.
loam_result loam_meta_copy(const loam_meta_file *from, const loam_meta_file *to,
                           loam_store_kind kind, bool *whole);

#endif
