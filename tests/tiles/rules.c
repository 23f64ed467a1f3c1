// SPDX-License-Identifier: MIT
// Every built-in rule has a small world in which it is followed, and one that differs by one thing in which
// it is not.
#include "scene.h"

#include "tiles/data/defs.h"

enum
{
    SEED = 5
};

#define B LOAM_BLOCKS
#define W LOAM_WALLS

typedef enum place
{
    NOWHERE,
    MILD,
    MILD_DRY,
    MILD_WET,
    COLD,
    COOL,
    COLD_WET,
    HOT_DRY,
    HOT,
    HOT_WET,
    PLACES,
} place;

static const int32_t climates[PLACES][4] = {
    [MILD] = {90, 125, 90, 160},   [MILD_DRY] = {90, 150, 0, 50}, [MILD_WET] = {70, 140, 215, 255},
    [COLD] = {0, 28, 70, 180},     [COOL] = {44, 66, 0, 255},     [COLD_WET] = {0, 28, 215, 255},
    [HOT_DRY] = {200, 255, 0, 50}, [HOT] = {200, 255, 100, 160},  [HOT_WET] = {200, 255, 215, 255},
};

/// Something that stands somewhere around the tile.
typedef struct thing
{
    int32_t x, y;
    loam_layer layer; // 0: nothing
    uint8_t material;
} thing;

typedef enum target
{
    ITSELF,
    IN_FRONT,
    ABOVE,
} target;

typedef struct rule_case
{
    const char *rule;
    place where;      // NOWHERE: MILD
    loam_layer layer; // 0: blocks
    uint8_t tile;
    uint8_t ground, back; // blocks and walls around
    thing with[2];
    uint8_t to;
    target target;
    // What must not be:
    thing spoil;       // this in addition
    bool roof;         // stone walls around
    place wrong_place; // another climate
} rule_case;

// clang-format off
#define BURNT_GRASS(kind, there, elsewhere, soil) \
    {"burning_grass_put_out_" kind, there, .tile = TILE_BURNING_GRASS, .with = {{1, 1, B, TILE_WATER}}, \
     .to = (soil), .spoil = {1, 1, B, LOAM_AIR}, .wrong_place = (elsewhere)}, \
    {"burning_grass_starves_" kind, there, .tile = TILE_BURNING_GRASS, .ground = TILE_STONE, \
     .to = (soil), .spoil = {-2, 0, B, TILE_GRASS}, .wrong_place = (elsewhere)}, \
    {"burning_grass_burns_out_" kind, there, .tile = TILE_BURNING_GRASS, \
     .with = {{1, 0, B, TILE_GRASS}}, .to = (soil), .spoil = {0, 1, B, TILE_WATER}, \
     .wrong_place = (elsewhere)}

#define CURED(kind, id, becomes) \
    {kind "_burns_off", .tile = (id), .with = {{2, 1, B, TILE_FIRE}}, .to = (becomes), \
     .spoil = {2, 1, B, TILE_STONE}}, \
    {kind "_burns_off", .layer = W, .tile = (id), .with = {{2, 1, B, TILE_FIRE}}, .to = (becomes), \
     .spoil = {2, 1, B, TILE_STONE}}, \
    {kind "_dies_in_acid", .tile = (id), .with = {{0, -1, B, TILE_ACID}}, .to = (becomes), \
     .spoil = {0, -1, B, TILE_WATER}}, \
    {kind "_dies_of_frost", .tile = (id), .with = {{0, 2, B, TILE_SNOW}}, .to = (becomes), \
     .spoil = {0, 2, B, TILE_SAND}}

#define INFECTED(kind, lies_in, id, becomes) \
    {"mould_takes_" kind, .layer = (lies_in), .tile = (id), .with = {{1, -1, W, TILE_MOULD_STONE}}, \
     .to = (becomes), .spoil = {-1, 2, B, TILE_ICE}}, \
    {"mould_enters_" kind, .layer = (lies_in), .tile = (id), .ground = (id), .back = TILE_STONE, \
     .with = {{1, -1, W, TILE_MOULD_STONE}}, .to = (becomes), .spoil = {-1, 2, B, TILE_FIRE}}

#define GROWN(kind, there, elsewhere, soil, neighbour, becomes) \
    {kind "_grows", there, .tile = (soil), .ground = (soil), \
     .with = {{-1, 0, B, neighbour}, {0, 1, B, LOAM_AIR}}, .to = (becomes), \
     .spoil = {-1, 0, B, TILE_STONE}, .wrong_place = (elsewhere)}, \
    {kind "_grows", there, .tile = (soil), .ground = (soil), \
     .with = {{-1, 0, B, neighbour}, {0, 1, B, LOAM_AIR}}, .to = (becomes), .roof = true, \
     .spoil = {2, 1, B, TILE_WATER}}, \
    {kind "_grows", there, .tile = (soil), .ground = (soil), \
     .with = {{-1, 0, B, neighbour}, {0, 1, B, LOAM_AIR}}, .to = (becomes), \
     .spoil = {-1, 2, B, TILE_FIRE}}

#define BURIED(kind, id, soil) \
    {kind "_is_buried", .tile = (id), .ground = TILE_CLAY, .with = {{1, 0, B, id}}, .to = (soil), \
     .spoil = {1, 2, B, LOAM_AIR}}

#define FALLEN(kind, id, becomes) \
    {kind "_falls", .layer = W, .tile = (id), .to = (becomes), .target = IN_FRONT, .roof = true, \
     .spoil = {0, 0, B, TILE_STONE}}

#define SEED_ENDED(kind, id) \
    {kind "_burns", .tile = (id), .with = {{1, 1, B, TILE_FIRE}}, .to = TILE_FIRE, \
     .spoil = {0, 1, B, TILE_WATER}}, \
    {kind "_rots", .tile = (id), .to = LOAM_AIR, .spoil = {1, 1, B, TILE_FIRE}}

static const rule_case cases[] = {
    {"wood_put_out", .tile = TILE_BURNING_WOOD, .with = {{1, 0, B, TILE_WATER}}, .to = TILE_BURNT_WOOD,
     .spoil = {1, 0, B, LOAM_AIR}},
    {"wood_put_out", .layer = W, .tile = TILE_BURNING_WOOD, .with = {{1, 0, B, TILE_WATER}},
     .to = TILE_BURNT_WOOD, .spoil = {1, 0, B, LOAM_AIR}},
    {"wood_burns_out", .tile = TILE_BURNING_WOOD, .to = TILE_BURNT_WOOD, .spoil = {0, 1, B, TILE_ACID}},
    {"wood_flares", .tile = TILE_BURNING_WOOD, .to = TILE_FIRE, .target = ABOVE,
     .spoil = {0, 1, B, TILE_STONE}},
    {"wood_flares", .layer = W, .tile = TILE_BURNING_WOOD, .to = TILE_FIRE, .target = IN_FRONT,
     .spoil = {0, 0, B, TILE_STONE}},
    {"wood_glows", .tile = TILE_BURNING_WOOD, .to = TILE_BURNING_WOOD, .spoil = {0, 1, B, TILE_WATER}},
    {"wood_catches_fire", .tile = TILE_OAK_WOOD, .with = {{2, 0, B, TILE_LAVA}},
     .to = TILE_BURNING_WOOD, .spoil = {-1, 0, B, TILE_WATER}},
    {"wood_catches_fire", .layer = W, .tile = TILE_CACTUS, .with = {{2, 0, B, TILE_FIRE}},
     .to = TILE_BURNING_WOOD, .spoil = {2, 0, B, TILE_CRUST}},
    {"wood_catches_fire", .tile = TILE_PALM_WOOD, .with = {{0, 1, W, TILE_BURNING_WOOD}},
     .to = TILE_BURNING_WOOD, .spoil = {0, 1, W, TILE_TORCH}},
    {"leaf_burns", .layer = W, .tile = TILE_TALL_GRASS, .with = {{0, -2, B, TILE_FIRE}}, .to = LOAM_AIR,
     .spoil = {1, 0, B, TILE_WATER}},
    {"leaf_flares", .layer = W, .tile = TILE_NEEDLE, .with = {{0, -2, B, TILE_BURNING_GRASS}},
     .to = TILE_FIRE, .target = IN_FRONT, .spoil = {0, 0, B, TILE_STONE}},
    {"falling_leaf_burns", .tile = TILE_FALLING_LEAF, .with = {{1, 1, B, TILE_FIRE}}, .to = TILE_FIRE,
     .spoil = {1, 1, B, LOAM_AIR}},
    {"coal_flares", .tile = TILE_COAL, .with = {{-1, -1, B, TILE_LAVA}}, .to = TILE_FIRE,
     .target = ABOVE, .spoil = {0, 1, B, TILE_STONE}},
    {"coal_burns", .tile = TILE_COAL, .with = {{-1, -1, B, TILE_LAVA}}, .to = TILE_FIRE,
     .spoil = {1, 1, B, TILE_WATER}},
    {"coal_wall_burns", .layer = W, .tile = TILE_COAL, .with = {{-1, -1, B, TILE_FIRE}}, .to = LOAM_AIR,
     .spoil = {-1, -1, B, TILE_SMOKE}},
    {"grass_catches_fire", .tile = TILE_GRASS, .with = {{2, -1, B, TILE_BURNING_GRASS}},
     .to = TILE_BURNING_GRASS, .spoil = {-2, 1, B, TILE_WATER}},
    {"grass_catches_fire", .tile = TILE_DRY_GRASS, .with = {{2, -1, W, TILE_BURNING_WOOD}},
     .to = TILE_BURNING_GRASS, .spoil = {2, -1, W, TILE_BURNT_WOOD}},
    BURNT_GRASS("cold", COLD, MILD, TILE_COLD_DIRT),
    BURNT_GRASS("wet", MILD_WET, MILD, TILE_MUD),
    BURNT_GRASS("hot", HOT, HOT_DRY, TILE_DRY_DIRT),
    BURNT_GRASS("arid", HOT_DRY, HOT, TILE_DIRT),
    BURNT_GRASS("mild", MILD, COLD, TILE_DIRT),
    {"burning_grass_flares", .tile = TILE_BURNING_GRASS, .to = TILE_FIRE, .target = ABOVE,
     .spoil = {0, 1, B, TILE_STONE}},
    {"burning_grass_glows", .tile = TILE_BURNING_GRASS, .with = {{0, 1, B, TILE_GRASS}},
     .to = TILE_BURNING_GRASS, .spoil = {1, 1, B, TILE_WATER}},

    {"lava_crusts", .tile = TILE_LAVA, .ground = TILE_LAVA, .with = {{1, 2, B, LOAM_AIR}},
     .to = TILE_CRUST, .spoil = {1, 2, B, TILE_STONE}},
    {"crust_quenched", .tile = TILE_CRUST, .with = {{1, 0, B, TILE_WATER}, {-1, 0, B, TILE_LAVA}},
     .to = TILE_OBSIDIAN, .spoil = {1, 0, B, TILE_ACID}},
    {"crust_melts", .tile = TILE_CRUST, .with = {{-2, 0, B, TILE_LAVA}}, .to = TILE_LAVA,
     .spoil = {-2, 0, B, TILE_FIRE}},
    {"crust_cools", .tile = TILE_CRUST, .ground = TILE_CRUST, .to = TILE_STONE,
     .spoil = {-2, 0, B, TILE_LAVA}},

    {"snow_melts_at_heat", COLD, .tile = TILE_SNOW, .with = {{0, 1, W, TILE_TORCH}}, .to = TILE_WATER,
     .spoil = {0, 1, W, TILE_BURNT_WOOD}},
    {"snow_melts_at_heat", COLD, .tile = TILE_ICE, .with = {{0, 1, B, TILE_CRUST}}, .to = TILE_WATER,
     .spoil = {0, 1, B, TILE_STONE}},
    {"snow_wall_melts_at_heat", COLD, .layer = W, .tile = TILE_ICE, .with = {{0, 1, B, TILE_LAVA}},
     .to = LOAM_AIR, .spoil = {0, 1, B, TILE_WATER}},
    {"snow_melts_in_the_warm", MILD, .tile = TILE_SNOW, .to = TILE_WATER, .roof = true,
     .wrong_place = COLD},
    {"snow_wall_melts_in_the_warm", MILD, .layer = W, .tile = TILE_ICE, .to = LOAM_AIR, .roof = true,
     .wrong_place = COLD},
    {"snow_melts_in_the_cool", COOL, .tile = TILE_SNOW, .to = LOAM_AIR, .roof = true,
     .wrong_place = COLD},
    {"snow_wears_off", COLD, .tile = TILE_SNOW, .to = LOAM_AIR, .roof = true},
    {"water_freezes", COLD, .tile = TILE_WATER, .with = {{-2, 0, B, TILE_ICE}}, .to = TILE_ICE,
     .roof = true, .spoil = {-2, 0, B, TILE_WATER}, .wrong_place = MILD},
    {"water_freezes", COLD, .tile = TILE_WATER, .with = {{-2, 0, B, TILE_ICE}}, .to = TILE_ICE,
     .spoil = {2, 0, B, TILE_LAVA}},

    {"puddle_dries_in_the_sun", HOT_DRY, .tile = TILE_WATER, .with = {{0, -1, B, TILE_SAND}},
     .to = LOAM_AIR, .spoil = {0, -1, B, TILE_WATER}, .roof = true, .wrong_place = MILD},
    {"puddle_dries", MILD, .tile = TILE_WATER, .with = {{0, -1, B, TILE_SAND}}, .to = LOAM_AIR,
     .spoil = {0, -1, B, TILE_WATER}, .roof = true, .wrong_place = COLD},
    {"water_evaporates_in_the_sun", HOT_DRY, .tile = TILE_WATER, .to = LOAM_AIR, .roof = true,
     .wrong_place = MILD},
    {"water_evaporates", MILD, .tile = TILE_WATER, .to = LOAM_AIR, .roof = true, .wrong_place = COLD},
    {"water_steams", MILD, .tile = TILE_WATER, .to = TILE_STEAM, .roof = true, .wrong_place = COLD},
    {"steam_clears", .tile = TILE_STEAM, .to = LOAM_AIR, .roof = true},
    {"steam_meets_frost", .tile = TILE_STEAM, .back = TILE_STONE, .with = {{0, 1, W, TILE_ICE}},
     .to = TILE_WATER, .spoil = {0, 1, W, TILE_STONE}},
    {"steam_condenses", .tile = TILE_STEAM, .back = TILE_STONE, .with = {{0, 1, B, TILE_STONE}},
     .to = TILE_WATER, .spoil = {0, 1, B, TILE_STEAM}},
    {"steam_condenses", .tile = TILE_STEAM, .back = TILE_STONE, .with = {{0, 1, B, TILE_STONE}},
     .to = TILE_WATER, .spoil = {0, -2, B, TILE_LAVA}},
    {"mud_dries", HOT_DRY, .tile = TILE_MUD, .to = TILE_DRY_DIRT, .spoil = {1, 1, B, TILE_WATER},
     .roof = true, .wrong_place = MILD},
    {"dirt_soaks", MILD_WET, .tile = TILE_DIRT, .with = {{1, 1, B, TILE_WATER}}, .to = TILE_MUD,
     .spoil = {1, 1, B, LOAM_AIR}, .wrong_place = MILD},

    CURED("mould_stone", TILE_MOULD_STONE, TILE_STONE),
    CURED("mould_dirt", TILE_MOULD_DIRT, TILE_DIRT),
    CURED("mould_grass", TILE_MOULD_GRASS, TILE_DIRT),
    INFECTED("stone", B, TILE_STONE, TILE_MOULD_STONE),
    INFECTED("cold_stone", B, TILE_COLD_STONE, TILE_MOULD_STONE),
    INFECTED("sandstone", B, TILE_SANDSTONE, TILE_MOULD_STONE),
    INFECTED("limestone", B, TILE_LIMESTONE, TILE_MOULD_STONE),
    INFECTED("shale", B, TILE_SHALE, TILE_MOULD_STONE),
    INFECTED("granite", B, TILE_GRANITE, TILE_MOULD_STONE),
    INFECTED("deep_stone", B, TILE_DEEP_STONE, TILE_MOULD_STONE),
    INFECTED("soil", B, TILE_CLAY, TILE_MOULD_DIRT),
    INFECTED("soil", W, TILE_MUD, TILE_MOULD_DIRT),
    INFECTED("grass", B, TILE_COLD_GRASS, TILE_MOULD_GRASS),
    INFECTED("wood", W, TILE_SPRUCE_WOOD, TILE_MOULD_WOOD),
    {"mould_grass_grows", .tile = TILE_MOULD_DIRT, .ground = TILE_MOULD_DIRT, .back = TILE_STONE,
     .with = {{-1, 0, B, TILE_MOULD_GRASS}, {0, 1, B, LOAM_AIR}}, .to = TILE_MOULD_GRASS,
     .spoil = {0, 1, B, TILE_MOULD_DIRT}},

    GROWN("plain_grass", MILD_DRY, MILD, TILE_DIRT, TILE_GRASS, TILE_PLAIN_GRASS),
    GROWN("grass", MILD, MILD_DRY, TILE_DIRT, TILE_COLD_GRASS, TILE_GRASS),
    GROWN("dry_grass_on_dirt", HOT, HOT_DRY, TILE_DIRT, TILE_GRASS, TILE_DRY_GRASS),
    GROWN("dry_grass", HOT, HOT_DRY, TILE_DRY_DIRT, TILE_GRASS, TILE_DRY_GRASS),
    GROWN("cold_grass", COLD_WET, COLD, TILE_COLD_DIRT, TILE_GRASS, TILE_COLD_GRASS),
    GROWN("jungle_grass", HOT_WET, MILD_WET, TILE_MUD, TILE_GRASS, TILE_JUNGLE_GRASS),
    GROWN("mud_grass", MILD_WET, HOT_WET, TILE_MUD, TILE_GRASS, TILE_MUD_GRASS),
    BURIED("plain_grass", TILE_PLAIN_GRASS, TILE_DIRT),
    BURIED("grass", TILE_GRASS, TILE_DIRT),
    {"grass_is_buried", .tile = TILE_GRASS, .ground = TILE_DIRT, .to = TILE_DIRT,
     .spoil = {0, 1, B, TILE_SNOW}},
    BURIED("dry_grass", TILE_DRY_GRASS, TILE_DRY_DIRT),
    BURIED("cold_grass", TILE_COLD_GRASS, TILE_COLD_DIRT),
    BURIED("jungle_grass", TILE_JUNGLE_GRASS, TILE_MUD),
    BURIED("mud_grass", TILE_MUD_GRASS, TILE_MUD),
    BURIED("mould_grass", TILE_MOULD_GRASS, TILE_MOULD_DIRT),
    FALLEN("leaf", TILE_LEAF, TILE_FALLING_LEAF),
    FALLEN("willow_leaf", TILE_WILLOW_LEAF, TILE_FALLING_LEAF),
    FALLEN("palm_leaf", TILE_PALM_LEAF, TILE_FALLING_LEAF),
    FALLEN("dry_leaf", TILE_DRY_LEAF, TILE_FALLING_DRY_LEAF),
    FALLEN("birch_leaf", TILE_BIRCH_LEAF, TILE_FALLING_LEAF),
    FALLEN("mangrove_leaf", TILE_MANGROVE_LEAF, TILE_FALLING_LEAF),
    FALLEN("acacia_leaf", TILE_ACACIA_LEAF, TILE_FALLING_DRY_LEAF),
    SEED_ENDED("acorn", TILE_ACORN),
    SEED_ENDED("winged_seed", TILE_WINGED_SEED),
    SEED_ENDED("cone", TILE_CONE),
    SEED_ENDED("pod", TILE_POD),
    SEED_ENDED("nut", TILE_NUT),
    SEED_ENDED("berry_seed", TILE_BERRY_SEED),
    SEED_ENDED("grain", TILE_GRAIN),
    SEED_ENDED("spore", TILE_SPORE),
    {"burnt_wood_crumbles", .layer = W, .tile = TILE_BURNT_WOOD, .to = LOAM_AIR, .roof = true},
};
// clang-format on

enum
{
    CASES = sizeof cases / sizeof *cases
};

static loam_tile_defs defs;
static scene scenes[PLACES];

static int32_t rule_number(const char *name)
{
    for (int32_t i = 0; i < LOAM_MAX_SLOW_RULES; i++)
    {
        if (strcmp(defs.rules[i].name, name) == 0)
        {
            return i;
        }
    }
    CHECK_REPORT(false, "there is no rule %s", name);
    return 0;
}

static loam_layer layer_of(const rule_case *c)
{
    return c->layer == 0 ? B : c->layer;
}

static void put_thing(scene *s, thing what, loam_tile_pos at)
{
    if (what.layer != 0)
    {
        scene_put(s, what.layer, what.material, at.x + what.x, at.y + what.y);
    }
}

static void build(scene *s, const rule_case *c, loam_tile_pos at, const thing *spoil, bool roof)
{
    const loam_tile around = {.block = c->ground, .wall = roof ? TILE_STONE : c->back};
    scene_fill(s, around, (loam_tile_area){at.x - 3, at.y - 3, 7, 7});
    *scene_tile(s, at.x, at.y) = layer_of(c) == B ? (loam_tile){.wall = around.wall}
                                                  : (loam_tile){0};
    scene_put(s, layer_of(c), c->tile, at.x, at.y);
    put_thing(s, c->with[0], at);
    put_thing(s, c->with[1], at);
    if (spoil != NULL)
    {
        put_thing(s, *spoil, at);
    }
}

/// What is where the result is to be.
static uint8_t result(scene *s, const rule_case *c, loam_tile_pos at)
{
    const loam_tile tile = *scene_tile(s, at.x, at.y + (c->target == ABOVE));
    return c->target == IN_FRONT || layer_of(c) == B ? tile.block : tile.wall;
}

/// Looks at the tile in so many steps that the rule would have been followed. Whether it was.
static bool is_followed(scene *s, const rule_case *c, const thing *spoil, bool roof)
{
    const int32_t rule = rule_number(c->rule);
    const loam_tile_pos at = {s->def.centre.x + 40, -50};
    for (int32_t tries = 40 * 1024 / defs.rules[rule].chance; tries > 0; tries--)
    {
        const uint64_t before = loam_transform_followed(s->world, rule);
        build(s, c, at, spoil, roof);
        s->world->steps++;
        (void)loam_transform_look(s->world, at);
        if (loam_transform_followed(s->world, rule) > before)
        {
            CHECK_REPORT(result(s, c, at) == c->to, "%s makes %s, expected %s", c->rule,
                         defs.materials[result(s, c, at)].name, defs.materials[c->to].name);
            return true;
        }
    }
    return false;
}

static void check_case(const rule_case *c)
{
    scene *const s = &scenes[c->where == NOWHERE ? MILD : c->where];
    CHECK_REPORT(is_followed(s, c, NULL, false), "%s is not followed", c->rule);
    if (c->spoil.layer != 0)
    {
        CHECK_REPORT(!is_followed(s, c, &c->spoil, false), "%s is followed by %s", c->rule,
                     defs.materials[c->spoil.material].name);
    }
    if (c->roof)
    {
        CHECK_REPORT(!is_followed(s, c, NULL, true), "%s is followed under a roof", c->rule);
    }
    if (c->wrong_place != NOWHERE)
    {
        CHECK_REPORT(!is_followed(&scenes[c->wrong_place], c, NULL, false),
                     "%s is followed in climate %d", c->rule, (int)c->wrong_place);
    }
}

static void test_every_rule_in_its_world(void)
{
    for (int32_t i = 0; i < CASES; i++)
    {
        check_case(&cases[i]);
    }
}

static void test_no_rule_is_left_out(void)
{
    for (int32_t i = 0; defs.rules[i].name[0] != '\0'; i++)
    {
        bool found = false;
        for (int32_t c = 0; c < CASES; c++)
        {
            found |= strcmp(cases[c].rule, defs.rules[i].name) == 0;
        }
        CHECK_REPORT(found, "%s has no world", defs.rules[i].name);
    }
}

static void test_everything_flammable_burns(void)
{
    scene *const s = &scenes[MILD];
    const loam_tile_pos at = {s->def.centre.x - 40, -50};
    for (int32_t i = 0; i < 2 * LOAM_MAX_MATERIALS; i++)
    {
        const loam_layer layer = i % 2 ? W : B;
        const loam_material *const material = &defs.materials[i / 2];
        if (!(material->properties & (LOAM_FLAMMABLE | LOAM_GRASS)) || !(material->layers & layer))
        {
            continue;
        }
        int32_t burnt = 0;
        for (int32_t tries = 0; tries < 4000 && burnt == 0; tries++)
        {
            scene_fill(s, (loam_tile){0}, (loam_tile_area){at.x - 3, at.y - 3, 7, 7});
            scene_put(s, layer, (uint8_t)(i / 2), at.x, at.y);
            scene_put(s, B, TILE_FIRE, at.x + 1, at.y);
            s->world->steps++;
            (void)loam_transform_look(s->world, at);
            const loam_tile tile = *scene_tile(s, at.x, at.y);
            burnt += (layer == W ? tile.wall : tile.block) != i / 2;
        }
        CHECK_REPORT(burnt > 0, "%s does not burn", material->name);
    }
}

int main(void)
{
    loam_tile_defs_init(&defs);
    CHECK_OK(loam_tile_defs_check(&defs));
    for (int32_t i = NOWHERE + 1; i < PLACES; i++)
    {
        loam_tile_world_def def = scene_def(&defs, SEED);
        def.centre = (loam_tile_pos){scene_place(&defs, SEED, climates[i]), 0};
        scenes[i] = scene_open(&def);
    }
    RUN(test_every_rule_in_its_world);
    RUN(test_no_rule_is_left_out);
    RUN(test_everything_flammable_burns);
    for (int32_t i = NOWHERE + 1; i < PLACES; i++)
    {
        scene_close(&scenes[i]);
    }
    return CHECK_DONE();
}
