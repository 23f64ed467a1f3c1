// SPDX-License-Identifier: MIT
// A sailing boat. A step is a pure function of the boat, what is asked of it, the wind and the water: the same inputs
// lead to the same places to the bit (apps/walk does it so, too).
//
// The sail is a plate that the wind presses on across, the keel lets the boat go ahead and hardly aside, the rudder
// turns what goes. From these come what sailors know: no way straight into the wind, most speed across it, leeway,
// heel, sails that flap when they are let out too far and stall when they are hauled in too much.
#ifndef LOAM_VOYAGE_BOAT_H
#define LOAM_VOYAGE_BOAT_H

#include "loam/base.h"

#define BOAT_LENGTH 9.0
#define BOAT_BEAM 2.8
/// m of water from which on the keel touches nothing.
#define BOAT_DRAUGHT 1.1
/// Below so much water no part of the hull goes on, m.
#define BOAT_BARE 0.45
/// The anchor holds in no deeper water, m.
#define BOAT_CHAIN 16.0
/// m/s that no boat exceeds.
#define BOAT_FASTEST 14.0

/// What is asked of one step. All of it is integers, so that files hold it exactly.
typedef struct boat_input
{
    int32_t rudder; // percent, -100 .. 100, to the right
    int32_t row;    // likewise, ahead
    int32_t sheet;  // likewise: hauls in, or eases
    int32_t sail;   // percent that is to be set, 0 .. 100
    bool trims;     // the sheet looks after itself
    bool anchor;    // is to be down
} boat_input;

typedef struct boat
{
    double x, z;           // its middle, m
    double vx, vz;         // over ground, m/s
    double heading;        // turns from north over east, 0 .. 1
    double turning;        // radians a second, to the right
    double heel;           // radians, to the right
    double heeling;        // radians a second
    double rudder;         // -1 .. 1
    double sheet;          // radians that the boom may be out
    double boom;           // radians that it is out, to the right
    double set;            // share of the sail that is set, 0 .. 1
    double strain;         // how full the sail is, 0 flaps .. 1
    double wind_x, wind_z; // the wind that it had last, m/s
    double depth;          // of the water below its middle, m
    double anchor_x, anchor_z;
    bool anchored, aground;
    double way;     // m that it has come
    uint64_t steps; // 1/60 s
} boat;

/// Answers how much water there is at a place, m, less beside what stands in it; below 0 on land.
typedef struct boat_water
{
    loam_result (*clearance)(void *user, double x, double z, double *out);
    void *user;
} boat_water;

/// A boat that lies still at a place, with its sail furled.
boat boat_at(double x, double z, double heading);

/// The least clearance below the hull as it would lie at a place.
loam_result boat_clearance(const boat_water *water, double x, double z, double heading,
                           double *out);

/// One step in a wind, m/s to the east and north. If the water is not known the boat stays as it was.
loam_result boat_step(boat *b, const boat_input *in, const double wind[2], const boat_water *water);

/// Where the wind comes from that is felt aboard: radians from ahead to the right, -pi .. pi. *speed: m/s.
double boat_wind_felt(const boat *b, double *speed);

/// Speed ahead and to the right, m/s.
void boat_speeds(const boat *b, double *ahead, double *aside);

uint64_t boat_hash(const boat *b);

#endif
