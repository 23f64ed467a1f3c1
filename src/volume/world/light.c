// SPDX-License-Identifier: MIT
#include "volume/world/world.h"

#include <string.h>

// Light of one chunk: a flood in a window around it that is as wide as light reaches. Beams of the sky fall straight
// down as far as nothing is in the way; from them, and from lamps and lava, light goes on in all six directions and
// loses one each step. Whether a column is open is looked for some way up; beyond that, and where no chunk is there, the
// height of the land decides. Nothing here reaches a hash of the world: light is for the eyes, though it is the same
// everywhere.

enum
{
    AROUND = 16,                      // voxels around the chunk
    WINDOW = VOXEL_SIDE + 2 * AROUND, // along a side
    UP = LOAM_VOXEL_SKY_REACH - AROUND,
    TALL = WINDOW + UP, // of what is read
    CELLS = WINDOW * WINDOW * WINDOW,
    NODES = 2 * CELLS, // a place comes into a list as a source, and once as it is lit
    MISSING = 255,     // a material: no chunk is there
    MOST_HEIGHTS = 512,
    LAMP = 14,
    LAVA = 10,
};

/// What a flood works with, in the world's memory.
typedef struct flood
{
    uint8_t materials[WINDOW * TALL * WINDOW];
    uint8_t opaque[CELLS];
    uint8_t light[CELLS];
    uint8_t result[VOXEL_LIT_COUNT];
    float heights[WINDOW * WINDOW];
    uint32_t cells[NODES], next[NODES]; // lists of places by their light
    uint32_t heads[LOAM_VOXEL_LIGHT_MAX + 1], count;
} flood;

static size_t cell_of(int32_t x, int32_t y, int32_t z)
{
    return ((size_t)z * WINDOW + (size_t)y) * WINDOW + (size_t)x;
}

static size_t tall_cell_of(int32_t x, int32_t y, int32_t z)
{
    return ((size_t)z * TALL + (size_t)y) * WINDOW + (size_t)x;
}

// ---- heights ------------------------------------------------------------------------------------

/// Heights of the land above a chunk's columns, in voxels, remembered.
static const float *heights_of(loam_voxel_world *world, int64_t x, int64_t z)
{
    const loam_voxel_chunk_pos at = {0, x, 0, z};
    float *known = loam_voxel_table_get(&world->heights, at);
    if (known != NULL)
    {
        return known;
    }
    if (world->heights.count >= MOST_HEIGHTS)
    {
        loam_voxel_heights_free(world);
    }
    loam_volume_grower *const grower = world->tasks[VOXEL_MAX_TASKS - 1].grower;
    const loam_volume_box box = {world->finest, x * VOXEL_SIDE, 0, z * VOXEL_SIDE, VOXEL_SIDE, 4,
                                 VOXEL_SIDE};
    const volume_window window = loam_volume_window_of(&box, 0);
    const size_t size = (size_t)VOXEL_SIDE * VOXEL_SIDE * sizeof(float);
    if (loam_volume_columns_get(grower, &window) != LOAM_OK)
    {
        return NULL;
    }
    known = loam_alloc(&world->env, size);
    if (known == NULL)
    {
        return NULL;
    }
    for (int32_t i = 0; i < VOXEL_SIDE * VOXEL_SIDE; i++)
    {
        known[i] = grower->columns.voxels.height[i] / world->def.voxel_m;
    }
    if (loam_voxel_table_put(&world->env, &world->heights, at, known) != LOAM_OK)
    {
        loam_free(&world->env, known, size);
        return NULL;
    }
    return known;
}

void loam_voxel_heights_free(loam_voxel_world *world)
{
    for (uint32_t i = 0; i < world->heights.room; i++)
    {
        loam_free(&world->env, world->heights.slots[i].value,
                  (size_t)VOXEL_SIDE * VOXEL_SIDE * sizeof(float));
    }
    loam_voxel_table_free(&world->env, &world->heights);
}

static loam_result take_heights(loam_voxel_world *world, flood *with, int64_t low_x, int64_t low_z)
{
    for (int32_t z = 0; z < WINDOW; z++)
    {
        const int64_t chunk_z = loam_floor_div(low_z + z, VOXEL_SIDE);
        for (int32_t x = 0; x < WINDOW;)
        {
            const int64_t chunk_x = loam_floor_div(low_x + x, VOXEL_SIDE);
            const float *const from = heights_of(world, chunk_x, chunk_z);
            if (from == NULL)
            {
                return LOAM_FAILED;
            }
            const int32_t row = (int32_t)(low_z + z - chunk_z * VOXEL_SIDE);
            const int64_t end = (chunk_x + 1) * VOXEL_SIDE;
            for (; x < WINDOW && low_x + x < end; x++)
            {
                with->heights[z * WINDOW + x] =
                    from[row * VOXEL_SIDE + (int32_t)(low_x + x - chunk_x * VOXEL_SIDE)];
            }
        }
    }
    return LOAM_OK;
}

// ---- beams --------------------------------------------------------------------------------------

/// Follows a column down: 15 in the open, one less for each voxel of a liquid, nothing below what is solid.
static void beam(flood *with, int32_t x, int32_t z, int64_t low_y)
{
    const float height = with->heights[z * WINDOW + x];
    int32_t light = (float)(low_y + TALL) >= height ? LOAM_VOXEL_LIGHT_MAX : 0;
    for (int32_t y = TALL - 1; y >= 0; y--)
    {
        const uint8_t material = with->materials[tall_cell_of(x, y, z)];
        const bool solid = material == MISSING ? (float)(low_y + y) < height
                                               : loam_voxel_is_solid(material);
        const bool liquid = material == LOAM_VOXEL_WATER || material == LOAM_VOXEL_LAVA;
        light = solid ? 0 : light - (liquid && light > 0);
        if (y < WINDOW)
        {
            with->opaque[cell_of(x, y, z)] = solid;
            with->light[cell_of(x, y, z)] = (uint8_t)light;
        }
    }
}

// ---- flood --------------------------------------------------------------------------------------

static void put(flood *with, size_t cell, uint8_t light)
{
    if (with->count < NODES)
    {
        with->cells[with->count] = (uint32_t)cell;
        with->next[with->count] = with->heads[light];
        with->heads[light] = with->count++;
    }
}

/// The places beside one, -1 for what lies beyond the window.
static void sides_of(size_t cell, int64_t out[6])
{
    const int64_t at = (int64_t)cell;
    const int64_t x = at % WINDOW, y = at / WINDOW % WINDOW, z = at / (WINDOW * WINDOW);
    out[0] = x > 0 ? at - 1 : -1;
    out[1] = x < WINDOW - 1 ? at + 1 : -1;
    out[2] = y > 0 ? at - WINDOW : -1;
    out[3] = y < WINDOW - 1 ? at + WINDOW : -1;
    out[4] = z > 0 ? at - (int64_t)WINDOW * WINDOW : -1;
    out[5] = z < WINDOW - 1 ? at + (int64_t)WINDOW * WINDOW : -1;
}

static void begin_lists(flood *with)
{
    with->count = 0;
    memset(with->heads, 0xff, sizeof with->heads);
}

static void run(flood *with)
{
    for (int32_t light = LOAM_VOXEL_LIGHT_MAX; light > 1; light--)
    {
        // The list does not grow meanwhile: what is lit from here has less.
        for (uint32_t node = with->heads[light]; node != UINT32_MAX; node = with->next[node])
        {
            const size_t cell = with->cells[node];
            int64_t sides[6];
            if (with->light[cell] != light)
            {
                continue;
            }
            sides_of(cell, sides);
            for (int32_t i = 0; i < 6; i++)
            {
                if (sides[i] >= 0 && !with->opaque[sides[i]] && with->light[sides[i]] < light - 1)
                {
                    with->light[sides[i]] = (uint8_t)(light - 1);
                    put(with, (size_t)sides[i], (uint8_t)(light - 1));
                }
            }
        }
    }
}

/// Lit places beside darker ones.
static void spread_sky(flood *with)
{
    begin_lists(with);
    for (size_t cell = 0; cell < CELLS; cell++)
    {
        int64_t sides[6];
        const uint8_t light = with->light[cell];
        if (light < 2)
        {
            continue;
        }
        sides_of(cell, sides);
        for (int32_t i = 0; i < 6; i++)
        {
            if (sides[i] >= 0 && !with->opaque[sides[i]] && with->light[sides[i]] < light - 1)
            {
                put(with, cell, light);
                break;
            }
        }
    }
    run(with);
}

static void spread_lamps(flood *with)
{
    begin_lists(with);
    memset(with->light, 0, sizeof with->light);
    for (int32_t z = 0; z < WINDOW; z++)
    {
        for (int32_t y = 0; y < WINDOW; y++)
        {
            for (int32_t x = 0; x < WINDOW; x++)
            {
                const uint8_t material = with->materials[tall_cell_of(x, y, z)];
                const uint8_t light = material == LOAM_VOXEL_LAMP   ? LAMP
                                      : material == LOAM_VOXEL_LAVA ? LAVA
                                                                    : 0;
                if (light > 0)
                {
                    with->light[cell_of(x, y, z)] = light;
                    put(with, cell_of(x, y, z), light);
                }
            }
        }
    }
    run(with);
}

/// Copies the chunk and one voxel around it, shifted by so many bits.
static void take_result(flood *with, int32_t shift)
{
    size_t at = 0;
    for (int32_t z = AROUND - 1; z < AROUND + VOXEL_SIDE + 1; z++)
    {
        for (int32_t y = AROUND - 1; y < AROUND + VOXEL_SIDE + 1; y++)
        {
            for (int32_t x = AROUND - 1; x < AROUND + VOXEL_SIDE + 1; x++, at++)
            {
                with->result[at] |= (uint8_t)(with->light[cell_of(x, y, z)] << shift);
            }
        }
    }
}

static loam_result find_light(loam_voxel_world *world, const voxel_chunk *chunk, flood *with)
{
    const loam_voxel_pos first = loam_voxel_chunk_first(chunk->at);
    const loam_volume_box box = {
        0, first.x - AROUND, first.y - AROUND, first.z - AROUND, WINDOW, TALL, WINDOW};
    bool all;
    const loam_result result = take_heights(world, with, box.x, box.z);
    if (result != LOAM_OK)
    {
        return result;
    }
    loam_voxel_read_materials(world, &box, MISSING, with->materials, &all);
    for (int32_t z = 0; z < WINDOW; z++)
    {
        for (int32_t x = 0; x < WINDOW; x++)
        {
            beam(with, x, z, box.y);
        }
    }
    memset(with->result, 0, sizeof with->result);
    spread_sky(with);
    take_result(with, 4);
    spread_lamps(with);
    take_result(with, 0);
    return LOAM_OK;
}

// ---- asking -------------------------------------------------------------------------------------

static loam_result light_of(loam_voxel_world *world, loam_voxel_chunk_pos at, const uint8_t **out)
{
    voxel_chunk *const chunk = at.level == 0 ? loam_voxel_chunk_there(world, at) : NULL;
    if (chunk == NULL)
    {
        return loam_fail(LOAM_NOT_FOUND,
                         "chunk %lld, %lld, %lld of level %d is not there; light is of level 0",
                         (long long)at.x, (long long)at.y, (long long)at.z, (int)at.level);
    }
    if (chunk->light == NULL)
    {
        loam_result result = loam_volume_make_room(&world->env, &world->flooding, sizeof(flood));
        flood *const with = world->flooding.memory;
        result = result == LOAM_OK ? find_light(world, chunk, with) : result;
        uint8_t *const light = result == LOAM_OK ? loam_alloc(&world->env, VOXEL_LIT_COUNT) : NULL;
        if (light == NULL)
        {
            return result != LOAM_OK ? result : LOAM_OUT_OF_MEMORY;
        }
        memcpy(light, with->result, VOXEL_LIT_COUNT);
        chunk->light = light;
        world->memory += VOXEL_LIT_COUNT;
    }
    *out = chunk->light;
    return LOAM_OK;
}

loam_result loam_voxel_world_light(loam_voxel_world *world, loam_voxel_pos at,
                                   loam_voxel_light *out)
{
    LOAM_ASSERT(NULL, world != NULL);
    LOAM_ASSERT(&world->env, out != NULL);
    const loam_voxel_chunk_pos chunk = loam_voxel_chunk_of(at);
    const loam_voxel_pos first = loam_voxel_chunk_first(chunk);
    const uint8_t *light = NULL;
    const loam_result result = light_of(world, chunk, &light);
    if (result == LOAM_OK)
    {
        const uint8_t both =
            light[((at.z - first.z + 1) * LOAM_VOXEL_LIT + at.y - first.y + 1) * LOAM_VOXEL_LIT +
                  at.x - first.x + 1];
        *out = (loam_voxel_light){.sky = both >> 4, .lamp = both & 15};
    }
    return result;
}

loam_result loam_voxel_world_light_chunk(loam_voxel_world *world, loam_voxel_chunk_pos chunk,
                                         uint8_t *out)
{
    LOAM_ASSERT(NULL, world != NULL);
    LOAM_ASSERT(&world->env, out != NULL);
    const uint8_t *light = NULL;
    const loam_result result = light_of(world, chunk, &light);
    if (result == LOAM_OK)
    {
        memcpy(out, light, VOXEL_LIT_COUNT);
    }
    return result;
}

void loam_voxel_darken(loam_voxel_world *world, loam_voxel_pos low, loam_voxel_pos high)
{
    const loam_voxel_chunk_pos first = loam_voxel_chunk_of(
        (loam_voxel_pos){low.x - AROUND, low.y - TALL + AROUND, low.z - AROUND});
    const loam_voxel_chunk_pos last = loam_voxel_chunk_of(
        (loam_voxel_pos){high.x + AROUND, high.y + AROUND, high.z + AROUND});
    loam_voxel_chunk_pos at = {0};
    for (at.z = first.z; at.z <= last.z; at.z++)
    {
        for (at.y = first.y; at.y <= last.y; at.y++)
        {
            for (at.x = first.x; at.x <= last.x; at.x++)
            {
                voxel_chunk *const chunk = loam_voxel_table_get(&world->chunks, at);
                if (chunk != NULL && chunk->light != NULL)
                {
                    loam_voxel_drop_light(world, chunk);
                    chunk->changed = world->any_changed = true;
                }
            }
        }
    }
}
