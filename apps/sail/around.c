// SPDX-License-Identifier: MIT
#include "sail/sailor.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// Islands around, by name: which are found as one comes near, which harbour one is at, and how far each has grown, which
// is written over it (Karavasilev 2021, figure 6.4).

enum
{
    FRAMES = 12, // between two looks around
};

static const double found_m = 350, harbour_m = 90; // from the area's edge, from the pier's end

typedef struct search
{
    sailor *p;
    double x, z;
    int32_t count;
    near_isle *found; // SAIL_MAX_NEAR
} search;

/// Stages of an island that have their pages.
static int32_t stages_there(const sailor *p, const loam_isle *isle)
{
    loam_pipeline *const pipeline = loam_isles_pipeline(p->isles);
    int32_t count = 0;
    for (int32_t i = 0; i < LOAM_ISLE_STAGE_COUNT; i++)
    {
        char name[LOAM_MAX_STAGE_NAME + 1];
        const loam_page *page = NULL;
        snprintf(name, sizeof name, "isles.%s", loam_isle_stage_name((loam_isle_stage)i));
        const loam_page_id id = {.stage = loam_pipeline_stage_index(pipeline, name),
                                 .x = isle->slot_x,
                                 .z = isle->slot_z};
        count += loam_pipeline_peek(pipeline, id, &page) == LOAM_OK;
        loam_pipeline_release(pipeline, page);
    }
    return count;
}

static bool was_grown(const sailor *p, const loam_isle *isle)
{
    for (int32_t i = 0; i < p->near_count; i++)
    {
        if (p->near[i].isle.slot_x == isle->slot_x && p->near[i].isle.slot_z == isle->slot_z)
        {
            return p->near[i].grown;
        }
    }
    return false;
}

static bool add_near(void *user, const loam_isle *isle)
{
    search *const s = user;
    near_isle *const to = &s->found[s->count++];
    *to = (near_isle){.isle = *isle};
    to->far = fmax(hypot((double)isle->x - s->x, (double)isle->z - s->z) - (double)isle->radius, 0);
    to->grown = was_grown(s->p, isle);
    to->stages = to->grown ? LOAM_ISLE_STAGE_COUNT : stages_there(s->p, isle);
    to->grown = to->stages == LOAM_ISLE_STAGE_COUNT;
    return s->count < SAIL_MAX_NEAR;
}

static int nearer_first(const void *a, const void *b)
{
    const double one = ((const near_isle *)a)->far, other = ((const near_isle *)b)->far;
    return (one > other) - (one < other);
}

static void find(sailor *p, const near_isle *isle)
{
    if (isle->far > found_m || !log_book_add_isle(&p->book, &isle->isle))
    {
        return;
    }
    roam_tell(&p->r, false, "Found: %s, %s", isle->isle.name, p->def.types[isle->isle.type].name);
    if (log_book_save(&p->book) != LOAM_OK)
    {
        roam_complain(&p->r, "log");
    }
}

static void look_at_harbour(sailor *p, const loam_isle *isle)
{
    const loam_isle_site *const harbour = shore_harbour(isle);
    double x, z;
    if (harbour == NULL)
    {
        return;
    }
    shore_pier_end(isle, harbour, &x, &z);
    const bool there = hypot(x - p->r.body.x, z - p->r.body.z) < harbour_m;
    const bool was = strcmp(p->harbour, isle->name) == 0;
    if (there && !was)
    {
        snprintf(p->harbour, sizeof p->harbour, "%s", isle->name);
        roam_tell(&p->r, false, "The harbour of %s", isle->name);
    }
    else if (was && hypot(x - p->r.body.x, z - p->r.body.z) > 2 * harbour_m)
    {
        p->harbour[0] = '\0';
    }
}

void sail_look_around(sailor *p)
{
    if (p->near_frames++ % FRAMES != 0)
    {
        return;
    }
    near_isle *const found = calloc(SAIL_MAX_NEAR, sizeof *found);
    if (found == NULL)
    {
        return;
    }
    const int64_t slot = p->def.slot, reach = slot * 4;
    const int64_t x = (int64_t)floor(p->r.body.x), z = (int64_t)floor(p->r.body.z);
    search s = {.p = p, .x = p->r.body.x, .z = p->r.body.z, .found = found};
    if (loam_isles_find(p->isles, (loam_isles_box){x - reach, z - reach, x + reach, z + reach},
                        add_near, &s) == LOAM_OK)
    {
        qsort(found, (size_t)s.count, sizeof *found, nearer_first);
        memcpy(p->near, found, sizeof p->near);
        p->near_count = s.count;
    }
    free(found);
    for (int32_t i = 0; i < p->near_count && i < 8; i++)
    {
        find(p, &p->near[i]);
        look_at_harbour(p, &p->near[i].isle);
    }
}
