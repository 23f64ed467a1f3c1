// SPDX-License-Identifier: MIT
#include "tile_options.h"

#include "loam/defs.h"

loam_result tool_load_defs(const char *path, loam_tile_defs **out)
{
    const loam_env env = loam_default_env();
    loam_tile_defs *const defs = loam_alloc(&env, sizeof *defs);
    *out = NULL;
    if (defs == NULL)
    {
        return LOAM_OUT_OF_MEMORY;
    }
    loam_tile_defs_init(defs);
    const loam_result result = path != NULL ? loam_tile_defs_read_file(&env, path, defs) : LOAM_OK;
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
