// SPDX-License-Identifier: MIT
#include "tiles/light/light.h"

#include "base/small.h"
#include "loam/jobs.h"
#include "loam/maths.h"
#include "tiles/data/variant.h"

#include <string.h>

// Tiles become units: what each emits and how much light passes it, as means of its tiles (Dubsky 2022,
// 4.2.2 and 4.3). A tile emits the light of its top layer: of the block, else of the wall, else of the sky.
//
// Nearly all tiles are of one kind for long stretches and do not shine. So a unit is summed as one packed
// number a tile, and only where something shines are tiles looked at a second time. A unit whose tiles
// are all of one material is known after a few comparisons of many tiles at once.
//
// Units never lie across an edge of the ring's array: chunks are multiples of them.

enum
{
    SKY_ONE = 1 << 16,
    SHINE_ONE = 1 << 24,
    ROWS_AT_ONCE = 8,
};

// ---- tables -------------------------------------------------------------------------------------

void loam_light_of_colour(loam_colour colour, float power, float out[LIGHT_CHANNELS])
{
    const int32_t rg = colour.r > colour.g ? colour.r : colour.g;
    const int32_t max = rg > colour.b ? rg : colour.b;
    const float scale = max > 0 ? power / (float)max : 0.0f;
    out[0] = scale * (float)colour.r;
    out[1] = scale * (float)colour.g;
    out[2] = scale * (float)colour.b;
    out[3] = max > 0 ? power : 0.0f;
}

float loam_light_power(int32_t alpha)
{
    // Brightness is the root of power, so alpha counts in brightness. A single tile of 255 is a torch;
    // what shines in lakes has a few.
    return (float)(alpha * alpha) / 64.0f;
}

/// What a plain stretch of air that emits 1 a unit sends on at last, for units of that translucency.
static float saturation(float through)
{
    return through / (1.0f - through);
}

float loam_light_scale(int32_t unit)
{
    const float typical = 0.8f;
    const float small = loam_pow(typical, (float)unit / (float)LIGHT_UNIT);
    return saturation(typical) / saturation(small);
}

void loam_light_fill_through(light_tables *tables, int32_t unit)
{
    const int32_t max = unit * unit * 255;
    for (int32_t sum = 0; sum <= max; sum++)
    {
        const float mean = (float)sum / (float)max;
        for (int32_t i = 0; i < LIGHT_THROUGHS; i++)
        {
            tables->through[sum][i] = loam_pow(mean, loam_light_lengths[i] * (float)unit /
                                                         (float)LIGHT_UNIT);
        }
    }
}

static bool fill_emission(light_tables *tables, const loam_tile_defs *defs, int32_t id, float scale)
{
    const loam_material *const material = &defs->materials[id];
    const int32_t count = material->inner + material->outer;
    bool shines = false;
    for (int32_t i = 0; i < count; i++)
    {
        shines |= material->light[i].a > 0;
    }
    if (!shines)
    {
        return false;
    }
    for (int32_t i = 0; i < count; i++)
    {
        loam_light_of_colour(material->light[i], scale * loam_light_power(material->light[i].a),
                             tables->emission[id][i]);
    }
    for (int32_t i = 0; i < 256; i++)
    {
        tables->looks[id][i] = (uint8_t)loam_variant_look(material, (uint8_t)i);
    }
    return true;
}

static void fill_tables(light_tables *tables, const loam_tile_defs *defs, float scale)
{
    for (int32_t id = 0; id < LOAM_MAX_MATERIALS; id++)
    {
        const loam_material *const material = &defs->materials[id];
        const bool named = material->name[0] != '\0';
        const uint32_t shine = named && id != LOAM_AIR && fill_emission(tables, defs, id, scale)
                                   ? SHINE_ONE
                                   : 0;
        // A material that there is not is like air, without being the sky.
        const loam_material *const like = named ? material : &defs->materials[LOAM_AIR];
        tables->sums[id] = (uint32_t)like->translucency | shine;
        tables->sums[LOAM_MAX_MATERIALS + id] = (uint32_t)like->wall_translucency | shine;
    }
    tables->sums[LOAM_MAX_MATERIALS] = (uint32_t)defs->materials[LOAM_AIR].translucency | SKY_ONE;
}

// ---- the sky ------------------------------------------------------------------------------------

static void look_at_sky(loam_tile_light *light, const loam_tile_world *world)
{
    const int32_t unit = light->def.unit;
    const int64_t first = loam_floor_div(light->area.x * unit, LIGHT_SKY) * LIGHT_SKY;
    const int64_t width = light->area.x * unit - first + (int64_t)light->area.w * unit;
    loam_tile_world_sky(world, first, LIGHT_SKY, (int32_t)(width / LIGHT_SKY) + 2, light->skies);
    const float scale = loam_light_scale(unit);
    for (int32_t x = 0; x < light->area.w; x++)
    {
        const float at = (float)(light->area.x * unit - first) + ((float)x + 0.5f) * (float)unit;
        const int32_t left = (int32_t)(at / LIGHT_SKY);
        const float part = at / LIGHT_SKY - (float)left;
        float ends[2][LIGHT_CHANNELS];
        for (int32_t end = 0; end < 2; end++)
        {
            const loam_colour sky = light->skies[left + end].light;
            loam_light_of_colour(sky, scale * (float)(sky.a * sky.a) / (255.0f * 255.0f),
                                 ends[end]);
        }
        for (int32_t i = 0; i < LIGHT_CHANNELS; i++)
        {
            light->sky[x][i] = ends[0][i] + (ends[1][i] - ends[0][i]) * part;
        }
    }
}

// ---- units --------------------------------------------------------------------------------------

/// Tiles of a unit: the lowest, leftmost one, and how far it is to the row above.
typedef struct unit_tiles
{
    const loam_tile *first;
    size_t side;
} unit_tiles;

static uint32_t index_of(loam_tile tile)
{
    return tile.block != LOAM_AIR ? tile.block : LOAM_MAX_MATERIALS + (uint32_t)tile.wall;
}

static uint32_t sum_tiles(const light_tables *tables, unit_tiles tiles, int32_t unit)
{
    uint32_t sum = 0;
    for (int32_t y = 0; y < unit; y++)
    {
        for (int32_t x = 0; x < unit; x++)
        {
            sum += tables->sums[index_of(tiles.first[(size_t)y * tiles.side + (size_t)x])];
        }
    }
    return sum;
}

static uint64_t pair_at(const loam_tile *tiles)
{
    uint64_t pair;
    memcpy(&pair, tiles, sizeof pair);
    return pair;
}

static uint64_t pair_of(loam_tile tile)
{
    const loam_tile both[2] = {tile, tile};
    return pair_at(both);
}

/// Sums a unit of 4 x 4 tiles.
static uint32_t sum_large(const light_tables *tables, unit_tiles tiles)
{
    const uint64_t blocks = pair_of((loam_tile){.block = 255});
    const uint64_t walls = pair_of((loam_tile){.block = 255, .wall = 255});
    const uint64_t like = pair_of(*tiles.first);
    uint64_t differs = 0;
    for (size_t y = 0; y < LIGHT_UNIT; y++)
    {
        const loam_tile *const row = tiles.first + y * tiles.side;
        differs |= (pair_at(row) ^ like) | (pair_at(row + 2) ^ like);
    }
    const bool same = (differs & (tiles.first->block != LOAM_AIR ? blocks : walls)) == 0;
    return same ? LIGHT_UNIT * LIGHT_UNIT * tables->sums[index_of(*tiles.first)]
                : sum_tiles(tables, tiles, LIGHT_UNIT);
}

/// Adds what shines in a unit.
static void add_shine(const light_tables *tables, unit_tiles tiles, int32_t unit,
                      float out[LIGHT_CHANNELS])
{
    float sum[LIGHT_CHANNELS] = {0};
    for (int32_t y = 0; y < unit; y++)
    {
        for (int32_t x = 0; x < unit; x++)
        {
            const loam_tile tile = tiles.first[(size_t)y * tiles.side + (size_t)x];
            const bool block = tile.block != LOAM_AIR;
            const uint8_t id = block ? tile.block : tile.wall;
            if (tables->sums[id] & SHINE_ONE)
            {
                const uint8_t look =
                    tables->looks[id][block ? tile.block_variant : tile.wall_variant];
                for (int32_t i = 0; i < LIGHT_CHANNELS; i++)
                {
                    sum[i] += tables->emission[id][look][i];
                }
            }
        }
    }
    for (int32_t i = 0; i < LIGHT_CHANNELS; i++)
    {
        out[i] += sum[i] / (float)(unit * unit);
    }
}

static void fill_unit(const loam_tile_light *light, unit_tiles tiles, int32_t x, int32_t y)
{
    const light_tables *const tables = light->tables;
    const int32_t unit = light->def.unit;
    const uint32_t sum = unit == LIGHT_UNIT ? sum_large(tables, tiles)
                                            : sum_tiles(tables, tiles, unit);
    const float sky = (float)(sum / SKY_ONE % 256) / (float)(unit * unit);
    float emission[LIGHT_CHANNELS];
    for (int32_t i = 0; i < LIGHT_CHANNELS; i++)
    {
        emission[i] = sky * light->sky[x][i];
    }
    if (sum >= SHINE_ONE)
    {
        add_shine(tables, tiles, unit, emission);
    }
    float *const out = light_plane(&light->field, y, 0) + x;
    const int32_t pitch = light->field.pitch;
    for (int32_t i = 0; i < LIGHT_CHANNELS; i++)
    {
        out[i * pitch] = emission[i];
    }
    for (int32_t i = 0; i < LIGHT_THROUGHS; i++)
    {
        out[(LIGHT_THROUGH + i) * pitch] = tables->through[sum % SKY_ONE][i];
    }
}

typedef struct unit_work
{
    loam_tile_light *light;
    loam_tile_ring ring;
} unit_work;

static int64_t clamp_into(int64_t value, int64_t low, int64_t count)
{
    return value < low ? low : value >= low + count ? low + count - 1 : value;
}

/// Beside a row nothing shines and nothing passes.
static void clear_sides(const light_field *field, int32_t row)
{
    for (int32_t plane = 0; plane < LIGHT_PLANES; plane++)
    {
        float *const at = light_plane(field, row, plane);
        memset(at - LIGHT_PAD, 0, LIGHT_PAD * sizeof *at);
        memset(at + field->w, 0, (size_t)(field->pitch - LIGHT_PAD - field->w) * sizeof *at);
    }
}

static void fill_rows(void *context, int64_t begin, int64_t end)
{
    const unit_work *const work = context;
    loam_tile_light *const light = work->light;
    const int64_t unit = light->def.unit, count = work->ring.side / unit;
    const int64_t low_x = work->ring.lowest.x * LOAM_CHUNK_SIDE / unit;
    const int64_t low_y = work->ring.lowest.y * LOAM_CHUNK_SIDE / unit;
    const size_t side = (size_t)work->ring.side, mask = side - 1;
    for (int32_t y = (int32_t)begin; y < end; y++)
    {
        const int64_t row = clamp_into(light->area.y + y, low_y, count) * unit;
        const loam_tile *const tiles = work->ring.tiles + ((uint64_t)row & mask) * side;
        clear_sides(&light->field, y);
        for (int32_t x = 0; x < light->area.w; x++)
        {
            const int64_t column = clamp_into(light->area.x + x, low_x, count) * unit;
            fill_unit(light, (unit_tiles){tiles + ((uint64_t)column & mask), side}, x, y);
        }
    }
}

// ---- lamps --------------------------------------------------------------------------------------

/// Adds a share of a lamp's light to a unit, if the field has it.
static void add_lamp(loam_tile_light *light, int64_t x, int64_t y, const float *emission,
                     float share)
{
    if (x < 0 || y < 0 || x >= light->area.w || y >= light->area.h)
    {
        return;
    }
    float *const out = light_plane(&light->field, (int32_t)y, 0) + x;
    for (int32_t i = 0; i < LIGHT_CHANNELS; i++)
    {
        out[i * light->field.pitch] += share * emission[i];
    }
}

/// Splits a lamp over the four units whose centres are around it.
static void fill_lamp(loam_tile_light *light, const loam_lamp *lamp)
{
    const int64_t unit = light->def.unit, length = unit * LOAM_LIGHT_FIXED;
    // Only the place relative to the field matters: positions may wrap around.
    const uint64_t left = (uint64_t)light->area.x * (uint64_t)length + (uint64_t)length / 2;
    const uint64_t low = (uint64_t)light->area.y * (uint64_t)length + (uint64_t)length / 2;
    const int64_t x = (int64_t)((uint64_t)lamp->x - left), y = (int64_t)((uint64_t)lamp->y - low);
    const int64_t column = loam_floor_div(x, length), row = loam_floor_div(y, length);
    const float right = (float)(x - column * length) / (float)length;
    const float up = (float)(y - row * length) / (float)length;
    float emission[LIGHT_CHANNELS];
    loam_light_of_colour(lamp->light,
                         loam_light_scale((int32_t)unit) * loam_light_power(lamp->light.a) /
                             (float)(unit * unit),
                         emission);
    add_lamp(light, column, row, emission, (1.0f - right) * (1.0f - up));
    add_lamp(light, column + 1, row, emission, right * (1.0f - up));
    add_lamp(light, column, row + 1, emission, (1.0f - right) * up);
    add_lamp(light, column + 1, row + 1, emission, right * up);
}

void loam_light_fill_field(loam_tile_light *light, const loam_tile_light_scene *scene)
{
    fill_tables(light->tables, loam_tile_world_defs(scene->world),
                loam_light_scale(light->def.unit));
    look_at_sky(light, scene->world);
    unit_work work = {light, loam_tile_world_ring(scene->world)};
    loam_jobs_for(light->env.jobs, light->area.h, ROWS_AT_ONCE, fill_rows, &work);
    for (int32_t i = 0; i < scene->lamp_count; i++)
    {
        fill_lamp(light, &scene->lamps[i]);
    }
}

// ---- rows for columns ---------------------------------------------------------------------------

enum
{
    TURN = 16 // units along the side of a square that is turned at once
};

static void turn_square(const light_field *from, const light_field *to, int32_t x, int32_t y,
                        int32_t plane)
{
    const int32_t right = x + TURN < from->w ? x + TURN : from->w;
    const int32_t top = y + TURN < from->h ? y + TURN : from->h;
    for (int32_t column = x; column < right; column++)
    {
        float *const out = light_plane(to, column, plane);
        const float *const in = light_plane(from, 0, plane) + column;
        const size_t step = (size_t)from->pitch * LIGHT_PLANES;
        for (int32_t row = y; row < top; row++)
        {
            out[row] = in[(size_t)row * step];
        }
    }
}

static void turn_columns(void *context, int64_t begin, int64_t end)
{
    const loam_tile_light *const light = context;
    for (int64_t x = begin * TURN; x < end * TURN && x < light->field.w; x += TURN)
    {
        for (int64_t row = x; row < x + TURN && row < light->field.w; row++)
        {
            clear_sides(&light->turned, (int32_t)row);
        }
        for (int32_t plane = 0; plane < LIGHT_PLANES; plane++)
        {
            for (int32_t y = 0; y < light->field.h; y += TURN)
            {
                turn_square(&light->field, &light->turned, (int32_t)x, y, plane);
            }
        }
    }
}

void loam_light_turn_field(loam_tile_light *light)
{
    loam_jobs_for(light->env.jobs, (light->field.w + TURN - 1) / TURN, 1, turn_columns, light);
}
