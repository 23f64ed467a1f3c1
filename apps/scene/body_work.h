// SPDX-License-Identifier: MIT
// The making of a tile's mesh, on the thread that updates or as a job beside it.
#ifndef LOAM_SCENE_BODY_WORK_H
#define LOAM_SCENE_BODY_WORK_H

#include "loam/jobs.h"
#include "scene/body_mesh.h"
#include "scene/body_source.h"

#include <stdatomic.h>

typedef struct body_work
{
    loam_job job;
    atomic_bool done;
    bool busy;
    bool outdated; // what it makes was changed meanwhile
    loam_land *land;
    body_source source;         // that fills: the program's, or that of a grower of its own
    loam_volume_grower *grower; // NULL: the program's
    body_mesher mesher;
    // What it makes: a tile, and how deep the eyes are that it has to be below.
    loam_volume_form form;
    int32_t level;
    int64_t x, z;
    bool simplifies; // it is of a coarser level
    uint32_t finer;  // sides with finer tiles beside
    double eye_y;
    // What came of it, besides the mesher's mesh.
    loam_result result;
    char message[160];
    int32_t bottom; // m: nothing is known below
} body_work;

/// With a volume it grows what it needs; otherwise it asks the source.
loam_result body_work_create(loam_land *land, const body_source *source, bool grows,
                             body_work *out);
void body_work_destroy(body_work *work);

/// Makes the mesh of the tile that it was told.
void body_work_run(body_work *work);

/// The same as a job; work->done says when it is over, then loam_jobs_wait.
void body_work_submit(body_work *work, loam_jobs *jobs);

/// Metres along a side of a tile; levels are from -1 on.
int64_t body_tile_m(int32_t level);

#endif
