// SPDX-License-Identifier: MIT
#include "scene/far_map.h"

#include <stdatomic.h>
#include <stdlib.h>

enum
{
    ROW = LOAM_SURFACE_SIDE + 1,
    PAGES = FAR_MAP_ACROSS * FAR_MAP_ACROSS,
};

loam_result far_map_create(int64_t step, int32_t across, far_map *out)
{
    const size_t count = (size_t)ROW * ROW * (size_t)(across * across);
    *out = (far_map){.step = step, .across = across};
    out->height = malloc(count * sizeof(float));
    out->water = malloc(count * sizeof(float));
    out->biome = malloc(count);
    if (out->height == NULL || out->water == NULL || out->biome == NULL)
    {
        far_map_destroy(out);
        return loam_fail(LOAM_OUT_OF_MEMORY, "out of memory for a map of the land");
    }
    return LOAM_OK;
}

void far_map_destroy(far_map *map)
{
    free(map->height);
    free(map->water);
    free(map->biome);
    *map = (far_map){0};
}

int64_t far_map_side(const far_map *map)
{
    return map->across * LOAM_SURFACE_SIDE * map->step;
}

/// Puts the pages where they are to be: around a place, at whole steps.
static void place_pages(far_map *map, int64_t x, int64_t z)
{
    const int64_t side = LOAM_SURFACE_SIDE * map->step, whole = far_map_side(map);
    const int64_t limit = LOAM_LAND_END - whole;
    const int64_t corner[2] = {loam_floor_div(x, map->step) * map->step - whole / 2,
                               loam_floor_div(z, map->step) * map->step - whole / 2};
    int64_t low[2];
    for (int32_t i = 0; i < 2; i++)
    {
        low[i] = corner[i] > limit            ? limit
                 : corner[i] < -LOAM_LAND_END ? -LOAM_LAND_END
                                              : corner[i];
    }
    for (int32_t i = 0; i < map->across * map->across; i++)
    {
        const size_t from = (size_t)i * ROW * ROW;
        map->page[i] = (loam_surface_page){.level = 8,
                                           .x = low[0] + i % map->across * side,
                                           .z = low[1] + i / map->across * side,
                                           .step = map->step,
                                           .height = map->height + from,
                                           .water = map->water + from,
                                           .biome = map->biome + from,
                                           .height_stride = ROW,
                                           .biome_stride = 1};
    }
}

static bool is_around(const far_map *map, int64_t x, int64_t z, int64_t share)
{
    const int64_t half = far_map_side(map) / 2, slack = half / share;
    const int64_t dx = x - map->page[0].x - half, dz = z - map->page[0].z - half;
    return dx > -slack && dx < slack && dz > -slack && dz < slack;
}

bool far_map_has(const far_map *map, int64_t x, int64_t z, int64_t share)
{
    return map->is_known && is_around(map, x, z, share);
}

// ---- fetching -----------------------------------------------------------------------------------

typedef struct far_part
{
    loam_job job;
    far_fetch *of;
    loam_result result;
    char message[160]; // threads have their last errors for themselves
} far_part;

struct far_fetch
{
    loam_land *land;
    loam_jobs *jobs;
    far_map map;
    bool is_cancelled;
    atomic_int left; // pages that are not there yet
    far_part parts[PAGES];
};

static void fetch_page(far_fetch *f, int64_t index)
{
    const loam_surface_page *const page = &f->map.page[index];
    const size_t from = (size_t)index * ROW * ROW;
    const loam_land_samples samples = {
        .height = f->map.height + from, .water = f->map.water + from, .biome = f->map.biome + from};
    const loam_land_area area = {page->x, page->z, page->step, ROW, ROW};
    far_part *const part = &f->parts[index];
    part->result = loam_land_fill(f->land, area, &samples);
    if (part->result != LOAM_OK)
    {
        loam_text_printable(part->message, sizeof part->message, loam_last_error());
    }
}

static void fetch_pages(void *context, int64_t begin, int64_t end)
{
    for (int64_t i = begin; i < end; i++)
    {
        fetch_page(context, i);
    }
}

static loam_result result_of(const far_fetch *f)
{
    for (int32_t i = 0; i < f->map.across * f->map.across; i++)
    {
        if (f->parts[i].result != LOAM_OK)
        {
            return loam_fail(f->parts[i].result, "%s", f->parts[i].message);
        }
    }
    return LOAM_OK;
}

loam_result far_map_fetch(far_map *map, loam_land *land, loam_jobs *jobs, int64_t x, int64_t z)
{
    far_fetch fetch = {.land = land, .map = *map};
    place_pages(&fetch.map, x, z);
    loam_jobs_for(jobs, map->across * map->across, 1, fetch_pages, &fetch);
    const loam_result result = result_of(&fetch);
    *map = fetch.map;
    map->is_known = result == LOAM_OK;
    return result;
}

// ---- by jobs ------------------------------------------------------------------------------------

static void run_part(void *context)
{
    far_part *const part = context;
    fetch_page(part->of, part - part->of->parts);
    atomic_fetch_sub_explicit(&part->of->left, 1, memory_order_release);
}

loam_result far_fetch_begin(int64_t step, int32_t across, loam_land *land, loam_jobs *jobs,
                            int64_t x, int64_t z, far_fetch **out)
{
    far_fetch *const f = calloc(1, sizeof *f);
    *out = NULL;
    if (f == NULL || far_map_create(step, across, &f->map) != LOAM_OK)
    {
        free(f);
        return loam_fail(LOAM_OUT_OF_MEMORY, "out of memory for a map of the land");
    }
    f->land = land;
    f->jobs = jobs;
    place_pages(&f->map, x, z);
    atomic_init(&f->left, across * across);
    for (int32_t i = 0; i < across * across; i++)
    {
        far_part *const part = &f->parts[i];
        part->of = f;
        part->job = (loam_job){.run = run_part, .context = part, .priority = LOAM_PRIORITY_NORMAL};
        loam_jobs_submit(jobs, &part->job);
    }
    *out = f;
    return LOAM_OK;
}

bool far_fetch_is_done(const far_fetch *f)
{
    return atomic_load_explicit(&f->left, memory_order_acquire) == 0;
}

bool far_fetch_has(const far_fetch *f, int64_t x, int64_t z, int64_t share)
{
    return !f->is_cancelled && is_around(&f->map, x, z, share);
}

void far_fetch_cancel(far_fetch *f)
{
    for (int32_t i = f->map.across * f->map.across - 1; i >= 0 && !f->is_cancelled; i--)
    {
        if (loam_jobs_cancel(f->jobs, &f->parts[i].job))
        {
            atomic_fetch_sub_explicit(&f->left, 1, memory_order_release);
        }
    }
    f->is_cancelled = true;
}

loam_result far_fetch_end(far_fetch *f, far_map *out)
{
    if (f == NULL)
    {
        return LOAM_OK;
    }
    for (int32_t i = 0; i < f->map.across * f->map.across; i++)
    {
        loam_jobs_wait(f->jobs, &f->parts[i].job);
    }
    const loam_result result = result_of(f);
    if (out != NULL && result == LOAM_OK && !f->is_cancelled)
    {
        far_map_destroy(out);
        *out = f->map;
        out->is_known = true;
        f->map = (far_map){0};
    }
    far_map_destroy(&f->map);
    free(f);
    return result;
}
