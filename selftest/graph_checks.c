// SPDX-License-Identifier: MIT
#include "selftest.h"

// Graphs: sites of every distributor, and connected pages of those that do not take hundreds of others.

enum
{
    SIDE = 12,
};

static void check_sites(selftest *run, loam_distributor distributor, const char *name)
{
    loam_graph_point sites[SIDE * SIDE];
    uint64_t words[2 * SIDE * SIDE];
    loam_graph_sites(distributor, 42, -5, 1000000000000, SIDE, SIDE, sites);
    for (int32_t i = 0; i < SIDE * SIDE; i++)
    {
        words[2 * i] = (uint64_t)sites[i].x;
        words[2 * i + 1] = (uint64_t)sites[i].z;
    }
    selftest_check(run, name, "", loam_hash_u64(words, 2 * SIDE * SIDE, 0));
}

static uint64_t hash_word(uint64_t hash, int32_t value)
{
    const uint32_t word = (uint32_t)value;
    return loam_hash_u32(&word, 1, hash);
}

// References, each as one word, so that every machine agrees.
static uint64_t hash_refs(uint64_t hash, const loam_graph_ref *refs, int32_t count)
{
    for (int32_t i = 0; i < count; i++)
    {
        hash = hash_word(hash, (refs[i].page_dx + 1) * 4 + refs[i].page_dz + 1 +
                                   (int32_t)refs[i].index * 16);
    }
    return hash;
}

static uint64_t hash_page(const loam_graph_page *page)
{
    uint64_t hash = 0;
    const int32_t rings = page->ring_begin[page->cell_count];
    for (int32_t i = 0; i < page->cell_count; i++)
    {
        hash = hash_word(hash_word(hash, page->site_x[i]), page->site_z[i]);
        hash = hash_word(hash, page->ring_begin[i + 1]);
    }
    hash = hash_refs(hash, page->ring_cells, rings);
    hash = hash_refs(hash, page->ring_edges, rings);
    hash = hash_refs(hash, page->ring_vertices, rings);
    for (int32_t i = 0; i < page->edge_count; i++)
    {
        hash = hash_refs(hash, page->edges[i].cells, 2);
        hash = hash_refs(hash, page->edges[i].vertices, 2);
    }
    for (int32_t i = 0; i < page->vertex_count; i++)
    {
        const loam_graph_vertex *const vertex = &page->vertices[i];
        hash = hash_word(hash_word(hash, vertex->x), vertex->z);
        hash = hash_refs(hash, vertex->cells, 3);
        hash = hash_refs(hash, vertex->edges, 3);
        hash = hash_refs(hash, vertex->vertices, 3);
    }
    return hash;
}

static loam_result hash_connected(loam_distributor distributor, uint64_t *hash)
{
    loam_pipeline_def def = loam_default_pipeline_def();
    def.seed = 42;
    def.cache_bytes = (size_t)8 << 20;
    loam_graph_def graph_def = loam_default_graph_def();
    graph_def.distributor = distributor;
    loam_pipeline *pipeline;
    loam_graph *graph = NULL;
    loam_result result = loam_pipeline_create(&def, &pipeline);
    if (result != LOAM_OK)
    {
        return result;
    }
    result = loam_graph_create(pipeline, &def.env, &graph_def, &graph);
    if (result == LOAM_OK)
    {
        const loam_page_id id = {.stage = loam_graph_stage(graph), .x = -3, .z = 1000000};
        const loam_page *page;
        loam_graph_page read;
        result = loam_pipeline_get(pipeline, id, &page);
        result = result == LOAM_OK ? loam_graph_read(page, &read) : result;
        *hash = result == LOAM_OK ? hash_page(&read) : 0;
        loam_pipeline_release(pipeline, page);
    }
    loam_pipeline_destroy(pipeline);
    loam_graph_destroy(graph);
    return result;
}

void selftest_graph(selftest *run)
{
    for (int32_t i = 0; i < LOAM_DISTRIBUTOR_COUNT; i++)
    {
        const loam_distributor distributor = (loam_distributor)i;
        char name[64];
        snprintf(name, sizeof name, "graph sites %s", loam_distributor_name(distributor));
        check_sites(run, distributor, name);
        if (distributor != LOAM_SITES_LLOYD_5)
        {
            uint64_t hash = 0;
            snprintf(name, sizeof name, "graph page %s", loam_distributor_name(distributor));
            const loam_result result = hash_connected(distributor, &hash);
            selftest_report(run, name, "", result, hash);
        }
    }
}
