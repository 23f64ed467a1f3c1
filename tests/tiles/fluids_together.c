// SPDX-License-Identifier: MIT
// Plain tiles of liquids have their turns together: that must be the same, bit by bit, as one after the other.
#include "pond.h"

/// What a pond is filled with, of 1000 tiles; the rest is air.
typedef struct mixture
{
    uint8_t liquid;
    uint32_t liquids, stones, strangers; // strangers are other fluids of all kinds
    bool closed;                         // fluids do not leave the pond, which else is endless
} mixture;

static void fill(pond *p, const mixture *mix)
{
    for (int32_t i = 0; i < POND_TILES; i++)
    {
        const uint32_t random = loam_random_u32(p->seed, (uint64_t)i), draw = random % 1000;
        const uint32_t kind = (random >> 16) % (uint32_t)(p->rules.kind_count - 1) + 1;
        const uint8_t variant = (uint8_t)(random >> 24); // of air, too: it stays with it
        loam_tile *const tile = &p->tiles[i];
        tile->block = draw < mix->liquids ? mix->liquid : LOAM_AIR;
        tile->block = draw >= 1000 - mix->strangers ? p->rules.kinds[kind].material : tile->block;
        tile->block_variant = variant;
        if (draw >= mix->liquids && draw < mix->liquids + mix->stones)
        {
            *tile = (loam_tile){.block = TILE_STONE};
        }
    }
    p->field.closed = mix->closed ? (fluid_area){0, 0, POND_SIDE} : (fluid_area){0};
    pond_wake(p);
}

static void check_same(const pond *a, const pond *b)
{
    const size_t bits = POND_TILES / 8;
    CHECK(memcmp(a->tiles, b->tiles, sizeof a->tiles) == 0);
    CHECK(memcmp(a->field.awake.words, b->field.awake.words, bits) == 0);
    CHECK(memcmp(a->field.awake.fluids, b->field.awake.fluids, bits) == 0);
    CHECK(memcmp(a->touched, b->touched, sizeof a->touched) == 0);
    CHECK_U64(a->looked_at, b->looked_at);
    CHECK_U64(a->moved, b->moved);
    CHECK_U64(a->converted, b->converted);
    CHECK_U64(a->levelled, b->levelled);
}

static void compare(uint64_t seed, const mixture *mix, int32_t steps)
{
    pond *const together = pond_open(seed, LOAM_AIR), *const single = pond_open(seed, LOAM_AIR);
    for (int32_t i = 0; i < single->rules.kind_count; i++)
    {
        single->rules.kinds[i].together = false;
    }
    CHECK(together->rules.kinds[together->rules.kind_of[mix->liquid]].together);
    fill(together, mix);
    fill(single, mix);
    uint64_t moved = 0;
    for (int32_t i = 0; i < steps; i++)
    {
        pond_step(together);
        pond_step(single);
        check_same(together, single);
        moved += together->moved;
    }
    CHECK(moved > 0);
    pond_close(together);
    pond_close(single);
}

static void test_liquids_alone(void)
{
    for (uint64_t seed = 0; seed < 8; seed++)
    {
        compare(seed, &(mixture){TILE_WATER, 50 + 120 * (uint32_t)seed, 0, 0, false}, 40);
        compare(seed, &(mixture){TILE_LAVA, 50 + 120 * (uint32_t)seed, 0, 0, false}, 40);
    }
}

static void test_among_stones(void)
{
    for (uint64_t seed = 0; seed < 8; seed++)
    {
        compare(seed, &(mixture){TILE_WATER, 400, 50 * (uint32_t)seed, 0, false}, 60);
        compare(seed, &(mixture){TILE_LAVA, 400, 50 * (uint32_t)seed, 0, false}, 60);
    }
}

static void test_among_strangers(void)
{
    for (uint64_t seed = 0; seed < 8; seed++)
    {
        compare(seed, &(mixture){TILE_WATER, 400, 150, 2 + 10 * (uint32_t)seed, false}, 40);
        compare(seed, &(mixture){TILE_LAVA, 400, 150, 2 + 10 * (uint32_t)seed, false}, 40);
    }
}

static void test_in_a_closed_pond(void)
{
    for (uint64_t seed = 0; seed < 8; seed++)
    {
        compare(seed, &(mixture){TILE_WATER, 300, 20 * (uint32_t)seed, (uint32_t)seed, true}, 60);
        compare(seed, &(mixture){TILE_LAVA, 300, 20 * (uint32_t)seed, (uint32_t)seed, true}, 60);
    }
}

// Vessels of water side by side, so full that many tiles ask for another vessel in one step: those of the first turns
// of a row are heard.
static void test_who_asks_first(void)
{
    pond *const together = pond_open(5, LOAM_AIR), *const single = pond_open(5, LOAM_AIR);
    pond *const ponds[2] = {together, single};
    for (int32_t i = 0; i < single->rules.kind_count; i++)
    {
        single->rules.kinds[i].together = false;
    }
    for (int32_t i = 0; i < 2; i++)
    {
        pond_put(ponds[i], 0, 0, POND_SIDE, 2, TILE_STONE);
        for (int32_t x = 0; x < POND_SIDE; x += 3)
        {
            pond_put(ponds[i], x, 2, 2, 40 + x % 7, TILE_WATER);
            pond_put(ponds[i], x + 2, 2, 1, 50, TILE_STONE);
        }
        for (int32_t k = 0; k < POND_TILES; k++)
        {
            ponds[i]->tiles[k].block_variant |= ponds[i]->tiles[k].block == TILE_WATER
                                                    ? FLUID_RESTLESS
                                                    : 0;
        }
        pond_wake(ponds[i]);
    }
    for (int32_t i = 0; i < 30; i++)
    {
        pond_step(together);
        pond_step(single);
        check_same(together, single);
        CHECK(together->most_requests == single->most_requests);
    }
    CHECK(together->most_requests == FLUID_REQUESTS);
    pond_close(together);
    pond_close(single);
}

int main(void)
{
    RUN(test_liquids_alone);
    RUN(test_among_stones);
    RUN(test_among_strangers);
    RUN(test_in_a_closed_pond);
    RUN(test_who_asks_first);
    return CHECK_DONE();
}
