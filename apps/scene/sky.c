// SPDX-License-Identifier: MIT
#include "scene/sky.h"

#include <math.h>
#include <stddef.h>
#include <string.h>

static const float pi = 3.14159265f;
static const float earth_m = 6360e3f, air_top_m = 80e3f;
static const float air_scale_m = 8000;
static const float air[3] = {5.8e-6f, 13.5e-6f, 33.1e-6f}; // scattering by air, 1/m at sea level
static const float ozone[3] = {0.65e-6f, 1.88e-6f, 0.085e-6f}; // absorption in a layer at 25 km
static const float sun_power = 20;
static const float latitude = 0.72f; // radians: 41 degrees

enum
{
    VIEW_STEPS = 20,
    LIGHT_STEPS = 6,
};

static const char *const weather_names[WEATHER_KINDS + 1] = {
    "clear", "fair", "cloudy", "rain", "storm", "snow", "haze", "fog", NULL};

const char *weather_name(int32_t kind)
{
    return weather_names[kind];
}

weather weather_of(weather_kind kind)
{
    static const weather all[WEATHER_KINDS] = {
        [WEATHER_CLEAR] = {.cover = 0.18f, .haze = 1.2e-5f, .haze_top = 1500, .wind = 3},
        [WEATHER_FAIR] = {.cover = 0.45f, .haze = 1.5e-5f, .haze_top = 1500, .wind = 5},
        [WEATHER_CLOUDY] =
            {.cover = 0.8f, .gloom = 0.55f, .haze = 4e-5f, .haze_top = 1500, .wind = 6},
        [WEATHER_RAIN] = {.cover = 0.95f,
                          .gloom = 0.78f,
                          .haze = 2.2e-4f,
                          .haze_top = 2000,
                          .rain = 0.6f,
                          .wind = 8},
        [WEATHER_STORM] =
            {.cover = 1, .gloom = 0.9f, .haze = 3e-4f, .haze_top = 2500, .rain = 1, .wind = 16},
        [WEATHER_SNOW] = {.cover = 0.95f,
                          .gloom = 0.6f,
                          .haze = 4.5e-4f,
                          .haze_top = 2000,
                          .snow = 0.8f,
                          .wind = 4},
        [WEATHER_HAZE] =
            {.cover = 0.25f, .gloom = 0.1f, .haze = 1.6e-4f, .haze_top = 900, .wind = 2},
        [WEATHER_FOG] = {.cover = 0.6f, .gloom = 0.4f, .haze = 5e-3f, .haze_top = 90, .wind = 1},
    };
    return all[kind];
}

float sky_row_elevation(float row)
{
    const float t = (row + 0.5f) / SKY_H;
    return -0.08f + 1.08f * t * t;
}

// ---- the atmosphere -----------------------------------------------------------------------------

typedef struct medium
{
    float haze, haze_top;
} medium;

typedef struct depth
{
    float air, haze, ozone; // densities along a way, m
} depth;

static depth density_at(const medium *m, float height)
{
    const float layer = 1 - fabsf(height - 25e3f) / 15e3f;
    return (depth){expf(-height / air_scale_m), expf(-height / m->haze_top), layer > 0 ? layer : 0};
}

static void add_depth(depth *to, depth of, float m)
{
    to->air += of.air * m;
    to->haze += of.haze * m;
    to->ozone += of.ozone * m;
}

static float through(const medium *m, depth d, int32_t c)
{
    return expf(-(air[c] * d.air + m->haze * 1.1f * d.haze + ozone[c] * d.ozone));
}

/// Height above the ground after a way of t, from height h in a direction that rises by up.
static float height_after(float h, float up, float t)
{
    const float r = earth_m + h;
    return sqrtf(r * r + t * t + 2 * r * t * up) - earth_m;
}

static float way_out(float h, float up)
{
    const float r = earth_m + h, top = earth_m + air_top_m;
    return -r * up + sqrtf(fmaxf(r * r * (up * up - 1) + top * top, 0));
}

/// What is between a place and a light; false if the earth is.
static bool light_depth(const medium *m, float h, float up, depth *out)
{
    const float r = earth_m + h;
    *out = (depth){0};
    if (up < 0 && r * r * (1 - up * up) < earth_m * earth_m)
    {
        return false;
    }
    const float way = way_out(h, up);
    for (int32_t i = 0; i < LIGHT_STEPS; i++)
    {
        const float t0 = way * (float)(i * i) / (LIGHT_STEPS * LIGHT_STEPS);
        const float t1 = way * (float)((i + 1) * (i + 1)) / (LIGHT_STEPS * LIGHT_STEPS);
        add_depth(out, density_at(m, fmaxf(height_after(h, up, 0.5f * (t0 + t1)), 0)), t1 - t0);
    }
    return true;
}

static float haze_phase(float c)
{
    const float g = 0.76f;
    const float k = 1 + g * g - 2 * g * c;
    return 0.75f / (4 * pi) * (2 * (1 - g * g) * (1 + c * c)) / ((2 + g * g) * k * sqrtf(k));
}

static float dot3(const float a[3], const float b[3])
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/// What is scattered along a view through the sky from a light of power 1.
static void scatter(const medium *m, float h, const float view[3], const float to_light[3],
                    float out[3])
{
    const float c = dot3(view, to_light), up = fmaxf(view[1], 0.004f);
    const float of_air = 3 / (16 * pi) * (1 + c * c), of_haze = haze_phase(c);
    const float way = way_out(h, up);
    depth passed = {0};
    float t = 0;
    for (int32_t i = 0; i < VIEW_STEPS; i++)
    {
        const float share = (float)(i + 1) / VIEW_STEPS, next = way * share * share;
        const float middle = 0.5f * (t + next), at = fmaxf(height_after(h, up, middle), 0);
        const float rises = (to_light[1] * (earth_m + h) + middle * c) / (earth_m + at);
        const depth here = density_at(m, at);
        depth lit;
        add_depth(&passed, here, 0.5f * (next - t));
        const bool seen = light_depth(m, at, rises, &lit);
        for (int32_t k = 0; k < 3; k++)
        {
            const float once = seen ? through(m, lit, k) * (air[k] * here.air * of_air +
                                                            m->haze * here.haze * of_haze)
                                    : 0;
            // Light that was scattered before comes from all around, and reaches into the shade of the earth.
            const float dusk = expf(fminf(rises, 0) * 26);
            const float again = 0.055f * dusk * (seen ? sqrtf(through(m, lit, k)) : 0.16f) *
                                (air[k] * here.air + 0.6f * m->haze * here.haze);
            out[k] += (once + again) * through(m, passed, k) * (next - t);
        }
        add_depth(&passed, here, 0.5f * (next - t));
        t = next;
    }
}

// ---- sun and moon -------------------------------------------------------------------------------

static void direction(double hour, float decline, float out[3])
{
    const float turn = (float)((hour - 12) / 12) * pi;
    const float up = sinf(latitude) * sinf(decline) + cosf(latitude) * cosf(decline) * cosf(turn);
    out[0] = -cosf(decline) * sinf(turn); // mornings in the east
    out[1] = up;
    out[2] = cosf(latitude) * sinf(decline) - sinf(latitude) * cosf(decline) * cosf(turn);
}

static float smooth(float from, float to, float x)
{
    const float t = fminf(fmaxf((x - from) / (to - from), 0), 1);
    return t * t * (3 - 2 * t);
}

static void colour_of(const medium *m, float h, const float to[3], float power, float out[3])
{
    depth d;
    const bool up = light_depth(m, h, fmaxf(to[1], 0.002f), &d);
    const float rising = smooth(-0.02f, 0.015f, to[1]);
    for (int32_t k = 0; k < 3; k++)
    {
        out[k] = up ? power * rising * through(m, d, k) : 0;
    }
}

/// Clouds let through less, and take colour out of what they let through.
static void dim(const weather *w, float colour[3])
{
    const float grey = 0.25f * colour[0] + 0.5f * colour[1] + 0.25f * colour[2];
    for (int32_t k = 0; k < 3; k++)
    {
        colour[k] = (colour[k] + (grey - colour[k]) * 0.8f * w->gloom) * (1 - 0.72f * w->gloom);
    }
}

static void fill_table(const weather *w, const medium *m, float height, float day, sky *out)
{
    const float *const l = out->light;
    const float flat = sqrtf(fmaxf(1 - l[1] * l[1], 0));
    const float here[3] = {0, l[1], flat};
    const float power = day;
    for (int32_t row = 0; row < SKY_H; row++)
    {
        const float up = sky_row_elevation((float)row), level = sqrtf(fmaxf(1 - up * up, 0));
        for (int32_t i = 0; i <= SKY_W / 2; i++)
        {
            const float turn = 2 * pi * (float)i / SKY_W;
            const float view[3] = {level * sinf(turn), up, level * cosf(turn)};
            float *const colour = out->table[row][i];
            colour[0] = colour[1] = colour[2] = 0;
            scatter(m, height, view, here, colour);
            for (int32_t k = 0; k < 3; k++)
            {
                const float glow[3] = {0.0016f, 0.0022f, 0.0042f}; // of the sky at night
                colour[k] = colour[k] * power + glow[k] * (0.6f + 0.4f * level);
            }
            dim(w, colour);
            // The light is straight ahead: left of it the sky is as it is on the right.
            memmove(out->table[row][(SKY_W - i) % SKY_W], colour, sizeof out->table[row][i]);
        }
    }
}

/// What the sky sheds on flat ground.
static void gather(sky *out)
{
    float sum[3] = {0}, weight = 0;
    for (int32_t row = 0; row < SKY_H; row++)
    {
        const float up = sky_row_elevation((float)row);
        const float share = up > 0 ? up * (sky_row_elevation((float)row + 1) - up) : 0;
        for (int32_t i = 0; i < SKY_W; i += 4)
        {
            weight += share;
            for (int32_t k = 0; k < 3; k++)
            {
                sum[k] += share * out->table[row][i][k];
            }
        }
    }
    for (int32_t k = 0; k < 3; k++)
    {
        out->ambient[k] = sum[k] / weight * pi;
    }
}

/// White clouds send the sun's light on to all sides, and much of it down: most into the shade between them.
static void add_clouds(const weather *w, sky *out)
{
    const float lit = fmaxf(out->light[1], 0);
    const float share = 0.65f * w->cover * (1 - w->gloom);
    for (int32_t k = 0; k < 3; k++)
    {
        out->ambient[k] += share * out->light_colour[k] * lit;
    }
}

/// Eyes get used to the light, but not all the way: nights stay darker than days.
static void expose(const weather *w, sky *out)
{
    const float lit = fmaxf(out->light[1], 0.05f);
    float bright = 0;
    const float share[3] = {0.25f, 0.6f, 0.15f};
    for (int32_t k = 0; k < 3; k++)
    {
        bright += share[k] * (out->light_colour[k] * lit + out->ambient[k]);
    }
    out->exposure = 2.85f * (1 - 0.08f * w->gloom * w->gloom) *
                    powf(fmaxf(bright, 1e-4f) / 20, -0.72f) / 20;
}

void sky_compute(double hour, float declination, const weather *w, float height, sky *out)
{
    const medium m = {w->haze > 1.2e-4f ? 1.2e-4f : w->haze, fminf(fmaxf(w->haze_top, 900), 1500)};
    direction(hour, declination, out->sun);
    direction(hour + 12 - 2.2, -declination + 0.25f, out->moon);
    colour_of(&m, height, out->sun, sun_power, out->disc);
    float of_moon[3];
    const float moon_power = 0.055f;
    colour_of(&m, height, out->moon, moon_power, of_moon);
    out->night = smooth(-0.06f, -0.2f, out->sun[1]);
    const bool by_moon = out->sun[1] < -0.12f;
    for (int32_t k = 0; k < 3; k++)
    {
        const float blue[3] = {0.72f, 0.86f, 1.15f}; // as eyes see by moonlight
        out->light[k] = by_moon ? out->moon[k] : out->sun[k];
        out->light_colour[k] = by_moon ? of_moon[k] * blue[k] * out->night : out->disc[k];
    }
    dim(w, out->light_colour);
    for (int32_t k = 0; k < 3; k++)
    {
        out->light_colour[k] *= 1 - 0.9f * smooth(0.3f, 0.8f, w->gloom);
    }
    fill_table(w, &m, height, by_moon ? moon_power : sun_power, out);
    gather(out);
    add_clouds(w, out);
    for (int32_t k = 0; k < 3; k++)
    {
        out->bounce[k] = 0.16f * (out->ambient[k] + out->light_colour[k] * fmaxf(out->light[1], 0));
    }
    expose(w, out);
}
