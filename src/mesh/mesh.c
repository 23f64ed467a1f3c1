// SPDX-License-Identifier: MIT
#include "loam/mesh.h"

#include "loam/random.h"

#include <string.h>

// A list of vertices and one of indices, each in one piece of memory that doubles when it is full. The
// environment's allocator cannot enlarge, so a full list is copied.

_Static_assert(sizeof(loam_vertex) == 40, "vertex buffers rely on it");

loam_result loam_mesh_create(const loam_env *env, loam_mesh **out)
{
    *out = NULL;
    loam_mesh *const mesh = loam_alloc(env, sizeof *mesh);
    if (mesh == NULL)
    {
        return LOAM_OUT_OF_MEMORY;
    }
    *mesh = (loam_mesh){.env = *env};
    *out = mesh;
    return LOAM_OK;
}

void loam_mesh_destroy(loam_mesh *mesh)
{
    if (mesh == NULL)
    {
        return;
    }
    const loam_env env = mesh->env;
    loam_free(&env, mesh->vertices, mesh->vertex_room * sizeof *mesh->vertices);
    loam_free(&env, mesh->indices, mesh->index_room * sizeof *mesh->indices);
    loam_free(&env, mesh, sizeof *mesh);
}

// ---- room ---------------------------------------------------------------------------------------

static loam_result check_count(const char *name, uint64_t count, uint32_t max)
{
    return count <= max ? LOAM_OK
                        : loam_fail(LOAM_BAD_ARGUMENT, "a mesh of %llu %s; must be 0 to %u",
                                    (unsigned long long)count, name, (unsigned)max);
}

static loam_result check_counts(uint64_t vertices, uint64_t indices)
{
    const loam_result result = check_count("vertices", vertices, LOAM_MESH_MAX_VERTICES);
    return result == LOAM_OK ? check_count("indices", indices, LOAM_MESH_MAX_INDICES) : result;
}

/// Moves a list of used items into memory for room of them.
static loam_result resize(const loam_env *env, void **list, uint32_t *room, uint32_t used,
                          uint32_t wanted, size_t item_size)
{
    void *const larger = loam_alloc(env, wanted * item_size);
    if (larger == NULL)
    {
        return LOAM_OUT_OF_MEMORY;
    }
    if (used > 0)
    {
        memcpy(larger, *list, used * item_size);
    }
    loam_free(env, *list, *room * item_size);
    *list = larger;
    *room = wanted;
    return LOAM_OK;
}

static loam_result resize_vertices(loam_mesh *mesh, uint32_t room)
{
    void *list = mesh->vertices;
    const loam_result result = resize(&mesh->env, &list, &mesh->vertex_room, mesh->vertex_count,
                                      room, sizeof *mesh->vertices);
    mesh->vertices = list;
    return result;
}

static loam_result resize_indices(loam_mesh *mesh, uint32_t room)
{
    void *list = mesh->indices;
    const loam_result result = resize(&mesh->env, &list, &mesh->index_room, mesh->index_count, room,
                                      sizeof *mesh->indices);
    mesh->indices = list;
    return result;
}

loam_result loam_mesh_reserve(loam_mesh *mesh, uint32_t vertices, uint32_t indices)
{
    LOAM_ASSERT(NULL, mesh != NULL);
    loam_result result = check_counts(vertices, indices);
    if (result == LOAM_OK && vertices > mesh->vertex_room)
    {
        result = resize_vertices(mesh, vertices);
    }
    if (result == LOAM_OK && indices > mesh->index_room)
    {
        result = resize_indices(mesh, indices);
    }
    return result;
}

/// Twice the room, or more if that is not enough for wanted, and never more than a mesh may have.
static uint32_t grown(uint32_t room, uint32_t wanted, uint32_t max)
{
    const uint32_t doubled = room < 48 ? 96 : room > max / 2 ? max : room * 2;
    return doubled > wanted ? doubled : wanted;
}

/// Makes room for some more of each.
static loam_result make_room(loam_mesh *mesh, uint32_t vertices, uint32_t indices)
{
    const uint64_t all_vertices = (uint64_t)mesh->vertex_count + vertices;
    const uint64_t all_indices = (uint64_t)mesh->index_count + indices;
    if (all_vertices <= mesh->vertex_room && all_indices <= mesh->index_room)
    {
        return LOAM_OK;
    }
    loam_result result = check_counts(all_vertices, all_indices);
    if (result == LOAM_OK && all_vertices > mesh->vertex_room)
    {
        result = resize_vertices(
            mesh, grown(mesh->vertex_room, (uint32_t)all_vertices, LOAM_MESH_MAX_VERTICES));
    }
    if (result == LOAM_OK && all_indices > mesh->index_room)
    {
        result = resize_indices(
            mesh, grown(mesh->index_room, (uint32_t)all_indices, LOAM_MESH_MAX_INDICES));
    }
    return result;
}

// ---- adding -------------------------------------------------------------------------------------

void loam_mesh_clear(loam_mesh *mesh)
{
    LOAM_ASSERT(NULL, mesh != NULL);
    mesh->vertex_count = mesh->index_count = 0;
}

loam_result loam_mesh_add_vertex(loam_mesh *mesh, const loam_vertex *vertex, uint32_t *index)
{
    LOAM_ASSERT(NULL, mesh != NULL);
    const loam_result result = make_room(mesh, 1, 0);
    if (result != LOAM_OK)
    {
        return result;
    }
    if (index != NULL)
    {
        *index = mesh->vertex_count;
    }
    mesh->vertices[mesh->vertex_count++] = *vertex;
    return LOAM_OK;
}

loam_result loam_mesh_add_triangle(loam_mesh *mesh, uint32_t a, uint32_t b, uint32_t c)
{
    LOAM_ASSERT(NULL, mesh != NULL);
    LOAM_ASSERT(&mesh->env,
                a < mesh->vertex_count && b < mesh->vertex_count && c < mesh->vertex_count);
    const loam_result result = make_room(mesh, 0, 3);
    if (result == LOAM_OK)
    {
        uint32_t *const corner = mesh->indices + mesh->index_count;
        corner[0] = a;
        corner[1] = b;
        corner[2] = c;
        mesh->index_count += 3;
    }
    return result;
}

loam_result loam_mesh_append(loam_mesh *mesh, const loam_mesh *other, const float offset[3])
{
    LOAM_ASSERT(NULL, mesh != NULL);
    LOAM_ASSERT(&mesh->env, other != NULL && other != mesh);
    const loam_result result = make_room(mesh, other->vertex_count, other->index_count);
    if (result != LOAM_OK)
    {
        return result;
    }
    for (uint32_t i = 0; i < other->vertex_count; i++)
    {
        loam_vertex *const vertex = &mesh->vertices[mesh->vertex_count + i];
        *vertex = other->vertices[i];
        for (int k = 0; offset != NULL && k < 3; k++)
        {
            vertex->position[k] += offset[k];
        }
    }
    for (uint32_t i = 0; i < other->index_count; i++)
    {
        mesh->indices[mesh->index_count + i] = other->indices[i] + mesh->vertex_count;
    }
    mesh->vertex_count += other->vertex_count;
    mesh->index_count += other->index_count;
    return LOAM_OK;
}

// ---- looking at all of it -----------------------------------------------------------------------

void loam_mesh_bounds(const loam_mesh *mesh, float low[3], float high[3])
{
    LOAM_ASSERT(NULL, mesh != NULL);
    for (int k = 0; k < 3; k++)
    {
        low[k] = high[k] = mesh->vertex_count > 0 ? mesh->vertices[0].position[k] : 0.0f;
    }
    for (uint32_t i = 1; i < mesh->vertex_count; i++)
    {
        for (int k = 0; k < 3; k++)
        {
            const float at = mesh->vertices[i].position[k];
            low[k] = at < low[k] ? at : low[k];
            high[k] = at > high[k] ? at : high[k];
        }
    }
}

static uint32_t word_of(const uint8_t bytes[4])
{
    return (uint32_t)bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16 |
           (uint32_t)bytes[3] << 24;
}

/// Hashes by blocks of vertices, as words, so that bytes have their order on every machine.
static uint64_t hash_vertices(const loam_vertex *vertices, uint32_t count, uint64_t seed)
{
    enum
    {
        BLOCK = 64,
        WORDS = 10
    };
    uint32_t words[BLOCK * WORDS];
    for (uint32_t first = 0; first < count; first += BLOCK)
    {
        const uint32_t here = count - first < BLOCK ? count - first : BLOCK;
        for (uint32_t i = 0; i < here; i++)
        {
            memcpy(words + i * WORDS, vertices + first + i, 8 * sizeof(float));
            words[i * WORDS + 8] = word_of(vertices[first + i].materials);
            words[i * WORDS + 9] = word_of(vertices[first + i].weights);
        }
        seed = loam_hash_u32(words, (size_t)here * WORDS, seed);
    }
    return seed;
}

uint64_t loam_mesh_hash(const loam_mesh *mesh)
{
    LOAM_ASSERT(NULL, mesh != NULL);
    const uint32_t counts[2] = {mesh->vertex_count, mesh->index_count};
    const uint64_t hash = hash_vertices(mesh->vertices, mesh->vertex_count,
                                        loam_hash_u32(counts, 2, 0));
    return loam_hash_u32(mesh->indices, mesh->index_count, hash);
}
