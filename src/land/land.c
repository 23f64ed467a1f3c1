// SPDX-License-Identifier: MIT
#include "loam/land.h"

#include "land/basis/shape.h"
#include "land/land.h"
#include "land/water/columns.h"
#include "land/water/stages.h"
#include "loam/random.h"

#include <stdio.h>
#include <string.h>

// The living thing: a pipeline, three graphs on it, the stages of water, and the surface.

int64_t loam_land_cell_size(int32_t level)
{
    return level == 0 ? 32768 : level == 1 ? 2048 : 128;
}

static const char *const biome_names[LOAM_BIOME_COUNT] = {
    "ocean",   "shelf",  "beach",    "cliff",  "plains",    "grassland", "hills",
    "forest",  "taiga",  "tundra",   "ice",    "mountains", "ridges",    "alpine",
    "savanna", "desert", "badlands", "jungle", "swamp",     "steppe",
};

static const uint32_t biome_colours[LOAM_BIOME_COUNT] = {
    0x2a5f93, 0x5d9bc4, 0xe9dcae, 0x8f8674, 0xb9cf86, 0xa3c470, 0x93b266,
    0x5f9550, 0x51785a, 0xb3b391, 0xf0f5f9, 0x9c8f7e, 0x857a70, 0xc9c5bd,
    0xcdbf70, 0xe6cf93, 0xc98d5b, 0x377a3c, 0x6f8f62, 0xc6c488,
};

const char *loam_biome_name(loam_biome biome)
{
    return (uint32_t)biome < LOAM_BIOME_COUNT ? biome_names[biome] : "?";
}

const char *loam_water_kind_name(loam_water_kind kind)
{
    static const char *const names[LOAM_WATER_KIND_COUNT] = {"none", "sea", "lake", "river", "ice"};
    return (uint32_t)kind < LOAM_WATER_KIND_COUNT ? names[kind] : "?";
}

loam_land_def loam_default_land_def(void)
{
    return (loam_land_def){.env = loam_default_env(),
                           .seed = 1,
                           .cache_bytes = (size_t)256 << 20,
                           .shape = loam_default_land_shape()};
}

static loam_result add_graph(loam_land *land, int32_t level)
{
    char name[16];
    snprintf(name, sizeof name, "land%d", level);
    loam_graph_def def = loam_default_graph_def();
    def.name = name;
    def.distributor = LOAM_SITES_JITTERED;
    def.cell_size = loam_land_cell_size(level);
    return loam_graph_create(land->pipeline, &land->env, &def, &land->graphs[level]);
}

static void find_stages(loam_land *land)
{
    for (int32_t level = 0; level < LOAM_LAND_LEVELS; level++)
    {
        char name[16];
        snprintf(name, sizeof name, "land%d.cells", level);
        land->cell_stages[level] = loam_pipeline_stage_index(land->pipeline, name);
        snprintf(name, sizeof name, "land%d.height", level);
        land->ground_stages[level] = loam_pipeline_stage_index(land->pipeline, name);
    }
}

static loam_result add_surface(loam_land *land, const loam_land_def *def)
{
    const land_surface_def surface = {.env = land->env,
                                      .pipeline = land->pipeline,
                                      .seed = land->seed,
                                      .shape = land->shape,
                                      .biomes = def->biomes,
                                      .biome_count = def->biome_count,
                                      .channels = def->page_channels};
    return loam_land_surface_create(&surface, &land->surface);
}

static loam_result build(loam_land *land, const loam_land_def *land_def)
{
    loam_pipeline_def def = loam_default_pipeline_def();
    def.env = land->env;
    def.seed = land->seed;
    def.cache_bytes = land_def->cache_bytes;
    def.store = land_def->store;
    def.trace = land_def->trace;
    def.trace_user = land_def->trace_user;
    loam_result result = loam_pipeline_create(&def, &land->pipeline);
    for (int32_t level = 0; level < LOAM_LAND_LEVELS && !result; level++)
    {
        result = add_graph(land, level);
    }
    result = result ? result : loam_land_water_add(land->pipeline, land->seed, &land->shape);
    for (int32_t level = 0; level < LOAM_LAND_LEVELS && !result; level++)
    {
        result = loam_land_columns_add(land->graphs[level], level);
    }
    if (!result)
    {
        find_stages(land);
        result = add_surface(land, land_def);
    }
    return result;
}

loam_result loam_land_create(const loam_land_def *def, loam_land **out)
{
    LOAM_ASSERT(NULL, def != NULL);
    LOAM_ASSERT(&def->env, out != NULL);
    *out = NULL;
    const loam_result bad = loam_land_shape_check(&def->shape);
    if (bad)
    {
        return bad;
    }
    loam_land *land = loam_alloc(&def->env, sizeof *land);
    if (land == NULL)
    {
        return LOAM_OUT_OF_MEMORY;
    }
    memset(land, 0, sizeof *land);
    land->env = def->env;
    land->seed = def->seed;
    land->shape = def->shape;
    const loam_result result = build(land, def);
    if (result)
    {
        loam_land_destroy(land);
        return result;
    }
    *out = land;
    return LOAM_OK;
}

void loam_land_destroy(loam_land *land)
{
    if (land == NULL)
    {
        return;
    }
    const loam_env env = land->env;
    loam_pipeline_destroy(land->pipeline);
    loam_land_surface_destroy(land->surface);
    for (int32_t level = 0; level < LOAM_LAND_LEVELS; level++)
    {
        loam_graph_destroy(land->graphs[level]);
    }
    loam_free(&env, land, sizeof *land);
}

loam_pipeline *loam_land_pipeline(loam_land *land)
{
    return land->pipeline;
}

loam_graph *loam_land_graph(loam_land *land, int32_t level)
{
    return level >= 0 && level < LOAM_LAND_LEVELS ? land->graphs[level] : NULL;
}

uint64_t loam_land_seed(const loam_land *land)
{
    return land->seed;
}

int32_t loam_land_biome_count(const loam_land *land)
{
    return LOAM_BIOME_COUNT + land->surface->kit.biomes.own_count;
}

// A program's own biome, or NULL.
static const loam_land_biome *own_biome(const loam_land *land, int32_t biome)
{
    const int32_t own = biome - LOAM_BIOME_COUNT;
    return own >= 0 && own < land->surface->kit.biomes.own_count ? &land->surface->biomes[own]
                                                                 : NULL;
}

const char *loam_land_biome_name(const loam_land *land, int32_t biome)
{
    const loam_land_biome *own = own_biome(land, biome);
    return own != NULL ? own->name : loam_biome_name((loam_biome)biome);
}

uint32_t loam_land_biome_colour(const loam_land *land, int32_t biome)
{
    const loam_land_biome *own = own_biome(land, biome);
    return own != NULL                          ? own->colour
           : (uint32_t)biome < LOAM_BIOME_COUNT ? biome_colours[biome]
                                                : 0;
}
