// SPDX-License-Identifier: MIT
#include "isles/isles.h"

#include "base/small.h"
#include "loam/random.h"

#include <math.h>
#include <string.h>

// The height of the ground (Karavasilev 2021, 5.3, heightmap): for every node a radial gradient and a noise, their
// product, and the sum of all products, on the bed of the sea.
//
// Each of these is a function of the place alone, so maps of islands, heights in a grid and pixels of a map are the
// same numbers. At the edge of an area all gradients are 0, and what is left is the bed, which goes on beyond: the
// ground has no step there.

static const double bed_wavelength = 900.0; // m
static const float contrast = 1.7f; // sums of octaves are seldom near the ends of their range

static loam_result init_noise(loam_noise *noise, const loam_isle_terrain *terrain, uint64_t seed)
{
    loam_noise_def def = loam_default_noise_def();
    def.kind = terrain->noise;
    def.fractal = terrain->fractal;
    def.octaves = terrain->octaves;
    def.wavelength = (double)terrain->wavelength;
    def.persistence = (double)terrain->persistence;
    def.lacunarity = (double)terrain->lacunarity;
    return loam_noise_init(noise, &def, seed);
}

loam_result loam_isle_ground_init(isle_ground *ground, const loam_isles_def *def, uint64_t bed_seed,
                                  const loam_isle *isle)
{
    loam_noise_def bed = loam_default_noise_def();
    bed.wavelength = bed_wavelength;
    bed.octaves = 4;
    ground->def = def;
    ground->isle = *isle;
    ground->type = isle->type >= 0 ? &def->types[isle->type] : NULL;
    loam_result result = loam_noise_init(&ground->bed, &bed, bed_seed);
    for (int32_t i = 0; i < isle->node_count && result == LOAM_OK; i++)
    {
        const loam_isle_node *const node = &isle->nodes[i];
        result = init_noise(&ground->noises[i], &ground->type->terrains[node->terrain], node->seed);
    }
    return result;
}

/// How far an area's first place is from a place of the island.
static float offset(int64_t from, int64_t middle, int32_t local)
{
    return (float)(from - middle - local);
}

void loam_isle_gradients(const isle_ground *ground, int32_t node, loam_isles_area area, float *out)
{
    const loam_isle_node *const from = &ground->isle.nodes[node];
    const float x0 = offset(area.x, ground->isle.x, from->x), step = (float)area.step;
    const float z0 = offset(area.z, ground->isle.z, from->z), scale = 1.0f / from->radius;
    const bool smooth = ground->type->falloff == LOAM_ISLE_SMOOTH;
    for (int32_t j = 0; j < area.h; j++)
    {
        const float dz = z0 + (float)j * step;
        for (int32_t i = 0; i < area.w; i++)
        {
            const float dx = x0 + (float)i * step;
            const float t = loam_clamp01(1.0f - sqrtf(dx * dx + dz * dz) * scale);
            *out++ = smooth ? t * t * (3.0f - 2.0f * t) : t;
        }
    }
}

void loam_isle_noises(const isle_ground *ground, int32_t node, loam_isles_area area, float *out)
{
    const loam_isle_terrain *const terrain =
        &ground->type->terrains[ground->isle.nodes[node].terrain];
    const loam_noise *const noise = &ground->noises[node];
    const size_t count = (size_t)area.w * (size_t)area.h;
    float low, high;
    loam_noise_range(noise, &low, &high);
    const float stretch = (terrain->fractal == LOAM_FRACTAL_FBM ? contrast : 1.0f) / (high - low);
    const float middle = 0.5f * (low + high);
    // It was checked, and the area is small.
    (void)loam_noise_grid2(
        noise, out,
        (loam_noise_area){
            .x = area.x, .y = area.z, .step = area.step, .w = area.w, .h = area.h, .d = 1});
    for (size_t i = 0; i < count; i++)
    {
        const float value = loam_clamp01(0.5f + stretch * (out[i] - middle));
        out[i] = 1.0f - terrain->relief * (1.0f - value);
    }
}

void loam_isle_products(const isle_ground *ground, int32_t node, const float *gradients,
                        const float *noises, size_t count, float *out)
{
    const float height = ground->isle.nodes[node].height;
    for (size_t i = 0; i < count; i++)
    {
        out[i] = gradients[i] * noises[i] * height;
    }
}

/// No higher than the type's highest, without an edge: the last third is rounded.
static float limit_height(float height, float highest)
{
    const float round = highest * (1.0f / 3.0f), over = height - (highest - round);
    if (over <= 0.0f)
    {
        return height;
    }
    return over >= 2.0f * round ? highest : height - over * over / (4.0f * round);
}

/// Less steep near the water, above and below it.
static float level_beach(float height, float beach)
{
    const float size = height < 0.0f ? -height : height;
    return beach > 0.0f ? height * (size / (size + beach)) : height;
}

/// What becomes of the bed where nodes raise it. Close to the edge of an area nothing but the sum does.
static float shape_height(const isle_ground *ground, float bed, float raised)
{
    const float height = bed + raised;
    const float shaped = level_beach(limit_height(height, ground->type->highest),
                                     ground->type->beach);
    return height + (shaped - height) * loam_clamp01(2.0f * raised / ground->def->depth);
}

void loam_isle_sums(const isle_ground *ground, loam_isles_area area, const float *products,
                    size_t stride, float *out)
{
    const size_t count = (size_t)area.w * (size_t)area.h;
    (void)loam_noise_grid2(
        &ground->bed, out,
        (loam_noise_area){
            .x = area.x, .y = area.z, .step = area.step, .w = area.w, .h = area.h, .d = 1});
    for (size_t i = 0; i < count; i++)
    {
        const float bed = ground->def->swell * out[i] - ground->def->depth;
        float raised = 0.0f;
        for (int32_t node = 0; node < ground->isle.node_count; node++)
        {
            raised += products[(size_t)node * stride + i];
        }
        out[i] = raised > 0.0f ? shape_height(ground, bed, raised) : bed;
    }
}

float loam_isle_site_share(const loam_isle_site *site, float x, float z)
{
    const float dx = x - (float)site->x, dz = z - (float)site->z;
    const float reach = site->radius + site->ring;
    if (dx > reach || dx < -reach || dz > reach || dz < -reach)
    {
        return 0.0f;
    }
    const float away = sqrtf(dx * dx + dz * dz) - site->radius;
    const float t = loam_clamp01(1.0f - away / site->ring);
    return t * t * (3.0f - 2.0f * t);
}

void loam_isle_flatten(const loam_isle *isle, loam_isles_area area, float *heights)
{
    for (int32_t s = 0; s < isle->site_count; s++)
    {
        const loam_isle_site *const site = &isle->sites[s];
        const float reach = site->radius + site->ring, step = (float)area.step;
        const float x0 = offset(area.x, isle->x, 0), z0 = offset(area.z, isle->z, 0);
        for (int32_t j = 0; j < area.h; j++)
        {
            const float z = z0 + (float)j * step, dz = z - (float)site->z;
            for (int32_t i = 0; dz <= reach && dz >= -reach && i < area.w; i++)
            {
                float *const height = &heights[(size_t)j * (size_t)area.w + (size_t)i];
                const float share = loam_isle_site_share(site, x0 + (float)i * step, z);
                *height = share >= 1.0f ? site->level : *height + (site->level - *height) * share;
            }
        }
    }
}

/// Whether a node's gradient reaches into an area.
static bool node_touches(const loam_isle *isle, const loam_isle_node *node, loam_isles_area area)
{
    const int64_t x = isle->x + node->x, z = isle->z + node->z, reach = (int64_t)node->radius + 1;
    return x + reach >= area.x && x - reach <= area.x + (area.w - 1) * area.step &&
           z + reach >= area.z && z - reach <= area.z + (area.h - 1) * area.step;
}

void loam_isle_block_fill(const isle_ground *ground, loam_isles_area area, isle_block *out)
{
    float gradients[ISLE_BLOCK * ISLE_BLOCK], noises[ISLE_BLOCK * ISLE_BLOCK];
    const size_t count = (size_t)area.w * (size_t)area.h;
    for (int32_t node = 0; node < ground->isle.node_count; node++)
    {
        if (!node_touches(&ground->isle, &ground->isle.nodes[node], area))
        {
            memset(out->products[node], 0, count * sizeof(float));
            continue;
        }
        loam_isle_gradients(ground, node, area, gradients);
        loam_isle_noises(ground, node, area, noises);
        loam_isle_products(ground, node, gradients, noises, count, out->products[node]);
    }
    loam_isle_sums(ground, area, out->products[0], ISLE_BLOCK * ISLE_BLOCK, out->heights);
    loam_isle_flatten(&ground->isle, area, out->heights);
}

int32_t loam_isle_side(const loam_isles_def *def, int32_t radius)
{
    return 2 * ((radius + def->cell - 1) / def->cell + 1) + 1;
}

loam_isles_area loam_isle_area(const loam_isles_def *def, const loam_isle *isle)
{
    const int32_t side = loam_isle_side(def, isle->radius);
    const int64_t half = (int64_t)(side / 2) * def->cell;
    return (loam_isles_area){
        .x = isle->x - half, .z = isle->z - half, .step = def->cell, .w = side, .h = side};
}
