// SPDX-License-Identifier: MIT
#include "land/patchwork/patchwork.h"

#include "base/small.h"
#include "loam/random.h"

#include <string.h>

// ---- profiles -----------------------------------------------------------------------------------

static float smooth(float t)
{
    return t * t * (3.0f - 2.0f * t);
}

/// The share of the second side, so far across. 0 and 1 at the ends, exactly: there the chunks themselves are.
static float profile_at(const loam_patch_transition *of, float t)
{
    switch (of->profile)
    {
    case LOAM_PATCH_LINEAR:
        return t;
    case LOAM_PATCH_SMOOTH:
        return smooth(t);
    default:
        return smooth(loam_clamp01((t - of->at) / of->width + 0.5f));
    }
}

/// Fills the profile of a transition, and behind it that of the same seen from the other side.
static void fill_profile(const loam_patch_transition *of, float *out, int32_t size)
{
    const float step = 1.0f / (float)(size - 1);
    for (int32_t i = 0; i < size; i++)
    {
        const bool end = i == 0 || i == size - 1;
        const float t = (float)i * step, whole = i == 0 ? 0.0f : 1.0f;
        out[i] = end ? whole : profile_at(of, t);
        out[2 * size - 1 - i] = end ? 1.0f - whole : 1.0f - out[i];
    }
}

static void fill_profiles(loam_patchwork *of)
{
    const loam_patchwork_def *const def = &of->def;
    const int32_t sizes[2] = {def->sewing_x, def->sewing_z};
    for (int32_t axis = 0; axis < 2; axis++)
    {
        const loam_patch_transition usual = {.profile = def->profile};
        float *at = of->profiles[axis];
        fill_profile(&usual, at, sizes[axis]);
        for (int32_t i = 0; i < def->transition_count; i++)
        {
            at += 2 * sizes[axis];
            fill_profile(&def->transitions[i], at, sizes[axis]);
        }
    }
    for (int32_t i = 0; i < def->transition_count; i++)
    {
        const loam_patch_transition *const t = &def->transitions[i];
        of->profile_of[t->from][t->to] = (uint8_t)(2 * i + 2);
        of->profile_of[t->to][t->from] = (uint8_t)(2 * i + 3);
    }
}

loam_patch_diagonal loam_patch_diagonal_of(const loam_patchwork *of, const int32_t biomes[4])
{
    return (loam_patch_diagonal){.south = loam_patch_profile_x(of, biomes[0], biomes[1]),
                                 .north = loam_patch_profile_x(of, biomes[2], biomes[3]),
                                 .west = loam_patch_profile_z(of, biomes[0], biomes[2]),
                                 .east = loam_patch_profile_z(of, biomes[1], biomes[3]),
                                 .step_x = 1.0f / (float)(of->def.sewing_x - 1),
                                 .step_z = 1.0f / (float)(of->def.sewing_z - 1)};
}

// ---- making one ---------------------------------------------------------------------------------

static size_t profile_bytes(const loam_patchwork *of, int32_t axis)
{
    const int32_t size = axis == 0 ? of->def.sewing_x : of->def.sewing_z;
    return (size_t)of->profile_count * (size_t)size * sizeof(float);
}

static loam_result init_maps(loam_patchwork *of)
{
    static const char *const names[2][2] = {{"patchwork ranges", "patchwork ranges"},
                                            {"patchwork temperature", "patchwork rain"}};
    loam_noise_def def = loam_default_noise_def();
    def.wavelength = (double)of->def.map_scale;
    def.octaves = of->def.map_octaves;
    def.isa = of->env.isa;
    loam_result result = LOAM_OK;
    for (int32_t i = 0; i < 2 && result == LOAM_OK; i++)
    {
        const uint64_t seed = loam_seed_derive(of->def.seed, names[of->def.choice][i]);
        result = loam_noise_init(&of->maps[i], &def, seed);
    }
    return result;
}

static loam_result take_memory(loam_patchwork *of)
{
    of->profile_count = 2 * of->def.transition_count + 2;
    of->profiles[0] = loam_alloc(&of->env, profile_bytes(of, 0));
    of->profiles[1] = loam_alloc(&of->env, profile_bytes(of, 1));
    of->lock = loam_alloc(&of->env, sizeof *of->lock);
    if (of->lock != NULL && !loam_mutex_init(of->lock))
    {
        loam_free(&of->env, of->lock, sizeof *of->lock);
        of->lock = NULL;
    }
    return of->profiles[0] != NULL && of->profiles[1] != NULL && of->lock != NULL
               ? LOAM_OK
               : loam_fail(LOAM_OUT_OF_MEMORY, "out of memory");
}

static void init_borders(loam_patchwork *of)
{
    for (int32_t i = 0; i < of->def.biome_count; i++)
    {
        of->now.at[i] = (int32_t)(of->def.biomes[i].range.low * (float)LOAM_PATCH_ONE);
    }
    of->now.at[of->def.biome_count] = LOAM_PATCH_ONE;
}

loam_result loam_patchwork_create(const loam_env *env, const loam_patchwork_def *def,
                                  loam_patchwork **out)
{
    LOAM_ASSERT(NULL, env != NULL);
    LOAM_ASSERT(env, def != NULL && out != NULL);
    *out = NULL;
    loam_result result = loam_patchwork_check(def);
    if (result != LOAM_OK)
    {
        return result;
    }
    loam_patchwork *const of = loam_alloc(env, sizeof *of);
    if (of == NULL)
    {
        return LOAM_OUT_OF_MEMORY;
    }
    memset(of, 0, sizeof *of);
    of->env = *env;
    of->def = *def;
    of->ground_seed = loam_seed_derive(def->seed, "patchwork ground");
    of->draw_seed = loam_seed_derive(def->seed, "patchwork draws");
    result = take_memory(of);
    result = result != LOAM_OK ? result : init_maps(of);
    if (result != LOAM_OK)
    {
        loam_patchwork_destroy(of);
        return result;
    }
    fill_profiles(of);
    init_borders(of);
    *out = of;
    return LOAM_OK;
}

void loam_patchwork_destroy(loam_patchwork *of)
{
    if (of == NULL)
    {
        return;
    }
    const loam_env env = of->env;
    loam_patch_seen_free(&of->seen, &env);
    loam_free(&env, of->profiles[0], profile_bytes(of, 0));
    loam_free(&env, of->profiles[1], profile_bytes(of, 1));
    if (of->lock != NULL)
    {
        loam_mutex_destroy(of->lock);
        loam_free(&env, of->lock, sizeof *of->lock);
    }
    loam_free(&env, of, sizeof *of);
}

const loam_patchwork_def *loam_patchwork_def_of(const loam_patchwork *of)
{
    return &of->def;
}
