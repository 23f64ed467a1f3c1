// SPDX-License-Identifier: MIT
#include "atlas/labels.h"

#include "atlas/courses.h"
#include "atlas/tile.h"
#include "loam/maths.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// Water is lettered in slanted blue, heights in brown, large things in wide capitals, as atlases do. Labels
// are placed one after the other, the most important first; one that would touch another, the border, the
// scale bar or a coordinate of the grid is left out. Names of rivers have several places along their course.

typedef struct label_style
{
    float rank;           // what is placed first; larger things of a kind before smaller ones
    float least, max;     // size of letters, px
    float grow;           // size of letters for each pixel of the feature's radius
    float fit;            // longest text, in radii
    float spacing, slant; // see loam_lettering
    uint32_t colour, halo;
    bool capitals;
} label_style;

static const label_style styles[MAP_KIND_COUNT] = {
    [MAP_OCEAN] = {9, 9.5f, 30, 0.12f, 3.6f, 0.7f, 0.25f, 0x2d5c88, 0x9cc6dc, true},
    [MAP_SEA] = {8, 9.5f, 22, 0.16f, 3.6f, 0.3f, 0.25f, 0x2d5c88, 0xb9dae6, false},
    [MAP_BAY] = {4, 8, 12, 0.16f, 4, 0.1f, 0.25f, 0x2d5c88, 0xc6e2ea, false},
    [MAP_CONTINENT] = {10, 11, 30, 0.15f, 4, 1.1f, 0, 0x5b4636, 0xf4ecd8, true},
    [MAP_ISLAND] = {7, 8.5f, 15, 0.2f, 7, 0.15f, 0, 0x40362c, 0xf6f0e0, false},
    [MAP_RANGE] = {6, 8.5f, 14, 0.2f, 6.5f, 0.35f, 0, 0x5d3519, 0xf0e2cc, true},
    [MAP_PEAK] = {3, 8, 10, 0.05f, 9, 0.05f, 0, 0x3c2c22, 0xf6f0e0, false},
    [MAP_LAKE] = {6.5f, 8, 13, 0.25f, 9, 0.1f, 0.25f, 0x235a8c, 0xdcecf2, false},
    [MAP_RIVER] = {5, 8, 11, 0.02f, 99, 0.15f, 0.25f, 0x235f9c, 0xe6eee4, false},
    [MAP_FOREST] = {4, 8.5f, 15, 0.13f, 3.6f, 0.2f, 0.2f, 0x28502c, 0xd0dcb8, false},
    [MAP_JUNGLE] = {4, 8.5f, 15, 0.13f, 3.6f, 0.2f, 0.2f, 0x1d4a28, 0xb8d2a6, false},
    [MAP_TAIGA] = {4, 8.5f, 15, 0.13f, 3.6f, 0.2f, 0.2f, 0x2d4d42, 0xc6d4bc, false},
    [MAP_DESERT] = {5, 9, 18, 0.14f, 3.6f, 0.4f, 0.2f, 0x7a5222, 0xf2e6c2, false},
    [MAP_MARSH] = {4, 8, 12, 0.15f, 4, 0.15f, 0.2f, 0x2f5a58, 0xd4e0cc, false},
    [MAP_ICE] = {4, 8.5f, 16, 0.13f, 3.6f, 0.3f, 0.2f, 0x4a6a8a, 0xf4f8fa, false},
    [MAP_PLAIN] = {3.5f, 8.5f, 15, 0.12f, 3.4f, 0.25f, 0.2f, 0x5c5c26, 0xe8e8c4, false},
};

// ---- making labels --------------------------------------------------------------------------------------

static loam_lettering letters_of(map_kind kind, float size)
{
    const label_style *style = &styles[kind];
    loam_lettering letters = loam_default_lettering();
    letters.size = size;
    letters.weight = size < 11 ? 0.15f : 0.125f;
    letters.spacing = style->spacing;
    letters.slant = style->slant;
    letters.colour = loam_rgb(style->colour);
    letters.halo = loam_rgb(style->halo);
    letters.halo.a = 150;
    letters.halo_width = 1.2f + size * 0.06f;
    return letters;
}

static void to_capitals(char *text)
{
    for (; *text != '\0'; text++)
    {
        *text = (char)(*text >= 'a' && *text <= 'z' ? *text - 'a' + 'A' : *text);
    }
}

static float letter_width(const loam_lettering *letters, char letter)
{
    // From one letter to the next: what a second one adds.
    const char one[2] = {letter, '\0'}, two[3] = {letter, letter, '\0'};
    return loam_lettering_width(letters, two) - loam_lettering_width(letters, one);
}

/// The tip of the small triangle that is drawn above the name of a peak.
static float summit_y(const map_label *l)
{
    return l->y[0] - l->size * 1.75f - 3;
}

static void bound_label(map_label *l)
{
    l->x0 = l->y0 = 1e9f;
    l->x1 = l->y1 = -1e9f;
    for (int32_t i = 0; i < l->count; i++)
    {
        l->x0 = fminf(l->x0, l->x[i] - l->size), l->x1 = fmaxf(l->x1, l->x[i] + l->size);
        l->y0 = fminf(l->y0, l->y[i] - l->size * 1.3f), l->y1 = fmaxf(l->y1, l->y[i] + l->size);
    }
    l->y0 = l->kind == MAP_PEAK ? fminf(l->y0, summit_y(l)) : l->y0;
}

/// Lays the letters along a straight line whose middle is (x, y).
static void lay_straight(map_label *l, float x, float y, float angle)
{
    const loam_lettering letters = letters_of(l->kind, l->size);
    const float c = loam_cos(angle), s = loam_sin(angle),
                width = loam_lettering_width(&letters, l->text);
    float along = -width / 2;
    const float below = l->size / 2;
    for (int32_t i = 0; i < l->count; i++)
    {
        l->x[i] = x + along * c + below * s;
        l->y[i] = y - along * s + below * c;
        l->angle[i] = angle;
        along += letter_width(&letters, l->text[i]);
    }
    bound_label(l);
}

/// The size at which a name fits its feature; 0 if none does.
static float fitting_size(const map_feature *feature, const char *text, float radius_px)
{
    const label_style *style = &styles[feature->kind];
    float size = radius_px * style->grow;
    size = size > style->max ? style->max : size < style->least ? style->least : size;
    const loam_lettering letters = letters_of(feature->kind, size);
    const float width = loam_lettering_width(&letters, text), room = radius_px * style->fit;
    size = width > room ? size * room / width : size;
    return size >= style->least * 0.98f ? size : 0;
}

/// How far below its feature a name stands: names of peaks, and those that are wider than their island or
/// lake.
static float drop_of(const map_label *l, float radius_px)
{
    const loam_lettering letters = letters_of(l->kind, l->size);
    const bool wide = loam_lettering_width(&letters, l->text) > 2.6f * radius_px;
    return l->kind == MAP_PEAK                                      ? l->size * 1.7f
           : wide && (l->kind == MAP_ISLAND || l->kind == MAP_LAKE) ? radius_px * 1.3f + l->size
                                                                    : 0;
}

static bool make_label(const loam_land_map_def *def, const map_feature *feature, map_label *out)
{
    const float radius_px = feature->radius_m / (float)def->scale;
    *out = (map_label){.kind = feature->kind, .hash = feature->hash, .radius = radius_px};
    loam_map_name_make(feature->kind, feature->hash, feature->region, out->text);
    if (styles[feature->kind].capitals)
    {
        to_capitals(out->text);
    }
    out->count = (int32_t)strlen(out->text);
    out->size = fitting_size(feature, out->text, radius_px);
    out->rank = styles[feature->kind].rank + radius_px * 1e-3f;
    const float x = (float)((double)(feature->x - loam_map_column_x(def, 0)) / (double)def->scale +
                            0.5);
    const float y = (float)((double)(loam_map_row_z(def, 0) - feature->z) / (double)def->scale +
                            0.5);
    lay_straight(out, x, y + drop_of(out, radius_px), feature->angle);
    return out->size > 0;
}

// ---- rivers -----------------------------------------------------------------------------------------------

/// How far above its middle the name of a river stands: beside it, or within, if that is wide enough.
static float gap_of(const loam_land_map_def *def, const map_label *l)
{
    const float breadth = l->river->width_m / (float)def->scale;
    const float beside = breadth > 4 ? breadth / 2 : 2;
    return breadth > 1.8f * l->size ? -l->size / 2 : l->size * 0.45f + beside;
}

/// Lays the letters of a river's name along its course, from `at` on; false if they do not fit.
static bool lay_along(map_label *l, const map_course *course, float at)
{
    const loam_lettering style = letters_of(l->kind, l->size);
    float advance[MAP_MAX_NAME];
    for (int32_t i = 0; i < l->count; i++)
    {
        advance[i] = letter_width(&style, l->text[i]);
    }
    const map_letters letters = {l->count, advance, l->size, l->x, l->y, l->angle};
    const bool fits = loam_map_course_letters(course, at, &letters);
    if (fits)
    {
        bound_label(l);
    }
    return fits;
}

static bool make_river_label(const loam_land_map_def *def, const map_river *river, map_label *out)
{
    const float strength = loam_log2(river->flow / loam_map_line_flow(def->scale));
    *out = (map_label){.kind = MAP_RIVER, .hash = river->feature.hash, .river = river};
    loam_map_name_make(MAP_RIVER, river->feature.hash, river->feature.region, out->text);
    out->count = (int32_t)strlen(out->text);
    out->size = 7.2f + 0.35f * strength;
    out->size = out->size > styles[MAP_RIVER].max ? styles[MAP_RIVER].max : out->size;
    out->rank = styles[MAP_RIVER].rank + strength * 1e-2f;
    return river->count >= 2;
}

// ---- room -------------------------------------------------------------------------------------------------

static bool lies_within(const map_label *l, const loam_land_map_def *def)
{
    return l->x0 >= 2 && l->y0 >= 2 && l->x1 <= (float)def->w - 2 && l->y1 <= (float)def->h - 2;
}

static bool letters_touch(const map_label *a, const map_label *b)
{
    const float near = 0.85f * (a->size + b->size);
    for (int32_t i = 0; i < a->count; i++)
    {
        for (int32_t j = 0; j < b->count; j++)
        {
            const float dx = a->x[i] - b->x[j];
            const float dy = (a->y[i] - a->size / 2) - (b->y[j] - b->size / 2);
            if (dx * dx + dy * dy < near * near)
            {
                return true;
            }
        }
    }
    return false;
}

static bool touches(const map_label *a, const map_label *b)
{
    return a->x0 <= b->x1 && b->x0 <= a->x1 && a->y0 <= b->y1 && b->y0 <= a->y1 &&
           letters_touch(a, b);
}

/// Whether two labels say the same within sight of each other: of one river, or of one forest twice.
static bool repeats(const map_label *a, const map_label *b)
{
    const float dx = a->x[0] - b->x[0], dy = a->y[0] - b->y[0];
    const float larger = a->radius > b->radius ? a->radius : b->radius;
    const float near = a->kind == MAP_RIVER ? 420 : 1.6f * larger;
    return a->kind == b->kind && (a->kind != MAP_RIVER || a->hash == b->hash) &&
           a->kind != MAP_PEAK && a->kind != MAP_ISLAND && a->kind != MAP_LAKE &&
           dx * dx + dy * dy < near * near;
}

static bool is_near_box(float x, float y, float near, const map_box *box)
{
    return x > box->x0 - near && x < box->x1 + near && y > box->y0 - near && y < box->y1 + near;
}

/// Whether a letter, or the triangle of a peak, is on a box, or nearly.
static bool covers(const map_label *l, const map_box *box)
{
    const float near = 0.75f * l->size + 3;
    bool covered = l->kind == MAP_PEAK &&
                   is_near_box((l->x0 + l->x1) / 2, summit_y(l) + 3, near, box);
    for (int32_t i = 0; i < l->count; i++)
    {
        covered = covered ||
                  is_near_box(l->x[i] + 0.3f * l->size, l->y[i] - l->size / 2, near, box);
    }
    return covered;
}

/// What a label must keep clear of.
typedef struct occupied
{
    const loam_land_map_def *def;
    const map_sea *sea;   // what rivers keep clear of
    const map_box *boxes; // of the furniture
    int32_t box_count;
    const map_label *labels;
    int32_t label_count;
} occupied;

/// Whether a letter stands in the sea, with either end of its foot or its middle.
static bool is_at_sea(const map_sea *sea, const map_label *l)
{
    bool wet = false;
    for (int32_t i = 0; i < l->count; i++)
    {
        const float c = loam_cos(l->angle[i]), s = loam_sin(l->angle[i]), half = l->size / 2;
        wet = wet || loam_map_sea_at(sea, l->x[i], l->y[i]) ||
              loam_map_sea_at(sea, l->x[i] + l->size * c, l->y[i] - l->size * s) ||
              loam_map_sea_at(sea, l->x[i] + half * (c - s), l->y[i] - half * (c + s));
    }
    return wet;
}

static bool is_free(const occupied *o, const map_label *l)
{
    bool free_place = lies_within(l, o->def);
    for (int32_t k = 0; free_place && k < o->box_count; k++)
    {
        free_place = !covers(l, &o->boxes[k]);
    }
    for (int32_t k = 0; free_place && k < o->label_count; k++)
    {
        free_place = !touches(l, &o->labels[k]) && !repeats(l, &o->labels[k]);
    }
    return free_place;
}

/// Lays the name of a river where there is room, as near to the middle of its course as can be. A river may
/// turn back to where it came from, so stretches of it read downstream, and others upstream.
static bool lay_river(const occupied *o, map_label *l)
{
    enum
    {
        PLACES = 25
    };
    map_course courses[2];
    const float gap = gap_of(o->def, l);
    loam_map_course_make(o->def, l->river, false, l->size, gap, &courses[0]);
    loam_map_course_make(o->def, l->river, true, l->size, gap, &courses[1]);
    const loam_lettering letters = letters_of(MAP_RIVER, l->size);
    const float length = courses[0].length, first = l->size / 2;
    const float room = length - loam_lettering_width(&letters, l->text) - 2 * first;
    for (int32_t k = 0; room > 0 && k < 2 * PLACES; k++)
    {
        const int32_t off = k / 2;
        const float share = 0.5f + (float)(off % 2 == 0 ? off : -off - 1) * (0.5f / PLACES);
        if (lay_along(l, &courses[k % 2], first + room * share) && !is_at_sea(o->sea, l) &&
            is_free(o, l))
        {
            return true;
        }
    }
    return false;
}

static int by_rank(const void *a, const void *b)
{
    const map_label *p = a, *q = b;
    return p->rank != q->rank   ? (p->rank > q->rank ? -1 : 1)
           : p->hash != q->hash ? (p->hash > q->hash ? -1 : 1)
                                : 0;
}

/// Leaves out what has no room beside what comes before.
static void keep_fitting(map_labels *labels, occupied o)
{
    qsort(labels->list, (size_t)labels->count, sizeof *labels->list, by_rank);
    for (int32_t i = 0; i < labels->count; i++)
    {
        map_label *l = &labels->list[i];
        if (l->river != NULL ? lay_river(&o, l) : is_free(&o, l))
        {
            labels->list[o.label_count++] = *l;
        }
    }
    labels->count = o.label_count;
}

loam_result loam_map_labels_place(const loam_env *env, const loam_land_map_def *def,
                                  const map_features *features, const map_rivers *rivers,
                                  const map_room *room, map_labels *out)
{
    *out = (map_labels){.capacity = features->count + rivers->count + 1};
    const size_t boxes_size = (size_t)(loam_map_furniture_most(def) + 1) * sizeof(map_box);
    map_box *boxes = loam_alloc(env, boxes_size);
    out->list = loam_alloc(env, (size_t)out->capacity * sizeof *out->list);
    if (boxes == NULL || out->list == NULL)
    {
        loam_free(env, boxes, boxes_size);
        loam_map_labels_free(env, out);
        return LOAM_OUT_OF_MEMORY;
    }
    for (int32_t i = 0; i < features->count; i++)
    {
        out->count += make_label(def, &features->list[i], &out->list[out->count]);
    }
    for (int32_t i = 0; i < rivers->count; i++)
    {
        out->count += make_river_label(def, &rivers->list[i], &out->list[out->count]);
    }
    int32_t box_count = loam_map_furniture(def, boxes);
    if (room->legend != NULL)
    {
        boxes[box_count++] = *room->legend;
    }
    keep_fitting(out, (occupied){.def = def,
                                 .sea = room->sea,
                                 .boxes = boxes,
                                 .box_count = box_count,
                                 .labels = out->list});
    loam_free(env, boxes, boxes_size);
    return LOAM_OK;
}

void loam_map_labels_free(const loam_env *env, map_labels *labels)
{
    loam_free(env, labels->list, (size_t)labels->capacity * sizeof *labels->list);
    *labels = (map_labels){0};
}

// ---- drawing ----------------------------------------------------------------------------------------------

static void draw_letters(loam_picture *picture, const map_label *l, bool halo)
{
    loam_lettering letters = letters_of(l->kind, l->size);
    letters.colour.a = halo ? 0 : letters.colour.a;
    letters.halo.a = halo ? letters.halo.a : 0;
    for (int32_t i = 0; i < l->count; i++)
    {
        const char letter[2] = {l->text[i], '\0'};
        letters.angle = l->angle[i];
        loam_picture_lettering(picture, l->x[i], l->y[i], &letters, letter);
    }
}

/// A small triangle above the middle of a peak's name.
static void draw_summit(loam_picture *picture, const map_label *l)
{
    const float x = (l->x0 + l->x1) / 2, y = summit_y(l);
    const loam_colour colour = loam_rgb(styles[MAP_PEAK].colour);
    for (float half = 0; half <= 3; half += 0.5f)
    {
        loam_picture_line(picture, x - half, y + half * 1.5f, x + half, y + half * 1.5f, 1, colour);
    }
}

void loam_map_labels_draw(const map_labels *labels, loam_picture *picture)
{
    for (int32_t i = 0; i < 2 * labels->count; i++)
    {
        draw_letters(picture, &labels->list[i % labels->count], i < labels->count);
    }
    for (int32_t i = 0; i < labels->count; i++)
    {
        if (labels->list[i].kind == MAP_PEAK)
        {
            draw_summit(picture, &labels->list[i]);
        }
    }
}

static loam_result place_and_draw(const loam_env *env, const loam_land_map_def *def,
                                  const map_features *features, const map_rivers *rivers,
                                  const map_room *room, loam_picture *picture)
{
    map_labels labels;
    const loam_result result = loam_map_labels_place(env, def, features, rivers, room, &labels);
    if (result == LOAM_OK)
    {
        loam_map_labels_draw(&labels, picture);
        loam_map_labels_free(env, &labels);
    }
    return result;
}

loam_result loam_map_draw_names(loam_land *land, const loam_env *env, const loam_land_map_def *def,
                                const map_room *room, loam_picture *picture)
{
    map_features features;
    loam_result result = loam_map_features_find(land, env, def, &features);
    if (result != LOAM_OK)
    {
        return result;
    }
    map_rivers rivers = {0};
    result = loam_map_lakes_show(land, env, def, &features);
    result = result == LOAM_OK ? loam_map_rivers_find(land, env, def, &rivers) : result;
    if (result == LOAM_OK)
    {
        result = place_and_draw(env, def, &features, &rivers, room, picture);
        loam_map_rivers_free(env, &rivers);
    }
    loam_map_features_free(env, &features);
    return result;
}
