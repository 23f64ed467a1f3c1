// SPDX-License-Identifier: MIT
#include "store/sql.h"

#include "loam/defs.h"
#include "loam/store.h"
#include "store/beside.h"
#include "store/system_errno.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

// A world's file may come from a stranger. SQLite itself holds its ground against bytes of any kind;
// what it would do on behalf of a file is switched off: triggers, views, functions in the schema,
// memory mapping (a file that is cut short while mapped ends the process). And as a world has exactly
// the tables below, a file with any others is refused before anything in them is looked at.
//
// A commit is on the disk when it returns (synchronous FULL), in the write-ahead log: readers go on
// meanwhile, and a process that ends at any moment leaves the commits before. The first two numbers
// below stand in the file's header, where every tool can find them.

enum
{
    APPLICATION_ID = 0x4c6f616d, // "Loam"
    BUSY_MS = 5000,
    LOCK_WAIT_MS = 20,
    MAX_LOCK_WAIT_MS = 1000,
    MAX_ATTEMPTS = 10,
    MAX_ROW = (int)LOAM_MAX_DEFS_TEXT + (1 << 20)
};

typedef struct schema_entry
{
    const char *type, *name, *table, *sql;
} schema_entry;

// Tables in the order of their names. id of meta is twice the entry's number, plus the copy's.
static const schema_entry schema[] = {
    {"table", "chunks", "chunks",
     "CREATE TABLE chunks(id INTEGER PRIMARY KEY, y INTEGER NOT NULL, x INTEGER NOT NULL, "
     "format INTEGER NOT NULL, checksum INTEGER NOT NULL, data BLOB NOT NULL)"},
    {"index", "chunks_by_place", "chunks", "CREATE UNIQUE INDEX chunks_by_place ON chunks(y, x)"},
    {"table", "damaged", "damaged",
     "CREATE TABLE damaged(id INTEGER PRIMARY KEY, y INTEGER NOT NULL, x INTEGER NOT NULL, "
     "time INTEGER NOT NULL, reason TEXT NOT NULL, format INTEGER, checksum INTEGER, data BLOB)"},
    {"table", "meta", "meta",
     "CREATE TABLE meta(id INTEGER PRIMARY KEY, name TEXT NOT NULL, checksum INTEGER NOT NULL, "
     "value BLOB NOT NULL)"},
};

enum
{
    SCHEMA_ENTRIES = sizeof schema / sizeof schema[0]
};

// ---- messages -----------------------------------------------------------------------------------

bool loam_sql_is_damage(int code)
{
    const int kind = code & 0xff;
    return kind == SQLITE_CORRUPT || kind == SQLITE_NOTADB || kind == SQLITE_CONSTRAINT ||
           kind == SQLITE_INTERRUPT; // patience was lost
}

/// The system's number for what has failed, 0 if it is not known. Of a failed commit only the file knows it,
/// or the one beside it.
static int errno_of(sqlite3 *db)
{
    int error = sqlite3_system_errno(db);
    if (error == 0)
    {
        sqlite3_file_control(db, "main", SQLITE_FCNTL_LAST_ERRNO, &error);
    }
    sqlite3_file *beside = NULL;
    sqlite3_file_control(db, "main", SQLITE_FCNTL_JOURNAL_POINTER, &beside);
    if (error == 0 && beside != NULL && beside->pMethods != NULL &&
        beside->pMethods->xFileControl != NULL)
    {
        beside->pMethods->xFileControl(beside, SQLITE_FCNTL_LAST_ERRNO, &error);
    }
    return loam_system_errno(error);
}

/// What the system said, where that is what SQLite reports.
static const char *reason_of(int code, sqlite3 *db)
{
    const int kind = code & 0xff;
    const bool of_system = kind == SQLITE_IOERR || kind == SQLITE_CANTOPEN;
    const int error = of_system && db != NULL ? errno_of(db) : 0;
    if (error != 0)
    {
        return error == EFBIG ? "files may not become that large here (see ulimit -f)"
                              : strerror(error);
    }
    return db != NULL && sqlite3_errcode(db) == kind ? sqlite3_errmsg(db) : sqlite3_errstr(code);
}

loam_result loam_sql_fail(const char *name, const char *what, int code, sqlite3 *db)
{
    switch (code & 0xff)
    {
    case SQLITE_NOMEM:
        return loam_fail(LOAM_OUT_OF_MEMORY, "%s: %s: out of memory", name, what);
    case SQLITE_FULL:
        return loam_fail(LOAM_IO, "%s: %s: the disk is full", name, what);
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
        return loam_fail(LOAM_IO, "%s: %s: another process is using it", name, what);
    case SQLITE_CORRUPT:
    case SQLITE_NOTADB:
    case SQLITE_CONSTRAINT:
    case SQLITE_INTERRUPT:
        return loam_fail(LOAM_IO, "%s: %s: the file is damaged (%s)", name, what,
                         sqlite3_errstr(code));
    default:
        return loam_fail(LOAM_IO, "%s: %s: %s", name, what, reason_of(code, db));
    }
}

// ---- statements ---------------------------------------------------------------------------------

loam_result loam_sql_run(const char *name, const char *what, sqlite3 *db, const char *sql)
{
    const int code = sqlite3_exec(db, sql, NULL, NULL, NULL);
    return code == SQLITE_OK ? LOAM_OK
                             : loam_sql_fail(name, what, sqlite3_extended_errcode(db), db);
}

loam_result loam_sql_prepare(const char *name, sqlite3 *db, int count, const char *const *sql,
                             sqlite3_stmt **statements)
{
    for (int i = 0; i < count; i++)
    {
        statements[i] = NULL;
    }
    for (int i = 0; i < count; i++)
    {
        const int code = sqlite3_prepare_v3(db, sql[i], -1, SQLITE_PREPARE_PERSISTENT,
                                            &statements[i], NULL);
        if (code != SQLITE_OK)
        {
            return loam_sql_fail(name, "cannot be read", sqlite3_extended_errcode(db), db);
        }
    }
    return LOAM_OK;
}

void loam_sql_finalize(int count, sqlite3_stmt **statements)
{
    for (int i = 0; i < count; i++)
    {
        sqlite3_finalize(statements[i]);
        statements[i] = NULL;
    }
}

int loam_sql_step(sqlite3_stmt *statement)
{
    const int code = sqlite3_step(statement);
    sqlite3_reset(statement);
    sqlite3_clear_bindings(statement);
    return code == SQLITE_DONE || code == SQLITE_ROW ? SQLITE_OK : code;
}

// ---- patience -----------------------------------------------------------------------------------
// The pages of a stranger's file may form a tree in which every branch leads to the same few leaves, and
// which has more rows than there is time. Our own loops see that rows do not come in order; within one
// statement of SQLite's only counting helps.

enum
{
    STEPS_AT_A_TIME = 100000, // of SQLite's virtual machine
    LEAST_STEPS = 1000000,
    STEPS_A_BYTE = 4 // what checking a file takes, at most, is two
};

static int lose_patience(void *user)
{
    loam_sql_patience *const patience = user;
    patience->left -= patience->left < STEPS_AT_A_TIME ? patience->left : STEPS_AT_A_TIME;
    return patience->left == 0;
}

loam_sql_patience loam_sql_patience_for(sqlite3 *db, uint64_t file_bytes)
{
    return (loam_sql_patience){.db = db, .left = LEAST_STEPS + STEPS_A_BYTE * file_bytes};
}

void loam_sql_begin_patience(loam_sql_patience *patience)
{
    sqlite3_progress_handler(patience->db, STEPS_AT_A_TIME, lose_patience, patience);
}

void loam_sql_end_patience(loam_sql_patience *patience)
{
    sqlite3_progress_handler(patience->db, 0, NULL, NULL);
}

// ---- connections --------------------------------------------------------------------------------

typedef struct setting
{
    int what, value;
} setting;

static void harden(sqlite3 *db)
{
    static const setting settings[] = {
        {SQLITE_DBCONFIG_DEFENSIVE, 1},      {SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0},
        {SQLITE_DBCONFIG_ENABLE_TRIGGER, 0}, {SQLITE_DBCONFIG_ENABLE_VIEW, 0},
        {SQLITE_DBCONFIG_ENABLE_FKEY, 0},    {SQLITE_DBCONFIG_DQS_DDL, 0},
        {SQLITE_DBCONFIG_DQS_DML, 0},
    };
    static const setting limits[] = {
        {SQLITE_LIMIT_LENGTH, MAX_ROW},     {SQLITE_LIMIT_SQL_LENGTH, 4096},
        {SQLITE_LIMIT_COLUMN, 16},          {SQLITE_LIMIT_EXPR_DEPTH, 20},
        {SQLITE_LIMIT_COMPOUND_SELECT, 2},  {SQLITE_LIMIT_ATTACHED, 0},
        {SQLITE_LIMIT_VARIABLE_NUMBER, 16}, {SQLITE_LIMIT_TRIGGER_DEPTH, 1},
        {SQLITE_LIMIT_WORKER_THREADS, 0},
    };
    for (size_t i = 0; i < sizeof settings / sizeof settings[0]; i++)
    {
        sqlite3_db_config(db, settings[i].what, settings[i].value, NULL);
    }
    for (size_t i = 0; i < sizeof limits / sizeof limits[0]; i++)
    {
        sqlite3_limit(db, limits[i].what, limits[i].value);
    }
}

/// The path as part of a URI.
static void write_uri(const char *path, char *out, size_t size)
{
    size_t used = (size_t)snprintf(out, size, "file://");
    for (const char *c = path; *c != '\0' && used + 4 < size; c++)
    {
        const bool special = *c == '%' || *c == '?' || *c == '#';
        used += (size_t)snprintf(out + used, size - used, special ? "%%%02x" : "%c",
                                 (unsigned char)*c);
    }
    snprintf(out + used, size - used, "?immutable=1");
}

static loam_result open_path(const char *name, const char *path, int flags, sqlite3 **out)
{
    const int code = sqlite3_open_v2(path, out, flags | SQLITE_OPEN_NOMUTEX, NULL);
    if (code != SQLITE_OK)
    {
        const loam_result result = loam_sql_fail(name, "cannot be opened", code, *out);
        sqlite3_close(*out);
        *out = NULL;
        return result;
    }
    sqlite3_extended_result_codes(*out, 1);
    sqlite3_busy_timeout(*out, BUSY_MS);
    harden(*out);
    return LOAM_OK;
}

static loam_result set_up(const char *name, sqlite3 *db)
{
    return loam_sql_run(name, "cannot be opened", db,
                        "PRAGMA mmap_size=0; PRAGMA cell_size_check=ON; PRAGMA temp_store=MEMORY; "
                        "PRAGMA secure_delete=OFF; PRAGMA synchronous=FULL; "
                        "PRAGMA wal_autocheckpoint=4096"); // pages: 16 MiB
}

loam_result loam_sql_begin_writing(const char *name, sqlite3 *db)
{
    // Reading something opens the file beside it, which only who has it open removes in the end.
    return loam_sql_run(name, "cannot be opened for writing", db,
                        "PRAGMA journal_mode=WAL; SELECT id FROM meta LIMIT 1");
}

void loam_sql_end_writing(sqlite3 *db)
{
    sqlite3_busy_timeout(db, 0);
    sqlite3_exec(db, "PRAGMA journal_mode=DELETE", NULL, NULL, NULL);
}

/// Whether the pragma has done what it should; if it cannot, it says so by its value alone.
static int leave_log(sqlite3 *db)
{
    sqlite3_stmt *row = NULL;
    int code = sqlite3_prepare_v2(db, "PRAGMA journal_mode=DELETE", -1, &row, NULL);
    if (code == SQLITE_OK)
    {
        code = sqlite3_step(row);
        const char *mode = code == SQLITE_ROW ? (const char *)sqlite3_column_text(row, 0) : "";
        const bool left = mode != NULL && strcmp(mode, "delete") == 0;
        code = code == SQLITE_ROW ? (left ? SQLITE_OK : SQLITE_BUSY) : code;
    }
    sqlite3_finalize(row);
    return code;
}

loam_result loam_sql_take_over(const char *name, sqlite3 *db)
{
    static const char what[] = "cannot be written anew";
    sqlite3_busy_timeout(db, 0);
    const loam_result result = loam_sql_run(name, what, db, "PRAGMA locking_mode=EXCLUSIVE");
    const int code = result == LOAM_OK ? leave_log(db) : SQLITE_OK;
    if (code != SQLITE_OK)
    {
        return loam_sql_fail(name, what, code, db);
    }
    return result == LOAM_OK ? loam_sql_run(name, what, db, "BEGIN EXCLUSIVE") : result;
}

// ---- what is in the file ------------------------------------------------------------------------

static uint32_t big_endian(const uint8_t *bytes, int count)
{
    uint32_t value = 0;
    for (int i = 0; i < count; i++)
    {
        value = value << 8 | bytes[i];
    }
    return value;
}

/// Whether the file has all the pages that its header speaks of. With another file beside it, what is
/// missing may be there.
static loam_result check_size(const loam_world_file *file, const uint8_t *header, int64_t size)
{
    const uint32_t page_word = big_endian(header + 16, 2);
    const int64_t page = page_word == 1 ? 65536 : page_word;
    const int64_t expected = page * big_endian(header + 28, 4);
    if (size < expected && loam_world_file_size(file, "-wal") == 0 &&
        loam_world_file_size(file, "-journal") == 0)
    {
        return loam_fail(LOAM_IO, "%s: is cut short: it has %lld of %lld bytes", file->name,
                         (long long)size, (long long)expected);
    }
    return LOAM_OK;
}

static loam_result check_numbers(const loam_world_file *file, const uint8_t *header)
{
    if (big_endian(header + 68, 4) != APPLICATION_ID)
    {
        return loam_fail(LOAM_IO, "%s: is no Loam world, but another program's SQLite file",
                         file->name);
    }
    const uint32_t format = big_endian(header + 60, 4);
    if (format > LOAM_STORE_FORMAT)
    {
        return loam_fail(LOAM_UNSUPPORTED,
                         "%s: is of format %u; this Loam (%s) reads formats up to %d", file->name,
                         (unsigned)format, loam_version(), LOAM_STORE_FORMAT);
    }
    return format > 0 ? LOAM_OK
                      : loam_fail(LOAM_IO, "%s: is damaged: it has no format", file->name);
}

/// Reads through the connection: a descriptor of our own would, when closed, end SQLite's locks.
static loam_result check_header(const loam_world_file *file, sqlite3 *db)
{
    static const char magic[] = "SQLite format 3";
    uint8_t header[LOAM_HEADER_BYTES];
    sqlite3_file *bytes = NULL;
    sqlite3_file_control(db, "main", SQLITE_FCNTL_FILE_POINTER, &bytes);
    sqlite3_int64 size = 0;
    if (bytes == NULL || bytes->pMethods == NULL ||
        bytes->pMethods->xFileSize(bytes, &size) != SQLITE_OK)
    {
        return loam_fail(LOAM_IO, "%s: cannot be read", file->name);
    }
    const int code = size < LOAM_HEADER_BYTES
                         ? SQLITE_NOTADB
                         : bytes->pMethods->xRead(bytes, header, LOAM_HEADER_BYTES, 0);
    if (code != SQLITE_OK && code != SQLITE_NOTADB)
    {
        return loam_sql_fail(file->name, "cannot be read", code, db);
    }
    if (code == SQLITE_NOTADB || memcmp(header, magic, sizeof magic) != 0)
    {
        return size > 0 && loam_beside_find_header(file, header)
                   ? check_numbers(file, header)
                   : loam_fail(LOAM_IO, "%s: is no Loam world%s", file->name,
                               size == 0 ? ": it is empty" : "");
    }
    const loam_result result = check_numbers(file, header);
    return result == LOAM_OK ? check_size(file, header, size) : result;
}

static bool is_column(sqlite3_stmt *row, int column, const char *expected)
{
    const char *text = (const char *)sqlite3_column_text(row, column);
    return text != NULL && strcmp(text, expected) == 0;
}

static bool is_entry(sqlite3_stmt *row, const schema_entry *entry)
{
    return is_column(row, 0, entry->type) && is_column(row, 1, entry->name) &&
           is_column(row, 2, entry->table) && is_column(row, 3, entry->sql);
}

static loam_result check_tables(const char *name, sqlite3 *db)
{
    sqlite3_stmt *row = NULL;
    int code = sqlite3_prepare_v2(
        db, "SELECT type, name, tbl_name, sql FROM sqlite_master ORDER BY name", -1, &row, NULL);
    int count = 0;
    bool equal = true;
    while (code == SQLITE_OK && sqlite3_step(row) == SQLITE_ROW)
    {
        equal = equal && count < SCHEMA_ENTRIES && is_entry(row, &schema[count]);
        count++;
    }
    code = code == SQLITE_OK ? sqlite3_finalize(row) : code;
    if (code != SQLITE_OK)
    {
        return loam_sql_fail(name, "cannot be opened", code, db);
    }
    return equal && count == SCHEMA_ENTRIES
               ? LOAM_OK
               : loam_fail(LOAM_IO, "%s: its tables are not those of a Loam world", name);
}

bool loam_sql_index_is_ordered(sqlite3 *db)
{
    sqlite3_stmt *row = NULL;
    int code = sqlite3_prepare_v2(
        db, "SELECT y, x FROM chunks INDEXED BY chunks_by_place ORDER BY y, x", -1, &row, NULL);
    int64_t y = INT64_MIN, x = INT64_MIN;
    bool ordered = code == SQLITE_OK;
    while (ordered && (code = sqlite3_step(row)) == SQLITE_ROW)
    {
        const int64_t next_y = sqlite3_column_int64(row, 0), next_x = sqlite3_column_int64(row, 1);
        ordered = next_y > y || (next_y == y && next_x > x);
        y = next_y;
        x = next_x;
    }
    sqlite3_finalize(row);
    return ordered && !loam_sql_is_damage(code);
}

static loam_result open_checked(const loam_world_file *file, sqlite3 **out)
{
    const int flags = file->read_only ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE;
    char uri[3 * LOAM_MAX_WORLD_PATH + 32];
    write_uri(file->path, uri, sizeof uri);
    loam_result result = file->immutable ? open_path(file->name, uri, flags | SQLITE_OPEN_URI, out)
                                         : open_path(file->name, file->path, flags, out);
    if (result != LOAM_OK)
    {
        return result;
    }
    // Already the first statement reads the list of tables, which may lead in circles, too.
    loam_sql_patience patience = loam_sql_patience_for(*out, 0);
    loam_sql_begin_patience(&patience);
    result = check_header(file, *out);
    result = result == LOAM_OK ? set_up(file->name, *out) : result;
    result = result == LOAM_OK ? check_tables(file->name, *out) : result;
    loam_sql_end_patience(&patience);
    return result;
}

/// Whether a file could not be opened only because files beside it could not be made, which are of no
/// use where nobody writes.
static bool wants_only_company(const loam_world_file *file, sqlite3 *db)
{
    const int code = db != NULL ? sqlite3_errcode(db) & 0xff : SQLITE_OK;
    const int error = db != NULL ? loam_system_errno(sqlite3_system_errno(db)) : 0;
    return error != EMFILE && error != ENFILE && file->read_only && !file->immutable &&
           (code == SQLITE_CANTOPEN || code == SQLITE_READONLY);
}

/// Says what has to be done with a file that cannot be read without being mended first.
static loam_result not_closed(const loam_world_file *file, const char *left)
{
    return loam_fail(LOAM_IO,
                     "%s: was not closed, and mending it needs the right to write it and its "
                     "folder; copy it and %s%s to a folder of your own and open it there",
                     file->name, file->name, left);
}

/// Opens a file for reading beside which nothing can be written.
static loam_result open_alone(loam_world_file *file, sqlite3 **out)
{
    const char *const left = loam_world_file_size(file, "-wal") > 0       ? "-wal"
                             : loam_world_file_size(file, "-journal") > 0 ? "-journal"
                                                                          : NULL;
    if (left != NULL)
    {
        return not_closed(file, left);
    }
    sqlite3_close(*out);
    loam_world_file immutable = *file;
    immutable.immutable = true;
    const loam_result result = open_checked(&immutable, out);
    file->immutable = result == LOAM_OK || file->immutable;
    return result;
}

/// Whether a process has ended in the middle of a transaction, which only who writes the file can take back.
static bool wants_rollback(sqlite3 *db)
{
    return db != NULL && sqlite3_extended_errcode(db) == SQLITE_READONLY_ROLLBACK;
}

/// Locks a file that others may have locked to do the same.
static loam_result lock_soon(loam_world_file *file)
{
    const struct timespec wait = {.tv_nsec = LOCK_WAIT_MS * 1000000L};
    loam_result result = loam_world_file_lock(file);
    for (int waited = 0; waited < MAX_LOCK_WAIT_MS && result != LOAM_OK; waited += LOCK_WAIT_MS)
    {
        nanosleep(&wait, NULL);
        result = loam_world_file_lock(file);
    }
    return result;
}

/// Takes it back, as opening the file for writing does, and leaves the file at rest.
static loam_result roll_back(const loam_world_file *file)
{
    if (!loam_world_file_is_writable(file))
    {
        return not_closed(file, "-journal");
    }
    loam_world_file own = *file;
    own.read_only = false;
    loam_result result = lock_soon(&own);
    if (result != LOAM_OK)
    {
        return result;
    }
    sqlite3 *db = NULL;
    result = loam_beside_check(&own);
    result = result == LOAM_OK ? open_checked(&own, &db) : result;
    if (result == LOAM_OK)
    {
        loam_sql_end_writing(db);
    }
    sqlite3_close(db);
    loam_world_file_unlock(&own);
    return result;
}

static loam_result open_any(loam_world_file *file, sqlite3 **out)
{
    *out = NULL;
    loam_result result = loam_beside_check(file);
    result = result == LOAM_OK ? open_checked(file, out) : result;
    if (result != LOAM_OK && wants_rollback(*out))
    {
        sqlite3_close(*out);
        *out = NULL;
        result = roll_back(file);
        result = result == LOAM_OK ? open_checked(file, out) : result;
    }
    return result != LOAM_OK && wants_only_company(file, *out) ? open_alone(file, out) : result;
}

loam_result loam_sql_open(loam_world_file *file, sqlite3 **out)
{
    for (int attempt = 0; attempt < MAX_ATTEMPTS; attempt++)
    {
        const uint64_t id = loam_world_file_id(file);
        const loam_result result = open_any(file, out);
        if (result == LOAM_OK && id == loam_world_file_id(file))
        {
            return LOAM_OK;
        }
        sqlite3_close(*out);
        *out = NULL;
        if (result != LOAM_OK)
        {
            return result;
        }
        // Another process has written the file anew between finding and opening it.
    }
    return loam_fail(LOAM_IO, "%s: another process replaces it all the time", file->name);
}

int32_t loam_sql_format(sqlite3 *db)
{
    sqlite3_stmt *row = NULL;
    const bool got = sqlite3_prepare_v2(db, "PRAGMA user_version", -1, &row, NULL) == SQLITE_OK &&
                     sqlite3_step(row) == SQLITE_ROW;
    const int32_t format = got ? sqlite3_column_int(row, 0) : 0;
    sqlite3_finalize(row);
    return format;
}

static loam_result make_tables(const char *name, sqlite3 *db, int32_t format)
{
    char numbers[128];
    snprintf(numbers, sizeof numbers, "BEGIN; PRAGMA application_id=%d; PRAGMA user_version=%d;",
             APPLICATION_ID, (int)format);
    loam_result result = loam_sql_run(name, "could not be written", db, numbers);
    for (int i = 0; i < SCHEMA_ENTRIES && result == LOAM_OK; i++)
    {
        result = loam_sql_run(name, "could not be written", db, schema[i].sql);
    }
    return result;
}

loam_result loam_sql_create(const char *name, const char *path, int32_t format, sqlite3 **out)
{
    loam_result result = open_path(name, path, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, out);
    if (result != LOAM_OK)
    {
        return result;
    }
    // Until the file has its place nobody minds if it is lost, and so nothing is done twice for it.
    result = loam_sql_run(name, "could not be written", *out,
                          "PRAGMA page_size=4096; PRAGMA journal_mode=MEMORY");
    result = result == LOAM_OK ? set_up(name, *out) : result;
    result = result == LOAM_OK
                 ? loam_sql_run(name, "could not be written", *out, "PRAGMA synchronous=OFF")
                 : result;
    result = result == LOAM_OK ? make_tables(name, *out, format) : result;
    if (result != LOAM_OK)
    {
        sqlite3_close(*out);
        *out = NULL;
    }
    return result;
}

loam_result loam_sql_copy(const char *name, sqlite3 *from, const char *path)
{
    static const char what[] = "could not be written";
    sqlite3 *to;
    const loam_result result = open_path(name, path, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE,
                                         &to);
    if (result != LOAM_OK)
    {
        return result;
    }
    sqlite3_backup *const backup = sqlite3_backup_init(to, "main", from, "main");
    int code = backup != NULL ? sqlite3_backup_step(backup, -1) : sqlite3_extended_errcode(to);
    sqlite3_backup_finish(backup);
    code = code == SQLITE_DONE ? leave_log(to) : code; // the copy has that, too
    const loam_result copied = code == SQLITE_OK ? LOAM_OK : loam_sql_fail(name, what, code, to);
    sqlite3_close(to);
    return copied;
}
