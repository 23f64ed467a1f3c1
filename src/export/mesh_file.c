// SPDX-License-Identifier: MIT
#include "export/mesh_file.h"

#include "base/point.h"

#include "export/file.h"
#include "loam/maths.h"

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

static loam_result check_sets(const loam_mesh_file_def *def)
{
    int64_t places = 0;
    if (def->set_count < 0 || def->set_count > LOAM_MESH_MAX_SETS)
    {
        return loam_fail(LOAM_BAD_ARGUMENT, "%s: %d meshes that stand on it; must be 0 to %d",
                         def->path, (int)def->set_count, LOAM_MESH_MAX_SETS);
    }
    for (int32_t i = 0; i < def->set_count; i++)
    {
        const loam_mesh_set *const set = &def->sets[i];
        places += set->place_count;
        if (set->place_count > 0 && set->mesh->index_count < 3)
        {
            return loam_fail(LOAM_BAD_ARGUMENT,
                             "%s: a mesh to stand on it without triangles; must have 1 at least",
                             def->path);
        }
    }
    return places <= LOAM_MESH_MAX_PLACES
               ? LOAM_OK
               : loam_fail(LOAM_BAD_ARGUMENT, "%s: %lld things stand on it; must be at most %d",
                           def->path, (long long)places, LOAM_MESH_MAX_PLACES);
}

/// glTF knows no numbers that are none, and other programs read nonsense from them.
static loam_result check_places(const loam_mesh_file_def *def, const loam_mesh_set *set)
{
    for (int32_t i = 0; i < set->place_count; i++)
    {
        const loam_mesh_place *const at = &set->places[i];
        const float sum = at->position[0] + at->position[1] + at->position[2] + at->turn;
        if (!isfinite(sum) || !isfinite(at->size) || !(at->size > 0))
        {
            return loam_fail(LOAM_BAD_ARGUMENT,
                             "%s: place %d of a thing has a value that is no number, or a size of "
                             "%g; must be finite, and above 0",
                             def->path, (int)i, (double)at->size);
        }
    }
    return LOAM_OK;
}

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

// ---- sets in files of one mesh ------------------------------------------------------------------

/// The mesh with all that stands on it, and the materials of all.
typedef struct merged
{
    loam_mesh *mesh;
    loam_mesh_material materials[256];
    int32_t count;
} merged;

static loam_result merge_materials(const loam_mesh_file_def *def, const loam_mesh_material *from,
                                   int32_t count, merged *to)
{
    if (to->count + count > 256)
    {
        return loam_fail(LOAM_BAD_ARGUMENT,
                         "%s: %d materials with those of what stands on it; must be at most 256",
                         def->path, (int)(to->count + count));
    }
    for (int32_t i = 0; i < count; i++)
    {
        to->materials[to->count++] = from[i];
    }
    return LOAM_OK;
}

static loam_vertex placed(const loam_vertex *v, const loam_mesh_place *at, int32_t first)
{
    const float turn = 6.2831853f * at->turn, c = loam_cos(turn), s = loam_sin(turn);
    loam_vertex out = *v;
    const float *const p = v->position, *const n = v->normal;
    out.position[0] = at->position[0] + at->size * (p[0] * c - p[2] * s);
    out.position[1] = at->position[1] + at->size * p[1];
    out.position[2] = at->position[2] + at->size * (p[0] * s + p[2] * c);
    out.normal[0] = n[0] * c - n[2] * s;
    out.normal[2] = n[0] * s + n[2] * c;
    for (int32_t k = 0; k < LOAM_MESH_MATERIALS; k++)
    {
        const int32_t material = v->materials[k] + first;
        out.materials[k] = (uint8_t)(v->weights[k] > 0 && material < 256 ? material : 0);
    }
    return out;
}

static loam_result merge_one(const loam_mesh_set *set, const loam_mesh_place *at, int32_t first,
                             loam_mesh *to)
{
    const uint32_t vertices = to->vertex_count;
    loam_result result = LOAM_OK;
    for (uint32_t i = 0; i < set->mesh->vertex_count && result == LOAM_OK; i++)
    {
        const loam_vertex v = placed(&set->mesh->vertices[i], at, first);
        result = loam_mesh_add_vertex(to, &v, NULL);
    }
    for (uint32_t i = 0; i < set->mesh->index_count && result == LOAM_OK; i += 3)
    {
        const uint32_t *const c = set->mesh->indices + i;
        result = loam_mesh_add_triangle(to, vertices + c[0], vertices + c[1], vertices + c[2]);
    }
    return result;
}

static loam_result merge_set(const loam_mesh_file_def *def, const loam_mesh_set *set, merged *to)
{
    const int32_t first = to->count;
    if (set->place_count <= 0)
    {
        return LOAM_OK;
    }
    loam_result result = merge_materials(def, set->materials, set->material_count, to);
    for (int32_t i = 0; i < set->place_count && result == LOAM_OK; i++)
    {
        result = merge_one(set, &set->places[i], first, to->mesh);
    }
    return result;
}

static loam_result merge(const loam_mesh_file_def *def, const loam_mesh *mesh, merged *to)
{
    loam_result result = loam_mesh_create(&def->env, &to->mesh);
    result = result == LOAM_OK ? loam_mesh_append(to->mesh, mesh, NULL) : result;
    result = result == LOAM_OK
                 ? merge_materials(def, def->materials,
                                   def->materials != NULL ? def->material_count : 0, to)
                 : result;
    for (int32_t i = 0; i < def->set_count && result == LOAM_OK; i++)
    {
        result = merge_set(def, &def->sets[i], to);
    }
    return result;
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

static loam_result write_mesh(const loam_mesh_file_def *def, const loam_mesh *mesh,
                              mesh_writer writer)
{
    mesh_stream *const out = loam_alloc(&def->env, sizeof *out);
    if (out == NULL)
    {
        return LOAM_OUT_OF_MEMORY;
    }
    const loam_result result = write_file(def, mesh, writer, out);
    loam_free(&def->env, out, sizeof *out);
    return result;
}

/// All that stands on the mesh as triangles of it.
static loam_result write_merged(const loam_mesh_file_def *def, const loam_mesh *mesh,
                                mesh_writer writer)
{
    merged all = {0};
    loam_mesh_file_def one = *def;
    loam_result result = merge(def, mesh, &all);
    one.materials = def->materials != NULL ? all.materials : NULL;
    one.material_count = def->materials != NULL ? all.count : 0;
    one.set_count = 0;
    result = result == LOAM_OK ? write_mesh(&one, all.mesh, writer) : result;
    loam_mesh_destroy(all.mesh);
    return result;
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
    result = result == LOAM_OK ? check_sets(def) : result;
    for (int32_t i = 0; i < def->set_count && result == LOAM_OK; i++)
    {
        result = check_places(def, &def->sets[i]);
        result = result == LOAM_OK && def->sets[i].place_count > 0
                     ? check_vertices(def, def->sets[i].mesh)
                     : result;
    }
    if (result != LOAM_OK)
    {
        return result;
    }
    const bool merges = def->set_count > 0 && writer != loam_mesh_write_glb;
    return merges ? write_merged(def, mesh, writer) : write_mesh(def, mesh, writer);
}
