// SPDX-License-Identifier: MIT
#include "things/things.h"

#include "base/small.h"
#include "loam/random.h"

// Whether something stands at a place, and what. Biomes say how much of the ground is wooded, and whether its trees
// stand in groves or by themselves; climate and water say which species; slope, soil and cold thin all of them out.
// The chance is continuous in the place, and the dice are the candidate's own, so woods have no borders but those of
// the land.

const float loam_thing_radii[THING_LAYERS] = {2.75f, 1.6f, 0.8f, 1.3f};

/// Numbers that a candidate draws.
enum
{
    DRAW_CHANCE,
    DRAW_KIND,
    DRAW_SIZE,
    DRAW_RANK,
};

/// What a biome has room for.
typedef struct biome_room
{
    float trees;   // share of the ground that is wooded
    float grouped; // 0: they stand by themselves, 1: in woods with clearings
    float bushes, boulders;
} biome_room;

static const biome_room rooms[LOAM_BIOME_COUNT] = {
    [LOAM_BIOME_BEACH] = {0.10f, 0.6f, 0.03f, 0.02f},
    [LOAM_BIOME_CLIFF] = {0.12f, 0.8f, 0.10f, 0.20f},
    [LOAM_BIOME_PLAINS] = {0.09f, 0.85f, 0.06f, 0.01f},
    [LOAM_BIOME_GRASSLAND] = {0.13f, 0.85f, 0.08f, 0.02f},
    [LOAM_BIOME_HILLS] = {0.24f, 0.9f, 0.12f, 0.05f},
    [LOAM_BIOME_FOREST] = {0.84f, 1.0f, 0.45f, 0.05f},
    [LOAM_BIOME_TAIGA] = {0.80f, 1.0f, 0.22f, 0.10f},
    [LOAM_BIOME_TUNDRA] = {0.03f, 0.9f, 0.10f, 0.12f},
    [LOAM_BIOME_MOUNTAINS] = {0.50f, 0.95f, 0.10f, 0.16f},
    [LOAM_BIOME_RIDGES] = {0.34f, 0.95f, 0.08f, 0.20f},
    [LOAM_BIOME_ALPINE] = {0.10f, 0.9f, 0.05f, 0.24f},
    [LOAM_BIOME_SAVANNA] = {0.10f, 0.35f, 0.07f, 0.02f},
    [LOAM_BIOME_DESERT] = {0.006f, 0.9f, 0.006f, 0.03f},
    [LOAM_BIOME_BADLANDS] = {0.02f, 0.8f, 0.03f, 0.10f},
    [LOAM_BIOME_JUNGLE] = {0.97f, 1.0f, 0.80f, 0.02f},
    [LOAM_BIOME_SWAMP] = {0.40f, 0.9f, 0.40f, 0.01f},
    [LOAM_BIOME_STEPPE] = {0.025f, 0.8f, 0.06f, 0.03f},
};

/// Where a species is at home: it is rarer the farther from there, and missing beyond the outer numbers.
typedef struct species
{
    float cold, cool, warm, hot; // degrees, mean of the year
    float arid, dry, moist, wet; // humidity
    float common;                // against the others
    float size_low, size_high;   // of grown ones, m
} species;

static const species trees[LOAM_THING_BUSH] = {
    [LOAM_THING_OAK] = {4, 8, 16, 21, 0.30f, 0.42f, 1, 2, 1.0f, 11, 17},
    [LOAM_THING_BIRCH] = {-3, 2, 9, 14, 0.28f, 0.38f, 1, 2, 0.55f, 9, 15},
    [LOAM_THING_SPRUCE] = {-9, -5, 5, 9, 0.22f, 0.34f, 1, 2, 1.3f, 12, 23},
    [LOAM_THING_PINE] = {-5, 1, 14, 20, 0.10f, 0.2f, 0.5f, 0.75f, 0.8f, 12, 20},
    [LOAM_THING_WILLOW] = {4, 8, 20, 25, 0.2f, 0.35f, 1, 2, 0.15f, 8, 13},
    [LOAM_THING_ACACIA] = {16, 20, 40, 60, 0.02f, 0.08f, 0.5f, 0.7f, 1.0f, 6, 10},
    [LOAM_THING_PALM] = {17, 21, 40, 60, 0.15f, 0.4f, 1, 2, 0.9f, 9, 15},
};

static float rise(float from, float to, float value)
{
    const float t = loam_clamp01((value - from) / (to - from));
    return t * t * (3.0f - 2.0f * t);
}

static float at_home(const species *s, const thing_ground *g)
{
    return rise(s->cold, s->cool, g->temperature) * (1.0f - rise(s->warm, s->hot, g->temperature)) *
           rise(s->arid, s->dry, g->humidity) * (1.0f - rise(s->moist, s->wet, g->humidity));
}

/// How often each tree is chosen here.
static float weigh_trees(const thing_ground *g, float weights[LOAM_THING_BUSH])
{
    const float bank = 1.0f - rise(6.0f, 40.0f, g->river);
    const float shore = 1.0f - rise(60.0f, 260.0f, g->coast);
    float sum = 0;
    for (int32_t kind = 0; kind < LOAM_THING_BUSH; kind++)
    {
        weights[kind] = trees[kind].common * at_home(&trees[kind], g);
    }
    weights[LOAM_THING_WILLOW] *= 0.1f + 14.0f * bank + 4.0f * g->weights[LOAM_BIOME_SWAMP];
    weights[LOAM_THING_PALM] *= 0.25f + 3.0f * shore + 2.0f * bank + g->weights[LOAM_BIOME_JUNGLE];
    weights[LOAM_THING_ACACIA] *= 1.0f - 0.9f * g->weights[LOAM_BIOME_JUNGLE];
    for (int32_t kind = 0; kind < LOAM_THING_BUSH; kind++)
    {
        sum += weights[kind];
    }
    return sum;
}

static biome_room find_room(const thing_ground *g)
{
    biome_room sum = {0};
    for (int32_t b = 0; b < LOAM_BIOME_COUNT; b++)
    {
        const float weight = g->weights[b];
        sum.trees += weight * rooms[b].trees;
        sum.grouped += weight * rooms[b].grouped;
        sum.bushes += weight * rooms[b].bushes;
        sum.boulders += weight * rooms[b].boulders;
    }
    return sum;
}

/// A share of the ground, as woods where the noise is high, with glades between and soft edges.
static float group(float share, float grouped, float wood)
{
    const float edge = 0.12f;
    const float inside = rise(-edge, edge, share - (1.0f - wood) + edge * (2.0f * share - 1.0f));
    return share + (inside - share) * grouped;
}

float loam_thing_wooded(uint8_t biome, float wood)
{
    const biome_room *const room = &rooms[biome < LOAM_BIOME_COUNT ? biome : LOAM_BIOME_OCEAN];
    return group(room->trees, room->grouped, wood);
}

/// How many of a layer's candidates stay.
static float find_chance(const thing_factors *f, const thing_ground *g, thing_layer layer,
                         float suited)
{
    const biome_room room = find_room(g);
    const float ground = rise(0.06f, 0.3f, g->soil) * rise(-7.5f, -3.5f, g->temperature);
    if (layer == THING_STONES)
    {
        return f->boulders * room.boulders * (1.0f - rise(0.9f, 1.2f, g->slope));
    }
    const float flat = 1.0f - rise(0.55f, 0.95f, g->slope);
    if (layer == THING_BUSHES)
    {
        return f->bushes * room.bushes * ground * flat * (0.4f + 0.6f * g->wood);
    }
    const float bank = (1.0f - rise(4.0f, 30.0f, g->river)) * rise(0.05f, 0.3f, g->humidity);
    const float share = loam_clamp01(room.trees + 0.3f * bank * (1.0f - room.trees));
    return f->trees * group(share, room.grouped, g->wood) * ground * flat *
           loam_clamp01(4.0f * suited);
}

/// Metres from the ground to the top. Trees stay small where it is cold or the soil is thin.
static float find_size(thing_layer layer, int32_t kind, const thing_ground *g, float draw)
{
    if (layer == THING_STONES)
    {
        return 0.5f + 2.2f * draw * draw * draw;
    }
    if (layer == THING_BUSHES)
    {
        return 0.7f + 1.3f * draw;
    }
    const float poor = 0.6f + 0.4f * rise(-6.0f, 0.0f, g->temperature) * rise(0.1f, 0.4f, g->soil);
    const float grown = trees[kind].size_low +
                        (trees[kind].size_high - trees[kind].size_low) * draw;
    return grown * poor * (layer == THING_GIANTS ? 1.0f : 0.45f + 0.25f * draw);
}

static float find_rank(thing_layer layer, float draw)
{
    return layer == THING_GIANTS  ? 0.25f * draw
           : layer == THING_TREES ? 0.25f + 0.35f * draw
                                  : 0.60f + 0.40f * draw;
}

static int32_t pick_kind(thing_layer layer, uint64_t own, const float weights[LOAM_THING_BUSH])
{
    if (layer >= THING_BUSHES)
    {
        return layer == THING_BUSHES ? LOAM_THING_BUSH : LOAM_THING_BOULDER;
    }
    return (int32_t)loam_random_pick(own, DRAW_KIND, weights, LOAM_THING_BUSH);
}

bool loam_thing_choose(const thing_factors *factors, const loam_scatter_point *point,
                       const thing_ground *ground, uint64_t seed, loam_land_thing *out)
{
    const uint64_t own = loam_hash_u64(&point->id, 1, seed);
    const thing_layer layer = (thing_layer)point->layer;
    float weights[LOAM_THING_BUSH];
    const float suited = weigh_trees(ground, weights);
    const float chance = find_chance(factors, ground, layer, suited);
    if (!(loam_random_float(own, DRAW_CHANCE) < chance))
    {
        return false;
    }
    const int32_t kind = pick_kind(layer, own, weights);
    if (kind == LOAM_THING_BUSH && layer < THING_BUSHES) // no tree is at home here
    {
        return false;
    }
    const float draw = loam_random_float(own, DRAW_SIZE);
    const float most = loam_thing_radii[layer];
    *out = (loam_land_thing){.x = point->x,
                             .z = point->y,
                             .id = own,
                             .y = ground->height,
                             .size = find_size(layer, kind, ground, draw),
                             .radius = most * (0.7f + 0.3f * draw),
                             .turn = point->turn,
                             .rank = find_rank(layer, loam_random_float(own, DRAW_RANK)),
                             .kind = kind};
    return true;
}
