// SPDX-License-Identifier: MIT
// Small pictures of materials.
#ifndef LOAM_PLAY_ICONS_H
#define LOAM_PLAY_ICONS_H

#include "play/app.h"

/// Draws a material of the world that is played into a box.
void icons_draw(app *a, uint8_t material, box at);

void icons_destroy(app *a);

#endif
