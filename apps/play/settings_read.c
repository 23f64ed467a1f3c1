// SPDX-License-Identifier: MIT
#include "play/settings.h"

#include "play/settings_fields.h"

#include <cJSON.h>

#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// People write in this file, programs crash while they do, and it may come from another version: whatever
// is in it, the game starts. Everything that is not understood is reported and has its default.

enum
{
    MAX_FILE = 1 << 20
};

typedef struct reader
{
    const char *path;
    void (*complain)(void *user, const char *message);
    void *user;
} reader;

static void complain(const reader *to, const char *format, ...) LOAM_PRINTF(2, 3);
static void complain(const reader *to, const char *format, ...)
{
    if (to->complain == NULL)
    {
        return;
    }
    char message[512];
    const int before = snprintf(message, sizeof message, "%.200s: ", to->path);
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(message + before, sizeof message - (size_t)before, format, arguments);
    va_end(arguments);
    to->complain(to->user, message);
}

// ---- numbers, switches, choices -----------------------------------------------------------------

/// What a field accepts, in words.
static void say_accepted(const setting_field *field, char *out, size_t room)
{
    if (field->kind == SETTING_NUMBER)
    {
        snprintf(out, room, "a whole number, %d to %d", (int)field->low, (int)field->high);
        return;
    }
    if (field->kind == SETTING_SWITCH)
    {
        snprintf(out, room, "true or false");
        return;
    }
    const int32_t count = field->kind == SETTING_NAME ? field->high + 1
                                                      : (int32_t)SETTING_MAX_ACCEPTED;
    size_t used = 0;
    for (int32_t i = 0; i < count && used < room; i++)
    {
        const char *between = i == 0 ? "" : i == count - 1 ? " or " : ", ";
        const int added = field->kind == SETTING_NAME
                              ? snprintf(out + used, room - used, "%s\"%s\"", between,
                                         field->names[i])
                              : snprintf(out + used, room - used, "%s%d", between,
                                         (int)field->accepted[i]);
        used += added > 0 ? (size_t)added : 0;
    }
}

static bool number_fits(const setting_field *field, double number)
{
    if (field->kind == SETTING_NUMBER)
    {
        return number >= field->low && number <= field->high && floor(number) == number;
    }
    for (int32_t i = 0; i < SETTING_MAX_ACCEPTED; i++)
    {
        if (number == field->accepted[i])
        {
            return true;
        }
    }
    return false;
}

static bool value_of(const setting_field *field, const cJSON *item, int32_t *value)
{
    if (field->kind == SETTING_SWITCH)
    {
        *value = cJSON_IsTrue(item);
        return cJSON_IsBool(item);
    }
    if (field->kind != SETTING_NAME)
    {
        const bool fits = cJSON_IsNumber(item) && number_fits(field, item->valuedouble);
        *value = fits ? (int32_t)item->valuedouble : 0;
        return fits;
    }
    for (*value = 0; cJSON_IsString(item) && *value <= field->high; (*value)++)
    {
        if (strcmp(item->valuestring, field->names[*value]) == 0)
        {
            return true;
        }
    }
    return false;
}

static void read_field(const reader *from, const cJSON *item, const setting_field *field,
                       play_settings *out)
{
    int32_t value;
    if (value_of(field, item, &value))
    {
        setting_set(out, field, value);
        return;
    }
    char accepted[128];
    say_accepted(field, accepted, sizeof accepted);
    complain(from, "%s is not understood; must be %s", field->key, accepted);
}

// ---- bindings -----------------------------------------------------------------------------------

static bool is_pad(input_code code)
{
    return code >= INPUT_PAD_FIRST;
}

/// Reads "Ctrl+Z", "Space", "Pad A"; "" and null are nothing. Codes of pads, or all others.
static bool read_code(const cJSON *item, bool pads, input_code *code, bool *ctrl)
{
    static const char before[] = "Ctrl+";
    *code = INPUT_NONE;
    *ctrl = false;
    if (cJSON_IsNull(item))
    {
        return true;
    }
    if (!cJSON_IsString(item))
    {
        return false;
    }
    const char *name = item->valuestring;
    if (name[0] == '\0')
    {
        return true;
    }
    *ctrl = !pads && strncmp(name, before, sizeof before - 1) == 0;
    *code = input_code_named(*ctrl ? name + sizeof before - 1 : name);
    return *code != INPUT_NONE && is_pad(*code) == pads;
}

static void read_keys(const reader *from, const cJSON *list, const char *action,
                      play_binding *binding)
{
    play_binding read = {.pad = binding->pad};
    int32_t count = 0;
    for (const cJSON *item = cJSON_IsArray(list) ? list->child : NULL; item != NULL;
         item = item->next)
    {
        input_code code;
        bool ctrl;
        if (count == 2 || !read_code(item, false, &code, &ctrl))
        {
            complain(from,
                     "bindings.%s.keys: \"%.64s\" is not understood; must be at most two names "
                     "of keys and mouse buttons, perhaps with Ctrl+ before",
                     action, cJSON_IsString(item) ? item->valuestring : "?");
            return;
        }
        read.keys[count] = code;
        read.ctrl[count] = ctrl;
        count += code != INPUT_NONE;
    }
    if (!cJSON_IsArray(list))
    {
        complain(from, "bindings.%s.keys is no list", action);
        return;
    }
    *binding = read;
}

static void read_binding(const reader *from, const cJSON *item, play_action action,
                         play_binding *binding)
{
    const char *key = play_action_key(action);
    if (!cJSON_IsObject(item))
    {
        complain(from, "bindings.%s is not understood; must be \"keys\" and \"pad\" in {}", key);
        return;
    }
    const cJSON *keys = cJSON_GetObjectItemCaseSensitive(item, "keys");
    const cJSON *pad = cJSON_GetObjectItemCaseSensitive(item, "pad");
    if (keys != NULL)
    {
        read_keys(from, keys, key, binding);
    }
    input_code code = INPUT_NONE;
    bool ctrl;
    if (pad != NULL && !read_code(pad, true, &code, &ctrl))
    {
        complain(from,
                 "bindings.%s.pad: \"%.64s\" is not understood; must be names of a "
                 "gamepad's buttons, as \"Pad A\"",
                 key, cJSON_IsString(pad) ? pad->valuestring : "?");
    }
    else if (pad != NULL)
    {
        binding->pad = code;
    }
}

static const char *action_word(const void *context, int32_t index)
{
    (void)context;
    return index < PLAY_ACTIONS ? play_action_key((play_action)index) : NULL;
}

static const char *field_word(const void *context, int32_t index)
{
    (void)context;
    int32_t count;
    const setting_field *fields = setting_fields(&count);
    return index < count ? fields[index].key : index == count ? "bindings" : NULL;
}

/// The index of a key among words, or -1 after a complaint.
static int32_t known(const reader *from, const cJSON *item, const char *what,
                     const char *(*word)(const void *context, int32_t index))
{
    for (int32_t i = 0; word(NULL, i) != NULL; i++)
    {
        if (strcmp(word(NULL, i), item->string) == 0)
        {
            return i;
        }
    }
    const int32_t nearest = loam_text_nearest(item->string, word, NULL);
    complain(from, "%s \"%.64s\" is not known%s%s%s", what, item->string,
             nearest >= 0 ? ", did you mean \"" : "", nearest >= 0 ? word(NULL, nearest) : "",
             nearest >= 0 ? "\"?" : "");
    return -1;
}

static void read_bindings(const reader *from, const cJSON *json, play_bindings *out)
{
    if (!cJSON_IsObject(json))
    {
        complain(from, "bindings is not understood; must be actions in {}");
        return;
    }
    for (const cJSON *item = json->child; item != NULL; item = item->next)
    {
        const int32_t action = known(from, item, "the action", action_word);
        if (action >= 0)
        {
            read_binding(from, item, (play_action)action, &out->of[action]);
        }
    }
}

// ---- the file -----------------------------------------------------------------------------------

static void read_all(const reader *from, const cJSON *json, play_settings *out)
{
    int32_t count;
    const setting_field *fields = setting_fields(&count);
    for (const cJSON *item = json->child; item != NULL; item = item->next)
    {
        const int32_t index = known(from, item, "the setting", field_word);
        if (index == count)
        {
            read_bindings(from, item, &out->bindings);
        }
        else if (index >= 0)
        {
            read_field(from, item, &fields[index], out);
        }
    }
}

/// The whole file, with a 0 behind; free it.
static loam_result load(const char *path, char **text, size_t *size)
{
    FILE *file = fopen(path, "rb");
    if (file == NULL)
    {
        return loam_fail(errno == ENOENT ? LOAM_NOT_FOUND : LOAM_IO, "%s: cannot be read: %s", path,
                         strerror(errno));
    }
    *text = malloc(MAX_FILE + 1);
    *size = *text != NULL ? fread(*text, 1, MAX_FILE + 1, file) : 0;
    const bool failed = ferror(file) != 0;
    const int error = errno;
    fclose(file);
    if (*text == NULL)
    {
        return loam_fail(LOAM_OUT_OF_MEMORY, "%s: there is no memory to read settings", path);
    }
    if (failed || *size > MAX_FILE)
    {
        free(*text);
        return failed ? loam_fail(LOAM_IO, "%s: cannot be read: %s", path, strerror(error))
                      : loam_fail(LOAM_BAD_ARGUMENT, "%s: settings of more than %d bytes", path,
                                  MAX_FILE);
    }
    (*text)[*size] = '\0';
    return LOAM_OK;
}

/// Settings will be written again, and somebody may have spent an evening on what cannot be read now.
static void set_aside(const reader *from, const char *why)
{
    char kept[1024];
    const int length = snprintf(kept, sizeof kept, "%s.damaged", from->path);
    if (length > 0 && length < (int)sizeof kept && rename(from->path, kept) == 0)
    {
        complain(from, "%s; everything has its default, and the file is kept as %.200s", why, kept);
        return;
    }
    complain(from, "%s; everything has its default", why);
}

loam_result play_settings_read(const char *path, play_settings *out,
                               void (*complain_to)(void *user, const char *message), void *user)
{
    *out = play_default_settings();
    const reader from = {path, complain_to, user};
    char *text = NULL;
    size_t size = 0;
    const loam_result result = load(path, &text, &size);
    if (result != LOAM_OK)
    {
        return result;
    }
    const char *end = NULL;
    cJSON *json = cJSON_ParseWithLengthOpts(text, size + 1, &end, true);
    if (cJSON_IsObject(json))
    {
        read_all(&from, json, out);
    }
    else
    {
        char why[96];
        snprintf(why, sizeof why, "is no JSON object, from byte %zu on",
                 json == NULL && end != NULL ? (size_t)(end - text) + 1 : (size_t)1);
        set_aside(&from, why);
    }
    cJSON_Delete(json);
    free(text);
    return LOAM_OK;
}
