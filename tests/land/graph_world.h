// SPDX-License-Identifier: MIT
// A graph on a pipeline of its own, and a square of its pages, for tests.
#ifndef LOAM_TESTS_LAND_GRAPH_WORLD_H
#define LOAM_TESTS_LAND_GRAPH_WORLD_H

#include "loam/jobs.h"
#include "loam/land_graph.h"
#include "loam/random.h"

typedef struct graph_world
{
    loam_jobs *jobs; // NULL without threads
    loam_pipeline *pipeline;
    loam_graph *graph;
} graph_world;

#define GRAPH_WORLD_SEED 5
#define GRAPH_WORLD_CELL 64 // its cell size

/// threads 0: no jobs.
graph_world graph_world_make(loam_distributor distributor, int32_t threads, size_t cache_bytes);
void graph_world_free(graph_world *world);

/// Its sites, by loam_graph_sites().
uint64_t graph_world_sites_seed(void);

enum
{
    SQUARE_MAX = 7,
};

/// side x side pages from (x, z) on, held.
typedef struct graph_square
{
    graph_world *world;
    int64_t x, z;
    int32_t side;
    const loam_page *held[SQUARE_MAX][SQUARE_MAX];
    loam_graph_page pages[SQUARE_MAX][SQUARE_MAX]; // z, x
} graph_square;

graph_square graph_square_hold(graph_world *world, int64_t x, int64_t z, int32_t side);
void graph_square_release(graph_square *square);

/// An element of a square: the page, counted from its corner, and the index.
typedef struct graph_id
{
    int32_t x, z, index;
} graph_id;

graph_id graph_id_of(graph_id from, loam_graph_ref ref);
bool graph_id_equal(graph_id a, graph_id b);

/// NULL if the square does not have the page.
const loam_graph_page *graph_square_page(const graph_square *square, graph_id id);

#endif
