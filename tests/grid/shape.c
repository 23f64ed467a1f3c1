// SPDX-License-Identifier: MIT
// Dilation and erosion by the four shapes.
#include "grid/field.h"

// A picture of each shape, five by five.
static const char *const pictures[LOAM_SHAPE_COUNT] = {
    "....."
    ".###."
    ".###."
    ".###."
    ".....",
    "....."
    ".###."
    ".#.#."
    ".###."
    ".....",
    ".###."
    "#####"
    "#####"
    "#####"
    ".###.",
    ".###."
    "#####"
    "##.##"
    "#####"
    ".###.",
};

static bool in_shape(loam_shape shape, int32_t dx, int32_t dy)
{
    return pictures[shape][(dy + 2) * 5 + dx + 2] == '#';
}

static loam_bits naive(const loam_shape_input *input, bool erode)
{
    const int32_t lost = input->edge == LOAM_EDGE_PADDED ? loam_shape_reach(input->shape) : 0;
    loam_bits out = field_make(input->bits->w - 2 * lost, input->bits->h - 2 * lost);
    for (int32_t i = 0; i < out.w * out.h; i++)
    {
        const int32_t x = i % out.w, y = i / out.w;
        bool any = false, all = true;
        for (int32_t k = 0; k < 25; k++)
        {
            if (in_shape(input->shape, k % 5 - 2, k / 5 - 2))
            {
                const bool cell = field_cell(input->bits, x + lost + k % 5 - 2,
                                             y + lost + k / 5 - 2, input->edge);
                any = any || cell;
                all = all && cell;
            }
        }
        loam_bits_set(&out, x, y, erode ? all : any);
    }
    return out;
}

/// With dirty scratch memory of exactly the size that is asked for.
static loam_bits clever(const loam_shape_input *wanted, bool erode)
{
    const loam_bits *in = wanted->bits;
    const int32_t lost = wanted->edge == LOAM_EDGE_PADDED ? loam_shape_reach(wanted->shape) : 0;
    loam_bits out = field_make(in->w - 2 * lost, in->h - 2 * lost);
    loam_shape_input input = *wanted;
    input.scratch_size = loam_shape_scratch_size(in->w, in->h);
    input.scratch = field_alloc(input.scratch_size);
    memset(input.scratch, 0x5b, input.scratch_size);
    CHECK_OK(erode ? loam_bits_erode(&out, &input) : loam_bits_dilate(&out, &input));
    field_release(input.scratch, input.scratch_size);
    return out;
}

static void check_against_naive(const loam_bits *in, loam_shape shape, loam_edge edge)
{
    for (int32_t i = 0; i < 4; i++)
    {
        const bool erode = i / 2 != 0;
        const loam_shape_input input = {.bits = in,
                                        .shape = shape,
                                        .edge = edge,
                                        .isa = i % 2 != 0 ? LOAM_ISA_SCALAR : LOAM_ISA_AUTO};
        loam_bits expected = naive(&input, erode), actual = clever(&input, erode);
        CHECK_REPORT(field_equal(&expected, &actual), "%d x %d, shape %d, edge %d, %s", in->w,
                     in->h, shape, edge, erode ? "eroded" : "dilated");
        field_free(&expected);
        field_free(&actual);
    }
}

static void test_random_fields_equal_cell_by_cell(void)
{
    for (uint64_t seed = 0; seed < 60; seed++)
    {
        loam_bits in = field_random(seed, 5, seed % 10 == 0 ? 200 : 70);
        field_randomise(&in, seed, (uint32_t[]){3, 10, 50, 90, 97}[seed % 5]);
        for (int32_t i = 0; i < LOAM_SHAPE_COUNT * LOAM_EDGE_COUNT; i++)
        {
            check_against_naive(&in, (loam_shape)(i % LOAM_SHAPE_COUNT),
                                (loam_edge)(i / LOAM_SHAPE_COUNT));
        }
        field_free(&in);
    }
}

static void test_every_width_equals_cell_by_cell(void)
{
    for (int32_t w = 1; w <= 300; w++)
    {
        loam_bits in = field_make(w, 5);
        field_randomise(&in, (uint64_t)w, w % 2 == 0 ? 10 : 90);
        const loam_shape shape = (loam_shape)(w % LOAM_SHAPE_COUNT);
        check_against_naive(&in, shape, LOAM_EDGE_ZERO);
        check_against_naive(&in, shape, LOAM_EDGE_ONE);
        if (w >= 5)
        {
            check_against_naive(&in, shape, LOAM_EDGE_PADDED);
        }
        field_free(&in);
    }
}

// One cell dilates to the shape, wherever it is in a word.
static void test_a_cell_becomes_the_shape(void)
{
    static const uint64_t cells[LOAM_SHAPE_COUNT] = {9, 8, 21, 20};
    for (int32_t x = 2; x < 130; x++)
    {
        for (int32_t shape = 0; shape < LOAM_SHAPE_COUNT; shape++)
        {
            loam_bits in = field_make(132, 5);
            loam_bits_set(&in, x, 2, true);
            const loam_shape_input input = {
                .bits = &in, .shape = (loam_shape)shape, .edge = LOAM_EDGE_ZERO};
            loam_bits out = clever(&input, false);
            CHECK_U64(loam_bits_count(&out), cells[shape]);
            for (int32_t k = 0; k < 25; k++)
            {
                CHECK_INT(loam_bits_get(&out, x + k % 5 - 2, k / 5),
                          in_shape((loam_shape)shape, k % 5 - 2, k / 5 - 2));
            }
            field_free(&in);
            field_free(&out);
        }
    }
}

// Moving a field moves what comes out of it, whatever the alignment.
static void test_shifts_pass_through(void)
{
    loam_bits big = field_make(260, 24);
    field_randomise(&big, 4, 30);
    for (int32_t x = 0; x < 130; x++)
    {
        loam_bits part = field_make(130, 24);
        CHECK_OK(loam_bits_copy(&part, 0, 0, &big, (loam_bits_area){x, 0, 130, 24}));
        const loam_shape shape = (loam_shape)(x % LOAM_SHAPE_COUNT);
        const int32_t reach = loam_shape_reach(shape);
        const loam_shape_input of_big = {.bits = &big, .shape = shape, .edge = LOAM_EDGE_PADDED};
        const loam_shape_input of_part = {.bits = &part, .shape = shape, .edge = LOAM_EDGE_PADDED};
        loam_bits whole = clever(&of_big, true), actual = clever(&of_part, true);
        loam_bits expected = field_make(actual.w, actual.h);
        CHECK_INT(actual.w, 130 - 2 * reach);
        CHECK_OK(
            loam_bits_copy(&expected, 0, 0, &whole, (loam_bits_area){x, 0, actual.w, actual.h}));
        CHECK(field_equal(&actual, &expected));
        field_free(&part);
        field_free(&whole);
        field_free(&actual);
        field_free(&expected);
    }
    field_free(&big);
}

// Solid cells with air among their 20 neighbours are outer ones: the way variants are chosen.
static void test_some_neighbour_is_air(void)
{
    loam_bits solid = field_make(90, 40), air = field_make(90, 40);
    CHECK_OK(loam_bits_fill(&solid, (loam_bits_area){10, 10, 70, 20}, true));
    CHECK_OK(loam_bits_fill(&air, (loam_bits_area){0, 0, 90, 40}, true));
    CHECK_OK(loam_bits_combine(&air, &air, LOAM_BITS_WITHOUT, &solid));
    const loam_shape_input input = {
        .bits = &air, .shape = LOAM_SHAPE_CIRCLE, .edge = LOAM_EDGE_ZERO};
    loam_bits near_air = clever(&input, false);
    CHECK_OK(loam_bits_combine(&near_air, &near_air, LOAM_BITS_AND, &solid));
    CHECK_U64(loam_bits_count(&near_air), 70 * 20 - 66 * 16);
    field_free(&solid);
    field_free(&air);
    field_free(&near_air);
}

static void test_the_output_may_be_the_input(void)
{
    for (int32_t edge = 0; edge < LOAM_EDGE_COUNT; edge++)
    {
        loam_bits in = field_make(150, 20);
        field_randomise(&in, 9, 95);
        loam_shape_input input = {.bits = &in, .shape = LOAM_SHAPE_CIRCLE, .edge = (loam_edge)edge};
        loam_bits expected = clever(&input, true);
        loam_bits out = {in.words, expected.w, expected.h};
        input.scratch_size = loam_shape_scratch_size(in.w, in.h);
        input.scratch = field_alloc(input.scratch_size);
        CHECK_OK(loam_bits_erode(&out, &input));
        CHECK(memcmp(out.words, expected.words, loam_bits_size(out.w, out.h)) == 0);
        field_release(input.scratch, input.scratch_size);
        field_free(&expected);
        field_release(in.words, loam_bits_size(150, 20));
    }
}

static void test_bad_arguments_are_refused(void)
{
    static uint64_t scratch[4096];
    loam_bits in = field_make(20, 10), out = field_make(16, 6);
    const loam_shape_input good = {.bits = &in,
                                   .shape = LOAM_SHAPE_DISC,
                                   .edge = LOAM_EDGE_PADDED,
                                   .scratch = scratch,
                                   .scratch_size = sizeof scratch};
    CHECK_OK(loam_bits_dilate(&out, &good));
    loam_shape_input bad = good;
    bad.shape = LOAM_SHAPE_COUNT;
    CHECK_INT(loam_bits_dilate(&out, &bad), LOAM_BAD_ARGUMENT);
    CHECK_CONTAINS(loam_last_error(), "shape 4; must be");
    CHECK_INT(loam_shape_reach(bad.shape), 0);
    bad = good;
    bad.edge = LOAM_EDGE_COUNT;
    CHECK_INT(loam_bits_erode(&out, &bad), LOAM_BAD_ARGUMENT);
    CHECK_CONTAINS(loam_last_error(), "edge 3");
    bad = good;
    bad.shape = LOAM_SHAPE_RING;
    CHECK_INT(loam_bits_erode(&out, &bad), LOAM_BAD_ARGUMENT);
    CHECK_CONTAINS(loam_last_error(), "16 x 6 bits; must be 18 x 8");
    bad = good;
    bad.scratch_size = loam_shape_scratch_size(20, 10) - 1;
    CHECK_INT(loam_bits_dilate(&out, &bad), LOAM_BAD_ARGUMENT);
    CHECK_CONTAINS(loam_last_error(), "the scratch memory has");
    bad.scratch = NULL;
    CHECK_INT(loam_bits_dilate(&out, &bad), LOAM_BAD_ARGUMENT);
    bad = good;
    bad.isa = LOAM_ISA_COUNT;
    CHECK_INT(loam_bits_dilate(&out, &bad), LOAM_UNSUPPORTED);
    loam_bits small = {in.words, 4, 9};
    bad = good;
    bad.bits = &small;
    CHECK_INT(loam_bits_dilate(&out, &bad), LOAM_BAD_ARGUMENT);
    CHECK_CONTAINS(loam_last_error(), "a padding of 2 needs sides of 5");
    CHECK_INT(loam_shape_scratch_size(0, 1), 0);
    field_free(&in);
    field_free(&out);
}

int main(void)
{
    RUN(test_random_fields_equal_cell_by_cell);
    RUN(test_every_width_equals_cell_by_cell);
    RUN(test_a_cell_becomes_the_shape);
    RUN(test_shifts_pass_through);
    RUN(test_some_neighbour_is_air);
    RUN(test_the_output_may_be_the_input);
    RUN(test_bad_arguments_are_refused);
    return CHECK_DONE();
}
