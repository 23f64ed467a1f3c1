// SPDX-License-Identifier: MIT
// What lives in a world: fluids, slow rules, weather.
#ifndef LOAM_TILES_LIFE_H
#define LOAM_TILES_LIFE_H

#include "tiles/life/changed.h"
#include "tiles/life/level.h"
#include "tiles/state/world.h"

struct loam_life
{
    fluid_rules rules;
    fluid_field field;
    loam_changes changes;
    int16_t *winds; // of every column of quarters of the ring, of 1024
    int16_t *wet;   // of the same: how wet rain makes what is under the sky, of 1024
    uint64_t fluid_seed;
    fluid_report *reports;     // of the quarters of a phase, room for every update chunk
    int32_t *active;           // the update chunks that are awake in a phase
    level_transfer *transfers; // those that look for another vessel, room for all who may ask
    int32_t seeker_count;
    uint64_t step_seed;
    int32_t phase;       // which of the four quarters, 0..3
    loam_tile_life last; // what the last step did
};

/// Makes and frees what lives; a world that is still has none.
loam_result loam_life_init(loam_tile_world *world);
void loam_life_free(loam_tile_world *world);

/// The chunk in a slot is a new one.
void loam_life_arrived(loam_tile_world *world, int32_t slot);

/// The ring is about to be another: what lies still at the border of what was alive may go on.
void loam_life_reopen(loam_tile_world *world);

/// One step of everything that lives.
void loam_life_step(loam_tile_world *world);

/// Works out how wet the rain of this step makes what it falls on: a step does, and whoever asks slow rules between
/// steps.
void loam_life_soak(loam_tile_world *world);

/// To be called by whatever has changed the block of a tile of the ring, and is no fluid: what is around
/// wakes up. `before` is the block that was there. What else follows comes with the next step.
void loam_life_changed(loam_tile_world *world, size_t index, uint8_t before);

/// Does what follows from changes since the last step: to be called before chunks leave the ring.
void loam_life_follow_changes(loam_tile_world *world);

/// Wakes every tile, and lets slow rules pass over nothing: for tests, which compare.
void loam_life_wake_all(loam_tile_world *world);

#endif
