// SPDX-License-Identifier: MIT
#include "scatter/bins.h"

#include "base/hash.h"

#include "loam/noise.h"
#include "loam/random.h"

// Poisson discs on one page, until none fits in any more.
//
// The page is cut into squares so small that a point covers the whole of its own. Darts are thrown at squares drawn from
// those that no disc covers yet; then these are cut into quarters, and so on (White, Cline and Egbert 2007; Ebeida et
// al. 2012). What is left after a few levels are small gaps, searched one by one: if a dart fails, the quarters of a
// square are searched in turn, down to single places. So in the end every place is within a disc, exactly.
//
// Who is filled first leaves a mark: points line up along an edge beyond which there is nothing yet. So the borders
// between pages are not straight. They go up and down by a quarter page, as a noise says, along the sides of squares.
//
// Bridson 2007, which the thesis used (Blomqvist et al. 2016, 3.6), walks from point to point and so over the borders of
// pages. Here the pages around are either done, and their points lie near, or begin later and keep clear of ours.

enum
{
    DARTS = 1,  // for each square
    LEVELS = 3, // that darts are thrown at before gaps are searched
};

/// A disc that touches the square at hand.
typedef struct near_disc
{
    int32_t x, y;
    int64_t square; // of its radius
} near_disc;

typedef struct square
{
    int32_t x, y, side;
} square;

typedef struct filling
{
    const loam_scatter_page *page;
    loam_scatter_bins own, earlier;
    near_disc *near;
    square *open, *next; // squares that may have room, and room for as many
    int32_t *wanted;     // the spacing of each square; NULL if that is the same everywhere
    int32_t open_count;
    int32_t shift, across; // a square's side is 1 << shift
    uint64_t key, draws;
    loam_scatter_site *out;
    int32_t count;
} filling;

static uint64_t draw(filling *fill)
{
    return loam_random_by_key(fill->key, fill->draws++);
}

static uint32_t draw_below(filling *fill, uint32_t limit)
{
    return (uint32_t)((draw(fill) >> 32) * limit >> 32);
}

/// Squares whose diagonal is no longer than the spacing.
static int32_t shift_of(int32_t spacing)
{
    int32_t shift = 0;
    while (2 * ((int64_t)4 << 2 * shift) <= (int64_t)spacing * spacing)
    {
        shift++;
    }
    return shift;
}

/// How far bins reach: whatever matters to a square.
static int32_t own_range(const loam_scatter_plan *plan)
{
    return plan->widest;
}

static int32_t earlier_range(const loam_scatter_plan *plan)
{
    return plan->reach > plan->spacing ? plan->reach : plan->spacing;
}

static size_t square_count(const loam_scatter_plan *plan)
{
    const size_t across = (size_t)plan->ground >> shift_of(plan->spacing);
    return across * across;
}

static size_t near_count_of(const loam_scatter_plan *plan)
{
    return (size_t)plan->near_capacity + (size_t)plan->disc_capacity;
}

size_t loam_scatter_poisson_scratch(const loam_scatter_plan *plan)
{
    return loam_scatter_bins_size(plan->ground, own_range(plan), plan->near_capacity) +
           loam_scatter_bins_size(plan->ground, earlier_range(plan), plan->disc_capacity) +
           LOAM_ARENA_SIZE(near_count_of(plan) * sizeof(near_disc)) +
           2 * LOAM_ARENA_SIZE(square_count(plan) * sizeof(square)) +
           2 * LOAM_ARENA_SIZE(square_count(plan) * sizeof(float)) +
           LOAM_ARENA_SIZE(square_count(plan) * sizeof(int32_t));
}

// ---- squares and discs --------------------------------------------------------------------------

static int64_t squared(int64_t x, int64_t y)
{
    return x * x + y * y;
}

/// The distance from a place to the farther end of a stretch of side steps.
static int64_t far_of(int32_t from, int32_t first, int32_t side)
{
    const int64_t low = (int64_t)from - first, high = (int64_t)first + side - 1 - from;
    return low > high ? low : high;
}

/// The distance to the nearest of it, 0 within.
static int64_t near_of(int32_t from, int32_t first, int32_t side)
{
    const int64_t before = (int64_t)first - from, behind = (int64_t)from - (first + side - 1);
    const int64_t max = before > behind ? before : behind;
    return max > 0 ? max : 0;
}

static bool covers(const near_disc *disc, square at)
{
    return squared(far_of(disc->x, at.x, at.side), far_of(disc->y, at.y, at.side)) < disc->square;
}

static bool touches(const near_disc *disc, square at)
{
    return squared(near_of(disc->x, at.x, at.side), near_of(disc->y, at.y, at.side)) < disc->square;
}

/// Brings the discs that touch a square to the front of the list; returns how many, -1 if one covers it.
static int32_t narrow(near_disc *list, int32_t count, square at)
{
    int32_t kept = 0;
    for (int32_t i = 0; i < count; i++)
    {
        const near_disc disc = list[i];
        if (covers(&disc, at))
        {
            return -1;
        }
        if (touches(&disc, at))
        {
            list[i] = list[kept];
            list[kept++] = disc;
        }
    }
    return kept;
}

/// Lists the discs that touch a square of the page; returns how many, -1 if one covers it.
static int32_t look_around(filling *fill, square at, int32_t spacing)
{
    const loam_scatter_bins *const all[2] = {&fill->own, &fill->earlier};
    int32_t count = 0;
    for (int32_t i = 0; i < 2; i++)
    {
        int32_t bin = -1, site = -1;
        const loam_scatter_site *one;
        while ((one = loam_scatter_bins_walk(all[i], at.x, at.y, &bin, &site)) != NULL)
        {
            const int64_t radius = i == 0 && spacing > one->spacing ? spacing : one->spacing;
            fill->near[count] = (near_disc){one->x, one->y, radius * radius};
            if (covers(&fill->near[count], at))
            {
                return -1;
            }
            count += touches(&fill->near[count], at);
        }
    }
    return count;
}

static square quarter_of(square at, int32_t index)
{
    const int32_t half = at.side / 2;
    return (square){at.x + index % 2 * half, at.y + index / 2 * half, half};
}

// ---- darts --------------------------------------------------------------------------------------

/// Throws a dart at a square, among discs that touch it: whether it hit a place that is free.
static bool throw_dart(filling *fill, square at, int32_t near, int32_t spacing)
{
    const uint64_t random = draw(fill);
    const uint32_t mask = (uint32_t)at.side - 1;
    const square place = {at.x + (int32_t)(random & mask), at.y + (int32_t)(random >> 32 & mask),
                          1};
    for (int32_t i = 0; i < near; i++)
    {
        if (covers(&fill->near[i], place))
        {
            return false;
        }
    }
    const loam_scatter_site site = {place.x, place.y, spacing};
    loam_scatter_bins_add(&fill->own, site);
    fill->out[fill->count++] = site;
    return true;
}

/// Finds a free place in a square if there is one. Recurses as deep as a square can be halved.
static bool search(filling *fill, square at, int32_t listed, int32_t spacing)
{
    const int32_t near = narrow(fill->near, listed, at);
    if (near < 0)
    {
        return false;
    }
    if (throw_dart(fill, at, near, spacing))
    {
        return true;
    }
    const int32_t turn = (int32_t)(draw(fill) & 3);
    for (int32_t i = 0; i < 4 && at.side > 1; i++)
    {
        if (search(fill, quarter_of(at, i ^ turn), near, spacing))
        {
            return true;
        }
    }
    return false;
}

static square square_at(const filling *fill, int32_t index)
{
    return (square){index % fill->across << fill->shift, index / fill->across << fill->shift,
                    1 << fill->shift};
}

static int32_t spacing_in(const filling *fill, square at)
{
    return fill->wanted != NULL
               ? fill->wanted[(at.y >> fill->shift) * fill->across + (at.x >> fill->shift)]
               : fill->page->plan->spacing;
}

/// Throws darts at open squares drawn by chance, not at each in turn: that would be the grid that nobody should see.
static void throw_darts(filling *fill)
{
    for (int32_t left = DARTS * fill->open_count; left > 0 && fill->open_count > 0; left--)
    {
        square *const drawn = &fill->open[draw_below(fill, (uint32_t)fill->open_count)];
        const int32_t spacing = spacing_in(fill, *drawn);
        const int32_t near = look_around(fill, *drawn, spacing);
        if (near < 0 || throw_dart(fill, *drawn, near, spacing))
        {
            *drawn = fill->open[--fill->open_count];
        }
    }
}

/// Finds a free place in a square of the page if there is one.
static void search_whole(filling *fill, square at)
{
    const int32_t spacing = spacing_in(fill, at);
    const int32_t near = look_around(fill, at, spacing);
    if (near >= 0)
    {
        (void)search(fill, at, near, spacing);
    }
}

/// Cuts open squares into quarters and forgets those that are covered. Squares whose quarters there is no room for, which
/// is hardly ever so, are searched at once.
static void split_squares(filling *fill)
{
    const int32_t room = fill->across * fill->across;
    square *const from = fill->open;
    int32_t count = 0;
    for (int32_t i = 0; i < fill->open_count; i++)
    {
        const int32_t near = look_around(fill, from[i], spacing_in(fill, from[i]));
        if (near >= 0 && (count + 4 > room || from[i].side == 1))
        {
            search_whole(fill, from[i]);
            continue;
        }
        for (int32_t k = 0; k < 4 && near >= 0; k++)
        {
            const square part = quarter_of(from[i], k);
            fill->next[count] = part;
            count += narrow(fill->near, near, part) >= 0;
        }
    }
    fill->open = fill->next;
    fill->next = from;
    fill->open_count = count;
}

// ---- a page -------------------------------------------------------------------------------------

/// By how much the ground under each square is moved along an axis, of the margin, -1 .. 1.
static loam_result ask_borders(const filling *fill, const char *axis, float *out)
{
    const loam_scatter_page *const page = fill->page;
    const int32_t side = 1 << fill->shift;
    loam_noise_def def = loam_default_noise_def();
    loam_noise noise;
    def.wavelength = 0.6 * (double)page->plan->page;
    const loam_result result = loam_noise_init(&noise, &def, loam_seed_derive(page->seed, axis));
    const loam_noise_area area = {
        .x = page->x, .y = page->y, .step = side, .w = fill->across, .h = fill->across, .d = 1};
    return result == LOAM_OK ? loam_noise_grid2(&noise, out, area) : result;
}

/// Whether the middle of a square, moved so, lies on this page.
static bool is_own(const loam_scatter_plan *plan, int32_t at, float moved)
{
    const float within = moved < -1.0f ? -1.0f : moved > 1.0f ? 1.0f : moved;
    const int32_t place = at + (int32_t)(within * (float)plan->margin) - plan->margin;
    return place >= 0 && place < plan->page;
}

/// The squares of this page.
static loam_result open_squares(filling *fill, loam_arena *scratch)
{
    const loam_scatter_plan *const plan = fill->page->plan;
    const size_t size = square_count(plan) * sizeof(float);
    float *const x = loam_arena_take(scratch, size), *const y = loam_arena_take(scratch, size);
    loam_result result = ask_borders(fill, "border x", x);
    result = result == LOAM_OK ? ask_borders(fill, "border y", y) : result;
    for (int32_t i = 0; i < fill->across * fill->across && result == LOAM_OK; i++)
    {
        const square at = square_at(fill, i);
        const int32_t half = at.side / 2;
        if (is_own(plan, at.x + half, x[i]) && is_own(plan, at.y + half, y[i]))
        {
            fill->open[fill->open_count++] = at;
        }
    }
    return result;
}

/// What spacing_at says of every square.
static void ask_spacings(filling *fill, loam_arena *scratch)
{
    const loam_scatter_page *const page = fill->page;
    const float low = (float)page->plan->spacing, high = (float)page->plan->widest;
    fill->wanted = loam_arena_take(scratch, square_count(page->plan) * sizeof *fill->wanted);
    for (int32_t i = 0; i < fill->across * fill->across; i++)
    {
        const square at = square_at(fill, i);
        const float said = page->layer->spacing_at(page->layer->user, page->x + at.x + at.side / 2,
                                                   page->y + at.y + at.side / 2) *
                           LOAM_SCATTER_ONE;
        fill->wanted[i] = (int32_t)(said > low ? said < high ? said : high : low);
    }
}

static loam_result prepare(filling *fill, const loam_scatter_site *near, int32_t near_count,
                           loam_arena *scratch)
{
    const loam_scatter_page *const page = fill->page;
    const loam_scatter_plan *const plan = page->plan;
    loam_scatter_bins_init(&fill->own, plan->ground, own_range(plan), plan->near_capacity, scratch);
    loam_scatter_bins_init(&fill->earlier, plan->ground, earlier_range(plan), plan->disc_capacity,
                           scratch);
    for (int32_t i = 0; i < near_count; i++)
    {
        loam_scatter_bins_add(&fill->own, near[i]);
    }
    for (int32_t i = 0; i < page->disc_count; i++)
    {
        loam_scatter_bins_add(&fill->earlier, page->discs[i]);
    }
    fill->near = loam_arena_take(scratch, near_count_of(plan) * sizeof *fill->near);
    fill->open = loam_arena_take(scratch, square_count(plan) * sizeof *fill->open);
    fill->next = loam_arena_take(scratch, square_count(plan) * sizeof *fill->next);
    if (plan->has_spacing)
    {
        ask_spacings(fill, scratch);
    }
    return open_squares(fill, scratch);
}

loam_result loam_scatter_fill_poisson(const loam_scatter_page *page, const loam_scatter_site *near,
                                      int32_t near_count, loam_arena *scratch,
                                      loam_scatter_site *out, int32_t *count)
{
    filling fill = {.page = page, .shift = shift_of(page->plan->spacing), .out = out};
    fill.across = page->plan->ground >> fill.shift;
    fill.key = loam_random_key(loam_seed_at(page->seed, page->page_x, page->page_y, 0));
    const loam_result result = prepare(&fill, near, near_count, scratch);
    for (int32_t i = 0; i < LEVELS && result == LOAM_OK; i++)
    {
        throw_darts(&fill);
        split_squares(&fill);
    }
    for (int32_t i = 0; i < fill.open_count; i++)
    {
        search_whole(&fill, fill.open[i]);
    }
    *count = fill.count;
    return result;
}
