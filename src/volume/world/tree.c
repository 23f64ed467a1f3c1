// SPDX-License-Identifier: MIT
#include "volume/world/world.h"

#include <stdlib.h>
#include <string.h>

// Which chunks should be shown, and which are. Chunks are the nodes of octrees whose roots have the coarsest level. A
// node is split if a viewer is so near that finer chunks should be in its place; what is not split and lies in a tree
// within reach is wanted. Wanted chunks cover the view once.
//
// What is shown covers it once, too, but lags behind: a chunk stays until all that is wanted in its place is there,
// and finer ones stay until the coarser one is there. So there is no hole, and nothing is shown twice.

enum
{
    MOVE = 8, // m that a viewer moves before anything else is wanted
};

// ---- distances ----------------------------------------------------------------------------------

static int64_t gap(int64_t low, int64_t size, int64_t at)
{
    const int64_t below = low - at, above = at - (low + size - 1);
    const int64_t most = INT64_C(1) << 28;
    const int64_t wide = below > above ? below : above;
    return wide < 0 ? 0 : wide > most ? most : wide;
}

/// The square of the metres from a viewer to a chunk.
static uint64_t distance2(const loam_voxel_viewer *viewer, loam_voxel_chunk_pos at)
{
    const int64_t size = (int64_t)VOXEL_SIDE << at.level;
    const int64_t x = gap(at.x * size, size, viewer->at.x),
                  y = gap(at.y * size, size, viewer->at.y),
                  z = gap(at.z * size, size, viewer->at.z);
    return (uint64_t)(x * x) + (uint64_t)(y * y) + (uint64_t)(z * z);
}

static bool is_near(const loam_voxel_world *world, loam_voxel_chunk_pos at, int32_t level)
{
    for (int32_t i = 0; i < world->viewer_count; i++)
    {
        const uint64_t reach = (uint64_t)world->viewers[i].near_m << level;
        if (distance2(&world->viewers[i], at) < reach * reach)
        {
            return true;
        }
    }
    return false;
}

static bool is_split(const loam_voxel_world *world, loam_voxel_chunk_pos at)
{
    return at.level > 0 && is_near(world, at, at.level - 1);
}

/// Whether the chunk and its border lie between the ends of the world.
static bool exists(loam_voxel_chunk_pos at)
{
    const int64_t voxel = INT64_C(1) << at.level, low = at.y * VOXEL_SIDE * voxel;
    return low - voxel >= -LOAM_VOLUME_TOP && low + (VOXEL_SIDE + 2) * voxel <= LOAM_VOLUME_TOP;
}

/// The nearest first; what is coarser reaches further in proportion.
static uint64_t order_of(const loam_voxel_world *world, loam_voxel_chunk_pos at)
{
    uint64_t best = UINT64_MAX;
    for (int32_t i = 0; i < world->viewer_count; i++)
    {
        const uint64_t reach = (uint64_t)world->viewers[i].near_m << at.level;
        const uint64_t order = (distance2(&world->viewers[i], at) << 7) / (reach * reach / 128 + 1);
        best = order < best ? order : best;
    }
    return best;
}

static loam_voxel_chunk_pos child_of(loam_voxel_chunk_pos at, int32_t i)
{
    return (loam_voxel_chunk_pos){at.level - 1, 2 * at.x + (i & 1), 2 * at.y + (i >> 1 & 1),
                                  2 * at.z + (i >> 2)};
}

static loam_voxel_chunk_pos ancestor_of(loam_voxel_chunk_pos at, int32_t level)
{
    const int32_t up = level - at.level;
    return (loam_voxel_chunk_pos){level, voxel_shift(at.x, up), voxel_shift(at.y, up),
                                  voxel_shift(at.z, up)};
}

// ---- wanted -------------------------------------------------------------------------------------

static voxel_chunk *chunk_at(loam_voxel_world *world, loam_voxel_chunk_pos at)
{
    voxel_chunk *chunk = loam_voxel_table_get(&world->chunks, at);
    if (chunk != NULL)
    {
        return chunk;
    }
    chunk = loam_alloc(&world->env, sizeof *chunk);
    if (chunk == NULL)
    {
        return NULL;
    }
    *chunk = (voxel_chunk){.at = at};
    if (loam_voxel_table_put(&world->env, &world->chunks, at, chunk) != LOAM_OK)
    {
        loam_free(&world->env, chunk, sizeof *chunk);
        return NULL;
    }
    world->memory += sizeof *chunk;
    return chunk;
}

static loam_result want(loam_voxel_world *world, loam_voxel_chunk_pos at)
{
    if (!exists(at))
    {
        return LOAM_OK;
    }
    voxel_chunk *const chunk = chunk_at(world, at);
    if (chunk == NULL)
    {
        return LOAM_OUT_OF_MEMORY;
    }
    chunk->inner = is_split(world, at);
    chunk->wanted = !chunk->inner;
    chunk->used = world->updates;
    chunk->order = chunk->wanted ? order_of(world, at) : 0;
    loam_result result = LOAM_OK;
    for (int32_t i = 0; i < 8 && chunk->inner && result == LOAM_OK; i++)
    {
        result = want(world, child_of(at, i));
    }
    return result;
}

static loam_result want_roots(loam_voxel_world *world, const loam_voxel_viewer *viewer)
{
    const int32_t level = world->def.levels - 1;
    const int64_t size = (int64_t)VOXEL_SIDE << level, reach = (int64_t)viewer->near_m << level;
    const int64_t at[3] = {viewer->at.x, viewer->at.y, viewer->at.z};
    int64_t low[3], high[3];
    for (int32_t axis = 0; axis < 3; axis++)
    {
        low[axis] = loam_floor_div(at[axis] - reach, size);
        high[axis] = loam_floor_div(at[axis] + reach, size);
    }
    loam_result result = LOAM_OK;
    loam_voxel_chunk_pos root = {.level = level};
    for (root.z = low[2]; root.z <= high[2]; root.z++)
    {
        for (root.y = low[1]; root.y <= high[1]; root.y++)
        {
            for (root.x = low[0]; root.x <= high[0] && result == LOAM_OK; root.x++)
            {
                const voxel_chunk *const known = loam_voxel_table_get(&world->chunks, root);
                const bool seen = known != NULL && (known->inner || known->wanted);
                if (!seen && is_near(world, root, level))
                {
                    result = want(world, root);
                }
            }
        }
    }
    return result;
}

/// What is shown in no tree leaves; places of which nothing is known are forgotten.
static void leave_rest(loam_voxel_world *world)
{
    for (uint32_t i = 0; i < world->chunks.room; i++)
    {
        voxel_chunk *const chunk = world->chunks.slots[i].value;
        if (chunk == NULL || !chunk->shown)
        {
            continue;
        }
        const voxel_chunk *const root = loam_voxel_table_get(
            &world->chunks, ancestor_of(chunk->at, world->def.levels - 1));
        if (root == NULL || !(root->inner || root->wanted))
        {
            loam_voxel_hide(world, chunk);
        }
    }
    // A removed slot may be filled by one that was behind it: look at it again.
    for (uint32_t i = 0; i < world->chunks.room;)
    {
        voxel_chunk *const chunk = world->chunks.slots[i].value;
        const bool empty = chunk != NULL && chunk->state == VOXEL_ABSENT && !chunk->wanted &&
                           !chunk->inner && chunk->below == 0;
        if (empty)
        {
            loam_voxel_drop(world, chunk);
        }
        i += !empty;
    }
}

static int compare(const void *a, const void *b)
{
    const voxel_chunk *const one = *(voxel_chunk *const *)a, *const other = *(
                                                                 voxel_chunk *const *)b;
    const int64_t left[] = {one->at.level, one->at.x, one->at.z, one->at.y};
    const int64_t right[] = {other->at.level, other->at.x, other->at.z, other->at.y};
    if (one->order != other->order)
    {
        return one->order < other->order ? -1 : 1;
    }
    for (int32_t i = 0; i < 4; i++)
    {
        if (left[i] != right[i])
        {
            return left[i] < right[i] ? -1 : 1;
        }
    }
    return 0;
}

static loam_result list_missing(loam_voxel_world *world)
{
    const uint32_t most = world->chunks.count;
    if (most > world->missing_room)
    {
        loam_free(&world->env, world->missing, world->missing_room * sizeof(voxel_chunk *));
        world->missing_room = 0;
        world->missing = loam_alloc(&world->env, 2 * (size_t)most * sizeof(voxel_chunk *));
        if (world->missing == NULL)
        {
            return LOAM_OUT_OF_MEMORY;
        }
        world->missing_room = 2 * most;
    }
    for (uint32_t i = 0; i < world->chunks.room; i++)
    {
        voxel_chunk *const chunk = world->chunks.slots[i].value;
        if (chunk != NULL && chunk->wanted && chunk->state == VOXEL_ABSENT)
        {
            world->missing[world->missing_count++] = chunk;
        }
    }
    if (world->missing_count > 1)
    {
        qsort(world->missing, world->missing_count, sizeof(voxel_chunk *), compare);
    }
    return LOAM_OK;
}

static bool has_moved(const loam_voxel_world *world, const loam_voxel_viewer *viewers,
                      int32_t count)
{
    if (!world->looked || count != world->viewer_count)
    {
        return true;
    }
    for (int32_t i = 0; i < count; i++)
    {
        const loam_voxel_viewer *const was = &world->viewers[i];
        const int32_t near_m = viewers[i].near_m > 0 ? viewers[i].near_m : world->def.near_m;
        const int64_t dx = viewers[i].at.x - was->at.x, dy = viewers[i].at.y - was->at.y,
                      dz = viewers[i].at.z - was->at.z;
        if (dx > MOVE || dx < -MOVE || dy > MOVE || dy < -MOVE || dz > MOVE || dz < -MOVE ||
            near_m != was->near_m)
        {
            return true;
        }
    }
    return false;
}

loam_result loam_voxel_want(loam_voxel_world *world, const loam_voxel_viewer *viewers,
                            int32_t count)
{
    const bool again = world->look_again != 0 && world->updates >= world->look_again;
    if (!again && !has_moved(world, viewers, count))
    {
        return LOAM_OK;
    }
    world->look_again = 0;
    world->viewer_count = count;
    for (int32_t i = 0; i < count; i++)
    {
        world->viewers[i] = viewers[i];
        world->viewers[i].near_m = viewers[i].near_m > 0 ? viewers[i].near_m : world->def.near_m;
    }
    for (uint32_t i = 0; i < world->chunks.room; i++)
    {
        voxel_chunk *const chunk = world->chunks.slots[i].value;
        if (chunk != NULL)
        {
            chunk->wanted = chunk->inner = chunk->settled = false;
        }
    }
    loam_result result = LOAM_OK;
    for (int32_t i = 0; i < count && result == LOAM_OK; i++)
    {
        result = want_roots(world, &world->viewers[i]);
    }
    world->missing_count = world->missing_next = 0;
    leave_rest(world);
    result = result == LOAM_OK ? list_missing(world) : result;
    world->looked = result == LOAM_OK;
    world->unsettled = true;
    world->starved = false;
    return result;
}

// ---- shown --------------------------------------------------------------------------------------

static void count_shown(loam_voxel_world *world, loam_voxel_chunk_pos at, int32_t more)
{
    world->counters.shown += more;
    for (int32_t level = at.level + 1; level < world->def.levels; level++)
    {
        voxel_chunk *const above = loam_voxel_table_get(&world->chunks, ancestor_of(at, level));
        above->below += more;
    }
}

static void show(loam_voxel_world *world, voxel_chunk *chunk)
{
    chunk->shown = true;
    chunk->changed = false;
    count_shown(world, chunk->at, 1);
    if (world->def.ready != NULL)
    {
        world->def.ready(world->def.user, chunk->at);
    }
}

void loam_voxel_hide(loam_voxel_world *world, voxel_chunk *chunk)
{
    chunk->shown = false;
    chunk->used = world->updates;
    count_shown(world, chunk->at, -1);
    if (world->def.leave != NULL)
    {
        world->def.leave(world->def.user, chunk->at);
    }
}

static void hide_below(loam_voxel_world *world, const voxel_chunk *chunk)
{
    for (int32_t i = 0; i < 8 && chunk->below > 0; i++)
    {
        voxel_chunk *const child = loam_voxel_table_get(&world->chunks, child_of(chunk->at, i));
        if (child != NULL && child->shown)
        {
            loam_voxel_hide(world, child);
        }
        else if (child != NULL && child->below > 0)
        {
            hide_below(world, child);
        }
    }
}

static bool all_there(const loam_voxel_world *world, const voxel_chunk *chunk)
{
    bool all = chunk->inner || chunk->state == VOXEL_THERE;
    for (int32_t i = 0; i < 8 && chunk->inner && all; i++)
    {
        const voxel_chunk *const child = loam_voxel_table_get(&world->chunks,
                                                              child_of(chunk->at, i));
        all = child == NULL || all_there(world, child);
    }
    return all;
}

/// Shows what is wanted within a node as far as it is there; whether all of it is.
static bool settle(loam_voxel_world *world, voxel_chunk *chunk)
{
    if (chunk->settled)
    {
        return true;
    }
    if (!chunk->inner)
    {
        if (chunk->state == VOXEL_THERE && !chunk->shown)
        {
            show(world, chunk);
            hide_below(world, chunk);
        }
        chunk->settled = chunk->shown;
        return chunk->shown;
    }
    if (chunk->shown && !all_there(world, chunk))
    {
        return false;
    }
    bool all = true;
    for (int32_t i = 0; i < 8; i++)
    {
        voxel_chunk *const child = loam_voxel_table_get(&world->chunks, child_of(chunk->at, i));
        all = (child == NULL || settle(world, child)) && all;
    }
    if (chunk->shown)
    {
        loam_voxel_hide(world, chunk);
    }
    chunk->settled = all;
    return all;
}

bool loam_voxel_settle(loam_voxel_world *world)
{
    bool all = true;
    for (uint32_t i = 0; i < world->chunks.room; i++)
    {
        voxel_chunk *const chunk = world->chunks.slots[i].value;
        if (chunk != NULL && chunk->at.level == world->def.levels - 1 &&
            (chunk->inner || chunk->wanted))
        {
            all = settle(world, chunk) && all;
        }
    }
    return all;
}
