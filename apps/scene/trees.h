// SPDX-License-Identifier: MIT
// What stands on the land around the viewer (loam/land_things.h): all of it near by, tall trees alone from afar, each
// smaller towards where it is left out. Shapes are made one an update.
#ifndef LOAM_SCENE_TREES_H
#define LOAM_SCENE_TREES_H

#include "gl/gl.h"
#include "loam/jobs.h"
#include "loam/loam.h"
#include "scene/camera.h"
#include "scene/quality.h"

typedef struct trees trees;

/// What a picture has of them.
typedef struct trees_count
{
    int64_t things, triangles;
} trees_count;

/// jobs: NULL, or who grows them.
loam_result trees_create(const gl *g, loam_land *land, loam_jobs *jobs, trees **out);
/// NULL is allowed. lost: the context is gone.
void trees_destroy(trees *t, bool lost);

/// Lets things come for about budget_us. *complete: whether all is there.
loam_result trees_update(trees *t, const camera *from, quality_kind kind, uint64_t budget_us,
                         bool *complete);

/// Draws with a program that is in use and has its uniforms.
loam_result trees_draw(trees *t, const camera *from, const camera_frame *frame, trees_count *out);

#endif
