// SPDX-License-Identifier: MIT
#include "atlas/rivers.h"

#include <stdlib.h>
#include <string.h>

// What a map would name, for programs that ask: features of all its sizes and rivers, each once.

_Static_assert((int)MAP_KIND_COUNT == (int)LOAM_FEATURE_KIND_COUNT &&
                   (int)MAP_RIVER == (int)LOAM_FEATURE_RIVER &&
                   (int)MAP_PLAIN == (int)LOAM_FEATURE_PLAIN,
               "the kinds of maps are the public ones");

const char *loam_feature_kind_name(loam_feature_kind kind)
{
    static const char *const names[LOAM_FEATURE_KIND_COUNT] = {
        "ocean", "sea",    "bay",    "continent", "island", "range", "peak", "lake",
        "river", "forest", "jungle", "taiga",     "desert", "marsh", "ice",  "plain"};
    return (uint32_t)kind < LOAM_FEATURE_KIND_COUNT ? names[kind] : "?";
}

/// A feature on its way: what tells it from others, and how far from the centre it is.
typedef struct candidate
{
    map_feature feature;
    double away; // squared, m
} candidate;

typedef struct candidates
{
    candidate *list;
    size_t count, capacity;
    int64_t x, z;
} candidates;

static void add(candidates *to, const map_feature *feature)
{
    const double dx = (double)(feature->x - to->x), dz = (double)(feature->z - to->z);
    to->list[to->count++] = (candidate){.feature = *feature, .away = dx * dx + dz * dz};
}

/// One that is named the same, nearer ones first.
static int by_name(const void *a, const void *b)
{
    const candidate *const c = a, *const d = b;
    if (c->feature.kind != d->feature.kind)
    {
        return c->feature.kind < d->feature.kind ? -1 : 1;
    }
    if (c->feature.hash != d->feature.hash)
    {
        return c->feature.hash < d->feature.hash ? -1 : 1;
    }
    return (c->away > d->away) - (c->away < d->away);
}

static int by_distance(const void *a, const void *b)
{
    const candidate *const c = a, *const d = b;
    return c->away != d->away ? (c->away > d->away) - (c->away < d->away) : by_name(a, b);
}

static void keep_one_of_each(candidates *all)
{
    size_t kept = 0;
    qsort(all->list, all->count, sizeof *all->list, by_name);
    for (size_t i = 0; i < all->count; i++)
    {
        const bool known = kept > 0 &&
                           all->list[kept - 1].feature.kind == all->list[i].feature.kind &&
                           all->list[kept - 1].feature.hash == all->list[i].feature.hash;
        if (!known)
        {
            all->list[kept++] = all->list[i];
        }
    }
    all->count = kept;
    qsort(all->list, all->count, sizeof *all->list, by_distance);
}

static loam_land_feature feature_of(const map_feature *feature)
{
    loam_land_feature out = {.kind = (loam_feature_kind)feature->kind,
                             .x = feature->x,
                             .z = feature->z,
                             .radius_m = feature->radius_m,
                             .height = feature->kind == MAP_LAKE ? feature->water
                                                                 : feature->height};
    loam_map_name_make(feature->kind, feature->hash, feature->region, out.name);
    return out;
}

static loam_result gather(const loam_env *env, const map_features *features,
                          const map_rivers *rivers, candidates *all)
{
    all->capacity = (size_t)features->count + (size_t)rivers->count;
    all->list = loam_alloc(env, (all->capacity + 1) * sizeof *all->list);
    if (all->list == NULL)
    {
        return LOAM_OUT_OF_MEMORY;
    }
    for (int32_t i = 0; i < features->count; i++)
    {
        add(all, &features->list[i]);
    }
    for (int32_t i = 0; i < rivers->count; i++)
    {
        map_feature river = rivers->list[i].feature;
        river.radius_m = rivers->list[i].width_m / 2;
        add(all, &river);
    }
    keep_one_of_each(all);
    return LOAM_OK;
}

loam_result loam_land_features(loam_land *land, const loam_land_map_def *def, const loam_env *env,
                               loam_land_feature *out, int32_t capacity, int32_t *count)
{
    LOAM_ASSERT(env, capacity == 0 || out != NULL);
    const loam_result bad = loam_map_def_check(def);
    if (bad != LOAM_OK)
    {
        return bad;
    }
    loam_land_map_def plain = *def;
    plain.layer = LOAM_MAP_ATLAS; // which shows rivers
    map_features features;
    map_rivers rivers = {0};
    candidates all = {.x = def->x, .z = def->z};
    loam_result result = loam_map_features_find(land, env, &plain, &features);
    if (result != LOAM_OK)
    {
        return result;
    }
    result = loam_map_rivers_find(land, env, &plain, &rivers);
    if (result == LOAM_OK)
    {
        result = gather(env, &features, &rivers, &all);
        loam_map_rivers_free(env, &rivers);
    }
    for (size_t i = 0; i < all.count && i < (size_t)capacity; i++)
    {
        out[i] = feature_of(&all.list[i].feature);
    }
    *count = result == LOAM_OK ? (int32_t)all.count : *count;
    loam_free(env, all.list, (all.capacity + 1) * sizeof *all.list);
    loam_map_features_free(env, &features);
    return result;
}
