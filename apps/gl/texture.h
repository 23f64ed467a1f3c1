// SPDX-License-Identifier: MIT
// Textures: single ones, arrays of equal ones, and volumes. All repeat.
#ifndef LOAM_GL_TEXTURE_H
#define LOAM_GL_TEXTURE_H

#include "gl/gl.h"

typedef struct gl_texture_def
{
    GLenum kind;     // GL_TEXTURE_2D, GL_TEXTURE_2D_ARRAY, GL_TEXTURE_3D
    GLenum format;   // GL_RGBA8, GL_R8, GL_RG8, GL_RG16F, GL_RGB16F, GL_RG32F
    int32_t w, h, d; // d: layers or depth, 1 for GL_TEXTURE_2D
    bool smooth;     // between texels
    bool mipmaps; // made of the texels, or without any by gl_texture_shrink or gl_texture_add_size
    bool clamp;   // at the upper and lower edge
} gl_texture_def;

/// texels: all of them, or NULL. Bytes, or floats for formats of floats.
GLuint gl_texture_create(const gl *g, const gl_texture_def *def, const void *texels);

/// Replaces rows of a layer, from y on.
void gl_texture_rows(const gl *g, GLuint texture, const gl_texture_def *def, int32_t layer,
                     int32_t y, int32_t rows, const void *texels);

/// Replaces a part of a layer, w x h from (x, y) on. texels: those of the whole layer.
void gl_texture_part(const gl *g, GLuint texture, const gl_texture_def *def, int32_t layer,
                     int32_t x, int32_t y, int32_t w, int32_t h, const void *texels);

/// Room for a smaller size of a texture with mipmaps: def is of that size.
void gl_texture_add_size(const gl *g, GLuint texture, const gl_texture_def *def, int32_t size);

/// Replaces a whole layer of a size; def is of that size.
void gl_texture_load_layer(const gl *g, GLuint texture, const gl_texture_def *def, int32_t size,
                           int32_t layer, const void *texels);

void gl_texture_shrink(const gl *g, GLuint texture, const gl_texture_def *def);

#endif
