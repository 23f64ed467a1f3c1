// SPDX-License-Identifier: MIT
#include "tile_options.h"
#include "times.h"
#include "tool.h"

#include "play/app.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

// loam bench play: the game as a program, with everything but the window: a player who walks to the right,
// and jumps where it does not go on, by the clock. Frames are drawn by SDL's own software on a picture in
// memory, as on a machine without a GPU.

enum
{
    LANDING_STEPS = 100
};

typedef struct play_bench_settings
{
    const char *seed;
    option_position at;
    int32_t ring; // less LOAM_MIN_RING_LOG2
    option_size view;
    double seconds;
    int32_t threads;
    int32_t plants;  // of bench_plants
    int32_t weather; // of loam_weather
    bool overlay, json;
} play_bench_settings;

/// Which worlds are measured.
typedef enum bench_plants
{
    PLANTS_WITH,
    PLANTS_WITHOUT,
    PLANTS_BOTH, // one after the other
} bench_plants;

typedef struct play_bench
{
    const play_bench_settings *settings;
    bool bare; // without plants
    app *a;
    times parts[TIMES];
    uint64_t steps, frames;
    double first_frame_ms, world_ms; // since the beginning
    double seconds;                  // of walking
    double processor_seconds;        // of all threads, in that time
    int64_t from, to;                // tiles, where the player was
} play_bench;

// ---- walking ------------------------------------------------------------------------------------

static loam_result take_frame(play_bench *bench)
{
    const loam_result result = app_frame(bench->a, bench->settings->view.w, bench->settings->view.h,
                                         loam_clock_ns() / 1000);
    bench->frames++;
    return result;
}

static void add_times(play_bench *bench)
{
    const app_times *last = &bench->a->times;
    for (int i = 0; i < TIMES; i++)
    {
        times_add(&bench->parts[i], (uint64_t)(last->ms[i][last->next] * 1e6f));
    }
    bench->steps += (uint64_t)last->step_count[last->next];
}

/// To the right, with a jump whenever it does not go on.
static void hold_keys(play_bench *bench)
{
    const loam_player *player = loam_tile_game_player(session_game(bench->a->s));
    const input_code right = bench->a->settings.bindings.of[PLAY_RIGHT].keys[0];
    const input_code jump = bench->a->settings.bindings.of[PLAY_JUMP].keys[0];
    const bool stuck = player->vx == 0 || player->in_fluid;
    input_begin(&bench->a->now);
    bench->a->now.focused = true;
    if (!bench->a->now.down[right])
    {
        input_press(&bench->a->now, right, true, false);
    }
    if (bench->a->now.down[jump] != stuck)
    {
        input_press(&bench->a->now, jump, stuck, false);
    }
}

static int64_t player_x(play_bench *bench)
{
    return loam_tile_game_player(session_game(bench->a->s))->x / LOAM_PLAYER_FIXED;
}

static loam_result walk(play_bench *bench)
{
    const uint64_t start = loam_clock_ns();
    const clock_t processors = clock();
    const uint64_t length = (uint64_t)(bench->settings->seconds * 1e9);
    loam_result result = LOAM_OK;
    bench->from = player_x(bench);
    bench->frames = 0;
    while (result == LOAM_OK && (loam_clock_ns() - start < length || bench->frames == 0))
    {
        hold_keys(bench);
        result = take_frame(bench);
        add_times(bench);
    }
    bench->seconds = seconds_since(start);
    bench->processor_seconds = (double)(clock() - processors) / CLOCKS_PER_SEC;
    bench->to = player_x(bench);
    return result;
}

// ---- beginning ----------------------------------------------------------------------------------

static loam_result wait_for_world(play_bench *bench, uint64_t start)
{
    app *a = bench->a;
    loam_result result = LOAM_OK;
    while (result == LOAM_OK && !app_world_is_open(a))
    {
        input_begin(&a->now);
        result = take_frame(bench);
        if (bench->frames == 1)
        {
            bench->first_frame_ms = ms_since(start);
        }
        if (result == LOAM_OK && a->next.error[0] != '\0')
        {
            return loam_fail(LOAM_FAILED, "%s", a->next.error);
        }
    }
    bench->world_ms = ms_since(start);
    return result;
}

/// The player goes to the place that was asked for, and lands: coming there is not what is measured.
static loam_result place_player(play_bench *bench)
{
    const option_position at = bench->settings->at;
    const loam_command place = {.action = LOAM_ACTION_PLACE, .x = at.x, .y = at.y};
    const loam_command weather = {.action = LOAM_ACTION_WEATHER,
                                  .choice = bench->settings->weather};
    const loam_tile_world *world = loam_tile_game_world(session_game(bench->a->s));
    const uint64_t landed = loam_tile_world_steps(world) + LANDING_STEPS;
    loam_result result = session_do(bench->a->s, &weather);
    result = result == LOAM_OK && at.given ? session_do(bench->a->s, &place) : result;
    while (result == LOAM_OK && at.given && loam_tile_world_steps(world) < landed)
    {
        input_begin(&bench->a->now);
        result = take_frame(bench);
    }
    return result;
}

static loam_result begin(play_bench *bench)
{
    const play_bench_settings *settings = bench->settings;
    const uint64_t start = loam_clock_ns();
    app *a = bench->a;
    a->env = loam_default_env();
    a->settings = play_default_settings();
    loam_result result = painter_memory_create(settings->view.w, settings->view.h, &a->paint);
    result = result == LOAM_OK ? app_begin(a, settings->threads) : result;
    if (result != LOAM_OK)
    {
        return result;
    }
    const session_def def = {.seed = loam_seed_from_text(settings->seed),
                             .bare = bench->bare,
                             .ring_log2 = LOAM_MIN_RING_LOG2 + settings->ring,
                             .autosave_steps = 1000};
    app_go(a, SCREEN_TITLE);
    app_play(a, &def);
    a->overlay = settings->overlay;
    result = wait_for_world(bench, start);
    return result == LOAM_OK ? place_player(bench) : result;
}

static void end(play_bench *bench)
{
    app_end(bench->a);
    painter_destroy(bench->a->paint);
    free(bench->a);
    for (int i = 0; i < TIMES; i++)
    {
        times_free(&bench->parts[i]);
    }
}

// ---- printing -----------------------------------------------------------------------------------

static const char *const part_names[TIMES] = {
    [TIME_WHOLE] = "frame",     [TIME_STEPS] = "steps",         [TIME_LIGHT] = "light",
    [TIME_COMPOSE] = "compose", [TIME_INTERFACE] = "interface", [TIME_SHOW] = "show",
};

static void add_json(text *json, play_bench *bench)
{
    json_open(json, '{');
    json_add_bool(json, "plants", !bench->bare);
    json_add_number(json, "first_frame_ms", bench->first_frame_ms);
    json_add_number(json, "world_ms", bench->world_ms);
    json_add_number(json, "steps_per_second", (double)bench->steps / bench->seconds);
    json_add_number(json, "frames_per_second", (double)bench->frames / bench->seconds);
    json_add_number(json, "processor_ms_per_frame",
                    bench->processor_seconds * 1000 / (double)bench->frames);
    json_add_number(json, "tiles_walked", (double)(bench->to - bench->from));
    for (int i = 0; i < TIMES; i++)
    {
        char key[32];
        snprintf(key, sizeof key, "%s_ms", part_names[i]);
        times_add_json(json, key, &bench->parts[i]);
    }
    json_close(json, '}');
}

static void print_text(FILE *out, play_bench *bench)
{
    const play_bench_settings *settings = bench->settings;
    fprintf(out,
            "%s plants, ring %d, %dx%d, %d threads: the first frame after %.0f ms, the world after "
            "%.0f ms\n",
            bench->bare ? "without" : "with", 1 << (LOAM_MIN_RING_LOG2 + settings->ring),
            (int)settings->view.w, (int)settings->view.h, (int)settings->threads,
            bench->first_frame_ms, bench->world_ms);
    fprintf(out,
            "%.3g s, %" PRId64 " tiles walked: %.1f steps and %.1f frames a second, %.2f ms of "
            "processors a frame with its steps; a frame:\n",
            bench->seconds, bench->to - bench->from, (double)bench->steps / bench->seconds,
            (double)bench->frames / bench->seconds,
            bench->processor_seconds * 1000 / (double)bench->frames);
    for (int i = 0; i < TIMES; i++)
    {
        times_print(out, part_names[i], &bench->parts[i]);
    }
}

/// One world: its row, or its object of the list.
static loam_result measure(const play_bench_settings *settings, bool bare, FILE *out, text *json)
{
    play_bench bench = {.settings = settings, .bare = bare, .a = calloc(1, sizeof(app))};
    if (bench.a == NULL)
    {
        return loam_fail(LOAM_OUT_OF_MEMORY, "out of memory");
    }
    loam_result result = begin(&bench);
    result = result == LOAM_OK ? walk(&bench) : result;
    if (result == LOAM_OK && settings->json)
    {
        add_json(json, &bench);
    }
    else if (result == LOAM_OK)
    {
        print_text(out, &bench);
    }
    end(&bench);
    return result;
}

static loam_result make(const tool_io *io)
{
    const play_bench_settings *const settings = io->settings;
    text *const json = io->work;
    loam_result result = LOAM_OK;
    json_open(json, '{');
    json_open_at(json, "worlds", '[');
    if (settings->plants != PLANTS_WITHOUT)
    {
        result = measure(settings, false, io->out, json);
    }
    if (result == LOAM_OK && settings->plants != PLANTS_WITH)
    {
        result = measure(settings, true, io->out, json);
    }
    json_close(json, ']');
    json_close(json, '}');
    return result;
}

static int print(const tool_io *io)
{
    const play_bench_settings *const settings = io->settings;
    return settings->json ? tool_print_json(io, io->work) : TOOL_DONE;
}

static void free_json(void *json)
{
    text_free(json);
}

static const char *choose_weather(int index)
{
    return loam_weather_name((loam_weather)index);
}

// ---- options ------------------------------------------------------------------------------------

#define AT(field) offsetof(play_bench_settings, field)

static const tool_option bench_options[] = {
    TEXT_OPTION("seed", AT(seed), "SEED", "1", "of the world, a number or any text"),
    POSITION_OPTION("at", AT(at), -(double)LOAM_PLAYER_END, (double)LOAM_PLAYER_END, "X,Y", NULL,
                    "where the player begins; where a new world does if not given"),
    TILE_RING_OPTION(AT(ring)),
    SIZE_OPTION("view", AT(view), 200, LOAM_MAX_FRAME_SIDE, "WxH", "1920x1080",
                "pixels of a frame"),
    NUMBER_OPTION("seconds", AT(seconds), 0.05, 36000, "S", "10",
                  "how long, by the clock, and at least one frame"),
    THREADS_OPTION(AT(threads), "2"),
    NAMES_OPTION("plants", AT(plants), NAMES("with", "without", "both"), "WHICH", "with",
                 "worlds with plants, without, or one of each for comparing"),
    CHOICE_OPTION("weather", AT(weather), choose_weather, "NAME", "changing", "the sky"),
    FLAG_OPTION("overlay", AT(overlay), "with the figures that F3 shows"),
    JSON_OPTION(AT(json)),
    {0},
};

#undef AT

const tool_verb verb_bench_play = {
    .name = "bench play",
    .summary = "measures the game, from its start on, without a window",
    .details =
        "Begins as loam tiles play does, walks to the right by the clock, and draws as many "
        "frames as there is time for, on a picture in memory. Reports how long it took "
        "until the first frame and until the world was there, the parts of frames, and what a "
        "frame costs all processors together, which other programs do not change.",
    .options = bench_options,
    .settings_size = sizeof(play_bench_settings),
    .example = "loam bench play --seconds 1 --plants both",
    .work_size = sizeof(text),
    .make = make,
    .report = print,
    .destroy = free_json,
};
