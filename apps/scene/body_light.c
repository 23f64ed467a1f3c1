// SPDX-License-Identifier: MIT
#include "scene/body_light.h"

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
    uint8_t most = f->light[cell(i, j, k)];
    if (f->density[cell(i, j, k)] <= 0)
    {
        return most;
    }
    for (int32_t n = 0; n < 27; n++)
    {
        const int32_t x = i + n % 3 - 1, y = j + n / 3 % 3 - 1, z = k + n / 9 - 1;
        if (x >= 0 && y >= 0 && z >= 0 && x < W && y < H && z < W)
        {
            const uint8_t there = f->light[cell(x, y, z)];
            most = there > most ? there : most;
        }
    }
    return most;
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
static loam_result find_heights(const land_body *b, float *out)
{
    const loam_land_area area = {b->light_at[0] * BODY_LIGHT_CELL, b->light_at[2] * BODY_LIGHT_CELL,
                                 EVERY * BODY_LIGHT_CELL, W / EVERY, W / EVERY};
    const loam_land_samples samples = {.height = out};
    return loam_land_fill(b->land, area, &samples);
}

static loam_result make(land_body *b)
{
    float heights[(W / EVERY) * (W / EVERY)];
    int8_t *const density = malloc(ALL);
    uint8_t *const light = calloc(ALL, 1);
    int32_t *const queue = malloc(ALL * sizeof *queue);
    loam_volume_kind kind = LOAM_VOLUME_AIR;
    loam_result result = LOAM_OK;
    if (density == NULL || light == NULL || queue == NULL)
    {
        result = loam_fail(LOAM_OUT_OF_MEMORY, "out of memory for the light in caves");
    }
    else
    {
        const loam_volume_box box = {1, b->light_at[0], b->light_at[1], b->light_at[2], W, H, W};
        const loam_volume_voxels to = {.density = density};
        result = b->def.source.fill(b->def.source.user, &box, &to, &kind);
        result = result == LOAM_OK ? find_heights(b, heights) : result;
    }
    if (result == LOAM_OK)
    {
        flood f = {light, density, queue, 0};
        shine(&f, heights, (float)((b->light_at[1] + H - 1) * BODY_LIGHT_CELL));
        spread(&f);
        keep(&f, b->light);
    }
    free(density);
    free(light);
    free(queue);
    return result;
}

static bool is_near(const land_body *b, const int64_t at[3])
{
    bool near = b->has_light;
    for (int32_t i = 0; i < 3; i++)
    {
        const int64_t half = i == 1 ? H / 2 : W / 2, most = i == 1 ? FOLLOW_H : FOLLOW;
        const int64_t off = at[i] - b->light_at[i] - half;
        near = near && off >= -most && off <= most;
    }
    return near;
}

loam_result body_light_follow(land_body *b, const camera *from, bool *there)
{
    const int64_t at[3] = {loam_floor_div(from->x, BODY_LIGHT_CELL),
                           loam_floor_div((int64_t)from->y, BODY_LIGHT_CELL),
                           loam_floor_div(from->z, BODY_LIGHT_CELL)};
    *there = true;
    if (is_near(b, at) && !b->light_stale)
    {
        return LOAM_OK;
    }
    const bool moves = !is_near(b, at);
    for (int32_t i = 0; i < 3 && moves; i++)
    {
        const int64_t half = i == 1 ? H / 2 : W / 2;
        b->light_at[i] = loam_floor_div(at[i] + SNAP / 2, SNAP) * SNAP - half;
    }
    const loam_result result = make(b);
    *there = result == LOAM_OK;
    b->has_light |= *there;
    b->light_stale = !*there;
    b->light_loaded = b->light_loaded && !*there;
    return result == LOAM_NOT_FOUND ? LOAM_OK : result;
}
