// SPDX-License-Identifier: MIT
// Files of voyages: in which sea one began, and what was asked of each step, as text. The same file leads to the same
// places.
//
//   loam voyage 1
//   sea seed=7 defs=53a0c4ef01d2b677 at=120,-3400
//   240 rudder=-40 sail=100 trim yaw=9000
//   1 board
//   90 ahead=100 run sail=0 foot
//
// A line is a number of steps and what is not as usual: rudder, row, sheet, sail, wind, ahead, aside, lift, yaw and
// pitch with a number, trim, anchor, run, jump, a kind of walker, and board, fetch or travel=X,Z.
#ifndef LOAM_VOYAGE_COURSE_H
#define LOAM_VOYAGE_COURSE_H

#include "voyage/voyage.h"

enum
{
    COURSE_MAX_RUNS = 1 << 20,  // lines of a file
    COURSE_MAX_STEPS = 1 << 24, // of all of them
};

/// Steps in a row of which the same is asked.
typedef struct course_run
{
    int32_t steps;
    voyage_input input;
} course_run;

/// Start from {0}.
typedef struct course
{
    uint64_t seed, defs; // of the sea: course_defs_hash
    int64_t x, z;        // where it begins, m
    course_run *runs;
    int32_t run_count, run_capacity;
    int64_t steps; // of all runs
} course;

void course_free(course *c);

/// What islands grow from, but for the seed: loam_isles_def_hash.
loam_result course_defs_hash(const loam_isles_def *def, uint64_t *out);

/// One step more.
loam_result course_add(course *c, const voyage_input *in);

loam_result course_write(const course *c, const char *path);
/// LOAM_BAD_ARGUMENT for what is no such file: the message names the line.
loam_result course_read(const char *path, course *out);

/// Sails all of it, in the sea that it is of: LOAM_BAD_ARGUMENT for another one.
loam_result course_sail(const course *c, loam_isles *isles, voyage *out);

#endif
