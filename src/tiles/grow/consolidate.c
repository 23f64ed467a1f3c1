// SPDX-License-Identifier: MIT
#include "tiles/grow/consolidate.h"

// Both layers go through an automaton of their own, 64 tiles at a time. The bits that come out choose
// for each tile between the two materials that the ground has for it.

size_t loam_types_size(int32_t w, int32_t h)
{
    return 2 * LOAM_ARENA_SIZE((size_t)w * (size_t)h) + 2 * LOAM_ARENA_SIZE(loam_bits_size(w, h));
}

tile_types loam_types(void *memory, int32_t w, int32_t h)
{
    loam_arena arena = loam_arena_make(memory, loam_types_size(w, h), NULL);
    tile_types types = {.w = w, .h = h};
    types.block = loam_arena_take(&arena, (size_t)w * (size_t)h);
    types.wall = loam_arena_take(&arena, (size_t)w * (size_t)h);
    types.blocks = (loam_bits){loam_arena_take(&arena, loam_bits_size(w, h)), w, h};
    types.walls = (loam_bits){loam_arena_take(&arena, loam_bits_size(w, h)), w, h};
    return types;
}

size_t loam_consolidate_scratch_size(int32_t w, int32_t h)
{
    return LOAM_ARENA_SIZE(loam_bits_size(w, h)) +
           LOAM_ARENA_SIZE(loam_automaton_scratch_size(w, h));
}

/// Runs one layer's automaton. Where the other layer has more iterations, the rows and columns that only
/// that one needs are cut off first.
static loam_result run_layer(const loam_tile_automaton *def, loam_isa isa, const loam_bits *in,
                             loam_bits *out, loam_arena scratch)
{
    loam_rule rules[LOAM_MAX_TILE_RULES];
    for (int32_t i = 0; i < def->rule_count; i++)
    {
        rules[i] = loam_rule_thresholds(def->birth_above[i], def->death_below[i]);
    }
    const loam_automaton automaton = {
        .rules = rules,
        .rule_count = def->rule_count,
        .iterations = def->iterations,
        .edge = LOAM_EDGE_PADDED,
        .isa = isa,
    };
    const int32_t w = out->w + 2 * def->iterations, h = out->h + 2 * def->iterations;
    const size_t size = loam_automaton_scratch_size(w, h);
    loam_bits needed = {loam_arena_take(&scratch, loam_bits_size(w, h)), w, h};
    const loam_bits_area area = {(in->w - w) / 2, (in->h - h) / 2, w, h};
    const loam_result result = loam_bits_copy(&needed, 0, 0, in, area);
    return result ? result
                  : loam_automaton_run(&automaton, out, &needed, loam_arena_take(&scratch, size),
                                       size);
}

/// out = bit ? solid : empty, for at most 64 tiles.
static void choose_word(uint8_t *out, uint64_t word, const uint8_t *solid, const uint8_t *empty,
                        int32_t count)
{
    for (int32_t i = 0; i < count; i++)
    {
        const uint8_t mask = (uint8_t)(0u - (unsigned)(word >> i & 1u));
        out[i] = (uint8_t)((solid[i] & mask) | (empty[i] & ~mask));
    }
}

static void choose_row(uint8_t *out, const uint64_t *bits, const uint8_t *solid,
                       const uint8_t *empty, int32_t w)
{
    for (int32_t i = 0; i < w; i += 64)
    {
        choose_word(out + i, bits[i / 64], solid + i, empty + i, w - i < 64 ? w - i : 64);
    }
}

/// The same where what is not solid is air.
static void choose_row_or_air(uint8_t *out, const uint64_t *bits, const uint8_t *solid, int32_t w)
{
    static const uint8_t air[64] = {0};
    for (int32_t i = 0; i < w; i += 64)
    {
        choose_word(out + i, bits[i / 64], solid + i, air, w - i < 64 ? w - i : 64);
    }
}

loam_result loam_consolidate(const tile_recipe *recipe, loam_isa isa, const ground_planes *ground,
                             tile_types *types, loam_arena scratch)
{
    loam_result result = run_layer(&recipe->blocks, isa, &ground->blocks, &types->blocks, scratch);
    result = result ? result
                    : run_layer(&recipe->walls, isa, &ground->walls, &types->walls, scratch);
    const int32_t stride = loam_bits_stride(types->w);
    const int32_t pad_x = (ground->w - types->w) / 2, pad_y = (ground->h - types->h) / 2;
    for (int32_t y = 0; y < types->h && result == LOAM_OK; y++)
    {
        const size_t to = (size_t)y * (size_t)types->w, word = (size_t)y * (size_t)stride;
        const size_t from = (size_t)(y + pad_y) * (size_t)ground->w + (size_t)pad_x;
        choose_row(types->block + to, types->blocks.words + word, ground->solid + from,
                   ground->empty + from, types->w);
        choose_row_or_air(types->wall + to, types->walls.words + word, ground->wall + from,
                          types->w);
    }
    return result;
}
