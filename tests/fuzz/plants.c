// SPDX-License-Identifier: MIT
// Any bytes as the plants of a kept chunk. What can be read stands somewhere, in the wall layer alone.
#include "loam/tiles.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum
{
    SIDE = 2 * LOAM_CHUNK_SIDE
};

static loam_tile tiles[SIDE * SIDE];

static void require(bool condition)
{
    if (!condition)
    {
        abort();
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static loam_tile_defs defs;
    static loam_tile_planter *planter;
    const loam_env env = loam_default_env();
    const loam_chunk_pos at = {32,
                               0}; // of the seed 3, where there is a forest: see the first inputs
    if (planter == NULL)
    {
        loam_tile_defs_init(&defs);
        require(loam_tile_planter_create(&env, &defs, &planter) == LOAM_OK);
    }
    uint8_t *const exact = malloc(size > 0 ? size : 1); // so that a step too far is seen
    require(exact != NULL);
    memcpy(exact, data, size);
    const loam_result result = loam_tile_planter_add_kept(planter, at, exact, size);
    require(result == LOAM_OK || result == LOAM_IO);
    memset(tiles, 0, sizeof tiles);
    const loam_tile_area area = {at.x * LOAM_CHUNK_SIDE - LOAM_CHUNK_SIDE / 2,
                                 at.y * LOAM_CHUNK_SIDE - LOAM_CHUNK_SIDE / 2, SIDE, SIDE};
    require(loam_tile_planter_put(planter, area, tiles) == LOAM_OK);
    for (int32_t i = 0; i < SIDE * SIDE; i++)
    {
        const uint32_t properties = defs.materials[tiles[i].wall].properties;
        require(tiles[i].block == LOAM_AIR);
        require(tiles[i].wall == LOAM_AIR || (properties & (LOAM_WOOD | LOAM_LEAF)) != 0);
    }
    free(exact);
    return 0;
}
