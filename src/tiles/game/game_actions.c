// SPDX-License-Identifier: MIT
#include "tiles/game/game.h"

#include "tiles/game/command.h"
#include "tiles/game/inventory.h"
#include "tiles/game/tools.h"
#include "tiles/world/edit.h"

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

// ---- tools ----------------------------------------------------------------------------------------
// Whoever aims at something else, or takes something else, begins to dig anew.

static loam_result act_aim(loam_tile_game *game, const loam_command *command)
{
    loam_player *const player = &game->player;
    if (player->aim.x != command->x || player->aim.y != command->y)
    {
        player->aim = (loam_tile_pos){command->x, command->y};
        player->digging = 0;
    }
    return LOAM_OK;
}

static loam_result act_tool(loam_tile_game *game, const loam_command *command)
{
    game->player.tool = (loam_tool)command->choice;
    game->player.digging = 0;
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
    game->player.digging = 0;
    return LOAM_OK;
}

static loam_result act_use(loam_tile_game *game, const loam_command *command)
{
    const loam_result result = command->choice ? loam_tools_check(game) : LOAM_OK;
    if (result == LOAM_OK)
    {
        game->clicked |= command->choice != 0;
        game->player.using_tool = command->choice;
        game->player.dragging = false;
        loam_tools_begin(game);
    }
    return result;
}

static loam_result act_pick(loam_tile_game *game, const loam_command *command)
{
    const loam_tile tile = loam_tile_world_at(game->world, game->player.aim);
    const uint8_t material = tile.block != LOAM_AIR ? tile.block : tile.wall;
    (void)command;
    if (material == LOAM_AIR)
    {
        return loam_fail(LOAM_FAILED, "pick: there is nothing at (%lld, %lld)",
                         (long long)game->player.aim.x, (long long)game->player.aim.y);
    }
    game->player.material = material;
    return LOAM_OK;
}

static loam_result act_give(loam_tile_game *game, const loam_command *command)
{
    if (command->material == LOAM_AIR)
    {
        return loam_fail(LOAM_FAILED, "give: nobody can carry air");
    }
    const int64_t room = loam_inventory_room(&game->player, command->material);
    if (room < command->number)
    {
        return loam_fail(LOAM_FAILED, "give: COUNT is %d, there is room for %lld",
                         (int)command->number, (long long)room);
    }
    loam_inventory_add(&game->env, &game->player, command->material, command->number);
    return LOAM_OK;
}

static loam_result act_mode(loam_tile_game *game, const loam_command *command)
{
    game->player.limited = command->choice;
    game->player.digging = 0;
    return LOAM_OK;
}

// ---- edits ----------------------------------------------------------------------------------------

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
    loam_undo_begin(&game->undo);
    return loam_tile_world_edit(game->world, &edit, NULL);
}

static loam_edit box_of(const loam_command *command, loam_layer layer, uint8_t material)
{
    return (loam_edit){.shape = LOAM_EDIT_BOX,
                       .layer = layer,
                       .material = material,
                       .from = {command->x, command->y},
                       .to = {command->x + command->x2 - 1, command->y + command->y2 - 1}};
}

static bool is_replaced(void *user, loam_tile_pos at, loam_tile tile)
{
    const loam_command *const command = user;
    (void)at;
    return (command->layer == LOAM_WALLS ? tile.wall : tile.block) == command->material;
}

static loam_result act_replace(loam_tile_game *game, const loam_command *command)
{
    const loam_edit edit = box_of(command, command->layer, command->other);
    loam_command asked = *command;
    loam_undo_begin(&game->undo);
    return loam_edit_where(game->world, &edit, is_replaced, &asked, NULL);
}

static loam_result act_plant(loam_tile_game *game, const loam_command *command)
{
    return loam_tile_world_plant(game->world, command->number,
                                 (loam_tile_pos){command->x, command->y});
}

static loam_tile_area area_of(const loam_command *command)
{
    return (loam_tile_area){command->x, command->y, (int32_t)command->x2, (int32_t)command->y2};
}

static loam_result act_copy(loam_tile_game *game, const loam_command *command)
{
    return loam_clipboard_copy(&game->clipboard, game->world, area_of(command));
}

static loam_result act_cut(loam_tile_game *game, const loam_command *command)
{
    const loam_edit blocks = box_of(command, LOAM_BLOCKS, LOAM_AIR);
    const loam_edit walls = box_of(command, LOAM_WALLS, LOAM_AIR);
    loam_result result = loam_clipboard_copy(&game->clipboard, game->world, area_of(command));
    loam_undo_begin(&game->undo);
    result = result != LOAM_OK ? result : loam_tile_world_edit(game->world, &blocks, NULL);
    return result != LOAM_OK ? result : loam_tile_world_edit(game->world, &walls, NULL);
}

static loam_result act_paste(loam_tile_game *game, const loam_command *command)
{
    loam_undo_begin(&game->undo);
    return loam_clipboard_paste(&game->clipboard, game->world,
                                (loam_tile_pos){command->x, command->y}, command->number);
}

static loam_result act_stamp(loam_tile_game *game, const loam_command *command)
{
    switch (command->choice)
    {
    case LOAM_STAMP_SAVE:
        return loam_stamp_save(&game->clipboard, command->name);
    case LOAM_STAMP_DROP:
        return loam_stamp_drop(&game->clipboard, command->name);
    default:
        loam_undo_begin(&game->undo);
        return loam_stamp_paste(&game->clipboard, command->name, game->world,
                                (loam_tile_pos){command->x, command->y}, command->number);
    }
}

static loam_result act_undo(loam_tile_game *game, const loam_command *command)
{
    (void)command;
    return loam_undo_back(&game->undo, game->world);
}

static loam_result act_redo(loam_tile_game *game, const loam_command *command)
{
    (void)command;
    return loam_undo_again(&game->undo, game->world);
}

// ---- the world ------------------------------------------------------------------------------------

static loam_result act_place(loam_tile_game *game, const loam_command *command)
{
    const loam_tile_pos at = {command->x, command->y};
    const loam_result result = loam_game_check_place(at);
    if (result == LOAM_OK)
    {
        loam_player_place(&game->player, at);
    }
    return result;
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

/// A day of the year, at the time of day that it is.
static loam_result act_day(loam_tile_world *world, int32_t day)
{
    const loam_tile_sky *const sky = &loam_tile_world_defs(world)->sky;
    if (day > sky->year_days)
    {
        return loam_fail(LOAM_BAD_ARGUMENT,
                         "season: DAY is %d; must be 1 to %d, as a year has days", (int)day,
                         (int)sky->year_days);
    }
    loam_tile_world_set_year_step(world, (int64_t)(day - 1) * sky->day_steps +
                                             loam_tile_world_day_step(world));
    return LOAM_OK;
}

static loam_result act_season(loam_tile_game *game, const loam_command *command)
{
    if (command->choice == LOAM_SEASON_COUNT)
    {
        return act_day(game->world, command->number);
    }
    loam_tile_world_set_season(game->world, (loam_season)command->choice);
    return LOAM_OK;
}

static loam_result act_strike(loam_tile_game *game, const loam_command *command)
{
    return loam_tile_world_strike(game->world, command->x);
}

static action_function *const functions[LOAM_ACTION_COUNT] = {
    [LOAM_ACTION_WALK] = act_walk,       [LOAM_ACTION_JUMP] = act_jump,
    [LOAM_ACTION_DIVE] = act_dive,       [LOAM_ACTION_AIM] = act_aim,
    [LOAM_ACTION_TOOL] = act_tool,       [LOAM_ACTION_CHOOSE] = act_choose,
    [LOAM_ACTION_BRUSH] = act_brush,     [LOAM_ACTION_USE] = act_use,
    [LOAM_ACTION_PICK] = act_pick,       [LOAM_ACTION_GIVE] = act_give,
    [LOAM_ACTION_MODE] = act_mode,       [LOAM_ACTION_EDIT] = act_edit,
    [LOAM_ACTION_REPLACE] = act_replace, [LOAM_ACTION_PLANT] = act_plant,
    [LOAM_ACTION_COPY] = act_copy,       [LOAM_ACTION_CUT] = act_cut,
    [LOAM_ACTION_PASTE] = act_paste,     [LOAM_ACTION_STAMP] = act_stamp,
    [LOAM_ACTION_UNDO] = act_undo,       [LOAM_ACTION_REDO] = act_redo,
    [LOAM_ACTION_PLACE] = act_place,     [LOAM_ACTION_WEATHER] = act_weather,
    [LOAM_ACTION_TIME] = act_time,       [LOAM_ACTION_SEASON] = act_season,
    [LOAM_ACTION_STRIKE] = act_strike,
};

loam_result loam_game_act(loam_tile_game *game, const loam_command *command)
{
    return functions[command->action](game, command);
}
