// SPDX-License-Identifier: MIT
#include "plant_draw.h"

#include "mesh_view.h"

#include <string.h>

// Bodies of plants: tubes and leaves, or voxels, as files and as shaded pictures.

/// A body under way.
typedef struct body
{
    const loam_env *env;
    const plant_settings *settings;
    loam_mesh_material materials[LOAM_PLANT_MATERIAL_COUNT];
    loam_mesh *mesh;
    loam_plant_voxels *voxels; // NULL unless that is the form
} body;

// ---- names of files -----------------------------------------------------------------------------

static bool ends_with(const char *path, const char *ending)
{
    const size_t length = strlen(path), tail = strlen(ending);
    return length > tail && strcmp(path + length - tail, ending) == 0;
}

loam_result plant_check_output(const plant_settings *settings)
{
    static const struct
    {
        const char *form, *words;
        const char *endings[6];
    } accepted[] = {
        {"picture", ".png", {".png"}},
        {"mesh", ".png, .glb, .obj or .ply", {".png", ".glb", ".obj", ".ply"}},
        {"voxels", ".png, .vox, .glb, .obj or .ply", {".png", ".vox", ".glb", ".obj", ".ply"}}};
    const char *const path = settings->output;
    for (int32_t i = 0; path != NULL && accepted[settings->form].endings[i] != NULL; i++)
    {
        if (ends_with(path, accepted[settings->form].endings[i]))
        {
            return loam_file_check(path);
        }
    }
    return path == NULL
               ? LOAM_OK
               : loam_fail(LOAM_BAD_ARGUMENT, "--output is \"%s\"; must end in %s with --form %s",
                           path, accepted[settings->form].words, accepted[settings->form].form);
}

// ---- voxels as blocks ---------------------------------------------------------------------------

static uint8_t voxel_of(void *user, int32_t x, int32_t y, int32_t z)
{
    const loam_plant_voxels *const in = user;
    const bool inside = x >= 0 && y >= 0 && z >= 0 && x < in->w && y < in->h && z < in->d;
    return inside ? in->voxels[((size_t)y * (size_t)in->d + (size_t)z) * (size_t)in->w + (size_t)x]
                  : 0;
}

/// Adds the quads of a box of voxels, from at on.
static loam_result add_box(const body *of, loam_voxel_mesher *mesher, uint8_t *bytes,
                           const int32_t at[3])
{
    const int32_t side = LOAM_VOXEL_SIDE, wide = side + 2;
    const float size = (float)of->settings->voxel;
    const loam_voxel_quad *quads;
    uint32_t count;
    float corner[3];
    for (int32_t i = 0; i < wide * wide * wide; i++)
    {
        bytes[i] = voxel_of(of->voxels, at[0] + i % wide - 1, at[1] + i / wide % wide - 1,
                            at[2] + i / (wide * wide) - 1);
    }
    for (int32_t i = 0; i < 3; i++)
    {
        corner[i] = (float)(at[i] - of->voxels->root[i]) * size;
    }
    const loam_voxels box = {bytes, side, side, side};
    const loam_result result = loam_voxel_mesher_run(
        mesher, &box, (loam_voxel_look){.merge = true, .occlude = true}, &quads, &count);
    return result == LOAM_OK ? loam_mesh_add_quads(of->mesh, quads, count, corner, size) : result;
}

static loam_result add_blocks(const body *of)
{
    const size_t size = (size_t)(LOAM_VOXEL_SIDE + 2) * (LOAM_VOXEL_SIDE + 2) *
                        (LOAM_VOXEL_SIDE + 2);
    loam_voxel_mesher *mesher = NULL;
    uint8_t *const bytes = loam_alloc(of->env, size);
    loam_result result = bytes == NULL ? LOAM_OUT_OF_MEMORY
                                       : loam_voxel_mesher_create(of->env, &mesher);
    for (int32_t z = 0; z < of->voxels->d && result == LOAM_OK; z += LOAM_VOXEL_SIDE)
    {
        for (int32_t y = 0; y < of->voxels->h && result == LOAM_OK; y += LOAM_VOXEL_SIDE)
        {
            for (int32_t x = 0; x < of->voxels->w && result == LOAM_OK; x += LOAM_VOXEL_SIDE)
            {
                result = add_box(of, mesher, bytes, (const int32_t[3]){x, y, z});
            }
        }
    }
    loam_voxel_mesher_destroy(mesher);
    loam_free(of->env, bytes, size);
    return result;
}

// ---- making and writing -------------------------------------------------------------------------

static uint32_t rgb_of(loam_colour colour)
{
    return (uint32_t)colour.r << 16 | (uint32_t)colour.g << 8 | colour.b;
}

static void name_materials(body *of, const plant_colours *colours)
{
    of->materials[0] = (loam_mesh_material){"shadow", 0};
    of->materials[LOAM_PLANT_WOOD] = (loam_mesh_material){"wood", rgb_of(colours->wood)};
    of->materials[LOAM_PLANT_TWIG] = (loam_mesh_material){"twig", rgb_of(colours->twig)};
    of->materials[LOAM_PLANT_LEAF] = (loam_mesh_material){"leaf", rgb_of(colours->leaf)};
    of->materials[LOAM_PLANT_SHADE] = (loam_mesh_material){
        "shade", rgb_of(loam_colour_shade(colours->leaf, 0.6f))};
    of->materials[LOAM_PLANT_FLOWER] = (loam_mesh_material){"flower", rgb_of(colours->flower)};
}

static loam_result build(body *of, const loam_plant *plant)
{
    loam_plant_form form = loam_default_plant_form();
    form.level = (int32_t)of->settings->level;
    form.sides = (int32_t)of->settings->sides;
    form.voxel = (float)of->settings->voxel;
    form.seed = of->settings->seed;
    loam_result result = loam_mesh_create(of->env, &of->mesh);
    if (result == LOAM_OK && of->settings->form == PLANT_MESH)
    {
        return loam_mesh_add_plant(of->mesh, plant, &form);
    }
    result = result == LOAM_OK ? loam_plant_voxels_create(of->env, plant, &form, &of->voxels)
                               : result;
    return result == LOAM_OK ? add_blocks(of) : result;
}

static loam_result write_picture(const body *of)
{
    const plant_settings *const settings = of->settings;
    mesh_view view = {.w = settings->size.w,
                      .h = settings->size.h,
                      .turn = settings->turn,
                      .pitch = settings->pitch,
                      .ground = loam_rgb(0xeef1ea)};
    loam_picture picture = {0};
    for (int32_t i = 0; i < LOAM_PLANT_MATERIAL_COUNT; i++)
    {
        view.colours[i] = loam_rgb(of->materials[i].colour);
    }
    loam_result result = mesh_view_draw(of->env, of->mesh, &view, &picture);
    result = result == LOAM_OK ? loam_png_write(of->env, settings->output, &picture) : result;
    loam_picture_destroy(of->env, &picture);
    return result;
}

static loam_result write_vox(const body *of)
{
    loam_colour palette[LOAM_PLANT_MATERIAL_COUNT];
    for (int32_t i = 1; i < LOAM_PLANT_MATERIAL_COUNT; i++)
    {
        palette[i - 1] = loam_rgb(of->materials[i].colour);
    }
    const loam_vox_def def = {.w = of->voxels->w,
                              .h = of->voxels->h,
                              .d = of->voxels->d,
                              .voxel = voxel_of,
                              .user = of->voxels,
                              .palette = palette,
                              .palette_count = LOAM_PLANT_MATERIAL_COUNT - 1};
    return loam_vox_write(of->settings->output, &def, NULL);
}

static loam_result write_body(const body *of)
{
    const char *const path = of->settings->output;
    if (ends_with(path, ".png"))
    {
        return write_picture(of);
    }
    if (ends_with(path, ".vox"))
    {
        return write_vox(of);
    }
    loam_mesh_file_def def = loam_default_mesh_file_def();
    def.env = *of->env;
    def.path = path;
    def.name = of->settings->grammar == NULL ? of->settings->species : "plant";
    def.materials = of->materials;
    def.material_count = LOAM_PLANT_MATERIAL_COUNT;
    return loam_mesh_write(&def, of->mesh);
}

static void measure(const body *of, plant_solid *out)
{
    *out = (plant_solid){.vertices = of->mesh->vertex_count,
                         .triangles = of->mesh->index_count / 3,
                         .hash = loam_mesh_hash(of->mesh)};
    if (of->voxels != NULL)
    {
        const size_t size = (size_t)of->voxels->w * (size_t)of->voxels->h * (size_t)of->voxels->d;
        for (size_t i = 0; i < size; i++)
        {
            out->voxels += of->voxels->voxels[i] != 0;
        }
        out->hash = loam_hash_bytes(of->voxels->voxels, size, 0);
    }
}

loam_result plant_make_solid(const loam_env *env, const plant_settings *settings,
                             const plant_colours *colours, const loam_plant *plant,
                             plant_solid *out)
{
    body of = {.env = env, .settings = settings};
    name_materials(&of, colours);
    loam_result result = build(&of, plant);
    if (result == LOAM_OK)
    {
        measure(&of, out);
        result = settings->output != NULL ? write_body(&of) : LOAM_OK;
    }
    loam_plant_voxels_destroy(of.voxels);
    loam_mesh_destroy(of.mesh);
    return result;
}
