// SPDX-License-Identifier: MIT
// What the stages of water hand to each other, and the figures of each level.
//
// A level is made in steps: raw (the shape of the ground before its own water), height (what water runs on,
// and where it runs to), cells (how much runs there). Level 0 has basins between raw and height; its climate
// reads raw alone, its roads raw and height; roads of the others read those and the coarser cells. Levels 1
// and 2 have a draft before raw, which knows nothing of what lies around its page, and filled between raw and
// height, from which erosion makes the height; at level 1 that is called eroded, and height is what deltas
// make of it. How far each step reads, in cells, is in stages.c: no further than the pages around its own,
// but for flow and roads of level 0.
#ifndef LOAM_LAND_GROUND_H
#define LOAM_LAND_GROUND_H

#include "land/basis/shape.h"
#include "land/basis/window.h"

/// The parameters of every stage of water. No padding: it is part of the identity of pages.
typedef struct land_parameters
{
    uint64_t seed; // of the land
    land_world_shape shape;
    int32_t level;
    int32_t spare;
} land_parameters;

/// More than any height. Values above LAND_NOWHERE / 2 mean "not reached".
#define LAND_NOWHERE 1e30f

/// The length of a link that is not there: even on the gentlest slope it leads above LAND_NOWHERE.
#define LAND_NO_LINK 1e36f

/// What runs in a channel whose river has left it: only what falls around it, which the coarser level does
/// not know.
#define LAND_DRY_BED -1.0f

/// landN.raw, and landN.draft before it
typedef struct land_raw
{
    int32_t site_x[LAND_CELLS], site_z[LAND_CELLS]; // units from the low corner of the page
    float links[LAND_CELLS];
    float kind[LAND_CELLS];   // a land_kind
    float height[LAND_CELLS]; // m; of the lake's level for LAND_LAKE
    float ruggedness[LAND_CELLS];
    float boldness[LAND_CELLS]; // of crests, see basis/detail.h; of levels that have coarser ones
    float warmth[LAND_CELLS];   // degrees at the level of the sea
    float rain[LAND_CELLS];     // mm a year; 0 at level 0
    float fixed[LAND_CELLS];    // what water runs on in coarser channels, or LAND_NOWHERE
    float next[LAND_CELLS];     // direction along that channel
    float still[LAND_CELLS];    // 1 where the channel leads through a lake
    float carried[LAND_CELLS];  // what flows in it, km^2 under 1000 mm of rain, or LAND_DRY_BED
    float course[LAND_CELLS];   // which channel that is, as in land_cells
    float arm[LAND_CELLS];      // the part of that that runs here, in deltas; 0 elsewhere
    float fork[LAND_CELLS];  // direction along a branch of the coarser level, or LAND_NO_DIRECTION
    float split[LAND_CELLS]; // what water runs on in that branch, or LAND_NOWHERE
    float share[LAND_CELLS]; // what flows in that branch
    float inlet[LAND_CELLS]; // 1 where the sea comes in to meet a river, or leads on to open sea
    float into[LAND_CELLS];  // the most that a curve of the coarser level brings into the cell
} land_raw;

/// land0.basins
typedef struct land_basins
{
    float sink[LAND_CELLS]; // 1 where water ends inland
} land_basins;

/// landN.height
typedef struct land_ground
{
    float kind[LAND_CELLS];
    float water[LAND_CELLS]; // what water runs on: lower at the receiver, also within lakes
    float receiver[LAND_CELLS];
    float branch[LAND_CELLS]; // a second receiver in deltas; of level 1 alone
    float plain[LAND_CELLS];  // how much of its ruggedness a delta has taken, 0..1; likewise
} land_ground;

/// land0.climate
typedef struct land_rain
{
    float rain[LAND_CELLS];
} land_rain;

/// The least that the ground beside a lake lies at: above all water in the lake, so that it runs out at its
/// outlet alone.
static inline float land_shore(float level)
{
    return level + 0.7f + 2e-4f * level;
}

/// How far the steps see, in lattice cells. Within LOAM_GRAPH_SIDE one ring of pages is enough.
enum
{
    LAND_HEIGHT_MARGIN = LOAM_GRAPH_SIDE, // mouths, valleys, filling and the receiver's step
    LAND_SEA_HOPS = 15,                   // a basin without an outlet has no sea within this
    LAND_MOUTH_HOPS = 5,                  // channels come down to the sea within this
    LAND_VALLEY_HOPS = 10,                // channels shape their valleys up to here
    LAND_FIRST_FILL_HOPS = 31, // how far ground is filled from seas and sinks, at level 0
    LAND_FILL_HOPS = 15,       // and from channels at finer ones
    LAND_FIRST_FLOW_HOPS = 60, // the longest way of water that is counted, at level 0
    LAND_FLOW_HOPS = 30,       // and from the hills to a channel at finer ones, see flow.c
    LAND_FLOW_RING = 2,        // cells around a page whose flow the choice of lakes looks at
};

/// The figures of a level.
typedef struct land_level_figures
{
    float cell_m;      // loam_land_cell_size
    float cell_km2;    // mean area of a cell
    float least_slope; // of water that runs over filled ground
    float gentle_side; // slopes of valleys, where it is flat and where it is alpine
    float steep_side;
    float gentle_crest; // slopes of cells that nothing runs into, likewise
    float steep_crest;
    float homing;      // how much steeper ways count that lead nearer to a channel or sea
    int32_t fill_hops; // ground further than this from any channel or sea is a pan of its own
    int32_t flow_hops;
    int32_t valley_hops; // 0: no channels come from a coarser level
} land_level_figures;

land_level_figures loam_land_figures(int32_t level);

/// A stage does its work in steps, one a slice, none of which takes long. They share the first `size` bytes
/// of the scratch memory; what a step takes besides stays too.
typedef loam_result land_slice_step(loam_slice *slice, void *work);
loam_result loam_land_run_step(loam_slice *slice, land_slice_step *const *steps, size_t size);

/// Seeds of the parts that several stages share.
uint64_t loam_land_site_seed(uint64_t seed, int32_t level);
uint64_t loam_land_detail_seed(uint64_t seed, int32_t level);
uint64_t loam_land_water_seed(uint64_t seed, int32_t level);

#endif
