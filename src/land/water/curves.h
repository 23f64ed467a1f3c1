// SPDX-License-Identifier: MIT
// The courses of a coarser level's water as curves: from the site of a cell to the curve of the cell that it
// drains to. Both the finer level, which lets its channels run along them, and maps draw the same ones.
#ifndef LOAM_LAND_CURVES_H
#define LOAM_LAND_CURVES_H

#include "land/water/curve_cells.h"

enum
{
    LAND_CURVE_POINTS = 33, // of a curve; the first half ends at point 16
};

/// The curve of one cell. What flows changes at points where others join.
typedef struct land_curve
{
    int32_t x[LAND_CURVE_POINTS], z[LAND_CURVE_POINTS];
    float water[LAND_CURVE_POINTS]; // strictly falling
    float flow[LAND_CURVE_POINTS];  // never falling
    bool still[LAND_CURVE_POINTS];  // in a lake
    float arm;                      // the part of the flow that runs here, in deltas; 0 elsewhere
    int32_t to;                     // the receiver's index in the window
    int32_t joint;                  // the point of the receiver's curve that it ends at
} land_curve;

/// The curve of cell `index`, which drains somewhere and lies at least LAND_CURVE_MARGIN cells from the border of
/// the window.
void loam_land_curve_of(const land_curve_cells *cells, int32_t index, land_curve *out);

/// A curve to any neighbour that drains somewhere or lies in the sea, without flow.
void loam_land_curve_towards(const land_curve_cells *cells, int32_t index, int32_t direction,
                             land_curve *out);

/// Where a point of the first half of a cell's curve lies, without the rest.
void loam_land_curve_point(const land_curve_cells *cells, int32_t index, int32_t point, int32_t *x,
                           int32_t *z);

/// The point of a cell's curve that the cell in direction `from` joins at: 0, its site, for the one opposite
/// of where its water leaves to, and for lakes, through which all water passes.
int32_t loam_land_curve_joint(const land_curve_cells *cells, int32_t index, int32_t from);

/// By how much water falls from the site of a lake's cell to its outlet, where it is `water` metres above the
/// sea and `below` where it drains to: centimetres, enough for every cell on the way to be lower than the one
/// before.
float loam_land_lake_fall(float water, float below);

/// No channel through a lake lies further than this above or below the level of its outlet.
float loam_land_lake_band(float level);

/// The widest that a river is, in metres.
#define LAND_WIDEST_RIVER 1000.0f

/// How wide a river is, in metres, where its water stands `water` metres above the sea. It widens towards the
/// sea into an estuary, smoothly; with more flow or lower water it is never narrower. An arm of a delta,
/// whose part of the flow is `arm` (0 for none), fills what the tide would keep open, and hardly widens.
float loam_land_river_width(float flow, float water, float arm);

/// The point of a curve where even ground, from a cell above the sea's level to one below it, meets that
/// level; never the first.
int32_t loam_land_curve_coast(float above, float below);

/// Where the sea is narrow the smooth ground may lie above it at the very site where a river ends. So rivers
/// run on from there to deeper sea, by two cells at most.
typedef struct land_way_out
{
    int32_t to;      // the cell itself if no river runs there, or nothing is deeper
    float flow, arm; // of the largest
} land_way_out;

/// That of a cell of the sea, at least LAND_CURVE_MARGIN cells from the border of the window.
land_way_out loam_land_curve_way_out(const land_curve_cells *cells, int32_t sea);

#endif
