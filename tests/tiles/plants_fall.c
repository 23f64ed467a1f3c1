// SPDX-License-Identifier: MIT
// What breaks off a plant falls and lies there: not a tile of its wood is lost, wherever and however it falls.
#include "check.h"

#include "loam/jobs.h"
#include "loam/random.h"
#include "tiles/plants/fall.h"
#include "tiles/state/touched.h"

#include <stdlib.h>
#include <string.h>

enum
{
    SEED = 3,
    WOODS = 4150, // x: a forest on hills
    GROUND = 80,  // y of it, about
    LONGEST = 2400,
    MAX_SAVED = 256
};

static loam_tile_defs defs;

/// Nothing burns or grows, nothing falls from the sky.
static void calm_defs(void)
{
    loam_tile_defs_init(&defs);
    memset(defs.rules, 0, sizeof defs.rules);
    defs.sky.rain = LOAM_AIR;
    defs.sky.snow = LOAM_AIR;
    defs.sky.lightning = LOAM_AIR;
}

// ---- a plain with trees ---------------------------------------------------------------------------

/// A store that has a plain of stone below y = 0 with some plants, and keeps what is saved.
typedef struct saved_chunk
{
    loam_chunk_pos at;
    loam_tile *tiles;
    uint8_t *plants;
    size_t size;
} saved_chunk;

static saved_chunk saved[MAX_SAVED];
static int32_t saved_count;
static loam_tile_plant seeds[8];
static int32_t seed_count;
static loam_tile plain_air; // what is above the plain

static saved_chunk *find_saved(loam_chunk_pos at, bool make)
{
    for (int32_t i = 0; i < saved_count; i++)
    {
        if (saved[i].at.x == at.x && saved[i].at.y == at.y)
        {
            return &saved[i];
        }
    }
    if (!make || saved_count == MAX_SAVED)
    {
        return NULL;
    }
    saved[saved_count] = (saved_chunk){.at = at,
                                       .tiles = malloc(LOAM_CHUNK_TILES * sizeof(loam_tile))};
    return &saved[saved_count++];
}

static void forget_saved(void)
{
    for (; saved_count > 0; saved_count--)
    {
        free(saved[saved_count - 1].tiles);
        free(saved[saved_count - 1].plants);
    }
}

static loam_result load_plain(void *user, loam_chunk_pos at, loam_tile *tiles)
{
    (void)user;
    const saved_chunk *const found = find_saved(at, false);
    const loam_tile stone = {.block = (uint8_t)loam_material_find(&defs, "stone")};
    for (int32_t i = 0; i < LOAM_CHUNK_TILES; i++)
    {
        tiles[i] = found != NULL ? found->tiles[i] : at.y < 0 ? stone : plain_air;
    }
    return LOAM_OK;
}

static loam_result save_plain(void *user, loam_chunk_pos at, const loam_tile *tiles)
{
    (void)user;
    saved_chunk *const chunk = find_saved(at, true);
    memcpy(chunk->tiles, tiles, LOAM_CHUNK_TILES * sizeof *tiles);
    return LOAM_OK;
}

static loam_result load_trees(void *user, loam_chunk_pos at, uint8_t *bytes, size_t room,
                              size_t *size)
{
    (void)user;
    const saved_chunk *const found = find_saved(at, false);
    loam_tile_plant here[8];
    int32_t count = 0;
    for (int32_t i = 0; i < seed_count; i++)
    {
        const loam_chunk_pos in = loam_chunk_of_tile((loam_tile_pos){seeds[i].x, seeds[i].y});
        if (in.x == at.x && in.y == at.y)
        {
            here[count++] = seeds[i];
        }
    }
    *size = 0;
    if (found != NULL && found->plants != NULL)
    {
        *size = found->size;
        memcpy(bytes, found->plants, found->size);
    }
    else if (found == NULL && count > 0)
    {
        *size = loam_tile_plants_pack(&defs, here, count, bytes, room);
    }
    return LOAM_OK;
}

static loam_result save_trees(void *user, loam_chunk_pos at, const uint8_t *bytes, size_t size)
{
    (void)user;
    saved_chunk *const chunk = find_saved(at, true);
    free(chunk->plants);
    chunk->plants = size > 0 ? malloc(size) : NULL;
    chunk->size = size;
    if (size > 0)
    {
        memcpy(chunk->plants, bytes, size);
    }
    return LOAM_OK;
}

static void plant_tree(const char *species, int64_t x, uint64_t seed)
{
    int32_t number = 0;
    while (strcmp(defs.species[number].name, species) != 0)
    {
        number++;
    }
    seeds[seed_count++] = (loam_tile_plant){.x = x,
                                            .y = 0,
                                            .seed = seed,
                                            .species = number,
                                            .age = 9,
                                            .soil = 1,
                                            .light = 1,
                                            .moisture = 0.5f,
                                            .wind_left = 1,
                                            .wind_right = 1};
}

static loam_tile_world_def plain_def(void)
{
    loam_tile_world_def def = loam_default_tile_world_def();
    def.defs = &defs;
    def.seed = SEED;
    def.ring_log2 = 3;
    def.centre = (loam_tile_pos){0, 20};
    def.store = (loam_chunk_store){.load = load_plain,
                                   .save = save_plain,
                                   .load_plants = load_trees,
                                   .save_plants = save_trees};
    return def;
}

static loam_tile_world *open_plain(loam_weather weather)
{
    const loam_tile_world_def def = plain_def();
    loam_tile_world *world = NULL;
    CHECK_OK(loam_tile_world_create(&def, &world));
    loam_tile_world_set_weather(world, weather);
    return world;
}

static loam_tile_world *open_woods(loam_jobs *jobs)
{
    loam_tile_world_def def = loam_default_tile_world_def();
    def.env.jobs = jobs;
    def.defs = &defs;
    def.seed = SEED;
    def.ring_log2 = 3;
    def.centre = (loam_tile_pos){WOODS, GROUND};
    loam_tile_world *world = NULL;
    CHECK_OK(loam_tile_world_create(&def, &world));
    return world;
}

static void step_at(loam_tile_world *world, int64_t x, int64_t y)
{
    CHECK_OK(loam_tile_world_step(world, (loam_tile_pos){x, y}));
}

static void edit_box(loam_tile_world *world, loam_layer layer, loam_tile_area area)
{
    const loam_edit edit = {.shape = LOAM_EDIT_BOX,
                            .layer = layer,
                            .from = {area.x, area.y},
                            .to = {area.x + area.w - 1, area.y + area.h - 1}};
    CHECK_OK(loam_tile_world_edit(world, &edit, NULL));
}

static void cut(loam_tile_world *world, int64_t x, int64_t y, int32_t w, int32_t h)
{
    edit_box(world, LOAM_WALLS, (loam_tile_area){x, y, w, h});
}

// ---- counting -------------------------------------------------------------------------------------

/// Tiles of wood in the walls of the ring, without plants.
static uint64_t count_lying(const loam_tile_world *world)
{
    const size_t all = (size_t)world->ring.side * (size_t)world->ring.side;
    uint64_t lying = 0, buried = 0;
    for (size_t i = 0; i < all; i++)
    {
        const bool wood = world->plants->cover.is_wood[loam_cover_bare(world, i).wall];
        buried += wood && world->solid[world->ring.tiles[i].block];
        lying += wood;
    }
    CHECK_U64(buried, 0);
    return lying;
}

/// Tiles of wood that are seen: above a height, and beside the stem at x, so far from it.
static uint64_t count_seen(const loam_tile_world *world, int64_t x, int64_t half, int64_t y)
{
    const loam_tile_ring ring = loam_tile_world_ring(world);
    uint64_t seen = 0;
    for (int64_t i = 0; i < (int64_t)ring.side * ring.side; i++)
    {
        const loam_tile_pos at = {ring.lowest.x * 128 + i % ring.side,
                                  ring.lowest.y * 128 + i / ring.side};
        const bool there = at.y > y || at.x < x - half || at.x > x + half;
        seen += there && world->plants->cover.is_wood[loam_tile_world_at(world, at).wall];
    }
    return seen;
}

/// The same in the air.
static uint64_t count_seen_high(const loam_tile_world *world)
{
    uint64_t seen = 0;
    for (int64_t y = 40; y < 300; y++)
    {
        for (int64_t x = -400; x < 400; x++)
        {
            const loam_tile tile = loam_tile_world_at(world, (loam_tile_pos){x, y});
            seen += world->plants->cover.is_wood[tile.wall];
        }
    }
    return seen;
}

/// All wood that ever broke off.
static uint64_t count_broken(const loam_tile_world *world)
{
    const loam_tile_plants now = loam_tile_world_plants(world);
    return now.falling + now.fallen + now.taken + now.splintered;
}

static int32_t wait_for_rest(loam_tile_world *world)
{
    int32_t steps = 0;
    while (loam_tile_world_plants(world).falls > 0 && steps < LONGEST)
    {
        step_at(world, world->centre.x, world->centre.y);
        steps++;
    }
    CHECK_INT(loam_tile_world_plants(world).falls, 0);
    CHECK_U64(loam_tile_world_plants(world).falling, 0);
    return steps;
}

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
            CHECK(loam_tile_world_bare(world, (loam_tile_pos){x, y}).wall == LOAM_AIR);
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

/// Cuts all trees of the woods a few tiles above the ground.
static void cut_woods(loam_tile_world *world)
{
    for (int64_t x = WOODS - 350; x < WOODS + 350; x++)
    {
        int64_t y = GROUND + 120;
        while (y > GROUND - 120 &&
               !world->solid[loam_tile_world_at(world, (loam_tile_pos){x, y}).block])
        {
            y--;
        }
        cut(world, x, y + 5, 1, 2);
    }
}

// The ring goes to and fro meanwhile, so that chunks with falling parts leave and come back.
static void test_a_forest_is_felled_while_the_ring_moves(void)
{
    calm_defs();
    loam_tile_world *const world = open_woods(NULL);
    loam_tile_world_set_weather(world, LOAM_WEATHER_STORM);
    step_at(world, WOODS, GROUND);
    cut_woods(world);
    uint64_t broken = 0;
    uint32_t most = 0;
    for (int32_t i = 0; i < (CHECK_SANITIZED ? 200 : 600); i++)
    {
        const int64_t to = i % 200 < 100 ? i % 200 : 200 - i % 200;
        step_at(world, WOODS + (i < 400 ? 4 * to : 0), GROUND);
        const loam_tile_plants now = loam_tile_world_plants(world);
        most = now.falls > most ? now.falls : most;
        if (i % 200 == 199) // all are here again
        {
            CHECK(count_broken(world) >= broken);
            CHECK_U64(count_lying(world), now.fallen);
            broken = count_broken(world);
        }
    }
    CHECK(most > 30);
    CHECK(broken > 5000);
    loam_tile_world_destroy(world);
}

static void light_fire(loam_tile_world *world, int64_t x, int64_t y, int32_t radius)
{
    const loam_edit fire = {.shape = LOAM_EDIT_CIRCLE,
                            .layer = LOAM_BLOCKS,
                            .material = (uint8_t)loam_material_find(&defs, "fire"),
                            .radius = radius,
                            .from = {x, y}};
    CHECK_OK(loam_tile_world_edit(world, &fire, NULL));
}

/// A forest burns, and people dig at what falls: what broke off stays in one of the sums.
static void test_fire_and_spades_are_counted(void)
{
    loam_tile_defs_init(&defs);
    loam_tile_world *const world = open_woods(NULL);
    step_at(world, WOODS, GROUND);
    cut_woods(world);
    uint64_t broken = 0, taken = 0;
    for (int32_t i = 0; i < (CHECK_SANITIZED ? 150 : 400); i++)
    {
        step_at(world, WOODS, GROUND);
        if (i > 100 && i % 20 == 0)
        {
            light_fire(world, WOODS - 200 + i, GROUND + 30, 8);
            cut(world, WOODS - 30 + i % 7 * 10, GROUND - 10, 6, 60);
        }
        CHECK(count_broken(world) >= broken);
        CHECK(loam_tile_world_plants(world).taken >= taken);
        broken = count_broken(world);
        taken = loam_tile_world_plants(world).taken;
    }
    CHECK(taken > 20);
    loam_tile_world_destroy(world);
}

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
            CHECK_INT(loam_tile_world_bare(world, below).wall, LOAM_AIR);
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

/// Wood that is burnt out carries nothing.
static void test_burnt_through_wood_breaks(void)
{
    calm_defs();
    seed_count = 0;
    plant_tree("oak", 30, 2);
    loam_tile_world *const world = open_plain(LOAM_WEATHER_CLEAR);
    step_at(world, 0, 20);
    for (int64_t i = 0; i < 40; i++)
    {
        const size_t index = loam_ring_index(&world->ring, (loam_tile_pos){10 + i, 9});
        loam_tile *const tile = &world->ring.tiles[index];
        if (world->plants->cover.is_wood[tile->wall])
        {
            tile->wall = (uint8_t)loam_material_find(&defs, "burnt_wood");
            tile->wall_variant = 0;
            loam_cover_disturb(world, index);
        }
    }
    step_at(world, 0, 20);
    // That one row is one step of the raster: burnt wood of the row falls, too.
    CHECK_U64(loam_tile_world_plants(world).falling, count_seen(world, 30, 12, 8));
    const uint64_t stood = loam_tile_world_plants(world).falling;
    CHECK(stood > 100);
    (void)wait_for_rest(world);
    CHECK_U64(count_lying(world), stood);
    loam_tile_world_destroy(world);
    forget_saved();
}

/// All walls of wood that lie there become what a fire leaves of them.
static void char_all(loam_tile_world *world)
{
    const size_t all = (size_t)world->ring.side * (size_t)world->ring.side;
    for (size_t i = 0; i < all; i++)
    {
        loam_tile *const tile = &world->ring.tiles[i];
        if (world->plants->cover.is_wood[tile->wall] && world->plants->canvas.taken[i] == 0)
        {
            tile->wall = (uint8_t)loam_material_find(&defs, "burnt_wood");
        }
    }
}

// What crumbles is counted: with that, all wood that ever fell is there.
static void test_burnt_wood_that_lies_decays(void)
{
    calm_defs();
    loam_tile_defs built_in;
    loam_tile_defs_init(&built_in);
    for (int32_t i = 0; i < LOAM_MAX_SLOW_RULES; i++)
    {
        if (strcmp(built_in.rules[i].name, "burnt_wood_crumbles") == 0)
        {
            defs.rules[0] = built_in.rules[i];
            defs.rules[0].chance = 512;
        }
    }
    seed_count = 0;
    plant_tree("oak", 0, 2);
    loam_tile_world *const world = open_plain(LOAM_WEATHER_CLEAR);
    step_at(world, 0, 20);
    cut(world, -20, 6, 40, 1);
    step_at(world, 0, 20);
    (void)wait_for_rest(world);
    const uint64_t fallen = loam_tile_world_plants(world).fallen;
    CHECK(fallen > 100);
    CHECK_U64(loam_tile_world_plants(world).decayed, 0); // whole wood stays
    char_all(world);
    for (int32_t i = 0; i < 1500; i++)
    {
        step_at(world, 0, 20);
    }
    const uint64_t decayed = loam_tile_world_plants(world).decayed;
    CHECK(decayed > fallen / 4);
    CHECK_U64(count_lying(world) + decayed, fallen);
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

// ---- sameness -------------------------------------------------------------------------------------

/// A forest that is felled and burns in a storm, while somebody walks away.
static uint64_t fell_and_walk(loam_jobs *jobs, bool disturbed)
{
    loam_tile_defs_init(&defs);
    loam_tile_world *const world = open_woods(jobs);
    loam_tile_world_set_weather(world, LOAM_WEATHER_STORM);
    uint64_t hash = 0;
    for (int32_t i = 0; i < (CHECK_SANITIZED ? 60 : 300); i++)
    {
        step_at(world, WOODS + i * 2, GROUND);
        if (i == 5)
        {
            cut_woods(world);
        }
        if (i % 40 == 20)
        {
            light_fire(world, WOODS + i * 2, GROUND + 20, 6);
        }
        for (uint32_t j = 0; disturbed && j < world->plants->standing_count; j++)
        {
            world->plants->standing[j].awake = world->plants->standing[j].hurt = true;
        }
        if (disturbed && i % 3 == 0)
        {
            loam_plants_compact(world);
        }
        hash = i % 10 == 0 ? loam_seed_at(hash, (int64_t)loam_tile_world_hash(world), 0, 0) : hash;
    }
    CHECK(loam_tile_world_plants(world).falling + loam_tile_world_plants(world).fallen > 1000);
    loam_tile_world_destroy(world);
    return hash;
}

static void test_threads_sleep_and_memory_change_nothing(void)
{
    uint64_t expected = 0;
    if (!CHECK_RACES)
    {
        expected = fell_and_walk(NULL, false);
        CHECK_U64(fell_and_walk(NULL, true), expected);
    }
    loam_jobs *jobs = NULL;
    loam_jobs_def def = loam_default_jobs_def();
    def.threads = 3;
    if (loam_jobs_create(&def, &jobs) == LOAM_OK)
    {
        const uint64_t threaded = fell_and_walk(jobs, false);
        CHECK(CHECK_RACES || threaded == expected);
        loam_jobs_destroy(jobs);
    }
}

/// Takes every other tile of wood at a height, as fire does.
static void burn_row(loam_tile_world *world, int64_t y)
{
    for (int64_t x = -200; x < 200; x += 2)
    {
        const size_t index = loam_ring_index(&world->ring, (loam_tile_pos){x, y});
        if (world->plants->cover.is_wood[world->ring.tiles[index].wall])
        {
            world->ring.tiles[index].wall = LOAM_AIR;
            loam_cover_disturb(world, index);
            loam_saving_touch(world, loam_ring_slot_at(&world->ring, index));
        }
    }
}

/// A world that is kept in the middle of a fall goes on as if it had not been.
static void check_kept(int32_t steps_before)
{
    calm_defs();
    seed_count = 0;
    plant_tree("oak", 0, 2);
    plant_tree("birch", 60, 3);
    plant_tree("pine", 140, 4);
    loam_tile_world *const world = open_plain(LOAM_WEATHER_STORM);
    step_at(world, 0, 20);
    cut(world, -50, 5, 300, 1);
    for (int32_t i = 0; i < steps_before; i++)
    {
        step_at(world, 0, 20);
    }
    CHECK(loam_tile_world_plants(world).falls > 0);
    burn_row(world, 25); // what the plants have not yet been told of
    CHECK_OK(loam_tile_world_save(world));
    loam_tile_world_def def = plain_def();
    def.first_step = loam_tile_world_steps(world);
    def.lag = loam_tile_world_lag(world);
    loam_tile_world *again = NULL;
    CHECK_OK(loam_tile_world_create(&def, &again));
    loam_tile_world_set_weather(again, LOAM_WEATHER_STORM);
    loam_tile_world_set_day_step(again, loam_tile_world_day_step(world));
    for (int32_t i = 0; i < 400; i++)
    {
        step_at(world, 0, 20);
        step_at(again, 0, 20);
        CHECK_U64(loam_tile_world_plants(again).falling, loam_tile_world_plants(world).falling);
        if (i % 20 == 0)
        {
            CHECK_U64(loam_tile_world_hash(again), loam_tile_world_hash(world));
        }
    }
    loam_tile_world_destroy(again);
    loam_tile_world_destroy(world);
    forget_saved();
}

static void test_what_is_kept_while_it_falls_goes_on(void)
{
    static const int32_t steps[] = {260, 1, 150, 230, 300};
    for (int32_t i = 0; i < (CHECK_SANITIZED ? 1 : 5); i++)
    {
        check_kept(steps[i]);
    }
}

// ---- hostile bytes --------------------------------------------------------------------------------

// Whatever bytes say that falls: it is refused, or falls without harm.
static void test_damaged_falls_do_no_harm(void)
{
    calm_defs();
    seed_count = 0;
    plant_tree("birch", 60, 3);
    loam_tile_world *world = open_plain(LOAM_WEATHER_CLEAR);
    step_at(world, 0, 20);
    cut(world, 20, 5, 80, 1);
    for (int32_t i = 0; i < 100; i++)
    {
        step_at(world, 0, 20);
    }
    CHECK_OK(loam_tile_world_save(world));
    loam_tile_world_destroy(world);
    saved_chunk *const chunk = find_saved((loam_chunk_pos){0, 0}, false);
    const size_t size = chunk->size;
    uint8_t *const good = malloc(size);
    memcpy(good, chunk->plants, size);
    for (uint32_t i = 0; i < (CHECK_SANITIZED ? 20 : 80); i++)
    {
        (void)save_trees(NULL, chunk->at, good, size);
        chunk->plants[size - 1 - loam_random_u32(1, i) % 250] = (uint8_t)loam_random_u32(2, i);
        world = open_plain(LOAM_WEATHER_CLEAR); // falls are the last bytes
        for (int32_t j = 0; j < 15; j++)
        {
            step_at(world, 0, 20);
        }
        loam_tile_world_destroy(world);
    }
    free(good);
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
    RUN_SERIAL(test_burnt_through_wood_breaks);
    RUN_SERIAL(test_burnt_wood_that_lies_decays);
    RUN_SERIAL(test_only_wood_lies);
    RUN_UNSANITIZED(test_nothing_falls_by_itself);
    RUN_SERIAL(test_a_forest_is_felled_while_the_ring_moves);
    RUN_SERIAL(test_fire_and_spades_are_counted);
    RUN(test_threads_sleep_and_memory_change_nothing);
    RUN_SERIAL(test_what_is_kept_while_it_falls_goes_on);
    RUN_SERIAL(test_damaged_falls_do_no_harm);
    return CHECK_DONE();
}
