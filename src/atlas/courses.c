// SPDX-License-Identifier: MIT
#include "atlas/courses.h"

#include "atlas/tile.h"
#include "loam/maths.h"

#include <math.h>

// Letters follow a course that is smoothed over some of them, and each takes as much of it as it is wide
// half way up: measured at their feet, they would be on each other where the course bends towards their
// heads. What bends too much is refused, not squeezed.

static const float steepest = 1.7f;   // radians: upright, and no more than a little over
static const float most_bend = 1.2f;  // radians, of all letters together
static const float most_turn = 0.35f; // radians, from one letter to the next
static const float most_over = 0.2f;  // letter sizes: what is free between two on a straight line

/// A river in pixels of the map.
typedef struct river_line
{
    float x[MAP_MAX_COURSE], y[MAP_MAX_COURSE], at[MAP_MAX_COURSE]; // at: length up to here
    int32_t count;
} river_line;

static river_line line_of(const loam_land_map_def *def, const map_river *river, bool upstream)
{
    const double unit = (double)(def->scale * 8);
    river_line line = {.count = river->count};
    for (int32_t i = 0; i < river->count; i++)
    {
        const int32_t k = upstream ? river->count - 1 - i : i;
        line.x[i] = (float)((double)(river->x[k] - loam_map_column_x(def, 0) * 8) / unit + 0.5);
        line.y[i] = (float)((double)(loam_map_row_z(def, 0) * 8 - river->z[k]) / unit + 0.5);
        const float dx = i > 0 ? line.x[i] - line.x[i - 1] : 0;
        const float dy = i > 0 ? line.y[i] - line.y[i - 1] : 0;
        line.at[i] = i > 0 ? line.at[i - 1] + sqrtf(dx * dx + dy * dy) : 0;
    }
    return line;
}

/// The points of a line at equal steps.
static void take_steps(const river_line *line, map_course *out)
{
    out->length = line->at[line->count - 1];
    int32_t i = 1;
    for (int32_t k = 0; k <= MAP_COURSE_STEPS; k++)
    {
        const float at = out->length * (float)k / MAP_COURSE_STEPS;
        while (i + 1 < line->count && line->at[i] < at)
        {
            i++;
        }
        const float span = line->at[i] - line->at[i - 1];
        const float t = span > 0 ? (at - line->at[i - 1]) / span : 0;
        out->x[k] = line->x[i - 1] + (line->x[i] - line->x[i - 1]) * t;
        out->y[k] = line->y[i - 1] + (line->y[i] - line->y[i - 1]) * t;
    }
}

/// A value of a line, or, beyond its ends, of the line turned by half a circle around them: so it goes on
/// there.
static float value_at(const float *values, int32_t k)
{
    const int32_t end = MAP_COURSE_STEPS;
    return k < 0     ? 2 * values[0] - values[-k < end ? -k : end]
           : k > end ? 2 * values[end] - values[2 * end - k > 0 ? 2 * end - k : 0]
                     : values[k];
}

/// The means of values over `reach` steps on either side.
static void smooth(const float *values, int32_t reach, float *out)
{
    for (int32_t k = 0; k <= MAP_COURSE_STEPS; k++)
    {
        float sum = 0;
        for (int32_t n = -4; n <= 4; n++)
        {
            sum += value_at(values, k + n * reach / 4);
        }
        out[k] = sum / 9;
    }
}

/// Moves a line to the left of where it leads to.
static void raise_line(const map_course *from, float rise, map_course *out)
{
    for (int32_t k = 0; k <= MAP_COURSE_STEPS; k++)
    {
        const int32_t a = k > 4 ? k - 4 : 0,
                      b = k + 4 < MAP_COURSE_STEPS ? k + 4 : MAP_COURSE_STEPS;
        const float dx = from->x[b] - from->x[a], dy = from->y[b] - from->y[a];
        const float length = sqrtf(dx * dx + dy * dy);
        const float scale = length > 0 ? rise / length : 0;
        out->x[k] = from->x[k] + dy * scale;
        out->y[k] = from->y[k] - dx * scale;
    }
}

void loam_map_course_make(const loam_land_map_def *def, const map_river *river, bool upstream,
                          float size, float gap, map_course *out)
{
    const river_line line = line_of(def, river, upstream);
    take_steps(&line, out);
    const float step = out->length / MAP_COURSE_STEPS, wide = 2.5f * size;
    const int32_t reach = wide < out->length ? (int32_t)(wide / step) : MAP_COURSE_STEPS;
    map_course smoothed;
    smooth(out->x, reach, smoothed.x);
    smooth(out->y, reach, smoothed.y);
    raise_line(&smoothed, gap + size / 2, out);
}

/// Goes on to the point of a course that is `width` away from the one at *at; false if there is none.
static bool walk(const map_course *c, float width, int32_t *at)
{
    const float x = c->x[*at], y = c->y[*at];
    while (*at < MAP_COURSE_STEPS)
    {
        ++*at;
        const float dx = c->x[*at] - x, dy = c->y[*at] - y;
        if (dx * dx + dy * dy >= width * width)
        {
            return true;
        }
    }
    return false;
}

/// Whether a letter keeps clear of the one before it, from below the base line up to the top.
static bool is_clear(const map_letters *l, int32_t i)
{
    static const float heights[] = {-0.3f, 0, 1}; // sizes of letters
    const float before = l->angle[i - 1], here = l->angle[i], mean = (before + here) / 2;
    bool clear = true;
    for (size_t k = 0; k < sizeof heights / sizeof heights[0]; k++)
    {
        const float up = heights[k] * l->size;
        const float dx = l->x[i] - up * loam_sin(here) - l->x[i - 1] + up * loam_sin(before) -
                         l->advance[i - 1] * loam_cos(before);
        const float dy = l->y[i] - up * loam_cos(here) - l->y[i - 1] + up * loam_cos(before) +
                         l->advance[i - 1] * loam_sin(before);
        clear = clear && dx * loam_cos(mean) - dy * loam_sin(mean) > -most_over * l->size;
    }
    return clear;
}

/// Lays a letter whose middle, half way up on the left, is at one point of a course, towards another.
static void lay(const map_course *course, int32_t from, int32_t to, const map_letters *l, int32_t i)
{
    const float angle = loam_atan2(course->y[from] - course->y[to],
                                   course->x[to] - course->x[from]);
    l->angle[i] = angle;
    l->x[i] = course->x[from] + loam_sin(angle) * l->size / 2;
    l->y[i] = course->y[from] + loam_cos(angle) * l->size / 2;
}

bool loam_map_course_letters(const map_course *course, float at, const map_letters *letters)
{
    float low = steepest, high = -steepest;
    int32_t next = (int32_t)(at / course->length * MAP_COURSE_STEPS);
    bool fits = next >= 0;
    for (int32_t i = 0; fits && i < letters->count; i++)
    {
        const int32_t here = next;
        fits = walk(course, letters->advance[i], &next);
        lay(course, here, next, letters, i);
        low = fminf(low, letters->angle[i]);
        high = fmaxf(high, letters->angle[i]);
        fits = fits && low >= -steepest && high <= steepest && high - low <= most_bend &&
               (i == 0 || (fabsf(letters->angle[i] - letters->angle[i - 1]) <= most_turn &&
                           is_clear(letters, i)));
    }
    return fits;
}
