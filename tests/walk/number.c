// SPDX-License-Identifier: MIT
// Numbers with a point, whatever the locale.
#include "place/number.h"
#include "check.h"

#include "loam/random.h"

#include <stdlib.h>

static void test_numbers_are_those_of_the_c_library(void)
{
    for (uint64_t i = 0; i < 20000; i++)
    {
        const uint64_t r = loam_hash_u64(&i, 1, 7);
        const double value = (double)(int64_t)(r >> 14) / (double)(1 + (i % 5) * 499);
        char text[NUMBER_MAX_TEXT];
        const char *end;
        snprintf(text, sizeof text, i % 2 == 0 ? "%.15g" : "-%.15g", value);
        CHECK_REPORT(number_read(text, &end) == strtod(text, NULL) && *end == 0, "%s", text);
    }
}

static void test_a_number_ends_where_it_ends(void)
{
    static const struct
    {
        const char *text;
        double value;
        int32_t length;
    } cases[] = {{"1.5,-2", 1.5, 3},  {"-2", -2, 2},    {"+.5x", 0.5, 3}, {"1,5", 1, 1},
                 {"7.", 7, 2},        {"1e3", 1000, 3}, {"2e", 2, 1},     {"2e-", 2, 1},
                 {"5e-1", 0.5, 4},    {"", 0, 0},       {"x", 0, 0},      {"-", 0, 0},
                 {".", 0, 0},         {"nan", 0, 0},    {"inf", 0, 0},    {"0e99999", 0, 7},
                 {"000.250", 0.25, 7}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
    {
        const char *end;
        const double value = number_read(cases[i].text, &end);
        CHECK_REPORT(value == cases[i].value && end == cases[i].text + cases[i].length,
                     "%s is %g of %d letters", cases[i].text, value, (int)(end - cases[i].text));
    }
}

static void test_any_point_becomes_a_point(void)
{
    static const char *const given[] = {"-12,500",
                                        "0\xd9\xab"
                                        "125",
                                        "7.000"};
    static const char *const wanted[] = {"-12.500", "0.125", "7.000"};
    for (size_t i = 0; i < 3; i++)
    {
        char text[NUMBER_MAX_TEXT];
        snprintf(text, sizeof text, "%s", given[i]);
        number_put_point(text, 3);
        CHECK_TEXT(text, wanted[i]);
    }
    char text[NUMBER_MAX_TEXT];
    number_write(-0.0, 2, text);
    CHECK_TEXT(text, "0.00");
}

int main(void)
{
    RUN(test_numbers_are_those_of_the_c_library);
    RUN(test_a_number_ends_where_it_ends);
    RUN(test_any_point_becomes_a_point);
    return CHECK_DONE();
}
