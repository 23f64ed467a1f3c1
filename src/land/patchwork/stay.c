// SPDX-License-Identifier: MIT
#include "land/patchwork/patchwork.h"

#include <string.h>

// Adaptation (Barrio Morra 2021, 3.5): the range of the biome that a viewer stays in loses, or gains, a little in every
// step of time. Ranges are whole numbers and time is counted in whole steps, so that a walk that was recorded gives
// the same again.

enum
{
    STEP_MS = 100,
    MAX_MS = 3600000,
    BEYOND = 2, // chunks beyond the view that are seen: a cell reads those around it
};

// ---- seeing -------------------------------------------------------------------------------------

/// The number of the state with the ranges of now.
static int32_t state_of_now(loam_patchwork *of)
{
    loam_patch_seen *const seen = &of->seen;
    const int32_t last = seen->state_count - 1;
    if (last < 0 || memcmp(&seen->states[last], &of->now, sizeof of->now) != 0)
    {
        seen->states[seen->state_count++] = of->now;
    }
    return seen->state_count - 1;
}

static loam_result see(loam_patchwork *of, int64_t chunk_x, int64_t chunk_z)
{
    const int64_t reach = of->def.view + BEYOND;
    loam_mutex_lock(of->lock);
    const loam_result result = loam_patch_seen_reserve(&of->seen, &of->env,
                                                       (2 * reach + 1) * (2 * reach + 1));
    for (int64_t z = chunk_z - reach; z <= chunk_z + reach && result == LOAM_OK; z++)
    {
        for (int64_t x = chunk_x - reach; x <= chunk_x + reach; x++)
        {
            if (loam_patch_seen_find(&of->seen, x, z) < 0)
            {
                loam_patch_seen_add(&of->seen, x, z, state_of_now(of));
            }
        }
    }
    loam_mutex_unlock(of->lock);
    return result;
}

// ---- ranges -------------------------------------------------------------------------------------

static int32_t least_of(int32_t a, int32_t b)
{
    return a < b ? a : b;
}

/// By how much the neighbour on one side can give way: what it has above the least.
static int32_t spare(const loam_patchwork *of, int32_t biome)
{
    const int32_t least = (int32_t)(of->def.least * (float)LOAM_PATCH_ONE);
    const int32_t width = of->now.at[biome + 1] - of->now.at[biome];
    return width > least ? width - least : 0;
}

/// Both borders move, or the only one that there is.
static void shrink(loam_patchwork *of, int32_t biome, int32_t amount)
{
    const bool left = biome > 0, right = biome + 1 < of->def.biome_count;
    const int32_t all = least_of(amount, spare(of, biome));
    const int32_t from_left = !left ? 0 : right ? all / 2 : all;
    of->now.at[biome] += from_left;
    of->now.at[biome + 1] -= right ? all - from_left : 0;
}

static void grow(loam_patchwork *of, int32_t biome, int32_t amount)
{
    const bool left = biome > 0, right = biome + 1 < of->def.biome_count;
    const int32_t on_left = !left ? 0 : right ? amount / 2 : amount;
    of->now.at[biome] -= left ? least_of(on_left, spare(of, biome - 1)) : 0;
    of->now.at[biome + 1] += right ? least_of(amount - on_left, spare(of, biome + 1)) : 0;
}

static void adapt(loam_patchwork *of, int32_t biome, int32_t milliseconds)
{
    const float step = of->def.rate * (float)LOAM_PATCH_ONE * ((float)STEP_MS / 1000.0f);
    loam_mutex_lock(of->lock);
    of->rest_ms += milliseconds;
    for (; of->rest_ms >= STEP_MS; of->rest_ms -= STEP_MS)
    {
        (of->def.adaptation == LOAM_PATCH_SHRINKS ? shrink : grow)(of, biome, (int32_t)step);
    }
    loam_mutex_unlock(of->lock);
}

// ---- public -------------------------------------------------------------------------------------

loam_result loam_patchwork_visit(loam_patchwork *of, int64_t x, int64_t z, int32_t milliseconds)
{
    int64_t chunk_x, chunk_z;
    const int64_t end = LOAM_PATCHWORK_END - LOAM_PATCH_MAX_VIEW - BEYOND;
    const int64_t far = LOAM_PATCHWORK_END * 4 * LOAM_PATCH_MAX_CHUNK; // no overflow up to here
    if (milliseconds < 0 || milliseconds > MAX_MS)
    {
        return loam_fail(LOAM_BAD_ARGUMENT, "a stay of %d milliseconds; must be 0 to %d",
                         (int)milliseconds, MAX_MS);
    }
    const bool near = x >= -far && x <= far && z >= -far && z <= far;
    loam_patch_chunk_at(&of->def, near ? x : far, near ? z : far, &chunk_x, &chunk_z);
    if (chunk_x < -end || chunk_x >= end || chunk_z < -end || chunk_z >= end)
    {
        return loam_fail(LOAM_BAD_ARGUMENT,
                         "a stay at (%lld, %lld); must be within %lld chunks of 0", (long long)x,
                         (long long)z, (long long)end);
    }
    if (of->def.adaptation == LOAM_PATCH_STAYS)
    {
        return LOAM_OK;
    }
    const loam_result result = see(of, chunk_x, chunk_z);
    if (result == LOAM_OK)
    {
        adapt(of, loam_patchwork_chunk(of, chunk_x, chunk_z).biome, milliseconds);
    }
    return result;
}

void loam_patchwork_ranges(const loam_patchwork *of, loam_range *out)
{
    loam_mutex_lock(of->lock);
    for (int32_t i = 0; i < of->def.biome_count; i++)
    {
        out[i].low = (float)of->now.at[i] / (float)LOAM_PATCH_ONE;
        out[i].high = (float)of->now.at[i + 1] / (float)LOAM_PATCH_ONE;
    }
    loam_mutex_unlock(of->lock);
}

int64_t loam_patchwork_seen(const loam_patchwork *of)
{
    loam_mutex_lock(of->lock);
    const int64_t count = of->seen.count;
    loam_mutex_unlock(of->lock);
    return count;
}

bool loam_patchwork_has_seen(const loam_patchwork *of, int64_t chunk_x, int64_t chunk_z)
{
    loam_mutex_lock(of->lock);
    const bool found = loam_patch_seen_find(&of->seen, chunk_x, chunk_z) >= 0;
    loam_mutex_unlock(of->lock);
    return found;
}
