// SPDX-License-Identifier: MIT
// Any bytes as a picture of tiles, and of colours. What is taken is made of what the definitions have.
#define _XOPEN_SOURCE 700 // for mkstemp

#include "loam/export.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static char path[64];

static void require(bool condition)
{
    if (!condition)
    {
        abort();
    }
}

static void remove_file(void)
{
    unlink(path);
}

static void make_file(void)
{
    snprintf(path, sizeof path, "%s/loam-fuzz-XXXXXX",
             access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp");
    const int descriptor = mkstemp(path);
    require(descriptor >= 0);
    close(descriptor);
    atexit(remove_file);
}

static void check_tiles(const loam_tile_defs *defs, const loam_tile *tiles, loam_tile_area area)
{
    require(area.w >= 1 && area.h >= 1 && area.w <= LOAM_MAX_TILE_AREA &&
            area.h <= LOAM_MAX_TILE_AREA);
    require(area.x >= -LOAM_TILE_END && area.x + area.w <= LOAM_TILE_END);
    require(area.y >= -LOAM_TILE_END && area.y + area.h <= LOAM_TILE_END);
    for (size_t i = 0; i < (size_t)area.w * (size_t)area.h; i++)
    {
        const loam_material *block = &defs->materials[tiles[i].block];
        const loam_material *wall = &defs->materials[tiles[i].wall];
        require(tiles[i].block_variant < block->inner + block->outer ||
                block->properties & (LOAM_LIQUID | LOAM_GAS | LOAM_LOOSE));
        require(tiles[i].wall_variant < wall->inner + wall->outer);
    }
}

/// The same bytes as colours, painted on nothing.
static void check_colours(const loam_env *env, const loam_tile_defs *defs)
{
    static loam_tile tiles[16 * 16];
    loam_tile_colours colours;
    if (loam_png_read_tile_colours(env, path, &colours) != LOAM_OK)
    {
        return;
    }
    const loam_tile_area area = {-3, -3, 16, 16};
    const loam_tile_painting painting = {defs, LOAM_BLOCKS, &colours.picture, {0, 0}};
    int64_t changed;
    memset(tiles, 0, sizeof tiles);
    require(loam_tiles_paint(env, &painting, tiles, area, &changed) == LOAM_OK);
    require(changed >= 0 && changed <= 16 * 16);
    check_tiles(defs, tiles, area);
    loam_picture_destroy(env, &colours.picture);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static loam_tile_defs defs;
    if (path[0] == '\0')
    {
        loam_tile_defs_init(&defs);
        make_file();
    }
    FILE *file = fopen(path, "wb");
    require(file != NULL);
    fwrite(data, 1, size, file);
    fclose(file);
    const loam_env env = loam_default_env();
    loam_tile *tiles = NULL;
    loam_tile_area area;
    if (loam_png_read_tiles(&env, path, &defs, &tiles, &area) == LOAM_OK)
    {
        check_tiles(&defs, tiles, area);
        loam_free(&env, tiles, (size_t)area.w * (size_t)area.h * sizeof *tiles);
    }
    check_colours(&env, &defs);
    return 0;
}
