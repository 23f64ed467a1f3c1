// SPDX-License-Identifier: MIT
// Definitions of what lives: what rules, fluids and the sky ask of materials and of each other, and that
// all of it counts in the hash.
#include "loam/tiles.h"

#include "check.h"
#include "tiles/changes.h"
#include "tiles/data/defs.h"

#include <stdlib.h>

static loam_tile_defs *good;  // accepted
static loam_tile_defs *other; // what a test changes

static loam_slow_rule *start_rule(int32_t index)
{
    memcpy(other, good, sizeof *other);
    return &other->rules[index];
}

static loam_tile_fluid *fluid_of(uint8_t material)
{
    loam_tile_fluid *fluid = other->fluids;
    while (fluid->material != material)
    {
        CHECK(fluid->material != LOAM_AIR);
        fluid++;
    }
    return fluid;
}

static loam_tile_fluid *start_fluid(uint8_t material)
{
    memcpy(other, good, sizeof *other);
    return fluid_of(material);
}

static loam_material *start_material(uint8_t id)
{
    memcpy(other, good, sizeof *other);
    return &other->materials[id];
}

/// What the test has made of `other` is refused, with this message.
#define REFUSED(message) \
    do \
    { \
        CHECK_INT(loam_tile_defs_check(other), LOAM_BAD_ARGUMENT); \
        CHECK_TEXT(loam_last_error(), message); \
    } while (0)

#define ACCEPTED() CHECK_OK(loam_tile_defs_check(other))

// ---- rules --------------------------------------------------------------------------------------

static void test_rules_have_names_of_their_own(void)
{
    static const char *const names[] = {"Grass", "grass grows", "g.", "\n"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    {
        snprintf(start_rule(1)->name, LOAM_MAX_NAME, "%s", names[i]);
        CHECK_INT(loam_tile_defs_check(other), LOAM_BAD_ARGUMENT);
        CHECK_CONTAINS(loam_last_error(), "rules: the name of number 1 is \"");
        CHECK_CONTAINS(loam_last_error(), "\"; must be 1 to 31 of a-z, 0-9 and _");
    }
    memset(start_rule(0)->name, 'a', LOAM_MAX_NAME + 1); // without an end
    REFUSED("rules: the name of number 0 is \"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\" and longer; "
            "must be 1 to 31 of a-z, 0-9 and _");
    memcpy(start_rule(1)->name, good->rules[0].name, sizeof good->rules[0].name);
    REFUSED("rules: the name of number 1 is \"stone_crumbles\", as is that of 0; must be "
            "the name of one rule");
}

static void test_a_rule_changes_one_material_or_all_that_have_something(void)
{
    start_rule(0)->having = LOAM_STONE;
    REFUSED("rules.stone_crumbles.from is stone, and there is having too; must be one of them");
    start_rule(0)->from = LOAM_AIR;
    REFUSED("rules.stone_crumbles.from is missing, and so is having; must be one of them");
    loam_slow_rule *const rule = start_rule(0);
    rule->from = LOAM_AIR;
    rule->having = LOAM_STONE | LOAM_HOT;
    ACCEPTED();
    start_rule(0)->from = 255;
    REFUSED("rules.stone_crumbles.from is 255, and there is no material of that id");
    start_rule(1)->having = 1u << LOAM_PROPERTY_COUNT;
    REFUSED("rules.soil_grows.having is 0x100000; must be a combination of 0xfffff");
}

static void test_materials_of_rules_stand_where_they_are(void)
{
    start_rule(0)->from = TILE_LEAF;
    REFUSED("rules.stone_crumbles.from is leaf; must be a material for blocks and walls");
    loam_slow_rule *rule = start_rule(0);
    rule->from = TILE_LEAF;
    rule->layers = LOAM_WALLS;
    ACCEPTED();
    rule->to = TILE_WATER;
    REFUSED("rules.stone_crumbles.to is water; must be a material for walls");
    rule->written = LOAM_BLOCKS; // a leaf that drips
    ACCEPTED();
    rule->to = TILE_LEAF;
    REFUSED("rules.stone_crumbles.to is leaf; must be a material for blocks");
    rule->to = LOAM_AIR;
    REFUSED("rules.stone_crumbles.to is air; must be another: it appears where air is");
    rule->written = 0;
    ACCEPTED();
    start_rule(0)->layers = 0;
    REFUSED("rules.stone_crumbles.layers is 0; must be blocks (1), walls (2) or both (3)");
    start_rule(0)->written = LOAM_BLOCKS | LOAM_WALLS;
    REFUSED("rules.stone_crumbles.written is 3; must be none (0), blocks (1) or walls (2)");
}

static void test_rules_that_never_fit_are_refused(void)
{
    loam_slow_rule *rule = start_rule(0);
    rule->required = LOAM_WET | LOAM_SOIL;
    rule->forbidden = LOAM_SOIL | LOAM_HOT;
    REFUSED("rules.stone_crumbles.forbidden is 0x420; must be none of 0x80020, which is "
            "required");
    start_rule(0)->modifiers = LOAM_RULE_EDGE | LOAM_RULE_BURIED;
    REFUSED("rules.stone_crumbles.modifiers is 0x3; must be buried (0x2) without 0x11");
    start_rule(0)->modifiers = LOAM_RULE_AIR | LOAM_RULE_BURIED;
    REFUSED("rules.stone_crumbles.modifiers is 0x12; must be buried (0x2) without 0x11");
    start_rule(0)->modifiers = LOAM_RULE_OPEN | LOAM_RULE_BURIED; // a wall behind may be open
    ACCEPTED();
    start_rule(0)->modifiers = 1u << LOAM_RULE_MODIFIER_COUNT;
    REFUSED("rules.stone_crumbles.modifiers is 0x40; must be a combination of 0x3f");
    rule = start_rule(0);
    rule->temperature_low = 100;
    rule->temperature_high = 99;
    REFUSED("rules.stone_crumbles.temperature_low is 100; must be at most "
            "temperature_high, which is 99");
    rule->temperature_high = 100;
    ACCEPTED();
    rule->humidity_low = 1;
    rule->humidity_high = 0;
    REFUSED("rules.stone_crumbles.humidity_low is 1; must be at most humidity_high, "
            "which is 0");
}

static void test_all_256_rules_are_accepted(void)
{
    memcpy(other, good, sizeof *other);
    for (int32_t i = 0; i < LOAM_MAX_SLOW_RULES; i++)
    {
        other->rules[i] = good->rules[0];
        snprintf(other->rules[i].name, LOAM_MAX_NAME, "rule_%d", i);
    }
    ACCEPTED();
    other->rules[LOAM_MAX_SLOW_RULES - 1].chance = 1025;
    REFUSED("rules.rule_255.chance is 1025; must be 0 to 1024");
}

// ---- fluids -------------------------------------------------------------------------------------

static void test_fluids_flow(void)
{
    start_fluid(TILE_WATER)->material = TILE_STONE;
    REFUSED("fluids.stone is listed; must be a material for blocks that is liquid, gas or "
            "loose, and not solid");
    start_material(TILE_WATER)->properties |= LOAM_SOLID;
    REFUSED("fluids.water is listed; must be a material for blocks that is liquid, gas or "
            "loose, and not solid");
    start_material(TILE_LOOSE_SAND)->layers = LOAM_WALLS;
    REFUSED("fluids.loose_sand is listed; must be a material for blocks that is liquid, gas "
            "or loose, and not solid");
    start_fluid(TILE_WATER)->material = 255;
    REFUSED("fluids: 255 is listed, and there is no material of that id");
    start_fluid(TILE_LAVA)->material = TILE_WATER;
    REFUSED("fluids.water is listed twice; must be listed once");
}

static void test_fluids_have_room_for_their_state(void)
{
    start_material(TILE_WATER)->inner = 15;
    REFUSED("materials.water has 15 inner and 0 outer variants; must be 16 and 0: it is a "
            "fluid");
    start_material(TILE_WATER)->outer = 1;
    REFUSED("materials.water has 16 inner and 1 outer variants; must be 16 and 0: it is a "
            "fluid");
}

static void test_loose_solids_settle_to_granular_ones(void)
{
    start_fluid(TILE_LOOSE_SAND)->settled = TILE_STONE;
    REFUSED("fluids.loose_sand.settled is stone; must be a solid, granular material, or air "
            "for none");
    start_fluid(TILE_LOOSE_SAND)->settled = 255;
    REFUSED("fluids.loose_sand.settled is 255, and there is no material of that id");
    start_fluid(TILE_LOOSE_SAND)->settled = TILE_GRAVEL;
    REFUSED("fluids.loose_gravel.settled is gravel, as is that of loose_sand; must be another");
    start_fluid(TILE_LOOSE_SAND)->settled = LOAM_AIR;
    ACCEPTED();
}

static void test_what_fluids_turn_into_stands_among_blocks(void)
{
    start_fluid(TILE_WATER)->contacts[1] = TILE_LEAF;
    REFUSED("fluids.water.contacts[1] is leaf; must be a material for blocks");
    start_fluid(TILE_WATER)->contact_results[0] = TILE_TORCH;
    REFUSED("fluids.water.contact_results[0] is torch; must be a material for blocks");
    start_fluid(TILE_SMOKE)->decay_results[1] = 255;
    REFUSED("fluids.smoke.decay_results[1] is 255, and there is no material of that id");
    start_fluid(TILE_ACID)->fumes = TILE_NEEDLE;
    REFUSED("fluids.acid.fumes is needle; must be a material for blocks");
    start_fluid(TILE_ACID)->motion = LOAM_MOTION_COUNT;
    REFUSED("fluids.acid.motion is 3; must be 0 to 2");
}

static void test_all_32_fluids_are_accepted(void)
{
    memcpy(other, good, sizeof *other);
    for (int32_t i = 0; i < LOAM_MAX_FLUIDS; i++)
    {
        loam_material *const material = &other->materials[200 + i];
        *material = good->materials[TILE_WATER];
        snprintf(material->name, LOAM_MAX_NAME, "water_%d", i);
        other->fluids[i] = good->fluids[0];
        other->fluids[i].material = (uint8_t)(200 + i);
    }
    other->sky.rain = 231;
    other->sky.snow = LOAM_AIR;
    other->sky.lightning = 200;
    ACCEPTED();
    other->fluids[LOAM_MAX_FLUIDS - 1].density = 0;
    REFUSED("fluids.water_31.density is 0; must be 1 to 65535");
}

// ---- sky ----------------------------------------------------------------------------------------

static void test_fluids_fall_from_the_sky(void)
{
    memcpy(other, good, sizeof *other);
    other->sky.rain = TILE_STONE;
    REFUSED("sky.rain is stone; must be a fluid, or air for none");
    other->sky.rain = TILE_ACID;
    ACCEPTED();
    other->sky.snow = TILE_SNOW;
    REFUSED("sky.snow is snow; must be a fluid, or air for none");
    other->sky.snow = other->sky.rain = LOAM_AIR;
    ACCEPTED();
    other->sky.snow = 255;
    REFUSED("sky.snow is 255, and there is no material of that id");
    start_fluid(TILE_LOOSE_SNOW)->material = LOAM_AIR; // it was the last of the list
    REFUSED("sky.snow is loose_snow; must be a fluid, or air for none");
    memcpy(other, good, sizeof *other);
    other->sky.lightning = TILE_BURNING_WOOD;
    REFUSED("sky.lightning is burning_wood; must be a fluid, or air for none");
    other->sky.lightning = LOAM_AIR;
    ACCEPTED();
    other->sky.lightning_chance = 65537;
    REFUSED("sky.lightning_chance is 65537; must be 0 to 65536");
    memcpy(other, good, sizeof *other);
    other->sky.day_steps = 99;
    REFUSED("sky.day_steps is 99; must be 100 to 16777216");
}

// ---- the end of lists ---------------------------------------------------------------------------

static void test_what_stands_behind_the_end_does_not_count(void)
{
    const uint64_t hash = loam_tile_defs_hash(good);
    memcpy(other, good, sizeof *other);
    memset(&other->rules[2], 0xff, 2 * sizeof *other->rules);
    other->rules[2].name[0] = '\0';
    memset(other->rules[0].name + strlen(other->rules[0].name) + 1, 'x', 5);
    loam_tile_fluid *end = other->fluids;
    while (end->material != LOAM_AIR)
    {
        end++;
    }
    memset(end, 0xff, 2 * sizeof *end);
    end->material = LOAM_AIR;
    ACCEPTED();
    CHECK_U64(loam_tile_defs_hash(other), hash);
}

static void test_lists_count_in_the_hash(void)
{
    const uint64_t hash = loam_tile_defs_hash(good);
    memcpy(start_rule(0)->name, "stone_rots", 11);
    CHECK(loam_tile_defs_hash(other) != hash);
    start_rule(1)->name[0] = '\0';
    const uint64_t one = loam_tile_defs_hash(other);
    CHECK(one != hash);
    start_rule(0)->name[0] = '\0';
    CHECK(loam_tile_defs_hash(other) != one);
    loam_slow_rule *const rule = start_rule(0);
    rule[0] = good->rules[1];
    rule[1] = good->rules[0]; // the order is their priority
    CHECK(loam_tile_defs_hash(other) != hash);
    start_rule(0)->from = TILE_DIRT;
    CHECK(loam_tile_defs_hash(other) != hash);
    start_rule(1)->having = LOAM_SAND;
    CHECK(loam_tile_defs_hash(other) != hash);
    start_rule(1)->to = TILE_STONE;
    CHECK(loam_tile_defs_hash(other) != hash);
    start_fluid(TILE_FALLING_LEAF)->settled = TILE_SNOW;
    fluid_of(TILE_LOOSE_SNOW)->settled = LOAM_AIR;
    CHECK(loam_tile_defs_hash(other) != hash);
    start_fluid(TILE_LOOSE_SNOW)->material = LOAM_AIR;
    other->sky.snow = LOAM_AIR;
    const uint64_t no_snow = loam_tile_defs_hash(other);
    CHECK(no_snow != hash);
    memcpy(other, good, sizeof *other);
    other->sky.snow = LOAM_AIR;
    CHECK(loam_tile_defs_hash(other) != hash);
    CHECK(loam_tile_defs_hash(other) != no_snow);
    other->sky.rain = TILE_LAVA;
    CHECK(loam_tile_defs_hash(other) != no_snow);
}

int main(void)
{
    good = changes_defs();
    other = malloc(sizeof *other);
    RUN(test_rules_have_names_of_their_own);
    RUN(test_a_rule_changes_one_material_or_all_that_have_something);
    RUN(test_materials_of_rules_stand_where_they_are);
    RUN(test_rules_that_never_fit_are_refused);
    RUN(test_all_256_rules_are_accepted);
    RUN(test_fluids_flow);
    RUN(test_fluids_have_room_for_their_state);
    RUN(test_loose_solids_settle_to_granular_ones);
    RUN(test_what_fluids_turn_into_stands_among_blocks);
    RUN(test_all_32_fluids_are_accepted);
    RUN(test_fluids_fall_from_the_sky);
    RUN(test_what_stands_behind_the_end_does_not_count);
    RUN(test_lists_count_in_the_hash);
    free(good);
    free(other);
    return CHECK_DONE();
}
