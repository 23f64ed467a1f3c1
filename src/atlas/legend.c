// SPDX-License-Identifier: MIT
#include "atlas/legend.h"

#include "loam/maths.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// A legend tells the colours that are on the map: swatches are the means of what pixels of a biome show, with
// their light and shade, so that the eye finds them again. Ramps are whole whatever is on the map, so that
// maps can be compared; from one of their values to the next there is as much room, however far those are.
// Lengths are in sizes of letters, which grow with the map.

enum
{
    LEAST_SIZE = 8, // of letters, px
    MOST_SIZE = 16,
    SIZE_SHARE = 120, // a map is so many sizes wide, and high, if that is between the two
    MAX_VALUE = 24,
};

static const float pad = 1.1f, line = 1.9f, swatch_w = 2.2f, swatch_h = 1.3f, gap = 0.8f;
static const float head = 2.3f; // the title

static const char *const titles[LOAM_MAP_LAYER_COUNT] = {
    [LOAM_MAP_ATLAS] = "Biomes",
    [LOAM_MAP_BIOME] = "Biomes",
    [LOAM_MAP_HEIGHT] = "Height, m",
    [LOAM_MAP_FLOW] = "Drained, square km",
    [LOAM_MAP_TEMPERATURE] = "Temperature, Celsius",
    [LOAM_MAP_RAIN] = "Rain, mm a year",
    [LOAM_MAP_CELLS] = "Biomes",
};

// ---- what is on the map -------------------------------------------------------------------------------

/// Which swatch a pixel counts for; -1 if for none.
static int32_t swatch_of(const map_tile *tile, size_t p)
{
    const float wet = map_wet(tile, p);
    const bool plain = (wet == 0 || wet == 1) && tile->river[p] == 0 && tile->road[p] == 0;
    return !plain ? -1 : tile->water[p] == MAP_FRESH ? LOAM_MAX_LAND_BIOMES : tile->of.biome[p];
}

void loam_map_tally_add(map_tally *tally, const map_tile *tile, const loam_picture *picture)
{
    for (int32_t row = 0; row < tile->h; row++)
    {
        const loam_colour *pixels = picture->pixels +
                                    (size_t)(tile->row + row) * (size_t)picture->w + tile->column;
        const size_t p = map_tile_at(tile, 0, row);
        for (int32_t i = 0; i < tile->w; i++)
        {
            const int32_t k = swatch_of(tile, p + (size_t)i);
            if (k >= 0)
            {
                tally->r[k] += pixels[i].r;
                tally->g[k] += pixels[i].g;
                tally->b[k] += pixels[i].b;
                tally->count[k]++;
            }
        }
    }
}

static int most_first(const void *a, const void *b)
{
    const map_swatch *p = a, *q = b;
    return p->count != q->count ? (p->count > q->count ? -1 : 1) : strcmp(p->text, q->text);
}

static uint8_t mean_of(int64_t sum, int64_t count)
{
    return (uint8_t)((sum + count / 2) / count);
}

static void add_swatches(const loam_land *land, const map_tally *tally, map_legend *out)
{
    for (int32_t k = 0; k < MAP_MAX_SWATCHES; k++)
    {
        const int64_t n = tally->count[k];
        if (n > 0)
        {
            const loam_colour colour = {mean_of(tally->r[k], n), mean_of(tally->g[k], n),
                                        mean_of(tally->b[k], n), 255};
            const char *name = k < LOAM_MAX_LAND_BIOMES ? loam_land_biome_name(land, k)
                                                        : "fresh water";
            out->swatches[out->swatch_count++] = (map_swatch){name, colour, n};
        }
    }
    qsort(out->swatches, (size_t)out->swatch_count, sizeof *out->swatches, most_first);
}

// ---- ramps ----------------------------------------------------------------------------------------------

/// Whether the colour jumps from a tint to the next, as at the level of the sea: they have one place.
static bool is_jump(const map_ramp *ramp, int32_t i)
{
    return ramp->tints[i + 1].at - ramp->tints[i].at <= 1;
}

/// How many steps of the ramp lie below a tint.
static int32_t steps_below(const map_ramp *ramp, int32_t tint)
{
    int32_t steps = 0;
    for (int32_t i = 0; i < tint; i++)
    {
        steps += !is_jump(ramp, i);
    }
    return steps;
}

map_box loam_map_legend_ramp(const map_legend *l)
{
    const float x = l->box.x0 + pad * l->size, y = l->box.y0 + (pad + head + 0.5f) * l->size;
    const float high = line * (float)steps_below(&l->ramp, l->ramp.count - 1);
    return (map_box){x, y, x + swatch_w * l->size, y + high * l->size};
}

float loam_map_legend_ramp_y(const map_legend *l, float value)
{
    const map_box box = loam_map_legend_ramp(l);
    int32_t i = 0;
    while (i + 2 < l->ramp.count && l->ramp.tints[i + 1].at <= value)
    {
        i++;
    }
    const map_tint *low = &l->ramp.tints[i], *high = &l->ramp.tints[i + 1];
    const float part = is_jump(&l->ramp, i) ? 0 : (value - low->at) / (high->at - low->at);
    return box.y1 - ((float)steps_below(&l->ramp, i) + part) * line * l->size;
}

/// The value that the ramp has at a place: where y is that of a jump, the one above it.
static float value_at(const map_legend *l, float y)
{
    const float steps = (loam_map_legend_ramp(l).y1 - y) / (line * l->size);
    int32_t i = 0;
    while (i + 2 < l->ramp.count && (float)steps_below(&l->ramp, i + 1) <= steps)
    {
        i++;
    }
    const float low = l->ramp.tints[i].at, high = l->ramp.tints[i + 1].at;
    return low + (high - low) * (steps - (float)steps_below(&l->ramp, i));
}

// ---- layout ---------------------------------------------------------------------------------------------

static loam_lettering letters_of(float size)
{
    loam_lettering letters = loam_default_lettering();
    letters.size = size;
    letters.weight = 0.15f;
    letters.colour = map_ink;
    letters.halo.a = 0;
    return letters;
}

static float text_width(float size, const char *text)
{
    const loam_lettering letters = letters_of(size);
    return loam_lettering_width(&letters, text);
}

/// What is written beside a tint of the ramp: nothing at the lower end of a jump.
static void value_name(const map_legend *l, int32_t tint, char text[MAX_VALUE])
{
    const float at = l->ramp.tints[tint].at;
    text[0] = '\0';
    if (tint + 1 == l->ramp.count || !is_jump(&l->ramp, tint))
    {
        snprintf(text, MAX_VALUE, "%.0f", (double)(l->ramp.doubles ? loam_exp2(at) : at));
    }
}

static float widest_text(const map_legend *l)
{
    float widest = 0;
    char text[MAX_VALUE];
    for (int32_t i = 0; i < l->ramp.count; i++)
    {
        value_name(l, i, text);
        const float wide = text_width(l->size, text);
        widest = wide > widest ? wide : widest;
    }
    for (int32_t i = 0; i < l->swatch_count; i++)
    {
        const float wide = text_width(l->size, l->swatches[i].text);
        widest = wide > widest ? wide : widest;
    }
    return widest;
}

map_box loam_map_legend_swatch(const map_legend *l, int32_t index)
{
    const float x = l->box.x0 + pad * l->size + l->column * (float)(index / l->rows);
    const float y = l->box.y0 + (pad + head + line * (float)(index % l->rows)) * l->size;
    return (map_box){x, y, x + swatch_w * l->size, y + swatch_h * l->size};
}

map_box loam_map_legend_text(const map_legend *l, int32_t index)
{
    const map_box swatch = loam_map_legend_swatch(l, index);
    const float x = swatch.x1 + gap * l->size, y = (swatch.y0 + swatch.y1 + l->size) / 2;
    return (map_box){x, y - l->size, x + text_width(l->size, l->swatches[index].text), y};
}

static float column_width(const map_legend *l)
{
    return widest_text(l) + (swatch_w + 2 * gap) * l->size;
}

/// Spreads swatches over as few columns as there is room for; false if there is not enough.
static bool spread(map_legend *l, float most_w, float most_h)
{
    const float room = most_h / l->size - 2 * pad - head;
    const int32_t fit = room >= line ? (int32_t)(room / line) : 0;
    const int32_t columns = fit > 0 ? (l->swatch_count + fit - 1) / fit : 0;
    l->rows = columns > 0 ? (l->swatch_count + columns - 1) / columns : 0;
    return columns > 0 && column_width(l) * (float)columns + 2 * pad * l->size <= most_w;
}

/// Finds the size of the legend, at most so much; false if there is no room.
static bool measure(map_legend *l, float most_w, float most_h)
{
    while (l->swatch_count > 0 && !spread(l, most_w, most_h))
    {
        l->swatch_count--;
    }
    if (l->ramp.count == 0 && l->swatch_count == 0)
    {
        return false;
    }
    l->column = column_width(l);
    const int32_t columns = l->rows > 0 ? (l->swatch_count + l->rows - 1) / l->rows : 1;
    // Letters stand half a line above and below the ends of a ramp.
    const float body_h = l->ramp.count > 0
                             ? line * (float)steps_below(&l->ramp, l->ramp.count - 1) + 1
                             : line * (float)l->rows - (line - swatch_h);
    const float title = text_width(l->size, l->title), body = l->column * (float)columns;
    const float wide = (title > body ? title : body) + 2 * pad * l->size;
    const float high = (2 * pad + head + body_h) * l->size;
    l->box = (map_box){0, 0, wide, high};
    return body_h > 0 && wide <= most_w && high <= most_h;
}

map_legend loam_map_legend_make(const loam_land *land, const loam_land_map_def *def,
                                const map_tally *tally)
{
    const int32_t side = def->w < def->h ? def->w : def->h, share = side / SIZE_SHARE;
    map_legend legend = {.title = titles[def->layer], .ramp = loam_map_paint_ramp(def->layer)};
    legend.size = share < LEAST_SIZE ? LEAST_SIZE : share > MOST_SIZE ? MOST_SIZE : (float)share;
    if (!def->legend || legend.title == NULL)
    {
        return (map_legend){0};
    }
    if (legend.ramp.count == 0)
    {
        add_swatches(land, tally, &legend);
    }
    const float right = (float)(def->w - MAP_EDGE),
                low = loam_map_bar_top(def) - (float)MAP_EDGE / 2;
    if (!measure(&legend, right / 2, low - MAP_EDGE))
    {
        return (map_legend){0};
    }
    const map_box size = legend.box;
    legend.box = (map_box){right - size.x1, low - size.y1, right, low};
    return legend;
}

bool loam_map_has_legend(const map_legend *legend)
{
    return legend->box.x1 > legend->box.x0;
}

// ---- drawing --------------------------------------------------------------------------------------------

static void fill_box(loam_picture *picture, const map_box *box, loam_colour colour)
{
    const int32_t x0 = (int32_t)(box->x0 + 0.5f), y0 = (int32_t)(box->y0 + 0.5f);
    const int32_t x1 = (int32_t)(box->x1 + 0.5f), y1 = (int32_t)(box->y1 + 0.5f);
    loam_picture_rectangle(picture, x0, y0, x1 - x0, y1 - y0, colour);
}

/// A box of one colour within a line of another.
static void frame_box(loam_picture *picture, const map_box *box, loam_colour edge, loam_colour fill)
{
    const map_box around = {box->x0 - 1, box->y0 - 1, box->x1 + 1, box->y1 + 1};
    fill_box(picture, &around, edge);
    fill_box(picture, box, fill);
}

static void draw_ramp(const map_legend *l, loam_picture *picture)
{
    const map_box box = loam_map_legend_ramp(l);
    const loam_lettering letters = letters_of(l->size);
    frame_box(picture, &box, map_ink, map_ink);
    for (float y = box.y0; y < box.y1; y++)
    {
        const map_box row = {box.x0, y, box.x1, y + 1 < box.y1 ? y + 1 : box.y1};
        fill_box(picture, &row, loam_map_ramp_colour(&l->ramp, value_at(l, y + 0.5f)));
    }
    for (int32_t i = 0; i < l->ramp.count; i++)
    {
        char text[MAX_VALUE];
        value_name(l, i, text);
        const float y = loam_map_legend_ramp_y(l, l->ramp.tints[i].at);
        loam_picture_lettering(picture, box.x1 + gap * l->size, y + l->size / 2, &letters, text);
    }
}

static void draw_swatch(const map_legend *l, int32_t index, loam_picture *picture)
{
    const map_box box = loam_map_legend_swatch(l, index), text = loam_map_legend_text(l, index);
    const loam_lettering letters = letters_of(l->size);
    frame_box(picture, &box, map_ink, l->swatches[index].colour);
    loam_picture_lettering(picture, text.x0, text.y1, &letters, l->swatches[index].text);
}

void loam_map_draw_legend(const map_legend *l, loam_picture *picture)
{
    if (!loam_map_has_legend(l))
    {
        return;
    }
    const loam_lettering letters = letters_of(l->size);
    frame_box(picture, &l->box, map_ink, (loam_colour){map_paper.r, map_paper.g, map_paper.b, 255});
    loam_picture_lettering(picture, l->box.x0 + pad * l->size, l->box.y0 + (pad + 1) * l->size,
                           &letters, l->title);
    if (l->ramp.count > 0)
    {
        draw_ramp(l, picture);
    }
    for (int32_t i = 0; i < l->swatch_count; i++)
    {
        draw_swatch(l, i, picture);
    }
}
