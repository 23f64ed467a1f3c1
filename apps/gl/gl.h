// SPDX-License-Identifier: MIT
// The functions of OpenGL, loaded from a context, and what that context can do. Knows no world and no window.
#ifndef LOAM_GL_GL_H
#define LOAM_GL_GL_H

#include "loam/base.h"

#include <GLES3/gl3.h>

/// One for each context. Calls read gl->Clear(...).
typedef struct gl
{
#define GL_FUNCTION(name, type) type name;
#include "gl/functions.h"
#undef GL_FUNCTION
    bool es;             // OpenGL ES 3.0; else 3.3 core
    bool software;       // the processor plays the graphics card
    bool half_targets;   // can draw into RGBA16F
    bool float_targets;  // can draw into RGBA32F
    int32_t max_texture; // pixels along a side
    char renderer[128];  // what the driver says it is
} gl;

/// find: the address of a function by its name, NULL if there is none. LOAM_UNSUPPORTED if one is missing or
/// the context can less than OpenGL ES 3.0; the message names it.
loam_result gl_load(gl *out, void *(*find)(void *user, const char *name), void *user, bool es);

/// LOAM_FAILED-like result with the words of OpenGL's first error since the last call; LOAM_OK if none.
loam_result gl_check(const gl *g, const char *what);

#endif
