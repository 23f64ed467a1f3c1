// SPDX-License-Identifier: MIT
#include "loam/random.h"
#include "store/codec.h"
#include "store/extras.h"

#include <stdio.h>
#include <string.h>

// Extras stand in the table of what a file knows about its world, with numbers that are hashes of their
// names, far above those of the rest. Programs that know nothing of them pass them over.

enum
{
    ROW_NAME = LOAM_MAX_EXTRA_NAME + 8
};

#define FIRST_ID ((int64_t)1 << 61)
#define EXTRA_SQL \
    "SELECT id, name, checksum, CASE WHEN typeof(value) = 'blob' AND length(value) <= 2097152 " \
    "THEN value END FROM meta "
_Static_assert(ZSTD_COMPRESSBOUND(LOAM_MAX_EXTRA_BYTES) <= 2097152, "every extra can be read");

/// What stands in a row as its name.
static void write_name(const char *name, char out[ROW_NAME])
{
    snprintf(out, ROW_NAME, "extra:%s", name);
}

int64_t loam_extra_id(const char *name)
{
    char row[ROW_NAME];
    write_name(name, row);
    return FIRST_ID | (int64_t)(loam_seed_derive(0, row) & (uint64_t)(FIRST_ID - 1));
}

static uint64_t checksum_of(const char *row_name, const void *bytes, size_t size)
{
    return loam_hash_bytes(bytes, size, loam_seed_derive(0, row_name));
}

loam_result loam_extra_pack(const loam_env *env, loam_extra *extra)
{
    return extra->count > 0 && extra->packed == NULL
               ? loam_pack(env, extra->bytes, extra->count, &extra->packed, &extra->packed_size,
                           &extra->packed_room)
               : LOAM_OK;
}

static int put_row(sqlite3 *db, int64_t id, const char *row_name, const void *bytes, size_t size)
{
    sqlite3_stmt *put = NULL;
    int code = sqlite3_prepare_v2(
        db, "INSERT OR REPLACE INTO meta(id, name, checksum, value) VALUES(?, ?, ?, ?)", -1, &put,
        NULL);
    if (code == SQLITE_OK)
    {
        sqlite3_bind_int64(put, 1, id);
        sqlite3_bind_text(put, 2, row_name, -1, SQLITE_STATIC);
        sqlite3_bind_int64(put, 3, (int64_t)checksum_of(row_name, bytes, size));
        sqlite3_bind_blob64(put, 4, bytes, size, SQLITE_STATIC);
        code = loam_sql_step(put);
    }
    sqlite3_finalize(put);
    return code;
}

static int remove_row(sqlite3 *db, int64_t id)
{
    sqlite3_stmt *statement = NULL;
    int code = sqlite3_prepare_v2(db, "DELETE FROM meta WHERE id = ?", -1, &statement, NULL);
    if (code == SQLITE_OK)
    {
        sqlite3_bind_int64(statement, 1, id);
        code = loam_sql_step(statement);
    }
    sqlite3_finalize(statement);
    return code;
}

/// A world's definitions, its version, or both: they are not there one without the other.
static loam_result write_definitions(const loam_meta_file *file, const loam_extra *extra)
{
    const loam_result result = extra->count > 0 ? loam_meta_put(file, LOAM_META_DEFINITIONS,
                                                                extra->packed, extra->packed_size)
                                                : LOAM_OK;
    return result == LOAM_OK && extra->version > 0
               ? loam_meta_put_number(file, LOAM_META_WORLD_VERSION, (uint64_t)extra->version)
               : result;
}

loam_result loam_extra_write(const loam_meta_file *file, const loam_extra *extra)
{
    if (extra->definitions)
    {
        return write_definitions(file, extra);
    }
    char name[ROW_NAME];
    write_name(extra->name, name);
    const int64_t id = loam_extra_id(extra->name);
    const int code = extra->count == 0
                         ? remove_row(file->db, id)
                         : put_row(file->db, id, name, extra->packed, extra->packed_size);
    return code == SQLITE_OK ? LOAM_OK
                             : loam_sql_fail(file->name, "could not be written", code, file->db);
}

// ---- reading ------------------------------------------------------------------------------------

/// A row as it stands in the file. Valid until the next step of its statement.
typedef struct extra_row
{
    int64_t id;
    const char *name;
    uint64_t checksum;
    const void *bytes;
    size_t size;
} extra_row;

static extra_row look_at(sqlite3_stmt *statement)
{
    extra_row row = {.id = sqlite3_column_int64(statement, 0),
                     .name = (const char *)sqlite3_column_text(statement, 1),
                     .checksum = (uint64_t)sqlite3_column_int64(statement, 2),
                     .bytes = sqlite3_column_blob(statement, 3)};
    row.size = (size_t)sqlite3_column_bytes(statement, 3);
    return row;
}

/// Whether a row is what was once written there.
static bool is_whole(const extra_row *row)
{
    static const char before[] = "extra:";
    const size_t length = sizeof before - 1;
    return row->name != NULL && strncmp(row->name, before, length) == 0 &&
           loam_extra_check_name(row->name + length) == LOAM_OK &&
           loam_extra_id(row->name + length) == row->id && row->bytes != NULL &&
           checksum_of(row->name, row->bytes, row->size) == row->checksum;
}

static loam_result unpack(const loam_meta_file *file, const char *name, const extra_row *row,
                          char **bytes, size_t *size)
{
    char expected[ROW_NAME];
    write_name(name, expected);
    const bool whole = is_whole(row) && strcmp(row->name, expected) == 0;
    const loam_result result = whole ? loam_unpack(file->env, row->bytes, row->size,
                                                   LOAM_MAX_EXTRA_BYTES, bytes, size)
                                     : LOAM_IO;
    return result == LOAM_OK || result == LOAM_OUT_OF_MEMORY
               ? result
               : loam_fail(LOAM_IO, "%s: its extra %s is damaged", file->name, name);
}

loam_result loam_extra_read(const loam_meta_file *file, const char *name, char **bytes,
                            size_t *size)
{
    sqlite3_stmt *statement = NULL;
    int code = sqlite3_prepare_v2(file->db, EXTRA_SQL "WHERE id = ?", -1, &statement, NULL);
    if (code == SQLITE_OK)
    {
        sqlite3_bind_int64(statement, 1, loam_extra_id(name));
        code = sqlite3_step(statement);
    }
    loam_result result;
    if (code == SQLITE_ROW)
    {
        const extra_row row = look_at(statement);
        result = unpack(file, name, &row, bytes, size);
    }
    else if (code == SQLITE_DONE)
    {
        result = loam_fail(LOAM_NOT_FOUND, "%s: has no extra %s", file->name, name);
    }
    else
    {
        result = loam_sql_fail(file->name, "an extra cannot be read", code, file->db);
    }
    sqlite3_finalize(statement);
    return result;
}

/// Calls visit for every row that can be read, in order. False if not all could be.
static bool each_row(const loam_meta_file *file, bool (*visit)(void *user, const extra_row *row),
                     void *user)
{
    sqlite3_stmt *statement = NULL;
    int64_t last = FIRST_ID - 1;
    int code = sqlite3_prepare_v2(file->db, EXTRA_SQL "WHERE id >= ? ORDER BY id", -1, &statement,
                                  NULL);
    if (code == SQLITE_OK)
    {
        sqlite3_bind_int64(statement, 1, FIRST_ID);
        code = sqlite3_step(statement);
    }
    while (code == SQLITE_ROW)
    {
        const extra_row row = look_at(statement);
        // A damaged file may lead in circles.
        const bool good = row.id > last && visit(user, &row);
        last = row.id;
        code = good ? sqlite3_step(statement) : SQLITE_CORRUPT;
    }
    sqlite3_finalize(statement);
    return code == SQLITE_DONE;
}

typedef struct finding
{
    loam_extras *extras;
    const loam_env *env;
    loam_result result;
} finding;

static bool note_row(void *user, const extra_row *row)
{
    finding *const found = user;
    found->result = loam_extras_note(found->extras, found->env, row->id);
    return found->result == LOAM_OK;
}

loam_result loam_extras_find(loam_extras *extras, const loam_meta_file *file)
{
    finding found = {.extras = extras, .env = file->env};
    if (!each_row(file, note_row, &found))
    {
        loam_log_write(file->env, LOAM_LOG_WARNING, "%s: its extras are damaged", file->name);
    }
    return found.result == LOAM_OUT_OF_MEMORY ? found.result : LOAM_OK;
}

typedef struct extra_check
{
    const loam_meta_file *file;
    void (*found)(void *user, const char *message);
    void *user;
    uint64_t faults;
} extra_check;

static bool check_row(void *user, const extra_row *row)
{
    extra_check *const check = user;
    char *bytes;
    size_t size;
    char message[160];
    const bool whole = is_whole(row) && loam_unpack(check->file->env, row->bytes, row->size,
                                                    LOAM_MAX_EXTRA_BYTES, &bytes, &size) == LOAM_OK;
    if (whole)
    {
        loam_free(check->file->env, bytes, size + 1);
        return true;
    }
    snprintf(message, sizeof message, "extra %lld, %.80s, is damaged", (long long)row->id,
             row->name != NULL ? row->name : "without a name");
    check->found(check->user, message);
    check->faults++;
    return true;
}

uint64_t loam_extras_verify(const loam_meta_file *file,
                            void (*found)(void *user, const char *message), void *user)
{
    extra_check check = {.file = file, .found = found, .user = user};
    if (!each_row(file, check_row, &check))
    {
        found(user, "not all extras can be read");
        check.faults++;
    }
    return check.faults;
}

typedef struct extra_copying
{
    const loam_meta_file *to;
    bool whole;
    int code;
} extra_copying;

static bool copy_row(void *user, const extra_row *row)
{
    extra_copying *const copy = user;
    if (!is_whole(row))
    {
        copy->whole = false;
        return true;
    }
    copy->code = put_row(copy->to->db, row->id, row->name, row->bytes, row->size);
    return copy->code == SQLITE_OK;
}

loam_result loam_extras_copy(const loam_meta_file *from, const loam_meta_file *to, bool *whole)
{
    extra_copying copy = {.to = to, .whole = true, .code = SQLITE_OK};
    const bool all = each_row(from, copy_row, &copy);
    *whole = copy.whole && all;
    return copy.code == SQLITE_OK
               ? LOAM_OK
               : loam_sql_fail(to->name, "could not be written", copy.code, to->db);
}
