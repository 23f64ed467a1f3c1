// SPDX-License-Identifier: MIT
// Textures of the ground, and how they lie on it: no border where they repeat, and no repetition to be seen.
#include "scene/materials.h"
#include "stage.h"

enum
{
    SIDE = 64,
    W = 256
};

static uint8_t colours[SIDE * SIDE * 4], bumps[SIDE * SIDE * 4];

static float step_between(int32_t a, int32_t b)
{
    return fabsf((float)colours[4 * a] - (float)colours[4 * b]);
}

/// Texels differ across the border as much as inside.
static void test_textures_have_no_border(void)
{
    for (int32_t m = 0; m < MATERIALS; m++)
    {
        material_fill((material)m, SIDE, colours, bumps);
        float inside = 0, border = 0;
        for (int32_t i = 0; i < SIDE; i++)
        {
            border += step_between(i * SIDE, i * SIDE + SIDE - 1) +
                      step_between(i, (SIDE - 1) * SIDE + i);
            for (int32_t k = 0; k < SIDE - 1; k++)
            {
                inside += (step_between(i * SIDE + k, i * SIDE + k + 1) +
                           step_between(k * SIDE + i, (k + 1) * SIDE + i)) /
                          (SIDE - 1);
            }
        }
        CHECK(inside > 0);
        CHECK(border < 2.2f * inside + 64);
    }
}

static void test_materials_differ(void)
{
    float brightness[MATERIALS][3];
    for (int32_t m = 0; m < MATERIALS; m++)
    {
        material_fill((material)m, SIDE, colours, bumps);
        for (int32_t k = 0; k < 3; k++)
        {
            brightness[m][k] = 0;
            for (int32_t i = 0; i < SIDE * SIDE; i++)
            {
                brightness[m][k] += (float)colours[4 * i + k] / (SIDE * SIDE);
            }
        }
    }
    CHECK(brightness[MATERIAL_GRASS][1] > brightness[MATERIAL_GRASS][2] + 20);
    CHECK(brightness[MATERIAL_SNOW][0] > 2 * brightness[MATERIAL_SOIL][0]);
    CHECK(brightness[MATERIAL_RED_ROCK][0] > brightness[MATERIAL_RED_ROCK][2] + 20);
    CHECK(fabsf(brightness[MATERIAL_GREY_ROCK][0] - brightness[MATERIAL_GREY_ROCK][2]) < 12);
}

/// A picture of the ground from above, less what is larger than 2 m, as numbers of mean 0.
static void take_detail(const loam_picture *picture, float *out, int32_t radius)
{
    for (int32_t i = 0; i < W * W; i++)
    {
        float sum = 0, count = 0;
        const int32_t x = i % W, y = i / W;
        for (int32_t v = y - radius; v <= y + radius; v += 2)
        {
            for (int32_t u = x - radius; u <= x + radius; u += 2)
            {
                const bool in = u >= 0 && v >= 0 && u < W && v < W;
                sum += in ? (float)picture->pixels[v * W + u].g : 0;
                count += in;
            }
        }
        out[i] = (float)picture->pixels[i].g - sum / count;
    }
}

static float correlation(const float *detail, int32_t dx, int32_t dy)
{
    double product = 0, power = 0;
    for (int32_t y = 0; y + dy < W; y++)
    {
        for (int32_t x = 0; x + dx < W; x++)
        {
            const double a = (double)detail[y * W + x], b = (double)detail[(y + dy) * W + x + dx];
            product += a * b;
            power += 0.5 * (a * a + b * b);
        }
    }
    return (float)(product / (power + 1e-9));
}

/// Looks straight down at 16 m of ground: nothing comes again beyond 2 m.
static void check_repetition(int64_t x, int64_t z)
{
    static float detail[W * W];
    stage s;
    stage_open(&s, CONTEXT_ANY, W, W);
    camera from = {.x = x, .z = z, .elevation = -90, .fov = 53.13};
    const scene_look look = {.hour = 12, .weather = WEATHER_CLEAR};
    bool complete = false;
    for (int32_t i = 0; i < 400 && !complete; i++)
    {
        CHECK_INT(scene_update(s.scene, &from, 50000, &complete), LOAM_OK);
    }
    from.y = (double)scene_ground(s.scene, &from) + 16; // 16 m from edge to edge
    stage_shoot(&s, &from, &look, 1);
    take_detail(&s.picture, detail, W / 16);
    CHECK(correlation(detail, 0, 0) > 0.99f);
    for (int32_t lag = W / 8; lag < W * 3 / 4; lag++)
    {
        CHECK(correlation(detail, lag, 0) < 0.2f);
        CHECK(correlation(detail, 0, lag) < 0.2f);
    }
    stage_close(&s);
}

static void test_no_repetition_is_seen(void)
{
    check_repetition(-190000, 60000); // grass, dry and green
    check_repetition(-232400, 86150);
}

int main(void)
{
    RUN(test_textures_have_no_border);
    RUN(test_materials_differ);
    RUN(test_no_repetition_is_seen);
    return CHECK_DONE();
}
