// SPDX-License-Identifier: MIT
// A scatter from any bytes: what is refused changes nothing and says why; what is accepted has a few points.
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

/// Small pages alone: large ones would take seconds.
static void check_accepted(const loam_env *env, const loam_scatter_def *def)
{
    const size_t room = loam_scatter_capacity(def, 1, 1);
    size_t count = 0;
    if (def->page_size > 16 || room > 2000)
    {
        return;
    }
    loam_scatter_point *const points = malloc(room * sizeof *points);
    require(points != NULL);
    require(loam_scatter_points(env, def, 1, (loam_scatter_area){0, 0, 1, 1}, points, room,
                                &count) == LOAM_OK);
    require(count <= room);
    free(points);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const loam_env env = loam_default_env();
    const loam_scatter_def before = loam_forest_scatter_def();
    loam_scatter_def def = before;
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
    if (loam_scatter_def_read(text, size, &def) == LOAM_OK)
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
