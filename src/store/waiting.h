// SPDX-License-Identifier: MIT
// Chunks that wait to be written, in the order in which they came, and found by their place.
#ifndef LOAM_STORE_WAITING_H
#define LOAM_STORE_WAITING_H

#include "store/planted.h"

typedef struct loam_waiting
{
    loam_chunk_pos chunk;
    uint64_t number; // counts what was saved; older ones are smaller
    bool taken;      // by the writer, which reads the bytes: they must not change
    bool replaced;   // a newer copy waits behind
    bool written;    // the writer's mark
    struct loam_waiting *next, *previous;
    struct loam_waiting *next_in_bucket;
    loam_plant_section plants; // its own
    size_t size;               // of what it is made of
    uint8_t bytes[];
} loam_waiting;

/// Not guarded: whoever has the store's mutex may use it.
typedef struct loam_waiting_list
{
    loam_waiting *first, *last;
    loam_waiting **buckets;
    size_t bucket_count; // a power of two
    size_t count;
    size_t room; // bytes for each; changes only while nothing waits
} loam_waiting_list;

/// Room to find about so many chunks quickly, of up to so many bytes each; it holds any number.
loam_result loam_waiting_init(loam_waiting_list *queue, const loam_env *env, size_t expected,
                              size_t room);

/// Frees it with all that is in it.
void loam_waiting_free(loam_waiting_list *queue, const loam_env *env);

/// The newest copy of a chunk, NULL if none waits.
loam_waiting *loam_waiting_find(const loam_waiting_list *queue, loam_chunk_pos chunk);

/// Puts a copy of a chunk, and the plants themselves, which are then empty, behind all others, or in the place
/// of one that waits and is not taken, if there is such a one. NULL if there is no memory.
loam_waiting *loam_waiting_put(loam_waiting_list *queue, const loam_env *env, loam_chunk_pos chunk,
                               loam_chunk_content content, loam_plant_section *plants,
                               uint64_t number);

/// Takes it out and frees it.
void loam_waiting_remove(loam_waiting_list *queue, const loam_env *env, loam_waiting *waiting);

/// Moves it behind all others.
void loam_waiting_postpone(loam_waiting_list *queue, loam_waiting *waiting);

/// Whether anything waits that came up to a number.
bool loam_waiting_has_until(const loam_waiting_list *queue, uint64_t number);

#endif
