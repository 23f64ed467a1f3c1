// SPDX-License-Identifier: MIT
#include "selftest.h"

#include <string.h>

// Bodies of plants, as tubes with leaves at two levels of detail and as voxels: all with rules for three dimensions.

typedef struct form_case
{
    loam_env env;
    loam_plant_grower *grower;
    loam_mesh *mesh;
} form_case;

static loam_result add_bodies(const form_case *with, const loam_plant *plant, uint64_t *hash)
{
    loam_plant_form form = loam_default_plant_form();
    loam_plant_voxels *voxels = NULL;
    form.voxel = 0.5f;
    loam_mesh_clear(with->mesh);
    loam_result result = loam_mesh_add_plant(with->mesh, plant, &form);
    form.level = 2;
    result = result == LOAM_OK ? loam_mesh_add_plant(with->mesh, plant, &form) : result;
    result = result == LOAM_OK ? loam_plant_voxels_create(&with->env, plant, &form, &voxels)
                               : result;
    if (result == LOAM_OK)
    {
        const size_t size = (size_t)voxels->w * (size_t)voxels->h * (size_t)voxels->d;
        *hash = loam_hash_bytes(voxels->voxels, size, loam_mesh_hash(with->mesh));
    }
    loam_plant_voxels_destroy(voxels);
    return result;
}

static void check_body(selftest *run, const form_case *with, const loam_grammar_preset *preset)
{
    loam_grammar *grammar = NULL;
    loam_plant plant;
    loam_plant_site site = loam_default_plant_site();
    uint64_t hash = 0;
    char name[64];
    site.age = 4.0f;
    loam_result result = loam_grammar_create(&with->env, preset->text, strlen(preset->text),
                                             &grammar);
    result = result == LOAM_OK ? loam_plant_grow(with->grower, grammar, &site, &plant) : result;
    result = result == LOAM_OK ? add_bodies(with, &plant, &hash) : result;
    snprintf(name, sizeof name, "plant body %s", preset->name);
    selftest_report(run, name, "", result, hash);
    loam_grammar_destroy(grammar);
}

void selftest_plant_forms(selftest *run)
{
    const loam_plant_limits limits = loam_default_plant_limits();
    form_case with = {.env = loam_default_env()};
    loam_result result = loam_plant_grower_create(&with.env, &limits, &with.grower);
    result = result == LOAM_OK ? loam_mesh_create(&with.env, &with.mesh) : result;
    if (result != LOAM_OK)
    {
        selftest_fail(run, "plant bodies", "", loam_last_error());
    }
    for (int32_t i = 0; result == LOAM_OK && loam_grammar_preset_3d_at(i) != NULL; i++)
    {
        check_body(run, &with, loam_grammar_preset_3d_at(i));
    }
    loam_mesh_destroy(with.mesh);
    loam_plant_grower_destroy(with.grower);
}
