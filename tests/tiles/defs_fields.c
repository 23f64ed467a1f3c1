// SPDX-License-Identifier: MIT
// The tables that describe the definitions are complete: each member of each struct in the public
// header is a field, in the same order, with its own bytes.
#include "loam/tiles.h"

#include "check.h"

#include <stdbool.h>
#include <stdlib.h>

static char header[1 << 17];

static void read_header(void)
{
    FILE *file = fopen(TILES_HEADER, "rb");
    const size_t size = file != NULL ? fread(header, 1, sizeof header - 1, file) : 0;
    header[size] = '\0';
    if (file != NULL)
    {
        fclose(file);
    }
    CHECK(size > 1000 && size < sizeof header - 1);
    // Comments would look like members.
    for (char *at = strstr(header, "//"); at != NULL; at = strstr(at, "//"))
    {
        memset(at, ' ', strcspn(at, "\n"));
    }
}

enum
{
    MEMBERS_MAX = 128,
    NAME_SIZE = 64
};

typedef struct members
{
    char names[MEMBERS_MAX][NAME_SIZE];
    int32_t count;
} members;

/// The members of a struct as the header declares it: the last word before ',', ';' or '['.
static members members_of(const char *name)
{
    members found = {.count = 0};
    char begin[96];
    snprintf(begin, sizeof begin, "typedef struct %s\n{", name);
    const char *at = strstr(header, begin);
    CHECK_REPORT(at != NULL, "there is no struct %s in %s", name, TILES_HEADER);
    at = at != NULL ? strchr(at, '{') + 1 : "}";
    const char *const letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_";
    while (*at != '}' && *at != '\0' && found.count < MEMBERS_MAX)
    {
        const size_t length = strspn(at, letters);
        if (length > 0 && length < NAME_SIZE)
        {
            memcpy(found.names[found.count], at, length); // maybe the type, then the next word wins
            found.names[found.count][length] = '\0';
        }
        at += length > 0 ? length : 1;
        if (*at == '[')
        {
            at += strcspn(at, "]") + 1;
        }
        found.count += *at == ',' || *at == ';';
    }
    return found;
}

/// own: members that are not in the table, with blanks around each.
static void check_complete(const char *name, const char *own, const loam_tile_field *fields,
                           int32_t count)
{
    const members found = members_of(name);
    int32_t next = 0;
    for (int32_t i = 0; i < found.count; i++)
    {
        char word[NAME_SIZE + 2];
        snprintf(word, sizeof word, " %s ", found.names[i]);
        if (strstr(own, word) != NULL)
        {
            continue;
        }
        CHECK_REPORT(next < count && strcmp(fields[next].name, found.names[i]) == 0,
                     "%s.%s is not in the table; at its place is %s", name, found.names[i],
                     next < count ? fields[next].name : "the end");
        next++;
    }
    CHECK_INT(next, count);
}

static void test_every_member_is_in_a_table(void)
{
    int32_t count;
    const loam_tile_field *fields = loam_material_fields(&count);
    check_complete("loam_material", " name properties layers inner outer colours light ", fields,
                   count);
    fields = loam_tile_biome_fields(&count);
    check_complete("loam_tile_biome", " name ", fields, count);
    fields = loam_tile_ground_fields(&count);
    check_complete("loam_tile_ground", "", fields, count);
    fields = loam_tile_automaton_fields(&count);
    check_complete("loam_tile_automaton", "", fields, count);
    fields = loam_slow_rule_fields(&count);
    check_complete("loam_slow_rule", " name ", fields, count);
    fields = loam_tile_fluid_fields(&count);
    check_complete("loam_tile_fluid", " material ", fields, count);
    fields = loam_tile_sky_fields(&count);
    check_complete("loam_tile_sky", "", fields, count);
    fields = loam_tile_groves_fields(&count);
    check_complete("loam_tile_groves", "", fields, count);
    fields = loam_tile_species_fields(&count);
    check_complete("loam_tile_species", " name grammar ", fields, count);
    const members parts = members_of("loam_tile_defs");
    // A new part needs tables, checks, hashes, files and tests; the version is none, and has no table.
    CHECK_INT(parts.count, 11);
}

static size_t size_of(const loam_tile_field *field)
{
    return (size_t)field->count * loam_field_size(field->kind);
}

/// Fields lie one behind the other; what is between them is no more than alignment asks for.
static void check_layout(const loam_tile_field *fields, int32_t count, size_t begin, size_t end)
{
    for (int32_t i = 0; i < count; i++)
    {
        const size_t align = fields[i].kind == LOAM_FIELD_MATERIAL ||
                                     fields[i].kind == LOAM_FIELD_COLOUR
                                 ? 1
                                 : 4;
        CHECK_REPORT(fields[i].offset >= begin && fields[i].offset - begin < align,
                     "%s is at %zu, expected %zu", fields[i].name, fields[i].offset, begin);
        begin = fields[i].offset + size_of(&fields[i]);
    }
    CHECK_REPORT(end >= begin && end - begin < 4, "the last field ends at %zu of %zu", begin, end);
}

static void test_every_byte_is_in_a_field(void)
{
    int32_t count;
    const loam_tile_field *fields = loam_material_fields(&count);
    check_layout(fields, count, offsetof(loam_material, translucency), sizeof(loam_material));
    fields = loam_tile_biome_fields(&count);
    check_layout(fields, count, sizeof((loam_tile_biome *)0)->name, sizeof(loam_tile_biome));
    fields = loam_tile_ground_fields(&count);
    check_layout(fields, count, 0, sizeof(loam_tile_ground));
    fields = loam_tile_automaton_fields(&count);
    check_layout(fields, count, 0, sizeof(loam_tile_automaton));
    fields = loam_slow_rule_fields(&count);
    check_layout(fields, count, sizeof((loam_slow_rule *)0)->name, sizeof(loam_slow_rule));
    fields = loam_tile_fluid_fields(&count);
    check_layout(fields, count, sizeof((loam_tile_fluid *)0)->material, sizeof(loam_tile_fluid));
    fields = loam_tile_sky_fields(&count);
    check_layout(fields, count, 0, sizeof(loam_tile_sky));
    fields = loam_tile_groves_fields(&count);
    check_layout(fields, count, 0, sizeof(loam_tile_groves));
    fields = loam_tile_species_fields(&count);
    check_layout(fields, count, offsetof(loam_tile_species, parts), sizeof(loam_tile_species));
}

static void check_words(const loam_tile_field *fields, int32_t count)
{
    for (int32_t i = 0; i < count; i++)
    {
        const loam_tile_field *const field = &fields[i];
        const bool material = field->kind == LOAM_FIELD_MATERIAL;
        CHECK_REPORT(material || field->low < field->high, "%s accepts nothing", field->name);
        CHECK_REPORT(!material ||
                         ((field->low == LOAM_FIELD_BLOCK || field->low == LOAM_FIELD_GROUND ||
                           field->low == LOAM_FIELD_WALL || field->low == LOAM_FIELD_ANYWHERE) &&
                          (field->high == 0.0 || field->high == 1.0)),
                     "%s: %g %g", field->name, field->low, field->high);
        CHECK_REPORT(field->meaning != NULL && strlen(field->meaning) >= 5, "%s means nothing",
                     field->name);
        CHECK_REPORT(strchr(field->meaning, '|') == NULL, "%s would break a table", field->name);
        for (int32_t j = 0; j < i; j++)
        {
            CHECK(strcmp(field->name, fields[j].name) != 0);
        }
    }
}

static void test_fields_have_ranges_and_meanings(void)
{
    int32_t count;
    const loam_tile_field *fields = loam_material_fields(&count);
    check_words(fields, count);
    fields = loam_tile_biome_fields(&count);
    check_words(fields, count);
    fields = loam_tile_ground_fields(&count);
    check_words(fields, count);
    fields = loam_tile_automaton_fields(&count);
    check_words(fields, count);
    fields = loam_slow_rule_fields(&count);
    check_words(fields, count);
    fields = loam_tile_fluid_fields(&count);
    check_words(fields, count);
    fields = loam_tile_sky_fields(&count);
    check_words(fields, count);
    fields = loam_tile_groves_fields(&count);
    check_words(fields, count);
    fields = loam_tile_species_fields(&count);
    check_words(fields, count);
}

int main(void)
{
    read_header();
    RUN(test_every_member_is_in_a_table);
    RUN(test_every_byte_is_in_a_field);
    RUN(test_fields_have_ranges_and_meanings);
    return CHECK_DONE();
}
