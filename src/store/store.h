// SPDX-License-Identifier: MIT
// The inside of a store: a file, a few connections that read it, one that writes it on a thread of its
// own, and the chunks that wait for that.
#ifndef LOAM_STORE_STORE_H
#define LOAM_STORE_STORE_H

#include "loam/store.h"
#include "store/extras.h"
#include "store/land_rows.h"
#include "store/meta.h"
#include "store/readers.h"
#include "store/rows.h"
#include "store/waiting.h"
#include "store/writer.h"

#include <pthread.h>

struct loam_store
{
    loam_env env;
    loam_world_file file;
    size_t queue_limit; // chunks that wait, at most
    bool never_waits;
    bool unwanted; // a new file that cannot be used: it goes when the store is closed
    uint64_t seed, created_s;
    int32_t world_version;
    loam_tile_defs defs;
    loam_land_meta land; // of a land; then there are no definitions
    loam_world_rules rules;

    pthread_mutex_t mutex; // guards all that follows; rows belong to whoever has taken them
    loam_readers readers;
    loam_waiting_list queue;
    loam_chunk_pos planted;    // the chunk that is saved next has
    loam_plant_section plants; // these
    loam_writer writer;
    uint64_t number; // of the last thing that was saved: chunks, players, extras
    bool has_player;
    loam_store_player player;
    uint64_t player_set, player_written; // numbers of the last player that was set, and written
    loam_extras extras;
    bool other_defs; // the file has, or gets, other definitions than this store was opened with
    uint64_t loaded, saved;
};

/// LOAM_BAD_ARGUMENT if it was opened for reading only.
loam_result loam_store_check_writable(const loam_store *store);

/// LOAM_BAD_ARGUMENT if the world is of the other kind.
loam_result loam_store_check_kind(const loam_store *store, loam_store_kind kind);

/// Reads a chunk that there can be, from the queue or the file. What is damaged is set aside.
loam_result loam_store_fetch(loam_store *store, loam_chunk_pos chunk, loam_chunk_content *out);

/// Puts a chunk into the queue, for the writer.
loam_result loam_store_enqueue(loam_store *store, loam_chunk_pos chunk, loam_chunk_content content);

/// loam_store_each for places of rows, of any kind.
loam_result loam_store_each_place(loam_store *store,
                                  loam_result (*visit)(void *user, loam_chunk_pos place),
                                  void *user);

/// Hands over an extra, or the definitions and the version.
loam_result loam_store_queue_extra(loam_store *store, loam_extra *extra, const void *bytes);

/// The size of the file, with what stands beside it.
uint64_t loam_store_file_bytes(const loam_store *store);

#endif
