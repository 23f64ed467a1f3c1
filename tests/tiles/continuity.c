// SPDX-License-Identifier: MIT
// The continuity analyzer against a check that looks at every tile.
#include "check.h"
#include "loam/random.h"
#include "loam/tile_world.h"

enum
{
    MOST = 16,
    HALF = LOAM_CHUNK_SIDE / 2,
};

typedef struct case_of
{
    int32_t side; // chunks
    loam_ring_slot slots[MOST * MOST];
} case_of;

/// The place in the world of a tile of the ring; false if nothing is loaded there.
static bool place_of(const case_of *c, int32_t x, int32_t y, int64_t *world_x, int64_t *world_y)
{
    const int32_t tiles = c->side * LOAM_CHUNK_SIDE;
    const int32_t wrapped_x = (x % tiles + tiles) % tiles, wrapped_y = (y % tiles + tiles) % tiles;
    const loam_ring_slot *const slot =
        &c->slots[wrapped_y / LOAM_CHUNK_SIDE * c->side + wrapped_x / LOAM_CHUNK_SIDE];
    *world_x = slot->chunk.x * LOAM_CHUNK_SIDE + wrapped_x % LOAM_CHUNK_SIDE;
    *world_y = slot->chunk.y * LOAM_CHUNK_SIDE + wrapped_y % LOAM_CHUNK_SIDE;
    return slot->loaded;
}

/// Whether the tile right of or above a tile of the ring is that in the world, too.
static bool neighbour_fits(const case_of *c, int32_t x, int32_t y, int32_t dx, int32_t dy)
{
    int64_t here_x, here_y, there_x, there_y;
    return place_of(c, x, y, &here_x, &here_y) && place_of(c, x + dx, y + dy, &there_x, &there_y) &&
           here_x + dx == there_x && here_y + dy == there_y;
}

/// Looks at every tile of the update chunk that begins in slot (x, y), and at those around it.
static bool is_continuous(const case_of *c, int32_t slot_x, int32_t slot_y)
{
    const int32_t low_x = slot_x * LOAM_CHUNK_SIDE + HALF, low_y = slot_y * LOAM_CHUNK_SIDE + HALF;
    for (int32_t y = -1; y <= LOAM_CHUNK_SIDE; y++)
    {
        for (int32_t x = -1; x <= LOAM_CHUNK_SIDE; x++)
        {
            if (!neighbour_fits(c, low_x + x, low_y + y, 1, 0) ||
                !neighbour_fits(c, low_x + x, low_y + y, 0, 1))
            {
                return false;
            }
        }
    }
    return true;
}

static int32_t check_against_brute_force(const case_of *c)
{
    static loam_tile_pos found[MOST * MOST];
    const int32_t count = loam_update_chunks(c->slots, c->side, found);
    int32_t expected = 0;
    for (int32_t i = 0; i < c->side * c->side; i++)
    {
        const int32_t x = i % c->side, y = i / c->side;
        if (is_continuous(c, x, y))
        {
            int64_t world_x, world_y;
            (void)place_of(c, x * LOAM_CHUNK_SIDE + HALF, y * LOAM_CHUNK_SIDE + HALF, &world_x,
                           &world_y);
            CHECK(expected < count && found[expected].x == world_x && found[expected].y == world_y);
            expected++;
        }
    }
    CHECK_INT(count, expected);
    return count;
}

/// A full ring whose lowest chunk is there.
static void fill(case_of *c, int64_t low_x, int64_t low_y)
{
    for (int64_t y = low_y; y < low_y + c->side; y++)
    {
        for (int64_t x = low_x; x < low_x + c->side; x++)
        {
            const int64_t mask = c->side - 1;
            c->slots[(y & mask) * c->side + (x & mask)] = (loam_ring_slot){{x, y}, true};
        }
    }
}

static void test_a_full_ring_lacks_one_row_and_one_column(void)
{
    static case_of c;
    for (c.side = 1; c.side <= MOST; c.side *= 2)
    {
        for (int64_t low = -9; low < 9; low += 3)
        {
            fill(&c, low, -2 * low);
            CHECK_INT(check_against_brute_force(&c), (c.side - 1) * (c.side - 1));
        }
    }
}

static void test_far_away_is_as_near(void)
{
    static case_of c = {.side = 8};
    const int64_t far = (int64_t)1 << 52;
    fill(&c, far, -far);
    CHECK_INT(check_against_brute_force(&c), 49);
    fill(&c, -far, far - 8);
    CHECK_INT(check_against_brute_force(&c), 49);
}

static void test_an_empty_ring_has_none(void)
{
    static case_of c = {.side = 8};
    CHECK_INT(check_against_brute_force(&c), 0);
}

// A view that walks loads the chunks it sees and nothing else, as in the thesis: slots fill up slowly
// and keep what was there long ago.
static void test_random_walks_of_a_view(void)
{
    static case_of c;
    for (uint64_t walk = 0; walk < (uint64_t)check_cases(12, 3); walk++)
    {
        c = (case_of){.side = walk % 2 == 0 ? 8 : 4};
        int64_t x = loam_random_range(walk, 0, -20, 20), y = loam_random_range(walk, 1, -20, 20);
        const int64_t view = c.side / 2;
        for (uint64_t step = 0; step < 12; step++)
        {
            for (int64_t i = 0; i < view * view; i++)
            {
                const loam_chunk_pos chunk = {x + i % view, y + i / view};
                const int64_t mask = c.side - 1;
                c.slots[(chunk.y & mask) * c.side + (chunk.x & mask)] = (loam_ring_slot){chunk,
                                                                                         true};
            }
            CHECK(check_against_brute_force(&c) >= (view - 1) * (view - 1));
            x += loam_random_range(walk, 10 + 2 * step, -2, 2);
            y += loam_random_range(walk, 11 + 2 * step, -2, 2);
        }
    }
}

// Anything at all: neighbours by chance, wrong places, empty slots, chunks that are there twice.
static void test_random_slots(void)
{
    static case_of c;
    for (uint64_t round = 0; round < (uint64_t)check_cases(150, 40); round++)
    {
        c = (case_of){.side = round % 3 == 0 ? 4 : 8};
        fill(&c, loam_random_range(round, 0, -99, 99), loam_random_range(round, 1, -99, 99));
        const uint32_t faults = loam_random_below(round, 2, 30);
        for (uint32_t i = 0; i < faults; i++)
        {
            const uint32_t slots = (uint32_t)(c.side * c.side);
            loam_ring_slot *const slot = &c.slots[loam_random_below(round, 10 + 3 * i, slots)];
            const uint32_t kind = loam_random_below(round, 11 + 3 * i, 4);
            slot->loaded = kind != 0;
            slot->chunk.x += kind == 1 ? c.side : kind == 2 ? 1 : 0;
            slot->chunk.y -= kind == 3 ? c.side : 0;
        }
        check_against_brute_force(&c);
    }
}

// Three edges that fit are four.
static void test_the_fourth_edge_is_implicit(void)
{
    case_of c = {.side = 4};
    fill(&c, 0, 0);
    c.slots[5].chunk.x = 7; // the upper right one of the update chunk in slot 0
    CHECK_INT(check_against_brute_force(&c), 5);
}

int main(void)
{
    RUN(test_a_full_ring_lacks_one_row_and_one_column);
    RUN(test_far_away_is_as_near);
    RUN(test_an_empty_ring_has_none);
    RUN(test_random_walks_of_a_view);
    RUN(test_random_slots);
    RUN(test_the_fourth_edge_is_implicit);
    return CHECK_DONE();
}
