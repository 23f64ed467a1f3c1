// SPDX-License-Identifier: MIT
#include "loam/isles.h"

#include "base/plain_field.h"
#include "base/small.h"
#include "loam/random.h"

#include <math.h>

// The look of the water (Karavasilev 2021, 5.4): colour and clearness by depth, foam where it is shallow, waves from
// a Voronoi diagram of moving points, and what lies below moved by a noise. Plain functions of place and time, so
// that a picture, a film and whatever draws on a graphics processor show the same sea.
//
// The thesis turns the diagram about one point of a plane (radial shear). A sea without an end has whirls on a grid
// instead: each turns what is within it, less and less to its edge, so nothing breaks between them.

enum
{
    WHIRL = 8,      // waves across a whirl
    FOAM_MS = 220,  // time in which foam changes as much as in a metre
    SWAY_MS = 160,  // the same for what lies below
    ROUND_MS = 6000 // in which a point of the diagram goes round
};

loam_sea_look loam_default_sea_look(void)
{
    return (loam_sea_look){.shallow = {0x5f, 0xd0, 0xc8, 0x70},
                           .deep = {0x17, 0x5c, 0x93, 0xf4},
                           .deepest = 20.0f,
                           .foam = 1.6f,
                           .wave = 26,
                           .sharpness = 5,
                           .waves = 0.22f,
                           .shear = 0.6f,
                           .distortion = 2.5f,
                           .seed = 1};
}

loam_result loam_sea_init(loam_sea *sea, const loam_sea_look *look)
{
    loam_result result = loam_plain_check_all(loam_sea_look_fields(), LOAM_SEA_LOOK_FIELDS, look,
                                              "the sea's ");
    sea->look = *look;
    loam_noise_def def = loam_default_noise_def();
    def.wavelength = 15.0;
    def.octaves = 2;
    result = result == LOAM_OK
                 ? loam_noise_init(&sea->foam, &def, loam_seed_derive((uint64_t)look->seed, "foam"))
                 : result;
    for (int32_t i = 0; i < 2 && result == LOAM_OK; i++)
    {
        result = loam_noise_init(
            &sea->sway[i], &def,
            loam_seed_derive((uint64_t)look->seed, i == 0 ? "sway east" : "sway north"));
    }
    return result;
}

float loam_sea_foam(const loam_sea *sea, int64_t x, int64_t z, int64_t time_ms, float depth)
{
    if (depth >= sea->look.foam)
    {
        return 0.0f;
    }
    const float noise = loam_noise_at3(&sea->foam, x, z, time_ms / FOAM_MS);
    return loam_clamp01(3.0f * (0.5f + 0.8f * noise - depth / sea->look.foam));
}

/// From -1 to 1 and back within a turn, as a sine does, of parabolas.
static float sway(float turns)
{
    const float x = 2.0f * (turns - (float)loam_floor_int(turns)) - 1.0f;
    return 4.0f * x * (1.0f - (x < 0.0f ? -x : x));
}

/// The square of the distance from a place in a cell to the point of another one, dx and dz cells away.
static float distance_to_point(const loam_sea *sea, int64_t cell_x, int64_t cell_z, float dx,
                               float dz, float turns)
{
    const uint64_t own = loam_seed_at((uint64_t)sea->look.seed, cell_x, cell_z, 0);
    const float phase = loam_random_float(own, 0) + turns;
    const float x = dx + 0.25f + 0.5f * loam_random_float(own, 1) + 0.2f * sway(phase);
    const float z = dz + 0.25f + 0.5f * loam_random_float(own, 2) + 0.2f * sway(phase + 0.25f);
    return x * x + z * z;
}

float loam_sea_wave(const loam_sea *sea, int64_t x, int64_t z, int64_t time_ms)
{
    const int64_t wave = sea->look.wave, whirl = wave * WHIRL;
    const int64_t cell_x = loam_floor_div(x, whirl) * WHIRL + WHIRL / 2;
    const int64_t cell_z = loam_floor_div(z, whirl) * WHIRL + WHIRL / 2;
    const float dx = (float)(x - cell_x * wave) / (float)wave;
    const float dz = (float)(z - cell_z * wave) / (float)wave;
    const float far = loam_clamp01((dx * dx + dz * dz) * (4.0f / (WHIRL * WHIRL)));
    const float angle = 2.0f * LOAM_PI * sea->look.shear * far * (1.0f - far) * (1.0f - far);
    const float c = loam_cos(angle), s = loam_sin(angle);
    const float u = c * dx - s * dz, v = s * dx + c * dz;
    const int32_t i = loam_floor_int(u), j = loam_floor_int(v);
    const float turns = (float)(time_ms % ROUND_MS) / (float)ROUND_MS;
    float nearest = 4.0f;
    for (int32_t k = 0; k < 9; k++)
    {
        const int32_t di = k % 3 - 1, dj = k / 3 - 1;
        const float d = distance_to_point(sea, cell_x + i + di, cell_z + j + dj,
                                          (float)(i + di) - u, (float)(j + dj) - v, turns);
        nearest = d < nearest ? d : nearest;
    }
    const float distance = loam_clamp01(1.15f * sqrtf(nearest));
    float bright = 1.0f;
    for (int32_t k = 0; k < sea->look.sharpness; k++)
    {
        bright *= distance;
    }
    return bright;
}

void loam_sea_distort(const loam_sea *sea, int64_t x, int64_t z, int64_t time_ms, float *east,
                      float *north)
{
    const int64_t time = time_ms / SWAY_MS;
    *east = sea->look.distortion * loam_noise_at3(&sea->sway[0], x, z, time);
    *north = sea->look.distortion * loam_noise_at3(&sea->sway[1], x, z, time);
}

loam_colour loam_sea_colour(const loam_sea *sea, int64_t x, int64_t z, int64_t time_ms, float depth,
                            loam_colour bed)
{
    static const loam_colour white = {255, 255, 255, 255};
    const loam_sea_look *const look = &sea->look;
    // Most of what is seen of a bed is lost in the first metres.
    const float t = loam_clamp01(depth / look->deepest);
    loam_colour colour = loam_colour_over(
        loam_colour_mix(look->shallow, look->deep, t * (2.0f - t)), bed);
    const float wave = look->waves > 0.0f ? look->waves * loam_sea_wave(sea, x, z, time_ms) : 0.0f;
    colour = loam_colour_mix(colour, white, wave);
    return loam_colour_mix(colour, white, 0.85f * loam_sea_foam(sea, x, z, time_ms, depth));
}
