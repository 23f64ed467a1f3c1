// SPDX-License-Identifier: MIT
// Nested maps of the ground: they show what pages say, wherever the viewer goes and whenever pages come.
#include "scene/clipmap.h"
#include "check.h"
#include "scene/grounds.h"

#include <stdlib.h>
#include <string.h>

static loam_land *land;

static clipmap_def small = {.side = 128, .block = 8, .levels = 5}; // with things

static void make(clipmap *out)
{
    CHECK_INT(clipmap_create(&small, out), LOAM_OK);
}

/// A page of the land as a land world would give it; free its heights.
static loam_surface_page page_at(int32_t level, int64_t x, int64_t z)
{
    enum
    {
        N = LOAM_SURFACE_SIDE + 1
    };
    const int64_t step = (int64_t)1 << level;
    float *const height = malloc(N * N * sizeof *height), *const water = malloc(N * N *
                                                                                sizeof *water);
    uint8_t *const biome = malloc(N * N);
    const loam_land_area area = {x, z, step, N, N};
    const loam_land_samples samples = {.height = height, .water = water, .biome = biome};
    CHECK_INT(loam_land_fill(land, area, &samples), LOAM_OK);
    return (loam_surface_page){.level = level,
                               .x = x,
                               .z = z,
                               .step = step,
                               .height = height,
                               .water = water,
                               .biome = biome,
                               .height_stride = N,
                               .biome_stride = 1};
}

static void free_page(const loam_surface_page *page)
{
    free((void *)page->height);
    free((void *)page->water);
    free((void *)page->biome);
}

static size_t slot(const clipmap *m, int64_t x, int64_t z)
{
    const int64_t mask = m->def.side - 1;
    return (size_t)((z & mask) * m->def.side + (x & mask));
}

static void test_levels_nest_in_whole_blocks(void)
{
    clipmap m;
    make(&m);
    for (int32_t i = 0; i < 40; i++)
    {
        const int64_t x = -190000 + i * 37, z = 60000 - i * 91;
        CHECK_INT(clipmap_move(&m, land, NULL, x, z, false), LOAM_OK);
        for (int32_t l = 0; l < small.levels; l++)
        {
            const clipmap_level *const in = &m.level[l];
            const int64_t half = small.side / 2, low_x = in->x * in->step, low_z = in->z * in->step;
            CHECK(x - low_x >= half / 2 * in->step &&
                  low_x + small.side * in->step - x >= half / 2 * in->step);
            CHECK(z - low_z >= half / 2 * in->step);
            CHECK_INT(in->x % (2 * small.block), 0);
            if (l + 1 < small.levels)
            {
                const int64_t into = in->x / 2 - m.level[l + 1].x;
                CHECK(into % small.block == 0 && into > 0 && into + half < small.side);
            }
        }
    }
    clipmap_destroy(&m);
}

static void test_there_is_ground_before_any_page_is_there(void)
{
    clipmap m;
    make(&m);
    CHECK_INT(clipmap_move(&m, land, NULL, -190000, 60000, false), LOAM_OK);
    clipmap_finish(&m);
    for (int32_t l = 0; l < small.levels; l++)
    {
        for (int32_t i = 0; i < small.side * small.side; i++)
        {
            CHECK(m.level[l].surface[2 * i] > -12000 && m.level[l].surface[2 * i] < 12000);
        }
    }
    clipmap_destroy(&m);
}

static void test_texels_are_what_the_page_says(void)
{
    clipmap m;
    make(&m);
    CHECK_INT(clipmap_move(&m, land, NULL, -190000, 60000, false), LOAM_OK);
    const int64_t x = loam_floor_div(-190000, 256) * 256, z = loam_floor_div(60000, 256) * 256;
    const loam_surface_page page = page_at(1, x, z);
    CHECK_INT(clipmap_add_page(&m, &page), LOAM_OK);
    for (int32_t j = 0; j <= LOAM_SURFACE_SIDE; j += 3)
    {
        for (int32_t i = 0; i <= LOAM_SURFACE_SIDE; i += 3)
        {
            const int64_t px = x + i * 2, pz = z + j * 2;
            const clipmap_level *const l = &m.level[1];
            const bool in = px / 2 >= l->x && px / 2 < l->x + small.side && pz / 2 >= l->z &&
                            pz / 2 < l->z + small.side;
            CHECK(!in || l->height[slot(&m, px / 2, pz / 2)] ==
                             page.height[j * (LOAM_SURFACE_SIDE + 1) + i]);
        }
    }
    clipmap_destroy(&m);
    free_page(&page);
}

static void check_squares(const clipmap_level *a, const clipmap_level *b)
{
    const size_t across = (size_t)(small.side / small.block), blocks = across * across;
    const size_t cells = (size_t)(small.side * small.side) / (CLIPMAP_CELL * CLIPMAP_CELL);
    CHECK(memcmp(a->low, b->low, blocks * sizeof(float)) == 0);
    CHECK(memcmp(a->high, b->high, blocks * sizeof(float)) == 0);
    CHECK(memcmp(a->wet, b->wet, blocks * sizeof(float)) == 0);
    CHECK(memcmp(a->cell, b->cell, cells * sizeof(float)) == 0);
    CHECK(memcmp(a->least, b->least, cells * sizeof(float)) == 0);
}

/// The way to a place leaves no trace in the maps: from the south-west (sign -1) or the north-east.
static void check_way(int64_t sign)
{
    clipmap walked, fresh;
    make(&walked);
    make(&fresh);
    const int64_t x = loam_floor_div(-190000, 128) * 128, z = loam_floor_div(60000, 128) * 128;
    const loam_surface_page page = page_at(0, x, z);
    const int64_t from_x = x + sign * 800, from_z = z + sign * 300;
    CHECK_INT(clipmap_move(&walked, land, NULL, from_x, from_z, false), LOAM_OK);
    CHECK_INT(clipmap_add_page(&walked, &page), LOAM_OK);
    for (int32_t i = 0; i <= 10; i++)
    {
        CHECK_INT(clipmap_move(&walked, land, NULL, from_x - sign * 80 * i, from_z - sign * 30 * i,
                               false),
                  LOAM_OK);
        if (i % 3 != 0)
        {
            clipmap_finish(&walked); // what was made before is kept where it is right
        }
    }
    CHECK_INT(clipmap_move(&fresh, land, NULL, from_x, from_z, false),
              LOAM_OK); // the same coarse map
    CHECK_INT(clipmap_move(&fresh, land, NULL, x, z, false), LOAM_OK);
    CHECK_INT(clipmap_add_page(&fresh, &page), LOAM_OK);
    clipmap_finish(&walked);
    clipmap_finish(&fresh);
    for (int32_t l = 0; l < small.levels; l++)
    {
        const size_t count = (size_t)(small.side * small.side);
        CHECK(memcmp(walked.level[l].surface, fresh.level[l].surface, count * 2 * sizeof(float)) ==
              0);
        CHECK(memcmp(walked.level[l].shape, fresh.level[l].shape, count * 4 * sizeof(float)) == 0);
        CHECK(memcmp(walked.level[l].ground, fresh.level[l].ground, count * 8) == 0);
        check_squares(&walked.level[l], &fresh.level[l]);
    }
    clipmap_destroy(&walked);
    clipmap_destroy(&fresh);
    free_page(&page);
}

static void test_the_way_there_does_not_matter(void)
{
    check_way(-1);
    check_way(1);
}

/// What jobs fetch while the continents are shown is in the end what is fetched at once, also after a jump while they
/// are at it.
static void test_coarse_maps_come_later(void)
{
    const loam_jobs_def two = {.env = loam_default_env(), .threads = 1};
    clipmap_def def = small;
    clipmap later, fresh;
    loam_jobs *jobs;
    def.gradual = true;
    CHECK_INT(loam_jobs_create(&two, &jobs), LOAM_OK);
    CHECK_INT(clipmap_create(&def, &later), LOAM_OK);
    make(&fresh);
    CHECK_INT(clipmap_move(&later, land, jobs, 90000, -60000, false), LOAM_OK);
    CHECK_INT(clipmap_move(&later, land, jobs, -190000, 60000, false), LOAM_OK);
    clipmap_finish(&later);
    CHECK(later.first.is_known && !clipmap_is_whole(&later));
    while (!clipmap_is_whole(&later))
    {
        check_rest();
        CHECK_INT(clipmap_move(&later, land, jobs, -190000, 60000, false), LOAM_OK);
    }
    CHECK_INT(clipmap_move(&fresh, land, NULL, -190000, 60000, false), LOAM_OK);
    clipmap_finish(&later);
    clipmap_finish(&fresh);
    for (int32_t l = 0; l < small.levels; l++)
    {
        const size_t count = (size_t)(small.side * small.side);
        CHECK(memcmp(later.level[l].surface, fresh.level[l].surface, count * 2 * sizeof(float)) ==
              0);
        check_squares(&later.level[l], &fresh.level[l]);
    }
    clipmap_destroy(&later);
    clipmap_destroy(&fresh);
    loam_jobs_destroy(jobs);
}

/// Ground is there at once, but the better map only when it is no longer put off: at a beginning and after a jump.
static void test_the_better_map_is_put_off(void)
{
    static const int64_t places[2][2] = {{90000, -60000}, {-900000, 60000}};
    const loam_jobs_def two = {.env = loam_default_env(), .threads = 1};
    clipmap_def def = small;
    clipmap m;
    loam_jobs *jobs;
    def.gradual = true;
    CHECK_INT(loam_jobs_create(&two, &jobs), LOAM_OK);
    CHECK_INT(clipmap_create(&def, &m), LOAM_OK);
    for (int32_t i = 0; i < 2; i++)
    {
        const int64_t x = places[i][0], z = places[i][1];
        CHECK_INT(clipmap_move(&m, land, jobs, x, z, true), LOAM_OK);
        CHECK(far_map_has(&m.first, x, z, 1) && !far_map_has(&m.far, x, z, 1));
        CHECK(m.far_coming == NULL && !clipmap_is_whole(&m));
        CHECK_INT(clipmap_move(&m, land, jobs, x, z, false), LOAM_OK);
        CHECK(m.far_coming != NULL && !clipmap_is_whole(&m));
        while (!clipmap_is_whole(&m))
        {
            check_rest();
            CHECK_INT(clipmap_move(&m, land, jobs, x, z, false), LOAM_OK);
        }
        CHECK(far_map_has(&m.far, x, z, 1));
    }
    clipmap_destroy(&m);
    loam_jobs_destroy(jobs);
}

/// Of a whole map: the grounds of each texel are what its biome and the woods there say.
static void check_woods(const clipmap *m, const clipmap_level *l)
{
    const int32_t side = m->def.side;
    const size_t plane = (size_t)side * (size_t)side * 4;
    int64_t changed = 0; // by woods
    for (int64_t z = l->z; z < l->z + side; z++)
    {
        uint8_t biomes[CLIPMAP_MAX_SIDE], grounds[CLIPMAP_MAX_SIDE * GROUND_KINDS];
        for (int64_t x = l->x; x < l->x + side; x++)
        {
            biomes[x - l->x] = l->biome[slot(m, x, z)];
        }
        grounds_of_woods(m->def.things,
                         (loam_land_area){l->x * l->step, z * l->step, l->step, side, 1}, biomes,
                         grounds);
        for (int64_t x = l->x; x < l->x + side; x++)
        {
            const uint8_t *const is = l->ground + 4 * slot(m, x, z);
            const uint8_t *const expected = grounds + GROUND_KINDS * (x - l->x);
            CHECK(memcmp(is, expected, 4) == 0 && memcmp(is + plane, expected + 4, 4) == 0);
            changed += memcmp(is, grounds_of_biome(biomes[x - l->x]), 4) != 0;
        }
    }
    CHECK(changed > side);
}

/// After a jump woods come row by row, some in each frame; a page that says the same asks for none.
static void test_woods_come_in_parts(void)
{
    const loam_jobs_def two = {.env = loam_default_env(), .threads = 1};
    const clipmap_def def = {
        .side = 256, .block = 16, .levels = 6, .gradual = true, .things = small.things};
    const int64_t half = def.levels / 2 * (int64_t)def.side * def.side; // the levels with woods
    int64_t frames = 0, sum = 0;
    clipmap m;
    loam_jobs *jobs;
    CHECK_INT(loam_jobs_create(&two, &jobs), LOAM_OK);
    CHECK_INT(clipmap_create(&def, &m), LOAM_OK);
    do
    {
        check_rest();
        CHECK_INT(clipmap_move(&m, land, jobs, -190000, 60000, false), LOAM_OK);
        clipmap_finish(&m);
        CHECK(m.woods <= CLIPMAP_WOODS + def.side);
        frames += m.woods > 0;
        sum += m.woods;
    } while (!clipmap_is_whole(&m));
    CHECK(frames >= half / CLIPMAP_WOODS && sum >= half);
    for (int32_t i = 3; i < def.levels; i++)
    {
        check_woods(&m, &m.level[i]);
    }
    const loam_surface_page page = page_at(5, loam_floor_div(-190000, 4096) * 4096,
                                           loam_floor_div(60000, 4096) * 4096);
    for (int32_t i = 0; i < LOAM_SURFACE_SIDE * LOAM_SURFACE_SIDE; i++)
    {
        ((uint8_t *)page.biome)[i] = i % 2 == 0 ? LOAM_BIOME_FOREST : LOAM_BIOME_PLAINS;
    }
    for (int32_t i = 0; i < 2; i++)
    {
        int64_t woods = 0;
        CHECK_INT(clipmap_add_page(&m, &page), LOAM_OK);
        do
        {
            clipmap_finish(&m);
            woods += m.woods;
        } while (!clipmap_is_whole(&m));
        CHECK(i == 0 ? woods > 0 : woods == 0);
    }
    check_woods(&m, &m.level[4]);
    clipmap_destroy(&m);
    loam_jobs_destroy(jobs);
    free_page(&page);
}

static void test_blocks_have_the_heights_that_are_in_them(void)
{
    clipmap m;
    make(&m);
    CHECK_INT(clipmap_move(&m, land, NULL, -194000, 96000, false), LOAM_OK);
    clipmap_finish(&m);
    for (int32_t l = 0; l < small.levels; l++)
    {
        const clipmap_level *const level = &m.level[l];
        for (int32_t i = 0; i < small.side * small.side; i++)
        {
            const int32_t x = i % small.side, z = i / small.side;
            const float h = level->surface[2 * slot(&m, level->x + x, level->z + z)];
            const size_t b = clipmap_block_at(&small, level, x / small.block, z / small.block);
            CHECK(h >= level->low[b] && h <= level->high[b]);
        }
    }
    clipmap_destroy(&m);
}

int main(void)
{
    loam_land_def def = loam_default_land_def();
    def.seed = 3;
    if (loam_land_create(&def, &land) != LOAM_OK)
    {
        return 1;
    }
    loam_land_things *things;
    loam_land_things_def things_def = loam_default_land_things_def();
    things_def.land = land;
    CHECK_INT(loam_land_things_create(&things_def, &things), LOAM_OK);
    small.things = things;
    RUN(test_levels_nest_in_whole_blocks);
    RUN(test_there_is_ground_before_any_page_is_there);
    RUN(test_texels_are_what_the_page_says);
    RUN(test_the_way_there_does_not_matter);
    RUN(test_coarse_maps_come_later);
    RUN(test_the_better_map_is_put_off);
    RUN(test_woods_come_in_parts);
    RUN(test_blocks_have_the_heights_that_are_in_them);
    loam_land_things_destroy(things);
    loam_land_destroy(land);
    return CHECK_DONE();
}
