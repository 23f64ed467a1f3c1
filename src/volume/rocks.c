// SPDX-License-Identifier: MIT
#include "volume/preset.h"

#include <string.h>

// Functions that raise and shape rock: pillars (Blomqvist et al. 2016, A.4), overhangs, arches, layered cliffs.

static const float raise_most = 3.0f;

// ---- pillars ------------------------------------------------------------------------------------

typedef struct pillars_state
{
    loam_noise mask, heights, weather;
} pillars_state;

static loam_result pillars_prepare(const void *parameters, uint64_t seed, loam_isa isa, void *state)
{
    const loam_pillars_def *const def = parameters;
    pillars_state *const to = state;
    loam_result result = loam_preset_check_part(PRESET_PILLARS, def);
    result = result == LOAM_OK ? loam_preset_noise(&to->mask, seed, "mask", def->spacing_m, 1, isa)
                               : result;
    result = result == LOAM_OK
                 ? loam_preset_noise(&to->heights, seed, "heights", 3.0f * def->spacing_m, 1, isa)
                 : result;
    return result == LOAM_OK ? loam_preset_noise(&to->weather, seed, "weather", 14.0f, 1, isa)
                             : result;
}

/// Of dry lands with little soil.
static float pillars_nature(const loam_volume_columns *columns, size_t i)
{
    return (0.36f - columns->humidity[i]) * 12.0f *
           loam_clamp01((columns->temperature[i] - 4.0f) * 0.2f) *
           loam_clamp01(2.0f - 2.0f * columns->slope[i]);
}

static void pillars_weight(const loam_density_self *self, const loam_volume_columns *columns,
                           float *out)
{
    const loam_pillars_def *const def = self->parameters;
    loam_preset_weigh(def->share, pillars_nature, columns, out);
}

static bool pillars_reach(const loam_density_self *self, const loam_volume_ranges *ranges,
                          float *low, float *high)
{
    const loam_pillars_def *const def = self->parameters;
    *low = ranges->height_low - 16.0f;
    *high = ranges->height_high + 1.4f * def->height_m;
    return true;
}

/// The mask falls off over its last part, so that walls are steep but not a step.
static float pillar_at(const loam_pillars_def *def, float mask, float tall, float over,
                       float weather)
{
    const float wide = (1.0f - def->cut) * 0.35f;
    const float worn = 0.55f * def->erosion * (weather + 0.25f) * loam_clamp01(over / 8.0f);
    const float rock = loam_clamp01((mask - def->cut) / wide) - worn;
    const float top = loam_clamp01((def->height_m * (1.0f + 0.35f * tall) - over) / 8.0f);
    const float foot = loam_clamp01((over + 16.0f) / 8.0f);
    return raise_most * loam_clamp01(rock) * top * foot;
}

static void pillars_look(const loam_density_self *self, const loam_volume_lattice *lattice,
                         float *out)
{
    const pillars_state *const state = self->state;
    preset_plane(&state->mask, lattice, out);
    preset_plane(&state->heights, lattice, out + preset_columns(lattice));
}

/// Whether the mask is above the cut anywhere.
static bool pillars_any(const loam_pillars_def *def, const loam_volume_lattice *lattice)
{
    bool any = false;
    for (size_t i = 0; i < preset_columns(lattice); i++)
    {
        any = any || lattice->numbers[i] > def->cut;
    }
    return any;
}

static void pillars_density(const loam_density_self *self, const loam_volume_lattice *lattice,
                            float *out)
{
    const loam_pillars_def *const def = self->parameters;
    const pillars_state *const state = self->state;
    if (!pillars_any(def, lattice))
    {
        memset(out, 0, preset_columns(lattice) * (size_t)lattice->h * sizeof(float));
        return;
    }
    preset_grid(&state->weather, lattice, out);
    for (int32_t k = 0; k < lattice->d; k++)
    {
        const float *const height = lattice->columns->height + (size_t)k * (size_t)lattice->w;
        const float *const masks = preset_numbers(lattice, 0, k);
        const float *const tall = preset_numbers(lattice, 1, k);
        for (int32_t j = 0; j < lattice->h; j++)
        {
            float *const to = out + preset_index(lattice, 0, j, k);
            const float y = preset_height(lattice, j);
            for (int32_t i = 0; i < lattice->w; i++)
            {
                to[i] = masks[i] > def->cut
                            ? pillar_at(def, masks[i], tall[i], y - height[i], to[i])
                            : 0.0f;
            }
        }
    }
}

loam_density_function loam_pillars(const loam_pillars_def *def)
{
    return (loam_density_function){.name = "pillars",
                                   .weight = pillars_weight,
                                   .look = pillars_look,
                                   .column_numbers = 2,
                                   .density = pillars_density,
                                   .reach = pillars_reach,
                                   .high = raise_most,
                                   .prepare = pillars_prepare,
                                   .state_size = sizeof(pillars_state),
                                   .parameters = def,
                                   .parameters_size = sizeof *def};
}

// ---- overhangs ----------------------------------------------------------------------------------

static loam_result overhangs_prepare(const void *parameters, uint64_t seed, loam_isa isa,
                                     void *state)
{
    const loam_overhangs_def *const def = parameters;
    loam_result result = loam_preset_check_part(PRESET_OVERHANGS, def);
    return result == LOAM_OK ? loam_preset_noise(state, seed, "rock", def->wavelength_m, 2, isa)
                             : result;
}

static float overhangs_nature(const loam_volume_columns *columns, size_t i)
{
    return (columns->slope[i] - 0.45f) * 2.0f * (0.3f + columns->ruggedness[i]);
}

static void overhangs_weight(const loam_density_self *self, const loam_volume_columns *columns,
                             float *out)
{
    const loam_overhangs_def *const def = self->parameters;
    loam_preset_weigh(def->share, overhangs_nature, columns, out);
}

static bool overhangs_reach(const loam_density_self *self, const loam_volume_ranges *ranges,
                            float *low, float *high)
{
    const loam_overhangs_def *const def = self->parameters;
    *low = ranges->height_low - def->reach_m;
    *high = ranges->height_high + def->reach_m;
    return true;
}

/// Heights that are near enough to the surface anywhere in a row of columns.
static preset_span overhangs_span(const loam_overhangs_def *def, const loam_volume_lattice *lattice,
                                  const float *height)
{
    float low = height[0], high = height[0];
    for (int32_t i = 1; i < lattice->w; i++)
    {
        low = height[i] < low ? height[i] : low;
        high = height[i] > high ? height[i] : high;
    }
    return loam_preset_heights(lattice, low - def->reach_m, high + def->reach_m);
}

static void overhangs_density(const loam_density_self *self, const loam_volume_lattice *lattice,
                              float *out)
{
    const loam_overhangs_def *const def = self->parameters;
    for (int32_t k = 0; k < lattice->d; k++)
    {
        const float *const height = lattice->columns->height + (size_t)k * (size_t)lattice->w;
        const preset_span near = overhangs_span(def, lattice, height);
        loam_preset_slice(self->state, lattice, k, near, out);
        for (int32_t j = near.first; j <= near.last; j++)
        {
            float *const to = out + preset_index(lattice, 0, j, k);
            const float y = preset_height(lattice, j);
            for (int32_t i = 0; i < lattice->w; i++)
            {
                const float away = y > height[i] ? y - height[i] : height[i] - y;
                to[i] = def->amplitude * to[i] * loam_clamp01(2.0f - 2.0f * away / def->reach_m);
            }
        }
    }
}

loam_density_function loam_overhangs(const loam_overhangs_def *def)
{
    return (loam_density_function){.name = "overhangs",
                                   .weight = overhangs_weight,
                                   .density = overhangs_density,
                                   .reach = overhangs_reach,
                                   .low = -4.0f,
                                   .high = 4.0f,
                                   .prepare = overhangs_prepare,
                                   .state_size = sizeof(loam_noise),
                                   .parameters = def,
                                   .parameters_size = sizeof *def};
}

// ---- arches -------------------------------------------------------------------------------------

static loam_result arches_prepare(const void *parameters, uint64_t seed, loam_isa isa, void *state)
{
    const loam_arches_def *const def = parameters;
    loam_result result = loam_preset_check_part(PRESET_ARCHES, def);
    return result == LOAM_OK ? loam_preset_noise(state, seed, "rock", 12.0f, 1, isa) : result;
}

static float arches_nature(const loam_volume_columns *columns, size_t i)
{
    return (0.38f - columns->humidity[i]) * 12.0f * loam_clamp01(2.0f - 2.5f * columns->slope[i]);
}

static void arches_weight(const loam_density_self *self, const loam_volume_columns *columns,
                          float *out)
{
    const loam_arches_def *const def = self->parameters;
    loam_preset_weigh(def->share, arches_nature, columns, out);
}

static bool arches_reach(const loam_density_self *self, const loam_volume_ranges *ranges,
                         float *low, float *high)
{
    const loam_arches_def *const def = self->parameters;
    *low = ranges->height_low - 10.0f - def->thickness_m;
    *high = ranges->height_high + def->radius_m + 2.0f * def->thickness_m;
    return true;
}

/// A bow: thick at its feet, thin at the top, in a plane of its own.
typedef struct arch
{
    float radius, thick;
    float along_x, along_z; // of the plane, of length 1
} arch;

static float arch_at(const loam_arches_def *def, const arch *bow, float dx, float dz, float over)
{
    const float along = dx * bow->along_x + dz * bow->along_z;
    const float side = dz * bow->along_x - dx * bow->along_z;
    const float ring = sqrtf(along * along + over * over) - bow->radius;
    const float foot = loam_clamp01(1.0f - over / bow->radius);
    const float thick = bow->thick * (0.75f + 0.6f * foot);
    const float away = sqrtf(ring * ring + side * side) / thick;
    const float under = loam_clamp01((over + 8.0f + def->thickness_m) / 8.0f);
    return raise_most * under * loam_clamp01(1.45f - away);
}

static void arch_visit(const void *context, const preset_feature *feature,
                       const loam_volume_lattice *lattice, float *out)
{
    const loam_density_self *const self = context;
    const loam_arches_def *const def = self->parameters;
    const float turn = 2.0f * LOAM_PI * loam_random_float(feature->seed, 3);
    const float size = 0.7f + 0.3f * loam_random_float(feature->seed, 4);
    const arch bow = {size * def->radius_m, 0.5f * size * def->thickness_m, loam_cos(turn),
                      loam_sin(turn)};
    const float reach = def->radius_m + 2.0f * def->thickness_m, step = 0.5f * (float)lattice->step;
    const preset_span across = loam_preset_span(feature->x, reach, step, lattice->w),
                      along = loam_preset_span(feature->z, reach, step, lattice->d);
    for (int32_t k = along.first; k <= along.last; k++)
    {
        const float *const rough = preset_numbers(lattice, 0, k);
        for (int32_t i = across.first; i <= across.last; i++)
        {
            const float height =
                lattice->columns->height[(size_t)k * (size_t)lattice->w + (size_t)i];
            const float dx = (float)i * step - feature->x, dz = (float)k * step - feature->z;
            for (int32_t j = 0; j < lattice->h; j++)
            {
                float *const to = &out[preset_index(lattice, i, j, k)];
                const float over = preset_height(lattice, j) - height;
                const float value = arch_at(def, &bow, dx, dz, over + 1.5f * rough[i]);
                *to = value > *to ? value : *to;
            }
        }
    }
}

static void arches_look(const loam_density_self *self, const loam_volume_lattice *lattice,
                        float *out)
{
    preset_plane(self->state, lattice, out);
}

static void arches_density(const loam_density_self *self, const loam_volume_lattice *lattice,
                           float *out)
{
    const loam_arches_def *const def = self->parameters;
    const preset_cells cells = {.seed = self->seed,
                                .spacing_m = def->spacing_m,
                                .chance = def->chance,
                                .reach_m = def->radius_m + 2.0f * def->thickness_m,
                                .visit = arch_visit,
                                .context = self};
    loam_preset_visit_cells(&cells, lattice, out);
}

loam_density_function loam_arches(const loam_arches_def *def)
{
    return (loam_density_function){.name = "arches",
                                   .weight = arches_weight,
                                   .look = arches_look,
                                   .column_numbers = 1,
                                   .density = arches_density,
                                   .reach = arches_reach,
                                   .high = raise_most,
                                   .prepare = arches_prepare,
                                   .state_size = sizeof(loam_noise),
                                   .parameters = def,
                                   .parameters_size = sizeof *def};
}

// ---- layered cliffs -----------------------------------------------------------------------------

enum
{
    CLIFF_BEDS = 2048, // m before the beds of cliffs come again
};

typedef struct cliffs_state
{
    loam_noise folds;
    float hardness[CLIFF_BEDS]; // of every metre
} cliffs_state;

/// How hard rock is: beds of their own thickness, by a noise along the height alone.
static loam_result make_beds(const loam_cliffs_def *def, uint64_t seed, loam_isa isa, float *out)
{
    loam_noise noise;
    const loam_noise_area area = {.step = 2, .w = CLIFF_BEDS, .h = 1, .d = 1};
    loam_result result = loam_preset_noise(&noise, seed, "beds", 2.0f * def->bed_m, 2, isa);
    result = result == LOAM_OK ? loam_noise_grid1(&noise, out, area) : result;
    for (int32_t i = 0; i < CLIFF_BEDS && result == LOAM_OK; i++)
    {
        out[i] = loam_clamp(2.5f * out[i], -1.0f, 1.0f);
    }
    return result;
}

static loam_result cliffs_prepare(const void *parameters, uint64_t seed, loam_isa isa, void *state)
{
    const loam_cliffs_def *const def = parameters;
    cliffs_state *const to = state;
    loam_result result = loam_preset_check_part(PRESET_CLIFFS, def);
    result = result == LOAM_OK ? loam_preset_noise(&to->folds, seed, "folds", 400.0f, 2, isa)
                               : result;
    return result == LOAM_OK ? make_beds(def, seed, isa, to->hardness) : result;
}

static float cliffs_nature(const loam_volume_columns *columns, size_t i)
{
    return (columns->slope[i] - 0.5f) * 2.5f * (1.2f - columns->soil[i]);
}

static void cliffs_weight(const loam_density_self *self, const loam_volume_columns *columns,
                          float *out)
{
    const loam_cliffs_def *const def = self->parameters;
    loam_preset_weigh(def->share, cliffs_nature, columns, out);
}

static bool cliffs_reach(const loam_density_self *self, const loam_volume_ranges *ranges,
                         float *low, float *high)
{
    const loam_cliffs_def *const def = self->parameters;
    *low = ranges->height_low - def->reach_m;
    *high = ranges->height_high + def->reach_m;
    return true;
}

/// At a height, straight between whole metres.
static float hardness(const cliffs_state *state, float y, float fold)
{
    const float at = y + 24.0f * fold;
    const int32_t below = loam_floor_int(at);
    const float a = state->hardness[(uint32_t)below % CLIFF_BEDS],
                b = state->hardness[((uint32_t)below + 1) % CLIFF_BEDS];
    return a + (b - a) * (at - (float)below);
}

static void cliffs_look(const loam_density_self *self, const loam_volume_lattice *lattice,
                        float *out)
{
    const cliffs_state *const state = self->state;
    preset_plane(&state->folds, lattice, out);
}

static void cliffs_density(const loam_density_self *self, const loam_volume_lattice *lattice,
                           float *out)
{
    const loam_cliffs_def *const def = self->parameters;
    const cliffs_state *const state = self->state;
    for (int32_t k = 0; k < lattice->d; k++)
    {
        const float *const height = lattice->columns->height + (size_t)k * (size_t)lattice->w;
        const float *const folds = preset_numbers(lattice, 0, k);
        const float *const slope = lattice->columns->slope + (size_t)k * (size_t)lattice->w;
        for (int32_t j = 0; j < lattice->h; j++)
        {
            float *const to = out + preset_index(lattice, 0, j, k);
            const float y = preset_height(lattice, j);
            for (int32_t i = 0; i < lattice->w; i++)
            {
                const float away = y > height[i] ? y - height[i] : height[i] - y;
                // On flat ground a hard bed would hang in the air.
                const float near = loam_clamp01(2.0f - 2.0f * away / def->reach_m) *
                                   loam_clamp01(1.5f * slope[i] - 0.2f);
                to[i] = near > 0.0f ? def->amplitude * near * hardness(state, y, folds[i]) : 0.0f;
            }
        }
    }
}

loam_density_function loam_cliffs(const loam_cliffs_def *def)
{
    return (loam_density_function){.name = "cliffs",
                                   .weight = cliffs_weight,
                                   .look = cliffs_look,
                                   .column_numbers = 1,
                                   .density = cliffs_density,
                                   .reach = cliffs_reach,
                                   .low = -4.0f,
                                   .high = 4.0f,
                                   .prepare = cliffs_prepare,
                                   .state_size = sizeof(cliffs_state),
                                   .parameters = def,
                                   .parameters_size = sizeof *def};
}
