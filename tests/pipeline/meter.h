// SPDX-License-Identifier: MIT
// An allocator that counts bytes and blocks, and that can run out of memory at a chosen allocation.
#ifndef LOAM_TESTS_PIPELINE_METER_H
#define LOAM_TESTS_PIPELINE_METER_H

#include "loam/base.h"

#include <stdatomic.h>

typedef struct meter
{
    atomic_llong bytes;
    atomic_llong peak;
    atomic_llong blocks;
    atomic_llong allocations; // ever
    atomic_llong fail_at;     // the allocation with this number fails, and each fail_every after it
    atomic_llong fail_every;  // 0: only that one
    loam_allocator inner;
} meter;

static inline bool meter_fails(const meter *m, long long number)
{
    const long long at = atomic_load(&m->fail_at), every = atomic_load(&m->fail_every);
    return at > 0 && (number == at || (every > 0 && number > at && (number - at) % every == 0));
}

static inline void *meter_alloc(void *user, size_t size)
{
    meter *const m = user;
    if (meter_fails(m, atomic_fetch_add(&m->allocations, 1) + 1))
    {
        return NULL;
    }
    void *const memory = m->inner.alloc(m->inner.user, size);
    if (memory != NULL)
    {
        const long long now = atomic_fetch_add(&m->bytes, (long long)size) + (long long)size;
        long long peak = atomic_load(&m->peak);
        while (now > peak && !atomic_compare_exchange_weak(&m->peak, &peak, now))
        {
        }
        atomic_fetch_add(&m->blocks, 1);
    }
    return memory;
}

static inline void meter_free(void *user, void *memory, size_t size)
{
    meter *const m = user;
    atomic_fetch_sub(&m->bytes, (long long)size);
    atomic_fetch_sub(&m->blocks, 1);
    m->inner.free(m->inner.user, memory, size);
}

/// The default environment on a meter.
static inline loam_env meter_env(meter *m)
{
    loam_env env = loam_default_env();
    m->inner = env.memory;
    env.memory = (loam_allocator){.alloc = meter_alloc, .free = meter_free, .user = m};
    return env;
}

#endif
