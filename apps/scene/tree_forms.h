// SPDX-License-Identifier: MIT
// Which forms of a thing are drawn at a distance, and in which of its pixels. Near forms go over to far ones, and things
// end, pixel by pixel: nothing appears or goes at once.
#ifndef LOAM_SCENE_TREE_FORMS_H
#define LOAM_SCENE_TREE_FORMS_H

#include "loam/base.h"

/// Of the near forms' distance, over which the far ones take their place: the last quarter of it.
#define TREE_NEAR_FADE 0.25f

/// A form, and the share of the pixels it has: from `from` up to `to`, of 0 .. 1.
typedef struct tree_form
{
    bool is_far;
    float from, to;
} tree_form;

/// What is asked about a thing.
typedef struct tree_distance
{
    float to_viewer;
    float end;    // up to where there are things of its rank
    float early;  // 0 .. 1: how much sooner it goes than others do, so that woods thin out
    float near;   // up to where there are near forms
    float budget; // up to where there are triangles for any
} tree_distance;

/// Returns how many forms there are, 0 to 2; near before far.
int32_t tree_forms(const tree_distance *at, tree_form out[2]);

enum
{
    TREE_BINS = 1024
};

/// Triangles of things that may be drawn, by their distance. Starts as {.widest = ...}.
typedef struct tree_bins
{
    float widest; // no thing is further
    int64_t near[TREE_BINS], far[TREE_BINS];
} tree_bins;

/// How many triangles there may be, and up to where near forms are drawn at most.
typedef struct tree_budget
{
    int64_t near_triangles, triangles;
    float near;
} tree_budget;

/// A thing with so many triangles in its near and in its far form.
void tree_bins_add(tree_bins *bins, float distance, int64_t near, int64_t far);

/// Up to where near forms, and any forms, can be drawn within the budget: tree_distance.near and .budget.
void tree_bins_find_ends(const tree_bins *bins, const tree_budget *budget, float *near, float *end);

#endif
