// SPDX-License-Identifier: MIT
#include "gl/gl.h"

#include "gl/target.h"

#include <stdio.h>
#include <string.h>

/// Mesa's and Google's drivers that need no card are known by name.
static bool is_software(const char *renderer)
{
    static const char *const names[] = {"llvmpipe", "softpipe", "swrast", "SwiftShader",
                                        "Software Rasterizer"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
    {
        if (strstr(renderer, names[i]) != NULL)
        {
            return true;
        }
    }
    return false;
}

static loam_result load_all(gl *out, void *(*find)(void *user, const char *name), void *user)
{
    void *found = NULL;
    // C has no cast from objects to functions.
#define GL_FUNCTION(name, type) \
    found = find(user, "gl" #name); \
    if (found == NULL) \
    { \
        return loam_fail(LOAM_UNSUPPORTED, "OpenGL has no function gl" #name); \
    } \
    memcpy(&out->name, &found, sizeof found);
#include "gl/functions.h"
#undef GL_FUNCTION
    return LOAM_OK;
}

/// Floats: OpenGL ES 3.0 leaves it to extensions, and some cards have halves alone.
static bool can_draw_into(const gl *g, GLenum format)
{
    gl_target target;
    const bool can = gl_target_create(g, 4, 4, format, false, &target) == LOAM_OK;
    gl_target_destroy(g, &target);
    return can;
}

loam_result gl_load(gl *out, void *(*find)(void *user, const char *name), void *user, bool es)
{
    *out = (gl){.es = es};
    const loam_result result = load_all(out, find, user);
    if (result != LOAM_OK)
    {
        return result;
    }
    const char *const renderer = (const char *)out->GetString(GL_RENDERER);
    snprintf(out->renderer, sizeof out->renderer, "%s", renderer != NULL ? renderer : "?");
    out->software = is_software(out->renderer);
    GLint side = 0;
    out->GetIntegerv(GL_MAX_TEXTURE_SIZE, &side);
    out->max_texture = side;
    if (side < 2048)
    {
        return loam_fail(LOAM_UNSUPPORTED, "textures have at most %d pixels; needed are 2048",
                         (int)side);
    }
    out->half_targets = can_draw_into(out, GL_RGBA16F);
    out->float_targets = can_draw_into(out, GL_RGBA32F);
    return gl_check(out, "OpenGL could not be begun");
}

loam_result gl_check(const gl *g, const char *what)
{
    static const struct
    {
        GLenum code;
        const char *name;
    } names[] = {{GL_INVALID_ENUM, "an invalid enum"},
                 {GL_INVALID_VALUE, "an invalid value"},
                 {GL_INVALID_OPERATION, "an invalid operation"},
                 {GL_INVALID_FRAMEBUFFER_OPERATION, "an invalid framebuffer operation"},
                 {GL_OUT_OF_MEMORY, "out of memory"}};
    const GLenum code = g->GetError();
    if (code == GL_NO_ERROR)
    {
        return LOAM_OK;
    }
    for (int32_t i = 0; i < 16 && g->GetError() != GL_NO_ERROR; i++) // a lost context never ends
    {
    }
    const char *words = "an unknown error";
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
    {
        words = names[i].code == code ? names[i].name : words;
    }
    return loam_fail(code == GL_OUT_OF_MEMORY ? LOAM_OUT_OF_MEMORY : LOAM_UNSUPPORTED,
                     "%s: OpenGL says %s (0x%04x)", what, words, (unsigned)code);
}
