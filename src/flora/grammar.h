// SPDX-License-Identifier: MIT
// A grammar as it is kept. Nothing in it takes less than a byte of its text, so the length of the text bounds
// every table, and all are allocated at once.
#ifndef LOAM_FLORA_GRAMMAR_H
#define LOAM_FLORA_GRAMMAR_H

#include "flora/expression.h"

enum
{
    FLORA_NONE = -1,
    FLORA_MAX_ALPHABET = 255, // different letters, by their sign and number of parameters
    FLORA_SITE_CONSTANTS = 5, // what a grammar knows of its plant's site
};

/// A part of the grammar's text.
typedef struct flora_name
{
    uint32_t start, length;
} flora_name;

/// Letters of words are indices into the alphabet.
typedef struct flora_letter
{
    char sign;                     // 'F', '+'
    uint8_t values;                // how many parameters it has
    int32_t first_rule, last_rule; // FLORA_NONE if it has none
    int32_t sole_body; // that it always becomes, FLORA_NONE if that is decided each time
    uint32_t at;       // in the text, where it stands first
} flora_letter;

/// What a letter becomes: letters, and an expression for each of their parameters, in order.
typedef struct flora_body
{
    float share; // how often its rule chooses it, per cent
    uint32_t first_letter, letter_count;
    uint32_t first_value, value_count;
} flora_body;

typedef struct flora_rule
{
    uint8_t letter;
    int32_t next;      // rule of the same letter, which is tried after this one, or FLORA_NONE
    int32_t condition; // an expression, or FLORA_NONE
    uint32_t first_body, body_count;
    bool shares_fill; // one of the bodies is always chosen
    flora_name parameters[LOAM_GRAMMAR_MAX_PARAMETERS];
    uint32_t at; // in the text
} flora_rule;

typedef struct flora_constant
{
    flora_name name;
    uint32_t expression;
} flora_constant;

/// What a tropism turns towards.
typedef enum flora_tropism
{
    FLORA_TROPISM_UP,
    FLORA_TROPISM_DOWN,
    FLORA_TROPISM_LIGHT,
    FLORA_TROPISM_WIND,
    FLORA_TROPISM_COUNT
} flora_tropism;

/// Settings that are numbers: expressions of the constants, calculated once for each plant.
typedef enum flora_setting
{
    FLORA_ITERATIONS,
    FLORA_LENGTH,             // of a segment whose letter does not say it
    FLORA_WIDTH,              // of the trunk; with pipes, of every tip
    FLORA_TAPER,              // what '!' multiplies the width by
    FLORA_STIFFNESS,          // of the trunk
    FLORA_PHYLLOTACTIC_ANGLE, // degrees, of + and -
    FLORA_BRANCHING_ANGLE,    // degrees, of all other turns
    FLORA_VARY_LENGTH,        // how far a length may be from what it should be, as a share
    FLORA_VARY_ANGLE,
    FLORA_TROPISM_STRENGTH,
    FLORA_SETTING_COUNT
} flora_setting;

struct loam_grammar
{
    loam_env env;
    char title[LOAM_GRAMMAR_MAX_TITLE];
    int32_t dimensions;
    bool letters_draw; // letters that mean nothing to the turtle draw (Blomqvist et al. 2016, 2.6)
    bool pipes;        // widths follow from what branches carry
    int32_t tropism;   // flora_tropism
    uint32_t settings[FLORA_SETTING_COUNT]; // expressions

    uint64_t hash;

    flora_constant constants[LOAM_GRAMMAR_MAX_CONSTANTS];
    uint32_t constant_count;
    flora_letter alphabet[FLORA_MAX_ALPHABET];
    uint32_t alphabet_count;
    flora_body axiom;

    void *memory; // of the tables below
    size_t memory_size;
    char *text;
    uint32_t text_length;
    uint8_t *letters; // of all bodies
    flora_expression *expressions;
    flora_op *ops;
    flora_body *bodies;
    flora_rule *rules;
    uint32_t letter_count, expression_count, op_count, body_count, rule_count;
};

/// The words of the text form, in the order of their enums, NULL after the last.
extern const char *const loam_flora_setting_words[];
extern const char *const loam_flora_tropism_words[];
extern const char *const loam_flora_site_words[];

/// What a sign means to the turtle.
typedef struct flora_sign
{
    char sign;
    bool bracket;
    bool in_space;     // only in three dimensions
    const char *means; // for messages and the docs
} flora_sign;

/// NULL for letters that mean nothing, and for what is no sign at all.
const flora_sign *loam_flora_sign_find(char sign);

/// Whether it can stand in a word: a sign or any letter.
bool loam_flora_sign_known(char sign);

static inline float flora_value(const loam_grammar *grammar, uint32_t expression,
                                flora_scope *scope)
{
    const flora_expression found = grammar->expressions[expression];
    return loam_flora_evaluate(grammar->ops + found.first_op, found.op_count, scope);
}

#endif
