// SPDX-License-Identifier: MIT
// Columns on a graph for tests: a number of each cell, means of it around, and what follows for edges and
// vertices.
#ifndef LOAM_TESTS_LAND_GRAPH_FIXTURE_H
#define LOAM_TESTS_LAND_GRAPH_FIXTURE_H

#include "graph_world.h"

enum
{
    GRAPH_COLUMNS = 7, // that are added
};

/// What column "value" says for a site.
float graph_column_value(int64_t x, int64_t z);

/// The stage of column "value".
loam_result graph_column_run_value(const loam_graph_view *view, loam_slice *slice,
                                   float *const *out);

/// "value"; "mean" and "mean2", over the rings of cells; "plain", of a stage of the pipeline; "step" on
/// edges, "top" on vertices and "own" on cells.
void graph_world_add_columns(graph_world *world);

/// A copy of a page of a column, checked to have as many values. It lasts until GRAPH_COLUMNS more are asked
/// for.
const float *graph_world_column(graph_world *world, const char *name, int64_t x, int64_t z,
                                int32_t expected);

#endif
