// SPDX-License-Identifier: MIT
// Light of the sky in and below the land, on a grid around the viewer.
#ifndef LOAM_SCENE_BODY_LIGHT_H
#define LOAM_SCENE_BODY_LIGHT_H

#include "scene/body.h"

/// Makes it anew if the viewer has gone far enough or voxels have changed. *there: whether it is as it should be.
loam_result body_light_follow(land_body *b, const camera *from, bool *there);

#endif
