// SPDX-License-Identifier: MIT
#include "loam/scatter.h"

#include "loam/random.h"

// A mask as a picture (Blomqvist et al. 2016, 3.6): shares at the middles of squares, straight between. In doubles, which
// are exact for places of a picture, so that a share is the same wherever on the plane it lies.

static float between(float a, float b, float t)
{
    return a + (b - a) * t;
}

/// The share of column i and row j, from the south-west; those at the edge go on.
static float share_at(const loam_scatter_mask *mask, int64_t i, int64_t j)
{
    const int64_t column = i < 0 ? 0 : i >= mask->w ? mask->w - 1 : i;
    const int64_t row = j < 0 ? 0 : j >= mask->h ? mask->h - 1 : j;
    const uint8_t share = mask->shares[(mask->h - 1 - row) * mask->w + column];
    return (float)share * (1.0f / 255.0f);
}

float loam_scatter_mask_at(void *user, int64_t x, int64_t y)
{
    const loam_scatter_mask *const mask = user;
    const double one = 1.0 / LOAM_SCATTER_ONE, scale = (double)mask->scale;
    const double u = (double)(x - mask->x * LOAM_SCATTER_ONE) * one / scale,
                 v = (double)(y - mask->y * LOAM_SCATTER_ONE) * one / scale;
    if (!(u >= 0 && v >= 0 && u <= mask->w && v <= mask->h))
    {
        return mask->outside;
    }
    // From half a square to the west and south, so that whole numbers are middles.
    const int64_t i = (int64_t)(u + 0.5) - 1, j = (int64_t)(v + 0.5) - 1;
    const float s = (float)(u - 0.5 - (double)i), t = (float)(v - 0.5 - (double)j);
    const float south = between(share_at(mask, i, j), share_at(mask, i + 1, j), s);
    const float north = between(share_at(mask, i, j + 1), share_at(mask, i + 1, j + 1), s);
    return between(south, north, t);
}

uint64_t loam_scatter_mask_identity(const loam_scatter_mask *mask)
{
    const uint64_t whole[4] = {(uint64_t)mask->w, (uint64_t)mask->h, (uint64_t)mask->x,
                               (uint64_t)mask->y};
    const float numbers[2] = {mask->scale, mask->outside};
    const uint64_t hash = loam_hash_f32(numbers, 2, loam_hash_u64(whole, 4, 0));
    return loam_hash_bytes(mask->shares, (size_t)mask->w * (size_t)mask->h, hash);
}
