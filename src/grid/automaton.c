// SPDX-License-Identifier: MIT
#include "bits.h"
#include "kernels.h"

// Cellular automata on the Moore neighbourhood (Dubský 2022, 2.2 and 3.2.5), 64 cells at a time.
//
// The counts of 64 neighbouring cells are kept bit-sliced: one word holds the ones of all the counts,
// another the twos, and so on, and they are added as a processor's circuits do it, with half and full
// adders made of and, or, exclusive or. First each row is summed over three cells in a row, once, for
// the row itself and for those above and below. Then three such sums are added. The cell itself is in
// its sum (one word less to keep): a living cell's count is one too high, which the rule's table makes
// up for. The table gives the next state for the counts 0 to 9 of a dead and of a living cell. The
// arithmetic is in kernels.inl.
//
// The words of a framed field are one stream, so that narrow fields fill a processor's vectors too:
// see bits.h. A field is done in blocks whose sums fit into the nearest cache.

enum
{
    MAX_FRAME = 1,
    BLOCK_WORDS = 1024, // of sums, on the stack
    STRIP_WORDS = 64    // widest piece of a row, so that a block has many rows
};

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
    loam_rule_words rule;
    const loam_grid_kernels *kernels;
} automaton_step;

// ---- rules --------------------------------------------------------------------------------------

/// Whether a cell is 1 after the step; count has the cell itself in it.
static bool next_state(loam_rule rule, bool alive, int32_t count)
{
    const uint32_t states = alive ? (uint32_t)rule.survival << 1 : rule.birth;
    return (states >> count & 1) != 0;
}

static loam_rule_words make_words(loam_rule rule)
{
    loam_rule_words words;
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
    const int32_t runs = whole ? 1 : part.h, length = whole ? part.w * part.h : part.w;
    const int32_t sum_runs = whole ? 1 : part.h + 2;
    const int32_t sum_length = whole ? part.w * (part.h + 2) : part.w;
    const size_t stride = (size_t)step->stride;
    const size_t begin = (size_t)part.y * stride + (size_t)part.x;
    for (int32_t i = 0; i < sum_runs; i++)
    {
        step->kernels->sum_rows(sums.ones + i * part.w, sums.twos + i * part.w,
                                step->from + begin - stride + (size_t)i * stride, sum_length);
    }
    for (int32_t i = 0; i < runs; i++)
    {
        const size_t at = begin + (size_t)i * stride;
        step->kernels->apply_rule(step->to + at, step->from + at, sums.ones + i * part.w,
                                  sums.twos + i * part.w, part.w, length, &step->rule);
    }
}

/// Does rows y0 to y1 - 1. They have rows above and below.
static void do_rows(const automaton_step *step, int32_t y0, int32_t y1)
{
    // Strips of about the same width: the last one would else be a few words.
    const int32_t strips = (step->stride + STRIP_WORDS - 1) / STRIP_WORDS;
    const int32_t width = (step->stride + strips - 1) / strips;
    for (int32_t x = 0; x < step->stride; x += width)
    {
        const int32_t rest = step->stride - x, w = rest < width ? rest : width;
        const int32_t max = BLOCK_WORDS / w - 2;
        for (int32_t y = y0; y < y1; y += max)
        {
            do_block(step, (block){x, w, y, y1 - y < max ? y1 - y : max});
        }
    }
}

static int32_t frame_of(loam_edge edge)
{
    return edge == LOAM_EDGE_PADDED ? 0 : MAX_FRAME;
}

/// Gives the columns of the frame their state again; its rows are never written.
static void mend_columns(loam_bits *framed, bool value)
{
    const int32_t last = framed->w - 1;
    const uint64_t bit = (uint64_t)value;
    for (int32_t y = MAX_FRAME; y < framed->h - MAX_FRAME; y++)
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
            .rule = make_words(automaton->rules[i % automaton->rule_count]),
            .kernels = loam_grid_kernels_of(automaton->isa)};
        const int32_t lost = padded ? i + 1 : MAX_FRAME;
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
    return loam_bits_size(w, h) > 0 ? 2 * loam_framed_size(w, h, MAX_FRAME) : 0;
}

static loam_result check_rules(const loam_automaton *automaton)
{
    if (automaton->rules == NULL || automaton->rule_count < 1)
    {
        return loam_fail(LOAM_BAD_ARGUMENT, "an automaton has %d rules at %p; must be at least 1",
                         (int)automaton->rule_count, (const void *)automaton->rules);
    }
    for (int32_t i = 0; i < automaton->rule_count; i++)
    {
        const loam_rule rule = automaton->rules[i];
        if (rule.birth > LOAM_RULE_ALL || rule.survival > LOAM_RULE_ALL)
        {
            return loam_fail(LOAM_BAD_ARGUMENT,
                             "rule %d has birth 0x%x and survival 0x%x; must be 0 to 0x%x, a "
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
        return loam_fail(LOAM_BAD_ARGUMENT, "%d iterations of an automaton; must be 0 or more",
                         (int)automaton->iterations);
    }
    if (result == LOAM_OK && loam_grid_kernels_of(automaton->isa) == NULL)
    {
        return loam_fail_isa(automaton->isa);
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
    const int32_t frame = frame_of(automaton->edge);
    loam_bits fields[2];
    for (int32_t i = 0; i < 2; i++)
    {
        uint8_t *memory = (uint8_t *)scratch + (size_t)i * loam_framed_size(in->w, in->h, frame);
        fields[i] = loam_framed_make(memory, in, frame, automaton->edge);
    }
    loam_framed_put(&fields[0], in);
    const loam_bits *end = iterate(automaton, fields);
    loam_framed_take(out, end, frame + loam_automaton_padding(automaton));
    return LOAM_OK;
}
