// SPDX-License-Identifier: MIT
#include "explore/explorer.h"

#include <math.h>
#include <stdlib.h>

// The map of the land with the viewer on it. A scout draws it; until a new one is there the one before is
// shown where it belongs. A click goes there.

static const int64_t scales[] = {4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 4096};

enum
{
    SCALES = sizeof scales / sizeof scales[0],
    FIRST_SCALE = 5,
};

typedef struct atlas
{
    bool open;
    int32_t scale;
    double x, z; // in the middle
    scout_question shown, asked;
    painter_image *image; // NULL: none yet
} atlas;

static atlas *get(explorer *e)
{
    if (e->atlas == NULL)
    {
        e->atlas = calloc(1, sizeof *e->atlas);
    }
    return e->atlas;
}

void atlas_close(explorer *e)
{
    if (e->atlas != NULL)
    {
        painter_image_destroy(e->r.paint, e->atlas->image);
        free(e->atlas);
        e->atlas = NULL;
    }
}

static void take_map(explorer *e, atlas *a)
{
    scout_answer found;
    if (!scout_take(e->scout, SCOUT_MAP, &found))
    {
        return;
    }
    if (found.result != LOAM_OK)
    {
        roam_tell(&e->r, true, "map: %s", found.message);
    }
    else
    {
        painter_image *image = NULL;
        if (painter_image_create(e->r.paint, found.picture.w, found.picture.h, &image) == LOAM_OK)
        {
            painter_image_update(e->r.paint, image, &found.picture);
            painter_image_destroy(e->r.paint, a->image);
            a->image = image;
            a->shown = found.asked;
            roam_log(&e->r, "map: %lld m a pixel around %lld,%lld", (long long)found.asked.scale,
                     (long long)found.asked.x, (long long)found.asked.z);
        }
    }
    scout_answer_free(&found);
}

static void ask_map(explorer *e, atlas *a)
{
    const double max = (double)(LOAM_LAND_END - 16777216);
    a->x = fmax(fmin(a->x, max), -max);
    a->z = fmax(fmin(a->z, max), -max);
    const scout_question wanted = {.x = (int64_t)a->x,
                                   .z = (int64_t)a->z,
                                   .scale = scales[a->scale],
                                   .w = e->r.paint->w,
                                   .h = e->r.paint->h};
    const bool same = wanted.x == a->asked.x && wanted.z == a->asked.z &&
                      wanted.scale == a->asked.scale && wanted.w == a->asked.w &&
                      wanted.h == a->asked.h;
    if (!same)
    {
        a->asked = wanted;
        scout_ask(e->scout, SCOUT_MAP, &wanted);
    }
}

/// Where a place of the land is on the screen.
static void on_screen(const explorer *e, const atlas *a, double x, double z, int32_t *sx,
                      int32_t *sy)
{
    const double scale = (double)scales[a->scale];
    *sx = (int32_t)fmax(fmin(e->r.paint->w * 0.5 + (x - a->x) / scale, 30000), -30000);
    *sy = (int32_t)fmax(fmin(e->r.paint->h * 0.5 - (z - a->z) / scale, 30000), -30000);
}

static void draw_map(explorer *e, const atlas *a)
{
    painter_fill(e->r.paint, (box){0, 0, e->r.paint->w, e->r.paint->h},
                 (loam_colour){16, 24, 34, 255});
    if (a->image == NULL)
    {
        return;
    }
    int32_t left, top, right, bottom;
    const double half_w = a->shown.w * 0.5 * (double)a->shown.scale;
    const double half_h = a->shown.h * 0.5 * (double)a->shown.scale;
    on_screen(e, a, (double)a->shown.x - half_w, (double)a->shown.z + half_h, &left, &top);
    on_screen(e, a, (double)a->shown.x + half_w, (double)a->shown.z - half_h, &right, &bottom);
    painter_image_draw(e->r.paint, a->image, (box){0, 0, a->shown.w, a->shown.h},
                       (box){left, top, right - left, bottom - top},
                       (loam_colour){255, 255, 255, 255}, true);
}

/// A dot, and dots in the direction of the look.
static void draw_viewer(explorer *e, const atlas *a)
{
    const double turn = e->r.yaw * 0.017453292519943295;
    const int32_t big = painter_scaled(e->r.paint, 7), small = painter_scaled(e->r.paint, 4);
    int32_t x, y;
    on_screen(e, a, e->r.body.x, e->r.body.z, &x, &y);
    for (int32_t i = 5; i >= 0; i--)
    {
        const int32_t r = i == 0 ? big : small;
        const int32_t cx = x + (int32_t)lround(sin(turn) * i * small * 1.5);
        const int32_t cy = y - (int32_t)lround(cos(turn) * i * small * 1.5);
        painter_fill(e->r.paint, (box){cx - r / 2 - 1, cy - r / 2 - 1, r + 2, r + 2},
                     (loam_colour){0, 0, 0, 200});
        painter_fill(e->r.paint, (box){cx - r / 2, cy - r / 2, r, r},
                     (loam_colour){255, 120, 60, 255});
    }
}

static void move_map(explorer *e, atlas *a)
{
    const double stride = (double)scales[a->scale] * e->r.paint->w / 6;
    const play_bindings *const keys = &e->r.settings.bindings;
    a->x += stride * (play_pressed(keys, &e->r.now, PLAY_LAND_RIGHT) -
                      play_pressed(keys, &e->r.now, PLAY_LAND_LEFT));
    a->z += stride * (play_pressed(keys, &e->r.now, PLAY_LAND_AHEAD) -
                      play_pressed(keys, &e->r.now, PLAY_LAND_BACK));
    const int32_t in = play_wheel_turns(&e->r.now, false) +
                       play_presses(keys, &e->r.now, PLAY_LAND_FARTHER) -
                       play_presses(keys, &e->r.now, PLAY_LAND_NEARER);
    const int32_t wanted = a->scale - in;
    a->scale = wanted < 0 ? 0 : wanted >= SCALES ? SCALES - 1 : wanted;
}

static void go_there(explorer *e, atlas *a)
{
    const double scale = (double)scales[a->scale];
    place at = explore_here(e);
    at.x = a->x + (e->r.now.mouse_x - e->r.paint->w * 0.5) * scale;
    at.z = a->z - (e->r.now.mouse_y - e->r.paint->h * 0.5) * scale;
    at.height = fmin(at.height, 200);
    explore_stand(e, &at);
    roam_log(&e->r, "map: go to %.0f,%.0f", at.x, at.z);
    a->open = false;
    roam_go(&e->r, ROAM_WALK);
}

static void draw_words(explorer *e)
{
    const char *const text =
        "Click to go there   wheel: scale   W A S D: move   F: search   M: back";
    const int32_t gap = painter_scaled(e->r.paint, 8),
                  high = painter_line_height(e->r.paint, TEXT_SMALL);
    painter_fill(e->r.paint, (box){0, 0, e->r.paint->w, high + gap}, (loam_colour){0, 0, 0, 140});
    painter_text(e->r.paint, gap, gap / 2, TEXT_SMALL, (loam_colour){255, 255, 255, 230}, text);
    if (scout_is_busy(e->scout, SCOUT_MAP))
    {
        painter_text(e->r.paint, e->r.paint->w - painter_scaled(e->r.paint, 90), gap / 2,
                     TEXT_SMALL, (loam_colour){255, 200, 140, 255}, "drawing ...");
    }
}

void atlas_run(roam *r)
{
    explorer *const e = explorer_of(r);
    atlas *const a = get(e);
    if (a == NULL)
    {
        roam_tell(&e->r, true, "There is no memory for a map");
        roam_go(&e->r, ROAM_WALK);
        return;
    }
    if (!a->open)
    {
        a->x = e->r.body.x;
        a->z = e->r.body.z;
        a->scale = a->image == NULL ? FIRST_SCALE : a->scale;
        a->open = true;
    }
    take_map(e, a);
    draw_map(e, a);
    draw_viewer(e, a);
    draw_words(e);
    if (search_is_open(e))
    {
        search_run(e, &a->asked);
        a->open = e->r.screen == EXPLORE_ATLAS;
        return;
    }
    move_map(e, a);
    ask_map(e, a);
    if (play_pressed(&e->r.settings.bindings, &e->r.now, PLAY_LAND_FLY))
    {
        search_open(e);
    }
    else if (input_pressed(&e->r.now, INPUT_MOUSE_LEFT))
    {
        go_there(e, a);
    }
    else if (ui_back(e->r.u) || play_pressed(&e->r.settings.bindings, &e->r.now, PLAY_MAP))
    {
        a->open = false;
        roam_go(&e->r, ROAM_WALK);
    }
}
