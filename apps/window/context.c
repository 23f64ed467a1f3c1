// SPDX-License-Identifier: MIT
#include "window/context.h"

#include "window/window_gl.h"

#include <stdlib.h>

// A window of one pixel that nobody sees carries the context, because SDL has none without.

struct context
{
    SDL_Window *carrier;
    SDL_GLContext handle;
    context_kind kind;
    bool video; // whether SDL's video was begun here
};

static bool make(context *ctx, context_kind kind)
{
    window_gl_ask_for(kind, false);
    ctx->carrier = SDL_CreateWindow("Loam", 0, 0, 1, 1, SDL_WINDOW_OPENGL | SDL_WINDOW_HIDDEN);
    ctx->handle = ctx->carrier != NULL ? SDL_GL_CreateContext(ctx->carrier) : NULL;
    if (ctx->handle != NULL)
    {
        ctx->kind = kind;
        return true;
    }
    if (ctx->carrier != NULL)
    {
        SDL_DestroyWindow(ctx->carrier);
        ctx->carrier = NULL;
    }
    return false;
}

#ifdef _WIN32
static const char *const without_display = NULL; // there always is one
#else
static const char *const without_display = "offscreen";
#endif

/// Begins SDL's video, without a display if it can.
static loam_result begin_video(context *ctx)
{
    if (SDL_WasInit(SDL_INIT_VIDEO) != 0)
    {
        return LOAM_OK;
    }
    const char *const chosen = getenv("SDL_VIDEODRIVER");
    SDL_SetHint(SDL_HINT_NO_SIGNAL_HANDLERS, "1");
    const bool is_chosen = chosen != NULL && chosen[0] != 0;
    if (SDL_VideoInit(is_chosen ? chosen : without_display) != 0 &&
        (is_chosen || SDL_VideoInit(NULL) != 0))
    {
        return loam_fail(LOAM_UNSUPPORTED, "no driver draws without a window: %s%s%s",
                         SDL_GetError(), is_chosen ? "; SDL_VIDEODRIVER is " : "",
                         is_chosen ? chosen : "");
    }
    ctx->video = true;
    return LOAM_OK;
}

static loam_result make_any(context *ctx, context_kind kind)
{
    if (kind != CONTEXT_CORE && make(ctx, CONTEXT_ES))
    {
        return LOAM_OK;
    }
    if (kind != CONTEXT_ES && make(ctx, CONTEXT_CORE))
    {
        return LOAM_OK;
    }
    static const char *const tried[CONTEXT_KINDS] = {"neither OpenGL ES 3.0 nor OpenGL 3.3 core",
                                                     "no OpenGL ES 3.0", "no OpenGL 3.3 core"};
    return loam_fail(LOAM_UNSUPPORTED, "there is %s to draw with: %s (SDL's driver is %s)",
                     tried[kind], SDL_GetError(), SDL_GetCurrentVideoDriver());
}

loam_result context_create(context_kind kind, context **out)
{
    LOAM_ASSERT(NULL, (int)kind >= 0 && kind < CONTEXT_KINDS);
    context *const ctx = calloc(1, sizeof *ctx);
    *out = NULL;
    if (ctx == NULL)
    {
        return loam_fail(LOAM_OUT_OF_MEMORY, "out of memory for a context of OpenGL");
    }
    loam_result result = begin_video(ctx);
    result = result == LOAM_OK ? make_any(ctx, kind) : result;
    if (result != LOAM_OK)
    {
        context_destroy(ctx);
        return result;
    }
    *out = ctx;
    return LOAM_OK;
}

void context_destroy(context *ctx)
{
    if (ctx == NULL)
    {
        return;
    }
    if (ctx->handle != NULL)
    {
        SDL_GL_DeleteContext(ctx->handle);
    }
    if (ctx->carrier != NULL)
    {
        SDL_DestroyWindow(ctx->carrier);
    }
    if (ctx->video)
    {
        SDL_VideoQuit();
    }
    free(ctx);
}

context_kind context_get_kind(const context *ctx)
{
    return ctx->kind;
}

void *context_proc(void *ctx, const char *name)
{
    (void)ctx;
    return SDL_GL_GetProcAddress(name);
}
