// SPDX-License-Identifier: MIT
// Large memory that is taken for a moment and given back, again and again, is kept for the next who takes as much. Else
// what is allocated meanwhile, to last, comes to lie where it was: the next one finds no room there, and the heap grows.
#ifndef LOAM_BASE_SPARES_H
#define LOAM_BASE_SPARES_H

#include "base/thread.h"

enum
{
    LOAM_SPARE_BYTES = 4 << 20, // what is smaller is not kept
    LOAM_MAX_SPARES = 8,
};

typedef struct loam_spare
{
    void *memory;
    size_t bytes;
} loam_spare;

/// From any thread, but for init and destroy.
typedef struct loam_spares
{
    loam_env env;
    loam_mutex mutex;
    loam_spare kept[LOAM_MAX_SPARES];
    int32_t count;
} loam_spares;

/// False if the system gives no mutex; then there is nothing to destroy.
bool loam_spares_init(loam_spares *spares, const loam_env *env);
void loam_spares_destroy(loam_spares *spares);

/// As loam_alloc; what is in it is undefined.
void *loam_spares_take(loam_spares *spares, size_t bytes);
/// As loam_free.
void loam_spares_give(loam_spares *spares, void *memory, size_t bytes);

/// Frees what is kept.
void loam_spares_drop(loam_spares *spares);

#endif
