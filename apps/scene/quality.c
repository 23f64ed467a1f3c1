// SPDX-License-Identifier: MIT
#include "scene/quality.h"

#include <stddef.h>

enum
{
    SLOW_FRAMES = 20,   // until it steps down
    FAST_FRAMES = 300,  // until it steps up: what flickers is worse than what is a little plain
    TRIAL_FRAMES = 600, // until a step up holds
    MAX_FAILURES = 6,   // that make the next one wait longer
};

const char *quality_name(int32_t kind)
{
    static const char *const names[QUALITY_KINDS + 1] = {"low", "medium", "high", "ultra", NULL};
    return names[kind];
}

quality quality_of(quality_kind kind)
{
    static const quality all[QUALITY_KINDS] = {
        [QUALITY_LOW] = {256, 2, 9, 128, 2, 12, 0, 0, 3, 1, 24, true},
        [QUALITY_MEDIUM] = {256, 1, 10, 256, 3, 18, 28, 14, 4, 1, 48, false},
        [QUALITY_HIGH] = {512, 1, 9, 512, 3, 28, 48, 24, 4, 1, 96, false},
        [QUALITY_ULTRA] = {512, 1, 9, 512, 3, 40, 64, 40, 2, 2, 96, false},
    };
    return all[kind];
}

int32_t quality_cloud_pixels(const quality *q, int32_t rows)
{
    const int32_t few = rows < 3 * 270 ? 2 : rows / 270;
    return q->plain || q->cloud_pixels < few ? q->cloud_pixels : few;
}

bool quality_follow(quality_pace *pace, double ms, double budget_ms)
{
    pace->slow = ms > budget_ms ? pace->slow + 1 : 0;
    pace->fast = ms < 0.5 * budget_ms ? pace->fast + 1 : 0;
    pace->tried += pace->tried > 0;
    if (pace->tried > TRIAL_FRAMES)
    {
        pace->tried = pace->failures = 0; // it holds
    }
    if (pace->slow >= SLOW_FRAMES && pace->now > QUALITY_LOW)
    {
        const int32_t more = pace->tried > 0 && pace->failures < MAX_FAILURES;
        *pace = (quality_pace){.now = pace->now - 1, .failures = pace->failures + more};
        return true;
    }
    if (pace->fast >= FAST_FRAMES << pace->failures && pace->now < QUALITY_HIGH)
    {
        *pace = (quality_pace){.now = pace->now + 1, .tried = 1, .failures = pace->failures};
        return true;
    }
    return false;
}
