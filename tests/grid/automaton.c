// SPDX-License-Identifier: MIT
// Cellular automata: against one that looks at each cell alone, in windows, at all edges.
#include "grid/field.h"

static loam_automaton make(const loam_rule *rules, int32_t rule_count, int32_t iterations,
                           loam_edge edge)
{
    return (loam_automaton){
        .rules = rules, .rule_count = rule_count, .iterations = iterations, .edge = edge};
}

// ---- the reference ------------------------------------------------------------------------------

static int32_t count_neighbours(const loam_bits *bits, int32_t x, int32_t y, loam_edge edge)
{
    int32_t count = 0;
    for (int32_t i = 0; i < 9; i++)
    {
        count += i != 4 && field_cell(bits, x + i % 3 - 1, y + i / 3 - 1, edge);
    }
    return count;
}

/// The next state of a field of the same sides; beyond it is as edge says.
static loam_bits naive_step(const loam_bits *from, loam_rule rule, loam_edge edge)
{
    loam_bits to = field_make(from->w, from->h);
    for (int32_t y = 0; y < to.h; y++)
    {
        for (int32_t x = 0; x < to.w; x++)
        {
            const int32_t n = count_neighbours(from, x, y, edge);
            const uint32_t states = loam_bits_get(from, x, y) ? rule.survival : rule.birth;
            loam_bits_set(&to, x, y, (states >> n & 1) != 0);
        }
    }
    return to;
}

static loam_bits naive_run(const loam_automaton *automaton, const loam_bits *in)
{
    loam_bits field = field_make(in->w, in->h);
    CHECK_OK(loam_bits_combine(&field, in, LOAM_BITS_AND, in));
    for (int32_t i = 0; i < automaton->iterations; i++)
    {
        loam_bits next = naive_step(&field, automaton->rules[i % automaton->rule_count],
                                    automaton->edge);
        field_free(&field);
        field = next;
    }
    const int32_t padding = loam_automaton_padding(automaton);
    loam_bits out = field_make(in->w - 2 * padding, in->h - 2 * padding);
    CHECK_OK(loam_bits_copy(&out, 0, 0, &field, (loam_bits_area){padding, padding, out.w, out.h}));
    field_free(&field);
    return out;
}

/// What the library makes of it, with dirty scratch memory of exactly the size that it asks for.
static loam_bits clever_run(const loam_automaton *automaton, const loam_bits *in)
{
    const int32_t padding = loam_automaton_padding(automaton);
    loam_bits out = field_make(in->w - 2 * padding, in->h - 2 * padding);
    const size_t size = loam_automaton_scratch_size(in->w, in->h);
    uint64_t *scratch = field_alloc(size);
    memset(scratch, 0xa7, size);
    CHECK_OK(loam_automaton_run(automaton, &out, in, scratch, size));
    field_release(scratch, size);
    return out;
}

static void random_rules(loam_rule *rules, int32_t count, uint64_t seed)
{
    for (int32_t i = 0; i < count; i++)
    {
        const uint32_t bits = loam_random_u32(seed, (uint64_t)i);
        rules[i] = (loam_rule){(uint16_t)(bits & LOAM_RULE_ALL),
                               (uint16_t)(bits >> 9 & LOAM_RULE_ALL)};
    }
}

static void check_against_naive(const loam_automaton *automaton, const loam_bits *in)
{
    loam_automaton scalar = *automaton;
    scalar.isa = LOAM_ISA_SCALAR;
    loam_bits expected = naive_run(automaton, in), actual = clever_run(automaton, in);
    loam_bits plain = clever_run(&scalar, in);
    CHECK_REPORT(field_equal(&expected, &actual) && field_equal(&expected, &plain),
                 "%d x %d, %d iterations, edge %d, first rule 0x%x 0x%x: not as cell by cell",
                 in->w, in->h, automaton->iterations, automaton->edge, automaton->rules[0].birth,
                 automaton->rules[0].survival);
    field_free(&expected);
    field_free(&actual);
    field_free(&plain);
}

// ---- tests --------------------------------------------------------------------------------------

static void test_random_rules_and_sizes_equal_cell_by_cell(void)
{
    const uint64_t cases = getenv("LOAM_SOAK") != NULL ? 20000 : 300;
    for (uint64_t seed = 0; seed < cases; seed++)
    {
        loam_rule rules[3];
        random_rules(rules, 3, seed);
        loam_automaton automaton = {
            .rules = rules,
            .rule_count = (int32_t)loam_random_range(seed, 10, 1, 3),
            .edge = (loam_edge)loam_random_below(seed, 11, LOAM_EDGE_COUNT)};
        loam_bits in = field_random(seed, 1, seed % 8 == 0 ? 300 : 80);
        const int32_t min = in.w < in.h ? in.w : in.h;
        const int32_t max = automaton.edge == LOAM_EDGE_PADDED ? (min - 1) / 2 : 6;
        automaton.iterations = (int32_t)loam_random_range(seed, 12, 0, max < 6 ? max : 6);
        check_against_naive(&automaton, &in);
        field_free(&in);
    }
}

// All widths around the borders between words, in both the last column and the frame after it.
static void test_every_width_equals_cell_by_cell(void)
{
    loam_rule rules[2];
    for (int32_t w = 1; w <= 300; w++)
    {
        random_rules(rules, 2, (uint64_t)w);
        loam_bits in = field_make(w, 5);
        field_randomise(&in, (uint64_t)w, 50);
        for (int32_t edge = 0; edge < LOAM_EDGE_COUNT; edge++)
        {
            const loam_automaton automaton = make(rules, 2, w > 4 ? 2 : 0, (loam_edge)edge);
            check_against_naive(&automaton, &in);
        }
        field_free(&in);
    }
}

// Wide fields are done in strips, high ones in blocks.
static void test_strips_and_blocks_equal_cell_by_cell(void)
{
    static const int32_t sides[][2] = {{64 * 64 - 2, 40}, {64 * 64 - 1, 33}, {64 * 131, 21},
                                       {62, 1100},        {63, 1023},        {130, 700}};
    loam_rule rules[2];
    for (size_t i = 0; i < sizeof sides / sizeof sides[0]; i++)
    {
        random_rules(rules, 2, i);
        loam_bits in = field_make(sides[i][0], sides[i][1]);
        field_randomise(&in, i, 40);
        const loam_automaton automaton = make(rules, 2, 2, (loam_edge)(i % 3));
        check_against_naive(&automaton, &in);
        field_free(&in);
    }
}

// Each count of neighbours of each state, one rule bit at a time: a wrong table entry shows.
static void test_each_bit_of_a_rule_is_one_count(void)
{
    loam_bits in = field_make(130, 70);
    field_randomise(&in, 5, 50);
    for (int32_t bit = 0; bit < 18; bit++)
    {
        const loam_rule rule = {(uint16_t)(bit < 9 ? 1 << bit : 0),
                                (uint16_t)(bit >= 9 ? 1 << (bit - 9) : 0)};
        const loam_automaton automaton = make(&rule, 1, 1, LOAM_EDGE_ONE);
        check_against_naive(&automaton, &in);
    }
    field_free(&in);
}

// No seams: whatever window a cell is computed in, it comes out the same.
static void test_windows_agree_with_the_whole(void)
{
    for (uint64_t seed = 0; seed < 60; seed++)
    {
        loam_rule rules[4];
        random_rules(rules, 4, seed);
        const loam_automaton automaton = make(rules, 4, (int32_t)loam_random_range(seed, 20, 1, 9),
                                              LOAM_EDGE_PADDED);
        const int32_t padding = loam_automaton_padding(&automaton);
        CHECK_INT(padding, automaton.iterations);
        loam_bits big = field_make(300, 120);
        field_randomise(&big, seed, 48);
        loam_bits whole = clever_run(&automaton, &big);
        for (uint64_t k = 0; k < 20; k++)
        {
            const int32_t w = (int32_t)loam_random_range(seed + k, 21, 1, whole.w);
            const int32_t h = (int32_t)loam_random_range(seed + k, 22, 1, whole.h);
            const loam_bits_area at = {(int32_t)loam_random_range(seed + k, 23, 0, whole.w - w),
                                       (int32_t)loam_random_range(seed + k, 24, 0, whole.h - h), w,
                                       h};
            loam_bits window = field_make(w + 2 * padding, h + 2 * padding);
            loam_bits expected = field_make(w, h);
            CHECK_OK(loam_bits_copy(&window, 0, 0, &big,
                                    (loam_bits_area){at.x, at.y, window.w, window.h}));
            CHECK_OK(loam_bits_copy(&expected, 0, 0, &whole, at));
            loam_bits actual = clever_run(&automaton, &window);
            CHECK(field_equal(&actual, &expected));
            field_free(&window);
            field_free(&expected);
            field_free(&actual);
        }
        field_free(&big);
        field_free(&whole);
    }
}

// The padding is needed: with one cell less on one side, something differs.
static void test_less_padding_would_show(void)
{
    const loam_rule parity = {0xaa, 0x155}; // passes every change on
    const loam_automaton automaton = make(&parity, 1, 5, LOAM_EDGE_PADDED);
    loam_bits in = field_make(11, 11);
    loam_bits zero = clever_run(&automaton, &in);
    loam_bits_set(&in, 0, 0, true);
    loam_bits one = clever_run(&automaton, &in);
    CHECK_INT(one.w, 1);
    CHECK(!field_equal(&zero, &one));
    field_free(&in);
    field_free(&zero);
    field_free(&one);
}

// A glider of Life is where it was, one cell further down and right, after four steps; over borders
// between words too.
static void test_gliders_glide(void)
{
    const loam_rule life = {1u << 3, 1u << 2 | 1u << 3};
    static const int32_t glider[5][2] = {{1, 0}, {2, 1}, {0, 2}, {1, 2}, {2, 2}};
    for (int32_t steps = 0; steps <= 140; steps += 4)
    {
        const loam_automaton automaton = make(&life, 1, steps, LOAM_EDGE_ZERO);
        loam_bits in = field_make(60, 60);
        for (int32_t i = 0; i < 5; i++)
        {
            loam_bits_set(&in, 10 + glider[i][0], 9 + glider[i][1], true);
        }
        loam_bits out = clever_run(&automaton, &in);
        CHECK_U64(loam_bits_count(&out), 5);
        for (int32_t i = 0; i < 5; i++)
        {
            CHECK(loam_bits_get(&out, 10 + steps / 4 + glider[i][0], 9 + steps / 4 + glider[i][1]));
        }
        field_free(&in);
        field_free(&out);
    }
}

static void test_thresholds_make_masks(void)
{
    const loam_rule rule = loam_rule_thresholds(3, 4);
    CHECK_INT(rule.birth, 0x1f0);
    CHECK_INT(rule.survival, 0x1f0);
    CHECK_INT(loam_rule_thresholds(4, 5).birth, 0x1e0);
    CHECK_INT(loam_rule_thresholds(4, 2).survival, 0x1fc);
    CHECK_INT(loam_rule_thresholds(8, 0).birth, 0);
    CHECK_INT(loam_rule_thresholds(8, 0).survival, 0x1ff);
    CHECK_INT(loam_rule_thresholds(-1, 9).birth, 0x1ff);
    CHECK_INT(loam_rule_thresholds(INT32_MIN, INT32_MAX).survival, 0);
    const loam_automaton caves = loam_default_automaton();
    CHECK_INT(caves.iterations, 8);
    for (int32_t i = 0; i < 2; i++)
    {
        const loam_rule expected = loam_rule_thresholds(3 + i, 4 + i);
        CHECK_INT(caves.rules[i].birth, expected.birth);
        CHECK_INT(caves.rules[i].survival, expected.survival);
    }
}

static void test_the_output_may_be_the_input(void)
{
    loam_automaton automaton = loam_default_automaton();
    for (int32_t edge = 0; edge < LOAM_EDGE_COUNT; edge++)
    {
        automaton.edge = (loam_edge)edge;
        loam_bits in = field_make(150, 40);
        field_randomise(&in, 9, 50);
        loam_bits expected = clever_run(&automaton, &in);
        loam_bits out = {in.words, expected.w, expected.h};
        const size_t size = loam_automaton_scratch_size(in.w, in.h);
        void *scratch = field_alloc(size);
        CHECK_OK(loam_automaton_run(&automaton, &out, &in, scratch, size));
        CHECK(memcmp(out.words, expected.words, loam_bits_size(out.w, out.h)) == 0);
        CHECK(loam_bits_count(&out) > 0);
        field_release(scratch, size);
        field_free(&expected);
        field_release(in.words, loam_bits_size(150, 40));
    }
}

// ---- bad arguments ------------------------------------------------------------------------------

static void check_refused(const loam_automaton *automaton, loam_bits *out, const loam_bits *in,
                          const char *why)
{
    static uint64_t scratch[1 << 16];
    CHECK_INT(loam_automaton_run(automaton, out, in, scratch, sizeof scratch), LOAM_BAD_ARGUMENT);
    CHECK_CONTAINS(loam_last_error(), why);
}

static void check_unsupported(const loam_automaton *automaton, loam_bits *out, const loam_bits *in)
{
    uint64_t scratch[512];
    CHECK_INT(loam_automaton_run(automaton, out, in, scratch, sizeof scratch), LOAM_UNSUPPORTED);
    CHECK_CONTAINS(loam_last_error(), loam_isa_name(automaton->isa));
}

static void test_bad_automata_are_refused(void)
{
    loam_bits in = field_make(40, 30), out = field_make(24, 14);
    const loam_automaton good = loam_default_automaton();
    const loam_rule bad_rules[] = {{1, 1}, {0x200, 0}, {0, 0xffff}};
    loam_automaton bad = good;
    bad.rules = NULL;
    check_refused(&bad, &out, &in, "must be at least 1");
    bad = good;
    bad.rule_count = 0;
    check_refused(&bad, &out, &in, "0 rules");
    bad = make(bad_rules, 2, 8, LOAM_EDGE_PADDED);
    check_refused(&bad, &out, &in, "rule 1 has birth 0x200");
    bad.rules = bad_rules + 2;
    bad.rule_count = 1;
    check_refused(&bad, &out, &in, "survival 0xffff; must be 0 to 0x1ff");
    bad = good;
    bad.iterations = -1;
    check_refused(&bad, &out, &in, "-1 iterations");
    bad.iterations = INT32_MAX;
    check_refused(&bad, &out, &in, "a padding of 2147483647 needs sides of 4294967295");
    bad.iterations = 15;
    check_refused(&bad, &out, &in, "needs sides of 31");
    bad = good;
    bad.edge = LOAM_EDGE_COUNT;
    check_refused(&bad, &out, &in, "edge 3; must be");
    bad.edge = (loam_edge)-1;
    check_refused(&bad, &out, &in, "edge -1");
    bad = good;
    bad.isa = loam_isa_available(LOAM_ISA_NEON) ? LOAM_ISA_AVX2 : LOAM_ISA_NEON;
    check_unsupported(&bad, &out, &in);
    bad.isa = LOAM_ISA_COUNT;
    check_unsupported(&bad, &out, &in);
    bad.isa = LOAM_ISA_AUTO;
    bad.edge = LOAM_EDGE_ZERO;
    check_refused(&bad, &out, &in, "the output has 24 x 14 bits; must be 40 x 30");
    CHECK_U64(loam_bits_count(&out), 0);
    field_free(&in);
    field_free(&out);
}

static void test_bad_memory_is_refused(void)
{
    loam_bits in = field_make(40, 30), out = field_make(24, 14);
    const loam_bits none = {0}, flat = {in.words, 40, -3};
    const loam_automaton good = loam_default_automaton();
    check_refused(&good, &out, &none, "the input is not a field");
    check_refused(&good, &out, NULL, "the input is not a field");
    check_refused(&good, &out, &flat, "40 x -3 bits");
    check_refused(&good, &in, &in, "the output has 40 x 30 bits; must be 24 x 14");
    const size_t size = loam_automaton_scratch_size(40, 30);
    uint64_t *scratch = field_alloc(size);
    CHECK_INT(loam_automaton_run(&good, &out, &in, scratch, size - 1), LOAM_BAD_ARGUMENT);
    CHECK_CONTAINS(loam_last_error(), "the scratch memory has");
    CHECK_INT(loam_automaton_run(&good, &out, &in, (uint8_t *)scratch + 4, size),
              LOAM_BAD_ARGUMENT);
    CHECK_CONTAINS(loam_last_error(), "aligned to 8");
    CHECK_INT(loam_automaton_run(&good, &out, &in, NULL, size), LOAM_BAD_ARGUMENT);
    CHECK_OK(loam_automaton_run(&good, &out, &in, scratch, size));
    CHECK_INT(loam_automaton_scratch_size(0, 30), 0);
    CHECK_INT(loam_automaton_scratch_size(1, 65537), 0);
    field_release(scratch, size);
    field_free(&in);
    field_free(&out);
}

int main(void)
{
    RUN(test_random_rules_and_sizes_equal_cell_by_cell);
    RUN(test_every_width_equals_cell_by_cell);
    RUN(test_strips_and_blocks_equal_cell_by_cell);
    RUN(test_each_bit_of_a_rule_is_one_count);
    RUN(test_windows_agree_with_the_whole);
    RUN(test_less_padding_would_show);
    RUN(test_gliders_glide);
    RUN(test_thresholds_make_masks);
    RUN(test_the_output_may_be_the_input);
    RUN(test_bad_automata_are_refused);
    RUN(test_bad_memory_is_refused);
    return CHECK_DONE();
}
