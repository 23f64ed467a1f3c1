// SPDX-License-Identifier: MIT
// Worlds whose chunks are numbered in the order in which they were saved, so that it can be seen how much of
// what was saved is there: of tiles or of land, whichever the store is of.
#ifndef LOAM_TESTS_STORE_NUMBERED_H
#define LOAM_TESTS_STORE_NUMBERED_H

#include "store/world.h"

enum
{
    NUMBERED_PLACES = 12
};

/// What must at least be there: by place the number of the last chunk that is known to be safe, 0 if none is,
/// and the last number of all.
typedef struct numbered
{
    uint64_t at[NUMBERED_PLACES], last;
} numbered;

static inline loam_chunk_pos numbered_pos(uint32_t place)
{
    return (loam_chunk_pos){(int64_t)(place % 4) - 2, (int64_t)(place / 4)};
}

/// Where the chunk with a number is saved, and whether all is flushed, or compacted, after that.
static inline uint32_t numbered_place(uint64_t number)
{
    return loam_random_below(1, number, NUMBERED_PLACES);
}

static inline bool numbered_is_flushed(uint64_t number)
{
    return loam_random_below(2, number, 8) == 0;
}

static inline bool numbered_is_compacted(uint64_t number)
{
    return loam_random_below(3, number, 12) == 0;
}

static inline void numbered_note(numbered *safe, uint64_t number)
{
    safe->at[numbered_place(number)] = safe->last = number;
}

/// A chunk of a place that has a number in its first tiles.
static inline void numbered_chunk(uint32_t place, uint64_t number, chunk *out)
{
    world_chunk(numbered_pos(place), 0, out);
    for (int i = 0; i < 64; i++)
    {
        out->tiles[i] = (loam_tile){.block = (number >> i & 1) != 0};
    }
}

static inline uint64_t numbered_number(const chunk *made)
{
    uint64_t number = 0;
    for (int i = 0; i < 64; i++)
    {
        number |= (uint64_t)(made->tiles[i].block != 0) << i;
    }
    return number;
}

// ---- of land ----------------------------------------------------------------------------------------

enum
{
    NUMBERED_LAND_BYTES = 6000 // at most
};

static inline loam_store_chunk_pos numbered_land_pos(uint32_t place)
{
    return (loam_store_chunk_pos){(int64_t)(place % 2) - 1, (int64_t)(place / 2 % 3) - 1,
                                  (int64_t)(place / 6) - 1};
}

/// Bytes that have a number at their beginning, and tell it everywhere else.
static inline size_t numbered_land(uint32_t place, uint64_t number, uint8_t *out)
{
    const uint64_t seed = loam_seed_at(number, place, 0, 0);
    const size_t size = NUMBERED_LAND_BYTES - loam_random_below(seed, 0, NUMBERED_LAND_BYTES / 2);
    memcpy(out, &number, sizeof number);
    for (size_t i = sizeof number; i < size; i++)
    {
        out[i] = (uint8_t)loam_random_below(seed, i / 16, 256);
    }
    return size;
}

static inline loam_result numbered_save_land(loam_store *store, uint64_t number)
{
    static _Thread_local uint8_t made[NUMBERED_LAND_BYTES];
    const uint32_t place = numbered_place(number);
    const size_t size = numbered_land(place, number, made);
    const loam_result result = loam_store_save_voxels(store, numbered_land_pos(place), made, size);
    return result == LOAM_OK ? loam_store_set_extra(store, "number", &number, sizeof number)
                             : result;
}

/// Reads the chunk of a place: its number, and whether it is whole.
static inline loam_result numbered_load_land(loam_store *store, uint32_t place, uint64_t *number,
                                             bool *whole)
{
    static _Thread_local uint8_t got[LOAM_MAX_LAND_CHUNK_BYTES], expected[NUMBERED_LAND_BYTES];
    size_t size;
    const loam_result result = loam_store_load_voxels(store, numbered_land_pos(place), got,
                                                      sizeof got, &size);
    if (result == LOAM_OK)
    {
        memcpy(number, got, sizeof *number);
        *whole = size == numbered_land(place, *number, expected) &&
                 memcmp(got, expected, size) == 0;
    }
    return result;
}

// ---- of any kind ------------------------------------------------------------------------------------

/// Hands over a chunk, a player (of tiles) and an extra with a number.
static inline loam_result numbered_save(loam_store *store, uint64_t number)
{
    if (loam_store_kind_of(store) == LOAM_STORE_LAND)
    {
        return numbered_save_land(store, number);
    }
    static _Thread_local chunk made;
    const uint32_t place = numbered_place(number);
    const loam_store_player player = {.steps = number};
    numbered_chunk(place, number, &made);
    loam_result result = loam_store_save(store, numbered_pos(place), made.tiles);
    result = result == LOAM_OK ? loam_store_set_player(store, &player) : result;
    return result == LOAM_OK ? loam_store_set_extra(store, "number", &number, sizeof number)
                             : result;
}

static inline loam_result numbered_load_tiles(loam_store *store, uint32_t place, uint64_t *number,
                                              bool *whole)
{
    static _Thread_local chunk got, expected;
    const loam_result result = loam_store_load(store, numbered_pos(place), got.tiles);
    if (result == LOAM_OK)
    {
        *number = numbered_number(&got);
        numbered_chunk(place, *number, &expected);
        *whole = world_same(&got, &expected);
    }
    return result;
}

/// Whether a place has what is safe or something later. *number is what it has.
static inline bool numbered_place_is_there(loam_store *store, uint32_t place, uint64_t safe,
                                           uint64_t *number, char *fault, size_t size)
{
    bool whole = false;
    *number = 0;
    const loam_result result = loam_store_kind_of(store) == LOAM_STORE_LAND
                                   ? numbered_load_land(store, place, number, &whole)
                                   : numbered_load_tiles(store, place, number, &whole);
    if (result != LOAM_OK)
    {
        snprintf(fault, size, "place %u: %s", (unsigned)place, loam_last_error());
        return result == LOAM_NOT_FOUND && safe == 0;
    }
    if (!whole)
    {
        snprintf(fault, size, "place %u has a mixture", (unsigned)place);
        return false;
    }
    snprintf(fault, size, "place %u has number %" PRIu64 ", safe was %" PRIu64, (unsigned)place,
             *number, safe);
    return *number >= safe && numbered_place(*number) == place;
}

/// Whether the player, of tiles, and the extra are as late as what is safe, and no chunk that was handed over
/// before the player, or of land the extra, is missing.
static inline bool numbered_rest_is_there(loam_store *store, const numbered *found, uint64_t safe,
                                          char *fault, size_t size)
{
    loam_store_player player = {0};
    uint64_t extra = 0;
    size_t count;
    const bool has_extra = loam_store_get_extra(store, "number", &extra, sizeof extra, &count) ==
                           LOAM_OK;
    bool has_player = loam_store_get_player(store, &player) == LOAM_OK;
    if (loam_store_kind_of(store) == LOAM_STORE_LAND)
    {
        has_player = has_extra;
        player.steps = extra;
    }
    snprintf(fault, size, "the player is at %" PRIu64 ", the extra %" PRIu64 ", safe was %" PRIu64,
             player.steps, extra, safe);
    if (player.steps < safe || extra < safe || ((!has_player || !has_extra) && safe > 0))
    {
        return false;
    }
    const uint32_t place = numbered_place(player.steps);
    snprintf(fault, size, "the player is at %" PRIu64 ", and its chunk at %" PRIu64, player.steps,
             found->at[place]);
    return !has_player || found->at[place] >= player.steps;
}

/// Whether a world is whole and has everything that is safe. If so, what it has is what must be there from now
/// on; else fault says what is wrong.
static inline bool numbered_are_there(loam_store *store, numbered *safe, char *fault, size_t size)
{
    loam_store_verdict verdict = {0};
    uint64_t faults = 0;
    if (loam_store_verify(store, world_count_fault, &faults, &verdict) != LOAM_OK || faults > 0)
    {
        snprintf(fault, size, "%" PRIu64 " faults: %s", faults, loam_last_error());
        return false;
    }
    numbered found = *safe;
    for (uint32_t place = 0; place < NUMBERED_PLACES; place++)
    {
        if (!numbered_place_is_there(store, place, safe->at[place], &found.at[place], fault, size))
        {
            return false;
        }
    }
    if (!numbered_rest_is_there(store, &found, safe->last, fault, size))
    {
        return false;
    }
    *safe = found;
    return true;
}

#endif
