// SPDX-License-Identifier: MIT
// Texts that change, add, order and take out rules and fluids, and the sky; what is wrong in those that do
// not; and texts of worlds that are older than all of it.
#include "defs/reading.h"
#include "tiles/data/defs.h"

#include <cJSON.h>

/// Three rules instead of the built-in ones, so that their order is known.
static void make_rules(void)
{
    static const char *const names[] = {"first", "second", "third"};
    memset(built_in->rules, 0, sizeof built_in->rules);
    for (int i = 0; i < 3; i++)
    {
        loam_slow_rule *const rule = &built_in->rules[i];
        *rule = (loam_slow_rule){.from = TILE_STONE,
                                 .to = TILE_GRAVEL,
                                 .layers = LOAM_BLOCKS,
                                 .chance = 10 * i,
                                 .temperature_high = LOAM_CLIMATE_MAX,
                                 .humidity_high = LOAM_CLIMATE_MAX};
        memcpy(rule->name, names[i], strlen(names[i]));
    }
}

/// The names of all rules, with blanks between.
static const char *order(void)
{
    static char names[256];
    names[0] = '\0';
    for (int i = 0; defs->rules[i].name[0] != '\0'; i++)
    {
        snprintf(names + strlen(names), sizeof names - strlen(names), "%s%s", i > 0 ? " " : "",
                 defs->rules[i].name);
    }
    return names;
}

static const loam_tile_fluid *fluid_of(uint8_t material)
{
    const loam_tile_fluid *fluid = defs->fluids;
    while (fluid->material != LOAM_AIR && fluid->material != material)
    {
        fluid++;
    }
    return fluid->material == material ? fluid : NULL;
}

static int32_t count_fluids(const loam_tile_defs *of)
{
    int32_t count = 0;
    while (count < LOAM_MAX_FLUIDS && of->fluids[count].material != LOAM_AIR)
    {
        count++;
    }
    return count;
}

#define RAIN_RULE "'from': 'dirt', 'layers': ['blocks'], 'chance': 5, 'to': 'mud'"

/// A material that can flow.
#define OIL \
    "{'id': 200, 'name': 'oil', 'properties': ['liquid'], 'layers': ['blocks'], 'inner': [" \
    "'#000000','#010101','#020202','#030303','#040404','#050505','#060606','#070707','#080808'," \
    "'#090909','#0a0a0a','#0b0b0b','#0c0c0c','#0d0d0d','#0e0e0e','#0f0f0f'], " \
    "'translucency': 140, 'wall_translucency': 190, 'hardness': 0}"
#define FLOWS "'motion': 'rises', 'density': 80, 'straight': 1, 'diagonal': 2, 'sideways': 3"

// ---- rules --------------------------------------------------------------------------------------

static void test_a_rule_is_changed_where_it_stands(void)
{
    accepts("{'rules': [{'name': 'second', 'chance': 77}]}");
    CHECK_TEXT(order(), "first second third");
    CHECK_INT(defs->rules[1].chance, 77);
    CHECK_INT(defs->rules[1].from, TILE_STONE);
    CHECK_INT(defs->rules[1].humidity_high, LOAM_CLIMATE_MAX);
    CHECK(memcmp(&defs->rules[2], &built_in->rules[2], sizeof defs->rules[2]) == 0);
    accepts("{'rules': [{'name': 'second', 'from': 'air', 'having': ['soil', 'wet']}]}");
    CHECK_INT(defs->rules[1].from, LOAM_AIR);
    CHECK_INT(defs->rules[1].having, LOAM_SOIL | LOAM_WET);
}

static void test_a_new_rule_goes_to_the_end(void)
{
    accepts("{'rules': [{'name': 'rain', " RAIN_RULE "}]}");
    CHECK_TEXT(order(), "first second third rain");
    const loam_slow_rule *const rule = &defs->rules[3];
    CHECK_INT(rule->from, TILE_DIRT);
    CHECK_INT(rule->having, 0);
    CHECK_INT(rule->layers, LOAM_BLOCKS);
    CHECK_INT(rule->required | rule->forbidden | rule->modifiers | rule->written, 0);
    CHECK_INT(rule->temperature_low + rule->humidity_low, 0);
    CHECK_INT(rule->temperature_high, LOAM_CLIMATE_MAX);
    CHECK_INT(rule->humidity_high, LOAM_CLIMATE_MAX);
    CHECK_INT(rule->chance, 5);
    CHECK_INT(rule->to, TILE_MUD);
    accepts("{'rules': [{'name': 'rain', " RAIN_RULE ", 'required': ['wet'], 'forbidden': "
            "['hot', 'solid'], 'modifiers': ['open', 'mix'], 'written': ['walls']}]}");
    CHECK_INT(rule->required, LOAM_WET);
    CHECK_INT(rule->forbidden, LOAM_HOT | LOAM_SOLID);
    CHECK_INT(rule->modifiers, LOAM_RULE_OPEN | LOAM_RULE_MIX);
    CHECK_INT(rule->written, LOAM_WALLS);
}

static void test_a_rule_goes_before_another(void)
{
    accepts("{'rules': [{'name': 'rain', 'before': 'second', " RAIN_RULE "}]}");
    CHECK_TEXT(order(), "first rain second third");
    CHECK_INT(defs->rules[1].to, TILE_MUD);
    CHECK_INT(defs->rules[2].chance, 10);
    accepts("{'rules': [{'name': 'third', 'before': 'first', 'chance': 3}]}");
    CHECK_TEXT(order(), "third first second");
    CHECK_INT(defs->rules[0].chance, 3);
    accepts("{'rules': [{'name': 'first', 'before': 'third'}]}");
    CHECK_TEXT(order(), "second first third");
    accepts("{'rules': [{'name': 'rain', " RAIN_RULE "}, {'name': 'first', 'before': 'rain'}]}");
    CHECK_TEXT(order(), "second third first rain");
    refuses("{'rules': [{'name': 'first', 'before': 'first'}]}",
            "rules[0].before is the rule itself; must be another");
    refuses("{'rules': [{'name': 'first', 'before': 'secnd'}]}",
            "rules[0].before is \"secnd\"; did you mean second? Must be first, second, third");
    refuses("{'rules': [{'name': 'first', 'before': 1}]}",
            "rules[0].before is 1; must be first, second, third");
}

static void test_a_rule_is_taken_out(void)
{
    accepts("{'rules': [{'name': 'second', 'remove': true}]}");
    CHECK_TEXT(order(), "first third");
    CHECK_INT(defs->rules[1].chance, 20);
    CHECK_INT(defs->rules[2].to, 0);
    accepts("{'rules': [{'name': 'third', 'remove': true}, {'name': 'first', 'remove': true}, "
            "{'name': 'second', 'remove': true}]}");
    CHECK_TEXT(order(), "");
    accepts("{'rules': [{'name': 'second', 'remove': false, 'chance': 1}]}");
    CHECK_TEXT(order(), "first second third");
    refuses("{'rules': [{'name': 'secon', 'remove': true}]}",
            "rules[0].name is \"secon\"; did you mean second? Must be first, second, third");
    refuses("{'rules': [{'name': 'second', 'remove': true, 'chance': 3}]}",
            "rules[0] has more keys; must have name alone beside remove");
    refuses("{'rules': [{'name': 'second', 'remove': 1}]}",
            "rules[0].remove is 1; must be true or false");
}

static void test_new_rules_need_what_has_no_default(void)
{
    refuses("{'rules': [{'name': 'secnd', 'chance': 3}]}",
            "rules[0].layers is missing: \"secnd\" is new, and a new rule needs it; did you mean "
            "second?");
    refuses("{'rules': [{'name': 'rain', 'layers': ['walls'], 'to': 'air', 'from': 'dirt'}]}",
            "rules[0].chance is missing: \"rain\" is new, and a new rule needs it");
    refuses("{'rules': [{'name': 'rain', 'layers': ['walls'], 'chance': 1, 'from': 'dirt'}]}",
            "rules[0].to is missing: \"rain\" is new, and a new rule needs it");
    refuses("{'rules': [{'name': 'rain', 'layers': ['walls'], 'chance': 1, 'to': 'dirt'}]}",
            "rules.rain.from is missing, and so is having; must be one of them");
    refuses("{'rules': [{'chance': 1}]}", "rules[0].name is missing");
}

static void test_what_is_wrong_in_rules_is_named(void)
{
    refuses("{'rules': {}}", "rules is an object; must be a list of 0 to 256");
    refuses("{'rules': [3]}", "rules[0] is 3; must be an object");
    refuses("{'rules': [{'name': 'first', 'chanse': 3}]}",
            "rules[0] has the key \"chanse\"; did you mean chance? Must be name, remove, before, "
            "from, having, layers, ...");
    refuses("{'rules': [{'name': 'first', 'chance': 1025}]}",
            "rules[0].chance is 1025; must be a whole number from 0 to 1024");
    refuses("{'rules': [{'name': 'first', 'required': ['wett']}]}",
            "rules[0].required[0] is \"wett\"; did you mean wet? Must be solid, liquid, ...");
    refuses("{'rules': [{'name': 'first', 'required': 'wet'}]}",
            "rules[0].required is \"wet\"; must be a list of names");
    refuses("{'rules': [{'name': 'first', 'modifiers': ['egde']}]}",
            "rules[0].modifiers[0] is \"egde\"; did you mean edge? Must be edge, buried, open, "
            "mix, air, stir");
    refuses("{'rules': [{'name': 'first', 'layers': []}]}",
            "rules[0].layers is a list of 0; must be at least one");
    refuses("{'rules': [{'name': 'first', 'written': ['blocks', 'walls']}]}",
            "rules[0].written is a list of 2; must be at most one");
    refuses("{'rules': [{'name': 'first', 'from': 'granit'}]}",
            "rules[0].from is \"granit\"; did you mean granite? Must be air, ...");
    refuses("{'rules': [{'name': 'first'}, {'name': 'second'}, {'name': 'first'}]}",
            "rules[2].name is first, as is that of rules[0]; must be unique");
    refuses("{'rules': [{'name': 'first', 'to': 'leaf'}]}",
            "rules.first.to is leaf; must be a material for blocks");
    refuses("{'rules': [{'name': 'Rain', " RAIN_RULE "}]}",
            "rules: the name of number 3 is \"Rain\"; must be 1 to 31 of a-z, 0-9 and _");
    refuses("{'rules': [{'name': '', " RAIN_RULE "}]}",
            "rules[0].name is \"\"; must be a text of 1 to 31 characters");
    refuses("{'rules': [{'name': 'first', 'temperature_low': 9, 'temperature_high': 8}]}",
            "rules.first.temperature_low is 9; must be at most temperature_high, ...");
}

/// A text with so many new rules.
static char *text_of_rules(int32_t count)
{
    const size_t room = 128 * (size_t)count + 64;
    char *const text = malloc(room);
    size_t length = (size_t)snprintf(text, room, "{'rules': [");
    for (int32_t i = 0; i < count; i++)
    {
        length += (size_t)snprintf(text + length, room - length, "%s{'name': 'r%d', " RAIN_RULE "}",
                                   i > 0 ? ", " : "", i);
    }
    snprintf(text + length, room - length, "]}");
    return text;
}

static void test_there_is_room_for_256_rules(void)
{
    char *text = text_of_rules(253);
    accepts(text);
    CHECK_TEXT(defs->rules[255].name, "r252");
    free(text);
    text = text_of_rules(254);
    refuses(text, "rules[253] is one too many; must be at most 256 rules");
    free(text);
    text = text_of_rules(257);
    refuses(text, "rules is a list of 257; must be a list of 0 to 256");
    free(text);
}

// Behind the end of the list must be at most anything.
static void test_rules_and_fluids_are_added_over_anything(void)
{
    memset(&built_in->rules[3], 0xff, 3 * sizeof *built_in->rules);
    built_in->rules[3].name[0] = '\0';
    const int32_t end = count_fluids(built_in);
    memset(&built_in->fluids[end], 0xff, 2 * sizeof *built_in->fluids);
    built_in->fluids[end].material = LOAM_AIR;
    accepts("{'rules': [{'name': 'rain', " RAIN_RULE "}], 'fluids': {'steam': {'density': 50}}}");
    CHECK_TEXT(order(), "first second third rain");
    CHECK_INT(defs->rules[3].modifiers, 0);
    accepts("{'rules': [{'name': 'rain', " RAIN_RULE "}, {'name': 'x', " RAIN_RULE "}]}");
    CHECK_TEXT(order(), "first second third rain x");
    accepts("{'materials': [" OIL "], 'fluids': {'oil': {" FLOWS "}}}");
    CHECK_INT(count_fluids(defs), end + 1);
    CHECK_INT(defs->fluids[end].used_up, 0);
    accepts("{'fluids': {'steam': null, 'acid': null}}");
    CHECK_INT(count_fluids(defs), end - 2);
    loam_tile_defs_init(built_in);
    make_rules();
}

// ---- fluids -------------------------------------------------------------------------------------

static void test_a_fluid_is_changed(void)
{
    accepts("{'fluids': {'water': {'density': 999, 'contacts': ['acid'], 'motion': 'flies'}}}");
    const loam_tile_fluid *const water = &defs->fluids[0], *const was = &built_in->fluids[0];
    CHECK_INT(water->material, TILE_WATER);
    CHECK_INT(water->density, 999);
    CHECK_INT(water->motion, LOAM_FLIES);
    CHECK_INT(water->contacts[0], TILE_ACID);
    CHECK_INT(water->contacts[1], LOAM_AIR); // lists may be short
    CHECK_INT(water->contact_chances[1], was->contact_chances[1]);
    CHECK_INT(water->levelling, was->levelling);
    CHECK_INT(count_fluids(defs), count_fluids(built_in));
}

static void test_a_fluid_is_added(void)
{
    accepts("{'materials': [" OIL "], 'fluids': {'oil': {" FLOWS "}}}");
    const loam_tile_fluid *const oil = fluid_of(200);
    CHECK(oil == &defs->fluids[count_fluids(built_in)]);
    loam_tile_fluid expected = {.material = 200,
                                .motion = LOAM_RISES,
                                .density = 80,
                                .straight = 1,
                                .diagonal = 2,
                                .sideways = 3};
    CHECK(memcmp(&oil->motion, &expected.motion, sizeof *oil - offsetof(loam_tile_fluid, motion)) ==
          0);
    refuses("{'materials': [" OIL "], 'fluids': {'oil': {'motion': 'falls', 'straight': 1}}}",
            "fluids.oil.density is missing: \"oil\" is new, and a new fluid needs it");
    refuses("{'fluids': {'oil': {" FLOWS "}}}", "fluids has the key \"oil\"; ...");
    refuses("{'fluids': {'watr': {" FLOWS "}}}",
            "fluids has the key \"watr\"; did you mean water? Must be air, ...");
    refuses("{'fluids': {'stone': {" FLOWS "}}}",
            "fluids.stone is listed; must be a material for blocks that is liquid, gas or "
            "loose, and not solid");
    refuses("{'fluids': {'air': {" FLOWS "}}}", "fluids.air is no fluid; must be another material");
}

static void test_a_fluid_is_taken_out(void)
{
    accepts("{'fluids': {'lava': null}}");
    CHECK_INT(count_fluids(defs), count_fluids(built_in) - 1);
    CHECK(fluid_of(TILE_LAVA) == NULL);
    CHECK_INT(defs->fluids[1].material, built_in->fluids[2].material);
    refuses("{'fluids': {'stone': null}}",
            "fluids.stone is null, which takes a fluid out, and there is none");
    refuses("{'fluids': {'water': null}}", "sky.rain is water; must be a fluid, or air for "
                                           "none");
    accepts("{'fluids': {'water': null}, 'sky': {'rain': 'air'}}");
    CHECK_INT(defs->sky.rain, LOAM_AIR);
    CHECK_INT(loam_material_find(defs, "water"), TILE_WATER);
}

static void test_what_is_wrong_in_fluids_is_named(void)
{
    refuses("{'fluids': []}", "fluids is a list; must be an object");
    refuses("{'fluids': {'water': 3}}", "fluids.water is 3; must be an object");
    refuses("{'fluids': {'water': {}, 'water': {}}}",
            "fluids.water is given twice; must be given once");
    refuses("{'fluids': {'water': {'motion': 'fals'}}}",
            "fluids.water.motion is \"fals\"; did you mean falls? Must be falls, rises, flies");
    refuses("{'fluids': {'water': {'motion': 1}}}",
            "fluids.water.motion is 1; must be falls, rises, flies");
    refuses("{'fluids': {'water': {'density': 0}}}",
            "fluids.water.density is 0; must be a whole number from 1 to 65535");
    refuses("{'fluids': {'water': {'densty': 1}}}",
            "fluids.water has the key \"densty\"; did you mean density? Must be motion, ...");
    refuses("{'fluids': {'water': {'contacts': ['air', 'air', 'air', 'air', 'air']}}}",
            "fluids.water.contacts is a list of 5; must be a list of 0 to 4");
    refuses("{'fluids': {'water': {'contact_chances': [0, 1025]}}}",
            "fluids.water.contact_chances[1] is 1025; must be a whole number from 0 to 1024");
    refuses("{'fluids': {'water': {'decay_results': ['steem']}}}",
            "fluids.water.decay_results[0] is \"steem\"; did you mean steam? Must be air, ...");
    refuses("{'fluids': {'loose_sand': {'settled': 'stone'}}}",
            "fluids.loose_sand.settled is stone; must be a solid, granular material, or air "
            "for none");
    refuses("{'materials': [{'name': 'water', 'inner': ['#0000ff']}]}",
            "materials.water has 1 inner and 0 outer variants; must be 16 and 0: it is a "
            "fluid");
}

static void test_there_is_room_for_32_fluids(void)
{
    loam_tile_defs *const full = malloc(sizeof *full);
    memcpy(full, built_in, sizeof *full);
    for (int32_t i = count_fluids(full); i < LOAM_MAX_FLUIDS; i++)
    {
        full->materials[200 + i] = full->materials[TILE_STEAM];
        snprintf(full->materials[200 + i].name, LOAM_MAX_NAME, "steam_%d", i);
        full->fluids[i] = full->fluids[0];
        full->fluids[i].material = (uint8_t)(200 + i);
    }
    full->materials[255] = full->materials[TILE_STEAM];
    memcpy(full->materials[255].name, "oil", 4);
    static const char text[] =
        "{\"fluids\": {\"oil\": {\"motion\": \"falls\", \"density\": 1, \"straight\": 0, "
        "\"diagonal\": 0, \"sideways\": 0}}}";
    CHECK_INT(loam_tile_defs_read(&env, text, sizeof text - 1, full), LOAM_BAD_ARGUMENT);
    CHECK_TEXT(loam_last_error(), "fluids.oil is one too many; must be at most 32 fluids");
    static const char out[] = "{\"fluids\": {\"steam_31\": null, \"oil\": {\"motion\": \"falls\", "
                              "\"density\": 1, \"straight\": 0, \"diagonal\": 0, "
                              "\"sideways\": 0}, \"steam_30\": null}}";
    CHECK_OK(loam_tile_defs_read(&env, out, sizeof out - 1, full));
    CHECK_INT(full->fluids[30].material, 255);
    CHECK_INT(full->fluids[31].material, LOAM_AIR);
    free(full);
}

// ---- sky ----------------------------------------------------------------------------------------

static void test_the_sky_is_changed(void)
{
    accepts("{'sky': {'day_steps': 100, 'rain': 'acid', 'snow': 'air', 'night': '#01020304', "
            "'wind_strength': 1.5}}");
    CHECK_INT(defs->sky.day_steps, 100);
    CHECK_INT(defs->sky.rain, TILE_ACID);
    CHECK_INT(defs->sky.snow, LOAM_AIR);
    CHECK_INT(defs->sky.night.a, 4);
    CHECK_NEAR(defs->sky.wind_strength, 1.5, 0);
    CHECK_NEAR(defs->sky.cloud_share, built_in->sky.cloud_share, 0);
    refuses("{'sky': {'day_steps': 99}}",
            "sky.day_steps is 99; must be a whole number from 100 to 16777216");
    refuses("{'sky': {'rain': 'snow'}}", "sky.rain is snow; must be a fluid, or air for none");
    refuses("{'sky': {'clouds': 1}}", "sky has the key \"clouds\"; ...");
    refuses("{'sky': null}", "sky is null; must be an object");
}

// ---- replacing ----------------------------------------------------------------------------------

/// All that is built in as a tree, without some of its keys and materials.
static cJSON *tree_without(const char *const *keys, const char *const *materials)
{
    char *text = NULL;
    size_t size = 0;
    CHECK_OK(loam_tile_defs_write(&env, built_in, &text, &size));
    cJSON *const tree = cJSON_Parse(text);
    loam_free(&env, text, size + 1);
    for (; *keys != NULL; keys++)
    {
        cJSON_DeleteItemFromObject(tree, *keys);
    }
    cJSON *const list = cJSON_GetObjectItem(tree, "materials");
    for (; *materials != NULL; materials++)
    {
        int index = 0;
        while (strcmp(cJSON_GetStringValue(
                          cJSON_GetObjectItem(cJSON_GetArrayItem(list, index), "name")),
                      *materials) != 0)
        {
            index++;
        }
        cJSON_DeleteItemFromArray(list, index);
    }
    return tree;
}

static loam_result read_tree(cJSON *tree)
{
    char *const text = cJSON_PrintUnformatted(tree);
    cJSON_Delete(tree);
    memcpy(defs, built_in, sizeof *defs);
    const loam_result result = loam_tile_defs_read(&env, text, strlen(text), defs);
    cJSON_free(text);
    return result;
}

static const char *const sections[] = {"rules", "fluids", "sky", NULL};

static void test_without_sections_what_was_there_stays(void)
{
    static const char *const nothing[] = {NULL};
    CHECK_OK(read_tree(tree_without(sections, nothing)));
    CHECK(memcmp(defs, built_in, sizeof *defs) == 0);
}

// What a world file has that was written before there were rules, fluids and a sky.
static void test_texts_from_before_there_was_life_are_read(void)
{
    static const char *const unknown[] = {"crust",      "loose_sand", "loose_gravel",
                                          "loose_snow", "torch",      NULL};
    loam_tile_defs_init(built_in);
    CHECK_OK(read_tree(tree_without(sections, unknown)));
    make_rules();
    CHECK_INT(loam_material_find(defs, "loose_sand"), -1);
    CHECK_INT(count_fluids(defs), count_fluids(built_in) - 3);
    const loam_tile_fluid *const water = fluid_of(TILE_WATER);
    CHECK(water != NULL && memcmp(water, &built_in->fluids[0], sizeof *water) == 0);
    CHECK(fluid_of(TILE_LOOSE_SAND) == NULL);
    CHECK_INT(defs->sky.rain, TILE_WATER);
    CHECK_INT(defs->sky.snow, LOAM_AIR); // there is no loose snow
    CHECK_INT(defs->sky.lightning, TILE_FIRE);
    CHECK_INT(defs->sky.day_steps, built_in->sky.day_steps);
    for (int i = 0; defs->rules[i].name[0] != '\0'; i++)
    {
        CHECK(defs->rules[i].from != TILE_CRUST && defs->rules[i].to != TILE_CRUST);
    }
}

// Contacts and decays with what is gone do not happen.
static void test_what_goes_with_the_materials_is_kept(void)
{
    static const char *const gone[] = {"acid", "smoke", "gravel", NULL};
    const loam_tile_fluid *fire;
    memcpy(built_in->rules[1].name, "burns", 6);
    built_in->rules[1].to = TILE_DIRT; // the others turn to gravel
    cJSON *const tree = tree_without(sections, gone);
    const char *const ground =
        "{\"pebbles\": \"air\", \"strata\": [\"air\", \"air\", \"air\", \"air\"]}";
    cJSON_DeleteItemFromObject(tree, "ground");
    cJSON_AddItemToObject(tree, "ground", cJSON_Parse(ground));
    CHECK_OK(read_tree(tree));
    CHECK_TEXT(order(), "burns");
    CHECK(fluid_of(TILE_ACID) == NULL && fluid_of(TILE_SMOKE) == NULL);
    CHECK(fluid_of(TILE_LOOSE_GRAVEL) == NULL); // it could not settle
    fire = fluid_of(TILE_FIRE);
    CHECK(fire != NULL);
    CHECK_INT(fire->contacts[0], TILE_WATER);
    CHECK_INT(fire->contact_chances[0], 1024);
    CHECK_INT(fire->contacts[1], LOAM_AIR);
    CHECK_INT(fire->contact_chances[1], 0);
    CHECK_INT(fire->decay_chances[0], 0); // smoke
    CHECK_INT(fire->decay_chances[1], built_in->fluids[4].decay_chances[1]);
    make_rules();
}

// Materials are followed by their names, whatever their ids are now.
static void test_what_is_kept_follows_names(void)
{
    static const char *const nothing[] = {NULL};
    cJSON *const tree = tree_without(sections, nothing);
    cJSON *material;
    cJSON_ArrayForEach(material, cJSON_GetObjectItem(tree, "materials"))
    {
        cJSON *const id = cJSON_GetObjectItem(material, "id");
        cJSON_SetNumberValue(id, id->valueint > 0 ? 256 - id->valueint : 0);
    }
    CHECK_OK(read_tree(tree));
    CHECK_TEXT(order(), "first second third");
    CHECK_INT(defs->rules[2].from, 256 - TILE_STONE);
    CHECK_INT(defs->rules[2].to, 256 - TILE_GRAVEL);
    CHECK_INT(count_fluids(defs), count_fluids(built_in));
    CHECK_INT(defs->fluids[0].material, 256 - TILE_WATER);
    CHECK_INT(defs->fluids[0].contacts[1], 256 - TILE_FIRE);
    CHECK_INT(defs->fluids[0].contact_results[1], 256 - TILE_STEAM);
    CHECK_INT(fluid_of(256 - TILE_FIRE)->decay_results[0], 256 - TILE_SMOKE);
    CHECK_INT(fluid_of(256 - TILE_LOOSE_SAND)->settled, 256 - TILE_SAND);
    CHECK_INT(fluid_of(256 - TILE_ACID)->fumes, 256 - TILE_SMOKE);
    CHECK_INT(defs->sky.rain, 256 - TILE_WATER);
    CHECK_INT(defs->sky.snow, 256 - TILE_LOOSE_SNOW);
}

// With the sections, nothing of what was there shows through.
static void test_lists_are_replaced(void)
{
    static const char *const nothing[] = {NULL};
    cJSON *tree = tree_without(sections, nothing);
    cJSON_AddItemToObject(tree, "rules", cJSON_CreateArray());
    cJSON_AddItemToObject(tree, "fluids", cJSON_CreateObject());
    CHECK_OK(read_tree(tree));
    CHECK_TEXT(order(), "");
    CHECK_INT(count_fluids(defs), 0);
    CHECK_INT(defs->sky.rain, LOAM_AIR); // it is no fluid any more
    tree = tree_without(sections, nothing);
    cJSON_AddItemToObject(tree, "rules",
                          cJSON_Parse("[{\"name\": \"first\", \"chance\": 3, \"to\": \"air\", "
                                      "\"layers\": [\"walls\"], \"having\": [\"leaf\"]}]"));
    CHECK_OK(read_tree(tree));
    CHECK_TEXT(order(), "first");
    CHECK_INT(defs->rules[0].from, LOAM_AIR); // it is new, not stone
    CHECK_INT(count_fluids(defs), count_fluids(built_in));
    tree = tree_without(sections, nothing);
    cJSON_AddItemToObject(tree, "rules", cJSON_Parse("[{\"name\": \"first\", \"chance\": 3}]"));
    CHECK_INT(read_tree(tree), LOAM_BAD_ARGUMENT);
    CHECK_CONTAINS(loam_last_error(), "rules[0].layers is missing: \"first\" is new");
}

int main(void)
{
    reading_begin();
    make_rules();
    RUN(test_a_rule_is_changed_where_it_stands);
    RUN(test_a_new_rule_goes_to_the_end);
    RUN(test_a_rule_goes_before_another);
    RUN(test_a_rule_is_taken_out);
    RUN(test_new_rules_need_what_has_no_default);
    RUN(test_what_is_wrong_in_rules_is_named);
    RUN(test_there_is_room_for_256_rules);
    RUN(test_rules_and_fluids_are_added_over_anything);
    RUN(test_a_fluid_is_changed);
    RUN(test_a_fluid_is_added);
    RUN(test_a_fluid_is_taken_out);
    RUN(test_what_is_wrong_in_fluids_is_named);
    RUN(test_there_is_room_for_32_fluids);
    RUN(test_the_sky_is_changed);
    RUN(test_without_sections_what_was_there_stays);
    RUN(test_texts_from_before_there_was_life_are_read);
    RUN(test_what_goes_with_the_materials_is_kept);
    RUN(test_what_is_kept_follows_names);
    RUN(test_lists_are_replaced);
    reading_end();
    return CHECK_DONE();
}
