// SPDX-License-Identifier: MIT
#include "tile_options.h"

#include "loam/defs.h"
#include "progress.h"

const char *tool_ring_name(int32_t index)
{
    static const char *const names[] = {"8", "16", "32", "64", NULL};
    return names[index];
}

loam_result tool_check_world(const char *world, const char *seed, const char *defs)
{
    if (world == NULL || (seed == NULL && defs == NULL))
    {
        return LOAM_OK;
    }
    return loam_fail(LOAM_BAD_ARGUMENT, "--world is given and --%s too; a world's file has its own",
                     seed != NULL ? "seed" : "defs");
}

loam_result tool_load_defs(const char *path, loam_tile_defs **out)
{
    return tool_load_defs_of(0, path, out);
}

loam_result tool_load_defs_of(int32_t version, const char *path, loam_tile_defs **out)
{
    const loam_env env = loam_default_env();
    loam_tile_defs *const defs = loam_alloc(&env, sizeof *defs);
    *out = NULL;
    if (defs == NULL)
    {
        return LOAM_OUT_OF_MEMORY;
    }
    loam_result result = loam_tile_defs_init_version(defs,
                                                     version != 0 ? version : LOAM_TILES_VERSION);
    result = result == LOAM_OK && path != NULL ? loam_tile_defs_read_file(&env, path, defs)
                                               : result;
    if (result != LOAM_OK)
    {
        tool_free_defs(defs);
        return result;
    }
    *out = defs;
    return LOAM_OK;
}

void tool_free_defs(loam_tile_defs *defs)
{
    const loam_env env = loam_default_env();
    loam_free(&env, defs, sizeof *defs);
}

loam_result tile_map_check(const loam_tile_map_def *def, int32_t pictures)
{
    char asked[64];
    int64_t w, h;
    loam_tile_map_size(def, &w, &h);
    snprintf(asked, sizeof asked, "--size is %dx%d tiles at this --zoom", (int)def->area.w,
             (int)def->area.h);
    loam_result result = tool_check_picture(asked, w, h, pictures);
    if (result == LOAM_OK)
    {
        result = loam_tile_map_check(def);
        result = result == LOAM_OK ? result : loam_fail(result, "--at: %s", loam_last_error());
    }
    return result;
}

void tile_map_progress(void *user, int64_t parts)
{
    progress_add(user, parts);
}
