// SPDX-License-Identifier: MIT
#include "export/luanti/luanti.h"

#include "loam/random.h"

#include <string.h>
#include <zstd.h>

// A block as Luanti writes it since version 5.5 (its doc/world_format.md, version 29): a byte with the version, and
// compressed behind it a head, the names of the nodes that are in the block, and for each of its nodes a number, its
// light and one thing more, all with the high byte first.

enum
{
    VERSION = 29,
    DAY_AND_NIGHT_DIFFER = 2, // of the flags; that of a block that has not been generated stays off
    LIGHT_IS_WHOLE = 0xffff,
    NO_TIME = 0xff,
    NAME_TABLE_VERSION = 0,
    TIMER_BYTES = 10,
    COMPRESSION = 3,
    MAX_BYTES = 4 * LUANTI_NODES + LUANTI_NODE_COUNT * (4 + LOAM_MAX_LUANTI_NAME) + 64
};

typedef struct writer
{
    uint8_t bytes[MAX_BYTES];
    size_t size;
} writer;

static void put_byte(writer *out, int32_t value)
{
    out->bytes[out->size++] = (uint8_t)value;
}

static void put_short(writer *out, int32_t value)
{
    put_byte(out, value >> 8);
    put_byte(out, value);
}

/// Nodes of a block in its order, and which of them are in it.
typedef struct block_nodes
{
    size_t at[LUANTI_NODES]; // in the unit
    int32_t number[LUANTI_NODE_COUNT], used[LUANTI_NODE_COUNT], count;
    bool differs; // light by day from that by night
} block_nodes;

static void collect(const luanti_unit *unit, const int32_t corner[3], block_nodes *out,
                    luanti_blob *blob)
{
    memset(out->number, -1, sizeof out->number);
    out->count = 0;
    out->differs = false;
    for (int32_t n = 0; n < LUANTI_NODES; n++)
    {
        const int32_t j = corner[1] + n / LUANTI_BLOCK % LUANTI_BLOCK;
        const size_t at = luanti_at(unit, corner[0] + n % LUANTI_BLOCK, j,
                                    corner[2] + n / (LUANTI_BLOCK * LUANTI_BLOCK));
        const uint8_t content = unit->content[at];
        if (out->number[content] < 0)
        {
            out->number[content] = out->count;
            out->used[out->count++] = content;
        }
        out->at[n] = at;
        out->differs = out->differs || unit->day[at] != unit->night[at];
        if (content != LOAM_VOXEL_AIR)
        {
            blob->low = blob->nodes == 0 || unit->y + j < blob->low ? unit->y + j : blob->low;
            blob->high = blob->nodes == 0 || unit->y + j > blob->high ? unit->y + j : blob->high;
            blob->nodes++;
        }
    }
}

static void put_head(writer *out, const luanti_node *nodes, const block_nodes *block)
{
    put_byte(out, block->differs ? DAY_AND_NIGHT_DIFFER : 0);
    put_short(out, LIGHT_IS_WHOLE);
    for (int32_t i = 0; i < 4; i++)
    {
        put_byte(out, NO_TIME);
    }
    put_byte(out, NAME_TABLE_VERSION);
    put_short(out, block->count);
    for (int32_t i = 0; i < block->count; i++)
    {
        const char *const name = nodes[block->used[i]].name;
        const size_t length = strlen(name);
        put_short(out, i);
        put_short(out, (int32_t)length);
        memcpy(out->bytes + out->size, name, length);
        out->size += length;
    }
}

static void put_nodes(writer *out, const luanti_unit *unit, const block_nodes *block)
{
    put_byte(out, 2); // bytes of a number
    put_byte(out, 2); // and of the rest
    for (int32_t n = 0; n < LUANTI_NODES; n++)
    {
        put_short(out, block->number[unit->content[block->at[n]]]);
    }
    for (int32_t n = 0; n < LUANTI_NODES; n++)
    {
        put_byte(out, unit->day[block->at[n]] | unit->night[block->at[n]] << 4);
    }
    memset(out->bytes + out->size, 0, LUANTI_NODES);
    out->size += LUANTI_NODES;
}

/// Nothing has text or contents of its own, moves, or waits for a time.
static void put_tail(writer *out)
{
    put_byte(out, 0);
    put_byte(out, 0);
    put_short(out, 0);
    put_byte(out, TIMER_BYTES);
    put_short(out, 0);
}

static loam_result compress(const loam_env *env, const writer *from, luanti_blob *out)
{
    const size_t room = ZSTD_compressBound(from->size);
    uint8_t *const packed = loam_alloc(env, room);
    out->bytes = NULL;
    if (packed == NULL)
    {
        return LOAM_OUT_OF_MEMORY;
    }
    const size_t size = ZSTD_compress(packed, room, from->bytes, from->size, COMPRESSION);
    out->size = ZSTD_isError(size) ? 0 : size + 1;
    out->bytes = ZSTD_isError(size) ? NULL : loam_alloc(env, out->size);
    if (out->bytes != NULL)
    {
        out->bytes[0] = VERSION;
        memcpy(out->bytes + 1, packed, size);
    }
    loam_free(env, packed, room);
    return out->bytes != NULL ? LOAM_OK : LOAM_OUT_OF_MEMORY;
}

loam_result loam_luanti_pack(const luanti_node *nodes, const luanti_unit *unit,
                             const int32_t corner[3], const int32_t block[3], luanti_blob *out)
{
    const loam_env *const env = &unit->env;
    block_nodes *const found = loam_alloc(env, sizeof *found);
    writer *const plain = loam_alloc(env, sizeof *plain);
    loam_result result = LOAM_OUT_OF_MEMORY;
    *out = (luanti_blob){.place = (int64_t)block[2] * (1 << 24) + (int64_t)block[1] * (1 << 12) +
                                  block[0]};
    if (found != NULL && plain != NULL)
    {
        plain->size = 0;
        collect(unit, corner, found, out);
        put_head(plain, nodes, found);
        put_nodes(plain, unit, found);
        put_tail(plain);
        out->hash = loam_hash_bytes(plain->bytes, plain->size, (uint64_t)out->place);
        result = compress(env, plain, out);
    }
    loam_free(env, plain, sizeof *plain);
    loam_free(env, found, sizeof *found);
    return result;
}
