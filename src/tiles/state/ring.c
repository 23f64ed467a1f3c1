// SPDX-License-Identifier: MIT
#include "tiles/state/ring.h"

#include <string.h>

// Chunk (x, y) is in slot (x mod W, y mod W) of W x W (Dubsky 2022, 3.1.3 and eq. 3.1), so a ring that
// moves copies only what comes and goes, and the array is what a graphics processor holds as one
// texture. W is a power of two, so that modulo is a mask, of negative numbers too.

enum
{
    ROW_BYTES = LOAM_CHUNK_SIDE * sizeof(loam_tile)
};

static size_t slot_count(const loam_ring *ring)
{
    return (size_t)ring->chunks * (size_t)ring->chunks;
}

static size_t tile_bytes(const loam_ring *ring)
{
    return (size_t)ring->side * (size_t)ring->side * sizeof(loam_tile);
}

loam_result loam_ring_init(loam_ring *ring, const loam_env *env, int32_t log2)
{
    *ring = (loam_ring){.chunks = 1 << log2, .side = LOAM_CHUNK_SIDE << log2};
    while (1 << ring->side_log2 < ring->side)
    {
        ring->side_log2++;
    }
    ring->tiles = loam_alloc(env, tile_bytes(ring));
    ring->slots = loam_alloc(env, slot_count(ring) * sizeof *ring->slots);
    ring->unsaved = loam_alloc(env, slot_count(ring) * sizeof *ring->unsaved);
    ring->stirred = loam_alloc(env, slot_count(ring) * sizeof *ring->stirred);
    if (ring->tiles == NULL || ring->slots == NULL || ring->unsaved == NULL ||
        ring->stirred == NULL)
    {
        loam_ring_free(ring, env);
        return LOAM_OUT_OF_MEMORY;
    }
    memset(ring->slots, 0, slot_count(ring) * sizeof *ring->slots);
    memset(ring->unsaved, 0, slot_count(ring) * sizeof *ring->unsaved);
    memset(ring->stirred, 0, slot_count(ring) * sizeof *ring->stirred);
    return LOAM_OK;
}

void loam_ring_free(loam_ring *ring, const loam_env *env)
{
    loam_free(env, ring->tiles, tile_bytes(ring));
    loam_free(env, ring->slots, slot_count(ring) * sizeof *ring->slots);
    loam_free(env, ring->unsaved, slot_count(ring) * sizeof *ring->unsaved);
    loam_free(env, ring->stirred, slot_count(ring) * sizeof *ring->stirred);
    *ring = (loam_ring){0};
}

static int64_t follow_axis(int64_t anchor, int64_t tile, int64_t chunk, int32_t hysteresis)
{
    const int64_t first = anchor * LOAM_CHUNK_SIDE, last = first + LOAM_CHUNK_SIDE - 1;
    return tile < first - hysteresis || tile > last + hysteresis ? chunk : anchor;
}

loam_chunk_pos loam_ring_follow(loam_chunk_pos anchor, loam_tile_pos centre, int32_t hysteresis)
{
    const loam_chunk_pos chunk = loam_chunk_of_tile(centre);
    return (loam_chunk_pos){follow_axis(anchor.x, centre.x, chunk.x, hysteresis),
                            follow_axis(anchor.y, centre.y, chunk.y, hysteresis)};
}

loam_chunk_pos loam_ring_lowest(const loam_ring *ring, loam_chunk_pos anchor)
{
    return (loam_chunk_pos){anchor.x - ring->chunks / 2, anchor.y - ring->chunks / 2};
}

static int32_t wrap(int64_t value, int32_t power_of_two)
{
    return (int32_t)((uint64_t)value & (uint64_t)(power_of_two - 1));
}

int32_t loam_ring_slot_of(const loam_ring *ring, loam_chunk_pos chunk)
{
    return wrap(chunk.y, ring->chunks) * ring->chunks + wrap(chunk.x, ring->chunks);
}

loam_chunk_pos loam_ring_chunk_in(const loam_ring *ring, loam_chunk_pos anchor, int32_t slot)
{
    const loam_chunk_pos low = loam_ring_lowest(ring, anchor);
    const int32_t x = slot % ring->chunks, y = slot / ring->chunks;
    return (loam_chunk_pos){low.x + wrap(x - low.x, ring->chunks),
                            low.y + wrap(y - low.y, ring->chunks)};
}

bool loam_ring_has(const loam_ring *ring, loam_chunk_pos anchor, loam_chunk_pos chunk)
{
    const loam_chunk_pos low = loam_ring_lowest(ring, anchor);
    return chunk.x >= low.x && chunk.x < low.x + ring->chunks && chunk.y >= low.y &&
           chunk.y < low.y + ring->chunks;
}

int32_t loam_ring_slot_at(const loam_ring *ring, size_t index)
{
    const size_t x = index & (size_t)(ring->side - 1), y = index >> ring->side_log2;
    return (int32_t)(y / LOAM_CHUNK_SIDE * (size_t)ring->chunks + x / LOAM_CHUNK_SIDE);
}

static loam_tile *row_of(const loam_ring *ring, int32_t slot, int32_t row)
{
    return loam_ring_tiles(ring, slot) + (size_t)row * (size_t)ring->side;
}

void loam_ring_exchange(loam_ring *ring, int32_t slot, loam_tile *tiles)
{
    loam_tile in[LOAM_CHUNK_SIDE];
    for (int32_t row = 0; row < LOAM_CHUNK_SIDE; row++)
    {
        loam_tile *const here = row_of(ring, slot, row), *const there = tiles +
                                                                        row * LOAM_CHUNK_SIDE;
        memcpy(in, there, ROW_BYTES);
        memcpy(there, here, ROW_BYTES);
        memcpy(here, in, ROW_BYTES);
    }
}

void loam_ring_copy_out(const loam_ring *ring, int32_t slot, loam_tile *tiles)
{
    for (int32_t row = 0; row < LOAM_CHUNK_SIDE; row++)
    {
        memcpy(tiles + row * LOAM_CHUNK_SIDE, row_of(ring, slot, row), ROW_BYTES);
    }
}
