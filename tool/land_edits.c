// SPDX-License-Identifier: MIT
#include "land_edits.h"

#include "interrupt.h"
#include "loam/store.h"
#include "loam/volume_world.h"

#include <string.h>

// A world of voxels reads the chunks, checks them and says what is wrong with them. It is moved from one changed
// chunk that the part has to the next, and what it has there is copied.

enum
{
    SIDE = LOAM_VOXEL_CHUNK,
    NEAR = 32, // metres, the least there is
};

typedef struct edits
{
    loam_voxel_world *world;
    volume_part *part;
    uint8_t materials[SIDE * SIDE * SIDE];
    int8_t density[SIDE * SIDE * SIDE];
    char fault[256]; // of the last chunk that could not be used
} edits;

static void note_fault(void *user, loam_result result, const char *message)
{
    edits *const of = user;
    (void)result;
    snprintf(of->fault, sizeof of->fault, "%s", message);
}

/// Where a part and a chunk overlap along an axis: the first voxel, and how many.
static int32_t overlap(int64_t part, int32_t length, int64_t chunk, int64_t *first)
{
    const int64_t low = chunk * SIDE > part ? chunk * SIDE : part;
    const int64_t part_end = part + length, chunk_end = (chunk + 1) * SIDE;
    const int64_t high = chunk_end < part_end ? chunk_end : part_end;
    *first = low;
    return high > low ? (int32_t)(high - low) : 0;
}

static void copy_box(edits *of, const loam_volume_box *box)
{
    const loam_volume_box *const whole = &of->part->box;
    for (int32_t k = 0; k < box->d; k++)
    {
        for (int32_t j = 0; j < box->h; j++)
        {
            const size_t from = ((size_t)k * (size_t)box->h + (size_t)j) * (size_t)box->w;
            const size_t row = (size_t)(box->z + k - whole->z) * (size_t)whole->h +
                               (size_t)(box->y + j - whole->y);
            const size_t to = row * (size_t)whole->w + (size_t)(box->x - whole->x);
            memcpy(of->part->materials + to, of->materials + from, (size_t)box->w);
            memcpy(of->part->density + to, of->density + from, (size_t)box->w);
        }
    }
}

static loam_result visit(void *user, loam_store_chunk_pos chunk)
{
    edits *const of = user;
    const loam_volume_box *const whole = &of->part->box;
    loam_volume_box box = {.level = 0};
    box.w = overlap(whole->x, whole->w, chunk.x, &box.x);
    box.h = overlap(whole->y, whole->h, chunk.y, &box.y);
    box.d = overlap(whole->z, whole->d, chunk.z, &box.z);
    if (box.w == 0 || box.h == 0 || box.d == 0)
    {
        return LOAM_OK;
    }
    const loam_voxel_viewer viewer = {.at = {box.x, box.y, box.z}};
    loam_result result = LOAM_OK;
    bool complete = false;
    while (result == LOAM_OK && !complete)
    {
        result = interrupt_asked()
                     ? loam_fail(LOAM_IO, "stopped; nothing was written")
                     : loam_voxel_world_update(of->world, &viewer, 1, 100000, &complete);
    }
    const loam_volume_voxels out = {.materials = of->materials, .density = of->density};
    result = result == LOAM_OK ? loam_voxel_world_read(of->world, &box, &out) : result;
    if (result == LOAM_OK)
    {
        copy_box(of, &box);
    }
    return result;
}

static loam_result apply(const char *path, loam_store *store, loam_volume *volume, edits *of)
{
    loam_voxel_world_def def = loam_default_voxel_world_def();
    def.volume = volume;
    def.env.jobs = of->part->env.jobs;
    def.keeper = loam_store_voxel_keeper(store);
    def.near_m = NEAR;
    def.levels = 1;
    def.failed = note_fault;
    def.user = of;
    loam_result result = loam_voxel_world_create(&def, &of->world);
    result = result == LOAM_OK ? loam_store_each_voxels(store, visit, of) : result;
    loam_voxel_world_destroy(of->world);
    return result == LOAM_OK && of->fault[0] != '\0' ? loam_fail(LOAM_IO, "%s: %s", path, of->fault)
                                                     : result;
}

loam_result land_edits_apply(const char *path, loam_volume *volume, volume_part *part)
{
    if (path == NULL || part->box.level != 0)
    {
        return LOAM_OK;
    }
    loam_store_def def = loam_default_store_def();
    loam_store *store = NULL;
    def.path = path;
    def.kind = LOAM_STORE_LAND;
    def.read_only = true;
    edits *const of = loam_alloc(&part->env, sizeof *of);
    if (of == NULL)
    {
        return LOAM_OUT_OF_MEMORY;
    }
    memset(of, 0, sizeof *of);
    of->part = part;
    loam_result result = loam_store_open(&def, &store);
    result = result == LOAM_OK ? apply(path, store, volume, of) : result;
    loam_store_close(store);
    loam_free(&part->env, of, sizeof *of);
    return result;
}
