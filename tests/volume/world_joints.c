// SPDX-License-Identifier: MIT
// Where levels of a world of voxels meet: rays that end in the ground meet the front of the surface or a skirt first,
// never its back, through which one would see the background. The same rays without skirts say that they would notice.
#include "world_fixture.h"

enum
{
    RAYS = 700,
    MOST_TRIES = 200000,
    REACH = 80, // m from a ray to a vertex of what it can meet: quads are up to 64 m long
};

typedef struct ray
{
    float from[3], way[3]; // way is 15 m long
} ray;

/// All that is shown around the viewer, in metres from the world's 0.
static loam_mesh *mesh_all(fixture *world, loam_volume_form form, uint32_t skirts)
{
    loam_mesh *all = NULL;
    const loam_env env = loam_default_env();
    CHECK_OK(loam_mesh_create(&env, &all));
    for (int32_t i = 0; i < world->shown_count; i++)
    {
        const uint32_t first = all->vertex_count;
        const loam_voxel_pos low = loam_voxel_chunk_first(world->shown[i]);
        CHECK_OK(loam_voxel_world_mesh(world->world, world->shown[i], form, skirts, all));
        for (uint32_t v = first; v < all->vertex_count; v++)
        {
            all->vertices[v].position[0] += (float)low.x;
            all->vertices[v].position[1] += (float)low.y;
            all->vertices[v].position[2] += (float)low.z;
        }
    }
    return all;
}

static float ground(const fixture *world, const float at[3])
{
    float values[9];
    uint8_t bytes[2];
    hills from = world->hills->surface;
    const loam_volume_columns out = {.w = 1,
                                     .d = 1,
                                     .height = &values[0],
                                     .base = &values[1],
                                     .water = &values[2],
                                     .temperature = &values[3],
                                     .humidity = &values[4],
                                     .soil = &values[5],
                                     .ruggedness = &values[6],
                                     .bank = &values[7],
                                     .slope = &values[8],
                                     .ice = &bytes[0],
                                     .biome = &bytes[1]};
    const loam_land_area area = {(int64_t)floorf(at[0] + 0.5f), (int64_t)floorf(at[2] + 0.5f), 1, 1,
                                 1};
    CHECK_OK(hills_fill(&from, area, &out));
    return values[0];
}

static float chance(int32_t try, int32_t what)
{
    return (float)loam_random_range(77, (uint64_t)(16 * try + what), 0, 9999) / 10000.0f;
}

/// A ray across a side where a chunk of level 0 meets one of level 1, from open air into the ground; false if this try
/// has none.
static bool find_ray(const fixture *world, loam_volume_form form, int32_t try, ray *out)
{
    const loam_voxel_chunk_pos at = {0, (int64_t)(6 * chance(try, 0)) - 3,
                                     (int64_t)(2 * chance(try, 10)) - 1,
                                     (int64_t)(6 * chance(try, 11)) - 3};
    const int32_t axis = chance(try, 1) < 0.5f ? 0 : 2, behind = chance(try, 2) < 0.5f;
    loam_voxel_chunk_pos beside = {1, at.x, at.y, at.z};
    *(axis == 0 ? &beside.x : &beside.z) += behind ? 1 : -1;
    beside.x = loam_floor_div(beside.x, 2);
    beside.y = loam_floor_div(beside.y, 2);
    beside.z = loam_floor_div(beside.z, 2);
    if (!loam_voxel_world_is_shown(world->world, at) ||
        !loam_voxel_world_is_shown(world->world, beside))
    {
        return false;
    }
    const loam_voxel_pos low = loam_voxel_chunk_first(at);
    const float along = 1.0f + 30.0f * chance(try, 3);
    // Blocks end half a voxel before their places, of either level.
    const float before = form == LOAM_VOLUME_BLOCKS ? 1.2f * chance(try, 9) : 0.0f;
    const float plane = (behind ? (float)LOAM_VOXEL_CHUNK : 0.0f) - before;
    float on[3] = {(float)low.x + (axis == 0 ? plane : along), 0,
                   (float)low.z + (axis == 0 ? along : plane)};
    // Gaps are as wide as surfaces of two levels differ: of blocks about a voxel.
    on[1] = ground(world, on) +
            (form == LOAM_VOLUME_BLOCKS ? 2.0f : 0.6f) * (chance(try, 4) - 0.5f);
    // Most are flat, some fall nearly straight down.
    const bool falls = chance(try, 8) < 0.3f;
    const float across = (falls ? 0.5f : 14.0f) * (chance(try, 5) < 0.5f ? 1.0f : -1.0f),
                aside = (falls ? 0.5f : 8.0f) * (chance(try, 6) - 0.5f);
    out->way[axis] = across;
    out->way[1] = falls ? -14.0f : -1.0f - 6.0f * chance(try, 7);
    out->way[2 - axis] = aside;
    float end[3];
    for (int32_t k = 0; k < 3; k++)
    {
        out->from[k] = on[k] - 0.2f * out->way[k];
        end[k] = on[k] + 0.8f * out->way[k];
    }
    const bool in_chunk = on[1] > (float)low.y + 3 && on[1] < (float)low.y + 29;
    return in_chunk && out->from[1] > ground(world, out->from) + 1.2f &&
           end[1] < ground(world, end) - 3.0f;
}

static void subtract(const float a[3], const float b[3], float out[3])
{
    for (int32_t k = 0; k < 3; k++)
    {
        out[k] = a[k] - b[k];
    }
}

static void cross(const float a[3], const float b[3], float out[3])
{
    out[0] = a[1] * b[2] - a[2] * b[1];
    out[1] = a[2] * b[0] - a[0] * b[2];
    out[2] = a[0] * b[1] - a[1] * b[0];
}

static float dot(const float a[3], const float b[3])
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/// Where a ray meets a triangle, as a share of its way; 2 if it does not. *front: it meets its front. (Moeller and
/// Trumbore 1997.)
static float meet(const ray *r, const float *a, const float *b, const float *c, bool *front)
{
    float ab[3], ac[3], to[3], p[3], q[3];
    subtract(b, a, ab);
    subtract(c, a, ac);
    subtract(r->from, a, to);
    cross(r->way, ac, p);
    const float scale = dot(ab, p);
    cross(to, ab, q);
    const float u = dot(to, p) / scale, v = dot(r->way, q) / scale, t = dot(ac, q) / scale;
    *front = scale > 0;
    return fabsf(scale) > 1e-9f && u >= 0 && v >= 0 && u + v <= 1 && t >= 0 && t <= 1 ? t : 2;
}

/// Whether the first thing that a ray meets is a front.
static bool sees_rock(const loam_mesh *mesh, const ray *r)
{
    float nearest = 2;
    bool rock = false;
    for (uint32_t i = 0; i < mesh->index_count; i += 3)
    {
        const float *const a = mesh->vertices[mesh->indices[i]].position;
        if (fabsf(a[0] - r->from[0]) > REACH || fabsf(a[2] - r->from[2]) > REACH)
        {
            continue;
        }
        bool front;
        const float t = meet(r, a, mesh->vertices[mesh->indices[i + 1]].position,
                             mesh->vertices[mesh->indices[i + 2]].position, &front);
        // Where two meet at once, as at a rim, the front counts.
        if (t < nearest - 1e-4f || (t < nearest + 1e-4f && front))
        {
            nearest = t < nearest ? t : nearest;
            rock = front;
        }
    }
    return nearest < 2 && rock;
}

static void check_joints(loam_volume_form form, int32_t least_without)
{
    fixture *const world = fixture_make();
    world->hills->surface.water = LOAM_LAND_DRY;
    fixture_open(world);
    fixture_settle(world, 100000);
    loam_mesh *const with = mesh_all(world, form, LOAM_VOXEL_ALL_SIDES | LOAM_VOXEL_MEETS_FINER);
    loam_mesh *const without = mesh_all(world, form, 0);
    int32_t rays = 0, holes = 0, holes_without = 0;
    for (int32_t try = 0; try < MOST_TRIES && rays < RAYS; try++)
    {
        ray r;
        if (find_ray(world, form, try, &r))
        {
            rays++;
            holes += !sees_rock(with, &r);
            holes_without += !sees_rock(without, &r);
        }
    }
    CHECK_INT(rays, RAYS);
    CHECK_INT(holes, 0);
    CHECK_REPORT(holes_without >= least_without, "without skirts %d of %d rays pass", holes_without,
                 rays);
    loam_mesh_destroy(with);
    loam_mesh_destroy(without);
    fixture_close(world);
}

static void test_no_ray_passes_between_levels_of_a_smooth_body(void)
{
    check_joints(LOAM_VOLUME_SMOOTH, 5);
}

static void test_no_ray_passes_between_levels_of_blocks(void)
{
    check_joints(LOAM_VOLUME_BLOCKS, 10);
}

int main(void)
{
    RUN(test_no_ray_passes_between_levels_of_a_smooth_body);
    RUN(test_no_ray_passes_between_levels_of_blocks);
    return CHECK_DONE();
}
