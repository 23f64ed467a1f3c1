// SPDX-License-Identifier: MIT
#include "land_view.h"

#include <cjson/cJSON.h>
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

// A path: {"stops": [{"at": [x, z], "height": m, "look": [azimuth, elevation], "time": "17:30",
// "weather": "clear"}, ...]}. What a stop does not say is as at the stop before.

enum
{
    MAX_BYTES = 1 << 20
};

static loam_result read_all(const char *path, char **out)
{
    FILE *const file = fopen(path, "rb");
    char *const bytes = file != NULL ? malloc(MAX_BYTES + 1) : NULL;
    const size_t size = bytes != NULL ? fread(bytes, 1, MAX_BYTES + 1, file) : 0;
    const bool failed = file == NULL || ferror(file);
    if (file != NULL)
    {
        fclose(file);
    }
    if (failed || bytes == NULL || size > MAX_BYTES)
    {
        free(bytes);
        return failed ? loam_fail(LOAM_IO, "%s cannot be read: %s", path, strerror(errno))
               : bytes == NULL
                   ? loam_fail(LOAM_OUT_OF_MEMORY, "out of memory for %s", path)
                   : loam_fail(LOAM_BAD_ARGUMENT, "%s has more than %d bytes", path, MAX_BYTES);
    }
    bytes[size] = 0;
    *out = bytes;
    return LOAM_OK;
}

/// Two numbers of a stop, if it has them.
static loam_result read_pair(const cJSON *stop, const char *name, double low, double high,
                             double *first, double *second, const char *where)
{
    const cJSON *const pair = cJSON_GetObjectItemCaseSensitive(stop, name);
    if (pair == NULL)
    {
        return LOAM_OK;
    }
    const cJSON *const a = cJSON_GetArrayItem(pair, 0), *const b = cJSON_GetArrayItem(pair, 1);
    const bool ok = cJSON_IsArray(pair) && cJSON_GetArraySize(pair) == 2 && cJSON_IsNumber(a) &&
                    cJSON_IsNumber(b) && fabs(a->valuedouble) <= fabs(low) &&
                    fabs(b->valuedouble) <= high;
    if (!ok)
    {
        return loam_fail(LOAM_BAD_ARGUMENT,
                         "%s: \"%s\" must be two numbers, -%.0f to %.0f and -%.0f to %.0f", where,
                         name, low, low, high, high);
    }
    *first = a->valuedouble;
    *second = b->valuedouble;
    return LOAM_OK;
}

static loam_result read_height(const cJSON *stop, double *height, const char *where)
{
    const cJSON *const value = cJSON_GetObjectItemCaseSensitive(stop, "height");
    if (value != NULL &&
        !(cJSON_IsNumber(value) && value->valuedouble >= 0.5 && value->valuedouble <= 20000))
    {
        return loam_fail(LOAM_BAD_ARGUMENT, "%s: \"height\" must be a number, 0.5 to 20000", where);
    }
    *height = value != NULL ? value->valuedouble : *height;
    return LOAM_OK;
}

static loam_result read_time(const cJSON *stop, double *hour, const char *where)
{
    const cJSON *const value = cJSON_GetObjectItemCaseSensitive(stop, "time");
    if (value == NULL)
    {
        return LOAM_OK;
    }
    char what[96];
    snprintf(what, sizeof what, "%s: \"time\"", where);
    return view_read_time(cJSON_IsString(value) ? value->valuestring : "no text", what, hour);
}

static loam_result read_weather(const cJSON *stop, int32_t *weather, const char *where)
{
    const cJSON *const value = cJSON_GetObjectItemCaseSensitive(stop, "weather");
    if (value == NULL)
    {
        return LOAM_OK;
    }
    text names = {0};
    for (int32_t i = 0; view_weather_name(i) != NULL; i++)
    {
        if (cJSON_IsString(value) && strcmp(value->valuestring, view_weather_name(i)) == 0)
        {
            *weather = i;
            text_free(&names);
            return LOAM_OK;
        }
        text_add(&names, "%s%s", i > 0 ? ", " : "", view_weather_name(i));
    }
    const loam_result result = loam_fail(
        LOAM_BAD_ARGUMENT, "%s: \"weather\" is %s; must be one of %s", where,
        cJSON_IsString(value) ? value->valuestring : "no text", text_get(&names));
    text_free(&names);
    return result;
}

static loam_result read_season(const cJSON *stop, int32_t *day, const char *where)
{
    const cJSON *const value = cJSON_GetObjectItemCaseSensitive(stop, "season");
    if (value == NULL)
    {
        return LOAM_OK;
    }
    char what[96], words[32] = "no text";
    snprintf(what, sizeof what, "%s: \"season\"", where);
    if (cJSON_IsNumber(value))
    {
        snprintf(words, sizeof words, "%.9g", value->valuedouble);
    }
    return view_read_season(cJSON_IsString(value) ? value->valuestring : words, what, day);
}

static loam_result check_names(const cJSON *stop, const char *where)
{
    static const char *const known[] = {"at", "height", "look", "time", "weather", "season"};
    for (const cJSON *item = cJSON_IsObject(stop) ? stop->child : NULL; item != NULL;
         item = item->next)
    {
        bool found = false;
        for (size_t i = 0; i < sizeof known / sizeof known[0]; i++)
        {
            found |= strcmp(item->string, known[i]) == 0;
        }
        if (!found)
        {
            return loam_fail(
                LOAM_BAD_ARGUMENT,
                "%s: there is no \"%s\"; accepted are at, height, look, time, weather and season",
                where, item->string);
        }
    }
    return cJSON_IsObject(stop) ? LOAM_OK : loam_fail(LOAM_BAD_ARGUMENT, "%s is no object", where);
}

static loam_result read_stop(const cJSON *stop, const char *where, view_stop *out)
{
    loam_result result = check_names(stop, where);
    result = result == LOAM_OK ? read_pair(stop, "at", (double)LOAM_LAND_END, (double)LOAM_LAND_END,
                                           &out->x, &out->z, where)
                               : result;
    result = result == LOAM_OK
                 ? read_pair(stop, "look", 360, 90, &out->azimuth, &out->elevation, where)
                 : result;
    result = result == LOAM_OK ? read_height(stop, &out->height, where) : result;
    result = result == LOAM_OK ? read_time(stop, &out->hour, where) : result;
    result = result == LOAM_OK ? read_season(stop, &out->day, where) : result;
    return result == LOAM_OK ? read_weather(stop, &out->weather, where) : result;
}

static loam_result read_stops(const char *file, const cJSON *root, const view_stop *first,
                              view_stop *stops, int32_t *count)
{
    const cJSON *const list = cJSON_GetObjectItemCaseSensitive(root, "stops");
    const int size = cJSON_IsArray(list) ? cJSON_GetArraySize(list) : 0;
    loam_result result = LOAM_OK;
    if (size < 1 || size > VIEW_MAX_STOPS)
    {
        return loam_fail(LOAM_BAD_ARGUMENT, "%s: \"stops\" must be a list of 1 to %d stops", file,
                         VIEW_MAX_STOPS);
    }
    *count = 0;
    for (const cJSON *stop = list->child; stop != NULL && result == LOAM_OK; stop = stop->next)
    {
        char where[64];
        snprintf(where, sizeof where, "stop %d of --path", (int)*count + 1);
        stops[*count] = *count > 0 ? stops[*count - 1] : *first;
        result = read_stop(stop, where, &stops[*count]);
        (*count)++;
    }
    return result;
}

loam_result view_read_path(const char *file, const view_stop *first, view_stop *stops,
                           int32_t *count)
{
    char *bytes = NULL;
    loam_result result = read_all(file, &bytes);
    if (result != LOAM_OK)
    {
        return result;
    }
    cJSON *const root = cJSON_Parse(bytes);
    result = root != NULL ? read_stops(file, root, first, stops, count)
                          : loam_fail(LOAM_BAD_ARGUMENT, "%s is no JSON", file);
    cJSON_Delete(root);
    free(bytes);
    return result;
}
