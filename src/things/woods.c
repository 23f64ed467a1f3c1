// SPDX-License-Identifier: MIT
#include "base/small.h"
#include "things/things.h"

// Woods as a map: what the noise that groups trees and the biomes say of places, without asking the land for slopes,
// soil and climate.

loam_result loam_thing_wood(const loam_noise *noise, loam_noise_area area, float *out)
{
    static const float quantiles[] = {-1.0f, -0.42f, -0.29f, -0.19f, -0.1f, 0.0f,
                                      0.1f,  0.19f,  0.29f,  0.42f,  1.0f};
    enum
    {
        LAST = sizeof quantiles / sizeof quantiles[0] - 1
    };
    const loam_result result = loam_noise_grid2(noise, out, area);
    for (int64_t i = 0; i < (int64_t)area.w * area.h && !result; i++)
    {
        const float value = loam_clamp(out[i], -0.999f, 0.999f);
        int32_t k = 0;
        while (k < LAST - 1 && value >= quantiles[k + 1])
        {
            k++;
        }
        const float part = (value - quantiles[k]) / (quantiles[k + 1] - quantiles[k]);
        out[i] = ((float)k + part) / (float)LAST;
    }
    return result;
}
