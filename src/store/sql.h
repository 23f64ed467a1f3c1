// SPDX-License-Identifier: MIT
// Connections to a world's file, made safe against what may be in it, and messages for what can go
// wrong.
#ifndef LOAM_STORE_SQL_H
#define LOAM_STORE_SQL_H

#include "store/file.h"

#include <sqlite3.h>

/// Opens a world's file, if it is one, of a known format, with a world's tables and no others. Where
/// nothing beside a file can be written, and nothing has to be, file->immutable is set.
loam_result loam_sql_open(loam_world_file *file, sqlite3 **out);

/// Makes a new world's file of a format at a path, with its tables, in one transaction that is left open. name
/// is for messages.
loam_result loam_sql_create(const char *name, const char *path, int32_t format, sqlite3 **out);

/// The format of a file that was opened.
int32_t loam_sql_format(sqlite3 *db);

/// Writes all that a connection sees to a new file at a path, at rest. name is for messages.
loam_result loam_sql_copy(const char *name, sqlite3 *from, const char *path);

/// At rest a world is in one file; while it is written, what is new stands in another file beside it, so
/// that others can go on reading.
loam_result loam_sql_begin_writing(const char *name, sqlite3 *db);

/// Back to one file, if nobody reads it just now. Otherwise it stays as it is, which is a world's file
/// too.
void loam_sql_end_writing(sqlite3 *db);

/// Back to one file, which is then this connection's alone until it is closed. Fails if anybody else has
/// it open.
loam_result loam_sql_take_over(const char *name, sqlite3 *db);

/// A limit for what statements may do, so that a file that leads in circles ends them. It counts between begin
/// and end, which may come again and again. Counting all rows is one step: count(*) needs a WHERE.
typedef struct loam_sql_patience
{
    sqlite3 *db;
    uint64_t left; // steps of SQLite's; 0: it was lost
} loam_sql_patience;

/// As much as a whole file of such a size could need.
loam_sql_patience loam_sql_patience_for(sqlite3 *db, uint64_t file_bytes);
void loam_sql_begin_patience(loam_sql_patience *patience);
void loam_sql_end_patience(loam_sql_patience *patience);

/// Whether the places in the index are in order, each greater than the one before. If they are not,
/// looking for one may miss others.
bool loam_sql_index_is_ordered(sqlite3 *db);

/// Leaves a message for a call that gave code: "world.loam: could not be written: the disk is full".
loam_result loam_sql_fail(const char *name, const char *what, int code, sqlite3 *db);

/// Whether code says that the file's structure is damaged.
bool loam_sql_is_damage(int code);

/// Runs statements that return nothing; what is for the message.
loam_result loam_sql_run(const char *name, const char *what, sqlite3 *db, const char *sql);

/// Prepares count statements, to be finalized by loam_sql_finalize also if it failed.
loam_result loam_sql_prepare(const char *name, sqlite3 *db, int count, const char *const *sql,
                             sqlite3_stmt **statements);
void loam_sql_finalize(int count, sqlite3_stmt **statements);

/// Runs a statement that returns nothing, whose values are bound, and makes it ready to be used again.
int loam_sql_step(sqlite3_stmt *statement);

#endif
