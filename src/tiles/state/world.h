// SPDX-License-Identifier: MIT
// The living world's insides. ring.h has what is active, kept.h what is in memory beside it; stream.h
// brings chunks, saving.h gives them to the store.
#ifndef LOAM_TILES_WORLD_H
#define LOAM_TILES_WORLD_H

#include "tiles/state/kept.h"

/// A chunk that a slot of the ring waits for.
typedef struct loam_arrival
{
    int32_t slot;
    loam_kept *chunk;
    bool early; // it was here before anybody waited for it
    struct loam_plant_block
        *leaving; // room for the plants that were in the slot; NULL if none were
} loam_arrival;

/// Chunks from low to high, both included.
typedef struct loam_chunk_area
{
    loam_chunk_pos low, high;
} loam_chunk_area;

/// What is wanted before it is needed; see stream.c.
typedef struct loam_outlook
{
    int64_t speed_x, speed_y;      // of the centre, sixteenths of a tile a step, smoothed
    int32_t left, right, down, up; // chunks beyond the ring that are wanted on each side
    bool complete;                 // all of it is there or under way
    loam_chunk_area asked;         // by loam_tile_world_ready, or a step that failed
    uint64_t asked_until;          // the step at which that is forgotten
} loam_outlook;

typedef struct loam_life loam_life;

struct loam_tile_world
{
    loam_env env;
    loam_tile_world_def def; // defs and pipeline are NULL if they are our own
    loam_tile_defs *defs;
    bool solid[LOAM_MAX_MATERIALS];
    bool fluid[LOAM_MAX_MATERIALS]; // listed among the fluids: the variant is a state
    loam_pipeline *pipeline;
    int32_t stage;       // that makes tiles: its last one but that of plants
    int32_t plant_stage; // -1 if there is none
    bool have_workers;   // env.jobs has threads

    loam_ring ring;
    loam_kept_set kept;
    loam_tile_pos centre;
    uint64_t steps;
    loam_outlook outlook;
    loam_arrival *arrivals; // room for every slot
    loam_tile_pos *updates; // continuous update chunks, room for every slot
    int32_t update_count;

    loam_tile *saved; // room for the tiles of a chunk that is being saved
    uint64_t soonest; // no chunk is due to be saved before this step

    uint64_t edit_seeds[2]; // of blocks, of walls
    uint32_t *filled;       // room for a fill: where its tiles are in the ring
    struct loam_undo *undo; // what is changed is noted here, if not NULL

    struct loam_climate *climate;
    struct loam_transform *transform; // NULL in a still world
    struct loam_skies *skies;         // see weather.c
    loam_life *life;                  // NULL in a still world
    struct loam_plants *plants;       // NULL if nothing grows
    struct loam_cover *cover;         // what they cover: NULL if there is nothing
    loam_weather weather;
    uint64_t dawn_offset;                       // steps that the time of day is ahead of the steps
    uint64_t year_offset;                       // and the time of the year
    loam_tile_strike strikes[LOAM_MAX_STRIKES]; // the last ones, in turn: pictures show them
    uint64_t strike_count;                      // ever

    loam_tile_world_counters counters;
};

#endif
