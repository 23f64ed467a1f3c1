// SPDX-License-Identifier: MIT
#include "loam/defs.h"

loam_result loam_tile_defs_read_file(const loam_env *env, const char *path, loam_tile_defs *defs)
{
    (void)env;
    (void)defs;
    return loam_fail(LOAM_UNSUPPORTED, "%s: definitions cannot be read yet", path);
}
