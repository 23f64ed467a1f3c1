// SPDX-License-Identifier: MIT
// Plants stand where they can live: each on its kind of ground, none in the air, in rock or in a lake that is
// not theirs, with room between them across borders of chunks; the same whoever asks, in whichever order.
#include "world.h"

#include "loam/jobs.h"
#include "loam/random.h"

#include <stdlib.h>

enum
{
    SEEDS = 4,
    SIDE = LOAM_CHUNK_SIDE,
    MARGIN = 40, // tiles around a chunk that are looked at
    W = SIDE + 2 * MARGIN,
    RUN = 200, // chunks along a horizon
    ROWS = 5,  // chunks above each other that it may run through
    FOUND_MAX = 1 << 16,
};

static loam_tile tiles[W * W];
static loam_tile_plant found[FOUND_MAX];
static int32_t found_count;

static int32_t plants_of(const loam_tile_source *source, int64_t x, int64_t y, loam_tile_plant *out)
{
    int32_t count = -1;
    CHECK_OK(loam_tile_source_plants(source, (loam_chunk_pos){x, y}, out, &count));
    CHECK_RANGE(count, 0, LOAM_MAX_CHUNK_PLANTS);
    return count;
}

/// The chunk row that the surface of a column lies in.
static int64_t surface_row(const loam_tile_source *source, int64_t chunk_x)
{
    loam_tile_column column;
    CHECK_OK(loam_tile_source_columns(source, chunk_x * SIDE + SIDE / 2, 1, 1, &column));
    return loam_chunk_of_tile((loam_tile_pos){0, column.surface}).y;
}

/// All plants of the chunks from first on, around the surface.
static void find_along(const loam_tile_source *source, int64_t first, int32_t chunks, int32_t rows)
{
    found_count = 0;
    for (int64_t x = first; x < first + chunks; x++)
    {
        const int64_t row = surface_row(source, x);
        for (int64_t y = row - rows / 2; y <= row + rows / 2; y++)
        {
            CHECK(found_count + LOAM_MAX_CHUNK_PLANTS <= FOUND_MAX);
            found_count += plants_of(source, x, y, found + found_count);
        }
    }
}

static const loam_tile_species *species_of(const loam_tile_plant *plant)
{
    return &builtin.species[plant->species];
}

// ---- where they stand ---------------------------------------------------------------------------

static loam_tile tile_at(loam_tile_area area, int64_t x, int64_t y)
{
    return tiles[(y - area.y) * area.w + (x - area.x)];
}

static uint32_t block_properties(loam_tile_area area, int64_t x, int64_t y)
{
    return builtin.materials[tile_at(area, x, y).block].properties;
}

/// What a plant stands on or hangs from.
static void check_support(loam_tile_area area, const loam_tile_plant *plant)
{
    const loam_tile_species *const species = species_of(plant);
    const bool hangs = species->place == LOAM_PLANT_HANGING;
    const uint32_t soil = block_properties(area, plant->x, plant->y + (hangs ? 1 : -1));
    CHECK_REPORT(
        (soil & species->soil) != 0, "%s at %lld, %lld stands on %s", species->name,
        (long long)plant->x, (long long)plant->y,
        builtin.materials[tile_at(area, plant->x, plant->y + (hangs ? 1 : -1)).block].name);
    const bool floats = species->place == LOAM_PLANT_ON_WATER;
    CHECK_REPORT(floats || (soil & LOAM_SOLID) != 0, "%s floats", species->name);
}

/// What it stands in: air, or, on a shore, water.
static void check_room(loam_tile_area area, const loam_tile_plant *plant)
{
    const loam_tile_species *const species = species_of(plant);
    const int64_t up = species->place == LOAM_PLANT_HANGING ? -1 : 1;
    for (int64_t i = 0; i < 3; i++)
    {
        const loam_tile tile = tile_at(area, plant->x, plant->y + up * i);
        const uint32_t properties = builtin.materials[tile.block].properties;
        const bool shore = species->place == LOAM_PLANT_ON_SHORE && (properties & LOAM_WET) != 0;
        CHECK_REPORT((properties & LOAM_SOLID) == 0, "%s at %lld, %lld is in %s", species->name,
                     (long long)plant->x, (long long)plant->y, builtin.materials[tile.block].name);
        CHECK_REPORT(tile.block == LOAM_AIR || shore || i > 0, "%s at %lld, %lld is in %s",
                     species->name, (long long)plant->x, (long long)plant->y,
                     builtin.materials[tile.block].name);
    }
}

/// What a column has to say about a plant.
static void check_column(const loam_tile_plant *plant, const loam_tile_column *column)
{
    const loam_tile_species *const species = species_of(plant);
    const bool lake = column->water != INT64_MIN;
    const int64_t depth = lake ? column->water - column->surface : 0;
    switch (species->place)
    {
    case LOAM_PLANT_ON_GROUND:
        CHECK_REPORT(!lake, "%s grows in a lake", species->name);
        CHECK_RANGE(plant->y - column->surface, -10, 4);
        break;
    case LOAM_PLANT_ON_SHORE:
        CHECK_RANGE(depth, 0, 3);
        CHECK_RANGE(plant->y - column->surface, -10, 4);
        break;
    case LOAM_PLANT_ON_WATER:
        CHECK_INT(plant->y, column->water);
        CHECK(depth >= 2);
        break;
    case LOAM_PLANT_IN_CAVES:
        CHECK(column->surface - plant->y >= 12 &&
              (float)(column->surface - plant->y) >= species->depth_low);
        break;
    default:
        CHECK((float)(column->surface - plant->y) <= species->depth_high);
        break;
    }
}

static void check_values(const loam_tile_plant *plant)
{
    const loam_tile_species *const species = species_of(plant);
    CHECK_RANGE(plant->age, species->age_low, species->age_high);
    CHECK_RANGE(plant->soil, 0, 1);
    CHECK_RANGE(plant->moisture, 0, 1);
    CHECK_RANGE(plant->light, 0, 1);
    CHECK_RANGE(plant->wind_left, 0, 1);
    CHECK_RANGE(plant->wind_right, 0, 1);
    CHECK_RANGE(plant->slope, -8, 8);
    CHECK_RANGE(plant->slope, -species->slope, species->slope);
    const bool cave = species->place == LOAM_PLANT_IN_CAVES;
    CHECK(!cave || (plant->light == 0 && plant->wind_left == 0 && plant->wind_right == 0));
}

static int64_t check_chunk(const loam_tile_source *source, int64_t x, int64_t y)
{
    static loam_tile_plant plants[LOAM_MAX_CHUNK_PLANTS];
    const int32_t count = plants_of(source, x, y, plants);
    const loam_tile_area area = {x * SIDE - MARGIN, y * SIDE - MARGIN, W, W};
    if (count > 0)
    {
        CHECK_OK(loam_tile_source_fill(source, area, tiles));
    }
    for (int32_t i = 0; i < count; i++)
    {
        loam_tile_column column;
        CHECK(loam_chunk_of_tile((loam_tile_pos){plants[i].x, plants[i].y}).x == x &&
              loam_chunk_of_tile((loam_tile_pos){plants[i].x, plants[i].y}).y == y);
        CHECK(i == 0 || plants[i - 1].x <= plants[i].x);
        CHECK_OK(loam_tile_source_columns(source, plants[i].x, 1, 1, &column));
        check_support(area, &plants[i]);
        check_room(area, &plants[i]);
        check_column(&plants[i], &column);
        check_values(&plants[i]);
    }
    return count;
}

static void test_plants_stand_where_they_can(void)
{
    int64_t count = 0;
    for (uint64_t seed = 1; seed <= SEEDS; seed++)
    {
        loam_tile_source *const source = grow(seed);
        for (int64_t x = -40; x < 40; x++)
        {
            const int64_t row = surface_row(source, x * 9);
            count += check_chunk(source, x * 9, row);
            count += check_chunk(source, x * 9, row - 1 - x % 5);
        }
        loam_tile_source_destroy(source);
    }
    CHECK(count > 4000);
}

// ---- spacing ------------------------------------------------------------------------------------

static int by_place(const void *a, const void *b)
{
    const loam_tile_plant *const one = a, *const other = b;
    return one->x != other->x ? (one->x < other->x ? -1 : 1)
                              : (one->y > other->y) - (one->y < other->y);
}

/// Plants of a storey are at least half a spacing apart, or above one another.
static int64_t check_spacing(int32_t storey)
{
    const float least = builtin.groves.spacing[storey] * 0.5f;
    const loam_tile_plant *last = NULL;
    int64_t borders = 0;
    for (int32_t i = 0; i < found_count; i++)
    {
        if (species_of(&found[i])->storey != storey)
        {
            continue;
        }
        if (last != NULL)
        {
            const int64_t apart = found[i].x - last->x;
            const bool above = apart == 0 && found[i].y - last->y >= 3;
            CHECK_REPORT((float)apart >= least || above, "%s and %s are %lld apart at %lld, %lld",
                         species_of(last)->name, species_of(&found[i])->name, (long long)apart,
                         (long long)last->x, (long long)last->y);
            borders += loam_chunk_of_tile((loam_tile_pos){last->x, 0}).x !=
                       loam_chunk_of_tile((loam_tile_pos){found[i].x, 0}).x;
        }
        last = &found[i];
    }
    return borders;
}

static void test_spacing_holds_across_borders(void)
{
    int64_t borders[LOAM_STOREY_COUNT] = {0};
    for (uint64_t seed = 1; seed <= SEEDS; seed++)
    {
        loam_tile_source *const source = grow(seed);
        find_along(source, (int64_t)seed * 1000 - RUN, RUN, ROWS);
        qsort(found, (size_t)found_count, sizeof *found, by_place);
        for (int32_t storey = 0; storey < LOAM_STOREY_COUNT; storey++)
        {
            borders[storey] += check_spacing(storey);
        }
        loam_tile_source_destroy(source);
    }
    CHECK(borders[LOAM_STOREY_TREES] > 200 && borders[LOAM_STOREY_HERBS] > 500);
}

// One column has one plant of a storey on its ground, and no two chunks place it.
static void test_each_plant_is_placed_once(void)
{
    loam_tile_source *const source = grow(7);
    find_along(source, 0, RUN, ROWS);
    qsort(found, (size_t)found_count, sizeof *found, by_place);
    int32_t grounds = 0;
    for (int32_t i = 0; i < found_count; i++)
    {
        for (int32_t j = i + 1; j < found_count && found[j].x == found[i].x; j++)
        {
            const loam_tile_species *const a = species_of(&found[i]), *const b = species_of(
                                                                          &found[j]);
            const bool ground = a->place <= LOAM_PLANT_ON_SHORE && b->place <= LOAM_PLANT_ON_SHORE;
            CHECK_REPORT(!ground || a->storey != b->storey, "%s and %s at %lld: %lld, %lld",
                         a->name, b->name, (long long)found[i].x, (long long)found[i].y,
                         (long long)found[j].y);
            grounds += ground;
        }
    }
    CHECK(found_count > 2000 && grounds > 20);
    loam_tile_source_destroy(source);
}

// ---- what there is ------------------------------------------------------------------------------

static void test_every_species_is_found(void)
{
    int64_t seen[LOAM_MAX_SPECIES] = {0};
    for (uint64_t seed = 1; seed <= SEEDS; seed++)
    {
        loam_tile_source *const source = grow(seed * 31);
        for (int64_t x = -400; x < 400; x += 2)
        {
            static loam_tile_plant plants[LOAM_MAX_CHUNK_PLANTS];
            const int64_t row = surface_row(source, x) - (x % 8 == 0 ? 4 : 0);
            const int32_t count = plants_of(source, x, row, plants);
            for (int32_t i = 0; i < count; i++)
            {
                seen[plants[i].species]++;
            }
        }
        loam_tile_source_destroy(source);
    }
    for (int32_t i = 0; builtin.species[i].name[0] != '\0'; i++)
    {
        CHECK_REPORT(seen[i] >= 10, "%lld of %s", (long long)seen[i], builtin.species[i].name);
    }
}

/// Trees on dry ground of a stretch of chunks, and how many places for them there are.
static double tree_density(const loam_tile_source *source, int64_t first, int32_t chunks)
{
    find_along(source, first, chunks, 3);
    int32_t trees = 0;
    for (int32_t i = 0; i < found_count; i++)
    {
        trees += species_of(&found[i])->storey == LOAM_STOREY_TREES &&
                 species_of(&found[i])->place == LOAM_PLANT_ON_GROUND;
    }
    return trees * (double)builtin.groves.spacing[LOAM_STOREY_TREES] / (chunks * SIDE);
}

/// Of what was found last.
static int32_t count_flowers(void)
{
    int32_t count = 0;
    for (int32_t i = 0; i < found_count; i++)
    {
        const loam_tile_species *const species = species_of(&found[i]);
        count += species->storey == LOAM_STOREY_HERBS && species->flower != LOAM_AIR &&
                 species->place == LOAM_PLANT_ON_GROUND;
    }
    return count;
}

// Density varies over tens to hundreds of tiles: forests, lone trees and meadows all occur in middling
// climates, where any of them could.
static void test_forests_glades_and_meadows(void)
{
    int32_t forests = 0, sparse = 0, bare = 0, all = 0;
    double flowers[2] = {0, 0}; // in forests, in meadows
    for (uint64_t seed = 1; seed <= SEEDS; seed++)
    {
        loam_tile_source *const source = grow(seed);
        for (int64_t x = -300; x < 300; x += 3)
        {
            loam_tile_column column;
            CHECK_OK(loam_tile_source_columns(source, x * SIDE + 64, 1, 1, &column));
            if (column.biome != 4 || column.water != INT64_MIN)
            {
                continue;
            }
            const double density = tree_density(source, x, 1);
            forests += density > 0.6;
            sparse += density > 0.05 && density < 0.35;
            bare += density < 0.05;
            flowers[density < 0.05] += density < 0.05 || density > 0.6 ? count_flowers() : 0;
            all++;
        }
        loam_tile_source_destroy(source);
    }
    CHECK(all >= 60);
    CHECK_RANGE(forests / (double)all, 0.1, 0.6);
    CHECK_RANGE(sparse / (double)all, 0.1, 0.6);
    CHECK_RANGE(bare / (double)all, 0.05, 0.5);
    CHECK_RANGE(flowers[1] / bare / (flowers[0] / forests), 1.5, 100);
}

static void test_far_away_it_is_as_dense(void)
{
    loam_tile_source *const source = grow(5);
    const int64_t far = (int64_t)1 << 33; // chunks: 2^40 tiles
    double here = 0, there = 0;
    for (int64_t i = 0; i < 10; i++)
    {
        here += tree_density(source, i * 500, 40);
        there += tree_density(source, far + i * 500, 40);
    }
    CHECK(here > 1.0);
    CHECK_RANGE(there / here, 0.6, 1.7);
    loam_tile_source_destroy(source);
}

static void test_the_ends_of_the_world_have_answers(void)
{
    static loam_tile_plant plants[LOAM_MAX_CHUNK_PLANTS];
    loam_tile_source *const source = grow(5);
    const int64_t end = LOAM_TILE_END / SIDE;
    int32_t count = 0;
    for (int64_t y = -4; y <= 4; y++)
    {
        plants_of(source, -end, y, plants);
        plants_of(source, end - 1, y, plants);
    }
    CHECK_INT(plants_of(source, 0, end - 1, plants), 0);
    plants_of(source, 0, -end, plants);
    CHECK_INT(loam_tile_source_plants(source, (loam_chunk_pos){end, 0}, plants, &count),
              LOAM_BAD_ARGUMENT);
    loam_tile_source_destroy(source);
}

// ---- the same for all ---------------------------------------------------------------------------

static void test_another_seed_has_other_plants(void)
{
    loam_tile_source *const one = grow(1), *const other = grow(2);
    static loam_tile_plant plants[LOAM_MAX_CHUNK_PLANTS];
    uint64_t hashes[2] = {0, 0};
    for (int64_t x = 0; x < 20; x++)
    {
        int32_t count = plants_of(one, x, surface_row(one, x), plants);
        hashes[0] = loam_hash_bytes(plants, (size_t)count * sizeof *plants, hashes[0]);
        count = plants_of(other, x, surface_row(one, x), plants);
        hashes[1] = loam_hash_bytes(plants, (size_t)count * sizeof *plants, hashes[1]);
    }
    CHECK(hashes[0] != hashes[1]);
    loam_tile_source_destroy(one);
    loam_tile_source_destroy(other);
}

static void check_page(const loam_tile_source *source, const loam_page *page)
{
    static loam_tile_plant plants[LOAM_MAX_CHUNK_PLANTS];
    const loam_tile_chunk_plants *const all = page->data;
    const int32_t count = plants_of(source, page->x, page->y, plants);
    CHECK_INT(all->count, count);
    CHECK(page->size == offsetof(loam_tile_chunk_plants, plants) + (size_t)count * sizeof *plants);
    CHECK(memcmp(all->plants, plants, (size_t)count * sizeof *plants) == 0);
}

static void check_pages(loam_pipeline *pipeline, const loam_tile_source *source, uint64_t order)
{
    const int32_t stage = loam_pipeline_stage_index(pipeline, "plants");
    CHECK_INT(stage, loam_pipeline_stage_count(pipeline) - 1);
    for (uint64_t i = 0; i < 40; i++)
    {
        const int64_t k = (int64_t)((i * 11 + order * 7) % 40);
        const loam_page_id id = {.stage = stage, .x = k % 8 - 4, .y = k / 8 - 3};
        const loam_page *page = NULL;
        CHECK_OK(loam_pipeline_get(pipeline, id, &page));
        check_page(source, page);
        loam_pipeline_release(pipeline, page);
    }
}

// Whatever the order and the threads: the stage makes what the source makes.
static void test_the_stage_makes_the_same(void)
{
    loam_tile_source *const source = grow(1234);
    for (int32_t threads = 0; threads <= 2; threads++)
    {
        loam_jobs_def jobs_def = loam_default_jobs_def();
        jobs_def.threads = threads;
        loam_pipeline_def def = loam_default_pipeline_def();
        CHECK_OK(loam_jobs_create(&jobs_def, &def.env.jobs));
        def.seed = 1234;
        loam_pipeline *pipeline = NULL;
        CHECK_OK(loam_pipeline_create(&def, &pipeline));
        CHECK_OK(loam_tile_stages_add(pipeline, &builtin));
        check_pages(pipeline, source, (uint64_t)threads);
        loam_pipeline_destroy(pipeline);
        loam_jobs_destroy(def.env.jobs);
    }
    loam_tile_source_destroy(source);
}

// A species that is taken out leaves all plants of the other storeys where they are.
static void test_species_do_not_depend_on_their_place_in_the_list(void)
{
    static loam_tile_plant before[LOAM_MAX_CHUNK_PLANTS], after[LOAM_MAX_CHUNK_PLANTS];
    loam_tile_source *const source = grow(3);
    loam_tile_defs *const fewer = malloc(sizeof *fewer);
    const loam_env env = loam_default_env();
    loam_tile_source *other = NULL;
    memcpy(fewer, &builtin, sizeof *fewer);
    memmove(fewer->species, fewer->species + 1, (LOAM_MAX_SPECIES - 1) * sizeof *fewer->species);
    CHECK_INT(builtin.species[0].storey, LOAM_STOREY_TREES);
    CHECK_OK(loam_tile_source_create(&env, fewer, 3, &other));
    int32_t herbs = 0;
    for (int64_t x = 0; x < 40; x++)
    {
        const int64_t row = surface_row(source, x);
        const int32_t count = plants_of(source, x, row, before),
                      now = plants_of(other, x, row, after);
        int32_t at = 0;
        for (int32_t i = 0; i < count; i++)
        {
            if (species_of(&before[i])->storey == LOAM_STOREY_HERBS)
            {
                while (at < now && after[at].seed != before[i].seed)
                {
                    at++;
                }
                CHECK(at < now && after[at].x == before[i].x && after[at].y == before[i].y &&
                      after[at].species == before[i].species - 1);
                herbs++;
            }
        }
    }
    CHECK(herbs > 100);
    free(fewer);
    loam_tile_source_destroy(source);
    loam_tile_source_destroy(other);
}

int main(void)
{
    RUN(test_plants_stand_where_they_can);
    RUN(test_spacing_holds_across_borders);
    RUN(test_each_plant_is_placed_once);
    RUN(test_every_species_is_found);
    RUN(test_forests_glades_and_meadows);
    RUN(test_far_away_it_is_as_dense);
    RUN(test_the_ends_of_the_world_have_answers);
    RUN(test_another_seed_has_other_plants);
    RUN(test_the_stage_makes_the_same);
    RUN(test_species_do_not_depend_on_their_place_in_the_list);
    return CHECK_DONE();
}
