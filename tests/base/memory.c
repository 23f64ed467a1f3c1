// SPDX-License-Identifier: MIT
#include "loam/base.h"

#include "check.h"
#include "counting.h"

#include <setjmp.h>

static void test_default_memory_is_aligned_and_whole(void)
{
    const loam_env env = loam_default_env();
    uint8_t *blocks[300];
    for (size_t i = 0; i < 300; i++)
    {
        blocks[i] = loam_alloc(&env, i * 7);
        CHECK(blocks[i] != NULL);
        CHECK((uintptr_t)blocks[i] % 64 == 0);
        memset(blocks[i], (int)(i & 255), i * 7);
    }
    for (size_t i = 0; i < 300; i++)
    {
        bool whole = true;
        for (size_t byte = 0; byte < i * 7; byte++)
        {
            whole = whole && blocks[i][byte] == (i & 255);
        }
        CHECK(whole);
        loam_free(&env, blocks[i], i * 7);
    }
}

static void test_too_much_is_refused_with_a_message(void)
{
    const loam_env env = loam_default_env();
    CHECK(loam_alloc(&env, SIZE_MAX) == NULL);
    CHECK_CONTAINS(loam_last_error(), "no memory for");
    CHECK(loam_alloc(&env, SIZE_MAX - 40) == NULL);
}

static void test_the_allocator_hears_equal_sizes(void)
{
    counting counter;
    const loam_env env = counting_env(&counter);
    void *const some = loam_alloc(&env, 100);
    void *const none = loam_alloc(&env, 0);
    CHECK_INT(counter.blocks, 2);
    CHECK(none != NULL && none != some);
    loam_free(&env, some, 100);
    loam_free(&env, none, 0);
    loam_free(&env, NULL, 10);
    CHECK_INT(counter.blocks, 0);
    CHECK_INT(counter.bytes, 0);
}

static void test_a_refusal_is_a_null_and_a_message(void)
{
    counting counter;
    const loam_env env = counting_env(&counter);
    counter.refuse_at = 1;
    CHECK(loam_alloc(&env, 12345) == NULL);
    CHECK_CONTAINS(loam_last_error(), "12345");
    CHECK_INT(counter.blocks, 0);
}

static void test_an_arena_hands_out_front_to_back(void)
{
    _Alignas(64) uint8_t memory[300];
    loam_arena arena = loam_arena_make(memory, sizeof memory, NULL);
    CHECK(loam_arena_take(&arena, 1) == memory);
    CHECK(loam_arena_take(&arena, 64) == memory + 64);
    CHECK(loam_arena_take(&arena, 65) == memory + 128);
    CHECK(loam_arena_take(&arena, 0) == memory + 256);
    CHECK(loam_arena_take(&arena, 44) == memory + 256);
    CHECK_INT(arena.used, 300);
    arena.used = 0;
    CHECK(loam_arena_take(&arena, 300) == memory);
}

static void test_declared_sizes_add_up(void)
{
    enum
    {
        TOTAL = LOAM_ARENA_SIZE(1) + LOAM_ARENA_SIZE(64) + LOAM_ARENA_SIZE(100) + LOAM_ARENA_SIZE(0)
    };
    _Alignas(64) uint8_t memory[TOTAL];
    loam_arena arena = loam_arena_make(memory, sizeof memory, NULL);
    CHECK_INT(TOTAL, 64 + 64 + 128);
    loam_arena_take(&arena, 1);
    loam_arena_take(&arena, 64);
    loam_arena_take(&arena, 100);
    loam_arena_take(&arena, 0);
    CHECK(arena.used <= arena.size);
}

static jmp_buf back;

static void jump_back(void *user, const char *condition, const char *file, int line)
{
    (void)condition;
    (void)file;
    (void)line;
    ++*(int *)user;
    longjmp(back, 1);
}

static void test_taking_too_much_is_a_bug(void)
{
    static const size_t too_much[] = {65, SIZE_MAX, SIZE_MAX - 63, SIZE_MAX - 64};
    static const size_t short_of_room[] = {
        1, SIZE_MAX / 2}; // where the next piece would begin beyond the end
    _Alignas(64) static uint8_t memory[128];
    static int bugs;
    loam_env env = loam_default_env();
    env.assertion = (loam_assert_hook){jump_back, &bugs};
    for (volatile size_t i = 0; i < 4; i++)
    {
        loam_arena arena = loam_arena_make(memory, sizeof memory, &env);
        loam_arena_take(&arena, 40);
        if (setjmp(back) == 0)
        {
            loam_arena_take(&arena, too_much[i]);
            CHECK_REPORT(false, "taking too much does not return");
        }
    }
    for (volatile size_t i = 0; i < 2; i++)
    {
        loam_arena arena = loam_arena_make(memory, 100, &env);
        loam_arena_take(&arena, 70);
        if (setjmp(back) == 0)
        {
            loam_arena_take(&arena, short_of_room[i]);
            CHECK_REPORT(false, "taking what begins beyond the end does not return");
        }
    }
    if (setjmp(back) == 0)
    {
        loam_arena_make(memory + 1, 10, &env);
        CHECK_REPORT(false, "an arena starts aligned");
    }
    CHECK_INT(bugs, 7);
}

int main(void)
{
    RUN(test_default_memory_is_aligned_and_whole);
    RUN(test_too_much_is_refused_with_a_message);
    RUN(test_the_allocator_hears_equal_sizes);
    RUN(test_a_refusal_is_a_null_and_a_message);
    RUN(test_an_arena_hands_out_front_to_back);
    RUN(test_declared_sizes_add_up);
    RUN(test_taking_too_much_is_a_bug);
    return CHECK_DONE();
}
