// SPDX-License-Identifier: MIT
#include "play/world_view.h"

#include "play/backdrop.h"
#include "play/ingame.h"
#include "play/worlds.h"

// The CPU composes the picture, so its cost follows its pixels. Large windows get one of half or a third of
// theirs, which is stretched: tiles look the same, and the interface stays sharp.

enum
{
    MANY_PIXELS = 1920 * 1200, // that are composed of themselves; larger pictures are stretched
    LEAD_SHARE = 5,            // of the view's shorter side, that the camera leads at most
    RING_EDGE = 2 * LOAM_CHUNK_SIDE +
                2 * LOAM_CAMERA_LEAD, // tiles that may lie between ring and view
};

// ---- sizes --------------------------------------------------------------------------------------

/// How many pixels of the window are one of the picture, along a side.
static int32_t stretch_of(const play_settings *settings, int32_t w, int32_t h)
{
    if (settings->resolution > 0)
    {
        return settings->resolution >= 100 ? 1 : 100 / settings->resolution;
    }
    int32_t stretch = 1;
    while ((int64_t)(w / stretch) * (h / stretch) > MANY_PIXELS)
    {
        stretch++;
    }
    return stretch;
}

static int32_t within(int32_t value, int32_t low, int32_t high)
{
    return value < low ? low : value < high ? value : high;
}

view_size world_view_size(const play_settings *settings, int32_t w, int32_t h, int32_t ring_tiles)
{
    const int32_t stretch = stretch_of(settings, w, h);
    view_size size = {within((w + stretch - 1) / stretch, 16, LOAM_MAX_FRAME_SIDE),
                      within((h + stretch - 1) / stretch, 16, LOAM_MAX_FRAME_SIDE), settings->zoom};
    const int32_t side = size.w > size.h ? size.w : size.h;
    while (size.zoom < LOAM_MAX_FRAME_ZOOM && side / size.zoom > ring_tiles - RING_EDGE)
    {
        size.zoom++;
    }
    return size;
}

// ---- the frame ----------------------------------------------------------------------------------

static loam_tile_light_def light_of(const app *a, play_light quality)
{
    loam_tile_light_def def = loam_default_tile_light_def();
    def.env = a->env;
    if (quality == PLAY_LIGHT_FAST)
    {
        def.directions = 32;
    }
    else if (quality == PLAY_LIGHT_FINE)
    {
        def.unit = 2;
        def.margin = 2 * def.margin;
    }
    return def;
}

static void forget_frame(app *a)
{
    loam_tile_frame_destroy(a->frame);
    loam_picture_destroy(&a->env, &a->picture);
    painter_image_destroy(a->paint, a->image);
    a->frame = NULL;
    a->picture = (loam_picture){0};
    a->image = NULL;
}

static loam_result make_frame(app *a, view_size size)
{
    loam_tile_frame_def def = loam_default_tile_frame_def();
    def.env = a->env;
    def.w = size.w;
    def.h = size.h;
    def.zoom = size.zoom;
    def.light = a->settings.light != PLAY_LIGHT_OFF;
    def.light_def = light_of(a, a->settings.light);
    def.brightness = (float)a->settings.brightness_percent / 100.0f;
    loam_result result = loam_tile_frame_create(&def, &a->frame);
    if (result == LOAM_OK && (a->picture.w != size.w || a->picture.h != size.h))
    {
        loam_picture_destroy(&a->env, &a->picture);
        painter_image_destroy(a->paint, a->image);
        a->picture = (loam_picture){0};
        a->image = NULL;
        result = loam_picture_create(&a->env, size.w, size.h, loam_rgb(0), &a->picture);
        result = result == LOAM_OK ? painter_image_create(a->paint, size.w, size.h, &a->image)
                                   : result;
    }
    return result;
}

/// Makes what is drawn with anew if the window, the zoom or the settings are others.
static bool prepare_frame(app *a, view_size size)
{
    if (a->frame != NULL && a->frame_w == size.w && a->frame_h == size.h &&
        a->frame_zoom == size.zoom && a->frame_light == a->settings.light &&
        a->frame_brightness == a->settings.brightness_percent)
    {
        return true;
    }
    loam_tile_frame_destroy(a->frame);
    a->frame = NULL;
    a->frame_w = size.w;
    a->frame_h = size.h;
    a->frame_zoom = size.zoom;
    a->frame_light = a->settings.light;
    a->frame_brightness = a->settings.brightness_percent;
    a->stepped = true;
    if (make_frame(a, size) != LOAM_OK)
    {
        app_complain(a, "picture");
        forget_frame(a);
    }
    return a->frame != NULL;
}

// ---- drawing ------------------------------------------------------------------------------------

static bool scene_of(const app *a, loam_tile_frame_scene *scene)
{
    if (app_world_is_open(a))
    {
        *scene = (loam_tile_frame_scene){.world = loam_tile_game_world(session_game(a->s)),
                                         .player = loam_tile_game_player(session_game(a->s)),
                                         .camera = &a->camera,
                                         .between = session_between(a->s),
                                         .outline = app_top(a) == SCREEN_GAME && !a->ring_open};
        return true;
    }
    return a->back != NULL && backdrop_scene(a->back, scene);
}

static void compose(app *a, const loam_tile_frame_scene *scene)
{
    const uint64_t start = loam_clock_ns();
    if (a->stepped && loam_tile_frame_light(a->frame, scene) != LOAM_OK)
    {
        app_complain(a, "light");
    }
    a->stepped = false;
    const uint64_t lit = loam_clock_ns();
    loam_tile_frame_draw(a->frame, scene, &a->picture);
    const uint64_t drawn = loam_clock_ns();
    painter_image_update(a->paint, a->image, &a->picture);
    painter_image_draw(a->paint, a->image, (box){0, 0, a->picture.w, a->picture.h},
                       (box){0, 0, a->paint->w, a->paint->h}, loam_rgb(0xffffff), false);
    app_times_add(&a->times, TIME_LIGHT, lit - start);
    app_times_add(&a->times, TIME_COMPOSE, drawn - lit);
    app_times_add(&a->times, TIME_SHOW, loam_clock_ns() - drawn);
}

/// Behind menus the world is darker, and it comes up slowly behind the title.
static void shade(app *a)
{
    const bool open = app_world_is_open(a);
    const float light = open ? (app_top(a) == SCREEN_GAME ? 1.0f : 0.6f)
                             : 0.8f * backdrop_light(a->back);
    if (light < 1)
    {
        const loam_colour dark = {8, 7, 6, (uint8_t)((1 - light) * 255)};
        painter_fill(a->paint, (box){0, 0, a->paint->w, a->paint->h}, dark);
    }
}

void world_view_draw(app *a)
{
    loam_tile_frame_scene scene;
    if (!app_world_is_open(a) && a->back != NULL && backdrop_advance(a->back, a->now_us))
    {
        a->stepped = true;
    }
    if (!scene_of(a, &scene))
    {
        painter_fill(a->paint, (box){0, 0, a->paint->w, a->paint->h}, (loam_colour){8, 7, 6, 255});
        return;
    }
    const view_size size = world_view_size(&a->settings, a->paint->w, a->paint->h,
                                           loam_tile_world_ring(scene.world).side);
    if (prepare_frame(a, size))
    {
        compose(a, &scene);
        shade(a);
    }
}

// ---- places -------------------------------------------------------------------------------------

loam_tile_pos app_tile_at(const app *a, int32_t x, int32_t y)
{
    loam_tile_frame_scene scene;
    if (a->frame == NULL || !scene_of(a, &scene))
    {
        return (loam_tile_pos){0, 0};
    }
    return loam_tile_frame_tile(a->frame, &scene, (int32_t)((int64_t)x * a->frame_w / a->paint->w),
                                (int32_t)((int64_t)y * a->frame_h / a->paint->h));
}

box app_box_of_tiles(const app *a, loam_tile_pos low, int32_t w, int32_t h)
{
    loam_tile_frame_scene scene;
    int32_t x, y;
    if (a->frame == NULL || !scene_of(a, &scene))
    {
        return (box){0, 0, 0, 0};
    }
    const loam_tile_pos top = {low.x, low.y + h - 1};
    loam_tile_frame_pixel(a->frame, &scene, top, &x, &y);
    const int64_t right = (int64_t)x + (int64_t)w * a->frame_zoom;
    const int64_t bottom = (int64_t)y + (int64_t)h * a->frame_zoom;
    const int32_t left_pixel = (int32_t)((int64_t)x * a->paint->w / a->frame_w);
    const int32_t top_pixel = (int32_t)((int64_t)y * a->paint->h / a->frame_h);
    return (box){left_pixel, top_pixel, (int32_t)(right * a->paint->w / a->frame_w) - left_pixel,
                 (int32_t)(bottom * a->paint->h / a->frame_h) - top_pixel};
}

// ---- worlds come and go -------------------------------------------------------------------------

/// Light goes on from what was lit before, which is no good in another world.
static void forget_light(app *a)
{
    loam_tile_frame_destroy(a->frame);
    a->frame = NULL;
    a->stepped = true;
}

void world_view_enter(app *a)
{
    a->camera = (loam_camera){.lead = LOAM_LEAD_NONE}; // nobody has aimed yet
    loam_camera_begin(&a->camera, loam_tile_game_player(session_game(a->s)));
    forget_light(a);
    a->selection = (app_selection){0};
    a->ring_open = false;
    ingame_enter(a);
}

void world_view_lead(app *a)
{
    const loam_player *const player = loam_tile_game_player(session_game(a->s));
    const bool away = a->now.device == INPUT_KEYBOARD && (a->now.mouse_left || !a->now.focused);
    const int32_t side = a->frame_w < a->frame_h ? a->frame_w : a->frame_h;
    a->camera.lead = !a->settings.camera_leads || away            ? LOAM_LEAD_NONE
                     : player->using_tool || a->selection.marking ? LOAM_LEAD_STAYS
                                                                  : LOAM_LEAD_FOLLOWS;
    a->camera.max_lead = a->frame_zoom > 0 ? (double)side / a->frame_zoom / LEAD_SHARE : 0;
    a->camera.max_lead = a->camera.max_lead < LOAM_CAMERA_LEAD ? a->camera.max_lead
                                                               : LOAM_CAMERA_LEAD;
}

void world_view_leave(app *a)
{
    if (app_world_is_open(a))
    {
        worlds_keep_picture(a);
        ingame_leave(a);
    }
    forget_light(a);
}

void world_view_destroy(app *a)
{
    forget_frame(a);
}
