// SPDX-License-Identifier: MIT
// The inside of a store: a file, a few connections that read it, one that writes it on a thread of its
// own, and the chunks that wait for that.
#ifndef LOAM_STORE_STORE_H
#define LOAM_STORE_STORE_H

#include "loam/store.h"
#include "store/extras.h"
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
    loam_world_rules rules;

    pthread_mutex_t mutex; // guards all that follows; rows belong to whoever has taken them
    loam_readers readers;
    loam_waiting_list queue;
    loam_writer writer;
    uint64_t number; // of the last thing that was saved: chunks, players, extras
    bool has_player;
    loam_store_player player;
    uint64_t player_set, player_written; // numbers of the last player that was set, and written
    loam_extras extras;
    uint64_t loaded, saved;
};

/// The size of the file, with what stands beside it.
uint64_t loam_store_file_bytes(const loam_store *store);

#endif
