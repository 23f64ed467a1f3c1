// SPDX-License-Identifier: MIT
// Pages with channels for renderers: each says what areas say, continues across borders to the bit, and is the
// same whatever other channels were asked for.
#include "check.h"
#include "land/surface/channels.h"
#include "loam/jobs.h"
#include "loam/loam.h"
#include "shared_pages.h"

#include <math.h>
#include <stdlib.h>

enum
{
    SIDE = LAND_PATCH_SIDE,
    APRON = LAND_APRON_SIDE,
    LAST = SIDE - 1,
};

// ---- pages at places --------------------------------------------------------------------------------

typedef struct spot
{
    int64_t x, z;
} spot;

static loam_land *make_land(uint32_t channels)
{
    loam_land_def def = shared_land_def();
    def.page_channels = channels;
    loam_land *land = NULL;
    CHECK_OK(loam_land_create(&def, &land));
    return land;
}

/// A page, held; (x, z) is any place in it, moved by whole pages.
static const loam_page *hold(loam_land *land, spot at, int32_t level, int64_t dx, int64_t dz,
                             loam_surface_page *out)
{
    loam_pipeline *const pipeline = loam_land_pipeline(land);
    const int64_t side = (int64_t)LOAM_SURFACE_SIDE << level;
    const loam_page_id id = {.stage = loam_pipeline_stage_index(pipeline, "land.page"),
                             .level = level,
                             .x = (int64_t)floor((double)at.x / (double)side) + dx,
                             .z = (int64_t)floor((double)at.z / (double)side) + dz};
    const loam_page *page = NULL;
    CHECK_OK(loam_pipeline_get(pipeline, id, &page));
    *out = (loam_surface_page){
        .level = level, .x = id.x * side, .z = id.z * side, .step = (int64_t)1 << level};
    loam_land_channels_read(page, out);
    return page;
}

static void release(loam_land *land, const loam_page *page)
{
    loam_pipeline_release(loam_land_pipeline(land), page);
}

/// The mouth of a river, a place on its way, and one where it springs: sea, lakes, banks and dry land.
static int32_t find_spots(loam_land *land, spot out[3])
{
    enum
    {
        MOST = 200000
    };
    loam_river_point *const points = malloc(MOST * sizeof *points);
    loam_land_river_def def = loam_default_land_river_def();
    def.min_flow = 40;
    int32_t count = 0;
    loam_river_end end;
    CHECK_OK(loam_land_river(land, &def, points, MOST, &count, &end));
    const int32_t at[3] = {count - 1, count / 2, 0};
    for (int32_t i = 0; i < 3 && count > 0; i++)
    {
        out[i] = (spot){points[at[i]].x / 8, points[at[i]].z / 8};
    }
    free(points);
    return count;
}

static loam_land *whole;
static spot spots[3];
static const int32_t levels[] = {0, 1, 5, 6, 9, 11};
enum
{
    LEVELS = sizeof levels / sizeof *levels
};

// ---- a lake -----------------------------------------------------------------------------------------

/// Rivers pass through lakes: where points of one say so, pages do too.
static void test_lakes_are_lakes(void)
{
    enum
    {
        MOST = 200000
    };
    loam_river_point *const points = malloc(MOST * sizeof *points);
    int32_t asked = 0, lakes = 0;
    for (int32_t k = 0; k < 16 && asked < 6; k++)
    {
        loam_land_river_def def = loam_default_land_river_def();
        def.x = spots[2].x + k % 4 * 20000;
        def.z = spots[2].z + k / 4 * 20000;
        int32_t count = 0;
        loam_river_end end;
        (void)loam_land_river(whole, &def, points, MOST, &count, &end); // there may be none
        for (int32_t i = 8; i + 8 < count && asked < 6; i++)
        {
            if (points[i - 8].lake && points[i].lake && points[i + 8].lake) // not at the inlet
            {
                const spot at = {points[i].x / 8, points[i].z / 8};
                loam_surface_page page;
                const loam_page *const held = hold(whole, at, 0, 0, 0, &page);
                const uint8_t found = page.kind[(at.z - page.z) * SIDE + at.x - page.x];
                lakes += found == LOAM_WATER_LAKE || found == LOAM_WATER_ICE;
                asked++;
                release(whole, held);
                i += 40;
            }
        }
    }
    free(points);
    CHECK_RANGE(asked, 2, 6);
    CHECK_INT(lakes, asked);
}

// ---- what areas say ---------------------------------------------------------------------------------

static float height[APRON * APRON], water[SIDE * SIDE], soil[SIDE * SIDE], coast[SIDE * SIDE],
    river[SIDE * SIDE], coarser[SIDE * SIDE];
static uint8_t kind[SIDE * SIDE], biome[SIDE * SIDE];
static float weights[LOAM_MAX_LAND_BIOMES * SIDE * SIDE];

static void ask_areas(const loam_surface_page *page)
{
    const int64_t s = page->step;
    CHECK_OK(loam_land_fill(whole, (loam_land_area){page->x - s, page->z - s, s, APRON, APRON},
                            &(loam_land_samples){.height = height}));
    CHECK_OK(loam_land_fill(whole, (loam_land_area){page->x, page->z, s, SIDE, SIDE},
                            &(loam_land_samples){.water = water,
                                                 .soil = soil,
                                                 .coast = coast,
                                                 .river = river,
                                                 .kind = kind,
                                                 .biome = biome,
                                                 .weights = weights}));
    const int64_t twice = page->level + 1 < LOAM_SURFACE_LEVELS ? 2 * s : s;
    const int32_t side = twice > s ? LAND_COARSE_SIDE : SIDE;
    const int64_t apron = twice > s ? twice : 0;
    const loam_land_area area = {page->x - apron, page->z - apron, twice, side, side};
    CHECK_OK(loam_land_fill(whole, area, &(loam_land_samples){.height = coarser}));
}

static void check_heights(const loam_surface_page *page)
{
    CHECK_INT(page->height_stride, APRON);
    CHECK(memcmp(page->height - APRON - 1, height, sizeof height) == 0);
    for (int32_t p = 0; p < LOAM_SURFACE_COARSE * LOAM_SURFACE_COARSE; p++)
    {
        const int32_t i = p % LOAM_SURFACE_COARSE, j = p / LOAM_SURFACE_COARSE;
        const bool last = page->level + 1 == LOAM_SURFACE_LEVELS;
        const float own = page->coarser[j * page->coarser_stride + i];
        CHECK(own ==
              (last ? coarser[2 * j * SIDE + 2 * i] : coarser[(j + 1) * LAND_COARSE_SIDE + i + 1]));
    }
}

static void check_normals(const loam_surface_page *page)
{
    for (int32_t p = 0; p < SIDE * SIDE; p++)
    {
        const float *const at = height + (p / SIDE + 1) * APRON + p % SIDE + 1;
        const double x = (double)(at[-1] - at[1]), z = (double)(at[-APRON] - at[APRON]);
        const double y = 2.0 * (double)page->step, length = sqrt(x * x + y * y + z * z);
        CHECK_NEAR(page->normal[2 * p], x / length * 32767, 0.6);
        CHECK_NEAR(page->normal[2 * p + 1], z / length * 32767, 0.6);
    }
}

static int32_t seen_kinds[LOAM_WATER_KIND_COUNT], continued_count;

/// The nearest wet sample beside (i, j) or at its corners, by the page's own waters and those of areas.
static bool has_wet_beside(int32_t i, int32_t j, float level)
{
    for (int32_t k = 0; k < 9; k++)
    {
        const int32_t a = i + k % 3 - 1, b = j + k / 3 - 1;
        const bool in = a >= 0 && b >= 0 && a < SIDE && b < SIDE;
        if (in && water[b * SIDE + a] > LOAM_LAND_DRY && water[b * SIDE + a] == level)
        {
            return true;
        }
    }
    return false;
}

static void check_waters(const loam_surface_page *page)
{
    for (int32_t p = 0; p < SIDE * SIDE; p++)
    {
        const float ground = height[(p / SIDE + 1) * APRON + p % SIDE + 1];
        CHECK_INT(page->kind[p], kind[p]);
        CHECK((kind[p] != LOAM_WATER_NONE) == (water[p] > LOAM_LAND_DRY));
        seen_kinds[kind[p]]++;
        if (kind[p] != LOAM_WATER_NONE)
        {
            CHECK(page->water[p] == water[p]);
            continue;
        }
        CHECK_RANGE(page->water[p], ground - 2000, ground);
        const bool inner = p / SIDE > 0 && p / SIDE < LAST && p % SIDE > 0 && p % SIDE < LAST;
        const bool continues = has_wet_beside(p % SIDE, p / SIDE, page->water[p]);
        CHECK(!inner || continues || page->water[p] == ground || page->water[p] == ground - 1);
        continued_count += continues;
    }
}

static void check_biomes(const loam_surface_page *page)
{
    CHECK_INT(page->biome_stride, 4);
    const int32_t count = loam_land_biome_count(whole);
    for (int32_t p = 0; p < SIDE * SIDE; p++)
    {
        const uint8_t *const four = page->biome + 4 * p, *const shares = page->weights + 4 * p;
        CHECK_INT(four[0], biome[p]);
        CHECK_INT(shares[0] + shares[1] + shares[2] + shares[3], 255);
        float sum = 0, least = 1;
        for (int32_t k = 0; k < 4; k++)
        {
            sum += weights[four[k] * SIDE * SIDE + p] * (float)(k == 0 || four[k] != four[0]);
            least = k > 0 && weights[four[k] * SIDE * SIDE + p] < least
                        ? weights[four[k] * SIDE * SIDE + p]
                        : least;
        }
        for (int32_t k = 0; k < 4; k++)
        {
            CHECK_NEAR(shares[k],
                       shares[k] == 0 ? 0 : weights[four[k] * SIDE * SIDE + p] / sum * 255, 2.1);
        }
        for (int32_t b = 0; b < count; b++)
        {
            const bool among = b == four[0] || b == four[1] || b == four[2] || b == four[3];
            CHECK(among || weights[b * SIDE * SIDE + p] <= least || shares[3] == 0);
        }
    }
}

static void check_slow(const loam_surface_page *page)
{
    for (int32_t q = 0; q < LAND_SLOW_SAMPLES; q++)
    {
        const int32_t p = 4 * (q / LOAM_SURFACE_SLOW) * SIDE + 4 * (q % LOAM_SURFACE_SLOW);
        CHECK_NEAR(page->soil[q], soil[p] * 255, 0.51);
        CHECK_NEAR(page->river[q] / 16.0, river[p], 0.04);
        CHECK_NEAR(page->coast[q] / 4.0, coast[p], 0.3);
        CHECK(kind[p] == LOAM_WATER_NONE || page->wetness[q] == 255);
        CHECK(page->snow[p] == 0 || kind[p] == LOAM_WATER_NONE || kind[p] == LOAM_WATER_ICE);
    }
}

static void test_pages_say_what_areas_say(void)
{
    for (int32_t k = 0; k < 3 * LEVELS; k++)
    {
        loam_surface_page page;
        const loam_page *const held = hold(whole, spots[k % 3], levels[k / 3], 0, 0, &page);
        CHECK_INT(page.channels, LOAM_PAGE_ALL);
        ask_areas(&page);
        check_heights(&page);
        check_normals(&page);
        check_waters(&page);
        check_biomes(&page);
        check_slow(&page);
        release(whole, held);
    }
    CHECK(seen_kinds[LOAM_WATER_SEA] > 1000);
    CHECK(seen_kinds[LOAM_WATER_RIVER] > 300);
    CHECK(seen_kinds[LOAM_WATER_NONE] > 1000);
    CHECK(continued_count > 500);
}

// ---- borders ----------------------------------------------------------------------------------------

static void check_same(const loam_surface_page *a, int32_t p, int32_t at_a,
                       const loam_surface_page *b, int32_t q, int32_t at_b)
{
    CHECK(memcmp(&a->height[at_a], &b->height[at_b], 4) == 0);
    CHECK(memcmp(&a->water[p], &b->water[q], 4) == 0);
    CHECK(memcmp(&a->normal[2 * p], &b->normal[2 * q], 4) == 0);
    CHECK(memcmp(&a->biome[4 * p], &b->biome[4 * q], 4) == 0);
    CHECK(memcmp(&a->weights[4 * p], &b->weights[4 * q], 4) == 0);
    CHECK_INT(a->kind[p], b->kind[q]);
    CHECK_INT(a->snow[p], b->snow[q]);
}

static void check_slow_sample(const loam_surface_page *a, int32_t p, const loam_surface_page *b,
                              int32_t q)
{
    CHECK_INT(a->soil[p], b->soil[q]);
    CHECK_INT(a->wetness[p], b->wetness[q]);
    CHECK_INT(a->river[p], b->river[q]);
    CHECK_INT(a->coast[p], b->coast[q]);
    CHECK_INT(a->flow[2 * p], b->flow[2 * q]);
    CHECK_INT(a->flow[2 * p + 1], b->flow[2 * q + 1]);
}

static void test_borders_have_the_same_bits(void)
{
    for (int32_t k = 0; k < 3 * LEVELS; k++)
    {
        loam_surface_page own, east, north;
        const loam_page *const held[3] = {hold(whole, spots[k % 3], levels[k / 3], 0, 0, &own),
                                          hold(whole, spots[k % 3], levels[k / 3], 1, 0, &east),
                                          hold(whole, spots[k % 3], levels[k / 3], 0, 1, &north)};
        for (int32_t i = 0; i < SIDE; i++)
        {
            check_same(&own, i * SIDE + LAST, i * APRON + LAST, &east, i * SIDE, i * APRON);
            check_same(&own, LAST * SIDE + i, LAST * APRON + i, &north, i, i);
        }
        enum
        {
            SLOW = LOAM_SURFACE_SLOW,
            COARSE = LOAM_SURFACE_COARSE,
            ROW = LAND_COARSE_SIDE
        };
        for (int32_t i = 0; i < SLOW; i++)
        {
            check_slow_sample(&own, i * SLOW + SLOW - 1, &east, i * SLOW);
            check_slow_sample(&own, (SLOW - 1) * SLOW + i, &north, i);
        }
        for (int32_t i = 0; i < COARSE; i++)
        {
            CHECK(own.coarser[i * ROW + COARSE - 1] == east.coarser[i * ROW]);
            CHECK(own.coarser[(COARSE - 1) * ROW + i] == north.coarser[i]);
        }
        for (int32_t i = 0; i < 3; i++)
        {
            release(whole, held[i]);
        }
    }
}

// ---- rivers flow down -------------------------------------------------------------------------------

static void test_rivers_flow_down(void)
{
    int32_t flowing = 0, down = 0;
    for (int32_t k = 0; k < 2 * 9; k++)
    {
        loam_surface_page page;
        const loam_page *const held = hold(whole, spots[1 + k / 9], 0, k % 9 % 3 - 1, k % 9 / 3 - 1,
                                           &page);
        for (int32_t q = 0; q < LAND_SLOW_SAMPLES; q++)
        {
            const int32_t i = 4 * (q % LOAM_SURFACE_SLOW), j = 4 * (q / LOAM_SURFACE_SLOW);
            const double x = page.flow[2 * q] / 16.0, z = page.flow[2 * q + 1] / 16.0;
            const double speed = sqrt(x * x + z * z);
            CHECK_RANGE(speed, 0, 6.1);
            const int32_t p = j * SIDE + i;
            if (page.kind[p] != LOAM_WATER_RIVER)
            {
                continue;
            }
            CHECK(speed > 0.1);
            // Some metres downstream the water stands lower, if that is still the river.
            const int32_t di = i + (int32_t)lround(x / speed * 6),
                          dj = j + (int32_t)lround(z / speed * 6);
            const bool in = di >= 0 && dj >= 0 && di < SIDE && dj < SIDE;
            if (in && page.kind[dj * SIDE + di] == LOAM_WATER_RIVER)
            {
                flowing++;
                down += page.water[dj * SIDE + di] <= page.water[p];
            }
        }
        release(whole, held);
    }
    CHECK_RANGE(flowing, 100, 100000);
    CHECK_RANGE(down, flowing * 0.97, flowing);
}

// ---- masks ------------------------------------------------------------------------------------------

static void compare_channels(const loam_surface_page *part, const loam_surface_page *all)
{
    const struct
    {
        const void *part, *all;
        size_t size;
    } planes[] = {
        {part->normal, all->normal, sizeof(int16_t) * 2 * SIDE * SIDE},
        {part->kind, all->kind, SIDE * SIDE},
        {part->weights, all->weights, (size_t)4 * SIDE * SIDE},
        {part->snow, all->snow, SIDE * SIDE},
        {part->soil, all->soil, LAND_SLOW_SAMPLES},
        {part->wetness, all->wetness, LAND_SLOW_SAMPLES},
        {part->river, all->river, 2 * (size_t)LAND_SLOW_SAMPLES},
        {part->coast, all->coast, 2 * (size_t)LAND_SLOW_SAMPLES},
        {part->flow, all->flow, 2 * (size_t)LAND_SLOW_SAMPLES},
        {part->coarser, all->coarser, 4 * (size_t)LAND_COARSE_SIDE * LOAM_SURFACE_COARSE},
    };
    for (size_t k = 0; k < sizeof planes / sizeof *planes; k++)
    {
        CHECK(planes[k].part == NULL || memcmp(planes[k].part, planes[k].all, planes[k].size) == 0);
    }
    for (int32_t p = 0; p < SIDE * SIDE; p++)
    {
        const int32_t i = p % SIDE, j = p / SIDE;
        CHECK(part->height[j * part->height_stride + i] == all->height[j * all->height_stride + i]);
        CHECK_INT(part->biome[p * part->biome_stride], all->biome[p * all->biome_stride]);
        CHECK(all->kind[p] == LOAM_WATER_NONE || part->water[p] == all->water[p]);
    }
}

static void test_channels_do_not_depend_on_others(void)
{
    CHECK_RANGE(loam_land_channels_size(LOAM_PAGE_ALL), 300000, 400000);
    for (uint32_t bit = 1; bit < LOAM_PAGE_ALL; bit *= 2)
    {
        loam_land *const land = make_land(bit);
        loam_surface_page part, all;
        const loam_page *const one = hold(land, spots[0], 0, 0, 0, &part);
        const loam_page *const other = hold(whole, spots[0], 0, 0, 0, &all);
        CHECK_INT(part.channels, bit);
        CHECK((part.normal != NULL) == (bit == LOAM_PAGE_NORMAL));
        CHECK((part.kind != NULL) == (bit == LOAM_PAGE_WATER));
        CHECK((part.flow != NULL) == (bit == LOAM_PAGE_FLOW));
        CHECK((part.weights != NULL) == (bit == LOAM_PAGE_BIOMES));
        CHECK((part.snow != NULL) == (bit == LOAM_PAGE_GROUND));
        CHECK((part.river != NULL) == (bit == LOAM_PAGE_RANGES));
        CHECK((part.coarser != NULL) == (bit == LOAM_PAGE_COARSER));
        CHECK_INT(part.height_stride, bit == LOAM_PAGE_APRON ? APRON : SIDE);
        compare_channels(&part, &all);
        release(land, one);
        release(whole, other);
        loam_land_destroy(land);
    }
}

static void test_unknown_channels_are_refused(void)
{
    loam_land_def def = loam_default_land_def();
    def.page_channels = 0x104;
    loam_land *land;
    CHECK_INT(loam_land_create(&def, &land), LOAM_BAD_ARGUMENT);
    CHECK(land == NULL);
    CHECK_CONTAINS(loam_last_error(), "page_channels is 0x104; must be bits of 0xff");
}

// ---- streaming --------------------------------------------------------------------------------------

static int32_t shown_pages;

static void on_appear(void *user, const loam_surface_page *page)
{
    (void)user;
    shown_pages++;
    CHECK(page->normal != NULL && page->coarser != NULL && page->flow != NULL);
    CHECK_INT(page->channels, LOAM_PAGE_ALL);
    CHECK(isfinite(page->height[-APRON - 1]));
}

static void test_a_world_streams_them(void)
{
    loam_land_world_def def = loam_default_land_world_def();
    def.land = whole;
    def.view = 400;
    def.fine = 200;
    def.appear = on_appear;
    def.memory_bytes = (size_t)64 << 20;
    const loam_land_viewer viewer = {.x = spots[0].x, .z = spots[0].z};
    loam_land_world *world;
    CHECK_OK(loam_land_world_create(&def, viewer, &world));
    bool complete = false;
    for (int32_t i = 0; i < 2000 && !complete; i++)
    {
        CHECK_OK(loam_land_world_update(world, viewer, 20000, &complete));
    }
    CHECK(complete);
    CHECK(shown_pages > 10);
    const loam_land_world_counters counters = loam_land_world_count(world);
    CHECK(counters.memory_bytes >= (size_t)counters.pages * loam_land_channels_size(LOAM_PAGE_ALL));
    loam_land_world_destroy(world);
}

int main(void)
{
    whole = make_land(LOAM_PAGE_ALL);
    if (find_spots(whole, spots) > 0)
    {
        RUN(test_pages_say_what_areas_say);
        RUN(test_lakes_are_lakes);
        RUN(test_borders_have_the_same_bits);
        RUN(test_rivers_flow_down);
        RUN(test_channels_do_not_depend_on_others);
        RUN(test_unknown_channels_are_refused);
        RUN(test_a_world_streams_them);
    }
    loam_land_destroy(whole);
    return CHECK_DONE();
}
