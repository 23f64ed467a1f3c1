// SPDX-License-Identifier: MIT
#include "bench_land.h"

#include <stdio.h>

// What a graph costs without columns: sites, corners, edges and connections of a square of pages that nothing is known
// of, by the thousand cells. One thread works.

enum
{
    SIDE_PAGES = 9, // 93312 cells on hexagons, 82944 in squares
};

typedef struct graph_bench
{
    land_bench land; // without a land: the yardstick
    loam_distributor distributor;
    bool failed;
} graph_bench;

static loam_result connect_pages(loam_pipeline *pipeline, const loam_graph *graph)
{
    loam_result result = LOAM_OK;
    for (int64_t i = 0; i < SIDE_PAGES * SIDE_PAGES && result == LOAM_OK; i++)
    {
        const loam_page_id id = {
            .stage = loam_graph_stage(graph), .x = i % SIDE_PAGES, .z = i / SIDE_PAGES};
        const loam_page *page;
        result = loam_pipeline_get(pipeline, id, &page);
        if (result == LOAM_OK)
        {
            loam_pipeline_release(pipeline, page);
        }
    }
    return result;
}

static void run_graph(void *user)
{
    graph_bench *context = user;
    const loam_pipeline_def def = loam_default_pipeline_def();
    loam_graph_def graph_def = loam_default_graph_def();
    graph_def.distributor = context->distributor;
    loam_pipeline *pipeline = NULL;
    loam_graph *graph = NULL;
    loam_result result = loam_pipeline_create(&def, &pipeline);
    result = result == LOAM_OK ? loam_graph_create(pipeline, &def.env, &graph_def, &graph) : result;
    result = result == LOAM_OK ? connect_pages(pipeline, graph) : result;
    context->failed |= result != LOAM_OK;
    loam_pipeline_destroy(pipeline);
    loam_graph_destroy(graph);
}

loam_result bench_graph(bench *run)
{
    static graph_bench context;
    loam_result result = land_bench_init(run, &context.land);
    for (int i = 0; i < LOAM_DISTRIBUTOR_COUNT && result == LOAM_OK; i++)
    {
        const double rows = loam_graph_rows((loam_distributor)i);
        char name[80];
        snprintf(name, sizeof name, "land graph, 1000 cells, %s",
                 loam_distributor_name((loam_distributor)i));
        context.distributor = (loam_distributor)i;
        const bench_work work = {name, LOAM_GRAPH_SIDE * rows * SIDE_PAGES * SIDE_PAGES / 1000,
                                 run_graph, &context};
        land_bench_measure(run, &context.land, &work);
        result = context.failed ? LOAM_FAILED : LOAM_OK;
    }
    return result;
}
