// SPDX-License-Identifier: MIT
#include "selftest.h"

#include <stdlib.h>

// The tile world: definitions, columns, and chunks in the sky, at the surface, in caves and far away,
// with each instruction set; the same chunks as a region, and through the pipeline; and where plants stand.

enum
{
    CHUNKS = 8,
    COLUMNS = 1000,
    SAMPLES = 96,
    PLANTED = 24,      // chunks along the surface
    PLANTED_STEP = 37, // chunks apart
};

typedef struct tile_case
{
    loam_tile_defs defs;
    loam_tile tiles[LOAM_CHUNK_TILES];
    loam_tile_column columns[COLUMNS];
    loam_tile_plant plants[LOAM_MAX_CHUNK_PLANTS];
} tile_case;

static const loam_chunk_pos places[CHUNKS] = {
    {0, 0},
    {-1, 1},
    {20, 0},
    {-33, -1},
    {7, -7},
    {2, -30},
    {(int64_t)1 << 33, 0},
    {-((int64_t)1 << 40), -((int64_t)1 << 20)},
};

static void check_columns(selftest *run, const loam_tile_source *source, tile_case *with,
                          const char *variant)
{
    const int64_t starts[] = {-2000, (int64_t)1 << 40};
    uint64_t hash = 0;
    loam_result result = LOAM_OK;
    for (int32_t i = 0; i < 2 && result == LOAM_OK; i++)
    {
        result = loam_tile_source_columns(source, starts[i], 7, COLUMNS, with->columns);
        for (int32_t k = 0; k < COLUMNS && result == LOAM_OK; k++)
        {
            const loam_tile_column *column = &with->columns[k];
            const uint64_t words[] = {(uint64_t)column->surface, (uint64_t)column->water,
                                      (uint64_t)column->biome};
            const float climate[] = {column->temperature, column->humidity};
            hash = loam_hash_f32(climate, 2, loam_hash_u64(words, 3, hash));
        }
    }
    selftest_report(run, "tiles columns", variant, result, hash);
}

static void check_chunks(selftest *run, const loam_tile_source *source, tile_case *with,
                         const char *variant)
{
    uint64_t hash = 0;
    loam_result result = LOAM_OK;
    for (int32_t i = 0; i < CHUNKS && result == LOAM_OK; i++)
    {
        result = loam_tile_source_chunk(source, places[i], with->tiles);
        hash = loam_tiles_hash(with->tiles, LOAM_CHUNK_TILES, hash);
    }
    selftest_report(run, "tiles chunks", variant, result, hash);
}

static void check_samples(selftest *run, const loam_tile_source *source, tile_case *with,
                          const char *variant)
{
    const loam_tile_area area = {-3000, -3000, SAMPLES, SAMPLES};
    const loam_result result = loam_tile_source_sample(source, area, 64, with->tiles);
    selftest_report(run, "tiles samples", variant, result,
                    loam_tiles_hash(with->tiles, SAMPLES * SAMPLES, 0));
}

static uint64_t hash_plants(const loam_tile_plant *plants, int32_t count, uint64_t hash)
{
    for (int32_t i = 0; i < count; i++)
    {
        const loam_tile_plant *const plant = &plants[i];
        const uint64_t words[] = {(uint64_t)plant->x, (uint64_t)plant->y, plant->seed,
                                  (uint64_t)plant->species};
        const float values[] = {plant->age,   plant->soil,      plant->slope,     plant->moisture,
                                plant->light, plant->wind_left, plant->wind_right};
        hash = loam_hash_f32(values, 7, loam_hash_u64(words, 4, hash));
    }
    return hash;
}

/// A chunk at the surface, or below it.
static loam_result planted_chunk(const loam_tile_source *source, int64_t index,
                                 loam_chunk_pos *chunk)
{
    loam_tile_column column;
    chunk->x = (index - PLANTED / 2) * PLANTED_STEP;
    const loam_result result = loam_tile_source_columns(source, chunk->x * LOAM_CHUNK_SIDE, 1, 1,
                                                        &column);
    const int64_t below = index % 4 == 3 ? 3 * LOAM_CHUNK_SIDE : 0;
    chunk->y = loam_chunk_of_tile((loam_tile_pos){0, column.surface - below}).y;
    return result;
}

static void check_plants(selftest *run, const loam_tile_source *source, tile_case *with,
                         const char *variant)
{
    uint64_t hash = 0;
    loam_result result = LOAM_OK;
    for (int64_t i = 0; i < PLANTED && result == LOAM_OK; i++)
    {
        loam_chunk_pos chunk;
        int32_t count = 0;
        result = planted_chunk(source, i, &chunk);
        result = result ? result : loam_tile_source_plants(source, chunk, with->plants, &count);
        hash = hash_plants(with->plants, count, hash);
    }
    selftest_report(run, "tiles plants", variant, result, hash);
}

/// One check with each instruction set, one after another: variants of a name belong together.
static void check_each_isa(selftest *run, tile_case *with,
                           void (*check)(selftest *, const loam_tile_source *, tile_case *,
                                         const char *))
{
    for (int32_t isa = LOAM_ISA_SCALAR; isa < LOAM_ISA_COUNT; isa++)
    {
        loam_env env = loam_default_env();
        loam_tile_source *source = NULL;
        env.isa = (loam_isa)isa;
        if (!loam_isa_available(env.isa))
        {
            continue;
        }
        if (loam_tile_source_create(&env, &with->defs, 42, &source) != LOAM_OK)
        {
            selftest_fail(run, "tiles", loam_isa_name(env.isa), loam_last_error());
            continue;
        }
        check(run, source, with, loam_isa_name(env.isa));
        loam_tile_source_destroy(source);
    }
}

/// The chunks as pages of the pipeline have to be those of the source.
static void check_pages(selftest *run, const loam_tile_defs *defs)
{
    loam_pipeline_def def = loam_default_pipeline_def();
    loam_pipeline *pipeline = NULL;
    uint64_t hash = 0;
    def.seed = 42;
    loam_result result = loam_pipeline_create(&def, &pipeline);
    result = result ? result : loam_tile_stages_add(pipeline, defs);
    for (int32_t i = 0; i < CHUNKS && result == LOAM_OK; i++)
    {
        const loam_page_id id = {.stage = 2, .x = places[i].x, .y = places[i].y};
        const loam_page *page = NULL;
        result = loam_pipeline_get(pipeline, id, &page);
        if (result == LOAM_OK)
        {
            hash = loam_tiles_hash(page->data, LOAM_CHUNK_TILES, hash);
            loam_pipeline_release(pipeline, page);
        }
    }
    selftest_report(run, "tiles chunks", "pipeline", result, hash);
    loam_pipeline_destroy(pipeline);
}

static loam_result hash_plant_page(loam_pipeline *pipeline, loam_chunk_pos chunk, uint64_t *hash)
{
    const loam_page_id id = {
        .stage = loam_pipeline_stage_index(pipeline, "plants"), .x = chunk.x, .y = chunk.y};
    const loam_page *page = NULL;
    const loam_result result = loam_pipeline_get(pipeline, id, &page);
    if (result == LOAM_OK)
    {
        const loam_tile_chunk_plants *const plants = page->data;
        *hash = hash_plants(plants->plants, plants->count, *hash);
        loam_pipeline_release(pipeline, page);
    }
    return result;
}

/// The plants as pages, likewise; worlds, which live on those pages, show them to the quick selftest.
static void check_plant_pages(selftest *run, const loam_tile_defs *defs)
{
    if (selftest_leave_out(run, "tiles plants"))
    {
        return;
    }
    const loam_env env = loam_default_env();
    loam_pipeline_def def = loam_default_pipeline_def();
    loam_pipeline *pipeline = NULL;
    loam_tile_source *source = NULL;
    uint64_t hash = 0;
    def.seed = 42;
    loam_result result = loam_pipeline_create(&def, &pipeline);
    result = result ? result : loam_tile_stages_add(pipeline, defs);
    result = result ? result : loam_tile_source_create(&env, defs, def.seed, &source);
    for (int64_t i = 0; i < PLANTED && result == LOAM_OK; i++)
    {
        loam_chunk_pos chunk;
        result = planted_chunk(source, i, &chunk);
        result = result ? result : hash_plant_page(pipeline, chunk, &hash);
    }
    selftest_report(run, "tiles plants", "pipeline", result, hash);
    loam_tile_source_destroy(source);
    loam_pipeline_destroy(pipeline);
}

void selftest_tiles(selftest *run)
{
    tile_case *with = malloc(sizeof *with);
    if (!with)
    {
        selftest_fail(run, "tiles", "", "out of memory");
        return;
    }
    loam_tile_defs_init(&with->defs);
    selftest_check(run, "tiles definitions", "", loam_tile_defs_hash(&with->defs));
    check_each_isa(run, with, check_columns);
    check_each_isa(run, with, check_samples);
    check_each_isa(run, with, check_chunks);
    check_pages(run, &with->defs);
    check_each_isa(run, with, check_plants);
    check_plant_pages(run, &with->defs);
    free(with);
}
