// SPDX-License-Identifier: MIT
// A sea from any bytes: what is refused changes nothing and says why; what is accepted writes and reads back the same,
// and has islands.
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

static void check_accepted(const loam_env *env, const loam_isles_def *def)
{
    loam_isles_def again = loam_default_isles_def();
    loam_isles *isles = NULL;
    loam_isle isle;
    char *text = NULL;
    size_t size = 0;
    require(loam_isles_def_write(env, def, &text, &size) == LOAM_OK);
    require(loam_isles_def_read(env, text, size, &again) == LOAM_OK);
    require(memcmp(&again, def, sizeof again) == 0);
    loam_free(env, text, size + 1);
    require(loam_isles_create(env, def, &isles) == LOAM_OK);
    require(loam_isles_at(isles, 3, -2, &isle) == LOAM_OK);
    loam_isles_destroy(isles);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const loam_env env = loam_default_env();
    const loam_isles_def before = loam_default_isles_def();
    loam_isles_def def = before;
    // Of exactly this size, so that a step too far is seen.
    char *text = malloc(size > 0 ? size : 1);
    if (text == NULL)
    {
        return 0;
    }
    if (size > 0)
    {
        memcpy(text, data, size);
    }
    if (loam_isles_def_read(&env, text, size, &def) == LOAM_OK)
    {
        check_accepted(&env, &def);
    }
    else
    {
        require(memcmp(&def, &before, sizeof def) == 0 && loam_last_error()[0] != '\0');
    }
    free(text);
    return 0;
}
