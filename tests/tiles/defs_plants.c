// SPDX-License-Identifier: MIT
// Definitions of species: what is accepted, what is refused in which words, that all of it counts in the
// hash, and that what is built in is complete.
#include "loam/flora.h"
#include "loam/tiles.h"

#include "check.h"
#include "tiles/changes.h"
#include "tiles/data/defs.h"

#include <stdbool.h>
#include <stdlib.h>

static loam_tile_defs *good;  // accepted
static loam_tile_defs *other; // what a test changes

static loam_tile_species *start(void)
{
    memcpy(other, good, sizeof *other);
    return &other->species[0];
}

/// What the test has made of `other` is refused, with this message.
#define REFUSED(message) \
    do \
    { \
        CHECK_INT(loam_tile_defs_check(other), LOAM_BAD_ARGUMENT); \
        CHECK_TEXT(loam_last_error(), message); \
    } while (0)

#define ACCEPTED() CHECK_OK(loam_tile_defs_check(other))

// ---- species ------------------------------------------------------------------------------------

static void test_species_have_names_of_their_own(void)
{
    snprintf(start()->name, LOAM_MAX_NAME, "Red Oak");
    REFUSED("species: the name of number 0 is \"Red Oak\"; must be 1 to 31 of a-z, 0-9 and _");
    start();
    memcpy(other->species[1].name, good->species[0].name, sizeof good->species[0].name);
    REFUSED("species: the name of number 1 is \"shrub\", as is that of 0; names must differ");
}

static void test_materials_are_for_walls(void)
{
    start()->parts[0] = LOAM_AIR;
    REFUSED("species.shrub.parts[0] is air; must be a material for walls");
    start()->parts[0] = TILE_WATER;
    REFUSED("species.shrub.parts[0] is water; must be a material for walls");
    start()->parts[3] = 255;
    REFUSED("species.shrub.parts[3] is 255, and there is no material of that id");
    start()->leaf = TILE_LAVA;
    REFUSED("species.shrub.leaf is lava; must be a material for walls");
    loam_tile_species *const species = start();
    species->parts[1] = species->parts[2] = species->leaf = species->flower = LOAM_AIR;
    ACCEPTED();
}

static void test_numbers_go_together(void)
{
    start()->leaf_neighbours = 5;
    REFUSED("species.shrub.leaf_neighbours is 5; must be 4 or 8");
    start()->share = 2.0f;
    REFUSED("species.shrub.share is 2; must be 0 to 1");
    start()->soil = 0;
    REFUSED("species.shrub.soil is 0x0; must be a non-empty combination of 0xfffff");
    loam_tile_species *species = start();
    species->age_low = 3.0f;
    species->age_high = 2.5f;
    REFUSED("species.shrub.age_low is 3; must be at most age_high, which is 2.5");
    species->age_high = 3.0f;
    ACCEPTED();
    species = start();
    species->temperature_low = 9;
    species->temperature_high = 8;
    REFUSED("species.shrub.temperature_low is 9; must be at most temperature_high, which is 8");
    species = start();
    species->humidity_low = 255;
    species->humidity_high = 254;
    REFUSED("species.shrub.humidity_low is 255; must be at most humidity_high, which is 254");
    species = start();
    species->depth_low = 1.0f;
    species->depth_high = 0.0f;
    REFUSED("species.shrub.depth_low is 1; must be at most depth_high, which is 0");
    start()->place = LOAM_PLANT_PLACE_COUNT;
    REFUSED("species.shrub.place is 5; must be 0 to 4");
    start()->storey = -1;
    REFUSED("species.shrub.storey is -1; must be 0 to 2");
    start();
    other->groves.spacing[2] = 1.0f;
    REFUSED("groves.spacing[2] is 1; must be 2 to 4096");
}

static void test_seeds_are_what_falls(void)
{
    start()->seed = TILE_STONE;
    REFUSED("species.shrub.seed is stone; must be a liquid or loose material, or air for none");
    start()->seed = TILE_STEAM;
    REFUSED("species.shrub.seed is steam; must be a liquid or loose material, or air for none");
    start()->seed = 255;
    REFUSED("species.shrub.seed is 255, and there is no material of that id");
    start()->seed = TILE_WATER;
    ACCEPTED();
    start()->seed = LOAM_AIR;
    ACCEPTED();
}

static void set_grammar(const char *text)
{
    loam_tile_species *const species = start();
    memset(species->grammar, 0, sizeof species->grammar);
    snprintf(species->grammar, sizeof species->grammar, "%s", text);
}

static void test_grammars_can_be_read(void)
{
    set_grammar("");
    REFUSED("species.shrub.grammar is empty; must be a text of 1 to 2047 bytes");
    memset(start()->grammar, '#', LOAM_MAX_SPECIES_GRAMMAR); // without an end
    REFUSED("species.shrub.grammar is too long; must be a text of 1 to 2047 bytes");
    set_grammar("title Bad\naxiom F\nF -> F]\n");
    REFUSED("species.shrub.grammar: line 3, column 7: ']' without a '[' before it");
    set_grammar("dimensions 3\naxiom F&F\n");
    REFUSED("species.shrub.grammar has 3 dimensions; must have 2");
    set_grammar("axiom F");
    ACCEPTED();
}

static void test_all_48_species_are_accepted(void)
{
    start();
    for (int32_t i = 0; i < LOAM_MAX_SPECIES; i++)
    {
        other->species[i] = good->species[0];
        snprintf(other->species[i].name, LOAM_MAX_NAME, "species_%d", i);
    }
    ACCEPTED();
    other->species[LOAM_MAX_SPECIES - 1].share = -1.0f;
    REFUSED("species.species_47.share is -1; must be 0 to 1");
    other->species[LOAM_MAX_SPECIES - 1].name[0] = '\0'; // behind the end nothing matters
    ACCEPTED();
}

static void test_species_count_in_the_hash(void)
{
    const uint64_t hash = loam_tile_defs_hash(good);
    set_grammar("axiom F(3)@(2)  # the same plant\n");
    CHECK(loam_tile_defs_hash(other) != hash);
    snprintf(start()->name, LOAM_MAX_NAME, "bush");
    CHECK(loam_tile_defs_hash(other) != hash);
    start();
    other->species[1].name[0] = '\0';
    CHECK(loam_tile_defs_hash(other) != hash);
    memset(start()->grammar + strlen(good->species[0].grammar) + 1, 'x', 100); // behind its end
    memset(&other->species[3], 'y', sizeof other->species[3]);
    CHECK_U64(loam_tile_defs_hash(other), hash);
}

static void test_parts_are_followed_back(void)
{
    loam_tile_species *const species = start();
    memset(species->parts, 0, sizeof species->parts);
    species->parts[0] = TILE_OAK_WOOD;
    species->parts[2] = TILE_WITHY;
    static const uint8_t expected[] = {TILE_OAK_WOOD, TILE_OAK_WOOD, TILE_WITHY, TILE_WITHY,
                                       TILE_WITHY};
    for (int32_t i = 0; i < 5; i++)
    {
        CHECK_INT(loam_species_material(species, i), expected[i]);
    }
    CHECK_INT(loam_species_material(species, 255), TILE_WITHY);
}

// ---- what is built in ---------------------------------------------------------------------------

static void test_names_of_places_and_storeys(void)
{
    for (int32_t i = 0; i < LOAM_PLANT_PLACE_COUNT; i++)
    {
        CHECK(loam_plant_place_name(i) != NULL);
    }
    CHECK(loam_plant_place_name(-1) == NULL);
    CHECK(loam_plant_place_name(LOAM_PLANT_PLACE_COUNT) == NULL);
    CHECK_TEXT(loam_plant_storey_name(LOAM_STOREY_HERBS), "herbs");
    CHECK(loam_plant_storey_name(LOAM_STOREY_COUNT) == NULL);
}

static void test_the_species_that_everyone_expects(void)
{
    static const char *const names[] = {
        "oak",
        "birch",
        "spruce",
        "pine",
        "acacia",
        "palm",
        "willow",
        "baobab",
        "mangrove",
        "dead_tree",
        "cactus",
        "bush",
        "fern",
        "reed",
        "water_lily",
        "berry_bush",
        "vine",
        "mushroom",
        "poppy",
        "buttercup",
        "tall_grass",
        "tall_cold_grass",
        "tall_dry_grass",
        "tall_jungle_grass",
    };
    loam_tile_defs_init(other);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    {
        CHECK_REPORT(loam_species_find(other, names[i]) >= 0, "there is no %s", names[i]);
    }
    CHECK_INT(loam_species_find(other, "triffid"), -1);
    CHECK_INT(loam_species_find(other, ""), -1);
}

/// Height and width of a plant in tiles.
static void measure(const loam_tile_species *species, loam_plant_grower *grower, uint64_t seed,
                    float *height, int32_t *segments)
{
    const loam_env env = loam_default_env();
    loam_grammar *grammar = NULL;
    loam_plant_site site = loam_default_plant_site();
    loam_plant plant;
    float low[3], high[3];
    site.seed = seed;
    site.age = species->age_high;
    CHECK_OK(loam_grammar_create(&env, species->grammar, strlen(species->grammar), &grammar));
    CHECK_OK(loam_plant_grow(grower, grammar, &site, &plant));
    loam_plant_extent(&plant, low, high);
    *height = (high[1] - low[1]) * species->scale;
    *segments = plant.segment_count;
    loam_grammar_destroy(grammar);
}

// Trees tower over a player, bushes do not, grass reaches to the knees; none is larger than a chunk.
static void test_grown_plants_have_their_sizes(void)
{
    static const float min[LOAM_STOREY_COUNT] = {20, 6, 1}, max[LOAM_STOREY_COUNT] = {110, 40, 16};
    const loam_env env = loam_default_env();
    const loam_plant_limits limits = loam_default_plant_limits();
    loam_plant_grower *grower = NULL;
    CHECK_OK(loam_plant_grower_create(&env, &limits, &grower));
    loam_tile_defs_init(other);
    for (int32_t i = 0; other->species[i].name[0] != '\0'; i++)
    {
        const loam_tile_species *const species = &other->species[i];
        float sum = 0.0f;
        for (uint64_t seed = 0; seed < 40; seed++)
        {
            float height;
            int32_t segments;
            measure(species, grower, seed, &height, &segments);
            CHECK_REPORT(height <= max[species->storey], "%s is %g high", species->name,
                         (double)height);
            CHECK_REPORT(segments >= 2 && segments <= 800, "%s has %d segments", species->name,
                         segments);
            sum += height;
        }
        const bool floats = species->place == LOAM_PLANT_ON_WATER;
        CHECK_REPORT(floats || sum / 40.0f >= min[species->storey], "%s is %g high on average",
                     species->name, (double)(sum / 40.0f));
    }
    loam_plant_grower_destroy(grower);
}

// What plants are made of is fuel, so that forests burn and rot as the rules say, and has no outer variants.
static void test_plants_burn(void)
{
    loam_tile_defs_init(other);
    for (int32_t i = 0; other->species[i].name[0] != '\0'; i++)
    {
        const loam_tile_species *const species = &other->species[i];
        const uint8_t ids[] = {species->parts[0], loam_species_material(species, 1), species->leaf,
                               species->flower};
        for (size_t j = 0; j < sizeof ids; j++)
        {
            const loam_material *const material = &other->materials[ids[j]];
            CHECK_REPORT(ids[j] == LOAM_AIR ||
                             ((material->properties & LOAM_FLAMMABLE) != 0 &&
                              (material->properties & (LOAM_WOOD | LOAM_LEAF)) != 0 &&
                              (material->properties & LOAM_SOLID) == 0),
                         "%s of %s does not burn", material->name, species->name);
        }
    }
}

int main(void)
{
    good = changes_defs();
    other = malloc(sizeof *other);
    RUN(test_species_have_names_of_their_own);
    RUN(test_materials_are_for_walls);
    RUN(test_numbers_go_together);
    RUN(test_seeds_are_what_falls);
    RUN(test_grammars_can_be_read);
    RUN(test_all_48_species_are_accepted);
    RUN(test_species_count_in_the_hash);
    RUN(test_parts_are_followed_back);
    RUN(test_names_of_places_and_storeys);
    RUN(test_the_species_that_everyone_expects);
    RUN(test_grown_plants_have_their_sizes);
    RUN(test_plants_burn);
    free(good);
    free(other);
    return CHECK_DONE();
}
