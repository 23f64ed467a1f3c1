// SPDX-License-Identifier: MIT
// A painter that draws with OpenGL, over what is there already: the interface on top of a scene.
#ifndef LOAM_GL_PAINTER_GL_H
#define LOAM_GL_PAINTER_GL_H

#include "gl/gl.h"
#include "window/painter.h"

/// g must outlive it, and its context be current whenever it draws. framebuffer: where it draws, 0 for the
/// window. painter_begin leaves what is there; painter_end draws what is left, and whoever has the window
/// shows it.
loam_result painter_gl_create(const gl *g, GLuint framebuffer, painter **out);

/// A texture of somebody else's, as an image of w x h pixels: row 0 of it is the lowest, as OpenGL has it.
/// painter_image_destroy leaves the texture alone.
loam_result painter_gl_image_of(painter *paint, GLuint texture, int32_t w, int32_t h,
                                painter_image **out);

#endif
