// SPDX-License-Identifier: MIT
#include "land/map/courses.h"

#include "land/map/tile.h"
#include "loam/maths.h"

#include <math.h>

// Letters follow a course that is smoothed over some of them. Each is as wide along that as it is straight
// ahead; then what bends too much for its neighbours is refused, not squeezed.

static const float steepest = 1.7f;   // radians: upright, and no more than a little over
static const float most_bend = 1.2f;  // radians, of all letters together
static const float most_turn = 0.35f; // radians, from one letter to the next
static const float most_over =
    0.1f; // letter sizes: less than what is between two letters on a straight line

void loam_map_course_make(const loam_land_map_def *def, const map_river *river, bool upstream,
                          map_course *out)
{
    const double unit = (double)(def->scale * 8);
    out->count = river->count;
    for (int32_t i = 0; i < river->count; i++)
    {
        const int32_t k = upstream ? river->count - 1 - i : i;
        out->x[i] = (float)((double)(river->x[k] - loam_map_column_x(def, 0) * 8) / unit + 0.5);
        out->y[i] = (float)((double)(loam_map_row_z(def, 0) * 8 - river->z[k]) / unit + 0.5);
        const float dx = i > 0 ? out->x[i] - out->x[i - 1] : 0;
        const float dy = i > 0 ? out->y[i] - out->y[i - 1] : 0;
        out->at[i] = i > 0 ? out->at[i - 1] + sqrtf(dx * dx + dy * dy) : 0;
    }
}

static void course_at(const map_course *c, float at, float *x, float *y)
{
    int32_t i = 1;
    while (i + 1 < c->count && c->at[i] < at)
    {
        i++;
    }
    const float span = c->at[i] - c->at[i - 1];
    const float t = span > 0 ? (at - c->at[i - 1]) / span : 0;
    *x = c->x[i - 1] + (c->x[i] - c->x[i - 1]) * t;
    *y = c->y[i - 1] + (c->y[i] - c->y[i - 1]) * t;
}

/// A place of a course, or one beyond its ends, where it goes on as it came, turned by half a circle.
static void course_beyond(const map_course *c, float at, float *x, float *y)
{
    const float length = c->at[c->count - 1];
    const float end = at < 0 ? 0 : at > length ? length : at;
    const int32_t last = at < 0 ? 0 : c->count - 1;
    course_at(c, 2 * end - at, x, y);
    if (end != at)
    {
        *x = 2 * c->x[last] - *x;
        *y = 2 * c->y[last] - *y;
    }
}

/// The mean of a course around a place, so that letters do not follow every bend.
static void smooth_at(const map_course *c, float at, float reach, float *x, float *y)
{
    *x = *y = 0;
    for (int32_t k = -3; k <= 3; k++)
    {
        float px, py;
        course_beyond(c, at + (float)k * reach / 3, &px, &py);
        *x += px / 7;
        *y += py / 7;
    }
}

/// Goes on to the place on the smoothed course that is `width` away from (*x, *y), which is at *at; false if
/// there is none before the end.
static bool walk(const map_course *c, float width, float reach, float *at, float *x, float *y)
{
    const float x0 = *x, y0 = *y;
    const float end = fminf(*at + 3 * width, c->at[c->count - 1]); // winding is not without end
    while (*at < end)
    {
        *at += width * 0.1f;
        smooth_at(c, *at, reach, x, y);
        if ((*x - x0) * (*x - x0) + (*y - y0) * (*y - y0) >= width * width)
        {
            return *at <= end;
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

bool loam_map_course_letters(const map_course *course, float at, const map_letters *letters)
{
    const float reach = 2.5f * letters->size;
    float low = steepest, high = -steepest;
    float x1, y1;
    smooth_at(course, at, reach, &x1, &y1);
    for (int32_t i = 0; i < letters->count; i++)
    {
        const float x0 = x1, y0 = y1;
        if (!walk(course, letters->advance[i], reach, &at, &x1, &y1))
        {
            return false;
        }
        const float angle = loam_atan2(y0 - y1, x1 - x0);
        letters->angle[i] = angle;
        letters->x[i] = x0 - loam_sin(angle) * letters->gap;
        letters->y[i] = y0 - loam_cos(angle) * letters->gap;
        low = fminf(low, angle);
        high = fmaxf(high, angle);
        if (low < -steepest || high > steepest || high - low > most_bend ||
            (i > 0 && fabsf(angle - letters->angle[i - 1]) > most_turn) ||
            (i > 0 && !is_clear(letters, i)))
        {
            return false;
        }
    }
    return true;
}
