// SPDX-License-Identifier: MIT
// What stands on the land is drawn where it stands, within the triangles that a quality has, and not where there is none.
#include "stage.h"

#include "loam/land_things.h"

#include <string.h>

enum
{
    W = 192,
    H = 128,
    SIDE = 1024,  // m around the place that is looked for
    MOST = 30000, // triangles of low quality
};

static loam_result take_tree(void *user, const loam_land_thing *thing)
{
    loam_land_thing *const best = user;
    if (loam_thing_is_tree((loam_thing_kind)thing->kind) && thing->size > best->size)
    {
        *best = *thing;
    }
    return LOAM_OK;
}

/// The tallest tree about a place.
static loam_land_thing find_tree(stage *s, int64_t x, int64_t z)
{
    loam_land_things_def def = loam_default_land_things_def();
    loam_land_things *things = NULL;
    loam_land_thing best = {0};
    def.land = s->land;
    CHECK_OK(loam_land_things_create(&def, &things));
    const loam_land_things_area area = {x - SIDE / 2, z - SIDE / 2, SIDE, SIDE};
    CHECK_OK(loam_land_things_find(things, area, 2, take_tree, &best));
    loam_land_things_destroy(things);
    return best;
}

static void make_scene(stage *s, bool things)
{
    scene_destroy(s->scene);
    scene_def def = scene_default_def();
    def.land = s->land;
    def.quality = QUALITY_LOW;
    def.w = W;
    def.h = H;
    def.view = 512;
    def.things = things;
    CHECK_OK(scene_create(&def, &s->gl, &s->scene));
}

/// How many pixels of the middle third differ.
static int32_t differences(const loam_picture *a, const loam_colour *b)
{
    int32_t count = 0;
    for (int32_t i = 0; i < W * H; i++)
    {
        const loam_colour p = a->pixels[i];
        const bool is_middle = i % W > W / 3 && i % W < 2 * W / 3;
        count += is_middle && abs(p.r - b[i].r) + abs(p.g - b[i].g) + abs(p.b - b[i].b) > 24;
    }
    return count;
}

static void test_trees_are_drawn(void)
{
    static loam_colour bare[W * H];
    stage s;
    stage_open_view(&s, CONTEXT_ANY, W, H, 512);
    loam_land_start start;
    CHECK_OK(loam_land_find_start(s.land, 0, 0, &start));
    const loam_land_thing tree = find_tree(&s, start.x, start.z);
    CHECK(tree.size > 2);
    const camera from = {.x = tree.x / LOAM_SCATTER_ONE,
                         .z = tree.z / LOAM_SCATTER_ONE - 25,
                         .y = (double)tree.y + 0.5 * (double)tree.size + 8,
                         .fov = 50};
    const scene_look look = {.hour = 11, .weather = WEATHER_CLEAR};
    make_scene(&s, false);
    stage_shoot(&s, &from, &look, 4000);
    CHECK_INT(scene_count(s.scene).things, 0);
    memcpy(bare, s.picture.pixels, sizeof bare);
    make_scene(&s, true);
    stage_shoot(&s, &from, &look, 4000);
    CHECK(scene_count(s.scene).things > 0);
    CHECK(scene_count(s.scene).thing_triangles > 100);
    CHECK(scene_count(s.scene).thing_triangles <= MOST);
    CHECK(differences(&s.picture, bare) > W * H / 200);
    // A new context has them again.
    scene_drop(s.scene, false);
    CHECK_OK(scene_remake(s.scene, &s.gl));
    stage_shoot(&s, &from, &look, 4000);
    CHECK(scene_count(s.scene).things > 0);
    stage_close(&s);
}

int main(void)
{
    RUN(test_trees_are_drawn);
    return CHECK_DONE();
}
