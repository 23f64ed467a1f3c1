// SPDX-License-Identifier: MIT
#include "scene/climate.h"

#include "scene/year.h"

#include <stdatomic.h>
#include <stdlib.h>

enum
{
    COUNT = CLIMATE_SIDE * CLIMATE_SIDE,
    NEAR = 8, // how far a viewer goes before another is fetched: 1 / NEAR of half a side
    MUST = 4, // and how far without one
    FEW = 8,  // samples a side that are fetched at once
    APART = (CLIMATE_SIDE - 1) / (FEW - 1), // texels from one of them to the next
};

static int64_t corner_of(int64_t middle)
{
    const int64_t limit = LOAM_LAND_END - (int64_t)CLIMATE_SIDE * CLIMATE_STEP;
    const int64_t low = (loam_floor_div(middle, CLIMATE_STEP) - CLIMATE_SIDE / 2) * CLIMATE_STEP;
    return low > limit ? limit : low < -LOAM_LAND_END ? -LOAM_LAND_END : low;
}

/// Whether a place is within a part of the middle: 1 / share of half a side.
static bool is_around(int64_t low_x, int64_t low_z, int64_t x, int64_t z, int64_t share)
{
    const int64_t half = (int64_t)CLIMATE_SIDE / 2 * CLIMATE_STEP, slack = half / share;
    // Where the land ends the map cannot go on.
    const int64_t dx = x - low_x - half, dz = z - low_z - half;
    return ((dx > -slack && dx < slack) || low_x == corner_of(x)) &&
           ((dz > -slack && dz < slack) || low_z == corner_of(z));
}

// ---- a few samples ------------------------------------------------------------------------------

/// Between four samples.
static float lead_over(const float *few, int32_t x, int32_t z)
{
    const int32_t i = x / APART < FEW - 1 ? x / APART : FEW - 2,
                  j = z / APART < FEW - 1 ? z / APART : FEW - 2;
    const float u = (float)(x - i * APART) / APART, v = (float)(z - j * APART) / APART;
    const float *const at = few + j * FEW + i;
    const float south = at[0] + (at[1] - at[0]) * u;
    const float north = at[FEW] + (at[FEW + 1] - at[FEW]) * u;
    return south + (north - south) * v;
}

static loam_result fetch_few(climate_map *map, loam_land *land, int64_t x, int64_t z)
{
    float degrees[FEW * FEW], base[FEW * FEW], humidity[FEW * FEW];
    const loam_land_area area = {corner_of(x), corner_of(z), (int64_t)APART * CLIMATE_STEP, FEW,
                                 FEW};
    const loam_land_samples samples = {.temperature = degrees, .base = base, .humidity = humidity};
    const loam_result result = loam_land_fill(land, area, &samples);
    if (result != LOAM_OK)
    {
        return result;
    }
    for (int32_t i = 0; i < FEW * FEW; i++)
    {
        degrees[i] = year_sea_degrees(degrees[i], base[i]);
    }
    for (int32_t i = 0; i < COUNT; i++)
    {
        map->texels[2 * i] = lead_over(degrees, i % CLIMATE_SIDE, i / CLIMATE_SIDE);
        map->texels[2 * i + 1] = lead_over(humidity, i % CLIMATE_SIDE, i / CLIMATE_SIDE);
    }
    map->x = area.x;
    map->z = area.z;
    map->is_known = true;
    map->is_whole = false;
    return LOAM_OK;
}

// ---- all of them --------------------------------------------------------------------------------

struct climate_fetch
{
    loam_job job;
    loam_jobs *jobs;
    loam_land *land;
    loam_land_area area;
    float degrees[COUNT], base[COUNT], humidity[COUNT];
    loam_result result;
    char message[160]; // threads have their last errors for themselves
    atomic_bool done;
};

static void take(climate_map *map, const climate_fetch *fetch)
{
    for (int32_t i = 0; i < COUNT; i++)
    {
        map->texels[2 * i] = year_sea_degrees(fetch->degrees[i], fetch->base[i]);
        map->texels[2 * i + 1] = fetch->humidity[i];
    }
    map->x = fetch->area.x;
    map->z = fetch->area.z;
    map->is_known = map->is_whole = true;
}

static void run(void *context)
{
    climate_fetch *const f = context;
    const loam_land_samples samples = {
        .temperature = f->degrees, .base = f->base, .humidity = f->humidity};
    f->result = loam_land_fill(f->land, f->area, &samples);
    if (f->result != LOAM_OK)
    {
        loam_text_printable(f->message, sizeof f->message, loam_last_error());
    }
    atomic_store_explicit(&f->done, true, memory_order_release);
}

static climate_fetch *create(loam_land *land, loam_jobs *jobs, int64_t x, int64_t z)
{
    climate_fetch *const f = calloc(1, sizeof *f);
    if (f != NULL)
    {
        f->job = (loam_job){.run = run, .context = f, .priority = LOAM_PRIORITY_NORMAL};
        f->jobs = jobs;
        f->land = land;
        f->area = (loam_land_area){corner_of(x), corner_of(z), CLIMATE_STEP, CLIMATE_SIDE,
                                   CLIMATE_SIDE};
        atomic_init(&f->done, false);
    }
    return f;
}

static loam_result no_room(void)
{
    return loam_fail(LOAM_OUT_OF_MEMORY, "out of memory for a climate");
}

static loam_result fetch_now(climate_map *map, loam_land *land, int64_t x, int64_t z)
{
    climate_fetch *const f = create(land, NULL, x, z);
    if (f == NULL)
    {
        return no_room();
    }
    run(f);
    const loam_result result = f->result;
    if (result == LOAM_OK)
    {
        take(map, f);
    }
    free(f);
    return result;
}

/// Takes what has come. What is about a place that was left is thrown away.
static loam_result take_coming(climate_map *map, int64_t x, int64_t z, bool *changed)
{
    climate_fetch *const f = map->coming;
    if (f == NULL || !atomic_load_explicit(&f->done, memory_order_acquire))
    {
        return LOAM_OK;
    }
    loam_jobs_wait(f->jobs, &f->job);
    const loam_result result = f->result == LOAM_OK ? LOAM_OK
                                                    : loam_fail(f->result, "%s", f->message);
    if (result == LOAM_OK && is_around(f->area.x, f->area.z, x, z, MUST))
    {
        take(map, f);
        *changed = true;
    }
    free(f);
    map->coming = NULL;
    return result;
}

static loam_result begin(climate_map *map, loam_land *land, loam_jobs *jobs, int64_t x, int64_t z)
{
    map->coming = create(land, jobs, x, z);
    if (map->coming == NULL)
    {
        return no_room();
    }
    loam_jobs_submit(jobs, &map->coming->job);
    return LOAM_OK;
}

// ---- from outside -------------------------------------------------------------------------------

loam_result climate_follow(climate_map *map, loam_land *land, loam_jobs *jobs, int64_t x, int64_t z,
                           bool ground_first, bool *changed)
{
    loam_result result = take_coming(map, x, z, changed);
    const bool has = map->is_known && is_around(map->x, map->z, x, z, MUST);
    if (result == LOAM_OK && !has)
    {
        result = jobs != NULL ? fetch_few(map, land, x, z) : fetch_now(map, land, x, z);
        *changed = *changed || result == LOAM_OK;
    }
    const bool wants = !map->is_whole || !is_around(map->x, map->z, x, z, NEAR);
    if (result == LOAM_OK && wants && jobs != NULL && map->coming == NULL && !ground_first)
    {
        result = begin(map, land, jobs, x, z);
    }
    return result;
}

void climate_end(climate_map *map)
{
    climate_fetch *const f = map->coming;
    if (f != NULL && !loam_jobs_cancel(f->jobs, &f->job))
    {
        loam_jobs_wait(f->jobs, &f->job);
    }
    free(f);
    map->coming = NULL;
}

static bool texel_at(const climate_map *map, int64_t x, int64_t z, int32_t channel, float *out)
{
    const int64_t i = loam_floor_div(x - map->x, CLIMATE_STEP),
                  j = loam_floor_div(z - map->z, CLIMATE_STEP);
    const bool has = map->is_known && i >= 0 && j >= 0 && i < CLIMATE_SIDE && j < CLIMATE_SIDE;
    *out = has ? map->texels[2 * (j * CLIMATE_SIDE + i) + channel] : 0;
    return has;
}

bool climate_degrees(const climate_map *map, int64_t x, int64_t z, float *out)
{
    return texel_at(map, x, z, 0, out);
}

bool climate_humidity(const climate_map *map, int64_t x, int64_t z, float *out)
{
    return texel_at(map, x, z, 1, out);
}
