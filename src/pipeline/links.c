// SPDX-License-Identifier: MIT
#include "pipeline/links.h"

#include "pipeline/scheduler.h"

// A page can read 65,536 pages of each input, and letting go of those takes milliseconds, more than a
// program that pumps a little every frame can spare. So if there are many, a finished page leaves its
// links behind, and they are dropped in steps. Until then their inputs stay in memory.

enum
{
    DROP_STEP = 256,
};

/// Links that no page has any more. It lies where their pages were.
struct loam_leftover
{
    loam_link *links;
    int32_t count; // not dropped yet
    int32_t room;
    struct loam_leftover *next;
};

static size_t link_bytes(int32_t count)
{
    return (size_t)count * (sizeof(loam_link) + sizeof(loam_page));
}

loam_result loam_links_make(loam_pipeline *pipeline, loam_node *node, int32_t count)
{
    node->links = loam_alloc(&pipeline->def.env, link_bytes(count));
    if (node->links == NULL)
    {
        return LOAM_OUT_OF_MEMORY;
    }
    pipeline->expanded++;
    node->link_room = count;
    node->inputs = (loam_page *)(node->links + count);
    return LOAM_OK;
}

void loam_link_join(loam_link *link)
{
    loam_node *const input = link->input;
    link->previous = NULL;
    link->next = input->readers;
    if (input->readers != NULL)
    {
        input->readers->previous = link;
    }
    input->readers = link;
}

void loam_link_fill(const loam_link *link)
{
    link->reader->inputs[link - link->reader->links] = link->input->page;
}

static void leave_readers(loam_link *link)
{
    if (link->next != NULL)
    {
        link->next->previous = link->previous;
    }
    if (link->previous != NULL)
    {
        link->previous->next = link->next;
    }
    else
    {
        link->input->readers = link->next;
    }
}

static void leave_behind(loam_pipeline *pipeline, loam_node *node)
{
    struct loam_leftover *const leftover = (struct loam_leftover *)(void *)node->inputs;
    *leftover = (struct loam_leftover){.links = node->links,
                                       .count = node->link_count,
                                       .room = node->link_room,
                                       .next = pipeline->leftovers};
    pipeline->leftovers = leftover;
}

static void drop_now(loam_pipeline *pipeline, loam_node *node)
{
    for (int32_t i = 0; i < node->link_count; i++)
    {
        loam_link *const link = &node->links[i];
        if (link->input->state != LOAM_NODE_DONE)
        {
            leave_readers(link);
        }
        loam_schedule_unwant(pipeline, link->input, node->priority);
    }
    loam_free(&pipeline->def.env, node->links, link_bytes(node->link_room));
}

void loam_links_drop(loam_pipeline *pipeline, loam_node *node)
{
    if (node->links == NULL)
    {
        return;
    }
    if (node->state == LOAM_NODE_DONE && node->link_count > DROP_STEP)
    {
        leave_behind(pipeline, node);
    }
    else
    {
        drop_now(pipeline, node);
    }
    pipeline->expanded--;
    node->links = NULL;
    node->inputs = NULL;
    node->link_count = node->link_wanted = node->link_room = node->missing = 0;
}

bool loam_links_drop_some(loam_pipeline *pipeline)
{
    struct loam_leftover *const leftover = pipeline->leftovers;
    if (leftover == NULL)
    {
        return false;
    }
    for (int32_t i = 0; i < DROP_STEP && leftover->count > 0; i++)
    {
        // The inputs are done, so it does not matter which priority they had.
        loam_schedule_unwant(pipeline, leftover->links[--leftover->count].input, LOAM_URGENT);
    }
    if (leftover->count == 0)
    {
        pipeline->leftovers = leftover->next;
        loam_free(&pipeline->def.env, leftover->links, link_bytes(leftover->room));
    }
    return true;
}

void loam_links_drop_rest(loam_pipeline *pipeline)
{
    while (loam_links_drop_some(pipeline))
    {
    }
}
