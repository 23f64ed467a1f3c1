// SPDX-License-Identifier: MIT
// Nothing pops: while the viewer stands still and pages arrive, no pixel changes by more than 8 of 255 from one
// frame to the next, and in the end the picture is the one that a viewer who comes there sees. When maps follow a
// viewer who walks, nothing changes that can be seen.
#include "stage.h"

enum
{
    W = 96,
    H = 54,
    MOST = 8,
    MAX_FRAMES = 4000,
    VIEW = 1024,
    BUDGET_US = 200000,
};

static const scene_look look = {.hour = 10, .weather = WEATHER_FAIR, .seconds = 5};

static int32_t apart(uint8_t a, uint8_t b)
{
    return a > b ? a - b : b - a;
}

static int32_t difference_of(const loam_colour *a, const loam_colour *b)
{
    const int32_t red = apart(a->r, b->r), green = apart(a->g, b->g), blue = apart(a->b, b->b);
    const int32_t max = red > green ? red : green;
    return max > blue ? max : blue;
}

/// The most that a channel of a pixel differs by.
static int32_t difference(const loam_colour *a, const loam_colour *b)
{
    int32_t max = 0;
    for (int32_t i = 0; i < W * H; i++)
    {
        const int32_t now = difference_of(&a[i], &b[i]);
        max = now > max ? now : max;
    }
    return max;
}

static void draw(stage *s, const camera *from, const scene_look *with)
{
    CHECK_INT(scene_draw(s->scene, from, with), LOAM_OK);
    CHECK_INT(scene_read(s->scene, &s->picture), LOAM_OK);
}

static void copy(loam_colour *to, const stage *s)
{
    memcpy(to, s->picture.pixels, sizeof to[0] * W * H);
}

/// Until all pages are there and have faded in. Returns how many frames that took.
static int32_t stand(stage *s, const camera *from, loam_colour *last)
{
    bool complete = false;
    int32_t frames = 0;
    for (; frames < MAX_FRAMES && (!complete || s->scene->fade_frames > 0); frames++)
    {
        CHECK_INT(scene_update(s->scene, from, BUDGET_US, &complete), LOAM_OK);
        draw(s, from, &look);
        const int32_t max = difference(last, s->picture.pixels);
        CHECK_REPORT(max <= MOST, "frame %d: a pixel changed by %d", (int)frames, (int)max);
        copy(last, s);
    }
    return frames;
}

static camera from = {.x = -232400, .z = 86150, .azimuth = 210, .elevation = -6, .fov = 50};

/// A viewer goes a metre, by which the window of a level moves by a whole block: the picture from before must be
/// the same.
static void check_window(stage *s, int32_t level)
{
    static loam_colour seen[W * H];
    const int64_t step = (int64_t)1 << level, snap = 2 * s->scene->maps.def.block;
    camera before = from, after = from, aside = from;
    after.x = (loam_floor_div(from.x, snap * step) * snap + snap / 2) * step;
    aside.x = before.x = after.x - 1;
    aside.azimuth += 40;
    CHECK_INT(scene_update(s->scene, &before, 10000000, NULL), LOAM_OK);
    draw(s, &before, &look);
    copy(seen, s);
    const int64_t was = s->scene->maps.level[level].x;
    CHECK_INT(scene_update(s->scene, &after, 10000000, NULL), LOAM_OK);
    CHECK_INT(s->scene->maps.level[level].x, was + snap);
    draw(s, &aside, &look); // nothing to fade from
    draw(s, &before, &look);
    const int32_t max = difference(seen, s->picture.pixels);
    CHECK_REPORT(max <= 2, "level %d: a pixel changed by %d", (int)level, (int)max);
}

static void test_pages_fade_in(void)
{
    static loam_colour first[W * H], last[W * H];
    stage s;
    float ground = 0;
    stage_open_view(&s, CONTEXT_ANY, W, H, VIEW);
    CHECK_INT(loam_land_height(s.land, (double)from.x, (double)from.z, &ground), LOAM_OK);
    from.y = (double)ground + 30;
    CHECK_INT(scene_update(s.scene, &from, 0, NULL), LOAM_OK);
    draw(&s, &from, &look);
    copy(first, &s);
    copy(last, &s);
    const int32_t frames = stand(&s, &from, last);
    CHECK(frames > 255 / MOST && frames < MAX_FRAMES);
    CHECK(difference(first, last) > 4 * MOST); // the pages did show
    // One who looks elsewhere and back has nothing to fade from.
    camera aside = from;
    aside.azimuth += 40;
    draw(&s, &aside, &look);
    CHECK(difference(last, s.picture.pixels) > 4 * MOST);
    draw(&s, &from, &look);
    CHECK_INT(difference(last, s.picture.pixels), 0);
    check_window(&s, 1);
    check_window(&s, 3);
    stage_close(&s);
}

/// Rain falls before what fades: it is not slowed down.
static void test_rain_falls_while_pages_fade_in(void)
{
    static loam_colour last[W * H];
    scene_look rain = {.hour = 10, .weather = WEATHER_STORM, .seconds = 5};
    stage s;
    stage_open_view(&s, CONTEXT_ANY, W, H, VIEW);
    for (int32_t i = 0; i < MAX_FRAMES && s.scene->fade_frames == 0; i++)
    {
        CHECK_INT(scene_update(s.scene, &from, BUDGET_US, NULL), LOAM_OK);
        draw(&s, &from, &rain);
    }
    CHECK(s.scene->fade_frames > 0);
    copy(last, &s);
    rain.seconds += 0.1;
    draw(&s, &from, &rain);
    CHECK(difference(last, s.picture.pixels) > MOST);
    stage_close(&s);
}

int main(void)
{
    RUN(test_pages_fade_in);
    RUN(test_rain_falls_while_pages_fade_in);
    return CHECK_DONE();
}
