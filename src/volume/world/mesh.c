// SPDX-License-Identifier: MIT
#include "volume/world/world.h"

#include <stdlib.h>
#include <string.h>

// Meshes of chunks, from their voxels and the border that they hold. And skirts: where a chunk of another level may be
// beside it, the rim of the surface goes on into the solid, so that a gap between the two shows rock and not the sky.

enum
{
    SKIRT = 2, // voxels that a skirt reaches into the solid: one of the next coarser level
};

// ---- smooth -------------------------------------------------------------------------------------

/// Cells of a chunk: between voxel `first` and the next, and so on, counted from the chunk's first.
typedef struct cells
{
    int32_t first[3], count[3];
    float corner[3]; // where the first is
    float size;
} cells;

static void take_samples(const uint8_t *voxels, const cells *of, float *values, uint8_t *materials)
{
    size_t at = 0;
    for (int32_t k = 0; k < of->count[2] + 3; k++)
    {
        for (int32_t j = 0; j < of->count[1] + 3; j++)
        {
            const size_t row = voxel_wide_index(of->first[0], of->first[1] + j, of->first[2] + k);
            for (int32_t i = 0; i < of->count[0] + 3; i++, at++)
            {
                // The middle of what was rounded up.
                values[at] = (float)(int8_t)voxels[VOXEL_WIDE_COUNT + row + (size_t)i] - 0.5f;
                materials[at] = voxels[row + (size_t)i];
            }
        }
    }
}

static size_t sample_bytes(const cells *of)
{
    const size_t count = (size_t)(of->count[0] + 3) * (size_t)(of->count[1] + 3) *
                         (size_t)(of->count[2] + 3);
    return LOAM_ARENA_SIZE(count * sizeof(float)) + LOAM_ARENA_SIZE(count);
}

static size_t surface_bytes(const cells *of)
{
    return loam_surface_scratch_size(of->count[0] + 3, of->count[1] + 3, of->count[2] + 3);
}

/// samples has sample_bytes, scratch surface_bytes.
static loam_result add_cells(loam_mesh *mesh, const uint8_t *voxels, const cells *of, void *samples,
                             void *scratch)
{
    const int32_t w = of->count[0] + 3, h = of->count[1] + 3, d = of->count[2] + 3;
    float *const values = samples;
    uint8_t *const materials = (uint8_t *)samples +
                               LOAM_ARENA_SIZE((size_t)w * (size_t)h * (size_t)d * sizeof(float));
    take_samples(voxels, of, values, materials);
    const loam_density_field field = {.values = values,
                                      .materials = materials,
                                      .w = w,
                                      .h = h,
                                      .d = d,
                                      .corner = {of->corner[0], of->corner[1], of->corner[2]},
                                      .size = of->size};
    return loam_mesh_add_surface(mesh, &field, scratch, surface_bytes(of));
}

// ---- skirts of the smooth form ------------------------------------------------------------------

typedef struct edge
{
    uint32_t from, to; // as the triangle has it
} edge;

static int compare_edges(const void *a, const void *b)
{
    const edge *const one = a, *const other = b;
    const uint32_t low = one->from < one->to ? one->from : one->to;
    const uint32_t high = one->from < one->to ? one->to : one->from;
    const uint32_t other_low = other->from < other->to ? other->from : other->to;
    const uint32_t other_high = other->from < other->to ? other->to : other->from;
    return low != other_low     ? (low < other_low ? -1 : 1)
           : high != other_high ? (high < other_high ? -1 : 1)
                                : 0;
}

/// Edges of triangles with both ends in a plane; those of one triangle alone are the surface's rim. How many.
static uint32_t find_rim(const loam_mesh *mesh, uint32_t first_index, int32_t axis, float plane,
                         edge *out)
{
    uint32_t count = 0, kept = 0;
    for (uint32_t i = first_index; i < mesh->index_count; i += 3)
    {
        for (uint32_t k = 0; k < 3; k++)
        {
            const uint32_t a = mesh->indices[i + k], b = mesh->indices[i + (k + 1) % 3];
            if (mesh->vertices[a].position[axis] == plane &&
                mesh->vertices[b].position[axis] == plane)
            {
                out[count++] = (edge){a, b};
            }
        }
    }
    if (count > 1)
    {
        qsort(out, count, sizeof *out, compare_edges);
    }
    for (uint32_t i = 0; i < count;)
    {
        uint32_t same = 1;
        while (i + same < count && compare_edges(&out[i], &out[i + same]) == 0)
        {
            same++;
        }
        if (same == 1)
        {
            out[kept++] = out[i];
        }
        i += same;
    }
    return kept;
}

static loam_result add_sunk(loam_mesh *mesh, uint32_t of, float depth, uint32_t *index)
{
    loam_vertex vertex = mesh->vertices[of];
    for (int32_t axis = 0; axis < 3; axis++)
    {
        vertex.position[axis] -= vertex.normal[axis] * depth;
    }
    return loam_mesh_add_vertex(mesh, &vertex, index);
}

static loam_result add_skirt(loam_mesh *mesh, edge rim, float depth)
{
    uint32_t from = 0, to = 0;
    loam_result result = add_sunk(mesh, rim.from, depth, &from);
    result = result == LOAM_OK ? add_sunk(mesh, rim.to, depth, &to) : result;
    result = result == LOAM_OK ? loam_mesh_add_triangle(mesh, rim.to, rim.from, from) : result;
    return result == LOAM_OK ? loam_mesh_add_triangle(mesh, rim.to, from, to) : result;
}

static loam_result add_skirts(loam_mesh *mesh, uint32_t first_index, uint32_t sides, float size)
{
    const uint32_t last_index = mesh->index_count;
    const size_t bytes = (size_t)(last_index - first_index) * sizeof(edge);
    edge *const rim = bytes > 0 && sides != 0 ? loam_alloc(&mesh->env, bytes) : NULL;
    if (rim == NULL)
    {
        return bytes > 0 && sides != 0 ? LOAM_OUT_OF_MEMORY : LOAM_OK;
    }
    loam_result result = LOAM_OK;
    for (int32_t side = 0; side < LOAM_FACE_COUNT; side++)
    {
        if ((sides >> side & 1u) == 0)
        {
            continue;
        }
        const float plane = side % 2 == 0 ? 0.0f : (float)VOXEL_SIDE * size;
        loam_mesh whole = *mesh;
        whole.index_count = last_index;
        const uint32_t count = find_rim(&whole, first_index, side / 2, plane, rim);
        for (uint32_t i = 0; i < count && result == LOAM_OK; i++)
        {
            result = add_skirt(mesh, rim[i], (float)SKIRT * size);
        }
    }
    loam_free(&mesh->env, rim, bytes);
    return result;
}

// ---- blocks -------------------------------------------------------------------------------------

enum
{
    BLOCKS = VOXEL_SIDE + 2,
};

static size_t block_index(int32_t i, int32_t j, int32_t k)
{
    return ((size_t)k * BLOCKS + (size_t)j) * BLOCKS + (size_t)i;
}

/// The voxel of a layer: `depth` along an axis, (u, v) along the other two.
static size_t layer_index(int32_t axis, int32_t depth, int32_t u, int32_t v)
{
    return axis == 0   ? block_index(depth, u, v)
           : axis == 1 ? block_index(u, depth, v)
                       : block_index(u, v, depth);
}

/// Whether something near in the layer is open, so that what is beside the layer may be seen.
static bool is_open_near(const uint8_t *blocks, int32_t axis, int32_t layer, int32_t u, int32_t v)
{
    for (int32_t dv = -SKIRT; dv <= SKIRT; dv++)
    {
        for (int32_t du = -SKIRT; du <= SKIRT; du++)
        {
            const int32_t a = u + du, b = v + dv;
            if (a >= 0 && a < BLOCKS && b >= 0 && b < BLOCKS &&
                !loam_voxel_is_solid(blocks[layer_index(axis, layer, a, b)]))
            {
                return true;
            }
        }
    }
    return false;
}

/// The outer layer of a side becomes air where a skirt is: then faces towards it are shown.
static void open_side(const uint8_t *from, uint8_t *blocks, int32_t side)
{
    const int32_t axis = side / 2, own = side % 2 == 0 ? 1 : VOXEL_SIDE,
                  outer = side % 2 == 0 ? 0 : VOXEL_SIDE + 1;
    for (int32_t v = 0; v < BLOCKS; v++)
    {
        for (int32_t u = 0; u < BLOCKS; u++)
        {
            const bool solid = loam_voxel_is_solid(from[layer_index(axis, own, u, v)]);
            if (solid && is_open_near(from, axis, own, u, v))
            {
                blocks[layer_index(axis, outer, u, v)] = LOAM_VOXEL_AIR;
            }
        }
    }
}

static void take_blocks(const uint8_t *voxels, uint8_t *out)
{
    for (int32_t k = 0; k < BLOCKS; k++)
    {
        for (int32_t j = 0; j < BLOCKS; j++)
        {
            memcpy(out + block_index(0, j, k), voxels + voxel_wide_index(0, j, k), BLOCKS);
        }
    }
}

/// For LOAM_VOXEL_MEETS_FINER.
static void close_slits(loam_mesh *mesh, uint32_t first, uint32_t skirts, float size)
{
    const float end = (float)VOXEL_SIDE * size;
    for (uint32_t v = first; v < mesh->vertex_count; v++)
    {
        for (int32_t axis = 0; axis < 3; axis++)
        {
            float *const at = &mesh->vertices[v].position[axis];
            const bool skirt = (skirts >> (2 * axis + 1) & 1u) != 0;
            *at = skirt && *at == end - 0.5f * size ? end : *at;
        }
    }
}

static loam_result add_blocks(loam_mesh *mesh, const uint8_t *voxels, bool occlude, uint32_t skirts,
                              float size)
{
    const size_t count = (size_t)BLOCKS * BLOCKS * BLOCKS;
    uint8_t *const blocks = loam_alloc(&mesh->env, 2 * count);
    loam_voxel_mesher *mesher = NULL;
    loam_result result = blocks != NULL ? loam_voxel_mesher_create(&mesh->env, &mesher)
                                        : LOAM_OUT_OF_MEMORY;
    if (result == LOAM_OK)
    {
        take_blocks(voxels, blocks);
        memcpy(blocks + count, blocks, count);
        for (int32_t side = 0; side < LOAM_FACE_COUNT; side++)
        {
            if ((skirts >> side & 1u) != 0)
            {
                open_side(blocks + count, blocks, side);
            }
        }
        const loam_voxels box = {blocks, VOXEL_SIDE, VOXEL_SIDE, VOXEL_SIDE};
        const loam_voxel_look look = {.merge = true, .occlude = occlude};
        const float corner[3] = {-0.5f * size, -0.5f * size, -0.5f * size};
        const uint32_t first = mesh->vertex_count;
        const loam_voxel_quad *quads;
        uint32_t quad_count;
        result = loam_voxel_mesher_run(mesher, &box, look, &quads, &quad_count);
        result = result == LOAM_OK ? loam_mesh_add_quads(mesh, quads, quad_count, corner, size)
                                   : result;
        if ((skirts & LOAM_VOXEL_MEETS_FINER) != 0)
        {
            close_slits(mesh, first, skirts, size);
        }
    }
    loam_voxel_mesher_destroy(mesher);
    loam_free(&mesh->env, blocks, 2 * count);
    return result;
}

// ---- chunks -------------------------------------------------------------------------------------

static loam_result add_smooth(loam_mesh *mesh, const uint8_t *voxels, uint32_t skirts, float size)
{
    const cells all = {.count = {VOXEL_SIDE, VOXEL_SIDE, VOXEL_SIDE}, .size = size};
    const size_t samples = sample_bytes(&all), bytes = samples + surface_bytes(&all);
    uint8_t *const memory = loam_alloc(&mesh->env, bytes);
    if (memory == NULL)
    {
        return LOAM_OUT_OF_MEMORY;
    }
    const uint32_t first = mesh->index_count;
    const loam_result result = add_cells(mesh, voxels, &all, memory, memory + samples);
    loam_free(&mesh->env, memory, bytes);
    return result == LOAM_OK ? add_skirts(mesh, first, skirts, size) : result;
}

static loam_result add_chunk(loam_mesh *mesh, const uint8_t *voxels, int32_t level,
                             loam_volume_form form, uint32_t skirts)
{
    const float size = loam_volume_voxel_m(level);
    switch (form)
    {
    case LOAM_VOLUME_SMOOTH:
        return add_smooth(mesh, voxels, skirts, size);
    case LOAM_VOLUME_BLOCKS:
    case LOAM_VOLUME_SHADED_BLOCKS:
        return add_blocks(mesh, voxels, form == LOAM_VOLUME_SHADED_BLOCKS, skirts, size);
    default:
        return loam_fail(LOAM_BAD_ARGUMENT, "form is %d; must be 0 to %d", (int)form,
                         LOAM_VOLUME_FORM_COUNT - 1);
    }
}

static loam_result not_there(loam_voxel_chunk_pos at)
{
    return loam_fail(LOAM_NOT_FOUND, "chunk %lld, %lld, %lld of level %d is not there",
                     (long long)at.x, (long long)at.y, (long long)at.z, (int)at.level);
}

loam_result loam_voxel_world_mesh(loam_voxel_world *world, loam_voxel_chunk_pos chunk,
                                  loam_volume_form form, uint32_t skirts, loam_mesh *out)
{
    LOAM_ASSERT(NULL, world != NULL);
    LOAM_ASSERT(&world->env, out != NULL);
    const voxel_chunk *const from = loam_voxel_chunk_there(world, chunk);
    if (from == NULL)
    {
        return not_there(chunk);
    }
    return from->kind == LOAM_VOLUME_MIXED ? add_chunk(out, from->voxels, chunk.level, form, skirts)
                                           : LOAM_OK;
}

loam_result loam_voxel_world_copy(loam_voxel_world *world, loam_voxel_chunk_pos chunk,
                                  loam_voxel_copy *out)
{
    LOAM_ASSERT(NULL, world != NULL);
    LOAM_ASSERT(&world->env, out != NULL);
    const voxel_chunk *const from = loam_voxel_chunk_there(world, chunk);
    if (from == NULL)
    {
        return not_there(chunk);
    }
    out->chunk = chunk;
    out->empty = from->kind != LOAM_VOLUME_MIXED;
    if (!out->empty)
    {
        memcpy(out->materials, from->voxels, VOXEL_WIDE_COUNT);
        memcpy(out->density, from->voxels + VOXEL_WIDE_COUNT, VOXEL_WIDE_COUNT);
    }
    return LOAM_OK;
}

_Static_assert(offsetof(loam_voxel_copy, density) ==
                   offsetof(loam_voxel_copy, materials) + VOXEL_WIDE_COUNT,
               "a copy is laid out as a chunk is");

loam_result loam_mesh_add_voxel_chunk(loam_mesh *mesh, const loam_voxel_copy *copy,
                                      loam_volume_form form, uint32_t skirts)
{
    LOAM_ASSERT(NULL, mesh != NULL);
    LOAM_ASSERT(&mesh->env, copy != NULL);
    if (copy->chunk.level < 0 || copy->chunk.level >= LOAM_VOXEL_MAX_LEVELS)
    {
        return loam_fail(LOAM_BAD_ARGUMENT, "the level of a chunk is %d; must be 0 to %d",
                         (int)copy->chunk.level, LOAM_VOXEL_MAX_LEVELS - 1);
    }
    return copy->empty ? LOAM_OK
                       : add_chunk(mesh, copy->materials, copy->chunk.level, form, skirts);
}

// ---- triangles that bodies and rays meet --------------------------------------------------------

static loam_result add_part(loam_voxel_world *world, const voxel_chunk *chunk, const cells *of)
{
    const size_t samples = sample_bytes(of), scratch = surface_bytes(of);
    loam_result result = loam_volume_make_room(&world->env, &world->samples, samples);
    result = result == LOAM_OK ? loam_volume_make_room(&world->env, &world->scratch, scratch)
                               : result;
    return result == LOAM_OK ? add_cells(world->mesh, chunk->voxels, of, world->samples.memory,
                                         world->scratch.memory)
                             : result;
}

/// The cells of a box that lie in a chunk, placed relative to an origin.
static cells cells_in(const loam_volume_box *box, loam_voxel_chunk_pos at,
                      const loam_voxel_pos *origin)
{
    cells out = {.size = 1.0f};
    const int64_t place[3] = {at.x, at.y, at.z}, low[3] = {box->x, box->y, box->z};
    const int64_t from[3] = {origin->x, origin->y, origin->z};
    const int32_t sides[3] = {box->w, box->h, box->d};
    for (int32_t axis = 0; axis < 3; axis++)
    {
        const int64_t begin = place[axis] * VOXEL_SIDE, end = begin + VOXEL_SIDE;
        const int64_t first = low[axis] > begin ? low[axis] : begin;
        const int64_t last = low[axis] + sides[axis] < end ? low[axis] + sides[axis] : end;
        out.first[axis] = (int32_t)(first - begin);
        out.count[axis] = (int32_t)(last - first);
        out.corner[axis] = (float)(first - from[axis]);
    }
    return out;
}

loam_result loam_voxel_triangles(loam_voxel_world *world, const loam_volume_box *box,
                                 const loam_voxel_pos *origin)
{
    const loam_voxel_chunk_pos first = loam_voxel_chunk_of(
        (loam_voxel_pos){box->x, box->y, box->z});
    const loam_voxel_chunk_pos last = loam_voxel_chunk_of(
        (loam_voxel_pos){box->x + box->w - 1, box->y + box->h - 1, box->z + box->d - 1});
    loam_voxel_chunk_pos at = {0};
    loam_result result = LOAM_OK;
    loam_mesh_clear(world->mesh);
    for (at.z = first.z; at.z <= last.z; at.z++)
    {
        for (at.y = first.y; at.y <= last.y; at.y++)
        {
            for (at.x = first.x; at.x <= last.x && result == LOAM_OK; at.x++)
            {
                const voxel_chunk *const chunk = loam_voxel_chunk_there(world, at);
                if (chunk == NULL)
                {
                    return not_there(at);
                }
                if (chunk->kind == LOAM_VOLUME_MIXED)
                {
                    const cells part = cells_in(box, at, origin);
                    result = add_part(world, chunk, &part);
                }
            }
        }
    }
    return result;
}
