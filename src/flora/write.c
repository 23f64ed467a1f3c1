// SPDX-License-Identifier: MIT
#include "flora/grammar.h"
#include "flora/writer.h"

#include <string.h>

// The text form of a grammar, in one order and with the fewest brackets that read back as the same.

// ---- characters ---------------------------------------------------------------------------------

void loam_flora_put(flora_writer *writer, const char *bytes, size_t count)
{
    for (size_t i = 0; i < count; i++, writer->length++)
    {
        if (writer->length + 1 < writer->size)
        {
            writer->out[writer->length] = bytes[i];
        }
    }
}

void loam_flora_put_text(flora_writer *writer, const char *text)
{
    loam_flora_put(writer, text, strlen(text));
}

static void put_whole(flora_writer *writer, uint64_t number, int least_digits)
{
    char digits[24];
    int count = 0;
    do
    {
        digits[sizeof digits - (size_t)++count] = (char)('0' + number % 10);
        number /= 10;
    } while (number > 0 || count < least_digits);
    loam_flora_put(writer, digits + sizeof digits - (size_t)count, (size_t)count);
}

/// With as few digits behind the point as read back as the same: nine are always enough for a number that
/// was read, and for others that is what there is.
void loam_flora_put_number(flora_writer *writer, float number)
{
    if (number < 0.0f)
    {
        loam_flora_put_text(writer, "-");
        number = -number;
    }
    double scale = 1.0;
    int decimals = 0;
    uint64_t digits = (uint64_t)((double)number + 0.5);
    while (decimals < 9 && (float)((double)digits / scale) != number)
    {
        decimals++;
        scale *= 10.0;
        digits = (uint64_t)((double)number * scale + 0.5);
    }
    const uint64_t whole = digits / (uint64_t)scale;
    put_whole(writer, whole, 1);
    if (decimals > 0)
    {
        loam_flora_put_text(writer, ".");
        put_whole(writer, digits - whole * (uint64_t)scale, decimals);
    }
}

size_t loam_flora_writer_end(flora_writer *writer)
{
    if (writer->size > 0)
    {
        writer->out[writer->length < writer->size ? writer->length : writer->size - 1] = '\0';
    }
    return writer->length;
}

static void put_name(flora_writer *writer, const loam_grammar *grammar, flora_name name)
{
    loam_flora_put(writer, grammar->text + name.start, name.length);
}

// ---- expressions --------------------------------------------------------------------------------

/// An expression that is being written, from its last op to its first.
typedef struct unparser
{
    flora_writer *writer;
    const loam_grammar *grammar;
    const flora_name *parameters;
    const flora_op *ops;
} unparser;

/// Where the operand that ends at an op begins.
static int32_t operand_begin(const flora_op *ops, int32_t last)
{
    int32_t missing = 1;
    while (missing > 0)
    {
        missing += loam_flora_op_forms[ops[last--].kind].operands - 1;
    }
    return last + 1;
}

static void put_ops(const unparser *from, int32_t last, int precedence);

static void put_leaf(const unparser *from, flora_op op)
{
    if (op.kind == FLORA_NUMBER)
    {
        loam_flora_put_number(from->writer, op.number);
    }
    else if (op.kind == FLORA_PARAMETER)
    {
        put_name(from->writer, from->grammar, from->parameters[op.index]);
    }
    else if (op.index < FLORA_SITE_CONSTANTS)
    {
        loam_flora_put_text(from->writer, loam_flora_site_words[op.index]);
    }
    else
    {
        put_name(from->writer, from->grammar,
                 from->grammar->constants[op.index - FLORA_SITE_CONSTANTS].name);
    }
}

static void put_function(const unparser *from, int32_t last)
{
    const flora_op_form form = loam_flora_op_forms[from->ops[last].kind];
    int32_t ends[3];
    int32_t end = last - 1;
    for (int i = form.operands - 1; i >= 0; i--)
    {
        ends[i] = end;
        end = operand_begin(from->ops, end) - 1;
    }
    loam_flora_put_text(from->writer, form.word);
    for (int i = 0; i < form.operands; i++)
    {
        loam_flora_put_text(from->writer, i > 0 ? ", " : "(");
        put_ops(from, ends[i], 1);
    }
    loam_flora_put_text(from->writer, ")");
}

static void put_operator(const unparser *from, int32_t last)
{
    const flora_op_form form = loam_flora_op_forms[from->ops[last].kind];
    if (form.operands == 1)
    {
        loam_flora_put_text(from->writer, form.word);
        loam_flora_put_text(from->writer, from->ops[last].kind == FLORA_NOT ? " " : "");
        put_ops(from, last - 1, form.precedence);
        return;
    }
    put_ops(from, operand_begin(from->ops, last - 1) - 1, form.precedence);
    loam_flora_put_text(from->writer, " ");
    loam_flora_put_text(from->writer, form.word);
    loam_flora_put_text(from->writer, " ");
    put_ops(from, last - 1, form.precedence + 1);
}

/// The operand that ends at an op, in brackets if it binds less closely than asked for.
static void put_ops(const unparser *from, int32_t last, int precedence)
{
    const flora_op op = from->ops[last];
    const flora_op_form form = loam_flora_op_forms[op.kind];
    if (form.operands == 0)
    {
        put_leaf(from, op);
    }
    else if (form.precedence == 0)
    {
        put_function(from, last);
    }
    else
    {
        const bool brackets = form.precedence < precedence;
        loam_flora_put_text(from->writer, brackets ? "(" : "");
        put_operator(from, last);
        loam_flora_put_text(from->writer, brackets ? ")" : "");
    }
}

static void put_expression(flora_writer *writer, const loam_grammar *grammar,
                           const flora_name *parameters, uint32_t index)
{
    const flora_expression expression = grammar->expressions[index];
    const unparser from = {writer, grammar, parameters, grammar->ops + expression.first_op};
    put_ops(&from, (int32_t)expression.op_count - 1, 1);
}

// ---- statements ---------------------------------------------------------------------------------

static void put_body(flora_writer *writer, const loam_grammar *grammar,
                     const flora_name *parameters, const flora_body *body)
{
    uint32_t value = body->first_value;
    for (uint32_t i = 0; i < body->letter_count; i++)
    {
        const flora_letter letter = grammar->alphabet[grammar->letters[body->first_letter + i]];
        loam_flora_put(writer, &letter.sign, 1);
        for (uint32_t k = 0; k < letter.values; k++)
        {
            loam_flora_put_text(writer, k > 0 ? ", " : "(");
            put_expression(writer, grammar, parameters, value++);
        }
        loam_flora_put_text(writer, letter.values > 0 ? ")" : "");
    }
}

static void put_rule(flora_writer *writer, const loam_grammar *grammar, const flora_rule *rule)
{
    const flora_letter letter = grammar->alphabet[rule->letter];
    loam_flora_put(writer, &letter.sign, 1);
    for (uint32_t i = 0; i < letter.values; i++)
    {
        loam_flora_put_text(writer, i > 0 ? ", " : "(");
        put_name(writer, grammar, rule->parameters[i]);
    }
    loam_flora_put_text(writer, letter.values > 0 ? ")" : "");
    if (rule->condition != FLORA_NONE)
    {
        loam_flora_put_text(writer, " : ");
        put_expression(writer, grammar, rule->parameters, (uint32_t)rule->condition);
    }
    loam_flora_put_text(writer, " ->");
    for (uint32_t i = 0; i < rule->body_count; i++)
    {
        const flora_body *const body = &grammar->bodies[rule->first_body + i];
        loam_flora_put_text(writer, i > 0 ? "\n    | " : " ");
        if (rule->body_count > 1 || body->share < 100.0f)
        {
            loam_flora_put_number(writer, body->share);
            loam_flora_put_text(writer, "% ");
        }
        put_body(writer, grammar, rule->parameters, body);
    }
    loam_flora_put_text(writer, "\n");
}

static void put_settings(flora_writer *writer, const loam_grammar *grammar)
{
    for (uint32_t i = 0; i < FLORA_SETTING_COUNT; i++)
    {
        const bool pipe = i == FLORA_WIDTH && grammar->pipes;
        loam_flora_put_text(writer, pipe ? "pipe_" : "");
        loam_flora_put_text(writer, loam_flora_setting_words[i]);
        loam_flora_put_text(writer, " ");
        if (i == FLORA_TROPISM_STRENGTH)
        {
            loam_flora_put_text(writer, loam_flora_tropism_words[grammar->tropism]);
            loam_flora_put_text(writer, " ");
        }
        put_expression(writer, grammar, NULL, grammar->settings[i]);
        loam_flora_put_text(writer, "\n");
    }
}

size_t loam_grammar_write(const loam_grammar *grammar, char *out, size_t size)
{
    flora_writer writer = {.out = out, .size = size};
    if (grammar->title[0] != '\0')
    {
        loam_flora_put_text(&writer, "title ");
        loam_flora_put_text(&writer, grammar->title);
        loam_flora_put_text(&writer, "\n");
    }
    loam_flora_put_text(&writer, grammar->dimensions == 3 ? "dimensions 3\n" : "dimensions 2\n");
    loam_flora_put_text(&writer, grammar->letters_draw ? "letters draw\n" : "letters ignored\n");
    for (uint32_t i = 0; i < grammar->constant_count; i++)
    {
        loam_flora_put_text(&writer, "constant ");
        put_name(&writer, grammar, grammar->constants[i].name);
        loam_flora_put_text(&writer, " = ");
        put_expression(&writer, grammar, NULL, grammar->constants[i].expression);
        loam_flora_put_text(&writer, "\n");
    }
    put_settings(&writer, grammar);
    loam_flora_put_text(&writer, "axiom ");
    put_body(&writer, grammar, NULL, &grammar->axiom);
    loam_flora_put_text(&writer, "\n");
    for (uint32_t i = 0; i < grammar->rule_count; i++)
    {
        put_rule(&writer, grammar, &grammar->rules[i]);
    }
    return loam_flora_writer_end(&writer);
}
