// SPDX-License-Identifier: MIT
#include "place/path.h"

#include "loam/export.h"
#include "place/json_file.h"
#include "place/season.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// A stop is read as the line of a place is: its members become words of one, so that both accept the same.

enum
{
    MAX_BYTES = 1 << 20,
    MAX_STOP = 200, // letters of one
};

// ---- reading ------------------------------------------------------------------------------------

/// " name=1,2", " name=1" or " name=word" behind a line; whether it is one of these and fits.
static bool add_word(char line[PLACE_MAX_TEXT], const cJSON *item)
{
    const size_t size = strlen(line), room = PLACE_MAX_TEXT - size;
    int length = -1;
    if (cJSON_IsArray(item) && cJSON_GetArraySize(item) == 2)
    {
        length = snprintf(line + size, room, " %s=%.17g,%.17g", item->string,
                          cJSON_GetNumberValue(cJSON_GetArrayItem(item, 0)),
                          cJSON_GetNumberValue(cJSON_GetArrayItem(item, 1)));
    }
    else if (cJSON_IsNumber(item))
    {
        length = snprintf(line + size, room, " %s=%.17g", item->string, item->valuedouble);
    }
    else if (cJSON_IsString(item) && strchr(item->valuestring, ' ') == NULL)
    {
        length = snprintf(line + size, room, " %s=%s", item->string, item->valuestring);
    }
    return length > 0 && (size_t)length < room;
}

static loam_result check_name(const char *path, int32_t index, const char *name)
{
    static const char *const known[] = {"at", "height", "look", "time", "weather", "season"};
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++)
    {
        if (strcmp(name, known[i]) == 0)
        {
            return LOAM_OK;
        }
    }
    return loam_fail(
        LOAM_BAD_ARGUMENT,
        "%s: stop %d has no \"%s\"; must be one of at, height, look, time, weather and "
        "season",
        path, (int)index, name);
}

static loam_result read_stop(const char *path, int32_t index, const cJSON *stop,
                             const char *(*weathers)(int32_t index), place *out)
{
    char line[PLACE_MAX_TEXT] = "";
    loam_result result = LOAM_OK;
    bool ok = cJSON_IsObject(stop);
    for (const cJSON *item = ok ? stop->child : NULL; item != NULL && ok && result == LOAM_OK;
         item = item->next)
    {
        result = check_name(path, index, item->string);
        ok = add_word(line, item);
    }
    if (result != LOAM_OK)
    {
        return result;
    }
    if (!ok)
    {
        return loam_fail(LOAM_BAD_ARGUMENT,
                         "%s: stop %d must be an object like {\"at\": [0, 0], \"height\": 2}", path,
                         (int)index);
    }
    return line[0] == 0 || place_read(line, weathers, out, NULL) == LOAM_OK
               ? LOAM_OK
               : loam_fail(LOAM_BAD_ARGUMENT, "%s: stop %d: %s", path, (int)index,
                           loam_last_error());
}

static loam_result read_stops(const char *path, const cJSON *list,
                              const char *(*weathers)(int32_t index), const place *first,
                              place *stops, int32_t *count)
{
    const int32_t size = cJSON_IsArray(list) ? cJSON_GetArraySize(list) : 0;
    if (size < 1 || size > PATH_MAX_STOPS)
    {
        return loam_fail(LOAM_BAD_ARGUMENT, "%s must be a JSON object with \"stops\", 1 to %d",
                         path, PATH_MAX_STOPS);
    }
    place *const read = malloc((size_t)size * sizeof *read);
    loam_result result = read != NULL ? LOAM_OK
                                      : loam_fail(LOAM_OUT_OF_MEMORY, "out of memory for %s", path);
    const cJSON *stop = list->child;
    for (int32_t i = 0; i < size && result == LOAM_OK; i++, stop = stop->next)
    {
        read[i] = i > 0 ? read[i - 1] : *first;
        result = read_stop(path, i + 1, stop, weathers, &read[i]);
    }
    if (result == LOAM_OK)
    {
        memcpy(stops, read, (size_t)size * sizeof *read);
        *count = size;
    }
    free(read);
    return result;
}

loam_result path_read(const char *path, const char *(*weathers)(int32_t index), const place *first,
                      place *stops, int32_t *count)
{
    cJSON *root = NULL;
    loam_result result = json_file_read(path, MAX_BYTES, &root);
    result = result == LOAM_OK ? read_stops(path, cJSON_GetObjectItemCaseSensitive(root, "stops"),
                                            weathers, first, stops, count)
                               : result;
    cJSON_Delete(root);
    return result;
}

// ---- writing ------------------------------------------------------------------------------------

/// Behind a stop's other members; "" where there is none, and there was none at the stop before.
static void write_season(const place *before, const place *at, char text[SEASON_MAX_TEXT + 16])
{
    char season[SEASON_MAX_TEXT];
    season_write(at->day, season);
    text[0] = 0;
    if (at->day != 0 || (before != NULL && before->day != 0))
    {
        snprintf(text, SEASON_MAX_TEXT + 16, ", \"season\": \"%s\"", season);
    }
}

loam_result path_write(const char *path, const char *(*weathers)(int32_t index), const place *stops,
                       int32_t count)
{
    const size_t room = (size_t)count * MAX_STOP + 64;
    char *const text = malloc(room);
    if (text == NULL)
    {
        return loam_fail(LOAM_OUT_OF_MEMORY, "out of memory for %s", path);
    }
    size_t size = (size_t)snprintf(text, room, "{\"stops\": [\n");
    for (int32_t i = 0; i < count; i++)
    {
        const place *const at = &stops[i];
        char season[SEASON_MAX_TEXT + 16];
        write_season(i > 0 ? &stops[i - 1] : NULL, at, season);
        size += (size_t)snprintf(
            text + size, room - size,
            "  {\"at\": [%.3f, %.3f], \"height\": %.2f, \"look\": [%.2f, %.2f], "
            "\"time\": \"%02d:%02d\", \"weather\": \"%s\"%s}%s\n",
            at->x, at->z, at->height, at->azimuth, at->elevation, (int)(at->minutes / 60),
            (int)(at->minutes % 60), weathers(at->weather), season, i + 1 < count ? "," : "");
    }
    size += (size_t)snprintf(text + size, room - size, "]}\n");
    const loam_result result = loam_file_write(path, text, size);
    free(text);
    return result;
}
