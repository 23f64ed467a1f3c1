// SPDX-License-Identifier: MIT
// What the measures of lands share.
#ifndef LOAM_TOOL_BENCH_LAND_H
#define LOAM_TOOL_BENCH_LAND_H

#include "bench.h"

enum
{
    LAND_BENCH_POINTS = 16384, // samples of a page, and of the yardstick
};

typedef struct land_bench
{
    loam_land *land;
    loam_noise simplex;
    int64_t x, z; // where it is measured: on land, whole pages of the surface
    int64_t next; // where nobody was yet
    loam_isa isa;
    int64_t scale; // of a map
    int32_t level; // of cells
    const loam_land_patch *patch;
    bool failed;
    volatile float sink;
    float samples[LAND_BENCH_POINTS], ruggedness[LAND_BENCH_POINTS];
} land_bench;

/// The yardstick alone: what land_bench_measure needs.
loam_result land_bench_init(bench *run, land_bench *out);

/// A land without threads, and a place inland that is neither flat nor alpine, within 1000 km of a distance
/// from the origin on both axes.
loam_result land_bench_create(bench *run, int64_t far, land_bench *out);

/// Ends it. Returns the result, or that a measure failed.
loam_result land_bench_finish(land_bench *context, loam_result result);

/// Against the yardstick.
void land_bench_measure(bench *run, land_bench *context, const bench_work *work);

/// Graphs without columns, of every distributor.
loam_result bench_graph(bench *run);

/// Cells and questions about places, at a distance from the origin.
loam_result bench_land_cells(bench *run, int64_t far);

/// "land WHAT", and where.
void land_bench_name(int64_t far, const char *what, char *name, size_t size);

#endif
