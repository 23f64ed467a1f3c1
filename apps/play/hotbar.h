// SPDX-License-Identifier: MIT
// Ten materials at hand, kept with the world.
#ifndef LOAM_PLAY_HOTBAR_H
#define LOAM_PLAY_HOTBAR_H

#include "play/app.h"

enum
{
    HOTBAR_SLOTS = 10
};

/// A world was opened: as it was left, else a good beginning.
void hotbar_enter(app *a);
/// It is about to be closed.
void hotbar_leave(app *a);

/// Goes to a slot, wrapping around: its material is chosen, and a tool to place it with is taken.
void hotbar_choose(app *a, int32_t slot);
/// Puts a material into a slot.
void hotbar_put(app *a, int32_t slot, uint8_t material);
/// What was picked is at hand: in its slot if it has one, else in the one that is chosen.
void hotbar_pick(app *a, uint8_t material);
/// What a limited player carries now and did not before gets a slot, if it has none and one is free.
void hotbar_fill(app *a);

/// How much of a material the player has.
int64_t hotbar_count(const loam_player *player, uint8_t material);
/// "12", "9.9k": a count of at most four letters.
void hotbar_count_text(int64_t count, char out[8]);

/// "jungle_grass" as people write it: "Jungle grass".
void hotbar_name(const loam_material *material, char out[LOAM_MAX_NAME + 1]);

/// The slot at a place of the window, -1 if there is none.
int32_t hotbar_slot_at(const app *a, int32_t x, int32_t y);
/// Where a slot is; slot -1 is where the tool stands.
box hotbar_box(const app *a, int32_t slot);

/// Draws it. With a mouse over it, control reacts.
void hotbar_draw(app *a);

/// One slot: a plate, what is in it, its count if the player is limited.
void hotbar_draw_slot(app *a, box at, uint8_t material, bool chosen, bool hovered);

#endif
