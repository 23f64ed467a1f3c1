// SPDX-License-Identifier: MIT
#include "scene/cover_blocks.h"

#include "loam/random.h"

#include <math.h>
#include <stdlib.h>

// ---- what it is planned from --------------------------------------------------------------------

/// Of a map of `row` values along a side, each of `size` bytes: those of a block, and more around it.
static uint64_t hash_square(const void *map, size_t size, int32_t row, int32_t x, int32_t z,
                            int32_t more, uint64_t seed)
{
    const int32_t x0 = x * COVER_BLOCK > more ? x * COVER_BLOCK - more : 0;
    const int32_t z0 = z * COVER_BLOCK > more ? z * COVER_BLOCK - more : 0;
    const int32_t x1 = (x + 1) * COVER_BLOCK + more, z1 = (z + 1) * COVER_BLOCK + more;
    const int32_t w = (x1 < row ? x1 : row) - x0, end = z1 < row ? z1 : row;
    uint64_t hash = seed;
    for (int32_t k = z0; k < end; k++)
    {
        const unsigned char *const from = (const unsigned char *)map +
                                          ((size_t)k * row + x0) * size;
        hash = loam_hash_bytes(from, (size_t)w * size, hash);
    }
    return hash;
}

uint64_t cover_block_sources(const cover_ground *ground, int32_t x, int32_t z)
{
    const int32_t side = ground->side;
    const size_t band = (size_t)side * (size_t)side * 4;
    const year_day *const day = &ground->day;
    const float same[] = {ground->reach, ground->humidity, ground->share, day->spring,
                          day->summer,   day->autumn,      day->winter};
    uint64_t hash = loam_hash_bytes(same, sizeof same, 0);
    for (size_t i = 0; i < COVER_BANDS; i++)
    {
        hash = hash_square(ground->texels + i * band, 4, side, x, z, 1, hash);
    }
    hash = hash_square(ground->height, sizeof *ground->height, side + 1, x, z, 1, hash);
    hash = hash_square(ground->above, sizeof *ground->above, side, x, z, 0, hash);
    hash = hash_square(ground->sea, 1, side, x, z, 0, hash);
    return hash_square(ground->road, 1, side, x, z, 0, hash);
}

// ---- planning -----------------------------------------------------------------------------------

static void bound(const cover_ground *ground, int32_t x, int32_t z, cover_block *out)
{
    const int32_t across = COVER_BLOCK + 1, row = ground->side + 1;
    out->low = INFINITY;
    out->high = -INFINITY;
    for (int32_t i = 0; i < across * across; i++)
    {
        const int32_t at = (z * COVER_BLOCK + i / across) * row + x * COVER_BLOCK + i % across;
        out->low = fminf(out->low, ground->height[at]);
        out->high = fmaxf(out->high, ground->height[at]);
    }
}

static loam_result keep_ends(const cover_spot *spots, cover_block *out)
{
    const uint32_t count = out->first[COVER_FORMS];
    float *const ends = realloc(out->ends, (count + 1) * sizeof *ends);
    if (ends == NULL)
    {
        return loam_fail(LOAM_OUT_OF_MEMORY, "out of memory for what covers the ground");
    }
    out->ends = ends;
    for (uint32_t i = 0; i < count; i++)
    {
        ends[i] = spots[i].end;
    }
    return LOAM_OK;
}

static void load(const gl *g, const cover_spot *spots, cover_block *out)
{
    if (out->spots == 0)
    {
        g->GenBuffers(1, &out->spots);
    }
    g->BindBuffer(GL_ARRAY_BUFFER, out->spots);
    g->BufferData(GL_ARRAY_BUFFER, (GLsizeiptr)out->first[COVER_FORMS] * (GLsizeiptr)sizeof *spots,
                  spots, GL_STATIC_DRAW);
}

loam_result cover_block_plan(const gl *g, const cover_ground *ground, int32_t x, int32_t z,
                             cover_spot *room, cover_block *out)
{
    uint32_t count = 0;
    out->is_made = false;
    for (int32_t form = 0; form < COVER_FORMS; form++)
    {
        out->first[form] = count;
        count += (uint32_t)cover_plan(ground, (cover_form)form, x, z, room + count);
    }
    out->first[COVER_FORMS] = count;
    for (uint32_t i = 0; i < count; i++)
    {
        room[i].at[0] -= (float)(x * COVER_BLOCK);
        room[i].at[2] -= (float)(z * COVER_BLOCK);
    }
    const loam_result result = keep_ends(room, out);
    if (result != LOAM_OK)
    {
        return result;
    }
    bound(ground, x, z, out);
    load(g, room, out);
    out->x = ground->x / COVER_BLOCK + x;
    out->z = ground->z / COVER_BLOCK + z;
    out->made_of = cover_block_sources(ground, x, z);
    out->is_made = true;
    return LOAM_OK;
}

void cover_block_drop(const gl *g, cover_block *block)
{
    if (g != NULL && block->spots != 0)
    {
        g->DeleteBuffers(1, &block->spots);
    }
    free(block->ends);
    *block = (cover_block){0};
}
