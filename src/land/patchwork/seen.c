// SPDX-License-Identifier: MIT
#include "land/patchwork/patchwork.h"

#include "base/hash.h"

#include <string.h>

// Chunks that were seen: a hash table with open addressing, at most half full.

enum
{
    FIRST_SLOTS = 1024,
    FIRST_STATES = 16,
    MAX_STATES = 1 << 24,
};

#define MAX_SLOTS ((int64_t)1 << 28)

static int64_t slot_of(const loam_patch_seen *seen, int64_t x, int64_t z)
{
    const int64_t mask = seen->slot_count - 1;
    int64_t slot = (int64_t)(loam_mix((uint64_t)x * LOAM_GOLDEN + loam_mix((uint64_t)z)) &
                             (uint64_t)mask);
    while (seen->slots[slot].state >= 0 && (seen->slots[slot].x != x || seen->slots[slot].z != z))
    {
        slot = (slot + 1) & mask;
    }
    return slot;
}

int32_t loam_patch_seen_find(const loam_patch_seen *seen, int64_t x, int64_t z)
{
    return seen->slot_count > 0 ? seen->slots[slot_of(seen, x, z)].state : -1;
}

void loam_patch_seen_add(loam_patch_seen *seen, int64_t x, int64_t z, int32_t state)
{
    seen->slots[slot_of(seen, x, z)] = (loam_patch_sight){x, z, state};
    seen->count++;
}

static loam_result grow_slots(loam_patch_seen *seen, const loam_env *env, int64_t count)
{
    if (count > MAX_SLOTS)
    {
        return loam_fail(LOAM_OUT_OF_MEMORY, "%lld chunks have been seen; must be fewer",
                         (long long)seen->count);
    }
    const loam_patch_seen before = *seen;
    loam_patch_sight *const slots = loam_alloc(env, (size_t)count * sizeof *slots);
    if (slots == NULL)
    {
        return LOAM_OUT_OF_MEMORY;
    }
    for (int64_t i = 0; i < count; i++)
    {
        slots[i] = (loam_patch_sight){.state = -1};
    }
    seen->slots = slots;
    seen->slot_count = count;
    seen->count = 0;
    for (int64_t i = 0; i < before.slot_count; i++)
    {
        const loam_patch_sight *const s = &before.slots[i];
        if (s->state >= 0)
        {
            loam_patch_seen_add(seen, s->x, s->z, s->state);
        }
    }
    loam_free(env, before.slots, (size_t)before.slot_count * sizeof *slots);
    return LOAM_OK;
}

static loam_result grow_states(loam_patch_seen *seen, const loam_env *env)
{
    const int32_t room = seen->state_room > 0 ? 2 * seen->state_room : FIRST_STATES;
    if (room > MAX_STATES)
    {
        return loam_fail(LOAM_OUT_OF_MEMORY, "%d states of ranges are kept; must be fewer",
                         (int)seen->state_count);
    }
    loam_patch_borders *const states = loam_alloc(env, (size_t)room * sizeof *states);
    if (states == NULL)
    {
        return LOAM_OUT_OF_MEMORY;
    }
    if (seen->state_count > 0)
    {
        memcpy(states, seen->states, (size_t)seen->state_count * sizeof *states);
    }
    loam_free(env, seen->states, (size_t)seen->state_room * sizeof *states);
    seen->states = states;
    seen->state_room = room;
    return LOAM_OK;
}

loam_result loam_patch_seen_reserve(loam_patch_seen *seen, const loam_env *env, int64_t more)
{
    int64_t slots = seen->slot_count > 0 ? seen->slot_count : FIRST_SLOTS;
    while (slots < 2 * (seen->count + more) && slots <= MAX_SLOTS)
    {
        slots *= 2;
    }
    loam_result result = slots > seen->slot_count ? grow_slots(seen, env, slots) : LOAM_OK;
    return result == LOAM_OK && seen->state_count == seen->state_room ? grow_states(seen, env)
                                                                      : result;
}

void loam_patch_seen_free(loam_patch_seen *seen, const loam_env *env)
{
    loam_free(env, seen->slots, (size_t)seen->slot_count * sizeof *seen->slots);
    loam_free(env, seen->states, (size_t)seen->state_room * sizeof *seen->states);
    memset(seen, 0, sizeof *seen);
}
