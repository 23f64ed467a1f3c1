// SPDX-License-Identifier: MIT
#include "tiles/game/inventory.h"

int64_t loam_inventory_count(const loam_player *player, uint8_t material)
{
    int64_t count = 0;
    for (int32_t i = 0; i < LOAM_INVENTORY_SLOTS; i++)
    {
        const loam_inventory_slot *const slot = &player->inventory[i];
        count += slot->material == material ? slot->count : 0;
    }
    return count;
}

static bool takes(const loam_inventory_slot *slot, uint8_t material)
{
    return slot->material == material || slot->material == LOAM_AIR;
}

int64_t loam_inventory_room(const loam_player *player, uint8_t material)
{
    int64_t room = 0;
    for (int32_t i = 0; i < LOAM_INVENTORY_SLOTS; i++)
    {
        const loam_inventory_slot *const slot = &player->inventory[i];
        room += takes(slot, material) ? LOAM_MAX_STACK - slot->count : 0;
    }
    return room;
}

static int64_t add_to(loam_inventory_slot *slot, uint8_t material, int64_t count)
{
    const int64_t room = LOAM_MAX_STACK - slot->count;
    const int64_t added = count < room ? count : room;
    slot->material = added > 0 ? material : slot->material;
    slot->count += (int32_t)added;
    return added;
}

void loam_inventory_add(const loam_env *env, loam_player *player, uint8_t material, int64_t count)
{
    for (int32_t empty = 0; empty <= 1; empty++)
    {
        for (int32_t i = 0; i < LOAM_INVENTORY_SLOTS; i++)
        {
            loam_inventory_slot *const slot = &player->inventory[i];
            if (slot->material == (empty ? LOAM_AIR : material))
            {
                count -= add_to(slot, material, count);
            }
        }
    }
    LOAM_ASSERT(env, count == 0);
}

void loam_inventory_take(const loam_env *env, loam_player *player, uint8_t material, int64_t count)
{
    for (int32_t i = LOAM_INVENTORY_SLOTS - 1; i >= 0; i--)
    {
        loam_inventory_slot *const slot = &player->inventory[i];
        if (slot->material != material)
        {
            continue;
        }
        const int64_t taken = count < slot->count ? count : slot->count;
        slot->count -= (int32_t)taken;
        slot->material = slot->count == 0 ? LOAM_AIR : material;
        count -= taken;
    }
    LOAM_ASSERT(env, count == 0);
}
