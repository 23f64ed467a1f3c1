// SPDX-License-Identifier: MIT
#include "scatter/scatter.h"

#include "loam/random.h"

#include <string.h>

// From a def to plans: lengths become whole numbers, and memory is counted.

static int32_t fixed(float units)
{
    return (int32_t)(units * LOAM_SCATTER_ONE + 0.5f);
}

// Circles half a spacing around points do not overlap, and no arrangement of them is denser than that of a
// honeycomb (Thue 1910), 1.1547 points to the square of the spacing. Rows of hexagons are a whole number apart, rounded
// down, which makes the smallest ones denser, by 38/32 at most. The sides are two spacings longer: one for circles that
// stand out, one for hexagons whose points are moved in.
int64_t loam_scatter_fit(int64_t w, int64_t h, int64_t spacing)
{
    const double columns = (double)w / (double)spacing + 2.0,
                 rows = (double)h / (double)spacing + 2.0;
    return (int64_t)(1.19 * columns * rows) + 1;
}

/// The least distance that two points of a layer can have; for squares and hexagons as if they were not moved.
static int32_t spacing_of(const loam_scatter_layer *layer)
{
    return fixed(layer->spacing);
}

/// Points of earlier layers on a square.
static int64_t fit_earlier(const loam_scatter_def *def, int32_t index, int64_t side)
{
    int64_t sum = 0;
    for (int32_t i = 0; i < index; i++)
    {
        sum += loam_scatter_fit(side, side, spacing_of(&def->layers[i]));
    }
    return sum;
}

static void plan_looks(const loam_scatter_layer *layer, loam_scatter_plan *out)
{
    out->density = layer->density;
    out->cluster = layer->cluster;
    out->cluster_size = layer->cluster_size;
    out->kind_count = layer->kind_count;
    memcpy(out->kind_weights, layer->kind_weights,
           (size_t)layer->kind_count * sizeof layer->kind_weights[0]);
    out->together = layer->together;
    out->patch_size = layer->patch_size;
    out->size_low = layer->size_low;
    out->size_high = layer->size_high;
    out->has_density = layer->density_at != NULL;
    out->identity = layer->identity;
}

void loam_scatter_plan_layer(const loam_scatter_def *def, int32_t index, loam_scatter_plan *out)
{
    const loam_scatter_layer *const layer = &def->layers[index];
    memset(out, 0, sizeof *out); // padding counts, too
    strcpy(out->scatter, def->name);
    strcpy(out->layer, layer->name);
    out->index = index;
    out->colour = -1;
    out->method = (int32_t)layer->method;
    out->page = def->page_size * LOAM_SCATTER_ONE;
    out->margin = layer->method == LOAM_SCATTER_POISSON ? out->page / 4 : 0;
    out->ground = out->page + 2 * out->margin;
    out->spacing = out->widest = spacing_of(layer);
    out->has_spacing = layer->method == LOAM_SCATTER_POISSON && layer->spacing_at != NULL;
    out->widest = out->has_spacing ? fixed(layer->widest) : out->spacing;
    out->jitter = (int32_t)(layer->jitter * 65536.0f);
    for (int32_t i = 0; i < index; i++)
    {
        out->clearances[i] = fixed(def->layers[i].clearance);
        out->reach = out->clearances[i] > out->reach ? out->clearances[i] : out->reach;
    }
    const int64_t near = out->ground + 2 * (int64_t)out->widest,
                  far = out->ground + 2 * (int64_t)out->reach;
    out->capacity = (int32_t)loam_scatter_fit(out->ground, out->ground, out->spacing);
    out->near_capacity = (int32_t)loam_scatter_fit(near, near, out->spacing);
    out->earlier_capacity = (int32_t)fit_earlier(def, index, out->page);
    out->disc_capacity = (int32_t)fit_earlier(def, index, far);
    plan_looks(layer, out);
}

uint64_t loam_scatter_layer_seed(const loam_scatter_plan *plan, uint64_t world_seed)
{
    return loam_seed_derive(loam_seed_derive(world_seed, plan->scatter), plan->layer);
}
