// SPDX-License-Identifier: MIT
#version 450
#extension GL_GOOGLE_include_directive : require

#include "../tiles/grow/ground_parts.h"
#include "../tiles/grow/column.h"
#include "tile_job.h"

// The ground: one invocation a tile, from the noises there, its column and its row. The rules are those of the
// processor, the same files; what looks things up is tiles/grow/ground.c once more.

layout(local_size_x = TILE_THREADS) in;

layout(std430, binding = 0) readonly buffer job_buffer { gpu_tile_job job; tile_column columns[]; };
layout(std430, binding = 1) readonly buffer brick_buffer { gpu_brick bricks[]; };
layout(std430, binding = 2) readonly buffer field_buffer { float fields[]; };
layout(std430, binding = 3) writeonly buffer ground_buffer { uint ground[]; };

#define KNOWN
#define KNOWS
#define GROUND job.ground
#define BIOME(index) job.biomes[index]
#define IS_GRASS(material) ((job.properties[material] & job.grass) != 0u)
#define IS_SAND(material) ((job.properties[material] & job.sand) != 0u)
#define IS_EARTH(material) ((job.properties[material] & job.earth) != 0u)
#define LEAST_ORE job.least_ore
#define COLUMN(index) columns[index]
#define COLUMN_STEP 1
#include "../tiles/grow/ground_tile.inl"

float field(int number, int index) { return fields[number * job.w * job.rows + index]; }

tile_place place_at(int x, int row, int index)
{
    tile_place place;
    place.column = job.margin + x;
    place.y = job.rows_of[row].y;
    place.dither = field(FIELD_DITHER, index);
    place.wander = field(FIELD_WANDER, index);
    place.fold = field(FIELD_FOLD, index);
    place.cave_mix = field(FIELD_MIX, index);
    place.ore = field(FIELD_ORE, index);
    place.zone = field(FIELD_ZONE, index);
    return place;
}

/// The depth as caves and pools have it: as a float.
float float_depth(tile_place place)
{
    EXACT depth = float(columns[place.column].surface) - float(place.y);
    return depth;
}

bool is_open(tile_place place, int row, int index)
{
    const float solidity = cave_solidity(job.caves, place.cave_mix, field(FIELD_THIN, index),
                                         field(FIELD_WIDE, index), place.dither);
    const float all = ground_solidity(job.caves, solidity, float_depth(place), columns[place.column].lid);
    return all <= job.rows_of[row].threshold && float(place.y) < float(columns[place.column].seal);
}

tile_ground rock_ground(tile_place place, int row, bool settled)
{
    const int bend = layer_bend(place.fold);
    const int bent = row + bend + columns[place.column].tilt + job.strata_from;
    const int stratum = stratum_material(job.strata[bent >> STRATUM_LOG2], bent & (STRATUM_SIDE - 1));
    tile_ground tile;
    tile.wall = rock_at(place, bend, settled ? stratum : NO_MATERIAL);
    const int ore = settled ? ore_at(place) : NO_MATERIAL;
    tile.solid = ore != NO_MATERIAL ? ore : tile.wall;
    return tile;
}

tile_ground ground_below(tile_place place, int row, int index)
{
    const int depth = columns[place.column].surface - place.y;
    tile_ground tile;
    if (is_rock(place, float(depth)))
    {
        tile = rock_ground(place, row, float(depth) > settled_depth(columns[place.column].soil));
    }
    else
    {
        const tile_soil kinds = soil_at(place);
        tile.solid = soil_layer(place, kinds, depth);
        tile.wall = kinds.soil;
    }
    tile.empty = NO_MATERIAL;
    tile.block = !is_open(place, row, index);
    tile.walled = has_wall(place, float(depth));
    return tile;
}

/// What a pool, if there is one, makes of a tile.
tile_ground flood(tile_ground tile, tile_place place, int x, int row)
{
    const int bent_y = row + brick_bend_y(place.zone) + job.bricks_y;
    const int layer = bent_y / job.brick_h;
    const int shifted = ((layer + job.bricks_shifted) & 1) != 0 ? job.brick_w / 2 : 0;
    const int bent_x = x + brick_bend_x(place.fold) + job.bricks_x - shifted;
    const int number = bent_x / job.brick_w;
    const gpu_brick brick = bricks[layer * job.bricks_w + number];
    const float depth = float_depth(place);
    if (row >= brick.level || depth <= 0.0f)
    {
        return tile;
    }
    const bool rim = is_pool_rim(bent_x - number * job.brick_w, bent_y - layer * job.brick_h,
                                 job.brick_w, job.brick_h);
    tile.empty = rim ? tile.empty : brick.fluid;
    tile.block = tile.block || rim || depth < SURFACE_ROOF;
    return tile;
}

uint in_one_word(tile_ground tile)
{
    return uint(tile.solid) | uint(tile.empty) << GROUND_EMPTY_SHIFT |
           uint(tile.wall) << GROUND_WALL_SHIFT | uint(tile.block) << GROUND_BLOCK_BIT |
           uint(tile.walled) << GROUND_WALLED_BIT;
}

void main()
{
    const int index = int(gl_GlobalInvocationID.x);
    const int row = index / job.w, x = index - row * job.w;
    if (row >= job.h)
    {
        return;
    }
    if (row >= job.rows)
    {
        ground[index] = 0u;
        return;
    }
    const tile_place place = place_at(x, row, index);
    tile_ground tile;
    if (place.y >= columns[place.column].surface)
    {
        tile = ground_above(place);
    }
    else
    {
        tile = flood(ground_below(place, row, index), place, x, row);
    }
    ground[index] = in_one_word(tile);
}
