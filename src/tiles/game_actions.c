// SPDX-License-Identifier: MIT
#include "tiles/game.h"

#include "tiles/command.h"

// What commands do, one function each. Their arguments have been checked against their forms.

typedef loam_result action_function(loam_tile_game *game, const loam_command *command);

static loam_result act_walk(loam_tile_game *game, const loam_command *command)
{
    game->player.walking = command->choice;
    return LOAM_OK;
}

static loam_result act_jump(loam_tile_game *game, const loam_command *command)
{
    if (command->choice && !game->player.jumping)
    {
        loam_player_wish_to_jump(&game->player);
    }
    game->player.jumping = command->choice;
    return LOAM_OK;
}

static loam_result act_dive(loam_tile_game *game, const loam_command *command)
{
    game->player.diving = command->choice;
    return LOAM_OK;
}

static loam_result act_aim(loam_tile_game *game, const loam_command *command)
{
    game->player.aim = (loam_tile_pos){command->x, command->y};
    return LOAM_OK;
}

static loam_result act_tool(loam_tile_game *game, const loam_command *command)
{
    game->player.tool = (loam_tool)command->choice;
    return LOAM_OK;
}

static loam_result act_choose(loam_tile_game *game, const loam_command *command)
{
    game->player.material = command->material;
    return LOAM_OK;
}

static loam_result act_brush(loam_tile_game *game, const loam_command *command)
{
    game->player.brush = command->shape;
    game->player.radius = command->number;
    return LOAM_OK;
}

static loam_result act_use(loam_tile_game *game, const loam_command *command)
{
    game->player.using_tool = command->choice;
    return LOAM_OK;
}

static loam_result act_edit(loam_tile_game *game, const loam_command *command)
{
    const bool box = command->shape == LOAM_EDIT_BOX;
    const loam_edit edit = {.shape = command->shape,
                            .layer = command->layer,
                            .material = command->material,
                            .radius = command->number,
                            .from = {command->x, command->y},
                            .to = {box ? command->x + command->x2 - 1 : command->x2,
                                   box ? command->y + command->y2 - 1 : command->y2},
                            .limit = command->number};
    return loam_tile_world_edit(game->world, &edit, NULL);
}

static loam_result act_place(loam_tile_game *game, const loam_command *command)
{
    loam_player_place(&game->player, (loam_tile_pos){command->x, command->y});
    return LOAM_OK;
}

static loam_result act_weather(loam_tile_game *game, const loam_command *command)
{
    loam_tile_world_set_weather(game->world, (loam_weather)command->choice);
    return LOAM_OK;
}

static loam_result act_time(loam_tile_game *game, const loam_command *command)
{
    loam_tile_world_set_time(game->world,
                             (uint16_t)(command->number * 65536 / LOAM_MINUTES_PER_DAY));
    return LOAM_OK;
}

static action_function *const functions[LOAM_ACTION_COUNT] = {
    [LOAM_ACTION_WALK] = act_walk,       [LOAM_ACTION_JUMP] = act_jump,
    [LOAM_ACTION_DIVE] = act_dive,       [LOAM_ACTION_AIM] = act_aim,
    [LOAM_ACTION_TOOL] = act_tool,       [LOAM_ACTION_CHOOSE] = act_choose,
    [LOAM_ACTION_BRUSH] = act_brush,     [LOAM_ACTION_USE] = act_use,
    [LOAM_ACTION_EDIT] = act_edit,       [LOAM_ACTION_PLACE] = act_place,
    [LOAM_ACTION_WEATHER] = act_weather, [LOAM_ACTION_TIME] = act_time,
};

loam_result loam_game_act(loam_tile_game *game, const loam_command *command)
{
    action_function *const function = functions[command->action];
    return function != NULL ? function(game, command)
                            : loam_fail(LOAM_UNSUPPORTED, "%s cannot be done yet",
                                        loam_action_name(command->action));
}
