// SPDX-License-Identifier: MIT
// The parts of a scatter, for those who have checked the def.
#ifndef LOAM_SCATTER_SCATTER_H
#define LOAM_SCATTER_SCATTER_H

#include "loam/scatter.h"

/// A point before anybody knows what it is, relative to the corner of the ground of its page. Fixed point, as all
/// lengths here.
typedef struct loam_scatter_site
{
    int32_t x, y, spacing;
} loam_scatter_site;

/// What keeps sites away: an earlier point with its clearance.
typedef loam_scatter_site loam_scatter_disc;

/// A layer as its stages know it: parameters of them, and so part of the identity of pages. No pointers.
typedef struct loam_scatter_plan
{
    char scatter[LOAM_MAX_SCATTER_NAME + 1], layer[LOAM_MAX_SCATTER_NAME + 1];
    uint64_t identity;
    int32_t index;  // of the layer
    int32_t colour; // of the pages that a stage of Poisson discs fills, -1 for other stages
    int32_t method;
    int32_t page;   // side
    int32_t margin; // how far the ground of a page, where its sites may lie, goes beyond it
    int32_t ground; // side
    int32_t spacing, widest; // of this layer; the same without spacing_at
    int32_t reach;           // the largest clearance of earlier layers
    int32_t clearances[LOAM_MAX_SCATTER_LAYERS];
    int32_t capacity;         // sites of a page
    int32_t near_capacity;    // sites within `widest` of its ground, and on it
    int32_t earlier_capacity; // points of earlier layers on a page
    int32_t disc_capacity;    // points of earlier layers within `reach` of its ground
    int32_t jitter;           // of 65536
    float density, cluster, cluster_size;
    int32_t kind_count;
    float kind_weights[LOAM_MAX_SCATTER_KINDS];
    float together, patch_size, size_low, size_high;
    int32_t has_density, has_spacing; // whether there are such functions
} loam_scatter_plan;

/// The plan of a layer of a checked def.
void loam_scatter_plan_layer(const loam_scatter_def *def, int32_t index, loam_scatter_plan *out);

/// The seed of a layer.
uint64_t loam_scatter_layer_seed(const loam_scatter_plan *plan, uint64_t world_seed);

/// No more points at such a spacing fit into a square, or an area, of these sides.
int64_t loam_scatter_fit(int64_t w, int64_t h, int64_t spacing);

/// A page under way.
typedef struct loam_scatter_page
{
    const loam_scatter_plan *plan;
    const loam_scatter_layer *layer; // for its functions alone
    uint64_t seed;                   // of the layer
    int64_t page_x, page_y;
    int64_t x, y;                   // of the corner of its ground
    const loam_scatter_disc *discs; // of earlier layers, within reach, relative to that corner
    int32_t disc_count;
} loam_scatter_page;

/// Fills out with the points of squares or hexagons that lie on the page, plan->capacity at most; returns how many.
int32_t loam_scatter_fill_lattice(const loam_scatter_page *page, loam_arena *scratch,
                                  loam_scatter_site *out);
size_t loam_scatter_lattice_scratch(const loam_scatter_plan *plan);

/// Fills out with the Poisson discs of a page, between those near it that are there already.
loam_result loam_scatter_fill_poisson(const loam_scatter_page *page, const loam_scatter_site *near,
                                      int32_t near_count, loam_arena *scratch,
                                      loam_scatter_site *out, int32_t *count);
size_t loam_scatter_poisson_scratch(const loam_scatter_plan *plan);

/// Gives sites that stay what they lack; returns how many there are. out has room for all of them.
loam_result loam_scatter_thin(const loam_scatter_page *page, const loam_scatter_site *sites,
                              int32_t count, loam_scatter_point *out, int32_t *kept);

#endif
