// SPDX-License-Identifier: MIT
// Jobs that work for the pipeline.
#ifndef LOAM_PIPELINE_DRAIN_H
#define LOAM_PIPELINE_DRAIN_H

#include "pipeline/pipeline.h"

loam_result loam_drains_init(loam_pipeline *pipeline);

/// Waits until none runs; none will. Without the mutex.
void loam_drains_stop(loam_pipeline *pipeline);
void loam_drains_free(loam_pipeline *pipeline);

/// With the mutex: a drain to be sent, if there are threads and more to do than `taken` (what the
/// caller itself is about to do); otherwise NULL.
loam_drain *loam_drains_pick(loam_pipeline *pipeline, size_t taken);

/// Without the mutex: sets a drain to work. NULL is allowed.
void loam_drains_send(loam_pipeline *pipeline, loam_drain *drain);

#endif
