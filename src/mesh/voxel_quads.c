// SPDX-License-Identifier: MIT
#include "loam/grid.h"
#include "loam/voxel_mesh.h"
#include "room.h"

#include "base/small.h"

#include <string.h>

// Quads of voxels by masks of 64 bits.
//
// A row of voxels along x, border included, is a word: bit x says whether the voxel is solid. A face is
// visible where a voxel is solid and its neighbour is not, so a row's faces are two operations: with the
// row beside it for the faces up, down, north and south. For west and east the layer is turned, so that its
// words go along y and the row beside it is the next x.
//
// All faces of a direction in one plane are then a field of bits, rows of words, that is cut into rectangles:
// a face is passed on to the next row if there is one like it, and what is not passed on ends there, together
// with the faces beside it that began in the same row. (Known as binary greedy meshing.)

enum
{
    SIDE = LOAM_VOXEL_SIDE + 2,
    FIRST_ROOM = 16384,
};

struct loam_voxel_mesher
{
    loam_env env;
    loam_voxel_quad *quads;
    uint32_t count, room;
    uint64_t rows[SIDE][SIDE];   // [z][y], bits x
    uint64_t turned[SIDE][SIDE]; // [z][x], bits y
};

/// One plane of one direction. Voxel (bit, row) has its material at materials[bit * bit_step + row * row_step].
typedef struct plane
{
    uint64_t faces[SIDE + 1];
    uint64_t front[SIDE]; // what is solid in the plane that the faces look into
    const uint8_t *materials;
    size_t bit_step, row_step;
    int32_t bits, rows; // without the border
    loam_voxel_face face;
    int32_t level; // coordinate along the direction, border included
    loam_voxel_look look;
} plane;

// ---- bits ---------------------------------------------------------------------------------------

/// Turns 64 x 64 bits: bit x of word y becomes bit y of word x (Warren 2012, 7-3).
static void turn(uint64_t words[64])
{
    uint64_t mask = 0x00000000ffffffffu;
    for (int32_t width = 32; width != 0; width >>= 1, mask ^= mask << width)
    {
        for (int32_t block = 0; block < 64; block += 2 * width)
        {
            for (int32_t k = block; k < block + width; k++)
            {
                const uint64_t moved = (words[k] >> width ^ words[k + width]) & mask;
                words[k + width] ^= moved;
                words[k] ^= moved << width;
            }
        }
    }
}

static void make_masks(loam_voxel_mesher *mesher, const loam_voxels *voxels)
{
    const size_t pitch = (size_t)voxels->w + 2, layer = pitch * ((size_t)voxels->h + 2);
    memset(mesher->rows, 0, sizeof mesher->rows);
    for (int32_t z = 0; z < voxels->d + 2; z++)
    {
        loam_bits bits = {mesher->rows[z], voxels->w + 2, voxels->h + 2};
        // from_nonzero reads only; the bytes of the caller stay as they are.
        const loam_bytes bytes = {(uint8_t *)(uintptr_t)(voxels->materials + (size_t)z * layer), 1,
                                  pitch};
        (void)loam_bits_from_nonzero(&bits, bytes);
        memcpy(mesher->turned[z], mesher->rows[z], sizeof mesher->turned[z]);
        turn(mesher->turned[z]);
    }
}

// ---- ambient occlusion --------------------------------------------------------------------------

/// How open the four corners of 64 faces are, bit-sliced: two words a corner.
typedef struct corner_light
{
    uint64_t low[4], high[4];
} corner_light;

/// Beside two solid voxels a corner is dark, whatever stands behind them; otherwise each of three takes one
/// off.
static corner_light light_row(const uint64_t *front)
{
    corner_light light;
    for (int32_t corner = 0; corner < 4; corner++)
    {
        const uint64_t beyond = corner < 2 ? front[-1] : front[1];
        const bool right = corner % 2 != 0;
        const uint64_t side = right ? front[0] >> 1 : front[0] << 1;
        const uint64_t behind = right ? beyond >> 1 : beyond << 1;
        const uint64_t both = side & beyond, odd = side ^ beyond ^ behind;
        const uint64_t two = both | (behind & (side ^ beyond));
        // solid ones 0, 1, 2, 3 leave 3, 2, 1, 0
        light.high[corner] = ~two;
        light.low[corner] = ~odd & ~both;
    }
    return light;
}

static inline uint8_t light_of(const corner_light *light, int32_t bit)
{
    uint32_t value = 0;
    for (int32_t corner = 0; corner < 4; corner++)
    {
        value |= (uint32_t)(light->low[corner] >> bit & 1) << 2 * corner;
        value |= (uint32_t)(light->high[corner] >> bit & 1) << (2 * corner + 1);
    }
    return (uint8_t)value;
}

// ---- rectangles ---------------------------------------------------------------------------------

static inline void emit(loam_voxel_mesher *mesher, const plane *p, int32_t bit, int32_t row,
                        int32_t w, int32_t h, uint8_t light)
{
    const uint8_t level = (uint8_t)(p->level - 1), along = (uint8_t)(bit - 1);
    const uint8_t across = (uint8_t)(row - h);
    const uint8_t material = p->materials[(size_t)bit * p->bit_step + (size_t)row * p->row_step];
    loam_voxel_quad quad = {along,    level, across, (uint8_t)w, (uint8_t)h, (uint8_t)p->face,
                            material, light};
    if (p->face <= LOAM_FACE_EAST)
    {
        quad.x = level;
        quad.y = along;
    }
    else if (p->face >= LOAM_FACE_SOUTH)
    {
        quad.y = across;
        quad.z = level;
    }
    mesher->quads[mesher->count++] = quad;
}

/// The faces of a row that go on in the next: what is there, with the same material.
static inline uint64_t passed_on(const plane *p, int32_t row, uint8_t length[SIDE])
{
    const uint8_t *const here = p->materials + (size_t)row * p->row_step;
    const uint8_t *const next = here + p->row_step;
    uint64_t passed = 0;
    for (uint64_t both = p->faces[row] & p->faces[row + 1]; both != 0; both &= both - 1)
    {
        const int32_t bit = loam_lowest_bit(both);
        const size_t at = (size_t)bit * p->bit_step;
        const uint64_t same = here[at] == next[at];
        passed |= same << bit;
        length[bit] = (uint8_t)(length[bit] + same);
    }
    return passed;
}

static void merge_rows(loam_voxel_mesher *mesher, const plane *p)
{
    uint8_t length[SIDE] = {0}; // how many rows before this one a face has come through
    for (int32_t row = 1; row <= p->rows; row++)
    {
        const uint8_t *const materials = p->materials + (size_t)row * p->row_step;
        uint64_t ends = p->faces[row] & ~passed_on(p, row, length);
        while (ends != 0)
        {
            const int32_t bit = loam_lowest_bit(ends);
            const uint8_t material = materials[(size_t)bit * p->bit_step], came = length[bit];
            int32_t last = bit + 1;
            length[bit] = 0;
            while ((ends >> last & 1) != 0 && length[last] == came &&
                   materials[(size_t)last * p->bit_step] == material)
            {
                length[last++] = 0;
            }
            ends &= ~(((UINT64_C(1) << (last - bit)) - 1) << bit);
            emit(mesher, p, bit, row, last - bit, came + 1, UINT8_MAX);
        }
    }
}

/// What two faces must share to become one: material and light.
static inline uint32_t look_of(const plane *p, const corner_light *light, int32_t bit, int32_t row)
{
    const uint8_t material = p->materials[(size_t)bit * p->bit_step + (size_t)row * p->row_step];
    return (uint32_t)material << 8 | light_of(light, bit);
}

/// The same with ambient occlusion. Two faces side by side have the corners between them in common, and both
/// see the same voxels around them: if all their light is alike, it does not change from one to the other.
static void merge_lit_rows(loam_voxel_mesher *mesher, const plane *p)
{
    uint8_t length[SIDE] = {0};
    uint32_t looks[2][SIDE];
    corner_light light = light_row(&p->front[1]);
    for (uint64_t faces = p->faces[1]; faces != 0; faces &= faces - 1)
    {
        looks[1][loam_lowest_bit(faces)] = look_of(p, &light, loam_lowest_bit(faces), 1);
    }
    for (int32_t row = 1; row <= p->rows; row++)
    {
        uint32_t *const here = looks[row % 2], *const next = looks[(row + 1) % 2];
        const uint64_t coming = row < p->rows ? p->faces[row + 1] : 0;
        uint64_t ends = p->faces[row];
        if (coming != 0)
        {
            light = light_row(&p->front[row + 1]);
        }
        for (uint64_t faces = coming; faces != 0; faces &= faces - 1)
        {
            const int32_t bit = loam_lowest_bit(faces);
            next[bit] = look_of(p, &light, bit, row + 1);
            const uint64_t same = (ends >> bit & 1) != 0 && here[bit] == next[bit];
            length[bit] = (uint8_t)(length[bit] + same);
            ends &= ~(same << bit);
        }
        while (ends != 0)
        {
            const int32_t bit = loam_lowest_bit(ends);
            const uint8_t came = length[bit];
            int32_t last = bit + 1;
            length[bit] = 0;
            while ((ends >> last & 1) != 0 && length[last] == came && here[last] == here[bit])
            {
                length[last++] = 0;
            }
            ends &= ~(((UINT64_C(1) << (last - bit)) - 1) << bit);
            emit(mesher, p, bit, row, last - bit, came + 1, (uint8_t)here[bit]);
        }
    }
}

/// Every face alone.
static void separate_rows(loam_voxel_mesher *mesher, const plane *p)
{
    for (int32_t row = 1; row <= p->rows; row++)
    {
        if (p->faces[row] == 0)
        {
            continue;
        }
        const corner_light light = p->look.occlude ? light_row(&p->front[row])
                                                   : (corner_light){{0}, {0}};
        for (uint64_t faces = p->faces[row]; faces != 0; faces &= faces - 1)
        {
            const int32_t bit = loam_lowest_bit(faces);
            emit(mesher, p, bit, row, 1, 1, p->look.occlude ? light_of(&light, bit) : UINT8_MAX);
        }
    }
}

// ---- planes -------------------------------------------------------------------------------------

static uint64_t inner_bits(int32_t count)
{
    return ((UINT64_C(1) << count) - 1) << 1;
}

/// The word of a plane's row, and whether it is the plane itself (0), before (-1) or behind it (1).
static inline uint64_t word_at(const loam_voxel_mesher *mesher, loam_voxel_face face, int32_t level,
                               int32_t row)
{
    switch (face)
    {
    case LOAM_FACE_WEST:
    case LOAM_FACE_EAST:
        return mesher->turned[row][level];
    case LOAM_FACE_DOWN:
    case LOAM_FACE_UP:
        return mesher->rows[row][level];
    default:
        return mesher->rows[level][row];
    }
}

/// The faces of a plane; false if there is none.
static bool find_faces(const loam_voxel_mesher *mesher, plane *p)
{
    const int32_t ahead = p->level + (p->face % 2 != 0 ? 1 : -1);
    const uint64_t inner = inner_bits(p->bits);
    uint64_t any = 0;
    for (int32_t row = 1; row <= p->rows; row++)
    {
        p->front[row] = word_at(mesher, p->face, ahead, row);
        p->faces[row] = word_at(mesher, p->face, p->level, row) & ~p->front[row] & inner;
        any |= p->faces[row];
    }
    p->faces[p->rows + 1] = 0;
    p->front[0] = word_at(mesher, p->face, ahead, 0);
    p->front[p->rows + 1] = word_at(mesher, p->face, ahead, p->rows + 1);
    return any != 0;
}

/// Most quads that a plane can have: its faces.
static uint32_t faces_in(const plane *p)
{
    return (uint32_t)(p->bits * p->rows);
}

static loam_result make_room(loam_voxel_mesher *mesher, uint32_t more)
{
    if (mesher->room - mesher->count >= more)
    {
        return LOAM_OK;
    }
    uint32_t room = mesher->room > 0 ? 2 * mesher->room : FIRST_ROOM;
    room = room - mesher->count < more ? mesher->count + more : room;
    loam_voxel_quad *const quads = loam_alloc(&mesher->env, room * sizeof *quads);
    if (quads == NULL)
    {
        return LOAM_OUT_OF_MEMORY;
    }
    if (mesher->count > 0)
    {
        memcpy(quads, mesher->quads, mesher->count * sizeof *quads);
    }
    loam_free(&mesher->env, mesher->quads, mesher->room * sizeof *quads);
    mesher->quads = quads;
    mesher->room = room;
    return LOAM_OK;
}

static loam_result do_plane(loam_voxel_mesher *mesher, plane *p)
{
    if (!find_faces(mesher, p))
    {
        return LOAM_OK;
    }
    const loam_result result = make_room(mesher, faces_in(p));
    if (result == LOAM_OK)
    {
        (!p->look.merge ? separate_rows : p->look.occlude ? merge_lit_rows : merge_rows)(mesher, p);
    }
    return result;
}

/// Sides and steps of the planes of a direction; returns how many there are.
static int32_t lay_planes(plane *p, const loam_voxels *voxels, size_t *level_step)
{
    const size_t along_y = (size_t)voxels->w + 2, along_z = along_y * ((size_t)voxels->h + 2);
    const bool sideways = p->face <= LOAM_FACE_EAST, level = p->face >= LOAM_FACE_SOUTH;
    p->bits = sideways ? voxels->h : voxels->w;
    p->bit_step = sideways ? along_y : 1;
    p->rows = level ? voxels->h : voxels->d;
    p->row_step = level ? along_y : along_z;
    *level_step = sideways ? 1 : level ? along_z : along_y;
    return sideways ? voxels->w : level ? voxels->d : voxels->h;
}

// ---- public -------------------------------------------------------------------------------------

loam_result loam_voxel_mesher_create(const loam_env *env, loam_voxel_mesher **out)
{
    *out = NULL;
    loam_voxel_mesher *const mesher = loam_alloc(env, sizeof *mesher);
    if (mesher == NULL)
    {
        return LOAM_OUT_OF_MEMORY;
    }
    mesher->env = *env;
    mesher->quads = NULL;
    mesher->count = mesher->room = 0;
    *out = mesher;
    return LOAM_OK;
}

void loam_voxel_mesher_destroy(loam_voxel_mesher *mesher)
{
    if (mesher != NULL)
    {
        const loam_env env = mesher->env;
        loam_free(&env, mesher->quads, mesher->room * sizeof *mesher->quads);
        loam_free(&env, mesher, sizeof *mesher);
    }
}

static bool side_is_good(int32_t side)
{
    return side >= 1 && side <= LOAM_VOXEL_SIDE;
}

loam_result loam_voxel_mesher_run(loam_voxel_mesher *mesher, const loam_voxels *voxels,
                                  loam_voxel_look look, const loam_voxel_quad **quads,
                                  uint32_t *count)
{
    LOAM_ASSERT(&mesher->env, voxels->materials != NULL);
    *quads = NULL;
    *count = 0;
    if (!side_is_good(voxels->w) || !side_is_good(voxels->h) || !side_is_good(voxels->d))
    {
        return loam_fail(LOAM_BAD_ARGUMENT, "a box of %d x %d x %d voxels; sides must be 1 to %d",
                         (int)voxels->w, (int)voxels->h, (int)voxels->d, LOAM_VOXEL_SIDE);
    }
    mesher->count = 0;
    make_masks(mesher, voxels);
    loam_result result = LOAM_OK;
    for (int32_t face = 0; face < LOAM_FACE_COUNT; face++)
    {
        plane p;
        p.face = (loam_voxel_face)face;
        p.look = look;
        size_t step;
        const int32_t levels = lay_planes(&p, voxels, &step);
        for (p.level = 1; p.level <= levels && result == LOAM_OK; p.level++)
        {
            p.materials = voxels->materials + (size_t)p.level * step;
            result = do_plane(mesher, &p);
        }
    }
    *quads = mesher->quads;
    *count = result == LOAM_OK ? mesher->count : 0;
    return result;
}

// ---- quads as triangles -------------------------------------------------------------------------

/// The axes of a quad's first and second side.
static int first_axis(uint8_t face)
{
    return face <= LOAM_FACE_EAST ? 1 : 0;
}

static int second_axis(uint8_t face)
{
    return face >= LOAM_FACE_SOUTH ? 1 : 2;
}

/// How much of 255 a corner's own material weighs, by how open it is. The rest is shade.
static uint8_t open_weight(uint8_t light, int32_t corner)
{
    static const uint8_t weights[4] = {102, 153, 204, 255};
    return weights[light >> 2 * corner & 3];
}

static void add_corners(loam_mesh *mesh, const loam_voxel_quad *quad, const float corner[3],
                        float size)
{
    const uint8_t low[3] = {quad->x, quad->y, quad->z};
    const int normal = quad->face / 2, first = first_axis(quad->face),
              second = second_axis(quad->face);
    for (int32_t i = 0; i < 4; i++)
    {
        const uint8_t open = open_weight(quad->light, i);
        loam_vertex vertex = {.materials = {quad->material},
                              .weights = {open, (uint8_t)(255 - open)}};
        int32_t at[3] = {low[0], low[1], low[2]};
        at[normal] += quad->face % 2;
        at[first] += i % 2 != 0 ? quad->w : 0;
        at[second] += i / 2 != 0 ? quad->h : 0;
        for (int axis = 0; axis < 3; axis++)
        {
            vertex.position[axis] = corner[axis] + (float)at[axis] * size;
        }
        vertex.normal[normal] = quad->face % 2 != 0 ? 1.0f : -1.0f;
        // Upright on walls: the second coordinate is height there.
        const int across = first == 1 ? second : first, up = first == 1 ? first : second;
        vertex.uv[0] = vertex.position[across];
        vertex.uv[1] = vertex.position[up];
        mesh->vertices[mesh->vertex_count++] = vertex;
    }
}

/// Whether the diagonal from low low to high high is the brighter one.
static bool splits_straight(uint8_t light)
{
    return (light & 3) + (light >> 6) >= (light >> 2 & 3) + (light >> 4 & 3);
}

static void add_sides(loam_mesh *mesh, uint32_t base, const loam_voxel_quad *quad)
{
    // Corners are low low, high low, low high, high high. The cross product of first and second axis points
    // up the third on faces west, east, south and north and down on those of y.
    static const uint8_t straight[6] = {0, 1, 3, 0, 3, 2}, other[6] = {0, 1, 2, 1, 3, 2};
    const uint8_t *const order = splits_straight(quad->light) ? straight : other;
    const bool along_y = quad->face == LOAM_FACE_DOWN || quad->face == LOAM_FACE_UP;
    const bool swap = (quad->face % 2 != 0) == along_y;
    uint32_t *const indices = mesh->indices + mesh->index_count;
    for (int32_t i = 0; i < 6; i += 3)
    {
        indices[i] = base + order[i];
        indices[i + 1] = base + order[i + (swap ? 2 : 1)];
        indices[i + 2] = base + order[i + (swap ? 1 : 2)];
    }
    mesh->index_count += 6;
}

loam_result loam_mesh_add_quads(loam_mesh *mesh, const loam_voxel_quad *quads, uint32_t count,
                                const float corner[3], float size)
{
    if (count > LOAM_MESH_MAX_VERTICES / 4)
    {
        return loam_fail(LOAM_BAD_ARGUMENT, "%u quads; must be 0 to %u", (unsigned)count,
                         (unsigned)(LOAM_MESH_MAX_VERTICES / 4));
    }
    const loam_result result = loam_mesh_more_room(mesh, 4 * count, 6 * count);
    for (uint32_t i = 0; result == LOAM_OK && i < count; i++)
    {
        const uint32_t base = mesh->vertex_count;
        add_corners(mesh, &quads[i], corner, size);
        add_sides(mesh, base, &quads[i]);
    }
    return result;
}
