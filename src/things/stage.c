// SPDX-License-Identifier: MIT
#include "things/things.h"

#include "base/small.h"

#include <math.h>
#include <stdio.h>

// A page is made tile by tile, a slice each. A tile asks the land twice, every 4 m for the form of the ground and
// every 16 m for its climate, and its lines for roads; then each candidate on it is looked at. All levels look at the
// same samples, so that what stands in a coarse page stands in a fine one, too. Only then level 0 asks for the exact
// height of what is left.

enum
{
    TILE = 512, // m along a side at most
    FINE = 4,   // m between samples of the ground
    SLOW = 16,  // and of climate
    FINE_SIDE = TILE / FINE + 1,
    SLOW_SIDE = TILE / SLOW + 1,
    FINE_SAMPLES = FINE_SIDE * FINE_SIDE,
    SLOW_SAMPLES = SLOW_SIDE * SLOW_SIDE,
    MAX_ROADS = 1024, // pieces of roads at a tile
    ROAD_RANGE = 24,  // m around a tile in which roads are looked for
    THINGS_STAGE_NAME = sizeof THINGS_SCATTER + LOAM_MAX_SCATTER_NAME + 1,
};

static const float road_half = 3.5f; // m
static const float bank_room = 1.5f; // m from a bank to the edge of a thing's own ground
static const float sea_room = 0.6f;  // m above the sea

/// The ground of a tile.
typedef struct tile
{
    int64_t x, z;
    int32_t side; // m
    int32_t fine_row, slow_row;
    float height[FINE_SAMPLES], river[FINE_SAMPLES];
    uint8_t water[FINE_SAMPLES];
    float temperature[SLOW_SAMPLES], base[SLOW_SAMPLES], humidity[SLOW_SAMPLES];
    float soil[SLOW_SAMPLES], coast[SLOW_SAMPLES], wood[SLOW_SAMPLES];
    float weights[LOAM_MAX_LAND_BIOMES * SLOW_SAMPLES];
    int32_t road_count;
    float roads[MAX_ROADS][4]; // x0, z0, x1, z1 from the tile's corner, m
} tile;

static const float lapse = 0.0065f; // degrees a metre

// ---- what the land says ---------------------------------------------------------------------------

static loam_result add_road(void *user, const loam_land_line *line)
{
    tile *const t = user;
    if (line->kind != LOAM_LINE_ROAD)
    {
        return LOAM_OK;
    }
    if (t->road_count == MAX_ROADS)
    {
        return loam_fail(LOAM_BAD_ARGUMENT, "a tile has more than %d pieces of roads",
                         (int)MAX_ROADS);
    }
    float *const road = t->roads[t->road_count++];
    road[0] = (float)(line->x0 - t->x * 8) * 0.125f;
    road[1] = (float)(line->z0 - t->z * 8) * 0.125f;
    road[2] = (float)(line->x1 - t->x * 8) * 0.125f;
    road[3] = (float)(line->z1 - t->z * 8) * 0.125f;
    return LOAM_OK;
}

static loam_result find_roads(loam_land *land, tile *t)
{
    const int32_t side = t->side + 2 * ROAD_RANGE + 1;
    const loam_land_area area = {t->x - ROAD_RANGE, t->z - ROAD_RANGE, 1, side, side};
    t->road_count = 0;
    return loam_land_lines(land, LOAM_LAND_LEVELS - 1, area, 1e30f, add_road, t);
}

static loam_result read_tile(const thing_user *user, tile *t)
{
    const loam_land_area fine = {t->x, t->z, FINE, t->fine_row, t->fine_row};
    const loam_land_area slow = {t->x, t->z, SLOW, t->slow_row, t->slow_row};
    const loam_land_samples ground = {.height = t->height, .river = t->river, .kind = t->water};
    const loam_land_samples climate = {.temperature = t->temperature,
                                       .base = t->base,
                                       .humidity = t->humidity,
                                       .soil = t->soil,
                                       .coast = t->coast,
                                       .weights = t->weights};
    loam_result result = loam_land_fill(user->land, fine, &ground);
    result = result ? result : loam_land_fill(user->land, slow, &climate);
    result = result ? result : find_roads(user->land, t);
    const loam_noise_area wood = {
        .x = t->x, .y = t->z, .step = SLOW, .w = t->slow_row, .h = t->slow_row, .d = 1};
    return result ? result : loam_thing_wood(&user->wood, wood, t->wood);
}

// ---- what it is like at a place -------------------------------------------------------------------

/// A square of samples, and where in it a place lies.
typedef struct spot
{
    int32_t corner, row;
    float s, t;
} spot;

static spot spot_at(float x, float z, int32_t step, int32_t row)
{
    const float u = x / (float)step, v = z / (float)step;
    int32_t i = (int32_t)u, j = (int32_t)v;
    i = i > row - 2 ? row - 2 : i;
    j = j > row - 2 ? row - 2 : j;
    return (spot){.corner = j * row + i, .row = row, .s = u - (float)i, .t = v - (float)j};
}

static float sample(const float *values, spot at)
{
    const float *const v = values + at.corner;
    const float south = v[0] + (v[1] - v[0]) * at.s;
    const float north = v[at.row] + (v[at.row + 1] - v[at.row]) * at.s;
    return south + (north - south) * at.t;
}

/// Of the steeper side of a square, so that edges of cliffs count.
static float slope_at(const float *height, spot at)
{
    const float *const h = height + at.corner;
    const float south = h[1] - h[0], north = h[at.row + 1] - h[at.row];
    const float west = h[at.row] - h[0], east = h[at.row + 1] - h[1];
    const float x = south * south > north * north ? south : north;
    const float z = west * west > east * east ? west : east;
    return sqrtf(x * x + z * z) / (float)FINE;
}

static bool is_dry(const tile *t, spot at, float radius)
{
    const uint8_t *const water = t->water + at.corner;
    const float *const height = t->height + at.corner;
    return water[0] == LOAM_WATER_NONE && water[1] == LOAM_WATER_NONE &&
           water[at.row] == LOAM_WATER_NONE && water[at.row + 1] == LOAM_WATER_NONE &&
           height[0] > sea_room && height[1] > sea_room && height[at.row] > sea_room &&
           height[at.row + 1] > sea_room && sample(t->river, at) > radius + bank_room;
}

static float square_of(float value)
{
    return value * value;
}

static bool is_beside_roads(const tile *t, float x, float z, float radius)
{
    const float room = square_of(road_half + radius);
    for (int32_t i = 0; i < t->road_count; i++)
    {
        const float *const r = t->roads[i];
        const float dx = r[2] - r[0], dz = r[3] - r[1], length = dx * dx + dz * dz;
        const float along = length > 0 ? ((x - r[0]) * dx + (z - r[1]) * dz) / length : 0;
        const float k = loam_clamp01(along);
        if (square_of(x - r[0] - k * dx) + square_of(z - r[1] - k * dz) < room)
        {
            return false;
        }
    }
    return true;
}

static thing_ground ground_at(const tile *t, spot fine, spot slow)
{
    thing_ground g = {.height = sample(t->height, fine),
                      .slope = slope_at(t->height, fine),
                      .humidity = sample(t->humidity, slow),
                      .soil = sample(t->soil, slow),
                      .river = sample(t->river, fine),
                      .coast = sample(t->coast, slow),
                      .wood = sample(t->wood, slow)};
    const float above = g.height - sample(t->base, slow);
    g.temperature = sample(t->temperature, slow) - (above > 0 ? above * lapse : 0);
    for (int32_t b = 0; b < LOAM_BIOME_COUNT; b++)
    {
        g.weights[b] = sample(t->weights + b * t->slow_row * t->slow_row, slow);
    }
    return g;
}

/// The exact height, as everybody else asks for it.
static loam_result set_height(loam_land *land, loam_land_thing *thing)
{
    const double one = 1.0 / LOAM_SCATTER_ONE;
    return loam_land_height(land, (double)thing->x * one, (double)thing->z * one, &thing->y);
}

// ---- the stage ------------------------------------------------------------------------------------

static int32_t tiles_along(int32_t level)
{
    const int64_t side = (int64_t)LOAM_THINGS_PAGE << level;
    return side > TILE ? (int32_t)(side / TILE) : 1;
}

static int32_t count_slices(const void *parameters, int32_t level)
{
    (void)parameters;
    return tiles_along(level) * tiles_along(level);
}

/// Looks at the candidates of a page of the scatter that lies on the tile.
static loam_result take_page(const loam_slice *slice, const loam_page *page, const tile *t,
                             loam_land_thing *out, size_t *count)
{
    const thing_user *const user = slice->user;
    const loam_scatter_point *const points = page->data;
    const size_t point_count = page->size / sizeof *points;
    const float one = 1.0f / LOAM_SCATTER_ONE, share = loam_land_things_max_rank(slice->level);
    loam_result result = LOAM_OK;
    for (size_t i = 0; i < point_count && !result; i++)
    {
        const float x = (float)(points[i].x - t->x * LOAM_SCATTER_ONE) * one,
                    z = (float)(points[i].y - t->z * LOAM_SCATTER_ONE) * one;
        const spot fine = spot_at(x, z, FINE, t->fine_row);
        const float radius = user->rules.plan.layers[points[i].layer].radius;
        if (!is_dry(t, fine, radius) || !is_beside_roads(t, x, z, radius))
        {
            continue;
        }
        const thing_ground ground = ground_at(t, fine, spot_at(x, z, SLOW, t->slow_row));
        loam_land_thing *const thing = &out[*count];
        if (loam_thing_choose(&user->rules, &points[i], &ground, slice->world_seed, thing) &&
            thing->rank < share)
        {
            result = slice->level == 0 ? set_height(user->land, thing) : LOAM_OK;
            ++*count;
        }
    }
    return result;
}

/// Kept from slice to slice.
typedef struct work
{
    size_t count;
    tile tile;
} work;

static loam_result run_slice(loam_slice *slice)
{
    const thing_user *const user = slice->user;
    const int32_t row = tiles_along(slice->level);
    work *const w = slice->index == 0 ? loam_arena_take(&slice->scratch, sizeof *w)
                                      : (work *)(void *)slice->scratch.base;
    tile *const t = &w->tile;
    w->count = slice->index == 0 ? 0 : w->count;
    t->side = (int32_t)(slice->extent / row);
    t->x = slice->x + (int64_t)(slice->index % row) * t->side;
    t->z = slice->z + (int64_t)(slice->index / row) * t->side;
    t->fine_row = t->side / FINE + 1;
    t->slow_row = t->side / SLOW + 1;
    loam_result result = read_tile(user, t);
    const int64_t pages = t->side / LOAM_THINGS_PAGE;
    for (int64_t i = 0; i < pages * pages && !result; i++)
    {
        const loam_page *const page = loam_slice_page(slice, slice->level,
                                                      t->x / LOAM_THINGS_PAGE + i % pages, 0,
                                                      t->z / LOAM_THINGS_PAGE + i / pages);
        result = page != NULL ? take_page(slice, page, t, slice->out, &w->count)
                              : LOAM_BAD_ARGUMENT;
    }
    slice->out_size = slice->index == slice->count - 1 ? w->count * sizeof(loam_land_thing)
                                                       : slice->out_size;
    return result;
}

/// The last layer that a level has things of; the first in any case.
static int32_t last_layer(const loam_thing_plan *plan, int32_t level)
{
    const int32_t seen = level == 0   ? LOAM_THING_NEAR
                         : level == 1 ? LOAM_THING_MIDDLE
                                      : LOAM_THING_FAR;
    int32_t last = 0;
    for (int32_t i = 1; i < plan->layer_count; i++)
    {
        last = plan->layers[i].seen <= seen ? i : last;
    }
    return last;
}

/// Bytes of the largest page: of level 0, which has all layers, to the last, which has few.
static size_t largest_page(const loam_thing_plan *plan, const loam_scatter_def *scatter)
{
    loam_scatter_def part = *scatter;
    size_t max = 0;
    for (int32_t level = 0; level < LOAM_THINGS_LEVELS; level++)
    {
        const int64_t side = (int64_t)LOAM_THINGS_PAGE << level;
        part.layer_count = last_layer(plan, level) + 1;
        const size_t count = loam_scatter_capacity(&part, side, side);
        max = count > max ? count : max;
    }
    return max * sizeof(loam_land_thing);
}

/// The stage of a layer's candidates and of those before it: the last one has the name of the scatter.
static void name_input(const loam_thing_plan *plan, int32_t level, char out[THINGS_STAGE_NAME])
{
    const int32_t last = last_layer(plan, level);
    const bool all = last == plan->layer_count - 1;
    snprintf(out, THINGS_STAGE_NAME, "%s%s%s", THINGS_SCATTER, all ? "" : ".",
             all ? "" : plan->layers[last].name);
}

loam_result loam_things_add_stage(loam_pipeline *pipeline, const thing_parameters *parameters,
                                  const loam_scatter_def *scatter, thing_user *user)
{
    char names[LOAM_THINGS_LEVELS][THINGS_STAGE_NAME];
    loam_stage_input inputs[LOAM_THINGS_LEVELS] = {{0}};
    for (int32_t level = 0; level < LOAM_THINGS_LEVELS; level++)
    {
        name_input(&user->rules.plan, level, names[level]);
        inputs[level] = (loam_stage_input){
            .stage = names[level], .first_level = level, .last_level = level};
    }
    loam_stage_def def = loam_default_stage_def();
    def.name = "land.things";
    def.axes = LOAM_AXES_XZ;
    def.page_size = LOAM_THINGS_PAGE;
    def.levels = LOAM_THINGS_LEVELS;
    def.version = LOAM_THINGS_VERSION;
    def.payload_size = largest_page(&user->rules.plan, scatter);
    def.scratch_size = LOAM_ARENA_SIZE(sizeof(work));
    def.inputs = inputs;
    def.input_count = LOAM_THINGS_LEVELS;
    def.parameters = parameters;
    def.parameters_size = sizeof *parameters;
    def.slice_count = count_slices;
    def.run = run_slice;
    def.user = user;
    return loam_pipeline_add(pipeline, &def);
}
