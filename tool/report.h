// SPDX-License-Identifier: MIT
// What a verb has found, told once: fields with names, printed as a JSON object or as a sentence that names them.
#ifndef LOAM_TOOL_REPORT_H
#define LOAM_TOOL_REPORT_H

#include "tool.h"

enum
{
    REPORT_MAX_FIELDS = 40
};

typedef enum report_kind
{
    REPORT_NUMBER,
    REPORT_WHOLE,
    REPORT_HASH,
    REPORT_WORDS, // NULL: it is not there
    REPORT_PAIR,
} report_kind;

typedef struct report_field
{
    const char *key, *words;
    report_kind kind;
    char between; // of a pair
    double number;
    uint64_t whole;
    int64_t x, y;
} report_field;

/// What the adders do not know goes into json itself, between theirs.
typedef struct tool_report
{
    bool as_json;
    text json;
    int32_t count;
    report_field fields[REPORT_MAX_FIELDS];
} tool_report;

tool_report report_begin(bool as_json);

/// Keys and words are not copied: they stay until the report is printed. JSON is that of json_add_number and so on.
void report_number(tool_report *to, const char *key, double value);
void report_uint64(tool_report *to, const char *key, uint64_t value);
void report_hash(tool_report *to, const char *key, uint64_t value);
void report_words(tool_report *to, const char *key, const char *value);
void report_place(tool_report *to, const char *key, int64_t x, int64_t y); // "1,2" in a sentence
void report_size(tool_report *to, const char *key, int32_t w, int32_t h);  // "1x2" in a sentence

/// Only for the sentence.
void report_say_number(tool_report *to, const char *key, double value);
void report_say_hash(tool_report *to, const char *key, uint64_t value);
void report_say_words(tool_report *to, const char *key, const char *value);

/// Prints it, frees it, and returns an exit code. In the sentence {key} is a field's value, {key:.1f} a number in
/// that form of printf, {key#frame} a number of frames, "1 frame" or "2 frames", {key: x } a pair with other words
/// between. What stands in brackets is left out if a field in them is not there.
int report_print(const tool_io *io, tool_report *to, const char *sentence);

#endif
