// SPDX-License-Identifier: MIT
#include "base/counting.h"
#include "check.h"
#include "gpu/driver.h"

#include "loam/gpu.h"
#include "loam/random.h"

#include <stdlib.h>
#include <string.h>

// Fluids on a graphics processor are those of a world on the processor, bit for bit, after every step: in a world
// without weather, slow rules and plants, whose ring is the area that lives.

enum
{
    RING_LOG2 = LOAM_MIN_RING_LOG2,
    SIDE = LOAM_CHUNK_SIDE << RING_LOG2,
    ALL = SIDE * SIDE
};

static loam_gpu *gpu;
static loam_tile_defs defs;
static loam_tile_world *world;
static loam_gpu_life *life;
static loam_tile_pos centre;
static uint64_t moved, converted, levelled; // of the world
static loam_tile tiles[ALL], other[ALL];

/// Definitions in which nothing happens but what fluids do.
static void calm(int32_t version)
{
    CHECK_OK(loam_tile_defs_init_version(&defs, version));
    memset(defs.rules, 0, sizeof defs.rules);
    memset(defs.species, 0, sizeof defs.species);
    defs.sky.wind_strength = 0;
}

/// The tiles of the world's ring, from its lowest left one on.
static loam_tile_area read_world(loam_tile *out)
{
    const loam_tile_ring ring = loam_tile_world_ring(world);
    const loam_tile_area area = {ring.lowest.x * LOAM_CHUNK_SIDE, ring.lowest.y * LOAM_CHUNK_SIDE,
                                 ring.side, ring.side};
    const uint64_t mask = (uint64_t)ring.side - 1;
    for (uint64_t i = 0; i < ALL; i++)
    {
        const uint64_t x = (uint64_t)area.x + i % SIDE, y = (uint64_t)area.y + i / SIDE;
        out[i] = ring.tiles[(y & mask) * SIDE + (x & mask)];
    }
    return area;
}

static void close_both(void)
{
    loam_gpu_life_destroy(life);
    loam_tile_world_destroy(world);
    life = NULL;
    world = NULL;
}

/// A world by the definitions, and the same on the device.
static void open_both(uint64_t seed, loam_tile_pos at, uint64_t first_step)
{
    close_both();
    loam_tile_world_def def = loam_default_tile_world_def();
    def.defs = &defs;
    def.seed = seed;
    def.ring_log2 = RING_LOG2;
    def.centre = centre = at;
    def.first_step = first_step;
    CHECK_OK(loam_tile_world_create(&def, &world));
    loam_tile_world_set_weather(world, LOAM_WEATHER_CLEAR);
    (void)read_world(tiles);
    loam_gpu_life_def own = loam_default_gpu_life_def();
    own.defs = &defs;
    own.seed = seed;
    own.ring_log2 = RING_LOG2;
    own.lowest = loam_tile_world_ring(world).lowest;
    own.first_step = first_step;
    moved = converted = levelled = 0;
    CHECK_OK(loam_gpu_life_create(gpu, &own, tiles, &life));
}

static void step_world(int32_t steps)
{
    for (int32_t i = 0; i < steps; i++)
    {
        CHECK_OK(loam_tile_world_step(world, centre));
        const loam_tile_life lived = loam_tile_world_life(world);
        moved += lived.moved;
        converted += lived.converted;
        levelled += lived.levelled;
    }
}

/// How many tiles have other bits.
static int count_differing(void)
{
    const loam_tile_area area = read_world(tiles);
    int others = 0;
    memset(other, 0xee, sizeof other);
    CHECK_OK(loam_gpu_life_read(life, area, other));
    for (int32_t i = 0; i < ALL; i++)
    {
        others += memcmp(&tiles[i], &other[i], sizeof other[i]) != 0;
    }
    return others;
}

static void check_equal(void)
{
    const loam_gpu_lived lived = loam_gpu_life_count(life);
    CHECK_INT(count_differing(), 0);
    CHECK_U64(lived.moved, moved);
    CHECK_U64(lived.converted, converted);
    CHECK_U64(lived.levelled, levelled);
}

static void step_both(int32_t steps)
{
    step_world(steps);
    CHECK_OK(loam_gpu_life_step(life, steps));
    check_equal();
}

static void test_grown_worlds_are_equal(void)
{
    calm(LOAM_TILES_VERSION);
    open_both(3, (loam_tile_pos){0, 0}, 0);
    CHECK_INT(count_differing(), 0);
    for (int32_t i = 0; i < 3; i++)
    {
        step_both(1);
    }
    step_both(40);
    CHECK(moved > 0);
}

int main(void)
{
    keep_driver();
    const loam_gpu_def def = loam_default_gpu_def();
    if (loam_gpu_create(&def, &gpu) != LOAM_OK)
    {
        printf("left out: %s\n", loam_last_error());
        return 77;
    }
    RUN(test_grown_worlds_are_equal);
    close_both();
    loam_gpu_destroy(gpu);
    return CHECK_DONE();
}
