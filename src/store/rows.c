// SPDX-License-Identifier: MIT
#include "store/rows.h"

#include "store/land_rows.h"

#include <inttypes.h>
#include <stdio.h>

// A chunk is found in two steps: the index gives the number of its row, and the row is read by that.
// So it is known whether a wrong checksum is that of the row itself, which may then be set aside, or
// whether damage to the index has led to a row of another chunk, which must stay.

static const char find_sql[] = "SELECT id FROM chunks WHERE y = ? AND x = ?";
static const char read_sql[] = "SELECT id, y, x, format, checksum, " LOAM_CHUNK_DATA_SQL
                               " FROM chunks WHERE id = ?";

loam_result loam_rows_open(loam_rows *rows, loam_world_file *file, const loam_world_rules *rules)
{
    rows->name = file->name;
    rows->rules = rules;
    rows->db = NULL;
    rows->find = rows->read = NULL;
    loam_result result = loam_decoder_init(&rows->decoder);
    result = result == LOAM_OK ? loam_sql_open(file, &rows->db) : result;
    if (result == LOAM_OK)
    {
        const char *const sql[] = {find_sql, read_sql};
        sqlite3_stmt *statements[2];
        result = loam_sql_prepare(file->name, rows->db, 2, sql, statements);
        rows->find = statements[0];
        rows->read = statements[1];
    }
    if (result != LOAM_OK)
    {
        loam_rows_close(rows);
    }
    return result;
}

void loam_rows_close(loam_rows *rows)
{
    sqlite3_finalize(rows->find);
    sqlite3_finalize(rows->read);
    rows->find = rows->read = NULL;
    sqlite3_close(rows->db);
    rows->db = NULL;
    loam_decoder_free(&rows->decoder);
}

bool loam_chunk_exists(loam_store_kind kind, loam_chunk_pos chunk)
{
    if (kind == LOAM_STORE_LAND)
    {
        return loam_land_row_exists(loam_land_row_chunk(chunk));
    }
    const int64_t end = LOAM_TILE_END / LOAM_CHUNK_SIDE;
    return chunk.x >= -end && chunk.x < end && chunk.y >= -end && chunk.y < end;
}

loam_place_name loam_chunk_name(loam_store_kind kind, loam_chunk_pos chunk)
{
    const loam_store_chunk_pos at = loam_land_row_chunk(chunk);
    loam_place_name name;
    if (kind == LOAM_STORE_LAND)
    {
        snprintf(name.words, sizeof name.words, "(%" PRId64 ", %" PRId64 ", %" PRId64 ")", at.x,
                 at.y, at.z);
    }
    else
    {
        snprintf(name.words, sizeof name.words, "(%" PRId64 ", %" PRId64 ")", chunk.x, chunk.y);
    }
    return name;
}

static loam_raw_row raw_row(sqlite3_stmt *statement)
{
    const void *bytes = sqlite3_column_blob(statement, 5);
    return (loam_raw_row){
        .id = sqlite3_column_int64(statement, 0),
        .chunk = {.x = sqlite3_column_int64(statement, 2), .y = sqlite3_column_int64(statement, 1)},
        .blob = {.format = sqlite3_column_int64(statement, 3),
                 .bytes = bytes != NULL ? bytes : "",
                 .size = (size_t)sqlite3_column_bytes(statement, 5)},
        .checksum = (uint64_t)sqlite3_column_int64(statement, 4)};
}

static bool is_checksum(loam_chunk_pos chunk, const loam_raw_row *row)
{
    return loam_chunk_checksum(chunk, row->blob) == row->checksum;
}

/// Whether tiles are not those of the world's definitions.
static bool has_bad_tile(const loam_world_rules *rules, const loam_tile *tiles, char *reason,
                         size_t size)
{
    const size_t bad = loam_tiles_find_bad(&rules->limits, tiles, LOAM_CHUNK_TILES);
    if (bad == LOAM_CHUNK_TILES)
    {
        return false;
    }
    char what[128];
    loam_tile_describe_bad(&rules->limits, rules->defs, tiles[bad], what, sizeof what);
    snprintf(reason, size, "at tile %zu %s", bad, what);
    return true;
}

static const char *decode(loam_rows *rows, loam_chunk_pos chunk, loam_chunk_blob blob,
                          loam_chunk_content *out)
{
    if (rows->rules->kind == LOAM_STORE_LAND)
    {
        return loam_land_chunk_decode(&rows->decoder, blob, out);
    }
    out->size = LOAM_CHUNK_BYTES;
    return loam_chunk_decode(&rows->decoder, &rows->rules->model, chunk, blob, out->bytes);
}

bool loam_row_is_bad(loam_rows *rows, loam_chunk_pos chunk, const loam_raw_row *row,
                     loam_chunk_content *out, char *reason, size_t size)
{
    const loam_store_kind kind = rows->rules->kind;
    const char *fault = !loam_chunk_exists(kind, chunk) ? "there is no such place"
                        : !is_checksum(chunk, row)      ? "its checksum is wrong"
                                                        : NULL;
    fault = fault != NULL ? fault : decode(rows, chunk, row->blob, out);
    if (fault != NULL)
    {
        snprintf(reason, size, "%s", fault);
        return true;
    }
    return kind == LOAM_STORE_TILES && has_bad_tile(rows->rules, out->bytes, reason, size);
}

/// A call that did not give a row.
static loam_row no_row(const loam_rows *rows, int code, const char *absence)
{
    loam_row row = {.state = LOAM_ROW_LOST};
    if (code == SQLITE_DONE)
    {
        row.state = absence == NULL ? LOAM_ROW_NONE : LOAM_ROW_LOST;
        snprintf(row.reason, sizeof row.reason, "%s", absence == NULL ? "" : absence);
    }
    else if (loam_sql_is_damage(code))
    {
        snprintf(row.reason, sizeof row.reason, "%s", sqlite3_errstr(code));
    }
    else
    {
        row.state = LOAM_ROW_FAILED;
        row.result = loam_sql_fail(rows->name, "cannot be read", code, rows->db);
    }
    return row;
}

static loam_row judge(loam_rows *rows, loam_chunk_pos chunk, const loam_raw_row *raw,
                      loam_chunk_content *out)
{
    loam_row row = {.state = LOAM_ROW_GOOD, .id = raw->id};
    const bool own = raw->chunk.x == chunk.x && raw->chunk.y == chunk.y;
    if (!own && is_checksum(raw->chunk, raw))
    {
        row.state = LOAM_ROW_LOST;
        snprintf(row.reason, sizeof row.reason, "the index leads to another chunk");
    }
    else if (loam_row_is_bad(rows, chunk, raw, out, row.reason, sizeof row.reason))
    {
        row.state = LOAM_ROW_DAMAGED;
    }
    return row;
}

/// The number of a chunk's row.
static loam_row find(loam_rows *rows, loam_chunk_pos chunk)
{
    sqlite3_bind_int64(rows->find, 1, chunk.y);
    sqlite3_bind_int64(rows->find, 2, chunk.x);
    const int code = sqlite3_step(rows->find);
    const loam_row row = code == SQLITE_ROW ? (loam_row){.state = LOAM_ROW_GOOD,
                                                         .id = sqlite3_column_int64(rows->find, 0)}
                                            : no_row(rows, code, NULL);
    sqlite3_reset(rows->find);
    return row;
}

loam_row loam_rows_read(loam_rows *rows, loam_chunk_pos chunk, loam_chunk_content *out)
{
    loam_row row = find(rows, chunk);
    if (row.state != LOAM_ROW_GOOD)
    {
        return row;
    }
    sqlite3_bind_int64(rows->read, 1, row.id);
    const int code = sqlite3_step(rows->read);
    if (code == SQLITE_ROW)
    {
        const loam_raw_row raw = raw_row(rows->read);
        // A row that there was no memory for is not damaged.
        row = sqlite3_errcode(rows->db) == SQLITE_NOMEM ? no_row(rows, SQLITE_NOMEM, NULL)
                                                        : judge(rows, chunk, &raw, out);
    }
    else
    {
        row = no_row(rows, code, "the index leads to no row");
    }
    sqlite3_reset(rows->read);
    return row;
}

loam_result loam_rows_read_plants(loam_rows *rows, loam_chunk_pos chunk, uint8_t *bytes,
                                  size_t room, size_t *size, bool *damaged)
{
    const loam_row row = find(rows, chunk);
    loam_result result = LOAM_OK;
    *size = 0;
    *damaged = false;
    if (row.state != LOAM_ROW_GOOD)
    {
        return row.state == LOAM_ROW_FAILED ? row.result : LOAM_OK;
    }
    sqlite3_bind_int64(rows->read, 1, row.id);
    const int code = sqlite3_step(rows->read);
    if (code == SQLITE_ROW && sqlite3_column_blob(rows->read, 5) == NULL &&
        sqlite3_errcode(rows->db) == SQLITE_NOMEM)
    {
        result = LOAM_OUT_OF_MEMORY;
    }
    else if (code == SQLITE_ROW)
    {
        const loam_raw_row raw = raw_row(rows->read);
        *damaged = loam_planted_read(chunk, loam_planted_section(raw.blob), bytes, room, size) !=
                   LOAM_OK;
    }
    else if (!loam_sql_is_damage(code) && code != SQLITE_DONE)
    {
        result = loam_sql_fail(rows->name, "cannot be read", code, rows->db);
    }
    sqlite3_reset(rows->read);
    return result;
}

// ---- all rows -----------------------------------------------------------------------------------

typedef struct scan
{
    const loam_row_visitor *visitor;
    bool any;
    int64_t last; // the id of the last row that the way up has reached, if any
} scan;

/// One way through the table, until its end, a failure of the visitor, or an error, which *code has. Rows
/// that are not in order are one.
static loam_result walk_up(sqlite3 *db, const char *sql, scan *state, int *code)
{
    sqlite3_stmt *statement = NULL;
    *code = sqlite3_prepare_v2(db, sql, -1, &statement, NULL);
    loam_result result = LOAM_OK;
    while (*code == SQLITE_OK && result == LOAM_OK)
    {
        const int step = sqlite3_step(statement);
        const loam_raw_row row = step == SQLITE_ROW ? raw_row(statement) : (loam_raw_row){0};
        if (step != SQLITE_ROW || (state->any && row.id <= state->last))
        {
            *code = step == SQLITE_ROW ? SQLITE_CORRUPT : step;
            break;
        }
        state->last = row.id;
        state->any = true;
        result = state->visitor->visit(state->visitor->user, &row);
    }
    sqlite3_finalize(statement);
    return result;
}

/// The way back from the end, to where the other way has come.
static loam_result walk_down(sqlite3 *db, const char *sql, const scan *state)
{
    sqlite3_stmt *statement = NULL;
    const int code = sqlite3_prepare_v2(db, sql, -1, &statement, NULL);
    loam_result result = LOAM_OK;
    int64_t previous = INT64_MAX;
    while (code == SQLITE_OK && result == LOAM_OK && sqlite3_step(statement) == SQLITE_ROW)
    {
        const loam_raw_row row = raw_row(statement);
        if (row.id >= previous || (state->any && row.id <= state->last))
        {
            break;
        }
        previous = row.id;
        result = state->visitor->visit(state->visitor->user, &row);
    }
    sqlite3_finalize(statement);
    return result;
}

loam_result loam_rows_scan(const char *name, sqlite3 *db, const loam_row_visitor *visitor)
{
    static const char up[] = "SELECT id, y, x, format, checksum, " LOAM_CHUNK_DATA_SQL
                             " FROM chunks NOT INDEXED ORDER BY id";
    static const char down[] = "SELECT id, y, x, format, checksum, " LOAM_CHUNK_DATA_SQL
                               " FROM chunks NOT INDEXED ORDER BY id DESC";
    scan state = {.visitor = visitor};
    int code;
    loam_result result = walk_up(db, up, &state, &code);
    if (result == LOAM_OK && loam_sql_is_damage(code))
    {
        char message[128];
        snprintf(message, sizeof message, "chunks behind row %" PRId64 " cannot be read: %s",
                 state.any ? state.last : 0, sqlite3_errstr(code));
        visitor->broken(visitor->user, message);
        result = walk_down(db, down, &state);
        code = SQLITE_DONE;
    }
    return result != LOAM_OK || code == SQLITE_DONE
               ? result
               : loam_sql_fail(name, "cannot be read", code, db);
}
