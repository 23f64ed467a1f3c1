// SPDX-License-Identifier: MIT
// Texts that change, add and take out species and change groves, and what is wrong in those that do not.
#include "defs/reading.h"
#include "tiles/data/defs.h"

static const loam_tile_species *species_named(const char *name)
{
    const int32_t index = loam_species_find(defs, name);
    return index >= 0 ? &defs->species[index] : NULL;
}

static int32_t count_species(const loam_tile_defs *of)
{
    int32_t count = 0;
    while (count < LOAM_MAX_SPECIES && of->species[count].name[0] != '\0')
    {
        count++;
    }
    return count;
}

#define NEW \
    "'grammar': 'axiom F(2)', 'parts': ['oak_wood'], 'storey': 'trees', 'soil': ['soil'], " \
    "'share': 0.5"

static void test_a_species_is_changed_where_it_stands(void)
{
    accepts("{'species': [{'name': 'oak', 'share': 0.25, 'leaf': 'needle'}]}");
    CHECK_INT(count_species(defs), count_species(built_in));
    const loam_tile_species *const oak = species_named("oak");
    CHECK(oak->share == 0.25f && oak->leaf == TILE_NEEDLE);
    CHECK_TEXT(oak->grammar, built_in->species[loam_species_find(built_in, "oak")].grammar);
    accepts("{'groves': {'contrast': 3, 'spacing': [30, 20, 10]}}");
    CHECK(defs->groves.contrast == 3.0f && defs->groves.spacing[1] == 20.0f &&
          defs->groves.wavelength == built_in->groves.wavelength);
}

static void test_a_new_species_needs_what_has_no_default(void)
{
    accepts("{'species': [{'name': 'ash', " NEW "}]}");
    CHECK_INT(count_species(defs), count_species(built_in) + 1);
    const loam_tile_species *const ash = species_named("ash");
    CHECK_TEXT(ash->grammar, "axiom F(2)");
    CHECK_INT(ash->parts[0], TILE_OAK_WOOD);
    CHECK_INT(ash->parts[1], LOAM_AIR);
    CHECK_INT(ash->place, LOAM_PLANT_ON_GROUND);
    CHECK_INT(ash->temperature_high, LOAM_CLIMATE_MAX);
    refuses("{'species': [{'name': 'oack', 'share': 0.5}]}",
            "species[0].grammar is missing: \"oack\" is new, and a new species needs it; did you "
            "mean oak?");
    refuses("{'species': [{'name': 'ash', 'grammar': 'axiom F', 'parts': ['oak_wood']}]}",
            "species[0].storey is missing: \"ash\" is new, and a new species needs it...");
    refuses("{'species': [{'share': 0.5}]}", "species[0].name is missing");
    refuses("{'species': [{'name': 'oak'}, {'name': 'oak'}]}",
            "species[1].name is oak, as is that of species[0]; must be unique");
    refuses("{'species': {}}", "species is an object...");
}

static void test_grammars_are_texts_or_lines(void)
{
    accepts("{'species': [{'name': 'oak', 'grammar': ['title Oak', 'axiom F', 'F -> F+F']}]}");
    CHECK_TEXT(species_named("oak")->grammar, "title Oak\naxiom F\nF -> F+F\n");
    accepts("{'species': [{'name': 'oak', 'grammar': 'axiom F\\nF -> FF'}]}");
    CHECK_TEXT(species_named("oak")->grammar, "axiom F\nF -> FF");
    refuses("{'species': [{'name': 'oak', 'grammar': 7}]}",
            "species[0].grammar is 7; must be a text or a list of its lines");
    refuses("{'species': [{'name': 'oak', 'grammar': ['axiom F', 7]}]}",
            "species[0].grammar[1] is 7; must be a text");
    refuses("{'species': [{'name': 'oak', 'grammar': ['axiom F', 'F -> F]']}]}",
            "species.oak.grammar: line 2, column 7: ']' without a '[' before it");
    refuses("{'species': [{'name': 'oak', 'grammar': []}]}",
            "species.oak.grammar is empty; must be a text of 1 to 2047 bytes");
}

/// A grammar of a length, as one text or as a list of lines.
static void read_long_grammar(size_t length, bool lines, const char *message)
{
    static char text[8192];
    int at = snprintf(text, sizeof text, "{'species': [{'name': 'oak', 'grammar': %s'axiom F",
                      lines ? "[" : "");
    for (size_t i = strlen("axiom F"); i < length; i++)
    {
        text[at++] = 'F';
    }
    snprintf(text + at, sizeof text - (size_t)at, "'%s}]}", lines ? "]" : "");
    if (message == NULL)
    {
        accepts(text);
        CHECK_INT(strlen(species_named("oak")->grammar), length + (lines ? 1 : 0));
        return;
    }
    CHECK_INT(read_text(text), LOAM_BAD_ARGUMENT);
    CHECK_TEXT(loam_last_error(), message);
}

static void test_long_grammars_are_refused(void)
{
    const char *const message = "species[0].grammar has more than 2047 bytes; must have 1 to 2047";
    read_long_grammar(2047, false, NULL);
    read_long_grammar(2048, false, message);
    read_long_grammar(2046, true, NULL);
    read_long_grammar(2047, true, message);
}

static void test_values_have_names_and_ranges(void)
{
    refuses("{'species': [{'name': 'oak', 'leaf': 'leaff'}]}",
            "species[0].leaf is \"leaff\"; did you mean leaf? ...");
    refuses("{'species': [{'name': 'oak', 'place': 'grund'}]}",
            "species[0].place is \"grund\"; did you mean ground? Must be ground, shore, water, "
            "caves, hanging");
    refuses("{'species': [{'name': 'oak', 'storey': 2}]}", "species[0].storey is 2...");
    refuses("{'species': [{'name': 'oak', 'share': 2}]}",
            "species[0].share is 2; must be a number from 0 to 1");
    refuses("{'species': [{'name': 'oak', 'leaf_neighbours': 5}]}",
            "species.oak.leaf_neighbours is 5; must be 4 or 8");
    refuses("{'species': [{'name': 'oak', 'age_low': 30}]}",
            "species.oak.age_low is 30; must be at most age_high, which is 16");
    refuses("{'species': [{'name': 'oak', 'soil': []}]}",
            "species[0].soil is a list of 0; must be at least one");
    refuses("{'species': [{'name': 'oak', 'parts': []}]}",
            "species.oak.parts[0] is air; must be a material for walls");
    refuses("{'species': [{'name': 'oak', 'parts': ['oak_wood','leaf','leaf','leaf','leaf']}]}",
            "species[0].parts...");
    refuses("{'groves': {'spacing': [1, 2, 3]}}",
            "groves.spacing[0] is 1; must be a number from 2 to 4096");
}

static void test_species_can_be_taken_out(void)
{
    accepts("{'species': [{'name': 'oak', 'remove': true}]}");
    CHECK_INT(count_species(defs), count_species(built_in) - 1);
    CHECK(species_named("oak") == NULL && species_named("birch") != NULL);
    refuses("{'species': [{'name': 'oack', 'remove': true}]}",
            "species[0].name is \"oack\"; did you mean oak? ...");
    refuses("{'species': [{'name': 'oak', 'remove': true, 'share': 1}]}",
            "species[0] has more keys; must have name alone beside remove");
    refuses("{'species': [{'name': 'oak', 'remove': 1}]}",
            "species[0].remove is 1; must be true or false");
}

static void test_49_species_are_too_many(void)
{
    static char text[1 << 14];
    const int32_t room = LOAM_MAX_SPECIES - count_species(built_in);
    int at = snprintf(text, sizeof text, "{'species': [");
    for (int32_t i = 0; i <= room; i++)
    {
        at += snprintf(text + at, sizeof text - (size_t)at, "%s{'name': 'new_%d', " NEW "}",
                       i > 0 ? ", " : "", i);
        if (i == room - 1)
        {
            char fits[sizeof text + 4];
            snprintf(fits, sizeof fits, "%s]}", text);
            accepts(fits);
            CHECK_INT(count_species(defs), LOAM_MAX_SPECIES);
        }
    }
    snprintf(text + at, sizeof text - (size_t)at, "]}");
    char message[96];
    snprintf(message, sizeof message, "species[%d] is one too many; must be at most 48 species",
             room);
    refuses(text, message);
}

// Worlds that are older than species have those whose materials they have.
static void test_species_follow_their_materials(void)
{
    char *text = NULL;
    size_t size = 0;
    loam_tile_defs *const few = malloc(sizeof *few);
    memcpy(few, built_in, sizeof *few);
    memset(few->species, 0, sizeof few->species);
    memset(&few->materials[TILE_BIRCH_WOOD], 0, sizeof(loam_material));
    few->materials[200] = few->materials[TILE_OAK_WOOD];
    memset(&few->materials[TILE_OAK_WOOD], 0, sizeof(loam_material));
    few->materials[201] = few->materials[TILE_BUSH_LEAF];
    memset(&few->materials[TILE_BUSH_LEAF], 0, sizeof(loam_material));
    memset(&few->materials[TILE_BERRY], 0, sizeof(loam_material));
    CHECK_OK(loam_tile_defs_write(&env, few, &text, &size));
    char *const key = strstr(text, ",\n    \"species\": []");
    CHECK(key != NULL);
    memset(key, ' ', strlen(",\n    \"species\": []"));
    memcpy(defs, built_in, sizeof *defs);
    CHECK_OK(loam_tile_defs_read(&env, text, size, defs));
    CHECK_INT(count_species(defs), count_species(built_in) - 1);
    CHECK(species_named("birch") == NULL);
    CHECK_INT(species_named("oak")->parts[0], 200);
    CHECK_INT(species_named("bush")->leaf, 201);
    CHECK_INT(species_named("berry_bush")->flower, LOAM_AIR); // without berries
    loam_free(&env, text, size + 1);
    free(few);
}

int main(void)
{
    reading_begin();
    RUN(test_a_species_is_changed_where_it_stands);
    RUN(test_a_new_species_needs_what_has_no_default);
    RUN(test_grammars_are_texts_or_lines);
    RUN(test_long_grammars_are_refused);
    RUN(test_values_have_names_and_ranges);
    RUN(test_species_can_be_taken_out);
    RUN(test_49_species_are_too_many);
    RUN(test_species_follow_their_materials);
    reading_end();
    return CHECK_DONE();
}
