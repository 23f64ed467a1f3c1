// SPDX-License-Identifier: MIT
#include "store/upgrade.h"

#include "loam/defs.h"
#include "store/store.h"

#include <inttypes.h>

// A world of an older version is not changed by being opened: it grows what it grew. Somebody has to ask for the
// newer one, and then the number in the file is all that changes, in one transaction with the definitions if
// these have to follow.

loam_result loam_store_raise(loam_store *store, int32_t to, const loam_tile_defs *defs)
{
    if (to <= store->world_version)
    {
        return loam_fail(LOAM_BAD_ARGUMENT, "%s: is of world version %d, which cannot become %d",
                         store->file.name, (int)store->world_version, (int)to);
    }
    loam_extra extra = {.definitions = true, .version = to};
    char *text = NULL;
    loam_result result = defs != NULL ? loam_tile_defs_write(&store->env, defs, &text, &extra.count)
                                      : LOAM_OK;
    result = result == LOAM_OK ? loam_store_queue_extra(store, &extra, text) : result;
    loam_free(&store->env, text, text != NULL ? extra.count + 1 : 0);
    return result == LOAM_OK ? loam_store_flush(store) : result;
}

/// Whether the world is made of what was built in when its version was the newest. `defs` gets that.
static bool is_built_in(const loam_store *store, loam_tile_defs *defs)
{
    return !store->other_defs &&
           loam_tile_defs_init_version(defs, store->world_version) == LOAM_OK &&
           loam_tile_defs_hash(defs) == loam_tile_defs_hash(&store->defs);
}

static loam_result upgrade(loam_store *store, loam_tile_defs *room, loam_store_upgraded *out)
{
    out->definitions = is_built_in(store, room);
    if (out->definitions)
    {
        loam_tile_defs_init(room);
        out->definitions = loam_tile_defs_check_upgrade(&store->defs, room) == LOAM_OK;
    }
    return loam_store_raise(store, out->to, out->definitions ? room : NULL);
}

loam_result loam_store_upgrade(loam_store *store, loam_store_upgraded *out)
{
    LOAM_ASSERT(NULL, store != NULL);
    const bool land = store->rules.kind == LOAM_STORE_LAND;
    loam_store_upgraded done = {.from = store->world_version,
                                .to = land ? store->world_version : LOAM_TILES_VERSION};
    loam_result result = loam_store_check_writable(store);
    if (result == LOAM_OK && done.from < done.to)
    {
        loam_tile_defs *const room = loam_alloc(&store->env, sizeof *room);
        result = room != NULL ? upgrade(store, room, &done) : LOAM_OUT_OF_MEMORY;
        loam_free(&store->env, room, sizeof *room);
    }
    if (result == LOAM_OK && out != NULL)
    {
        *out = done;
    }
    return result;
}
