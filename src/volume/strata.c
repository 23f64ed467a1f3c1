// SPDX-License-Identifier: MIT
#include "volume/volume.h"

#include "base/small.h"
#include "loam/random.h"

#include <string.h>

// What solid voxels are made of. Near the surface soil lies on what is open above, deep by how much of it the
// land has there, and grass, sand or snow on that by biome and climate. Below is rock in beds, a few metres
// each, folded over kilometres; dry lands are of sandstone. Empty voxels below a water's level are water; those on
// the floors of caverns water or lava.

enum
{
    BED = 4,       // m
    BEDS = 256,    // before they come again
    NEAR = 10,     // m from the surface within which there is soil
    MAX_SOIL = 6,  // m
    DEEP_POOL = 3, // times the least depth: from there on pools are of lava
};

static const float deep_rock = 400.0f; // m: below all is granite

// ---- beds ---------------------------------------------------------------------------------------

loam_result loam_volume_beds_init(loam_volume *volume)
{
    static const uint8_t kinds[8] = {
        LOAM_VOXEL_LIMESTONE, LOAM_VOXEL_SHALE,     LOAM_VOXEL_GRANITE, LOAM_VOXEL_SLATE,
        LOAM_VOXEL_SANDSTONE, LOAM_VOXEL_LIMESTONE, LOAM_VOXEL_BASALT,  LOAM_VOXEL_GRANITE};
    const uint64_t seed = loam_seed_derive(volume->seed, "beds");
    for (int32_t i = 0; i < BEDS;)
    {
        const uint8_t kind = kinds[loam_random_below(seed, (uint64_t)(2 * i), 8)];
        const int32_t thick = 1 + (int32_t)loam_random_below(seed, (uint64_t)(2 * i + 1), 5);
        for (int32_t end = i + thick; i < end && i < BEDS; i++)
        {
            volume->beds[i] = kind;
        }
    }
    volume->vein_seed = loam_seed_derive(volume->seed, "veins");
    loam_noise_def def = loam_default_noise_def();
    def.wavelength = 2.0 * 1400.0; // half metres
    def.octaves = 3;
    def.isa = volume->env.isa;
    return loam_noise_init(&volume->folds, &def, seed);
}

/// How far beds are lifted at each column of a box, in metres.
static loam_result folds_of(const loam_volume *volume, const loam_volume_box *box, float *out)
{
    const int64_t step = box->level < 0 ? 1 : (int64_t)2 << box->level;
    const loam_noise_area area = {
        .x = box->x * step, .y = box->z * step, .step = step, .w = box->w, .h = box->d, .d = 1};
    const loam_result result = loam_noise_grid2(&volume->folds, out, area);
    const size_t count = (size_t)box->w * (size_t)box->d;
    for (size_t i = 0; i < count; i++)
    {
        // Counted from far below, so that it is positive.
        out[i] = 160.0f * out[i] + (float)(4 * LOAM_VOLUME_TOP);
    }
    return result;
}

// ---- the ground ---------------------------------------------------------------------------------

/// What lies on top and what below it, and how deep.
typedef struct column_ground
{
    uint8_t top, below;
    uint8_t voxels; // deep
    bool red;       // sandstone is on top
} column_ground;

static uint8_t grass_of(int32_t biome)
{
    switch (biome)
    {
    case LOAM_BIOME_FOREST:
    case LOAM_BIOME_TAIGA:
        return LOAM_VOXEL_FOREST_FLOOR;
    case LOAM_BIOME_TUNDRA:
        return LOAM_VOXEL_TUNDRA;
    case LOAM_BIOME_JUNGLE:
        return LOAM_VOXEL_LUSH_GRASS;
    case LOAM_BIOME_SAVANNA:
    case LOAM_BIOME_STEPPE:
        return LOAM_VOXEL_DRY_GRASS;
    case LOAM_BIOME_SWAMP:
        return LOAM_VOXEL_MUD;
    case LOAM_BIOME_BEACH:
    case LOAM_BIOME_DESERT:
    case LOAM_BIOME_BADLANDS:
        return LOAM_VOXEL_SAND;
    default:
        return LOAM_VOXEL_GRASS;
    }
}

static uint8_t below_of(uint8_t top)
{
    return top == LOAM_VOXEL_SAND   ? LOAM_VOXEL_SAND
           : top == LOAM_VOXEL_MUD  ? LOAM_VOXEL_CLAY
           : top == LOAM_VOXEL_SNOW ? LOAM_VOXEL_GRAVEL
                                    : LOAM_VOXEL_SOIL;
}

static float soil_m(const loam_volume_columns *columns, size_t i, float slope)
{
    const float rich = columns->soil[i] * (float)MAX_SOIL;
    const float steep = loam_clamp01((1.1f - slope) * 2.5f);
    const bool sandy = columns->biome[i] == LOAM_BIOME_DESERT ||
                       columns->biome[i] == LOAM_BIOME_BEACH;
    return (sandy ? 4.0f : columns->biome[i] == LOAM_BIOME_BADLANDS ? 0.0f : rich) * steep;
}

static column_ground ground_at(const loam_volume_columns *columns, size_t i, float slope,
                               float voxel_m)
{
    column_ground ground = {.top = grass_of(columns->biome[i])};
    const float water = columns->water[i];
    const bool wet = water > columns->height[i];
    const bool cold = columns->temperature[i] < -6.0f || columns->biome[i] == LOAM_BIOME_ICE ||
                      columns->biome[i] == LOAM_BIOME_ALPINE;
    float deep = soil_m(columns, i, slope);
    if (cold && !wet)
    {
        ground.top = LOAM_VOXEL_SNOW;
        deep = slope < 1.0f ? 1.5f : 0.0f;
    }
    if (wet)
    {
        ground.top = water - columns->height[i] > 6.0f ? LOAM_VOXEL_CLAY
                     : water <= 0.5f                   ? LOAM_VOXEL_SAND
                                                       : LOAM_VOXEL_GRAVEL;
        deep = 2.0f;
    }
    ground.below = wet ? ground.top : below_of(ground.top);
    ground.red = columns->biome[i] == LOAM_BIOME_BADLANDS || columns->biome[i] == LOAM_BIOME_DESERT;
    ground.voxels = (uint8_t)(deep < 0.3f             ? 0
                              : deep / voxel_m < 1.0f ? 1
                                                      : (int32_t)(deep / voxel_m));
    return ground;
}

// ---- a box --------------------------------------------------------------------------------------

typedef struct strata_work
{
    loam_volume_grower *grower;
    const volume_window *window;
    const loam_volume_box *box;
    float *folds;
    column_ground *grounds;
    bool red;        // whether any column is
    uint8_t *depths; // solid voxels from what is open above, at each column
} strata_work;

static size_t column_of(const strata_work *work, int32_t i, int32_t k)
{
    return (size_t)(work->box->z - work->window->z + k) * (size_t)work->window->w +
           (size_t)(work->box->x - work->window->x + i);
}

/// Slopes are known at the lattice.
static float slope_of(const strata_work *work, int32_t i, int32_t k)
{
    const volume_window *const window = work->window;
    const int64_t x = work->box->x - window->x + i, z = work->box->z - window->z + k;
    const loam_volume_columns *const lattice = &work->grower->columns.lattice;
    return lattice
        ->slope[(size_t)(z / window->cell) * (size_t)lattice->w + (size_t)(x / window->cell)];
}

static loam_result begin(strata_work *work)
{
    const size_t count = (size_t)work->box->w * (size_t)work->box->d;
    const size_t folds = LOAM_ARENA_SIZE(count * sizeof(float)),
                 grounds = LOAM_ARENA_SIZE(count * sizeof(column_ground));
    volume_room *const room = &work->grower->scratch;
    const loam_volume *const volume = work->grower->volume;
    loam_result result = loam_volume_make_room(&volume->env, room,
                                               folds + grounds + LOAM_ARENA_SIZE(count));
    if (result != LOAM_OK)
    {
        return result;
    }
    work->folds = room->memory;
    work->grounds = (column_ground *)((uint8_t *)room->memory + folds);
    work->depths = (uint8_t *)room->memory + folds + grounds;
    memset(work->depths, 0, count);
    result = folds_of(volume, work->box, work->folds);
    for (int32_t k = 0; k < work->box->d && result == LOAM_OK; k++)
    {
        for (int32_t i = 0; i < work->box->w; i++)
        {
            column_ground *const ground =
                &work->grounds[(size_t)k * (size_t)work->box->w + (size_t)i];
            *ground = ground_at(&work->grower->columns.voxels, column_of(work, i, k),
                                slope_of(work, i, k), work->window->voxel_m);
            work->red = work->red || ground->red;
        }
    }
    return result;
}

/// A layer of voxels at one height, and what is known of all of it.
typedef struct strata_layer
{
    int32_t y; // in the window
    float at;  // m
    bool soil; // whether it may lie near the surface, or be of ice
    bool deep; // whether it may be deeper than beds
    // Where pools stand: from depths below the smooth surface on water, from others lava; none if level is below.
    float pool_level, pool_middle;
} strata_layer;

static strata_layer layer_of(const strata_work *work, int32_t y)
{
    const loam_volume_ranges *const ranges = &work->grower->columns.ranges;
    const volume_pools *const pools = &work->grower->volume->pools;
    strata_layer layer = {.y = y, .at = (float)(work->window->y + y) * work->window->voxel_m};
    const float water = work->grower->columns.water_high;
    const float top = ranges->height_high > water ? ranges->height_high : water;
    layer.soil = layer.at > ranges->height_low - (float)NEAR && layer.at < top + (float)NEAR;
    layer.deep = layer.at < ranges->height_high - deep_rock;
    layer.pool_level = layer.at - 1.0f;
    if (pools->any)
    {
        loam_volume_cavern_layer(&pools->caverns, layer.at, &layer.pool_middle);
        const float low = layer.pool_middle - 0.75f * pools->caverns.height_m;
        layer.pool_level = layer.at > low ? layer.pool_middle - 0.2f * pools->caverns.height_m
                                          : layer.pool_level;
    }
    return layer;
}

static uint8_t pool_at(const loam_caverns_def *caverns, const loam_volume_columns *columns,
                       size_t c, const strata_layer *layer)
{
    const float depth = columns->base[c] - layer->pool_middle;
    if (!(depth > caverns->least_m && layer->at < columns->height[c] - 8.0f))
    {
        return LOAM_VOXEL_AIR;
    }
    return depth > (float)DEEP_POOL * caverns->least_m ? LOAM_VOXEL_LAVA : LOAM_VOXEL_WATER;
}

static uint8_t empty_at(const strata_work *work, const loam_volume_columns *columns, size_t c,
                        const strata_layer *layer)
{
    const float water = columns->water[c], y = layer->at;
    if (y < water && y > columns->height[c] - 2.0f)
    {
        return LOAM_VOXEL_WATER;
    }
    return y < layer->pool_level ? pool_at(&work->grower->volume->pools.caverns, columns, c, layer)
                                 : LOAM_VOXEL_AIR;
}

/// Beds, as if all of a row were rock.
static void rock_row(const strata_work *work, int32_t k, const strata_layer *layer, uint8_t *out)
{
    const loam_volume *const volume = work->grower->volume;
    const float *const folds = work->folds + (size_t)k * (size_t)work->box->w;
    const column_ground *const grounds = work->grounds + (size_t)k * (size_t)work->box->w;
    const float *const height = work->grower->columns.voxels.height + column_of(work, 0, k);
    for (int32_t i = 0; i < work->box->w; i++)
    {
        const uint32_t bed = (uint32_t)(layer->at + folds[i]) / BED;
        out[i] = volume->beds[bed % BEDS];
    }
    for (int32_t i = 0; i < work->box->w && (work->red || layer->deep); i++)
    {
        const float depth = height[i] - layer->at;
        const uint32_t bed = (uint32_t)(layer->at + folds[i]) / BED;
        if (grounds[i].red && depth < 60.0f)
        {
            out[i] = bed % 5 < 3 ? LOAM_VOXEL_RED_SANDSTONE : LOAM_VOXEL_SANDSTONE;
        }
        else if (depth > deep_rock && out[i] != LOAM_VOXEL_BASALT)
        {
            out[i] = LOAM_VOXEL_GRANITE;
        }
    }
}

/// How far voxels of a row are from what is open above. Whether any is open itself.
static bool deepen_row(const int8_t *grid, int32_t w, uint8_t *depths)
{
    int32_t open = 0;
    for (int32_t i = 0; i < w; i++)
    {
        const uint8_t next = (uint8_t)(depths[i] < 255 ? depths[i] + 1 : 255);
        depths[i] = grid[i] > 0 ? next : 0;
        open |= grid[i] <= 0;
    }
    return open != 0;
}

/// Soil and what grows on it, and ice.
static void ground_row(const strata_work *work, int32_t k, const strata_layer *layer, uint8_t *out)
{
    const size_t first = (size_t)k * (size_t)work->box->w;
    const float *const height = work->grower->columns.voxels.height + column_of(work, 0, k);
    const float *const water = work->grower->columns.voxels.water + column_of(work, 0, k);
    const uint8_t *const ice = work->grower->columns.voxels.ice + column_of(work, 0, k);
    for (int32_t i = 0; i < work->box->w; i++)
    {
        const column_ground *const ground = &work->grounds[first + (size_t)i];
        const uint8_t open = work->depths[first + (size_t)i];
        const float depth = height[i] - layer->at;
        if (open > 0 && open <= ground->voxels && depth < (float)NEAR && depth > -(float)NEAR)
        {
            out[i] = open == 1 ? ground->top : ground->below;
        }
        if (open > 0 && ice[i] != 0 && layer->at < water[i] && depth <= 0.0f)
        {
            out[i] = LOAM_VOXEL_ICE;
        }
    }
}

/// One row of a layer: how far from the open voxels are, and, if out is not NULL, materials.
static void strata_row(strata_work *work, const strata_layer *layer, int32_t k, uint8_t *out)
{
    const volume_window *const window = work->window;
    const size_t row = (size_t)(work->box->z - window->z + k) * (size_t)window->h +
                       (size_t)layer->y;
    const int8_t *const grid = (const int8_t *)work->grower->grid.memory + row * (size_t)window->w +
                               (work->box->x - window->x);
    uint8_t *const depths = work->depths + (size_t)k * (size_t)work->box->w;
    const bool open = deepen_row(grid, work->box->w, depths);
    if (out == NULL)
    {
        return;
    }
    rock_row(work, k, layer, out);
    if (layer->soil)
    {
        ground_row(work, k, layer, out);
    }
    for (int32_t i = 0; i < work->box->w && open; i++)
    {
        if (grid[i] <= 0)
        {
            out[i] = empty_at(work, &work->grower->columns.voxels, column_of(work, i, k), layer);
        }
    }
}

static void plain_materials(const strata_work *work, uint8_t *out)
{
    const loam_volume_box *const box = work->box;
    for (int32_t k = 0; k < box->d; k++)
    {
        for (int32_t j = 0; j < box->h; j++)
        {
            const size_t row = (size_t)(box->z - work->window->z + k) * (size_t)work->window->h +
                               (size_t)(box->y - work->window->y + j);
            const int8_t *const grid = (const int8_t *)work->grower->grid.memory +
                                       row * (size_t)work->window->w + (box->x - work->window->x);
            uint8_t *const to = out + ((size_t)k * (size_t)box->h + (size_t)j) * (size_t)box->w;
            for (int32_t i = 0; i < box->w; i++)
            {
                to[i] = grid[i] > 0 ? LOAM_VOXEL_LIMESTONE : LOAM_VOXEL_AIR;
            }
        }
    }
}

loam_result loam_volume_materials(loam_volume_grower *grower, const volume_window *window,
                                  const loam_volume_box *box, uint8_t *out)
{
    strata_work work = {.grower = grower, .window = window, .box = box};
    if (grower->volume->plain)
    {
        plain_materials(&work, out);
        return LOAM_OK;
    }
    const loam_result result = begin(&work);
    if (result != LOAM_OK)
    {
        return result;
    }
    // From above: what is open there decides how deep soil reaches into the box. Voxels behind the window's top count
    // as solid.
    memset(work.depths, 255, (size_t)box->w * (size_t)box->d);
    const int32_t first = (int32_t)(box->y - window->y), last = first + box->h - 1;
    const int32_t margin = loam_volume_margin(box->level);
    for (int32_t y = last + margin; y >= first; y--)
    {
        const strata_layer layer = layer_of(&work, y);
        for (int32_t k = 0; k < box->d; k++)
        {
            uint8_t *const row = out + ((size_t)k * (size_t)box->h + (size_t)(y - first)) *
                                           (size_t)box->w;
            strata_row(&work, &layer, k, y <= last ? row : NULL);
        }
    }
    loam_volume_veins(grower->volume, box, out);
    return LOAM_OK;
}

loam_result loam_volume_rock_materials(loam_volume_grower *grower, const volume_window *window,
                                       const loam_volume_box *box, uint8_t *out)
{
    strata_work work = {.grower = grower, .window = window, .box = box};
    const size_t count = (size_t)box->w * (size_t)box->h * (size_t)box->d;
    if (grower->volume->plain)
    {
        memset(out, LOAM_VOXEL_LIMESTONE, count);
        return LOAM_OK;
    }
    const loam_result result = begin(&work);
    for (int32_t j = 0; j < box->h && result == LOAM_OK; j++)
    {
        const strata_layer layer = layer_of(&work, (int32_t)(box->y - window->y) + j);
        for (int32_t k = 0; k < box->d; k++)
        {
            rock_row(&work, k, &layer,
                     out + ((size_t)k * (size_t)box->h + (size_t)j) * (size_t)box->w);
        }
    }
    if (result == LOAM_OK)
    {
        loam_volume_veins(grower->volume, box, out);
    }
    return result;
}
