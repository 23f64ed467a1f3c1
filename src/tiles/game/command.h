// SPDX-License-Identifier: MIT
// Commands as text: what the words of their forms stand for.
#ifndef LOAM_TILES_COMMAND_H
#define LOAM_TILES_COMMAND_H

#include "loam/tile_game.h"

/// Values of loam_command.choice.
enum
{
    LOAM_WALK_LEFT = -1,
    LOAM_WALK_STOP = 0,
    LOAM_WALK_RIGHT = 1,
    LOAM_STAMP_SAVE = 0,
    LOAM_STAMP_PASTE = 1,
    LOAM_STAMP_DROP = 2,
};

#define LOAM_MINUTES_PER_DAY 1440

// ---- words --------------------------------------------------------------------------------------

/// A part of a text, without a 0 behind it.
typedef struct loam_word
{
    const char *text;
    size_t length;
} loam_word;

#define LOAM_MAX_WORDS 12 // of a line that can be a command, and of a form

typedef struct loam_words
{
    loam_word at[LOAM_MAX_WORDS];
    int32_t count; // LOAM_MAX_WORDS + 1: there are more
} loam_words;

/// The words of a line or a form.
loam_words loam_words_split(const char *text);

bool loam_word_is(loam_word word, const char *text);

/// Goes to the next alternative of a word of a form: "on|off", "X", "[flip]". False after the last. Begin
/// with an empty word.
bool loam_word_next(loam_word of, loam_word *one);

// ---- tables -------------------------------------------------------------------------------------

typedef enum loam_argument_kind
{
    LOAM_ARGUMENT_INT,      // int32_t
    LOAM_ARGUMENT_LONG,     // int64_t
    LOAM_ARGUMENT_MATERIAL, // uint8_t, by its name
    LOAM_ARGUMENT_SPECIES,  // int32_t, by its name
    LOAM_ARGUMENT_LAYER,    // of loam_layer: blocks or walls
    LOAM_ARGUMENT_NAME,     // text
    LOAM_ARGUMENT_TIME,     // int32_t, minutes as HH:MM
} loam_argument_kind;

/// A word in capitals: an argument, and the field of a command that it goes to.
typedef struct loam_argument
{
    const char *name;
    loam_argument_kind kind;
    size_t offset;
    int64_t low, high; // numbers
} loam_argument;

/// A word in small letters: it sets a field, an int32_t or an enum.
typedef struct loam_fixed_word
{
    const char *text;
    size_t offset;
    int32_t value;
} loam_fixed_word;

/// NULL if it is none.
const loam_argument *loam_argument_find(loam_word word);
const loam_fixed_word *loam_fixed_word_find(loam_word word);

/// Whether it can be the name of a stamp.
bool loam_stamp_name_is_good(const char *text, size_t length);

#endif
