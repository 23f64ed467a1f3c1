// SPDX-License-Identifier: MIT
// Places beyond the ring, beyond the world and at the ends of what 64 bits can say: whatever takes a
// position or a rectangle has an answer or refuses it, and nothing overflows (which the undefined behaviour
// sanitizer sees).
#include "check.h"

#include "flat_game.h"
#include "loam/tile_frame.h"
#include "toy_world.h"

static const int64_t far_places[] = {INT64_MIN,           INT64_MIN + 1,     -((int64_t)1 << 62),
                                     -LOAM_TILE_END - 1,  -LOAM_TILE_END,    -LOAM_TILE_END + 1,
                                     -((int64_t)1 << 55), (int64_t)1 << 55,  LOAM_TILE_END - 1,
                                     LOAM_TILE_END,       LOAM_TILE_END + 1, (int64_t)1 << 62,
                                     INT64_MAX - 1,       INT64_MAX};

enum
{
    FAR_PLACES = sizeof far_places / sizeof *far_places
};

static loam_tile_world_def world_def; // of a still world around the origin
static loam_tile_world *world;

static void open_world(void)
{
    world_def = loam_default_tile_world_def();
    world_def.seed = 5;
    world_def.still = true;
    world_def.ring_log2 = 3;
    world_def.pipeline = toy_pipeline(&world_def.env, 5, NULL);
    CHECK_OK(loam_tile_world_create(&world_def, &world));
}

static void close_world(void)
{
    loam_tile_world_destroy(world);
    loam_pipeline_destroy(world_def.pipeline);
}

static int64_t clamped(int64_t value, int64_t low, int64_t high)
{
    return value < low ? low : value > high ? high : value;
}

// ---- the world ------------------------------------------------------------------------------------

static void check_same_sky(const loam_tile_sky_state *a, const loam_tile_sky_state *b)
{
    CHECK(a->wind == b->wind);
    CHECK(a->cloud == b->cloud);
    CHECK(a->rain == b->rain);
    CHECK(a->snows == b->snows);
    CHECK_INT(a->cloud_y, b->cloud_y);
    CHECK_INT(a->temperature, b->temperature);
    CHECK_INT(a->humidity, b->humidity);
    CHECK(memcmp(&a->light, &b->light, sizeof a->light) == 0);
    CHECK(memcmp(&a->low, &b->low, sizeof a->low) == 0);
}

// What is under the sky is as at the nearest column of the ring, at the ends of the world too.
static void test_sky_is_that_of_the_nearest_end(void)
{
    const loam_tile_ring ring = loam_tile_world_ring(world);
    const int64_t low = ring.lowest.x * LOAM_CHUNK_SIDE, high = low + ring.side - 1;
    for (int32_t i = 0; i < FAR_PLACES; i++)
    {
        loam_tile_sky_state there, nearest, at_end;
        const int64_t x = far_places[i];
        loam_tile_world_sky(world, x, 1, 1, &there);
        loam_tile_world_sky(world, clamped(x, low, high), 1, 1, &nearest);
        loam_tile_world_sky(world, clamped(x, -LOAM_TILE_END, LOAM_TILE_END - 1), 1, 1, &at_end);
        CHECK_INT(there.cloud_y, nearest.cloud_y);
        CHECK_INT(there.temperature, nearest.temperature);
        CHECK_INT(there.humidity, nearest.humidity);
        check_same_sky(&there, &at_end);
    }
}

// The sum of a place and many steps, worked out without overflow in halves of it.
static int64_t place_after(int64_t x, int64_t step, int32_t i)
{
    const double about = (double)x + (double)step * i;
    return about > 2e18    ? LOAM_TILE_END - 1
           : about < -2e18 ? -LOAM_TILE_END
                           : clamped(x + step * i, -LOAM_TILE_END, LOAM_TILE_END - 1);
}

static void test_sky_goes_any_number_of_any_steps(void)
{
    enum
    {
        COUNT = 5
    };
    static const int64_t begins[] = {INT64_MIN, -LOAM_TILE_END, -3,       0,
                                     77,        LOAM_TILE_END,  INT64_MAX};
    static const int64_t steps[] = {INT64_MIN, -LOAM_TILE_END, -100,     0,
                                    100,       LOAM_TILE_END,  INT64_MAX};
    for (size_t i = 0; i < sizeof begins / sizeof *begins; i++)
    {
        for (size_t j = 0; j < sizeof steps / sizeof *steps; j++)
        {
            loam_tile_sky_state row[COUNT], one;
            loam_tile_world_sky(world, begins[i], steps[j], COUNT, row);
            for (int32_t k = 0; k < COUNT; k++)
            {
                loam_tile_world_sky(world, place_after(begins[i], steps[j], k), 1, 1, &one);
                check_same_sky(&row[k], &one);
            }
        }
    }
}

static uint64_t census_of(loam_tile_area area)
{
    uint64_t counts[LOAM_MAX_MATERIALS] = {0}, sum = 0;
    loam_tile_world_census(world, area, counts);
    for (int32_t i = 0; i < LOAM_MAX_MATERIALS; i++)
    {
        sum += counts[i];
    }
    return sum;
}

// Rectangles of more tiles than could ever be looked at one by one.
static void test_census_counts_the_ring_and_no_more(void)
{
    const loam_tile_ring ring = loam_tile_world_ring(world);
    const int64_t x = ring.lowest.x * LOAM_CHUNK_SIDE, y = ring.lowest.y * LOAM_CHUNK_SIDE;
    const int64_t side = ring.side, max = INT32_MAX;
    for (int32_t i = 0; i < FAR_PLACES; i++)
    {
        CHECK_INT(census_of((loam_tile_area){far_places[i], y, INT32_MAX, INT32_MAX}), 0);
        CHECK_INT(census_of((loam_tile_area){x, far_places[i], INT32_MAX, INT32_MAX}), 0);
    }
    CHECK_INT(census_of((loam_tile_area){x - max / 2, y - max / 2, INT32_MAX, INT32_MAX}),
              side * side);
    CHECK_INT(census_of((loam_tile_area){x - max + 3, y - max + 2, INT32_MAX, INT32_MAX}), 3 * 2);
    CHECK_INT(census_of((loam_tile_area){x + side - 5, y + side - 7, INT32_MAX, INT32_MAX}), 5 * 7);
    CHECK_INT(census_of((loam_tile_area){x - max, y, INT32_MAX, INT32_MAX}), 0);
    CHECK_INT(census_of((loam_tile_area){x + side, y, INT32_MAX, INT32_MAX}), 0);
    CHECK_INT(census_of((loam_tile_area){x, y, 0, INT32_MAX}), 0);
    CHECK_INT(census_of((loam_tile_area){x + 9, y, INT32_MIN, 4}), 0);
    CHECK_INT(census_of((loam_tile_area){x + 9, y + 9, 4, -1}), 0);
}

static void test_far_tiles_are_not_in_the_ring(void)
{
    const loam_tile air = {0};
    for (int32_t i = 0; i < FAR_PLACES; i++)
    {
        const loam_tile_pos places[] = {{far_places[i], 0}, {0, far_places[i]}};
        for (int32_t j = 0; j < 2; j++)
        {
            const loam_tile tile = loam_tile_world_at(world, places[j]);
            CHECK(!loam_tile_world_contains(world, places[j]));
            CHECK(memcmp(&tile, &air, sizeof air) == 0);
        }
    }
}

static bool is_in_world(int64_t x)
{
    return x >= -LOAM_TILE_END && x < LOAM_TILE_END;
}

// Beyond the world edits are refused, beyond the ring they change nothing.
static void test_far_edits_change_nothing(void)
{
    const uint64_t before = loam_tile_world_hash(world);
    for (int32_t i = 0; i < FAR_PLACES * LOAM_EDIT_SHAPE_COUNT; i++)
    {
        const int64_t far = far_places[i % FAR_PLACES];
        loam_edit edit = {.shape = (loam_edit_shape)(i / FAR_PLACES),
                          .layer = LOAM_BLOCKS,
                          .material = TOY_STONE,
                          .radius = LOAM_MAX_EDIT_RADIUS,
                          .limit = 100,
                          .from = {far, 0},
                          .to = {far, 0}};
        const bool fills = edit.shape == LOAM_EDIT_FILL;
        int64_t changed = -1;
        CHECK_INT(loam_tile_world_edit(world, &edit, &changed), !is_in_world(far)
                                                                    ? LOAM_BAD_ARGUMENT
                                                                : fills ? LOAM_FAILED
                                                                        : LOAM_OK);
        CHECK_INT(changed, 0);
        edit.from = edit.to = (loam_tile_pos){0, far};
        CHECK(is_in_world(far) || loam_tile_world_edit(world, &edit, NULL) == LOAM_BAD_ARGUMENT);
        if (edit.shape == LOAM_EDIT_LINE || edit.shape == LOAM_EDIT_BOX)
        {
            edit.from = (loam_tile_pos){-far / 2, 0};
            CHECK_INT(loam_tile_world_edit(world, &edit, NULL), LOAM_BAD_ARGUMENT);
        }
    }
    CHECK_U64(loam_tile_world_hash(world), before);
}

// A world at each corner of what is accepted lives, and one step further is refused.
static void test_worlds_live_at_the_end(void)
{
    loam_tile_world_def def = loam_default_tile_world_def();
    def.ring_log2 = 3;
    const int64_t end = LOAM_TILE_END - 2 * (LOAM_CHUNK_SIDE << 3);
    for (int32_t corner = 0; corner < 4; corner++)
    {
        const loam_tile_pos last = {corner & 1 ? end : -end, corner & 2 ? end : -end};
        const loam_tile_pos further = {last.x + (corner & 1 ? 1 : -1), last.y};
        loam_tile_world *there;
        def.centre = further;
        CHECK_INT(loam_tile_world_create(&def, &there), LOAM_BAD_ARGUMENT);
        def.centre = last;
        CHECK_OK(loam_tile_world_create(&def, &there));
        loam_tile_world_set_weather(there, LOAM_WEATHER_STORM);
        for (int32_t i = 0; i < 3; i++)
        {
            CHECK_OK(loam_tile_world_step(there, last));
        }
        for (int32_t i = 0; i < FAR_PLACES; i++)
        {
            const loam_tile_pos far = {far_places[i], last.y};
            const bool accepted = far.x >= -end && far.x <= end;
            CHECK(accepted || loam_tile_world_step(there, far) == LOAM_BAD_ARGUMENT);
            CHECK(accepted || loam_tile_world_ready(there, far));
        }
        loam_tile_world_destroy(there);
    }
}

// ---- growing and drawing --------------------------------------------------------------------------

static void test_sources_end_with_the_world(void)
{
    static loam_tile tiles[LOAM_CHUNK_TILES];
    const loam_env env = loam_default_env();
    loam_tile_defs defs;
    loam_tile_defs_init(&defs);
    loam_tile_source *source;
    CHECK_OK(loam_tile_source_create(&env, &defs, 3, &source));
    for (int32_t i = 0; i < FAR_PLACES; i++)
    {
        const int64_t far = far_places[i];
        const loam_result expected = is_in_world(far) ? LOAM_OK : LOAM_BAD_ARGUMENT;
        loam_tile_column column;
        CHECK_INT(loam_tile_source_fill(source, (loam_tile_area){far, 0, 1, 1}, tiles), expected);
        CHECK_INT(loam_tile_source_fill(source, (loam_tile_area){0, far, 1, 1}, tiles), expected);
        CHECK_INT(loam_tile_source_sample(source, (loam_tile_area){far, far, 1, 1},
                                          LOAM_MAX_TILE_STEP, tiles),
                  expected);
        CHECK_INT(loam_tile_source_columns(source, far, 1, 1, &column), expected);
        CHECK_INT(loam_tile_source_columns(source, far, INT64_MAX, 1, &column), expected);
        CHECK_INT(loam_tile_source_columns(source, far, INT64_MAX, 2, &column), LOAM_BAD_ARGUMENT);
        const bool is_chunk = is_in_world(far) && far / LOAM_CHUNK_SIDE == far;
        CHECK_INT(loam_tile_source_chunk(source, (loam_chunk_pos){far, 0}, tiles),
                  is_chunk ? LOAM_OK : LOAM_BAD_ARGUMENT);
        CHECK(is_in_world(loam_tile_source_spawn(source, far).x));
    }
    loam_tile_source_destroy(source);
}

static void draw_rows_from(int64_t y, int64_t step, loam_colour out[4])
{
    const loam_env env = loam_default_env();
    const loam_tile tiles[4] = {{0}};
    loam_tile_drawing drawing = {.defs = loam_tile_world_defs(world),
                                 .view = loam_default_tile_view(),
                                 .tiles = tiles,
                                 .area = {0, y, 1, 4},
                                 .step = step,
                                 .zoom = 1,
                                 .shrink = 1};
    loam_picture picture;
    CHECK_OK(loam_picture_create(&env, 1, 4, loam_rgb(0), &picture));
    loam_tiles_draw(&picture, 0, 0, &drawing);
    memcpy(out, picture.pixels, 4 * sizeof *out);
    loam_picture_destroy(&env, &picture);
}

// Rows above the last place there is look like that.
static void test_drawings_of_far_rows_are_sky(void)
{
    const loam_tile_view view = loam_default_tile_view();
    static const int64_t steps[] = {1, LOAM_MAX_TILE_STEP, INT64_MAX};
    for (size_t i = 0; i < sizeof steps / sizeof *steps; i++)
    {
        loam_colour rows[4]; // the highest first
        draw_rows_from(INT64_MAX, steps[i], rows);
        CHECK(memcmp(&rows[0], &view.sky_high, sizeof *rows) == 0);
        CHECK(memcmp(&rows[3], &view.sky_high, sizeof *rows) == 0);
        draw_rows_from(INT64_MIN, steps[i], rows);
        CHECK(memcmp(&rows[3], &view.sky_low, sizeof *rows) == 0);
    }
}

// ---- light and frames -----------------------------------------------------------------------------

static bool same_shadow(loam_shadow a, loam_shadow b)
{
    return a.r == b.r && a.g == b.g && a.b == b.b && a.a == b.a;
}

/// Some light in the dark, so that the ends of a view differ.
static void put_lights(void)
{
    const loam_edit dark = {.shape = LOAM_EDIT_BOX,
                            .layer = LOAM_BLOCKS,
                            .material = TOY_STONE,
                            .from = {-200, -200},
                            .to = {200, 200}};
    CHECK_OK(loam_tile_world_edit(world, &dark, NULL));
    const loam_edit hole = {.shape = LOAM_EDIT_CIRCLE,
                            .layer = LOAM_BLOCKS,
                            .material = LOAM_AIR,
                            .radius = 30,
                            .from = {60, 50}};
    CHECK_OK(loam_tile_world_edit(world, &hole, NULL));
}

static void test_far_points_are_lit_like_the_nearest(void)
{
    const loam_tile_light_def def = loam_default_tile_light_def();
    const loam_lamp lamps[] = {
        {INT64_MAX, INT64_MIN, {255, 255, 255, 255}},
        {INT64_MIN, INT64_MAX, {255, 255, 255, 255}},
        {60 * LOAM_LIGHT_FIXED, 40 * LOAM_LIGHT_FIXED, {255, 255, 255, 255}}};
    loam_tile_light *light;
    CHECK_OK(loam_tile_light_create(&def, &light));
    const loam_tile_light_scene scene = {
        .world = world, .view = {-64, -64, 128, 128}, .lamps = lamps, .lamp_count = 3};
    CHECK_OK(loam_tile_light_update(light, &scene));
    const int64_t edge = 200 * LOAM_LIGHT_FIXED; // beyond the view
    for (int32_t i = 0; i < FAR_PLACES; i++)
    {
        const int64_t far = far_places[i] / 2, near = far < 0 ? -edge : edge;
        CHECK(same_shadow(loam_tile_light_at(light, far, 10), loam_tile_light_at(light, near, 10)));
        CHECK(same_shadow(loam_tile_light_at(light, 10, far), loam_tile_light_at(light, 10, near)));
    }
    const int64_t last = INT64_MAX - ((int64_t)1 << 20); // all but what the view is from the origin
    loam_shadow grid[9];
    loam_tile_light_grid(light, last, last, INT32_MAX, 3, 3, grid);
    CHECK(same_shadow(grid[8], loam_tile_light_at(light, edge, edge)));
    loam_tile_light_destroy(light);
}

static void test_frames_have_far_tiles_beside_them(void)
{
    loam_tile_frame_def def = loam_default_tile_frame_def();
    def.w = def.h = 64;
    loam_tile_frame *frame;
    CHECK_OK(loam_tile_frame_create(&def, &frame));
    const loam_camera camera = {0};
    const loam_tile_frame_scene scene = {.world = world, .camera = &camera};
    CHECK_OK(loam_tile_frame_light(frame, &scene));
    for (int32_t i = 0; i < FAR_PLACES; i++)
    {
        const int64_t far = far_places[i], near = far < 0 ? -500 : 500;
        int32_t x, y;
        loam_tile_frame_pixel(frame, &scene, (loam_tile_pos){far, far}, &x, &y);
        CHECK(far < 0 ? x < 0 : x > def.w);
        CHECK(far < 0 ? y > def.h : y < 0);
        CHECK(same_shadow(loam_tile_frame_shadow(frame, (loam_tile_pos){far, 3}),
                          loam_tile_frame_shadow(frame, (loam_tile_pos){near, 3})));
        CHECK(same_shadow(loam_tile_frame_shadow(frame, (loam_tile_pos){3, far}),
                          loam_tile_frame_shadow(frame, (loam_tile_pos){3, near})));
    }
    const loam_tile_pos corner = loam_tile_frame_tile(frame, &scene, INT32_MIN, INT32_MAX);
    CHECK(corner.x < -500000000 && corner.y < -500000000);
    loam_tile_frame_destroy(frame);
}

// A camera may look anywhere in the world. Where the light cannot be, it says so; the picture is drawn.
static void test_frames_are_drawn_at_the_end(void)
{
    loam_tile_frame_def def = loam_default_tile_frame_def();
    def.w = def.h = 64;
    loam_tile_frame *frame;
    loam_picture picture;
    CHECK_OK(loam_tile_frame_create(&def, &frame));
    CHECK_OK(loam_picture_create(&def.env, def.w, def.h, loam_rgb(0), &picture));
    for (int32_t i = 0; i < FAR_PLACES; i++)
    {
        const double x = (double)far_places[i];
        const loam_camera camera = {.x = x, .last_x = x, .y = -x / 2, .last_y = -x / 2};
        const loam_tile_frame_scene scene = {.world = world, .camera = &camera};
        if (x >= -(double)LOAM_TILE_END && x < (double)LOAM_TILE_END)
        {
            const loam_result result = loam_tile_frame_light(frame, &scene);
            CHECK(result == LOAM_OK || result == LOAM_BAD_ARGUMENT);
            loam_tile_frame_draw(frame, &scene, &picture);
        }
    }
    loam_picture_destroy(&def.env, &picture);
    loam_tile_frame_destroy(frame);
}

// ---- commands -------------------------------------------------------------------------------------

// All commands that have a place, with every one of the far ones: done or refused, and the game goes on.
static void test_far_commands_are_done_or_refused(void)
{
    static const loam_action actions[] = {LOAM_ACTION_AIM,   LOAM_ACTION_EDIT, LOAM_ACTION_REPLACE,
                                          LOAM_ACTION_COPY,  LOAM_ACTION_CUT,  LOAM_ACTION_PASTE,
                                          LOAM_ACTION_STAMP, LOAM_ACTION_PLACE};
    flat_game f;
    flat_open(&f, true);
    flat_say(&f, "copy 0 -3 4 4");
    flat_say(&f, "stamp save house");
    flat_say(&f, "use on");
    for (size_t i = 0; i < sizeof actions / sizeof *actions; i++)
    {
        for (int32_t j = 0; j < 4 * FAR_PLACES; j++)
        {
            const int64_t far = far_places[j / 4];
            const loam_command command = {.action = actions[i],
                                          .choice = 1,
                                          .material = TOY_STONE,
                                          .shape = LOAM_EDIT_BOX,
                                          .layer = LOAM_BLOCKS,
                                          .x = j & 1 ? far : 0,
                                          .y = j & 1 ? 0 : far,
                                          .x2 = j & 2 ? far : 8,
                                          .y2 = j & 2 ? -far / 2 : 8,
                                          .name = "house"};
            const loam_result result = loam_tile_game_do(f.game, &command);
            CHECK(result == LOAM_OK || result == LOAM_BAD_ARGUMENT || result == LOAM_FAILED);
            CHECK_OK(loam_tile_game_step(f.game));
            flat_say(&f, "place 0 0");
            CHECK_OK(loam_tile_game_step(f.game));
        }
    }
    flat_close(&f);
}

int main(void)
{
    open_world();
    RUN(test_sky_is_that_of_the_nearest_end);
    RUN(test_sky_goes_any_number_of_any_steps);
    RUN(test_census_counts_the_ring_and_no_more);
    RUN(test_far_tiles_are_not_in_the_ring);
    RUN(test_far_edits_change_nothing);
    RUN(test_worlds_live_at_the_end);
    RUN(test_sources_end_with_the_world);
    RUN(test_drawings_of_far_rows_are_sky);
    put_lights();
    RUN(test_far_points_are_lit_like_the_nearest);
    RUN(test_frames_have_far_tiles_beside_them);
    RUN(test_frames_are_drawn_at_the_end);
    close_world();
    RUN(test_far_commands_are_done_or_refused);
    return CHECK_DONE();
}
