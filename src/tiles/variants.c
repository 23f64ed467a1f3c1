// SPDX-License-Identifier: MIT
#include "tiles/variants.h"

#include "loam/random.h"

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

size_t loam_variants_scratch_size(int32_t w, int32_t h)
{
    const int32_t reach = loam_shape_reach(LOAM_SHAPE_CIRCLE);
    return 2 * LOAM_ARENA_SIZE(loam_bits_size(w, h)) +
           2 * LOAM_ARENA_SIZE((size_t)w * sizeof(float)) +
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

/// A variant from a value in -1..1.
static uint8_t pick(const tile_recipe *recipe, uint8_t type, bool inner, float value)
{
    const uint32_t count = inner || !recipe->outer[type] ? recipe->inner[type]
                                                         : recipe->outer[type];
    const uint32_t first = inner || !recipe->outer[type] ? 0 : recipe->inner[type];
    const uint32_t random = (uint32_t)((value + 1.0f) * 32767.9f); // 16 bits are plenty
    return (uint8_t)(first + (random * count >> 16));
}

static bool bit_at(const uint64_t *words, int32_t i)
{
    return words[i / 64] >> (i % 64) & 1u;
}

loam_result loam_variants_fill(const tile_recipe *recipe, loam_isa isa,
                               const variant_noises *noises, tile_window window,
                               const tile_types *types, loam_tile *tiles, loam_arena scratch)
{
    const int32_t w = window.w, h = window.h, reach = loam_shape_reach(LOAM_SHAPE_CIRCLE);
    const size_t size = loam_bits_size(w, h);
    loam_bits blocks = {loam_arena_take(&scratch, size), w, h};
    loam_bits walls = {loam_arena_take(&scratch, size), w, h};
    float *block = loam_arena_take(&scratch, (size_t)w * sizeof *block);
    float *wall = loam_arena_take(&scratch, (size_t)w * sizeof *wall);
    loam_result result = find_inner(&types->blocks, isa, &blocks, scratch);
    result = result ? result : find_inner(&types->walls, isa, &walls, scratch);
    for (int32_t y = 0; y < h && result == LOAM_OK; y++)
    {
        const loam_noise_area area = {
            .x = window.x, .y = window.y + y, .step = 1, .w = w, .h = 1, .d = 1};
        const size_t word = (size_t)y * (size_t)loam_bits_stride(w);
        const size_t from = (size_t)(y + reach) * (size_t)types->w + (size_t)reach;
        result = loam_noise_grid2(&noises->block, block, area);
        result = result ? result : loam_noise_grid2(&noises->wall, wall, area);
        for (int32_t x = 0; x < w && result == LOAM_OK; x++)
        {
            const uint8_t front = types->block[from + (size_t)x],
                          back = types->wall[from + (size_t)x];
            tiles[(size_t)y * (size_t)w + (size_t)x] = (loam_tile){
                front, pick(recipe, front, bit_at(blocks.words + word, x), block[x]), back,
                pick(recipe, back, bit_at(walls.words + word, x), wall[x])};
        }
    }
    return result;
}
