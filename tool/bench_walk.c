// SPDX-License-Identifier: MIT
#include "field.h"
#include "memory.h"
#include "tile_options.h"
#include "times.h"
#include "tool.h"

#include "loam/loam.h"

#include <inttypes.h>
#include <stdlib.h>

// loam bench walk: a game loop without a window. The view moves along the horizon at a constant speed, so
// that new chunks come all the time, by the clock: a hundred steps a second, and as many frames as there
// is time for (Dubsky 2022, 5.2; Dubsky 2024, 5.1).

enum
{
    MOST_STEPS = 10, // without a frame; what is still due then is given up
    HORIZON_REACH = 64,
};

typedef struct walk_settings
{
    const char *seed;
    int32_t ring; // less LOAM_MIN_RING_LOG2
    option_size view;
    int64_t zoom;
    double speed, seconds;
    int32_t threads;
    bool json;
} walk_settings;

typedef struct walk
{
    const walk_settings *settings;
    loam_env env;
    loam_jobs *jobs;
    loam_tile_source *source; // for the horizon
    loam_tile_world *world;
    loam_tile_frame *frame;
    loam_picture picture;
    loam_camera camera;
    times steps, lights, draws, frames;
    uint64_t given_up; // steps
    double seconds;
    memory memory;
} walk;

// ---- beginning and end --------------------------------------------------------------------------

static loam_result begin(walk *walked)
{
    const walk_settings *settings = walked->settings;
    const uint64_t seed = loam_seed_from_text(settings->seed);
    loam_result result = field_threads(settings->threads, &walked->jobs);
    walked->env.jobs = walked->jobs;
    loam_tile_world_def world_def = loam_default_tile_world_def();
    world_def.env = walked->env;
    world_def.seed = seed;
    world_def.ring_log2 = LOAM_MIN_RING_LOG2 + settings->ring;
    loam_tile_frame_def frame_def = loam_default_tile_frame_def();
    frame_def.env = walked->env;
    frame_def.w = settings->view.w;
    frame_def.h = settings->view.h;
    frame_def.zoom = (int32_t)settings->zoom;
    result = result == LOAM_OK ? loam_tile_world_create(&world_def, &walked->world) : result;
    result = result == LOAM_OK ? loam_tile_frame_create(&frame_def, &walked->frame) : result;
    if (result == LOAM_OK)
    {
        loam_tile_world_set_time(walked->world, 30000);
        result = loam_tile_source_create(&walked->env, loam_tile_world_defs(walked->world), seed,
                                         &walked->source);
    }
    return result == LOAM_OK ? loam_picture_create(&walked->env, frame_def.w, frame_def.h,
                                                   loam_rgb(0), &walked->picture)
                             : result;
}

static void end(void *of)
{
    walk *const walked = of;
    loam_picture_destroy(&walked->env, &walked->picture);
    loam_tile_frame_destroy(walked->frame);
    loam_tile_source_destroy(walked->source);
    loam_tile_world_destroy(walked->world);
    loam_jobs_destroy(walked->jobs);
    times_free(&walked->steps);
    times_free(&walked->lights);
    times_free(&walked->draws);
    times_free(&walked->frames);
}

// ---- walking ------------------------------------------------------------------------------------

/// The mean height of the ground around x.
static double horizon_at(const walk *walked, int64_t x)
{
    loam_tile_column columns[HORIZON_REACH];
    if (loam_tile_source_columns(walked->source, x - 4 * HORIZON_REACH, 8, HORIZON_REACH,
                                 columns) != LOAM_OK)
    {
        return 0;
    }
    double sum = 0;
    for (int32_t i = 0; i < HORIZON_REACH; i++)
    {
        sum += (double)columns[i].surface / HORIZON_REACH;
    }
    return sum;
}

static loam_result take_step(walk *walked, uint64_t step)
{
    loam_camera *camera = &walked->camera;
    const double x = (double)step * walked->settings->speed / (double)walked->settings->zoom;
    const double y = horizon_at(walked, (int64_t)x);
    *camera = step == 1 ? (loam_camera){.x = x, .y = y, .last_x = x, .last_y = y}
                        : (loam_camera){.x = x, .y = y, .last_x = camera->x, .last_y = camera->y};
    const uint64_t start = loam_clock_ns();
    const loam_result result = loam_tile_world_step(walked->world,
                                                    (loam_tile_pos){(int64_t)x, (int64_t)y});
    times_add(&walked->steps, loam_clock_ns() - start);
    return result;
}

static loam_result draw(walk *walked, bool stepped, float between)
{
    const loam_tile_frame_scene scene = {
        .world = walked->world, .camera = &walked->camera, .between = between};
    loam_result result = LOAM_OK;
    if (stepped)
    {
        const uint64_t start = loam_clock_ns();
        result = loam_tile_frame_light(walked->frame, &scene);
        times_add(&walked->lights, loam_clock_ns() - start);
    }
    const uint64_t start = loam_clock_ns();
    loam_tile_frame_draw(walked->frame, &scene, &walked->picture);
    times_add(&walked->draws, loam_clock_ns() - start);
    return result;
}

/// Steps that are due, and a frame.
static loam_result go_on(walk *walked, loam_timestep *timestep, uint64_t *step)
{
    const uint64_t now = loam_clock_ns();
    const int32_t due = loam_timestep_due(timestep, now / 1000);
    loam_result result = LOAM_OK;
    for (int32_t i = 0; i < due && result == LOAM_OK; i++)
    {
        result = take_step(walked, ++*step);
    }
    if (result == LOAM_OK && *step > 0)
    {
        result = draw(walked, due > 0, loam_timestep_fraction(timestep));
        times_add(&walked->frames, loam_clock_ns() - now);
    }
    return result;
}

static loam_result walk_along(walk *walked)
{
    const uint64_t step_us = 1000000 / LOAM_STEPS_PER_SECOND;
    const uint64_t start = loam_clock_ns();
    const uint64_t length_ns = (uint64_t)(walked->settings->seconds * 1e9);
    loam_timestep timestep = loam_timestep_begin(start / 1000, step_us, MOST_STEPS);
    loam_result result = LOAM_OK;
    uint64_t step = 0, passed = 0;
    int32_t sampled = 0;
    while (result == LOAM_OK && (passed < length_ns || step == 0)) // there is always one to tell of
    {
        result = go_on(walked, &timestep, &step);
        passed = loam_clock_ns() - start;
        while (sampled < MEMORY_SAMPLES &&
               passed >= length_ns / MEMORY_SAMPLES * (uint64_t)(sampled + 1))
        {
            memory_sample(&walked->memory, sampled++);
        }
    }
    const uint64_t due = passed / 1000 / step_us;
    walked->given_up = due > step ? due - step : 0;
    walked->seconds = (double)passed * 1e-9;
    const bool missing = walked->steps.failed || walked->lights.failed || walked->draws.failed ||
                         walked->frames.failed;
    return result == LOAM_OK && missing ? loam_fail(LOAM_OUT_OF_MEMORY, "out of memory") : result;
}

// ---- printing -----------------------------------------------------------------------------------

static int print_json(const tool_io *io)
{
    walk *const walked = io->work;
    const loam_tile_world_counters counters = loam_tile_world_count(walked->world);
    text json = {0};
    json_open(&json, '{');
    json_add_number(&json, "ring", 1 << (LOAM_MIN_RING_LOG2 + walked->settings->ring));
    json_add_number(&json, "threads", walked->settings->threads);
    json_add_number(&json, "seconds", walked->seconds);
    json_add_number(&json, "steps_per_second", (double)walked->steps.count / walked->seconds);
    json_add_number(&json, "frames_per_second", (double)walked->frames.count / walked->seconds);
    json_add_number(&json, "steps_given_up", (double)walked->given_up);
    times_add_json(&json, "step_ms", &walked->steps);
    times_add_json(&json, "light_ms", &walked->lights);
    times_add_json(&json, "draw_ms", &walked->draws);
    times_add_json(&json, "frame_ms", &walked->frames);
    json_add_number(&json, "waits", (double)counters.waits);
    json_add_number(&json, "generated", (double)counters.generated);
    memory_add_json(&json, "memory_bytes", &walked->memory);
    json_close(&json, '}');
    return tool_print_json(io, &json);
}

static int print_text(const tool_io *io)
{
    walk *const walked = io->work;
    const walk_settings *settings = walked->settings;
    const loam_tile_world_counters counters = loam_tile_world_count(walked->world);
    fprintf(io->out, "ring %d, %dx%d, %d threads, %.3g s: %.1f steps and %.1f frames a second\n",
            1 << (LOAM_MIN_RING_LOG2 + settings->ring), (int)settings->view.w,
            (int)settings->view.h, (int)settings->threads, walked->seconds,
            (double)walked->steps.count / walked->seconds,
            (double)walked->frames.count / walked->seconds);
    times_print(io->out, "frame", &walked->frames);
    times_print(io->out, "step", &walked->steps);
    times_print(io->out, "light", &walked->lights);
    times_print(io->out, "draw", &walked->draws);
    fprintf(io->out,
            "  %" PRIu64 " chunks grown, %" PRIu64 " steps waited for one, %" PRIu64
            " steps given up; memory in MiB:",
            counters.generated, counters.waits, walked->given_up);
    memory_print(io->out, &walked->memory);
    fprintf(io->out, "\n");
    return TOOL_DONE;
}

static loam_result make(const tool_io *io)
{
    walk *const walked = io->work;
    walked->settings = io->settings;
    walked->env = loam_default_env();
    const loam_result result = begin(walked);
    return result == LOAM_OK ? walk_along(walked) : result;
}

static int print(const tool_io *io)
{
    const walk_settings *const settings = io->settings;
    return (settings->json ? print_json : print_text)(io);
}

// ---- options ------------------------------------------------------------------------------------

#define AT(field) offsetof(walk_settings, field)

static const tool_option walk_options[] = {
    TEXT_OPTION("seed", AT(seed), "SEED", "1", "of the world, a number or any text"),
    TILE_RING_OPTION(AT(ring)),
    SIZE_OPTION("view", AT(view), 16, LOAM_MAX_FRAME_SIDE, "WxH", "1920x1080", "pixels of a frame"),
    INT_OPTION("zoom", AT(zoom), 1, LOAM_MAX_FRAME_ZOOM, "N", "4",
               "pixels along the side of a tile"),
    NUMBER_OPTION("speed", AT(speed), 0, 1000, "P", "15", "pixels that the view moves in a step"),
    NUMBER_OPTION("seconds", AT(seconds), 0.05, 36000, "S", "30",
                  "how long, by the clock, and at least one step"),
    THREADS_OPTION(AT(threads), "2"),
    JSON_OPTION(AT(json)),
    {0},
};

const tool_verb verb_bench_walk = {
    .name = "bench walk",
    .summary = "measures a game without a window",
    .details =
        "The view moves along the horizon by the clock: a hundred steps a second, light after "
        "each, and as many frames as there is time for. A frame's time has that of the steps "
        "before it. Reports how long everything took, how many steps waited for a chunk, and "
        "the memory of the process, ten times on the way.",
    .options = walk_options,
    .settings_size = sizeof(walk_settings),
    .example = "loam bench walk --ring 16 --seconds 2",
    .work_size = sizeof(walk),
    .make = make,
    .report = print,
    .destroy = end,
};
