// SPDX-License-Identifier: MIT
// One step of work: finding inputs, asking the back store, a slice, showing what was delayed, or letting
// go of inputs.
#ifndef LOAM_PIPELINE_WORK_H
#define LOAM_PIPELINE_WORK_H

#include "pipeline/pipeline.h"

/// A page whose slices run.
struct loam_work
{
    loam_slice slice;
    const loam_stage *stages;
    const loam_node *node;
    void *payload; // slice.out, out of the stage's hands
    loam_page_ranges ranges;
    bool ranges_known;
    bool broken; // the stage read what it had not declared
    char message[256];
};

typedef enum loam_step
{
    LOAM_STEP_NONE,
    LOAM_STEP_SMALL, // what is not a slice
    LOAM_STEP_SLICE,
} loam_step;

/// Does the next step, if there is one (an urgent one, if only that is asked for), and says what it was. The
/// mutex is held before and after, and released while a slice or the back store runs.
loam_step loam_work_step(loam_pipeline *pipeline, bool urgent_only);

/// Finishes delayed pages whose time has come, some at a time: whether there were any.
bool loam_work_show_delayed(loam_pipeline *pipeline);

/// The memory with which a page of a stage is worked on: payload, scratch and book-keeping.
size_t loam_work_bytes(const loam_stage *stage);

/// Frees the work of a node, if it has any.
void loam_work_free(loam_pipeline *pipeline, loam_node *node);

#endif
