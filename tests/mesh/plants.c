// SPDX-License-Identifier: MIT
// Bodies of plants: closed tubes, cards, voxels that hang together; levels of detail, and what is refused.
#include "base/counting.h"
#include "check.h"
#include "loam/plant_form.h"
#include "mesh/edges.h"

#include <math.h>

/// A plant of a grammar, with what it has grown from.
typedef struct grown_plant
{
    loam_env env;
    loam_grammar *grammar;
    loam_plant_grower *grower;
    loam_plant plant;
} grown_plant;

static grown_plant grow(const char *text, uint64_t seed)
{
    grown_plant out = {.env = loam_default_env()};
    const loam_plant_limits limits = loam_default_plant_limits();
    loam_plant_site site = loam_default_plant_site();
    site.seed = seed;
    site.age = 12.0f;
    CHECK_OK(loam_grammar_create(&out.env, text, strlen(text), &out.grammar));
    CHECK_OK(loam_plant_grower_create(&out.env, &limits, &out.grower));
    CHECK_OK(loam_plant_grow(out.grower, out.grammar, &site, &out.plant));
    return out;
}

static void let_go(grown_plant *plant)
{
    loam_plant_grower_destroy(plant->grower);
    loam_grammar_destroy(plant->grammar);
}

static loam_mesh *mesh_of(const grown_plant *of, const loam_plant_form *form)
{
    loam_mesh *mesh = NULL;
    CHECK_OK(loam_mesh_create(&of->env, &mesh));
    CHECK_OK(loam_mesh_add_plant(mesh, &of->plant, form));
    return mesh;
}

// ---- tubes --------------------------------------------------------------------------------------

/// What a mesh encloses, cubic metres; less than 0 if it is turned inside out.
static double volume_of(const loam_mesh *mesh)
{
    double sum = 0;
    for (uint32_t i = 0; i < mesh->index_count; i += 3)
    {
        const float *const a = mesh->vertices[mesh->indices[i]].position;
        const float *const b = mesh->vertices[mesh->indices[i + 1]].position;
        const float *const c = mesh->vertices[mesh->indices[i + 2]].position;
        const double x = (double)b[1] * (double)c[2] - (double)b[2] * (double)c[1];
        const double y = (double)b[2] * (double)c[0] - (double)b[0] * (double)c[2];
        const double z = (double)b[0] * (double)c[1] - (double)b[1] * (double)c[0];
        sum += ((double)a[0] * x + (double)a[1] * y + (double)a[2] * z) / 6.0;
    }
    return sum;
}

// A straight pole, 6 high, 2 wide below and 1 above in the last third.
static void test_a_pole_is_a_tube(void)
{
    grown_plant pole = grow("dimensions 3\nwidth 2\ntaper 0.5\naxiom FFF\nlength 2\niterations 0\n",
                            1);
    loam_plant_form form = loam_default_plant_form();
    form.sides = 64;
    loam_mesh *const mesh = mesh_of(&pole, &form);
    float low[3], high[3];
    loam_mesh_bounds(mesh, low, high);
    CHECK_NEAR(high[1], 6.0f, 1e-5f);
    CHECK_NEAR(low[1], 0.0f, 1e-5f);
    CHECK_NEAR(high[0], 1.0f, 1e-4f);
    CHECK_NEAR(low[2], -1.0f, 1e-2f);
    // Two thirds of a cylinder, and the frustum of a cone.
    CHECK_RANGE(volume_of(mesh), 3.14159 * (4.0 + 2.0 * 7.0 / 12.0) * 0.99,
                3.14159 * (4.0 + 2.0 * 7.0 / 12.0));
    CHECK_INT(mesh->index_count / 3, 64 * (2 * 3 + 2));
    CHECK_INT(count_edges(mesh).open, 0);
    loam_mesh_destroy(mesh);
    let_go(&pole);
}

static void check_vertices(const loam_mesh *mesh)
{
    for (uint32_t i = 0; i < mesh->vertex_count; i++)
    {
        const loam_vertex *const vertex = &mesh->vertices[i];
        const float *const n = vertex->normal;
        CHECK_NEAR(n[0] * n[0] + n[1] * n[1] + n[2] * n[2], 1.0f, 1e-3f);
        CHECK(vertex->materials[0] >= LOAM_PLANT_WOOD &&
              vertex->materials[0] < LOAM_PLANT_MATERIAL_COUNT);
        CHECK_INT(vertex->weights[0] + vertex->weights[1], 255);
    }
    for (uint32_t i = 0; i < mesh->index_count; i++)
    {
        CHECK(mesh->indices[i] < mesh->vertex_count);
    }
}

// Every tube of every tree is closed, and turned the right way out.
static void test_tubes_are_closed(void)
{
    for (int32_t i = 0; loam_grammar_preset_3d_at(i) != NULL; i++)
    {
        grown_plant tree = grow(loam_grammar_preset_3d_at(i)->text, 3);
        loam_plant_form form = loam_default_plant_form();
        form.leaves = 0;
        loam_mesh *const mesh = mesh_of(&tree, &form);
        CHECK_INT(count_edges(mesh).open, 0);
        CHECK(volume_of(mesh) > 0.0);
        loam_mesh_destroy(mesh);
        let_go(&tree);
    }
}

// What a trunk goes on in is one tube with it: rings at joints are shared.
static void test_a_trunk_is_one_tube(void)
{
    grown_plant tree = grow(
        "dimensions 3\nwidth 1\niterations 0\naxiom F[&(20)F][+!(0.5)F]-!(0.25)F\n", 1);
    loam_plant_form form = loam_default_plant_form();
    form.sides = 4;
    form.leaves = 0;
    loam_mesh *const mesh = mesh_of(&tree, &form);
    // A trunk of two pieces with four sides, and two branches with three.
    CHECK_INT(mesh->index_count / 3, 4 * (2 * 2 + 2) + 2 * 3 * (2 + 2));
    CHECK_INT(count_edges(mesh).open, 0);
    loam_mesh_destroy(mesh);
    let_go(&tree);
}

// ---- trees --------------------------------------------------------------------------------------

static void test_trees_have_leaves_and_a_size(void)
{
    static const char *const names[] = {"acacia", "birch",  "oak",   "palm",
                                        "pine",   "spruce", "willow"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
    {
        const loam_grammar_preset *const preset = loam_grammar_preset_3d_find(names[i]);
        CHECK(preset != NULL);
        grown_plant tree = grow(preset->text, 5);
        const loam_plant_form form = loam_default_plant_form();
        loam_mesh *const mesh = mesh_of(&tree, &form);
        float low[3], high[3];
        loam_mesh_bounds(mesh, low, high);
        CHECK_INT(loam_grammar_dimensions(tree.grammar), 3);
        CHECK_RANGE(high[1], 4.0, 14.0); // metres
        CHECK_RANGE(high[2] - low[2], 2.0, 12.0);
        CHECK_RANGE((high[0] - low[0]) / (high[2] - low[2]), 0.4, 2.5); // round, not flat
        CHECK_RANGE(mesh->index_count / 3, 3000, 150000);
        check_vertices(mesh);
        loam_mesh_destroy(mesh);
        let_go(&tree);
    }
}

static void test_levels_have_less_and_less(void)
{
    grown_plant tree = grow(loam_grammar_preset_3d_find("oak")->text, 5);
    loam_plant_form form = loam_default_plant_form();
    uint32_t before = UINT32_MAX;
    for (form.level = 0; form.level <= LOAM_MAX_PLANT_LEVEL; form.level++)
    {
        loam_mesh *const mesh = mesh_of(&tree, &form);
        CHECK(mesh->index_count * 4.0 < before * 3.0 && mesh->index_count > 100);
        before = mesh->index_count;
        loam_mesh_destroy(mesh);
    }
    let_go(&tree);
}

// ---- voxels -------------------------------------------------------------------------------------

static bool is_wood(const loam_plant_voxels *in, int32_t index)
{
    return in->voxels[index] == LOAM_PLANT_WOOD || in->voxels[index] == LOAM_PLANT_TWIG;
}

/// Wood that hangs together with the voxel at index, side by side; it is taken away.
static int32_t take_wood(loam_plant_voxels *in, int32_t index)
{
    const int32_t size[3] = {in->w, in->d, in->h}, steps[3] = {1, in->w, in->w * in->d};
    int32_t *const waiting = malloc((size_t)in->w * (size_t)in->h * (size_t)in->d *
                                    sizeof *waiting);
    int32_t count = 0, taken = 0;
    waiting[count++] = index;
    in->voxels[index] = 0;
    while (count > 0)
    {
        const int32_t at = waiting[--count];
        taken++;
        for (int32_t k = 0; k < 6; k++)
        {
            const int32_t axis = k / 2, place = at / steps[axis] % size[axis] + (k % 2 * 2 - 1);
            const int32_t next = at + (k % 2 * 2 - 1) * steps[axis];
            if (place >= 0 && place < size[axis] && is_wood(in, next))
            {
                in->voxels[next] = 0;
                waiting[count++] = next;
            }
        }
    }
    free(waiting);
    return taken;
}

static void test_wood_of_voxels_hangs_together(void)
{
    static const char *const names[] = {"acacia", "oak", "spruce", "willow"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
    {
        grown_plant tree = grow(loam_grammar_preset_3d_find(names[i])->text, 5);
        const loam_plant_form form = loam_default_plant_form();
        loam_plant_voxels *voxels = NULL;
        CHECK_OK(loam_plant_voxels_create(&tree.env, &tree.plant, &form, &voxels));
        const int32_t size = voxels->w * voxels->h * voxels->d;
        int32_t counts[LOAM_PLANT_MATERIAL_COUNT] = {0};
        for (int32_t k = 0; k < size; k++)
        {
            counts[voxels->voxels[k]]++;
        }
        CHECK_RANGE(counts[LOAM_PLANT_LEAF] + counts[LOAM_PLANT_SHADE], 1000, 1e6);
        CHECK_RANGE(counts[LOAM_PLANT_SHADE], 100, 1e6);
        const int32_t root = (voxels->root[1] * voxels->d + voxels->root[2]) * voxels->w +
                             voxels->root[0];
        CHECK_INT(voxels->voxels[root], LOAM_PLANT_WOOD);
        CHECK_INT(take_wood(voxels, root), counts[LOAM_PLANT_WOOD] + counts[LOAM_PLANT_TWIG]);
        loam_plant_voxels_destroy(voxels);
        let_go(&tree);
    }
}

// ---- refusals -----------------------------------------------------------------------------------

#define TOO_FINE 0.001f

static void refuses(loam_plant_form form, const char *message)
{
    grown_plant tree = grow("iterations 0\naxiom FF\nlength 2\n", 1);
    loam_mesh *mesh = NULL;
    loam_plant_voxels *voxels = NULL;
    CHECK_OK(loam_mesh_create(&tree.env, &mesh));
    CHECK_INT(loam_plant_voxels_create(&tree.env, &tree.plant, &form, &voxels), LOAM_BAD_ARGUMENT);
    CHECK_CONTAINS(loam_last_error(), message);
    if (form.voxel != TOO_FINE) // which only voxels mind
    {
        CHECK_INT(loam_mesh_add_plant(mesh, &tree.plant, &form), LOAM_BAD_ARGUMENT);
        CHECK_CONTAINS(loam_last_error(), message);
        CHECK_INT(mesh->index_count, 0);
    }
    loam_mesh_destroy(mesh);
    let_go(&tree);
}

static void test_bad_forms_are_refused(void)
{
    const loam_plant_form usual = loam_default_plant_form();
    loam_plant_form form = usual;
    form.scale = 0.0f;
    refuses(form, "scale of a plant is 0; must be 0.001 to 1000");
    form = usual;
    form.voxel = NAN;
    refuses(form, "must be 0.001 to 1000");
    form = usual;
    form.sides = 2;
    refuses(form, "number of sides of a plant is 2; must be 3 to 64");
    form = usual;
    form.level = 5;
    refuses(form, "level of a plant is 5; must be 0 to 4");
    form = usual;
    form.leaves = -1;
    refuses(form, "number of leaves of a plant is -1; must be 0 to 64");
    form = usual;
    form.voxel = TOO_FINE;
    refuses(form, "must be at most 512 a side");
}

static void test_memory_that_runs_out_is_no_leak(void)
{
    grown_plant tree = grow(loam_grammar_preset_3d_find("pine")->text, 5);
    const loam_plant_form form = loam_default_plant_form();
    loam_result result = LOAM_OUT_OF_MEMORY;
    for (int64_t n = 1; result != LOAM_OK && n < 100; n++)
    {
        counting memory;
        const loam_env env = counting_env(&memory);
        loam_mesh *mesh = NULL;
        loam_plant_voxels *voxels = NULL;
        memory.refuse_at = n;
        result = loam_mesh_create(&env, &mesh);
        result = result == LOAM_OK ? loam_mesh_add_plant(mesh, &tree.plant, &form) : result;
        result = result == LOAM_OK ? loam_plant_voxels_create(&env, &tree.plant, &form, &voxels)
                                   : result;
        CHECK(result == LOAM_OK || result == LOAM_OUT_OF_MEMORY);
        loam_plant_voxels_destroy(voxels);
        loam_mesh_destroy(mesh);
        CHECK_INT(memory.bytes, 0);
    }
    CHECK_INT(result, LOAM_OK);
    let_go(&tree);
}

int main(void)
{
    RUN(test_a_pole_is_a_tube);
    RUN(test_tubes_are_closed);
    RUN(test_a_trunk_is_one_tube);
    RUN(test_trees_have_leaves_and_a_size);
    RUN(test_levels_have_less_and_less);
    RUN(test_wood_of_voxels_hangs_together);
    RUN(test_bad_forms_are_refused);
    RUN(test_memory_that_runs_out_is_no_leak);
    return CHECK_DONE();
}
