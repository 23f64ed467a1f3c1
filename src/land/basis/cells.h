// SPDX-License-Identifier: MIT
// What is known of the cells of a level when water has run over it: the payload of the stages land0.cells,
// land1.cells and land2.cells. Surfaces, maps and rivers read this and nothing else.
#ifndef LOAM_LAND_CELLS_H
#define LOAM_LAND_CELLS_H

#include "loam/land.h"

#define LAND_ROWS 36
#define LAND_CELLS (LOAM_GRAPH_SIDE * LAND_ROWS)

/// Visible water runs where at least this much flows, km^2 under 1000 mm of rain.
#define LAND_RIVER_FLOW 2.0f

/// The part of what runs in a river of a delta that a branch takes with it. The rest stays in the river.
#define LAND_BRANCH_SHARE 0.35f

/// Lattice directions: east, north-east, north-west, west, south-west, south-east.
enum
{
    LAND_DIRECTIONS = 6,
    LAND_NO_DIRECTION = 6,
};

typedef enum land_kind
{
    LAND_SEA,
    LAND_DRY_LAND,
    LAND_LAKE, // lies in a lake of the coarser level; height is the lake's level
    LAND_SINK, // water ends here, in a lake without an outlet or a salt pan
} land_kind;

/// One float for each cell, so that every array is a column of the graph under the name in the comment.
typedef struct land_cells
{
    int32_t site_x[LAND_CELLS], site_z[LAND_CELLS]; // units from the low corner of the page
    float kind[LAND_CELLS];                         // "kind", a land_kind
    float height[LAND_CELLS];   // "height", m; what water runs on: valleys rather than peaks
    float receiver[LAND_CELLS]; // "receiver", the direction that it drains to, or LAND_NO_DIRECTION
    float branch[LAND_CELLS];   // "branch", a second one in deltas, or LAND_NO_DIRECTION
    float arm[LAND_CELLS];  // "arm", the part of its flow that runs on to the receiver, 0..1, where
                            // branches of a delta have taken the rest or it is one; 0 elsewhere
    float flow[LAND_CELLS]; // "flow", what leaves it, km^2 under 1000 mm of rain
    float inflow[LAND_CELLS];      // "inflow", flow without its own
    float lake[LAND_CELLS];        // "lake", radius of the lake around its site, units; 0 for none
    float ruggedness[LAND_CELLS];  // "ruggedness", 0..1
    float temperature[LAND_CELLS]; // "temperature", degrees Celsius at its height
    float rain[LAND_CELLS];        // "rain", mm a year
    float humidity[LAND_CELLS];    // "humidity", 0..1
    float soil[LAND_CELLS];        // "soil", 0..1
    float road[LAND_CELLS];        // "road", bit d: a road leads to the neighbour d
    float links[LAND_CELLS];       // "links", bit d: shares an edge with the neighbour d
    float course[LAND_CELLS];      // no column: which channel of the coarser level it lies in, a
                                   // land_course; 0 for none
} land_cells;

/// A point of the curve of a coarser level's cell, packed into a whole number that a float holds.
typedef struct land_course
{
    int32_t column, row; // from the first cell of the coarser page that the page lies in
    int32_t point;
} land_course;

enum
{
    LAND_COURSE_ARM = -1,  // the beginning of a branch: it is what it comes to
    LAND_COURSE_OFF = 16,  // cells around a coarser page that are told apart
    LAND_COURSE_ROOM = 64, // for columns, rows and points
};

_Static_assert(LAND_COURSE_ROOM *LAND_COURSE_ROOM *LAND_COURSE_ROOM < 1 << 24,
               "a float holds every one of them");

/// -1 if there is no room for it.
static inline int32_t land_course_pack(land_course course)
{
    const int32_t row = course.row + LAND_COURSE_OFF, column = course.column + LAND_COURSE_OFF;
    const bool fits = row >= 0 && row < LAND_COURSE_ROOM && column >= 0 &&
                      column < LAND_COURSE_ROOM && course.point < LAND_COURSE_ROOM;
    return fits ? 1 + (row * LAND_COURSE_ROOM + column) * LAND_COURSE_ROOM + course.point : -1;
}

static inline land_course land_course_unpack(int32_t packed)
{
    const int32_t room = LAND_COURSE_ROOM, cell = (packed - 1) / room;
    return (land_course){.column = cell % room - LAND_COURSE_OFF,
                         .row = cell / room - LAND_COURSE_OFF,
                         .point = (packed - 1) % room};
}

/// What a branch takes with it from a cell, as a part of the cell's flow, if `arm` of it stays.
static inline float land_branch_part(float arm)
{
    return arm > 0 ? arm * (LAND_BRANCH_SHARE / (1 - LAND_BRANCH_SHARE)) : LAND_BRANCH_SHARE;
}

#endif
