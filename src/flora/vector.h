// SPDX-License-Identifier: MIT
// Directions and places of plants.
#ifndef LOAM_FLORA_VECTOR_H
#define LOAM_FLORA_VECTOR_H

#include "loam/maths.h"

#include <math.h>

typedef struct vector
{
    float x, y, z;
} vector;

static inline vector combine(vector a, float s, vector b, float t)
{
    return (vector){a.x * s + b.x * t, a.y * s + b.y * t, a.z * s + b.z * t};
}

static inline vector cross(vector a, vector b)
{
    return (vector){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

static inline float length_of(vector a)
{
    return sqrtf(a.x * a.x + a.y * a.y + a.z * a.z);
}

static inline vector of_array(const float *a)
{
    return (vector){a[0], a[1], a[2]};
}

static inline void to_array(vector a, float *out)
{
    out[0] = a.x;
    out[1] = a.y;
    out[2] = a.z;
}

/// Turns two directions that are at right angles: a towards b.
static inline void turn(vector *a, vector *b, float degrees)
{
    const float angle = degrees * (LOAM_PI / 180.0f);
    const float c = loam_cos(angle), s = loam_sin(angle);
    const vector turned = combine(*a, c, *b, s);
    *b = combine(*b, c, *a, -s);
    *a = turned;
}

/// Turns a about an axis of length 1 (Rodrigues).
static inline vector turn_about(vector a, vector axis, float c, float s)
{
    const float along = (a.x * axis.x + a.y * axis.y + a.z * axis.z) * (1.0f - c);
    return combine(combine(a, c, cross(axis, a), s), 1.0f, axis, along);
}

/// Of length 1; the other one if it has no length.
static inline vector direction_of(vector a, vector otherwise)
{
    const float length = length_of(a);
    return length > 1e-6f ? combine(a, 1.0f / length, a, 0.0f) : otherwise;
}

#endif
