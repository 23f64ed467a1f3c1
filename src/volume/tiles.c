// SPDX-License-Identifier: MIT
#include "volume/volume.h"

#include <string.h>

// Columns of the surface in square tiles, kept for all growers of a volume: windows overlap by their margins and lie
// above each other, and the surface is the dearest part of a voxel. It is a pure function of place and step, so it
// does not matter who asked for a tile, or when it was forgotten. Each level has a table of its own, because coarse
// tiles are needed seldom and cost most. Tiles of a square of 8 x 8 are in sets of their own; of each set the tile
// that was not used for longest makes room. All of them have 47 MB, which are taken when they are needed.

enum
{
    TILE = 32, // columns along a side
    PLANE = TILE * TILE,
    FLOATS = VOLUME_COLUMN_FLOATS - 1, // slopes are not the surface's
    TILE_BYTES = PLANE * (FLOATS * (int32_t)sizeof(float) + 2),
    MAX_ACROSS = 16, // tiles that a window meets along a side
};

/// What a grower asks for: columns from (x, z) on, in steps of 2^level metres, and the tiles around them.
typedef struct tiles_work
{
    loam_volume_grower *grower;
    int32_t level;
    int64_t x, z;
    loam_volume_columns *out;
    int64_t tile_x, tile_z; // the first
    int32_t across, along;
    bool missing[MAX_ACROSS * MAX_ACROSS];
} tiles_work;

static volume_tile *set_of(volume_tiles *tiles, int32_t level, int64_t x, int64_t z)
{
    const uint64_t side = VOLUME_TILE_SIDE, set = (uint64_t)z % side * side + (uint64_t)x % side;
    return tiles->slots[level] + set * VOLUME_TILE_WAYS;
}

static volume_tile *find(volume_tiles *tiles, int32_t level, int64_t x, int64_t z)
{
    volume_tile *const set = set_of(tiles, level, x, z);
    for (int32_t i = 0; i < VOLUME_TILE_WAYS; i++)
    {
        if (set[i].valid && set[i].x == x && set[i].z == z)
        {
            set[i].used = ++tiles->uses;
            return &set[i];
        }
    }
    return NULL;
}

/// A slot for a new tile, NULL without memory: then it is not kept.
static volume_tile *place(const loam_env *env, volume_tiles *tiles, int32_t level, int64_t x,
                          int64_t z)
{
    volume_tile *const set = set_of(tiles, level, x, z);
    volume_tile *oldest = &set[0];
    for (int32_t i = 1; i < VOLUME_TILE_WAYS; i++)
    {
        oldest = set[i].used < oldest->used ? &set[i] : oldest;
    }
    oldest->bytes = oldest->bytes != NULL ? oldest->bytes : loam_alloc(env, TILE_BYTES);
    oldest->valid = oldest->bytes != NULL;
    oldest->x = x;
    oldest->z = z;
    oldest->used = ++tiles->uses;
    return oldest->valid ? oldest : NULL;
}

/// The columns of a tile as those of a surface.
static loam_volume_columns columns_of(uint8_t *bytes)
{
    loam_volume_columns columns = {.w = TILE, .d = TILE};
    float **arrays[VOLUME_COLUMN_FLOATS];
    loam_volume_column_arrays(&columns, arrays);
    for (int32_t i = 0; i < FLOATS; i++)
    {
        *arrays[i] = (float *)(void *)bytes + (size_t)i * PLANE;
    }
    columns.ice = bytes + (size_t)FLOATS * PLANE * sizeof(float);
    columns.biome = columns.ice + PLANE;
    return columns;
}

/// Columns of two grids: `to` begins at (x, z) of `from`, which may be before its first or behind its last.
static void copy_common(loam_volume_columns *to, loam_volume_columns *from, int64_t x, int64_t z)
{
    const int64_t i0 = x < 0 ? -x : 0, k0 = z < 0 ? -z : 0;
    const int64_t i1 = from->w - x < to->w ? from->w - x : to->w;
    const int64_t k1 = from->d - z < to->d ? from->d - z : to->d;
    float **targets[VOLUME_COLUMN_FLOATS], **sources[VOLUME_COLUMN_FLOATS];
    loam_volume_column_arrays(to, targets);
    loam_volume_column_arrays(from, sources);
    for (int64_t k = k0; k < k1 && i0 < i1; k++)
    {
        const size_t t = (size_t)(k * to->w + i0), f = (size_t)((k + z) * from->w + i0 + x);
        const size_t count = (size_t)(i1 - i0);
        for (int32_t a = 0; a < FLOATS; a++)
        {
            memcpy(*targets[a] + t, *sources[a] + f, count * sizeof(float));
        }
        memcpy(to->ice + t, from->ice + f, count);
        memcpy(to->biome + t, from->biome + f, count);
    }
}

/// Takes what is kept; whether anything is missing.
static bool take_kept(tiles_work *work)
{
    volume_tiles *const tiles = work->grower->volume->tiles;
    bool missing = false;
    loam_mutex_lock(&tiles->mutex);
    for (int32_t n = 0; n < work->across * work->along; n++)
    {
        const int64_t x = work->tile_x + n % work->across, z = work->tile_z + n / work->across;
        const volume_tile *const tile = find(tiles, work->level, x, z);
        work->missing[n] = tile == NULL;
        missing = missing || tile == NULL;
        if (tile != NULL)
        {
            loam_volume_columns columns = columns_of(tile->bytes);
            copy_common(work->out, &columns, work->x - x * TILE, work->z - z * TILE);
        }
    }
    loam_mutex_unlock(&tiles->mutex);
    return missing;
}

/// The rectangle of tiles around all that are missing: the surface is quicker with one large area.
static void find_missing(const tiles_work *work, int32_t low[2], int32_t high[2])
{
    low[0] = low[1] = MAX_ACROSS;
    high[0] = high[1] = 0;
    for (int32_t n = 0; n < work->across * work->along; n++)
    {
        const int32_t at[2] = {n % work->across, n / work->across};
        for (int32_t axis = 0; axis < 2 && work->missing[n]; axis++)
        {
            low[axis] = at[axis] < low[axis] ? at[axis] : low[axis];
            high[axis] = at[axis] + 1 > high[axis] ? at[axis] + 1 : high[axis];
        }
    }
}

static void keep_missing(const tiles_work *work, loam_volume_columns *from, const int32_t low[2],
                         const int32_t high[2])
{
    volume_tiles *const tiles = work->grower->volume->tiles;
    loam_mutex_lock(&tiles->mutex);
    for (int32_t k = low[1]; k < high[1]; k++)
    {
        for (int32_t i = low[0]; i < high[0]; i++)
        {
            const int64_t x = work->tile_x + i, z = work->tile_z + k;
            // Another grower may have been quicker.
            volume_tile *const tile = find(tiles, work->level, x, z) == NULL
                                          ? place(&work->grower->volume->env, tiles, work->level, x,
                                                  z)
                                          : NULL;
            if (tile != NULL)
            {
                loam_volume_columns columns = columns_of(tile->bytes);
                copy_common(&columns, from, (int64_t)(i - low[0]) * TILE,
                            (int64_t)(k - low[1]) * TILE);
            }
        }
    }
    loam_mutex_unlock(&tiles->mutex);
}

/// Asks the surface for a rectangle of tiles and keeps them.
static loam_result ask_tiles(const tiles_work *work, const int32_t low[2], const int32_t high[2])
{
    const loam_volume *const volume = work->grower->volume;
    const int32_t w = (high[0] - low[0]) * TILE, d = (high[1] - low[1]) * TILE;
    const int64_t x = (work->tile_x + low[0]) * TILE, z = (work->tile_z + low[1]) * TILE;
    const int64_t step = (int64_t)1 << work->level;
    const loam_land_area area = {.x = x * step, .z = z * step, .step = step, .w = w, .h = d};
    loam_volume_columns asked;
    loam_result result = loam_volume_columns_make(&volume->env, &work->grower->columns.asked, w, d,
                                                  &asked);
    result = result == LOAM_OK ? volume->surface.fill(volume->surface.user, area, &asked) : result;
    if (result == LOAM_OK)
    {
        keep_missing(work, &asked, low, high);
    }
    if (result == LOAM_OK && work->out != NULL)
    {
        copy_common(work->out, &asked, work->x - x, work->z - z);
    }
    return result;
}

static tiles_work work_of(loam_volume_grower *grower, const volume_surface_area *area)
{
    tiles_work work = {.grower = grower, .level = area->level, .x = area->x, .z = area->z};
    work.tile_x = loam_floor_div(area->x, TILE);
    work.tile_z = loam_floor_div(area->z, TILE);
    work.across = (int32_t)(loam_floor_div(area->x + area->w - 1, TILE) - work.tile_x) + 1;
    work.along = (int32_t)(loam_floor_div(area->z + area->d - 1, TILE) - work.tile_z) + 1;
    LOAM_ASSERT(&grower->volume->env, work.across <= MAX_ACROSS && work.along <= MAX_ACROSS);
    return work;
}

loam_result loam_volume_tiles_read(loam_volume_grower *grower, const volume_surface_area *area,
                                   loam_volume_columns *out)
{
    tiles_work work = work_of(grower, area);
    work.out = out;
    int32_t low[2], high[2];
    if (!take_kept(&work))
    {
        return LOAM_OK;
    }
    find_missing(&work, low, high);
    return ask_tiles(&work, low, high);
}

static bool is_kept(const tiles_work *work, int32_t i, int32_t k)
{
    volume_tiles *const tiles = work->grower->volume->tiles;
    loam_mutex_lock(&tiles->mutex);
    const bool kept = find(tiles, work->level, work->tile_x + i, work->tile_z + k) != NULL;
    loam_mutex_unlock(&tiles->mutex);
    return kept;
}

loam_result loam_volume_tiles_fetch(loam_volume_grower *grower, const volume_surface_area *area,
                                    bool *there)
{
    const tiles_work work = work_of(grower, area);
    *there = true;
    for (int32_t n = 0; n < work.across * work.along; n++)
    {
        const int32_t i = n % work.across, k = n / work.across;
        if (!is_kept(&work, i, k))
        {
            const loam_result result = ask_tiles(&work, (int32_t[]){i, k},
                                                 (int32_t[]){i + 1, k + 1});
            *there = !is_kept(&work, i, k); // there was no memory: it would never be there
            return result;
        }
    }
    return LOAM_OK;
}

loam_result loam_volume_tiles_create(const loam_env *env, volume_tiles **out)
{
    volume_tiles *const tiles = loam_alloc(env, sizeof *tiles);
    *out = tiles;
    if (tiles == NULL)
    {
        return LOAM_OUT_OF_MEMORY;
    }
    memset(tiles, 0, sizeof *tiles);
    if (!loam_mutex_init(&tiles->mutex))
    {
        loam_free(env, tiles, sizeof *tiles);
        *out = NULL;
        return loam_fail(LOAM_FAILED, "a mutex could not be made");
    }
    return LOAM_OK;
}

void loam_volume_tiles_destroy(const loam_env *env, volume_tiles *tiles)
{
    if (tiles == NULL)
    {
        return;
    }
    for (int32_t i = 0; i < VOLUME_TILE_LEVELS * VOLUME_TILE_SLOTS; i++)
    {
        loam_free(env, tiles->slots[i / VOLUME_TILE_SLOTS][i % VOLUME_TILE_SLOTS].bytes,
                  TILE_BYTES);
    }
    loam_mutex_destroy(&tiles->mutex);
    loam_free(env, tiles, sizeof *tiles);
}
