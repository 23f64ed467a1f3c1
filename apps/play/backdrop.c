// SPDX-License-Identifier: MIT
#include "play/backdrop.h"

#include <math.h>
#include <stdatomic.h>
#include <time.h>

// A small world that nobody plays. A worker makes it, so that the title is there before it; then the view
// glides along its horizon, as fast as the ring can follow without anybody waiting, and the sun with it. Each
// day it is another one, and it begins on a clear morning.

#define GLIDE_TILES 15.0   // a second: a pixel for each of sixty frames
#define HEIGHT_TILES 48.0  // of the middle of the view above the ground
#define FOLLOW_SECONDS 4.0 // in which most of a rise of the ground is followed
#define LIGHT_SECONDS 1.2  // from dark to its full light
#define DAY_SECONDS 360.0
#define MORNING 0.36 // of a day: when it begins

enum
{
    RING_LOG2 = 3,
    STEP_US = 33000,  // thirty steps a second keep water and clouds moving
    MOST_US = 100000, // a frame that took longer is none to catch up with
    COLUMNS = 16,
    COLUMN_TILES = 16, // between them
};

struct backdrop
{
    loam_env env;
    loam_tile_defs defs;
    uint64_t seed;
    loam_job job;
    atomic_bool done; // the job
    bool begun, ready;
    atomic_bool failed;
    loam_tile_source *source;
    loam_tile_world *world;
    loam_camera camera;
    uint64_t now_us, stepped_us;
    double seconds; // that were seen of it
};

static bool has_workers(const backdrop *back)
{
    return back->env.jobs != NULL && loam_jobs_width(back->env.jobs) > 1;
}

// ---- making -------------------------------------------------------------------------------------

static loam_result make_world(backdrop *back)
{
    loam_tile_world_def def = loam_default_tile_world_def();
    loam_tile_defs_init(&back->defs);
    def.env = back->env;
    def.defs = &back->defs;
    def.seed = back->seed;
    def.ring_log2 = RING_LOG2;
    const loam_result result = loam_tile_source_create(&back->env, &back->defs, back->seed,
                                                       &back->source);
    if (result != LOAM_OK)
    {
        return result;
    }
    def.centre = loam_tile_source_spawn(back->source, 0);
    const loam_result made = loam_tile_world_create(&def, &back->world);
    if (made == LOAM_OK)
    {
        loam_tile_world_set_weather(back->world, LOAM_WEATHER_CLEAR);
    }
    return made;
}

static void make(void *context)
{
    backdrop *back = context;
    if (make_world(back) != LOAM_OK)
    {
        loam_log_write(&back->env, LOAM_LOG_WARNING, "no world behind the title: %s",
                       loam_last_error());
        back->failed = true;
    }
    atomic_store(&back->done, true);
}

loam_result backdrop_create(const loam_env *env, backdrop **out)
{
    backdrop *back = loam_alloc(env, sizeof *back);
    *out = back;
    if (back == NULL)
    {
        return LOAM_OUT_OF_MEMORY;
    }
    *back = (backdrop){.env = *env, .seed = (uint64_t)time(NULL) / 86400};
    back->job = (loam_job){.run = make, .context = back, .priority = LOAM_PRIORITY_LOW};
    if (has_workers(back))
    {
        back->begun = true;
        loam_jobs_submit(back->env.jobs, &back->job);
    }
    return LOAM_OK;
}

void backdrop_restart(backdrop *back)
{
    if (back != NULL)
    {
        back->seconds = 0;
    }
}

void backdrop_destroy(backdrop *back)
{
    if (back == NULL)
    {
        return;
    }
    if (back->begun && has_workers(back) && !loam_jobs_cancel(back->env.jobs, &back->job))
    {
        loam_jobs_wait(back->env.jobs, &back->job);
    }
    loam_tile_world_destroy(back->world);
    loam_tile_source_destroy(back->source);
    const loam_env env = back->env;
    loam_free(&env, back, sizeof *back);
}

// ---- going on -----------------------------------------------------------------------------------

/// The mean height of ground and lakes around x.
static double ground_at(const backdrop *back, double x)
{
    loam_tile_column columns[COLUMNS];
    const int64_t first = (int64_t)floor(x) - COLUMNS / 2 * COLUMN_TILES;
    if (loam_tile_source_columns(back->source, first, COLUMN_TILES, COLUMNS, columns) != LOAM_OK)
    {
        return back->camera.y - HEIGHT_TILES;
    }
    double sum = 0;
    for (int32_t i = 0; i < COLUMNS; i++)
    {
        const loam_tile_column *column = &columns[i];
        sum += (double)(column->water > column->surface ? column->water : column->surface);
    }
    return sum / COLUMNS;
}

static loam_tile_pos centre_of(double x, double y)
{
    return (loam_tile_pos){(int64_t)floor(x), (int64_t)floor(y)};
}

static void begin_view(backdrop *back, uint64_t now_us)
{
    const loam_tile_pos spawn = loam_tile_source_spawn(back->source, 0);
    back->camera.x = (double)spawn.x;
    back->camera.y = ground_at(back, back->camera.x) + HEIGHT_TILES;
    back->camera.last_x = back->camera.x;
    back->camera.last_y = back->camera.y;
    back->now_us = back->stepped_us = now_us;
    back->ready = true;
}

/// Whether the world is there, after finishing what makes it.
static bool become_ready(backdrop *back, uint64_t now_us)
{
    if (!back->begun)
    {
        back->begun = true; // the first frame is shown without it
        return false;
    }
    if (!has_workers(back) && !atomic_load(&back->done))
    {
        make(back);
    }
    if (!atomic_load(&back->done))
    {
        return false;
    }
    if (has_workers(back))
    {
        loam_jobs_wait(back->env.jobs, &back->job);
    }
    if (!back->failed)
    {
        begin_view(back, now_us);
    }
    return back->ready;
}

/// The sun goes round faster than in a game, by the clock.
static void set_time(backdrop *back)
{
    double whole;
    const double day = modf(MORNING + back->seconds / DAY_SECONDS, &whole);
    loam_tile_world_set_time(back->world, (uint16_t)(day * 65535.0));
}

static bool step(backdrop *back)
{
    set_time(back);
    const loam_result result = loam_tile_world_step(back->world,
                                                    centre_of(back->camera.x, back->camera.y));
    if (result != LOAM_OK)
    {
        loam_log_write(&back->env, LOAM_LOG_WARNING, "the world behind the title stands still: %s",
                       loam_last_error());
        back->failed = true;
    }
    back->stepped_us = back->now_us;
    return result == LOAM_OK;
}

/// Moves the view, if the ring can follow it there without waiting.
static void glide(backdrop *back, double seconds)
{
    const double x = back->camera.x + GLIDE_TILES * seconds;
    const double rise = ground_at(back, x) + HEIGHT_TILES - back->camera.y;
    const double y = back->camera.y + rise * fmin(1.0, seconds / FOLLOW_SECONDS);
    if (loam_tile_world_ready(back->world, centre_of(x, y)))
    {
        back->camera = (loam_camera){.x = x, .y = y, .last_x = x, .last_y = y};
    }
}

bool backdrop_advance(backdrop *back, uint64_t now_us)
{
    if (back->failed || (!back->ready && !become_ready(back, now_us)))
    {
        return false;
    }
    const uint64_t passed_us = now_us > back->now_us ? now_us - back->now_us : 0;
    const double seconds = (double)(passed_us < MOST_US ? passed_us : MOST_US) * 1e-6;
    back->now_us = now_us;
    back->seconds += seconds;
    glide(back, seconds);
    return now_us - back->stepped_us >= STEP_US && step(back);
}

bool backdrop_scene(const backdrop *back, loam_tile_frame_scene *out)
{
    if (!back->ready)
    {
        return false;
    }
    *out = (loam_tile_frame_scene){.world = back->world, .camera = &back->camera, .between = 1};
    return true;
}

float backdrop_light(const backdrop *back)
{
    if (back == NULL || !back->ready)
    {
        return 0;
    }
    return (float)fmin(1.0, back->seconds / LIGHT_SECONDS);
}
