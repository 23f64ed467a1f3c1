// SPDX-License-Identifier: MIT
#include "options.h"

#include "loam/jobs.h"
#include "loam/random.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

// ---- numbers ------------------------------------------------------------------------------------
// The C library's parsers are forgiving: blanks, "inf", "0x1p3", whatever follows. These are not.

static bool only_of(const char *word, const char *allowed)
{
    return word[0] != '\0' && strspn(word, allowed) == strlen(word);
}

/// A whole number that ends at one of the characters in ends; *word moves there.
static bool take_int(const char **word, const char *ends, int64_t *out)
{
    const char *digits = **word == '-' || **word == '+' ? *word + 1 : *word;
    if (*digits < '0' || *digits > '9')
    {
        return false;
    }
    char *end;
    errno = 0;
    const long long value = strtoll(*word, &end, 10);
    if (errno != 0 || (*end != '\0' && strchr(ends, *end) == NULL))
    {
        return false;
    }
    *out = value;
    *word = end;
    return true;
}

static bool in_range(const tool_option *option, double value)
{
    return value >= option->low && value <= option->high;
}

static bool parse_int(const tool_option *option, const char *word, int64_t *out)
{
    return take_int(&word, "", out) && in_range(option, (double)*out);
}

static bool parse_number(const tool_option *option, const char *word, double *out)
{
    if (!only_of(word, "0123456789+-.eE"))
    {
        return false;
    }
    char *end;
    errno = 0;
    *out = strtod(word, &end);
    const bool overflow = errno == ERANGE && !(fabs(*out) < 1.0);
    return *end == '\0' && !overflow && in_range(option, *out);
}

static bool parse_pair(const char *word, const char *separators, int64_t *a, int64_t *b)
{
    if (!take_int(&word, separators, a) || *word == '\0')
    {
        return false;
    }
    word++;
    return take_int(&word, "", b);
}

static bool parse_size(const tool_option *option, const char *word, option_size *out)
{
    int64_t w, h;
    if (!parse_pair(word, "xX", &w, &h) || !in_range(option, (double)w) ||
        !in_range(option, (double)h))
    {
        return false;
    }
    *out = (option_size){.w = (int32_t)w, .h = (int32_t)h};
    return true;
}

/// WxHxD.
static bool parse_box(const tool_option *option, const char *word, option_box *out)
{
    int64_t sides[3];
    for (int i = 0; i < 3; i++)
    {
        const bool last = i == 2;
        if (!take_int(&word, last ? "" : "xX", &sides[i]) || (!last && *word++ == '\0') ||
            !in_range(option, (double)sides[i]))
        {
            return false;
        }
    }
    *out = (option_box){(int32_t)sides[0], (int32_t)sides[1], (int32_t)sides[2]};
    return true;
}

static bool parse_position(const tool_option *option, const char *word, option_position *out)
{
    // Limits are exact as whole numbers; a place that is not may round to them as a double.
    const int64_t low = (int64_t)option->low, high = (int64_t)option->high;
    int64_t x, y;
    if (!parse_pair(word, ",", &x, &y) || x < low || x > high || y < low || y > high)
    {
        return false;
    }
    *out = (option_position){.x = x, .y = y, .given = true};
    return true;
}

/// Four numbers, the last of which ends the word.
static bool parse_corners(const char *word, int64_t *corners)
{
    for (int i = 0; i < 4; i++)
    {
        const bool last = i == 3;
        if (!take_int(&word, last ? "" : ",", &corners[i]) || (!last && *word++ == '\0') ||
            corners[i] < -OPTION_CHUNK_END || corners[i] >= OPTION_CHUNK_END)
        {
            return false;
        }
    }
    return true;
}

static bool parse_chunks(const tool_option *option, const char *word, option_chunks *out)
{
    int64_t corners[4];
    if (!parse_corners(word, corners))
    {
        return false;
    }
    *out = (option_chunks){.x0 = corners[0], .y0 = corners[1], .x1 = corners[2], .y1 = corners[3]};
    return in_range(option, (double)(out->x1 - out->x0 + 1)) &&
           in_range(option, (double)(out->y1 - out->y0 + 1));
}

const char *option_choice(const tool_option *option, int32_t index)
{
    return option->names != NULL ? option->names[index] : option->choice(index);
}

static bool parse_choice(const tool_option *option, const char *word, int32_t *out)
{
    for (int32_t i = 0; option_choice(option, i) != NULL; i++)
    {
        if (strcmp(option_choice(option, i), word) == 0)
        {
            *out = i;
            return true;
        }
    }
    return false;
}

static bool parse_threads(const char *word, int32_t *out)
{
    if (strcmp(word, "all") == 0)
    {
        *out = loam_cpu_count();
        return true;
    }
    int64_t value;
    if (!take_int(&word, "", &value) || value < 0 || value > LOAM_MAX_THREADS)
    {
        return false;
    }
    *out = (int32_t)value;
    return true;
}

bool option_ends_with(const char *word, const char *endings)
{
    const size_t length = strlen(word);
    for (size_t end; *endings != '\0'; endings += end + strspn(endings + end, " "))
    {
        end = strcspn(endings, " ");
        if (length > end && strncmp(word + length - end, endings, end) == 0)
        {
            return true;
        }
    }
    return false;
}

static bool parse_file(const tool_option *option, const char *word, const char **out)
{
    *out = word;
    return word[0] != '\0' && (option->suffix == NULL || option_ends_with(word, option->suffix));
}

/// Stores a value, if the word is an accepted one.
static bool parse_value(const tool_option *option, const char *word, void *slot)
{
    switch (option->kind)
    {
    case OPTION_FLAG:
        return false; // a flag takes no value
    case OPTION_INT:
        return parse_int(option, word, slot);
    case OPTION_NUMBER:
        return parse_number(option, word, slot);
    case OPTION_CHOICE:
        return parse_choice(option, word, slot);
    case OPTION_TEXT:
    case OPTION_FILE:
        return parse_file(option, word, slot);
    case OPTION_SEED:
        *(uint64_t *)slot = loam_seed_from_text(word);
        return word[0] != '\0';
    case OPTION_SIZE:
        return parse_size(option, word, slot);
    case OPTION_BOX:
        return parse_box(option, word, slot);
    case OPTION_POSITION:
        return parse_position(option, word, slot);
    case OPTION_CHUNKS:
        return parse_chunks(option, word, slot);
    case OPTION_THREADS:
        return parse_threads(word, slot);
    }
    return false;
}

// ---- words for people ---------------------------------------------------------------------------

/// A limit. Powers of two beyond what one reads at a glance are written as such.
static void add_number(text *out, double value)
{
    int exponent;
    const double fraction = frexp(value, &exponent);
    const bool power = fabs(fraction) == 0.5 && (exponent > 20 || exponent < -4);
    if (power)
    {
        text_add(out, "%s2^%d", fraction < 0 ? "-" : "", exponent - 1);
        return;
    }
    text_add(out, "%.15g", value);
}

static void add_range(text *out, const tool_option *option)
{
    add_number(out, option->low);
    text_add(out, " to ");
    add_number(out, option->high);
}

static void add_choices(text *out, const tool_option *option)
{
    for (int32_t i = 0; option_choice(option, i) != NULL; i++)
    {
        const char *before = i == 0 ? "" : option_choice(option, i + 1) != NULL ? ", " : " or ";
        text_add(out, "%s%s", before, option_choice(option, i));
    }
}

/// ".glb, .obj or .ply"
static void add_endings(text *out, const char *endings)
{
    for (bool first = true; *endings != '\0'; first = false)
    {
        const size_t end = strcspn(endings, " ");
        const char *const before = first ? "" : endings[end] == '\0' ? " or " : ", ";
        text_add(out, "%s%.*s", before, (int)end, endings);
        endings += end + strspn(endings + end, " ");
    }
}

void option_add_accepted(text *out, const tool_option *option)
{
    switch (option->kind)
    {
    case OPTION_FLAG:
        text_add(out, "no value");
        break;
    case OPTION_INT:
    case OPTION_NUMBER:
        add_range(out, option);
        break;
    case OPTION_CHOICE:
        add_choices(out, option);
        break;
    case OPTION_TEXT:
        text_add(out, "any text");
        break;
    case OPTION_FILE:
        text_add(out, "a file name%s", option->suffix != NULL ? " ending in " : "");
        add_endings(out, option->suffix != NULL ? option->suffix : "");
        break;
    case OPTION_SEED:
        text_add(out, "a number or any text");
        break;
    case OPTION_SIZE:
        text_add(out, "%s, both %.0f to %.0f", option->metavar, option->low, option->high);
        break;
    case OPTION_BOX:
        text_add(out, "%s, each %.0f to %.0f", option->metavar, option->low, option->high);
        break;
    case OPTION_POSITION:
        text_add(out, "%s, whole numbers from ", option->metavar);
        add_range(out, option);
        break;
    case OPTION_CHUNKS:
        text_add(out, "%s, chunks from -2^53 to 2^53 - 1, %.0f to %.0f along a side",
                 option->metavar, option->low, option->high);
        break;
    case OPTION_THREADS:
        text_add(out, "all or 0 to %d", LOAM_MAX_THREADS);
        break;
    }
}

void option_add_usage(text *out, const tool_option *option)
{
    if (option->operand)
    {
        text_add(out, option->required ? "%s" : "[%s]", option->metavar);
        return;
    }
    const char *gap = option->kind == OPTION_FLAG ? "" : " ";
    const char *value = option->kind == OPTION_FLAG ? "" : option->metavar;
    if (option->letter != 0)
    {
        text_add(out, "-%c%s%s, ", option->letter, gap, value);
    }
    text_add(out, "--%s%s%s", option->name, gap, value);
}

void text_add_nearest(text *out, const char *word, const char *prefix,
                      const char *(*next)(const void *, int32_t), const void *context)
{
    // A number is meant as it is; another that is written alike need not be near.
    const bool number = only_of(word, "0123456789+-./");
    const int32_t nearest = number ? -1 : loam_text_nearest(word, next, context);
    if (nearest >= 0)
    {
        text_add(out, "; did you mean %s%s? Must be ", prefix, next(context, nearest));
        return;
    }
    text_add(out, "; must be ");
}

// ---- complaints ---------------------------------------------------------------------------------

static options_result complain(FILE *err, const char *who, text *message)
{
    fprintf(err, "%s: %s\n", who, text_get(message));
    text_free(message);
    return OPTIONS_BAD;
}

static const char *next_choice(const void *context, int32_t index)
{
    const tool_option *option = context;
    return option_choice(option, index);
}

/// Operands have no name that could be typed.
static const char *next_name(const void *context, int32_t index)
{
    const tool_option *option = context;
    while (option->name != NULL && (option->operand || index-- > 0))
    {
        option++;
    }
    return option->name;
}

static options_result bad_value(FILE *err, const char *who, const tool_option *option,
                                const char *word)
{
    text message = {0};
    text_add(&message, "%s%s is \"%s\"", option->operand ? "" : "--",
             option->operand ? option->metavar : option->name, word);
    if (option->kind == OPTION_CHOICE)
    {
        text_add_nearest(&message, word, "", next_choice, option);
    }
    else
    {
        const bool fraction = option->kind == OPTION_INT && only_of(word, "0123456789+-.eE") &&
                              strpbrk(word, ".eE") != NULL;
        text_add(&message, "; must be %s", fraction ? "a whole number, " : "");
    }
    option_add_accepted(&message, option);
    return complain(err, who, &message);
}

static options_result unknown_option(FILE *err, const char *who, const tool_option *table,
                                     const char *word)
{
    text message = {0};
    char name[64];
    snprintf(name, sizeof name, "%.*s", (int)strcspn(word, "="), word);
    text_add(&message, "there is no option %s", name);
    for (const tool_option *option = table; option->name != NULL; option++)
    {
        if (option->operand && strcmp(option->name, name + strspn(name, "-")) == 0)
        {
            text_add(&message, "; %s is given without a name", option->metavar);
        }
    }
    text_add_nearest(&message, name + strspn(name, "-"), "--", next_name, table);
    text_add(&message, "one of ");
    for (const tool_option *option = table; option->name != NULL; option++)
    {
        if (!option->operand)
        {
            text_add(&message, "--%s, ", option->name);
        }
    }
    text_add(&message, "--help");
    return complain(err, who, &message);
}

static options_result missing_value(FILE *err, const char *who, const tool_option *option)
{
    text message = {0};
    text_add(&message, "--%s needs a value; must be ", option->name);
    option_add_accepted(&message, option);
    return complain(err, who, &message);
}

static options_result missing_option(FILE *err, const char *who, const tool_option *option)
{
    text message = {0};
    text_add(&message, "%s%s is missing; must be ", option->operand ? "" : "--",
             option->operand ? option->metavar : option->name);
    option_add_accepted(&message, option);
    return complain(err, who, &message);
}

static options_result one_line(FILE *err, const char *who, const char *format, const char *word)
{
    fprintf(err, "%s: ", who);
    fprintf(err, format, word);
    fputc('\n', err);
    return OPTIONS_BAD;
}

// ---- parsing ------------------------------------------------------------------------------------

enum
{
    MAX_OPTIONS = 64
};

typedef struct option_parser
{
    const tool_option *table;
    const char *who;
    int count;
    const char *const *words;
    int at;
    bool only_operands; // "--" was met
    void *settings;
    bool given[MAX_OPTIONS];
    FILE *err;
} option_parser;

static void *slot_of(const option_parser *parser, const tool_option *option)
{
    return (char *)parser->settings + option->offset;
}

static bool is_named(const tool_option *option, const char *word, size_t length)
{
    if (option->operand)
    {
        return false;
    }
    if (word[0] == '-' && word[1] == '-')
    {
        return strlen(option->name) == length - 2 &&
               strncmp(option->name, word + 2, length - 2) == 0;
    }
    return option->letter != 0 && length == 2 && word[0] == '-' && word[1] == option->letter;
}

/// The option that a word names, with or without "=value" behind it; NULL if there is none.
static const tool_option *find_option(const tool_option *table, const char *word)
{
    const size_t length = strcspn(word, "=");
    for (const tool_option *option = table; option->name != NULL && length >= 2; option++)
    {
        if (is_named(option, word, length))
        {
            return option;
        }
    }
    return NULL;
}

/// The word that is an option's value: behind '=' or the next one. NULL if there is none.
static const char *take_value(option_parser *parser, const char *word)
{
    const char *behind = strchr(word, '=');
    if (behind != NULL)
    {
        return behind + 1;
    }
    // A number may start with '-', but another option is not swallowed.
    const char *next = parser->at < parser->count ? parser->words[parser->at] : NULL;
    if (next == NULL || strncmp(next, "--", 2) == 0 || find_option(parser->table, next) != NULL)
    {
        return NULL;
    }
    parser->at++;
    return next;
}

static options_result take_option(option_parser *parser, const tool_option *option,
                                  const char *word)
{
    bool *given = &parser->given[option - parser->table];
    if (*given)
    {
        return one_line(parser->err, parser->who, "--%s is given twice", option->name);
    }
    *given = true;
    const bool flag = option->kind == OPTION_FLAG;
    if (flag && strchr(word, '=') == NULL)
    {
        *(bool *)slot_of(parser, option) = true;
        return OPTIONS_OK;
    }
    const char *value = take_value(parser, word);
    if (value == NULL)
    {
        return missing_value(parser->err, parser->who, option);
    }
    return parse_value(option, value, slot_of(parser, option))
               ? OPTIONS_OK
               : bad_value(parser->err, parser->who, option, value);
}

static options_result take_operand(option_parser *parser, const char *word)
{
    for (const tool_option *option = parser->table; option->name != NULL; option++)
    {
        bool *given = &parser->given[option - parser->table];
        if (option->operand && !*given)
        {
            *given = true;
            return parse_value(option, word, slot_of(parser, option))
                       ? OPTIONS_OK
                       : bad_value(parser->err, parser->who, option, word);
        }
    }
    return one_line(parser->err, parser->who, "does not know what to do with \"%s\"; see --help",
                    word);
}

static void fill_defaults(const option_parser *parser)
{
    for (const tool_option *option = parser->table; option->name != NULL; option++)
    {
        if (option->standard != NULL)
        {
            parse_value(option, option->standard, slot_of(parser, option));
        }
    }
}

static options_result take_word(option_parser *parser, const char *word)
{
    if (parser->only_operands)
    {
        return take_operand(parser, word);
    }
    if (strcmp(word, "--") == 0)
    {
        parser->only_operands = true;
        return OPTIONS_OK;
    }
    if (strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0)
    {
        return OPTIONS_HELP;
    }
    const tool_option *option = find_option(parser->table, word);
    if (option != NULL)
    {
        return take_option(parser, option, word);
    }
    const bool looks_like_one = word[0] == '-' && word[1] != '\0';
    return looks_like_one ? unknown_option(parser->err, parser->who, parser->table, word)
                          : take_operand(parser, word);
}

static options_result check_required(const option_parser *parser)
{
    for (const tool_option *option = parser->table; option->name != NULL; option++)
    {
        if (option->required && !parser->given[option - parser->table])
        {
            return missing_option(parser->err, parser->who, option);
        }
    }
    return OPTIONS_OK;
}

/// Whether a name is one of those in a list with blanks between them.
static bool is_listed(const char *list, const char *name)
{
    const size_t length = strlen(name);
    for (const char *word = list; word != NULL && *word != '\0'; word += strspn(word, " "))
    {
        const size_t end = strcspn(word, " ");
        if (end == length && strncmp(word, name, length) == 0)
        {
            return true;
        }
        word += end;
    }
    return false;
}

/// Refuses options that do not go together.
static options_result check_apart(const option_parser *parser)
{
    for (const tool_option *option = parser->table; option->name != NULL; option++)
    {
        for (const tool_option *other = parser->table; other->name != NULL; other++)
        {
            if (parser->given[option - parser->table] && parser->given[other - parser->table] &&
                is_listed(option->not_with, other->name))
            {
                fprintf(parser->err, "%s: --%s is given and --%s too; must be one of them\n",
                        parser->who, option->name, other->name);
                return OPTIONS_BAD;
            }
        }
    }
    return OPTIONS_OK;
}

options_result options_parse(const tool_option *table, const char *who, int count,
                             const char *const *words, void *settings, FILE *err)
{
    option_parser parser = {.table = table,
                            .who = who,
                            .count = count,
                            .words = words,
                            .settings = settings,
                            .err = err};
    fill_defaults(&parser);
    options_result result = OPTIONS_OK;
    while (parser.at < count && result == OPTIONS_OK)
    {
        result = take_word(&parser, words[parser.at++]);
    }
    result = result == OPTIONS_OK ? check_required(&parser) : result;
    return result == OPTIONS_OK ? check_apart(&parser) : result;
}
