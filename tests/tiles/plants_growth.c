// SPDX-License-Identifier: MIT
// Plants through the year: leaves come off and come back; plants grow, mend, die and sprout, and woods neither
// die out nor fill the world. All of it follows from the commands alone.
//
// `test_tiles_plants_growth years N` lets N years go by in a forest, visit by visit, and prints how many
// plants there are; `test_tiles_plants_growth steps N` lives N whole steps, without wind.
#include "check.h"

#include "loam/jobs.h"
#include "loam/random.h"
#include "tiles/plants/growth.h"
#include "tiles/plants/pack.h"
#include "tiles/plants/season.h"

#include <stdlib.h>
#include <string.h>

enum
{
    SEED = 3,
    WOODS = 4150, // x: a forest beside a lake
    SLOTS = 64,
    ROUNDS = 88 // visits of a chunk in a year
};

static loam_tile_defs defs;

/// Nothing happens to plants but that they live.
static void calm_defs(void)
{
    loam_tile_defs_init(&defs);
    memset(defs.rules, 0, sizeof defs.rules);
    defs.sky.rain = LOAM_AIR;
    defs.sky.snow = LOAM_AIR;
    defs.sky.lightning = LOAM_AIR;
}

static loam_tile_world *open_world(loam_jobs *jobs)
{
    loam_tile_world_def def = loam_default_tile_world_def();
    loam_tile_world *world = NULL;
    def.env.jobs = jobs;
    def.defs = &defs;
    def.seed = SEED;
    def.ring_log2 = 3;
    def.centre = (loam_tile_pos){WOODS, 80};
    CHECK_OK(loam_tile_world_create(&def, &world));
    return world;
}

/// Lets so many steps go by in which nothing happens but one visit of each chunk.
static void visit_all(loam_tile_world *world)
{
    for (int32_t slot = 0; slot < SLOTS; slot++)
    {
        world->steps += GROWTH_VISIT / SLOTS;
        CHECK_OK(loam_growth_visit(world, slot));
    }
}

// ---- counting -------------------------------------------------------------------------------------

typedef struct census
{
    int32_t storeys[LOAM_STOREY_COUNT];
    int32_t all, dead, young;
} census;

static census count_plants(const loam_tile_world *world)
{
    const loam_plants *const p = world->plants;
    census c = {.all = (int32_t)p->standing_count};
    for (uint32_t i = 0; i < p->standing_count; i++)
    {
        const loam_tile_plant *const plant = &p->plants[p->standing[i].plant].seed;
        const loam_tile_species *const species = &defs.species[plant->species];
        c.storeys[species->storey]++;
        c.dead += p->standing[i].withered > 0;
        c.young += plant->age < species->age_low;
    }
    return c;
}

static void print_census(const loam_tile_world *world, const char *when)
{
    const census c = count_plants(world);
    printf("%s: %d plants: %d trees, %d shrubs, %d herbs; %d young, %d dead; part %d\n", when,
           c.all, c.storeys[0], c.storeys[1], c.storeys[2], c.young, c.dead,
           (int)loam_tile_world_year(world));
    fflush(stdout);
}

static void let_years_pass(int32_t years)
{
    calm_defs();
    loam_tile_world *const world = open_world(NULL);
    print_census(world, "new");
    for (int32_t i = 0; i < years * ROUNDS; i++)
    {
        visit_all(world);
        if ((i + 1) % (ROUNDS / 4) == 0)
        {
            char when[32];
            snprintf(when, sizeof when, "year %.2f", (double)(i + 1) / ROUNDS);
            print_census(world, when);
        }
    }
    loam_tile_world_destroy(world);
}

static void live(int64_t steps)
{
    loam_tile_defs_init(&defs);
    defs.sky.wind_strength = 0; // plants that sway take ten times as long
    loam_tile_world *const world = open_world(NULL);
    print_census(world, "new");
    for (int64_t i = 1; i <= steps; i++)
    {
        CHECK_OK(loam_tile_world_step(world, (loam_tile_pos){WOODS, 80}));
        if (i % 30000 == 0)
        {
            char when[32];
            snprintf(when, sizeof when, "step %lld", (long long)i);
            print_census(world, when);
        }
    }
    printf("hash %016llx\n", (unsigned long long)loam_tile_world_hash(world));
    loam_tile_world_destroy(world);
}

// ---- leaves ---------------------------------------------------------------------------------------

/// How many tiles of the ring have a wall of a material.
static int32_t count_walls(const loam_tile_world *world, const char *name)
{
    const uint8_t material = (uint8_t)loam_material_find(&defs, name);
    const size_t tiles = (size_t)world->ring.side * (size_t)world->ring.side;
    int32_t count = 0;
    for (size_t i = 0; i < tiles; i++)
    {
        count += world->ring.tiles[i].wall == material;
    }
    return count;
}

static void test_leaves_come_off_and_come_back(void)
{
    calm_defs();
    loam_tile_world *const world = open_world(NULL);
    const uint64_t summer = loam_tile_world_hash(world);
    const int32_t leaves = count_walls(world, "leaf"), needles = count_walls(world, "pine_needle");
    CHECK(leaves > 1000 && needles > 100);
    loam_tile_world_set_season(world, LOAM_AUTUMN);
    CHECK_RANGE(count_walls(world, "leaf"), leaves / 3, leaves - 100);
    loam_tile_world_set_season(world, LOAM_WINTER);
    CHECK_INT(count_walls(world, "leaf"), 0);
    CHECK(count_walls(world, "pine_needle") >= needles); // that oaks have hidden
    loam_tile_world_set_season(world, LOAM_SUMMER);
    CHECK_U64(loam_tile_world_hash(world), summer);
    loam_tile_world_destroy(world);
}

/// Step by step it is as if the season had been set: when a plant was put does not matter.
static void test_leaves_follow_the_steps(void)
{
    calm_defs();
    loam_tile_world *const world = open_world(NULL);
    loam_tile_world_set_season(world, LOAM_AUTUMN);
    for (int32_t i = 0; i < 8; i++)
    {
        const int32_t before = count_walls(world, "leaf");
        world->steps += 6000; // about a rank of leaves
        CHECK_OK(loam_tile_world_step(world, (loam_tile_pos){WOODS, 80}));
        const int32_t leaves = count_walls(world, "leaf");
        CHECK(leaves < before);
        const uint64_t hash = loam_tile_world_hash(world);
        loam_plants_lift(world);
        loam_plants_settle(world);
        CHECK_U64(loam_tile_world_hash(world), hash);
    }
    loam_tile_world_destroy(world);
}

static void test_leaves_fall(void)
{
    loam_tile_defs_init(&defs);
    defs.sky.rain = defs.sky.snow = defs.sky.lightning = LOAM_AIR;
    loam_tile_world *const world = open_world(NULL);
    uint64_t counts[2][LOAM_MAX_MATERIALS] = {0};
    const loam_tile_area all = world->plants->canvas.area;
    const int32_t leaf = loam_material_find(&defs, "falling_leaf");
    loam_tile_world_set_season(world, LOAM_AUTUMN);
    for (int32_t i = 0; i < 200; i++)
    {
        CHECK_OK(loam_tile_world_step(world, (loam_tile_pos){WOODS, 80}));
    }
    loam_tile_world_census(world, all, counts[0]);
    CHECK_RANGE((int)counts[0][leaf], 15, 1200);
    loam_tile_world_set_season(world, LOAM_WINTER);
    for (int32_t i = 0; i < 450; i++)
    {
        CHECK_OK(loam_tile_world_step(world, (loam_tile_pos){WOODS, 80}));
    }
    loam_tile_world_census(world, all, counts[1]);
    CHECK(counts[1][leaf] < counts[0][leaf] / 2);
    loam_tile_world_destroy(world);
}

// ---- growing --------------------------------------------------------------------------------------

/// Whether a plant was there before.
static bool is_among(const loam_tile_plant *plants, int32_t count, const loam_tile_plant *plant)
{
    bool found = false;
    for (int32_t i = 0; i < count && !found; i++)
    {
        found = plants[i].seed == plant->seed && plants[i].x == plant->x && plants[i].y == plant->y;
    }
    return found;
}

static const loam_tile_plant *plant_of(const loam_tile_world *world, uint32_t standing)
{
    return &world->plants->plants[world->plants->standing[standing].plant].seed;
}

/// Those that have sprouted stand on the ground that they like, near one of their kind, with room around.
static void check_sprouts(const loam_tile_world *world, const loam_tile_plant *old, int32_t count)
{
    int32_t sprouts = 0;
    for (uint32_t i = 0; i < world->plants->standing_count; i++)
    {
        const loam_tile_plant *const plant = plant_of(world, i);
        const loam_tile_species *const species = &defs.species[plant->species];
        if (is_among(old, count, plant))
        {
            continue;
        }
        sprouts++;
        const int64_t ground = species->place == LOAM_PLANT_HANGING ? plant->y + 1 : plant->y - 1;
        CHECK((loam_growth_properties(world, plant->x, ground) & species->soil) != 0);
        for (uint32_t j = 0; j < world->plants->standing_count; j++)
        {
            const loam_tile_plant *const other = plant_of(world, j);
            const int64_t dx = llabs(other->x - plant->x), dy = llabs(other->y - plant->y);
            CHECK(i == j || dy >= 24 || defs.species[other->species].storey != species->storey ||
                  dx >= (int64_t)defs.groves.spacing[species->storey] / 2);
        }
    }
    CHECK(sprouts > 0);
}

/// Plants grow from the file as they are, whatever their age and what was cut.
static void check_packed(loam_tile_world *world)
{
    static uint8_t bytes[1 << 20];
    for (int32_t slot = 0; slot < SLOTS; slot++)
    {
        loam_plant_block *now = NULL, *then = NULL;
        CHECK_OK(loam_plants_copy(world, slot, &now));
        if (now == NULL)
        {
            continue;
        }
        const size_t size = loam_plants_pack_size(&defs, now);
        CHECK(size < sizeof bytes);
        loam_plants_pack(&defs, now, bytes);
        CHECK_OK(loam_plants_unpack(world, world->ring.slots[slot].chunk, bytes, size, &then));
        CHECK_INT(then->plant_count, now->plant_count);
        CHECK_INT(then->branch_count, now->branch_count);
        CHECK_INT(then->cell_count, now->cell_count);
        CHECK(memcmp(then->cells, now->cells, now->cell_count * sizeof *now->cells) == 0);
        loam_plant_block_free(&world->env, now);
        loam_plant_block_free(&world->env, then);
    }
}

/// Half a year in a forest, as fast as visits go.
static void test_a_forest_neither_dies_out_nor_fills_the_world(void)
{
    static loam_tile_plant old[8192];
    calm_defs();
    loam_tile_world *const world = open_world(NULL);
    const census first = count_plants(world);
    int32_t count = 0;
    for (uint32_t i = 0; i < world->plants->standing_count; i++)
    {
        old[count++] = *plant_of(world, i);
    }
    int32_t fewest = first.all, max = first.all, young = 0, dead = 0;
    for (int32_t i = 0; i < ROUNDS / 2; i++)
    {
        visit_all(world);
        const census now = count_plants(world);
        fewest = now.all < fewest ? now.all : fewest;
        max = now.all > max ? now.all : max;
        young = now.young > young ? now.young : young;
        dead = now.dead > dead ? now.dead : dead;
    }
    CHECK(fewest > first.all * 2 / 3 && max < first.all * 3 / 2);
    CHECK(young > 0 && dead > 0);
    CHECK(count_plants(world).storeys[LOAM_STOREY_TREES] > first.storeys[LOAM_STOREY_TREES] / 2);
    check_sprouts(world, old, count);
    check_packed(world);
    loam_tile_world_destroy(world);
}

/// The same with threads, and with plants moved about in memory.
static void test_growth_does_not_depend_on_threads(void)
{
    uint64_t hashes[2];
    calm_defs();
    for (int32_t i = CHECK_RACES; i < 2; i++)
    {
        loam_jobs *jobs = NULL;
        loam_jobs_def def = loam_default_jobs_def();
        def.threads = 3;
        const loam_result made = i == 0 ? LOAM_UNSUPPORTED : loam_jobs_create(&def, &jobs);
        CHECK(made == LOAM_OK || made == LOAM_UNSUPPORTED);
        loam_tile_world *const world = open_world(jobs);
        for (int32_t round = 0; round < 4; round++)
        {
            visit_all(world);
            if (i == 1)
            {
                loam_plants_compact(world);
            }
            for (int32_t step = 0; step < 10; step++)
            {
                CHECK_OK(loam_tile_world_step(world, (loam_tile_pos){WOODS, 80}));
            }
        }
        hashes[i] = loam_tile_world_hash(world);
        loam_tile_world_destroy(world);
        loam_jobs_destroy(jobs);
    }
    CHECK(CHECK_RACES || hashes[1] == hashes[0]);
}

// ---- what is done to them -------------------------------------------------------------------------

/// The highest oak of the ring's middle: where it stands.
static uint32_t find_oak(const loam_tile_world *world)
{
    const loam_plants *const p = world->plants;
    uint32_t best = 0;
    int64_t nearest = INT64_MAX;
    for (uint32_t i = 0; i < p->standing_count; i++)
    {
        const loam_tile_plant *const plant = plant_of(world, i);
        const bool oak = strcmp(defs.species[plant->species].name, "oak") == 0;
        if (oak && plant->age > 8.0f && llabs(plant->x - WOODS) < nearest)
        {
            nearest = llabs(plant->x - WOODS);
            best = i;
        }
    }
    CHECK(nearest < 200);
    return best;
}

/// Of all plants: cells that are not as they have grown.
static int32_t count_changed(const loam_tile_world *world)
{
    const loam_plants *const p = world->plants;
    int32_t count = 0;
    for (uint32_t i = 0; i < p->standing_count; i++)
    {
        const plant_view view = loam_plants_view(p, p->standing[i].slot, p->standing[i].plant);
        for (uint32_t j = 0; j < view.plant->cell_count; j++)
        {
            count += loam_plant_cell_now(&p->canvas, &view, j).changed;
        }
    }
    return count;
}

static void cut(loam_tile_world *world, loam_layer layer, int64_t x, int64_t y, int32_t radius)
{
    const loam_edit edit = {.shape = LOAM_EDIT_CIRCLE,
                            .layer = layer,
                            .material = LOAM_AIR,
                            .radius = radius,
                            .from = {x, y}};
    CHECK_OK(loam_tile_world_edit(world, &edit, NULL));
    CHECK_OK(loam_tile_world_step(world, (loam_tile_pos){WOODS, 80}));
}

static void test_what_is_cut_grows_again(void)
{
    calm_defs();
    loam_tile_world *const world = open_world(NULL);
    const uint32_t oak = find_oak(world);
    const loam_standing standing = world->plants->standing[oak];
    const int64_t x = plant_of(world, oak)->x;
    cut(world, LOAM_WALLS, x, standing.high - 12, 8);
    const int32_t changed = count_changed(world);
    CHECK(changed > 50);
    loam_tile_world_set_season(world, LOAM_WINTER);
    visit_all(world);
    CHECK_INT(count_changed(world), changed); // not now
    loam_tile_world_set_season(world, LOAM_SPRING);
    for (int32_t i = 0; i < 20; i++)
    {
        visit_all(world);
    }
    CHECK_INT(count_changed(world), 0);
    loam_tile_world_destroy(world);
}

static void test_a_tree_without_ground_withers(void)
{
    calm_defs();
    loam_tile_world *const world = open_world(NULL);
    const loam_tile_plant oak = *plant_of(world, find_oak(world));
    const int32_t slot = world->plants->standing[find_oak(world)].slot;
    cut(world, LOAM_BLOCKS, oak.x, oak.y - 2, 3);
    visit_all(world);
    bool there = false, withers = false;
    for (uint32_t i = 0; i < world->plants->standing_count; i++)
    {
        const bool same = plant_of(world, i)->seed == oak.seed;
        there |= same;
        withers |= same && world->plants->standing[i].withered > 0;
    }
    CHECK(there && withers);
    for (int32_t i = 0; i < ROUNDS + ROUNDS / 2 && there; i++)
    {
        world->steps += GROWTH_VISIT;
        CHECK_OK(loam_growth_visit(world, slot));
        there = false;
        for (uint32_t j = 0; j < world->plants->standing_count; j++)
        {
            there |= plant_of(world, j)->seed == oak.seed;
        }
    }
    CHECK(!there);
    loam_tile_world_destroy(world);
}

int main(int argc, char **argv)
{
    if (argc == 3)
    {
        const int count = atoi(argv[2]);
        strcmp(argv[1], "years") == 0 ? let_years_pass(count) : live(count);
        return CHECK_DONE();
    }
    RUN_SERIAL(test_leaves_come_off_and_come_back);
    RUN_SERIAL(test_leaves_follow_the_steps);
    RUN_UNSANITIZED(test_leaves_fall);
    RUN_UNSANITIZED(test_a_forest_neither_dies_out_nor_fills_the_world);
    RUN(test_growth_does_not_depend_on_threads);
    RUN_SERIAL(test_what_is_cut_grows_again);
    RUN_UNSANITIZED(test_a_tree_without_ground_withers);
    return CHECK_DONE();
}
