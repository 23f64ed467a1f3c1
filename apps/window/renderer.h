// SPDX-License-Identifier: MIT
// Who draws on a window: the graphics card, or SDL's own software.
#ifndef LOAM_WINDOW_RENDERER_H
#define LOAM_WINDOW_RENDERER_H

#include "loam/base.h"

#include <SDL.h>

/// The graphics card, if there is one. A card that is only played by the processor is slower than SDL's own
/// software, which is taken then; and so it is if the card fails. LOAM_RENDERER in the environment decides
/// otherwise: software, accelerated.
loam_result renderer_create(SDL_Window *win, SDL_Renderer **out);

#endif
