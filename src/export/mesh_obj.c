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
        loam_mesh_put_text(out, "v %.9g %.9g %.9g", (double)v->position[0], (double)v->position[1],
                           (double)-v->position[2]);
        if (def->materials != NULL)
        {
            const loam_colour colour = loam_mesh_vertex_colour(def, v, false);
            loam_mesh_put_text(out, " %.3f %.3f %.3f", colour.r / 255.0, colour.g / 255.0,
                               colour.b / 255.0);
        }
        loam_mesh_put_text(out, "\nvt %.9g %.9g\nvn %.6f %.6f %.6f\n", (double)v->uv[0],
                           (double)v->uv[1], (double)v->normal[0], (double)v->normal[1],
                           (double)-v->normal[2]);
    }
    for (uint32_t i = 0; i < mesh->index_count; i += 3)
    {
        const uint32_t *const c = mesh->indices + i;
        const unsigned a = c[0] + 1, b = c[2] + 1, d = c[1] + 1; // mirrored, so the other way round
        loam_mesh_put_text(out, "f %u/%u/%u %u/%u/%u %u/%u/%u\n", a, a, a, b, b, b, d, d, d);
    }
    return LOAM_OK;
}
