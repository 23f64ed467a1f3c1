// SPDX-License-Identifier: MIT
// Expressions of a grammar: numbers, parameters and constants, calculated on a small stack.
#ifndef LOAM_FLORA_EXPRESSION_H
#define LOAM_FLORA_EXPRESSION_H

#include "loam/flora.h"

typedef enum flora_op_kind
{
    FLORA_NUMBER,
    FLORA_PARAMETER, // index: which of the letter's
    FLORA_CONSTANT,  // index: which of the grammar's
    FLORA_NEGATE,
    FLORA_NOT,
    FLORA_MULTIPLY,
    FLORA_DIVIDE,
    FLORA_ADD,
    FLORA_SUBTRACT,
    FLORA_LESS,
    FLORA_LESS_EQUAL,
    FLORA_MORE,
    FLORA_MORE_EQUAL,
    FLORA_EQUAL,
    FLORA_UNEQUAL,
    FLORA_AND,
    FLORA_OR,
    FLORA_MIN,
    FLORA_MAX,
    FLORA_ABS,
    FLORA_FLOOR,
    FLORA_SQRT,
    FLORA_RANDOM, // between two numbers
    FLORA_IF,     // a condition and two numbers
    FLORA_OP_COUNT
} flora_op_kind;

enum
{
    FLORA_STACK = 32,   // values that an expression may need at once
    FLORA_MAX_OPS = 256 // of an expression: writing one goes as deep
};

typedef struct flora_op
{
    uint8_t kind;
    uint8_t index;
    float number;
} flora_op;

/// Ops in postfix order: operands before their operator.
typedef struct flora_expression
{
    uint32_t first_op, op_count;
} flora_expression;

/// How an op is written: "+" between its operands, "min" before them in brackets.
typedef struct flora_op_form
{
    const char *word;
    uint8_t operands;
    uint8_t precedence; // of what is written between operands, higher binds closer; 0 for functions
} flora_op_form;

extern const flora_op_form loam_flora_op_forms[FLORA_OP_COUNT];

/// What an expression is calculated from.
typedef struct flora_scope
{
    const float *parameters;
    const float *constants;
    uint64_t seed;  // random numbers of this iteration
    uint64_t index; // of the next one
} flora_scope;

/// Its value, which need not be finite. Conditions are 1 or 0.
float loam_flora_evaluate(const flora_op *ops, uint32_t count, flora_scope *scope);

/// How many values the ops need on the stack.
uint32_t loam_flora_stack_need(const flora_op *ops, uint32_t count);

#endif
