// SPDX-License-Identifier: MIT
// Just enough of a JSON reader to check what the tool writes (RFC 8259).
#ifndef LOAM_TESTS_TOOL_JSON_H
#define LOAM_TESTS_TOOL_JSON_H

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static inline void json_skip_blanks(const char **at)
{
    *at += strspn(*at, " \t\r\n");
}

static inline bool json_skip_text(const char **at)
{
    if (**at != '"')
    {
        return false;
    }
    for ((*at)++; **at != '"'; (*at)++)
    {
        if ((unsigned char)**at < 0x20)
        {
            return false; // the end, or a control character that should have been escaped
        }
        if (**at == '\\')
        {
            (*at)++;
            const bool unicode = **at == 'u' && strspn(*at + 1, "0123456789abcdefABCDEF") >= 4;
            if (!unicode && (**at == '\0' || strchr("\"\\/bfnrt", **at) == NULL))
            {
                return false;
            }
        }
    }
    (*at)++;
    return true;
}

static inline bool json_skip_number(const char **at)
{
    const char *digits = **at == '-' ? *at + 1 : *at;
    if (*digits < '0' || *digits > '9' ||
        (digits[0] == '0' && digits[1] >= '0' && digits[1] <= '9'))
    {
        return false;
    }
    char *end;
    strtod(*at, &end);
    const size_t length = strspn(*at, "0123456789+-.eE");
    const bool ok = end == *at + length;
    *at = end;
    return ok;
}

static inline bool json_skip_value(const char **at);

static inline bool json_skip_list(const char **at, bool object)
{
    const char close = object ? '}' : ']';
    (*at)++;
    json_skip_blanks(at);
    if (**at == close)
    {
        (*at)++;
        return true;
    }
    while (true)
    {
        json_skip_blanks(at);
        if (object)
        {
            if (!json_skip_text(at))
            {
                return false;
            }
            json_skip_blanks(at);
            if (*(*at)++ != ':')
            {
                return false;
            }
        }
        if (!json_skip_value(at))
        {
            return false;
        }
        if (**at == close)
        {
            (*at)++;
            return true;
        }
        if (*(*at)++ != ',')
        {
            return false;
        }
    }
}

static inline bool json_skip_value(const char **at)
{
    static const char *const words[] = {"true", "false", "null"};
    json_skip_blanks(at);
    bool ok = false;
    for (int i = 0; i < 3; i++)
    {
        if (strncmp(*at, words[i], strlen(words[i])) == 0)
        {
            *at += strlen(words[i]);
            ok = true;
        }
    }
    if (!ok)
    {
        ok = **at == '{'   ? json_skip_list(at, true)
             : **at == '[' ? json_skip_list(at, false)
             : **at == '"' ? json_skip_text(at)
                           : json_skip_number(at);
    }
    json_skip_blanks(at);
    return ok;
}

/// Whether it is one JSON value and nothing else.
static inline bool json_is_valid(const char *json)
{
    return json_skip_value(&json) && *json == '\0';
}

/// Where the value of a key stands, at any depth; NULL if the key is not there.
static inline const char *json_find(const char *json, const char *key)
{
    char quoted[128];
    snprintf(quoted, sizeof quoted, "\"%s\":", key);
    const char *found = strstr(json, quoted);
    return found != NULL ? found + strlen(quoted) : NULL;
}

/// The number of a key; -1e300 if it is not there or no number.
static inline double json_number_of(const char *json, const char *key)
{
    const char *value = json_find(json, key);
    const char *end = value;
    return value != NULL && json_skip_number(&end) ? strtod(value, NULL) : -1e300;
}

/// The text of a key without its quotes, up to 63 characters; "" if it is not there.
static inline const char *json_text_of(const char *json, const char *key)
{
    static char copies[4][64]; // so that a few can be compared
    static int next;
    char *copy = copies[next++ % 4];
    const char *value = json_find(json, key);
    snprintf(copy, 64, "%.*s", value != NULL && *value == '"' ? (int)strcspn(value + 1, "\"") : 0,
             value != NULL ? value + 1 : "");
    return copy;
}

#endif
