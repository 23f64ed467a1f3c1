// SPDX-License-Identifier: MIT
#include "store/store.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

// Three questions: is the file's structure whole (SQLite's own check), is everything twice that should
// be, and is every chunk, and every extra, what was once written.

typedef struct verification
{
    loam_rows *rows;
    void (*found)(void *user, const char *message);
    void *user;
    loam_store_verdict *verdict;
    loam_chunk_content content;
    const loam_tile_defs *defs;
    float voxel_m;   // of a land
    uint8_t *plants; // room for LOAM_MAX_PLANT_BYTES
} verification;

/// Messages name what stands in the file, whatever that is.
static void report(void *user, const char *message)
{
    verification *const check = user;
    char shown[512];
    loam_text_printable(shown, sizeof shown, message);
    check->found(check->user, shown);
}

static void report_other(void *user, const char *message)
{
    verification *const check = user;
    check->verdict->other_faults++;
    report(user, message);
}

/// Voxels say themselves which versions they are of and where they belong. Bytes of a program's own say nothing.
static void check_voxels(verification *check, const loam_raw_row *row)
{
    const loam_store_chunk_pos at = loam_land_row_chunk(row->chunk);
    loam_voxel_kept kept;
    if (loam_voxel_chunk_describe(check->content.bytes, check->content.size, &kept) != LOAM_OK ||
        (kept.land_version == LOAM_LAND_VERSION && kept.volume_version == LOAM_VOLUME_VERSION &&
         kept.voxel_m == check->voxel_m && kept.chunk.x == at.x && kept.chunk.y == at.y &&
         kept.chunk.z == at.z))
    {
        return;
    }
    char message[256];
    snprintf(message, sizeof message,
             "chunk %s has voxels of (%" PRId64 ", %" PRId64 ", %" PRId64
             "), land version %u, volume version %u, %g m wide",
             loam_chunk_name(LOAM_STORE_LAND, row->chunk).words, kept.chunk.x, kept.chunk.y,
             kept.chunk.z, (unsigned)kept.land_version, (unsigned)kept.volume_version,
             (double)kept.voxel_m);
    report_other(check, message);
}

/// What has the right checksum may still be nothing that grows.
static void check_plants(verification *check, const loam_raw_row *row)
{
    size_t size;
    loam_result result = loam_planted_read(row->chunk, loam_planted_section(row->blob),
                                           check->plants, LOAM_MAX_PLANT_BYTES, &size);
    result = result == LOAM_OK
                 ? loam_tile_plants_check(check->defs, row->chunk, check->plants, size)
                 : result;
    if (result != LOAM_OK)
    {
        report_other(check, loam_last_error());
    }
}

static loam_result check_row(void *user, const loam_raw_row *row)
{
    verification *const check = user;
    loam_rows *const rows = check->rows;
    char reason[160], message[256];
    check->verdict->chunks++;
    if (loam_row_is_bad(rows, row->chunk, row, &check->content, reason, sizeof reason))
    {
        check->verdict->bad_chunks++;
        snprintf(message, sizeof message, "chunk %s is damaged: %s",
                 loam_chunk_name(rows->rules->kind, row->chunk).words, reason);
        report(check, message);
        return LOAM_OK;
    }
    if (rows->rules->kind == LOAM_STORE_LAND)
    {
        check_voxels(check, row);
        return LOAM_OK;
    }
    check_plants(check, row);
    return LOAM_OK;
}

static loam_result check_structure(const loam_store *store, verification *check)
{
    sqlite3 *const db = check->rows->db;
    // The whole check counts the entries of the index in one step, which has to have an end.
    const bool ordered = loam_sql_index_is_ordered(db);
    const char *const sql = ordered ? "PRAGMA integrity_check(100)" : "PRAGMA quick_check(100)";
    sqlite3_stmt *statement = NULL;
    loam_sql_patience patience = loam_sql_patience_for(db, loam_store_file_bytes(store));
    loam_sql_begin_patience(&patience);
    int code = sqlite3_prepare_v2(db, sql, -1, &statement, NULL);
    while (code == SQLITE_OK || code == SQLITE_ROW)
    {
        code = sqlite3_step(statement);
        const char *words = code == SQLITE_ROW ? (const char *)sqlite3_column_text(statement, 0)
                                               : NULL;
        if (words != NULL && strcmp(words, "ok") != 0)
        {
            report_other(check, words);
        }
    }
    sqlite3_finalize(statement);
    loam_sql_end_patience(&patience);
    if (!ordered)
    {
        report_other(check, "the index is out of order or cannot be read");
    }
    if (loam_sql_is_damage(code))
    {
        report_other(check, sqlite3_errstr(code));
        return LOAM_OK;
    }
    return code == SQLITE_DONE ? LOAM_OK
                               : loam_sql_fail(check->rows->name, "cannot be read", code, db);
}

static loam_result check_all(const loam_store *store, verification *check)
{
    const loam_meta_file meta = {&store->env, store->file.name, check->rows->db};
    const loam_row_visitor visitor = {check_row, report_other, check};
    loam_result result = check_structure(store, check);
    check->verdict->other_faults += loam_meta_verify(&meta, store->rules.kind, report, check);
    check->verdict->other_faults += loam_extras_verify(&meta, report, check);
    result = result == LOAM_OK ? loam_rows_scan(store->file.name, check->rows->db, &visitor)
                               : result;
    return result;
}

loam_result loam_store_verify(loam_store *store, void (*found)(void *user, const char *message),
                              void *user, loam_store_verdict *out)
{
    LOAM_ASSERT(NULL, store != NULL);
    LOAM_ASSERT(&store->env, found != NULL && out != NULL);
    *out = (loam_store_verdict){0};
    const size_t room = loam_chunk_room(store->rules.kind);
    const size_t plant_room = store->rules.kind == LOAM_STORE_LAND ? 0 : LOAM_MAX_PLANT_BYTES;
    uint8_t *const bytes = loam_alloc(&store->env, room + plant_room);
    if (bytes == NULL)
    {
        return LOAM_OUT_OF_MEMORY;
    }
    loam_reader *reader;
    loam_result result = loam_reader_take(store, &reader);
    if (result == LOAM_OK)
    {
        verification check = {.rows = &reader->rows,
                              .found = found,
                              .user = user,
                              .verdict = out,
                              .content = {.bytes = bytes},
                              .defs = loam_store_defs(store),
                              .voxel_m = store->land.voxel_m,
                              .plants = bytes + room};
        result = check_all(store, &check);
        loam_reader_give_back(store, reader);
    }
    loam_free(&store->env, bytes, room + plant_room);
    return result;
}
