// SPDX-License-Identifier: MIT
#include "things/things.h"

#include "base/small.h"
#include "loam/random.h"

// Whether something stands at a place, and what. Biomes say how much of the ground a layer has, and whether its things
// stand in groves or by themselves; climate and water say which kinds; slope, soil and cold thin all of them out. The
// numbers are those of a plan. The chance is continuous in the place, and the dice are the candidate's own, so woods have no borders but those of
// the land.

/// Numbers that a candidate draws.
enum
{
    DRAW_CHANCE,
    DRAW_KIND,
    DRAW_SIZE,
    DRAW_RANK,
};

static float rise(float from, float to, float value)
{
    const float t = loam_clamp01((value - from) / (to - from));
    return t * t * (3.0f - 2.0f * t);
}

static float along(loam_range ramp, float value)
{
    return rise(ramp.low, ramp.high, value);
}

// ---- which kind -----------------------------------------------------------------------------------

/// A kind is rarer the farther it is from its climate, and missing beyond.
static float at_home(const loam_thing_kind_def *kind, const thing_ground *g)
{
    return along(kind->cold, g->temperature) * (1.0f - along(kind->hot, g->temperature)) *
           along(kind->dry, g->humidity) * (1.0f - along(kind->wet, g->humidity));
}

/// What the place has besides its climate.
static float favour(const loam_thing_kind_def *kind, const thing_ground *g)
{
    const float bank = 1.0f - rise(6.0f, 40.0f, g->river);
    const float shore = 1.0f - rise(60.0f, 260.0f, g->coast);
    float sum = kind->anywhere + kind->coasts * shore + kind->banks * bank;
    for (int32_t b = 0; b < LOAM_BIOME_COUNT; b++)
    {
        sum += kind->biomes[b] != 0 ? kind->biomes[b] * g->weights[b] : 0;
    }
    return sum > 0 ? sum : 0;
}

/// How often each kind is chosen here, 0 for those of other layers; their sum.
static float weigh(const loam_thing_plan *plan, int32_t layer, const thing_ground *g,
                   float weights[LOAM_MAX_THING_KINDS])
{
    float sum = 0;
    for (int32_t i = 0; i < plan->kind_count; i++)
    {
        const loam_thing_kind_def *const kind = &plan->kinds[i];
        const bool stands = (kind->layers >> layer & 1) != 0 && g->height >= kind->height.low &&
                            g->height <= kind->height.high;
        weights[i] = stands ? kind->common * at_home(kind, g) : 0;
        weights[i] = weights[i] > 0 ? weights[i] * favour(kind, g) : 0;
        sum += weights[i];
    }
    return sum;
}

// ---- how many -------------------------------------------------------------------------------------

/// A share of the ground, as woods where the noise is high, with glades between and soft edges.
static float group(float share, float grouped, float wood)
{
    const float edge = 0.12f;
    const float inside = rise(-edge, edge, share - (1.0f - wood) + edge * (2.0f * share - 1.0f));
    return share + (inside - share) * grouped;
}

static bool has_trees(const loam_thing_plan *plan, int32_t layer)
{
    for (int32_t i = 0; i < plan->kind_count; i++)
    {
        if ((plan->kinds[i].layers >> layer & 1) != 0 &&
            loam_thing_is_tree((loam_thing_kind)plan->kinds[i].shape))
        {
            return true;
        }
    }
    return false;
}

float loam_thing_wooded(const loam_thing_plan *plan, uint8_t biome, float wood)
{
    float max = 0;
    for (int32_t i = 0; i < plan->layer_count && biome < LOAM_BIOME_COUNT; i++)
    {
        const loam_thing_layer *const layer = &plan->layers[i];
        const float share = has_trees(plan, i)
                                ? group(layer->share[biome], layer->groves[biome], wood)
                                : 0;
        max = share > max ? share : max;
    }
    return max;
}

/// How much of the ground here a layer has.
static float find_share(const loam_thing_layer *layer, const thing_ground *g)
{
    float room = 0, grouped = 0;
    for (int32_t b = 0; b < LOAM_BIOME_COUNT; b++)
    {
        room += g->weights[b] * layer->share[b];
        grouped += g->weights[b] * layer->groves[b];
    }
    const float bank = (1.0f - rise(4.0f, 30.0f, g->river)) * rise(0.05f, 0.3f, g->humidity);
    const float share = loam_clamp01(room + layer->banks * bank * (1.0f - room));
    return group(share, grouped, g->wood);
}

static float factor_of(const thing_factors *f, int32_t shape)
{
    return shape == LOAM_THING_BOULDER ? f->boulders
           : shape == LOAM_THING_BUSH  ? f->bushes
                                       : f->trees;
}

/// How many of the candidates of a layer that are of a kind stay.
static float find_chance(const thing_rules *rules, const loam_thing_layer *layer,
                         const loam_thing_kind_def *kind, const thing_ground *g, float suited)
{
    const float ground = along(kind->soil, g->soil) * along(kind->tree_line, g->temperature);
    const float flat = 1.0f - along(kind->steep, g->slope);
    return factor_of(&rules->factors, kind->shape) * find_share(layer, g) * ground * flat *
           (layer->glades + (1.0f - layer->glades) * g->wood) * loam_clamp01(4.0f * suited);
}

// ---- what it is like ------------------------------------------------------------------------------

/// Metres from the ground to the top. Much stays small where it is cold or the soil is thin.
static float find_size(const loam_thing_layer *layer, const loam_thing_kind_def *kind,
                       const thing_ground *g, float draw)
{
    const float more = (kind->size.high - kind->size.low) * draw;
    const float grown = kind->size.low + (kind->mostly_small ? more * draw * draw : more);
    const float poor = (1.0f - kind->stunted) + kind->stunted * rise(-6.0f, 0.0f, g->temperature) *
                                                    rise(0.1f, 0.4f, g->soil);
    return grown * poor * (layer->grown.low + (layer->grown.high - layer->grown.low) * draw);
}

/// In the levels where a layer is seen, and in no others: loam_land_things_max_rank.
static float find_rank(int32_t seen, float draw)
{
    return seen == LOAM_THING_FAR      ? 0.25f * draw
           : seen == LOAM_THING_MIDDLE ? 0.25f + 0.35f * draw
                                       : 0.60f + 0.40f * draw;
}

bool loam_thing_choose(const thing_rules *rules, const loam_scatter_point *point,
                       const thing_ground *ground, uint64_t seed, loam_land_thing *out)
{
    const loam_thing_plan *const plan = &rules->plan;
    const loam_thing_layer *const layer = &plan->layers[point->layer];
    const uint64_t own = loam_hash_u64(&point->id, 1, seed);
    float weights[LOAM_MAX_THING_KINDS];
    const float suited = weigh(plan, point->layer, ground, weights);
    if (!(suited > 0)) // nothing is at home here
    {
        return false;
    }
    const int32_t which = (int32_t)loam_random_pick(own, DRAW_KIND, weights,
                                                    (uint32_t)plan->kind_count);
    const loam_thing_kind_def *const kind = &plan->kinds[which];
    const float chance = find_chance(rules, layer, kind, ground, suited);
    if (!(loam_random_float(own, DRAW_CHANCE) < chance))
    {
        return false;
    }
    const float draw = loam_random_float(own, DRAW_SIZE);
    *out = (loam_land_thing){.x = point->x,
                             .z = point->y,
                             .id = own,
                             .y = ground->height,
                             .size = find_size(layer, kind, ground, draw),
                             .radius = layer->radius * (0.7f + 0.3f * draw),
                             .turn = point->turn,
                             .rank = find_rank(layer->seen, loam_random_float(own, DRAW_RANK)),
                             .kind = (uint16_t)which,
                             .shape = (uint16_t)kind->shape};
    return true;
}
