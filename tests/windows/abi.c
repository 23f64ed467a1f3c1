// SPDX-License-Identifier: MIT
// A program as Visual Studio's compiler would make it, without any C library: it lives in a world for a while, keeps
// a chunk of it in a file and ends with 42 if all is as it should be. Structures go by value both ways.
#include <loam/random.h>
#include <loam/store.h>
#include <loam/tile_world.h>

__declspec(dllimport) void __stdcall ExitProcess(unsigned code);
int _fltused;

static unsigned live(void)
{
    loam_tile_world *world;
    loam_tile_world_def def = loam_default_tile_world_def();
    def.seed = loam_seed_from_text("my world");
    loam_result result = loam_tile_world_create(&def, &world);
    for (int step = 0; step < 20 && result == LOAM_OK; step++)
    {
        result = loam_tile_world_step(world, def.centre);
    }
    const loam_tile_pos high = {.x = 0, .y = 3000}, low = {.x = 0, .y = -200};
    const bool right = result == LOAM_OK && loam_tile_world_at(world, high).block == LOAM_AIR &&
                       loam_chunk_of_tile(low).y == -2;
    loam_tile_world_destroy(world);
    return right ? 42 : 1;
}

static unsigned keep(void)
{
    loam_store *store;
    loam_store_def def = loam_default_store_def();
    def.path = "abi.loam";
    const loam_result result = loam_store_create(&def, 7, NULL, &store);
    loam_store_close(store);
    return result == LOAM_OK ? 42 : 2;
}

void start(void)
{
    const unsigned lives = live(), keeps = keep();
    ExitProcess(lives == 42 ? keeps : lives);
}
