// SPDX-License-Identifier: MIT
#include "scatter/scatter.h"

#include "loam/noise.h"
#include "loam/random.h"

// Which sites stay, and what stands there. All of it is drawn from the site's id, so a site's fate depends on no other:
// pruning by a mask (Blomqvist et al. 2016, 3.6), where 1 keeps all (3.6 says so and the contrary).
//
// The thesis lets things breed: a neighbour is of the same kind with a self spawn chance, else drawn by population. That
// depends on the order. Here the plane has patches, each with a kind drawn by weight, and a point goes with its patch by
// the same chance, else it draws by itself: clusters as there, shares as the weights say, and no order.

enum
{
    DRAW_STAY,
    DRAW_SIZE,
    DRAW_TURN,
    DRAW_TOGETHER,
    DRAW_KIND,
};

/// Noises of a layer.
typedef struct looks
{
    loam_noise clusters, patches;
} looks;

static loam_result prepare(const loam_scatter_page *page, looks *out)
{
    loam_noise_def clusters = loam_default_noise_def(), patches = loam_default_noise_def();
    clusters.wavelength = (double)page->plan->cluster_size * LOAM_SCATTER_ONE;
    clusters.octaves = 2;
    patches.kind = LOAM_NOISE_CELLULAR;
    patches.cell = LOAM_CELL_VALUE;
    patches.wavelength = (double)page->plan->patch_size * LOAM_SCATTER_ONE;
    const loam_result result = loam_noise_init(&out->clusters, &clusters,
                                               loam_seed_derive(page->seed, "clusters"));
    return result != LOAM_OK
               ? result
               : loam_noise_init(&out->patches, &patches, loam_seed_derive(page->seed, "patches"));
}

static float clamp_share(float value)
{
    return value > 0.0f ? value < 1.0f ? value : 1.0f : 0.0f;
}

/// How much clusters leave at a place: all inside of them, 1 - cluster between, and a soft edge.
static float in_cluster(const loam_scatter_plan *plan, const looks *by, int64_t x, int64_t y)
{
    if (plan->cluster <= 0.0f)
    {
        return 1.0f;
    }
    const float t = clamp_share(0.5f + 3.0f * loam_noise_at2(&by->clusters, x, y));
    return 1.0f - plan->cluster * (1.0f - t * t * (3.0f - 2.0f * t));
}

static bool stays(const loam_scatter_page *page, const looks *by, const loam_scatter_point *point)
{
    const loam_scatter_plan *const plan = page->plan;
    float chance = plan->density * in_cluster(plan, by, point->x, point->y);
    if (plan->has_density)
    {
        chance *= clamp_share(page->layer->density_at(page->layer->user, point->x, point->y));
    }
    return loam_random_float(point->id, DRAW_STAY) < chance;
}

/// The kind that a number of 0 .. 1 stands for, by weight.
static int32_t kind_of(const loam_scatter_plan *plan, float number)
{
    float sum = 0.0f, up_to = 0.0f;
    int32_t last = 0;
    for (int32_t i = 0; i < plan->kind_count; i++)
    {
        sum += plan->kind_weights[i];
    }
    for (int32_t i = 0; i < plan->kind_count; i++)
    {
        up_to += plan->kind_weights[i];
        last = plan->kind_weights[i] > 0.0f ? i : last;
        if (number * sum < up_to)
        {
            return i;
        }
    }
    return last;
}

static int32_t choose_kind(const loam_scatter_plan *plan, const looks *by,
                           const loam_scatter_point *point)
{
    if (plan->kind_count == 1)
    {
        return 0;
    }
    const bool together = loam_random_float(point->id, DRAW_TOGETHER) < plan->together;
    return kind_of(plan, together ? 0.5f + 0.5f * loam_noise_at2(&by->patches, point->x, point->y)
                                  : loam_random_float(point->id, DRAW_KIND));
}

loam_result loam_scatter_thin(const loam_scatter_page *page, const loam_scatter_site *sites,
                              int32_t count, loam_scatter_point *out, int32_t *kept)
{
    const loam_scatter_plan *const plan = page->plan;
    looks by;
    const loam_result result = prepare(page, &by);
    *kept = 0;
    for (int32_t i = 0; i < count && result == LOAM_OK; i++)
    {
        loam_scatter_point point = {
            .x = page->x + sites[i].x, .y = page->y + sites[i].y, .layer = plan->index};
        point.id = loam_seed_at(page->seed, point.x, point.y, 1);
        if (stays(page, &by, &point))
        {
            point.size = plan->size_low + (plan->size_high - plan->size_low) *
                                              loam_random_float(point.id, DRAW_SIZE);
            point.turn = loam_random_float(point.id, DRAW_TURN);
            point.kind = choose_kind(plan, &by, &point);
            out[(*kept)++] = point;
        }
    }
    return result;
}
