// SPDX-License-Identifier: MIT
#include "tiles/life/lightning.h"

#include "loam/random.h"

#include "base/small.h"
#include "tiles/data/circle.h"
#include "tiles/life/life.h"
#include "tiles/life/transform.h"
#include "tiles/life/weather.h"
#include "tiles/state/touched.h"

// In each step of a storm every 64 columns have a small chance of a bolt. Of a few columns that are drawn then
// it takes the one with the highest thing below the cloud, so trees are struck more often than grass. Around
// that tile all have a turn of the slow rules with the lightning's material beside them: what is dry catches
// fire, what is wet does not, as the rules say.

enum
{
    COLUMN = 64,     // tiles that share a chance
    LEADERS = 4,     // columns that a bolt chooses from
    CHANCE = 1 << 16 // of a bolt
};

/// Rows that may be simulated, from low on, to before high.
static void find_rows(const loam_tile_world *world, int64_t *low, int64_t *high)
{
    const loam_chunk_pos lowest = loam_ring_lowest(&world->ring, world->ring.anchor);
    *low = lowest.y * LOAM_CHUNK_SIDE + LOAM_CHUNK_SIDE / 2;
    *high = *low + world->ring.side - LOAM_CHUNK_SIDE;
}

/// Whether a bolt ends at a tile: leaves, and drops and smoke on their way, do not stop it.
static bool stops(const loam_tile_world *world, loam_tile_pos at)
{
    const loam_tile tile = world->ring.tiles[loam_ring_index(&world->ring, at)];
    const bool leaf = (world->defs->materials[tile.wall].properties & LOAM_LEAF) != 0;
    if (world->solid[tile.block] || (tile.wall != LOAM_AIR && !leaf))
    {
        return true;
    }
    const loam_tile_pos below = {at.x, at.y - 1};
    return (world->defs->materials[tile.block].properties & LOAM_LIQUID) != 0 &&
           world->ring.tiles[loam_ring_index(&world->ring, below)].block == tile.block;
}

/// What a bolt from the cloud above a column strikes. False if cloud or ground are not in the ring.
static bool find_end(const loam_tile_world *world, int64_t x, loam_tile_strike *out)
{
    int64_t low, high;
    find_rows(world, &low, &high);
    const int64_t top = loam_weather_base(world, x);
    int64_t y = top;
    while (y > low && y < high && !stops(world, (loam_tile_pos){x, y}))
    {
        y--;
    }
    *out = (loam_tile_strike){.x = x, .y = y, .top = top, .step = world->steps};
    return top < high && y > low && y < top;
}

/// Leaves sparks in the air of a tile.
static void leave_spark(loam_tile_world *world, loam_tile_pos at)
{
    const size_t index = loam_ring_index(&world->ring, at);
    loam_tile *const tile = &world->ring.tiles[index];
    if (tile->block == LOAM_AIR)
    {
        tile->block = world->defs->sky.lightning;
        tile->block_variant = (uint8_t)(loam_seed_at(world->def.seed, at.x, at.y, 0) & 15);
        loam_life_changed(world, index, LOAM_AIR);
        loam_saving_touch(world, loam_ring_slot_at(&world->ring, index));
    }
}

/// All are looked at before the sparks: these count as beside them anyway.
static void strike(loam_tile_world *world, loam_tile_strike *bolt)
{
    const uint8_t material = world->defs->sky.lightning;
    const loam_tile_pos at = {bolt->x, bolt->y};
    bolt->kindled = loam_transform_look_beside(world, at, material);
    for (int32_t i = 0; i < LOAM_CIRCLE_TILES; i++)
    {
        const loam_tile_pos near = {at.x + loam_circle[i].x, at.y + loam_circle[i].y};
        bolt->kindled |= loam_transform_look_beside(world, near, material);
    }
    for (int64_t i = -1; i <= 1; i++)
    {
        leave_spark(world, (loam_tile_pos){at.x + i, at.y + 1});
    }
    world->strikes[world->strike_count++ % LOAM_MAX_STRIKES] = *bolt;
}

/// The bolt that strikes the columns from x on in this step, if one does.
static bool draw_bolt(const loam_tile_world *world, uint64_t seed, int64_t x, loam_tile_strike *out)
{
    const uint64_t own = loam_seed_at(seed, x, (int64_t)world->steps, 0);
    if (loam_random_u32(own, 0) % CHANCE >= (uint32_t)world->defs->sky.lightning_chance)
    {
        return false;
    }
    bool found = false;
    for (uint64_t i = 0; i < LEADERS; i++)
    {
        loam_tile_strike bolt;
        const int64_t column = x + (int64_t)(loam_random_u32(own, 1 + i) % COLUMN);
        if (find_end(world, column, &bolt) && (!found || bolt.y > out->y))
        {
            *out = bolt;
            found = true;
        }
    }
    return found;
}

uint64_t loam_lightning_step(loam_tile_world *world)
{
    const loam_tile_sky *const sky = &world->defs->sky;
    if (world->weather != LOAM_WEATHER_STORM || sky->lightning == LOAM_AIR)
    {
        return 0;
    }
    const uint64_t seed = loam_seed_derive(world->def.seed, "lightning");
    const int64_t end = loam_weather_end_column(world);
    uint64_t struck = 0;
    for (int64_t x = loam_weather_first_column(world); x < end; x += COLUMN)
    {
        loam_tile_strike bolt;
        if (draw_bolt(world, seed, x, &bolt))
        {
            strike(world, &bolt);
            struck++;
        }
    }
    return struck;
}

loam_result loam_tile_world_strike(loam_tile_world *world, int64_t x)
{
    LOAM_ASSERT(NULL, world != NULL);
    const int64_t first = loam_weather_first_column(world), end = loam_weather_end_column(world);
    loam_tile_strike bolt;
    if (world->life == NULL || world->defs->sky.lightning == LOAM_AIR)
    {
        return loam_fail(LOAM_BAD_ARGUMENT, "strike: this world has no lightning");
    }
    if (x < first || x >= end)
    {
        return loam_fail(LOAM_BAD_ARGUMENT,
                         "strike: X is %lld; must be %lld to %lld, where it lives", (long long)x,
                         (long long)first, (long long)end - 1);
    }
    if (!find_end(world, x, &bolt))
    {
        return loam_fail(LOAM_BAD_ARGUMENT,
                         "strike: the cloud or the ground at X %lld is too far up or down",
                         (long long)x);
    }
    loam_life_soak(world);
    strike(world, &bolt);
    return LOAM_OK;
}

int32_t loam_tile_world_strikes(const loam_tile_world *world,
                                loam_tile_strike out[LOAM_MAX_STRIKES])
{
    LOAM_ASSERT(NULL, world != NULL);
    int32_t count = 0;
    for (; count < LOAM_MAX_STRIKES && (uint64_t)count < world->strike_count; count++)
    {
        out[count] = world->strikes[(world->strike_count - 1 - (uint64_t)count) % LOAM_MAX_STRIKES];
    }
    return count;
}
