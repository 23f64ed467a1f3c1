// SPDX-License-Identifier: MIT
#include "loam/land_things.h"

#include "loam/flora.h"
#include "loam/maths.h"
#include "loam/plant_form.h"

#include <math.h>
#include <string.h>

// Trees are plants of the flora whose thinner branches are left out, with clumps that stand for the leaves around them:
// bodies of some hundred triangles, as forests need them. Bushes and boulders are uneven lumps.

enum
{
    LEVELS = LOAM_THING_LEVELS,
    STONE = LOAM_THING_STONE,
};

/// How fine a level is.
typedef struct detail
{
    int32_t triangles; // of a tree, at most
    int32_t clumps;
    int32_t sides, rings; // of a lump
} detail;

static const detail details[LEVELS] = {{LOAM_THING_TRIANGLES, 190, 9, 5}, {500, 40, 6, 3}};

// ---- trees ----------------------------------------------------------------------------------------

/// Branches of few brackets alone, with the numbers of their parents among those.
static loam_result add_branches(const loam_plant *plant, int16_t depth, loam_mesh *mesh)
{
    const size_t count = (size_t)plant->segment_count;
    loam_plant_segment *const kept = loam_alloc(&mesh->env, (count + 1) * sizeof *kept);
    int32_t *const now = loam_alloc(&mesh->env, (count + 1) * sizeof *now);
    loam_plant few = {.segments = kept};
    loam_plant_form form = loam_default_plant_form();
    form.sides = 5;
    form.level = LOAM_MAX_PLANT_LEVEL - 1;
    loam_result result = kept == NULL || now == NULL ? LOAM_OUT_OF_MEMORY : LOAM_OK;
    for (size_t i = 0; i < count && result == LOAM_OK; i++)
    {
        const loam_plant_segment *const s = &plant->segments[i];
        const int32_t parent = s->parent < 0 ? -1 : now[s->parent];
        const bool keeps = s->depth <= depth && (s->parent < 0 || parent >= 0);
        now[i] = keeps ? few.segment_count : -1;
        kept[few.segment_count] = *s;
        kept[few.segment_count].parent = parent;
        few.segment_count += keeps;
    }
    result = result == LOAM_OK ? loam_mesh_add_plant(mesh, &few, &form) : result;
    loam_free(&mesh->env, kept, (count + 1) * sizeof *kept);
    loam_free(&mesh->env, now, (count + 1) * sizeof *now);
    return result;
}

/// As many of the thinner branches as there are triangles for; those of the trunk in any case.
static loam_result build_branches(const loam_plant *plant, const detail *of, loam_mesh *mesh)
{
    const uint32_t max = (uint32_t)(of->triangles - 8 * of->clumps);
    loam_result result = LOAM_OK;
    for (int16_t depth = 3; depth >= 0 && result == LOAM_OK; depth--)
    {
        loam_mesh_clear(mesh);
        result = add_branches(plant, depth, mesh);
        if (mesh->index_count <= 3 * max)
        {
            break;
        }
    }
    return result;
}

/// One of six directions at right angles, turned about the upright and tilted, each clump in its own way.
static void clump_corner(int32_t i, float turn, float out[3])
{
    const float angle = turn + 1.5707963f * (float)i;
    const float x = i < 4 ? loam_cos(angle) : 0, z = i < 4 ? loam_sin(angle) : 0;
    const float y = i < 4 ? 0 : i == 4 ? 1.0f : -1.0f;
    const float tilt = 0.35f + 0.5f * loam_sin(2.3f * turn);
    const float c = loam_cos(tilt), s = loam_sin(tilt);
    out[0] = x * c - y * s;
    out[1] = x * s + y * c;
    out[2] = z;
}

/// Leaves around a place: eight triangles that bulge.
static loam_result add_clump(loam_mesh *mesh, const float at[3], const float radius[3], float turn)
{
    const uint32_t first = mesh->vertex_count;
    loam_result result = LOAM_OK;
    for (int32_t i = 0; i < 6 && result == LOAM_OK; i++)
    {
        loam_vertex v = {.materials = {LOAM_PLANT_LEAF}, .weights = {255}};
        clump_corner(i, turn, v.normal);
        for (int32_t k = 0; k < 3; k++)
        {
            v.position[k] = at[k] + radius[k] * v.normal[k];
        }
        result = loam_mesh_add_vertex(mesh, &v, NULL);
    }
    for (uint32_t i = 0; i < 8 && result == LOAM_OK; i++)
    {
        const uint32_t a = first + i % 4, b = first + (i + 1) % 4, end = first + 4 + i / 4;
        result = loam_mesh_add_triangle(mesh, i < 4 ? b : a, i < 4 ? a : b, end);
    }
    return result;
}

/// How far the places of leaves are from each other, along all axes together.
static float spread_of(const loam_plant *plant)
{
    float low[3] = {1e9f, 1e9f, 1e9f}, high[3] = {-1e9f, -1e9f, -1e9f};
    for (int32_t i = 0; i < plant->organ_count; i++)
    {
        for (int32_t k = 0; k < 3; k++)
        {
            low[k] = fminf(low[k], plant->organs[i].at[k]);
            high[k] = fmaxf(high[k], plant->organs[i].at[k]);
        }
    }
    return high[0] - low[0] + high[2] - low[2] + high[1] - low[1];
}

/// Some of the places where leaves grow get a clump that stands for all of them.
static loam_result build_crown(const loam_plant *plant, loam_thing_kind kind, int32_t max,
                               loam_mesh *mesh)
{
    const bool is_conifer = kind == LOAM_THING_SPRUCE || kind == LOAM_THING_PINE;
    const int32_t count = plant->organ_count < max ? plant->organ_count : max;
    const float radius = 0.37f * spread_of(plant) / sqrtf((float)(count > 0 ? count : 1));
    loam_result result = LOAM_OK;
    for (int32_t i = 0; i < count && result == LOAM_OK; i++)
    {
        const int64_t which = (int64_t)i * plant->organ_count / count;
        const float turn = 2.4f * (float)i;
        const float r = radius * (0.8f + 0.4f * fabsf(loam_sin(turn * 3.7f)));
        const float sizes[3] = {r, is_conifer ? 0.5f * r : 0.75f * r, r};
        result = add_clump(mesh, plant->organs[which].at, sizes, turn);
    }
    return result;
}

/// A palm's leaves are long: they are cards. Others have clumps.
static loam_result build_tree(const loam_plant *plant, loam_thing_kind kind, const detail *of,
                              loam_mesh *mesh)
{
    loam_plant_form form = loam_default_plant_form();
    form.sides = 5;
    form.level = 2;
    if (kind == LOAM_THING_PALM)
    {
        const loam_result result = loam_mesh_add_plant(mesh, plant, &form);
        if (result != LOAM_OK || mesh->index_count <= 3 * (uint32_t)of->triangles)
        {
            return result;
        }
    }
    const loam_result result = build_branches(plant, of, mesh);
    return result == LOAM_OK ? build_crown(plant, kind, of->clumps, mesh) : result;
}

static loam_result grow_tree(loam_thing_kind kind, int32_t variant, const detail *of,
                             loam_mesh *mesh)
{
    const loam_env *const env = &mesh->env;
    const char *const text = loam_grammar_preset_3d_find(loam_thing_kind_name(kind))->text;
    const loam_plant_limits limits = loam_default_plant_limits();
    loam_plant_site site = loam_default_plant_site();
    loam_grammar *grammar = NULL;
    loam_plant_grower *grower = NULL;
    loam_plant plant;
    site.seed = 11 + (uint64_t)variant;
    loam_result result = loam_grammar_create(env, text, strlen(text), &grammar);
    result = result == LOAM_OK ? loam_plant_grower_create(env, &limits, &grower) : result;
    result = result == LOAM_OK ? loam_plant_grow(grower, grammar, &site, &plant) : result;
    result = result == LOAM_OK ? build_tree(&plant, kind, of, mesh) : result;
    loam_plant_grower_destroy(grower);
    loam_grammar_destroy(grammar);
    return result;
}

// ---- bushes and boulders --------------------------------------------------------------------------

static loam_result add_lump_ring(loam_mesh *mesh, const detail *of, loam_thing_kind kind,
                                 int32_t variant, int32_t ring)
{
    const bool is_bush = kind == LOAM_THING_BUSH;
    const float up = -0.25f + 1.25f * (float)ring / (float)of->rings, turn = 1.5707963f * up;
    const float wide = (is_bush ? 0.62f : 0.75f) * fmaxf(loam_cos(turn), 0.02f);
    loam_result result = LOAM_OK;
    for (int32_t i = 0; i < of->sides && result == LOAM_OK; i++)
    {
        const float a = 6.2831853f * (float)i / (float)of->sides, c = loam_cos(a), s = loam_sin(a);
        const float bump = 1 + 0.2f * loam_sin(7.3f * (float)(ring * of->sides + i + 1) *
                                               (float)(variant + 2));
        const float flat = loam_cos(turn), rise = loam_sin(turn);
        const loam_vertex v = {
            .position = {wide * bump * c, rise * (0.9f + 0.1f * bump), wide * bump * s},
            .normal = {flat * c, rise, flat * s},
            .materials = {is_bush ? LOAM_PLANT_LEAF : STONE},
            .weights = {255}};
        result = loam_mesh_add_vertex(mesh, &v, NULL);
    }
    return result;
}

static loam_result build_lump(loam_thing_kind kind, int32_t variant, const detail *of,
                              loam_mesh *mesh)
{
    const uint32_t first = mesh->vertex_count, n = (uint32_t)of->sides;
    loam_result result = LOAM_OK;
    for (int32_t i = 0; i <= of->rings && result == LOAM_OK; i++)
    {
        result = add_lump_ring(mesh, of, kind, variant, i);
    }
    for (uint32_t i = 0; i < n * (uint32_t)of->rings && result == LOAM_OK; i++)
    {
        const uint32_t a = first + i, b = first + i / n * n + (i + 1) % n;
        result = loam_mesh_add_triangle(mesh, a, a + n, b);
        result = result == LOAM_OK ? loam_mesh_add_triangle(mesh, b, a + n, b + n) : result;
    }
    return result;
}

// ---- all ------------------------------------------------------------------------------------------

/// Leads heights to 0 .. 1. Positions keep their proportions.
static void make_unit(loam_mesh *mesh)
{
    float top = 0.01f;
    for (uint32_t i = 0; i < mesh->vertex_count; i++)
    {
        top = fmaxf(top, mesh->vertices[i].position[1]);
    }
    for (uint32_t i = 0; i < mesh->vertex_count; i++)
    {
        for (int32_t k = 0; k < 3; k++)
        {
            mesh->vertices[i].position[k] /= top;
        }
    }
}

loam_result loam_mesh_add_thing(loam_mesh *mesh, loam_thing_kind kind, int32_t variant,
                                int32_t level)
{
    if (kind < 0 || kind >= LOAM_THING_KIND_COUNT || level < 0 || level >= LEVELS || variant < 0 ||
        variant >= LOAM_THING_VARIANTS)
    {
        return loam_fail(LOAM_BAD_ARGUMENT,
                         "a thing of kind %d, variant %d, level %d; must be 0 to %d, 0 to %d, 0 to "
                         "%d",
                         (int)kind, (int)variant, (int)level, LOAM_THING_KIND_COUNT - 1,
                         LOAM_THING_VARIANTS - 1, LEVELS - 1);
    }
    loam_mesh *one = NULL;
    loam_result result = loam_mesh_create(&mesh->env, &one);
    if (result == LOAM_OK)
    {
        result = loam_thing_is_tree(kind) ? grow_tree(kind, variant, &details[level], one)
                                          : build_lump(kind, variant, &details[level], one);
    }
    if (result == LOAM_OK)
    {
        make_unit(one);
        result = loam_mesh_append(mesh, one, NULL);
    }
    loam_mesh_destroy(one);
    return result;
}

int32_t loam_thing_variant(const loam_land_thing *thing)
{
    return (int32_t)(thing->id * 0x9e3779b97f4a7c15u >> 40 & (LOAM_THING_VARIANTS - 1));
}

uint32_t loam_thing_colour(loam_thing_kind kind, int32_t material)
{
    static const uint32_t colours[LOAM_THING_KIND_COUNT][2] = {
        [LOAM_THING_OAK] = {0x4e3e2e, 0x425c24},    [LOAM_THING_BIRCH] = {0xbebab0, 0x627c32},
        [LOAM_THING_SPRUCE] = {0x48382a, 0x223e26}, [LOAM_THING_PINE] = {0x764e34, 0x32502c},
        [LOAM_THING_WILLOW] = {0x544836, 0x62763e}, [LOAM_THING_ACACIA] = {0x5c4a36, 0x5e6e30},
        [LOAM_THING_PALM] = {0x705c42, 0x4e702c},   [LOAM_THING_BUSH] = {0x463c28, 0x4c622a},
        [LOAM_THING_BOULDER] = {0x747068, 0x747068}};
    if (kind < 0 || kind >= LOAM_THING_KIND_COUNT || material < LOAM_PLANT_WOOD)
    {
        return 0;
    }
    return material == STONE ? 0x747068 : colours[kind][material >= LOAM_PLANT_LEAF];
}
