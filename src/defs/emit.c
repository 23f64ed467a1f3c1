// SPDX-License-Identifier: MIT
#include "defs/emit.h"

#include "base/point.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// cJSON could print, but puts each list into one line however long, knows doubles only (0.1f would be
// 0.10000000149011612), and takes memory past the environment.

enum
{
    INDENT = 4,
    LINE = 100,
    FIRST_ROOM = 1 << 14,
    LONGEST = 64 // of a single value
};

// ---- bytes --------------------------------------------------------------------------------------

static void make_room(loam_json_emitter *out, size_t more)
{
    if (out->failed || out->room - out->size >= more)
    {
        return;
    }
    size_t room = out->room > 0 ? 2 * out->room : FIRST_ROOM;
    while (room - out->size < more)
    {
        room *= 2;
    }
    char *const text = loam_alloc(out->env, room);
    if (text == NULL)
    {
        out->failed = true;
        return;
    }
    if (out->size > 0)
    {
        memcpy(text, out->text, out->size);
    }
    loam_free(out->env, out->text, out->room);
    out->text = text;
    out->room = room;
}

static void add(loam_json_emitter *out, const char *bytes, size_t count)
{
    make_room(out, count);
    if (!out->failed)
    {
        memcpy(out->text + out->size, bytes, count);
        out->size += count;
    }
}

static void add_line(loam_json_emitter *out)
{
    add(out, "\n", 1);
    out->line = out->size;
    for (int32_t i = 0; i < out->depth * INDENT; i++)
    {
        add(out, " ", 1);
    }
}

// ---- structure ----------------------------------------------------------------------------------

/// What comes before a value, or a key, of the given length.
static void begin(loam_json_emitter *out, size_t length)
{
    if (out->value)
    {
        out->value = false; // the key has done it
        return;
    }
    if (!out->first)
    {
        add(out, ",", 1);
    }
    const bool fits = out->size - out->line + length + sizeof " ,]" <= LINE;
    if (out->flow && fits)
    {
        add(out, " ", out->first ? 0 : 1);
    }
    else if (out->depth > 0)
    {
        add_line(out);
    }
    out->first = false;
}

void loam_json_open(loam_json_emitter *out, char bracket)
{
    out->first = out->first || out->size == 0;
    begin(out, 1);
    add(out, &bracket, 1);
    out->depth++;
    out->first = true;
}

void loam_json_flow(loam_json_emitter *out)
{
    loam_json_open(out, '[');
    out->flow = true;
}

void loam_json_close(loam_json_emitter *out, char bracket)
{
    const bool empty = out->first;
    out->depth--;
    if (!empty && !out->flow)
    {
        add_line(out);
    }
    add(out, &bracket, 1);
    out->first = false;
    out->flow = false;
}

void loam_json_key(loam_json_emitter *out, const char *key)
{
    begin(out, strlen(key));
    add(out, "\"", 1);
    add(out, key, strlen(key));
    add(out, "\": ", 3);
    out->value = true;
}

// ---- values -------------------------------------------------------------------------------------

static void emit(loam_json_emitter *out, const char *value)
{
    begin(out, strlen(value));
    add(out, value, strlen(value));
}

void loam_json_emit_text(loam_json_emitter *out, const char *name)
{
    char quoted[LONGEST];
    snprintf(quoted, sizeof quoted, "\"%.*s\"", LONGEST - 3, name);
    emit(out, quoted);
}

static void add_escaped(loam_json_emitter *out, char c)
{
    char code[8];
    if (c == '"' || c == '\\')
    {
        snprintf(code, sizeof code, "\\%c", c);
    }
    else if ((unsigned char)c < 0x20)
    {
        snprintf(code, sizeof code, "\\u%04x", (unsigned)c);
    }
    else
    {
        snprintf(code, sizeof code, "%c", c);
    }
    add(out, code, strlen(code));
}

void loam_json_emit_quoted(loam_json_emitter *out, const char *text, size_t length)
{
    begin(out, length);
    add(out, "\"", 1);
    for (size_t i = 0; i < length; i++)
    {
        add_escaped(out, text[i]);
    }
    add(out, "\"", 1);
}

void loam_json_emit_int(loam_json_emitter *out, int32_t value)
{
    char digits[LONGEST];
    snprintf(digits, sizeof digits, "%d", value);
    emit(out, digits);
}

void loam_json_emit_bool(loam_json_emitter *out, bool value)
{
    emit(out, value ? "true" : "false");
}

void loam_json_emit_null(loam_json_emitter *out)
{
    emit(out, "null");
}

void loam_json_emit_float(loam_json_emitter *out, float value)
{
    char digits[LONGEST];
    int precision = 6; // with fewer, 700 becomes 7e+02; nine tell any two floats apart
    do
    {
        snprintf(digits, sizeof digits, "%.*g", precision, (double)value);
    } while (precision++ < 9 && (float)strtod(digits, NULL) != value);
    loam_use_point(digits);
    emit(out, digits);
}

void loam_json_emit_colour(loam_json_emitter *out, loam_colour colour, bool light)
{
    char digits[LONGEST];
    snprintf(digits, sizeof digits, "#%02x%02x%02x%02x", colour.r, colour.g, colour.b, colour.a);
    if (colour.a == 255 && !light)
    {
        digits[sizeof "#rrggbb" - 1] = '\0';
    }
    loam_json_emit_text(out, digits);
}

// -------------------------------------------------------------------------------------------------

loam_result loam_json_finish(loam_json_emitter *out, char **text, size_t *size)
{
    add(out, "\n", 2);
    char *const whole = out->failed ? NULL : loam_alloc(out->env, out->size);
    if (whole != NULL)
    {
        memcpy(whole, out->text, out->size);
        *text = whole;
        *size = out->size - 1;
    }
    loam_free(out->env, out->text, out->room);
    return whole != NULL ? LOAM_OK : LOAM_OUT_OF_MEMORY;
}
