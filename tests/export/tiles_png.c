// SPDX-License-Identifier: MIT
// Tiles as pictures: what is written comes back, and what others write is looked at before it is taken.
#define _XOPEN_SOURCE 700 // for mkdtemp

#include "base/counting.h"
#include "check.h"
#include "export/folder.h"
#include "loam/export.h"
#include "loam/random.h"

#include <spng.h>

static loam_tile_defs defs;

/// Tiles of all materials there are, by chance.
static void random_tiles(loam_tile *tiles, size_t count, uint64_t seed)
{
    for (size_t i = 0; i < count; i++)
    {
        uint32_t block = loam_random_below(seed, 4 * i, 128), wall = block;
        while (defs.materials[block].name[0] == '\0' ||
               (defs.materials[block].layers & LOAM_BLOCKS) == 0)
        {
            block = (block + 1) % 128;
        }
        while (defs.materials[wall].name[0] == '\0' ||
               (defs.materials[wall].layers & LOAM_WALLS) == 0)
        {
            wall = (wall + 1) % 128;
        }
        const loam_material *front = &defs.materials[block], *back = &defs.materials[wall];
        tiles[i] = (loam_tile){
            (uint8_t)block,
            (uint8_t)loam_random_below(seed, 4 * i + 1, (uint32_t)(front->inner + front->outer)),
            (uint8_t)wall,
            (uint8_t)loam_random_below(seed, 4 * i + 2, (uint32_t)(back->inner + back->outer))};
    }
}

static void test_tiles_come_back(void)
{
    counting counter;
    const loam_env env = counting_env(&counter);
    static const loam_tile_area areas[] = {
        {0, 0, 1, 1},
        {-5, 7, 128, 3},
        {INT64_C(1) << 40, -(INT64_C(1) << 40), 3, 128},
        {-LOAM_TILE_END, LOAM_TILE_END - 64, 200, 64},
    };
    static loam_tile tiles[128 * 200];
    for (size_t i = 0; i < sizeof areas / sizeof areas[0]; i++)
    {
        const size_t count = (size_t)areas[i].w * (size_t)areas[i].h;
        random_tiles(tiles, count, i);
        CHECK_OK(
            loam_png_write_tiles(&env, "t.png", tiles, areas[i], UINT64_MAX, LOAM_TILES_VERSION));
        loam_tile *back = NULL;
        loam_tile_area area;
        CHECK_OK(loam_png_read_tiles(&env, "t.png", &defs, &back, &area));
        CHECK(area.x == areas[i].x && area.y == areas[i].y);
        CHECK(area.w == areas[i].w && area.h == areas[i].h);
        CHECK(back != NULL && memcmp(back, tiles, count * sizeof *tiles) == 0);
        loam_free(&env, back, count * sizeof *back);
    }
    CHECK_INT(counter.blocks, 0);
    CHECK_INT(folder_count(1), 1);
}

typedef struct picture
{
    struct spng_ihdr header;
    uint8_t pixels[4096];
    struct spng_text texts[8];
    uint32_t text_count;
} picture;

// As other programs see it: the four values are the four channels, high is up, the texts say the rest.
static void test_others_see_four_channels(void)
{
    const loam_env env = loam_default_env();
    loam_tile tiles[6] = {{1, 2, 3, 4}, {0}, {0}, {0}, {0}, {2, 3, 1, 5}};
    CHECK_OK(loam_png_write_tiles(&env, "t.png", tiles, (loam_tile_area){-30, 40, 2, 3},
                                  UINT64_C(12345678901234567890), LOAM_TILES_VERSION));
    static picture seen;
    size_t size = 0;
    FILE *file = fopen("t.png", "rb");
    spng_ctx *png = spng_ctx_new(0);
    CHECK_INT(spng_set_png_file(png, file), 0);
    CHECK_INT(spng_get_ihdr(png, &seen.header), 0);
    CHECK_INT(seen.header.color_type, SPNG_COLOR_TYPE_TRUECOLOR_ALPHA);
    CHECK_INT(seen.header.bit_depth, 8);
    CHECK_INT(seen.header.width, 2);
    CHECK_INT(seen.header.height, 3);
    CHECK_INT(spng_decoded_image_size(png, SPNG_FMT_PNG, &size), 0);
    CHECK_INT(spng_decode_image(png, seen.pixels, size, SPNG_FMT_PNG, 0), 0);
    CHECK(memcmp(seen.pixels + 4 * 4, "\1\2\3\4", 4) == 0); // the lowest row is the last
    CHECK(memcmp(seen.pixels + 1 * 4, "\2\3\1\5", 4) == 0);
    double gamma;
    CHECK(spng_get_gama(png, &gamma) != 0);
    CHECK_INT(spng_get_text(png, NULL, &seen.text_count), 0);
    CHECK_INT(seen.text_count, 3);
    CHECK_INT(spng_get_text(png, seen.texts, &seen.text_count), 0);
    static const char *const expected[3][2] = {{"Loam position", "-30,40"},
                                               {"Loam world version", NULL},
                                               {"Loam seed", "12345678901234567890"}};
    for (uint32_t i = 0; i < 3 && seen.text_count == 3; i++)
    {
        CHECK_TEXT(seen.texts[i].keyword, expected[i][0]);
        CHECK(expected[i][1] == NULL || strcmp(seen.texts[i].text, expected[i][1]) == 0);
    }
    spng_ctx_free(png);
    fclose(file);
    CHECK_INT(folder_count(1), 1);
}

// ---- pictures of other programs -----------------------------------------------------------------

/// Writes a picture of w x h pixels, all zero but one, with a text entry, as another program might.
static void write_other(const char *path, struct spng_ihdr header, const char *key,
                        const char *words)
{
    static uint8_t pixels[1 << 16];
    FILE *file = fopen(path, "wb");
    spng_ctx *png = spng_ctx_new(SPNG_CTX_ENCODER);
    spng_set_png_file(png, file);
    CHECK_INT(spng_set_ihdr(png, &header), 0);
    char copy[64];
    struct spng_text text = {.type = SPNG_TEXT, .text = copy};
    if (key != NULL)
    {
        snprintf(copy, sizeof copy, "%s", words);
        snprintf(text.keyword, sizeof text.keyword, "%s", key);
        text.length = strlen(copy);
        CHECK_INT(spng_set_text(png, &text, 1), 0);
    }
    if (header.color_type == SPNG_COLOR_TYPE_INDEXED)
    {
        struct spng_plte palette = {.n_entries = 1};
        CHECK_INT(spng_set_plte(png, &palette), 0);
    }
    const size_t channels = header.color_type == 6 ? 4 : header.color_type == 2 ? 3 : 1;
    CHECK_INT(spng_encode_image(png, pixels,
                                header.width * header.height * channels * header.bit_depth / 8,
                                SPNG_FMT_PNG, SPNG_ENCODE_FINALIZE),
              0);
    spng_ctx_free(png);
    fclose(file);
}

static void refuses(const char *path, loam_result expected, const char *part)
{
    counting counter;
    const loam_env env = counting_env(&counter);
    loam_tile *tiles = NULL;
    loam_tile_area area = {.w = -1};
    CHECK_INT(loam_png_read_tiles(&env, path, &defs, &tiles, &area), expected);
    CHECK_CONTAINS(loam_last_error(), part);
    CHECK_CONTAINS(loam_last_error(), path);
    CHECK(tiles == NULL && area.w == -1);
    CHECK_INT(counter.blocks, 0);
}

static const struct spng_ihdr rgba = {.width = 4, .height = 2, .bit_depth = 8, .color_type = 6};

// Among very many texts the position could be overlooked, and tiles put into the wrong place.
static void test_too_many_texts_are_refused(void)
{
    static struct spng_text texts[65];
    static char words[] = "0 0", zero_pixels[4 * 2 * 4];
    FILE *file = fopen("t.png", "wb");
    spng_ctx *png = spng_ctx_new(SPNG_CTX_ENCODER);
    struct spng_ihdr header = rgba;
    spng_set_png_file(png, file);
    CHECK_INT(spng_set_ihdr(png, &header), 0);
    for (int i = 0; i < 65; i++)
    {
        texts[i] = (struct spng_text){.type = SPNG_TEXT, .text = words, .length = 3};
        snprintf(texts[i].keyword, sizeof texts[i].keyword, "key %d", i);
    }
    CHECK_INT(spng_set_text(png, texts, 65), 0);
    CHECK_INT(
        spng_encode_image(png, zero_pixels, sizeof zero_pixels, SPNG_FMT_PNG, SPNG_ENCODE_FINALIZE),
        0);
    spng_ctx_free(png);
    fclose(file);
    refuses("t.png", LOAM_IO, "65 texts; must be at most 64");
    CHECK_INT(folder_count(1), 1);
}

static void test_pictures_without_texts_are_taken(void)
{
    const loam_env env = loam_default_env();
    write_other("t.png", rgba, "Author", "somebody");
    loam_tile *tiles;
    loam_tile_area area;
    CHECK_OK(loam_png_read_tiles(&env, "t.png", &defs, &tiles, &area));
    CHECK(area.x == 0 && area.y == 0 && area.w == 4 && area.h == 2);
    loam_free(&env, tiles, 8 * sizeof *tiles);
    CHECK_INT(folder_count(1), 1);
}

static void test_other_pictures_are_refused(void)
{
    struct spng_ihdr header = rgba;
    header.color_type = SPNG_COLOR_TYPE_TRUECOLOR;
    write_other("t.png", header, NULL, NULL);
    refuses("t.png", LOAM_BAD_ARGUMENT, "colour type 2 with 8 bits; must be RGBA");
    header.color_type = SPNG_COLOR_TYPE_INDEXED;
    write_other("t.png", header, NULL, NULL);
    refuses("t.png", LOAM_BAD_ARGUMENT, "colour type 3");
    header = rgba;
    header.bit_depth = 16;
    write_other("t.png", header, NULL, NULL);
    refuses("t.png", LOAM_BAD_ARGUMENT, "with 16 bits");
    header = rgba;
    header.width = LOAM_MAX_TILE_AREA + 1;
    header.height = 1;
    write_other("t.png", header, NULL, NULL);
    refuses("t.png", LOAM_BAD_ARGUMENT, "is too large; sides must be 1 to 4096");
    refuses("none.png", LOAM_NOT_FOUND, "cannot be read");
    refuses(".", LOAM_IO, ".: is a folder");
    FILE *text = fopen("text.png", "wb");
    fputs("{\"this\": \"is a file of another kind\"}\n", text);
    fclose(text);
    refuses("text.png", LOAM_IO, "text.png: is no PNG file");
    remove("text.png");
    CHECK_INT(folder_count(1), 1);
}

static void test_texts_are_read_strictly(void)
{
    static const char *const places[] = {
        "1",    "1,",   ",1", "1,2,3", " 1,2", "1, 2", "1.5,2", "a,b", "99999999999999999999,0",
        "+1,2", "--1,2"};
    for (size_t i = 0; i < sizeof places / sizeof places[0]; i++)
    {
        write_other("t.png", rgba, "Loam position", places[i]);
        refuses("t.png", LOAM_BAD_ARGUMENT, "its position is \"");
    }
    write_other("t.png", rgba, "Loam position", "1152921504606846975,0");
    refuses("t.png", LOAM_BAD_ARGUMENT, "must be -2^60 to 2^60 - 1");
    write_other("t.png", rgba, "Loam position", "0,-1152921504606846977");
    refuses("t.png", LOAM_BAD_ARGUMENT, "must be -2^60 to 2^60 - 1");
    static const char *const versions[] = {"0", "99", "one", "-1", "1x", "4294967297"};
    for (size_t i = 0; i < sizeof versions / sizeof versions[0]; i++)
    {
        write_other("t.png", rgba, "Loam world version", versions[i]);
        refuses("t.png", LOAM_UNSUPPORTED, "is of world version ");
    }
    CHECK_INT(folder_count(1), 1);
}

/// The version that a picture says to be of, as other programs see it.
static void read_version(const char *path, char words[16])
{
    struct spng_text texts[8];
    uint32_t count = 0;
    FILE *file = fopen(path, "rb");
    spng_ctx *png = spng_ctx_new(0);
    words[0] = '\0';
    CHECK_INT(spng_set_png_file(png, file), 0);
    CHECK_INT(spng_get_text(png, NULL, &count), 0);
    CHECK(count > 0 && count <= 8 && spng_get_text(png, texts, &count) == 0);
    for (uint32_t i = 0; i < count; i++)
    {
        if (strcmp(texts[i].keyword, "Loam world version") == 0)
        {
            snprintf(words, 16, "%s", texts[i].text);
        }
    }
    spng_ctx_free(png);
    fclose(file);
}

// A picture is of the version of its world, and every version that there has been is read.
static void test_all_versions_are_read(void)
{
    const loam_env env = loam_default_env();
    const loam_tile_area one = {0, 0, 1, 1};
    const loam_tile stone = {.block = 1};
    for (int32_t version = 0; version <= LOAM_TILES_VERSION + 1; version++)
    {
        char words[16], expected[16], message[64];
        loam_tile *tiles;
        loam_tile_area area;
        const loam_result result = loam_png_write_tiles(&env, "t.png", &stone, one, 1, version);
        if (version < 1 || version > LOAM_TILES_VERSION)
        {
            snprintf(message, sizeof message, "t.png: version is %d; must be 1 to %d", (int)version,
                     LOAM_TILES_VERSION);
            CHECK_INT(result, LOAM_BAD_ARGUMENT);
            CHECK_TEXT(loam_last_error(), message);
            continue;
        }
        CHECK_OK(result);
        snprintf(expected, sizeof expected, "%d", (int)version);
        read_version("t.png", words);
        CHECK_TEXT(words, expected);
        CHECK_OK(loam_png_read_tiles(&env, "t.png", &defs, &tiles, &area));
        CHECK_INT(tiles[0].block, 1);
        loam_free(&env, tiles, sizeof *tiles);
    }
    CHECK_INT(folder_count(1), 1);
}

static void test_tiles_that_cannot_be_are_named(void)
{
    const loam_env env = loam_default_env();
    const int32_t water = loam_material_find(&defs, "water");
    const struct
    {
        loam_tile tile;
        const char *part;
    } cases[] = {
        {{.block = 250}, "the block is material 250, which the definitions do not have"},
        {{.wall = 250}, "the wall is material 250, which the definitions do not have"},
        {{.wall = (uint8_t)water}, "the wall is water, which is no wall"},
        {{.block = 1, .block_variant = 16}, "the block is variant 16 of stone, which has 0 to 15"},
        {{.block_variant = 255}, "the block is variant 255 of air"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
    {
        loam_tile tiles[12] = {{0}};
        tiles[7] = tiles[9] = cases[i].tile;
        CHECK_OK(loam_png_write_tiles(&env, "t.png", tiles, (loam_tile_area){100, -50, 4, 3}, 1,
                                      LOAM_TILES_VERSION));
        refuses("t.png", LOAM_BAD_ARGUMENT, cases[i].part);
        CHECK_CONTAINS(loam_last_error(), "t.png: at tile (103, -49) ");
    }
    CHECK_INT(folder_count(1), 1);
}

static void test_bad_areas_are_refused(void)
{
    const loam_env env = loam_default_env();
    const loam_tile tile = {0};
    const loam_tile_area areas[] = {{0, 0, 0, 1},
                                    {0, 0, 1, -1},
                                    {0, 0, LOAM_MAX_TILE_AREA + 1, 1},
                                    {LOAM_TILE_END, 0, 1, 1},
                                    {INT64_MIN, 0, 1, 1},
                                    {0, INT64_MAX, 1, 1},
                                    {LOAM_TILE_END - 1, 0, 2, 1}};
    for (size_t i = 0; i < sizeof areas / sizeof areas[0]; i++)
    {
        CHECK_INT(loam_png_write_tiles(&env, "t.png", &tile, areas[i], 1, LOAM_TILES_VERSION),
                  LOAM_BAD_ARGUMENT);
        CHECK_CONTAINS(loam_last_error(), "t.png: ");
    }
    CHECK_INT(loam_png_write_tiles(&env, "no/t.png", &tile, (loam_tile_area){0, 0, 1, 1}, 1,
                                   LOAM_TILES_VERSION),
              LOAM_IO);
    CHECK_INT(
        loam_png_write_tiles(&env, "", &tile, (loam_tile_area){0, 0, 1, 1}, 1, LOAM_TILES_VERSION),
        LOAM_BAD_ARGUMENT);
    CHECK_INT(folder_count(1), 0);
}

// Every prefix, and every changed byte, is refused or read; nothing else happens.
static void test_damaged_pictures(void)
{
    const loam_env env = loam_default_env();
    loam_tile tiles[64];
    random_tiles(tiles, 64, 3);
    CHECK_OK(loam_png_write_tiles(&env, "t.png", tiles, (loam_tile_area){0, 0, 8, 8}, 1,
                                  LOAM_TILES_VERSION));
    static uint8_t bytes[4096];
    FILE *file = fopen("t.png", "rb");
    const size_t size = fread(bytes, 1, sizeof bytes, file);
    fclose(file);
    loam_tile *back = NULL;
    loam_tile_area area;
    for (size_t i = 0; i < 2 * size; i++)
    {
        const bool cut = i < size;
        file = fopen("u.png", "wb");
        bytes[i % size] ^= cut ? 0 : 0x21;
        fwrite(bytes, 1, cut ? i : size, file);
        bytes[i % size] ^= cut ? 0 : 0x21;
        fclose(file);
        const loam_result result = loam_png_read_tiles(&env, "u.png", &defs, &back, &area);
        // The last four bytes are a checksum of nothing.
        CHECK_REPORT(result == LOAM_IO || (!cut && result != LOAM_OK) || i % size + 4 >= size,
                     "byte %zu gave %s", i, loam_result_name(result));
        if (result == LOAM_OK)
        {
            loam_free(&env, back, (size_t)area.w * (size_t)area.h * sizeof *back);
        }
    }
    CHECK_INT(folder_count(1), 2);
}

static void test_no_memory_is_a_result(void)
{
    counting counter;
    const loam_env env = counting_env(&counter);
    write_other("t.png", rgba, NULL, NULL);
    counter.refuse_at = 1;
    loam_tile *tiles = NULL;
    loam_tile_area area;
    CHECK_INT(loam_png_read_tiles(&env, "t.png", &defs, &tiles, &area), LOAM_OUT_OF_MEMORY);
    CHECK_INT(counter.blocks, 0);
    CHECK_INT(folder_count(1), 1);
}

int main(void)
{
    loam_tile_defs_init(&defs);
    folder_enter();
    RUN(test_tiles_come_back);
    RUN(test_others_see_four_channels);
    RUN(test_too_many_texts_are_refused);
    RUN(test_pictures_without_texts_are_taken);
    RUN(test_other_pictures_are_refused);
    RUN(test_texts_are_read_strictly);
    RUN(test_all_versions_are_read);
    RUN(test_tiles_that_cannot_be_are_named);
    RUN(test_bad_areas_are_refused);
    RUN(test_damaged_pictures);
    RUN(test_no_memory_is_a_result);
    folder_leave();
    return CHECK_DONE();
}
