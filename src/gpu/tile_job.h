// SPDX-License-Identifier: MIT
// Parameters of the kernels of tiles. C and GLSL read this one file: all members have the same size and place in both.
#ifndef LOAM_GPU_TILE_JOB_H
#define LOAM_GPU_TILE_JOB_H

#ifdef GL_core_profile
#define JOB_INT int
#define JOB_UINT uint
#define JOB_BIOME gpu_tile_biome
#define JOB_GROUND gpu_tile_ground
#define JOB_ROW gpu_tile_row
#define JOB_STRATUM tile_stratum
#define JOB_CAVES cave_rules
#else
#include <stdint.h>
#define JOB_INT int32_t
#define JOB_UINT uint32_t
#define JOB_BIOME struct gpu_tile_biome
#define JOB_GROUND struct gpu_tile_ground
#define JOB_ROW struct gpu_tile_row
#define JOB_STRATUM tile_stratum
#define JOB_CAVES cave_rules
#endif

#define TILE_THREADS 64
#define TILE_PART_W 2048 // tiles at a time
#define TILE_PART_H 1024
#define TILE_ROWS 1152   // more than a part has with its padding
#define TILE_STRATA 2048 // more than run through a part
#define TILE_BIOMES 9
#define TILE_MATERIALS 256

// Fields of noise, in this order.
#define FIELD_DITHER 0
#define FIELD_WANDER 1
#define FIELD_FOLD 2
#define FIELD_MIX 3
#define FIELD_THIN 4
#define FIELD_WIDE 5
#define FIELD_ORE 6
#define FIELD_ZONE 7
#define GROUND_FIELDS 8
// When the ground is made, their place is taken by those of variants.
#define FIELD_BLOCK 0
#define FIELD_WALL 1
#define VARIANT_FIELDS 2
#define TILE_NOISES 10 // all of them

// The ground of a tile in one word: what it is if it is solid, if it is not, its wall, and which it is.
#define GROUND_EMPTY_SHIFT 8
#define GROUND_WALL_SHIFT 16
#define GROUND_BLOCK_BIT 24
#define GROUND_WALLED_BIT 25

// Planes of bits behind the words of the ground: two of blocks, two of walls. Automata go from one to the other.
#define PLANES 4

// What is done with bits.
#define BITS_PACK 0  // out of the words of the ground
#define BITS_STEP 1  // of an automaton
#define BITS_INNER 2 // where all around is solid

/// Materials of a biome.
struct gpu_tile_biome
{
    JOB_INT surface, soil, rock, cover;
};

/// The numbers of loam_tile_ground that a tile asks for, named as there.
struct gpu_tile_ground
{
    float border_wander, border_dither, strip_width;
    float deep_line, layer_wander, pebble_share;
    JOB_INT strip, rock, old_rock, deep_rock, deep_stratum, pebbles, water, ice;
    JOB_INT ores[6];
    float ore_tops[6], ore_shares[6];
};

struct gpu_tile_row
{
    JOB_INT y;       // clamped
    float threshold; // of caves
};

/// A place for a pool.
struct gpu_brick
{
    JOB_INT level; // rows of the window below it are below the pool's surface
    JOB_INT fluid;
};

struct gpu_tile_job
{
    JOB_INT w, h;               // of the ground, with its padding
    JOB_INT rows;               // of it that are not sky
    JOB_INT pad;                // on each side
    JOB_INT tiles_w, tiles_h;   // without
    JOB_INT stride;             // words of bits in a row
    JOB_INT margin;             // columns before the first one of the ground
    JOB_INT strata_from;        // what is added to a bent row, so that stratum 0 begins at 0
    JOB_INT bricks_x, bricks_y; // where the ground begins, from the corner of brick 0
    JOB_INT bricks_w;           // in a row
    JOB_INT brick_w, brick_h;
    JOB_INT bricks_shifted;      // 1 if the first row is shifted by half a brick
    JOB_UINT grass, sand, earth; // properties
    float least_ore;
    JOB_CAVES caves;
    JOB_GROUND ground;
    JOB_BIOME biomes[TILE_BIOMES];
    JOB_UINT properties[TILE_MATERIALS];
    JOB_INT inner[TILE_MATERIALS], outer[TILE_MATERIALS];
    JOB_ROW rows_of[TILE_ROWS];
    JOB_STRATUM strata[TILE_STRATA];
};

/// A step of an automaton, or what is looked for in a plane.
struct gpu_bits_step
{
    JOB_INT from, to;         // planes
    JOB_UINT birth, survival; // of loam_rule
};

/// Which planes have what tiles are made from.
struct gpu_variant_planes
{
    JOB_INT block, wall;             // where they are
    JOB_INT inner_block, inner_wall; // where all around is
};

#endif
