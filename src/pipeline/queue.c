// SPDX-License-Identifier: MIT
#include "pipeline/queue.h"

#include <string.h>

// What comes first? The nearest; what a thread waits for is nearer than anything. Among equals the
// later stage, which completes what was begun, and at last the order of coordinates, so that two runs
// do the same things in the same order. Delayed pages come in the order of their time.

enum
{
    FIRST_ROOM = 64
};

static bool before(const loam_node *a, const loam_node *b)
{
    if (a->state == LOAM_NODE_DELAYED)
    {
        return a->shown_ns < b->shown_ns;
    }
    if (a->priority < b->priority || a->priority > b->priority)
    {
        return a->priority < b->priority;
    }
    const int64_t key_a[] = {-a->page.stage, a->page.level, a->page.z, a->page.y, a->page.x};
    const int64_t key_b[] = {-b->page.stage, b->page.level, b->page.z, b->page.y, b->page.x};
    int32_t i = 0;
    while (i < 4 && key_a[i] == key_b[i])
    {
        i++;
    }
    return key_a[i] < key_b[i];
}

static size_t bytes_of(size_t room)
{
    return room * sizeof(loam_node *);
}

loam_result loam_queue_reserve(loam_queue *queue, size_t room, const loam_env *env)
{
    if (room <= queue->room)
    {
        return LOAM_OK;
    }
    size_t larger = queue->room == 0 ? FIRST_ROOM : queue->room * 2;
    while (larger < room)
    {
        larger *= 2;
    }
    loam_node **const nodes = loam_alloc(env, bytes_of(larger));
    if (nodes == NULL)
    {
        return LOAM_OUT_OF_MEMORY;
    }
    if (queue->count > 0)
    {
        memcpy(nodes, queue->nodes, bytes_of(queue->count));
    }
    loam_free(env, queue->nodes, bytes_of(queue->room));
    queue->nodes = nodes;
    queue->room = larger;
    return LOAM_OK;
}

void loam_queue_free(loam_queue *queue, const loam_env *env)
{
    loam_free(env, queue->nodes, bytes_of(queue->room));
    *queue = (loam_queue){0};
}

static void put(loam_queue *queue, loam_node *node, size_t place)
{
    queue->nodes[place] = node;
    node->place = (int32_t)place;
}

static void sift_up(loam_queue *queue, loam_node *node, size_t place)
{
    while (place > 0 && before(node, queue->nodes[(place - 1) / 2]))
    {
        put(queue, queue->nodes[(place - 1) / 2], place);
        place = (place - 1) / 2;
    }
    put(queue, node, place);
}

static void sift_down(loam_queue *queue, loam_node *node, size_t place)
{
    for (size_t child = place * 2 + 1; child < queue->count; child = place * 2 + 1)
    {
        if (child + 1 < queue->count && before(queue->nodes[child + 1], queue->nodes[child]))
        {
            child++;
        }
        if (before(node, queue->nodes[child]))
        {
            break;
        }
        put(queue, queue->nodes[child], place);
        place = child;
    }
    put(queue, node, place);
}

void loam_queue_push(loam_queue *queue, loam_node *node)
{
    sift_up(queue, node, queue->count++);
}

void loam_queue_moved(loam_queue *queue, loam_node *node)
{
    const size_t place = (size_t)node->place;
    sift_up(queue, node, place);
    if ((size_t)node->place == place)
    {
        sift_down(queue, node, place);
    }
}

void loam_queue_remove(loam_queue *queue, loam_node *node)
{
    loam_node *const last = queue->nodes[--queue->count];
    if (last != node)
    {
        put(queue, last, (size_t)node->place);
        loam_queue_moved(queue, last);
    }
    node->place = -1;
}

loam_node *loam_queue_first(const loam_queue *queue)
{
    return queue->count == 0 ? NULL : queue->nodes[0];
}

loam_node *loam_queue_sooner(loam_node *a, loam_node *b)
{
    if (a == NULL || b == NULL)
    {
        return a == NULL ? b : a;
    }
    return before(b, a) ? b : a;
}

void loam_queue_sort(loam_queue *queue)
{
    for (size_t place = queue->count / 2; place-- > 0;)
    {
        sift_down(queue, queue->nodes[place], place);
    }
}

bool loam_queue_in_order(const loam_queue *queue)
{
    for (size_t i = 0; i < queue->count; i++)
    {
        if (queue->nodes[i]->place != (int32_t)i ||
            (i > 0 && before(queue->nodes[i], queue->nodes[(i - 1) / 2])))
        {
            return false;
        }
    }
    return true;
}
