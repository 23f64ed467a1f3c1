// SPDX-License-Identifier: MIT
#include "volume/volume.h"

#include "loam/random.h"

#include <string.h>

// Volumes and growers: checked, copied, prepared.

loam_result loam_volume_make_room(const loam_env *env, volume_room *room, size_t size)
{
    if (size <= room->size)
    {
        return LOAM_OK;
    }
    loam_free(env, room->memory, room->size);
    room->memory = loam_alloc(env, size);
    room->size = room->memory != NULL ? size : 0;
    return room->memory != NULL ? LOAM_OK : LOAM_OUT_OF_MEMORY;
}

float loam_volume_voxel_m(int32_t level)
{
    return level < 0 ? 0.5f : (float)((int64_t)1 << (level > 40 ? 40 : level));
}

// ---- the def ------------------------------------------------------------------------------------

static loam_result check_function(const loam_density_function *function, int32_t index)
{
    if (function->name == NULL || function->density == NULL)
    {
        return loam_fail(LOAM_BAD_ARGUMENT, "function %d has no %s; must have name and density",
                         (int)index, function->name == NULL ? "name" : "density");
    }
    if (!(function->low <= 0.0f && function->low >= -1000.0f && function->high >= 0.0f &&
          function->high <= 1000.0f))
    {
        return loam_fail(LOAM_BAD_ARGUMENT,
                         "%s has densities from %g to %g; must be -1000 to 0 and 0 to 1000",
                         function->name, (double)function->low, (double)function->high);
    }
    if (function->column_numbers < 0 || function->column_numbers > 8 ||
        (function->column_numbers > 0 && function->look == NULL))
    {
        return loam_fail(LOAM_BAD_ARGUMENT, "%s has %d numbers a column; must be 0 to 8, with look",
                         function->name, (int)function->column_numbers);
    }
    if (function->parameters_size > 65536 || function->state_size > (size_t)1 << 24 ||
        (function->parameters_size > 0 && function->parameters == NULL))
    {
        return loam_fail(LOAM_BAD_ARGUMENT,
                         "%s has %zu bytes of parameters and %zu of state; must be there, at most "
                         "65536 and 16777216",
                         function->name, function->parameters_size, function->state_size);
    }
    return LOAM_OK;
}

static loam_result check_def(const loam_volume_def *def)
{
    if (def->surface.fill == NULL)
    {
        return loam_fail(LOAM_BAD_ARGUMENT, "the volume has no surface; must have one");
    }
    if (!(def->falloff_m >= 1.0f && def->falloff_m <= 256.0f))
    {
        return loam_fail(LOAM_BAD_ARGUMENT, "falloff is %g m; must be 1 to 256",
                         (double)def->falloff_m);
    }
    if (def->function_count < 0 || def->function_count > LOAM_MAX_DENSITIES)
    {
        return loam_fail(LOAM_BAD_ARGUMENT, "there are %d functions; must be 0 to %d",
                         (int)def->function_count, LOAM_MAX_DENSITIES);
    }
    loam_result result = LOAM_OK;
    for (int32_t i = 0; i < def->function_count && result == LOAM_OK; i++)
    {
        result = check_function(&def->functions[i], i);
    }
    return result;
}

static size_t memory_of(const loam_volume_def *def)
{
    size_t size = 0;
    for (int32_t i = 0; i < def->function_count; i++)
    {
        size += LOAM_ARENA_SIZE(def->functions[i].parameters_size) +
                LOAM_ARENA_SIZE(def->functions[i].state_size);
    }
    return size;
}

static loam_result copy_function(loam_volume *volume, const loam_density_function *from,
                                 loam_arena *arena)
{
    volume_function *const to = &volume->functions[volume->function_count++];
    void *const parameters = loam_arena_take(arena, from->parameters_size);
    void *const state = loam_arena_take(arena, from->state_size);
    if (from->parameters_size > 0)
    {
        memcpy(parameters, from->parameters, from->parameters_size);
    }
    to->def = *from;
    to->self = (loam_density_self){parameters, from->prepare != NULL ? state : NULL,
                                   loam_seed_derive(volume->seed, from->name)};
    to->def.parameters = parameters;
    return from->prepare != NULL ? from->prepare(parameters, to->self.seed, volume->env.isa, state)
                                 : LOAM_OK;
}

/// Caverns have pools if they are ours and say so.
static void find_pools(loam_volume *volume)
{
    for (int32_t i = 0; i < volume->function_count; i++)
    {
        const volume_function *const function = &volume->functions[i];
        const loam_caverns_def *const caverns = function->def.parameters;
        if (function->def.density == loam_caverns(NULL).density && caverns->pools)
        {
            volume->pools = (volume_pools){true, *caverns, i};
        }
    }
}

static loam_result fill_volume(loam_volume *volume, const loam_volume_def *def)
{
    volume->env = def->env;
    volume->seed = def->seed;
    volume->surface = def->surface;
    volume->falloff = def->falloff_m;
    volume->keep_floating = def->keep_floating;
    volume->plain = def->plain;
    volume->memory_size = memory_of(def);
    volume->memory = loam_alloc(&def->env, volume->memory_size);
    if (volume->memory == NULL)
    {
        return LOAM_OUT_OF_MEMORY;
    }
    loam_result result = LOAM_OK;
    loam_arena arena = loam_arena_make(volume->memory, volume->memory_size, &volume->env);
    for (int32_t i = 0; i < def->function_count && result == LOAM_OK; i++)
    {
        result = copy_function(volume, &def->functions[i], &arena);
    }
    if (result == LOAM_OK)
    {
        find_pools(volume);
        result = loam_volume_beds_init(volume);
    }
    if (result == LOAM_OK)
    {
        result = loam_volume_tiles_create(&volume->env, &volume->tiles);
    }
    return result;
}

static loam_result create(const loam_volume_def *def, loam_volume **out)
{
    loam_result result = check_def(def);
    if (result != LOAM_OK)
    {
        return result;
    }
    loam_volume *const volume = loam_alloc(&def->env, sizeof *volume);
    if (volume == NULL)
    {
        return LOAM_OUT_OF_MEMORY;
    }
    memset(volume, 0, sizeof *volume);
    result = fill_volume(volume, def);
    if (result != LOAM_OK)
    {
        volume->env = def->env;
        loam_volume_destroy(volume);
        return result;
    }
    *out = volume;
    return LOAM_OK;
}

loam_result loam_volume_create(const loam_volume_def *def, loam_volume **out)
{
    LOAM_ASSERT(NULL, def != NULL);
    LOAM_ASSERT(NULL, out != NULL);
    *out = NULL;
    if (def->functions != NULL)
    {
        return create(def, out);
    }
    loam_density_function functions[LOAM_DENSITY_COUNT];
    for (int32_t i = 0; i < LOAM_DENSITY_COUNT; i++)
    {
        functions[i] = loam_default_density(i);
    }
    loam_volume_def usual = *def;
    usual.functions = functions;
    usual.function_count = LOAM_DENSITY_COUNT;
    return create(&usual, out);
}

void loam_volume_destroy(loam_volume *volume)
{
    if (volume != NULL)
    {
        const loam_env env = volume->env;
        loam_volume_tiles_destroy(&env, volume->tiles);
        loam_free(&env, volume->memory, volume->memory_size);
        loam_free(&env, volume, sizeof *volume);
    }
}

// ---- growers ------------------------------------------------------------------------------------

loam_result loam_volume_grower_create(const loam_volume *volume, loam_volume_grower **out)
{
    LOAM_ASSERT(NULL, volume != NULL);
    LOAM_ASSERT(&volume->env, out != NULL);
    loam_volume_grower *const grower = loam_alloc(&volume->env, sizeof *grower);
    *out = grower;
    if (grower == NULL)
    {
        return LOAM_OUT_OF_MEMORY;
    }
    memset(grower, 0, sizeof *grower);
    grower->volume = volume;
    return LOAM_OK;
}

void loam_volume_grower_destroy(loam_volume_grower *grower)
{
    if (grower == NULL)
    {
        return;
    }
    const loam_env *const env = &grower->volume->env;
    const volume_columns_cache *const columns = &grower->columns;
    const volume_room rooms[] = {grower->sum,     grower->part,   grower->grid,    grower->runs,
                                 grower->pieces,  grower->rows,   grower->bytes,   grower->samples,
                                 grower->scratch, columns->fine,  columns->coarse, columns->filled,
                                 columns->asked,  columns->looked};
    for (size_t i = 0; i < sizeof rooms / sizeof rooms[0]; i++)
    {
        loam_free(env, rooms[i].memory, rooms[i].size);
    }
    loam_free(env, grower, sizeof *grower);
}
