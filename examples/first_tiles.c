// SPDX-License-Identifier: MIT
// The README's first program for a tile world: lets one live for a second and prints a part of it.
#include <loam/loam.h>
#include <stdio.h>

int main(void)
{
    loam_tile_world *world;
    loam_tile_world_def def = loam_default_tile_world_def();
    def.seed = loam_seed_from_text("my world");
    loam_result result = loam_tile_world_create(&def, &world);
    for (int step = 0; step < 100 && result == LOAM_OK; step++)
    {
        result = loam_tile_world_step(world, def.centre);
    }
    for (int i = 0; i < 72 * 20 && result == LOAM_OK; i++) // every fourth column, every eighth row
    {
        const loam_tile_pos at = {.x = i % 72 * 4, .y = 56 - i / 72 * 8};
        const bool empty = loam_tile_world_at(world, at).block == LOAM_AIR;
        printf("%c%s", empty ? ' ' : '#', i % 72 == 71 ? "\n" : "");
    }
    loam_tile_world_destroy(world);
    return result == LOAM_OK ? 0 : 1;
}
