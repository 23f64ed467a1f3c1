// SPDX-License-Identifier: MIT
// One column of the world. C and GLSL read this one file: all members have the same size and place in both.
#ifndef LOAM_TILES_COLUMN_H
#define LOAM_TILES_COLUMN_H

#ifdef GL_core_profile
#define COLUMN_INT int
#else
#include <stdint.h>
#define COLUMN_INT int32_t
#endif

struct tile_column
{
    COLUMN_INT surface;   // the first free tile above the ground, the bed of a lake
    COLUMN_INT water;     // the first free tile above a lake, -TILE_HEIGHT_END without one
    COLUMN_INT seal;      // down to here there are no caves, because of a lake
    COLUMN_INT rock_line; // the common rock begins below it
    COLUMN_INT tilt;      // by how much rock layers are lifted here
    float lid;            // what the topmost ground is more solid by, so that caves seldom open
    float soil;           // how deep the soil is
    float slope;          // of the elevation, 0 flat .. 1 steepest
    float temperature, humidity; // 0..1
    float cover_line, cover_depth, surface_depth, pools;
    COLUMN_INT biome; // the nearest one
};

#endif
