// SPDX-License-Identifier: MIT
#include "interrupt.h"
#include "land_body.h"
#include "land_grower.h"
#include "progress.h"
#include "report.h"
#include "thing_sets.h"

#include <inttypes.h>
#include <string.h>

// loam land mesh: a part of the land as a mesh for other programs. Heights are asked for once; what takes more
// memory, the weights of all biomes, band by band.

enum
{
    BAND = 32,          // rows
    MOST_TEXTURE = 4096 // pixels along a side
};

typedef struct mesh_settings
{
    land_question land;
    option_position at;
    option_size extent;
    double scale; // m: whole, or half a metre
    double keep;
    bool compress, no_texture, ao, things;
    const char *kinds;
    int32_t form; // FORM_SURFACE, or a loam_volume_form behind it
    int64_t depth;
} mesh_settings;

enum
{
    FORM_SURFACE,
    FORM_SMOOTH,
    FORM_BLOCKS,
};

/// A grid of samples that is becoming a mesh.
typedef struct mesh_work
{
    const mesh_settings *settings;
    land_grower grower;
    int64_t x, z; // of the south-western sample
    int64_t step; // m between samples: the scale, or a metre if that is less
    int32_t w, h;
    float *height; // with an apron
    uint8_t *materials, *weights;
    loam_picture texture; // a pixel a sample; no pixels without
    loam_mesh *mesh;
    uint32_t grid_triangles; // before any are left out
    thing_sets things;       // with --things
    loam_thing_plan plan;    // likewise
} mesh_work;

static const uint32_t water_colours[LOAM_WATER_KIND_COUNT] = {[LOAM_WATER_SEA] = 0x2f6288,
                                                              [LOAM_WATER_LAKE] = 0x3c7aa3,
                                                              [LOAM_WATER_RIVER] = 0x4587ad,
                                                              [LOAM_WATER_ICE] = 0xdfe9ee};

// ---- settings -----------------------------------------------------------------------------------

static loam_result check_settings(const mesh_settings *settings)
{
    const char *const path = settings->land.output;
    const bool glb = option_ends_with(path, ".glb");
    if (settings->compress && !glb)
    {
        return loam_fail(LOAM_BAD_ARGUMENT, "--compress is for .glb; -o is %s", path);
    }
    if ((settings->compress || settings->keep < 1) && !loam_mesh_can_optimise())
    {
        return loam_fail(LOAM_UNSUPPORTED,
                         "this build has no meshoptimizer (Debian: "
                         "libmeshoptimizer-dev), which --compress and --keep need");
    }
    if (settings->things && settings->form != FORM_SURFACE)
    {
        return loam_fail(LOAM_BAD_ARGUMENT, "--things is for --form surface");
    }
    if (settings->kinds != NULL && !settings->things)
    {
        return loam_fail(LOAM_BAD_ARGUMENT, "--kinds is for --things");
    }
    if (settings->ao && settings->form != FORM_BLOCKS)
    {
        return loam_fail(LOAM_BAD_ARGUMENT, "--ao is for --form blocks");
    }
    if (settings->form != FORM_SURFACE && land_body_level(settings->scale) < LOAM_VOLUME_FINEST)
    {
        return loam_fail(LOAM_BAD_ARGUMENT,
                         "--scale is %g; must be 0.5, 1, 2, 4, 8, 16, 32 or 64 for --form smooth "
                         "and blocks",
                         settings->scale);
    }
    if (settings->form == FORM_SURFACE && settings->scale != (double)(int64_t)settings->scale)
    {
        return loam_fail(LOAM_BAD_ARGUMENT, "--scale is %g; must be a whole number",
                         settings->scale);
    }
    const int64_t w = (int64_t)(settings->extent.w / settings->scale),
                  h = (int64_t)(settings->extent.h / settings->scale);
    if (w < 1 || h < 1 || w >= LOAM_MESH_MAX_GRID || h >= LOAM_MESH_MAX_GRID)
    {
        return loam_fail(LOAM_BAD_ARGUMENT,
                         "%dx%d m at --scale %g are %" PRId64 " x %" PRId64
                         " squares; must be 1 to %d each",
                         (int)settings->extent.w, (int)settings->extent.h, settings->scale, w, h,
                         LOAM_MESH_MAX_GRID - 1);
    }
    return LOAM_OK;
}

// ---- growing ------------------------------------------------------------------------------------

static loam_result begin(mesh_work *work)
{
    const mesh_settings *const settings = work->settings;
    const loam_env *const env = &work->grower.env;
    work->step = settings->scale < 1 ? 1 : (int64_t)settings->scale;
    work->w = (int32_t)(settings->extent.w / work->step) + 1;
    work->h = (int32_t)(settings->extent.h / work->step) + 1;
    work->x = settings->at.x - (work->w - 1) * work->step / 2;
    work->z = settings->at.y - (work->h - 1) * work->step / 2;
    const size_t count = (size_t)work->w * (size_t)work->h;
    work->height = loam_alloc(env, (size_t)(work->w + 2) * (size_t)(work->h + 2) * sizeof(float));
    work->materials = loam_alloc(env, 4 * count);
    work->weights = loam_alloc(env, 4 * count);
    loam_result result = work->height != NULL && work->materials != NULL && work->weights != NULL
                             ? loam_mesh_create(env, &work->mesh)
                             : LOAM_OUT_OF_MEMORY;
    const bool textured = settings->form == FORM_SURFACE &&
                          option_ends_with(settings->land.output, ".glb") &&
                          !settings->no_texture && work->w <= MOST_TEXTURE &&
                          work->h <= MOST_TEXTURE;
    return result == LOAM_OK && textured
               ? loam_picture_create(env, work->w, work->h, loam_rgb(0), &work->texture)
               : result;
}

static void end(void *of)
{
    mesh_work *const work = of;
    if (work->grower.land == NULL)
    {
        return;
    }
    const loam_env *const env = &work->grower.env;
    const size_t count = (size_t)work->w * (size_t)work->h;
    loam_free(env, work->height, (size_t)(work->w + 2) * (size_t)(work->h + 2) * sizeof(float));
    loam_free(env, work->materials, 4 * count);
    loam_free(env, work->weights, 4 * count);
    loam_picture_destroy(env, &work->texture);
    loam_mesh_destroy(work->mesh);
    thing_sets_end(&work->things);
    land_grower_destroy(&work->grower);
}

static loam_result fill_heights(mesh_work *work)
{
    const int64_t step = work->step;
    return loam_land_fill(
        work->grower.land,
        (loam_land_area){work->x - step, work->z - step, step, work->w + 2, work->h + 2},
        &(loam_land_samples){.height = work->height});
}

/// What a sample looks like from above: its biomes, or the water over it.
static loam_colour colour_of(const loam_land *land, const uint8_t biomes[4],
                             const uint8_t shares[4], uint8_t kind)
{
    float sum[3] = {0};
    for (int32_t k = 0; k < 4; k++)
    {
        const loam_colour colour = loam_rgb(loam_land_biome_colour(land, biomes[k]));
        sum[0] += (float)shares[k] * (float)colour.r;
        sum[1] += (float)shares[k] * (float)colour.g;
        sum[2] += (float)shares[k] * (float)colour.b;
    }
    const loam_colour mean = {(uint8_t)(sum[0] / 255), (uint8_t)(sum[1] / 255),
                              (uint8_t)(sum[2] / 255), 255};
    return kind == LOAM_WATER_NONE ? mean : loam_rgb(water_colours[kind]);
}

/// What the samples of a band are: arrays of BAND rows.
typedef struct band
{
    float *weights;
    uint8_t *biome, *kind;
    size_t weights_size, size;
    int32_t biomes;
} band;

static loam_result fill_band(mesh_work *work, band *rows, int32_t first, int32_t count)
{
    const loam_land *const land = work->grower.land;
    const size_t plane = (size_t)work->w * (size_t)count;
    const int64_t step = work->step;
    const loam_result result = loam_land_fill(
        work->grower.land, (loam_land_area){work->x, work->z + first * step, step, work->w, count},
        &(loam_land_samples){.weights = rows->weights, .biome = rows->biome, .kind = rows->kind});
    for (size_t p = 0; p < plane && result == LOAM_OK; p++)
    {
        const size_t at = (size_t)first * (size_t)work->w + p;
        uint8_t *const four = work->materials + 4 * at, *const shares = work->weights + 4 * at;
        loam_land_pick_biomes(rows->weights + p, plane, rows->biomes, rows->biome[p], four, shares);
        if (work->texture.pixels != NULL)
        {
            const size_t row = (size_t)work->h - 1 - at / (size_t)work->w; // north is up
            work->texture.pixels[row * (size_t)work->w + at % (size_t)work->w] = colour_of(
                land, four, shares, rows->kind[p]);
        }
    }
    return result;
}

static loam_result fill_bands(mesh_work *work, progress *bar)
{
    const loam_env *const env = &work->grower.env;
    band rows = {.biomes = loam_land_biome_count(work->grower.land)};
    rows.size = (size_t)work->w * BAND;
    rows.weights_size = rows.size * (size_t)rows.biomes * sizeof(float);
    rows.weights = loam_alloc(env, rows.weights_size);
    rows.biome = loam_alloc(env, rows.size);
    rows.kind = loam_alloc(env, rows.size);
    loam_result result = rows.weights != NULL && rows.biome != NULL && rows.kind != NULL
                             ? LOAM_OK
                             : LOAM_OUT_OF_MEMORY;
    for (int32_t first = 0; first < work->h && result == LOAM_OK; first += BAND)
    {
        const int32_t left = work->h - first;
        result = interrupt_asked() ? loam_fail(LOAM_IO, "stopped; nothing was written")
                                   : fill_band(work, &rows, first, left < BAND ? left : BAND);
        progress_add(bar, left < BAND ? left : BAND);
    }
    loam_free(env, rows.weights, rows.weights_size);
    loam_free(env, rows.biome, rows.size);
    loam_free(env, rows.kind, rows.size);
    return result;
}

// ---- the mesh and its file ----------------------------------------------------------------------

static loam_result build(mesh_work *work)
{
    const float step = (float)work->step;
    const loam_height_grid grid = {.w = work->w,
                                   .h = work->h,
                                   .step = step,
                                   .height = work->height + work->w + 2 + 1,
                                   .stride = work->w + 2,
                                   .apron = true,
                                   .materials = work->materials,
                                   .weights = work->weights};
    loam_mesh *const mesh = work->mesh;
    loam_result result = loam_mesh_add_grid(mesh, &grid, NULL);
    for (uint32_t i = 0; i < mesh->vertex_count; i++)
    {
        // The middle of a sample's pixel.
        mesh->vertices[i].uv[0] += 0.5f * step;
        mesh->vertices[i].uv[1] += 0.5f * step;
    }
    work->grid_triangles = mesh->index_count / 3;
    if (result == LOAM_OK && work->settings->keep < 1)
    {
        result = loam_mesh_simplify(mesh, (float)work->settings->keep, 1e6f);
    }
    return result == LOAM_OK && loam_mesh_can_optimise() ? loam_mesh_order(mesh) : result;
}

/// The land with what is inside it, down to --depth below its lowest place.
static loam_result build_body(mesh_work *work)
{
    const mesh_settings *const settings = work->settings;
    const int32_t level = land_body_level(settings->scale);
    // On whole voxels, so that parts of a land that are written one by one fit together.
    work->x = loam_floor_div(work->x, work->step) * work->step;
    work->z = loam_floor_div(work->z, work->step) * work->step;
    const double across = (double)work->step / settings->scale; // voxels between two samples
    land_body body = {.land = work->grower.land,
                      .seed = settings->land.seed,
                      .inside = &work->grower.inside,
                      .form = settings->form == FORM_SMOOTH ? LOAM_VOLUME_SMOOTH
                              : settings->ao                ? LOAM_VOLUME_SHADED_BLOCKS
                                                            : LOAM_VOLUME_BLOCKS,
                      .level = level,
                      .x = work->x,
                      .z = work->z,
                      .w = (work->w - 1) * (int32_t)across,
                      .d = (work->h - 1) * (int32_t)across,
                      .low = work->height[0],
                      .high = work->height[0]};
    for (size_t i = 0; i < (size_t)(work->w + 2) * (size_t)(work->h + 2); i++)
    {
        body.low = work->height[i] < body.low ? work->height[i] : body.low;
        body.high = work->height[i] > body.high ? work->height[i] : body.high;
    }
    body.low -= (float)settings->depth;
    body.high += 96.0f; // pillars and arches
    const loam_result result = land_body_build(&work->grower.env, &body, work->mesh);
    work->grid_triangles = work->mesh->index_count / 3;
    return result == LOAM_OK && settings->keep < 1
               ? loam_mesh_simplify(work->mesh, (float)settings->keep, 1e6f)
               : result;
}

static loam_result write_body(const mesh_work *work)
{
    loam_mesh_material materials[LOAM_VOXEL_MATERIAL_COUNT];
    loam_mesh_file_def def = loam_default_mesh_file_def();
    def.env = work->grower.env;
    def.path = work->settings->land.output;
    def.name = "land";
    def.x = work->x;
    def.z = work->z;
    def.materials = materials;
    def.material_count = LOAM_VOXEL_MATERIAL_COUNT;
    for (int32_t i = 0; i < def.material_count; i++)
    {
        materials[i] = (loam_mesh_material){loam_voxel_material_name(i),
                                            loam_voxel_material_colour(i)};
    }
    materials[0] = (loam_mesh_material){"shade", 0x000000};
    def.compress = work->settings->compress;
    return loam_mesh_write(&def, work->mesh);
}

static loam_result write(const mesh_work *work)
{
    const loam_land *const land = work->grower.land;
    loam_mesh_material materials[LOAM_MAX_LAND_BIOMES];
    loam_mesh_file_def def = loam_default_mesh_file_def();
    def.env = work->grower.env;
    def.path = work->settings->land.output;
    def.name = "land";
    def.x = work->x;
    def.z = work->z;
    def.materials = materials;
    def.material_count = loam_land_biome_count(land);
    for (int32_t i = 0; i < def.material_count; i++)
    {
        materials[i] = (loam_mesh_material){loam_land_biome_name(land, i),
                                            loam_land_biome_colour(land, i)};
    }
    def.texture = work->texture.pixels != NULL ? &work->texture : NULL;
    def.texture_w = (float)(work->w * work->step);
    def.texture_h = (float)(work->h * work->step);
    def.compress = work->settings->compress;
    def.sets = work->things.sets;
    def.set_count = work->things.count > 0 ? THING_SETS : 0;
    return loam_mesh_write(&def, work->mesh);
}

/// A .glb has each shape once; in other files they are as many triangles as things, and fewer for each.
static loam_result find_things(mesh_work *work)
{
    const bool glb = option_ends_with(work->settings->land.output, ".glb");
    const thing_ground ground = {.x = work->x,
                                 .z = work->z,
                                 .step = work->step,
                                 .w = work->w,
                                 .h = work->h,
                                 .stride = work->w + 2,
                                 .height = work->height + work->w + 2 + 1};
    if (!work->settings->things)
    {
        return LOAM_OK;
    }
    const loam_result result = land_kinds_read(work->settings->kinds, &work->plan);
    return result == LOAM_OK ? thing_sets_find(&work->grower.env, work->grower.land, &work->plan,
                                               &ground, glb ? 0 : 1, &work->things)
                             : result;
}

static loam_result grow_and_write(const tool_io *io, mesh_work *work)
{
    loam_result result = fill_heights(work);
    if (work->settings->form != FORM_SURFACE)
    {
        result = result == LOAM_OK ? build_body(work) : result;
        return result == LOAM_OK ? write_body(work) : result;
    }
    if (result == LOAM_OK)
    {
        progress bar;
        progress_begin(&bar, io->err, "rows", work->h);
        result = fill_bands(work, &bar);
        progress_end(&bar);
    }
    result = result == LOAM_OK ? build(work) : result;
    result = result == LOAM_OK ? find_things(work) : result;
    result = result == LOAM_OK && interrupt_asked()
                 ? loam_fail(LOAM_IO, "stopped; nothing was written")
                 : result;
    return result == LOAM_OK ? write(work) : result;
}

static loam_result make(const tool_io *io)
{
    mesh_work *const work = io->work;
    work->settings = io->settings;
    loam_result result = check_settings(work->settings);
    result = result == LOAM_OK ? land_grower_create(&work->settings->land, &work->grower) : result;
    result = result == LOAM_OK ? begin(work) : result;
    result = result == LOAM_OK ? grow_and_write(io, work) : result;
    return land_grower_finish(&work->grower, result);
}

// ---- printing -----------------------------------------------------------------------------------

static void add_bound(text *json, const char *key, const float bound[3])
{
    json_open_at(json, key, '{');
    json_add_exact(json, "x", (double)bound[0]);
    json_add_exact(json, "y", (double)bound[1]);
    json_add_exact(json, "z", (double)bound[2]);
    json_close(json, '}');
}

static int print(const tool_io *io)
{
    const mesh_work *const work = io->work;
    float low[3], high[3];
    loam_mesh_bounds(work->mesh, low, high);
    tool_report r = report_begin(work->settings->land.json);
    report_uint64(&r, "seed", work->settings->land.seed);
    report_place(&r, "corner", work->x, work->z);
    report_number(&r, "scale", work->settings->scale);
    report_number(&r, "vertices", work->mesh->vertex_count);
    report_number(&r, "triangles", work->mesh->index_count / 3);
    add_bound(&r.json, "low", low);
    add_bound(&r.json, "high", high);
    if (work->settings->things)
    {
        report_number(&r, "things", work->things.count);
        report_number(&r, "shape_vertices", work->things.shape_vertices);
        report_number(&r, "shape_triangles", work->things.shape_triangles);
        report_number(&r, "standing_triangles", (double)work->things.standing_triangles);
    }
    report_hash(&r, "hash", loam_mesh_hash(work->mesh));
    report_words(&r, "file", work->settings->land.output);
    report_say_number(&r, "w", (double)(high[0] - low[0]));
    report_say_number(&r, "d", (double)(high[2] - low[2]));
    report_say_number(&r, "bottom", (double)low[1]);
    report_say_number(&r, "top", (double)high[1]);
    report_say_number(&r, "grid", work->grid_triangles);
    const bool fewer = work->mesh->index_count / 3 < work->grid_triangles;
    report_say_words(&r, "fewer", fewer ? "" : NULL);
    report_say_number(&r, "standing", work->things.count);
    report_say_number(&r, "of", (double)work->things.standing_triangles);
    report_say_words(&r, "stands", work->settings->things ? "" : NULL);
    return report_print(
        io, &r,
        "{vertices} vertices and {triangles} triangles over {w:.0f} x {d:.0f} m from "
        "{corner} on, heights {bottom:.0f} to {top:.0f} m[{fewer} ({grid} triangles "
        "before simplification)][{stands}, with {standing} trees, bushes and boulders of {of} "
        "triangles]; written to "
        "{file}");
}

// ---- options ------------------------------------------------------------------------------------

#define AT(field) offsetof(mesh_settings, field)

static const tool_option mesh_options[] = {
    LAND_SEED_OPTION(AT(land.seed)),
    LAND_SHAPE_OPTION(AT(land.shape)),
    LAND_AT_OPTION(AT(at), "the place in the centre, metres; x grows east, z grows north"),
    SIZE_OPTION(
        "extent", AT(extent), 1, 65536000, "WxH", "1024x1024",
        "metres from west to east and from south to north; what is no whole number of --scale "
        "is left out"),
    NUMBER_OPTION("scale", AT(scale), 0.5, 65536, "M", "4",
                  "metres from vertex to vertex: whole ones, or 0.5 for smooth and blocks"),
    NAMES_OPTION(
        "form", AT(form), NAMES("surface", "smooth", "blocks"), "NAME", "surface",
        "the surface alone, or the land with its caves and rocks, as a smooth body or blocks of "
        "--scale metres"),
    FLAG_OPTION("ao", AT(ao),
                "blocks: ambient occlusion, in the colours of vertices; corners are darker"),
    LAND_INSIDE_OPTION(AT(land.inside)),
    INT_OPTION("depth", AT(depth), 0, 2048, "M", "64",
               "smooth and blocks: how far below the lowest ground caves are shown"),
    NUMBER_OPTION("keep", AT(keep), 0.001, 1, "SHARE", "1",
                  "the share of triangles that is kept, those that matter most"),
    FLAG_OPTION("things", AT(things),
                "trees, bushes and boulders stand on the surface: in a .glb a mesh for each shape "
                "and a node for each place, else triangles of the one mesh"),
    LAND_KINDS_OPTION(AT(kinds)),
    FLAG_OPTION("compress", AT(compress),
                ".glb: compress by EXT_meshopt_compression, which not all programs read"),
    FLAG_OPTION(
        "no-texture", AT(no_texture),
        ".glb: colours at vertices in the place of a texture, as above 4096 samples a side"),
    THREADS_OPTION(AT(land.threads), "all"),
    OUTPUT_OPTION(AT(land.output), ".glb .obj .ply", "where the mesh goes: .glb, .obj or .ply",
                  .required = true),
    JSON_OPTION(AT(land.json)),
    LAND_PAGES_OPTION(AT(land.pages)),
    TRACE_OPTION(AT(land.trace)),
    {0},
};

const tool_verb verb_land_mesh = {
    .name = "land mesh",
    .summary = "writes a part of a land as a mesh for other programs",
    .details =
        "The ground, beds of rivers, lakes and seas included, as glTF 2.0 (.glb), Wavefront (.obj) "
        "or Stanford (.ply). Files have x east, y up and z south, in metres from the south-western "
        "corner, which they name. A .glb has normals, a texture of biomes and waters, and at each "
        "vertex the four strongest biomes and their weights (_MATERIALS, _WEIGHTS; their names are "
        "in extras); the others have a colour at each vertex. Ctrl-C stops it, and then nothing "
        "was written.",
    .options = mesh_options,
    .settings_size = sizeof(mesh_settings),
    .example = "loam land mesh --seed 3 --at -440000,-160000 --extent 2048x2048 -o land.glb",
    .work_size = sizeof(mesh_work),
    .make = make,
    .report = print,
    .destroy = end,
    .ends_early = true,
};
