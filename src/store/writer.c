// SPDX-License-Identifier: MIT
#include "store/writer.h"

#include "store/build.h"
#include "store/store.h"

#include <stdio.h>
#include <string.h>

// The thread takes whatever has come while it wrote what came before. So a single chunk is written at
// once, and many share the cost of a commit.
//
// A chunk leaves the queue when it is on the disk and not before. If writing fails, everything stays
// where it is, where loads find it, and is tried again: after a while, or when somebody flushes.

#if defined(__APPLE__) || defined(_WIN32)
#define WRITER_CLOCK CLOCK_REALTIME // conditions have no other there
#else
#define WRITER_CLOCK CLOCK_MONOTONIC
#endif

enum
{
    RETRY_S = 1
};

/// What the thread has taken upon itself besides the chunks, and how it went.
typedef struct task
{
    bool has_player, player_written;
    loam_store_player player;
    uint64_t player_number;
    loam_chunk_pos aside[LOAM_WRITER_ASIDE];
    int aside_count;
    uint64_t asides, rebuilds; // asked for up to now
    bool rebuild;
    loam_result result, rebuilt;
    char message[LOAM_WRITER_MESSAGE], rebuild_message[LOAM_WRITER_MESSAGE];
    loam_store_compaction compaction;
} task;

static bool has_work(const loam_store *store)
{
    const loam_writer *const writer = &store->writer;
    return store->queue.count > 0 || store->player_written != store->player_set ||
           store->extras.first != NULL || writer->aside_count > 0 ||
           writer->rebuilds_wanted != writer->rebuilds_done;
}

/// A full queue is written from in any case: whoever saves may wait for room, and cannot release meanwhile.
static bool is_paused(const loam_store *store)
{
    const loam_writer *const writer = &store->writer;
    return writer->paused && writer->flushing == 0 && !writer->stopping &&
           store->queue.count < store->queue_limit;
}

/// Waits for something to do, with the mutex. False if there is no more to come.
static bool wait_for_work(loam_store *store)
{
    loam_writer *const writer = &store->writer;
    while (!has_work(store) || is_paused(store) || (writer->failing && !writer->retry))
    {
        if (writer->stopping)
        {
            return false;
        }
        if (!has_work(store) || is_paused(store))
        {
            pthread_cond_wait(&writer->work, &store->mutex);
        }
        else if (pthread_cond_timedwait(&writer->work, &store->mutex, &writer->next_try) != 0)
        {
            writer->retry = true;
        }
    }
    return true;
}

/// Takes chunks from the queue. Whether there are more.
static bool take_chunks(loam_store *store)
{
    loam_batch *const batch = &store->writer.batch;
    loam_waiting *waiting = store->queue.first;
    for (batch->count = 0; waiting != NULL && batch->count < LOAM_BATCH_CHUNKS;
         waiting = waiting->next)
    {
        waiting->taken = true;
        waiting->written = false;
        batch->chunks[batch->count++] = waiting;
    }
    return waiting != NULL;
}

static void take_extras(loam_store *store)
{
    loam_batch *const batch = &store->writer.batch;
    for (loam_extra *extra = store->extras.first;
         extra != NULL && batch->extra_count < LOAM_BATCH_EXTRAS; extra = extra->next)
    {
        extra->taken = true;
        extra->written = false;
        batch->extras[batch->extra_count++] = extra;
    }
}

static void take_task(loam_store *store, task *taken)
{
    loam_writer *const writer = &store->writer;
    // What else there is, is not to be there before chunks that are older. But if these cannot be written
    // it does not wait for them.
    const bool more = take_chunks(store) && !writer->failing;
    writer->batch.extra_count = 0;
    if (!more)
    {
        take_extras(store);
    }
    *taken = (task){.has_player = store->player_written != store->player_set && !more,
                    .player = store->player,
                    .player_number = store->player_set,
                    .aside_count = writer->aside_count,
                    .asides = writer->asides_wanted,
                    .rebuilds = writer->rebuilds_wanted,
                    .rebuild = writer->rebuilds_wanted != writer->rebuilds_done};
    memcpy(taken->aside, writer->aside, sizeof taken->aside);
    writer->aside_count = 0;
    writer->retry = false;
}

static loam_result write_task(loam_store *store, task *taken)
{
    loam_batch *const batch = &store->writer.batch;
    if (batch->rows.db == NULL)
    {
        const loam_result result = loam_batch_connect(batch, &store->file, &store->rules);
        if (result != LOAM_OK)
        {
            return result;
        }
    }
    for (int i = 0; i < taken->aside_count; i++)
    {
        loam_batch_set_aside(batch, taken->aside[i]);
    }
    return loam_batch_write(batch, taken->has_player ? &taken->player : NULL,
                            &taken->player_written);
}

/// Does it all, without the mutex.
static void do_task(loam_store *store, task *taken, bool failed_before)
{
    taken->result = write_task(store, taken);
    if (taken->result != LOAM_OK)
    {
        snprintf(taken->message, sizeof taken->message, "%s", loam_last_error());
        if (!failed_before)
        {
            loam_log_write(&store->env, LOAM_LOG_ERROR, "%s; it is kept and tried again",
                           taken->message);
        }
    }
    if (taken->rebuild)
    {
        taken->rebuilt = loam_store_rebuild(store, &taken->compaction);
        snprintf(taken->rebuild_message, sizeof taken->rebuild_message, "%s",
                 taken->rebuilt != LOAM_OK ? loam_last_error() : "");
    }
}

/// A newer copy takes the place of one that was not written, also for those who wait for that one.
static void pass_on_number(loam_store *store, const loam_waiting *older)
{
    loam_waiting *const newer = loam_waiting_find(&store->queue, older->chunk);
    if (newer != NULL && newer != older && newer->number > older->number)
    {
        newer->number = older->number;
    }
}

static void end_batch(loam_store *store)
{
    loam_batch *const batch = &store->writer.batch;
    for (int i = 0; i < batch->count; i++)
    {
        loam_waiting *const waiting = batch->chunks[i];
        waiting->taken = false;
        store->saved += waiting->written ? 1 : 0;
        if (waiting->written || waiting->replaced)
        {
            if (!waiting->written)
            {
                pass_on_number(store, waiting);
            }
            loam_waiting_remove(&store->queue, &store->env, waiting);
        }
        else
        {
            // Others get their turn, in case that it is this one that cannot be written.
            loam_waiting_postpone(&store->queue, waiting);
        }
    }
}

/// Notes how an attempt went, with the mutex.
static void end_task(loam_store *store, const task *taken)
{
    loam_writer *const writer = &store->writer;
    end_batch(store);
    loam_extras_settle(&store->extras, &store->env);
    writer->asides_done = taken->asides;
    store->player_written = taken->player_written ? taken->player_number : store->player_written;
    writer->failing = taken->result != LOAM_OK;
    if (writer->failing)
    {
        writer->failures++;
        writer->result = taken->result;
        memcpy(writer->message, taken->message, sizeof writer->message);
        clock_gettime(WRITER_CLOCK, &writer->next_try);
        writer->next_try.tv_sec += RETRY_S;
    }
    if (taken->rebuild)
    {
        writer->rebuilds_done = taken->rebuilds;
        writer->rebuild_result = taken->rebuilt;
        writer->compaction = taken->compaction;
        memcpy(writer->rebuild_message, taken->rebuild_message, sizeof writer->rebuild_message);
    }
    pthread_cond_broadcast(&writer->progress);
}

static void *write_all(void *user)
{
    loam_store *const store = user;
    task taken;
    pthread_mutex_lock(&store->mutex);
    while (wait_for_work(store))
    {
        take_task(store, &taken);
        const bool failed_before = store->writer.failing;
        pthread_mutex_unlock(&store->mutex);
        do_task(store, &taken, failed_before);
        pthread_mutex_lock(&store->mutex);
        end_task(store, &taken);
    }
    pthread_mutex_unlock(&store->mutex);
    return NULL;
}

// ---- starting and stopping ----------------------------------------------------------------------

static bool init_conditions(loam_writer *writer)
{
    pthread_condattr_t attributes;
    if (pthread_condattr_init(&attributes) != 0)
    {
        return false;
    }
#if !defined(__APPLE__) && !defined(_WIN32)
    pthread_condattr_setclock(&attributes, WRITER_CLOCK);
#endif
    const bool work = pthread_cond_init(&writer->work, &attributes) == 0;
    const bool progress = work && pthread_cond_init(&writer->progress, NULL) == 0;
    pthread_condattr_destroy(&attributes);
    if (work && !progress)
    {
        pthread_cond_destroy(&writer->work);
    }
    return progress;
}

static void free_writer(loam_writer *writer)
{
    loam_batch_disconnect(&writer->batch);
    loam_batch_free(&writer->batch);
    pthread_cond_destroy(&writer->work);
    pthread_cond_destroy(&writer->progress);
}

loam_result loam_writer_start(loam_store *store, int32_t level)
{
    loam_writer *const writer = &store->writer;
    loam_result result = loam_batch_init(&writer->batch, &store->env, store->rules.kind, level);
    if (result != LOAM_OK)
    {
        return result;
    }
    if (!init_conditions(writer))
    {
        loam_batch_free(&writer->batch);
        return loam_fail(LOAM_OUT_OF_MEMORY, "no memory for a condition");
    }
    result = loam_batch_connect(&writer->batch, &store->file, &store->rules);
    if (result == LOAM_OK && pthread_create(&writer->thread, NULL, write_all, store) != 0)
    {
        result = loam_fail(LOAM_OUT_OF_MEMORY, "%s: no thread for writing it", store->file.name);
    }
    writer->started = result == LOAM_OK;
    if (!writer->started)
    {
        free_writer(writer);
    }
    return result;
}

void loam_writer_stop(loam_store *store)
{
    loam_writer *const writer = &store->writer;
    if (!writer->started)
    {
        return;
    }
    pthread_mutex_lock(&store->mutex);
    writer->stopping = writer->retry = true;
    pthread_cond_signal(&writer->work);
    pthread_mutex_unlock(&store->mutex);
    pthread_join(writer->thread, NULL);
    if (store->queue.count > 0)
    {
        loam_log_write(&store->env, LOAM_LOG_ERROR, "%s; %zu chunk%s lost", writer->message,
                       store->queue.count, store->queue.count == 1 ? " is" : "s are");
    }
    if (store->extras.first != NULL)
    {
        loam_log_write(&store->env, LOAM_LOG_ERROR, "%s; extras are lost", writer->message);
    }
    if (writer->batch.rows.db != NULL)
    {
        loam_sql_end_writing(writer->batch.rows.db);
    }
    free_writer(writer);
    writer->started = false;
}

// ---- what others ask for ------------------------------------------------------------------------

static bool waits_until(const loam_store *store, uint64_t number)
{
    const uint64_t player = store->player_set < number ? store->player_set : number;
    return store->player_written < player || loam_waiting_has_until(&store->queue, number) ||
           loam_extras_wait_until(&store->extras, number);
}

loam_result loam_writer_flush(loam_store *store)
{
    loam_writer *const writer = &store->writer;
    pthread_mutex_lock(&store->mutex);
    const uint64_t number = store->number, asides = writer->asides_wanted;
    const uint64_t failures = writer->failures;
    writer->retry = true;
    writer->flushing++;
    pthread_cond_signal(&writer->work);
    while ((waits_until(store, number) || writer->asides_done < asides) &&
           writer->failures == failures)
    {
        pthread_cond_wait(&writer->progress, &store->mutex);
    }
    writer->flushing--;
    loam_result result = LOAM_OK;
    if (waits_until(store, number))
    {
        result = loam_fail(writer->result, "%s", writer->message);
    }
    pthread_mutex_unlock(&store->mutex);
    return result;
}

loam_result loam_writer_look(loam_store *store, uint64_t number, bool *written)
{
    pthread_mutex_lock(&store->mutex);
    *written = !waits_until(store, number);
    const loam_result result = *written || !store->writer.failing
                                   ? LOAM_OK
                                   : loam_fail(store->writer.result, "%s", store->writer.message);
    pthread_mutex_unlock(&store->mutex);
    return result;
}

void loam_writer_pause(loam_store *store, bool paused)
{
    pthread_mutex_lock(&store->mutex);
    store->writer.paused = paused;
    if (store->writer.started)
    {
        pthread_cond_signal(&store->writer.work);
    }
    pthread_mutex_unlock(&store->mutex);
}

void loam_writer_set_aside(loam_store *store, loam_chunk_pos chunk)
{
    loam_writer *const writer = &store->writer;
    pthread_mutex_lock(&store->mutex);
    // If there are too many, the next load of the chunk asks again.
    if (writer->started && writer->aside_count < LOAM_WRITER_ASIDE)
    {
        writer->aside[writer->aside_count++] = chunk;
        writer->asides_wanted++;
        pthread_cond_signal(&writer->work);
    }
    pthread_mutex_unlock(&store->mutex);
}

loam_result loam_writer_rebuild(loam_store *store, loam_store_compaction *out)
{
    loam_writer *const writer = &store->writer;
    pthread_mutex_lock(&store->mutex);
    const uint64_t mine = ++writer->rebuilds_wanted;
    writer->retry = true;
    writer->flushing++;
    pthread_cond_signal(&writer->work);
    while (writer->rebuilds_done < mine)
    {
        pthread_cond_wait(&writer->progress, &store->mutex);
    }
    writer->flushing--;
    const loam_result result = writer->rebuild_result;
    *out = writer->compaction;
    if (result != LOAM_OK)
    {
        (void)loam_fail(result, "%s", writer->rebuild_message);
    }
    pthread_mutex_unlock(&store->mutex);
    return result;
}
