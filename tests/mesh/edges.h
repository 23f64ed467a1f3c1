// SPDX-License-Identifier: MIT
// The edges of a mesh whose vertices are welded by the bits of their positions: a surface without cracks has every
// edge twice, once in each direction, but for those on its rim.
#ifndef LOAM_TESTS_MESH_EDGES_H
#define LOAM_TESTS_MESH_EDGES_H

#include "loam/mesh.h"
#include "loam/random.h"

#include <stdlib.h>
#include <string.h>

/// An edge by a hash of its ends, whichever comes first, and how often it is there in either direction.
typedef struct mesh_edge
{
    uint64_t key; // 0: none
    uint32_t there, back;
    bool rim; // it lies on the rim of the mesh's box, seen from above
} mesh_edge;

typedef struct edge_count
{
    uint32_t open;       // without one in the other direction
    uint32_t inner_open; // of these, those that are not on the rim
    uint32_t doubled;    // more than once in a direction
} edge_count;

static inline bool is_rim(const float *a, const float *b, const float low[3], const float high[3])
{
    bool rim = false;
    for (int32_t k = 0; k < 3; k += 2)
    {
        rim |= a[k] == b[k] && (a[k] == low[k] || a[k] == high[k]);
    }
    return rim;
}

static inline mesh_edge *find_edge(mesh_edge *table, uint32_t mask, uint64_t key)
{
    uint32_t at = (uint32_t)key & mask;
    while (table[at].key != 0 && table[at].key != key)
    {
        at = (at + 1) & mask;
    }
    table[at].key = key;
    return &table[at];
}

static inline uint64_t hash_position(const float position[3])
{
    const float bare[3] = {position[0] + 0.0f, position[1] + 0.0f, position[2] + 0.0f}; // -0 is 0
    return loam_hash_f32(bare, 3, 7);
}

/// The same for both directions.
static inline uint64_t edge_key(const float a[3], const float b[3])
{
    const uint64_t from = hash_position(a), to = hash_position(b);
    const uint64_t ends[2] = {from < to ? from : to, from < to ? to : from};
    return loam_hash_u64(ends, 2, 3) | 1;
}

static inline void add_edges(const loam_mesh *mesh, mesh_edge *table, uint32_t mask)
{
    float low[3], high[3];
    loam_mesh_bounds(mesh, low, high);
    for (uint32_t i = 0; i < mesh->index_count; i++)
    {
        const uint32_t next = i % 3 == 2 ? i - 2 : i + 1;
        const float *const a = mesh->vertices[mesh->indices[i]].position;
        const float *const b = mesh->vertices[mesh->indices[next]].position;
        mesh_edge *const edge = find_edge(table, mask, edge_key(a, b));
        edge->rim = is_rim(a, b, low, high);
        *(hash_position(a) < hash_position(b) ? &edge->there : &edge->back) += 1;
    }
}

static inline edge_count count_edges(const loam_mesh *mesh)
{
    uint32_t size = 1024;
    while (size < 2 * mesh->index_count)
    {
        size *= 2;
    }
    mesh_edge *const table = calloc(size, sizeof *table);
    add_edges(mesh, table, size - 1);
    edge_count count = {0};
    for (uint32_t i = 0; i < size; i++)
    {
        const mesh_edge *const edge = &table[i];
        const bool open = (edge->there == 0) != (edge->back == 0);
        count.open += open;
        count.inner_open += open && !edge->rim;
        count.doubled += edge->there > 1 || edge->back > 1;
    }
    free(table);
    return count;
}

#endif
