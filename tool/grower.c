// SPDX-License-Identifier: MIT
#include "grower.h"

#include "field.h"
#include "tile_options.h"

loam_result grower_reseed(grower *world, uint64_t seed)
{
    const loam_env env = loam_default_env();
    loam_tile_source_destroy(world->source);
    world->source = NULL;
    return loam_tile_source_create(&env, world->defs, seed, &world->source);
}

loam_result grower_create(const char *defs_path, uint64_t seed, int32_t threads, grower *out)
{
    *out = (grower){0};
    loam_result result = tool_load_defs(defs_path, &out->defs);
    result = result == LOAM_OK ? field_threads(threads, &out->jobs) : result;
    result = result == LOAM_OK ? grower_reseed(out, seed) : result;
    if (result != LOAM_OK)
    {
        grower_destroy(out);
    }
    return result;
}

void grower_destroy(grower *world)
{
    loam_tile_source_destroy(world->source);
    loam_jobs_destroy(world->jobs);
    tool_free_defs(world->defs);
    world->source = NULL;
    world->jobs = NULL;
    world->defs = NULL;
}
