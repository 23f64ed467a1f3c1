// SPDX-License-Identifier: MIT
// Maps are read back, by hand, with libspng and with programs of other people, and compared.
#define _XOPEN_SOURCE 700 // for mkdtemp

#include "base/counting.h"
#include "check.h"
#include "export/folder.h"
#include "loam/export.h"
#include "loam/random.h"

#include <math.h>
#include <signal.h>
#include <spng.h>
#include <sys/resource.h>

enum
{
    W = 37,
    H = 41, // no multiple of what OpenEXR takes at a time
    COUNT = W * H
};

static float heights[COUNT]; // the first row is the first of the file
static uint8_t bytes[COUNT * 4];

static const double low = -120.5, high = 981.25;

static void make_values(void)
{
    for (int i = 0; i < COUNT; i++)
    {
        heights[i] = (float)(low + (high - low) * (double)loam_random_float(5, (uint64_t)i));
    }
    for (int i = 0; i < COUNT * 4; i++)
    {
        bytes[i] = (uint8_t)loam_random_below(6, (uint64_t)i, 20);
    }
}

static loam_raster_def make_def(const char *path, loam_raster_format format)
{
    return (loam_raster_def){.env = loam_default_env(),
                             .path = path,
                             .format = format,
                             .w = W,
                             .h = H,
                             .low = low,
                             .high = high};
}

static loam_result write_all(const loam_raster_def *def, const void *rows, size_t row_size)
{
    loam_raster *raster;
    loam_result result = loam_raster_create(def, &raster);
    if (result != LOAM_OK)
    {
        return result;
    }
    for (int32_t y = 0; y < def->h && result == LOAM_OK; y++)
    {
        result = loam_raster_row(raster, (const char *)rows + (size_t)y * row_size);
    }
    if (result != LOAM_OK)
    {
        loam_raster_abandon(raster);
        return result;
    }
    return loam_raster_finish(raster);
}

static size_t read_file(const char *path, uint8_t *out, size_t size)
{
    FILE *file = fopen(path, "rb");
    const size_t count = file != NULL ? fread(out, 1, size, file) : 0;
    if (file != NULL)
    {
        fclose(file);
    }
    return count;
}

static double half_step(void)
{
    return (high - low) / 65535 / 2 * 1.0001;
}

static void check_levels(const uint16_t *levels)
{
    for (int i = 0; i < COUNT; i++)
    {
        CHECK_NEAR(low + levels[i] * (high - low) / 65535, heights[i], half_step());
    }
}

static void test_raw_numbers_have_their_order(void)
{
    static uint8_t file[COUNT * 4 + 1];
    static uint16_t levels[COUNT];
    for (int variant = 0; variant < 4; variant++)
    {
        loam_raster_def def = make_def("a.raw", LOAM_RASTER_RAW16);
        def.big_endian = (variant & 1) != 0;
        def.upside_down = (variant & 2) != 0;
        CHECK_OK(write_all(&def, heights, W * sizeof(float)));
        CHECK_INT(read_file("a.raw", file, sizeof file), COUNT * 2);
        for (int i = 0; i < COUNT; i++)
        {
            const int row = def.upside_down ? H - 1 - i / W : i / W;
            const uint8_t *at = file + (row * W + i % W) * 2;
            levels[i] = (uint16_t)(def.big_endian ? at[0] << 8 | at[1] : at[1] << 8 | at[0]);
        }
        check_levels(levels);
    }
    CHECK_INT(folder_count(1), 1);
}

static void test_raw_floats_are_exact(void)
{
    static uint8_t file[COUNT * 4 + 1];
    loam_raster_def def = make_def("a.r32", LOAM_RASTER_R32);
    CHECK_OK(write_all(&def, heights, W * sizeof(float)));
    CHECK_INT(read_file("a.r32", file, sizeof file), COUNT * 4);
    for (int i = 0; i < COUNT; i++)
    {
        const uint8_t *at = file + i * 4;
        const uint32_t bits = (uint32_t)at[3] << 24 | (uint32_t)at[2] << 16 | (uint32_t)at[1] << 8 |
                              at[0];
        CHECK(memcmp(&bits, &heights[i], 4) == 0);
    }
    CHECK_INT(folder_count(1), 1);
}

static struct spng_ihdr header;
static struct spng_plte palette;

static bool decode(const char *path, void *out, size_t size)
{
    FILE *file = fopen(path, "rb");
    spng_ctx *png = spng_ctx_new(0);
    const bool ok = file != NULL && spng_set_png_file(png, file) == 0 &&
                    spng_get_ihdr(png, &header) == 0 &&
                    spng_decode_image(png, out, size, SPNG_FMT_PNG, 0) == 0;
    palette = (struct spng_plte){0};
    spng_get_plte(png, &palette);
    spng_ctx_free(png);
    if (file != NULL)
    {
        fclose(file);
    }
    return ok;
}

static void test_png_heights_are_within_half_a_step(void)
{
    static uint16_t levels[COUNT];
    const loam_raster_def def = make_def("a.png", LOAM_RASTER_PNG16);
    CHECK_OK(write_all(&def, heights, W * sizeof(float)));
    CHECK(decode("a.png", levels, sizeof levels));
    CHECK_INT(header.bit_depth, 16);
    CHECK_INT(header.color_type, SPNG_COLOR_TYPE_GRAYSCALE);
    check_levels(levels);
    CHECK_INT(folder_count(1), 1);
}

static void test_levels_beyond_are_clamped(void)
{
    const float odd[] = {-1e30f, 1e30f, NAN, INFINITY, -INFINITY, 0, 1, 0.5f};
    static const int expected[] = {0, 65535, 0, 65535, 0, 0, 65535, 32768};
    uint8_t file[17];
    loam_raster_def def = make_def("a.raw", LOAM_RASTER_RAW16);
    def.w = 8, def.h = 1, def.low = 0, def.high = 1;
    CHECK_OK(write_all(&def, odd, sizeof odd));
    CHECK_INT(read_file("a.raw", file, sizeof file), 16);
    for (int i = 0; i < 8; i++)
    {
        CHECK_INT(file[i * 2] | file[i * 2 + 1] << 8, expected[i]);
    }
    CHECK_INT(folder_count(1), 1);
}

static void test_bytes_are_as_they_were(void)
{
    static const struct
    {
        loam_raster_format format;
        int channels, type;
    } cases[] = {{LOAM_RASTER_GREY8, 1, SPNG_COLOR_TYPE_GRAYSCALE},
                 {LOAM_RASTER_RGB8, 3, SPNG_COLOR_TYPE_TRUECOLOR},
                 {LOAM_RASTER_RGBA8, 4, SPNG_COLOR_TYPE_TRUECOLOR_ALPHA},
                 {LOAM_RASTER_INDEX8, 1, SPNG_COLOR_TYPE_INDEXED}};
    static uint8_t back[COUNT * 4];
    uint32_t colours[20];
    for (uint32_t i = 0; i < 20; i++)
    {
        colours[i] = i * 0x0b0713u;
    }
    for (int i = 0; i < 4; i++)
    {
        loam_raster_def def = make_def("a.png", cases[i].format);
        def.palette = colours, def.palette_count = 20;
        CHECK_OK(write_all(&def, bytes, (size_t)W * (size_t)cases[i].channels));
        CHECK(decode("a.png", back, (size_t)COUNT * (size_t)cases[i].channels));
        CHECK_INT(header.color_type, cases[i].type);
        CHECK_INT(header.bit_depth, 8);
        CHECK(memcmp(back, bytes, (size_t)COUNT * (size_t)cases[i].channels) == 0);
    }
    CHECK_INT(palette.n_entries, 20);
    CHECK_INT(palette.entries[3].red, 0x21);
    CHECK_INT(palette.entries[3].green, 0x15);
    CHECK_INT(palette.entries[3].blue, 0x39);
    CHECK_INT(folder_count(1), 1);
}

// ---- what others read ---------------------------------------------------------------------------------

static bool is_installed(const char *program)
{
    char command[100];
    snprintf(command, sizeof command, "command -v %s >/dev/null", program);
    const bool there = system(command) == 0;
    if (!there)
    {
        printf("skipped: there is no %s\n", program);
    }
    return there;
}

/// The numbers of a file as gdal reads them, one channel after the other.
static bool read_with_gdal(const char *path, float *out, size_t size)
{
    char command[300];
    snprintf(command, sizeof command,
             "gdal_translate -q -ot Float32 -of ENVI -co INTERLEAVE=BSQ %s others.bin 2>others.txt",
             path);
    return system(command) == 0 && read_file("others.bin", (uint8_t *)out, size) == size;
}

static void test_gdal_reads_the_heights(void)
{
    static float back[COUNT];
    if (!is_installed("gdal_translate"))
    {
        return;
    }
    loam_raster_def def = make_def("a.png", LOAM_RASTER_PNG16);
    CHECK_OK(write_all(&def, heights, W * sizeof(float)));
    CHECK(read_with_gdal("a.png", back, sizeof back));
    for (int i = 0; i < COUNT; i++)
    {
        CHECK_NEAR(low + (double)back[i] * (high - low) / 65535, heights[i], half_step());
    }
    folder_count(1);
}

// ffmpeg has a reader of its own; gdal often comes without one.
static void test_ffmpeg_reads_three_equal_channels_of_metres(void)
{
    static float back[COUNT * 3];
    if (!loam_raster_supports(LOAM_RASTER_EXR) || !is_installed("ffmpeg"))
    {
        return;
    }
    const loam_raster_def def = make_def("a.exr", LOAM_RASTER_EXR);
    CHECK_OK(write_all(&def, heights, W * sizeof(float)));
    CHECK_INT(system("ffmpeg -v error -i a.exr -f rawvideo -pix_fmt gbrpf32le others.bin"), 0);
    CHECK_INT(read_file("others.bin", (uint8_t *)back, sizeof back), sizeof back);
    for (int channel = 0; channel < 3; channel++)
    {
        CHECK(memcmp(back + channel * COUNT, heights, sizeof heights) == 0);
    }
    folder_count(1);
}

static bool file_contains(const char *path, const char *part)
{
    static char text[1 << 16];
    const size_t size = read_file(path, (uint8_t *)text, sizeof text - 1);
    text[size] = '\0';
    return strstr(text, part) != NULL;
}

static void test_openexr_knows_its_own(void)
{
    if (!loam_raster_supports(LOAM_RASTER_EXR) || !is_installed("exrheader"))
    {
        return;
    }
    loam_raster_def def = make_def("a.exr", LOAM_RASTER_EXR);
    for (def.h = 1; def.h <= H; def.h += 8) // pieces that are full and pieces that are not
    {
        CHECK_OK(write_all(&def, heights, W * sizeof(float)));
        CHECK_INT(system("exrheader a.exr >others.txt 2>&1"), 0);
        CHECK(file_contains("others.txt", "R, 32-bit floating-point"));
        CHECK(file_contains("others.txt", "B, 32-bit floating-point"));
        CHECK(file_contains("others.txt", "scanlineimage"));
    }
    folder_count(1);
}

static void test_pngcheck_and_imagemagick_agree(void)
{
    static const uint32_t colours[20] = {0xff0000, 0x00ff00};
    loam_raster_def def = make_def("a.png", LOAM_RASTER_PNG16);
    loam_raster_def biomes = make_def("b.png", LOAM_RASTER_INDEX8);
    biomes.palette = colours, biomes.palette_count = 20;
    CHECK_OK(write_all(&def, heights, W * sizeof(float)));
    CHECK_OK(write_all(&biomes, bytes, W));
    if (is_installed("pngcheck"))
    {
        CHECK_INT(system("pngcheck -q a.png b.png >others.txt"), 0);
    }
    if (is_installed("identify"))
    {
        CHECK_INT(system("identify -format '%w %h %[png:IHDR.bit-depth-orig] "
                         "%[png:IHDR.color-type-orig];' a.png b.png >others.txt"),
                  0);
        CHECK(file_contains("others.txt", "37 41 16 0;37 41 8 3;"));
    }
    folder_count(1);
}

// ---- when it cannot be done ---------------------------------------------------------------------------

static void refuse(const loam_raster_def *def, const char *part)
{
    loam_raster *raster = NULL;
    CHECK_INT(loam_raster_create(def, &raster), LOAM_BAD_ARGUMENT);
    CHECK_CONTAINS(loam_last_error(), part);
    CHECK(raster == NULL);
}

static void test_bad_values_are_refused(void)
{
    loam_raster_def def = make_def("a.png", LOAM_RASTER_PNG16);
    def.w = 0;
    refuse(&def, "1 to 65536");
    def.w = 65537;
    refuse(&def, "1 to 65536");
    def.w = W;
    def.high = def.low;
    refuse(&def, "the lower one must be first");
    def.high = (double)INFINITY;
    refuse(&def, "the lower one must be first");
    def.high = (double)NAN;
    refuse(&def, "the lower one must be first");
    def.path = "";
    refuse(&def, "name");
    def = make_def("a.png", LOAM_RASTER_INDEX8);
    static const uint32_t colours[257] = {0};
    def.palette = colours;
    refuse(&def, "1 to 256");
    def.palette_count = 257;
    refuse(&def, "1 to 256");
    loam_raster *raster;
    def.palette_count = 256;
    CHECK_OK(loam_raster_create(&def, &raster));
    loam_raster_abandon(raster);
    def = make_def("no/where.raw", LOAM_RASTER_RAW16);
    CHECK_INT(loam_raster_create(&def, &raster), LOAM_IO);
    CHECK_CONTAINS(loam_last_error(), "no/where.raw");
    if (!loam_raster_supports(LOAM_RASTER_EXR))
    {
        def = make_def("a.exr", LOAM_RASTER_EXR);
        CHECK_INT(loam_raster_create(&def, &raster), LOAM_UNSUPPORTED);
        CHECK_CONTAINS(loam_last_error(), "OpenEXR");
    }
    CHECK_INT(folder_count(1), 0);
}

static const loam_raster_format float_formats[] = {LOAM_RASTER_PNG16, LOAM_RASTER_RAW16,
                                                   LOAM_RASTER_R32, LOAM_RASTER_EXR};

static void test_allocations_may_fail(void)
{
    for (size_t i = 0; i < 4; i++)
    {
        counting counter;
        loam_raster_def def = make_def("a", float_formats[i]);
        def.env = counting_env(&counter);
        if (!loam_raster_supports(def.format))
        {
            continue;
        }
        loam_result result = LOAM_OUT_OF_MEMORY;
        for (int at = 1; result == LOAM_OUT_OF_MEMORY; at++)
        {
            CHECK_INT(folder_count(0), 0);
            counter.refuse_at = at;
            counter.asked = 0;
            result = write_all(&def, heights, W * sizeof(float));
            CHECK_INT(counter.blocks, 0);
        }
        CHECK_INT(result, LOAM_OK);
        CHECK_INT(folder_count(1), 1);
    }
}

// The disk is full at any place: what was there stays, and nothing else.
static void test_a_full_disk_leaves_the_old_file(void)
{
    struct rlimit before;
    getrlimit(RLIMIT_FSIZE, &before);
    signal(SIGXFSZ, SIG_IGN);
    for (size_t i = 0; i < 4; i++)
    {
        const loam_raster_def def = make_def("a", float_formats[i]);
        for (rlim_t limit = 0; limit < 3000 && loam_raster_supports(def.format); limit += 300)
        {
            CHECK_OK(loam_file_write("a", "old", 3));
            const struct rlimit small = {.rlim_cur = limit, .rlim_max = before.rlim_max};
            setrlimit(RLIMIT_FSIZE, &small);
            const loam_result result = write_all(&def, heights, W * sizeof(float));
            setrlimit(RLIMIT_FSIZE, &before);
            CHECK_INT(result, LOAM_IO);
            CHECK_CONTAINS(loam_last_error(), "a: could not be written: File too large");
            uint8_t old[8];
            CHECK_INT(read_file("a", old, sizeof old), 3);
            CHECK_INT(folder_count(1), 1);
        }
    }
}

static void test_abandoned_maps_leave_nothing(void)
{
    for (size_t i = 0; i < 4; i++)
    {
        const loam_raster_def def = make_def("a", float_formats[i]);
        for (int32_t rows = 0; rows <= H && loam_raster_supports(def.format); rows += 20)
        {
            loam_raster *raster;
            CHECK_OK(loam_raster_create(&def, &raster));
            for (int32_t y = 0; y < rows; y++)
            {
                CHECK_OK(loam_raster_row(raster, heights + y * W));
            }
            loam_raster_abandon(raster);
            CHECK_INT(folder_count(0), 0);
        }
    }
    loam_raster_abandon(NULL);
}

int main(void)
{
    make_values();
    folder_enter();
    RUN(test_raw_numbers_have_their_order);
    RUN(test_raw_floats_are_exact);
    RUN(test_png_heights_are_within_half_a_step);
    RUN(test_levels_beyond_are_clamped);
    RUN(test_bytes_are_as_they_were);
    RUN(test_gdal_reads_the_heights);
    RUN(test_ffmpeg_reads_three_equal_channels_of_metres);
    RUN(test_openexr_knows_its_own);
    RUN(test_pngcheck_and_imagemagick_agree);
    RUN(test_bad_values_are_refused);
    RUN(test_allocations_may_fail);
    RUN(test_a_full_disk_leaves_the_old_file);
    RUN(test_abandoned_maps_leave_nothing);
    folder_leave();
    return CHECK_DONE();
}
