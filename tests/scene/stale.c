// SPDX-License-Identifier: MIT
// Which tiles of the maps of light and colours are made again, and in which order; and that a scene which makes them
// bit by bit comes to the same picture as one that makes them all, from one that is not far from it.
#include "stage.h"

#include "scene/stale.h"

#include <string.h>

enum
{
    SIDE = 256,
    W = 64,
    H = 36,
};

static int32_t count_bits(uint64_t mask)
{
    int32_t count = 0;
    for (; mask != 0; mask &= mask - 1)
    {
        count++;
    }
    return count;
}

/// Every tile that has a texel in the part, and no other.
static void test_touched_tiles_are_those_with_a_texel(void)
{
    static const stale_part parts[] = {
        {0, 0, 1, 1}, {31, 31, 2, 2}, {32, 64, 32, 32}, {0, 0, SIDE, SIDE}, {250, 3, 6, 200}};
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++)
    {
        const stale_part p = parts[i];
        uint64_t expected = 0;
        for (int32_t k = 0; k < p.w * p.h; k++)
        {
            const int32_t x = p.x + k % p.w, y = p.y + k / p.w;
            expected |= (uint64_t)1 << (y / 32 * STALE_ACROSS + x / 32);
        }
        CHECK(stale_touched(SIDE, p) == expected);
    }
}

/// Parts of a mask cover its tiles once each.
static void test_parts_cover_the_mask(void)
{
    static const uint64_t masks[] = {0,
                                     1,
                                     STALE_WHOLE,
                                     0x8000000000000001u,
                                     0x00000000ff0000ffu,
                                     0x0102040810204080u,
                                     0x3c3c003c7e7e0001u};
    for (size_t i = 0; i < sizeof masks / sizeof masks[0]; i++)
    {
        uint64_t left = masks[i], covered = 0;
        stale_part part;
        while (stale_next_part(&left, SIDE, &part))
        {
            const uint64_t tiles = stale_touched(SIDE, part);
            CHECK((covered & tiles) == 0);
            covered |= tiles;
        }
        CHECK(covered == masks[i]);
    }
    uint64_t all = STALE_WHOLE;
    stale_part whole;
    CHECK(stale_next_part(&all, SIDE, &whole) && all == 0);
    CHECK_INT(whole.w * whole.h, SIDE * SIDE);
}

/// What is seen comes before what is not, what has changed before what may have; nothing is lost.
static void test_needed_tiles_come_first(void)
{
    stale_tiles tiles = {0};
    stale_need need = {0};
    stale_levels taken[STALE_KINDS];
    stale_mark(&tiles, 4, 0xff);
    need.used[4] = 0x3c;
    need.seen[4] = 0x18;
    need.used[2] = need.seen[2] = 0x3;
    CHECK(tiles.doubtful[STALE_LIGHT][0] == STALE_WHOLE && tiles.doubtful[STALE_LIGHT][5] == 0);
    stale_take(&tiles, &need, STALE_PAINT, 2, taken);
    CHECK(taken[STALE_LIGHT][4] == 0x18 && taken[STALE_PAINT][4] == 0);
    stale_take(&tiles, &need, STALE_PAINT, 2, taken);
    CHECK(taken[STALE_LIGHT][4] == 0x24);
    stale_take(&tiles, &need, STALE_PAINT, 2, taken);
    CHECK(taken[STALE_LIGHT][2] == 0x3);
    int32_t left = 0;
    for (int32_t budget = 0; stale_any(&tiles, STALE_LIGHT); budget = 7)
    {
        stale_take(&tiles, &need, STALE_PAINT, budget, taken);
        for (int32_t i = 0; i < CLIPMAP_MAX_LEVELS; i++)
        {
            left += count_bits(taken[STALE_LIGHT][i]);
        }
    }
    CHECK_INT(left, 5 * 64 - 6);
    CHECK(tiles.changed[STALE_PAINT][4] == 0xff); // it was not asked for
}

/// Colours of the finest levels come from the grounds of level 3.
static void test_fine_colours_follow_their_grounds(void)
{
    stale_tiles tiles = {0};
    stale_mark(&tiles, 3, 1);
    CHECK(tiles.doubtful[STALE_PAINT][2] == STALE_WHOLE && tiles.doubtful[STALE_PAINT][3] == 0);
    CHECK(tiles.changed[STALE_PAINT][3] == 1);
}

// ---- pictures ---------------------------------------------------------------------------------------

static loam_colour pictures[3][W * H];

static double mean_difference(const loam_colour *a, const loam_colour *b)
{
    double sum = 0;
    for (int32_t i = 0; i < W * H; i++)
    {
        sum += abs(a[i].r - b[i].r) + abs(a[i].g - b[i].g) + abs(a[i].b - b[i].b);
    }
    return sum / (3.0 * W * H);
}

/// Until nothing is stale and nothing fades.
static void draw_until_done(stage *s, const camera *from, const scene_look *look)
{
    do
    {
        CHECK_INT(scene_draw(s->scene, from, look), LOAM_OK);
    } while (s->scene->fade_frames > 0 || stale_any(&s->scene->card.stale, STALE_LIGHT) ||
             stale_any(&s->scene->card.stale, STALE_PAINT));
}

static void keep_picture(stage *s, int32_t index)
{
    CHECK_INT(scene_read(s->scene, &s->picture), LOAM_OK);
    memcpy(pictures[index], s->picture.pixels, sizeof pictures[index]);
}

static void stand_on(const stage *s, camera *from)
{
    float ground = 0;
    CHECK_INT(loam_land_height(s->land, (double)from->x, (double)from->z, &ground), LOAM_OK);
    from->y = (double)ground + 40;
}

/// One after the other at two places, one of them out of sight of the other, gradually or at once.
static void shoot(bool gradual, camera *first, camera *second, int32_t index)
{
    stage s;
    const scene_look look = {.hour = 9.5};
    stage_open_view(&s, CONTEXT_ANY, W, H, 512);
    s.scene->def.gradual = gradual;
    stand_on(&s, first);
    stage_shoot(&s, first, &look, 2000);
    stand_on(&s, second);
    stage_shoot(&s, second, &look, 2000);
    if (gradual)
    {
        keep_picture(&s, index + 1); // at once after the jump
        draw_until_done(&s, second, &look);
    }
    keep_picture(&s, index);
    stage_close(&s);
}

static void test_gradual_pictures_become_whole(void)
{
    camera first = {.x = -232400, .z = 86150, .azimuth = 210, .elevation = -12, .fov = 60};
    camera second = first;
    second.x += 150;
    second.z -= 40000;
    shoot(false, &first, &second, 0);
    shoot(true, &first, &second, 1);
    CHECK_INT(memcmp(pictures[0], pictures[1], sizeof pictures[0]), 0);
    const double off = mean_difference(pictures[0], pictures[2]);
    CHECK_REPORT(off > 0 && off < 12, "a channel is off by %.2f on average", off);
}

/// A clock that goes on from 23:59 to 00:01 is no other time of the day: light follows in some pictures, as at noon.
static void test_light_follows_through_midnight(void)
{
    stage s;
    camera from = {.x = -232400, .z = 86150, .azimuth = 210, .elevation = -12, .fov = 60};
    stage_open_view(&s, CONTEXT_ANY, W, H, 512);
    s.scene->def.gradual = true;
    stand_on(&s, &from);
    stage_shoot(&s, &from, &(scene_look){.hour = 23.99}, 1);
    while (stale_any(&s.scene->card.stale, STALE_LIGHT))
    {
        CHECK_OK(scene_draw(s.scene, &from, &(scene_look){.hour = 23.99}));
    }
    CHECK_OK(scene_draw(s.scene, &from, &(scene_look){.hour = 0.01}));
    CHECK(stale_any(&s.scene->card.stale, STALE_LIGHT));
    CHECK_OK(scene_draw(s.scene, &from, &(scene_look){.hour = 6}));
    CHECK(!stale_any(&s.scene->card.stale, STALE_LIGHT)); // another time is made at once
    stage_close(&s);
}

int main(void)
{
    RUN(test_touched_tiles_are_those_with_a_texel);
    RUN(test_parts_cover_the_mask);
    RUN(test_needed_tiles_come_first);
    RUN(test_fine_colours_follow_their_grounds);
    RUN(test_gradual_pictures_become_whole);
    RUN(test_light_follows_through_midnight);
    return CHECK_DONE();
}
