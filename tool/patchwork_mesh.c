// SPDX-License-Identifier: MIT
#include "mesh_view.h"
#include "patchwork.h"

#include <math.h>
#include <string.h>

// loam patchwork mesh and loam patchwork view: chunks and what is sewn between them, for engines and for the eye.

typedef struct mesh_settings
{
    patch_question question;
    option_chunks chunks;
    int32_t colours;
    bool plain; // no sky, no haze
    option_size pixels;
    double turn, pitch, zoom;
} mesh_settings;

typedef struct mesh_work
{
    patch_grower grower;
    loam_mesh *mesh;
} mesh_work;

// ---- what is printed ----------------------------------------------------------------------------

static int print(const tool_io *io)
{
    const mesh_settings *const settings = io->settings;
    const loam_mesh *const mesh = ((const mesh_work *)io->work)->mesh;
    const option_chunks *const chunks = &settings->chunks;
    int64_t counts[LOAM_PATCH_PART_COUNT];
    float ends[2][3];
    tool_report r = report_begin(settings->question.json);
    loam_patch_counts(chunks->x1 - chunks->x0 + 1, chunks->y1 - chunks->y0 + 1, counts);
    loam_mesh_bounds(mesh, ends[0], ends[1]);
    report_uint64(&r, "seed", settings->question.seed);
    for (int32_t i = 0; i < LOAM_PATCH_PART_COUNT; i++)
    {
        report_number(&r, loam_patch_part_name((loam_patch_part)i), (double)counts[i]);
    }
    report_number(&r, "vertices", mesh->vertex_count);
    report_number(&r, "triangles", mesh->index_count / 3);
    json_open_at(&r.json, "bounds", '[');
    for (int32_t i = 0; i < 6; i++)
    {
        json_exact(&r.json, (double)ends[i / 3][i % 3]);
    }
    json_close(&r.json, ']');
    report_hash(&r, "hash", loam_mesh_hash(mesh));
    report_words(&r, "file", settings->question.output);
    return report_print(io, &r,
                        "{terrain} chunks, {horizontal} horizontal, {vertical} vertical and "
                        "{diagonal} diagonal sewings"
                        "; {vertices} vertices, {triangles} triangles; hash {hash}[; written to "
                        "{file}]");
}

// ---- files --------------------------------------------------------------------------------------

static loam_result write_mesh(const mesh_settings *settings, const patch_grower *grower,
                              loam_mesh *mesh)
{
    loam_mesh_material palette[PATCH_PALETTE];
    const loam_patch_area corner = loam_patch_area_of(grower->def, LOAM_PATCH_TERRAIN,
                                                      settings->chunks.x0, settings->chunks.y0);
    loam_mesh_file_def def = loam_default_mesh_file_def();
    def.env = grower->env;
    def.path = settings->question.output;
    def.name = "patchwork";
    def.x = (int64_t)((double)corner.x * (double)grower->def->spacing);
    def.z = (int64_t)((double)corner.z * (double)grower->def->spacing);
    def.material_count = patch_palette(grower, (patch_colours)settings->colours, palette);
    def.materials = palette;
    return loam_mesh_write(&def, mesh);
}

// ---- a block of land ----------------------------------------------------------------------------

enum
{
    EARTH = PATCH_PALETTE // the material of the sides
};

/// A wall below one edge between two neighbouring vertices of the rim, down to the floor.
static loam_result add_wall(loam_mesh *mesh, const float from[3], const float to[3], float floor)
{
    const float along[2] = {to[0] - from[0], to[2] - from[2]};
    const float length = along[0] != 0 ? along[0] * along[0] : along[1] * along[1];
    const float scale = 1.0f / sqrtf(length);
    const uint32_t first = mesh->vertex_count;
    loam_result result = LOAM_OK;
    for (int32_t i = 0; i < 4 && result == LOAM_OK; i++)
    {
        const float *const above = i % 2 != 0 ? to : from;
        const loam_vertex corner = {.position = {above[0], i < 2 ? above[1] : floor, above[2]},
                                    .normal = {along[1] * scale, 0, -along[0] * scale},
                                    .materials = {EARTH},
                                    .weights = {255}};
        result = loam_mesh_add_vertex(mesh, &corner, NULL);
    }
    result = result == LOAM_OK ? loam_mesh_add_triangle(mesh, first, first + 1, first + 3) : result;
    return result == LOAM_OK ? loam_mesh_add_triangle(mesh, first, first + 3, first + 2) : result;
}

/// Sides of the block: below every edge that has one triangle only.
static loam_result add_walls(loam_mesh *mesh, const patch_grower *grower, option_chunks chunks)
{
    float low[3], high[3];
    loam_mesh_bounds(mesh, low, high);
    const loam_patchwork_def *const def = grower->def;
    const loam_patch_area first = loam_patch_area_of(def, LOAM_PATCH_TERRAIN, chunks.x0, chunks.y0);
    const loam_patch_area last = loam_patch_area_of(def, LOAM_PATCH_TERRAIN, chunks.x1, chunks.y1);
    const int32_t w = (int32_t)(last.x + last.w - first.x),
                  h = (int32_t)(last.z + last.h - first.z);
    const loam_patch_area sides[4] = {{first.x, first.z, w, 1},
                                      {first.x + w - 1, first.z, 1, h},
                                      {first.x, first.z + h - 1, w, 1},
                                      {first.x, first.z, 1, h}};
    const int32_t longest = w > h ? w : h;
    const float floor = low[1] - 0.04f * fmaxf(high[0] - low[0], high[2] - low[2]);
    float *const heights = loam_alloc(&grower->env, (size_t)longest * sizeof *heights);
    loam_result result = heights != NULL ? LOAM_OK : LOAM_OUT_OF_MEMORY;
    for (int32_t side = 0; side < 4 && result == LOAM_OK; side++)
    {
        const loam_patch_area area = sides[side];
        result = loam_patchwork_heights(grower->patchwork, area, heights);
        for (int32_t i = 0; i + 1 < (area.w > 1 ? area.w : area.h) && result == LOAM_OK; i++)
        {
            float ends[2][3];
            for (int32_t k = 0; k < 2; k++)
            {
                const int64_t x = area.x - first.x + (area.w > 1 ? i + k : 0);
                const int64_t z = area.z - first.z + (area.w > 1 ? 0 : i + k);
                const float place[3] = {(float)x * def->spacing, heights[i + k],
                                        (float)z * def->spacing};
                memcpy(ends[k], place, sizeof place);
            }
            // Seen from outside they run to the right: east in the south, north in the east, and back.
            const bool back = side >= 2;
            result = add_wall(mesh, ends[back], ends[!back], floor);
        }
    }
    loam_free(&grower->env, heights, (size_t)longest * sizeof *heights);
    return result;
}

static loam_result write_view(const mesh_settings *settings, const patch_grower *grower,
                              loam_mesh *mesh)
{
    loam_mesh_material palette[PATCH_PALETTE];
    mesh_view view = {.w = settings->pixels.w,
                      .h = settings->pixels.h,
                      .turn = settings->turn,
                      .pitch = settings->pitch,
                      .ground = loam_rgb(settings->plain ? 0x2b2d31 : 0xc9d6e2),
                      .fov = settings->plain ? 0.0 : 40.0,
                      .zoom = settings->zoom,
                      .haze = settings->plain ? 0.0 : 0.35};
    const int32_t count = patch_palette(grower, (patch_colours)settings->colours, palette);
    for (int32_t i = 0; i < count; i++)
    {
        view.colours[i] = loam_rgb(palette[i].colour);
    }
    view.colours[EARTH] = loam_rgb(0x6b5a4a);
    loam_picture picture = {0};
    const uint32_t vertices = mesh->vertex_count, indices = mesh->index_count;
    loam_result result = add_walls(mesh, grower, settings->chunks);
    result = result == LOAM_OK ? mesh_view_draw(&grower->env, mesh, &view, &picture) : result;
    mesh->vertex_count = vertices; // figures are those of the land alone
    mesh->index_count = indices;
    result = result == LOAM_OK ? loam_png_write(&grower->env, settings->question.output, &picture)
                               : result;
    loam_picture_destroy(&grower->env, &picture);
    return result;
}

// ---- running ------------------------------------------------------------------------------------

/// The sides of a view's block are asked for whole.
static loam_result check_sides(const mesh_settings *settings, const loam_patchwork_def *def)
{
    const option_chunks *const chunks = &settings->chunks;
    const int64_t w = (chunks->x1 - chunks->x0 + 1) * (def->chunk_size + def->sewing_x - 2);
    const int64_t h = (chunks->y1 - chunks->y0 + 1) * (def->chunk_size + def->sewing_z - 2);
    return w <= LOAM_MESH_MAX_GRID && h <= LOAM_MESH_MAX_GRID
               ? LOAM_OK
               : loam_fail(LOAM_BAD_ARGUMENT,
                           "--chunks: %lld x %lld vertices; must be at most %d along a side, so "
                           "take fewer chunks, or smaller ones",
                           (long long)w, (long long)h, LOAM_MESH_MAX_GRID);
}

static loam_result grow(const tool_io *io)
{
    const mesh_settings *const settings = io->settings;
    mesh_work *const work = io->work;
    loam_result result = patch_grower_create(&settings->question, &work->grower);
    if (result == LOAM_OK && io->verb == &verb_patchwork_view)
    {
        result = check_sides(settings, work->grower.def);
    }
    return result == LOAM_OK ? patch_mesh(&work->grower, settings->chunks,
                                          (patch_colours)settings->colours, &work->mesh)
                             : result;
}

static loam_result make_mesh(const tool_io *io)
{
    const mesh_settings *const settings = io->settings;
    const mesh_work *const work = io->work;
    const loam_result result = grow(io);
    return result == LOAM_OK && settings->question.output != NULL
               ? write_mesh(settings, &work->grower, work->mesh)
               : result;
}

static loam_result make_view(const tool_io *io)
{
    const mesh_settings *const settings = io->settings;
    const mesh_work *const work = io->work;
    const loam_result result = grow(io);
    return result == LOAM_OK && settings->question.output != NULL
               ? write_view(settings, &work->grower, work->mesh)
               : result;
}

static void end(void *of)
{
    mesh_work *const work = of;
    loam_mesh_destroy(work->mesh);
    patch_grower_destroy(&work->grower);
}

#define AT(field) offsetof(mesh_settings, field)

static const tool_option mesh_options[] = {
    PATCH_CHUNKS_OPTION(AT(chunks), "0,0,2,2", 64),
    PATCH_COLOURS_OPTION(AT(colours)),
    PATCH_OPTIONS(AT(question)),
    PATCH_KEEP_OPTION(AT(question), "a file of `loam patchwork walk`: chunks that were seen are as "
                                    "they were"),
    OUTPUT_OPTION(PATCH_AT(AT(question), output), ".glb .obj .ply",
                  "where the mesh goes: .glb, .obj or .ply"),
    JSON_OPTION(PATCH_AT(AT(question), json)),
    {0},
};

const tool_verb verb_patchwork_mesh = {
    .name = "patchwork mesh",
    .summary = "writes a part of a patchwork as a mesh for engines",
    .details =
        "glTF (.glb) has normals, materials and their weights; Wavefront (.obj) and Stanford "
        "(.ply) have colours. Positions are metres from the first chunk's corner.",
    .options = mesh_options,
    .settings_size = sizeof(mesh_settings),
    .example = "loam patchwork mesh --chunks 0,0,3,3 -o land.glb",
    .work_size = sizeof(mesh_work),
    .make = make_mesh,
    .report = print,
    .destroy = end,
};

static const tool_option view_options[] = {
    PATCH_CHUNKS_OPTION(AT(chunks), "-3,-3,3,3", 24),
    PATCH_COLOURS_OPTION(AT(colours)),
    SIZE_OPTION("pixels", AT(pixels), 48, 4096, "WxH", "1280x720", "of the picture"),
    NUMBER_OPTION("turn", AT(turn), -360, 360, "N", "25",
                  "degrees that the viewer stands to the right of south"),
    NUMBER_OPTION("pitch", AT(pitch), 5, 90, "N", "28", "degrees that the viewer looks down"),
    NUMBER_OPTION("zoom", AT(zoom), 0.5, 8, "N", "1.9",
                  "how much nearer than where all of it is in sight"),
    FLAG_OPTION("plain", AT(plain), "without perspective and haze, on a dark ground"),
    PATCH_OPTIONS(AT(question)),
    PATCH_KEEP_OPTION(AT(question), "a file of `loam patchwork walk`: chunks that were seen are as "
                                    "they were"),
    PICTURE_OPTION(PATCH_AT(AT(question), output), "where the picture goes"),
    JSON_OPTION(PATCH_AT(AT(question), json)),
    {0},
};

const tool_verb verb_patchwork_view = {
    .name = "patchwork view",
    .summary = "draws a part of a patchwork as a landscape",
    .details = "Seen from above at an angle, drawn by the processor. In colours of materials, or "
               "so that chunks, kinds of "
               "sewings or biomes can be told apart.",
    .options = view_options,
    .settings_size = sizeof(mesh_settings),
    .example = "loam patchwork view --seed 7 --colours parts -o parts.png",
    .work_size = sizeof(mesh_work),
    .make = make_view,
    .report = print,
    .destroy = end,
};
