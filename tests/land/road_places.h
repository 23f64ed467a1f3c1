// SPDX-License-Identifier: MIT
// Where tests of roads look.
#ifndef LOAM_TESTS_ROAD_PLACES_H
#define LOAM_TESTS_ROAD_PLACES_H

#include "water_fixture.h"

enum
{
    PAGES = 3, // along a view
};

static const struct
{
    uint64_t seed;
    int64_t page_x, page_z;
} places[] = {
    {1, -1, -1}, {2, 0, 3}, {3, -2, 0}, {77, 5, -9}, {4, (int64_t)1 << 28, -((int64_t)1 << 28)}};

enum
{
    PLACES = sizeof places / sizeof *places,
};

/// Fewer places, unless there is time; sanitizers see one.
static inline int32_t place_step(void)
{
    return getenv("LOAM_SOAK") != NULL ? 1 : CHECK_SANITIZED ? PLACES : 3;
}

#endif
