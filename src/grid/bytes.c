// SPDX-License-Identifier: MIT
#include "bits.h"

// Bits from bytes and back. Bytes that lie side by side are compared eight at a time, as one word whose
// lowest byte is the first cell: 'is not zero' for all of them by an addition that cannot carry from
// one to the next, and the eight answers brought together by a multiplication (Warren 2012, 6-1 and
// 7-4). Bytes further apart, and those that are looked up, are taken one by one.

static const uint64_t every_byte = 0x0101010101010101u;
static const uint64_t low_seven = 0x7f7f7f7f7f7f7f7fu;

/// Which bytes give a 1: those that are not `other`, or only those that are; or by a table, if there
/// is one.
typedef struct byte_test
{
    uint8_t other;
    bool is;
    const bool *accepted; // NULL: by comparing
} byte_test;

/// Eight bytes, the first one lowest, whatever the machine's order.
static uint64_t load_eight(const uint8_t *bytes)
{
    return (uint64_t)bytes[0] | (uint64_t)bytes[1] << 8 | (uint64_t)bytes[2] << 16 |
           (uint64_t)bytes[3] << 24 | (uint64_t)bytes[4] << 32 | (uint64_t)bytes[5] << 40 |
           (uint64_t)bytes[6] << 48 | (uint64_t)bytes[7] << 56;
}

/// Bit i says whether byte i is not zero.
static uint64_t gather_nonzero(uint64_t bytes)
{
    const uint64_t flags = (((bytes & low_seven) + low_seven) | bytes) >> 7 & every_byte;
    return flags * 0x0102040810204080u >> 56;
}

static uint64_t compare_one(uint8_t byte, byte_test test)
{
    const bool one = test.accepted != NULL ? test.accepted[byte] : (byte == test.other) == test.is;
    return one;
}

static uint64_t word_one_by_one(const uint8_t *data, size_t step, int32_t count, byte_test test)
{
    uint64_t word = 0;
    for (int32_t i = 0; i < count; i++)
    {
        word |= compare_one(data[(size_t)i * step], test) << i;
    }
    return word;
}

static uint64_t word_by_eights(const uint8_t *data, byte_test test)
{
    uint64_t word = 0;
    for (int32_t i = 0; i < 64; i += 8)
    {
        word |= gather_nonzero(load_eight(data + i) ^ every_byte * test.other) << i;
    }
    return test.is ? ~word : word;
}

static loam_result check_bytes(const loam_bits *bits, loam_bytes bytes)
{
    const loam_result result = loam_bits_check(bits, "the field");
    if (result != LOAM_OK)
    {
        return result;
    }
    const size_t longest = SIZE_MAX / LOAM_MAX_BITS_SIDE;
    if (bytes.data == NULL || bytes.step < 1 || bytes.step > longest)
    {
        return loam_fail(
            LOAM_BAD_ARGUMENT,
            "bytes are at %p, %zu from a cell to the next; must not be NULL, and 1 to %zu apart",
            (void *)bytes.data, bytes.step, longest);
    }
    const size_t least = (size_t)(bits->w - 1) * bytes.step + 1;
    if (bytes.pitch < least)
    {
        return loam_fail(LOAM_BAD_ARGUMENT,
                         "%zu bytes from a row of %d cells to the next; must be at least %zu",
                         bytes.pitch, (int)bits->w, least);
    }
    return LOAM_OK;
}

static loam_result from_bytes(loam_bits *bits, loam_bytes bytes, byte_test test)
{
    const loam_result result = check_bytes(bits, bytes);
    if (result != LOAM_OK)
    {
        return result;
    }
    const bool adjacent = bytes.step == 1 && test.accepted == NULL;
    for (int32_t y = 0; y < bits->h; y++)
    {
        const uint8_t *data = bytes.data + (size_t)y * bytes.pitch;
        uint64_t *row = loam_bits_row(bits, y);
        for (int32_t x = 0; x < bits->w; x += 64)
        {
            const int32_t count = bits->w - x < 64 ? bits->w - x : 64;
            const uint8_t *cell = data + (size_t)x * bytes.step;
            row[x / 64] = adjacent && count == 64 ? word_by_eights(cell, test)
                                                  : word_one_by_one(cell, bytes.step, count, test);
        }
    }
    return LOAM_OK;
}

loam_result loam_bits_from_nonzero(loam_bits *bits, loam_bytes bytes)
{
    return from_bytes(bits, bytes, (byte_test){.other = 0, .is = false});
}

loam_result loam_bits_from_equal(loam_bits *bits, loam_bytes bytes, uint8_t value)
{
    return from_bytes(bits, bytes, (byte_test){.other = value, .is = true});
}

loam_result loam_bits_from_table(loam_bits *bits, loam_bytes bytes, const bool accepted[256])
{
    if (accepted == NULL)
    {
        return loam_fail(LOAM_BAD_ARGUMENT, "there is no table of accepted bytes");
    }
    return from_bytes(bits, bytes, (byte_test){.accepted = accepted});
}

loam_result loam_bits_to_bytes(const loam_bits *bits, loam_bytes bytes, uint8_t zero, uint8_t one)
{
    const loam_result result = check_bytes(bits, bytes);
    if (result != LOAM_OK)
    {
        return result;
    }
    const uint8_t values[2] = {zero, one};
    for (int32_t y = 0; y < bits->h; y++)
    {
        const uint64_t *row = loam_bits_row(bits, y);
        uint8_t *data = bytes.data + (size_t)y * bytes.pitch;
        for (int32_t x = 0; x < bits->w; x++)
        {
            data[(size_t)x * bytes.step] = values[row[x / 64] >> x % 64 & 1];
        }
    }
    return LOAM_OK;
}
