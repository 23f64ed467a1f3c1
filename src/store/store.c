// SPDX-License-Identifier: MIT
#include "store/store.h"

#include "loam/defs.h"
#include "store/game.h"

#include <inttypes.h>
#include <string.h>

// Chunks that are saved go into a queue, from which a thread writes them; chunks that are asked for come
// from there, or from one of a few connections that read.

enum
{
    PLACES_AT_A_TIME = 1024
};

// ---- chunks -------------------------------------------------------------------------------------

/// Whether a world has chunks of tiles, and there can be such a one.
static loam_result check_place(const loam_store *store, loam_chunk_pos chunk)
{
    const loam_result result = loam_store_check_kind(store, LOAM_STORE_TILES);
    return result != LOAM_OK || loam_chunk_exists(LOAM_STORE_TILES, chunk)
               ? result
               : loam_fail(LOAM_BAD_ARGUMENT,
                           "there is no chunk (%" PRId64 ", %" PRId64
                           "); must be -2^53 to 2^53 - 1",
                           chunk.x, chunk.y);
}

static bool load_waiting(loam_store *store, loam_chunk_pos chunk, loam_chunk_content *out)
{
    pthread_mutex_lock(&store->mutex);
    const loam_waiting *const waiting = loam_waiting_find(&store->queue, chunk);
    if (waiting != NULL)
    {
        memcpy(out->bytes, waiting->bytes, waiting->size);
        out->size = waiting->size;
        store->loaded++;
    }
    pthread_mutex_unlock(&store->mutex);
    return waiting != NULL;
}

static loam_result not_found(loam_store *store, loam_chunk_pos chunk, const loam_row *row)
{
    const loam_place_name name = loam_chunk_name(store->rules.kind, chunk);
    if (row->state == LOAM_ROW_NONE)
    {
        return loam_fail(LOAM_NOT_FOUND, "%s: has no chunk %s", store->file.name, name.words);
    }
    (void)loam_fail(LOAM_NOT_FOUND, "%s: chunk %s is damaged: %s", store->file.name, name.words,
                    row->reason);
    loam_log_write(&store->env, LOAM_LOG_WARNING, "%s", loam_last_error());
    if (row->state == LOAM_ROW_DAMAGED)
    {
        loam_writer_set_aside(store, chunk);
    }
    return LOAM_NOT_FOUND;
}

loam_result loam_store_fetch(loam_store *store, loam_chunk_pos chunk, loam_chunk_content *out)
{
    if (load_waiting(store, chunk, out))
    {
        return LOAM_OK;
    }
    loam_reader *reader;
    const loam_result result = loam_reader_take(store, &reader);
    if (result != LOAM_OK)
    {
        return result;
    }
    const loam_row row = loam_rows_read(&reader->rows, chunk, out);
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

loam_result loam_store_load(loam_store *store, loam_chunk_pos chunk, loam_tile *tiles)
{
    LOAM_ASSERT(NULL, store != NULL);
    LOAM_ASSERT(&store->env, tiles != NULL);
    const loam_result result = check_place(store, chunk);
    loam_chunk_content content = {.bytes = tiles};
    return result == LOAM_OK ? loam_store_fetch(store, chunk, &content) : result;
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

loam_result loam_store_check_writable(const loam_store *store)
{
    return !store->file.read_only
               ? LOAM_OK
               : loam_fail(LOAM_BAD_ARGUMENT, "%s: is opened for reading only", store->file.name);
}

loam_result loam_store_check_kind(const loam_store *store, loam_store_kind kind)
{
    return store->rules.kind == kind
               ? LOAM_OK
               : loam_fail(LOAM_BAD_ARGUMENT, "%s: is a world of kind %s; must be of kind %s",
                           store->file.name, loam_store_kind_name(store->rules.kind),
                           loam_store_kind_name(kind));
}

/// With the plants that were handed over right before it.
static loam_result put_behind(loam_store *store, loam_chunk_pos chunk, loam_chunk_content content)
{
    loam_plant_section none = {0};
    const bool planted = store->planted.x == chunk.x && store->planted.y == chunk.y;
    const loam_waiting *const waiting = loam_waiting_put(&store->queue, &store->env, chunk, content,
                                                         planted ? &store->plants : &none,
                                                         ++store->number);
    return waiting != NULL ? LOAM_OK : LOAM_OUT_OF_MEMORY;
}

/// Puts a chunk into the queue, or waits until there is room. With the mutex.
static loam_result wait_and_put(loam_store *store, loam_chunk_pos chunk, loam_chunk_content content)
{
    while (true)
    {
        const loam_waiting *const older = loam_waiting_find(&store->queue, chunk);
        if ((older != NULL && !older->taken) || store->queue.count < store->queue_limit)
        {
            return put_behind(store, chunk, content);
        }
        if (store->writer.failing)
        {
            return loam_fail(store->writer.result, "%zu chunks wait already: %s",
                             store->queue.count, store->writer.message);
        }
        if (store->never_waits)
        {
            return loam_fail(LOAM_IO, "%s: %zu chunks wait already to be written", store->file.name,
                             store->queue.count);
        }
        pthread_cond_wait(&store->writer.progress, &store->mutex);
    }
}

loam_result loam_store_enqueue(loam_store *store, loam_chunk_pos chunk, loam_chunk_content content)
{
    pthread_mutex_lock(&store->mutex);
    const loam_result result = wait_and_put(store, chunk, content);
    pthread_cond_signal(&store->writer.work);
    pthread_mutex_unlock(&store->mutex);
    return result;
}

loam_result loam_store_save(loam_store *store, loam_chunk_pos chunk, const loam_tile *tiles)
{
    LOAM_ASSERT(NULL, store != NULL);
    LOAM_ASSERT(&store->env, tiles != NULL);
    loam_result result = loam_store_check_writable(store);
    result = result == LOAM_OK ? check_place(store, chunk) : result;
    result = result == LOAM_OK ? check_tiles(store, chunk, tiles) : result;
    const loam_chunk_content content = {(void *)tiles, LOAM_CHUNK_BYTES};
    return result == LOAM_OK ? loam_store_enqueue(store, chunk, content) : result;
}

loam_result loam_store_save_plants(loam_store *store, loam_chunk_pos chunk, const uint8_t *bytes,
                                   size_t size)
{
    LOAM_ASSERT(NULL, store != NULL);
    loam_plant_section section;
    loam_result result = loam_store_check_writable(store);
    result = result == LOAM_OK ? check_place(store, chunk) : result;
    result = result == LOAM_OK ? loam_planted_pack(&store->env, chunk, bytes, size, &section)
                               : result;
    if (result == LOAM_OK)
    {
        pthread_mutex_lock(&store->mutex);
        loam_planted_free(&store->env, &store->plants);
        store->planted = chunk;
        store->plants = section;
        pthread_mutex_unlock(&store->mutex);
    }
    return result;
}

/// Whether the chunk waits.
static bool load_waiting_plants(loam_store *store, loam_chunk_pos chunk, uint8_t *bytes,
                                size_t room, size_t *size)
{
    pthread_mutex_lock(&store->mutex);
    const loam_waiting *const waiting = loam_waiting_find(&store->queue, chunk);
    if (waiting != NULL)
    {
        const loam_chunk_blob section = {LOAM_PLANTED_FORMAT, waiting->plants.bytes,
                                         waiting->plants.size};
        (void)loam_planted_read(chunk, section, bytes, room, size);
    }
    pthread_mutex_unlock(&store->mutex);
    return waiting != NULL;
}

loam_result loam_store_load_plants(loam_store *store, loam_chunk_pos chunk, uint8_t *bytes,
                                   size_t room, size_t *size)
{
    LOAM_ASSERT(NULL, store != NULL);
    LOAM_ASSERT(&store->env, size != NULL);
    *size = 0;
    loam_result result = check_place(store, chunk);
    if (result != LOAM_OK || load_waiting_plants(store, chunk, bytes, room, size))
    {
        return result;
    }
    loam_reader *reader;
    bool damaged = false;
    result = loam_reader_take(store, &reader);
    if (result == LOAM_OK)
    {
        result = loam_rows_read_plants(&reader->rows, chunk, bytes, room, size, &damaged);
        loam_reader_give_back(store, reader);
    }
    if (damaged)
    {
        loam_log_write(&store->env, LOAM_LOG_WARNING, "%s: %s; they are gone", store->file.name,
                       loam_last_error());
    }
    return result;
}

loam_result loam_store_flush(loam_store *store)
{
    LOAM_ASSERT(NULL, store != NULL);
    return store->file.read_only ? LOAM_OK : loam_writer_flush(store);
}

void loam_store_pause(loam_store *store)
{
    LOAM_ASSERT(NULL, store != NULL);
    loam_writer_pause(store, true);
}

void loam_store_resume(loam_store *store)
{
    LOAM_ASSERT(NULL, store != NULL);
    loam_writer_pause(store, false);
}

uint64_t loam_store_mark(loam_store *store)
{
    LOAM_ASSERT(NULL, store != NULL);
    pthread_mutex_lock(&store->mutex);
    const uint64_t mark = store->number;
    pthread_mutex_unlock(&store->mutex);
    return mark;
}

loam_result loam_store_written(loam_store *store, uint64_t mark, bool *written)
{
    LOAM_ASSERT(NULL, store != NULL);
    LOAM_ASSERT(&store->env, written != NULL);
    *written = true;
    return store->file.read_only ? LOAM_OK : loam_writer_look(store, mark, written);
}

static loam_result load_chunk(void *user, loam_chunk_pos chunk, loam_tile *tiles)
{
    return loam_store_load(user, chunk, tiles);
}

static loam_result save_chunk(void *user, loam_chunk_pos chunk, const loam_tile *tiles)
{
    return loam_store_save(user, chunk, tiles);
}

static loam_result load_plants(void *user, loam_chunk_pos chunk, uint8_t *bytes, size_t room,
                               size_t *size)
{
    return loam_store_load_plants(user, chunk, bytes, room, size);
}

static loam_result save_plants(void *user, loam_chunk_pos chunk, const uint8_t *bytes, size_t size)
{
    return loam_store_save_plants(user, chunk, bytes, size);
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
                              .load_plants = load_plants,
                              .save_plants = writes ? save_plants : NULL,
                              .flush = writes ? flush_chunks : NULL,
                              .user = store};
}

static bool is_behind(loam_chunk_pos place, loam_chunk_pos other)
{
    return place.y > other.y || (place.y == other.y && place.x > other.x);
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
        const loam_chunk_pos next = {.x = sqlite3_column_int64(statement, 1),
                                     .y = sqlite3_column_int64(statement, 0)};
        const bool ordered = is_behind(next, behind);
        places[*count] = behind = next;
        *count += ordered;
        code = ordered ? sqlite3_step(statement) : SQLITE_CORRUPT;
    }
    const loam_result ended = code == SQLITE_ROW || code == SQLITE_DONE
                                  ? LOAM_OK
                                  : loam_sql_fail(store->file.name, "cannot be read", code, db);
    sqlite3_finalize(statement);
    loam_reader_give_back(store, reader);
    return ended;
}

loam_result loam_store_each_place(loam_store *store,
                                  loam_result (*visit)(void *user, loam_chunk_pos place),
                                  void *user)
{
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

loam_result loam_store_each(loam_store *store,
                            loam_result (*visit)(void *user, loam_chunk_pos chunk), void *user)
{
    LOAM_ASSERT(NULL, store != NULL);
    LOAM_ASSERT(&store->env, visit != NULL);
    const loam_result result = loam_store_check_kind(store, LOAM_STORE_TILES);
    return result == LOAM_OK ? loam_store_each_place(store, visit, user) : result;
}

// ---- what else is in the file -------------------------------------------------------------------

loam_result loam_store_set_player(loam_store *store, const loam_store_player *player)
{
    LOAM_ASSERT(NULL, store != NULL);
    LOAM_ASSERT(&store->env, player != NULL);
    loam_result result = loam_store_check_writable(store);
    result = result == LOAM_OK ? loam_store_check_kind(store, LOAM_STORE_TILES) : result;
    result = result == LOAM_OK ? loam_game_check(player) : result;
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

loam_result loam_store_queue_extra(loam_store *store, loam_extra *extra, const void *bytes)
{
    pthread_mutex_lock(&store->mutex);
    extra->number = ++store->number;
    const loam_result result = loam_extras_put(&store->extras, &store->env, extra, bytes);
    store->other_defs = store->other_defs || (result == LOAM_OK && extra->definitions);
    pthread_cond_signal(&store->writer.work);
    pthread_mutex_unlock(&store->mutex);
    return result;
}

loam_result loam_store_set_extra(loam_store *store, const char *name, const void *bytes,
                                 size_t count)
{
    LOAM_ASSERT(NULL, store != NULL);
    LOAM_ASSERT(&store->env, name != NULL && (bytes != NULL || count == 0));
    loam_result result = loam_store_check_writable(store);
    result = result == LOAM_OK ? loam_extra_check_name(name) : result;
    if (result == LOAM_OK && count > LOAM_MAX_EXTRA_BYTES)
    {
        result = loam_fail(LOAM_BAD_ARGUMENT, "extra %s has %zu bytes; must be at most %zu", name,
                           count, LOAM_MAX_EXTRA_BYTES);
    }
    if (result != LOAM_OK)
    {
        return result;
    }
    loam_extra extra = {.count = count};
    memcpy(extra.name, name, strlen(name) + 1);
    return loam_store_queue_extra(store, &extra, bytes);
}

static size_t lesser(size_t a, size_t b)
{
    return a < b ? a : b;
}

/// Whether something waits to be written under a name; it is copied then.
static bool get_waiting_extra(loam_store *store, const char *name, void *bytes, size_t room,
                              size_t *count)
{
    pthread_mutex_lock(&store->mutex);
    const loam_extra *const waiting = loam_extras_waiting(&store->extras, name);
    if (waiting != NULL)
    {
        *count = waiting->count;
        if (lesser(room, *count) > 0)
        {
            memcpy(bytes, waiting->bytes, lesser(room, *count));
        }
    }
    pthread_mutex_unlock(&store->mutex);
    return waiting != NULL;
}

static loam_result read_extra(loam_store *store, const char *name, char **bytes, size_t *size)
{
    loam_reader *reader;
    loam_result result = loam_reader_take(store, &reader);
    if (result != LOAM_OK)
    {
        return result;
    }
    const loam_meta_file file = {&store->env, store->file.name, reader->rows.db};
    result = loam_extra_read(&file, name, bytes, size);
    loam_reader_give_back(store, reader);
    if (result == LOAM_IO)
    {
        loam_log_write(&store->env, LOAM_LOG_WARNING, "%s", loam_last_error());
        result = LOAM_NOT_FOUND;
    }
    return result;
}

loam_result loam_store_get_extra(loam_store *store, const char *name, void *bytes, size_t room,
                                 size_t *count)
{
    LOAM_ASSERT(NULL, store != NULL);
    LOAM_ASSERT(&store->env, name != NULL && count != NULL && (bytes != NULL || room == 0));
    *count = 0;
    loam_result result = loam_extra_check_name(name);
    if (result != LOAM_OK)
    {
        return result;
    }
    if (get_waiting_extra(store, name, bytes, room, count))
    {
        return *count > 0
                   ? LOAM_OK
                   : loam_fail(LOAM_NOT_FOUND, "%s: has no extra %s", store->file.name, name);
    }
    char *read;
    result = read_extra(store, name, &read, count);
    if (result == LOAM_OK)
    {
        if (lesser(room, *count) > 0)
        {
            memcpy(bytes, read, lesser(room, *count));
        }
        loam_free(&store->env, read, *count + 1);
    }
    return result;
}

loam_result loam_store_set_defs(loam_store *store, const loam_tile_defs *defs)
{
    LOAM_ASSERT(NULL, store != NULL);
    LOAM_ASSERT(&store->env, defs != NULL);
    loam_result result = loam_store_check_writable(store);
    result = result == LOAM_OK ? loam_store_check_kind(store, LOAM_STORE_TILES) : result;
    result = result == LOAM_OK ? loam_tile_defs_check(defs) : result;
    result = result == LOAM_OK ? loam_tile_defs_check_upgrade(&store->defs, defs) : result;
    char *text;
    size_t size;
    result = result == LOAM_OK ? loam_tile_defs_write(&store->env, defs, &text, &size) : result;
    if (result == LOAM_OK)
    {
        loam_extra extra = {.definitions = true, .count = size};
        result = loam_store_queue_extra(store, &extra, text);
        loam_free(&store->env, text, size + 1);
    }
    return result;
}

uint64_t loam_store_file_bytes(const loam_store *store)
{
    return loam_world_file_size(&store->file, "") + loam_world_file_size(&store->file, "-wal");
}

/// Counts rows, whose ids must come in order, and adds up their second column.
static int count_rows(sqlite3 *db, const char *sql, uint64_t *count, uint64_t *sum)
{
    sqlite3_stmt *statement = NULL;
    int64_t last = INT64_MIN;
    *count = *sum = 0;
    int code = sqlite3_prepare_v2(db, sql, -1, &statement, NULL);
    code = code == SQLITE_OK ? sqlite3_step(statement) : code;
    while (code == SQLITE_ROW)
    {
        const int64_t id = sqlite3_column_int64(statement, 0);
        const bool ordered = *count == 0 || id > last;
        last = id;
        (*count)++;
        *sum += (uint64_t)sqlite3_column_int64(statement, 1);
        code = ordered ? sqlite3_step(statement) : SQLITE_CORRUPT;
    }
    sqlite3_finalize(statement);
    return code == SQLITE_DONE ? SQLITE_OK : code;
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
    *out = (loam_store_info){.kind = store->rules.kind,
                             .seed = store->seed,
                             .format = loam_sql_format(reader->rows.db),
                             .world_version = store->world_version,
                             .volume_version = store->land.volume_version,
                             .created_s = store->created_s,
                             .file_bytes = loam_store_file_bytes(store)};
    uint64_t unused;
    sqlite3 *const db = reader->rows.db;
    int code = count_rows(db,
                          "SELECT id, iif(typeof(data) = 'blob', length(data), 0) FROM chunks NOT "
                          "INDEXED ORDER BY id",
                          &out->chunks, &out->chunk_bytes);
    code = code == SQLITE_OK
               ? count_rows(db, "SELECT id, 0 FROM damaged ORDER BY id", &out->damaged, &unused)
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
    return store->rules.kind == LOAM_STORE_TILES ? &store->defs : NULL;
}

uint64_t loam_store_seed(const loam_store *store)
{
    LOAM_ASSERT(NULL, store != NULL);
    return store->seed;
}

loam_result loam_store_compact(loam_store *store, loam_store_compaction *out)
{
    LOAM_ASSERT(NULL, store != NULL);
    loam_store_compaction unused;
    out = out != NULL ? out : &unused;
    *out = (loam_store_compaction){0};
    const loam_result result = loam_store_check_writable(store);
    return result == LOAM_OK ? loam_writer_rebuild(store, out) : result;
}
