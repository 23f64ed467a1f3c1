// SPDX-License-Identifier: MIT
#include "place/number.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

// Digits are an integer, scaled by a power of ten: both are exact up to 15 digits and 22 powers, so the one rounding of
// the division is that of the right number (Clinger 1990, section 4).

enum
{
    MAX_DIGITS = 18, // that an int64_t holds; more would not show
    MAX_POWER = 400, // 0 or infinite beyond it
};

typedef struct digits
{
    int64_t value;
    int32_t count; // of those in the value, without leading zeros
    int32_t power; // of ten, that the value is to be multiplied by
    bool any;
} digits;

static const char *read_digits(const char *at, bool behind_point, digits *d)
{
    for (; *at >= '0' && *at <= '9'; at++)
    {
        const bool fits = d->count < MAX_DIGITS;
        d->value = fits ? d->value * 10 + (*at - '0') : d->value;
        d->count += fits && d->value > 0;
        d->power += (int32_t)!fits - (int32_t)behind_point;
        d->any = true;
    }
    return at;
}

/// "e-3" behind a number; if it is none nothing is taken.
static const char *read_exponent(const char *at, digits *d)
{
    const bool is_negative = at[0] != 0 && at[1] == '-';
    const char *first = at + 1;
    int32_t exponent = 0;
    if (*at != 'e' && *at != 'E')
    {
        return at;
    }
    first += *first == '-' || *first == '+';
    const char *end = first;
    for (; *end >= '0' && *end <= '9'; end++)
    {
        exponent = exponent < MAX_POWER ? exponent * 10 + (*end - '0') : exponent;
    }
    d->power += is_negative ? -exponent : exponent;
    return end != first ? end : at;
}

static double scale(double value, int32_t power)
{
    double ten = 1;
    const int32_t steps = power < 0 ? -power : power;
    for (int32_t i = 0; i < steps && i < MAX_POWER; i++)
    {
        ten *= 10;
    }
    return power < 0 ? value / ten : value == 0 ? 0 : value * ten;
}

double number_read(const char *text, const char **end)
{
    digits d = {0};
    const char *at = text + (*text == '-' || *text == '+');
    at = read_digits(at, false, &d);
    if (*at == '.')
    {
        at = read_digits(at + 1, true, &d);
    }
    *end = d.any ? read_exponent(at, &d) : text;
    const double value = scale((double)d.value, d.power);
    return *text == '-' ? -value : value;
}

void number_put_point(char text[NUMBER_MAX_TEXT], int32_t decimals)
{
    const size_t whole = strspn(text, "-0123456789"), size = strlen(text);
    if (whole < size)
    {
        text[whole] = '.';
        memmove(text + whole + 1, text + size - (size_t)decimals, (size_t)decimals + 1);
    }
}

void number_write(double value, int32_t decimals, char out[NUMBER_MAX_TEXT])
{
    // Adding 0 makes 0 of -0, which nobody wants to read.
    snprintf(out, NUMBER_MAX_TEXT, "%.*f", (int)decimals, value + 0.0);
    number_put_point(out, decimals);
}
