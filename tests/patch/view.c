// SPDX-License-Identifier: MIT
// Pictures of a patchwork by OpenGL: ground without holes, colours that mean something, cells that are let go of.
#include "patch/view.h"

#include "../scene/stage.h"

enum
{
    W = 128,
    H = 72
};

typedef struct patch_stage
{
    stage on;
    patch_cells cells;
    patch_view *view;
} patch_stage;

/// Textures take long to make: tests share one view, and the last one opens another.
static patch_stage shared;

static void open_patch(patch_stage *s, context_kind kind)
{
    loam_patchwork_def def = loam_default_patchwork_def();
    def.seed = 7;
    def.chunk_size = 32;
    def.sewing_x = def.sewing_z = 16;
    def.view = 3;
    for (int32_t i = 0; i < def.biome_count; i++) // low hills, that haze does not hide
    {
        def.biomes[i].vertical = (loam_range){2, 4};
        def.biomes[i].offset = (loam_range){0, 2};
    }
    *s = (patch_stage){.on = {.env = loam_default_env()}};
    stage_open_context(&s->on, kind);
    CHECK_OK(patch_view_create(&s->on.gl, QUALITY_LOW, W, H, NULL, &s->view));
    CHECK_OK(patch_cells_create(&s->on.env, &def, &s->cells));
    s->cells.drop = patch_view_drop;
    s->cells.user = s->view;
    CHECK_OK(patch_cells_begin(&s->cells));
    CHECK_OK(loam_picture_create(&s->on.env, W, H, loam_rgb(0), &s->on.picture));
    bool complete = false;
    for (int32_t i = 0; i < 10000 && !complete; i++)
    {
        CHECK_OK(patch_cells_update(&s->cells, 0, 0, 0, 10000, &complete));
    }
}

static void close_patch(patch_stage *s)
{
    loam_picture_destroy(&s->on.env, &s->on.picture);
    patch_cells_destroy(&s->cells);
    patch_view_destroy(s->view);
    CHECK_OK(gl_check(&s->on.gl, "the end"));
    context_destroy(s->on.context);
}

static void shoot_look(patch_stage *s, double height, double elevation, const patch_look *look)
{
    const camera from = {.y = height, .azimuth = 30, .elevation = elevation, .fov = 60};
    CHECK_OK(patch_view_draw(s->view, &s->cells, &from, look));
    CHECK_OK(patch_view_read(s->view, &s->on.picture));
}

static void shoot(patch_stage *s, double height, double elevation, patch_paint paint)
{
    const patch_look look = {.hour = 11, .seconds = 5, .paint = paint};
    shoot_look(s, height, elevation, &look);
}

/// The colour that is cleared with is nowhere: from above there is ground on every pixel, at every level.
static void test_there_are_no_holes(void)
{
    for (double height = 20; height < 160; height += 35)
    {
        shoot(&shared, height, -89, PAINT_MATERIALS);
        int32_t holes = 0;
        for (int32_t i = 0; i < W * H; i++)
        {
            const loam_colour c = shared.on.picture.pixels[i];
            holes += c.r > 200 && c.b > 200 && c.g < 80;
        }
        CHECK_INT(holes, 0);
        CHECK(patch_view_count(shared.view).cells > 0);
    }
}

static double share_of(const loam_picture *picture, bool (*is)(loam_colour))
{
    int32_t count = 0;
    for (int32_t i = 0; i < W * H; i++)
    {
        count += is(picture->pixels[i]);
    }
    return (double)count / (W * H);
}

static bool is_pale(loam_colour c)
{
    return abs((int)c.r - c.g) < 14 && abs((int)c.g - c.b) < 24;
}

static bool is_pink(loam_colour c)
{
    return c.r > c.g + 15 && c.b > c.g + 8;
}

static bool is_turquoise(loam_colour c)
{
    return c.g > c.r + 15 && c.b > c.r + 15;
}

/// Terrain is white, vertical sewings pink, diagonal ones turquoise: each about as much as the def has of it.
static void test_parts_have_their_colours(void)
{
    shoot(&shared, 50, -89, PAINT_PARTS);
    CHECK_RANGE(share_of(&shared.on.picture, is_pale), 0.3, 0.65);
    CHECK_RANGE(share_of(&shared.on.picture, is_pink), 0.1, 0.4);
    CHECK_RANGE(share_of(&shared.on.picture, is_turquoise), 0.05, 0.25);
    shoot(&shared, 50, -89, PAINT_MATERIALS);
    CHECK(share_of(&shared.on.picture, is_pink) < 0.05);
}

/// The same picture again brings nothing to the card; a cell that leaves takes its bytes along.
static void test_cells_are_loaded_once(void)
{
    shoot(&shared, 60, -20, PAINT_MATERIALS);
    CHECK(patch_view_count(shared.view).loads > 0);
    const size_t bytes = patch_view_count(shared.view).bytes;
    shoot(&shared, 60, -20, PAINT_CHUNKS);
    CHECK_INT(patch_view_count(shared.view).loads, 0);
    CHECK_INT(patch_view_count(shared.view).bytes, bytes);
    bool complete = false;
    for (int32_t i = 0; i < 10000 && !complete; i++)
    {
        CHECK_OK(patch_cells_update(&shared.cells, 100000, 0, 0, 10000, &complete));
    }
    for (int32_t i = 0; i < shared.cells.count; i++)
    {
        CHECK_INT(shared.cells.cells[i].level, -1);
    }
    complete = false;
    for (int32_t i = 0; i < 10000 && !complete; i++)
    {
        CHECK_OK(patch_cells_update(&shared.cells, 0, 0, 0, 10000, &complete));
    }
}

/// Mean difference between pictures of the ground, a twentieth of a second apart.
static double change_in(weather_kind kind)
{
    static loam_colour seen[W * H];
    patch_look look = {.hour = 11, .seconds = 5, .weather = kind};
    shoot_look(&shared, 50, -60, &look);
    memcpy(seen, shared.on.picture.pixels, sizeof seen);
    look.seconds += 0.05;
    shoot_look(&shared, 50, -60, &look);
    double sum = 0;
    for (int32_t i = 0; i < W * H; i++)
    {
        sum += abs((int)seen[i].g - shared.on.picture.pixels[i].g);
    }
    return sum / (W * H);
}

/// Before the ground, which stands still under clouds, rain and snow move.
static void test_rain_and_snow_fall(void)
{
    const double cloudy = change_in(WEATHER_CLOUDY);
    CHECK_RANGE(cloudy, 0, 0.3);
    CHECK_RANGE(change_in(WEATHER_STORM), cloudy + 0.7, 30);
    CHECK_RANGE(change_in(WEATHER_SNOW), cloudy + 0.7, 60);
}

static bool is_white(loam_colour c)
{
    return is_pale(c) && c.g > 120;
}

/// Snow lies on the ground, in no other weather.
static void test_snow_lies_on_the_ground(void)
{
    static const weather_kind kinds[3] = {WEATHER_CLOUDY, WEATHER_RAIN, WEATHER_SNOW};
    double white[3];
    for (int32_t i = 0; i < 3; i++)
    {
        shoot_look(&shared, 50, -89, &(patch_look){.hour = 11, .weather = kinds[i]});
        white[i] = share_of(&shared.on.picture, is_white);
    }
    CHECK_RANGE(white[0], 0, 0.2);
    CHECK_RANGE(white[1], 0, 0.2);
    CHECK_RANGE(white[2], 0.4, 1);
}

static void test_both_kinds_draw_the_same(void)
{
    static loam_colour seen[W * H];
    patch_stage s;
    shoot(&shared, 50, -10, PAINT_MATERIALS);
    memcpy(seen, shared.on.picture.pixels, sizeof seen);
    close_patch(&shared);
    open_patch(&s, CONTEXT_CORE);
    shoot(&s, 50, -10, PAINT_MATERIALS);
    double sum = 0;
    for (int32_t i = 0; i < W * H; i++)
    {
        sum += abs((int)seen[i].r - s.on.picture.pixels[i].r) +
               abs((int)seen[i].g - s.on.picture.pixels[i].g);
    }
    CHECK_RANGE(sum / (2 * W * H), 0, 1.5);
    close_patch(&s);
}

static void test_pictures_of_no_size_are_refused(void)
{
    CHECK_INT(patch_view_resize(shared.view, 0, 5), LOAM_BAD_ARGUMENT);
    CHECK_CONTAINS(loam_last_error(), "0x5 pixels");
    CHECK_OK(patch_view_resize(shared.view, W, H));
}

int main(void)
{
    open_patch(&shared, CONTEXT_ES);
    RUN(test_there_are_no_holes);
    RUN(test_parts_have_their_colours);
    RUN(test_pictures_of_no_size_are_refused);
    RUN(test_rain_and_snow_fall);
    RUN(test_snow_lies_on_the_ground);
    RUN(test_cells_are_loaded_once);
    RUN(test_both_kinds_draw_the_same);
    return CHECK_DONE();
}
