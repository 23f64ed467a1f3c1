// SPDX-License-Identifier: MIT
// Whoever goes through a land: on foot, on a horse, gliding, or as a bird. A step is a pure function of the
// walker, what is asked of it, and the ground: the same inputs lead to the same places to the bit, whatever
// the frames did.
#ifndef LOAM_WALK_WALKER_H
#define LOAM_WALK_WALKER_H

#include "loam/base.h"

#define WALK_STEPS_PER_SECOND 60

/// From here on up there is no ground to meet, and none is asked for.
#define WALK_FREE_HEIGHT 9500.0
#define WALK_MAX_HEIGHT 19000.0

typedef enum walk_kind
{
    WALK_FOOT,
    WALK_HORSE,
    WALK_GLIDE, // flies at a steady pace
    WALK_BIRD,  // the higher the faster
    WALK_KINDS,
} walk_kind;

/// "on foot", ...
const char *walk_kind_name(walk_kind kind);

/// What is asked of one step. All of it is integers, so that files hold it exactly.
typedef struct walk_input
{
    int32_t ahead, aside; // percent, -100 .. 100; aside: to the right
    int32_t lift;         // likewise; up
    int32_t yaw, pitch;   // where one looks, 1/100 degree; pitch -8900 .. 8900
    bool run, jump;
    walk_kind kind;
} walk_input;

typedef enum walk_state
{
    WALK_STANDS, // or walks
    WALK_SLIDES, // it is too steep
    WALK_FALLS,  // or jumps
    WALK_SWIMS,
    WALK_FLIES,
} walk_state;

typedef struct walker
{
    double x, y, z;    // of the feet, m; y above the sea
    double vx, vy, vz; // m/s
    double way;        // gone on foot, m: moves legs
    int32_t yaw, pitch;
    walk_kind kind;
    walk_state state;
    uint64_t steps;
} walker;

typedef struct walk_ground
{
    float height;
    float water; // level above it, LOAM_LAND_DRY for none
    float normal[3];
} walk_ground;

/// How far something in the way has let a walker come.
typedef struct walk_moved
{
    double x, y, z;
    bool ground, ceiling; // that was met
    bool stuck;           // in what is solid
    float normal[3];      // of the ground, if it was met
} walk_moved;

/// Answers what the ground is like at a place. Where the land has an inside, move is there, too, and the walker goes
/// through that rather than over the ground.
typedef struct walk_world
{
    loam_result (*ground)(void *user, double x, double z, walk_ground *out);
    /// Moves a walker by so many metres, as far as that is free. LOAM_NOT_FOUND: what is around is not there yet.
    loam_result (*move)(void *user, const walker *w, const double by[3], walk_moved *out);
    /// Whether there is water at a height above the walker's feet.
    bool (*is_wet)(void *user, const walker *w, double above);
    void *user;
} walk_world;

/// Puts a walker on the ground, or on the water, or `above` metres over either; 0 and less: its feet are there.
loam_result walker_place(walker *w, const walk_world *world, double x, double z, double above);

/// One step. If the ground is not known the walker stays as it was.
loam_result walker_step(walker *w, const walk_input *in, const walk_world *world);

/// How far a step may look for ground around the walker, m.
double walker_reach(const walker *w);

/// Whether the next step looks at the ground at all.
bool walker_needs_ground(const walker *w);

/// Of the walker's feet above the ground its eyes are, m.
double walker_eyes(walk_kind kind);

/// The hash of all that it is.
uint64_t walker_hash(const walker *w);

#endif
