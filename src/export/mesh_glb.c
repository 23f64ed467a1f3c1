// SPDX-License-Identifier: MIT
#include "export/mesh_file.h"

#include "base/point.h"
#include "export/png.h"
#include "loam/maths.h"

#include <spng.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

// glTF 2.0 in one binary file (Khronos 2021, "glTF 2.0 Specification", 4.4): a head, a chunk of JSON that says what
// lies where, and a chunk of bytes. Attributes lie in the bytes one after the other, then the indices, then the
// texture as a PNG. With compression (EXT_meshopt_compression) attributes and indices are packed, and the JSON also
// describes the buffer that they unpack into.

enum
{
    FLOATS = 5126,
    BYTES = 5121,
    SHORT_INDICES = 5123,
    LONG_INDICES = 5125,
    VERTEX_BUFFER = 34962,
    INDEX_BUFFER = 34963,
    NAME_ROOM = 64,
    MOST_ATTRIBUTES = 6,
    SET_PIECES = 4, // of a set: positions, normals, colours, indices
    MOST_PIECES = MOST_ATTRIBUTES + 2 + SET_PIECES * LOAM_MESH_MAX_SETS,
    NODE_ROOM = 400, // bytes of JSON
    SET_ROOM = 2048,
};

/// What vertices have. put writes little-endian bytes.
typedef struct glb_attribute
{
    const char *name;
    int32_t type, components;
    bool share; // bytes stand for 0 to 1
    void (*put)(const loam_mesh_file_def *def, const loam_vertex *vertex, uint8_t *out);
} glb_attribute;

/// A stretch of the chunk of bytes.
typedef struct glb_piece
{
    size_t size, unpacked; // bytes in the file, and when they are unpacked
    size_t stride, count;
    uint8_t *bytes; // packed ones, or a PNG; NULL while they are made as they are written
    size_t room;
    int32_t target; // of its view, 0 for none
} glb_piece;

typedef struct glb_plan
{
    const loam_mesh_file_def *def;
    const loam_mesh *mesh;
    const glb_attribute *attributes[MOST_ATTRIBUTES];
    int32_t attribute_count;
    glb_piece pieces[MOST_PIECES]; // attributes, indices, texture, those of sets
    int32_t piece_count;
    int32_t first_of_sets; // piece
    bool short_indices;
    char *json;
    size_t json_room, json_size;
} glb_plan;

// ---- attributes -----------------------------------------------------------------------------------

static void put_floats(const float *values, int32_t count, uint8_t *out)
{
    for (int32_t i = 0; i < count; i++)
    {
        uint32_t bits;
        memcpy(&bits, &values[i], sizeof bits);
        for (int32_t k = 0; k < 4; k++)
        {
            *out++ = (uint8_t)(bits >> 8 * k);
        }
    }
}

static void put_position(const loam_mesh_file_def *def, const loam_vertex *v, uint8_t *out)
{
    (void)def;
    put_floats((const float[]){v->position[0], v->position[1], -v->position[2]}, 3, out);
}

static void put_normal(const loam_mesh_file_def *def, const loam_vertex *v, uint8_t *out)
{
    (void)def;
    put_floats((const float[]){v->normal[0], v->normal[1], -v->normal[2]}, 3, out);
}

static void put_texture_place(const loam_mesh_file_def *def, const loam_vertex *v, uint8_t *out)
{
    put_floats((const float[]){v->uv[0] / def->texture_w, 1 - v->uv[1] / def->texture_h}, 2, out);
}

static void put_colour(const loam_mesh_file_def *def, const loam_vertex *v, uint8_t *out)
{
    const loam_colour colour = loam_mesh_vertex_colour(def, v, true);
    memcpy(out, (const uint8_t[]){colour.r, colour.g, colour.b, 255}, 4);
}

static void put_materials(const loam_mesh_file_def *def, const loam_vertex *v, uint8_t *out)
{
    (void)def;
    memcpy(out, v->materials, sizeof v->materials);
}

static void put_weights(const loam_mesh_file_def *def, const loam_vertex *v, uint8_t *out)
{
    (void)def;
    memcpy(out, v->weights, sizeof v->weights);
}

static const glb_attribute all_attributes[] = {
    {"POSITION", FLOATS, 3, false, put_position},        {"NORMAL", FLOATS, 3, false, put_normal},
    {"TEXCOORD_0", FLOATS, 2, false, put_texture_place}, {"COLOR_0", BYTES, 4, true, put_colour},
    {"_MATERIALS", BYTES, 4, false, put_materials},      {"_WEIGHTS", BYTES, 4, true, put_weights},
};

static size_t size_of(const glb_attribute *attribute)
{
    return (size_t)attribute->components * (attribute->type == FLOATS ? 4 : 1);
}

// ---- what lies where --------------------------------------------------------------------------------

static size_t padded(size_t size)
{
    return (size + 3) / 4 * 4;
}

static void choose_attributes(glb_plan *plan)
{
    for (size_t i = 0; i < sizeof all_attributes / sizeof *all_attributes; i++)
    {
        const glb_attribute *const one = &all_attributes[i];
        const bool textured = plan->def->texture != NULL;
        const bool coloured = !textured && plan->def->materials != NULL;
        if ((one->put == put_texture_place && !textured) || (one->put == put_colour && !coloured))
        {
            continue;
        }
        const size_t size = size_of(one), count = plan->mesh->vertex_count;
        plan->attributes[plan->attribute_count++] = one;
        plan->pieces[plan->piece_count++] = (glb_piece){.size = size * count,
                                                        .unpacked = size * count,
                                                        .stride = size,
                                                        .count = count,
                                                        .target = VERTEX_BUFFER};
    }
    plan->short_indices = plan->mesh->vertex_count <= 65535;
    const size_t stride = plan->short_indices ? 2 : 4, count = plan->mesh->index_count;
    plan->pieces[plan->piece_count++] = (glb_piece){.size = stride * count,
                                                    .unpacked = stride * count,
                                                    .stride = stride,
                                                    .count = count,
                                                    .target = INDEX_BUFFER};
}

/// The texture as a PNG, in memory that libspng has allocated.
static loam_result add_texture(glb_plan *plan)
{
    const loam_picture *const picture = plan->def->texture;
    spng_ctx *const png = spng_ctx_new(SPNG_CTX_ENCODER);
    struct spng_ihdr head = {.width = (uint32_t)picture->w,
                             .height = (uint32_t)picture->h,
                             .bit_depth = 8,
                             .color_type = SPNG_COLOR_TYPE_TRUECOLOR_ALPHA};
    int error = png == NULL ? SPNG_EMEM : spng_set_option(png, SPNG_ENCODE_TO_BUFFER, 1);
    error = error != 0 ? error : spng_set_ihdr(png, &head);
    const size_t size = (size_t)picture->w * (size_t)picture->h * sizeof *picture->pixels;
    error = error != 0
                ? error
                : spng_encode_image(png, picture->pixels, size, SPNG_FMT_PNG, SPNG_ENCODE_FINALIZE);
    glb_piece *const piece = &plan->pieces[plan->piece_count];
    piece->bytes = error == 0 ? spng_get_png_buffer(png, &piece->size, &error) : NULL;
    spng_ctx_free(png);
    plan->piece_count += error == 0;
    return error == 0 ? LOAM_OK
                      : loam_fail(error == SPNG_EMEM ? LOAM_OUT_OF_MEMORY : LOAM_IO,
                                  "%s: the texture could not be written: %s", plan->def->path,
                                  spng_strerror(error));
}

/// Corners of triangle number i as files have them: mirrored, so the other way round.
static void mirrored(const loam_mesh *mesh, size_t first, uint32_t out[3])
{
    out[0] = mesh->indices[first];
    out[1] = mesh->indices[first + 2];
    out[2] = mesh->indices[first + 1];
}

// ---- sets -------------------------------------------------------------------------------------------

static loam_result add_set_piece(glb_plan *plan, size_t stride, size_t count, int32_t target)
{
    glb_piece *const piece = &plan->pieces[plan->piece_count];
    const size_t size = stride * count;
    *piece = (glb_piece){.size = size,
                         .unpacked = size,
                         .stride = stride,
                         .count = count,
                         .room = size,
                         .target = target};
    piece->bytes = loam_alloc(&plan->def->env, size);
    plan->piece_count += piece->bytes != NULL;
    return piece->bytes != NULL ? LOAM_OK : LOAM_OUT_OF_MEMORY;
}

/// Positions, normals and colours of a set's mesh; the latter by the set's materials.
static loam_result add_set_vertices(glb_plan *plan, const loam_mesh_set *set)
{
    static void (*const puts[3])(const loam_mesh_file_def *, const loam_vertex *,
                                 uint8_t *) = {put_position, put_normal, put_colour};
    const loam_mesh_file_def def = {.materials = set->materials,
                                    .material_count = set->material_count};
    loam_result result = LOAM_OK;
    for (int32_t k = 0; k < 3 && result == LOAM_OK; k++)
    {
        const size_t stride = k < 2 ? 12 : 4;
        result = add_set_piece(plan, stride, set->mesh->vertex_count, VERTEX_BUFFER);
        for (uint32_t i = 0; i < set->mesh->vertex_count && result == LOAM_OK; i++)
        {
            puts[k](&def, &set->mesh->vertices[i],
                    plan->pieces[plan->piece_count - 1].bytes + i * stride);
        }
    }
    return result;
}

static loam_result add_set_indices(glb_plan *plan, const loam_mesh_set *set)
{
    const loam_result result = add_set_piece(plan, 4, set->mesh->index_count, INDEX_BUFFER);
    for (uint32_t i = 0; i < set->mesh->index_count && result == LOAM_OK; i += 3)
    {
        uint32_t corners[3];
        mirrored(set->mesh, i, corners);
        for (int32_t k = 0; k < 12; k++)
        {
            plan->pieces[plan->piece_count - 1].bytes[4 * i + (uint32_t)k] =
                (uint8_t)(corners[k / 4] >> 8 * (k % 4));
        }
    }
    return result;
}

static loam_result add_sets(glb_plan *plan)
{
    loam_result result = LOAM_OK;
    plan->first_of_sets = plan->piece_count;
    for (int32_t i = 0; i < plan->def->set_count && result == LOAM_OK; i++)
    {
        if (plan->def->sets[i].place_count > 0)
        {
            result = add_set_vertices(plan, &plan->def->sets[i]);
            result = result == LOAM_OK ? add_set_indices(plan, &plan->def->sets[i]) : result;
        }
    }
    return result;
}

static size_t room_of_sets(const loam_mesh_file_def *def)
{
    size_t room = 0;
    for (int32_t i = 0; i < def->set_count; i++)
    {
        room += SET_ROOM + (size_t)def->sets[i].place_count * NODE_ROOM;
    }
    return room;
}

static loam_result pack_attribute(glb_plan *plan, int32_t index)
{
    const loam_env *const env = &plan->def->env;
    glb_piece *const piece = &plan->pieces[index];
    uint8_t *const items = loam_alloc(env, piece->unpacked);
    if (items == NULL)
    {
        return LOAM_OUT_OF_MEMORY;
    }
    for (size_t i = 0; i < piece->count; i++)
    {
        plan->attributes[index]->put(plan->def, &plan->mesh->vertices[i],
                                     items + i * piece->stride);
    }
    const loam_result result = loam_mesh_pack_vertices(env, items, piece->count, piece->stride,
                                                       &piece->bytes, &piece->room, &piece->size);
    loam_free(env, items, piece->unpacked);
    return result;
}

static loam_result pack_indices(glb_plan *plan)
{
    const loam_env *const env = &plan->def->env;
    glb_piece *const piece = &plan->pieces[plan->attribute_count];
    const size_t size = piece->count * sizeof(uint32_t);
    uint32_t *const indices = loam_alloc(env, size);
    if (indices == NULL)
    {
        return LOAM_OUT_OF_MEMORY;
    }
    for (size_t i = 0; i < piece->count; i += 3)
    {
        mirrored(plan->mesh, i, indices + i);
    }
    const loam_result result = loam_mesh_pack_indices(env, indices, piece->count,
                                                      plan->mesh->vertex_count, &piece->bytes,
                                                      &piece->room, &piece->size);
    loam_free(env, indices, size);
    return result;
}

static loam_result pack(glb_plan *plan)
{
    loam_result result = LOAM_OK;
    for (int32_t i = 0; i < plan->attribute_count && result == LOAM_OK; i++)
    {
        result = pack_attribute(plan, i);
    }
    return result == LOAM_OK ? pack_indices(plan) : result;
}

// ---- JSON -------------------------------------------------------------------------------------------

static void say(glb_plan *plan, const char *format, ...) LOAM_PRINTF(2, 3);

static void say(glb_plan *plan, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    const int length = vsnprintf(plan->json + plan->json_size, plan->json_room - plan->json_size,
                                 format, arguments);
    va_end(arguments);
    plan->json_size += (size_t)(length > 0 ? length : 0);
    LOAM_ASSERT(&plan->def->env, plan->json_size < plan->json_room);
}

/// A word between quotation marks, cut at NAME_ROOM bytes.
static void say_name(glb_plan *plan, const char *name)
{
    char printable[NAME_ROOM];
    loam_text_printable(printable, sizeof printable, name);
    say(plan, "\"");
    for (const char *at = printable; *at != '\0'; at++)
    {
        say(plan, *at == '"' || *at == '\\' ? "\\%c" : "%c", *at);
    }
    say(plan, "\"");
}

/// A member with three numbers, which have a point in every locale.
static void say_place(glb_plan *plan, const char *name, const float place[3])
{
    say(plan, ",\"%s\":[", name);
    for (int32_t i = 0; i < 3; i++)
    {
        char number[64];
        (void)snprintf(number, sizeof number, "%.17g", (double)place[i]);
        loam_use_point(number);
        say(plan, "%s%s", number, i < 2 ? "," : "]");
    }
}

/// A number as short as it reads back, with a point in every locale.
static void say_number(glb_plan *plan, double value)
{
    char number[64];
    (void)snprintf(number, sizeof number, "%.9g", value);
    loam_use_point(number);
    say(plan, "%s", number);
}

static bool has_places(const loam_mesh_file_def *def)
{
    for (int32_t i = 0; i < def->set_count; i++)
    {
        if (def->sets[i].place_count > 0)
        {
            return true;
        }
    }
    return false;
}

/// A node of a place: turned about the upright, from east to north, which is -z here.
static void say_node(glb_plan *plan, const loam_mesh_place *at, int32_t mesh)
{
    const float half = 3.14159265f * at->turn;
    const double values[8] = {(double)at->position[0],  (double)at->position[1],
                              -(double)at->position[2], (double)loam_sin(half),
                              (double)loam_cos(half),   (double)at->size,
                              (double)at->size,         (double)at->size};
    static const char *const before[8] = {
        "\"translation\":[", ",", ",", "],\"rotation\":[0,", ",0,", "],\"scale\":[", ",", ","};
    say(plan, ",{\"mesh\":%d,", (int)mesh);
    for (int32_t i = 0; i < 8; i++)
    {
        say(plan, "%s", before[i]);
        say_number(plan, values[i]);
    }
    say(plan, "]}");
}

/// Behind the ground's node one that has all of them, and then they.
static void say_places(glb_plan *plan)
{
    const loam_mesh_file_def *const def = plan->def;
    int32_t count = 0, mesh = 1;
    if (!has_places(def))
    {
        return;
    }
    say(plan, ",{\"name\":\"things\",\"children\":[");
    for (int32_t i = 0; i < def->set_count; i++)
    {
        for (int32_t k = 0; k < def->sets[i].place_count; k++)
        {
            say(plan, "%s%d", count > 0 ? "," : "", (int)(2 + count));
            count++;
        }
    }
    say(plan, "]}");
    for (int32_t i = 0; i < def->set_count; i++)
    {
        for (int32_t k = 0; k < def->sets[i].place_count; k++)
        {
            say_node(plan, &def->sets[i].places[k], mesh);
        }
        mesh += def->sets[i].place_count > 0;
    }
}

/// The number of a set's first accessor, which is that of its first view but for the texture's.
static int32_t first_accessor(const glb_plan *plan, int32_t which)
{
    return plan->attribute_count + 1 + SET_PIECES * which;
}

static void say_set_meshes(glb_plan *plan)
{
    int32_t which = 0;
    for (int32_t i = 0; i < plan->def->set_count; i++)
    {
        const loam_mesh_set *const set = &plan->def->sets[i];
        if (set->place_count > 0)
        {
            const int first = (int)first_accessor(plan, which++);
            say(plan, ",{\"name\":");
            say_name(plan, set->name != NULL ? set->name : "thing");
            say(plan,
                ",\"primitives\":[{\"attributes\":{\"POSITION\":%d,\"NORMAL\":%d,\"COLOR_0\":%d},"
                "\"indices\":%d,\"material\":1}]}",
                first, first + 1, first + 2, first + 3);
        }
    }
}

static void say_set_accessors(glb_plan *plan)
{
    int32_t which = 0;
    for (int32_t i = 0; i < plan->def->set_count; i++)
    {
        const loam_mesh_set *const set = &plan->def->sets[i];
        float low[3], high[3];
        if (set->place_count == 0)
        {
            continue;
        }
        const int first = (int)plan->first_of_sets + SET_PIECES * (int)which++;
        const unsigned count = set->mesh->vertex_count;
        loam_mesh_bounds(set->mesh, low, high);
        say(plan, ",{\"bufferView\":%d,\"componentType\":5126,\"count\":%u,\"type\":\"VEC3\"",
            first, count);
        say_place(plan, "min", (const float[]){low[0], low[1], -high[2]});
        say_place(plan, "max", (const float[]){high[0], high[1], -low[2]});
        say(plan,
            "},{\"bufferView\":%d,\"componentType\":5126,\"count\":%u,\"type\":\"VEC3\"},"
            "{\"bufferView\":%d,\"componentType\":5121,\"normalized\":true,\"count\":%u,\"type\":"
            "\"VEC4\"},{\"bufferView\":%d,\"componentType\":5125,\"count\":%u,\"type\":\"SCALAR\"}",
            first + 1, count, first + 2, count, first + 3, (unsigned)set->mesh->index_count);
    }
}

static void say_scene(glb_plan *plan)
{
    const loam_mesh_file_def *const def = plan->def;
    say(plan, "{\"asset\":{\"version\":\"2.0\",\"generator\":\"Loam %s\"},", loam_version());
    if (def->compress)
    {
        say(plan, "\"extensionsUsed\":[\"EXT_meshopt_compression\"],"
                  "\"extensionsRequired\":[\"EXT_meshopt_compression\"],");
    }
    say(plan, "\"scene\":0,\"scenes\":[{\"nodes\":[%s]}],\"nodes\":[{\"mesh\":0,\"name\":",
        has_places(def) ? "0,1" : "0");
    say_name(plan, def->name != NULL ? def->name : "mesh");
    say(plan, ",\"extras\":{\"x\":%lld,\"z\":%lld}}", (long long)def->x, (long long)def->z);
    say_places(plan);
    say(plan, "],\"meshes\":[{\"name\":");
    say_name(plan, def->name != NULL ? def->name : "mesh");
    say(plan, ",\"primitives\":[{\"attributes\":{");
    for (int32_t i = 0; i < plan->attribute_count; i++)
    {
        say(plan, "%s\"%s\":%d", i > 0 ? "," : "", plan->attributes[i]->name, (int)i);
    }
    say(plan, "},\"indices\":%d,\"material\":0}]}", (int)plan->attribute_count);
    say_set_meshes(plan);
    say(plan, "],");
}

static void say_material(glb_plan *plan)
{
    const loam_mesh_file_def *const def = plan->def;
    say(plan,
        "\"materials\":[{\"name\":\"ground\",\"pbrMetallicRoughness\":{%s"
        "\"metallicFactor\":0,\"roughnessFactor\":1}",
        def->texture != NULL ? "\"baseColorTexture\":{\"index\":0}," : "");
    for (int32_t i = 0; i < (def->materials != NULL ? def->material_count : 0); i++)
    {
        say(plan, i == 0 ? ",\"extras\":{\"materials\":[" : ",");
        say_name(plan, def->materials[i].name != NULL ? def->materials[i].name : "");
    }
    say(plan, def->materials != NULL && def->material_count > 0 ? "]}}" : "}");
    say(plan, has_places(def)
                  ? ",{\"name\":\"things\",\"pbrMetallicRoughness\":{\"metallicFactor\":0,"
                    "\"roughnessFactor\":1},\"doubleSided\":true}],"
                  : "],");
    if (def->texture != NULL)
    {
        say(plan,
            "\"textures\":[{\"source\":0,\"sampler\":0}],\"samplers\":[{\"magFilter\":9729,"
            "\"minFilter\":9987,\"wrapS\":33071,\"wrapT\":33071}],\"images\":[{\"bufferView\":%d,"
            "\"mimeType\":\"image/png\"}],",
            (int)plan->attribute_count + 1);
    }
}

static void say_accessors(glb_plan *plan)
{
    float low[3], high[3];
    loam_mesh_bounds(plan->mesh, low, high);
    say(plan, "\"accessors\":[");
    for (int32_t i = 0; i < plan->attribute_count; i++)
    {
        const glb_attribute *const one = plan->attributes[i];
        say(plan, "{\"bufferView\":%d,\"componentType\":%d,%s\"count\":%zu,\"type\":\"VEC%d\"",
            (int)i, (int)one->type, one->share ? "\"normalized\":true," : "", plan->pieces[i].count,
            (int)one->components);
        if (one->put == put_position)
        {
            const float ends[2][3] = {{low[0], low[1], -high[2]}, {high[0], high[1], -low[2]}};
            say_place(plan, "min", ends[0]);
            say_place(plan, "max", ends[1]);
        }
        say(plan, "},");
    }
    say(plan, "{\"bufferView\":%d,\"componentType\":%d,\"count\":%zu,\"type\":\"SCALAR\"}",
        (int)plan->attribute_count, plan->short_indices ? SHORT_INDICES : LONG_INDICES,
        plan->pieces[plan->attribute_count].count);
    say_set_accessors(plan);
    say(plan, "],");
}

/// Where a piece is when it is unpacked, and where it is now.
static void say_packed_view(glb_plan *plan, int32_t index, size_t unpacked_at, size_t at)
{
    const glb_piece *const piece = &plan->pieces[index];
    const bool indices = index == plan->attribute_count;
    say(plan, "{\"buffer\":1,\"byteOffset\":%zu,\"byteLength\":%zu,\"target\":%d", unpacked_at,
        piece->unpacked, indices ? INDEX_BUFFER : VERTEX_BUFFER);
    if (!indices)
    {
        say(plan, ",\"byteStride\":%zu", piece->stride);
    }
    say(plan,
        ",\"extensions\":{\"EXT_meshopt_compression\":{\"buffer\":0,\"byteOffset\":%zu,"
        "\"byteLength\":%zu,\"byteStride\":%zu,\"count\":%zu,\"mode\":\"%s\"}}}",
        at, piece->size, piece->stride, piece->count, indices ? "TRIANGLES" : "ATTRIBUTES");
}

static void say_view(glb_plan *plan, int32_t index, size_t at)
{
    const glb_piece *const piece = &plan->pieces[index];
    say(plan, "{\"buffer\":0,\"byteOffset\":%zu,\"byteLength\":%zu", at, piece->size);
    if (piece->target != 0)
    {
        say(plan, ",\"target\":%d", (int)piece->target);
    }
    if (piece->target == VERTEX_BUFFER)
    {
        say(plan, ",\"byteStride\":%zu", piece->stride);
    }
    say(plan, "}");
}

/// Returns the size of the chunk of bytes.
static uint64_t say_views(glb_plan *plan)
{
    size_t at = 0, unpacked_at = 0;
    say(plan, "\"bufferViews\":[");
    for (int32_t i = 0; i < plan->piece_count; i++)
    {
        say(plan, i > 0 ? "," : "");
        if (plan->def->compress && i <= plan->attribute_count)
        {
            say_packed_view(plan, i, unpacked_at, at);
            unpacked_at += padded(plan->pieces[i].unpacked);
        }
        else
        {
            say_view(plan, i, at);
        }
        at += padded(plan->pieces[i].size);
    }
    say(plan, "],\"buffers\":[{\"byteLength\":%zu}", at);
    if (plan->def->compress)
    {
        say(plan,
            ",{\"byteLength\":%zu,\"extensions\":{\"EXT_meshopt_compression\":{\"fallback\":true}}"
            "}",
            unpacked_at);
    }
    say(plan, "]}");
    while (plan->json_size % 4 != 0)
    {
        say(plan, " ");
    }
    return at;
}

// ---- the file ---------------------------------------------------------------------------------------

static void put_attribute(const glb_plan *plan, int32_t index, mesh_stream *out)
{
    uint8_t bytes[16];
    for (uint32_t i = 0; i < plan->mesh->vertex_count; i++)
    {
        plan->attributes[index]->put(plan->def, &plan->mesh->vertices[i], bytes);
        loam_mesh_put(out, bytes, plan->pieces[index].stride);
    }
}

static void put_indices(const glb_plan *plan, mesh_stream *out)
{
    for (uint32_t i = 0; i < plan->mesh->index_count; i += 3)
    {
        uint32_t corners[3];
        mirrored(plan->mesh, i, corners);
        for (int32_t k = 0; k < 3; k++)
        {
            if (plan->short_indices)
            {
                loam_mesh_put_u16(out, (uint16_t)corners[k]);
            }
            else
            {
                loam_mesh_put_u32(out, corners[k]);
            }
        }
    }
}

static void put_pieces(const glb_plan *plan, mesh_stream *out)
{
    for (int32_t i = 0; i < plan->piece_count; i++)
    {
        const glb_piece *const piece = &plan->pieces[i];
        if (piece->bytes != NULL)
        {
            loam_mesh_put(out, piece->bytes, piece->size);
        }
        else if (i < plan->attribute_count)
        {
            put_attribute(plan, i, out);
        }
        else
        {
            put_indices(plan, out);
        }
        loam_mesh_put(out, (const uint8_t[3]){0}, padded(piece->size) - piece->size);
    }
}

static loam_result put_file(glb_plan *plan, mesh_stream *out)
{
    say_scene(plan);
    say_material(plan);
    say_accessors(plan);
    const uint64_t bytes = say_views(plan);
    const uint64_t whole = 12 + 8 + plan->json_size + 8 + bytes;
    if (whole > UINT32_MAX)
    {
        return loam_fail(LOAM_BAD_ARGUMENT, "%s: a .glb of %llu bytes; must be below 2^32",
                         plan->def->path, (unsigned long long)whole);
    }
    const uint32_t head[5] = {0x46546c67u, 2, (uint32_t)whole, (uint32_t)plan->json_size,
                              0x4e4f534au};
    for (size_t i = 0; i < sizeof head / sizeof *head; i++)
    {
        loam_mesh_put_u32(out, head[i]);
    }
    loam_mesh_put(out, plan->json, plan->json_size);
    loam_mesh_put_u32(out, (uint32_t)bytes);
    loam_mesh_put_u32(out, 0x004e4942u);
    put_pieces(plan, out);
    return LOAM_OK;
}

static void free_plan(glb_plan *plan)
{
    const loam_env *const env = &plan->def->env;
    for (int32_t i = 0; i < plan->piece_count; i++)
    {
        if (i <= plan->attribute_count || i >= plan->first_of_sets)
        {
            loam_free(env, plan->pieces[i].bytes, plan->pieces[i].room);
        }
        else
        {
            free(plan->pieces[i].bytes); // the PNG
        }
    }
    loam_free(env, plan->json, plan->json_room);
}

loam_result loam_mesh_write_glb(const loam_mesh_file_def *def, const loam_mesh *mesh,
                                mesh_stream *out)
{
    glb_plan plan = {.def = def, .mesh = mesh};
    plan.json_room = 8192 + (size_t)def->material_count * (2 * NAME_ROOM + 4) + room_of_sets(def);
    plan.first_of_sets = MOST_PIECES;
    plan.json = loam_alloc(&def->env, plan.json_room);
    loam_result result = plan.json != NULL ? LOAM_OK : LOAM_OUT_OF_MEMORY;
    if (result == LOAM_OK)
    {
        choose_attributes(&plan);
        result = def->compress ? pack(&plan) : LOAM_OK;
    }
    result = result == LOAM_OK && def->texture != NULL ? add_texture(&plan) : result;
    result = result == LOAM_OK ? add_sets(&plan) : result;
    result = result == LOAM_OK ? put_file(&plan, out) : result;
    free_plan(&plan);
    return result;
}
