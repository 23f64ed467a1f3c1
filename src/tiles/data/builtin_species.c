// SPDX-License-Identifier: MIT
#include "tiles/data/defs.h"

#include "loam/flora.h"

#include <string.h>

// The built-in species. Their grammars are presets of layer flora; here is what they are made of, how they
// sway and where they grow. Cold, mild and hot, as dry, middling and wet, are quarters and a half of a
// climate: 0 to 63, 64 to 191, 192 to 255, as biomes have them.
//
// Shares are of the places of a storey, so those of all species that like a climate add up to how full a
// forest or a meadow gets there.

enum
{
    MAX = LOAM_CLIMATE_MAX,
    COLD = 63,
    HOT = 192,
    DRY = 63,
    WET = 192,

    GROUND = LOAM_PLANT_ON_GROUND,
    SHORE = LOAM_PLANT_ON_SHORE,
    WATER = LOAM_PLANT_ON_WATER,
    CAVES = LOAM_PLANT_IN_CAVES,
    HANGING = LOAM_PLANT_HANGING,
    TREES = LOAM_STOREY_TREES,
    SHRUBS = LOAM_STOREY_SHRUBS,
    HERBS = LOAM_STOREY_HERBS,

    EARTH = LOAM_SOIL | LOAM_GRASS,
    BEACH = EARTH | LOAM_SAND,
    SNOWY = EARTH | LOAM_COLD, // roots reach through the snow
    ROCKY = EARTH | LOAM_STONE,
};

#define DEEPEST 65536.0f

/// A row without its grammar, which the preset of that name has.
typedef struct species_row
{
    const char *preset;
    loam_tile_species species;
} species_row;

// clang-format off
#define CLIMATE(t_low, t_high, h_low, h_high) \
    .temperature_low = (t_low), .temperature_high = (t_high), \
    .humidity_low = (h_low), .humidity_high = (h_high)
#define ANYWHERE CLIMATE(0, MAX, 0, MAX)
#define AGES(young, old) .age_low = (young), .age_high = (old)
#define CLUMPS(power, loss, neighbours) \
    .leaf_power = (power), .leaf_loss = (loss), .leaf_neighbours = (neighbours)
#define LIFE(shed, grows, lives, sprouts) \
    .sheds = (shed), .growth = (grows), .lifespan = (lives), .spread = (sprouts)
#define SWAYS(how_far, swings, damped) .sway = (how_far), .pace = (swings), .damping = (damped)
#define LIVES(on, among, stands_on, steepest) \
    .place = (on), .storey = (among), .soil = (stands_on), .slope = (steepest)
#define DEPTHS(low, high) .depth_low = (low), .depth_high = (high)

static const species_row rows[] = {
    // Trees of the mild climates, then of the cold, then of the hot.
    {"oak", {.name = "oak", .parts = {TILE_OAK_WOOD}, .leaf = TILE_LEAF, .seed = TILE_ACORN,
     .scale = 1.7f, AGES(3, 16),
     CLUMPS(3, 3, 8), LIFE(1, 4, 40, 0.6f),
     SWAYS(0.12f, 0.35f, 0.10f), LIVES(GROUND, TREES, EARTH, 1.1f),
     CLIMATE(72, 188, 84, MAX), .share = 0.75f, .groves = 0.85f}},
    {"birch", {.name = "birch", .parts = {TILE_BIRCH_WOOD, TILE_BUSH_WOOD}, .leaf = TILE_BIRCH_LEAF,
     .seed = TILE_WINGED_SEED, .scale = 1.5f, AGES(3, 14), CLUMPS(3, 3, 8), LIFE(1, 5, 28, 0.7f),
     SWAYS(0.22f, 0.5f, 0.08f),
     LIVES(GROUND, TREES, EARTH, 1.2f), CLIMATE(52, 150, 56, 210), .share = 0.5f, .groves = 0.8f}},
    {"willow", {.name = "willow", .parts = {TILE_WILLOW_WOOD, TILE_WITHY}, .leaf = TILE_WILLOW_LEAF,
     .seed = TILE_WINGED_SEED, .scale = 1.35f, AGES(4, 16), CLUMPS(3, 3, 4), LIFE(1, 4, 32, 0.6f),
     SWAYS(0.3f, 0.3f, 0.06f),
     LIVES(GROUND, TREES, EARTH, 0.7f), CLIMATE(80, 200, 196, MAX), .share = 0.55f, .groves = 0.6f}},
    {"spruce", {.name = "spruce", .parts = {TILE_SPRUCE_WOOD, TILE_NEEDLE}, .leaf = TILE_NEEDLE,
     .seed = TILE_CONE, .scale = 1.6f,
     AGES(3, 18), CLUMPS(3, 3, 4), LIFE(0, 4, 36, 0.7f),
     SWAYS(0.08f, 0.45f, 0.12f), LIVES(GROUND, TREES, SNOWY, 1.3f),
     CLIMATE(0, 76, 112, MAX), .share = 1, .groves = 0.75f}},
    {"pine", {.name = "pine", .parts = {TILE_PINE_WOOD}, .leaf = TILE_PINE_NEEDLE,
     .seed = TILE_CONE, .scale = 1.6f,
     AGES(4, 18), CLUMPS(3, 3, 8), LIFE(0, 4, 36, 0.6f), SWAYS(0.1f, 0.4f, 0.1f),
     LIVES(GROUND, TREES, SNOWY | LOAM_STONE, 1.6f), CLIMATE(0, 112, 40, 200), .share = 0.45f,
     .groves = 0.7f}},
    {"acacia", {.name = "acacia", .parts = {TILE_ACACIA_WOOD}, .leaf = TILE_ACACIA_LEAF,
     .seed = TILE_POD, .scale = 1.3f, AGES(3, 16), CLUMPS(3, 3, 8), LIFE(0, 4, 32, 0.6f),
     SWAYS(0.1f, 0.4f, 0.1f),
     LIVES(GROUND, TREES, EARTH, 0.9f), CLIMATE(176, MAX, 60, 190), .share = 0.45f, .groves = 0.6f}},
    {"baobab", {.name = "baobab", .parts = {TILE_BAOBAB_WOOD}, .leaf = TILE_ACACIA_LEAF,
     .seed = TILE_POD, .scale = 1.5f, AGES(5, 24), CLUMPS(3, 3, 8), LIFE(0, 3, 60, 0.4f),
     SWAYS(0.05f, 0.3f, 0.14f),
     LIVES(GROUND, TREES, EARTH, 0.5f), CLIMATE(200, MAX, 50, 150), .share = 0.16f, .groves = -0.4f}},
    {"palm", {.name = "palm", .parts = {TILE_PALM_WOOD, TILE_PALM_LEAF}, .leaf = TILE_PALM_LEAF,
     .flower = TILE_BERRY, .seed = TILE_NUT, .scale = 1.4f, AGES(3, 14), CLUMPS(2, 2, 8),
     LIFE(0, 4, 28, 0.6f),
     SWAYS(0.2f, 0.4f, 0.07f),
     LIVES(GROUND, TREES, BEACH, 1.0f), CLIMATE(184, MAX, 176, MAX), .share = 0.85f, .groves = 0.5f}},
    {"oak", {.name = "kapok", .parts = {TILE_MANGROVE_WOOD}, .leaf = TILE_MANGROVE_LEAF,
     .seed = TILE_POD, .scale = 2.2f, AGES(4, 18), CLUMPS(4, 3, 8), LIFE(0, 4, 40, 0.6f),
     SWAYS(0.08f, 0.3f, 0.12f),
     LIVES(GROUND, TREES, EARTH, 1.0f), CLIMATE(190, MAX, 196, MAX), .share = 0.45f, .groves = 0.8f}},
    {"palm", {.name = "date_palm", .parts = {TILE_PALM_WOOD, TILE_PALM_LEAF},
     .leaf = TILE_PALM_LEAF, .flower = TILE_BERRY, .seed = TILE_NUT, .scale = 1.2f, AGES(3, 14),
     CLUMPS(2, 2, 8),
     LIFE(0, 4, 28, 0.6f),
     SWAYS(0.2f, 0.4f, 0.07f), LIVES(SHORE, TREES, BEACH, 1.0f), CLIMATE(184, MAX, 0, 200),
     .share = 0.7f, .groves = 0}},
    {"mangrove", {.name = "mangrove", .parts = {TILE_MANGROVE_WOOD}, .leaf = TILE_MANGROVE_LEAF,
     .seed = TILE_NUT, .scale = 1.5f, AGES(4, 16), CLUMPS(3, 3, 8), LIFE(0, 4, 32, 0.7f),
     SWAYS(0.1f, 0.4f, 0.1f),
     LIVES(SHORE, TREES, BEACH, 1.2f), CLIMATE(150, MAX, 180, MAX), .share = 0.9f, .groves = 0}},
    {"dead_tree", {.name = "dead_tree", .parts = {TILE_DEAD_WOOD}, .scale = 1.5f, AGES(4, 16),
     CLUMPS(0, 1, 4), LIFE(0, 0, 0, 0),
     SWAYS(0.05f, 0.5f, 0.16f), LIVES(GROUND, TREES, BEACH | LOAM_COLD, 1.4f),
     ANYWHERE, .share = 0.05f, .groves = -0.5f}},

    // Shrubs.
    {"cactus", {.name = "cactus", .parts = {TILE_CACTUS}, .flower = TILE_PINK_FLOWER,
     .seed = TILE_BERRY_SEED, .scale = 1.2f,
     AGES(3, 16), CLUMPS(1, 1, 4), LIFE(0, 3, 32, 0.4f), SWAYS(0.02f, 0.8f, 0.2f),
     LIVES(GROUND, SHRUBS, LOAM_SAND | LOAM_SOIL, 0.9f), CLIMATE(170, MAX, 0, 84), .share = 0.22f,
     .groves = 0.3f}},
    {"bush", {.name = "bush", .parts = {TILE_BUSH_WOOD}, .leaf = TILE_BUSH_LEAF,
     .seed = TILE_BERRY_SEED, .scale = 0.8f,
     AGES(2, 9), CLUMPS(3, 3, 8), LIFE(0.9f, 4, 20, 0.7f),
     SWAYS(0.2f, 0.8f, 0.1f), LIVES(GROUND, SHRUBS, EARTH, 1.6f),
     CLIMATE(48, MAX, 60, MAX), .share = 0.42f, .groves = 0.4f}},
    {"berry_bush", {.name = "berry_bush", .parts = {TILE_BUSH_WOOD}, .leaf = TILE_LEAF,
     .flower = TILE_BERRY, .seed = TILE_BERRY_SEED, .scale = 0.75f, AGES(2, 9), CLUMPS(2, 2, 8),
     LIFE(1, 4, 20, 0.6f),
     SWAYS(0.2f, 0.8f, 0.1f),
     LIVES(GROUND, SHRUBS, EARTH, 1.2f), CLIMATE(40, 190, 80, 230), .share = 0.2f,
     .groves = -0.2f}},
    {"bush", {.name = "dry_bush", .parts = {TILE_BUSH_WOOD}, .leaf = TILE_DRY_LEAF,
     .seed = TILE_BERRY_SEED, .scale = 0.6f,
     AGES(2, 9), CLUMPS(2, 2, 4), LIFE(0.4f, 4, 18, 0.6f),
     SWAYS(0.15f, 0.9f, 0.12f), LIVES(GROUND, SHRUBS, BEACH, 1.2f),
     CLIMATE(100, MAX, 0, 130), .share = 0.2f, .groves = 0.2f}},
    {"vine", {.name = "vine", .parts = {TILE_VINE}, .leaf = TILE_VINE, .seed = TILE_BERRY_SEED,
     .scale = 0.9f, AGES(1, 6),
     CLUMPS(1, 1, 4), LIFE(0, 4, 14, 0.6f),
     SWAYS(0.4f, 0.5f, 0.04f), LIVES(HANGING, SHRUBS, ROCKY | LOAM_SAND, 64.0f),
     CLIMATE(56, MAX, 40, MAX), DEPTHS(0, 500), .share = 0.6f, .groves = 0}},

    // Herbs.
    {"fern", {.name = "fern", .parts = {TILE_FERN}, .leaf = TILE_FERN, .seed = TILE_SPORE,
     .scale = 0.85f, AGES(1, 5),
     CLUMPS(1, 1, 4), LIFE(0.5f, 4, 9, 0.8f),
     SWAYS(0.3f, 0.9f, 0.08f), LIVES(GROUND, HERBS, EARTH, 1.8f),
     CLIMATE(48, MAX, 130, MAX), .share = 0.4f, .groves = 0.7f}},
    {"reed", {.name = "reed", .parts = {TILE_REED_HEAD, TILE_REED}, .seed = TILE_GRAIN,
     .scale = 0.95f, AGES(1, 4),
     CLUMPS(1, 1, 4), LIFE(0, 4, 9, 0.8f),
     SWAYS(0.35f, 0.8f, 0.06f), LIVES(SHORE, HERBS, BEACH, 1.6f),
     CLIMATE(40, MAX, 0, MAX), .share = 0.7f, .groves = 0}},
    {"water_lily", {.name = "water_lily", .parts = {TILE_STALK, TILE_LILY_PAD},
     .flower = TILE_PINK_FLOWER, .seed = TILE_GRAIN, .scale = 0.8f, AGES(1, 4), CLUMPS(2, 1, 4),
     LIFE(1, 4, 9, 0.8f),
     SWAYS(0.02f, 0.6f, 0.2f), LIVES(WATER, HERBS, LOAM_WET, 64.0f), CLIMATE(72, MAX, 80, MAX),
     .share = 0.55f, .groves = 0.5f}},
    {"mushroom", {.name = "mushroom", .parts = {TILE_MUSHROOM_STEM, TILE_MUSHROOM_CAP},
     .seed = TILE_SPORE, .scale = 1.1f, AGES(1, 5), CLUMPS(1, 1, 4), LIFE(0, 4, 9, 0.8f),
     SWAYS(0.02f, 1.0f, 0.2f),
     LIVES(CAVES, HERBS, ROCKY | LOAM_ORE, 1.5f), ANYWHERE, DEPTHS(0, DEEPEST), .share = 0.6f, .groves = 0}},
    {"mushroom", {.name = "glowing_mushroom", .parts = {TILE_GLOWING_STEM, TILE_GLOWING_CAP},
     .seed = TILE_SPORE, .scale = 1.3f, AGES(1, 5), CLUMPS(1, 1, 4), LIFE(0, 4, 9, 0.8f),
     SWAYS(0.02f, 1.0f, 0.2f),
     LIVES(CAVES, HERBS, ROCKY | LOAM_ORE, 1.5f), ANYWHERE, DEPTHS(300, DEEPEST), .share = 0.5f,
     .groves = 0.6f}},
    {"grass_meadow", {.name = "tall_grass", .parts = {TILE_TALL_GRASS}, .seed = TILE_GRAIN,
     .scale = 1.0f, AGES(1, 4),
     CLUMPS(1, 1, 4), LIFE(0, 4, 9, 0.8f),
     SWAYS(0.5f, 0.9f, 0.06f), LIVES(GROUND, HERBS, EARTH, 2.0f),
     CLIMATE(64, 190, 36, 224), .share = 0.75f, .groves = -0.45f}},
    {"grass_cold", {.name = "tall_cold_grass", .parts = {TILE_TALL_COLD_GRASS}, .seed = TILE_GRAIN,
     .scale = 1.2f,
     AGES(1, 4), CLUMPS(1, 1, 4), LIFE(0, 4, 9, 0.8f),
     SWAYS(0.35f, 1.1f, 0.08f), LIVES(GROUND, HERBS, EARTH, 2.0f),
     CLIMATE(0, 63, 64, MAX), .share = 0.65f, .groves = -0.3f}},
    {"grass_dry", {.name = "tall_dry_grass", .parts = {TILE_TALL_DRY_GRASS},
     .leaf = TILE_TALL_DRY_GRASS, .seed = TILE_GRAIN, .scale = 1.0f, AGES(1, 4), CLUMPS(1, 1, 4),
     LIFE(0, 4, 9, 0.8f),
     SWAYS(0.5f, 0.8f, 0.05f), LIVES(GROUND, HERBS, EARTH, 2.0f), CLIMATE(176, MAX, 40, 186),
     .share = 0.75f, .groves = -0.3f}},
    {"grass_dry", {.name = "feather_grass", .parts = {TILE_TALL_DRY_GRASS},
     .leaf = TILE_TALL_DRY_GRASS, .seed = TILE_GRAIN, .scale = 0.8f, AGES(1, 4), CLUMPS(1, 1, 4),
     LIFE(0, 4, 9, 0.8f),
     SWAYS(0.5f, 0.9f, 0.05f), LIVES(GROUND, HERBS, EARTH, 2.0f), CLIMATE(64, 200, 0, 50),
     .share = 0.6f, .groves = 0}},
    {"grass_lush", {.name = "tall_jungle_grass", .parts = {TILE_TALL_JUNGLE_GRASS},
     .seed = TILE_GRAIN, .scale = 0.8f,
     AGES(1, 4), CLUMPS(1, 1, 4), LIFE(0, 4, 9, 0.8f),
     SWAYS(0.45f, 0.7f, 0.06f), LIVES(GROUND, HERBS, EARTH, 2.0f),
     CLIMATE(192, MAX, 192, MAX), .share = 0.6f, .groves = 0}},
    {"grass_lush", {.name = "tall_mud_grass", .parts = {TILE_TALL_MUD_GRASS}, .seed = TILE_GRAIN,
     .scale = 0.75f,
     AGES(1, 4), CLUMPS(1, 1, 4), LIFE(0, 4, 9, 0.8f),
     SWAYS(0.45f, 0.7f, 0.06f), LIVES(GROUND, HERBS, EARTH, 2.0f),
     CLIMATE(64, 191, 200, MAX), .share = 0.5f, .groves = 0}},
    {"flower", {.name = "poppy", .parts = {TILE_STALK}, .leaf = TILE_STALK,
     .flower = TILE_RED_FLOWER, .seed = TILE_GRAIN, .scale = 1.0f, AGES(1, 3), CLUMPS(1, 1, 4),
     LIFE(1, 4, 9, 0.8f),
     SWAYS(0.4f, 1.0f, 0.07f), LIVES(GROUND, HERBS, EARTH, 1.4f), CLIMATE(84, 200, 24, 150),
     .share = 0.3f, .groves = -0.9f}},
    {"flower", {.name = "buttercup", .parts = {TILE_STALK}, .leaf = TILE_STALK,
     .flower = TILE_YELLOW_FLOWER, .seed = TILE_GRAIN, .scale = 0.9f, AGES(1, 3), CLUMPS(1, 1, 4),
     LIFE(1, 4, 9, 0.8f),
     SWAYS(0.4f, 1.0f, 0.07f), LIVES(GROUND, HERBS, EARTH, 1.4f), CLIMATE(64, 180, 90, 240),
     .share = 0.3f, .groves = -0.9f}},
    {"flower", {.name = "cornflower", .parts = {TILE_STALK}, .leaf = TILE_STALK,
     .flower = TILE_BLUE_FLOWER, .seed = TILE_GRAIN, .scale = 1.05f, AGES(1, 3), CLUMPS(1, 1, 4),
     LIFE(1, 4, 9, 0.8f),
     SWAYS(0.4f, 1.0f, 0.07f), LIVES(GROUND, HERBS, EARTH, 1.4f), CLIMATE(60, 170, 40, 200),
     .share = 0.3f, .groves = -0.9f}},
    {"flower", {.name = "daisy", .parts = {TILE_STALK}, .leaf = TILE_STALK,
     .flower = TILE_WHITE_FLOWER, .seed = TILE_GRAIN, .scale = 0.85f, AGES(1, 3), CLUMPS(1, 1, 4),
     LIFE(1, 4, 9, 0.8f),
     SWAYS(0.4f, 1.0f, 0.07f), LIVES(GROUND, HERBS, EARTH, 1.4f), CLIMATE(36, 170, 60, 220),
     .share = 0.3f, .groves = -0.9f}},
    {"flower", {.name = "orchid", .parts = {TILE_STALK}, .leaf = TILE_STALK,
     .flower = TILE_PINK_FLOWER, .seed = TILE_GRAIN, .scale = 1.0f, AGES(1, 3), CLUMPS(1, 1, 4),
     LIFE(0, 4, 9, 0.7f),
     SWAYS(0.4f, 1.0f, 0.07f), LIVES(GROUND, HERBS, EARTH, 1.4f), CLIMATE(184, MAX, 184, MAX),
     .share = 0.2f, .groves = -0.3f}},
};
// clang-format on

void loam_builtin_species(loam_tile_species species[LOAM_MAX_SPECIES])
{
    enum
    {
        ROWS = sizeof rows / sizeof *rows
    };
    _Static_assert(ROWS < LOAM_MAX_SPECIES, "more species than there may be");
    memset(species, 0, LOAM_MAX_SPECIES * sizeof *species);
    for (int32_t i = 0; i < ROWS; i++)
    {
        const loam_grammar_preset *const preset = loam_grammar_preset_find(rows[i].preset);
        species[i] = rows[i].species;
        strncpy(species[i].grammar, preset->text, LOAM_MAX_SPECIES_GRAMMAR - 1);
    }
}

void loam_builtin_groves(loam_tile_groves *groves)
{
    *groves = (loam_tile_groves){
        .spacing = {18, 9, 4},
        .wavelength = 420,
        .contrast = 2.4f,
        .cave_share = 0.3f,
    };
}
