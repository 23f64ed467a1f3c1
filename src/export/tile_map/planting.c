// SPDX-License-Identifier: MIT
#include "loam/export_tile_map.h"

static int64_t limited(int64_t chunk)
{
    const int64_t end = LOAM_TILE_END / LOAM_CHUNK_SIDE;
    return chunk < -end ? -end : chunk >= end ? end - 1 : chunk;
}

loam_result loam_tile_planting_create(const loam_env *env, const loam_tile_defs *defs,
                                      loam_store *store, loam_tile_planter **out)
{
    loam_store_player player = {0};
    loam_result result = loam_tile_planter_create(env, defs, out);
    if (result == LOAM_OK && store != NULL && loam_store_get_player(store, &player) == LOAM_OK &&
        player.year_step > 0)
    {
        loam_tile_planter_set_year_step(*out, player.year_step - 1);
    }
    return result;
}

void loam_tile_planting_reach(loam_tile_area area, loam_chunk_pos *low, loam_chunk_pos *high)
{
    const loam_chunk_pos first = loam_chunk_of_tile((loam_tile_pos){area.x, area.y});
    const loam_chunk_pos last = loam_chunk_of_tile(
        (loam_tile_pos){area.x + area.w - 1, area.y + area.h - 1});
    *low = (loam_chunk_pos){limited(first.x - 1), limited(first.y - 1)};
    *high = (loam_chunk_pos){limited(last.x + 1), limited(last.y + 1)};
}

/// Whether a store has a chunk: LOAM_OK, or LOAM_NOT_FOUND.
static loam_result look_for(const loam_tile_planting *plants, loam_chunk_pos at, loam_tile *chunk)
{
    return plants->store != NULL ? loam_store_load(plants->store, at, chunk) : LOAM_NOT_FOUND;
}

static loam_result place(const loam_tile_planting *plants, loam_chunk_pos at, loam_tile_plant *out,
                         int32_t *count)
{
    *count = 0;
    return plants->defs->version >= 2 ? loam_tile_source_plants(plants->source, at, out, count)
                                      : LOAM_OK;
}

loam_result loam_tile_planting_find(const loam_tile_planting *plants, loam_chunk_pos at,
                                    loam_tile *chunk, uint8_t *bytes, size_t *size)
{
    loam_tile_plant placed[LOAM_MAX_CHUNK_PLANTS];
    int32_t count = 0;
    *size = 0;
    loam_result result = look_for(plants, at, chunk);
    if (result != LOAM_NOT_FOUND)
    {
        return result == LOAM_OK
                   ? loam_store_load_plants(plants->store, at, bytes, LOAM_MAX_PLANT_BYTES, size)
                   : result;
    }
    result = place(plants, at, placed, &count);
    *size = result == LOAM_OK && count > 0
                ? loam_tile_plants_pack(plants->defs, placed, count, bytes, LOAM_MAX_PLANT_BYTES)
                : 0;
    return result;
}

static loam_result add_kept(const loam_tile_planting *plants, loam_chunk_pos at, uint8_t *bytes)
{
    size_t size;
    const loam_result result = loam_store_load_plants(plants->store, at, bytes,
                                                      LOAM_MAX_PLANT_BYTES, &size);
    return result == LOAM_OK ? loam_tile_planter_add_kept(plants->planter, at, bytes, size)
                             : result;
}

static loam_result add_chunk(const loam_tile_planting *plants, loam_chunk_pos at, loam_tile *chunk,
                             uint8_t *bytes)
{
    loam_tile_plant placed[LOAM_MAX_CHUNK_PLANTS];
    int32_t count;
    loam_result result = look_for(plants, at, chunk);
    if (result != LOAM_NOT_FOUND)
    {
        return result == LOAM_OK ? add_kept(plants, at, bytes) : result;
    }
    result = place(plants, at, placed, &count);
    return result == LOAM_OK ? loam_tile_planter_add(plants->planter, placed, count) : result;
}

loam_result loam_tile_planting_put(const loam_tile_planting *plants, loam_tile_area area,
                                   loam_tile *tiles, loam_tile *chunk)
{
    const loam_env *const env = &plants->env;
    const size_t room = plants->store != NULL ? LOAM_MAX_PLANT_BYTES : 0;
    uint8_t *const bytes = room > 0 ? loam_alloc(env, room) : NULL;
    loam_result result = room > 0 && bytes == NULL ? LOAM_OUT_OF_MEMORY : LOAM_OK;
    loam_chunk_pos low, high;
    loam_tile_planting_reach(area, &low, &high);
    for (loam_chunk_pos at = low; at.y <= high.y && result == LOAM_OK; at.y++)
    {
        for (at.x = low.x; at.x <= high.x && result == LOAM_OK; at.x++)
        {
            result = add_chunk(plants, at, chunk, bytes);
        }
    }
    loam_free(env, bytes, room);
    return result == LOAM_OK ? loam_tile_planter_put(plants->planter, area, tiles) : result;
}
