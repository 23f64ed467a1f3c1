// SPDX-License-Identifier: MIT
#include "grower.h"

#include "field.h"
#include "tile_options.h"

loam_result grower_choose(const char *world, const char *seed, const char *defs_path,
                          int32_t threads, const tool_io *io, grower *out, uint64_t *found_seed)
{
    *found_seed = loam_seed_from_text(seed != NULL ? seed : "1");
    loam_result result = tool_check_world(world, seed, defs_path);
    if (result != LOAM_OK || world == NULL)
    {
        return result == LOAM_OK ? grower_create(defs_path, *found_seed, threads, out) : result;
    }
    const loam_store_def def = world_def(world, io);
    result = grower_open(&def, threads, out);
    *found_seed = result == LOAM_OK ? loam_store_seed(out->store) : *found_seed;
    return result;
}

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

static loam_result open_store(const loam_store_def *def, grower *out)
{
    loam_store_def reading = *def;
    reading.read_only = true;
    const loam_result result = loam_store_open(&reading, &out->store);
    if (result == LOAM_OK)
    {
        *out->defs = *loam_store_defs(out->store);
    }
    return result;
}

loam_result grower_open(const loam_store_def *def, int32_t threads, grower *out)
{
    *out = (grower){0};
    loam_result result = tool_load_defs(NULL, &out->defs);
    result = result == LOAM_OK ? open_store(def, out) : result;
    result = result == LOAM_OK ? field_threads(threads, &out->jobs) : result;
    result = result == LOAM_OK ? grower_reseed(out, loam_store_seed(out->store)) : result;
    if (result != LOAM_OK)
    {
        grower_destroy(out);
    }
    return result;
}

void grower_destroy(void *of)
{
    grower *const world = of;
    loam_tile_source_destroy(world->source);
    loam_jobs_destroy(world->jobs);
    loam_store_close(world->store);
    tool_free_defs(world->defs);
    *world = (grower){0};
}
