// SPDX-License-Identifier: MIT
// Steps, looking, waiting and asking; settings that are refused; chunks that cannot be grown.
#include "check.h"
#include "toy_world.h"

#include "loam/random.h"

/// A world on the toy, with a fault that can be switched on.
typedef struct scene
{
    loam_tile_world_def def;
    loam_tile_world *world;
    toy_fault fault;
} scene;

static scene s;

static void scene_open(int32_t threads, int32_t ahead)
{
    memset(&s, 0, sizeof s);
    s.def = loam_default_tile_world_def();
    s.def.still = true;
    s.def.env.jobs = toy_jobs(threads);
    s.def.ring_log2 = 3;
    s.def.hysteresis = 0;
    s.def.ahead = ahead;
    s.def.pipeline = toy_pipeline(&s.def.env, 5, &s.fault);
    CHECK_OK(loam_tile_world_create(&s.def, &s.world));
}

static void scene_close(void)
{
    loam_tile_world_destroy(s.world);
    loam_pipeline_destroy(s.def.pipeline);
    loam_jobs_destroy(s.def.env.jobs);
}

static void step_to(int64_t x, int64_t y)
{
    CHECK_OK(loam_tile_world_step(s.world, (loam_tile_pos){x, y}));
}

static loam_tile_world_counters counters(void)
{
    return loam_tile_world_count(s.world);
}

/// Whether all of the ring is as it grows.
static bool is_as_grown(void)
{
    static loam_tile tiles[LOAM_CHUNK_TILES], seen[LOAM_CHUNK_TILES];
    const loam_tile_ring ring = loam_tile_world_ring(s.world);
    int32_t wrong = 0;
    for (int32_t i = 0; i < 64; i++)
    {
        const loam_chunk_pos at = {ring.lowest.x + i % 8, ring.lowest.y + i / 8};
        toy_chunk(s.def.pipeline, at, tiles);
        toy_ring_chunk(&ring, at, seen);
        wrong += memcmp(tiles, seen, sizeof tiles) != 0;
        const loam_tile tile = loam_tile_world_at(
            s.world, (loam_tile_pos){at.x * 128 + 17, at.y * 128 + 99});
        wrong += memcmp(&tile, &tiles[99 * 128 + 17], sizeof tile) != 0;
    }
    return wrong == 0;
}

// ---- steps ----------------------------------------------------------------------------------------

static void test_a_world_begins_full(void)
{
    scene_open(0, 4);
    const loam_tile_ring ring = loam_tile_world_ring(s.world);
    CHECK_INT(ring.side, 1024);
    CHECK_INT(ring.lowest.x, -4);
    CHECK_INT(ring.lowest.y, -4);
    CHECK_INT(counters().generated, 64);
    CHECK_INT(counters().waits, 0);
    CHECK_INT(counters().ring_bytes, 4 << 20);
    CHECK_INT(counters().kept_peak_bytes, 0);
    CHECK_INT(loam_tile_world_steps(s.world), 0);
    CHECK(is_as_grown());
    scene_close();
}

static void test_the_ring_follows_anywhere(void)
{
    static const int64_t places[][2] = {{128, 0},
                                        {129, -700},
                                        {(int64_t)1 << 59, -((int64_t)1 << 59)},
                                        {-((int64_t)1 << 59), (int64_t)1 << 59},
                                        {-129, 1},
                                        {-900, 900}};
    scene_open(2, 2);
    for (size_t i = 0; i < sizeof places / sizeof *places; i++)
    {
        step_to(places[i][0], places[i][1]);
        const loam_chunk_pos at = loam_chunk_of_tile((loam_tile_pos){places[i][0], places[i][1]});
        const loam_chunk_pos low = loam_tile_world_ring(s.world).lowest;
        CHECK_INT(low.x, at.x - 4);
        CHECK_INT(low.y, at.y - 4);
        CHECK(is_as_grown());
    }
    CHECK_INT(loam_tile_world_steps(s.world), 6);
    scene_close();
}

static void test_holds_is_the_ring_exactly(void)
{
    scene_open(0, 0);
    const int64_t edges[] = {-513, -512, 511, 512};
    for (int32_t i = 0; i < 16; i++)
    {
        const int32_t x = i % 4, y = i / 4;
        const bool inside = (x == 1 || x == 2) && (y == 1 || y == 2);
        CHECK_INT(loam_tile_world_contains(s.world, (loam_tile_pos){edges[x], edges[y]}), inside);
    }
    const loam_tile beyond = loam_tile_world_at(s.world, (loam_tile_pos){512, 0});
    CHECK_INT(beyond.block + beyond.block_variant + beyond.wall + beyond.wall_variant, 0);
    scene_close();
}

static void test_updates_follow_the_ring(void)
{
    scene_open(0, 0);
    for (int64_t x = 0; x < 2000; x += 130)
    {
        step_to(x, -2 * x);
        int32_t count;
        const loam_tile_pos *const updates = loam_tile_world_updates(s.world, &count);
        const loam_chunk_pos low = loam_tile_world_ring(s.world).lowest;
        CHECK_INT(count, 49);
        for (int32_t i = 0; i < count; i++)
        {
            CHECK_RANGE(updates[i].x - low.x * 128, 64, 64 + 6 * 128);
            CHECK_RANGE(updates[i].y - low.y * 128, 64, 64 + 6 * 128);
            CHECK(updates[i].x % 64 == 0 && updates[i].y % 64 == 0);
        }
    }
    scene_close();
}

static void test_the_hash_is_of_tiles_and_place(void)
{
    scene_open(0, 0);
    const uint64_t begin = loam_tile_world_hash(s.world);
    step_to(100, 100);
    CHECK_U64(loam_tile_world_hash(s.world), begin); // no chunk has moved
    const loam_edit edit = {
        .shape = LOAM_EDIT_SQUARE, .layer = LOAM_WALLS, .material = TOY_DIRT, .radius = 20};
    int64_t changed;
    CHECK_OK(loam_tile_world_edit(s.world, &edit, &changed));
    CHECK(changed > 0);
    CHECK(loam_tile_world_hash(s.world) != begin);
    step_to(128 * 8, 100);
    const uint64_t away = loam_tile_world_hash(s.world);
    step_to(128 * 16, 100);
    CHECK(loam_tile_world_hash(s.world) != away);
    scene_close();
}

static loam_result run_air(loam_slice *slice)
{
    (void)slice;
    return LOAM_OK;
}

// Two places that look alike are two places.
static void test_the_hash_knows_the_place(void)
{
    scene_open(0, 0);
    loam_tile_world_def def = s.def;
    loam_pipeline_def pipeline_def = loam_default_pipeline_def();
    loam_stage_def stage = loam_default_stage_def();
    stage.name = "air";
    stage.page_size = LOAM_CHUNK_SIDE;
    stage.payload_size = LOAM_CHUNK_TILES * sizeof(loam_tile);
    stage.run = run_air;
    CHECK_OK(loam_pipeline_create(&pipeline_def, &def.pipeline));
    CHECK_OK(loam_pipeline_add(def.pipeline, &stage));
    loam_tile_world *world;
    CHECK_OK(loam_tile_world_create(&def, &world));
    const uint64_t here = loam_tile_world_hash(world);
    CHECK_OK(loam_tile_world_step(world, (loam_tile_pos){8192, 0}));
    const uint64_t there = loam_tile_world_hash(world);
    CHECK_OK(loam_tile_world_step(world, (loam_tile_pos){0, 8192}));
    CHECK(here != there && loam_tile_world_hash(world) != there);
    CHECK(loam_tile_world_hash(world) != here);
    loam_tile_world_destroy(world);
    loam_pipeline_destroy(def.pipeline);
    scene_close();
}

static void test_counting_goes_on_where_it_was(void)
{
    scene_open(0, 0);
    s.def.first_step = (uint64_t)1 << 40;
    loam_tile_world *later;
    CHECK_OK(loam_tile_world_create(&s.def, &later));
    CHECK_OK(loam_tile_world_step(later, (loam_tile_pos){0, 0}));
    CHECK_U64(loam_tile_world_steps(later), ((uint64_t)1 << 40) + 1);
    loam_tile_world_destroy(later);
    scene_close();
}

// ---- waiting and asking -----------------------------------------------------------------------------

static void test_steps_that_grow_have_waited(void)
{
    scene_open(0, 4);
    step_to(100, 0);
    CHECK_INT(counters().waits, 0);
    step_to(128, 0);
    CHECK_INT(counters().waits, 1);
    step_to(0, 0); // recalled on one side, and those of the other side are kept
    step_to(128, 0);
    CHECK_INT(counters().waits, 1);
    CHECK_INT(counters().recalled, 16);
    CHECK_INT(counters().ahead, 0);
    scene_close();
}

static void test_pumping_grows_ahead_without_threads(void)
{
    scene_open(0, 4);
    CHECK(!loam_tile_world_pump(s.world, 0)); // one chunk
    CHECK_INT(counters().ahead_bytes / (LOAM_CHUNK_TILES * 4), 1);
    CHECK(loam_tile_world_pump(s.world, UINT64_MAX));
    CHECK_INT(counters().ahead_bytes / (LOAM_CHUNK_TILES * 4), 36); // one row around
    for (int64_t x = 128; x < 1280; x += 128)
    {
        step_to(x, x);
        CHECK(loam_tile_world_pump(s.world, UINT64_MAX));
    }
    CHECK_INT(counters().waits, 0);
    CHECK_INT(counters().ahead, 9 * 15);
    CHECK(is_as_grown());
    scene_close();
}

// What was grown ahead is kept for one chunk more than that, for those who turn round.
static void test_what_was_grown_ahead_is_not_dropped_at_once(void)
{
    scene_open(0, 1);
    CHECK(loam_tile_world_pump(s.world, UINT64_MAX));
    CHECK_INT(counters().ahead_bytes / (LOAM_CHUNK_TILES * 4), 36);
    step_to(128, 0); // eight of them come into the ring
    CHECK_INT(counters().ahead_bytes / (LOAM_CHUNK_TILES * 4), 28);
    step_to(256,
            0); // behind the ring, what is left of one column and the ends of two are too far away
    CHECK_INT(counters().ahead_bytes / (LOAM_CHUNK_TILES * 4), 18);
    scene_close();
}

// The faster, the further; never further than the setting.
static void test_the_outlook_grows_with_the_speed(void)
{
    scene_open(0, 3);
    size_t last = 0;
    for (int64_t speed = 1; speed < 100; speed *= 4)
    {
        step_to(1000000 * speed, 0); // a jump is no speed
        for (int64_t i = 0; i < 40; i++)
        {
            step_to(1000000 * speed + speed * i, 0);
        }
        CHECK(loam_tile_world_pump(s.world, UINT64_MAX));
        const size_t chunks = counters().ahead_bytes / (LOAM_CHUNK_TILES * 4);
        CHECK(chunks >= last && chunks >= 36 && chunks <= 36 + 2 * 10);
        last = chunks;
    }
    CHECK(last >= 36 - 8 + 2 * 10); // eight of those behind have retired
    scene_close();
}

static void test_asking_without_threads_grows_one_at_a_time(void)
{
    scene_open(0, 0);
    const loam_tile_pos there = {1280, 0};
    int32_t asked = 1;
    while (!loam_tile_world_ready(s.world, there))
    {
        asked++;
    }
    CHECK_INT(asked, 64);
    step_to(0, 0);
    CHECK(loam_tile_world_ready(s.world, there));
    step_to(there.x, there.y);
    CHECK_INT(counters().waits, 0);
    CHECK(loam_tile_world_ready(s.world, there));
    CHECK(is_as_grown());
    // What was asked for is forgotten when somebody asks for something else.
    (void)loam_tile_world_ready(s.world, (loam_tile_pos){-99999, 0});
    CHECK(counters().ahead_bytes > 0);
    (void)loam_tile_world_ready(s.world, there);
    step_to(there.x, there.y);
    CHECK_INT(counters().ahead_bytes, 0);
    scene_close();
}

static void test_asking_with_threads_gets_there(void)
{
    scene_open(2, 0);
    const loam_tile_pos there = {-999999, 77777};
    while (!loam_tile_world_ready(s.world, there))
    {
        step_to(0, 0); // life goes on meanwhile
    }
    step_to(there.x, there.y);
    CHECK_INT(counters().waits, 0);
    CHECK_INT(counters().ahead, 64);
    CHECK(is_as_grown());
    scene_close();
}

static void test_what_nobody_wants_is_dropped(void)
{
    scene_open(2, 1);
    while (!loam_tile_world_ready(s.world, (loam_tile_pos){5000000, 0}))
    {
    }
    CHECK(counters().ahead_bytes > 64 * LOAM_CHUNK_TILES * 4);
    (void)loam_tile_world_ready(s.world, (loam_tile_pos){0, 0}); // somewhere else
    for (int32_t i = 0; i < 3 || counters().ahead_bytes / (LOAM_CHUNK_TILES * 4) > 36; i++)
    {
        step_to(0, 0);
    }
    (void)loam_tile_world_ready(s.world, (loam_tile_pos){5000000, 0});
    for (int32_t i = 0; i < 101; i++)
    {
        step_to(0, 0);
    }
    while (counters().ahead_bytes / (LOAM_CHUNK_TILES * 4) > 36)
    {
        step_to(0, 0); // until the workers let go of the last ones
    }
    CHECK_INT(counters().waits, 0);
    scene_close();
}

static void test_workers_grow_ahead(void)
{
    scene_open(2, 2);
    for (int64_t i = 1; i <= 10; i++)
    {
        while (!loam_tile_world_pump(s.world, 0))
        {
        }
        step_to(i * 64, 0);
    }
    CHECK_INT(counters().waits, 0);
    CHECK_INT(counters().ahead, 5 * 8);
    CHECK(is_as_grown());
    scene_close();
}

/// A task system with one worker, which does something only when the test says so; and a store that has
/// nothing and notes what it is asked for.
typedef struct slow_worker
{
    void (*run[1000])(void *argument);
    void *arguments[1000];
    int32_t given, done;
    loam_chunk_pos asked[1000];
    int32_t asked_count;
} slow_worker;

static void give_task(void *user, void (*run)(void *argument), void *argument,
                      loam_priority priority)
{
    slow_worker *const worker = user;
    (void)priority;
    CHECK(worker->given < 1000);
    worker->run[worker->given] = run;
    worker->arguments[worker->given++] = argument;
}

static void work(slow_worker *worker, int32_t tasks)
{
    for (int32_t i = 0; i < tasks && worker->done < worker->given; i++, worker->done++)
    {
        worker->run[worker->done](worker->arguments[worker->done]);
    }
}

static loam_result note_chunk(void *user, loam_chunk_pos chunk, loam_tile *tiles)
{
    slow_worker *const worker = user;
    (void)tiles;
    worker->asked[worker->asked_count++ % 1000] = chunk;
    return LOAM_NOT_FOUND;
}

// What lies where the centre moves to comes first, the nearest of it before the rest.
static void test_chunks_come_in_the_order_that_they_are_needed_in(void)
{
    static slow_worker worker;
    memset(&worker, 0, sizeof worker);
    scene_open(0, 0);
    loam_jobs_def jobs_def = loam_default_jobs_def();
    jobs_def.threads = 0;
    jobs_def.system = (loam_task_system){give_task, &worker, 1};
    loam_tile_world_def def = s.def;
    CHECK_OK(loam_jobs_create(&jobs_def, &def.env.jobs));
    def.ahead = 3;
    def.store = (loam_chunk_store){.load = note_chunk, .user = &worker};
    loam_tile_world *world;
    CHECK_OK(loam_tile_world_create(&def, &world));
    worker.asked_count = 0;
    work(&worker, 5); // of those around, all of them below
    CHECK_INT(worker.asked_count, 5);
    CHECK_OK(loam_tile_world_step(world, (loam_tile_pos){0, 40}));
    work(&worker, 1000);
    CHECK_INT(worker.asked_count, 36 + 2 * 10);
    int64_t last = 4;
    for (int32_t i = 5; i < worker.asked_count; i++)
    {
        const int64_t y = worker.asked[i].y;
        const bool ahead = i < 5 + 3 * 10;
        CHECK(ahead ? y >= last : y < 4);
        last = y;
    }
    CHECK(loam_tile_world_pump(world, 0));
    loam_tile_world_destroy(world);
    work(&worker, 1000);
    loam_jobs_destroy(def.env.jobs);
    scene_close();
}

// ---- what fails -----------------------------------------------------------------------------------

static void check_broken_step(int32_t threads)
{
    scene_open(threads, 3);
    atomic_store(&s.fault.bad_x, 6);
    atomic_store(&s.fault.broken, true);
    step_to(128 * 2, 0); // up to column 5; what fails ahead does not matter yet
    const uint64_t before = loam_tile_world_hash(s.world);
    for (int32_t i = 0; i < 3; i++)
    {
        CHECK_INT(loam_tile_world_step(s.world, (loam_tile_pos){128 * 3, 500}), LOAM_FAILED);
        CHECK_CONTAINS(loam_last_error(), "chunk (6, ");
        CHECK_CONTAINS(loam_last_error(), "stage toy");
        CHECK_CONTAINS(loam_last_error(), "the toy is broken");
        CHECK_U64(loam_tile_world_hash(s.world), before);
        CHECK_INT(loam_tile_world_steps(s.world), 1);
        CHECK_INT(loam_tile_world_ring(s.world).lowest.x, -2);
    }
    // Those who wait until everything is there do not wait for ever: the step says why.
    while (!loam_tile_world_ready(s.world, (loam_tile_pos){128 * 3, 0}))
    {
    }
    CHECK_INT(loam_tile_world_step(s.world, (loam_tile_pos){128 * 3, 0}), LOAM_FAILED);
    // Far away nothing is broken, and the world goes on.
    step_to(100000, 0);
    step_to(0, 0);
    CHECK(is_as_grown());
    atomic_store(&s.fault.broken, false);
    step_to(128 * 3, 500);
    CHECK(is_as_grown());
    scene_close();
}

static void test_a_chunk_that_cannot_be_grown_fails_the_step(void)
{
    check_broken_step(0);
    check_broken_step(2);
}

// Steps that fail again and again, each somewhere else, do not pile up chunks.
static void test_failed_steps_leave_nothing_behind(void)
{
    scene_open(2, 1);
    atomic_store(&s.fault.broken, true);
    for (int64_t i = 1; i < 20; i++)
    {
        atomic_store(&s.fault.bad_x, 10000 * i);
        CHECK_INT(loam_tile_world_step(s.world, (loam_tile_pos){1280000 * i, 0}), LOAM_FAILED);
        // Those of the last two attempts, some of them still under way, and what is wanted ahead.
        CHECK(counters().ahead_bytes / (LOAM_CHUNK_TILES * 4) <= 2 * 64 + 36);
    }
    for (int32_t i = 0; i < 3 || counters().ahead_bytes / (LOAM_CHUNK_TILES * 4) > 36; i++)
    {
        step_to(0, 0);
    }
    CHECK(is_as_grown());
    scene_close();
}

static void test_a_world_that_cannot_be_grown_is_not_made(void)
{
    for (int32_t threads = 0; threads < 3; threads += 2)
    {
        scene_open(threads, 1);
        loam_tile_world *world = s.world;
        atomic_store(&s.fault.bad_x, 2);
        atomic_store(&s.fault.broken, true);
        CHECK_INT(loam_tile_world_create(&s.def, &world), LOAM_FAILED);
        CHECK_CONTAINS(loam_last_error(), "chunk (2, ");
        CHECK(world == NULL);
        scene_close();
    }
}

static void test_places_beyond_the_world_are_refused(void)
{
    scene_open(0, 2);
    const int64_t end = LOAM_TILE_END - 2048;
    const uint64_t before = loam_tile_world_hash(s.world);
    CHECK_INT(loam_tile_world_step(s.world, (loam_tile_pos){end + 1, 0}), LOAM_BAD_ARGUMENT);
    CHECK_CONTAINS(loam_last_error(), "centre.x is 1152921504606844929; must be ");
    CHECK_INT(loam_tile_world_step(s.world, (loam_tile_pos){0, INT64_MIN}), LOAM_BAD_ARGUMENT);
    CHECK_CONTAINS(loam_last_error(), "centre.y");
    CHECK(loam_tile_world_ready(s.world, (loam_tile_pos){INT64_MAX, 0}));
    CHECK_U64(loam_tile_world_hash(s.world), before);
    step_to(end, -end);
    CHECK(loam_tile_world_pump(s.world, UINT64_MAX));
    step_to(-end, end);
    CHECK(loam_tile_world_pump(s.world, UINT64_MAX));
    CHECK(is_as_grown());
    scene_close();
}

static void refuse(const loam_tile_world_def *def, const char *message)
{
    loam_tile_world *world;
    CHECK_INT(loam_tile_world_create(def, &world), LOAM_BAD_ARGUMENT);
    CHECK_CONTAINS(loam_last_error(), message);
    CHECK(world == NULL);
}

static void test_settings_are_checked(void)
{
    static const struct
    {
        size_t offset;
        int32_t low, high;
        const char *name;
    } numbers[] = {
        {offsetof(loam_tile_world_def, ring_log2), 3, 6, "ring_log2"},
        {offsetof(loam_tile_world_def, hysteresis), 0, 64, "hysteresis"},
        {offsetof(loam_tile_world_def, keep_steps), 0, INT32_MAX, "keep_steps"},
        {offsetof(loam_tile_world_def, autosave_steps), 0, INT32_MAX, "autosave_steps"},
        {offsetof(loam_tile_world_def, ahead), 0, 16, "ahead"},
    };
    scene_open(0, 0);
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
    {
        loam_tile_world_def def = s.def;
        int32_t *const number = (int32_t *)((uint8_t *)&def + numbers[i].offset);
        *number = numbers[i].low - 1;
        refuse(&def, numbers[i].name);
        *number = numbers[i].high < INT32_MAX ? numbers[i].high + 1 : -7;
        refuse(&def, numbers[i].name);
        CHECK_CONTAINS(loam_last_error(), "must be");
    }
    loam_tile_world_def def = s.def;
    def.centre.y = LOAM_TILE_END;
    refuse(&def, "centre.y");
    scene_close();
}

static loam_result run_small(loam_slice *slice)
{
    slice->out_size = 12;
    return LOAM_OK;
}

static void test_pipelines_are_checked(void)
{
    scene_open(0, 0);
    loam_tile_world_def def = s.def;
    loam_pipeline_def pipeline_def = loam_default_pipeline_def();
    CHECK_OK(loam_pipeline_create(&pipeline_def, &def.pipeline));
    refuse(&def, "pipeline has no stage");
    loam_stage_def stage = loam_default_stage_def();
    stage.name = "wide";
    stage.payload_size = LOAM_CHUNK_TILES * sizeof(loam_tile);
    stage.run = run_small;
    CHECK_OK(loam_pipeline_add(def.pipeline, &stage));
    refuse(&def, "wide");
    stage.name = "flat";
    stage.page_size = LOAM_CHUNK_SIDE;
    stage.axes = LOAM_AXES_XZ;
    CHECK_OK(loam_pipeline_add(def.pipeline, &stage));
    refuse(&def, "flat");
    stage.name = "small";
    stage.axes = LOAM_AXES_XY;
    CHECK_OK(loam_pipeline_add(def.pipeline, &stage));
    loam_tile_world *world;
    CHECK_INT(loam_tile_world_create(&def, &world), LOAM_FAILED);
    CHECK_CONTAINS(loam_last_error(), "stage small made 12 bytes; must be 65536");
    loam_pipeline_destroy(def.pipeline);
    scene_close();
}

// The caller's definitions are copied.
static void test_definitions_are_copied(void)
{
    static loam_tile_defs defs;
    loam_tile_defs_init(&defs);
    scene_open(0, 0);
    loam_tile_world_def def = s.def;
    def.defs = &defs;
    def.seed = 99;
    loam_tile_world *world;
    CHECK_OK(loam_tile_world_create(&def, &world));
    memset(&defs, 0, sizeof defs);
    CHECK_TEXT(loam_tile_world_defs(world)->materials[TOY_STONE].name, "stone");
    CHECK_U64(loam_tile_world_seed(world), 99);
    loam_tile_world_destroy(world);
    refuse(&def, "materials");
    scene_close();
}

int main(void)
{
    RUN_SERIAL(test_a_world_begins_full);
    RUN_SERIAL(test_the_ring_follows_anywhere);
    RUN_SERIAL(test_holds_is_the_ring_exactly);
    RUN_SERIAL(test_updates_follow_the_ring);
    RUN_SERIAL(test_the_hash_is_of_tiles_and_place);
    RUN_SERIAL(test_the_hash_knows_the_place);
    RUN_SERIAL(test_counting_goes_on_where_it_was);
    RUN_SERIAL(test_steps_that_grow_have_waited);
    RUN_SERIAL(test_pumping_grows_ahead_without_threads);
    RUN_SERIAL(test_what_was_grown_ahead_is_not_dropped_at_once);
    RUN_SERIAL(test_the_outlook_grows_with_the_speed);
    RUN_SERIAL(test_asking_without_threads_grows_one_at_a_time);
    RUN(test_asking_with_threads_gets_there);
    RUN(test_what_nobody_wants_is_dropped);
    RUN(test_workers_grow_ahead);
    RUN(test_chunks_come_in_the_order_that_they_are_needed_in);
    RUN(test_a_chunk_that_cannot_be_grown_fails_the_step);
    RUN(test_failed_steps_leave_nothing_behind);
    RUN_SERIAL(test_a_world_that_cannot_be_grown_is_not_made);
    RUN_SERIAL(test_places_beyond_the_world_are_refused);
    RUN_SERIAL(test_settings_are_checked);
    RUN_SERIAL(test_pipelines_are_checked);
    RUN_SERIAL(test_definitions_are_copied);
    return CHECK_DONE();
}
