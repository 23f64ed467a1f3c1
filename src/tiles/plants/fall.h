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

/// Whether all that a part may cover, and meet in the next step, is in the ring. If not it waits.
bool loam_fall_is_inside(const loam_plants *plants, const loam_grown_plant *plant,
                         const loam_fall *fall);

/// The tiles that a part may cover as it is, from its plant's own: left, right, low, high.
void loam_fall_box(const loam_fall *fall, int32_t box[4]);

/// Whether whatever is at a place (1/256 of a tile) hits a part that moves: not at what it turns about, nor beyond.
bool loam_fall_counts(const loam_fall *fall, int32_t x);

/// From now on a part turns about a place that it has hit: 1/256 of a tile, both.
void loam_fall_go_on_about(loam_fall *fall, const int32_t place[2]);

/// Breaks a standing branch off at a row, with all that it carries; a twig crumbles at once. False if too much of its plant falls already.
bool loam_fall_break(const loam_tile_world *world, loam_standing *standing, uint32_t branch,
                     uint32_t row);

/// After all plants were put: what falls fast meets the plants that stand in its way. From the calling thread.
void loam_falls_strike(loam_tile_world *world);

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
