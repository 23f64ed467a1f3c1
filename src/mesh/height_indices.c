// SPDX-License-Identifier: MIT
#include "loam/mesh.h"

#include <string.h>

// Triangles of pages. The squares are those of the finest set, every second, fourth or eighth vertex along a side
// left out. Diagonals alternate, so that ridges in either direction are followed; a square's diagonal depends on
// its number in units of its own size, which is the same for the page of the next level that covers it.
//
// Where the page beside it has larger squares, vertices of the border that it lacks are moved along the border,
// towards its beginning, to one that it has. Triangles that lose their area are left out; the others still tile
// the page, as no vertex has crossed another.

enum
{
    ROW = LOAM_HEIGHT_SIDE + 1,
};

loam_height_index_def loam_default_height_index_def(void)
{
    return (loam_height_index_def){.quads = LOAM_HEIGHT_SIDE, .ratio = {1, 1, 1, 1}};
}

static bool is_power(int32_t value, int32_t min, int32_t max)
{
    return value >= min && value <= max && (value & (value - 1)) == 0;
}

static loam_result check_def(const loam_height_index_def *def)
{
    static const char *const names[4] = {"west", "east", "south", "north"};
    if (!is_power(def->quads, 16, LOAM_HEIGHT_SIDE))
    {
        return loam_fail(LOAM_BAD_ARGUMENT, "a page of %d quads a side; must be 128, 64, 32 or 16",
                         (int)def->quads);
    }
    for (int32_t k = 0; k < 4; k++)
    {
        if (!is_power(def->ratio[k], 1, 8))
        {
            return loam_fail(LOAM_BAD_ARGUMENT, "the ratio %s is %d; must be 1, 2, 4 or 8",
                             names[k], (int)def->ratio[k]);
        }
    }
    return LOAM_OK;
}

/// Vertex (i, j) in units of squares, on the border moved to one that the page beside it has too.
static uint16_t vertex_of(const loam_height_index_def *def, int32_t i, int32_t j)
{
    const int32_t quads = def->quads, size = LOAM_HEIGHT_SIDE / quads;
    const int32_t ratio_i = j == 0       ? def->ratio[LOAM_SIDE_SOUTH]
                            : j == quads ? def->ratio[LOAM_SIDE_NORTH]
                                         : 1;
    const int32_t ratio_j = i == 0       ? def->ratio[LOAM_SIDE_WEST]
                            : i == quads ? def->ratio[LOAM_SIDE_EAST]
                                         : 1;
    return (uint16_t)((j - j % ratio_j) * size * ROW + (i - i % ratio_i) * size);
}

static void put_triangle(const uint16_t corners[3], uint16_t *out, int32_t *count)
{
    if (corners[0] != corners[1] && corners[1] != corners[2] && corners[2] != corners[0])
    {
        memcpy(out + *count, corners, 3 * sizeof *corners);
        *count += 3;
    }
}

static void put_square(const loam_height_index_def *def, int32_t i, int32_t j, uint16_t *out,
                       int32_t *count)
{
    const uint16_t a = vertex_of(def, i, j), b = vertex_of(def, i + 1, j);
    const uint16_t c = vertex_of(def, i, j + 1), d = vertex_of(def, i + 1, j + 1);
    const bool falls = (i + j) % 2 != 0; // from its north-west to its south-east
    put_triangle(falls ? (const uint16_t[]){a, c, b} : (const uint16_t[]){a, c, d}, out, count);
    put_triangle(falls ? (const uint16_t[]){c, d, b} : (const uint16_t[]){a, d, b}, out, count);
}

loam_result loam_height_indices(const loam_height_index_def *def, uint16_t *out, int32_t *count)
{
    LOAM_ASSERT(NULL, def != NULL && out != NULL && count != NULL);
    const loam_result result = check_def(def);
    if (result != LOAM_OK)
    {
        return result;
    }
    *count = 0;
    for (int32_t j = 0; j < def->quads; j++)
    {
        for (int32_t i = 0; i < def->quads; i++)
        {
            put_square(def, i, j, out, count);
        }
    }
    return LOAM_OK;
}
