// SPDX-License-Identifier: MIT
#include "bits.h"

// Cellular automata on the Moore neighbourhood (Dubský 2022, 2.2 and 3.2.5), 64 cells at a time.
//
// The counts of 64 neighbouring cells are kept bit-sliced: one word holds the ones of all the counts,
// another the twos, and so on, and they are added as a processor's circuits do it, with half and full
// adders made of and, or, exclusive or. First each row is summed over three cells in a row, once, for
// the row itself and for those above and below. Then three such sums are added. The cell itself is in
// its sum (one word less to keep): a living cell's count is one too high, which the rule's table makes
// up for. The table gives the next state for the counts 0 to 9 of a dead and of a living cell; it is
// looked up by choosing between neighbouring entries by the ones, between what is left by the twos,
// and so on.
//
// The words of a framed field are one stream, so that narrow fields fill a processor's vectors too:
// see bits.h. A field is done in blocks whose sums fit into the nearest cache.

enum
{
    FRAME = 1,
    BLOCK_WORDS = 1024, // of sums, on the stack
    STRIP_WORDS = 64    // widest piece of a row, so that a block has many rows
};

/// All entries of a rule's table as words of 64 equal bits. Entry [alive][k] is for the count 2k, and
/// differs[alive][k] is where that for 2k + 1 differs from it.
typedef struct rule_words
{
    uint64_t even[2][5];
    uint64_t differs[2][5];
} rule_words;

/// The sums over three cells of each row of a block: ones and twos.
typedef struct row_sums
{
    uint64_t ones[BLOCK_WORDS];
    uint64_t twos[BLOCK_WORDS];
} row_sums;

/// A step from one framed field to another.
typedef struct automaton_step
{
    const uint64_t *from;
    uint64_t *to;
    int32_t stride;
    rule_words rule;
} automaton_step;

// ---- rules --------------------------------------------------------------------------------------

/// Whether a cell is 1 after the step; count has the cell itself in it.
static bool next_state(loam_rule rule, bool alive, int32_t count)
{
    const uint32_t states = alive ? (uint32_t)rule.survival << 1 : rule.birth;
    return (states >> count & 1) != 0;
}

static rule_words make_words(loam_rule rule)
{
    rule_words words;
    for (int32_t alive = 0; alive < 2; alive++)
    {
        for (int32_t k = 0; k < 5; k++)
        {
            const bool even = next_state(rule, alive != 0, 2 * k);
            const bool odd = next_state(rule, alive != 0, 2 * k + 1);
            words.even[alive][k] = even ? UINT64_MAX : 0;
            words.differs[alive][k] = even != odd ? UINT64_MAX : 0;
        }
    }
    return words;
}

/// a where the selector is 0, b where it is 1.
static inline uint64_t choose(uint64_t selector, uint64_t a, uint64_t b)
{
    return a ^ (selector & (a ^ b));
}

/// Looks up 64 counts of ones, twos, fours and eights, all of dead cells or all of living ones.
static inline uint64_t look_up(const uint64_t even[5], const uint64_t differs[5],
                               const uint64_t count[4])
{
    const uint64_t n01 = even[0] ^ (count[0] & differs[0]);
    const uint64_t n23 = even[1] ^ (count[0] & differs[1]);
    const uint64_t n45 = even[2] ^ (count[0] & differs[2]);
    const uint64_t n67 = even[3] ^ (count[0] & differs[3]);
    const uint64_t n89 = even[4] ^ (count[0] & differs[4]);
    const uint64_t n03 = choose(count[1], n01, n23);
    const uint64_t n47 = choose(count[1], n45, n67);
    return choose(count[3], choose(count[2], n03, n47), n89);
}

// ---- words --------------------------------------------------------------------------------------
// The two loops in which the time goes. Compilers make vectors of them.

/// Sums of each cell and the two beside it. Reads one word before from and one after it.
static void sum_rows(uint64_t *restrict ones, uint64_t *restrict twos,
                     const uint64_t *restrict from, int32_t count)
{
    for (int32_t i = 0; i < count; i++)
    {
        const uint64_t cell = from[i];
        const uint64_t left = cell << 1 | from[i - 1] >> 63;
        const uint64_t right = cell >> 1 | from[i + 1] << 63;
        const uint64_t beside = left ^ right;
        ones[i] = beside ^ cell;
        twos[i] = (left & right) | (beside & cell);
    }
}

/// Adds the sums of three rows, the second and third one and two pitches after the first, and applies
/// the rule.
static void apply_rule(uint64_t *restrict to, const uint64_t *restrict from,
                       const uint64_t *restrict ones, const uint64_t *restrict twos, int32_t pitch,
                       int32_t count, const rule_words *rule)
{
    const rule_words words = *rule;
    const uint64_t *const ones_1 = ones + pitch, *const ones_2 = ones_1 + pitch;
    const uint64_t *const twos_1 = twos + pitch, *const twos_2 = twos_1 + pitch;
    for (int32_t i = 0; i < count; i++)
    {
        const uint64_t a = ones[i] ^ ones_2[i], b = twos[i] ^ twos_2[i];
        const uint64_t carried_twos = (ones[i] & ones_2[i]) | (a & ones_1[i]);
        const uint64_t sum_of_twos = b ^ twos_1[i];
        const uint64_t carried_fours = (twos[i] & twos_2[i]) | (b & twos_1[i]);
        const uint64_t more_fours = sum_of_twos & carried_twos;
        const uint64_t counts[4] = {a ^ ones_1[i], sum_of_twos ^ carried_twos,
                                    carried_fours ^ more_fours, carried_fours & more_fours};
        to[i] = choose(from[i], look_up(words.even[0], words.differs[0], counts),
                       look_up(words.even[1], words.differs[1], counts));
    }
}

// ---- blocks -------------------------------------------------------------------------------------

/// Some rows of a strip of words.
typedef struct block
{
    int32_t x, w; // words
    int32_t y, h;
} block;

static void do_block(const automaton_step *step, block part)
{
    row_sums sums;
    // A strip as wide as the field is one run of words, any other a run for each row.
    const bool whole = part.w == step->stride;
    const int32_t rows = whole ? 0 : part.h - 1;
    const int32_t length = whole ? part.w * part.h : part.w;
    const int32_t length_of_sums = whole ? length + 2 * part.w : part.w;
    const size_t stride = (size_t)step->stride;
    const size_t begin = (size_t)part.y * stride + (size_t)part.x;
    for (int32_t i = 0; i <= (whole ? 0 : rows + 2); i++)
    {
        sum_rows(sums.ones + i * part.w, sums.twos + i * part.w,
                 step->from + begin - stride + (size_t)i * stride, length_of_sums);
    }
    for (int32_t i = 0; i <= rows; i++)
    {
        const size_t at = begin + (size_t)i * stride;
        apply_rule(step->to + at, step->from + at, sums.ones + i * part.w, sums.twos + i * part.w,
                   part.w, length, &step->rule);
    }
}

/// Does rows y0 to y1 - 1. They have rows above and below.
static void do_rows(const automaton_step *step, int32_t y0, int32_t y1)
{
    for (int32_t x = 0; x < step->stride; x += STRIP_WORDS)
    {
        const int32_t rest = step->stride - x;
        const int32_t w = rest < STRIP_WORDS ? rest : STRIP_WORDS;
        const int32_t most = BLOCK_WORDS / w - 2;
        for (int32_t y = y0; y < y1; y += most)
        {
            do_block(step, (block){x, w, y, y1 - y < most ? y1 - y : most});
        }
    }
}

/// Gives the columns of the frame their state again; its rows are never written.
static void mend_columns(loam_bits *framed, bool value)
{
    const int32_t last = framed->w - 1;
    const uint64_t bit = (uint64_t)value;
    for (int32_t y = FRAME; y < framed->h - FRAME; y++)
    {
        uint64_t *row = loam_bits_row(framed, y);
        row[0] = (row[0] & ~UINT64_C(1)) | bit;
        row[last / 64] = (row[last / 64] & ~(UINT64_C(1) << last % 64)) | bit << last % 64;
    }
}

/// All iterations, to and fro between two framed fields; returns the one that has the result.
static const loam_bits *iterate(const loam_automaton *automaton, loam_bits fields[2])
{
    const bool padded = automaton->edge == LOAM_EDGE_PADDED;
    for (int32_t i = 0; i < automaton->iterations; i++)
    {
        const loam_bits *from = &fields[i % 2];
        loam_bits *to = &fields[(i + 1) % 2];
        const automaton_step step = {
            .from = from->words,
            .to = to->words,
            .stride = loam_bits_stride(from->w),
            .rule = make_words(automaton->rules[i % automaton->rule_count])};
        const int32_t lost = FRAME + (padded ? i + 1 : 0);
        do_rows(&step, lost, from->h - lost);
        if (!padded)
        {
            mend_columns(to, automaton->edge == LOAM_EDGE_ONE);
        }
    }
    return &fields[automaton->iterations % 2];
}

// ---- public -------------------------------------------------------------------------------------

loam_rule loam_rule_thresholds(int32_t birth_above, int32_t death_below)
{
    loam_rule rule = {0};
    for (int32_t n = 0; n <= 8; n++)
    {
        rule.birth |= (uint16_t)((n > birth_above) << n);
        rule.survival |= (uint16_t)((n >= death_below) << n);
    }
    return rule;
}

loam_automaton loam_default_automaton(void)
{
    static const loam_rule rules[] = {{.birth = 0x1f0, .survival = 0x1f0},
                                      {.birth = 0x1e0, .survival = 0x1e0}};
    return (loam_automaton){
        .rules = rules, .rule_count = 2, .iterations = 8, .edge = LOAM_EDGE_PADDED};
}

int32_t loam_automaton_padding(const loam_automaton *automaton)
{
    return automaton->edge == LOAM_EDGE_PADDED ? automaton->iterations : 0;
}

size_t loam_automaton_scratch_size(int32_t w, int32_t h)
{
    return loam_bits_size(w, h) > 0 ? 2 * loam_framed_size(w, h, FRAME) : 0;
}

static loam_result check_rules(const loam_automaton *automaton)
{
    if (automaton->rules == NULL || automaton->rule_count < 1)
    {
        return loam_fail(LOAM_BAD_ARGUMENT, "an automaton with %d rules at %p; it needs at least 1",
                         (int)automaton->rule_count, (const void *)automaton->rules);
    }
    for (int32_t i = 0; i < automaton->rule_count; i++)
    {
        const loam_rule rule = automaton->rules[i];
        if (rule.birth > LOAM_RULE_ALL || rule.survival > LOAM_RULE_ALL)
        {
            return loam_fail(LOAM_BAD_ARGUMENT,
                             "rule %d has birth 0x%x and survival 0x%x; accepted are 0 to 0x%x, a "
                             "bit for each count of neighbours",
                             (int)i, (unsigned)rule.birth, (unsigned)rule.survival, LOAM_RULE_ALL);
        }
    }
    return LOAM_OK;
}

static loam_result check_automaton(const loam_automaton *automaton)
{
    const loam_result result = check_rules(automaton);
    if (result == LOAM_OK && automaton->iterations < 0)
    {
        return loam_fail(LOAM_BAD_ARGUMENT, "%d iterations of an automaton; accepted are 0 or more",
                         (int)automaton->iterations);
    }
    return result != LOAM_OK ? result : loam_edge_check(automaton->edge);
}

loam_result loam_automaton_run(const loam_automaton *automaton, loam_bits *out, const loam_bits *in,
                               void *scratch, size_t scratch_size)
{
    loam_result result = check_automaton(automaton);
    if (result == LOAM_OK)
    {
        result = loam_padding_check(out, in, loam_automaton_padding(automaton));
    }
    if (result == LOAM_OK)
    {
        result = loam_scratch_check(scratch, scratch_size,
                                    loam_automaton_scratch_size(in->w, in->h));
    }
    if (result != LOAM_OK)
    {
        return result;
    }
    loam_bits fields[2];
    for (int32_t i = 0; i < 2; i++)
    {
        uint8_t *memory = (uint8_t *)scratch + (size_t)i * loam_framed_size(in->w, in->h, FRAME);
        fields[i] = loam_framed_make(memory, in, FRAME, automaton->edge);
    }
    const loam_bits *end = iterate(automaton, fields);
    loam_framed_take(out, end, FRAME + loam_automaton_padding(automaton));
    return LOAM_OK;
}
