// SPDX-License-Identifier: MIT
// A small world of a user's own stage, and a store in memory, for the tests of the living world.
#ifndef LOAM_TESTS_TILES_TOY_WORLD_H
#define LOAM_TESTS_TILES_TOY_WORLD_H

#include "base/thread.h"
#include "loam/jobs.h"
#include "loam/tile_world.h"

#include <stdatomic.h>

/// Ids of built-in materials: those that the toy world has, and two that it has not.
enum
{
    TOY_STONE = 1,
    TOY_DIRT = 2,
    TOY_WATER = 64,
    TOY_SAND = 13,
    TOY_GRAVEL = 15,
};

/// Breaks a toy stage: pages in column bad_x fail while broken.
typedef struct toy_fault
{
    atomic_bool broken;
    atomic_llong bad_x;
} toy_fault;

/// A pipeline with one stage, "toy", whose pages are chunks: squares of 8 x 8 tiles of air, water, dirt
/// or stone. Variants are the same all over a square, which makes it fast. fault may be NULL.
loam_pipeline *toy_pipeline(const loam_env *env, uint64_t seed, toy_fault *fault);

/// The same, with variants by the rule of generation.
loam_pipeline *toy_edged_pipeline(const loam_env *env, uint64_t seed);

/// The tiles of a chunk as they grow.
void toy_chunk(loam_pipeline *pipeline, loam_chunk_pos at, loam_tile *tiles);

/// A chunk of the ring.
void toy_ring_chunk(const loam_tile_ring *ring, loam_chunk_pos at, loam_tile *tiles);

/// Threads, or NULL for 0; aborts if they cannot be made. A build without threads has 0.
loam_jobs *toy_jobs(int32_t threads);

/// How often to do something that is usually done so often: less where ThreadSanitizer makes everything
/// ten times slower, more if LOAM_SOAK is set.
int32_t toy_rounds(int32_t usual);

// ---- a store in memory --------------------------------------------------------------------------

typedef struct toy_entry
{
    loam_chunk_pos at;
    uint64_t saves; // how often it was saved
    uint64_t when;  // toy_store.now when it was saved last
    loam_tile tiles[LOAM_CHUNK_TILES];
} toy_entry;

/// Counts what is asked of it. While a fail field is set that function fails.
typedef struct toy_store
{
    loam_mutex mutex;
    toy_entry **entries;
    size_t count, room;
    uint64_t now; // for the test to set
    uint64_t saves, flushes;
    uint64_t most_saves_at_once; // in one `now`
    uint64_t saves_now, now_of_saves;
    atomic_bool fail_save, fail_load, fail_flush;
    atomic_llong loads, found;
} toy_store;

void toy_store_init(toy_store *store);
void toy_store_free(toy_store *store);
loam_chunk_store toy_store_functions(toy_store *store);

/// NULL if it was never saved.
const toy_entry *toy_store_find(toy_store *store, loam_chunk_pos at);

#endif
