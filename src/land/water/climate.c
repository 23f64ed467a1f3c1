// SPDX-License-Identifier: MIT
#include "land/water/climate.h"

#include "loam/maths.h"
#include "loam/random.h"

#include <math.h>

// Bands of latitude repeat for ever: from an equator to a pole and on to the next equator. The winds are
// those of the Earth: trade winds from the east, westerlies, polar winds from the east. What rains at a place
// was taken up by the wind over seas within some 500 km and has not yet rained out over rising ground on the
// way. So there are wet coasts, dry interiors and rain shadows, and nothing depends on what is further away.

enum
{
    STEPS = 16 // cells that the wind is followed back
};

_Static_assert(STEPS * 9 / 8 + 1 <= LAND_CLIMATE_REACH,
               "the way of the wind in rows, which are 8/9 of a cell, and rounding");

/// The origin lies between the equator and a pole, where it is temperate.
static const double origin_latitude = 0.42;

typedef struct curve_point
{
    float at, value;
} curve_point;

static float curve(const curve_point *points, int32_t count, float at)
{
    int32_t i = 1;
    while (i < count - 1 && at > points[i].at)
    {
        i++;
    }
    const float t = (at - points[i - 1].at) / (points[i].at - points[i - 1].at);
    const float s = t <= 0 ? 0 : t >= 1 ? 1 : t * t * (3 - 2 * t);
    return points[i - 1].value + (points[i].value - points[i - 1].value) * s;
}

/// By latitude, 0 the equator .. 1 the pole: degrees at the sea, and how readily it rains.
static const curve_point warmth_curve[] = {{0, 28},   {0.2f, 26}, {0.4f, 18},
                                           {0.6f, 8}, {0.8f, -4}, {1, -20}};
static const curve_point rain_curve[] = {{0, 1.7f},      {0.13f, 1.4f}, {0.27f, 0.32f},
                                         {0.35f, 0.42f}, {0.5f, 1.3f},  {0.65f, 1.1f},
                                         {0.82f, 0.6f},  {1, 0.35f}};

static loam_result init_noise(loam_noise *noise, double km, int32_t octaves, uint64_t seed,
                              const char *name, loam_isa isa)
{
    loam_noise_def def = loam_default_noise_def();
    def.wavelength = km * 1000;
    def.octaves = octaves;
    def.isa = isa;
    return loam_noise_init(noise, &def, loam_seed_derive(seed, name));
}

loam_result loam_land_climate_init(land_climate *climate, const land_world_shape *shape,
                                   uint64_t seed, loam_isa isa)
{
    climate->bands_m = (double)shape->bands_km * 1000;
    climate->warmer = shape->temperature;
    climate->wetter = shape->rain;
    loam_result result = init_noise(&climate->bend, 2600, 3, seed, "bend", isa);
    result = result ? result : init_noise(&climate->warmth, 700, 3, seed, "warmth", isa);
    return result ? result : init_noise(&climate->wetness, 800, 3, seed, "wetness", isa);
}

// 0 at an equator .. 1 at a pole.
static float latitude(const land_climate *climate, int64_t z, float bend)
{
    const double turn = (double)z / (2 * climate->bands_m) + 0.5 * origin_latitude +
                        0.045 * (double)bend;
    const double part = turn - (double)(int64_t)turn;
    const double up = 2 * (part < 0 ? part + 1 : part);
    return (float)(up > 1 ? 2 - up : up);
}

loam_result loam_land_climate_warmth(const land_climate *climate, const int64_t *x,
                                     const int64_t *z, size_t count, float *scratch,
                                     float *temperature)
{
    loam_result result = loam_noise_points(&climate->bend, scratch, 2, x, z, NULL, count);
    result = result ? result
                    : loam_noise_points(&climate->warmth, scratch + count, 2, x, z, NULL, count);
    for (size_t i = 0; i < count && !result; i++)
    {
        const float at = latitude(climate, z[i], scratch[i]);
        temperature[i] = curve(warmth_curve, sizeof warmth_curve / sizeof *warmth_curve, at) +
                         4 * scratch[count + i] + climate->warmer;
    }
    return result;
}

float loam_land_climate_lapse(float height)
{
    return height > 0 ? LAND_LAPSE * height : 0;
}

// Where the wind comes from, as a direction of length 1. It turns smoothly from band to band.
static void upwind(const land_climate *climate, int64_t z, float bend, float *x, float *out_z)
{
    static const curve_point from[] = {{0, 0.1f},     {0.25f, 0.4f}, {0.36f, 1.57f}, {0.5f, 2.75f},
                                       {0.68f, 3.1f}, {0.8f, 1.4f},  {1, 0.4f}};
    const float at = latitude(climate, z, bend);
    const float angle = curve(from, sizeof from / sizeof *from, at) + 0.7f * bend;
    *x = loam_cos(angle);
    *out_z = loam_sin(angle);
}

// The cell of the window that lies so many cells from another one, along the axes.
static size_t cell_at(const climate_window *window, int32_t column, int32_t row, float dx, float dz)
{
    const int32_t r = row + (int32_t)(dz * 1.125f + 64.5f) - 64;
    const int32_t c = column + (int32_t)(dx + 64.5f) - 64;
    return (size_t)r * (size_t)window->w + (size_t)c;
}

// How much of what it could carry the air that arrives at a cell holds, and by how much the ground rises
// there.
static float moisture(const climate_window *window, int32_t column, int32_t row, float ux, float uz,
                      float *lift)
{
    float carried = 0.3f, below = 0;
    *lift = 0;
    for (int32_t i = STEPS; i >= 0; i--)
    {
        const size_t cell = cell_at(window, column, row, ux * (float)i, uz * (float)i);
        const float height = window->height[cell] > 0 ? window->height[cell] : 0;
        if (window->height[cell] < 0)
        {
            const float warm = 0.12f + 0.008f * window->temperature[cell];
            carried += (1 - carried) * (warm > 0.06f ? warm : 0.06f);
        }
        *lift = height > below && i < STEPS ? height - below : 0;
        const float lost = 0.018f + 0.00022f * *lift;
        carried *= window->height[cell] < 0 || i == 0 ? 1 : 1 - (lost < 0.5f ? lost : 0.5f);
        // Forests and fields give some of it back.
        carried += carried < 0.5f ? (0.5f - carried) * 0.1f : 0;
        below = height;
    }
    return carried;
}

static float rain_at(const land_climate *climate, const climate_window *window, int32_t column,
                     int32_t row, float bend, float wetness)
{
    const size_t cell = (size_t)row * (size_t)window->w + (size_t)column;
    float ux, uz, lift;
    upwind(climate, window->z[cell], bend, &ux, &uz);
    const float air = moisture(window, column, row, ux, uz, &lift);
    const float at = latitude(climate, window->z[cell], bend);
    const float band = curve(rain_curve, sizeof rain_curve / sizeof *rain_curve, at);
    const float cold = window->temperature[cell] - loam_land_climate_lapse(window->height[cell]);
    const float holds = cold < -20 ? 0.25f : cold > 20 ? 1.15f : 0.25f + 0.0225f * (cold + 20);
    const float most = 0.0011f * lift;
    const float rain = 2300 * air * sqrtf(air) * band * holds * (1 + (most < 1.5f ? most : 1.5f)) *
                       (1 + 0.45f * wetness) * climate->wetter;
    return rain < 10 ? 10 : rain > 6000 ? 6000 : rain;
}

loam_result loam_land_climate_rain(const land_climate *climate, const climate_window *window,
                                   int32_t column, int32_t row, int32_t w, int32_t h, float *out)
{
    for (int32_t j = 0; j < h; j++)
    {
        float bend[LOAM_GRAPH_SIDE], wetness[LOAM_GRAPH_SIDE];
        for (int32_t i = 0; i < w; i += LOAM_GRAPH_SIDE)
        {
            const int32_t count = w - i < LOAM_GRAPH_SIDE ? w - i : LOAM_GRAPH_SIDE;
            const size_t first = (size_t)(row + j) * (size_t)window->w + (size_t)(column + i);
            const int64_t *x = window->x + first, *z = window->z + first;
            loam_result result = loam_noise_points(&climate->bend, bend, 2, x, z, NULL,
                                                   (size_t)count);
            result = result ? result
                            : loam_noise_points(&climate->wetness, wetness, 2, x, z, NULL,
                                                (size_t)count);
            if (result)
            {
                return result;
            }
            for (int32_t k = 0; k < count; k++)
            {
                out[j * w + i + k] = rain_at(climate, window, column + i + k, row + j, bend[k],
                                             wetness[k]);
            }
        }
    }
    return LOAM_OK;
}

float loam_land_climate_humidity(float rain, float temperature)
{
    const float thirst = temperature < -10 ? 120 : 120 + 38 * (temperature + 10);
    return rain / (rain + thirst);
}
