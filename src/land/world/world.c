// SPDX-License-Identifier: MIT
#include "base/result.h"
#include "land/land.h"
#include "land/surface/channels.h"
#include "land/world/refine.h"
#include "loam/jobs.h"

#include <math.h>
#include <string.h>

// The living thing: its settings, its memory, and an update.

enum
{
    PAGE_OVERHEAD =
        1024, // bytes for each page beside its payload: the pipeline's, the claim's and ours
    ALONE_UNDER_WAY = 8,
    UNDER_WAY_PER_THREAD = 16, // so that they do not run dry between two updates
    SLICE_NS = 1000000,        // what few slices of a land take longer than
};

static const int64_t max_distance = (int64_t)1 << 24;

loam_land_world_def loam_default_land_world_def(void)
{
    return (loam_land_world_def){.view = 8192, .fine = 512, .memory_bytes = (size_t)128 << 20};
}

// ---- making and ending ------------------------------------------------------------------------------

static loam_result check_viewer(const loam_land_viewer *viewer)
{
    const int64_t end = LOAM_LAND_END;
    if (viewer->x < -end || viewer->x > end || viewer->z < -end || viewer->z > end)
    {
        return loam_fail(LOAM_BAD_ARGUMENT, "the viewer is at (%lld, %lld); must be -2^50 to 2^50",
                         (long long)viewer->x, (long long)viewer->z);
    }
    if (!isfinite(viewer->look_x) || !isfinite(viewer->look_z))
    {
        return loam_fail(LOAM_BAD_ARGUMENT, "the viewer looks to (%g, %g); must be numbers",
                         (double)viewer->look_x, (double)viewer->look_z);
    }
    return LOAM_OK;
}

static loam_result check_def(const loam_land_world_def *def)
{
    if (def->view < 1 || def->view > max_distance || def->fine < 1 || def->fine > max_distance)
    {
        return loam_fail(LOAM_BAD_ARGUMENT, "view is %lld m and fine %lld m; must be 1 to 16777216",
                         (long long)def->view, (long long)def->fine);
    }
    return LOAM_OK;
}

static loam_result make_plan(struct loam_land_world *world)
{
    const loam_land_world_def *const def = &world->def;
    const size_t page_bytes = world->source.payload_size + PAGE_OVERHEAD;
    const size_t capacity = def->memory_bytes / page_bytes;
    const size_t enough = (size_t)1 << 24;
    int64_t least;
    if (loam_land_plan_make(def->view, def->fine, (int64_t)(capacity < enough ? capacity : enough),
                            &world->plan, &least))
    {
        return LOAM_OK;
    }
    return loam_fail(
        LOAM_BAD_ARGUMENT,
        "memory of %zu bytes holds %zu pages, and a view of %lld m, fine up to %lld m, "
        "takes at least %lld pages of %zu bytes: more memory or less of these",
        def->memory_bytes, capacity, (long long)def->view, (long long)def->fine, (long long)least,
        page_bytes);
}

static void free_arrays(struct loam_land_world *world)
{
    const loam_env *const env = &world->source.env;
    loam_free(env, world->roots, world->root_count * sizeof *world->roots);
    loam_free(env, world->quads, world->quad_count * sizeof *world->quads);
    loam_free(env, world->wishes, world->wish_room * sizeof *world->wishes);
}

/// Pages that are held and are no roots lie in quads, of which each that is there adds three to them at
/// least.
static loam_result make_arrays(struct loam_land_world *world)
{
    const loam_env *const env = &world->source.env;
    const int64_t across = 2 * land_plan_keep(world->plan.view);
    world->root_side = (int32_t)(across / land_page_side(world->plan.top)) + 2;
    world->root_count = (size_t)world->root_side * (size_t)world->root_side;
    world->quad_count = (size_t)world->plan.most / 3 + 1;
    world->wish_room = world->root_count + 4 * world->quad_count;
    world->roots = loam_alloc(env, world->root_count * sizeof *world->roots);
    world->quads = loam_alloc(env, world->quad_count * sizeof *world->quads);
    world->wishes = loam_alloc(env, world->wish_room * sizeof *world->wishes);
    if (world->roots == NULL || world->quads == NULL || world->wishes == NULL)
    {
        free_arrays(world);
        return LOAM_OUT_OF_MEMORY;
    }
    memset(world->roots, 0, world->root_count * sizeof *world->roots);
    for (size_t i = 0; i < world->quad_count; i++)
    {
        world->quads[i].next = world->free_quads;
        world->free_quads = &world->quads[i];
    }
    return LOAM_OK;
}

static void set_viewer(struct loam_land_world *world, loam_land_viewer viewer)
{
    const double x = (double)viewer.look_x, z = (double)viewer.look_z;
    const double length = sqrt(x * x + z * z);
    world->viewer = viewer;
    world->look_x = length > 0 ? (float)(x / length) : 0;
    world->look_z = length > 0 ? (float)(z / length) : 0;
}

loam_result loam_land_world_create_on(const land_source *source, const loam_land_world_def *def,
                                      loam_land_viewer viewer, loam_land_world **out)
{
    *out = NULL;
    loam_result result = check_def(def);
    result = result == LOAM_OK ? check_viewer(&viewer) : result;
    if (result != LOAM_OK)
    {
        return result;
    }
    const loam_env *const env = &source->env;
    struct loam_land_world *const world = loam_alloc(env, sizeof *world);
    if (world == NULL)
    {
        return LOAM_OUT_OF_MEMORY;
    }
    const int32_t width = env->jobs != NULL ? loam_jobs_width(env->jobs) : 1;
    *world = (struct loam_land_world){.source = *source, .def = *def, .threads = width > 1};
    world->most_under_way = width > 1 ? width * UNDER_WAY_PER_THREAD : ALONE_UNDER_WAY;
    set_viewer(world, viewer);
    result = make_plan(world);
    result = result == LOAM_OK ? make_arrays(world) : result;
    if (result != LOAM_OK)
    {
        loam_free(env, world, sizeof *world);
        return result;
    }
    loam_land_roots_follow(world);
    *out = world;
    return LOAM_OK;
}

static void read_patch(const loam_page *page, loam_surface_page *out)
{
    const land_patch *const patch = page->data;
    out->height_stride = LAND_PATCH_SIDE;
    out->biome_stride = 1;
    out->height = patch->height;
    out->water = patch->water;
    out->biome = patch->biome;
}

loam_result loam_land_world_create(const loam_land_world_def *def, loam_land_viewer viewer,
                                   loam_land_world **out)
{
    LOAM_ASSERT(NULL, def != NULL && def->land != NULL);
    const loam_land *const land = def->land;
    LOAM_ASSERT(&land->env, out != NULL);
    const land_surface *const surface = land->surface;
    const bool plain = surface->channels == 0;
    const land_source source = {
        .env = land->env,
        .pipeline = land->pipeline,
        .stage = plain ? loam_land_surface_stage(surface) : surface->page_stage,
        .payload_size = plain ? sizeof(land_patch) : loam_land_channels_size(surface->channels),
        .read = plain ? read_patch : loam_land_channels_read};
    return loam_land_world_create_on(&source, def, viewer, out);
}

void loam_land_world_destroy(loam_land_world *world)
{
    if (world == NULL)
    {
        return;
    }
    const loam_env env = world->source.env;
    LOAM_ASSERT(&env, !world->busy);
    world->busy = true;
    for (size_t i = 0; i < world->root_count; i++)
    {
        if (world->roots[i].used)
        {
            loam_land_node_bury(&world->roots[i]);
            loam_land_node_leave(&world->roots[i]);
        }
    }
    free_arrays(world);
    loam_free(&env, world, sizeof *world);
}

// ---- updating ---------------------------------------------------------------------------------------

/// Looks, works, looks again, until there is no time for a slice or nothing to do. If memory runs out for a
/// request, what is under way goes on; the request is made again in the next update.
static loam_result work(struct loam_land_world *world, uint64_t budget_us)
{
    const uint64_t begin_ns = loam_clock_ns();
    const uint64_t most_us = (UINT64_MAX - begin_ns) / 1000;
    world->deadline_ns = begin_ns + 1000 * (budget_us < most_us ? budget_us : most_us);
    world->replaced = false;
    loam_result result = loam_land_refine(world);
    uint64_t now_ns = loam_clock_ns();
    bool idle;
    do
    {
        const uint64_t left_ns = now_ns < world->deadline_ns ? world->deadline_ns - now_ns : 0;
        const loam_result pumped = loam_pipeline_pump(world->source.pipeline, left_ns / 1000,
                                                      &idle);
        const loam_result refined = loam_land_refine(world);
        result = result != LOAM_OK ? result : pumped != LOAM_OK ? pumped : refined;
        now_ns = loam_clock_ns();
    } while (!world->threads && idle && world->under_way > 0 &&
             now_ns + SLICE_NS < world->deadline_ns && result == LOAM_OK);
    return result;
}

loam_result loam_land_world_update(loam_land_world *world, loam_land_viewer viewer,
                                   uint64_t budget_us, bool *complete)
{
    LOAM_ASSERT(NULL, world != NULL);
    LOAM_ASSERT(&world->source.env, !world->busy); // a callback updates the world that calls it
    loam_result result = check_viewer(&viewer);
    if (result == LOAM_OK)
    {
        world->busy = true;
        world->updates++;
        set_viewer(world, viewer);
        loam_land_roots_follow(world);
        result = work(world, budget_us);
        world->busy = false;
    }
    if (complete != NULL)
    {
        *complete = loam_land_is_complete(world);
    }
    return result;
}

loam_land_world_counters loam_land_world_count(const loam_land_world *world)
{
    LOAM_ASSERT(NULL, world != NULL);
    loam_land_world_counters counters = {
        .pages = world->pages,
        .wanted = loam_land_count_wanted(world),
        .memory_bytes = (size_t)world->held * (world->source.payload_size + PAGE_OVERHEAD),
        .appeared = world->appeared,
        .left = world->left,
        .complete_to = loam_land_complete_to(world),
    };
    memcpy(counters.reach, world->plan.reach, sizeof counters.reach);
    return counters;
}
