// SPDX-License-Identifier: MIT
// Bits from bytes and back, side by side and with gaps.
#include "grid/field.h"

typedef struct byte_case
{
    loam_bits bits;
    loam_bytes bytes;
    size_t size;
} byte_case;

/// Random bytes, few different ones, exactly as many as the cells reach over.
static byte_case case_make(uint64_t seed)
{
    byte_case made;
    made.bits = field_random(seed, 1, 200);
    made.bytes.step = (size_t)loam_random_range(seed, 3, 1, 4);
    made.bytes.pitch = (size_t)(made.bits.w - 1) * made.bytes.step + 1 +
                       (size_t)loam_random_below(seed, 4, 3);
    made.size = (size_t)(made.bits.h - 1) * made.bytes.pitch +
                (size_t)(made.bits.w - 1) * made.bytes.step + 1;
    made.bytes.data = malloc(made.size);
    static const uint8_t values[] = {0, 0, 1, 127, 128, 129, 255};
    for (size_t i = 0; i < made.size; i++)
    {
        made.bytes.data[i] = values[loam_random_below(seed, 10 + i, 7)];
    }
    return made;
}

static void case_free(byte_case *made)
{
    free(made->bytes.data);
    field_free(&made->bits);
}

static uint8_t byte_at(const byte_case *made, int32_t i)
{
    const size_t x = (size_t)(i % made->bits.w), y = (size_t)(i / made->bits.w);
    return made->bytes.data[y * made->bytes.pitch + x * made->bytes.step];
}

static void test_bits_follow_from_each_byte_alone(void)
{
    static const bool accepted[256] = {[1] = true, [128] = true, [255] = true};
    for (uint64_t seed = 0; seed < 200; seed++)
    {
        byte_case made = case_make(seed);
        const uint8_t value = (uint8_t[]){0, 1, 127, 128, 255, 77}[seed % 6];
        for (int32_t kind = 0; kind < 3; kind++)
        {
            CHECK_OK(kind == 0   ? loam_bits_from_nonzero(&made.bits, made.bytes)
                     : kind == 1 ? loam_bits_from_equal(&made.bits, made.bytes, value)
                                 : loam_bits_from_table(&made.bits, made.bytes, accepted));
            int32_t wrong = 0;
            for (int32_t i = 0; i < made.bits.w * made.bits.h; i++)
            {
                const uint8_t byte = byte_at(&made, i);
                const bool expected = kind == 0   ? byte != 0
                                      : kind == 1 ? byte == value
                                                  : accepted[byte];
                wrong += loam_bits_get(&made.bits, i % made.bits.w, i / made.bits.w) != expected;
            }
            CHECK_INT(wrong, 0);
        }
        case_free(&made);
    }
}

// All values of a byte, at all places of a word.
static void test_every_byte_is_told_from_every_other(void)
{
    uint8_t data[64];
    loam_bits bits = field_make(64, 1);
    for (int32_t value = 0; value < 256; value++)
    {
        for (int32_t other = 0; other < 256; other++)
        {
            memset(data, other, sizeof data);
            data[(value * 7 + other) % 64] = (uint8_t)value;
            CHECK_OK(loam_bits_from_equal(&bits, (loam_bytes){data, 1, 64}, (uint8_t)value));
            CHECK_U64(bits.words[0],
                      value == other ? UINT64_MAX : UINT64_C(1) << (value * 7 + other) % 64);
        }
    }
    field_free(&bits);
}

static void test_to_bytes_writes_cells_and_nothing_between(void)
{
    for (uint64_t seed = 0; seed < 100; seed++)
    {
        byte_case made = case_make(seed);
        for (size_t i = 0; i < made.size; i++)
        {
            made.bytes.data[i] = 99;
        }
        CHECK_OK(loam_bits_to_bytes(&made.bits, made.bytes, 200, 3));
        size_t written = 0;
        int32_t wrong = 0;
        for (int32_t i = 0; i < made.bits.w * made.bits.h; i++)
        {
            const bool bit = loam_bits_get(&made.bits, i % made.bits.w, i / made.bits.w);
            wrong += byte_at(&made, i) != (bit ? 3 : 200);
        }
        for (size_t i = 0; i < made.size; i++)
        {
            written += made.bytes.data[i] != 99;
        }
        CHECK_INT(wrong, 0);
        CHECK_INT(written, made.bits.w * made.bits.h);
        case_free(&made);
    }
}

static void test_bad_bytes_are_refused(void)
{
    uint8_t data[40] = {0};
    loam_bits bits = field_make(10, 2);
    static const bool accepted[256] = {0};
    CHECK_INT(loam_bits_from_nonzero(&bits, (loam_bytes){NULL, 1, 10}), LOAM_BAD_ARGUMENT);
    CHECK_INT(loam_bits_from_equal(&bits, (loam_bytes){data, 0, 10}, 1), LOAM_BAD_ARGUMENT);
    CHECK_CONTAINS(loam_last_error(), "and 1 to");
    CHECK_INT(loam_bits_from_equal(&bits, (loam_bytes){data, SIZE_MAX, 10}, 1), LOAM_BAD_ARGUMENT);
    CHECK_INT(loam_bits_from_equal(&bits, (loam_bytes){data, 1, 9}, 1), LOAM_BAD_ARGUMENT);
    CHECK_CONTAINS(loam_last_error(), "must be at least 10");
    CHECK_INT(loam_bits_from_table(&bits, (loam_bytes){data, 2, 18}, accepted), LOAM_BAD_ARGUMENT);
    CHECK_INT(loam_bits_from_table(&bits, (loam_bytes){data, 1, 10}, NULL), LOAM_BAD_ARGUMENT);
    CHECK_CONTAINS(loam_last_error(), "no table");
    CHECK_INT(loam_bits_to_bytes(&bits, (loam_bytes){data, 1, 9}, 1, 1), LOAM_BAD_ARGUMENT);
    const loam_bits none = {.w = 1, .h = 1};
    CHECK_INT(loam_bits_to_bytes(&none, (loam_bytes){data, 1, 9}, 1, 1), LOAM_BAD_ARGUMENT);
    CHECK_INT(data[0], 0);
    CHECK_OK(loam_bits_to_bytes(&bits, (loam_bytes){data, 2, 19}, 1, 1));
    field_free(&bits);
}

int main(void)
{
    RUN(test_bits_follow_from_each_byte_alone);
    RUN(test_every_byte_is_told_from_every_other);
    RUN(test_to_bytes_writes_cells_and_nothing_between);
    RUN(test_bad_bytes_are_refused);
    return CHECK_DONE();
}
