// SPDX-License-Identifier: MIT
// The cells' arrays as columns of the graph.
#ifndef LOAM_LAND_WATER_COLUMNS_H
#define LOAM_LAND_WATER_COLUMNS_H

#include "land/cells.h"

/// Makes the arrays of landN.cells known to the graph under their names.
loam_result land_columns_add(loam_graph *graph, int32_t level);

#endif
