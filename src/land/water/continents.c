// SPDX-License-Identifier: MIT
#include "land/water/continents.h"

#include "loam/random.h"

#include <math.h>
#include <stddef.h>
#include <string.h>

// Where there is land is one warped noise, the mass. Mountains follow the borders of plates, the cells of a
// warped cellular noise: along a border a second noise decides whether the plates press against each other
// (a range), or not. So ranges are long and narrow and have a direction, ends and passes. Where such a
// border runs through the sea it is a trench with an arc of islands.

enum
{
    NOISES = 9,
    SOME = 6, // floats a place that choosing some of them takes, see chosen
};

static const double plate_km = 1150;

static const float belts_from = -0.18f;    // of the noise that decides where plates press
static const float range_width = 0.17f;    // from the border of two plates, in its noise
static const float arc_width = 0.055f;     // likewise, of islands
static const float cones_from = -0.05f;    // of belts: where there are islands above hot spots
static const float islands_below = -0.02f; // of the mass
static const float upland_from = 0.06f;    // of the mass

static loam_noise_def plain(loam_noise_fractal fractal, double km, int32_t octaves)
{
    loam_noise_def def = loam_default_noise_def();
    def.fractal = fractal;
    def.wavelength = km * 1000;
    def.octaves = octaves;
    return def;
}

static loam_noise_def warped(loam_noise_def def, double km, double warp_km)
{
    def.warp = warp_km * 1000;
    def.warp_wavelength = km * 1000;
    def.warp_octaves = 4;
    return def;
}

static loam_noise_def plates_def(void)
{
    loam_noise_def def = plain(LOAM_FRACTAL_FBM, plate_km, 1);
    def.kind = LOAM_NOISE_CELLULAR;
    def.cell = LOAM_CELL_F2_MINUS_F1;
    def.jitter = 0.9f;
    return warped(def, 900, 260);
}

static loam_noise_def spots_def(void)
{
    loam_noise_def def = plain(LOAM_FRACTAL_FBM, 420, 1);
    def.kind = LOAM_NOISE_CELLULAR;
    def.cell = LOAM_CELL_F1;
    def.jitter = 1;
    return warped(def, 90, 25);
}

// The value that `share` of the mass lies below: a curve through what 10^6 samples gave.
static float sea_level_for(float share)
{
    const float d = share - 0.5f;
    return 0.92f * d + 0.9f * d * d * d;
}

loam_result loam_continents_init(land_continents *continents, const land_world_shape *shape,
                                 uint64_t seed, loam_isa isa)
{
    const double size = (double)shape->continent_km;
    loam_noise *const noises[NOISES] = {
        &continents->mass,  &continents->plates, &continents->belts,
        &continents->along, &continents->peaks,  &continents->arcs,
        &continents->spots, &continents->upland, &continents->hills};
    static const char *const names[NOISES] = {"mass", "plates", "belts",  "along", "peaks",
                                              "arcs", "spots",  "upland", "hills"};
    const loam_noise_def defs[NOISES] = {
        warped(plain(LOAM_FRACTAL_FBM, size * 1.5, 6), size * 0.5, size * 0.16),
        plates_def(),
        plain(LOAM_FRACTAL_FBM, 1500, 2),
        plain(LOAM_FRACTAL_FBM, 420, 2),
        plain(LOAM_FRACTAL_RIDGED, 190, 3),
        plain(LOAM_FRACTAL_FBM, 150, 2),
        spots_def(),
        plain(LOAM_FRACTAL_FBM, 700, 3),
        plain(LOAM_FRACTAL_FBM, 260, 3),
    };
    for (int32_t i = 0; i < NOISES; i++)
    {
        loam_noise_def def = defs[i];
        def.isa = isa;
        const loam_result result = loam_noise_init(noises[i], &def,
                                                   loam_seed_derive(seed, names[i]));
        if (result)
        {
            return result;
        }
    }
    continents->sea_level = sea_level_for(shape->sea);
    continents->relief = shape->relief;
    return LOAM_OK;
}

size_t loam_continents_scratch(size_t count)
{
    return (NOISES + SOME) * count;
}

static float smooth(float low, float high, float x)
{
    const float t = x <= low ? 0 : x >= high ? 1 : (x - low) / (high - low);
    return t * t * (3 - 2 * t);
}

/// What the noises say at a place.
typedef struct place
{
    float mass, plates, belts, along, peaks, arcs, spots, upland, hills;
} place;

// The ground without mountains: a plain that rises inland, a shelf, the slope to the deep sea.
static float ground(const place *p)
{
    if (p->mass >= 0)
    {
        const float inland = smooth(0, 0.5f, p->mass);
        const float upland = smooth(-0.15f, 0.75f, p->upland) * smooth(upland_from, 0.3f, p->mass);
        return 8 + 320 * p->mass + 260 * inland + 1100 * upland +
               90 * (p->hills + 0.4f) * smooth(0, 0.15f, p->mass);
    }
    const float shelf = smooth(0, 0.09f, -p->mass), deep = smooth(0.07f, 0.34f, -p->mass);
    return -8 - 130 * shelf - 3600 * deep + 220 * p->hills * deep;
}

// How strongly plates press against each other here, 0..1: near a border, in stretches.
static float pressure(const place *p, float width)
{
    const float near = 1 - smooth(0, width, p->plates);
    return near * smooth(belts_from, 0.3f, p->belts);
}

// Islands along a border in the sea, and single ones above hot spots.
static float islands(const place *p)
{
    const float arc = pressure(p, arc_width) * smooth(0.05f, 0.4f, p->arcs);
    const float cone = smooth(0.86f, 0.97f, 1 - p->spots) * smooth(cones_from, 0.25f, p->belts);
    return 4200 * arc + 4300 * cone;
}

static float mountains(const place *p)
{
    const float crest = 0.68f + 0.32f * p->peaks;
    const float gaps = 0.35f + 0.65f * smooth(-0.35f, 0.25f, p->along);
    return pressure(p, range_width) * gaps * crest;
}

static void fill_one(const land_continents *continents, const place *p, float *height,
                     float *ruggedness)
{
    const float coast = smooth(-0.02f, 0.1f, p->mass),
                sea = 1 - smooth(-0.12f, islands_below, p->mass);
    const float range = mountains(p);
    const float h = ground(p) + 3900 * range * coast + islands(p) * sea;
    const float rough = 0.06f + 0.95f * sqrtf(range) + 0.3f * smooth(0, 0.6f, p->hills);
    *height = h * (h > 0 ? continents->relief : 1);
    *ruggedness = h < -60 ? 0.12f + 0.4f * range : rough < 1 ? rough : 1;
}

// What a place does not need is not asked for: most noises only count near the borders of plates, in the sea
// or inland. Whatever stands for them instead is multiplied by 0.

static bool has_pressure(const place *p)
{
    return p->belts > belts_from;
}

static bool has_range(const place *p)
{
    return has_pressure(p) && p->plates < range_width;
}

static bool has_arc(const place *p)
{
    return has_pressure(p) && p->plates < arc_width && p->mass < islands_below;
}

static bool has_cones(const place *p)
{
    return p->belts > cones_from && p->mass < islands_below;
}

static bool has_upland(const place *p)
{
    return p->mass > upland_from;
}

/// Places at which one of the noises is asked for.
typedef struct chosen
{
    int64_t *x, *z;
    float *value;
    int32_t *at; // among all places
    size_t count;
} chosen;

_Static_assert(2 * sizeof(int64_t) + sizeof(float) + sizeof(int32_t) == SOME * sizeof(float),
               "the room for them");

static chosen no_places(float *scratch, size_t count)
{
    int64_t *const x = (int64_t *)(void *)scratch;
    float *const value = (float *)(void *)(x + 2 * count);
    return (chosen){
        .x = x, .z = x + count, .value = value, .at = (int32_t *)(void *)(value + count)};
}

static void choose(bool (*needs)(const place *), const place *places, const int64_t *x,
                   const int64_t *z, size_t count, chosen *out)
{
    out->count = 0;
    for (size_t i = 0; i < count; i++)
    {
        out->x[out->count] = x[i];
        out->z[out->count] = z[i];
        out->at[out->count] = (int32_t)i;
        out->count += needs == NULL || needs(&places[i]);
    }
}

/// One of the noises: where in a place it belongs, which places need it, and what the others have.
typedef struct noise_row
{
    size_t noise, value; // offsets in land_continents and place
    bool (*needs)(const place *);
    float otherwise;
} noise_row;

// In this order: each asks for what those before it said.
static const noise_row noise_rows[NOISES] = {
    {offsetof(land_continents, mass), offsetof(place, mass), NULL, 0},
    {offsetof(land_continents, belts), offsetof(place, belts), NULL, 0},
    {offsetof(land_continents, hills), offsetof(place, hills), NULL, 0},
    {offsetof(land_continents, plates), offsetof(place, plates), has_pressure, 1},
    {offsetof(land_continents, along), offsetof(place, along), has_range, 0},
    {offsetof(land_continents, peaks), offsetof(place, peaks), has_range, 0},
    {offsetof(land_continents, arcs), offsetof(place, arcs), has_arc, 0},
    {offsetof(land_continents, spots), offsetof(place, spots), has_cones, 1},
    {offsetof(land_continents, upland), offsetof(place, upland), has_upland, 0},
};

static void set_value(place *p, const noise_row *row, float value)
{
    memcpy((uint8_t *)p + row->value, &value, sizeof value);
}

static loam_result fill_places(const land_continents *continents, const noise_row *row,
                               const int64_t *x, const int64_t *z, size_t count, chosen *some,
                               place *places)
{
    const loam_noise *const noise = (const loam_noise *)(const void *)((const uint8_t *)continents +
                                                                       row->noise);
    choose(row->needs, places, x, z, count, some);
    const loam_result result = some->count == 0 ? LOAM_OK
                                                : loam_noise_points(noise, some->value, 2, some->x,
                                                                    some->z, NULL, some->count);
    for (size_t i = 0; i < count && row->needs != NULL; i++)
    {
        set_value(&places[i], row, row->otherwise);
    }
    for (size_t i = 0; i < some->count && !result; i++)
    {
        set_value(&places[some->at[i]], row, some->value[i]);
    }
    return result;
}

loam_result loam_continents_fill(const land_continents *continents, const int64_t *x,
                                 const int64_t *z, size_t count, float *scratch, float *height,
                                 float *ruggedness)
{
    chosen some = no_places(scratch, count);
    place *const places = (place *)(void *)(scratch + SOME * count);
    for (size_t k = 0; k < NOISES; k++)
    {
        const loam_result result = fill_places(continents, &noise_rows[k], x, z, count, &some,
                                               places);
        if (result)
        {
            return result;
        }
        for (size_t i = 0; i < count && k == 0; i++)
        {
            places[i].mass -= continents->sea_level;
        }
    }
    for (size_t i = 0; i < count; i++)
    {
        fill_one(continents, &places[i], &height[i], &ruggedness[i]);
    }
    return LOAM_OK;
}
