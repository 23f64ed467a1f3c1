// SPDX-License-Identifier: MIT
// Ground has no holes: from random places and heights, while pages arrive, no pixel shows the sky if its line
// of sight meets the ground. 20 places; with LOAM_SOAK in the environment (make soak) 500; LOAM_HOLES says otherwise.
#include "stage.h"

#include "loam/random.h"

enum
{
    W = 64,
    H = 36,
    VIEWS = 15,
    MAX_TRIANGLES = 120000,
};

static const scene_look look = {.hour = 11, .weather = WEATHER_CLEAR};

/// How far below the ground a line of sight gets, less what levels of detail may differ by.
static float sinks(const stage *s, const camera *from, const float dir[3], float reach)
{
    float max = -1;
    for (float d = 4; d < reach; d *= 1.03f)
    {
        const float ground = clipmap_height(&s->scene->maps, from->x, from->z,
                                            from->dx + (double)(dir[0] * d),
                                            from->dz + (double)(dir[2] * d));
        const float below = ground - ((float)from->y + dir[1] * d);
        max = fmaxf(max, below - 2 - 0.012f * d);
    }
    return max;
}

static void check_pixels(const stage *s, const camera *from, float reach)
{
    camera_frame f;
    camera_place(from, (float)W / H, 1, 1000, &f);
    for (int32_t i = 0; i < W * H; i++)
    {
        if (s->picture.pixels[i].a == 255)
        {
            continue;
        }
        const float x = (((float)(i % W) + 0.5f) / W * 2 - 1) * f.tan_x;
        const float y = (1 - ((float)(i / W) + 0.5f) / H * 2) * f.tan_y; // rows go down
        float dir[3];
        const float scale = 1 / sqrtf(1 + x * x + y * y);
        for (int32_t k = 0; k < 3; k++)
        {
            dir[k] = (f.ahead[k] + f.right[k] * x + f.up[k] * y) * scale;
        }
        const float below = sinks(s, from, dir, reach);
        CHECK_REPORT(below <= 0,
                     "pixel %d,%d from %d,%.0f,%d to %.0f,%.0f: sky, but %.1f m below the ground",
                     (int)(i % W), (int)(i / W), (int)from->x, from->y, (int)from->z, from->azimuth,
                     from->elevation, (double)below);
    }
}

static double chance(int32_t place, int32_t what)
{
    return (double)loam_random_float(77, (uint64_t)(place * 16 + what));
}

static void look_around(stage *s, int32_t place)
{
    camera from = {.x = (int64_t)(chance(place, 0) * 800000) - 500000,
                   .z = (int64_t)(chance(place, 1) * 600000) - 300000,
                   .dx = chance(place, 2),
                   .dz = chance(place, 3),
                   .fov = 50};
    for (int32_t view = 0; view < VIEWS; view++)
    {
        // Pages arrive between some of the views, and the viewer moves.
        if (view % 5 == 0)
        {
            from.x += view * 37;
            CHECK_INT(scene_update(s->scene, &from, view == 0 ? 0 : 30000, NULL), LOAM_OK);
        }
        const double height = 2 + 400 * chance(place, 4) * (view % 3);
        from.y = fmax((double)scene_ground(s->scene, &from), 0) + height;
        from.azimuth = 360 * chance(place, 5) + 24 * view;
        from.elevation = -30 * chance(place, 6) - (view % 4) * 5;
        stage_shoot(s, &from, &look, 0);
        CHECK_REPORT(scene_count(s->scene).triangles <= MAX_TRIANGLES,
                     "%d triangles at a height of %.0f m", (int)scene_count(s->scene).triangles,
                     height);
        check_pixels(s, &from, 4000);
    }
}

int main(void)
{
    const char *const wanted = getenv("LOAM_HOLES");
    const int32_t places = wanted != NULL ? atoi(wanted) : getenv("LOAM_SOAK") != NULL ? 500 : 20;
    stage s;
    stage_open(&s, CONTEXT_ANY, W, H);
    for (int32_t i = 0; i < places; i++)
    {
        look_around(&s, i);
        if (places > 20 && i % 20 == 19)
        {
            printf("%d places\n", (int)i + 1);
            fflush(stdout);
        }
    }
    stage_close(&s);
    return CHECK_DONE();
}
