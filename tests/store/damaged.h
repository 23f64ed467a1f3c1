// SPDX-License-Identifier: MIT
// What tests of damaged files share.
#ifndef LOAM_TESTS_STORE_DAMAGED_H
#define LOAM_TESTS_STORE_DAMAGED_H

#include "store/world.h"

#include <sqlite3.h>

// Places that are easily found among the bytes of a file: SQLite writes such a number as six bytes.
#define FAR ((int64_t)0x112233445566)

static char last_log[512];
static int log_count;

static inline void keep_log(void *user, loam_log_level level, const char *message)
{
    (void)user;
    (void)level;
    log_count++;
    snprintf(last_log, sizeof last_log, "%s", message);
}

static inline loam_store *open_logged(const char *path, bool read_only)
{
    loam_store_def def = world_def(path);
    def.read_only = read_only;
    def.env.log.write = keep_log;
    log_count = 0;
    last_log[0] = '\0';
    loam_store *store = NULL;
    CHECK_OK(loam_store_open(&def, &store));
    return store;
}

/// Flips one bit of a value, and nothing else.
static inline void flip(const char *path, const char *table, const char *column, int64_t id,
                        size_t bit)
{
    sqlite3 *db;
    sqlite3_blob *blob;
    uint8_t byte = 0;
    CHECK_INT(sqlite3_open(path, &db), SQLITE_OK);
    CHECK_INT(sqlite3_blob_open(db, "main", table, column, id, 1, &blob), SQLITE_OK);
    CHECK_INT(sqlite3_blob_read(blob, &byte, 1, (int)(bit / 8)), SQLITE_OK);
    byte ^= (uint8_t)(1u << bit % 8);
    CHECK_INT(sqlite3_blob_write(blob, &byte, 1, (int)(bit / 8)), SQLITE_OK);
    sqlite3_blob_close(blob);
    sqlite3_close(db);
}

static inline int64_t ask(const char *path, const char *sql)
{
    sqlite3 *db;
    sqlite3_stmt *row;
    CHECK_INT(sqlite3_open(path, &db), SQLITE_OK);
    CHECK_REPORT(sqlite3_prepare_v2(db, sql, -1, &row, NULL) == SQLITE_OK, "%s: %s", sql,
                 sqlite3_errmsg(db));
    const int64_t value = sqlite3_step(row) == SQLITE_ROW ? sqlite3_column_int64(row, 0) : -1;
    sqlite3_finalize(row);
    sqlite3_close(db);
    return value;
}

static inline void change(const char *path, const char *sql)
{
    sqlite3 *db;
    CHECK_INT(sqlite3_open(path, &db), SQLITE_OK);
    CHECK_REPORT(sqlite3_exec(db, sql, NULL, NULL, NULL) == SQLITE_OK, "%s: %s", sql,
                 sqlite3_errmsg(db));
    sqlite3_close(db);
}

#endif
