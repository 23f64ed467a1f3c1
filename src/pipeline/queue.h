// SPDX-License-Identifier: MIT
// Nodes in order: those that somebody can work on right now, the most wanted first, or those that are
// delayed, the first to be shown first.
#ifndef LOAM_PIPELINE_QUEUE_H
#define LOAM_PIPELINE_QUEUE_H

#include "pipeline/node.h"

/// A binary heap; a node is in one at most. Each node knows its place in it, so it can be moved or taken out.
typedef struct loam_queue
{
    loam_node **nodes;
    size_t room;
    size_t count;
} loam_queue;

/// Makes room for so many nodes in all, so that pushing cannot fail.
loam_result loam_queue_reserve(loam_queue *queue, size_t room, const loam_env *env);
void loam_queue_free(loam_queue *queue, const loam_env *env);

void loam_queue_push(loam_queue *queue, loam_node *node);
void loam_queue_remove(loam_queue *queue, loam_node *node);

/// Puts a node whose priority has changed where it belongs.
void loam_queue_moved(loam_queue *queue, loam_node *node);

/// NULL if there is none.
loam_node *loam_queue_first(const loam_queue *queue);

/// Which of two nodes comes first. Either may be NULL, then it is the other.
loam_node *loam_queue_sooner(loam_node *a, loam_node *b);

/// Puts all nodes where they belong, whatever has changed.
void loam_queue_sort(loam_queue *queue);

/// Whether every node stands behind its parent and knows its place. For tests.
bool loam_queue_in_order(const loam_queue *queue);

#endif
