// SPDX-License-Identifier: MIT
// What is written reads back to the bit, and what a text says is what the definitions become: for every
// value there is.
#include "loam/defs.h"

#include "check.h"
#include "tiles/changes.h"
#include "tiles/data/defs.h"

#include <stdbool.h>
#include <stdlib.h>

static loam_env env;
static loam_tile_defs *base;    // built in, with every value in use
static loam_tile_defs *changed; // what a test makes of it
static loam_tile_defs *result;  // what comes out of a text
static change changes[CHANGES_MAX];
static int32_t change_count;

/// Writes `changed` and reads it over `over`; the result must be the same.
static void check_round_trip(const loam_tile_defs *over, const char *what)
{
    char *text = NULL;
    size_t size = 0;
    CHECK_REPORT(loam_tile_defs_write(&env, changed, &text, &size) == LOAM_OK, "%s: %s", what,
                 loam_last_error());
    memcpy(result, over, sizeof *result);
    CHECK_REPORT(text != NULL && strlen(text) == size, "%s: %zu bytes", what, size);
    CHECK_REPORT(loam_tile_defs_read(&env, text, size, result) == LOAM_OK, "%s: %s", what,
                 loam_last_error());
    CHECK_REPORT(memcmp(result, changed, sizeof *result) == 0, "%s reads back differently", what);
    CHECK_U64(loam_tile_defs_hash(result), loam_tile_defs_hash(changed));
    loam_free(&env, text, size + 1);
}

static void test_built_in_definitions_come_back(void)
{
    loam_tile_defs_init(changed);
    check_round_trip(base, "what is built in");
    memcpy(changed, base, sizeof *changed);
    loam_tile_defs *const built_in = malloc(sizeof *built_in);
    loam_tile_defs_init(built_in);
    check_round_trip(built_in, "what is not");
    free(built_in);
}

static void test_every_field_comes_back(void)
{
    for (int32_t i = 0; i < change_count; i++)
    {
        for (change_way way = CHANGE_OTHER; way <= CHANGE_MOST; way++)
        {
            if (CHECK_SANITIZED && i % 3 != (int32_t)way)
            {
                continue;
            }
            memcpy(changed, base, sizeof *changed);
            change_apply(changed, &changes[i], way);
            // Rules that are not in use are not written.
            loam_tile_automaton *const automata[] = {&changed->blocks, &changed->walls};
            for (int j = 0; j < 2; j++)
            {
                for (int32_t k = automata[j]->rule_count; k < LOAM_MAX_TILE_RULES; k++)
                {
                    automata[j]->birth_above[k] = automata[j]->death_below[k] = 0;
                }
            }
            check_round_trip(base, changes[i].path);
        }
    }
}

static loam_material *change_material(int32_t id)
{
    memcpy(changed, base, sizeof *changed);
    return &changed->materials[id];
}

static void test_every_member_of_a_material_comes_back(void)
{
    loam_material *leaf;
    memcpy(change_material(TILE_LEAF)->name, "leaf_of_31_characters_and_more__", 31);
    check_round_trip(base, "a longer name");
    for (int32_t bit = 0; bit < LOAM_PROPERTY_COUNT; bit++)
    {
        change_material(TILE_LEAF)->properties ^= 1u << bit;
        check_round_trip(base, loam_property_name(bit));
    }
    for (uint32_t layers = 1; layers <= 3; layers++)
    {
        change_material(TILE_LEAF)->layers = layers;
        check_round_trip(base, "layers");
    }
    for (int32_t inner = 1; inner <= LOAM_MAX_VARIANTS; inner += 7)
    {
        leaf = change_material(TILE_LEAF);
        leaf->inner = inner;
        leaf->outer = (inner * 5) % (LOAM_MAX_VARIANTS - inner + 1);
        memset(leaf->colours, 0, sizeof leaf->colours);
        memset(leaf->light, 0, sizeof leaf->light);
        for (int32_t i = 0; i < leaf->inner + leaf->outer; i++)
        {
            leaf->colours[i] = (loam_colour){(uint8_t)i, (uint8_t)(3 * i), 255,
                                             (uint8_t)(250 + i % 6)};
            leaf->light[i] = (loam_colour){(uint8_t)(255 - i), 0, (uint8_t)i, (uint8_t)(i % 3)};
        }
        check_round_trip(base, "variants");
    }
}

// Light is left out, one colour, or a list.
static void test_every_kind_of_light_comes_back(void)
{
    static const int32_t ids[] = {LOAM_AIR, TILE_STONE, TILE_LAVA, TILE_ACID};
    for (int i = 0; i < 4; i++)
    {
        loam_material *material = change_material(ids[i]);
        const size_t size = (size_t)(material->inner + material->outer) * sizeof(loam_colour);
        memset(material->light, 0, size);
        check_round_trip(base, "dark");
        memset(material->light, 255, size);
        check_round_trip(base, "all of the light");
        memset(material->light, 7, size);
        material->light[0].b = 8;
        check_round_trip(base, "one variant that shines differently");
        // Over definitions that shine already, too.
        loam_tile_defs *const lit = malloc(sizeof *lit);
        memcpy(lit, changed, sizeof *lit);
        change_material(0);
        check_round_trip(lit, "over a light");
        free(lit);
    }
}

static void test_ids_and_names_come_back(void)
{
    // Sand moves to another id, and what referred to it refers to the new one.
    memcpy(changed, base, sizeof *changed);
    memcpy(&changed->materials[255], &changed->materials[TILE_SAND], sizeof(loam_material));
    memset(&changed->materials[TILE_SAND], 0, sizeof(loam_material));
    for (int32_t i = 0; i < LOAM_BIOMES; i++)
    {
        loam_tile_biome *const biome = &changed->biomes[i];
        biome->surface = biome->surface == TILE_SAND ? 255 : biome->surface;
        biome->soil = biome->soil == TILE_SAND ? 255 : biome->soil;
    }
    for (int32_t i = 0; i < LOAM_MAX_FLUIDS; i++)
    {
        loam_tile_fluid *const fluid = &changed->fluids[i];
        fluid->settled = fluid->settled == TILE_SAND ? 255 : fluid->settled;
    }
    check_round_trip(base, "sand at another id");
    memcpy(changed, base, sizeof *changed);
    memcpy(changed->materials[TILE_SAND].name, "grit", 5);
    check_round_trip(base, "sand of another name");
    // Two materials swap their names.
    memcpy(changed->materials[TILE_STONE].name, base->materials[TILE_DIRT].name, 32);
    memcpy(changed->materials[TILE_DIRT].name, base->materials[TILE_STONE].name, 32);
    check_round_trip(base, "swapped names");
    // Biomes change places.
    memcpy(changed, base, sizeof *changed);
    for (int32_t i = 0; i < LOAM_BIOMES; i++)
    {
        memcpy(&changed->biomes[i], &base->biomes[(i + 4) % LOAM_BIOMES], sizeof(loam_tile_biome));
    }
    check_round_trip(base, "biomes at other places");
    memcpy(changed->biomes[7].name, "meadow", 7);
    check_round_trip(base, "a biome of another name");
}

static void test_all_256_materials_come_back(void)
{
    memcpy(changed, base, sizeof *changed);
    for (int32_t id = 0; id < LOAM_MAX_MATERIALS; id++)
    {
        loam_material *const material = &changed->materials[id];
        if (material->name[0] == '\0')
        {
            memcpy(material, &base->materials[TILE_OAK_WOOD], sizeof *material);
            memset(material->name, 0, sizeof material->name);
            snprintf(material->name, sizeof material->name, "wood_%d", id);
        }
    }
    check_round_trip(base, "256 materials");
}

// What cannot be changed alone, and lists of other lengths.
static void test_rules_and_fluids_come_back(void)
{
    memcpy(changed, base, sizeof *changed);
    memset(changed->rules, 0, sizeof changed->rules);
    check_round_trip(base, "no rules");
    for (int32_t i = 0; i < LOAM_MAX_SLOW_RULES; i++)
    {
        changed->rules[i] = base->rules[i % 2];
        memset(changed->rules[i].name, 0, sizeof changed->rules[i].name);
        snprintf(changed->rules[i].name, LOAM_MAX_NAME, "rule_%d", i * 37 % LOAM_MAX_SLOW_RULES);
    }
    changed->rules[3].having = LOAM_WET | LOAM_LOOSE;
    changed->rules[4].from = TILE_TORCH;
    changed->rules[4].to = LOAM_AIR;
    changed->rules[4].layers = LOAM_WALLS;
    check_round_trip(base, "256 rules");
    memcpy(changed, base, sizeof *changed);
    memset(changed->fluids, 0, sizeof changed->fluids);
    changed->sky.rain = changed->sky.snow = changed->sky.lightning = LOAM_AIR;
    check_round_trip(base, "no fluids");
    memcpy(changed, base, sizeof *changed);
    for (int32_t i = 0; i < 10; i++) // the other way round
    {
        changed->fluids[i] = base->fluids[9 - i];
    }
    changed->fluids[0].settled = LOAM_AIR;
    changed->sky.rain = TILE_LAVA;
    check_round_trip(base, "fluids in another order");
}

// ---- floats -------------------------------------------------------------------------------------

static void test_floats_come_back_to_the_bit(void)
{
    uint32_t bits = 1;
    int32_t count = 0;
    for (int32_t i = 0; i < 400; i++)
    {
        float value;
        bits = bits * 1664525u + 1013904223u;
        memcpy(&value, &bits, sizeof value);
        if (!(value >= -65536.0f && value <= 65536.0f))
        {
            continue;
        }
        count++;
        memcpy(changed, base, sizeof *changed);
        changed->ground.lava_top = value;
        changed->biomes[8].elevation = -value;
        check_round_trip(base, "a float");
    }
    CHECK(count > 100);
    static const float values[] = {0.0f,       -0.0f,  0.1f,   1.0f / 3.0f,  700.0f,
                                   65535.996f, 1e-30f, 1e-45f, 1.17549e-38f, 16777.217f};
    for (size_t i = 0; i < sizeof values / sizeof *values; i++)
    {
        memcpy(changed, base, sizeof *changed);
        changed->ground.lava_top = values[i];
        check_round_trip(base, "a float");
    }
}

// Files are for people: 0.1 is 0.1, and 700 is not 7e+02.
static void test_floats_are_short(void)
{
    memcpy(changed, base, sizeof *changed);
    changed->ground.deep_pools = 0.1f;
    changed->ground.lava_top = -700.0f;
    changed->ground.lava_full = -65535.996f;
    char *text = NULL;
    size_t size;
    CHECK_OK(loam_tile_defs_write(&env, changed, &text, &size));
    CHECK_CONTAINS(text, "\"deep_pools\": 0.1,\n");
    CHECK_CONTAINS(text, "\"lava_top\": -700,\n");
    CHECK_CONTAINS(text, "\"lava_full\": -65535.996,\n");
    loam_free(&env, text, size + 1);
}

// ---- texts that change one value ----------------------------------------------------------------

static const char *layer_name(int32_t bit)
{
    static const char *const names[] = {"blocks", "walls"};
    return bit < 2 ? names[bit] : NULL;
}

static int print_bits(char *out, size_t room, uint32_t bits, const char *(*name)(int32_t))
{
    int length = snprintf(out, room, "[");
    for (int32_t i = 0; name(i) != NULL; i++)
    {
        if (bits >> i & 1u)
        {
            length += snprintf(out + length, room - (size_t)length, "%s\"%s\"",
                               length > 1 ? ", " : "", name(i));
        }
    }
    return length + snprintf(out + length, room - (size_t)length, "]");
}

static int print_value(char *out, size_t room, const loam_tile_defs *defs,
                       const loam_tile_field *field, const void *at)
{
    switch (field->kind)
    {
    case LOAM_FIELD_INT:
        return snprintf(out, room, "%d", *(const int32_t *)at);
    case LOAM_FIELD_FLOAT:
        return snprintf(out, room, "%.9g", (double)*(const float *)at);
    case LOAM_FIELD_MATERIAL:
        return snprintf(out, room, "\"%s\"", defs->materials[*(const uint8_t *)at].name);
    case LOAM_FIELD_PROPERTIES:
        return print_bits(out, room, *(const uint32_t *)at, loam_property_name);
    case LOAM_FIELD_LAYERS:
        return print_bits(out, room, *(const uint32_t *)at, layer_name);
    case LOAM_FIELD_MODIFIERS:
        return print_bits(out, room, *(const uint32_t *)at, loam_rule_modifier_name);
    case LOAM_FIELD_MOTION:
        return snprintf(out, room, "\"%s\"", loam_motion_name(*(const int32_t *)at));
    case LOAM_FIELD_PLACE:
        return snprintf(out, room, "\"%s\"", loam_plant_place_name(*(const int32_t *)at));
    case LOAM_FIELD_STOREY:
        return snprintf(out, room, "\"%s\"", loam_plant_storey_name(*(const int32_t *)at));
    case LOAM_FIELD_COLOUR:
        break;
    }
    const loam_colour *const c = at;
    return snprintf(out, room, "\"#%02X%02x%02X%02x\"", c->r, c->g, c->b, c->a);
}

/// The field as a member of an object: a value, or a list of all of them.
static void print_member(char *out, size_t room, loam_tile_defs *defs, const change *what)
{
    int length = snprintf(out, room, "\"%s\": %s", what->field->name,
                          what->field->count > 1 ? "[" : "");
    for (int32_t i = 0; i < what->field->count; i++)
    {
        change each = *what;
        each.element = i;
        length += snprintf(out + length, room - (size_t)length, "%s", i > 0 ? ", " : "");
        length += print_value(out + length, room - (size_t)length, defs, what->field,
                              change_at(defs, &each));
    }
    snprintf(out + length, room - (size_t)length, "%s", what->field->count > 1 ? "]" : "");
}

/// An automaton with all of its rules.
static void print_automaton(char *out, size_t room, const char *key,
                            const loam_tile_automaton *automaton)
{
    int length = snprintf(out, room, "{\"%s\": {\"iterations\": %d, \"rules\": [", key,
                          automaton->iterations);
    for (int32_t i = 0; i < automaton->rule_count; i++)
    {
        length += snprintf(out + length, room - (size_t)length,
                           "%s{\"death_below\": %d, \"birth_above\": %d}", i > 0 ? ", " : "",
                           automaton->death_below[i], automaton->birth_above[i]);
    }
    snprintf(out + length, room - (size_t)length, "]}}");
}

/// A text that says what `changed` has for this value, and nothing else.
static void print_text(char *out, size_t room, const change *what)
{
    char member[512];
    print_member(member, sizeof member, changed, what);
    if (strncmp(what->path, "materials.", 10) == 0)
    {
        snprintf(out, room, "{\"materials\": [{\"name\": \"%s\", %s}]}",
                 changed->materials[what->index].name, member);
    }
    else if (strncmp(what->path, "biomes.", 7) == 0)
    {
        snprintf(out, room, "{\"biomes\": [{\"name\": \"%s\", %s}]}",
                 changed->biomes[what->index].name, member);
    }
    else if (strncmp(what->path, "ground.", 7) == 0)
    {
        snprintf(out, room, "{\"ground\": {%s}}", member);
    }
    else if (strncmp(what->path, "rules.", 6) == 0)
    {
        snprintf(out, room, "{\"rules\": [{%s, \"name\": \"%s\"}]}", member,
                 changed->rules[what->index].name);
    }
    else if (strncmp(what->path, "fluids.", 7) == 0)
    {
        snprintf(out, room, "{\"fluids\": {\"%s\": {%s}}}",
                 changed->materials[changed->fluids[what->index].material].name, member);
    }
    else if (strncmp(what->path, "sky.", 4) == 0)
    {
        snprintf(out, room, "{\"sky\": {%s}}", member);
    }
    else if (strncmp(what->path, "groves.", 7) == 0)
    {
        snprintf(out, room, "{\"groves\": {%s}}", member);
    }
    else if (strncmp(what->path, "species.", 8) == 0)
    {
        snprintf(out, room, "{\"species\": [{%s, \"name\": \"%s\"}]}", member,
                 changed->species[what->index].name);
    }
    else if (strncmp(what->path, "blocks.", 7) == 0)
    {
        print_automaton(out, room, "blocks", &changed->blocks);
    }
    else
    {
        print_automaton(out, room, "walls", &changed->walls);
    }
}

static void test_a_text_changes_what_it_names_and_nothing_else(void)
{
    for (int32_t i = 0; i < change_count; i++)
    {
        char text[1024];
        memcpy(changed, base, sizeof *changed);
        change_apply(changed, &changes[i], CHANGE_OTHER);
        print_text(text, sizeof text, &changes[i]);
        memcpy(result, base, sizeof *result);
        CHECK_REPORT(loam_tile_defs_read(&env, text, strlen(text), result) == LOAM_OK, "%s: %s",
                     text, loam_last_error());
        CHECK_REPORT(memcmp(change_at(result, &changes[i]), change_at(changed, &changes[i]),
                            loam_field_size(changes[i].field->kind)) == 0,
                     "%s has no effect", text);
        CHECK_REPORT(loam_tile_defs_hash(result) == loam_tile_defs_hash(changed),
                     "%s has another effect", text);
        CHECK(loam_tile_defs_hash(result) != loam_tile_defs_hash(base));
    }
}

// What a text may not say, it may not say by its path.
static void test_a_text_out_of_range_is_refused_by_its_path(void)
{
    for (int32_t i = 0; i < change_count; i++)
    {
        const change *const what = &changes[i];
        if ((what->field->kind != LOAM_FIELD_INT && what->field->kind != LOAM_FIELD_FLOAT) ||
            strcmp(what->field->name, "rule_count") == 0)
        {
            continue; // these have no range
        }
        for (change_way way = CHANGE_BELOW; way <= CHANGE_ABOVE; way++)
        {
            char text[1024], member[64];
            memcpy(changed, base, sizeof *changed);
            change_apply(changed, what, way);
            print_text(text, sizeof text, what);
            memcpy(result, base, sizeof *result);
            CHECK_REPORT(loam_tile_defs_read(&env, text, strlen(text), result) == LOAM_BAD_ARGUMENT,
                         "%s is accepted", text);
            snprintf(member, sizeof member, "%s%s is ", what->field->name,
                     what->field->count > 1 && strstr(what->path, ".rules") == NULL
                         ? strchr(what->path, '[')
                         : "");
            CHECK_CONTAINS(loam_last_error(), member);
            CHECK_CONTAINS(loam_last_error(), "must be ");
            CHECK_REPORT(memcmp(result, base, sizeof *result) == 0, "%s was read in part", text);
        }
    }
}

int main(void)
{
    env = loam_default_env();
    base = changes_defs();
    changed = malloc(sizeof *changed);
    result = malloc(sizeof *result);
    change_count = changes_list(base, changes);
    RUN(test_built_in_definitions_come_back);
    RUN(test_every_field_comes_back);
    RUN(test_every_member_of_a_material_comes_back);
    RUN(test_every_kind_of_light_comes_back);
    RUN(test_ids_and_names_come_back);
    RUN(test_all_256_materials_come_back);
    RUN(test_rules_and_fluids_come_back);
    RUN(test_floats_come_back_to_the_bit);
    RUN(test_floats_are_short);
    RUN(test_a_text_changes_what_it_names_and_nothing_else);
    RUN(test_a_text_out_of_range_is_refused_by_its_path);
    free(base);
    free(changed);
    free(result);
    return CHECK_DONE();
}
