// SPDX-License-Identifier: MIT
// The shape of a land as a file.
#include "place/shape.h"
#include "check.h"

#include <stdio.h>

static const char path[] = "test_walk_shape.json";

static void write_text(const char *text)
{
    FILE *const file = fopen(path, "wb");
    CHECK(file != NULL);
    if (file != NULL)
    {
        fputs(text, file);
        fclose(file);
    }
}

static void test_what_is_written_is_read(void)
{
    loam_land_shape from = loam_default_land_shape(), to = from;
    for (int32_t i = 0; i < SHAPE_KNOBS; i++)
    {
        const shape_knob *const k = &shape_knobs[i];
        CHECK(shape_get(&from, i) >= k->low && shape_get(&from, i) <= k->high);
        shape_set(&from, i, k->low + (k->high - k->low) * 0.37f);
    }
    for (int32_t i = 0; i < LOAM_BIOME_COUNT * SHAPE_BIOME_KNOBS; i++)
    {
        const int32_t biome = i / SHAPE_BIOME_KNOBS, knob = i % SHAPE_BIOME_KNOBS;
        const shape_knob *const k = &shape_biome_knobs[knob];
        const float value = shape_biome_get(&from, biome, knob);
        CHECK(value >= k->low && value <= k->high);
        shape_biome_set(&from, biome, knob, k->whole ? 7 : k->low + (k->high - k->low) * 0.37f);
    }
    CHECK(!shape_is_same(&from, &to));
    CHECK_INT(shape_write(path, &from), LOAM_OK);
    CHECK_INT(shape_read(path, &to), LOAM_OK);
    CHECK(shape_is_same(&from, &to));
    to.biomes[LOAM_BIOME_STEPPE].lacunarity += 0.5f;
    CHECK(!shape_is_same(&from, &to));
}

static void test_what_is_not_said_is_as_usual(void)
{
    loam_land_shape shape = {0}, usual = loam_default_land_shape();
    write_text("{\"sea\": 0.25}");
    CHECK_INT(shape_read(path, &shape), LOAM_OK);
    usual.sea = 0.25f;
    CHECK(shape_is_same(&shape, &usual));
    write_text("{\"sea\": 0.25, \"biomes\": {\"hills\": {\"octaves\": 5}, \"ice\": {}}}");
    CHECK_INT(shape_read(path, &shape), LOAM_OK);
    usual.biomes[LOAM_BIOME_HILLS].octaves = 5;
    CHECK(shape_is_same(&shape, &usual));
}

/// The library accepts what the knobs do, to their ends and not beyond.
static void test_knobs_end_where_the_land_does(void)
{
    for (int32_t i = 0; i < SHAPE_KNOBS; i++)
    {
        const shape_knob *const k = &shape_knobs[i];
        const float values[4] = {k->low, k->high, k->low - 0.01f, k->high + 0.01f};
        for (int32_t v = 0; v < 4; v++)
        {
            loam_land_def def = loam_default_land_def();
            loam_land *land = NULL;
            shape_set(&def.shape, i, values[v]);
            CHECK_INT(loam_land_create(&def, &land), v < 2 ? LOAM_OK : LOAM_BAD_ARGUMENT);
            loam_land_destroy(land);
        }
    }
}

static void test_knobs_of_biomes_end_where_the_land_does(void)
{
    for (int32_t i = 0; i < SHAPE_BIOME_KNOBS; i++)
    {
        const shape_knob *const k = &shape_biome_knobs[i];
        const float values[4] = {k->low, k->high, k->low - 0.01f, k->high + 0.01f};
        for (int32_t v = 0; v < 4; v++)
        {
            loam_land_def def = loam_default_land_def();
            loam_land *land = NULL;
            shape_biome_set(&def.shape, LOAM_BIOME_COUNT - 1, i, values[v]);
            CHECK_INT(loam_land_create(&def, &land), v < 2 ? LOAM_OK : LOAM_BAD_ARGUMENT);
            loam_land_destroy(land);
        }
    }
}

static void test_bad_files_are_refused(void)
{
    static const char *const cases[][2] = {
        {"", "is not JSON: line 1"},
        {"[1]", "must be a JSON object"},
        {"{\"sea\": 0.95}", "0.1 to 0.9"},
        {"{\"sea\": \"much\"}", "0.1 to 0.9"},
        {"{\"hills\": 3}", "no \"hills\""},
        {"{\"relief\": 1e99}", "0.1 to 4"},
        {"{\"rain\": null}", "must be a number"},
        {"{\"biomes\": 3}", "\"biomes\" must be an object"},
        {"{\"biomes\": {\"mud\": {}}}", "no \"biomes.mud\"; must be one of ocean, shelf, beach"},
        {"{\"biomes\": {\"hills\": 3}}", "\"biomes.hills\" must be an object"},
        {"{\"biomes\": {\"hills\": {\"colour\": 3}}}",
         "no \"biomes.hills.colour\"; must be one of weight"},
        {"{\"biomes\": {\"hills\": {\"scale\": 3}}}",
         "\"biomes.hills.scale\" must be a number, 8 to 2000"},
        {"{\"biomes\": {\"hills\": {\"octaves\": 2.5}}}",
         "\"biomes.hills.octaves\" must be a whole number, 1 to 8"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
    {
        loam_land_shape shape = loam_default_land_shape();
        shape.sea = 0.2f;
        write_text(cases[i][0]);
        CHECK_INT(shape_read(path, &shape), LOAM_BAD_ARGUMENT);
        CHECK_CONTAINS(loam_last_error(), cases[i][1]);
        CHECK(shape.sea == 0.2f);
    }
    loam_land_shape shape;
    remove(path);
    CHECK_INT(shape_read(path, &shape), LOAM_IO);
}

int main(void)
{
    RUN(test_what_is_written_is_read);
    RUN(test_what_is_not_said_is_as_usual);
    RUN(test_knobs_end_where_the_land_does);
    RUN(test_knobs_of_biomes_end_where_the_land_does);
    RUN(test_bad_files_are_refused);
    return CHECK_DONE();
}
