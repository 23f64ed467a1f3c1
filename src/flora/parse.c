// SPDX-License-Identifier: MIT
#include "flora/parse.h"

#include <string.h>

// A text is a list of statements, one a line; indented lines continue the one above. A statement that begins
// with a word is a setting, any other is a rule.

// ---- letters and bodies -------------------------------------------------------------------------

static loam_result find_letter(flora_parser *parser, uint32_t at, char sign, uint32_t values,
                               uint8_t *out)
{
    loam_grammar *const grammar = parser->grammar;
    uint32_t i = 0;
    while (i < grammar->alphabet_count &&
           (grammar->alphabet[i].sign != sign || grammar->alphabet[i].values != values))
    {
        i++;
    }
    *out = (uint8_t)i;
    if (i < grammar->alphabet_count)
    {
        return LOAM_OK;
    }
    if (i == FLORA_MAX_ALPHABET)
    {
        return loam_flora_fail_at(&parser->scan, at, "a grammar has at most %d different letters",
                                  FLORA_MAX_ALPHABET);
    }
    grammar->alphabet[grammar->alphabet_count++] = (flora_letter){.sign = sign,
                                                                  .values = (uint8_t)values,
                                                                  .first_rule = FLORA_NONE,
                                                                  .last_rule = FLORA_NONE,
                                                                  .at = at};
    return LOAM_OK;
}

/// A sign that the turtle knows takes one parameter at most, a bracket none.
static uint32_t max_values(char sign)
{
    const flora_sign *const known = loam_flora_sign_find(sign);
    return known == NULL ? LOAM_GRAMMAR_MAX_PARAMETERS : known->bracket ? 0 : 1;
}

static loam_result refuse_value(flora_parser *parser, char sign)
{
    return loam_flora_fail_at(&parser->scan, parser->scan.at, "%c has more than %u parameters",
                              sign, (unsigned)max_values(sign));
}

/// The parameters behind a letter of a body.
static loam_result parse_values(flora_parser *parser, char sign, uint32_t *count)
{
    *count = 0;
    if (!loam_flora_take(&parser->scan, "("))
    {
        return LOAM_OK;
    }
    do
    {
        if (*count == max_values(sign))
        {
            return refuse_value(parser, sign);
        }
        uint32_t unused;
        const loam_result result = loam_flora_parse_expression(parser, &unused);
        if (result != LOAM_OK)
        {
            return result;
        }
        ++*count;
    } while (loam_flora_take(&parser->scan, ","));
    if (loam_flora_take(&parser->scan, ")"))
    {
        return LOAM_OK;
    }
    const flora_glimpse next = loam_flora_next(&parser->scan);
    return loam_flora_fail_at(&parser->scan, parser->scan.at,
                              "')' or ',' is expected instead of %s", next.words);
}

static loam_result parse_letter(flora_parser *parser, flora_body *body, int32_t *open)
{
    loam_grammar *const grammar = parser->grammar;
    const uint32_t at = parser->scan.at;
    const char sign = parser->scan.text[at];
    if (!loam_flora_sign_known(sign))
    {
        const flora_glimpse next = loam_flora_next(&parser->scan);
        return loam_flora_fail_at(&parser->scan, at,
                                  "a letter or a sign of the turtle is expected instead of %s",
                                  next.words);
    }
    *open += (sign == '[') - (sign == ']');
    if (*open < 0)
    {
        return loam_flora_fail_at(&parser->scan, at, "']' without a '[' before it");
    }
    parser->scan.at++;
    uint32_t values;
    loam_result result = parse_values(parser, sign, &values);
    uint8_t letter = 0;
    result = result == LOAM_OK ? find_letter(parser, at, sign, values, &letter) : result;
    grammar->letters[grammar->letter_count++] = letter;
    body->letter_count++;
    body->value_count += values;
    return result;
}

/// Letters up to '|' or the end of the statement.
static loam_result parse_body(flora_parser *parser, flora_body *body)
{
    const loam_grammar *const grammar = parser->grammar;
    *body = (flora_body){.share = 100.0f,
                         .first_letter = grammar->letter_count,
                         .first_value = grammar->expression_count};
    int32_t open = 0;
    loam_result result = LOAM_OK;
    while (result == LOAM_OK && !loam_flora_at_end(&parser->scan) &&
           parser->scan.text[parser->scan.at] != '|')
    {
        result = parse_letter(parser, body, &open);
    }
    if (result == LOAM_OK && open > 0)
    {
        result = loam_flora_fail_at(&parser->scan, parser->scan.at, "'[' without a ']' behind it");
    }
    return result;
}

// ---- rules --------------------------------------------------------------------------------------

/// "(a, b)" behind the head of a rule.
static loam_result parse_parameters(flora_parser *parser, char sign)
{
    parser->parameter_count = 0;
    if (!loam_flora_take(&parser->scan, "("))
    {
        return LOAM_OK;
    }
    do
    {
        if (parser->parameter_count == max_values(sign))
        {
            return refuse_value(parser, sign);
        }
        const flora_name name = loam_flora_take_word(&parser->scan);
        if (name.length == 0)
        {
            const flora_glimpse next = loam_flora_next(&parser->scan);
            return loam_flora_fail_at(
                &parser->scan, parser->scan.at,
                "the name of a parameter, in small letters, is expected instead of %s", next.words);
        }
        parser->parameters[parser->parameter_count++] = name;
    } while (loam_flora_take(&parser->scan, ","));
    if (loam_flora_take(&parser->scan, ")"))
    {
        return LOAM_OK;
    }
    const flora_glimpse next = loam_flora_next(&parser->scan);
    return loam_flora_fail_at(&parser->scan, parser->scan.at,
                              "')' or ',' is expected instead of %s", next.words);
}

/// "60%" before a body. False if there is none.
static loam_result parse_share(flora_parser *parser, float *share, bool *given)
{
    loam_flora_skip(&parser->scan);
    const uint32_t at = parser->scan.at;
    *given = at < parser->scan.end && parser->scan.text[at] >= '0' && parser->scan.text[at] <= '9';
    if (!*given)
    {
        return LOAM_OK;
    }
    const loam_result result = loam_flora_take_number(&parser->scan, share);
    if (result != LOAM_OK)
    {
        return result;
    }
    if (!loam_flora_take(&parser->scan, "%"))
    {
        return loam_flora_fail_at(&parser->scan, at,
                                  "a number before a body is its share; write 60%% for 60 of 100");
    }
    return LOAM_OK;
}

static loam_result check_shares(const flora_parser *parser, flora_rule *rule, uint32_t given)
{
    flora_body *const bodies = parser->grammar->bodies + rule->first_body;
    if (given != 0 && given != rule->body_count)
    {
        return loam_flora_fail_at(
            &parser->scan, rule->at,
            "%u of the rule's %u bodies have a share; all of them must, or none", (unsigned)given,
            (unsigned)rule->body_count);
    }
    float sum = 0.0f;
    for (uint32_t i = 0; i < rule->body_count; i++)
    {
        bodies[i].share = given != 0 ? bodies[i].share : 100.0f / (float)rule->body_count;
        sum += bodies[i].share;
    }
    rule->shares_fill = sum > 99.999f;
    return sum <= 100.001f ? LOAM_OK
                           : loam_flora_fail_at(
                                 &parser->scan, rule->at,
                                 "the shares of the rule's bodies add up to %g%%; must be at most "
                                 "100%%",
                                 (double)sum);
}

static loam_result parse_bodies(flora_parser *parser, flora_rule *rule)
{
    loam_grammar *const grammar = parser->grammar;
    rule->first_body = grammar->body_count;
    uint32_t given_count = 0;
    do
    {
        float share;
        bool given;
        loam_result result = parse_share(parser, &share, &given);
        flora_body body;
        result = result == LOAM_OK ? parse_body(parser, &body) : result;
        if (result != LOAM_OK)
        {
            return result;
        }
        body.share = given ? share : body.share;
        given_count += given;
        grammar->bodies[grammar->body_count++] = body;
        rule->body_count++;
    } while (loam_flora_take(&parser->scan, "|"));
    return check_shares(parser, rule, given_count);
}

/// Hangs a rule behind those of the same letter, unless one of them leaves nothing for it.
static loam_result add_rule(flora_parser *parser, const flora_rule *rule)
{
    loam_grammar *const grammar = parser->grammar;
    flora_letter *const letter = &grammar->alphabet[rule->letter];
    if (letter->last_rule != FLORA_NONE &&
        grammar->rules[letter->last_rule].condition == FLORA_NONE)
    {
        return loam_flora_fail_at(
            &parser->scan, rule->at,
            "the rule of %c in line %d has no condition, so this one is never used; several "
            "bodies of one rule are written as -> 60%% FF | 40%% F",
            letter->sign, loam_flora_line_of(&parser->scan, grammar->rules[letter->last_rule].at));
    }
    const int32_t index = (int32_t)grammar->rule_count++;
    grammar->rules[index] = *rule;
    *(letter->last_rule == FLORA_NONE ? &letter->first_rule
                                      : &grammar->rules[letter->last_rule].next) = index;
    letter->last_rule = index;
    return LOAM_OK;
}

/// "T(w, l) : l > 5 -> 60% F(l) T(w, l - 1) | 40% F(l)".
static loam_result parse_rule(flora_parser *parser)
{
    flora_scan *const scan = &parser->scan;
    flora_rule rule = {.at = scan->at, .next = FLORA_NONE, .condition = FLORA_NONE};
    const char sign = scan->text[scan->at];
    if (!loam_flora_sign_known(sign) || sign == '[' || sign == ']')
    {
        const flora_glimpse next = loam_flora_next(scan);
        return loam_flora_fail_at(scan, rule.at, "a setting or a rule is expected instead of %s",
                                  next.words);
    }
    scan->at++;
    loam_result result = parse_parameters(parser, sign);
    memcpy(rule.parameters, parser->parameters, sizeof rule.parameters);
    result = result == LOAM_OK
                 ? find_letter(parser, rule.at, sign, parser->parameter_count, &rule.letter)
                 : result;
    if (result == LOAM_OK && loam_flora_take(scan, ":"))
    {
        uint32_t condition = 0;
        result = loam_flora_parse_expression(parser, &condition);
        rule.condition = (int32_t)condition;
    }
    if (result == LOAM_OK && !loam_flora_take(scan, "->"))
    {
        const flora_glimpse next = loam_flora_next(scan);
        result = loam_flora_fail_at(scan, scan->at, "'->' is expected instead of %s", next.words);
    }
    result = result == LOAM_OK ? parse_bodies(parser, &rule) : result;
    parser->parameter_count = 0;
    return result == LOAM_OK ? add_rule(parser, &rule) : result;
}

// ---- settings -----------------------------------------------------------------------------------

/// One of some words; its index.
static loam_result parse_choice(flora_parser *parser, const char *const *words, int32_t *out)
{
    flora_scan *const scan = &parser->scan;
    const flora_name name = loam_flora_take_word(scan);
    char accepted[128] = "";
    for (*out = 0; words[*out] != NULL; ++*out)
    {
        if (loam_flora_name_is(scan, name, words[*out]))
        {
            return LOAM_OK;
        }
        strncat(accepted, *out > 0 ? ", " : "", sizeof accepted - strlen(accepted) - 1);
        strncat(accepted, words[*out], sizeof accepted - strlen(accepted) - 1);
    }
    return loam_flora_fail_at(scan, name.start, "one of these is expected: %s", accepted);
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r';
}

/// Up to the end of the line or a comment; printable UTF-8, as it is shown.
static loam_result parse_title(flora_parser *parser)
{
    flora_scan *const scan = &parser->scan;
    loam_flora_at_end(scan);
    const char *const title = scan->text + scan->at;
    uint32_t length = 0, kept = 0; // kept: without blanks at the end
    while (scan->at + length < scan->end && title[length] != '\n' && title[length] != '#')
    {
        const size_t bytes = loam_text_character(title + length, scan->end - scan->at - length);
        const uint8_t byte = (uint8_t)title[length];
        if (!is_blank(title[length]) && (bytes == 0 || byte < ' ' || byte == 0x7f))
        {
            return loam_flora_fail_at(scan, scan->at + length, "a title is plain text");
        }
        length += bytes > 0 ? (uint32_t)bytes : 1;
        kept = is_blank(title[length - 1]) ? kept : length;
    }
    if (kept >= LOAM_GRAMMAR_MAX_TITLE)
    {
        return loam_flora_fail_at(scan, scan->at, "a title has at most %d bytes",
                                  LOAM_GRAMMAR_MAX_TITLE - 1);
    }
    for (uint32_t i = 0; i < kept; i++)
    {
        parser->grammar->title[i] = is_blank(title[i]) ? ' ' : title[i];
    }
    scan->at += length;
    return LOAM_OK;
}

static loam_result parse_dimensions(flora_parser *parser)
{
    loam_flora_skip(&parser->scan);
    const uint32_t at = parser->scan.at;
    float number;
    const loam_result result = loam_flora_take_number(&parser->scan, &number);
    if (result == LOAM_OK && number != 2.0f && number != 3.0f)
    {
        return loam_flora_fail_at(&parser->scan, at, "dimensions are 2 or 3");
    }
    parser->grammar->dimensions = result == LOAM_OK && number == 3.0f ? 3 : 2;
    return result;
}

static loam_result parse_letters(flora_parser *parser)
{
    static const char *const words[] = {"ignored", "draw", NULL};
    int32_t choice;
    const loam_result result = parse_choice(parser, words, &choice);
    parser->grammar->letters_draw = choice == 1;
    return result;
}

static loam_result parse_constant(flora_parser *parser)
{
    loam_grammar *const grammar = parser->grammar;
    flora_scan *const scan = &parser->scan;
    flora_constant constant = {.name = loam_flora_take_word(scan)};
    if (constant.name.length == 0 || !loam_flora_take(scan, "="))
    {
        return loam_flora_fail_at(scan, scan->at,
                                  "a constant is written as: constant name = number");
    }
    if (loam_flora_name_known(parser, constant.name))
    {
        return loam_flora_fail_at(scan, constant.name.start, "%.*s is already something else",
                                  (int)(constant.name.length < 64 ? constant.name.length : 64),
                                  scan->text + constant.name.start);
    }
    if (grammar->constant_count == LOAM_GRAMMAR_MAX_CONSTANTS)
    {
        return loam_flora_fail_at(scan, constant.name.start, "a grammar has at most %d constants",
                                  LOAM_GRAMMAR_MAX_CONSTANTS);
    }
    const loam_result result = loam_flora_parse_expression(parser, &constant.expression);
    if (result == LOAM_OK)
    {
        grammar->constants[grammar->constant_count++] = constant;
    }
    return result;
}

static loam_result parse_setting_value(flora_parser *parser, flora_setting setting)
{
    return loam_flora_parse_expression(parser, &parser->grammar->settings[setting]);
}

static loam_result parse_angle(flora_parser *parser)
{
    const loam_result result = parse_setting_value(parser, FLORA_PHYLLOTACTIC_ANGLE);
    parser->grammar->settings[FLORA_BRANCHING_ANGLE] =
        parser->grammar->settings[FLORA_PHYLLOTACTIC_ANGLE];
    return result;
}

static loam_result parse_pipe_width(flora_parser *parser)
{
    parser->grammar->pipes = true;
    return parse_setting_value(parser, FLORA_WIDTH);
}

static loam_result parse_tropism(flora_parser *parser)
{
    const loam_result result = parse_choice(parser, loam_flora_tropism_words,
                                            &parser->grammar->tropism);
    return result == LOAM_OK ? parse_setting_value(parser, FLORA_TROPISM_STRENGTH) : result;
}

static loam_result parse_axiom(flora_parser *parser)
{
    loam_flora_skip(&parser->scan);
    const uint32_t at = parser->scan.at;
    const loam_result result = parse_body(parser, &parser->grammar->axiom);
    return result == LOAM_OK && parser->grammar->axiom.letter_count == 0
               ? loam_flora_fail_at(&parser->scan, at, "an axiom has at least one letter")
               : result;
}

/// Bits of parser->seen: the statements below from the first on, and the settings of loam_flora_setting_words.
enum
{
    SETTING_BIT = 16
};

/// What is not simply a number.
static const struct statement
{
    const char *word;
    loam_result (*parse)(flora_parser *parser);
    uint32_t also; // other statements that say the same: bits of seen
} statements[] = {
    {"title", parse_title, 0},
    {"dimensions", parse_dimensions, 0},
    {"letters", parse_letters, 0},
    {"axiom", parse_axiom, 0},
    {"angle", parse_angle,
     1u << (SETTING_BIT + FLORA_PHYLLOTACTIC_ANGLE) | 1u << (SETTING_BIT + FLORA_BRANCHING_ANGLE)},
    {"pipe_width", parse_pipe_width, 1u << (SETTING_BIT + FLORA_WIDTH)},
    {"tropism", parse_tropism, 0},
    {"constant", parse_constant, 0},
};

enum
{
    STATEMENTS = sizeof statements / sizeof statements[0],
    AXIOM = 3,
    CONSTANT = STATEMENTS - 1
};

static loam_result refuse_word(const flora_parser *parser, flora_name word)
{
    return loam_flora_fail_at(
        &parser->scan, word.start,
        "%.*s is no setting; there are title, dimensions, letters, axiom, angle, pipe_width, "
        "constant, iterations, length, width, taper, stiffness, phyllotactic_angle, "
        "branching_angle, vary_length, vary_angle, tropism",
        (int)(word.length < 64 ? word.length : 64), parser->scan.text + word.start);
}

static loam_result see(flora_parser *parser, flora_name word, uint32_t bits)
{
    if ((parser->seen & bits) != 0)
    {
        return loam_flora_fail_at(&parser->scan, word.start, "%.*s was already set",
                                  (int)word.length, parser->scan.text + word.start);
    }
    parser->seen |= bits;
    return LOAM_OK;
}

static loam_result parse_setting(flora_parser *parser)
{
    const flora_name word = loam_flora_take_word(&parser->scan);
    for (uint32_t i = 0; i < STATEMENTS; i++)
    {
        if (loam_flora_name_is(&parser->scan, word, statements[i].word))
        {
            const uint32_t bits = i == CONSTANT ? 0 : 1u << i | statements[i].also;
            const loam_result result = see(parser, word, bits);
            return result == LOAM_OK ? statements[i].parse(parser) : result;
        }
    }
    for (uint32_t i = 0; loam_flora_setting_words[i] != NULL; i++)
    {
        if (loam_flora_name_is(&parser->scan, word, loam_flora_setting_words[i]))
        {
            const loam_result result = see(parser, word, 1u << (SETTING_BIT + i));
            return result == LOAM_OK ? parse_setting_value(parser, (flora_setting)i) : result;
        }
    }
    return refuse_word(parser, word);
}

// ---- the whole ----------------------------------------------------------------------------------

static void set_defaults(loam_grammar *grammar)
{
    static const float defaults[FLORA_SETTING_COUNT] = {
        [FLORA_ITERATIONS] = 4.0f,
        [FLORA_LENGTH] = 1.0f,
        [FLORA_WIDTH] = 1.0f,
        [FLORA_TAPER] = 0.7f,
        [FLORA_STIFFNESS] = 1.0f,
        [FLORA_PHYLLOTACTIC_ANGLE] = 30.0f,
        [FLORA_BRANCHING_ANGLE] = 30.0f,
    };
    for (uint32_t i = 0; i < FLORA_SETTING_COUNT; i++)
    {
        grammar->ops[i] = (flora_op){.kind = FLORA_NUMBER, .number = defaults[i]};
        grammar->expressions[i] = (flora_expression){i, 1};
        grammar->settings[i] = i;
    }
    grammar->op_count = grammar->expression_count = FLORA_SETTING_COUNT;
    grammar->dimensions = 2;
}

static bool begins_with_word(const flora_scan *scan)
{
    const char *const text = scan->text + scan->at;
    const bool first = text[0] >= 'a' && text[0] <= 'z';
    return first && scan->at + 1 < scan->end &&
           ((text[1] >= 'a' && text[1] <= 'z') || text[1] == '_');
}

static loam_result parse_statement(flora_parser *parser)
{
    flora_scan *const scan = &parser->scan;
    const loam_result result = begins_with_word(scan) ? parse_setting(parser) : parse_rule(parser);
    if (result != LOAM_OK || loam_flora_at_end(scan))
    {
        return result;
    }
    const flora_glimpse next = loam_flora_next(scan);
    return loam_flora_fail_at(scan, scan->at, "the end of the line is expected instead of %s",
                              next.words);
}

/// A letter whose sign has rules for another number of parameters is most likely a slip.
static loam_result check_letter(const flora_parser *parser, const flora_letter *letter)
{
    const loam_grammar *const grammar = parser->grammar;
    const flora_sign *const sign = loam_flora_sign_find(letter->sign);
    if (sign != NULL && sign->in_space && grammar->dimensions == 2)
    {
        return loam_flora_fail_at(
            &parser->scan, letter->at,
            "%c means '%s'; a grammar with 2 dimensions turns by + and - only", letter->sign,
            sign->means);
    }
    for (uint32_t i = 0; i < grammar->alphabet_count && letter->first_rule == FLORA_NONE; i++)
    {
        const flora_letter *const other = &grammar->alphabet[i];
        if (other->sign == letter->sign && other->first_rule != FLORA_NONE)
        {
            return loam_flora_fail_at(
                &parser->scan, letter->at,
                "%c has %u parameters here and %u in its rule in line %d", letter->sign,
                (unsigned)letter->values, (unsigned)other->values,
                loam_flora_line_of(&parser->scan, grammar->rules[other->first_rule].at));
        }
    }
    return LOAM_OK;
}

/// The body that a letter always becomes, or FLORA_NONE if that is decided each time.
static int32_t find_sole_body(const loam_grammar *grammar, const flora_letter *letter)
{
    if (letter->first_rule == FLORA_NONE)
    {
        return FLORA_NONE;
    }
    const flora_rule *const rule = &grammar->rules[letter->first_rule];
    const bool sole = rule->condition == FLORA_NONE &&
                      grammar->bodies[rule->first_body].share >= 100.0f;
    return sole ? (int32_t)rule->first_body : FLORA_NONE;
}

loam_result loam_flora_parse(loam_grammar *grammar)
{
    flora_parser parser = {.scan = {.text = grammar->text, .end = grammar->text_length},
                           .grammar = grammar};
    set_defaults(grammar);
    loam_result result = LOAM_OK;
    while (result == LOAM_OK && loam_flora_skip_lines(&parser.scan))
    {
        result = parse_statement(&parser);
    }
    if (result == LOAM_OK && (parser.seen & 1u << AXIOM) == 0)
    {
        result = loam_flora_fail_at(&parser.scan, parser.scan.end, "there is no axiom");
    }
    for (uint32_t i = 0; i < grammar->alphabet_count && result == LOAM_OK; i++)
    {
        result = check_letter(&parser, &grammar->alphabet[i]);
        grammar->alphabet[i].sole_body = find_sole_body(grammar, &grammar->alphabet[i]);
    }
    return result;
}
