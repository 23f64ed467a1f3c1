// SPDX-License-Identifier: MIT
// The courses of rivers on a map, and letters along them.
#ifndef LOAM_ATLAS_COURSES_H
#define LOAM_ATLAS_COURSES_H

#include "atlas/rivers.h"

enum
{
    MAP_COURSE_STEPS = 400
};

/// The line along which the middles of letters lie: that of a river, smoothed, and raised to one side.
typedef struct map_course
{
    float x[MAP_COURSE_STEPS + 1], y[MAP_COURSE_STEPS + 1]; // px, at equal steps of the river
    float length;                                           // of the river, px
} map_course;

/// Letters of one size, and where they are laid: the left ends of their base lines.
typedef struct map_letters
{
    int32_t count;
    const float *advance; // px, from each letter to the next
    float size;
    float *x, *y, *angle;
} map_letters;

/// Makes the line for letters of a size whose base line is `gap` above the middle of the river, as one sees
/// it who reads downstream, or upstream.
void loam_map_course_make(const loam_land_map_def *def, const map_river *river, bool upstream,
                          float size, float gap, map_course *out);

/// Lays letters along a course, from `at` pixels of its length on. False if it ends before they do, or
/// bends so much that they would touch or stand on their heads.
bool loam_map_course_letters(const map_course *course, float at, const map_letters *letters);

#endif
