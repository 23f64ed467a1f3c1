// SPDX-License-Identifier: MIT
#include "scene/grounds.h"

#include <string.h>

// grass, dry grass, forest, tundra, sand, red rock, mud, snow
static const uint8_t grounds[LOAM_BIOME_COUNT][GROUND_KINDS] = {
    [LOAM_BIOME_OCEAN] = {0, 0, 0, 0, 175, 0, 80, 0},
    [LOAM_BIOME_SHELF] = {0, 0, 0, 0, 215, 0, 40, 0},
    [LOAM_BIOME_BEACH] = {0, 10, 0, 0, 245, 0, 0, 0},
    [LOAM_BIOME_CLIFF] = {150, 60, 0, 45, 0, 0, 0, 0},
    [LOAM_BIOME_PLAINS] = {175, 70, 0, 0, 0, 0, 10, 0},
    [LOAM_BIOME_GRASSLAND] = {195, 60, 0, 0, 0, 0, 0, 0},
    [LOAM_BIOME_HILLS] = {170, 55, 30, 0, 0, 0, 0, 0},
    [LOAM_BIOME_FOREST] = {40, 0, 215, 0, 0, 0, 0, 0},
    [LOAM_BIOME_TAIGA] = {15, 10, 180, 50, 0, 0, 0, 0},
    [LOAM_BIOME_TUNDRA] = {10, 40, 0, 205, 0, 0, 0, 0},
    [LOAM_BIOME_ICE] = {0, 0, 0, 0, 0, 0, 0, 255},
    [LOAM_BIOME_MOUNTAINS] = {120, 50, 25, 60, 0, 0, 0, 0},
    [LOAM_BIOME_RIDGES] = {105, 50, 20, 80, 0, 0, 0, 0},
    [LOAM_BIOME_ALPINE] = {45, 30, 0, 180, 0, 0, 0, 0},
    [LOAM_BIOME_SAVANNA] = {30, 205, 0, 0, 20, 0, 0, 0},
    [LOAM_BIOME_DESERT] = {0, 0, 0, 0, 245, 10, 0, 0},
    [LOAM_BIOME_BADLANDS] = {0, 15, 0, 0, 40, 200, 0, 0},
    [LOAM_BIOME_JUNGLE] = {20, 0, 235, 0, 0, 0, 0, 0},
    [LOAM_BIOME_SWAMP] = {100, 0, 60, 0, 0, 0, 95, 0},
    [LOAM_BIOME_STEPPE] = {30, 205, 0, 20, 0, 0, 0, 0},
};

const uint8_t *grounds_of_biome(uint8_t biome)
{
    return grounds[biome < LOAM_BIOME_COUNT ? biome : LOAM_BIOME_GRASSLAND];
}

/// `forest` of 255 parts; the others keep their shares of what is left.
static void mix_forest(const uint8_t *of, int32_t forest, uint8_t *out)
{
    const int32_t others = 255 - of[GROUND_FOREST], left = 255 - forest;
    int32_t sum = 0;
    for (int32_t i = 0; i < GROUND_KINDS; i++)
    {
        out[i] = (uint8_t)(i == GROUND_FOREST || others == 0 ? 0 : of[i] * left / others);
        sum += out[i];
    }
    out[GROUND_FOREST] = (uint8_t)(255 - sum);
}

void grounds_of_woods(const loam_land_things *things, loam_land_area area, const uint8_t *biomes,
                      uint8_t *out)
{
    enum
    {
        ROW = 256,
        MOST = 235, // of 255 parts that are forest: something else grows in any wood
    };
    float woods[ROW];
    for (int32_t i = 0; i < area.w * area.h; i++)
    {
        const int32_t x = i % area.w, z = i / area.w, k = x % ROW;
        const int32_t w = area.w - x < ROW ? area.w - x : ROW;
        const loam_land_area row = {area.x + x * area.step, area.z + z * area.step, area.step, w,
                                    1};
        if (k == 0 && loam_land_things_tree_cover(things, row, biomes + i, woods) != LOAM_OK)
        {
            memset(woods, 0, sizeof woods);
        }
        mix_forest(grounds_of_biome(biomes[i]), (int32_t)(woods[k] * MOST), out + i * GROUND_KINDS);
    }
}
