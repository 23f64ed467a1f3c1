// SPDX-License-Identifier: MIT
// The pipeline's state. One mutex guards all of it; slices, the back store, callbacks and traces run
// without the mutex.
#ifndef LOAM_PIPELINE_PIPELINE_H
#define LOAM_PIPELINE_PIPELINE_H

#include "loam/jobs.h"

#include "base/spares.h"
#include "base/thread.h"
#include "pipeline/cache.h"
#include "pipeline/page_map.h"
#include "pipeline/queue.h"
#include "pipeline/stage.h"

enum
{
    // Nodes that are kept for reuse; more go back to the allocator.
    LOAM_MAX_SPARE_NODES = 256,
    // Threads that a trace can tell apart; later ones share the last number.
    LOAM_MAX_TRACE_THREADS = 64,
};

/// Where a node waits; see scheduler.c.
typedef enum loam_queue_kind
{
    LOAM_QUEUE_SEARCH,  // inputs are to be found
    LOAM_QUEUE_WORK,    // pages that are begun, and questions to the back store
    LOAM_QUEUE_FRESH,   // pages whose first slice can run
    LOAM_QUEUE_DELAYED, // computed, and not to be shown yet
    LOAM_QUEUE_KINDS,
} loam_queue_kind;

/// A job that works for the pipeline; see drain.c.
typedef struct loam_drain
{
    loam_job job;
    loam_pipeline *pipeline;
    struct loam_drain *next_free;
    struct loam_drain *sender; // the drain that handed over to this one
    bool submitting;           // it is just handing over
    bool refused;              // the one that it handed over to wants it to go on itself
} loam_drain;

typedef struct loam_drains
{
    loam_drain *all;
    int32_t count;
    int32_t limit;  // how many may run at the same time; 0: no threads
    int32_t active; // submitted and not ended
    loam_drain *first_free, *last_free;
} loam_drains;

struct loam_pipeline
{
    loam_pipeline_def def;
    loam_stage stages[LOAM_MAX_STAGES];
    int32_t stage_count;
    bool started; // something has been requested
    bool closing;
    bool pumping;

    loam_mutex mutex;
    loam_condition changed; // a step is over; for threads in loam_pipeline_get
    int32_t waiting;        // threads that wait for it

    loam_page_map map;
    loam_queue queues[LOAM_QUEUE_KINDS];
    loam_cache cache;
    uint64_t under_way;   // nodes that are not done
    uint64_t changes;     // of stages, so far
    uint64_t expanded;    // of those, whose inputs are looked for or found
    int32_t begun;        // of those, that have memory to work with
    int32_t most_begun;   // above that only what threads wait for is begun
    size_t working_bytes; // what the begun ones have, and questions to the back store
    size_t delayed_bytes; // payloads of delayed pages

    struct loam_leftover *leftovers; // see links.c

    loam_node *spare_nodes;
    int32_t spare_node_count;
    struct loam_claim *spare_claims;
    int32_t spare_claim_count;
    loam_spares spare_works; // has a mutex of its own: pages begin and end without the other

    struct loam_claim *first_event, *last_event; // callbacks that wait for pump
    uint64_t event_count;
    int32_t region_count;

    loam_drains drains;
    loam_thread trace_threads[LOAM_MAX_TRACE_THREADS];
    int32_t trace_thread_count;
};

/// A small number for the calling thread. With the mutex held.
int32_t loam_trace_thread(loam_pipeline *pipeline);

/// Whether the state is what scheduler.c says it is. Slow: for tests only. Takes the mutex.
bool loam_pipeline_is_sound(loam_pipeline *pipeline);

#endif
