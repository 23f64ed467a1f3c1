// SPDX-License-Identifier: MIT
#include "window/window_gl.h"

#include <stdlib.h>
#include <string.h>

void window_gl_ask_for(context_kind kind, bool shown)
{
    SDL_GL_ResetAttributes();
    SDL_GL_SetAttribute(SDL_GL_CONTEXT_MAJOR_VERSION, 3);
    SDL_GL_SetAttribute(SDL_GL_CONTEXT_MINOR_VERSION, kind == CONTEXT_ES ? 0 : 3);
    SDL_GL_SetAttribute(SDL_GL_CONTEXT_PROFILE_MASK, kind == CONTEXT_ES
                                                         ? SDL_GL_CONTEXT_PROFILE_ES
                                                         : SDL_GL_CONTEXT_PROFILE_CORE);
    SDL_GL_SetAttribute(SDL_GL_DEPTH_SIZE, 0);
    SDL_GL_SetAttribute(SDL_GL_DOUBLEBUFFER, shown ? 1 : 0);
}

static bool open_as(const char *title, int32_t w, int32_t h, uint32_t flags, context_kind kind,
                    window_gl *out)
{
    window_gl_ask_for(kind, true);
    out->es = kind == CONTEXT_ES;
    out->handle = SDL_CreateWindow(title, SDL_WINDOWPOS_CENTERED, SDL_WINDOWPOS_CENTERED, w, h,
                                   flags | SDL_WINDOW_OPENGL);
    out->context = out->handle != NULL ? SDL_GL_CreateContext(out->handle) : NULL;
    if (out->context == NULL && out->handle != NULL)
    {
        SDL_DestroyWindow(out->handle);
        out->handle = NULL;
    }
    return out->context != NULL;
}

static loam_result read_choice(context_kind *out)
{
    const char *const text = getenv("LOAM_GL");
    *out = CONTEXT_ANY;
    if (text == NULL || text[0] == 0 || strcmp(text, "any") == 0)
    {
        return LOAM_OK;
    }
    *out = strcmp(text, "es") == 0 ? CONTEXT_ES : CONTEXT_CORE;
    return strcmp(text, "es") == 0 || strcmp(text, "core") == 0
               ? LOAM_OK
               : loam_fail(LOAM_BAD_ARGUMENT, "LOAM_GL is %s; must be any, es or core", text);
}

loam_result window_gl_open(const char *title, int32_t w, int32_t h, uint32_t flags, window_gl *out)
{
    context_kind kind;
    const loam_result result = read_choice(&kind);
    *out = (window_gl){0};
    if (result != LOAM_OK)
    {
        return result;
    }
    if ((kind != CONTEXT_CORE && open_as(title, w, h, flags, CONTEXT_ES, out)) ||
        (kind != CONTEXT_ES && open_as(title, w, h, flags, CONTEXT_CORE, out)))
    {
        return LOAM_OK;
    }
    static const char *const tried[CONTEXT_KINDS] = {"neither OpenGL ES 3.0 nor OpenGL 3.3 core",
                                                     "no OpenGL ES 3.0", "no OpenGL 3.3 core"};
    return loam_fail(LOAM_UNSUPPORTED, "this display has %s: %s (SDL's driver is %s)", tried[kind],
                     SDL_GetError(), SDL_GetCurrentVideoDriver());
}
