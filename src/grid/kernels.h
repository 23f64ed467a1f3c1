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
} loam_grid_kernels;

extern const loam_grid_kernels loam_grid_kernels_plain;
extern const loam_grid_kernels loam_grid_kernels_avx2;

/// The kernels of an instruction set; NULL if this processor does not run it.
const loam_grid_kernels *loam_grid_kernels_of(loam_isa isa);

/// Says that this processor does not run an instruction set.
loam_result loam_fail_isa(loam_isa isa);

#endif
