// SPDX-License-Identifier: MIT
#include "land/patchwork/patchwork.h"

#include "base/small.h"

#include <string.h>

// Cells as a stage of a pipeline, and a region of them around a viewer.
//
// What a cell is depends on which chunks have been seen before, so chunks are seen before their cells are asked for;
// from then on a cell is always the same, and the pipeline may drop and make it again as it likes.

// ---- stage --------------------------------------------------------------------------------------

static loam_result run_cell(loam_slice *slice)
{
    const loam_patchwork *const of = slice->user;
    const size_t size = loam_patch_cell_scratch(&of->def);
    return loam_patchwork_cell(of, slice->page_x, slice->page_z, slice->out,
                               loam_arena_take(&slice->scratch, size));
}

loam_stage_def loam_patchwork_stage(const loam_patchwork *of, const char *name)
{
    loam_stage_def stage = loam_default_stage_def();
    stage.name = name;
    stage.axes = LOAM_AXES_XZ;
    stage.page_size = LOAM_PATCH_UNITS;
    stage.version = LOAM_PATCHWORK_VERSION;
    stage.payload_size = (size_t)loam_patch_cell_vertices(&of->def) * sizeof(loam_patch_vertex);
    stage.scratch_size = LOAM_ARENA_SIZE(loam_patch_cell_scratch(&of->def));
    stage.parameters = &of->def;
    stage.parameters_size = sizeof of->def;
    stage.run = run_cell;
    stage.user = (void *)(uintptr_t)of;
    return stage;
}

// ---- world --------------------------------------------------------------------------------------

struct loam_patchwork_world
{
    loam_patchwork_world_def def;
    loam_pipeline *pipeline;
    loam_region *region;
    int32_t count;
    loam_result failed;
    char message[512];
};

loam_patchwork_world_def loam_default_patchwork_world_def(void)
{
    return (loam_patchwork_world_def){.env = loam_default_env(), .cache_bytes = (size_t)64 << 20};
}

static void cell_ready(void *user, const loam_page *page)
{
    loam_patchwork_world *const world = user;
    world->count++;
    if (world->def.ready != NULL)
    {
        world->def.ready(world->def.user, page->x, page->z, page->data);
    }
}

static void cell_leaves(void *user, const loam_page *page)
{
    loam_patchwork_world *const world = user;
    world->count--;
    if (world->def.leave != NULL)
    {
        world->def.leave(world->def.user, page->x, page->z);
    }
}

static void cell_failed(void *user, loam_page_id id, loam_result result, const char *message)
{
    loam_patchwork_world *const world = user;
    (void)id;
    world->failed = result;
    loam_text_printable(world->message, sizeof world->message, message);
}

loam_result loam_patchwork_world_create(const loam_patchwork_world_def *def,
                                        loam_patchwork_world **out)
{
    LOAM_ASSERT(NULL, def != NULL);
    LOAM_ASSERT(&def->env, def->patchwork != NULL && out != NULL);
    *out = NULL;
    loam_patchwork_world *const world = loam_alloc(&def->env, sizeof *world);
    if (world == NULL)
    {
        return LOAM_OUT_OF_MEMORY;
    }
    memset(world, 0, sizeof *world);
    world->def = *def;
    loam_pipeline_def pipeline = loam_default_pipeline_def();
    pipeline.env = def->env;
    pipeline.seed = def->patchwork->def.seed;
    pipeline.cache_bytes = def->cache_bytes;
    const loam_stage_def stage = loam_patchwork_stage(def->patchwork, "patchwork");
    loam_result result = loam_pipeline_create(&pipeline, &world->pipeline);
    result = result == LOAM_OK ? loam_pipeline_add(world->pipeline, &stage) : result;
    if (result != LOAM_OK)
    {
        loam_patchwork_world_destroy(world);
        return result;
    }
    *out = world;
    return LOAM_OK;
}

void loam_patchwork_world_destroy(loam_patchwork_world *world)
{
    if (world != NULL)
    {
        const loam_env env = world->def.env;
        loam_region_destroy(world->region);
        loam_pipeline_destroy(world->pipeline);
        loam_free(&env, world, sizeof *world);
    }
}

/// A vertex along one axis, in units of the pipeline: a cell begins with its chunk.
static int64_t to_units(const loam_patchwork_def *def, int64_t place, int32_t period)
{
    const int64_t from = place - loam_patch_start(def, 0, period);
    const int64_t cell = loam_floor_div(from, period);
    return cell * LOAM_PATCH_UNITS + (from - cell * period) * LOAM_PATCH_UNITS / period;
}

static loam_result move_region(loam_patchwork_world *world, int64_t x, int64_t z)
{
    const loam_patchwork_def *const def = &world->def.patchwork->def;
    const int64_t at_x = to_units(def, x, loam_patch_period_x(def));
    const int64_t at_z = to_units(def, z, loam_patch_period_z(def));
    if (world->region != NULL)
    {
        return loam_region_move(world->region, at_x, 0, at_z);
    }
    const int64_t view = (int64_t)def->view * LOAM_PATCH_UNITS;
    const loam_region_def region = {.load = view,
                                    .keep = view + LOAM_PATCH_UNITS / 2,
                                    .ready = cell_ready,
                                    .leave = cell_leaves,
                                    .failed = cell_failed,
                                    .user = world};
    return loam_region_create(world->pipeline, &region, at_x, 0, at_z, &world->region);
}

loam_result loam_patchwork_world_update(loam_patchwork_world *world, int64_t x, int64_t z,
                                        int32_t milliseconds, uint64_t budget_us, bool *complete)
{
    bool idle = false;
    loam_result result = loam_patchwork_visit(world->def.patchwork, x, z, milliseconds);
    result = result == LOAM_OK ? move_region(world, x, z) : result;
    result = result == LOAM_OK ? loam_pipeline_pump(world->pipeline, budget_us, &idle) : result;
    if (result == LOAM_OK && world->failed != LOAM_OK)
    {
        result = loam_fail(world->failed, "%s", world->message);
        world->failed = LOAM_OK;
    }
    if (complete != NULL)
    {
        *complete = idle && result == LOAM_OK;
    }
    return result;
}

int32_t loam_patchwork_world_count(const loam_patchwork_world *world)
{
    return world->count;
}

size_t loam_patchwork_world_bytes(loam_patchwork_world *world)
{
    const loam_pipeline_usage usage = loam_pipeline_usage_now(world->pipeline);
    return usage.cached_bytes + usage.pinned_bytes + usage.working_bytes;
}
