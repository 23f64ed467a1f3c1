// SPDX-License-Identifier: MIT
#include "patch/knobs.h"

#include "roam/preview.h"

#include <math.h>
#include <string.h>

// A knob is a row of a table; where its number lies in a def is known to the library, by the name of the field.

#define WORLD(title, name, from, to, one, steps, shown) \
    { \
        .label = (title), .field = (name), .scope = KNOB_OF_WORLD, .low = (from), .high = (to), \
        .parts = (one), .step = (steps), .format = (shown) \
    }
#define CHOICE(title, name, whose) \
    { \
        .label = (title), .field = (name), .scope = (whose) \
    }
#define RANGE(title, name, from, to, one, steps, shown) \
    {.label = title, \
     .field = (name), \
     .scope = KNOB_OF_BIOME, \
     .low = (from), \
     .high = (to), \
     .parts = (one), \
     .step = (steps), \
     .format = (shown)}, \
    { \
        .label = title " to", .field = (name), .scope = KNOB_OF_BIOME, .upper = true, \
        .low = (from), .high = (to), .parts = (one), .step = (steps), .format = (shown) \
    }

const knob knobs[KNOBS] = {
    WORLD("Chunk size", "chunk_size", 8, 256, 1, 8, "%d"),
    WORLD("Sewing x", "sewing_x", 2, 128, 1, 2, "%d"),
    WORLD("Sewing z", "sewing_z", 2, 128, 1, 2, "%d"),
    WORLD("Spacing", "spacing", 0.25f, 8, 4, 1, "%d/4 m"),
    WORLD("View", "view", 1, 16, 1, 1, "%d"),
    CHOICE("Method", "sewing", KNOB_OF_WORLD),
    CHOICE("Profile", "profile", KNOB_OF_WORLD),
    CHOICE("Mountains", "claim_sewings", KNOB_OF_WORLD),
    CHOICE("Noise", "noise", KNOB_OF_WORLD),
    CHOICE("Biomes by", "choice", KNOB_OF_WORLD),
    WORLD("Map scale", "map_scale", 2, 64, 1, 1, "%d"),
    WORLD("Map octaves", "map_octaves", 1, 8, 1, 1, "%d"),
    CHOICE("Adaptation", "adaptation", KNOB_OF_WORLD),
    WORLD("Rate", "rate", 0, 0.1f, 1000, 1, "%d/1000"),
    WORLD("Least", "least", 0, 0.25f, 100, 1, "%d %%"),
    CHOICE("Fractal", "fractal", KNOB_OF_BIOME),
    RANGE("Octaves", "octaves", 1, 12, 1, 1, "%d"),
    RANGE("Persistence", "persistence", 0, 1, 100, 2, "%d %%"),
    RANGE("Lacunarity", "lacunarity", 1, 4, 100, 5, "%d %%"),
    RANGE("Scale", "scale", 10, 1000, 1, 10, "%d m"),
    RANGE("Vertical", "vertical", 0, 400, 2, 4, "%d/2 m"),
    RANGE("Offset", "offset", -100, 200, 1, 2, "%d m"),
};

// ---- where a number lies --------------------------------------------------------------------------

static const loam_plain_field *field_of(const knob *k)
{
    const bool biome = k->scope == KNOB_OF_BIOME;
    const loam_plain_field *const all = biome ? loam_patch_biome_fields() : loam_patch_def_fields();
    const int32_t count = biome ? (int32_t)LOAM_PATCH_BIOME_FIELDS : (int32_t)LOAM_PATCH_DEF_FIELDS;
    for (int32_t i = 0; i < count; i++)
    {
        if (strcmp(all[i].name, k->field) == 0)
        {
            return &all[i];
        }
    }
    LOAM_ASSERT(NULL, k->field == NULL); // the table names what is there
    return all;
}

static uint8_t *place_of(const knob *k, const loam_plain_field *field, loam_patchwork_def *def,
                         int32_t biome)
{
    LOAM_ASSERT(NULL, k->scope == KNOB_OF_WORLD || (biome >= 0 && biome < def->biome_count));
    return (k->scope == KNOB_OF_BIOME ? (uint8_t *)&def->biomes[biome] : (uint8_t *)def) +
           field->offset;
}

static double number_at(const knob *k, const loam_plain_field *field, const uint8_t *at)
{
    int32_t whole;
    float number;
    loam_range range;
    bool flag;
    switch (field->kind)
    {
    case LOAM_PLAIN_FLOAT:
        memcpy(&number, at, sizeof number);
        return (double)number;
    case LOAM_PLAIN_RANGE:
    case LOAM_PLAIN_WHOLE:
        memcpy(&range, at, sizeof range);
        return (double)(k->upper ? range.high : range.low);
    case LOAM_PLAIN_FLAG:
        memcpy(&flag, at, sizeof flag);
        return flag;
    default: // enums are as wide as whole numbers
        memcpy(&whole, at, sizeof whole);
        return whole;
    }
}

static void put_range(const knob *k, uint8_t *at, float value)
{
    loam_range range;
    memcpy(&range, at, sizeof range);
    range.low = !k->upper || range.low > value ? value : range.low;
    range.high = k->upper || range.high < value ? value : range.high;
    memcpy(at, &range, sizeof range);
}

static void put_number(const knob *k, const loam_plain_field *field, uint8_t *at, double value)
{
    const int32_t whole = (int32_t)lround(value);
    const float number = (float)value;
    const bool flag = whole != 0;
    switch (field->kind)
    {
    case LOAM_PLAIN_FLOAT:
        memcpy(at, &number, sizeof number);
        break;
    case LOAM_PLAIN_RANGE:
    case LOAM_PLAIN_WHOLE:
        put_range(k, at, number);
        break;
    case LOAM_PLAIN_FLAG:
        memcpy(at, &flag, sizeof flag);
        break;
    default:
        memcpy(at, &whole, sizeof whole);
        break;
    }
}

// ---- numbers --------------------------------------------------------------------------------------

bool knob_is_choice(const knob *k)
{
    return k->step == 0;
}

static double value_of(const knob *k, const loam_patchwork_def *def, int32_t biome)
{
    loam_patchwork_def copy = *def; // fields are found in what may be changed
    const loam_plain_field *const field = field_of(k);
    return number_at(k, field, place_of(k, field, &copy, biome));
}

int32_t knob_get(const knob *k, const loam_patchwork_def *def, int32_t biome)
{
    return (int32_t)lround(value_of(k, def, biome) * (knob_is_choice(k) ? 1 : k->parts));
}

void knob_limits(const knob *k, const loam_patchwork_def *def, int32_t biome, int32_t *low,
                 int32_t *high)
{
    const int32_t now = knob_get(k, def, biome);
    *low = (int32_t)lroundf(k->low * (float)k->parts);
    *high = (int32_t)lroundf(k->high * (float)k->parts);
    *low = now < *low ? now : *low;
    *high = now > *high ? now : *high;
}

static int32_t least(int32_t a, int32_t b)
{
    return a < b ? a : b;
}

static loam_result put(const knob *k, loam_patchwork_def *def, int32_t biome, double value)
{
    loam_patchwork_def next = *def;
    const loam_plain_field *const field = field_of(k);
    put_number(k, field, place_of(k, field, &next, biome), value);
    next.chunk_size -= next.chunk_size % 2;
    next.sewing_x = least(next.sewing_x, next.chunk_size);
    next.sewing_z = least(next.sewing_z, next.chunk_size);
    const loam_result result = knob_check(&next);
    if (result == LOAM_OK)
    {
        *def = next;
    }
    return result;
}

loam_result knob_set(const knob *k, loam_patchwork_def *def, int32_t biome, int32_t value)
{
    return put(k, def, biome, (double)value / k->parts);
}

// ---- choices --------------------------------------------------------------------------------------

static const char *name_of(const loam_plain_field *field, int32_t value)
{
    static const char *const flags[2] = {"off", "on"};
    return field->kind == LOAM_PLAIN_NAMED ? field->next(NULL, value)
           : value < 2                     ? flags[value]
                                           : NULL;
}

int32_t knob_names(const knob *k, const loam_patchwork_def *def, int32_t biome,
                   const char *names[KNOB_MAX_NAMES], int32_t values[KNOB_MAX_NAMES], int32_t *now)
{
    const loam_plain_field *const field = field_of(k);
    const int32_t current = knob_get(k, def, biome);
    int32_t count = 0;
    *now = 0;
    for (int32_t i = 0; name_of(field, i) != NULL && count < KNOB_MAX_NAMES; i++)
    {
        // Not all that there are: noise of heights is never white.
        loam_patchwork_def copy = *def;
        if (i == current || put(k, &copy, biome, i) == LOAM_OK)
        {
            *now = i == current ? count : *now;
            names[count] = name_of(field, i);
            values[count++] = i;
        }
    }
    return count;
}

loam_result knob_choose(const knob *k, loam_patchwork_def *def, int32_t biome, int32_t value)
{
    return put(k, def, biome, value);
}

// ---- shares ---------------------------------------------------------------------------------------

int32_t knob_share(const loam_patchwork_def *def, int32_t biome)
{
    const loam_range *const range = &def->biomes[biome].range;
    return (int32_t)lroundf((range->high - range->low) * 100);
}

loam_result knob_set_share(loam_patchwork_def *def, int32_t biome, int32_t percent)
{
    if (def->biome_count < 2 || def->choice != LOAM_PATCH_BY_RANGES)
    {
        return loam_fail(LOAM_BAD_ARGUMENT, "shares are of two biomes and more, chosen by ranges");
    }
    loam_patchwork_def next = *def;
    const bool last = biome + 1 == def->biome_count;
    loam_range *const left = &next.biomes[last ? biome - 1 : biome].range;
    loam_range *const right = &next.biomes[last ? biome : biome + 1].range;
    const float share = (float)percent / 100, room = right->high - left->low;
    const float own = fmaxf(fminf(share, room - 0.01f), 0.01f);
    const float border = last ? right->high - own : left->low + own;
    left->high = right->low = border;
    const loam_result result = knob_check(&next);
    if (result == LOAM_OK)
    {
        *def = next;
    }
    return result;
}

// ---- the whole ------------------------------------------------------------------------------------

size_t knob_view_bytes(const loam_patchwork_def *def)
{
    const size_t side = 2 * (size_t)def->view + 2;
    return side * side * (size_t)loam_patch_cell_vertices(def) * sizeof(loam_patch_vertex);
}

loam_result knob_check(const loam_patchwork_def *def)
{
    const loam_result result = loam_patchwork_check(def);
    if (result != LOAM_OK || knob_view_bytes(def) <= KNOB_MAX_VIEW_BYTES)
    {
        return result;
    }
    return loam_fail(LOAM_BAD_ARGUMENT,
                     "a view of %d chunks of %d vertices takes %.1f GiB; must be at most %.0f: see "
                     "less far, or make chunks smaller",
                     (int)def->view, (int)def->chunk_size, (double)knob_view_bytes(def) / 0x1p30,
                     (double)KNOB_MAX_VIEW_BYTES / 0x1p30);
}

void knob_remember(knob_history *history, const loam_patchwork_def *before)
{
    roam_remember(history->defs, &history->count, KNOB_UNDOS, sizeof *history->defs, before);
}

bool knob_undo(knob_history *history, loam_patchwork_def *def)
{
    return roam_recall(history->defs, &history->count, sizeof *history->defs, def);
}

bool knob_same_def(const loam_patchwork_def *a, const loam_patchwork_def *b)
{
    return memcmp(a, b, sizeof *a) == 0; // both began as copies of one
}

loam_result knob_write(const loam_env *env, const loam_patchwork_def *def, const char *path)
{
    char *text = NULL;
    size_t size = 0;
    loam_result result = loam_patchwork_def_write(env, def, &text, &size);
    if (result == LOAM_OK)
    {
        result = loam_file_write(path, text, size);
        loam_free(env, text, size + 1);
    }
    return result;
}
