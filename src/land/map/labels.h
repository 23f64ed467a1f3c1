// SPDX-License-Identifier: MIT
// Names on a map: how each kind is lettered, and where there is room.
#ifndef LOAM_LAND_MAP_LABELS_H
#define LOAM_LAND_MAP_LABELS_H

#include "land/map/features.h"

/// Writes the names of what a map shows onto its picture.
loam_result loam_map_draw_names(loam_land *land, const loam_env *env, const loam_land_map_def *def,
                                loam_picture *picture);

#endif
