// SPDX-License-Identifier: MIT
#include "defs/plain.h"

#include <string.h>

// ---- reading ------------------------------------------------------------------------------------

loam_result loam_json_reference(const loam_json_place *place, const cJSON *item,
                                const char *(*next)(const void *, int32_t), const void *context,
                                int32_t *out)
{
    const int32_t found = cJSON_IsString(item) ? loam_json_find(item->valuestring, next, context)
                                               : -1;
    *out = found;
    return found >= 0 ? LOAM_OK : loam_json_refuse_name(place, item, next, context);
}

loam_result loam_json_need(const loam_json_place *place, const char *key, const cJSON *item)
{
    const loam_json_place member = {place, key, 0};
    return item != NULL ? LOAM_OK : loam_json_fail(&member, "is missing");
}

static loam_result read_range(const loam_json_place *place, const cJSON *item,
                              const loam_plain_field *field, loam_range *out)
{
    if (cJSON_IsNumber(item))
    {
        const loam_result result = loam_json_float(place, item, field->low, field->high, &out->low);
        out->high = out->low;
        return result;
    }
    int32_t count;
    float ends[2] = {0};
    loam_result result = loam_json_list(place, item, 2, 2, &count);
    for (int32_t i = 0; i < 2 && result == LOAM_OK; i++)
    {
        const loam_json_place end = {place, NULL, i};
        result = loam_json_float(&end, cJSON_GetArrayItem(item, i), field->low, field->high,
                                 &ends[i]);
    }
    *out = (loam_range){ends[0], ends[1]};
    return result;
}

loam_result loam_json_rgb(const loam_json_place *place, const cJSON *item, uint32_t *out)
{
    loam_colour colour;
    const loam_result result = loam_json_colour(place, item, false, &colour);
    if (result == LOAM_OK)
    {
        *out = (uint32_t)colour.r << 16 | (uint32_t)colour.g << 8 | colour.b;
    }
    return result;
}

static loam_result read_flag(const loam_json_place *place, const cJSON *item, bool *out)
{
    if (!cJSON_IsBool(item))
    {
        return loam_json_refuse(place, item, "true or false");
    }
    *out = cJSON_IsTrue(item) != 0;
    return LOAM_OK;
}

static loam_result read_field(const loam_json_place *place, const cJSON *item,
                              const loam_plain_field *field, void *at)
{
    switch (field->kind)
    {
    case LOAM_PLAIN_INT:
        return loam_json_int(place, item, field->low, field->high, at);
    case LOAM_PLAIN_FLOAT:
        return loam_json_float(place, item, field->low, field->high, at);
    case LOAM_PLAIN_RANGE:
    case LOAM_PLAIN_WHOLE:
        return read_range(place, item, field, at);
    case LOAM_PLAIN_FLAG:
        return read_flag(place, item, at);
    case LOAM_PLAIN_COLOUR:
        return loam_json_rgb(place, item, at);
    case LOAM_PLAIN_RGBA:
        return loam_json_colour(place, item, false, at);
    default:
        return loam_json_reference(place, item, field->next, NULL, at);
    }
}

loam_result loam_json_object(const loam_json_place *place, const cJSON *item,
                             const loam_plain_field *fields, int32_t field_count,
                             const char *const *own, int32_t own_count, void *part,
                             const cJSON **found)
{
    const char *names[LOAM_JSON_MAX_KEYS];
    for (int32_t i = 0; i < field_count + own_count; i++)
    {
        names[i] = i < field_count ? fields[i].name : own[i - field_count];
    }
    const loam_json_keys keys = {.own = names, .own_count = field_count + own_count};
    loam_result result = loam_json_members(place, item, &keys, found);
    for (int32_t i = 0; i < field_count && result == LOAM_OK; i++)
    {
        const loam_json_place member = {place, names[i], 0};
        result = found[i] != NULL
                     ? read_field(&member, found[i], &fields[i], (char *)part + fields[i].offset)
                     : LOAM_OK;
    }
    return result;
}

// ---- writing ------------------------------------------------------------------------------------

static void write_range(loam_json_emitter *out, loam_range range)
{
    if (range.low == range.high)
    {
        loam_json_emit_float(out, range.low);
        return;
    }
    loam_json_flow(out);
    loam_json_emit_float(out, range.low);
    loam_json_emit_float(out, range.high);
    loam_json_close(out, ']');
}

void loam_json_write_name(loam_json_emitter *out, const char *name)
{
    loam_json_emit_quoted(out, name, strlen(name));
}

static void write_field(loam_json_emitter *out, const loam_plain_field *field, const void *at)
{
    loam_json_key(out, field->name);
    switch (field->kind)
    {
    case LOAM_PLAIN_INT:
        loam_json_emit_int(out, *(const int32_t *)at);
        break;
    case LOAM_PLAIN_FLOAT:
        loam_json_emit_float(out, *(const float *)at);
        break;
    case LOAM_PLAIN_RANGE:
    case LOAM_PLAIN_WHOLE:
        write_range(out, *(const loam_range *)at);
        break;
    case LOAM_PLAIN_FLAG:
        loam_json_emit_bool(out, *(const bool *)at);
        break;
    case LOAM_PLAIN_COLOUR:
        loam_json_emit_colour(out, loam_rgb(*(const uint32_t *)at), false);
        break;
    case LOAM_PLAIN_RGBA:
        loam_json_emit_colour(out, *(const loam_colour *)at, false);
        break;
    default:
        loam_json_emit_text(out, field->next(NULL, *(const int32_t *)at));
        break;
    }
}

void loam_json_write_plain(loam_json_emitter *out, const loam_plain_field *fields, int32_t count,
                           const void *of)
{
    for (int32_t i = 0; i < count; i++)
    {
        write_field(out, &fields[i], (const char *)of + fields[i].offset);
    }
}
