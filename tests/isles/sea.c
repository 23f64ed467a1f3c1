// SPDX-License-Identifier: MIT
// The look of the water: by depth, place and time.
#include "check.h"
#include "isles/small.h"

#include <math.h>

static loam_sea new_look(void)
{
    const loam_sea_look look = loam_default_sea_look();
    loam_sea sea;
    CHECK_OK(loam_sea_init(&sea, &look));
    return sea;
}

static void test_bad_looks_are_refused(void)
{
    loam_sea_look look = loam_default_sea_look();
    loam_sea sea;
    look.wave = 1;
    CHECK_INT(loam_sea_init(&sea, &look), LOAM_BAD_ARGUMENT);
    CHECK_CONTAINS(loam_last_error(), "the sea's wave is 1; must be 2 to 1000");
    look = loam_default_sea_look();
    look.deepest = NAN;
    CHECK_INT(loam_sea_init(&sea, &look), LOAM_BAD_ARGUMENT);
    CHECK_CONTAINS(loam_last_error(), "must be 0.1 to 10000");
}

static void test_foam_is_where_it_is_shallow(void)
{
    const loam_sea sea = new_look();
    double shallow = 0.0, deeper = 0.0;
    for (int64_t i = 0; i < 1000; i++)
    {
        shallow += (double)loam_sea_foam(&sea, 3 * i, 7 * i, 500, 0.1f);
        deeper += (double)loam_sea_foam(&sea, 3 * i, 7 * i, 500, 1.2f);
        CHECK(loam_sea_foam(&sea, i, i, 500, sea.look.foam) == 0.0f);
    }
    CHECK_RANGE(shallow, 500, 1000);
    CHECK_RANGE(deeper, 10, shallow / 2);
}

// From one metre to the next waves change little, over the edges of whirls too, which are 208 m apart.
static void test_waves_have_no_breaks(void)
{
    loam_sea_look look = loam_default_sea_look();
    loam_sea sea;
    look.sharpness = 1;
    CHECK_OK(loam_sea_init(&sea, &look));
    float max = 0.0f, low = 1.0f, high = 0.0f;
    for (int64_t z = 0; z < 20; z++)
    {
        float before = loam_sea_wave(&sea, -300, 31 * z, 250);
        for (int64_t x = -299; x < 300; x++)
        {
            const float wave = loam_sea_wave(&sea, x, 31 * z, 250);
            const float change = fabsf(wave - before);
            max = change > max ? change : max;
            low = wave < low ? wave : low;
            high = wave > high ? wave : high;
            before = wave;
        }
    }
    CHECK_RANGE(max, 0.01, 0.18);
    CHECK_RANGE(low, 0, 0.1);
    CHECK_RANGE(high, 0.4, 1);
}

// The water moves, comes back, and knows nothing of what it was asked before.
static void test_waves_follow_from_the_time(void)
{
    const loam_sea sea = new_look();
    int32_t moved = 0;
    for (int64_t i = 0; i < 200; i++)
    {
        const int64_t x = ((int64_t)1 << 40) + 11 * i;
        const float now = loam_sea_wave(&sea, x, i, 1000);
        moved += now != loam_sea_wave(&sea, x, i, 2000);
        CHECK(now == loam_sea_wave(&sea, x, i, 7000)); // a round takes six seconds
        float east, north;
        loam_sea_distort(&sea, x, i, 1000, &east, &north);
        CHECK_RANGE(east, -sea.look.distortion, sea.look.distortion);
        CHECK_RANGE(north, -sea.look.distortion, sea.look.distortion);
    }
    CHECK_RANGE(moved, 190, 200);
}

static void test_the_bed_is_seen_in_shallow_water_alone(void)
{
    loam_sea_look look = loam_default_sea_look();
    loam_sea sea;
    look.waves = 0.0f;
    look.foam = 0.0f;
    CHECK_OK(loam_sea_init(&sea, &look));
    const loam_colour red = loam_rgb(0xff0000), green = loam_rgb(0x00ff00);
    const loam_colour a = loam_sea_colour(&sea, 5, 5, 0, 0.5f, red);
    const loam_colour b = loam_sea_colour(&sea, 5, 5, 0, 0.5f, green);
    const loam_colour c = loam_sea_colour(&sea, 5, 5, 0, 25.0f, red);
    const loam_colour d = loam_sea_colour(&sea, 5, 5, 0, 25.0f, green);
    CHECK_RANGE(a.r - b.r, 80, 255);
    CHECK_RANGE(c.r - d.r, 0, 16);
    CHECK_RANGE(c.b, look.deep.b - 12, look.deep.b + 12);
}

static void test_bad_maps_are_refused(void)
{
    const loam_env env = loam_default_env();
    const loam_isles_def sea = small_isles(1);
    loam_isles *isles = NULL;
    loam_picture picture;
    loam_isles_map_def def = loam_default_isles_map_def();
    CHECK_OK(loam_isles_create(&env, &sea, &isles));
    def.scale = 0;
    CHECK_INT(loam_isles_map_draw(isles, &def, &picture, NULL), LOAM_BAD_ARGUMENT);
    CHECK_CONTAINS(loam_last_error(), "scale is 0; must be 1 to 256");
    def.scale = 1;
    def.w = 65536;
    def.h = 65536;
    CHECK_INT(loam_isles_map_draw(isles, &def, &picture, NULL), LOAM_BAD_ARGUMENT);
    CHECK_CONTAINS(loam_last_error(), "a map of 65536 x 65536 pixels");
    def.scale = 256;
    def.w = def.h = 8000;
    CHECK_INT(loam_isles_map_draw(isles, &def, &picture, NULL), LOAM_BAD_ARGUMENT);
    CHECK_CONTAINS(loam_last_error(), "slots; must be at most 1048576 in all");
    def.w = def.h = 8;
    def.time_ms = -1;
    CHECK_INT(loam_isles_map_draw(isles, &def, &picture, NULL), LOAM_BAD_ARGUMENT);
    CHECK_CONTAINS(loam_last_error(), "time is -1 ms; must be 0 or more");
    def.time_ms = 0;
    def.x = LOAM_ISLES_END;
    CHECK_INT(loam_isles_map_draw(isles, &def, &picture, NULL), LOAM_BAD_ARGUMENT);
    CHECK_CONTAINS(loam_last_error(), "must be within +-2^52 m");
    def.x = 0;
    loam_sea_look look = loam_default_sea_look();
    look.sharpness = 0;
    def.sea = &look;
    CHECK_INT(loam_isles_map_draw(isles, &def, &picture, NULL), LOAM_BAD_ARGUMENT);
    CHECK(picture.pixels == NULL);
    loam_isles_destroy(isles);
}

// A map has the look of its sea, unless it is told another one.
static void test_a_map_has_the_look_of_its_sea(void)
{
    const loam_env env = loam_default_env();
    const loam_sea_look usual = loam_default_sea_look();
    loam_isles_def sea = small_isles(1);
    sea.water.deep = (loam_colour){200, 10, 30, 255};
    sea.water.deepest = 1.0f;
    sea.empty = 1.0f;
    loam_isles *isles = NULL;
    CHECK_OK(loam_isles_create(&env, &sea, &isles));
    loam_isles_map_def def = loam_default_isles_map_def();
    def.w = def.h = 8;
    for (int32_t i = 0; i < 2; i++)
    {
        loam_picture picture;
        def.sea = i == 0 ? NULL : &usual;
        CHECK_OK(loam_isles_map_draw(isles, &def, &picture, NULL));
        for (int32_t k = 0; k < 64; k++)
        {
            CHECK_INT(picture.pixels[k].r > 150, i == 0);
        }
        loam_picture_destroy(&env, &picture);
    }
    loam_isles_destroy(isles);
}

typedef struct steps
{
    int32_t calls, last, stop_at;
    bool falls;
} steps;

static bool note(void *user, int32_t rows, int32_t of)
{
    steps *const seen = user;
    seen->calls++;
    seen->falls |= rows < seen->last || of != 90;
    seen->last = rows;
    return rows < seen->stop_at;
}

static void test_maps_tell_how_far_they_are(void)
{
    const loam_env env = loam_default_env();
    const loam_isles_def sea = small_isles(1);
    loam_isles *isles = NULL;
    loam_picture picture;
    steps seen = {.stop_at = 1000};
    loam_isles_map_def def = loam_default_isles_map_def();
    def.w = 120;
    def.h = 90;
    def.scale = 16;
    def.progress = note;
    def.user = &seen;
    CHECK_OK(loam_isles_create(&env, &sea, &isles));
    CHECK_OK(loam_isles_map_draw(isles, &def, &picture, NULL));
    CHECK_RANGE(seen.calls, 4, 100);
    CHECK_INT(seen.last, 90);
    CHECK(!seen.falls);
    loam_picture_destroy(&env, &picture);
    seen = (steps){.stop_at = 60};
    CHECK_INT(loam_isles_map_draw(isles, &def, &picture, NULL), LOAM_CANCELLED);
    CHECK_RANGE(seen.last, 60, 89);
    CHECK(picture.pixels == NULL);
    loam_isles_destroy(isles);
}

int main(void)
{
    RUN(test_bad_looks_are_refused);
    RUN(test_foam_is_where_it_is_shallow);
    RUN(test_waves_have_no_breaks);
    RUN(test_waves_follow_from_the_time);
    RUN(test_the_bed_is_seen_in_shallow_water_alone);
    RUN(test_bad_maps_are_refused);
    RUN(test_a_map_has_the_look_of_its_sea);
    RUN(test_maps_tell_how_far_they_are);
    return CHECK_DONE();
}
