// SPDX-License-Identifier: MIT
#include "land/patchwork/patchwork.h"

#include "loam/random.h"

#include <string.h>

// What time has changed, as bytes of little-endian words: a head, the ranges of now, the states, the chunks in rising
// order of (z, x), so that the same sights are the same bytes; and a hash of all before it.

enum
{
    HEAD = 8,           // words
    MAGIC = 0x4850414c, // "LAPH"
};

typedef struct words
{
    uint8_t *bytes;
    size_t at;
} words;

static void put(words *to, uint64_t value)
{
    for (int32_t i = 0; i < 8; i++)
    {
        to->bytes[to->at++] = (uint8_t)(value >> 8 * i);
    }
}

static uint64_t get(const uint8_t *bytes, size_t word)
{
    uint64_t value = 0;
    for (int32_t i = 0; i < 8; i++)
    {
        value |= (uint64_t)bytes[8 * word + (size_t)i] << 8 * i;
    }
    return value;
}

/// What sights depend on: the same ranges of another seed are other biomes.
static uint64_t identity(const loam_patchwork_def *def)
{
    const uint64_t parts[] = {def->seed, (uint64_t)def->biome_count, (uint64_t)def->map_octaves};
    uint64_t hash = loam_hash_u64(parts, sizeof parts / sizeof *parts, LOAM_PATCHWORK_VERSION);
    hash = loam_hash_f32(&def->map_scale, 1, hash);
    for (int32_t i = 0; i < def->biome_count; i++)
    {
        hash = loam_hash_bytes(def->biomes[i].name, strlen(def->biomes[i].name), hash);
    }
    return hash;
}

// ---- packing ------------------------------------------------------------------------------------

static bool comes_before(const loam_patch_sight *a, const loam_patch_sight *b)
{
    return a->z != b->z ? a->z < b->z : a->x < b->x;
}

static void sift(loam_patch_sight *heap, int64_t from, int64_t count)
{
    for (int64_t child = 2 * from + 1; child < count; child = 2 * from + 1)
    {
        child += child + 1 < count && comes_before(&heap[child], &heap[child + 1]);
        if (!comes_before(&heap[from], &heap[child]))
        {
            return;
        }
        const loam_patch_sight moved = heap[from];
        heap[from] = heap[child];
        heap[child] = moved;
        from = child;
    }
}

/// A heap sort, as there are no equal ones: the same everywhere.
static void sort(loam_patch_sight *sights, int64_t count)
{
    for (int64_t i = count / 2 - 1; i >= 0; i--)
    {
        sift(sights, i, count);
    }
    for (int64_t last = count - 1; last > 0; last--)
    {
        const loam_patch_sight first = sights[0];
        sights[0] = sights[last];
        sights[last] = first;
        sift(sights, 0, last);
    }
}

static void gather(const loam_patch_seen *seen, loam_patch_sight *out)
{
    int64_t found = 0;
    for (int64_t i = 0; i < seen->slot_count; i++)
    {
        if (seen->slots[i].state >= 0)
        {
            out[found++] = seen->slots[i];
        }
    }
    sort(out, found);
}

static size_t packed_words(const loam_patchwork *of, uint64_t states, uint64_t chunks)
{
    const size_t borders = (size_t)of->def.biome_count + 1;
    return HEAD + borders + (size_t)states * borders + 3 * (size_t)chunks + 1;
}

static void put_borders(words *to, const loam_patchwork *of, const loam_patch_borders *borders)
{
    for (int32_t i = 0; i <= of->def.biome_count; i++)
    {
        put(to, (uint64_t)borders->at[i]);
    }
}

static void put_all(words *to, const loam_patchwork *of, const loam_patch_sight *sights)
{
    const uint64_t head[HEAD] = {MAGIC,
                                 LOAM_PATCHWORK_VERSION,
                                 identity(&of->def),
                                 (uint64_t)of->rest_ms,
                                 (uint64_t)of->seen.state_count,
                                 (uint64_t)of->seen.count};
    for (int32_t i = 0; i < HEAD; i++)
    {
        put(to, head[i]);
    }
    put_borders(to, of, &of->now);
    for (int32_t i = 0; i < of->seen.state_count; i++)
    {
        put_borders(to, of, &of->seen.states[i]);
    }
    for (int64_t i = 0; i < of->seen.count; i++)
    {
        put(to, (uint64_t)sights[i].x);
        put(to, (uint64_t)sights[i].z);
        put(to, (uint64_t)sights[i].state);
    }
    put(to, loam_hash_bytes(to->bytes, to->at, 0));
}

loam_result loam_patchwork_pack(const loam_patchwork *of, uint8_t **bytes, size_t *size)
{
    loam_mutex_lock(of->lock);
    const size_t all = 8 *
                       packed_words(of, (uint64_t)of->seen.state_count, (uint64_t)of->seen.count);
    const size_t sorting = (size_t)of->seen.count * sizeof(loam_patch_sight);
    uint8_t *const out = loam_alloc(&of->env, all);
    loam_patch_sight *const sights = loam_alloc(&of->env, sorting);
    const bool good = out != NULL && sights != NULL;
    if (good)
    {
        gather(&of->seen, sights);
        words to = {out, 0};
        put_all(&to, of, sights);
    }
    loam_mutex_unlock(of->lock);
    loam_free(&of->env, sights, sorting);
    if (!good)
    {
        loam_free(&of->env, out, all);
        return LOAM_OUT_OF_MEMORY;
    }
    *bytes = out;
    *size = all;
    return LOAM_OK;
}

// ---- unpacking ----------------------------------------------------------------------------------

static loam_result check_head(const loam_patchwork *of, const uint8_t *bytes, size_t size)
{
    const size_t count = size / 8, borders = (size_t)of->def.biome_count + 1;
    if (size % 8 != 0 || count < HEAD + borders + 1 || get(bytes, 0) != MAGIC)
    {
        return loam_fail(LOAM_BAD_ARGUMENT, "these %zu bytes are no chunks of a patchwork", size);
    }
    if (get(bytes, 1) > LOAM_PATCHWORK_VERSION)
    {
        return loam_fail(LOAM_BAD_ARGUMENT, "chunks of version %llu; must be at most %d",
                         (unsigned long long)get(bytes, 1), LOAM_PATCHWORK_VERSION);
    }
    if (get(bytes, 2) != identity(&of->def))
    {
        return loam_fail(LOAM_BAD_ARGUMENT, "chunks of another patchwork: seed, biomes and the "
                                            "scale of their map must be the same");
    }
    const uint64_t states = get(bytes, 4), chunks = get(bytes, 5);
    const bool fits = states < count && chunks < count && states <= chunks &&
                      packed_words(of, states, chunks) == count && get(bytes, 3) < 100;
    return fits && get(bytes, count - 1) == loam_hash_bytes(bytes, size - 8, 0)
               ? LOAM_OK
               : loam_fail(LOAM_BAD_ARGUMENT, "the chunks of the patchwork are damaged");
}

/// Borders rise from 0 to 1.
static bool get_borders(const loam_patchwork *of, const uint8_t *bytes, size_t word,
                        loam_patch_borders *out)
{
    memset(out, 0, sizeof *out);
    uint64_t before = 0;
    for (int32_t i = 0; i <= of->def.biome_count; i++)
    {
        const uint64_t value = get(bytes, word + (size_t)i);
        if (value < before || value > LOAM_PATCH_ONE || (i == 0 && value != 0))
        {
            return false;
        }
        out->at[i] = (int32_t)value;
        before = value;
    }
    return before == LOAM_PATCH_ONE;
}

static bool get_chunk(const uint8_t *bytes, size_t word, loam_patch_seen *seen)
{
    const int64_t x = (int64_t)get(bytes, word), z = (int64_t)get(bytes, word + 1);
    const uint64_t state = get(bytes, word + 2);
    const int64_t end = LOAM_PATCHWORK_END;
    const bool good = x >= -end && x < end && z >= -end && z < end &&
                      state < (uint64_t)seen->state_count && loam_patch_seen_find(seen, x, z) < 0;
    if (good)
    {
        loam_patch_seen_add(seen, x, z, (int32_t)state);
    }
    return good;
}

static loam_result get_seen(const loam_patchwork *of, const uint8_t *bytes, loam_patch_seen *seen)
{
    const size_t borders = (size_t)of->def.biome_count + 1;
    const uint64_t states = get(bytes, 4), chunks = get(bytes, 5);
    size_t word = HEAD + borders;
    bool good = true;
    loam_result result = loam_patch_seen_reserve(seen, &of->env, (int64_t)chunks);
    for (uint64_t i = 0; i < states && result == LOAM_OK && good; i++, word += borders)
    {
        result = loam_patch_seen_reserve(seen, &of->env, (int64_t)chunks);
        good = result == LOAM_OK && get_borders(of, bytes, word, &seen->states[seen->state_count]);
        seen->state_count += good;
    }
    for (uint64_t i = 0; i < chunks && result == LOAM_OK && good; i++, word += 3)
    {
        good = get_chunk(bytes, word, seen);
    }
    return good || result != LOAM_OK
               ? result
               : loam_fail(LOAM_BAD_ARGUMENT, "the chunks of the patchwork are damaged");
}

loam_result loam_patchwork_unpack(loam_patchwork *of, const uint8_t *bytes, size_t size)
{
    loam_patch_seen seen = {0};
    loam_patch_borders now;
    loam_result result = check_head(of, bytes, size);
    if (result == LOAM_OK && !get_borders(of, bytes, HEAD, &now))
    {
        result = loam_fail(LOAM_BAD_ARGUMENT, "the ranges of the patchwork are damaged");
    }
    result = result == LOAM_OK ? get_seen(of, bytes, &seen) : result;
    if (result != LOAM_OK)
    {
        loam_patch_seen_free(&seen, &of->env);
        return result;
    }
    loam_mutex_lock(of->lock);
    loam_patch_seen_free(&of->seen, &of->env);
    of->seen = seen;
    of->now = now;
    of->rest_ms = (int32_t)get(bytes, 3);
    loam_mutex_unlock(of->lock);
    return LOAM_OK;
}
