// SPDX-License-Identifier: MIT
#include "loam/mesh.h"

#include <math.h>
#include <string.h>

// Vertices of pages. A vertex morphs to the surface of the next level (Strugar 2009, "Continuous distance-dependent
// level of detail", section 4): on that surface's own samples to their heights, between them to the middle of the
// edge, or of the diagonal, that it lies on. A level's heights are multiples of half the next level's unit, so
// these means are exact, and a page that has become the coarser one wholly has the coarser one's very surface.

enum
{
    ROW = LOAM_HEIGHT_SIDE + 1,
    COARSE = LOAM_HEIGHT_SIDE / 2 + 1,
};

_Static_assert(sizeof(loam_height_vertex) == 24, "vertex buffers rely on it");

static const float highest_m = 1e6f;

float loam_height_unit(int32_t level)
{
    const int32_t known = level < 0                     ? 0
                          : level >= LOAM_HEIGHT_LEVELS ? LOAM_HEIGHT_LEVELS - 1
                                                        : level;
    return (float)((uint32_t)1 << known) * (1.0f / 256.0f);
}

/// The nearest multiple of unit; 0 for what is no height.
static inline float snap(float height, float unit, float per_unit)
{
    const float units = (height >= -highest_m && height <= highest_m ? height : 0) * per_unit;
    return (float)(int32_t)(units + (units < 0 ? -0.5f : 0.5f)) * unit;
}

static inline int16_t in_shorts(float value)
{
    return (int16_t)(int32_t)(value * 32767.0f + (value < 0 ? -0.5f : 0.5f));
}

/// A row of samples, each value in an array of its own: compilers make vectors of that.
typedef struct sample_row
{
    float height[ROW];
    int16_t east[ROW], north[ROW];
} sample_row;

/// Heights, and normals by central differences, of samples `step` apart.
static void read_row(const float *restrict height, int32_t count, int32_t stride, float step,
                     float unit, sample_row *restrict out)
{
    const float *restrict const south = height - stride, *restrict const above = height + stride;
    const float per_unit = 1.0f / unit, y = 2 * step;
    for (int32_t i = 0; i < count; i++)
    {
        const float x = height[i - 1] - height[i + 1], z = south[i] - above[i];
        const float scale = 1.0f / sqrtf(x * x + y * y + z * z);
        const bool known = scale > 0; // what is no number becomes flat
        out->height[i] = snap(height[i], unit, per_unit);
        out->east[i] = in_shorts(known ? x * scale : 0);
        out->north[i] = in_shorts(known ? z * scale : 0);
    }
}

// ---- own ----------------------------------------------------------------------------------------

static void put_own(const loam_height_field *field, loam_height_vertex *out)
{
    const float unit = loam_height_unit(field->level);
    sample_row samples;
    for (int32_t j = 0; j < ROW; j++)
    {
        loam_height_vertex *const row = out + j * ROW;
        read_row(field->height + j * field->height_stride, ROW, field->height_stride, field->step,
                 unit, &samples);
        for (int32_t i = 0; i < ROW; i++)
        {
            row[i].height = samples.height[i];
            row[i].normal[0] = samples.east[i];
            row[i].normal[1] = samples.north[i];
        }
    }
}

static void put_materials(const loam_height_field *field, loam_height_vertex *out)
{
    static const uint8_t none[LOAM_MESH_MATERIALS], all[LOAM_MESH_MATERIALS] = {255};
    const bool some = field->materials != NULL && field->weights != NULL;
    const uint8_t *materials = some ? field->materials : none;
    const uint8_t *weights = some ? field->weights : all;
    for (int32_t p = 0; p < LOAM_HEIGHT_VERTICES; p++)
    {
        memcpy(out[p].materials, materials, LOAM_MESH_MATERIALS);
        memcpy(out[p].weights, weights, LOAM_MESH_MATERIALS);
        materials += some ? LOAM_MESH_MATERIALS : 0;
        weights += some ? LOAM_MESH_MATERIALS : 0;
    }
}

// ---- the next level -----------------------------------------------------------------------------

static void repeat_own(loam_height_vertex *row)
{
    for (int32_t i = 0; i < ROW; i += 2)
    {
        row[i].coarser = row[i].height;
        memcpy(row[i].coarser_normal, row[i].normal, sizeof row[i].normal);
    }
}

/// Vertices with even numbers: samples of the next level.
static void put_coarser(const loam_height_field *field, loam_height_vertex *out)
{
    const float unit = loam_height_unit(field->level + 1);
    sample_row samples;
    for (int32_t j = 0; j < COARSE; j++)
    {
        loam_height_vertex *const row = out + 2 * j * ROW;
        if (field->coarser == NULL)
        {
            repeat_own(row);
            continue;
        }
        read_row(field->coarser + j * field->coarser_stride, COARSE, field->coarser_stride,
                 2 * field->step, unit, &samples);
        for (int32_t i = 0; i < COARSE; i++)
        {
            row[2 * i].coarser = samples.height[i];
            row[2 * i].coarser_normal[0] = samples.east[i];
            row[2 * i].coarser_normal[1] = samples.north[i];
        }
    }
}

/// What lies in the middle of two samples of the next level.
static inline void put_middle(const loam_height_vertex *a, const loam_height_vertex *b,
                              loam_height_vertex *out)
{
    out->coarser = 0.5f * (a->coarser + b->coarser);
    out->coarser_normal[0] = (int16_t)((a->coarser_normal[0] + b->coarser_normal[0]) / 2);
    out->coarser_normal[1] = (int16_t)((a->coarser_normal[1] + b->coarser_normal[1]) / 2);
}

/// The others: on edges between samples of the next level, or on the diagonals of its squares.
static void put_between(loam_height_vertex *out)
{
    for (int32_t j = 0; j < ROW; j += 2)
    {
        loam_height_vertex *const row = out + j * ROW;
        for (int32_t i = 1; i < ROW; i += 2)
        {
            put_middle(row + i - 1, row + i + 1, row + i);
        }
    }
    for (int32_t j = 1; j < ROW; j += 2)
    {
        loam_height_vertex *const row = out + j * ROW;
        for (int32_t i = 0; i < ROW; i += 2)
        {
            put_middle(row + i - ROW, row + i + ROW, row + i);
        }
        for (int32_t i = 1; i < ROW; i += 2)
        {
            const bool falls = (i / 2 + j / 2) % 2 != 0; // see loam_height_indices
            const int32_t along = falls ? ROW - 1 : ROW + 1;
            put_middle(row + i - along, row + i + along, row + i);
        }
    }
}

static void find_range(const loam_height_vertex *vertices, float *low, float *high)
{
    float min = vertices[0].height, max = min;
    for (int32_t p = 0; p < LOAM_HEIGHT_VERTICES; p++)
    {
        const float own = vertices[p].height, other = vertices[p].coarser;
        const float lower = own < other ? own : other, upper = own < other ? other : own;
        min = lower < min ? lower : min;
        max = upper > max ? upper : max;
    }
    if (low != NULL)
    {
        *low = min;
    }
    if (high != NULL)
    {
        *high = max;
    }
}

void loam_height_vertices(const loam_height_field *field, loam_height_vertex *out, float *low,
                          float *high)
{
    LOAM_ASSERT(NULL, field != NULL && out != NULL && field->height != NULL);
    put_own(field, out);
    put_materials(field, out);
    put_coarser(field, out);
    put_between(out);
    if (low != NULL || high != NULL)
    {
        find_range(out, low, high);
    }
}

// ---- morphing -----------------------------------------------------------------------------------

static float larger(float a, float b)
{
    return a > b ? a : b;
}

float loam_height_morph_at(const loam_height_morph *morph, int32_t i, int32_t j)
{
    LOAM_ASSERT(NULL, morph != NULL);
    // Squares from west, east, south and north.
    const int32_t from[4] = {i, LOAM_HEIGHT_SIDE - i, j, LOAM_HEIGHT_SIDE - j};
    float max = morph->inside;
    for (int32_t k = 0; k < 4; k++)
    {
        const int32_t across = from[k % 2], along = from[2 + k / 2];
        const int32_t away = across > along ? across : along;
        max = larger(max, morph->sides[k] - (float)from[k] * (1.0f / LOAM_HEIGHT_MORPH));
        max = larger(max, morph->corners[k] - (float)away * (1.0f / LOAM_HEIGHT_MORPH));
    }
    return max;
}
