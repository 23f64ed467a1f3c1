// SPDX-License-Identifier: MIT
#include "volume/world/world.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// Which chunks should be shown, and which are. Chunks are the nodes of octrees whose roots have the coarsest level. A
// node is split if a viewer is so near that finer chunks should be in its place; what is not split and lies in a tree
// within reach is wanted. Wanted chunks cover the view once.
//
// Viewers move little from one look to the next. So a node remembers how far they have to go until anything within it
// could be split or joined, and until then nobody looks into it.
//
// What is shown covers it once, too, but lags behind: a chunk stays until all that is wanted in its place is there,
// and finer ones stay until the coarser one is there. So there is no hole, and nothing is shown twice.

enum
{
    MOVE = 8, // m that a viewer moves before anything else is wanted
};

#define ANYWHERE ((uint64_t)1 << 30) // m: further than any chunk is sure for

// ---- distances ----------------------------------------------------------------------------------

static int64_t gap(int64_t low, int64_t size, int64_t at)
{
    const int64_t below = low - at, above = at - (low + size - 1);
    const int64_t max = INT64_C(1) << 28;
    const int64_t wide = below > above ? below : above;
    return wide < 0 ? 0 : wide > max ? max : wide;
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

/// Whether a viewer is nearer to a chunk than a level reaches. *slack: m that viewers may go before that changes.
static bool is_near(const loam_voxel_world *world, loam_voxel_chunk_pos at, int32_t level,
                    uint64_t *slack)
{
    bool near = false;
    double min = 1e9;
    for (int32_t i = 0; i < world->viewer_count; i++)
    {
        const uint64_t reach = (uint64_t)world->viewers[i].near_m << level;
        const uint64_t square = distance2(&world->viewers[i], at);
        near = near || square < reach * reach;
        min = fmin(min, fabs(sqrt((double)square) - (double)reach));
    }
    *slack = min > 1.0 ? (uint64_t)min - 1 : 0;
    return near;
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

// ---- leaving -----------------------------------------------------------------------------------

static void count_shown(loam_voxel_world *world, loam_voxel_chunk_pos at, int32_t more)
{
    world->counters.shown += more;
    for (int32_t level = at.level + 1; level < world->def.levels; level++)
    {
        voxel_chunk *const above = loam_voxel_table_get(&world->chunks, ancestor_of(at, level));
        above->below += more;
    }
}

void loam_voxel_tell_coming(loam_voxel_world *world, voxel_chunk *chunk)
{
    if (world->def.coming != NULL)
    {
        chunk->announced = true;
        chunk->changed = false;
        world->def.coming(world->def.user, chunk->at);
    }
    for (int32_t level = chunk->at.level; level < world->def.levels; level++)
    {
        voxel_chunk *const above = loam_voxel_table_get(&world->chunks,
                                                        ancestor_of(chunk->at, level));
        above->stirred = true;
    }
}

void loam_voxel_leave(loam_voxel_world *world, voxel_chunk *chunk)
{
    if (chunk->shown)
    {
        chunk->used = world->updates;
        count_shown(world, chunk->at, -1);
    }
    chunk->shown = chunk->announced = false;
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
            loam_voxel_leave(world, child);
        }
        else if (child != NULL && child->below > 0)
        {
            hide_below(world, child);
            loam_voxel_forget(world, child);
        }
    }
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

/// Room for one more in a list of chunks.
static bool grow_list(loam_voxel_world *world, voxel_chunk ***items, uint32_t count, uint32_t *room)
{
    if (count < *room)
    {
        return true;
    }
    const uint32_t wider = *room == 0 ? 1024 : 2 * *room;
    voxel_chunk **const larger = loam_alloc(&world->env, wider * sizeof(voxel_chunk *));
    if (larger == NULL)
    {
        return false;
    }
    if (count > 0)
    {
        memcpy(larger, *items, count * sizeof(voxel_chunk *));
    }
    loam_free(&world->env, *items, *room * sizeof(voxel_chunk *));
    *items = larger;
    *room = wider;
    return true;
}

void loam_voxel_forget(loam_voxel_world *world, voxel_chunk *chunk)
{
    if (chunk->state == VOXEL_ABSENT && !chunk->wanted && !chunk->inner && chunk->below == 0 &&
        !chunk->listed)
    {
        loam_voxel_drop(world, chunk);
    }
}

static bool is_in_tree(const voxel_chunk *chunk)
{
    return chunk != NULL && (chunk->wanted || chunk->inner);
}

/// Nothing is wanted within a node any more. What is shown stays.
static void unwant(loam_voxel_world *world, voxel_chunk *chunk)
{
    const bool inner = chunk->inner;
    chunk->used = chunk->wanted ? world->updates : chunk->used;
    chunk->wanted = chunk->inner = chunk->settled = false;
    chunk->sure = 0;
    for (int32_t i = 0; i < 8 && inner; i++)
    {
        voxel_chunk *const child = loam_voxel_table_get(&world->chunks, child_of(chunk->at, i));
        if (is_in_tree(child))
        {
            unwant(world, child);
        }
    }
    if (chunk->announced && !chunk->shown)
    {
        loam_voxel_leave(world, chunk);
    }
    loam_voxel_forget(world, chunk);
}

static loam_result list(loam_voxel_world *world, voxel_chunk *chunk)
{
    if (chunk->listed || voxel_is_ready(world, chunk))
    {
        return LOAM_OK;
    }
    if (!grow_list(world, &world->missing, world->missing_count, &world->missing_room))
    {
        return LOAM_OUT_OF_MEMORY;
    }
    world->missing[world->missing_count++] = chunk;
    chunk->listed = true;
    return LOAM_OK;
}

/// A node that is not split is wanted itself.
static loam_result join(loam_voxel_world *world, voxel_chunk *chunk)
{
    for (int32_t i = 0; i < 8 && chunk->inner; i++)
    {
        voxel_chunk *const child = loam_voxel_table_get(&world->chunks, child_of(chunk->at, i));
        if (is_in_tree(child))
        {
            unwant(world, child);
        }
    }
    chunk->inner = chunk->settled = false;
    chunk->wanted = true;
    chunk->used = world->updates;
    return list(world, chunk);
}

static loam_result look_into(loam_voxel_world *world, voxel_chunk *chunk, bool *news);

/// Chunks of the next level are in the node's place.
static loam_result split(loam_voxel_world *world, voxel_chunk *chunk, bool *news)
{
    *news = !chunk->inner;
    chunk->inner = true;
    chunk->wanted = false;
    loam_result result = LOAM_OK;
    for (int32_t i = 0; i < 8 && result == LOAM_OK; i++)
    {
        const loam_voxel_chunk_pos at = child_of(chunk->at, i);
        voxel_chunk *const child = exists(at) ? chunk_at(world, at) : NULL;
        bool changed = false;
        if (child != NULL)
        {
            result = look_into(world, child, &changed);
            chunk->sure = child->sure < chunk->sure ? child->sure : chunk->sure;
        }
        else if (exists(at))
        {
            result = LOAM_OUT_OF_MEMORY;
        }
        *news = *news || changed;
    }
    return result;
}

/// Finds what is wanted within a node. *news: other than before.
static loam_result look_into(loam_voxel_world *world, voxel_chunk *chunk, bool *news)
{
    uint64_t slack = UINT64_MAX / 2; // of level 0, which is never split
    *news = false;
    if (is_in_tree(chunk) && world->gone_m < chunk->sure)
    {
        return LOAM_OK;
    }
    const bool splits = chunk->at.level > 0 &&
                        is_near(world, chunk->at, chunk->at.level - 1, &slack);
    chunk->sure = world->gone_m + slack;
    loam_result result = LOAM_OK;
    if (splits)
    {
        result = split(world, chunk, news);
    }
    else if (!chunk->wanted || (!chunk->listed && !voxel_is_ready(world, chunk)))
    {
        *news = true; // or there was no memory to list it
        result = join(world, chunk);
    }
    chunk->settled = chunk->settled && !*news;
    chunk->stirred = chunk->stirred || *news;
    chunk->sure = result == LOAM_OK ? chunk->sure : 0;
    return result;
}

static loam_result look_at_roots(loam_voxel_world *world)
{
    loam_result result = LOAM_OK;
    bool news;
    for (uint32_t i = 0; i < world->root_count && result == LOAM_OK; i++)
    {
        result = look_into(world, world->roots[i], &news);
    }
    return result;
}

static loam_result add_root(loam_voxel_world *world, loam_voxel_chunk_pos at)
{
    uint64_t slack;
    if (!exists(at) || is_in_tree(loam_voxel_table_get(&world->chunks, at)) ||
        !is_near(world, at, at.level, &slack))
    {
        return LOAM_OK;
    }
    voxel_chunk *const root = grow_list(world, &world->roots, world->root_count, &world->root_room)
                                  ? chunk_at(world, at)
                                  : NULL;
    if (root == NULL)
    {
        return LOAM_OUT_OF_MEMORY;
    }
    bool news;
    world->roots[world->root_count++] = root;
    return look_into(world, root, &news);
}

static loam_result add_roots(loam_voxel_world *world, const loam_voxel_viewer *viewer)
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
                result = add_root(world, root);
            }
        }
    }
    return result;
}

/// Trees that are out of reach leave, with all that is shown in them.
static void drop_roots(loam_voxel_world *world)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < world->root_count; i++)
    {
        voxel_chunk *const root = world->roots[i];
        uint64_t slack;
        if (is_near(world, root->at, root->at.level, &slack))
        {
            world->roots[kept++] = root;
            continue;
        }
        if (root->shown)
        {
            loam_voxel_leave(world, root);
        }
        hide_below(world, root);
        unwant(world, root);
    }
    world->root_count = kept;
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

/// What is still missing, in its new order; what is no longer is forgotten.
static void sort_missing(loam_voxel_world *world)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < world->missing_count; i++)
    {
        voxel_chunk *const chunk = world->missing[i];
        chunk->listed = chunk->wanted && !voxel_is_ready(world, chunk);
        if (!chunk->listed)
        {
            loam_voxel_forget(world, chunk);
            continue;
        }
        chunk->order = order_of(world, chunk->at);
        world->missing[kept++] = chunk;
    }
    world->missing_count = kept;
    world->missing_next = 0;
    if (kept > 1)
    {
        qsort(world->missing, kept, sizeof(voxel_chunk *), compare);
    }
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

/// So far at most distances to viewers have changed since the last look.
static uint64_t way_of(const loam_voxel_world *world, const loam_voxel_viewer *viewers,
                       int32_t count)
{
    uint64_t max = 0;
    for (int32_t i = 0; i < count && i < world->viewer_count; i++)
    {
        const loam_voxel_viewer *const was = &world->viewers[i];
        const int32_t near_m = viewers[i].near_m > 0 ? viewers[i].near_m : world->def.near_m;
        const uint64_t way = (uint64_t)(llabs(viewers[i].at.x - was->at.x) +
                                        llabs(viewers[i].at.y - was->at.y) +
                                        llabs(viewers[i].at.z - was->at.z));
        max = near_m != was->near_m ? ANYWHERE : way > max ? way : max;
    }
    const bool other = count != world->viewer_count || !world->looked;
    return other || max > ANYWHERE ? ANYWHERE : max;
}

loam_result loam_voxel_want(loam_voxel_world *world, const loam_voxel_viewer *viewers,
                            int32_t count)
{
    const bool again = world->look_again != 0 && world->updates >= world->look_again;
    if (!again && !has_moved(world, viewers, count))
    {
        return LOAM_OK;
    }
    world->gone_m += way_of(world, viewers, count);
    world->look_again = 0;
    world->viewer_count = count;
    for (int32_t i = 0; i < count; i++)
    {
        world->viewers[i] = viewers[i];
        world->viewers[i].near_m = viewers[i].near_m > 0 ? viewers[i].near_m : world->def.near_m;
    }
    drop_roots(world);
    loam_result result = look_at_roots(world);
    for (int32_t i = 0; i < count && result == LOAM_OK; i++)
    {
        result = add_roots(world, &world->viewers[i]);
    }
    sort_missing(world);
    world->looked = result == LOAM_OK;
    return result;
}

// ---- shown --------------------------------------------------------------------------------------

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

static bool all_there(const loam_voxel_world *world, const voxel_chunk *chunk)
{
    bool all = chunk->inner || voxel_is_ready(world, chunk);
    for (int32_t i = 0; i < 8 && chunk->inner && all; i++)
    {
        const loam_voxel_chunk_pos at = child_of(chunk->at, i);
        const voxel_chunk *const child = loam_voxel_table_get(&world->chunks, at);
        all = child != NULL ? all_there(world, child) : !exists(at);
    }
    return all;
}

/// Shows what is wanted within a node as far as it is there; whether all of it is.
static bool settle(loam_voxel_world *world, voxel_chunk *chunk)
{
    if (chunk->settled || !chunk->stirred)
    {
        return chunk->settled;
    }
    chunk->stirred = false;
    if (!chunk->inner)
    {
        if (voxel_is_ready(world, chunk) && !chunk->shown)
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
        const loam_voxel_chunk_pos at = child_of(chunk->at, i);
        voxel_chunk *const child = loam_voxel_table_get(&world->chunks, at);
        all = (child != NULL ? settle(world, child) : !exists(at)) && all;
    }
    if (chunk->shown)
    {
        loam_voxel_leave(world, chunk);
    }
    chunk->settled = all;
    return all;
}

void loam_voxel_settle(loam_voxel_world *world)
{
    for (uint32_t i = 0; i < world->root_count; i++)
    {
        settle(world, world->roots[i]);
    }
}
