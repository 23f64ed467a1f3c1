// SPDX-License-Identifier: MIT
// A small world for tests of the pipeline, with everything that stages can have: diamonds, reaches,
// pages of different sizes, 2D into 3D, levels, variable payloads, slices. And a second, plain way to
// compute its pages, by recursion and without the pipeline, to compare with.
#ifndef LOAM_TESTS_PIPELINE_TOY_H
#define LOAM_TESTS_PIPELINE_TOY_H

#include "loam/loam.h"

enum
{
    TOY_GROUND, // XY, 3 levels, no inputs
    TOY_ROUGH,  // XY, 3 levels, reads ground; variable payload, 3 slices
    TOY_LEFT,   // XY, 2 levels, reads rough
    TOY_RIGHT,  // XY, 2 levels, reads rough, and at level 1 only also level 2 of ground
    TOY_JOIN,   // XY, 2 levels, reads left and right
    TOY_PLAN,   // XZ, no inputs
    TOY_DEEP,   // XYZ, reads join and plan; 2 slices
    TOY_ROCK,   // XYZ, reads deep
    TOY_LATE,   // XY, 2 levels, reads join, and late rough; 2 slices
    TOY_STAGES,
    TOY_MAX_PAYLOAD = 96,
};

/// What the stages of the toy world have as parameters.
typedef struct toy_parameters
{
    uint64_t salt;
    uint64_t fail_x; // pages with this x fail, if fail is set
    uint64_t fail;
} toy_parameters;

/// The def of a stage. Static memory: valid until the next call.
loam_stage_def toy_stage(int32_t stage);

/// Gives a stage of the toy world other parameters.
loam_result toy_set_parameters(loam_pipeline *pipeline, int32_t stage,
                               const toy_parameters *parameters);

/// Adds all stages.
loam_result toy_add(loam_pipeline *pipeline);

/// A pool with so many threads, or with none where the library is built without.
loam_jobs *toy_jobs(const loam_env *env, int32_t threads);

/// A pipeline of this seed with the toy world. threads 0: no jobs. *jobs has to be destroyed
/// afterwards.
loam_pipeline *toy_create(const loam_env *env, uint64_t seed, int32_t threads, size_t cache_bytes,
                          loam_jobs **jobs);
void toy_destroy(loam_pipeline *pipeline, loam_jobs *jobs);

/// The state of the world for the second way.
typedef struct toy_model
{
    uint64_t seed;
    bool enabled[TOY_STAGES];
    toy_parameters parameters[TOY_STAGES];
} toy_model;

toy_model toy_model_make(uint64_t seed);

/// The bytes of a page; false if it fails, or one that it needs. What was computed is remembered
/// until toy_model_changed. From one thread only.
bool toy_model_page(const toy_model *model, loam_page_id id, uint8_t bytes[TOY_MAX_PAYLOAD],
                    size_t *size);
void toy_model_changed(void);

/// Whether a page has the bytes that the model computes.
bool toy_matches(const toy_model *model, const loam_page *page);

/// How long the pages of a stage are at level 0.
int64_t toy_page_size(int32_t stage);

/// An id; coordinates on axes that the stage has not are set to 0.
loam_page_id toy_id(int32_t stage, int32_t level, int64_t x, int64_t y, int64_t z);

#endif
