// SPDX-License-Identifier: MIT
#include "window/renderer.h"

#include <stdlib.h>
#include <string.h>

typedef enum choice
{
    CHOOSE_BEST,
    CHOOSE_SOFTWARE,
    CHOOSE_ACCELERATED,
} choice;

static loam_result read_choice(choice *out)
{
    const char *const text = getenv("LOAM_RENDERER");
    *out = CHOOSE_BEST;
    if (text == NULL || text[0] == 0 || strcmp(text, "best") == 0)
    {
        return LOAM_OK;
    }
    if (strcmp(text, "software") != 0 && strcmp(text, "accelerated") != 0)
    {
        return loam_fail(LOAM_BAD_ARGUMENT,
                         "LOAM_RENDERER is %s; must be best, software or accelerated", text);
    }
    *out = text[0] == 's' ? CHOOSE_SOFTWARE : CHOOSE_ACCELERATED;
    return LOAM_OK;
}

// On Wayland SDL 2 has no way to show a window's pixels but through the card's.
static bool has_plain_windows(void)
{
    const char *const driver = SDL_GetCurrentVideoDriver();
    return driver != NULL && strcmp(driver, "wayland") != 0;
}

static SDL_Renderer *create_software(SDL_Window *win)
{
    if (has_plain_windows())
    {
        SDL_SetHint(SDL_HINT_FRAMEBUFFER_ACCELERATION, "0");
    }
    return SDL_CreateRenderer(win, -1, SDL_RENDERER_SOFTWARE);
}

// Whether the processor plays the graphics card: Mesa's and Google's drivers that do are known by name.
// OpenGL is asked directly, since SDL does not tell.
static bool is_played(void)
{
    static const char *const players[] = {"llvmpipe", "softpipe", "swrast", "SwiftShader",
                                          "Software Rasterizer"};
    enum
    {
        GL_NAME_OF_RENDERER = 0x1F01
    };
    const unsigned char *(*get)(unsigned int) = NULL;
    void *const symbol = SDL_GL_GetCurrentContext() != NULL ? SDL_GL_GetProcAddress("glGetString")
                                                            : NULL;
    memcpy(&get, &symbol, sizeof get); // C has no cast from objects to functions
    const char *const name = get != NULL ? (const char *)get(GL_NAME_OF_RENDERER) : NULL;
    for (size_t i = 0; name != NULL && i < sizeof players / sizeof players[0]; i++)
    {
        if (strstr(name, players[i]) != NULL)
        {
            return true;
        }
    }
    return false;
}

loam_result renderer_create(SDL_Window *win, SDL_Renderer **out)
{
    choice chosen;
    *out = NULL;
    const loam_result result = read_choice(&chosen);
    if (result != LOAM_OK)
    {
        return result;
    }
    if (chosen != CHOOSE_SOFTWARE)
    {
        *out = SDL_CreateRenderer(win, -1, SDL_RENDERER_ACCELERATED);
        if (*out != NULL && chosen == CHOOSE_BEST && has_plain_windows() && is_played())
        {
            SDL_DestroyRenderer(*out);
            *out = NULL;
        }
    }
    if (*out == NULL && chosen != CHOOSE_ACCELERATED)
    {
        *out = create_software(win);
    }
    return *out != NULL
               ? LOAM_OK
               : loam_fail(LOAM_UNSUPPORTED, "nothing draws on the window: %s", SDL_GetError());
}
