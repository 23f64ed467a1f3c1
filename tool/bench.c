// SPDX-License-Identifier: MIT
#include "bench.h"

#include "field.h"
#include "tool.h"
#include "trace.h"

#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <time.h>

// Work is called in batches that last a few milliseconds, so that reading the clock costs nothing,
// for as long as --time says. The best batch tells what the machine can do, the median what it did
// while others used it too; ratios are between best ones.

enum
{
    MAX_MEASURES = 256,
    MAX_SIZES = 16,
    MAX_BATCHES = 1000,
    MIN_WAITS = 100, // calls without which there is no slowest of a hundred
    MAX_WAITS = 5000,
    MAX_NAME = 80
};

static const double batch_ns = 4e6;

typedef struct bench_time
{
    char name[MAX_NAME];
    double best_ns, median_ns; // per item
    double slow_ns;            // per item, what one call in a hundred takes; 0 if not known
    double busy_ns; // the same of the thread's processor time, which others' work does not lengthen
} bench_time;

typedef struct bench_line
{
    bench_time time;
    int32_t yardstick; // index, -1 for none
} bench_line;

typedef struct bench_settings
{
    int32_t part;
    int32_t isa;
    int32_t threads;
    int64_t time_ms;
    const char *filter;
    const char *json;
    const char *trace;
} bench_settings;

struct bench
{
    const tool_io *io;
    const bench_settings *settings;
    trace *trace;
    bench_time yardsticks[MAX_MEASURES];
    bench_line lines[MAX_MEASURES];
    int32_t yardstick_count, line_count;
    bench_size sizes[MAX_SIZES];
    char size_names[MAX_SIZES][MAX_NAME];
    int32_t size_count;
    void (*prepare)(void *context); // of bench_prepared
};

loam_isa bench_isa(const bench *run)
{
    const loam_isa isa = (loam_isa)run->settings->isa;
    return isa == LOAM_ISA_AUTO ? loam_isa_best() : isa;
}

int32_t bench_threads(const bench *run)
{
    return run->settings->threads > 0 ? run->settings->threads : 1;
}

trace *bench_trace(const bench *run)
{
    return run->trace;
}

bool bench_wants(const bench *run, const char *name)
{
    return run->settings->filter == NULL || strstr(name, run->settings->filter) != NULL;
}

// ---- measuring ----------------------------------------------------------------------------------

static double time_batch(const bench_work *work, int64_t calls)
{
    const uint64_t start = loam_clock_ns();
    for (int64_t i = 0; i < calls; i++)
    {
        work->run(work->context);
    }
    return (double)(loam_clock_ns() - start);
}

/// How many calls last as long as a batch should. Also warms up whatever needs it.
static int64_t calls_per_batch(const bench_work *work)
{
    int64_t calls = 1;
    while (true)
    {
        const double ns = time_batch(work, calls);
        if (ns * 2 > batch_ns || calls > (int64_t)1 << 40)
        {
            return calls;
        }
        const double factor = batch_ns / (ns > 1 ? ns : 1);
        calls = factor > 100 ? calls * 100 : (int64_t)((double)calls * factor) + 1;
    }
}

static int compare_double(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static bench_time time_work(const bench *run, const bench_work *work)
{
    double batches[MAX_BATCHES];
    const int64_t calls = calls_per_batch(work);
    const uint64_t end = loam_clock_ns() + (uint64_t)run->settings->time_ms * 1000000;
    int32_t count = 0;
    do
    {
        batches[count++] = time_batch(work, calls) / ((double)calls * work->items);
    } while (count < MAX_BATCHES && (count < 3 || loam_clock_ns() < end));
    qsort(batches, (size_t)count, sizeof batches[0], compare_double);
    bench_time time = {.best_ns = batches[0], .median_ns = batches[count / 2]};
    snprintf(time.name, sizeof time.name, "%s", work->name);
    return time;
}

/// Time of a processor that this thread has had.
static double processor_ns(void)
{
    struct timespec time;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return (double)time.tv_sec * 1e9 + (double)time.tv_nsec;
}

/// Times calls one by one.
static bench_time time_waits(const bench *run, const bench_work *work)
{
    double waits[MAX_WAITS], busy[MAX_WAITS];
    work->run(work->context);
    const uint64_t end = loam_clock_ns() + (uint64_t)run->settings->time_ms * 1000000;
    int32_t count = 0;
    do
    {
        const double before = processor_ns();
        waits[count] = time_batch(work, 1) / work->items;
        busy[count++] = (processor_ns() - before) / work->items;
    } while (count < MAX_WAITS && (count < MIN_WAITS || loam_clock_ns() < end));
    qsort(waits, (size_t)count, sizeof waits[0], compare_double);
    qsort(busy, (size_t)count, sizeof busy[0], compare_double);
    bench_time time = {.best_ns = waits[0],
                       .median_ns = waits[count / 2],
                       .slow_ns = waits[count - 1 - count / 100],
                       .busy_ns = busy[count - 1 - count / 100]};
    snprintf(time.name, sizeof time.name, "%s", work->name);
    return time;
}

static bench_time time_prepared(const bench *run, const bench_work *work)
{
    double times[MAX_BATCHES];
    const uint64_t end = loam_clock_ns() + (uint64_t)run->settings->time_ms * 1000000;
    int32_t count = 0;
    do
    {
        run->prepare(work->context);
        times[count++] = time_batch(work, 1) / work->items;
    } while (count < MAX_BATCHES && (count < 3 || loam_clock_ns() < end));
    qsort(times, (size_t)count, sizeof times[0], compare_double);
    bench_time time = {.best_ns = times[0], .median_ns = times[count / 2]};
    snprintf(time.name, sizeof time.name, "%s", work->name);
    return time;
}

static int32_t find_yardstick(bench *run, const bench_work *yardstick)
{
    if (yardstick == NULL)
    {
        return -1;
    }
    for (int32_t i = 0; i < run->yardstick_count; i++)
    {
        if (strcmp(run->yardsticks[i].name, yardstick->name) == 0)
        {
            return i;
        }
    }
    run->yardsticks[run->yardstick_count] = time_work(run, yardstick);
    return run->yardstick_count++;
}

static double line_ratio(const bench *run, const bench_line *line)
{
    return line->time.best_ns / run->yardsticks[line->yardstick].best_ns;
}

static void print_line(const bench *run, const bench_line *line)
{
    const double per_second = 1e9 / line->time.best_ns;
    fprintf(run->io->out, "%-58s %9.4g ns (median %8.4g", line->time.name, line->time.best_ns,
            line->time.median_ns);
    if (line->time.slow_ns > 0)
    {
        fprintf(run->io->out, ", one in 100 above %.4g, of a processor %.4g", line->time.slow_ns,
                line->time.busy_ns);
    }
    fprintf(run->io->out, ") %9.4g M/s", per_second * 1e-6);
    if (line->yardstick >= 0)
    {
        fprintf(run->io->out, " %8.3g x %s", line_ratio(run, line),
                run->yardsticks[line->yardstick].name);
    }
    fprintf(run->io->out, "\n");
    fflush(run->io->out);
}

static void measure(bench *run, const bench_work *work, const bench_work *yardstick,
                    bench_time (*take_time)(const bench *, const bench_work *))
{
    if (!bench_wants(run, work->name) || run->line_count == MAX_MEASURES ||
        run->yardstick_count == MAX_MEASURES)
    {
        return;
    }
    bench_line *line = &run->lines[run->line_count++];
    line->yardstick = find_yardstick(run, yardstick);
    line->time = take_time(run, work);
    print_line(run, line);
}

void bench_measure(bench *run, const bench_work *work, const bench_work *yardstick)
{
    measure(run, work, yardstick, time_work);
}

void bench_prepared(bench *run, const bench_work *work, void (*prepare)(void *context))
{
    run->prepare = prepare;
    measure(run, work, NULL, time_prepared);
}

void bench_wait(bench *run, const bench_work *work, const bench_work *yardstick)
{
    measure(run, work, yardstick, time_waits);
}

void bench_weigh(bench *run, const bench_size *size)
{
    if (!bench_wants(run, size->name) || run->size_count == MAX_SIZES)
    {
        return;
    }
    char *const name = run->size_names[run->size_count];
    snprintf(name, MAX_NAME, "%s", size->name);
    run->sizes[run->size_count] = *size;
    run->sizes[run->size_count++].name = name;
    fprintf(run->io->out, "%-58s %9.4g %-9s %36.3g x %s\n", size->name, size->bytes,
            size->unit != NULL ? size->unit : "bytes", size->bytes / size->yardstick_bytes,
            size->yardstick);
    fflush(run->io->out);
}

// ---- the file -----------------------------------------------------------------------------------

/// The processor's name as the system knows it, "unknown" if it does not tell.
static void processor_name(char *name, size_t size)
{
    snprintf(name, size, "unknown");
    FILE *file = fopen("/proc/cpuinfo", "r");
    char line[256];
    while (file != NULL && fgets(line, sizeof line, file) != NULL)
    {
        const char *colon = strchr(line, ':');
        if (colon != NULL && strncmp(line, "model name", 10) == 0)
        {
            snprintf(name, size, "%.*s", (int)strcspn(colon + 2, "\n"), colon + 2);
            break;
        }
    }
    if (file != NULL)
    {
        fclose(file);
    }
}

static void add_machine(const bench *run, text *json)
{
    char processor[128];
    processor_name(processor, sizeof processor);
    struct utsname system;
    const bool named = uname(&system) == 0;
    json_open_at(json, "machine", '{');
    json_add_text(json, "processor", processor);
    json_add_number(json, "cores", loam_cpu_count());
    json_add_text(json, "system", named ? system.sysname : "unknown");
    json_add_text(json, "architecture", named ? system.machine : "unknown");
    json_add_text(json, "isa", loam_isa_name(bench_isa(run)));
    json_add_text(json, "compiler", __VERSION__);
    json_add_text(json, "loam", loam_version());
    json_close(json, '}');
}

static void add_measure(const bench *run, text *json, const bench_line *line)
{
    json_open(json, '{');
    json_add_text(json, "name", line->time.name);
    json_add_number(json, "ns_per_item", line->time.best_ns);
    json_add_number(json, "median_ns_per_item", line->time.median_ns);
    if (line->time.slow_ns > 0)
    {
        json_add_number(json, "p99_ns_per_item", line->time.slow_ns);
        json_add_number(json, "p99_processor_ns_per_item", line->time.busy_ns);
    }
    json_add_number(json, "items_per_second", 1e9 / line->time.best_ns);
    json_key(json, "yardstick");
    if (line->yardstick >= 0)
    {
        json_text(json, run->yardsticks[line->yardstick].name);
        json_add_number(json, "ratio", line_ratio(run, line));
    }
    else
    {
        json_null(json);
        json_key(json, "ratio");
        json_null(json);
    }
    json_close(json, '}');
}

static void add_sizes(const bench *run, text *json)
{
    json_open_at(json, "sizes", '[');
    for (int32_t i = 0; i < run->size_count; i++)
    {
        const bench_size *size = &run->sizes[i];
        json_open(json, '{');
        json_add_text(json, "name", size->name);
        json_add_number(json, "bytes", size->bytes);
        json_add_text(json, "unit", size->unit != NULL ? size->unit : "bytes");
        json_add_text(json, "yardstick", size->yardstick);
        json_add_number(json, "yardstick_bytes", size->yardstick_bytes);
        json_close(json, '}');
    }
    json_close(json, ']');
}

static loam_result write_json(const bench *run)
{
    text json = {0};
    json_open(&json, '{');
    add_machine(run, &json);
    json_open_at(&json, "yardsticks", '{');
    for (int32_t i = 0; i < run->yardstick_count; i++)
    {
        json_key(&json, run->yardsticks[i].name);
        json_number(&json, run->yardsticks[i].best_ns);
    }
    json_close(&json, '}');
    json_open_at(&json, "measures", '[');
    for (int32_t i = 0; i < run->line_count; i++)
    {
        add_measure(run, &json, &run->lines[i]);
    }
    json_close(&json, ']');
    add_sizes(run, &json);
    json_close(&json, '}');
    text_add(&json, "\n");
    const loam_result result = json.failed
                                   ? loam_fail(LOAM_OUT_OF_MEMORY, "out of memory")
                                   : loam_file_write(run->settings->json, json.data, json.size);
    text_free(&json);
    return result;
}

// ---- the verb -----------------------------------------------------------------------------------

static const struct
{
    const char *name;
    loam_result (*run)(bench *run);
} parts[] = {
    {"base", bench_base},       {"noise", bench_noise},
    {"grid", bench_grid},       {"pipeline", bench_pipeline},
    {"scatter", bench_scatter}, {"flora", bench_flora},
    {"mesh", bench_mesh},       {"caves", bench_caves},
    {"tiles", bench_tiles},     {"sim", bench_sim},
    {"land", bench_land},       {"store", bench_store},
    {"volume", bench_volume},   {"patchwork", bench_patchwork},
    {"isles", bench_isles},     {"things", bench_things},
#ifdef LOAM_HAS_SCENE
    {"scene", bench_scene},     {"sea", bench_sea},
#endif
};

enum
{
    PART_COUNT = sizeof parts / sizeof parts[0]
};

/// "all" comes first.
static const char *choose_part(int32_t i)
{
    return i == 0 ? "all" : i <= PART_COUNT ? parts[i - 1].name : NULL;
}

static loam_result run_parts(bench *run)
{
    loam_result result = LOAM_OK;
    for (int32_t i = 0; i < PART_COUNT && result == LOAM_OK; i++)
    {
        if (run->settings->part == 0 || run->settings->part == i + 1)
        {
            result = parts[i].run(run);
        }
    }
    if (result == LOAM_OK && run->line_count + run->size_count == 0)
    {
        result = loam_fail(LOAM_BAD_ARGUMENT, "no measure has \"%s\" in its name",
                           run->settings->filter);
    }
    if (result == LOAM_OK && run->trace != NULL)
    {
        result = trace_write(run->trace, run->settings->trace);
    }
    return result != LOAM_OK || run->settings->json == NULL ? result : write_json(run);
}

/// Whether the files can be written is asked before minutes are spent on what goes into them.
static loam_result check_files(const bench_settings *settings)
{
    const loam_result result = settings->json != NULL ? loam_file_check(settings->json) : LOAM_OK;
    return result == LOAM_OK && settings->trace != NULL ? loam_file_check(settings->trace) : result;
}

static loam_result make(const tool_io *io)
{
    const bench_settings *const settings = io->settings;
    bench *const run = io->work;
    run->io = io;
    run->settings = settings;
    loam_result result = tool_check_isa((loam_isa)settings->isa);
    result = result == LOAM_OK ? check_files(settings) : result;
    if (result == LOAM_OK && settings->trace != NULL)
    {
        run->trace = trace_create();
        result = run->trace != NULL ? LOAM_OK : LOAM_OUT_OF_MEMORY;
    }
    return result == LOAM_OK ? run_parts(run) : result;
}

static void end(void *run)
{
    trace_destroy(((bench *)run)->trace);
}

#define AT(field) offsetof(bench_settings, field)

static const tool_option bench_options[] = {
    CHOICE_OPTION("part", AT(part), choose_part, "PART", "all", "what to measure", .operand = true),
    TEXT_OPTION("filter", AT(filter), "TEXT", NULL, "take only measures with this in their name"),
    CHOICE_OPTION("isa", AT(isa), tool_choose_isa, "SET", "auto", "instruction set"),
    WORD_OPTION("threads", OPTION_THREADS, AT(threads), "N", "all",
                "how many threads work where threads are measured"),
    INT_OPTION("time", AT(time_ms), 1, 60000, "MS", "250", "milliseconds for each measure"),
    FILE_OPTION("json", AT(json), NULL, "FILE", "where the figures go as JSON"),
    FILE_OPTION("trace", AT(trace), NULL, "FILE",
                "where a trace of the pipeline's work goes, for Perfetto or chrome://tracing"),
    {0},
};

const tool_verb verb_bench = {
    .name = "bench",
    .summary = "measures how fast everything is",
    .details =
        "One line for each measure: nanoseconds per item in the best and the median "
        "repeat, items per second, and the cost of an item relative to a yardstick "
        "that was measured in the same run (0.1 x: ten times as fast). Of a land: 1000 cells "
        "is that many in a region of 12 x 12 pages with all that is on them, on coarser "
        "levels that are there; a surface page or a row of 8 lies where nobody was, on "
        "cells that are there; a map begins without anything; heights are asked of one "
        "page. All of it around one place inland, neither flat nor alpine.",
    .options = bench_options,
    .settings_size = sizeof(bench_settings),
    .example = "loam bench noise --filter \"perlin 2d\" --time 50 --json bench.json",
    .work_size = sizeof(bench),
    .make = make,
    .destroy = end,
};
