// SPDX-License-Identifier: MIT
// Which page is worked on, and what becomes of it. All of this is called with the mutex held.
#ifndef LOAM_PIPELINE_SCHEDULER_H
#define LOAM_PIPELINE_SCHEDULER_H

#include "pipeline/pipeline.h"

/// One more want of a page: finds its node or makes one. id is known to be good.
loam_result loam_schedule_want(loam_pipeline *pipeline, const loam_page_id *id, double priority,
                               loam_node **out);

/// One want less, which had given the page this priority. A page under way that nobody wants is
/// cancelled, a finished one may be evicted, a failed one is forgotten.
void loam_schedule_unwant(loam_pipeline *pipeline, loam_node *node, double priority);

/// One of those who want a page gives it another priority now.
void loam_schedule_moved(loam_pipeline *pipeline, loam_node *node, double from, double to);

/// Finds the inputs of a page that was taken from its queue, or some of them.
void loam_schedule_expand(loam_pipeline *pipeline, loam_node *node);

/// Takes the node that is next from its queue, NULL if there is none, or none that is urgent.
loam_node *loam_schedule_take(loam_pipeline *pipeline, bool urgent_only);

/// How long the next step will take, most likely: 0 if it is not a slice, or the first of its stage.
uint64_t loam_schedule_next_ns(const loam_pipeline *pipeline);

/// How many nodes could be taken one after another.
size_t loam_schedule_available(const loam_pipeline *pipeline);

/// A page is about to get the memory that it works with, if it has not got it yet.
void loam_schedule_begin_work(loam_pipeline *pipeline, loam_node *node);

/// After a busy time, what next: another slice later, its late inputs or none of them, the inputs (the back
/// store had nothing), its payload is there, or it failed. A page that nobody wants any more is cancelled by
/// the first three.
void loam_schedule_put_back(loam_pipeline *pipeline, loam_node *node);
void loam_schedule_late(loam_pipeline *pipeline, loam_node *node, bool wanted);
void loam_schedule_not_stored(loam_pipeline *pipeline, loam_node *node);
void loam_schedule_complete(loam_pipeline *pipeline, loam_node *node);
void loam_schedule_fail(loam_pipeline *pipeline, loam_node *node, loam_result result,
                        const char *message);

/// A stage's pages have another delay now.
void loam_schedule_delay_changed(loam_pipeline *pipeline, int32_t stage);

/// Finishes delayed pages whose time has come, some at a time: whether there were any.
bool loam_schedule_release_delayed(loam_pipeline *pipeline);

/// When the time of the next one comes, in microseconds from now; UINT64_MAX if there is none.
uint64_t loam_schedule_next_delayed_us(const loam_pipeline *pipeline);

/// Drops pages that are not pinned until the cache keeps its budget.
void loam_schedule_evict(loam_pipeline *pipeline);

/// Drops a finished page that is not pinned.
void loam_schedule_forget(loam_pipeline *pipeline, loam_node *node);

#endif
