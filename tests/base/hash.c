// SPDX-License-Identifier: MIT
// Hashes and seeds.
#include "loam/random.h"

#include "check.h"

#include <stdlib.h>

static int compare_u64(const void *a, const void *b)
{
    const uint64_t left = *(const uint64_t *)a, right = *(const uint64_t *)b;
    return (left > right) - (left < right);
}

static size_t count_repeats(uint64_t *values, size_t count)
{
    size_t repeats = 0;
    qsort(values, count, sizeof *values, compare_u64);
    for (size_t i = 1; i < count; i++)
    {
        repeats += values[i] == values[i - 1] ? 1 : 0;
    }
    return repeats;
}

static void test_known_hashes(void)
{
    // The first is in XXH3's own table of test values.
    CHECK_U64(loam_hash_bytes("", 0, 0), 0x2d06800538d394c2u);
    CHECK_U64(loam_hash_bytes("loam", 4, 0), 0x80a4366e1b1572a4u);
    CHECK(loam_hash_bytes("loam", 4, 1) != loam_hash_bytes("loam", 4, 0));
}

// Words are hashed in their little-endian form, whatever the machine stores.
static void test_words_hash_as_little_endian_bytes(void)
{
    enum
    {
        MOST = 700
    };
    static uint32_t words[MOST];
    static uint64_t longs[MOST];
    static float values[MOST];
    static uint8_t word_bytes[MOST * 4], long_bytes[MOST * 8];
    for (uint32_t i = 0; i < MOST; i++)
    {
        words[i] = loam_random_u32(1, i);
        longs[i] = loam_random_u64(2, i);
        memcpy(&values[i], &words[i], 4);
        for (uint32_t byte = 0; byte < 8; byte++)
        {
            long_bytes[i * 8 + byte] = (uint8_t)(longs[i] >> byte * 8);
        }
        for (uint32_t byte = 0; byte < 4; byte++)
        {
            word_bytes[i * 4 + byte] = (uint8_t)(words[i] >> byte * 8);
        }
    }
    for (size_t count = 0; count <= MOST; count++)
    {
        CHECK_U64(loam_hash_u32(words, count, count),
                  loam_hash_bytes(word_bytes, count * 4, count));
        CHECK_U64(loam_hash_f32(values, count, count),
                  loam_hash_bytes(word_bytes, count * 4, count));
        CHECK_U64(loam_hash_u64(longs, count, count),
                  loam_hash_bytes(long_bytes, count * 8, count));
    }
}

static void test_numbers_are_seeds_themselves(void)
{
    CHECK_U64(loam_seed_from_text("0"), 0);
    CHECK_U64(loam_seed_from_text("1"), 1);
    CHECK_U64(loam_seed_from_text("007"), 7);
    CHECK_U64(loam_seed_from_text("-1"), UINT64_MAX);
    CHECK_U64(loam_seed_from_text("-0"), 0);
    CHECK_U64(loam_seed_from_text("0x1F"), 31);
    CHECK_U64(loam_seed_from_text("0XfF"), 255);
    CHECK_U64(loam_seed_from_text("-0x10"), 0u - (uint64_t)16);
    CHECK_U64(loam_seed_from_text("18446744073709551615"), UINT64_MAX);
    CHECK_U64(loam_seed_from_text("0xffffffffffffffff"), UINT64_MAX);
    CHECK_U64(loam_seed_from_text("00000000000000000000000000000000000005"), 5);
    CHECK_U64(loam_seed_from_text("-18446744073709551615"), 1);
}

static void test_all_else_is_text(void)
{
    static const char *const texts[] = {"",
                                        "-",
                                        "--1",
                                        "+1",
                                        " 1",
                                        "1 ",
                                        "1.0",
                                        "1e3",
                                        "0x",
                                        "0xg",
                                        "-0x",
                                        "x1",
                                        "a",
                                        "A",
                                        "hello",
                                        "Hello",
                                        "hello ",
                                        "18446744073709551616",
                                        "0x10000000000000000",
                                        "99999999999999999999999",
                                        "-18446744073709551616",
                                        "28446744073709551616",
                                        "\xc3\xa4"};
    enum
    {
        COUNT = sizeof texts / sizeof texts[0]
    };
    uint64_t seeds[COUNT];
    for (size_t i = 0; i < COUNT; i++)
    {
        seeds[i] = loam_seed_from_text(texts[i]);
        // A hash of 64 bits is hardly ever small in either half.
        CHECK(seeds[i] >> 32 != 0 && (uint32_t)seeds[i] != 0 && ~seeds[i] >> 32 != 0);
    }
    CHECK_INT(count_repeats(seeds, COUNT), 0);
}

// Every pair of parent and name has a seed of its own, also for short names and parents in a row.
static void test_derived_seeds_never_meet(void)
{
    enum
    {
        PARENTS = 256,
        NAMES = 26 + 2 * 26 * 26 + 1
    };
    uint64_t *const seeds = malloc(sizeof(uint64_t) * PARENTS * NAMES);
    size_t count = 0;
    for (uint64_t parent = 0; parent < PARENTS; parent++)
    {
        seeds[count++] = loam_seed_derive(parent, "");
        for (int i = 0; i < 26 * 26; i++)
        {
            const char name[] = {'n', (char)('a' + i / 26), (char)('a' + i % 26), '\0'};
            seeds[count++] = loam_seed_derive(parent, name);
            seeds[count++] = loam_seed_derive(parent, name + 1);
            if (i < 26)
            {
                seeds[count++] = loam_seed_derive(parent, name + 2);
            }
        }
    }
    CHECK_INT(count, PARENTS * NAMES);
    CHECK_INT(count_repeats(seeds, count), 0);
    free(seeds);
}

static void test_places_never_meet(void)
{
    enum
    {
        W = 48,
        SIDE = 2 * W
    };
    uint64_t *const seeds = malloc(sizeof(uint64_t) * SIDE * SIDE * 8);
    size_t count = 0;
    for (int64_t z = -2; z < 2; z++)
    {
        for (int64_t y = -W; y < W; y++)
        {
            for (int64_t x = -W; x < W; x++)
            {
                seeds[count++] = loam_seed_at(1, x, y, z);
                // Far away nothing repeats either.
                seeds[count++] = loam_seed_at(1, x * (INT64_C(1) << 32), y + (INT64_C(1) << 40), z);
            }
        }
    }
    CHECK_INT(count_repeats(seeds, count), 0);
    free(seeds);
}

static void test_places_of_worlds_in_a_row_never_meet(void)
{
    enum
    {
        WORLDS = 64,
        CELLS = 8 * 8 * 8
    };
    static uint64_t seeds[WORLDS * CELLS];
    for (uint64_t i = 0; i < WORLDS * CELLS; i++)
    {
        const int64_t x = i & 7, y = i >> 3 & 7, z = i >> 6 & 7;
        seeds[i] = loam_seed_at(i / CELLS, x - 4, y - 4, z - 4);
    }
    CHECK_INT(count_repeats(seeds, WORLDS * CELLS), 0);
}

static void test_golden(void)
{
    uint64_t hash = 0;
    for (uint64_t i = 0; i < 1000; i++)
    {
        char name[32];
        snprintf(name, sizeof name, "part-%d", (int)i);
        const uint64_t seeds[] = {loam_seed_derive(i, name), loam_seed_from_text(name),
                                  loam_seed_at(i, (int64_t)i, -(int64_t)i * 3, INT64_C(1) << 40)};
        hash = loam_hash_u64(seeds, 3, hash);
    }
    CHECK_U64(hash, 0xa08d3a729b5996c7u);
    CHECK_U64(loam_seed_from_text("hello"), 0xad4ef73794b41a97u);
    CHECK_U64(loam_seed_derive(1, "height"), 0x64444484f13f1136u);
    CHECK_U64(loam_seed_at(1, -2, 3, -4), 0x3f165df29eae97e4u);
}

int main(void)
{
    RUN(test_known_hashes);
    RUN(test_words_hash_as_little_endian_bytes);
    RUN(test_numbers_are_seeds_themselves);
    RUN(test_all_else_is_text);
    RUN(test_derived_seeds_never_meet);
    RUN(test_places_never_meet);
    RUN(test_places_of_worlds_in_a_row_never_meet);
    RUN(test_golden);
    return CHECK_DONE();
}
