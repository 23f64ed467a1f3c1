// SPDX-License-Identifier: MIT
#include "land/basis/area.h"
#include "land/land.h"
#include "land/surface/ramps.h"

#include <math.h>

// A place to begin at is looked for from coarse to fine. Coarse samples say where dry land of a mild climate is;
// around the best of them, samples of 32 m show what can be seen; there, samples of 4 m where one can stand.

enum
{
    COARSE = 65, // samples along a side, around the place that was asked for
    TRIED = 6,   // of the best coarse ones
    FINE = 129,  // samples along a side, around a coarse one
    EDGE = 32,   // of these, so many around a place are what it sees
    STRIDE = 4,  // samples from one place that is looked at to the next
    RAYS = 16,   // directions of a view
    STAND = 33,  // samples along a side, around the place that was found
    FINE_STEP = 32,
    STAND_STEP = 4,
};

static const float eye_m = 2, blocked = 0.06f; // a rise per metre that blocks the view

/// Directions of a view, east and north, exact enough: 16 around.
static const float ray_x[RAYS] = {1,  0.924f,  0.707f,  0.383f,  0, -0.383f, -0.707f, -0.924f,
                                  -1, -0.924f, -0.707f, -0.383f, 0, 0.383f,  0.707f,  0.924f};
static const float ray_z[RAYS] = {0, 0.383f,  0.707f,  0.924f,  1,  0.924f,  0.707f,  0.383f,
                                  0, -0.383f, -0.707f, -0.924f, -1, -0.924f, -0.707f, -0.383f};

typedef struct start_work
{
    float height[FINE * FINE], temperature[COARSE * COARSE];
    uint8_t kind[FINE * FINE];
    float score[COARSE * COARSE]; // below 0: no place
} start_work;

/// The steepest rise from a sample to those beside it.
static float steepness(const float *height, int32_t side, int32_t p, float step)
{
    const int32_t beside[4] = {p - 1, p + 1, p - side, p + side};
    float most = 0;
    for (int32_t k = 0; k < 4; k++)
    {
        const float rise = fabsf(height[beside[k]] - height[p]) / step;
        most = rise > most ? rise : most;
    }
    return most;
}

// ---- coarse -----------------------------------------------------------------------------------------

static float coarse_score(const start_work *work, int32_t p, float step)
{
    const int32_t i = p % COARSE, j = p / COARSE;
    if (i == 0 || j == 0 || i == COARSE - 1 || j == COARSE - 1 ||
        work->kind[p] != LOAM_WATER_NONE || work->height[p] < 3)
    {
        return -1;
    }
    const float warm = work->temperature[p];
    const float mild = land_ramp(warm, -2, 6) * (1 - land_ramp(warm, 24, 32));
    const float rolling = land_ramp(steepness(work->height, COARSE, p, step), 0.005f, 0.05f);
    const float di = (float)(i - COARSE / 2), dj = (float)(j - COARSE / 2);
    const float near = 1 - sqrtf(di * di + dj * dj) / COARSE;
    return 2 * mild + rolling + near;
}

static loam_result look_coarsely(loam_land *land, int64_t x, int64_t z, int64_t step,
                                 start_work *work)
{
    const loam_land_area area = {x - COARSE / 2 * step, z - COARSE / 2 * step, step, COARSE,
                                 COARSE};
    const loam_result result = loam_land_fill(land, area,
                                              &(loam_land_samples){.height = work->height,
                                                                   .temperature = work->temperature,
                                                                   .kind = work->kind});
    for (int32_t p = 0; p < COARSE * COARSE && result == LOAM_OK; p++)
    {
        work->score[p] = coarse_score(work, p, (float)step);
    }
    return result;
}

/// Takes the best that is left; -1 if none is.
static int32_t take_best(start_work *work)
{
    int32_t best = -1;
    for (int32_t p = 0; p < COARSE * COARSE; p++)
    {
        best = work->score[p] >= 0 && (best < 0 || work->score[p] > work->score[best]) ? p : best;
    }
    if (best >= 0)
    {
        work->score[best] = -1;
    }
    return best;
}

// ---- what is seen -----------------------------------------------------------------------------------

/// The share of directions in which the ground stays low; look gets the one where it is lowest.
static float openness(const start_work *work, int32_t i, int32_t j, int32_t *look)
{
    const float eye = work->height[j * FINE + i] + eye_m;
    int32_t open = 0;
    float lowest = 1e9f;
    for (int32_t k = 0; k < RAYS; k++)
    {
        float most = -1e9f;
        for (int32_t r = 2; r <= EDGE; r += 2)
        {
            const int32_t a = i + (int32_t)floorf(ray_x[k] * (float)r + 0.5f);
            const int32_t b = j + (int32_t)floorf(ray_z[k] * (float)r + 0.5f);
            const float rise = (work->height[b * FINE + a] - eye) / (float)(r * FINE_STEP);
            most = rise > most ? rise : most;
        }
        open += most < blocked;
        *look = most < lowest ? k : *look;
        lowest = most < lowest ? most : lowest;
    }
    return (float)open / RAYS;
}

static bool is_wet_near(const start_work *work, int32_t i, int32_t j)
{
    bool wet = false;
    for (int32_t k = 0; k < 9; k++)
    {
        wet |= work->kind[(j + k / 3 - 1) * FINE + i + k % 3 - 1] != LOAM_WATER_NONE;
    }
    return wet;
}

/// The best place around (x, z) by what it sees. False if none can be stood on.
static bool find_view(const start_work *work, int64_t x, int64_t z, loam_land_start *out,
                      float *best)
{
    bool found = false;
    for (int32_t j = EDGE; j < FINE - EDGE; j += STRIDE)
    {
        for (int32_t i = EDGE; i < FINE - EDGE; i += STRIDE)
        {
            const int32_t p = j * FINE + i;
            const float steep = steepness(work->height, FINE, p, FINE_STEP);
            if (is_wet_near(work, i, j) || steep > 0.2f)
            {
                continue;
            }
            int32_t look = 0;
            const float open = openness(work, i, j, &look);
            const float score = open - 2 * steep;
            if (score > *best)
            {
                *best = score;
                *out = (loam_land_start){.x = x + (i - FINE / 2) * FINE_STEP,
                                         .z = z + (j - FINE / 2) * FINE_STEP,
                                         .look_x = ray_x[look],
                                         .look_z = ray_z[look],
                                         .open = open};
                found = true;
            }
        }
    }
    return found;
}

// ---- where one can stand ----------------------------------------------------------------------------

static loam_result stand(loam_land *land, start_work *work, loam_land_start *start, bool *found)
{
    const int64_t half = STAND / 2 * STAND_STEP;
    const loam_land_area area = {start->x - half, start->z - half, STAND_STEP, STAND, STAND};
    const loam_result result = loam_land_fill(
        land, area, &(loam_land_samples){.height = work->height, .kind = work->kind});
    int32_t best = -1, nearest = INT32_MAX;
    for (int32_t p = 0; p < STAND * STAND && result == LOAM_OK; p++)
    {
        const int32_t i = p % STAND, j = p / STAND, di = i - STAND / 2, dj = j - STAND / 2;
        const bool inner = i > 0 && j > 0 && i < STAND - 1 && j < STAND - 1;
        if (inner && di * di + dj * dj < nearest && work->kind[p] == LOAM_WATER_NONE &&
            steepness(work->height, STAND, p, STAND_STEP) < 0.25f)
        {
            best = p;
            nearest = di * di + dj * dj;
        }
    }
    *found = best >= 0;
    if (best >= 0)
    {
        start->x = area.x + best % STAND * STAND_STEP;
        start->z = area.z + best / STAND * STAND_STEP;
        // Steps of up to 32 m have the same ground but for its finest detail.
        return loam_land_height(land, (double)start->x, (double)start->z, &start->height);
    }
    return result;
}

/// Tries the best coarse samples. *found: whether one was good.
static loam_result try_coarse(loam_land *land, loam_land_area coarse, start_work *work,
                              loam_land_start *out, bool *found)
{
    loam_result result = LOAM_OK;
    float best = -10;
    *found = false;
    for (int32_t k = 0; k < TRIED && result == LOAM_OK && best < 0.8f; k++)
    {
        const int32_t p = take_best(work);
        if (p < 0)
        {
            break;
        }
        const int64_t x = coarse.x + p % COARSE * coarse.step;
        const int64_t z = coarse.z + p / COARSE * coarse.step;
        const int64_t half = FINE / 2 * FINE_STEP;
        loam_land_start start = {0};
        float score = best;
        bool good = false;
        result = loam_land_fill(land, (loam_land_area){x - half, z - half, FINE_STEP, FINE, FINE},
                                &(loam_land_samples){.height = work->height, .kind = work->kind});
        if (result == LOAM_OK && find_view(work, x, z, &start, &score))
        {
            result = stand(land, work, &start, &good);
        }
        if (good)
        {
            *out = start;
            *found = true;
            best = score;
        }
    }
    return result;
}

loam_result loam_land_find_start(loam_land *land, int64_t x, int64_t z, loam_land_start *out)
{
    LOAM_ASSERT(NULL, land != NULL && out != NULL);
    const int64_t widest = 65536;
    loam_result result = loam_land_check_area(&(loam_land_area){
        x - COARSE / 2 * widest, z - COARSE / 2 * widest, widest, COARSE, COARSE});
    start_work *const work = result == LOAM_OK ? loam_alloc(&land->env, sizeof *work) : NULL;
    if (work == NULL)
    {
        return result == LOAM_OK ? LOAM_OUT_OF_MEMORY : result;
    }
    bool found = false;
    for (int64_t step = 1024; step <= widest && result == LOAM_OK && !found; step *= 8)
    {
        const loam_land_area area = {x - COARSE / 2 * step, z - COARSE / 2 * step, step, COARSE,
                                     COARSE};
        result = look_coarsely(land, x, z, step, work);
        result = result == LOAM_OK ? try_coarse(land, area, work, out, &found) : result;
    }
    loam_free(&land->env, work, sizeof *work);
    return result == LOAM_OK && !found
               ? loam_fail(LOAM_NOT_FOUND,
                           "there is no place to begin at within 2000 km of "
                           "(%lld, %lld)",
                           (long long)x, (long long)z)
               : result;
}
