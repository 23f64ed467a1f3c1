// SPDX-License-Identifier: MIT
#include "bits.h"
#include "kernels.h"

// Dilation and erosion by small shapes, 64 cells at a time: each row of a shape is one to five shifted
// copies of a row of the field, laid over each other. Eroding a field is dilating what is not in it.
// The circle of 20 cells is the neighbourhood by which tiles at an edge are told from inner ones
// (Dubský 2022, 3.2.6, there the whole 5 x 5).

enum
{
    MAX_FRAME = 2 // the largest reach
};

/// A word with all bits set if the cell itself belongs to the shape.
static uint64_t centre_of(loam_shape shape)
{
    return shape == LOAM_SHAPE_SQUARE || shape == LOAM_SHAPE_DISC ? UINT64_MAX : 0;
}

static void invert(uint64_t *words, size_t count)
{
    for (size_t i = 0; i < count; i++)
    {
        words[i] = ~words[i];
    }
}

static loam_result check_input(const loam_bits *out, const loam_shape_input *input)
{
    const loam_result result = loam_edge_check(input->edge);
    if (result != LOAM_OK)
    {
        return result;
    }
    const int32_t reach = loam_shape_reach(input->shape);
    if (reach == 0)
    {
        return loam_fail(LOAM_BAD_ARGUMENT,
                         "shape %d; must be LOAM_SHAPE_SQUARE, RING, DISC or CIRCLE",
                         (int)input->shape);
    }
    if (loam_grid_kernels_of(input->isa) == NULL)
    {
        return loam_fail_isa(input->isa);
    }
    return loam_padding_check(out, input->bits, input->edge == LOAM_EDGE_PADDED ? reach : 0);
}

/// Dilates the input, or what is not in it, from one framed field into another, and copies the result
/// out, or what is not in it.
static void dilate(loam_bits *out, const loam_shape_input *input, bool inverted)
{
    const loam_bits *in = input->bits;
    const loam_grid_kernels *kernels = loam_grid_kernels_of(input->isa);
    const int32_t reach = loam_shape_reach(input->shape);
    const int32_t frame = input->edge == LOAM_EDGE_PADDED ? 0 : reach;
    const size_t words = loam_framed_size(in->w, in->h, frame) / sizeof(uint64_t);
    loam_bits from = loam_framed_make(input->scratch, in, frame, input->edge);
    loam_framed_put(&from, in);
    const loam_bits to = {.words = from.words + words, .w = from.w, .h = from.h};
    if (inverted)
    {
        invert(from.words, loam_bits_words(&from));
    }
    const int32_t stride = loam_bits_stride(from.w);
    const size_t begin = (size_t)stride * (size_t)reach;
    const size_t count = (size_t)stride * (size_t)(from.h - 2 * reach);
    (reach == 1 ? kernels->dilate_square : kernels->dilate_disc)(
        to.words + begin, from.words + begin, stride, count, centre_of(input->shape));
    if (inverted)
    {
        invert(to.words + begin, count);
    }
    loam_framed_take(out, &to, reach);
}

static loam_result check_and_dilate(loam_bits *out, const loam_shape_input *input, bool inverted)
{
    loam_result result = check_input(out, input);
    if (result == LOAM_OK)
    {
        result = loam_scratch_check(input->scratch, input->scratch_size,
                                    loam_shape_scratch_size(input->bits->w, input->bits->h));
    }
    if (result == LOAM_OK)
    {
        dilate(out, input, inverted);
    }
    return result;
}

int32_t loam_shape_reach(loam_shape shape)
{
    switch (shape)
    {
    case LOAM_SHAPE_SQUARE:
    case LOAM_SHAPE_RING:
        return 1;
    case LOAM_SHAPE_DISC:
    case LOAM_SHAPE_CIRCLE:
        return 2;
    default:
        return 0;
    }
}

size_t loam_shape_scratch_size(int32_t w, int32_t h)
{
    return loam_bits_size(w, h) > 0 ? 2 * loam_framed_size(w, h, MAX_FRAME) : 0;
}

loam_result loam_bits_dilate(loam_bits *out, const loam_shape_input *input)
{
    return check_and_dilate(out, input, false);
}

loam_result loam_bits_erode(loam_bits *out, const loam_shape_input *input)
{
    return check_and_dilate(out, input, true);
}
