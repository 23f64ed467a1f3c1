// SPDX-License-Identifier: MIT
// Definitions from any bytes: what is refused changes nothing and says why; what is accepted is good,
// and writes and reads back to the bit.
#include "loam/defs.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void require(bool condition)
{
    if (!condition)
    {
        abort();
    }
}

static void check_accepted(const loam_env *env, const loam_tile_defs *defs, loam_tile_defs *again)
{
    char *text = NULL;
    size_t size = 0;
    require(loam_tile_defs_check(defs) == LOAM_OK);
    require(loam_tile_defs_write(env, defs, &text, &size) == LOAM_OK);
    loam_tile_defs_init(again);
    require(loam_tile_defs_read(env, text, size, again) == LOAM_OK);
    require(loam_tile_defs_hash(again) == loam_tile_defs_hash(defs));
    loam_free(env, text, size + 1);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static loam_tile_defs built_in, defs, again;
    static uint64_t built_in_hash;
    if (built_in_hash == 0)
    {
        loam_tile_defs_init(&built_in);
        built_in_hash = loam_tile_defs_hash(&built_in);
    }
    const loam_env env = loam_default_env();
    char *text = malloc(size > 0 ? size
                                 : 1); // of exactly this size, so that a step too far is seen
    if (text == NULL)
    {
        return 0;
    }
    if (size > 0)
    {
        memcpy(text, data, size);
    }
    memcpy(&defs, &built_in, sizeof defs);
    const loam_result result = loam_tile_defs_read(&env, text, size, &defs);
    free(text);
    if (result == LOAM_OK)
    {
        if (memcmp(&defs, &built_in, sizeof defs) != 0)
        {
            check_accepted(&env, &defs, &again);
        }
        return 0;
    }
    require(result == LOAM_BAD_ARGUMENT && loam_last_error()[0] != '\0');
    require(memcmp(&defs, &built_in, sizeof defs) == 0);
    return 0;
}
