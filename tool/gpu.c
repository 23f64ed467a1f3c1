// SPDX-License-Identifier: MIT
#include "gpu.h"

#include <inttypes.h>
#include <string.h>

// loam gpu: which devices can compute, and whether one gives the processor's bits.

enum
{
    W = 61,
    H = 13,
    D = 5,
    SAMPLES = W * H * D,
    PLACES = 4
};

typedef struct gpu_settings
{
    int64_t device;
    int64_t steps; // of the selftest
    bool json;
} gpu_settings;

// ---- info -----------------------------------------------------------------------------------------

static void print_device(const tool_io *io, int32_t number, const loam_gpu_info *info)
{
    fprintf(io->out, "%d: %s, %s, Vulkan %d.%d, %" PRIu64 " MiB\n", (int)number, info->name,
            loam_gpu_kind_name(info->kind), (int)info->vulkan_major, (int)info->vulkan_minor,
            info->memory >> 20);
}

static int run_info(const tool_io *io, const void *context)
{
    (void)context;
    loam_gpu_info devices[LOAM_GPU_MAX_DEVICES];
    int32_t count;
    const loam_result result = loam_gpu_list(devices, &count);
    if (result != LOAM_OK)
    {
        return tool_complain(io, result);
    }
    for (int32_t i = 0; i < count; i++)
    {
        print_device(io, i, &devices[i]);
    }
    if (count == 0)
    {
        fprintf(io->err, "loam gpu info: Vulkan has no device that can compute\n");
    }
    return count > 0 ? TOOL_DONE : TOOL_FAILED;
}

static const tool_option info_options[] = {{0}};

const tool_verb verb_gpu_info = {
    .name = "gpu info",
    .summary = "lists devices that can compute",
    .details =
        "One line each: number, name, kind, version of Vulkan, memory. Fails if there is none.",
    .options = info_options,
    .settings_size = sizeof(gpu_settings),
    .example = "loam gpu info",
    .run = run_info,
};

// ---- selftest -------------------------------------------------------------------------------------

/// What has been compared.
typedef struct comparison
{
    loam_gpu *gpu;
    int64_t noises, samples, differing;
    gpu_tile_comparison tiles;
    gpu_life_comparison life;
} comparison;

static loam_result fill(loam_gpu *gpu, const loam_noise *noise, int32_t dims, loam_noise_area area,
                        float *out)
{
    switch (dims)
    {
    case 1:
        return gpu == NULL ? loam_noise_grid1(noise, out, area)
                           : loam_gpu_noise_grid1(gpu, noise, out, area);
    case 2:
        return gpu == NULL ? loam_noise_grid2(noise, out, area)
                           : loam_gpu_noise_grid2(gpu, noise, out, area);
    default:
        return gpu == NULL ? loam_noise_grid3(noise, out, area)
                           : loam_gpu_noise_grid3(gpu, noise, out, area);
    }
}

static loam_result compare_area(comparison *c, const loam_noise *noise, int32_t dims,
                                loam_noise_area area)
{
    static const int32_t counts[4] = {0, W, W * H, SAMPLES};
    float expected[SAMPLES], got[SAMPLES];
    loam_result result = fill(NULL, noise, dims, area, expected);
    result = result == LOAM_OK ? fill(c->gpu, noise, dims, area, got) : result;
    for (int32_t i = 0; i < counts[dims] && result == LOAM_OK; i++)
    {
        c->samples++;
        c->differing += memcmp(&expected[i], &got[i], sizeof got[i]) != 0;
    }
    return result;
}

/// A noise in all dimensions, near the origin and far away.
static loam_result compare(comparison *c, const loam_noise_def *def)
{
    static const int64_t places[PLACES] = {0, INT64_C(1) << 40, -(INT64_C(1) << 40),
                                           INT64_C(0x1234567890abcdef)};
    loam_noise noise;
    loam_result result = loam_noise_init(&noise, def, 20240607);
    c->noises++;
    for (int32_t i = 0; i < 3 * PLACES && result == LOAM_OK; i++)
    {
        const int64_t place = places[i / 3];
        const loam_noise_area area = {
            .x = place - 9, .y = -4 - place, .z = place / 2 - 1, .step = 1, .w = W, .h = H, .d = D};
        result = compare_area(c, &noise, 1 + i % 3, area);
    }
    return result;
}

static loam_result compare_kinds(comparison *c)
{
    loam_result result = LOAM_OK;
    for (int32_t i = 0; i < LOAM_NOISE_KIND_COUNT * LOAM_FRACTAL_COUNT && result == LOAM_OK; i++)
    {
        loam_noise_def def = loam_default_noise_def();
        def.kind = (loam_noise_kind)(i % LOAM_NOISE_KIND_COUNT);
        def.fractal = (loam_noise_fractal)(i / LOAM_NOISE_KIND_COUNT);
        def.wavelength = 11.3;
        def.octaves = 1 + i / LOAM_NOISE_KIND_COUNT;
        result = compare(c, &def);
    }
    return result;
}

static loam_result compare_fades_and_cells(comparison *c)
{
    loam_result result = LOAM_OK;
    for (int32_t i = 0; i < LOAM_CELL_OUTPUT_COUNT * LOAM_METRIC_COUNT && result == LOAM_OK; i++)
    {
        loam_noise_def def = loam_default_noise_def();
        def.kind = LOAM_NOISE_CELLULAR;
        def.cell = (loam_cell_output)(i % LOAM_CELL_OUTPUT_COUNT);
        def.metric = (loam_cell_metric)(i / LOAM_CELL_OUTPUT_COUNT);
        def.wavelength = 9;
        result = compare(c, &def);
    }
    for (int32_t i = 0; i < LOAM_FADE_COUNT && result == LOAM_OK; i++)
    {
        loam_noise_def def = loam_default_noise_def();
        def.kind = LOAM_NOISE_VALUE;
        def.fade = (loam_noise_fade)i;
        def.octaves = 2;
        result = compare(c, &def);
    }
    return result;
}

static loam_result compare_warp(comparison *c)
{
    loam_noise_def def = loam_default_noise_def();
    def.octaves = 3;
    def.warp = 40;
    def.warp_octaves = 2;
    return compare(c, &def);
}

/// The first tile that differs, in words; "" if none does.
static void describe_difference(const gpu_tile_comparison *tiles, text *out)
{
    const loam_tile *const own = &tiles->expected, *const other = &tiles->got;
    if (tiles->differing > 0)
    {
        text_add(out,
                 "seed %" PRIu64 ", version %d, tile (%" PRId64 ", %" PRId64
                 "): block %d.%d and wall %d.%d on the processor, %d.%d and %d.%d on the device",
                 tiles->seed, (int)tiles->version, tiles->at.x, tiles->at.y, own->block,
                 own->block_variant, own->wall, own->wall_variant, other->block,
                 other->block_variant, other->wall, other->wall_variant);
    }
}

static void describe_life(const gpu_life_comparison *life, text *out)
{
    const loam_tile *const own = &life->expected, *const other = &life->got;
    if (life->differing > 0)
    {
        text_add(out,
                 "seed %" PRIu64 ", tile (%" PRId64 ", %" PRId64
                 "): block %d.%d on the processor, %d.%d on the device",
                 life->seed, life->at.x, life->at.y, own->block, own->block_variant, other->block,
                 other->block_variant);
    }
}

static int32_t count_bits(uint32_t bits)
{
    int32_t count = 0;
    for (; bits != 0; bits &= bits - 1)
    {
        count++;
    }
    return count;
}

static int print_comparison(const tool_io *io)
{
    const gpu_settings *const settings = io->settings;
    const comparison *const c = io->work;
    const loam_gpu_info info = loam_gpu_describe(c->gpu);
    text difference = {0}, life_difference = {0};
    describe_difference(&c->tiles, &difference);
    describe_life(&c->life, &life_difference);
    tool_report r = report_begin(settings->json);
    report_words(&r, "device", info.name);
    report_number(&r, "noises", (double)c->noises);
    report_number(&r, "samples", (double)c->samples);
    report_number(&r, "differing", (double)c->differing);
    report_number(&r, "areas", (double)c->tiles.areas);
    report_number(&r, "tiles", (double)c->tiles.tiles);
    report_number(&r, "biomes", count_bits(c->tiles.biomes));
    report_number(&r, "versions", LOAM_TILES_VERSION);
    report_number(&r, "tiles_differing", (double)c->tiles.differing);
    report_words(&r, "first", c->tiles.differing > 0 ? text_get(&difference) : NULL);
    report_number(&r, "life_tiles", (double)c->life.tiles);
    report_number(&r, "life_steps", (double)c->life.steps);
    report_number(&r, "life_moves", (double)c->life.moved);
    report_number(&r, "life_differing", (double)c->life.differing);
    report_words(&r, "life_first", c->life.differing > 0 ? text_get(&life_difference) : NULL);
    const int code = report_print(
        io, &r,
        "{device}\n"
        "noise: {noises:.0f} noises, {samples:.0f} samples, {differing:.0f} differ from the "
        "processor's\n"
        "tiles: {areas:.0f} areas of {versions:.0f} versions and {biomes:.0f} biomes, "
        "{tiles:.0f} tiles, {tiles_differing:.0f} differ from the processor's[\n"
        "first: {first}]\n"
        "life: {life_tiles:.0f} tiles after {life_steps:.0f} steps with {life_moves:.0f} moves, "
        "{life_differing:.0f} differ from the processor's[\n"
        "first: {life_first}]");
    text_free(&difference);
    text_free(&life_difference);
    const int64_t differing = c->differing + c->tiles.differing + c->life.differing;
    return code == TOOL_DONE && differing > 0 ? TOOL_FAILED : code;
}

loam_result gpu_open(int64_t device, loam_gpu **out)
{
    loam_gpu_def def = loam_default_gpu_def();
    def.device = (int32_t)device;
    return loam_gpu_create(&def, out);
}

static loam_result compare_all(const tool_io *io)
{
    const gpu_settings *const settings = io->settings;
    comparison *const c = io->work;
    loam_result result = gpu_open(settings->device, &c->gpu);
    result = result == LOAM_OK ? compare_kinds(c) : result;
    result = result == LOAM_OK ? compare_fades_and_cells(c) : result;
    result = result == LOAM_OK ? compare_warp(c) : result;
    result = result == LOAM_OK ? gpu_compare_tiles(c->gpu, &c->tiles) : result;
    return result == LOAM_OK ? gpu_compare_life(c->gpu, (int32_t)settings->steps, &c->life)
                             : result;
}

static void end(void *c)
{
    loam_gpu_destroy(((comparison *)c)->gpu);
}

#define AT(field) offsetof(gpu_settings, field)

static const tool_option selftest_options[] = {
    GPU_DEVICE_OPTION(AT(device)),
    INT_OPTION("steps", AT(steps), 1, 10000, "N", "48",
               "how many steps fluids move at each of three places"),
    JSON_OPTION(AT(json)),
    {0},
};

const tool_verb verb_gpu_selftest = {
    .name = "gpu selftest",
    .summary = "compares a device with the processor, bit by bit",
    .details =
        "Computes every kind of noise, fractal, fade and metric in one, two and three "
        "dimensions, near the origin and far from it, on both, and compares all bits. Then "
        "grows tiles on both: every version of the built-in definitions and some changed "
        "ones, several seeds, every biome, from the surface to 2^40 below it, at the "
        "origin and 2^40 tiles from it on both sides; and lets fluids of all kinds move. Fails if "
        "anything differs, and says where the first tile is.",
    .options = selftest_options,
    .settings_size = sizeof(gpu_settings),
    .example = "loam gpu selftest --steps 12",
    .work_size = sizeof(comparison),
    .make = compare_all,
    .report = print_comparison,
    .destroy = end,
};
