// SPDX-License-Identifier: MIT
// Texts that add to definitions or replace them, and what is wrong in those that do not.
#include "loam/defs.h"

#include "defs/reading.h"
#include "tiles/data/defs.h"

#define SLATE \
    "{'id': 200, 'name': 'slate', 'properties': ['solid', 'stone'], 'layers': ['blocks', " \
    "'walls'], 'inner': ['#101112', '#202122'], 'outer': ['#30313280'], 'translucency': 140, " \
    "'wall_translucency': 190, 'hardness': 130}"

// ---- what can be said ---------------------------------------------------------------------------

static void test_nothing_changes_nothing(void)
{
    static const char *const texts[] = {
        "{}",
        "{'replace': false}",
        "{'materials': [], 'biomes': [], 'ground': {}, 'blocks': {}, 'walls': {}}",
        "{'materials': [{'name': 'sand'}, {'name': 'air'}, {'id': 1, 'name': 'stone'}]}",
        "{'biomes': [{'name': 'swamp'}, {'temperature': 'hot', 'humidity': 'dry'}]}",
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
    {
        accepts(texts[i]);
        CHECK_REPORT(memcmp(defs, built_in, sizeof *defs) == 0, "%s changes something", texts[i]);
    }
}

static void test_a_material_is_added(void)
{
    accepts("{'ground': {'rock': 'slate'}, 'materials': [" SLATE "]}");
    const loam_material *const slate = &defs->materials[200];
    CHECK_TEXT(slate->name, "slate");
    CHECK_INT(slate->properties, LOAM_SOLID | LOAM_STONE);
    CHECK_INT(slate->layers, LOAM_BLOCKS | LOAM_WALLS);
    CHECK_INT(slate->inner, 2);
    CHECK_INT(slate->outer, 1);
    CHECK_INT(slate->colours[1].g, 0x21);
    CHECK_INT(slate->colours[1].a, 255);
    CHECK_INT(slate->colours[2].a, 0x80);
    CHECK_INT(slate->light[0].a, 0);
    CHECK_INT(slate->translucency, 140);
    CHECK_INT(slate->wall_translucency, 190);
    CHECK_INT(slate->hardness, 130);
    CHECK_INT(defs->ground.rock, 200);
    CHECK_INT(defs->ground.old_rock, built_in->ground.old_rock);
}

// Where there is no material there may be anything.
static void test_a_material_is_added_over_anything(void)
{
    memset(&built_in->materials[200], 0xff, sizeof(loam_material));
    built_in->materials[200].name[0] = '\0';
    accepts("{'materials': [" SLATE "]}");
    CHECK_TEXT(defs->materials[200].name, "slate");
    CHECK_INT(defs->materials[200].inner, 2);
    CHECK_INT(defs->materials[200].outer, 1);
    CHECK_INT(defs->materials[200].light[0].a, 0);
    CHECK_INT(defs->materials[200].colours[3].a, 0);
    memset(&built_in->materials[200], 0, sizeof(loam_material));
}

static void test_a_material_is_changed(void)
{
    accepts("{'materials': [{'name': 'lava', 'hardness': 7, 'properties': ['liquid', 'hot']}]}");
    const loam_material *const lava = &defs->materials[TILE_LAVA];
    CHECK_INT(lava->hardness, 7);
    CHECK_INT(lava->properties, LOAM_LIQUID | LOAM_HOT);
    CHECK_INT(lava->inner, built_in->materials[TILE_LAVA].inner);
    CHECK(memcmp(lava->light, built_in->materials[TILE_LAVA].light, sizeof lava->light) == 0);
}

static void test_outer_variants_follow_the_inner_ones(void)
{
    accepts("{'materials': [{'name': 'sand', 'inner': ['#010203']}]}");
    const loam_material *sand = &defs->materials[TILE_SAND], *was = &built_in->materials[TILE_SAND];
    CHECK_INT(sand->inner, 1);
    CHECK_INT(sand->outer, was->outer);
    CHECK_INT(sand->colours[0].b, 3);
    CHECK(memcmp(&sand->colours[1], &was->colours[was->inner], (size_t)was->outer * 4) == 0);
    CHECK_INT(sand->colours[1 + was->outer].a, 0);
    accepts("{'materials': [{'name': 'sand', 'outer': []}]}");
    CHECK_INT(sand->outer, 0);
    CHECK_INT(sand->inner, was->inner);
    CHECK(memcmp(sand->colours, was->colours, (size_t)was->inner * 4) == 0);
    CHECK_INT(sand->colours[was->inner].a, 0);
}

static void test_light_is_one_or_a_list(void)
{
    accepts("{'materials': [{'name': 'sand', 'light': '#01020304'}]}");
    for (int32_t i = 0; i < 16; i++)
    {
        CHECK_INT(defs->materials[TILE_SAND].light[i].a, 4);
    }
    CHECK_INT(defs->materials[TILE_SAND].light[16].a, 0);
    accepts("{'materials': [{'name': 'sand', 'inner': ['#000000'], 'outer': ['#ffffff'], "
            "'light': ['#00000001', '#00000002']}]}");
    CHECK_INT(defs->materials[TILE_SAND].light[0].a, 1);
    CHECK_INT(defs->materials[TILE_SAND].light[1].a, 2);
    CHECK_INT(defs->materials[TILE_SAND].light[2].a, 0);
    // Light that is the same everywhere goes with any number of variants.
    accepts("{'materials': [{'name': 'acid', 'inner': ['#000000', '#000000']}], "
            "'fluids': {'acid': null}}");
    CHECK_INT(defs->materials[TILE_ACID].light[1].g, 5);
    CHECK_INT(defs->materials[TILE_ACID].light[2].g, 0);
    refuses("{'materials': [{'name': 'lava', 'inner': ['#000000']}]}",
            "materials[0].light is missing: it has 16 colours, and there are 1 variants now");
}

static void test_a_biome_is_found_by_name_or_climate(void)
{
    accepts("{'biomes': [{'name': 'desert', 'dunes': 60.5}]}");
    CHECK_NEAR(defs->biomes[6].dunes, 60.5, 0);
    accepts("{'biomes': [{'temperature': 'mild', 'humidity': 'wet', 'name': 'bog', 'lakes': 1}]}");
    CHECK_TEXT(defs->biomes[5].name, "bog");
    CHECK_NEAR(defs->biomes[5].lakes, 1, 0);
    CHECK_NEAR(defs->biomes[5].pools, built_in->biomes[5].pools, 0);
    accepts("{'biomes': [{'temperature': 'cold', 'humidity': 'middling', 'sky': '#01020304'}]}");
    CHECK_TEXT(defs->biomes[1].name, built_in->biomes[1].name);
    CHECK_INT(defs->biomes[1].sky.a, 4);
}

static void test_automata_are_changed_in_part(void)
{
    accepts("{'blocks': {'iterations': 3}}");
    CHECK_INT(defs->blocks.iterations, 3);
    CHECK_INT(defs->blocks.rule_count, built_in->blocks.rule_count);
    CHECK_INT(defs->walls.iterations, built_in->walls.iterations);
    accepts("{'walls': {'rules': [{'birth_above': 8, 'death_below': 0}]}}");
    CHECK_INT(defs->walls.rule_count, 1);
    CHECK_INT(defs->walls.birth_above[0], 8);
    CHECK_INT(defs->walls.death_below[0], 0);
    CHECK_INT(defs->walls.birth_above[1], 0); // forgotten
    CHECK_INT(defs->walls.iterations, built_in->walls.iterations);
}

// ---- replacing ----------------------------------------------------------------------------------

/// A world of two materials.
#define TWO_MATERIALS \
    "'replace': true, 'materials': [" SLATE ", {'id': 7, 'name': 'water', 'properties': " \
    "['liquid'], 'layers': ['blocks'], 'inner': ['#0000ff'], 'translucency': 200, " \
    "'wall_translucency': 200, 'hardness': 0}]"

/// Adds to text that everything of a part that refers to a material refers to slate or, if it can, to
/// nothing; but water, which stays.
static void add_slate(char *text, size_t room, const loam_tile_field *fields, int32_t count)
{
    bool first = true;
    for (int32_t i = 0; i < count; i++)
    {
        const bool list = fields[i].count > 1;
        if (fields[i].kind != LOAM_FIELD_MATERIAL || strcmp(fields[i].name, "water") == 0)
        {
            continue;
        }
        snprintf(text + strlen(text), room - strlen(text), "%s'%s': %s", first ? "" : ", ",
                 fields[i].name, list ? "[" : "");
        for (int32_t j = 0; j < fields[i].count; j++)
        {
            snprintf(text + strlen(text), room - strlen(text), "%s'%s'", j > 0 ? ", " : "",
                     fields[i].high > 0.0 ? "air" : "slate");
        }
        snprintf(text + strlen(text), room - strlen(text), "%s", list ? "]" : "");
        first = false;
    }
}

/// A text that replaces all materials, and all that referred to them in so many biomes, and in the
/// ground if ground is set.
static const char *text_of_slate(int32_t biomes, bool ground)
{
    static char text[8192];
    int32_t count;
    snprintf(text, sizeof text, "{" TWO_MATERIALS ", 'biomes': [");
    const loam_tile_field *fields = loam_tile_biome_fields(&count);
    for (int32_t i = 0; i < biomes; i++)
    {
        snprintf(text + strlen(text), sizeof text - strlen(text), "%s{'name': '%s', ",
                 i > 0 ? ", " : "", built_in->biomes[i].name);
        add_slate(text, sizeof text, fields, count);
        snprintf(text + strlen(text), sizeof text - strlen(text), "}");
    }
    snprintf(text + strlen(text), sizeof text - strlen(text), "], 'ground': {");
    fields = loam_tile_ground_fields(&count);
    add_slate(text, sizeof text, fields, ground ? count : 0);
    snprintf(text + strlen(text), sizeof text - strlen(text), "}}");
    return text;
}

static void test_materials_are_replaced(void)
{
    accepts(text_of_slate(LOAM_BIOMES, true));
    CHECK_INT(loam_material_find(defs, "stone"), -1);
    CHECK_INT(loam_material_find(defs, "air"), 0);
    CHECK_INT(loam_material_find(defs, "slate"), 200);
    CHECK_INT(defs->ground.water, 7); // which the text does not name: it is still water
    CHECK_INT(defs->biomes[3].surface, 200);
    CHECK_NEAR(defs->biomes[6].dunes, built_in->biomes[6].dunes, 0);
}

static void test_what_is_replaced_must_not_be_missed(void)
{
    refuses("{" TWO_MATERIALS "}", "biomes.mountains.surface is still cold_stone, which is none of "
                                   "the materials that replace the ones before");
    refuses(text_of_slate(8, true), "biomes.rainforest.surface is still jungle_grass, which...");
    refuses(text_of_slate(9, false), "ground.strip is still dirt, which is none of...");
    refuses("{'replace': true}", "materials is missing: \"replace\" needs materials to replace by");
    refuses("{'replace': 1, 'materials': []}", "replace is 1; must be true or false");
}

// ---- materials ----------------------------------------------------------------------------------

static void test_new_materials_need_everything(void)
{
    refuses("{'materials': [{'name': 'slate'}]}",
            "materials[0].id is missing: \"slate\" is new, and "
            "a new material needs it...");
    refuses("{'materials': [{'name': 'sannd', 'hardness': 3}]}",
            "materials[0].id is missing: \"sannd\" is new, and a new material needs it; did you "
            "mean sand?");
    static const char *const keys[] = {"id",           "properties",        "layers",  "inner",
                                       "translucency", "wall_translucency", "hardness"};
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
    {
        // The key is made to mean nothing by another one.
        char text[512], quoted[32], message[128];
        snprintf(text, sizeof text, "{'materials': [" SLATE "]}");
        snprintf(quoted, sizeof quoted, "'%s'", keys[i]);
        char *const begin = strstr(text, quoted);
        char *end = begin + strlen(quoted);
        const bool list = strncmp(end, ": [", 3) == 0;
        end += strcspn(end, list ? "]" : ",}") + (list ? 1 : 0);
        end += *end == ',' ? 2 : 0;
        memmove(begin, end, strlen(end) + 1);
        char *const last = strstr(text, ", }"); // if it was the last one
        if (last != NULL)
        {
            memmove(last, last + 2, strlen(last + 2) + 1);
        }
        snprintf(message, sizeof message, "materials[0].%s is missing: \"slate\" is new...",
                 keys[i]);
        refuses(text, message);
    }
    refuses("{'materials': [{'id': 3}]}", "materials[0].name is missing");
    refuses("{'materials': [" SLATE ", {}]}", "materials[1].name is missing");
}

static void test_ids_are_free_ones(void)
{
    refuses("{'materials': [{'name': 'sand', 'id': 14}]}",
            "materials[0].id is 14; must be 13, which sand has already");
    refuses("{'materials': [{'name': 'sand', 'id': -1}]}",
            "materials[0].id is -1; must be a whole number from 0 to 255");
    refuses("{'materials': [{'id': 13, 'name': 'slate', 'properties': [], 'layers': ['walls'], "
            "'inner': ['#000000'], 'translucency': 0, 'wall_translucency': 0, 'hardness': 0}]}",
            "materials[0].id is 13, which is that of sand; the first free one is ...");
    refuses("{'materials': [{'id': 256, 'name': 'slate', 'properties': [], 'layers': ['walls'], "
            "'inner': ['#000000'], 'translucency': 0, 'wall_translucency': 0, 'hardness': 0}]}",
            "materials[0].id is 256; must be a whole number from 0 to 255");
    refuses("{'materials': [" SLATE ", " SLATE "]}",
            "materials[1].name is slate, as is that of materials[0]; must be unique");
    refuses("{'materials': [{'name': 'sand'}, {'name': 'dirt'}, {'name': 'sand'}]}",
            "materials[2].name is sand, as is that of materials[0]; must be unique");
}

static void test_there_is_room_for_256(void)
{
    enum
    {
        ROOM = 1 << 17
    };
    char *const text = malloc(ROOM);
    int length = snprintf(text, ROOM, "{'materials': [");
    int32_t count = 0;
    for (int32_t id = 0; id < LOAM_MAX_MATERIALS; id++)
    {
        if (built_in->materials[id].name[0] == '\0')
        {
            length += snprintf(text + length, ROOM - (size_t)length,
                               "%s{'id': %d, 'name': 'm%d', 'properties': [], 'layers': ['walls'], "
                               "'inner': ['#000000'], 'translucency': 0, 'wall_translucency': 0, "
                               "'hardness': 0}",
                               count++ > 0 ? ", " : "", id, id);
        }
    }
    char *const end = text + length;
    snprintf(end, ROOM - (size_t)length, "]}");
    accepts(text);
    snprintf(end, ROOM - (size_t)length, ", " SLATE "]}");
    char message[96];
    snprintf(message, sizeof message,
             "materials[%d] is one too many; must be at most 256 materials", count);
    refuses(text, message);
    length = snprintf(text, ROOM, "{'materials': [");
    for (int32_t i = 0; i < 257; i++)
    {
        length += snprintf(text + length, ROOM - (size_t)length, "%s{}", i > 0 ? "," : "");
    }
    snprintf(text + length, ROOM - (size_t)length, "]}");
    refuses(text, "materials is a list of 257; must be a list of 0 to 256");
    free(text);
}

static void test_variants_have_limits(void)
{
    char text[2048], colours[1024] = "'#000000'";
    for (int i = 1; i < 64; i++)
    {
        snprintf(colours + strlen(colours), sizeof colours - strlen(colours), ",'#000000'");
    }
    snprintf(text, sizeof text, "{'materials': [{'name': 'sand', 'inner': [%s], 'outer': []}]}",
             colours);
    accepts(text);
    snprintf(text, sizeof text, "{'materials': [{'name': 'sand', 'inner': [%s]}]}", colours);
    refuses(text, "materials[0].inner is a list of 64; must be 1 to 60 beside 4 outer ones");
    snprintf(text, sizeof text, "{'materials': [{'name': 'sand', 'inner': [%s, '#123456']}]}",
             colours);
    refuses(text, "materials[0].inner is a list of 65; must be a list of 1 to 64");
    snprintf(text, sizeof text, "{'materials': [{'name': 'sand', 'outer': [%s]}]}", colours);
    refuses(text, "materials[0].outer is a list of 64; must be a list of 0 to 52");
    refuses("{'materials': [{'name': 'sand', 'inner': []}]}",
            "materials[0].inner is a list of 0; must be a list of 1 to 64");
    refuses("{'materials': [{'name': 'sand', 'light': ['#00000000']}]}",
            "materials[0].light is a list of 1; must be a list of 16");
}

static void test_names_of_bits_are_known_ones(void)
{
    refuses("{'materials': [{'name': 'sand', 'properties': ['solid', 'soldi']}]}",
            "materials[0].properties[1] is \"soldi\"; did you mean solid? Must be solid, liquid, "
            "gas, ...");
    refuses("{'materials': [{'name': 'sand', 'properties': ['magnetic']}]}",
            "materials[0].properties[0] is \"magnetic\"; must be solid, ...");
    refuses("{'materials': [{'name': 'sand', 'properties': [3]}]}",
            "materials[0].properties[0] is 3; must be solid, ...");
    refuses("{'materials': [{'name': 'sand', 'properties': 'solid'}]}",
            "materials[0].properties is \"solid\"; must be a list of names");
    refuses("{'materials': [{'name': 'sand', 'layers': ['blocks', 'sky']}]}",
            "materials[0].layers[1] is \"sky\"; must be blocks, walls");
    refuses("{'materials': [{'name': 'leaf', 'layers': []}]}",
            "materials.leaf.layers is 0; must be blocks (1), walls (2) or both (3)");
}

static void test_colours_are_hexadecimal(void)
{
    static const char *const bad[] = {"'red'",    "'#12345'",     "'#1234567'", "'#12345g'",
                                      "'123456'", "'#123456789'", "''",         "17",
                                      "'#'",      "'#GG0000'",    "null",       "'0x123456'"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
    {
        char text[128];
        snprintf(text, sizeof text, "{'biomes': [{'name': 'swamp', 'colour': %s}]}", bad[i]);
        refuses(text, "biomes[0].colour is ...");
        CHECK_CONTAINS(loam_last_error(), "; must be a colour such as \"#62646b\" or, with "
                                          "alpha, \"#2f6fb8b3\"");
    }
    accepts("{'biomes': [{'name': 'swamp', 'colour': '#aBcDeF'}]}");
    CHECK_INT(defs->biomes[5].colour.g, 0xcd);
    CHECK_INT(defs->biomes[5].colour.a, 255);
    refuses("{'materials': [{'name': 'sand', 'light': '#123456'}]}",
            "materials[0].light is \"#123456\"; must be a light such as \"#2c170008\"");
    refuses("{'materials': [{'name': 'sand', 'inner': ['#123456', 'blue']}]}",
            "materials[0].inner[1] is \"blue\"; must be a colour such as...");
}

// ---- everything else ----------------------------------------------------------------------------

static void test_keys_are_known_ones(void)
{
    refuses(
        "{'grond': {}}",
        "the whole text has the key \"grond\"; did you mean ground? Must be "
        "replace, materials, biomes, ground, blocks, walls, rules, fluids, sky, groves, species");
    refuses("{'materials': [{'name': 'sand', 'hardnes': 3}]}",
            "materials[0] has the key \"hardnes\"; did you mean hardness? Must be id, name, "
            "properties, layers, inner, outer, light, translucency, wall_translucency, hardness, "
            "spring, autumn, winter");
    refuses("{'biomes': [{'name': 'swamp', 'lake': 1}]}",
            "biomes[0] has the key \"lake\"; did you mean lakes? Must be name, temperature, ...");
    refuses("{'ground': {'gravity': 9.81}}", "ground has the key \"gravity\"; must be ...");
    refuses("{'blocks': {'rounds': 1}}",
            "blocks has the key \"rounds\"; must be iterations, rules");
    refuses("{'blocks': {'rules': [{'birth': 1}]}}",
            "blocks.rules[0] has the key \"birth\"; must be birth_above, death_below");
    refuses("{'': 1}", "the whole text has the key \"\"; must be ...");
    refuses("{'ground': {}, 'ground': {}}", "ground is given twice; must be given once");
    refuses("{'ground': {'rock': 'stone', 'ro\\u0063k': 'stone'}}",
            "ground.rock is given twice; must be given once");
}

static void test_kinds_of_values_are_the_right_ones(void)
{
    refuses("[]", "the whole text is a list; must be an object");
    refuses("3", "the whole text is 3; must be an object");
    refuses("{'materials': {}}", "materials is an object; must be a list of 0 to 256");
    refuses("{'materials': [3]}", "materials[0] is 3; must be an object");
    refuses("{'materials': [{'name': 3}]}",
            "materials[0].name is 3; must be a text of 1 to 31 characters");
    refuses("{'materials': [{'name': 'a_name_of_thirty_two_characters_'}]}",
            "materials[0].name is \"a_name_of_thirty_two_characters_\"; must be a text of...");
    refuses("{'materials': [{'name': ''}]}",
            "materials[0].name is \"\"; must be a text of 1 to 31 characters");
    refuses("{'biomes': 3}", "biomes is 3; must be a list of 0 to 9");
    refuses("{'ground': null}", "ground is null; must be an object");
    refuses("{'ground': {'rock': 1}}", "ground.rock is 1; must be air, stone, dirt, ...");
    refuses("{'ground': {'lava_top': '5'}}",
            "ground.lava_top is \"5\"; must be a number from -65536 to 65536");
    refuses("{'ground': {'lava_top': true}}", "ground.lava_top is true; must be a number...");
    refuses("{'ground': {'ores': 'coal'}}", "ground.ores is \"coal\"; must be a list of 6");
    refuses("{'ground': {'ores': []}}", "ground.ores is a list of 0; must be a list of 6");
    refuses("{'ground': {'ore_tops': [0, 0, 0, [], 0, 0]}}",
            "ground.ore_tops[3] is a list; must be a number from...");
    refuses("{'walls': {'rules': {}}}", "walls.rules is an object; must be a list of 1 to 8");
    refuses("{'walls': {'rules': []}}", "walls.rules is a list of 0; must be a list of 1 to 8");
    refuses("{'walls': {'rules': [{'birth_above': 1}]}}", "walls.rules[0].death_below is missing");
}

static void test_numbers_are_in_range_and_whole(void)
{
    refuses("{'ground': {'wide_octaves': 2.5}}",
            "ground.wide_octaves is 2.5; must be a whole number from 1 to 16");
    refuses("{'ground': {'wide_octaves': 3000000000}}", "ground.wide_octaves is 3e+09; must be...");
    refuses("{'ground': {'wide_octaves': -1e999}}", "ground.wide_octaves is -inf; must be...");
    refuses("{'ground': {'lava_top': 1e300}}", "ground.lava_top is 1e+300; must be...");
    refuses("{'ground': {'lava_top': 1e999}}", "ground.lava_top is inf; must be...");
    refuses("{'materials': [{'name': 'sand', 'hardness': -3}]}",
            "materials[0].hardness is -3; must be a whole number from 0 to 65535");
    accepts("{'ground': {'wide_octaves': 4e0, 'lava_top': -1.5E3}}");
    CHECK_INT(defs->ground.wide_octaves, 4);
    CHECK_NEAR(defs->ground.lava_top, -1500, 0);
}

static void test_names_of_materials_are_known_ones(void)
{
    refuses("{'ground': {'rock': 'sstone'}}",
            "ground.rock is \"sstone\"; did you mean stone? Must be air, stone, dirt, ...");
    refuses("{'ground': {'strata': ['clay', 'clay', 'jade', 'clay']}}",
            "ground.strata[2] is \"jade\"; ...");
    refuses("{'ground': {'rock': ''}}", "ground.rock is \"\"; must be air, ...");
    refuses("{'ground': {'rock': 'water'}}", "ground.rock is water; must be a solid material");
    refuses("{'biomes': [{'name': 'desert', 'surface': 'leaf'}]}",
            "biomes.desert.surface is leaf; must be a solid material");
    refuses("{'materials': [{'name': 'sand', 'properties': ['sand']}]}",
            "biomes.desert.surface is sand; must be a solid material");
}

static void test_biomes_are_known_ones(void)
{
    refuses("{'biomes': [{'name': 'dessert'}]}",
            "biomes[0].name is \"dessert\"; did you mean desert? Must be mountains, tundra, taiga, "
            "plains, grassland, swamp, desert, savanna, rainforest");
    refuses("{'biomes': [{'lakes': 1}]}", "biomes[0].name is missing");
    refuses("{'biomes': [{'temperature': 'hot'}]}",
            "biomes[0].humidity is missing: the two together say which biome it is");
    refuses("{'biomes': [{'humidity': 'wet', 'name': 'swamp'}]}",
            "biomes[0].temperature is missing: the two together say which biome it is");
    refuses("{'biomes': [{'temperature': 'warm', 'humidity': 'wet'}]}",
            "biomes[0].temperature is \"warm\"; must be cold, mild, hot");
    refuses("{'biomes': [{'temperature': 'hot', 'humidity': 2}]}",
            "biomes[0].humidity is 2; must be dry, middling, wet");
    refuses("{'biomes': [{'name': 'swamp'}, {'name': 'swamp'}]}",
            "biomes[1] is swamp, as is biomes[0]; must be unique");
    refuses("{'biomes': [{'temperature': 'hot', 'humidity': 'wet', 'name': 'swamp'}]}",
            "biomes: the name of number 8 is \"swamp\", as is that of 5; must be the name of one "
            "biome");
    refuses("{'biomes': [{'temperature': 'hot', 'humidity': 'wet', 'name': 'Big Forest'}]}",
            "biomes: the name of number 8 is \"Big Forest\"; must be 1 to 31 of a-z, 0-9 and _");
}

// Texts come from anywhere, and messages go to terminals.
static void test_messages_are_clean(void)
{
    refuses("{'\\u001b[31mred': 1}", "the whole text has the key \"\\x1b[31mred\"; ...");
    refuses("{'0123456789012345678901234567890123456789xyz': 1}",
            "the whole text has the key \"0123456789012345678901234567890123456789...\"; ...");
    refuses("{'012345678901234567890123456789012345678\xc3\xa4yz': 1}",
            "the whole text has the key \"012345678901234567890123456789012345678...\"; ...");
    refuses("{'ground': {'rock': 'st\\u0007ne'}}", "ground.rock is \"st\\x07ne\"; ...");
}

static void test_what_is_no_json_is_refused_by_line(void)
{
    refuses("{\n'ground': {\n  'rock' 'stone'}}",
            "line 3, column 10: expected a : behind the key, found \"");
    refuses("", "line 1, column 1: expected a value, found the end of the text");
    memcpy(defs, built_in, sizeof *defs);
    CHECK_INT(loam_tile_defs_read(&env, "{}\0", 3, defs), LOAM_BAD_ARGUMENT);
    CHECK_CONTAINS(loam_last_error(), "line 1, column 3: ");
    char *const large = calloc(1, LOAM_MAX_DEFS_TEXT + 1);
    memset(large, ' ', LOAM_MAX_DEFS_TEXT + 1);
    memcpy(large, "{}", 2);
    CHECK_OK(loam_tile_defs_read(&env, large, LOAM_MAX_DEFS_TEXT, defs));
    CHECK_INT(loam_tile_defs_read(&env, large, LOAM_MAX_DEFS_TEXT + 1, defs), LOAM_BAD_ARGUMENT);
    CHECK_TEXT(loam_last_error(), "a text of 16777217 bytes; must be at most 16777216");
    free(large);
}

static void test_bad_definitions_are_not_read_over_nor_written(void)
{
    char *text = NULL;
    size_t size;
    memcpy(defs, built_in, sizeof *defs);
    defs->materials[TILE_SAND].inner = 99;
    CHECK_INT(loam_tile_defs_read(&env, "{}", 2, defs), LOAM_BAD_ARGUMENT);
    CHECK_TEXT(loam_last_error(),
               "before reading: materials.sand.inner has 99 variants; must be 1 to 64");
    CHECK_INT(loam_tile_defs_write(&env, defs, &text, &size), LOAM_BAD_ARGUMENT);
    CHECK_TEXT(loam_last_error(), "materials.sand.inner has 99 variants; must be 1 to 64");
    CHECK(text == NULL);
}

int main(void)
{
    reading_begin();
    RUN(test_nothing_changes_nothing);
    RUN(test_a_material_is_added);
    RUN(test_a_material_is_added_over_anything);
    RUN(test_a_material_is_changed);
    RUN(test_outer_variants_follow_the_inner_ones);
    RUN(test_light_is_one_or_a_list);
    RUN(test_a_biome_is_found_by_name_or_climate);
    RUN(test_automata_are_changed_in_part);
    RUN(test_materials_are_replaced);
    RUN(test_what_is_replaced_must_not_be_missed);
    RUN(test_new_materials_need_everything);
    RUN(test_ids_are_free_ones);
    RUN(test_there_is_room_for_256);
    RUN(test_variants_have_limits);
    RUN(test_names_of_bits_are_known_ones);
    RUN(test_colours_are_hexadecimal);
    RUN(test_keys_are_known_ones);
    RUN(test_kinds_of_values_are_the_right_ones);
    RUN(test_numbers_are_in_range_and_whole);
    RUN(test_names_of_materials_are_known_ones);
    RUN(test_biomes_are_known_ones);
    RUN(test_messages_are_clean);
    RUN(test_what_is_no_json_is_refused_by_line);
    RUN(test_bad_definitions_are_not_read_over_nor_written);
    reading_end();
    return CHECK_DONE();
}
