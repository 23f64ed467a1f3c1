// SPDX-License-Identifier: MIT
#include "bits.h"

#include "loam/random.h"

#include <string.h>

// Whatever concerns many bits goes word by word: a run of bits is read from anywhere as a word (two
// neighbouring words, shifted together) and written under a mask. Nothing is ever read beyond the last
// word of a row.

static bool side_is_good(int32_t side)
{
    return side >= 1 && side <= LOAM_MAX_BITS_SIDE;
}

// ---- checks -------------------------------------------------------------------------------------

static loam_result check_sides(int32_t w, int32_t h, const char *name)
{
    if (!side_is_good(w) || !side_is_good(h))
    {
        return loam_fail(LOAM_BAD_ARGUMENT, "%s has %d x %d bits; sides must be 1 to %d", name,
                         (int)w, (int)h, LOAM_MAX_BITS_SIDE);
    }
    return LOAM_OK;
}

loam_result loam_bits_check(const loam_bits *bits, const char *name)
{
    if (bits == NULL || bits->words == NULL)
    {
        return loam_fail(LOAM_BAD_ARGUMENT, "%s is not a field of bits: it has no words", name);
    }
    return check_sides(bits->w, bits->h, name);
}

loam_result loam_bits_check_sides(const loam_bits *bits, const char *name, int64_t w, int64_t h)
{
    const loam_result result = loam_bits_check(bits, name);
    if (result == LOAM_OK && (bits->w != w || bits->h != h))
    {
        return loam_fail(LOAM_BAD_ARGUMENT, "%s has %d x %d bits; must be %lld x %lld", name,
                         (int)bits->w, (int)bits->h, (long long)w, (long long)h);
    }
    return result;
}

loam_result loam_padding_check(const loam_bits *out, const loam_bits *in, int32_t padding)
{
    const loam_result result = loam_bits_check(in, "the input");
    if (result != LOAM_OK)
    {
        return result;
    }
    const int64_t lost = 2 * (int64_t)padding;
    if (in->w <= lost || in->h <= lost)
    {
        return loam_fail(LOAM_BAD_ARGUMENT,
                         "the input has %d x %d bits; a padding of %d needs sides of %lld at least",
                         (int)in->w, (int)in->h, (int)padding, (long long)lost + 1);
    }
    return loam_bits_check_sides(out, "the output", in->w - lost, in->h - lost);
}

loam_result loam_edge_check(loam_edge edge)
{
    if ((int)edge < 0 || edge >= LOAM_EDGE_COUNT)
    {
        return loam_fail(LOAM_BAD_ARGUMENT,
                         "edge %d; must be LOAM_EDGE_PADDED, LOAM_EDGE_ZERO or LOAM_EDGE_ONE",
                         (int)edge);
    }
    return LOAM_OK;
}

static loam_result check_memory(const void *memory, size_t size, size_t needed, const char *name)
{
    if (memory == NULL || (uintptr_t)memory % _Alignof(uint64_t) != 0)
    {
        return loam_fail(LOAM_BAD_ARGUMENT, "%s is at %p; must be aligned to %zu bytes", name,
                         memory, _Alignof(uint64_t));
    }
    if (size < needed)
    {
        return loam_fail(LOAM_BAD_ARGUMENT, "%s has %zu bytes; must be at least %zu", name, size,
                         needed);
    }
    return LOAM_OK;
}

loam_result loam_scratch_check(const void *scratch, size_t size, size_t needed)
{
    return check_memory(scratch, size, needed, "the scratch memory");
}

static loam_result check_area(const loam_bits *bits, loam_bits_area area, const char *name)
{
    const loam_result result = loam_bits_check(bits, name);
    if (result != LOAM_OK)
    {
        return result;
    }
    const bool inside = area.x >= 0 && area.y >= 0 && area.w >= 0 && area.h >= 0 &&
                        (int64_t)area.x + area.w <= bits->w && (int64_t)area.y + area.h <= bits->h;
    if (!inside)
    {
        return loam_fail(LOAM_BAD_ARGUMENT,
                         "the area of %d x %d at (%d, %d) is not inside %s of %d x %d", (int)area.w,
                         (int)area.h, (int)area.x, (int)area.y, name, (int)bits->w, (int)bits->h);
    }
    return LOAM_OK;
}

// ---- runs of bits -------------------------------------------------------------------------------

/// count bits of a row from x on, 1..64.
static uint64_t read_run(const uint64_t *row, int32_t x, int32_t count)
{
    const int32_t shift = x % 64;
    uint64_t word = row[x / 64] >> shift;
    if (shift + count > 64)
    {
        word |= row[x / 64 + 1] << (64 - shift);
    }
    return word & loam_low_bits(count);
}

/// Writes count bits at x, all into one word.
static void write_run(uint64_t *row, int32_t x, int32_t count, uint64_t run)
{
    const uint64_t mask = loam_low_bits(count) << x % 64;
    uint64_t *word = &row[x / 64];
    *word = (*word & ~mask) | (run << x % 64 & mask);
}

/// How many bits from x on are in the same word, count at most.
static int32_t run_length(int32_t x, int32_t count)
{
    const int32_t rest = 64 - x % 64;
    return rest < count ? rest : count;
}

/// Whole words from anywhere in a row.
static void copy_words(uint64_t *to, const uint64_t *from, int32_t shift, int32_t count)
{
    if (shift == 0)
    {
        memcpy(to, from, (size_t)count * sizeof *to);
        return;
    }
    for (int32_t i = 0; i < count; i++)
    {
        to[i] = from[i] >> shift | from[i + 1] << (64 - shift);
    }
}

static void copy_row(uint64_t *to, int32_t to_x, const uint64_t *from, int32_t from_x,
                     int32_t count)
{
    const int32_t head = to_x % 64 != 0 ? run_length(to_x, count) : 0;
    if (head > 0)
    {
        write_run(to, to_x, head, read_run(from, from_x, head));
    }
    const int32_t words = (count - head) / 64, tail = (count - head) % 64;
    to_x += head;
    from_x += head;
    copy_words(to + to_x / 64, from + from_x / 64, from_x % 64, words);
    if (tail > 0)
    {
        write_run(to, to_x + words * 64, tail, read_run(from, from_x + words * 64, tail));
    }
}

static void fill_row(uint64_t *row, int32_t x, int32_t count, uint64_t value)
{
    while (count > 0)
    {
        const int32_t length = run_length(x, count);
        write_run(row, x, length, value);
        x += length;
        count -= length;
    }
}

void loam_bits_fill_inside(loam_bits *bits, loam_bits_area area, bool value)
{
    for (int32_t y = area.y; y < area.y + area.h; y++)
    {
        fill_row(loam_bits_row(bits, y), area.x, area.w, value ? UINT64_MAX : 0);
    }
}

void loam_bits_copy_inside(loam_bits *to, int32_t x, int32_t y, const loam_bits *from,
                           loam_bits_area area)
{
    for (int32_t row = 0; row < area.h; row++)
    {
        copy_row(loam_bits_row(to, y + row), x, loam_bits_row(from, area.y + row), area.x, area.w);
    }
}

// ---- framed fields ------------------------------------------------------------------------------

static size_t words_of(int32_t w, int32_t h)
{
    return (size_t)loam_bits_stride(w) * (size_t)h;
}

size_t loam_framed_size(int32_t w, int32_t h, int32_t frame)
{
    return (words_of(w + 2 * frame, h + 2 * frame) + 2) * sizeof(uint64_t);
}

static void draw_ones(loam_bits *framed, int32_t frame)
{
    const int32_t w = framed->w, h = framed->h;
    loam_bits_fill_inside(framed, (loam_bits_area){0, 0, w, frame}, true);
    loam_bits_fill_inside(framed, (loam_bits_area){0, h - frame, w, frame}, true);
    loam_bits_fill_inside(framed, (loam_bits_area){0, frame, frame, h - 2 * frame}, true);
    loam_bits_fill_inside(framed, (loam_bits_area){w - frame, frame, frame, h - 2 * frame}, true);
}

loam_bits loam_framed_make(void *memory, const loam_bits *like, int32_t frame, loam_edge edge)
{
    memset(memory, 0, loam_framed_size(like->w, like->h, frame));
    loam_bits framed = {
        .words = (uint64_t *)memory + 1, .w = like->w + 2 * frame, .h = like->h + 2 * frame};
    if (edge == LOAM_EDGE_ONE)
    {
        draw_ones(&framed, frame);
    }
    return framed;
}

void loam_framed_put(loam_bits *framed, const loam_bits *from)
{
    const int32_t frame = (framed->w - from->w) / 2;
    loam_bits_copy_inside(framed, frame, frame, from, (loam_bits_area){0, 0, from->w, from->h});
}

void loam_framed_take(loam_bits *out, const loam_bits *framed, int32_t lost)
{
    const uint64_t last = loam_low_bits((out->w - 1) % 64 + 1);
    loam_bits_copy_inside(out, 0, 0, framed, (loam_bits_area){lost, lost, out->w, out->h});
    // out may be in memory that was something else before.
    for (int32_t y = 0; y < out->h; y++)
    {
        loam_bits_row(out, y)[loam_bits_stride(out->w) - 1] &= last;
    }
}

// ---- public -------------------------------------------------------------------------------------

int32_t loam_bits_stride(int32_t w)
{
    return w > 0 ? (int32_t)(((uint32_t)w + 63) / 64) : 0;
}

size_t loam_bits_size(int32_t w, int32_t h)
{
    return side_is_good(w) && side_is_good(h) ? words_of(w, h) * sizeof(uint64_t) : 0;
}

loam_result loam_bits_init(loam_bits *bits, int32_t w, int32_t h, void *memory, size_t size)
{
    loam_result result = check_sides(w, h, "the field");
    if (result == LOAM_OK)
    {
        result = check_memory(memory, size, loam_bits_size(w, h), "the memory of the field");
    }
    if (result == LOAM_OK)
    {
        *bits = (loam_bits){.words = memory, .w = w, .h = h};
        memset(memory, 0, loam_bits_size(w, h));
    }
    return result;
}

static bool is_inside(const loam_bits *bits, int32_t x, int32_t y)
{
    return x >= 0 && x < bits->w && y >= 0 && y < bits->h;
}

bool loam_bits_get(const loam_bits *bits, int32_t x, int32_t y)
{
    return is_inside(bits, x, y) && (loam_bits_row(bits, y)[x / 64] >> x % 64 & 1) != 0;
}

void loam_bits_set(loam_bits *bits, int32_t x, int32_t y, bool value)
{
    if (is_inside(bits, x, y))
    {
        write_run(loam_bits_row(bits, y), x, 1, value);
    }
}

loam_result loam_bits_fill(loam_bits *bits, loam_bits_area area, bool value)
{
    const loam_result result = check_area(bits, area, "the field");
    if (result == LOAM_OK)
    {
        loam_bits_fill_inside(bits, area, value);
    }
    return result;
}

static bool areas_overlap(loam_bits_area a, int32_t x, int32_t y)
{
    return (int64_t)x - a.x < a.w && (int64_t)a.x - x < a.w && (int64_t)y - a.y < a.h &&
           (int64_t)a.y - y < a.h;
}

loam_result loam_bits_copy(loam_bits *to, int32_t x, int32_t y, const loam_bits *from,
                           loam_bits_area area)
{
    loam_result result = check_area(from, area, "the field to copy from");
    if (result == LOAM_OK)
    {
        result = check_area(to, (loam_bits_area){x, y, area.w, area.h}, "the field to copy to");
    }
    if (result == LOAM_OK && from->words == to->words && areas_overlap(area, x, y))
    {
        result = loam_fail(LOAM_BAD_ARGUMENT,
                           "an area of %d x %d at (%d, %d) of a field and its copy at (%d, %d) "
                           "overlap; they must not",
                           (int)area.w, (int)area.h, (int)area.x, (int)area.y, (int)x, (int)y);
    }
    if (result == LOAM_OK)
    {
        loam_bits_copy_inside(to, x, y, from, area);
    }
    return result;
}

static uint64_t combine_words(uint64_t a, loam_bits_operation operation, uint64_t b)
{
    switch (operation)
    {
    case LOAM_BITS_AND:
        return a & b;
    case LOAM_BITS_OR:
        return a | b;
    case LOAM_BITS_XOR:
        return a ^ b;
    default:
        return a & ~b;
    }
}

loam_result loam_bits_combine(loam_bits *out, const loam_bits *a, loam_bits_operation operation,
                              const loam_bits *b)
{
    if ((int)operation < 0 || operation >= LOAM_BITS_OPERATION_COUNT)
    {
        return loam_fail(LOAM_BAD_ARGUMENT,
                         "operation %d on bits; must be LOAM_BITS_AND, OR, XOR or WITHOUT",
                         (int)operation);
    }
    loam_result result = loam_bits_check(a, "the first field");
    if (result == LOAM_OK)
    {
        result = loam_bits_check_sides(b, "the second field", a->w, a->h);
    }
    if (result == LOAM_OK)
    {
        result = loam_bits_check_sides(out, "the field to write", a->w, a->h);
    }
    for (size_t i = 0; result == LOAM_OK && i < loam_bits_words(a); i++)
    {
        out->words[i] = combine_words(a->words[i], operation, b->words[i]);
    }
    return result;
}

/// How many bits of a word are 1: sums of 2, 4 and 8 bits side by side, then all eight by one
/// multiplication.
static uint64_t count_ones(uint64_t word)
{
    word -= word >> 1 & 0x5555555555555555u;
    word = (word & 0x3333333333333333u) + (word >> 2 & 0x3333333333333333u);
    word = (word + (word >> 4)) & 0x0f0f0f0f0f0f0f0fu;
    return word * 0x0101010101010101u >> 56;
}

uint64_t loam_bits_count(const loam_bits *bits)
{
    uint64_t count = 0;
    for (size_t i = 0; i < loam_bits_words(bits); i++)
    {
        count += count_ones(bits->words[i]);
    }
    return count;
}

uint64_t loam_bits_hash(const loam_bits *bits, uint64_t seed)
{
    const uint64_t sides = (uint64_t)(uint32_t)bits->w << 32 | (uint32_t)bits->h;
    return loam_hash_u64(bits->words, loam_bits_words(bits), loam_hash_u64(&sides, 1, seed));
}
