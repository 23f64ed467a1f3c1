// SPDX-License-Identifier: MIT
#include "export/mesh_file.h"

// Stanford PLY, binary and little-endian.

static void put_head(const loam_mesh_file_def *def, const loam_mesh *mesh, mesh_stream *out)
{
    static const char *const floats[] = {"x", "y", "z", "nx", "ny", "nz", "s", "t"};
    static const char *const bytes[] = {"red",       "green",     "blue",      "material0",
                                        "material1", "material2", "material3", "weight0",
                                        "weight1",   "weight2",   "weight3"};
    loam_mesh_put_text(out,
                       "ply\nformat binary_little_endian 1.0\ncomment Loam %s; metres; x east, y "
                       "up, z south of (%lld, %lld)\nelement vertex %u\n",
                       loam_version(), (long long)def->x, (long long)def->z,
                       (unsigned)mesh->vertex_count);
    for (size_t i = 0; i < sizeof floats / sizeof *floats; i++)
    {
        loam_mesh_put_text(out, "property float %s\n", floats[i]);
    }
    for (size_t i = 0; i < sizeof bytes / sizeof *bytes; i++)
    {
        loam_mesh_put_text(out, "property uchar %s\n", bytes[i]);
    }
    loam_mesh_put_text(out,
                       "element face %u\nproperty list uchar uint vertex_indices\nend_header\n",
                       (unsigned)(mesh->index_count / 3));
}

static void put_vertex(const loam_mesh_file_def *def, const loam_vertex *vertex, mesh_stream *out)
{
    const float values[] = {vertex->position[0], vertex->position[1], -vertex->position[2],
                            vertex->normal[0],   vertex->normal[1],   -vertex->normal[2],
                            vertex->uv[0],       vertex->uv[1]};
    for (size_t i = 0; i < sizeof values / sizeof *values; i++)
    {
        loam_mesh_put_float(out, values[i]);
    }
    const loam_colour colour = loam_mesh_vertex_colour(def, vertex, false);
    loam_mesh_put(out, (const uint8_t[]){colour.r, colour.g, colour.b}, 3);
    loam_mesh_put(out, vertex->materials, sizeof vertex->materials);
    loam_mesh_put(out, vertex->weights, sizeof vertex->weights);
}

loam_result loam_mesh_write_ply(const loam_mesh_file_def *def, const loam_mesh *mesh,
                                mesh_stream *out)
{
    put_head(def, mesh, out);
    for (uint32_t i = 0; i < mesh->vertex_count; i++)
    {
        put_vertex(def, &mesh->vertices[i], out);
    }
    for (uint32_t i = 0; i < mesh->index_count; i += 3)
    {
        // Mirrored, so the other way round.
        loam_mesh_put(out, (const uint8_t[]){3}, 1);
        loam_mesh_put_u32(out, mesh->indices[i]);
        loam_mesh_put_u32(out, mesh->indices[i + 2]);
        loam_mesh_put_u32(out, mesh->indices[i + 1]);
    }
    return LOAM_OK;
}
