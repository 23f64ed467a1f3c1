// SPDX-License-Identifier: MIT
#include "scene/textures.h"

#include "scene/leaf_texture.h"
#include "scene/materials.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

enum
{
    NOISE_SIDE = 256,
    CLOUD_SIDE = 64,
    COARSE_NOISE_SIDE = 32,
    COARSE_CLOUD_SIDE = 8,
    FIRST_LEAF = MATERIALS + 2,
    PARTS = FIRST_LEAF + LEAF_KINDS, // materials, noise, clouds, leaves
};

// ---- sizes --------------------------------------------------------------------------------------

static int32_t sizes_of(const texture_set *set, int32_t side)
{
    int32_t count = 1;
    while (set->is_whole && side >> count > 0)
    {
        count++;
    }
    return count;
}

/// One size of a kind, without its texels.
static texture_texels shape_of(const texture_set *set, texture_kind kind, int32_t size)
{
    const int32_t sides[TEXTURE_KINDS] = {set->side, set->side, set->noise_side, set->cloud_side,
                                          set->leaf_side};
    const int32_t side = sides[kind] >> size;
    return (texture_texels){.side = side,
                            .layers = kind == TEXTURE_CLOUDS   ? side
                                      : kind == TEXTURE_NOISE  ? 1
                                      : kind == TEXTURE_LEAVES ? LEAF_KINDS
                                                               : MATERIALS,
                            .sizes = sizes_of(set, sides[kind]),
                            .layer_bytes = (size_t)side * (size_t)side *
                                           (kind == TEXTURE_CLOUDS ? 1 : 4)};
}

/// Bytes of all larger sizes; of all sizes if there is no such.
static size_t offset_of(const texture_set *set, texture_kind kind, int32_t size)
{
    size_t sum = 0;
    for (int32_t i = 0; i < size; i++)
    {
        const texture_texels t = shape_of(set, kind, i);
        sum += t.layer_bytes * (size_t)t.layers;
    }
    return sum;
}

static uint8_t *texels_of(const texture_set *set, texture_kind kind, int32_t size)
{
    uint8_t *const all[TEXTURE_KINDS] = {set->colours, set->bumps, set->noise, set->clouds,
                                         set->leaves};
    return all[kind] + offset_of(set, kind, size);
}

texture_texels texture_set_texels(const texture_set *set, texture_kind kind, int32_t size)
{
    texture_texels out = shape_of(set, kind, size);
    out.texels = texels_of(set, kind, size);
    return out;
}

/// The mean of four texels of so many bytes, or of the eight of two layers.
static void halve(const uint8_t *from, const uint8_t *next, int32_t side, int32_t bytes,
                  uint8_t *to)
{
    const int32_t half = side / 2, row = side * bytes;
    for (int32_t i = 0; i < half * half; i++)
    {
        const int32_t at = i / half * 2 * row + i % half * 2 * bytes;
        for (int32_t k = at; k < at + bytes; k++)
        {
            const int32_t sum = from[k] + from[k + bytes] + from[k + row] + from[k + row + bytes] +
                                next[k] + next[k + bytes] + next[k + row] + next[k + row + bytes];
            *to++ = (uint8_t)((sum + 4) / 8);
        }
    }
}

/// All smaller sizes of a layer.
static void shrink_layer(const texture_set *set, texture_kind kind, int32_t layer)
{
    const int32_t sizes = shape_of(set, kind, 0).sizes;
    for (int32_t size = 1; size < sizes; size++)
    {
        const texture_texels from = texture_set_texels(set, kind, size - 1);
        const uint8_t *const texels = from.texels + from.layer_bytes * (size_t)layer;
        halve(texels, texels, from.side, 4,
              texels_of(set, kind, size) + from.layer_bytes / 4 * (size_t)layer);
    }
}

static void shrink_clouds(const texture_set *set)
{
    const int32_t sizes = shape_of(set, TEXTURE_CLOUDS, 0).sizes;
    for (int32_t size = 1; size < sizes; size++)
    {
        const texture_texels from = texture_set_texels(set, TEXTURE_CLOUDS, size - 1);
        uint8_t *const to = texels_of(set, TEXTURE_CLOUDS, size);
        for (int32_t layer = 0; layer < from.layers / 2; layer++)
        {
            const uint8_t *const texels = from.texels + from.layer_bytes * (size_t)layer * 2;
            halve(texels, texels + from.layer_bytes, from.side, 1,
                  to + from.layer_bytes / 4 * (size_t)layer);
        }
    }
}

// ---- sets ---------------------------------------------------------------------------------------

static loam_result allocate(texture_set sides, texture_set *out)
{
    uint8_t *texels[TEXTURE_KINDS];
    bool ok = true;
    for (int32_t kind = 0; kind < TEXTURE_KINDS; kind++)
    {
        const int32_t sizes = shape_of(&sides, (texture_kind)kind, 0).sizes;
        texels[kind] = calloc(offset_of(&sides, (texture_kind)kind, sizes), 1);
        ok = ok && texels[kind] != NULL;
    }
    *out = sides;
    out->colours = texels[TEXTURE_COLOURS];
    out->bumps = texels[TEXTURE_BUMPS];
    out->noise = texels[TEXTURE_NOISE];
    out->clouds = texels[TEXTURE_CLOUDS];
    out->leaves = texels[TEXTURE_LEAVES];
    if (!ok)
    {
        texture_set_destroy(out);
        return loam_fail(LOAM_OUT_OF_MEMORY, "out of memory for the textures of the ground");
    }
    return LOAM_OK;
}

static void fill_part(texture_set *set, int64_t part)
{
    const size_t size = (size_t)set->side * (size_t)set->side * 4;
    if (part < MATERIALS)
    {
        material_fill((material)part, set->side, set->colours + size * (size_t)part,
                      set->bumps + size * (size_t)part);
        shrink_layer(set, TEXTURE_COLOURS, (int32_t)part);
        shrink_layer(set, TEXTURE_BUMPS, (int32_t)part);
    }
    else if (part == MATERIALS)
    {
        material_noise(set->noise_side, set->noise);
        shrink_layer(set, TEXTURE_NOISE, 0);
    }
    else if (part >= FIRST_LEAF)
    {
        const int32_t kind = (int32_t)part - FIRST_LEAF;
        leaf_texture_fill((leaf_kind)kind, set->leaves + (size_t)kind * LEAF_SIDE * LEAF_SIDE * 4);
        shrink_layer(set, TEXTURE_LEAVES, kind);
    }
    else if (set->cloud_side > 1)
    {
        material_clouds(set->cloud_side, set->clouds);
        shrink_clouds(set);
    }
}

static void fill_some(void *context, int64_t begin, int64_t end)
{
    for (int64_t i = begin; i < end; i++)
    {
        fill_part(context, i);
    }
}

static texture_set sides_of(int32_t side, bool clouds)
{
    return (texture_set){.side = side,
                         .noise_side = NOISE_SIDE,
                         .cloud_side = clouds ? CLOUD_SIDE : 1,
                         .leaf_side = LEAF_SIDE,
                         .is_whole = true};
}

loam_result texture_set_create(int32_t side, bool clouds, loam_jobs *jobs, texture_set *out)
{
    const loam_result result = allocate(sides_of(side, clouds), out);
    if (result == LOAM_OK)
    {
        loam_jobs_for(jobs, PARTS, 1, fill_some, out);
    }
    return result;
}

loam_result texture_set_create_coarse(bool clouds, texture_set *out)
{
    const texture_set sides = {.side = 1,
                               .noise_side = COARSE_NOISE_SIDE,
                               .cloud_side = clouds ? COARSE_CLOUD_SIDE : 1,
                               .leaf_side = 1};
    const loam_result result = allocate(sides, out);
    for (int32_t i = 0; i < MATERIALS && result == LOAM_OK; i++)
    {
        material_mean((material)i, out->colours + 4 * i, out->bumps + 4 * i);
    }
    if (result == LOAM_OK)
    {
        fill_some(out, MATERIALS, FIRST_LEAF);
        memset(out->leaves, 128, (size_t)4 * LEAF_KINDS);
    }
    return result;
}

void texture_set_destroy(texture_set *set)
{
    free(set->colours);
    free(set->bumps);
    free(set->noise);
    free(set->clouds);
    free(set->leaves);
    *set = (texture_set){0};
}

// ---- the maker ----------------------------------------------------------------------------------

typedef struct texture_part
{
    loam_job job;
    texture_maker *of;
    int32_t index;
} texture_part;

struct texture_maker
{
    loam_jobs *jobs;
    texture_set set;
    atomic_int left; // parts that are not made yet
    texture_part parts[PARTS];
};

static void run_part(void *context)
{
    texture_part *const part = context;
    fill_part(&part->of->set, part->index);
    atomic_fetch_sub_explicit(&part->of->left, 1, memory_order_release);
}

loam_result texture_maker_begin(int32_t side, bool clouds, loam_jobs *jobs, texture_maker **out)
{
    texture_maker *const m = calloc(1, sizeof *m);
    *out = NULL;
    if (m == NULL || allocate(sides_of(side, clouds), &m->set) != LOAM_OK)
    {
        free(m);
        return loam_fail(LOAM_OUT_OF_MEMORY, "out of memory for the textures of the ground");
    }
    m->jobs = jobs;
    atomic_init(&m->left, PARTS);
    for (int32_t i = 0; i < PARTS; i++)
    {
        texture_part *const part = &m->parts[i];
        *part = (texture_part){
            {.run = run_part, .context = part, .priority = LOAM_PRIORITY_NORMAL}, m, i};
        loam_jobs_submit(jobs, &part->job);
    }
    *out = m;
    return LOAM_OK;
}

bool texture_maker_is_done(const texture_maker *maker)
{
    return atomic_load_explicit(&maker->left, memory_order_acquire) == 0;
}

void texture_maker_end(texture_maker *maker, texture_set *out)
{
    if (maker == NULL)
    {
        return;
    }
    for (int32_t i = PARTS - 1; i >= 0; i--)
    {
        if (!loam_jobs_cancel(maker->jobs, &maker->parts[i].job))
        {
            loam_jobs_wait(maker->jobs, &maker->parts[i].job);
        }
    }
    if (out != NULL && texture_maker_is_done(maker))
    {
        *out = maker->set;
        maker->set = (texture_set){0};
    }
    texture_set_destroy(&maker->set);
    free(maker);
}
