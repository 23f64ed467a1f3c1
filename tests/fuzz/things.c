// SPDX-License-Identifier: MIT
// What may stand on a land from any bytes: what is refused changes nothing and says why; what is accepted writes and reads
// back the same, and makes things.
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

/// The land is not grown: of things only their stages are made.
static void make_things(const loam_env *env, const loam_thing_plan *plan)
{
    loam_land_def land = loam_default_land_def();
    loam_land_things_def def = loam_default_land_things_def();
    loam_land_things *things = NULL;
    land.env = def.env = *env;
    def.plan = plan;
    require(loam_land_create(&land, &def.land) == LOAM_OK);
    require(loam_land_things_create(&def, &things) == LOAM_OK);
    loam_land_things_destroy(things);
    loam_land_destroy(def.land);
}

static void check_accepted(const loam_env *env, const loam_thing_plan *plan)
{
    loam_thing_plan again = loam_default_thing_plan();
    char *text = NULL;
    size_t size = 0;
    require(loam_thing_plan_write(env, plan, &text, &size) == LOAM_OK);
    require(loam_thing_plan_read(env, text, size, &again) == LOAM_OK);
    require(loam_thing_plan_hash(&again) == loam_thing_plan_hash(plan));
    loam_free(env, text, size + 1);
    make_things(env, plan);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const loam_env env = loam_default_env();
    const loam_thing_plan before = loam_default_thing_plan();
    loam_thing_plan plan = before;
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
    if (loam_thing_plan_read(&env, text, size, &plan) == LOAM_OK)
    {
        check_accepted(&env, &plan);
    }
    else
    {
        require(loam_thing_plan_hash(&plan) == loam_thing_plan_hash(&before) &&
                loam_last_error()[0] != '\0');
    }
    free(text);
    return 0;
}
