// SPDX-License-Identifier: MIT
// A context of OpenGL without a window: what is drawn goes to targets and is read back. It needs no display
// where SDL has its driver "offscreen" (Mesa's llvmpipe, or a card through EGL).
#ifndef LOAM_WINDOW_CONTEXT_H
#define LOAM_WINDOW_CONTEXT_H

#include "loam/base.h"

/// Which OpenGL. The same shaders run on both but for their first line.
typedef enum context_kind
{
    CONTEXT_ANY,  // OpenGL ES 3.0, else OpenGL 3.3 core
    CONTEXT_ES,   // OpenGL ES 3.0
    CONTEXT_CORE, // OpenGL 3.3 core
    CONTEXT_KINDS,
} context_kind;

typedef struct context context;

/// Makes one and makes it current on the calling thread. LOAM_UNSUPPORTED if there is none, with a message
/// that says what was tried and what SDL said. SDL_VIDEODRIVER in the environment chooses the driver.
loam_result context_create(context_kind kind, context **out);

/// NULL is allowed.
void context_destroy(context *ctx);

/// CONTEXT_ES or CONTEXT_CORE.
context_kind context_get_kind(const context *ctx);

/// The address of a function of OpenGL, NULL if there is none. ctx is a context *: for gl_load.
void *context_proc(void *ctx, const char *name);

#endif
