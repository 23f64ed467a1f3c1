// SPDX-License-Identifier: MIT
// Help, the manual page and version come from the tables and are complete.
#include "loam/loam.h"
#include "tool/console.h"
#include "tool/json.h"

static void test_overview_lists_all_verbs(void)
{
    static const char *const lines[] = {"help", "--help", "-h"};
    for (int i = 0; i < 3; i++)
    {
        CHECK_INT(console_run(lines[i]), 0);
        for (int k = 0; tool_verbs[k] != NULL; k++)
        {
            CHECK_CONTAINS(console_out, tool_verbs[k]->name);
            CHECK_CONTAINS(console_out, tool_verbs[k]->summary);
        }
    }
    CHECK_INT(console_run(""), 2);
    CHECK_CONTAINS(console_err, "usage: loam VERB");
}

static void test_help_of_a_verb_lists_all_options_and_ends_with_the_example(void)
{
    for (int i = 0; tool_verbs[i] != NULL; i++)
    {
        char line[64], ending[256];
        snprintf(line, sizeof line, "%s --help", tool_verbs[i]->name);
        CHECK_INT(console_run(line), 0);
        for (const tool_option *option = tool_verbs[i]->options; option->name != NULL; option++)
        {
            text usage = {0};
            option_add_usage(&usage, option);
            CHECK_CONTAINS(console_out, text_get(&usage));
            text_free(&usage);
        }
        snprintf(ending, sizeof ending, "\nexample:\n  %s\n", tool_verbs[i]->example);
        const size_t length = strlen(console_out), end = strlen(ending);
        CHECK(length > end && strcmp(console_out + length - end, ending) == 0);
        char *by_option = console_out;
        console_out = NULL;
        snprintf(line, sizeof line, "help %s", tool_verbs[i]->name);
        CHECK_INT(console_run(line), 0);
        CHECK_TEXT(console_out, by_option);
        free(by_option);
    }
}

static void test_groups_list_their_verbs(void)
{
    static const char *const lines[] = {"help tiles", "tiles --help", "tiles -h",
                                        "help world", "world --help", "world -h"};
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++)
    {
        const char *const group = i < 3 ? "tiles " : "world ";
        CHECK_INT(console_run(lines[i]), 0);
        CHECK_TEXT(console_err, "");
        for (int k = 0; tool_verbs[k] != NULL; k++)
        {
            char name[64];
            snprintf(name, sizeof name, "loam %s ", tool_verbs[k]->name);
            const bool belongs = strncmp(tool_verbs[k]->name, group, strlen(group)) == 0;
            CHECK_INT(strstr(console_out, name) != NULL, belongs);
            CHECK_INT(strstr(console_out, tool_verbs[k]->summary) != NULL, belongs);
        }
    }
    // A word that is a verb, too, is explained as one.
    CHECK_INT(console_run("noise --help"), 0);
    CHECK_CONTAINS(console_out, "usage: loam noise [options]");
    console_refuses("help tile", 2, "there is no verb");
    console_refuses("tiles", 2, "loam tiles sheet");
    console_refuses("land", 2, "\"land\" needs a verb behind it");
    console_refuses("land", 2, "loam land heightmap");
    console_refuses("world", 2, "loam world verify");
}

static void test_lines_are_not_too_long(void)
{
    for (int i = 0; tool_verbs[i] != NULL; i++)
    {
        char line[64];
        snprintf(line, sizeof line, "help %s", tool_verbs[i]->name);
        CHECK_INT(console_run(line), 0);
        for (const char *at = console_out; *at != '\0'; at = strchr(at, '\n') + 1)
        {
            const int length = (int)strcspn(at, "\n");
            CHECK_REPORT(length <= 96, "%d characters: %.*s", length, length, at);
            CHECK_REPORT(length == 0 || at[length - 1] != ' ', "trailing blank: %.*s", length, at);
        }
    }
}

static void test_manual_and_completion_know_all_options(void)
{
    CHECK_INT(console_run("help --bash"), 0);
    for (int i = 0; tool_verbs[i] != NULL; i++)
    {
        for (const tool_option *option = tool_verbs[i]->options; option->name != NULL; option++)
        {
            char name[64];
            snprintf(name, sizeof name, "--%s ", option->name);
            if (!option->operand)
            {
                CHECK_CONTAINS(console_out, name);
            }
        }
    }
    CHECK_INT(console_run("help --man"), 0);
    CHECK(strncmp(console_out, ".TH LOAM 1", 10) == 0);
    CHECK_CONTAINS(console_out, "\n.SS loam noise sheet\n");
    CHECK_CONTAINS(console_out, "\\-\\-warp\\-wavelength L");
    CHECK_CONTAINS(console_out, "EXIT STATUS");
}

static void test_version_is_the_library_s(void)
{
    CHECK_INT(console_run("version"), 0);
    CHECK_CONTAINS(console_out, loam_version());
    CHECK_INT(console_run("--version"), 0);
    CHECK_CONTAINS(console_out, loam_version());
    CHECK_INT(console_run("version --json"), 0);
    CHECK(json_is_valid(console_out));
    CHECK_TEXT(json_text_of(console_out, "version"), LOAM_VERSION_TEXT);
    CHECK_NEAR(json_number_of(console_out, "tiles_version"), LOAM_TILES_VERSION, 0);
    CHECK_NEAR(json_number_of(console_out, "land_version"), LOAM_LAND_VERSION, 0);
}

static void test_json_is_escaped(void)
{
    text json = {0};
    json_open(&json, '{');
    json_key(&json, "quote \" and \\");
    json_text(&json, "line\nbreak\t\x01");
    json_key(&json, "list");
    json_open(&json, '[');
    json_number(&json, -0.1);
    json_number(&json, (double)INFINITY);
    json_number(&json, 1e300);
    json_bool(&json, true);
    json_hash(&json, 255);
    json_close(&json, ']');
    json_close(&json, '}');
    CHECK(json_is_valid(text_get(&json)));
    CHECK_TEXT(text_get(&json), "{\"quote \\\" and \\\\\":\"line\\u000abreak\\u0009\\u0001\","
                                "\"list\":[-0.1,null,1e+300,true,\"00000000000000ff\"]}");
    text_free(&json);
}

// The reader that the other tests trust refuses what is not JSON.
static void test_the_reader_is_strict(void)
{
    static const char *const good[] = {"{}", "[]", " {\"a\" : [1, -2.5e3, null, {\"b\":\"\"}] } "};
    static const char *const bad[] = {
        "",          "{",           "{]",    "[1,]",  "{\"a\"}",   "{\"a\":}", "{a:1}",
        "[1 2]",     "\"\n\"",      "[nan]", "[01]",  "[+1]",      "[.5]",     "{}{}",
        "[\"\\x\"]", "[\"\\u12\"]", "[1]]",  "[tru]", "{\"a\":1,}"};
    for (size_t i = 0; i < sizeof good / sizeof good[0]; i++)
    {
        CHECK(json_is_valid(good[i]));
    }
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
    {
        CHECK_REPORT(!json_is_valid(bad[i]), "accepted %s", bad[i]);
    }
}

int main(void)
{
    RUN(test_overview_lists_all_verbs);
    RUN(test_help_of_a_verb_lists_all_options_and_ends_with_the_example);
    RUN(test_groups_list_their_verbs);
    RUN(test_lines_are_not_too_long);
    RUN(test_manual_and_completion_know_all_options);
    RUN(test_version_is_the_library_s);
    RUN(test_json_is_escaped);
    RUN(test_the_reader_is_strict);
    console_done();
    return CHECK_DONE();
}
