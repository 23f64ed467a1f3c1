// SPDX-License-Identifier: MIT
#include "base/plain_field.h"

#include <math.h>

static loam_result check_range(const loam_plain_field *field, loam_range range, const char *whose)
{
    const bool inside = range.low >= (float)field->low && range.high <= (float)field->high;
    const bool whole = field->kind != LOAM_PLAIN_WHOLE ||
                       (range.low == floorf(range.low) && range.high == floorf(range.high));
    return inside && range.low <= range.high && whole
               ? LOAM_OK
               : loam_fail(LOAM_BAD_ARGUMENT,
                           "%s%s is %g to %g; must be %swithin %g to %g, the lower first", whose,
                           field->name, (double)range.low, (double)range.high,
                           field->kind == LOAM_PLAIN_WHOLE ? "whole, " : "", field->low,
                           field->high);
}

static loam_result check_number(const loam_plain_field *field, double value, const char *whose)
{
    const bool good = (float)value >= (float)field->low && (float)value <= (float)field->high;
    return good ? LOAM_OK
                : loam_fail(LOAM_BAD_ARGUMENT, "%s%s is %g; must be %g to %g", whose, field->name,
                            value, field->low, field->high);
}

loam_result loam_plain_check(const loam_plain_field *field, const void *of, const char *whose)
{
    const void *const at = (const char *)of + field->offset;
    switch (field->kind)
    {
    case LOAM_PLAIN_INT:
        return check_number(field, *(const int32_t *)at, whose);
    case LOAM_PLAIN_FLOAT:
        return check_number(field, (double)*(const float *)at, whose);
    case LOAM_PLAIN_COLOUR:
        return check_number(field, *(const uint32_t *)at, whose);
    case LOAM_PLAIN_RANGE:
    case LOAM_PLAIN_WHOLE:
        return check_range(field, *(const loam_range *)at, whose);
    case LOAM_PLAIN_NAMED:
        return field->next(NULL, *(const int32_t *)at) != NULL
                   ? LOAM_OK
                   : loam_fail(LOAM_BAD_ARGUMENT,
                               "%s%s is %d; must be one of those that have names", whose,
                               field->name, (int)*(const int32_t *)at);
    default:
        return LOAM_OK;
    }
}

loam_result loam_plain_check_all(const loam_plain_field *fields, int32_t count, const void *of,
                                 const char *whose)
{
    loam_result result = LOAM_OK;
    for (int32_t i = 0; i < count && result == LOAM_OK; i++)
    {
        result = loam_plain_check(&fields[i], of, whose);
    }
    return result;
}
