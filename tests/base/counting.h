// SPDX-License-Identifier: MIT
// An allocator that counts what is out and can refuse; size 0 it always refuses, as some do. For one
// thread at a time.
#ifndef LOAM_TESTS_BASE_COUNTING_H
#define LOAM_TESTS_BASE_COUNTING_H

#include "loam/base.h"

typedef struct counting
{
    loam_allocator under;
    int64_t blocks;
    size_t bytes;
    int64_t asked;
    int64_t refuse_at; // the allocation that gets NULL, counted from 1; 0: none
} counting;

static inline void *counting_alloc(void *user, size_t size)
{
    counting *const counter = user;
    if (++counter->asked == counter->refuse_at || size == 0)
    {
        return NULL;
    }
    void *const memory = counter->under.alloc(counter->under.user, size);
    if (memory != NULL)
    {
        counter->blocks++;
        counter->bytes += size;
    }
    return memory;
}

static inline void counting_free(void *user, void *memory, size_t size)
{
    counting *const counter = user;
    counter->blocks--;
    counter->bytes -= size;
    counter->under.free(counter->under.user, memory, size);
}

static inline loam_env counting_env(counting *counter)
{
    loam_env env = loam_default_env();
    *counter = (counting){.under = env.memory};
    env.memory = (loam_allocator){counting_alloc, counting_free, counter};
    return env;
}

#endif
