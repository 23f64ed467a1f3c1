// SPDX-License-Identifier: MIT
#include "volume/world/world.h"

#include <string.h>

// A world: made, updated, saved, destroyed.

loam_voxel_world_def loam_default_voxel_world_def(void)
{
    return (loam_voxel_world_def){.env = loam_default_env(),
                                  .memory_bytes = (size_t)256 << 20,
                                  .undo_bytes = (size_t)16 << 20,
                                  .near_m = 192,
                                  .levels = 6,
                                  .voxel_m = 1.0f};
}

// ---- create and destroy -------------------------------------------------------------------------

enum
{
    LEAST_MEMORY = 8 << 20,
    LEAST_NEAR = 32,
    MOST_NEAR = 1024,
};

static loam_result check_def(const loam_voxel_world_def *def)
{
    if (def->volume == NULL)
    {
        return loam_fail(LOAM_BAD_ARGUMENT, "a world of voxels has no volume; must have one");
    }
    if (def->levels < 1 || def->levels > LOAM_VOXEL_MAX_LEVELS)
    {
        return loam_fail(LOAM_BAD_ARGUMENT, "levels is %d; must be 1 to %d", (int)def->levels,
                         LOAM_VOXEL_MAX_LEVELS);
    }
    if (def->voxel_m != 1.0f && def->voxel_m != 0.5f)
    {
        return loam_fail(LOAM_BAD_ARGUMENT, "voxel_m is %g; must be 1 or 0.5",
                         (double)def->voxel_m);
    }
    if (def->store.voxel_m != 0 && def->store.voxel_m != def->voxel_m)
    {
        return loam_fail(LOAM_BAD_ARGUMENT, "voxel_m is %g; must be %g, as what is kept",
                         (double)def->voxel_m, (double)def->store.voxel_m);
    }
    if (def->near_m < LEAST_NEAR || def->near_m > MOST_NEAR)
    {
        return loam_fail(LOAM_BAD_ARGUMENT, "near_m is %d; must be %d to %d", (int)def->near_m,
                         LEAST_NEAR, MOST_NEAR);
    }
    if (def->memory_bytes < LEAST_MEMORY)
    {
        return loam_fail(LOAM_BAD_ARGUMENT, "memory_bytes is %zu; must be %d or more",
                         def->memory_bytes, LEAST_MEMORY);
    }
    if ((def->store.save != NULL || def->store.list != NULL) && def->store.load == NULL)
    {
        return loam_fail(LOAM_BAD_ARGUMENT,
                         "a store saves or lists and cannot load; must have load");
    }
    return LOAM_OK;
}

static loam_result open_world(loam_voxel_world *world)
{
    if (!loam_mutex_init(&world->mutex))
    {
        return loam_fail(LOAM_FAILED, "a mutex could not be made");
    }
    world->bytes = loam_alloc(&world->env, LOAM_VOXEL_CHUNK_MAX_BYTES);
    loam_result result = world->bytes != NULL ? loam_mesh_create(&world->env, &world->mesh)
                                              : LOAM_OUT_OF_MEMORY;
    result = result == LOAM_OK ? loam_voxel_tasks_create(world) : result;
    return result == LOAM_OK ? loam_voxel_edited_list(world) : result;
}

loam_result loam_voxel_world_create(const loam_voxel_world_def *def, loam_voxel_world **out)
{
    LOAM_ASSERT(NULL, def != NULL);
    LOAM_ASSERT(NULL, out != NULL);
    *out = NULL;
    loam_result result = check_def(def);
    if (result != LOAM_OK)
    {
        return result;
    }
    loam_voxel_world *const world = loam_alloc(&def->env, sizeof *world);
    if (world == NULL)
    {
        return LOAM_OUT_OF_MEMORY;
    }
    memset(world, 0, sizeof *world);
    world->def = *def;
    world->env = def->env;
    world->finest = def->voxel_m < 1.0f ? -1 : 0;
    result = open_world(world);
    if (result != LOAM_OK)
    {
        loam_voxel_world_destroy(world);
        return result;
    }
    *out = world;
    return LOAM_OK;
}

static void free_chunks(loam_voxel_world *world)
{
    for (uint32_t i = 0; i < world->chunks.room; i++)
    {
        voxel_chunk *const chunk = world->chunks.slots[i].value;
        if (chunk != NULL && (chunk->shown || chunk->announced))
        {
            loam_voxel_leave(world, chunk);
        }
    }
    for (uint32_t i = 0; i < world->chunks.room;)
    {
        voxel_chunk *const chunk = world->chunks.slots[i].value;
        if (chunk != NULL)
        {
            loam_voxel_drop(world, chunk);
        }
        i += chunk == NULL;
    }
    loam_voxel_table_free(&world->env, &world->chunks);
}

static void free_edited(loam_voxel_world *world)
{
    for (uint32_t i = 0; i < world->edited.room; i++)
    {
        if (world->edited.slots[i].value != NULL)
        {
            loam_voxel_edited_free(world, world->edited.slots[i].value);
        }
    }
    loam_voxel_table_free(&world->env, &world->edited);
}

void loam_voxel_world_destroy(loam_voxel_world *world)
{
    if (world == NULL)
    {
        return;
    }
    const loam_env env = world->env;
    loam_voxel_stop_growing(world);
    free_chunks(world);
    free_edited(world);
    loam_voxel_records_free(world);
    loam_voxel_heights_free(world);
    loam_voxel_tasks_destroy(world);
    loam_mesh_destroy(world->mesh);
    loam_mutex_destroy(&world->mutex);
    loam_free(&env, world->missing, world->missing_room * sizeof(voxel_chunk *));
    loam_free(&env, world->roots, world->root_room * sizeof(voxel_chunk *));
    loam_free(&env, world->waiting, world->waiting_room * sizeof(voxel_command));
    loam_free(&env, world->opened, world->opened_room * sizeof(voxel_edited *));
    loam_free(&env, world->flood.places, world->flood.room * sizeof(loam_voxel_pos));
    loam_free(&env, world->bytes, LOAM_VOXEL_CHUNK_MAX_BYTES);
    const volume_room rooms[] = {world->scratch, world->samples, world->window, world->flooding};
    for (size_t i = 0; i < sizeof rooms / sizeof rooms[0]; i++)
    {
        loam_free(&env, rooms[i].memory, rooms[i].size);
    }
    loam_free(&env, world, sizeof *world);
}

// ---- updates ------------------------------------------------------------------------------------

#define DAY_US (UINT64_C(86400) * 1000000)

static loam_result check_viewers(const loam_voxel_world *world, const loam_voxel_viewer *viewers,
                                 int32_t count)
{
    if (count < 0 || count > LOAM_VOXEL_MAX_VIEWERS)
    {
        return loam_fail(LOAM_BAD_ARGUMENT, "there are %d viewers; must be 0 to %d", (int)count,
                         LOAM_VOXEL_MAX_VIEWERS);
    }
    const int64_t max = LOAM_VOXEL_MAX_PLACE;
    for (int32_t i = 0; i < count; i++)
    {
        const loam_voxel_viewer *const viewer = &viewers[i];
        if (viewer->at.x < -max || viewer->at.x > max || viewer->at.y < -LOAM_VOLUME_TOP ||
            viewer->at.y > LOAM_VOLUME_TOP || viewer->at.z < -max || viewer->at.z > max)
        {
            return loam_fail(
                LOAM_BAD_ARGUMENT,
                "viewer %d is at %lld, %lld, %lld; must be within 2^50 m of 0, and %d m "
                "up and down",
                (int)i, (long long)viewer->at.x, (long long)viewer->at.y, (long long)viewer->at.z,
                LOAM_VOLUME_TOP);
        }
        if (viewer->near_m < 0 || viewer->near_m > world->def.near_m ||
            (viewer->near_m > 0 && viewer->near_m < LEAST_NEAR))
        {
            return loam_fail(LOAM_BAD_ARGUMENT, "near_m of viewer %d is %d; must be 0 or %d to %d",
                             (int)i, (int)viewer->near_m, LEAST_NEAR, (int)world->def.near_m);
        }
    }
    return LOAM_OK;
}

static void tell_changed(loam_voxel_world *world)
{
    for (uint32_t i = 0; i < world->chunks.room && world->any_changed; i++)
    {
        voxel_chunk *const chunk = world->chunks.slots[i].value;
        if (chunk == NULL || !chunk->changed)
        {
            continue;
        }
        chunk->changed = false;
        if (chunk->shown && world->def.changed != NULL)
        {
            world->def.changed(world->def.user, chunk->at);
        }
        else if (chunk->announced && !chunk->shown)
        {
            loam_voxel_tell_coming(world, chunk);
        }
    }
    world->any_changed = false;
}

static int32_t count_missing(const loam_voxel_world *world)
{
    int32_t missing = 0;
    for (uint32_t i = world->missing_next; i < world->missing_count; i++)
    {
        const voxel_chunk *const chunk = world->missing[i];
        missing += chunk->wanted && chunk->state != VOXEL_GROWING && !voxel_is_ready(world, chunk);
    }
    for (int32_t i = 0; i < world->task_count; i++)
    {
        missing += world->tasks[i].count - world->tasks[i].taken;
    }
    return missing;
}

loam_result loam_voxel_world_update(loam_voxel_world *world, const loam_voxel_viewer *viewers,
                                    int32_t count, uint64_t budget_us, bool *complete)
{
    LOAM_ASSERT(NULL, world != NULL);
    LOAM_ASSERT(&world->env, viewers != NULL || count == 0);
    loam_result result = check_viewers(world, viewers, count);
    if (result != LOAM_OK)
    {
        return result;
    }
    const uint64_t budget_ns = 1000 * (budget_us < DAY_US ? budget_us : DAY_US);
    const uint64_t end_ns = loam_clock_ns() + budget_ns;
    world->updates++;
    loam_voxel_apply_waiting(world);
    result = loam_voxel_want(world, viewers, count);
    if (result == LOAM_OK)
    {
        // Time is left for the step that is under way then, and for what follows, as much as that took last.
        const uint64_t quarter = budget_ns / 4;
        const uint64_t after_ns = world->settle_ns < quarter ? world->settle_ns : quarter;
        loam_voxel_grow_some(world, end_ns - quarter - after_ns);
    }
    const uint64_t grown_ns = loam_clock_ns();
    loam_voxel_settle(world);
    tell_changed(world);
    loam_voxel_edited_tidy(world);
    world->settle_ns = loam_clock_ns() - grown_ns;
    world->counters.missing = count_missing(world);
    if (complete != NULL)
    {
        *complete = result == LOAM_OK && world->counters.missing == 0 && world->look_again == 0;
    }
    return result;
}

// ---- saving and counting ------------------------------------------------------------------------

loam_result loam_voxel_world_save_some(loam_voxel_world *world, int32_t max_chunks, int32_t *left)
{
    LOAM_ASSERT(NULL, world != NULL);
    loam_result first = LOAM_OK;
    char message[256] = "";
    for (uint32_t i = 0; i < world->edited.room && world->def.store.save != NULL && max_chunks > 0;
         i++)
    {
        voxel_edited *const edited = world->edited.slots[i].value;
        if (edited == NULL || !edited->dirty || edited->voxels == NULL)
        {
            continue;
        }
        const loam_result result = loam_voxel_edited_save(world, edited);
        max_chunks--;
        if (result != LOAM_OK && first == LOAM_OK)
        {
            first = result;
            loam_text_printable(message, sizeof message, loam_last_error());
        }
    }
    if (left != NULL)
    {
        *left = world->counters.unsaved;
    }
    return first == LOAM_OK ? LOAM_OK : loam_fail(first, "%s", message);
}

loam_result loam_voxel_world_save(loam_voxel_world *world)
{
    return loam_voxel_world_save_some(world, INT32_MAX, NULL);
}

loam_voxel_world_counters loam_voxel_world_count(const loam_voxel_world *world)
{
    LOAM_ASSERT(NULL, world != NULL);
    loam_voxel_world_counters counters = world->counters;
    counters.undo = world->undo_count;
    counters.redo = world->redo_count;
    counters.memory_bytes = world->memory;
    counters.edited_bytes = world->edited_memory;
    counters.undo_bytes = world->undo_memory;
    return counters;
}
