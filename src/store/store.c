// SPDX-License-Identifier: MIT
#include "store/store.h"

#include "loam/defs.h"
#include "store/build.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

// The public functions. Chunks that are saved go into a queue, from which a thread writes them; chunks
// that are asked for come from there, or from one of a few connections that read.

enum
{
    MIN_LEVEL = 1,
    MAX_LEVEL = 19,
    PLACES_AT_A_TIME = 1024
};

loam_store_def loam_default_store_def(void)
{
    return (loam_store_def){.env = loam_default_env(), .queue_bytes = (size_t)64 << 20, .level = 3};
}

// ---- opening ------------------------------------------------------------------------------------

static loam_result check_def(const loam_store_def *def)
{
    if (def->level < MIN_LEVEL || def->level > MAX_LEVEL)
    {
        return loam_fail(LOAM_BAD_ARGUMENT, "level is %d, accepted are %d to %d", (int)def->level,
                         MIN_LEVEL, MAX_LEVEL);
    }
    if (def->queue_bytes < LOAM_CHUNK_BYTES)
    {
        return loam_fail(LOAM_BAD_ARGUMENT,
                         "queue_bytes is %zu, accepted are %d, a chunk, and more", def->queue_bytes,
                         (int)LOAM_CHUNK_BYTES);
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
        loam_tile_defs_init(&store->defs);
        result = loam_tile_defs_read(&store->env, text, size, &store->defs);
        loam_free(&store->env, text, size + 1);
    }
    return result == LOAM_OK || result == LOAM_OUT_OF_MEMORY
               ? result
               : loam_fail(LOAM_IO, "%s: its definitions cannot be used: %s", store->file.name,
                           loam_last_error());
}

static loam_result check_version(loam_store *store, uint64_t version)
{
    if (version > LOAM_WORLD_VERSION)
    {
        return loam_fail(LOAM_UNSUPPORTED,
                         "%s: is of world version %" PRIu64
                         "; this Loam (%s) grows worlds up to %d",
                         store->file.name, version, loam_version(), LOAM_WORLD_VERSION);
    }
    store->world_version = (int32_t)version;
    return LOAM_OK;
}

static loam_result read_player(loam_store *store, const loam_meta_file *meta)
{
    char *words;
    size_t size;
    const loam_result result = loam_meta_get(meta, LOAM_META_PLAYER, &words, &size);
    if (result == LOAM_OK)
    {
        loam_store_player *const player = &store->player;
        store->has_player = sscanf(words, "%" SCNd64 " %" SCNd64 " %" SCNu64 " %" SCNd32,
                                   &player->x, &player->y, &player->steps,
                                   &player->time_of_day) == 4;
        loam_free(&store->env, words, size + 1);
    }
    else if (result == LOAM_IO)
    {
        // The world is worth more than where one stood in it.
        loam_log_write(&store->env, LOAM_LOG_WARNING, "%s", loam_last_error());
    }
    return result == LOAM_OUT_OF_MEMORY ? result : LOAM_OK;
}

static loam_result read_meta(loam_store *store, sqlite3 *db)
{
    const loam_meta_file meta = {&store->env, store->file.name, db};
    uint64_t version = 0;
    loam_result result = loam_meta_get_number(&meta, LOAM_META_WORLD_VERSION, &version);
    result = result == LOAM_OK ? check_version(store, version) : result;
    result = result == LOAM_OK ? loam_meta_get_number(&meta, LOAM_META_SEED, &store->seed) : result;
    result = result == LOAM_OK ? loam_meta_get_number(&meta, LOAM_META_CREATED, &store->created_s)
                               : result;
    result = result == LOAM_OK ? read_definitions(store, &meta) : result;
    result = result == LOAM_OK ? read_player(store, &meta) : result;
    if (result == LOAM_OK)
    {
        store->rules.defs = &store->defs;
        loam_tile_limits_init(&store->rules.limits, &store->defs);
        result = loam_chunk_model_init(&store->rules.model, &store->defs, store->seed,
                                       store->env.isa);
    }
    return result;
}

/// Reads what the file says about its world, through the first of the readers.
static loam_result read_world(loam_store *store)
{
    loam_reader *reader;
    loam_result result = loam_reader_take(store, &reader);
    if (result == LOAM_OK)
    {
        result = read_meta(store, reader->rows.db);
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
    store->queue_limit = def->queue_bytes / LOAM_CHUNK_BYTES;
    store->file.lock = -1;
    loam_result result = loam_waiting_init(&store->queue, &store->env, store->queue_limit);
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
    loam_world_file_unlock(&store->file);
    loam_waiting_free(&store->queue, &store->env);
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
        const bool mended = !store->file.read_only &&
                            loam_sql_run(store->file.name, "", db, "REINDEX chunks_by_place") ==
                                LOAM_OK;
        loam_log_write(&store->env, LOAM_LOG_WARNING, "%s: its index is damaged%s",
                       store->file.name,
                       mended ? ", and was made anew" : ", so that chunks may be missing");
    }
    loam_reader_give_back(store, reader);
}

/// Opens the file that was found, and locked if it is to be written.
static loam_result open_found(loam_store *store, const loam_store_def *def)
{
    const loam_result result = read_world(store);
    if (result != LOAM_OK)
    {
        return result;
    }
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
    result = result == LOAM_OK ? open_found(store, def) : result;
    return finish(store, result, out);
}

/// Builds the file, while nobody else can.
static loam_result build(loam_store *store, const loam_store_def *def, uint64_t seed,
                         const loam_tile_defs *defs)
{
    loam_result result = loam_world_file_lock(&store->file);
    if (result != LOAM_OK)
    {
        return result;
    }
    // Somebody may have made it between our looking and our locking.
    if (loam_world_file_id(&store->file) != 0)
    {
        return loam_fail(LOAM_BAD_ARGUMENT, "%s: is there already", def->path);
    }
    if (defs == NULL)
    {
        loam_tile_defs_init(&store->defs);
        defs = &store->defs;
    }
    result = loam_tile_defs_check(defs);
    return result == LOAM_OK ? loam_store_build(&store->env, &store->file, seed, defs) : result;
}

loam_result loam_store_create(const loam_store_def *def, uint64_t seed, const loam_tile_defs *defs,
                              loam_store **out)
{
    LOAM_ASSERT(NULL, def != NULL);
    LOAM_ASSERT(&def->env, out != NULL);
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
    result = result == LOAM_OK ? build(store, def, seed, defs) : result;
    result = result == LOAM_OK ? open_found(store, def) : result;
    return finish(store, result, out);
}

// ---- chunks -------------------------------------------------------------------------------------

static loam_result check_place(loam_chunk_pos chunk)
{
    return loam_chunk_exists(chunk) ? LOAM_OK
                                    : loam_fail(LOAM_BAD_ARGUMENT,
                                                "there is no chunk (%" PRId64 ", %" PRId64
                                                "), accepted are -2^53 to 2^53 - 1",
                                                chunk.x, chunk.y);
}

static bool load_waiting(loam_store *store, loam_chunk_pos chunk, loam_tile *tiles)
{
    pthread_mutex_lock(&store->mutex);
    const loam_waiting *const waiting = loam_waiting_find(&store->queue, chunk);
    if (waiting != NULL)
    {
        memcpy(tiles, waiting->tiles, sizeof waiting->tiles);
        store->loaded++;
    }
    pthread_mutex_unlock(&store->mutex);
    return waiting != NULL;
}

static loam_result not_found(loam_store *store, loam_chunk_pos chunk, const loam_row *row)
{
    if (row->state == LOAM_ROW_NONE)
    {
        return loam_fail(LOAM_NOT_FOUND, "%s: has no chunk (%" PRId64 ", %" PRId64 ")",
                         store->file.name, chunk.x, chunk.y);
    }
    (void)loam_fail(LOAM_NOT_FOUND, "%s: chunk (%" PRId64 ", %" PRId64 ") is damaged: %s",
                    store->file.name, chunk.x, chunk.y, row->reason);
    loam_log_write(&store->env, LOAM_LOG_WARNING, "%s", loam_last_error());
    if (row->state == LOAM_ROW_DAMAGED)
    {
        loam_writer_set_aside(store, chunk);
    }
    return LOAM_NOT_FOUND;
}

loam_result loam_store_load(loam_store *store, loam_chunk_pos chunk, loam_tile *tiles)
{
    LOAM_ASSERT(NULL, store != NULL);
    LOAM_ASSERT(&store->env, tiles != NULL);
    loam_result result = check_place(chunk);
    if (result != LOAM_OK || load_waiting(store, chunk, tiles))
    {
        return result;
    }
    loam_reader *reader;
    result = loam_reader_take(store, &reader);
    if (result != LOAM_OK)
    {
        return result;
    }
    const loam_row row = loam_rows_read(&reader->rows, chunk, tiles);
    loam_reader_give_back(store, reader);
    if (row.state == LOAM_ROW_FAILED)
    {
        return row.result;
    }
    if (row.state != LOAM_ROW_GOOD)
    {
        return not_found(store, chunk, &row);
    }
    pthread_mutex_lock(&store->mutex);
    store->loaded++;
    pthread_mutex_unlock(&store->mutex);
    return LOAM_OK;
}

static loam_result check_tiles(const loam_store *store, loam_chunk_pos chunk,
                               const loam_tile *tiles)
{
    const size_t bad = loam_tiles_find_bad(&store->rules.limits, tiles, LOAM_CHUNK_TILES);
    if (bad == LOAM_CHUNK_TILES)
    {
        return LOAM_OK;
    }
    char what[128];
    loam_tile_describe_bad(&store->rules.limits, &store->defs, tiles[bad], what, sizeof what);
    return loam_fail(LOAM_BAD_ARGUMENT, "chunk (%" PRId64 ", %" PRId64 "), tile %zu: %s", chunk.x,
                     chunk.y, bad, what);
}

static loam_result check_writable(const loam_store *store)
{
    return !store->file.read_only
               ? LOAM_OK
               : loam_fail(LOAM_BAD_ARGUMENT, "%s: is opened for reading only", store->file.name);
}

/// Puts a chunk into the queue, or waits until there is room. With the mutex.
static loam_result enqueue(loam_store *store, loam_chunk_pos chunk, const loam_tile *tiles)
{
    while (true)
    {
        const loam_waiting *const older = loam_waiting_find(&store->queue, chunk);
        if ((older != NULL && !older->taken) || store->queue.count < store->queue_limit)
        {
            return loam_waiting_put(&store->queue, &store->env, chunk, tiles, ++store->number) !=
                           NULL
                       ? LOAM_OK
                       : LOAM_OUT_OF_MEMORY;
        }
        if (store->writer.failing)
        {
            return loam_fail(store->writer.result, "%zu chunks wait already: %s",
                             store->queue.count, store->writer.message);
        }
        pthread_cond_wait(&store->writer.progress, &store->mutex);
    }
}

loam_result loam_store_save(loam_store *store, loam_chunk_pos chunk, const loam_tile *tiles)
{
    LOAM_ASSERT(NULL, store != NULL);
    LOAM_ASSERT(&store->env, tiles != NULL);
    loam_result result = check_writable(store);
    result = result == LOAM_OK ? check_place(chunk) : result;
    result = result == LOAM_OK ? check_tiles(store, chunk, tiles) : result;
    if (result != LOAM_OK)
    {
        return result;
    }
    pthread_mutex_lock(&store->mutex);
    result = enqueue(store, chunk, tiles);
    pthread_cond_signal(&store->writer.work);
    pthread_mutex_unlock(&store->mutex);
    return result;
}

loam_result loam_store_flush(loam_store *store)
{
    LOAM_ASSERT(NULL, store != NULL);
    return store->file.read_only ? LOAM_OK : loam_writer_flush(store);
}

static loam_result load_chunk(void *user, loam_chunk_pos chunk, loam_tile *tiles)
{
    return loam_store_load(user, chunk, tiles);
}

static loam_result save_chunk(void *user, loam_chunk_pos chunk, const loam_tile *tiles)
{
    return loam_store_save(user, chunk, tiles);
}

static loam_result flush_chunks(void *user)
{
    return loam_store_flush(user);
}

loam_chunk_store loam_store_chunks(loam_store *store)
{
    LOAM_ASSERT(NULL, store != NULL);
    const bool writes = !store->file.read_only;
    return (loam_chunk_store){.load = load_chunk,
                              .save = writes ? save_chunk : NULL,
                              .flush = writes ? flush_chunks : NULL,
                              .user = store};
}

/// The next places behind one, at most PLACES_AT_A_TIME; *count is how many there are.
static loam_result next_places(loam_store *store, loam_chunk_pos behind, loam_chunk_pos *places,
                               int *count)
{
    loam_reader *reader;
    const loam_result result = loam_reader_take(store, &reader);
    if (result != LOAM_OK)
    {
        return result;
    }
    sqlite3 *const db = reader->rows.db;
    sqlite3_stmt *statement = NULL;
    int code = sqlite3_prepare_v2(db, "SELECT y, x FROM chunks WHERE (y, x) > (?, ?) ORDER BY y, x",
                                  -1, &statement, NULL);
    sqlite3_bind_int64(statement, 1, behind.y);
    sqlite3_bind_int64(statement, 2, behind.x);
    *count = 0;
    code = code == SQLITE_OK ? sqlite3_step(statement) : code;
    while (code == SQLITE_ROW && *count < PLACES_AT_A_TIME)
    {
        places[(*count)++] = (loam_chunk_pos){.x = sqlite3_column_int64(statement, 1),
                                              .y = sqlite3_column_int64(statement, 0)};
        code = sqlite3_step(statement);
    }
    const loam_result ended = code == SQLITE_ROW || code == SQLITE_DONE
                                  ? LOAM_OK
                                  : loam_sql_fail(store->file.name, "cannot be read", code, db);
    sqlite3_finalize(statement);
    loam_reader_give_back(store, reader);
    return ended;
}

loam_result loam_store_each(loam_store *store,
                            loam_result (*visit)(void *user, loam_chunk_pos chunk), void *user)
{
    LOAM_ASSERT(NULL, store != NULL);
    LOAM_ASSERT(&store->env, visit != NULL);
    loam_chunk_pos places[PLACES_AT_A_TIME];
    loam_chunk_pos behind = {.x = INT64_MIN, .y = INT64_MIN};
    int count = PLACES_AT_A_TIME;
    loam_result result = loam_store_flush(store);
    while (result == LOAM_OK && count == PLACES_AT_A_TIME)
    {
        result = next_places(store, behind, places, &count);
        for (int i = 0; i < count && result == LOAM_OK; i++)
        {
            result = visit(user, places[i]);
        }
        behind = count > 0 ? places[count - 1] : behind;
    }
    return result;
}

// ---- what else is in the file -------------------------------------------------------------------

loam_result loam_store_set_player(loam_store *store, const loam_store_player *player)
{
    LOAM_ASSERT(NULL, store != NULL);
    LOAM_ASSERT(&store->env, player != NULL);
    const loam_result result = check_writable(store);
    if (result == LOAM_OK)
    {
        pthread_mutex_lock(&store->mutex);
        store->player = *player;
        store->has_player = true;
        store->player_set = ++store->number;
        pthread_cond_signal(&store->writer.work);
        pthread_mutex_unlock(&store->mutex);
    }
    return result;
}

loam_result loam_store_get_player(loam_store *store, loam_store_player *player)
{
    LOAM_ASSERT(NULL, store != NULL);
    LOAM_ASSERT(&store->env, player != NULL);
    pthread_mutex_lock(&store->mutex);
    const bool has_player = store->has_player;
    *player = store->player;
    pthread_mutex_unlock(&store->mutex);
    return has_player ? LOAM_OK : loam_fail(LOAM_NOT_FOUND, "%s: has no player", store->file.name);
}

/// Two whole numbers from a statement.
static int read_numbers(sqlite3 *db, const char *sql, uint64_t *first, uint64_t *second)
{
    sqlite3_stmt *statement = NULL;
    int code = sqlite3_prepare_v2(db, sql, -1, &statement, NULL);
    code = code == SQLITE_OK ? sqlite3_step(statement) : code;
    if (code == SQLITE_ROW)
    {
        *first = (uint64_t)sqlite3_column_int64(statement, 0);
        *second = (uint64_t)sqlite3_column_int64(statement, 1);
        code = SQLITE_OK;
    }
    sqlite3_finalize(statement);
    return code;
}

loam_result loam_store_describe(loam_store *store, loam_store_info *out)
{
    LOAM_ASSERT(NULL, store != NULL);
    LOAM_ASSERT(&store->env, out != NULL);
    loam_reader *reader;
    const loam_result result = loam_reader_take(store, &reader);
    if (result != LOAM_OK)
    {
        return result;
    }
    *out = (loam_store_info){.seed = store->seed,
                             .format = LOAM_STORE_FORMAT,
                             .world_version = store->world_version,
                             .created_s = store->created_s,
                             .file_bytes = loam_world_file_size(&store->file, "") +
                                           loam_world_file_size(&store->file, "-wal")};
    uint64_t unused;
    sqlite3 *const db = reader->rows.db;
    int code = read_numbers(
        db, "SELECT count(*), coalesce(sum(length(data)), 0) FROM chunks NOT INDEXED", &out->chunks,
        &out->chunk_bytes);
    code = code == SQLITE_OK
               ? read_numbers(db, "SELECT count(*), 0 FROM damaged", &out->damaged, &unused)
               : code;
    const loam_result counted = code == SQLITE_OK
                                    ? LOAM_OK
                                    : loam_sql_fail(store->file.name, "cannot be read", code, db);
    loam_reader_give_back(store, reader);
    pthread_mutex_lock(&store->mutex);
    out->loaded = store->loaded;
    out->saved = store->saved;
    pthread_mutex_unlock(&store->mutex);
    return counted;
}

const loam_tile_defs *loam_store_defs(const loam_store *store)
{
    LOAM_ASSERT(NULL, store != NULL);
    return &store->defs;
}

uint64_t loam_store_seed(const loam_store *store)
{
    LOAM_ASSERT(NULL, store != NULL);
    return store->seed;
}

loam_result loam_store_compact(loam_store *store)
{
    LOAM_ASSERT(NULL, store != NULL);
    const loam_result result = check_writable(store);
    return result == LOAM_OK ? loam_writer_rebuild(store) : result;
}
