// SPDX-License-Identifier: MIT
#include "voyage/wind.h"

#include "loam/maths.h"
#include "loam/random.h"

#include <math.h>

// Four noises over place and time. Places count eighths of a metre, so that a noise goes from one to the next in
// small steps; time is scaled so that a wavelength is as many minutes or seconds as a wind needs.

enum
{
    FINE = 8, // of a metre
};

/// A noise of this many metres and steps.
static loam_result init(loam_noise *noise, double metres, uint64_t seed, const char *name)
{
    loam_noise_def def = loam_default_noise_def();
    def.kind = LOAM_NOISE_SIMPLEX;
    def.wavelength = metres * FINE;
    return loam_noise_init(noise, &def, loam_seed_derive(seed, name));
}

static const double turn_m = 7000, force_m = 4000, gust_m = 170, veer_m = 400;
static const double turn_steps = 60 * 60 * 22, force_steps = 60 * 60 * 9, gust_steps = 60 * 9,
                    veer_steps = 60 * 31;

loam_result wind_init(wind *w, uint64_t seed)
{
    const uint64_t own = loam_seed_derive(seed, "wind");
    w->from = (double)loam_random_float(own, 0);
    loam_result result = init(&w->turn, turn_m, own, "turn");
    result = result == LOAM_OK ? init(&w->force, force_m, own, "force") : result;
    result = result == LOAM_OK ? init(&w->gust, gust_m, own, "gust") : result;
    return result == LOAM_OK ? init(&w->veer, veer_m, own, "veer") : result;
}

static double ask(const loam_noise *noise, double x, double z, uint64_t step, double metres,
                  double steps)
{
    const int64_t time = (int64_t)((double)step * (metres * FINE / steps));
    return (double)loam_noise_at3(noise, (int64_t)floor(x * FINE), (int64_t)floor(z * FINE), time);
}

void wind_at(const wind *w, double x, double z, uint64_t step, int32_t percent, double out[2])
{
    const double force = ask(&w->force, x, z, step, force_m, force_steps);
    const double gust = ask(&w->gust, x, z, step, gust_m, gust_steps);
    const double speed = (7.0 + 4.5 * force) * (1 + 0.25 * gust) * percent / 100;
    const double turns = w->from + 0.16 * ask(&w->turn, x, z, step, turn_m, turn_steps) +
                         0.02 * ask(&w->veer, x, z, step, veer_m, veer_steps);
    const float angle = (float)((turns - floor(turns)) * 2 * (double)LOAM_PI);
    out[0] = (double)loam_sin(angle) * speed;
    out[1] = (double)loam_cos(angle) * speed;
}
