// SPDX-License-Identifier: MIT
#include "store/readers.h"

#include "store/store.h"

bool loam_readers_init(loam_readers *readers)
{
    readers->barred = false;
    for (int i = 0; i < LOAM_MAX_READERS; i++)
    {
        readers->all[i].taken = readers->all[i].open = false;
    }
    return pthread_cond_init(&readers->given_back, NULL) == 0;
}

static void close_all(loam_readers *readers)
{
    for (int i = 0; i < LOAM_MAX_READERS; i++)
    {
        if (readers->all[i].open)
        {
            loam_rows_close(&readers->all[i].rows);
            readers->all[i].open = false;
        }
    }
}

void loam_readers_free(loam_readers *readers)
{
    close_all(readers);
    pthread_cond_destroy(&readers->given_back);
}

/// One that nobody has, best one that is open already; NULL if there is none.
static loam_reader *pick(loam_readers *readers, bool only_open)
{
    loam_reader *closed = NULL;
    for (int i = 0; i < LOAM_MAX_READERS && !readers->barred; i++)
    {
        loam_reader *const reader = &readers->all[i];
        if (!reader->taken && reader->open)
        {
            return reader;
        }
        closed = closed == NULL && !reader->taken && !only_open ? reader : closed;
    }
    return closed;
}

/// Whether there is any to wait for, if one more cannot be opened.
static bool any_open(const loam_readers *readers)
{
    bool open = readers->barred; // then one is opened before others are let in
    for (int i = 0; i < LOAM_MAX_READERS; i++)
    {
        open = open || readers->all[i].open;
    }
    return open;
}

/// Waits for a connection and takes it; NULL if only an open one will do and there is none.
static loam_reader *wait_for_one(loam_store *store, bool only_open)
{
    loam_readers *const readers = &store->readers;
    pthread_mutex_lock(&store->mutex);
    loam_reader *reader = pick(readers, only_open);
    while (reader == NULL && (!only_open || any_open(readers)))
    {
        pthread_cond_wait(&readers->given_back, &store->mutex);
        reader = pick(readers, only_open);
    }
    if (reader != NULL)
    {
        reader->taken = true;
    }
    pthread_mutex_unlock(&store->mutex);
    return reader;
}

/// Opens a connection that the calling thread has taken.
static loam_result open_reader(loam_store *store, loam_reader *reader)
{
    const loam_result result = loam_rows_open(&reader->rows, &store->file, &store->rules);
    pthread_mutex_lock(&store->mutex);
    reader->open = result == LOAM_OK;
    pthread_mutex_unlock(&store->mutex);
    return result;
}

loam_result loam_reader_take(loam_store *store, loam_reader **out)
{
    loam_reader *reader = wait_for_one(store, false);
    const loam_result result = reader->open ? LOAM_OK : open_reader(store, reader);
    if (result != LOAM_OK)
    {
        // The system may have no descriptor left, or the file another name by now. Those that are open
        // still work.
        loam_reader_give_back(store, reader);
        reader = wait_for_one(store, true);
    }
    *out = reader;
    return reader != NULL ? LOAM_OK : result;
}

void loam_reader_give_back(loam_store *store, loam_reader *reader)
{
    pthread_mutex_lock(&store->mutex);
    reader->taken = false;
    pthread_cond_broadcast(&store->readers.given_back);
    pthread_mutex_unlock(&store->mutex);
}

static bool any_taken(const loam_readers *readers)
{
    bool taken = false;
    for (int i = 0; i < LOAM_MAX_READERS; i++)
    {
        taken = taken || readers->all[i].taken;
    }
    return taken;
}

void loam_readers_bar(loam_store *store)
{
    loam_readers *const readers = &store->readers;
    pthread_mutex_lock(&store->mutex);
    readers->barred = true;
    while (any_taken(readers))
    {
        pthread_cond_wait(&readers->given_back, &store->mutex);
    }
    close_all(readers);
    pthread_mutex_unlock(&store->mutex);
}

void loam_readers_admit(loam_store *store)
{
    // So that there is one. If it cannot be opened, whoever asks for one next tries again.
    (void)open_reader(store, &store->readers.all[0]);
    pthread_mutex_lock(&store->mutex);
    store->readers.barred = false;
    pthread_cond_broadcast(&store->readers.given_back);
    pthread_mutex_unlock(&store->mutex);
}
