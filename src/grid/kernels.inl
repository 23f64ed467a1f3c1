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

const loam_grid_kernels KERNELS = {
    .sum_rows = sum_rows,
    .apply_rule = apply_rule,
    .dilate_square = dilate_square,
    .dilate_disc = dilate_disc,
};
