// SPDX-License-Identifier: MIT
// What a page under way wants of its inputs. All of this is called with the mutex held.
#ifndef LOAM_PIPELINE_LINKS_H
#define LOAM_PIPELINE_LINKS_H

#include "pipeline/pipeline.h"

/// Makes room for so many inputs of a page.
loam_result loam_links_make(loam_pipeline *pipeline, loam_node *node, int32_t count);

/// The input is not done: its reader is told when it is.
void loam_link_join(loam_link *link);

/// The input is done: puts its page where the reader's slices look for it.
void loam_link_fill(const loam_link *link);

/// Takes back what a page wanted of its inputs. Very many finished inputs are kept for later.
void loam_links_drop(loam_pipeline *pipeline, loam_node *node);

/// Takes back some of what was kept for later: whether there was anything.
bool loam_links_drop_some(loam_pipeline *pipeline);

/// Takes back all of it.
void loam_links_drop_rest(loam_pipeline *pipeline);

#endif
