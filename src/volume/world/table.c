// SPDX-License-Identifier: MIT
#include "volume/world/world.h"

#include "base/hash.h"

#include <string.h>

// Chunks by place.

static uint32_t slot_of(const voxel_table *table, loam_voxel_chunk_pos at)
{
    uint64_t hash = loam_mix((uint64_t)at.x * LOAM_GOLDEN + (uint64_t)(uint32_t)at.level);
    hash = loam_mix(hash ^ ((uint64_t)at.y * LOAM_GOLDEN));
    hash = loam_mix(hash ^ ((uint64_t)at.z * LOAM_GOLDEN));
    return (uint32_t)hash & (table->room - 1);
}

void *loam_voxel_table_get(const voxel_table *table, loam_voxel_chunk_pos at)
{
    if (table->room == 0)
    {
        return NULL;
    }
    for (uint32_t i = slot_of(table, at);; i = (i + 1) & (table->room - 1))
    {
        const voxel_slot *const slot = &table->slots[i];
        if (slot->value == NULL || voxel_same(slot->at, at))
        {
            return slot->value;
        }
    }
}

static void place(voxel_table *table, loam_voxel_chunk_pos at, void *value)
{
    uint32_t i = slot_of(table, at);
    while (table->slots[i].value != NULL)
    {
        i = (i + 1) & (table->room - 1);
    }
    table->slots[i] = (voxel_slot){at, value};
}

static loam_result widen(const loam_env *env, voxel_table *table)
{
    voxel_table wider = {.room = table->room == 0 ? 256 : 2 * table->room, .count = table->count};
    wider.slots = loam_alloc(env, wider.room * sizeof *wider.slots);
    if (wider.slots == NULL)
    {
        return LOAM_OUT_OF_MEMORY;
    }
    memset(wider.slots, 0, wider.room * sizeof *wider.slots);
    for (uint32_t i = 0; i < table->room; i++)
    {
        if (table->slots[i].value != NULL)
        {
            place(&wider, table->slots[i].at, table->slots[i].value);
        }
    }
    loam_free(env, table->slots, table->room * sizeof *table->slots);
    *table = wider;
    return LOAM_OK;
}

loam_result loam_voxel_table_put(const loam_env *env, voxel_table *table, loam_voxel_chunk_pos at,
                                 void *value)
{
    if (4 * table->count >= 3 * table->room)
    {
        const loam_result result = widen(env, table);
        if (result != LOAM_OK)
        {
            return result;
        }
    }
    place(table, at, value);
    table->count++;
    return LOAM_OK;
}

/// What lies behind a slot that becomes free moves up, unless it lies where it belongs.
void loam_voxel_table_remove(voxel_table *table, loam_voxel_chunk_pos at)
{
    if (table->room == 0)
    {
        return;
    }
    const uint32_t mask = table->room - 1;
    uint32_t hole = slot_of(table, at);
    while (table->slots[hole].value != NULL && !voxel_same(table->slots[hole].at, at))
    {
        hole = (hole + 1) & mask;
    }
    if (table->slots[hole].value == NULL)
    {
        return;
    }
    table->count--;
    table->slots[hole].value = NULL;
    for (uint32_t i = (hole + 1) & mask; table->slots[i].value != NULL; i = (i + 1) & mask)
    {
        const uint32_t home = slot_of(table, table->slots[i].at);
        if (((i - home) & mask) >= ((i - hole) & mask))
        {
            table->slots[hole] = table->slots[i];
            table->slots[i].value = NULL;
            hole = i;
        }
    }
}

void loam_voxel_table_free(const loam_env *env, voxel_table *table)
{
    loam_free(env, table->slots, table->room * sizeof *table->slots);
    *table = (voxel_table){0};
}
