// SPDX-License-Identifier: MIT
#include "land/world/plan.h"

#include <math.h>

// Level k ends at fine * 2^k, and then every level has about as many pages as the next. If that is too many
// for the memory, the rings behind the first are made narrower: level k ends at fine * (1 + (2^k - 1) q) with
// q in sixteenths, from 1 down to 0. Level 0 stays as it is, and what is far away gets coarser.
//
// The number of pages is counted for the worst place that a viewer can be at, once. So the plan does not
// change while the viewer moves, and the level of a place follows from the distance alone.

enum
{
    SHARES = 16,
    OFFSETS = 4, // of the centre within half a page, along each axis
    MAX_ROWS = 8192,
};

static const int64_t very_many = (int64_t)1 << 40;

/// Pages of side 1 that touch a disc around (x, z), both in 0 .. 1.
static int64_t count_touched(double x, double z, double radius)
{
    const int64_t first = radius > z ? -(int64_t)(radius - z) - 1 : 0;
    const int64_t last = (int64_t)(z + radius);
    int64_t count = 0;
    for (int64_t row = first; row <= last; row++)
    {
        const double low = (double)row;
        const double away = row < 0 ? z - (low + 1) : row > 0 ? low - z : 0;
        const double square = radius * radius - away * away;
        const double half = square > 0 ? sqrt(square) : 0;
        const int64_t left = half > x ? (int64_t)(half - x) + 1 : 0;
        count += left + 1 + (int64_t)(x + half);
    }
    return count;
}

// Centres are tried on a lattice. A disc anywhere lies within the disc around the next one of these that is
// larger by the distance between them; the other half of a page is its mirror image.
int64_t loam_land_plan_touched(int64_t radius, int64_t side)
{
    const double gap = 0.5 / OFFSETS * 0.5;
    const double grown = (double)radius / (double)side + gap * 1.4143;
    if (grown > MAX_ROWS)
    {
        return very_many;
    }
    int64_t most = 0;
    for (int32_t i = 0; i < OFFSETS * OFFSETS; i++)
    {
        const double x = (i % OFFSETS * 2 + 1) * gap, z = (i / OFFSETS * 2 + 1) * gap;
        const int64_t count = count_touched(x, z, grown);
        most = count > most ? count : most;
    }
    return most;
}

/// Each page that is split puts four in the place of one.
static int64_t count_pages(const land_plan *plan, int32_t top)
{
    int64_t count = loam_land_plan_touched(land_plan_keep(plan->view), land_page_side(top));
    for (int32_t level = 1; level <= top; level++)
    {
        count += 3 * loam_land_plan_touched(land_plan_keep(plan->reach[level - 1]),
                                            land_page_side(level));
    }
    return count;
}

/// Sets how far levels reach, and as the top one that with which pages are fewest. Returns how many they are.
static int64_t set_reaches(land_plan *plan, int64_t fine, int64_t share)
{
    int64_t fewest = INT64_MAX;
    for (int32_t level = 0; level < LOAM_SURFACE_LEVELS; level++)
    {
        plan->reach[level] = fine + ((fine << level) - fine) * share / SHARES;
        const int64_t count = count_pages(plan, level);
        plan->top = count < fewest ? level : plan->top;
        fewest = count < fewest ? count : fewest;
    }
    return fewest;
}

/// Pages and those that are to replace them are held together for a while.
static int64_t with_room(int64_t pages)
{
    return pages + pages / 8 + 8;
}

bool loam_land_plan_make(int64_t view, int64_t fine, int64_t capacity, land_plan *out,
                         int64_t *least)
{
    *out = (land_plan){.view = view};
    *least = very_many;
    for (int64_t share = SHARES; share >= 0; share--)
    {
        const int64_t pages = set_reaches(out, fine, share);
        if (pages < very_many && with_room(pages) <= capacity)
        {
            const int64_t enough = 2 * pages + 16;
            out->most = (int32_t)(capacity < enough ? capacity : enough);
            for (int32_t level = out->top; level < LOAM_SURFACE_LEVELS; level++)
            {
                out->reach[level] = view;
            }
            return true;
        }
        *least = with_room(pages) < *least ? with_room(pages) : *least;
    }
    return false;
}
