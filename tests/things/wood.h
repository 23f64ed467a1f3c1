// SPDX-License-Identifier: MIT
// Lands with things on them, and lists of those.
#ifndef LOAM_TESTS_THINGS_WOOD_H
#define LOAM_TESTS_THINGS_WOOD_H

#include "../land/shared_pages.h"
#include "check.h"
#include "loam/land_things.h"

enum
{
    WOOD_ROOM = 40000
};

typedef struct wood
{
    loam_land_thing things[WOOD_ROOM];
    size_t count;
} wood;

static inline loam_land *wood_land(uint64_t seed)
{
    loam_land_def def = shared_land_def();
    loam_land *land = NULL;
    def.seed = seed;
    CHECK_OK(loam_land_create(&def, &land));
    return land;
}

static inline loam_land_things *wood_things(loam_land *land, loam_jobs *jobs)
{
    loam_land_things_def def = loam_default_land_things_def();
    loam_land_things *things = NULL;
    def.land = land;
    def.env.jobs = jobs;
    CHECK_OK(loam_land_things_create(&def, &things));
    return things;
}

static inline loam_result wood_take(void *user, const loam_land_thing *thing)
{
    wood *const list = user;
    CHECK(list->count < WOOD_ROOM);
    list->things[list->count] = *thing;
    list->count += list->count < WOOD_ROOM - 1;
    return LOAM_OK;
}

static inline void wood_find(loam_land_things *things, loam_land_things_area area, int32_t level,
                             wood *out)
{
    out->count = 0;
    CHECK_OK(loam_land_things_find(things, area, level, wood_take, out));
}

static inline int wood_by_id(const void *a, const void *b)
{
    const uint64_t left = ((const loam_land_thing *)a)->id,
                   right = ((const loam_land_thing *)b)->id;
    return left < right ? -1 : left > right;
}

static inline void wood_sort(wood *list)
{
    qsort(list->things, list->count, sizeof list->things[0], wood_by_id);
}

static inline uint64_t wood_hash(const wood *list)
{
    uint64_t hash = 0;
    for (size_t i = 0; i < list->count; i++)
    {
        hash = loam_land_thing_hash(&list->things[i], hash);
    }
    return hash;
}

#endif
