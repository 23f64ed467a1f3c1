// SPDX-License-Identifier: MIT
// What programs keep with a world: it comes back, is checked, survives compaction, and harms nothing when
// it is damaged.
#define _XOPEN_SOURCE 700 // for mkdtemp

#include "store/extras.h"
#include "store/damaged.h"

/// Bytes that follow from a number; half of them can be compressed.
static uint8_t *make_bytes(size_t count, uint64_t number)
{
    uint8_t *made = malloc(count + 1);
    for (size_t i = 0; i < count; i++)
    {
        made[i] = i % 2 == 0 ? 7 : (uint8_t)loam_random_u64(number, i);
    }
    return made;
}

static void set(loam_store *store, const char *name, size_t count, uint64_t number)
{
    uint8_t *made = make_bytes(count, number);
    CHECK_OK(loam_store_set_extra(store, name, made, count));
    free(made);
}

static bool has(loam_store *store, const char *name, size_t count, uint64_t number)
{
    uint8_t *expected = make_bytes(count, number), *got = malloc(LOAM_MAX_EXTRA_BYTES);
    size_t actual = 0;
    const bool same = loam_store_get_extra(store, name, got, LOAM_MAX_EXTRA_BYTES, &actual) ==
                          LOAM_OK &&
                      actual == count && memcmp(expected, got, count) == 0;
    free(expected);
    free(got);
    return same;
}

static bool has_none(loam_store *store, const char *name)
{
    size_t count = 9;
    return loam_store_get_extra(store, name, NULL, 0, &count) == LOAM_NOT_FOUND && count == 0;
}

static void test_extras_come_back(void)
{
    loam_store *store = world_make("w.loam", 2, 1);
    CHECK(has_none(store, "map"));
    set(store, "map", 1000, 1);
    set(store, "map/0,-1", 1, 2);
    set(store, "large", LOAM_MAX_EXTRA_BYTES, 3);
    set(store, "gone", 50, 4);
    CHECK(has(store, "map", 1000, 1)); // written or not
    CHECK_OK(loam_store_flush(store));
    CHECK(has(store, "map", 1000, 1));
    set(store, "map", 20, 5);
    CHECK_OK(loam_store_set_extra(store, "gone", NULL, 0));
    CHECK_OK(loam_store_set_extra(store, "never", NULL, 0));
    CHECK(has_none(store, "gone"));
    CHECK(has(store, "map", 20, 5));
    loam_store_close(store);
    for (int round = 0; round < 2; round++)
    {
        store = world_open("w.loam", round == 0);
        CHECK(has(store, "map", 20, 5));
        CHECK(has(store, "map/0,-1", 1, 2));
        CHECK(has(store, "large", LOAM_MAX_EXTRA_BYTES, 3));
        CHECK(has_none(store, "gone"));
        CHECK(has_none(store, "never"));
        CHECK(world_has(store, (loam_chunk_pos){1, 0}, 1));
        CHECK_INT(world_faults(store), 0);
        if (round == 0)
        {
            CHECK_INT(loam_store_set_extra(store, "map", "x", 1), LOAM_BAD_ARGUMENT);
        }
        loam_store_close(store);
    }
    CHECK_INT(folder_count(1), 1);
}

static void test_little_room_gets_the_beginning(void)
{
    loam_store *store = world_make("w.loam", 0, 1);
    CHECK_OK(loam_store_set_extra(store, "words", "abcdef", 6));
    for (int round = 0; round < 2; round++)
    {
        char got[8] = "-------";
        size_t count = 0;
        CHECK_OK(loam_store_get_extra(store, "words", got, 3, &count));
        CHECK_INT(count, 6);
        CHECK_TEXT(got, "abc----");
        CHECK_OK(loam_store_get_extra(store, "words", NULL, 0, &count));
        CHECK_INT(count, 6);
        CHECK_OK(loam_store_flush(store));
    }
    loam_store_close(store);
    CHECK_INT(folder_count(1), 1);
}

static void test_what_is_refused(void)
{
    static const char *const bad[] = {"", "Map", "a b", "a.b", "\xc3\xa4", "a\n"};
    loam_store *store = world_make("w.loam", 0, 1);
    size_t count;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
    {
        CHECK_INT(loam_store_set_extra(store, bad[i], "x", 1), LOAM_BAD_ARGUMENT);
        CHECK_CONTAINS(loam_last_error(), "a-z 0-9");
        CHECK_INT(loam_store_get_extra(store, bad[i], NULL, 0, &count), LOAM_BAD_ARGUMENT);
    }
    char name[LOAM_MAX_EXTRA_NAME + 2];
    memset(name, 'n', sizeof name);
    name[LOAM_MAX_EXTRA_NAME + 1] = '\0';
    CHECK_INT(loam_store_set_extra(store, name, "x", 1), LOAM_BAD_ARGUMENT);
    name[LOAM_MAX_EXTRA_NAME] = '\0';
    set(store, name, 5, 6);
    CHECK_OK(loam_store_flush(store));
    CHECK(has(store, name, 5, 6));
    uint8_t *large = calloc(1, LOAM_MAX_EXTRA_BYTES + 1);
    CHECK_INT(loam_store_set_extra(store, "a", large, LOAM_MAX_EXTRA_BYTES + 1), LOAM_BAD_ARGUMENT);
    CHECK_CONTAINS(loam_last_error(), "must be at most");
    free(large);
    loam_store_close(store);
    CHECK_INT(folder_count(1), 1);
}

// There is a limit to how many there are, which what is removed does not count for.
static void test_there_are_not_too_many(void)
{
    const loam_env env = loam_default_env();
    loam_extras extras = {0};
    for (int64_t id = 0; id < LOAM_MAX_EXTRAS; id++)
    {
        CHECK_OK(loam_extras_note(&extras, &env, id * 3 % LOAM_MAX_EXTRAS * 7));
    }
    CHECK_INT(extras.id_count, LOAM_MAX_EXTRAS);
    for (size_t i = 1; i < extras.id_count; i++)
    {
        CHECK(extras.ids[i - 1] < extras.ids[i]);
    }
    loam_extra one = {.name = "one", .count = 1};
    CHECK_INT(loam_extras_put(&extras, &env, &one, "x"), LOAM_BAD_ARGUMENT);
    CHECK_CONTAINS(loam_last_error(), "65536 extras");
    extras.id_count--;
    CHECK_OK(loam_extras_put(&extras, &env, &one, "x"));
    CHECK_OK(loam_extras_put(&extras, &env, &one, "y")); // the same one again
    one.count = 0;
    CHECK_OK(loam_extras_put(&extras, &env, &one, NULL));
    CHECK_INT(extras.id_count, LOAM_MAX_EXTRAS - 1);
    loam_extras_free(&extras, &env);
}

// Whoever waits for one that was replaced waits for the one in its place.
static void test_those_in_the_place_of_others(void)
{
    const loam_env env = loam_default_env();
    loam_extras extras = {0};
    loam_extra one = {.name = "one", .count = 1, .number = 3};
    CHECK_OK(loam_extras_put(&extras, &env, &one, "x"));
    one.number = 8;
    CHECK_OK(loam_extras_put(&extras, &env, &one, "y"));
    CHECK(loam_extras_wait_until(&extras, 3));
    CHECK(!loam_extras_wait_until(&extras, 2));
    extras.first->taken = true; // the writer has it, and cannot write it
    one.number = 9;
    CHECK_OK(loam_extras_put(&extras, &env, &one, "z"));
    CHECK(loam_extras_waiting(&extras, "one")->bytes[0] == 'z');
    loam_extras_settle(&extras, &env);
    CHECK(loam_extras_wait_until(&extras, 3));
    CHECK_INT(extras.waiting_bytes, 1);
    extras.first->taken = extras.first->written = true;
    loam_extras_settle(&extras, &env);
    CHECK(!loam_extras_wait_until(&extras, 100));
    CHECK_INT(extras.waiting_bytes, 0);
    loam_extras_free(&extras, &env);
}

static void test_compaction_keeps_them(void)
{
    loam_store *store = world_make("w.loam", 3, 1);
    loam_store_compaction done;
    for (int i = 0; i < 40; i++)
    {
        char name[16];
        snprintf(name, sizeof name, "n%d", i);
        set(store, name, 3000, (uint64_t)i);
    }
    CHECK_OK(loam_store_compact(store, &done));
    CHECK_TEXT(done.kept, "");
    CHECK(has(store, "n39", 3000, 39));
    loam_store_close(store);
    store = world_open("w.loam", true);
    CHECK(has(store, "n0", 3000, 0));
    CHECK(has(store, "n39", 3000, 39));
    CHECK_INT(world_faults(store), 0);
    loam_store_close(store);
    CHECK_INT(folder_count(1), 1);
}

static void test_a_damaged_one_is_not_found(void)
{
    loam_store *store = world_make("w.loam", 1, 1);
    set(store, "a", 100, 1);
    set(store, "b", 100, 2);
    loam_store_close(store);
    for (size_t bit = 0; bit < 700; bit += 37)
    {
        flip("w.loam", "meta", "value", loam_extra_id("a"), bit);
        store = open_logged("w.loam", true);
        CHECK(has_none(store, "a"));
        CHECK_CONTAINS(last_log, "its extra a is damaged");
        CHECK(has(store, "b", 100, 2));
        CHECK_INT(world_faults(store), 1);
        loam_store_close(store);
        flip("w.loam", "meta", "value", loam_extra_id("a"), bit);
    }
    // A new one takes its place; compaction leaves a damaged one, and keeps the old file.
    flip("w.loam", "meta", "value", loam_extra_id("a"), 5);
    store = open_logged("w.loam", false);
    loam_store_compaction done;
    CHECK_OK(loam_store_compact(store, &done));
    CHECK_CONTAINS(done.kept, "w.loam.damaged");
    CHECK_INT(world_faults(store), 0);
    CHECK(has_none(store, "a"));
    CHECK(has(store, "b", 100, 2));
    set(store, "a", 10, 3);
    CHECK_OK(loam_store_flush(store));
    CHECK(has(store, "a", 10, 3));
    CHECK_INT(world_faults(store), 0);
    loam_store_close(store);
    CHECK_INT(folder_count(1), 2);
}

static void test_rows_of_strangers(void)
{
    loam_store *store = world_make("w.loam", 1, 1);
    set(store, "a", 100, 1);
    loam_store_close(store);
    change("w.loam", "UPDATE meta SET name = 'extra:b' WHERE name = 'extra:a'");
    store = open_logged("w.loam", true);
    CHECK(has_none(store, "a"));
    CHECK(has_none(store, "b"));
    CHECK_INT(world_faults(store), 1);
    loam_store_close(store);
    change("w.loam", "UPDATE meta SET value = zeroblob(9000000) WHERE name = 'extra:b'");
    store = open_logged("w.loam", true);
    CHECK(has_none(store, "a"));
    CHECK_INT(world_faults(store), 1);
    loam_store_close(store);
    change("w.loam", "UPDATE meta SET value = 'text' WHERE name = 'extra:b'");
    store = open_logged("w.loam", true);
    CHECK(has_none(store, "a"));
    CHECK(world_has(store, (loam_chunk_pos){0, 0}, 1));
    loam_store_close(store);
    CHECK_INT(folder_count(1), 1);
}

// Every prefix of a file is refused or read, and no byte of it, whatever it is, does more harm than that.
static void test_files_that_are_cut_or_wrong(void)
{
    loam_store *store = world_make("w.loam", 1, 1);
    set(store, "a", 20000, 1);
    set(store, "b", 10, 2);
    loam_store_close(store);
    bytes whole = world_bytes("w.loam");
    for (size_t i = 0; i < (CHECK_SANITIZED ? 60 : 400); i++)
    {
        const size_t at = loam_random_below(3, i, (uint32_t)whole.size);
        const bool cut = i % 4 == 0;
        whole.data[at] ^= 0x55;
        world_write("x.loam", whole.data, cut ? at : whole.size);
        whole.data[at] ^= 0x55;
        loam_store_def def = world_def("x.loam");
        loam_store *other = NULL;
        if (loam_store_open(&def, &other) == LOAM_OK)
        {
            uint64_t faults = 0;
            loam_store_verdict verdict;
            (void)loam_store_verify(other, world_count_fault, &faults, &verdict);
            CHECK(has(other, "a", 20000, 1) || has_none(other, "a"));
            CHECK(has(other, "b", 10, 2) || has_none(other, "b"));
            (void)loam_store_set_extra(other, "c", "new", 3);
            (void)loam_store_flush(other);
        }
        loam_store_close(other);
        remove("x.loam");
        remove("x.loam-wal");
        remove("x.loam-shm");
    }
    free(whole.data);
    folder_count(1);
}

// Wherever memory ends: a failure, and nothing leaks.
static int allocations_left;
static int64_t allocated;

static void *scarce_alloc(void *user, size_t size)
{
    (void)user;
    if (allocations_left-- <= 0)
    {
        return NULL;
    }
    allocated += (int64_t)size;
    return aligned_alloc(64, (size + 64) / 64 * 64);
}

static void scarce_free(void *user, void *memory, size_t size)
{
    (void)user;
    allocated -= (int64_t)size;
    free(memory);
}

static void test_memory_that_ends(void)
{
    const loam_env env = {.memory = {scarce_alloc, scarce_free, NULL}};
    for (int left = 0; left < 8; left++)
    {
        loam_extras extras = {0};
        allocations_left = left;
        for (int i = 0; i < 6; i++)
        {
            loam_extra extra = {.count = 10};
            snprintf(extra.name, sizeof extra.name, "n%d", i % 3);
            const loam_result result = loam_extras_put(&extras, &env, &extra, "0123456789");
            CHECK(result == LOAM_OK || result == LOAM_OUT_OF_MEMORY);
        }
        loam_extras_free(&extras, &env);
        CHECK_INT(allocated, 0);
    }
}

int main(void)
{
    world_enter();
    RUN(test_extras_come_back);
    RUN(test_little_room_gets_the_beginning);
    RUN(test_what_is_refused);
    RUN(test_there_are_not_too_many);
    RUN(test_those_in_the_place_of_others);
    RUN(test_compaction_keeps_them);
    RUN(test_a_damaged_one_is_not_found);
    RUN(test_rows_of_strangers);
    RUN(test_files_that_are_cut_or_wrong);
    RUN(test_memory_that_ends);
    folder_leave();
    return CHECK_DONE();
}
