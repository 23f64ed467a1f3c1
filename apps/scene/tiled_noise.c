// SPDX-License-Identifier: MIT
#include "scene/tiled_noise.h"

#include <math.h>

static uint32_t mix(uint32_t h)
{
    h ^= h >> 16;
    h *= 0x7feb352du;
    h ^= h >> 15;
    h *= 0x846ca68bu;
    return h ^ (h >> 16);
}

static uint32_t hash_at(uint32_t salt, int32_t x, int32_t y, int32_t z)
{
    return mix(mix(mix(salt ^ (uint32_t)x * 0x9e3779b9u) ^ (uint32_t)y * 0x85ebca6bu) ^
               (uint32_t)z * 0xc2b2ae35u);
}

float tiled_chance(uint32_t id)
{
    return (float)(mix(id) >> 8) * (1.0f / 16777216.0f);
}

static int32_t wrap(int32_t at, int32_t cells)
{
    if (at >= 0 && at < cells)
    {
        return at; // as it mostly is, without a division
    }
    const int32_t left = at % cells;
    return left < 0 ? left + cells : left;
}

/// A sine within 0.001, half turns from -1 to 1: textures ask for millions of them at the start.
static float sine(float half_turns)
{
    const float y = 4 * half_turns * (1 - fabsf(half_turns));
    return y + 0.225f * (y * fabsf(y) - y);
}

static float slope(uint32_t h, float x, float y)
{
    const float turn = (float)(h >> 8) * (2.0f / 16777216.0f) - 1;
    const float quarter_on = turn < 0.5f ? turn + 0.5f : turn - 1.5f;
    return -sine(quarter_on) * x - sine(turn) * y;
}

static float ease(float t)
{
    return t * t * t * (t * (t * 6 - 15) + 10);
}

static float gradient_once(uint32_t salt, int32_t cu, int32_t cv, float u, float v)
{
    const float x = u * (float)cu, y = v * (float)cv, fx = floorf(x), fy = floorf(y);
    const int32_t x0 = wrap((int32_t)fx, cu), y0 = wrap((int32_t)fy, cv);
    const int32_t x1 = wrap(x0 + 1, cu), y1 = wrap(y0 + 1, cv);
    const float a = x - fx, b = y - fy, s = ease(a), t = ease(b);
    const float low = slope(hash_at(salt, x0, y0, 0), a, b) * (1 - s) +
                      slope(hash_at(salt, x1, y0, 0), a - 1, b) * s;
    const float high = slope(hash_at(salt, x0, y1, 0), a, b - 1) * (1 - s) +
                       slope(hash_at(salt, x1, y1, 0), a - 1, b - 1) * s;
    return (low + (high - low) * t) * 1.41f;
}

float tiled_gradient(const tiled_noise *noise, float u, float v)
{
    float sum = 0, weight = 1, total = 0;
    for (int32_t i = 0; i < noise->octaves; i++)
    {
        sum += weight * gradient_once(noise->salt + (uint32_t)i * 31, noise->cells_u << i,
                                      noise->cells_v << i, u, v);
        total += weight;
        weight *= noise->persistence;
    }
    return sum / total;
}

float tiled_ridged(const tiled_noise *noise, float u, float v)
{
    float sum = 0, weight = 1, total = 0;
    for (int32_t i = 0; i < noise->octaves; i++)
    {
        sum += weight * (1 - fabsf(gradient_once(noise->salt + (uint32_t)i * 31,
                                                 noise->cells_u << i, noise->cells_v << i, u, v)));
        total += weight;
        weight *= noise->persistence;
    }
    return sum / total;
}

void tiled_cells(uint32_t salt, int32_t cells, float u, float v, float *nearest, float *second,
                 uint32_t *id)
{
    const float x = u * (float)cells, y = v * (float)cells;
    const int32_t cx = (int32_t)floorf(x), cy = (int32_t)floorf(y);
    *nearest = *second = 9;
    *id = 0;
    for (int32_t k = 0; k < 9; k++)
    {
        const int32_t ix = cx + k % 3 - 1, iy = cy + k / 3 - 1;
        const uint32_t h = hash_at(salt, wrap(ix, cells), wrap(iy, cells), 1);
        const float dx = (float)ix + tiled_chance(h) - x, dy = (float)iy + tiled_chance(h + 77) - y;
        const float d = sqrtf(dx * dx + dy * dy);
        if (d < *nearest)
        {
            *second = *nearest;
            *nearest = d;
            *id = h;
        }
        else if (d < *second)
        {
            *second = d;
        }
    }
}

float tiled_cells3(uint32_t salt, int32_t cells, float u, float v, float w)
{
    const float x = u * (float)cells, y = v * (float)cells, z = w * (float)cells;
    const int32_t cx = (int32_t)floorf(x), cy = (int32_t)floorf(y), cz = (int32_t)floorf(z);
    float nearest = 9;
    for (int32_t k = 0; k < 27; k++)
    {
        const int32_t ix = cx + k % 3 - 1, iy = cy + k / 3 % 3 - 1, iz = cz + k / 9 - 1;
        const uint32_t h = hash_at(salt, wrap(ix, cells), wrap(iy, cells), wrap(iz, cells));
        const float dx = (float)ix + tiled_chance(h) - x, dy = (float)iy + tiled_chance(h + 77) - y;
        const float dz = (float)iz + tiled_chance(h + 154) - z;
        nearest = fminf(nearest, dx * dx + dy * dy + dz * dz);
    }
    return fminf(sqrtf(nearest), 1);
}
