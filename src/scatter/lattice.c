// SPDX-License-Identifier: MIT
#include "scatter/bins.h"

#include "loam/maths.h"
#include "loam/random.h"

// Points of squares and hexagons, moved by chance (Blomqvist et al. 2016, 2.7.1; Karavasilev 2021, 3.5). A cell's point
// follows from the cell alone, so a page goes through the cells that may have a point on it.

typedef struct place
{
    int64_t x, y;
} place;

/// value of 65536 parts.
static int64_t share(int64_t length, int64_t value)
{
    return length * value / 65536;
}

static place square_point(const loam_scatter_plan *plan, uint64_t seed, int64_t column, int64_t row)
{
    const int64_t side = plan->spacing, room = share(side, plan->jitter);
    const uint64_t cell = loam_seed_at(seed, column, row, 0);
    const int64_t first = (side - room) / 2;
    return (place){column * side + first + share(room, loam_random_u32(cell, 0) >> 16),
                   row * side + first + share(room, loam_random_u32(cell, 1) >> 16)};
}

/// How far rows of hexagons are apart: half the root of 3, as 56756 / 65536, of the spacing.
static int64_t row_height(const loam_scatter_plan *plan)
{
    return share(plan->spacing, 56756);
}

/// A hexagon is three rhombs that meet in its middle; any of them is as likely, and any place in it.
static place hexagon_point(const loam_scatter_plan *plan, uint64_t seed, int64_t column,
                           int64_t row)
{
    const int64_t width = plan->spacing, half = share(width, plan->jitter) / 2;
    const int64_t top = share(share(width, 37837), plan->jitter); // its third root of the width
    const int64_t corners[3][2] = {{0, top}, {half, -top / 2}, {-half, -top / 2}};
    const uint64_t cell = loam_seed_at(seed, column, row, 0);
    const uint32_t rhomb = loam_random_below(cell, 0, 3);
    const int64_t *const a = corners[rhomb], *const b = corners[(rhomb + 1) % 3];
    const int64_t u = loam_random_u32(cell, 1) >> 16, v = loam_random_u32(cell, 2) >> 16;
    const int64_t odd = row & 1;
    return (place){column * width + odd * (width / 2) + share(a[0], u) + share(b[0], v),
                   row * row_height(plan) + share(a[1], u) + share(b[1], v)};
}

/// Whether an earlier layer keeps a site away.
static bool is_taken(const loam_scatter_bins *earlier, int32_t x, int32_t y)
{
    int32_t bin = -1, at = -1;
    const loam_scatter_site *disc;
    while ((disc = loam_scatter_bins_walk(earlier, x, y, &bin, &at)) != NULL)
    {
        const int64_t dx = x - disc->x, dy = y - disc->y;
        if (dx * dx + dy * dy < (int64_t)disc->spacing * disc->spacing)
        {
            return true;
        }
    }
    return false;
}

static int32_t range_of(const loam_scatter_plan *plan)
{
    return plan->reach > plan->spacing ? plan->reach : plan->spacing;
}

size_t loam_scatter_lattice_scratch(const loam_scatter_plan *plan)
{
    return loam_scatter_bins_size(plan->ground, range_of(plan), plan->disc_capacity);
}

int32_t loam_scatter_fill_lattice(const loam_scatter_page *page, loam_arena *scratch,
                                  loam_scatter_site *out)
{
    const loam_scatter_plan *const plan = page->plan;
    const bool hexagons = plan->method == LOAM_SCATTER_HEX;
    const int64_t height = hexagons ? row_height(plan) : plan->spacing, side = plan->ground;
    const int64_t top = loam_floor_div(page->y, height) - 1,
                  left = loam_floor_div(page->x, plan->spacing) - 1;
    const int64_t bottom = loam_floor_div(page->y + side, height) + 1;
    const int64_t right = loam_floor_div(page->x + side, plan->spacing) + 1;
    loam_scatter_bins earlier;
    int32_t count = 0;
    loam_scatter_bins_init(&earlier, plan->ground, range_of(plan), plan->disc_capacity, scratch);
    for (int32_t i = 0; i < page->disc_count; i++)
    {
        loam_scatter_bins_add(&earlier, page->discs[i]);
    }
    for (int64_t row = top; row <= bottom; row++)
    {
        for (int64_t column = left; column <= right; column++)
        {
            const place at = hexagons ? hexagon_point(plan, page->seed, column, row)
                                      : square_point(plan, page->seed, column, row);
            const int64_t x = at.x - page->x, y = at.y - page->y;
            if (x >= 0 && x < side && y >= 0 && y < side &&
                !is_taken(&earlier, (int32_t)x, (int32_t)y))
            {
                out[count++] = (loam_scatter_site){(int32_t)x, (int32_t)y, plan->spacing};
            }
        }
    }
    return count;
}
