// SPDX-License-Identifier: MIT
// Sanitizers make programs five to twenty times as slow, so tests give them less to do. They look for what
// goes wrong on the way, which a part of the cases shows; what comes out is for the build that takes all.
#ifndef LOAM_TESTS_SANITIZED_H
#define LOAM_TESTS_SANITIZED_H

#include <stdint.h>

#if defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define CHECK_RACES 1
#endif
#if __has_feature(thread_sanitizer) || __has_feature(address_sanitizer)
#define CHECK_SANITIZED 1
#endif
#else
#if defined(__SANITIZE_THREAD__)
#define CHECK_RACES 1
#endif
#if defined(__SANITIZE_THREAD__) || defined(__SANITIZE_ADDRESS__)
#define CHECK_SANITIZED 1
#endif
#endif
#ifndef CHECK_RACES
#define CHECK_RACES 0 // whether this is ThreadSanitizer
#endif
#ifndef CHECK_SANITIZED
#define CHECK_SANITIZED 0
#endif

/// How many cases are taken: all of them, or those that go all ways through the code once or twice.
static inline int32_t check_cases(int32_t all, int32_t sanitized)
{
    return CHECK_SANITIZED ? sanitized : all;
}

/// Of a long list of cases alike, every which is taken.
static inline int32_t check_every(void)
{
    return CHECK_SANITIZED ? 4 : 1;
}

/// How many of a number of cases alike are taken.
static inline int32_t check_sample(int32_t cases)
{
    return (cases + check_every() - 1) / check_every();
}

#endif
