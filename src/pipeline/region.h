// SPDX-License-Identifier: MIT
// Regions: the pages around moving points, and the callbacks that wait for pump.
#ifndef LOAM_PIPELINE_REGION_H
#define LOAM_PIPELINE_REGION_H

#include "pipeline/pipeline.h"

typedef enum loam_claim_state
{
    LOAM_CLAIM_WANTED,
    LOAM_CLAIM_ARRIVED, // done; the callback `ready` waits
    LOAM_CLAIM_SHOWN,   // done, and told
    LOAM_CLAIM_BROKEN,  // failed; the callback `failed` waits
    LOAM_CLAIM_FAILED,  // failed, and told; it has no node
    LOAM_CLAIM_LEAVING, // the callback `leave` waits; no longer in the region
} loam_claim_state;

/// That a region wants a page. It counts as one want of the node.
typedef struct loam_claim
{
    loam_region *region;
    loam_node *node;
    loam_page_id id;
    double distance;    // squared, from the region's point
    uint64_t crossings; // the region's, when the page was done or failed
    uint64_t changes;   // the pipeline's, then
    loam_claim_state state;
    struct loam_claim *next, *previous; // in node->claims
    struct loam_claim *event_next, *event_previous;
    struct loam_claim *leaving_next; // during a move
} loam_claim;

/// With the mutex: the page of a claim is done or has failed.
void loam_claim_settled(loam_pipeline *pipeline, loam_claim *claim);

/// With the mutex, which is released around each callback: calls those that wait now.
void loam_regions_deliver(loam_pipeline *pipeline);

/// With the mutex: whether a region has yet to be told of a failure that depends on a stage.
bool loam_regions_owe_failure(const loam_pipeline *pipeline, int32_t place);

/// With the mutex: frees the claims kept for reuse.
void loam_regions_free_spares(loam_pipeline *pipeline);

#endif
