// SPDX-License-Identifier: MIT
#include "scene/body_work.h"

#include <math.h>

// A tile is one mesh from the highest voxel down to some way below the surface or the viewer, whichever is lower.

enum
{
    DEPTH = 64,     // m below the surface or the viewer that tiles reach at least
    HEIGHTS = 9,    // samples of the surface along a side of a tile
    MAX_PARTS = 24, // of a tile, upwards
    STEP_ROWS = 32, // voxels that tiles begin at multiples of
};

int64_t body_tile_m(int32_t level)
{
    return level < 0 ? BODY_SIDE / 2 : (int64_t)BODY_SIDE << level;
}

static loam_result grow(void *user, const loam_volume_box *box, const loam_volume_voxels *out,
                        loam_volume_kind *kind)
{
    return loam_volume_fill(user, box, out, kind);
}

loam_result body_work_create(loam_land *land, const body_source *source, bool grows, body_work *out)
{
    *out = (body_work){.land = land, .source = *source};
    loam_result result = body_mesher_create(&out->mesher);
    if (grows && result == LOAM_OK)
    {
        result = loam_volume_grower_create(source->volume, &out->grower);
        out->source = (body_source){.fill = grow, .user = out->grower};
    }
    if (result != LOAM_OK)
    {
        body_work_destroy(out);
    }
    return result;
}

void body_work_destroy(body_work *work)
{
    loam_volume_grower_destroy(work->grower);
    body_mesher_destroy(&work->mesher);
    *work = (body_work){0};
}

static loam_result find_heights(const body_work *t, float *low, float *high)
{
    float heights[HEIGHTS * HEIGHTS];
    const int64_t side = body_tile_m(t->level), step = side / (HEIGHTS - 1);
    const loam_land_area area = {t->x * side, t->z * side, step, HEIGHTS, HEIGHTS};
    const loam_land_samples samples = {.height = heights};
    const loam_result result = loam_land_fill(t->land, area, &samples);
    *low = INFINITY;
    *high = -INFINITY;
    for (int32_t i = 0; i < HEIGHTS * HEIGHTS && result == LOAM_OK; i++)
    {
        *low = fminf(*low, heights[i]);
        *high = fmaxf(*high, heights[i]);
    }
    // Between the samples it may be a little lower and higher.
    const float more = 4 + 0.2f * (*high - *low);
    *low -= more;
    *high += more;
    return result;
}

/// How deep a tile reaches that is made now. All levels follow the viewer below the ground: where they ended, one would
/// look out of a cave through rock that is not there.
static int32_t bottom_of(const body_work *t, float low)
{
    return (int32_t)floorf(fminf(low, (float)t->eye_y)) - DEPTH;
}

/// Where the surface has waters, for the first part that has liquids.
static loam_result find_water(body_work *t)
{
    body_mesher *const m = &t->mesher;
    if (m->has_water || t->form != LOAM_VOLUME_SMOOTH || !body_mesh_has_liquid(m))
    {
        return LOAM_OK;
    }
    const int64_t side = body_tile_m(t->level), step = t->level < 0 ? 1 : (int64_t)1 << t->level;
    const loam_land_area area = {t->x * side - step, t->z * side - step, step, BODY_COLUMNS,
                                 BODY_COLUMNS};
    const loam_land_samples samples = {.water = m->water};
    const loam_result result = loam_land_fill(t->land, area, &samples);
    m->has_water = result == LOAM_OK;
    return result;
}

static loam_result add_parts(body_work *t, float high)
{
    const float voxel = loam_volume_voxel_m(t->level);
    const int64_t first = loam_floor_div((int64_t)floorf((float)t->bottom / voxel), STEP_ROWS) *
                          STEP_ROWS;
    loam_result result = LOAM_OK;
    body_mesh_begin(&t->mesher);
    for (int32_t i = 0; i < MAX_PARTS && result == LOAM_OK; i++)
    {
        const int64_t y = first + (int64_t)i * BODY_SIDE;
        const loam_volume_box box = {t->level,        t->x * BODY_SIDE - BODY_BEFORE,
                                     y - BODY_BEFORE, t->z * BODY_SIDE - BODY_BEFORE,
                                     BODY_SAMPLES,    BODY_SAMPLES,
                                     BODY_SAMPLES};
        const loam_volume_voxels to = {t->mesher.materials, t->mesher.density, true};
        loam_volume_kind kind = LOAM_VOLUME_AIR;
        result = t->source.fill(t->source.user, &box, &to, &kind);
        if (result == LOAM_OK && kind == LOAM_VOLUME_MIXED)
        {
            result = find_water(t);
            result = result == LOAM_OK ? body_mesh_add(&t->mesher, t->form, voxel, (float)y * voxel)
                                       : result;
        }
        else if (kind == LOAM_VOLUME_AIR && (float)y * voxel > high)
        {
            break;
        }
    }
    t->bottom = (int32_t)((float)first * voxel);
    return result == LOAM_OK ? body_mesh_finish(&t->mesher, voxel, t->simplifies, t->finer)
                             : result;
}

void body_work_run(body_work *work)
{
    float low, high;
    work->result = find_heights(work, &low, &high);
    work->bottom = work->result == LOAM_OK ? bottom_of(work, low) : 0;
    work->result = work->result == LOAM_OK ? add_parts(work, high) : work->result;
    if (work->result != LOAM_OK)
    {
        loam_text_printable(work->message, sizeof work->message, loam_last_error());
    }
}

static void run_job(void *context)
{
    body_work *const work = context;
    body_work_run(work);
    atomic_store_explicit(&work->done, true, memory_order_release);
}

void body_work_submit(body_work *work, loam_jobs *jobs)
{
    atomic_store_explicit(&work->done, false, memory_order_relaxed);
    work->busy = true;
    work->outdated = false;
    work->job = (loam_job){.run = run_job, .context = work, .priority = LOAM_PRIORITY_NORMAL};
    loam_jobs_submit(jobs, &work->job);
}
