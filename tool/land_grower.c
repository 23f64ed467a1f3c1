// SPDX-License-Identifier: MIT
#include "land_grower.h"

#include "field.h"
#include "loam/defs.h"
#include "loam/page_store.h"
#include "loam/store.h"
#include "place/shape.h"

static loam_result check_file(const char *path)
{
    return path != NULL ? loam_file_check(path) : LOAM_OK;
}

static loam_result begin_trace(land_grower *grower)
{
    if (grower->trace_path == NULL)
    {
        return LOAM_OK;
    }
    grower->trace = trace_create();
    return grower->trace != NULL ? LOAM_OK : LOAM_OUT_OF_MEMORY;
}

static loam_result open_pages(land_grower *grower, const char *path)
{
    loam_page_store_def def = loam_default_page_store_def();
    if (path == NULL)
    {
        return LOAM_OK;
    }
    def.env = grower->env;
    def.path = path;
    const loam_result result = loam_page_store_open(&def, &grower->pages);
    return result == LOAM_OK ? LOAM_OK : loam_fail(result, "--pages: %s", loam_last_error());
}

const char *land_voxel_name(int32_t index)
{
    static const char *const names[] = {"1", "0.5", NULL};
    return names[index];
}

float land_voxel_m(int32_t index)
{
    return index == 0 ? 1.0f : 0.5f;
}

loam_result land_world_read(const char *path, land_facts *out)
{
    loam_store_def def = loam_default_store_def();
    loam_store *store = NULL;
    def.path = path;
    def.kind = LOAM_STORE_LAND;
    def.read_only = true;
    const loam_result result = loam_store_open(&def, &store);
    if (result == LOAM_OK)
    {
        *out = (land_facts){loam_store_seed(store), *loam_store_shape(store),
                            *loam_store_inside(store), loam_store_voxel_m(store)};
    }
    loam_store_close(store);
    return result;
}

loam_result land_inside_read(const char *path, loam_inside *inside)
{
    const loam_env env = loam_default_env();
    const loam_result result = path != NULL ? loam_inside_read_file(&env, path, inside) : LOAM_OK;
    return result == LOAM_OK ? LOAM_OK : loam_fail(result, "--inside: %s", loam_last_error());
}

loam_result land_kinds_read(const char *path, loam_thing_plan *out)
{
    const loam_env env = loam_default_env();
    *out = loam_default_thing_plan();
    const loam_result result = path != NULL ? loam_thing_plan_read_file(&env, path, out) : LOAM_OK;
    return result == LOAM_OK ? LOAM_OK : loam_fail(result, "--kinds: %s", loam_last_error());
}

static loam_result create_land(land_grower *grower, const land_question *question)
{
    loam_land_def def = loam_default_land_def();
    def.env = grower->env;
    def.seed = question->seed;
    if (question->world != NULL)
    {
        land_facts facts;
        const loam_result result = land_world_read(question->world, &facts);
        if (result != LOAM_OK)
        {
            return result;
        }
        def.seed = facts.seed;
        def.shape = facts.shape;
        grower->inside = facts.inside;
    }
    if (question->shape != NULL)
    {
        const loam_result result = shape_read(question->shape, &def.shape);
        if (result != LOAM_OK)
        {
            return loam_fail(result, "--shape: %s", loam_last_error());
        }
    }
    const loam_result result = land_inside_read(question->inside, &grower->inside);
    if (result != LOAM_OK)
    {
        return result;
    }
    if (grower->pages != NULL)
    {
        def.store = loam_page_store_back(grower->pages);
    }
    def.trace = grower->trace != NULL ? trace_event : NULL;
    def.trace_user = grower->trace;
    return loam_land_create(&def, &grower->land);
}

loam_result land_grower_create(const land_question *question, land_grower *out)
{
    *out = (land_grower){
        .inside = loam_default_inside(), .env = loam_default_env(), .trace_path = question->trace};
    loam_result result = check_file(question->output);
    result = result == LOAM_OK ? check_file(question->trace) : result;
    result = result == LOAM_OK ? begin_trace(out) : result;
    result = result == LOAM_OK ? field_threads(question->threads, &out->env.jobs) : result;
    result = result == LOAM_OK ? open_pages(out, question->pages) : result;
    result = result == LOAM_OK ? create_land(out, question) : result;
    if (result != LOAM_OK)
    {
        land_grower_destroy(out);
    }
    return result;
}

loam_result land_grower_finish(land_grower *grower, loam_result result)
{
    return result == LOAM_OK && grower->trace != NULL
               ? trace_write(grower->trace, grower->trace_path)
               : result;
}

void land_grower_destroy(void *of)
{
    land_grower *const grower = of;
    loam_land_destroy(grower->land);
    if (grower->pages != NULL && loam_page_store_flush(grower->pages) != LOAM_OK)
    {
        fprintf(stderr, "--pages: %s\n",
                loam_last_error()); // what was asked for is done all the same
    }
    loam_page_store_close(grower->pages);
    loam_jobs_destroy(grower->env.jobs);
    trace_destroy(grower->trace);
    *grower = (land_grower){0};
}

const char *land_layer_name(int32_t index)
{
    return index < LOAM_MAP_LAYER_COUNT ? loam_map_layer_name((loam_map_layer)index) : NULL;
}
