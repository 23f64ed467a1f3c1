// SPDX-License-Identifier: MIT
// Files of inputs: where a walk began and what was asked of each of its steps, as text. The same file leads to
// the same places.
//
//   loam walk 1
//   place seed=3 at=... height=... look=... time=... weather=...
//   12 100 0 0 21000 -100 run jump foot     steps, ahead, aside, lift, yaw, pitch, words, kind
#ifndef LOAM_WALK_INPUTS_H
#define LOAM_WALK_INPUTS_H

#include "place/place.h"
#include "walk/walker.h"

enum
{
    INPUTS_MAX_RUNS = 1 << 20,  // lines of a file
    INPUTS_MAX_STEPS = 1 << 24, // of all of them
};

/// Steps in a row of which the same is asked.
typedef struct input_run
{
    int32_t steps;
    walk_input input;
} input_run;

/// Start from {0}.
typedef struct inputs
{
    place from;
    input_run *runs;
    int32_t run_count, run_capacity;
    int64_t steps; // of all runs
} inputs;

void inputs_free(inputs *all);

/// One step more. If a file cannot hold that all stays as it was.
loam_result inputs_add(inputs *all, const walk_input *in);

/// What is asked of a step, counted from 0; false behind the last. *run: where the last call has found its own,
/// 0 at first; steps are asked for in their order.
bool inputs_at(const inputs *all, int32_t step, int32_t *run, int32_t *run_start, walk_input *out);

loam_result inputs_write(const inputs *all, const char *(*weathers)(int32_t index),
                         const char *path);
/// LOAM_BAD_ARGUMENT for what is no such file: the message names the line.
loam_result inputs_read(const char *path, const char *(*weathers)(int32_t index), inputs *out);

/// The same for walks in other worlds: files begin with another title, and say in other words where the walk begins.
typedef struct inputs_place
{
    loam_result (*read)(void *user, const char *line);
    void *user;
} inputs_place;

loam_result inputs_write_from(const inputs *all, const char *title, const char *from,
                              const char *path);
loam_result inputs_read_from(const char *path, const char *title, const inputs_place *where,
                             inputs *out);

#endif
