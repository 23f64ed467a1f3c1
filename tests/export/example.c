// SPDX-License-Identifier: MIT
// The example custom_stage writes a whole picture where it is told to.
#define _XOPEN_SOURCE 700 // for mkdtemp

#include "check.h"
#include "export/folder.h"

#include <spng.h>

enum
{
    WIDTH = 10 * 128, // pages and their side, as in the example
    HEIGHT = 6 * 128,
    MAX_PIXELS = WIDTH * HEIGHT
};

/// Decodes a file to RGB; the pixels are the caller's to free, NULL if it is no such PNG.
static uint8_t *decode(const char *path, struct spng_ihdr *header)
{
    FILE *file = fopen(path, "rb");
    spng_ctx *png = spng_ctx_new(0);
    size_t size = 0;
    uint8_t *pixels = NULL;
    *header = (struct spng_ihdr){0};
    if (file != NULL && png != NULL && spng_set_png_file(png, file) == 0 &&
        spng_get_ihdr(png, header) == 0 &&
        spng_decoded_image_size(png, SPNG_FMT_RGB8, &size) == 0 && size <= 3 * (size_t)MAX_PIXELS)
    {
        pixels = malloc(size);
    }
    if (pixels != NULL && spng_decode_image(png, pixels, size, SPNG_FMT_RGB8, 0) != 0)
    {
        free(pixels);
        pixels = NULL;
    }
    spng_ctx_free(png);
    if (file != NULL)
    {
        fclose(file);
    }
    return pixels;
}

// The example fills its picture with magenta first, so a page that is missing shows.
static void test_custom_stage_writes_its_picture(void)
{
    CHECK_INT(system("'" CUSTOM_STAGE "' picture.png >printed.txt"), 0);
    struct spng_ihdr header;
    uint8_t *pixels = decode("picture.png", &header);
    CHECK(pixels != NULL);
    CHECK_INT(header.width, WIDTH);
    CHECK_INT(header.height, HEIGHT);
    int64_t magenta = 0, changes = 0;
    const int64_t count = pixels != NULL ? (int64_t)header.width * header.height : 0;
    for (int64_t i = 1; i < count; i++)
    {
        const uint8_t *pixel = pixels + 3 * i;
        magenta += pixel[0] == 255 && pixel[1] == 0 && pixel[2] == 255;
        changes += memcmp(pixel, pixel - 3, 3) != 0;
    }
    CHECK_INT(magenta, 0);
    CHECK(changes > count / 10);
    free(pixels);
    CHECK_INT(folder_count(1), 2);
}

static void test_custom_stage_fails_where_it_cannot_write(void)
{
    CHECK(system("'" CUSTOM_STAGE "' no/where.png >printed.txt 2>&1") != 0);
    CHECK_INT(folder_count(1), 1);
}

int main(void)
{
    folder_enter();
    RUN(test_custom_stage_writes_its_picture);
    RUN(test_custom_stage_fails_where_it_cannot_write);
    folder_leave();
    return CHECK_DONE();
}
