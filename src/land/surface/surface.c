// SPDX-License-Identifier: MIT
#include "land/surface/surface.h"

#include "base/small.h"
#include "land/basis/shape.h"
#include "land/surface/channels.h"
#include "land/surface/waters.h"
#include "loam/jobs.h"
#include "loam/random.h"

#include <string.h>

static const char *const cell_stages[LOAM_LAND_LEVELS] = {"land0.cells", "land1.cells",
                                                          "land2.cells"};

enum
{
    // The finest level of the surface that each level of the graph serves, and the coarsest.
    FIRST_MIDDLE = 6,
    FIRST_COARSE = 10,
    INPUTS = 6,
};

/// What the numbers of a surface come from, beside the cells. No padding: it is part of the identity of pages.
typedef struct surface_parameters
{
    uint64_t seed; // of the land
    land_world_shape shape;
    uint64_t biomes; // built-in ones and a program's own: see biomes_identity
} surface_parameters;
_Static_assert(sizeof(surface_parameters) == 2 * sizeof(uint64_t) + sizeof(land_world_shape),
               "no padding");

// ---- the stage --------------------------------------------------------------------------------------------

// Input number of a level of the graph for surfaces that stand on `own`.
static int32_t input_of(int32_t level, int32_t own)
{
    return level == own ? level : own == 1 ? 3 : 4 + level;
}

static void set_inputs(loam_stage_input inputs[INPUTS])
{
    const int32_t first[LOAM_LAND_LEVELS] = {FIRST_COARSE, FIRST_MIDDLE, 0};
    const int32_t last[LOAM_LAND_LEVELS] = {LOAM_SURFACE_LEVELS - 1, FIRST_COARSE - 1,
                                            FIRST_MIDDLE - 1};
    for (int32_t own = 0; own < LOAM_LAND_LEVELS; own++)
    {
        for (int32_t level = 0; level <= own; level++)
        {
            const int32_t cells = level == own ? loam_land_river_margin(level, LAND_RIVER_FAR) + 3
                                               : 4;
            inputs[input_of(level, own)] = (loam_stage_input){.stage = cell_stages[level],
                                                              .reach = cells *
                                                                       loam_land_cell_size(level),
                                                              .first_level = first[own],
                                                              .last_level = last[own]};
        }
    }
}

// Into how many parts a page's side is cut: coarse pages have many cells and rivers on them. Every part is a
// block of its own, as places do not depend on the block that they are in.
static int32_t parts_of(int32_t level)
{
    static const int32_t parts[LOAM_SURFACE_LEVELS] = {1, 2, 2, 3, 3, 4, 3, 4, 4, 6, 4, 4};
    return parts[level];
}

static int32_t count_slices(const void *parameters, int32_t level)
{
    (void)parameters;
    return parts_of(level) * parts_of(level) * LAND_BLOCK_STEPS;
}

/// A part of a page: samples from (column, row) on.
typedef struct page_part
{
    int32_t column, row, w, h;
} page_part;

static page_part part_of(const loam_slice *slice)
{
    const int32_t parts = parts_of(slice->level), number = slice->index / LAND_BLOCK_STEPS;
    const int32_t i = number % parts, j = number / parts;
    const int32_t column = i * LAND_PATCH_SIDE / parts, row = j * LAND_PATCH_SIDE / parts;
    return (page_part){.column = column,
                       .row = row,
                       .w = (i + 1) * LAND_PATCH_SIDE / parts - column,
                       .h = (j + 1) * LAND_PATCH_SIDE / parts - row};
}

static void put_part(const page_part *part, const land_patch *from, land_patch *patch)
{
    for (int32_t r = 0; r < part->h; r++)
    {
        const int32_t at = (part->row + r) * LAND_PATCH_SIDE + part->column;
        const size_t w = (size_t)part->w;
        memcpy(patch->height + at, from->height + (size_t)r * w, w * sizeof *patch->height);
        memcpy(patch->water + at, from->water + (size_t)r * w, w * sizeof *patch->water);
        memcpy(patch->river + at, from->river + (size_t)r * w, w * sizeof *patch->river);
        memcpy(patch->biome + at, from->biome + (size_t)r * w, w * sizeof *patch->biome);
    }
}

/// What is kept from slice to slice.
typedef struct page_work
{
    loam_arena arena; // the rest of the scratch memory, all of it for each part
    land_block block;
    land_block_samples samples;
    block_work *filling;
    land_patch patch; // of a part, if there are several
} page_work;

static void begin_part(loam_slice *slice, const page_part *part, page_work *work)
{
    const land_surface *const surface = slice->user;
    const int64_t step = (int64_t)1 << slice->level;
    land_patch *const patch = parts_of(slice->level) > 1 ? &work->patch : slice->out;
    work->arena = slice->scratch;
    work->block = (land_block){.x = slice->x + part->column * step,
                               .z = slice->z + part->row * step,
                               .step = step,
                               .w = part->w,
                               .h = part->h,
                               .level = loam_land_level_of(step),
                               .water_range_m = LAND_RIVER_FAR};
    work->samples = (land_block_samples){.height = patch->height,
                                         .water = patch->water,
                                         .river = patch->river,
                                         .biome = patch->biome};
    work->filling = loam_land_block_begin(&surface->kit, &work->block, &work->arena,
                                          &work->samples);
}

static loam_result run(loam_slice *slice)
{
    const page_part part = part_of(slice);
    const int32_t step = slice->index % LAND_BLOCK_STEPS;
    page_work *const work = slice->index == 0 ? loam_arena_take(&slice->scratch, sizeof *work)
                                              : (void *)slice->scratch.base;
    if (step == 0)
    {
        begin_part(slice, &part, work);
    }
    const int32_t own = work->block.level;
    land_page_source sources[LOAM_LAND_LEVELS] = {0};
    land_slice_source inputs[LOAM_LAND_LEVELS];
    for (int32_t level = 0; level <= own; level++)
    {
        inputs[level] = (land_slice_source){slice, input_of(level, own)};
        sources[level] = loam_land_source_of_slice(&inputs[level]);
    }
    const loam_result result = loam_land_block_step(work->filling, step, sources);
    if (!result && step == LAND_BLOCK_STEPS - 1 && parts_of(slice->level) > 1)
    {
        put_part(&part, &work->patch, slice->out);
    }
    return result;
}

static loam_result add_stage(land_surface *surface, const surface_parameters *parameters)
{
    loam_stage_input inputs[INPUTS];
    set_inputs(inputs);
    loam_stage_def def = loam_default_stage_def();
    def.name = "land.surface";
    def.axes = LOAM_AXES_XZ;
    def.page_size = LOAM_SURFACE_SIDE;
    def.levels = LOAM_SURFACE_LEVELS;
    def.version = LOAM_LAND_VERSION;
    def.payload_size = sizeof(land_patch);
    def.scratch_size = surface->scratch + LOAM_ARENA_SIZE(sizeof(page_work));
    def.slice_count = count_slices;
    def.inputs = inputs;
    def.input_count = INPUTS;
    def.parameters = parameters;
    def.parameters_size = sizeof *parameters;
    def.run = run;
    def.user = surface;
    const loam_result result = loam_pipeline_add(surface->pipeline, &def);
    surface->stage = loam_pipeline_stage_index(surface->pipeline, def.name);
    return result;
}

// ---- identity ---------------------------------------------------------------------------------------------

// These pages are quicker made than kept, but what others make from them may be kept, and is known by them.

// All that biomes make their numbers from, but the functions of a program's own: those have a version.
static uint64_t biomes_identity(const land_surface_def *def)
{
    uint64_t hash = (uint64_t)def->biome_count + loam_land_biome_shapes_identity(def->shape.biomes);
    for (int32_t i = 0; i < def->biome_count; i++)
    {
        const loam_land_biome *const biome = &def->biomes[i];
        const uint64_t words[] = {loam_hash_bytes(biome->name, strlen(biome->name), 0),
                                  loam_hash_f32(&biome->amplitude, 1, 0), biome->version,
                                  loam_hash_bytes(biome->parameters, biome->parameters_size, 0),
                                  biome->parameters_size};
        hash = loam_hash_u64(words, sizeof words / sizeof *words, hash);
    }
    return hash;
}

static surface_parameters parameters_of(const land_surface_def *def)
{
    surface_parameters parameters;
    memset(&parameters, 0, sizeof parameters);
    parameters.seed = def->seed;
    parameters.shape = loam_land_world_shape(&def->shape);
    parameters.biomes = biomes_identity(def);
    return parameters;
}

// ---- life -------------------------------------------------------------------------------------------------

static loam_result check_biomes(const land_surface_def *def)
{
    const int32_t most = LOAM_MAX_LAND_BIOMES - LOAM_BIOME_COUNT;
    if (def->biome_count < 0 || def->biome_count > most)
    {
        return loam_fail(LOAM_BAD_ARGUMENT, "a land has %d biomes of its own; must be 0 to %d",
                         def->biome_count, most);
    }
    for (int32_t i = 0; i < def->biome_count; i++)
    {
        const loam_land_biome *biome = &def->biomes[i];
        if (biome->name == NULL || biome->name[0] == 0 || biome->weight == NULL ||
            biome->height == NULL)
        {
            return loam_fail(LOAM_BAD_ARGUMENT,
                             "biome %d of the land's own needs a name, a weight and a height", i);
        }
        if (biome->parameters_size > LOAM_MAX_PAYLOAD ||
            (biome->parameters == NULL && biome->parameters_size > 0))
        {
            return loam_fail(LOAM_BAD_ARGUMENT,
                             "biome %s has %zu bytes of parameters; must be 0 to %zu, 0 for NULL",
                             biome->name, biome->parameters_size, LOAM_MAX_PAYLOAD);
        }
        if (!(biome->amplitude >= 0 && biome->amplitude <= 10000))
        {
            return loam_fail(LOAM_BAD_ARGUMENT,
                             "the amplitude of biome %s is %g m; must be 0 to 10000", biome->name,
                             (double)biome->amplitude);
        }
    }
    return LOAM_OK;
}

static size_t biome_memory(const land_surface_def *def)
{
    size_t size = LOAM_ARENA_SIZE((size_t)def->biome_count * sizeof *def->biomes);
    for (int32_t i = 0; i < def->biome_count; i++)
    {
        size += LOAM_ARENA_SIZE(def->biomes[i].parameters_size) +
                LOAM_ARENA_SIZE(strlen(def->biomes[i].name) + 1);
    }
    return size;
}

static const void *copy_of(loam_arena *arena, const void *bytes, size_t size)
{
    return size > 0 ? memcpy(loam_arena_take(arena, size), bytes, size) : bytes;
}

// Biomes, their names and parameters, in one piece of memory that begins with the biomes.
static loam_result copy_biomes(land_surface *surface, const land_surface_def *def)
{
    if (def->biome_count == 0)
    {
        return LOAM_OK;
    }
    const size_t size = biome_memory(def);
    void *memory = loam_alloc(&def->env, size);
    if (memory == NULL)
    {
        return LOAM_OUT_OF_MEMORY;
    }
    loam_arena arena = loam_arena_make(memory, size, &def->env);
    surface->biome_memory = size;
    surface->biomes = loam_arena_take(&arena, (size_t)def->biome_count * sizeof *def->biomes);
    for (int32_t i = 0; i < def->biome_count; i++)
    {
        loam_land_biome *biome = &surface->biomes[i];
        *biome = def->biomes[i];
        biome->name = copy_of(&arena, biome->name, strlen(biome->name) + 1);
        biome->parameters = copy_of(&arena, biome->parameters, biome->parameters_size);
    }
    surface->kit.biomes.own = surface->biomes;
    surface->kit.biomes.own_count = def->biome_count;
    return LOAM_OK;
}

static loam_result make_spares(land_surface *surface)
{
    loam_spares *const spares = loam_alloc(&surface->env, sizeof *spares);
    if (spares == NULL)
    {
        return LOAM_OUT_OF_MEMORY;
    }
    if (!loam_spares_init(spares, &surface->env))
    {
        loam_free(&surface->env, spares, sizeof *spares);
        return loam_fail(LOAM_UNSUPPORTED, "this system gave no mutex");
    }
    surface->spares = spares;
    return LOAM_OK;
}

loam_result loam_land_surface_create(const land_surface_def *def, land_surface **out)
{
    *out = NULL;
    const loam_result bad = check_biomes(def);
    if (bad != LOAM_OK)
    {
        return bad;
    }
    land_surface *surface = loam_alloc(&def->env, sizeof *surface);
    if (surface == NULL)
    {
        return LOAM_OUT_OF_MEMORY;
    }
    *surface = (land_surface){.env = def->env, .pipeline = def->pipeline};
    loam_result result = make_spares(surface);
    result = result ? result : loam_land_kit_init(&surface->kit, def->seed, &def->shape, &def->env);
    result = result ? result : copy_biomes(surface, def);
    surface->scratch = loam_land_block_scratch(&surface->kit);
    for (int32_t level = 0; level < LOAM_LAND_LEVELS; level++)
    {
        surface->cells[level] = loam_pipeline_stage_index(def->pipeline, cell_stages[level]);
    }
    const surface_parameters parameters = parameters_of(def);
    result = result ? result : add_stage(surface, &parameters);
    result = result ? result : loam_land_channels_add_stage(surface, def->channels);
    if (result != LOAM_OK)
    {
        loam_land_surface_destroy(surface);
        return result;
    }
    *out = surface;
    return LOAM_OK;
}

void loam_land_surface_destroy(land_surface *surface)
{
    if (surface != NULL)
    {
        const loam_env env = surface->env;
        if (surface->spares != NULL)
        {
            loam_spares_destroy(surface->spares);
            loam_free(&env, surface->spares, sizeof *surface->spares);
        }
        loam_free(&env, surface->biomes, surface->biome_memory);
        loam_free(&env, surface, sizeof *surface);
    }
}

int32_t loam_land_surface_stage(const land_surface *surface)
{
    return surface->stage;
}

float loam_land_surface_bound(const land_surface *surface, int64_t step)
{
    return loam_land_block_bound(&surface->kit, step);
}

// ---- pages ------------------------------------------------------------------------------------------------

loam_result loam_land_surface_pin(land_surface *surface, int64_t x, int64_t z,
                                  const loam_page **out)
{
    const loam_page_id id = {.stage = surface->stage,
                             .x = loam_floor_div(x, LOAM_SURFACE_SIDE),
                             .z = loam_floor_div(z, LOAM_SURFACE_SIDE)};
    return loam_pipeline_get(surface->pipeline, id, out);
}

float loam_land_page_height(const loam_page *page, double x, double z)
{
    const land_patch *patch = page->data;
    const double u = x - (double)(page->x * LOAM_SURFACE_SIDE);
    const double v = z - (double)(page->z * LOAM_SURFACE_SIDE);
    // A place on the far edge belongs to the last square.
    const int32_t i = u < LOAM_SURFACE_SIDE - 1 ? (int32_t)u : LOAM_SURFACE_SIDE - 1;
    const int32_t j = v < LOAM_SURFACE_SIDE - 1 ? (int32_t)v : LOAM_SURFACE_SIDE - 1;
    const float s = (float)(u - i), t = (float)(v - j);
    const float *row = patch->height + j * LAND_PATCH_SIDE + i;
    const float low = row[0] + s * (row[1] - row[0]);
    const float high = row[LAND_PATCH_SIDE] + s * (row[LAND_PATCH_SIDE + 1] - row[LAND_PATCH_SIDE]);
    return low + t * (high - low);
}

// The sample of a page that is nearest to a place.
static int32_t sample_of(const loam_page *page, double x, double z)
{
    const int32_t i = (int32_t)(x - (double)(page->x * LOAM_SURFACE_SIDE) + 0.5);
    const int32_t j = (int32_t)(z - (double)(page->z * LOAM_SURFACE_SIDE) + 0.5);
    return j * LAND_PATCH_SIDE + i;
}

float loam_land_page_water(const loam_page *page, double x, double z)
{
    return ((const land_patch *)page->data)->water[sample_of(page, x, z)];
}

float loam_land_page_river(const loam_page *page, double x, double z)
{
    return ((const land_patch *)page->data)->river[sample_of(page, x, z)];
}

float loam_land_page_biome(const loam_page *page, double x, double z)
{
    return ((const land_patch *)page->data)->biome[sample_of(page, x, z)];
}
