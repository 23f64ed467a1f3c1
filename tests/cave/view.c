// SPDX-License-Identifier: MIT
// Pictures of caves by OpenGL: rock everywhere and no sky below it, a lamp that falls off, light at the way out, and
// data that is the same in whatever order it came.
#include "cave/scene.h"

#include "../scene/stage.h"
#include "cave/eye.h"

#include <math.h>

enum
{
    W = 96,
    H = 54
};

static stage shared;
static cave_scene *view;

typedef struct shot
{
    cave_rock rock;
    cave_chunks *chunks;
    cave_stand stand;
} shot;

static void begin(shot *s, const cave_plan *plan)
{
    CHECK_OK(cave_rock_begin(&shared.env, plan, NULL, 0, &s->rock));
    CHECK_OK(cave_rock_stand(&s->rock, (const int64_t[3]){0}, &s->stand));
    CHECK_OK(cave_chunks_create(view, &s->rock, &s->chunks));
}

static void end(shot *s)
{
    cave_chunks_destroy(view, s->chunks);
    cave_rock_end(&s->rock);
}

static camera at(const shot *s, double x, double y, double z, double azimuth)
{
    (void)s;
    return (camera){.x = (int64_t)floor(x),
                    .z = (int64_t)floor(z),
                    .dx = x - floor(x),
                    .dz = z - floor(z),
                    .y = y,
                    .azimuth = azimuth,
                    .fov = 65};
}

static camera begins(const shot *s, double azimuth)
{
    return at(s, (double)s->stand.cell[0] + 0.5, (double)s->stand.cell[1] + 1.7,
              (double)s->stand.cell[2] + 0.5, azimuth);
}

static void update(shot *s, const camera *from, uint64_t budget_us)
{
    bool complete = false;
    for (int32_t i = 0; i < 1000 && !complete; i++)
    {
        CHECK_OK(cave_chunks_update(view, s->chunks, from, budget_us, true, &complete));
    }
    CHECK(complete);
}

static void draw(shot *s, const camera *from, float lamp)
{
    const double eyes[3] = {(double)from->x + from->dx, from->y, (double)from->z + from->dz};
    cave_look look = {.hour = 12, .seconds = 5, .lamp = lamp, .adapted = 1};
    look.adapted = cave_darkness(&s->rock, eyes[0], eyes[1], eyes[2]);
    cave_lamp_at(from, eyes, from->azimuth, look.lamp_at);
    update(s, from, 1000000);
    CHECK_OK(cave_scene_draw(view, s->chunks, from, &look));
    CHECK_OK(cave_scene_read(view, &shared.picture));
}

static double mean(void)
{
    double sum = 0;
    for (int32_t i = 0; i < W * H; i++)
    {
        const loam_colour c = shared.picture.pixels[i];
        sum += (c.r + c.g + c.b) / 3.0;
    }
    return sum / (W * H);
}

static cave_plan plan_of(int32_t dimensions, int32_t body, bool endless)
{
    cave_plan plan = cave_default_plan(dimensions);
    plan.seed = 7;
    plan.body = body;
    plan.endless = endless;
    plan.east = plan.north = 64;
    plan.up = 32;
    return plan;
}

/// Below ground no direction shows the sky: nothing is as bright, or blue. And a lamp that is out leaves it dark.
static void test_there_is_rock_in_all_directions(void)
{
    for (int32_t kind = 0; kind < 6; kind++)
    {
        static const int32_t bodies[6] = {0, 1, 2, 1, 2, 2};
        shot s;
        cave_plan plan = plan_of(kind < 3 ? 2 : 3, bodies[kind], kind == 5);
        plan.openings = 0;
        begin(&s, &plan);
        for (int32_t i = 0; i < 6; i++)
        {
            camera from = begins(&s, i * 60);
            from.elevation = i % 3 * 40 - 40;
            draw(&s, &from, 1);
            int32_t blue = 0;
            for (int32_t k = 0; k < W * H; k++)
            {
                const loam_colour c = shared.picture.pixels[k];
                blue += c.b > c.r + 12;
            }
            CHECK_INT(blue, 0);
            const double lit = mean();
            CHECK(lit > 14);
            draw(&s, &from, 0);
            CHECK(mean() < 0.7 * lit);
        }
        end(&s);
    }
}

/// Light falls in by the ways out, and outside it is day.
static void test_light_falls_in(void)
{
    shot s;
    cave_plan plan = plan_of(2, CAVE_BODY_SMOOTH, false);
    begin(&s, &plan);
    const camera inside = begins(&s, 0), outside = at(&s, -20, 1.7, 32, 90);
    draw(&s, &inside, 0);
    const double dark = mean();
    draw(&s, &outside, 0);
    CHECK(mean() > 60);
    CHECK(dark < 30);
    end(&s);
}

/// The hash of what is drawn is that of the cave, however its chunks have come, and of no other.
static void test_data_has_a_hash(void)
{
    for (int32_t body = 0; body < 3; body++)
    {
        uint64_t hashes[3];
        for (int32_t i = 0; i < 3; i++)
        {
            shot s;
            cave_plan plan = plan_of(2, body, false);
            plan.seed += i == 2;
            begin(&s, &plan);
            if (i == 1) // from elsewhere first, and little by little
            {
                const camera before = at(&s, 5, 1.7, 60, 0);
                update(&s, &before, 1);
            }
            const camera from = at(&s, 32, 1.7, 32, 0);
            update(&s, &from, i == 1 ? 1 : 1000000);
            hashes[i] = cave_chunks_hash(s.chunks);
            end(&s);
        }
        CHECK_U64(hashes[1], hashes[0]);
        CHECK(hashes[2] != hashes[0] && hashes[0] != 0);
    }
}

static void test_chunks_leave_where_nobody_is(void)
{
    shot s;
    cave_plan plan = plan_of(2, CAVE_BODY_BLOCKS, true);
    begin(&s, &plan);
    size_t first = 0;
    for (int64_t i = 0; i < 6; i++)
    {
        const camera from = at(&s, (double)(i * 150), 1.7, 0, 0);
        update(&s, &from, 1000000);
        const size_t bytes = cave_scene_count(view, s.chunks).bytes;
        first = i == 0 ? bytes : first;
        CHECK(bytes > 0 && bytes < 3 * first);
    }
    end(&s);
}

int main(void)
{
    shared = (stage){.env = loam_default_env()};
    stage_open_context(&shared, CONTEXT_ANY);
    CHECK_OK(cave_scene_create(&shared.gl, QUALITY_LOW, W, H, NULL, &view));
    CHECK_OK(loam_picture_create(&shared.env, W, H, loam_rgb(0), &shared.picture));
    RUN(test_there_is_rock_in_all_directions);
    RUN(test_light_falls_in);
    RUN(test_data_has_a_hash);
    RUN(test_chunks_leave_where_nobody_is);
    loam_picture_destroy(&shared.env, &shared.picture);
    cave_scene_destroy(view);
    CHECK_OK(gl_check(&shared.gl, "the end"));
    context_destroy(shared.context);
    return CHECK_DONE();
}
