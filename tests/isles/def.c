// SPDX-License-Identifier: MIT
// What islands may be made of: good definitions pass, and bad ones are told what is wrong with them.
#include "check.h"
#include "loam/isles.h"

#include <math.h>

static void test_the_default_is_accepted(void)
{
    const loam_isles_def def = loam_default_isles_def();
    CHECK_OK(loam_isles_check(&def));
    CHECK_INT(def.type_count, 5);
}

/// A def that somebody spoilt, and a part of what must be said.
#define REFUSES(change, part) \
    do \
    { \
        loam_isles_def def = loam_default_isles_def(); \
        loam_isle_type *const type = &def.types[0]; \
        (void)type; \
        change; \
        CHECK_INT(loam_isles_check(&def), LOAM_BAD_ARGUMENT); \
        CHECK_CONTAINS(loam_last_error(), part); \
    } while (0)

static void test_bad_seas_are_refused(void)
{
    REFUSES(def.slot = 255, "slot is 255; must be 256 to 16384");
    REFUSES(def.cell = 0, "cell is 0; must be 1 to 64");
    REFUSES(def.jitter = 1.5f, "jitter is 1.5; must be 0 to 1");
    REFUSES(def.empty = NAN, "empty is nan; must be 0 to 1");
    REFUSES(def.depth = 0.0f, "depth is 0; must be 1 to 1000");
    REFUSES(def.swell = 13.0f, "swell is 13; must be 0 to 12");
    REFUSES(def.water.shear = 5.0f, "water.shear is 5; must be 0 to 4");
    REFUSES(def.type_count = 9, "type_count is 9; must be 1 to 8");
    REFUSES(for (int32_t i = 0; i < 5; i++) def.types[i].share = 0.0f, "no type has a share");
}

static void test_bad_types_are_refused(void)
{
    REFUSES(memset(type->name, 'a', sizeof type->name), "a name must have 1 to 31 bytes");
    REFUSES(type->name[0] = '\0', "a name must have 1 to 31 bytes");
    REFUSES(memset(type->suffix, 'a', sizeof type->suffix), "suffix must have 0 to 15 characters");
    // As large as a slot has room for, and a metre more.
    REFUSES(type->radius.high = 1009.0f,
            "type tropical: radius is 360 to 1009; must be within 32 to 1008, by slot and cell");
    REFUSES(def.cell = 3, "must be within 32 to 762");
    REFUSES(type->nodes.high = 9.0f, "nodes is 3 to 9; must be within 1 to 8");
    REFUSES(type->nodes.low = 7.0f, "nodes is 7 to 6; must be within 1 to 8, the lower first");
    REFUSES(type->spread.high = 1.0f, "spread is");
    REFUSES(type->terrain_count = 9, "terrain_count is 9; must be 1 to 8");
    REFUSES(type->kind_count = -1, "kind_count is -1; must be 0 to 8");
    REFUSES(type->steep = 6, "steep is 6; must be -1 to 5");
    REFUSES(strcpy(type->name, "atoll"), "two types are called atoll; must be one");
    REFUSES(strcpy(type->terrains[2].name, "sand"),
            "type tropical: two terrains are called sand; must be one");
    REFUSES(type->name_count = 129, "name_count is 129; must be 0 to 128");
    REFUSES(type->name_count = 1, "type tropical: names[0]: a name must have 1 to 31 bytes");
    REFUSES((type->name_count = 1, strcpy(type->names[0], "Port\nRoyal")),
            "names[0]: a name must be UTF-8 without control characters");
    REFUSES((type->name_count = 1, strcpy(type->names[0], "\xc3")), "must be UTF-8");
    REFUSES(type->yard = -1, "yard is -1; must be 0 to 5");
    REFUSES(type->houses.high = 16.0f, "must be within 0 to 15");
    REFUSES(type->blend = 0.0f, "blend is 0; must be 0.1 to 100");
}

static void test_bad_terrains_and_objects_are_refused(void)
{
    REFUSES(type->terrains[2].from = -3.0f,
            "type tropical: terrain grass: from is -3; must be -2 to 3000");
    REFUSES(type->terrains[1].octaves = 13, "terrain sand: octaves is 13; must be 1 to 12");
    REFUSES(type->terrains[1].noise = LOAM_NOISE_CELLULAR,
            "noise is cellular; must be value, perlin or simplex");
    REFUSES(type->terrains[1].height.low = -1.0f, "height is -1 to 40; must be within 0 to 2000");
    REFUSES(for (int32_t i = 0; i < 6; i++) type->terrains[i].share = 0.0f,
            "no terrain has a share");
    REFUSES(type->kinds[0].shape = LOAM_ISLE_HOUSE,
            "object boulder: shape is 7; must be one of those that have names");
    REFUSES(type->kinds[1].terrain = 6, "terrain is 6; must be 0 to 5");
    REFUSES(type->kinds[1].radius.high = 31.0f, "must be within 0.5 to 30");
    REFUSES(type->kinds[0].spacing = 4.0f, "objects, by radius and spacing; must be at most 65536");
}

static void test_names_of_stages_and_shapes(void)
{
    CHECK_TEXT(loam_isle_stage_name(LOAM_ISLE_NODES), "nodes");
    CHECK_TEXT(loam_isle_stage_name(LOAM_ISLE_OBJECTS), "objects");
    CHECK_TEXT(loam_isle_stage_name(LOAM_ISLE_STAGE_COUNT), "?");
    CHECK_TEXT(loam_isle_shape_name(LOAM_ISLE_TREE), "tree");
    CHECK_TEXT(loam_isle_shape_name(LOAM_ISLE_BOAT), "boat");
    CHECK_TEXT(loam_isle_shape_name(LOAM_ISLE_SHAPE_COUNT), "?");
}

static void test_bad_questions_are_refused(void)
{
    const loam_env env = loam_default_env();
    loam_isles_def def = loam_default_isles_def();
    loam_isles *isles = NULL;
    loam_isle isle;
    loam_isle_maps maps;
    float height;
    def.slot = 1;
    CHECK_INT(loam_isles_create(&env, &def, &isles), LOAM_BAD_ARGUMENT);
    CHECK(isles == NULL);
    def.slot = 2048;
    CHECK_OK(loam_isles_create(&env, &def, &isles));
    CHECK_INT(loam_isles_at(isles, (int64_t)1 << 41, 0, &isle), LOAM_BAD_ARGUMENT);
    CHECK_CONTAINS(loam_last_error(), "slot 2199023255552,0; must be -2199023255552 to");
    CHECK_INT(loam_isles_height(isles, LOAM_ISLES_END, 0, &height), LOAM_BAD_ARGUMENT);
    CHECK_CONTAINS(loam_last_error(), "must be within +-2^52 m");
    CHECK_INT(loam_isles_heights(isles, (loam_isles_area){.step = 1, .w = 0, .h = 1}, &height),
              LOAM_BAD_ARGUMENT);
    CHECK_CONTAINS(loam_last_error(), "an area of 0 x 1; sides must be 1 to 65536");
    CHECK_INT(loam_isles_heights(isles, (loam_isles_area){.step = 0, .w = 1, .h = 1}, &height),
              LOAM_BAD_ARGUMENT);
    CHECK_CONTAINS(loam_last_error(), "step is 0; must be 1 to 65536");
    CHECK_INT(loam_isles_find(isles, (loam_isles_box){1, 0, 0, 0}, NULL, NULL), LOAM_BAD_ARGUMENT);
    CHECK_CONTAINS(loam_last_error(), "from the south-west to the north-east");
    const int64_t far = (int64_t)1 << 40;
    CHECK_INT(loam_isles_find(isles, (loam_isles_box){0, 0, far, far}, NULL, NULL),
              LOAM_BAD_ARGUMENT);
    CHECK_CONTAINS(loam_last_error(), "slots; must be at most 1048576");
    CHECK_INT(loam_isles_open(isles, 0, 0, LOAM_ISLE_STAGE_COUNT, &maps), LOAM_BAD_ARGUMENT);
    CHECK_CONTAINS(loam_last_error(), "stage is 9; must be 0 to 8");
    loam_isles_destroy(isles);
    loam_isles_destroy(NULL);
}

int main(void)
{
    RUN(test_the_default_is_accepted);
    RUN(test_bad_seas_are_refused);
    RUN(test_bad_types_are_refused);
    RUN(test_bad_terrains_and_objects_are_refused);
    RUN(test_names_of_stages_and_shapes);
    RUN(test_bad_questions_are_refused);
    return CHECK_DONE();
}
