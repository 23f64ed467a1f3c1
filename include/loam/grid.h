// SPDX-License-Identifier: MIT
// Loam, grid: fields of bits, cellular automata and neighbourhoods on them, 64 cells at a time.
//
// All functions are pure: they write what they say they write, allocate nothing, keep nothing, and may
// run on any number of threads as long as no two write to the same field. A call that fails has
// changed nothing.
#ifndef LOAM_GRID_H
#define LOAM_GRID_H

#include "loam/base.h"

#ifdef __cplusplus
extern "C" {
#endif

#define LOAM_MAX_BITS_SIDE 65536

// ---- fields of bits -----------------------------------------------------------------------------

/// A field of w x h bits in the caller's memory, row by row. Bit x of a row is bit x % 64 of its word
/// x / 64. A row begins with a word of its own, and what its last word has beyond w is 0: all functions
/// keep it so, and code that writes words directly must, too. Fields of equal sides are then equal if their
/// words are. A slice of a solid, or some rows of a field, is a field too: words points into the
/// middle of the larger one.
typedef struct loam_bits
{
    uint64_t *words; // loam_bits_stride(w) * h
    int32_t w, h;    // 1..LOAM_MAX_BITS_SIDE
} loam_bits;

/// A rectangle of cells.
typedef struct loam_bits_area
{
    int32_t x, y;
    int32_t w, h; // >= 0
} loam_bits_area;

/// Words in a row of w bits.
LOAM_API int32_t loam_bits_stride(int32_t w);

/// Bytes that a field needs; 0 if a side is not 1..LOAM_MAX_BITS_SIDE.
LOAM_API size_t loam_bits_size(int32_t w, int32_t h);

/// Makes a field of zeros in memory of size bytes, which must be at least loam_bits_size(w, h) and
/// aligned to 8.
LOAM_API loam_result loam_bits_init(loam_bits *bits, int32_t w, int32_t h, void *memory,
                                    size_t size);

/// One bit. Beyond the field it is 0, and setting it does nothing.
LOAM_API bool loam_bits_get(const loam_bits *bits, int32_t x, int32_t y);
LOAM_API void loam_bits_set(loam_bits *bits, int32_t x, int32_t y, bool value);

/// Sets all bits of an area, which has to lie inside the field.
LOAM_API loam_result loam_bits_fill(loam_bits *bits, loam_bits_area area, bool value);

/// Copies an area of from to (x, y) of to. It has to lie inside both fields; if both are the same
/// field, the area and its copy must not overlap.
LOAM_API loam_result loam_bits_copy(loam_bits *to, int32_t x, int32_t y, const loam_bits *from,
                                    loam_bits_area area);

/// What to make of two bits.
typedef enum loam_bits_operation
{
    LOAM_BITS_AND,
    LOAM_BITS_OR,
    LOAM_BITS_XOR,
    LOAM_BITS_WITHOUT, // a and not b
    LOAM_BITS_OPERATION_COUNT,
} loam_bits_operation;

/// out = a operation b, bit by bit. All three have the same sides; out may be a or b.
LOAM_API loam_result loam_bits_combine(loam_bits *out, const loam_bits *a,
                                       loam_bits_operation operation, const loam_bits *b);

/// How many bits are 1.
LOAM_API uint64_t loam_bits_count(const loam_bits *bits);

/// A hash of sides and bits, the same on every machine.
LOAM_API uint64_t loam_bits_hash(const loam_bits *bits, uint64_t seed);

// ---- bytes --------------------------------------------------------------------------------------

/// Bytes of the caller's, one per cell: cell (x, y) is data[y * pitch + x * step]. So step is 1 for a
/// plain array, and 4 for one of the four attributes of a tile.
typedef struct loam_bytes
{
    uint8_t *data; // only read, except by loam_bits_to_bytes
    size_t step;   // from a cell to the next, >= 1
    size_t pitch;  // from a row to the next, >= (w - 1) * step + 1
} loam_bytes;

/// Bits from bytes: 1 where the byte is not 0; where it is value; where accepted[byte] is true.
LOAM_API loam_result loam_bits_from_nonzero(loam_bits *bits, loam_bytes bytes);
LOAM_API loam_result loam_bits_from_equal(loam_bits *bits, loam_bytes bytes, uint8_t value);
LOAM_API loam_result loam_bits_from_table(loam_bits *bits, loam_bytes bytes,
                                          const bool accepted[256]);

/// Bytes from bits: writes zero or one for each cell, and nothing between the cells.
LOAM_API loam_result loam_bits_to_bytes(const loam_bits *bits, loam_bytes bytes, uint8_t zero,
                                        uint8_t one);

// ---- edges --------------------------------------------------------------------------------------

/// What lies around a field that something with a neighbourhood is applied to.
typedef enum loam_edge
{
    /// More of the same, which the field does not show: the result is the smaller field of those cells
    /// that follow from what is there. Whatever window of a larger field is given, a cell comes out the
    /// same, so pages that are computed one by one have no seams.
    LOAM_EDGE_PADDED,
    LOAM_EDGE_ZERO, // zeros everywhere; the result is as large as the field
    LOAM_EDGE_ONE,  // ones everywhere
    LOAM_EDGE_COUNT,
} loam_edge;

// ---- cellular automata --------------------------------------------------------------------------

#define LOAM_RULE_ALL 0x1ffu

/// What becomes of a cell, by how many of its 8 neighbours are 1: a 0 turns 1 if bit n of birth is set,
/// a 1 stays if bit n of survival is. Conway's Life is {1u << 3, 1u << 2 | 1u << 3}.
typedef struct loam_rule
{
    uint16_t birth, survival; // 0..LOAM_RULE_ALL
} loam_rule;

/// The rule by which a 0 turns 1 if more than birth_above neighbours are 1, and a 1 stays unless fewer
/// than death_below are. Any numbers will do: death_below 0 is 'stays always', birth_above 8 'never'.
LOAM_API loam_rule loam_rule_thresholds(int32_t birth_above, int32_t death_below);

/// A cellular automaton. Start from loam_default_automaton().
typedef struct loam_automaton
{
    const loam_rule *rules; // iteration i goes by rules[i % rule_count]
    int32_t rule_count;     // >= 1
    int32_t iterations;     // >= 0
    loam_edge edge;
    loam_isa isa; // all give the same bits; LOAM_UNSUPPORTED if this processor lacks it
} loam_automaton;

/// Eight iterations that turn dithered caves into rugged ones, padded: 'more than 3, fewer than 4' and
/// 'more than 4, fewer than 5' in turn.
LOAM_API loam_automaton loam_default_automaton(void);

/// How many cells the input has to have on each side beyond what comes out: the number of iterations
/// with LOAM_EDGE_PADDED, otherwise 0.
LOAM_API int32_t loam_automaton_padding(const loam_automaton *automaton);

/// Bytes of scratch memory that loam_automaton_run needs for an input of w x h; 0 if a side is not
/// 1..LOAM_MAX_BITS_SIDE.
LOAM_API size_t loam_automaton_scratch_size(int32_t w, int32_t h);

/// Runs the automaton on in and writes what comes out to out, whose sides are in's less twice the
/// padding. out may share memory with in. scratch is aligned to 8. Uses 20 KiB of stack.
LOAM_API loam_result loam_automaton_run(const loam_automaton *automaton, loam_bits *out,
                                        const loam_bits *in, void *scratch, size_t scratch_size);

// ---- neighbourhoods -----------------------------------------------------------------------------

/// Cells around a cell.
typedef enum loam_shape
{
    LOAM_SHAPE_SQUARE, // 3 x 3, the cell itself included: 9
    LOAM_SHAPE_RING,   // the same without the cell: its 8 neighbours
    LOAM_SHAPE_DISC,   // 5 x 5 without the corners, the cell itself included: 21
    LOAM_SHAPE_CIRCLE, // the same without the cell: 20
    LOAM_SHAPE_COUNT,
} loam_shape;

/// How far a shape reaches: 1 or 2 cells, 0 for what is no shape. With LOAM_EDGE_PADDED this is the
/// padding.
LOAM_API int32_t loam_shape_reach(loam_shape shape);

/// Bytes of scratch memory that dilating or eroding a field of w x h needs; 0 if a side is not
/// 1..LOAM_MAX_BITS_SIDE.
LOAM_API size_t loam_shape_scratch_size(int32_t w, int32_t h);

/// A field, and how to look around in it.
typedef struct loam_shape_input
{
    const loam_bits *bits;
    loam_shape shape;
    loam_edge edge;
    void *scratch; // aligned to 8
    size_t scratch_size;
    loam_isa isa; // all give the same bits; LOAM_UNSUPPORTED if this processor lacks it
} loam_shape_input;

/// 1 where any cell of the shape is 1. out has the sides of the input, less twice the reach if padded,
/// and may share memory with it. 'Some neighbour is air' is the dilation of the air by the circle.
LOAM_API loam_result loam_bits_dilate(loam_bits *out, const loam_shape_input *input);

/// 1 where all cells of the shape are 1.
LOAM_API loam_result loam_bits_erode(loam_bits *out, const loam_shape_input *input);

#ifdef __cplusplus
}
#endif
#endif
