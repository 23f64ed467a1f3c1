// SPDX-License-Identifier: MIT
// A world of voxels over hills for tests, and a store in memory that counts, fails and damages.
#ifndef LOAM_TESTS_VOLUME_WORLD_FIXTURE_H
#define LOAM_TESTS_VOLUME_WORLD_FIXTURE_H

#include "hills.h"

enum
{
    FIXTURE_SHOWN = 8192,
    FIXTURE_KEPT = 256,
};

typedef struct kept_chunk
{
    loam_voxel_pos at;
    uint8_t *bytes;
    size_t size;
} kept_chunk;

/// What a store keeps.
typedef struct kept
{
    kept_chunk chunks[FIXTURE_KEPT];
    int32_t count;
    int32_t loads, saves;
    bool save_fails, load_fails;
} kept;

typedef struct fixture
{
    hills_volume *hills;
    loam_voxel_world *world;
    loam_voxel_world_def def;
    loam_voxel_viewer viewer;
    // What callbacks have told.
    loam_voxel_chunk_pos shown[FIXTURE_SHOWN];
    int32_t shown_count, ready, left, changed, reports, failures;
    loam_voxel_report report; // the last
    char message[512];        // of the last failure
    _Atomic size_t allocated;
    size_t refused_size; // the next allocation of so many bytes fails
} fixture;

static inline int32_t fixture_find(const fixture *from, loam_voxel_chunk_pos at)
{
    for (int32_t i = 0; i < from->shown_count; i++)
    {
        const loam_voxel_chunk_pos *const one = &from->shown[i];
        if (one->level == at.level && one->x == at.x && one->y == at.y && one->z == at.z)
        {
            return i;
        }
    }
    return -1;
}

static inline void fixture_ready(void *user, loam_voxel_chunk_pos chunk)
{
    fixture *const from = user;
    from->ready++;
    CHECK_INT(fixture_find(from, chunk), -1);
    CHECK(from->shown_count < FIXTURE_SHOWN);
    from->shown[from->shown_count++] = chunk;
}

static inline void fixture_leave(void *user, loam_voxel_chunk_pos chunk)
{
    fixture *const from = user;
    const int32_t at = fixture_find(from, chunk);
    from->left++;
    CHECK(at >= 0);
    from->shown[at >= 0 ? at : 0] = from->shown[--from->shown_count];
}

static inline void fixture_changed(void *user, loam_voxel_chunk_pos chunk)
{
    fixture *const from = user;
    from->changed++;
    CHECK(loam_voxel_world_is_shown(from->world, chunk));
}

static inline void fixture_edited(void *user, const loam_voxel_report *report)
{
    fixture *const from = user;
    from->reports++;
    from->report = *report;
}

static inline void fixture_failed(void *user, loam_result result, const char *message)
{
    fixture *const from = user;
    CHECK(result != LOAM_OK);
    from->failures++;
    snprintf(from->message, sizeof from->message, "%s", message);
}

// ---- memory that is counted ---------------------------------------------------------------------

static inline void *fixture_alloc(void *user, size_t size)
{
    fixture *const from = user;
    if (size == from->refused_size)
    {
        from->refused_size = 0;
        return NULL;
    }
    void *const memory = aligned_alloc(64, (size + 127) / 64 * 64);
    from->allocated += memory != NULL ? size : 0;
    return memory;
}

static inline void fixture_free(void *user, void *memory, size_t size)
{
    fixture *const from = user;
    from->allocated -= size;
    free(memory);
}

// ---- store -------------------------------------------------------------------------------------

static inline kept_chunk *kept_find(kept *from, loam_voxel_pos at)
{
    for (int32_t i = 0; i < from->count; i++)
    {
        kept_chunk *const one = &from->chunks[i];
        if (one->at.x == at.x && one->at.y == at.y && one->at.z == at.z)
        {
            return one;
        }
    }
    return NULL;
}

static inline loam_result kept_load(void *user, loam_voxel_pos chunk, uint8_t *bytes,
                                    size_t capacity, size_t *size)
{
    kept *const from = user;
    const kept_chunk *const one = kept_find(from, chunk);
    from->loads++;
    *size = 0;
    if (from->load_fails)
    {
        return loam_fail(LOAM_IO, "the disk does not answer");
    }
    if (one != NULL)
    {
        CHECK(one->size <= capacity);
        memcpy(bytes, one->bytes, one->size);
        *size = one->size;
    }
    return LOAM_OK;
}

static inline loam_result kept_save(void *user, loam_voxel_pos chunk, const uint8_t *bytes,
                                    size_t size)
{
    kept *const from = user;
    kept_chunk *one = kept_find(from, chunk);
    if (from->save_fails)
    {
        return loam_fail(LOAM_IO, "the disk is full");
    }
    CHECK(size <= LOAM_VOXEL_CHUNK_MAX_BYTES);
    from->saves++;
    if (one == NULL)
    {
        CHECK(from->count < FIXTURE_KEPT);
        one = &from->chunks[from->count++];
        *one = (kept_chunk){.at = chunk};
    }
    free(one->bytes);
    one->bytes = malloc(size);
    memcpy(one->bytes, bytes, size);
    one->size = size;
    return LOAM_OK;
}

static inline loam_result kept_list(void *user, void (*found)(void *context, loam_voxel_pos chunk),
                                    void *context)
{
    const kept *const from = user;
    for (int32_t i = 0; i < from->count; i++)
    {
        found(context, from->chunks[i].at);
    }
    return LOAM_OK;
}

static inline loam_voxel_store kept_keeper(kept *from)
{
    return (loam_voxel_store){
        .load = kept_load, .save = kept_save, .list = kept_list, .user = from};
}

static inline void kept_free(kept *from)
{
    for (int32_t i = 0; i < from->count; i++)
    {
        free(from->chunks[i].bytes);
    }
    from->count = 0;
}

// ---- worlds -------------------------------------------------------------------------------------

/// Hills that are asked by several threads: nothing is counted.
static inline loam_result fixture_fill(void *user, loam_land_area area,
                                       const loam_volume_columns *out)
{
    hills from = *(const hills *)user;
    return hills_fill(&from, area, out);
}

static inline hills_volume *fixture_hills(hills surface)
{
    static const loam_density_function none[1] = {{0}};
    hills_volume *const made = calloc(1, sizeof *made);
    loam_volume_def def = loam_default_volume_def();
    made->surface = surface;
    def.surface = (loam_volume_surface){fixture_fill, &made->surface};
    def.functions = none;
    CHECK_OK(loam_volume_create(&def, &made->volume));
    CHECK_OK(loam_volume_grower_create(made->volume, &made->grower));
    return made;
}

/// Hills around height 0 without functions, water below -4, 64 m near, two levels.
static inline fixture *fixture_make(void)
{
    fixture *const made = calloc(1, sizeof *made);
    made->hills = fixture_hills((hills){.level = 0, .amplitude = 14, .water = -4});
    made->def = loam_default_voxel_world_def();
    made->def.volume = made->hills->volume;
    made->def.near_m = 64;
    made->def.levels = 2;
    made->def.ready = fixture_ready;
    made->def.changed = fixture_changed;
    made->def.leave = fixture_leave;
    made->def.edited = fixture_edited;
    made->def.failed = fixture_failed;
    made->def.user = made;
    return made;
}

static inline void fixture_open(fixture *from)
{
    CHECK_OK(loam_voxel_world_create(&from->def, &from->world));
}

/// Updates until all is there; how many updates it took.
static inline int32_t fixture_settle(fixture *from, uint64_t budget_us)
{
    bool complete = false;
    int32_t updates = 0;
    for (; !complete; updates++)
    {
        CHECK_OK(loam_voxel_world_update(from->world, &from->viewer, 1, budget_us, &complete));
        if (from->def.env.jobs != NULL)
        {
            loam_jobs_help(from->def.env.jobs);
        }
    }
    return updates;
}

static inline void fixture_close(fixture *from)
{
    loam_voxel_world_destroy(from->world);
    CHECK_INT(from->shown_count, 0);
    hills_close(from->hills);
    free(from);
}

/// The height of the highest solid voxel of a column between -40 and 40.
static inline int64_t fixture_ground(fixture *from, int64_t x, int64_t z)
{
    static uint8_t materials[81];
    const loam_volume_box box = {0, x, -40, z, 1, 81, 1};
    CHECK_OK(
        loam_voxel_world_read(from->world, &box, &(loam_volume_voxels){.materials = materials}));
    int64_t y = 80;
    while (y > 0 && !loam_voxel_is_solid(materials[y]))
    {
        y--;
    }
    return y - 40;
}

#endif
