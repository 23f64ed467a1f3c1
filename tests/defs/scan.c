// SPDX-License-Identifier: MIT
// What is JSON and what is not: line, column and reason.
#include "defs/scan.h"

#include "check.h"

#include <cJSON.h>
#include <stdbool.h>
#include <stdlib.h>

/// The bytes in memory of exactly their size, so that a step too far is seen.
static loam_result scan(const char *text, size_t size)
{
    char *const copy = malloc(size + 1);
    memcpy(copy, text, size);
    char *const exact = realloc(copy, size > 0 ? size : 1);
    const loam_result result = loam_json_scan(exact, size);
    if (result == LOAM_OK)
    {
        cJSON *const tree = cJSON_ParseWithLength(exact, size);
        CHECK_REPORT(tree != NULL, "cJSON refuses \"%.*s\"", (int)size, text);
        cJSON_Delete(tree);
    }
    free(exact);
    return result;
}

static void accepts(const char *text)
{
    CHECK_REPORT(scan(text, strlen(text)) == LOAM_OK, "\"%s\" is refused: %s", text,
                 loam_last_error());
}

static void refuses_bytes(const char *text, size_t size, const char *message)
{
    CHECK_REPORT(scan(text, size) == LOAM_BAD_ARGUMENT, "\"%s\" is accepted", text);
    CHECK_REPORT(strcmp(loam_last_error(), message) == 0, "\"%s\": \"%s\", expected \"%s\"", text,
                 loam_last_error(), message);
}

static void refuses(const char *text, const char *message)
{
    refuses_bytes(text, strlen(text), message);
}

static void test_json_is_accepted(void)
{
    static const char *const texts[] = {
        "{}",
        "[]",
        " \t\r\n{ \"a\" : [ 1 , -2.5e-3 , true , false , null , \"x\" ] }\r\n ",
        "0",
        "-0",
        "0.5",
        "10E+2",
        "\"\"",
        "\"\\\" \\\\ \\/ \\b \\f \\n \\r \\t \\u00e4 \\uD834\\uDD1E\"",
        "\"\xc3\xa4 \xe2\x82\xac \xf0\x9d\x84\x9e \xef\xbf\xbf \xed\x9f\xbf \xf4\x8f\xbf\xbf\"",
        "\xef\xbb\xbf{}",
        "[[[[[[[[[[[[[[[[]]]]]]]]]]]]]]]]",
        "123456789012345678901234567890123456789012345678901234567890123",
        "{\"a\":{},\"b\":[[],[{}]]}",
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
    {
        accepts(texts[i]);
    }
}

static void test_what_is_missing_is_named(void)
{
    refuses("", "line 1, column 1: expected a value, found the end of the text");
    refuses("  \n ", "line 2, column 2: expected a value, found the end of the text");
    refuses("{", "line 1, column 2: expected a key in double quotes, found the end of the text");
    refuses("{\"a\"", "line 1, column 5: expected a : behind the key, found the end of the text");
    refuses("{\"a\" 1}", "line 1, column 6: expected a : behind the key, found 1");
    refuses("{\"a\":}", "line 1, column 6: expected a value, found }");
    refuses("{\"a\":1", "line 1, column 7: expected a comma or }, found the end of the text");
    refuses("{\"a\":1 \"b\":2}", "line 1, column 8: expected a comma or }, found \"");
    refuses("[1 2]", "line 1, column 4: expected a comma or ], found 2");
    refuses("[1}", "line 1, column 3: expected a comma or ], found }");
    refuses("{a:1}", "line 1, column 2: expected a key in double quotes, found a");
    refuses("{1:1}", "line 1, column 2: expected a key in double quotes, found 1");
}

static void test_what_is_too_much_is_named(void)
{
    refuses("[1,]", "line 1, column 4: the comma before ] is too many");
    refuses("{\"a\":1,\n}", "line 2, column 1: the comma before } is too many");
    refuses("[,1]", "line 1, column 2: expected a value, found ,");
    refuses("{} x", "line 1, column 4: expected the end of the text, found x");
    refuses("{}{}", "line 1, column 3: expected the end of the text, found {");
    refuses("[1]]", "line 1, column 4: expected the end of the text, found ]");
    refuses("truefalse", "line 1, column 5: expected the end of the text, found f");
    refuses("\xef\xbb\xbf\xef\xbb\xbf{}", "line 1, column 1: expected a value, found \xef\xbb\xbf");
}

static void test_other_languages_are_not_json(void)
{
    refuses("{\n // a word\n}", "line 2, column 2: expected a key in double quotes, found /; JSON "
                                "has no comments");
    refuses("[1, # x\n 2]", "line 1, column 5: expected a value, found #; JSON has no comments");
    refuses("{'a': 1}", "line 1, column 2: expected a key in double quotes, found '; texts stand "
                        "in double quotes");
    refuses("[NaN]", "line 1, column 2: expected a value, found N");
    refuses("[-Infinity]", "line 1, column 3: expected a digit, found I");
    refuses("[True]", "line 1, column 2: expected a value, found T");
    refuses("[nul]", "line 1, column 2: expected a value, found n");
    refuses("[tru", "line 1, column 2: expected a value, found t");
    refuses("[\xe2\x80\x9c"
            "a\xe2\x80\x9d]",
            "line 1, column 2: expected a value, found \xe2\x80\x9c");
}

static void test_numbers_are_those_of_json(void)
{
    refuses("[01]", "line 1, column 2: a number begins with 0 only if nothing but . follows");
    refuses("[-012]", "line 1, column 3: a number begins with 0 only if nothing but . follows");
    refuses("[+1]", "line 1, column 2: expected a value, found +");
    refuses("[.5]", "line 1, column 2: expected a value, found .");
    refuses("[1.]", "line 1, column 4: expected a digit behind the ., found ]");
    refuses("[1e]", "line 1, column 4: expected a digit of the exponent, found ]");
    refuses("[1e+]", "line 1, column 5: expected a digit of the exponent, found ]");
    refuses("[-]", "line 1, column 3: expected a digit, found ]");
    refuses("-", "line 1, column 2: expected a digit, found the end of the text");
    refuses("[0x10]", "line 1, column 3: expected a comma or ], found x");
    refuses("[1.5.5]", "line 1, column 5: expected a comma or ], found .");
    refuses("1234567890123456789012345678901234567890123456789012345678901234",
            "line 1, column 1: a number of 64 characters; must be at most 63");
}

static void test_texts_are_those_of_json(void)
{
    refuses("[\"abc", "line 1, column 2: a text without its closing \"");
    refuses("[\"abc\n\", \"d\"]", "line 1, column 2: a text without its closing \"");
    refuses("[\"a\tb\"]", "line 1, column 4: a text with the byte 0x09, which needs an escape");
    refuses("\"\\x41\"", "line 1, column 3: expected one of \" \\ / b f n r t u behind the "
                         "backslash, found x");
    refuses("\"\\", "line 1, column 3: expected one of \" \\ / b f n r t u behind the backslash, "
                    "found the end of the text");
    refuses("\"\\u12g4\"",
            "line 1, column 6: expected four hexadecimal digits behind \\u, found g");
    refuses("\"a\\u0000\"", "line 1, column 3: a text has no character 0");
    refuses("\"\\ud834\"", "line 1, column 2: half of a pair of surrogates without the other");
    refuses("\"\\udd1e\\ud834\"",
            "line 1, column 2: half of a pair of surrogates without the other");
    refuses("\"\\ud834\\u0041\"",
            "line 1, column 2: half of a pair of surrogates without the other");
    refuses("\"\\ud834\\udbff\"",
            "line 1, column 2: half of a pair of surrogates without the other");
    refuses("\"\\ud834\\ue000\"",
            "line 1, column 2: half of a pair of surrogates without the other");
    refuses("\"\\ud834\\", "line 1, column 2: half of a pair of surrogates without the other");
}

static void test_texts_are_utf8(void)
{
    static const char *const bad[] = {"\x80",
                                      "\xbf",
                                      "\xc0\x80",
                                      "\xc1\xbf",
                                      "\xc3",
                                      "\xe0\x9f\xbf",
                                      "\xe2\x82",
                                      "\xed\xa0\x80",
                                      "\xf0\x8f\xbf\xbf",
                                      "\xf4\x90\x80\x80",
                                      "\xf5\x80\x80\x80",
                                      "\xff",
                                      "\xf0\x9d\x84"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
    {
        char text[16], message[80];
        snprintf(text, sizeof text, "\"\xc3\xa4%s\"", bad[i]);
        snprintf(message, sizeof message,
                 "line 1, column 3: a text with the byte 0x%02x, which is not UTF-8",
                 (unsigned char)bad[i][0]);
        refuses(text, message);
    }
}

static void test_a_byte_0_is_refused_anywhere(void)
{
    refuses_bytes("{\0}", 3,
                  "line 1, column 2: expected a key in double quotes, found the byte 0x00");
    refuses_bytes("\0{}", 3, "line 1, column 1: expected a value, found the byte 0x00");
    refuses_bytes("{}\0", 3, "line 1, column 3: expected the end of the text, found the byte 0x00");
    refuses_bytes("\"a\0b\"", 5,
                  "line 1, column 3: a text with the byte 0x00, which needs an escape");
    refuses_bytes("[1\0]", 4, "line 1, column 3: expected a comma or ], found the byte 0x00");
}

static void test_columns_count_characters(void)
{
    refuses("[\"\xc3\xa4\xe2\x82\xac\" x]", "line 1, column 7: expected a comma or ], found x");
    refuses("[1,\r\n2,\r\n  x]", "line 3, column 3: expected a value, found x");
    refuses("\xef\xbb\xbf[x]", "line 1, column 2: expected a value, found x");
}

static void test_depth_is_limited(void)
{
    enum
    {
        DEEP = 100000
    };
    char *const deep = malloc(DEEP);
    memset(deep, '[', DEEP);
    CHECK_INT(loam_json_scan(deep, DEEP), LOAM_BAD_ARGUMENT);
    CHECK_TEXT(loam_last_error(),
               "line 1, column 17: lists and objects are 16 deep already, which is the limit");
    free(deep);
}

static void test_values_are_limited(void)
{
    const size_t max = 2 * (size_t)LOAM_JSON_MAX_VALUES - 1; // one of them is the list
    char *const text = malloc(max + 2);
    text[0] = '[';
    for (size_t i = 1; i < max + 2; i++)
    {
        text[i] = i % 2 ? '0' : ',';
    }
    text[max - 1] = ']';
    CHECK_OK(loam_json_scan(text, max));
    text[max - 1] = ',';
    text[max + 1] = ']';
    CHECK_INT(loam_json_scan(text, max + 2), LOAM_BAD_ARGUMENT);
    CHECK_CONTAINS(loam_last_error(), "more than 131072 values");
    free(text);
}

// Whatever a text is cut to is refused, or cJSON takes it too.
static void test_every_prefix(void)
{
    static const char text[] = "{\"a\": [1.5e-3, {\"\\u00e4\xc3\xa4\": true}], \"b\": null}";
    for (size_t size = 0; size < sizeof text - 1; size++)
    {
        CHECK_INT(scan(text, size), LOAM_BAD_ARGUMENT);
    }
    accepts(text);
}

int main(void)
{
    RUN(test_json_is_accepted);
    RUN(test_what_is_missing_is_named);
    RUN(test_what_is_too_much_is_named);
    RUN(test_other_languages_are_not_json);
    RUN(test_numbers_are_those_of_json);
    RUN(test_texts_are_those_of_json);
    RUN(test_texts_are_utf8);
    RUN(test_a_byte_0_is_refused_anywhere);
    RUN(test_columns_count_characters);
    RUN(test_depth_is_limited);
    RUN(test_values_are_limited);
    RUN(test_every_prefix);
    return CHECK_DONE();
}
