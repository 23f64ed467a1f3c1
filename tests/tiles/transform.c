// SPDX-License-Identifier: MIT
// What a slow rule means, against a plain reading of loam_slow_rule; and which tiles have their turn.
#include "scene.h"

#include "base/counting.h"
#include "loam/random.h"
#include "tiles/data/defs.h"

#include <stdlib.h>

enum
{
    SEED = 17
};

static loam_tile_defs defs;

static scene open_with(const loam_slow_rule *rules, int32_t count)
{
    scene_defs(&defs, rules, count);
    const loam_tile_world_def def = scene_def(&defs, SEED);
    return scene_open(&def);
}

// ---- a plain reading ------------------------------------------------------------------------------

static loam_tile near(scene *s, int64_t x, int64_t y, int32_t n)
{
    return *scene_tile(s, x + n % 5 - 2, y + n / 5 - 2);
}

/// Of the 5 x 5 square, without its corners and its middle.
static bool in_circle(int32_t n)
{
    return n != 0 && n != 4 && n != 12 && n != 20 && n != 24;
}

static uint8_t in_layer(loam_tile tile, bool walls)
{
    return walls ? tile.wall : tile.block;
}

static uint32_t properties_around(scene *s, int64_t x, int64_t y, bool walls)
{
    uint32_t all = 0;
    for (int32_t n = 0; n < 25; n++)
    {
        all |= in_circle(n) ? defs.materials[in_layer(near(s, x, y, n), walls)].properties : 0;
    }
    return all;
}

static bool any_around(scene *s, int64_t x, int64_t y, bool walls,
                       bool (*is)(loam_tile tile, bool walls))
{
    for (int32_t n = 0; n < 25; n++)
    {
        if (in_circle(n) && is(near(s, x, y, n), walls))
        {
            return true;
        }
    }
    return false;
}

static bool not_solid(loam_tile tile, bool walls)
{
    return (defs.materials[in_layer(tile, walls)].properties & LOAM_SOLID) == 0;
}

static bool is_air(loam_tile tile, bool walls)
{
    return in_layer(tile, walls) == LOAM_AIR;
}

static bool is_open(loam_tile tile, bool walls)
{
    (void)walls;
    return tile.block == LOAM_AIR && tile.wall == LOAM_AIR;
}

static bool modifiers_hold(scene *s, const loam_slow_rule *rule, int64_t x, int64_t y, bool walls)
{
    const uint32_t m = rule->modifiers;
    return (!(m & LOAM_RULE_EDGE) || any_around(s, x, y, walls, not_solid)) &&
           (!(m & LOAM_RULE_BURIED) || !any_around(s, x, y, walls, not_solid)) &&
           (!(m & LOAM_RULE_AIR) || any_around(s, x, y, walls, is_air)) &&
           (!(m & LOAM_RULE_OPEN) || any_around(s, x, y, walls, is_open));
}

static bool climate_holds(scene *s, const loam_slow_rule *rule, int64_t x, int64_t y)
{
    static loam_tile_source *source;
    static loam_tile_column column;
    static int64_t known = INT64_MIN;
    if (x != known)
    {
        const loam_env env = loam_default_env();
        CHECK_OK(loam_tile_source_create(&env, &defs, s->def.seed, &source));
        CHECK_OK(loam_tile_source_columns(source, x, 1, 1, &column));
        loam_tile_source_destroy(source);
        known = x;
    }
    int32_t t = (int32_t)(column.temperature * 255 + 0.5f);
    t -= y > 0 ? (int32_t)(defs.sky.lapse * (float)y / 256) : 0;
    t = t < 0 ? 0 : t;
    const int32_t h = (int32_t)(column.humidity * 255 + 0.5f);
    return t >= rule->temperature_low && t <= rule->temperature_high && h >= rule->humidity_low &&
           h <= rule->humidity_high;
}

static bool has_room(scene *s, const loam_slow_rule *rule, int64_t x, int64_t y, bool walls)
{
    const bool to_walls = rule->written == LOAM_WALLS;
    return rule->written == 0 ||
           in_layer(*scene_tile(s, x, y + (to_walls == walls)), to_walls) == LOAM_AIR;
}

static bool is_meant(const loam_slow_rule *rule, uint8_t id, bool walls)
{
    const uint32_t having = rule->having;
    const bool itself = rule->written == 0 && rule->to == id;
    return (rule->layers & (walls ? LOAM_WALLS : LOAM_BLOCKS)) != 0 && id != LOAM_AIR &&
           (rule->from != LOAM_AIR ? rule->from == id
                                   : !itself && (defs.materials[id].properties & having) == having);
}

/// The rule that is followed at a tile, -1 if none is. Chances are 0 or 1024 here.
static int32_t expected_rule(scene *s, int64_t x, int64_t y, bool walls)
{
    const uint8_t id = in_layer(*scene_tile(s, x, y), walls);
    const uint32_t own = properties_around(s, x, y, walls);
    const uint32_t both = own | properties_around(s, x, y, !walls);
    for (int32_t i = 0; i < LOAM_MAX_SLOW_RULES && defs.rules[i].name[0] != '\0'; i++)
    {
        const loam_slow_rule *const rule = &defs.rules[i];
        const uint32_t around = rule->modifiers & LOAM_RULE_MIX ? both : own;
        if (is_meant(rule, id, walls) && (around & rule->required) == rule->required &&
            (around & rule->forbidden) == 0 && modifiers_hold(s, rule, x, y, walls) &&
            climate_holds(s, rule, x, y) && has_room(s, rule, x, y, walls) && rule->chance > 0)
        {
            return i;
        }
    }
    return -1;
}

// ---- random rules in random scenes ----------------------------------------------------------------

static const uint8_t pool[] = {LOAM_AIR,   LOAM_AIR,   TILE_STONE, TILE_DIRT, TILE_GRASS,
                               TILE_WATER, TILE_CRUST, TILE_ICE,   TILE_FIRE, TILE_OAK_WOOD};

static uint32_t random_below(uint64_t *state, uint32_t limit)
{
    return loam_random_below(SEED, (*state)++, limit);
}

static uint8_t random_material(uint64_t *state, uint32_t layers)
{
    for (;;)
    {
        const uint8_t id = pool[random_below(state, sizeof pool)];
        if ((defs.materials[id].layers & layers) == layers)
        {
            return id;
        }
    }
}

static loam_slow_rule random_rule(uint64_t *state, int32_t number)
{
    static const uint32_t properties[] = {0,          0,        LOAM_SOLID, LOAM_STONE, LOAM_SOIL,
                                          LOAM_GRASS, LOAM_WET, LOAM_HOT,   LOAM_COLD,  LOAM_WOOD};
    enum
    {
        KINDS = sizeof properties / sizeof *properties
    };
    char name[16];
    snprintf(name, sizeof name, "rule_%d", (int)number);
    loam_slow_rule rule = scene_rule(name, LOAM_AIR, LOAM_AIR);
    rule.layers = 1 + random_below(state, 3);
    rule.from = random_below(state, 2) ? random_material(state, rule.layers) : LOAM_AIR;
    rule.having = rule.from == LOAM_AIR ? properties[2 + random_below(state, KINDS - 2)] : 0;
    rule.required = properties[random_below(state, KINDS)];
    rule.required |= properties[random_below(state, KINDS)];
    rule.forbidden = properties[random_below(state, KINDS)] & ~rule.required;
    rule.modifiers = random_below(state, 1 << LOAM_RULE_MODIFIER_COUNT) & ~(uint32_t)LOAM_RULE_STIR;
    rule.modifiers &= random_below(state, 1 << LOAM_RULE_MODIFIER_COUNT);
    const bool loose = (rule.modifiers & (LOAM_RULE_EDGE | LOAM_RULE_AIR | LOAM_RULE_OPEN)) != 0;
    rule.modifiers &= loose ? ~(uint32_t)LOAM_RULE_BURIED : ~0u;
    rule.written = random_below(state, 3) == 0 ? 1 + random_below(state, 2) : 0;
    rule.to = random_material(state, rule.written != 0 ? rule.written : rule.layers);
    rule.to = rule.written != 0 && rule.to == LOAM_AIR ? TILE_STONE : rule.to;
    rule.chance = random_below(state, 4) == 0 ? 0 : 1024;
    if (random_below(state, 4) == 0)
    {
        rule.temperature_low = (int32_t)random_below(state, 256);
        rule.humidity_high = (int32_t)random_below(state, 256);
    }
    return rule;
}

static void random_surroundings(scene *s, uint64_t *state, int64_t x, int64_t y)
{
    const uint32_t kinds = 1 + random_below(state, 4); // few kinds, else everything is around
    uint8_t blocks[4], walls[4];
    for (uint32_t i = 0; i < kinds; i++)
    {
        blocks[i] = random_material(state, LOAM_BLOCKS);
        walls[i] = random_material(state, LOAM_WALLS);
    }
    for (int32_t n = 0; n < 25; n++)
    {
        const uint8_t block = blocks[random_below(state, kinds)];
        const uint8_t wall = walls[random_below(state, kinds)];
        *scene_tile(s, x + n % 5 - 2, y + n / 5 - 2) = (loam_tile){.block = block, .wall = wall};
    }
}

/// What a rule makes of a tile and the one above, materials only.
static void apply(const loam_slow_rule *rule, bool walls, loam_tile *tile, loam_tile *above)
{
    const bool to_walls = rule->written == 0 ? walls : rule->written == LOAM_WALLS;
    loam_tile *const target = rule->written != 0 && to_walls == walls ? above : tile;
    *(to_walls ? &target->wall : &target->block) = rule->to;
}

static void check_look(scene *s, int64_t x, int64_t y)
{
    loam_tile tile = *scene_tile(s, x, y), above = *scene_tile(s, x, y + 1);
    const int32_t rules[2] = {expected_rule(s, x, y, false), expected_rule(s, x, y, true)};
    for (int32_t walls = 0; walls < 2; walls++)
    {
        if (rules[walls] >= 0)
        {
            apply(&defs.rules[rules[walls]], walls != 0, &tile, &above);
        }
    }
    const bool followed = loam_transform_look(s->world, (loam_tile_pos){x, y});
    CHECK_INT(followed, rules[0] >= 0 || rules[1] >= 0);
    CHECK_INT(scene_tile(s, x, y)->block, tile.block);
    CHECK_INT(scene_tile(s, x, y)->wall, tile.wall);
    CHECK_INT(scene_tile(s, x, y + 1)->block, above.block);
    CHECK_INT(scene_tile(s, x, y + 1)->wall, above.wall);
}

static void test_rules_mean_what_the_header_says(void)
{
    enum
    {
        RULES = 48,
        SCENES = 4000
    };
    static const int32_t mild[4] = {90, 160, 90, 160};
    static loam_slow_rule rules[RULES];
    uint64_t state = 0;
    for (int32_t round = 0; round < 4; round++)
    {
        loam_tile_defs_init(&defs);
        for (int32_t i = 0; i < RULES; i++)
        {
            rules[i] = random_rule(&state, i);
        }
        scene_defs(&defs, rules, RULES);
        loam_tile_world_def def = scene_def(&defs, SEED);
        def.centre = (loam_tile_pos){scene_place(&defs, SEED, mild), 0};
        scene s = scene_open(&def);
        for (int32_t i = 0; i < SCENES; i++)
        {
            // Some of them across the edges of the array, which are at multiples of its side.
            const int64_t x = def.centre.x + (round % 2 ? -1 : 77 - 40 * (i / 500));
            const int64_t y = (int64_t)random_below(&state, 15) * 32 - 65;
            random_surroundings(&s, &state, x, y);
            check_look(&s, x, y);
        }
        scene_close(&s);
    }
}

// A tile that is of another kind is found wherever it is.
static void test_one_tile_around_is_enough(void)
{
    loam_slow_rule rule = scene_rule("hot", TILE_STONE, TILE_DIRT);
    rule.required = LOAM_HOT;
    scene s = open_with(&rule, 1);
    const loam_tile stone = {.block = TILE_STONE, .wall = TILE_STONE};
    for (int32_t i = 0; i < 50; i++)
    {
        const int32_t n = i / 2;
        const bool walls = i % 2;
        scene_fill(&s, stone, (loam_tile_area){-4, 20, 40, 9});
        scene_put(&s, walls ? LOAM_WALLS : LOAM_BLOCKS, TILE_CRUST, 22 + n % 5, 22 + n / 5);
        CHECK_INT(loam_transform_look(s.world, (loam_tile_pos){24, 24}), in_circle(n));
        CHECK_INT(scene_tile(&s, 24, 24)->wall == TILE_DIRT, walls && in_circle(n));
    }
    scene_close(&s);
}

// ---- chances and turns ----------------------------------------------------------------------------

static int64_t count_blocks(const scene *s, uint8_t block)
{
    int64_t count = 0;
    const size_t side = (size_t)s->world->ring.side;
    for (size_t i = 0; i < side * side; i++)
    {
        count += s->world->ring.tiles[i].block == block;
    }
    return count;
}

static void test_chances_come_up_as_often_as_they_say(void)
{
    loam_slow_rule rules[2] = {scene_rule("first", TILE_STONE, TILE_DIRT),
                               scene_rule("second", TILE_STONE, TILE_ICE)};
    rules[0].chance = 256;
    rules[1].chance = 512;
    scene s = open_with(rules, 2);
    const loam_tile_area area = {0, 0, 256, 256};
    scene_fill(&s, (loam_tile){.block = TILE_STONE}, area);
    for (int64_t i = 0; i < (int64_t)area.w * area.h; i++)
    {
        (void)loam_transform_look(s.world, (loam_tile_pos){i % area.w, i / area.w});
    }
    // The second has its chance where the first has not come up. Five standard deviations are 0.009.
    const double all = (double)area.w * area.h;
    CHECK_NEAR((double)count_blocks(&s, TILE_DIRT) / all, 0.25, 0.009);
    CHECK_NEAR((double)count_blocks(&s, TILE_ICE) / all, 0.375, 0.0095);
    CHECK_INT(loam_transform_followed(s.world, 0), count_blocks(&s, TILE_DIRT));
    scene_close(&s);
}

/// The number of changed tiles in each cell of 32 x 32 of the continuous update chunks must be one.
static void check_cells(scene *s, uint8_t changed)
{
    int32_t count;
    const loam_tile_pos *const updates = loam_tile_world_updates(s->world, &count);
    CHECK_INT(count, 49);
    CHECK_INT(count_blocks(s, changed), count * LOAM_LOOKS);
    for (int32_t i = 0; i < count * LOAM_LOOKS; i++)
    {
        const loam_tile_pos low = {updates[i / 16].x + i % 4 * 32,
                                   updates[i / 16].y + i / 4 % 4 * 32};
        int32_t here = 0;
        for (int32_t n = 0; n < 1024; n++)
        {
            here += scene_tile(s, low.x + n % 32, low.y + n / 32)->block == changed;
        }
        CHECK_INT(here, 1);
    }
}

static void test_one_tile_of_each_cell_has_its_turn(void)
{
    const loam_slow_rule rule = scene_rule("all", TILE_STONE, TILE_DIRT);
    scene s = open_with(&rule, 1);
    scene_fill_ring(&s, (loam_tile){.block = TILE_STONE});
    CHECK_OK(loam_tile_world_step(s.world, s.def.centre));
    check_cells(&s, TILE_DIRT);
    CHECK_INT(loam_tile_world_life(s.world).transformed, 49 * LOAM_LOOKS);
    for (int32_t i = 1; i < 1024; i++)
    {
        CHECK_OK(loam_tile_world_step(s.world, s.def.centre));
    }
    // After as many steps as a cell has tiles each of them was left out with 1 / e.
    const double share = (double)count_blocks(&s, TILE_STONE) -
                         (double)(SCENE_SIDE * SCENE_SIDE - 49 * LOAM_CHUNK_TILES);
    CHECK_NEAR(share / (49 * LOAM_CHUNK_TILES), 0.3679, 0.003);
    scene_close(&s);
}

/// How many tiles of the update chunks are of a material and have another such tile around.
static int32_t count_neighbours(scene *s, uint8_t block)
{
    int32_t count = 0;
    for (int64_t i = 0; i < 896 * 896; i++)
    {
        const int64_t x = i % 896 - 448, y = i / 896 - 448;
        if (scene_tile(s, x, y)->block == block)
        {
            count += (properties_around(s, x, y, false) & defs.materials[block].properties &
                      LOAM_COLD) != 0;
        }
    }
    return count;
}

// Picks that see each other's result would leave some tiles out.
static void test_all_is_decided_on_the_state_before(void)
{
    loam_slow_rule rules[2] = {scene_rule("all", TILE_STONE, TILE_ICE),
                               scene_rule("alone", TILE_STONE, TILE_ICE)};
    rules[1].forbidden = LOAM_COLD;
    scene s[2] = {open_with(&rules[0], 1), open_with(&rules[1], 1)};
    int32_t neighbours = 0;
    for (int32_t step = 0; step < 8; step++)
    {
        for (int32_t i = 0; i < 2; i++)
        {
            scene_fill_ring(&s[i], (loam_tile){.block = TILE_STONE});
            CHECK_OK(loam_tile_world_step(s[i].world, s[i].def.centre));
            CHECK_INT(count_blocks(&s[i], TILE_ICE), 49 * LOAM_LOOKS);
        }
        CHECK_U64(loam_tile_world_hash(s[0].world), loam_tile_world_hash(s[1].world));
        neighbours += count_neighbours(&s[0], TILE_ICE);
    }
    CHECK(neighbours > 0); // else nothing was tested
    scene_close(&s[0]);
    scene_close(&s[1]);
}

// ---- what is written ------------------------------------------------------------------------------

static void test_what_appears_needs_air(void)
{
    loam_slow_rule rules[3] = {scene_rule("front", TILE_OAK_WOOD, TILE_FIRE),
                               scene_rule("behind", TILE_STONE, TILE_LEAF),
                               scene_rule("above", TILE_DIRT, TILE_GRASS)};
    rules[0].layers = LOAM_WALLS;
    rules[0].written = LOAM_BLOCKS;
    rules[1].layers = LOAM_BLOCKS;
    rules[1].written = LOAM_WALLS;
    rules[2].layers = LOAM_BLOCKS;
    rules[2].written = LOAM_BLOCKS;
    scene s = open_with(rules, 3);
    scene_put(&s, LOAM_WALLS, TILE_OAK_WOOD, 10, 10);
    scene_put(&s, LOAM_BLOCKS, TILE_STONE, 20, 10);
    scene_put(&s, LOAM_BLOCKS, TILE_DIRT, 30, -1); // above is another row of chunks
    for (int32_t again = 0; again < 2; again++)
    {
        CHECK_INT(loam_transform_look(s.world, (loam_tile_pos){10, 10}), again == 0);
        CHECK_INT(loam_transform_look(s.world, (loam_tile_pos){20, 10}), again == 0);
        CHECK_INT(loam_transform_look(s.world, (loam_tile_pos){30, -1}), again == 0);
        CHECK_INT(scene_tile(&s, 10, 10)->block, TILE_FIRE);
        CHECK_INT(scene_tile(&s, 10, 10)->wall, TILE_OAK_WOOD);
        CHECK(scene_tile(&s, 10, 10)->block_variant < 16);
        CHECK_INT(scene_tile(&s, 20, 10)->wall, TILE_LEAF);
        CHECK_INT(scene_tile(&s, 20, 10)->block, TILE_STONE);
        CHECK_INT(scene_tile(&s, 30, 0)->block, TILE_GRASS);
        CHECK_INT(scene_tile(&s, 30, -1)->block, TILE_DIRT);
    }
    scene_close(&s);
}

static void test_air_has_no_rules(void)
{
    loam_slow_rule rule = scene_rule("any", LOAM_AIR, TILE_STONE);
    rule.having = LOAM_WET;
    scene s = open_with(&rule, 1);
    CHECK(!loam_transform_look(s.world, (loam_tile_pos){5, 5}));
    CHECK_OK(loam_tile_world_step(s.world, s.def.centre));
    CHECK_INT(loam_tile_world_life(s.world).transformed, 0);
    CHECK_INT(loam_tile_world_count(s.world).unsaved, 0);
    scene_close(&s);
}

// ---- variants -------------------------------------------------------------------------------------

static void test_variants_are_made_to_fit_edges(void)
{
    const loam_slow_rule rule = scene_rule("none", TILE_COAL, TILE_STONE);
    scene s = open_with(&rule, 1);
    const int32_t inner = defs.materials[TILE_STONE].inner;
    const loam_tile stone = {TILE_STONE, 3, TILE_DIRT, 5};
    scene_fill(&s, stone, (loam_tile_area){0, 0, 9, 9});
    for (int32_t i = 0; i < 81; i++)
    {
        const int32_t x = i % 9, y = i / 9;
        const bool edge = x < 2 || y < 2 || x > 6 || y > 6;
        CHECK(!loam_transform_look(s.world, (loam_tile_pos){x, y})); // no rule
        const loam_tile tile = *scene_tile(&s, x, y);
        CHECK_INT(tile.block, TILE_STONE);
        CHECK_INT(tile.block_variant >= inner, edge);
        CHECK_INT(tile.wall_variant >= inner, edge);
        CHECK(edge || (tile.block_variant == 3 && tile.wall_variant == 5));
        // One that fits stays, in other steps too.
        s.world->steps += 7;
        CHECK(!loam_transform_look(s.world, (loam_tile_pos){x, y}));
        CHECK(memcmp(scene_tile(&s, x, y), &tile, sizeof tile) == 0);
    }
    CHECK_INT(loam_tile_world_count(s.world).unsaved, 1);
    scene_fill(&s, stone, (loam_tile_area){-20, -20, 40, 40});
    scene_tile(&s, 4, 4)->block_variant = 200;
    scene_tile(&s, 4, 5)->block_variant = (uint8_t)(inner + 1);
    (void)loam_transform_look(s.world, (loam_tile_pos){4, 4});
    (void)loam_transform_look(s.world, (loam_tile_pos){4, 5});
    CHECK(scene_tile(&s, 4, 4)->block_variant < inner &&
          scene_tile(&s, 4, 5)->block_variant < inner);
    *scene_tile(&s, 4, 4) = (loam_tile){.block = TILE_WATER, .block_variant = 77};
    (void)loam_transform_look(s.world, (loam_tile_pos){4, 4});
    CHECK_INT(scene_tile(&s, 4, 4)->block_variant, 77); // is the water's own
    scene_close(&s);
}

static void test_new_tiles_get_all_variants_that_fit(void)
{
    const loam_slow_rule rules[2] = {scene_rule("solid", TILE_DIRT, TILE_STONE),
                                     scene_rule("fluid", TILE_ICE, TILE_WATER)};
    loam_slow_rule fluid = rules[1];
    fluid.layers = LOAM_BLOCKS;
    scene s = open_with((loam_slow_rule[]){rules[0], fluid}, 2);
    bool inner[256] = {false}, outer[256] = {false}, leans[256] = {false};
    for (int32_t i = 0; i < 4000; i++)
    {
        const int64_t x = i % 80 * 6 - 240, y = i / 80 * 6;
        scene_fill(&s, (loam_tile){.block = TILE_DIRT}, (loam_tile_area){x - 2, y - 2, 5, 5});
        (void)loam_transform_look(s.world, (loam_tile_pos){x, y});
        inner[scene_tile(&s, x, y)->block_variant] = true;
        (void)loam_transform_look(s.world, (loam_tile_pos){x + 2, y + 2});
        outer[scene_tile(&s, x + 2, y + 2)->block_variant] = true;
        *scene_tile(&s, x, y) = (loam_tile){.block = TILE_ICE};
        (void)loam_transform_look(s.world, (loam_tile_pos){x, y});
        leans[scene_tile(&s, x, y)->block_variant % 16] = true; // above that it is the fluid's own
        scene_fill(&s, (loam_tile){0}, (loam_tile_area){x - 2, y - 2, 5, 5});
        s.world->steps++;
    }
    const loam_material *const stone = &defs.materials[TILE_STONE];
    for (int32_t i = 0; i < 256; i++)
    {
        CHECK_INT(inner[i], i < stone->inner);
        CHECK_INT(outer[i], i >= stone->inner && i < stone->inner + stone->outer);
        CHECK_INT(leans[i], i < 16);
    }
    scene_close(&s);
}

// ---- stirring -------------------------------------------------------------------------------------

static void test_stirring_goes_on_from_tile_to_tile(void)
{
    loam_slow_rule rule = scene_rule("burns", TILE_STONE, TILE_DIRT);
    rule.modifiers = LOAM_RULE_STIR;
    scene s = open_with(&rule, 1);
    int64_t longest = 0;
    for (int32_t step = 0; step < 400 && longest == 0; step++)
    {
        // A line with a gap that is too wide to get over.
        scene_fill_ring(&s, (loam_tile){0});
        scene_fill(&s, (loam_tile){.block = TILE_STONE}, (loam_tile_area){0, 0, 20, 1});
        scene_fill(&s, (loam_tile){.block = TILE_STONE}, (loam_tile_area){22, 0, 20, 1});
        CHECK_OK(loam_tile_world_step(s.world, s.def.centre));
        longest = count_blocks(&s, TILE_DIRT);
    }
    CHECK_INT(longest % 20, 0); // one part or both, and never a bit of one
    CHECK(longest > 0);
    scene_close(&s);
}

static void test_stirring_has_an_end(void)
{
    loam_slow_rule rule = scene_rule("burns", TILE_STONE, TILE_DIRT);
    rule.modifiers = LOAM_RULE_STIR;
    scene s = open_with(&rule, 1);
    scene_fill_ring(&s, (loam_tile){.block = TILE_STONE});
    CHECK_OK(loam_tile_world_step(s.world, s.def.centre));
    const int64_t changed = count_blocks(&s, TILE_DIRT);
    CHECK_RANGE(changed, 49 * 64, 49 * (LOAM_LOOKS + 96));
    scene_close(&s);
}

int main(void)
{
    RUN(test_rules_mean_what_the_header_says);
    RUN(test_one_tile_around_is_enough);
    RUN(test_chances_come_up_as_often_as_they_say);
    RUN(test_one_tile_of_each_cell_has_its_turn);
    RUN(test_all_is_decided_on_the_state_before);
    RUN(test_what_appears_needs_air);
    RUN(test_air_has_no_rules);
    RUN(test_variants_are_made_to_fit_edges);
    RUN(test_new_tiles_get_all_variants_that_fit);
    RUN(test_stirring_goes_on_from_tile_to_tile);
    RUN(test_stirring_has_an_end);
    return CHECK_DONE();
}
