// SPDX-License-Identifier: MIT
// Sand and water that live on a graphics processor, as a game does that has far more of them than a processor can
// move: pours, lets time pass, digs a hole, and looks. Link with loam-gpu. Ends with 77 where there is no Vulkan.
#include <loam/gpu.h>
#include <loam/loam.h>

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

enum
{
    W = 64,
    H = 24,
    STEPS = 60
};

/// Writes a rectangle of one material, "air" to dig.
static loam_result put(loam_gpu_life *life, const loam_tile_defs *defs, const char *material,
                       loam_tile_area area)
{
    loam_tile tiles[W * H];
    for (int32_t i = 0; i < area.w * area.h; i++)
    {
        tiles[i] = (loam_tile){.block = (uint8_t)loam_material_find(defs, material)};
    }
    return loam_gpu_life_write(life, area, tiles);
}

/// A floor with a heap of sand on it, and water that falls on that; later there is a hole in the floor.
static int play(loam_gpu_life *life, const loam_tile_defs *defs)
{
    const int64_t x = 512, y = 512; // in the middle of the ring
    loam_tile seen[W * H];
    if (put(life, defs, "stone", (loam_tile_area){x, y, W, 2}) != LOAM_OK ||
        put(life, defs, "sand", (loam_tile_area){x + 24, y + 6, 16, 6}) != LOAM_OK ||
        put(life, defs, "water", (loam_tile_area){x + 20, y + 16, 24, 4}) != LOAM_OK ||
        loam_gpu_life_step(life, STEPS) != LOAM_OK ||
        put(life, defs, "air", (loam_tile_area){x + 30, y, 4, 2}) != LOAM_OK ||
        loam_gpu_life_step(life, STEPS / 4) != LOAM_OK ||
        loam_gpu_life_read(life, (loam_tile_area){x, y, W, H}, seen) != LOAM_OK)
    {
        return 1;
    }
    for (int32_t row = H - 1; row >= 0; row--)
    {
        for (int32_t column = 0; column < W; column++)
        {
            const char *const name = defs->materials[seen[row * W + column].block].name;
            putchar(name[0] == 'a' ? ' ' : name[0] == 'l' ? 's' : name[0] == 's' ? '#' : '~');
        }
        putchar('\n');
    }
    const loam_gpu_lived lived = loam_gpu_life_count(life);
    printf("%" PRIu64 " steps, %" PRIu64 " moves\n", lived.steps, lived.moved);
    return lived.moved == 0;
}

int main(void)
{
    const loam_gpu_def gpu_def = loam_default_gpu_def();
    loam_gpu_life_def def = loam_default_gpu_life_def();
    loam_gpu *gpu = NULL;
    loam_gpu_life *life = NULL;
    if (loam_gpu_create(&gpu_def, &gpu) != LOAM_OK)
    {
        fprintf(stderr, "%s\n", loam_last_error());
        return 77;
    }
    loam_tile_defs *const defs = malloc(sizeof *defs);
    int code = 1;
    if (defs != NULL)
    {
        loam_tile_defs_init(defs);
        def.defs = defs;
        def.ring_log2 = 3;
        code = loam_gpu_life_create(gpu, &def, NULL, &life) != LOAM_OK || play(life, defs) != 0;
    }
    loam_gpu_life_destroy(life);
    loam_gpu_destroy(gpu);
    free(defs);
    return code;
}
