// SPDX-License-Identifier: MIT
#include "window/fonts.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifdef _WIN32
#include <SDL.h>
#endif

// The usual places of Debian, Arch, Fedora, SUSE, Alpine, the BSDs, macOS and Windows. Not fontconfig: one font is
// all that is wanted, and asking for it would cost more than drawing with it.
static const char *const usual[] = {
    "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf",
    "/usr/share/fonts/TTF/DejaVuSans.ttf",
    "/usr/share/fonts/dejavu-sans-fonts/DejaVuSans.ttf",
    "/usr/share/fonts/truetype/DejaVuSans.ttf",
    "/usr/share/fonts/dejavu/DejaVuSans.ttf",
    "/usr/share/fonts/ttf-dejavu/DejaVuSans.ttf",
    "/usr/local/share/fonts/dejavu/DejaVuSans.ttf",
    "/usr/share/fonts/truetype/liberation/LiberationSans-Regular.ttf",
    "/usr/share/fonts/liberation-sans/LiberationSans-Regular.ttf",
    "/usr/share/fonts/truetype/noto/NotoSans-Regular.ttf",
    "/usr/share/fonts/noto/NotoSans-Regular.ttf",
    "/usr/share/fonts/truetype/freefont/FreeSans.ttf",
    "/System/Library/Fonts/Supplemental/Arial.ttf",
    "C:/Windows/Fonts/segoeui.ttf",
    "C:/Windows/Fonts/arial.ttf",
};

static bool is_readable(const char *path)
{
    FILE *file = fopen(path, "rb");
    if (file == NULL)
    {
        return false;
    }
    char byte;
    const bool read = fread(&byte, 1, 1, file) == 1; // a folder can be opened, too
    fclose(file);
    return read;
}

// Next to Name.ttf or Name-Regular.ttf stands Name-Bold.ttf.
static void find_bold(font_files *files)
{
    const char *const dot = strrchr(files->plain, '.');
    size_t stem = dot != NULL ? (size_t)(dot - files->plain) : strlen(files->plain);
    static const char regular[] = "-Regular";
    const size_t ending = sizeof regular - 1;
    if (stem > ending && strncmp(files->plain + stem - ending, regular, ending) == 0)
    {
        stem -= ending;
    }
    const int length = snprintf(files->bold, sizeof files->bold, "%.*s-Bold%s", (int)stem,
                                files->plain, dot != NULL ? dot : "");
    if (length < 0 || (size_t)length >= sizeof files->bold || !is_readable(files->bold))
    {
        memcpy(files->bold, files->plain, strlen(files->plain) + 1);
    }
}

#ifdef _WIN32

/// A program for Windows brings its font along, in a folder beside it.
static bool find_beside(font_files *out)
{
    char *const folder = SDL_GetBasePath();
    const int length = folder != NULL ? snprintf(out->plain, sizeof out->plain,
                                                 "%sfonts/DejaVuSans.ttf", folder)
                                      : -1;
    SDL_free(folder);
    if (length < 0 || (size_t)length >= sizeof out->plain || !is_readable(out->plain))
    {
        return false;
    }
    find_bold(out);
    return true;
}

#else

static bool find_beside(font_files *out)
{
    (void)out;
    return false;
}

#endif

loam_result fonts_find(font_files *out)
{
    const char *const chosen = getenv("LOAM_FONT");
    const bool has_chosen = chosen != NULL && chosen[0] != 0;
    const char *const *const paths = has_chosen ? &chosen : usual;
    const size_t count = has_chosen ? 1 : sizeof usual / sizeof usual[0];
    if (!has_chosen && find_beside(out))
    {
        return LOAM_OK;
    }
    for (size_t i = 0; i < count; i++)
    {
        if (strlen(paths[i]) < sizeof out->plain && is_readable(paths[i]))
        {
            memcpy(out->plain, paths[i], strlen(paths[i]) + 1);
            find_bold(out);
            return LOAM_OK;
        }
    }
    if (has_chosen)
    {
        return loam_fail(LOAM_UNSUPPORTED, "LOAM_FONT names %s, which cannot be read", chosen);
    }
    return loam_fail(LOAM_UNSUPPORTED,
                     "there is no font to write with: install DejaVu Sans (Debian: "
                     "fonts-dejavu-core), or name a .ttf file in LOAM_FONT");
}
