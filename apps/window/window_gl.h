// SPDX-License-Identifier: MIT
// OpenGL through SDL: what is asked for, and windows that have it.
#ifndef LOAM_WINDOW_WINDOW_GL_H
#define LOAM_WINDOW_WINDOW_GL_H

#include "window/context.h"

#include <SDL.h>

/// What windows from now on are to have. shown: somebody will see it, so it has two buffers.
void window_gl_ask_for(context_kind kind, bool shown);

typedef struct window_gl
{
    SDL_Window *handle;
    SDL_GLContext context;
    bool es;
} window_gl;

/// Opens a window with a context of OpenGL ES 3.0, else 3.3 core; LOAM_GL in the environment chooses one: es,
/// core. LOAM_UNSUPPORTED, with what was tried, if there is none.
loam_result window_gl_open(const char *title, int32_t w, int32_t h, uint32_t flags, window_gl *out);

#endif
