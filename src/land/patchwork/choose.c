// SPDX-License-Identifier: MIT
#include "land/patchwork/patchwork.h"

#include "base/small.h"
#include "loam/random.h"

// Which biome a chunk is, and the numbers that it draws within the biome's ranges (Barrio Morra 2021, 3.2.2, 3.3).

/// A sum of octaves is mostly near 0: this spreads it, so that a range has about its share of all chunks.
static float even(float noise)
{
    const float t = loam_clamp01(0.5f + 0.66f * noise);
    return t * t * (3.0f - 2.0f * t);
}

static int32_t by_borders(const loam_patchwork *of, const loam_patch_borders *borders, float noise)
{
    const int32_t value = (int32_t)(even(noise) * (float)LOAM_PATCH_ONE);
    int32_t biome = 0;
    while (biome + 1 < of->def.biome_count && value >= borders->at[biome + 1])
    {
        biome++;
    }
    return biome;
}

/// The borders that a chunk has been seen with, or those of now.
static loam_patch_borders borders_of(const loam_patchwork *of, int64_t x, int64_t z)
{
    if (of->def.adaptation == LOAM_PATCH_STAYS)
    {
        return of->now;
    }
    loam_mutex_lock(of->lock);
    const int32_t state = loam_patch_seen_find(&of->seen, x, z);
    const loam_patch_borders borders = state >= 0 ? of->seen.states[state] : of->now;
    loam_mutex_unlock(of->lock);
    return borders;
}

static bool contains(loam_range range, float value)
{
    return value >= range.low && (value < range.high || range.high == 1.0f);
}

static int32_t by_climate(const loam_patchwork *of, float temperature, float rain)
{
    for (int32_t i = 0; i < of->def.biome_count; i++)
    {
        const loam_patch_biome *const biome = &of->def.biomes[i];
        if (contains(biome->temperature, temperature) && contains(biome->rain, rain))
        {
            return i;
        }
    }
    return 0; // never: what a def covers was checked
}

static int32_t choose(const loam_patchwork *of, int64_t x, int64_t z)
{
    const float first = loam_noise_at2(&of->maps[0], x, z);
    if (of->def.choice == LOAM_PATCH_BY_RANGES)
    {
        const loam_patch_borders borders = borders_of(of, x, z);
        return by_borders(of, &borders, first);
    }
    return by_climate(of, even(first), even(loam_noise_at2(&of->maps[1], x, z)));
}

static float draw(loam_range range, uint64_t seed, uint64_t index)
{
    return range.low + (range.high - range.low) * loam_random_float(seed, index);
}

loam_patch_chunk loam_patchwork_chunk(const loam_patchwork *of, int64_t x, int64_t z)
{
    const uint64_t seed = loam_seed_at(of->draw_seed, x, 0, z);
    loam_patch_chunk chunk = {.x = x, .z = z, .biome = choose(of, x, z)};
    const loam_patch_biome *const biome = &of->def.biomes[chunk.biome];
    chunk.octaves = (int32_t)loam_random_range(seed, 0, (int64_t)biome->octaves.low,
                                               (int64_t)biome->octaves.high);
    chunk.persistence = draw(biome->persistence, seed, 1);
    chunk.lacunarity = draw(biome->lacunarity, seed, 2);
    chunk.scale = draw(biome->scale, seed, 3);
    chunk.vertical = draw(biome->vertical, seed, 4);
    chunk.offset = draw(biome->offset, seed, 5);
    return chunk;
}

loam_noise_def loam_patch_ground_def(const loam_patchwork_def *def, const loam_patch_chunk *chunk,
                                     loam_isa isa)
{
    loam_noise_def ground = loam_default_noise_def();
    ground.kind = def->noise;
    ground.fractal = def->biomes[chunk->biome].fractal;
    ground.wavelength = (double)chunk->scale / (double)def->spacing;
    ground.octaves = chunk->octaves;
    ground.lacunarity = (double)chunk->lacunarity;
    ground.persistence = (double)chunk->persistence;
    ground.isa = isa;
    return ground;
}
