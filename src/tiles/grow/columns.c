// SPDX-License-Identifier: MIT
#include "tiles/grow/columns.h"

#include "base/small.h"

#include "loam/random.h"

// The horizon is elevation (smootherstep) plus roughness (linear) that grows where the elevation is
// steep, so that valleys are smooth and hillsides rugged; ridges make summits, and dunes where it is
// sandy. Temperature and humidity choose among nine biomes and blend their numbers.
//
// A lake lies in a cell of its own: the axis is cut into cells, each has at most one, well inside. So
// the lake of a column is found without looking around, and the water can be level: its height follows
// from the ground at its two shores.

enum
{
    BLOCK = 256, // columns at a time
};

#define NO_WATER (-TILE_HEIGHT_END)
#define STEEPEST 0.25f // |slope| times the wavelength, where ground counts as steepest, is 1 / this

#define TILT 700.0f // tiles that rock layers rise and fall over long distances
#define LID 0.3f
#define MOUTH 0.35f // caves may open where the noise is above

// ---- biomes -------------------------------------------------------------------------------------

/// Between a and b.
static float mixed(float a, float b, float t)
{
    return a + (b - a) * t;
}

typedef struct blend_place
{
    const loam_tile_biome *corner[4]; // cold dry, cold wet, hot dry, hot wet of the four nearest
    float t, h;                       // between them, 0..1
} blend_place;

#define BLEND(place, field) \
    mixed(mixed((place)->corner[0]->field, (place)->corner[1]->field, (place)->h), \
          mixed((place)->corner[2]->field, (place)->corner[3]->field, (place)->h), (place)->t)

/// The four biomes around a climate; 0..1 is stretched over the centres of the 3 x 3 matrix.
static blend_place place_of(const tile_recipe *recipe, float temperature, float humidity)
{
    const float t = temperature * 2.0f, h = humidity * 2.0f;
    const int32_t row = t >= 1.0f, column = h >= 1.0f;
    const loam_tile_biome *first = &recipe->biomes[3 * row + column];
    return (blend_place){
        {first, first + 1, first + 3, first + 4}, t - (float)row, h - (float)column};
}

static biome_numbers blend_numbers(const tile_recipe *recipe, float temperature, float humidity)
{
    const blend_place place = place_of(recipe, temperature, humidity);
    return (biome_numbers){
        .surface_depth = BLEND(&place, surface_depth),
        .elevation = BLEND(&place, elevation),
        .elevation_range = BLEND(&place, elevation_range),
        .peaks = BLEND(&place, peaks),
        .dunes = BLEND(&place, dunes),
        .roughness = BLEND(&place, roughness),
        .roughness_slope = BLEND(&place, roughness_slope),
        .soil_depth = BLEND(&place, soil_depth),
        .soil_flat = BLEND(&place, soil_flat),
        .cover_line = BLEND(&place, cover_line),
        .cover_depth = BLEND(&place, cover_depth),
        .lakes = BLEND(&place, lakes),
        .lake_depth = BLEND(&place, lake_depth),
        .pools = BLEND(&place, pools),
    };
}

static int32_t nearest_biome(float temperature, float humidity)
{
    const int32_t row = (temperature >= 0.25f) + (temperature >= 0.75f);
    const int32_t column = (humidity >= 0.25f) + (humidity >= 0.75f);
    return 3 * row + column;
}

// ---- the ground without lakes -------------------------------------------------------------------

/// A column before lakes are dug.
typedef struct natural_column
{
    float height; // of the ground
    float base;   // the same without what is rough: summits, dunes
    float slope, temperature, humidity;
    biome_numbers numbers;
} natural_column;

typedef struct column_noise
{
    float temperature[BLOCK], humidity[BLOCK];
    float elevation[BLOCK], slope[BLOCK];
    float roughness[BLOCK], peaks[BLOCK], dunes[BLOCK], mouths[BLOCK], tilt[BLOCK];
} column_noise;

static loam_result sample_noise(const ground_noises *noises, loam_noise_area area,
                                column_noise *out)
{
    loam_result result = loam_noise_grid1(&noises->temperature, out->temperature, area);
    result = result ? result : loam_noise_grid1(&noises->humidity, out->humidity, area);
    result = result ? result
                    : loam_noise_slope1(&noises->elevation, out->elevation, out->slope, area);
    result = result ? result : loam_noise_grid1(&noises->roughness, out->roughness, area);
    result = result ? result : loam_noise_grid1(&noises->peaks, out->peaks, area);
    result = result ? result : loam_noise_grid1(&noises->dunes, out->dunes, area);
    result = result ? result : loam_noise_grid1(&noises->mouths, out->mouths, area);
    return result ? result : loam_noise_grid1(&noises->tilt, out->tilt, area);
}

/// From -1..1, of which noise rarely reaches the ends, to 0..1, of which climate does.
static float climate(float noise, float contrast)
{
    return loam_clamp(0.5f + 0.5f * contrast * noise, 0.0f, 1.0f);
}

/// Crests are sharp and troughs flat.
static float crest(float ridged)
{
    const float rise = 0.5f + 0.5f * ridged;
    return rise * rise;
}

static void shape_column(const tile_recipe *recipe, const column_noise *noise, int32_t i,
                         natural_column *out)
{
    const loam_tile_ground *ground = &recipe->ground;
    out->temperature = climate(noise->temperature[i], ground->climate_contrast);
    out->humidity = climate(noise->humidity[i], ground->climate_contrast);
    out->numbers = blend_numbers(recipe, out->temperature, out->humidity);
    const biome_numbers *n = &out->numbers;

    const float slope = noise->slope[i] * ground->elevation_wavelength * STEEPEST;
    out->slope = loam_clamp(slope < 0.0f ? -slope : slope, 0.0f, 1.0f);
    const float rough = n->roughness + n->roughness_slope * out->slope;
    out->base = n->elevation + n->elevation_range * (0.5f + 0.5f * noise->elevation[i]);
    out->height = out->base + n->peaks * crest(noise->peaks[i]) +
                  n->dunes * crest(noise->dunes[i]) + rough * noise->roughness[i];
}

/// count <= BLOCK. noise is left behind for the caller.
static loam_result natural_columns(const tile_recipe *recipe, const ground_noises *noises,
                                   int64_t x, int64_t step, int32_t count, column_noise *noise,
                                   natural_column *out)
{
    const loam_noise_area area = {.x = x, .step = step, .w = count, .h = 1, .d = 1};
    const loam_result result = sample_noise(noises, area, noise);
    for (int32_t i = 0; i < count && result == LOAM_OK; i++)
    {
        shape_column(recipe, noise, i, &out[i]);
    }
    return result;
}

// ---- lakes --------------------------------------------------------------------------------------

/// One size of lakes.
typedef struct lake_kind
{
    uint64_t seed;
    int64_t spacing;
    float depth; // of the biome's
} lake_kind;

typedef struct lake
{
    int64_t cell; // that it lies in
    bool wet;     // whether there is one
    int64_t centre, half;
    int32_t level; // the first free tile above it
    float depth;
    float scale; // 1 / half
} lake;

static float random_between(uint64_t seed, uint64_t index, float low, float high)
{
    return low + (high - low) * loam_random_float(seed, index);
}

/// Where the lake of a cell would lie.
static lake plan_lake(const lake_kind *kind, int64_t cell, uint64_t seed)
{
    const float spacing = (float)kind->spacing;
    const int64_t middle = (int64_t)(spacing * random_between(seed, 0, 0.42f, 0.58f));
    const int64_t half = (int64_t)(spacing * random_between(seed, 1, 0.1f, 0.32f));
    return (lake){
        .cell = cell, .centre = cell * kind->spacing + middle, .half = half > 0 ? half : 1};
}

/// Lakes have shores of about the same height: no water stands on a hillside.
static bool shores_agree(const natural_column shore[3], int64_t half)
{
    const float rise = shore[0].height - shore[2].height;
    return (rise < 0.0f ? -rise : rise) < 0.3f * (float)half;
}

/// The lake of a cell: its level is that of the lower shore.
static loam_result find_lake(const tile_recipe *recipe, const ground_noises *noises,
                             const lake_kind *kind, int64_t cell, lake *out)
{
    const uint64_t seed = loam_seed_at(kind->seed, cell, 0, 0);
    *out = plan_lake(kind, cell, seed);
    natural_column shore[3];
    column_noise noise;
    const loam_result result = natural_columns(recipe, noises, out->centre - out->half, out->half,
                                               3, &noise, shore);
    if (result != LOAM_OK)
    {
        return result;
    }
    const biome_numbers *numbers = &shore[1].numbers;
    const float lower = shore[0].height < shore[2].height ? shore[0].height : shore[2].height;
    out->wet = loam_random_float(seed, 2) < numbers->lakes && shores_agree(shore, out->half);
    out->level = loam_floor_int(lower) - 2;
    out->depth = numbers->lake_depth * kind->depth * random_between(seed, 3, 0.5f, 1.0f);
    out->scale = 1.0f / (float)out->half;
    return LOAM_OK;
}

/// The lakes of the cells that a column is in: one large, one small.
typedef struct lakes
{
    lake_kind kinds[2];
    lake now[2];
} lakes;

/// Ponds are not further apart than lakes, so that a pond can meet two of these at most.
static lakes begin_lakes(const tile_recipe *recipe, uint64_t seed)
{
    const int64_t large = (int64_t)recipe->ground.lake_spacing;
    const int64_t small = (int64_t)recipe->ground.pond_spacing;
    return (lakes){
        .kinds = {{loam_seed_derive(seed, "lakes"), large, 1.0f},
                  {loam_seed_derive(seed, "ponds"), small < large ? small : large, 0.4f}},
        .now = {{.cell = INT64_MIN}, {.cell = INT64_MIN}},
    };
}

static bool overlap(const lake *a, const lake *b)
{
    const int64_t apart = a->centre < b->centre ? b->centre - a->centre : a->centre - b->centre;
    return a->wet && b->wet && apart <= a->half + b->half;
}

/// A pond is left out where a lake is: both cells that it could touch are asked.
static loam_result yield_to_lakes(const tile_recipe *recipe, const ground_noises *noises,
                                  const lake_kind *large, lake *pond)
{
    const int64_t first = loam_floor_div(pond->centre - pond->half, large->spacing);
    const int64_t last = loam_floor_div(pond->centre + pond->half, large->spacing);
    for (int64_t cell = first; cell <= last && pond->wet; cell++)
    {
        lake other;
        const loam_result result = find_lake(recipe, noises, large, cell, &other);
        if (result != LOAM_OK)
        {
            return result;
        }
        pond->wet = !overlap(pond, &other);
    }
    return LOAM_OK;
}

static loam_result enter_cells(const tile_recipe *recipe, const ground_noises *noises, lakes *all,
                               int64_t x)
{
    for (int32_t i = 0; i < 2; i++)
    {
        const int64_t cell = loam_floor_div(x, all->kinds[i].spacing);
        if (cell == all->now[i].cell)
        {
            continue;
        }
        loam_result result = find_lake(recipe, noises, &all->kinds[i], cell, &all->now[i]);
        if (result == LOAM_OK && i == 1)
        {
            result = yield_to_lakes(recipe, noises, &all->kinds[0], &all->now[1]);
        }
        if (result != LOAM_OK)
        {
            all->now[i].cell = INT64_MIN;
            return result;
        }
    }
    return LOAM_OK;
}

/// Digs the bed of a lake, and fills it. Towards the shores the bed joins the ground.
static void dig(const lake *water, int64_t x, float *height, tile_column *column)
{
    const int64_t offset = x < water->centre ? water->centre - x : x - water->centre;
    if (!water->wet || offset > water->half + 24)
    {
        return;
    }
    column->seal = water->level - (int32_t)water->depth - 40;
    if (offset > water->half)
    {
        return;
    }
    const float u = (float)offset * water->scale;
    const float bed = (float)water->level - water->depth * (1.0f - u * u);
    const float t = loam_clamp((1.0f - u) * 4.0f, 0.0f, 1.0f);
    if (*height > bed)
    {
        *height += (bed - *height) * t * t * (3.0f - 2.0f * t);
    }
    column->water = water->level;
}

// ---- columns ------------------------------------------------------------------------------------

static void finish_column(const tile_recipe *recipe, const natural_column *natural,
                          const column_noise *noise, int32_t i, int64_t x, const lakes *all,
                          tile_column *out)
{
    const biome_numbers *n = &natural->numbers;
    float height = natural->height;
    *out = (tile_column){
        .water = NO_WATER,
        .seal = TILE_HEIGHT_END,
        .rock_line = loam_floor_int(natural->base - recipe->ground.rock_depth),
        .tilt = loam_floor_int(noise->tilt[i] * TILT),
        .lid = loam_clamp(LID * (MOUTH - noise->mouths[i]) * 4.0f, 0.0f, LID),
        .soil = n->soil_depth + n->soil_flat * (1.0f - natural->slope),
        .slope = natural->slope,
        .temperature = natural->temperature,
        .humidity = natural->humidity,
        .cover_line = n->cover_line,
        .cover_depth = n->cover_depth * (1.0f - 0.8f * natural->slope),
        .surface_depth = n->surface_depth,
        .pools = n->pools,
        .biome = nearest_biome(natural->temperature, natural->humidity),
    };
    dig(&all->now[0], x, &height, out);
    dig(&all->now[1], x, &height, out);
    out->surface = loam_floor_int(height);
    if (out->water <= out->surface)
    {
        out->water = NO_WATER;
    }
}

static loam_result fill_block(const tile_recipe *recipe, const ground_noises *noises, lakes *all,
                              int64_t x, int64_t step, int32_t count, tile_column *out)
{
    column_noise noise;
    natural_column natural[BLOCK];
    loam_result result = natural_columns(recipe, noises, x, step, count, &noise, natural);
    for (int32_t i = 0; i < count && result == LOAM_OK; i++)
    {
        const int64_t at = x + i * step;
        result = enter_cells(recipe, noises, all, at);
        finish_column(recipe, &natural[i], &noise, i, at, all, &out[i]);
    }
    return result;
}

loam_result loam_columns_fill(const tile_recipe *recipe, const ground_noises *noises, int64_t x,
                              int64_t step, int32_t count, tile_column *out)
{
    lakes all = begin_lakes(recipe, noises->seed);
    loam_result result = LOAM_OK;
    for (int32_t i = 0; i < count && result == LOAM_OK; i += BLOCK)
    {
        const int32_t part = count - i < BLOCK ? count - i : BLOCK;
        result = fill_block(recipe, noises, &all, x + i * step, step, part, &out[i]);
    }
    return result;
}

loam_result loam_column_depths(const tile_recipe *recipe, const ground_noises *noises, int64_t x,
                               column_depths *out)
{
    column_noise noise;
    natural_column natural;
    const loam_result result = natural_columns(recipe, noises, x, 1, 1, &noise, &natural);
    if (result == LOAM_OK)
    {
        *out = (column_depths){loam_floor_int(natural.height), natural.numbers.pools};
    }
    return result;
}
