// SPDX-License-Identifier: MIT
// A voyage through a sea of islands: a boat, and whoever sails it, goes ashore, walks, swims, flies and comes back. A step
// is a pure function of the voyage, what is asked of it, and the sea.
#ifndef LOAM_VOYAGE_VOYAGE_H
#define LOAM_VOYAGE_VOYAGE_H

#include "voyage/boat.h"
#include "voyage/shore.h"
#include "voyage/wind.h"
#include "walk/walker.h"

/// Voyages go on within this of the origin, m on both axes.
#define VOYAGE_END ((int64_t)1 << 44)

enum
{
    VOYAGE_REACH = 9, // m from the boat that one gets off to, and on from
};

/// What is done in a step, beside going on.
typedef enum voyage_deed
{
    VOYAGE_GO_ON,
    VOYAGE_BOARD,  // from the boat to the shore, or back
    VOYAGE_FETCH,  // the boat comes to the water that is nearest
    VOYAGE_TRAVEL, // with the boat to the water that is nearest to a place; who flies flies there
    VOYAGE_DEEDS,
} voyage_deed;

/// What is asked of one step. All of it is integers, so that files hold it exactly.
typedef struct voyage_input
{
    walk_input walk; // who is aboard looks around, and flies off if its kind flies
    boat_input boat; // counts aboard
    int32_t wind;    // percent of its usual strength, 0 .. WIND_MAX_PERCENT
    voyage_deed deed;
    int64_t x, z; // to travel to, m
} voyage_input;

/// What a deed has come to.
typedef enum voyage_word
{
    VOYAGE_QUIET,
    VOYAGE_ABOARD,
    VOYAGE_ASHORE,
    VOYAGE_OVERBOARD,
    VOYAGE_TOO_FAR,
    VOYAGE_NO_WATER,
    VOYAGE_ARRIVED,
    VOYAGE_FETCHED,
    VOYAGE_ALOFT,
} voyage_word;

typedef struct voyage
{
    boat boat;
    walker walker;
    bool aboard;
    voyage_word said; // by the last step
    uint64_t steps;
} voyage;

/// What a voyage goes through.
typedef struct voyage_world
{
    wind wind;
    shore *shore;
} voyage_world;

/// The sea must outlive it.
loam_result voyage_world_create(loam_isles *isles, voyage_world *out);
void voyage_world_destroy(voyage_world *world);

/// Aboard, on the water that is nearest to a place. LOAM_NOT_FOUND if there is none within 4 km.
loam_result voyage_begin(voyage *v, voyage_world *world, int64_t x, int64_t z);

/// One step. If the sea is not known the voyage stays as it was: LOAM_CANCELLED if that is because an island has not
/// grown yet (shore_set_patient), and the same step is to be asked again.
loam_result voyage_step(voyage *v, const voyage_input *in, voyage_world *world);

/// Inputs of who does nothing: the sail set and trimmed.
voyage_input voyage_usual_input(void);

uint64_t voyage_hash(const voyage *v);

#endif
