// SPDX-License-Identifier: MIT
// What a test is made of. A failed check prints file, line and both values, and the test goes on, so
// that one run shows all that is wrong.
#ifndef LOAM_TESTS_CHECK_H
#define LOAM_TESTS_CHECK_H

#include "sanitized.h"

#include "loam/base.h"

#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

// Atomic, as tests of threads check on several of them.
static _Atomic int check_failures;
static _Atomic int check_count;

/// Prints what is wrong, the first 50 times. As one call to one function, checks compile quickly.
LOAM_PRINTF(3, 4)
static inline void check_fail(const char *file, int line, const char *format, ...)
{
    if (++check_failures > 50)
    {
        return;
    }
    va_list values;
    va_start(values, format);
    fprintf(stderr, "%s:%d: ", file, line);
    vfprintf(stderr, format, values);
    fputc('\n', stderr);
    va_end(values);
}

#define CHECK_REPORT(ok, ...) \
    do \
    { \
        check_count++; \
        if (!(ok)) \
        { \
            check_fail(__FILE__, __LINE__, __VA_ARGS__); \
        } \
    } while (0)

#define CHECK(condition) CHECK_REPORT(condition, "%s is false", #condition)

#define CHECK_INT(actual, expected) \
    do \
    { \
        const int64_t check_a = (int64_t)(actual), check_e = (int64_t)(expected); \
        CHECK_REPORT(check_a == check_e, "%s is %" PRId64 ", expected %" PRId64, #actual, check_a, \
                     check_e); \
    } while (0)

#define CHECK_U64(actual, expected) \
    do \
    { \
        const uint64_t check_a = (actual), check_e = (expected); \
        CHECK_REPORT(check_a == check_e, "%s is 0x%016" PRIx64 ", expected 0x%016" PRIx64, \
                     #actual, check_a, check_e); \
    } while (0)

/// A number that must lie in a range; NaN does not.
#define CHECK_RANGE(actual, low, high) \
    do \
    { \
        const double check_a = (double)(actual), check_l = (double)(low), \
                     check_h = (double)(high); \
        CHECK_REPORT(check_a >= check_l && check_a <= check_h, \
                     "%s is %.9g, expected %.9g to %.9g", #actual, check_a, check_l, check_h); \
    } while (0)

#define CHECK_NEAR(actual, expected, tolerance) \
    CHECK_RANGE(actual, (double)(expected) - (double)(tolerance), \
                (double)(expected) + (double)(tolerance))

#define CHECK_TEXT(actual, expected) \
    do \
    { \
        const char *check_a = (actual), *check_e = (expected); \
        CHECK_REPORT(strcmp(check_a, check_e) == 0, "%s is \"%s\", expected \"%s\"", #actual, \
                     check_a, check_e); \
    } while (0)

/// The text must contain the part.
#define CHECK_CONTAINS(actual, part) \
    do \
    { \
        const char *check_a = (actual), *check_p = (part); \
        CHECK_REPORT(strstr(check_a, check_p) != NULL, "%s is \"%s\", expected to contain \"%s\"", \
                     #actual, check_a, check_p); \
    } while (0)

#define CHECK_OK(call) \
    do \
    { \
        const loam_result check_r = (call); \
        CHECK_REPORT(check_r == LOAM_OK, "%s gave %s: %s", #call, loam_result_name(check_r), \
                     loam_last_error()); \
    } while (0)

/// A moment in which other threads do what is waited for: asking them all the time would cost a processor.
static inline void check_rest(void)
{
    nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
}

/// What a test has cost, in seconds of processors; for who looks for the time, with LOAM_TEST_TIMES=1.
static inline void check_say_time(const char *test, clock_t began)
{
    if (getenv("LOAM_TEST_TIMES") != NULL)
    {
        printf("%8.2f s %s\n", (double)(clock() - began) / CLOCKS_PER_SEC, test);
    }
}

/// Runs one test and says its name if it failed.
#define RUN(test) \
    do \
    { \
        const int check_before = check_failures; \
        const clock_t check_began = clock(); \
        test(); \
        check_say_time(#test, check_began); \
        if (check_failures > check_before) \
        { \
            fprintf(stderr, "FAILED %s\n", #test); \
        } \
    } while (0)

/// Runs a test that has no threads, in a program that has others, or the same ones as another test of it:
/// ThreadSanitizer can find nothing in it.
#define RUN_SERIAL(test) \
    do \
    { \
        if (!CHECK_RACES) \
        { \
            RUN(test); \
        } \
    } while (0)

/// Runs a test that counts at many places what others see at one: no sanitizer would find more in it.
#define RUN_UNSANITIZED(test) \
    do \
    { \
        if (!CHECK_SANITIZED) \
        { \
            RUN(test); \
        } \
    } while (0)

/// The last statement of main.
#define CHECK_DONE() \
    (printf("%d checks, %d failed\n", check_count, check_failures), \
     check_failures == 0 && check_count > 0 ? 0 : 1)

#endif
