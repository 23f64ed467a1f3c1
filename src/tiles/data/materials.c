// SPDX-License-Identifier: MIT
#include "tiles/data/defs.h"

#include "loam/random.h"

#include <string.h>

// The built-in materials. A row says what a material is and between which two colours its variants
// lie; the variants themselves are drawn from that range, so that a wall of stone is not one grey
// (Dubsky 2022, 3.2.6). Outer variants are the edges that face air: grass is brightest there, rock is
// darker, which draws the outline of a cave.

enum
{
    BOTH = LOAM_BLOCKS | LOAM_WALLS,
    SOLID_INNER = 12,
    SOLID_OUTER = 4,
    FLUID_VARIANTS = 16,
    WOOD_VARIANTS = 64,

    EARTH = LOAM_SOLID | LOAM_SOIL,
    TURF = LOAM_SOLID | LOAM_GRASS,
    ROCK = LOAM_SOLID | LOAM_STONE,
    VEIN = ROCK | LOAM_ORE,
    TIMBER = LOAM_WOOD | LOAM_FLAMMABLE,
    FOLIAGE = LOAM_LEAF | LOAM_FLAMMABLE,
    SEED = LOAM_LOOSE | LOAM_FLAMMABLE,

    CLEAR = 208, // translucency of air, of fluids, of walls
    DENSE = 150, // and of blocks
    AIRY = 200,
    LEAFY = 174, // of wood and leaves as walls: crowns are dimmer inside
};

typedef struct row
{
    uint8_t id;
    const char *name;
    uint32_t properties, layers;
    uint32_t inner_low, inner_high; // 0xRRGGBB, the ends of the range
    uint32_t outer_low, outer_high; // for solids only
    uint8_t alpha;
    int32_t hardness;
} row;

static const row rows[] = {
    {TILE_STONE, "stone", ROCK, BOTH, 0x62646b, 0x777a81, 0x4b4c53, 0x595b62, 255, 120},
    {TILE_DIRT, "dirt", EARTH, BOTH, 0x6a4a30, 0x7e5a3c, 0x573b26, 0x63452d, 255, 40},
    {TILE_GRASS, "grass", TURF, BOTH, 0x3f7a2c, 0x4f8f35, 0x63ab3f, 0x7cc24c, 255, 40},
    {TILE_PLAIN_GRASS, "plain_grass", TURF, BOTH, 0x6e8a2f, 0x83a03a, 0x9cb944, 0xb4cc55, 255, 40},
    {TILE_JUNGLE_GRASS, "jungle_grass", TURF, BOTH, 0x1e6b2c, 0x2c8236, 0x37a03f, 0x55bd4c, 255,
     40},
    {TILE_COLD_STONE, "cold_stone", ROCK, BOTH, 0x66717e, 0x7d8a97, 0x4f5965, 0x5f6a77, 255, 120},
    {TILE_COLD_DIRT, "cold_dirt", EARTH, BOTH, 0x5c5350, 0x70655f, 0x4a4341, 0x585050, 255, 40},
    {TILE_COLD_GRASS, "cold_grass", TURF, BOTH, 0x3a6b55, 0x4a7f66, 0x5c9a7d, 0x7ab396, 255, 40},
    {TILE_MUD, "mud", EARTH, BOTH, 0x47382a, 0x574534, 0x392d22, 0x443628, 255, 30},
    {TILE_MUD_GRASS, "mud_grass", TURF, BOTH, 0x4c5f24, 0x5d732c, 0x6f8a35, 0x86a041, 255, 40},
    {TILE_DRY_DIRT, "dry_dirt", EARTH, BOTH, 0x8a5f3a, 0x9f7148, 0x6f4b2e, 0x7d5735, 255, 40},
    {TILE_DRY_GRASS, "dry_grass", TURF, BOTH, 0xa08a3a, 0xb59d47, 0xc9b152, 0xdcc765, 255, 40},
    {TILE_SAND, "sand", LOAM_SOLID | LOAM_SAND | LOAM_GRANULAR, BOTH, 0xd3b372, 0xe0c285, 0xe6cc92,
     0xf0dba6, 255, 25},
    {TILE_SANDSTONE, "sandstone", ROCK, BOTH, 0xb58a55, 0xc79c64, 0x936d42, 0xa27a4b, 255, 90},
    {TILE_GRAVEL, "gravel", LOAM_SOLID | LOAM_GRANULAR, BOTH, 0x6f6a66, 0x938c85, 0x57534f,
     0x68625d, 255, 35},
    {TILE_CLAY, "clay", EARTH, BOTH, 0x96705f, 0xa98270, 0x7a5a4c, 0x896656, 255, 35},
    {TILE_SNOW, "snow", LOAM_SOLID | LOAM_COLD | LOAM_GRANULAR, BOTH, 0xdfe9f2, 0xeef5fa, 0xf6fafd,
     0xffffff, 255, 15},
    {TILE_ICE, "ice", LOAM_SOLID | LOAM_COLD, BOTH, 0x9cc6e6, 0xb2d6ef, 0xc4e3f6, 0xdaf0fb, 235,
     60},
    {TILE_DEEP_STONE, "deep_stone", ROCK, BOTH, 0x37343f, 0x46424e, 0x28262f, 0x322f3a, 255, 200},
    {TILE_LIMESTONE, "limestone", ROCK, BOTH, 0x9a958a, 0xaba69a, 0x7b776d, 0x8a867b, 255, 100},
    {TILE_SHALE, "shale", ROCK, BOTH, 0x4e555c, 0x5a626a, 0x3c4248, 0x474e55, 255, 100},
    {TILE_OBSIDIAN, "obsidian", ROCK, BOTH, 0x1f1a26, 0x2e2738, 0x3d3449, 0x4f445f, 255, 400},
    {TILE_GRANITE, "granite", ROCK, BOTH, 0x75696a, 0x8b7d7c, 0x5a5051, 0x685d5d, 255, 150},
    {TILE_CRUST, "crust", ROCK | LOAM_HOT, BOTH, 0x4a2a24, 0x6b3526, 0x7d3a20, 0xa34a1e, 255, 100},
    {TILE_BURNING_GRASS, "burning_grass", LOAM_SOLID | LOAM_HOT | LOAM_BURNING, BOTH, 0x4a2c16,
     0x8a3d14, 0xd9651a, 0xffb13b, 255, 30},
    {TILE_COAL, "coal", VEIN | LOAM_FLAMMABLE, BOTH, 0x2e2d31, 0x47454b, 0x252428, 0x37353a, 255,
     140},
    {TILE_IRON_ORE, "iron_ore", VEIN, BOTH, 0x7d6459, 0xa5795f, 0x64503f, 0x7c5a49, 255, 180},
    {TILE_COPPER_ORE, "copper_ore", VEIN, BOTH, 0x6f7a5e, 0xb56d43, 0x53664f, 0x8d5836, 255, 160},
    {TILE_GOLD_ORE, "gold_ore", VEIN, BOTH, 0x9b8440, 0xe3c252, 0x7a6632, 0xb2933e, 255, 200},
    {TILE_CRYSTAL, "crystal", VEIN, BOTH, 0x6d5bd6, 0x9b8cf2, 0xa99bff, 0xcfc6ff, 255, 220},
    {TILE_MOULD_STONE, "mould_stone", ROCK | LOAM_MOULD, BOTH, 0x5c4a78, 0x6e5a8c, 0x4a3b63,
     0x56466f, 255, 120},
    {TILE_MOULD_DIRT, "mould_dirt", EARTH | LOAM_MOULD, BOTH, 0x63405f, 0x754d70, 0x4f324c,
     0x5b3b57, 255, 40},
    {TILE_MOULD_GRASS, "mould_grass", TURF | LOAM_MOULD, BOTH, 0x9a4fb0, 0xb163c6, 0xc97fda,
     0xdd9cea, 255, 40},
    {TILE_MOULD_WOOD, "mould_wood", LOAM_WOOD | LOAM_FLAMMABLE | LOAM_MOULD, LOAM_WALLS, 0x5d4270,
     0x7a5a91, 0, 0, 255, 60},
    {TILE_WATER, "water", LOAM_LIQUID | LOAM_EXTINGUISHING | LOAM_WET, LOAM_BLOCKS, 0x2f6fb8,
     0x3a7cc4, 0, 0, 179, 0},
    {TILE_LAVA, "lava", LOAM_LIQUID | LOAM_HOT | LOAM_BURNING, LOAM_BLOCKS, 0xf0781e, 0xd8420f, 0,
     0, 255, 0},
    {TILE_STEAM, "steam", LOAM_GAS, LOAM_BLOCKS, 0xcfd8de, 0xe4ebef, 0, 0, 120, 0},
    {TILE_SMOKE, "smoke", LOAM_GAS, LOAM_BLOCKS, 0x3a3a3d, 0x56565a, 0, 0, 170, 0},
    {TILE_FIRE, "fire", LOAM_GAS | LOAM_HOT | LOAM_BURNING, LOAM_BLOCKS, 0xffc83c, 0xf2611d, 0, 0,
     220, 0},
    {TILE_ACID, "acid", LOAM_LIQUID | LOAM_EXTINGUISHING | LOAM_DISSOLVING, LOAM_BLOCKS, 0x9adf3a,
     0xb2ee52, 0, 0, 190, 0},
    {TILE_FALLING_LEAF, "falling_leaf", LOAM_LIQUID | LOAM_FLAMMABLE, LOAM_BLOCKS, 0x4d8a2e,
     0x6ba53c, 0, 0, 255, 0},
    {TILE_FALLING_DRY_LEAF, "falling_dry_leaf", LOAM_LIQUID | LOAM_FLAMMABLE, LOAM_BLOCKS, 0xa8873a,
     0xc29d47, 0, 0, 255, 0},
    {TILE_LOOSE_SAND, "loose_sand", LOAM_LOOSE | LOAM_SAND, LOAM_BLOCKS, 0xd3b372, 0xf0dba6, 0, 0,
     255, 0},
    {TILE_LOOSE_GRAVEL, "loose_gravel", LOAM_LOOSE, LOAM_BLOCKS, 0x6f6a66, 0x938c85, 0, 0, 255, 0},
    {TILE_LOOSE_SNOW, "loose_snow", LOAM_LOOSE | LOAM_COLD, LOAM_BLOCKS, 0xeef5fa, 0xffffff, 0, 0,
     255, 0},
    {TILE_OAK_WOOD, "oak_wood", TIMBER, BOTH, 0x5f4229, 0x836041, 0, 0, 255, 60},
    {TILE_ACACIA_WOOD, "acacia_wood", TIMBER, BOTH, 0x6e5745, 0x94765c, 0, 0, 255, 60},
    {TILE_SPRUCE_WOOD, "spruce_wood", TIMBER, BOTH, 0x4a3326, 0x684a38, 0, 0, 255, 60},
    {TILE_PALM_WOOD, "palm_wood", TIMBER, BOTH, 0x7b6242, 0x9f8259, 0, 0, 255, 60},
    {TILE_WILLOW_WOOD, "willow_wood", TIMBER, BOTH, 0x57492f, 0x776646, 0, 0, 255, 60},
    {TILE_WITHY, "withy", TIMBER, LOAM_WALLS, 0x5f7a33, 0x7d9a45, 0, 0, 255, 10},
    {TILE_CACTUS, "cactus", TIMBER, BOTH, 0x2f6e37, 0x4c9450, 0, 0, 255, 30},
    {TILE_BURNING_WOOD, "burning_wood", LOAM_WOOD | LOAM_HOT | LOAM_BURNING, BOTH, 0xe8641c,
     0x3f2417, 0, 0, 255, 20},
    {TILE_BURNT_WOOD, "burnt_wood", LOAM_WOOD, BOTH, 0x241d1a, 0x38302b, 0, 0, 255, 20},
    {TILE_LEAF, "leaf", FOLIAGE, LOAM_WALLS, 0x34711f, 0x5a9c33, 0, 0, 255, 5},
    {TILE_DRY_LEAF, "dry_leaf", FOLIAGE, LOAM_WALLS, 0x8c8434, 0xb3a447, 0, 0, 255, 5},
    {TILE_NEEDLE, "needle", FOLIAGE, LOAM_WALLS, 0x1f4f3a, 0x397253, 0, 0, 255, 5},
    {TILE_PALM_LEAF, "palm_leaf", FOLIAGE, LOAM_WALLS, 0x2c7d2c, 0x57ab41, 0, 0, 255, 5},
    {TILE_WILLOW_LEAF, "willow_leaf", FOLIAGE, LOAM_WALLS, 0x647f2c, 0x88a243, 0, 0, 255, 5},
    {TILE_TALL_GRASS, "tall_grass", FOLIAGE, LOAM_WALLS, 0x4c8f30, 0x79bb48, 0, 0, 255, 2},
    {TILE_TALL_COLD_GRASS, "tall_cold_grass", FOLIAGE, LOAM_WALLS, 0x4d8068, 0x76a78c, 0, 0, 255,
     2},
    {TILE_TALL_MUD_GRASS, "tall_mud_grass", FOLIAGE, LOAM_WALLS, 0x5f742c, 0x85983f, 0, 0, 255, 2},
    {TILE_TALL_DRY_GRASS, "tall_dry_grass", FOLIAGE, LOAM_WALLS, 0xb39a44, 0xd8c163, 0, 0, 255, 2},
    {TILE_TALL_JUNGLE_GRASS, "tall_jungle_grass", FOLIAGE, LOAM_WALLS, 0x2b8536, 0x50b04a, 0, 0,
     255, 2},
    {TILE_TORCH, "torch", LOAM_SOLID | LOAM_HOT, LOAM_WALLS, 0xffd27a, 0xff9a3c, 0xffd27a, 0xff9a3c,
     255, 1}, // solid, so that the wall around it is no edge
    {TILE_BIRCH_WOOD, "birch_wood", TIMBER, BOTH, 0xcfcbc0, 0xf2efe6, 0, 0, 255, 60},
    {TILE_PINE_WOOD, "pine_wood", TIMBER, BOTH, 0x6f4a33, 0xa86f48, 0, 0, 255, 60},
    {TILE_BAOBAB_WOOD, "baobab_wood", TIMBER, BOTH, 0x75655a, 0x9c897a, 0, 0, 255, 70},
    {TILE_MANGROVE_WOOD, "mangrove_wood", TIMBER, BOTH, 0x5b463c, 0x7d6455, 0, 0, 255, 60},
    {TILE_DEAD_WOOD, "dead_wood", TIMBER, BOTH, 0x6d665e, 0x918a80, 0, 0, 255, 40},
    {TILE_BUSH_WOOD, "bush_wood", TIMBER, LOAM_WALLS, 0x53442c, 0x71603f, 0, 0, 255, 15},
    {TILE_BIRCH_LEAF, "birch_leaf", FOLIAGE, LOAM_WALLS, 0x6c9c37, 0x9cc455, 0, 0, 255, 5},
    {TILE_PINE_NEEDLE, "pine_needle", FOLIAGE, LOAM_WALLS, 0x2b5a38, 0x55854c, 0, 0, 255, 5},
    {TILE_ACACIA_LEAF, "acacia_leaf", FOLIAGE, LOAM_WALLS, 0x5d7a2e, 0x8ba345, 0, 0, 255, 5},
    {TILE_BUSH_LEAF, "bush_leaf", FOLIAGE, LOAM_WALLS, 0x3a6d2a, 0x639a3f, 0, 0, 255, 5},
    {TILE_MANGROVE_LEAF, "mangrove_leaf", FOLIAGE, LOAM_WALLS, 0x24653a, 0x48944c, 0, 0, 255, 5},
    {TILE_FERN, "fern", FOLIAGE, LOAM_WALLS, 0x357a33, 0x66ac4c, 0, 0, 255, 2},
    {TILE_REED, "reed", FOLIAGE, LOAM_WALLS, 0x6f8f3f, 0x9db65c, 0, 0, 255, 2},
    {TILE_REED_HEAD, "reed_head", FOLIAGE, LOAM_WALLS, 0x5a3a22, 0x7d5533, 0, 0, 255, 2},
    {TILE_LILY_PAD, "lily_pad", FOLIAGE, LOAM_WALLS, 0x2f7a3e, 0x55a455, 0, 0, 255, 2},
    {TILE_VINE, "vine", FOLIAGE, LOAM_WALLS, 0x2f6b2b, 0x589640, 0, 0, 255, 2},
    {TILE_MUSHROOM_STEM, "mushroom_stem", FOLIAGE, LOAM_WALLS, 0xcfc0a4, 0xe9dec6, 0, 0, 255, 3},
    {TILE_MUSHROOM_CAP, "mushroom_cap", FOLIAGE, LOAM_WALLS, 0x8d4a2f, 0xbd7148, 0, 0, 255, 3},
    {TILE_GLOWING_STEM, "glowing_stem", FOLIAGE, LOAM_WALLS, 0x8fb7b5, 0xc0ded6, 0, 0, 255, 3},
    {TILE_GLOWING_CAP, "glowing_cap", FOLIAGE, BOTH, 0x2f9fae, 0x7be3d2, 0, 0, 255, 3},
    {TILE_STALK, "stalk", FOLIAGE, LOAM_WALLS, 0x4d8a35, 0x74ab4a, 0, 0, 255, 2},
    {TILE_BERRY, "berry", FOLIAGE, LOAM_WALLS, 0xa3213a, 0xd8435a, 0, 0, 255, 2},
    {TILE_RED_FLOWER, "red_flower", FOLIAGE, LOAM_WALLS, 0xc62b27, 0xef5b45, 0, 0, 255, 2},
    {TILE_YELLOW_FLOWER, "yellow_flower", FOLIAGE, LOAM_WALLS, 0xe6b921, 0xfade5a, 0, 0, 255, 2},
    {TILE_BLUE_FLOWER, "blue_flower", FOLIAGE, LOAM_WALLS, 0x3f57c2, 0x7890ec, 0, 0, 255, 2},
    {TILE_WHITE_FLOWER, "white_flower", FOLIAGE, LOAM_WALLS, 0xe4e4ea, 0xffffff, 0, 0, 255, 2},
    {TILE_PINK_FLOWER, "pink_flower", FOLIAGE, LOAM_WALLS, 0xd0629c, 0xf0a4c8, 0, 0, 255, 2},
    {TILE_ACORN, "acorn", SEED, LOAM_BLOCKS, 0x8a5a2b, 0xa8743a, 0, 0, 255, 1},
    {TILE_WINGED_SEED, "winged_seed", SEED, LOAM_BLOCKS, 0xb9a36a, 0xd2c08c, 0, 0, 255, 1},
    {TILE_CONE, "cone", SEED, LOAM_BLOCKS, 0x6a4326, 0x8a5c38, 0, 0, 255, 1},
    {TILE_POD, "pod", SEED, LOAM_BLOCKS, 0x5d3b2a, 0x7d5136, 0, 0, 255, 1},
    {TILE_NUT, "nut", SEED, LOAM_BLOCKS, 0x9a6a3c, 0xb98450, 0, 0, 255, 1},
    {TILE_BERRY_SEED, "berry_seed", SEED, LOAM_BLOCKS, 0x9c3b3a, 0xb9544a, 0, 0, 255, 1},
    {TILE_GRAIN, "grain", SEED, LOAM_BLOCKS, 0xd2b04e, 0xe6cb70, 0, 0, 255, 1},
    {TILE_SPORE, "spore", SEED, LOAM_BLOCKS, 0xa9b58a, 0xc6cfa8, 0, 0, 255, 1},
};

/// What shines, at its first and its last variant; between them the light fades from one to the other.
static const struct
{
    uint8_t id;
    loam_colour first, last;
} lights[] = {
    {TILE_LAVA, {44, 23, 0, 16}, {33, 4, 1, 16}},
    {TILE_FIRE, {66, 48, 0, 24}, {62, 23, 1, 24}},
    {TILE_BURNING_WOOD, {66, 48, 0, 24}, {0, 0, 0, 0}},
    {TILE_BURNING_GRASS, {40, 22, 2, 6}, {60, 36, 1, 10}},
    {TILE_ACID, {3, 5, 2, 3}, {3, 5, 2, 3}},
    {TILE_CRUST, {16, 4, 0, 4}, {12, 3, 0, 4}},
    {TILE_TORCH, {255, 190, 110, 255}, {255, 170, 90, 255}},
    {TILE_CRYSTAL, {9, 7, 22, 3}, {5, 4, 14, 3}},
    {TILE_GLOWING_CAP, {5, 16, 14, 4}, {8, 24, 20, 5}},
};

/// How plants and grass look in spring, autumn and winter, each with how much of it in its last byte. What
/// is not here looks the same all year.
static const struct
{
    uint8_t id;
    uint32_t spring, autumn, winter; // 0xRRGGBBAA
} seasons[] = {
    {TILE_LEAF, 0x9ace4ab0, 0xc8602aeb, 0x8a6038d0},
    {TILE_BIRCH_LEAF, 0xc2e468b0, 0xecb92ef0, 0xa98a48d0},
    {TILE_WILLOW_LEAF, 0xb0d45ca0, 0xd2b845d8, 0x9d8a55d0},
    {TILE_BUSH_LEAF, 0x8ac84ca0, 0xa83a32d8, 0x7a5648c8},
    {TILE_STALK, 0x7cc04c60, 0xa58a48b4, 0x8f7a55e0},
    {TILE_FERN, 0x74be4a60, 0xb8863ad8, 0x86643ce6},
    {TILE_REED, 0x8fbe5060, 0xc2a350d2, 0xb49a64e6},
    {TILE_TALL_GRASS, 0x7cca4870, 0xc0a648c8, 0xa89a6ae0},
    {TILE_TALL_COLD_GRASS, 0x80bc8450, 0xb09e62b4, 0x9c9a84d2},
    {TILE_TALL_MUD_GRASS, 0x84a84050, 0xa89448b4, 0x948758d2},
    {TILE_GRASS, 0x74c44858, 0xa8943ca8, 0x968e66c4},
    {TILE_PLAIN_GRASS, 0xa0cc5058, 0xc2aa5084, 0xaca277a8},
    {TILE_COLD_GRASS, 0x74b88848, 0x94965c84, 0x949c8ca0},
    {TILE_MUD_GRASS, 0x7c9c3c48, 0x8c844080, 0x7f7a52a0},
    {TILE_FALLING_LEAF, 0x8fc24a60, 0xd07c2cff, 0x94663aff},
    {TILE_FALLING_DRY_LEAF, 0, 0xd8a034ff, 0x9c7c48ff},
};

static loam_colour tint_of(uint32_t rgba)
{
    return (loam_colour){(uint8_t)(rgba >> 24), (uint8_t)(rgba >> 16), (uint8_t)(rgba >> 8),
                         (uint8_t)rgba};
}

static int32_t blend(int32_t from, int32_t to, int32_t part, int32_t whole)
{
    return from + (to - from) * part / whole;
}

static uint8_t channel(uint32_t low, uint32_t high, int shift, int32_t part)
{
    return (uint8_t)blend((int32_t)(low >> shift & 255), (int32_t)(high >> shift & 255), part, 255);
}

/// A colour between two: part 0..255.
static loam_colour between(uint32_t low, uint32_t high, int32_t part, uint8_t alpha)
{
    return (loam_colour){channel(low, high, 16, part), channel(low, high, 8, part),
                         channel(low, high, 0, part), alpha};
}

/// Variants of solids are drawn at random; those of fluids and wood run from one end to the other,
/// because there the number of the variant means something.
static void colour_variants(loam_material *material, const row *of)
{
    const int32_t count = material->inner + material->outer;
    for (int32_t i = 0; i < count; i++)
    {
        const bool outer = i >= material->inner;
        const int32_t part = material->outer > 0
                                 ? (int32_t)(loam_random_u32(of->id, (uint64_t)i) >> 24)
                                 : i * 255 / (count - 1);
        material->colours[i] = outer ? between(of->outer_low, of->outer_high, part, of->alpha)
                                     : between(of->inner_low, of->inner_high, part, of->alpha);
    }
}

/// Birches have dark marks in their bark.
static void mark_bark(loam_material *material, uint32_t rgb)
{
    enum
    {
        APART = 9
    };
    for (int32_t i = APART / 2; i < material->inner; i += APART)
    {
        material->colours[i] = between(rgb, rgb, 0, 255);
    }
}

static void count_variants(loam_material *material, const row *of)
{
    if (of->properties & LOAM_SOLID)
    {
        material->inner = SOLID_INNER;
        material->outer = SOLID_OUTER;
    }
    else
    {
        material->inner = of->properties & LOAM_WOOD ? WOOD_VARIANTS : FLUID_VARIANTS;
    }
}

static void fill_material(loam_material *material, const row *of)
{
    strncpy(material->name, of->name, LOAM_MAX_NAME);
    material->properties = of->properties;
    material->layers = of->layers;
    material->hardness = of->hardness;
    material->translucency = of->properties & (LOAM_LIQUID | LOAM_GAS | LOAM_LOOSE) ? AIRY : DENSE;
    material->wall_translucency = AIRY;
    count_variants(material, of);
    colour_variants(material, of);
}

static void light_material(loam_material *material, loam_colour first, loam_colour last)
{
    const int32_t end = material->inner + material->outer - 1;
    for (int32_t i = 0; i <= end; i++)
    {
        material->light[i] = (loam_colour){
            (uint8_t)blend(first.r, last.r, i, end), (uint8_t)blend(first.g, last.g, i, end),
            (uint8_t)blend(first.b, last.b, i, end), (uint8_t)blend(first.a, last.a, i, end)};
    }
}

void loam_builtin_materials(loam_material materials[LOAM_MAX_MATERIALS])
{
    memset(materials, 0, LOAM_MAX_MATERIALS * sizeof *materials);
    materials[LOAM_AIR] = (loam_material){
        .name = "air",
        .layers = BOTH,
        .inner = 1,
        .translucency = CLEAR,
        .wall_translucency = CLEAR,
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
    {
        fill_material(&materials[rows[i].id], &rows[i]);
    }
    mark_bark(&materials[TILE_BIRCH_WOOD], 0x4b4741);
    for (size_t i = 0; i < sizeof lights / sizeof *lights; i++)
    {
        light_material(&materials[lights[i].id], lights[i].first, lights[i].last);
    }
    for (size_t i = 0; i < sizeof seasons / sizeof *seasons; i++)
    {
        materials[seasons[i].id].spring = tint_of(seasons[i].spring);
        materials[seasons[i].id].autumn = tint_of(seasons[i].autumn);
        materials[seasons[i].id].winter = tint_of(seasons[i].winter);
    }
}

void loam_builtin_shade_plants(loam_material materials[LOAM_MAX_MATERIALS])
{
    for (int32_t i = 0; i < LOAM_MAX_MATERIALS; i++)
    {
        if ((materials[i].properties & (LOAM_WOOD | LOAM_LEAF)) != 0)
        {
            materials[i].wall_translucency = LEAFY;
        }
    }
}
