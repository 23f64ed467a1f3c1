// SPDX-License-Identifier: MIT
// What the explorer needs of a scene: figures that stand in it, pictures of other sizes, other views, and to
// know where the ground has all its detail.
#include "scene/figure.h"
#include "stage.h"

enum
{
    W = 96,
    H = 54
};

static const scene_look noon = {.hour = 12, .seconds = 100};

static camera from_above(stage *s)
{
    camera c = {.x = -232400, .z = 86150, .azimuth = 210, .elevation = -10, .fov = 50};
    bool complete = false;
    for (int32_t i = 0; i < 2000 && !complete; i++)
    {
        CHECK_INT(scene_update(s->scene, &c, 20000, &complete), LOAM_OK);
    }
    CHECK(complete);
    c.y = (double)scene_ground(s->scene, &c) + 30;
    return c;
}

static figure_box red_box(const camera *c, float away, float above)
{
    const float s = -0.5f, k = -0.8660254f; // of 210 degrees
    return (figure_box){.centre = {s * away, (float)c->y + above, k * away},
                        .axes = {{4, 0, 0}, {0, 4, 0}, {0, 0, 4}},
                        .colour = {1, 0, 0}};
}

/// New ground fades in from the picture before, and with it all that stands there.
static void draw_until_faded(stage *s, const camera *c)
{
    for (int32_t i = 0; i < 50; i++)
    {
        CHECK_INT(scene_draw(s->scene, c, &noon), LOAM_OK);
    }
}

static int32_t count_red(stage *s, const camera *c)
{
    int32_t count = 0;
    CHECK_INT(scene_draw(s->scene, c, &noon), LOAM_OK);
    CHECK_INT(scene_read_cover(s->scene, &s->picture), LOAM_OK);
    for (int32_t i = 0; i < s->picture.w * s->picture.h; i++)
    {
        const loam_colour p = s->picture.pixels[i];
        count += p.r > 100 && p.g < p.r / 3 && p.b < p.r / 3;
    }
    return count;
}

static void check_boxes(stage *s, const camera *c)
{
    const figure_box near = red_box(c, 40, -4), far = red_box(c, 80, -8),
                     buried = red_box(c, 40, -400);
    draw_until_faded(s, c);
    CHECK_INT(count_red(s, c), 0);
    scene_set_boxes(s->scene, &near, 1);
    const int32_t near_count = count_red(s, c);
    scene_set_boxes(s->scene, &far, 1);
    const int32_t far_count = count_red(s, c);
    CHECK(near_count > 20);
    CHECK(far_count > 3 && far_count < near_count);
    scene_set_boxes(s->scene, &buried, 1); // the ground hides it
    CHECK_INT(count_red(s, c), 0);
    scene_set_boxes(s->scene, NULL, 0);
    CHECK_INT(count_red(s, c), 0);
}

static void check_resize(stage *s, const camera *c)
{
    loam_picture small;
    CHECK_INT(scene_resize(s->scene, 0, 10), LOAM_BAD_ARGUMENT);
    CHECK_CONTAINS(loam_last_error(), "1 to 8192");
    CHECK_INT(scene_resize(s->scene, 40, 30), LOAM_OK);
    CHECK_INT(loam_picture_create(&s->env, 40, 30, loam_rgb(0), &small), LOAM_OK);
    CHECK_INT(scene_draw(s->scene, c, &noon), LOAM_OK);
    CHECK_INT(scene_read(s->scene, &small), LOAM_OK);
    CHECK(small.pixels[0].b > 0 && small.pixels[40 * 30 - 1].g > 0);
    loam_picture_destroy(&s->env, &small);
    CHECK_INT(scene_resize(s->scene, W, H), LOAM_OK);
}

/// Detail is where pages of 1 m are, and ends with them.
static void check_detail(stage *s, const camera *c)
{
    const double x = (double)c->x, z = (double)c->z;
    CHECK(scene_has_detail(s->scene, x, z, 4));
    CHECK(scene_has_detail(s->scene, x, z, 300));
    CHECK(!scene_has_detail(s->scene, x + 3000, z, 4));
    CHECK(!scene_has_detail(s->scene, x, z, 3000));
}

/// With another view the ground stays where it was, and detail comes again.
static void check_view(stage *s, const camera *c)
{
    const float before = scene_ground(s->scene, c);
    CHECK_INT(scene_set_view(s->scene, 511), LOAM_BAD_ARGUMENT);
    CHECK_CONTAINS(loam_last_error(), "512 to 65536");
    CHECK_INT(scene_set_view(s->scene, 1024), LOAM_OK);
    CHECK(scene_ground(s->scene, c) == before);
    CHECK(!scene_has_detail(s->scene, (double)c->x, (double)c->z, 4));
    (void)from_above(s);
    CHECK(scene_has_detail(s->scene, (double)c->x, (double)c->z, 4));
    CHECK(scene_ground(s->scene, c) == before);
}

static void test_the_explorer_gets_what_it_needs(void)
{
    stage s;
    stage_open(&s, CONTEXT_ANY, W, H);
    CHECK_INT(scene_set_view(s.scene, 2048), LOAM_OK);
    const camera c = from_above(&s);
    check_boxes(&s, &c);
    check_resize(&s, &c);
    check_detail(&s, &c);
    check_view(&s, &c);
    stage_close(&s);
}

int main(void)
{
    RUN(test_the_explorer_gets_what_it_needs);
    return CHECK_DONE();
}
