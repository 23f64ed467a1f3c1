// SPDX-License-Identifier: MIT
#include "flat_game.h"

#include "tiles/game/game.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void must(loam_result result)
{
    if (result != LOAM_OK)
    {
        fprintf(stderr, "%s\n", loam_last_error());
        abort();
    }
}

static loam_result run_flat(loam_slice *slice)
{
    loam_tile *const out = slice->out;
    for (int32_t i = 0; i < LOAM_CHUNK_TILES; i++)
    {
        const uint8_t stone = slice->y < 0;
        out[i] = (loam_tile){stone, 0, stone, 0};
    }
    return LOAM_OK;
}

loam_pipeline *flat_pipeline(const loam_env *env, uint64_t seed)
{
    loam_pipeline *pipeline;
    loam_pipeline_def def = loam_default_pipeline_def();
    def.env = *env;
    def.seed = seed;
    def.cache_bytes = 0;
    loam_stage_def stage = loam_default_stage_def();
    stage.name = "flat";
    stage.page_size = LOAM_CHUNK_SIDE;
    stage.payload_size = LOAM_CHUNK_TILES * sizeof(loam_tile);
    stage.run = run_flat;
    must(loam_pipeline_create(&def, &pipeline));
    must(loam_pipeline_add(pipeline, &stage));
    return pipeline;
}

void flat_open(flat_game *flat, bool still)
{
    flat->def = loam_default_tile_game_def();
    flat->def.world.seed = 3;
    flat->def.world.ring_log2 = 3;
    flat->def.world.still = still;
    flat->def.world.pipeline = flat_pipeline(&flat->def.world.env, 3);
    must(loam_tile_game_create(&flat->def, &flat->game));
    flat_steps(flat, 1);
}

void flat_close(flat_game *flat)
{
    loam_tile_game_destroy(flat->game);
    loam_pipeline_destroy(flat->def.world.pipeline);
}

loam_result flat_try(flat_game *flat, const char *line)
{
    char whole[LOAM_MAX_COMMAND_LINE];
    loam_command command;
    snprintf(whole, sizeof whole, "0 %s", line);
    must(loam_command_read(whole, loam_tile_world_defs(flat->game->world), &command));
    return loam_tile_game_do(flat->game, &command);
}

void flat_say(flat_game *flat, const char *line)
{
    must(flat_try(flat, line));
}

void flat_steps(flat_game *flat, int32_t count)
{
    for (int32_t i = 0; i < count; i++)
    {
        must(loam_tile_game_step(flat->game));
    }
}

loam_player *flat_player(flat_game *flat)
{
    return &flat->game->player;
}

double flat_x(flat_game *flat)
{
    return (double)flat->game->player.x / LOAM_PLAYER_FIXED;
}

double flat_y(flat_game *flat)
{
    return (double)flat->game->player.y / LOAM_PLAYER_FIXED;
}

const char *flat_block(flat_game *flat, int64_t x, int64_t y)
{
    const loam_tile tile = loam_tile_world_at(flat->game->world, (loam_tile_pos){x, y});
    return flat->game->world->defs->materials[tile.block].name;
}

const char *flat_wall(flat_game *flat, int64_t x, int64_t y)
{
    const loam_tile tile = loam_tile_world_at(flat->game->world, (loam_tile_pos){x, y});
    return flat->game->world->defs->materials[tile.wall].name;
}

bool flat_is_stuck(flat_game *flat)
{
    const loam_player *const player = &flat->game->player;
    return !loam_area_is_free(flat->game->world, &flat->game->feel,
                              loam_body_tiles(player->x, player->y));
}
