// SPDX-License-Identifier: MIT
// The game's name, made of earth and grass.
#ifndef LOAM_PLAY_LOGO_H
#define LOAM_PLAY_LOGO_H

#include "window/painter.h"

/// How large it is if its tiles have so many pixels a side.
void logo_size(int32_t tile, int32_t *w, int32_t *h);

/// Draws it with its upper left corner there.
void logo_draw(painter *paint, int32_t x, int32_t y, int32_t tile);

#endif
