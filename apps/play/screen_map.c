// SPDX-License-Identifier: MIT
#include "play/explored.h"
#include "play/ingame.h"
#include "play/screens.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

// The map fills the window. It is composed at its own resolution, one copy of rows from each region, and
// stretched if one is near; from afar a smaller picture of each region is taken. So it costs the same at
// any zoom, and less than a frame of the world.

enum
{
    NEAREST = 5, // zoom: 32 pixels along 8 tiles
    FARTHEST = -3,
    GRID_TILES = 1024,
    MARKER = 22, // units
    PIXELS_A_SECOND = 700,
};

// ---- where things are ---------------------------------------------------------------------------

static double pixels_a_tile(const app *a)
{
    return ldexp(1.0, a->in->map_zoom) / EXPLORED_TILES;
}

/// Pixels of a way in tiles; one that is too far for a number is as far as it can be.
static int32_t pixels_of(const app *a, double tiles)
{
    const double max = 1 << 30;
    return (int32_t)lround(fmin(fmax(tiles * pixels_a_tile(a), -max), max));
}

static int32_t screen_x(const app *a, double tile)
{
    return pixels_of(a, tile - a->in->map_x) + a->paint->w / 2;
}

static int32_t screen_y(const app *a, double tile)
{
    return pixels_of(a, a->in->map_y - tile) + a->paint->h / 2;
}

static double tile_x(const app *a, int32_t x)
{
    return a->in->map_x + (x - a->paint->w / 2) / pixels_a_tile(a);
}

static double tile_y(const app *a, int32_t y)
{
    return a->in->map_y - (y - a->paint->h / 2) / pixels_a_tile(a);
}

/// As near as what was explored around the player needs to fill half of the window or more. It is in the
/// middle, unless there is more of it than can be shown.
static void fit(app *a, loam_tile_pos player)
{
    ingame *const in = a->in;
    const explored_box seen = explored_around(a->map, player);
    const double w = (double)(seen.right - seen.left + 1), h = (double)(seen.high - seen.low + 1);
    int32_t zoom = FARTHEST;
    while (zoom < NEAREST && 2 * ldexp(w, zoom) < a->paint->w && 2 * ldexp(h, zoom) < a->paint->h)
    {
        zoom++;
    }
    in->map_zoom = zoom;
    if (ldexp(w, zoom) <= a->paint->w && ldexp(h, zoom) <= a->paint->h)
    {
        in->map_x = ((double)seen.left + w / 2) * EXPLORED_TILES;
        in->map_y = ((double)seen.low + h / 2) * EXPLORED_TILES;
    }
}

void screen_map_enter(app *a)
{
    if (a->in != NULL)
    {
        const loam_player *const player = ingame_player(a);
        const double x = (double)player->x / LOAM_PLAYER_FIXED;
        const double y = (double)player->y / LOAM_PLAYER_FIXED;
        a->in->map_x = x;
        a->in->map_y = y;
        a->in->map_dragged = false;
        if (!a->in->map_zoomed && a->map != NULL)
        {
            fit(a, (loam_tile_pos){(int64_t)floor(x), (int64_t)floor(y)});
        }
    }
}

// ---- moving -------------------------------------------------------------------------------------

static void drag(app *a)
{
    ingame *const in = a->in;
    const input *const now = &a->now;
    if (!now->down[INPUT_MOUSE_LEFT])
    {
        in->map_dragged = false;
        return;
    }
    if (in->map_dragged)
    {
        in->map_x -= (now->mouse_x - in->map_mouse_x) / pixels_a_tile(a);
        in->map_y += (now->mouse_y - in->map_mouse_y) / pixels_a_tile(a);
    }
    in->map_dragged = true;
    in->map_mouse_x = now->mouse_x;
    in->map_mouse_y = now->mouse_y;
}

static bool is_down(const app *a, play_action action, input_code code)
{
    return play_is_down(&a->settings.bindings, &a->now, action) || a->now.down[code];
}

static void pan(app *a)
{
    const input *const now = &a->now;
    const double way = painter_scaled(a->paint, PIXELS_A_SECOND) * (double)ingame_seconds(a) /
                       pixels_a_tile(a);
    const int32_t right = is_down(a, PLAY_RIGHT, KEY_RIGHT) - is_down(a, PLAY_LEFT, KEY_LEFT);
    const int32_t up = is_down(a, PLAY_JUMP, KEY_UP) - is_down(a, PLAY_DIVE, KEY_DOWN);
    a->in->map_x += way * (right + (double)now->walk_x + (double)now->look_x);
    a->in->map_y += way * (up + (double)now->walk_y + (double)now->look_y);
    const double end = (double)LOAM_PLAYER_END;
    a->in->map_x = fmin(fmax(a->in->map_x, -end), end);
    a->in->map_y = fmin(fmax(a->in->map_y, -end), end);
}

/// Around the mouse, or the middle.
static void zoom(app *a)
{
    const input *const now = &a->now;
    const play_bindings *const bindings = &a->settings.bindings;
    const int32_t wheel = input_pressed(now, INPUT_WHEEL_UP) - input_pressed(now, INPUT_WHEEL_DOWN);
    const int32_t by = wheel != 0 ? wheel
                                  : play_pressed(bindings, now, PLAY_ZOOM_IN) -
                                        play_pressed(bindings, now, PLAY_ZOOM_OUT);
    const int32_t wanted = a->in->map_zoom + by;
    if (by == 0 || wanted < FARTHEST || wanted > NEAREST)
    {
        return;
    }
    const int32_t x = wheel != 0 ? now->mouse_x : a->paint->w / 2;
    const int32_t y = wheel != 0 ? now->mouse_y : a->paint->h / 2;
    const double at_x = tile_x(a, x), at_y = tile_y(a, y);
    a->in->map_zoom = wanted;
    a->in->map_zoomed = true;
    a->in->map_x += at_x - tile_x(a, x);
    a->in->map_y += at_y - tile_y(a, y);
}

// ---- drawing ------------------------------------------------------------------------------------

static bool prepare(app *a, int32_t w, int32_t h)
{
    ingame *const in = a->in;
    if (in->map_image != NULL && in->map_picture.w == w && in->map_picture.h == h)
    {
        return true;
    }
    if (in->map_image != NULL)
    {
        painter_image_destroy(a->paint, in->map_image);
        in->map_image = NULL;
    }
    loam_picture_destroy(&a->env, &in->map_picture);
    in->map_picture = (loam_picture){0};
    if (loam_picture_create(&a->env, w, h, (loam_colour){0}, &in->map_picture) != LOAM_OK)
    {
        return false;
    }
    if (painter_image_create(a->paint, w, h, &in->map_image) != LOAM_OK)
    {
        in->map_image = NULL;
        return false;
    }
    return true;
}

static void draw_explored(app *a)
{
    const int32_t level = a->in->map_zoom < 0 ? -a->in->map_zoom : 0;
    const int32_t stretch = 1 << (a->in->map_zoom > 0 ? a->in->map_zoom : 0);
    const double side = EXPLORED_TILES * (double)(1 << level); // tiles along a pixel of the picture
    const int64_t left = (int64_t)floor(tile_x(a, 0) / side);
    const int64_t top = (int64_t)floor(tile_y(a, 0) / side);
    const int32_t w = a->paint->w / stretch + 2, h = a->paint->h / stretch + 2;
    if (a->map == NULL || !prepare(a, w, h))
    {
        return;
    }
    explored_draw(a->map, level, left, top, &a->in->map_picture);
    painter_image_update(a->paint, a->in->map_image, &a->in->map_picture);
    painter_image_draw(a->paint, a->in->map_image, (box){0, 0, w, h},
                       (box){screen_x(a, (double)left * side),
                             screen_y(a, (double)(top + 1) * side), w * stretch, h * stretch},
                       loam_rgb(0xffffff), false);
}

static void draw_grid(app *a)
{
    const loam_colour faint = {255, 255, 255, 16};
    const double step = GRID_TILES * (a->in->map_zoom < 0 ? ldexp(1.0, -a->in->map_zoom) : 1);
    const int64_t left = (int64_t)floor(tile_x(a, 0) / step);
    const int64_t low = (int64_t)floor(tile_y(a, a->paint->h) / step);
    for (int64_t i = left; screen_x(a, (double)i * step) < a->paint->w; i++)
    {
        painter_fill(a->paint, (box){screen_x(a, (double)i * step), 0, 1, a->paint->h}, faint);
    }
    for (int64_t i = low; screen_y(a, (double)i * step) > 0; i++)
    {
        painter_fill(a->paint, (box){0, screen_y(a, (double)i * step), a->paint->w, 1}, faint);
    }
}

/// A marker stands on its place; one that is out of sight is at the edge.
static void draw_marker(app *a, icon_sign sign, double x, double y)
{
    const int32_t side = painter_scaled(a->paint, MARKER), half = side / 2;
    int32_t at_x = screen_x(a, x), at_y = screen_y(a, y);
    const bool is_out = at_x < 0 || at_y < 0 || at_x > a->paint->w || at_y > a->paint->h;
    at_x = at_x < half ? half : at_x > a->paint->w - half ? a->paint->w - half : at_x;
    at_y = at_y < side ? side : at_y > a->paint->h ? a->paint->h : at_y;
    icons_draw_sign(a->in->icons, sign, (box){at_x - half, at_y - side, side, side},
                    (loam_colour){255, 255, 255, is_out ? 140 : 255});
}

static void draw_words(app *a, int32_t x, int32_t y, const char *text)
{
    const int32_t pad = painter_scaled(a->paint, 6);
    const int32_t w = painter_text_width(a->paint, TEXT_NORMAL, text, strlen(text));
    const int32_t line = painter_line_height(a->paint, TEXT_NORMAL);
    painter_fill(a->paint, (box){x, y, w + 2 * pad, line + pad}, (loam_colour){12, 13, 17, 190});
    painter_text(a->paint, x + pad, y + pad / 2, TEXT_NORMAL, ui_get_theme(a->u)->text, text);
}

/// What the zoom means: "1 pixel = 8 tiles".
static void scale_text(const app *a, char *out, size_t room)
{
    const int32_t zoom = a->in->map_zoom, tiles_log2 = 3 - zoom; // a pixel has EXPLORED_TILES at 0
    if (tiles_log2 >= 0)
    {
        snprintf(out, room, "1 pixel = %d tile%s", 1 << tiles_log2, tiles_log2 > 0 ? "s" : "");
    }
    else
    {
        snprintf(out, room, "%d pixels = 1 tile", 1 << -tiles_log2);
    }
}

static void draw_legend(app *a)
{
    char text[128], key[64], scale[32];
    const int32_t margin = painter_scaled(a->paint, 10);
    const int32_t line = painter_line_height(a->paint, TEXT_NORMAL) + 2 * margin;
    const bool pad = a->now.device == INPUT_GAMEPAD;
    const int32_t x = pad ? a->paint->w / 2 : a->now.mouse_x;
    const int32_t y = pad ? a->paint->h / 2 : a->now.mouse_y;
    snprintf(text, sizeof text, "%" PRId64 ", %" PRId64, (int64_t)floor(tile_x(a, x)),
             (int64_t)floor(tile_y(a, y)));
    draw_words(a, margin, a->paint->h - line, text);
    play_binding_text(&a->settings.bindings, PLAY_MAP, a->now.device, key, sizeof key);
    scale_text(a, scale, sizeof scale);
    snprintf(text, sizeof text, "Map   %s   %s: back", scale, key);
    draw_words(a, margin, margin, text);
}

void screen_map_run(app *a)
{
    if (a->in == NULL)
    {
        app_pop(a);
        return;
    }
    drag(a);
    pan(a);
    zoom(a);
    const loam_player *const player = ingame_player(a);
    painter_fill(a->paint, (box){0, 0, a->paint->w, a->paint->h}, (loam_colour){15, 16, 21, 255});
    draw_explored(a);
    draw_grid(a);
    draw_marker(a, ICON_HOME, (double)player->home.x + 0.5, (double)player->home.y);
    draw_marker(a, ICON_PLAYER, (double)player->x / LOAM_PLAYER_FIXED,
                (double)player->y / LOAM_PLAYER_FIXED);
    draw_legend(a);
    if (ui_back(a->u) || play_pressed(&a->settings.bindings, &a->now, PLAY_MAP))
    {
        app_pop(a);
    }
}
