// SPDX-License-Identifier: MIT
// Options of the tool. A verb describes its options once, as a table. Parsing, messages, --help, the
// manual page and the completion all come from the tables.
#ifndef LOAM_TOOL_OPTIONS_H
#define LOAM_TOOL_OPTIONS_H

#include "text.h"

#include <stdio.h>

/// Largest distance of a position from 0, so that adding half a picture cannot overflow.
#define OPTION_MAX_POSITION 4611686018427387904.0

/// Chunks lie from -2^53 to 2^53 - 1 on both axes (see LOAM_TILE_END).
#define OPTION_CHUNK_END ((int64_t)1 << 53)

/// What an option's value is, and the type that is stored for it.
typedef enum option_kind
{
    OPTION_FLAG,     // bool, no value
    OPTION_INT,      // int64_t from low to high
    OPTION_NUMBER,   // double from low to high
    OPTION_CHOICE,   // int32_t, the index of the choice
    OPTION_TEXT,     // const char *, not empty
    OPTION_FILE,     // const char *, a file name
    OPTION_SEED,     // uint64_t from a number or any text
    OPTION_SIZE,     // option_size, sides from low to high
    OPTION_BOX,      // option_box, sides from low to high
    OPTION_POSITION, // option_position, both from low to high
    OPTION_CHUNKS,   // option_chunks, from low to high chunks along a side
    OPTION_THREADS,  // int32_t, 0 .. LOAM_MAX_THREADS or "all"
} option_kind;

typedef struct option_size
{
    int32_t w, h;
} option_size;

typedef struct option_box
{
    int32_t w, h, d;
} option_box;

typedef struct option_position
{
    int64_t x, y;
    bool given; // false if it was not, and has no default
} option_position;

/// The chunks from (x0, y0) to (x1, y1), both included; x0 <= x1 and y0 <= y1.
typedef struct option_chunks
{
    int64_t x0, y0, x1, y1;
} option_chunks;

/// One option. A table ends with an option without a name.
typedef struct tool_option
{
    const char *name; // "wavelength" is given as --wavelength
    char letter;      // 'o' can be given as -o too; 0 for none
    bool operand;     // given by its place alone, without a name
    bool required;    // there is no doing without
    option_kind kind;
    size_t offset;                        // of its value in the verb's settings
    double low, high;                     // accepted numbers
    const char *(*choice)(int32_t index); // names of the choices, NULL after the last, or
    const char *const *names;             // a list of them, with NULL at the end
    const char *suffix;                   // how a file name must end: ".obj .ply"; NULL for any
    const char *metavar;                  // for the help: "W", "FILE"
    const char *standard;                 // the default as one would type it, NULL for none
    const char *help;
    const char *not_with; // names of options that it replaces, with blanks between; NULL for none
} tool_option;

typedef enum options_result
{
    OPTIONS_OK,
    OPTIONS_HELP, // --help was among them
    OPTIONS_BAD,  // a message was written
} options_result;

/// Fills settings from the defaults and from words. who starts the message: "loam noise".
options_result options_parse(const tool_option *table, const char *who, int count,
                             const char *const *words, void *settings, FILE *err);

// ---- rows of tables -------------------------------------------------------------------------------
// A line for each option. title: its name; at: the offset of its value in the verb's settings; meta: its metavar;
// usual: its default, NULL for none. What comes last is the help, and other members behind it if an option has
// them: INT_OPTION("x", AT(x), 1, 9, "N", "1", "how many", .required = true).

#define RANGE_OPTION(title, of_kind, at, from, to, meta, usual, ...) \
    { \
        .name = title, .kind = of_kind, .offset = (at), .low = (from), .high = (to), \
        .metavar = meta, .standard = usual, .help = __VA_ARGS__ \
    }
#define WORD_OPTION(title, of_kind, at, meta, usual, ...) \
    { \
        .name = title, .kind = of_kind, .offset = (at), .metavar = meta, .standard = usual, \
        .help = __VA_ARGS__ \
    }

#define FLAG_OPTION(title, at, ...) WORD_OPTION(title, OPTION_FLAG, at, NULL, NULL, __VA_ARGS__)
#define INT_OPTION(title, at, from, to, meta, usual, ...) \
    RANGE_OPTION(title, OPTION_INT, at, from, to, meta, usual, __VA_ARGS__)
#define NUMBER_OPTION(title, at, from, to, meta, usual, ...) \
    RANGE_OPTION(title, OPTION_NUMBER, at, from, to, meta, usual, __VA_ARGS__)
#define SIZE_OPTION(title, at, from, to, meta, usual, ...) \
    RANGE_OPTION(title, OPTION_SIZE, at, from, to, meta, usual, __VA_ARGS__)
#define BOX_OPTION(title, at, from, to, usual, ...) \
    RANGE_OPTION(title, OPTION_BOX, at, from, to, "WxHxD", usual, __VA_ARGS__)
#define POSITION_OPTION(title, at, from, to, meta, usual, ...) \
    RANGE_OPTION(title, OPTION_POSITION, at, from, to, meta, usual, __VA_ARGS__)
#define CHUNKS_OPTION(title, at, from, to, meta, usual, ...) \
    RANGE_OPTION(title, OPTION_CHUNKS, at, from, to, meta, usual, __VA_ARGS__)
#define CHOICE_OPTION(title, at, names, meta, usual, ...) \
    WORD_OPTION(title, OPTION_CHOICE, at, meta, usual, __VA_ARGS__, .choice = names)
#define NAMES_OPTION(title, at, list, meta, usual, ...) \
    WORD_OPTION(title, OPTION_CHOICE, at, meta, usual, __VA_ARGS__, .names = list)
#define NAMES(...) ((const char *const[]){__VA_ARGS__, NULL})
#define TEXT_OPTION(title, at, meta, usual, ...) \
    WORD_OPTION(title, OPTION_TEXT, at, meta, usual, __VA_ARGS__)

/// ending: how its name must end, with blanks between, NULL for any.
#define FILE_OPTION(title, at, ending, meta, ...) \
    WORD_OPTION(title, OPTION_FILE, at, meta, NULL, __VA_ARGS__, .suffix = ending)
#define OUTPUT_OPTION(at, ending, ...) \
    FILE_OPTION("output", at, ending, "FILE", __VA_ARGS__, .letter = 'o')

// Options that many verbs have.

/// A uint64_t. of: "of the world".
#define SEED_OPTION(at, of) WORD_OPTION("seed", OPTION_SEED, at, "SEED", "1", of)

/// An int32_t.
#define THREADS_OPTION(at, usual) \
    WORD_OPTION("threads", OPTION_THREADS, at, "N", usual, "how many threads work")

/// A const char *, NULL if it is not given: the name of a PNG file.
#define PICTURE_OPTION(at, ...) OUTPUT_OPTION(at, ".png", __VA_ARGS__)

/// A const char *, NULL if it is not given: the name of a JSON file.
#define TRACE_OPTION(at) \
    FILE_OPTION("trace", at, ".json", "FILE", \
                "where a trace of the work goes, for Perfetto and chrome://tracing")

/// A bool.
#define JSON_OPTION(at) FLAG_OPTION("json", at, "print one JSON object")

// ---- words --------------------------------------------------------------------------------------

/// The name of an OPTION_CHOICE's choice, NULL after the last.
const char *option_choice(const tool_option *option, int32_t index);

/// Whether a file name has one of the endings in a list with blanks between, and something before it.
bool option_ends_with(const char *word, const char *endings);

/// Adds the accepted values of an option in words: "1 to 16", "white, value or perlin".
void option_add_accepted(text *out, const tool_option *option);

/// Adds how an option is written: "-o FILE, --output FILE", "[PART]", or "FILE" for an operand that is
/// required.
void option_add_usage(text *out, const tool_option *option);

/// Adds "; did you mean X? Must be " if one of the candidates, next(context, 0), next(context, 1), ...
/// until NULL, is near word and that is no number; "; must be " otherwise. prefix comes before the
/// candidate.
void text_add_nearest(text *out, const char *word, const char *prefix,
                      const char *(*next)(const void *, int32_t), const void *context);

#endif
