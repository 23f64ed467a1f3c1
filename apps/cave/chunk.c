// SPDX-License-Identifier: MIT
#include "cave/chunk.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// A box of cells with a margin becomes blocks, a smooth body or heights by the library's own functions, so that what one
// walks in is what loam cave writes into files. Boxes side by side share what lies between them: blocks by their border,
// smooth bodies by their samples, heights by leaving out triangles whose middle lies in another box.

enum
{
    M = CAVE_MARGIN,
    BLUR = 2,    // cells around a box that a smooth body is made of
    LIGHTS = 16, // levels of light that blocks are merged by
    PLAIN = 64,  // added to the material of blocks of the plain outside
};

void cave_mesher_end(cave_mesher *m)
{
    loam_mesh_destroy(m->mesh);
    loam_voxel_mesher_destroy(m->blocks);
    free(m->vertices);
    free(m->cells);
    free(m->values);
    free(m->scratch);
    free(m->bytes);
    *m = (cave_mesher){0};
}

/// Room for so many bytes; what was there is gone.
static void *make_room(void **memory, size_t *room, size_t size)
{
    if (size > *room)
    {
        free(*memory);
        *memory = malloc(size);
        *room = *memory != NULL ? size : 0;
    }
    return *memory;
}

static loam_result fail_memory(void)
{
    return loam_fail(LOAM_OUT_OF_MEMORY, "out of memory for a cave's triangles");
}

bool cave_mesh_is_solid(const cave_mesher *m, const int32_t size[3], int32_t x, int32_t y,
                        int32_t z)
{
    const int32_t w = size[0] + 2 * M, h = size[1] + 2 * M;
    return m->cells[((size_t)(z + M) * (size_t)h + (size_t)(y + M)) * (size_t)w +
                    (size_t)(x + M)] != 0;
}

// ---- blocks ---------------------------------------------------------------------------------------

/// Blocks are merged where they are lit alike.
static uint8_t block_at(const cave_mesher *m, const cave_rock *rock, const int64_t low[3],
                        const int32_t size[3], int32_t x, int32_t y, int32_t z)
{
    static const int32_t steps[6][3] = {{-1, 0, 0}, {1, 0, 0},  {0, -1, 0},
                                        {0, 1, 0},  {0, 0, -1}, {0, 0, 1}};
    if (!cave_mesh_is_solid(m, size, x, y, z))
    {
        return 0;
    }
    if (!cave_rock_has_sky(rock))
    {
        return 1;
    }
    int32_t most = 0;
    for (int32_t k = 0; k < 6; k++)
    {
        const int32_t nx = x + steps[k][0], ny = y + steps[k][1], nz = z + steps[k][2];
        const int32_t sky = cave_mesh_is_solid(m, size, nx, ny, nz)
                                ? 0
                                : cave_rock_sky(rock, low[0] + nx, low[1] + ny, low[2] + nz);
        most = sky > most ? sky : most;
    }
    const bool plain = rock->cave != NULL && low[1] + y < 0 &&
                       !cave_rock_has(rock, low[0] + x, 0, low[2] + z);
    return (uint8_t)(1 + most * (LIGHTS - 1) / 255 + (plain ? PLAIN : 0));
}

static loam_result add_blocks(cave_mesher *m, const cave_rock *rock, const int64_t low[3],
                              const int32_t size[3])
{
    const size_t count = (size_t)(size[0] + 2) * (size_t)(size[1] + 2) * (size_t)(size[2] + 2);
    uint8_t *const bytes = make_room((void **)&m->bytes, &m->byte_room, count);
    if (bytes == NULL)
    {
        return fail_memory();
    }
    uint8_t *to = bytes;
    for (int32_t z = -1; z <= size[2]; z++)
    {
        for (int32_t y = -1; y <= size[1]; y++)
        {
            for (int32_t x = -1; x <= size[0]; x++)
            {
                *to++ = block_at(m, rock, low, size, x, y, z);
            }
        }
    }
    const loam_voxels voxels = {bytes, size[0], size[1], size[2]};
    const loam_voxel_quad *quads;
    const float corner[3] = {0, 0, 0};
    uint32_t quad_count;
    const loam_result result = loam_voxel_mesher_run(
        m->blocks, &voxels, (loam_voxel_look){.merge = true, .occlude = true}, &quads, &quad_count);
    return result == LOAM_OK ? loam_mesh_add_quads(m->mesh, quads, quad_count, corner, 1) : result;
}

// ---- smooth ---------------------------------------------------------------------------------------

/// By 1 2 1 along an axis, in place, as src/caves/solids.c does it: what has neighbours on both sides comes out right.
static void blur(float *values, const int32_t size[3], int32_t axis)
{
    const size_t steps[3] = {1, (size_t)size[0], (size_t)size[0] * (size_t)size[1]};
    const size_t step = steps[axis], count = steps[2] * (size_t)size[2];
    const size_t line = step * (size_t)size[axis];
    for (size_t start = 0; start < count; start += line)
    {
        for (size_t side = 0; side < step; side++)
        {
            float before = values[start + side];
            for (size_t i = start + side + step; i + step < start + line; i += step)
            {
                const float here = values[i];
                values[i] = 0.25f * before + 0.5f * here + 0.25f * values[i + step];
                before = here;
            }
        }
    }
}

/// The outermost samples are only for the blur of those inside.
static void shrink(float *values, const int32_t wide[3])
{
    float *to = values;
    for (int32_t z = 1; z < wide[2] - 1; z++)
    {
        for (int32_t y = 1; y < wide[1] - 1; y++)
        {
            memmove(to, values + ((size_t)z * (size_t)wide[1] + (size_t)y) * (size_t)wide[0] + 1,
                    (size_t)(wide[0] - 2) * sizeof *to);
            to += wide[0] - 2;
        }
    }
}

static loam_result add_surface(cave_mesher *m, const int32_t size[3])
{
    const int32_t wide[3] = {size[0] + 2 * BLUR + 1, size[1] + 2 * BLUR + 1,
                             size[2] + 2 * BLUR + 1};
    const size_t count = (size_t)wide[0] * (size_t)wide[1] * (size_t)wide[2];
    const size_t scratch = loam_surface_scratch_size(wide[0] - 2, wide[1] - 2, wide[2] - 2);
    float *const values = make_room((void **)&m->values, &m->value_room, count * sizeof *values);
    void *const memory = make_room(&m->scratch, &m->scratch_room, scratch);
    if (values == NULL || memory == NULL)
    {
        return fail_memory();
    }
    for (size_t i = 0; i < count; i++)
    {
        const int32_t x = (int32_t)(i % (size_t)wide[0]) - BLUR,
                      y = (int32_t)(i / (size_t)wide[0] % (size_t)wide[1]) - BLUR,
                      z = (int32_t)(i / (size_t)wide[0] / (size_t)wide[1]) - BLUR;
        values[i] = cave_mesh_is_solid(m, size, x, y, z) ? 0.5f : -0.5f;
    }
    for (int32_t axis = 0; axis < 3; axis++)
    {
        blur(values, wide, axis);
    }
    shrink(values, wide);
    const loam_density_field field = {.values = values,
                                      .w = wide[0] - 2,
                                      .h = wide[1] - 2,
                                      .d = wide[2] - 2,
                                      .corner = {0.5f, 0.5f, 0.5f},
                                      .size = 1};
    return loam_mesh_add_surface(m->mesh, &field, memory, scratch);
}

// ---- heights --------------------------------------------------------------------------------------

/// Whether a triangle of heights belongs to a box; x and z are of its middle, from the box's corner.
static bool owns(const cave_rock *rock, const int64_t low[3], const int32_t size[3],
                 const loam_mesh *mesh, uint32_t first, float *y)
{
    float middle[3] = {0};
    bool ceiling = true;
    for (uint32_t i = 0; i < 3; i++)
    {
        const loam_vertex *const v = &mesh->vertices[mesh->indices[first + i]];
        ceiling = ceiling && v->materials[0] == LOAM_CAVE_CEILING;
        for (int32_t axis = 0; axis < 3; axis++)
        {
            middle[axis] += v->position[axis] / 3;
        }
    }
    *y = middle[1];
    const float shift = rock->plan.straight ? 0.0f
                                            : 0.5f; // sloped squares lie between cells' middles
    const float x = floorf(middle[0] - shift), z = floorf(middle[2] - shift);
    const double at_x = (double)middle[0] + (double)low[0],
                 at_z = (double)middle[2] + (double)low[2];
    const bool beyond = rock->cave != NULL &&
                        (at_x < 0.5 || at_z < 0.5 || at_x > (double)rock->size[0] - 0.5 ||
                         at_z > (double)rock->size[2] - 0.5);
    return x >= 0 && z >= 0 && x < (float)size[0] && z < (float)size[2] && !(ceiling && beyond);
}

static void keep_own(const cave_rock *rock, const int64_t low[3], const int32_t size[3],
                     loam_mesh *mesh)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < mesh->index_count; i += 3)
    {
        float y;
        if (owns(rock, low, size, mesh, i, &y))
        {
            memmove(mesh->indices + kept, mesh->indices + i, 3 * sizeof *mesh->indices);
            kept += 3;
        }
    }
    mesh->index_count = kept;
}

/// A map of the cells around, as a cave of its own.
static loam_result add_heights(cave_mesher *m, const cave_rock *rock, const int64_t low[3],
                               const int32_t size[3])
{
    const int32_t w = size[0] + 2 * M, d = size[2] + 2 * M;
    const size_t bytes = loam_solid_size(w, d, 1);
    uint8_t *const memory = make_room((void **)&m->bytes, &m->byte_room, bytes);
    loam_cave map = {.env = m->mesh->env};
    loam_cave_form form = cave_plan_form(&rock->plan);
    if (memory == NULL)
    {
        return fail_memory();
    }
    loam_result result = loam_solid_init(&map.walls, w, d, 1, memory, bytes);
    for (int32_t i = 0; i < w * d && result == LOAM_OK; i++)
    {
        const int32_t x = i % w, z = i / w;
        // The layer at y = 0 of the box, wherever that is.
        loam_solid_set(&map.walls, x, z, 0,
                       cave_mesh_is_solid(m, size, x - M, (int32_t)-low[1], z - M));
    }
    form.corner[0] = form.corner[2] = -M;
    form.corner[1] = (float)-low[1];
    result = result == LOAM_OK ? loam_mesh_add_cave_heights(m->mesh, &map, &form) : result;
    if (result == LOAM_OK)
    {
        keep_own(rock, low, size, m->mesh);
    }
    return result;
}

// ---- boxes ----------------------------------------------------------------------------------------

static loam_result prepare(cave_mesher *m, const cave_rock *rock, const int32_t size[3])
{
    const size_t count = (size_t)(size[0] + 2 * M) * (size_t)(size[1] + 2 * M) *
                         (size_t)(size[2] + 2 * M);
    loam_result result = LOAM_OK;
    if (m->mesh == NULL)
    {
        result = loam_mesh_create(&rock->env, &m->mesh);
        result = result == LOAM_OK ? loam_voxel_mesher_create(&rock->env, &m->blocks) : result;
    }
    if (result == LOAM_OK && make_room((void **)&m->cells, &m->cell_room, count) == NULL)
    {
        result = fail_memory();
    }
    return result;
}

/// Whether all cells of a box, and those around that matter, are alike: then it has no triangles.
static bool is_even(const cave_mesher *m, const int32_t size[3])
{
    const size_t count = (size_t)(size[0] + 2 * M) * (size_t)(size[1] + 2 * M) *
                         (size_t)(size[2] + 2 * M);
    return memchr(m->cells, m->cells[0] == 0, count) == NULL;
}

loam_result cave_mesh_cells(cave_mesher *m, cave_rock *rock, const int64_t low[3],
                            const int32_t size[3], bool waits)
{
    const int64_t from[3] = {low[0] - M, low[1] - M, low[2] - M};
    const int32_t wide[3] = {size[0] + 2 * M, size[1] + 2 * M, size[2] + 2 * M};
    loam_result result = prepare(m, rock, size);
    if (result == LOAM_OK)
    {
        loam_mesh_clear(m->mesh);
        result = cave_rock_fill(rock, from, wide, waits, m->cells);
    }
    return result;
}

loam_result cave_mesh_box(cave_mesher *m, cave_rock *rock, const int64_t low[3],
                          const int32_t size[3], bool waits)
{
    const loam_result result = cave_mesh_cells(m, rock, low, size, waits);
    if (result != LOAM_OK)
    {
        return result;
    }
    const bool heights = rock->plan.body == CAVE_BODY_HEIGHTS;
    if (heights ? -low[1] < -M || -low[1] >= size[1] + M : is_even(m, size))
    {
        return LOAM_OK;
    }
    switch ((cave_body)rock->plan.body)
    {
    case CAVE_BODY_BLOCKS:
        return add_blocks(m, rock, low, size);
    case CAVE_BODY_HEIGHTS:
        return add_heights(m, rock, low, size);
    default:
        return add_surface(m, size);
    }
}

// ---- shade ----------------------------------------------------------------------------------------

/// How much of what lies around a place, within half a cell, is solid: 0 .. 1.
static float solid_around(const cave_mesher *m, const int32_t size[3], const float at[3])
{
    float sum = 0, part[3];
    int32_t low[3];
    for (int32_t axis = 0; axis < 3; axis++)
    {
        const float limit = (float)(size[axis] + M) - 1.51f;
        const float p = fminf(fmaxf(at[axis] - 0.5f, 0.5f - (float)M), limit);
        low[axis] = (int32_t)floorf(p);
        part[axis] = p - (float)low[axis];
    }
    for (int32_t i = 0; i < 8; i++)
    {
        const int32_t x = i & 1, y = i >> 1 & 1, z = i >> 2;
        const float share = (x != 0 ? part[0] : 1 - part[0]) * (y != 0 ? part[1] : 1 - part[1]) *
                            (z != 0 ? part[2] : 1 - part[2]);
        sum += cave_mesh_is_solid(m, size, low[0] + x, low[1] + y, low[2] + z) ? share : 0;
    }
    return sum;
}

/// Light of the sky in the open cells around a place.
static uint8_t sky_around(const cave_mesher *m, const cave_rock *rock, const int64_t low[3],
                          const int32_t size[3], const float at[3])
{
    int32_t sum = 0, count = 0;
    for (int32_t i = 0; i < 8; i++)
    {
        const int32_t x = (int32_t)floorf(at[0] + (float)(i & 1) - 0.5f),
                      y = (int32_t)floorf(at[1] + (float)(i >> 1 & 1) - 0.5f),
                      z = (int32_t)floorf(at[2] + (float)(i >> 2) - 0.5f);
        const bool known = x >= -M && y >= -M && z >= -M && x < size[0] + M && y < size[1] + M &&
                           z < size[2] + M;
        if (known && !cave_mesh_is_solid(m, size, x, y, z))
        {
            sum += cave_rock_sky(rock, low[0] + x, low[1] + y, low[2] + z);
            count++;
        }
    }
    return (uint8_t)(count > 0 ? sum / count : 0);
}

static cave_vertex shaded(const cave_mesher *m, const cave_rock *rock, const int64_t low[3],
                          const int32_t size[3], const loam_vertex *v)
{
    cave_vertex out = {.open = 255};
    float near[3], far[3], beside[3];
    for (int32_t axis = 0; axis < 3; axis++)
    {
        out.at[axis] = v->position[axis];
        out.normal[axis] = (int8_t)lrintf(v->normal[axis] * 127);
        near[axis] = v->position[axis] + v->normal[axis] * 1.1f;
        far[axis] = v->position[axis] + v->normal[axis] * 2.3f;
        beside[axis] = v->position[axis] + v->normal[axis] * 0.6f;
    }
    const int32_t body = rock->plan.body;
    for (int32_t i = 0; i < LOAM_MESH_MATERIALS && body == CAVE_BODY_BLOCKS; i++)
    {
        // A share of material 0 is dark.
        out.open = v->materials[i] == 0 && v->weights[i] > 0 ? (uint8_t)(255 - v->weights[i])
                                                             : out.open;
    }
    if (body != CAVE_BODY_BLOCKS)
    {
        const float dark = 0.5f * solid_around(m, size, near) + 0.45f * solid_around(m, size, far);
        out.open = (uint8_t)(255 * fmaxf(1 - dark, 0.12f));
    }
    out.sky = cave_rock_has_sky(rock) ? sky_around(m, rock, low, size, beside) : 0;
    const int64_t x = low[0] + (int64_t)floorf(v->position[0]),
                  z = low[2] + (int64_t)floorf(v->position[2]);
    const bool flat_ground = v->position[1] + (float)low[1] < 0.3f && v->normal[1] > 0.5f;
    out.plain = rock->cave != NULL && flat_ground && !cave_rock_has(rock, x, 0, z) ? 255 : 0;
    out.top = rock->plan.dimensions == 2 && v->normal[1] > 0.5f &&
                      v->position[1] + (float)low[1] >
                          0.9f * cave_plan_form(&rock->plan).wall_height
                  ? 255
                  : 0;
    return out;
}

loam_result cave_mesh_shade(cave_mesher *m, const cave_rock *rock, const int64_t low[3],
                            const int32_t size[3])
{
    const uint32_t count = m->mesh->vertex_count;
    if (count > m->vertex_room)
    {
        free(m->vertices);
        m->vertices = malloc((size_t)count * sizeof *m->vertices);
        m->vertex_room = m->vertices != NULL ? count : 0;
    }
    if (count > 0 && m->vertices == NULL)
    {
        return fail_memory();
    }
    for (uint32_t i = 0; i < count; i++)
    {
        m->vertices[i] = shaded(m, rock, low, size, &m->mesh->vertices[i]);
    }
    return LOAM_OK;
}
