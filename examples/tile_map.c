// SPDX-License-Identifier: MIT
// Draws an overview of a tile world as a game shows it on its map: 4,096 x 1,024 tiles in 512 x 128 pixels, and
// counts what is in it. Only the picture is in memory, never the tiles.
#include <loam/loam.h>
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    const loam_env env = loam_default_env(); // with jobs in it, threads share the work
    loam_tile_defs *defs = malloc(sizeof *defs);
    loam_tile_map_figures *figures = malloc(sizeof *figures);
    loam_tile_source *source = NULL;
    loam_picture picture = {0};
    loam_result result = defs != NULL && figures != NULL ? LOAM_OK : LOAM_OUT_OF_MEMORY;
    result = result ? result : loam_tile_defs_init_version(defs, LOAM_TILES_VERSION);
    result = result ? result : loam_tile_source_create(&env, defs, 5, &source);
    const loam_tile_map_def def = {.defs = defs,
                                   .source = source,
                                   .area = {-2048, -640, 4096, 1024},
                                   .scale = {.zoom = 1, .shrink = 8},
                                   .layer = LOAM_TILE_MAP_BOTH};
    result = result ? result : loam_tile_map_draw(&def, &env, &picture, figures);
    result = result ? result : loam_png_write(&env, "tile_map.png", &picture);
    if (result)
    {
        fprintf(stderr, "%s\n", loam_last_error());
    }
    else
    {
        printf("%lld tiles, hash %016llx\n", (long long)figures->tiles,
               (unsigned long long)figures->hash);
        for (int i = 0; i < LOAM_BIOMES; i++)
        {
            printf("%6lld columns of %s\n", (long long)figures->biomes[i], defs->biomes[i].name);
        }
    }
    loam_picture_destroy(&env, &picture);
    loam_tile_source_destroy(source);
    free(figures);
    free(defs);
    return result ? 1 : 0;
}
