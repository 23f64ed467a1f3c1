// SPDX-License-Identifier: MIT
// Fields of bits, for those who have checked their arguments.
#ifndef LOAM_GRID_BITS_H
#define LOAM_GRID_BITS_H

#include "loam/grid.h"

/// A field that a caller gave; name says which, for the message.
loam_result loam_bits_check(const loam_bits *bits, const char *name);

/// The same, for a field that has to have these sides.
loam_result loam_bits_check_sides(const loam_bits *bits, const char *name, int64_t w, int64_t h);

/// Fields that something with a padding reads and writes: out is smaller by that on each side.
loam_result loam_padding_check(const loam_bits *out, const loam_bits *in, int32_t padding);

loam_result loam_edge_check(loam_edge edge);

/// Scratch memory that a caller gave.
loam_result loam_scratch_check(const void *scratch, size_t size, size_t needed);

/// The first count bits of a word, 0..64.
static inline uint64_t loam_low_bits(int32_t count)
{
    return count >= 64 ? UINT64_MAX : (UINT64_C(1) << count) - 1;
}

static inline size_t loam_bits_words(const loam_bits *bits)
{
    return (size_t)loam_bits_stride(bits->w) * (size_t)bits->h;
}

static inline uint64_t *loam_bits_row(const loam_bits *bits, int32_t y)
{
    return bits->words + (size_t)y * (size_t)loam_bits_stride(bits->w);
}

/// loam_bits_fill and loam_bits_copy without checks. The fields may be larger than
/// LOAM_MAX_BITS_SIDE.
void loam_bits_fill_inside(loam_bits *bits, loam_bits_area area, bool value);
void loam_bits_copy_inside(loam_bits *to, int32_t x, int32_t y, const loam_bits *from,
                           loam_bits_area area);

// ---- framed fields ------------------------------------------------------------------------------
// Automata and shapes work on a copy with a frame of cells around it, so that they need not know where
// the field ends; where there is padding, its outermost cells are frame enough. Neither do they know
// where a row ends: to them the words are one long stream, in which a row's last cells and the next
// one's first are neighbours. What goes wrong by that stays in the frame, or in the padding.

/// Bytes of a field of w x h cells in a frame so many cells wide. There is a word before the first row
/// and one after the last, for looking to the left and to the right.
size_t loam_framed_size(int32_t w, int32_t h, int32_t frame);

/// A field of zeros, as large as another, in a frame of ones if edge is LOAM_EDGE_ONE.
loam_bits loam_framed_make(void *memory, const loam_bits *like, int32_t frame, loam_edge edge);

/// Copies a field into its frame.
void loam_framed_put(loam_bits *framed, const loam_bits *from);

/// Fills out with what is left of a framed field without the outermost `lost` cells on each side.
void loam_framed_take(loam_bits *out, const loam_bits *framed, int32_t lost);

#endif
