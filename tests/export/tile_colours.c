// SPDX-License-Identifier: MIT
// A layer of tiles in its colours, as paint programs see it and give it back.
#define _XOPEN_SOURCE 700 // for mkdtemp

#include "base/counting.h"
#include "check.h"
#include "export/folder.h"
#include "loam/export.h"

#include <spng.h>

static loam_tile_defs defs;

static const loam_tile some_tiles[6] = {{1, 2, 2, 4}, {0}, {0}, {0, 0, 3, 1}, {0}, {2, 3, 1, 5}};
static const loam_tile_area some_area = {-30, INT64_C(1) << 40, 2, 3};

static void write_some(loam_layer layer)
{
    const loam_env env = loam_default_env();
    CHECK_OK(loam_png_write_tile_colours(&env, "t.png", &defs, layer, some_tiles, some_area, 7));
}

static loam_tile_colours read_back(const char *path)
{
    const loam_env env = loam_default_env();
    loam_tile_colours colours = {.was_w = -1};
    CHECK_OK(loam_png_read_tile_colours(&env, path, &colours));
    return colours;
}

static void check_pixel(const loam_tile_colours *colours, int32_t x, int32_t y,
                        loam_colour expected)
{
    const loam_colour seen = colours->picture.pixels[y * colours->picture.w + x];
    CHECK_REPORT(memcmp(&seen, &expected, sizeof seen) == 0,
                 "pixel (%d, %d) is %d %d %d %d, expected %d %d %d %d", (int)x, (int)y, seen.r,
                 seen.g, seen.b, seen.a, expected.r, expected.g, expected.b, expected.a);
}

static void test_colours_come_back(void)
{
    static const loam_layer layers[] = {LOAM_BLOCKS, LOAM_WALLS};
    const loam_env env = loam_default_env();
    for (int i = 0; i < 2; i++)
    {
        write_some(layers[i]);
        loam_tile_colours colours = read_back("t.png");
        CHECK(colours.has_place);
        CHECK_INT(colours.place.x, some_area.x);
        CHECK_INT(colours.place.y, some_area.y);
        CHECK_INT(colours.was_w, 2);
        CHECK_INT(colours.was_h, 3);
        CHECK_INT(colours.layer, layers[i]);
        CHECK(colours.picture.w == 2 && colours.picture.h == 3);
        for (int32_t j = 0; j < 6; j++) // the lowest row is the last
        {
            check_pixel(&colours, j % 2, 2 - j / 2,
                        loam_tile_layer_colour(&defs, layers[i], some_tiles[j]));
        }
        loam_picture_destroy(&env, &colours.picture);
    }
    CHECK_INT(loam_tile_layer_colour(&defs, LOAM_BLOCKS, some_tiles[3]).a, 0);
    CHECK_INT(loam_tile_layer_colour(&defs, LOAM_WALLS, some_tiles[3]).a, 255);
    CHECK_INT(folder_count(1), 1);
}

// ---- pictures of other programs -----------------------------------------------------------------

typedef struct other
{
    struct spng_ihdr header;
    const void *pixels;
    size_t size;
    const char *key, *words; // a text entry, or NULL
} other;

/// In colour type 3, 0 is transparent and 1 is a red one.
static void write_other(other of)
{
    FILE *file = fopen("t.png", "wb");
    spng_ctx *png = spng_ctx_new(SPNG_CTX_ENCODER);
    char words[64];
    snprintf(words, sizeof words, "%s", of.words != NULL ? of.words : "somebody");
    struct spng_text text = {.type = SPNG_TEXT, .text = words, .length = strlen(words)};
    snprintf(text.keyword, sizeof text.keyword, "%s", of.key != NULL ? of.key : "Author");
    spng_set_png_file(png, file);
    CHECK_INT(spng_set_ihdr(png, &of.header), 0);
    CHECK_INT(spng_set_text(png, &text, 1), 0);
    if (of.header.color_type == SPNG_COLOR_TYPE_INDEXED)
    {
        struct spng_plte palette = {.n_entries = 2, .entries = {{0, 0, 0, 0}, {200, 10, 20, 0}}};
        struct spng_trns clear = {.n_type3_entries = 1, .type3_alpha = {0}};
        CHECK_INT(spng_set_plte(png, &palette), 0);
        CHECK_INT(spng_set_trns(png, &clear), 0);
    }
    CHECK_INT(spng_encode_image(png, of.pixels, of.size, SPNG_FMT_PNG, SPNG_ENCODE_FINALIZE), 0);
    spng_ctx_free(png);
    fclose(file);
}

// Programs write what is smallest, without what they do not know. It is a picture all the same.
static void test_pictures_of_any_kind_are_read(void)
{
    static const loam_colour red = {200, 10, 20, 255};
    static const struct
    {
        other of;
        loam_colour first, second;
    } kinds[] = {
        {{{2, 1, 8, 6, 0, 0, 0}, "\xc8\x0a\x14\xff\0\0\0\0", 8, NULL, NULL}, red, {0}},
        {{{2, 1, 8, 2, 0, 0, 0}, "\xc8\x0a\x14\x01\x02\x03", 6, NULL, NULL}, red, {1, 2, 3, 255}},
        {{{2, 1, 8, 3, 0, 0, 0}, "\1\0", 2, NULL, NULL}, red, {0}},
        {{{2, 1, 8, 0, 0, 0, 0}, "\x0a\xff", 2, NULL, NULL},
         {10, 10, 10, 255},
         {255, 255, 255, 255}},
        {{{2, 1, 16, 2, 0, 0, 0}, "\xc8\xc8\x0a\x0a\x14\x14\1\1\2\2\3\3", 12, NULL, NULL},
         red,
         {1, 2, 3, 255}},
    };
    const loam_env env = loam_default_env();
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
    {
        write_other(kinds[i].of);
        loam_tile_colours colours = read_back("t.png");
        CHECK(!colours.has_place && colours.layer == 0 && colours.was_w == 0);
        CHECK(colours.picture.w == 2 && colours.picture.h == 1);
        check_pixel(&colours, 0, 0, kinds[i].first);
        check_pixel(&colours, 1, 0, kinds[i].second);
        loam_picture_destroy(&env, &colours.picture);
    }
    CHECK_INT(folder_count(1), 1);
}

static void refuses(const char *path, loam_result expected, const char *part)
{
    counting counter;
    const loam_env env = counting_env(&counter);
    loam_tile_colours colours = {.was_w = -1};
    CHECK_INT(loam_png_read_tile_colours(&env, path, &colours), expected);
    CHECK_CONTAINS(loam_last_error(), part);
    CHECK_CONTAINS(loam_last_error(), path);
    CHECK_INT(colours.was_w, -1);
    CHECK_INT(counter.blocks, 0);
}

static void test_what_is_refused(void)
{
    static const char pixels[8] = {0};
    other of = {{2, 1, 8, 6, 0, 0, 0}, pixels, 8, "Loam position", "1;2"};
    write_other(of);
    refuses("t.png", LOAM_BAD_ARGUMENT, "its position is \"1;2\"");
    static const char *const sizes[] = {" ", "2", "2x", "x2", "0x1", "2x-1", "2x4097", "2x1x1"};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
    {
        of.key = "Loam size";
        of.words = sizes[i];
        write_other(of);
        refuses("t.png", LOAM_BAD_ARGUMENT, "; must be WxH with sides of 1 to 4096");
    }
    of.key = "Loam layer";
    of.words = "sky";
    write_other(of);
    refuses("t.png", LOAM_BAD_ARGUMENT, "its layer is \"sky\"; must be blocks or walls");
    of.key = "Loam world version";
    of.words = "99";
    write_other(of);
    refuses("t.png", LOAM_UNSUPPORTED, "is of world version 99");
    refuses("none.png", LOAM_NOT_FOUND, "cannot be read");
    refuses(".", LOAM_IO, "is a folder");
    of.header.width = LOAM_MAX_TILE_AREA + 1;
    static char row[4 * (LOAM_MAX_TILE_AREA + 1)];
    of.pixels = row;
    of.size = sizeof row;
    write_other(of);
    refuses("t.png", LOAM_BAD_ARGUMENT, "is too large; sides must be 1 to 4096");
    CHECK_INT(folder_count(1), 1);
}

// Neither kind is taken for the other, as long as it says what it is.
static void test_the_two_kinds_are_told_apart(void)
{
    const loam_env env = loam_default_env();
    CHECK_OK(loam_png_write_tiles(&env, "t.png", some_tiles, some_area, 7, LOAM_TILES_VERSION));
    refuses("t.png", LOAM_BAD_ARGUMENT, "has tiles as numbers; here it must be colours");
    write_some(LOAM_WALLS);
    loam_tile *tiles = NULL;
    loam_tile_area area;
    CHECK_INT(loam_png_read_tiles(&env, "t.png", &defs, &tiles, &area), LOAM_BAD_ARGUMENT);
    CHECK_CONTAINS(loam_last_error(), "t.png: shows the colours of walls; here it must be tiles");
    CHECK_INT(folder_count(1), 1);
}

// Every prefix is refused, and nothing is leaked.
static void test_cut_pictures(void)
{
    static uint8_t bytes[4096];
    write_some(LOAM_BLOCKS);
    FILE *file = fopen("t.png", "rb");
    const size_t size = fread(bytes, 1, sizeof bytes, file);
    fclose(file);
    for (size_t i = 0; i + 4 < size; i++)
    {
        CHECK_OK(loam_file_write("u.png", bytes, i));
        refuses("u.png", LOAM_IO, "u.png: ");
    }
    CHECK_INT(folder_count(1), 2);
}

static void test_no_memory_is_a_result(void)
{
    counting counter;
    const loam_env env = counting_env(&counter);
    write_some(LOAM_BLOCKS);
    counter.refuse_at = 1;
    loam_tile_colours colours;
    CHECK_INT(loam_png_read_tile_colours(&env, "t.png", &colours), LOAM_OUT_OF_MEMORY);
    CHECK_INT(counter.blocks, 0);
    CHECK_INT(folder_count(1), 1);
}

int main(void)
{
    folder_enter();
    loam_tile_defs_init(&defs);
    RUN(test_colours_come_back);
    RUN(test_pictures_of_any_kind_are_read);
    RUN(test_what_is_refused);
    RUN(test_the_two_kinds_are_told_apart);
    RUN(test_cut_pictures);
    RUN(test_no_memory_is_a_result);
    folder_leave();
    return CHECK_DONE();
}
