// SPDX-License-Identifier: MIT
// loam tiles map --gpu and loam gpu bench, as a user meets them.
#define _GNU_SOURCE // for mkdtemp

#include "export/folder.h"
#include "gpu/driver.h"
#include "tool/console.h"
#include "tool/json.h"

#include "loam/gpu.h"

/// The hash that a map tells, and its picture's bytes.
static void draw(const char *options, const char *file, char hash[32])
{
    char line[512];
    snprintf(line, sizeof line, "tiles map %s -o %s --json", options, file);
    CHECK_INT(console_run(line), 0);
    CHECK(json_is_valid(console_out));
    snprintf(hash, 32, "%s", json_text_of(console_out, "hash"));
}

static bool same_files(const char *one, const char *other)
{
    FILE *const a = fopen(one, "rb"), *const b = fopen(other, "rb");
    bool same = a != NULL && b != NULL;
    for (int c = 0; same && c != EOF;)
    {
        c = fgetc(a);
        same = c == fgetc(b);
    }
    if (a != NULL)
    {
        fclose(a);
    }
    if (b != NULL)
    {
        fclose(b);
    }
    return same;
}

static void compare(const char *options)
{
    char on_gpu[512], gpu_hash[32], hash[32];
    snprintf(on_gpu, sizeof on_gpu, "%s --gpu", options);
    draw(options, "processor.png", hash);
    draw(on_gpu, "gpu.png", gpu_hash);
    CHECK_TEXT(gpu_hash, hash);
    CHECK(strlen(json_text_of(console_out, "device")) > 0);
    CHECK(same_files("processor.png", "gpu.png"));
}

static void test_maps_are_equal(void)
{
    compare("--seed 3 --size 530x270 --at 10,-20");
    compare("--seed 3 --size 201x101 --at 1099511627776,-70 --zoom 1/2 --bare --threads 1");
}

/// Definitions from a file.
static void test_changed_worlds_are_equal(void)
{
    FILE *const file = fopen("defs.json", "w");
    CHECK(file != NULL);
    fputs("{\"ground\": {\"cave_threshold\": 0.6, \"pool_width\": 20, \"deep_pools\": 0.9,"
          " \"layer_wander\": 90, \"strip_width\": 60, \"climate_wavelength\": 200}}",
          file);
    fclose(file);
    char hash[32], changed[32];
    draw("--seed 3 --size 150x150 --at 0,-60", "a.png", hash);
    draw("--seed 3 --size 150x150 --at 0,-60 --defs defs.json", "b.png", changed);
    CHECK(strcmp(hash, changed) != 0);
    compare("--seed 3 --size 150x150 --at 0,-60 --defs defs.json");
}

/// They are the processor's, and it is not said that they were anything else.
static void test_samples_are_equal(void)
{
    char hash[32], other[32];
    draw("--size 9000x5000 --zoom 1/64", "a.png", hash);
    draw("--size 9000x5000 --zoom 1/64 --gpu", "b.png", other);
    CHECK_TEXT(other, hash);
    CHECK_CONTAINS(console_out, "\"device\":null");
}

static void test_bench_tells_that_tiles_are_equal(void)
{
    CHECK_INT(console_run("gpu bench --size 60x40 --time 1 --ring 8 --steps 1 --threads 1 --json"),
              0);
    CHECK(json_is_valid(console_out));
    CHECK_TEXT(json_text_of(console_out, "tiles"), "equal");
    CHECK_RANGE(json_number_of(console_out, "device_mtiles_per_s"), 1e-9, 1e9);
    CHECK_RANGE(json_number_of(console_out, "thread_mtiles_per_s"), 1e-9, 1e9);
    CHECK_RANGE(json_number_of(console_out, "dam_moves"), 1, 1e9);
    CHECK_RANGE(json_number_of(console_out, "fall_moves"), 1, 1e9);
}

static void test_fluids_are_equal(void)
{
    CHECK_INT(console_run("gpu sim --seed 3 --ring 8 --at -5,9 --steps 6 --check --threads 1 "
                          "-o ring.png --json"),
              0);
    CHECK(json_is_valid(console_out));
    CHECK_TEXT(json_text_of(console_out, "tiles"), "equal");
    CHECK_INT((int)json_number_of(console_out, "steps"), 6);
    CHECK_RANGE(json_number_of(console_out, "moved"), 1, 1e9);
    FILE *const picture = fopen("ring.png", "rb");
    CHECK(picture != NULL);
    if (picture != NULL)
    {
        fclose(picture);
    }
    CHECK(console_run("gpu sim --ring 64 --steps 1") != 0);
    CHECK_CONTAINS(console_err, "can bind 128 MiB");
    CHECK(console_run("gpu sim --ring 8 --steps -1") != 0);
}

int main(void)
{
    keep_driver();
    const loam_gpu_def def = loam_default_gpu_def();
    loam_gpu *gpu;
    if (loam_gpu_create(&def, &gpu) != LOAM_OK)
    {
        printf("left out: %s\n", loam_last_error());
        return 77;
    }
    loam_gpu_destroy(gpu);
    folder_enter();
    RUN(test_maps_are_equal);
    RUN(test_changed_worlds_are_equal);
    RUN(test_samples_are_equal);
    RUN(test_bench_tells_that_tiles_are_equal);
    RUN(test_fluids_are_equal);
    console_done();
    folder_leave();
    return CHECK_DONE();
}
