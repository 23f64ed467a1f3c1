// SPDX-License-Identifier: MIT
#include "volume/volume.h"

#include "base/small.h"
#include "loam/random.h"

// Ores and crystals: lumps in cells of 16 m, each of one kind, at a place and of a size that follow from its cell.
// A box stamps those of all cells that reach into it. Only rock is changed.

enum
{
    CELL = 32,    // half metres
    REACH = 12,   // half metres: the largest lump
    COARSEST = 2, // level; at coarser ones lumps are smaller than voxels
};

typedef struct lump
{
    int64_t x, y, z; // half metres
    int32_t radius;  // half metres
    uint8_t material;
} lump;

/// What a cell has; false if nothing.
static bool lump_of(uint64_t seed, int64_t x, int64_t y, int64_t z, lump *out)
{
    static const struct
    {
        uint32_t below; // of 1000 draws
        uint8_t material;
        int32_t least, max; // radius, half metres
    } kinds[] = {{110, LOAM_VOXEL_COAL, 4, 10},  {170, LOAM_VOXEL_IRON, 3, 8},
                 {215, LOAM_VOXEL_COPPER, 3, 7}, {230, LOAM_VOXEL_GOLD, 2, 4},
                 {255, LOAM_VOXEL_QUARTZ, 3, 9}, {265, LOAM_VOXEL_AMETHYST, 3, 7}};
    const uint64_t own = loam_seed_at(seed, x, y, z);
    const uint32_t draw = loam_random_below(own, 0, 1000);
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++)
    {
        if (draw < kinds[i].below)
        {
            *out = (lump){x * CELL + loam_random_range(own, 1, 0, CELL - 1),
                          y * CELL + loam_random_range(own, 2, 0, CELL - 1),
                          z * CELL + loam_random_range(own, 3, 0, CELL - 1),
                          (int32_t)loam_random_range(own, 4, kinds[i].least, kinds[i].max),
                          kinds[i].material};
            return true;
        }
    }
    return false;
}

static bool is_rock(uint8_t material)
{
    return material >= LOAM_VOXEL_SANDSTONE && material <= LOAM_VOXEL_BASALT;
}

/// The voxels between two places, in half metres, along an axis of a box.
static void clip(int64_t low, int64_t high, int64_t step, int64_t first, int32_t count,
                 int32_t *from, int32_t *to)
{
    const int64_t a = loam_floor_div(low + step - 1, step) - first,
                  b = loam_floor_div(high, step) - first;
    *from = (int32_t)(a < 0 ? 0 : a > count ? count : a);
    *to = (int32_t)(b < -1 ? -1 : b >= count ? count - 1 : b);
}

static void stamp(const lump *from, const loam_volume_box *box, int64_t step, uint8_t *materials)
{
    const int64_t r = from->radius;
    int32_t x0, x1, y0, y1, z0, z1;
    clip(from->x - r, from->x + r, step, box->x, box->w, &x0, &x1);
    clip(from->y - r, from->y + r, step, box->y, box->h, &y0, &y1);
    clip(from->z - r, from->z + r, step, box->z, box->d, &z0, &z1);
    for (int32_t k = z0; k <= z1; k++)
    {
        for (int32_t j = y0; j <= y1; j++)
        {
            for (int32_t i = x0; i <= x1; i++)
            {
                const int64_t dx = (box->x + i) * step - from->x,
                              dy = (box->y + j) * step - from->y,
                              dz = (box->z + k) * step - from->z;
                uint8_t *const to =
                    &materials[((size_t)k * (size_t)box->h + (size_t)j) * (size_t)box->w +
                               (size_t)i];
                // Flat, as beds are.
                if (dx * dx + 3 * dy * dy + dz * dz <= r * r && is_rock(*to))
                {
                    *to = from->material;
                }
            }
        }
    }
}

void loam_volume_veins(const loam_volume *volume, const loam_volume_box *box, uint8_t *materials)
{
    if (box->level > COARSEST)
    {
        return;
    }
    const int64_t step = box->level < 0 ? 1 : (int64_t)2 << box->level;
    const int64_t low[3] = {box->x * step - REACH, box->y * step - REACH, box->z * step - REACH};
    const int64_t high[3] = {(box->x + box->w) * step + REACH, (box->y + box->h) * step + REACH,
                             (box->z + box->d) * step + REACH};
    for (int64_t z = loam_floor_div(low[2], CELL); z <= loam_floor_div(high[2], CELL); z++)
    {
        for (int64_t y = loam_floor_div(low[1], CELL); y <= loam_floor_div(high[1], CELL); y++)
        {
            for (int64_t x = loam_floor_div(low[0], CELL); x <= loam_floor_div(high[0], CELL); x++)
            {
                lump found;
                if (lump_of(volume->vein_seed, x, y, z, &found))
                {
                    stamp(&found, box, step, materials);
                }
            }
        }
    }
}
