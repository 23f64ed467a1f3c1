// SPDX-License-Identifier: MIT
#include "interrupt.h"
#include "land_part.h"
#include "report.h"

#include <inttypes.h>
#include <string.h>

// loam land voxels: a part of the land's body as voxels, meshes and pictures.

typedef struct voxel_settings
{
    land_part_question part;
    option_box size;
    int32_t form;
    option_size pixels;
    double turn, pitch, keep;
    bool ao;
} voxel_settings;

typedef struct voxel_work
{
    const voxel_settings *settings;
    land_part body;
    loam_mesh *mesh;
    loam_vox_counts vox;
    uint64_t counts[LOAM_VOXEL_MATERIAL_COUNT];
} voxel_work;

// ---- files --------------------------------------------------------------------------------------

static uint8_t voxel_at(void *user, int32_t x, int32_t y, int32_t z)
{
    const volume_part *const part = user;
    return part->materials[((size_t)z * (size_t)part->box.h + (size_t)y) * (size_t)part->box.w +
                           (size_t)x];
}

static loam_result write_vox(voxel_work *work)
{
    loam_colour palette[LOAM_VOXEL_MATERIAL_COUNT - 1];
    for (int32_t i = 1; i < LOAM_VOXEL_MATERIAL_COUNT; i++)
    {
        palette[i - 1] = loam_rgb(loam_voxel_material_colour(i));
    }
    const loam_vox_def def = {.w = work->body.part.box.w,
                              .h = work->body.part.box.h,
                              .d = work->body.part.box.d,
                              .voxel = voxel_at,
                              .user = &work->body.part,
                              .palette = palette,
                              .palette_count = LOAM_VOXEL_MATERIAL_COUNT - 1};
    return loam_vox_write(work->settings->part.land.output, &def, &work->vox);
}

static loam_result write_mesh(voxel_work *work)
{
    loam_mesh_material materials[LOAM_VOXEL_MATERIAL_COUNT];
    for (int32_t i = 0; i < LOAM_VOXEL_MATERIAL_COUNT; i++)
    {
        materials[i] = (loam_mesh_material){loam_voxel_material_name(i),
                                            loam_voxel_material_colour(i)};
    }
    materials[0] = (loam_mesh_material){"shade", 0x000000};
    loam_mesh_file_def def = loam_default_mesh_file_def();
    def.env = work->body.grower.env;
    def.path = work->settings->part.land.output;
    def.name = "volume";
    def.x = work->settings->part.at.x - (int64_t)(0.5f * (float)work->body.part.box.w *
                                                  loam_volume_voxel_m(work->body.part.box.level));
    def.z = work->settings->part.at.y - (int64_t)(0.5f * (float)work->body.part.box.d *
                                                  loam_volume_voxel_m(work->body.part.box.level));
    def.materials = materials;
    def.material_count = LOAM_VOXEL_MATERIAL_COUNT;
    return loam_mesh_write(&def, work->mesh);
}

static loam_result write_png(voxel_work *work)
{
    const voxel_settings *const settings = work->settings;
    const volume_look look = {settings->pixels, settings->turn, settings->pitch, NULL};
    loam_picture picture = {0};
    loam_result result = volume_part_paint(&work->body.grower.env, work->mesh, &look, &picture);
    result = result == LOAM_OK
                 ? loam_png_write(&work->body.grower.env, settings->part.land.output, &picture)
                 : result;
    loam_picture_destroy(&work->body.grower.env, &picture);
    return result;
}

static loam_result write(voxel_work *work)
{
    const char *const path = work->settings->part.land.output;
    return option_ends_with(path, ".vox")   ? write_vox(work)
           : option_ends_with(path, ".png") ? write_png(work)
                                            : write_mesh(work);
}

// ---- growing ------------------------------------------------------------------------------------

static loam_volume_form form_of(const voxel_settings *settings)
{
    return settings->ao ? LOAM_VOLUME_SHADED_BLOCKS : (loam_volume_form)settings->form;
}

static loam_result make(const tool_io *io)
{
    const voxel_settings *const settings = io->settings;
    voxel_work *const work = io->work;
    work->settings = settings;
    loam_result result = LOAM_OK;
    if (settings->ao && settings->form != LOAM_VOLUME_BLOCKS)
    {
        result = loam_fail(LOAM_BAD_ARGUMENT, "--ao is for --form blocks");
    }
    if (result == LOAM_OK && settings->keep < 1 && !loam_mesh_can_optimise())
    {
        result = loam_fail(LOAM_UNSUPPORTED, "this build has no meshoptimizer (Debian: "
                                             "libmeshoptimizer-dev), which --keep needs");
    }
    result = result == LOAM_OK ? land_part_grow(&settings->part, settings->size,
                                                settings->size.h / 2, &work->body)
                               : result;
    result = result == LOAM_OK ? volume_part_mesh(&work->body.part, form_of(settings), &work->mesh)
                               : result;
    if (result == LOAM_OK && settings->keep < 1)
    {
        result = loam_mesh_simplify(work->mesh, (float)settings->keep, 1e6f);
    }
    for (size_t i = 0; i < work->body.part.count && result == LOAM_OK; i++)
    {
        work->counts[work->body.part.materials[i]]++;
    }
    result = result == LOAM_OK && settings->part.land.output != NULL ? write(work) : result;
    return land_grower_finish(&work->body.grower, result);
}

// ---- printing -----------------------------------------------------------------------------------

static int print(const tool_io *io)
{
    const voxel_work *const work = io->work;
    const land_part_question *const asked = &work->settings->part;
    const loam_volume_box *const box = &work->body.part.box;
    tool_report r = report_begin(asked->land.json);
    report_uint64(&r, "seed", loam_land_seed(work->body.grower.land));
    report_place(&r, "at", asked->at.x, asked->at.y);
    report_number(&r, "voxel_m", (double)loam_volume_voxel_m(box->level));
    json_open_at(&r.json, "first", '[');
    json_int64(&r.json, box->x);
    json_int64(&r.json, box->y);
    json_int64(&r.json, box->z);
    json_close(&r.json, ']');
    report_number(&r, "voxels", (double)work->body.part.count);
    json_open_at(&r.json, "materials", '{');
    for (int32_t i = 0; i < LOAM_VOXEL_MATERIAL_COUNT; i++)
    {
        if (work->counts[i] > 0)
        {
            json_add_number(&r.json, loam_voxel_material_name(i), (double)work->counts[i]);
        }
    }
    json_close(&r.json, '}');
    report_number(&r, "vertices", work->mesh->vertex_count);
    report_number(&r, "triangles", work->mesh->index_count / 3);
    report_hash(&r, "hash", volume_part_hash(&work->body.part));
    report_number(&r, "ms", work->body.part.grow_ms);
    report_words(&r, "file", asked->land.output);
    report_say_number(&r, "w", box->w);
    report_say_number(&r, "h", box->h);
    report_say_number(&r, "d", box->d);
    report_say_number(&r, "air",
                      100.0 * (double)work->counts[LOAM_VOXEL_AIR] / (double)work->body.part.count);
    return report_print(io, &r,
                        "{w} x {h} x {d} voxels of {voxel_m:g} m, {air:.1f} per cent of them air; "
                        "{triangles} triangles; hash {hash}[; written to {file}]");
}

static void end(void *of)
{
    voxel_work *const work = of;
    loam_mesh_destroy(work->mesh);
    land_part_destroy(&work->body);
}

// ---- options ------------------------------------------------------------------------------------

#define AT(field) offsetof(voxel_settings, field)

static const tool_option voxel_options[] = {
    LAND_PART_PLACE_OPTIONS(part),
    BOX_OPTION("size", AT(size), 1, VOLUME_PART_SIDE, "128x96x128",
               "voxels from west to east, upwards, and from south to north"),
    VOLUME_LEVEL_OPTION(AT(part.level)),
    LAND_PART_MIDDLE_OPTION(part, "height of the middle above the sea"),
    NAMES_OPTION("form", AT(form), NAMES("smooth", "blocks"), "NAME", "blocks",
                 "of meshes and pictures"),
    FLAG_OPTION("ao", AT(ao),
                "blocks: ambient occlusion, in the colours of vertices; corners are darker"),
    NUMBER_OPTION("keep", AT(keep), 0.001, 1, "SHARE", "1",
                  "the share of a mesh's triangles that is kept, those that matter most"),
    LAND_PART_CHOICE_OPTIONS(part),
    SIZE_OPTION("pixels", AT(pixels), 48, 4096, "WxH", "960x720", "of a picture"),
    NUMBER_OPTION("turn", AT(turn), -360, 360, "DEG", "30", "degrees around, for a picture"),
    NUMBER_OPTION("pitch", AT(pitch), 5, 90, "DEG", "30", "degrees downwards, for a picture"),
    THREADS_OPTION(AT(part.land.threads), "all"),
    OUTPUT_OPTION(AT(part.land.output), ".vox .glb .obj .ply .png",
                  "where it goes: voxels (.vox), the mesh (.glb, .obj, .ply) or a picture (.png)"),
    JSON_OPTION(AT(part.land.json)),
    LAND_PAGES_OPTION(AT(part.land.pages)),
    TRACE_OPTION(AT(part.land.trace)),
    {0},
};

const tool_verb verb_land_voxels = {
    .name = "land voxels",
    .summary = "makes voxels of a part of a land, with what is inside it",
    .details = "The ground with its caves and rocks, soil, beds of rock, ores and water, as "
               "MagicaVoxel (.vox), as a mesh of blocks or of a smooth body, or as a picture. What "
               "is cut at the sides shows its inside. The hash is that of all materials and "
               "densities. What was dug and built in a --world is shown, "
               "at levels that are no finer than its voxels. Ctrl-C stops it, and "
               "then nothing was written.",
    .options = voxel_options,
    .settings_size = sizeof(voxel_settings),
    .example = "loam land voxels --seed 3 --at -440000,-160000 --size 96x64x96 -o land.vox",
    .work_size = sizeof(voxel_work),
    .make = make,
    .report = print,
    .destroy = end,
    .ends_early = true,
};
