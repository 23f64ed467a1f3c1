// SPDX-License-Identifier: MIT
// Loam, base: plain values of a definition as tables. Checks, files, their messages and knobs come from one place.
#ifndef LOAM_PLAIN_FIELD_H
#define LOAM_PLAIN_FIELD_H

#include "loam/base.h"

#ifdef __cplusplus
extern "C" {
#endif

/// A number that is drawn: from low to high, both included.
typedef struct loam_range
{
    float low, high;
} loam_range;

typedef enum loam_plain_kind
{
    LOAM_PLAIN_INT,    // int32_t
    LOAM_PLAIN_FLOAT,  // float
    LOAM_PLAIN_RANGE,  // loam_range
    LOAM_PLAIN_WHOLE,  // loam_range of whole numbers
    LOAM_PLAIN_FLAG,   // bool
    LOAM_PLAIN_COLOUR, // uint32_t, 0xRRGGBB
    LOAM_PLAIN_RGBA,   // loam_colour
    LOAM_PLAIN_NAMED,  // an enum
} loam_plain_kind;

/// A plain value of a struct.
typedef struct loam_plain_field
{
    const char *name;
    loam_plain_kind kind;
    size_t offset;
    double low, high;                                     // accepted numbers
    const char *(*next)(const void *none, int32_t value); // names of an enum, NULL after the last
} loam_plain_field;

#ifdef __cplusplus
}
#endif
#endif
