// SPDX-License-Identifier: MIT
// Grows a part of a tile world on a graphics processor, as a game does that draws it there, and once more on the
// processor, as its server does. Link with loam-gpu. Ends with 77 where there is no Vulkan.
#include <loam/gpu.h>
#include <loam/loam.h>

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

enum
{
    W = 512,
    H = 192
};

static int grow(loam_gpu *gpu, const loam_tile_source *source, loam_tile *tiles)
{
    const loam_tile_area area = {(INT64_C(1) << 40) - W / 2, -120, W, H}; // far from the origin
    if (loam_gpu_tiles_fill(gpu, source, area, tiles) != LOAM_OK)
    {
        return 1;
    }
    const uint64_t there = loam_tiles_hash(tiles, (size_t)W * H, 0);
    if (loam_tile_source_fill(source, area, tiles) != LOAM_OK)
    {
        return 1;
    }
    const uint64_t here = loam_tiles_hash(tiles, (size_t)W * H, 0);
    printf("%s: %d x %d tiles, hash %016" PRIx64 "; the processor's is %016" PRIx64 "\n",
           loam_gpu_describe(gpu).name, W, H, there, here);
    return there != here;
}

int main(void)
{
    const loam_env env = loam_default_env();
    const loam_gpu_def def = loam_default_gpu_def();
    loam_gpu *gpu = NULL;
    loam_tile_source *source = NULL;
    if (loam_gpu_create(&def, &gpu) != LOAM_OK)
    {
        fprintf(stderr, "%s\n", loam_last_error());
        return 77;
    }
    loam_tile_defs *defs = malloc(sizeof *defs);
    loam_tile *tiles = malloc(sizeof *tiles * W * H);
    int code = 1;
    if (defs != NULL && tiles != NULL)
    {
        loam_tile_defs_init(defs);
        code = loam_tile_source_create(&env, defs, 5, &source) != LOAM_OK ||
               grow(gpu, source, tiles) != 0;
    }
    loam_tile_source_destroy(source);
    loam_gpu_destroy(gpu);
    free(tiles);
    free(defs);
    return code;
}
