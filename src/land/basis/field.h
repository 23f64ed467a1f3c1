// SPDX-License-Identifier: MIT
// Attributes of cells as smooth functions of the place: a normalised kernel over the sites around it (after
// Blomqvist et al. 2016, 3.3.1, but without the jumps that a nearest vertex makes).
#ifndef LOAM_LAND_FIELD_H
#define LOAM_LAND_FIELD_H

#include "land/basis/cells.h"

/// Places within a field are whole 1/16 of a graph's units, so that differences are exact and a place has the
/// same values whatever window it is read through.
#define LAND_FIELD_SCALE 16

/// How far sites matter, in lattice steps: a field at a place needs the cells up to this far from the one
/// that the place lies in.
#define LAND_FIELD_REACH 4

/// Metres on the graph of a level in such 1/16 units, rounded towards 0.
static inline int32_t land_field_units(int64_t metres, int32_t level)
{
    return (int32_t)(metres * LOAM_GRAPH_CELL * LAND_FIELD_SCALE / loam_land_cell_size(level));
}

enum land_attribute
{
    LAND_HEIGHT,
    LAND_RUGGEDNESS,
    LAND_TEMPERATURE,
    LAND_RAIN,
    LAND_HUMIDITY,
    LAND_SOIL,
    LAND_SPARE_0, // free for whoever packs the field
    LAND_SPARE_1,
    LAND_ATTRIBUTES,
};

/// One cell as a field reads it, in one line of the cache.
typedef struct land_field_cell
{
    int32_t x, z; // site, 1/16 units from the low corner of the window's page (0, 0)
    float values[LAND_ATTRIBUTES];
} land_field_cell;

/// w x h lattice cells, row by row, from lattice cell (column, row) of the page (0, 0).
typedef struct land_field
{
    int32_t column, row, w, h;
    const land_field_cell *cells;
} land_field;

/// The cell of a page's column `index`, for a page whose low corner lies (x, z) units from the window's.
land_field_cell loam_land_field_cell_of(const land_cells *cells, int32_t index, int32_t x,
                                        int32_t z);

/// Where the kernel ends, in 1/16 units: sites further from a place add nothing.
#define LAND_FIELD_RADIUS (LOAM_GRAPH_CELL * LAND_FIELD_SCALE * 3 / 2)

/// Rows of lattice cells of a field: `rows` of `columns` each, `stride` apart.
typedef struct land_field_part
{
    const land_field_cell *cells;
    int32_t columns, rows;
    size_t stride;
} land_field_part;

/// Those that may hold sites within reach of a rectangle of places.
land_field_part loam_land_field_around(const land_field *field, int32_t x0, int32_t z0, int32_t x1,
                                       int32_t z1);

/// The attributes at a place, in 1/16 units from the low corner of page (0, 0). Twice differentiable. The
/// cells within LAND_FIELD_REACH must be in the field.
void loam_land_field_at(const land_field *field, int32_t x, int32_t z, float out[LAND_ATTRIBUTES]);

#endif
