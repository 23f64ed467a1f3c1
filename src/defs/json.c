// SPDX-License-Identifier: MIT
#include "defs/json.h"

#include "defs/scan.h"
#include "loam/defs.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum
{
    PATH_SIZE = 256,
    WORDS_SIZE = 384, // of a message, which has 512
    SHOWN = 40        // characters of a text that a message repeats
};

// ---- complaints ---------------------------------------------------------------------------------

static void add(char *out, size_t size, const char *format, ...) LOAM_PRINTF(3, 4);

static void add(char *out, size_t size, const char *format, ...)
{
    const size_t length = strlen(out);
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(out + length, size - length, format, arguments);
    va_end(arguments);
}

static void add_path(char *out, const loam_json_place *place)
{
    if (place->parent == NULL)
    {
        return;
    }
    add_path(out, place->parent);
    if (place->key != NULL)
    {
        add(out, PATH_SIZE, "%s%s", out[0] != '\0' ? "." : "", place->key);
        return;
    }
    add(out, PATH_SIZE, "[%d]", place->index);
}

loam_result loam_json_fail(const loam_json_place *place, const char *format, ...)
{
    char path[PATH_SIZE] = "", message[WORDS_SIZE];
    add_path(path, place);
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(message, sizeof message, format, arguments);
    va_end(arguments);
    return loam_fail(LOAM_BAD_ARGUMENT, "%s %s", path[0] != '\0' ? path : "the whole text",
                     message);
}

/// Texts come from anywhere, and long ones are cut.
static void show_text(char *out, size_t size, const char *text)
{
    size_t length = strlen(text) < SHOWN ? strlen(text) : SHOWN;
    while (length > 0 && ((unsigned char)text[length] & 0xc0) == 0x80)
    {
        length--; // not in the middle of a character
    }
    snprintf(out, size, "\"%.*s%s\"", (int)length, text, text[length] != '\0' ? "..." : "");
}

static void show_item(char *out, size_t size, const cJSON *item)
{
    if (cJSON_IsString(item))
    {
        show_text(out, size, item->valuestring);
    }
    else if (cJSON_IsNumber(item))
    {
        snprintf(out, size, "%.9g", item->valuedouble);
    }
    else
    {
        snprintf(out, size, "%s",
                 cJSON_IsObject(item)  ? "an object"
                 : cJSON_IsArray(item) ? "a list"
                 : cJSON_IsTrue(item)  ? "true"
                 : cJSON_IsFalse(item) ? "false"
                                       : "null");
    }
}

loam_result loam_json_refuse(const loam_json_place *place, const cJSON *item, const char *format,
                             ...)
{
    char shown[2 * SHOWN], accepted[WORDS_SIZE / 2];
    show_item(shown, sizeof shown, item);
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(accepted, sizeof accepted, format, arguments);
    va_end(arguments);
    return loam_json_fail(place, "is %s; must be %s", shown, accepted);
}

/// Adds ", " between all candidates, as far as they fit.
static void add_candidates(char *out, const char *(*next)(const void *, int32_t),
                           const void *context)
{
    for (int32_t i = 0; next(context, i) != NULL; i++)
    {
        if (strlen(out) + strlen(next(context, i)) + sizeof ", , ..." > WORDS_SIZE)
        {
            add(out, WORDS_SIZE, ", ...");
            return;
        }
        add(out, WORDS_SIZE, "%s%s", i > 0 ? ", " : "", next(context, i));
    }
}

/// does: "is", "has the key". word is what may be a slip, NULL if it cannot be one.
static loam_result refuse_word(const loam_json_place *place, const char *does, const char *shown,
                               const char *word, const char *(*next)(const void *, int32_t),
                               const void *context)
{
    char words[WORDS_SIZE] = "";
    const int32_t nearest = word != NULL ? loam_text_nearest(word, next, context) : -1;
    if (nearest >= 0)
    {
        add(words, sizeof words, "did you mean %s? Must be ", next(context, nearest));
    }
    else
    {
        add(words, sizeof words, "must be ");
    }
    add_candidates(words, next, context);
    return loam_json_fail(place, "%s %s; %s", does, shown, words);
}

loam_result loam_json_refuse_name(const loam_json_place *place, const cJSON *item,
                                  const char *(*next)(const void *, int32_t), const void *context)
{
    char shown[2 * SHOWN];
    show_item(shown, sizeof shown, item);
    return refuse_word(place, "is", shown, cJSON_GetStringValue(item), next, context);
}

loam_result loam_json_refuse_key(const loam_json_place *place, const char *key,
                                 const char *(*next)(const void *, int32_t), const void *context)
{
    char shown[2 * SHOWN];
    show_text(shown, sizeof shown, key);
    return refuse_word(place, "has the key", shown, key, next, context);
}

// ---- objects and lists --------------------------------------------------------------------------

static const char *next_key(const void *context, int32_t index)
{
    const loam_json_keys *const keys = context;
    if (index < keys->own_count)
    {
        return keys->own[index];
    }
    index -= keys->own_count;
    return index < keys->field_count ? keys->fields[index].name : NULL;
}

int32_t loam_json_find(const char *name, const char *(*next)(const void *, int32_t),
                       const void *context)
{
    for (int32_t i = 0; next(context, i) != NULL; i++)
    {
        if (strcmp(next(context, i), name) == 0)
        {
            return i;
        }
    }
    return -1;
}

loam_result loam_json_members(const loam_json_place *place, const cJSON *item,
                              const loam_json_keys *keys, const cJSON **found)
{
    const int32_t count = keys->own_count + keys->field_count;
    if (count > LOAM_JSON_MAX_KEYS)
    {
        return loam_fail(LOAM_UNSUPPORTED, "an object has %d keys; at most %d are known", count,
                         LOAM_JSON_MAX_KEYS);
    }
    for (int32_t i = 0; i < count; i++)
    {
        found[i] = NULL;
    }
    if (!cJSON_IsObject(item))
    {
        return loam_json_refuse(place, item, "an object");
    }
    const cJSON *member;
    cJSON_ArrayForEach(member, item)
    {
        const int32_t index = loam_json_find(member->string, next_key, keys);
        if (index < 0)
        {
            return loam_json_refuse_key(place, member->string, next_key, keys);
        }
        if (found[index] != NULL)
        {
            const loam_json_place twice = {place, member->string, 0};
            return loam_json_fail(&twice, "is given twice; must be given once");
        }
        found[index] = member;
    }
    return LOAM_OK;
}

loam_result loam_json_list(const loam_json_place *place, const cJSON *item, int32_t low,
                           int32_t high, int32_t *count)
{
    char range[32];
    snprintf(range, sizeof range, "%d", low);
    if (high != low)
    {
        add(range, sizeof range, " to %d", high);
    }
    if (!cJSON_IsArray(item))
    {
        return loam_json_refuse(place, item, "a list of %s", range);
    }
    *count = cJSON_GetArraySize(item);
    return *count >= low && *count <= high
               ? LOAM_OK
               : loam_json_fail(place, "is a list of %d; must be a list of %s", *count, range);
}

// ---- values -------------------------------------------------------------------------------------

loam_result loam_json_name(const loam_json_place *place, const cJSON *item, char *name)
{
    const size_t length = cJSON_IsString(item) ? strlen(item->valuestring) : 0;
    if (length < 1 || length > LOAM_MAX_NAME)
    {
        return loam_json_refuse(place, item, "a text of 1 to %d characters", LOAM_MAX_NAME);
    }
    memset(name, 0, LOAM_MAX_NAME + 1);
    memcpy(name, item->valuestring, length);
    return LOAM_OK;
}

loam_result loam_json_int(const loam_json_place *place, const cJSON *item, double low, double high,
                          int32_t *out)
{
    const double value = cJSON_GetNumberValue(item);
    if (!(value >= low && value <= high && floor(value) == value))
    {
        return loam_json_refuse(place, item, "a whole number from %.10g to %.10g", low, high);
    }
    *out = (int32_t)value;
    return LOAM_OK;
}

loam_result loam_json_float(const loam_json_place *place, const cJSON *item, double low,
                            double high, float *out)
{
    const double value = cJSON_GetNumberValue(item);
    // Limits are floats here, as values are: 0.1 is accepted where 0.1 is the least.
    const bool good = fabs(value) <= 1e30 && (float)value >= (float)low &&
                      (float)value <= (float)high;
    if (!good)
    {
        return loam_json_refuse(place, item, "a number from %.9g to %.9g", low, high);
    }
    *out = (float)value;
    return LOAM_OK;
}

static int32_t hex_digit(char c)
{
    const char *const digits = "0123456789abcdef";
    const char *const found = strchr(digits, c >= 'A' && c <= 'F' ? c | 32 : c);
    return found != NULL && c != '\0' ? (int32_t)(found - digits) : -1;
}

loam_result loam_json_colour(const loam_json_place *place, const cJSON *item, bool light,
                             loam_colour *out)
{
    const char *const text = cJSON_IsString(item) ? item->valuestring : "";
    const size_t length = strlen(text);
    bool good = text[0] == '#' && (length == 9 || (length == 7 && !light));
    uint8_t channels[4] = {0, 0, 0, 255};
    for (size_t i = 1; i < length && good; i += 2)
    {
        const int32_t high = hex_digit(text[i]), low = hex_digit(text[i + 1]);
        good = high >= 0 && low >= 0;
        channels[i / 2] = good ? (uint8_t)(16 * high + low) : 0;
    }
    if (!good)
    {
        return loam_json_refuse(place, item,
                                light ? "a light such as \"#2c170008\""
                                      : "a colour such as \"#62646b\" or, with "
                                        "alpha, \"#2f6fb8b3\"");
    }
    *out = (loam_colour){channels[0], channels[1], channels[2], channels[3]};
    return LOAM_OK;
}

loam_result loam_json_bits(const loam_json_place *place, const cJSON *item,
                           const char *(*next)(const void *, int32_t), uint32_t *out)
{
    uint32_t bits = 0;
    if (!cJSON_IsArray(item))
    {
        return loam_json_refuse(place, item, "a list of names");
    }
    loam_json_place element = {place, NULL, 0};
    const cJSON *name;
    cJSON_ArrayForEach(name, item)
    {
        const int32_t bit = cJSON_IsString(name) ? loam_json_find(name->valuestring, next, NULL)
                                                 : -1;
        if (bit < 0)
        {
            return loam_json_refuse_name(&element, name, next, NULL);
        }
        bits |= 1u << bit;
        element.index++;
    }
    *out = bits;
    return LOAM_OK;
}

// ---- texts --------------------------------------------------------------------------------------

/// cJSON reads numbers by the program's locale, and of its decimal point only the first byte.
static bool locale_has_a_plain_point(void)
{
    char half[16];
    return snprintf(half, sizeof half, "%.1f", 0.5) == 3;
}

loam_result loam_json_parse(const char *text, size_t size, cJSON **tree)
{
    *tree = NULL;
    if (size > LOAM_MAX_DEFS_TEXT)
    {
        return loam_fail(LOAM_BAD_ARGUMENT, "a text of %zu bytes; must be at most %zu", size,
                         LOAM_MAX_DEFS_TEXT);
    }
    const loam_result result = loam_json_scan(text, size);
    if (result != LOAM_OK)
    {
        return result;
    }
    if (!locale_has_a_plain_point())
    {
        return loam_fail(LOAM_UNSUPPORTED, "the locale's decimal point has several bytes; must "
                                           "have one");
    }
    *tree = cJSON_ParseWithLength(text, size);
    return *tree != NULL ? LOAM_OK
                         : loam_fail(LOAM_OUT_OF_MEMORY, "no memory for a text of %zu bytes", size);
}
