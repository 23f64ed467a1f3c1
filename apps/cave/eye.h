// SPDX-License-Identifier: MIT
// Eyes in a cave: where the lamp is, how much they are used to the dark, how far one can look back. Knows no OpenGL.
#ifndef LOAM_CAVE_EYE_H
#define LOAM_CAVE_EYE_H

#include "cave/rock.h"
#include "scene/camera.h"

/// The cell that a place lies in, m.
void cave_cell_at(const cave_rock *rock, double x, double y, double z, int64_t cell[3]);

/// The lamp in the right hand of eyes at a place: relative to a camera's.
void cave_lamp_at(const camera *from, const double eyes[3], double yaw, float out[3]);

/// How dark it is around a place, 0 .. 1, by the light of the sky there.
float cave_darkness(cave_rock *rock, double x, double y, double z);

/// How much of a way, m, is free, up to its length; so much before rock ends it that a camera there shows no gap.
double cave_free_way(cave_rock *rock, const double from[3], const double way[3], double length);

#endif
