// SPDX-License-Identifier: MIT
#include "isles/isles.h"

#include "base/small.h"
#include "loam/jobs.h"
#include "loam/random.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

// A sea that can be asked. Heights need an island's nodes and sites alone, and are computed where they are asked
// for; maps are pages of the pipeline.

enum
{
    MAX_SLOTS = 1 << 20, // that one question looks at
    MAX_AREA_SIDE = 65536,
};

static const int64_t max_area = (int64_t)1 << 28;
static const size_t cache_bytes = (size_t)96 << 20;

struct loam_isles
{
    loam_env env;
    loam_isles_def def;
    loam_pipeline *pipeline;
    int32_t stages[LOAM_ISLE_STAGE_COUNT]; // their indices
    int32_t sites;
    uint64_t bed_seed;
};

// ---- creating -----------------------------------------------------------------------------------

static void find_stages(loam_isles *isles)
{
    char name[LOAM_MAX_STAGE_NAME + 1];
    for (int32_t i = 0; i < LOAM_ISLE_STAGE_COUNT; i++)
    {
        snprintf(name, sizeof name, ISLE_STAGE_PREFIX "%s",
                 loam_isle_stage_name((loam_isle_stage)i));
        isles->stages[i] = loam_pipeline_stage_index(isles->pipeline, name);
    }
    isles->sites = loam_pipeline_stage_index(isles->pipeline, ISLE_SITES_STAGE);
}

loam_result loam_isles_create(const loam_env *env, const loam_isles_def *def, loam_isles **out)
{
    loam_result result = loam_isles_check(def);
    loam_isles *const isles = result == LOAM_OK ? loam_alloc(env, sizeof *isles) : NULL;
    if (isles == NULL)
    {
        return result != LOAM_OK ? result : LOAM_OUT_OF_MEMORY;
    }
    memset(isles, 0, sizeof *isles);
    isles->env = *env;
    memcpy(&isles->def, def, sizeof *def);
    isles->bed_seed = loam_seed_derive(def->seed, ISLE_STAGE_PREFIX "bed");
    loam_pipeline_def pipeline = loam_default_pipeline_def();
    pipeline.env = *env;
    pipeline.seed = def->seed;
    pipeline.cache_bytes = cache_bytes;
    result = loam_pipeline_create(&pipeline, &isles->pipeline);
    result = result == LOAM_OK ? loam_isles_add_stages(isles->pipeline, &isles->def) : result;
    if (result != LOAM_OK)
    {
        loam_isles_destroy(isles);
        return result;
    }
    find_stages(isles);
    *out = isles;
    return LOAM_OK;
}

void loam_isles_destroy(loam_isles *isles)
{
    if (isles == NULL)
    {
        return;
    }
    const loam_env env = isles->env;
    loam_pipeline_destroy(isles->pipeline);
    loam_free(&env, isles, sizeof *isles);
}

const loam_isles_def *loam_isles_get_def(const loam_isles *isles)
{
    return &isles->def;
}

loam_pipeline *loam_isles_pipeline(loam_isles *isles)
{
    return isles->pipeline;
}

const loam_env *loam_isles_env(const loam_isles *isles)
{
    return &isles->env;
}

// ---- islands ------------------------------------------------------------------------------------

static loam_result check_slot(const loam_isles *isles, int64_t slot_x, int64_t slot_z)
{
    const int64_t end = LOAM_ISLES_END / isles->def.slot;
    if (slot_x >= -end && slot_x < end && slot_z >= -end && slot_z < end)
    {
        return LOAM_OK;
    }
    return loam_fail(LOAM_BAD_ARGUMENT,
                     "slot %" PRId64 ",%" PRId64 "; must be %" PRId64 " to %" PRId64
                     " on both axes",
                     slot_x, slot_z, -end, end - 1);
}

loam_result loam_isles_at(loam_isles *isles, int64_t slot_x, int64_t slot_z, loam_isle *out)
{
    const loam_page *page = NULL;
    loam_result result = check_slot(isles, slot_x, slot_z);
    const loam_page_id id = {.stage = isles->sites, .x = slot_x, .z = slot_z};
    result = result == LOAM_OK ? loam_pipeline_get(isles->pipeline, id, &page) : result;
    if (result == LOAM_OK && page->size == sizeof *out)
    {
        memcpy(out, page->data, sizeof *out);
    }
    else if (result == LOAM_OK)
    {
        result = loam_fail(LOAM_FAILED,
                           "stage isles.sites is switched off, or gives something else");
    }
    loam_pipeline_release(isles->pipeline, page);
    return result;
}

loam_result loam_isles_ground(loam_isles *isles, int64_t slot_x, int64_t slot_z, isle_ground *out)
{
    loam_isle isle;
    const loam_result result = loam_isles_at(isles, slot_x, slot_z, &isle);
    return result == LOAM_OK ? loam_isle_ground_init(out, &isles->def, isles->bed_seed, &isle)
                             : result;
}

uint64_t loam_isle_hash(const loam_isle *isle)
{
    const uint64_t own[] = {
        (uint64_t)isle->slot_x,     (uint64_t)isle->slot_z,     (uint64_t)isle->x,
        (uint64_t)isle->z,          (uint64_t)isle->type,       (uint64_t)isle->radius,
        (uint64_t)isle->node_count, (uint64_t)isle->site_count, isle->seed};
    uint64_t hash = loam_hash_u64(own, sizeof own / sizeof own[0], 0);
    for (int32_t i = 0; i < isle->node_count; i++)
    {
        const loam_isle_node *const node = &isle->nodes[i];
        const uint64_t numbers[] = {(uint64_t)node->x, (uint64_t)node->z, (uint64_t)node->terrain,
                                    (uint64_t)node->dominant, node->seed};
        hash = loam_hash_u64(numbers, 5, hash);
        hash = loam_hash_f32((const float[]){node->radius, node->height}, 2, hash);
    }
    for (int32_t i = 0; i < isle->site_count; i++)
    {
        const loam_isle_site *const site = &isle->sites[i];
        const uint64_t numbers[] = {(uint64_t)site->kind, (uint64_t)site->x, (uint64_t)site->z};
        hash = loam_hash_u64(numbers, 3, hash);
        hash = loam_hash_f32((const float[]){site->radius, site->ring, site->level, site->east,
                                             site->north, site->pier},
                             6, hash);
    }
    return loam_hash_bytes(isle->name, strlen(isle->name), hash);
}

loam_result loam_isles_check_box(const loam_isles *isles, loam_isles_box box)
{
    loam_isles_box slots;
    if (box.x0 > box.x1 || box.z0 > box.z1 || box.x0 < -LOAM_ISLES_END ||
        box.z0 < -LOAM_ISLES_END || box.x1 >= LOAM_ISLES_END || box.z1 >= LOAM_ISLES_END)
    {
        return loam_fail(LOAM_BAD_ARGUMENT,
                         "a box from %" PRId64 ",%" PRId64 " to %" PRId64 ",%" PRId64
                         "; must be from the south-west to the north-east, within +-2^52 m",
                         box.x0, box.z0, box.x1, box.z1);
    }
    loam_isles_slots(&isles->def, box, &slots);
    const int64_t w = slots.x1 - slots.x0 + 1, h = slots.z1 - slots.z0 + 1;
    return w <= MAX_SLOTS && h <= MAX_SLOTS / w
               ? LOAM_OK
               : loam_fail(LOAM_BAD_ARGUMENT,
                           "a box of %" PRId64 " x %" PRId64 " slots; must be at most %d in all", w,
                           h, MAX_SLOTS);
}

void loam_isles_slots(const loam_isles_def *def, loam_isles_box box, loam_isles_box *slots)
{
    *slots = (loam_isles_box){loam_floor_div(box.x0, def->slot), loam_floor_div(box.z0, def->slot),
                              loam_floor_div(box.x1, def->slot), loam_floor_div(box.z1, def->slot)};
}

static bool touches(const loam_isle *isle, loam_isles_box box)
{
    const int64_t dx = loam_nearest_in(isle->x, box.x0, box.x1) - isle->x;
    const int64_t dz = loam_nearest_in(isle->z, box.z0, box.z1) - isle->z;
    const int64_t far = isle->radius;
    return isle->type >= 0 && dx >= -far && dx <= far && dz >= -far && dz <= far &&
           dx * dx + dz * dz <= far * far;
}

loam_result loam_isles_find(loam_isles *isles, loam_isles_box box,
                            bool (*found)(void *user, const loam_isle *isle), void *user)
{
    loam_isles_box slots;
    loam_result result = loam_isles_check_box(isles, box);
    if (result != LOAM_OK)
    {
        return result;
    }
    loam_isles_slots(&isles->def, box, &slots);
    const int64_t w = slots.x1 - slots.x0 + 1, count = w * (slots.z1 - slots.z0 + 1);
    bool more = true;
    for (int64_t i = 0; i < count && result == LOAM_OK && more; i++)
    {
        loam_isle isle;
        result = loam_isles_at(isles, slots.x0 + i % w, slots.z0 + i / w, &isle);
        more = result != LOAM_OK || !touches(&isle, box) || found(user, &isle);
    }
    return result;
}

// ---- heights ------------------------------------------------------------------------------------

static loam_result check_area(loam_isles_area area)
{
    if (area.w < 1 || area.h < 1 || area.w > MAX_AREA_SIDE || area.h > MAX_AREA_SIDE ||
        (int64_t)area.w * area.h > max_area)
    {
        return loam_fail(LOAM_BAD_ARGUMENT,
                         "an area of %d x %d; sides must be 1 to %d, %" PRId64 " in all at most",
                         (int)area.w, (int)area.h, MAX_AREA_SIDE, max_area);
    }
    if (area.step < 1 || area.step > MAX_AREA_SIDE)
    {
        return loam_fail(LOAM_BAD_ARGUMENT, "step is %" PRId64 "; must be 1 to %d", area.step,
                         MAX_AREA_SIDE);
    }
    const int64_t end = LOAM_ISLES_END - MAX_AREA_SIDE * area.step;
    return area.x >= -LOAM_ISLES_END && area.z >= -LOAM_ISLES_END && area.x < end && area.z < end
               ? LOAM_OK
               : loam_fail(LOAM_BAD_ARGUMENT,
                           "an area at %" PRId64 ",%" PRId64 "; must be within +-2^52 m", area.x,
                           area.z);
}

/// A part of an area that lies in one slot.
typedef struct slot_part
{
    const isle_ground *ground;
    loam_isles_area area;
    float *out;  // of the part's first place
    int32_t row; // from one row to the next
} slot_part;

static int32_t blocks_across(int32_t count)
{
    return (count + ISLE_BLOCK - 1) / ISLE_BLOCK;
}

static void fill_blocks(void *context, int64_t begin, int64_t end)
{
    const slot_part *const part = context;
    isle_block block;
    for (int64_t b = begin; b < end; b++)
    {
        const int32_t across = blocks_across(part->area.w);
        const int32_t i = (int32_t)(b % across) * ISLE_BLOCK,
                      j = (int32_t)(b / across) * ISLE_BLOCK;
        loam_isles_area area = part->area;
        area.x += i * area.step;
        area.z += j * area.step;
        area.w = area.w - i < ISLE_BLOCK ? area.w - i : ISLE_BLOCK;
        area.h = area.h - j < ISLE_BLOCK ? area.h - j : ISLE_BLOCK;
        loam_isle_block_fill(part->ground, area, &block);
        for (int32_t row = 0; row < area.h; row++)
        {
            memcpy(part->out + (size_t)(j + row) * (size_t)part->row + i,
                   block.heights + (size_t)row * (size_t)area.w, (size_t)area.w * sizeof(float));
        }
    }
}

/// How many steps from a place are left in its slot, that at the place included.
static int32_t steps_in_slot(const loam_isles_def *def, int64_t place, int64_t step, int32_t max)
{
    const int64_t end = (loam_floor_div(place, def->slot) + 1) * def->slot;
    const int64_t count = (end - place + step - 1) / step;
    return count < max ? (int32_t)count : max;
}

loam_result loam_isles_heights(loam_isles *isles, loam_isles_area area, float *out)
{
    const loam_isles_def *const def = &isles->def;
    loam_result result = check_area(area);
    isle_ground *const ground = result == LOAM_OK ? loam_alloc(&isles->env, sizeof *ground) : NULL;
    if (ground == NULL)
    {
        return result != LOAM_OK ? result : LOAM_OUT_OF_MEMORY;
    }
    for (int32_t j = 0, h; j < area.h && result == LOAM_OK; j += h)
    {
        const int64_t z = area.z + j * area.step;
        h = steps_in_slot(def, z, area.step, area.h - j);
        for (int32_t i = 0, w; i < area.w && result == LOAM_OK; i += w)
        {
            const int64_t x = area.x + i * area.step;
            w = steps_in_slot(def, x, area.step, area.w - i);
            result = loam_isles_ground(isles, loam_floor_div(x, def->slot),
                                       loam_floor_div(z, def->slot), ground);
            slot_part part = {.ground = ground,
                              .area = {.x = x, .z = z, .step = area.step, .w = w, .h = h},
                              .out = out + (size_t)j * (size_t)area.w + i,
                              .row = area.w};
            if (result == LOAM_OK)
            {
                loam_jobs_for(isles->env.jobs, (int64_t)blocks_across(w) * blocks_across(h), 1,
                              fill_blocks, &part);
            }
        }
    }
    loam_free(&isles->env, ground, sizeof *ground);
    return result;
}

loam_result loam_isles_height(loam_isles *isles, int64_t x, int64_t z, float *out)
{
    return loam_isles_heights(isles, (loam_isles_area){.x = x, .z = z, .step = 1, .w = 1, .h = 1},
                              out);
}

// ---- maps ---------------------------------------------------------------------------------------

/// Names the parts of the pages that are there.
static void set_maps(loam_isle_maps *maps)
{
    const void *data[LOAM_ISLE_STAGE_COUNT];
    for (int32_t i = 0; i < LOAM_ISLE_STAGE_COUNT; i++)
    {
        data[i] = maps->pages[i] != NULL ? maps->pages[i]->data : NULL;
    }
    maps->gradients = data[LOAM_ISLE_GRADIENTS];
    maps->noises = data[LOAM_ISLE_NOISE];
    maps->products = data[LOAM_ISLE_PRODUCT];
    maps->sums = data[LOAM_ISLE_SUM];
    maps->blends = data[LOAM_ISLE_BLENDS];
    maps->slopes = data[LOAM_ISLE_ROCK];
    maps->heights = data[LOAM_ISLE_FLATS];
    maps->rocks = maps->slopes != NULL ? (const uint8_t *)(maps->slopes + maps->samples) : NULL;
    maps->terrains = maps->heights != NULL ? (const uint8_t *)(maps->heights + maps->samples)
                                           : NULL;
    maps->objects = data[LOAM_ISLE_OBJECTS];
    if (maps->objects != NULL)
    {
        maps->object_count = (int32_t)(maps->pages[LOAM_ISLE_OBJECTS]->size /
                                       sizeof(loam_isle_object));
    }
}

loam_result loam_isles_open(loam_isles *isles, int64_t slot_x, int64_t slot_z, loam_isle_stage last,
                            loam_isle_maps *out)
{
    memset(out, 0, sizeof *out);
    if (last < 0 || last >= LOAM_ISLE_STAGE_COUNT)
    {
        return loam_fail(LOAM_BAD_ARGUMENT, "stage is %d; must be 0 to %d", (int)last,
                         LOAM_ISLE_STAGE_COUNT - 1);
    }
    loam_result result = loam_isles_at(isles, slot_x, slot_z, &out->isle);
    if (result == LOAM_OK && out->isle.type < 0)
    {
        return loam_fail(LOAM_NOT_FOUND, "slot %" PRId64 ",%" PRId64 " has no island", slot_x,
                         slot_z);
    }
    for (int32_t i = 0; i <= (int32_t)last && result == LOAM_OK; i++)
    {
        const loam_page_id id = {.stage = isles->stages[i], .x = slot_x, .z = slot_z};
        result = loam_pipeline_get(isles->pipeline, id, &out->pages[i]);
    }
    if (result != LOAM_OK)
    {
        loam_isles_close(isles, out);
        return result;
    }
    const loam_isles_area area = loam_isle_area(&isles->def, &out->isle);
    out->x = area.x;
    out->z = area.z;
    out->side = area.w;
    out->cell = isles->def.cell;
    out->samples = (size_t)area.w * (size_t)area.h;
    set_maps(out);
    return LOAM_OK;
}

void loam_isles_close(loam_isles *isles, loam_isle_maps *maps)
{
    for (int32_t i = 0; i < LOAM_ISLE_STAGE_COUNT; i++)
    {
        loam_pipeline_release(isles->pipeline, maps->pages[i]);
    }
    memset(maps, 0, sizeof *maps);
}

uint64_t loam_isle_maps_hash(const loam_isle_maps *maps)
{
    const size_t samples = maps->samples, all = samples * (size_t)maps->isle.node_count;
    const struct
    {
        const float *values;
        size_t count;
    } floats[] = {{maps->gradients, all}, {maps->noises, all},     {maps->products, all},
                  {maps->sums, samples},  {maps->slopes, samples}, {maps->heights, samples}};
    const uint8_t *const bytes[] = {maps->blends, maps->rocks, maps->terrains};
    uint64_t hash = loam_isle_hash(&maps->isle);
    for (size_t i = 0; i < sizeof floats / sizeof floats[0]; i++)
    {
        hash = floats[i].values != NULL ? loam_hash_f32(floats[i].values, floats[i].count, hash)
                                        : hash;
    }
    for (size_t i = 0; i < sizeof bytes / sizeof bytes[0]; i++)
    {
        hash = bytes[i] != NULL ? loam_hash_bytes(bytes[i], samples * LOAM_ISLE_MAX_TERRAINS, hash)
                                : hash;
    }
    for (int32_t i = 0; i < maps->object_count; i++)
    {
        const loam_isle_object *const object = &maps->objects[i];
        const uint64_t numbers[] = {(uint64_t)object->kind, (uint64_t)object->shape};
        hash = loam_hash_u64(numbers, 2, hash);
        hash = loam_hash_f32(
            (const float[]){object->x, object->z, object->y, object->radius, object->turn}, 5,
            hash);
    }
    return hash;
}
