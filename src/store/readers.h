// SPDX-License-Identifier: MIT
// A few connections for reading, which threads take and give back.
#ifndef LOAM_STORE_READERS_H
#define LOAM_STORE_READERS_H

#include "loam/store.h"
#include "store/rows.h"

#include <pthread.h>

enum
{
    LOAM_MAX_READERS = 8
};

typedef struct loam_reader
{
    loam_rows rows;
    bool taken, open;
} loam_reader;

typedef struct loam_readers
{
    pthread_cond_t given_back;
    bool barred; // nobody gets one
    loam_reader all[LOAM_MAX_READERS];
} loam_readers;

bool loam_readers_init(loam_readers *readers);
void loam_readers_free(loam_readers *readers);

/// Takes a connection for the calling thread alone, and waits for one if all are taken, or those that are
/// not cannot be opened. Fails only if there is none at all. The store's mutex must not be held.
loam_result loam_reader_take(loam_store *store, loam_reader **out);
void loam_reader_give_back(loam_store *store, loam_reader *reader);

/// Waits until all have been given back, closes them, and gives none away until they are let in again.
void loam_readers_bar(loam_store *store);
void loam_readers_admit(loam_store *store);

#endif
