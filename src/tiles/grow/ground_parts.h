// SPDX-License-Identifier: MIT
// What the ground is made of, tile by tile: numbers, and the rules that ask for nothing but what they are given. C and
// GLSL read this one file and ground_tile.inl, so that a processor and a graphics processor cannot differ: floats are
// only added, subtracted and multiplied, and what that gives goes into an EXACT value at once: no driver may fuse it.
#ifndef LOAM_TILES_GROUND_PARTS_H
#define LOAM_TILES_GROUND_PARTS_H

#ifdef GL_core_profile
#define EXACT precise float
#define TILE_FUNCTION
#define AS_FLOAT(value) float(value)
#define AS_INT(value) int(value)
#else
#include <stdbool.h>
#define EXACT const float
#define TILE_FUNCTION static inline
#define AS_FLOAT(value) ((float)(value))
#define AS_INT(value) ((int)(value))
#endif

#define NO_MATERIAL 0 // LOAM_AIR
#define ICE_THICKNESS 3
#define ORES 6
#define SURFACE_ROOF 12.0f // pools end this far below the ground
#define POOL_RIM 4         // tiles at the sides of a brick that hold its pool
#define FROZEN 0.22f       // a lake is covered with ice where it is colder
#define ORE_RARE 0.97f     // ore is found above this
#define ORE_RICH 0.7f      // and above this much less of its share
#define ROCK_WANDER 4.0f   // borders of rock wander this much further than those of soil
#define SOIL_FRAY 0.25f    // how much of its depth the soil's lower border goes up and down
#define SOIL_ROUGH 3.0f    // tiles below the soil where rock has no more of it in it
#define COVER_WANDER 24.0f // tiles that the border of a cover wanders up and down
#define PEBBLE_ZONES 0.3f  // how much pebbles keep together
#define PEBBLE_DEPTH 5.0f  // tiles below the surface material where they begin
#define WALL_DEPTH 1.5f    // tiles below the ground where walls begin
#define OLD_FRAY 0.03f     // how much the border of old rock is frayed
#define BEND_X 36.0f       // how far bricks of pools are bent along x
#define BEND_Y 22.0f       // and along y
#define LID_DEPTH 28.0f    // the lid of a column is this thick
#define STRATUM_LOG2 5     // a stratum lies in one of the cells of so many tiles' height
#define STRATUM_SIDE (1 << STRATUM_LOG2)
#define BORDER_BIAS 65536 // more than any border wanders

// ---- what tiles are made from -------------------------------------------------------------------

/// A tile's place, and the noises there.
struct tile_place
{
    int column; // its number
    int y;      // its height, clamped
    float dither, wander, fold, cave_mix, ore, zone;
};

/// A tile of the ground in both cases, and which of them it is before anything looks at its neighbours.
struct tile_ground
{
    int solid, empty, wall;
    bool block, walled;
};

/// A thin layer of other rock: bent with the rock around it.
struct tile_stratum
{
    int low, high; // within STRATUM_SIDE
    int material;  // NO_MATERIAL if there is none
};

/// The materials of the soil at a tile.
struct tile_soil
{
    int surface, soil, cover;
    bool earthy; // not sand or rock
};

/// Numbers of caves that follow from those of the definitions.
struct cave_rules
{
    float wide_gain, thin_gain; // 1 / width
    float half_gain;            // of the noise that mixes both
    float crust_scale, crust_gain;
    float lid_scale; // 1 / LID_DEPTH
    float dither_thin, dither_range;
};

#ifndef GL_core_profile
typedef struct tile_place tile_place;
typedef struct tile_ground tile_ground;
typedef struct tile_stratum tile_stratum;
typedef struct tile_soil tile_soil;
typedef struct cave_rules cave_rules;
#endif

// ---- caves --------------------------------------------------------------------------------------

TILE_FUNCTION float within_one(float value)
{
    return value < 0.0f ? 0.0f : value > 1.0f ? 1.0f : value;
}

TILE_FUNCTION float at_most_one(float value)
{
    return value > 1.0f ? 1.0f : value;
}

/// How much a place has wide caves, from the oversaturated noise: at most places 0 or less, or 1 or more.
TILE_FUNCTION float cave_age(cave_rules rules, float mix_noise)
{
    EXACT age = 0.5f + rules.half_gain * mix_noise;
    return age;
}

/// Solidity of both kinds of caves, mixed by the oversaturated noise, and dithered by the hash (Dubsky 2022,
/// equations 3.2 to 3.4).
TILE_FUNCTION float cave_solidity(cave_rules rules, float mix_noise, float thin, float wide,
                                  float dither)
{
    const float age = within_one(cave_age(rules, mix_noise));
    EXACT thin_sum = thin * rules.thin_gain;
    EXACT wide_sum = wide * rules.wide_gain;
    const float young = at_most_one(thin_sum), old = at_most_one(wide_sum);
    // Chosen, not mixed, at the ends: a kind that is not there must leave no trace.
    EXACT both = young + (old - young) * age;
    const float settled = age > 0.0f ? both : young;
    const float base = age < 1.0f ? settled : old;
    EXACT hash = 0.5f + 0.5f * dither;
    EXACT solidity = base + (rules.dither_thin + rules.dither_range * age) * (hash - base);
    return solidity;
}

/// The same, and more of it close to the surface (3.2.4), so many tiles below it. lid is the column's.
TILE_FUNCTION float ground_solidity(cave_rules rules, float solidity, float depth, float lid)
{
    EXACT near = 1.0f - depth * rules.crust_scale;
    EXACT under_lid = 1.0f - depth * rules.lid_scale;
    const float thick = within_one(near), shut = within_one(under_lid);
    const float crust = thick > rules.crust_gain ? rules.crust_gain : thick;
    EXACT all = solidity + crust + lid * shut;
    return all;
}

// ---- depths -------------------------------------------------------------------------------------

/// Below this depth there is no soil, however much it is frayed.
TILE_FUNCTION float settled_depth(float soil)
{
    EXACT depth = soil * (1.0f + SOIL_FRAY) + SOIL_ROUGH;
    return depth;
}

TILE_FUNCTION bool has_wall(tile_place place, float depth)
{
    EXACT least = WALL_DEPTH + place.dither;
    return depth > least;
}

/// Less than this is no ore of a kind that has such a share of the rock.
TILE_FUNCTION float least_ore_of(float share)
{
    EXACT least = ORE_RARE - ORE_RICH * share;
    return least;
}

/// The material of a stratum so high in its cell, NO_MATERIAL where there is none.
TILE_FUNCTION int stratum_material(tile_stratum stratum, int within)
{
    return within >= stratum.low && within < stratum.high ? stratum.material : NO_MATERIAL;
}

// ---- pools --------------------------------------------------------------------------------------

/// How far the brick of a pool is bent there.
TILE_FUNCTION int brick_bend_x(float fold)
{
    EXACT bend = fold * BEND_X;
    return AS_INT(bend);
}

TILE_FUNCTION int brick_bend_y(float zone)
{
    EXACT bend = zone * BEND_Y;
    return AS_INT(bend);
}

/// Whether a place in a brick, (x, y) tiles from its corner, is at the rim, which keeps its pool in.
TILE_FUNCTION bool is_pool_rim(int x, int y, int width, int height)
{
    return x < POOL_RIM || width - x <= POOL_RIM || y < POOL_RIM || height - y <= POOL_RIM;
}

#endif
