// SPDX-License-Identifier: MIT
#include "loam/defs.h"
#include "store/beside.h"
#include "store/build.h"
#include "store/game.h"
#include "store/store.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

// Making, opening and closing a store. What a file says about its world is read first, through a
// connection that only reads; the one that writes is opened last.

enum
{
    MIN_LEVEL = 1,
    MAX_LEVEL = 19
};

loam_store_def loam_default_store_def(void)
{
    return (loam_store_def){.env = loam_default_env(), .queue_bytes = (size_t)64 << 20, .level = 3};
}

static loam_result check_def(const loam_store_def *def)
{
    if (def->level < MIN_LEVEL || def->level > MAX_LEVEL)
    {
        return loam_fail(LOAM_BAD_ARGUMENT, "level is %d; must be %d to %d", (int)def->level,
                         MIN_LEVEL, MAX_LEVEL);
    }
    if ((unsigned)def->kind > LOAM_STORE_ANY)
    {
        return loam_fail(LOAM_BAD_ARGUMENT, "kind is %d; must be tiles, land or any",
                         (int)def->kind);
    }
    if (def->voxel_m != 0 && def->voxel_m != 0.5f && def->voxel_m != 1)
    {
        return loam_fail(LOAM_BAD_ARGUMENT, "voxel_m is %g; must be 0, 0.5 or 1",
                         (double)def->voxel_m);
    }
    if (def->queue_bytes < LOAM_CHUNK_BYTES)
    {
        return loam_fail(LOAM_BAD_ARGUMENT, "queue_bytes is %zu; must be %d, a chunk, or more",
                         def->queue_bytes, (int)LOAM_CHUNK_BYTES);
    }
    return LOAM_OK;
}

static loam_result read_definitions(loam_store *store, const loam_meta_file *meta)
{
    char *packed, *text;
    size_t packed_size, size;
    loam_result result = loam_meta_get(meta, LOAM_META_DEFINITIONS, &packed, &packed_size);
    if (result != LOAM_OK)
    {
        return result == LOAM_NOT_FOUND ? LOAM_IO : result;
    }
    result = loam_unpack(&store->env, packed, packed_size, LOAM_MAX_DEFS_TEXT, &text, &size);
    loam_free(&store->env, packed, packed_size + 1);
    if (result == LOAM_OK)
    {
        // What the text does not have is as it was in the world's version.
        result = loam_tile_defs_init_version(&store->defs, store->world_version);
        result = result == LOAM_OK ? loam_tile_defs_read(&store->env, text, size, &store->defs)
                                   : result;
        loam_free(&store->env, text, size + 1);
    }
    return result == LOAM_OK || result == LOAM_OUT_OF_MEMORY
               ? result
               : loam_fail(LOAM_IO, "%s: its definitions cannot be used: %s", store->file.name,
                           loam_last_error());
}

static loam_result check_version(loam_store *store, uint64_t version)
{
    if (version > LOAM_TILES_VERSION)
    {
        return loam_fail(LOAM_UNSUPPORTED,
                         "%s: is of world version %" PRIu64
                         "; this Loam (%s) grows worlds up to %d; a newer one opens it",
                         store->file.name, version, loam_version(), LOAM_TILES_VERSION);
    }
    if (version == 0)
    {
        return loam_fail(LOAM_IO, "%s: is of world version 0; must be 1 to %d", store->file.name,
                         LOAM_TILES_VERSION);
    }
    store->world_version = (int32_t)version;
    return LOAM_OK;
}

/// Four numbers, and a fifth since there are years; their checksum has been checked.
static bool parse_player(const char *words, loam_store_player *player)
{
    char *rest;
    errno = 0;
    player->x = strtoll(words, &rest, 10);
    player->y = strtoll(rest, &rest, 10);
    player->steps = strtoull(rest, &rest, 10);
    const long time_of_day = strtol(rest, &rest, 10);
    player->time_of_day = (int32_t)time_of_day;
    player->year_step = *rest != '\0' ? strtoll(rest, &rest, 10) : 0;
    return errno == 0 && player->year_step >= 0 && *rest == '\0' &&
           player->time_of_day == time_of_day;
}

/// What a world does without: the world is worth more than where one stood in it. *bytes is NULL if there
/// is nothing that can be used.
static loam_result read_optional(loam_store *store, const loam_meta_file *meta, loam_meta which,
                                 char **bytes, size_t *size)
{
    *bytes = NULL;
    const loam_result result = loam_meta_get(meta, which, bytes, size);
    if (result == LOAM_IO)
    {
        loam_log_write(&store->env, LOAM_LOG_WARNING, "%s", loam_last_error());
    }
    return result == LOAM_OUT_OF_MEMORY ? result : LOAM_OK;
}

static loam_result read_player(loam_store *store, const loam_meta_file *meta)
{
    char *words, *game = NULL;
    size_t size, game_size = 0;
    loam_result result = read_optional(store, meta, LOAM_META_PLAYER, &words, &size);
    result = result == LOAM_OK ? read_optional(store, meta, LOAM_META_GAME, &game, &game_size)
                               : result;
    store->has_player = words != NULL && parse_player(words, &store->player);
    if (store->has_player && game != NULL)
    {
        loam_game_decode(&store->player, (const uint8_t *)game, game_size);
    }
    loam_free(&store->env, words, words != NULL ? size + 1 : 0);
    loam_free(&store->env, game, game != NULL ? game_size + 1 : 0);
    return result;
}

/// Definitions, a player, and what follows from them.
static loam_result read_tiles(loam_store *store, const loam_meta_file *meta)
{
    uint64_t version = 0;
    loam_result result = loam_meta_get_number(meta, LOAM_META_WORLD_VERSION, &version);
    result = result == LOAM_OK ? check_version(store, version) : result;
    result = result == LOAM_OK ? read_definitions(store, meta) : result;
    result = result == LOAM_OK ? read_player(store, meta) : result;
    if (result == LOAM_OK)
    {
        store->rules.defs = &store->defs;
        loam_tile_limits_init(&store->rules.limits, &store->defs);
        result = loam_chunk_model_init(&store->rules.model, &store->defs, store->seed,
                                       store->env.isa);
    }
    return result;
}

/// It has to have the voxels and the inside of the def, if that has any.
static loam_result read_land(loam_store *store, const loam_meta_file *meta,
                             const loam_store_def *def)
{
    const loam_result result = loam_land_meta_get(meta, &store->land);
    store->world_version = store->land.version;
    if (result == LOAM_OK && def->voxel_m != 0 && def->voxel_m != store->land.voxel_m)
    {
        return loam_fail(LOAM_BAD_ARGUMENT, "%s: has voxels of %g m; must be %g", store->file.name,
                         (double)store->land.voxel_m, (double)def->voxel_m);
    }
    return result == LOAM_OK && def->inside != NULL
               ? loam_land_check_inside(store->file.name, &store->land.inside, def->inside)
               : result;
}

/// Which kind of world it is, and whether that is what was asked for.
static loam_result read_kind(loam_store *store, const loam_meta_file *meta, loam_store_kind asked)
{
    const loam_result result = loam_meta_get_kind(meta, &store->rules.kind);
    return result == LOAM_OK && asked != LOAM_STORE_ANY ? loam_store_check_kind(store, asked)
                                                        : result;
}

static loam_result read_meta(loam_store *store, sqlite3 *db, const loam_store_def *def,
                             loam_store_kind asked)
{
    const loam_meta_file meta = {&store->env, store->file.name, db};
    loam_result result = read_kind(store, &meta, asked);
    result = result == LOAM_OK ? loam_meta_get_number(&meta, LOAM_META_SEED, &store->seed) : result;
    result = result == LOAM_OK ? loam_meta_get_number(&meta, LOAM_META_CREATED, &store->created_s)
                               : result;
    if (result == LOAM_OK)
    {
        result = store->rules.kind == LOAM_STORE_LAND ? read_land(store, &meta, def)
                                                      : read_tiles(store, &meta);
    }
    return result == LOAM_OK ? loam_extras_find(&store->extras, &meta) : result;
}

/// As many chunks as there is room for, and one in any case.
static void size_queue(loam_store *store, size_t queue_bytes)
{
    store->queue.room = loam_chunk_room(store->rules.kind);
    store->queue_limit = queue_bytes / store->queue.room;
    store->queue_limit += store->queue_limit == 0;
}

/// Reads what the file says about its world, through the first of the readers.
static loam_result read_world(loam_store *store, const loam_store_def *def, loam_store_kind asked)
{
    loam_reader *reader;
    loam_result result = loam_reader_take(store, &reader);
    if (result == LOAM_OK)
    {
        result = read_meta(store, reader->rows.db, def, asked);
        loam_reader_give_back(store, reader);
    }
    return result;
}

static loam_result make_store(const loam_store_def *def, loam_store **out)
{
    loam_store *const store = loam_alloc(&def->env, sizeof *store);
    if (store == NULL)
    {
        return LOAM_OUT_OF_MEMORY;
    }
    memset(store, 0, sizeof *store);
    store->env = def->env;
    store->never_waits = def->never_waits;
    store->file.lock = -1;
    loam_result result = loam_waiting_init(&store->queue, &store->env,
                                           def->queue_bytes / LOAM_CHUNK_BYTES, LOAM_CHUNK_BYTES);
    if (result != LOAM_OK)
    {
        loam_free(&def->env, store, sizeof *store);
        return result;
    }
    // With glibc these cannot fail.
    pthread_mutex_init(&store->mutex, NULL);
    loam_readers_init(&store->readers);
    *out = store;
    return LOAM_OK;
}

void loam_store_close(loam_store *store)
{
    if (store == NULL)
    {
        return;
    }
    loam_readers_free(&store->readers);
    loam_writer_stop(store);
    if (store->unwanted)
    {
        (void)loam_beside_remove(&store->file);
    }
    loam_world_file_unlock(&store->file);
    loam_waiting_free(&store->queue, &store->env);
    loam_planted_free(&store->env, &store->plants);
    loam_extras_free(&store->extras, &store->env);
    pthread_mutex_destroy(&store->mutex);
    const loam_env env = store->env;
    loam_free(&env, store, sizeof *store);
}

/// Looks whether all chunks can be found. If not, they are still there, and a new index finds them.
static void mend_index(loam_store *store)
{
    loam_reader *reader;
    if (loam_reader_take(store, &reader) != LOAM_OK)
    {
        return;
    }
    sqlite3 *const db = reader->rows.db;
    if (!loam_sql_index_is_ordered(db))
    {
        loam_sql_patience patience = loam_sql_patience_for(db, loam_store_file_bytes(store));
        loam_sql_begin_patience(&patience);
        const bool mended = !store->file.read_only &&
                            loam_sql_run(store->file.name, "", db, "REINDEX chunks_by_place") ==
                                LOAM_OK;
        loam_sql_end_patience(&patience);
        loam_log_write(&store->env, LOAM_LOG_WARNING, "%s: its index is damaged%s",
                       store->file.name,
                       mended ? ", and was made anew" : ", so that chunks may be missing");
    }
    loam_reader_give_back(store, reader);
}

/// Opens the file that was found, and locked if it is to be written.
static loam_result open_found(loam_store *store, const loam_store_def *def, loam_store_kind asked)
{
    const loam_result result = read_world(store, def, asked);
    if (result != LOAM_OK)
    {
        return result;
    }
    size_queue(store, def->queue_bytes);
    mend_index(store);
    return def->read_only ? LOAM_OK : loam_writer_start(store, def->level);
}

static loam_result finish(loam_store *store, loam_result result, loam_store **out)
{
    if (result != LOAM_OK)
    {
        loam_store_close(store);
        return result;
    }
    *out = store;
    return LOAM_OK;
}

loam_result loam_store_open(const loam_store_def *def, loam_store **out)
{
    LOAM_ASSERT(NULL, def != NULL);
    LOAM_ASSERT(&def->env, out != NULL);
    *out = NULL;
    loam_store *store;
    loam_result result = check_def(def);
    result = result == LOAM_OK ? make_store(def, &store) : result;
    if (result != LOAM_OK)
    {
        return result;
    }
    result = loam_world_file_find(&store->file, def->path, def->read_only);
    result = result == LOAM_OK && !def->read_only ? loam_world_file_lock(&store->file) : result;
    result = result == LOAM_OK ? open_found(store, def, def->kind) : result;
    return finish(store, result, out);
}

/// What a new file is made with: defs for tiles, or what is said of a land.
typedef struct new_world
{
    loam_store_kind kind;
    uint64_t seed;
    const loam_tile_defs *defs;
    loam_land_meta land;
} new_world;

static loam_result build_tiles(loam_store *store, const new_world *made)
{
    const loam_tile_defs *defs = made->defs;
    if (defs == NULL)
    {
        loam_tile_defs_init(&store->defs);
        defs = &store->defs;
    }
    const loam_result result = loam_tile_defs_check(defs);
    return result == LOAM_OK ? loam_store_build(&store->env, &store->file, made->seed, defs)
                             : result;
}

static loam_result build_land(loam_store *store, const new_world *made)
{
    loam_result result = loam_land_shape_check(&made->land.shape);
    result = result == LOAM_OK ? loam_inside_check(&made->land.inside) : result;
    return result == LOAM_OK
               ? loam_store_build_land(&store->env, &store->file, made->seed, &made->land)
               : result;
}

/// Builds the file, while nobody else can.
static loam_result build(loam_store *store, const new_world *made)
{
    const loam_result result = loam_beside_claim(&store->file);
    return result != LOAM_OK               ? result
           : made->kind == LOAM_STORE_LAND ? build_land(store, made)
                                           : build_tiles(store, made);
}

static loam_result create(const loam_store_def *def, const new_world *made, loam_store **out)
{
    *out = NULL;
    if (def->read_only)
    {
        return loam_fail(LOAM_BAD_ARGUMENT, "a new world cannot be read-only");
    }
    loam_store *store;
    loam_result result = check_def(def);
    result = result == LOAM_OK ? make_store(def, &store) : result;
    if (result != LOAM_OK)
    {
        return result;
    }
    result = loam_world_file_place(&store->file, def->path);
    result = result == LOAM_OK ? build(store, made) : result;
    if (result == LOAM_OK)
    {
        result = open_found(store, def, made->kind);
        store->unwanted = result != LOAM_OK; // on a disk that is full now, say
    }
    return finish(store, result, out);
}

loam_result loam_store_create(const loam_store_def *def, uint64_t seed, const loam_tile_defs *defs,
                              loam_store **out)
{
    LOAM_ASSERT(NULL, def != NULL);
    LOAM_ASSERT(&def->env, out != NULL);
    const new_world made = {.kind = LOAM_STORE_TILES, .seed = seed, .defs = defs};
    return create(def, &made, out);
}

loam_result loam_store_create_land(const loam_store_def *def, uint64_t seed,
                                   const loam_land_shape *shape, loam_store **out)
{
    LOAM_ASSERT(NULL, def != NULL);
    LOAM_ASSERT(&def->env, out != NULL);
    const new_world made = {
        .kind = LOAM_STORE_LAND,
        .seed = seed,
        .land = {.shape = shape != NULL ? *shape : loam_default_land_shape(),
                 .voxel_m = def->voxel_m != 0 ? def->voxel_m : 1,
                 .inside = def->inside != NULL ? *def->inside : loam_default_inside()}};
    return create(def, &made, out);
}

loam_result loam_store_remove(const char *path)
{
    loam_world_file file;
    loam_result result = loam_world_file_find_name(&file, path);
    result = result == LOAM_OK ? loam_world_file_lock(&file) : result;
    result = result == LOAM_OK ? loam_beside_remove(&file) : result;
    loam_world_file_unlock(&file);
    return result;
}
