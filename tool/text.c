// SPDX-License-Identifier: MIT
#include "text.h"

#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void text_free(text *buffer)
{
    free(buffer->data);
    *buffer = (text){0};
}

const char *text_get(const text *buffer)
{
    return buffer->data != NULL ? buffer->data : "";
}

static bool reserve(text *buffer, size_t more)
{
    if (buffer->size + more + 1 <= buffer->capacity)
    {
        return true;
    }
    const size_t capacity = (buffer->size + more + 1) * 2;
    char *data = realloc(buffer->data, capacity);
    if (data == NULL)
    {
        buffer->failed = true;
        return false;
    }
    buffer->data = data;
    buffer->capacity = capacity;
    return true;
}

void text_add(text *buffer, const char *format, ...)
{
    va_list values, again;
    va_start(values, format);
    va_copy(again, values);
    const int length = vsnprintf(NULL, 0, format, values);
    va_end(values);
    if (length < 0)
    {
        buffer->failed = true;
    }
    else if (reserve(buffer, (size_t)length))
    {
        vsnprintf(buffer->data + buffer->size, (size_t)length + 1, format, again);
        buffer->size += (size_t)length;
    }
    va_end(again);
}

/// A comma, if something stands before that a comma must follow.
static void separate(text *json)
{
    const char last = json->size > 0 ? json->data[json->size - 1] : '[';
    if (last != '{' && last != '[' && last != ':')
    {
        text_add(json, ",");
    }
}

static void add_quoted(text *json, const char *value)
{
    const char *const end = value + strlen(value);
    text_add(json, "\"");
    for (const char *c = value; *c != '\0'; c++)
    {
        const size_t bytes = loam_text_character(c, (size_t)(end - c));
        if (*c == '"' || *c == '\\')
        {
            text_add(json, "\\%c", *c);
        }
        else if ((unsigned char)*c < 0x20 || *c == 0x7f)
        {
            text_add(json, "\\u%04x", (unsigned)*c);
        }
        else if (bytes == 0)
        {
            text_add(json,
                     "\\ufffd"); // names of files need not be UTF-8, and JSON has nothing else
        }
        else
        {
            text_add(json, "%.*s", (int)bytes, c);
            c += bytes - 1;
        }
    }
    text_add(json, "\"");
}

void json_open(text *json, char bracket)
{
    separate(json);
    text_add(json, "%c", bracket);
}

void json_close(text *json, char bracket)
{
    text_add(json, "%c", bracket);
}

void json_key(text *json, const char *key)
{
    separate(json);
    add_quoted(json, key);
    text_add(json, ":");
}

void json_open_at(text *json, const char *key, char bracket)
{
    json_key(json, key);
    json_open(json, bracket);
}

void json_text(text *json, const char *value)
{
    separate(json);
    add_quoted(json, value);
}

void json_number(text *json, double value)
{
    if (!isfinite(value))
    {
        json_null(json);
        return;
    }
    separate(json);
    // Whole numbers in full, others as precisely as a float can be told; places far away are no floats.
    const bool whole = fabs(value) < 9007199254740992.0 && value == floor(value);
    text_add(json, whole ? "%.0f" : fabs(value) < 1e6 ? "%.9g" : "%.15g", value);
}

void json_exact(text *json, double value)
{
    char number[40];
    int precision = 6; // less would write 20 as 2e+01
    do
    {
        snprintf(number, sizeof number, "%.*g", precision, value);
    } while (strtod(number, NULL) != value && ++precision <= 17);
    separate(json);
    text_add(json, "%s", number);
}

void json_int64(text *json, int64_t value)
{
    separate(json);
    text_add(json, "\"%" PRId64 "\"", value);
}

void json_uint64(text *json, uint64_t value)
{
    separate(json);
    text_add(json, "\"%" PRIu64 "\"", value);
}

void json_hash(text *json, uint64_t value)
{
    separate(json);
    text_add(json, "\"%016" PRIx64 "\"", value);
}

void json_bool(text *json, bool value)
{
    separate(json);
    text_add(json, value ? "true" : "false");
}

void json_null(text *json)
{
    separate(json);
    text_add(json, "null");
}

void json_add_uint64(text *json, const char *key, uint64_t value)
{
    json_key(json, key);
    json_uint64(json, value);
}

void json_add_hash(text *json, const char *key, uint64_t value)
{
    json_key(json, key);
    json_hash(json, value);
}

void json_add_bool(text *json, const char *key, bool value)
{
    json_key(json, key);
    json_bool(json, value);
}

void json_add_number(text *json, const char *key, double value)
{
    json_key(json, key);
    json_number(json, value);
}

void json_add_exact(text *json, const char *key, double value)
{
    json_key(json, key);
    json_exact(json, value);
}

void json_add_text(text *json, const char *key, const char *value)
{
    json_key(json, key);
    value != NULL ? json_text(json, value) : json_null(json);
}

void json_add_place(text *json, const char *key, int64_t x, int64_t y)
{
    json_open_at(json, key, '[');
    json_int64(json, x);
    json_int64(json, y);
    json_close(json, ']');
}

void json_add_size(text *json, const char *key, int32_t w, int32_t h)
{
    json_open_at(json, key, '[');
    json_number(json, w);
    json_number(json, h);
    json_close(json, ']');
}
