// SPDX-License-Identifier: MIT
// Leaves by the time of the year: which of a plant's cells are there, and which come off.
//
// Every cell of a plant has a rank: it is not there while the plant is as bare as that. How bare a plant is
// follows from the time of the year and its own age, so nothing has to be kept, and a plant that was away
// for a winter comes back as it would be.
#ifndef LOAM_TILES_SEASON_H
#define LOAM_TILES_SEASON_H

#include "tiles/plants/body_parts.h"
#include "tiles/plants/plants.h"

enum
{
    SEASON_LEAVES = 16,   // leaves that are shed have ranks from 1 up to this
    SEASON_LEAFLESS = 17, // all leaves of a plant that is dead have come off
    SEASON_WOOD = 18,     // twigs from here on,
    SEASON_STEM = 31      // and the stem last
};

/// Gives the cells of a plant that was just built their ranks.
void loam_season_rank(body_parts *parts);

/// What part of 65536 of the year it is, for loam_season_bare.
int32_t loam_season_part(const loam_tile_world *world);

/// How bare a plant is in some part of the year: 0 has all its leaves.
int32_t loam_season_bare(const loam_standing *standing, int32_t part);

/// How far a plant has withered: 0 while it lives, then SEASON_LEAFLESS up to SEASON_STEM, where nothing is
/// left of it.
int32_t loam_season_withered(const loam_tile_species *species, const loam_tile_plant *plant);

/// The age at which a plant dies; beyond all ages if it does not.
float loam_season_lifespan(const loam_tile_species *species, const loam_tile_plant *plant);

/// Lets some of the leaves that are about to come off fall, in a step.
void loam_season_shed(loam_tile_world *world);

#endif
