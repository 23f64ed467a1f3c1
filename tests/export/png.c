// SPDX-License-Identifier: MIT
// Pictures are read back with libspng and compared.
#define _XOPEN_SOURCE 700 // for mkdtemp

#include "base/counting.h"
#include "check.h"
#include "export/folder.h"
#include "loam/export.h"
#include "loam/random.h"

#include <setjmp.h>
#include <signal.h>
#include <spng.h>
#include <sys/resource.h>
#include <sys/stat.h>

typedef struct decoded
{
    struct spng_ihdr header;
    uint8_t bytes[1 << 16];
    size_t size;
} decoded;

/// The pixels as they are in the file, 16 bits in the machine's order.
static bool decode(const char *path, decoded *out)
{
    *out = (decoded){0};
    FILE *file = fopen(path, "rb");
    spng_ctx *png = spng_ctx_new(0);
    bool ok = file != NULL && png != NULL && spng_set_png_file(png, file) == 0 &&
              spng_set_crc_action(png, SPNG_CRC_ERROR, SPNG_CRC_ERROR) == 0 &&
              spng_get_ihdr(png, &out->header) == 0 &&
              spng_decoded_image_size(png, SPNG_FMT_PNG, &out->size) == 0 &&
              out->size <= sizeof out->bytes &&
              spng_decode_image(png, out->bytes, out->size, SPNG_FMT_PNG, 0) == 0;
    spng_ctx_free(png);
    if (file != NULL)
    {
        fclose(file);
    }
    return ok;
}

static decoded image;

static void check_header(int32_t w, int32_t h, int32_t bits, int32_t colour_type)
{
    CHECK_INT(image.header.width, w);
    CHECK_INT(image.header.height, h);
    CHECK_INT(image.header.bit_depth, bits);
    CHECK_INT(image.header.color_type, colour_type);
}

/// If pngcheck is installed, it must have nothing to say.
static void check_with_others(const char *path)
{
    char command[300];
    snprintf(command, sizeof command, "if command -v pngcheck >/dev/null; then pngcheck -q %s; fi",
             path);
    CHECK_INT(system(command), 0);
}

static void test_opaque_pictures_are_rgb(void)
{
    const loam_env env = loam_default_env();
    loam_picture picture;
    CHECK_OK(loam_picture_create(&env, 7, 3, loam_rgb(0), &picture));
    for (int32_t i = 0; i < 21; i++)
    {
        picture.pixels[i] = loam_rgb((uint32_t)i * 0x0b0713u);
    }
    CHECK_OK(loam_png_write(&env, "rgb.png", &picture));
    CHECK(decode("rgb.png", &image));
    check_header(7, 3, 8, SPNG_COLOR_TYPE_TRUECOLOR);
    for (int32_t i = 0; i < 21; i++)
    {
        CHECK_INT(image.bytes[i * 3], picture.pixels[i].r);
        CHECK_INT(image.bytes[i * 3 + 1], picture.pixels[i].g);
        CHECK_INT(image.bytes[i * 3 + 2], picture.pixels[i].b);
    }
    check_with_others("rgb.png");
    // One pixel that is not opaque, the last, makes it RGBA.
    picture.pixels[20].a = 254;
    CHECK_OK(loam_png_write(&env, "rgb.png", &picture));
    CHECK(decode("rgb.png", &image));
    check_header(7, 3, 8, SPNG_COLOR_TYPE_TRUECOLOR_ALPHA);
    CHECK(memcmp(image.bytes, picture.pixels, 21 * 4) == 0);
    check_with_others("rgb.png");
    CHECK_INT(folder_count(1), 1);
    loam_picture_destroy(&env, &picture);
}

static void test_fields_use_the_whole_range(void)
{
    const loam_env env = loam_default_env();
    const float values[] = {-1.0f, 1.0f,     0.0f,      -7.0f, 8.0f,
                            NAN,   INFINITY, -INFINITY, 0.5f,  -0.99999f};
    static const int32_t eight[] = {0, 255, 128, 0, 255, 0, 255, 0, 191, 0};
    static const int32_t sixteen[] = {0, 65535, 32768, 0, 65535, 0, 65535, 0, 49151, 0};
    CHECK_OK(loam_png_write_field(&env, "grey.png", values, 5, 2, -1.0f, 1.0f, 8));
    CHECK(decode("grey.png", &image));
    check_header(5, 2, 8, SPNG_COLOR_TYPE_GRAYSCALE);
    for (int32_t i = 0; i < 10; i++)
    {
        CHECK_INT(image.bytes[i], eight[i]);
    }
    check_with_others("grey.png");
    CHECK_OK(loam_png_write_field(&env, "grey.png", values, 5, 2, -1.0f, 1.0f, 16));
    CHECK(decode("grey.png", &image));
    check_header(5, 2, 16, SPNG_COLOR_TYPE_GRAYSCALE);
    for (int32_t i = 0; i < 10; i++)
    {
        uint16_t value;
        memcpy(&value, image.bytes + i * 2, 2);
        CHECK_NEAR(value, sixteen[i], 1);
    }
    check_with_others("grey.png");
    CHECK_INT(folder_count(1), 1);
}

// 16 bits are worth having only if neighbouring values stay apart.
static void test_sixteen_bits_keep_65536_levels(void)
{
    const loam_env env = loam_default_env();
    static float values[16384];
    for (int32_t i = 0; i < 16384; i++)
    {
        values[i] = (float)(i * 4 + i % 4) / 65535.0f;
    }
    CHECK_OK(loam_png_write_field(&env, "grey.png", values, 128, 128, 0.0f, 1.0f, 16));
    CHECK(decode("grey.png", &image));
    for (int32_t i = 0; i < 16384; i++)
    {
        uint16_t value;
        memcpy(&value, image.bytes + i * 2, 2);
        CHECK_INT(value, i * 4 + i % 4);
    }
    CHECK_INT(folder_count(1), 1);
}

static void test_bad_arguments_write_nothing(void)
{
    const loam_env env = loam_default_env();
    const float value = 0.5f;
    CHECK_INT(loam_png_write_field(&env, "a.png", &value, 0, 1, 0, 1, 8), LOAM_BAD_ARGUMENT);
    CHECK_CONTAINS(loam_last_error(), "1 to 65536");
    CHECK_INT(loam_png_write_field(&env, "a.png", &value, 1, 65537, 0, 1, 8), LOAM_BAD_ARGUMENT);
    CHECK_INT(loam_png_write_field(&env, "a.png", &value, 1, 1, 0, 1, 9), LOAM_BAD_ARGUMENT);
    CHECK_CONTAINS(loam_last_error(), "8 or 16");
    CHECK_INT(loam_png_write_field(&env, "a.png", &value, 1, 1, 1, 1, 8), LOAM_BAD_ARGUMENT);
    CHECK_INT(loam_png_write_field(&env, "a.png", &value, 1, 1, NAN, 1, 8), LOAM_BAD_ARGUMENT);
    const loam_picture nothing = {0};
    CHECK_INT(loam_png_write(&env, "a.png", &nothing), LOAM_BAD_ARGUMENT);
    CHECK_INT(loam_png_write_field(&env, "no/where.png", &value, 1, 1, 0, 1, 8), LOAM_IO);
    CHECK_CONTAINS(loam_last_error(), "no/where.png");
    CHECK_INT(folder_count(1), 0);
}

static void test_failures_leave_nothing_behind(void)
{
    counting counter;
    const loam_env env = counting_env(&counter);
    static float values[512 * 512];
    for (int32_t i = 0; i < 512 * 512; i++)
    {
        values[i] = loam_random_float(1, (uint64_t)i); // does not compress
    }
    counter.refuse_at = 1;
    CHECK_INT(loam_png_write_field(&env, "a.png", values, 512, 512, 0, 1, 16), LOAM_OUT_OF_MEMORY);
    CHECK_INT(folder_count(0), 0);
    struct rlimit before;
    getrlimit(RLIMIT_FSIZE, &before);
    signal(SIGXFSZ, SIG_IGN);
    for (rlim_t limit = 0; limit < 400000; limit += 50000)
    {
        const struct rlimit small = {.rlim_cur = limit, .rlim_max = before.rlim_max};
        setrlimit(RLIMIT_FSIZE, &small);
        const loam_result result = loam_png_write_field(&env, "a.png", values, 512, 512, 0, 1, 16);
        setrlimit(RLIMIT_FSIZE, &before);
        CHECK_INT(result, LOAM_IO);
        CHECK_CONTAINS(loam_last_error(), "a.png");
        CHECK_INT(folder_count(0), 0);
    }
    CHECK_INT(counter.blocks, 0);
}

static jmp_buf back;
static const char *broken; // the condition that did not hold

static void catch_bug(void *user, const char *condition, const char *file, int line)
{
    (void)user;
    (void)file;
    (void)line;
    broken = condition;
    longjmp(back, 1);
}

// What must not be NULL is a caller's bug; a name that is missing is bad data.
static void test_null_is_a_bug(void)
{
    loam_env env = loam_default_env();
    env.assertion = (loam_assert_hook){catch_bug, NULL};
    broken = "";
    if (setjmp(back) == 0)
    {
        loam_png_write(&env, "a.png", NULL);
    }
    CHECK_TEXT(broken, "picture != NULL");
    if (setjmp(back) == 0)
    {
        loam_png_write_field(&env, "a.png", NULL, 1, 1, 0, 1, 8);
    }
    CHECK_TEXT(broken, "values != NULL");
    const float value = 0;
    CHECK_INT(loam_png_write_field(&env, NULL, &value, 1, 1, 0, 1, 8), LOAM_BAD_ARGUMENT);
    CHECK_CONTAINS(loam_last_error(), "name");
    CHECK_INT(folder_count(1), 0);
}

int main(void)
{
    folder_enter();
    RUN(test_opaque_pictures_are_rgb);
    RUN(test_fields_use_the_whole_range);
    RUN(test_sixteen_bits_keep_65536_levels);
    RUN(test_bad_arguments_write_nothing);
    RUN(test_failures_leave_nothing_behind);
    RUN(test_null_is_a_bug);
    folder_leave();
    return CHECK_DONE();
}
