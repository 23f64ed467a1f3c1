// SPDX-License-Identifier: MIT
// What happens to the part of a plant that has lost its support: it turns about its stump, comes off, falls,
// meets the ground, and lies there as tiles of wood in the walls. Its branches and cells stay where they are
// in the arrays; they are only drawn elsewhere. So fire, spades, saving and threads meet a falling crown as
// they meet a standing one.
#ifndef LOAM_TILES_FALL_H
#define LOAM_TILES_FALL_H

#include "tiles/plants/plants.h"

/// Whether anything of a plant falls.
bool loam_fall_any(const loam_grown_plant *plant);

/// Whether the ground that a plant stood in, or hung from, is gone. Looked for now and then.
bool loam_fall_uprooted(const loam_tile_world *world, const loam_standing *standing);

/// Finds what has lost its support and lets it fall from now on; places are as it was put. Whether something has
/// to wait for a part that falls before it.
bool loam_fall_find(const loam_tile_world *world, const loam_standing *standing);

/// One step of all that falls of a plant. It reads blocks and writes the plant alone: any thread.
void loam_fall_move(const loam_tile_world *world, const loam_standing *standing);

/// Where all branches that fall were when they broke off, given the falls and their bends.
void loam_fall_place(const loam_grown_plant *plant, loam_branch *branches);

/// Whether the plant's box has room for where its parts are; if not it gets more, and has to stand again.
bool loam_fall_widen(loam_grown_plant *plant);

/// Before a plant is lifted, or for a copy of it: notes the wood of its falling parts that the world has taken
/// since it was put. Returns how much.
uint32_t loam_fall_note_taken(const loam_plants *plants, const plant_view *view,
                              loam_grown_plant *plant);

/// After all plants were put: leaves come off, thin branches that have hit something crumble, and what rests
/// becomes tiles. From the calling thread.
void loam_falls_end(loam_tile_world *world);

/// Wood that is in falling parts now, and how many parts.
uint64_t loam_fall_owed(const loam_grown_plant *plant);
uint32_t loam_fall_count(const loam_grown_plant *plant);

/// Quotients in a step, without dividing: rounded towards 0; divisor > 0.
int64_t loam_fall_quotient(int64_t dividend, int64_t divisor);

#endif
