// SPDX-License-Identifier: MIT
// What a world gives to its store, when, and what happens if the store fails.
#include "check.h"
#include "toy_world.h"

#include "loam/random.h"
#include "tiles/state/kept.h"

/// A world on the toy, with a store and a log.
typedef struct scene
{
    loam_tile_world_def def;
    loam_tile_world *world;
    toy_store store;
    int32_t warnings, errors;
} scene;

static scene s;

static void count_log(void *user, loam_log_level level, const char *message)
{
    scene *const to = user;
    to->warnings += level == LOAM_LOG_WARNING;
    to->errors += level == LOAM_LOG_ERROR;
    CHECK_CONTAINS(message, level == LOAM_LOG_WARNING ? "chunk (" : "unsaved");
    CHECK(strstr(message, " 0 chunks") == NULL);
}

/// The def may be changed before scene_open.
static void scene_prepare(void)
{
    memset(&s, 0, sizeof s);
    toy_store_init(&s.store);
    s.def = loam_default_tile_world_def();
    s.def.still = true;
    s.def.env.log = (loam_log){count_log, &s};
    s.def.ring_log2 = 3;
    s.def.hysteresis = 0;
    s.def.pipeline = toy_pipeline(&s.def.env, 5, NULL);
    s.def.store = toy_store_functions(&s.store);
}

static void scene_open(void)
{
    CHECK_OK(loam_tile_world_create(&s.def, &s.world));
}

static void scene_close(void)
{
    loam_tile_world_destroy(s.world);
    loam_pipeline_destroy(s.def.pipeline);
    toy_store_free(&s.store);
}

static void step_to(int64_t x, int64_t y)
{
    s.store.now = loam_tile_world_steps(s.world) + 1;
    CHECK_OK(loam_tile_world_step(s.world, (loam_tile_pos){x, y}));
}

static void put(int64_t x, int64_t y, uint8_t material)
{
    const loam_edit edit = {
        .shape = LOAM_EDIT_TILE, .layer = LOAM_BLOCKS, .material = material, .from = {x, y}};
    CHECK_OK(loam_tile_world_edit(s.world, &edit, NULL));
}

static loam_tile_world_counters counters(void)
{
    return loam_tile_world_count(s.world);
}

// ---- when -----------------------------------------------------------------------------------------

static void test_a_change_is_saved_within_the_interval(void)
{
    for (int32_t interval = 1; interval < 60; interval += 7)
    {
        scene_prepare();
        s.def.autosave_steps = interval;
        scene_open();
        step_to(0, 0);
        put(-3, 5, TOY_SAND);
        CHECK_INT(counters().unsaved, 1);
        for (int32_t i = 0; i < interval; i++)
        {
            step_to(0, 0);
        }
        const toy_entry *const entry = toy_store_find(&s.store, (loam_chunk_pos){-1, 0});
        CHECK(entry != NULL);
        CHECK_INT(entry != NULL ? entry->tiles[5 * 128 + 125].block : -1, TOY_SAND);
        CHECK_INT(s.store.saves, 1);
        CHECK_INT(counters().unsaved, 0);
        for (int32_t i = 0; i < 3 * interval; i++)
        {
            step_to(0, 0);
        }
        CHECK_INT(s.store.saves, 1); // it is clean
        CHECK_INT(counters().saved, 1);
        scene_close();
    }
}

// Random changes while the ring wanders: in the store, nothing is older than the interval.
static void test_nothing_older_than_the_interval_is_missing(void)
{
    enum
    {
        INTERVAL = 12,
        STEPS = 150
    };
    static loam_tile_pos changed[STEPS];
    scene_prepare();
    s.def.autosave_steps = INTERVAL;
    s.def.keep_steps = 50;
    scene_open();
    int64_t x = 0, y = 0;
    for (int32_t step = 0; step < STEPS; step++)
    {
        x += loam_random_range(3, 4 * (uint64_t)step, -90, 100);
        y += loam_random_range(3, 4 * (uint64_t)step + 1, -90, 90);
        step_to(x, y);
        changed[step] = (loam_tile_pos){x + loam_random_range(3, 4 * (uint64_t)step + 2, -300, 300),
                                        y};
        // Always another material than what is there.
        put(changed[step].x, changed[step].y,
            loam_tile_world_at(s.world, changed[step]).block == TOY_SAND ? TOY_GRAVEL : TOY_SAND);
        if (step >= INTERVAL)
        {
            const loam_chunk_pos at = loam_chunk_of_tile(changed[step - INTERVAL]);
            const toy_entry *const entry = toy_store_find(&s.store, at);
            CHECK(entry != NULL && entry->when > (uint64_t)(step - INTERVAL + 1));
        }
    }
    scene_close();
}

static void change_every_chunk(uint8_t material)
{
    const loam_tile_ring ring = loam_tile_world_ring(s.world);
    for (int32_t i = 0; i < 64; i++)
    {
        put((ring.lowest.x + i % 8) * 128 + 60, (ring.lowest.y + i / 8) * 128 + 60, material);
    }
}

static void test_many_changes_at_once_are_saved_bit_by_bit(void)
{
    scene_prepare();
    s.def.autosave_steps = 100;
    scene_open();
    for (int32_t i = 0; i < 400; i++)
    {
        change_every_chunk(i % 2 == 0 ? TOY_SAND : TOY_GRAVEL);
        step_to(0, 0);
    }
    CHECK_RANGE(s.store.saves, 4 * 64 - 10, 4 * 64 + 10); // once per interval
    CHECK_RANGE(s.store.most_saves_at_once, 1, 8);
    scene_close();
}

// A round goes through all that has changed, so many at a time, and each once.
static void test_chunks_are_handed_over_in_rounds(void)
{
    scene_prepare();
    s.def.autosave_steps = 0;
    scene_open();
    change_every_chunk(TOY_SAND);
    int32_t place = 0, calls = 0;
    do
    {
        CHECK_OK(loam_tile_world_save_some(s.world, 10, &place));
        calls++;
        CHECK_INT(s.store.saves, calls < 7 ? 10 * calls : 64);
        change_every_chunk(calls % 2 == 0 ? TOY_SAND : TOY_GRAVEL); // has its turn next time
        CHECK_INT(counters().unsaved, 64);
    } while (place != 0 && calls < 20);
    CHECK_INT(place, 0);
    CHECK_INT(calls, 7);
    CHECK_INT(s.store.flushes, 0);
    scene_close();
}

static void test_without_autosave_chunks_are_saved_when_they_leave(void)
{
    scene_prepare();
    s.def.autosave_steps = 0;
    s.def.keep_steps = 10;
    scene_open();
    put(60, 60, TOY_SAND);
    step_to(0, 0);
    step_to(1000000, 0); // the whole ring retires
    CHECK_INT(counters().retired, 64);
    for (int32_t i = 0; i < 9; i++)
    {
        CHECK_INT(s.store.saves, 0);
        CHECK_INT(counters().dropped, 0);
        step_to(1000000, 0);
    }
    CHECK_INT(s.store.saves, 1);
    CHECK_INT(counters().dropped, 64);
    CHECK_INT(counters().kept_bytes, 0);
    step_to(0, 0);
    CHECK_INT(loam_tile_world_at(s.world, (loam_tile_pos){60, 60}).block, TOY_SAND);
    CHECK_INT(counters().loaded, 1);
    scene_close();
}

// Old chunks leave some at a time, so that a jump far away is no burst of saves a minute later.
static void test_old_chunks_leave_bit_by_bit(void)
{
    scene_prepare();
    s.def.autosave_steps = 0;
    s.def.keep_steps = 10;
    scene_open();
    change_every_chunk(TOY_SAND);
    for (int32_t i = 0; i < 20; i++)
    {
        step_to(1000000, 0);
    }
    CHECK_INT(s.store.saves, 64);
    CHECK_RANGE(s.store.most_saves_at_once, 1, 16);
    scene_close();
}

static void test_retired_chunks_are_recalled_with_their_changes(void)
{
    scene_prepare();
    s.def.store = (loam_chunk_store){0};
    scene_open();
    put(-300, 7, TOY_SAND);
    step_to(5000, 0);
    CHECK(!loam_tile_world_contains(s.world, (loam_tile_pos){-300, 7}));
    CHECK_INT(loam_tile_world_at(s.world, (loam_tile_pos){-300, 7}).wall, LOAM_AIR);
    step_to(0, 0);
    CHECK_INT(loam_tile_world_at(s.world, (loam_tile_pos){-300, 7}).block, TOY_SAND);
    CHECK_INT(counters().recalled, 64);
    CHECK_INT(counters().generated, 128);
    scene_close();
}

static void test_memory_is_limited_and_the_oldest_leave_first(void)
{
    scene_prepare();
    s.def.keep_bytes = 20 * sizeof(loam_kept);
    scene_open();
    for (int64_t column = 1; column <= 10; column++)
    {
        step_to(column * 128, 0);
        CHECK(counters().kept_bytes <= s.def.keep_bytes);
    }
    CHECK_INT(counters().kept_bytes, 20 * sizeof(loam_kept));
    CHECK_INT(counters().dropped, 60);
    step_to(9 * 128, 0); // these eight were the last to leave the ring
    CHECK_INT(counters().recalled, 8);
    step_to(6 * 128, 0); // of three columns one is still there, and half of another
    CHECK_INT(counters().recalled, 8 + 8 + 4);
    scene_close();
}

static void test_unchanged_chunks_are_saved_only_on_request(void)
{
    for (int32_t keep = 0; keep < 2; keep++)
    {
        scene_prepare();
        s.def.keep_unchanged = keep == 1;
        s.def.autosave_steps = 10;
        scene_open();
        for (int32_t i = 0; i < 20; i++)
        {
            step_to(i * 128, 0);
        }
        const uint64_t ever = counters().generated;
        CHECK_INT(ever, 64 + 19 * 8);
        loam_tile_world_destroy(s.world);
        s.world = NULL;
        CHECK_INT(s.store.count, keep == 1 ? ever : 0);
        CHECK_INT(s.store.saves, keep == 1 ? ever : 0);
        scene_open();
        CHECK_INT(counters().loaded, keep == 1 ? 64 : 0);
        CHECK_INT(counters().unsaved, 0); // loaded ones are clean
        scene_close();
    }
}

static void test_save_leaves_nothing_and_flushes(void)
{
    scene_prepare();
    scene_open();
    put(60, 60, TOY_SAND);
    step_to(5000, 0); // one in the ring, one beside it
    put(5000, 60, TOY_SAND);
    CHECK_OK(loam_tile_world_save(s.world));
    CHECK_INT(s.store.saves, 2);
    CHECK_INT(s.store.flushes, 1);
    CHECK_INT(counters().unsaved, 0);
    CHECK_OK(loam_tile_world_save(s.world));
    CHECK_INT(s.store.saves, 2);
    put(5000, 60, TOY_GRAVEL); // changed again
    CHECK_OK(loam_tile_world_save(s.world));
    CHECK_INT(s.store.saves, 3);
    scene_close();
}

static void test_the_end_saves(void)
{
    scene_prepare();
    scene_open();
    put(60, 60, TOY_SAND);
    loam_tile_world_destroy(s.world);
    s.world = NULL;
    CHECK_INT(s.store.saves, 1);
    CHECK_INT(s.store.flushes, 1);
    CHECK_INT(s.errors, 0);
    scene_close();
}

// ---- what fails -----------------------------------------------------------------------------------

static void test_without_a_save_function_changes_stay(void)
{
    scene_prepare();
    s.def.store.save = NULL;
    s.def.keep_bytes = 0;
    s.def.keep_steps = 0;
    s.def.keep_unchanged = true; // nowhere to keep them
    scene_open();
    put(60, 60, TOY_SAND);
    for (int32_t i = 1; i < 30; i++)
    {
        step_to(i * 5000, 0);
    }
    CHECK_RANGE(counters().packed_bytes, 1, sizeof(loam_kept) / 4);
    CHECK_INT(counters().kept_bytes, counters().packed_bytes);
    CHECK_INT(counters().unsaved, 1);
    CHECK_OK(loam_tile_world_save(s.world));
    step_to(0, 0);
    CHECK_INT(loam_tile_world_at(s.world, (loam_tile_pos){60, 60}).block, TOY_SAND);
    CHECK_INT(counters().kept_bytes, 0);
    scene_close();
}

static void test_what_cannot_be_saved_stays_and_is_tried_again(void)
{
    scene_prepare();
    s.def.autosave_steps = 0;
    s.def.keep_bytes = 0;
    scene_open();
    put(60, 60, TOY_SAND);
    atomic_store(&s.store.fail_save, true);
    step_to(5000, 0);
    CHECK_INT(counters().save_failures, 1);
    CHECK_INT(counters().kept_bytes, sizeof(loam_kept));
    for (int32_t i = 0; i < 250; i++)
    {
        step_to(5000, 0);
    }
    CHECK_INT(counters().save_failures, 3); // not in every step
    CHECK_INT(s.warnings, 1);               // and said once
    CHECK_INT(counters().unsaved, 1);
    step_to(0, 0);
    CHECK_INT(loam_tile_world_at(s.world, (loam_tile_pos){60, 60}).block, TOY_SAND);
    step_to(5000, 0);
    CHECK_INT(counters().kept_bytes, sizeof(loam_kept));
    atomic_store(&s.store.fail_save, false);
    for (int32_t i = 0; i < 100; i++)
    {
        step_to(5000, 0);
    }
    CHECK_INT(counters().kept_bytes, 0);
    CHECK_INT(counters().unsaved, 0);
    CHECK_INT(s.store.saves, 1);
    step_to(0, 0);
    CHECK_INT(loam_tile_world_at(s.world, (loam_tile_pos){60, 60}).block, TOY_SAND);
    scene_close();
}

static void test_autosave_that_fails_is_tried_again(void)
{
    scene_prepare();
    s.def.autosave_steps = 5;
    scene_open();
    put(60, 60, TOY_SAND);
    atomic_store(&s.store.fail_save, true);
    for (int32_t i = 0; i < 10; i++)
    {
        step_to(0, 0);
    }
    CHECK_INT(counters().save_failures, 1);
    atomic_store(&s.store.fail_save, false);
    for (int32_t i = 0; i < 100; i++)
    {
        step_to(0, 0);
    }
    CHECK_INT(s.store.saves, 1);
    CHECK_INT(counters().unsaved, 0);
    scene_close();
}

static void test_save_says_what_failed(void)
{
    scene_prepare();
    scene_open();
    put(60, 60, TOY_SAND);
    atomic_store(&s.store.fail_save, true);
    CHECK_INT(loam_tile_world_save(s.world), LOAM_IO);
    CHECK_CONTAINS(loam_last_error(), "chunk (0, 0)");
    CHECK_CONTAINS(loam_last_error(), "the toy store cannot save");
    atomic_store(&s.store.fail_save, false);
    atomic_store(&s.store.fail_flush, true);
    CHECK_INT(loam_tile_world_save(s.world), LOAM_IO);
    CHECK_CONTAINS(loam_last_error(), "cannot flush");
    atomic_store(&s.store.fail_flush, false);
    CHECK_OK(loam_tile_world_save(s.world));
    put(60, 60, TOY_GRAVEL);
    atomic_store(&s.store.fail_save, true);
    loam_tile_world_destroy(s.world);
    s.world = NULL;
    CHECK_INT(s.errors, 1);
    scene_close();
}

// The store has taken all chunks, and cannot write them: none is the world's own any more.
static void test_a_world_ends_before_its_store_could_write(void)
{
    scene_prepare();
    scene_open();
    put(60, 60, TOY_SAND);
    atomic_store(&s.store.fail_flush, true);
    loam_tile_world_destroy(s.world);
    s.world = NULL;
    CHECK_INT(s.errors, 1);
    scene_close();
}

// What the store has and cannot read now stops the step. It is not grown over, and comes back whole.
static void test_what_cannot_be_loaded_is_not_grown_over(void)
{
    scene_prepare();
    s.def.keep_bytes = 0;
    scene_open();
    const loam_tile_pos home = s.def.centre, away = {home.x + 100 * LOAM_CHUNK_SIDE, home.y};
    put(60, 60, TOY_SAND);
    CHECK_OK(loam_tile_world_save(s.world));
    CHECK_OK(loam_tile_world_step(s.world, away));
    const uint64_t before = loam_tile_world_hash(s.world);
    atomic_store(&s.store.fail_load, true);
    CHECK_INT(loam_tile_world_step(s.world, home), LOAM_IO);
    CHECK_CONTAINS(loam_last_error(), "could not be loaded");
    CHECK_U64(loam_tile_world_hash(s.world), before);
    CHECK_RANGE(counters().load_failures, 1, 64);
    atomic_store(&s.store.fail_load, false);
    CHECK_OK(loam_tile_world_step(s.world, home));
    CHECK_INT(loam_tile_world_at(s.world, (loam_tile_pos){60, 60}).block, TOY_SAND);
    scene_close();
}

int main(void)
{
    RUN(test_a_change_is_saved_within_the_interval);
    RUN(test_nothing_older_than_the_interval_is_missing);
    RUN(test_many_changes_at_once_are_saved_bit_by_bit);
    RUN(test_chunks_are_handed_over_in_rounds);
    RUN(test_without_autosave_chunks_are_saved_when_they_leave);
    RUN(test_old_chunks_leave_bit_by_bit);
    RUN(test_retired_chunks_are_recalled_with_their_changes);
    RUN(test_memory_is_limited_and_the_oldest_leave_first);
    RUN(test_unchanged_chunks_are_saved_only_on_request);
    RUN(test_save_leaves_nothing_and_flushes);
    RUN(test_the_end_saves);
    RUN(test_without_a_save_function_changes_stay);
    RUN(test_what_cannot_be_saved_stays_and_is_tried_again);
    RUN(test_autosave_that_fails_is_tried_again);
    RUN(test_save_says_what_failed);
    RUN(test_a_world_ends_before_its_store_could_write);
    RUN(test_what_cannot_be_loaded_is_not_grown_over);
    return CHECK_DONE();
}
