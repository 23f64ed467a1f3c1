// SPDX-License-Identifier: MIT
// Where one looks from, and what is in sight of there. Matrices are columns, as OpenGL has them.
#ifndef LOAM_SCENE_CAMERA_H
#define LOAM_SCENE_CAMERA_H

#include "loam/base.h"

/// x, z: whole metres; dx, dz: what is left of one, 0 .. 1. y: m above the sea.
typedef struct camera
{
    int64_t x, z;
    double dx, dz;
    double y;
    double azimuth;   // degrees from north over east
    double elevation; // degrees, -90 .. 90
    double fov;       // degrees, upwards
    double tilt;      // degrees that the head is tilted to the right
} camera;

/// Everything is relative to (x + dx, 0, z + dz): heights stay what they are.
typedef struct camera_frame
{
    float right[3], up[3], ahead[3];
    float tan_x, tan_y; // of half the angles
    float eye;          // height
    float near, far;    // m
    float to_clip[16];
    float sides[4][4]; // planes of the view; what is inside is on their positive side
} camera_frame;

void camera_place(const camera *from, float aspect, float near, float far, camera_frame *out);

/// Whether a box may be in sight: low and high corner, relative as above.
bool camera_sees(const camera_frame *frame, const float low[3], const float high[3]);

#endif
