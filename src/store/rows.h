// SPDX-License-Identifier: MIT
// The rows that chunks stand in: reading, judging and writing them.
#ifndef LOAM_STORE_ROWS_H
#define LOAM_STORE_ROWS_H

#include "store/codec.h"
#include "store/sql.h"
#include "store/tile_check.h"

/// What all chunks of a world follow.
typedef struct loam_world_rules
{
    const loam_tile_defs *defs;
    loam_tile_limits limits;
    loam_chunk_model model;
} loam_world_rules;

/// What a chunk is read from, in statements: NULL for anything that is larger than any chunk, or no blob,
/// which is then not even loaded.
#define LOAM_CHUNK_DATA_SQL \
    "CASE WHEN typeof(data) = 'blob' AND length(data) <= 131072 THEN data END"
_Static_assert((int)LOAM_MAX_CHUNK_BLOB <= 131072, "every chunk can be read");

/// A connection with all that reading chunks needs, for one thread at a time.
typedef struct loam_rows
{
    const char *name; // of the file, for messages
    const loam_world_rules *rules;
    sqlite3 *db;
    sqlite3_stmt *find, *read;
    loam_decoder decoder;
} loam_rows;

/// The outcome of looking for a chunk.
typedef enum loam_row_state
{
    LOAM_ROW_NONE,
    LOAM_ROW_GOOD,
    LOAM_ROW_DAMAGED, // its own row is damaged, and can be set aside
    LOAM_ROW_LOST,    // there is no way to it, or its pages cannot be read
    LOAM_ROW_FAILED,  // the system could not read; there is a message
} loam_row_state;

typedef struct loam_row
{
    loam_row_state state;
    loam_result result; // if it failed
    int64_t id;
    char reason[160]; // what is wrong with it
} loam_row;

/// A row as it stands in the file. Valid until the next step of its statement.
typedef struct loam_raw_row
{
    int64_t id;
    loam_chunk_pos chunk;
    loam_chunk_blob blob;
    uint64_t checksum;
} loam_raw_row;

loam_result loam_rows_open(loam_rows *rows, loam_world_file *file, const loam_world_rules *rules);
void loam_rows_close(loam_rows *rows);

/// Looks for a chunk and reads it.
loam_row loam_rows_read(loam_rows *rows, loam_chunk_pos chunk, loam_tile *tiles);

/// What is wrong with a row that says to be a chunk's; false if nothing is. tiles get what is in it.
bool loam_row_is_bad(loam_decoder *decoder, const loam_world_rules *rules, loam_chunk_pos chunk,
                     const loam_raw_row *row, loam_tile *tiles, char *reason, size_t size);

/// Whether there can be such a chunk at all.
bool loam_chunk_exists(loam_chunk_pos chunk);

/// Calls visit for every row that can be read, in the order of their ids. If some cannot, broken is
/// called once with the reason, and reading goes on from the other end. A result other than LOAM_OK
/// ends it.
typedef struct loam_row_visitor
{
    loam_result (*visit)(void *user, const loam_raw_row *row);
    void (*broken)(void *user, const char *message);
    void *user;
} loam_row_visitor;

loam_result loam_rows_scan(const char *name, sqlite3 *db, const loam_row_visitor *visitor);

#endif
