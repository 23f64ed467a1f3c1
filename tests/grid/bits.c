// SPDX-License-Identifier: MIT
// Fields of bits: single bits, areas, copies at any alignment, counts and hashes.
#include "grid/field.h"

static void test_sizes_are_whole_rows_of_words(void)
{
    CHECK_INT(loam_bits_stride(1), 1);
    CHECK_INT(loam_bits_stride(64), 1);
    CHECK_INT(loam_bits_stride(65), 2);
    CHECK_INT(loam_bits_stride(INT32_MAX), 1 << 25);
    CHECK_INT(loam_bits_stride(0), 0);
    CHECK_INT(loam_bits_stride(INT32_MIN), 0);
    CHECK_INT(loam_bits_size(65, 3), 48);
    CHECK_INT(loam_bits_size(65536, 65536), (int64_t)1 << 29);
    static const int32_t bad[][2] = {{0, 1}, {1, 0}, {-1, 3}, {65537, 1}, {1, INT32_MAX}};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
    {
        CHECK_INT(loam_bits_size(bad[i][0], bad[i][1]), 0);
    }
}

static void test_init_clears_and_refuses(void)
{
    uint64_t memory[4] = {1, 2, 3, 4};
    loam_bits bits = {.w = 77};
    CHECK_INT(loam_bits_init(&bits, 0, 1, memory, sizeof memory), LOAM_BAD_ARGUMENT);
    CHECK_CONTAINS(loam_last_error(), "0 x 1 bits; sides must be 1 to 65536");
    CHECK_INT(loam_bits_init(&bits, 65, 2, memory, 31), LOAM_BAD_ARGUMENT);
    CHECK_CONTAINS(loam_last_error(), "31 bytes; must be at least 32");
    CHECK_INT(loam_bits_init(&bits, 64, 1, (uint8_t *)memory + 1, 31), LOAM_BAD_ARGUMENT);
    CHECK_CONTAINS(loam_last_error(), "aligned to 8");
    CHECK_INT(loam_bits_init(&bits, 64, 1, NULL, 32), LOAM_BAD_ARGUMENT);
    CHECK_INT(bits.w, 77);
    CHECK_U64(memory[0], 1);
    CHECK_OK(loam_bits_init(&bits, 65, 1, memory, sizeof memory));
    CHECK_U64(memory[0] | memory[1], 0);
    CHECK_U64(memory[2], 3);
}

static void test_bit_x_is_in_word_x_by_64(void)
{
    loam_bits bits = field_make(130, 2);
    loam_bits_set(&bits, 0, 0, true);
    loam_bits_set(&bits, 63, 0, true);
    loam_bits_set(&bits, 64, 1, true);
    loam_bits_set(&bits, 129, 1, true);
    CHECK_U64(bits.words[0], 0x8000000000000001u);
    CHECK_U64(bits.words[4], 1);
    CHECK_U64(bits.words[5], 2);
    CHECK(loam_bits_get(&bits, 63, 0) && !loam_bits_get(&bits, 62, 0));
    loam_bits_set(&bits, 63, 0, false);
    CHECK_U64(bits.words[0], 1);
    field_free(&bits);
}

static void test_beyond_the_field_is_nothing(void)
{
    loam_bits bits = field_make(70, 3);
    CHECK_OK(loam_bits_fill(&bits, (loam_bits_area){0, 0, 70, 3}, true));
    static const int32_t places[][2] = {{-1, 0},  {70, 0},        {0, -1},       {0, 3},
                                        {127, 2}, {INT32_MIN, 0}, {INT32_MAX, 2}};
    for (size_t i = 0; i < sizeof places / sizeof places[0]; i++)
    {
        loam_bits_set(&bits, places[i][0], places[i][1], true);
        CHECK(!loam_bits_get(&bits, places[i][0], places[i][1]));
    }
    CHECK_U64(loam_bits_count(&bits), 210);
    field_free(&bits);
}

// Every begin and every length, over two borders between words.
static void test_fill_sets_its_area_and_nothing_else(void)
{
    for (int32_t x = 0; x < 150; x++)
    {
        for (int32_t w = 0; x + w <= 150; w++)
        {
            loam_bits bits = field_make(150, 3);
            const bool value = (x + w) % 3 != 0;
            CHECK_OK(loam_bits_fill(&bits, (loam_bits_area){0, 0, 150, 3}, !value));
            CHECK_OK(loam_bits_fill(&bits, (loam_bits_area){x, 1, w, 1}, value));
            int32_t wrong = 0;
            for (int32_t i = 0; i < 450; i++)
            {
                const bool in = i / 150 == 1 && i % 150 >= x && i % 150 < x + w;
                wrong += loam_bits_get(&bits, i % 150, i / 150) != (in ? value : !value);
            }
            CHECK_INT(wrong, 0);
            field_free(&bits);
        }
    }
}

static void check_copy(const loam_bits *from, loam_bits_area area, int32_t to_x, int32_t to_y,
                       uint64_t seed)
{
    loam_bits to = field_make(300, 12), before = field_make(300, 12);
    field_randomise(&to, seed, 50);
    CHECK_OK(loam_bits_combine(&before, &to, LOAM_BITS_OR, &to));
    CHECK_OK(loam_bits_copy(&to, to_x, to_y, from, area));
    int32_t wrong = 0;
    for (int32_t y = 0; y < to.h; y++)
    {
        for (int32_t x = 0; x < to.w; x++)
        {
            const int32_t dx = x - to_x, dy = y - to_y;
            const bool in = dx >= 0 && dy >= 0 && dx < area.w && dy < area.h;
            wrong += loam_bits_get(&to, x, y) != (in ? loam_bits_get(from, area.x + dx, area.y + dy)
                                                     : loam_bits_get(&before, x, y));
        }
    }
    CHECK_REPORT(wrong == 0, "%d wrong bits after copying %d x %d from (%d, %d) to (%d, %d)", wrong,
                 area.w, area.h, area.x, area.y, to_x, to_y);
    field_free(&to);
    field_free(&before);
}

// Every pair of alignments, with lengths that end anywhere.
static void test_copy_works_at_any_alignment(void)
{
    loam_bits from = field_make(209, 5);
    field_randomise(&from, 11, 50);
    for (int32_t i = 0; i < 64 * 64; i++)
    {
        const int32_t w = (int32_t)loam_random_below(12, (uint64_t)i, 146);
        check_copy(&from, (loam_bits_area){i % 64, 1, w, 3}, i / 64, 7, 13 + (uint64_t)i);
    }
    check_copy(&from, (loam_bits_area){0, 0, 209, 5}, 91, 7, 1);
    check_copy(&from, (loam_bits_area){209, 5, 0, 0}, 300, 12, 1);
    field_free(&from);
}

static void check_refused_copy(loam_bits *to, int32_t x, int32_t y, const loam_bits *from,
                               loam_bits_area area, const char *why)
{
    const uint64_t before = loam_bits_hash(to, 0);
    CHECK_INT(loam_bits_copy(to, x, y, from, area), LOAM_BAD_ARGUMENT);
    CHECK_CONTAINS(loam_last_error(), why);
    CHECK_U64(loam_bits_hash(to, 0), before);
}

static void test_areas_beyond_a_field_are_refused(void)
{
    loam_bits a = field_make(100, 10), b = field_make(50, 20);
    field_randomise(&a, 1, 50);
    static const loam_bits_area bad[] = {
        {-1, 0, 5, 5},  {0, -1, 5, 5}, {96, 0, 5, 5},        {0, 6, 5, 5},
        {0, 0, -1, 5},  {0, 0, 5, -1}, {INT32_MAX, 0, 1, 1}, {1, 0, INT32_MAX, 1},
        {0, 0, 101, 1}, {0, 0, 1, 11}, {5, INT32_MIN, 1, 1}, {0, 5, 1, INT32_MAX},
    };
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
    {
        CHECK_INT(loam_bits_fill(&a, bad[i], true), LOAM_BAD_ARGUMENT);
        CHECK_CONTAINS(loam_last_error(), "is not inside the field of 100 x 10");
        check_refused_copy(&b, 0, 0, &a, bad[i], "is not inside the field to copy from");
    }
    check_refused_copy(&b, 46, 0, &a, (loam_bits_area){0, 0, 5, 5}, "the field to copy to");
    check_refused_copy(&b, 0, -1, &a, (loam_bits_area){0, 0, 5, 5}, "the field to copy to");
    const loam_bits none = {0};
    check_refused_copy(&b, 0, 0, &none, (loam_bits_area){0, 0, 1, 1}, "no words");
    const loam_bits flat = {.words = a.words, .w = 0, .h = 1};
    check_refused_copy(&b, 0, 0, &flat, (loam_bits_area){0, 0, 0, 1}, "1 to 65536");
    field_free(&a);
    field_free(&b);
}

static void test_a_copy_within_a_field_may_not_overlap(void)
{
    loam_bits bits = field_make(100, 10);
    field_randomise(&bits, 3, 50);
    const loam_bits_area area = {20, 3, 30, 4};
    static const int32_t over[][2] = {{20, 3}, {49, 6}, {0, 0}, {49, 0}};
    for (size_t i = 0; i < sizeof over / sizeof over[0]; i++)
    {
        check_refused_copy(&bits, over[i][0], over[i][1], &bits, area, "overlap");
    }

    CHECK_OK(loam_bits_copy(&bits, 50, 3, &bits, area));
    CHECK_OK(loam_bits_copy(&bits, 20, 0, &bits, (loam_bits_area){20, 3, 30, 3}));
    for (int32_t x = 0; x < 30; x++)
    {
        CHECK_INT(loam_bits_get(&bits, 50 + x, 3), loam_bits_get(&bits, 20 + x, 3));
        CHECK_INT(loam_bits_get(&bits, 20 + x, 2), loam_bits_get(&bits, 20 + x, 5));
    }
    field_free(&bits);
}

static void test_combine_goes_bit_by_bit(void)
{
    loam_bits a = field_make(67, 2), b = field_make(67, 2), out = field_make(67, 2);
    field_randomise(&a, 1, 50);
    field_randomise(&b, 2, 50);
    static const bool expected[LOAM_BITS_OPERATION_COUNT][4] = {
        {0, 0, 0, 1}, {0, 1, 1, 1}, {0, 1, 1, 0}, {0, 0, 1, 0}}; // by a * 2 + b
    for (int32_t op = 0; op < LOAM_BITS_OPERATION_COUNT; op++)
    {
        CHECK_OK(loam_bits_combine(&out, &a, (loam_bits_operation)op, &b));
        for (int32_t i = 0; i < 67 * 2; i++)
        {
            const int32_t x = i % 67, y = i / 67;
            CHECK_INT(loam_bits_get(&out, x, y),
                      expected[op][loam_bits_get(&a, x, y) * 2 + loam_bits_get(&b, x, y)]);
        }
    }
    loam_bits other = field_make(67, 1);
    CHECK_INT(loam_bits_combine(&out, &a, LOAM_BITS_AND, &other), LOAM_BAD_ARGUMENT);
    CHECK_CONTAINS(loam_last_error(), "67 x 1 bits; must be 67 x 2");
    CHECK_INT(loam_bits_combine(&other, &a, LOAM_BITS_AND, &b), LOAM_BAD_ARGUMENT);
    CHECK_INT(loam_bits_combine(&out, &a, (loam_bits_operation)4, &b), LOAM_BAD_ARGUMENT);
    CHECK_CONTAINS(loam_last_error(), "operation 4");
    CHECK_OK(loam_bits_combine(&a, &a, LOAM_BITS_WITHOUT, &a));
    CHECK_U64(loam_bits_count(&a), 0);
    field_free(&a);
    field_free(&b);
    field_free(&out);
    field_free(&other);
}

static void test_count_counts(void)
{
    for (uint64_t seed = 0; seed < 50; seed++)
    {
        loam_bits bits = field_random(seed, 1, 200);
        uint64_t count = 0;
        for (int32_t i = 0; i < bits.w * bits.h; i++)
        {
            count += loam_bits_get(&bits, i % bits.w, i / bits.w);
        }
        CHECK_U64(loam_bits_count(&bits), count);
        field_free(&bits);
    }
}

// Sides count too: the same words are not the same field. The numbers are the same on every machine.
static void test_hash_is_of_sides_and_bits(void)
{
    uint64_t words[2] = {1, 0};
    const loam_bits a = {words, 1, 2}, b = {words, 2, 2}, c = {words, 65, 1};
    CHECK(loam_bits_hash(&a, 0) != loam_bits_hash(&b, 0));
    CHECK(loam_bits_hash(&a, 0) != loam_bits_hash(&c, 0));
    CHECK(loam_bits_hash(&a, 0) != loam_bits_hash(&a, 1));
    const uint64_t before = loam_bits_hash(&b, 7);
    loam_bits field = b;
    loam_bits_set(&field, 1, 1, true);
    CHECK(loam_bits_hash(&b, 7) != before);
    loam_bits_set(&field, 1, 1, false);
    CHECK_U64(loam_bits_hash(&b, 7), before);
    const uint8_t sides[8] = {2, 0, 0, 0, 2, 0, 0, 0}, bytes[16] = {1};
    CHECK_U64(before, loam_hash_bytes(bytes, 16, loam_hash_bytes(sides, 8, 7)));
}

int main(void)
{
    RUN(test_sizes_are_whole_rows_of_words);
    RUN(test_init_clears_and_refuses);
    RUN(test_bit_x_is_in_word_x_by_64);
    RUN(test_beyond_the_field_is_nothing);
    RUN(test_fill_sets_its_area_and_nothing_else);
    RUN(test_copy_works_at_any_alignment);
    RUN(test_areas_beyond_a_field_are_refused);
    RUN(test_a_copy_within_a_field_may_not_overlap);
    RUN(test_combine_goes_bit_by_bit);
    RUN(test_count_counts);
    RUN(test_hash_is_of_sides_and_bits);
    return CHECK_DONE();
}
