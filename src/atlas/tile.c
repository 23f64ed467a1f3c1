// SPDX-License-Identifier: MIT
#include "atlas/tile.h"

#include "atlas/cover.h"
#include "atlas/shores.h"
#include "land/land.h"
#include "land/surface/rivers.h"
#include "loam/jobs.h"

#include <math.h>
#include <stddef.h>
#include <string.h>

// Smooth ground is a sum over a neighbourhood that is taken in the same order for every pixel and never
// carried over from the one before, so that a pixel does not depend on where its tile begins.

enum
{
    SMOOTH = 3, // pixels on each side that the smooth ground is a mean of
};

typedef struct layer_needs
{
    bool temperature, rain, flow, weights, cover, cell;
} layer_needs;

static const layer_needs needs[LOAM_MAP_LAYER_COUNT] = {
    [LOAM_MAP_ATLAS] = {.temperature = true, .weights = true, .cover = true},
    [LOAM_MAP_FLOW] = {.flow = true},
    [LOAM_MAP_TEMPERATURE] = {.temperature = true},
    [LOAM_MAP_RAIN] = {.rain = true},
    [LOAM_MAP_CELLS] = {.cell = true},
};

// ---- memory ---------------------------------------------------------------------------------------

static float *take(loam_arena *arena, bool wanted, size_t count)
{
    return wanted ? loam_arena_take(arena, count * sizeof(float)) : NULL;
}

static int32_t tile_side(int32_t map, int32_t max)
{
    return (map < max ? map : max) + 2 * MAP_MARGIN;
}

loam_result loam_map_tile_create(const loam_env *env, const loam_land *land,
                                 const loam_land_map_def *def, map_tile *out)
{
    enum
    {
        PLANES = 20 // of floats, besides the weights
    };
    const size_t pixels = (size_t)tile_side(def->w, MAP_TILE_W) *
                          (size_t)tile_side(def->h, MAP_TILE_H);
    const layer_needs need = needs[def->layer];
    const int32_t biomes = loam_land_biome_count(land);
    const size_t planes = PLANES + (need.weights ? (size_t)biomes : 0);
    const size_t size = 2 * LOAM_ARENA_SIZE(pixels) +
                        PLANES * LOAM_ARENA_SIZE(pixels * sizeof(float)) +
                        LOAM_ARENA_SIZE((planes - PLANES) * pixels * sizeof(float));
    *out = (map_tile){
        .biomes = biomes, .plane = pixels, .memory = loam_alloc(env, size), .memory_size = size};
    if (out->memory == NULL)
    {
        return LOAM_OUT_OF_MEMORY;
    }
    loam_arena arena = loam_arena_make(out->memory, size, env);
    out->of = (loam_land_samples){
        .height = take(&arena, true, pixels),
        .water = take(&arena, true, pixels),
        .temperature = take(&arena, need.temperature, pixels),
        .rain = take(&arena, need.rain, pixels),
        .humidity = take(&arena, need.cover, pixels),
        .flow = take(&arena, need.flow, pixels),
        .river = take(&arena, true, pixels),
        .biome = loam_arena_take(&arena, pixels),
        .weights = take(&arena, need.weights, pixels * (size_t)biomes),
    };
    out->water = loam_arena_take(&arena, pixels);
    out->cell = need.cell ? loam_arena_take(&arena, pixels * sizeof(uint32_t)) : NULL;
    out->ground = take(&arena, true, pixels);
    out->smooth = take(&arena, true, pixels);
    out->shore = take(&arena, true, pixels);
    out->narrow = take(&arena, true, pixels);
    out->coast = take(&arena, true, pixels);
    out->river = take(&arena, true, pixels);
    out->road = take(&arena, true, pixels);
    out->woods = take(&arena, need.cover, pixels);
    out->crown = take(&arena, need.cover, pixels);
    out->dapple = take(&arena, need.cover, pixels);
    out->tree_away = take(&arena, need.cover, pixels);
    out->tree_value = take(&arena, need.cover, pixels);
    return LOAM_OK;
}

void loam_map_tile_destroy(const loam_env *env, map_tile *tile)
{
    loam_free(env, tile->memory, tile->memory_size);
    *tile = (map_tile){0};
}

// ---- where it lies ----------------------------------------------------------------------------------

int64_t loam_map_column_x(const loam_land_map_def *def, int32_t column)
{
    return def->x + ((int64_t)column - def->w / 2) * def->scale;
}

int64_t loam_map_row_z(const loam_land_map_def *def, int32_t row)
{
    return def->z + ((int64_t)(def->h / 2) - row) * def->scale;
}

static void move_tile(const loam_land_map_def *def, int32_t column, int32_t row, map_tile *tile)
{
    tile->column = column;
    tile->row = row;
    tile->w = def->w - column < MAP_TILE_W ? def->w - column : MAP_TILE_W;
    tile->h = def->h - row < MAP_TILE_H ? def->h - row : MAP_TILE_H;
    tile->area = (loam_land_area){.x = loam_map_column_x(def, column) - MAP_MARGIN * def->scale,
                                  .z = loam_map_row_z(def, row + tile->h - 1) -
                                       MAP_MARGIN * def->scale,
                                  .step = def->scale,
                                  .w = tile->w + 2 * MAP_MARGIN,
                                  .h = tile->h + 2 * MAP_MARGIN};
}

// ---- samples ----------------------------------------------------------------------------------------

static void keep_rows(void *samples, size_t size, size_t row, int32_t to)
{
    if (samples != NULL)
    {
        memmove((uint8_t *)samples + (size_t)to * row * size, samples,
                (size_t)(2 * MAP_MARGIN) * row * size);
    }
}

/// The lowest rows of the tile above, margin and all, are the highest of this one.
static void keep_samples(map_tile *tile)
{
    loam_land_samples *of = &tile->of;
    float *const all[] = {of->height,   of->water, of->temperature, of->rain,
                          of->humidity, of->flow,  of->river};
    const size_t row = (size_t)tile->area.w;
    const int32_t to = tile->area.h - 2 * MAP_MARGIN;
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
    {
        keep_rows(all[i], sizeof(float), row, to);
    }
    for (int32_t b = 0; b < tile->biomes && of->weights != NULL; b++)
    {
        keep_rows(of->weights + (size_t)b * tile->plane, sizeof(float), row, to);
    }
    keep_rows(of->biome, 1, row, to);
}

float loam_map_tile_water_range(int64_t scale)
{
    // Rivers of coarser graphs bound the ground further off than that, so that knowing it costs nothing.
    return scale <= LOAM_LAND_FINE_STEP ? LAND_MAP_BANKS_M : LAND_RIVER_FAR;
}

static loam_result fill_samples(loam_land *land, const loam_land_map_def *def, int32_t column,
                                int32_t row, map_tile *tile)
{
    const bool below = tile->h > 0 && tile->column == column && tile->row + tile->h == row;
    move_tile(def, column, row, tile);
    loam_land_area area = tile->area;
    if (below)
    {
        keep_samples(tile);
        area.h -= 2 * MAP_MARGIN;
    }
    const land_fill_options options = {.water_range_m = loam_map_tile_water_range(def->scale),
                                       .plane = tile->plane};
    return loam_land_surface_fill_with(land->surface, area, &tile->of, options);
}

// ---- what follows from the samples ------------------------------------------------------------------

float loam_map_tile_slope(const map_tile *tile, const float *heights, size_t p)
{
    const size_t row = (size_t)tile->area.w;
    const float east = heights[p + 1] - heights[p - 1], north = heights[p + row] - heights[p - row];
    return sqrtf(east * east + north * north) / (2 * (float)tile->area.step);
}

static float smooth_weight(int32_t u, int32_t v)
{
    return (float)(SMOOTH * SMOOTH * 2 + 2 - u * u - v * v);
}

/// Adds a row that lies v rows further to the sums of one.
static void add_smooth_row(const float *restrict row, int32_t v, int32_t w, float *restrict sums)
{
    const float edge = smooth_weight(3, v), far = smooth_weight(2, v), near = smooth_weight(1, v);
    const float middle = smooth_weight(0, v);
    for (int32_t i = SMOOTH; i < w - SMOOTH; i++)
    {
        sums[i] = sums[i] + row[i - 3] * edge + row[i - 2] * far + row[i - 1] * near +
                  row[i] * middle + row[i + 1] * near + row[i + 2] * far + row[i + 3] * edge;
    }
}

static float smooth_weights(void)
{
    float sum = 0;
    for (int32_t v = -SMOOTH; v <= SMOOTH; v++)
    {
        for (int32_t u = -SMOOTH; u <= SMOOTH; u++)
        {
            sum += smooth_weight(u, v);
        }
    }
    return sum;
}

static void smooth_rows(void *context, int64_t begin, int64_t end)
{
    map_tile *tile = context;
    const int32_t w = tile->area.w;
    const float weights = smooth_weights();
    for (int32_t j = (int32_t)begin; j < (int32_t)end; j++)
    {
        const bool inside = j >= SMOOTH && j + SMOOTH < tile->area.h;
        const float *ground = tile->ground + map_sample(tile, 0, j);
        float *smooth = tile->smooth + map_sample(tile, 0, j);
        for (int32_t i = 0; i < w; i++)
        {
            smooth[i] = inside && i >= SMOOTH && i + SMOOTH < w ? 0 : ground[i];
        }
        for (int32_t v = -SMOOTH; inside && v <= SMOOTH; v++)
        {
            add_smooth_row(ground + (ptrdiff_t)v * w, v, w, smooth);
        }
        for (int32_t i = SMOOTH; inside && i < w - SMOOTH; i++)
        {
            smooth[i] /= weights;
        }
    }
}

loam_result loam_map_tile_fill(loam_land *land, const loam_env *env, const loam_land_map_def *def,
                               int32_t column, int32_t row, map_tile *tile)
{
    const loam_result result = fill_samples(land, def, column, row, tile);
    if (result != LOAM_OK)
    {
        return result;
    }
    loam_map_tile_shores(env, tile);
    loam_jobs_for(env->jobs, tile->area.h, MAP_WORK_ROWS, smooth_rows, tile);
    const size_t bytes = (size_t)tile->area.w * (size_t)tile->area.h * sizeof(float);
    memset(tile->river, 0, bytes);
    memset(tile->road, 0, bytes);
    return LOAM_OK;
}
