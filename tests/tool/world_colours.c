// SPDX-License-Identifier: MIT
// loam world export-png and import-png with --colours: a paint program in between.
#define _XOPEN_SOURCE 700 // for mkdtemp

#include "export/folder.h"
#include "loam/loam.h"
#include "loam/store.h"
#include "tool/console.h"
#include "tool/json.h"

#include <spng.h>

static loam_tile before[LOAM_CHUNK_TILES], after[LOAM_CHUNK_TILES];

#define EXPORT "world export-png w.loam --chunks -1,0,0,0 "
#define OUT EXPORT "--colours blocks -o t.png"
#define IN "world import-png w.loam t.png --colours blocks "

static loam_tile_colours read_picture(void)
{
    const loam_env env = loam_default_env();
    loam_tile_colours colours = {.layer = 0};
    CHECK_OK(loam_png_read_tile_colours(&env, "t.png", &colours));
    return colours;
}

/// As a program saves it that keeps nothing but the pixels.
static void save_picture(loam_tile_colours *colours)
{
    const loam_env env = loam_default_env();
    CHECK_OK(loam_png_write(&env, "t.png", &colours->picture));
    loam_picture_destroy(&env, &colours->picture);
}

static void load(int64_t x, loam_tile *tiles)
{
    loam_store_def def = loam_default_store_def();
    def.path = "w.loam";
    def.read_only = true;
    loam_store *store;
    CHECK_OK(loam_store_open(&def, &store));
    const loam_result result = loam_store_load(store, (loam_chunk_pos){x, 0}, tiles);
    CHECK(result == LOAM_OK || result == LOAM_NOT_FOUND);
    if (result == LOAM_NOT_FOUND)
    {
        loam_tile_source *source;
        CHECK_OK(loam_tile_source_create(&def.env, loam_store_defs(store), loam_store_seed(store),
                                         &source));
        CHECK_OK(loam_tile_source_chunk(source, (loam_chunk_pos){x, 0}, tiles));
        loam_tile_source_destroy(source);
    }
    loam_store_close(store);
}

static double chunks_in_file(void)
{
    CHECK_INT(console_run("world info w.loam --json"), TOOL_DONE);
    return json_number_of(console_out, "chunks");
}

// Out and in again, by way of a program that keeps only pixels, or keeps everything: no chunk is saved.
static void test_nothing_edited_is_nothing_changed(void)
{
    CHECK_INT(console_run("world new w.loam --seed 7"), TOOL_DONE);
    CHECK_INT(console_run(OUT), TOOL_DONE);
    CHECK_TEXT(console_out,
               "t.png: 256 x 128 tiles at (-128, 0); 0 chunks from the file, 2 grown\n");
    CHECK_INT(console_run(IN), TOOL_DONE);
    CHECK_TEXT(console_out, "t.png: 256 x 128 tiles at (-128, 0); 0 of them changed; 0 chunks from "
                            "the file, 2 grown\n");
    loam_tile_colours colours = read_picture();
    save_picture(&colours);
    CHECK_INT(console_run(IN "--at -128,0 --json"), TOOL_DONE);
    CHECK(json_is_valid(console_out));
    CHECK_NEAR(json_number_of(console_out, "changed"), 0, 0);
    CHECK_INT(console_run(EXPORT "--colours walls -o t.png"), TOOL_DONE);
    CHECK_INT(console_run("world import-png w.loam t.png --colours walls"), TOOL_DONE);
    CHECK_CONTAINS(console_out, "; 0 of them changed; ");
    CHECK_NEAR(chunks_in_file(), 0, 0);
    CHECK_INT(folder_count(1), 2);
}

/// The first of three blocks beside each other in a row of tiles.
static int32_t find_rock(const loam_tile *row)
{
    int32_t x = 0;
    while (x < LOAM_CHUNK_SIDE - 3 && (row[x].block == LOAM_AIR || row[x + 1].block == LOAM_AIR ||
                                       row[x + 2].block == LOAM_AIR))
    {
        x++;
    }
    CHECK(x < LOAM_CHUNK_SIDE - 3);
    return x;
}

static int32_t find_material(const char *name)
{
    loam_tile_defs *const defs = malloc(sizeof *defs);
    loam_tile_defs_init(defs);
    const int32_t id = loam_material_find(defs, name);
    free(defs);
    return id;
}

// What is painted and what is erased changes; all else keeps its exact tile.
static void test_edited_pixels_change_their_tiles(void)
{
    enum
    {
        ROW = 10
    };
    CHECK_INT(console_run("world new w.loam --seed 7"), TOOL_DONE);
    CHECK_INT(console_run(OUT), TOOL_DONE);
    load(0, before);
    const int32_t at = find_rock(before + ROW * LOAM_CHUNK_SIDE);
    loam_tile_colours colours = read_picture();
    loam_colour *const pixels = colours.picture.pixels + (LOAM_CHUNK_SIDE - 1 - ROW) * 256 + 128;
    pixels[at].a = 0;
    pixels[at + 1] = loam_rgb(0xf0781e); // lava's first
    pixels[at + 2] = loam_rgb(0xf17c1e); // nearly
    save_picture(&colours);
    CHECK_INT(console_run(IN "--at -128,0"), TOOL_DONE);
    CHECK_CONTAINS(console_out, "; 3 of them changed; ");
    CHECK_NEAR(chunks_in_file(), 1, 0);
    load(0, after);
    loam_tile *const old = before + ROW * LOAM_CHUNK_SIDE + at;
    const loam_tile *const new = after + ROW *LOAM_CHUNK_SIDE + at;
    old[0] = (loam_tile){LOAM_AIR, 0, old[0].wall, old[0].wall_variant};
    for (int32_t i = 1; i < 3; i++)
    {
        CHECK_INT(new[i].block, find_material("lava"));
        CHECK_REPORT(i > 1 || new[i].block_variant == 0, "variant %d", new[i].block_variant);
        old[i] = (loam_tile){new[i].block, new[i].block_variant, old[i].wall, old[i].wall_variant};
    }
    CHECK(memcmp(before, after, sizeof before) == 0);
    CHECK_INT(folder_count(1), 2);
}

/// The left upper part of the picture.
static void cut_picture(int32_t w, int32_t h)
{
    const loam_env env = loam_default_env();
    loam_tile_colours colours = read_picture();
    loam_picture part;
    CHECK_OK(loam_picture_create(&env, w, h, loam_rgb(0), &part));
    for (int32_t y = 0; y < h; y++)
    {
        memcpy(part.pixels + y * w, colours.picture.pixels + y * colours.picture.w,
               (size_t)w * sizeof *part.pixels);
    }
    loam_picture_destroy(&env, &colours.picture);
    colours.picture = part;
    save_picture(&colours);
}

/// As a program saves it that keeps all texts: what it was is not what it is.
static void write_with_old_texts(void)
{
    static uint8_t pixels[4 * 100 * 20];
    static char place[] = "-128,0", size[] = "256x128";
    struct spng_text texts[] = {
        {.keyword = "Loam position", .type = SPNG_TEXT, .text = place, .length = sizeof place - 1},
        {.keyword = "Loam size", .type = SPNG_TEXT, .text = size, .length = sizeof size - 1}};
    struct spng_ihdr header = {.width = 100, .height = 20, .bit_depth = 8, .color_type = 6};
    FILE *const file = fopen("t.png", "wb");
    spng_ctx *const png = spng_ctx_new(SPNG_CTX_ENCODER);
    spng_set_png_file(png, file);
    CHECK_INT(spng_set_ihdr(png, &header), 0);
    CHECK_INT(spng_set_text(png, texts, 2), 0);
    CHECK_INT(spng_encode_image(png, pixels, sizeof pixels, SPNG_FMT_PNG, SPNG_ENCODE_FINALIZE), 0);
    spng_ctx_free(png);
    fclose(file);
}

// Where a picture goes that lost its texts, or was cut, nobody guesses.
static void test_a_picture_needs_a_place(void)
{
    CHECK_INT(console_run("world new w.loam --seed 7"), TOOL_DONE);
    CHECK_INT(console_run(OUT), TOOL_DONE);
    cut_picture(100, 20);
    console_refuses(IN, TOOL_BAD_USAGE, "t.png does not say where it goes");
    CHECK_INT(console_run(IN "--at -128,108"), TOOL_DONE); // the upper left part of it
    CHECK_CONTAINS(console_out, "t.png: 100 x 20 tiles at (-128, 108); 0 of them changed; ");
    CHECK_INT(console_run(IN "--at -60,108"), TOOL_DONE); // over two chunks
    CHECK_CONTAINS(console_out, "0 chunks from the file, 2 grown");
    console_refuses(IN "--at 1152921504606846975,0", TOOL_BAD_USAGE,
                    "where the picture does not fit");
    write_with_old_texts();
    console_refuses(IN, TOOL_BAD_USAGE, "t.png is 100x20 and was 256x128 when it was written");
    CHECK_INT(folder_count(1), 2);
}

static void test_the_wrong_kind_is_refused(void)
{
    CHECK_INT(console_run("world new w.loam --seed 7"), TOOL_DONE);
    CHECK_INT(console_run(OUT), TOOL_DONE);
    console_refuses("world import-png w.loam t.png --colours walls", TOOL_BAD_USAGE,
                    "--colours is walls, and t.png shows blocks");
    console_refuses("world import-png w.loam t.png", TOOL_BAD_USAGE, "shows the colours of blocks");
    console_refuses(EXPORT "--colours sky -o t.png", TOOL_BAD_USAGE, "--colours is \"sky\"");
    CHECK_INT(console_run(EXPORT "-o t.png"), TOOL_DONE);
    console_refuses(IN, TOOL_BAD_USAGE, "t.png: has tiles as numbers");
    console_refuses("world import-png w.loam no.png --colours blocks", TOOL_FAILED, "no.png");
    CHECK_NEAR(chunks_in_file(), 0, 0);
    CHECK_INT(folder_count(1), 2);
}

int main(void)
{
    folder_enter();
    RUN(test_nothing_edited_is_nothing_changed);
    RUN(test_edited_pixels_change_their_tiles);
    RUN(test_a_picture_needs_a_place);
    RUN(test_the_wrong_kind_is_refused);
    console_done();
    folder_leave();
    return CHECK_DONE();
}
