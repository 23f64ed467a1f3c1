// SPDX-License-Identifier: MIT
// What breaks off a plant falls and lies there: not a tile of its wood is lost, wherever and however it falls.
#include "felled.h"

// ---- one tree -------------------------------------------------------------------------------------

static void check_felling(const char *species, int64_t x, uint64_t seed, loam_weather weather)
{
    enum
    {
        HEIGHT = 6
    };
    calm_defs();
    seed_count = 0;
    plant_tree(species, x, seed);
    loam_tile_world *const world = open_plain(weather);
    for (int32_t i = 0; i < 60; i++)
    {
        step_at(world, 0, 20);
    }
    CHECK_INT(loam_tile_world_plants(world).plants, 1);
    CHECK_INT(loam_tile_world_plants(world).falls, 0);
    cut(world, x - 40, HEIGHT, 80, 1);
    step_at(world, 0, 20);
    const uint64_t stood = count_seen(world, x, strcmp(species, "dead_tree") == 0 ? 6 : 12, HEIGHT);
    CHECK(stood > 5);
    CHECK_U64(loam_tile_world_plants(world).falling, stood);
    CHECK(wait_for_rest(world) > 50);
    CHECK_U64(loam_tile_world_plants(world).fallen, stood);
    CHECK_U64(loam_tile_world_plants(world).taken, 0);
    CHECK_U64(count_lying(world), stood);
    CHECK_U64(count_seen_high(world), 0); // nothing hangs in the air
    loam_tile_world_destroy(world);
    forget_saved();
}

// At x = 0 the ring's array begins anew, at 128 a chunk does.
static void test_all_wood_that_stood_lies(void)
{
    static const char *const species[] = {"oak",    "birch",  "pine",  "spruce",   "palm",
                                          "acacia", "baobab", "kapok", "dead_tree"};
    for (uint64_t i = 0; i < (CHECK_SANITIZED ? 2 : 9); i++)
    {
        check_felling(species[i], i % 2 ? 128 : 0, 5 + i, LOAM_WEATHER_CLEAR);
        check_felling(species[i], -70, 50 + i, LOAM_WEATHER_STORM);
    }
}

/// In wind, or in still air in which nothing stirs before.
static void lose_ground(bool still)
{
    calm_defs();
    defs.sky.wind_strength = still ? 0.0f : defs.sky.wind_strength;
    seed_count = 0;
    plant_tree("oak", 30, 2);
    loam_tile_world *const world = open_plain(LOAM_WEATHER_CLEAR);
    for (int32_t i = 0; i < (still ? 40 : 1); i++)
    {
        step_at(world, 0, 20);
    }
    CHECK_INT(loam_tile_world_plants(world).swaying, still ? 0 : 1);
    edit_box(world, LOAM_BLOCKS, (loam_tile_area){25, -9, 12, 9});
    for (int32_t i = 0; i < 17; i++)
    {
        step_at(world, 0, 20);
    }
    const uint64_t stood = loam_tile_world_plants(world).falling;
    CHECK(stood > 100);
    (void)wait_for_rest(world);
    CHECK_U64(count_lying(world), stood);
    CHECK_U64(count_seen(world, 30, 8, -20), stood); // nothing of it stands
    loam_tile_world_destroy(world);
    forget_saved();
}

static void test_a_tree_without_ground_falls(void)
{
    lose_ground(false);
    lose_ground(true);
}

// ---- among others ---------------------------------------------------------------------------------

static uint64_t count_blocks(const loam_tile_world *world, const char *name)
{
    const size_t all = (size_t)world->ring.side * (size_t)world->ring.side;
    const int32_t material = loam_material_find(&defs, name);
    uint64_t count = 0;
    for (size_t i = 0; i < all; i++)
    {
        count += world->ring.tiles[i].block == material;
    }
    return count;
}

// Some of the leaves that come off leave a seed, and all that dropped are there.
static void test_a_felled_tree_drops_seeds(void)
{
    for (int32_t with = 0; with < 2; with++)
    {
        calm_defs();
        defs.species[loam_species_find(&defs, "oak")].seed =
            (uint8_t)(with ? loam_material_find(&defs, "acorn") : LOAM_AIR);
        seed_count = 0;
        plant_tree("oak", 0, 5);
        loam_tile_world *const world = open_plain(LOAM_WEATHER_CLEAR);
        step_at(world, 0, 20);
        cut(world, -40, 6, 80, 1);
        step_at(world, 0, 20);
        (void)wait_for_rest(world);
        const loam_tile_plants now = loam_tile_world_plants(world);
        CHECK(now.shed > 500);
        CHECK_REPORT(with ? now.seeds > now.shed / 256 && now.seeds < now.shed / 32
                          : now.seeds == 0,
                     "%u seeds of %u leaves", (unsigned)now.seeds, (unsigned)now.shed);
        CHECK_U64(count_blocks(world, "acorn"), now.seeds);
        loam_tile_world_destroy(world);
        forget_saved();
    }
}

/// Fells the tree at 0 among others. How far above the ground it turned about something, in tiles; what broke of
/// the tree itself, and of all.
static int32_t fell_among(const char *tree, const char *others, uint64_t *own, uint64_t *all)
{
    int32_t highest = 0;
    calm_defs();
    seed_count = 0;
    plant_tree(tree, 0, 5);
    for (int32_t i = 0; others != NULL && i < 6; i++)
    {
        plant_tree(others, (i % 2 ? 1 : -1) * (16 + 8 * (i / 2)), 20 + (uint64_t)i);
    }
    loam_tile_world *const world = open_plain(LOAM_WEATHER_CLEAR);
    step_at(world, 0, 20);
    cut(world, -6, 6, 13, 1);
    step_at(world, 0, 20);
    *own = loam_tile_world_plants(world).falling;
    for (int32_t steps = 0; loam_tile_world_plants(world).falls > 0 && steps < LONGEST; steps++)
    {
        step_at(world, 0, 20);
        for (uint32_t i = 0; i < world->plants->standing_count; i++)
        {
            const loam_grown_plant *const plant =
                &world->plants->plants[world->plants->standing[i].plant];
            const loam_fall *const fall = &plant->falls[0];
            const int32_t pivot = fall->pivot[1] / PLANT_TILE;
            const bool higher = plant->x == 0 && fall->state == FALL_ROLLS && pivot > highest;
            highest = higher ? pivot : highest;
        }
    }
    *all = count_broken(world);
    CHECK_U64(loam_tile_world_plants(world).fallen, *all);
    CHECK_U64(count_lying(world), *all); // nothing is lost,
    for (int64_t x = -200; x < 200; x++) // and nothing hangs in the air
    {
        for (int64_t y = 40; y < 200; y++)
        {
            CHECK(loam_tile_world_at_without_plants(world, (loam_tile_pos){x, y}).wall == LOAM_AIR);
        }
    }
    loam_tile_world_destroy(world);
    forget_saved();
    return highest;
}

// An oak breaks what is thin; a pine is stopped by what is thick, and slides off.
static void test_falling_trees_meet_standing_ones(void)
{
    uint64_t own, all;
    CHECK(fell_among("oak", NULL, &own, &all) < 3);
    CHECK_U64(all, own);
    (void)fell_among("oak", "birch", &own, &all);
    CHECK(all > own + 10);
    CHECK(fell_among("pine", "baobab", &own, &all) > 8);
}

static void test_nothing_falls_by_itself(void)
{
    static const int64_t places[] = {WOODS, -9000, 0, 20000, 1000000};
    loam_tile_defs_init(&defs);
    for (int32_t i = 0; i < 5; i++)
    {
        loam_tile_world_def def = loam_default_tile_world_def();
        def.defs = &defs;
        def.seed = SEED;
        def.ring_log2 = 3;
        def.centre = (loam_tile_pos){places[i], GROUND};
        loam_tile_world *world = NULL;
        CHECK_OK(loam_tile_world_create(&def, &world));
        loam_tile_world_set_weather(world, LOAM_WEATHER_STORM);
        for (int32_t j = 0; j < 40; j++)
        {
            step_at(world, places[i], GROUND);
        }
        CHECK(loam_tile_world_plants(world).plants > 0);
        CHECK_U64(count_broken(world), 0);
        CHECK_U64(loam_tile_world_plants(world).shed, 0);
        loam_tile_world_destroy(world);
    }
}

// ---- a forest -------------------------------------------------------------------------------------

// The ring goes to and fro meanwhile, so that chunks with falling parts leave and come back.
static void test_a_forest_is_felled_while_the_ring_moves(void)
{
    calm_defs();
    loam_tile_world *const world = open_woods(NULL);
    loam_tile_world_set_weather(world, LOAM_WEATHER_STORM);
    step_at(world, WOODS, GROUND);
    cut_woods(world);
    uint64_t broken = 0;
    uint32_t max = 0;
    for (int32_t i = 0; i < (CHECK_SANITIZED ? 200 : 600); i++)
    {
        const int64_t to = i % 200 < 100 ? i % 200 : 200 - i % 200;
        step_at(world, WOODS + (i < 400 ? 4 * to : 0), GROUND);
        const loam_tile_plants now = loam_tile_world_plants(world);
        max = now.falls > max ? now.falls : max;
        if (i % 200 == 199) // all are here again
        {
            CHECK(count_broken(world) >= broken);
            CHECK_U64(count_lying(world), now.fallen);
            broken = count_broken(world);
        }
    }
    CHECK(max > 30);
    CHECK(broken > 5000);
    loam_tile_world_destroy(world);
}

// ---- what is dug, twigs, caves --------------------------------------------------------------------

/// Wood of the plant that is seen in a box.
static uint64_t count_in(const loam_tile_world *world, loam_tile_area box)
{
    uint64_t seen = 0;
    for (int64_t i = 0; i < (int64_t)box.w * box.h; i++)
    {
        const loam_tile_pos at = {box.x + i % box.w, box.y + i / box.w};
        seen += world->plants->cover.is_wood[loam_tile_world_at(world, at).wall];
    }
    return seen;
}

/// Cuts every so-manieth tile of wood above a height out of a tree, and waits until all that came off lies.
static void prune(loam_tile_world *world, int64_t low, int32_t every)
{
    int32_t seen = 0;
    for (int64_t y = low; y < 90; y++)
    {
        for (int64_t x = -60; x < 60; x++)
        {
            const loam_tile tile = loam_tile_world_at(world, (loam_tile_pos){x, y});
            if (world->plants->cover.is_wood[tile.wall] && seen++ % every == 0)
            {
                cut(world, x - 1, y, 3, 1);
            }
        }
    }
    step_at(world, 0, 20);
    (void)wait_for_rest(world);
}

// The ground is three tiles thick, with a cave below: not a tile of wood gets there, however small the twig.
static void test_twigs_stay_on_the_ground(void)
{
    static const char *const species[] = {"dead_tree", "birch", "acacia", "pine"};
    for (uint64_t i = 0; i < (CHECK_SANITIZED ? 1 : 4); i++)
    {
        calm_defs();
        seed_count = 0;
        plant_tree(species[i], 0, 5 + i);
        loam_tile_world *const world = open_plain(LOAM_WEATHER_CLEAR);
        edit_box(world, LOAM_BLOCKS, (loam_tile_area){-90, -60, 180, 57});
        step_at(world, 0, 20);
        prune(world, 4, 11 + 4 * (int32_t)i);
        const loam_tile_plants now = loam_tile_world_plants(world);
        CHECK_REPORT(now.fallen > 10, "%s: %u", species[i], (unsigned)now.fallen);
        CHECK_U64(count_broken(world), now.fallen);
        CHECK_U64(count_lying(world), now.fallen);
        for (int64_t at = 0; at < 180 * 60; at++)
        {
            const loam_tile_pos below = {at % 180 - 90, at / 180 - 60};
            CHECK_INT(loam_tile_world_at_without_plants(world, below).wall, LOAM_AIR);
        }
        loam_tile_world_destroy(world);
        forget_saved();
    }
}

// Where no sky is near, wood lies in the place of the walls, and none of it is lost.
static void test_wood_lies_in_caves_too(void)
{
    calm_defs();
    seed_count = 0;
    plant_tree("oak", 0, 2);
    plain_air = (loam_tile){.wall = (uint8_t)loam_material_find(&defs, "stone")};
    loam_tile_world *const world = open_plain(LOAM_WEATHER_CLEAR);
    plain_air = (loam_tile){0};
    step_at(world, 0, 20);
    cut(world, -6, 6, 13, 1);
    step_at(world, 0, 20);
    const uint64_t stood = loam_tile_world_plants(world).falling;
    CHECK(stood > 100);
    (void)wait_for_rest(world);
    CHECK_U64(loam_tile_world_plants(world).fallen, stood);
    CHECK_U64(count_lying(world), stood);
    loam_tile_world_destroy(world);
    forget_saved();
}

static void test_what_is_dug_from_a_falling_tree_does_not_lie(void)
{
    calm_defs();
    seed_count = 0;
    plant_tree("oak", 30, 2);
    loam_tile_world *const world = open_plain(LOAM_WEATHER_CLEAR);
    step_at(world, 0, 20);
    cut(world, 0, 6, 80, 1);
    step_at(world, 0, 20);
    const uint64_t stood = loam_tile_world_plants(world).falling;
    uint64_t dug = 0;
    for (int32_t i = 0; i < 240; i++)
    {
        step_at(world, 0, 20);
        if (i % 80 == 79)
        {
            const loam_tile_area box = {20 + i / 80 * 4, 22, 9, 4};
            dug += count_in(world, box);
            cut(world, box.x, box.y, box.w, box.h);
        }
    }
    step_at(world, 0, 20);
    CHECK(dug > 20);
    CHECK_U64(loam_tile_world_plants(world).taken, dug);
    (void)wait_for_rest(world);
    CHECK_U64(count_lying(world), stood - dug);
    loam_tile_world_destroy(world);
    forget_saved();
}

/// All that is left of the wood of the only plant, cells and tiles, becomes something else unseen.
static void replace_wood(loam_tile_world *world, uint8_t material)
{
    loam_plants *const p = world->plants;
    const plant_view view = loam_plants_view(p, p->standing[0].slot, p->standing[0].plant);
    for (uint32_t i = 0; i < view.plant->branch_count; i++)
    {
        const loam_branch *const branch = &view.branches[i];
        for (uint32_t c = branch->cell; c < branch->cell + branch->cell_count; c++)
        {
            if (p->cover.is_wood[view.cells[c].material])
            {
                view.cells[c].material = material;
                if (view.places[c] != 0)
                {
                    world->ring.tiles[view.places[c] - 1].wall = material;
                }
            }
        }
    }
}

// A trunk that is no wood, with twigs that were: what is owed is laid as wood of the twigs.
static void test_only_wood_lies(void)
{
    calm_defs();
    seed_count = 0;
    plant_tree("willow", 0, 6);
    const uint8_t stalk = (uint8_t)loam_material_find(&defs, "stalk");
    defs.species[seeds[0].species].parts[0] = stalk;
    loam_tile_world *const world = open_plain(LOAM_WEATHER_CLEAR);
    step_at(world, 0, 20);
    cut(world, -20, 6, 40, 1);
    step_at(world, 0, 20);
    const uint64_t stood = loam_tile_world_plants(world).falling;
    CHECK(stood > 10);
    replace_wood(world, stalk);
    (void)wait_for_rest(world);
    CHECK_U64(loam_tile_world_plants(world).fallen, stood);
    CHECK_U64(count_lying(world), stood);
    loam_tile_world_destroy(world);
    forget_saved();
}

int main(void)
{
    RUN_SERIAL(test_all_wood_that_stood_lies);
    RUN_SERIAL(test_a_tree_without_ground_falls);
    RUN_SERIAL(test_a_felled_tree_drops_seeds);
    RUN_SERIAL(test_falling_trees_meet_standing_ones);
    RUN_SERIAL(test_what_is_dug_from_a_falling_tree_does_not_lie);
    RUN_SERIAL(test_twigs_stay_on_the_ground);
    RUN_SERIAL(test_wood_lies_in_caves_too);
    RUN_SERIAL(test_only_wood_lies);
    RUN_UNSANITIZED(test_nothing_falls_by_itself);
    RUN_SERIAL(test_a_forest_is_felled_while_the_ring_moves);
    return CHECK_DONE();
}
