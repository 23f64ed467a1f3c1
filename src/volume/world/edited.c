// SPDX-License-Identifier: MIT
#include "volume/world/world.h"

#include <stdlib.h>
#include <string.h>

// Chunks that were edited: where they are while nobody looks (packed in memory, or with the store), and how chunks of
// all levels come to show them.

enum
{
    BYTES = 2 * VOXEL_COUNT,
    MOST_NONE = 1 << 16, // places that are remembered as not kept
    LEAST_MEMORY = 16 * BYTES,
};

// ---- reading and writing ------------------------------------------------------------------------

void loam_voxel_edited_free(loam_voxel_world *world, voxel_edited *edited)
{
    if (edited->voxels != NULL)
    {
        loam_free(&world->env, edited->voxels, BYTES);
        world->edited_memory -= BYTES;
    }
    if (edited->packed != NULL)
    {
        loam_free(&world->env, edited->packed, edited->packed_size);
        world->edited_memory -= edited->packed_size;
    }
    if (world->last == edited)
    {
        world->last = NULL;
    }
    loam_free(&world->env, edited, sizeof *edited);
}

static voxel_edited *new_record(loam_voxel_world *world, loam_voxel_chunk_pos at)
{
    voxel_edited *const edited = loam_alloc(&world->env, sizeof *edited);
    if (edited == NULL)
    {
        return NULL;
    }
    *edited = (voxel_edited){.at = at};
    if (loam_voxel_table_put(&world->env, &world->edited, at, edited) != LOAM_OK)
    {
        loam_free(&world->env, edited, sizeof *edited);
        return NULL;
    }
    return edited;
}

static bool give_voxels(loam_voxel_world *world, voxel_edited *edited)
{
    edited->voxels = loam_alloc(&world->env, BYTES);
    world->edited_memory += edited->voxels != NULL ? BYTES : 0;
    return edited->voxels != NULL;
}

static void take_voxels(loam_voxel_world *world, voxel_edited *edited)
{
    loam_free(&world->env, edited->voxels, BYTES);
    edited->voxels = NULL;
    world->edited_memory -= BYTES;
}

static void set_kept(loam_voxel_world *world, voxel_edited *edited, bool kept)
{
    world->counters.edited += (int32_t)kept - (int32_t)edited->kept;
    edited->kept = kept;
}

/// From the store. Whatever is wrong is told, and the chunk is as if nothing had been edited in it.
static void load(loam_voxel_world *world, voxel_edited *edited)
{
    const loam_voxel_pos at = {edited->at.x, edited->at.y, edited->at.z};
    size_t size = 0;
    loam_result result = world->def.store.load(world->def.store.user, at, world->bytes,
                                               LOAM_VOXEL_CHUNK_MAX_BYTES, &size);
    if (result != LOAM_OK)
    {
        loam_voxel_report_failure(world, result, loam_last_error());
        edited->broken = true;
        return;
    }
    if (size == 0)
    {
        set_kept(world, edited, false);
        edited->none = true;
        return;
    }
    if (!give_voxels(world, edited))
    {
        return;
    }
    result = loam_voxel_unpack(world, edited->at, world->bytes, size, edited->voxels);
    if (result != LOAM_OK)
    {
        take_voxels(world, edited);
        set_kept(world, edited, false);
        edited->none = true;
        world->counters.refused++;
        loam_voxel_report_failure(world, result, loam_last_error());
        return;
    }
    set_kept(world, edited, true);
    world->counters.loaded++;
}

static void unpack(loam_voxel_world *world, voxel_edited *edited)
{
    if (give_voxels(world, edited) &&
        loam_voxel_unpack(world, edited->at, edited->packed, edited->packed_size, edited->voxels) ==
            LOAM_OK)
    {
        loam_free(&world->env, edited->packed, edited->packed_size);
        world->edited_memory -= edited->packed_size;
        edited->packed = NULL;
    }
}

/// Remembered places without anything go when there are too many.
static void forget_none(loam_voxel_world *world)
{
    if (world->edited.count < MOST_NONE + (uint32_t)world->counters.edited)
    {
        return;
    }
    for (uint32_t i = 0; i < world->edited.room;)
    {
        voxel_edited *const edited = world->edited.slots[i].value;
        const bool goes = edited != NULL && edited->none && edited->voxels == NULL;
        if (goes)
        {
            loam_voxel_table_remove(&world->edited, edited->at);
            loam_voxel_edited_free(world, edited);
        }
        i += !goes;
    }
}

/// Whether the store is asked for chunks that nobody has heard of.
static bool asks(const loam_voxel_world *world)
{
    return world->def.store.load != NULL && world->def.store.list == NULL;
}

voxel_edited *loam_voxel_edited_get(loam_voxel_world *world, loam_voxel_chunk_pos at)
{
    voxel_edited *edited = loam_voxel_table_get(&world->edited, at);
    if (edited == NULL && asks(world))
    {
        forget_none(world);
        edited = new_record(world, at);
    }
    if (edited == NULL || edited->none || edited->broken)
    {
        return NULL;
    }
    edited->used = world->updates;
    if (edited->voxels == NULL && edited->packed != NULL)
    {
        unpack(world, edited);
    }
    else if (edited->voxels == NULL)
    {
        load(world, edited);
    }
    return edited->voxels != NULL ? edited : NULL;
}

loam_result loam_voxel_edited_save(loam_voxel_world *world, voxel_edited *edited)
{
    const loam_voxel_pos at = {edited->at.x, edited->at.y, edited->at.z};
    const size_t size = loam_voxel_pack(world, edited, world->bytes);
    const loam_result result = world->def.store.save(world->def.store.user, at, world->bytes, size);
    if (result == LOAM_OK)
    {
        edited->dirty = false;
        edited->kept = true;
        world->counters.unsaved--;
    }
    return result;
}

static bool pack(loam_voxel_world *world, voxel_edited *edited)
{
    const size_t size = loam_voxel_pack(world, edited, world->bytes);
    uint8_t *const packed = loam_alloc(&world->env, size);
    if (packed == NULL)
    {
        return false;
    }
    memcpy(packed, world->bytes, size);
    edited->packed = packed;
    edited->packed_size = size;
    world->edited_memory += size;
    return true;
}

// ---- memory -------------------------------------------------------------------------------------

static int compare_used(const void *a, const void *b)
{
    const voxel_edited *const one = *(voxel_edited *const *)a, *const other = *(
                                                                   voxel_edited *const *)b;
    return one->used < other->used ? -1 : one->used > other->used;
}

static bool put_away(loam_voxel_world *world, voxel_edited *edited)
{
    const bool keeps = world->def.store.save != NULL && world->def.store.load != NULL;
    if (edited->dirty && keeps)
    {
        const loam_result result = loam_voxel_edited_save(world, edited);
        if (result != LOAM_OK)
        {
            loam_voxel_report_failure(world, result, loam_last_error());
            return false;
        }
    }
    if (keeps || pack(world, edited))
    {
        take_voxels(world, edited);
        return true;
    }
    return false;
}

void loam_voxel_edited_tidy(loam_voxel_world *world)
{
    size_t max = world->def.memory_bytes / 4;
    max = max > LEAST_MEMORY ? max : LEAST_MEMORY;
    if (world->edited_memory <= max)
    {
        return;
    }
    const size_t size = (size_t)world->edited.count * sizeof(voxel_edited *);
    voxel_edited **const list = loam_alloc(&world->env, size);
    uint32_t count = 0;
    for (uint32_t i = 0; i < world->edited.room && list != NULL; i++)
    {
        voxel_edited *const edited = world->edited.slots[i].value;
        if (edited != NULL && edited->voxels != NULL && !edited->open)
        {
            list[count++] = edited;
        }
    }
    if (count > 1)
    {
        qsort(list, count, sizeof(voxel_edited *), compare_used);
    }
    bool going = true;
    for (uint32_t i = 0; i < count && going && world->edited_memory > max / 2; i++)
    {
        going = put_away(world, list[i]);
    }
    loam_free(&world->env, list, size);
}

// ---- onto chunks --------------------------------------------------------------------------------

/// Densities count 1/16 voxels, and voxels of a coarser level are larger. Rounded up, so that what is solid stays so.
static int8_t coarser(int8_t density, int32_t level)
{
    return (int8_t)(-voxel_shift(-(int64_t)density, level));
}

/// A range of an axis, in voxels of a level: from the edited chunk's to those that a chunk holds.
typedef struct span
{
    int64_t first, last;
} span;

static span span_of(int64_t edited, int32_t low, int32_t high, int64_t chunk, int32_t level)
{
    const int64_t from = edited * VOXEL_SIDE + low, to = edited * VOXEL_SIDE + high;
    const int64_t begin = chunk * VOXEL_SIDE - 1, end = begin + VOXEL_WIDE - 1;
    span out = {-voxel_shift(-from, level), voxel_shift(to, level)};
    out.first = out.first > begin ? out.first : begin;
    out.last = out.last < end ? out.last : end;
    return out;
}

typedef struct spans
{
    span x, y, z;
    bool any;
} spans;

static spans spans_of(const voxel_edited *edited, const voxel_chunk *chunk, const int16_t low[3],
                      const int16_t high[3])
{
    const int32_t level = chunk->at.level;
    spans out = {.x = span_of(edited->at.x, low[0], high[0], chunk->at.x, level),
                 .y = span_of(edited->at.y, low[1], high[1], chunk->at.y, level),
                 .z = span_of(edited->at.z, low[2], high[2], chunk->at.z, level)};
    out.any = out.x.first <= out.x.last && out.y.first <= out.y.last && out.z.first <= out.z.last;
    return out;
}

static void copy_spans(const voxel_edited *edited, voxel_chunk *chunk, const spans *part)
{
    const int32_t level = chunk->at.level;
    const int64_t ex = edited->at.x * VOXEL_SIDE, ey = edited->at.y * VOXEL_SIDE,
                  ez = edited->at.z * VOXEL_SIDE;
    const int64_t cx = chunk->at.x * VOXEL_SIDE - 1, cy = chunk->at.y * VOXEL_SIDE - 1,
                  cz = chunk->at.z * VOXEL_SIDE - 1;
    const int64_t scale = INT64_C(1) << level;
    for (int64_t z = part->z.first; z <= part->z.last; z++)
    {
        for (int64_t y = part->y.first; y <= part->y.last; y++)
        {
            for (int64_t x = part->x.first; x <= part->x.last; x++)
            {
                const size_t from = voxel_index((int32_t)(x * scale - ex),
                                                (int32_t)(y * scale - ey),
                                                (int32_t)(z * scale - ez));
                const size_t to = voxel_wide_index((int32_t)(x - cx), (int32_t)(y - cy),
                                                   (int32_t)(z - cz));
                chunk->voxels[to] = edited->voxels[from];
                ((int8_t *)chunk->voxels)[VOXEL_WIDE_COUNT + to] = coarser(
                    ((const int8_t *)edited->voxels)[VOXEL_COUNT + from], level);
            }
        }
    }
}

static const int16_t whole_low[3] = {0, 0, 0},
                     whole_high[3] = {VOXEL_SIDE - 1, VOXEL_SIDE - 1, VOXEL_SIDE - 1};

static loam_result lay_one(loam_voxel_world *world, voxel_chunk *chunk, loam_voxel_chunk_pos at)
{
    const voxel_edited place = {.at = at};
    const spans part = spans_of(&place, chunk, whole_low, whole_high);
    const voxel_edited *const edited = part.any ? loam_voxel_edited_get(world, at) : NULL;
    if (edited == NULL)
    {
        return LOAM_OK;
    }
    const loam_result result = loam_voxel_expand(world, chunk);
    if (result == LOAM_OK)
    {
        copy_spans(edited, chunk, &part);
    }
    return result;
}

static loam_result lay_range(loam_voxel_world *world, voxel_chunk *chunk, const int64_t low[3],
                             const int64_t high[3])
{
    loam_result result = LOAM_OK;
    loam_voxel_chunk_pos at = {0};
    for (at.z = low[2]; at.z <= high[2]; at.z++)
    {
        for (at.y = low[1]; at.y <= high[1]; at.y++)
        {
            for (at.x = low[0]; at.x <= high[0] && result == LOAM_OK; at.x++)
            {
                result = lay_one(world, chunk, at);
            }
        }
    }
    return result;
}

static loam_result lay_all(loam_voxel_world *world, voxel_chunk *chunk, const int64_t low[3],
                           const int64_t high[3])
{
    loam_result result = LOAM_OK;
    for (uint32_t i = 0; i < world->edited.room && result == LOAM_OK; i++)
    {
        const voxel_edited *const edited = world->edited.slots[i].value;
        if (edited != NULL && edited->at.x >= low[0] && edited->at.x <= high[0] &&
            edited->at.y >= low[1] && edited->at.y <= high[1] && edited->at.z >= low[2] &&
            edited->at.z <= high[2])
        {
            result = lay_one(world, chunk, edited->at);
            loam_voxel_edited_tidy(world);
        }
    }
    return result;
}

loam_result loam_voxel_lay_over(loam_voxel_world *world, voxel_chunk *chunk)
{
    const int64_t at[3] = {chunk->at.x, chunk->at.y, chunk->at.z};
    int64_t low[3], high[3];
    for (int32_t axis = 0; axis < 3; axis++)
    {
        const int64_t first = at[axis] * VOXEL_SIDE - 1;
        low[axis] = loam_floor_div(first * (INT64_C(1) << chunk->at.level), VOXEL_SIDE);
        high[axis] = loam_floor_div((first + VOXEL_WIDE - 1) * (INT64_C(1) << chunk->at.level),
                                    VOXEL_SIDE);
    }
    // A chunk of level 0 touches 27; of a coarse one it is quicker to look through all that was edited.
    const loam_result result = chunk->at.level == 0 ? lay_range(world, chunk, low, high)
                                                    : lay_all(world, chunk, low, high);
    if (chunk->voxels != NULL)
    {
        chunk->kind = (uint8_t)loam_voxel_kind_of(chunk->voxels, VOXEL_WIDE_COUNT);
    }
    return result;
}

static void spread_one(loam_voxel_world *world, const voxel_edited *edited, voxel_chunk *chunk)
{
    const spans part = spans_of(edited, chunk, edited->low, edited->high);
    if (!part.any)
    {
        return;
    }
    const loam_result result = loam_voxel_expand(world, chunk);
    if (result != LOAM_OK)
    {
        loam_voxel_report_failure(world, result, loam_last_error());
        return;
    }
    copy_spans(edited, chunk, &part);
    chunk->kind = (uint8_t)loam_voxel_kind_of(chunk->voxels, VOXEL_WIDE_COUNT);
    chunk->changed = world->any_changed = true;
}

void loam_voxel_spread(loam_voxel_world *world, const voxel_edited *edited)
{
    const int64_t place[3] = {edited->at.x, edited->at.y, edited->at.z};
    for (int32_t level = 0; level < world->def.levels; level++)
    {
        int64_t low[3], high[3];
        for (int32_t axis = 0; axis < 3; axis++)
        {
            const int64_t first = place[axis] * VOXEL_SIDE;
            low[axis] = loam_floor_div(-voxel_shift(-(first + edited->low[axis]), level) - 33,
                                       VOXEL_SIDE);
            high[axis] = loam_floor_div(voxel_shift(first + edited->high[axis], level) + 1,
                                        VOXEL_SIDE);
        }
        loam_voxel_chunk_pos at = {.level = level};
        for (at.z = low[2]; at.z <= high[2]; at.z++)
        {
            for (at.y = low[1]; at.y <= high[1]; at.y++)
            {
                for (at.x = low[0]; at.x <= high[0]; at.x++)
                {
                    voxel_chunk *const chunk = loam_voxel_table_get(&world->chunks, at);
                    if (chunk != NULL && chunk->state == VOXEL_THERE)
                    {
                        spread_one(world, edited, chunk);
                    }
                }
            }
        }
    }
}

// ---- making -------------------------------------------------------------------------------------

/// What the volume has, or the chunk that shows it, without its border.
static loam_result fill_fresh(loam_voxel_world *world, voxel_edited *edited)
{
    voxel_chunk *const chunk = loam_voxel_table_get(&world->chunks, edited->at);
    if (chunk == NULL || chunk->state != VOXEL_THERE || chunk->voxels == NULL)
    {
        const loam_volume_box box = {world->finest,
                                     edited->at.x * VOXEL_SIDE,
                                     edited->at.y * VOXEL_SIDE,
                                     edited->at.z * VOXEL_SIDE,
                                     VOXEL_SIDE,
                                     VOXEL_SIDE,
                                     VOXEL_SIDE};
        const loam_volume_voxels out = {edited->voxels, (int8_t *)edited->voxels + VOXEL_COUNT,
                                        false};
        return loam_volume_fill(world->tasks[VOXEL_MAX_TASKS - 1].grower, &box, &out, NULL);
    }
    for (int32_t k = 0; k < VOXEL_SIDE; k++)
    {
        for (int32_t j = 0; j < VOXEL_SIDE; j++)
        {
            const uint8_t *const from = chunk->voxels + voxel_wide_index(1, j + 1, k + 1);
            uint8_t *const to = edited->voxels + voxel_index(0, j, k);
            memcpy(to, from, VOXEL_SIDE);
            memcpy(to + VOXEL_COUNT, from + VOXEL_WIDE_COUNT, VOXEL_SIDE);
        }
    }
    return LOAM_OK;
}

voxel_edited *loam_voxel_edited_make(loam_voxel_world *world, loam_voxel_chunk_pos at)
{
    voxel_edited *edited = loam_voxel_edited_get(world, at);
    if (edited != NULL)
    {
        return edited;
    }
    edited = loam_voxel_table_get(&world->edited, at);
    // Broken, or there was no memory for it: what has grown must not take the place of what is kept.
    if (edited != NULL ? !edited->none : asks(world))
    {
        loam_fail(edited != NULL && edited->broken ? LOAM_IO : LOAM_OUT_OF_MEMORY,
                  "chunk %lld, %lld, %lld is kept and cannot be read: it is not edited",
                  (long long)at.x, (long long)at.y, (long long)at.z);
        return NULL;
    }
    edited = edited != NULL ? edited : new_record(world, at);
    if (edited == NULL || !give_voxels(world, edited))
    {
        return NULL;
    }
    edited->used = world->updates;
    edited->fresh = true;
    if (fill_fresh(world, edited) != LOAM_OK)
    {
        take_voxels(world, edited);
        edited->none = true;
        return NULL;
    }
    edited->none = false;
    return edited;
}

// ---- the store's list --------------------------------------------------------------------------

typedef struct listing
{
    loam_voxel_world *world;
    loam_result result;
} listing;

static void found(void *context, loam_voxel_pos chunk)
{
    listing *const list = context;
    const loam_voxel_chunk_pos at = {0, chunk.x, chunk.y, chunk.z};
    if (loam_voxel_table_get(&list->world->edited, at) != NULL)
    {
        return;
    }
    voxel_edited *const edited = new_record(list->world, at);
    if (edited == NULL)
    {
        list->result = LOAM_OUT_OF_MEMORY;
        return;
    }
    set_kept(list->world, edited, true);
}

loam_result loam_voxel_edited_list(loam_voxel_world *world)
{
    if (world->def.store.list == NULL || world->def.store.load == NULL)
    {
        return LOAM_OK;
    }
    listing list = {world, LOAM_OK};
    const loam_result result = world->def.store.list(world->def.store.user, found, &list);
    return result != LOAM_OK ? result : list.result;
}
