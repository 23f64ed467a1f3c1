// SPDX-License-Identifier: MIT
#include "tiles/grow/variants.h"

#include "tiles/grow/variant_draw.h"

#include "loam/random.h"

#include <string.h>

// A tile that has something other than solid in its 5 x 5 circle is at an edge and gets an outer
// variant, any other tile an inner one; which, is up to chance.

loam_result loam_variant_noises_init(variant_noises *noises, uint64_t seed, loam_isa isa)
{
    loam_noise_def def = loam_default_noise_def();
    def.kind = LOAM_NOISE_WHITE;
    def.wavelength = 1.0;
    def.isa = isa;
    const loam_result result = loam_noise_init(&noises->block, &def,
                                               loam_seed_derive(seed, "block"));
    return result ? result : loam_noise_init(&noises->wall, &def, loam_seed_derive(seed, "wall"));
}

enum
{
    BAND = 32 // rows at a time
};

size_t loam_variants_scratch_size(int32_t w, int32_t h)
{
    const int32_t reach = loam_shape_reach(LOAM_SHAPE_CIRCLE);
    return 2 * LOAM_ARENA_SIZE(loam_bits_size(w, h)) +
           2 * LOAM_ARENA_SIZE((size_t)w * BAND * sizeof(float)) +
           LOAM_ARENA_SIZE(loam_shape_scratch_size(w + 2 * reach, h + 2 * reach));
}

/// 1 where all of a tile's circle is solid.
static loam_result find_inner(const loam_bits *solid, loam_isa isa, loam_bits *out,
                              loam_arena scratch)
{
    const size_t size = loam_shape_scratch_size(solid->w, solid->h);
    const loam_shape_input input = {
        .bits = solid,
        .shape = LOAM_SHAPE_CIRCLE,
        .edge = LOAM_EDGE_PADDED,
        .scratch = loam_arena_take(&scratch, size),
        .scratch_size = size,
        .isa = isa,
    };
    return loam_bits_erode(out, &input);
}

static uint8_t pick(const tile_recipe *recipe, uint8_t type, bool inner, float value)
{
    return (uint8_t)drawn_variant(recipe->inner[type], recipe->outer[type], !inner, value);
}

static bool bit_at(const uint64_t *words, int32_t i)
{
    return words[i / 64] >> (i % 64) & 1u;
}

/// One layer of the tiles: its types and where they are inner, and values to choose by.
typedef struct layer_row
{
    const uint8_t *types;
    const uint64_t *inner;
    const float *values;
} layer_row;

static void pick_row(const tile_recipe *recipe, layer_row block, layer_row wall, int32_t w,
                     loam_tile *tiles)
{
    for (int32_t x = 0; x < w; x++)
    {
        const uint8_t front = block.types[x], back = wall.types[x];
        tiles[x] = (loam_tile){front, pick(recipe, front, bit_at(block.inner, x), block.values[x]),
                               back, pick(recipe, back, bit_at(wall.inner, x), wall.values[x])};
    }
}

/// Whether rows first .. first + rows - 1 are nothing but air.
static bool is_empty(const tile_types *types, int32_t first, int32_t rows)
{
    const size_t from = (size_t)first * (size_t)types->w, count = (size_t)rows * (size_t)types->w;
    uint8_t any = 0;
    for (size_t i = from; i < from + count; i++)
    {
        any |= types->block[i] | types->wall[i];
    }
    return any == LOAM_AIR;
}

/// What loam_variants_fill works with.
typedef struct variant_work
{
    const tile_recipe *recipe;
    const variant_noises *noises;
    const tile_types *types;
    tile_window window;
    loam_bits blocks, walls; // inner tiles
    float *block, *wall;     // a band's values
} variant_work;

static loam_result fill_band(const variant_work *work, int32_t first, int32_t rows,
                             loam_tile *tiles)
{
    const int32_t w = work->window.w, reach = loam_shape_reach(LOAM_SHAPE_CIRCLE);
    const loam_noise_area area = {
        .x = work->window.x, .y = work->window.y + first, .step = 1, .w = w, .h = rows, .d = 1};
    loam_result result = loam_noise_grid2(&work->noises->block, work->block, area);
    result = result ? result : loam_noise_grid2(&work->noises->wall, work->wall, area);
    for (int32_t i = 0; i < rows && result == LOAM_OK; i++)
    {
        const size_t y = (size_t)(first + i), word = y * (size_t)loam_bits_stride(w);
        const size_t from = (y + (size_t)reach) * (size_t)work->types->w + (size_t)reach;
        const size_t value = (size_t)i * (size_t)w;
        const layer_row block = {work->types->block + from, work->blocks.words + word,
                                 work->block + value};
        const layer_row wall = {work->types->wall + from, work->walls.words + word,
                                work->wall + value};
        pick_row(work->recipe, block, wall, w, tiles + y * (size_t)w);
    }
    return result;
}

loam_result loam_variants_fill(const tile_recipe *recipe, loam_isa isa,
                               const variant_noises *noises, tile_window window,
                               const tile_types *types, loam_tile *tiles, loam_arena scratch)
{
    const int32_t w = window.w, h = window.h, reach = loam_shape_reach(LOAM_SHAPE_CIRCLE);
    variant_work work = {.recipe = recipe, .noises = noises, .types = types, .window = window};
    work.blocks = (loam_bits){loam_arena_take(&scratch, loam_bits_size(w, h)), w, h};
    work.walls = (loam_bits){loam_arena_take(&scratch, loam_bits_size(w, h)), w, h};
    work.block = loam_arena_take(&scratch, (size_t)w * BAND * sizeof(float));
    work.wall = loam_arena_take(&scratch, (size_t)w * BAND * sizeof(float));
    loam_result result = find_inner(&types->blocks, isa, &work.blocks, scratch);
    result = result ? result : find_inner(&types->walls, isa, &work.walls, scratch);
    for (int32_t first = 0; first < h && result == LOAM_OK; first += BAND)
    {
        const int32_t rows = h - first < BAND ? h - first : BAND;
        if (is_empty(types, first + reach, rows))
        {
            memset(tiles + (size_t)first * (size_t)w, 0, (size_t)rows * (size_t)w * sizeof *tiles);
            continue;
        }
        result = fill_band(&work, first, rows, tiles);
    }
    return result;
}
