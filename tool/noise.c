// SPDX-License-Identifier: MIT
#include "curve.h"
#include "field.h"
#include "report.h"

#include <inttypes.h>
#include <string.h>

// loam noise: one noise over a grid of samples, its figures and its picture.

enum
{
    MAX_SIDE = LOAM_MAX_PICTURE_SIDE,
    MAX_SAMPLES = 1 << 28
};

typedef struct noise_settings
{
    int32_t kind, fade, cell, metric, fractal, isa, ramp;
    int32_t bits; // 0: eight, 1: sixteen
    int32_t threads;
    option_size size;
    option_position at;
    int32_t dims; // 0: one, 1: two, 2: three
    int64_t z, step, octaves, warp_octaves;
    double jitter, wavelength, persistence, lacunarity, warp, warp_wavelength;
    uint64_t seed;
    const char *output;
    bool json;
} noise_settings;

// ---- from settings to a noise -------------------------------------------------------------------

static loam_noise_def make_def(const noise_settings *settings)
{
    loam_noise_def def = loam_default_noise_def();
    def.kind = (loam_noise_kind)settings->kind;
    def.fade = (loam_noise_fade)settings->fade;
    def.cell = (loam_cell_output)settings->cell;
    def.metric = (loam_cell_metric)settings->metric;
    def.jitter = (float)settings->jitter;
    def.wavelength = settings->wavelength;
    def.fractal = (loam_noise_fractal)settings->fractal;
    def.octaves = (int32_t)settings->octaves;
    def.lacunarity = settings->lacunarity;
    def.persistence = settings->persistence;
    def.warp = settings->warp;
    def.warp_wavelength = settings->warp_wavelength;
    def.warp_octaves = (int32_t)settings->warp_octaves;
    def.isa = settings->isa == LOAM_ISA_AUTO ? loam_isa_best() : (loam_isa)settings->isa;
    return def;
}

/// Of the noise, 1 to 3.
static int32_t dims_of(const noise_settings *settings)
{
    return settings->dims + 1;
}

/// In one dimension the height of the picture is that of the curve, not a number of samples.
static loam_noise_area make_area(const noise_settings *settings)
{
    const option_size size = settings->size;
    return (loam_noise_area){.x = settings->at.x - size.w / 2 * settings->step,
                             .y = settings->at.y - size.h / 2 * settings->step,
                             .z = settings->z,
                             .step = settings->step,
                             .w = size.w,
                             .h = dims_of(settings) == 1 ? 1 : size.h,
                             .d = 1};
}

/// What the table of options cannot say.
static loam_result check(const noise_settings *settings)
{
    const int64_t samples = (int64_t)settings->size.w * settings->size.h;
    if (samples > MAX_SAMPLES)
    {
        return loam_fail(LOAM_BAD_ARGUMENT,
                         "--size is %dx%d, %" PRId64 " samples; must be at most %d in all",
                         (int)settings->size.w, (int)settings->size.h, samples, MAX_SAMPLES);
    }
    if (settings->at.y != 0 && dims_of(settings) == 1)
    {
        return loam_fail(LOAM_BAD_ARGUMENT,
                         "--at has the y %" PRId64 "; may be other than 0 only with --dims 2 "
                         "and 3",
                         settings->at.y);
    }
    if (settings->bits == 1 && dims_of(settings) == 1)
    {
        return loam_fail(LOAM_BAD_ARGUMENT,
                         "--bits is 16 and --dims is 1; 16 bits are for --dims 2 and "
                         "3 only");
    }
    if (settings->z != 0 && dims_of(settings) != 3)
    {
        return loam_fail(LOAM_BAD_ARGUMENT,
                         "--z is %" PRId64 "; may be other than 0 only with --dims 3", settings->z);
    }
    if (settings->bits == 1 && settings->ramp != 0)
    {
        return loam_fail(LOAM_BAD_ARGUMENT,
                         "--bits is 16 and --ramp is not grey; 16 bits are for grey "
                         "only");
    }
    return tool_check_isa((loam_isa)settings->isa);
}

// ---- choices ------------------------------------------------------------------------------------

static const char *choose_kind(int32_t i)
{
    return i < LOAM_NOISE_KIND_COUNT ? loam_noise_kind_name((loam_noise_kind)i) : NULL;
}

static const char *choose_fade(int32_t i)
{
    return i < LOAM_FADE_COUNT ? loam_noise_fade_name((loam_noise_fade)i) : NULL;
}

static const char *choose_cell(int32_t i)
{
    return i < LOAM_CELL_OUTPUT_COUNT ? loam_cell_output_name((loam_cell_output)i) : NULL;
}

static const char *choose_metric(int32_t i)
{
    return i < LOAM_METRIC_COUNT ? loam_cell_metric_name((loam_cell_metric)i) : NULL;
}

static const char *choose_fractal(int32_t i)
{
    return i < LOAM_FRACTAL_COUNT ? loam_noise_fractal_name((loam_noise_fractal)i) : NULL;
}

static const char *const ramps[] = {"grey", "heat", "terrain", "sea", NULL};

// ---- running ------------------------------------------------------------------------------------

typedef struct noise_work
{
    loam_noise_def def;
    loam_noise noise;
    loam_jobs *jobs;
    field_figures figures;
    double ns_per_point;
} noise_work;

/// Fills the field and times it. What is quick is done a few times, and the best counts: the first
/// time also pays for waking up threads and caches.
static loam_result fill_timed(loam_jobs *jobs, const loam_noise *noise,
                              const noise_settings *settings, float *samples, progress *bar,
                              double *best_ns)
{
    const loam_noise_area area = make_area(settings);
    const uint64_t begin = loam_clock_ns();
    *best_ns = 0;
    for (int repeat = 0; repeat < 8 && (repeat == 0 || loam_clock_ns() - begin < 50000000);
         repeat++)
    {
        const uint64_t start = loam_clock_ns();
        const loam_result result = field_fill(jobs, noise, dims_of(settings), area, samples,
                                              repeat == 0 ? bar : NULL);
        if (result != LOAM_OK)
        {
            return result;
        }
        const double ns = (double)(loam_clock_ns() - start);
        *best_ns = repeat == 0 || ns < *best_ns ? ns : *best_ns;
    }
    return LOAM_OK;
}

static loam_result write_coloured(const loam_env *env, const noise_settings *settings,
                                  const float *samples, float low, float high)
{
    loam_picture picture;
    loam_result result = loam_picture_create(env, settings->size.w, settings->size.h, loam_rgb(0),
                                             &picture);
    if (result != LOAM_OK)
    {
        return result;
    }
    const char *ramp = ramps[settings->ramp];
    if (dims_of(settings) == 1)
    {
        curve_paint(&picture, samples, low, high, ramp);
    }
    else
    {
        int32_t count;
        const loam_ramp_stop *stops = loam_ramp_named(ramp, &count);
        loam_picture_field(&picture, 0, 0, samples, picture.w, picture.h, low, high, stops, count);
    }
    result = loam_png_write(env, settings->output, &picture);
    loam_picture_destroy(env, &picture);
    return result;
}

/// The picture shows the whole range that the noise can have, not the one that it happens to have
/// here: so pictures of neighbouring places fit together.
static loam_result write_picture(const loam_env *env, const noise_settings *settings,
                                 const loam_noise *noise, const float *samples)
{
    float low, high;
    loam_noise_range(noise, &low, &high);
    if (settings->ramp != 0 || dims_of(settings) == 1)
    {
        return write_coloured(env, settings, samples, low, high);
    }
    return loam_png_write_field(env, settings->output, samples, settings->size.w, settings->size.h,
                                low, high, settings->bits == 1 ? 16 : 8);
}

static loam_result evaluate(const tool_io *io, const noise_settings *settings, noise_work *work)
{
    const loam_env env = loam_default_env();
    const loam_noise_area area = make_area(settings);
    const size_t count = (size_t)area.w * (size_t)area.h;
    float *samples = loam_alloc(&env, count * sizeof *samples);
    if (samples == NULL)
    {
        return LOAM_OUT_OF_MEMORY;
    }
    memset(samples, 0, count * sizeof *samples); // so that no page fault is timed
    progress bar;
    progress_begin(&bar, io->err, "noise", dims_of(settings) == 1 ? area.w : area.h);
    double ns;
    loam_result result = fill_timed(work->jobs, &work->noise, settings, samples, &bar, &ns);
    if (result == LOAM_OK)
    {
        work->ns_per_point = ns / (double)count;
        work->figures = field_measure(samples, count);
        if (settings->output != NULL)
        {
            progress_say(&bar, "writing the picture");
            result = write_picture(&env, settings, &work->noise, samples);
        }
    }
    progress_end(&bar);
    loam_free(&env, samples, count * sizeof *samples);
    return result;
}

/// All that the samples depend on.
static void add_parameters(text *json, const noise_settings *settings, const loam_noise_def *def)
{
    json_add_uint64(json, "seed", settings->seed);
    json_add_text(json, "kind", loam_noise_kind_name(def->kind));
    json_add_text(json, "fade", loam_noise_fade_name(def->fade));
    json_add_text(json, "cell", loam_cell_output_name(def->cell));
    json_add_text(json, "metric", loam_cell_metric_name(def->metric));
    json_add_exact(json, "jitter", settings->jitter);
    json_add_exact(json, "wavelength", def->wavelength);
    json_add_text(json, "fractal", loam_noise_fractal_name(def->fractal));
    json_add_exact(json, "octaves", def->octaves);
    json_add_exact(json, "lacunarity", def->lacunarity);
    json_add_exact(json, "persistence", def->persistence);
    json_add_exact(json, "warp", def->warp);
    json_add_exact(json, "warp_wavelength", def->warp_wavelength);
    json_add_exact(json, "warp_octaves", def->warp_octaves);
    json_add_exact(json, "dims", dims_of(settings));
    json_add_place(json, "at", settings->at.x, settings->at.y);
    json_key(json, "z");
    json_int64(json, settings->z);
    json_add_exact(json, "step", (double)settings->step);
    json_add_size(json, "size", settings->size.w, settings->size.h);
}

static int print(const tool_io *io)
{
    const noise_settings *const settings = io->settings;
    const noise_work *const found = io->work;
    const loam_noise_def *const def = &found->def;
    tool_report r = report_begin(settings->json);
    add_parameters(&r.json, settings, def);
    report_words(&r, "isa", loam_isa_name(def->isa));
    report_number(&r, "threads", settings->threads);
    report_hash(&r, "hash", found->figures.hash);
    report_number(&r, "min", found->figures.min);
    report_number(&r, "max", found->figures.max);
    report_number(&r, "mean", found->figures.mean);
    report_number(&r, "sd", found->figures.sd);
    report_number(&r, "ns_per_point", found->ns_per_point);
    report_words(&r, "file", settings->output);
    report_say_words(&r, "name", loam_noise_kind_name(def->kind));
    report_say_number(&r, "dims", dims_of(settings));
    report_say_number(&r, "w", settings->size.w);
    report_say_number(&r, "h", make_area(settings).h);
    return report_print(
        io, &r,
        "{name} noise in {dims}D by {isa}, {w}x{h}: {min:.4f} to {max:.4f}, mean "
        "{mean:.4f}, standard deviation {sd:.4f}, hash {hash}, {ns_per_point:.3g} ns "
        "per point[; written to {file}]");
}

static loam_result make(const tool_io *io)
{
    const noise_settings *const settings = io->settings;
    noise_work *const work = io->work;
    work->def = make_def(settings);
    loam_result result = check(settings);
    result = result == LOAM_OK ? loam_noise_init(&work->noise, &work->def, settings->seed) : result;
    if (result == LOAM_OK && settings->output != NULL)
    {
        result = loam_file_check(settings->output);
    }
    result = result == LOAM_OK ? field_threads(settings->threads, &work->jobs) : result;
    return result == LOAM_OK ? evaluate(io, settings, work) : result;
}

static void end(void *work)
{
    loam_jobs_destroy(((noise_work *)work)->jobs);
}

// ---- options ------------------------------------------------------------------------------------

#define AT(field) offsetof(noise_settings, field)

static const tool_option noise_options[] = {
    CHOICE_OPTION("kind", AT(kind), choose_kind, "KIND", "simplex", "the noise"),
    CHOICE_OPTION("fade", AT(fade), choose_fade, "FADE", "smootherstep",
                  "how value noise goes from point to point"),
    CHOICE_OPTION("cell", AT(cell), choose_cell, "OUTPUT", "f1", "what cellular noise gives"),
    CHOICE_OPTION("metric", AT(metric), choose_metric, "METRIC", "euclidean",
                  "how cellular noise measures distance"),
    NUMBER_OPTION("jitter", AT(jitter), 0, 1, "J", "1",
                  "how far cellular noise moves its points from a plain grid"),
    SIZE_OPTION("size", AT(size), 1, MAX_SIDE, "WxH", "1024x1024", "how many samples"),
    NUMBER_OPTION("wavelength", AT(wavelength), 0.0009765625, 1073741824.0, "L", "64",
                  "of the first octave, in world units"),
    INT_OPTION("octaves", AT(octaves), 1, LOAM_MAX_OCTAVES, "N", "1", "how many"),
    NUMBER_OPTION("persistence", AT(persistence), 0, 1, "P", "0.5",
                  "weight of an octave relative to the one before"),
    NUMBER_OPTION("lacunarity", AT(lacunarity), 1, 16, "F", "2",
                  "frequency of an octave relative to the one before"),
    CHOICE_OPTION("fractal", AT(fractal), choose_fractal, "FRACTAL", "fbm",
                  "how octaves become one value"),
    NUMBER_OPTION("warp", AT(warp), 0, 1048576, "D", "0",
                  "how far positions are moved by a domain warp, in world units"),
    NUMBER_OPTION("warp-wavelength", AT(warp_wavelength), 0.0009765625, 1073741824.0, "L", "64",
                  "of the first octave of the warp"),
    INT_OPTION("warp-octaves", AT(warp_octaves), 1, LOAM_MAX_OCTAVES, "N", "1", "of the warp"),
    POSITION_OPTION("at", AT(at), -OPTION_MAX_POSITION, OPTION_MAX_POSITION, "X,Y", "0,0",
                    "the centre, in world units"),
    INT_OPTION("step", AT(step), 1, 1048576, "N", "1", "world units between samples"),
    NAMES_OPTION("dims", AT(dims), NAMES("1", "2", "3"), "N", "2",
                 "dimensions of the noise; with 3 a slice is shown, with 1 a curve of W samples"),
    INT_OPTION("z", AT(z), -OPTION_MAX_POSITION, OPTION_MAX_POSITION, "Z", "0",
               "where the slice lies"),
    SEED_OPTION(AT(seed), "of the noise"),
    CHOICE_OPTION("isa", AT(isa), tool_choose_isa, "SET", "auto",
                  "instruction set; all give the same samples"),
    THREADS_OPTION(AT(threads), "all"),
    NAMES_OPTION("bits", AT(bits), NAMES("8", "16"), "N", "8", "of a grey picture's pixels"),
    NAMES_OPTION("ramp", AT(ramp), ramps, "RAMP", "grey", "the colours of the picture"),
    PICTURE_OPTION(AT(output), "where the picture goes; without it, the noise is only measured"),
    JSON_OPTION(AT(json)),
    {0},
};

const tool_verb verb_noise = {
    .name = "noise",
    .summary = "evaluates a noise, measures it and paints it",
    .details =
        "Prints the range, mean and standard deviation of the samples, a hash of them and "
        "the wall time per sample, all threads together. The hash is the same for every "
        "instruction set and number of "
        "threads. Black is the least value that the noise can have, white the greatest; a curve "
        "goes from the one at the bottom to the other on top.",
    .options = noise_options,
    .settings_size = sizeof(noise_settings),
    .example = "loam noise --kind simplex --wavelength 256 --octaves 5 --ramp terrain -o noise.png",
    .work_size = sizeof(noise_work),
    .make = make,
    .report = print,
    .destroy = end,
};
