// SPDX-License-Identifier: MIT
// The stages that water is made of.
#ifndef LOAM_LAND_WATER_STAGES_H
#define LOAM_LAND_WATER_STAGES_H

#include "land/water/ground.h"

/// Adds land0.raw .. land2.cells to a pipeline.
loam_result loam_land_water_add(loam_pipeline *pipeline, uint64_t seed,
                                const loam_land_shape *shape);

#endif
