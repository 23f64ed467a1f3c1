// SPDX-License-Identifier: MIT
#include "land/surface/relief.h"

#include "base/small.h"
#include "land/surface/ramps.h"
#include "loam/random.h"

#include <math.h>
#include <string.h>

// Biomes have noise, whose numbers are those of the land's shape, and forms. Where the octaves of a biome are
// among the shared ones, as they usually are, its amplitudes are mixed into those; otherwise it has noise of its
// own. Mountains have the octaves of Blomqvist et al. 2016, Table A.1 (their frequency gain 0.006 is a wavelength
// of 500/3 m); the amplitudes are ours. Slopes are cut by gullies, which follow them (gullies.c); crags are the
// rocks on top of it.

enum
{
    MOUNTAIN_OCTAVES = 4, // of Table A.1; the rest of the crags is rocks
    FIRST_CRAG = 1,       // the one before is of ridges only
};

static const float crag_persistence = 0.6f, ridge_persistence = 0.45f;
static const float mountain_m = 3, ridge_m = 5, alpine_m = 4, dune_m = 7, hummock_m = 0.9f;
static const float mesa_m = 24, mesa_rise = 1.6f, terrace_m = 9, cliff_m = 18, beach_m = 3;
static const float rock_m = 1.5f; // crags that come with ruggedness alone
static const float ridged_mean = 0.3f;
static const float steepest = 0.5f; // slope from which on gullies grow no deeper
static const float dune_length_m = 130, bend_m = 640, mesa_length_m = 420, hummock_length_m = 22;

// Dunes lie across the wind: their phase grows along (5, 2), whose length is 5.385. Whole numbers, so that it
// is exact wherever the place is.
enum
{
    WIND_X = 5,
    WIND_Z = 2,
    DUNE_PERIOD = 700,
};

static float rolling_length(int32_t octave)
{
    return 1000.0f / (float)(1 << octave);
}

static float crag_length(int32_t octave)
{
    return 1000.0f / (3.0f * (float)(1 << octave));
}

static loam_result init_noise(loam_noise *noise, double wavelength, int32_t octaves, uint64_t seed,
                              loam_isa isa)
{
    loam_noise_def def = loam_default_noise_def();
    def.fractal = LOAM_FRACTAL_FBM;
    def.wavelength = wavelength;
    def.octaves = octaves;
    def.isa = isa;
    return loam_noise_init(noise, &def, seed);
}

/// The shared octave of a wavelength, -1 if there is none.
static int32_t shared_octave(float wavelength)
{
    for (int32_t k = 0; k < LAND_ROLLING; k++)
    {
        if (wavelength == rolling_length(k))
        {
            return k;
        }
    }
    return -1;
}

static loam_result init_own_noise(land_own_noise *own, const loam_biome_shape *shape, uint64_t seed,
                                  loam_isa isa)
{
    loam_noise_def def = loam_default_noise_def();
    def.fractal = LOAM_FRACTAL_FBM;
    def.wavelength = (double)shape->scale;
    def.octaves = 1;
    // What is shorter than two metres is never shown.
    for (float length = shape->scale / shape->lacunarity;
         def.octaves < (int32_t)shape->octaves && length >= 2; length /= shape->lacunarity)
    {
        def.octaves++;
    }
    def.persistence = (double)shape->persistence;
    def.lacunarity = (double)shape->lacunarity;
    def.isa = isa;
    own->amplitude = shape->amplitude * shape->height;
    return loam_noise_init(&own->noise, &def, seed);
}

/// The noise of each biome, shared or its own.
static loam_result init_biomes(land_relief *relief, uint64_t seed, loam_isa isa)
{
    const uint64_t noises = loam_seed_derive(seed, "biome noise");
    loam_result result = LOAM_OK;
    for (int32_t b = 0; b < LOAM_BIOME_COUNT && !result; b++)
    {
        const loam_biome_shape *const shape = &relief->biomes[b];
        const int32_t first = shared_octave(shape->scale), octaves = (int32_t)shape->octaves;
        relief->rolls[b] = (land_rolling){0};
        relief->own_noise[b].amplitude = 0;
        if (first >= 0 && first + octaves <= LAND_ROLLING && shape->lacunarity == 2)
        {
            relief->rolls[b] = (land_rolling){.amplitude = shape->amplitude * shape->height,
                                              .first = first,
                                              .octaves = octaves,
                                              .persistence = shape->persistence};
        }
        else
        {
            result = init_own_noise(&relief->own_noise[b], shape,
                                    loam_random_u64(noises, (uint64_t)b), isa);
        }
    }
    return result;
}

loam_result loam_land_relief_init(land_relief *relief, uint64_t seed, const loam_land_shape *shape,
                                  loam_isa isa)
{
    const uint64_t rolling = loam_seed_derive(seed, "rolling"),
                   crags = loam_seed_derive(seed, "crags");
    relief->scale = shape->relief;
    memcpy(relief->biomes, shape->biomes, sizeof relief->biomes);
    loam_result result = loam_land_gullies_init(&relief->gullies, seed, isa);
    result = result ? result : init_biomes(relief, seed, isa);
    for (int32_t k = 0; k < LAND_ROLLING && !result; k++)
    {
        result = init_noise(&relief->rolling[k], (double)rolling_length(k), 1,
                            loam_random_u64(rolling, (uint64_t)k), isa);
    }
    for (int32_t k = 0; k < LAND_CRAGS && !result; k++)
    {
        result = init_noise(&relief->crags[k], (double)crag_length(k), 1,
                            loam_random_u64(crags, (uint64_t)k), isa);
    }
    result = result ? result
                    : init_noise(&relief->bend, (double)bend_m, 2, loam_seed_derive(seed, "bend"),
                                 isa);
    result = result ? result
                    : init_noise(&relief->mesa, (double)mesa_length_m, 3,
                                 loam_seed_derive(seed, "mesa"), isa);
    return result ? result
                  : init_noise(&relief->hummock, (double)hummock_length_m, 1,
                               loam_seed_derive(seed, "hummock"), isa);
}

/// How high a form of a biome is.
static float form_m(const loam_biome_shape *shapes, loam_biome biome, float usual_m)
{
    return shapes[biome].height * usual_m;
}

void loam_land_relief_controls(const land_relief *relief, const float *weights,
                               const loam_land_place *place, float controls[LAND_CONTROLS])
{
    memset(controls, 0, sizeof(float) * LAND_CONTROLS);
    const float scale = relief->scale;
    for (int32_t b = 0; b < LOAM_BIOME_COUNT; b++)
    {
        const land_rolling *roll = &relief->rolls[b];
        float amplitude = weights[b] * roll->amplitude * scale;
        for (int32_t k = 0; k < roll->octaves && amplitude > 0; k++)
        {
            controls[LAND_CONTROL_ROLLING + roll->first + k] += amplitude;
            amplitude *= roll->persistence;
        }
    }
    const loam_biome_shape *const of = relief->biomes;
    const float wet = weights[LOAM_BIOME_OCEAN] + weights[LOAM_BIOME_SHELF];
    const float rough = 0.02f + place->ruggedness * place->ruggedness;
    // Flanks are cut, floors and tops are smoother.
    const float steep = 0.4f + 0.6f * land_ramp(place->slope, 0.02f, 0.3f);
    controls[LAND_CONTROL_CRAGS] = scale * steep *
                                   (weights[LOAM_BIOME_MOUNTAINS] *
                                        form_m(of, LOAM_BIOME_MOUNTAINS, mountain_m) +
                                    (1 - 0.8f * wet) * rock_m * rough);
    controls[LAND_CONTROL_RIDGES] =
        scale * steep *
        (weights[LOAM_BIOME_RIDGES] * form_m(of, LOAM_BIOME_RIDGES, ridge_m) +
         weights[LOAM_BIOME_ALPINE] * form_m(of, LOAM_BIOME_ALPINE, alpine_m));
    controls[LAND_CONTROL_DUNES] = scale * weights[LOAM_BIOME_DESERT] *
                                   form_m(of, LOAM_BIOME_DESERT, dune_m);
    controls[LAND_CONTROL_TERRACES] = weights[LOAM_BIOME_BADLANDS];
    controls[LAND_CONTROL_HUMMOCKS] = weights[LOAM_BIOME_SWAMP] *
                                      form_m(of, LOAM_BIOME_SWAMP, hummock_m);
    controls[LAND_CONTROL_BEACH] = weights[LOAM_BIOME_BEACH];
    controls[LAND_CONTROL_CLIFF] = weights[LOAM_BIOME_CLIFF];
}

float loam_land_relief_badlands(const land_relief *relief, const loam_land_place *place)
{
    const float share = (1 - land_ramp(place->humidity, 0.16f, 0.26f)) *
                        land_ramp(place->ruggedness, 0.14f, 0.26f) *
                        (1 - land_ramp(place->ruggedness, 0.42f, 0.58f)) *
                        land_ramp(place->temperature, 4, 7);
    const float weight = relief->biomes[LOAM_BIOME_BADLANDS].weight;
    return weight == 1 ? share : share * weight / (1 + share * (weight - 1));
}

loam_result loam_land_relief_add_mesa_slopes(const land_relief *relief, loam_noise_area area,
                                             const float *shares, float *scratch, float *east,
                                             float *north)
{
    const size_t count = (size_t)area.w * (size_t)area.h;
    float *dx = scratch + count, *dz = dx + count;
    const float scale = relief->scale * relief->biomes[LOAM_BIOME_BADLANDS].height;
    const loam_result result = loam_noise_slope2(&relief->mesa, scratch, dx, dz, area);
    for (size_t i = 0; i < count && !result; i++)
    {
        const float rise = shares[i] * scale * mesa_rise * mesa_m;
        east[i] += rise * dx[i];
        north[i] += rise * dz[i];
    }
    return result;
}

float loam_land_relief_gullies(const loam_land_place *place)
{
    // Sand has dunes instead, and below the sea no water runs.
    const float sand = (1 - land_ramp(place->humidity, 0.26f, 0.38f)) *
                       (1 - land_ramp(place->ruggedness, 0.18f, 0.28f)) *
                       land_ramp(place->temperature, 1, 4);
    const float soft = 0.45f + 0.55f * land_ramp(place->ruggedness, 0.1f, 0.45f);
    const float steep = land_ramp(place->slope, 0.015f, 0.08f) *
                        loam_clamp01(place->slope * (1 / steepest));
    return steep * soft * (1 - sand) * land_ramp(place->base, 1, 20);
}

// ---- the parts ------------------------------------------------------------------------------------------

static bool shown(float wavelength, int64_t step)
{
    return wavelength >= 2.0f * (float)step;
}

static loam_noise_area area_of(const land_relief_grid *grid)
{
    return (loam_noise_area){
        .x = grid->x, .y = grid->z, .step = grid->step, .w = grid->w, .h = grid->h, .d = 1};
}

static size_t size_of(const land_relief_grid *grid)
{
    return (size_t)grid->w * (size_t)grid->h;
}

static loam_result add_rolling(const land_relief *relief, const land_relief_grid *grid)
{
    const size_t count = size_of(grid);
    float *noise = grid->scratch[0];
    for (int32_t k = 0; k < LAND_ROLLING && shown(rolling_length(k), grid->step); k++)
    {
        const float *amplitude = grid->control(grid->user, LAND_CONTROL_ROLLING + k);
        if (amplitude == NULL)
        {
            continue;
        }
        const loam_result result = loam_noise_grid2(&relief->rolling[k], noise, area_of(grid));
        if (result != LOAM_OK)
        {
            return result;
        }
        for (size_t i = 0; i < count; i++)
        {
            grid->height[i] += amplitude[i] * noise[i];
        }
    }
    return LOAM_OK;
}

/// A noise without octaves shorter than two steps.
static loam_noise shown_part(const loam_noise *noise, int64_t step)
{
    loam_noise out = *noise;
    double wavelength = noise->def.wavelength;
    out.def.octaves = 0;
    while (out.def.octaves < noise->def.octaves && wavelength >= 2.0 * (double)step)
    {
        out.def.octaves++;
        wavelength /= noise->def.lacunarity;
    }
    return out;
}

/// Noise of biomes whose octaves are not among the shared ones.
static loam_result add_own_noise(const land_relief *relief, const land_relief_grid *grid)
{
    float *noise = grid->scratch[0];
    loam_result result = LOAM_OK;
    for (int32_t b = 0; b < LOAM_BIOME_COUNT && !result; b++)
    {
        const land_own_noise *own = &relief->own_noise[b];
        const loam_noise part = shown_part(&own->noise, grid->step);
        const float *weight = own->amplitude > 0 && part.def.octaves > 0
                                  ? grid->weight(grid->user, b)
                                  : NULL;
        if (weight == NULL)
        {
            continue;
        }
        result = loam_noise_grid2(&part, noise, area_of(grid));
        const float amplitude = own->amplitude * relief->scale / own->noise.octaves[0].weight;
        for (size_t i = 0; i < size_of(grid) && !result; i++)
        {
            grid->height[i] += weight[i] * (amplitude * noise[i]);
        }
    }
    return result;
}

// One octave of crags with its shares of the amplitudes, plain and ridged.
static void add_crag(const land_relief_grid *grid, const float *plain, float plain_part,
                     const float *ridged, float ridged_part)
{
    const float *noise = grid->scratch[0];
    const size_t count = size_of(grid);
    for (size_t i = 0; i < count && ridged == NULL; i++)
    {
        grid->height[i] += plain[i] * plain_part * noise[i];
    }
    for (size_t i = 0; i < count && ridged != NULL; i++)
    {
        const float fold = noise[i] < 0 ? -noise[i] : noise[i];
        grid->height[i] += plain[i] * plain_part * noise[i] +
                           ridged[i] * ridged_part * (1 - ridged_mean - 2 * fold);
    }
}

// Shares of an octave of crags in the amplitudes.
static float plain_share(int32_t octave)
{
    float share = octave < FIRST_CRAG ? 0 : 1;
    for (int32_t i = FIRST_CRAG; i < octave; i++)
    {
        share *= i > MOUNTAIN_OCTAVES ? ridge_persistence : crag_persistence;
    }
    return share;
}

static float ridged_share(int32_t octave)
{
    float share = 1;
    for (int32_t i = 0; i < octave; i++)
    {
        share *= ridge_persistence;
    }
    return share;
}

static loam_result add_crags(const land_relief *relief, const land_relief_grid *grid)
{
    const float *ridged = grid->control(grid->user, LAND_CONTROL_RIDGES);
    const float *plain = grid->control(grid->user, LAND_CONTROL_CRAGS);
    if (plain == NULL) // there are always some, unless there are no ridges either
    {
        return LOAM_OK;
    }
    for (int32_t k = ridged != NULL ? 0 : FIRST_CRAG;
         k < LAND_CRAGS && shown(crag_length(k), grid->step); k++)
    {
        const loam_result result = loam_noise_grid2(&relief->crags[k], grid->scratch[0],
                                                    area_of(grid));
        if (result != LOAM_OK)
        {
            return result;
        }
        add_crag(grid, plain, plain_share(k), ridged, ridged_share(k));
    }
    return LOAM_OK;
}

// A gentle windward side, a steep lee.
static float dune_profile(float phase)
{
    return phase < 0.68f ? land_ramp(phase, 0, 0.68f) : 1 - land_ramp(phase, 0.68f, 1);
}

static loam_result add_dunes(const land_relief *relief, const land_relief_grid *grid)
{
    const float *dunes = grid->control(grid->user, LAND_CONTROL_DUNES);
    if (dunes == NULL || !shown(dune_length_m, grid->step))
    {
        return LOAM_OK;
    }
    float *bend = grid->scratch[0], *size = grid->scratch[1];
    loam_result result = loam_noise_grid2(&relief->bend, bend, area_of(grid));
    result = result ? result : loam_noise_grid2(&relief->rolling[1], size, area_of(grid));
    for (int32_t j = 0; j < grid->h && !result; j++)
    {
        for (int32_t i = 0; i < grid->w; i++)
        {
            const size_t p = (size_t)j * (size_t)grid->w + (size_t)i;
            const int64_t along = (grid->x + i * grid->step) * WIND_X +
                                  (grid->z + j * grid->step) * WIND_Z;
            const int64_t within = (along % DUNE_PERIOD + DUNE_PERIOD) % DUNE_PERIOD;
            const float phase = (float)within * (1.0f / DUNE_PERIOD) + 1.3f * bend[p] + 4;
            const float part = phase - (float)(int32_t)phase;
            grid->height[p] += dunes[p] * (0.65f + 0.35f * size[p]) * (dune_profile(part) - 0.4f);
        }
    }
    return result;
}

// Flat steps with steep risers.
static float terrace(float height)
{
    const float steps = height * (1.0f / terrace_m) + 64.0f;
    const float whole = (float)(int32_t)steps;
    return (whole - 64.0f + 0.15f * (steps - whole) +
            0.85f * land_ramp(steps - whole, 0.55f, 0.95f)) *
           terrace_m;
}

static loam_result add_mesas(const land_relief *relief, const land_relief_grid *grid)
{
    const float *share = grid->control(grid->user, LAND_CONTROL_TERRACES);
    if (share == NULL || !shown(mesa_length_m, grid->step))
    {
        return LOAM_OK;
    }
    const float scale = relief->scale * relief->biomes[LOAM_BIOME_BADLANDS].height;
    // Terraces are one shape: its smaller octaves come and go with its largest.
    const loam_result result = loam_noise_grid2(&relief->mesa, grid->scratch[0], area_of(grid));
    for (size_t i = 0; i < size_of(grid) && !result; i++)
    {
        // Gullies cut mesas before those are terraced, so that ledges run into them.
        const float cut = grid->gullies != NULL ? grid->gullies[i] : 0;
        const float height = grid->scratch[0][i] * mesa_rise * mesa_m + cut / relief->scale;
        grid->height[i] += share[i] * (scale * terrace(height) - cut);
    }
    return result;
}

static loam_result add_hummocks(const land_relief *relief, const land_relief_grid *grid)
{
    const float *size = grid->control(grid->user, LAND_CONTROL_HUMMOCKS);
    if (size == NULL || !shown(hummock_length_m, grid->step))
    {
        return LOAM_OK;
    }
    const loam_result result = loam_noise_grid2(&relief->hummock, grid->scratch[0], area_of(grid));
    for (size_t i = 0; i < size_of(grid) && !result; i++)
    {
        const float n = grid->scratch[0][i];
        grid->height[i] += size[i] * ((n < 0 ? -n : n) - 0.35f);
    }
    return result;
}

// Beaches are flatter than the ground that they lie on, cliffs stand up from it.
static void add_coast(const land_relief *relief, const land_relief_grid *grid)
{
    const float high_m = form_m(relief->biomes, LOAM_BIOME_CLIFF, cliff_m);
    const float *beach = grid->control(grid->user, LAND_CONTROL_BEACH);
    const float *cliff = grid->control(grid->user, LAND_CONTROL_CLIFF);
    for (size_t i = 0; i < size_of(grid) && beach != NULL; i++)
    {
        grid->height[i] -= beach[i] * 0.6f * loam_clamp(grid->base[i], 0, beach_m);
    }
    for (size_t i = 0; i < size_of(grid) && cliff != NULL; i++)
    {
        grid->height[i] += cliff[i] * high_m * land_ramp(grid->base[i], 0.8f, 6);
    }
}

loam_result loam_land_relief_add(const land_relief *relief, const land_relief_grid *grid)
{
    loam_result result = add_rolling(relief, grid);
    result = result ? result : add_own_noise(relief, grid);
    result = result ? result : add_crags(relief, grid);
    result = result ? result : add_dunes(relief, grid);
    result = result ? result : add_mesas(relief, grid);
    result = result ? result : add_hummocks(relief, grid);
    for (size_t i = 0; i < size_of(grid) && grid->gullies != NULL; i++)
    {
        grid->height[i] += grid->gullies[i];
    }
    add_coast(relief, grid);
    return result;
}

// ---- the bound ------------------------------------------------------------------------------------------

static bool left_out(float wavelength, int64_t step)
{
    return wavelength < 2.0f * (float)step && wavelength >= (float)step;
}

/// The most that octaves of biomes which are left out have added.
static float rolling_bound(const land_relief *relief, int64_t step)
{
    float sum = 0;
    for (int32_t k = 0; k < LAND_ROLLING; k++)
    {
        float most = 0;
        for (int32_t b = 0; b < LOAM_BIOME_COUNT; b++)
        {
            const land_rolling *roll = &relief->rolls[b];
            float amplitude = roll->amplitude;
            for (int32_t i = roll->first; i < k; i++)
            {
                amplitude *= roll->persistence;
            }
            const bool has = k >= roll->first && k < roll->first + roll->octaves;
            most = has && amplitude > most ? amplitude : most;
        }
        sum += left_out(rolling_length(k), step) ? most : 0;
    }
    return sum;
}

static float own_noise_bound(const land_relief *relief, int64_t step)
{
    float most = 0;
    for (int32_t b = 0; b < LOAM_BIOME_COUNT; b++)
    {
        const land_own_noise *const own = &relief->own_noise[b];
        float sum = 0;
        double wavelength = own->noise.def.wavelength;
        for (int32_t k = 0; k < own->noise.def.octaves && own->amplitude > 0; k++)
        {
            const bool left = left_out((float)wavelength, step);
            sum += left ? own->amplitude * own->noise.octaves[k].weight /
                              own->noise.octaves[0].weight
                        : 0;
            wavelength /= own->noise.def.lacunarity;
        }
        most = sum > most ? sum : most;
    }
    return most;
}

float loam_land_relief_bound(const land_relief *relief, int64_t step)
{
    const loam_biome_shape *const of = relief->biomes;
    const float ridges = form_m(of, LOAM_BIOME_RIDGES, ridge_m);
    const float alpine = form_m(of, LOAM_BIOME_ALPINE, alpine_m);
    const float mesas = of[LOAM_BIOME_BADLANDS].height;
    float sum = rolling_bound(relief, step) + own_noise_bound(relief, step);
    for (int32_t k = 0; k < LAND_CRAGS; k++)
    {
        const float plain = plain_share(k) *
                            (form_m(of, LOAM_BIOME_MOUNTAINS, mountain_m) + rock_m * 1.02f);
        const float ridged = ridged_share(k) * (ridges > alpine ? ridges : alpine) *
                             (1 + ridged_mean);
        sum += left_out(crag_length(k), step) ? plain + ridged : 0;
    }
    sum += left_out(dune_length_m, step) ? form_m(of, LOAM_BIOME_DESERT, dune_m) * 0.6f : 0;
    sum += left_out(mesa_length_m, step) ? mesas * (mesa_rise * mesa_m + terrace_m) : 0;
    // A gully that is left out moves ledges by one at most.
    const float gullies = loam_land_gullies_bound(step);
    sum += gullies > 0 && shown(mesa_length_m, step / 2) ? mesas * terrace_m : 0;
    return sum * relief->scale + gullies +
           (left_out(hummock_length_m, step) ? form_m(of, LOAM_BIOME_SWAMP, hummock_m) : 0);
}

/// The most that a biome does to the ground, m, up or down.
static float most_of(loam_biome biome, const loam_biome_shape *shape)
{
    static const float forms[LOAM_BIOME_COUNT] = {
        [LOAM_BIOME_MOUNTAINS] = 8, [LOAM_BIOME_RIDGES] = 12,   [LOAM_BIOME_ALPINE] = 10,
        [LOAM_BIOME_DESERT] = 5,    [LOAM_BIOME_BADLANDS] = 48, [LOAM_BIOME_SWAMP] = 1,
        [LOAM_BIOME_CLIFF] = 18,    [LOAM_BIOME_BEACH] = 2,
    };
    float sum = 0, amplitude = shape->amplitude;
    for (int32_t k = 0; k < (int32_t)shape->octaves; k++)
    {
        sum += amplitude;
        amplitude *= shape->persistence;
    }
    return (sum + forms[biome]) * shape->height;
}

float loam_land_relief_excess(const land_relief *relief)
{
    float usual = 0, most = 0;
    for (int32_t b = 0; b < LOAM_BIOME_COUNT; b++)
    {
        const loam_biome_shape shape = loam_default_biome_shape((loam_biome)b);
        usual = fmaxf(usual, most_of((loam_biome)b, &shape));
        most = fmaxf(most, most_of((loam_biome)b, &relief->biomes[b]));
    }
    return most > usual ? most / usual : 1;
}

float loam_land_relief_spread(const land_relief *relief)
{
    float most = 0;
    for (int32_t b = 0; b < LOAM_BIOME_COUNT; b++)
    {
        most = fmaxf(most, most_of((loam_biome)b, &relief->biomes[b]));
    }
    return 2 * most;
}
