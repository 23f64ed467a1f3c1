// SPDX-License-Identifier: MIT
#include "store/game.h"

#include <string.h>

enum
{
    STEP_BYTES = 8,
    HEAD = STEP_BYTES + 1,
};

loam_result loam_game_check(const loam_store_player *player)
{
    if (player->weather < 0 || player->weather >= LOAM_WEATHER_COUNT)
    {
        return loam_fail(LOAM_BAD_ARGUMENT, "weather is %d, accepted are 0 to %d",
                         (int)player->weather, LOAM_WEATHER_COUNT - 1);
    }
    if (player->byte_count < 0 || player->byte_count > LOAM_MAX_PLAYER_BYTES)
    {
        return loam_fail(LOAM_BAD_ARGUMENT, "byte_count is %d, accepted are 0 to %d",
                         (int)player->byte_count, LOAM_MAX_PLAYER_BYTES);
    }
    return LOAM_OK;
}

size_t loam_game_encode(const loam_store_player *player, uint8_t *out)
{
    for (int i = 0; i < STEP_BYTES; i++)
    {
        out[i] = (uint8_t)(player->steps >> (8 * i));
    }
    out[STEP_BYTES] = (uint8_t)player->weather;
    memcpy(out + HEAD, player->bytes, (size_t)player->byte_count);
    return HEAD + (size_t)player->byte_count;
}

void loam_game_decode(loam_store_player *player, const uint8_t *bytes, size_t size)
{
    uint64_t steps = 0;
    if (size < HEAD || size > LOAM_GAME_BYTES || bytes[STEP_BYTES] >= LOAM_WEATHER_COUNT)
    {
        return;
    }
    for (int i = 0; i < STEP_BYTES; i++)
    {
        steps |= (uint64_t)bytes[i] << (8 * i);
    }
    if (steps == player->steps)
    {
        player->weather = bytes[STEP_BYTES];
        player->byte_count = (int32_t)(size - HEAD);
        memcpy(player->bytes, bytes + HEAD, size - HEAD);
    }
}
