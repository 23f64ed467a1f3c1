// SPDX-License-Identifier: MIT
// Chunks on their way into the file: compressed together, committed together.
#ifndef LOAM_STORE_BATCH_H
#define LOAM_STORE_BATCH_H

#include "loam/store.h"
#include "store/codec.h"
#include "store/extras.h"
#include "store/rows.h"
#include "store/waiting.h"

#include <pthread.h>

enum
{
    LOAM_BATCH_CHUNKS = 64,
    LOAM_BATCH_EXTRAS = 64,
    LOAM_BATCH_STATEMENTS = 6
};

typedef struct loam_encoder_slot
{
    loam_encoder encoder;
    bool taken;
} loam_encoder_slot;

/// What one thread, the writer, works with.
typedef struct loam_batch
{
    const loam_env *env;
    const char *name; // of the file, for messages
    loam_rows rows;   // its connection; rows.db is NULL if there is none
    sqlite3_stmt *statements[LOAM_BATCH_STATEMENTS];
    loam_waiting *chunks[LOAM_BATCH_CHUNKS]; // what is to be written; marked when it is
    int count;
    loam_extra *extras[LOAM_BATCH_EXTRAS]; // likewise
    int extra_count;
    size_t sizes[LOAM_BATCH_CHUNKS];
    loam_store_kind kind;        // of the world
    uint8_t *blobs;              // loam_chunk_blob_room(kind) bytes for each
    uint8_t *judged;             // room for a chunk that is looked at
    pthread_mutex_t mutex;       // guards the encoders
    pthread_cond_t given_back;   // an encoder was
    loam_encoder_slot *encoders; // one for each worker
    int encoder_count, encoder_room;
} loam_batch;

loam_result loam_batch_init(loam_batch *batch, const loam_env *env, loam_store_kind kind,
                            int32_t level);
void loam_batch_free(loam_batch *batch);

/// Opens and closes the connection.
loam_result loam_batch_connect(loam_batch *batch, loam_world_file *file,
                               const loam_world_rules *rules);
void loam_batch_disconnect(loam_batch *batch);

/// Writes the chunks, the extras, and a player if it is not NULL. LOAM_OK if all of it is on the disk. What
/// is, is marked.
loam_result loam_batch_write(loam_batch *batch, const loam_store_player *player,
                             bool *player_written);

/// Looks at a chunk that was found damaged, and sets it aside unless it has been written anew.
void loam_batch_set_aside(loam_batch *batch, loam_chunk_pos chunk);

#endif
