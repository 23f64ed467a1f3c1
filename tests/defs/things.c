// SPDX-License-Identifier: MIT
// What may stand on a land as JSON: what is written reads back the same, what is read over another, and what is refused
// with its place.
#include "check.h"
#include "loam/defs.h"

static loam_thing_plan plan, before;

static loam_result read_text(const char *text)
{
    const loam_env env = loam_default_env();
    return loam_thing_plan_read(&env, text, strlen(text), &plan);
}

static void refuses(const char *text, const char *message)
{
    before = plan = loam_default_thing_plan();
    CHECK_INT(read_text(text), LOAM_BAD_ARGUMENT);
    CHECK_CONTAINS(loam_last_error(), message);
    CHECK_INT(memcmp(&plan, &before, sizeof plan), 0);
}

static void test_what_is_written_reads_back_the_same(void)
{
    const loam_env env = loam_default_env();
    const loam_thing_plan usual = loam_default_thing_plan();
    char *text = NULL;
    size_t size = 0;
    CHECK_OK(loam_thing_plan_write(&env, &usual, &text, &size));
    // Over one that has other layers, other kinds, and other numbers of those that it shares.
    plan = usual;
    plan.layer_count = 2;
    plan.kind_count = 1;
    strcpy(plan.layers[1].name, "towers");
    plan.layers[0].share[LOAM_BIOME_OCEAN] = 0.5f;
    plan.kinds[0].biomes[LOAM_BIOME_ICE] = 3.0f;
    plan.kinds[0].mostly_small = true;
    CHECK_OK(loam_thing_plan_read(&env, text, size, &plan));
    CHECK_U64(loam_thing_plan_hash(&plan), loam_thing_plan_hash(&usual));
    CHECK_INT(memcmp(plan.layers, usual.layers, sizeof plan.layers), 0);
    loam_free(&env, text, size + 1);
}

static void test_what_is_not_named_stays(void)
{
    before = plan = loam_default_thing_plan();
    CHECK_OK(read_text("{}"));
    CHECK_U64(loam_thing_plan_hash(&plan), loam_thing_plan_hash(&before));
    CHECK_OK(read_text("{\"kinds\": [{\"name\": \"palm\", \"size\": 30, \"biomes\": {\"ice\": 2}}, "
                       "{\"name\": \"cactus\", \"like\": \"oak\", \"shape\": \"bush\"}]}"));
    CHECK_INT(plan.kind_count, 2);
    loam_thing_kind_def palm = before.kinds[LOAM_THING_PALM];
    palm.size = (loam_range){30, 30};
    palm.biomes[LOAM_BIOME_ICE] = 2;
    CHECK_INT(memcmp(&plan.kinds[0], &palm, sizeof palm), 0);
    CHECK_TEXT(plan.kinds[1].name, "cactus");
    CHECK_INT(plan.kinds[1].shape, LOAM_THING_BUSH);
    CHECK(plan.kinds[1].cold.low == 4 && plan.kinds[1].layers == 3);
    CHECK_INT(plan.layer_count, 4);
}

// Kinds stay in the layers of their names, wherever those have gone.
static void test_kinds_follow_their_layers(void)
{
    plan = loam_default_thing_plan();
    CHECK_OK(read_text("{\"layers\": [{\"name\": \"stones\"}, {\"name\": \"towers\", "
                       "\"like\": \"bushes\"}, {\"name\": \"bushes\"}, "
                       "{\"name\": \"giants\"}]}"));
    CHECK_INT(plan.layer_count, 4);
    CHECK_INT(plan.kinds[LOAM_THING_BOULDER].layers, 1);
    CHECK_INT(plan.kinds[LOAM_THING_BUSH].layers, 4);
    CHECK_INT(plan.kinds[LOAM_THING_OAK].layers, 8); // trees are gone
    CHECK(plan.layers[1].share[LOAM_BIOME_FOREST] == 0.45f);
    CHECK_OK(read_text("{\"kinds\": [{\"name\": \"oak\", \"layers\": [\"towers\", \"giants\"]}]}"));
    CHECK_INT(plan.kinds[0].layers, 10);
}

static void test_messages_say_where_and_what_is_accepted(void)
{
    refuses("{\"kinds\": []}", "kinds is a list of 0; must be a list of 1 to 32");
    refuses("{\"kinds\": [{\"name\": \"x\"}]}", "kinds[0].layers is missing");
    refuses("{\"kinds\": [{\"like\": \"oak\"}]}", "kinds[0].name is missing");
    refuses("{\"kinds\": [3]}", "kinds[0] is 3; must be an object");
    refuses("{\"kinds\": [{\"name\": \"x\", \"layers\": [\"tres\"]}]}",
            "kinds[0].layers[0] is \"tres\"; did you mean trees");
    refuses("{\"kinds\": [{\"name\": \"oak\", \"cold\": [8, 4]}]}",
            "kinds[0].cold is 8 to 4; must be within -200 to 200, the lower first");
    refuses("{\"kinds\": [{\"name\": \"oak\", \"size\": [10, 90]}]}",
            "kinds[0].size[1] is 90; must be a number from 0.05 to 60");
    refuses("{\"kinds\": [{\"name\": \"oak\", \"shape\": \"oack\"}]}", "did you mean oak");
    refuses("{\"kinds\": [{\"name\": \"oak\", \"biomes\": {\"dessert\": 1}}]}",
            "kinds[0].biomes has the key \"dessert\"; did you mean desert");
    refuses("{\"kinds\": [{\"name\": \"oak\", \"biomes\": {\"desert\": 1e4}}]}",
            "kinds[0].biomes.desert is 10000; must be a number from -1000 to 1000");
    refuses("{\"kinds\": [{\"name\": \"a very long name of a kind\", \"like\": \"oak\"}]}",
            "kinds[0].name has 26 characters; must be 1 to 23");
    refuses("{\"layers\": [{\"name\": \"stones\", \"share\": 1}]}",
            "layers[0].share is 1; must be an object");
    refuses("{\"layers\": [{\"name\": \"stones\", \"like\": \"towers\"}]}", "layers[0].like");
    refuses("{\"layers\": [{\"name\": \"stones\"}]}", "kinds[0].layers of oak are none of the 1");
    refuses("{\"kind\": []}", "did you mean kinds");
}

static void test_the_example_is_accepted(void)
{
    const loam_env env = loam_default_env();
    plan = loam_default_thing_plan();
    CHECK_OK(loam_thing_plan_read_file(&env, KINDS_FILE, &plan));
    CHECK_INT(plan.layer_count, 5);
    CHECK_INT(plan.kind_count, 10);
    CHECK_INT(loam_thing_plan_read_file(&env, "none.json", &plan), LOAM_NOT_FOUND);
}

int main(void)
{
    RUN(test_what_is_written_reads_back_the_same);
    RUN(test_what_is_not_named_stays);
    RUN(test_kinds_follow_their_layers);
    RUN(test_messages_say_where_and_what_is_accepted);
    RUN(test_the_example_is_accepted);
    return CHECK_DONE();
}
