// SPDX-License-Identifier: MIT
#include "atlas/furniture.h"

#include "atlas/tile.h"

#include <inttypes.h>
#include <stdio.h>

enum
{
    GRID_PX = 170, // lines are as far apart as the next smaller round length
    GRID_SIZE = 8, // of letters
};

int64_t loam_map_round_length(int64_t max)
{
    int64_t ten = 1;
    while (ten <= max / 10)
    {
        ten *= 10;
    }
    return max >= 5 * ten ? 5 * ten : max >= 2 * ten ? 2 * ten : ten;
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
    letters.size = GRID_SIZE;
    letters.weight = 0.15f;
    letters.colour = map_ink;
    letters.halo = map_paper;
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

/// A coordinate beside its line; (x, y) is the left end of its base line.
typedef struct grid_label
{
    float x, y, wide;
    char text[40];
} grid_label;

typedef struct grid
{
    int64_t spacing, left, right, low, high; // m
    loam_lettering letters;
} grid;

static grid grid_of(const loam_land_map_def *def)
{
    return (grid){.spacing = loam_map_round_length(GRID_PX * def->scale),
                  .left = loam_map_column_x(def, 0),
                  .right = loam_map_column_x(def, def->w - 1),
                  .low = loam_map_row_z(def, def->h - 1),
                  .high = loam_map_row_z(def, 0),
                  .letters = small_letters()};
}

/// The coordinate of a line from the north to the south, on its right. Where the map ends there, on its left,
/// if the one before leaves room, which ends at `end`; false if it does not.
static bool label_column(const grid *g, const loam_land_map_def *def, int64_t x, float end,
                         grid_label *out)
{
    const float column = (float)((x - g->left) / def->scale), gap = 5;
    length_name(x, g->spacing, out->text, sizeof out->text);
    out->wide = loam_lettering_width(&g->letters, out->text);
    const bool fits = column + gap + out->wide + 2 <= (float)def->w;
    out->x = fits ? column + gap : column - gap - out->wide;
    out->y = 13;
    return out->x >= end + gap;
}

/// That of a line from the west to the east, above it; false where those of the columns stand.
static bool label_row(const grid *g, const loam_land_map_def *def, int64_t z, grid_label *out)
{
    const int64_t row = (g->high - z) / def->scale;
    length_name(z, g->spacing, out->text, sizeof out->text);
    out->wide = loam_lettering_width(&g->letters, out->text);
    out->x = 5;
    out->y = (float)row - 5;
    return row > 24;
}

/// Calls `use` for every coordinate.
static void each_label(const grid *g, const loam_land_map_def *def,
                       void (*use)(void *user, const grid_label *label), void *user)
{
    grid_label label;
    float end = -5;
    for (int64_t x = first_multiple(g->left, g->spacing); x <= g->right; x += g->spacing)
    {
        if (label_column(g, def, x, end, &label))
        {
            use(user, &label);
            end = label.x + label.wide;
        }
    }
    for (int64_t z = first_multiple(g->low, g->spacing); z <= g->high; z += g->spacing)
    {
        if (label_row(g, def, z, &label))
        {
            use(user, &label);
        }
    }
}

static void draw_label(void *user, const grid_label *label)
{
    const loam_lettering letters = small_letters();
    loam_picture_lettering(user, label->x, label->y, &letters, label->text);
}

void loam_map_draw_grid(const loam_land_map_def *def, loam_picture *picture)
{
    const grid g = grid_of(def);
    for (int64_t x = first_multiple(g.left, g.spacing); x <= g.right; x += g.spacing)
    {
        rule(picture, (int32_t)((x - g.left) / def->scale), 0, 1, picture->h);
    }
    for (int64_t z = first_multiple(g.low, g.spacing); z <= g.high; z += g.spacing)
    {
        rule(picture, 0, (int32_t)((g.high - z) / def->scale), picture->w, 1);
    }
    each_label(&g, def, draw_label, picture);
}

// ---- bar --------------------------------------------------------------------------------------------

enum
{
    LEAST_W = 160,
    LEAST_H = 90,
    LONGEST = 220,
    THICK = 5,
    BAR_SIZE = 9, // of letters
    BAR_GAP = 8,  // from the bar up to their base line
};

/// Where the bar lies and what is written above it; length 0 on maps that are too small.
typedef struct scale_bar
{
    int32_t x, y, length; // px
    char text[40];
    loam_lettering letters;
    float text_wide;
} scale_bar;

static scale_bar bar_of(const loam_land_map_def *def)
{
    scale_bar bar = {.letters = small_letters()};
    if (def->w < LEAST_W || def->h < LEAST_H)
    {
        return bar;
    }
    const int64_t max = def->w / 4 < LONGEST ? def->w / 4 : LONGEST;
    const int64_t metres = loam_map_round_length(max * def->scale);
    bar.length = (int32_t)(metres / def->scale);
    bar.x = def->w - MAP_EDGE - bar.length;
    bar.y = def->h - MAP_EDGE - THICK;
    bar.letters.size = BAR_SIZE;
    length_name(metres, metres, bar.text, sizeof bar.text);
    bar.text_wide = loam_lettering_width(&bar.letters, bar.text);
    return bar;
}

void loam_map_draw_bar(const loam_land_map_def *def, loam_picture *picture)
{
    enum
    {
        PARTS = 4
    };
    const scale_bar bar = bar_of(def);
    if (bar.length == 0)
    {
        return;
    }
    loam_picture_rectangle(picture, bar.x - 2, bar.y - 2, bar.length + 4, THICK + 4, map_paper);
    loam_picture_rectangle(picture, bar.x - 1, bar.y - 1, bar.length + 2, THICK + 2, map_ink);
    for (int32_t part = 1; part < PARTS; part += 2)
    {
        const int32_t from = bar.length * part / PARTS, to = bar.length * (part + 1) / PARTS;
        loam_picture_rectangle(picture, bar.x + from, bar.y, to - from, THICK, loam_rgb(0xfaf7ee));
    }
    loam_picture_lettering(picture, (float)(bar.x + bar.length) - bar.text_wide - 1,
                           (float)(bar.y - BAR_GAP), &bar.letters, bar.text);
}

float loam_map_bar_top(const loam_land_map_def *def)
{
    const scale_bar bar = bar_of(def);
    return (float)(def->bar && bar.length > 0 ? bar.y - BAR_GAP - BAR_SIZE : def->h - MAP_EDGE);
}

// ---- boxes ------------------------------------------------------------------------------------------

typedef struct box_list
{
    map_box *list;
    int32_t count;
} box_list;

static void add_box(void *user, const grid_label *label)
{
    box_list *boxes = user;
    boxes->list[boxes->count++] = (map_box){label->x, label->y - GRID_SIZE, label->x + label->wide,
                                            label->y};
}

int32_t loam_map_furniture_most(const loam_land_map_def *def)
{
    // Lines are at least two fifths of GRID_PX apart.
    return (def->w + def->h) / (GRID_PX * 2 / 5) + 3;
}

int32_t loam_map_furniture(const loam_land_map_def *def, map_box *out)
{
    box_list boxes = {out, 0};
    if (def->grid)
    {
        const grid g = grid_of(def);
        each_label(&g, def, add_box, &boxes);
    }
    const scale_bar bar = bar_of(def);
    if (def->bar && bar.length > 0)
    {
        const float right = (float)(bar.x + bar.length);
        const float wide = bar.text_wide > (float)bar.length ? bar.text_wide : (float)bar.length;
        out[boxes.count++] = (map_box){right - wide - 2, loam_map_bar_top(def), right + 2,
                                       (float)(bar.y + THICK + 2)};
    }
    return boxes.count;
}
