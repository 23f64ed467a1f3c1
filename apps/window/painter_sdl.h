// SPDX-License-Identifier: MIT
// The painter that draws with SDL's renderer. Only the window needs to know it.
#ifndef LOAM_WINDOW_PAINTER_SDL_H
#define LOAM_WINDOW_PAINTER_SDL_H

#include "window/painter.h"

#include <SDL.h>

/// Draws on what the renderer draws on, and owns the renderer from now on, also if it fails.
loam_result painter_sdl_create(SDL_Renderer *renderer, painter **out);

#endif
