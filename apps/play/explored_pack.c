// SPDX-License-Identifier: MIT
#include "play/explored.h"

#include <string.h>

// A region is a version, a bit a chunk that says whether anything of it was seen, and the pixels of those
// chunks one after the other, 16 bits each, 0 for those that were not seen, in runs: a byte n below 128 is
// followed by n + 1 pixels, one from 128 on by one pixel that stands n - 126 times.

enum
{
    VERSION = 1,
    KNOWN_BYTES = EXPLORED_CHUNKS / 8,
    MAX_LITERALS = 128,
    MAX_RUN = 129,
    RUN_BIAS = 126,
};

/// Black is nearly black: 0 is what was not seen.
static uint16_t to_16(loam_colour c)
{
    const uint16_t value = (uint16_t)((c.r >> 3) << 11 | (c.g >> 2) << 5 | c.b >> 3);
    return c.a == 0 ? 0 : value == 0 ? 1 : value;
}

static loam_colour from_16(uint16_t v)
{
    const int32_t r = v >> 11, g = v >> 5 & 63, b = v & 31;
    if (v == 0)
    {
        return (loam_colour){0, 0, 0, 0};
    }
    return (loam_colour){(uint8_t)(r << 3 | r >> 2), (uint8_t)(g << 2 | g >> 4),
                         (uint8_t)(b << 3 | b >> 2), 255};
}

loam_colour explored_coarse(loam_colour colour)
{
    return from_16(to_16(colour));
}

static bool is_known(const uint8_t *known, int32_t chunk)
{
    return (known[chunk / 8] >> chunk % 8 & 1) != 0;
}

/// The index of pixel i of a chunk among those of its region.
static int32_t place_of(int32_t chunk, int32_t i)
{
    const int32_t x = chunk % EXPLORED_REGION * EXPLORED_CHUNK + i % EXPLORED_CHUNK;
    const int32_t y = chunk / EXPLORED_REGION * EXPLORED_CHUNK + i / EXPLORED_CHUNK;
    return y * EXPLORED_SIDE + x;
}

// ---- packing ------------------------------------------------------------------------------------

/// Pixels that wait to be written: a run of equal ones, or several that differ.
typedef struct packer
{
    uint8_t *bytes;
    size_t count;
    uint16_t waiting[MAX_RUN];
    int32_t length;
    bool run;
} packer;

static void put_16(packer *p, uint16_t value)
{
    p->bytes[p->count++] = (uint8_t)value;
    p->bytes[p->count++] = (uint8_t)(value >> 8);
}

static void flush(packer *p)
{
    if (p->run)
    {
        p->bytes[p->count++] = (uint8_t)(p->length + RUN_BIAS);
        put_16(p, p->waiting[0]);
    }
    else if (p->length > 0)
    {
        p->bytes[p->count++] = (uint8_t)(p->length - 1);
        for (int32_t i = 0; i < p->length; i++)
        {
            put_16(p, p->waiting[i]);
        }
    }
    p->length = 0;
    p->run = false;
}

static void add(packer *p, uint16_t value)
{
    const bool same = p->length > 0 && p->waiting[p->length - 1] == value;
    if (p->length == (p->run ? MAX_RUN : MAX_LITERALS) || (p->run && !same))
    {
        flush(p);
    }
    else if (!p->run && same)
    {
        p->length--;
        flush(p);
        p->waiting[p->length++] = value;
        p->run = true;
    }
    p->waiting[p->length++] = value;
}

size_t explored_pack(const uint8_t known[KNOWN_BYTES], const loam_colour *pixels,
                     uint8_t bytes[EXPLORED_MAX_PACKED])
{
    packer p = {.bytes = bytes, .count = 1 + KNOWN_BYTES};
    bytes[0] = VERSION;
    memcpy(bytes + 1, known, KNOWN_BYTES);
    for (int32_t chunk = 0; chunk < EXPLORED_CHUNKS; chunk++)
    {
        for (int32_t i = 0; is_known(known, chunk) && i < EXPLORED_CHUNK_PIXELS; i++)
        {
            add(&p, to_16(pixels[place_of(chunk, i)]));
        }
    }
    flush(&p);
    return p.count;
}

// ---- and back -----------------------------------------------------------------------------------

typedef struct unpacker
{
    const uint8_t *bytes;
    size_t at, count;
    int32_t left; // pixels of what is being read
    bool run;
    bool bad;
} unpacker;

static uint16_t next(unpacker *u)
{
    if (u->left == 0)
    {
        const int32_t head = u->at < u->count ? u->bytes[u->at++] : 0;
        u->run = head >= MAX_LITERALS;
        u->left = u->run ? head - RUN_BIAS : head + 1;
    }
    if (u->at + 2 > u->count)
    {
        u->bad = true;
        return 0;
    }
    const uint16_t value = (uint16_t)(u->bytes[u->at] | u->bytes[u->at + 1] << 8);
    u->left--;
    u->at += u->run && u->left > 0 ? 0 : 2;
    return value;
}

loam_result explored_unpack(const uint8_t *bytes, size_t count, uint8_t known[KNOWN_BYTES],
                            loam_colour *pixels)
{
    unpacker u = {.bytes = bytes, .at = 1 + KNOWN_BYTES, .count = count};
    if (count < u.at || bytes[0] != VERSION)
    {
        return loam_fail(LOAM_BAD_ARGUMENT, "map: %zu bytes are not a region", count);
    }
    memcpy(known, bytes + 1, KNOWN_BYTES);
    memset(pixels, 0, EXPLORED_PIXELS * sizeof *pixels);
    for (int32_t chunk = 0; chunk < EXPLORED_CHUNKS; chunk++)
    {
        for (int32_t i = 0; is_known(known, chunk) && i < EXPLORED_CHUNK_PIXELS && !u.bad; i++)
        {
            pixels[place_of(chunk, i)] = from_16(next(&u));
        }
    }
    if (u.bad || u.left != 0 || u.at != count)
    {
        return loam_fail(LOAM_BAD_ARGUMENT, "map: %zu bytes of a region end elsewhere", count);
    }
    return LOAM_OK;
}
