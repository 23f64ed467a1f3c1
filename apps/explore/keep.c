// SPDX-License-Identifier: MIT
#include "explore/keep.h"

#include "loam/random.h"
#include "place/shape.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

// ---- files --------------------------------------------------------------------------------------

static loam_result open_file(keep *k)
{
    loam_store_def def = loam_default_store_def();
    def.path = k->path;
    def.kind = LOAM_STORE_LAND;
    def.voxel_m = k->voxel_m;
    return loam_store_open(&def, &k->store);
}

static bool is_of_land(const keep *k)
{
    return loam_store_seed(k->store) == k->seed &&
           shape_is_same(loam_store_shape(k->store), &k->shape) &&
           loam_inside_hash(loam_store_inside(k->store)) == loam_inside_hash(&k->inside);
}

/// Whether the file that was given is of this land, and then it is open.
static loam_result take_given(keep *k, const char *given, bool *taken)
{
    *taken = false;
    const int length = snprintf(k->path, sizeof k->path, "%s", given);
    if (length < 0 || (size_t)length >= sizeof k->path)
    {
        return loam_fail(LOAM_BAD_ARGUMENT, "the path %s is too long", given);
    }
    const loam_result result = open_file(k);
    *taken = result == LOAM_OK && is_of_land(k);
    if (result == LOAM_OK && !*taken)
    {
        loam_store_close(k->store);
        k->store = NULL;
    }
    return result;
}

static uint64_t hash_shape(const loam_land_shape *shape)
{
    float numbers[sizeof *shape / sizeof(float)];
    memcpy(numbers, shape, sizeof numbers);
    return loam_hash_f32(numbers, sizeof numbers / sizeof numbers[0], 1);
}

static loam_result open_own(keep *k, const char *home)
{
    const loam_land_shape usual = loam_default_land_shape();
    const uint64_t hash = shape_is_same(&k->shape, &usual) ? 0 : hash_shape(&k->shape);
    char inside[24] = "";
    const loam_inside usual_inside = loam_default_inside();
    if (loam_inside_hash(&k->inside) != loam_inside_hash(&usual_inside))
    {
        snprintf(inside, sizeof inside, "-%016" PRIx64, loam_inside_hash(&k->inside));
    }
    const int length = snprintf(k->path, sizeof k->path,
                                "%s/dug/%" PRIu64 "-%016" PRIx64 "%s%s.loam", home, k->seed, hash,
                                inside, k->voxel_m < 1 ? "-half" : "");
    if (length < 0 || (size_t)length >= sizeof k->path)
    {
        return loam_fail(LOAM_BAD_ARGUMENT, "the path of %s is too long", home);
    }
    loam_result result = open_file(k);
    if (result == LOAM_OK && !is_of_land(k))
    {
        loam_store_close(k->store);
        k->store = NULL;
        result = loam_fail(LOAM_IO, "%s is the file of another land", k->path);
    }
    return result == LOAM_NOT_FOUND ? LOAM_OK : result;
}

loam_result keep_open(keep *k, const char *given, const char *home)
{
    k->store = NULL;
    bool taken = false;
    const loam_result result = given != NULL ? take_given(k, given, &taken) : LOAM_OK;
    return result == LOAM_OK && !taken ? open_own(k, home) : result;
}

loam_result keep_close(keep *k)
{
    const loam_result result = k->store != NULL ? loam_store_flush(k->store) : LOAM_OK;
    loam_store_close(k->store);
    k->store = NULL;
    return result;
}

// ---- the store ---------------------------------------------------------------------------------

/// The file and its folder.
static loam_result make_file(keep *k)
{
    char folder[KEEP_MAX_PATH];
    memcpy(folder, k->path, sizeof folder);
    *strrchr(folder, '/') = '\0';
    if (mkdir(folder, 0700) != 0 && errno != EEXIST)
    {
        return loam_fail(LOAM_IO, "the folder %s cannot be made: %s", folder, strerror(errno));
    }
    loam_store_def def = loam_default_store_def();
    def.path = k->path;
    def.voxel_m = k->voxel_m;
    def.inside = &k->inside;
    return loam_store_create_land(&def, k->seed, &k->shape, &k->store);
}

static loam_result load(void *user, loam_voxel_pos chunk, uint8_t *bytes, size_t capacity,
                        size_t *size)
{
    const keep *const k = user;
    *size = 0;
    if (k->store == NULL)
    {
        return LOAM_OK;
    }
    const loam_voxel_store store = loam_store_voxels(k->store);
    return store.load(store.user, chunk, bytes, capacity, size);
}

static loam_result save(void *user, loam_voxel_pos chunk, const uint8_t *bytes, size_t size)
{
    keep *const k = user;
    const loam_result result = k->store != NULL ? LOAM_OK : make_file(k);
    if (result != LOAM_OK)
    {
        return result;
    }
    const loam_voxel_store store = loam_store_voxels(k->store);
    return store.save(store.user, chunk, bytes, size);
}

static loam_result list(void *user, void (*found)(void *context, loam_voxel_pos chunk),
                        void *context)
{
    const keep *const k = user;
    if (k->store == NULL)
    {
        return LOAM_OK;
    }
    const loam_voxel_store store = loam_store_voxels(k->store);
    return store.list(store.user, found, context);
}

loam_voxel_store keep_store(keep *k)
{
    return (loam_voxel_store){
        .load = load, .save = save, .list = list, .voxel_m = k->voxel_m, .user = k};
}
