// SPDX-License-Identifier: MIT
// Every material and every sign has a picture of its own.
#include "check.h"

#include "play/icons.h"

#include <stdlib.h>

enum
{
    PIXELS = ICON_SIDE * ICON_SIDE
};

static loam_tile_defs defs;

static int32_t opaque(const loam_colour *pixels)
{
    int32_t count = 0;
    for (int32_t i = 0; i < PIXELS; i++)
    {
        count += pixels[i].a >= 128;
    }
    return count;
}

static void test_materials_are_seen_and_differ(void)
{
    static loam_colour all[LOAM_MAX_MATERIALS][PIXELS];
    for (int32_t i = 0; i < LOAM_MAX_MATERIALS; i++)
    {
        icon_of_material(&defs.materials[i], all[i]);
        if (i == LOAM_AIR || defs.materials[i].name[0] == '\0')
        {
            continue;
        }
        CHECK_REPORT(opaque(all[i]) >= 30, "%s has %d pixels", defs.materials[i].name,
                     opaque(all[i]));
        for (int32_t k = 1; k < i; k++)
        {
            CHECK_REPORT(defs.materials[k].name[0] == '\0' ||
                             memcmp(all[i], all[k], sizeof all[i]) != 0,
                         "%s looks like %s", defs.materials[i].name, defs.materials[k].name);
        }
    }
}

static void test_what_is_no_material_is_nothing(void)
{
    loam_colour pixels[PIXELS];
    const loam_material none = {0};
    memset(pixels, 9, sizeof pixels);
    icon_of_material(&none, pixels);
    CHECK_INT(opaque(pixels), 0);
}

/// The colours come from the definitions: what somebody adds has its own.
static void test_pictures_follow_the_definitions(void)
{
    loam_colour pixels[PIXELS];
    loam_material mine = {.name = "mine",
                          .properties = LOAM_SOLID,
                          .layers = LOAM_BLOCKS,
                          .inner = 1,
                          .outer = 1,
                          .colours = {{1, 2, 3, 255}, {4, 5, 6, 255}}};
    icon_of_material(&mine, pixels);
    CHECK_INT(pixels[5 * ICON_SIDE + 5].r, 1);
    CHECK_INT(pixels[5].g, 5);
    mine.properties = LOAM_LIQUID;
    mine.colours[0].a = 128; // before a dark check
    icon_of_material(&mine, pixels);
    CHECK_INT(pixels[0].a, 0);
    CHECK_INT(pixels[PIXELS - 1].a, 255);
    CHECK_RANGE(pixels[PIXELS - 1].r, 2, 30);
}

static void test_signs_are_seen(void)
{
    loam_colour pixels[PIXELS];
    for (int32_t i = 0; i < ICON_SIGNS; i++)
    {
        icon_of_sign((icon_sign)i, pixels);
        CHECK_RANGE(opaque(pixels), 24, PIXELS);
    }
}

static void test_all_are_in_one_image(void)
{
    painter *paint;
    icons *all = NULL;
    const loam_env env = loam_default_env();
    CHECK_OK(painter_nothing_create(&paint));
    CHECK_OK(icons_create(&env, paint, &defs, &all));
    painter_begin(paint, 100, 100);
    icons_draw(all, 1, (box){0, 0, 16, 16}, loam_rgb(0xffffff));
    icons_draw_sign(all, ICON_HEART, (box){0, 0, 16, 16}, loam_rgb(0xffffff));
    CHECK_INT(paint->drawn, 2);
    icons_draw(NULL, 1, (box){0, 0, 16, 16}, loam_rgb(0xffffff));
    CHECK_INT(paint->drawn, 2);
    CHECK_OK(painter_end(paint));
    icons_destroy(all);
    icons_destroy(NULL);
    painter_destroy(paint);
}

/// How many pixels of what was drawn are not those of the picture, where that is opaque.
static int32_t wrong_pixels(painter *paint, loam_picture *shot, const loam_colour *pixels)
{
    int32_t wrong = 0;
    CHECK_OK(painter_read(paint, shot));
    for (int32_t i = 0; i < PIXELS; i++)
    {
        const loam_colour have = shot->pixels[i / ICON_SIDE * shot->w + i % ICON_SIDE];
        wrong += pixels[i].a == 255 &&
                 (have.r != pixels[i].r || have.g != pixels[i].g || have.b != pixels[i].b);
    }
    return wrong;
}

static void test_each_is_drawn_from_its_place(void)
{
    painter *paint;
    icons *all = NULL;
    loam_picture shot = {0};
    loam_colour pixels[PIXELS];
    const loam_env env = loam_default_env();
    const box at = {0, 0, ICON_SIDE, ICON_SIDE};
    CHECK_OK(painter_memory_create(32, 32, &paint));
    CHECK_OK(loam_picture_create(&env, 32, 32, loam_rgb(0), &shot));
    CHECK_OK(icons_create(&env, paint, &defs, &all));
    for (int32_t i = 1; i < LOAM_MAX_MATERIALS; i++)
    {
        painter_begin(paint, 32, 32);
        icons_draw(all, (uint8_t)i, at, loam_rgb(0xffffff));
        icon_of_material(&defs.materials[i], pixels);
        CHECK_INT(wrong_pixels(paint, &shot, pixels), 0);
        CHECK_OK(painter_end(paint));
    }
    for (int32_t i = 0; i < ICON_SIGNS; i++)
    {
        painter_begin(paint, 32, 32);
        icons_draw_sign(all, (icon_sign)i, at, loam_rgb(0xffffff));
        icon_of_sign((icon_sign)i, pixels);
        CHECK_INT(wrong_pixels(paint, &shot, pixels), 0);
        CHECK_OK(painter_end(paint));
    }
    icons_destroy(all);
    loam_picture_destroy(&env, &shot);
    painter_destroy(paint);
}

int main(void)
{
    loam_tile_defs_init(&defs);
    RUN(test_materials_are_seen_and_differ);
    RUN(test_what_is_no_material_is_nothing);
    RUN(test_pictures_follow_the_definitions);
    RUN(test_signs_are_seen);
    RUN(test_all_are_in_one_image);
    RUN(test_each_is_drawn_from_its_place);
    return CHECK_DONE();
}
