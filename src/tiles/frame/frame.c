// SPDX-License-Identifier: MIT
#include "tiles/frame/frame.h"

#include "base/small.h"
#include "loam/jobs.h"
#include "loam/maths.h"

#include <string.h>

// A frame is composed in rows of cells. A cell is two pixels wide and high (one, if a tile is an odd number
// of them): half a tile as a player sees it, and nothing finer is coloured or lit. A row of tiles becomes
// colours, once; for each of its rows of cells shadows are spread from units of tiles to cells, the tiles
// are shaded, laid over the sky, and widened to pixels; what is widened is copied to the rows below it
// (frame_rows.c). All in planes of 16-bit numbers, which compilers turn into vectors.
//
// Rows are put into bands, each with room of its own, so that threads share nothing. What is few or small
// (rain, the player, the brush) is drawn pixel by pixel in the end.
//
// Light is computed once after a step, and its shadows are kept by unit; the frames until the next step
// only spread them.

#define LIGHT_TINT 0.75f // how much of a light's colour is seen at most, 0..1

loam_tile_frame_def loam_default_tile_frame_def(void)
{
    return (loam_tile_frame_def){
        .env = loam_default_env(),
        .w = 1920,
        .h = 1080,
        .zoom = LOAM_FRAME_ZOOM,
        .light = true,
        .light_def = loam_default_tile_light_def(),
        .brightness = 1.0f,
    };
}

// ---- sizes --------------------------------------------------------------------------------------

static int32_t cell_of(int32_t zoom)
{
    return zoom % 2 == 0 ? 2 : 1;
}

/// The most tiles that so many pixels touch.
static int32_t tiles_of(int32_t pixels, int32_t zoom)
{
    return (pixels + zoom - 1) / zoom + 1;
}

/// Units that cover the view with its margin, wherever it begins, and one more on each side to be
/// between.
static int32_t units_of(int32_t tiles, int32_t unit)
{
    return (tiles + 2 * FRAME_MARGIN) / unit + 4;
}

static loam_result check(const loam_tile_frame_def *def)
{
    if (def->w < 16 || def->w > LOAM_MAX_FRAME_SIDE || def->h < 16 || def->h > LOAM_MAX_FRAME_SIDE)
    {
        return loam_fail(LOAM_BAD_ARGUMENT, "a frame is %d x %d pixels; sides must be 16 to %d",
                         (int)def->w, (int)def->h, LOAM_MAX_FRAME_SIDE);
    }
    if (def->zoom < 1 || def->zoom > LOAM_MAX_FRAME_ZOOM)
    {
        return loam_fail(LOAM_BAD_ARGUMENT, "a frame's zoom is %d; must be 1 to %d", (int)def->zoom,
                         LOAM_MAX_FRAME_ZOOM);
    }
    if (!(def->brightness >= LOAM_MIN_FRAME_BRIGHTNESS &&
          def->brightness <= LOAM_MAX_FRAME_BRIGHTNESS))
    {
        return loam_fail(LOAM_BAD_ARGUMENT, "a frame's brightness is %g; must be %g to %g",
                         (double)def->brightness, (double)LOAM_MIN_FRAME_BRIGHTNESS,
                         (double)LOAM_MAX_FRAME_BRIGHTNESS);
    }
    const int32_t side = tiles_of(def->w > def->h ? def->w : def->h, def->zoom);
    const int32_t unit = def->light_def.unit > 0 ? def->light_def.unit : 1;
    if (def->light && units_of(side, unit) * unit > LOAM_MAX_TILE_AREA)
    {
        return loam_fail(LOAM_BAD_ARGUMENT,
                         "a frame of %d x %d pixels at zoom %d shows %d tiles along a side; light "
                         "reaches over at most %d: choose a larger zoom, or no light",
                         (int)def->w, (int)def->h, (int)def->zoom, (int)side,
                         LOAM_MAX_TILE_AREA - 2 * FRAME_MARGIN - 4 * (int)unit);
    }
    return LOAM_OK;
}

// ---- memory -------------------------------------------------------------------------------------

/// Takes memory for count things, or only counts it if there is none yet.
static void *take(loam_tile_frame *frame, size_t *used, size_t count, size_t size)
{
    void *const at = frame->memory != NULL ? (uint8_t *)frame->memory + *used : NULL;
    *used += LOAM_ARENA_SIZE(count * size);
    return at;
}

static frame_planes take_planes(loam_tile_frame *frame, size_t *used, size_t count)
{
    return (frame_planes){take(frame, used, count, sizeof(uint16_t)),
                          take(frame, used, count, sizeof(uint16_t)),
                          take(frame, used, count, sizeof(uint16_t))};
}

static void lay_out_band(loam_tile_frame *frame, frame_band *band, size_t *used, size_t tiles,
                         size_t cells)
{
    for (int i = 0; i < 3; i++)
    {
        band->tiles[i] = take(frame, used, tiles + 2, sizeof(loam_tile));
        band->solid[i] = take(frame, used, tiles + 2, 1);
    }
    band->tile = take_planes(frame, used, cells);
    band->cover = take(frame, used, cells, sizeof(uint16_t));
    band->takes = take(frame, used, cells, sizeof(uint16_t));
    band->sky = take_planes(frame, used, cells);
    for (int i = 0; i < 3; i++)
    {
        band->units[i] = take(frame, used, (size_t)frame->shadows.columns, sizeof(uint16_t));
        band->shade[i] = take(frame, used, cells + 3 * FRAME_UNIT_CELLS_MAX, sizeof(uint16_t));
    }
    band->cells = take(frame, used, cells, sizeof(uint32_t));
    band->surfaces = take(frame, used, tiles, sizeof(int32_t));
}

/// Gives every array its place, and returns how much memory that is.
static size_t lay_out(loam_tile_frame *frame)
{
    const loam_tile_frame_def *def = &frame->def;
    const size_t tiles = (size_t)tiles_of(def->w, def->zoom);
    const size_t rows = (size_t)tiles_of(def->h, def->zoom);
    const size_t sub = (size_t)(def->zoom / cell_of(def->zoom));
    frame_shadows *shadows = &frame->shadows;
    const size_t units = (size_t)shadows->columns * (size_t)shadows->rows;
    size_t used = 0;
    frame->looks = take(frame, &used, 1, sizeof(frame_looks));
    frame->sky.star_rows = take(frame, &used, rows * sub, sizeof(int32_t));
    for (int i = 0; i < FRAME_HILLS; i++)
    {
        frame->sky.hills[i] = take(frame, &used, tiles * sub, sizeof(int32_t));
    }
    frame->rain_top = take(frame, &used, (size_t)def->w, sizeof(int32_t));
    frame->rain_bottom = take(frame, &used, (size_t)def->w, sizeof(int32_t));
    for (int i = 0; i < 3; i++)
    {
        shadows->planes[i] = take(frame, &used, units, sizeof(uint16_t));
    }
    shadows->raw = take(frame, &used, (size_t)shadows->columns, sizeof(loam_shadow));
    for (int i = 0; i < FRAME_BANDS; i++)
    {
        lay_out_band(frame, &frame->bands[i], &used, tiles, tiles * sub);
    }
    return used;
}

static loam_result allocate(loam_tile_frame *frame)
{
    const loam_tile_frame_def *def = &frame->def;
    if (def->light)
    {
        loam_tile_light_def light_def = def->light_def;
        light_def.env = def->env;
        const loam_result result = loam_tile_light_create(&light_def, &frame->light);
        if (result != LOAM_OK)
        {
            return result;
        }
        frame->shadows.unit = light_def.unit;
        frame->shadows.columns = units_of(tiles_of(def->w, def->zoom), light_def.unit);
        frame->shadows.rows = units_of(tiles_of(def->h, def->zoom), light_def.unit);
    }
    frame->size = lay_out(frame);
    frame->memory = loam_alloc(&def->env, frame->size);
    if (frame->memory == NULL)
    {
        return LOAM_OUT_OF_MEMORY;
    }
    memset(frame->memory, 0, frame->size);
    lay_out(frame);
    return LOAM_OK;
}

loam_result loam_tile_frame_create(const loam_tile_frame_def *def, loam_tile_frame **out)
{
    LOAM_ASSERT(NULL, def != NULL);
    LOAM_ASSERT(&def->env, out != NULL);
    *out = NULL;
    loam_result result = check(def);
    if (result != LOAM_OK)
    {
        return result;
    }
    loam_tile_frame *frame = loam_alloc(&def->env, sizeof *frame);
    if (frame == NULL)
    {
        return LOAM_OUT_OF_MEMORY;
    }
    memset(frame, 0, sizeof *frame);
    frame->def = *def;
    result = allocate(frame);
    if (result != LOAM_OK)
    {
        loam_tile_frame_destroy(frame);
        return result;
    }
    loam_frame_sky_init(&frame->sky);
    *out = frame;
    return LOAM_OK;
}

void loam_tile_frame_destroy(loam_tile_frame *frame)
{
    if (frame == NULL)
    {
        return;
    }
    const loam_env env = frame->def.env;
    loam_tile_light_destroy(frame->light);
    loam_free(&env, frame->memory, frame->size);
    loam_free(&env, frame, sizeof *frame);
}

// ---- where the camera is ------------------------------------------------------------------------

typedef struct place
{
    int64_t tile;
    int32_t pixel; // within the tile
} place;

/// The pixel that lies `pixels` before a position.
static place pixel_before(double position, int32_t pixels, int32_t zoom)
{
    int64_t tile = (int64_t)position;
    tile -= (double)tile > position;
    const int64_t from_tile = (int64_t)((position - (double)tile) * zoom) - pixels;
    const int64_t tiles = loam_floor_div(from_tile, zoom);
    return (place){tile + tiles, (int32_t)(from_tile - tiles * zoom)};
}

static frame_view view_of(const loam_tile_frame *frame, const loam_tile_frame_scene *scene)
{
    const int32_t zoom = frame->def.zoom;
    const loam_camera *camera = scene->camera;
    const double part = (double)loam_clamp01(scene->between);
    frame_view view = {.w = frame->def.w,
                       .h = frame->def.h,
                       .zoom = zoom,
                       .cell = cell_of(zoom),
                       .x = camera->last_x + (camera->x - camera->last_x) * part,
                       .y = camera->last_y + (camera->y - camera->last_y) * part};
    const place left = pixel_before(view.x, view.w / 2, zoom);
    const place low = pixel_before(view.y, view.h / 2, zoom);
    view.sub = zoom / view.cell;
    view.tile_x = left.tile;
    view.tile_y = low.tile;
    view.off_x = left.pixel;
    view.off_y = low.pixel;
    view.columns = (view.off_x + view.w + zoom - 1) / zoom;
    view.rows = (view.off_y + view.h + zoom - 1) / zoom;
    view.cells = view.columns * view.sub;
    view.cell_rows = view.rows * view.sub;
    return view;
}

static bool is_in_world(double x, double y)
{
    const double end = (double)LOAM_TILE_END;
    return x >= -end && x < end && y >= -end && y < end;
}

static void assert_scene(const loam_tile_frame *frame, const loam_tile_frame_scene *scene)
{
    LOAM_ASSERT(NULL, frame != NULL);
    LOAM_ASSERT(&frame->def.env, scene != NULL);
    LOAM_ASSERT(&frame->def.env, scene->world != NULL);
    LOAM_ASSERT(&frame->def.env, scene->camera != NULL);
    LOAM_ASSERT(&frame->def.env, is_in_world(scene->camera->x, scene->camera->y));
    LOAM_ASSERT(&frame->def.env, is_in_world(scene->camera->last_x, scene->camera->last_y));
    LOAM_ASSERT(&frame->def.env, scene->lamp_count == 0 || scene->lamps != NULL);
}

// ---- light --------------------------------------------------------------------------------------

/// Whoever walks carries a little light, so that nobody is lost in a cave.
static loam_lamp lamp_of(const loam_player *player)
{
    const int64_t scale = LOAM_PLAYER_FIXED / LOAM_LIGHT_FIXED;
    return (loam_lamp){.x = loam_floor_div(player->x, scale),
                       .y = loam_floor_div(player->y, scale) +
                            LOAM_PLAYER_HEIGHT * LOAM_LIGHT_FIXED * 2 / 3,
                       .light = {230, 190, 140, 120}};
}

/// How bright things look under a shadow, 0..1: eyes adapt to the dark, and some like it brighter.
static float brightness_under(loam_shadow shadow, float brightness)
{
    const float light = loam_clamp01(1.0f - shadow.a), adapted = light * (2.0f - light);
    return brightness == 1.0f ? adapted : loam_pow(adapted, 1.0f / brightness);
}

/// The light on things under a shadow, with some of its colour: what lava shines on is red and still stone.
static frame_rgb light_of(loam_shadow shadow, float brightness)
{
    const float left = brightness_under(shadow, brightness), white = left * (1.0f - LIGHT_TINT);
    const float tint = left * LIGHT_TINT;
    return (frame_rgb){white + tint * shadow.r, white + tint * shadow.g, white + tint * shadow.b};
}

static uint16_t light_part(float part)
{
    return (uint16_t)(loam_clamp01(part) * 65280.0f + 0.5f);
}

/// So many tiles as a position of light, which wraps around.
static int64_t light_position(int64_t tiles)
{
    return (int64_t)((uint64_t)tiles * LOAM_LIGHT_FIXED);
}

/// Keeps the light in the middle of every unit.
static void keep_shadows(loam_tile_frame *frame)
{
    frame_shadows *shadows = &frame->shadows;
    const int32_t apart = shadows->unit * LOAM_LIGHT_FIXED;
    for (int32_t row = 0; row < shadows->rows; row++)
    {
        const int64_t y = shadows->y + (int64_t)row * shadows->unit;
        loam_tile_light_grid(frame->light, light_position(shadows->x) + apart / 2,
                             light_position(y) + apart / 2, apart, shadows->columns, 1,
                             shadows->raw);
        for (int32_t i = 0; i < shadows->columns; i++)
        {
            const frame_rgb light = light_of(shadows->raw[i], frame->def.brightness);
            const size_t at = (size_t)row * (size_t)shadows->columns + (size_t)i;
            shadows->planes[0][at] = light_part(light.r);
            shadows->planes[1][at] = light_part(light.g);
            shadows->planes[2][at] = light_part(light.b);
        }
    }
    shadows->ready = true;
}

static loam_result check_lamps(const loam_tile_frame_scene *scene)
{
    const bool has_player = scene->player != NULL;
    const int32_t max = LOAM_MAX_LAMPS - has_player;
    return scene->lamp_count >= 0 && scene->lamp_count <= max
               ? LOAM_OK
               : loam_fail(LOAM_BAD_ARGUMENT, "frame: there are %d lamps; must be 0 to %d%s",
                           (int)scene->lamp_count, (int)max,
                           has_player ? " beside the player's" : "");
}

loam_result loam_tile_frame_light(loam_tile_frame *frame, const loam_tile_frame_scene *scene)
{
    assert_scene(frame, scene);
    const loam_result checked = check_lamps(scene);
    if (checked != LOAM_OK || frame->light == NULL)
    {
        return checked;
    }
    frame_shadows *shadows = &frame->shadows;
    const frame_view view = view_of(frame, scene);
    const int64_t unit = shadows->unit;
    loam_lamp lamps[LOAM_MAX_LAMPS];
    int32_t count = 0;
    for (; count < scene->lamp_count; count++)
    {
        lamps[count] = scene->lamps[count];
    }
    if (scene->player != NULL)
    {
        lamps[count++] = lamp_of(scene->player);
    }
    shadows->x = (loam_floor_div(view.tile_x - FRAME_MARGIN, unit) - 1) * unit;
    shadows->y = (loam_floor_div(view.tile_y - FRAME_MARGIN, unit) - 1) * unit;
    const loam_tile_light_scene lit = {.world = scene->world,
                                       .view = {.x = shadows->x,
                                                .y = shadows->y,
                                                .w = shadows->columns * shadows->unit,
                                                .h = shadows->rows * shadows->unit},
                                       .lamps = lamps,
                                       .lamp_count = count};
    const loam_result result = loam_tile_light_update(frame->light, &lit);
    if (result == LOAM_OK)
    {
        keep_shadows(frame);
    }
    return result;
}

// ---- drawing ------------------------------------------------------------------------------------

/// A camera that went further than was lit sees the last shadows that there are.
static void place_shadows(frame_shadows *shadows, const frame_view *view)
{
    const int64_t unit = shadows->unit;
    shadows->view_x = loam_nearest_in(view->tile_x, shadows->x + unit,
                                      shadows->x + (shadows->columns - 2) * unit - view->columns);
    shadows->view_y = loam_nearest_in(view->tile_y, shadows->y + unit,
                                      shadows->y + (shadows->rows - 2) * unit - view->rows);
}

static void draw_bands(void *user, int64_t begin, int64_t end)
{
    loam_tile_frame *frame = user;
    const int64_t rows = frame->view.rows;
    for (int64_t i = begin; i < end; i++)
    {
        loam_frame_rows(frame, &frame->bands[i], (int32_t)(rows * i / FRAME_BANDS),
                        (int32_t)(rows * (i + 1) / FRAME_BANDS));
    }
}

void loam_frame_pixel(loam_tile_frame *frame, int32_t x, int32_t y, loam_colour colour)
{
    loam_picture *picture = frame->picture;
    if (x < 0 || y < 0 || x >= picture->w || y >= picture->h)
    {
        return;
    }
    loam_colour *pixel = &picture->pixels[(size_t)y * (size_t)picture->w + (size_t)x];
    *pixel = loam_colour_over(colour, *pixel);
}

/// Light between four units, 0..1.
static float shadow_at(const frame_shadows *shadows, int plane, double x, double y)
{
    const double last_x = shadows->columns - 2, last_y = shadows->rows - 2;
    const double unit_x = (x - (double)shadows->x) / shadows->unit - 0.5;
    const double unit_y = (y - (double)shadows->y) / shadows->unit - 0.5;
    const int32_t column = (int32_t)(unit_x < 0 ? 0 : unit_x < last_x ? unit_x : last_x);
    const int32_t row = (int32_t)(unit_y < 0 ? 0 : unit_y < last_y ? unit_y : last_y);
    const float part_x = loam_clamp01((float)(unit_x - column));
    const float part_y = loam_clamp01((float)(unit_y - row));
    const uint16_t *low = shadows->planes[plane] + (size_t)row * (size_t)shadows->columns +
                          (size_t)column;
    const uint16_t *high = low + shadows->columns;
    const float a = (float)low[0] + ((float)low[1] - (float)low[0]) * part_x;
    const float b = (float)high[0] + ((float)high[1] - (float)high[0]) * part_x;
    return (a + (b - a) * part_y) / 65280.0f;
}

static uint8_t lit_part(uint8_t part, float light)
{
    return (uint8_t)((float)part * light + 0.5f);
}

loam_colour loam_frame_lit(const loam_tile_frame *frame, double x, double y, loam_colour colour)
{
    const frame_shadows *shadows = &frame->shadows;
    if (!shadows->ready)
    {
        return colour;
    }
    return (loam_colour){lit_part(colour.r, shadow_at(shadows, 0, x, y)),
                         lit_part(colour.g, shadow_at(shadows, 1, x, y)),
                         lit_part(colour.b, shadow_at(shadows, 2, x, y)), colour.a};
}

void loam_tile_frame_draw(loam_tile_frame *frame, const loam_tile_frame_scene *scene,
                          loam_picture *picture)
{
    assert_scene(frame, scene);
    LOAM_ASSERT(&frame->def.env, picture != NULL);
    LOAM_ASSERT(&frame->def.env, picture->w == frame->def.w && picture->h == frame->def.h);
    frame->view = view_of(frame, scene);
    frame->scene = scene;
    frame->picture = picture;
    frame->ring = loam_tile_world_ring(scene->world);
    place_shadows(&frame->shadows, &frame->view);
    loam_frame_looks_make(frame->looks, loam_tile_world_defs(scene->world),
                          loam_tile_world_year(scene->world));
    loam_frame_sky_prepare(&frame->sky, &frame->view, scene->world);
    loam_frame_rain_prepare(frame);
    loam_frame_flames_prepare(frame);
    loam_jobs_for(frame->def.env.jobs, FRAME_BANDS, 1, draw_bands, frame);
    loam_frame_rain(frame);
    loam_frame_lightning(frame);
    if (scene->player != NULL)
    {
        loam_frame_player(frame);
    }
    if (scene->player != NULL && scene->outline)
    {
        loam_frame_outline(frame);
    }
    frame->scene = NULL;
    frame->picture = NULL;
}

loam_shadow loam_tile_frame_shadow(const loam_tile_frame *frame, loam_tile_pos tile)
{
    LOAM_ASSERT(NULL, frame != NULL);
    if (!frame->shadows.ready)
    {
        return (loam_shadow){1, 1, 1, 0};
    }
    // Tiles beyond what is lit are like the nearest, but their positions might wrap around.
    const frame_shadows *const lit = &frame->shadows;
    const int64_t right = lit->x + (int64_t)lit->columns * lit->unit;
    const int64_t top = lit->y + (int64_t)lit->rows * lit->unit;
    const int64_t x = loam_nearest_in(tile.x, lit->x - 1, right);
    const int64_t y = loam_nearest_in(tile.y, lit->y - 1, top);
    return loam_tile_light_at(frame->light, light_position(x) + LOAM_LIGHT_FIXED / 2,
                              light_position(y) + LOAM_LIGHT_FIXED / 2);
}

// ---- places -------------------------------------------------------------------------------------

loam_tile_pos loam_tile_frame_tile(const loam_tile_frame *frame, const loam_tile_frame_scene *scene,
                                   int32_t x, int32_t y)
{
    assert_scene(frame, scene);
    const frame_view view = view_of(frame, scene);
    const int64_t above_low = (int64_t)view.h - 1 - y;
    return (loam_tile_pos){view.tile_x + loam_floor_div(view.off_x + (int64_t)x, view.zoom),
                           view.tile_y + loam_floor_div(view.off_y + above_low, view.zoom)};
}

static int32_t nearest_pixel(int64_t tiles, int32_t zoom, int64_t more)
{
    const int64_t far = (int64_t)1 << 26; // tiles: at the largest zoom an int32_t can still say it
    return (int32_t)(loam_nearest_in(tiles, -far, far) * zoom + more);
}

void loam_tile_frame_pixel(const loam_tile_frame *frame, const loam_tile_frame_scene *scene,
                           loam_tile_pos tile, int32_t *x, int32_t *y)
{
    assert_scene(frame, scene);
    const frame_view view = view_of(frame, scene);
    const int64_t right = loam_after_steps(tile.x, -view.tile_x, 1);
    const int64_t up = loam_after_steps(tile.y, -view.tile_y, 1);
    *x = nearest_pixel(right, view.zoom, -view.off_x);
    *y = nearest_pixel(-1 - up, view.zoom, (int64_t)view.h + view.off_y);
}
