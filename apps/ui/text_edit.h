// SPDX-License-Identifier: MIT
// A line of text that is being changed: its cursor and what is selected. Nothing of it is drawn here.
#ifndef LOAM_UI_TEXT_EDIT_H
#define LOAM_UI_TEXT_EDIT_H

#include <stdbool.h>
#include <stddef.h>

/// cursor and anchor are bytes of the text; what lies between them is selected. Both are kept between
/// letters: a valid sequence of UTF-8 is a letter, and so is any other byte.
typedef struct text_edit
{
    char *text;
    size_t room; // with the 0
    size_t cursor, anchor;
} text_edit;

/// The text may have been changed by others: cursor and anchor are brought back into it.
void text_edit_settle(text_edit *edit);

/// Puts text in the place of what is selected: its letters that are no control characters, as many as
/// there is room for. Whether anything changed.
bool text_edit_insert(text_edit *edit, const char *more);

/// Deletes what is selected, or else a letter or a word behind the cursor (way 1) or before it (-1).
bool text_edit_delete(text_edit *edit, int way, bool word);

/// Moves the cursor by a letter or a word; select: the anchor stays. Without it a selection collapses
/// to its end on that side.
void text_edit_move(text_edit *edit, int way, bool word, bool select);
void text_edit_go(text_edit *edit, size_t to, bool select);
void text_edit_select_word(text_edit *edit, size_t at);

/// Where the selection begins and ends.
size_t text_edit_from(const text_edit *edit);
size_t text_edit_to(const text_edit *edit);

#endif
