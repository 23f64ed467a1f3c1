// SPDX-License-Identifier: MIT
// What the explorer of caves grows and how it is built: all numbers that can be turned, flat, and the knobs that turn
// them. A plan becomes a loam_cave_def. Knows no window and no OpenGL.
#ifndef LOAM_CAVE_PLAN_H
#define LOAM_CAVE_PLAN_H

#include "loam/caves.h"

/// How cells become rock.
typedef enum cave_body
{
    CAVE_BODY_HEIGHTS, // two dimensions alone
    CAVE_BODY_BLOCKS,
    CAVE_BODY_SMOOTH,
    CAVE_BODIES,
} cave_body;

/// Start from cave_default_plan().
typedef struct cave_plan
{
    uint64_t seed;
    int32_t dimensions;      // 2 or 3
    bool endless;            // border, corridors, openings and sizes do not count then
    int32_t east, up, north; // cells; up in three dimensions
    int32_t start;           // of loam_cave_start
    float fill;
    int32_t border, steps;
    int32_t neighbourhood; // of loam_neighbourhood
    int32_t radius, birth, survival, min_room;
    bool connect;
    int32_t corridor, openings;
    int32_t body;      // of cave_body
    bool straight;     // heights: upright walls
    bool ceiling;      // two dimensions
    float wall_height; // m, two dimensions
    float resolution;  // m a cell
} cave_plan;

cave_plan cave_default_plan(int32_t dimensions);

/// Whether it can be grown and walked in; leaves a message otherwise.
loam_result cave_plan_check(const cave_plan *plan);

/// What is grown: of an endless cave a def without what it cannot have.
loam_cave_def cave_plan_def(const cave_plan *plan);
/// How it is built, in cells: resolution 1, corner 0.
loam_cave_form cave_plan_form(const cave_plan *plan);
/// Blocks that walls are high, in two dimensions.
int32_t cave_plan_layers(const cave_plan *plan);
bool cave_plan_is_same(const cave_plan *a, const cave_plan *b);

// ---- knobs ----------------------------------------------------------------------------------------

typedef enum cave_knob_kind
{
    CAVE_KNOB_WHOLE,
    CAVE_KNOB_PART, // a float
    CAVE_KNOB_FLAG,
    CAVE_KNOB_CHOICE,
} cave_knob_kind;

enum
{
    CAVE_KNOBS = 22,
    CAVE_KNOB_MAX_NAMES = 4,
};

/// A row: numbers are shown and turned as whole multiples of 1 / parts.
typedef struct cave_knob
{
    const char *name;  // in places, as options of the tool have it
    const char *label; // for people
    cave_knob_kind kind;
    size_t offset;
    int32_t low, high, step, parts;
    const char *format;
    const char *const *names; // of choices, from `low` on
    uint32_t of;              // when it counts
} cave_knob;

extern const cave_knob cave_knobs[CAVE_KNOBS];

/// Whether turning it does anything.
bool cave_knob_counts(const cave_knob *k, const cave_plan *plan);
/// In its multiples.
int32_t cave_knob_get(const cave_knob *k, const cave_plan *plan);
/// The widest range that may be accepted.
void cave_knob_limits(const cave_knob *k, const cave_plan *plan, int32_t *low, int32_t *high);
/// What a plan becomes when it is turned, accepted or not: limits stay the same share of the neighbours when these change,
/// and other dimensions begin as usual.
cave_plan cave_knob_turned(const cave_knob *k, const cave_plan *plan, int32_t value);
/// Turns it. What is not accepted leaves the plan as it was, and a message.
loam_result cave_knob_set(const cave_knob *k, cave_plan *plan, int32_t value);

#endif
