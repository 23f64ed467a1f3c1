// SPDX-License-Identifier: MIT
#include "tiles/grow/plants.h"

#include "base/small.h"

#include "loam/random.h"

#include <string.h>

// Each species that could live at a place has a weight: its share, less where the climate is not quite
// what it likes, less where it likes groves and there is none. Their sum is the chance that the place has
// a plant. A slow noise of its own makes each species frequent here and rare there, so that a forest has
// stands of oak and stands of birch.

#define SOFT (20.0f / LOAM_CLIMATE_MAX) // a climate fades over this much to each side of its limits

/// 1 well inside of low..high, 0 well outside. What reaches to an end of the climates has no limit there.
static float fit(float value, float low, float high)
{
    const float gain = 1.0f / (2.0f * SOFT);
    const float above = low <= 0.0f ? 1.0f : loam_clamp01((value - low + SOFT) * gain);
    const float below = high >= 1.0f ? 1.0f : loam_clamp01((high + SOFT - value) * gain);
    return above * below;
}

static float grove_factor(float liking, float grove)
{
    return liking >= 0.0f ? 1.0f - liking + liking * grove
                          : 1.0f + liking - liking * (1.0f - grove);
}

static bool can_live(const plant_species *species, const plant_niche *niche)
{
    const float steep = niche->slope < 0.0f ? -niche->slope : niche->slope;
    const bool deep = species->place == LOAM_PLANT_IN_CAVES || species->place == LOAM_PLANT_HANGING;
    return species->storey == niche->storey && (niche->places >> species->place & 1u) != 0 &&
           (species->soil & niche->soil) != 0 && steep <= species->slope &&
           (!deep || (niche->depth >= species->depth_low && niche->depth <= species->depth_high));
}

/// How frequent a species is around here, 0..1.
static float stand(const plant_noises *noises, const plant_niche *niche, uint32_t key)
{
    enum
    {
        APART = 100003 // between the rows of the noise that species have
    };
    float value = 0.0f;
    const loam_noise_area area = {
        .x = niche->x, .y = niche->y + (int64_t)key * APART, .step = 1, .w = 1, .h = 1, .d = 1};
    return loam_noise_grid2(&noises->stands, &value, area) == LOAM_OK
               ? loam_clamp01(0.75f + 1.5f * value)
               : 0.0f;
}

static float weigh(const plant_recipe *recipe, const plant_noises *noises, const plant_niche *niche,
                   int32_t index)
{
    const plant_species *const species = &recipe->species[index];
    if (!can_live(species, niche))
    {
        return 0.0f;
    }
    const float climate = fit(niche->temperature, species->temperature_low,
                              species->temperature_high) *
                          fit(niche->humidity, species->humidity_low, species->humidity_high);
    return climate <= 0.0f
               ? 0.0f
               : species->share * climate * grove_factor(species->groves, niche->grove) *
                     stand(noises, niche, species->key);
}

int32_t loam_species_choose(const plant_recipe *recipe, const plant_noises *noises,
                            const plant_niche *niche)
{
    float weights[LOAM_MAX_SPECIES], sum = 0.0f;
    for (int32_t i = 0; i < recipe->species_count; i++)
    {
        weights[i] = weigh(recipe, noises, niche, i);
        sum += weights[i];
    }
    float draw = loam_random_float(niche->seed, 0) * (sum > 1.0f ? sum : 1.0f);
    for (int32_t i = 0; i < recipe->species_count; i++)
    {
        draw -= weights[i];
        if (weights[i] > 0.0f && draw < 0.0f)
        {
            return i;
        }
    }
    return -1;
}
