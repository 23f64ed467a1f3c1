// SPDX-License-Identifier: MIT
#include "flora/expression.h"

#include "loam/random.h"

#include <math.h>

// Every operation is rounded once by IEEE 754, so plants are the same on every machine.

const flora_op_form loam_flora_op_forms[FLORA_OP_COUNT] = {
    [FLORA_NUMBER] = {"", 0, 0},       [FLORA_PARAMETER] = {"", 0, 0},
    [FLORA_CONSTANT] = {"", 0, 0},     [FLORA_NEGATE] = {"-", 1, 7},
    [FLORA_NOT] = {"not", 1, 3},       [FLORA_MULTIPLY] = {"*", 2, 6},
    [FLORA_DIVIDE] = {"/", 2, 6},      [FLORA_ADD] = {"+", 2, 5},
    [FLORA_SUBTRACT] = {"-", 2, 5},    [FLORA_LESS] = {"<", 2, 4},
    [FLORA_LESS_EQUAL] = {"<=", 2, 4}, [FLORA_MORE] = {">", 2, 4},
    [FLORA_MORE_EQUAL] = {">=", 2, 4}, [FLORA_EQUAL] = {"==", 2, 4},
    [FLORA_UNEQUAL] = {"!=", 2, 4},    [FLORA_AND] = {"and", 2, 2},
    [FLORA_OR] = {"or", 2, 1},         [FLORA_MIN] = {"min", 2, 0},
    [FLORA_MAX] = {"max", 2, 0},       [FLORA_ABS] = {"abs", 1, 0},
    [FLORA_FLOOR] = {"floor", 1, 0},   [FLORA_SQRT] = {"sqrt", 1, 0},
    [FLORA_RANDOM] = {"random", 2, 0}, [FLORA_IF] = {"if", 3, 0},
};

static float apply(flora_op_kind kind, const float *v, flora_scope *scope)
{
    switch (kind)
    {
    case FLORA_NEGATE:
        return -v[0];
    case FLORA_NOT:
        return v[0] == 0.0f ? 1.0f : 0.0f;
    case FLORA_MULTIPLY:
        return v[0] * v[1];
    case FLORA_DIVIDE:
        return v[0] / v[1];
    case FLORA_ADD:
        return v[0] + v[1];
    case FLORA_SUBTRACT:
        return v[0] - v[1];
    case FLORA_LESS:
        return v[0] < v[1] ? 1.0f : 0.0f;
    case FLORA_LESS_EQUAL:
        return v[0] <= v[1] ? 1.0f : 0.0f;
    case FLORA_MORE:
        return v[0] > v[1] ? 1.0f : 0.0f;
    case FLORA_MORE_EQUAL:
        return v[0] >= v[1] ? 1.0f : 0.0f;
    case FLORA_EQUAL:
        return v[0] == v[1] ? 1.0f : 0.0f;
    case FLORA_UNEQUAL:
        return v[0] != v[1] ? 1.0f : 0.0f;
    case FLORA_AND:
        return v[0] != 0.0f && v[1] != 0.0f ? 1.0f : 0.0f;
    case FLORA_OR:
        return v[0] != 0.0f || v[1] != 0.0f ? 1.0f : 0.0f;
    case FLORA_MIN:
        return v[1] < v[0] ? v[1] : v[0];
    case FLORA_MAX:
        return v[1] > v[0] ? v[1] : v[0];
    case FLORA_ABS:
        return v[0] < 0.0f ? -v[0] : v[0];
    case FLORA_FLOOR:
        return floorf(v[0]);
    case FLORA_SQRT:
        return sqrtf(v[0]);
    case FLORA_RANDOM:
        return v[0] + (v[1] - v[0]) * loam_random_float(scope->seed, scope->index++);
    case FLORA_IF:
        return v[0] != 0.0f ? v[1] : v[2];
    case FLORA_NUMBER:
    case FLORA_PARAMETER:
    case FLORA_CONSTANT:
    case FLORA_OP_COUNT:
        break;
    }
    return 0.0f;
}

float loam_flora_evaluate(const flora_op *ops, uint32_t count, flora_scope *scope)
{
    float stack[FLORA_STACK];
    uint32_t height = 0;
    for (uint32_t i = 0; i < count; i++)
    {
        const flora_op op = ops[i];
        switch (op.kind)
        {
        case FLORA_NUMBER:
            stack[height++] = op.number;
            break;
        case FLORA_PARAMETER:
            stack[height++] = scope->parameters[op.index];
            break;
        case FLORA_CONSTANT:
            stack[height++] = scope->constants[op.index];
            break;
        default:
            height -= loam_flora_op_forms[op.kind].operands;
            stack[height] = apply((flora_op_kind)op.kind, stack + height, scope);
            height++;
            break;
        }
    }
    return stack[0];
}

uint32_t loam_flora_stack_need(const flora_op *ops, uint32_t count)
{
    uint32_t height = 0, need = 0;
    for (uint32_t i = 0; i < count; i++)
    {
        height = height - loam_flora_op_forms[ops[i].kind].operands + 1;
        need = height > need ? height : need;
    }
    return need;
}
