// SPDX-License-Identifier: MIT
#include "flora/scan.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

int loam_flora_line_of(const flora_scan *scan, uint32_t at)
{
    int line = 1;
    for (uint32_t i = 0; i < at; i++)
    {
        line += scan->text[i] == '\n';
    }
    return line;
}

loam_result loam_flora_fail_at(const flora_scan *scan, uint32_t at, const char *format, ...)
{
    uint32_t start = at;
    while (start > 0 && scan->text[start - 1] != '\n')
    {
        start--;
    }
    char message[400];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(message, sizeof message, format, arguments);
    va_end(arguments);
    return loam_fail(LOAM_BAD_ARGUMENT, "line %d, column %u: %s", loam_flora_line_of(scan, at),
                     (unsigned)(at - start + 1), message);
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r';
}

static void skip_line(flora_scan *scan)
{
    while (scan->at < scan->end && is_blank(scan->text[scan->at]))
    {
        scan->at++;
    }
    if (scan->at < scan->end && scan->text[scan->at] == '#')
    {
        while (scan->at < scan->end && scan->text[scan->at] != '\n')
        {
            scan->at++;
        }
    }
}

void loam_flora_skip(flora_scan *scan)
{
    skip_line(scan);
    while (scan->at + 1 < scan->end && scan->text[scan->at] == '\n' &&
           is_blank(scan->text[scan->at + 1]))
    {
        scan->at++;
        skip_line(scan);
    }
}

bool loam_flora_skip_lines(flora_scan *scan)
{
    skip_line(scan);
    while (scan->at < scan->end && scan->text[scan->at] == '\n')
    {
        scan->at++;
        skip_line(scan);
    }
    return scan->at < scan->end;
}

bool loam_flora_at_end(flora_scan *scan)
{
    loam_flora_skip(scan);
    return scan->at == scan->end || scan->text[scan->at] == '\n';
}

bool loam_flora_take(flora_scan *scan, const char *characters)
{
    loam_flora_skip(scan);
    uint32_t at = scan->at;
    for (; *characters != '\0'; characters++, at++)
    {
        if (at == scan->end || scan->text[at] != *characters)
        {
            return false;
        }
    }
    scan->at = at;
    return true;
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static bool is_word(char c)
{
    return (c >= 'a' && c <= 'z') || c == '_' || is_digit(c);
}

flora_name loam_flora_take_word(flora_scan *scan)
{
    loam_flora_skip(scan);
    flora_name name = {.start = scan->at};
    if (scan->at < scan->end && !is_digit(scan->text[scan->at]))
    {
        while (scan->at < scan->end && is_word(scan->text[scan->at]))
        {
            scan->at++;
        }
    }
    name.length = scan->at - name.start;
    return name;
}

bool loam_flora_name_is(const flora_scan *scan, flora_name name, const char *word)
{
    return strlen(word) == name.length && memcmp(scan->text + name.start, word, name.length) == 0;
}

bool loam_flora_names_equal(const flora_scan *scan, flora_name a, flora_name b)
{
    return a.length == b.length &&
           memcmp(scan->text + a.start, scan->text + b.start, a.length) == 0;
}

/// Takes up to nine digits behind those that there are; returns how many.
static int take_digits(flora_scan *scan, uint64_t *value)
{
    int count = 0;
    for (; count < 9 && scan->at < scan->end && is_digit(scan->text[scan->at]); count++)
    {
        *value = *value * 10 + (uint64_t)(scan->text[scan->at++] - '0');
    }
    return count;
}

loam_result loam_flora_take_number(flora_scan *scan, float *out)
{
    loam_flora_skip(scan);
    const uint32_t start = scan->at;
    uint64_t digits = 0;
    double divisor = 1.0;
    int count = take_digits(scan, &digits);
    if (scan->at < scan->end && scan->text[scan->at] == '.')
    {
        scan->at++;
        const int decimals = take_digits(scan, &digits);
        for (int i = 0; i < decimals; i++)
        {
            divisor *= 10.0;
        }
        count += decimals;
    }
    if (count == 0)
    {
        scan->at = start;
        return loam_flora_fail_at(scan, start, "a number is expected instead of %s",
                                  loam_flora_next(scan).words);
    }
    if (scan->at < scan->end && is_digit(scan->text[scan->at]))
    {
        return loam_flora_fail_at(scan, start,
                                  "a number has at most nine digits, and nine behind its point");
    }
    const double value = (double)digits / divisor;
    if (value > FLORA_MAX_NUMBER)
    {
        return loam_flora_fail_at(scan, start, "a number is at most %d", FLORA_MAX_NUMBER);
    }
    *out = (float)value;
    return LOAM_OK;
}

flora_glimpse loam_flora_next(flora_scan *scan)
{
    flora_glimpse glimpse;
    if (loam_flora_at_end(scan))
    {
        snprintf(glimpse.words, sizeof glimpse.words, "the end of the %s",
                 scan->at == scan->end ? "text" : "line");
        return glimpse;
    }
    const unsigned char c = (unsigned char)scan->text[scan->at];
    snprintf(glimpse.words, sizeof glimpse.words, c > ' ' && c < 127 ? "'%c'" : "byte %u", c);
    return glimpse;
}
