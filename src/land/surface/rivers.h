// SPDX-License-Identifier: MIT
// Rivers and lakes on a surface: where their water stands, and what the ground around it may be.
#ifndef LOAM_LAND_RIVERS_H
#define LOAM_LAND_RIVERS_H

#include "land/basis/window.h"
#include "land/surface/banks.h"
#include "land/surface/control.h"
#include "land/water/curves.h"

/// The furthest that loam_land_samples.river tells.
#define LAND_RIVER_FAR 1024.0f

/// How many lattice cells around a place its rivers may come from, at the finest level and at the others.
enum
{
    LAND_FINE_RIVER_MARGIN = 20,
    LAND_FINE_BOUND_MARGIN = 10, // if only those are asked for that bound the ground
    LAND_RIVER_MARGIN = 7,
};

/// That of a level, for samples that report waters up to so far away.
int32_t loam_land_river_margin(int32_t level, float water_range_m);

/// Those of a level, for places that report none.
land_bank_figures loam_land_bank_figures_of(int32_t level);

/// The cells that rivers are made of.
typedef struct land_river_cells
{
    land_curve_cells curves;    // sites in 1/16 units, as in a land_field
    int64_t origin_x, origin_z; // m, where they are counted from
} land_river_cells;

/// The cells of a window, in the arena.
loam_result loam_land_river_cells_gather(const land_window *window, int32_t level, uint64_t seed,
                                         land_page_source source, loam_arena *arena,
                                         land_river_cells *out);

/// The curves that matter to a rectangle (1/16 units), in the order of the lattice; out has room for
/// loam_land_river_capacity. Returns how many there are; -1 with a message if one is longer than windows have
/// room for, which no land should have.
int32_t loam_land_river_curves(const land_river_cells *cells, const land_bank_figures *figures,
                               int32_t low_x, int32_t low_z, int32_t high_x, int32_t high_z,
                               land_river_curve *out);

/// Tells a curve how high the smooth ground is at the ends of its pieces.
void loam_land_river_lift(land_river_curve *curve, const float ground[LAND_PIECES + 1]);

/// How many curves cells can have at most.
int32_t loam_land_river_capacity(int32_t cell_count);

/// How far from its bank a river bounds the ground, or is reported, at most.
float loam_land_curve_reach(const land_river_curve *curve, const land_bank_figures *figures);

/// Metres from a place (1/16 units) to the box around a curve, less half its width.
float loam_land_curve_gap(const land_river_curve *curve, const land_bank_figures *figures,
                          int32_t x, int32_t z);

/// All of a curve.
land_river_part loam_land_river_whole(const land_river_curve *curve);

/// The pieces of a curve that can be nearest to a place within `radius` metres of (x, z) (1/16 units). *gap
/// is set to how far from the curve's bank such places are at least.
land_river_part loam_land_river_part_near(const land_river_curve *curve,
                                          const land_bank_figures *figures, int32_t x, int32_t z,
                                          float radius, float *gap);

/// How deep a river or lake can be that is shown at half a step and not at it.
float loam_land_river_bound(int64_t step);

#endif
