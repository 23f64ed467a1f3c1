// SPDX-License-Identifier: MIT
#include "export/mesh_file.h"

#include <string.h>

// What meshoptimizer does for us: simplification, order, compression. Without it, all of that is refused.

static loam_result check_simplify(float share, float max_error)
{
    if (!(share > 0 && share <= 1) || !(max_error >= 0))
    {
        return loam_fail(LOAM_BAD_ARGUMENT,
                         "a share of %g with errors of %g m; must be above 0 to 1, and 0 or more",
                         (double)share, (double)max_error);
    }
    return LOAM_OK;
}

#ifdef LOAM_HAS_MESHOPT
#include <meshoptimizer.h>

bool loam_mesh_can_optimise(void)
{
    return true;
}

/// Leaves out the vertices that no triangle names any more, in the order in which triangles name them.
static loam_result compact(loam_mesh *mesh)
{
    const size_t size = mesh->vertex_count * sizeof *mesh->vertices;
    loam_vertex *const vertices = loam_alloc(&mesh->env, size);
    if (vertices == NULL)
    {
        return LOAM_OUT_OF_MEMORY;
    }
    const size_t left = meshopt_optimizeVertexFetch(vertices, mesh->indices, mesh->index_count,
                                                    mesh->vertices, mesh->vertex_count,
                                                    sizeof *vertices);
    memcpy(mesh->vertices, vertices, left * sizeof *vertices);
    loam_free(&mesh->env, vertices, size);
    mesh->vertex_count = (uint32_t)left;
    return LOAM_OK;
}

/// Simplifies some of a mesh's triangles into out; how many indices are left. What others share with them stays.
static size_t simplify_some(const loam_mesh *mesh, const uint32_t *indices, size_t count,
                            float share, float max_error, uint32_t *out)
{
    // Errors are relative to the size of the mesh there.
    const float *const positions = mesh->vertices[0].position;
    const float scale = meshopt_simplifyScale(positions, mesh->vertex_count,
                                              sizeof *mesh->vertices);
    const size_t wanted = (size_t)((double)(count / 3) * (double)share) * 3;
    return meshopt_simplify(out, indices, count, positions, mesh->vertex_count,
                            sizeof *mesh->vertices, wanted, scale > 0 ? max_error / scale : 0,
                            meshopt_SimplifyLockBorder, NULL);
}

loam_result loam_mesh_simplify(loam_mesh *mesh, float share, float max_error)
{
    LOAM_ASSERT(NULL, mesh != NULL);
    const loam_result bad = check_simplify(share, max_error);
    if (bad != LOAM_OK || mesh->index_count == 0)
    {
        return bad;
    }
    const size_t size = mesh->index_count * sizeof *mesh->indices;
    uint32_t *const indices = loam_alloc(&mesh->env, size);
    if (indices == NULL)
    {
        return LOAM_OUT_OF_MEMORY;
    }
    const size_t count = simplify_some(mesh, mesh->indices, mesh->index_count, share, max_error,
                                       indices);
    memcpy(mesh->indices, indices, count * sizeof *indices);
    loam_free(&mesh->env, indices, size);
    mesh->index_count = (uint32_t)count;
    return compact(mesh);
}

enum
{
    MIXED = 256, // behind the last material
    KINDS,
};

/// What there is most of at a vertex.
static uint8_t strongest(const loam_vertex *vertex)
{
    int32_t best = 0;
    for (int32_t i = 1; i < LOAM_MESH_MATERIALS; i++)
    {
        best = vertex->weights[i] > vertex->weights[best] ? i : best;
    }
    return vertex->materials[best];
}

/// What there is most of at all corners of a triangle, if that is one material.
static int32_t material_of(const loam_mesh *mesh, const uint32_t *triangle)
{
    const uint8_t first = strongest(&mesh->vertices[triangle[0]]);
    return strongest(&mesh->vertices[triangle[1]]) == first &&
                   strongest(&mesh->vertices[triangle[2]]) == first
               ? first
               : MIXED;
}

/// Puts triangles of one material behind each other; ends: where those of each end.
static void sort_by_material(const loam_mesh *mesh, uint32_t *out, size_t ends[KINDS])
{
    size_t first = 0;
    memset(ends, 0, KINDS * sizeof *ends);
    for (uint32_t i = 0; i < mesh->index_count; i += 3)
    {
        ends[material_of(mesh, mesh->indices + i)] += 3;
    }
    for (int32_t kind = 0; kind < KINDS; kind++)
    {
        const size_t count = ends[kind];
        ends[kind] = first;
        first += count;
    }
    for (uint32_t i = 0; i < mesh->index_count; i += 3)
    {
        size_t *const end = &ends[material_of(mesh, mesh->indices + i)];
        memcpy(out + *end, mesh->indices + i, 3 * sizeof *out);
        *end += 3;
    }
}

loam_result loam_mesh_simplify_materials(loam_mesh *mesh, float share, float max_error)
{
    LOAM_ASSERT(NULL, mesh != NULL);
    const loam_result bad = check_simplify(share, max_error);
    if (bad != LOAM_OK || mesh->index_count == 0)
    {
        return bad;
    }
    const size_t size = mesh->index_count * sizeof *mesh->indices;
    uint32_t *const sorted = loam_alloc(&mesh->env, size);
    if (sorted == NULL)
    {
        return LOAM_OUT_OF_MEMORY;
    }
    size_t ends[KINDS], from = 0, left = 0;
    sort_by_material(mesh, sorted, ends);
    for (int32_t kind = 0; kind < MIXED; kind++)
    {
        const size_t count = ends[kind] - from;
        left += count > 0 ? simplify_some(mesh, sorted + from, count, share, max_error,
                                          mesh->indices + left)
                          : 0;
        from = ends[kind];
    }
    memcpy(mesh->indices + left, sorted + from, (ends[MIXED] - from) * sizeof *sorted);
    mesh->index_count = (uint32_t)(left + ends[MIXED] - from);
    loam_free(&mesh->env, sorted, size);
    return compact(mesh);
}

loam_result loam_mesh_order(loam_mesh *mesh)
{
    LOAM_ASSERT(NULL, mesh != NULL);
    if (mesh->index_count == 0)
    {
        return LOAM_OK;
    }
    const size_t size = mesh->index_count * sizeof *mesh->indices;
    uint32_t *const indices = loam_alloc(&mesh->env, size);
    if (indices == NULL)
    {
        return LOAM_OUT_OF_MEMORY;
    }
    meshopt_optimizeVertexCache(indices, mesh->indices, mesh->index_count, mesh->vertex_count);
    memcpy(mesh->indices, indices, size);
    loam_free(&mesh->env, indices, size);
    return compact(mesh);
}

static loam_result finish(size_t size, size_t *used)
{
    *used = size;
    return size > 0 ? LOAM_OK : loam_fail(LOAM_FAILED, "meshoptimizer could not compress a mesh");
}

loam_result loam_mesh_pack_vertices(const loam_env *env, const void *items, size_t count,
                                    size_t size, uint8_t **out, size_t *room, size_t *used)
{
    *room = meshopt_encodeVertexBufferBound(count, size);
    *out = loam_alloc(env, *room);
    return *out == NULL ? LOAM_OUT_OF_MEMORY
                        : finish(meshopt_encodeVertexBuffer(*out, *room, items, count, size), used);
}

loam_result loam_mesh_pack_indices(const loam_env *env, const uint32_t *indices, size_t count,
                                   size_t vertices, uint8_t **out, size_t *room, size_t *used)
{
    meshopt_encodeIndexVersion(1); // which the extension asks for
    *room = meshopt_encodeIndexBufferBound(count, vertices);
    *out = loam_alloc(env, *room);
    return *out == NULL ? LOAM_OUT_OF_MEMORY
                        : finish(meshopt_encodeIndexBuffer(*out, *room, indices, count), used);
}

#else

static loam_result refuse(void)
{
    return loam_fail(LOAM_UNSUPPORTED, "this build has no meshoptimizer (Debian: "
                                       "libmeshoptimizer-dev): meshes are neither simplified, "
                                       "ordered nor compressed");
}

bool loam_mesh_can_optimise(void)
{
    return false;
}

loam_result loam_mesh_simplify(loam_mesh *mesh, float share, float max_error)
{
    LOAM_ASSERT(NULL, mesh != NULL);
    const loam_result bad = check_simplify(share, max_error);
    return bad != LOAM_OK ? bad : refuse();
}

loam_result loam_mesh_simplify_materials(loam_mesh *mesh, float share, float max_error)
{
    return loam_mesh_simplify(mesh, share, max_error);
}

loam_result loam_mesh_order(loam_mesh *mesh)
{
    LOAM_ASSERT(NULL, mesh != NULL);
    return refuse();
}

loam_result loam_mesh_pack_vertices(const loam_env *env, const void *items, size_t count,
                                    size_t size, uint8_t **out, size_t *room, size_t *used)
{
    (void)env, (void)items, (void)count, (void)size, (void)out, (void)room, (void)used;
    return refuse();
}

loam_result loam_mesh_pack_indices(const loam_env *env, const uint32_t *indices, size_t count,
                                   size_t vertices, uint8_t **out, size_t *room, size_t *used)
{
    (void)env, (void)indices, (void)count, (void)vertices, (void)out, (void)room, (void)used;
    return refuse();
}
#endif
