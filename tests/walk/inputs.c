// SPDX-License-Identifier: MIT
// Files of inputs.
#include "walk/inputs.h"
#include "check.h"

#include <stdio.h>

static const char *weathers(int32_t index)
{
    static const char *const names[] = {"clear", "fair", NULL};
    return names[index];
}

static const char path[] = "test_walk_inputs.txt";

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

static walk_input input_of(int32_t i)
{
    return (walk_input){.ahead = i % 3 * 50,
                        .aside = -(i % 2) * 100,
                        .lift = i % 5 - 2,
                        .yaw = i * 37 % 36000,
                        .pitch = i % 80 * 100,
                        .run = i % 4 == 1,
                        .jump = i % 4 == 2,
                        .kind = (walk_kind)(i % WALK_KINDS)};
}

/// A step that differs from the last in one thing alone is not taken for the same.
static void test_nothing_is_overlooked(void)
{
    const walk_input still = {.yaw = 5};
    walk_input others[8];
    for (int32_t i = 0; i < 8; i++)
    {
        others[i] = still;
    }
    others[0].ahead = 1;
    others[1].aside = 1;
    others[2].lift = 1;
    others[3].yaw = 6;
    others[4].pitch = 1;
    others[5].run = true;
    others[6].jump = true;
    others[7].kind = WALK_HORSE;
    for (int32_t i = 0; i < 8; i++)
    {
        inputs all = {0};
        CHECK_OK(inputs_add(&all, &still));
        CHECK_OK(inputs_add(&all, &others[i]));
        CHECK_OK(inputs_add(&all, &others[i]));
        CHECK_INT(all.run_count, 2);
        inputs_free(&all);
    }
}

static void test_what_is_written_is_read(void)
{
    enum
    {
        STEPS = 700
    };
    inputs all = {.from = {.seed = 7, .x = 1.5, .z = -2, .height = 3, .minutes = 61}}, read;
    for (int32_t i = 0; i < STEPS; i++)
    {
        const walk_input in = input_of(i / 3);
        CHECK_INT(inputs_add(&all, &in), LOAM_OK);
    }
    CHECK(all.run_count < STEPS / 2);
    CHECK_INT(inputs_write(&all, weathers, path), LOAM_OK);
    CHECK_INT(inputs_read(path, weathers, &read), LOAM_OK);
    CHECK(read.from.x == 1.5 && read.from.seed == 7 && read.from.minutes == 61);
    walk_input a, b;
    int32_t run_a = 0, start_a = 0, run_b = 0, start_b = 0;
    for (int32_t i = 0; i < STEPS; i++)
    {
        CHECK(inputs_at(&all, i, &run_a, &start_a, &a));
        CHECK(inputs_at(&read, i, &run_b, &start_b, &b));
        const walk_input own = input_of(i / 3);
        CHECK(a.ahead == b.ahead && a.aside == b.aside && a.lift == b.lift && a.yaw == b.yaw);
        CHECK(a.pitch == b.pitch && a.run == b.run && a.jump == b.jump && a.kind == b.kind);
        CHECK(b.ahead == own.ahead && b.yaw == own.yaw && b.run == own.run && b.kind == own.kind);
    }
    CHECK(!inputs_at(&read, STEPS, &run_b, &start_b, &b));
    inputs_free(&all);
    inputs_free(&read);
}

static void test_what_is_no_walk_is_refused(void)
{
    static const char head[] = "loam walk 1\nplace seed=1 at=0,0\n";
    static const char *const cases[][2] = {
        {"", "no steps"},
        {"something else\n", "first line"},
        {"loam walk 1\n5 0 0 0 0 0 foot\n", "line 2"},
        {"loam walk 1\nplace at=oops\n", "X,Z"},
        {"+", "no steps"},
        {"+0 0 0 0 0 0 foot\n", "line 3"},
        {"+5 0 0 0 0 0\n", "line 3"},
        {"+5 0 0 0 0 0 swim\n", "line 3"},
        {"+5 101 0 0 0 0 foot\n", "line 3"},
        {"+5 0 0 0 0 0 foot run\n", "line 3"},
        {"+5 0 0 0 0 0 run foot\n5 0 0 foot\n", "line 4"},
        {"+16777216 0 0 0 0 0 foot\n16777216 0 0 0 0 0 foot\n", "16777216 steps"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
    {
        char text[512];
        const bool headed = cases[i][0][0] == '+';
        inputs read;
        snprintf(text, sizeof text, "%s%s", headed ? head : "", cases[i][0] + headed);
        write_text(text);
        CHECK_INT(inputs_read(path, weathers, &read), LOAM_BAD_ARGUMENT);
        CHECK_CONTAINS(loam_last_error(), cases[i][1]);
        CHECK(read.runs == NULL);
    }
    inputs read;
    remove(path);
    CHECK_INT(inputs_read(path, weathers, &read), LOAM_IO);
}

/// What no file can hold is refused, and all before it is kept.
static void test_too_long_a_walk_ends(void)
{
    inputs all = {.from = {.seed = 5, .height = 1.7}};
    const walk_input same = input_of(1), other = input_of(2);
    CHECK_INT(inputs_add(&all, &same), LOAM_OK);
    all.runs[0].steps = INPUTS_MAX_STEPS - 1;
    all.steps = INPUTS_MAX_STEPS - 1;
    CHECK_INT(inputs_add(&all, &same), LOAM_OK);
    CHECK_INT(inputs_add(&all, &same), LOAM_BAD_ARGUMENT);
    CHECK_INT(inputs_add(&all, &other), LOAM_BAD_ARGUMENT);
    CHECK(strstr(loam_last_error(), "steps") != NULL);
    CHECK_INT(all.run_count, 1);
    CHECK_INT(inputs_write(&all, weathers, path), LOAM_OK);
    inputs read;
    CHECK_INT(inputs_read(path, weathers, &read), LOAM_OK);
    CHECK_INT(read.steps, INPUTS_MAX_STEPS);
    CHECK(read.from.seed == 5);
    inputs_free(&read);
    inputs_free(&all);
    remove(path);
}

int main(void)
{
    RUN(test_nothing_is_overlooked);
    RUN(test_what_is_written_is_read);
    RUN(test_what_is_no_walk_is_refused);
    RUN(test_too_long_a_walk_ends);
    return CHECK_DONE();
}
