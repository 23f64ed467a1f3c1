// SPDX-License-Identifier: MIT
#include "flora/parse.h"

// Expressions by precedence climbing: an operand, then every operator that binds at least as closely as
// asked for, each with its own right side. Ops come out in postfix order.

enum
{
    MAX_NESTING = 32,
    NEGATION_PRECEDENCE = 7,
    NOT_PRECEDENCE = 3
};

static loam_result parse_from(flora_parser *parser, int precedence);

static void add_op(flora_parser *parser, flora_op op)
{
    parser->grammar->ops[parser->grammar->op_count++] = op;
}

// ---- names --------------------------------------------------------------------------------------

static bool find_parameter(const flora_parser *parser, flora_name name, uint8_t *index)
{
    for (uint32_t i = 0; i < parser->parameter_count; i++)
    {
        if (loam_flora_names_equal(&parser->scan, parser->parameters[i], name))
        {
            *index = (uint8_t)i;
            return true;
        }
    }
    return false;
}

static bool find_constant(const flora_parser *parser, flora_name name, uint8_t *index)
{
    for (uint8_t i = 0; loam_flora_site_words[i] != NULL; i++)
    {
        if (loam_flora_name_is(&parser->scan, name, loam_flora_site_words[i]))
        {
            *index = i;
            return true;
        }
    }
    for (uint32_t i = 0; i < parser->grammar->constant_count; i++)
    {
        if (loam_flora_names_equal(&parser->scan, parser->grammar->constants[i].name, name))
        {
            *index = (uint8_t)(FLORA_SITE_CONSTANTS + i);
            return true;
        }
    }
    return false;
}

static bool find_function(const flora_parser *parser, flora_name name, uint8_t *kind)
{
    for (uint8_t i = FLORA_MIN; i < FLORA_OP_COUNT; i++)
    {
        if (loam_flora_name_is(&parser->scan, name, loam_flora_op_forms[i].word))
        {
            *kind = i;
            return true;
        }
    }
    return false;
}

bool loam_flora_name_known(const flora_parser *parser, flora_name name)
{
    uint8_t unused;
    return find_constant(parser, name, &unused) || find_function(parser, name, &unused);
}

// ---- operands -----------------------------------------------------------------------------------

static loam_result expect(flora_parser *parser, const char *characters)
{
    if (loam_flora_take(&parser->scan, characters))
    {
        return LOAM_OK;
    }
    const flora_glimpse next = loam_flora_next(&parser->scan);
    return loam_flora_fail_at(&parser->scan, parser->scan.at, "'%s' is expected instead of %s",
                              characters, next.words);
}

static loam_result parse_function(flora_parser *parser, uint8_t kind)
{
    loam_result result = expect(parser, "(");
    for (int i = 0; i < loam_flora_op_forms[kind].operands && result == LOAM_OK; i++)
    {
        result = i > 0 ? expect(parser, ",") : LOAM_OK;
        result = result == LOAM_OK ? parse_from(parser, 1) : result;
    }
    result = result == LOAM_OK ? expect(parser, ")") : result;
    if (result == LOAM_OK)
    {
        add_op(parser, (flora_op){.kind = kind});
    }
    return result;
}

static loam_result parse_name(flora_parser *parser, flora_name name)
{
    flora_op op = {0};
    if (find_function(parser, name, &op.kind))
    {
        return parse_function(parser, op.kind);
    }
    op.kind = FLORA_PARAMETER;
    if (!find_parameter(parser, name, &op.index))
    {
        op.kind = FLORA_CONSTANT;
        if (!find_constant(parser, name, &op.index))
        {
            return loam_flora_fail_at(&parser->scan, name.start,
                                      "%.*s is no parameter of this rule and no constant above it",
                                      (int)(name.length < 64 ? name.length : 64),
                                      parser->scan.text + name.start);
        }
    }
    add_op(parser, op);
    return LOAM_OK;
}

/// A minus before a number is part of the number.
static loam_result parse_negation(flora_parser *parser)
{
    loam_grammar *const grammar = parser->grammar;
    const uint32_t before = grammar->op_count;
    const loam_result result = parse_from(parser, NEGATION_PRECEDENCE);
    if (result != LOAM_OK)
    {
        return result;
    }
    flora_op *const last = &grammar->ops[grammar->op_count - 1];
    if (grammar->op_count == before + 1 && last->kind == FLORA_NUMBER && last->number > 0.0f)
    {
        last->number = -last->number;
        return LOAM_OK;
    }
    add_op(parser, (flora_op){.kind = FLORA_NEGATE});
    return LOAM_OK;
}

static loam_result parse_operand(flora_parser *parser)
{
    flora_scan *const scan = &parser->scan;
    if (loam_flora_take(scan, "-"))
    {
        return parse_negation(parser);
    }
    if (loam_flora_take(scan, "("))
    {
        const loam_result result = parse_from(parser, 1);
        return result == LOAM_OK ? expect(parser, ")") : result;
    }
    const flora_name name = loam_flora_take_word(scan);
    if (name.length == 0)
    {
        flora_op op = {.kind = FLORA_NUMBER};
        const loam_result result = loam_flora_take_number(scan, &op.number);
        if (result == LOAM_OK)
        {
            add_op(parser, op);
        }
        return result;
    }
    if (!loam_flora_name_is(scan, name, "not"))
    {
        return parse_name(parser, name);
    }
    const loam_result result = parse_from(parser, NOT_PRECEDENCE);
    if (result == LOAM_OK)
    {
        add_op(parser, (flora_op){.kind = FLORA_NOT});
    }
    return result;
}

// ---- operators ----------------------------------------------------------------------------------

/// Takes the operator that comes next if it binds closely enough. "->" ends an expression.
static bool take_operator(flora_parser *parser, int precedence, uint8_t *kind)
{
    static const uint8_t longest_first[] = {
        FLORA_LESS_EQUAL, FLORA_MORE_EQUAL, FLORA_EQUAL,    FLORA_UNEQUAL, FLORA_LESS, FLORA_MORE,
        FLORA_ADD,        FLORA_SUBTRACT,   FLORA_MULTIPLY, FLORA_DIVIDE,  FLORA_AND,  FLORA_OR};
    flora_scan ahead = parser->scan;
    if (loam_flora_take(&ahead, "->"))
    {
        return false;
    }
    for (size_t i = 0; i < sizeof longest_first; i++)
    {
        ahead = parser->scan;
        *kind = longest_first[i];
        if (loam_flora_take(&ahead, loam_flora_op_forms[*kind].word))
        {
            const bool close = loam_flora_op_forms[*kind].precedence >= precedence;
            parser->scan = close ? ahead : parser->scan;
            return close;
        }
    }
    return false;
}

static loam_result parse_from(flora_parser *parser, int precedence)
{
    if (++parser->depth > MAX_NESTING)
    {
        return loam_flora_fail_at(&parser->scan, parser->scan.at,
                                  "an expression is nested more than %d deep", MAX_NESTING);
    }
    loam_result result = parse_operand(parser);
    uint8_t kind;
    while (result == LOAM_OK && take_operator(parser, precedence, &kind))
    {
        result = parse_from(parser, loam_flora_op_forms[kind].precedence + 1);
        if (result == LOAM_OK)
        {
            add_op(parser, (flora_op){.kind = kind});
        }
    }
    parser->depth--;
    return result;
}

loam_result loam_flora_parse_expression(flora_parser *parser, uint32_t *out)
{
    loam_grammar *const grammar = parser->grammar;
    loam_flora_skip(&parser->scan);
    const uint32_t start = parser->scan.at;
    const uint32_t first = grammar->op_count;
    parser->depth = 0;
    const loam_result result = parse_from(parser, 1);
    if (result != LOAM_OK)
    {
        return result;
    }
    const uint32_t count = grammar->op_count - first;
    if (count > FLORA_MAX_OPS)
    {
        return loam_flora_fail_at(&parser->scan, start,
                                  "an expression has %u parts; must be at most %d", (unsigned)count,
                                  FLORA_MAX_OPS);
    }
    if (loam_flora_stack_need(grammar->ops + first, count) > FLORA_STACK)
    {
        return loam_flora_fail_at(&parser->scan, start,
                                  "an expression needs more than %d values at once", FLORA_STACK);
    }
    *out = grammar->expression_count++;
    grammar->expressions[*out] = (flora_expression){first, count};
    return LOAM_OK;
}
