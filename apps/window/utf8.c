// SPDX-License-Identifier: MIT
#include "window/utf8.h"

// RFC 3629: no letter is longer than it must be, none is half of a UTF-16 pair, none lies above 0x10ffff.

uint32_t utf8_next(const char **at, const char *end)
{
    static const uint32_t lowest[] = {0, 0, 0x80, 0x800, 0x10000};
    const unsigned char *byte = (const unsigned char *)*at;
    const uint32_t first = *byte;
    (*at)++;
    if (first < 0x80)
    {
        return first;
    }
    const int length = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
    if (first < 0xc2 || first > 0xf4 || end - (const char *)byte < length)
    {
        return '?';
    }
    uint32_t letter = first & (0x7fu >> length);
    for (int i = 1; i < length; i++)
    {
        if ((byte[i] & 0xc0) != 0x80)
        {
            return '?';
        }
        letter = letter << 6 | (byte[i] & 0x3fu);
    }
    if (letter < lowest[length] || letter > 0x10ffff || (letter >= 0xd800 && letter < 0xe000))
    {
        return '?';
    }
    *at += length - 1;
    return letter;
}
