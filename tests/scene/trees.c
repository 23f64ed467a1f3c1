// SPDX-License-Identifier: MIT
// What stands on the land is drawn where it stands, within the triangles that a quality has, and not where there is none;
// it throws a shadow away from the sun, and the ground is that of a wood where trees stand close.
#include "stage.h"

#include "loam/land_things.h"

#include "scene/grounds.h"

#include <math.h>
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

enum
{
    ROOM = 4000, // trees around a place
};

typedef struct tree_list
{
    loam_land_thing trees[ROOM];
    int32_t count;
} tree_list;

static loam_result take_all(void *user, const loam_land_thing *thing)
{
    tree_list *const list = user;
    if (loam_thing_is_tree((loam_thing_kind)thing->kind) && list->count < ROOM)
    {
        list->trees[list->count++] = *thing;
    }
    return LOAM_OK;
}

static double apart(const loam_land_thing *a, const loam_land_thing *b)
{
    return hypot((double)(a->x - b->x), (double)(a->z - b->z)) / LOAM_SCATTER_ONE;
}

/// The tallest that has no other within so many metres.
static loam_land_thing find_lone(stage *s, int64_t x, int64_t z, double alone)
{
    static tree_list list;
    loam_land_things_def def = loam_default_land_things_def();
    loam_land_things *things = NULL;
    loam_land_thing best = {0};
    def.land = s->land;
    CHECK_OK(loam_land_things_create(&def, &things));
    const loam_land_things_area area = {x - SIDE / 2, z - SIDE / 2, SIDE, SIDE};
    list.count = 0;
    CHECK_OK(loam_land_things_find(things, area, 0, take_all, &list));
    for (int32_t i = 0; i < list.count; i++)
    {
        bool is_lone = list.trees[i].size > best.size;
        for (int32_t k = 0; k < list.count && is_lone; k++)
        {
            is_lone = k == i || apart(&list.trees[i], &list.trees[k]) > alone;
        }
        best = is_lone ? list.trees[i] : best;
    }
    loam_land_things_destroy(things);
    return best;
}

/// How bright the middle of the picture is.
static double brightness(const loam_picture *p)
{
    double sum = 0;
    for (int32_t i = 0; i < 81; i++)
    {
        const loam_colour c = p->pixels[(H / 2 - 4 + i / 9) * W + W / 2 - 4 + i % 9];
        sum += c.r + c.g + c.b;
    }
    return sum / 243;
}

static camera above(double x, double z, double y)
{
    return (camera){.x = (int64_t)floor(x),
                    .z = (int64_t)floor(z),
                    .dx = x - floor(x),
                    .dz = z - floor(z),
                    .y = y,
                    .elevation = -89.9,
                    .fov = 30};
}

/// Seen from above, where the shadow of a lone tree lies in the morning the ground is darker than without trees; on the
/// other side it is as it is.
static void test_a_tree_throws_a_shadow(void)
{
    stage s;
    stage_open_view(&s, CONTEXT_ANY, W, H, 512);
    loam_land_start start;
    CHECK_OK(loam_land_find_start(s.land, 0, 0, &start));
    const loam_land_thing tree = find_lone(&s, start.x, start.z, 16);
    CHECK(tree.size > 5);
    const scene_look look = {.hour = 9, .weather = WEATHER_CLEAR};
    const double root_x = (double)tree.x / LOAM_SCATTER_ONE,
                 root_z = (double)tree.z / LOAM_SCATTER_ONE;
    double seen[2][2]; // with and without trees; in the shadow and across from it
    for (int32_t things = 0; things < 2; things++)
    {
        make_scene(&s, things == 1);
        camera from = above(root_x, root_z, (double)tree.y + 60);
        stage_shoot(&s, &from, &look, 4000);
        const float *const light = s.scene->sky.light;
        const double slant = 0.65 * (double)tree.size / (double)light[1];
        CHECK(light[1] > 0.2f && light[1] < 0.8f);
        for (int32_t side = 0; side < 2; side++)
        {
            const double way = side == 0 ? -slant : slant;
            from = above(root_x + way * (double)light[0], root_z + way * (double)light[2],
                         (double)tree.y + 60);
            s.scene->has_last = false; // nothing fades in
            stage_shoot(&s, &from, &look, 4000);
            seen[things][side] = brightness(&s.picture);
        }
    }
    CHECK_REPORT(seen[1][0] < 0.8 * seen[0][0], "%.1f in the shadow, %.1f without", seen[1][0],
                 seen[0][0]);
    CHECK_REPORT(seen[1][1] > 0.93 * seen[0][1], "%.1f in the sun, %.1f without", seen[1][1],
                 seen[0][1]);
    stage_close(&s);
}

/// The maps' ground of 8 m and more is forest where woods are, in biomes that are none; without things it is not.
static void test_the_ground_of_woods_is_forest(void)
{
    stage s;
    stage_open_view(&s, CONTEXT_ANY, W, H, 512);
    loam_land_start start;
    CHECK_OK(loam_land_find_start(s.land, 0, 0, &start));
    const camera from = {.x = start.x, .z = start.z, .y = 500, .fov = 50};
    int32_t wooded = 0, bare = 0;
    for (int32_t things = 0; things < 2; things++)
    {
        make_scene(&s, things == 1);
        CHECK_OK(scene_update(s.scene, &from, 0, NULL));
        clipmap_finish(&s.scene->maps);
        const clipmap *const maps = &s.scene->maps;
        const clipmap_level *const l = &maps->level[5];
        for (int32_t i = 0; i < maps->def.side * maps->def.side; i++)
        {
            const uint8_t *const usual = grounds_of_biome(l->biome[i]);
            const int32_t forest = l->ground[4 * i + GROUND_FOREST];
            wooded += things == 1 && forest > usual[GROUND_FOREST] + 60;
            bare += things == 1 && forest + 20 < usual[GROUND_FOREST];
            CHECK(things == 1 || forest == usual[GROUND_FOREST]);
        }
    }
    CHECK_REPORT(wooded > 200 && bare > 200, "%d texels are wooded, %d bare", (int)wooded,
                 (int)bare);
    stage_close(&s);
}

int main(void)
{
    RUN(test_trees_are_drawn);
    RUN(test_a_tree_throws_a_shadow);
    RUN(test_the_ground_of_woods_is_forest);
    return CHECK_DONE();
}
