// SPDX-License-Identifier: MIT
#include "base/counting.h"
#include "check.h"
#include "gpu/driver.h"

#include "loam/gpu.h"
#include "loam/random.h"

#include "tiles/data/defs.h"

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
    for (int32_t i = 0; i < LOAM_MAX_MATERIALS; i++)
    {
        defs.materials[i].outer = 0; // else slow rules let variants fit
    }
}

/// What the chunks of a world are filled with: of 1000 tiles. Other chunks are stone.
typedef struct soup
{
    uint64_t seed;
    uint32_t fluids, stones, grains; // of all kinds
    uint32_t chunks;                 // of 8 that are filled
} soup;

/// A fluid in a state that it may be in.
static loam_tile draw_fluid(uint32_t random)
{
    int32_t count = 0;
    while (count < LOAM_MAX_FLUIDS && defs.fluids[count].material != LOAM_AIR)
    {
        count++;
    }
    const loam_tile_fluid *const fluid = &defs.fluids[random % (uint32_t)count];
    const uint32_t bits = fluid->motion == LOAM_FLIES   ? 0xff
                          : fluid->settled != LOAM_AIR  ? 0x11
                          : fluid->motion == LOAM_FALLS ? 0x71
                                                        : 0x01;
    return (loam_tile){.block = fluid->material, .block_variant = (uint8_t)(random >> 8 & bits)};
}

/// Something that comes loose.
static uint8_t draw_grain(uint32_t random)
{
    for (uint32_t i = random % LOAM_MAX_FLUIDS; i < 2 * LOAM_MAX_FLUIDS; i++)
    {
        const uint8_t settled = defs.fluids[i % LOAM_MAX_FLUIDS].settled;
        if (settled != LOAM_AIR)
        {
            return settled;
        }
    }
    return LOAM_AIR;
}

static loam_tile draw_tile(const soup *mix, uint64_t random)
{
    const uint32_t draw = (uint32_t)(random % 1000), rest = (uint32_t)(random >> 32);
    loam_tile tile = {.wall = rest & 0x1000000 ? TILE_STONE : LOAM_AIR};
    if (draw < mix->fluids)
    {
        const loam_tile fluid = draw_fluid(rest);
        tile.block = fluid.block;
        tile.block_variant = fluid.block_variant;
    }
    else if (draw < mix->fluids + mix->stones)
    {
        tile.block = rest & 1 ? TILE_STONE : TILE_DIRT;
    }
    else if (draw < mix->fluids + mix->stones + mix->grains)
    {
        tile.block = draw_grain(rest);
    }
    return tile;
}

/// Fills a chunk as a store would load it.
static loam_result load_soup(void *user, loam_chunk_pos chunk, loam_tile *out)
{
    const soup *const mix = user;
    const uint64_t seed = loam_seed_at(mix->seed, chunk.x, chunk.y, 0);
    const bool filled = loam_random_u32(seed, UINT32_MAX) % 8 < mix->chunks;
    for (uint64_t i = 0; i < LOAM_CHUNK_TILES; i++)
    {
        out[i] = filled ? draw_tile(mix, loam_random_u64(seed, i))
                        : (loam_tile){.block = TILE_STONE};
    }
    return LOAM_OK;
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

/// A world by the definitions, grown or filled with a soup, and the same on the device.
static void open_both(uint64_t seed, loam_tile_pos at, uint64_t first_step, soup *mix)
{
    close_both();
    loam_tile_world_def def = loam_default_tile_world_def();
    def.defs = &defs;
    def.seed = seed;
    def.ring_log2 = RING_LOG2;
    def.centre = centre = at;
    def.first_step = first_step;
    if (mix != NULL)
    {
        mix->seed = seed;
        def.store = (loam_chunk_store){.load = load_soup, .user = mix};
    }
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
    open_both(3, (loam_tile_pos){0, 0}, 0, NULL);
    CHECK_INT(count_differing(), 0);
    for (int32_t i = 0; i < 3; i++)
    {
        step_both(1);
    }
    step_both(20);
    CHECK(moved > 0);
}

/// All fluids among stones and grains; in a first version, which they leave the living area of, too.
static void test_soups_are_equal(void)
{
    soup mixes[] = {{0, 300, 60, 100, 1}, {0, 700, 100, 30, 1}, {0, 60, 300, 300, 1}};
    for (uint64_t i = 0; i < sizeof mixes / sizeof *mixes; i++)
    {
        calm(i == 1 ? 1 : LOAM_TILES_VERSION);
        open_both(i, (loam_tile_pos){(int64_t)i * 7000, 0}, i << 33, &mixes[i]);
        step_both(1);
        step_both(4);
        CHECK(moved > 0 && converted > 0);
    }
}

/// Where the ring's array wraps around in it, and where a place has more than 32 bits.
static void test_every_place_is_equal(void)
{
    static const loam_tile_pos places[] = {{INT64_C(1) << 40, -(INT64_C(1) << 40)},
                                           {-77, -(INT64_C(1) << 31)},
                                           {LOAM_TILE_END - 3 * SIDE, 3 * SIDE - LOAM_TILE_END}};
    soup mix = {0, 300, 100, 100, 1};
    calm(LOAM_TILES_VERSION);
    for (uint64_t i = 0; i < sizeof places / sizeof *places; i++)
    {
        open_both(40 + i, places[i], 5, &mix);
        step_both(3);
        CHECK(moved > 0);
    }
}

/// A number of a field that has so many values.
static int32_t draw(uint64_t seed, uint64_t index, uint32_t values)
{
    return (int32_t)loam_random_below(seed, index, values);
}

/// Fluids as nobody would define them.
static void scramble(uint64_t seed)
{
    for (uint64_t i = 0; i < LOAM_MAX_FLUIDS && defs.fluids[i].material != LOAM_AIR; i++)
    {
        loam_tile_fluid *const fluid = &defs.fluids[i];
        const uint64_t own = loam_random_u64(seed, i);
        fluid->density = 1 + draw(own, 0, 4000);
        fluid->straight = draw(own, 1, 1025);
        fluid->diagonal = draw(own, 2, 3) * 512;
        fluid->sideways = draw(own, 3, 1025);
        fluid->wind = draw(own, 4, 1025);
        fluid->levelling = fluid->settled == LOAM_AIR ? draw(own, 5, 1025) : 0;
        fluid->settle_chance = fluid->settled != LOAM_AIR ? draw(own, 6, 400) : 0;
        for (int32_t k = 0; k < LOAM_MAX_CONTACTS; k++)
        {
            fluid->contact_chances[k] = draw(own, 7 + (uint64_t)k, 300);
        }
        fluid->decay_chances[0] = draw(own, 11, 4) == 0 ? draw(own, 12, 3000) : 0;
        fluid->decay_results[0] = TILE_STONE;
        fluid->dissolves = draw(own, 13, LOAM_MAX_HARDNESS + 1);
        fluid->appetite = draw(own, 14, 1025);
        fluid->used_up = draw(own, 15, 1025);
    }
    CHECK_OK(loam_tile_defs_check(&defs));
}

static void test_other_fluids_are_equal(void)
{
    soup mix = {0, 400, 100, 100, 1};
    for (uint64_t seed = 0; seed < 4; seed++)
    {
        calm(LOAM_TILES_VERSION);
        scramble(seed);
        open_both(60 + seed, (loam_tile_pos){0, 5000}, 0, &mix);
        step_both(4);
        CHECK(moved > 0);
    }
}

/// The same change of both: the world edits, and the device gets what the world has then.
static void edit_both(int64_t x, int64_t y, int32_t radius, uint8_t material)
{
    static loam_tile part[2 * 64 * 2 * 64];
    const loam_edit edit = {.shape = LOAM_EDIT_CIRCLE,
                            .layer = LOAM_BLOCKS,
                            .material = material,
                            .radius = radius,
                            .from = {x, y}};
    CHECK_OK(loam_tile_world_edit(world, &edit, NULL));
    const int32_t side = 2 * radius + 1;
    const loam_tile_area area = {x - radius, y - radius, side, side};
    for (int32_t i = 0; i < side * side; i++)
    {
        part[i] = loam_tile_world_at(world, (loam_tile_pos){area.x + i % side, area.y + i / side});
    }
    CHECK_OK(loam_gpu_life_write(life, area, part));
}

/// Pouring, digging and building between steps; across the edge of the array, across quarters, and where two meet.
static void test_writing_is_an_edit(void)
{
    calm(LOAM_TILES_VERSION);
    open_both(3, (loam_tile_pos){0, 0}, 0, NULL);
    step_both(2);
    edit_both(-3, 20, 40, LOAM_AIR);
    edit_both(5, 60, 12, TILE_WATER);
    edit_both(0, 50, 9, TILE_SAND);
    step_both(1);
    step_both(12);
    edit_both(-100, -120, 30, TILE_WATER);
    edit_both(-100, -150, 12, LOAM_AIR);
    edit_both(-64, -64, 3, TILE_SAND);
    step_both(1);
    step_both(12);
    CHECK(moved > 0);
}

/// What follows beside what was written, when the device has gone on without being asked.
static void test_what_stood_on_it_comes_loose(void)
{
    calm(LOAM_TILES_VERSION);
    open_both(3, (loam_tile_pos){0, 20000}, 0, NULL);
    edit_both(0, 20000, 3, TILE_STONE);
    edit_both(0, 20007, 3, TILE_SAND);
    step_world(5);
    CHECK_OK(loam_gpu_life_step(life, 5));
    edit_both(0, 20003, 0, LOAM_AIR);
    step_both(1);
    CHECK(moved + converted > 0);
    step_both(10);
}

/// What lies still for long is left alone, and goes on when something changes beside it.
static void test_sleepers_wake_up(void)
{
    calm(LOAM_TILES_VERSION);
    memset(defs.fluids[0].decay_chances, 0, sizeof defs.fluids[0].decay_chances);
    open_both(3, (loam_tile_pos){0, 20000}, 0, NULL);
    edit_both(63, 20000, 20, TILE_STONE); // where four quarters meet
    edit_both(63, 20005, 12, TILE_WATER);
    edit_both(63, 20009, 5, TILE_SAND);
    step_both(60);
    step_both(20);
    edit_both(63 + 16, 19995, 6, LOAM_AIR);
    step_both(1);
    step_both(20);
}

/// Tiles at the ring's border can be written, and nothing moves there.
static void test_the_border_lies_still(void)
{
    loam_tile line[SIDE];
    calm(LOAM_TILES_VERSION);
    open_both(3, (loam_tile_pos){0, 20000}, 0, NULL);
    const loam_tile_area all = loam_gpu_life_area(life);
    const loam_tile_area top = {all.x, all.y + SIDE - 1, SIDE, 1};
    for (int32_t i = 0; i < SIDE; i++)
    {
        line[i] = (loam_tile){.block = TILE_WATER};
    }
    CHECK_OK(loam_gpu_life_write(life, top, line));
    CHECK_OK(loam_gpu_life_step(life, 5));
    CHECK_OK(loam_gpu_life_read(life, all, tiles));
    int wrong = 0;
    for (int32_t i = 0; i < ALL; i++)
    {
        wrong += tiles[i].block != (i >= ALL - SIDE ? TILE_WATER : LOAM_AIR);
    }
    CHECK_INT(wrong, 0);
    CHECK_U64(loam_gpu_life_count(life).moved, 0);
    CHECK_U64(loam_gpu_life_count(life).steps, 5);
}

/// Ten steps at once are ten steps.
static void test_nothing_is_between_steps(void)
{
    calm(LOAM_TILES_VERSION);
    open_both(9, (loam_tile_pos){0, 0}, 0, NULL);
    CHECK_OK(loam_gpu_life_step(life, 0));
    for (int32_t i = 0; i < 7; i++)
    {
        CHECK_OK(loam_gpu_life_step(life, 1));
    }
    step_world(7);
    check_equal();
    step_both(35); // more than the device gets at once
}

// ---- what is refused ------------------------------------------------------------------------------

static void check_refused(const loam_gpu_life_def *def, const char *message)
{
    loam_gpu_life *none = life;
    CHECK(loam_gpu_life_create(gpu, def, NULL, &none) == LOAM_BAD_ARGUMENT);
    CHECK(none == NULL);
    CHECK_CONTAINS(loam_last_error(), message);
}

static void test_bad_definitions_are_refused(void)
{
    loam_gpu_life_def def = loam_default_gpu_life_def();
    def.ring_log2 = 2;
    check_refused(&def, "ring_log2 is 2; must be 3 to 6");
    def.ring_log2 = 7;
    check_refused(&def, "ring_log2 is 7; must be 3 to 6");
    def.ring_log2 = 3;
    def.lowest.x = LOAM_TILE_END / LOAM_CHUNK_SIDE - 7;
    check_refused(&def, "is not within the world");
    def.lowest = (loam_chunk_pos){0, INT64_MIN};
    check_refused(&def, "is not within the world");
    def.lowest.y = 0;
    calm(LOAM_TILES_VERSION);
    memset(defs.fluids, 0, sizeof defs.fluids);
    defs.sky.rain = defs.sky.snow = defs.sky.lightning = LOAM_AIR;
    def.defs = &defs;
    check_refused(&def, "have no fluids");
    defs.version = 99;
    check_refused(&def, "version");
}

/// lavapipe binds 128 MiB: a ring of 64 chunks has 256.
static void test_rings_that_are_too_large_are_refused(void)
{
    loam_gpu_life_def def = loam_default_gpu_life_def();
    loam_gpu_life *large = NULL;
    def.ring_log2 = LOAM_MAX_RING_LOG2;
    if (loam_gpu_describe(gpu).kind == LOAM_GPU_PROCESSOR)
    {
        CHECK(loam_gpu_life_create(gpu, &def, NULL, &large) == LOAM_UNSUPPORTED);
        CHECK_CONTAINS(loam_last_error(), "a ring of 64 chunks takes 256 MiB; ");
    }
}

static void test_bad_areas_and_steps_are_refused(void)
{
    calm(LOAM_TILES_VERSION);
    open_both(3, (loam_tile_pos){0, 20000}, 0, NULL);
    const loam_tile_area all = loam_gpu_life_area(life);
    const loam_tile_area areas[] = {
        {all.x, all.y, 0, 1},     {all.x - 1, all.y, 2, 1},    {all.x + SIDE - 1, all.y, 2, 1},
        {all.x, all.y - 1, 1, 1}, {all.x, all.y + SIDE, 1, 1}, {all.x, all.y, SIDE + 1, 1}};
    for (size_t i = 0; i < sizeof areas / sizeof *areas; i++)
    {
        CHECK(loam_gpu_life_read(life, areas[i], other) == LOAM_BAD_ARGUMENT);
        CHECK(loam_gpu_life_write(life, areas[i], other) == LOAM_BAD_ARGUMENT);
    }
    CHECK(loam_gpu_life_step(life, -1) == LOAM_BAD_ARGUMENT);
    CHECK_CONTAINS(loam_last_error(), "steps is -1");
}

static void test_memory_is_given_back(void)
{
    counting memory;
    loam_gpu_def gpu_def = loam_default_gpu_def();
    gpu_def.env = counting_env(&memory);
    loam_gpu *own = NULL;
    CHECK_OK(loam_gpu_create(&gpu_def, &own));
    const size_t before = memory.bytes;
    loam_gpu_life_def def = loam_default_gpu_life_def();
    def.ring_log2 = LOAM_MIN_RING_LOG2;
    loam_result result = LOAM_OUT_OF_MEMORY;
    for (int64_t refused = 1; result == LOAM_OUT_OF_MEMORY && refused < 20; refused++)
    {
        loam_gpu_life *counted = NULL;
        memory.asked = 0;
        memory.refuse_at = refused;
        result = loam_gpu_life_create(own, &def, NULL, &counted);
        loam_gpu_life_destroy(counted);
        CHECK_U64(memory.bytes, before);
    }
    CHECK_OK(result);
    loam_gpu_destroy(own);
    CHECK_U64(memory.bytes, 0);
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
    // Sanitizers do not look into what a driver has translated; what surrounds it is the same in the others.
    RUN(test_grown_worlds_are_equal);
    RUN_UNSANITIZED(test_soups_are_equal);
    RUN(test_every_place_is_equal);
    RUN_UNSANITIZED(test_other_fluids_are_equal);
    RUN(test_writing_is_an_edit);
    RUN(test_what_stood_on_it_comes_loose);
    RUN_UNSANITIZED(test_sleepers_wake_up);
    RUN(test_the_border_lies_still);
    RUN(test_nothing_is_between_steps);
    RUN(test_bad_definitions_are_refused);
    RUN(test_rings_that_are_too_large_are_refused);
    RUN(test_bad_areas_and_steps_are_refused);
    RUN(test_memory_is_given_back);
    close_both();
    loam_gpu_destroy(gpu);
    return CHECK_DONE();
}
