// SPDX-License-Identifier: MIT
#include "tiles/game/tools.h"

#include "tiles/data/defs.h"
#include "tiles/game/inventory.h"
#include "tiles/game/sapling.h"
#include "tiles/world/edit.h"

// A tool is a brush of one material, air for those that remove, and a rule which tiles it works on.
// Without limits it does so at once, wherever the cursor is, and a cursor that has moved far since the
// last step leaves no gap. With limits it works within reach; removing takes the hardest tile's hardness,
// and for the others a sixteenth of theirs, in steps; what is removed is carried away, as far as there is
// room for it, and what is placed is what was carried.

enum
{
    MAX_DRAG = 512,    // tiles from one step to the next: beyond it is no drag
    PLANTS_FASTER = 4, // times that axes and shears are as quick as what is hard would need
};

/// A tool at work.
typedef struct work
{
    loam_tile_game *game;
    loam_tile_area body;
    int64_t hardest, hardness; // of what would be removed: the most, and of all together
    int64_t left;              // tiles that can still be placed
    int64_t doable;            // tiles that would change
    uint8_t in_way;            // a block or wall that would not; LOAM_AIR: none
    bool in_body, no_room;     // whether the player is in the way, or cannot carry more
} work;

static bool is_placing(const loam_player *player)
{
    return player->tool == LOAM_TOOL_BLOCK || player->tool == LOAM_TOOL_WALL;
}

static bool is_cutting(const loam_player *player)
{
    return player->tool == LOAM_TOOL_AXE || player->tool == LOAM_TOOL_SHEARS;
}

static loam_layer layer_of(const loam_player *player)
{
    return player->tool == LOAM_TOOL_HAMMER || player->tool == LOAM_TOOL_WALL || is_cutting(player)
               ? LOAM_WALLS
               : LOAM_BLOCKS;
}

static const loam_material *material_of(const loam_tile_game *game, uint8_t id)
{
    return &game->world->defs->materials[id];
}

loam_result loam_tools_check(const loam_tile_game *game)
{
    const loam_player *const player = &game->player;
    const loam_material *const material = material_of(game, player->material);
    if (!is_placing(player))
    {
        return LOAM_OK;
    }
    if (player->material == LOAM_AIR)
    {
        return loam_fail(LOAM_FAILED,
                         "use: choose a material first, or take a pickaxe or a hammer");
    }
    if ((material->layers & (uint32_t)layer_of(player)) == 0)
    {
        return loam_fail(LOAM_FAILED, "use: %s may not stand among %s, take the tool %s",
                         material->name, layer_of(player) == LOAM_WALLS ? "walls" : "blocks",
                         layer_of(player) == LOAM_WALLS ? "block" : "wall");
    }
    return LOAM_OK;
}

// ---- which tiles ----------------------------------------------------------------------------------

/// Loose solids are dug like what they were.
static bool is_for_bucket(const loam_tile_game *game, uint8_t block)
{
    return game->world->fluid[block] && (material_of(game, block)->properties & LOAM_LOOSE) == 0;
}

/// What a plant is made of, and what was built of that.
static bool is_of_plant(const loam_tile_game *game, uint8_t wall, uint32_t properties)
{
    return (material_of(game, wall)->properties & properties) != 0;
}

static bool can_remove(const work *w, loam_tile tile)
{
    switch (w->game->player.tool)
    {
    case LOAM_TOOL_PICKAXE:
        return !is_for_bucket(w->game, tile.block);
    case LOAM_TOOL_BUCKET:
        return is_for_bucket(w->game, tile.block);
    case LOAM_TOOL_AXE:
        return is_of_plant(w->game, tile.wall, LOAM_WOOD | LOAM_LEAF);
    case LOAM_TOOL_SHEARS:
        return is_of_plant(w->game, tile.wall, LOAM_LEAF);
    default:
        return true;
    }
}

static bool is_in_body(const work *w, loam_tile_pos at)
{
    return at.x >= w->body.x && at.x < w->body.x + w->body.w && at.y >= w->body.y &&
           at.y < w->body.y + w->body.h;
}

/// Fluids go where nothing is, others drive fluids out. Nothing is built into the player. A wall takes the
/// place of another: caves have walls everywhere, and torches are to hang there.
static bool can_place(const work *w, loam_tile_pos at, loam_tile tile)
{
    const loam_tile_game *const game = w->game;
    const uint8_t material = game->player.material;
    if (game->player.tool == LOAM_TOOL_WALL)
    {
        return tile.wall != material;
    }
    const bool is_open = tile.block == LOAM_AIR ||
                         (game->world->fluid[tile.block] && !game->world->fluid[material]);
    return is_open && !(game->world->solid[material] && is_in_body(w, at));
}

static bool accepts(void *user, loam_tile_pos at, loam_tile tile)
{
    const work *const w = user;
    return is_placing(&w->game->player) ? can_place(w, at, tile) : can_remove(w, tile);
}

// ---- limits ---------------------------------------------------------------------------------------

static bool places_limited(void *user, loam_tile_pos at, loam_tile tile)
{
    work *const w = user;
    loam_player *const player = &w->game->player;
    const bool placed = w->left > 0 && can_place(w, at, tile);
    w->left -= placed;
    if (placed && player->tool == LOAM_TOOL_WALL && tile.wall != LOAM_AIR &&
        loam_inventory_room(player, tile.wall) > 0)
    {
        loam_inventory_add(&w->game->env, player, tile.wall, 1);
    }
    return placed;
}

/// What is carried away: of a loose solid the settled one.
static uint8_t yield_of(const loam_tile_game *game, uint8_t material)
{
    const loam_tile_fluid *const fluid = loam_fluid_find(game->world->defs, material);
    return fluid != NULL && fluid->settled != LOAM_AIR ? fluid->settled : material;
}

static bool carries_away(void *user, loam_tile_pos at, loam_tile tile)
{
    work *const w = user;
    loam_player *const player = &w->game->player;
    const uint8_t yield = yield_of(w->game,
                                   layer_of(player) == LOAM_WALLS ? tile.wall : tile.block);
    (void)at;
    if (!can_remove(w, tile) || loam_inventory_room(player, yield) == 0)
    {
        return false;
    }
    loam_inventory_add(&w->game->env, player, yield, 1);
    return true;
}

/// Accepts nothing, and adds up how hard it would be.
static bool measures(void *user, loam_tile_pos at, loam_tile tile)
{
    work *const w = user;
    const uint8_t id = layer_of(&w->game->player) == LOAM_WALLS ? tile.wall : tile.block;
    const int64_t hardness = material_of(w->game, id)->hardness;
    (void)at;
    if (can_remove(w, tile))
    {
        w->hardest = hardness > w->hardest ? hardness : w->hardest;
        w->hardness += hardness;
    }
    return false;
}

static bool is_in_reach(const loam_player *player, loam_tile_pos at)
{
    const loam_tile_area body = loam_body_tiles(player->x, player->y);
    const int64_t x = at.x - (body.x + body.w / 2);
    const int64_t y = at.y - (body.y + body.h / 2);
    const int64_t reach = LOAM_PLAYER_REACH;
    return x >= -reach && x <= reach && y >= -reach && y <= reach && x * x + y * y <= reach * reach;
}

// ---- use ------------------------------------------------------------------------------------------

static void brush(work *w, loam_tile_pos at, loam_edit_filter *filter)
{
    const loam_player *const player = &w->game->player;
    const loam_edit edit = {.shape = player->brush,
                            .layer = layer_of(player),
                            .material = is_placing(player) ? player->material : LOAM_AIR,
                            .radius = player->radius,
                            .from = at};
    // Fails only for what loam_tools_check has found.
    (void)loam_edit_where(w->game->world, &edit, filter, w, NULL);
}

static void place_limited(work *w, loam_tile_pos at)
{
    loam_player *const player = &w->game->player;
    if (is_in_reach(player, at))
    {
        const int64_t there = loam_inventory_count(player, player->material);
        w->left = there;
        brush(w, at, places_limited);
        loam_inventory_take(&w->game->env, player, player->material, there - w->left);
    }
}

/// How many steps it takes to remove what is under the cursor.
static int64_t steps_to_remove(work *w)
{
    brush(w, w->game->player.aim, measures);
    const int64_t steps = w->hardest + (w->hardness - w->hardest) / LOAM_DIG_DIVISOR;
    return is_cutting(&w->game->player) ? (steps + PLANTS_FASTER - 1) / PLANTS_FASTER : steps;
}

static void remove_limited(work *w)
{
    loam_player *const player = &w->game->player;
    player->digging++;
    if (player->digging >= steps_to_remove(w))
    {
        brush(w, player->aim, carries_away);
        player->digging = 0;
    }
}

static int64_t rounded(int64_t by, int64_t part, int64_t whole)
{
    const int64_t doubled = 2 * by * part;
    return (doubled + (doubled < 0 ? -whole : whole)) / (2 * whole);
}

/// At the cursor, and on the way there from where it was in the last step.
static void use_on_the_way(work *w, void (*use)(work *w, loam_tile_pos at))
{
    const loam_player *const player = &w->game->player;
    const int64_t x = player->aim.x - player->used.x, y = player->aim.y - player->used.y;
    const int64_t wide = x < 0 ? -x : x, high = y < 0 ? -y : y, way = wide > high ? wide : high;
    if (player->dragging && way <= MAX_DRAG)
    {
        for (int64_t i = 1; i < way; i++)
        {
            use(w, (loam_tile_pos){player->used.x + rounded(x, i, way),
                                   player->used.y + rounded(y, i, way)});
        }
    }
    use(w, player->aim);
}

static void use_unlimited(work *w, loam_tile_pos at)
{
    brush(w, at, accepts);
}

/// Placing leaves no gaps; digging is work at one place.
static void use_limited(work *w)
{
    loam_player *const player = &w->game->player;
    w->game->undo.paused = true; // otherwise undo would make things out of nothing
    if (is_placing(player))
    {
        use_on_the_way(w, place_limited);
    }
    else if (is_in_reach(player, player->aim))
    {
        remove_limited(w);
    }
    else
    {
        player->digging = 0;
    }
    w->game->undo.paused = false;
}

/// One for each time that it is used: who drags does not plant a hedge.
static void use_sapling(const work *w)
{
    const loam_player *const player = &w->game->player;
    if (!player->dragging && (!player->limited || is_in_reach(player, player->aim)))
    {
        loam_sapling_use(w->game);
    }
}

// ---- asking ---------------------------------------------------------------------------------------

/// A light behind a block would be seen by nobody.
static bool is_hidden(const work *w, loam_tile tile)
{
    const loam_tile_game *const game = w->game;
    return game->player.tool == LOAM_TOOL_WALL && tile.block != LOAM_AIR &&
           !game->world->fluid[tile.block] &&
           loam_material_is_light(material_of(game, game->player.material));
}

/// Accepts nothing, and finds out what would be done and what is in the way.
static bool surveys(void *user, loam_tile_pos at, loam_tile tile)
{
    work *const w = user;
    const loam_player *const player = &w->game->player;
    const bool walls = layer_of(player) == LOAM_WALLS, hidden = is_hidden(w, tile);
    const bool carried = player->limited && !is_placing(player);
    const uint8_t there = walls && !hidden ? tile.wall : tile.block;
    if (!accepts(w, at, tile) || hidden)
    {
        w->in_way = there != LOAM_AIR ? there : w->in_way;
        w->in_body = w->in_body || (is_placing(player) && !walls && is_in_body(w, at));
    }
    else if (carried && loam_inventory_room(player, yield_of(w->game, there)) == 0)
    {
        w->no_room = true;
    }
    else
    {
        w->doable++;
    }
    return false;
}

static loam_result refuse_placing(const work *w)
{
    const loam_player *const player = &w->game->player;
    const char *const name = material_of(w->game, player->material)->name;
    if (w->in_body && w->in_way == LOAM_AIR)
    {
        return loam_fail(LOAM_FAILED, "use: you stand there yourself");
    }
    if (w->in_way == LOAM_AIR)
    {
        return loam_fail(LOAM_FAILED, "use: there is %s already", name);
    }
    return loam_fail(LOAM_FAILED,
                     player->tool == LOAM_TOOL_WALL
                         ? "use: %s would hide it: dig first, or choose an open place"
                         : "use: %s is in the way",
                     material_of(w->game, w->in_way)->name);
}

/// An axe or shears find no plant.
static loam_result refuse_cutting(const work *w)
{
    const loam_tool tool = w->game->player.tool;
    if (w->in_way == LOAM_AIR)
    {
        return loam_fail(LOAM_NOT_FOUND, "use: there is nothing to cut");
    }
    const bool wood = is_of_plant(w->game, w->in_way, LOAM_WOOD);
    return loam_fail(LOAM_FAILED,
                     tool == LOAM_TOOL_SHEARS && wood ? "use: take an axe for %s"
                                                      : "use: %s is no plant: take a hammer",
                     material_of(w->game, w->in_way)->name);
}

static loam_result refuse_removing(const work *w)
{
    const loam_tool tool = w->game->player.tool;
    if (w->no_room)
    {
        return loam_fail(LOAM_FAILED, "use: you cannot carry more of it");
    }
    if (is_cutting(&w->game->player))
    {
        return refuse_cutting(w);
    }
    if (w->in_way != LOAM_AIR)
    {
        return loam_fail(LOAM_FAILED,
                         tool == LOAM_TOOL_BUCKET ? "use: a bucket takes only what flows, not %s"
                                                  : "use: take a bucket for %s",
                         material_of(w->game, w->in_way)->name);
    }
    const loam_tile there = loam_tile_world_at(w->game->world, w->game->player.aim);
    if (tool == LOAM_TOOL_PICKAXE && is_of_plant(w->game, there.wall, LOAM_WOOD | LOAM_LEAF))
    {
        return loam_fail(LOAM_FAILED, "use: take an axe for plants");
    }
    if (tool == LOAM_TOOL_PICKAXE && there.wall != LOAM_AIR)
    {
        return loam_fail(LOAM_FAILED, "use: take a hammer for walls");
    }
    if (tool == LOAM_TOOL_HAMMER && there.block != LOAM_AIR)
    {
        return loam_fail(LOAM_FAILED, "use: take a pickaxe for blocks");
    }
    return loam_fail(LOAM_NOT_FOUND, "use: there is nothing to remove");
}

static loam_result check_place(const work *w)
{
    const loam_player *const player = &w->game->player;
    if (player->limited && !is_in_reach(player, player->aim))
    {
        return loam_fail(LOAM_FAILED, "use: that is too far away: you reach %d tiles",
                         LOAM_PLAYER_REACH);
    }
    if (!loam_tile_world_contains(w->game->world, player->aim))
    {
        return loam_fail(LOAM_FAILED, "use: that is too far away");
    }
    if (player->limited && is_placing(player) &&
        loam_inventory_count(player, player->material) == 0)
    {
        return loam_fail(LOAM_FAILED, "use: you have no %s",
                         material_of(w->game, player->material)->name);
    }
    return LOAM_OK;
}

loam_result loam_tile_game_check_use(loam_tile_game *game)
{
    LOAM_ASSERT(NULL, game != NULL);
    const loam_player *const player = &game->player;
    work w = {.game = game, .body = loam_body_tiles(player->x, player->y)};
    loam_result result = loam_tools_check(game);
    result = result == LOAM_OK ? check_place(&w) : result;
    if (result != LOAM_OK)
    {
        return result;
    }
    if (player->tool == LOAM_TOOL_SAPLING)
    {
        return loam_sapling_check(game);
    }
    brush(&w, player->aim, surveys);
    return w.doable > 0 ? LOAM_OK : is_placing(player) ? refuse_placing(&w) : refuse_removing(&w);
}

int32_t loam_tile_game_dig_steps(loam_tile_game *game)
{
    LOAM_ASSERT(NULL, game != NULL);
    work w = {.game = game};
    const bool digs = game->player.limited && !is_placing(&game->player) &&
                      game->player.tool != LOAM_TOOL_SAPLING;
    return digs ? (int32_t)steps_to_remove(&w) : 0;
}

void loam_tools_begin(loam_tile_game *game)
{
    loam_undo_begin(&game->undo);
    game->drag_group = game->undo.group;
}

void loam_tools_step(loam_tile_game *game)
{
    loam_player *const player = &game->player;
    const bool used = player->using_tool || game->clicked;
    game->clicked = false;
    if (!used || loam_tools_check(game) != LOAM_OK)
    {
        player->dragging = false;
        player->digging = 0;
        return;
    }
    if (game->undo.group != game->drag_group) // there was an edit, which is undone by itself
    {
        loam_tools_begin(game);
    }
    work w = {.game = game, .body = loam_body_tiles(player->x, player->y)};
    if (player->tool == LOAM_TOOL_SAPLING)
    {
        use_sapling(&w);
    }
    else
    {
        player->limited ? use_limited(&w) : use_on_the_way(&w, use_unlimited);
    }
    player->used = player->aim;
    player->dragging = true;
}
