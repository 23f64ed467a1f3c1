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
static loam_reader *pick(loam_readers *readers)
{
    loam_reader *closed = NULL;
    for (int i = 0; i < LOAM_MAX_READERS && !readers->barred; i++)
    {
        loam_reader *const reader = &readers->all[i];
        if (!reader->taken && reader->open)
        {
            return reader;
        }
        closed = closed == NULL && !reader->taken ? reader : closed;
    }
    return closed;
}

loam_result loam_reader_take(loam_store *store, loam_reader **out)
{
    loam_readers *const readers = &store->readers;
    pthread_mutex_lock(&store->mutex);
    loam_reader *reader = pick(readers);
    while (reader == NULL)
    {
        pthread_cond_wait(&readers->given_back, &store->mutex);
        reader = pick(readers);
    }
    reader->taken = true;
    pthread_mutex_unlock(&store->mutex);
    if (!reader->open)
    {
        const loam_result result = loam_rows_open(&reader->rows, &store->file, &store->rules);
        if (result != LOAM_OK)
        {
            loam_reader_give_back(store, reader);
            return result;
        }
        reader->open = true;
    }
    *out = reader;
    return LOAM_OK;
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
    pthread_mutex_lock(&store->mutex);
    store->readers.barred = false;
    pthread_cond_broadcast(&store->readers.given_back);
    pthread_mutex_unlock(&store->mutex);
}
