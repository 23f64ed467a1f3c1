// SPDX-License-Identifier: MIT
#include "gpu_bench.h"
#include "grower.h"
#include "tile_options.h"

#include "loam/jobs.h"

#include <inttypes.h>
#include <stdatomic.h>
#include <string.h>

// loam gpu bench: how many tiles grow in a second on a device, on one thread and on all. The region has as much above
// the middle of its ground as below it; each grows it again and again, and the best time counts. Then fluids: see
// gpu_bench_life.c.

enum
{
    STRIP = 128 // rows that a thread takes at a time
};

typedef struct bench_settings
{
    int64_t device;
    option_size size;
    int64_t time_ms, steps;
    int32_t ring;
    int32_t threads;
    bool json;
} bench_settings;

typedef struct region
{
    grower world;
    loam_gpu *gpu;
    loam_tile_area area;
    loam_tile *tiles;
    _Atomic int result;
} region;

static loam_result fill_on_device(region *r)
{
    return loam_gpu_tiles_fill(r->gpu, r->world.source, r->area, r->tiles);
}

static void fill_strips(void *user, int64_t begin, int64_t end)
{
    region *const r = user;
    for (int64_t i = begin; i < end; i++)
    {
        const int32_t y = (int32_t)i * STRIP, left = r->area.h - y;
        const loam_tile_area strip = {r->area.x, r->area.y + y, r->area.w,
                                      left < STRIP ? left : STRIP};
        const loam_result result = loam_tile_source_fill(r->world.source, strip,
                                                         r->tiles + (size_t)y * (size_t)r->area.w);
        if (result != LOAM_OK)
        {
            atomic_store(&r->result, result);
        }
    }
}

static int64_t strips_of(const region *r)
{
    return (r->area.h + STRIP - 1) / STRIP;
}

static loam_result fill_on_one(region *r)
{
    fill_strips(r, 0, strips_of(r));
    return (loam_result)atomic_load(&r->result);
}

static loam_result fill_on_all(region *r)
{
    loam_jobs_for(r->world.jobs, strips_of(r), 1, fill_strips, r);
    return (loam_result)atomic_load(&r->result);
}

/// Millions of tiles in a second, the best of as many times as take time_ms; the hash of what came of it.
static loam_result measure(region *r, loam_result (*fill)(region *r), int64_t time_ms,
                           double *millions, uint64_t *hash)
{
    const size_t count = (size_t)r->area.w * (size_t)r->area.h;
    const uint64_t start = loam_clock_ns();
    uint64_t best = UINT64_MAX;
    loam_result result = LOAM_OK;
    do
    {
        const uint64_t before = loam_clock_ns();
        result = fill(r);
        const uint64_t took = loam_clock_ns() - before;
        best = took < best ? took : best;
    } while (result == LOAM_OK && loam_clock_ns() - start < (uint64_t)time_ms * 1000000);
    *millions = best > 0 ? (double)count * 1e3 / (double)best : 0;
    *hash = loam_tiles_hash(r->tiles, count, 0);
    return result;
}

typedef struct bench_figures
{
    double device, one, all;
    bool equal;
    gpu_life_figures life[GPU_SCENE_COUNT];
} bench_figures;

static loam_result measure_all(region *r, const bench_settings *settings, bench_figures *figures)
{
    uint64_t hashes[3] = {0};
    loam_result result = fill_on_device(r); // kernels are translated
    result = result == LOAM_OK
                 ? measure(r, fill_on_device, settings->time_ms, &figures->device, &hashes[0])
                 : result;
    result = result == LOAM_OK
                 ? measure(r, fill_on_one, settings->time_ms, &figures->one, &hashes[1])
                 : result;
    result = result == LOAM_OK
                 ? measure(r, fill_on_all, settings->time_ms, &figures->all, &hashes[2])
                 : result;
    figures->equal = hashes[0] == hashes[1] && hashes[0] == hashes[2];
    return result;
}

static loam_result measure_life(region *r, const bench_settings *settings, bench_figures *figures)
{
    loam_result result = LOAM_OK;
    for (int32_t i = 0; i < GPU_SCENE_COUNT && result == LOAM_OK; i++)
    {
        result = gpu_bench_life(r->world.defs, r->gpu, r->world.jobs, (gpu_scene)i,
                                LOAM_MIN_RING_LOG2 + settings->ring, (int32_t)settings->steps,
                                &figures->life[i]);
        figures->equal = figures->equal && figures->life[i].equal;
    }
    return result;
}

static loam_result prepare(const bench_settings *settings, region *r)
{
    const loam_env env = loam_default_env();
    const option_size size = settings->size;
    loam_result result = grower_create(NULL, 1, settings->threads, &r->world);
    loam_tile_column middle = {0};
    result = result == LOAM_OK ? gpu_open(settings->device, &r->gpu) : result;
    result = result == LOAM_OK ? loam_tile_source_columns(r->world.source, 0, 1, 1, &middle)
                               : result;
    r->area = (loam_tile_area){-size.w / 2, middle.surface - size.h / 2, size.w, size.h};
    r->tiles = loam_alloc(&env, (size_t)size.w * (size_t)size.h * sizeof *r->tiles);
    return result == LOAM_OK && r->tiles == NULL ? LOAM_OUT_OF_MEMORY : result;
}

typedef struct bench_work
{
    region region;
    bench_figures figures;
} bench_work;

static int print_figures(const tool_io *io)
{
    const bench_settings *const settings = io->settings;
    const bench_work *const work = io->work;
    const region *const r = &work->region;
    const bench_figures *const figures = &work->figures;
    const loam_gpu_info info = loam_gpu_describe(r->gpu);
    tool_report report = report_begin(settings->json);
    report_words(&report, "device", info.name);
    report_size(&report, "size", settings->size.w, settings->size.h);
    report_number(&report, "device_mtiles_per_s", figures->device);
    report_number(&report, "thread_mtiles_per_s", figures->one);
    report_number(&report, "threads", settings->threads > 0 ? settings->threads : 1);
    report_number(&report, "threads_mtiles_per_s", figures->all);
    report_number(&report, "times_a_thread", figures->device / figures->one);
    report_words(&report, "tiles", figures->equal ? "equal" : "DIFFERENT");
    const gpu_life_figures *const dam = &figures->life[GPU_DAM], *const fall = dam + GPU_FALL;
    report_number(&report, "ring", 1 << (LOAM_MIN_RING_LOG2 + settings->ring));
    report_number(&report, "dam_moves", dam->moves);
    report_number(&report, "dam_device_ms", dam->device_ms);
    report_number(&report, "dam_thread_ms", dam->one_ms);
    report_number(&report, "dam_threads_ms", dam->all_ms);
    report_number(&report, "fall_moves", fall->moves);
    report_number(&report, "fall_device_ms", fall->device_ms);
    report_number(&report, "fall_thread_ms", fall->one_ms);
    report_number(&report, "fall_threads_ms", fall->all_ms);
    const int code = report_print(
        io, &report,
        "{device}: {size} tiles, {device_mtiles_per_s:.1f} million a second; the processor "
        "{thread_mtiles_per_s:.1f} on one thread, {threads_mtiles_per_s:.1f} on {threads:.0f}; "
        "{times_a_thread:.2g} times a thread; {tiles} tiles\n"
        "dam break, ring of {ring:.0f} chunks, {dam_moves:.0f} moves a step: {dam_device_ms:.3f} "
        "ms, on one thread {dam_thread_ms:.3f}, on {threads:.0f} {dam_threads_ms:.3f}\n"
        "water and sand falling, {fall_moves:.0f} moves a step: {fall_device_ms:.3f} ms, on one "
        "thread {fall_thread_ms:.3f}, on {threads:.0f} {fall_threads_ms:.3f}");
    return code == TOOL_DONE && !figures->equal ? TOOL_FAILED : code;
}

static loam_result make(const tool_io *io)
{
    const bench_settings *const settings = io->settings;
    bench_work *const work = io->work;
    loam_result result = prepare(settings, &work->region);
    result = result == LOAM_OK ? measure_all(&work->region, settings, &work->figures) : result;
    return result == LOAM_OK ? measure_life(&work->region, settings, &work->figures) : result;
}

static void end(void *of)
{
    region *const r = &((bench_work *)of)->region;
    const loam_env env = loam_default_env();
    loam_free(&env, r->tiles, (size_t)r->area.w * (size_t)r->area.h * sizeof *r->tiles);
    loam_gpu_destroy(r->gpu);
    grower_destroy(&r->world);
}

#define AT(field) offsetof(bench_settings, field)

static const tool_option bench_options[] = {
    GPU_DEVICE_OPTION(AT(device)),
    SIZE_OPTION("size", AT(size), 1, LOAM_MAX_TILE_AREA, "WxH", "2048x2048", "how many tiles"),
    INT_OPTION("time", AT(time_ms), 1, 600000, "MS", "1000", "how long each is measured"),
    TILE_RING_OPTION(AT(ring)),
    INT_OPTION("steps", AT(steps), 1, 100000, "N", "100", "of fluids that are measured"),
    THREADS_OPTION(AT(threads), "all"),
    JSON_OPTION(AT(json)),
    {0},
};

const tool_verb verb_gpu_bench = {
    .name = "gpu bench",
    .summary = "measures how fast tiles grow and live on a device",
    .details =
        "Grows one region around the surface on the device, on one thread and on all threads, "
        "and compares what comes out. Millions of tiles in a second, from the call until they "
        "are in the program's memory. Then fluids live in a ring of chunks: a dam that breaks, and "
        "water and sand that fall everywhere; milliseconds of a step. Fails if any tile "
        "differs.",
    .options = bench_options,
    .settings_size = sizeof(bench_settings),
    .example = "loam gpu bench --size 256x256 --ring 8 --steps 1",
    .work_size = sizeof(bench_work),
    .make = make,
    .report = print_figures,
    .destroy = end,
};
