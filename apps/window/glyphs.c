// SPDX-License-Identifier: MIT
#include "window/glyphs.h"

#include "window/fonts.h"

#include <SDL_ttf.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

// One texture holds the letters of all sizes, in shelves: letters of about the same height stand side by
// side, the next shelf begins below. Thus a screen full of text is one texture's pieces, which is cheap
// whoever draws them. When it is full everything is thrown away and begins again; a sheet draws what is
// waiting before its texture changes, so this may happen within a line.

enum
{
    SLOTS = 4096, // of the table of letters, a power of two
    MAX_GLYPHS = SLOTS / 2,
    SMALL_SIDE = 1024, // of the texture, up to a scale of 2
    LARGE_SIDE = 2048,
    GAP = 1,
};

static const float heights[TEXT_SIZES] = {13, 16, 22, 44}; // pixels, at a scale of 1

struct glyphs
{
    glyph_sheet sheet;
    void *texture;
    int32_t side;
    TTF_Font *fonts[TEXT_SIZES];
    font_files files;
    int32_t shelf_x, shelf_y, shelf_h;
    int32_t count;
    glyph slots[SLOTS];
};

// ---- fonts --------------------------------------------------------------------------------------

static void close_fonts(TTF_Font *fonts[TEXT_SIZES])
{
    for (int i = 0; i < TEXT_SIZES; i++)
    {
        if (fonts[i] != NULL)
        {
            TTF_CloseFont(fonts[i]);
        }
    }
}

static loam_result open_fonts(const font_files *files, float scale, TTF_Font *fonts[TEXT_SIZES])
{
    for (int i = 0; i < TEXT_SIZES; i++)
    {
        fonts[i] = NULL; // those behind a failure are closed, too
    }
    for (int i = 0; i < TEXT_SIZES; i++)
    {
        const char *const path = i >= TEXT_LARGE ? files->bold : files->plain;
        fonts[i] = TTF_OpenFont(path, (int)lroundf(heights[i] * scale));
        if (fonts[i] == NULL)
        {
            close_fonts(fonts);
            return loam_fail(LOAM_UNSUPPORTED, "the font %s cannot be used: %s", path,
                             TTF_GetError());
        }
        TTF_SetFontHinting(fonts[i], TTF_HINTING_LIGHT);
        TTF_SetFontKerning(fonts[i], 0);
    }
    return LOAM_OK;
}

// ---- the texture --------------------------------------------------------------------------------

static void forget_all(glyphs *all)
{
    memset(all->slots, 0, sizeof all->slots);
    all->count = 0;
    all->shelf_x = all->shelf_y = all->shelf_h = 0;
}

// A place for w x h pixels; false if there is none left.
static bool place(glyphs *all, int32_t w, int32_t h, box *out)
{
    if (all->shelf_x + w > all->side)
    {
        all->shelf_x = 0;
        all->shelf_y += all->shelf_h;
        all->shelf_h = 0;
    }
    if (w > all->side || all->shelf_y + h > all->side)
    {
        return false;
    }
    *out = (box){all->shelf_x, all->shelf_y, w, h};
    all->shelf_x += w + GAP;
    all->shelf_h = all->shelf_h > h + GAP ? all->shelf_h : h + GAP;
    return true;
}

// ---- letters ------------------------------------------------------------------------------------

// What of a letter's picture is not empty; w is 0 if nothing is.
static box ink_of(const SDL_Surface *surface)
{
    int left = surface->w, top = surface->h, right = 0, bottom = 0;
    for (int y = 0; y < surface->h; y++)
    {
        const uint32_t *row = (const uint32_t *)((const uint8_t *)surface->pixels +
                                                 (size_t)y * surface->pitch);
        for (int x = 0; x < surface->w; x++)
        {
            if (row[x] >> 24 != 0)
            {
                left = x < left ? x : left;
                right = x >= right ? x + 1 : right;
                top = y < top ? y : top;
                bottom = y + 1;
            }
        }
    }
    return right > left ? (box){left, top, right - left, bottom - top} : (box){0};
}

// Puts the letter's picture on the texture; without a place left, the letter stays unseen.
static void draw_glyph(glyphs *all, const SDL_Surface *surface, glyph *into)
{
    const box ink = ink_of(surface);
    if (ink.w == 0)
    {
        return;
    }
    if (!place(all, ink.w, ink.h, &into->place))
    {
        forget_all(all);
        if (!place(all, ink.w, ink.h, &into->place))
        {
            return;
        }
    }
    into->dx += ink.x;
    into->dy += ink.y;
    const uint8_t *const first = (const uint8_t *)surface->pixels + (size_t)ink.y * surface->pitch +
                                 (size_t)ink.x * 4;
    all->sheet.update(all->sheet.user, all->texture, into->place, first, surface->pitch);
}

static glyph make_glyph(glyphs *all, text_size size, uint32_t letter)
{
    TTF_Font *const font = all->fonts[size];
    glyph made = {0};
    int left = 0, top = 0;
    const uint32_t shown = TTF_GlyphIsProvided32(font, letter) != 0 ? letter : '?';
    if (TTF_GlyphMetrics32(font, shown, &left, NULL, NULL, &top, &made.advance) != 0)
    {
        return made;
    }
    const SDL_Color white = {255, 255, 255, 255};
    SDL_Surface *const surface = TTF_RenderGlyph32_Blended(font, shown, white);
    if (surface == NULL) // a space
    {
        return made;
    }
    // SDL_ttf makes its picture larger for letters that reach out of their line.
    made.dx = left < 0 ? left : 0;
    made.dy = top > TTF_FontAscent(font) ? TTF_FontAscent(font) - top : 0;
    if (surface->format->format == SDL_PIXELFORMAT_ARGB8888)
    {
        draw_glyph(all, surface, &made);
    }
    SDL_FreeSurface(surface);
    return made;
}

static glyph *find_slot(glyphs *all, uint32_t key)
{
    uint32_t at = (key * 2654435761u) >> 20; // Knuth's multiplicative hash, to 12 bits
    while (all->slots[at].key != 0 && all->slots[at].key != key)
    {
        at = (at + 1) & (SLOTS - 1);
    }
    return &all->slots[at];
}

const glyph *glyphs_get(glyphs *all, text_size size, uint32_t letter)
{
    if (letter < ' ' || letter == 0x7f)
    {
        letter = ' ';
    }
    const uint32_t key = (uint32_t)(size + 1) << 24 | letter;
    glyph *slot = find_slot(all, key);
    if (slot->key != 0)
    {
        return slot;
    }
    if (all->count >= MAX_GLYPHS)
    {
        forget_all(all);
    }
    const glyph made = make_glyph(all, size, letter);
    slot = find_slot(all, key); // another one, if everything was forgotten
    *slot = made;
    slot->key = key;
    all->count++;
    return slot;
}

// ---- all of them --------------------------------------------------------------------------------

loam_result glyphs_create(const glyph_sheet *sheet, float scale, glyphs **out)
{
    *out = NULL;
    glyphs *all = calloc(1, sizeof *all);
    if (all == NULL)
    {
        return loam_fail(LOAM_OUT_OF_MEMORY, "no memory for letters");
    }
    if (TTF_Init() != 0)
    {
        free(all);
        return loam_fail(LOAM_UNSUPPORTED, "SDL_ttf does not start: %s", TTF_GetError());
    }
    all->sheet = *sheet;
    loam_result result = fonts_find(&all->files);
    result = result == LOAM_OK ? glyphs_set_scale(all, scale) : result;
    if (result != LOAM_OK)
    {
        glyphs_destroy(all);
        return result;
    }
    *out = all;
    return LOAM_OK;
}

void glyphs_destroy(glyphs *all)
{
    if (all == NULL)
    {
        return;
    }
    close_fonts(all->fonts);
    if (all->texture != NULL)
    {
        all->sheet.destroy(all->sheet.user, all->texture);
    }
    TTF_Quit();
    free(all);
}

loam_result glyphs_set_scale(glyphs *all, float scale)
{
    const int32_t side = scale > 2 ? LARGE_SIDE : SMALL_SIDE;
    void *const texture = all->sheet.create(all->sheet.user, side);
    if (texture == NULL)
    {
        return LOAM_OUT_OF_MEMORY;
    }
    TTF_Font *fonts[TEXT_SIZES];
    const loam_result result = open_fonts(&all->files, scale, fonts);
    if (result != LOAM_OK)
    {
        all->sheet.destroy(all->sheet.user, texture);
        return result;
    }
    close_fonts(all->fonts);
    memcpy(all->fonts, fonts, sizeof fonts);
    if (all->texture != NULL)
    {
        all->sheet.destroy(all->sheet.user, all->texture);
    }
    all->texture = texture;
    all->side = side;
    forget_all(all);
    return LOAM_OK;
}

int32_t glyphs_line_height(const glyphs *all, text_size size)
{
    return TTF_FontHeight(all->fonts[size]);
}

void *glyphs_texture(const glyphs *all)
{
    return all->texture;
}
