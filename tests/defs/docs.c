// SPDX-License-Identifier: MIT
// docs/definitions.md says what the tables say, and its examples work. With the argument "update" it
// writes the tables into the page.
#include "loam/defs.h"

#include "check.h"

#include <stdbool.h>
#include <stdlib.h>

typedef struct part
{
    const char *name;
    const loam_tile_field *(*fields)(int32_t *count);
} part;

static const part parts[] = {
    {"material", loam_material_fields},    {"biome", loam_tile_biome_fields},
    {"ground", loam_tile_ground_fields},   {"automaton", loam_tile_automaton_fields},
    {"rule", loam_slow_rule_fields},       {"fluid", loam_tile_fluid_fields},
    {"sky", loam_tile_sky_fields},         {"groves", loam_tile_groves_fields},
    {"species", loam_tile_species_fields},
};

static char page[1 << 17];

static void read_page(void)
{
    FILE *file = fopen(DEFINITIONS_PAGE, "rb");
    const size_t size = file != NULL ? fread(page, 1, sizeof page - 1, file) : 0;
    page[size] = '\0';
    if (file != NULL)
    {
        fclose(file);
    }
    CHECK(size > 1000 && size < sizeof page - 1);
}

// ---- tables -------------------------------------------------------------------------------------

static const char *material_words(const loam_tile_field *field)
{
    const bool solid = field->low == LOAM_FIELD_GROUND;
    return solid && field->high > 0.0      ? "solid material or `air`"
           : solid                         ? "solid material"
           : field->low == LOAM_FIELD_WALL ? "material for walls or `air`"
                                           : "material or `air`";
}

/// shorter: lists may be.
static void add_row(char *out, size_t room, const loam_tile_field *field, bool shorter)
{
    char accepted[64], many[32] = "";
    if (field->count > 1)
    {
        snprintf(many, sizeof many, "list of %s%d, each ", shorter ? "up to " : "", field->count);
    }
    switch (field->kind)
    {
    case LOAM_FIELD_INT:
        snprintf(accepted, sizeof accepted, "whole, %.9g to %.9g", field->low, field->high);
        break;
    case LOAM_FIELD_FLOAT:
        snprintf(accepted, sizeof accepted, "%.9g to %.9g", field->low, field->high);
        break;
    case LOAM_FIELD_MATERIAL:
        snprintf(accepted, sizeof accepted, "%s", material_words(field));
        break;
    case LOAM_FIELD_COLOUR:
        snprintf(accepted, sizeof accepted, "colour");
        break;
    case LOAM_FIELD_PROPERTIES:
        snprintf(accepted, sizeof accepted, "list of properties");
        break;
    case LOAM_FIELD_LAYERS:
        snprintf(accepted, sizeof accepted, "list of `blocks`, `walls`%s",
                 field->low > 0.0 ? "" : ", at most one");
        break;
    case LOAM_FIELD_MODIFIERS:
        snprintf(accepted, sizeof accepted, "list of modifiers");
        break;
    case LOAM_FIELD_MOTION:
        snprintf(accepted, sizeof accepted, "`falls`, `rises` or `flies`");
        break;
    case LOAM_FIELD_PLACE:
        snprintf(accepted, sizeof accepted, "one of the places below");
        break;
    case LOAM_FIELD_STOREY:
        snprintf(accepted, sizeof accepted, "`trees`, `shrubs` or `herbs`");
        break;
    }
    snprintf(out + strlen(out), room - strlen(out), "| `%s` | %s%s | %s |\n", field->name, many,
             accepted, field->meaning);
}

static const char *const table_end = "<!-- end -->\n";

/// The comment before a part's table.
static void print_mark(char *out, size_t room, const part *of)
{
    snprintf(out, room, "<!-- fields: %s, written by test_defs_docs update -->\n", of->name);
}

/// A part's table, with the comments around it.
static void print_table(char *out, size_t room, const part *of)
{
    int32_t count;
    const loam_tile_field *const fields = of->fields(&count);
    print_mark(out, room, of);
    snprintf(out + strlen(out), room - strlen(out),
             "\n| key | accepted | meaning |\n|---|---|---|\n");
    for (int32_t i = 0; i < count; i++)
    {
        // In a file the list of rules has this length.
        if (strcmp(fields[i].name, "rule_count") != 0)
        {
            loam_tile_field field = fields[i];
            field.count = of->fields == loam_tile_automaton_fields ? 1 : field.count;
            add_row(out, room, &field,
                    of->fields == loam_tile_fluid_fields || of->fields == loam_tile_species_fields);
        }
    }
    snprintf(out + strlen(out), room - strlen(out), "\n%s", table_end);
}

static void test_tables_are_those_of_the_library(void)
{
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
    {
        static char table[1 << 15];
        print_table(table, sizeof table, &parts[i]);
        CHECK_REPORT(strstr(page, table) != NULL,
                     "the table of %s in %s is not that of the library; test_defs_docs update "
                     "writes it",
                     parts[i].name, DEFINITIONS_PAGE);
    }
}

static void test_properties_are_named(void)
{
    for (int32_t i = 0; i < LOAM_PROPERTY_COUNT; i++)
    {
        char row[64];
        snprintf(row, sizeof row, "| `%s` | ", loam_property_name(i));
        CHECK_REPORT(strstr(page, row) != NULL, "the property %s is not on the page",
                     loam_property_name(i));
    }
}

// ---- examples -----------------------------------------------------------------------------------

static void test_examples_work(void)
{
    static loam_tile_defs built_in, defs;
    const loam_env env = loam_default_env();
    const char *const mark = "```json\n";
    int32_t count = 0;
    loam_tile_defs_init(&built_in);
    for (const char *at = strstr(page, mark); at != NULL; at = strstr(at + 1, mark))
    {
        const char *const text = at + strlen(mark), *const end = strstr(text, "```");
        CHECK(end != NULL);
        const size_t size = end != NULL ? (size_t)(end - text) : 0;
        memcpy(&defs, &built_in, sizeof defs);
        CHECK_REPORT(loam_tile_defs_read(&env, text, size, &defs) == LOAM_OK, "%s in\n%.*s",
                     loam_last_error(), (int)size, text);
        CHECK_REPORT(loam_tile_defs_hash(&defs) != loam_tile_defs_hash(&built_in),
                     "no effect of\n%.*s", (int)size, text);
        count++;
    }
    CHECK(count >= 7);
}

static void test_modifiers_and_motions_are_named(void)
{
    char row[64];
    for (int32_t i = 0; i < LOAM_RULE_MODIFIER_COUNT; i++)
    {
        snprintf(row, sizeof row, "| `%s` | ", loam_rule_modifier_name(i));
        CHECK_REPORT(strstr(page, row) != NULL, "the modifier %s is not on the page",
                     loam_rule_modifier_name(i));
    }
    for (int32_t i = 0; i < LOAM_MOTION_COUNT; i++)
    {
        snprintf(row, sizeof row, "`%s`", loam_motion_name(i));
        CHECK_REPORT(strstr(page, row) != NULL, "%s is not on the page", row);
    }
}

// The file that the page shows is the file that there is, and what it says holds.
static void test_the_file_of_oil_is_on_the_page(void)
{
    static char text[1 << 14];
    static loam_tile_defs defs;
    const loam_env env = loam_default_env();
    FILE *const file = fopen(OIL_FILE, "rb");
    const size_t size = file != NULL ? fread(text, 1, sizeof text - 1, file) : 0;
    CHECK_REPORT(size > 100, "%s is not there", OIL_FILE);
    if (file != NULL)
    {
        fclose(file);
    }
    text[size] = '\0';
    CHECK_REPORT(strstr(page, text) != NULL, "%s is not on the page as it is", OIL_FILE);
    loam_tile_defs_init(&defs);
    CHECK_OK(loam_tile_defs_read_file(&env, OIL_FILE, &defs));
    const int32_t oil = loam_material_find(&defs, "oil");
    const loam_tile_fluid *fluid = defs.fluids, *const water = defs.fluids;
    while (fluid->material != LOAM_AIR && fluid->material != oil)
    {
        fluid++;
    }
    CHECK(oil > 0 && fluid->material == oil);
    CHECK_INT(fluid->motion, LOAM_FALLS);
    CHECK(fluid->density < water->density && fluid->density > LOAM_AIR_DENSITY);
    CHECK_INT(fluid->contacts[0], loam_material_find(&defs, "fire"));
    CHECK_INT(fluid->contact_results[1], loam_material_find(&defs, "fire"));
    CHECK_INT(fluid->contacts[3], LOAM_AIR);
}

// ---- writing ------------------------------------------------------------------------------------

/// Puts a part's table into the page, where its mark stands.
static bool update_table(const part *of)
{
    static char mark[128], table[1 << 15], rest[sizeof page];
    print_mark(mark, sizeof mark, of);
    print_table(table, sizeof table, of);
    char *const begin = strstr(page, mark);
    char *const end = begin != NULL ? strstr(begin, table_end) : NULL;
    if (end == NULL)
    {
        fprintf(stderr, "%s has no place for the table of %s\n", DEFINITIONS_PAGE, of->name);
        return false;
    }
    memcpy(rest, end + strlen(table_end), strlen(end + strlen(table_end)) + 1);
    snprintf(begin, sizeof page - (size_t)(begin - page), "%s%s", table, rest);
    return true;
}

static int update_page(void)
{
    bool good = true;
    for (size_t i = 0; i < sizeof parts / sizeof *parts && good; i++)
    {
        good = update_table(&parts[i]);
    }
    FILE *const file = good ? fopen(DEFINITIONS_PAGE, "wb") : NULL;
    good = file != NULL && fputs(page, file) >= 0;
    return file != NULL && fclose(file) == 0 && good ? 0 : 1;
}

int main(int argument_count, char **arguments)
{
    read_page();
    if (argument_count > 1 && strcmp(arguments[1], "update") == 0)
    {
        return update_page();
    }
    RUN(test_tables_are_those_of_the_library);
    RUN(test_properties_are_named);
    RUN(test_modifiers_and_motions_are_named);
    RUN(test_examples_work);
    RUN(test_the_file_of_oil_is_on_the_page);
    return CHECK_DONE();
}
