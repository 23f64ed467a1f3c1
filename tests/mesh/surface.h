// SPDX-License-Identifier: MIT
// What a surface has to be: closed, oriented, manifold, around so much volume.
#ifndef LOAM_TESTS_MESH_SURFACE_H
#define LOAM_TESTS_MESH_SURFACE_H

#include "check.h"
#include "loam/mesh.h"

#include <stdlib.h>

/// A directed edge of a triangle, and the corner opposite.
typedef struct surface_edge
{
    uint32_t from, to, other;
} surface_edge;

static inline int surface_compare(const void *a, const void *b)
{
    return memcmp(a, b, sizeof(surface_edge)) < 0 ? -1 : 1;
}

static inline surface_edge *surface_edges(const loam_mesh *mesh)
{
    surface_edge *edges = malloc((mesh->index_count + 1) * sizeof *edges);
    for (uint32_t i = 0; edges != NULL && i < mesh->index_count; i++)
    {
        const uint32_t *t = mesh->indices + i / 3 * 3;
        edges[i] = (surface_edge){t[i % 3], t[(i + 1) % 3], t[(i + 2) % 3]};
    }
    if (edges == NULL)
    {
        abort();
    }
    qsort(edges, mesh->index_count, sizeof *edges, surface_compare);
    return edges;
}

/// The first edge in the list that goes from a to b; count says how many.
static inline const surface_edge *surface_find(const surface_edge *edges, uint32_t total,
                                               uint32_t a, uint32_t b, uint32_t *count)
{
    const surface_edge key = {a, b, 0};
    uint32_t low = 0, high = total;
    while (low < high)
    {
        const uint32_t middle = (low + high) / 2;
        if (memcmp(&edges[middle], &key, 2 * sizeof(uint32_t)) < 0)
        {
            low = middle + 1;
        }
        else
        {
            high = middle;
        }
    }
    *count = 0;
    while (low + *count < total && edges[low + *count].from == a && edges[low + *count].to == b)
    {
        ++*count;
    }
    return edges + low;
}

/// Every edge has one triangle on each side, which go along it in opposite directions; and the triangles of
/// every vertex are one fan.
static inline void surface_check(const loam_mesh *mesh)
{
    surface_edge *edges = surface_edges(mesh);
    const uint32_t total = mesh->index_count;
    uint32_t *degree = calloc(mesh->vertex_count + 1, sizeof *degree);
    uint32_t open = 0, torn = 0, count;
    for (uint32_t i = 0; i < total; i++)
    {
        surface_find(edges, total, edges[i].from, edges[i].to, &count);
        open += count != 1;
        surface_find(edges, total, edges[i].to, edges[i].from, &count);
        open += count != 1;
        degree[edges[i].from]++;
    }
    CHECK_INT(open, 0);
    for (uint32_t i = 0; i < total && open == 0; i++)
    {
        const uint32_t vertex = edges[i].from;
        uint32_t at = edges[i].to, steps = 0;
        do
        {
            at = surface_find(edges, total, vertex, at, &count)->other;
            steps++;
        } while (at != edges[i].to && steps <= degree[vertex]);
        torn += steps != degree[vertex];
    }
    CHECK_INT(torn, 0);
    free(degree);
    free(edges);
}

/// Six times the volume that the surface encloses; positive if its front is outside.
static inline double surface_volume6(const loam_mesh *mesh)
{
    double sum = 0;
    for (uint32_t i = 0; i < mesh->index_count; i += 3)
    {
        const float *a = mesh->vertices[mesh->indices[i]].position;
        const float *b = mesh->vertices[mesh->indices[i + 1]].position;
        const float *c = mesh->vertices[mesh->indices[i + 2]].position;
        sum += (double)a[0] * ((double)b[1] * (double)c[2] - (double)b[2] * (double)c[1]) +
               (double)a[1] * ((double)b[2] * (double)c[0] - (double)b[0] * (double)c[2]) +
               (double)a[2] * ((double)b[0] * (double)c[1] - (double)b[1] * (double)c[0]);
    }
    return sum;
}

/// The same triangles between vertices that are told apart by their positions alone.
static inline loam_mesh *surface_weld(const loam_mesh *mesh)
{
    const loam_env env = loam_default_env();
    loam_mesh *out = NULL;
    CHECK_OK(loam_mesh_create(&env, &out));
    uint32_t room = 16;
    while (room < 4 * mesh->vertex_count)
    {
        room *= 2;
    }
    uint32_t *table = calloc(room, sizeof *table),
             *number = calloc(mesh->vertex_count + 1, sizeof *number);
    for (uint32_t i = 0; i < mesh->vertex_count; i++)
    {
        uint32_t words[3], slot;
        memcpy(words, mesh->vertices[i].position, sizeof words);
        slot = (words[0] * 2654435761u ^ words[1] * 2246822519u ^ words[2] * 3266489917u) >> 7;
        for (slot %= room; table[slot] != 0; slot = (slot + 1) % room)
        {
            if (memcmp(out->vertices[table[slot] - 1].position, words, sizeof words) == 0)
            {
                break;
            }
        }
        if (table[slot] == 0)
        {
            CHECK_OK(loam_mesh_add_vertex(out, &mesh->vertices[i], NULL));
            table[slot] = out->vertex_count;
        }
        number[i] = table[slot] - 1;
    }
    for (uint32_t i = 0; i < mesh->index_count; i += 3)
    {
        CHECK_OK(loam_mesh_add_triangle(out, number[mesh->indices[i]], number[mesh->indices[i + 1]],
                                        number[mesh->indices[i + 2]]));
    }
    free(table);
    free(number);
    return out;
}

#endif
