// SPDX-License-Identifier: MIT
// A land that tests know by heart: jittered hexagons on a tilted plane that falls west, with a river along a
// lattice row, a lake on it and a sea at its end.
#ifndef LOAM_TESTS_LAND_FIXTURE_H
#define LOAM_TESTS_LAND_FIXTURE_H

#include "land/basis/cells.h"
#include "land/surface/surface.h"

/// The cells of a page of that land, a pure function of its arguments.
void fixture_cells(land_cells *out, int32_t level, int64_t page_x, int64_t page_z);

/// That land with a surface on a pipeline of its own.
typedef struct land_fixture
{
    loam_pipeline *pipeline;
    land_surface *surface;
} land_fixture;

/// biomes: a program's own, as in loam_land_def.
loam_result fixture_open(land_fixture *out, const loam_env *env, const loam_land_biome *biomes,
                         int32_t biome_count);
void fixture_close(land_fixture *fixture);

#endif
