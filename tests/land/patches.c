// SPDX-License-Identifier: MIT
// What patches answer, rays against the ground, and where to begin: each against a slow way to know it.
#include "check.h"
#include "loam/loam.h"
#include "shared_pages.h"

#include <math.h>

static loam_land *land;
static loam_land_start begin;

/// Dice of a place in a list.
static double dice(uint32_t number, double low, double high)
{
    return low + (high - low) * (double)(loam_hash_u32(&number, 1, 11) % 100000) / 100000.0;
}

static void test_a_place_to_begin_at(void)
{
    int32_t dry = 0;
    const struct
    {
        int64_t x, z;
    } asked[] = {{0, 0}, {-440000, -160000}, {1500000, 200000}};
    for (size_t k = 0; k < sizeof asked / sizeof *asked; k++)
    {
        loam_land_start start = {0}, again = {0};
        CHECK_OK(loam_land_find_start(land, asked[k].x, asked[k].z, &start));
        CHECK_OK(loam_land_find_start(land, asked[k].x, asked[k].z, &again));
        CHECK(start.x == again.x && start.z == again.z && start.look_x == again.look_x);
        float level = 0, height = 0, around[9];
        CHECK_OK(loam_land_water(land, (double)start.x, (double)start.z, &level));
        CHECK_OK(loam_land_height(land, (double)start.x, (double)start.z, &height));
        CHECK(height == start.height);
        dry += level <= LOAM_LAND_DRY;
        CHECK_OK(loam_land_fill(land, (loam_land_area){start.x - 8, start.z - 8, 8, 3, 3},
                                &(loam_land_samples){.height = around}));
        for (int32_t i = 0; i < 9; i++)
        {
            CHECK_NEAR(around[i], height, 8 * 1.42 * 0.4);
        }
        CHECK_RANGE(start.open, 0.3, 1);
        CHECK_NEAR(start.look_x * start.look_x + start.look_z * start.look_z, 1, 0.01);
        begin = k == 0 ? start : begin;
    }
    CHECK_INT(dry, 3);
}

static void test_far_places_are_refused(void)
{
    loam_land_start start;
    CHECK_INT(loam_land_find_start(land, LOAM_LAND_END, 0, &start), LOAM_BAD_ARGUMENT);
}

static void test_a_patch_answers(void)
{
    const loam_land_patch *patch;
    CHECK_OK(loam_land_pin(land, begin.x, begin.z, &patch));
    const double low_x = floor((double)begin.x / 128) * 128,
                 low_z = floor((double)begin.z / 128) * 128;
    for (uint32_t k = 0; k < 200; k++)
    {
        const double x = low_x + dice(2 * k, 0.1, 127.9), z = low_z + dice(2 * k + 1, 0.1, 127.9);
        float level, normal[3];
        int32_t biome;
        CHECK_OK(loam_land_water(land, x, z, &level));
        CHECK_OK(loam_land_biome_at(land, x, z, &biome));
        CHECK(loam_land_patch_water(patch, x, z) == level);
        CHECK_INT(loam_land_patch_biome(patch, x, z), biome);
        loam_land_patch_normal(patch, x, z, normal);
        // Differences within the square of samples.
        const double i = floor(x), j = floor(z), s = x - i, t = z - j;
        const double west = (double)loam_land_patch_height(patch, i, j + t);
        const double east = (double)loam_land_patch_height(patch, i + 1, j + t);
        const double south = (double)loam_land_patch_height(patch, i + s, j);
        const double north = (double)loam_land_patch_height(patch, i + s, j + 1);
        CHECK_NEAR(normal[0] / normal[1], west - east, 1e-3);
        CHECK_NEAR(normal[2] / normal[1], south - north, 1e-3);
        CHECK_NEAR(normal[0] * normal[0] + normal[1] * normal[1] + normal[2] * normal[2], 1, 1e-5);
    }
    loam_land_unpin(land, patch);
}

// ---- rays -------------------------------------------------------------------------------------------

static double above_ground(const loam_land_ray *ray, double t)
{
    float height = 0;
    CHECK_OK(loam_land_height(land, ray->x + ray->dx * t, ray->z + ray->dz * t, &height));
    return ray->y + ray->dy * t - (double)height;
}

/// In small steps: where the ray is below the ground first, or -1.
static double slow_cast(const loam_land_ray *ray)
{
    const double step = 0.05;
    for (double t = 0; t <= ray->length; t += step)
    {
        if (above_ground(ray, t) <= 0)
        {
            return t;
        }
    }
    return -1;
}

static loam_land_ray make_ray(uint32_t k)
{
    loam_land_ray ray = {.x = (double)begin.x + dice(7 * k, -60, 60),
                         .z = (double)begin.z + dice(7 * k + 1, -60, 60),
                         .dx = dice(7 * k + 2, -1, 1),
                         .dy = dice(7 * k + 3, -0.4, 0.05),
                         .dz = dice(7 * k + 4, -1, 1),
                         .length = dice(7 * k + 5, 20, 300)};
    float height = 0;
    CHECK_OK(loam_land_height(land, ray.x, ray.z, &height));
    ray.y = (double)height + dice(7 * k + 6, 0.5, 20);
    const double length = sqrt(ray.dx * ray.dx + ray.dy * ray.dy + ray.dz * ray.dz);
    ray.dx /= length, ray.dy /= length, ray.dz /= length;
    return ray;
}

static void test_rays_meet_the_ground(void)
{
    int32_t hits = 0, misses = 0, crossed = 0;
    for (uint32_t k = 0; k < 120; k++)
    {
        const loam_land_ray ray = make_ray(k);
        loam_land_ray longer = ray; // of direction: the same ray
        longer.dx *= 7, longer.dy *= 7, longer.dz *= 7;
        const double slow = slow_cast(&ray);
        loam_land_hit hit = {0};
        bool found = false;
        CHECK_OK(loam_land_cast(land, &longer, &found, &hit));
        if (!found)
        {
            CHECK(slow < 0);
            misses++;
            continue;
        }
        hits++;
        crossed += floor(hit.x / 128) != floor(ray.x / 128) ||
                   floor(hit.z / 128) != floor(ray.z / 128);
        CHECK_NEAR(above_ground(&ray, hit.distance), 0, 0.002);
        CHECK(slow < 0 || slow >= hit.distance - 0.01);
        CHECK(slow < 0 || slow <= hit.distance + 0.06);
        CHECK_NEAR(hit.y, ray.y + ray.dy * hit.distance, 1e-6);
    }
    CHECK(hits > 40 && misses > 5 && crossed > 5);
}

static void test_straight_rays(void)
{
    float height = 0;
    const double x = (double)begin.x + 0.3, z = (double)begin.z + 0.6;
    CHECK_OK(loam_land_height(land, x, z, &height));
    loam_land_ray ray = {.x = x, .y = (double)height + 50, .z = z, .dy = -3, .length = 100};
    loam_land_hit hit;
    bool found;
    CHECK_OK(loam_land_cast(land, &ray, &found, &hit));
    CHECK(found);
    CHECK_NEAR(hit.distance, 50, 1e-6);
    CHECK(hit.x == x && hit.z == z);
    ray.dy = 1;
    CHECK_OK(loam_land_cast(land, &ray, &found, &hit));
    CHECK(!found);
    ray.y = (double)height - 1; // below the ground
    CHECK_OK(loam_land_cast(land, &ray, &found, &hit));
    CHECK(found && hit.distance == 0);
    ray.y = (double)height + 0.2;
    ray.dy = -1;
    ray.length = 0.1; // ends above it
    CHECK_OK(loam_land_cast(land, &ray, &found, &hit));
    CHECK(!found);
}

/// Along whole metres, where squares meet, and from corner to corner.
static void test_rays_along_lines(void)
{
    for (int32_t k = 0; k < 8; k++)
    {
        static const double dx[8] = {1, -1, 0, 0, 1, -1, 1, -1},
                            dz[8] = {0, 0, 1, -1, 1, -1, -1, 1};
        float height = 0;
        CHECK_OK(loam_land_height(land, (double)begin.x, (double)begin.z, &height));
        const double norm = sqrt(dx[k] * dx[k] + dz[k] * dz[k] + 0.01);
        const loam_land_ray ray = {.x = (double)begin.x,
                                   .y = (double)height + 8,
                                   .z = (double)begin.z,
                                   .dx = dx[k] / norm,
                                   .dy = -0.1 / norm,
                                   .dz = dz[k] / norm,
                                   .length = 400};
        const double slow = slow_cast(&ray);
        loam_land_hit hit = {0};
        bool found;
        CHECK_OK(loam_land_cast(land, &ray, &found, &hit));
        CHECK(found == (slow >= 0));
        CHECK(!found || (slow >= hit.distance - 0.01 && slow <= hit.distance + 0.06));
    }
}

static void test_a_patch_knows_its_own_part(void)
{
    const loam_land_patch *patch;
    CHECK_OK(loam_land_pin(land, begin.x, begin.z, &patch));
    int32_t same = 0, elsewhere = 0;
    for (uint32_t k = 0; k < 120; k++)
    {
        const loam_land_ray ray = make_ray(k);
        loam_land_hit whole = {0}, part = {0};
        bool found, here;
        CHECK_OK(loam_land_cast(land, &ray, &found, &whole));
        CHECK_OK(loam_land_patch_cast(patch, &ray, &here, &part));
        const bool inside = found && floor(whole.x / 128) == floor((double)begin.x / 128) &&
                            floor(whole.z / 128) == floor((double)begin.z / 128);
        CHECK(!inside || here);
        CHECK(!inside || fabs(part.distance - whole.distance) < 1e-6);
        same += inside;
        elsewhere += found && !inside;
    }
    CHECK(same > 10 && elsewhere > 10);
    loam_land_unpin(land, patch);
}

static void test_bad_rays_are_refused(void)
{
    loam_land_hit hit;
    bool found = false;
    loam_land_ray ray = {.length = 10};
    CHECK_INT(loam_land_cast(land, &ray, &found, &hit), LOAM_BAD_ARGUMENT);
    CHECK_CONTAINS(loam_last_error(),
                   "a ray from height 0 towards (0, 0, 0); must be numbers, not all 0");
    ray.dx = NAN;
    CHECK_INT(loam_land_cast(land, &ray, &found, &hit), LOAM_BAD_ARGUMENT);
    ray = (loam_land_ray){.dy = -1, .length = 65537};
    CHECK_INT(loam_land_cast(land, &ray, &found, &hit), LOAM_BAD_ARGUMENT);
    CHECK_CONTAINS(loam_last_error(), "a ray of 65537 m; must be 0 to 65536");
    ray = (loam_land_ray){.x = 2e15, .dy = -1, .length = 1};
    CHECK_INT(loam_land_cast(land, &ray, &found, &hit), LOAM_BAD_ARGUMENT);
    ray = (loam_land_ray){.y = INFINITY, .dy = -1, .length = 1};
    CHECK_INT(loam_land_cast(land, &ray, &found, &hit), LOAM_BAD_ARGUMENT);
}

int main(void)
{
    const loam_land_def def = shared_land_def();
    CHECK_OK(loam_land_create(&def, &land));
    RUN(test_a_place_to_begin_at);
    RUN(test_far_places_are_refused);
    RUN(test_a_patch_answers);
    RUN(test_rays_meet_the_ground);
    RUN(test_straight_rays);
    RUN(test_rays_along_lines);
    RUN(test_a_patch_knows_its_own_part);
    RUN(test_bad_rays_are_refused);
    loam_land_destroy(land);
    return CHECK_DONE();
}
