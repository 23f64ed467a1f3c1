// SPDX-License-Identifier: MIT
#include "isles/isles.h"

#include "loam/random.h"

#include <stdio.h>
#include <string.h>

// The steps of an island as stages of a pipeline (Karavasilev 2021, 6.3): a page is a slot, a slice some rows of a
// map, or one kind of object. Each can be looked at, held and replaced. What a stage needs of the island itself is
// in the pages of "nodes" or "sites", and its maps follow from those of the stages before it.

enum
{
    SITES = LOAM_ISLE_STAGE_COUNT, // beside the stages that have a number
    ALL_STAGES,
    MAX_READS = 3,
    GROUND = sizeof(float) +
             LOAM_ISLE_MAX_TERRAINS, // bytes a sample: a height or slope, and terrains
};

_Static_assert(LOAM_ISLE_MAX_KINDS <= ISLE_SLICES, "a slice has one kind of object");

typedef loam_result (*run_function)(loam_slice *slice);

const char *loam_isle_stage_name(loam_isle_stage stage)
{
    static const char *const names[LOAM_ISLE_STAGE_COUNT] = {
        "nodes", "gradients", "noise", "product", "sum", "blends", "rock", "flats", "objects"};
    return stage >= 0 && stage < LOAM_ISLE_STAGE_COUNT ? names[stage] : "?";
}

// ---- what slices share --------------------------------------------------------------------------

static const loam_isles_def *def_of(const loam_slice *slice)
{
    return slice->parameters;
}

/// What an input's page of this slot holds: at least so many bytes, or NULL with a message.
static const void *input(loam_slice *slice, int32_t number, size_t min)
{
    const loam_page *const page = loam_slice_page(slice, number, slice->page_x, 0, slice->page_z);
    if (page != NULL && page->size < min)
    {
        loam_fail(LOAM_FAILED, "input %d is empty: its stage is switched off", (int)number);
    }
    return page != NULL && page->size >= min ? page->data : NULL;
}

/// A page's work: some rows of its maps. What is `count` is 0 if the slot is empty.
typedef struct rows
{
    const isle_ground *ground;
    loam_isles_area area; // those rows
    size_t first, count;  // samples before them, and of them
    size_t samples;       // of the whole map
} rows;

/// The first input is always the island. Its ground is made by the first slice and kept for the others.
static loam_result take_ground(loam_slice *slice, isle_ground **out)
{
    const loam_isle *const isle = input(slice, 0, sizeof *isle);
    if (isle == NULL)
    {
        return LOAM_FAILED;
    }
    if (slice->index > 0)
    {
        *out = (isle_ground *)(void *)slice->scratch.base;
        return LOAM_OK;
    }
    *out = loam_arena_take(&slice->scratch, sizeof(isle_ground));
    return loam_isle_ground_init(
        *out, def_of(slice), loam_seed_derive(slice->world_seed, ISLE_STAGE_PREFIX "bed"), isle);
}

static loam_result take_rows(loam_slice *slice, rows *out)
{
    isle_ground *ground;
    const loam_result result = take_ground(slice, &ground);
    *out = (rows){0};
    if (result != LOAM_OK || ground->type == NULL)
    {
        slice->out_size = 0;
        return result;
    }
    out->ground = ground;
    out->area = loam_isle_area(def_of(slice), &ground->isle);
    const int32_t side = out->area.w, begin = side * slice->index / slice->count;
    const int32_t end = side * (slice->index + 1) / slice->count;
    out->area.z += begin * out->area.step;
    out->area.h = end - begin;
    out->first = (size_t)begin * (size_t)side;
    out->count = (size_t)out->area.h * (size_t)side;
    out->samples = (size_t)side * (size_t)side;
    return LOAM_OK;
}

static loam_isle *write_isle(loam_slice *slice, const loam_isle *isle)
{
    slice->out_size = sizeof *isle;
    return memcpy(slice->out, isle, sizeof *isle);
}

static size_t node_maps_size(const rows *part)
{
    return (size_t)part->ground->isle.node_count * part->samples * sizeof(float);
}

// ---- the stages ---------------------------------------------------------------------------------

static loam_result run_nodes(loam_slice *slice)
{
    loam_isle isle;
    loam_isle_place(def_of(slice), loam_seed_derive(slice->world_seed, "isles"), slice->page_x,
                    slice->page_z, &isle);
    (void)write_isle(slice, &isle);
    return LOAM_OK;
}

static loam_result run_sites(loam_slice *slice)
{
    isle_ground *ground;
    const loam_result result = take_ground(slice, &ground);
    if (result == LOAM_OK && ground->type != NULL)
    {
        loam_isle_find_sites(ground, loam_arena_take(&slice->scratch, loam_isle_sites_scratch()));
    }
    if (result == LOAM_OK)
    {
        (void)write_isle(slice, &ground->isle);
    }
    return result;
}

/// Gradients or noises of every node.
static loam_result run_maps(loam_slice *slice,
                            void (*fill)(const isle_ground *, int32_t, loam_isles_area, float *))
{
    rows part;
    const loam_result result = take_rows(slice, &part);
    if (result != LOAM_OK || part.count == 0)
    {
        return result;
    }
    const int32_t nodes = part.ground->isle.node_count;
    for (int32_t node = 0; node < nodes; node++)
    {
        fill(part.ground, node, part.area,
             (float *)slice->out + (size_t)node * part.samples + part.first);
    }
    slice->out_size = node_maps_size(&part);
    return LOAM_OK;
}

static loam_result run_gradients(loam_slice *slice)
{
    return run_maps(slice, loam_isle_gradients);
}

static loam_result run_noise(loam_slice *slice)
{
    return run_maps(slice, loam_isle_noises);
}

static loam_result run_product(loam_slice *slice)
{
    rows part;
    const loam_result result = take_rows(slice, &part);
    if (result != LOAM_OK || part.count == 0)
    {
        return result;
    }
    const size_t size = node_maps_size(&part);
    const float *const gradients = input(slice, 1, size), *const noises = input(slice, 2, size);
    if (gradients == NULL || noises == NULL)
    {
        return LOAM_FAILED;
    }
    for (int32_t node = 0; node < part.ground->isle.node_count; node++)
    {
        const size_t at = (size_t)node * part.samples + part.first;
        loam_isle_products(part.ground, node, gradients + at, noises + at, part.count,
                           (float *)slice->out + at);
    }
    slice->out_size = size;
    return LOAM_OK;
}

static loam_result run_sum(loam_slice *slice)
{
    rows part;
    const loam_result result = take_rows(slice, &part);
    if (result != LOAM_OK || part.count == 0)
    {
        return result;
    }
    const float *const products = input(slice, 1, node_maps_size(&part));
    if (products == NULL)
    {
        return LOAM_FAILED;
    }
    loam_isle_sums(part.ground, part.area, products + part.first, part.samples,
                   (float *)slice->out + part.first);
    slice->out_size = part.samples * sizeof(float);
    return LOAM_OK;
}

static loam_result run_blends(loam_slice *slice)
{
    rows part;
    const loam_result result = take_rows(slice, &part);
    if (result != LOAM_OK || part.count == 0)
    {
        return result;
    }
    const float *const products = input(slice, 1, node_maps_size(&part));
    const float *const sums = input(slice, 2, part.samples * sizeof *sums);
    if (products == NULL || sums == NULL)
    {
        return LOAM_FAILED;
    }
    for (size_t i = part.first; i < part.first + part.count; i++)
    {
        float shares[LOAM_ISLE_MAX_TERRAINS];
        loam_isle_blend(part.ground, sums[i], products + i, part.samples, shares);
        loam_isle_pack(shares, (uint8_t *)slice->out + i * LOAM_ISLE_MAX_TERRAINS);
    }
    slice->out_size = part.samples * LOAM_ISLE_MAX_TERRAINS;
    return LOAM_OK;
}

/// The slope at a sample; beyond the map the ground goes on as at its edge, which lies outside of the island.
static float slope_at(const float *heights, const rows *part, size_t at)
{
    const size_t side = (size_t)part->area.w, column = at % side, row = at / side;
    const float step = (float)part->area.step;
    return loam_isle_slope(
        heights[column > 0 ? at - 1 : at], heights[column + 1 < side ? at + 1 : at],
        heights[row > 0 ? at - side : at], heights[row + 1 < side ? at + side : at], 2.0f * step);
}

static loam_result run_rock(loam_slice *slice)
{
    rows part;
    const loam_result result = take_rows(slice, &part);
    if (result != LOAM_OK || part.count == 0)
    {
        return result;
    }
    const float *const sums = input(slice, 1, part.samples * sizeof *sums);
    const uint8_t *const blends = input(slice, 2, part.samples * LOAM_ISLE_MAX_TERRAINS);
    if (sums == NULL || blends == NULL)
    {
        return LOAM_FAILED;
    }
    float *const slopes = slice->out;
    uint8_t *const out = (uint8_t *)(slopes + part.samples);
    memcpy(out + part.first * LOAM_ISLE_MAX_TERRAINS, blends + part.first * LOAM_ISLE_MAX_TERRAINS,
           part.count * LOAM_ISLE_MAX_TERRAINS);
    for (size_t i = part.first; i < part.first + part.count; i++)
    {
        float shares[LOAM_ISLE_MAX_TERRAINS];
        slopes[i] = slope_at(sums, &part, i);
        loam_isle_unpack(blends + i * LOAM_ISLE_MAX_TERRAINS, shares);
        if (loam_isle_add_rock(part.ground->type, slopes[i], shares))
        {
            loam_isle_pack(shares, out + i * LOAM_ISLE_MAX_TERRAINS);
        }
    }
    slice->out_size = part.samples * GROUND;
    return LOAM_OK;
}

static loam_result run_flats(loam_slice *slice)
{
    rows part;
    const loam_result result = take_rows(slice, &part);
    if (result != LOAM_OK || part.count == 0)
    {
        return result;
    }
    const loam_isle *const isle = &part.ground->isle;
    const float *const sums = input(slice, 1, part.samples * sizeof *sums);
    const float *const slopes = input(slice, 2, part.samples * GROUND);
    if (sums == NULL || slopes == NULL)
    {
        return LOAM_FAILED;
    }
    const uint8_t *const rocks = (const uint8_t *)(slopes + part.samples);
    float *const heights = slice->out;
    uint8_t *const out = (uint8_t *)(heights + part.samples);
    memcpy(heights + part.first, sums + part.first, part.count * sizeof *heights);
    memcpy(out + part.first * LOAM_ISLE_MAX_TERRAINS, rocks + part.first * LOAM_ISLE_MAX_TERRAINS,
           part.count * LOAM_ISLE_MAX_TERRAINS);
    loam_isle_flatten(isle, part.area, heights + part.first);
    for (size_t i = 0; i < part.count; i++)
    {
        const size_t at = (part.first + i) * LOAM_ISLE_MAX_TERRAINS, w = (size_t)part.area.w;
        const int64_t x = part.area.x + (int64_t)(i % w) * part.area.step - isle->x;
        const int64_t z = part.area.z + (int64_t)(i / w) * part.area.step - isle->z;
        float shares[LOAM_ISLE_MAX_TERRAINS];
        loam_isle_unpack(rocks + at, shares);
        if (loam_isle_add_yards(part.ground, (float)x, (float)z, shares))
        {
            loam_isle_pack(shares, out + at);
        }
    }
    slice->out_size = part.samples * GROUND;
    return LOAM_OK;
}

/// The first slice places what is built; each has one kind of object.
static loam_result run_objects(loam_slice *slice)
{
    isle_ground *ground;
    const loam_result result = take_ground(slice, &ground);
    if (result != LOAM_OK || ground->type == NULL)
    {
        slice->out_size = 0;
        return result;
    }
    const loam_isles_area area = loam_isle_area(def_of(slice), &ground->isle);
    const size_t samples = (size_t)area.w * (size_t)area.h;
    const float *const heights = input(slice, 1, samples * GROUND);
    if (heights == NULL)
    {
        return LOAM_FAILED;
    }
    const isle_placing placing = {.ground = ground,
                                  .area = area,
                                  .heights = heights,
                                  .terrains = (const uint8_t *)(heights + samples)};
    void *const scratch = slice->scratch.base + LOAM_ARENA_SIZE(sizeof(isle_ground));
    int32_t count = (int32_t)(slice->out_size / sizeof(loam_isle_object));
    if (slice->index == 0)
    {
        (void)loam_arena_take(&slice->scratch, loam_isle_objects_scratch());
        count = loam_isle_place_built(&placing, slice->out, scratch);
    }
    if (slice->index < ground->type->kind_count)
    {
        count = loam_isle_place_kind(&placing, slice->index, slice->out, count, scratch);
    }
    slice->out_size = (size_t)count * sizeof(loam_isle_object);
    return LOAM_OK;
}

// ---- adding them --------------------------------------------------------------------------------

static int32_t count_slices(const void *parameters, int32_t level)
{
    (void)parameters;
    (void)level;
    return ISLE_SLICES;
}

/// The largest maps that a def can make, of so many bytes for each sample and each node's sample.
static size_t largest_map(const loam_isles_def *def, size_t bytes, size_t node_bytes)
{
    size_t max = 0;
    for (int32_t i = 0; i < def->type_count; i++)
    {
        const size_t side = (size_t)loam_isle_side(def, (int32_t)def->types[i].radius.high);
        const size_t size = side * side * (bytes + node_bytes * (size_t)def->types[i].nodes.high);
        max = size > max ? size : max;
    }
    return max;
}

/// A stage by its number: what it reads, and how large its pages are.
typedef struct stage_row
{
    int32_t stage;
    run_function run;
    int32_t reads[MAX_READS];     // stages; the first is the island, -1 none
    size_t bytes, node_bytes;     // of maps: for each sample, and for each sample of each node
    size_t payload;               // of what is no map
    bool whole;                   // one slice
    size_t (*scratch_size)(void); // beside the ground; NULL none
} stage_row;

static const stage_row stage_rows[ALL_STAGES] = {
    {LOAM_ISLE_NODES, run_nodes, {-1}, .whole = true, .payload = sizeof(loam_isle)},
    {SITES,
     run_sites,
     {LOAM_ISLE_NODES, -1},
     .whole = true,
     .payload = sizeof(loam_isle),
     .scratch_size = loam_isle_sites_scratch},
    {LOAM_ISLE_GRADIENTS, run_gradients, {LOAM_ISLE_NODES, -1}, .node_bytes = sizeof(float)},
    {LOAM_ISLE_NOISE, run_noise, {LOAM_ISLE_NODES, -1}, .node_bytes = sizeof(float)},
    {LOAM_ISLE_PRODUCT,
     run_product,
     {LOAM_ISLE_NODES, LOAM_ISLE_GRADIENTS, LOAM_ISLE_NOISE},
     .node_bytes = sizeof(float)},
    {LOAM_ISLE_SUM, run_sum, {LOAM_ISLE_NODES, LOAM_ISLE_PRODUCT, -1}, .bytes = sizeof(float)},
    {LOAM_ISLE_BLENDS,
     run_blends,
     {LOAM_ISLE_NODES, LOAM_ISLE_PRODUCT, LOAM_ISLE_SUM},
     .bytes = LOAM_ISLE_MAX_TERRAINS},
    {LOAM_ISLE_ROCK, run_rock, {LOAM_ISLE_NODES, LOAM_ISLE_SUM, LOAM_ISLE_BLENDS}, .bytes = GROUND},
    {LOAM_ISLE_FLATS, run_flats, {SITES, LOAM_ISLE_SUM, LOAM_ISLE_ROCK}, .bytes = GROUND},
    {LOAM_ISLE_OBJECTS,
     run_objects,
     {SITES, LOAM_ISLE_FLATS, -1},
     .payload = LOAM_ISLE_MAX_OBJECTS * sizeof(loam_isle_object),
     .scratch_size = loam_isle_objects_scratch},
};

static const char *name_of(int32_t stage, char room[LOAM_MAX_STAGE_NAME + 1])
{
    snprintf(room, LOAM_MAX_STAGE_NAME + 1, ISLE_STAGE_PREFIX "%s",
             stage == SITES ? "sites" : loam_isle_stage_name((loam_isle_stage)stage));
    return room;
}

static loam_result add_stage(loam_pipeline *pipeline, const loam_isles_def *def,
                             const stage_row *row)
{
    char name[LOAM_MAX_STAGE_NAME + 1], names[MAX_READS][LOAM_MAX_STAGE_NAME + 1];
    loam_stage_input inputs[MAX_READS] = {0};
    loam_stage_def stage = loam_default_stage_def();
    stage.name = name_of(row->stage, name);
    stage.axes = LOAM_AXES_XZ;
    stage.page_size = def->slot;
    stage.version = LOAM_ISLES_VERSION;
    stage.payload_size = row->payload + largest_map(def, row->bytes, row->node_bytes);
    stage.scratch_size = LOAM_ARENA_SIZE(sizeof(isle_ground)) +
                         (row->scratch_size != NULL ? row->scratch_size() : 0);
    stage.inputs = inputs;
    for (int32_t i = 0; i < MAX_READS && row->reads[i] >= 0; i++)
    {
        inputs[stage.input_count++].stage = name_of(row->reads[i], names[i]);
    }
    stage.parameters = def;
    stage.parameters_size = sizeof *def;
    stage.slice_count = row->whole ? NULL : count_slices;
    stage.run = row->run;
    return loam_pipeline_add(pipeline, &stage);
}

/// Only what islands depend on, in memory that was cleared: it is part of the identity of pages.
static void keep_parameters(loam_isles_def *to, const loam_isles_def *def)
{
    memset(to, 0, sizeof *to);
    to->slot = def->slot;
    to->cell = def->cell;
    to->jitter = def->jitter;
    to->empty = def->empty;
    to->depth = def->depth;
    to->swell = def->swell;
    to->type_count = def->type_count;
    memcpy(to->types, def->types, (size_t)def->type_count * sizeof def->types[0]);
}

loam_result loam_isles_add_stages(loam_pipeline *pipeline, const loam_isles_def *def)
{
    loam_isles_def parameters;
    loam_result result = loam_isles_check(def);
    if (result == LOAM_OK)
    {
        keep_parameters(&parameters, def);
    }
    for (int32_t i = 0; i < ALL_STAGES && result == LOAM_OK; i++)
    {
        result = add_stage(pipeline, &parameters, &stage_rows[i]);
    }
    return result;
}
