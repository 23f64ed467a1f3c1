// SPDX-License-Identifier: MIT
// The thread that writes what waits.
#ifndef LOAM_STORE_WRITER_H
#define LOAM_STORE_WRITER_H

#include "store/batch.h"

#include <time.h>

enum
{
    LOAM_WRITER_ASIDE = 64,
    LOAM_WRITER_MESSAGE = 512
};

typedef struct loam_writer
{
    bool started;
    pthread_t thread;
    loam_batch batch; // the thread's own, as soon as it has started

    // Guarded by the store's mutex.
    pthread_cond_t work;     // there is something to do
    pthread_cond_t progress; // something was written, or could not be
    bool stopping;
    bool failing; // the last attempt has failed
    bool retry;   // try again now, not at next_try
    bool paused;  // nothing is written, unless by a flush or because the queue is full
    int flushing; // how many wait for all of it
    struct timespec next_try;
    uint64_t failures; // how many attempts have failed
    loam_result result;
    char message[LOAM_WRITER_MESSAGE]; // of the last failure
    loam_chunk_pos aside[LOAM_WRITER_ASIDE];
    int aside_count; // damaged chunks to be set aside
    uint64_t asides_wanted, asides_done;
    uint64_t rebuilds_wanted, rebuilds_done;
    loam_result rebuild_result;
    char rebuild_message[LOAM_WRITER_MESSAGE];
    loam_store_compaction compaction;
} loam_writer;

/// Opens the file for writing and starts the thread.
loam_result loam_writer_start(loam_store *store, int32_t level);

/// Lets it write what waits, if that can be written, and ends it. Fine if it was never started.
void loam_writer_stop(loam_store *store);

/// Waits until all is written that was saved up to now, and all set aside that was found damaged, or an
/// attempt has failed.
loam_result loam_writer_flush(loam_store *store);

/// Whether all is written that was saved up to a number. Fails if the last attempt has.
loam_result loam_writer_look(loam_store *store, uint64_t number, bool *written);

void loam_writer_pause(loam_store *store, bool paused);

/// Asks for a damaged chunk to be set aside. It is looked at again before.
void loam_writer_set_aside(loam_store *store, loam_chunk_pos chunk);

/// Has the file written anew, and waits for that.
loam_result loam_writer_rebuild(loam_store *store, loam_store_compaction *out);

#endif
