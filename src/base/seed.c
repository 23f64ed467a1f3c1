// SPDX-License-Identifier: MIT
#include "base/hash.h"

#include "loam/random.h"

#include <string.h>

// Seeds form a tree: world, stage, noise, place. A parent is mixed before it becomes the key of a
// hash, because parents are often small numbers that differ by one, and XXH3 merely adds its key to
// short inputs: without the mixing, part "aab" of world 1 can be the same as part "aac" of world 2.

// Keeps the seeds of texts apart from other hashes of the same bytes.
#define TEXT_KEY 0x6c6f616d20736565u

static int digit_value(char digit)
{
    if (digit >= '0' && digit <= '9')
    {
        return digit - '0';
    }
    if (digit >= 'a' && digit <= 'f')
    {
        return digit - 'a' + 10;
    }
    if (digit >= 'A' && digit <= 'F')
    {
        return digit - 'A' + 10;
    }
    return 99;
}

// False if the text is anything but digits of the base, or does not fit 64 bits.
static bool parse_digits(const char *text, uint64_t base, uint64_t *out)
{
    uint64_t number = 0;
    if (*text == '\0')
    {
        return false;
    }
    for (; *text != '\0'; text++)
    {
        const uint64_t digit = (uint64_t)digit_value(*text);
        if (digit >= base || number > (UINT64_MAX - digit) / base)
        {
            return false;
        }
        number = number * base + digit;
    }
    *out = number;
    return true;
}

uint64_t loam_seed_from_text(const char *text)
{
    const bool negative = text[0] == '-';
    const char *const digits = text + (negative ? 1 : 0);
    const bool hexadecimal = digits[0] == '0' && (digits[1] == 'x' || digits[1] == 'X');
    uint64_t number;
    if (parse_digits(hexadecimal ? digits + 2 : digits, hexadecimal ? 16 : 10, &number))
    {
        return negative ? 0 - number : number;
    }
    return loam_hash_bytes(text, strlen(text), TEXT_KEY);
}

uint64_t loam_seed_derive(uint64_t parent, const char *name)
{
    return loam_hash_bytes(name, strlen(name), loam_mix(parent + LOAM_GOLDEN));
}

uint64_t loam_seed_at(uint64_t parent, int64_t x, int64_t y, int64_t z)
{
    const uint64_t place[3] = {(uint64_t)x, (uint64_t)y, (uint64_t)z};
    return loam_hash_u64(place, 3, loam_place_key(parent));
}
