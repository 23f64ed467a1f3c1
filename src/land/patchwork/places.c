// SPDX-License-Identifier: MIT
#include "land/patchwork/patchwork.h"

#include "base/small.h"
#include "loam/random.h"
#include "mesh/room.h"

#include <math.h>
#include <string.h>

// Where parts lie (Barrio Morra 2021, equations 4 to 7), how many there are, and their triangles.

const char *loam_patch_part_name(loam_patch_part part)
{
    static const char *const names[LOAM_PATCH_PART_COUNT] = {"terrain", "horizontal", "vertical",
                                                             "diagonal"};
    return (int32_t)part >= 0 && part < LOAM_PATCH_PART_COUNT ? names[part] : "?";
}

loam_patch_area loam_patch_area_of(const loam_patchwork_def *def, loam_patch_part part,
                                   int64_t chunk_x, int64_t chunk_z)
{
    const bool right = part == LOAM_PATCH_HORIZONTAL || part == LOAM_PATCH_DIAGONAL;
    const bool above = part == LOAM_PATCH_VERTICAL || part == LOAM_PATCH_DIAGONAL;
    const int32_t side = def->chunk_size;
    loam_patch_area area = {.x = loam_patch_start(def, chunk_x, loam_patch_period_x(def)),
                            .z = loam_patch_start(def, chunk_z, loam_patch_period_z(def)),
                            .w = right ? def->sewing_x : side,
                            .h = above ? def->sewing_z : side};
    area.x += right ? side - 1 : 0;
    area.z += above ? side - 1 : 0;
    return area;
}

static int64_t chunk_along(const loam_patchwork_def *def, int64_t place, int32_t sewing)
{
    const int32_t before = def->chunk_size / 2 - 1 + (sewing - 1) / 2;
    return loam_floor_div(place + before, def->chunk_size + sewing - 2);
}

void loam_patch_chunk_at(const loam_patchwork_def *def, int64_t x, int64_t z, int64_t *chunk_x,
                         int64_t *chunk_z)
{
    *chunk_x = chunk_along(def, x, def->sewing_x);
    *chunk_z = chunk_along(def, z, def->sewing_z);
}

void loam_patch_counts(int64_t w, int64_t h, int64_t counts[LOAM_PATCH_PART_COUNT])
{
    const bool none = w < 1 || h < 1;
    counts[LOAM_PATCH_TERRAIN] = none ? 0 : w * h;
    counts[LOAM_PATCH_HORIZONTAL] = none ? 0 : (w - 1) * h;
    counts[LOAM_PATCH_VERTICAL] = none ? 0 : w * (h - 1);
    counts[LOAM_PATCH_DIAGONAL] = none ? 0 : (w - 1) * (h - 1);
}

// ---- vertices and triangles ---------------------------------------------------------------------

int32_t loam_patch_first_vertex(const loam_patchwork_def *def, loam_patch_part part)
{
    int32_t first = 0;
    for (int32_t i = 0; i < (int32_t)part; i++)
    {
        const loam_patch_area area = loam_patch_area_of(def, (loam_patch_part)i, 0, 0);
        first += area.w * area.h;
    }
    return first;
}

int32_t loam_patch_cell_vertices(const loam_patchwork_def *def)
{
    return (def->chunk_size + def->sewing_x) * (def->chunk_size + def->sewing_z);
}

int32_t loam_patch_index_count(const loam_patchwork_def *def, loam_patch_part part)
{
    const loam_patch_area area = loam_patch_area_of(def, part, 0, 0);
    return 6 * (area.w - 1) * (area.h - 1);
}

/// Triangles of a part whose first vertex has a number. Diagonals alternate, as in other grids.
static void put_indices(const loam_patchwork_def *def, loam_patch_part part, uint32_t first,
                        uint32_t *restrict out)
{
    const loam_patch_area area = loam_patch_area_of(def, part, 0, 0);
    const uint32_t w = (uint32_t)area.w;
    for (int32_t j = 0; j + 1 < area.h; j++)
    {
        for (int32_t i = 0; i + 1 < area.w; i++, out += 6)
        {
            const uint32_t a = first + (uint32_t)j * w + (uint32_t)i, b = a + 1, c = a + w;
            const uint32_t d = c + 1, falls = (uint32_t)(i + j) % 2;
            out[0] = a;
            out[1] = c;
            out[2] = d - falls * w; // b
            out[3] = a + falls * w; // c
            out[4] = d;
            out[5] = b;
        }
    }
}

void loam_patch_indices(const loam_patchwork_def *def, loam_patch_part part, uint32_t *out)
{
    put_indices(def, part, 0, out);
}

/// A row of vertices for a mesh, one behind the other from x on.
static void put_vertices(const loam_patch_vertex *restrict from, int32_t count, float spacing,
                         const float at[3], loam_vertex *restrict out)
{
    for (int32_t i = 0; i < count; i++)
    {
        const float east = (float)from[i].normal[0] * (1.0f / 32767.0f);
        const float north = (float)from[i].normal[1] * (1.0f / 32767.0f);
        const float rest = 1.0f - east * east - north * north, x = (float)i * spacing + at[0];
        out[i] = (loam_vertex){.position = {x, from[i].height + at[1], at[2]},
                               .normal = {east, sqrtf(rest > 0.0f ? rest : 0.0f), north},
                               .uv = {x, at[2]}};
        memcpy(out[i].materials, from[i].materials, sizeof out[i].materials);
        memcpy(out[i].weights, from[i].weights, sizeof out[i].weights);
    }
}

loam_result loam_mesh_add_patch(loam_mesh *mesh, const loam_patchwork_def *def,
                                const loam_patch_vertex *cell, loam_patch_part part,
                                const float offset[3])
{
    static const float none[3];
    const float *const by = offset != NULL ? offset : none;
    const loam_patch_area area = loam_patch_area_of(def, part, 0, 0);
    const uint32_t first = mesh->vertex_count, vertices = (uint32_t)area.w * (uint32_t)area.h;
    const uint32_t indices = (uint32_t)loam_patch_index_count(def, part);
    const loam_result result = loam_mesh_more_room(mesh, vertices, indices);
    if (result != LOAM_OK)
    {
        return result;
    }
    const loam_patch_vertex *from = cell + loam_patch_first_vertex(def, part);
    loam_vertex *to = mesh->vertices + first;
    for (int32_t j = 0; j < area.h; j++, from += area.w, to += area.w)
    {
        const float at[3] = {by[0], by[1], (float)j * def->spacing + by[2]};
        put_vertices(from, area.w, def->spacing, at, to);
    }
    put_indices(def, part, first, mesh->indices + mesh->index_count);
    mesh->vertex_count += vertices;
    mesh->index_count += indices;
    return LOAM_OK;
}

/// Numbers, not bytes, so that every machine agrees.
uint64_t loam_patch_cell_hash(const loam_patchwork_def *def, const loam_patch_vertex *cell)
{
    uint64_t hash = 0;
    const int32_t count = loam_patch_cell_vertices(def);
    for (int32_t i = 0; i < count; i++)
    {
        uint32_t words[4];
        const loam_patch_vertex *const v = &cell[i];
        memcpy(&words[0], &v->height, sizeof words[0]);
        words[1] = (uint32_t)(uint16_t)v->normal[0] << 16 | (uint16_t)v->normal[1];
        words[2] = (uint32_t)v->materials[0] << 24 | (uint32_t)v->materials[1] << 16 |
                   (uint32_t)v->materials[2] << 8 | v->materials[3];
        words[3] = (uint32_t)v->weights[0] << 24 | (uint32_t)v->weights[1] << 16 |
                   (uint32_t)v->weights[2] << 8 | v->weights[3];
        hash = loam_hash_u32(words, 4, hash);
    }
    return hash;
}
