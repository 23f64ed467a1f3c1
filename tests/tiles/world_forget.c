// SPDX-License-Identifier: MIT
// A world without a store remembers what has changed in a small form, and forgets it by distance: exactly
// that, by nothing else, and so that a walk without end takes no memory without end.
#include "check.h"
#include "loam/random.h"
#include "pipeline/meter.h"
#include "tiles/state/world.h"
#include "toy_world.h"

#include <stdlib.h>

// ---- packing --------------------------------------------------------------------------------------

static loam_tile before[LOAM_CHUNK_TILES], after[LOAM_CHUNK_TILES];
static loam_tile_defs defs;

static size_t check_comes_back(loam_packed_set *set, const loam_env *env, loam_chunk_pos at)
{
    CHECK(!loam_packed_has(set, at));
    const bool edited = at.x % 2 != 0;
    uint8_t *const some = loam_alloc(env, 3);
    CHECK(loam_packed_add(set, env, at, before, edited, (loam_packed_plants){some, 3}));
    CHECK(loam_packed_has(set, at));
    const size_t bytes = set->bytes;
    memset(after, 0xaa, sizeof after);
    loam_packed_plants plants;
    CHECK_INT(loam_packed_take(set, env, at, after, &plants), edited);
    CHECK(plants.bytes == some && plants.size == 3);
    loam_free(env, some, 3);
    CHECK(memcmp(before, after, sizeof before) == 0);
    CHECK(!loam_packed_has(set, at));
    CHECK_INT(set->bytes, 0);
    CHECK_INT(set->count, 0);
    return bytes;
}

/// Tiles with as many equal ones in a row as that, of any material and variant, existing or not.
static void fill_with_runs(uint64_t seed, uint32_t longest)
{
    loam_tile tile = {0};
    uint32_t left = 0;
    for (uint32_t i = 0; i < LOAM_CHUNK_TILES; i++, left--)
    {
        if (left == 0)
        {
            const uint32_t random = loam_random_u32(seed, 2 * i);
            memcpy(&tile, &random, sizeof tile);
            left = 1 + loam_random_u32(seed, 2 * i + 1) % longest;
        }
        before[i] = tile;
    }
}

static void test_any_chunk_comes_back(void)
{
    static meter m;
    const loam_env env = meter_env(&m);
    loam_packed_set set;
    CHECK_OK(loam_packed_init(&set, &env, &defs, 7));
    for (uint32_t longest = 1; longest <= 4096; longest *= 2)
    {
        fill_with_runs(longest, longest);
        (void)check_comes_back(&set, &env, (loam_chunk_pos){(int64_t)longest, -3});
    }
    for (uint32_t variant = 0; variant < 256;
         variant += (uint32_t)check_every()) // of every material
    {
        for (uint32_t i = 0; i < LOAM_CHUNK_TILES; i++)
        {
            before[i] = (loam_tile){.block = (uint8_t)i,
                                    .block_variant = (uint8_t)variant,
                                    .wall = (uint8_t)(i / 256 + i),
                                    .wall_variant = (uint8_t)(255 - variant)};
        }
        (void)check_comes_back(&set, &env, (loam_chunk_pos){-5, (int64_t)variant});
    }
    memset(before, 0, sizeof before);
    CHECK_RANGE(check_comes_back(&set, &env, (loam_chunk_pos){0, 0}), 1, 100);
    loam_packed_free(&set, &env);
    CHECK_INT(atomic_load(&m.bytes), 0);
}

// Bytes that differ where it costs most: between each run of zeros that is written, one other.
static void test_the_worst_chunk_has_room(void)
{
    const loam_env env = loam_default_env();
    loam_packed_set set;
    CHECK_OK(loam_packed_init(&set, &env, &defs, 7));
    for (uint32_t apart = 1; apart <= 9; apart++)
    {
        memset(before, 0, sizeof before);
        for (uint32_t i = 0; i < LOAM_CHUNK_TILES; i += apart)
        {
            // Rows alternate, so that differences to the row above are not 0.
            const bool odd = i / LOAM_CHUNK_SIDE % 2 != 0;
            before[i] = (loam_tile){.block = odd,
                                    .wall = odd,
                                    .block_variant = odd ? 9 : 40,
                                    .wall_variant = odd ? 40 : 9};
        }
        CHECK_RANGE(check_comes_back(&set, &env, (loam_chunk_pos){1, 1}), 1, 2 * LOAM_CHUNK_BYTES);
    }
    loam_packed_free(&set, &env);
}

static void test_grown_chunks_are_small(void)
{
    const loam_env env = loam_default_env();
    loam_packed_set set;
    loam_tile_source *source;
    CHECK_OK(loam_packed_init(&set, &env, &defs, 7));
    CHECK_OK(loam_tile_source_create(&env, &defs, 7, &source));
    size_t sum = 0;
    for (int64_t i = 0; i < 32; i++)
    {
        const loam_chunk_pos at = {i * 13, i % 4 - 2};
        CHECK_OK(loam_tile_source_chunk(source, at, before));
        sum += check_comes_back(&set, &env, at);
    }
    CHECK_RANGE(sum / 32, 100, LOAM_CHUNK_BYTES / 12);
    loam_tile_source_destroy(source);
    loam_packed_free(&set, &env);
}

// ---- forgetting -----------------------------------------------------------------------------------

enum
{
    DISTANCE = 20, // chunks
};

/// A still world of toy chunks.
typedef struct place
{
    loam_tile_world_def def;
    loam_tile_world *world;
} place;

static place open_place(const loam_env *env, int32_t distance)
{
    place p = {.def = loam_default_tile_world_def()};
    p.def.env = *env;
    p.def.still = true;
    p.def.ring_log2 = 3;
    p.def.hysteresis = 0;
    p.def.ahead = 2;
    p.def.forget_distance = distance;
    p.def.pipeline = toy_pipeline(env, 5, NULL);
    return p;
}

static void begin(place *p)
{
    CHECK_OK(loam_tile_world_create(&p->def, &p->world));
}

static void close_place(place *p)
{
    loam_tile_world_destroy(p->world);
    loam_pipeline_destroy(p->def.pipeline);
}

/// To the middle of a chunk.
static void go(place *p, int64_t x, int64_t y)
{
    const loam_tile_pos at = {x * LOAM_CHUNK_SIDE + 64, y * LOAM_CHUNK_SIDE + 64};
    CHECK_OK(loam_tile_world_step(p->world, at));
}

static const loam_tile_pos built = {60, 60}; // in chunk (0, 0)

static void build(place *p)
{
    const loam_edit edit = {
        .shape = LOAM_EDIT_TILE, .layer = LOAM_BLOCKS, .material = TOY_SAND, .from = built};
    CHECK_OK(loam_tile_world_edit(p->world, &edit, NULL));
}

/// The same, but as if it had grown there.
static void overgrow(place *p)
{
    build(p);
    loam_ring *const ring = &p->world->ring;
    ring->unsaved[loam_ring_slot_of(ring, (loam_chunk_pos){0, 0})].edited = false;
}

static bool is_built(place *p)
{
    go(p, 0, 0);
    return loam_tile_world_at(p->world, built).block == TOY_SAND;
}

// As far as it says it is remembered, and one chunk further it is not; by a walk or by a jump, on each axis,
// packed or not.
static void check_distance(size_t keep_bytes, int32_t keep_steps)
{
    static const int64_t ways[][2] = {{1, 0}, {-1, 0}, {0, 1}, {0, -1}, {1, -1}};
    const loam_env env = loam_default_env();
    for (int32_t i = 0; i < 20; i++)
    {
        const int64_t *const way = ways[i / 4];
        if (i / 4 % check_every() != 0)
        {
            continue;
        }
        const bool too_far = i % 2 == 1, walks = i / 2 % 2 == 1;
        const int64_t far = DISTANCE + too_far;
        place p = open_place(&env, DISTANCE);
        p.def.keep_bytes = keep_bytes;
        p.def.keep_steps = keep_steps;
        begin(&p);
        overgrow(&p);
        for (int64_t step = walks ? 1 : far; step <= far; step++)
        {
            go(&p, step * way[0], step * way[1]);
        }
        CHECK_INT(loam_tile_world_count(p.world).forgotten, too_far);
        CHECK_INT(loam_tile_world_count(p.world).unsaved, !too_far);
        CHECK_INT(is_built(&p), !too_far);
        close_place(&p);
    }
}

static void test_the_distance_is_exact(void)
{
    check_distance(0, 0);                   // packed at once
    check_distance((size_t)64 << 20, 6000); // still there as it was
    check_distance((size_t)3 << 16, 6000);  // some are
}

static void test_nothing_is_forgotten_at_distance_0(void)
{
    const loam_env env = loam_default_env();
    place p = open_place(&env, 0);
    p.def.keep_bytes = 0;
    begin(&p);
    overgrow(&p);
    go(&p, (int64_t)1 << 50, 0);
    go(&p, 0, -((int64_t)1 << 50));
    CHECK(is_built(&p));
    CHECK_INT(loam_tile_world_count(p.world).forgotten, 0);
    close_place(&p);
    p.def.forget_distance = -1;
    CHECK_INT(loam_tile_world_create(&p.def, &p.world), LOAM_BAD_ARGUMENT);
    CHECK_CONTAINS(loam_last_error(), "forget_distance is -1");
}

// What somebody built is there at any distance, for ever, packed or not, also if it was unpacked in between.
static void check_built(size_t keep_bytes)
{
    const loam_env env = loam_default_env();
    place p = open_place(&env, DISTANCE);
    p.def.keep_bytes = keep_bytes;
    begin(&p);
    build(&p);
    for (int32_t i = 0; i < 3; i++)
    {
        go(&p, (int64_t)1 << 50, 0);
        CHECK_INT(loam_tile_world_count(p.world).unsaved, 1);
        CHECK(is_built(&p));
    }
    CHECK_INT(loam_tile_world_count(p.world).forgotten, 0);
    close_place(&p);
}

static void test_what_was_built_is_never_forgotten(void)
{
    check_built(0);
    check_built((size_t)64 << 20);
}

// What has somewhere to go is not forgotten, not even while that fails.
static void test_a_store_forgets_nothing(void)
{
    const loam_env env = loam_default_env();
    place p = open_place(&env, DISTANCE);
    toy_store store;
    toy_store_init(&store);
    p.def.store = toy_store_functions(&store);
    p.def.keep_bytes = 0;
    begin(&p);
    overgrow(&p);
    atomic_store(&store.fail_save, true);
    go(&p, 1000, 0);
    CHECK_INT(loam_tile_world_count(p.world).packed_bytes, 0);
    CHECK_INT(loam_tile_world_count(p.world).unsaved, 1);
    CHECK(is_built(&p));
    atomic_store(&store.fail_save, false);
    go(&p, 1000, 0);
    CHECK(is_built(&p));
    CHECK_INT(loam_tile_world_count(p.world).forgotten, 0);
    close_place(&p);
    toy_store_free(&store);
}

// Nobody waits for what is packed, and looking ahead neither grows it anew nor unpacks it.
static void check_ready(int32_t threads)
{
    loam_env env = loam_default_env();
    env.jobs = toy_jobs(threads);
    place p = open_place(&env, DISTANCE);
    p.def.keep_bytes = 0;
    begin(&p);
    overgrow(&p);
    go(&p, 9, 0);
    const size_t packed = loam_tile_world_count(p.world).packed_bytes;
    CHECK(packed > 0);
    go(&p, 6, 0); // chunk (0, 0) is two beyond the ring: looked ahead to
    while (!loam_tile_world_pump(p.world, UINT64_MAX))
    {
    }
    CHECK_INT(loam_tile_world_count(p.world).packed_bytes, packed);
    while (!loam_tile_world_ready(p.world, (loam_tile_pos){64, 64}))
    {
    }
    const uint64_t waits = loam_tile_world_count(p.world).waits;
    CHECK(is_built(&p));
    CHECK_INT(loam_tile_world_count(p.world).waits, waits);
    CHECK_INT(loam_tile_world_count(p.world).packed_bytes, 0);
    close_place(&p);
    loam_jobs_destroy(env.jobs);
}

static void test_packed_chunks_are_ready(void)
{
    check_ready(0);
    check_ready(2);
}

// Memory may run out anywhere: steps fail and are done again, and nothing is lost.
static void test_no_allocation_that_fails_loses_a_change(void)
{
    static meter m;
    for (long long fail_at = 1;; fail_at++)
    {
        memset(&m, 0, sizeof m);
        const loam_env env = meter_env(&m);
        place p = open_place(&env, DISTANCE);
        p.def.keep_bytes = 0;
        begin(&p);
        overgrow(&p);
        const long long begun = atomic_load(&m.allocations);
        atomic_store(&m.fail_at, begun + fail_at);
        static const int64_t places[] = {9, 18, 0};
        for (int32_t i = 0; i < 3;)
        {
            const loam_tile_pos at = {places[i] * LOAM_CHUNK_SIDE, 0};
            const loam_result result = loam_tile_world_step(p.world, at);
            CHECK(result == LOAM_OK || result == LOAM_OUT_OF_MEMORY);
            i += result == LOAM_OK;
        }
        const bool failed = atomic_load(&m.allocations) >= begun + fail_at;
        CHECK(is_built(&p));
        close_place(&p);
        CHECK_INT(atomic_load(&m.bytes), 0);
        if (!failed)
        {
            CHECK(fail_at > 100);
            break;
        }
        fail_at += fail_at / 8; // not every one of hundreds
    }
}

// ---- walks in the rain ------------------------------------------------------------------------------

/// A living world as it grows, in the rain.
static loam_tile_world *rain_on(const loam_tile_world_def *def)
{
    loam_tile_world *world = NULL;
    CHECK_OK(loam_tile_world_create(def, &world));
    loam_tile_world_set_weather(world, LOAM_WEATHER_RAIN);
    return world;
}

static loam_tile_world_def rain_def(const loam_env *env, int32_t distance)
{
    loam_tile_world_def def = loam_default_tile_world_def();
    def.env = *env;
    def.seed = 1;
    def.ring_log2 = 3;
    def.centre = (loam_tile_pos){0, 200};
    def.forget_distance = distance;
    def.ahead = 0;
    return def;
}

// Each part of a long walk ends with as much memory as the one before, give or take a few chunks that are
// not packed; without forgetting it is more each time, and changes are there.
static void test_a_walk_in_the_rain_takes_no_more_and_more_memory(void)
{
    enum
    {
        PARTS = 4,
        STEPS = 300, // in each
        SPEED = 32
    };
    static meter m;
    const loam_env env = meter_env(&m);
    loam_tile_world_def def = rain_def(&env, DISTANCE);
    def.keep_bytes = 0;
    loam_tile_world *const world = rain_on(&def);
    long long bytes[PARTS];
    for (int64_t step = 0; step < PARTS * STEPS; step++)
    {
        CHECK_OK(loam_tile_world_step(world, (loam_tile_pos){step * SPEED, 200}));
        // Room for plants of the ring grows with the densest forest that it has seen.
        bytes[step / STEPS] = atomic_load(&m.bytes) -
                              (long long)loam_tile_world_plants(world).bytes;
    }
    const loam_tile_world_counters counters = loam_tile_world_count(world);
    CHECK(counters.forgotten > 100);
    CHECK(counters.packed_bytes > 0);
    for (int32_t part = 1; part < PARTS; part++)
    {
        CHECK_RANGE(bytes[part], 1, bytes[0] + (128 << 10));
    }
    loam_tile_world_destroy(world);
    CHECK_INT(atomic_load(&m.bytes), 0);
}

/// A walk out and back in the rain, as a hash of all that was seen on the way.
static uint64_t walk_and_return(const loam_tile_world_def *def, uint64_t *forgotten)
{
    enum
    {
        FAR = CHECK_SANITIZED ? 18 : 30, // chunks
        SPEED = CHECK_SANITIZED ? 128 : 64
    };
    loam_tile_world *const world = rain_on(def);
    uint64_t hash = 0;
    const int64_t steps = FAR * LOAM_CHUNK_SIDE / SPEED;
    for (int64_t i = 0; i <= 2 * steps; i++)
    {
        const int64_t x = (i <= steps ? i : 2 * steps - i) * SPEED;
        CHECK_OK(loam_tile_world_step(world, (loam_tile_pos){x, 200}));
        if (!CHECK_SANITIZED) // where nobody compares it
        {
            const uint64_t seen[] = {hash, loam_tile_world_hash(world)};
            hash = loam_hash_u64(seen, 2, 0);
        }
    }
    *forgotten = loam_tile_world_count(world).forgotten;
    loam_tile_world_destroy(world);
    return hash;
}

// How much is kept unpacked, for how long, and by how many threads chunks are grown changes no bit.
static void test_what_is_forgotten_follows_from_the_way_alone(void)
{
    loam_env env = loam_default_env();
    loam_tile_world_def def = rain_def(&env, check_cases(DISTANCE, 10));
    uint64_t forgotten = 0, same, expected = 0;
    if (!CHECK_SANITIZED) // one walk has threads, and goes all ways
    {
        expected = walk_and_return(&def, &forgotten);
        CHECK(forgotten > 0);
        def.keep_bytes = 0;
        CHECK_U64(walk_and_return(&def, &same), expected);
        CHECK_U64(same, forgotten);
    }
    def.keep_bytes = 20 * sizeof(loam_kept);
    def.keep_steps = 10;
    def.ahead = 4;
    def.env.jobs = toy_jobs(2);
    const uint64_t threaded = walk_and_return(&def, &same);
    loam_jobs_destroy(def.env.jobs);
    if (CHECK_SANITIZED)
    {
        CHECK(same > 0);
        return;
    }
    CHECK_U64(threaded, expected);
    CHECK_U64(same, forgotten);
    // Without forgetting, and if it is too far to come to it, what was rained on is there again.
    def = rain_def(&env, 0);
    const uint64_t remembered = walk_and_return(&def, &forgotten);
    CHECK(remembered != expected);
    def.forget_distance = 40; // and the ring around where it was
    def.keep_bytes = 0;
    CHECK_U64(walk_and_return(&def, &forgotten), remembered);
    CHECK_U64(forgotten, 0);
}

int main(void)
{
    loam_tile_defs_init(&defs);
    RUN_SERIAL(test_any_chunk_comes_back);
    RUN_SERIAL(test_the_worst_chunk_has_room);
    RUN_SERIAL(test_grown_chunks_are_small);
    RUN_SERIAL(test_the_distance_is_exact);
    RUN_SERIAL(test_nothing_is_forgotten_at_distance_0);
    RUN_SERIAL(test_what_was_built_is_never_forgotten);
    RUN_SERIAL(test_a_store_forgets_nothing);
    RUN(test_packed_chunks_are_ready);
    RUN_SERIAL(test_no_allocation_that_fails_loses_a_change);
    RUN_UNSANITIZED(test_a_walk_in_the_rain_takes_no_more_and_more_memory);
    RUN(test_what_is_forgotten_follows_from_the_way_alone);
    return CHECK_DONE();
}
