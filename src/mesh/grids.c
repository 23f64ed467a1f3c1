// SPDX-License-Identifier: MIT
#include "loam/mesh.h"

#include <math.h>
#include <string.h>

// Meshes of height fields, for files and physics: grids of any size, and pages as they are drawn.

static const float no_offset[3];

// ---- grids --------------------------------------------------------------------------------------

static loam_result check_grid(const loam_height_grid *grid)
{
    if (grid->w < 2 || grid->h < 2 || grid->w > LOAM_MESH_MAX_GRID || grid->h > LOAM_MESH_MAX_GRID)
    {
        return loam_fail(LOAM_BAD_ARGUMENT, "a grid of %d x %d samples; must be 2 to %d each",
                         (int)grid->w, (int)grid->h, LOAM_MESH_MAX_GRID);
    }
    if (!(grid->step > 0 && grid->step <= 1e6f) || grid->stride < grid->w)
    {
        return loam_fail(LOAM_BAD_ARGUMENT,
                         "a grid of step %g and stride %d; must be up to 1000000 and at least %d",
                         (double)grid->step, (int)grid->stride, (int)grid->w);
    }
    return LOAM_OK;
}

/// The rise towards east or north: between both neighbours, or from the only one that there is.
static float rise(const loam_height_grid *grid, const float *at, int32_t place, int32_t count,
                  ptrdiff_t next)
{
    const bool before = place > 0 || grid->apron, after = place + 1 < count || grid->apron;
    const float length = grid->step * (float)(before + after);
    return (at[after ? next : 0] - at[before ? -next : 0]) / length;
}

static void put_normal(float east, float north, float out[3])
{
    const float scale = 1.0f / sqrtf(east * east + north * north + 1);
    out[0] = -east * scale;
    out[1] = scale;
    out[2] = -north * scale;
}

static loam_vertex grid_vertex(const loam_height_grid *grid, int32_t i, int32_t j,
                               const float offset[3])
{
    const float *const at = grid->height + (ptrdiff_t)j * grid->stride + i;
    const float x = (float)i * grid->step, z = (float)j * grid->step;
    loam_vertex vertex = {.position = {x + offset[0], *at + offset[1], z + offset[2]},
                          .uv = {x, z},
                          .weights = {255}};
    put_normal(rise(grid, at, i, grid->w, 1), rise(grid, at, j, grid->h, grid->stride),
               vertex.normal);
    if (grid->materials != NULL && grid->weights != NULL)
    {
        const size_t p = (size_t)LOAM_MESH_MATERIALS * ((size_t)j * (size_t)grid->w + (size_t)i);
        memcpy(vertex.materials, grid->materials + p, LOAM_MESH_MATERIALS);
        memcpy(vertex.weights, grid->weights + p, LOAM_MESH_MATERIALS);
    }
    return vertex;
}

static loam_result add_square(loam_mesh *mesh, uint32_t a, uint32_t row, bool falls)
{
    const uint32_t b = a + 1, c = a + row, d = a + row + 1;
    const loam_result result = loam_mesh_add_triangle(mesh, a, c, falls ? b : d);
    return result != LOAM_OK ? result
           : falls           ? loam_mesh_add_triangle(mesh, c, d, b)
                             : loam_mesh_add_triangle(mesh, a, d, b);
}

/// Room for so many more of both, or a mesh as it was.
static loam_result reserve_more(loam_mesh *mesh, uint64_t vertices, uint64_t indices)
{
    const uint64_t max = UINT32_MAX;
    const uint64_t all = mesh->vertex_count + vertices, corners = mesh->index_count + indices;
    return loam_mesh_reserve(mesh, (uint32_t)(all < max ? all : max),
                             (uint32_t)(corners < max ? corners : max));
}

loam_result loam_mesh_add_grid(loam_mesh *mesh, const loam_height_grid *grid, const float offset[3])
{
    LOAM_ASSERT(NULL, mesh != NULL);
    LOAM_ASSERT(&mesh->env, grid != NULL && grid->height != NULL);
    const uint64_t w = (uint64_t)grid->w, h = (uint64_t)grid->h;
    loam_result result = check_grid(grid);
    result = result == LOAM_OK ? reserve_more(mesh, w * h, (w - 1) * (h - 1) * 6) : result;
    const uint32_t first = mesh->vertex_count;
    for (uint64_t p = 0; p < w * h && result == LOAM_OK; p++)
    {
        const loam_vertex vertex = grid_vertex(grid, (int32_t)(p % w), (int32_t)(p / w),
                                               offset != NULL ? offset : no_offset);
        result = loam_mesh_add_vertex(mesh, &vertex, NULL);
    }
    for (uint32_t j = 0; j + 1 < h && result == LOAM_OK; j++)
    {
        for (uint32_t i = 0; i + 1 < w && result == LOAM_OK; i++)
        {
            result = add_square(mesh, first + j * (uint32_t)w + i, (uint32_t)w, (i + j) % 2 != 0);
        }
    }
    return result;
}

// ---- pages --------------------------------------------------------------------------------------

/// A vertex as a shader would place it.
static loam_vertex drawn_vertex(const loam_height_vertex *from, int32_t i, int32_t j, float step,
                                float morph, const float offset[3])
{
    const float x = (float)i * step, z = (float)j * step;
    const float y = from->height + (from->coarser - from->height) * morph;
    float slope[2];
    for (int32_t k = 0; k < 2; k++)
    {
        const float own = (float)from->normal[k], other = (float)from->coarser_normal[k];
        slope[k] = (own + (other - own) * morph) * (1.0f / 32767.0f);
    }
    const float rest = 1 - slope[0] * slope[0] - slope[1] * slope[1];
    loam_vertex vertex = {.position = {x + offset[0], y + offset[1], z + offset[2]},
                          .normal = {slope[0], sqrtf(rest > 0 ? rest : 0), slope[1]},
                          .uv = {x, z}};
    memcpy(vertex.materials, from->materials, sizeof vertex.materials);
    memcpy(vertex.weights, from->weights, sizeof vertex.weights);
    return vertex;
}

/// Which vertices triangles name: their numbers in the mesh, counted from first.
static uint32_t number_vertices(const uint16_t *indices, int32_t count, uint32_t first,
                                uint32_t numbers[LOAM_HEIGHT_VERTICES])
{
    memset(numbers, 0, LOAM_HEIGHT_VERTICES * sizeof *numbers);
    for (int32_t i = 0; i < count; i++)
    {
        numbers[indices[i]] = 1;
    }
    uint32_t used = 0;
    for (int32_t p = 0; p < LOAM_HEIGHT_VERTICES; p++)
    {
        numbers[p] = numbers[p] != 0 ? first + used++ : UINT32_MAX;
    }
    return used;
}

typedef struct page_scratch
{
    uint16_t indices[LOAM_HEIGHT_MAX_INDICES];
    uint32_t numbers[LOAM_HEIGHT_VERTICES];
} page_scratch;

static loam_result add_page(loam_mesh *mesh, const loam_height_vertex *vertices, float step,
                            const loam_height_morph *morph, const float offset[3],
                            const page_scratch *page, int32_t count)
{
    loam_result result = LOAM_OK;
    for (int32_t p = 0; p < LOAM_HEIGHT_VERTICES && result == LOAM_OK; p++)
    {
        if (page->numbers[p] != UINT32_MAX)
        {
            const int32_t i = p % (LOAM_HEIGHT_SIDE + 1), j = p / (LOAM_HEIGHT_SIDE + 1);
            const float weight = morph != NULL ? loam_height_morph_at(morph, i, j) : 0;
            const loam_vertex vertex = drawn_vertex(&vertices[p], i, j, step, weight, offset);
            result = loam_mesh_add_vertex(mesh, &vertex, NULL);
        }
    }
    for (int32_t i = 0; i < count && result == LOAM_OK; i += 3)
    {
        const uint16_t *const corner = page->indices + i;
        result = loam_mesh_add_triangle(mesh, page->numbers[corner[0]], page->numbers[corner[1]],
                                        page->numbers[corner[2]]);
    }
    return result;
}

loam_result loam_mesh_add_heights(loam_mesh *mesh, const loam_height_vertex *vertices, float step,
                                  const loam_height_index_def *def, const loam_height_morph *morph,
                                  const float offset[3])
{
    LOAM_ASSERT(NULL, mesh != NULL);
    LOAM_ASSERT(&mesh->env, vertices != NULL && def != NULL);
    page_scratch *const page = loam_alloc(&mesh->env, sizeof *page);
    if (page == NULL)
    {
        return LOAM_OUT_OF_MEMORY;
    }
    int32_t count = 0;
    loam_result result = loam_height_indices(def, page->indices, &count);
    if (result == LOAM_OK)
    {
        const uint32_t used = number_vertices(page->indices, count, mesh->vertex_count,
                                              page->numbers);
        result = reserve_more(mesh, used, (uint64_t)count);
    }
    if (result == LOAM_OK)
    {
        result = add_page(mesh, vertices, step, morph, offset != NULL ? offset : no_offset, page,
                          count);
    }
    loam_free(&mesh->env, page, sizeof *page);
    return result;
}
