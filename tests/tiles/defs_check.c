// SPDX-License-Identifier: MIT
// Definitions: what is accepted, what is refused and how, hashes, names, places.
#include "loam/tiles.h"

#include "check.h"
#include "tiles/changes.h"
#include "tiles/data/defs.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

static loam_tile_defs *good;  // accepted
static loam_tile_defs *other; // what a test changes
static change changes[CHANGES_MAX];
static int32_t change_count;

static loam_material *start(int32_t id)
{
    memcpy(other, good, sizeof *other);
    return &other->materials[id];
}

/// What the test has made of `other` is refused, with this in the message.
#define REFUSED(part) \
    do \
    { \
        CHECK_INT(loam_tile_defs_check(other), LOAM_BAD_ARGUMENT); \
        CHECK_CONTAINS(loam_last_error(), part); \
    } while (0)

static void test_what_is_built_in_is_accepted(void)
{
    loam_tile_defs_init(other);
    CHECK_OK(loam_tile_defs_check(other));
    CHECK_OK(loam_tile_defs_check(good));
    CHECK_TEXT(other->materials[LOAM_AIR].name, "air");
    CHECK_INT(loam_material_find(other, "sand"), TILE_SAND);
}

// ---- fields -------------------------------------------------------------------------------------

/// Whether a value of this kind can be wrong in this way.
static bool can_be(const change *what, change_way way)
{
    switch (what->field->kind)
    {
    case LOAM_FIELD_COLOUR:
        return false;
    case LOAM_FIELD_MATERIAL:
        return true;
    default:
        return way != CHANGE_NOWHAT || what->field->kind == LOAM_FIELD_FLOAT;
    }
}

static void test_fields_out_of_range_are_refused_by_path(void)
{
    static const change_way ways[] = {CHANGE_BELOW, CHANGE_ABOVE, CHANGE_NOWHAT};
    for (int32_t i = 0; i < change_count; i++)
    {
        for (int j = 0; j < 3; j++)
        {
            if (!can_be(&changes[i], ways[j]))
            {
                continue;
            }
            start(0);
            change_apply(other, &changes[i], ways[j]);
            char begin[128];
            snprintf(begin, sizeof begin, "%.95s is ", changes[i].path);
            CHECK_REPORT(loam_tile_defs_check(other) == LOAM_BAD_ARGUMENT,
                         "%s is accepted, wrong in way %d", changes[i].path, ways[j]);
            CHECK_REPORT(strncmp(loam_last_error(), begin, strlen(begin)) == 0, "\"%s\" of %s",
                         loam_last_error(), changes[i].path);
            CHECK_REPORT(changes[i].field->kind == LOAM_FIELD_MATERIAL ||
                             strstr(loam_last_error(), "; must be ") != NULL,
                         "\"%s\" does not say what is accepted", loam_last_error());
        }
    }
}

static void test_the_ends_of_ranges_are_accepted(void)
{
    for (int32_t i = 0; i < change_count; i++)
    {
        for (change_way way = CHANGE_OTHER; way <= CHANGE_MOST; way++)
        {
            start(0);
            change_apply(other, &changes[i], way);
            CHECK_REPORT(loam_tile_defs_check(other) == LOAM_OK, "%s, way %d: %s", changes[i].path,
                         way, loam_last_error());
        }
    }
}

static void test_infinity_is_refused(void)
{
    start(0);
    other->ground.lava_top = INFINITY;
    REFUSED("ground.lava_top is inf; must be -65536 to 65536");
    other->ground.lava_top = -INFINITY;
    REFUSED("ground.lava_top is -inf");
}

static void test_references_say_what_they_need(void)
{
    start(0);
    other->biomes[6].surface = 255;
    REFUSED("biomes.desert.surface is 255, and there is no material of that id");
    other->biomes[6].surface = TILE_WATER;
    REFUSED("biomes.desert.surface is water; must be a solid material");
    other->biomes[6].surface = LOAM_AIR;
    REFUSED("biomes.desert.surface is air; must be a solid material");
    start(TILE_STONE)->layers = LOAM_BLOCKS;
    REFUSED("is stone; must be a material for blocks and walls");
    start(0);
    other->ground.strata[2] = TILE_LEAF;
    REFUSED("ground.strata[2] is leaf; must be a solid material, or air for none");
    start(0);
    other->ground.water = TILE_LEAF;
    REFUSED("ground.water is leaf; must be a material for blocks");
}

// ---- materials ----------------------------------------------------------------------------------

static void test_materials_in_range_are_accepted(void)
{
    loam_material *sand = start(TILE_SAND);
    sand->inner = 1;
    sand->outer = LOAM_MAX_VARIANTS - 1;
    CHECK_OK(loam_tile_defs_check(other));
    sand->inner = LOAM_MAX_VARIANTS;
    sand->outer = 0;
    CHECK_OK(loam_tile_defs_check(other));
    sand->properties = (1u << LOAM_PROPERTY_COUNT) - 1;
    CHECK_OK(loam_tile_defs_check(other));
    memcpy(sand->name, "sand_0123456789_0123456789_abcd", 32);
    CHECK_OK(loam_tile_defs_check(other));
    start(TILE_LEAF)->layers = LOAM_BLOCKS;
    CHECK_OK(loam_tile_defs_check(other));
}

static void test_variants_are_counted(void)
{
    start(TILE_SAND)->inner = 0;
    REFUSED("materials.sand.inner has 0 variants; must be 1 to 64");
    start(TILE_SAND)->inner = 65;
    REFUSED("materials.sand.inner has 65 variants");
    start(TILE_SAND)->outer = -1;
    REFUSED("materials.sand.outer has -1 variants; must be 0 to 52 beside 12 inner ones");
    start(TILE_SAND)->outer = 53;
    REFUSED("materials.sand.outer has 53 variants");
    start(TILE_SAND)->outer = INT32_MAX;
    REFUSED("materials.sand.outer");
    start(TILE_SAND)->inner = INT32_MIN;
    REFUSED("materials.sand.inner");
}

static void test_bits_are_known_ones(void)
{
    start(TILE_SAND)->properties |= 1u << LOAM_PROPERTY_COUNT;
    REFUSED("materials.sand.properties is 0x");
    start(TILE_SAND)->properties |= 1u << 31;
    REFUSED("materials.sand.properties is 0x");
    start(TILE_SAND)->layers = 0;
    REFUSED("materials.sand.layers is 0; must be blocks (1), walls (2) or both (3)");
    start(TILE_SAND)->layers = 4;
    REFUSED("materials.sand.layers is 4");
}

static void test_names_are_plain_and_unique(void)
{
    static const char *const names[] = {"Sand", "sea sand", "s\xc3\xa4nd", "sand-1", "sand.", "\n"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    {
        loam_material *const sand = start(TILE_SAND);
        memset(sand->name, 0, sizeof sand->name);
        memcpy(sand->name, names[i], strlen(names[i]));
        REFUSED("materials: the name of id 13 is ");
        REFUSED("; must be 1 to 31 of a-z, 0-9 and _");
    }
    memset(start(TILE_SAND)->name, 'a', 32); // without an end
    REFUSED("materials: the name of id 13 is \"aaaa");
    REFUSED("and longer");
    memcpy(start(TILE_SAND)->name, "stone", 6);
    REFUSED("materials: the name of id 13 is \"stone\", as is that of 1");
    start(0);
    other->biomes[3].name[0] = '\0';
    REFUSED("biomes: the name of number 3 is \"\"");
    start(0);
    memset(other->biomes[3].name, 'a', 32);
    REFUSED("biomes: the name of number 3 is \"aaaa");
    start(0);
    memcpy(other->biomes[3].name, other->biomes[1].name, 32);
    REFUSED("biomes: the name of number 3 is \"tundra\", as is that of 1");
}

static void test_air_is_nothing(void)
{
    memcpy(start(LOAM_AIR)->name, "void", 5);
    REFUSED("materials: the name of id 0 is \"void\"; must be air");
    start(LOAM_AIR)->name[0] = '\0';
    REFUSED("materials: the name of id 0 is \"\"; must be air");
    start(LOAM_AIR)->properties = LOAM_SOLID;
    REFUSED("materials.air.properties is 0x1; must be none");
    start(LOAM_AIR)->layers = LOAM_BLOCKS;
    REFUSED("materials.air.layers is 1; must be both (3)");
}

static void test_what_is_not_used_is_not_checked(void)
{
    loam_material *const unused = start(200);
    memset(unused, 0xff, sizeof *unused);
    unused->name[0] = '\0';
    other->blocks.rule_count = 2;
    other->blocks.birth_above[2] = 77;
    CHECK_OK(loam_tile_defs_check(other));
}

// ---- hashes -------------------------------------------------------------------------------------

static void test_every_field_changes_the_hash(void)
{
    const uint64_t hash = loam_tile_defs_hash(good);
    for (int32_t i = 0; i < change_count; i++)
    {
        start(0);
        change_apply(other, &changes[i], CHANGE_OTHER);
        CHECK_REPORT(loam_tile_defs_hash(other) != hash, "%s does not change the hash",
                     changes[i].path);
        change_apply(other, &changes[i], CHANGE_OTHER);
        memcpy(change_at(other, &changes[i]), change_at(good, &changes[i]),
               loam_field_size(changes[i].field->kind));
        CHECK_U64(loam_tile_defs_hash(other), hash);
    }
}

/// Changes a byte of a material and wants another hash, or the same.
static void flip(int32_t id, size_t offset, bool counts)
{
    ((uint8_t *)start(id))[offset] ^= 1;
    CHECK_REPORT((loam_tile_defs_hash(other) != loam_tile_defs_hash(good)) == counts,
                 "byte %zu of material %d: %s", offset, id, counts ? "no effect" : "an effect");
}

static void test_every_variant_changes_the_hash(void)
{
    const size_t colours = offsetof(loam_material, colours), light = offsetof(loam_material, light);
    for (size_t i = 0; i < sizeof(loam_colour) * LOAM_MAX_VARIANTS; i++)
    {
        const bool counts = i < sizeof(loam_colour) * 16; // sand has 12 and 4
        flip(TILE_SAND, colours + i, counts);
        flip(TILE_SAND, light + i, counts);
    }
}

static void test_materials_change_the_hash(void)
{
    const uint64_t hash = loam_tile_defs_hash(good);
    for (int32_t i = 0; i < LOAM_PROPERTY_COUNT; i++)
    {
        start(TILE_LEAF)->properties ^= 1u << i;
        CHECK(loam_tile_defs_hash(other) != hash);
    }
    start(TILE_LEAF)->layers ^= LOAM_BLOCKS;
    CHECK(loam_tile_defs_hash(other) != hash);
    loam_material *leaf = start(TILE_LEAF);
    leaf->inner--;
    leaf->outer++;
    CHECK(loam_tile_defs_hash(other) != hash);
    start(TILE_LEAF)->inner--;
    CHECK(loam_tile_defs_hash(other) != hash);
    memcpy(start(TILE_LEAF)->name, "leav", 5);
    CHECK(loam_tile_defs_hash(other) != hash);
    memcpy(start(200), &good->materials[TILE_LEAF], sizeof(loam_material));
    memset(&other->materials[TILE_LEAF], 0, sizeof(loam_material));
    CHECK(loam_tile_defs_hash(other) != hash); // the same, at another id
    start(0);
    memcpy(other->biomes[4].name, "meadow", 7);
    CHECK(loam_tile_defs_hash(other) != hash);
}

// Compilers leave in padding what they like.
static void test_what_does_not_count_does_not_change_the_hash(void)
{
    const uint64_t hash = loam_tile_defs_hash(good);
    int32_t count;
    const loam_tile_field *const fields = loam_tile_ground_fields(&count);
    uint8_t padding[sizeof(loam_tile_ground)];
    memset(padding, 1, sizeof padding);
    for (int32_t i = 0; i < count; i++)
    {
        const size_t size = loam_field_size(fields[i].kind);
        memset(padding + fields[i].offset, 0, size * (size_t)fields[i].count);
    }
    start(0);
    for (size_t i = 0; i < sizeof padding; i++)
    {
        ((uint8_t *)&other->ground)[i] ^= padding[i];
    }
    memset(other->materials[TILE_SAND].name + 5, 'x', 27); // behind the end of the name
    memset(other->biomes[2].name + 6, 'x', 26);
    memset(&other->materials[200], 0xff, sizeof(loam_material));
    other->materials[200].name[0] = '\0';
    CHECK_U64(loam_tile_defs_hash(other), hash);
    start(0);
    other->walls.rule_count = 3;
    const uint64_t three = loam_tile_defs_hash(other);
    other->walls.birth_above[3] ^= 1;
    other->walls.death_below[7] ^= 1;
    CHECK_U64(loam_tile_defs_hash(other), three);
}

static void test_tiles_have_a_hash(void)
{
    const loam_tile tiles[2] = {{1, 2, 3, 4}, {5, 6, 7, 8}};
    const loam_tile swapped[2] = {{5, 6, 7, 8}, {1, 2, 3, 4}};
    CHECK_U64(loam_tiles_hash(tiles, 2, 9), loam_tiles_hash(tiles, 2, 9));
    CHECK(loam_tiles_hash(tiles, 2, 9) != loam_tiles_hash(swapped, 2, 9));
    CHECK(loam_tiles_hash(tiles, 2, 9) != loam_tiles_hash(tiles, 2, 8));
    CHECK(loam_tiles_hash(tiles, 2, 9) != loam_tiles_hash(tiles, 1, 9));
    CHECK_U64(loam_tiles_hash(tiles, 2, 0), 0x16f217ea16232297u); // on every machine
}

// ---- names and places ---------------------------------------------------------------------------

static void test_materials_are_found_by_name(void)
{
    CHECK_INT(loam_material_find(good, "air"), LOAM_AIR);
    CHECK_INT(loam_material_find(good, "lava"), TILE_LAVA);
    CHECK_INT(loam_material_find(good, "lav"), -1);
    CHECK_INT(loam_material_find(good, "lavaa"), -1);
    CHECK_INT(loam_material_find(good, ""), -1); // not the first that there is not
    CHECK_INT(loam_material_find(good, "a name that is longer than any name could ever be"), -1);
}

static void test_bits_have_names(void)
{
    CHECK_TEXT(loam_property_name(0), "solid");
    CHECK_TEXT(loam_property_name(7), "sand");
    CHECK_TEXT(loam_property_name(LOAM_PROPERTY_COUNT - 1), "wet");
    CHECK(loam_property_name(LOAM_PROPERTY_COUNT) == NULL);
    CHECK(loam_property_name(-1) == NULL);
    for (int32_t i = 0; i < LOAM_PROPERTY_COUNT; i++)
    {
        CHECK_REPORT(loam_property_name(i) != NULL, "bit %d has no name", i);
        for (int32_t j = 0; j < i; j++)
        {
            CHECK(strcmp(loam_property_name(i), loam_property_name(j)) != 0);
        }
    }
    CHECK_TEXT(loam_property_name(17), "dissolving");
    CHECK_INT(1 << 17, LOAM_DISSOLVING);
    CHECK_INT(1 << 19, LOAM_WET);
    CHECK_TEXT(loam_rule_modifier_name(0), "edge");
    CHECK_TEXT(loam_rule_modifier_name(LOAM_RULE_MODIFIER_COUNT - 1), "stir");
    CHECK(loam_rule_modifier_name(LOAM_RULE_MODIFIER_COUNT) == NULL);
    CHECK(loam_rule_modifier_name(-1) == NULL);
    CHECK_TEXT(loam_motion_name(LOAM_FALLS), "falls");
    CHECK_TEXT(loam_motion_name(LOAM_FLIES), "flies");
    CHECK(loam_motion_name(LOAM_MOTION_COUNT) == NULL);
    CHECK(loam_motion_name(-1) == NULL);
}

static void test_tiles_lie_in_chunks(void)
{
    static const int64_t cases[][2] = {
        {0, 0},
        {127, 0},
        {128, 1},
        {-1, -1},
        {-128, -1},
        {-129, -2},
        {-256, -2},
        {-257, -3},
        {LOAM_TILE_END - 1, LOAM_TILE_END / 128 - 1},
        {-LOAM_TILE_END, -LOAM_TILE_END / 128},
        {INT64_MAX, INT64_MAX / 128},
        {INT64_MIN, INT64_MIN / 128},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
    {
        const loam_chunk_pos across = loam_chunk_of_tile((loam_tile_pos){cases[i][0], 5});
        const loam_chunk_pos up = loam_chunk_of_tile((loam_tile_pos){5, cases[i][0]});
        CHECK_INT(across.x, cases[i][1]);
        CHECK_INT(across.y, 0);
        CHECK_INT(up.x, 0);
        CHECK_INT(up.y, cases[i][1]);
    }
}

int main(void)
{
    good = changes_defs();
    other = malloc(sizeof *other);
    change_count = changes_list(good, changes);
    RUN(test_what_is_built_in_is_accepted);
    RUN(test_fields_out_of_range_are_refused_by_path);
    RUN(test_the_ends_of_ranges_are_accepted);
    RUN(test_infinity_is_refused);
    RUN(test_references_say_what_they_need);
    RUN(test_materials_in_range_are_accepted);
    RUN(test_variants_are_counted);
    RUN(test_bits_are_known_ones);
    RUN(test_names_are_plain_and_unique);
    RUN(test_air_is_nothing);
    RUN(test_what_is_not_used_is_not_checked);
    RUN(test_every_field_changes_the_hash);
    RUN(test_every_variant_changes_the_hash);
    RUN(test_materials_change_the_hash);
    RUN(test_what_does_not_count_does_not_change_the_hash);
    RUN(test_tiles_have_a_hash);
    RUN(test_materials_are_found_by_name);
    RUN(test_bits_have_names);
    RUN(test_tiles_lie_in_chunks);
    free(good);
    free(other);
    return CHECK_DONE();
}
