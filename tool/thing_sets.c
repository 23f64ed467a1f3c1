// SPDX-License-Identifier: MIT
#include "thing_sets.h"

#include "interrupt.h"

#include <math.h>
#include <string.h>

static const float sunk =
    0.1f; // m, so that nothing floats above a ground that is coarser than the land

/// Between four samples of the ground; where nothing is known beyond the last ones.
static float height_at(const thing_ground *g, float x, float z)
{
    const float u = fminf(fmaxf(x / (float)g->step, 0), (float)(g->w - 1)),
                v = fminf(fmaxf(z / (float)g->step, 0), (float)(g->h - 1));
    const int32_t i = (int32_t)u < g->w - 2 ? (int32_t)u : g->w - 2,
                  j = (int32_t)v < g->h - 2 ? (int32_t)v : g->h - 2;
    const float *const at = g->height + (size_t)j * (size_t)g->stride + (size_t)i;
    const float s = u - (float)i, t = v - (float)j;
    const float low = at[0] + (at[1] - at[0]) * s;
    const float high = at[g->stride] + (at[g->stride + 1] - at[g->stride]) * s;
    return low + (high - low) * t;
}

static loam_result want_place(thing_sets *sets, int32_t which)
{
    const int32_t count = sets->sets[which].place_count, room = sets->room[which];
    if (sets->count >= LOAM_MESH_MAX_PLACES)
    {
        return loam_fail(LOAM_BAD_ARGUMENT,
                         "more than %d things stand there; take a smaller --extent",
                         LOAM_MESH_MAX_PLACES);
    }
    if (count < room)
    {
        return LOAM_OK;
    }
    const int32_t more = room == 0 ? 256 : 2 * room;
    const size_t size = sizeof(loam_mesh_place);
    loam_mesh_place *const places = loam_alloc(&sets->env, (size_t)more * size);
    if (places == NULL)
    {
        return LOAM_OUT_OF_MEMORY;
    }
    if (count > 0)
    {
        memcpy(places, sets->places[which], (size_t)count * size);
    }
    loam_free(&sets->env, sets->places[which], (size_t)room * size);
    sets->places[which] = places;
    sets->room[which] = more;
    return LOAM_OK;
}

static loam_result take_thing(void *user, const loam_land_thing *thing)
{
    thing_sets *const sets = user;
    const int32_t which = thing->kind * LOAM_THING_VARIANTS + loam_thing_variant(thing);
    if (interrupt_asked())
    {
        return loam_fail(LOAM_IO, "stopped; nothing was written");
    }
    const loam_result result = want_place(sets, which);
    if (result != LOAM_OK)
    {
        return result;
    }
    const thing_ground *const g = &sets->ground;
    const float x = (float)(thing->x - g->x * LOAM_SCATTER_ONE) / LOAM_SCATTER_ONE,
                z = (float)(thing->z - g->z * LOAM_SCATTER_ONE) / LOAM_SCATTER_ONE;
    sets->places[which][sets->sets[which].place_count++] = (loam_mesh_place){
        .position = {x, height_at(g, x, z) - sunk, z}, .turn = thing->turn, .size = thing->size};
    sets->count++;
    return LOAM_OK;
}

static loam_result make_meshes(thing_sets *sets, int32_t level)
{
    loam_result result = LOAM_OK;
    for (int32_t i = 0; i < THING_SETS && result == LOAM_OK; i++)
    {
        const loam_thing_kind_def *const kind = &sets->plan.kinds[i / LOAM_THING_VARIANTS];
        loam_mesh_set *const set = &sets->sets[i];
        if (set->place_count == 0)
        {
            continue;
        }
        result = loam_mesh_create(&sets->env, &sets->meshes[i]);
        result = result == LOAM_OK
                     ? loam_mesh_add_thing(sets->meshes[i], (loam_thing_kind)kind->shape,
                                           i % LOAM_THING_VARIANTS, level)
                     : result;
        if (result != LOAM_OK)
        {
            return result;
        }
        sets->shape_vertices += sets->meshes[i]->vertex_count;
        sets->shape_triangles += sets->meshes[i]->index_count / 3;
        sets->standing_triangles += (uint64_t)set->place_count * (sets->meshes[i]->index_count / 3);
        set->name = kind->name;
        set->mesh = sets->meshes[i];
        set->places = sets->places[i];
        set->materials = sets->materials[kind->shape];
        set->material_count = LOAM_THING_MATERIALS;
    }
    return result;
}

static void name_materials(thing_sets *sets)
{
    static const char *const names[LOAM_THING_MATERIALS] = {"none",   "wood",   "twig", "leaf",
                                                            "shadow", "flower", "stone"};
    for (int32_t k = 0; k < LOAM_THING_KIND_COUNT; k++)
    {
        for (int32_t m = 0; m < LOAM_THING_MATERIALS; m++)
        {
            sets->materials[k][m] = (loam_mesh_material){names[m],
                                                         loam_thing_colour((loam_thing_kind)k, m)};
        }
    }
}

loam_result thing_sets_find(const loam_env *env, loam_land *land, const loam_thing_plan *plan,
                            const thing_ground *ground, int32_t level, thing_sets *out)
{
    *out = (thing_sets){.env = *env, .ground = *ground, .plan = *plan};
    loam_land_things_def def = loam_default_land_things_def();
    loam_land_things *things = NULL;
    def.env = *env;
    def.land = land;
    def.plan = &out->plan;
    const loam_land_things_area area = {ground->x, ground->z, (ground->w - 1) * ground->step,
                                        (ground->h - 1) * ground->step};
    loam_result result = loam_land_things_create(&def, &things);
    result = result == LOAM_OK ? loam_land_things_find(things, area, 0, take_thing, out) : result;
    loam_land_things_destroy(things);
    name_materials(out);
    return result == LOAM_OK ? make_meshes(out, level) : result;
}

void thing_sets_end(thing_sets *sets)
{
    for (int32_t i = 0; i < THING_SETS; i++)
    {
        loam_mesh_destroy(sets->meshes[i]);
        loam_free(&sets->env, sets->places[i], (size_t)sets->room[i] * sizeof(loam_mesh_place));
    }
}
