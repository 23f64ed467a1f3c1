// SPDX-License-Identifier: MIT
#include "tiles/data/planes.h"

#include "loam/random.h"

// Values of one kind are alike and values of different kinds are not, so blocks, walls and the variants of
// either are apart.
//
// Nine tenths of a chunk's information would be variants: random numbers, one of a dozen for each
// tile. But most of them are those that the tile grew with, drawn from a noise that follows from the
// seed. So in the place of a variant stands a code: 0 or 1 if it is the inner or outer one that the
// noise draws, and otherwise 2 more than the variant. Those of fluids go up to 255, and for the last two
// there are the two codes that the drawn ones do not need. Reading needs no knowledge of how worlds
// grow; the draw below belongs to the format of files. Should generation change, new chunks become larger,
// and nothing else; should the noise change, that format needs a copy of the old one.

enum
{
    PLANE = LOAM_CHUNK_TILES,
    CODE_INNER = 0,
    CODE_OUTER = 1,
    CODE_OTHER = 2, // plus the variant
    LAST_BUT_ONE = 254,
    LAST = 255
};

loam_result loam_chunk_model_init(loam_chunk_model *model, const loam_tile_defs *defs,
                                  uint64_t seed, loam_isa isa)
{
    for (int32_t i = 0; i < LOAM_MAX_MATERIALS; i++)
    {
        model->inner[i] = (uint8_t)defs->materials[i].inner;
        model->outer[i] = (uint8_t)defs->materials[i].outer;
    }
    const uint64_t variants = loam_seed_derive(seed, "variants");
    loam_noise_def def = loam_default_noise_def();
    def.kind = LOAM_NOISE_WHITE;
    def.wavelength = 1.0;
    def.isa = isa;
    const loam_result result = loam_noise_init(&model->blocks, &def,
                                               loam_seed_derive(variants, "block"));
    return result == LOAM_OK
               ? loam_noise_init(&model->walls, &def, loam_seed_derive(variants, "wall"))
               : result;
}

/// Whether that was possible: it is for every chunk that lies in the world.
static bool draw_values(const loam_noise *noise, loam_chunk_pos chunk, float *values)
{
    const loam_noise_area area = {.x = chunk.x * LOAM_CHUNK_SIDE,
                                  .y = chunk.y * LOAM_CHUNK_SIDE,
                                  .step = 1,
                                  .w = LOAM_CHUNK_SIDE,
                                  .h = LOAM_CHUNK_SIDE,
                                  .d = 1};
    return loam_noise_grid2(noise, values, area) == LOAM_OK;
}

/// The variant that a value in -1..1 draws from so many.
static uint8_t draw(uint32_t first, uint32_t count, float value)
{
    const uint32_t random = (uint32_t)((value + 1.0f) * 32767.9f);
    return (uint8_t)(first + (random * count >> 16));
}

/// The two variants that a tile may have grown with.
typedef struct drawn_variants
{
    uint8_t inner, outer;
} drawn_variants;

static drawn_variants draw_both(const loam_chunk_model *model, uint8_t type, float value)
{
    const uint32_t inner = model->inner[type], outer = model->outer[type];
    return (drawn_variants){draw(0, inner, value), draw(inner, outer, value)};
}

/// Codes in the place of variants.
static void hide_variants(const loam_chunk_model *model, const uint8_t *types, const float *values,
                          uint8_t *variants)
{
    for (size_t i = 0; i < PLANE; i++)
    {
        const drawn_variants drawn = draw_both(model, types[i], values[i]);
        const uint8_t variant = variants[i];
        variants[i] = (uint8_t)(variant == drawn.outer    ? CODE_OUTER
                                : variant == drawn.inner  ? CODE_INNER
                                : variant == LAST_BUT_ONE ? drawn.inner + CODE_OTHER
                                : variant == LAST         ? drawn.outer + CODE_OTHER
                                                          : variant + CODE_OTHER);
    }
}

/// Variants in the place of codes.
static void show_variants(const loam_chunk_model *model, const uint8_t *types, const float *values,
                          uint8_t *variants)
{
    for (size_t i = 0; i < PLANE; i++)
    {
        const drawn_variants drawn = draw_both(model, types[i], values[i]);
        const uint8_t code = variants[i];
        variants[i] = (uint8_t)(code == CODE_INNER                 ? drawn.inner
                                : code == CODE_OUTER               ? drawn.outer
                                : code == drawn.inner + CODE_OTHER ? LAST_BUT_ONE
                                : code == drawn.outer + CODE_OTHER ? LAST
                                                                   : code - CODE_OTHER);
    }
}

bool loam_planes_split(loam_chunk_planes *planes, const loam_chunk_model *model,
                       loam_chunk_pos chunk, const loam_tile *tiles)
{
    uint8_t *const bytes = planes->bytes;
    for (size_t i = 0; i < PLANE; i++)
    {
        bytes[i] = tiles[i].block;
        bytes[PLANE + i] = tiles[i].wall;
        bytes[2 * PLANE + i] = tiles[i].block_variant;
        bytes[3 * PLANE + i] = tiles[i].wall_variant;
    }
    if (!draw_values(&model->blocks, chunk, planes->values))
    {
        return false;
    }
    hide_variants(model, bytes, planes->values, bytes + 2 * PLANE);
    if (!draw_values(&model->walls, chunk, planes->values))
    {
        return false;
    }
    hide_variants(model, bytes + PLANE, planes->values, bytes + 3 * PLANE);
    return true;
}

bool loam_planes_join(loam_chunk_planes *planes, const loam_chunk_model *model,
                      loam_chunk_pos chunk, loam_tile *tiles)
{
    uint8_t *const bytes = planes->bytes;
    if (!draw_values(&model->blocks, chunk, planes->values))
    {
        return false;
    }
    show_variants(model, bytes, planes->values, bytes + 2 * PLANE);
    if (!draw_values(&model->walls, chunk, planes->values))
    {
        return false;
    }
    show_variants(model, bytes + PLANE, planes->values, bytes + 3 * PLANE);
    for (size_t i = 0; i < PLANE; i++)
    {
        tiles[i] = (loam_tile){.block = bytes[i],
                               .block_variant = bytes[2 * PLANE + i],
                               .wall = bytes[PLANE + i],
                               .wall_variant = bytes[3 * PLANE + i]};
    }
    return true;
}
