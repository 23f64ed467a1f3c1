// SPDX-License-Identifier: MIT
// The loops over words in which the time goes. A file kernels_<isa>.c includes this with KERNELS
// defined as the name of its table; it alone is compiled with that instruction set's flags, and the
// compiler makes its vectors of the loops. There are no operations but those on bits, so all variants
// give the same.

#include "kernels.h"

// ---- automata -----------------------------------------------------------------------------------

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

/// Adds the sums of three rows, the second and third one and two pitches after the first, and applies
/// the rule.
static void apply_rule(uint64_t *restrict to, const uint64_t *restrict from,
                       const uint64_t *restrict ones, const uint64_t *restrict twos, int32_t pitch,
                       int32_t count, const loam_rule_words *rule)
{
    const loam_rule_words words = *rule;
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

// ---- shapes -------------------------------------------------------------------------------------

/// The cells beside each cell of a word, up to one or two away.
static inline uint64_t beside_1(const uint64_t *at)
{
    return (at[0] << 1 | at[-1] >> 63) | (at[0] >> 1 | at[1] << 63);
}

static inline uint64_t beside_2(const uint64_t *at)
{
    return beside_1(at) | (at[0] << 2 | at[-1] >> 62) | (at[0] >> 2 | at[1] << 62);
}

static void dilate_square(uint64_t *restrict to, const uint64_t *restrict from, int32_t stride,
                          size_t count, uint64_t centre)
{
    for (size_t i = 0; i < count; i++)
    {
        const uint64_t *at = from + i, *above = at - stride, *below = at + stride;
        to[i] = beside_1(above) | above[0] | beside_1(at) | (at[0] & centre) | beside_1(below) |
                below[0];
    }
}

static void dilate_disc(uint64_t *restrict to, const uint64_t *restrict from, int32_t stride,
                        size_t count, uint64_t centre)
{
    for (size_t i = 0; i < count; i++)
    {
        const uint64_t *at = from + i, *above = at - stride, *below = at + stride;
        const uint64_t *top = above - stride, *bottom = below + stride;
        to[i] = beside_1(top) | top[0] | beside_2(above) | above[0] | beside_2(at) |
                (at[0] & centre) | beside_2(below) | below[0] | beside_1(bottom) | bottom[0];
    }
}

// ---- sums and limits ----------------------------------------------------------------------------

/// The sum of five or seven cells in a row: those up to two (three) away.
static void sum_wide(uint64_t *restrict to, size_t pitch, const uint64_t *restrict from,
                     size_t count, uint64_t third)
{
    for (size_t i = 0; i < count; i++)
    {
        const uint64_t before = from[(ptrdiff_t)i - 1], cell = from[i], after = from[i + 1];
        const uint64_t l1 = cell << 1 | before >> 63, r1 = cell >> 1 | after << 63;
        const uint64_t l2 = cell << 2 | before >> 62, r2 = cell >> 2 | after << 62;
        const uint64_t l3 = (cell << 3 | before >> 61) & third,
                       r3 = (cell >> 3 | after << 61) & third;
        const uint64_t a = l1 ^ r1, b = l2 ^ r2, c = l3 ^ r3;
        const uint64_t a_ones = a ^ cell, a_twos = (l1 & r1) | (a & cell);
        const uint64_t b_twos = l2 & r2, c_twos = l3 & r3;
        const uint64_t d = a_ones ^ b, carried = (a_ones & b) | (d & c);
        const uint64_t e = a_twos ^ b_twos, f = c_twos ^ carried;
        to[i] = d ^ c;
        to[pitch + i] = e ^ f;
        // Twos are four of a, b, c and the carry; pairs of them, or one of each pair, are fours.
        to[2 * pitch + i] = (a_twos & b_twos) | (c_twos & carried) | (e & f);
    }
}

static void sum_beside(uint64_t *restrict to, size_t pitch, const uint64_t *restrict from,
                       size_t count, int32_t reach)
{
    if (reach == 0)
    {
        for (size_t i = 0; i < count; i++)
        {
            to[i] = from[i];
        }
    }
    else if (reach == 1)
    {
        sum_rows(to, to + pitch, from, (int32_t)count);
    }
    else
    {
        sum_wide(to, pitch, from, count, reach == 3 ? UINT64_MAX : 0);
    }
}

/// Adds a plane and what is carried, for LOAM_SUM_WORDS words; a plane that to has not had yet is 0.
static inline void add_plane(uint64_t *restrict to, const uint64_t *restrict term,
                             uint64_t *restrict carry, uint64_t had)
{
    for (int32_t i = 0; i < LOAM_SUM_WORDS; i++)
    {
        const uint64_t a = to[i] & had, either = a ^ term[i], sum = either ^ carry[i];
        carry[i] = (a & term[i]) | (either & carry[i]);
        to[i] = sum;
    }
}

/// The same beyond the planes of the term.
static inline void add_carry(uint64_t *restrict to, uint64_t *restrict carry, uint64_t had)
{
    for (int32_t i = 0; i < LOAM_SUM_WORDS; i++)
    {
        const uint64_t a = to[i] & had;
        to[i] = a ^ carry[i];
        carry[i] &= a;
    }
}

static void add_sums(const loam_sum_planes *to, int32_t before, const loam_sum_planes *term,
                     size_t count)
{
    for (size_t at = 0; at < count; at += LOAM_SUM_WORDS)
    {
        uint64_t carry[LOAM_SUM_WORDS] = {0};
        for (int32_t b = 0; b < to->planes; b++)
        {
            uint64_t *words = to->words + (size_t)b * to->pitch + at;
            const uint64_t had = b < before ? UINT64_MAX : 0;
            if (b < term->planes)
            {
                add_plane(words, term->words + (size_t)b * term->pitch + at, carry, had);
            }
            else
            {
                add_carry(words, carry, had);
            }
        }
    }
}

/// What three bits carry.
static inline uint64_t carry_of(uint64_t a, uint64_t b, uint64_t c)
{
    return (a & b) | ((a ^ b) & c);
}

static void add_three_twos(uint64_t *restrict to, size_t to_pitch, const uint64_t *const terms[3],
                           size_t pitch, size_t count)
{
    const uint64_t *restrict a = terms[0], *restrict b = terms[1], *restrict c = terms[2];
    uint64_t *restrict to_1 = to + to_pitch, *restrict to_2 = to_1 + to_pitch,
                       *restrict to_3 = to_2 + to_pitch;
    const uint64_t *restrict a_1 = a + pitch, *restrict b_1 = b + pitch, *restrict c_1 = c + pitch;
    for (size_t i = 0; i < count; i++)
    {
        const uint64_t twos = a_1[i] ^ b_1[i] ^ c_1[i], fours = carry_of(a_1[i], b_1[i], c_1[i]);
        const uint64_t carried = carry_of(a[i], b[i], c[i]), more = twos & carried;
        to[i] = a[i] ^ b[i] ^ c[i];
        to_1[i] = twos ^ carried;
        to_2[i] = fours ^ more;
        to_3[i] = fours & more;
    }
}

static void add_three_fours(uint64_t *restrict to, size_t to_pitch, const uint64_t *const terms[3],
                            size_t pitch, size_t count)
{
    const uint64_t *restrict a = terms[0], *restrict b = terms[1], *restrict c = terms[2];
    for (size_t i = 0; i < count; i++)
    {
        const uint64_t *const a_i = a + i, *const b_i = b + i, *const c_i = c + i;
        const uint64_t s1 = a_i[pitch] ^ b_i[pitch] ^ c_i[pitch];
        const uint64_t s2 = a_i[2 * pitch] ^ b_i[2 * pitch] ^ c_i[2 * pitch];
        const uint64_t s3 = a_i[3 * pitch] ^ b_i[3 * pitch] ^ c_i[3 * pitch];
        const uint64_t k0 = carry_of(a_i[0], b_i[0], c_i[0]);
        const uint64_t k1 = carry_of(a_i[pitch], b_i[pitch], c_i[pitch]);
        const uint64_t k2 = carry_of(a_i[2 * pitch], b_i[2 * pitch], c_i[2 * pitch]);
        const uint64_t k3 = carry_of(a_i[3 * pitch], b_i[3 * pitch], c_i[3 * pitch]);
        const uint64_t r1 = s1 & k0, r2 = carry_of(s2, k1, r1), r3 = carry_of(s3, k2, r2);
        to[i] = a_i[0] ^ b_i[0] ^ c_i[0];
        to[to_pitch + i] = s1 ^ k0;
        to[2 * to_pitch + i] = s2 ^ k1 ^ r1;
        to[3 * to_pitch + i] = s3 ^ k2 ^ r2;
        to[4 * to_pitch + i] = k3 ^ r3; // 27 at most: nothing goes beyond
    }
}

static void apply_limits(uint64_t *restrict to, const uint64_t *restrict from,
                         const loam_sum_planes *sums, loam_sum_limits limits, size_t count)
{
    for (size_t at = 0; at < count; at += LOAM_SUM_WORDS)
    {
        const size_t rest = count - at, words = rest < LOAM_SUM_WORDS ? rest : LOAM_SUM_WORDS;
        uint64_t born[LOAM_SUM_WORDS] = {0}, stays[LOAM_SUM_WORDS] = {0};
        // From the lowest plane up: a 1 where the limit has 0 is more, a 0 where it has 1 is less, and
        // what is equal leaves it to the planes below.
        for (int32_t b = 0; b < sums->planes; b++)
        {
            const uint64_t *restrict plane = sums->words + (size_t)b * sums->pitch + at;
            const uint64_t birth = limits.birth >> b & 1 ? UINT64_MAX : 0;
            const uint64_t survival = limits.survival >> b & 1 ? UINT64_MAX : 0;
            for (int32_t i = 0; i < LOAM_SUM_WORDS; i++)
            {
                born[i] = (born[i] & (plane[i] | ~birth)) | (plane[i] & ~birth);
                stays[i] = (stays[i] & (plane[i] | ~survival)) | (plane[i] & ~survival);
            }
        }
        for (size_t i = 0; i < words; i++)
        {
            to[at + i] = choose(from[at + i], born[i], stays[i]);
        }
    }
}

const loam_grid_kernels KERNELS = {
    .sum_rows = sum_rows,
    .apply_rule = apply_rule,
    .dilate_square = dilate_square,
    .dilate_disc = dilate_disc,
    .sum_beside = sum_beside,
    .add_sums = add_sums,
    .add_three_twos = add_three_twos,
    .add_three_fours = add_three_fours,
    .apply_limits = apply_limits,
};
