// SPDX-License-Identifier: MIT
// The rows that chunks stand in: reading, judging and writing them.
#ifndef LOAM_STORE_ROWS_H
#define LOAM_STORE_ROWS_H

#include "store/codec.h"
#include "store/planted.h"
#include "store/sql.h"
#include "store/tile_check.h"

/// What all chunks of a world follow.
typedef struct loam_world_rules
{
    loam_store_kind kind; // of land there are only bytes, and none of what follows
    const loam_tile_defs *defs;
    loam_tile_limits limits;
    loam_chunk_model model;
} loam_world_rules;

/// What a chunk is read from, in statements: NULL for anything that is larger than any chunk with its plants,
/// or no blob, which is then not even loaded.
#define LOAM_CHUNK_DATA_SQL \
    "CASE WHEN typeof(data) = 'blob' AND length(data) <= 4456448 THEN data END"
_Static_assert((size_t)LOAM_MAX_CHUNK_BLOB + LOAM_MAX_PLANT_SECTION <= 4456448,
               "every chunk can be read");

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
loam_row loam_rows_read(loam_rows *rows, loam_chunk_pos chunk, loam_chunk_content *out);

/// Reads the plants of a chunk that was found before: *size is how many bytes there are, 0 for none; they are
/// copied if there is room for all of them. If they are damaged, the last message says how. Fails only if the
/// system could not read.
loam_result loam_rows_read_plants(loam_rows *rows, loam_chunk_pos chunk, uint8_t *bytes,
                                  size_t room, size_t *size, bool *damaged);

/// What is wrong with a row that says to be a chunk's; false if nothing is. out gets what is in it.
bool loam_row_is_bad(loam_rows *rows, loam_chunk_pos chunk, const loam_raw_row *row,
                     loam_chunk_content *out, char *reason, size_t size);

/// Whether there can be such a chunk at all. Those of a land have places of their own, see land_rows.h.
bool loam_chunk_exists(loam_store_kind kind, loam_chunk_pos chunk);

/// A place for messages: "(2, 0)", "(1, -4, 3)".
typedef struct loam_place_name
{
    char words[72];
} loam_place_name;

loam_place_name loam_chunk_name(loam_store_kind kind, loam_chunk_pos chunk);

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
