// SPDX-License-Identifier: MIT
// loam noise and loam noise sheet, as a user meets them.
#define _XOPEN_SOURCE 700 // for mkdtemp

#include "export/folder.h"
#include "loam/loam.h"
#include "tool/console.h"
#include "tool/json.h"
#include "tool/threads.h"

static char first_hash[32];

/// Runs loam noise with options and returns the hash of its samples.
static const char *hash_of(const char *options)
{
    char line[256];
    snprintf(line, sizeof line, "noise --json %s", options);
    CHECK_INT(console_run(line), 0);
    CHECK_REPORT(json_is_valid(console_out), "\"%s\" printed \"%s\"", line, console_out);
    return json_text_of(console_out, "hash");
}

static void test_json_tells_what_was_promised(void)
{
    CHECK_INT(console_run("noise --kind simplex --size 64x32 --wavelength 16 --octaves 5 "
                          "--persistence 0.5 --lacunarity 2 --fractal fbm --at 0,0 --seed 1 "
                          "--isa auto -o noise.png --json"),
              0);
    CHECK(json_is_valid(console_out));
    CHECK_TEXT(json_text_of(console_out, "kind"), "simplex");
    CHECK_TEXT(json_text_of(console_out, "isa"), loam_isa_name(loam_isa_best()));
    CHECK_INT(strlen(json_text_of(console_out, "hash")), 16);
    CHECK_TEXT(json_text_of(console_out, "file"), "noise.png");
    CHECK_RANGE(json_number_of(console_out, "min"), -1, 0);
    CHECK_RANGE(json_number_of(console_out, "max"), 0, 1);
    CHECK_RANGE(json_number_of(console_out, "mean"), -0.5, 0.5);
    CHECK_RANGE(json_number_of(console_out, "sd"), 0.05, 0.9);
    CHECK_RANGE(json_number_of(console_out, "ns_per_point"), 1e-6, 1e9);
    CHECK_TEXT(console_err, "");
    CHECK_INT(folder_count(1), 1);
}

// What is printed is enough to ask for the same samples again.
static void test_json_echoes_what_defines_the_samples(void)
{
    CHECK_INT(console_run("noise --json --size 9x8 --seed -1 --kind cellular --fade linear --cell "
                          "f2 --metric manhattan --jitter 0.3 --wavelength 12.3 --octaves 3 "
                          "--persistence 0.7 --lacunarity 2.1 --fractal ridged --warp 1.5 "
                          "--warp-wavelength 33.1 --warp-octaves 2 --dims 3 --z 9007199254740993 "
                          "--at 4611686018427387903,-5 --step 7 --threads 2 --isa scalar"),
              0);
    CHECK(json_is_valid(console_out));
    CHECK_CONTAINS(
        console_out,
        "{\"seed\":\"18446744073709551615\",\"kind\":\"cellular\",\"fade\":\"linear\",\"cell\":"
        "\"f2\","
        "\"metric\":\"manhattan\",\"jitter\":0.3,\"wavelength\":12.3,\"fractal\":\"ridged\","
        "\"octaves\":3,\"lacunarity\":2.1,\"persistence\":0.7,\"warp\":1.5,"
        "\"warp_wavelength\":33.1,\"warp_octaves\":2,\"dims\":3,"
        "\"at\":[\"4611686018427387903\",\"-5\"],\"z\":\"9007199254740993\",\"step\":7,"
        "\"size\":[9,8],\"isa\":\"scalar\",\"threads\":2,");
}

// With one dimension a row of samples is evaluated, and the picture is its curve.
static void test_one_dimension_is_a_curve(void)
{
    enum
    {
        W = 9000
    };
    static float samples[W];
    loam_noise noise;
    const loam_noise_def def = loam_default_noise_def();
    CHECK_OK(loam_noise_init(&noise, &def, 5));
    const loam_noise_area area = {.x = 32 - W / 2 * 3, .step = 3, .w = W, .h = 1, .d = 1};
    CHECK_OK(loam_noise_grid1(&noise, samples, area));
    char expected[32];
    snprintf(expected, sizeof expected, "%016" PRIx64, loam_hash_f32(samples, W, 0));
    CHECK_TEXT(hash_of("--dims 1 --size 9000x16 --at 32,0 --seed 5 --step 3 -o curve.png"),
               expected);
    CHECK_TEXT(hash_of("--dims 1 --size 9000x99 --at 32,0 --seed 5 --step 3 --threads 1"),
               expected);
    CHECK_INT(folder_count(1), 1);
    console_refuses("noise --dims 1 --at 0,1", 2, "--at has the y 1; may be ");
    console_refuses("noise --dims 1 --bits 16", 2, "16 bits are for --dims 2 and 3");
    console_refuses("noise --dims 1 --z 1", 2, "only with --dims 3");
}

// The figures are those of the samples that the library gives for the same question.
static void test_figures_are_those_of_the_library(void)
{
    enum
    {
        W = 40,
        H = 30
    };
    static float samples[W * H];
    loam_noise_def def = loam_default_noise_def();
    def.kind = LOAM_NOISE_PERLIN;
    def.wavelength = 12.5;
    loam_noise noise;
    CHECK_OK(loam_noise_init(&noise, &def, loam_seed_from_text("moss")));
    const loam_noise_area area = {
        .x = -7 - W / 2 * 3, .y = 1099511627776 - H / 2 * 3, .step = 3, .w = W, .h = H, .d = 1};
    CHECK_OK(loam_noise_grid2(&noise, samples, area));
    char expected[32];
    snprintf(expected, sizeof expected, "%016" PRIx64, loam_hash_f32(samples, W * H, 0));
    CHECK_TEXT(hash_of("--kind perlin --wavelength 12.5 --seed moss --at -7,1099511627776 --step 3 "
                       "--size 40x30"),
               expected);
    double least = 9, greatest = -9, sum = 0, squares = 0;
    for (int i = 0; i < W * H; i++)
    {
        const double value = (double)samples[i];
        least = value < least ? value : least;
        greatest = value > greatest ? value : greatest;
        sum += value;
        squares += value * value;
    }
    const double mean = sum / (W * H);
    CHECK_NEAR(json_number_of(console_out, "min"), least, 1e-8);
    CHECK_NEAR(json_number_of(console_out, "max"), greatest, 1e-8);
    CHECK_NEAR(json_number_of(console_out, "mean"), mean, 1e-8);
    CHECK_NEAR(json_number_of(console_out, "sd"), sqrt(squares / (W * H) - mean * mean), 1e-6);
}

static void test_hash_is_the_same_for_any_threads_and_set(void)
{
    const int thread_counts = has_threads() ? 4 : 1;
    static const char *const kinds[] = {"white", "value", "perlin", "simplex", "cellular"};
    for (int k = 0; k < 5; k++)
    {
        char options[128];
        snprintf(options, sizeof options, "--kind %s --size 65x130 --octaves 2 --threads 0",
                 kinds[k]);
        snprintf(first_hash, sizeof first_hash, "%s", hash_of(options));
        static const int threads[] = {1, 2, 3, 8};
        for (int i = 0; i < thread_counts; i++)
        {
            snprintf(options, sizeof options, "--kind %s --size 65x130 --octaves 2 --threads %d",
                     kinds[k], threads[i]);
            CHECK_TEXT(hash_of(options), first_hash);
        }
        for (int32_t isa = LOAM_ISA_AUTO + 1; isa < LOAM_ISA_COUNT; isa++)
        {
            if (loam_isa_available((loam_isa)isa))
            {
                snprintf(options, sizeof options, "--kind %s --size 65x130 --octaves 2 --isa %s",
                         kinds[k], loam_isa_name((loam_isa)isa));
                CHECK_TEXT(hash_of(options), first_hash);
            }
        }
    }
}

// An option that changes nothing is not connected to anything.
static void test_every_option_matters(void)
{
    static const char *const pairs[][2] = {
        {"--kind value", "--kind perlin"},
        {"--kind value --fade linear", "--kind value --fade smoothstep"},
        {"--kind cellular --cell f1", "--kind cellular --cell f2"},
        {"--kind cellular --metric manhattan", "--kind cellular --metric chebyshev"},
        {"--kind cellular --jitter 0.5", "--kind cellular --jitter 0.6"},
        {"--wavelength 10", "--wavelength 11"},
        {"--octaves 2", "--octaves 3"},
        {"--octaves 2 --persistence 0.5", "--octaves 2 --persistence 0.6"},
        {"--octaves 2 --lacunarity 2", "--octaves 2 --lacunarity 2.1"},
        {"--octaves 2 --fractal fbm", "--octaves 2 --fractal ridged"},
        {"--warp 0", "--warp 5"},
        {"--warp 5 --warp-wavelength 20", "--warp 5 --warp-wavelength 21"},
        {"--warp 5 --warp-octaves 1", "--warp 5 --warp-octaves 2"},
        {"--at 0,0", "--at 1,0"},
        {"--at 0,0", "--at 0,1"},
        {"--step 1", "--step 2"},
        {"--seed 1", "--seed one"},
        {"--dims 2", "--dims 3"},
        {"--dims 2 --size 16x1", "--dims 1 --size 16x1"},
        {"--dims 3 --z 0", "--dims 3 --z -9"},
        {"--size 32x16", "--size 16x32"},
    };
    for (size_t i = 0; i < sizeof pairs / sizeof pairs[0]; i++)
    {
        char options[2][128];
        const char *size = strstr(pairs[i][0], "--size") == NULL ? " --size 16x16" : "";
        snprintf(options[0], 128, "%s%s", pairs[i][0], size);
        snprintf(options[1], 128, "%s%s", pairs[i][1], size);
        snprintf(first_hash, sizeof first_hash, "%s", hash_of(options[0]));
        const char *second = hash_of(options[1]);
        CHECK_REPORT(strcmp(first_hash, second) != 0, "\"%s\" and \"%s\" give the same",
                     pairs[i][0], pairs[i][1]);
    }
}

// --at is the centre: a sample has its place whatever the size of the picture around it.
static void test_at_is_the_centre(void)
{
    snprintf(first_hash, sizeof first_hash, "%s", hash_of("--size 1x1 --at 32,8 --seed 5"));
    CHECK_TEXT(hash_of("--size 1x1 --at 32,8 --seed 5"), first_hash);
    CHECK_INT(console_run("noise --size 1x1 --at 32,8 --seed 5 --json"), 0);
    const double value = json_number_of(console_out, "min");
    loam_noise noise;
    const loam_noise_def def = loam_default_noise_def();
    CHECK_OK(loam_noise_init(&noise, &def, 5));
    CHECK_NEAR(value, loam_noise_at2(&noise, 32, 8), 1e-8);
    CHECK_INT(console_run("noise --dims 3 --z 7 --size 1x1 --at 32,8 --seed 5 --json"), 0);
    CHECK_NEAR(json_number_of(console_out, "min"), loam_noise_at3(&noise, 32, 8, 7), 1e-8);
}

static void test_people_get_a_sentence(void)
{
    CHECK_INT(console_run("noise --size 8x8"), 0);
    CHECK_CONTAINS(console_out, "simplex noise");
    CHECK_CONTAINS(console_out, "ns per point\n");
    CHECK_TEXT(console_err, "");
    CHECK_INT(console_run("noise --size 8x8 --ramp heat -o a.png"), 0);
    CHECK_CONTAINS(console_out, "written to a.png\n");
    CHECK_INT(console_run("noise --size 8x8 --bits 16 --output=b.png"), 0);
    CHECK_INT(folder_count(1), 2);
}

static void test_sheet_is_written(void)
{
    CHECK_INT(console_run("noise sheet --size 24x16 --threads 1 -o sheet.png --json"), 0);
    CHECK(json_is_valid(console_out));
    CHECK_RANGE(json_number_of(console_out, "pictures"), 5 + 4 + 12 + 2 * 5 + 1 + 3, 64);
    snprintf(first_hash, sizeof first_hash, "%s", json_text_of(console_out, "hash"));
    CHECK_INT(console_run("noise sheet --size 24x16 --threads all -o sheet.png --json"), 0);
    CHECK_TEXT(json_text_of(console_out, "hash"), first_hash);
    CHECK_INT(console_run("noise sheet --size 24x16 --seed 2 -o sheet.png --json"), 0);
    CHECK(strcmp(json_text_of(console_out, "hash"), first_hash) != 0);
    CHECK_INT(console_run("noise sheet --size 24x16 -o sheet.png"), 0);
    CHECK_CONTAINS(console_out, "written to sheet.png");
    CHECK_INT(folder_count(1), 1);
}

int main(void)
{
    folder_enter();
    RUN(test_json_tells_what_was_promised);
    RUN(test_json_echoes_what_defines_the_samples);
    RUN(test_one_dimension_is_a_curve);
    RUN(test_figures_are_those_of_the_library);
    RUN(test_hash_is_the_same_for_any_threads_and_set);
    RUN(test_every_option_matters);
    RUN(test_at_is_the_centre);
    RUN(test_people_get_a_sentence);
    RUN(test_sheet_is_written);
    CHECK_INT(folder_count(1), 0);
    folder_leave();
    console_done();
    return CHECK_DONE();
}
