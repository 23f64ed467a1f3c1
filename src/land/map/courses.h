// SPDX-License-Identifier: MIT
// The courses of rivers on a map, and letters along them.
#ifndef LOAM_LAND_MAP_COURSES_H
#define LOAM_LAND_MAP_COURSES_H

#include "land/map/rivers.h"

/// A course in pixels of the map, downstream or upstream.
typedef struct map_course
{
    float x[MAP_MAX_COURSE], y[MAP_MAX_COURSE], at[MAP_MAX_COURSE]; // at: length up to here
    int32_t count;
} map_course;

/// Letters of one size, and where they are laid: the left ends of their base lines.
typedef struct map_letters
{
    int32_t count;
    const float *advance; // px, from each letter to the next
    float size, gap;      // gap: how far above the course the base line is, px
    float *x, *y, *angle;
} map_letters;

void loam_map_course_make(const loam_land_map_def *def, const map_river *river, bool upstream,
                          map_course *out);

/// Lays letters along a course from `at` on. False if it ends before they do, or bends so much that they would
/// touch or stand on their heads.
bool loam_map_course_letters(const map_course *course, float at, const map_letters *letters);

#endif
