// SPDX-License-Identifier: MIT
// The ground is shaded once for each pixel, after its places are known, or with its mesh where the card cannot keep those:
// both show the same. Cards that keep light in halves, or in bytes alone, are told by the flags of gl.h.
#include "stage.h"

#include <string.h>

enum
{
    W = 320,
    H = 180
};

static stage s;
static loam_colour shaded_later[W * H];
// Hills with a river: near and far levels, and where they lead over.
static const camera from = {
    .x = -232400, .z = 86150, .y = 520, .azimuth = 210, .elevation = -12, .fov = 50};
static const scene_look look = {.hour = 10, .seconds = 5};

/// How many pixels from a row on differ by more than `max` in a colour, and the mean of all differences.
static int32_t compare(int32_t row, int32_t max, float *mean)
{
    int32_t count = 0;
    float sum = 0;
    for (int32_t i = row * W; i < W * H; i++)
    {
        const loam_colour a = shaded_later[i], b = s.picture.pixels[i];
        const int32_t r = abs(a.r - b.r), g = abs(a.g - b.g), bl = abs(a.b - b.b);
        const int32_t largest = r > g ? (r > bl ? r : bl) : g > bl ? g : bl;
        count += largest > max;
        sum += (float)largest;
    }
    *mean = sum / (float)(W * (H - row));
    return count;
}

/// The same scene with a card that can do less.
static void remake(bool halves, bool floats)
{
    s.gl.half_targets = halves;
    s.gl.float_targets = floats;
    scene_drop(s.scene, false);
    CHECK_OK(scene_remake(s.scene, &s.gl));
    stage_shoot(&s, &from, &look, 1);
}

static void test_the_mesh_is_shaded_as_its_places_are(void)
{
    float mean;
    CHECK(s.gl.half_targets && s.gl.float_targets);
    CHECK(s.scene->card.places[0] != 0);
    stage_shoot(&s, &from, &look, 2000);
    memcpy(shaded_later, s.picture.pixels, sizeof shaded_later);
    remake(true, false);
    CHECK(s.scene->card.places[0] == 0);
    const int32_t others = compare(0, 3, &mean);
    CHECK_REPORT(others <= W * H / 1000 && mean < 0.1f, "%d pixels differ, by %.3f in the mean",
                 (int)others, (double)mean);
}

/// Clouds are kept in bytes there and are coarser; the ground is not, but for steps of light that is kept in ten bits.
static void test_light_that_is_kept_in_few_bits_shows_the_same_ground(void)
{
    float mean;
    remake(false, false);
    const int32_t others = compare(H / 3, 8, &mean);
    CHECK_REPORT(others <= W * H / 1000 && mean < 1.5f, "%d pixels differ, by %.3f in the mean",
                 (int)others, (double)mean);
}

int main(void)
{
    stage_open_view(&s, CONTEXT_ANY, W, H, 512);
    CHECK_OK(scene_set_quality(s.scene, QUALITY_MEDIUM));
    RUN(test_the_mesh_is_shaded_as_its_places_are);
    RUN(test_light_that_is_kept_in_few_bits_shows_the_same_ground);
    stage_close(&s);
    return CHECK_DONE();
}
