// SPDX-License-Identifier: MIT
// Results, messages, log, assertions, instruction sets, clock, conditions.
#include "loam/base.h"

#include "base/thread.h"
#include "check.h"

#include <setjmp.h>

static void test_results_have_names(void)
{
    CHECK_TEXT(loam_result_name(LOAM_OK), "ok");
    CHECK_TEXT(loam_result_name(LOAM_BAD_ARGUMENT), "bad argument");
    CHECK_TEXT(loam_result_name(LOAM_OUT_OF_MEMORY), "out of memory");
    CHECK_TEXT(loam_result_name(LOAM_NOT_FOUND), "not found");
    CHECK_TEXT(loam_result_name(LOAM_UNSUPPORTED), "unsupported");
    CHECK_TEXT(loam_result_name(LOAM_CANCELLED), "cancelled");
    CHECK_TEXT(loam_result_name(LOAM_FAILED), "failed");
    CHECK_TEXT(loam_result_name((loam_result)99), "?");
    CHECK_TEXT(loam_result_name((loam_result)-1), "?");
}

static void test_a_failure_leaves_its_message(void)
{
    CHECK_INT(loam_fail(LOAM_NOT_FOUND, "stage \"%s\" of %d", "rivers", 3), LOAM_NOT_FOUND);
    CHECK_TEXT(loam_last_error(), "stage \"rivers\" of 3");
    CHECK_INT(loam_fail(LOAM_IO, "plain"), LOAM_IO);
    CHECK_TEXT(loam_last_error(), "plain");
    CHECK_INT(loam_fail_text(LOAM_CANCELLED, "100%s sure"), LOAM_CANCELLED);
    CHECK_TEXT(loam_last_error(), "100%s sure");
}

static void test_a_message_may_quote_the_one_before(void)
{
    (void)loam_fail(LOAM_IO, "disk is full");
    (void)loam_fail(LOAM_FAILED, "stage \"soil\": %s", loam_last_error());
    CHECK_TEXT(loam_last_error(), "stage \"soil\": disk is full");
}

static void test_a_long_message_is_cut(void)
{
    char text[2000];
    memset(text, 'x', sizeof text - 1);
    text[sizeof text - 1] = '\0';
    (void)loam_fail(LOAM_FAILED, "%s", text);
    CHECK_INT(strlen(loam_last_error()), 511);
    CHECK(strspn(loam_last_error(), "x") == 511);
}

#ifndef LOAM_NO_THREADS
static void *fail_elsewhere(void *argument)
{
    char *const seen = argument;
    const bool clean = loam_last_error()[0] == '\0';
    (void)loam_fail(LOAM_FAILED, "theirs");
    snprintf(seen, 32, "%s %s", clean ? "clean" : "dirty", loam_last_error());
    return NULL;
}
#endif

static void test_each_thread_has_its_own_message(void)
{
#ifndef LOAM_NO_THREADS
    char seen[32] = "";
    loam_thread thread;
    (void)loam_fail(LOAM_FAILED, "mine");
    CHECK(loam_thread_start(&thread, fail_elsewhere, seen));
    loam_thread_join(thread);
    CHECK_TEXT(seen, "clean theirs");
    CHECK_TEXT(loam_last_error(), "mine");
#endif
}

typedef struct log_line
{
    int count;
    loam_log_level level;
    char message[600];
} log_line;

static void keep_line(void *user, loam_log_level level, const char *message)
{
    log_line *const line = user;
    line->count++;
    line->level = level;
    snprintf(line->message, sizeof line->message, "%s", message);
}

static void test_log_lines_reach_the_hook(void)
{
    log_line line = {0};
    loam_env env = loam_default_env();
    loam_log_write(&env, LOAM_LOG_ERROR, "nobody hears %d", 1);
    env.log = (loam_log){keep_line, &line};
    loam_log_write(&env, LOAM_LOG_WARNING, "%d pages of %s", 7, "soil");
    CHECK_INT(line.count, 1);
    CHECK_INT(line.level, LOAM_LOG_WARNING);
    CHECK_TEXT(line.message, "7 pages of soil");
}

typedef struct caught
{
    jmp_buf back;
    const char *condition;
    int line;
} caught;

static void catch_bug(void *user, const char *condition, const char *file, int line)
{
    caught *const bug = user;
    bug->condition = condition;
    bug->line = line;
    CHECK_CONTAINS(file, "result.c");
    longjmp(bug->back, 1);
}

static void test_bugs_reach_the_hook(void)
{
    static caught bug;
    loam_env env = loam_default_env();
    env.assertion = (loam_assert_hook){catch_bug, &bug};
    LOAM_ASSERT(&env, 1 + 1 == 2);
    CHECK(bug.condition == NULL);
    if (setjmp(bug.back) == 0)
    {
        LOAM_ASSERT(&env, 1 + 1 == 3);
        CHECK_REPORT(false, "an assertion that fails does not return");
    }
    CHECK_TEXT(bug.condition != NULL ? bug.condition : "", "1 + 1 == 3");
    CHECK(bug.line > 0);
    CHECK_CONTAINS(loam_last_error(), "1 + 1 == 3");
}

static void test_instruction_sets(void)
{
    CHECK_TEXT(loam_isa_name(LOAM_ISA_AUTO), "auto");
    CHECK_TEXT(loam_isa_name(LOAM_ISA_SCALAR), "scalar");
    CHECK_TEXT(loam_isa_name(LOAM_ISA_SSE2), "sse2");
    CHECK_TEXT(loam_isa_name(LOAM_ISA_AVX2), "avx2");
    CHECK_TEXT(loam_isa_name(LOAM_ISA_AVX512), "avx512");
    CHECK_TEXT(loam_isa_name(LOAM_ISA_NEON), "neon");
    CHECK_TEXT(loam_isa_name(LOAM_ISA_WASM), "wasm");
    CHECK_TEXT(loam_isa_name(LOAM_ISA_COUNT), "?");
    CHECK_TEXT(loam_isa_name((loam_isa)-3), "?");
    CHECK(loam_isa_available(LOAM_ISA_AUTO));
    CHECK(loam_isa_available(LOAM_ISA_SCALAR));
    CHECK(!loam_isa_available(LOAM_ISA_COUNT));
    CHECK(!loam_isa_available((loam_isa)-1));
    CHECK(loam_isa_available(loam_isa_best()));
    CHECK(loam_isa_best() != LOAM_ISA_AUTO);
    // No processor has sets of two families.
    const bool x86 = loam_isa_available(LOAM_ISA_SSE2), arm = loam_isa_available(LOAM_ISA_NEON);
    CHECK(!(x86 && arm));
    CHECK(!loam_isa_available(LOAM_ISA_AVX2) || x86);
    CHECK(!loam_isa_available(LOAM_ISA_AVX512) || loam_isa_available(LOAM_ISA_AVX2));
}

static void test_version(void)
{
    char text[32];
    snprintf(text, sizeof text, "%d.%d.%d", LOAM_VERSION_MAJOR, LOAM_VERSION_MINOR,
             LOAM_VERSION_PATCH);
    CHECK_TEXT(loam_version(), text);
    CHECK_TEXT(LOAM_VERSION_TEXT, text);
}

static void test_the_clock_goes_forward(void)
{
    const uint64_t start = loam_clock_ns();
    uint64_t before = start;
    bool forward = true;
    for (int i = 0; i < 1000000 && before < start + 1000000; i++)
    {
        const uint64_t now = loam_clock_ns();
        forward = forward && now >= before;
        before = now;
    }
    CHECK(forward);
    CHECK(before > start);
}

// The clock that a condition waits by has to be the one its deadline is computed on: with the wrong
// one, the wait would end at once.
static void test_a_wait_takes_about_its_time(void)
{
#ifndef LOAM_NO_THREADS
    loam_mutex mutex;
    loam_condition condition;
    CHECK(loam_mutex_init(&mutex));
    CHECK(loam_condition_init(&condition));
    loam_mutex_lock(&mutex);
    const uint64_t start = loam_clock_ns();
    for (int i = 0; i < 3; i++)
    {
        loam_condition_wait(&condition, &mutex, 15000);
    }
    // Half of 45 ms: waits may end early for no reason, but hardly three times.
    CHECK(loam_clock_ns() - start > 22000000);
    loam_mutex_unlock(&mutex);
    loam_condition_destroy(&condition);
    loam_mutex_destroy(&mutex);
#endif
}

int main(void)
{
    CHECK_TEXT(loam_last_error(), "");
    RUN(test_results_have_names);
    RUN(test_a_failure_leaves_its_message);
    RUN(test_a_message_may_quote_the_one_before);
    RUN(test_a_long_message_is_cut);
    RUN(test_each_thread_has_its_own_message);
    RUN(test_log_lines_reach_the_hook);
    RUN(test_bugs_reach_the_hook);
    RUN(test_instruction_sets);
    RUN(test_version);
    RUN(test_the_clock_goes_forward);
    RUN(test_a_wait_takes_about_its_time);
    return CHECK_DONE();
}
