// SPDX-License-Identifier: MIT
#include "report.h"

#include <inttypes.h>
#include <string.h>

// ---- fields -------------------------------------------------------------------------------------

tool_report report_begin(bool as_json)
{
    tool_report out = {.as_json = as_json};
    json_open(&out.json, '{');
    return out;
}

static void add(tool_report *to, report_field field)
{
    LOAM_ASSERT(NULL, to->count < REPORT_MAX_FIELDS);
    to->fields[to->count++] = field;
}

void report_say_number(tool_report *to, const char *key, double value)
{
    add(to, (report_field){.key = key, .kind = REPORT_NUMBER, .number = value});
}

void report_number(tool_report *to, const char *key, double value)
{
    json_add_number(&to->json, key, value);
    report_say_number(to, key, value);
}

void report_uint64(tool_report *to, const char *key, uint64_t value)
{
    json_add_uint64(&to->json, key, value);
    add(to, (report_field){.key = key, .kind = REPORT_WHOLE, .whole = value});
}

void report_say_hash(tool_report *to, const char *key, uint64_t value)
{
    add(to, (report_field){.key = key, .kind = REPORT_HASH, .whole = value});
}

void report_hash(tool_report *to, const char *key, uint64_t value)
{
    json_add_hash(&to->json, key, value);
    report_say_hash(to, key, value);
}

void report_say_words(tool_report *to, const char *key, const char *value)
{
    add(to, (report_field){.key = key, .kind = REPORT_WORDS, .words = value});
}

void report_words(tool_report *to, const char *key, const char *value)
{
    json_add_text(&to->json, key, value);
    report_say_words(to, key, value);
}

void report_place(tool_report *to, const char *key, int64_t x, int64_t y)
{
    json_add_place(&to->json, key, x, y);
    add(to, (report_field){.key = key, .kind = REPORT_PAIR, .between = ',', .x = x, .y = y});
}

void report_size(tool_report *to, const char *key, int32_t w, int32_t h)
{
    json_add_size(&to->json, key, w, h);
    add(to, (report_field){.key = key, .kind = REPORT_PAIR, .between = 'x', .x = w, .y = h});
}

// ---- sentences ----------------------------------------------------------------------------------

/// The field that a name in braces means; what stands behind the name is in *style.
static const report_field *find(const tool_report *of, const char *name, char style[32])
{
    const size_t length = strcspn(name, ":#}"), end = strcspn(name, "}");
    snprintf(style, 32, "%.*s", (int)(end - length), name + length);
    for (int32_t i = 0; i < of->count; i++)
    {
        if (strlen(of->fields[i].key) == length && strncmp(of->fields[i].key, name, length) == 0)
        {
            return &of->fields[i];
        }
    }
    LOAM_ASSERT(NULL, !"a sentence names a field that was not added");
    return NULL;
}

static void add_number(text *out, double value, const char *style)
{
    char format[32] = "%.15g";
    if (style[0] == ':')
    {
        snprintf(format, sizeof format, "%%%.28s", style + 1);
    }
    char words[64];
    snprintf(words, sizeof words, format, value);
    text_add(out, "%s", words);
    if (style[0] == '#')
    {
        text_add(out, " %s%s", style + 1, value == 1 ? "" : "s");
    }
}

static void add_field(text *out, const report_field *field, const char *style)
{
    switch (field->kind)
    {
    case REPORT_NUMBER:
        add_number(out, field->number, style);
        break;
    case REPORT_WHOLE:
        text_add(out, "%" PRIu64, field->whole);
        break;
    case REPORT_HASH:
        text_add(out, "%016" PRIx64, field->whole);
        break;
    case REPORT_WORDS:
        text_add(out, "%s", field->words != NULL ? field->words : "");
        break;
    case REPORT_PAIR:
        text_add(out, "%" PRId64, field->x);
        text_add(out, style[0] == ':' ? "%s" : "%.1s",
                 style[0] == ':' ? style + 1 : &field->between);
        text_add(out, "%" PRId64, field->y);
        break;
    }
}

/// Whether all that is named up to the closing bracket is there.
static bool is_there(const tool_report *of, const char *part)
{
    bool there = true;
    for (const char *at = part; *at != ']' && *at != '\0'; at++)
    {
        char style[32];
        const report_field *const field = *at == '{' ? find(of, at + 1, style) : NULL;
        there = there && (field == NULL || field->kind != REPORT_WORDS || field->words != NULL);
    }
    return there;
}

static void add_sentence(text *out, const tool_report *of, const char *sentence)
{
    for (const char *at = sentence; *at != '\0'; at++)
    {
        char style[32];
        const report_field *const field = *at == '{' ? find(of, at + 1, style) : NULL;
        if (field != NULL)
        {
            add_field(out, field, style);
            at += strcspn(at, "}");
        }
        else if (*at == '[' && !is_there(of, at))
        {
            at += strcspn(at, "]");
        }
        else if (*at != '[' && *at != ']')
        {
            text_add(out, "%c", *at);
        }
    }
}

int report_print(const tool_io *io, tool_report *to, const char *sentence)
{
    text words = {.failed = to->json.failed};
    json_close(&to->json, '}');
    if (!to->as_json)
    {
        add_sentence(&words, to, sentence);
    }
    text *const printed = to->as_json ? &to->json : &words;
    text_free(to->as_json ? &words : &to->json);
    return tool_print_json(io, printed);
}
