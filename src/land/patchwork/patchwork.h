// SPDX-License-Identifier: MIT
// A patchwork, for the files of this folder.
#ifndef LOAM_LAND_PATCHWORK_PATCHWORK_H
#define LOAM_LAND_PATCHWORK_PATCHWORK_H

#include "base/thread.h"
#include "loam/patchwork.h"

enum
{
    LOAM_PATCH_ONE = 1 << 24, // ranges as whole numbers: what 1 is
};

// ---- what was seen ------------------------------------------------------------------------------

/// Where ranges meet: biome i is from at[i] to at[i + 1] - 1.
typedef struct loam_patch_borders
{
    int32_t at[LOAM_PATCH_MAX_BIOMES + 1];
} loam_patch_borders;

typedef struct loam_patch_sight
{
    int64_t x, z;
    int32_t state; // index of the borders, -1 for an empty slot
} loam_patch_sight;

/// Chunks that were seen, in a hash table whose size is a power of two; and the borders that any of them was seen with.
typedef struct loam_patch_seen
{
    loam_patch_sight *slots;
    int64_t slot_count, count;
    loam_patch_borders *states;
    int32_t state_count, state_room;
} loam_patch_seen;

/// Makes room for so many more chunks and one state. Without memory all is as it was.
loam_result loam_patch_seen_reserve(loam_patch_seen *seen, const loam_env *env, int64_t more);
void loam_patch_seen_free(loam_patch_seen *seen, const loam_env *env);
/// The state that a chunk was seen with, -1 if it was not.
int32_t loam_patch_seen_find(const loam_patch_seen *seen, int64_t x, int64_t z);
/// Adds a chunk that is not there; there is room.
void loam_patch_seen_add(loam_patch_seen *seen, int64_t x, int64_t z, int32_t state);

// ---- a patchwork --------------------------------------------------------------------------------

struct loam_patchwork
{
    loam_env env;
    loam_patchwork_def def;
    loam_noise maps[2]; // of ranges, or of temperature and rain
    uint64_t ground_seed, draw_seed;
    /// Shares of the second chunk at every vertex across a sewing, for each profile and direction: see profile_of.
    float *profiles[2]; // along x, along z
    int32_t profile_count;
    uint8_t profile_of[LOAM_PATCH_MAX_BIOMES][LOAM_PATCH_MAX_BIOMES];
    // What time changes. The mutex is for those who ask while it does.
    loam_mutex *lock;
    loam_patch_borders now;
    loam_patch_seen seen;
    int32_t rest_ms; // time that has not become a step of adaptation
};

/// Vertices from a chunk to the next.
static inline int32_t loam_patch_period_x(const loam_patchwork_def *def)
{
    return def->chunk_size + def->sewing_x - 2;
}

static inline int32_t loam_patch_period_z(const loam_patchwork_def *def)
{
    return def->chunk_size + def->sewing_z - 2;
}

/// The first vertex of a chunk along an axis.
static inline int64_t loam_patch_start(const loam_patchwork_def *def, int64_t chunk, int32_t period)
{
    return chunk * period - (def->chunk_size / 2 - 1);
}

/// Shares of the right one, or the upper one, of two chunks at each vertex across their sewing.
static inline const float *loam_patch_profile_x(const loam_patchwork *of, int32_t left,
                                                int32_t right)
{
    return of->profiles[0] + (size_t)of->profile_of[left][right] * (size_t)of->def.sewing_x;
}

static inline const float *loam_patch_profile_z(const loam_patchwork *of, int32_t lower,
                                                int32_t upper)
{
    return of->profiles[1] + (size_t)of->profile_of[lower][upper] * (size_t)of->def.sewing_z;
}

/// How far along a diagonal sewing is in between: (i, j) of its vertices by the biomes at its corners, south-west,
/// south-east, north-west, north-east. Along its edges this is what the sewings beside it have.
typedef struct loam_patch_diagonal
{
    const float *south, *north, *west, *east; // profiles
    float step_x, step_z;
} loam_patch_diagonal;

loam_patch_diagonal loam_patch_diagonal_of(const loam_patchwork *of, const int32_t biomes[4]);

static inline void loam_patch_diagonal_at(const loam_patch_diagonal *on, int32_t i, int32_t j,
                                          float share[2])
{
    const float tx = (float)i * on->step_x, tz = (float)j * on->step_z;
    share[0] = on->south[i] + (on->north[i] - on->south[i]) * tz;
    share[1] = on->west[j] + (on->east[j] - on->west[j]) * tx;
}

/// The noise of a chunk's ground.
loam_noise_def loam_patch_ground_def(const loam_patchwork_def *def, const loam_patch_chunk *chunk,
                                     loam_isa isa);

/// Bytes of scratch memory for heights of an area.
size_t loam_patch_heights_scratch(int32_t w, int32_t h);

/// As loam_patchwork_heights, with memory for it.
loam_result loam_patch_fill(const loam_patchwork *of, loam_patch_area area, float *out,
                            float *scratch);

#endif
