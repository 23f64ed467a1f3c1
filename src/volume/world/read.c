// SPDX-License-Identifier: MIT
#include "volume/world/world.h"

#include "loam/random.h"

#include <string.h>

// Reading boxes of what is there, chunk by chunk.

loam_voxel_chunk_pos loam_voxel_chunk_of(loam_voxel_pos at)
{
    return (loam_voxel_chunk_pos){0, loam_floor_div(at.x, VOXEL_SIDE),
                                  loam_floor_div(at.y, VOXEL_SIDE),
                                  loam_floor_div(at.z, VOXEL_SIDE)};
}

loam_voxel_pos loam_voxel_chunk_first(loam_voxel_chunk_pos chunk)
{
    const int64_t size = (int64_t)VOXEL_SIDE * (INT64_C(1) << chunk.level);
    return (loam_voxel_pos){chunk.x * size, chunk.y * size, chunk.z * size};
}

static int64_t nearest(double value)
{
    const double shifted = value + 0.5;
    const int64_t whole = (int64_t)shifted;
    return (double)whole > shifted ? whole - 1 : whole;
}

loam_voxel_pos loam_voxel_at_point(const loam_voxel_point *point)
{
    LOAM_ASSERT(NULL, point != NULL);
    return (loam_voxel_pos){point->origin.x + nearest(point->offset[0]),
                            point->origin.y + nearest(point->offset[1]),
                            point->origin.z + nearest(point->offset[2])};
}

voxel_chunk *loam_voxel_chunk_there(loam_voxel_world *world, loam_voxel_chunk_pos at)
{
    if (world->near != NULL && voxel_same(world->near->at, at))
    {
        return world->near;
    }
    voxel_chunk *const chunk = loam_voxel_table_get(&world->chunks, at);
    if (chunk == NULL || chunk->state != VOXEL_THERE)
    {
        return NULL;
    }
    world->near = chunk;
    return chunk;
}

// ---- boxes --------------------------------------------------------------------------------------

/// The part of a box that lies in one chunk, in voxels.
typedef struct part
{
    loam_voxel_chunk_pos at;
    int64_t low[3], high[3]; // of the part, both included
} part;

typedef struct walk
{
    const loam_volume_box *box;
    int64_t first[3], last[3]; // chunks
    int64_t chunk[3];
} walk;

static walk walk_begin(const loam_volume_box *box)
{
    walk out = {.box = box};
    const int64_t low[3] = {box->x, box->y, box->z};
    const int32_t sides[3] = {box->w, box->h, box->d};
    for (int32_t axis = 0; axis < 3; axis++)
    {
        out.first[axis] = out.chunk[axis] = loam_floor_div(low[axis], VOXEL_SIDE);
        out.last[axis] = loam_floor_div(low[axis] + sides[axis] - 1, VOXEL_SIDE);
    }
    return out;
}

static bool walk_next(walk *at, part *out)
{
    if (at->chunk[2] > at->last[2])
    {
        return false;
    }
    const int64_t low[3] = {at->box->x, at->box->y, at->box->z};
    const int32_t sides[3] = {at->box->w, at->box->h, at->box->d};
    out->at = (loam_voxel_chunk_pos){at->box->level, at->chunk[0], at->chunk[1], at->chunk[2]};
    for (int32_t axis = 0; axis < 3; axis++)
    {
        const int64_t begin = at->chunk[axis] * VOXEL_SIDE, end = begin + VOXEL_SIDE - 1;
        const int64_t last = low[axis] + sides[axis] - 1;
        out->low[axis] = low[axis] > begin ? low[axis] : begin;
        out->high[axis] = last < end ? last : end;
    }
    for (int32_t axis = 0; axis < 3; axis++)
    {
        if (++at->chunk[axis] <= at->last[axis] || axis == 2)
        {
            break;
        }
        at->chunk[axis] = at->first[axis];
    }
    return true;
}

static loam_result check_box(const loam_voxel_world *world, const loam_volume_box *box)
{
    const int64_t max = LOAM_VOXEL_MAX_PLACE;
    if (box->level < 0 || box->level >= world->def.levels)
    {
        return loam_fail(LOAM_BAD_ARGUMENT, "the level of a box is %d; must be 0 to %d",
                         (int)box->level, (int)world->def.levels - 1);
    }
    if (box->w < 1 || box->w > LOAM_MAX_VOLUME_SIDE || box->h < 1 ||
        box->h > LOAM_MAX_VOLUME_SIDE || box->d < 1 || box->d > LOAM_MAX_VOLUME_SIDE)
    {
        return loam_fail(LOAM_BAD_ARGUMENT, "a box is %d x %d x %d voxels; must be 1 to %d each",
                         (int)box->w, (int)box->h, (int)box->d, LOAM_MAX_VOLUME_SIDE);
    }
    if (box->x < -max || box->x > max || box->y < -max || box->y > max || box->z < -max ||
        box->z > max)
    {
        return loam_fail(LOAM_BAD_ARGUMENT,
                         "a box is at %lld, %lld, %lld; must be within 2^50 of 0",
                         (long long)box->x, (long long)box->y, (long long)box->z);
    }
    return LOAM_OK;
}

bool loam_voxel_world_is_loaded(const loam_voxel_world *world, const loam_volume_box *box)
{
    LOAM_ASSERT(NULL, world != NULL);
    LOAM_ASSERT(&world->env, box != NULL);
    bool all = check_box(world, box) == LOAM_OK;
    walk at = walk_begin(box);
    for (part next; all && walk_next(&at, &next);)
    {
        const voxel_chunk *const chunk = loam_voxel_table_get(&world->chunks, next.at);
        all = chunk != NULL && chunk->state == VOXEL_THERE;
    }
    return all;
}

bool loam_voxel_world_is_shown(const loam_voxel_world *world, loam_voxel_chunk_pos chunk)
{
    LOAM_ASSERT(NULL, world != NULL);
    const voxel_chunk *const known = loam_voxel_table_get(&world->chunks, chunk);
    return known != NULL && known->shown;
}

/// Copies a part's rows of one plane; without voxels all become `uniform`.
static void copy_part(const loam_volume_box *box, const part *of, const uint8_t *plane,
                      uint8_t uniform, uint8_t *out)
{
    const size_t row = (size_t)(of->high[0] - of->low[0] + 1);
    for (int64_t z = of->low[2]; z <= of->high[2]; z++)
    {
        for (int64_t y = of->low[1]; y <= of->high[1]; y++)
        {
            uint8_t *const to = out +
                                ((size_t)(z - box->z) * (size_t)box->h + (size_t)(y - box->y)) *
                                    (size_t)box->w +
                                (size_t)(of->low[0] - box->x);
            if (plane == NULL)
            {
                memset(to, uniform, row);
                continue;
            }
            const size_t from = voxel_wide_index((int32_t)(of->low[0] - of->at.x * VOXEL_SIDE) + 1,
                                                 (int32_t)(y - of->at.y * VOXEL_SIDE) + 1,
                                                 (int32_t)(z - of->at.z * VOXEL_SIDE) + 1);
            memcpy(to, plane + from, row);
        }
    }
}

loam_result loam_voxel_world_read(loam_voxel_world *world, const loam_volume_box *box,
                                  const loam_volume_voxels *out)
{
    LOAM_ASSERT(NULL, world != NULL);
    LOAM_ASSERT(&world->env, box != NULL && out != NULL);
    loam_result result = check_box(world, box);
    walk at = walk_begin(box);
    for (part next; result == LOAM_OK && walk_next(&at, &next);)
    {
        voxel_chunk *const chunk = loam_voxel_chunk_there(world, next.at);
        if (chunk == NULL)
        {
            return loam_fail(LOAM_NOT_FOUND, "chunk %lld, %lld, %lld of level %d is not there",
                             (long long)next.at.x, (long long)next.at.y, (long long)next.at.z,
                             (int)next.at.level);
        }
        const bool air = chunk->kind == LOAM_VOLUME_AIR && out->density == NULL;
        result = air ? LOAM_OK : loam_voxel_expand(world, chunk);
        const uint8_t *const voxels = chunk->voxels;
        if (result == LOAM_OK && out->materials != NULL)
        {
            copy_part(box, &next, voxels, LOAM_VOXEL_AIR, out->materials);
        }
        if (result == LOAM_OK && out->density != NULL)
        {
            copy_part(box, &next, voxels + VOXEL_WIDE_COUNT, 0, (uint8_t *)out->density);
        }
    }
    return result;
}

void loam_voxel_read_materials(loam_voxel_world *world, const loam_volume_box *box, uint8_t missing,
                               uint8_t *out, bool *all)
{
    *all = true;
    walk at = walk_begin(box);
    for (part next; walk_next(&at, &next);)
    {
        const voxel_chunk *const chunk = loam_voxel_table_get(&world->chunks, next.at);
        const bool there = chunk != NULL && chunk->state == VOXEL_THERE;
        *all = *all && there;
        const uint8_t uniform = !there                           ? missing
                                : chunk->kind == LOAM_VOLUME_AIR ? LOAM_VOXEL_AIR
                                                                 : LOAM_VOXEL_GRANITE;
        copy_part(box, &next, there ? chunk->voxels : NULL, uniform, out);
    }
}

loam_result loam_voxel_world_at(loam_voxel_world *world, loam_voxel_pos at, uint8_t *material,
                                int8_t *density)
{
    const loam_volume_box box = {0, at.x, at.y, at.z, 1, 1, 1};
    const loam_volume_voxels out = {material, density, false};
    return loam_voxel_world_read(world, &box, &out);
}

uint64_t loam_voxel_world_hash(loam_voxel_world *world, const loam_volume_box *box)
{
    LOAM_ASSERT(NULL, world != NULL);
    LOAM_ASSERT(&world->env, box != NULL);
    if (!loam_voxel_world_is_loaded(world, box))
    {
        return 0;
    }
    const size_t count = (size_t)box->w * (size_t)box->h * (size_t)box->d;
    if (loam_volume_make_room(&world->env, &world->window, 2 * count) != LOAM_OK)
    {
        return 0;
    }
    uint8_t *const bytes = world->window.memory;
    const loam_volume_voxels out = {bytes, (int8_t *)bytes + count, false};
    return loam_voxel_world_read(world, box, &out) == LOAM_OK ? loam_hash_bytes(bytes, 2 * count, 1)
                                                              : 0;
}
