// SPDX-License-Identifier: MIT
#include "scene/textures.h"

#include "scene/materials.h"

#include <stdatomic.h>
#include <stdlib.h>

enum
{
    NOISE_SIDE = 256,
    CLOUD_SIDE = 64,
    COARSE_NOISE_SIDE = 32,
    COARSE_CLOUD_SIDE = 8,
    PARTS = MATERIALS + 2, // materials, noise, clouds
};

// ---- sets ---------------------------------------------------------------------------------------

static loam_result allocate(texture_set sides, texture_set *out)
{
    const size_t materials = (size_t)sides.side * (size_t)sides.side * 4 * MATERIALS;
    const size_t clouds = (size_t)sides.cloud_side * (size_t)sides.cloud_side *
                          (size_t)sides.cloud_side;
    *out = sides;
    out->colours = malloc(materials);
    out->bumps = malloc(materials);
    out->noise = malloc((size_t)sides.noise_side * (size_t)sides.noise_side * 4);
    out->clouds = calloc(clouds, 1);
    if (out->colours == NULL || out->bumps == NULL || out->noise == NULL || out->clouds == NULL)
    {
        texture_set_destroy(out);
        return loam_fail(LOAM_OUT_OF_MEMORY, "out of memory for the textures of the ground");
    }
    return LOAM_OK;
}

static void fill_part(texture_set *set, int64_t part)
{
    const size_t size = (size_t)set->side * (size_t)set->side * 4;
    if (part < MATERIALS)
    {
        material_fill((material)part, set->side, set->colours + size * (size_t)part,
                      set->bumps + size * (size_t)part);
    }
    else if (part == MATERIALS)
    {
        material_noise(set->noise_side, set->noise);
    }
    else if (set->cloud_side > 1)
    {
        material_clouds(set->cloud_side, set->clouds);
    }
}

static void fill_some(void *context, int64_t begin, int64_t end)
{
    for (int64_t i = begin; i < end; i++)
    {
        fill_part(context, i);
    }
}

static texture_set sides_of(int32_t side, bool clouds)
{
    return (texture_set){
        .side = side, .noise_side = NOISE_SIDE, .cloud_side = clouds ? CLOUD_SIDE : 1};
}

loam_result texture_set_create(int32_t side, bool clouds, loam_jobs *jobs, texture_set *out)
{
    const loam_result result = allocate(sides_of(side, clouds), out);
    if (result == LOAM_OK)
    {
        loam_jobs_for(jobs, PARTS, 1, fill_some, out);
    }
    return result;
}

loam_result texture_set_create_coarse(bool clouds, texture_set *out)
{
    const texture_set sides = {
        .side = 1, .noise_side = COARSE_NOISE_SIDE, .cloud_side = clouds ? COARSE_CLOUD_SIDE : 1};
    const loam_result result = allocate(sides, out);
    for (int32_t i = 0; i < MATERIALS && result == LOAM_OK; i++)
    {
        material_mean((material)i, out->colours + 4 * i, out->bumps + 4 * i);
    }
    if (result == LOAM_OK)
    {
        fill_some(out, MATERIALS, PARTS);
    }
    return result;
}

void texture_set_destroy(texture_set *set)
{
    free(set->colours);
    free(set->bumps);
    free(set->noise);
    free(set->clouds);
    *set = (texture_set){0};
}

// ---- the maker ----------------------------------------------------------------------------------

typedef struct texture_part
{
    loam_job job;
    texture_maker *of;
    int32_t index;
} texture_part;

struct texture_maker
{
    loam_jobs *jobs;
    texture_set set;
    atomic_int left; // parts that are not made yet
    texture_part parts[PARTS];
};

static void run_part(void *context)
{
    texture_part *const part = context;
    fill_part(&part->of->set, part->index);
    atomic_fetch_sub_explicit(&part->of->left, 1, memory_order_release);
}

loam_result texture_maker_begin(int32_t side, bool clouds, loam_jobs *jobs, texture_maker **out)
{
    texture_maker *const m = calloc(1, sizeof *m);
    *out = NULL;
    if (m == NULL || allocate(sides_of(side, clouds), &m->set) != LOAM_OK)
    {
        free(m);
        return loam_fail(LOAM_OUT_OF_MEMORY, "out of memory for the textures of the ground");
    }
    m->jobs = jobs;
    atomic_init(&m->left, PARTS);
    for (int32_t i = 0; i < PARTS; i++)
    {
        texture_part *const part = &m->parts[i];
        *part = (texture_part){
            {.run = run_part, .context = part, .priority = LOAM_PRIORITY_NORMAL}, m, i};
        loam_jobs_submit(jobs, &part->job);
    }
    *out = m;
    return LOAM_OK;
}

bool texture_maker_is_done(const texture_maker *maker)
{
    return atomic_load_explicit(&maker->left, memory_order_acquire) == 0;
}

void texture_maker_end(texture_maker *maker, texture_set *out)
{
    if (maker == NULL)
    {
        return;
    }
    for (int32_t i = PARTS - 1; i >= 0; i--)
    {
        if (!loam_jobs_cancel(maker->jobs, &maker->parts[i].job))
        {
            loam_jobs_wait(maker->jobs, &maker->parts[i].job);
        }
    }
    if (out != NULL && texture_maker_is_done(maker))
    {
        *out = maker->set;
        maker->set = (texture_set){0};
    }
    texture_set_destroy(&maker->set);
    free(maker);
}
