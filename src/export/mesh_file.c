// SPDX-License-Identifier: MIT
#include "export/mesh_file.h"

#include "base/point.h"

#include "export/file.h"

#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <string.h>

// Which format a file has follows from its name.

loam_mesh_file_def loam_default_mesh_file_def(void)
{
    return (loam_mesh_file_def){.env = loam_default_env(), .name = "mesh"};
}

// ---- bytes --------------------------------------------------------------------------------------

void loam_mesh_stream_flush(mesh_stream *out)
{
    if (out->used > 0 && fwrite(out->block, 1, out->used, out->file) != out->used && !out->error)
    {
        out->error = errno != 0 ? errno : EIO;
    }
    out->used = 0;
}

void loam_mesh_put(mesh_stream *out, const void *bytes, size_t size)
{
    const uint8_t *from = bytes;
    while (size > 0)
    {
        const size_t room = sizeof out->block - out->used, now = size < room ? size : room;
        memcpy(out->block + out->used, from, now);
        out->used += now;
        from += now;
        size -= now;
        if (out->used == sizeof out->block)
        {
            loam_mesh_stream_flush(out);
        }
    }
}

void loam_mesh_put_u32(mesh_stream *out, uint32_t value)
{
    const uint8_t bytes[4] = {(uint8_t)value, (uint8_t)(value >> 8), (uint8_t)(value >> 16),
                              (uint8_t)(value >> 24)};
    loam_mesh_put(out, bytes, sizeof bytes);
}

void loam_mesh_put_u16(mesh_stream *out, uint16_t value)
{
    const uint8_t bytes[2] = {(uint8_t)value, (uint8_t)(value >> 8)};
    loam_mesh_put(out, bytes, sizeof bytes);
}

void loam_mesh_put_float(mesh_stream *out, float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    loam_mesh_put_u32(out, bits);
}

void loam_mesh_put_text(mesh_stream *out, const char *format, ...)
{
    char text[512];
    va_list arguments;
    va_start(arguments, format);
    const int length = vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    loam_mesh_put(out, text,
                  length < (int)sizeof text ? (size_t)(length > 0 ? length : 0) : sizeof text - 1);
}

void loam_mesh_put_numbers(mesh_stream *out, int digits, int count, const float *numbers)
{
    for (int i = 0; i < count; i++)
    {
        char text[64] = " ";
        const double number = (double)numbers[i];
        (void)(digits < 0 ? snprintf(text + 1, sizeof text - 1, "%.*g", -digits, number)
                          : snprintf(text + 1, sizeof text - 1, "%.*f", digits, number));
        loam_use_point(text + 1);
        loam_mesh_put(out, text, strlen(text));
    }
}

// ---- colours ------------------------------------------------------------------------------------

/// About 2.2 by two exact steps: colours of vertices need no more.
static float to_linear(float value)
{
    return value * value * (0.8f + 0.2f * value);
}

loam_colour loam_mesh_vertex_colour(const loam_mesh_file_def *def, const loam_vertex *vertex,
                                    bool linear)
{
    float sum[3] = {0}, all = 0;
    for (int32_t k = 0; k < LOAM_MESH_MATERIALS; k++)
    {
        if (def->materials == NULL || vertex->materials[k] >= def->material_count)
        {
            continue;
        }
        const loam_colour colour = loam_rgb(def->materials[vertex->materials[k]].colour);
        const float weight = vertex->weights[k],
                    parts[3] = {(float)colour.r / 255.0f, (float)colour.g / 255.0f,
                                (float)colour.b / 255.0f};
        for (int32_t c = 0; c < 3; c++)
        {
            sum[c] += weight * (linear ? to_linear(parts[c]) : parts[c]);
        }
        all += weight;
    }
    if (all <= 0)
    {
        return (loam_colour){255, 255, 255, 255};
    }
    const float scale = 255.0f / all;
    return (loam_colour){(uint8_t)(sum[0] * scale + 0.5f), (uint8_t)(sum[1] * scale + 0.5f),
                         (uint8_t)(sum[2] * scale + 0.5f), 255};
}

// ---- files --------------------------------------------------------------------------------------

typedef loam_result (*mesh_writer)(const loam_mesh_file_def *def, const loam_mesh *mesh,
                                   mesh_stream *out);

static mesh_writer writer_of(const char *path)
{
    static const struct
    {
        const char *ending;
        mesh_writer writer;
    } all[] = {{".glb", loam_mesh_write_glb},
               {".obj", loam_mesh_write_obj},
               {".ply", loam_mesh_write_ply}};
    const size_t length = strlen(path);
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
    {
        if (length > 4 && strcmp(path + length - 4, all[i].ending) == 0)
        {
            return all[i].writer;
        }
    }
    return NULL;
}

static loam_result check_def(const loam_mesh_file_def *def, const loam_mesh *mesh)
{
    if (mesh->index_count < 3)
    {
        return loam_fail(LOAM_BAD_ARGUMENT, "%s: a mesh without triangles; must have 1 at least",
                         def->path);
    }
    if (def->material_count < 0 || def->material_count > 256)
    {
        return loam_fail(LOAM_BAD_ARGUMENT, "%s: %d materials; must be 0 to 256", def->path,
                         (int)def->material_count);
    }
    if (def->texture != NULL && !(def->texture_w > 0 && def->texture_h > 0))
    {
        return loam_fail(LOAM_BAD_ARGUMENT, "%s: a texture of %g x %g m; must be above 0",
                         def->path, (double)def->texture_w, (double)def->texture_h);
    }
    return LOAM_OK;
}

/// glTF knows no numbers that are none, and other programs read nonsense from them.
static loam_result check_vertices(const loam_mesh_file_def *def, const loam_mesh *mesh)
{
    for (uint32_t i = 0; i < mesh->vertex_count; i++)
    {
        const loam_vertex *const vertex = &mesh->vertices[i];
        float sum = vertex->uv[0] + vertex->uv[1];
        for (int32_t k = 0; k < 3; k++)
        {
            sum += vertex->position[k] + vertex->normal[k];
        }
        if (!isfinite(sum))
        {
            return loam_fail(LOAM_BAD_ARGUMENT,
                             "%s: vertex %u has a value that is no number; must be finite",
                             def->path, (unsigned)i);
        }
    }
    return LOAM_OK;
}

static loam_result write_file(const loam_mesh_file_def *def, const loam_mesh *mesh,
                              mesh_writer writer, mesh_stream *out)
{
    loam_file file;
    loam_result result = loam_file_begin(&file, def->path);
    if (result != LOAM_OK)
    {
        return result;
    }
    out->file = file.stream;
    out->error = 0;
    out->used = 0;
    errno = 0;
    result = writer(def, mesh, out);
    loam_mesh_stream_flush(out);
    file.error = out->error;
    if (result != LOAM_OK)
    {
        loam_file_abandon(&file);
        return result;
    }
    return loam_file_commit(&file);
}

loam_result loam_mesh_write(const loam_mesh_file_def *def, const loam_mesh *mesh)
{
    LOAM_ASSERT(NULL, def != NULL && mesh != NULL);
    loam_result result = loam_file_check_name(def->path);
    const mesh_writer writer = result == LOAM_OK ? writer_of(def->path) : NULL;
    if (result == LOAM_OK && writer == NULL)
    {
        return loam_fail(LOAM_BAD_ARGUMENT, "%s: a mesh's file must end with .glb, .obj or .ply",
                         def->path);
    }
    result = result == LOAM_OK ? check_def(def, mesh) : result;
    result = result == LOAM_OK ? check_vertices(def, mesh) : result;
    if (result != LOAM_OK)
    {
        return result;
    }
    mesh_stream *const out = loam_alloc(&def->env, sizeof *out);
    if (out == NULL)
    {
        return LOAM_OUT_OF_MEMORY;
    }
    result = write_file(def, mesh, writer, out);
    loam_free(&def->env, out, sizeof *out);
    return result;
}
