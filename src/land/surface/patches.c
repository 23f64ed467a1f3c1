// SPDX-License-Identifier: MIT
#include "land/surface/patches.h"

#include "base/small.h"
#include "land/basis/area.h"

#include <math.h>

// Questions to patches beside their height. Heights between samples are bilinear, so along a ray the height above
// the ground is a quadratic within each square of 1 m: rays go from square to square and solve it.

static void check_place(const loam_land_patch *patch, double x, double z)
{
    LOAM_ASSERT(NULL, patch != NULL);
    const double u = x - (double)(patch->page.x * LOAM_SURFACE_SIDE);
    const double v = z - (double)(patch->page.z * LOAM_SURFACE_SIDE);
    LOAM_ASSERT(NULL, u >= 0 && v >= 0 && u <= LOAM_SURFACE_SIDE && v <= LOAM_SURFACE_SIDE);
}

float loam_land_patch_water(const loam_land_patch *patch, double x, double z)
{
    check_place(patch, x, z);
    return loam_land_page_water(&patch->page, x, z);
}

int32_t loam_land_patch_biome(const loam_land_patch *patch, double x, double z)
{
    check_place(patch, x, z);
    return (int32_t)loam_land_page_biome(&patch->page, x, z);
}

/// A square of four samples and where in it a place lies.
typedef struct square
{
    float height[4]; // south-west, south-east, north-west, north-east
    float s, t;      // 0..1
} square;

static square square_at(const loam_page *page, double x, double z)
{
    const land_patch *const patch = page->data;
    const double u = x - (double)(page->x * LOAM_SURFACE_SIDE);
    const double v = z - (double)(page->z * LOAM_SURFACE_SIDE);
    const int32_t i = u < LOAM_SURFACE_SIDE - 1 ? (int32_t)u : LOAM_SURFACE_SIDE - 1;
    const int32_t j = v < LOAM_SURFACE_SIDE - 1 ? (int32_t)v : LOAM_SURFACE_SIDE - 1;
    const float *const row = patch->height + j * LAND_PATCH_SIDE + i;
    return (square){.height = {row[0], row[1], row[LAND_PATCH_SIDE], row[LAND_PATCH_SIDE + 1]},
                    .s = (float)(u - i),
                    .t = (float)(v - j)};
}

void loam_land_patch_normal(const loam_land_patch *patch, double x, double z, float normal[3])
{
    check_place(patch, x, z);
    const square at = square_at(&patch->page, x, z);
    const float south = at.height[1] - at.height[0], north = at.height[3] - at.height[2];
    const float west = at.height[2] - at.height[0], east = at.height[3] - at.height[1];
    const float rise_x = south + at.t * (north - south), rise_z = west + at.s * (east - west);
    const float scale = 1.0f / sqrtf(rise_x * rise_x + rise_z * rise_z + 1);
    normal[0] = -rise_x * scale;
    normal[1] = scale;
    normal[2] = -rise_z * scale;
}

// ---- rays -------------------------------------------------------------------------------------------

static loam_result check_ray(const loam_land_ray *ray)
{
    const double length = sqrt(ray->dx * ray->dx + ray->dy * ray->dy + ray->dz * ray->dz);
    if (!(length > 0 && length <= 1e100) || !(ray->y >= -1e100 && ray->y <= 1e100))
    {
        return loam_fail(LOAM_BAD_ARGUMENT,
                         "a ray from height %g towards (%g, %g, %g); must be numbers, not all 0",
                         ray->y, ray->dx, ray->dy, ray->dz);
    }
    if (!(ray->length >= 0 && ray->length <= LOAM_LAND_MAX_RAY))
    {
        return loam_fail(LOAM_BAD_ARGUMENT, "a ray of %g m; must be 0 to %g", ray->length,
                         LOAM_LAND_MAX_RAY);
    }
    const double end = (double)LOAM_LAND_END - LOAM_LAND_MAX_RAY;
    if (!(ray->x >= -end && ray->x <= end && ray->z >= -end && ray->z <= end))
    {
        return loam_fail(LOAM_BAD_ARGUMENT, "a ray from (%g, %g); must be within %g m of 0", ray->x,
                         ray->z, end);
    }
    return LOAM_OK;
}

/// The same ray with a direction of length 1.
static loam_land_ray unit_ray(const loam_land_ray *ray)
{
    const double length = sqrt(ray->dx * ray->dx + ray->dy * ray->dy + ray->dz * ray->dz);
    loam_land_ray out = *ray;
    out.dx /= length;
    out.dy /= length;
    out.dz /= length;
    return out;
}

/// How far along a ray the next whole multiple of size is, on one axis; t and more.
static double next_line(double from, double direction, double t, double size)
{
    if (direction == 0)
    {
        return HUGE_VAL;
    }
    const double at = (from + direction * t) / size;
    double line = direction > 0 ? floor(at) + 1 : ceil(at) - 1;
    double next = (line * size - from) / direction;
    if (next <= t) // rounding: at the line already
    {
        line += direction > 0 ? 1 : -1;
        next = (line * size - from) / direction;
    }
    return next;
}

/// Height above the ground at t, within the page whatever rounding says.
static double above(const loam_page *page, const loam_land_ray *ray, double t)
{
    const double low_x = (double)(page->x * LOAM_SURFACE_SIDE);
    const double low_z = (double)(page->z * LOAM_SURFACE_SIDE);
    const double x = fmin(fmax(ray->x + ray->dx * t, low_x), low_x + LOAM_SURFACE_SIDE);
    const double z = fmin(fmax(ray->z + ray->dz * t, low_z), low_z + LOAM_SURFACE_SIDE);
    return ray->y + ray->dy * t - (double)loam_land_page_height(page, x, z);
}

/// The first root in [0, 1] of the quadratic with these values at 0, 1/2 and 1; below 0 if there is none.
static double first_root(double f0, double fm, double f1)
{
    if (f0 <= 0)
    {
        return 0;
    }
    const double a = 2 * f0 - 4 * fm + 2 * f1, b = -3 * f0 + 4 * fm - f1;
    const double inside = b * b - 4 * a * f0;
    if (inside < 0)
    {
        return -1;
    }
    // The form that loses no digits: f0 > 0, so the first positive root is 2 f0 / (-b + root).
    const double root = 2 * f0 / (-b + sqrt(inside));
    return root >= 0 && root <= 1 ? root : f1 <= 0 ? 1 : -1;
}

/// Goes from square to square of a page, from begin to end of the ray. The distance of the hit, or below 0.
static double cast_in(const loam_page *page, const loam_land_ray *ray, double begin, double end)
{
    double t = begin, f0 = above(page, ray, t);
    while (t <= end)
    {
        const double x = next_line(ray->x, ray->dx, t, 1), z = next_line(ray->z, ray->dz, t, 1);
        const double next = fmin(end, fmin(x, z));
        // Just within the square, whose neighbour has other heights.
        const double fm = above(page, ray, 0.5 * (t + next)), f1 = above(page, ray, next);
        const double root = first_root(f0, fm, f1);
        if (root >= 0)
        {
            return t + root * (next - t);
        }
        if (next >= end)
        {
            return -1;
        }
        t = next;
        f0 = f1;
    }
    return -1;
}

/// The part of a ray above a page: false if there is none.
static bool clip(const loam_page *page, const loam_land_ray *ray, double *begin, double *end)
{
    const double low[2] = {(double)(page->x * LOAM_SURFACE_SIDE),
                           (double)(page->z * LOAM_SURFACE_SIDE)};
    const double from[2] = {ray->x, ray->z}, direction[2] = {ray->dx, ray->dz};
    *begin = 0;
    *end = ray->length;
    for (int32_t k = 0; k < 2; k++)
    {
        const double high = low[k] + LOAM_SURFACE_SIDE;
        if (direction[k] == 0)
        {
            *end = from[k] >= low[k] && from[k] <= high ? *end : -1;
            continue;
        }
        const double a = (low[k] - from[k]) / direction[k], b = (high - from[k]) / direction[k];
        *begin = fmax(*begin, fmin(a, b));
        *end = fmin(*end, fmax(a, b));
    }
    return *begin <= *end;
}

static void put_hit(const loam_land_patch *patch, const loam_land_ray *ray, double t,
                    loam_land_hit *hit)
{
    const double low_x = (double)(patch->page.x * LOAM_SURFACE_SIDE);
    const double low_z = (double)(patch->page.z * LOAM_SURFACE_SIDE);
    hit->distance = t;
    hit->x = fmin(fmax(ray->x + ray->dx * t, low_x), low_x + LOAM_SURFACE_SIDE);
    hit->z = fmin(fmax(ray->z + ray->dz * t, low_z), low_z + LOAM_SURFACE_SIDE);
    hit->y = ray->y + ray->dy * t;
    loam_land_patch_normal(patch, hit->x, hit->z, hit->normal);
}

/// `ray` has a direction of length 1.
static bool cast_over(const loam_land_patch *patch, const loam_land_ray *ray, loam_land_hit *hit)
{
    double begin, end;
    const double t = clip(&patch->page, ray, &begin, &end) ? cast_in(&patch->page, ray, begin, end)
                                                           : -1;
    if (t >= 0)
    {
        put_hit(patch, ray, t, hit);
    }
    return t >= 0;
}

loam_result loam_land_patch_cast(const loam_land_patch *patch, const loam_land_ray *ray,
                                 bool *found, loam_land_hit *hit)
{
    LOAM_ASSERT(NULL, patch != NULL && ray != NULL);
    const loam_result result = check_ray(ray);
    if (result == LOAM_OK)
    {
        const loam_land_ray unit = unit_ray(ray);
        *found = cast_over(patch, &unit, hit);
    }
    return result;
}

loam_result loam_land_cast(loam_land *land, const loam_land_ray *ray, bool *found,
                           loam_land_hit *hit)
{
    LOAM_ASSERT(NULL, land != NULL && ray != NULL);
    loam_result result = check_ray(ray);
    if (result != LOAM_OK)
    {
        return result;
    }
    const loam_land_ray unit = unit_ray(ray);
    *found = false;
    for (double t = 0; t <= unit.length && !*found && result == LOAM_OK;)
    {
        const double x = next_line(unit.x, unit.dx, t, LOAM_SURFACE_SIDE);
        const double z = next_line(unit.z, unit.dz, t, LOAM_SURFACE_SIDE);
        const double next = fmin(x, z);
        // A place within the page that lies between the two lines.
        const double middle = next < HUGE_VAL ? 0.5 * (t + next) : t;
        const loam_land_patch *patch;
        result = loam_land_pin(land, (int64_t)floor(unit.x + unit.dx * middle),
                               (int64_t)floor(unit.z + unit.dz * middle), &patch);
        if (result == LOAM_OK)
        {
            *found = cast_over(patch, &unit, hit);
            loam_land_unpin(land, patch);
        }
        t = next;
    }
    return result;
}
