// SPDX-License-Identifier: MIT
#include "isles.h"

#include <string.h>

// loam isles mesh: an island with what stands on it, as triangles for other programs.

typedef struct mesh_settings
{
    isles_question question;
    option_position slot;
    int64_t every;
    bool no_objects, water;
} mesh_settings;

static loam_result check_ending(const char *path)
{
    static const char *const endings[] = {".glb", ".obj", ".ply"};
    const size_t length = path != NULL ? strlen(path) : 0;
    bool good = path == NULL;
    for (int32_t i = 0; i < 3; i++)
    {
        good = good || (length > 4 && strcmp(path + length - 4, endings[i]) == 0);
    }
    return good ? LOAM_OK
                : loam_fail(LOAM_BAD_ARGUMENT, "--output is \"%s\"; must end in .glb, .obj or .ply",
                            path);
}

static loam_result build(const mesh_settings *settings, const isles_grower *grower,
                         const loam_isle_maps *maps, loam_mesh **mesh)
{
    const loam_isle_mesh_def def = {.every = (int32_t)settings->every,
                                    .objects = !settings->no_objects,
                                    .water = settings->water};
    const loam_result result = loam_mesh_create(&grower->env, mesh);
    return result == LOAM_OK ? loam_mesh_add_isle(*mesh, grower->isles, maps, &def) : result;
}

static loam_result write(const mesh_settings *settings, const isles_grower *grower,
                         const loam_isle_maps *maps, const loam_mesh *mesh)
{
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
    return loam_mesh_write(&def, mesh);
}

static int print(const tool_io *io, const mesh_settings *settings, const isles_grower *grower,
                 const loam_isle_maps *maps, const loam_mesh *mesh)
{
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

static int run_mesh(const tool_io *io, const void *context)
{
    const mesh_settings *const settings = context;
    isles_grower grower;
    loam_isle_maps maps = {0};
    loam_mesh *mesh = NULL;
    loam_result result = check_ending(settings->question.output);
    result = result == LOAM_OK ? isles_grower_create(&settings->question, &grower) : result;
    if (result != LOAM_OK)
    {
        return tool_complain(io, &verb_isles_mesh, result);
    }
    result = loam_isles_open(grower.isles, settings->slot.x, settings->slot.y, LOAM_ISLE_OBJECTS,
                             &maps);
    result = result == LOAM_OK ? build(settings, &grower, &maps, &mesh) : result;
    if (result == LOAM_OK && settings->question.output != NULL)
    {
        result = write(settings, &grower, &maps, mesh);
    }
    result = result == LOAM_OK ? isles_grower_finish(&grower) : result;
    const int code = result != LOAM_OK ? tool_complain(io, &verb_isles_mesh, result)
                                       : print(io, settings, &grower, &maps, mesh);
    loam_mesh_destroy(mesh);
    if (maps.samples > 0)
    {
        loam_isles_close(grower.isles, &maps);
    }
    isles_grower_destroy(&grower);
    return code;
}

#define AT(field) offsetof(mesh_settings, field)

static const tool_option mesh_options[] = {
    POSITION_OPTION("slot", AT(slot), -0x1p40, 0x1p40, "I,J", NULL,
                    "the slot; `loam isles list` says which have islands", .required = true),
    INT_OPTION("every", AT(every), 1, 64, "N", "1",
               "take every Nth sample of the island's maps, which are 4 m apart"),
    FLAG_OPTION("no-objects", AT(no_objects), "leave out trees, boulders, houses and piers"),
    FLAG_OPTION("water", AT(water), "add the sea as a sheet at height 0, which hides the bed"),
    ISLES_OPTIONS(AT(question)),
    OUTPUT_OPTION(ISLES_AT(AT(question), output), NULL,
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
    .run = run_mesh,
};
