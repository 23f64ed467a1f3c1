// SPDX-License-Identifier: MIT
#include "tiles_sim.h"

#include "field.h"
#include "film/recorder.h"
#include "interrupt.h"
#include "progress.h"
#include "tile_options.h"
#include "times.h"

#include <inttypes.h>
#include <string.h>

// loam tiles sim: a game without a window. Commands come from a file, steps as fast as they can, and what
// a player would see goes to a film or a picture.

enum
{
    MAX_STEPS = 10000000,
    MAX_SAMPLES = 10000,
};

typedef struct simulation
{
    const tool_io *io;
    const sim_settings *settings;
    loam_jobs *jobs;
    sim_replay replay;
    sim_world world;
    sim_script script;
    loam_tile_frame *frame; // NULL if nothing is to be seen
    loam_picture picture;
    recorder *record;
    loam_camera camera;
    sim_report report;
} simulation;

static int64_t clock_step(const sim_settings *settings)
{
    return settings->sample > 0    ? settings->sample
           : settings->steps >= 20 ? settings->steps / 20
                                   : 1;
}

// ---- beginning ----------------------------------------------------------------------------------

static recorder_def film_of(const sim_settings *settings)
{
    const double fps = settings->fps > 0 ? settings->fps
                                         : (double)LOAM_STEPS_PER_SECOND / (double)settings->every;
    return (recorder_def){settings->record, settings->view.w, settings->view.h, fps, "--view"};
}

/// What the table of options cannot say.
static loam_result check(const sim_settings *settings)
{
    const loam_result result = tool_check_world(settings->world, settings->seed, settings->defs);
    if (result != LOAM_OK)
    {
        return result;
    }
    if (settings->no_save && settings->world == NULL)
    {
        return loam_fail(LOAM_BAD_ARGUMENT,
                         "--no-save is given and --world is not; both must be given");
    }
    if (settings->steps / clock_step(settings) > MAX_SAMPLES)
    {
        return loam_fail(LOAM_BAD_ARGUMENT,
                         "--sample is %" PRId64 ", which makes more than %d samples; must be at "
                         "least %" PRId64,
                         settings->sample, MAX_SAMPLES, settings->steps / MAX_SAMPLES + 1);
    }
    if (settings->record != NULL && settings->steps < settings->every)
    {
        return loam_fail(LOAM_BAD_ARGUMENT,
                         "--steps is %" PRId64 " and --every is %" PRId64
                         ", so %s would have no frame; --steps must be at least --every",
                         settings->steps, settings->every, settings->record);
    }
    const recorder_def film = film_of(settings);
    return settings->record != NULL ? recorder_check(&film) : LOAM_OK;
}

static void write_log(void *user, loam_log_level level, const char *message)
{
    const tool_io *io = user;
    if (level >= LOAM_LOG_WARNING)
    {
        fprintf(io->err, "loam tiles sim: %s\n", message);
    }
}

static void place_area(simulation *sim)
{
    const sim_settings *settings = sim->settings;
    const loam_tile_pos start = sim->world.start;
    const int32_t zoom = (int32_t)settings->zoom;
    const bool given = settings->size.w > 0;
    const int32_t w = given ? settings->size.w : (settings->view.w + zoom - 1) / zoom;
    const int32_t h = given ? settings->size.h : (settings->view.h + zoom - 1) / zoom;
    sim->report.area = (loam_tile_area){start.x - w / 2, start.y - h / 2, w, h};
    loam_camera_begin(&sim->camera, loam_tile_game_player(sim->world.game));
    if (settings->fixed)
    {
        const double x = (double)start.x, y = (double)start.y;
        sim->camera = (loam_camera){.x = x, .y = y, .last_x = x, .last_y = y};
    }
}

static loam_result begin_film(const sim_settings *settings, simulation *sim)
{
    const recorder_def film = film_of(settings);
    const loam_result result = recorder_open(&film, &sim->record);
    return result == LOAM_UNSUPPORTED
               ? loam_fail(result, "%s; without it, --record frames/ writes numbered pictures",
                           loam_last_error())
               : result;
}

static loam_result create_frame(simulation *sim)
{
    const sim_settings *settings = sim->settings;
    if (settings->record == NULL && settings->output == NULL)
    {
        return LOAM_OK;
    }
    loam_tile_frame_def def = loam_default_tile_frame_def();
    def.env = sim->world.env;
    def.w = settings->view.w;
    def.h = settings->view.h;
    def.zoom = (int32_t)settings->zoom;
    def.light = !settings->no_light;
    loam_result result = loam_tile_frame_create(&def, &sim->frame);
    if (result == LOAM_OK)
    {
        result = loam_picture_create(&sim->world.env, def.w, def.h, loam_rgb(0), &sim->picture);
    }
    if (result == LOAM_OK && settings->output != NULL)
    {
        result = loam_file_check(settings->output);
    }
    return result == LOAM_OK && settings->record != NULL ? begin_film(settings, sim) : result;
}

/// Whether a replay begins as the game did that was recorded.
static loam_result check_beginning(const simulation *sim)
{
    const uint64_t hash = loam_tile_game_hash(sim->world.game);
    return hash == sim->replay.info.begin_hash
               ? LOAM_OK
               : loam_fail(LOAM_BAD_ARGUMENT,
                           "%s: it begins with %016" PRIx64 ", and %016" PRIx64
                           " was recorded: %s is not what it was",
                           sim->settings->replay, hash, sim->replay.info.begin_hash,
                           sim->settings->world != NULL  ? sim->settings->world
                           : sim->settings->defs != NULL ? sim->settings->defs
                                                         : "this program");
}

static loam_result begin(simulation *sim)
{
    const sim_settings *settings = sim->settings;
    loam_result result = field_threads(settings->threads, &sim->jobs);
    sim->world.env.jobs = sim->jobs;
    result = result == LOAM_OK ? sim_world_open(&sim->world) : result;
    if (result == LOAM_OK && settings->commands != NULL)
    {
        result = sim_script_read(settings->commands, sim_world_defs(&sim->world),
                                 settings->replay != NULL, &sim->script);
    }
    result = result == LOAM_OK ? sim_world_begin(&sim->world) : result;
    result = result == LOAM_OK && settings->replay != NULL ? check_beginning(sim) : result;
    if (result == LOAM_OK)
    {
        sim->report.seed = sim->world.seed;
        place_area(sim);
    }
    return result;
}

static void end(simulation *sim)
{
    recorder_abandon(sim->record);
    loam_picture_destroy(&sim->world.env, &sim->picture);
    loam_tile_frame_destroy(sim->frame);
    sim_world_close(&sim->world);
    sim_script_free(&sim->script);
    sim_report_free(&sim->report);
    loam_jobs_destroy(sim->jobs);
}

// ---- running ------------------------------------------------------------------------------------

/// A command that cannot be done is told of, and the rest goes on.
static void do_commands(simulation *sim, int64_t step)
{
    sim_script *script = &sim->script;
    while (script->next < script->count &&
           script->commands[script->next].command.step <= (uint64_t)step)
    {
        const sim_command *next = &script->commands[script->next++];
        sim->report.commands++;
        if (loam_tile_game_do(sim->world.game, &next->command) != LOAM_OK)
        {
            sim->report.failed_commands++;
            fprintf(sim->io->err, "loam tiles sim: %s:%" PRId64 ": %s\n", sim->settings->commands,
                    next->line, loam_last_error());
        }
    }
}

/// Of the area, as far as it is in the ring.
static void count_walls(const loam_tile_world *world, loam_tile_area area, uint64_t *counts)
{
    const loam_tile_ring ring = loam_tile_world_ring(world);
    const uint64_t side = (uint64_t)ring.side, mask = side - 1;
    const uint64_t left = (uint64_t)ring.lowest.x * LOAM_CHUNK_SIDE;
    const uint64_t low = (uint64_t)ring.lowest.y * LOAM_CHUNK_SIDE;
    for (int32_t i = 0; i < area.w * area.h; i++)
    {
        const uint64_t x = (uint64_t)area.x + (uint64_t)(i % area.w);
        const uint64_t y = (uint64_t)area.y + (uint64_t)(i / area.w);
        if (x - left < side && y - low < side)
        {
            counts[ring.tiles[(y & mask) * side + (x & mask)].wall]++;
        }
    }
}

static void count_tiles(simulation *sim, int64_t step)
{
    sim_counts *counts = sim_counts_add(&sim->report);
    if (counts != NULL)
    {
        counts->step = step;
        loam_tile_world_census(loam_tile_game_world(sim->world.game), sim->report.area,
                               counts->tiles);
        count_walls(loam_tile_game_world(sim->world.game), sim->report.area, counts->walls);
    }
}

static loam_result draw(simulation *sim)
{
    sim_report *report = &sim->report;
    const loam_tile_frame_scene scene = {
        .world = loam_tile_game_world(sim->world.game),
        .player = sim->settings->no_player ? NULL : loam_tile_game_player(sim->world.game),
        .camera = &sim->camera,
        .between = 1,
    };
    const uint64_t start = loam_clock_ns();
    const loam_result result = loam_tile_frame_light(sim->frame, &scene);
    const uint64_t lit = loam_clock_ns();
    loam_tile_frame_draw(sim->frame, &scene, &sim->picture);
    times_add(&report->light_times, lit - start);
    times_add(&report->frame_times, loam_clock_ns() - lit);
    return result;
}

static loam_result record_frame(simulation *sim)
{
    const loam_result result = draw(sim);
    if (result != LOAM_OK)
    {
        return result;
    }
    sim->report.frames++;
    return recorder_add(sim->record, &sim->picture);
}

static void add_life(sim_report *report, loam_tile_life now)
{
    report->life.awake = now.awake;
    report->most_awake = now.awake > report->most_awake ? now.awake : report->most_awake;
    report->life.looked_at += now.looked_at;
    report->life.moved += now.moved;
    report->life.converted += now.converted;
    report->life.levelled += now.levelled;
    report->life.transformed += now.transformed;
    report->life.fallen += now.fallen;
    report->life.struck += now.struck;
}

static loam_result take_step(simulation *sim, int64_t step)
{
    sim_report *report = &sim->report;
    do_commands(sim, step);
    const uint64_t start = loam_clock_ns();
    const loam_result result = loam_tile_game_step(sim->world.game);
    times_add(&report->step_times, loam_clock_ns() - start);
    if (result != LOAM_OK)
    {
        return result;
    }
    report->steps++;
    add_life(report, loam_tile_world_life(loam_tile_game_world(sim->world.game)));
    if (!sim->settings->fixed)
    {
        loam_camera_step(&sim->camera, loam_tile_game_player(sim->world.game));
    }
    const int64_t done = step + 1;
    if (done % clock_step(sim->settings) == 0 || done == sim->settings->steps)
    {
        count_tiles(sim, done);
    }
    return sim->record != NULL && done % sim->settings->every == 0 ? record_frame(sim) : LOAM_OK;
}

static loam_result run_steps(simulation *sim)
{
    progress bar;
    loam_result result = LOAM_OK;
    const uint64_t start = loam_clock_ns();
    progress_begin(&bar, sim->io->err, "steps", sim->settings->steps);
    count_tiles(sim, 0);
    for (int64_t step = 0; step < sim->settings->steps && result == LOAM_OK && !interrupt_asked();
         step++)
    {
        result = take_step(sim, step);
        progress_add(&bar, 1);
    }
    if (sim->settings->replay != NULL && result == LOAM_OK && !interrupt_asked())
    {
        do_commands(sim,
                    sim->settings->steps); // those after the last step, which changed the world too
    }
    progress_end(&bar);
    sim->report.seconds = seconds_since(start);
    sim->report.stopped = interrupt_asked();
    return result;
}

// ---- the end ------------------------------------------------------------------------------------

static loam_result finish_pictures(simulation *sim)
{
    loam_result result = LOAM_OK;
    if (sim->settings->output != NULL)
    {
        result = draw(sim);
        result = result == LOAM_OK
                     ? loam_png_write(&sim->world.env, sim->settings->output, &sim->picture)
                     : result;
    }
    if (result == LOAM_OK)
    {
        recorder *record = sim->record;
        sim->record = NULL;
        result = recorder_close(record);
    }
    return result;
}

static void take_figures(simulation *sim)
{
    sim_report *report = &sim->report;
    const loam_tile_world *world = loam_tile_game_world(sim->world.game);
    report->hash = loam_tile_game_hash(sim->world.game);
    if (sim->settings->replay != NULL && !report->stopped)
    {
        report->recorded_hash = sim->replay.info.hash;
        report->verdict = !sim->replay.info.ended                 ? SIM_NO_END
                          : report->hash == sim->replay.info.hash ? SIM_AGREES
                                                                  : SIM_DIFFERS;
    }
    report->counters = loam_tile_world_count(world);
    report->plants = loam_tile_world_plants(world);
    report->world_steps = loam_tile_world_steps(world);
    report->player = *loam_tile_game_player(sim->world.game);
    report->time = loam_tile_world_time(world);
    report->season = loam_tile_world_season(world);
}

static void tell_rest(const simulation *sim)
{
    const size_t left = sim->script.count - sim->script.next;
    if (sim->report.stopped)
    {
        fprintf(sim->io->err, "loam tiles sim: stopped after %" PRId64 " of %" PRId64 " steps\n",
                sim->report.steps, sim->settings->steps);
    }
    else if (left > 0)
    {
        fprintf(sim->io->err,
                "loam tiles sim: %zu commands come after the last step and were not done\n", left);
    }
}

/// A result and its message.
typedef struct outcome
{
    loam_result result;
    char message[512]; // as long as messages are
} outcome;

static outcome outcome_of(loam_result result)
{
    outcome out = {.result = result};
    snprintf(out.message, sizeof out.message, "%s", result != LOAM_OK ? loam_last_error() : "");
    return out;
}

/// Steps and pictures. What was done before a failure is kept too: of the chunks some may be in the file
/// already, and the player and the time have to be those of the chunks. The world is saved before the film
/// is finished, which another program may keep waiting.
static loam_result live(simulation *sim)
{
    outcome done = outcome_of(run_steps(sim));
    take_figures(sim);
    const outcome saved = outcome_of(sim_world_save(&sim->world));
    done = done.result == LOAM_OK ? outcome_of(finish_pictures(sim)) : done;
    if (done.result != LOAM_OK && saved.result != LOAM_OK)
    {
        return loam_fail(done.result, "%s; and the world could not be saved: %s", done.message,
                         saved.message);
    }
    const outcome *const worse = saved.result != LOAM_OK ? &saved : &done;
    return worse->result == LOAM_OK ? LOAM_OK : loam_fail(worse->result, "%s", worse->message);
}

static loam_result run_all(simulation *sim)
{
    loam_result result = create_frame(sim);
    interrupt_wait_for(recorder_process(sim->record));
    result = result == LOAM_OK ? live(sim) : result;
    const sim_report *const report = &sim->report;
    const bool missing = report->failed || report->step_times.failed ||
                         report->light_times.failed || report->frame_times.failed;
    if (result == LOAM_OK && missing)
    {
        result = loam_fail(LOAM_OUT_OF_MEMORY, "out of memory for the figures");
    }
    return result;
}

static int print(simulation *sim)
{
    sim_report *const report = &sim->report;
    const loam_tile_defs *defs = sim_world_defs(&sim->world);
    const int code = sim->settings->json ? sim_print_json(sim->io, sim->settings, report, defs)
                                         : sim_print_text(sim->io, sim->settings, report, defs);
    return report->stopped || report->verdict == SIM_DIFFERS ? TOOL_FAILED : code;
}

static int run_sim(const tool_io *io, const void *context)
{
    sim_settings given = *(const sim_settings *)context;
    const sim_settings *settings = &given;
    simulation sim = {.io = io,
                      .settings = settings,
                      .world = {.io = io, .settings = settings, .env = loam_default_env()}};
    sim.world.env.log = (loam_log){.write = write_log, .user = (void *)(uintptr_t)io};
    loam_result result = given.replay != NULL ? sim_replay_open(&sim.replay, &given) : LOAM_OK;
    result = result == LOAM_OK ? check(settings) : result;
    result = result == LOAM_OK ? begin(&sim) : result;
    // Until here there was nothing to save, and signals have ended the program at once.
    const interrupt_guard before = interrupt_begin(io->verb->name);
    result = result == LOAM_OK ? run_all(&sim) : result;
    int code;
    if (result != LOAM_OK)
    {
        code = tool_complain(io, result);
    }
    else
    {
        tell_rest(&sim);
        code = print(&sim);
    }
    end(&sim);
    interrupt_end(before);
    return code;
}

// ---- options ------------------------------------------------------------------------------------

#define AT(field) offsetof(sim_settings, field)

static const tool_option sim_options[] = {
    TILE_SEED_OPTION(AT(seed)),
    FILE_OPTION("world", AT(world), NULL, "FILE",
                "a world that is kept: it goes on where it was, and is saved at the end"),
    FLAG_OPTION("no-save", AT(no_save), "leave the world's file as it is"),
    TILE_DEFS_OPTION(AT(defs)),
    POSITION_OPTION(
        "at", AT(at), -(double)LOAM_PLAYER_END, (double)LOAM_PLAYER_END, "X,Y", NULL,
        "the tile where the player begins; else where it was, or on the ground at x = 0"),
    TILE_RING_OPTION(AT(ring)),
    INT_OPTION("steps", AT(steps), 1, MAX_STEPS, "N", "1000",
               "how many steps, a hundred to a second"),
    FILE_OPTION("commands", AT(commands), NULL, "FILE",
                "what happens: a line for each command, with the step that it comes before"),
    FILE_OPTION("replay", AT(replay), ".txt", "FILE",
                "a recorded game: says how it began and what came out, which is compared",
                .not_with = "seed world no-save defs at ring steps commands"),
    THREADS_OPTION(AT(threads), "all"),
    SIZE_OPTION(
        "size", AT(size), 1, LOAM_MAX_TILE_AREA, "WxH", NULL,
        "tiles around the beginning that are counted; as many as --view shows if not given"),
    SIZE_OPTION("view", AT(view), 16, LOAM_MAX_FRAME_SIDE, "WxH", "960x540",
                "pixels of the picture"),
    INT_OPTION("zoom", AT(zoom), 1, LOAM_MAX_FRAME_ZOOM, "N", "4",
               "pixels along the side of a tile"),
    FLAG_OPTION("fixed", AT(fixed), "look at the beginning all the time, not at the player"),
    FLAG_OPTION("no-player", AT(no_player), "draw no player"),
    FLAG_OPTION("no-light", AT(no_light), "draw everything as bright as by day"),
    FILE_OPTION("record", AT(record), NULL, "FILE",
                "a film that ends with .mp4 or .webm, or a folder for pictures that ends with /"),
    INT_OPTION("every", AT(every), 1, 100000, "N", "4",
               "steps from one frame of the film to the next"),
    NUMBER_OPTION(
        "fps", AT(fps), 1, 240, "F", NULL,
        "frames a second that the film is played with; if not given as fast as it happened"),
    PICTURE_OPTION(AT(output), "a picture of the end"),
    INT_OPTION("sample", AT(sample), 1, MAX_STEPS, "N", NULL,
               "steps from one count of materials to the next; a twentieth of all if not given"),
    JSON_OPTION(AT(json)),
    {0},
};

const tool_verb verb_tiles_sim = {
    .name = "tiles sim",
    .summary = "lets a world live, with a player in it, and records it",
    .details =
        "A game without a window: a player begins somewhere, commands from a file drive it and "
        "change the world, and everything that flows, burns, grows and rains does. Reports how "
        "many tiles of each material there were over time, how long steps took, and a hash that "
        "is the same for the same commands on any machine and with any number of threads. "
        "docs/commands.md says what commands there are, scenes/ has examples. A game that was "
        "recorded in the window is replayed with --replay; if its hash is not the recorded one, "
        "the exit code is 1. Ctrl-C ends it early "
        "and finishes the film. Films need the program ffmpeg.",
    .options = sim_options,
    .settings_size = sizeof(sim_settings),
    .example = "loam tiles sim --seed hello --steps 500 -o last.png",
    .run = run_sim,
};
