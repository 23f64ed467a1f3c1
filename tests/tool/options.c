// SPDX-License-Identifier: MIT
// Parsing of options, with a table of the test's own that has every kind.
#include "options.h"

#include "check.h"
#include "loam/jobs.h"
#include "loam/random.h"
#include "tool.h"

#include <stdlib.h>

typedef struct settings
{
    bool flag;
    int64_t integer;
    double number;
    int32_t choice;
    const char *words;
    const char *file;
    uint64_t seed;
    option_size size;
    option_box box;
    option_position at;
    option_chunks chunks;
    int32_t threads;
    const char *first, *second;
} settings;

static const char *choose(int32_t i)
{
    static const char *const names[] = {"red", "green", "blue", NULL};
    return names[i];
}

#define AT(field) offsetof(settings, field)

static const tool_option table[] = {
    {.name = "flag", .letter = 'f', .kind = OPTION_FLAG, .offset = AT(flag)},
    {.name = "integer",
     .kind = OPTION_INT,
     .offset = AT(integer),
     .low = -10,
     .high = 10,
     .standard = "3"},
    {.name = "number", .kind = OPTION_NUMBER, .offset = AT(number), .low = -1e9, .high = 1e9},
    {.name = "choice",
     .kind = OPTION_CHOICE,
     .offset = AT(choice),
     .choice = choose,
     .standard = "green"},
    {.name = "words", .kind = OPTION_TEXT, .offset = AT(words)},
    {.name = "output", .letter = 'o', .kind = OPTION_FILE, .offset = AT(file), .suffix = ".png"},
    {.name = "seed", .kind = OPTION_SEED, .offset = AT(seed), .standard = "1"},
    {.name = "size",
     .kind = OPTION_SIZE,
     .offset = AT(size),
     .low = 1,
     .high = 100,
     .metavar = "WxH",
     .standard = "4x5"},
    {.name = "box",
     .kind = OPTION_BOX,
     .offset = AT(box),
     .low = 1,
     .high = 100,
     .metavar = "WxHxD",
     .standard = "4x5x6"},
    {.name = "at",
     .kind = OPTION_POSITION,
     .offset = AT(at),
     .low = -0x1p60,
     .high = 0x1p60,
     .metavar = "X,Y",
     .standard = "0,0"},
    {.name = "chunks",
     .kind = OPTION_CHUNKS,
     .offset = AT(chunks),
     .low = 1,
     .high = 4,
     .metavar = "X0,Y0,X1,Y1"},
    {.name = "threads", .kind = OPTION_THREADS, .offset = AT(threads), .standard = "all"},
    {.name = "first",
     .operand = true,
     .kind = OPTION_TEXT,
     .offset = AT(first),
     .metavar = "FIRST"},
    {.name = "second",
     .operand = true,
     .kind = OPTION_TEXT,
     .offset = AT(second),
     .metavar = "SECOND"},
    {0},
};

static const tool_option *under_test = table;
static settings parsed;
static char *complaint;

static options_result parse(int count, const char *const *words)
{
    size_t size;
    free(complaint);
    FILE *err = open_memstream(&complaint, &size);
    parsed = (settings){0};
    const options_result result = options_parse(under_test, "test", count, words, &parsed, err);
    fclose(err);
    return result;
}

#define PARSE(...) \
    parse((int)(sizeof((const char *[]){__VA_ARGS__}) / sizeof(const char *)), \
          (const char *[]){__VA_ARGS__})
#define ACCEPTS(...) CHECK_INT(PARSE(__VA_ARGS__), OPTIONS_OK)
#define REFUSES(part, ...) \
    do \
    { \
        CHECK_INT(PARSE(__VA_ARGS__), OPTIONS_BAD); \
        CHECK_CONTAINS(complaint, part); \
    } while (0)

static void test_defaults_are_as_the_table_says(void)
{
    CHECK_INT(parse(0, NULL), OPTIONS_OK);
    CHECK_INT(parsed.integer, 3);
    CHECK_INT(parsed.choice, 1);
    CHECK_INT(parsed.size.w, 4);
    CHECK_INT(parsed.size.h, 5);
    CHECK_INT(parsed.threads, loam_cpu_count());
    CHECK(!parsed.flag && parsed.words == NULL && parsed.seed == 1);
}

static void test_values_come_behind_or_with_an_equals_sign(void)
{
    ACCEPTS("--integer", "7", "--number=2.5", "--choice", "blue", "--words", "a b", "-o", "x.png",
            "-f");
    CHECK_INT(parsed.integer, 7);
    CHECK_NEAR(parsed.number, 2.5, 0);
    CHECK_INT(parsed.choice, 2);
    CHECK_TEXT(parsed.words, "a b");
    CHECK_TEXT(parsed.file, "x.png");
    CHECK(parsed.flag);
    ACCEPTS("-o=y.png", "--words=a=b");
    CHECK_TEXT(parsed.file, "y.png");
    CHECK_TEXT(parsed.words, "a=b");
    ACCEPTS("--output", "z.png");
    CHECK_TEXT(parsed.file, "z.png");
}

static void test_negative_numbers_are_values(void)
{
    ACCEPTS("--integer", "-5", "--number", "-2.5e3", "--at", "-3,-4", "--seed", "-1");
    CHECK_INT(parsed.integer, -5);
    CHECK_NEAR(parsed.number, -2500, 0);
    CHECK_INT(parsed.at.x, -3);
    CHECK_INT(parsed.at.y, -4);
    CHECK_U64(parsed.seed, UINT64_MAX);
}

static void test_seeds_are_numbers_or_text(void)
{
    ACCEPTS("--seed", "0x10");
    CHECK_U64(parsed.seed, 16);
    ACCEPTS("--seed", "hello world");
    CHECK_U64(parsed.seed, loam_seed_from_text("hello world"));
    REFUSES("--seed", "--seed", "");
    REFUSES("a number or any text", "--seed=");
}

static void test_positions_reach_far(void)
{
    ACCEPTS("--at", "1152921504606846976,-1152921504606846976");
    CHECK_INT(parsed.at.x, (int64_t)1 << 60);
    CHECK_INT(parsed.at.y, -((int64_t)1 << 60));
    REFUSES("X,Y, whole numbers from -2^60 to 2^60", "--at", "1152921504606846977,0");
    REFUSES("-2^60 to 2^60", "--at", "0,-1152921504606846977");
    REFUSES("-2^60 to 2^60", "--at", "9223372036854775807,0");
    REFUSES("--at is \"1\"", "--at", "1");
    REFUSES("--at", "--at", "1,2,3");
    REFUSES("--at", "--at", "1,");
    REFUSES("--at", "--at", ",1");
    REFUSES("--at", "--at", "1.5,2");
    REFUSES("--at", "--at", "99999999999999999999,0");
}

static void test_chunks_are_two_corners(void)
{
    ACCEPTS("--chunks", "-2,-1,1,-1");
    CHECK_INT(parsed.chunks.x0, -2);
    CHECK_INT(parsed.chunks.y0, -1);
    CHECK_INT(parsed.chunks.x1, 1);
    CHECK_INT(parsed.chunks.y1, -1);
    ACCEPTS("--chunks", "-9007199254740992,0,-9007199254740992,0");
    ACCEPTS("--chunks=9007199254740991,3,9007199254740991,5");
    CHECK_INT(parsed.chunks.x1, ((int64_t)1 << 53) - 1);
    static const char *const bad[] = {"",
                                      "1",
                                      "0,0",
                                      "0,0,1",
                                      "0,0,1,",
                                      "0,0,1,1,",
                                      "0,0,1,1,1",
                                      ",0,1,1",
                                      "0 ,0,1,1",
                                      "0x0,1,1",
                                      "1,0,0,0",
                                      "0,1,0,0",
                                      "0,0,4,0",
                                      "0,0,0,4",
                                      "0.5,0,1,1",
                                      "9007199254740992,0,9007199254740992,0",
                                      "-9007199254740993,0,-9007199254740992,0",
                                      "-9223372036854775808,0,9223372036854775807,0",
                                      "0,-9223372036854775808,0,9223372036854775807"};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
    {
        char word[64];
        snprintf(word, sizeof word, "--chunks=%s", bad[i]);
        REFUSES("must be X0,Y0,X1,Y1, chunks from -2^53 to 2^53 - 1, 1 to 4 along a side", word);
    }
}

static void test_numbers_are_read_strictly(void)
{
    static const char *const bad[] = {
        "",    " 1",      "1 ",  "abc", "1x", "0x10", "11",
        "-11", "1.5",     "1e1", "--",  "-",  "+",    "99999999999999999999",
        "nan", "\xc3\xa9"};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
    {
        char word[64];
        snprintf(word, sizeof word, "--integer=%s", bad[i]);
        REFUSES("-10 to 10", word);
    }
    static const char *const worse[] = {"nan",    "NaN", "inf",  "-inf",  "infinity", "1e999",
                                        "-1e999", "",    "1e10", "0x1p3", "1.5.2",    "1e",
                                        "--1",    "1,5", " 1",   "e"};
    for (size_t i = 0; i < sizeof worse / sizeof worse[0]; i++)
    {
        char word[64];
        snprintf(word, sizeof word, "--number=%s", worse[i]);
        REFUSES("--number is", word);
    }
    ACCEPTS("--number", "1e-300");
    ACCEPTS("--number", "+.5");
    CHECK_NEAR(parsed.number, 0.5, 0);
}

static void test_boxes_are_three_sides(void)
{
    ACCEPTS("--size", "4x5");
    CHECK_INT(parsed.box.d, 6);
    ACCEPTS("--box", "100X1x7");
    CHECK_INT(parsed.box.w, 100);
    CHECK_INT(parsed.box.h, 1);
    CHECK_INT(parsed.box.d, 7);
    const char *const bad[] = {"",
                               "3",
                               "3x4",
                               "3x4x",
                               "3x4x5x6",
                               "0x4x5",
                               "3x4x101",
                               "3x-4x5",
                               "3,4,5",
                               "3x4x5 ",
                               "3x4x99999999999999999999"};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
    {
        REFUSES("WxHxD, each 1 to 100", "--box", bad[i]);
    }
}

static void test_sizes_are_two_sides(void)
{
    ACCEPTS("--size", "100X1");
    CHECK_INT(parsed.size.w, 100);
    static const char *const bad[] = {"0x1",
                                      "1x0",
                                      "101x1",
                                      "-1x5",
                                      "5",
                                      "5x",
                                      "x5",
                                      "5x5x5",
                                      "5*5",
                                      "1x99999999999",
                                      "99999999x99999999"};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
    {
        REFUSES("WxH, both 1 to 100", "--size", bad[i]);
    }
}

static void test_threads_are_a_number_or_all(void)
{
    ACCEPTS("--threads", "0");
    CHECK_INT(parsed.threads, 0);
    ACCEPTS("--threads", "256");
    REFUSES("all or 0 to 256", "--threads", "257");
    REFUSES("all or 0 to 256", "--threads", "-1");
    REFUSES("all or 0 to 256", "--threads", "some");
}

static void test_choices_suggest_the_nearest(void)
{
    REFUSES("did you mean green?", "--choice", "gren");
    REFUSES("red, green or blue", "--choice", "gren");
    REFUSES("\"mauve\"; must be red", "--choice", "mauve");
    REFUSES("did you mean red?", "--choice", "Red");
}

static void test_file_names_need_their_ending(void)
{
    REFUSES("ending in .png", "-o", "x.jpg");
    REFUSES("ending in .png", "-o", ".png");
    REFUSES("ending in .png", "-o", "x.png/");
}

static void test_unknown_options_are_named(void)
{
    REFUSES("there is no option --integr; did you mean --integer?", "--integr", "5");
    REFUSES("there is no option --integr;", "--integr=5");
    REFUSES("--flag", "-x");
    REFUSES("must be one of --flag, --integer", "--entirely-different");
    REFUSES("there is no option --first; FIRST is given without a name; must be one of --flag",
            "--first", "x");
    REFUSES("there is no option --frist; must be one of --flag", "--frist", "x");
}

static bool has_option(const tool_option *options, const char *name, size_t length)
{
    const tool_option *option = options;
    while (option->name != NULL && (option->operand || strlen(option->name) != length ||
                                    strncmp(option->name, name, length) != 0))
    {
        option++;
    }
    return option->name != NULL;
}

// Whatever other verbs have as an option: what is suggested instead is one that there is.
static void test_suggestions_are_accepted(void)
{
    static const char meant[] = "did you mean --";
    for (int i = 0; tool_verbs[i] != NULL; i++)
    {
        for (int k = 0; tool_verbs[k] != NULL; k++)
        {
            for (const tool_option *other = tool_verbs[k]->options; other->name != NULL; other++)
            {
                double room[TOOL_MAX_SETTINGS / sizeof(double)] = {0};
                char word[80];
                snprintf(word, sizeof word, "--%s=", other->name);
                size_t size;
                free(complaint);
                FILE *err = open_memstream(&complaint, &size);
                (void)options_parse(tool_verbs[i]->options, "test", 1, (const char *const[]){word},
                                    room, err);
                fclose(err);
                const char *suggested = strstr(complaint, meant);
                suggested = suggested != NULL ? suggested + strlen(meant) : NULL;
                CHECK_REPORT(suggested == NULL || has_option(tool_verbs[i]->options, suggested,
                                                             strcspn(suggested, "?")),
                             "%s %s: %s", tool_verbs[i]->name, word, complaint);
            }
        }
    }
}

static void test_missing_values_are_missed(void)
{
    REFUSES("--words needs a value", "--words");
    REFUSES("--words needs a value", "--words", "--flag");
    REFUSES("--words needs a value", "--words", "-f");
    REFUSES("--words needs a value", "--words", "--");
    ACCEPTS("--words=--flag");
    CHECK_TEXT(parsed.words, "--flag");
    REFUSES("no value", "--flag=yes");
}

static void test_nothing_is_given_twice(void)
{
    REFUSES("--integer is given twice", "--integer", "1", "--integer", "1");
    REFUSES("--output is given twice", "-o", "a.png", "--output=b.png");
    REFUSES("--flag is given twice", "-f", "--flag");
}

static void test_operands_come_in_order(void)
{
    ACCEPTS("one", "--flag", "two");
    CHECK_TEXT(parsed.first, "one");
    CHECK_TEXT(parsed.second, "two");
    REFUSES("\"three\"", "one", "two", "three");
    ACCEPTS("--", "--flag", "--");
    CHECK_TEXT(parsed.first, "--flag");
    CHECK_TEXT(parsed.second, "--");
    CHECK(!parsed.flag);
    ACCEPTS("-");
    CHECK_TEXT(parsed.first, "-");
}

// What a verb cannot do without is asked for, by its name or by its place.
static void test_what_is_required_is_missed(void)
{
    static const tool_option needy[] = {
        {.name = "world",
         .operand = true,
         .required = true,
         .kind = OPTION_FILE,
         .offset = AT(first),
         .suffix = ".loam",
         .metavar = "WORLD"},
        {.name = "output", .required = true, .kind = OPTION_FILE, .offset = AT(file)},
        {0},
    };
    under_test = needy;
    REFUSES("test: WORLD is missing; must be a file name ending in .loam", "--output=x");
    REFUSES("test: --output is missing; must be a file name", "x.loam");
    ACCEPTS("x.loam", "--output", "y");
    CHECK_INT(PARSE("--help"), OPTIONS_HELP);
    text usage = {0};
    option_add_usage(&usage, &needy[0]);
    CHECK_TEXT(text_get(&usage), "WORLD");
    text_free(&usage);
    under_test = table;
}

static void test_help_comes_first(void)
{
    CHECK_INT(PARSE("--integer", "3", "--help", "--nonsense"), OPTIONS_HELP);
    CHECK_INT(PARSE("-h"), OPTIONS_HELP);
    CHECK_INT(PARSE("--", "--help"), OPTIONS_OK);
}

// Every table of the tool is one that can be parsed: names differ, defaults are accepted, there is
// room for the settings.
static void test_the_tables_of_the_tool_are_sound(void)
{
    for (int i = 0; tool_verbs[i] != NULL; i++)
    {
        const tool_verb *verb = tool_verbs[i];
        CHECK(verb->settings_size <= TOOL_MAX_SETTINGS);
        CHECK(strncmp(verb->example, "loam ", 5) == 0);
        for (const tool_option *option = verb->options; option->name != NULL; option++)
        {
            CHECK(option->help != NULL && option->offset < verb->settings_size);
            CHECK(option->kind == OPTION_FLAG || option->metavar != NULL);
            for (const tool_option *other = verb->options; other < option; other++)
            {
                CHECK(strcmp(option->name, other->name) != 0);
                CHECK(option->letter == 0 || option->letter != other->letter);
            }
            CHECK(!option->required || option->standard == NULL);
            if (option->standard != NULL && !option->operand)
            {
                double settings_of_verb[TOOL_MAX_SETTINGS / sizeof(double)] = {0};
                char word[128];
                snprintf(word, sizeof word, "--%s=%s", option->name, option->standard);
                const char *const words[] = {word};
                const tool_option alone[] = {*option, {0}};
                CHECK_INT(options_parse(alone, "test", 1, words, settings_of_verb, stderr),
                          OPTIONS_OK);
            }
        }
    }
}

/// Bytes that an option's value takes in the settings of its verb.
static size_t size_of(option_kind kind)
{
    static const size_t sizes[] = {[OPTION_FLAG] = sizeof(bool),
                                   [OPTION_INT] = sizeof(int64_t),
                                   [OPTION_NUMBER] = sizeof(double),
                                   [OPTION_CHOICE] = sizeof(int32_t),
                                   [OPTION_TEXT] = sizeof(const char *),
                                   [OPTION_FILE] = sizeof(const char *),
                                   [OPTION_SEED] = sizeof(uint64_t),
                                   [OPTION_SIZE] = sizeof(option_size),
                                   [OPTION_BOX] = sizeof(option_box),
                                   [OPTION_POSITION] = sizeof(option_position),
                                   [OPTION_CHUNKS] = sizeof(option_chunks),
                                   [OPTION_THREADS] = sizeof(int32_t)};
    return sizes[kind];
}

/// A field that is narrower than its option's value would take the next one's with it. Two words for one option share
/// a field, and are not given together.
static void test_no_option_writes_over_another(void)
{
    for (int v = 0; tool_verbs[v] != NULL; v++)
    {
        const tool_option *const all = tool_verbs[v]->options;
        for (const tool_option *a = all; a->name != NULL; a++)
        {
            CHECK_REPORT(a->offset + size_of(a->kind) <= tool_verbs[v]->settings_size,
                         "%s: --%s lies beyond the settings", tool_verbs[v]->name, a->name);
            for (const tool_option *b = all; b < a; b++)
            {
                const bool same = a->offset == b->offset && a->kind == b->kind &&
                                  a->not_with != NULL;
                CHECK_REPORT(same || a->offset + size_of(a->kind) <= b->offset ||
                                 b->offset + size_of(b->kind) <= a->offset,
                             "%s: --%s and --%s lie over each other", tool_verbs[v]->name, b->name,
                             a->name);
            }
        }
    }
}

int main(void)
{
    RUN(test_defaults_are_as_the_table_says);
    RUN(test_values_come_behind_or_with_an_equals_sign);
    RUN(test_negative_numbers_are_values);
    RUN(test_seeds_are_numbers_or_text);
    RUN(test_positions_reach_far);
    RUN(test_chunks_are_two_corners);
    RUN(test_numbers_are_read_strictly);
    RUN(test_sizes_are_two_sides);
    RUN(test_boxes_are_three_sides);
    RUN(test_threads_are_a_number_or_all);
    RUN(test_choices_suggest_the_nearest);
    RUN(test_file_names_need_their_ending);
    RUN(test_unknown_options_are_named);
    RUN(test_suggestions_are_accepted);
    RUN(test_missing_values_are_missed);
    RUN(test_nothing_is_given_twice);
    RUN(test_operands_come_in_order);
    RUN(test_what_is_required_is_missed);
    RUN(test_help_comes_first);
    RUN(test_the_tables_of_the_tool_are_sound);
    RUN(test_no_option_writes_over_another);
    free(complaint);
    return CHECK_DONE();
}
