// SPDX-License-Identifier: MIT
// How much a picture may cost.
#ifndef LOAM_SCENE_QUALITY_H
#define LOAM_SCENE_QUALITY_H

#include "loam/base.h"

typedef enum quality_kind
{
    QUALITY_LOW, // for processors that play the graphics card
    QUALITY_MEDIUM,
    QUALITY_HIGH,
    QUALITY_ULTRA, // for single pictures
    QUALITY_KINDS,
} quality_kind;

/// "low", "medium", ...; NULL behind the last.
const char *quality_name(int32_t quality);

typedef struct quality
{
    int32_t side;    // texels of a level's maps
    int32_t stride;  // texels between vertices
    int32_t levels;  // of maps, each twice as wide
    int32_t texture; // texels of a material's side
    int32_t taken;   // materials at a place
    int32_t shadow_steps, cloud_steps, mirror_steps;
    int32_t
        cloud_pixels; // pixels that one of the clouds covers, along a side; at most, if not plain
    int32_t samples;  // pixels computed for one that is shown, along a side
    int32_t tiles;    // of light and colours that are made again in a frame, see stale.h
    bool plain;       // ground and water by the shaders for slow machines
} quality;

quality quality_of(quality_kind kind);

/// Pixels of a picture of so many rows, along a side, that one of the clouds covers. In small pictures many would show.
int32_t quality_cloud_pixels(const quality *q, int32_t rows);

/// Follows the time that frames take: one step down if frames were too slow for a while, one up if they were
/// fast for long. A step up that has to be taken back soon makes the next one wait twice as long. Start from {0}.
typedef struct quality_pace
{
    quality_kind now;
    int32_t slow, fast; // frames in a row
    int32_t tried;      // frames since it went up, while that is on trial; 0: it is not
    int32_t failures;   // steps up in a row that were taken back
} quality_pace;

/// A frame took ms of at most budget_ms. Returns whether `now` has changed.
bool quality_follow(quality_pace *pace, double ms, double budget_ms);

#endif
