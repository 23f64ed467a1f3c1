// SPDX-License-Identifier: MIT
// Rivers and lakes on a surface: where their water stands, and what the ground around it may be.
#ifndef LOAM_LAND_RIVERS_H
#define LOAM_LAND_RIVERS_H

#include "land/surface/control.h"
#include "land/water/curves.h"
#include "land/window.h"

/// No bound: land_banks.
#define LAND_UNBOUND 1e30f

/// The furthest that loam_land_samples.river tells.
#define LAND_RIVER_FAR 1024.0f

/// How many lattice cells around a place its rivers may come from, at the finest level and at the others.
enum
{
    LAND_FINE_RIVER_MARGIN = 20,
    LAND_FINE_BOUND_MARGIN = 10, // if only those are asked for that bound the ground
    LAND_RIVER_MARGIN = 7,
};

/// That of a level, for samples that are told of waters up to so far away.
int32_t loam_land_river_margin(int32_t level, float told);

/// The lengths of a level, metres.
typedef struct land_bank_figures
{
    float metres; // of 1/16 units
    float cell;
    int32_t level;
    float calm;   // how far from its bank hills are lower
    float reach;  // how far from its bank a narrow water bounds the ground
    float most;   // the widest
    float told;   // how far waters are told of, whether or not they bound anything
    float ragged; // the most that a bank lies beside the even one, 0 where that would not be seen
} land_bank_figures;

/// Those of a level, for places that are told nothing.
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

/// The water in a straight piece of a river's curve. Lengths are metres.
typedef struct land_river_piece
{
    float level, fall;    // of the water at the upper end, and by how much it falls
    float half, widening; // half the width there, and by how much it grows
    float lift, lifting; // how far the ground there lies below the bank, and by how much that grows
    float flow;
} land_river_piece;

enum
{
    LAND_PIECES = 16, // of a curve
};

/// The way of a river from its cell's site to where it joins the next. Where its pieces lie are arrays of
/// their own, so that several are measured at once.
typedef struct land_river_curve
{
    int32_t low_x, low_z, high_x, high_z;             // around the curve, 1/16 units
    float half;                                       // the greatest
    float grade;                                      // fall per metre
    int32_t x[LAND_PIECES + 1], z[LAND_PIECES + 1];   // ends of its pieces, 1/16 units
    float along_x[LAND_PIECES], along_z[LAND_PIECES]; // from one end to the next, metres
    float inverse[LAND_PIECES];                       // 1 / length^2
    land_river_piece pieces[LAND_PIECES];
} land_river_curve;

/// The curves that matter to a rectangle (1/16 units), in the order of the lattice; out has room for
/// loam_land_river_capacity. Returns how many there are.
int32_t loam_land_river_curves(const land_river_cells *cells, const land_bank_figures *figures,
                               int32_t low_x, int32_t low_z, int32_t high_x, int32_t high_z,
                               land_river_curve *out);

/// Tells a curve how high the smooth ground is at the ends of its pieces.
void loam_land_river_lift(land_river_curve *curve, const float ground[LAND_PIECES + 1]);

/// How many curves cells can have at most.
int32_t loam_land_river_capacity(int32_t cell_count);

/// A river whose bank is near to a place.
typedef struct land_river_side
{
    float out, half;  // m to the bank, and half its width
    float to_x, to_z; // 1 m towards the middle of the river
    float water, flow;
} land_river_side;

enum
{
    LAND_RIVER_SIDES = 6, // what is further in the order of rivers than so many rounds no corner
};

/// What waters say of a place.
typedef struct land_banks
{
    float high, low; // the ground lies between
    float lift;      // by how much the ground is raised, so that rivers lie in it and not on dams
    float cone;      // but not above this, the lowest of their banks and sides
    float hidden;    // banks of rivers here that are too narrow to be shown: nothing dams them up
    float bed;       // the ground, where there is water; LAND_UNBOUND where there is none
    float water;     // its level, LOAM_LAND_DRY without any
    float rank;      // how far from the middle of that water, the nearest of several wins
    float distance;  // to the nearest bank, m, negative in water
    float flow;      // the most of a river here, less and less beside it
    int32_t side_count;
    land_river_side sides[LAND_RIVER_SIDES];
} land_banks;

void loam_land_banks_clear(land_banks *banks);

/// How far from its bank a river bounds the ground, or is told of, at most.
float loam_land_curve_reach(const land_river_curve *curve, const land_bank_figures *figures);

/// Metres from a place (1/16 units) to the box around a curve, less half its width.
float loam_land_curve_gap(const land_river_curve *curve, const land_bank_figures *figures,
                          int32_t x, int32_t z);

/// Pieces first .. last of a curve: those that can be nearest to some place.
typedef struct land_river_part
{
    const land_river_curve *curve;
    int32_t first, last;
    int32_t low_x, low_z, high_x, high_z; // around them, 1/16 units
} land_river_part;

/// All of a curve.
land_river_part loam_land_river_whole(const land_river_curve *curve);

/// The pieces of a curve that can be nearest to a place within `radius` metres of (x, z) (1/16 units). *gap
/// is set to how far from the curve's bank such places are at least.
land_river_part loam_land_river_part_near(const land_river_curve *curve,
                                          const land_bank_figures *figures, int32_t x, int32_t z,
                                          float radius, float *gap);

/// The ground that waters bound: without hills, and the steepest rise of valley sides, m a metre.
typedef struct land_ground_line
{
    float smooth, side;
    int64_t x, z;  // where it is, m
    uint64_t seed; // of the unevenness of banks
} land_ground_line;

/// Adds a river to a place (1/16 units). Of a river that is narrower than the step only the valley is there:
/// its water would be scattered drops.
void loam_land_banks_river(land_banks *banks, const land_river_part *part,
                           const land_bank_figures *figures, int32_t x, int32_t z,
                           const land_ground_line *ground, float step);

/// After all rivers: corners between rivers that meet are round.
void loam_land_banks_corners(land_banks *banks);

typedef struct land_lake_place
{
    float out;    // m to its shore, negative in it
    float radius; // of the lake
    float water;
} land_lake_place;

/// Adds a lake. One of hardly more than a step would be a speck: its place is dry ground at its level.
void loam_land_banks_lake(land_banks *banks, const land_bank_figures *figures,
                          const land_lake_place *lake, const land_ground_line *ground, float step);

/// Dry ground never lies below the sea, near water or not.
static inline float land_dry_ground(float height)
{
    return height > 0.02f ? height : 0.02f;
}

/// The ground at a place above the sea, with `ground` as it would be without water, and `smooth` that without
/// hills.
float loam_land_banks_ground(const land_banks *banks, const land_bank_figures *figures,
                             float smooth, float ground);

/// How deep a river or lake can be that is shown at half a step and not at it.
float loam_land_river_bound(int64_t step);

#endif
