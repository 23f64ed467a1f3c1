// SPDX-License-Identifier: MIT
#include "tiles/tools.h"

void loam_tools_step(loam_tile_game *game)
{
    const loam_player *const player = &game->player;
    if (!player->using_tool)
    {
        return;
    }
    const bool places = player->tool == LOAM_TOOL_BLOCK || player->tool == LOAM_TOOL_WALL;
    const bool walls = player->tool == LOAM_TOOL_HAMMER || player->tool == LOAM_TOOL_WALL;
    const loam_edit edit = {.shape = player->brush,
                            .layer = walls ? LOAM_WALLS : LOAM_BLOCKS,
                            .material = places ? player->material : LOAM_AIR,
                            .radius = player->radius,
                            .from = player->aim};
    (void)loam_tile_world_edit(game->world, &edit, NULL);
}
