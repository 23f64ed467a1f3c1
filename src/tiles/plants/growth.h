// SPDX-License-Identifier: MIT
// How plants live: they grow older, mend what was cut, die, and sprout from seeds.
#ifndef LOAM_TILES_GROWTH_H
#define LOAM_TILES_GROWTH_H

#include "tiles/grow/plants.h"
#include "tiles/plants/plants.h"

enum
{
    GROWTH_VISIT = 8192 // steps between two visits of a chunk
};

/// What becomes of a plant, or of a place, in a visit.
typedef enum growth_fate
{
    GROWTH_STAYS, // its body does; its age may not
    GROWTH_GROWS, // into another body
    GROWTH_MENDS, // what was cut or burnt
    GROWTH_GOES,  // nothing is left of it
} growth_fate;

/// What a visit has found out.
typedef struct growth_plan
{
    loam_tile_plant plants[LOAM_MAX_CHUNK_PLANTS];
    growth_fate fates[LOAM_MAX_CHUNK_PLANTS];
    int32_t old_count; // of them are those that stand there, in their order; the others are seeds
    int32_t count;
    bool aged;    // some are older
    bool changed; // some are to be built anew, or gone, or new
} growth_plan;

typedef struct loam_growth
{
    plant_recipe recipe; // where which species may stand
    plant_noises noises;
    uint64_t seed;
    growth_plan plan;
    loam_kept *chunk; // that brings the plants when they are exchanged
} loam_growth;

loam_result loam_growth_init(loam_tile_world *world);
void loam_growth_free(loam_tile_world *world);

/// One step: visits a chunk if it is time for that. If it fails nothing has changed.
loam_result loam_growth_step(loam_tile_world *world);

/// Visits the chunk of a slot.
loam_result loam_growth_visit(loam_tile_world *world, int32_t slot);

/// What becomes of a plant that stands; *age is its age then.
growth_fate loam_growth_fate(const loam_tile_world *world, const loam_standing *standing,
                             float *age);

/// Looks for a place in a chunk where a seed sprouts. False if there is none.
bool loam_growth_find_place(const loam_tile_world *world, loam_chunk_pos chunk, uint64_t random,
                            loam_tile_plant *out);

/// How much of 256 plants grow in this part of the year.
int32_t loam_growth_season(const loam_tile_world *world);

/// The block of a tile of the ring; air beyond it. And its properties.
uint8_t loam_growth_block(const loam_tile_world *world, int64_t x, int64_t y);
uint32_t loam_growth_properties(const loam_tile_world *world, int64_t x, int64_t y);

#endif
