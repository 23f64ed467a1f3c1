// SPDX-License-Identifier: MIT
// What covers the ground follows from places alone, stands on the ground, leaves roads and water free, and fades out; it is
// drawn where things are, and not at low quality.
#include "stage.h"

#include "scene/cover_forms.h"
#include "scene/cover_plan.h"
#include "scene/ground_cover.h"
#include "scene/leaf_texture.h"

#include <math.h>
#include <string.h>

enum
{
    SIDE = 64, // m of a piece of ground
    TEXELS = SIDE * SIDE,
    BLOCKS = SIDE / COVER_BLOCK,
    ROOM = 40000,
    W = 192,
    H = 128,
};

/// A piece of ground, and what it is made of.
typedef struct piece
{
    cover_ground ground;
    uint8_t texels[COVER_BANDS * TEXELS * 4], sea[TEXELS], road[TEXELS];
    float height[(SIDE + 1) * (SIDE + 1)], above[TEXELS];
} piece;

typedef struct spots
{
    cover_spot at[ROOM];
    int32_t count;
} spots;

static piece ground, other;
static spots found, again;

/// Shares of the second band and of the third, of 255.
static void make_piece(piece *p, int64_t x, int64_t z, const uint8_t grows[4],
                       const uint8_t lies[4])
{
    memset(p, 0, sizeof *p);
    for (int32_t i = 0; i < TEXELS; i++)
    {
        static const uint8_t colour[4] = {120, 140, 70, 160};
        memcpy(p->texels + 4 * i, colour, 4);
        memcpy(p->texels + 4 * (TEXELS + i), grows, 4);
        memcpy(p->texels + 4 * (2 * TEXELS + i), lies, 4);
        p->above[i] = 8;
    }
    for (int32_t i = 0; i < (SIDE + 1) * (SIDE + 1); i++)
    {
        // A slope to the east, of the world.
        p->height[i] = 10 + 0.25f * (float)(x + i % (SIDE + 1));
    }
    p->ground = (cover_ground){.x = x,
                               .z = z,
                               .side = SIDE,
                               .texels = p->texels,
                               .height = p->height,
                               .above = p->above,
                               .sea = p->sea,
                               .road = p->road,
                               .reach = 100,
                               .humidity = 0.6f,
                               .day = year_at(0),
                               .share = 1};
}

static void plan_piece(const piece *p, cover_form form, spots *out)
{
    static cover_spot some[COVER_BLOCK_SPOTS];
    out->count = 0;
    for (int32_t i = 0; i < BLOCKS * BLOCKS; i++)
    {
        const int32_t count = cover_plan(&p->ground, form, i % BLOCKS, i / BLOCKS, some);
        CHECK_RANGE(count, 0, COVER_BLOCK_SPOTS);
        for (int32_t k = 0; k < count && out->count < ROOM; k++)
        {
            CHECK(k == 0 || some[k].end <= some[k - 1].end);
            out->at[out->count++] = some[k];
        }
    }
}

static const uint8_t meadow[4] = {255, 0, 0, 0}, wood[4] = {0, 0, 255, 0}, none[4] = {0};
static const uint8_t mud[4] = {60, 150, 0, 200}, stones[4] = {255, 0, 0, 0},
                     leafy[4] = {0, 0, 0, 255};

/// The same spot of the world in another piece, or NULL.
static const cover_spot *find_same(const spots *in, float x, float z)
{
    for (int32_t i = 0; i < in->count; i++)
    {
        if (fabsf(in->at[i].at[0] - x) < 1e-3f && fabsf(in->at[i].at[2] - z) < 1e-3f)
        {
            return &in->at[i];
        }
    }
    return NULL;
}

/// A viewer who goes on sees the same tufts at the same places, below zero, too.
static void test_spots_stay_where_they_are(void)
{
    make_piece(&ground, -40, -24, meadow, none);
    make_piece(&other, -16, -8, meadow, none);
    plan_piece(&ground, COVER_GRASS, &found);
    plan_piece(&other, COVER_GRASS, &again);
    int32_t shared = 0;
    for (int32_t i = 0; i < again.count; i++)
    {
        const cover_spot *const s = &again.at[i];
        if (s->at[0] > 30 || s->at[2] > 30 || s->at[0] < 2 || s->at[2] < 2)
        {
            continue;
        }
        const cover_spot *const same = find_same(&found, s->at[0] + 24, s->at[2] + 16);
        CHECK(same != NULL);
        if (same != NULL)
        {
            CHECK_NEAR((double)same->size, (double)s->size, 1e-4);
            CHECK_NEAR((double)same->end, (double)s->end, 1e-2);
            CHECK(memcmp(same->tip, s->tip, 3) == 0 && same->turn == s->turn);
        }
        shared++;
    }
    CHECK_REPORT(shared > 1000, "%d spots in both", (int)shared);
    // No two of them are alike: nothing repeats.
    int32_t alike = 0;
    for (int32_t i = 0; i < 200; i++)
    {
        for (int32_t k = i + 1; k < found.count; k++)
        {
            alike += found.at[i].turn == found.at[k].turn &&
                     found.at[i].phase == found.at[k].phase &&
                     memcmp(found.at[i].tip, found.at[k].tip, 3) == 0;
        }
    }
    CHECK_REPORT(alike < 100, "%d are alike", (int)alike);
}

static void test_spots_stand_on_the_ground(void)
{
    make_piece(&ground, 800, -24, meadow, none);
    plan_piece(&ground, COVER_GRASS, &found);
    CHECK(found.count > 5000);
    for (int32_t i = 0; i < found.count; i++)
    {
        const cover_spot *const s = &found.at[i];
        CHECK_NEAR((double)s->at[1], 10 + 0.25 * (800 + (double)s->at[0]), 1e-3);
        CHECK(s->slope[0] < -25 && s->slope[1] > 115 && s->slope[2] == 0);
        CHECK(s->size > 0 && s->size < 1 && s->end > 5 && s->end <= ground.ground.reach);
    }
}

/// Each form where it grows and not elsewhere.
static void test_forms_grow_where_they_may(void)
{
    static const struct
    {
        const uint8_t *grows, *lies;
        float above;
        int32_t least[COVER_FORMS], max[COVER_FORMS];
    } cases[] = {
        {meadow, none, 8, {5000, 100, 0, 0, 0, 5}, {ROOM, ROOM, 0, 0, 0, 150}},
        {wood, leafy, 8, {500, 0, 100, 0, 500, 5}, {15000, 400, 2000, 0, ROOM, 150}},
        {none, mud, 0.1f, {100, 0, 0, 300, 0, 20}, {8000, 0, 0, ROOM, 0, 1500}},
        {none, stones, 8, {100, 0, 0, 0, 0, 500}, {5000, 0, 0, 0, 0, ROOM}},
        {none, none, 8, {0}, {0}}, // rock and snow
        {meadow, none, -0.2f, {0}, {0, 0, 0, 0, 0, 0}},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
    {
        make_piece(&ground, 4000, 4000, cases[i].grows, cases[i].lies);
        for (int32_t k = 0; k < TEXELS; k++)
        {
            ground.above[k] = cases[i].above;
        }
        for (int32_t form = 0; form < COVER_FORMS; form++)
        {
            plan_piece(&ground, (cover_form)form, &found);
            CHECK_REPORT(found.count >= cases[i].least[form] && found.count <= cases[i].max[form],
                         "case %d, form %d: %d", (int)i, (int)form, (int)found.count);
        }
    }
}

static void test_roads_and_the_sea_are_free(void)
{
    make_piece(&ground, 0, 0, meadow, mud);
    for (int32_t i = 0; i < TEXELS; i++)
    {
        ground.road[i] = i % SIDE >= 20 && i % SIDE < 26;
        ground.above[i] = 0.1f;
        ground.sea[i] = 1;
    }
    for (int32_t form = 0; form < COVER_FORMS; form++)
    {
        plan_piece(&ground, (cover_form)form, &found);
        CHECK(form != COVER_GRASS || found.count > 1000);
        CHECK(form != COVER_REEDS || found.count == 0);
        for (int32_t i = 0; i < found.count; i++)
        {
            CHECK(found.at[i].at[0] < 20 || found.at[i].at[0] >= 26);
        }
    }
}

/// Flowers are there in spring rather than in autumn, leaves fall in autumn; in the tropics nothing changes.
static void test_the_year_is_seen(void)
{
    int32_t count[2][3][2]; // tropics; spring, autumn, winter; flowers, leaves
    for (int32_t i = 0; i < 6; i++)
    {
        static const int32_t days[3] = {115, 288, 20};
        make_piece(&ground, 4000, 4000, meadow, leafy);
        ground.ground.share = i < 3 ? 1 : 0;
        ground.ground.day = year_at(days[i % 3]);
        plan_piece(&ground, COVER_FLOWERS, &found);
        count[i / 3][i % 3][0] = found.count;
        make_piece(&ground, 4000, 4000, wood, leafy);
        ground.ground.day = year_at(days[i % 3]);
        plan_piece(&ground, COVER_LEAVES, &found);
        count[i / 3][i % 3][1] = found.count;
    }
    CHECK(count[0][0][0] > 3 * count[0][1][0] && count[0][2][0] == 0);
    CHECK(2 * count[0][0][1] < count[0][1][1]);
    CHECK_INT(count[1][0][0], count[1][1][0]);
    CHECK(count[1][1][0] > 0);
}

/// Fewer and fewer are left with the distance: there is no ring.
static void test_cover_thins_out(void)
{
    make_piece(&ground, 0, 0, meadow, none);
    plan_piece(&ground, COVER_GRASS, &found);
    int32_t last = found.count;
    for (int32_t d = 20; d <= 100; d += 10)
    {
        int32_t left = 0;
        for (int32_t i = 0; i < found.count; i++)
        {
            left += found.at[i].end > (float)d;
        }
        CHECK_REPORT(left < last && (d == 100 || last - left < found.count / 2),
                     "%d of %d at %d m, %d before", (int)left, (int)found.count, (int)d, (int)last);
        last = left;
    }
    CHECK_INT(last, 0);
}

/// A far form is how its near form begins, so that one goes over to the other.
static void test_far_forms_are_parts_of_near_ones(void)
{
    for (int32_t form = 0; form < COVER_FORMS; form++)
    {
        static cover_shape near, far;
        cover_shape_make((cover_form)form, false, &near);
        cover_shape_make((cover_form)form, true, &far);
        CHECK(far.vertex_count > 0 && far.vertex_count < near.vertex_count);
        CHECK(far.index_count > 0 && far.index_count < near.index_count);
        CHECK(memcmp(near.vertices, far.vertices,
                     (size_t)far.vertex_count * sizeof *far.vertices) == 0);
        for (int32_t i = 0; i < near.vertex_count; i++)
        {
            CHECK_INT(near.vertices[i].has[2], i < far.vertex_count ? 0 : 255);
            CHECK(fabsf(near.vertices[i].at[1]) < 1.3f && fabsf(near.vertices[i].at[0]) < 1.3f);
        }
        for (int32_t i = 0; i < near.index_count; i++)
        {
            CHECK(near.indices[i] < near.vertex_count);
        }
    }
}

/// Leaves cover most of their picture and not all of it, and it goes on over its edges.
static void test_leaves_have_gaps(void)
{
    static uint8_t texels[LEAF_SIDE * LEAF_SIDE * 4];
    for (int32_t kind = 0; kind < LEAF_KINDS; kind++)
    {
        int32_t leaves = 0, across = 0, edge = 0;
        leaf_texture_fill((leaf_kind)kind, texels);
        for (int32_t i = 0; i < LEAF_SIDE * LEAF_SIDE; i++)
        {
            leaves += texels[4 * i + 3] == 255;
        }
        for (int32_t i = 0; i < LEAF_SIDE; i++)
        {
            const uint8_t *const row = texels + 4 * LEAF_SIDE * i;
            edge += row[3] != row[4 * (LEAF_SIDE - 1) + 3];
            across += row[4 * 200 + 3] != row[4 * 201 + 3];
        }
        const double share = (double)leaves / (LEAF_SIDE * LEAF_SIDE);
        CHECK_REPORT(share > 0.5 && share < 0.85, "leaves cover %.2f", share);
        CHECK_REPORT(edge < 2 * across + 20, "%d differ over the edge, %d inside", (int)edge,
                     (int)across);
    }
}

// ---- pictures ---------------------------------------------------------------------------------------

static void make_scene(stage *s, quality_kind kind, bool things)
{
    scene_destroy(s->scene);
    scene_def def = scene_default_def();
    def.land = s->land;
    def.quality = kind;
    def.w = W;
    def.h = H;
    def.view = 512;
    def.things = things;
    CHECK_OK(scene_create(&def, &s->gl, &s->scene));
}

static void test_cover_is_drawn_with_things(void)
{
    static loam_colour bare[W * H];
    static const scene_look look = {.hour = 11, .weather = WEATHER_CLEAR};
    stage s;
    stage_open_view(&s, CONTEXT_ANY, W, H, 512);
    loam_land_start start;
    CHECK_OK(loam_land_find_start(s.land, 0, 0, &start));
    camera from = {.x = start.x, .z = start.z, .fov = 50, .elevation = -35};
    float height;
    CHECK_OK(loam_land_height(s.land, (double)start.x, (double)start.z, &height));
    from.y = (double)height + 2;
    make_scene(&s, QUALITY_MEDIUM, false);
    stage_shoot(&s, &from, &look, 4000);
    CHECK_INT(scene_count(s.scene).cover, 0);
    memcpy(bare, s.picture.pixels, sizeof bare);
    make_scene(&s, QUALITY_MEDIUM, true);
    stage_shoot(&s, &from, &look, 4000);
    CHECK(scene_count(s.scene).cover > 200);
    CHECK(scene_count(s.scene).cover_triangles > 20 * scene_count(s.scene).cover / 2);
    int32_t differ = 0;
    double sums[2] = {0};
    for (int32_t i = 0; i < W * H; i++)
    {
        const loam_colour a = s.picture.pixels[i], b = bare[i];
        differ += abs(a.r - b.r) + abs(a.g - b.g) + abs(a.b - b.b) > 12;
        sums[0] += a.r + a.g + a.b;
        sums[1] += b.r + b.g + b.b;
    }
    CHECK_REPORT(differ > W * H / 5, "%d pixels differ", (int)differ);
    CHECK_REPORT(fabs(sums[0] / sums[1] - 1) < 0.25, "%.2f as bright as the ground",
                 sums[0] / sums[1]);
    // A new context has it again; from high above there is none.
    scene_drop(s.scene, false);
    CHECK_OK(scene_remake(s.scene, &s.gl));
    stage_shoot(&s, &from, &look, 4000);
    CHECK(scene_count(s.scene).cover > 200);
    from.y += 100;
    stage_shoot(&s, &from, &look, 4000);
    CHECK_INT(scene_count(s.scene).cover, 0);
    from.y -= 100;
    make_scene(&s, QUALITY_LOW, true);
    stage_shoot(&s, &from, &look, 4000);
    CHECK_INT(scene_count(s.scene).cover, 0);
    stage_close(&s);
}

int main(void)
{
    RUN(test_spots_stay_where_they_are);
    RUN(test_spots_stand_on_the_ground);
    RUN(test_forms_grow_where_they_may);
    RUN(test_roads_and_the_sea_are_free);
    RUN(test_the_year_is_seen);
    RUN(test_cover_thins_out);
    RUN(test_far_forms_are_parts_of_near_ones);
    RUN(test_leaves_have_gaps);
    RUN(test_cover_is_drawn_with_things);
    return CHECK_DONE();
}
