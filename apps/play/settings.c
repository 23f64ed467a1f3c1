// SPDX-License-Identifier: MIT
#include "play/settings.h"

#include "play/settings_fields.h"

#include "loam/loam.h"

#include <cJSON.h>

#include <stdio.h>
#include <string.h>

// One table has all settings but the bindings. Reading goes through it (settings_read.c), and writing, so
// that neither forgets one that the other knows.

_Static_assert(sizeof(window_mode) == sizeof(int32_t) && sizeof(play_light) == sizeof(int32_t),
               "choices are read and written as numbers");

static const char *const mode_names[WINDOW_MODES] = {"window", "borderless", "full"};
static const char *const form_names[4] = {"auto", "surface", "smooth", "blocks"};
static const char *const view_names[PLAY_SEA_VIEWS] = {"behind", "above", "mast"};
static const char *const land_names[PLAY_LAND_QUALITIES] = {"auto", "low", "medium", "high"};
static const char *const light_names[PLAY_LIGHT_QUALITIES] = {"off", "fast", "good", "fine"};

#define AT(member) offsetof(play_settings, member)

static const setting_field fields[] = {
    {"window_width", SETTING_NUMBER, AT(window_w), 320, LOAM_MAX_FRAME_SIDE, {0}, NULL},
    {"window_height", SETTING_NUMBER, AT(window_h), 200, LOAM_MAX_FRAME_SIDE, {0}, NULL},
    {"window_mode", SETTING_NAME, AT(mode), 0, WINDOW_MODES - 1, {0}, mode_names},
    {"vsync", SETTING_SWITCH, AT(vsync), 0, 1, {0}, NULL},
    {"frame_limit", SETTING_NUMBER, AT(frame_limit), 30, 1000, {0}, NULL},
    {"resolution_percent", SETTING_ONE_OF, AT(resolution), 0, 100, {0, 25, 50, 100}, NULL},
    {"interface_percent", SETTING_NUMBER, AT(interface_percent), 50, 300, {0}, NULL},
    {"light", SETTING_NAME, AT(light), 0, PLAY_LIGHT_QUALITIES - 1, {0}, light_names},
    {"brightness_percent", SETTING_NUMBER, AT(brightness_percent), 50, 200, {0}, NULL},
    {"zoom", SETTING_NUMBER, AT(zoom), 1, LOAM_MAX_FRAME_ZOOM, {0}, NULL},
    {"autosave_seconds", SETTING_NUMBER, AT(autosave_seconds), 1, 600, {0}, NULL},
    {"ring_log2", SETTING_NUMBER, AT(ring), LOAM_MIN_RING_LOG2, LOAM_MAX_RING_LOG2, {0}, NULL},
    {"camera_leads", SETTING_SWITCH, AT(camera_leads), 0, 1, {0}, NULL},
    {"limited", SETTING_SWITCH, AT(limited), 0, 1, {0}, NULL},
    {"helped", SETTING_SWITCH, AT(helped), 0, 1, {0}, NULL},
    {"land_view_m", SETTING_NUMBER, AT(land_view_m), 0, 65536, {0}, NULL},
    {"land_quality", SETTING_NAME, AT(land_quality), 0, PLAY_LAND_QUALITIES - 1, {0}, land_names},
    {"land_percent", SETTING_ONE_OF, AT(land_percent), 0, 100, {0, 25, 50, 100}, NULL},
    {"land_fov", SETTING_NUMBER, AT(land_fov), 30, 110, {0}, NULL},
    {"land_first_person", SETTING_SWITCH, AT(land_first), 0, 1, {0}, NULL},
    {"land_form", SETTING_NAME, AT(land_form), 0, 3, {0}, form_names},
    {"land_turns", SETTING_SWITCH, AT(land_turns), 0, 1, {0}, NULL},
    {"sea_view", SETTING_NAME, AT(sea_view), 0, PLAY_SEA_VIEWS - 1, {0}, view_names},
    {"sea_height_m",
     SETTING_NUMBER,
     AT(sea_height_m),
     PLAY_MIN_SEA_HEIGHT,
     PLAY_MAX_SEA_HEIGHT,
     {0},
     NULL},
};

const setting_field *setting_fields(int32_t *count)
{
    *count = (int32_t)(sizeof fields / sizeof fields[0]);
    return fields;
}

int32_t setting_get(const play_settings *settings, const setting_field *field)
{
    const char *place = (const char *)settings + field->offset;
    if (field->kind == SETTING_SWITCH)
    {
        return *(const bool *)(const void *)place;
    }
    int32_t value;
    memcpy(&value, place, sizeof value);
    return value;
}

void setting_set(play_settings *settings, const setting_field *field, int32_t value)
{
    char *place = (char *)settings + field->offset;
    if (field->kind == SETTING_SWITCH)
    {
        *(bool *)(void *)place = value != 0;
        return;
    }
    memcpy(place, &value, sizeof value);
}

play_settings play_default_settings(void)
{
    return (play_settings){
        .bindings = play_default_bindings(),
        .window_w = 1280,
        .window_h = 720,
        .mode = WINDOW_NORMAL,
        .vsync = true,
        .frame_limit = 120,
        .resolution = 0,
        .interface_percent = 100,
        .light = PLAY_LIGHT_GOOD,
        .brightness_percent = 100,
        .zoom = LOAM_FRAME_ZOOM,
        .autosave_seconds = 10,
        .ring = 4,
        .camera_leads = true,
        .land_fov = 55,
        .sea_height_m = 120,
    };
}

// ---- writing ------------------------------------------------------------------------------------

static bool add_field(cJSON *json, const play_settings *settings, const setting_field *field)
{
    const int32_t value = setting_get(settings, field);
    switch (field->kind)
    {
    case SETTING_SWITCH:
        return cJSON_AddBoolToObject(json, field->key, value != 0) != NULL;
    case SETTING_NAME:
        return cJSON_AddStringToObject(json, field->key, field->names[value]) != NULL;
    default:
        return cJSON_AddNumberToObject(json, field->key, value) != NULL;
    }
}

static bool add_key(cJSON *list, input_code code, bool ctrl)
{
    char name[80];
    snprintf(name, sizeof name, "%s%s", ctrl ? "Ctrl+" : "", input_code_name(code));
    cJSON *item = cJSON_CreateString(name);
    if (item == NULL || !cJSON_AddItemToArray(list, item))
    {
        cJSON_Delete(item);
        return false;
    }
    return true;
}

static bool add_binding(cJSON *json, play_action action, const play_binding *binding)
{
    cJSON *object = cJSON_AddObjectToObject(json, play_action_key(action));
    cJSON *list = object != NULL ? cJSON_AddArrayToObject(object, "keys") : NULL;
    bool added = list != NULL;
    for (int32_t i = 0; added && i < 2; i++)
    {
        added = binding->keys[i] == INPUT_NONE || add_key(list, binding->keys[i], binding->ctrl[i]);
    }
    const char *pad = binding->pad != INPUT_NONE ? input_code_name(binding->pad) : "";
    return added && cJSON_AddStringToObject(object, "pad", pad) != NULL;
}

static bool add_all(cJSON *json, const play_settings *settings)
{
    bool added = json != NULL;
    for (size_t i = 0; added && i < sizeof fields / sizeof fields[0]; i++)
    {
        added = add_field(json, settings, &fields[i]);
    }
    cJSON *bindings = added ? cJSON_AddObjectToObject(json, "bindings") : NULL;
    added = bindings != NULL;
    for (int32_t action = 0; added && action < PLAY_ACTIONS; action++)
    {
        added = add_binding(bindings, (play_action)action, &settings->bindings.of[action]);
    }
    return added;
}

loam_result play_settings_write(const char *path, const play_settings *settings)
{
    cJSON *json = cJSON_CreateObject();
    char *text = add_all(json, settings) ? cJSON_Print(json) : NULL;
    cJSON_Delete(json);
    if (text == NULL)
    {
        return loam_fail(LOAM_OUT_OF_MEMORY, "%s: there is no memory to write settings", path);
    }
    const loam_result result = loam_file_write(path, text, strlen(text));
    cJSON_free(text);
    return result;
}
