// SPDX-License-Identifier: MIT
// Numbers in files have a point, whatever the program's locale has.
#ifndef LOAM_BASE_POINT_H
#define LOAM_BASE_POINT_H

#include <string.h>

/// Puts a point where the C library has put what the locale has for one, of one byte or more. number: digits of one
/// finite number and nothing else.
static inline void loam_use_point(char *number)
{
    char *const point = number + strspn(number, "+-0123456789eE");
    const size_t length = strcspn(point, "+-0123456789eE");
    if (length > 0)
    {
        *point = '.';
        memmove(point + 1, point + length, strlen(point + length) + 1);
    }
}

#endif
