// SPDX-License-Identifier: MIT
// The ground of a patchwork, for whoever walks on it (apps/walk).
#ifndef LOAM_PATCH_GROUND_H
#define LOAM_PATCH_GROUND_H

#include "loam/loam.h"
#include "walk/walker.h"

/// Answers for metres, between the vertices by their heights. There is no water: what looks like it bears.
walk_world patch_ground(const loam_patchwork *patchwork);

/// Height at a place, m; -20000 if it is not known.
double patch_ground_height(const loam_patchwork *patchwork, double x, double z);

#endif
