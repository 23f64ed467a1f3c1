// SPDX-License-Identifier: MIT
#include "interrupt.h"
#include "land_edits.h"
#include "land_grower.h"
#include "volume_part.h"

#include <inttypes.h>
#include <string.h>

// loam land voxels: a part of the land's body as voxels, meshes and pictures.

typedef struct voxel_settings
{
    land_question land;
    volume_choice choice;
    option_position at;
    option_box size;
    int64_t level, middle;
    int32_t form;
    option_size pixels;
    double turn, pitch;
    bool ao;
} voxel_settings;

enum
{
    BY_SURFACE = -100000 // --middle was not given
};

typedef struct voxel_work
{
    const voxel_settings *settings;
    land_grower *grower;
    volume_recipe recipe;
    loam_volume *volume;
    volume_part part;
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
    const loam_vox_def def = {.w = work->part.box.w,
                              .h = work->part.box.h,
                              .d = work->part.box.d,
                              .voxel = voxel_at,
                              .user = &work->part,
                              .palette = palette,
                              .palette_count = LOAM_VOXEL_MATERIAL_COUNT - 1};
    return loam_vox_write(work->settings->land.output, &def, &work->vox);
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
    def.env = work->grower->env;
    def.path = work->settings->land.output;
    def.name = "volume";
    def.x = work->settings->at.x -
            (int64_t)(0.5f * (float)work->part.box.w * loam_volume_voxel_m(work->part.box.level));
    def.z = work->settings->at.y -
            (int64_t)(0.5f * (float)work->part.box.d * loam_volume_voxel_m(work->part.box.level));
    def.materials = materials;
    def.material_count = LOAM_VOXEL_MATERIAL_COUNT;
    return loam_mesh_write(&def, work->mesh);
}

static loam_result write_png(voxel_work *work)
{
    const voxel_settings *const settings = work->settings;
    const volume_look look = {settings->pixels, settings->turn, settings->pitch, NULL};
    loam_picture picture = {0};
    loam_result result = volume_part_paint(&work->grower->env, work->mesh, &look, &picture);
    result = result == LOAM_OK ? loam_png_write(&work->grower->env, settings->land.output, &picture)
                               : result;
    loam_picture_destroy(&work->grower->env, &picture);
    return result;
}

static const struct
{
    const char *suffix;
    loam_result (*write)(voxel_work *work);
} writers[] = {{".vox", write_vox},
               {".glb", write_mesh},
               {".obj", write_mesh},
               {".ply", write_mesh},
               {".png", write_png}};

static int32_t writer_of(const char *path)
{
    const size_t length = strlen(path);
    for (int32_t i = 0; i < (int32_t)(sizeof writers / sizeof writers[0]); i++)
    {
        const size_t tail = strlen(writers[i].suffix);
        if (length > tail && strcmp(path + length - tail, writers[i].suffix) == 0)
        {
            return i;
        }
    }
    return -1;
}

static loam_result check_output(const char *path)
{
    return path == NULL || writer_of(path) >= 0
               ? LOAM_OK
               : loam_fail(LOAM_BAD_ARGUMENT,
                           "--output is \"%s\"; must end in .vox, .glb, .obj, .ply or .png", path);
}

// ---- growing ------------------------------------------------------------------------------------

/// Around the place, and in height around the surface there unless somebody says otherwise.
static loam_result choose_box(voxel_work *work, loam_volume_box *box)
{
    const voxel_settings *const settings = work->settings;
    const double voxel = (double)loam_volume_voxel_m((int32_t)settings->level);
    float height = (float)settings->middle;
    const loam_result result = settings->middle == BY_SURFACE
                                   ? loam_land_height(work->grower->land, (double)settings->at.x,
                                                      (double)settings->at.y, &height)
                                   : LOAM_OK;
    // From voxels that are multiples of the cell of half a metre, without floats for far places.
    const int64_t x = settings->level < 0 ? settings->at.x * 2
                                          : loam_floor_div(settings->at.x, (int64_t)voxel),
                  z = settings->level < 0 ? settings->at.y * 2
                                          : loam_floor_div(settings->at.y, (int64_t)voxel);
    *box = (loam_volume_box){(int32_t)settings->level,
                             x - settings->size.w / 2,
                             (int64_t)((double)height / voxel) - settings->size.h / 2,
                             z - settings->size.d / 2,
                             settings->size.w,
                             settings->size.h,
                             settings->size.d};
    return result;
}

static loam_volume_form form_of(const voxel_settings *settings)
{
    return settings->ao ? LOAM_VOLUME_SHADED_BLOCKS : (loam_volume_form)settings->form;
}

static loam_result make(voxel_work *work)
{
    const voxel_settings *const settings = work->settings;
    loam_volume_box box;
    if (settings->ao && settings->form != LOAM_VOLUME_BLOCKS)
    {
        return loam_fail(LOAM_BAD_ARGUMENT, "--ao is for --form blocks");
    }
    loam_result result = volume_choose(&settings->choice, loam_land_seed(work->grower->land),
                                       loam_volume_land(work->grower->land), &work->recipe);
    result = result == LOAM_OK ? choose_box(work, &box) : result;
    result = result == LOAM_OK ? loam_volume_create(&work->recipe.def, &work->volume) : result;
    result = result == LOAM_OK
                 ? volume_part_grow(&work->grower->env, work->volume, &box, &work->part)
                 : result;
    result = result == LOAM_OK ? land_edits_apply(settings->land.world, work->volume, &work->part)
                               : result;
    result = result == LOAM_OK ? volume_part_mesh(&work->part, form_of(settings), &work->mesh)
                               : result;
    for (size_t i = 0; i < work->part.count && result == LOAM_OK; i++)
    {
        work->counts[work->part.materials[i]]++;
    }
    return result == LOAM_OK && settings->land.output != NULL
               ? writers[writer_of(settings->land.output)].write(work)
               : result;
}

// ---- printing -----------------------------------------------------------------------------------

static int print_json(const tool_io *io, const voxel_work *work)
{
    const loam_volume_box *const box = &work->part.box;
    text json = {0};
    json_open(&json, '{');
    json_add_uint64(&json, "seed", loam_land_seed(work->grower->land));
    json_add_place(&json, "at", work->settings->at.x, work->settings->at.y);
    json_add_number(&json, "voxel_m", (double)loam_volume_voxel_m(box->level));
    json_key(&json, "first");
    json_open(&json, '[');
    json_int64(&json, box->x);
    json_int64(&json, box->y);
    json_int64(&json, box->z);
    json_close(&json, ']');
    json_add_number(&json, "voxels", (double)work->part.count);
    json_key(&json, "materials");
    json_open(&json, '{');
    for (int32_t i = 0; i < LOAM_VOXEL_MATERIAL_COUNT; i++)
    {
        if (work->counts[i] > 0)
        {
            json_add_number(&json, loam_voxel_material_name(i), (double)work->counts[i]);
        }
    }
    json_close(&json, '}');
    json_add_number(&json, "vertices", work->mesh->vertex_count);
    json_add_number(&json, "triangles", work->mesh->index_count / 3);
    json_add_hash(&json, "hash", volume_part_hash(&work->part));
    json_add_number(&json, "ms", work->part.grow_ms);
    json_add_text(&json, "file", work->settings->land.output);
    json_close(&json, '}');
    return tool_print_json(io, &json);
}

static int print_sentence(const tool_io *io, const voxel_work *work)
{
    const loam_volume_box *const box = &work->part.box;
    const uint64_t empty = work->counts[LOAM_VOXEL_AIR];
    fprintf(
        io->out,
        "%d x %d x %d voxels of %g m, %.1f per cent of them air; %u triangles; hash %016" PRIx64,
        (int)box->w, (int)box->h, (int)box->d, (double)loam_volume_voxel_m(box->level),
        100.0 * (double)empty / (double)work->part.count, (unsigned)(work->mesh->index_count / 3),
        volume_part_hash(&work->part));
    if (work->settings->land.output != NULL)
    {
        fprintf(io->out, "; written to %s", work->settings->land.output);
    }
    fprintf(io->out, "\n");
    return TOOL_DONE;
}

static int run_voxels(const tool_io *io, const void *context)
{
    const voxel_settings *const settings = context;
    land_grower grower = {0};
    voxel_work work = {.settings = settings, .grower = &grower};
    const interrupt_guard before = interrupt_begin(verb_land_voxels.name);
    loam_result result = check_output(settings->land.output);
    result = result == LOAM_OK ? land_grower_create(&settings->land, &grower) : result;
    const bool grows = result == LOAM_OK;
    result = grows ? make(&work) : result;
    result = result == LOAM_OK ? land_grower_finish(&grower) : result;
    interrupt_end(before);
    const int code = result != LOAM_OK     ? tool_complain(io, &verb_land_voxels, result)
                     : settings->land.json ? print_json(io, &work)
                                           : print_sentence(io, &work);
    if (grows)
    {
        volume_part_destroy(&work.part);
        loam_mesh_destroy(work.mesh);
        loam_volume_destroy(work.volume);
        land_grower_destroy(&grower);
    }
    return code;
}

// ---- options ------------------------------------------------------------------------------------

static const char *choose_form(int32_t index)
{
    static const char *const names[] = {"smooth", "blocks"};
    return index <= LOAM_VOLUME_BLOCKS ? names[index] : NULL;
}

#define AT(field) offsetof(voxel_settings, field)

static const tool_option voxel_options[] = {
    LAND_SEED_OPTION(AT(land.seed)),
    LAND_SHAPE_OPTION(AT(land.shape)),
    LAND_WORLD_OPTION(AT(land.world), "seed shape"),
    LAND_AT_OPTION(AT(at), "the place in the middle, metres; x grows east, z grows north"),
    BOX_OPTION("size", AT(size), 1, VOLUME_PART_SIDE, "128x96x128",
               "voxels from west to east, upwards, and from south to north"),
    VOLUME_LEVEL_OPTION(AT(level)),
    INT_OPTION("middle", AT(middle), BY_SURFACE, LOAM_VOLUME_TOP, "M", "-100000",
               "height of the middle above the sea; -100000: that of the surface"),
    CHOICE_OPTION("form", AT(form), choose_form, "NAME", "blocks", "of meshes and pictures"),
    FLAG_OPTION("ao", AT(ao),
                "blocks: ambient occlusion, in the colours of vertices; corners are darker"),
    VOLUME_ONLY_OPTION(AT(choice.only)),
    VOLUME_EVERYWHERE_OPTION(AT(choice.everywhere)),
    VOLUME_FALLOFF_OPTION(AT(choice.falloff)),
    VOLUME_FLOATING_OPTION(AT(choice.keep_floating)),
    SIZE_OPTION("pixels", AT(pixels), 48, 4096, "WxH", "960x720", "of a picture"),
    NUMBER_OPTION("turn", AT(turn), -360, 360, "DEG", "30", "degrees around, for a picture"),
    NUMBER_OPTION("pitch", AT(pitch), 5, 90, "DEG", "30", "degrees downwards, for a picture"),
    THREADS_OPTION(AT(land.threads), "all"),
    OUTPUT_OPTION(AT(land.output), NULL,
                  "where it goes: voxels (.vox), the mesh (.glb, .obj, .ply) or a picture (.png)"),
    JSON_OPTION(AT(land.json)),
    LAND_TRACE_OPTION(AT(land.trace)),
    {0},
};

const tool_verb verb_land_voxels = {
    .name = "land voxels",
    .summary = "makes voxels of a part of a land, with what is inside it",
    .details = "The ground with its caves and rocks, soil, beds of rock, ores and water, as "
               "MagicaVoxel (.vox), as a mesh of blocks or of a smooth body, or as a picture. What "
               "is cut at the sides shows its inside. The hash is that of all materials and "
               "densities. What was dug and built in a --world is shown "
               "at level 0. Ctrl-C stops it, and "
               "then nothing was written.",
    .options = voxel_options,
    .settings_size = sizeof(voxel_settings),
    .example = "loam land voxels --seed 3 --at -440000,-160000 --size 96x64x96 -o land.vox",
    .run = run_voxels,
};
