// SPDX-License-Identifier: MIT
// What covers the ground on close maps: as many trees as the biomes say, none in deserts and seas, and the
// same groves from near and from further off.
#include "atlas/cover.h"

#include "check.h"
#include "shared_pages.h"

static loam_land *land;

// The share of a map's pixels that woods cover; woods, if it is not NULL, gets each pixel's, 96 x 96.
static double woods_around(int64_t x, int64_t z, int64_t scale, float *woods)
{
    enum
    {
        SIDE = 96
    };
    const loam_env env = loam_default_env();
    loam_land_map_def def = loam_default_land_map_def();
    def.x = x;
    def.z = z;
    def.w = def.h = SIDE;
    def.scale = scale;
    map_tile tile;
    CHECK_OK(loam_map_tile_create(&env, land, &def, &tile));
    CHECK_OK(loam_map_tile_fill(land, &env, &def, 0, 0, &tile));
    CHECK_OK(loam_map_cover_fill(land, &env, &tile));
    double sum = 0;
    for (int32_t i = 0; i < SIDE * SIDE; i++)
    {
        const float here = tile.woods[map_tile_at(&tile, i % SIDE, i / SIDE)];
        CHECK_RANGE(here, 0, 1);
        sum += (double)here;
        if (woods != NULL)
        {
            woods[i] = here;
        }
    }
    loam_map_tile_destroy(&env, &tile);
    return sum / (SIDE * SIDE);
}

// Places in the land of seed 5 that are all of one biome, over some kilometres.
static void test_trees_are_where_they_grow(void)
{
    CHECK_RANGE(woods_around(-1776000, -1780000, 32, NULL), 0.75, 1);   // jungle
    CHECK_RANGE(woods_around(-560000, -244000, 32, NULL), 0.5, 0.95);   // forest
    CHECK_RANGE(woods_around(-1952000, -1684000, 32, NULL), 0.02, 0.4); // savanna
    CHECK_RANGE(woods_around(608000, -388000, 32, NULL), 0, 0.05);      // desert
    CHECK(woods_around(30000, 1000, 8, NULL) == 0);                     // sea
}

// Close by one sees trees and the ground between them, in a forest many and in a desert none; crowns have a
// lit side and a dark one.
static void test_single_trees(void)
{
    static float woods[96 * 96];
    CHECK_RANGE(woods_around(-560000, -244000, 1, woods), 0.2, 0.9);
    int32_t crowns = 0, ground = 0;
    for (int32_t i = 0; i < 96 * 96; i++)
    {
        crowns += woods[i] > 0.9f;
        ground += woods[i] < 0.1f;
    }
    CHECK_RANGE(crowns, 900, 8000);
    CHECK_RANGE(ground, 900, 8000);
    CHECK_RANGE(woods_around(608000, -388000, 1, NULL), 0, 0.05);
}

// From far off there is nothing to see of it.
static void test_overviews_have_none(void)
{
    CHECK(woods_around(-560000, -244000, LAND_MAP_COVER_SCALE + 1, NULL) == 0);
}

// A wood at 32 m a pixel is one at 16 m a pixel too.
static void test_scales_have_the_same_groves(void)
{
    static float coarse[96 * 96], fine[96 * 96];
    woods_around(-1952000, -1684000, 32, coarse);
    woods_around(-1952000, -1684000, 16, fine);
    int32_t same = 0, pixels = 0;
    for (int32_t r = 0; r < 48; r++)
    {
        for (int32_t c = 0; c < 48; c++)
        {
            const float a = coarse[(24 + r) * 96 + 24 + c], b = fine[2 * r * 96 + 2 * c];
            pixels++;
            same += (a > 0.5f) == (b > 0.5f);
        }
    }
    CHECK_RANGE((double)same / pixels, 0.85, 1);
}

int main(void)
{
    loam_land_def def = shared_land_def();
    def.seed = 5;
    CHECK_OK(loam_land_create(&def, &land));
    RUN_UNSANITIZED(test_trees_are_where_they_grow);
    RUN(test_single_trees);
    RUN(test_overviews_have_none);
    RUN(test_scales_have_the_same_groves);
    loam_land_destroy(land);
    return CHECK_DONE();
}
