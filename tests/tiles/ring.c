// SPDX-License-Identifier: MIT
// The ring: which chunk is in which slot, how the anchor follows, how tiles come and go.
#include "tiles/state/ring.h"

#include "check.h"
#include "loam/random.h"

static const loam_chunk_pos far_places[] = {
    {0, 0}, {-1, 5}, {(int64_t)1 << 52, -((int64_t)1 << 52)}, {-((int64_t)1 << 52), 12345}};

static loam_ring make(int32_t log2)
{
    const loam_env env = loam_default_env();
    loam_ring ring;
    CHECK_OK(loam_ring_init(&ring, &env, log2));
    return ring;
}

static void test_every_slot_has_its_own_chunk(void)
{
    const loam_env env = loam_default_env();
    loam_ring ring = make(3);
    CHECK_INT(ring.chunks, 8);
    CHECK_INT(ring.side, 1024);
    for (size_t i = 0; i < sizeof far_places / sizeof *far_places; i++)
    {
        const loam_chunk_pos anchor = far_places[i], low = loam_ring_lowest(&ring, anchor);
        CHECK_INT(low.x, anchor.x - 4);
        CHECK_INT(low.y, anchor.y - 4);
        bool met[64] = {false};
        for (int64_t y = low.y; y < low.y + 8; y++)
        {
            for (int64_t x = low.x; x < low.x + 8; x++)
            {
                const int32_t slot = loam_ring_slot_of(&ring, (loam_chunk_pos){x, y});
                CHECK(slot >= 0 && slot < 64 && !met[slot]);
                met[slot] = true;
                const loam_chunk_pos back = loam_ring_chunk_in(&ring, anchor, slot);
                CHECK_INT(back.x, x);
                CHECK_INT(back.y, y);
                CHECK(loam_ring_has(&ring, anchor, back));
            }
        }
        CHECK(!loam_ring_has(&ring, anchor, (loam_chunk_pos){low.x - 1, low.y}));
        CHECK(!loam_ring_has(&ring, anchor, (loam_chunk_pos){low.x + 8, low.y}));
        CHECK(!loam_ring_has(&ring, anchor, (loam_chunk_pos){low.x, low.y - 1}));
        CHECK(!loam_ring_has(&ring, anchor, (loam_chunk_pos){low.x, low.y + 8}));
    }
    loam_ring_free(&ring, &env);
}

// A tile is where the header says: (y mod side) * side + x mod side.
static void test_tiles_lie_where_the_header_says(void)
{
    const loam_env env = loam_default_env();
    loam_ring ring = make(3);
    for (uint64_t i = 0; i < 1000; i++)
    {
        const loam_tile_pos at = {loam_random_range(1, 2 * i, -5000, 5000),
                                  loam_random_range(1, 2 * i + 1, -5000, 5000)};
        const int64_t x = (at.x % 1024 + 1024) % 1024, y = (at.y % 1024 + 1024) % 1024;
        const size_t index = loam_ring_index(&ring, at);
        CHECK_INT(index, y * 1024 + x);
        CHECK_INT(loam_ring_slot_at(&ring, index),
                  loam_ring_slot_of(&ring, loam_chunk_of_tile(at)));
    }
    loam_ring_free(&ring, &env);
}

// The anchor stays while the centre is at most hysteresis tiles outside, and is then the centre's own.
static void test_anchor_follows_beyond_the_hysteresis(void)
{
    for (int32_t hysteresis = 0; hysteresis <= 64; hysteresis += 16)
    {
        for (int64_t x = -400; x < 400; x++)
        {
            const loam_chunk_pos anchor = {-1, 7};
            const loam_tile_pos centre = {x, 7 * 128 + 3};
            const loam_chunk_pos next = loam_ring_follow(anchor, centre, hysteresis);
            const bool near = x >= -128 - hysteresis && x <= -1 + hysteresis;
            CHECK_INT(next.x, near ? -1 : loam_chunk_of_tile(centre).x);
            CHECK_INT(next.y, 7);
        }
    }
}

static void test_axes_follow_on_their_own(void)
{
    const loam_chunk_pos next = loam_ring_follow((loam_chunk_pos){0, 0},
                                                 (loam_tile_pos){140, -5000}, 32);
    CHECK_INT(next.x, 0);
    CHECK_INT(next.y, -40);
}

static void test_jumps_of_any_length(void)
{
    const int64_t far = (int64_t)1 << 59;
    loam_chunk_pos anchor = {0, 0};
    anchor = loam_ring_follow(anchor, (loam_tile_pos){far, -far}, 64);
    CHECK_INT(anchor.x, far / 128);
    CHECK_INT(anchor.y, -far / 128);
    anchor = loam_ring_follow(anchor, (loam_tile_pos){-far, far}, 64);
    CHECK_INT(anchor.x, -far / 128);
    CHECK_INT(anchor.y, far / 128);
}

static void test_walking_to_and_fro_moves_nothing(void)
{
    loam_chunk_pos anchor = {0, 0};
    int32_t moves = 0;
    for (int32_t i = 0; i < 100; i++)
    {
        const loam_chunk_pos next = loam_ring_follow(
            anchor, (loam_tile_pos){i % 2 == 0 ? 150 : 100, 60}, 32);
        moves += next.x != anchor.x;
        anchor = next;
    }
    CHECK_INT(moves, 0);
}

static void test_exchange_swaps_and_touches_nothing_else(void)
{
    static loam_tile tiles[LOAM_CHUNK_TILES], out[LOAM_CHUNK_TILES];
    const loam_env env = loam_default_env();
    loam_ring ring = make(3);
    memset(ring.tiles, 9, (size_t)ring.side * (size_t)ring.side * sizeof(loam_tile));
    for (int32_t i = 0; i < LOAM_CHUNK_TILES; i++)
    {
        tiles[i] = (loam_tile){(uint8_t)i, (uint8_t)(i >> 8), 1, 2};
    }
    const int32_t slot = 3 * 8 + 5;
    loam_ring_exchange(&ring, slot, tiles);
    CHECK_INT(tiles[0].block, 9);
    CHECK_INT(tiles[LOAM_CHUNK_TILES - 1].wall_variant, 9);
    loam_ring_copy_out(&ring, slot, out);
    int32_t wrong = 0;
    for (int32_t i = 0; i < ring.side * ring.side; i++)
    {
        const int32_t x = i % ring.side - 5 * 128, y = i / ring.side - 3 * 128;
        const bool inside = x >= 0 && x < 128 && y >= 0 && y < 128;
        const int32_t at = y * 128 + x;
        const loam_tile here = ring.tiles[i];
        wrong += inside ? here.block != (uint8_t)at || here.block_variant != (uint8_t)(at >> 8) ||
                              memcmp(&here, &out[at], sizeof here) != 0
                        : here.block != 9 || here.wall_variant != 9;
    }
    CHECK_INT(wrong, 0);
    loam_ring_free(&ring, &env);
}

int main(void)
{
    RUN(test_every_slot_has_its_own_chunk);
    RUN(test_tiles_lie_where_the_header_says);
    RUN(test_anchor_follows_beyond_the_hysteresis);
    RUN(test_axes_follow_on_their_own);
    RUN(test_jumps_of_any_length);
    RUN(test_walking_to_and_fro_moves_nothing);
    RUN(test_exchange_swaps_and_touches_nothing_else);
    return CHECK_DONE();
}
