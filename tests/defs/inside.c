// SPDX-License-Identifier: MIT
// The numbers of a land's inside as JSON and as tables.
#include "check.h"
#include "loam/defs.h"

static loam_inside inside;

static loam_result read_text(const char *text)
{
    return loam_inside_read(text, strlen(text), &inside);
}

static void refuses(const char *text, const char *message)
{
    const loam_inside before = inside;
    CHECK_INT(read_text(text), LOAM_BAD_ARGUMENT);
    CHECK_CONTAINS(loam_last_error(), message);
    CHECK_INT(memcmp(&inside, &before, sizeof inside), 0);
}

/// Every number is one that is accepted and not as usual; every flag is the other one.
static loam_inside changed(void)
{
    loam_inside all = loam_default_inside();
    for (int32_t p = 0; p < LOAM_INSIDE_PARTS; p++)
    {
        const loam_inside_part *const part = &loam_inside_parts()[p];
        for (int32_t f = 0; f < part->field_count; f++)
        {
            void *const at = (char *)&all + part->offset + part->fields[f].offset;
            const double low = part->fields[f].low, high = part->fields[f].high;
            if (part->fields[f].kind == LOAM_PLAIN_FLAG)
            {
                *(bool *)at = !*(const bool *)at;
            }
            else
            {
                *(float *)at = (float)(low + 0.3137 * (high - low));
            }
        }
    }
    all.caverns.height_m = 8.25f;
    all.caverns.least_m = 17.1f;
    return all;
}

static void test_what_is_written_reads_back_the_same(void)
{
    const loam_env env = loam_default_env();
    const loam_inside all = changed();
    char *text = NULL;
    size_t size = 0;
    CHECK_OK(loam_inside_write(&env, &all, &text, &size));
    inside = loam_default_inside();
    CHECK(loam_inside_hash(&inside) != loam_inside_hash(&all));
    CHECK_OK(loam_inside_read(text, size, &inside));
    CHECK_INT(memcmp(&inside, &all, sizeof all), 0);
    CHECK(loam_inside_hash(&inside) == loam_inside_hash(&all));
    loam_free(&env, text, size + 1);
}

static void test_differences_are_found_one_by_one(void)
{
    const loam_inside usual = loam_default_inside(), all = changed();
    int32_t part = 0, field = -1, numbers = 0, found = 0;
    for (int32_t p = 0; p < LOAM_INSIDE_PARTS; p++)
    {
        numbers += loam_inside_parts()[p].field_count;
    }
    while (loam_inside_next_difference(&usual, &all, &part, &field))
    {
        found++;
    }
    CHECK_INT(found, numbers);
    part = 0, field = -1;
    CHECK(!loam_inside_next_difference(&all, &all, &part, &field));
    inside = usual;
    inside.cliffs.amplitude = 2.0f;
    part = 0, field = -1;
    CHECK(loam_inside_next_difference(&usual, &inside, &part, &field));
    CHECK_TEXT(loam_inside_parts()[part].name, "cliffs");
    CHECK_TEXT(loam_inside_parts()[part].fields[field].name, "amplitude");
    CHECK(!loam_inside_next_difference(&usual, &inside, &part, &field));
}

static void test_what_is_not_named_stays(void)
{
    inside = loam_default_inside();
    CHECK_OK(read_text("{\"tunnels\": {\"radius\": 9}, \"keep_floating\": true}"));
    loam_inside wanted = loam_default_inside();
    wanted.tunnels.radius_m = 9.0f;
    wanted.keep_floating = true;
    CHECK_INT(memcmp(&inside, &wanted, sizeof inside), 0);
    CHECK_OK(read_text("{}"));
    CHECK_INT(memcmp(&inside, &wanted, sizeof inside), 0);
}

static void test_messages_say_where_and_what_is_accepted(void)
{
    inside = loam_default_inside();
    refuses("{\"tunnels\": {\"radius\": 30.5}}", "tunnels.radius is 30.5; must be a number from 2 "
                                                 "to 30");
    refuses("{\"tunnels\": {\"radius\": 1}}", "tunnels.radius is 1; must be a number from 2 to 30");
    refuses("{\"tunnels\": {\"raduis\": 4}}",
            "tunnels has the key \"raduis\"; did you mean radius");
    refuses("{\"tunels\": {}}", "did you mean tunnels");
    refuses("{\"pillars\": 3}", "pillars is 3; must be an object");
    refuses("{\"caverns\": {\"pools\": 1}}", "caverns.pools is 1; must be true or false");
    refuses("{\"caverns\": {\"height\": 49}}", "caverns.height is 49; must be 8 to 48");
    refuses("{\"caverns\": {\"least_depth\": 321}}",
            "caverns.least_depth is 321; must be 0 to 320");
    refuses("{\"falloff\": 0.5}", "falloff is 0.5; must be a number from 1 to 256");
    refuses("{\"falloff\": ", "line 1");
}

static void test_what_is_not_accepted_is_not_written(void)
{
    const loam_env env = loam_default_env();
    char *text = NULL;
    size_t size = 0;
    inside = loam_default_inside();
    inside.arches.chance = 1.5f;
    CHECK_INT(loam_inside_write(&env, &inside, &text, &size), LOAM_BAD_ARGUMENT);
    CHECK_CONTAINS(loam_last_error(), "arches.chance is 1.5; must be 0 to 1");
    CHECK(text == NULL);
}

int main(void)
{
    RUN(test_what_is_written_reads_back_the_same);
    RUN(test_differences_are_found_one_by_one);
    RUN(test_what_is_not_named_stays);
    RUN(test_messages_say_where_and_what_is_accepted);
    RUN(test_what_is_not_accepted_is_not_written);
    return CHECK_DONE();
}
