// SPDX-License-Identifier: MIT
#include "isles.h"

// loam isles mesh: an island with what stands on it, as triangles for other programs.

typedef struct mesh_settings
{
    isles_question question;
    option_position slot;
    int64_t every;
    bool no_objects, water;
} mesh_settings;

typedef struct mesh_work
{
    isles_grower grower;
    loam_mesh *mesh;
} mesh_work;

static loam_result build(const mesh_settings *settings, mesh_work *work)
{
    const isles_grower *const grower = &work->grower;
    const loam_isle_mesh_def def = {.every = (int32_t)settings->every,
                                    .objects = !settings->no_objects,
                                    .water = settings->water};
    const loam_result result = loam_mesh_create(&grower->env, &work->mesh);
    return result == LOAM_OK ? loam_mesh_add_isle(work->mesh, grower->isles, &grower->maps, &def)
                             : result;
}

static loam_result write(const mesh_settings *settings, const mesh_work *work)
{
    const isles_grower *const grower = &work->grower;
    const loam_isle_maps *const maps = &grower->maps;
    const loam_isles_def *const sea = loam_isles_get_def(grower->isles);
    const int32_t type = maps->isle.type;
    loam_mesh_material materials[LOAM_ISLE_MATERIAL_COUNT];
    loam_mesh_file_def def = loam_default_mesh_file_def();
    for (int32_t i = 0; i < LOAM_ISLE_MATERIAL_COUNT; i++)
    {
        materials[i] = (loam_mesh_material){loam_isle_material_name(&sea->types[type], i),
                                            loam_isle_material_colour(sea, type, i)};
    }
    def.env = grower->env;
    def.path = settings->question.output;
    def.name = maps->isle.name;
    def.x = maps->x;
    def.z = maps->z;
    def.materials = materials;
    def.material_count = LOAM_ISLE_MATERIAL_COUNT;
    return loam_mesh_write(&def, work->mesh);
}

static int print(const tool_io *io)
{
    const mesh_settings *const settings = io->settings;
    const mesh_work *const work = io->work;
    const isles_grower *const grower = &work->grower;
    const loam_isle_maps *const maps = &grower->maps;
    const loam_mesh *const mesh = work->mesh;
    float low[3], high[3];
    tool_report r = report_begin(settings->question.json);
    loam_mesh_bounds(mesh, low, high);
    report_uint64(&r, "seed", settings->question.seed);
    report_words(&r, "name", maps->isle.name);
    report_words(&r, "type", isles_type_name(grower, &maps->isle));
    report_place(&r, "corner", maps->x, maps->z);
    report_number(&r, "step", (double)(settings->every * maps->cell));
    report_number(&r, "objects", settings->no_objects ? 0 : maps->object_count);
    report_number(&r, "vertices", mesh->vertex_count);
    report_number(&r, "triangles", mesh->index_count / 3);
    report_number(&r, "lowest", (double)low[1]);
    report_number(&r, "highest", (double)high[1]);
    report_hash(&r, "hash", loam_mesh_hash(mesh));
    report_words(&r, "file", settings->question.output);
    return report_print(io, &r,
                        "{name}, {type}, from {corner} on: {vertices} vertices and {triangles} "
                        "triangles, {objects#object}, {lowest:.0f} to {highest:.0f} m; hash "
                        "{hash}[; written to {file}]");
}

static loam_result make(const tool_io *io)
{
    const mesh_settings *const settings = io->settings;
    mesh_work *const work = io->work;
    loam_result result = isles_grower_open(&settings->question, settings->slot, LOAM_ISLE_OBJECTS,
                                           &work->grower);
    result = result == LOAM_OK ? build(settings, work) : result;
    if (result == LOAM_OK && settings->question.output != NULL)
    {
        result = write(settings, work);
    }
    return isles_grower_finish(&work->grower, result);
}

static void end(void *of)
{
    mesh_work *const work = of;
    loam_mesh_destroy(work->mesh);
    isles_grower_destroy(&work->grower);
}

#define AT(field) offsetof(mesh_settings, field)

static const tool_option mesh_options[] = {
    ISLES_SLOT_OPTION(AT(slot)),
    INT_OPTION("every", AT(every), 1, 64, "N", "1",
               "take every Nth sample of the island's maps, which are 4 m apart"),
    FLAG_OPTION("no-objects", AT(no_objects), "leave out trees, boulders, houses and piers"),
    FLAG_OPTION("water", AT(water), "add the sea as a sheet at height 0, which hides the bed"),
    ISLES_OPTIONS(AT(question)),
    OUTPUT_OPTION(ISLES_AT(AT(question), output), ".glb .obj .ply",
                  "where the mesh goes: .glb, .obj or .ply; without it, things are only counted"),
    {0},
};
#undef AT

const tool_verb verb_isles_mesh = {
    .name = "isles mesh",
    .summary = "writes an island as a mesh for engines",
    .details = "Ground down to the bed of the sea, in the colours of its terrains, and what stands "
               "on it as small bodies. glTF (.glb) has normals, materials and their weights; "
               "Wavefront (.obj) and Stanford (.ply) have colours. Positions are metres from the "
               "south-western corner, which the file names; x east, y up, z south.",
    .options = mesh_options,
    .settings_size = sizeof(mesh_settings),
    .example = "loam isles mesh --seed 7 --slot 1,-2 -o island.glb",
    .work_size = sizeof(mesh_work),
    .make = make,
    .report = print,
    .destroy = end,
};
