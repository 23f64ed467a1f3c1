// SPDX-License-Identifier: MIT
#include "graph_world.h"

#include "check.h"

graph_world graph_world_make(loam_distributor distributor, int32_t threads, size_t cache_bytes)
{
    graph_world world = {.jobs = NULL};
    loam_jobs_def jobs = loam_default_jobs_def();
    jobs.threads = threads;
    if (threads > 0 && loam_jobs_create(&jobs, &world.jobs) != LOAM_OK)
    {
        world.jobs = NULL; // built without threads
    }
    loam_pipeline_def def = loam_default_pipeline_def();
    def.env.jobs = world.jobs;
    def.seed = GRAPH_WORLD_SEED;
    def.cache_bytes = cache_bytes;
    CHECK_OK(loam_pipeline_create(&def, &world.pipeline));
    loam_graph_def graph = loam_default_graph_def();
    graph.distributor = distributor;
    graph.cell_size = GRAPH_WORLD_CELL;
    CHECK_OK(loam_graph_create(world.pipeline, &def.env, &graph, &world.graph));
    return world;
}

void graph_world_free(graph_world *world)
{
    loam_pipeline_destroy(world->pipeline);
    loam_graph_destroy(world->graph);
    loam_jobs_destroy(world->jobs);
}

uint64_t graph_world_sites_seed(void)
{
    return loam_seed_derive(GRAPH_WORLD_SEED, "graph.sites");
}

graph_square graph_square_hold(graph_world *world, int64_t x, int64_t z, int32_t side)
{
    graph_square square = {.world = world, .x = x, .z = z, .side = side};
    for (int32_t i = 0; i < side * side; i++)
    {
        const loam_page_id id = {
            .stage = loam_graph_stage(world->graph), .x = x + i % side, .z = z + i / side};
        const loam_page **const page = &square.held[i / side][i % side];
        CHECK_OK(loam_pipeline_get(world->pipeline, id, page));
        CHECK_OK(loam_graph_read(*page, &square.pages[i / side][i % side]));
    }
    return square;
}

void graph_square_release(graph_square *square)
{
    for (int32_t i = 0; i < square->side * square->side; i++)
    {
        loam_pipeline_release(square->world->pipeline,
                              square->held[i / square->side][i % square->side]);
    }
}

graph_id graph_id_of(graph_id from, loam_graph_ref ref)
{
    return (graph_id){from.x + ref.page_dx, from.z + ref.page_dz, ref.index};
}

bool graph_id_equal(graph_id a, graph_id b)
{
    return a.x == b.x && a.z == b.z && a.index == b.index;
}

const loam_graph_page *graph_square_page(const graph_square *square, graph_id id)
{
    const bool there = id.x >= 0 && id.x < square->side && id.z >= 0 && id.z < square->side;
    return there ? &square->pages[id.z][id.x] : NULL;
}
