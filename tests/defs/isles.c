// SPDX-License-Identifier: MIT
// A sea as JSON: what is written reads back the same, what is read over another, and what is refused with its place.
#include "check.h"
#include "loam/defs.h"

static loam_isles_def def, before; // too large for a stack with little room

static loam_result read_text(const char *text)
{
    const loam_env env = loam_default_env();
    return loam_isles_def_read(&env, text, strlen(text), &def);
}

static void test_what_is_written_reads_back_the_same(void)
{
    const loam_env env = loam_default_env();
    const loam_isles_def usual = loam_default_isles_def();
    char *text = NULL;
    size_t size = 0;
    CHECK_OK(loam_isles_def_write(&env, &usual, &text, &size));
    CHECK_INT(text[size], '\0');
    // Over a sea that has nothing in common with it but its seed.
    def = usual;
    def.slot = 4096;
    def.water = (loam_sea_look){.deepest = 1, .wave = 2, .sharpness = 1, .seed = 9};
    def.type_count = 1;
    def.types[0].steep = -1;
    memset(&def.types[1], 0, 4 * sizeof def.types[1]);
    strcpy(def.types[0].name, "rock");
    CHECK_OK(loam_isles_def_read(&env, text, size, &def));
    CHECK_INT(memcmp(&def, &usual, sizeof def), 0);
    loam_free(&env, text, size + 1);
}

static void test_seas_that_are_not_accepted_are_not_written(void)
{
    const loam_env env = loam_default_env();
    char *text = NULL;
    size_t size = 0;
    def = loam_default_isles_def();
    def.cell = 0;
    CHECK_INT(loam_isles_def_write(&env, &def, &text, &size), LOAM_BAD_ARGUMENT);
    CHECK(text == NULL);
}

static void test_what_is_not_named_stays(void)
{
    def = before = loam_default_isles_def();
    CHECK_OK(read_text("{\"empty\": 0.5}"));
    before.empty = 0.5f;
    CHECK_INT(memcmp(&def, &before, sizeof def), 0);
    CHECK_OK(read_text("{\"types\": [{\"name\": \"glacier\", \"share\": 7, \"radius\": 300}]}"));
    CHECK_INT(def.type_count, 1);
    before.types[4].share = 7.0f;
    before.types[4].radius = (loam_range){300.0f, 300.0f};
    CHECK_INT(memcmp(&def.types[0], &before.types[4], sizeof def.types[0]), 0);
}

static void test_water_is_read(void)
{
    def = before = loam_default_isles_def();
    CHECK_OK(
        read_text("{\"water\": {\"shallow\": \"#10203040\", \"deep\": \"#010203\", \"foam\": 0, "
                  "\"wave\": 90, \"waves\": 0.5, \"seed\": 2147483647}}"));
    before.water.shallow = (loam_colour){0x10, 0x20, 0x30, 0x40};
    before.water.deep = (loam_colour){1, 2, 3, 255};
    before.water.foam = 0.0f;
    before.water.wave = 90;
    before.water.waves = 0.5f;
    before.water.seed = INT32_MAX;
    CHECK_INT(memcmp(&def, &before, sizeof def), 0);
}

// Voyages and logs know a sea by its hash. Those that were written before water was a part of the text stay readable.
static void test_the_hash_is_of_islands_alone(void)
{
    const loam_env env = loam_default_env();
    uint64_t usual = 0, wet = 0, other = 0;
    def = loam_default_isles_def();
    CHECK_OK(loam_isles_def_hash(&env, &def, &usual));
    CHECK_U64(usual, 0x57906d07dadc1a18u);
    def.water.deepest = 77.0f;
    def.seed = 99;
    CHECK_OK(loam_isles_def_hash(&env, &def, &wet));
    CHECK_U64(wet, usual);
    strcpy(def.types[1].names[0], "Bikini");
    def.types[1].name_count = 1;
    CHECK_OK(loam_isles_def_hash(&env, &def, &wet));
    CHECK_U64(wet, usual);
    def.empty = 0.5f;
    CHECK_OK(loam_isles_def_hash(&env, &def, &other));
    CHECK(other != usual);
    def.water.wave = 0;
    CHECK_INT(loam_isles_def_hash(&env, &def, &other), LOAM_BAD_ARGUMENT);
}

static void test_names_are_read(void)
{
    const loam_env env = loam_default_env();
    char *text = NULL;
    size_t size = 0;
    def = before = loam_default_isles_def();
    CHECK_OK(read_text(
        "{\"types\": [{\"name\": \"atoll\", \"names\": [\"Bikini\", \"\\u0160ipan\"]}, {\"name\": "
        "\"bay\", \"like\": \"atoll\"}]}"));
    CHECK_INT(def.types[0].name_count, 2);
    CHECK_TEXT(def.types[0].names[0], "Bikini");
    CHECK_TEXT(def.types[0].names[1], "\xc5\xa0ipan");
    CHECK_INT(def.types[1].name_count, 0); // the atoll of before
    // What is written reads back the same, over lists that were longer, too.
    before = def;
    CHECK_OK(loam_isles_def_write(&env, &def, &text, &size));
    strcpy(def.types[0].names[2], "Rongelap");
    def.types[0].name_count = 3;
    strcpy(def.types[1].names[0], "Hudson");
    def.types[1].name_count = 1;
    CHECK_OK(loam_isles_def_read(&env, text, size, &def));
    CHECK_INT(memcmp(&def, &before, sizeof def), 0);
    loam_free(&env, text, size + 1);
    CHECK_OK(read_text("{\"types\": [{\"name\": \"atoll\", \"names\": []}]}"));
    CHECK_INT(def.types[0].name_count, 0);
}

static void test_a_new_type_is_like_another(void)
{
    def = before = loam_default_isles_def();
    CHECK_OK(read_text("{\"types\": [{\"name\": \"village\", \"like\": \"tropical\", \"suffix\": "
                       "\"\", \"houses\": [8, 14], \"falloff\": \"linear\"}]}"));
    loam_isle_type wanted = before.types[0];
    memset(wanted.name, 0, sizeof wanted.name);
    strcpy(wanted.name, "village");
    memset(wanted.suffix, 0, sizeof wanted.suffix);
    wanted.houses = (loam_range){8.0f, 14.0f};
    wanted.falloff = LOAM_ISLE_LINEAR;
    CHECK_INT(memcmp(&def.types[0], &wanted, sizeof wanted), 0);
}

// Terrains in another order: what stood on one stands on the same one.
static void test_terrains_are_known_by_name(void)
{
    def = before = loam_default_isles_def();
    CHECK_OK(read_text(
        "{\"types\": [{\"name\": \"tropical\", \"steep\": null, \"terrains\": [{\"name\": \"sea "
        "bed\"}, {\"name\": \"yard\", \"from\": -5}, {\"name\": \"sand\"}, {\"name\": \"grass\"}, "
        "{\"name\": \"jungle\"}, {\"name\": \"rock\", \"noise\": \"simplex\"}]}]}"));
    const loam_isle_type *const type = &def.types[0], *const old = &before.types[0];
    CHECK_INT(type->terrain_count, 6);
    CHECK_INT(type->steep, -1);
    CHECK_INT(type->yard, 1);
    CHECK_INT(type->kind_count, old->kind_count);
    for (int32_t i = 0; i < type->kind_count; i++)
    {
        CHECK_TEXT(type->terrains[type->kinds[i].terrain].name,
                   old->terrains[old->kinds[i].terrain].name);
    }
    CHECK_INT(type->terrains[5].noise, LOAM_NOISE_SIMPLEX);
    CHECK_RANGE(type->terrains[5].from, old->terrains[4].from, old->terrains[4].from);
    // And one that names its objects, of which one stays as it was.
    CHECK_OK(read_text("{\"types\": [{\"name\": \"tropical\", \"objects\": [{\"name\": \"palm\"}, "
                       "{\"name\": \"stone\", \"terrain\": \"yard\", \"shape\": \"boulder\"}]}]}"));
    CHECK_INT(def.types[0].kind_count, 2);
    CHECK_TEXT(def.types[0].terrains[def.types[0].kinds[0].terrain].name, "sand");
    CHECK_INT(def.types[0].kinds[1].terrain, 1);
    CHECK_INT(def.types[0].kinds[1].shape, LOAM_ISLE_BOULDER);
}

#define TYPE(rest) "{\"types\": [{\"name\": \"atoll\", " rest "}]}"

static void test_what_is_wrong_is_named(void)
{
    static const char *const cases[][2] = {
        {"[]", "object"},
        {"{\"slots\": 4096}", "slot"},
        {"{\"slot\": 100}", "slot is 100; must be a whole number from 256 to 16384"},
        {"{\"swell\": 20}", "swell is 20; must be 0 to 12"},
        {"{\"water\": 3}", "water"},
        {"{\"water\": {\"wave\": 1}}", "water.wave is 1; must be a whole number from 2 to 1000"},
        {"{\"water\": {\"foam\": 101}}", "water.foam is 101; must be a number from 0 to 100"},
        {"{\"water\": {\"deep\": \"blue\"}}", "water.deep"},
        {"{\"water\": {\"seed\": -1}}", "water.seed"},
        {"{\"water\": {\"shalow\": \"#10203040\"}}", "shallow"},
        {"{\"types\": []}", "types"},
        {"{\"types\": [{}]}", "types[0].name is missing"},
        {"{\"types\": [{\"name\": \"a name of more than thirty-one letters\"}]}",
         "must be a text of 1 to 31 characters"},
        {"{\"types\": [{\"name\": \"atoll\"}, {\"name\": \"atoll\"}]}", "two types are called"},
        {TYPE("\"like\": \"atol\""), "types[0].like"},
        {TYPE("\"suffix\": \"a suffix that is too long\""), "types[0].suffix"},
        {TYPE("\"suffix\": 3"), "types[0].suffix"},
        {TYPE("\"names\": \"Bikini\""), "types[0].names"},
        {TYPE("\"names\": [\"Bikini\", 3]"), "types[0].names[1]"},
        {TYPE("\"names\": [\"\"]"), "types[0].names[0]"},
        {TYPE("\"names\": [\"a\\tb\"]"), "type atoll: names[0]: a name must be UTF-8"},
        {TYPE("\"falloff\": \"smoth\""), "smooth"},
        {TYPE("\"radius\": [2000, 3000]"), "radius is 2000 to 3000; must be within 32 to 1008"},
        {TYPE("\"radius\": [900, 600]"), "the lower first"},
        {TYPE("\"yard\": null"), "types[0].yard"},
        {TYPE("\"steep\": \"marble\""), "types[0].steep"},
        {TYPE("\"terrains\": []"), "types[0].terrains"},
        {TYPE("\"terrains\": [{\"name\": \"mud\", \"share\": 1}]"), "must name one that it has"},
        {TYPE("\"terrains\": [{\"name\": \"mud\", \"noise\": \"pink\"}]"),
         "types[0].terrains[0].noise"},
        {TYPE("\"terrains\": [{\"name\": \"mud\", \"octaves\": 2.5}]"),
         "types[0].terrains[0].octaves"},
        {TYPE("\"objects\": [{\"name\": \"stone\"}]"), "types[0].objects[0].terrain is missing"},
        {TYPE("\"objects\": [{\"name\": \"hut\", \"shape\": \"house\"}]"),
         "types[0].objects[0].shape"},
    };
    before = loam_default_isles_def();
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
    {
        def = before;
        CHECK_INT(read_text(cases[i][0]), LOAM_BAD_ARGUMENT);
        CHECK_CONTAINS(loam_last_error(), cases[i][1]);
        CHECK_INT(memcmp(&def, &before, sizeof def), 0);
    }
}

static void test_the_example_is_accepted(void)
{
    const loam_env env = loam_default_env();
    def = loam_default_isles_def();
    CHECK_OK(loam_isles_def_read_file(&env, ISLES_FILE, &def));
    CHECK_INT(def.type_count, 2);
    CHECK_TEXT(def.types[1].name, "volcano");
    CHECK_INT(def.types[1].terrains[1].octaves, 0); // it has no nodes
    CHECK_INT(loam_isles_def_read_file(&env, "no_such_file.json", &def), LOAM_NOT_FOUND);
    CHECK_CONTAINS(loam_last_error(), "no_such_file.json");
}

int main(void)
{
    RUN(test_what_is_written_reads_back_the_same);
    RUN(test_seas_that_are_not_accepted_are_not_written);
    RUN(test_what_is_not_named_stays);
    RUN(test_water_is_read);
    RUN(test_the_hash_is_of_islands_alone);
    RUN(test_names_are_read);
    RUN(test_a_new_type_is_like_another);
    RUN(test_terrains_are_known_by_name);
    RUN(test_what_is_wrong_is_named);
    RUN(test_the_example_is_accepted);
    return CHECK_DONE();
}
