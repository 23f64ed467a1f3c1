// SPDX-License-Identifier: MIT
// The loops over words, one set for each instruction set that makes a difference.
#ifndef LOAM_GRID_KERNELS_H
#define LOAM_GRID_KERNELS_H

#include "loam/grid.h"

/// All entries of a rule's table as words of 64 equal bits. Entry [alive][k] is for the count 2k, and
/// differs[alive][k] is where that for 2k + 1 differs from it.
typedef struct loam_rule_words
{
    uint64_t even[2][5];
    uint64_t differs[2][5];
} loam_rule_words;

/// Words that sums are done in at a time: planes have room for a multiple of them.
#define LOAM_SUM_WORDS 8
#define LOAM_MAX_SUM_PLANES 9

/// Bit-sliced sums: plane b of a word's 64 sums is words[b * pitch + word].
typedef struct loam_sum_planes
{
    uint64_t *words;
    size_t pitch;
    int32_t planes;
} loam_sum_planes;

/// A dead cell comes to life if its sum is above birth, a living one stays if it is above survival; the
/// cell itself counts.
typedef struct loam_sum_limits
{
    int32_t birth, survival;
} loam_sum_limits;

/// The loops, each over a run of words. They also read the word before the run and the one after it,
/// the dilations those of the rows around it too.
typedef struct loam_grid_kernels
{
    /// Sums of each cell and the two beside it, bit-sliced.
    void (*sum_rows)(uint64_t *restrict ones, uint64_t *restrict twos,
                     const uint64_t *restrict from, int32_t count);

    /// The next state of count words at from, whose rows above, of their own and below have the sums
    /// at ones and twos, one pitch apart.
    void (*apply_rule)(uint64_t *restrict to, const uint64_t *restrict from,
                       const uint64_t *restrict ones, const uint64_t *restrict twos, int32_t pitch,
                       int32_t count, const loam_rule_words *rule);

    /// 1 where any cell around is; the cell itself counts under the mask centre.
    void (*dilate_square)(uint64_t *restrict to, const uint64_t *restrict from, int32_t stride,
                          size_t count, uint64_t centre);
    void (*dilate_disc)(uint64_t *restrict to, const uint64_t *restrict from, int32_t stride,
                        size_t count, uint64_t centre);

    /// Sums of each cell and the `reach` (0..3) on either side of it, into planes one pitch apart.
    void (*sum_beside)(uint64_t *restrict to, size_t pitch, const uint64_t *restrict from,
                       size_t count, int32_t reach);

    /// to += term. to has had `before` planes until now (0: it becomes the term) and has enough of them
    /// for the result. count is a multiple of LOAM_SUM_WORDS.
    void (*add_sums)(const loam_sum_planes *to, int32_t before, const loam_sum_planes *term,
                     size_t count);

    /// The same for three sums at once, as the 26 neighbours need it: of 2 planes each, which makes 4, and of 4
    /// each, which makes 5. Their planes are one pitch apart.
    void (*add_three_twos)(uint64_t *restrict to, size_t to_pitch, const uint64_t *const terms[3],
                           size_t pitch, size_t count);
    void (*add_three_fours)(uint64_t *restrict to, size_t to_pitch, const uint64_t *const terms[3],
                            size_t pitch, size_t count);

    /// The next state of the cells at from by their sums.
    void (*apply_limits)(uint64_t *restrict to, const uint64_t *restrict from,
                         const loam_sum_planes *sums, loam_sum_limits limits, size_t count);
} loam_grid_kernels;

extern const loam_grid_kernels loam_grid_kernels_plain;
extern const loam_grid_kernels loam_grid_kernels_avx2;

/// The kernels of an instruction set; NULL if this processor does not run it.
const loam_grid_kernels *loam_grid_kernels_of(loam_isa isa);

/// Says that this processor does not run an instruction set.
loam_result loam_fail_isa(loam_isa isa);

#endif
