// SPDX-License-Identifier: MIT
// The surface where rivers meet, split and come to the sea, and at lakes, as found on the finest graph near large
// mouths of several lands: banks without notches and steps, water without walls that the ground holds.
#include "water_find.h"

#include <math.h>

enum
{
    SIDE = 256,         // samples of a square
    MOUTHS = 2,         // of 32 km, of each window
    APART_M = 6144,     // of what is looked for on the graph of 2 km
    LOOKS = 2,          // of 12 km, around those
    FINE_APART_M = 512, // of what is found there
    MOST_SPOTS = 6,     // of a kind, of each land
};

/// What squares around spots of one kind show. Pairs are of samples beside each other.
typedef struct seen_banks
{
    int32_t squares;
    int32_t beside;          // pairs at the very bank
    float jump;              // the most that the distance from it changes between them
    int32_t wet;             // pairs in water
    int32_t steps, walls;    // those that it falls between by 0.1 m and 0.35 m
    int32_t low, steep;      // pairs of ground within 60 m of a river, and steps of 0.5 m in it
    int32_t dry_beds, leaks; // water below its bed, banks below their water
} seen_banks;

typedef struct spot_square
{
    float height[SIDE * SIDE], water[SIDE * SIDE], river[SIDE * SIDE];
} spot_square;

typedef enum spot_kind
{
    MOUTH,
    CONFLUENCE,
    FORK,
    LAKE,
    SPOT_KINDS,
} spot_kind;

static seen_banks seen[SPOT_KINDS];

static bool is_fine_mouth(const water_view *view, int32_t cell)
{
    return view->flow[cell] > 2000 && find_sea_of(view, cell) >= 0;
}

static bool is_lake(const water_view *view, int32_t cell)
{
    return view->lake[cell] > 0;
}

static int32_t find_spots(loam_land *land, const find_window *window, spot_kind kind,
                          found_place spots[MOST_SPOTS + 1])
{
    static find_what *const coarse[] = {is_large_mouth, is_confluence, is_fork, is_confluence};
    static find_what *const fine[] = {is_fine_mouth, is_confluence, is_fork, is_lake};
    found_place mouths[MOUTHS + 1], places[FIND_MOST_LOOKS];
    const int32_t ends = find_large_mouths(land, window, mouths, MOUTHS);
    const int32_t count = find_around(land, mouths, ends, coarse[kind], APART_M, places, 0);
    int32_t found = 0;
    for (int32_t i = 0; i < count && i < LOOKS; i++)
    {
        water_view view = view_around(land, 2, places[i]);
        found = find_in(&view, 2, fine[kind], FINE_APART_M, spots, found, MOST_SPOTS);
        free_view(&view);
    }
    return found;
}

static void fill_square(loam_land *land, found_place at, int64_t step, spot_square *out)
{
    const loam_land_area area = {at.x - SIDE / 2 * step, at.z - SIDE / 2 * step, step, SIDE, SIDE};
    CHECK_OK(loam_land_fill(
        land, area,
        &(loam_land_samples){.height = out->height, .water = out->water, .river = out->river}));
}

static void look_at_bank(const spot_square *in, int32_t i, int32_t n, seen_banks *out)
{
    const bool beside = fabsf(in->river[i]) < 3;
    const bool low = in->river[i] > 3 && in->river[n] > 3 && in->river[i] < 60;
    out->beside += beside ? 1 : 0;
    out->jump = beside ? fmaxf(out->jump, fabsf(in->river[n] - in->river[i])) : out->jump;
    out->low += low ? 1 : 0;
    out->steep += low && fabsf(in->height[i] - in->height[n]) > 0.5f ? 1 : 0;
}

// A river that falls steeply stands higher a step further up.
static void look_at_water(const spot_square *in, int32_t i, int32_t n, float step, seen_banks *out)
{
    const bool here = in->water[i] != LOAM_LAND_DRY, there = in->water[n] != LOAM_LAND_DRY;
    const float fall = here && there ? fabsf(in->water[i] - in->water[n]) : 0, slack = 0.3f * step;
    out->wet += here && there ? 1 : 0;
    out->steps += fall > 0.1f * step ? 1 : 0;
    out->walls += fall > 0.35f * step ? 1 : 0;
    out->dry_beds += here ? in->height[i] > in->water[i] : in->height[i] <= 0;
    out->leaks += here && !there && in->height[n] < in->water[i] - slack ? 1 : 0;
    out->leaks += there && !here && in->height[i] < in->water[n] - slack ? 1 : 0;
}

static void look_at(const spot_square *in, float step, seen_banks *out)
{
    for (int32_t i = 0; i < SIDE * (SIDE - 1); i++)
    {
        const int32_t beside[] = {i + SIDE, i % SIDE < SIDE - 1 ? i + 1 : i};
        for (int32_t k = 0; k < 2; k++)
        {
            look_at_water(in, i, beside[k], step, out);
            if (step == 1)
            {
                look_at_bank(in, i, beside[k], out);
            }
        }
    }
    out->squares++;
}

static void look_at_spots(loam_land *land, const find_window *window, spot_kind kind)
{
    static spot_square square;
    found_place spots[MOST_SPOTS + 1];
    const int32_t count = find_spots(land, window, kind, spots);
    for (int32_t i = 0; i < count; i++)
    {
        fill_square(land, spots[i], 1, &square);
        look_at(&square, 1, &seen[kind]);
        if (i == 0) // and from further away
        {
            fill_square(land, spots[i], 8, &square);
            look_at(&square, 8, &seen[kind]);
        }
    }
}

static void test_there_are_mouths_confluences_forks_and_lakes(void)
{
    static const char *const names[] = {"mouths", "confluences", "forks", "lakes"};
    for (int32_t p = 0; p < FIND_WINDOWS; p++)
    {
        loam_land *land = make_land(find_windows[p].seed);
        for (int32_t kind = 0; kind < SPOT_KINDS; kind++)
        {
            look_at_spots(land, &find_windows[p], (spot_kind)kind);
        }
        loam_land_destroy(land);
    }
    for (int32_t kind = 0; kind < SPOT_KINDS; kind++)
    {
        const seen_banks *const of = &seen[kind];
        printf(
            "%d %s: %.2f m from bank to bank, %d of %d steps beside them; %d steps and %d walls in "
            "%d of water\n",
            of->squares, names[kind], (double)of->jump, of->steep, of->low, of->steps, of->walls,
            of->wet);
        CHECK(of->squares >= 15 && of->beside > 50000 && of->wet > 100000 && of->low > 400000);
    }
}

// Where rivers meet and split a dozen curves are near the corners of their banks: these are round.
static void test_corners_have_no_notches(void)
{
    for (int32_t kind = 0; kind <= FORK; kind++)
    {
        CHECK_RANGE(seen[kind].jump, 1, 2.5);
    }
}

// Low ground is held up beside a river evenly: there are no steps but the bank itself. At mouths coasts are steep.
static void test_banks_have_no_steps(void)
{
    CHECK(10000 * seen[CONFLUENCE].steep <= seen[CONFLUENCE].low);
    CHECK(10000 * seen[LAKE].steep <= seen[LAKE].low);
    CHECK(10000 * seen[FORK].steep <= seen[FORK].low);
}

// The water of a wide river comes down to the sea without walls, also in the corners of its banks, and into
// others.
static void test_water_has_no_walls(void)
{
    for (int32_t kind = MOUTH; kind <= CONFLUENCE; kind++)
    {
        CHECK_INT(seen[kind].walls, 0);
        CHECK_RANGE(seen[kind].steps, 0, 40);
    }
}

// Water is held by the ground beside it, and covers its bed.
static void test_water_is_contained(void)
{
    for (int32_t kind = 0; kind < SPOT_KINDS; kind++)
    {
        CHECK_INT(seen[kind].dry_beds, 0);
        CHECK_INT(seen[kind].leaks, 0);
    }
}

int main(void)
{
    RUN(test_there_are_mouths_confluences_forks_and_lakes);
    RUN(test_corners_have_no_notches);
    RUN(test_banks_have_no_steps);
    RUN(test_water_has_no_walls);
    RUN(test_water_is_contained);
    return CHECK_DONE();
}
