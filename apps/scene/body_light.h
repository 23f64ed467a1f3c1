// SPDX-License-Identifier: MIT
// How much light of the sky there is around the viewer, in the body and below it.
#ifndef LOAM_SCENE_BODY_LIGHT_H
#define LOAM_SCENE_BODY_LIGHT_H

#include "loam/jobs.h"
#include "scene/body_source.h"
#include "scene/camera.h"

#include <stdatomic.h>

/// The making of a grid of light, on the thread that updates or as a job beside it.
typedef struct body_light_work
{
    loam_job job;
    atomic_bool done;
    bool busy;
    loam_land *land;
    body_source source;
    loam_volume_grower *grower; // of the job; NULL: everything is made by the thread that updates
    int64_t at[3];              // the first cell
    bool is_filled;             // density has the voxels already
    int8_t *density;            // of each cell
    uint8_t *light, *out;       // light of each cell; light and density as they are drawn
    int32_t *queue;
    loam_result result;
} body_light_work;

loam_result body_light_create(body_light_work *out, loam_land *land, const body_source *source,
                              bool beside);
void body_light_destroy(body_light_work *work);

struct land_body;

/// Makes light anew if the viewer has gone far, or voxels have changed; *there: it is as it should be.
loam_result body_light_follow(struct land_body *b, const camera *from, bool *there);

#endif
