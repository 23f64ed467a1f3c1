// SPDX-License-Identifier: MIT
#include "store/batch.h"

#include "loam/jobs.h"
#include "store/game.h"
#include "store/meta.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

// Many chunks share the cost of a commit, which is waiting for the disk. They are compressed before
// the transaction begins, by all workers if there are any. If the file's structure is damaged, a
// single chunk may be the reason that none of a batch can be written; then each gets a transaction of
// its own.

enum
{
    BEGIN,
    COMMIT,
    ROLLBACK,
    PUT,
    ASIDE_COPY,
    ASIDE_DELETE
};

static const char put_sql[] =
    "INSERT INTO chunks(y, x, format, checksum, data) VALUES(?, ?, ?, ?, ?) "
    "ON CONFLICT(y, x) DO UPDATE SET format = excluded.format, checksum = excluded.checksum, "
    "data = excluded.data WHERE chunks.y = excluded.y AND chunks.x = excluded.x";
static const char aside_sql[] = "INSERT INTO damaged(y, x, time, reason, format, checksum, data) "
                                "SELECT ?, ?, ?, ?, format, checksum, " LOAM_CHUNK_DATA_SQL
                                " FROM chunks WHERE id = ?";

static const char *const sql[LOAM_BATCH_STATEMENTS] = {
    [BEGIN] = "BEGIN IMMEDIATE", [COMMIT] = "COMMIT",
    [ROLLBACK] = "ROLLBACK",     [PUT] = put_sql,
    [ASIDE_COPY] = aside_sql,    [ASIDE_DELETE] = "DELETE FROM chunks WHERE id = ?",
};

// ---- making -------------------------------------------------------------------------------------

/// The workers, NULL if compressing is left to the writer.
static loam_jobs *workers_of(const loam_env *env)
{
    return env->jobs != NULL && loam_jobs_width(env->jobs) > 1 ? env->jobs : NULL;
}

static size_t blob_bytes(const loam_batch *batch)
{
    return LOAM_BATCH_CHUNKS * loam_chunk_blob_room(batch->kind);
}

/// Where a chunk is compressed to.
static uint8_t *blob_of(const loam_batch *batch, int64_t index)
{
    return batch->blobs + (size_t)index * loam_chunk_blob_room(batch->kind);
}

static size_t encoder_bytes(const loam_batch *batch)
{
    return (size_t)batch->encoder_room * sizeof *batch->encoders;
}

static loam_result make_encoders(loam_batch *batch, int32_t level)
{
    loam_jobs *const workers = workers_of(batch->env);
    const int32_t width = workers != NULL ? loam_jobs_width(workers) : 1;
    batch->encoder_room = width < LOAM_BATCH_CHUNKS ? width : LOAM_BATCH_CHUNKS;
    batch->encoders = loam_alloc(batch->env, encoder_bytes(batch));
    if (batch->encoders == NULL)
    {
        return LOAM_OUT_OF_MEMORY;
    }
    loam_result result = LOAM_OK;
    while (batch->encoder_count < batch->encoder_room && result == LOAM_OK)
    {
        loam_encoder_slot *const slot = &batch->encoders[batch->encoder_count];
        slot->taken = false;
        result = loam_encoder_init(&slot->encoder, level);
        batch->encoder_count += result == LOAM_OK ? 1 : 0;
    }
    return result;
}

loam_result loam_batch_init(loam_batch *batch, const loam_env *env, loam_store_kind kind,
                            int32_t level)
{
    batch->env = env;
    batch->kind = kind;
    batch->extra_count = 0;
    batch->count = batch->encoder_count = batch->encoder_room = 0;
    batch->encoders = NULL;
    batch->rows.db = NULL;
    batch->blobs = batch->judged = NULL;
    if (pthread_mutex_init(&batch->mutex, NULL) != 0)
    {
        return loam_fail(LOAM_OUT_OF_MEMORY, "no memory for a mutex");
    }
    if (pthread_cond_init(&batch->given_back, NULL) != 0)
    {
        pthread_mutex_destroy(&batch->mutex);
        return loam_fail(LOAM_OUT_OF_MEMORY, "no memory for a condition");
    }
    batch->blobs = loam_alloc(env, blob_bytes(batch));
    batch->judged = batch->blobs != NULL ? loam_alloc(env, loam_chunk_room(kind)) : NULL;
    const loam_result result = batch->judged != NULL ? make_encoders(batch, level)
                                                     : LOAM_OUT_OF_MEMORY;
    if (result != LOAM_OK)
    {
        loam_batch_free(batch);
    }
    return result;
}

void loam_batch_free(loam_batch *batch)
{
    for (int i = 0; i < batch->encoder_count; i++)
    {
        loam_encoder_free(&batch->encoders[i].encoder);
    }
    loam_free(batch->env, batch->encoders, encoder_bytes(batch));
    loam_free(batch->env, batch->judged, loam_chunk_room(batch->kind));
    loam_free(batch->env, batch->blobs, blob_bytes(batch));
    pthread_cond_destroy(&batch->given_back);
    pthread_mutex_destroy(&batch->mutex);
}

loam_result loam_batch_connect(loam_batch *batch, loam_world_file *file,
                               const loam_world_rules *rules)
{
    batch->name = file->name;
    loam_result result = loam_rows_open(&batch->rows, file, rules);
    if (result != LOAM_OK)
    {
        return result;
    }
    result = loam_sql_begin_writing(file->name, batch->rows.db);
    // Prepared in any case, so that there is something to finalize.
    const loam_result prepared = loam_sql_prepare(file->name, batch->rows.db, LOAM_BATCH_STATEMENTS,
                                                  sql, batch->statements);
    result = result == LOAM_OK ? prepared : result;
    if (result != LOAM_OK)
    {
        loam_batch_disconnect(batch);
    }
    return result;
}

void loam_batch_disconnect(loam_batch *batch)
{
    if (batch->rows.db != NULL)
    {
        loam_sql_finalize(LOAM_BATCH_STATEMENTS, batch->statements);
        loam_rows_close(&batch->rows);
    }
}

// ---- compressing --------------------------------------------------------------------------------

static loam_encoder_slot *free_encoder(const loam_batch *batch)
{
    for (int i = 0; i < batch->encoder_count; i++)
    {
        if (!batch->encoders[i].taken)
        {
            return &batch->encoders[i];
        }
    }
    return NULL;
}

/// Waits if all are taken: besides the workers, any thread that waits for a job takes part in loops.
static loam_encoder_slot *take_encoder(loam_batch *batch)
{
    pthread_mutex_lock(&batch->mutex);
    loam_encoder_slot *slot;
    while ((slot = free_encoder(batch)) == NULL)
    {
        pthread_cond_wait(&batch->given_back, &batch->mutex);
    }
    slot->taken = true;
    pthread_mutex_unlock(&batch->mutex);
    return slot;
}

static size_t encode_chunk(loam_batch *batch, loam_encoder *encoder, int64_t index)
{
    loam_waiting *const waiting = batch->chunks[index];
    uint8_t *const to = blob_of(batch, index);
    return batch->kind == LOAM_STORE_LAND
               ? loam_land_chunk_encode(encoder,
                                        (loam_chunk_content){waiting->bytes, waiting->size}, to)
               : loam_chunk_encode(encoder, &batch->rows.rules->model, waiting->chunk,
                                   (const loam_tile *)waiting->bytes, to);
}

static void encode_range(void *user, int64_t begin, int64_t end)
{
    loam_batch *const batch = user;
    loam_encoder_slot *const slot = take_encoder(batch);
    for (int64_t i = begin; i < end; i++)
    {
        batch->sizes[i] = encode_chunk(batch, &slot->encoder, i);
    }
    pthread_mutex_lock(&batch->mutex);
    slot->taken = false;
    pthread_cond_signal(&batch->given_back);
    pthread_mutex_unlock(&batch->mutex);
}

static loam_result encode(loam_batch *batch)
{
    loam_jobs_for(workers_of(batch->env), batch->count, 1, encode_range, batch);
    for (int i = 0; i < batch->count; i++)
    {
        if (batch->sizes[i] == 0)
        {
            return loam_fail(LOAM_OUT_OF_MEMORY, "%s: could not be written: out of memory",
                             batch->name);
        }
    }
    loam_result result = LOAM_OK;
    for (int i = 0; i < batch->extra_count && result == LOAM_OK; i++)
    {
        result = loam_extra_pack(batch->env, batch->extras[i]);
    }
    return result;
}

// ---- transactions -------------------------------------------------------------------------------

static int run(loam_batch *batch, int statement)
{
    return loam_sql_step(batch->statements[statement]);
}

/// Ends a transaction that has met a code so far, and returns how it went.
static int end_transaction(loam_batch *batch, int code)
{
    code = code == SQLITE_OK ? run(batch, COMMIT) : code;
    if (code != SQLITE_OK && !sqlite3_get_autocommit(batch->rows.db))
    {
        run(batch, ROLLBACK);
    }
    return code;
}

static int put_blob(loam_batch *batch, loam_chunk_pos chunk, loam_chunk_blob blob)
{
    sqlite3_stmt *const statement = batch->statements[PUT];
    sqlite3_bind_int64(statement, 1, chunk.y);
    sqlite3_bind_int64(statement, 2, chunk.x);
    sqlite3_bind_int64(statement, 3, blob.format);
    sqlite3_bind_int64(statement, 4, (int64_t)loam_chunk_checksum(chunk, blob));
    sqlite3_bind_blob64(statement, 5, blob.bytes, blob.size, SQLITE_STATIC);
    return loam_sql_step(statement);
}

/// A chunk without plants.
static int put_bare_row(loam_batch *batch, int index)
{
    const loam_chunk_blob blob = {.format = batch->kind == LOAM_STORE_LAND ? LOAM_LAND_FORMAT
                                                                           : LOAM_CHUNK_FORMAT,
                                  .bytes = blob_of(batch, index),
                                  .size = batch->sizes[index]};
    return put_blob(batch, batch->chunks[index]->chunk, blob);
}

static int put_planted_row(loam_batch *batch, int index)
{
    const loam_plant_section *const plants = &batch->chunks[index]->plants;
    const size_t own = batch->sizes[index], size = own + plants->size;
    uint8_t *const bytes = loam_alloc(batch->env, size);
    if (bytes == NULL)
    {
        return SQLITE_NOMEM;
    }
    memcpy(bytes, blob_of(batch, index), own);
    memcpy(bytes + own, plants->bytes, plants->size);
    const loam_chunk_blob blob = {.format = LOAM_PLANTED_FORMAT, .bytes = bytes, .size = size};
    const int code = put_blob(batch, batch->chunks[index]->chunk, blob);
    loam_free(batch->env, bytes, size);
    return code;
}

static int put_row(loam_batch *batch, int index)
{
    return (batch->chunks[index]->plants.size > 0 ? put_planted_row : put_bare_row)(batch, index);
}

/// Puts a row, or changes the one that the index leads to. If that is another chunk's, the index is
/// damaged and made anew: nothing is written over.
static int put_chunk(loam_batch *batch, int index)
{
    int code = put_row(batch, index);
    if (code == SQLITE_OK && sqlite3_changes(batch->rows.db) == 0)
    {
        code = sqlite3_exec(batch->rows.db, "REINDEX chunks_by_place", NULL, NULL, NULL);
        code = code == SQLITE_OK ? put_row(batch, index) : code;
        code = code == SQLITE_OK && sqlite3_changes(batch->rows.db) == 0 ? SQLITE_CORRUPT : code;
    }
    return code;
}

static int put_player(loam_batch *batch, const loam_store_player *player)
{
    char words[120];
    int length = snprintf(words, sizeof words, "%" PRId64 " %" PRId64 " %" PRIu64 " %" PRId32,
                          player->x, player->y, player->steps, player->time_of_day);
    if (player->year_step > 0)
    {
        length += snprintf(words + length, sizeof words - (size_t)length, " %" PRId64,
                           player->year_step);
    }
    uint8_t game[LOAM_GAME_BYTES];
    const size_t size = loam_game_encode(player, game);
    const loam_meta_file file = {batch->env, batch->name, batch->rows.db};
    loam_result result = loam_meta_put(&file, LOAM_META_PLAYER, words, (size_t)length);
    result = result == LOAM_OK ? loam_meta_put(&file, LOAM_META_GAME, game, size) : result;
    return result == LOAM_OK ? SQLITE_OK : sqlite3_extended_errcode(batch->rows.db);
}

static int put_extra(loam_batch *batch, int index)
{
    const loam_meta_file file = {batch->env, batch->name, batch->rows.db};
    return loam_extra_write(&file, batch->extras[index]) == LOAM_OK
               ? SQLITE_OK
               : sqlite3_extended_errcode(batch->rows.db);
}

/// What is written in one transaction: some of the chunks, some of the extras, and the player if there is
/// one.
typedef struct portion
{
    int chunk_begin, chunk_end;
    int extra_begin, extra_end;
    const loam_store_player *player;
} portion;

static int write_portion(loam_batch *batch, const portion *part)
{
    int code = run(batch, BEGIN);
    for (int i = part->chunk_begin; i < part->chunk_end && code == SQLITE_OK; i++)
    {
        code = put_chunk(batch, i);
    }
    for (int i = part->extra_begin; i < part->extra_end && code == SQLITE_OK; i++)
    {
        code = put_extra(batch, i);
    }
    code = code == SQLITE_OK && part->player != NULL ? put_player(batch, part->player) : code;
    code = end_transaction(batch, code);
    for (int i = part->chunk_begin; i < part->chunk_end; i++)
    {
        batch->chunks[i]->written = code == SQLITE_OK;
    }
    for (int i = part->extra_begin; i < part->extra_end; i++)
    {
        batch->extras[i]->written = code == SQLITE_OK;
    }
    return code;
}

/// Writes everything by itself, as far as that is possible.
static int write_singly(loam_batch *batch, const loam_store_player *player, bool *player_written)
{
    int code = SQLITE_OK;
    for (int i = 0; i < batch->count; i++)
    {
        const portion chunk = {.chunk_begin = i, .chunk_end = i + 1};
        const int single = write_portion(batch, &chunk);
        code = single != SQLITE_OK ? single : code;
    }
    for (int i = 0; i < batch->extra_count; i++)
    {
        const portion extra = {.extra_begin = i, .extra_end = i + 1};
        const int single = write_portion(batch, &extra);
        code = single != SQLITE_OK ? single : code;
    }
    if (player != NULL)
    {
        const portion alone = {.player = player};
        const int single = write_portion(batch, &alone);
        *player_written = single == SQLITE_OK;
        code = single != SQLITE_OK ? single : code;
    }
    return code;
}

loam_result loam_batch_write(loam_batch *batch, const loam_store_player *player,
                             bool *player_written)
{
    *player_written = false;
    if (batch->count == 0 && batch->extra_count == 0 && player == NULL)
    {
        return LOAM_OK;
    }
    const loam_result result = encode(batch);
    if (result != LOAM_OK)
    {
        return result;
    }
    const portion all = {
        .chunk_end = batch->count, .extra_end = batch->extra_count, .player = player};
    int code = write_portion(batch, &all);
    *player_written = player != NULL && code == SQLITE_OK;
    if (loam_sql_is_damage(code))
    {
        code = write_singly(batch, player, player_written);
    }
    return code == SQLITE_OK
               ? LOAM_OK
               : loam_sql_fail(batch->name, "could not be written", code, batch->rows.db);
}

// ---- damage -------------------------------------------------------------------------------------

static int move_aside(loam_batch *batch, loam_chunk_pos chunk, const loam_row *row)
{
    int code = run(batch, BEGIN);
    if (code == SQLITE_OK)
    {
        sqlite3_stmt *const copy = batch->statements[ASIDE_COPY];
        sqlite3_bind_int64(copy, 1, chunk.y);
        sqlite3_bind_int64(copy, 2, chunk.x);
        sqlite3_bind_int64(copy, 3, (int64_t)time(NULL));
        sqlite3_bind_text(copy, 4, row->reason, -1, SQLITE_STATIC);
        sqlite3_bind_int64(copy, 5, row->id);
        code = loam_sql_step(copy);
    }
    if (code == SQLITE_OK)
    {
        sqlite3_bind_int64(batch->statements[ASIDE_DELETE], 1, row->id);
        code = run(batch, ASIDE_DELETE);
    }
    return end_transaction(batch, code);
}

void loam_batch_set_aside(loam_batch *batch, loam_chunk_pos chunk)
{
    loam_chunk_content judged = {.bytes = batch->judged};
    const loam_row row = loam_rows_read(&batch->rows, chunk, &judged);
    const int code = row.state == LOAM_ROW_DAMAGED ? move_aside(batch, chunk, &row) : SQLITE_OK;
    if (code != SQLITE_OK)
    {
        (void)loam_sql_fail(batch->name, "a damaged chunk could not be set aside", code,
                            batch->rows.db);
        loam_log_write(batch->env, LOAM_LOG_WARNING, "%s", loam_last_error());
    }
}
