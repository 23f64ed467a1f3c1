// SPDX-License-Identifier: MIT
// Chunks in memory beside the ring: those that have retired, and those that are to come. keeping.h has what
// is done with them.
#ifndef LOAM_TILES_KEPT_H
#define LOAM_TILES_KEPT_H

#include "loam/jobs.h"

#include "tiles/state/packed.h"
#include "tiles/state/ring.h"

#include <stdatomic.h>

/// Where the tiles of a chunk that comes into the ring are from.
typedef enum loam_origin
{
    LOAM_FROM_GROWING,
    LOAM_FROM_STORE,
    LOAM_FROM_MEMORY, // it was in the ring before
} loam_origin;

/// How far a chunk is.
enum loam_kept_state
{
    LOAM_KEPT_IDLE,      // nobody has begun
    LOAM_KEPT_UNDER_WAY, // its job belongs to the workers, and so does all that is marked below
    LOAM_KEPT_HERE,
    LOAM_KEPT_FAILED, // message says why
};

typedef struct loam_kept loam_kept;

/// In order of entering.
typedef struct loam_kept_list
{
    loam_kept *oldest, *newest;
    size_t count;
} loam_kept_list;

struct loam_kept
{
    loam_chunk_pos at;
    loam_kept *map_next;
    loam_kept_list *list; // that it is in
    loam_kept *older, *newer;
    uint64_t retired_at; // the step
    loam_unsaved unsaved;
    loam_tile_world *world;
    loam_job job;
    atomic_int state; // of loam_kept_state; written by workers when they are done
    // What follows belongs to the worker while it is under way.
    loam_origin origin;
    loam_result result;
    char message[256];
    struct loam_plant_block *plants; // NULL if there are none
    uint8_t *packed_plants; // of a chunk that was unpacked, until they have grown; else NULL
    size_t packed_size;
    loam_tile tiles[LOAM_CHUNK_TILES];
};

/// All of them. A chunk is in exactly one of the lists or packed, and never in the ring.
typedef struct loam_kept_set
{
    loam_kept **buckets;
    size_t bucket_count;    // a power of two
    loam_kept_list ahead;   // was not in the ring yet: to come, or under way
    loam_kept_list retired; // was in the ring
    loam_kept_list stuck;   // should leave, but could not be saved
    loam_packed_set packed; // left, had changed, and there is nowhere to save it
    size_t count;           // not packed
    size_t peak_bytes;      // the most that loam_kept_bytes ever was
} loam_kept_set;

#endif
