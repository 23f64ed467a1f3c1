// SPDX-License-Identifier: MIT
#include "tiles/life/weather.h"
#include "tiles/plants/pack.h"
#include "tiles/plants/season.h"
#include "tiles/plants/stand.h"

#include <stdlib.h>
#include <string.h>

// Pictures have plants by the same steps as a ring: they grow in a nursery, or are unpacked there, and are put
// into tiles by the ring's raster, in the order that loam_standing has them in. So nothing here can differ from
// what a player will see.

enum
{
    FIRST_BLOCKS = 32
};

struct loam_tile_planter
{
    loam_tile_world world; // without a ring: see loam_plants_init_growing
    loam_plant_block **blocks;
    int32_t count, room;
};

/// A plant that waits.
typedef struct waiting
{
    uint64_t order;
    const loam_plant_block *block;
    uint32_t plant;
} waiting;

loam_result loam_tile_planter_create(const loam_env *env, const loam_tile_defs *defs,
                                     loam_tile_planter **out)
{
    LOAM_ASSERT(env, defs != NULL && out != NULL);
    loam_tile_planter *const planter = *out = loam_alloc(env, sizeof *planter);
    if (planter == NULL)
    {
        return LOAM_OUT_OF_MEMORY;
    }
    memset(planter, 0, sizeof *planter);
    planter->world.env = *env;
    // Nobody writes through it: a world owns its definitions, and this one has none of its own.
    planter->world.defs = (loam_tile_defs *)(uintptr_t)defs;
    loam_year_init(&planter->world);
    const loam_result result = loam_plants_init_growing(&planter->world);
    if (result != LOAM_OK)
    {
        loam_tile_planter_destroy(planter);
        *out = NULL;
    }
    return result;
}

static void forget_blocks(loam_tile_planter *planter)
{
    for (int32_t i = 0; i < planter->count; i++)
    {
        loam_plant_block_free(&planter->world.env, planter->blocks[i]);
    }
    planter->count = 0;
}

void loam_tile_planter_destroy(loam_tile_planter *planter)
{
    if (planter == NULL)
    {
        return;
    }
    const loam_env env = planter->world.env;
    forget_blocks(planter);
    loam_plants_free(&planter->world);
    loam_free(&env, planter->blocks, (size_t)planter->room * sizeof(loam_plant_block *));
    loam_free(&env, planter, sizeof *planter);
}

void loam_tile_planter_set_year_step(loam_tile_planter *planter, int64_t step)
{
    const int64_t year = loam_tile_world_year_steps(&planter->world);
    planter->world.year_offset = (uint64_t)((step % year + year) % year);
}

// ---- adding -----------------------------------------------------------------------------------------

static loam_result make_room(loam_tile_planter *planter)
{
    if (planter->count < planter->room)
    {
        return LOAM_OK;
    }
    const loam_env *const env = &planter->world.env;
    const int32_t room = planter->room > 0 ? 2 * planter->room : FIRST_BLOCKS;
    loam_plant_block **const blocks = loam_alloc(env, (size_t)room * sizeof *blocks);
    if (blocks == NULL)
    {
        return LOAM_OUT_OF_MEMORY;
    }
    for (int32_t i = 0; i < planter->count; i++)
    {
        blocks[i] = planter->blocks[i];
    }
    loam_free(env, planter->blocks, (size_t)planter->room * sizeof *blocks);
    planter->blocks = blocks;
    planter->room = room;
    return LOAM_OK;
}

static void wait_for_put(loam_tile_planter *planter, loam_plant_block *block)
{
    if (block != NULL)
    {
        planter->blocks[planter->count++] = block;
    }
}

loam_result loam_tile_planter_add(loam_tile_planter *planter, const loam_tile_plant *plants,
                                  int32_t count)
{
    loam_plant_block *block = NULL;
    if (count < 0 || count > LOAM_MAX_CHUNK_PLANTS)
    {
        return loam_fail(LOAM_BAD_ARGUMENT, "count is %d; must be 0 to %d", (int)count,
                         LOAM_MAX_CHUNK_PLANTS);
    }
    loam_result result = make_room(planter);
    result = result == LOAM_OK ? loam_plants_sprout(&planter->world, plants, count, &block)
                               : result;
    wait_for_put(planter, block);
    return result;
}

loam_result loam_tile_planter_add_kept(loam_tile_planter *planter, loam_chunk_pos chunk,
                                       const uint8_t *bytes, size_t size)
{
    loam_plant_block *block = NULL;
    loam_result result = make_room(planter);
    result = result == LOAM_OK ? loam_plants_unpack(&planter->world, chunk, bytes, size, &block)
                               : result;
    wait_for_put(planter, block);
    return result;
}

// ---- putting ----------------------------------------------------------------------------------------

static int compare_order(const void *left, const void *right)
{
    const waiting *const a = left, *const b = right;
    return (a->order > b->order) - (a->order < b->order);
}

static uint32_t count_plants(const loam_tile_planter *planter)
{
    uint32_t count = 0;
    for (int32_t i = 0; i < planter->count; i++)
    {
        count += planter->blocks[i]->plant_count;
    }
    return count;
}

static void list_plants(const loam_tile_planter *planter, waiting *all)
{
    uint32_t count = 0;
    for (int32_t i = 0; i < planter->count; i++)
    {
        const loam_plant_block *const block = planter->blocks[i];
        for (uint32_t j = 0; j < block->plant_count; j++)
        {
            all[count++] = (waiting){loam_stand_order(&block->plants[j]), block, j};
        }
    }
    qsort(all, count, sizeof *all, compare_order);
}

static void put_plant(const loam_tile_planter *planter, const plant_canvas *canvas,
                      const waiting *plant)
{
    const loam_grown_plant *const grown = &plant->block->plants[plant->plant];
    const loam_standing standing = loam_stand_of(planter->world.defs, grown, canvas->area,
                                                 loam_season_part(&planter->world));
    const plant_view view = {.plant = grown,
                             .branches = plant->block->branches + grown->branch,
                             .cells = plant->block->cells + grown->cell,
                             .bare = standing.bare};
    (void)loam_plant_aim(&view);
    (void)loam_plant_put(canvas, &view);
}

static void put_all(const loam_tile_planter *planter, loam_tile_area area, loam_tile *tiles,
                    waiting *all, uint8_t *taken)
{
    const plant_canvas canvas = {.tiles = tiles,
                                 .left = (uint64_t)area.x,
                                 .low = (uint64_t)area.y,
                                 .mask = UINT64_MAX,
                                 .stride = (uint64_t)area.w,
                                 .area = area,
                                 .taken = taken,
                                 .is_plant = planter->world.plants->cover.is_plant,
                                 .is_front = planter->world.plants->is_front};
    const uint32_t count = count_plants(planter);
    list_plants(planter, all);
    for (uint32_t i = 0; i < count; i++)
    {
        put_plant(planter, &canvas, &all[i]);
    }
}

loam_result loam_tile_planter_put(loam_tile_planter *planter, loam_tile_area area, loam_tile *tiles)
{
    const loam_env *const env = &planter->world.env;
    if (area.w < 1 || area.h < 1 || area.w > LOAM_MAX_TILE_AREA || area.h > LOAM_MAX_TILE_AREA)
    {
        return loam_fail(LOAM_BAD_ARGUMENT, "area is %dx%d; must be 1x1 to %dx%d", (int)area.w,
                         (int)area.h, LOAM_MAX_TILE_AREA, LOAM_MAX_TILE_AREA);
    }
    if (planter->count == 0)
    {
        return LOAM_OK;
    }
    const size_t all_bytes = count_plants(planter) * sizeof(waiting);
    const size_t taken_bytes = (size_t)area.w * (size_t)area.h;
    waiting *const all = loam_alloc(env, all_bytes);
    uint8_t *const taken = loam_alloc(env, taken_bytes);
    if (all != NULL && taken != NULL)
    {
        memset(taken, 0, taken_bytes);
        put_all(planter, area, tiles, all, taken);
        forget_blocks(planter);
    }
    const loam_result result = all != NULL && taken != NULL ? LOAM_OK : LOAM_OUT_OF_MEMORY;
    loam_free(env, taken, taken_bytes);
    loam_free(env, all, all_bytes);
    return result;
}
