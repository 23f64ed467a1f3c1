// SPDX-License-Identifier: MIT
#include "field.h"
#include "interrupt.h"
#include "progress.h"
#include "tile_options.h"
#include "times.h"

#include "loam/loam.h"

#include <inttypes.h>
#include <math.h>
#include <sys/resource.h>
#include <time.h>

// loam tiles walk: the ring follows somebody who walks, digs and is kept in a file, as in a game but
// without one. A step is a hundredth of a second. Time is simulated, as fast as the machine can, unless
// it is asked for by the clock.

enum
{
    STEPS_A_SECOND = 100,
    MAX_STEPS = 100000000,
    PLAYER_UNIT = 256, // a tile has so many of a player's
    // Even the largest ring does not reach the end of the world from here.
    EDGE = 4 * LOAM_CHUNK_SIDE << LOAM_MAX_RING_LOG2
};

static const uint64_t step_ns = 1000000000 / STEPS_A_SECOND;

typedef struct walk_settings
{
    const char *seed; // NULL if not given
    const char *world;
    const char *defs;
    option_position from, to;
    double speed;
    int32_t ring; // less LOAM_MIN_RING_LOG2
    int32_t threads;
    bool real_time;
    int64_t dig; // 0: no digging
    bool json;
} walk_settings;

typedef struct walker
{
    const walk_settings *settings;
    int64_t steps; // in all
    loam_jobs *jobs;
    loam_tile_defs *defs; // NULL with a store, which has its own
    loam_store *store;    // NULL without a file
    loam_tile_world *world;
    loam_chunk_pos lowest; // of the ring after the last step
    uint64_t chunks_hash;  // of all chunks when they came, in order
    int64_t walked;        // steps that were done
    int64_t dug;           // tiles
    uint64_t seed;
    loam_store_player player; // as the file has it
} walker;

typedef struct walk_report
{
    loam_tile_world_counters counters;
    uint64_t hash;
    double seconds, slowest_ms;
    int64_t late;      // steps that were not done when the next was due; with --real-time only
    size_t peak_bytes; // of the process, 0 if not known
} walk_report;

// ---- the way ------------------------------------------------------------------------------------

/// How many steps the way takes, at least one. Plain arithmetic and a square root are the same on every
/// machine.
static double steps_of(const walk_settings *settings)
{
    const double dx = (double)(settings->to.x - settings->from.x);
    const double dy = (double)(settings->to.y - settings->from.y);
    const double steps = ceil(sqrt(dx * dx + dy * dy) * STEPS_A_SECOND / settings->speed);
    return steps > 1 ? steps : 1;
}

static int64_t between(int64_t from, int64_t to, int64_t part, int64_t whole)
{
    return from + (int64_t)floor((double)(to - from) * (double)part / (double)whole + 0.5);
}

static loam_tile_pos place_at(const walker *walk, int64_t step)
{
    const option_position from = walk->settings->from, to = walk->settings->to;
    return (loam_tile_pos){between(from.x, to.x, step, walk->steps),
                           between(from.y, to.y, step, walk->steps)};
}

static bool is_inside(option_position at)
{
    const int64_t end = LOAM_TILE_END - EDGE;
    return at.x >= -end && at.x <= end && at.y >= -end && at.y <= end;
}

/// What the table of options cannot say.
static loam_result check(const walk_settings *settings)
{
    const loam_result result = tool_check_world(settings->world, settings->seed, settings->defs);
    if (result != LOAM_OK)
    {
        return result;
    }
    if (!is_inside(settings->from) || !is_inside(settings->to))
    {
        return loam_fail(LOAM_BAD_ARGUMENT,
                         "--%s is too near to the end of the world; must be %" PRId64
                         " to %" PRId64,
                         is_inside(settings->from) ? "to" : "from", -(LOAM_TILE_END - EDGE),
                         LOAM_TILE_END - EDGE);
    }
    if (steps_of(settings) > MAX_STEPS)
    {
        return loam_fail(LOAM_BAD_ARGUMENT,
                         "--to is %.3g steps away at this --speed; must be at most %d",
                         steps_of(settings), MAX_STEPS);
    }
    return LOAM_OK;
}

// ---- beginning and end --------------------------------------------------------------------------

/// What the library has to say goes where complaints go.
static void write_log(void *user, loam_log_level level, const char *message)
{
    const tool_io *io = user;
    if (level >= LOAM_LOG_WARNING)
    {
        fprintf(io->err, "loam tiles walk: %s\n", message);
    }
}

/// Nothing but zeros if the file has none.
static loam_result find_player(loam_store *store, loam_store_player *player)
{
    const loam_result result = loam_store_get_player(store, player);
    if (result != LOAM_NOT_FOUND)
    {
        return result;
    }
    *player = (loam_store_player){0};
    return LOAM_OK;
}

/// Keeps where the walk has ended. A file counts in parts of tiles and reaches less far than the world.
static loam_result keep_player(const tool_io *io, walker *walk)
{
    const loam_tile_pos at = place_at(walk, walk->walked);
    const int64_t reach = INT64_MAX / PLAYER_UNIT;
    if (at.x < -reach || at.x > reach || at.y < -reach || at.y > reach)
    {
        fprintf(io->err, "loam tiles walk: the player is beyond what a file can tell, and is "
                         "not kept\n");
        return LOAM_OK;
    }
    walk->player.x = at.x * PLAYER_UNIT;
    walk->player.y = at.y * PLAYER_UNIT;
    walk->player.steps = loam_tile_world_steps(walk->world);
    return loam_store_set_player(walk->store, &walk->player);
}

static loam_result open_store(walker *walk, const loam_env *env)
{
    loam_store_def def = loam_default_store_def();
    def.env = *env;
    def.path = walk->settings->world;
    const loam_result result = loam_store_open(&def, &walk->store);
    if (result != LOAM_OK)
    {
        return result;
    }
    walk->seed = loam_store_seed(walk->store);
    return find_player(walk->store, &walk->player);
}

static loam_result create_world(walker *walk, const loam_env *env)
{
    loam_tile_world_def def = loam_default_tile_world_def();
    def.still = true;
    def.env = *env;
    def.defs = walk->store != NULL ? loam_store_defs(walk->store) : walk->defs;
    def.seed = walk->seed;
    def.ring_log2 = LOAM_MIN_RING_LOG2 + walk->settings->ring;
    def.centre = (loam_tile_pos){walk->settings->from.x, walk->settings->from.y};
    if (walk->store != NULL)
    {
        def.store = loam_store_chunks(walk->store);
        def.first_step = walk->player.steps;
    }
    return loam_tile_world_create(&def, &walk->world);
}

static loam_result begin(const tool_io *io, walker *walk)
{
    const walk_settings *settings = walk->settings;
    loam_env env = loam_default_env();
    loam_result result = field_threads(settings->threads, &walk->jobs);
    env.jobs = walk->jobs;
    env.log = (loam_log){.write = write_log, .user = (void *)(uintptr_t)io};
    walk->steps = (int64_t)steps_of(settings);
    walk->seed = loam_seed_from_text(settings->seed != NULL ? settings->seed : "1");
    if (result == LOAM_OK)
    {
        result = settings->world != NULL ? open_store(walk, &env)
                                         : tool_load_defs(settings->defs, &walk->defs);
    }
    return result == LOAM_OK ? create_world(walk, &env) : result;
}

static void end(walker *walk)
{
    loam_tile_world_destroy(walk->world);
    loam_store_close(walk->store);
    tool_free_defs(walk->defs);
    loam_jobs_destroy(walk->jobs);
}

// ---- what came ----------------------------------------------------------------------------------

static uint64_t hash_chunk(const loam_tile_ring *ring, loam_chunk_pos chunk, uint64_t hash)
{
    const uint64_t mask = (uint64_t)ring->side - 1;
    const uint64_t x = (uint64_t)(chunk.x * LOAM_CHUNK_SIDE) & mask;
    for (int32_t row = 0; row < LOAM_CHUNK_SIDE; row++)
    {
        const uint64_t y = (uint64_t)(chunk.y * LOAM_CHUNK_SIDE + row) & mask;
        hash = loam_tiles_hash(ring->tiles + y * (uint64_t)ring->side + x, LOAM_CHUNK_SIDE, hash);
    }
    return hash;
}

/// Adds the chunks that are in the ring now and were not before; before is NULL if none was.
static void hash_new_chunks(walker *walk, const loam_chunk_pos *before)
{
    const loam_tile_ring ring = loam_tile_world_ring(walk->world);
    const int64_t side = ring.side / LOAM_CHUNK_SIDE;
    walk->lowest = ring.lowest;
    if (before != NULL && before->x == ring.lowest.x && before->y == ring.lowest.y)
    {
        return;
    }
    for (int64_t i = 0; i < side * side; i++)
    {
        const loam_chunk_pos chunk = {ring.lowest.x + i % side, ring.lowest.y + i / side};
        const bool known = before != NULL && chunk.x >= before->x && chunk.x < before->x + side &&
                           chunk.y >= before->y && chunk.y < before->y + side;
        if (!known)
        {
            const uint64_t place[] = {walk->chunks_hash, (uint64_t)chunk.x, (uint64_t)chunk.y};
            walk->chunks_hash = hash_chunk(&ring, chunk, loam_hash_u64(place, 3, 0));
        }
    }
}

// ---- walking ------------------------------------------------------------------------------------

static loam_result dig(walker *walk, loam_tile_pos from, loam_tile_pos to)
{
    if (walk->settings->dig == 0)
    {
        return LOAM_OK;
    }
    const loam_edit edit = {.shape = LOAM_EDIT_LINE,
                            .layer = LOAM_BLOCKS,
                            .material = LOAM_AIR,
                            .radius = (int32_t)walk->settings->dig,
                            .from = from,
                            .to = to};
    int64_t changed = 0;
    const loam_result result = loam_tile_world_edit(walk->world, &edit, &changed);
    walk->dug += changed;
    return result;
}

static loam_result take_step(walker *walk, int64_t step)
{
    const loam_chunk_pos before = walk->lowest;
    const loam_tile_pos place = place_at(walk, step);
    loam_result result = loam_tile_world_step(walk->world, place);
    if (result == LOAM_OK)
    {
        hash_new_chunks(walk, &before);
        result = dig(walk, place_at(walk, step - 1), place);
    }
    return result;
}

static void sleep_ns(uint64_t ns)
{
    nanosleep(&(struct timespec){.tv_nsec = (long)ns}, NULL);
}

/// Waits until it is time, less than a second. As long as chunks are missing this thread grows some: it
/// is one of those that were asked for.
static void wait_until(walker *walk, uint64_t due_ns)
{
    const uint64_t chunk_ns = 2000000, look_ns = 200000; // as long as a chunk takes; between looks
    for (uint64_t now = loam_clock_ns(); now < due_ns; now = loam_clock_ns())
    {
        const uint64_t left_ns = due_ns - now;
        if (loam_tile_world_pump(walk->world, left_ns / 1000))
        {
            sleep_ns(left_ns);
        }
        else if (walk->jobs == NULL || left_ns < chunk_ns || !loam_jobs_help(walk->jobs))
        {
            sleep_ns(left_ns < look_ns ? left_ns : look_ns);
        }
    }
}

static loam_result walk_along(walker *walk, progress *bar, walk_report *report)
{
    const uint64_t start = loam_clock_ns();
    loam_result result = LOAM_OK;
    for (int64_t step = 1; step <= walk->steps && result == LOAM_OK && !interrupt_asked(); step++)
    {
        if (walk->settings->real_time)
        {
            wait_until(walk, start + (uint64_t)step * step_ns);
        }
        const uint64_t begun = loam_clock_ns();
        result = take_step(walk, step);
        walk->walked += result == LOAM_OK;
        const uint64_t done = loam_clock_ns();
        const double ms = (double)(done - begun) * 1e-6;
        report->slowest_ms = ms > report->slowest_ms ? ms : report->slowest_ms;
        report->late += walk->settings->real_time && done > start + (uint64_t)(step + 1) * step_ns;
        progress_add(bar, 1);
    }
    return result;
}

static size_t peak_memory(void)
{
    struct rusage usage;
#ifdef __APPLE__
    const size_t unit = 1;
#else
    const size_t unit = 1024;
#endif
    return getrusage(RUSAGE_SELF, &usage) == 0 ? (size_t)usage.ru_maxrss * unit : 0;
}

static void take_hash(const walker *walk, walk_report *report)
{
    const uint64_t hashes[] = {loam_tile_world_hash(walk->world), walk->chunks_hash};
    report->hash = loam_hash_u64(hashes, 2, 0);
}

/// Saving chunks flushes, but only if there are any.
static loam_result save(const walker *walk)
{
    const loam_result result = loam_tile_world_save(walk->world);
    return result == LOAM_OK && walk->store != NULL ? loam_store_flush(walk->store) : result;
}

static loam_result go(const tool_io *io, walker *walk, walk_report *report)
{
    progress bar;
    const uint64_t start = loam_clock_ns();
    progress_begin(&bar, io->err, "steps", walk->steps);
    hash_new_chunks(walk, NULL);
    loam_result result = walk_along(walk, &bar, report);
    if (result == LOAM_OK)
    {
        take_hash(walk, report);
        progress_say(&bar, "saving");
        result = walk->store != NULL ? keep_player(io, walk) : LOAM_OK;
        result = result == LOAM_OK ? save(walk) : result;
        report->counters = loam_tile_world_count(walk->world);
        report->seconds = seconds_since(start);
        report->peak_bytes = peak_memory();
    }
    progress_end(&bar);
    return result;
}

// ---- printing -----------------------------------------------------------------------------------

static double chunks_per_second(const walk_report *report)
{
    const loam_tile_world_counters *counters = &report->counters;
    const uint64_t chunks = counters->generated + counters->loaded + counters->recalled;
    return report->seconds > 0 ? (double)chunks / report->seconds : 0;
}

static void add_question(text *json, const walker *walk)
{
    const walk_settings *settings = walk->settings;
    json_add_uint64(json, "seed", walk->seed);
    json_add_text(json, "world", settings->world);
    json_add_place(json, "from", settings->from.x, settings->from.y);
    json_add_place(json, "to", settings->to.x, settings->to.y);
    json_add_number(json, "speed", settings->speed);
    json_add_number(json, "ring", 1 << (LOAM_MIN_RING_LOG2 + settings->ring));
    json_add_number(json, "dig", (double)settings->dig);
    json_add_number(json, "threads", settings->threads);
    json_add_bool(json, "real_time", settings->real_time);
}

static void add_counters(text *json, const loam_tile_world_counters *counters)
{
    json_add_number(json, "generated", (double)counters->generated);
    json_add_number(json, "loaded", (double)counters->loaded);
    json_add_number(json, "recalled", (double)counters->recalled);
    json_add_number(json, "retired", (double)counters->retired);
    json_add_number(json, "saved", (double)counters->saved);
    json_add_number(json, "dropped", (double)counters->dropped);
    json_add_number(json, "load_failures", (double)counters->load_failures);
    json_add_number(json, "save_failures", (double)counters->save_failures);
    json_add_number(json, "ahead", (double)counters->ahead);
    json_add_number(json, "waits", (double)counters->waits);
    json_add_number(json, "ring_bytes", (double)counters->ring_bytes);
    json_add_number(json, "kept_bytes", (double)counters->kept_bytes);
    json_add_number(json, "kept_peak_bytes", (double)counters->kept_peak_bytes);
}

static int print_json(const tool_io *io, const walker *walk, const walk_report *report)
{
    text json = {0};
    json_open(&json, '{');
    add_question(&json, walk);
    json_add_number(&json, "steps", (double)walk->walked);
    json_add_hash(&json, "hash", report->hash);
    add_counters(&json, &report->counters);
    json_add_number(&json, "peak_bytes", (double)report->peak_bytes);
    json_add_number(&json, "dug", (double)walk->dug);
    json_add_number(&json, "late", (double)report->late);
    json_add_number(&json, "slowest_step_ms", report->slowest_ms);
    json_add_number(&json, "seconds", report->seconds);
    json_add_number(&json, "chunks_per_second", chunks_per_second(report));
    json_close(&json, '}');
    return tool_print_json(io, &json);
}

static int print_sentence(const tool_io *io, const walker *walk, const walk_report *report)
{
    const loam_tile_world_counters *counters = &report->counters;
    const double mib = 1.0 / (1 << 20);
    fprintf(io->out,
            "%" PRId64 " steps, of which %" PRIu64 " waited, the slowest %.3g ms; %" PRIu64
            " chunks generated, %" PRIu64 " loaded, %" PRIu64 " recalled, %" PRIu64
            " saved, %.0f a second; ",
            walk->walked, counters->waits, report->slowest_ms, counters->generated,
            counters->loaded, counters->recalled, counters->saved, chunks_per_second(report));
    fprintf(io->out, "memory %.0f MiB for the ring and up to %.0f for what is kept, ",
            (double)counters->ring_bytes * mib, (double)counters->kept_peak_bytes * mib);
    if (report->peak_bytes > 0)
    {
        fprintf(io->out, "%.0f at most in all, ", (double)report->peak_bytes * mib);
    }
    fprintf(io->out, "hash %016" PRIx64 "\n", report->hash);
    if (counters->load_failures > 0)
    {
        fprintf(io->out, "%" PRIu64 " chunks could not be loaded and were grown anew\n",
                counters->load_failures);
    }
    if (counters->save_failures > 0)
    {
        fprintf(io->out, "%" PRIu64 " times a chunk could not be saved and was tried again\n",
                counters->save_failures);
    }
    return TOOL_DONE;
}

static bool has_failures(const walk_report *report)
{
    return report->counters.load_failures + report->counters.save_failures > 0;
}

static int run_walk(const tool_io *io, const void *context)
{
    const walk_settings *settings = context;
    walker walk = {.settings = settings};
    walk_report report = {0};
    loam_result result = check(settings);
    result = result == LOAM_OK ? begin(io, &walk) : result;
    // Until here there was nothing to save, and signals have ended the program at once.
    const interrupt_guard before = interrupt_begin(io->verb->name);
    result = result == LOAM_OK ? go(io, &walk, &report) : result;
    const int code = result != LOAM_OK ? tool_complain(io, result)
                     : settings->json  ? print_json(io, &walk, &report)
                                       : print_sentence(io, &walk, &report);
    const bool stopped = result == LOAM_OK && walk.walked < walk.steps;
    if (stopped)
    {
        fprintf(io->err, "loam tiles walk: stopped after %" PRId64 " of %" PRId64 " steps\n",
                walk.walked, walk.steps);
    }
    end(&walk);
    interrupt_end(before);
    return code == TOOL_DONE && (stopped || has_failures(&report)) ? TOOL_FAILED : code;
}

// ---- options ------------------------------------------------------------------------------------

#define AT(field) offsetof(walk_settings, field)

static const tool_option walk_options[] = {
    TILE_SEED_OPTION(AT(seed)),
    FILE_OPTION("world", AT(world), NULL, "FILE",
                "a world that is kept: chunks are loaded from it, and those that change are saved"),
    TILE_DEFS_OPTION(AT(defs)),
    POSITION_OPTION("from", AT(from), -LOAM_TILE_END, LOAM_TILE_END, "X,Y", "0,0",
                    "the tile where the walk begins"),
    POSITION_OPTION("to", AT(to), -LOAM_TILE_END, LOAM_TILE_END, "X,Y", "4000,0",
                    "and where it ends"),
    NUMBER_OPTION("speed", AT(speed), 1, 1000000, "T", "500", "tiles a second"),
    TILE_RING_OPTION(AT(ring)),
    INT_OPTION("dig", AT(dig), 1, LOAM_MAX_EDIT_RADIUS, "R", NULL,
               "dig a tunnel of this radius along the way"),
    FLAG_OPTION("real-time", AT(real_time),
                "take a hundred steps a second by the clock, not as many as can be"),
    THREADS_OPTION(AT(threads), "all"),
    JSON_OPTION(AT(json)),
    {0},
};

const tool_verb verb_tiles_walk = {
    .name = "tiles walk",
    .summary = "walks through a world and reports what that takes",
    .details =
        "The ring of active chunks follows a straight walk, a hundred steps a second, in simulated "
        "time unless --real-time is given. Reports where chunks came from, how many were saved, "
        "how "
        "many steps had to wait for one, memory, and a hash of every chunk as it came and of the "
        "ring "
        "at the end, which is the same for any number of threads. With --world the player is kept, "
        "too: at the end of the walk, with all steps that were ever taken. Ctrl-C ends it early "
        "and "
        "keeps what was done. Fails if a chunk could "
        "not be loaded or saved at once.",
    .options = walk_options,
    .settings_size = sizeof(walk_settings),
    .example = "loam tiles walk --seed hello --from 0,0 --to 3000,-200 --speed 1000 --dig 5",
    .run = run_walk,
};
