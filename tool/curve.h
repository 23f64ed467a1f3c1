// SPDX-License-Identifier: MIT
// A row of values as a curve, for noise of one dimension.
#ifndef LOAM_TOOL_CURVE_H
#define LOAM_TOOL_CURVE_H

#include "loam/loam.h"

/// Paints the curve of values[picture->w] over the whole picture, one value a column; low is the
/// bottom, high the top. Below the curve each height has its colour of the ramp.
void curve_paint(loam_picture *picture, const float *values, float low, float high,
                 const char *ramp);

#endif
