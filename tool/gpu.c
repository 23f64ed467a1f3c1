// SPDX-License-Identifier: MIT
#include "loam/gpu.h"

#include "report.h"

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
        return tool_complain(io, &verb_gpu_info, result);
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

static int print_comparison(const tool_io *io, const gpu_settings *settings, const comparison *c)
{
    const loam_gpu_info info = loam_gpu_describe(c->gpu);
    tool_report r = report_begin(settings->json);
    report_words(&r, "device", info.name);
    report_number(&r, "noises", (double)c->noises);
    report_number(&r, "samples", (double)c->samples);
    report_number(&r, "differing", (double)c->differing);
    const int code = report_print(io, &r,
                                  "{device}: {noises:.0f} noises, {samples:.0f} samples, "
                                  "{differing:.0f} differ from the processor's");
    return code == TOOL_DONE && c->differing > 0 ? TOOL_FAILED : code;
}

static int run_selftest(const tool_io *io, const void *context)
{
    const gpu_settings *const settings = context;
    loam_gpu_def def = loam_default_gpu_def();
    def.device = (int32_t)settings->device;
    comparison c = {0};
    loam_result result = loam_gpu_create(&def, &c.gpu);
    result = result == LOAM_OK ? compare_kinds(&c) : result;
    result = result == LOAM_OK ? compare_fades_and_cells(&c) : result;
    result = result == LOAM_OK ? compare_warp(&c) : result;
    const int code = result == LOAM_OK ? print_comparison(io, settings, &c)
                                       : tool_complain(io, &verb_gpu_selftest, result);
    loam_gpu_destroy(c.gpu);
    return code;
}

#define AT(field) offsetof(gpu_settings, field)

static const tool_option selftest_options[] = {
    INT_OPTION("device", AT(device), -1, LOAM_GPU_MAX_DEVICES - 1, "N", "-1",
               "the number of a device in loam gpu info; -1 for the best one"),
    JSON_OPTION(AT(json)),
    {0},
};

const tool_verb verb_gpu_selftest = {
    .name = "gpu selftest",
    .summary = "compares a device with the processor, bit by bit",
    .details = "Computes every kind of noise, fractal, fade and metric in one, two and three "
               "dimensions, near "
               "the origin and far from it, on both, and compares all bits. Fails if any differs.",
    .options = selftest_options,
    .settings_size = sizeof(gpu_settings),
    .example = "loam gpu selftest",
    .run = run_selftest,
};
