// SPDX-License-Identifier: MIT
#include "scene/woods.h"

#include "scene/grounds.h"

#include <string.h>

enum
{
    FINEST_STEP = 8, // m, of the finest level whose grounds know of woods
};

bool woods_are_in(const clipmap *maps, const clipmap_level *l)
{
    return maps->def.things != NULL && l->step >= FINEST_STEP;
}

void woods_forget(const clipmap_def *def, clipmap_level *l, clipmap_rect r)
{
    for (int64_t z = r.z0; z < r.z1; z++)
    {
        for (int64_t x = r.x0; x < r.x1; x++)
        {
            l->wooded[clipmap_texel_at(def, x, z)] = WOODS_UNKNOWN;
        }
    }
}

static bool is_bare(const clipmap *maps, const clipmap_level *l, int64_t x, int64_t z)
{
    const size_t at = clipmap_texel_at(&maps->def, x, z);
    return l->wooded[at] != l->biome[at];
}

static void grow_run(const clipmap *maps, clipmap_level *l, int64_t x, int64_t z, int32_t w)
{
    const clipmap_def *const def = &maps->def;
    const size_t plane = (size_t)def->side * (size_t)def->side * 4;
    const loam_land_area area = {x * l->step, z * l->step, l->step, w, 1};
    uint8_t biomes[CLIPMAP_MAX_SIDE] = {0}, grounds[CLIPMAP_MAX_SIDE * CLIPMAP_GROUNDS];
    for (int32_t i = 0; i < w; i++)
    {
        biomes[i] = l->biome[clipmap_texel_at(def, x + i, z)];
    }
    grounds_of_woods(def->things, area, biomes, grounds);
    for (int32_t i = 0; i < w; i++)
    {
        const size_t at = clipmap_texel_at(def, x + i, z);
        memcpy(l->ground + at * 4, grounds + i * CLIPMAP_GROUNDS, 4);
        memcpy(l->ground + plane + at * 4, grounds + i * CLIPMAP_GROUNDS + 4, 4);
        l->wooded[at] = biomes[i];
    }
}

/// From the first bare texel of a row to its last. Returns how many that are.
static int32_t grow_row(const clipmap *maps, clipmap_level *l, int64_t x0, int64_t x1, int64_t z)
{
    while (x0 < x1 && !is_bare(maps, l, x0, z))
    {
        x0++;
    }
    while (x0 < x1 && !is_bare(maps, l, x1 - 1, z))
    {
        x1--;
    }
    if (x0 < x1)
    {
        grow_run(maps, l, x0, z, (int32_t)(x1 - x0));
    }
    return (int32_t)(x1 - x0);
}

int64_t woods_grow(const clipmap *maps, clipmap_level *l, int64_t max)
{
    const clipmap_rect window = {l->x, l->z, l->x + maps->def.side, l->z + maps->def.side};
    int64_t grown = 0;
    while (l->bare.count > 0 && grown < max)
    {
        clipmap_rect *const bare = &l->bare.rect[l->bare.count - 1];
        const clipmap_rect r = clipmap_cut(*bare, window);
        const int64_t before = grown;
        int64_t z = r.z0;
        for (; z < r.z1 && grown < max; z++)
        {
            grown += grow_row(maps, l, r.x0, r.x1, z);
        }
        if (grown > before)
        {
            clipmap_add_rect(&l->changed, (clipmap_rect){r.x0, r.z0, r.x1, z});
        }
        bare->z0 = z;
        l->bare.count -= z >= r.z1;
    }
    return grown;
}
