// SPDX-License-Identifier: MIT
#include "ui/text_edit.h"

#include "window/utf8.h"

#include <string.h>

enum
{
    MAX_INSERT = 1024 // bytes at once
};

// ---- letters ------------------------------------------------------------------------------------

static size_t letter_end(const char *text, size_t at, size_t length)
{
    const char *next = text + at;
    (void)utf8_next(&next, text + length);
    return (size_t)(next - text);
}

static size_t letter_begin(const char *text, size_t end, size_t length)
{
    for (size_t back = 4; back > 1; back--)
    {
        if (back <= end && letter_end(text, end - back, length) == end)
        {
            return end - back;
        }
    }
    return end - 1;
}

static size_t between_letters(const char *text, size_t at, size_t length)
{
    at = at < length ? at : length;
    for (size_t back = 1; back < 4 && back <= at; back++)
    {
        if (letter_end(text, at - back, length) > at)
        {
            return at - back;
        }
    }
    return at;
}

static bool in_word(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
           ((unsigned char)c & 0x80) != 0;
}

static size_t word_end(const char *text, size_t at, size_t length)
{
    while (at < length && in_word(text[at]))
    {
        at++;
    }
    while (at < length && !in_word(text[at]))
    {
        at++;
    }
    return at;
}

static size_t word_begin(const char *text, size_t at)
{
    while (at > 0 && !in_word(text[at - 1]))
    {
        at--;
    }
    while (at > 0 && in_word(text[at - 1]))
    {
        at--;
    }
    return at;
}

// Copies what may stand in a line of text.
static size_t copy_clean(char *out, size_t room, const char *text)
{
    const char *const end = text + strlen(text);
    size_t length = 0;
    while (text < end)
    {
        const char *const from = text;
        const uint32_t letter = utf8_next(&text, end);
        const size_t bytes = (size_t)(text - from);
        const bool broken = letter == '?' && *from != '?';
        const bool control = letter < 0x20 || (letter >= 0x7f && letter < 0xa0) ||
                             letter == 0x2028 || letter == 0x2029;
        if (!broken && !control && length + bytes <= room)
        {
            memcpy(out + length, from, bytes);
            length += bytes;
        }
        else if (!broken && !control)
        {
            break;
        }
    }
    return length;
}

// ---- changes ------------------------------------------------------------------------------------

size_t text_edit_from(const text_edit *edit)
{
    return edit->cursor < edit->anchor ? edit->cursor : edit->anchor;
}

size_t text_edit_to(const text_edit *edit)
{
    return edit->cursor < edit->anchor ? edit->anchor : edit->cursor;
}

void text_edit_settle(text_edit *edit)
{
    const size_t length = strlen(edit->text);
    edit->cursor = between_letters(edit->text, edit->cursor, length);
    edit->anchor = between_letters(edit->text, edit->anchor, length);
}

static bool remove_range(text_edit *edit, size_t from, size_t to)
{
    memmove(edit->text + from, edit->text + to, strlen(edit->text + to) + 1);
    edit->cursor = edit->anchor = from;
    return to > from;
}

bool text_edit_insert(text_edit *edit, const char *more)
{
    char clean[MAX_INSERT + 1];
    const size_t from = text_edit_from(edit), to = text_edit_to(edit);
    const size_t left = edit->room - 1 - (strlen(edit->text) - (to - from));
    const size_t count = copy_clean(clean, left < MAX_INSERT ? left : MAX_INSERT, more);
    if (count == 0)
    {
        return false;
    }
    (void)remove_range(edit, from, to);
    memmove(edit->text + from + count, edit->text + from, strlen(edit->text + from) + 1);
    memcpy(edit->text + from, clean, count);
    edit->cursor = edit->anchor = from + count;
    return true;
}

static size_t moved(const text_edit *edit, int way, bool word)
{
    const size_t length = strlen(edit->text), at = edit->cursor;
    if (way > 0)
    {
        return at == length ? at
               : word       ? word_end(edit->text, at, length)
                            : letter_end(edit->text, at, length);
    }
    return at == 0 ? 0 : word ? word_begin(edit->text, at) : letter_begin(edit->text, at, length);
}

bool text_edit_delete(text_edit *edit, int way, bool word)
{
    if (edit->cursor != edit->anchor)
    {
        return remove_range(edit, text_edit_from(edit), text_edit_to(edit));
    }
    const size_t to = moved(edit, way, word);
    return to < edit->cursor ? remove_range(edit, to, edit->cursor)
                             : remove_range(edit, edit->cursor, to);
}

void text_edit_go(text_edit *edit, size_t to, bool select)
{
    edit->cursor = between_letters(edit->text, to, strlen(edit->text));
    edit->anchor = select ? edit->anchor : edit->cursor;
}

void text_edit_move(text_edit *edit, int way, bool word, bool select)
{
    if (!select && !word && edit->cursor != edit->anchor)
    {
        text_edit_go(edit, way > 0 ? text_edit_to(edit) : text_edit_from(edit), false);
        return;
    }
    text_edit_go(edit, moved(edit, way, word), select);
}

void text_edit_select_word(text_edit *edit, size_t at)
{
    const size_t length = strlen(edit->text);
    at = between_letters(edit->text, at, length);
    if (length == 0)
    {
        return;
    }
    at = at < length ? at : length - 1;
    const bool word = in_word(edit->text[at]);
    size_t from = at, to = at;
    while (from > 0 && in_word(edit->text[from - 1]) == word)
    {
        from--;
    }
    while (to < length && in_word(edit->text[to]) == word)
    {
        to++;
    }
    edit->anchor = from;
    edit->cursor = to;
}
