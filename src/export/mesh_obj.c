// SPDX-License-Identifier: MIT
#include "export/mesh_file.h"

// Wavefront OBJ: text, one line a vertex, its place on the surface, its normal, and one a triangle. Colours stand
// behind positions, where many programs look for them.

loam_result loam_mesh_write_obj(const loam_mesh_file_def *def, const loam_mesh *mesh,
                                mesh_stream *out)
{
    char name[128];
    loam_text_printable(name, sizeof name, def->name != NULL ? def->name : "mesh");
    loam_mesh_put_text(out, "# Loam %s; metres; x east, y up, z south of (%lld, %lld)\no %s\n",
                       loam_version(), (long long)def->x, (long long)def->z, name);
    for (uint32_t i = 0; i < mesh->vertex_count; i++)
    {
        const loam_vertex *const v = &mesh->vertices[i];
        const float place[3] = {v->position[0], v->position[1], -v->position[2]};
        const float normal[3] = {v->normal[0], v->normal[1], -v->normal[2]};
        loam_mesh_put_text(out, "v");
        loam_mesh_put_numbers(out, -9, 3, place);
        if (def->materials != NULL)
        {
            const loam_colour c = loam_mesh_vertex_colour(def, v, false);
            const float colour[3] = {c.r / 255.0f, c.g / 255.0f, c.b / 255.0f};
            loam_mesh_put_numbers(out, 3, 3, colour);
        }
        loam_mesh_put_text(out, "\nvt");
        loam_mesh_put_numbers(out, -9, 2, v->uv);
        loam_mesh_put_text(out, "\nvn");
        loam_mesh_put_numbers(out, 6, 3, normal);
        loam_mesh_put_text(out, "\n");
    }
    for (uint32_t i = 0; i < mesh->index_count; i += 3)
    {
        const uint32_t *const c = mesh->indices + i;
        const unsigned a = c[0] + 1, b = c[2] + 1, d = c[1] + 1; // mirrored, so the other way round
        loam_mesh_put_text(out, "f %u/%u/%u %u/%u/%u %u/%u/%u\n", a, a, a, b, b, b, d, d, d);
    }
    return LOAM_OK;
}
