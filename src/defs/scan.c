// SPDX-License-Identifier: MIT
#include "defs/scan.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

// cJSON says where it stopped, but not why, and that is often not where the slip is. It also takes
// more than JSON: leading zeros, any control character as a blank, no end to a number. So a text is
// looked through here first, and cJSON only gets what it will take. What it still refuses it has no
// memory for.

typedef struct scanner
{
    const char *text;
    size_t size, at;
    int32_t depth, values;
} scanner;

// ---- characters ---------------------------------------------------------------------------------

/// Bytes of the UTF-8 character at a place before the end; 0 if there is none.
static size_t character_size(const scanner *in, size_t at)
{
    return loam_text_character(in->text + at, in->size - at);
}

/// The byte at a place; '\0' at the end, and where the text has one.
static char peek(const scanner *in)
{
    return in->at < in->size ? in->text[in->at] : '\0';
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

// ---- complaints ---------------------------------------------------------------------------------

LOAM_PRINTF(3, 4)
static loam_result fail_at(const scanner *in, size_t at, const char *format, ...)
{
    size_t line = 1, column = 1;
    for (size_t i = 0; i < at; i++)
    {
        if (in->text[i] == '\n')
        {
            line++;
            column = 1;
        }
        else if (((unsigned char)in->text[i] & 0xc0) != 0x80) // not within a character
        {
            column++;
        }
    }
    char reason[256];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(reason, sizeof reason, format, arguments);
    va_end(arguments);
    return loam_fail(LOAM_BAD_ARGUMENT, "line %zu, column %zu: %s", line, column, reason);
}

/// What often is behind such a character.
static const char *hint_for(char c)
{
    switch (c)
    {
    case '/':
    case '#':
        return "; JSON has no comments";
    case '\'':
        return "; texts stand in double quotes";
    default:
        return "";
    }
}

/// Complains about what stands here, where something else was expected.
static loam_result fail_found(const scanner *in, const char *expected)
{
    if (in->at >= in->size)
    {
        return fail_at(in, in->at, "expected %s, found the end of the text", expected);
    }
    const unsigned char c = (unsigned char)in->text[in->at];
    const size_t size = character_size(in, in->at);
    if (c < 0x20 || c == 0x7f || size == 0)
    {
        return fail_at(in, in->at, "expected %s, found the byte 0x%02x", expected, c);
    }
    return fail_at(in, in->at, "expected %s, found %.*s%s", expected, (int)size, in->text + in->at,
                   hint_for((char)c));
}

// ---- grammar ------------------------------------------------------------------------------------

static void skip_blanks(scanner *in)
{
    while (in->at < in->size && strchr(" \t\r\n", in->text[in->at]) != NULL &&
           in->text[in->at] != '\0')
    {
        in->at++;
    }
}

static size_t skip_digits(scanner *in)
{
    const size_t begin = in->at;
    while (is_digit(peek(in)))
    {
        in->at++;
    }
    return in->at - begin;
}

static loam_result scan_number(scanner *in)
{
    const size_t begin = in->at;
    in->at += peek(in) == '-';
    const size_t digits = in->at;
    if (skip_digits(in) == 0)
    {
        return fail_found(in, "a digit");
    }
    if (in->text[digits] == '0' && in->at > digits + 1)
    {
        return fail_at(in, digits, "a number begins with 0 only if nothing but . follows");
    }
    if (peek(in) == '.')
    {
        in->at++;
        if (skip_digits(in) == 0)
        {
            return fail_found(in, "a digit behind the .");
        }
    }
    if (peek(in) == 'e' || peek(in) == 'E')
    {
        in->at++;
        in->at += peek(in) == '-' || peek(in) == '+';
        if (skip_digits(in) == 0)
        {
            return fail_found(in, "a digit of the exponent");
        }
    }
    return in->at - begin <= LOAM_JSON_MAX_NUMBER
               ? LOAM_OK
               : fail_at(in, begin, "a number of %zu characters; must be at most %d",
                         in->at - begin, LOAM_JSON_MAX_NUMBER);
}

/// Four hexadecimal digits; -1 if they are not there.
static int32_t take_hex(scanner *in)
{
    int32_t value = 0;
    for (int i = 0; i < 4; i++)
    {
        const char c = peek(in);
        const bool letter = (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
        if (!is_digit(c) && !letter)
        {
            return -1;
        }
        value = 16 * value + (is_digit(c) ? c - '0' : (c | 32) - 'a' + 10);
        in->at++;
    }
    return value;
}

/// What follows "\u".
static loam_result scan_code(scanner *in, size_t begin)
{
    const int32_t code = take_hex(in);
    if (code < 0)
    {
        return fail_found(in, "four hexadecimal digits behind \\u");
    }
    if (code == 0)
    {
        return fail_at(in, begin, "a text has no character 0");
    }
    if (code < 0xd800 || code > 0xdfff)
    {
        return LOAM_OK;
    }
    const bool pair = code <= 0xdbff && in->size - in->at >= 2 && in->text[in->at] == '\\' &&
                      in->text[in->at + 1] == 'u';
    in->at += pair ? 2 : 0;
    const int32_t low = pair ? take_hex(in) : -1;
    return low >= 0xdc00 && low <= 0xdfff
               ? LOAM_OK
               : fail_at(in, begin, "half of a pair of surrogates without the other");
}

static loam_result scan_escape(scanner *in)
{
    const size_t begin = in->at++;
    const char c = peek(in);
    if (c == '\0' || strchr("\"\\/bfnrtu", c) == NULL)
    {
        return fail_found(in, "one of \" \\ / b f n r t u behind the backslash");
    }
    in->at++;
    return c == 'u' ? scan_code(in, begin) : LOAM_OK;
}

static loam_result scan_text(scanner *in)
{
    const size_t begin = in->at++;
    while (peek(in) != '"')
    {
        loam_result result = LOAM_OK;
        if (in->at >= in->size || peek(in) == '\n')
        {
            return fail_at(in, begin, "a text without its closing \"");
        }
        const size_t size = character_size(in, in->at);
        if (size == 0 || (unsigned char)peek(in) < 0x20)
        {
            return fail_at(in, in->at, "a text with the byte 0x%02x, which %s",
                           (unsigned char)peek(in), size == 0 ? "is not UTF-8" : "needs an escape");
        }
        if (peek(in) == '\\')
        {
            result = scan_escape(in);
        }
        else
        {
            in->at += size;
        }
        if (result != LOAM_OK)
        {
            return result;
        }
    }
    in->at++;
    return LOAM_OK;
}

static loam_result scan_word(scanner *in)
{
    static const char *const words[] = {"true", "false", "null"};
    for (int i = 0; i < 3; i++)
    {
        const size_t length = strlen(words[i]);
        if (in->size - in->at >= length && memcmp(in->text + in->at, words[i], length) == 0)
        {
            in->at += length;
            return LOAM_OK;
        }
    }
    return fail_found(in, "a value");
}

static loam_result scan_value(scanner *in);

static loam_result scan_key(scanner *in)
{
    skip_blanks(in);
    if (peek(in) != '"')
    {
        return fail_found(in, "a key in double quotes");
    }
    const loam_result result = scan_text(in);
    skip_blanks(in);
    if (result == LOAM_OK && peek(in) != ':')
    {
        return fail_found(in, "a : behind the key");
    }
    in->at++;
    return result;
}

/// What stands between the brackets of a list or an object, and the closing one.
static loam_result scan_members(scanner *in, bool object)
{
    const char close = object ? '}' : ']';
    in->at++;
    skip_blanks(in);
    if (peek(in) == close)
    {
        in->at++;
        return LOAM_OK;
    }
    while (true)
    {
        loam_result result = object ? scan_key(in) : LOAM_OK;
        result = result != LOAM_OK ? result : scan_value(in);
        if (result != LOAM_OK)
        {
            return result;
        }
        const char c = peek(in);
        if (c != ',' && c != close)
        {
            return fail_found(in, object ? "a comma or }" : "a comma or ]");
        }
        in->at++;
        if (c == close)
        {
            return LOAM_OK;
        }
        skip_blanks(in);
        if (peek(in) == close)
        {
            return fail_at(in, in->at, "the comma before %c is too many", close);
        }
    }
}

static loam_result scan_nested(scanner *in)
{
    if (in->depth == LOAM_JSON_MAX_DEPTH)
    {
        return fail_at(in, in->at, "lists and objects are %d deep already, which is the limit",
                       LOAM_JSON_MAX_DEPTH);
    }
    in->depth++;
    const loam_result result = scan_members(in, peek(in) == '{');
    in->depth--;
    return result;
}

/// A value and the blanks around it.
static loam_result scan_value(scanner *in)
{
    skip_blanks(in);
    if (++in->values > LOAM_JSON_MAX_VALUES)
    {
        return fail_at(in, in->at, "more than %d values", LOAM_JSON_MAX_VALUES);
    }
    const char c = peek(in);
    loam_result result;
    if (c == '{' || c == '[')
    {
        result = scan_nested(in);
    }
    else if (c == '"')
    {
        result = scan_text(in);
    }
    else
    {
        result = c == '-' || is_digit(c) ? scan_number(in) : scan_word(in);
    }
    skip_blanks(in);
    return result;
}

loam_result loam_json_scan(const char *text, size_t size)
{
    scanner in = {.text = text, .size = size};
    if (size >= 3 && memcmp(text, "\xef\xbb\xbf", 3) == 0)
    {
        in.text += 3;
        in.size -= 3;
    }
    const loam_result result = scan_value(&in);
    return result != LOAM_OK || in.at == in.size ? result : fail_found(&in, "the end of the text");
}
