// SPDX-License-Identifier: MIT
#include "volume/world/world.h"

#include <string.h>

// Edits that wait, and records of those that were applied, so that they can be undone and done again. An undo goes
// through a record from its end and gives voxels back what they were, unless they are no longer what the edit made of
// them; a redo goes forward. The oldest records go when there are too many bytes of them.

// ---- records ------------------------------------------------------------------------------------

static size_t bytes_of(const voxel_record *record)
{
    return sizeof *record + record->chunk_room * sizeof *record->chunks +
           record->change_room * sizeof *record->changes;
}

static void free_record(loam_voxel_world *world, voxel_record *record)
{
    world->undo_memory -= bytes_of(record);
    loam_free(&world->env, record->chunks, record->chunk_room * sizeof *record->chunks);
    loam_free(&world->env, record->changes, record->change_room * sizeof *record->changes);
    loam_free(&world->env, record, sizeof *record);
}

static bool grow_list(loam_voxel_world *world, void **list, uint32_t count, uint32_t *room,
                      size_t each)
{
    if (count < *room)
    {
        return true;
    }
    const uint32_t wider = *room == 0 ? 16 : 2 * *room;
    void *const memory = loam_alloc(&world->env, wider * each);
    if (memory == NULL)
    {
        return false;
    }
    if (count > 0)
    {
        memcpy(memory, *list, count * each);
    }
    loam_free(&world->env, *list, *room * each);
    world->undo_memory += (wider - *room) * each;
    *list = memory;
    *room = wider;
    return true;
}

bool loam_voxel_note(loam_voxel_world *world, loam_voxel_chunk_pos chunk, voxel_change change)
{
    voxel_record *const record = world->writing;
    uint32_t at = record->chunk_count;
    while (at > 0 && !voxel_same(record->chunks[at - 1], chunk))
    {
        at--;
    }
    void *chunks = record->chunks, *changes = record->changes;
    if (at == 0)
    {
        const bool grown = grow_list(world, &chunks, record->chunk_count, &record->chunk_room,
                                     sizeof *record->chunks);
        record->chunks = chunks;
        if (!grown)
        {
            return false;
        }
        record->chunks[record->chunk_count++] = chunk;
        at = record->chunk_count;
    }
    const bool grown = grow_list(world, &changes, record->change_count, &record->change_room,
                                 sizeof *record->changes);
    record->changes = changes;
    if (grown)
    {
        change.chunk = at - 1;
        record->changes[record->change_count++] = change;
    }
    return grown;
}

static void forget_undone(loam_voxel_world *world)
{
    while (world->undone != NULL)
    {
        voxel_record *const record = world->undone;
        world->undone = record->older;
        free_record(world, record);
    }
    world->redo_count = 0;
}

static void push(loam_voxel_world *world, voxel_record *record)
{
    record->newer = NULL;
    record->older = world->newest;
    if (world->newest != NULL)
    {
        world->newest->newer = record;
    }
    else
    {
        world->oldest = record;
    }
    world->newest = record;
    world->undo_count++;
}

static voxel_record *pop(loam_voxel_world *world)
{
    voxel_record *const record = world->newest;
    world->newest = record->older;
    if (world->newest != NULL)
    {
        world->newest->newer = NULL;
    }
    else
    {
        world->oldest = NULL;
    }
    world->undo_count--;
    return record;
}

static void forget_oldest(loam_voxel_world *world)
{
    while (world->undo_memory > world->def.undo_bytes && world->oldest != NULL)
    {
        voxel_record *const record = world->oldest;
        world->oldest = record->newer;
        if (world->oldest != NULL)
        {
            world->oldest->older = NULL;
        }
        else
        {
            world->newest = NULL;
        }
        world->undo_count--;
        free_record(world, record);
    }
}

void loam_voxel_records_free(loam_voxel_world *world)
{
    forget_undone(world);
    while (world->newest != NULL)
    {
        free_record(world, pop(world));
    }
}

// ---- undo and redo ------------------------------------------------------------------------------

static loam_voxel_pos place_of(const voxel_record *record, const voxel_change *change)
{
    const loam_voxel_chunk_pos chunk = record->chunks[change->chunk];
    return (loam_voxel_pos){chunk.x * VOXEL_SIDE + change->index % VOXEL_SIDE,
                            chunk.y * VOXEL_SIDE + change->index / VOXEL_SIDE % VOXEL_SIDE,
                            chunk.z * VOXEL_SIDE + change->index / (VOXEL_SIDE * VOXEL_SIDE)};
}

static void turn_back(loam_voxel_world *world, const voxel_record *record)
{
    for (uint32_t i = record->change_count; i-- > 0;)
    {
        const voxel_change *const change = &record->changes[i];
        const loam_voxel_pos at = place_of(record, change);
        int8_t density;
        if (loam_voxel_get(world, at, &density) == change->new_material &&
            density == change->new_density)
        {
            loam_voxel_set(world, at, change->old_material, change->old_density);
        }
    }
}

static void turn_forward(loam_voxel_world *world, const voxel_record *record)
{
    for (uint32_t i = 0; i < record->change_count; i++)
    {
        const voxel_change *const change = &record->changes[i];
        const loam_voxel_pos at = place_of(record, change);
        int8_t density;
        if (loam_voxel_get(world, at, &density) == change->old_material &&
            density == change->old_density)
        {
            loam_voxel_set(world, at, change->new_material, change->new_density);
        }
    }
}

static void undo(loam_voxel_world *world)
{
    if (world->newest == NULL)
    {
        return;
    }
    voxel_record *const record = pop(world);
    loam_voxel_begin(world, record->number, -1);
    turn_back(world, record);
    loam_voxel_end(world);
    record->older = world->undone;
    world->undone = record;
    world->redo_count++;
}

static void redo(loam_voxel_world *world)
{
    voxel_record *const record = world->undone;
    if (record == NULL)
    {
        return;
    }
    world->undone = record->older;
    world->redo_count--;
    loam_voxel_begin(world, record->number, 1);
    turn_forward(world, record);
    loam_voxel_end(world);
    push(world, record);
}

// ---- what waits ---------------------------------------------------------------------------------

static void apply_edit(loam_voxel_world *world, const voxel_command *command)
{
    voxel_record *const record = loam_alloc(&world->env, sizeof *record);
    if (record == NULL)
    {
        loam_voxel_report_failure(world, LOAM_OUT_OF_MEMORY, loam_last_error());
        return;
    }
    *record = (voxel_record){.number = command->number};
    world->undo_memory += sizeof *record;
    world->writing = record;
    loam_voxel_begin(world, command->number, 0);
    loam_voxel_edit_apply(world, &command->edit);
    loam_voxel_flood_run(world);
    world->writing = NULL;
    loam_voxel_end(world);
    if (record->change_count == 0)
    {
        free_record(world, record);
        return;
    }
    forget_undone(world);
    push(world, record);
    forget_oldest(world);
}

static voxel_command *take_waiting(loam_voxel_world *world, uint32_t *count, uint32_t *room)
{
    loam_mutex_lock(&world->mutex);
    voxel_command *const commands = world->waiting;
    *count = world->waiting_count;
    *room = world->waiting_room;
    world->waiting = NULL;
    world->waiting_count = world->waiting_room = 0;
    loam_mutex_unlock(&world->mutex);
    return commands;
}

void loam_voxel_apply_waiting(loam_voxel_world *world)
{
    uint32_t count, room;
    voxel_command *const commands = take_waiting(world, &count, &room);
    for (uint32_t i = 0; i < count; i++)
    {
        switch (commands[i].what)
        {
        case 0:
            apply_edit(world, &commands[i]);
            break;
        case 1:
            redo(world);
            break;
        default:
            undo(world);
            break;
        }
        loam_voxel_edited_tidy(world);
    }
    loam_free(&world->env, commands, room * sizeof *commands);
}

static loam_result wait_for_update(loam_voxel_world *world, voxel_command command, uint64_t *number)
{
    loam_result result = LOAM_OK;
    loam_mutex_lock(&world->mutex);
    if (world->waiting_count == LOAM_VOXEL_MAX_EDITS)
    {
        result = loam_fail(LOAM_FAILED, "%d edits wait for an update; no more are accepted",
                           LOAM_VOXEL_MAX_EDITS);
    }
    else if (world->waiting_count == world->waiting_room)
    {
        const uint32_t room = world->waiting_room == 0 ? 16 : 2 * world->waiting_room;
        voxel_command *const wider = loam_alloc(&world->env, room * sizeof *wider);
        result = wider != NULL ? LOAM_OK : LOAM_OUT_OF_MEMORY;
        if (wider != NULL)
        {
            if (world->waiting_count > 0)
            {
                memcpy(wider, world->waiting, world->waiting_count * sizeof *wider);
            }
            loam_free(&world->env, world->waiting, world->waiting_room * sizeof *wider);
            world->waiting = wider;
            world->waiting_room = room;
        }
    }
    if (result == LOAM_OK)
    {
        command.number = command.what == 0 ? ++world->next_number : 0;
        world->waiting[world->waiting_count++] = command;
    }
    loam_mutex_unlock(&world->mutex);
    if (number != NULL)
    {
        *number = result == LOAM_OK ? command.number : 0;
    }
    return result;
}

loam_result loam_voxel_world_edit(loam_voxel_world *world, const loam_voxel_edit *edit,
                                  uint64_t *number)
{
    LOAM_ASSERT(NULL, world != NULL);
    LOAM_ASSERT(&world->env, edit != NULL);
    const loam_result result = loam_voxel_edit_check(edit);
    return result == LOAM_OK
               ? wait_for_update(world, (voxel_command){.what = 0, .edit = *edit}, number)
               : result;
}

loam_result loam_voxel_world_undo(loam_voxel_world *world)
{
    LOAM_ASSERT(NULL, world != NULL);
    return wait_for_update(world, (voxel_command){.what = -1}, NULL);
}

loam_result loam_voxel_world_redo(loam_voxel_world *world)
{
    LOAM_ASSERT(NULL, world != NULL);
    return wait_for_update(world, (voxel_command){.what = 1}, NULL);
}
