// SPDX-License-Identifier: MIT
// Numbers in lines of text: with a point, whatever the program's locale has.
#ifndef LOAM_PLACE_NUMBER_H
#define LOAM_PLACE_NUMBER_H

#include <stdint.h>

enum
{
    NUMBER_MAX_TEXT = 24,
};

/// The number that a text begins with, as "-12.5" or "1e3"; *end is behind it, or is the text if there is none.
/// Exact up to 15 digits.
double number_read(const char *text, const char **end);

/// A number of less than 1e15 with some decimals.
void number_write(double value, int32_t decimals, char out[NUMBER_MAX_TEXT]);

/// Puts a point into what printf has written with some decimals, where any locale's was.
void number_put_point(char text[NUMBER_MAX_TEXT], int32_t decimals);

#endif
