// SPDX-License-Identifier: MIT
#include "tiles/state/packed.h"

#include "loam/random.h"

#include <string.h>

// A chunk is split into planes (tiles/data/planes.h). Of each byte the difference to the one above is
// written: most are alike, so most differences are 0, and what is left is runs of zeros and bytes between
// them. Chunks that rain fell on get 28 times smaller by that.
//
// What no definition has, a material that does not exist with a variant that only fluids reach, planes cannot
// say. A pipeline of the user's own may make that, so such a chunk is written tile by tile.

enum
{
    BUCKETS = 1 << 12,
    LEAST_ZEROS = 3, // fewer are not worth ending a run of others for
    TILE_ROW = LOAM_CHUNK_SIDE * sizeof(loam_tile), // bytes
    CODED_VARIANTS = 254                            // more need a material that exists
};

struct loam_packed
{
    loam_packed *next;
    loam_chunk_pos at;
    bool edited;
    bool plain; // tiles, not planes
    loam_packed_plants plants;
    size_t size;
    uint8_t runs[];
};

static size_t bytes_of(size_t size)
{
    return sizeof(loam_packed) + size;
}

loam_result loam_packed_init(loam_packed_set *set, const loam_env *env, const loam_tile_defs *defs,
                             uint64_t seed)
{
    *set = (loam_packed_set){.buckets = loam_alloc(env, BUCKETS * sizeof *set->buckets),
                             .packing = loam_alloc(env, sizeof *set->packing)};
    if (set->buckets == NULL || set->packing == NULL)
    {
        loam_free(env, set->buckets, BUCKETS * sizeof *set->buckets);
        loam_free(env, set->packing, sizeof *set->packing);
        *set = (loam_packed_set){0};
        return LOAM_OUT_OF_MEMORY;
    }
    memset(set->buckets, 0, BUCKETS * sizeof *set->buckets);
    return loam_chunk_model_init(&set->model, defs, seed, env->isa);
}

// ---- runs -----------------------------------------------------------------------------------------

/// Numbers of seven bits a byte, the lowest first; the highest bit says that more follow.
static size_t put_number(uint8_t *out, size_t number)
{
    size_t count = 0;
    for (; number >= 128; number >>= 7)
    {
        out[count++] = (uint8_t)(number | 128);
    }
    out[count++] = (uint8_t)number;
    return count;
}

static size_t get_number(const uint8_t **in)
{
    size_t number = 0;
    for (uint32_t shift = 0;; shift += 7)
    {
        const uint8_t byte = *(*in)++;
        number |= (size_t)(byte & 127) << shift;
        if (byte < 128)
        {
            return number;
        }
    }
}

static uint8_t difference(const uint8_t *bytes, size_t i, size_t row)
{
    return (uint8_t)(bytes[i] - (i >= row ? bytes[i - row] : 0));
}

/// How many zeros there are from i on.
static size_t zeros_at(const uint8_t *bytes, size_t i, size_t row)
{
    size_t count = 0;
    while (i + count < LOAM_CHUNK_BYTES && difference(bytes, i + count, row) == 0)
    {
        count++;
    }
    return count;
}

/// Where the next run of zeros begins that is worth it, or the end.
static size_t end_of_others(const uint8_t *bytes, size_t i, size_t row)
{
    while (i < LOAM_CHUNK_BYTES)
    {
        const size_t zeros = zeros_at(bytes, i, row);
        if (zeros >= LEAST_ZEROS)
        {
            break;
        }
        i += zeros + (i + zeros < LOAM_CHUNK_BYTES);
    }
    return i;
}

/// Writes LOAM_CHUNK_BYTES bytes in rows of so many; returns the size. Each round of the loop but the first
/// goes on by LEAST_ZEROS + 1 bytes or more and writes at most twice as many.
static size_t write_runs(const uint8_t *bytes, size_t row, uint8_t *out)
{
    size_t size = 0;
    for (size_t i = 0; i < LOAM_CHUNK_BYTES;)
    {
        const size_t zeros = zeros_at(bytes, i, row);
        const size_t end = end_of_others(bytes, i + zeros, row);
        size += put_number(out + size, zeros);
        size += put_number(out + size, end - i - zeros);
        for (i += zeros; i < end; i++)
        {
            out[size++] = difference(bytes, i, row);
        }
    }
    return size;
}

static void read_runs(const uint8_t *in, size_t row, uint8_t *bytes)
{
    for (size_t i = 0; i < LOAM_CHUNK_BYTES;)
    {
        const size_t others = i + get_number(&in), end = others + get_number(&in);
        for (; i < end; i++)
        {
            const uint8_t above = i >= row ? bytes[i - row] : 0;
            bytes[i] = (uint8_t)(above + (i < others ? 0 : *in++));
        }
    }
}

// ---- chunks ---------------------------------------------------------------------------------------

static bool fits(const loam_chunk_model *model, uint8_t material, uint8_t variant)
{
    return variant < CODED_VARIANTS || model->inner[material] > 0;
}

static bool is_plain(const loam_chunk_model *model, const loam_tile *tiles)
{
    bool fit = true;
    for (size_t i = 0; i < LOAM_CHUNK_TILES && fit; i++)
    {
        fit = fits(model, tiles[i].block, tiles[i].block_variant) &&
              fits(model, tiles[i].wall, tiles[i].wall_variant);
    }
    return !fit;
}

static loam_packed **bucket_of(const loam_packed_set *set, loam_chunk_pos at)
{
    return &set->buckets[loam_seed_at(0, at.x, at.y, 0) % BUCKETS];
}

static loam_packed **find(const loam_packed_set *set, loam_chunk_pos at)
{
    loam_packed **link = bucket_of(set, at);
    while (*link != NULL && ((*link)->at.x != at.x || (*link)->at.y != at.y))
    {
        link = &(*link)->next;
    }
    return link;
}

bool loam_packed_has(const loam_packed_set *set, loam_chunk_pos at)
{
    return set->count > 0 && *find(set, at) != NULL;
}

bool loam_packed_add(loam_packed_set *set, const loam_env *env, loam_chunk_pos at,
                     const loam_tile *tiles, bool edited, loam_packed_plants plants)
{
    loam_packing *const packing = set->packing;
    const bool plain = is_plain(&set->model, tiles) ||
                       !loam_planes_split(&packing->planes, &set->model, at, tiles);
    if (plain)
    {
        memcpy(packing->planes.bytes, tiles, LOAM_CHUNK_BYTES);
    }
    const size_t size = write_runs(packing->planes.bytes, plain ? TILE_ROW : LOAM_CHUNK_SIDE,
                                   packing->runs);
    loam_packed *const packed = loam_alloc(env, bytes_of(size));
    if (packed == NULL)
    {
        return false;
    }
    loam_packed **const bucket = bucket_of(set, at);
    *packed = (loam_packed){.next = *bucket,
                            .at = at,
                            .edited = edited,
                            .plain = plain,
                            .plants = plants,
                            .size = size};
    memcpy(packed->runs, packing->runs, size);
    *bucket = packed;
    set->count++;
    set->bytes += bytes_of(size) + plants.size;
    return true;
}

static void drop(loam_packed_set *set, const loam_env *env, loam_packed **link)
{
    loam_packed *const packed = *link;
    *link = packed->next;
    set->count--;
    set->bytes -= bytes_of(packed->size) + packed->plants.size;
    loam_free(env, packed->plants.bytes, packed->plants.size);
    loam_free(env, packed, bytes_of(packed->size));
}

bool loam_packed_take(loam_packed_set *set, const loam_env *env, loam_chunk_pos at,
                      loam_tile *tiles, loam_packed_plants *plants)
{
    loam_packed **const link = find(set, at);
    loam_packed *const packed = *link;
    *plants = packed->plants;
    set->bytes -= packed->plants.size;
    packed->plants = (loam_packed_plants){0};
    const bool edited = packed->edited;
    loam_chunk_planes *const planes = &set->packing->planes;
    read_runs(packed->runs, packed->plain ? TILE_ROW : LOAM_CHUNK_SIDE, planes->bytes);
    if (packed->plain)
    {
        memcpy(tiles, planes->bytes, LOAM_CHUNK_BYTES);
    }
    else
    {
        const bool joined = loam_planes_join(planes, &set->model, at, tiles);
        LOAM_ASSERT(env, joined); // they were drawn before, for packing
    }
    drop(set, env, link);
    return edited;
}

bool loam_chunk_is_far(loam_chunk_pos chunk, loam_chunk_pos from, int64_t distance)
{
    const int64_t x = chunk.x - from.x, y = chunk.y - from.y;
    return x > distance || x < -distance || y > distance || y < -distance;
}

static size_t drop_if(loam_packed_set *set, const loam_env *env,
                      bool (*is_unwanted)(const loam_packed *packed, const void *user),
                      const void *user)
{
    const size_t before = set->count;
    for (size_t i = 0; i < BUCKETS && set->count > 0; i++)
    {
        for (loam_packed **link = &set->buckets[i]; *link != NULL;)
        {
            if (is_unwanted(*link, user))
            {
                drop(set, env, link);
            }
            else
            {
                link = &(*link)->next;
            }
        }
    }
    return before - set->count;
}

/// What lies within a distance of a place.
typedef struct nearby
{
    loam_chunk_pos from;
    int64_t distance;
} nearby;

static bool is_forgotten(const loam_packed *packed, const void *user)
{
    const nearby *const near = user;
    return !packed->edited && loam_chunk_is_far(packed->at, near->from, near->distance);
}

size_t loam_packed_drop_far(loam_packed_set *set, const loam_env *env, loam_chunk_pos from,
                            int64_t distance)
{
    const nearby near = {from, distance};
    return drop_if(set, env, is_forgotten, &near);
}

static bool is_any(const loam_packed *packed, const void *user)
{
    (void)packed, (void)user;
    return true;
}

void loam_packed_free(loam_packed_set *set, const loam_env *env)
{
    if (set->buckets == NULL)
    {
        return;
    }
    (void)drop_if(set, env, is_any, NULL);
    loam_free(env, set->packing, sizeof *set->packing);
    loam_free(env, set->buckets, BUCKETS * sizeof *set->buckets);
    *set = (loam_packed_set){0};
}
