// SPDX-License-Identifier: MIT
// The cells' arrays as columns of the graph.
#ifndef LOAM_LAND_WATER_COLUMNS_H
#define LOAM_LAND_WATER_COLUMNS_H

#include "land/basis/cells.h"

/// Makes the arrays of landN.cells known to the graph under their names, and adds those of edges,
/// "edge.river" (the flow that crosses it, 0 for none) and "edge.road" (1 where a road does), and of
/// vertices, "vertex.height" (the mean of its cells) and "vertex.drains" (which of its cells, 0..2, is the
/// lowest).
loam_result loam_land_columns_add(loam_graph *graph, int32_t level);

#endif
