// SPDX-License-Identifier: MIT
#include "export/heightmap/heightmap.h"

#include "loam/jobs.h"
#include "loam/maths.h"
#include "loam/random.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

// Tiles are written band by band, from the north, all files of a tile side by side: so memory holds a band,
// not a tile. The land fills a band with all threads; then each file takes its rows on a thread of its own.

enum
{
    BAND_SAMPLES = 1 << 19 // at most, or one row
};

typedef struct row_band
{
    int32_t w;      // of its arrays: that of a tile, and of the margin
    int32_t rows;   // without the margin
    int32_t margin; // 1 if slopes are wanted, which look at the neighbours
    int32_t channels;
    float *height, *water, *flow, *river, *weights;
    uint8_t *biome, *splat; // splat: channels bytes a sample
    uint8_t *memory;        // of all of them
    size_t memory_size;
} row_band;

typedef struct map_drawing
{
    heightmap_plan *plan;
    loam_land *land;
    const loam_env *env;
    const char *folder;
    heightmap_progress *progress;
    row_band band;
    heightmap_result *result;
    heightmap_tile *tile; // that is being written
    int32_t own_w, own_h; // its samples, from the south-west, that no later tile has too
    uint32_t palette[LOAM_MAX_LAND_BIOMES];
} map_drawing;

/// One file of a tile. Its thread writes nothing but this and, in the result, what is its layer's.
typedef struct layer_writer
{
    map_drawing *drawing;
    int32_t layer;
    int32_t done; // rows of the tile that are written, from the north
    loam_raster *raster;
    void *row;
    loam_result result;
    char message[512]; // the library keeps it for the thread that failed
} layer_writer;

// ---- the band -------------------------------------------------------------------------------------

static bool wants_slopes(const heightmap_plan *plan)
{
    return plan->wanted[LAYER_SLOPE] || plan->wanted[LAYER_NORMALS];
}

static int32_t band_rows(const heightmap_plan *plan)
{
    const int32_t rows = BAND_SAMPLES / plan->size;
    return rows < 1 ? 1 : rows < plan->size ? rows : plan->size;
}

static void free_band(const loam_env *env, row_band *band)
{
    loam_free(env, band->memory, band->memory_size);
    *band = (row_band){0};
}

/// A part of the band's memory; while there is none yet, only its size is counted.
static void *take(row_band *band, bool wanted, size_t size)
{
    enum
    {
        ALIGNMENT = 16
    };
    const size_t at = band->memory_size;
    band->memory_size += wanted ? (size + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT : 0;
    return wanted && band->memory != NULL ? band->memory + at : NULL;
}

static void place_arrays(const heightmap_plan *plan, row_band *band)
{
    const size_t count = (size_t)band->w * (size_t)(band->rows + 2 * band->margin);
    const size_t floats = count * sizeof(float);
    const bool splat = plan->wanted[LAYER_SPLAT], flow = plan->wanted[LAYER_FLOW];
    const bool weights = splat || plan->wanted[LAYER_BIOMES];
    band->memory_size = 0;
    band->height = take(band, true, floats);
    band->water = take(band, weights || plan->wanted[LAYER_WATER], floats);
    band->flow = take(band, flow, floats);
    band->river = take(band, flow, floats);
    band->weights = take(band, weights, floats * (size_t)plan->biome_count);
    band->biome = take(band, weights, count);
    band->splat = take(band, splat, count * (size_t)band->channels);
}

static loam_result make_band(const loam_env *env, const heightmap_plan *plan, row_band *out)
{
    *out = (row_band){.margin = wants_slopes(plan), .rows = band_rows(plan)};
    out->w = plan->size + 2 * out->margin;
    const int32_t per_file = plan->splat_channels;
    out->channels = (plan->biome_count + per_file - 1) / per_file * per_file;
    place_arrays(plan, out);
    out->memory = loam_alloc(env, out->memory_size);
    place_arrays(plan, out);
    return out->memory != NULL ? LOAM_OK : LOAM_OUT_OF_MEMORY;
}

/// The places of a tile's rows from `first` on, counted from the south, and of the margin.
static loam_land_area band_area(const row_band *band, loam_land_area tile, int32_t first,
                                int32_t rows)
{
    return (loam_land_area){.x = tile.x - band->margin * tile.step,
                            .z = tile.z + (first - band->margin) * tile.step,
                            .step = tile.step,
                            .w = band->w,
                            .h = rows + 2 * band->margin};
}

/// Unless somebody wants no more of it.
static loam_result fill_band(map_drawing *drawing, loam_land_area tile, int32_t first, int32_t rows)
{
    row_band *band = &drawing->band;
    const loam_land_samples samples = {.height = band->height,
                                       .water = band->water,
                                       .flow = band->flow,
                                       .river = band->river,
                                       .biome = band->biome,
                                       .weights = band->weights};
    band->rows = rows;
    const loam_result result = loam_heightmap_go_on(drawing->progress);
    return result != LOAM_OK
               ? result
               : loam_land_fill(drawing->land, band_area(band, tile, first, rows), &samples);
}

/// Where a row of the band begins in its arrays.
static size_t row_start(const row_band *band, int32_t row)
{
    return (size_t)(row + band->margin) * (size_t)band->w + (size_t)band->margin;
}

// ---- rows of each layer -----------------------------------------------------------------------------

static void water_row(const row_band *band, size_t start, int32_t w, float *out)
{
    for (int32_t i = 0; i < w; i++)
    {
        const float ground = band->height[start + (size_t)i];
        const float water = band->water[start + (size_t)i];
        out[i] = water > ground ? water : ground;
    }
}

/// The logarithm of what flows there, and nothing away from the water.
static void flow_row(const row_band *band, size_t start, int32_t w, int64_t step, uint8_t *out)
{
    const float reach = step > 8 ? 2 * (float)step : 16; // m over which it fades
    for (int32_t i = 0; i < w; i++)
    {
        const float away = band->river[start + (size_t)i] / reach;
        const float flow = band->flow[start + (size_t)i];
        const float near = away < 0 ? 1 : away < 1 ? 1 - away : 0;
        const float share = near * loam_log2(1 + (flow > 0 ? flow : 0)) / 20;
        out[i] = (uint8_t)((share < 1 ? share : 1) * 255 + 0.5f);
    }
}

/// How much the ground rises to the east and to the north, per metre.
static void gradient(const row_band *band, size_t at, int64_t step, float *east, float *north)
{
    const float *h = band->height;
    const size_t w = (size_t)band->w;
    *east = (h[at + 1] - h[at - 1]) / (2 * (float)step);
    *north = (h[at + w] - h[at - w]) / (2 * (float)step);
}

static void slope_row(const row_band *band, size_t start, int32_t w, int64_t step, uint8_t *out)
{
    for (int32_t i = 0; i < w; i++)
    {
        float east, north;
        gradient(band, start + (size_t)i, step, &east, &north);
        const float angle = loam_atan2(sqrtf(east * east + north * north), 1);
        out[i] = (uint8_t)(angle / (LOAM_PI / 2) * 255 + 0.5f);
    }
}

static uint8_t unit_byte(float value)
{
    return (uint8_t)((value * 0.5f + 0.5f) * 255 + 0.5f);
}

/// Red is east, green north (south for Unreal, which counts downwards), blue up.
static void normal_row(const row_band *band, size_t start, const heightmap_plan *plan, uint8_t *out)
{
    const float green = plan->engine == LOAM_HEIGHTMAP_UNREAL ? -1 : 1;
    for (int32_t i = 0; i < plan->size; i++)
    {
        float east, north;
        gradient(band, start + (size_t)i, plan->step, &east, &north);
        const float length = sqrtf(east * east + north * north + 1);
        *out++ = unit_byte(-east / length);
        *out++ = unit_byte(green * -north / length);
        *out++ = unit_byte(1 / length);
    }
}

/// Whole parts first; what is left of 255 goes to those who lost most by it, one each.
static void share_out(uint8_t *levels, float *lost, int32_t count, int32_t left, int32_t greatest)
{
    for (; left > 0; left--)
    {
        int32_t most = greatest;
        for (int32_t i = 0; i < count; i++)
        {
            most = lost[i] > lost[most] ? i : most;
        }
        levels[most]++;
        lost[most] = 0;
    }
}

static float *weight_of(const row_band *band, size_t count, int32_t biome, size_t at)
{
    return &band->weights[(size_t)biome * count + at];
}

/// What the land says of a place is of its surroundings too: dry ground is no sea here, and the biome is the one
/// that weighs most.
static void settle(const row_band *band, size_t count, int32_t biomes, size_t at)
{
    int32_t best = band->biome[at];
    if (!(band->water[at] > band->height[at]))
    {
        float left = 0;
        *weight_of(band, count, LOAM_BIOME_OCEAN, at) = 0;
        *weight_of(band, count, LOAM_BIOME_SHELF, at) = 0;
        best = best == LOAM_BIOME_OCEAN || best == LOAM_BIOME_SHELF ? LOAM_BIOME_BEACH : best;
        for (int32_t b = 0; b < biomes; b++)
        {
            left += *weight_of(band, count, b, at);
        }
        *weight_of(band, count, best, at) += left > 0 ? 0 : 1;
    }
    for (int32_t b = 0; b < biomes; b++)
    {
        best = *weight_of(band, count, b, at) > *weight_of(band, count, best, at) ? b : best;
    }
    band->biome[at] = (uint8_t)best;
}

/// Weights as bytes that sum to 255, each less than 1 from the exact value.
static void quantise(const row_band *band, size_t count, int32_t biomes, size_t at)
{
    uint8_t *out = band->splat + at * (size_t)band->channels;
    float sum = 0, lost[LOAM_MAX_LAND_BIOMES] = {0};
    int32_t left = 255;
    memset(out, 0, (size_t)band->channels);
    for (int32_t b = 0; b < biomes; b++)
    {
        sum += band->weights[(size_t)b * count + at];
    }
    for (int32_t b = 0; b < biomes && sum > 0; b++)
    {
        const float exact = band->weights[(size_t)b * count + at] / sum * 255;
        const int32_t level = (int32_t)exact;
        out[b] = (uint8_t)(level < left ? level : left);
        lost[b] = exact - (float)out[b];
        left -= out[b];
    }
    share_out(out, lost, biomes, left, band->biome[at]);
}

static void settle_rows(void *context, int64_t first, int64_t end)
{
    const map_drawing *drawing = context;
    const row_band *band = &drawing->band;
    const size_t count = (size_t)band->w * (size_t)(band->rows + 2 * band->margin);
    for (int64_t row = first; row < end; row++)
    {
        const size_t start = row_start(band, (int32_t)row);
        for (size_t i = 0; i < (size_t)drawing->plan->size; i++)
        {
            settle(band, count, drawing->plan->biome_count, start + i);
            if (band->splat != NULL)
            {
                quantise(band, count, drawing->plan->biome_count, start + i);
            }
        }
    }
}

static void splat_row(const row_band *band, size_t start, const heightmap_plan *plan, int32_t group,
                      uint8_t *out, bool *used)
{
    const size_t channels = (size_t)plan->splat_channels;
    for (size_t i = 0; i < (size_t)plan->size; i++)
    {
        const uint8_t *from = band->splat + (start + i) * (size_t)band->channels +
                              (size_t)group * channels;
        for (size_t c = 0; c < channels; c++)
        {
            out[i * channels + c] = from[c];
            *used = *used || from[c] != 0;
        }
    }
}

// ---- figures --------------------------------------------------------------------------------------

static void count_heights(map_drawing *drawing, const float *row, int32_t from_south)
{
    const heightmap_plan *plan = drawing->plan;
    heightmap_tile *tile = drawing->tile;
    for (int32_t i = 0; i < plan->size; i++)
    {
        tile->min = row[i] < tile->min ? row[i] : tile->min;
        tile->max = row[i] > tile->max ? row[i] : tile->max;
        tile->clamped += i < drawing->own_w && from_south < drawing->own_h &&
                         plan->format <= LOAM_RASTER_RAW16 &&
                         ((double)row[i] < plan->low || (double)row[i] > plan->high);
    }
    // A sum: the same whatever the order of the rows.
    tile->hash += loam_hash_f32(row, (size_t)plan->size, (uint64_t)from_south);
}

static void count_biomes(map_drawing *drawing, const uint8_t *row, int32_t from_south)
{
    for (int32_t i = 0; i < drawing->own_w && from_south < drawing->own_h; i++)
    {
        drawing->result->biomes[row[i]]++;
    }
}

// ---- files of a tile ----------------------------------------------------------------------------------

/// The pixels of a layer's next row, in its row or in the band.
static const void *make_row(layer_writer *writer, int32_t band_row)
{
    map_drawing *drawing = writer->drawing;
    const heightmap_plan *plan = drawing->plan;
    const row_band *band = &drawing->band;
    const size_t start = row_start(band, band_row);
    switch (writer->layer)
    {
    case LAYER_HEIGHT:
        count_heights(drawing, band->height + start, plan->size - 1 - writer->done);
        return band->height + start;
    case LAYER_WATER:
        water_row(band, start, plan->size, writer->row);
        return writer->row;
    case LAYER_BIOMES:
        count_biomes(drawing, band->biome + start, plan->size - 1 - writer->done);
        return band->biome + start;
    case LAYER_FLOW:
        flow_row(band, start, plan->size, plan->step, writer->row);
        return writer->row;
    case LAYER_SLOPE:
        slope_row(band, start, plan->size, plan->step, writer->row);
        return writer->row;
    case LAYER_NORMALS:
        normal_row(band, start, plan, writer->row);
        return writer->row;
    default:
        splat_row(band, start, plan, writer->layer - LAYER_SPLAT, writer->row,
                  &drawing->result->used[writer->layer]);
        return writer->row;
    }
}

static void keep_failure(layer_writer *writer, loam_result result)
{
    writer->result = result;
    if (result != LOAM_OK)
    {
        snprintf(writer->message, sizeof writer->message, "%s", loam_last_error());
    }
}

/// The band's rows into the files: one file a thread.
static void write_layers(void *context, int64_t first, int64_t end)
{
    layer_writer *writers = context;
    for (layer_writer *writer = writers + first; writer < writers + end; writer++)
    {
        const int32_t rows = writer->drawing->band.rows;
        for (int32_t row = rows - 1; row >= 0 && writer->result == LOAM_OK; row--)
        {
            keep_failure(writer, loam_raster_row(writer->raster, make_row(writer, row)));
            writer->done++;
        }
    }
}

static loam_raster_format layer_format(const heightmap_plan *plan, int32_t layer)
{
    return layer <= LAYER_WATER        ? plan->format
           : layer == LAYER_BIOMES     ? LOAM_RASTER_INDEX8
           : layer == LAYER_NORMALS    ? LOAM_RASTER_RGB8
           : layer < LAYER_SPLAT       ? LOAM_RASTER_GREY8
           : plan->splat_channels == 3 ? LOAM_RASTER_RGB8
                                       : LOAM_RASTER_RGBA8;
}

/// Of any layer, bytes.
static size_t row_size(const heightmap_plan *plan)
{
    return (size_t)plan->size * 4;
}

static loam_result open_layer(map_drawing *drawing, int32_t layer, int32_t column, int32_t row,
                              layer_writer *out)
{
    const heightmap_plan *plan = drawing->plan;
    char name[HEIGHTMAP_NAME], path[2 * HEIGHTMAP_PATH];
    loam_heightmap_file_name(plan, layer, column, row, name);
    snprintf(path, sizeof path, "%s%s", drawing->folder, name);
    *out = (layer_writer){
        .drawing = drawing, .layer = layer, .row = loam_alloc(drawing->env, row_size(plan))};
    if (out->row == NULL)
    {
        return LOAM_OUT_OF_MEMORY;
    }
    const loam_raster_def def = {.env = *drawing->env,
                                 .path = path,
                                 .format = layer_format(plan, layer),
                                 .w = plan->size,
                                 .h = plan->size,
                                 .low = plan->low,
                                 .high = plan->high,
                                 .big_endian = plan->big_endian,
                                 .upside_down = plan->south_first,
                                 .palette = drawing->palette,
                                 .palette_count = plan->biome_count};
    return loam_raster_create(&def, &out->raster);
}

static loam_result first_failure(const layer_writer *writers, int32_t count)
{
    for (int32_t i = 0; i < count; i++)
    {
        if (writers[i].result != LOAM_OK)
        {
            return loam_fail(writers[i].result, "%s", writers[i].message);
        }
    }
    return LOAM_OK;
}

static loam_result draw_bands(map_drawing *drawing, loam_land_area area, layer_writer *writers,
                              int32_t count)
{
    const heightmap_plan *plan = drawing->plan;
    const int32_t most = band_rows(plan);
    loam_result result = LOAM_OK;
    for (int32_t left = plan->size; left > 0 && result == LOAM_OK;)
    {
        const int32_t rows = left < most ? left : most;
        left -= rows;
        result = fill_band(drawing, area, left, rows);
        if (result == LOAM_OK)
        {
            if (drawing->band.weights != NULL)
            {
                loam_jobs_for(drawing->env->jobs, rows, 8, settle_rows, drawing);
            }
            loam_jobs_for(drawing->env->jobs, count, 1, write_layers, writers);
            result = first_failure(writers, count);
            drawing->progress->rows += rows;
        }
    }
    return result;
}

/// Finishes or abandons all that are open.
static loam_result close_layers(layer_writer *writers, int32_t count, loam_result result)
{
    for (int32_t i = 0; i < count; i++)
    {
        if (result == LOAM_OK)
        {
            result = loam_raster_finish(writers[i].raster);
        }
        else
        {
            loam_raster_abandon(writers[i].raster);
        }
        loam_free(writers[i].drawing->env, writers[i].row, row_size(writers[i].drawing->plan));
    }
    return result;
}

static loam_result draw_tile(map_drawing *drawing, int32_t column, int32_t row)
{
    layer_writer writers[LAYER_LIMIT];
    int32_t count = 0;
    loam_result result = LOAM_OK;
    drawing->own_w = drawing->own_h = drawing->plan->size;
    drawing->own_w -= drawing->plan->shared && column + 1 < drawing->plan->columns;
    drawing->own_h -= drawing->plan->shared && row + 1 < drawing->plan->rows;
    for (int32_t layer = 0; layer < LAYER_LIMIT && result == LOAM_OK; layer++)
    {
        if (drawing->plan->wanted[layer])
        {
            result = open_layer(drawing, layer, column, row, &writers[count++]);
        }
    }
    if (result == LOAM_OK)
    {
        const loam_land_area area = loam_heightmap_area(drawing->plan, column, row);
        result = draw_bands(drawing, area, writers, count);
    }
    return close_layers(writers, count, result);
}

// ---- all of it ----------------------------------------------------------------------------------------

static bool is_scaled(const heightmap_plan *plan)
{
    return plan->format == LOAM_RASTER_PNG16 || plan->format == LOAM_RASTER_RAW16;
}

/// Heights and water of one tile: widens *min and *max.
static loam_result measure_tile(map_drawing *drawing, loam_land_area area, float *min, float *max)
{
    const heightmap_plan *plan = drawing->plan;
    const row_band *band = &drawing->band;
    const int32_t most = band_rows(plan);
    for (int32_t first = 0; first < plan->size; first += most)
    {
        const int32_t rows = plan->size - first < most ? plan->size - first : most;
        const loam_result result = fill_band(drawing, area, first, rows);
        if (result != LOAM_OK)
        {
            return result;
        }
        for (size_t i = 0; i < (size_t)rows * (size_t)band->w; i++)
        {
            const float ground = band->height[i];
            const float water = band->water != NULL ? band->water[i] : ground;
            *min = ground < *min ? ground : *min;
            *max = ground > *max ? ground : *max;
            *max = water > *max ? water : *max;
        }
        drawing->progress->rows += rows;
    }
    return LOAM_OK;
}

/// Finds the range of everything, and fits the plan's to it.
static loam_result measure(const map_drawing *all, heightmap_plan *plan)
{
    // Nothing but what the range is made of.
    heightmap_plan bare = *plan;
    memset(bare.wanted, 0, sizeof bare.wanted);
    bare.wanted[LAYER_WATER] = plan->wanted[LAYER_WATER];
    map_drawing drawing = {
        .plan = &bare, .land = all->land, .env = all->env, .progress = all->progress};
    float min = INFINITY, max = -INFINITY;
    loam_result result = make_band(all->env, &bare, &drawing.band);
    for (int32_t i = 0; i < plan->columns * plan->rows && result == LOAM_OK; i++)
    {
        const loam_land_area area = loam_heightmap_area(plan, i % plan->columns, i / plan->columns);
        result = measure_tile(&drawing, area, &min, &max);
    }
    free_band(all->env, &drawing.band);
    if (result == LOAM_OK)
    {
        loam_heightmap_fit_range(plan, (double)min, (double)max);
    }
    return result;
}

/// Before anything is written: what 0 and 65535 stand for.
static loam_result find_range(const map_drawing *drawing, heightmap_plan *plan)
{
    if (is_scaled(plan) && !plan->ranged)
    {
        return measure(drawing, plan);
    }
    if (plan->ranged)
    {
        loam_heightmap_fit_range(plan, plan->low, plan->high);
    }
    return LOAM_OK;
}

static void sum_up(heightmap_plan *plan, heightmap_result *result)
{
    result->min = INFINITY;
    result->max = -INFINITY;
    for (int32_t i = 0; i < plan->columns * plan->rows; i++)
    {
        const heightmap_tile *tile = &result->tiles[i];
        result->min = tile->min < result->min ? tile->min : result->min;
        result->max = tile->max > result->max ? tile->max : result->max;
        result->clamped += tile->clamped;
        result->hash = loam_hash_u64(&tile->hash, 1, result->hash);
    }
    if (!is_scaled(plan))
    {
        loam_heightmap_fit_range(plan, (double)result->min, (double)result->max);
    }
}

static loam_result draw_tiles(map_drawing *drawing)
{
    const heightmap_plan *const plan = drawing->plan;
    loam_result result = make_band(drawing->env, plan, &drawing->band);
    for (int32_t i = 0; i < plan->columns * plan->rows && result == LOAM_OK; i++)
    {
        drawing->tile = &drawing->result->tiles[i];
        *drawing->tile = (heightmap_tile){.min = INFINITY, .max = -INFINITY};
        result = draw_tile(drawing, i % plan->columns, i / plan->columns);
    }
    free_band(drawing->env, &drawing->band);
    return result;
}

loam_result loam_heightmap_draw(heightmap_plan *plan, loam_land *land, const loam_env *env,
                                const char *folder, heightmap_progress *progress,
                                heightmap_result *result)
{
    map_drawing drawing = {.plan = plan,
                           .land = land,
                           .env = env,
                           .folder = folder,
                           .progress = progress,
                           .result = result};
    for (int32_t i = 0; i < plan->biome_count; i++)
    {
        drawing.palette[i] = loam_land_biome_colour(land, i);
    }
    for (int32_t layer = 0; layer < LAYER_SPLAT; layer++)
    {
        result->used[layer] = plan->wanted[layer];
    }
    const int64_t rows = (int64_t)plan->columns * plan->rows * plan->size;
    progress->of = is_scaled(plan) && !plan->ranged ? 2 * rows : rows;
    loam_result code = find_range(&drawing, plan);
    code = code == LOAM_OK ? draw_tiles(&drawing) : code;
    if (code == LOAM_OK)
    {
        sum_up(plan, result);
    }
    return code;
}
