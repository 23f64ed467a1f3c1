// SPDX-License-Identifier: MIT
#include "base/spares.h"

bool loam_spares_init(loam_spares *spares, const loam_env *env)
{
    spares->env = *env;
    spares->count = 0;
    return loam_mutex_init(&spares->mutex);
}

void loam_spares_destroy(loam_spares *spares)
{
    loam_spares_drop(spares);
    loam_mutex_destroy(&spares->mutex);
}

void *loam_spares_take(loam_spares *spares, size_t bytes)
{
    void *memory = NULL;
    loam_mutex_lock(&spares->mutex);
    for (int32_t i = spares->count - 1; i >= 0 && memory == NULL; i--)
    {
        if (spares->kept[i].bytes == bytes)
        {
            memory = spares->kept[i].memory;
            spares->kept[i] = spares->kept[--spares->count];
        }
    }
    loam_mutex_unlock(&spares->mutex);
    return memory != NULL ? memory : loam_alloc(&spares->env, bytes);
}

void loam_spares_give(loam_spares *spares, void *memory, size_t bytes)
{
    loam_mutex_lock(&spares->mutex);
    const bool kept = memory != NULL && bytes >= LOAM_SPARE_BYTES &&
                      spares->count < LOAM_MAX_SPARES;
    if (kept)
    {
        spares->kept[spares->count++] = (loam_spare){memory, bytes};
    }
    loam_mutex_unlock(&spares->mutex);
    if (!kept)
    {
        loam_free(&spares->env, memory, bytes);
    }
}

void loam_spares_drop(loam_spares *spares)
{
    loam_mutex_lock(&spares->mutex);
    while (spares->count > 0)
    {
        const loam_spare spare = spares->kept[--spares->count];
        loam_free(&spares->env, spare.memory, spare.bytes);
    }
    loam_mutex_unlock(&spares->mutex);
}
