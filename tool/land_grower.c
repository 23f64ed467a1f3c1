// SPDX-License-Identifier: MIT
#include "land_grower.h"

#include "field.h"

static loam_result begin_trace(land_grower *grower)
{
    if (grower->trace_path == NULL)
    {
        return LOAM_OK;
    }
    const loam_result result = loam_file_check(grower->trace_path);
    if (result != LOAM_OK)
    {
        return result;
    }
    grower->trace = trace_create();
    return grower->trace != NULL ? LOAM_OK : LOAM_OUT_OF_MEMORY;
}

loam_result land_grower_create(uint64_t seed, int32_t threads, const char *trace_path,
                               land_grower *out)
{
    *out = (land_grower){.env = loam_default_env(), .seed = seed, .trace_path = trace_path};
    loam_result result = begin_trace(out);
    result = result == LOAM_OK ? field_threads(threads, &out->env.jobs) : result;
    if (result == LOAM_OK)
    {
        loam_land_def def = loam_default_land_def();
        def.env = out->env;
        def.seed = seed;
        def.trace = out->trace != NULL ? trace_event : NULL;
        def.trace_user = out->trace;
        result = loam_land_create(&def, &out->land);
    }
    if (result != LOAM_OK)
    {
        land_grower_destroy(out);
    }
    return result;
}

loam_result land_grower_finish(land_grower *grower)
{
    return grower->trace != NULL ? trace_write(grower->trace, grower->trace_path) : LOAM_OK;
}

void land_grower_destroy(land_grower *grower)
{
    loam_land_destroy(grower->land);
    loam_jobs_destroy(grower->env.jobs);
    trace_destroy(grower->trace);
    *grower = (land_grower){0};
}
