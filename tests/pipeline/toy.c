// SPDX-License-Identifier: MIT
#include "toy.h"

#include <stdlib.h>
#include <string.h>

typedef struct toy_input
{
    int32_t stage;
    int32_t level;
    int32_t first_level, last_level;
    int64_t reach;
    bool late; // for pages for which what they read besides gives an odd hash
} toy_input;

typedef struct toy_row
{
    const char *name;
    loam_axes axes;
    int64_t page_size;
    int32_t levels;
    int32_t slices;
    bool variable;
    int32_t input_count;
    toy_input inputs[2];
} toy_row;

#define SAME LOAM_SAME_LEVEL

static const toy_row rows[TOY_STAGES] = {
    [TOY_GROUND] = {"ground", LOAM_AXES_XY, 16, 3, 1, false, 0, {{0}}},
    [TOY_ROUGH] = {"rough", LOAM_AXES_XY, 24, 3, 3, true, 1, {{TOY_GROUND, SAME, 0, 2, 5, false}}},
    [TOY_LEFT] = {"left", LOAM_AXES_XY, 16, 2, 1, false, 1, {{TOY_ROUGH, SAME, 0, 1, 0, false}}},
    [TOY_RIGHT] = {"right",
                   LOAM_AXES_XY,
                   32,
                   2,
                   1,
                   true,
                   2,
                   {{TOY_ROUGH, SAME, 0, 1, 7, false}, {TOY_GROUND, 2, 1, 1, 100, false}}},
    [TOY_JOIN] = {"join",
                  LOAM_AXES_XY,
                  16,
                  2,
                  1,
                  false,
                  2,
                  {{TOY_LEFT, SAME, 0, 1, 1, false}, {TOY_RIGHT, SAME, 0, 1, 1, false}}},
    [TOY_PLAN] = {"plan", LOAM_AXES_XZ, 10, 1, 1, false, 0, {{0}}},
    [TOY_DEEP] = {"deep",
                  LOAM_AXES_XYZ,
                  16,
                  1,
                  2,
                  true,
                  2,
                  {{TOY_JOIN, 0, 0, 0, 3, false}, {TOY_PLAN, 0, 0, 0, 0, false}}},
    [TOY_ROCK] = {"rock", LOAM_AXES_XYZ, 8, 1, 1, true, 1, {{TOY_DEEP, 0, 0, 0, 2, false}}},
    [TOY_LATE] = {"late",
                  LOAM_AXES_XY,
                  16,
                  2,
                  2,
                  false,
                  2,
                  {{TOY_JOIN, SAME, 0, 1, 0, false}, {TOY_ROUGH, SAME, 0, 1, 40, true}}},
};

// ---- what both ways share: how a page is made of its inputs' bytes ----------------------------------

static uint64_t fold_page(uint64_t hash, int64_t x, int64_t y, int64_t z, const void *data,
                          size_t size)
{
    return loam_seed_at(loam_hash_bytes(data, size, hash), x, y, z);
}

static size_t write_page(uint8_t *out, uint64_t hash, bool variable)
{
    const size_t words = variable ? loam_random_below(hash, 99, TOY_MAX_PAYLOAD / 8 + 1) : 8;
    for (size_t i = 0; i < words; i++)
    {
        const uint64_t word = loam_random_u64(hash, i);
        memcpy(out + 8 * i, &word, 8);
    }
    return 8 * words;
}

static uint64_t first_hash(uint64_t seed, const toy_parameters *parameters, int32_t level,
                           int64_t x, int64_t y, int64_t z)
{
    return loam_seed_at(seed + parameters->salt + (uint64_t)level * 1000, x, y, z);
}

// ---- through the pipeline ---------------------------------------------------------------------------

static const toy_row *row_of(const loam_slice *slice)
{
    const toy_row *row = NULL;
    memcpy(&row, (const uint8_t *)slice->parameters + sizeof(toy_parameters), sizeof row);
    return row;
}

// The hash is kept in the scratch memory from slice to slice; each slice folds its share of pages.
static void fold_inputs(loam_slice *slice, const toy_row *row, uint64_t *hash)
{
    for (int32_t i = 0; i < row->input_count; i++)
    {
        const toy_input *const input = &row->inputs[i];
        if (slice->level < input->first_level || slice->level > input->last_level)
        {
            continue;
        }
        int32_t count;
        const loam_page *const pages = loam_slice_pages(slice, i, &count);
        for (int32_t k = 0; k < count; k++)
        {
            if (k % slice->count == slice->index)
            {
                *hash = fold_page(*hash, pages[k].x, pages[k].y, pages[k].z, pages[k].data,
                                  pages[k].size);
            }
        }
    }
}

static bool wants_late(loam_slice *slice)
{
    const toy_row *const row = row_of(slice);
    loam_slice whole = *slice; // all pages are folded at once
    uint64_t hash = 0;
    whole.index = 0;
    whole.count = 1;
    fold_inputs(&whole, row, &hash);
    return hash % 2 == 1;
}

static loam_result run_toy(loam_slice *slice)
{
    const toy_parameters *const parameters = slice->parameters;
    const toy_row *const row = row_of(slice);
    uint64_t *const hash = slice->index == 0 ? loam_arena_take(&slice->scratch, sizeof(uint64_t))
                                             : (void *)slice->scratch.base;
    if (slice->index == 0)
    {
        *hash = first_hash(slice->seed, parameters, slice->level, slice->page_x, slice->page_y,
                           slice->page_z);
    }
    if (parameters->fail != 0 && slice->page_x == (int64_t)parameters->fail_x &&
        slice->index == slice->count - 1)
    {
        return loam_fail(LOAM_FAILED, "the toy %s broke", row->name);
    }
    fold_inputs(slice, row, hash);
    if (slice->index == slice->count - 1)
    {
        slice->out_size = write_page(slice->out, *hash, row->variable);
    }
    return LOAM_OK;
}

// Each stage's parameters are toy_parameters and, behind them, the pointer to its row.
enum
{
    PARAMETER_BYTES = sizeof(toy_parameters) + sizeof(void *)
};

static int32_t count_slices(const void *parameters, int32_t level)
{
    const toy_row *row;
    memcpy(&row, (const uint8_t *)parameters + sizeof(toy_parameters), sizeof row);
    return row->slices + level;
}

loam_stage_def toy_stage(int32_t stage)
{
    static loam_stage_input inputs[2];
    static uint8_t parameters[PARAMETER_BYTES];
    const toy_row *const row = &rows[stage];
    memset(parameters, 0, sizeof parameters);
    memcpy(parameters + sizeof(toy_parameters), &row, sizeof row);
    for (int32_t i = 0; i < row->input_count; i++)
    {
        inputs[i] = (loam_stage_input){.stage = rows[row->inputs[i].stage].name,
                                       .reach = row->inputs[i].reach,
                                       .level = row->inputs[i].level,
                                       .first_level = row->inputs[i].first_level,
                                       .last_level = row->inputs[i].last_level,
                                       .late = row->inputs[i].late};
    }
    loam_stage_def def = loam_default_stage_def();
    def.name = row->name;
    def.axes = row->axes;
    def.page_size = row->page_size;
    def.levels = row->levels;
    def.payload_size = row->variable ? TOY_MAX_PAYLOAD : 64;
    def.scratch_size = 64;
    def.inputs = inputs;
    def.input_count = row->input_count;
    def.parameters = parameters;
    def.parameters_size = sizeof parameters;
    def.slice_count = count_slices;
    def.run = run_toy;
    def.wants_late = wants_late;
    return def;
}

loam_result toy_add(loam_pipeline *pipeline)
{
    for (int32_t stage = 0; stage < TOY_STAGES; stage++)
    {
        const loam_stage_def def = toy_stage(stage);
        const loam_result result = loam_pipeline_add(pipeline, &def);
        if (result != LOAM_OK)
        {
            return result;
        }
    }
    return LOAM_OK;
}

loam_result toy_set_parameters(loam_pipeline *pipeline, int32_t stage,
                               const toy_parameters *parameters)
{
    uint8_t bytes[PARAMETER_BYTES];
    const toy_row *const row = &rows[stage];
    memcpy(bytes, parameters, sizeof *parameters);
    memcpy(bytes + sizeof *parameters, &row, sizeof row);
    return loam_pipeline_set_parameters(pipeline, row->name, bytes, sizeof bytes);
}

loam_jobs *toy_jobs(const loam_env *env, int32_t threads)
{
    loam_jobs_def def = loam_default_jobs_def();
    loam_jobs *jobs = NULL;
    def.env = *env;
    def.threads = threads;
#ifdef LOAM_NO_THREADS
    def.threads = 0;
#endif
    return loam_jobs_create(&def, &jobs) == LOAM_OK ? jobs : NULL;
}

loam_pipeline *toy_create(const loam_env *env, uint64_t seed, int32_t threads, size_t cache_bytes,
                          loam_jobs **jobs)
{
    loam_pipeline_def def = loam_default_pipeline_def();
    *jobs = threads > 0 ? toy_jobs(env, threads) : NULL;
    def.env = *env;
    def.env.jobs = *jobs;
    def.seed = seed;
    def.cache_bytes = cache_bytes;
    loam_pipeline *pipeline = NULL;
    if ((threads > 0 && *jobs == NULL) || loam_pipeline_create(&def, &pipeline) != LOAM_OK ||
        toy_add(pipeline) != LOAM_OK)
    {
        toy_destroy(pipeline, *jobs);
        *jobs = NULL;
        return NULL;
    }
    return pipeline;
}

void toy_destroy(loam_pipeline *pipeline, loam_jobs *jobs)
{
    loam_pipeline_destroy(pipeline);
    loam_jobs_destroy(jobs);
}

// ---- by recursion -----------------------------------------------------------------------------------

toy_model toy_model_make(uint64_t seed)
{
    toy_model model = {.seed = seed};
    for (int32_t stage = 0; stage < TOY_STAGES; stage++)
    {
        model.enabled[stage] = true;
    }
    return model;
}

// The page that a unit lies in, found by counting rather than by dividing.
static int64_t page_at(int64_t unit, int64_t extent)
{
    int64_t page = unit / extent;
    while (page * extent > unit)
    {
        page--;
    }
    while ((page + 1) * extent <= unit)
    {
        page++;
    }
    return page;
}

static bool has_axis(loam_axes axes, int32_t axis)
{
    return axis == 0 || (axis == 1 && axes != LOAM_AXES_XZ) || (axis == 2 && axes != LOAM_AXES_XY);
}

typedef struct box
{
    int64_t first[3], last[3];
} box;

static box read_box(const toy_row *row, const toy_input *input, int64_t reach,
                    const loam_page_id *id)
{
    const toy_row *const read = &rows[input->stage];
    const int32_t level = input->level == SAME ? id->level : input->level;
    const int64_t own = row->page_size << id->level, other = read->page_size << level;
    const int64_t place[3] = {id->x, id->y, id->z};
    box area = {{0, 0, 0}, {0, 0, 0}};
    for (int32_t axis = 0; axis < 3; axis++)
    {
        if (has_axis(read->axes, axis))
        {
            area.first[axis] = page_at(place[axis] * own - reach, other);
            area.last[axis] = page_at(place[axis] * own + own - 1 + reach, other);
        }
    }
    return area;
}

typedef struct memory
{
    bool used, failed;
    loam_page_id id;
    size_t size;
    uint8_t bytes[TOY_MAX_PAYLOAD];
} memory;

enum
{
    MEMORY_SLOTS = 1 << 14
};
static memory memories[MEMORY_SLOTS];

void toy_model_changed(void)
{
    for (int32_t i = 0; i < MEMORY_SLOTS; i++)
    {
        memories[i].used = false;
    }
}

static bool same_id(const loam_page_id *a, const loam_page_id *b)
{
    return a->stage == b->stage && a->level == b->level && a->x == b->x && a->y == b->y &&
           a->z == b->z;
}

static memory *memory_of(const toy_model *model, const loam_page_id *id)
{
    const uint64_t hash = loam_seed_at(model->seed + (uint64_t)(id->stage * 31 + id->level), id->x,
                                       id->y, id->z);
    return &memories[hash % MEMORY_SLOTS];
}

// A slice folds every count-th page; so the folding order is by slice, then input, then page.
static bool fold_model(const toy_model *model, const toy_row *row, const loam_page_id *id,
                       bool late, int32_t slice, int32_t slices, uint64_t *hash)
{
    for (int32_t i = 0; i < row->input_count; i++)
    {
        const toy_input *const input = &row->inputs[i];
        if (id->level < input->first_level || id->level > input->last_level)
        {
            continue;
        }
        const box area = read_box(row, input, input->late && !late ? 0 : input->reach, id);
        int32_t k = 0;
        loam_page_id read = {.stage = input->stage,
                             .level = input->level == SAME ? id->level : input->level};
        for (read.z = area.first[2]; read.z <= area.last[2]; read.z++)
        {
            for (read.y = area.first[1]; read.y <= area.last[1]; read.y++)
            {
                for (read.x = area.first[0]; read.x <= area.last[0]; read.x++, k++)
                {
                    uint8_t bytes[TOY_MAX_PAYLOAD];
                    size_t size;
                    if (!toy_model_page(model, read, bytes, &size))
                    {
                        return false;
                    }
                    if (k % slices == slice)
                    {
                        *hash = fold_page(*hash, read.x, read.y, read.z, bytes, size);
                    }
                }
            }
        }
    }
    return true;
}

static bool compute_model(const toy_model *model, const loam_page_id *id, uint8_t *bytes,
                          size_t *size)
{
    const toy_row *const row = &rows[id->stage];
    const toy_parameters *const parameters = &model->parameters[id->stage];
    *size = 0;
    if (!model->enabled[id->stage])
    {
        return true;
    }
    uint64_t hash = first_hash(loam_seed_derive(model->seed, row->name), parameters, id->level,
                               id->x, id->y, id->z);
    const int32_t slices = row->slices + id->level;
    uint64_t early = 0;
    if (!fold_model(model, row, id, false, 0, 1, &early))
    {
        return false;
    }
    for (int32_t slice = 0; slice < slices; slice++)
    {
        if (!fold_model(model, row, id, early % 2 == 1, slice, slices, &hash))
        {
            return false;
        }
    }
    if (parameters->fail != 0 && id->x == (int64_t)parameters->fail_x)
    {
        return false;
    }
    *size = write_page(bytes, hash, row->variable);
    return true;
}

bool toy_model_page(const toy_model *model, loam_page_id id, uint8_t bytes[TOY_MAX_PAYLOAD],
                    size_t *size)
{
    memory *const slot = memory_of(model, &id);
    if (!slot->used || !same_id(&slot->id, &id))
    {
        memory fresh = {.used = true, .id = id};
        fresh.failed = !compute_model(model, &id, fresh.bytes, &fresh.size);
        *slot = fresh;
    }
    memcpy(bytes, slot->bytes, slot->size);
    *size = slot->size;
    return !slot->failed;
}

bool toy_matches(const toy_model *model, const loam_page *page)
{
    const loam_page_id id = {page->stage, page->level, page->x, page->y, page->z};
    uint8_t bytes[TOY_MAX_PAYLOAD];
    size_t size;
    return toy_model_page(model, id, bytes, &size) && size == page->size &&
           (size == 0 ? page->data == NULL : memcmp(bytes, page->data, size) == 0) &&
           (uintptr_t)page->data % 64 == 0;
}

int64_t toy_page_size(int32_t stage)
{
    return rows[stage].page_size;
}

loam_page_id toy_id(int32_t stage, int32_t level, int64_t x, int64_t y, int64_t z)
{
    const loam_axes axes = rows[stage].axes;
    return (loam_page_id){.stage = stage,
                          .level = level,
                          .x = x,
                          .y = has_axis(axes, 1) ? y : 0,
                          .z = has_axis(axes, 2) ? z : 0};
}
