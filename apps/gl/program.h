// SPDX-License-Identifier: MIT
// Programs of shaders, from texts without their first lines: those differ between OpenGL ES and core.
#ifndef LOAM_GL_PROGRAM_H
#define LOAM_GL_PROGRAM_H

#include "gl/gl.h"

enum
{
    GL_MAX_NAMES = 8, // of vertex attributes
};

typedef struct gl_program_def
{
    const char *name;    // for messages
    const char *defines; // lines of #define, NULL for none
    const char *shared;  // text before both shaders, NULL for none
    const char *inside;  // text before the fragment shader, behind shared, NULL for none
    const char *weights; // the same, behind inside
    const char *more;    // the same, behind weights
    const char *vertex;  // NULL: one triangle over the whole target; its place in `at`, -1 .. 1
    const char *fragment;
    /// Names of the vertex attributes 0, 1, ...; NULL after the last.
    const char *attributes[GL_MAX_NAMES];
} gl_program_def;

/// LOAM_UNSUPPORTED with the words of the compiler if it does not take the text. *out is 0 then.
loam_result gl_program_create(const gl *g, const gl_program_def *def, GLuint *out);

/// Uniforms by name, of the program in use; those that a program does not have are ignored.
void gl_set1(const gl *g, GLuint program, const char *name, float value);
void gl_set2(const gl *g, GLuint program, const char *name, float x, float y);
void gl_set3(const gl *g, GLuint program, const char *name, const float value[3]);
void gl_set4s(const gl *g, GLuint program, const char *name, int32_t count, const float *values);
void gl_set_matrix(const gl *g, GLuint program, const char *name, const float value[16]);

/// Binds a texture to a unit and tells the sampler.
void gl_set_texture(const gl *g, GLuint program, const char *name, int32_t unit, GLenum kind,
                    GLuint texture);

/// Draws the triangle of a program without a vertex shader of its own. empty: a vertex array.
void gl_draw_all(const gl *g, GLuint empty);

#endif
