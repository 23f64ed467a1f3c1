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
    NEAR = 32, // voxels, the least there is
};

typedef struct edits
{
    loam_voxel_world *world;
    volume_part *part;
    int64_t step; // voxels of the world along a side of one of the part
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

/// Where a part and a chunk overlap along an axis: the part's first voxel that is one of the chunk's, and how many.
static int32_t overlap(const edits *of, int64_t part, int32_t length, int64_t chunk, int64_t *first)
{
    const int64_t low = -loam_floor_div(-chunk * SIDE, of->step);
    const int64_t end = loam_floor_div((chunk + 1) * SIDE - 1, of->step) + 1;
    *first = low > part ? low : part;
    const int64_t last = end < part + length ? end : part + length;
    return last > *first ? (int32_t)(last - *first) : 0;
}

/// As the world lays edits over coarser levels: every step-th voxel, its density counted in those of the part and
/// rounded up, so that what is solid stays so.
static void copy_box(edits *of, loam_store_chunk_pos chunk, const loam_volume_box *box)
{
    const loam_volume_box *const whole = &of->part->box;
    for (int32_t k = 0; k < box->d; k++)
    {
        for (int32_t j = 0; j < box->h; j++)
        {
            const int64_t y = (box->y + j) * of->step - chunk.y * SIDE,
                          z = (box->z + k) * of->step - chunk.z * SIDE;
            const size_t row = (size_t)(box->z + k - whole->z) * (size_t)whole->h +
                               (size_t)(box->y + j - whole->y);
            for (int32_t i = 0; i < box->w; i++)
            {
                const int64_t x = (box->x + i) * of->step - chunk.x * SIDE;
                const int64_t from = (z * SIDE + y) * SIDE + x;
                const size_t to = row * (size_t)whole->w + (size_t)(box->x + i - whole->x);
                of->part->materials[to] = of->materials[from];
                of->part->density[to] = (int8_t)-loam_floor_div(-of->density[from], of->step);
            }
        }
    }
}

static loam_result visit(void *user, loam_store_chunk_pos chunk)
{
    edits *const of = user;
    const loam_volume_box *const whole = &of->part->box;
    loam_volume_box box = {.level = whole->level};
    box.w = overlap(of, whole->x, whole->w, chunk.x, &box.x);
    box.h = overlap(of, whole->y, whole->h, chunk.y, &box.y);
    box.d = overlap(of, whole->z, whole->d, chunk.z, &box.z);
    if (box.w == 0 || box.h == 0 || box.d == 0)
    {
        return LOAM_OK;
    }
    const loam_volume_box all = {0,   chunk.x * SIDE, chunk.y * SIDE, chunk.z * SIDE, SIDE, SIDE,
                                 SIDE};
    const loam_voxel_viewer viewer = {.at = {all.x, all.y, all.z}};
    loam_result result = LOAM_OK;
    bool complete = false;
    while (result == LOAM_OK && !complete)
    {
        result = interrupt_asked()
                     ? loam_fail(LOAM_IO, "stopped; nothing was written")
                     : loam_voxel_world_update(of->world, &viewer, 1, 100000, &complete);
    }
    const loam_volume_voxels out = {.materials = of->materials, .density = of->density};
    result = result == LOAM_OK ? loam_voxel_world_read(of->world, &all, &out) : result;
    if (result == LOAM_OK)
    {
        copy_box(of, chunk, &box);
    }
    return result;
}

/// How many of the file's voxels one of the part is wide.
static loam_result find_step(const char *path, float voxel_m, edits *of)
{
    const float part_m = loam_volume_voxel_m(of->part->box.level);
    of->step = (int64_t)(part_m / voxel_m);
    return of->step >= 1 ? LOAM_OK
                         : loam_fail(LOAM_BAD_ARGUMENT,
                                     "%s: has voxels of %g m; %g m are finer than what was dug",
                                     path, (double)voxel_m, (double)part_m);
}

static loam_result apply(const char *path, loam_store *store, loam_volume *volume, edits *of)
{
    loam_voxel_world_def def = loam_default_voxel_world_def();
    def.volume = volume;
    def.env.jobs = of->part->env.jobs;
    def.store = loam_store_voxels(store);
    def.voxel_m = loam_store_voxel_m(store);
    def.near_m = NEAR;
    def.levels = 1;
    def.failed = note_fault;
    def.user = of;
    loam_result result = find_step(path, def.voxel_m, of);
    result = result == LOAM_OK ? loam_voxel_world_create(&def, &of->world) : result;
    result = result == LOAM_OK ? loam_store_each_voxels(store, visit, of) : result;
    loam_voxel_world_destroy(of->world);
    return result == LOAM_OK && of->fault[0] != '\0' ? loam_fail(LOAM_IO, "%s: %s", path, of->fault)
                                                     : result;
}

loam_result land_edits_apply(const char *path, loam_volume *volume, volume_part *part)
{
    if (path == NULL)
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
