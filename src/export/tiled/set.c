// SPDX-License-Identifier: MIT
#include "export/tiled/tiled.h"

#include "loam/export.h"

#include <string.h>

// The picture has a row for each material that may be a block, then one for each that may be a wall, so that a
// tile's number depends on the definitions alone: pictures that were drawn over fit every map of them.

static void add_rows(tiled_set *set, bool is_wall)
{
    for (int32_t i = 0; i < LOAM_MAX_MATERIALS; i++)
    {
        const loam_material *const material = &set->defs->materials[i];
        const bool has_row = i != LOAM_AIR && material->name[0] != '\0' &&
                             (material->layers & (is_wall ? LOAM_WALLS : LOAM_BLOCKS)) != 0;
        set->row_of[is_wall][i] = has_row ? set->row_count : -1;
        if (has_row)
        {
            const int32_t variants = material->inner + material->outer;
            set->rows[set->row_count++] = (tiled_row){(uint8_t)i, is_wall, variants};
            set->columns = variants > set->columns ? variants : set->columns;
            set->kinds += variants;
        }
    }
}

void loam_tiled_set_init(tiled_set *set, const loam_tile_defs *defs)
{
    memset(set, 0, sizeof *set);
    set->defs = defs;
    set->columns = 1;
    add_rows(set, false);
    add_rows(set, true);
}

/// What a variant looks like that its material does not have, as loam_tile_colour has it.
static int32_t shown_variant(const loam_material *material, int32_t variant)
{
    const int32_t count = material->inner + material->outer;
    const bool moves = (material->properties & (LOAM_LIQUID | LOAM_GAS | LOAM_LOOSE)) != 0;
    return variant < count ? variant : moves ? variant % material->inner : count - 1;
}

uint32_t loam_tiled_number(const tiled_set *set, bool is_wall, uint8_t material, uint8_t variant)
{
    const int32_t row = set->row_of[is_wall][material];
    return row < 0 ? 0
                   : 1 + (uint32_t)(row * set->columns +
                                    shown_variant(&set->defs->materials[material], variant));
}

static loam_colour tile_colour(const tiled_set *set, const tiled_row *row, int32_t variant)
{
    loam_tile_view view = loam_default_tile_view();
    view.sky_low.a = view.sky_high.a = 0;
    const uint8_t shown = (uint8_t)variant;
    const loam_tile tile = row->is_wall
                               ? (loam_tile){.wall = row->material, .wall_variant = shown}
                               : (loam_tile){.block = row->material, .block_variant = shown};
    return loam_tile_colour(set->defs, &view, tile, 0);
}

loam_result loam_tiled_write_picture(const tiled_set *set, const loam_env *env, const char *path,
                                     int32_t pixels)
{
    loam_picture picture;
    loam_result result = loam_picture_create(env, set->columns * pixels, set->row_count * pixels,
                                             (loam_colour){0}, &picture);
    if (result != LOAM_OK)
    {
        return result;
    }
    for (int32_t y = 0; y < picture.h; y++)
    {
        const tiled_row *const row = &set->rows[y / pixels];
        for (int32_t x = 0; x < row->variants * pixels; x++)
        {
            picture.pixels[(int64_t)y * picture.w + x] = tile_colour(set, row, x / pixels);
        }
    }
    result = loam_png_write(env, path, &picture);
    loam_picture_destroy(env, &picture);
    return result;
}
