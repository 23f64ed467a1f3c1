// SPDX-License-Identifier: MIT
#include "gpu.h"
#include "grower.h"
#include "progress.h"
#include "tile_options.h"
#include "times.h"

#include "loam/maths.h"

#include <string.h>

// loam gpu sim: a ring of chunks grows on a device, and its fluids move there.

enum
{
    MAX_STEPS = 10000000,
    PART = 1024,   // tiles along the side of what grows at once: no ring is smaller
    AT_ONCE = 256, // steps, between two looks at the progress
    SCREEN = 1600  // pixels that a picture has at most on a side, unless the ring has more chunks
};

typedef struct sim_settings
{
    const char *seed;
    option_position at;
    int32_t ring, threads;
    int64_t steps, device;
    const char *defs, *output;
    bool check, json;
} sim_settings;

typedef struct sim_figures
{
    uint64_t seed, hash;
    double grow_ms, step_ms, read_ms;
    bool checked;
    gpu_life_comparison comparison;
} sim_figures;

typedef struct gpu_sim
{
    const tool_io *io;
    const sim_settings *settings;
    loam_gpu *gpu;
    grower world;
    gpu_pair pair;
    sim_figures figures;
} gpu_sim;

// ---- running ------------------------------------------------------------------------------------

/// A ring whose middle chunk has a place in it.
static void place_ring(gpu_sim *sim)
{
    const sim_settings *const settings = sim->settings;
    const int32_t log2 = LOAM_MIN_RING_LOG2 + settings->ring;
    const int64_t half = 1 << (log2 - 1);
    sim->pair.defs = sim->world.defs;
    sim->pair.seed = sim->figures.seed;
    sim->pair.ring_log2 = log2;
    sim->pair.lowest = (loam_chunk_pos){loam_floor_div(settings->at.x, LOAM_CHUNK_SIDE) - half,
                                        loam_floor_div(settings->at.y, LOAM_CHUNK_SIDE) - half};
}

/// A part of the ring, of as many tiles as are grown at once.
static loam_result grow_part(gpu_sim *sim, loam_tile_area part, loam_tile *room)
{
    const loam_tile_area all = gpu_pair_area(&sim->pair);
    const loam_result result = loam_gpu_tiles_fill(sim->gpu, sim->world.source, part, room);
    for (int32_t row = 0; row < part.h && result == LOAM_OK; row++)
    {
        loam_tile *const to = sim->pair.tiles + (part.y - all.y + row) * all.w + (part.x - all.x);
        memcpy(to, room + (size_t)row * (size_t)part.w, (size_t)part.w * sizeof *to);
    }
    return result;
}

static loam_result grow_ring(gpu_sim *sim)
{
    const loam_env env = loam_default_env();
    const loam_tile_area all = gpu_pair_area(&sim->pair);
    const size_t size = (size_t)PART * PART * sizeof(loam_tile);
    loam_tile *const room = loam_alloc(&env, size);
    loam_result result = room != NULL ? LOAM_OK : LOAM_OUT_OF_MEMORY;
    const int32_t parts = all.w / PART;
    for (int32_t i = 0; i < parts * parts && result == LOAM_OK; i++)
    {
        const int64_t x = all.x + i % parts * PART, y = all.y + i / parts * PART;
        result = grow_part(sim, (loam_tile_area){x, y, PART, PART}, room);
    }
    loam_free(&env, room, size);
    return result;
}

/// A device that has no room for such a ring says so before it grows, which takes much longer.
static loam_result grow(gpu_sim *sim)
{
    loam_result result = gpu_pair_device(&sim->pair, sim->gpu);
    result = result == LOAM_OK ? gpu_pair_begin(&sim->pair) : result;
    const uint64_t start = loam_clock_ns();
    result = result == LOAM_OK ? grow_ring(sim) : result;
    sim->figures.grow_ms = ms_since(start);
    return result == LOAM_OK ? gpu_pair_device(&sim->pair, sim->gpu) : result;
}

static loam_result step(gpu_sim *sim)
{
    const int64_t steps = sim->settings->steps;
    progress bar;
    loam_result result = LOAM_OK;
    progress_begin(&bar, sim->io->err, "steps", steps);
    const uint64_t start = loam_clock_ns();
    for (int64_t done = 0; done < steps && result == LOAM_OK; done += AT_ONCE)
    {
        const int32_t count = steps - done < AT_ONCE ? (int32_t)(steps - done) : AT_ONCE;
        result = loam_gpu_life_step(sim->pair.life, count);
        progress_add(&bar, count);
    }
    const uint64_t done = loam_gpu_life_count(sim->pair.life).steps;
    sim->figures.step_ms = ms_since(start) / (done > 0 ? (double)done : 1);
    progress_end(&bar);
    return result;
}

/// The same steps on the processor, from the tiles that both began with.
static loam_result check(gpu_sim *sim)
{
    const int32_t done = (int32_t)loam_gpu_life_count(sim->pair.life).steps;
    loam_result result = gpu_pair_world(&sim->pair, sim->world.jobs);
    result = result == LOAM_OK ? gpu_pair_step_world(&sim->pair, done) : result;
    sim->figures.checked = result == LOAM_OK;
    return result == LOAM_OK ? gpu_pair_compare(&sim->pair, &sim->figures.comparison) : result;
}

static loam_result read_back(gpu_sim *sim)
{
    const loam_tile_area area = gpu_pair_area(&sim->pair);
    const uint64_t start = loam_clock_ns();
    const loam_result result = loam_gpu_life_read(sim->pair.life, area, sim->pair.tiles);
    sim->figures.read_ms = ms_since(start);
    sim->figures.hash = loam_tiles_hash(sim->pair.tiles, (size_t)area.w * (size_t)area.h, 0);
    return result;
}

static loam_result draw(const gpu_sim *sim)
{
    const loam_env env = loam_default_env();
    const loam_tile_area area = gpu_pair_area(&sim->pair);
    int32_t shrink = 1;
    while (area.w / shrink > SCREEN)
    {
        shrink *= 2;
    }
    const loam_tile_drawing drawing = {.defs = sim->pair.defs,
                                       .view = loam_default_tile_view(),
                                       .tiles = sim->pair.tiles,
                                       .area = area,
                                       .step = 1,
                                       .zoom = 1,
                                       .shrink = shrink};
    loam_picture picture;
    loam_result result = loam_picture_create(&env, area.w / shrink, area.h / shrink, loam_rgb(0),
                                             &picture);
    if (result != LOAM_OK)
    {
        return result;
    }
    loam_tiles_draw(&picture, 0, 0, &drawing);
    result = loam_png_write(&env, sim->settings->output, &picture);
    loam_picture_destroy(&env, &picture);
    return result;
}

static loam_result make(const tool_io *io)
{
    const sim_settings *const settings = io->settings;
    gpu_sim *const sim = io->work;
    sim->io = io;
    sim->settings = settings;
    loam_result result = settings->output != NULL ? loam_file_check(settings->output) : LOAM_OK;
    result = result == LOAM_OK
                 ? grower_choose(NULL, settings->seed, settings->defs, settings->threads, NULL,
                                 &sim->world, &sim->figures.seed)
                 : result;
    if (result != LOAM_OK)
    {
        return result;
    }
    place_ring(sim);
    result = gpu_open(settings->device, &sim->gpu);
    result = result == LOAM_OK ? grow(sim) : result;
    result = result == LOAM_OK ? step(sim) : result;
    result = result == LOAM_OK && settings->check ? check(sim) : result;
    result = result == LOAM_OK ? read_back(sim) : result;
    return result == LOAM_OK && settings->output != NULL ? draw(sim) : result;
}

// ---- printing -----------------------------------------------------------------------------------

static int print(const tool_io *io)
{
    const gpu_sim *const sim = io->work;
    const sim_settings *const settings = sim->settings;
    const sim_figures *const figures = &sim->figures;
    const loam_gpu_lived lived = loam_gpu_life_count(sim->pair.life);
    const loam_gpu_info info = loam_gpu_describe(sim->gpu);
    const bool equal = figures->comparison.differing == 0;
    tool_report r = report_begin(settings->json);
    report_words(&r, "device", info.name);
    report_uint64(&r, "seed", figures->seed);
    report_place(&r, "at", settings->at.x, settings->at.y);
    report_number(&r, "ring", 1 << sim->pair.ring_log2);
    report_number(&r, "steps", (double)lived.steps);
    report_number(&r, "moved", (double)lived.moved);
    report_number(&r, "converted", (double)lived.converted);
    report_number(&r, "levelled", (double)lived.levelled);
    report_hash(&r, "hash", figures->hash);
    report_number(&r, "grow_ms", figures->grow_ms);
    report_number(&r, "step_ms", figures->step_ms);
    report_number(&r, "read_ms", figures->read_ms);
    report_words(&r, "tiles", !figures->checked ? NULL : equal ? "equal" : "DIFFERENT");
    report_words(&r, "file", settings->output);
    const int code = report_print(sim->io, &r,
                                  "{device}: {steps:.0f} steps of a ring of {ring:.0f} chunks, "
                                  "{step_ms:.3f} ms each; {moved:.0f} "
                                  "moves, {converted:.0f} conversions, {levelled:.0f} to another "
                                  "level; tile hash {hash}[; {tiles} "
                                  "to those of the processor][; written to {file}]");
    return code == TOOL_DONE && !equal ? TOOL_FAILED : code;
}

static void end(void *of)
{
    gpu_sim *const sim = of;
    gpu_pair_end(&sim->pair);
    loam_gpu_destroy(sim->gpu);
    grower_destroy(&sim->world);
}

#define AT(field) offsetof(sim_settings, field)

static const tool_option sim_options[] = {
    TEXT_OPTION("seed", AT(seed), "SEED", NULL,
                "of the world, a number or any text; 1 if not given"),
    POSITION_OPTION("at", AT(at), -LOAM_TILE_END / 2, LOAM_TILE_END / 2, "X,Y", "0,0",
                    "a tile of the chunk in the middle"),
    TILE_RING_OPTION(AT(ring)),
    INT_OPTION("steps", AT(steps), 0, MAX_STEPS, "N", "600", "how many; 100 are a second"),
    TILE_DEFS_OPTION(AT(defs)),
    GPU_DEVICE_OPTION(AT(device)),
    FLAG_OPTION("check", AT(check),
                "makes the same steps on the processor, and compares all tiles"),
    PICTURE_OPTION(AT(output), "where a picture of the ring goes afterwards"),
    THREADS_OPTION(AT(threads), "all"),
    JSON_OPTION(AT(json)),
    {0},
};

const tool_verb verb_gpu_sim = {
    .name = "gpu sim",
    .summary = "lets fluids move on a device",
    .details = "A ring of chunks grows on the device, without plants, and its liquids, gases and "
               "loose solids move there, step after step; the air is still, and there is no "
               "weather and no slow rule. The same seed, place, ring and steps give the same "
               "tiles on every device, and on the processor, which --check asks.",
    .options = sim_options,
    .settings_size = sizeof(sim_settings),
    .example = "loam gpu sim --seed 3 --ring 8 --steps 20 -o ring.png",
    .work_size = sizeof(gpu_sim),
    .make = make,
    .report = print,
    .destroy = end,
};
