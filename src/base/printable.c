// SPDX-License-Identifier: MIT
#include "loam/base.h"

#include <stdio.h>
#include <string.h>

// Messages quote what stands in files, which anybody may have written. A terminal takes some of that for
// orders (ECMA-48: what begins with ESC or with U+009B), and a reader of JSON takes none that is not UTF-8.

static bool is_tail(const char *text, size_t size, size_t at)
{
    return at < size && ((unsigned char)text[at] & 0xc0) == 0x80;
}

size_t loam_text_character(const char *text, size_t size)
{
    const unsigned char first = (unsigned char)text[0];
    const unsigned char second = is_tail(text, size, 1) ? (unsigned char)text[1] : 0;
    if (first < 0x80)
    {
        return 1;
    }
    if (first >= 0xc2 && first <= 0xdf)
    {
        return second != 0 ? 2 : 0;
    }
    if ((first & 0xf0) == 0xe0)
    {
        const bool good = second >= (first == 0xe0 ? 0xa0 : 0x80) &&
                          second <= (first == 0xed ? 0x9f : 0xbf);
        return good && is_tail(text, size, 2) ? 3 : 0;
    }
    if (first >= 0xf0 && first <= 0xf4)
    {
        const bool good = second >= (first == 0xf0 ? 0x90 : 0x80) &&
                          second <= (first == 0xf4 ? 0x8f : 0xbf);
        return good && is_tail(text, size, 2) && is_tail(text, size, 3) ? 4 : 0;
    }
    return 0;
}

/// Whether a character of so many bytes is one that a terminal obeys: U+0000 to U+001F, U+007F to U+009F.
static bool is_control(const char *text, size_t bytes)
{
    const unsigned char first = (unsigned char)text[0];
    return (bytes == 1 && (first < 0x20 || first == 0x7f)) ||
           (bytes == 2 && first == 0xc2 && (unsigned char)text[1] < 0xa0);
}

/// What stands for the beginning of a text.
typedef struct part
{
    char shown[5];
    size_t length; // of shown
    size_t bytes;  // of the text that it stands for: a character, or a single byte that is none
} part;

static part show_one(const char *text, size_t size)
{
    const char first = text[0];
    const size_t bytes = loam_text_character(text, size);
    if (first == '\t' || first == '\n' || first == '\r')
    {
        return (part){" ", 1, 1};
    }
    part out = {"", bytes, bytes};
    if (bytes == 0 || is_control(text, bytes))
    {
        snprintf(out.shown, sizeof out.shown, "\\x%02x", (unsigned char)first);
        out.length = 4;
        out.bytes = 1;
        return out;
    }
    memcpy(out.shown, text, bytes);
    return out;
}

void loam_text_printable(char *out, size_t room, const char *text)
{
    const size_t size = strlen(text);
    size_t used = 0, at = 0;
    LOAM_ASSERT(NULL, room > 0);
    while (at < size)
    {
        const part next = show_one(text + at, size - at);
        if (used + next.length >= room)
        {
            break;
        }
        memcpy(out + used, next.shown, next.length);
        used += next.length;
        at += next.bytes;
    }
    out[used] = '\0';
}
