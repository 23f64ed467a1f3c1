// SPDX-License-Identifier: MIT
// Rewriting: the words that grammars make, against words from the theses and against plain strings.
#include "flora/plant.h"
#include "loam/random.h"

#include <stdlib.h>

static const char branching_bush[] =
    "angle 22\naxiom F\nF -> FF[-F+F+F][+F-F-F]"; // Dubský 2024, fig. 4.2

static void test_words_of_the_theses(void)
{
    CHECK_OK(plant_grow(branching_bush, 0));
    CHECK_TEXT(plant_word(), "F");
    CHECK_OK(plant_grow(branching_bush, 1));
    CHECK_TEXT(plant_word(), "FF[-F+F+F][+F-F-F]");
    // Dubský 2024, rule 4.2.
    static const char triple[] = "axiom F(6)\nF(l) : l > 5 -> F(l * 3)F(l - 1)";
    CHECK_OK(plant_grow(triple, 1));
    CHECK_TEXT(plant_word(), "F(18)F(5)");
    CHECK_OK(plant_grow(triple, 2));
    CHECK_TEXT(plant_word(), "F(54)F(17)F(5)");
    // Blomqvist et al. 2016, L-system B.1.
    static const char corner[] = "letters draw\nangle 90\naxiom X\nX -> F[+F-[X]]X\nF -> XF";
    CHECK_OK(plant_grow(corner, 2));
    CHECK_TEXT(plant_word(), "XF[+XF-[F[+F-[X]]X]]F[+F-[X]]X");
}

/// Rewrites strings of plain letters, a rule a letter: the oracle.
static char *rewrite_string(const char *word, const char *const *rules)
{
    size_t length = 1;
    for (const char *c = word; *c != '\0'; c++)
    {
        const char *const body = rules[(unsigned char)*c];
        length += body != NULL ? strlen(body) : 1;
    }
    char *const next = malloc(length);
    char *end = next;
    *end = '\0'; // the word may be empty
    for (const char *c = word; *c != '\0'; c++)
    {
        const char one[2] = {*c, '\0'};
        const char *const body = rules[(unsigned char)*c] != NULL ? rules[(unsigned char)*c] : one;
        end += sprintf(end, "%s", body);
    }
    return next;
}

static const char *random_body(uint64_t seed, char *out)
{
    static const char signs[] = "FXYZf+-";
    const uint32_t count = loam_random_below(seed, 0, 6);
    size_t length = 0;
    for (uint32_t i = 0; i < count; i++)
    {
        const bool branch = loam_random_below(seed, 2 * i + 1, 4) == 0;
        const char sign = signs[loam_random_below(seed, 2 * i + 2, sizeof signs - 1)];
        length += (size_t)sprintf(out + length, branch ? "[%c]" : "%c", sign);
    }
    out[length] = '\0';
    return out;
}

static void test_random_grammars_rewrite_as_strings_do(void)
{
    for (uint64_t seed = 0; seed < 200; seed++)
    {
        const char *rules[128] = {0};
        char bodies[4][64], text[512];
        for (int i = 0; i < 3; i++)
        {
            rules[(unsigned char)"XYF"[i]] = random_body(loam_random_u64(seed, (uint64_t)i),
                                                         bodies[i]);
        }
        random_body(loam_random_u64(seed, 9), bodies[3]);
        snprintf(text, sizeof text, "axiom F%s\nX -> %s\nY -> %s\nF -> %s", bodies[3], rules['X'],
                 rules['Y'], rules['F']);
        char *word = malloc(128);
        snprintf(word, 128, "F%s", bodies[3]);
        for (int32_t i = 0; i < 4; i++)
        {
            CHECK_OK(plant_grow(text, i));
            CHECK_TEXT(plant_word(), word);
            char *const next = rewrite_string(word, rules);
            free(word);
            word = next;
        }
        free(word);
    }
}

// Dubský 2024, rule 4.1: 60 of 100 only prolong.
static void test_shares_are_kept(void)
{
    int32_t branched = 0, stayed = 0;
    for (uint64_t seed = 0; seed < 4000; seed++)
    {
        loam_plant_site site = loam_default_plant_site();
        site.iterations = 1;
        site.seed = seed;
        CHECK_OK(plant_grow_at("axiom F\nF -> 60% FF | 40% FF[-F][+F]", &site));
        branched += strcmp(plant_word(), "FF[-F][+F]") == 0;
        CHECK_OK(plant_grow_at("axiom F\nF -> 25% FF", &site));
        stayed += strcmp(plant_word(), "F") == 0;
    }
    CHECK_RANGE(branched, 1600 - 130, 1600 + 130); // four standard deviations
    CHECK_RANGE(stayed, 3000 - 110, 3000 + 110);
}

// Letters of one word choose by themselves.
static void test_letters_choose_apart(void)
{
    char text[512] = "axiom ";
    for (int i = 0; i < 400; i++)
    {
        strcat(text, "X");
    }
    strcat(text, "\nX -> 50% A | 50% B");
    CHECK_OK(plant_grow(text, 1));
    const char *const word = plant_word();
    int32_t a = 0, changes = 0;
    for (int i = 0; i < 400; i++)
    {
        a += word[i] == 'A';
        changes += i > 0 && word[i] != word[i - 1];
    }
    CHECK_RANGE(a, 160, 240);
    CHECK_RANGE(changes, 160, 240);
}

static void test_expressions(void)
{
    static const struct
    {
        const char *expression, *value;
    } cases[] = {
        {"1 + 2 * 3", "7"},
        {"(1 + 2) * 3", "9"},
        {"10 - 4 - 3", "3"},
        {"12 / 4 / 3", "1"},
        {"-2 * -3", "6"},
        {"- (2 + 1)", "-3"},
        {"min(3, 2) + max(3, 2) * 10", "32"},
        {"abs(-1.5) + floor(-1.5)", "-0.5"},
        {"sqrt(2.25)", "1.5"},
        {"1 < 2 and 2 <= 2 and 3 > 2 and 2 >= 2 and 1 == 1 and 1 != 2", "1"},
        {"1 > 2 or 2 < 1", "0"},
        {"0 or 1 and 0", "0"},
        {"not 0 + 1", "0"},
        {"not 1 == 2", "1"},
        {"if(1 > 2, 10, 20)", "20"},
        {"random(5, 5)", "5"},
        {"soil + 10 * moisture + 100 * light + 1000 * age + 10000 * slope", "38105.5"},
    };
    loam_plant_site site = loam_default_plant_site();
    site.soil = 0.5f;
    site.moisture = 0.5f;
    site.slope = 3.0f;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
    {
        char text[256], expected[64];
        snprintf(text, sizeof text, "constant c = %s\niterations 0\naxiom X(c)",
                 cases[i].expression);
        snprintf(expected, sizeof expected, "X(%s)", cases[i].value);
        CHECK_OK(plant_grow_at(text, &site));
        CHECK_TEXT(plant_word(), expected);
    }
}

static void test_random_numbers_fill_their_range(void)
{
    double sum = 0.0;
    for (uint64_t seed = 0; seed < 1000; seed++)
    {
        loam_plant_site site = loam_default_plant_site();
        site.seed = seed;
        CHECK_OK(plant_grow_at("iterations 1\naxiom X(0)\nX(a) -> X(random(2, 4))", &site));
        const double value = atof(plant_word() + 2);
        CHECK_RANGE(value, 2.0, 4.0);
        sum += value;
    }
    CHECK_RANGE(sum / 1000.0, 2.9, 3.1);
}

// Condition, choice and parameters of a letter draw apart, and so do letters.
static void test_draws_are_apart(void)
{
    int32_t a = 0, high = 0, both = 0;
    loam_plant_site site = loam_default_plant_site();
    site.iterations = 1;
    for (site.seed = 0; site.seed < 400; site.seed++)
    {
        CHECK_OK(plant_grow_at("axiom X\nX : random(0, 1) < 0.5 -> 50% A | 50% B\nX -> C", &site));
        a += plant_word()[0] == 'A';
        both += plant_word()[0] == 'A' || plant_word()[0] == 'B';
        CHECK_OK(plant_grow_at("axiom XX\nX -> 50% A(random(0, 1)) | 50% B(random(0, 1))", &site));
        const char *const word = plant_word();
        const char *const second = strchr(word, ')') + 1;
        high += word[0] == 'A' && atof(word + 2) > 0.5;
        CHECK(fabs(atof(word + 2) - atof(second + 2)) > 1e-9);
    }
    CHECK_RANGE(both, 160, 240);
    CHECK_RANGE(a, 65, 135);
    CHECK_RANGE(high, 65, 135);
}

static void test_a_grammar_reads_its_site(void)
{
    static const char text[] = "iterations min(age, 3)\naxiom T\nT : soil > 0.5 -> FT\nT -> fT";
    loam_plant_site site = loam_default_plant_site();
    site.age = 2.5f;
    site.soil = 0.75f;
    CHECK_OK(plant_grow_at(text, &site));
    CHECK_TEXT(plant_word(), "FFT");
    site.soil = 0.25f;
    site.age = 100.0f;
    CHECK_OK(plant_grow_at(text, &site));
    CHECK_TEXT(plant_word(), "fffT");
}

static void test_limits_say_what_was_asked_for(void)
{
    static const struct
    {
        const char *text, *message;
    } cases[] = {
        {"iterations 32\naxiom F\nF -> FF",
         "iteration 17 makes a word of 131072 letters; must be at most 65536"},
        {"iterations 32\naxiom X(1)\nX(a) -> X(a)Y(a, a, a, a)", ""},
        {"iterations 32\naxiom X(1)\nX(a) -> X(a)X(a)X(a)X(a)",
         "iteration 9 makes a word of 262144 letters"},
        {"iterations 32\naxiom X(1)\nX(a) -> X(a * 10)",
         "in iteration 10 a rule of X makes a parameter that is not a number within 1000000000"},
        {"iterations 1\naxiom X(1)\nX(a) -> X(sqrt(-a))",
         "in iteration 1 a rule of X makes a parameter that is not a number"},
        {"iterations 1\naxiom X(1)\nX(a) -> X(0 / 0)",
         "in iteration 1 a rule of X makes a parameter that is not a number"},
        {"axiom X(1 / 0)", "the axiom has a parameter that is not a number"},
        {"constant a = 1 / 0\naxiom F", "the constant a is inf; must be within 1000000000"},
        {"iterations 33\naxiom F", "iterations is 33 here; must be 0 to 32"},
        {"vary_length 2\naxiom F", "vary_length is 2 here; must be 0 to 1"},
        {"length 0 / 0\naxiom F", "length is "},
        {"axiom F(0 - 1)", "the turtle meets a F whose length is -1; must be 0 to 1000000"},
        {"axiom !(0 - 1)F", "the turtle meets a ! whose width is -1; must be 0 to 1000000"},
        {"axiom '(256)F", "the turtle meets a ' whose part is 256; must be 0 to 255"},
        {"axiom =(4)F", "the turtle meets a = whose strength is 4; must be -3 to 3"},
        {"iterations 15\naxiom F\nF -> FF", "the turtle draws more than 16384 segments"},
        {"iterations 15\naxiom *\n* -> **",
         "the turtle meets more than 16384 leaves, buds and flowers"},
        {"iterations 32\naxiom X\nX -> [[[X]]]", "brackets are nested more than 64 deep"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
    {
        const bool good = cases[i].message[0] == '\0';
        CHECK_INT(plant_grow(cases[i].text, -1), good ? LOAM_OK : LOAM_BAD_ARGUMENT);
        CHECK_CONTAINS(good ? "" : loam_last_error(), cases[i].message);
    }
}

/// Grows a text with a limit of each.
static loam_result grow_within(const char *text, int32_t letters, int32_t values, int32_t segments,
                               int32_t organs)
{
    const loam_env env = loam_default_env();
    const loam_plant_limits limits = {letters, values, segments, organs};
    const loam_plant_site site = loam_default_plant_site();
    loam_plant_grower *grower;
    loam_plant unused;
    CHECK_OK(loam_plant_grower_create(&env, &limits, &grower));
    CHECK_OK(plant_read(text));
    const loam_result result = loam_plant_grow(grower, plant_grammar, &site, &unused);
    loam_plant_grower_destroy(grower);
    return result;
}

// What fits exactly grows, and one more does not.
static void test_limits_are_exact(void)
{
    static const char text[] = "iterations 1\naxiom F(1)X\nX -> F(2)F(3)**"; // 5 letters, 3 values
    CHECK_OK(grow_within(text, 5, 3, 3, 2));
    CHECK_INT(grow_within(text, 4, 3, 3, 2), LOAM_BAD_ARGUMENT);
    CHECK_INT(grow_within(text, 5, 2, 3, 2), LOAM_BAD_ARGUMENT);
    CHECK_INT(grow_within(text, 5, 3, 2, 2), LOAM_BAD_ARGUMENT);
    CHECK_INT(grow_within(text, 5, 3, 3, 1), LOAM_BAD_ARGUMENT);
    CHECK_INT(grow_within("iterations 0\naxiom F(1)F(1)", 1, 2, 3, 2), LOAM_BAD_ARGUMENT);
    char deep[256] = "iterations 0\naxiom ";
    for (int i = 0; i < 2 * LOAM_PLANT_MAX_DEPTH; i++)
    {
        strcat(deep, i < LOAM_PLANT_MAX_DEPTH ? "[" : "]");
    }
    CHECK_OK(plant_grow(deep, -1));
    memmove(deep + 20, deep + 19, strlen(deep + 19) + 1);
    deep[19] = '[';
    strcat(deep, "]");
    CHECK_INT(plant_grow(deep, -1), LOAM_BAD_ARGUMENT);
}

static void test_bad_sites_are_refused(void)
{
    loam_plant_site site = loam_default_plant_site();
    site.age = -1.0f;
    CHECK_INT(plant_grow_at("axiom F", &site), LOAM_BAD_ARGUMENT);
    CHECK_CONTAINS(loam_last_error(), "age is -1; must be 0 to 10000");
    site = loam_default_plant_site();
    site.soil = NAN;
    CHECK_INT(plant_grow_at("axiom F", &site), LOAM_BAD_ARGUMENT);
    site = loam_default_plant_site();
    site.wind[1] = INFINITY;
    CHECK_INT(plant_grow_at("axiom F", &site), LOAM_BAD_ARGUMENT);
    CHECK_CONTAINS(loam_last_error(), "wind has a part of inf");
}

static void test_rewriting_alone_makes_the_same_word(void)
{
    char grown[64];
    int32_t letters;
    loam_plant_site site = loam_default_plant_site();
    site.iterations = 1;
    CHECK_OK(plant_grow_at(branching_bush, &site));
    snprintf(grown, sizeof grown, "%s", plant_word());
    site.iterations = 0;
    CHECK_OK(loam_plant_rewrite(plant_grower, plant_grammar, &site, &letters));
    CHECK_INT(letters, 1);
    site.iterations = 1;
    CHECK_OK(loam_plant_rewrite(plant_grower, plant_grammar, &site, &letters));
    CHECK_INT(letters, 18);
    CHECK_TEXT(plant_word(), grown);
    site.age = -1.0f;
    CHECK_INT(loam_plant_rewrite(plant_grower, plant_grammar, &site, &letters), LOAM_BAD_ARGUMENT);
}

// Plants that grow together are what they are alone.
static void test_several_at_once_equal_one_by_one(void)
{
    enum
    {
        COUNT = 12
    };
    const loam_env env = loam_default_env();
    loam_plant_seed seeds[COUNT];
    loam_plant plants[COUNT];
    uint64_t hashes[COUNT];
    loam_grammar *grammars[2];
    const char *const texts[2] = {"vary_angle 0.5\naxiom F\nF -> 60% F[+F]F | 40% F[-F]*",
                                  branching_bush};
    loam_plant_grower *grower;
    const loam_plant_limits limits = loam_default_plant_limits();
    CHECK_OK(loam_plant_grower_create(&env, &limits, &grower));
    for (int i = 0; i < 2; i++)
    {
        CHECK_OK(loam_grammar_create(&env, texts[i], strlen(texts[i]), &grammars[i]));
    }
    for (int32_t i = 0; i < COUNT; i++)
    {
        seeds[i] = (loam_plant_seed){grammars[i % 2], loam_default_plant_site()};
        seeds[i].site.seed = (uint64_t)i / 2;
        seeds[i].site.iterations = 3;
        CHECK_OK(loam_plant_grow(grower, grammars[i % 2], &seeds[i].site, &plants[i]));
        hashes[i] = loam_plant_hash(&plants[i]);
        CHECK(i < 2 || i % 2 == 1 || hashes[i] != hashes[i - 2]);
    }
    for (int32_t i = 0; i < 2000; i++) // what grew before takes no room
    {
        CHECK_OK(loam_plants_grow(grower, seeds, COUNT, plants));
    }
    for (int32_t i = 0; i < COUNT; i++)
    {
        CHECK_U64(loam_plant_hash(&plants[i]), hashes[i]);
    }
    seeds[5].site.iterations = 30;
    CHECK_INT(loam_plants_grow(grower, seeds, COUNT, plants), LOAM_BAD_ARGUMENT);
    CHECK_CONTAINS(loam_last_error(), "plant 5: iteration ");
    loam_grammar_destroy(grammars[0]);
    loam_grammar_destroy(grammars[1]);
    loam_plant_grower_destroy(grower);
}

int main(void)
{
    RUN(test_words_of_the_theses);
    RUN(test_random_grammars_rewrite_as_strings_do);
    RUN(test_shares_are_kept);
    RUN(test_letters_choose_apart);
    RUN(test_expressions);
    RUN(test_random_numbers_fill_their_range);
    RUN(test_draws_are_apart);
    RUN(test_a_grammar_reads_its_site);
    RUN(test_limits_say_what_was_asked_for);
    RUN(test_limits_are_exact);
    RUN(test_bad_sites_are_refused);
    RUN(test_rewriting_alone_makes_the_same_word);
    RUN(test_several_at_once_equal_one_by_one);
    plant_end();
    return CHECK_DONE();
}
