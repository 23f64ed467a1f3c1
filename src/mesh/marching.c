// SPDX-License-Identifier: MIT
#include "loam/voxel_mesh.h"
#include "marching_table.h"
#include "room.h"

#include "base/small.h"

#include <float.h>
#include <math.h>
#include <string.h>

// Marching cubes (Lorensen and Cline 1987; Barrio Morra 2021, 5.1), plane by plane.
//
// A plane of samples becomes rows of bits: which are solid. Edges that a surface goes through, and cells that
// have a part of it, are then found 64 at a time, and nothing is spent on the rest. A vertex is made once, where
// its edge is met first, and its number kept for the cells around: for edges along x and y in two planes, for
// those along z between them.
//
// A vertex is a multiple of 2^-12 of the way between its samples and never at either of them: so positions in
// whole steps from a corner are exact, boxes side by side agree to the bit, and no triangle is a point.

enum
{
    STEPS = 4096 // along an edge
};

typedef struct marching
{
    const loam_density_field *field;
    loam_mesh *mesh;
    int32_t w, h, d;      // samples without the border
    size_t row, layer;    // from a sample to the next along y and z
    int32_t words;        // of a row of bits
    uint64_t *solid[2];   // planes of rows, by z % 2; a word more behind the last
    uint32_t *along_x[2]; // numbers of vertices on edges that begin at a sample
    uint32_t *along_y[2];
    uint32_t *along_z; // from the plane before to this one
    uint8_t *flags;    // of a row
} marching;

// ---- memory -------------------------------------------------------------------------------------

static size_t round_up(size_t bytes)
{
    return (bytes + 7) / 8 * 8;
}

static bool side_is_good(int32_t side)
{
    return side >= 4 && side <= LOAM_MAX_FIELD_SIDE;
}

static size_t words_in(int32_t w)
{
    return ((size_t)w + 63) / 64;
}

static size_t solid_bytes(int32_t w, int32_t h)
{
    return (words_in(w - 2) * (size_t)(h - 2) + 1) * sizeof(uint64_t);
}

static size_t number_bytes(int32_t w, int32_t h)
{
    return round_up((size_t)(w - 2) * (size_t)(h - 2) * sizeof(uint32_t));
}

static size_t flag_bytes(int32_t w)
{
    return words_in(w - 2) * 64;
}

size_t loam_surface_scratch_size(int32_t w, int32_t h, int32_t d)
{
    return side_is_good(w) && side_is_good(h) && side_is_good(d)
               ? 2 * solid_bytes(w, h) + 5 * number_bytes(w, h) + flag_bytes(w)
               : 0;
}

static marching place(const loam_density_field *field, loam_mesh *mesh, void *scratch)
{
    uint8_t *at = scratch;
    marching m = {.field = field,
                  .mesh = mesh,
                  .w = field->w - 2,
                  .h = field->h - 2,
                  .d = field->d - 2,
                  .row = (size_t)field->w,
                  .layer = (size_t)field->w * (size_t)field->h,
                  .words = (int32_t)words_in(field->w - 2)};
    const size_t solid = solid_bytes(field->w, field->h),
                 numbers = number_bytes(field->w, field->h);
    for (int32_t i = 0; i < 2; i++)
    {
        m.solid[i] = (uint64_t *)(void *)at;
        m.along_x[i] = (uint32_t *)(void *)(at + solid);
        m.along_y[i] = (uint32_t *)(void *)(at + solid + numbers);
        at += solid + 2 * numbers;
    }
    m.along_z = (uint32_t *)(void *)at;
    m.flags = at + numbers;
    memset(m.flags, 0, flag_bytes(field->w));
    return m;
}

// ---- planes of bits -----------------------------------------------------------------------------

/// Eight flags of 0 or 1 as bits, the first one lowest, whatever the machine's order.
static inline uint64_t gather_eight(const uint8_t *flags)
{
    const uint64_t bytes = (uint64_t)flags[0] | (uint64_t)flags[1] << 8 | (uint64_t)flags[2] << 16 |
                           (uint64_t)flags[3] << 24 | (uint64_t)flags[4] << 32 |
                           (uint64_t)flags[5] << 40 | (uint64_t)flags[6] << 48 |
                           (uint64_t)flags[7] << 56;
    return bytes * 0x0102040810204080u >> 56;
}

static uint64_t gather(const uint8_t *flags)
{
    uint64_t word = 0;
    for (int32_t i = 0; i < 64; i += 8)
    {
        word |= gather_eight(flags + i) << i;
    }
    return word;
}

static void find_solid(marching *m, int32_t z)
{
    uint64_t *to = m->solid[z % 2];
    for (int32_t y = 0; y < m->h; y++)
    {
        const float *const values = m->field->values + (size_t)(z + 1) * m->layer +
                                    (size_t)(y + 1) * m->row + 1;
        uint8_t *const restrict flags = m->flags;
        for (int32_t x = 0; x < m->w; x++)
        {
            flags[x] = values[x] > 0.0f;
        }
        for (int32_t i = 0; i < m->words; i++)
        {
            *to++ = gather(flags + 64 * i);
        }
    }
    *to = 0;
}

/// Bits of a row's word that are inside so many cells or edges.
static uint64_t inside(int32_t word, int32_t count)
{
    const int32_t rest = count - 64 * word;
    return rest >= 64 ? UINT64_MAX : rest <= 0 ? 0 : (UINT64_C(1) << rest) - 1;
}

/// The word with each bit's right neighbour in its place. Behind the last of a row comes the next row's first,
/// or the spare word: no cell begins there.
static inline uint64_t beside(const uint64_t *word)
{
    return word[0] >> 1 | word[1] << 63;
}

// ---- vertices -----------------------------------------------------------------------------------

/// An edge that the surface goes through.
typedef struct crossing
{
    size_t from, to; // its samples
    int axis;
    int32_t at[3]; // of the first, without the border
} crossing;

static inline float clamped_way(float a, float b)
{
    const float way = a / (a - b) * (float)STEPS + 0.5f;
    // What is not finite goes to the middle.
    const int32_t steps = way >= 1.0f && way < (float)STEPS ? (int32_t)way
                          : way < 1.0f                      ? 1
                          : way >= (float)STEPS             ? STEPS - 1
                                                            : STEPS / 2;
    return (float)steps * (1.0f / (float)STEPS);
}

static inline void set_normal(loam_vertex *vertex, const marching *m, const crossing *edge,
                              float way)
{
    const float *const v = m->field->values;
    const size_t steps[3] = {1, m->row, m->layer};
    float sum = 0.0f;
    for (int axis = 0; axis < 3; axis++)
    {
        const size_t step = steps[axis];
        const float a = v[edge->from - step] - v[edge->from + step];
        const float b = v[edge->to - step] - v[edge->to + step];
        vertex->normal[axis] = a + (b - a) * way;
        sum += vertex->normal[axis] * vertex->normal[axis];
    }
    const float length = sqrtf(sum);
    if (!(length > FLT_MIN && length <= FLT_MAX))
    {
        // No gradient, or none that is a number: along the edge, away from the solid end.
        vertex->normal[0] = vertex->normal[1] = vertex->normal[2] = 0.0f;
        vertex->normal[edge->axis] = v[edge->from] > 0.0f ? 1.0f : -1.0f;
        return;
    }
    const float scale = 1.0f / length;
    for (int axis = 0; axis < 3; axis++)
    {
        vertex->normal[axis] *= scale;
    }
}

/// Adds to the share of a material among at most four; one more is left out.
static void count_material(uint8_t materials[4], uint32_t shares[4], uint8_t material,
                           uint32_t share)
{
    for (int32_t i = 0; i < LOAM_MESH_MATERIALS; i++)
    {
        if (shares[i] == 0 || materials[i] == material)
        {
            materials[i] = material;
            shares[i] += share;
            return;
        }
    }
}

/// Weights by what is solid around: both ends, and the samples beside them.
static void set_materials(loam_vertex *vertex, const marching *m, const crossing *edge)
{
    const loam_density_field *const field = m->field;
    if (field->materials == NULL)
    {
        vertex->materials[0] = 1;
        vertex->weights[0] = 255;
        return;
    }
    const size_t steps[3] = {1, m->row, m->layer};
    const size_t one = steps[(edge->axis + 1) % 3], other = steps[(edge->axis + 2) % 3];
    uint32_t shares[LOAM_MESH_MATERIALS] = {0}, sum = 0;
    for (int32_t end = 0; end < 2; end++)
    {
        const size_t at = end == 0 ? edge->from : edge->to;
        const size_t around[5] = {at, at - one, at + one, at - other, at + other};
        for (int32_t i = 0; i < 5; i++)
        {
            if (field->values[around[i]] > 0.0f)
            {
                count_material(vertex->materials, shares, field->materials[around[i]],
                               i == 0 ? 4 : 1);
            }
        }
    }
    for (int32_t i = 0; i < LOAM_MESH_MATERIALS; i++)
    {
        sum += shares[i];
    }
    uint32_t left = 255;
    for (int32_t i = LOAM_MESH_MATERIALS - 1; i > 0; i--)
    {
        vertex->weights[i] = (uint8_t)(255 * shares[i] / sum);
        left -= vertex->weights[i];
    }
    vertex->weights[0] = (uint8_t)left;
}

/// Texture coordinates: the plane that the surface lies in most, upright on walls.
static inline void set_uv(loam_vertex *vertex)
{
    const float x = fabsf(vertex->normal[0]), y = fabsf(vertex->normal[1]),
                z = fabsf(vertex->normal[2]);
    const bool flat = y >= x && y >= z, sideways = !flat && x >= z;
    vertex->uv[0] = vertex->position[sideways ? 2 : 0];
    vertex->uv[1] = vertex->position[flat ? 2 : 1];
}

static inline uint32_t add_vertex(const marching *m, const crossing *edge)
{
    const loam_density_field *const field = m->field;
    loam_vertex vertex = {0};
    const float way = clamped_way(field->values[edge->from], field->values[edge->to]);
    for (int axis = 0; axis < 3; axis++)
    {
        const float at = (float)edge->at[axis] + (axis == edge->axis ? way : 0.0f);
        vertex.position[axis] = field->corner[axis] + at * field->size;
    }
    set_normal(&vertex, m, edge, way);
    set_materials(&vertex, m, edge);
    set_uv(&vertex);
    m->mesh->vertices[m->mesh->vertex_count] = vertex;
    return m->mesh->vertex_count++;
}

/// The vertices of some edges in a row, given as bits of the samples that they begin at.
static void add_crossings(const marching *m, uint64_t bits, crossing edge, int32_t word,
                          uint32_t *numbers)
{
    const size_t steps[3] = {1, m->row, m->layer};
    const size_t row = (size_t)(edge.at[2] + 1) * m->layer + (size_t)(edge.at[1] + 1) * m->row + 1;
    for (; bits != 0; bits &= bits - 1)
    {
        edge.at[0] = 64 * word + loam_lowest_bit(bits);
        edge.from = row + (size_t)edge.at[0];
        edge.to = edge.from + steps[edge.axis];
        numbers[(size_t)edge.at[1] * (size_t)m->w + (size_t)edge.at[0]] = add_vertex(m, &edge);
    }
}

/// Makes room for one more row of vertices and triangles.
static loam_result make_room(const marching *m)
{
    return loam_mesh_more_room(m->mesh, 3 * (uint32_t)m->w, 15 * (uint32_t)m->w);
}

/// Vertices in the plane z, and between the plane before and it.
static loam_result add_vertices(const marching *m, int32_t z)
{
    for (int32_t y = 0; y < m->h; y++)
    {
        const loam_result result = make_room(m);
        if (result != LOAM_OK)
        {
            return result;
        }
        const uint64_t *const row = m->solid[z % 2] + (size_t)y * (size_t)m->words;
        const uint64_t *const before = m->solid[(z + 1) % 2] + (size_t)y * (size_t)m->words;
        for (int32_t i = 0; i < m->words; i++)
        {
            const uint64_t here = row[i], all = inside(i, m->w);
            add_crossings(m, (here ^ beside(row + i)) & inside(i, m->w - 1),
                          (crossing){.axis = 0, .at = {0, y, z}}, i, m->along_x[z % 2]);
            if (y + 1 < m->h)
            {
                add_crossings(m, (here ^ row[i + m->words]) & all,
                              (crossing){.axis = 1, .at = {0, y, z}}, i, m->along_y[z % 2]);
            }
            if (z > 0)
            {
                add_crossings(m, (here ^ before[i]) & all,
                              (crossing){.axis = 2, .at = {0, y, z - 1}}, i, m->along_z);
            }
        }
    }
    return LOAM_OK;
}

// ---- cells --------------------------------------------------------------------------------------

/// The four rows of bits around a row of cells, low to high in y, then in z.
typedef struct cell_rows
{
    const uint64_t *rows[4];
} cell_rows;

static inline uint32_t case_at(const cell_rows *around, int32_t word, int32_t bit)
{
    uint32_t index = 0;
    for (int32_t i = 0; i < 4; i++)
    {
        const uint64_t *const row = around->rows[i] + word;
        const uint64_t pair = bit < 63 ? row[0] >> bit : row[0] >> 63 | row[1] << 1;
        index |= (uint32_t)(pair & 3) << 2 * i;
    }
    return index;
}

/// The triangles of a cell between the planes z - 1 and z.
static inline void add_triangles(const marching *m, int32_t x, int32_t y, int32_t z, uint32_t index)
{
    const size_t at = (size_t)y * (size_t)m->w + (size_t)x, up = at + (size_t)m->w;
    const uint32_t *const x0 = m->along_x[(z + 1) % 2], *const x1 = m->along_x[z % 2];
    const uint32_t *const y0 = m->along_y[(z + 1) % 2], *const y1 = m->along_y[z % 2];
    const uint32_t *const numbers[12] = {x0 + at,         x0 + up,
                                         x1 + at,         x1 + up,
                                         y0 + at,         y0 + at + 1,
                                         y1 + at,         y1 + at + 1,
                                         m->along_z + at, m->along_z + at + 1,
                                         m->along_z + up, m->along_z + up + 1};
    const loam_marching_case *const shape = &loam_marching_cases[index];
    uint32_t *const indices = m->mesh->indices + m->mesh->index_count;
    for (int32_t i = 0; i < 3 * shape->triangles; i++)
    {
        indices[i] = *numbers[shape->edges[i]];
    }
    m->mesh->index_count += 3u * shape->triangles;
}

static loam_result add_cells(const marching *m, int32_t z)
{
    const size_t words = (size_t)m->words;
    for (int32_t y = 0; y + 1 < m->h; y++)
    {
        const loam_result result = make_room(m);
        if (result != LOAM_OK)
        {
            return result;
        }
        const uint64_t *const low = m->solid[(z + 1) % 2] + (size_t)y * words;
        const uint64_t *const high = m->solid[z % 2] + (size_t)y * words;
        const cell_rows around = {{low, low + words, high, high + words}};
        for (int32_t i = 0; i < m->words; i++)
        {
            uint64_t some = 0, all = UINT64_MAX;
            for (int32_t k = 0; k < 4; k++)
            {
                const uint64_t here = around.rows[k][i], next = beside(around.rows[k] + i);
                some |= here | next;
                all &= here & next;
            }
            for (uint64_t cells = some & ~all & inside(i, m->w - 1); cells != 0; cells &= cells - 1)
            {
                const int32_t bit = loam_lowest_bit(cells);
                add_triangles(m, 64 * i + bit, y, z, case_at(&around, i, bit));
            }
        }
    }
    return LOAM_OK;
}

// ---- public -------------------------------------------------------------------------------------

static loam_result check_field(const loam_density_field *field, const void *scratch,
                               size_t scratch_size)
{
    if (!side_is_good(field->w) || !side_is_good(field->h) || !side_is_good(field->d))
    {
        return loam_fail(LOAM_BAD_ARGUMENT,
                         "a field of %d x %d x %d samples; sides must be 4 to %d", (int)field->w,
                         (int)field->h, (int)field->d, LOAM_MAX_FIELD_SIDE);
    }
    if (!(field->size > 0.0f && field->size <= FLT_MAX))
    {
        return loam_fail(LOAM_BAD_ARGUMENT, "samples are %g m apart; must be more than 0",
                         (double)field->size);
    }
    const size_t needed = loam_surface_scratch_size(field->w, field->h, field->d);
    if (scratch == NULL || (uintptr_t)scratch % 8 != 0 || scratch_size < needed)
    {
        return loam_fail(LOAM_BAD_ARGUMENT,
                         "%zu bytes of scratch memory at %p; must be %zu, aligned to 8",
                         scratch_size, scratch, needed);
    }
    return LOAM_OK;
}

loam_result loam_mesh_add_surface(loam_mesh *mesh, const loam_density_field *field, void *scratch,
                                  size_t scratch_size)
{
    LOAM_ASSERT(&mesh->env, field->values != NULL);
    loam_result result = check_field(field, scratch, scratch_size);
    if (result != LOAM_OK)
    {
        return result;
    }
    const uint32_t vertices = mesh->vertex_count, indices = mesh->index_count;
    marching m = place(field, mesh, scratch);
    for (int32_t z = 0; z < m.d && result == LOAM_OK; z++)
    {
        find_solid(&m, z);
        result = add_vertices(&m, z);
        result = result == LOAM_OK && z > 0 ? add_cells(&m, z) : result;
    }
    if (result != LOAM_OK)
    {
        mesh->vertex_count = vertices;
        mesh->index_count = indices;
    }
    return result;
}
