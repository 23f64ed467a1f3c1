// SPDX-License-Identifier: MIT
// What is drawn into: a texture for colour and, if wanted, one for depth.
#ifndef LOAM_GL_TARGET_H
#define LOAM_GL_TARGET_H

#include "gl/gl.h"
#include "loam/picture.h"

typedef struct gl_target
{
    int32_t w, h;
    GLuint framebuffer, colour, depth; // 0 for none
} gl_target;

/// format: GL_RGBA8, GL_RGBA16F, GL_RGBA32F, GL_RGB10_A2. After a failure there is nothing to destroy, but it may be.
loam_result gl_target_create(const gl *g, int32_t w, int32_t h, GLenum format, bool depth,
                             gl_target *out);
/// A second colour for what is drawn with the depth of another target, which must outlive it.
loam_result gl_target_create_beside(const gl *g, const gl_target *of, GLenum format,
                                    gl_target *out);
void gl_target_destroy(const gl *g, gl_target *target);

/// What is drawn from now on goes there.
void gl_target_begin(const gl *g, const gl_target *target);

/// Colour, and depth if both have it, of one target to another of the same size.
void gl_target_copy(const gl *g, const gl_target *from, const gl_target *to);

/// Colour of a target, stretched over the window of the context, whose size in pixels is w x h.
void gl_target_show(const gl *g, const gl_target *from, int32_t w, int32_t h);

/// Reads a target of RGBA8 into a picture of its size; the first row of the picture is the upper one.
loam_result gl_target_read(const gl *g, const gl_target *target, loam_picture *out);

#endif
