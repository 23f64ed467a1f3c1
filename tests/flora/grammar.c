// SPDX-License-Identifier: MIT
// The text form of grammars: what is refused and where, and that what is written reads back.
#include "flora/plant.h"

static void test_what_is_refused_says_where(void)
{
    static const struct
    {
        const char *text, *message;
    } cases[] = {
        {"", "line 1, column 1: there is no axiom"},
        {"# nothing\n\n", "line 3, column 1: there is no axiom"},
        {"axiom", "line 1, column 6: an axiom has at least one letter"},
        {"axiom F\naxiom F", "line 2, column 1: axiom was already set"},
        {"axiom F\nangle 3\nbranching_angle 3",
         "line 3, column 1: branching_angle was already set"},
        {"axiom F\nwidth 3\npipe_width 3", "line 3, column 1: pipe_width was already set"},
        {"axiom F[+F", "line 1, column 11: '[' without a ']' behind it"},
        {"axiom F\nF -> F]", "line 2, column 7: ']' without a '[' before it"},
        {"axiom F\nF -> F%",
         "line 2, column 7: a letter or a sign of the turtle is expected instead of '%'"},
        {"axiom F\nF F", "line 2, column 3: '->' is expected instead of 'F'"},
        {"axiom F\nF", "line 2, column 2: '->' is expected instead of the end of the text"},
        {"axiom F\n[ -> F", "line 2, column 1: a setting or a rule is expected instead of '['"},
        {"axiom F\n7", "line 2, column 1: a setting or a rule is expected instead of '7'"},
        {"axiom F\n\x01 -> F",
         "line 2, column 1: a setting or a rule is expected instead of byte 1"},
        {"axiom F(1)\nF(a) -> F(b)",
         "line 2, column 11: b is no parameter of this rule and no constant above it"},
        {"axiom F(1)\nF(A) -> F(1)",
         "line 2, column 3: the name of a parameter, in small letters, is expected instead of 'A'"},
        {"axiom F(1)\nF(a -> F(1)", "line 2, column 5: ')' or ',' is expected instead of '-'"},
        {"axiom F(1,2)", "line 1, column 11: F has more than 1 parameters"},
        {"axiom X(1,2,3,4,5)", "line 1, column 17: X has more than 4 parameters"},
        {"axiom [(1)F]", "line 1, column 9: [ has more than 0 parameters"},
        {"axiom F\nF -> 60% F | F",
         "line 2, column 1: 1 of the rule's 2 bodies have a share; all of them must, or none"},
        {"axiom F\nF -> 60% F | 50% FF",
         "line 2, column 1: the shares of the rule's bodies add up to 110%; must be at most 100%"},
        {"axiom F\nF -> 60 F",
         "line 2, column 6: a number before a body is its share; write 60% for 60 of 100"},
        {"axiom F\nF -> F\nF -> FF",
         "line 3, column 1: the rule of F in line 2 has no condition, so this one is never used"},
        {"axiom X(1)\nX(a) : a > 1 -> F\nX(a) -> FF\nX(a) -> F",
         "line 4, column 1: the rule of X in line 3 has no condition, so this one is never used"},
        {"axiom F(1)F\nF(a) -> F(a)",
         "line 1, column 11: F has 0 parameters here and 1 in its rule in line 2"},
        {"axiom F&F", "line 1, column 8: & means 'pitch down by degrees'; a grammar with 2 "
                      "dimensions turns by + and - only"},
        {"dimensions 4\naxiom F", "line 1, column 12: dimensions are 2 or 3"},
        {"letters dance\naxiom F", "line 1, column 9: one of these is expected: ignored, draw"},
        {"tropism sideways 1\naxiom F",
         "line 1, column 9: one of these is expected: up, down, light, wind"},
        {"lenght 3\naxiom F",
         "line 1, column 1: lenght is no setting; there are title, dimensions"},
        {"constant a 3\naxiom F",
         "line 1, column 12: a constant is written as: constant name = number"},
        {"constant age = 3\naxiom F", "line 1, column 10: age is already something else"},
        {"constant a = 3\nconstant a = 4\naxiom F",
         "line 2, column 10: a is already something else"},
        {"length 1 2\naxiom F",
         "line 1, column 10: the end of the line is expected instead of '2'"},
        {"length 1 +\naxiom F",
         "line 1, column 11: a number is expected instead of the end of the line"},
        {"length (1\naxiom F", "line 1, column 10: ')' is expected instead of the end of the line"},
        {"length min(1)\naxiom F", "line 1, column 13: ',' is expected instead of ')'"},
        {"length 1234567890\naxiom F",
         "line 1, column 8: a number has at most nine digits, and nine behind its point"},
        {"length 1000001\naxiom F", "line 1, column 8: a number is at most 1000000"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
    {
        CHECK_INT(plant_read(cases[i].text), LOAM_BAD_ARGUMENT);
        CHECK(plant_grammar == NULL);
        CHECK_CONTAINS(loam_last_error(), cases[i].message);
    }
}

static void test_nesting_is_limited(void)
{
    char text[256] = "axiom F(";
    for (int i = 0; i < 100; i++)
    {
        strcat(text, "(");
    }
    CHECK_INT(plant_read(text), LOAM_BAD_ARGUMENT);
    CHECK_CONTAINS(loam_last_error(),
                   "line 1, column 41: an expression is nested more than 32 deep");
}

// Writing an expression goes as deep as it has parts.
static void test_expressions_are_limited(void)
{
    char text[2048] = "constant a = 1\naxiom F(1";
    for (int i = 0; i < 127; i++)
    {
        strcat(text, "+1");
    }
    const size_t length = strlen(text);
    strcpy(text + length, ")"); // 255 parts
    CHECK_OK(plant_read(text));
    strcpy(text + length, "+1)"); // 257
    CHECK_INT(plant_read(text), LOAM_BAD_ARGUMENT);
    CHECK_CONTAINS(loam_last_error(),
                   "line 2, column 9: an expression has 257 parts; must be at most 256");
}

static void test_titles_are_printable(void)
{
    CHECK_OK(plant_read("title \xc3\x96l  \r\naxiom F"));
    CHECK_TEXT(loam_grammar_title(plant_grammar), "\xc3\x96l");
    CHECK_INT(plant_read("title a\x1b[31m\naxiom F"), LOAM_BAD_ARGUMENT);
    CHECK_CONTAINS(loam_last_error(), "line 1, column 8: a title is plain text");
    CHECK_INT(plant_read("title a\x7f\naxiom F"), LOAM_BAD_ARGUMENT);
    CHECK_INT(plant_read("title \xc3\naxiom F"), LOAM_BAD_ARGUMENT);
}

static void test_texts_are_limited(void)
{
    static char text[LOAM_GRAMMAR_MAX_TEXT + 2];
    memset(text, 'F', sizeof text - 1);
    memcpy(text, "axiom ", 6);
    CHECK_INT(plant_read(text), LOAM_BAD_ARGUMENT);
    CHECK_CONTAINS(loam_last_error(), "the grammar has 65537 bytes; must be at most 65536");
    text[LOAM_GRAMMAR_MAX_TEXT] = '\0';
    CHECK_OK(plant_read(text));
}

/// The words of a few iterations, one behind the other; what is refused ends them.
static void grow_words(char *out, size_t size)
{
    const loam_env env = loam_default_env();
    const loam_plant_limits limits = {
        .letters = 4096, .values = 4096, .segments = 4096, .organs = 4096};
    loam_plant_grower *grower;
    CHECK_OK(loam_plant_grower_create(&env, &limits, &grower));
    loam_plant_site site = loam_default_plant_site();
    int32_t letters;
    size_t length = 0;
    for (site.iterations = 0; site.iterations < 4; site.iterations++)
    {
        if (loam_plant_rewrite(grower, plant_grammar, &site, &letters) == LOAM_OK)
        {
            length += loam_plant_write_word(grower, plant_grammar, out + length, size - length);
        }
    }
    loam_plant_grower_destroy(grower);
}

/// Writes a grammar, reads that, and writes it again. The hash is one of the text, so words are compared too.
static void check_round_trip(const char *text)
{
    static char first[1 << 18], second[1 << 18], words[1 << 18], words_again[1 << 18];
    const loam_result result = plant_read(text);
    CHECK_REPORT(result == LOAM_OK, "\"%s\" was refused: %s", text, loam_last_error());
    if (result != LOAM_OK)
    {
        return;
    }
    grow_words(words, sizeof words);
    const uint64_t hash = loam_grammar_hash(plant_grammar);
    const size_t length = loam_grammar_write(plant_grammar, first, sizeof first);
    CHECK_INT(length, strlen(first));
    CHECK_OK(plant_read(first));
    CHECK(plant_grammar != NULL);
    if (plant_grammar != NULL)
    {
        CHECK_U64(loam_grammar_hash(plant_grammar), hash);
        loam_grammar_write(plant_grammar, second, sizeof second);
        CHECK_TEXT(second, first);
        grow_words(words_again, sizeof words_again);
        CHECK_TEXT(words_again, words);
    }
}

static void test_what_is_written_reads_back(void)
{
    static const char *const texts[] = {
        "axiom F",
        "title  A tree, \"quoted\" \\ and more  \naxiom F\n",
        "dimensions 3\nletters draw\naxiom X[&X][^Y][\\Z][/Q]",
        "constant a = 3\nconstant b = a * -2\nlength b / -4\naxiom F(a)\nF(l) -> F(l - (b - 1) - "
        "2)",
        "axiom T(1, 2)\nT(w, l) : not w < 2 and (l > 1 or w == 0) -> T((w + 1) * l, -(l + w)) | F",
        "axiom F(1)\nF(l) : l >= 0.000000001 -> F(min(l, max(1, abs(floor(sqrt(l))))))\nF(l) -> "
        "F(l + 1)",
        "axiom F(1)\nF(l) -> 33.3% F(random(0, l)) | 12.5% F(if(l > 1, 2, --3))",
        "axiom F\nF -> F | FF | FFF",
        "axiom F(1)\nF(l) -> F(1 - (2 - 3) - 4 / (5 / 6) * 7)F(-(-2))F(not (not l))F((1 < 2) < 3)",
        "tropism wind -0.5\npipe_width 0.25 + soil\nvary_length 0.1\nvary_angle 0.2\naxiom "
        "F!F~(2)F=(1)F'(3)F?F*@$\n",
        "axiom X\nX ->\n",
        "axiom F   # a comment\n    +F    # goes on\n\n\nF ->\n   FF\n   # between\n   | F\n",
        "iterations min(age, 4)\r\naxiom F\r\nF -> FF\r\n",
    };
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++)
    {
        check_round_trip(texts[i]);
    }
    for (int32_t i = 0; loam_grammar_preset_at(i) != NULL; i++)
    {
        check_round_trip(loam_grammar_preset_at(i)->text);
    }
}

static void test_a_short_buffer_is_not_overrun(void)
{
    char buffer[8];
    memset(buffer, 'x', sizeof buffer);
    CHECK_OK(plant_read("axiom F"));
    const size_t length = loam_grammar_write(plant_grammar, NULL, 0);
    CHECK_INT(loam_grammar_write(plant_grammar, buffer, 6), length);
    CHECK_TEXT(buffer, "dimen");
    CHECK(buffer[6] == 'x' && buffer[7] == 'x');
}

static void test_presets_are_in_order_and_found(void)
{
    const char *last = "";
    for (int32_t i = 0; loam_grammar_preset_at(i) != NULL; i++)
    {
        const loam_grammar_preset *const preset = loam_grammar_preset_at(i);
        CHECK(strcmp(last, preset->name) < 0);
        CHECK(loam_grammar_preset_find(preset->name) == preset);
        last = preset->name;
    }
    CHECK(loam_grammar_preset_find("nothing") == NULL);
    CHECK(loam_grammar_preset_at(-1) == NULL);
}

int main(void)
{
    RUN(test_what_is_refused_says_where);
    RUN(test_nesting_is_limited);
    RUN(test_expressions_are_limited);
    RUN(test_titles_are_printable);
    RUN(test_texts_are_limited);
    RUN(test_what_is_written_reads_back);
    RUN(test_a_short_buffer_is_not_overrun);
    RUN(test_presets_are_in_order_and_found);
    plant_end();
    return CHECK_DONE();
}
