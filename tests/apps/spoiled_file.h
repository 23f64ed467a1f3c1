// SPDX-License-Identifier: MIT
// A world's file that takes nothing more, as on a full disk, until it is mended.
#ifndef LOAM_TESTS_APPS_SPOILED_FILE_H
#define LOAM_TESTS_APPS_SPOILED_FILE_H

#include "check.h"

#include <sqlite3.h>

static char spoiled_table[512]; // how it was made

static inline int note_table(void *user, int count, char **values, char **names)
{
    (void)user;
    (void)count;
    (void)names;
    snprintf(spoiled_table, sizeof spoiled_table, "%s", values[0]);
    return 0;
}

static inline void spoil_run(const char *path, const char *words)
{
    sqlite3 *db = NULL;
    CHECK_INT(sqlite3_open(path, &db), SQLITE_OK);
    CHECK_INT(sqlite3_busy_timeout(db, 100000), SQLITE_OK);
    CHECK_INT(sqlite3_exec(db, words, note_table, NULL, NULL), SQLITE_OK);
    sqlite3_close(db);
}

/// Nobody can write to a table that is not there.
static inline void spoil_file(const char *path)
{
    spoil_run(path, "BEGIN; SELECT sql FROM sqlite_master WHERE name = 'meta';"
                    "CREATE TABLE away AS SELECT * FROM meta; DROP TABLE meta; COMMIT");
}

static inline void mend_file(const char *path)
{
    char words[768];
    snprintf(words, sizeof words,
             "BEGIN; %s; INSERT INTO meta SELECT * FROM away; DROP TABLE away; COMMIT",
             spoiled_table);
    spoil_run(path, words);
}

#endif
