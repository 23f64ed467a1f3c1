// SPDX-License-Identifier: MIT
// The text of a grammar, read from front to back: blanks, signs, words and numbers, and messages that say
// where.
#ifndef LOAM_FLORA_SCAN_H
#define LOAM_FLORA_SCAN_H

#include "flora/grammar.h"

enum
{
    FLORA_MAX_NUMBER = 1000000 // in a text
};

typedef struct flora_scan
{
    const char *text;
    uint32_t at, end;
} flora_scan;

/// Fails with "line 3, column 7: " before the message, for a place in the text.
loam_result loam_flora_fail_at(const flora_scan *scan, uint32_t at, const char *format, ...)
    LOAM_PRINTF(3, 4);

/// Which line a place is in, from 1.
int loam_flora_line_of(const flora_scan *scan, uint32_t at);

/// Skips blanks and comments, and the ends of lines whose next line is indented: that continues them.
void loam_flora_skip(flora_scan *scan);

/// Skips to the next statement: blanks, comments and ends of lines. False if there is none.
bool loam_flora_skip_lines(flora_scan *scan);

/// Whether the statement has ended. Skips first.
bool loam_flora_at_end(flora_scan *scan);

/// Takes these characters if they come next. Skips first.
bool loam_flora_take(flora_scan *scan, const char *characters);

/// Takes a word of small letters, digits and underscores. Skips first. An empty name if there is none.
flora_name loam_flora_take_word(flora_scan *scan);

bool loam_flora_name_is(const flora_scan *scan, flora_name name, const char *word);
bool loam_flora_names_equal(const flora_scan *scan, flora_name a, flora_name b);

/// Takes a number without a sign: up to nine digits, and nine more behind a point.
loam_result loam_flora_take_number(flora_scan *scan, float *out);

/// What comes next, for messages: "'x'", "the end of the line".
typedef struct flora_glimpse
{
    char words[32];
} flora_glimpse;

flora_glimpse loam_flora_next(flora_scan *scan);

#endif
