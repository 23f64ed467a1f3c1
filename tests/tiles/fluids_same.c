// SPDX-License-Identifier: MIT
// What must change no bit of a living world: sleeping, passing over empty chunks, threads, chunks that are saved,
// dropped and come back, the size of the ring.
#include "living.h"
#include "overlooked.h"

#include "tiles/life/fluid_group.h"

/// A walk to and fro, so that chunks leave the ring and come back while fluids move in them.
static loam_tile_pos place_of(int32_t step)
{
    const int64_t way = step % 240;
    const int64_t x = way < 120 ? way : 240 - way;
    return (loam_tile_pos){x * 7, x * 3 - 40};
}

static void play(living *l, int32_t step)
{
    const loam_tile_pos at = place_of(step);
    for (uint64_t i = 0; i < 3; i++)
    {
        living_splash(l, at, 300, i);
    }
    if (step % 60 == 30)
    {
        const loam_weather next = (loam_weather)(step / 60 % LOAM_WEATHER_COUNT);
        loam_tile_world_set_weather(l->world, next);
    }
    living_step(l, at);
}

// ---- sleeping -------------------------------------------------------------------------------------

static void compare_with_awake(uint64_t seed, bool grown, int32_t steps)
{
    const living_def how = {.seed = seed,
                            .ring_log2 = 3,
                            .grown = grown,
                            .centre = place_of(0),
                            .weather = LOAM_WEATHER_STORM};
    living normal = living_open(&how), awake = living_open(&how);
    for (int32_t i = 0; i < steps; i++)
    {
        play(&normal, i);
        loam_life_wake_all(awake.world);
        play(&awake, i);
        if (i % 10 == 9)
        {
            CHECK_U64(loam_tile_world_hash(normal.world), loam_tile_world_hash(awake.world));
            CHECK_INT(living_wrong_bits(&normal), 0);
            CHECK_INT(overlooked_tiles(normal.world), 0);
        }
    }
    living_close(&normal);
    living_close(&awake);
}

static void test_sleeping_changes_nothing(void)
{
    compare_with_awake(1, false, toy_rounds(80));
    compare_with_awake(2, true, toy_rounds(80));
}

// ---- threads --------------------------------------------------------------------------------------

static uint64_t hash_with_threads(int32_t threads)
{
    const living_def how = {.seed = 3,
                            .ring_log2 = 3,
                            .threads = threads,
                            .centre = place_of(0),
                            .weather = LOAM_WEATHER_STORM};
    living l = living_open(&how);
    uint64_t hash = 0;
    for (int32_t i = 0; i < toy_rounds(40); i++)
    {
        play(&l, i);
        hash = i % 10 == 9 ? hash * 31 + loam_tile_world_hash(l.world) : hash;
    }
    living_close(&l);
    return hash;
}

static void test_threads_change_nothing(void)
{
    const uint64_t expected = hash_with_threads(0);
    CHECK_U64(hash_with_threads(1), expected);
    CHECK_U64(hash_with_threads(2), expected);
    CHECK_U64(hash_with_threads(8), expected);
}

// ---- saving ---------------------------------------------------------------------------------------

/// What the store has of every chunk that it has must be what is in the ring.
static void check_store(living *l, toy_store *store)
{
    static loam_tile here[LOAM_CHUNK_TILES], grown[LOAM_CHUNK_TILES];
    CHECK_OK(loam_tile_world_save(l->world));
    const loam_tile_ring ring = loam_tile_world_ring(l->world);
    for (int32_t i = 0; i < 64; i++)
    {
        const loam_chunk_pos at = {ring.lowest.x + i % 8, ring.lowest.y + i / 8};
        const toy_entry *const entry = toy_store_find(store, at);
        toy_ring_chunk(&ring, at, here);
        if (entry == NULL)
        {
            toy_chunk(l->pipeline, at, grown);
        }
        CHECK(memcmp(here, entry != NULL ? entry->tiles : grown, sizeof here) == 0);
    }
}

static void test_saving_changes_nothing(void)
{
    toy_store store;
    toy_store_init(&store);
    const living_def plain = {.seed = 4, .ring_log2 = 3, .centre = place_of(0)};
    living_def saved = plain;
    saved.keep_bytes = 1;
    saved.autosave_steps = 7;
    saved.store = &store;
    living a = living_open(&plain), b = living_open(&saved);
    for (int32_t i = 0; i < toy_rounds(250); i++)
    {
        play(&a, i);
        play(&b, i);
        if (i % 50 == 49)
        {
            CHECK_U64(loam_tile_world_hash(a.world), loam_tile_world_hash(b.world));
            check_store(&b, &store);
        }
    }
    CHECK(loam_tile_world_count(b.world).dropped > 0);
    living_close(&a);
    living_close(&b);
    toy_store_free(&store);
}

// What a quarter moves into its neighbour is that chunk's only change: steam that rises into pockets, one
// on each side and corner of a chunk, and sleeps there.
static void test_what_crosses_a_border_is_saved(void)
{
    static const int64_t places[][2] = {{40, 127}, {127, 90}, {128, 30}, {127, 255}, {128, 383}};
    toy_store store;
    toy_store_init(&store);
    living l = living_open(
        &(living_def){.seed = 4, .ring_log2 = 3, .store = &store, .weather = LOAM_WEATHER_CLEAR});
    const loam_tile_area all = living_area(&l);
    loam_edit edit = {.shape = LOAM_EDIT_BOX,
                      .layer = LOAM_BLOCKS,
                      .material = TILE_STONE,
                      .from = {all.x, all.y},
                      .to = {all.x + all.w - 1, all.y + all.h - 1}};
    CHECK_OK(loam_tile_world_edit(l.world, &edit, NULL));
    edit.layer = LOAM_WALLS; // slow rules find nothing to do
    CHECK_OK(loam_tile_world_edit(l.world, &edit, NULL));
    for (int32_t i = 0; i < 5; i++)
    {
        const int64_t x = places[i][0], y = places[i][1];
        const int64_t aside = i == 0 || i == 4 ? 0 : x == 127 ? 1 : -1;
        const uint64_t before = living_count(&l, all, LOAM_AIR);
        living_put(&l, (loam_tile_pos){x, y}, (loam_tile_pos){x, y}, TILE_STEAM);
        living_put(&l, (loam_tile_pos){x + aside, y}, (loam_tile_pos){x + aside, y},
                   aside == 0 ? TILE_STEAM : LOAM_AIR);
        living_put(&l, (loam_tile_pos){x + aside, y + 1}, (loam_tile_pos){x + aside, y + 1},
                   LOAM_AIR);
        for (int32_t step = 0; step < 16; step++)
        {
            check_store(&l, &store);
            living_step(&l, (loam_tile_pos){0});
        }
        CHECK(living_count(&l, all, LOAM_AIR) > before);
    }
    living_close(&l);
    toy_store_free(&store);
}

// ---- rings ----------------------------------------------------------------------------------------

/// A step can carry something over four tiles, through the four passes; and a level over the length of
/// a walk, which here no water is large enough for.
static void test_ring_sizes_agree(void)
{
    const living_def small = {.seed = 5, .ring_log2 = 3, .weather = LOAM_WEATHER_CLEAR};
    living_def large = small;
    large.ring_log2 = 4;
    living a = living_open(&small), b = living_open(&large);
    const loam_tile_pos centre = {0};
    for (int32_t i = 0; i < toy_rounds(32); i++)
    {
        living_splash(&a, centre, 200, 0);
        living_splash(&b, centre, 200, 0);
        living_step(&a, centre);
        living_step(&b, centre);
    }
    int64_t different = 0;
    for (int64_t i = 0; i < 400 * 400; i++)
    {
        const loam_tile_pos at = {i % 400 - 200, i / 400 - 200};
        const loam_tile one = loam_tile_world_at(a.world, at),
                        two = loam_tile_world_at(b.world, at);
        different += memcmp(&one, &two, sizeof one) != 0;
    }
    CHECK_INT(different, 0);
    living_close(&a);
    living_close(&b);
}

int main(void)
{
    RUN_SERIAL(test_sleeping_changes_nothing);
    RUN(test_threads_change_nothing);
    RUN_SERIAL(test_saving_changes_nothing);
    RUN_SERIAL(test_what_crosses_a_border_is_saved);
    RUN_SERIAL(test_ring_sizes_agree);
    return CHECK_DONE();
}
