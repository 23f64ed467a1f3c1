// SPDX-License-Identifier: MIT
#include "volume/world/world.h"

#include <string.h>

// Voxels as an edit reads and writes them: those of edited chunks, which are made when they are first looked at. When
// the edit is over, chunks in which nothing has changed are forgotten, and the others are shown.

// ---- chunks of the edit -------------------------------------------------------------------------

static bool remember(loam_voxel_world *world, voxel_edited *edited)
{
    if (world->opened_count == world->opened_room)
    {
        const uint32_t room = world->opened_room == 0 ? 64 : 2 * world->opened_room;
        voxel_edited **const wider = loam_alloc(&world->env, room * sizeof(voxel_edited *));
        if (wider == NULL)
        {
            return false;
        }
        if (world->opened_count > 0)
        {
            memcpy(wider, world->opened, world->opened_count * sizeof(voxel_edited *));
        }
        loam_free(&world->env, world->opened, world->opened_room * sizeof(voxel_edited *));
        world->opened = wider;
        world->opened_room = room;
    }
    world->opened[world->opened_count++] = edited;
    edited->open = true;
    edited->touched = false;
    return true;
}

/// The chunk of a voxel; NULL if it cannot be read.
static voxel_edited *chunk_for(loam_voxel_world *world, loam_voxel_chunk_pos at)
{
    if (world->last != NULL && voxel_same(world->last->at, at))
    {
        return world->last;
    }
    voxel_edited *edited = loam_voxel_table_get(&world->edited, at);
    if (edited == NULL || !edited->open)
    {
        edited = loam_voxel_edited_make(world, at);
        if (edited == NULL || !remember(world, edited))
        {
            world->trouble = world->trouble == LOAM_OK ? LOAM_FAILED : world->trouble;
            return NULL;
        }
    }
    world->last = edited;
    return edited;
}

bool loam_voxel_open(loam_voxel_world *world, loam_voxel_pos low, loam_voxel_pos high)
{
    const loam_voxel_chunk_pos first = loam_voxel_chunk_of(low), last = loam_voxel_chunk_of(high);
    loam_voxel_chunk_pos at = {0};
    bool all = true;
    for (at.z = first.z; at.z <= last.z; at.z++)
    {
        for (at.y = first.y; at.y <= last.y; at.y++)
        {
            for (at.x = first.x; at.x <= last.x && all; at.x++)
            {
                all = chunk_for(world, at) != NULL;
            }
        }
    }
    return all;
}

// ---- voxels -------------------------------------------------------------------------------------

static uint16_t index_of(loam_voxel_pos at, loam_voxel_chunk_pos chunk)
{
    return voxel_index((int32_t)(at.x - chunk.x * VOXEL_SIDE),
                       (int32_t)(at.y - chunk.y * VOXEL_SIDE),
                       (int32_t)(at.z - chunk.z * VOXEL_SIDE));
}

uint8_t loam_voxel_get(loam_voxel_world *world, loam_voxel_pos at, int8_t *density)
{
    const loam_voxel_chunk_pos place = loam_voxel_chunk_of(at);
    const voxel_edited *const chunk = chunk_for(world, place);
    if (chunk == NULL)
    {
        *density = -VOXEL_DEEPEST;
        return LOAM_VOXEL_AIR;
    }
    const uint16_t index = index_of(at, place);
    *density = (int8_t)chunk->voxels[VOXEL_COUNT + index];
    return chunk->voxels[index];
}

static void count_change(loam_voxel_report *report, loam_voxel_pos at, const voxel_change *change)
{
    const bool first = report->changed++ == 0;
    const bool was = loam_voxel_is_solid(change->old_material),
               is = loam_voxel_is_solid(change->new_material);
    report->dug[change->old_material] += was && !is;
    report->built[change->new_material] += is && !was;
    const int64_t place[3] = {at.x, at.y, at.z};
    int64_t *const low[3] = {&report->low.x, &report->low.y, &report->low.z};
    int64_t *const high[3] = {&report->high.x, &report->high.y, &report->high.z};
    for (int32_t axis = 0; axis < 3; axis++)
    {
        *low[axis] = first || place[axis] < *low[axis] ? place[axis] : *low[axis];
        *high[axis] = first || place[axis] > *high[axis] ? place[axis] : *high[axis];
    }
}

static void touch(loam_voxel_world *world, voxel_edited *chunk, uint16_t index)
{
    const int16_t at[3] = {(int16_t)(index % VOXEL_SIDE),
                           (int16_t)(index / VOXEL_SIDE % VOXEL_SIDE),
                           (int16_t)(index / (VOXEL_SIDE * VOXEL_SIDE))};
    for (int32_t axis = 0; axis < 3; axis++)
    {
        const bool first = !chunk->touched;
        chunk->low[axis] = first || at[axis] < chunk->low[axis] ? at[axis] : chunk->low[axis];
        chunk->high[axis] = first || at[axis] > chunk->high[axis] ? at[axis] : chunk->high[axis];
    }
    chunk->touched = true;
    world->counters.edited += chunk->fresh;
    world->counters.unsaved += !chunk->dirty;
    chunk->fresh = false;
    chunk->dirty = true;
}

void loam_voxel_set(loam_voxel_world *world, loam_voxel_pos at, uint8_t material, int8_t density)
{
    const loam_voxel_chunk_pos place = loam_voxel_chunk_of(at);
    voxel_edited *const chunk = chunk_for(world, place);
    if (chunk == NULL)
    {
        return;
    }
    const uint16_t index = index_of(at, place);
    const voxel_change change = {.index = index,
                                 .old_material = chunk->voxels[index],
                                 .new_material = material,
                                 .old_density = (int8_t)chunk->voxels[VOXEL_COUNT + index],
                                 .new_density = density};
    if (change.old_material == material && change.old_density == density)
    {
        return;
    }
    if (world->writing != NULL && !loam_voxel_note(world, place, change))
    {
        world->trouble = LOAM_OUT_OF_MEMORY;
        return;
    }
    chunk->voxels[index] = material;
    chunk->voxels[VOXEL_COUNT + index] = (uint8_t)density;
    touch(world, chunk, index);
    count_change(&world->report, at, &change);
}

// ---- begin and end ------------------------------------------------------------------------------

void loam_voxel_begin(loam_voxel_world *world, uint64_t number, int32_t what)
{
    world->report = (loam_voxel_report){.number = number, .what = what};
    world->trouble = LOAM_OK;
    world->last = NULL;
    world->flood.count = 0;
}

static void forget(loam_voxel_world *world, voxel_edited *edited)
{
    loam_voxel_table_remove(&world->edited, edited->at);
    loam_voxel_edited_free(world, edited);
}

void loam_voxel_end(loam_voxel_world *world)
{
    for (uint32_t i = 0; i < world->opened_count; i++)
    {
        voxel_edited *const edited = world->opened[i];
        edited->open = false;
        if (edited->touched)
        {
            loam_voxel_spread(world, edited);
        }
        else if (edited->fresh)
        {
            forget(world, edited);
        }
    }
    world->opened_count = 0;
    world->last = NULL;
    if (world->report.changed > 0)
    {
        loam_voxel_darken(world, world->report.low, world->report.high);
    }
    if (world->trouble != LOAM_OK)
    {
        loam_voxel_report_failure(world, world->trouble, loam_last_error());
    }
    if (world->def.edited != NULL)
    {
        world->def.edited(world->def.user, &world->report);
    }
}
