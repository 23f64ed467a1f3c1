// SPDX-License-Identifier: MIT
// Islands as meshes: the ground is that of the heights, objects stand in it, water lies at 0, whoever makes it.
#include "check.h"
#include "isles/small.h"
#include "loam/isles_mesh.h"
#include "loam/jobs.h"

#include <math.h>

/// A mesh of the first island of a sea that has a harbour.
typedef struct island
{
    loam_isles *isles;
    loam_isle_maps maps;
    loam_mesh *mesh;
} island;

static bool has_harbour(const loam_isle *isle)
{
    bool found = false;
    for (int32_t i = 0; i < isle->site_count; i++)
    {
        found = found || isle->sites[i].kind == LOAM_ISLE_HARBOUR;
    }
    return isle->type >= 0 && found;
}

static island make_island(loam_jobs *jobs, loam_isle_mesh_def def)
{
    loam_env env = loam_default_env();
    const loam_isles_def sea = small_isles(11);
    island made = {0};
    loam_isle isle = {.type = -1};
    env.jobs = jobs;
    CHECK_OK(loam_isles_create(&env, &sea, &made.isles));
    for (int64_t i = 0; i < 64 && !has_harbour(&isle); i++)
    {
        CHECK_OK(loam_isles_at(made.isles, i % 8, i / 8, &isle));
    }
    CHECK(has_harbour(&isle));
    CHECK_OK(loam_isles_open(made.isles, isle.slot_x, isle.slot_z, LOAM_ISLE_OBJECTS, &made.maps));
    CHECK_OK(loam_mesh_create(&env, &made.mesh));
    CHECK_OK(loam_mesh_add_isle(made.mesh, made.isles, &made.maps, &def));
    return made;
}

static void end_island(island *made)
{
    loam_mesh_destroy(made->mesh);
    loam_isles_close(made->isles, &made->maps);
    loam_isles_destroy(made->isles);
}

static void check_vertices(const loam_mesh *mesh)
{
    for (uint32_t i = 0; i < mesh->index_count; i++)
    {
        CHECK(mesh->indices[i] < mesh->vertex_count);
    }
    for (uint32_t i = 0; i < mesh->vertex_count; i++)
    {
        const loam_vertex *const v = &mesh->vertices[i];
        const double square = (double)v->normal[0] * (double)v->normal[0] +
                              (double)v->normal[1] * (double)v->normal[1] +
                              (double)v->normal[2] * (double)v->normal[2];
        CHECK_RANGE(square, 0.999, 1.001);
        CHECK_INT(v->weights[0] + v->weights[1] + v->weights[2] + v->weights[3], 255);
        for (int32_t k = 0; k < 4; k++)
        {
            CHECK(v->materials[k] < LOAM_ISLE_MATERIAL_COUNT);
        }
    }
}

// Every third sample does not divide the maps: the last vertices lie beyond them.
static void test_ground_has_the_heights_of_places(void)
{
    for (int32_t every = 1; every <= 3; every += 2)
    {
        island made = make_island(NULL, (loam_isle_mesh_def){.every = every});
        const loam_isle_maps *const maps = &made.maps;
        const int32_t count = (maps->side - 1 + every - 1) / every + 1;
        CHECK_INT(made.mesh->vertex_count, (uint32_t)(count * count));
        CHECK_INT(made.mesh->index_count, (uint32_t)(6 * (count - 1) * (count - 1)));
        check_vertices(made.mesh);
        for (uint32_t i = 0; i < made.mesh->vertex_count; i += 7)
        {
            const float *const p = made.mesh->vertices[i].position;
            float height;
            CHECK_OK(loam_isles_height(made.isles, maps->x + (int64_t)p[0], maps->z + (int64_t)p[2],
                                       &height));
            CHECK(memcmp(&p[1], &height, sizeof height) == 0);
        }
        end_island(&made);
    }
}

// The first vertex is at the corner, far from the middle; somewhere the island's own terrains are seen.
static void test_terrains_are_those_of_the_maps(void)
{
    island made = make_island(NULL, (loam_isle_mesh_def){.every = 1});
    const loam_isle_maps *const maps = &made.maps;
    int32_t land = 0;
    CHECK_INT(made.mesh->vertices[0].materials[0], LOAM_ISLE_BED);
    CHECK_INT(made.mesh->vertices[0].weights[0], 255);
    for (size_t i = 0; i < maps->samples; i++)
    {
        const loam_vertex *const v = &made.mesh->vertices[i];
        if (maps->heights[i] < 0.0f)
        {
            continue;
        }
        for (int32_t k = 0; k < 4; k++)
        {
            const int32_t share = maps->terrains[i * LOAM_ISLE_MAX_TERRAINS +
                                                 v->materials[k] % LOAM_ISLE_MAX_TERRAINS];
            CHECK(v->materials[k] == LOAM_ISLE_BED || v->weights[k] == 0 ||
                  (share - v->weights[k] <= 4 && v->weights[k] - share <= 4));
        }
        land++;
    }
    CHECK_RANGE(land, 50, 20000);
    end_island(&made);
}

/// The bounds of an object's vertices, which come in the order of objects and lie within a box around each.
static void test_objects_stand_in_the_ground(void)
{
    island bare = make_island(NULL, (loam_isle_mesh_def){.every = 1});
    island made = make_island(NULL, (loam_isle_mesh_def){.every = 1, .objects = true});
    const loam_isle_maps *const maps = &made.maps;
    const float middle[2] = {(float)(maps->isle.x - maps->x), (float)(maps->isle.z - maps->z)};
    int32_t seen[LOAM_ISLE_SHAPE_COUNT] = {0};
    uint32_t at = bare.mesh->vertex_count;
    check_vertices(made.mesh);
    CHECK(memcmp(bare.mesh->vertices, made.mesh->vertices, at * sizeof(loam_vertex)) == 0);
    for (int32_t i = 0; i < maps->object_count; i++)
    {
        const loam_isle_object *const o = &maps->objects[i];
        float low = HUGE_VALF, high = -HUGE_VALF;
        uint32_t count = 0;
        // Bodies follow each other, and each keeps to its own place.
        for (; at < made.mesh->vertex_count; at++, count++)
        {
            const float *const p = made.mesh->vertices[at].position;
            if (hypotf(p[0] - middle[0] - o->x, p[2] - middle[1] - o->z) > 1.75f * o->radius)
            {
                break;
            }
            low = fminf(low, p[1]);
            high = fmaxf(high, p[1]);
        }
        CHECK_RANGE(count, 10, 400);
        CHECK(low < o->y || o->shape == LOAM_ISLE_BOAT);
        CHECK(high > o->y && high < o->y + 4.0f * o->radius);
        seen[o->shape]++;
    }
    CHECK_INT(at, made.mesh->vertex_count);
    CHECK(seen[LOAM_ISLE_HOUSE] > 0 && seen[LOAM_ISLE_PIER] > 0 && seen[LOAM_ISLE_BOAT] == 1);
    end_island(&bare);
    end_island(&made);
}

static void test_water_lies_at_0_where_it_is_wet(void)
{
    island bare = make_island(NULL, (loam_isle_mesh_def){.every = 2});
    island made = make_island(NULL, (loam_isle_mesh_def){.every = 2, .water = true});
    const uint32_t first = bare.mesh->vertex_count;
    check_vertices(made.mesh);
    CHECK_RANGE(made.mesh->vertex_count, first + first / 4, 2 * first - 1);
    for (uint32_t i = first; i < made.mesh->vertex_count; i++)
    {
        CHECK_INT(made.mesh->vertices[i].position[1], 0);
    }
    end_island(&bare);
    end_island(&made);
}

static void test_threads_and_what_the_mesh_had_change_nothing(void)
{
    const loam_isle_mesh_def def = {.every = 2, .objects = true, .water = true};
    loam_jobs_def jobs_def = loam_default_jobs_def();
    loam_jobs *jobs = NULL;
    jobs_def.threads = 2;
    CHECK_OK(loam_jobs_create(&jobs_def, &jobs));
    island one = make_island(NULL, def), other = make_island(jobs, def);
    CHECK_U64(loam_mesh_hash(one.mesh), loam_mesh_hash(other.mesh));
    const uint32_t count = one.mesh->vertex_count;
    CHECK_OK(loam_mesh_add_isle(one.mesh, one.isles, &one.maps, &def));
    CHECK_INT(one.mesh->vertex_count, 2 * count);
    CHECK(memcmp(one.mesh->vertices, one.mesh->vertices + count, count * sizeof(loam_vertex)) == 0);
    end_island(&one);
    end_island(&other);
    loam_jobs_destroy(jobs);
}

static void test_what_is_not_there_is_refused(void)
{
    island made = make_island(NULL, loam_default_isle_mesh_def());
    const uint32_t count = made.mesh->vertex_count;
    loam_isle_mesh_def def = loam_default_isle_mesh_def();
    loam_isle_maps less;
    CHECK_OK(loam_isles_open(made.isles, made.maps.isle.slot_x, made.maps.isle.slot_z,
                             LOAM_ISLE_FLATS, &less));
    CHECK_INT(loam_mesh_add_isle(made.mesh, made.isles, &less, &def), LOAM_BAD_ARGUMENT);
    CHECK_CONTAINS(loam_last_error(), "objects");
    loam_isles_close(made.isles, &less);
    def.every = 65;
    CHECK_INT(loam_mesh_add_isle(made.mesh, made.isles, &made.maps, &def), LOAM_BAD_ARGUMENT);
    CHECK_CONTAINS(loam_last_error(), "every is 65; must be 1 to 64");
    CHECK_INT(made.mesh->vertex_count, count);
    CHECK_TEXT(loam_isle_material_name(&loam_isles_get_def(made.isles)->types[0], -1), "?");
    loam_isles_def colours = *loam_isles_get_def(made.isles);
    colours.water.shallow = (loam_colour){1, 2, 3, 4};
    CHECK_INT(loam_isle_material_colour(&colours, 0, LOAM_ISLE_SHALLOW), 0x010203);
    CHECK_INT(loam_isle_material_colour(&colours, 1, 1), colours.types[1].terrains[1].colour);
    end_island(&made);
}

int main(void)
{
    RUN(test_ground_has_the_heights_of_places);
    RUN(test_terrains_are_those_of_the_maps);
    RUN(test_objects_stand_in_the_ground);
    RUN(test_water_lies_at_0_where_it_is_wet);
    RUN(test_threads_and_what_the_mesh_had_change_nothing);
    RUN(test_what_is_not_there_is_refused);
    return CHECK_DONE();
}
