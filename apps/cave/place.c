// SPDX-License-Identifier: MIT
#include "cave/place.h"

#include "loam/random.h"
#include "place/number.h"
#include "scene/sky.h"

#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

// A line is words "name=value": the knobs by their table, and a few more, each with a function that reads its value.

enum
{
    MAX_WORD = 96,
};

static const double farthest_m = 1e12;

cave_place cave_default_place(int32_t dimensions)
{
    return (cave_place){
        .plan = cave_default_plan(dimensions), .minutes = 600, .weather = WEATHER_CLEAR, .lamp = 1};
}

// ---- writing --------------------------------------------------------------------------------------

static void add(char text[CAVE_PLACE_MAX], const char *format, ...) LOAM_PRINTF(2, 3);

static void add(char text[CAVE_PLACE_MAX], const char *format, ...)
{
    const size_t size = strlen(text);
    va_list args;
    va_start(args, format);
    vsnprintf(text + size, CAVE_PLACE_MAX - size, format, args);
    va_end(args);
}

static void add_knob(char text[CAVE_PLACE_MAX], const cave_knob *k, int32_t value)
{
    char digits[NUMBER_MAX_TEXT];
    switch (k->kind)
    {
    case CAVE_KNOB_PART:
        number_write((double)value / k->parts, 1, digits);
        add(text, " %s=%s", k->name, digits);
        break;
    case CAVE_KNOB_FLAG:
        add(text, " %s=%s", k->name, value != 0 ? "yes" : "no");
        break;
    case CAVE_KNOB_CHOICE:
        add(text, " %s=%s", k->name, k->names[value - k->low]);
        break;
    default:
        add(text, " %s=%d", k->name, (int)value);
        break;
    }
}

/// Knobs in their order, those that differ from what the ones before have led to.
static void add_plan(char text[CAVE_PLACE_MAX], const cave_plan *plan)
{
    cave_plan so_far = cave_default_plan(plan->dimensions);
    for (int32_t i = 1; i < CAVE_KNOBS; i++)
    {
        const cave_knob *const k = &cave_knobs[i];
        const int32_t value = cave_knob_get(k, plan);
        if (value != cave_knob_get(k, &so_far))
        {
            add_knob(text, k, value);
            so_far = cave_knob_turned(k, &so_far, value);
        }
    }
}

static void add_numbers(char text[CAVE_PLACE_MAX], const char *name, int32_t count,
                        const double *numbers, int32_t decimals)
{
    for (int32_t i = 0; i < count; i++)
    {
        char digits[NUMBER_MAX_TEXT];
        number_write(numbers[i], decimals, digits);
        i == 0 ? add(text, " %s=%s", name, digits) : add(text, ",%s", digits);
    }
}

void cave_place_write(const cave_place *from, char text[CAVE_PLACE_MAX])
{
    snprintf(text, CAVE_PLACE_MAX, "cave=%dd seed=%" PRIu64, (int)from->plan.dimensions,
             from->plan.seed);
    add_plan(text, &from->plan);
    if (from->has_at)
    {
        add_numbers(text, "at", 3, from->at, 3);
    }
    if (from->has_look)
    {
        add_numbers(text, "look", 2, (const double[2]){from->yaw, from->pitch}, 2);
    }
    add(text, " time=%02d:%02d weather=%s", (int)(from->minutes / 60), (int)(from->minutes % 60),
        weather_name(from->weather));
    add_numbers(text, "lamp", 1, &from->lamp, 1);
}

// ---- reading --------------------------------------------------------------------------------------

/// Numbers with commas between.
static bool read_numbers(const char *value, int32_t count, double most, double *out)
{
    for (int32_t i = 0; i < count; i++)
    {
        const char *end;
        out[i] = number_read(value, &end);
        if (end == value || !(fabs(out[i]) <= most) || *end != (i + 1 < count ? ',' : 0))
        {
            return false;
        }
        value = end + 1;
    }
    return true;
}

static bool read_seed(cave_place *to, const char *value)
{
    to->plan.seed = loam_seed_from_text(value);
    return value[0] != 0;
}

static bool read_at(cave_place *to, const char *value)
{
    to->has_at = true;
    return read_numbers(value, 3, farthest_m, to->at);
}

static bool read_look(cave_place *to, const char *value)
{
    double look[2];
    const bool ok = read_numbers(value, 2, 360, look) && fabs(look[1]) <= 90;
    to->has_look = true;
    to->yaw = ok ? look[0] : to->yaw;
    to->pitch = ok ? look[1] : to->pitch;
    return ok;
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static bool read_time(cave_place *to, const char *value)
{
    const bool shaped = strlen(value) == 5 && value[2] == ':' && is_digit(value[0]) &&
                        is_digit(value[1]) && is_digit(value[3]) && is_digit(value[4]);
    const int32_t hours = shaped ? (value[0] - '0') * 10 + value[1] - '0' : 24;
    const int32_t minutes = shaped ? (value[3] - '0') * 10 + value[4] - '0' : 60;
    to->minutes = hours * 60 + minutes;
    return hours < 24 && minutes < 60;
}

static bool read_weather(cave_place *to, const char *value)
{
    for (int32_t i = 0; weather_name(i) != NULL; i++)
    {
        if (strcmp(weather_name(i), value) == 0)
        {
            to->weather = i;
            return true;
        }
    }
    return false;
}

static bool read_lamp(cave_place *to, const char *value)
{
    const bool on = strcmp(value, "on") == 0, off = strcmp(value, "off") == 0;
    to->lamp = on ? 1 : 0;
    return on || off || (read_numbers(value, 1, 8, &to->lamp) && to->lamp >= 0);
}

static const struct
{
    const char *name;
    bool (*read)(cave_place *to, const char *value);
    const char *accepted;
} parts[] = {
    {"seed", read_seed, "a number or a word"},
    {"at", read_at, "X,Y,Z: metres of the feet"},
    {"look", read_look, "AZ,EL: degrees from north over east, -360 to 360, and up, -90 to 90"},
    {"time", read_time, "00:00 to 23:59"},
    {"weather", read_weather, "clear, fair, cloudy, rain, storm, snow, haze or fog"},
    {"lamp", read_lamp, "on, off, or how bright it is, 0 to 8"},
};

static loam_result fail_choice(const cave_knob *k, const char *value)
{
    char all[MAX_WORD] = "";
    const int32_t count = k->kind == CAVE_KNOB_FLAG ? 2 : k->high - k->low + 1;
    static const char *const flags[2] = {"yes", "no"};
    for (int32_t i = 0; i < count; i++)
    {
        const size_t size = strlen(all);
        snprintf(all + size, sizeof all - size, "%s%s",
                 i == 0           ? ""
                 : i + 1 == count ? " or "
                                  : ", ",
                 k->kind == CAVE_KNOB_FLAG ? flags[i] : k->names[i]);
    }
    return loam_fail(LOAM_BAD_ARGUMENT, "%s is %s; must be %s", k->name, value, all);
}

static int32_t choice_of(const cave_knob *k, const char *value)
{
    if (k->kind == CAVE_KNOB_FLAG)
    {
        return strcmp(value, "yes") == 0 ? 1 : strcmp(value, "no") == 0 ? 0 : -1;
    }
    for (int32_t i = 0; i <= k->high - k->low; i++)
    {
        if (strcmp(k->names[i], value) == 0)
        {
            return k->low + i;
        }
    }
    return -1;
}

loam_result cave_knob_read(const cave_knob *k, const char *value, cave_plan *plan)
{
    if (k->kind == CAVE_KNOB_FLAG || k->kind == CAVE_KNOB_CHOICE)
    {
        const int32_t chosen = choice_of(k, value);
        if (chosen < 0)
        {
            return fail_choice(k, value);
        }
        *plan = cave_knob_turned(k, plan, chosen);
        return LOAM_OK;
    }
    double number;
    const double low = (double)k->low / k->parts, high = (double)k->high / k->parts;
    if (!read_numbers(value, 1, 1e9, &number) || number < low || number > high)
    {
        return loam_fail(LOAM_BAD_ARGUMENT, "%s is %s; must be %g to %g", k->name, value, low,
                         high);
    }
    if (fabs(number * k->parts - round(number * k->parts)) > 1e-6)
    {
        return loam_fail(LOAM_BAD_ARGUMENT, "%s is %s; must be %g to %g in steps of %g", k->name,
                         value, low, high, 1.0 / k->parts);
    }
    *plan = cave_knob_turned(k, plan, (int32_t)lround(number * k->parts));
    return LOAM_OK;
}

static loam_result read_word(cave_place *to, char *word)
{
    char *const value = strchr(word, '=');
    if (value != NULL)
    {
        *value = 0;
    }
    for (size_t i = 0; value != NULL && i < sizeof parts / sizeof parts[0]; i++)
    {
        if (strcmp(parts[i].name, word) == 0)
        {
            return parts[i].read(to, value + 1)
                       ? LOAM_OK
                       : loam_fail(LOAM_BAD_ARGUMENT, "%s of a place is %s; must be %s", word,
                                   value + 1, parts[i].accepted);
        }
    }
    for (int32_t i = 0; value != NULL && i < CAVE_KNOBS; i++)
    {
        if (strcmp(cave_knobs[i].name, word) == 0)
        {
            return cave_knob_read(&cave_knobs[i], value + 1, &to->plan);
        }
    }
    return loam_fail(LOAM_BAD_ARGUMENT,
                     "a place in a cave has no \"%s\"; must be a knob as loam cave explore has it, "
                     "seed=, at=, look=, time=, weather= or lamp=",
                     word);
}

loam_result cave_place_read(const char *text, cave_place *out)
{
    static const char blanks[] = " \t\r\n";
    cave_place to = *out;
    loam_result result = LOAM_OK;
    int32_t words = 0;
    for (const char *at = text + strspn(text, blanks); *at != 0 && result == LOAM_OK;
         at += strspn(at, blanks), words++)
    {
        char word[MAX_WORD];
        const size_t length = strcspn(at, blanks);
        snprintf(word, sizeof word, "%.*s", (int)(length < MAX_WORD ? length : MAX_WORD), at);
        if (strncmp(word, "cave=", 5) == 0) // it begins from the usual one
        {
            to.plan = cave_default_plan(strcmp(word, "cave=2d") == 0 ? 2 : 3);
            to.has_at = to.has_look = false;
        }
        result = length < MAX_WORD
                     ? read_word(&to, word)
                     : loam_fail(LOAM_BAD_ARGUMENT,
                                 "a word of a place has %zu letters; must be up to %d", length,
                                 MAX_WORD - 1);
        at += length;
    }
    if (result == LOAM_OK && words == 0)
    {
        result = loam_fail(LOAM_BAD_ARGUMENT, "the place is empty; it looks like \"cave=3d seed=7 "
                                              "at=44.5,3,51 look=210,-4 lamp=on\"");
    }
    result = result == LOAM_OK ? cave_plan_check(&to.plan) : result;
    if (result == LOAM_OK)
    {
        *out = to;
    }
    return result;
}
