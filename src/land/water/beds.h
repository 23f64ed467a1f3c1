// SPDX-License-Identifier: MIT
// What runs in the channels of a coarser level, once the sea and lower beds have taken some of their cells.
#ifndef LOAM_LAND_WATER_BEDS_H
#define LOAM_LAND_WATER_BEDS_H

#include "land/water/ground.h"

enum
{
    LAND_BED_HOPS = 14,    // steps that a bed is followed down from where its river has left it
    LAND_RUN_ON_HOPS = 16, // and that a river is followed in another's bed
};

/// Channels of a window, as they are laid, w x h values each.
typedef struct land_beds
{
    land_window window;
    const float *kind, *fixed, *next, *carried, *into;
    const float *split, *fork, *share; // branches, which feed what they lead into
    const uint8_t *hangs;              // where the kind is sea: whether it is one
} land_beds;

/// A cell that a channel or a branch leads from, and where to; -1 for nowhere.
typedef struct land_bed
{
    int32_t cell, to, branch_to;
} land_bed;

/// What is worked in: arrays of as many values as the window has.
typedef struct land_bed_work
{
    land_bed *beds;
    float *flow, *sum, *most;
    int32_t count;
} land_bed_work;

/// Sets flow of work for the cells of channels: what they carry, less where the river has left the bed: what
/// comes in from elsewhere, LAND_DRY_BED for nothing. It is so for cells at least LAND_RUN_ON_HOPS +
/// LAND_BED_HOPS + 1 from the border of the window.
void loam_land_beds_follow(const land_beds *beds, land_bed_work *work);

#endif
