// SPDX-License-Identifier: MIT
#include "land/map/furniture.h"

#include "land/map/tile.h"

#include <inttypes.h>
#include <stdio.h>

static const loam_colour ink = {44, 52, 66, 255};
static const loam_colour paper = {250, 247, 238, 215};

int64_t loam_map_round_length(int64_t most)
{
    int64_t ten = 1;
    while (ten <= most / 10)
    {
        ten *= 10;
    }
    return most >= 5 * ten ? 5 * ten : most >= 2 * ten ? 2 * ten : ten;
}

/// "250 m"; "3 km" if unit, the step from one to the next, is whole kilometres.
static void length_name(int64_t metres, int64_t unit, char *text, size_t size)
{
    const bool km = unit % 1000 == 0;
    snprintf(text, size, "%" PRId64 " %s", km ? metres / 1000 : metres, km ? "km" : "m");
}

static loam_lettering small_letters(void)
{
    loam_lettering letters = loam_default_lettering();
    letters.size = 8;
    letters.weight = 0.15f;
    letters.colour = ink;
    letters.halo = paper;
    letters.halo_width = 1.6f;
    return letters;
}

// ---- grid -------------------------------------------------------------------------------------------

/// The first multiple of spacing at or after a place.
static int64_t first_multiple(int64_t place, int64_t spacing)
{
    const int64_t rest = ((place % spacing) + spacing) % spacing;
    return rest == 0 ? place : place + spacing - rest;
}

/// Blends a line of one pixel into a row or a column.
static void rule(loam_picture *picture, int32_t x, int32_t y, int32_t w, int32_t h)
{
    const loam_colour faint = {44, 52, 66, 56};
    loam_picture_rectangle(picture, x, y, w, h, faint);
}

/// Names a line from the north to the south, on its right. Where the map ends there, on its left, if the name
/// of the line before leaves room; *end is where that one ends.
static void label_column(loam_picture *picture, int32_t column, const loam_lettering *letters,
                         const char *text, float *end)
{
    const float wide = loam_lettering_width(letters, text), gap = 5;
    const bool fits = (float)column + gap + wide + 2 <= (float)picture->w;
    const float x = fits ? (float)column + gap : (float)column - gap - wide;
    if (x >= *end + gap)
    {
        loam_picture_lettering(picture, x, 13, letters, text);
        *end = x + wide;
    }
}

void loam_map_draw_grid(const loam_land_map_def *def, loam_picture *picture)
{
    const int64_t spacing = loam_map_round_length(170 * def->scale);
    const int64_t left = loam_map_column_x(def, 0), right = loam_map_column_x(def, def->w - 1);
    const int64_t low = loam_map_row_z(def, def->h - 1), high = loam_map_row_z(def, 0);
    loam_lettering letters = small_letters();
    char text[40];
    float end = -5;
    for (int64_t x = first_multiple(left, spacing); x <= right; x += spacing)
    {
        const int32_t column = (int32_t)((x - left) / def->scale);
        rule(picture, column, 0, 1, picture->h);
        length_name(x, spacing, text, sizeof text);
        label_column(picture, column, &letters, text, &end);
    }
    for (int64_t z = first_multiple(low, spacing); z <= high; z += spacing)
    {
        const int32_t row = (int32_t)((high - z) / def->scale);
        rule(picture, 0, row, picture->w, 1);
        length_name(z, spacing, text, sizeof text);
        if (row > 24)
        {
            loam_picture_lettering(picture, 5, (float)row - 5, &letters, text);
        }
    }
}

// ---- bar --------------------------------------------------------------------------------------------

void loam_map_draw_bar(const loam_land_map_def *def, loam_picture *picture)
{
    enum
    {
        LEAST_W = 160,
        LEAST_H = 90,
        LONGEST = 220,
        EDGE = 16, // to the border of the map
        THICK = 5,
        PARTS = 4,
    };
    if (def->w < LEAST_W || def->h < LEAST_H)
    {
        return;
    }
    const int64_t most = def->w / 4 < LONGEST ? def->w / 4 : LONGEST;
    const int64_t metres = loam_map_round_length(most * def->scale);
    const int32_t length = (int32_t)(metres / def->scale);
    const int32_t x = picture->w - EDGE - length, y = picture->h - EDGE - THICK;
    loam_picture_rectangle(picture, x - 2, y - 2, length + 4, THICK + 4, paper);
    loam_picture_rectangle(picture, x - 1, y - 1, length + 2, THICK + 2, ink);
    for (int32_t part = 1; part < PARTS; part += 2)
    {
        const int32_t from = length * part / PARTS, to = length * (part + 1) / PARTS;
        loam_picture_rectangle(picture, x + from, y, to - from, THICK, loam_rgb(0xfaf7ee));
    }
    char text[40];
    length_name(metres, metres, text, sizeof text);
    loam_lettering letters = small_letters();
    letters.size = 9;
    loam_picture_lettering(picture, (float)(x + length) - loam_lettering_width(&letters, text) - 1,
                           (float)y - 8, &letters, text);
}
