// SPDX-License-Identifier: MIT
#include "store/game.h"

#include <string.h>

enum
{
    STEP_BYTES = 8,
    LAGS = 9, // 3 x 3
    HEAD = STEP_BYTES + 2,
};

static bool is_lag(int32_t lag)
{
    return lag >= -1 && lag <= 1;
}

loam_result loam_game_check(const loam_store_player *player)
{
    if (player->weather < 0 || player->weather >= LOAM_WEATHER_COUNT)
    {
        return loam_fail(LOAM_BAD_ARGUMENT, "weather is %d; must be 0 to %d", (int)player->weather,
                         LOAM_WEATHER_COUNT - 1);
    }
    if (player->year_step < 0)
    {
        return loam_fail(LOAM_BAD_ARGUMENT, "year_step is %lld; must be at least 0",
                         (long long)player->year_step);
    }
    if (!is_lag(player->lag_x) || !is_lag(player->lag_y))
    {
        return loam_fail(LOAM_BAD_ARGUMENT, "lag is (%d, %d); must be -1 to 1", (int)player->lag_x,
                         (int)player->lag_y);
    }
    if (player->byte_count < 0 || player->byte_count > LOAM_MAX_PLAYER_BYTES)
    {
        return loam_fail(LOAM_BAD_ARGUMENT, "byte_count is %d; must be 0 to %d",
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
    out[STEP_BYTES + 1] = (uint8_t)((player->lag_y + 1) * 3 + player->lag_x + 1);
    memcpy(out + HEAD, player->bytes, (size_t)player->byte_count);
    return HEAD + (size_t)player->byte_count;
}

void loam_game_decode(loam_store_player *player, const uint8_t *bytes, size_t size)
{
    uint64_t steps = 0;
    if (size < HEAD || size > LOAM_GAME_BYTES || bytes[STEP_BYTES] >= LOAM_WEATHER_COUNT ||
        bytes[STEP_BYTES + 1] >= LAGS)
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
        player->lag_x = bytes[STEP_BYTES + 1] % 3 - 1;
        player->lag_y = bytes[STEP_BYTES + 1] / 3 - 1;
        player->byte_count = (int32_t)(size - HEAD);
        memcpy(player->bytes, bytes + HEAD, size - HEAD);
    }
}
