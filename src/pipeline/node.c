// SPDX-License-Identifier: MIT
#include "pipeline/pipeline.h"

#include <stdio.h>
#include <string.h>

loam_node *loam_node_make(loam_pipeline *pipeline)
{
    loam_node *const spare = pipeline->spare_nodes;
    if (spare == NULL)
    {
        return loam_alloc(&pipeline->def.env, sizeof(loam_node));
    }
    pipeline->spare_nodes = spare->older;
    pipeline->spare_node_count--;
    return spare;
}

void loam_node_free(loam_pipeline *pipeline, loam_node *node)
{
    loam_failure_drop(pipeline, node->failure);
    if (pipeline->spare_node_count >= LOAM_MAX_SPARE_NODES)
    {
        loam_free(&pipeline->def.env, node, sizeof *node);
        return;
    }
    node->older = pipeline->spare_nodes;
    pipeline->spare_nodes = node;
    pipeline->spare_node_count++;
}

void loam_node_free_spares(loam_pipeline *pipeline)
{
    while (pipeline->spare_nodes != NULL)
    {
        loam_free(&pipeline->def.env, loam_node_make(pipeline), sizeof(loam_node));
    }
}

static void name_page(const loam_pipeline *pipeline, const loam_node *node, const char *message,
                      char *text, size_t size)
{
    const loam_page *const page = &node->page;
    snprintf(text, size, "stage %s, page (%lld, %lld, %lld) level %d: %s",
             pipeline->stages[page->stage].name, (long long)page->x, (long long)page->y,
             (long long)page->z, page->level, message);
}

loam_failure *loam_failure_make(loam_pipeline *pipeline, const loam_node *node, const char *message)
{
    // message may be loam_last_error(), which a failing allocation overwrites.
    char text[LOAM_FAILURE_TEXT];
    name_page(pipeline, node, message, text, sizeof text);
    loam_failure *const failure = loam_alloc(&pipeline->def.env, sizeof *failure);
    if (failure != NULL)
    {
        failure->uses = 1;
        memcpy(failure->text, text, sizeof text);
    }
    return failure;
}

void loam_failure_drop(loam_pipeline *pipeline, loam_failure *failure)
{
    if (failure != NULL && --failure->uses == 0)
    {
        loam_free(&pipeline->def.env, failure, sizeof *failure);
    }
}

void loam_node_explain(const loam_pipeline *pipeline, const loam_node *node,
                       char text[LOAM_FAILURE_TEXT])
{
    if (node->failure != NULL)
    {
        memcpy(text, node->failure->text, LOAM_FAILURE_TEXT);
        return;
    }
    name_page(pipeline, node, loam_result_name(node->result), text, LOAM_FAILURE_TEXT);
}
