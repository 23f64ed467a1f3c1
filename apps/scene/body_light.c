// SPDX-License-Identifier: MIT
#include "scene/body_light.h"

#include "scene/body.h"

#include <stdlib.h>
#include <string.h>

// Cells that see the sky above them are light. From there light goes on through air from cell to cell and loses a
// step each, until none is left: a bounded flood. The outermost cells of rock take the light of the air beside
// them, so that between cells, where the graphics card mixes them, walls are not darker than what lights them.

enum
{
    W = BODY_LIGHT_W,
    H = BODY_LIGHT_H,
    ALL = W * W * H,
    LOSS = 15,   // of 255, that light loses from a cell to the next
    SNAP = 16,   // cells that the grid moves by
    FOLLOW = 24, // cells that the viewer may go from the middle
    FOLLOW_H = 16,
    EVERY = 4, // cells from a height of the surface to the next
};

static size_t cell(int32_t i, int32_t j, int32_t k)
{
    return ((size_t)k * H + (size_t)j) * W + (size_t)i;
}

typedef struct flood
{
    uint8_t *light; // of each cell
    const int8_t *density;
    int32_t *queue;
    int32_t count;
} flood;

static void put(flood *f, size_t at, int32_t light)
{
    if (f->density[at] <= 0 && f->light[at] < light)
    {
        f->light[at] = (uint8_t)light;
        f->queue[f->count++] = (int32_t)at;
    }
}

/// From above, where the grid begins in the open.
static void shine(flood *f, const float *heights, float top)
{
    for (int32_t n = 0; n < W * W; n++)
    {
        const int32_t i = n % W, k = n / W;
        if (top < heights[k / EVERY * (W / EVERY) + i / EVERY])
        {
            continue;
        }
        for (int32_t j = H - 1; j >= 0 && f->density[cell(i, j, k)] <= 0; j--)
        {
            put(f, cell(i, j, k), 255);
        }
    }
}

static void spread(flood *f)
{
    // All that shines is equally bright, so the queue is in order of light, and a cell is put once.
    for (int32_t n = 0; n < f->count; n++)
    {
        const int32_t at = f->queue[n], i = at % W, j = at / W % H, k = at / (W * H);
        const int32_t light = f->light[at] - LOSS;
        if (light <= 0)
        {
            break;
        }
        const int32_t steps[6][4] = {{i > 0, -1},    {i < W - 1, 1},  {j > 0, -W},
                                     {j < H - 1, W}, {k > 0, -W * H}, {k < W - 1, W * H}};
        for (int32_t s = 0; s < 6; s++)
        {
            if (steps[s][0])
            {
                put(f, (size_t)(at + steps[s][1]), light);
            }
        }
    }
}

/// The light of a cell as it is drawn: of rock, that of the air beside it.
static uint8_t seen(const flood *f, int32_t i, int32_t j, int32_t k)
{
    uint8_t max = f->light[cell(i, j, k)];
    if (f->density[cell(i, j, k)] <= 0)
    {
        return max;
    }
    for (int32_t n = 0; n < 27; n++)
    {
        const int32_t x = i + n % 3 - 1, y = j + n / 3 % 3 - 1, z = k + n / 9 - 1;
        if (x >= 0 && y >= 0 && z >= 0 && x < W && y < H && z < W)
        {
            const uint8_t there = f->light[cell(x, y, z)];
            max = there > max ? there : max;
        }
    }
    return max;
}

static void keep(const flood *f, uint8_t *out)
{
    for (int32_t n = 0; n < ALL; n++)
    {
        const int32_t d = f->density[n] * 4; // an edge is two cells wide
        out[2 * n] = seen(f, n % W, n / W % H, n / (W * H));
        out[2 * n + 1] = (uint8_t)(d < -127 ? 1 : d > 127 ? 255 : d + 128);
    }
}

/// Of the surface, one for every EVERY x EVERY cells.
static loam_result find_heights(const body_light_work *work, float *out)
{
    const loam_land_area area = {work->at[0] * BODY_LIGHT_CELL, work->at[2] * BODY_LIGHT_CELL,
                                 EVERY * BODY_LIGHT_CELL, W / EVERY, W / EVERY};
    const loam_land_samples samples = {.height = out};
    return loam_land_fill(work->land, area, &samples);
}

static loam_volume_box box_of(const body_light_work *work)
{
    return (loam_volume_box){1, work->at[0], work->at[1], work->at[2], W, H, W};
}

/// From the program's voxels, or grown.
static loam_result fill(body_light_work *work, bool grows)
{
    const loam_volume_box box = box_of(work);
    const loam_volume_voxels to = {.density = work->density};
    loam_volume_kind kind;
    return grows ? loam_volume_fill(work->grower, &box, &to, NULL)
                 : work->source.fill(work->source.user, &box, &to, &kind);
}

static loam_result make(body_light_work *work)
{
    float heights[(W / EVERY) * (W / EVERY)];
    const loam_result result = find_heights(work, heights);
    if (result == LOAM_OK)
    {
        flood f = {work->light, work->density, work->queue, 0};
        memset(work->light, 0, ALL);
        shine(&f, heights, (float)((work->at[1] + H - 1) * BODY_LIGHT_CELL));
        spread(&f);
        keep(&f, work->out);
    }
    return result;
}

static void run_job(void *context)
{
    body_light_work *const work = context;
    work->result = work->is_filled ? LOAM_OK : fill(work, true);
    work->result = work->result == LOAM_OK ? make(work) : work->result;
    atomic_store_explicit(&work->done, true, memory_order_release);
}

loam_result body_light_create(body_light_work *out, loam_land *land, const body_source *source,
                              bool beside)
{
    *out = (body_light_work){.land = land, .source = *source};
    out->density = malloc(ALL);
    out->light = malloc(ALL);
    out->out = malloc((size_t)2 * ALL);
    out->queue = malloc(ALL * sizeof *out->queue);
    if (out->density == NULL || out->light == NULL || out->out == NULL || out->queue == NULL)
    {
        return loam_fail(LOAM_OUT_OF_MEMORY, "out of memory for the light in caves");
    }
    return beside ? loam_volume_grower_create(source->volume, &out->grower) : LOAM_OK;
}

void body_light_destroy(body_light_work *work)
{
    loam_volume_grower_destroy(work->grower);
    free(work->density);
    free(work->light);
    free(work->out);
    free(work->queue);
    *work = (body_light_work){0};
}

/// What was made is what is drawn.
static void take(land_body *b)
{
    uint8_t *const made = b->light_work.out;
    b->light_work.out = b->light;
    b->light = made;
    memcpy(b->light_at, b->light_work.at, sizeof b->light_at);
    b->has_light = true;
    b->light_loaded = false;
}

static bool is_changed(const body_light_work *work)
{
    const int64_t size[3] = {W, H, W};
    int64_t low[3], high[3];
    for (int32_t i = 0; i < 3; i++)
    {
        low[i] = (work->at[i] - 1) * BODY_LIGHT_CELL;
        high[i] = (work->at[i] + size[i] + 1) * BODY_LIGHT_CELL;
    }
    return work->source.is_changed != NULL && work->source.is_changed(work->source.user, low, high);
}

/// Begins a job: only what was changed has to be read by this thread.
static loam_result begin(land_body *b)
{
    body_light_work *const work = &b->light_work;
    work->is_filled = is_changed(work);
    const loam_result result = work->is_filled ? fill(work, false) : LOAM_OK;
    if (result == LOAM_OK)
    {
        atomic_store_explicit(&work->done, false, memory_order_relaxed);
        work->busy = true;
        work->job = (loam_job){.run = run_job, .context = work, .priority = LOAM_PRIORITY_NORMAL};
        loam_jobs_submit(b->def.jobs, &work->job);
    }
    return result;
}

/// Takes over what a job has finished; whether one still runs.
static bool is_running(land_body *b, loam_result *result)
{
    body_light_work *const work = &b->light_work;
    if (work->busy && atomic_load_explicit(&work->done, memory_order_acquire))
    {
        loam_jobs_wait(b->def.jobs, &work->job);
        work->busy = false;
        *result = work->result;
        if (work->result == LOAM_OK)
        {
            take(b);
        }
    }
    return work->busy;
}

static bool is_near(const land_body *b, const int64_t at[3])
{
    bool near = b->has_light;
    for (int32_t i = 0; i < 3; i++)
    {
        const int64_t half = i == 1 ? H / 2 : W / 2, max = i == 1 ? FOLLOW_H : FOLLOW;
        const int64_t off = at[i] - b->light_at[i] - half;
        near = near && off >= -max && off <= max;
    }
    return near;
}

loam_result body_light_follow(land_body *b, const camera *from, bool *there)
{
    const int64_t at[3] = {loam_floor_div(from->x, BODY_LIGHT_CELL),
                           loam_floor_div((int64_t)from->y, BODY_LIGHT_CELL),
                           loam_floor_div(from->z, BODY_LIGHT_CELL)};
    loam_result result = LOAM_OK;
    *there = false;
    if (is_running(b, &result) || result != LOAM_OK)
    {
        return result;
    }
    const bool moves = !is_near(b, at);
    *there = !moves && !b->light_stale;
    if (*there)
    {
        return LOAM_OK;
    }
    body_light_work *const work = &b->light_work;
    memcpy(work->at, b->light_at, sizeof work->at);
    for (int32_t i = 0; i < 3 && moves; i++)
    {
        const int64_t half = i == 1 ? H / 2 : W / 2;
        work->at[i] = loam_floor_div(at[i] + SNAP / 2, SNAP) * SNAP - half;
    }
    if (work->grower != NULL)
    {
        result = begin(b);
        b->light_stale = result != LOAM_OK;
        return result == LOAM_NOT_FOUND ? LOAM_OK : result;
    }
    result = fill(work, false);
    result = result == LOAM_OK ? make(work) : result;
    *there = result == LOAM_OK;
    b->light_stale = !*there;
    if (*there)
    {
        take(b);
    }
    return result == LOAM_NOT_FOUND ? LOAM_OK : result;
}
