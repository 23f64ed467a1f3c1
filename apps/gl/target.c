// SPDX-License-Identifier: MIT
#include "gl/target.h"

#include <stdlib.h>
#include <string.h>

static GLuint make_texture(const gl *g, int32_t w, int32_t h, GLenum format, bool smooth)
{
    const bool is_depth = format == GL_DEPTH_COMPONENT24;
    const GLenum layout = is_depth ? GL_DEPTH_COMPONENT : GL_RGBA;
    const GLenum type = is_depth                ? GL_UNSIGNED_INT
                        : format == GL_RGBA16F  ? GL_HALF_FLOAT
                        : format == GL_RGBA32F  ? GL_FLOAT
                        : format == GL_RGB10_A2 ? GL_UNSIGNED_INT_2_10_10_10_REV
                                                : GL_UNSIGNED_BYTE;
    const GLint filter = smooth ? GL_LINEAR : GL_NEAREST;
    GLuint texture = 0;
    g->GenTextures(1, &texture);
    g->BindTexture(GL_TEXTURE_2D, texture);
    g->TexImage2D(GL_TEXTURE_2D, 0, (GLint)format, w, h, 0, layout, type, NULL);
    g->TexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, filter);
    g->TexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, filter);
    g->TexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
    g->TexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
    return texture;
}

static void begin_target(const gl *g, int32_t w, int32_t h, GLenum format, gl_target *out)
{
    *out = (gl_target){.w = w, .h = h};
    g->GenFramebuffers(1, &out->framebuffer);
    g->BindFramebuffer(GL_FRAMEBUFFER, out->framebuffer);
    // Not every card can smooth whole floats.
    out->colour = make_texture(g, w, h, format, format != GL_RGBA32F);
    g->FramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, out->colour, 0);
}

static loam_result check_target(const gl *g, gl_target *out)
{
    const int32_t w = out->w, h = out->h;
    if (g->CheckFramebufferStatus(GL_FRAMEBUFFER) != GL_FRAMEBUFFER_COMPLETE)
    {
        gl_target_destroy(g, out);
        (void)gl_check(g, "a target");
        return loam_fail(LOAM_UNSUPPORTED, "a target of %dx%d pixels cannot be drawn into", (int)w,
                         (int)h);
    }
    return LOAM_OK;
}

loam_result gl_target_create(const gl *g, int32_t w, int32_t h, GLenum format, bool depth,
                             gl_target *out)
{
    begin_target(g, w, h, format, out);
    if (depth)
    {
        out->depth = make_texture(g, w, h, GL_DEPTH_COMPONENT24, false);
        g->FramebufferTexture2D(GL_FRAMEBUFFER, GL_DEPTH_ATTACHMENT, GL_TEXTURE_2D, out->depth, 0);
    }
    return check_target(g, out);
}

loam_result gl_target_create_beside(const gl *g, const gl_target *of, GLenum format, gl_target *out)
{
    begin_target(g, of->w, of->h, format, out);
    g->FramebufferTexture2D(GL_FRAMEBUFFER, GL_DEPTH_ATTACHMENT, GL_TEXTURE_2D, of->depth, 0);
    return check_target(g, out);
}

void gl_target_destroy(const gl *g, gl_target *target)
{
    g->BindFramebuffer(GL_FRAMEBUFFER, 0);
    if (target->framebuffer != 0)
    {
        g->DeleteFramebuffers(1, &target->framebuffer);
    }
    const GLuint textures[2] = {target->colour, target->depth};
    g->DeleteTextures(2, textures); // zeros are left alone
    *target = (gl_target){0};
}

void gl_target_begin(const gl *g, const gl_target *target)
{
    g->BindFramebuffer(GL_FRAMEBUFFER, target->framebuffer);
    g->Viewport(0, 0, target->w, target->h);
}

void gl_target_copy(const gl *g, const gl_target *from, const gl_target *to)
{
    const GLbitfield depth = from->depth != 0 && to->depth != 0 ? GL_DEPTH_BUFFER_BIT : 0;
    g->BindFramebuffer(GL_READ_FRAMEBUFFER, from->framebuffer);
    g->BindFramebuffer(GL_DRAW_FRAMEBUFFER, to->framebuffer);
    g->BlitFramebuffer(0, 0, from->w, from->h, 0, 0, to->w, to->h, GL_COLOR_BUFFER_BIT | depth,
                       GL_NEAREST);
}

void gl_target_show(const gl *g, const gl_target *from, int32_t w, int32_t h)
{
    g->BindFramebuffer(GL_READ_FRAMEBUFFER, from->framebuffer);
    g->BindFramebuffer(GL_DRAW_FRAMEBUFFER, 0);
    g->BlitFramebuffer(0, 0, from->w, from->h, 0, 0, w, h, GL_COLOR_BUFFER_BIT, GL_LINEAR);
    g->BindFramebuffer(GL_FRAMEBUFFER, 0);
}

loam_result gl_target_read(const gl *g, const gl_target *target, loam_picture *out)
{
    LOAM_ASSERT(NULL, out->w == target->w && out->h == target->h);
    const size_t row = (size_t)target->w * 4;
    uint8_t *const turned = malloc(row * (size_t)target->h);
    if (turned == NULL)
    {
        return loam_fail(LOAM_OUT_OF_MEMORY, "out of memory for a picture of %dx%d pixels",
                         (int)target->w, (int)target->h);
    }
    g->BindFramebuffer(GL_FRAMEBUFFER, target->framebuffer);
    g->PixelStorei(GL_PACK_ALIGNMENT, 4);
    g->ReadPixels(0, 0, target->w, target->h, GL_RGBA, GL_UNSIGNED_BYTE, turned);
    for (int32_t y = 0; y < target->h; y++) // OpenGL's rows go up
    {
        memcpy(&out->pixels[(size_t)y * (size_t)target->w],
               turned + (size_t)(target->h - 1 - y) * row, row);
    }
    free(turned);
    return gl_check(g, "the picture could not be read");
}
