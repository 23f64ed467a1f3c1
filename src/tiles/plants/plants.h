// SPDX-License-Identifier: MIT
// The plants of a living world: those of all chunks in the ring, in flat arrays, of which each chunk has a
// range. They stand in the ring's walls between steps. A step lifts those that move out, and puts them back
// where they are then; whatever looks at chunks without their plants (saving, pictures) asks for the bare wall.
#ifndef LOAM_TILES_PLANTS_H
#define LOAM_TILES_PLANTS_H

#include "tiles/plants/body.h"
#include "tiles/plants/ranges.h"
#include "tiles/plants/raster.h"
#include "tiles/state/cover.h"

/// A plant that stands in the ring.
typedef struct loam_standing
{
    uint32_t plant; // of the array
    int32_t slot;   // of its chunk
    int32_t group;
    int64_t x, y;                   // the tile that its places are measured from
    uint64_t order;                 // who comes first where two meet: drawn from their seeds
    int64_t left, right, low, high; // tiles that it may cover, all included
    int32_t reach[2];               // of the wind from the left and from the right, of 1024
    int32_t wind;                   // in the last step
    int32_t bare, withered;         // how bare it is, and would be in summer: see season.h
    bool sheds;                     // in autumn
    bool floats;                    // it needs no ground
    bool awake;                     // it moved in the last step
    bool elsewhere;                 // its tiles are others than before
    bool hurt;                      // something may have lost its support,
    bool unknown;                   // whichever branch that is
    bool falls;                     // something of it may be falling
} loam_standing;

/// Plants that may meet: the others' boxes do not touch theirs.
typedef struct loam_plant_group
{
    uint32_t first, count; // of those who stand
    bool again;            // is lifted out and put back
    uint32_t lost;         // tiles that the world had taken then
    uint32_t taken;        // those of wood that fell
} loam_plant_group;

enum
{
    PLANT_NURSERIES = 16,
    PLANT_GRAIN = 16 // plants, or groups, that a thread takes at a time
};

typedef struct loam_plants
{
    loam_plant_kinds *kinds;
    struct loam_nursery_pool *pool;
    struct loam_growth *growth;

    // By slot: ranges of the arrays below.
    loam_ranges plant_ranges, branch_ranges, cell_ranges;
    loam_grown_plant *plants;
    loam_branch *branches;
    loam_plant_cell *cells;
    uint32_t *places; // of cells, in the ring

    plant_canvas canvas;
    bool is_front[LOAM_MAX_MATERIALS];    // no plant covers it
    bool carries[LOAM_MAX_MATERIALS];     // it holds what is beyond
    uint8_t falls_as[LOAM_MAX_MATERIALS]; // of leaves: what flies when they come off
    loam_cover cover;                     // its arrays of tiles are the canvas's
    bool any_cut;

    bool *stirred;           // of PLANT_GRAIN who stand, in turn: some of them are not quiet
    loam_standing *standing; // by group, then by order; as much room as plants have
    uint32_t standing_count;
    loam_plant_group *groups; // the same room
    uint32_t group_count;

    int32_t year_part;  // of 65536, in the last step
    bool year_moved;    // it is another than in the step before
    int64_t winds_left; // the ring's left end
    int32_t *winds;     // where columns of 64 tiles begin, from the ring's left end on
    bool *calm;         // of each of these columns: no plant feels anything
    uint64_t gust_seed;
    bool stand_again; // boxes have changed
    // Ever: tiles of plants that the world has taken; of wood that fell: those that came to lie, those that the
    // world took before, those that found no place; leaves that came off; seeds that dropped.
    uint64_t lost, fallen, taken, splintered, shed, seeds;
} loam_plants;

/// Fine for definitions without species: then world->plants stays NULL, and nothing below does anything.
loam_result loam_plants_init(loam_tile_world *world);
void loam_plants_free(loam_tile_world *world);

/// The same for a world without a ring, of which there are env and defs only: plants can be grown, and unpacked.
loam_result loam_plants_init_growing(loam_tile_world *world);

/// Grows plants, on any thread. *out is NULL if there are none.
loam_result loam_plants_sprout(loam_tile_world *world, const loam_tile_plant *seeds, int32_t count,
                               loam_plant_block **out);

/// Before chunks come into the ring: makes room for their plants, and for those that leave. If it fails
/// nothing has changed.
loam_result loam_plants_prepare(loam_tile_world *world, loam_arrival *arrivals, int32_t count);

/// Lifts all plants out; brings and takes the plants of chunks that come and go; puts all back.
void loam_plants_lift(loam_tile_world *world);
void loam_plants_exchange(loam_tile_world *world, const loam_arrival *arrivals, int32_t count);
void loam_plants_settle(loam_tile_world *world);

/// Moves what the arrays hold together: for tests; it happens by itself when there is no room.
void loam_plants_compact(loam_tile_world *world);

/// One step of wind and swaying.
void loam_plants_step(loam_tile_world *world);

/// As loam_cover_disturb, for a change by hand: it goes through all branches that are there, seen or not.
void loam_plants_cut(loam_tile_world *world, size_t index);

/// Whether a plant is seen in a tile of the ring.
bool loam_plants_cover(const loam_tile_world *world, size_t index);

/// Makes a tile's wall the one behind the plant that stands there, if one does.
void loam_plants_back(loam_tile_world *world, size_t index, loam_tile tile);

/// Takes the plants out of a copy of a slot's tiles.
void loam_plants_strip(const loam_tile_world *world, int32_t slot, loam_tile *tiles);

/// A copy of the plants of a slot as they are now. *out is NULL if there are none.
loam_result loam_plants_copy(const loam_tile_world *world, int32_t slot, loam_plant_block **out);

loam_tile_plants loam_plants_count(const loam_tile_world *world);

/// A hash of all of them; the seed itself if there are none.
uint64_t loam_plants_hash(const loam_tile_world *world, uint64_t seed);

/// The view of a plant of a slot.
plant_view loam_plants_view(const loam_plants *plants, int32_t slot, uint32_t plant);

#endif
