// SPDX-License-Identifier: MIT
#include "volume/world/world.h"

#include "loam/random.h"

#include <string.h>

// An edited chunk as bytes: a head of little-endian numbers, materials, densities, a hash of all before. Both planes are
// runs (as PackBits has them): a byte n below 128 says that n + 1 bytes follow as they are, one above that the next
// byte stands 257 - n times. Densities are told as differences from the one before, so that even slopes are runs.

enum
{
    MAGIC = 0x58564f4c, // "LOVX"
    FORMAT = 1,         // voxels of a metre
    FORMAT_HALF = 2,    // of half a metre
    HEAD = 4 + 4 + 4 + 4 + 8 + 24,
    TAIL = 8,
};

_Static_assert(HEAD + TAIL + 2 * (VOXEL_COUNT + VOXEL_COUNT / 127 + 1) <=
                   LOAM_VOXEL_CHUNK_MAX_BYTES,
               "a chunk that runs do not shorten fits");

// ---- runs ---------------------------------------------------------------------------------------

static size_t run_at(const uint8_t *from, size_t left)
{
    size_t length = 1;
    while (length < left && length < 128 && from[length] == from[0])
    {
        length++;
    }
    return length;
}

static size_t pack_runs(const uint8_t *from, size_t count, uint8_t *out)
{
    size_t at = 0;
    for (size_t i = 0; i < count;)
    {
        const size_t run = run_at(from + i, count - i);
        if (run > 2)
        {
            out[at++] = (uint8_t)(257 - run);
            out[at++] = from[i];
            i += run;
            continue;
        }
        size_t plain = run;
        while (i + plain < count && plain < 127 && run_at(from + i + plain, count - i - plain) <= 2)
        {
            plain++;
        }
        out[at++] = (uint8_t)(plain - 1);
        memcpy(out + at, from + i, plain);
        at += plain;
        i += plain;
    }
    return at;
}

/// How many bytes of `from` make `count`; 0 if they do not.
static size_t unpack_runs(const uint8_t *from, size_t size, size_t count, uint8_t *out)
{
    size_t at = 0, made = 0;
    while (made < count)
    {
        if (at >= size)
        {
            return 0;
        }
        const uint8_t head = from[at++];
        const size_t length = head < 128 ? (size_t)head + 1 : 257 - (size_t)head;
        const size_t taken = head < 128 ? length : 1;
        if (length > count - made || taken > size - at)
        {
            return 0;
        }
        if (head < 128)
        {
            memcpy(out + made, from + at, length);
        }
        else
        {
            memset(out + made, from[at], length);
        }
        made += length;
        at += taken;
    }
    return at;
}

// ---- numbers ------------------------------------------------------------------------------------

static uint8_t *put(uint8_t *to, uint64_t value, int32_t bytes)
{
    for (int32_t i = 0; i < bytes; i++)
    {
        to[i] = (uint8_t)(value >> 8 * i);
    }
    return to + bytes;
}

static uint64_t get(const uint8_t *from, int32_t bytes)
{
    uint64_t value = 0;
    for (int32_t i = 0; i < bytes; i++)
    {
        value |= (uint64_t)from[i] << 8 * i;
    }
    return value;
}

// ---- chunks -------------------------------------------------------------------------------------

size_t loam_voxel_pack(const loam_voxel_world *world, const voxel_edited *edited, uint8_t *out)
{
    uint8_t *to = put(out, MAGIC, 4);
    to = put(to, world->def.voxel_m < 1.0f ? FORMAT_HALF : FORMAT, 4);
    to = put(to, LOAM_LAND_VERSION, 4);
    to = put(to, LOAM_VOLUME_VERSION, 4);
    to = put(to, world->def.volume->seed, 8);
    to = put(to, (uint64_t)edited->at.x, 8);
    to = put(to, (uint64_t)edited->at.y, 8);
    to = put(to, (uint64_t)edited->at.z, 8);
    to += pack_runs(edited->voxels, VOXEL_COUNT, to);
    uint8_t steps[VOXEL_COUNT];
    uint8_t before = 0;
    for (size_t i = 0; i < VOXEL_COUNT; i++)
    {
        steps[i] = (uint8_t)(edited->voxels[VOXEL_COUNT + i] - before);
        before = edited->voxels[VOXEL_COUNT + i];
    }
    to += pack_runs(steps, VOXEL_COUNT, to);
    to = put(to, loam_hash_bytes(out, (size_t)(to - out), MAGIC), 8);
    return (size_t)(to - out);
}

loam_result loam_voxel_chunk_describe(const uint8_t *bytes, size_t size, loam_voxel_kept *out)
{
    LOAM_ASSERT(NULL, bytes != NULL);
    LOAM_ASSERT(NULL, out != NULL);
    *out = (loam_voxel_kept){0};
    if (size < HEAD + TAIL || size > LOAM_VOXEL_CHUNK_MAX_BYTES || get(bytes, 4) != MAGIC)
    {
        return loam_fail(LOAM_FAILED, "%zu bytes are no chunk of voxels", size);
    }
    const uint64_t format = get(bytes + 4, 4);
    if (format != FORMAT && format != FORMAT_HALF)
    {
        return loam_fail(LOAM_FAILED, "a chunk of voxels has format %lu; must be %d or %d",
                         (unsigned long)format, FORMAT, FORMAT_HALF);
    }
    if (loam_hash_bytes(bytes, size - TAIL, MAGIC) != get(bytes + size - TAIL, 8))
    {
        return loam_fail(LOAM_FAILED, "a chunk of voxels is damaged: its checksum is wrong");
    }
    out->land_version = (uint32_t)get(bytes + 8, 4);
    out->volume_version = (uint32_t)get(bytes + 12, 4);
    out->seed = get(bytes + 16, 8);
    out->voxel_m = format == FORMAT_HALF ? 0.5f : 1.0f;
    out->chunk = (loam_voxel_pos){(int64_t)get(bytes + 24, 8), (int64_t)get(bytes + 32, 8),
                                  (int64_t)get(bytes + 40, 8)};
    return LOAM_OK;
}

static loam_result check_head(const loam_voxel_world *world, loam_voxel_chunk_pos at,
                              const loam_voxel_kept *kept)
{
    if (kept->land_version != LOAM_LAND_VERSION || kept->volume_version != LOAM_VOLUME_VERSION)
    {
        return loam_fail(
            LOAM_UNSUPPORTED,
            "a kept chunk is of land version %u and volume version %u; must be %d and %d",
            (unsigned)kept->land_version, (unsigned)kept->volume_version, LOAM_LAND_VERSION,
            LOAM_VOLUME_VERSION);
    }
    if (kept->voxel_m != world->def.voxel_m)
    {
        return loam_fail(LOAM_UNSUPPORTED,
                         "a kept chunk has voxels of %g m; must be %g, as the world's",
                         (double)kept->voxel_m, (double)world->def.voxel_m);
    }
    if (kept->seed != world->def.volume->seed)
    {
        return loam_fail(LOAM_FAILED, "a kept chunk is of seed %llu; must be %llu",
                         (unsigned long long)kept->seed,
                         (unsigned long long)world->def.volume->seed);
    }
    if (kept->chunk.x != at.x || kept->chunk.y != at.y || kept->chunk.z != at.z)
    {
        return loam_fail(
            LOAM_FAILED, "a kept chunk says that it is %lld, %lld, %lld; must be %lld, %lld, %lld",
            (long long)kept->chunk.x, (long long)kept->chunk.y, (long long)kept->chunk.z,
            (long long)at.x, (long long)at.y, (long long)at.z);
    }
    return LOAM_OK;
}

/// Whether materials exist, and densities are those that these may have.
static bool is_sound(const uint8_t *voxels)
{
    const int8_t *const density = (const int8_t *)voxels + VOXEL_COUNT;
    bool sound = true;
    for (size_t i = 0; i < VOXEL_COUNT; i++)
    {
        sound = sound && voxels[i] < LOAM_VOXEL_MATERIAL_COUNT &&
                loam_voxel_is_solid(voxels[i]) == (density[i] > 0) &&
                density[i] >= -VOXEL_DEEPEST && density[i] <= VOXEL_DEEPEST;
    }
    return sound;
}

loam_result loam_voxel_unpack(const loam_voxel_world *world, loam_voxel_chunk_pos at,
                              const uint8_t *bytes, size_t size, uint8_t *voxels)
{
    loam_voxel_kept kept;
    loam_result result = loam_voxel_chunk_describe(bytes, size, &kept);
    result = result == LOAM_OK ? check_head(world, at, &kept) : result;
    if (result != LOAM_OK)
    {
        return result;
    }
    const size_t end = size - TAIL;
    const size_t first = unpack_runs(bytes + HEAD, end - HEAD, VOXEL_COUNT, voxels);
    const size_t second = first > 0 ? unpack_runs(bytes + HEAD + first, end - HEAD - first,
                                                  VOXEL_COUNT, voxels + VOXEL_COUNT)
                                    : 0;
    uint8_t before = 0;
    for (size_t i = VOXEL_COUNT; i < 2 * VOXEL_COUNT && second > 0; i++)
    {
        before = (uint8_t)(before + voxels[i]);
        voxels[i] = before;
    }
    if (second == 0 || HEAD + first + second != end || !is_sound(voxels))
    {
        return loam_fail(LOAM_FAILED, "a chunk of voxels is damaged: %zu bytes are no %d voxels",
                         size, VOXEL_COUNT);
    }
    return LOAM_OK;
}
