// SPDX-License-Identifier: MIT
#include "gl/texture.h"

static GLenum layout_of(GLenum format)
{
    switch (format)
    {
    case GL_R8:
    case GL_R32F:
        return GL_RED;
    case GL_RG8:
    case GL_RG16F:
    case GL_RG32F:
        return GL_RG;
    case GL_RGB16F:
        return GL_RGB;
    default:
        return GL_RGBA;
    }
}

static GLenum type_of(GLenum format)
{
    const bool bytes = format == GL_R8 || format == GL_RG8 || format == GL_RGBA8;
    return bytes ? GL_UNSIGNED_BYTE : GL_FLOAT;
}

static void set_filter(const gl *g, const gl_texture_def *def)
{
    const GLint near = def->smooth ? GL_LINEAR : GL_NEAREST;
    g->TexParameteri(def->kind, GL_TEXTURE_MAG_FILTER, near);
    g->TexParameteri(def->kind, GL_TEXTURE_MIN_FILTER,
                     def->mipmaps ? GL_LINEAR_MIPMAP_LINEAR : near);
    g->TexParameteri(def->kind, GL_TEXTURE_WRAP_S, GL_REPEAT);
    g->TexParameteri(def->kind, GL_TEXTURE_WRAP_T, def->clamp ? GL_CLAMP_TO_EDGE : GL_REPEAT);
    if (def->kind == GL_TEXTURE_3D)
    {
        g->TexParameteri(def->kind, GL_TEXTURE_WRAP_R, GL_REPEAT);
    }
}

/// Of the texture that is bound.
static void give_room(const gl *g, const gl_texture_def *def, int32_t size, const void *texels)
{
    const GLenum layout = layout_of(def->format), type = type_of(def->format);
    if (def->kind == GL_TEXTURE_2D)
    {
        g->TexImage2D(def->kind, size, (GLint)def->format, def->w, def->h, 0, layout, type, texels);
    }
    else
    {
        g->TexImage3D(def->kind, size, (GLint)def->format, def->w, def->h, def->d, 0, layout, type,
                      texels);
    }
}

GLuint gl_texture_create(const gl *g, const gl_texture_def *def, const void *texels)
{
    GLuint texture = 0;
    g->GenTextures(1, &texture);
    g->ActiveTexture(GL_TEXTURE0);
    g->BindTexture(def->kind, texture);
    g->PixelStorei(GL_UNPACK_ALIGNMENT, 1);
    give_room(g, def, 0, texels);
    set_filter(g, def);
    if (def->mipmaps && texels != NULL)
    {
        g->GenerateMipmap(def->kind);
    }
    return texture;
}

static void load_rows(const gl *g, GLuint texture, const gl_texture_def *def, int32_t size,
                      int32_t layer, int32_t y, int32_t rows, const void *texels)
{
    const GLenum layout = layout_of(def->format), type = type_of(def->format);
    g->ActiveTexture(GL_TEXTURE0);
    g->BindTexture(def->kind, texture);
    g->PixelStorei(GL_UNPACK_ALIGNMENT, 1);
    if (def->kind == GL_TEXTURE_2D)
    {
        g->TexSubImage2D(def->kind, size, 0, y, def->w, rows, layout, type, texels);
    }
    else
    {
        g->TexSubImage3D(def->kind, size, 0, y, layer, def->w, rows, 1, layout, type, texels);
    }
}

void gl_texture_rows(const gl *g, GLuint texture, const gl_texture_def *def, int32_t layer,
                     int32_t y, int32_t rows, const void *texels)
{
    load_rows(g, texture, def, 0, layer, y, rows, texels);
}

void gl_texture_add_size(const gl *g, GLuint texture, const gl_texture_def *def, int32_t size)
{
    g->ActiveTexture(GL_TEXTURE0);
    g->BindTexture(def->kind, texture);
    give_room(g, def, size, NULL);
}

void gl_texture_load_layer(const gl *g, GLuint texture, const gl_texture_def *def, int32_t size,
                           int32_t layer, const void *texels)
{
    load_rows(g, texture, def, size, layer, 0, def->h, texels);
}

void gl_texture_part(const gl *g, GLuint texture, const gl_texture_def *def, int32_t layer,
                     int32_t x, int32_t y, int32_t w, int32_t h, const void *texels)
{
    g->ActiveTexture(GL_TEXTURE0);
    g->BindTexture(def->kind, texture);
    g->PixelStorei(GL_UNPACK_ALIGNMENT, 1);
    g->PixelStorei(GL_UNPACK_ROW_LENGTH, def->w);
    g->PixelStorei(GL_UNPACK_IMAGE_HEIGHT,
                   def->h); // WebGL wants rows that are left out to be in it
    g->PixelStorei(GL_UNPACK_SKIP_PIXELS, x);
    g->PixelStorei(GL_UNPACK_SKIP_ROWS, y);
    g->TexSubImage3D(def->kind, 0, x, y, layer, w, h, 1, layout_of(def->format),
                     type_of(def->format), texels);
    g->PixelStorei(GL_UNPACK_ROW_LENGTH, 0);
    g->PixelStorei(GL_UNPACK_IMAGE_HEIGHT, 0);
    g->PixelStorei(GL_UNPACK_SKIP_PIXELS, 0);
    g->PixelStorei(GL_UNPACK_SKIP_ROWS, 0);
}

void gl_texture_shrink(const gl *g, GLuint texture, const gl_texture_def *def)
{
    g->ActiveTexture(GL_TEXTURE0);
    g->BindTexture(def->kind, texture);
    g->GenerateMipmap(def->kind);
}
