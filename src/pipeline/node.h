// SPDX-License-Identifier: MIT
// A node: one page that somebody wants or that is kept, from the first request until it is forgotten.
// What its states mean is told in scheduler.c.
#ifndef LOAM_PIPELINE_NODE_H
#define LOAM_PIPELINE_NODE_H

#include "loam/pipeline.h"

typedef enum loam_node_state
{
    LOAM_NODE_LOOK,    // queued: the back store is to be asked for it
    LOAM_NODE_EXPAND,  // queued: its inputs are to be found, or the rest of them
    LOAM_NODE_WAIT,    // some inputs are not done
    LOAM_NODE_READY,   // queued: its next slice can run
    LOAM_NODE_BUSY,    // a thread works on it, without the mutex
    LOAM_NODE_DELAYED, // computed, and delayed for people to watch
    LOAM_NODE_DONE,
    LOAM_NODE_FAILED, // no longer in the map; waits for those who wanted it to learn why
} loam_node_state;

/// Whether a page has its late inputs, see loam_stage_def.wants_late.
typedef enum loam_late
{
    LOAM_LATE_ASK, // not known yet: the stage is to be asked
    LOAM_LATE_NONE,
    LOAM_LATE_ALL,
} loam_late;

/// Priorities: the smaller the sooner. Regions give distances, which are not negative.
#define LOAM_URGENT (-1.0) // a thread waits for it in loam_pipeline_get

/// The room for the text of a failure.
#define LOAM_FAILURE_TEXT 448

typedef struct loam_node loam_node;

/// One input of a page under way. It counts as one want of the input.
typedef struct loam_link
{
    loam_node *input;
    loam_node *reader;
    struct loam_link *next; // the list of input->readers, while the input is not done
    struct loam_link *previous;
} loam_link;

/// Why pages failed: one text for the page where it happened and all that depend on it.
typedef struct loam_failure
{
    int32_t uses;
    char text[LOAM_FAILURE_TEXT];
} loam_failure;

/// What a page has while its slices run: allocated by the thread that runs the first one.
typedef struct loam_work loam_work;

struct loam_node
{
    loam_page page; // first, so that a page handed out leads back to its node
    uint64_t hash;
    loam_node *map_next;
    loam_node *newer, *older; // in the cache; also the list of spare nodes
    loam_node_state state;
    uint32_t wanted;   // claims of regions + readers under way + gets and pages not released
    uint32_t gets;     // threads that wait for it in loam_pipeline_get
    int32_t place;     // in its queue, -1 if it is in none
    double priority;   // the least of those who want it
    loam_link *links;  // its inputs, link_count of them, and behind those as many pages
    loam_page *inputs; // the pages, filled when all inputs are done
    int32_t link_count;
    int32_t link_wanted; // how many there are to be: without late inputs, or with them
    int32_t link_room;
    int32_t missing; // inputs that are not done
    int32_t slice;   // the next one to run
    loam_late late;
    loam_link *readers;
    struct loam_claim *claims;
    loam_work *work;
    bool begun; // it has memory to work with: some slices ran, or the first one does
    uint64_t began_ns;
    uint64_t shown_ns;     // when a delayed page is to be shown
    loam_result result;    // of a failed page
    loam_failure *failure; // NULL if there was no memory for it
};

static inline loam_page_id loam_node_id(const loam_node *node)
{
    return (loam_page_id){.stage = node->page.stage,
                          .level = node->page.level,
                          .x = node->page.x,
                          .y = node->page.y,
                          .z = node->page.z};
}

/// What a finished page costs in memory: what the cache counts.
static inline size_t loam_node_cost(const loam_node *node)
{
    return node->page.size + sizeof(loam_node);
}

// With the mutex held:

/// A node that is not set up, NULL if there is no memory.
loam_node *loam_node_make(loam_pipeline *pipeline);
void loam_node_free(loam_pipeline *pipeline, loam_node *node);

/// Frees the nodes kept for reuse.
void loam_node_free_spares(loam_pipeline *pipeline);

/// Why a page failed, with its name; NULL if there is no memory.
loam_failure *loam_failure_make(loam_pipeline *pipeline, const loam_node *node,
                                const char *message);

/// One use less. NULL is allowed.
void loam_failure_drop(loam_pipeline *pipeline, loam_failure *failure);

/// Writes why a failed page failed, as "stage NAME, page (x, y, z) level n: ...".
void loam_node_explain(const loam_pipeline *pipeline, const loam_node *node,
                       char text[LOAM_FAILURE_TEXT]);

#endif
