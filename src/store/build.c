// SPDX-License-Identifier: MIT
#include "store/build.h"

#include "loam/defs.h"
#include "store/beside.h"
#include "store/store.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

// A new file is written beside its place, under another name, and moved there in one step when it is
// complete and on the disk. Until then the old one is what it was.
//
// Nobody may use the old file while the new one takes its place: SQLite finds a file's write-ahead log
// by the name alone, and would take the log of the one for the log of the other. So all connections
// are closed, the log is emptied into the old file and removed, and the old file stays locked for
// everybody, other processes too, until the new one is there.

// ---- a file in the making -----------------------------------------------------------------------

typedef struct part_file
{
    char path[LOAM_MAX_WORLD_PATH + 32];
    sqlite3 *db;
} part_file;

static loam_result begin_part(const loam_world_file *file, loam_store_kind kind, part_file *part)
{
    const int32_t format = kind == LOAM_STORE_LAND ? LOAM_STORE_LAND_FORMAT
                                                   : LOAM_STORE_TILES_FORMAT;
    loam_result result = loam_world_file_part(file, part->path);
    result = result == LOAM_OK ? loam_sql_create(file->name, part->path, format, &part->db)
                               : result;
    if (result != LOAM_OK)
    {
        loam_world_file_remove_part(file);
    }
    return result;
}

/// Finishes the part and moves it into place, unless something has failed before.
static loam_result end_part(const loam_world_file *file, part_file *part, loam_result result)
{
    result = result == LOAM_OK
                 ? loam_sql_run(file->name, "could not be written", part->db, "COMMIT")
                 : result;
    sqlite3_close(part->db);
    result = result == LOAM_OK ? loam_world_file_settle(file, part->path) : result;
    if (result != LOAM_OK)
    {
        loam_world_file_remove_part(file);
    }
    return result;
}

// ---- a new world --------------------------------------------------------------------------------

static loam_result put_definitions(const loam_meta_file *meta, const loam_tile_defs *defs)
{
    char *text;
    size_t size;
    loam_result result = loam_tile_defs_write(meta->env, defs, &text, &size);
    if (result != LOAM_OK)
    {
        return result;
    }
    uint8_t *packed;
    size_t packed_size, capacity;
    result = loam_pack(meta->env, text, size, &packed, &packed_size, &capacity);
    loam_free(meta->env, text, size + 1);
    if (result == LOAM_OK)
    {
        result = loam_meta_put(meta, LOAM_META_DEFINITIONS, packed, packed_size);
        loam_free(meta->env, packed, capacity);
    }
    return result;
}

static loam_result put_seed(const loam_meta_file *meta, uint64_t seed)
{
    const loam_result result = loam_meta_put_number(meta, LOAM_META_SEED, seed);
    return result == LOAM_OK ? loam_meta_put_number(meta, LOAM_META_CREATED, (uint64_t)time(NULL))
                             : result;
}

loam_result loam_store_build(const loam_env *env, const loam_world_file *file, uint64_t seed,
                             const loam_tile_defs *defs)
{
    part_file part;
    loam_result result = begin_part(file, LOAM_STORE_TILES, &part);
    if (result != LOAM_OK)
    {
        return result;
    }
    const loam_meta_file meta = {env, file->name, part.db};
    result = put_seed(&meta, seed);
    result = result == LOAM_OK
                 ? loam_meta_put_number(&meta, LOAM_META_WORLD_VERSION, (uint64_t)defs->version)
                 : result;
    result = result == LOAM_OK ? put_definitions(&meta, defs) : result;
    return end_part(file, &part, result);
}

loam_result loam_store_build_land(const loam_env *env, const loam_world_file *file, uint64_t seed,
                                  const loam_land_meta *land)
{
    part_file part;
    loam_result result = begin_part(file, LOAM_STORE_LAND, &part);
    if (result != LOAM_OK)
    {
        return result;
    }
    const loam_meta_file meta = {env, file->name, part.db};
    result = put_seed(&meta, seed);
    result = result == LOAM_OK ? loam_land_meta_put(&meta, land) : result;
    return end_part(file, &part, result);
}

// ---- the same world anew ------------------------------------------------------------------------

typedef struct copying
{
    const char *name;
    loam_store_kind kind;
    sqlite3 *from, *to;
    sqlite3_stmt *put, *place;
    uint64_t rows;            // that could be read
    uint64_t left;            // chunks that were left behind
    bool broken;              // there is more that could not be read
    loam_sql_patience search; // for rows that have lost their place, all together
    const loam_env *env;
} copying;

static bool is_chunk_at(loam_store_kind kind, loam_chunk_pos chunk, const loam_raw_row *row)
{
    return loam_chunk_exists(kind, chunk) && loam_chunk_checksum(chunk, row->blob) == row->checksum;
}

/// Where a row belongs: where it says, or else where the index says.
static bool find_place(copying *copy, const loam_raw_row *row, loam_chunk_pos *chunk)
{
    *chunk = row->chunk;
    if (is_chunk_at(copy->kind, *chunk, row))
    {
        return true;
    }
    if (copy->search.left == 0)
    {
        return false; // the index has no end
    }
    sqlite3_bind_int64(copy->place, 1, row->id);
    loam_sql_begin_patience(&copy->search);
    const bool found = sqlite3_step(copy->place) == SQLITE_ROW;
    loam_sql_end_patience(&copy->search);
    if (found)
    {
        *chunk = (loam_chunk_pos){.x = sqlite3_column_int64(copy->place, 1),
                                  .y = sqlite3_column_int64(copy->place, 0)};
    }
    sqlite3_reset(copy->place);
    return found && is_chunk_at(copy->kind, *chunk, row);
}

static loam_result copy_row(void *user, const loam_raw_row *row)
{
    copying *const copy = user;
    loam_chunk_pos chunk;
    copy->rows++;
    if (!find_place(copy, row, &chunk))
    {
        copy->left++;
        return LOAM_OK;
    }
    sqlite3_bind_int64(copy->put, 1, chunk.y);
    sqlite3_bind_int64(copy->put, 2, chunk.x);
    sqlite3_bind_int64(copy->put, 3, row->blob.format);
    sqlite3_bind_int64(copy->put, 4, (int64_t)row->checksum);
    sqlite3_bind_blob64(copy->put, 5, row->blob.bytes, row->blob.size, SQLITE_STATIC);
    const int code = loam_sql_step(copy->put);
    return code == SQLITE_OK ? LOAM_OK
                             : loam_sql_fail(copy->name, "could not be written", code, copy->to);
}

static void note_break(void *user, const char *message)
{
    copying *const copy = user;
    copy->broken = true;
    loam_log_write(copy->env, LOAM_LOG_WARNING, "%s: %s", copy->name, message);
}

static loam_result copy_chunks(copying *copy)
{
    // A place that is met twice is that of a chunk saved twice; the later row is the newer.
    static const char *const put_sql =
        "INSERT OR REPLACE INTO chunks(y, x, format, checksum, data) VALUES(?, ?, ?, ?, ?)";
    // Through the index, which also has what the row itself may have lost.
    static const char *const place_sql =
        "SELECT y, x FROM chunks INDEXED BY chunks_by_place WHERE y > -9e18 AND id = ?";
    loam_result result = loam_sql_prepare(copy->name, copy->to, 1, &put_sql, &copy->put);
    const loam_result prepared = loam_sql_prepare(copy->name, copy->from, 1, &place_sql,
                                                  &copy->place);
    result = result == LOAM_OK ? prepared : result;
    const loam_row_visitor visitor = {copy_row, note_break, copy};
    result = result == LOAM_OK ? loam_rows_scan(copy->name, copy->from, &visitor) : result;
    loam_sql_finalize(1, &copy->put);
    loam_sql_finalize(1, &copy->place);
    return result;
}

/// The one number that a statement gives; false if it does not.
static bool ask_number(sqlite3 *db, const char *sql, uint64_t *number)
{
    sqlite3_stmt *row = NULL;
    const bool got = sqlite3_prepare_v2(db, sql, -1, &row, NULL) == SQLITE_OK &&
                     sqlite3_step(row) == SQLITE_ROW;
    *number = got ? (uint64_t)sqlite3_column_int64(row, 0) : 0;
    sqlite3_finalize(row);
    return got;
}

/// Whether SQLite finds nothing wrong with the pages of a file.
static bool has_good_pages(sqlite3 *db)
{
    sqlite3_stmt *row = NULL;
    const bool got = sqlite3_prepare_v2(db, "PRAGMA quick_check(1)", -1, &row, NULL) == SQLITE_OK &&
                     sqlite3_step(row) == SQLITE_ROW;
    const char *words = got ? (const char *)sqlite3_column_text(row, 0) : NULL;
    const bool good = words != NULL && strcmp(words, "ok") == 0;
    sqlite3_finalize(row);
    return good;
}

/// Looks for what reading all rows does not tell: pages that nothing leads to any more, and chunks that
/// only the index still has.
static void look_for_more(const loam_store *store, copying *copy)
{
    uint64_t indexed;
    loam_sql_patience patience = loam_sql_patience_for(copy->from, loam_store_file_bytes(store));
    loam_sql_begin_patience(&patience);
    copy->broken = !has_good_pages(copy->from) || copy->broken;
    if (ask_number(copy->from,
                   "SELECT count(*) FROM chunks INDEXED BY chunks_by_place WHERE y > -9e18",
                   &indexed) &&
        indexed > copy->rows)
    {
        copy->left += indexed - copy->rows;
    }
    loam_sql_end_patience(&patience);
}

static loam_result copy_world(loam_store *store, copying *copy)
{
    const loam_meta_file old = {&store->env, copy->name, copy->from};
    const loam_meta_file fresh = {&store->env, copy->name, copy->to};
    bool meta_is_whole, extras_are_whole = true;
    loam_result result = loam_meta_copy(&old, &fresh, copy->kind, &meta_is_whole);
    result = result == LOAM_OK ? loam_extras_copy(&old, &fresh, &extras_are_whole) : result;
    result = result == LOAM_OK ? copy_chunks(copy) : result;
    if (result == LOAM_OK)
    {
        look_for_more(store, copy);
        copy->broken = copy->broken || !meta_is_whole || !extras_are_whole;
    }
    return result;
}

/// from is closed where the file would not give way otherwise; other processes of ours still find it locked.
static loam_result copy_all(loam_store *store, sqlite3 **from, loam_store_compaction *out)
{
    part_file part;
    loam_result result = begin_part(&store->file, store->rules.kind, &part);
    if (result != LOAM_OK)
    {
        return result;
    }
    copying copy = {.name = store->file.name,
                    .kind = store->rules.kind,
                    .from = *from,
                    .to = part.db,
                    .search = loam_sql_patience_for(*from, loam_store_file_bytes(store)),
                    .env = &store->env};
    result = copy_world(store, &copy);
    out->left = copy.left;
    (void)ask_number(part.db, "SELECT count(*) FROM chunks", &out->chunks);
    if (result == LOAM_OK && (copy.broken || copy.left > 0))
    {
        result = loam_world_file_keep(&store->file, out->kept);
    }
    const bool kept = result == LOAM_OK && out->kept[0] != '\0';
    if (!LOAM_OPEN_FILES_GIVE_WAY)
    {
        sqlite3_close(*from);
        *from = NULL;
    }
    result = end_part(&store->file, &part, result);
    if (kept && result == LOAM_OK)
    {
        loam_log_write(&store->env, LOAM_LOG_WARNING,
                       "%s: is damaged: %" PRIu64 " chunks were copied, at least %" PRIu64
                       " were not; the old file is kept as %s",
                       copy.name, out->chunks, out->left, out->kept);
    }
    else if (kept)
    {
        loam_world_file_keep_not(&store->file, out->kept);
        out->kept[0] = '\0';
    }
    return result;
}

loam_result loam_store_rebuild(loam_store *store, loam_store_compaction *out)
{
    *out = (loam_store_compaction){0};
    loam_readers_bar(store);
    loam_batch_disconnect(&store->writer.batch);
    sqlite3 *old = NULL;
    loam_result result = loam_sql_open(&store->file, &old);
    if (result == LOAM_OK)
    {
        result = loam_sql_take_over(store->file.name, old);
        result = result == LOAM_OK ? copy_all(store, &old, out) : result;
        sqlite3_close(old);
    }
    // If this fails, the writer tries again when it has something to write.
    const loam_result again = loam_batch_connect(&store->writer.batch, &store->file, &store->rules);
    loam_readers_admit(store);
    return result == LOAM_OK ? again : result;
}

// ---- a copy -------------------------------------------------------------------------------------

static loam_result copy_to(loam_store *store, loam_world_file *to)
{
    char part[LOAM_MAX_WORLD_PATH + 32];
    loam_reader *reader;
    loam_result result = loam_world_file_part(to, part);
    result = result == LOAM_OK ? loam_reader_take(store, &reader) : result;
    if (result != LOAM_OK)
    {
        return result;
    }
    result = loam_sql_copy(to->name, reader->rows.db, part);
    loam_reader_give_back(store, reader);
    result = result == LOAM_OK ? loam_world_file_settle(to, part) : result;
    if (result != LOAM_OK)
    {
        loam_world_file_remove_part(to);
    }
    return result;
}

loam_result loam_store_copy(loam_store *store, const char *path)
{
    LOAM_ASSERT(NULL, store != NULL);
    LOAM_ASSERT(&store->env, path != NULL);
    loam_world_file to = {.lock = -1};
    loam_result result = loam_store_flush(store);
    result = result == LOAM_OK ? loam_world_file_place(&to, path) : result;
    result = result == LOAM_OK ? loam_beside_claim(&to) : result;
    result = result == LOAM_OK ? copy_to(store, &to) : result;
    loam_world_file_unlock(&to);
    return result;
}
