// SPDX-License-Identifier: MIT
#include "place/place.h"

#include "loam/land.h"
#include "loam/random.h"
#include "place/number.h"
#include "place/season.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

// A line is words "name=value". Each name has a function that reads its value.

enum
{
    MAX_WORD = 96
};

typedef struct reading
{
    place to;
    const char *(*weathers)(int32_t index);
    bool has_seed;
} reading;

static void add_season(char text[PLACE_MAX_TEXT], int32_t day)
{
    const size_t size = strlen(text);
    char season[SEASON_MAX_TEXT];
    if (day != 0)
    {
        season_write(day, season);
        snprintf(text + size, PLACE_MAX_TEXT - size, " season=%s", season);
    }
}

/// What is as usual, 0, is not said.
static void add_number(char text[PLACE_MAX_TEXT], const char *name, double number)
{
    const size_t size = strlen(text);
    if (number > 0.005 || number < -0.005)
    {
        char digits[NUMBER_MAX_TEXT];
        number_write(number, 2, digits);
        snprintf(text + size, PLACE_MAX_TEXT - size, " %s=%s", name, digits);
    }
}

void place_write(const place *from, const char *(*weathers)(int32_t index),
                 char text[PLACE_MAX_TEXT])
{
    const double numbers[] = {from->x, from->z, from->height, from->azimuth, from->elevation};
    char words[5][NUMBER_MAX_TEXT];
    for (int32_t i = 0; i < 5; i++)
    {
        number_write(numbers[i], i < 2 ? 3 : 2, words[i]);
    }
    snprintf(text, PLACE_MAX_TEXT,
             "seed=%" PRIu64 " at=%s,%s height=%s look=%s,%s time=%02d:%02d weather=%s", from->seed,
             words[0], words[1], words[2], words[3], words[4], (int)(from->minutes / 60),
             (int)(from->minutes % 60), weathers(from->weather));
    add_season(text, from->day);
    add_number(text, "fov", from->fov);
    add_number(text, "tilt", from->tilt);
    add_number(text, "exposure", from->exposure);
    add_number(text, "fog", from->fog);
}

static bool is_number(const char *value, const char *end, double number, double low, double high)
{
    return end != value && number >= low && number <= high;
}

static bool read_number(const char *value, double low, double high, double *out)
{
    const char *end;
    *out = number_read(value, &end);
    return is_number(value, end, *out, low, high) && *end == 0;
}

/// "1.5,-2" as two numbers.
static bool read_pair(const char *value, double most_a, double most_b, double *a, double *b)
{
    const char *end;
    const double first = number_read(value, &end);
    if (!is_number(value, end, first, -most_a, most_a) || *end != ',')
    {
        return false;
    }
    const char *const rest = end + 1;
    const double second = number_read(rest, &end);
    if (!is_number(rest, end, second, -most_b, most_b) || *end != 0)
    {
        return false;
    }
    *a = first;
    *b = second;
    return true;
}

static bool read_seed(reading *r, const char *value)
{
    r->to.seed = loam_seed_from_text(value);
    r->has_seed = true;
    return value[0] != 0;
}

static bool read_at(reading *r, const char *value)
{
    const double max = (double)LOAM_LAND_END;
    return read_pair(value, max, max, &r->to.x, &r->to.z);
}

static bool read_height(reading *r, const char *value)
{
    return read_number(value, 0.5, 20000, &r->to.height);
}

static bool read_look(reading *r, const char *value)
{
    return read_pair(value, 360, 90, &r->to.azimuth, &r->to.elevation);
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static bool read_time(reading *r, const char *value)
{
    const bool shaped = strlen(value) == 5 && value[2] == ':' && is_digit(value[0]) &&
                        is_digit(value[1]) && is_digit(value[3]) && is_digit(value[4]);
    const int32_t hours = shaped ? (value[0] - '0') * 10 + value[1] - '0' : 24;
    const int32_t minutes = shaped ? (value[3] - '0') * 10 + value[4] - '0' : 60;
    r->to.minutes = hours * 60 + minutes;
    return hours < 24 && minutes < 60;
}

static bool read_weather(reading *r, const char *value)
{
    for (int32_t i = 0; r->weathers(i) != NULL; i++)
    {
        if (strcmp(r->weathers(i), value) == 0)
        {
            r->to.weather = i;
            return true;
        }
    }
    return false;
}

static bool read_season(reading *r, const char *value)
{
    return season_read(value, &r->to.day);
}

static bool read_fov(reading *r, const char *value)
{
    return read_number(value, 10, 120, &r->to.fov);
}

static bool read_tilt(reading *r, const char *value)
{
    return read_number(value, -180, 180, &r->to.tilt);
}

static bool read_exposure(reading *r, const char *value)
{
    return read_number(value, -5, 5, &r->to.exposure);
}

static bool read_fog(reading *r, const char *value)
{
    return read_number(value, -5, 5, &r->to.fog);
}

static const struct
{
    const char *name;
    bool (*read)(reading *r, const char *value);
    const char *accepted; // NULL for the names of weathers
} parts[] = {
    {"seed", read_seed, "a number or a word"},
    {"at", read_at, "X,Z: metres, within the land"},
    {"height", read_height, "metres of the eyes above the ground, 0.5 to 20000"},
    {"look", read_look, "AZ,EL: degrees from north over east, -360 to 360, and up, -90 to 90"},
    {"time", read_time, "00:00 to 23:59"},
    {"weather", read_weather, NULL},
    {"season", read_season, season_accepted},
    {"fov", read_fov, "degrees from top to bottom, 10 to 120"},
    {"tilt", read_tilt, "degrees to the right, -180 to 180"},
    {"exposure", read_exposure, "stops, -5 to 5"},
    {"fog", read_fog, "a power of 2, -5 to 5"},
};

/// The weather's names in words; what else a part accepts does not depend on who reads.
static const char *accepted_by(const reading *r, size_t part, char names[PLACE_MAX_TEXT])
{
    size_t size = 0;
    for (int32_t i = 0; r->weathers(i) != NULL; i++)
    {
        size += (size_t)snprintf(names + size, PLACE_MAX_TEXT - size, "%s%s",
                                 i == 0                       ? ""
                                 : r->weathers(i + 1) == NULL ? " or "
                                                              : ", ",
                                 r->weathers(i));
    }
    return parts[part].accepted != NULL ? parts[part].accepted : names;
}

static loam_result read_word(reading *r, char *word)
{
    char names[PLACE_MAX_TEXT];
    char *const value = strchr(word, '=');
    if (value != NULL)
    {
        *value = 0;
    }
    for (size_t i = 0; value != NULL && i < sizeof parts / sizeof parts[0]; i++)
    {
        if (strcmp(parts[i].name, word) == 0)
        {
            return parts[i].read(r, value + 1)
                       ? LOAM_OK
                       : loam_fail(LOAM_BAD_ARGUMENT, "%s of a place is %s; must be %s", word,
                                   value + 1, accepted_by(r, i, names));
        }
    }
    return loam_fail(LOAM_BAD_ARGUMENT,
                     "a place has no \"%s\"; must be one of seed=, at=, height=, look=, time=, "
                     "weather=, season=, fov=, tilt=, exposure= and fog=",
                     word);
}

loam_result place_read(const char *text, const char *(*weathers)(int32_t index), place *out,
                       bool *has_seed)
{
    static const char blanks[] = " \t\r\n";
    reading r = {.to = *out, .weathers = weathers};
    loam_result result = LOAM_OK;
    int32_t words = 0;
    for (const char *at = text + strspn(text, blanks); *at != 0 && result == LOAM_OK;
         at += strspn(at, blanks), words++)
    {
        char word[MAX_WORD];
        const size_t length = strcspn(at, blanks);
        snprintf(word, sizeof word, "%.*s", (int)(length < MAX_WORD ? length : MAX_WORD), at);
        result = length < MAX_WORD ? read_word(&r, word)
                                   : loam_fail(LOAM_BAD_ARGUMENT,
                                               "a word of a place has %zu letters; must be up to "
                                               "%d",
                                               length, MAX_WORD - 1);
        at += length;
    }
    if (result == LOAM_OK && words == 0)
    {
        result = loam_fail(LOAM_BAD_ARGUMENT, "the place is empty; it looks like \"seed=3 "
                                              "at=-232400,86150 height=2 look=210,-1 time=17:30 "
                                              "weather=clear\"");
    }
    if (result == LOAM_OK)
    {
        *out = r.to;
        if (has_seed != NULL)
        {
            *has_seed = r.has_seed;
        }
    }
    return result;
}
