// SPDX-License-Identifier: MIT
// Chunks in memory beside the ring: those that have retired, and those that are to come.
#ifndef LOAM_TILES_KEPT_H
#define LOAM_TILES_KEPT_H

#include "loam/jobs.h"

#include "tiles/world/packed.h"
#include "tiles/world/ring.h"

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

/// expected is how many chunks there will be, about.
loam_result loam_kept_init(loam_kept_set *set, const loam_env *env, size_t expected);

/// What all of them take.
size_t loam_kept_bytes(const loam_kept_set *set);

/// Frees the chunks too. None may be under way.
void loam_kept_free(loam_kept_set *set, const loam_env *env);

/// NULL if there is none.
loam_kept *loam_kept_find(const loam_kept_set *set, loam_chunk_pos at);

/// Makes an idle chunk in the list ahead. NULL with a message if there is no memory.
loam_kept *loam_kept_make(loam_kept_set *set, const loam_env *env, loam_chunk_pos at);

/// Takes a chunk out of the set and frees it.
void loam_kept_drop(loam_kept_set *set, const loam_env *env, loam_kept *chunk);

/// Packs a chunk that is here. False if there is no memory: then it is as it was.
bool loam_kept_pack(loam_kept_set *set, const loam_env *env, const loam_tile_defs *defs,
                    loam_kept *chunk);

/// Unpacks a chunk that is packed: it has changed, and is here, in the list retired. NULL with a message if
/// there is no memory: then it stays packed.
loam_kept *loam_kept_unpack(loam_kept_set *set, const loam_env *env, loam_chunk_pos at);

/// Puts a chunk into another list of the set, as its newest.
void loam_kept_move(loam_kept *chunk, loam_kept_list *list);

/// The chunk is another one from now on.
void loam_kept_rename(loam_kept_set *set, loam_kept *chunk, loam_chunk_pos at);

#endif
