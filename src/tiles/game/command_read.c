// SPDX-License-Identifier: MIT
#include "tiles/game/command.h"

#include <stdio.h>
#include <string.h>

// Reads a line along the words of a form: the one of the line's action that agrees with it longest. So a
// message can always say which word is wrong, and what could have stood in its place.

enum
{
    MAX_SHOWN = 48 // letters of a word that a message repeats
};

/// A line being read.
typedef struct reader
{
    const loam_tile_defs *defs;
    const loam_command_form *form;
    const char *action; // its name
    loam_command *out;
} reader;

// ---- messages -------------------------------------------------------------------------------------

/// A word for messages and for functions that want a 0 behind it: cut.
typedef struct shown
{
    char text[MAX_SHOWN + 1];
} shown;

static shown show(loam_word word)
{
    shown out;
    snprintf(out.text, sizeof out.text, "%.*s",
             (int)(word.length < MAX_SHOWN ? word.length : MAX_SHOWN), word.text);
    return out;
}

/// " (did you mean ...?)", or nothing.
static shown suggest(const char *what, const char *(*next)(const void *, int32_t),
                     const void *context)
{
    shown out = {""};
    const int32_t nearest = loam_text_nearest(what, next, context);
    if (nearest >= 0)
    {
        snprintf(out.text, sizeof out.text, " (did you mean %.31s?)", next(context, nearest));
    }
    return out;
}

/// What could stand in a place of a line.
typedef struct choices
{
    shown all[LOAM_ACTION_COUNT];
    int32_t count;
} choices;

static const char *choice_at(const void *context, int32_t index)
{
    const choices *const of = context;
    return index < of->count ? of->all[index].text : NULL;
}

static loam_result refuse_choice(const char *where, loam_word word, const choices *of)
{
    char accepted[360];
    size_t length = 0;
    for (int32_t i = 0; i < of->count && length < sizeof accepted; i++)
    {
        length += (size_t)snprintf(accepted + length, sizeof accepted - length, "%s%s",
                                   i > 0 ? ", " : "", of->all[i].text);
    }
    const shown what = show(word);
    return loam_fail(LOAM_BAD_ARGUMENT, "%s'%s'; must be %s%s", where, what.text, accepted,
                     suggest(what.text, choice_at, of).text);
}

/// In every form of the action.
static choices choices_at(loam_action action, int32_t position)
{
    choices of = {.count = 0};
    int32_t count;
    const loam_command_form *const forms = loam_command_forms(&count);
    for (int32_t i = 0; i < count; i++)
    {
        const loam_words words = loam_words_split(forms[i].syntax);
        if (forms[i].action != action || position >= words.count)
        {
            continue;
        }
        loam_word one = {words.at[position].text, 0};
        while (of.count < LOAM_ACTION_COUNT && loam_word_next(words.at[position], &one))
        {
            of.all[of.count++] = show(one);
        }
    }
    return of;
}

static loam_result refuse_word(const reader *r, int32_t position, loam_word word)
{
    char where[MAX_SHOWN];
    const choices of = choices_at(r->form->action, position);
    snprintf(where, sizeof where, "%s: there is ", r->action);
    return refuse_choice(where, word, &of);
}

static loam_result refuse_action(loam_word word)
{
    choices of = {.count = 0};
    for (int32_t i = 0; i < LOAM_ACTION_COUNT; i++)
    {
        const char *const name = loam_action_name((loam_action)i);
        of.all[of.count++] = show((loam_word){name, strlen(name)});
    }
    return refuse_choice("the command is ", word, &of);
}

// ---- arguments ------------------------------------------------------------------------------------

/// The materials that exist, without gaps.
static const char *material_at(const void *context, int32_t index)
{
    const loam_tile_defs *const defs = context;
    for (int32_t id = 0; id < LOAM_MAX_MATERIALS; id++)
    {
        if (defs->materials[id].name[0] != '\0' && index-- == 0)
        {
            return defs->materials[id].name;
        }
    }
    return NULL;
}

static loam_result read_material(const reader *r, const loam_argument *of, loam_word word)
{
    const shown what = show(word);
    const int32_t id = loam_material_find(r->defs, what.text);
    if (id < 0)
    {
        return loam_fail(LOAM_BAD_ARGUMENT,
                         "%s: %s is '%s'; must be the name of a material, as stone or water%s",
                         r->action, of->name, what.text,
                         suggest(what.text, material_at, r->defs).text);
    }
    *((uint8_t *)r->out + of->offset) = (uint8_t)id;
    return LOAM_OK;
}

static const char *species_at(const void *context, int32_t index)
{
    const loam_tile_defs *const defs = context;
    const bool exists = index < LOAM_MAX_SPECIES && defs->species[index].name[0] != '\0';
    return exists ? defs->species[index].name : NULL;
}

static void set_int(loam_command *out, size_t offset, int32_t value)
{
    memcpy((char *)out + offset, &value, sizeof value);
}

static loam_result read_species(const reader *r, const loam_argument *of, loam_word word)
{
    const shown what = show(word);
    for (int32_t i = 0; species_at(r->defs, i) != NULL; i++)
    {
        if (strcmp(species_at(r->defs, i), what.text) == 0)
        {
            set_int(r->out, of->offset, i);
            return LOAM_OK;
        }
    }
    return loam_fail(LOAM_BAD_ARGUMENT, "%s: %s is '%s'; must be the name of a species, as oak%s",
                     r->action, of->name, what.text, suggest(what.text, species_at, r->defs).text);
}

/// A whole number in decimal. False if it is none, or beyond 64 bits.
static bool parse_digits(const char *text, size_t length, uint64_t *out)
{
    uint64_t value = 0;
    for (size_t i = 0; i < length; i++)
    {
        const uint64_t digit = (uint64_t)text[i] - '0';
        if (text[i] < '0' || text[i] > '9' || value > (UINT64_MAX - digit) / 10)
        {
            return false;
        }
        value = 10 * value + digit;
    }
    *out = value;
    return length > 0;
}

static bool parse_long(loam_word word, int64_t *out)
{
    const bool negative = word.length > 0 && word.text[0] == '-';
    uint64_t value;
    if (!parse_digits(word.text + negative, word.length - negative, &value) || value > INT64_MAX)
    {
        return false;
    }
    *out = negative ? -(int64_t)value : (int64_t)value;
    return true;
}

static loam_result read_number(const reader *r, const loam_argument *of, loam_word word)
{
    int64_t value;
    if (!parse_long(word, &value) || value < of->low || value > of->high)
    {
        return loam_fail(LOAM_BAD_ARGUMENT, "%s: %s is '%s'; must be %lld to %lld", r->action,
                         of->name, show(word).text, (long long)of->low, (long long)of->high);
    }
    if (of->kind == LOAM_ARGUMENT_LONG)
    {
        memcpy((char *)r->out + of->offset, &value, sizeof value);
    }
    else
    {
        set_int(r->out, of->offset, (int32_t)value);
    }
    return LOAM_OK;
}

static loam_result read_time(const reader *r, const loam_argument *of, loam_word word)
{
    uint64_t hours = 0, minutes = 0;
    if (word.length != 5 || word.text[2] != ':' || !parse_digits(word.text, 2, &hours) ||
        !parse_digits(word.text + 3, 2, &minutes) || hours > 23 || minutes > 59)
    {
        return loam_fail(LOAM_BAD_ARGUMENT, "%s: %s is '%s'; must be 00:00 to 23:59", r->action,
                         of->name, show(word).text);
    }
    set_int(r->out, of->offset, (int32_t)(60 * hours + minutes));
    return LOAM_OK;
}

static loam_result read_layer(const reader *r, const loam_argument *of, loam_word word)
{
    const bool blocks = loam_word_is(word, "blocks");
    if (!blocks && !loam_word_is(word, "walls"))
    {
        return loam_fail(LOAM_BAD_ARGUMENT, "%s: %s is '%s'; must be blocks or walls", r->action,
                         of->name, show(word).text);
    }
    r->out->layer = blocks ? LOAM_BLOCKS : LOAM_WALLS;
    return LOAM_OK;
}

static loam_result read_name(const reader *r, const loam_argument *of, loam_word word)
{
    if (!loam_stamp_name_is_good(word.text, word.length))
    {
        return loam_fail(LOAM_BAD_ARGUMENT, "%s: %s is '%s'; must be 1 to %d of a-z, 0-9 and _",
                         r->action, of->name, show(word).text, LOAM_MAX_NAME);
    }
    memcpy(r->out->name, word.text, word.length);
    return LOAM_OK;
}

static loam_result read_argument(const reader *r, const loam_argument *of, loam_word word)
{
    switch (of->kind)
    {
    case LOAM_ARGUMENT_MATERIAL:
        return read_material(r, of, word);
    case LOAM_ARGUMENT_SPECIES:
        return read_species(r, of, word);
    case LOAM_ARGUMENT_LAYER:
        return read_layer(r, of, word);
    case LOAM_ARGUMENT_NAME:
        return read_name(r, of, word);
    case LOAM_ARGUMENT_TIME:
        return read_time(r, of, word);
    default:
        return read_number(r, of, word);
    }
}

// ---- lines ----------------------------------------------------------------------------------------

/// Whether a word is one of the alternatives of another; then *which is it.
static bool is_among(loam_word alternatives, loam_word word, loam_word *which)
{
    *which = (loam_word){alternatives.text, 0};
    while (loam_word_next(alternatives, which))
    {
        if (which->length == word.length && memcmp(which->text, word.text, word.length) == 0)
        {
            return true;
        }
    }
    return false;
}

static loam_result read_word(const reader *r, int32_t position, loam_word pattern, loam_word word)
{
    const loam_argument *const of = loam_argument_find(pattern);
    if (of != NULL)
    {
        return read_argument(r, of, word);
    }
    loam_word which;
    if (!is_among(pattern, word, &which))
    {
        return refuse_word(r, position, word);
    }
    const loam_fixed_word *const fixed = loam_fixed_word_find(which);
    set_int(r->out, fixed->offset, fixed->value);
    return LOAM_OK;
}

/// words[0] is the step, words[1] the action, as the first word of the form.
static loam_result read_words(const reader *r, const loam_words *words)
{
    const loam_words pattern = loam_words_split(r->form->syntax);
    for (int32_t i = 1; i < pattern.count; i++)
    {
        if (i + 1 >= words->count)
        {
            const loam_word missing = pattern.at[i];
            return missing.text[0] == '['
                       ? LOAM_OK
                       : loam_fail(LOAM_BAD_ARGUMENT, "%s: %.*s is missing, the command is '%s'",
                                   r->action, (int)missing.length, missing.text, r->form->syntax);
        }
        const loam_result result = read_word(r, i, pattern.at[i], words->at[i + 1]);
        if (result != LOAM_OK)
        {
            return result;
        }
    }
    if (words->count > pattern.count + 1)
    {
        return loam_fail(LOAM_BAD_ARGUMENT, "%s: '%s' is too much, the command is '%s'", r->action,
                         show(words->at[pattern.count + 1]).text, r->form->syntax);
    }
    return LOAM_OK;
}

/// How many words of a form agree with the line's.
static int32_t agreement(const loam_command_form *form, const loam_words *words)
{
    const loam_words pattern = loam_words_split(form->syntax);
    loam_word which;
    int32_t i = 1;
    while (i < pattern.count && i + 1 < words->count &&
           (loam_argument_find(pattern.at[i]) != NULL ||
            is_among(pattern.at[i], words->at[i + 1], &which)))
    {
        i++;
    }
    return i;
}

/// NULL if there is no such action.
static const loam_command_form *find_form(const loam_words *words)
{
    int32_t count, max = 0;
    const loam_command_form *const forms = loam_command_forms(&count), *best = NULL;
    for (int32_t i = 0; i < count; i++)
    {
        const char *const name = loam_action_name(forms[i].action);
        const int32_t agree = loam_word_is(words->at[1], name) ? agreement(&forms[i], words) : 0;
        if (agree > max)
        {
            best = &forms[i];
            max = agree;
        }
    }
    return best;
}

static loam_result read_line(const loam_words *words, const loam_tile_defs *defs, loam_command *out)
{
    if (!parse_digits(words->at[0].text, words->at[0].length, &out->step))
    {
        return loam_fail(LOAM_BAD_ARGUMENT,
                         "the step is '%s'; must be 0 to 2^64 - 1; a line is a step, a command "
                         "and its arguments",
                         show(words->at[0]).text);
    }
    if (words->count == 1)
    {
        return loam_fail(LOAM_BAD_ARGUMENT, "the command is missing: there is nothing after the "
                                            "step");
    }
    const loam_command_form *const form = find_form(words);
    if (form == NULL)
    {
        return refuse_action(words->at[1]);
    }
    out->action = form->action;
    const reader r = {defs, form, loam_action_name(form->action), out};
    return read_words(&r, words);
}

loam_result loam_command_read(const char *line, const loam_tile_defs *defs, loam_command *out)
{
    LOAM_ASSERT(NULL, line != NULL && defs != NULL && out != NULL);
    loam_command command;
    memset(&command, 0, sizeof command);
    const loam_words words = loam_words_split(line);
    if (words.count == 0 || words.at[0].text[0] == '#')
    {
        return loam_fail(LOAM_NOT_FOUND, "the line has no command");
    }
    const loam_result result = read_line(&words, defs, &command);
    if (result == LOAM_OK)
    {
        *out = command;
    }
    return result;
}
