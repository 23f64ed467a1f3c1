// SPDX-License-Identifier: MIT
#include "window/painter_sdl.h"

#include "window/glyphs.h"
#include "window/utf8.h"
#include "window/wash.h"

#include <stdlib.h>
#include <string.h>

// SDL's own software is where this has to be quick, since a graphics card hardly notices. It copies
// pictures of its target's format without looking at them, and everything else pixel by pixel. So pixels
// are brought into that format when a picture comes, whether any of them is transparent is found out on
// the way, and pictures that are opaque are kept on a texture of the kind that has no alpha.

typedef struct sdl_painter
{
    painter base;
    SDL_Renderer *renderer;
    bool software;
    glyphs *letters;
    washes transparent; // of software only
    // Of painters in memory: a renderer's target can change its size, a renderer of a surface cannot.
    bool in_memory;
    SDL_Surface *stub;
    SDL_Texture *target;
    int32_t target_w, target_h;
    bool failed; // something of this frame was not drawn
} sdl_painter;

struct painter_image
{
    SDL_Texture *texture;
    int32_t w, h;
    bool opaque;
};

static void check(sdl_painter *sdl, int status)
{
    sdl->failed = sdl->failed || status != 0;
}

// ---- frames -------------------------------------------------------------------------------------

static void sdl_destroy(painter *paint)
{
    sdl_painter *const sdl = (sdl_painter *)paint;
    glyphs_destroy(sdl->letters);
    washes_destroy(&sdl->transparent);
    if (sdl->target != NULL)
    {
        SDL_DestroyTexture(sdl->target);
    }
    SDL_DestroyRenderer(sdl->renderer);
    SDL_FreeSurface(sdl->stub);
    free(sdl);
}

static int resize_target(sdl_painter *sdl, int32_t w, int32_t h)
{
    if (sdl->target != NULL && sdl->target_w == w && sdl->target_h == h)
    {
        return 0;
    }
    SDL_Texture *const target = SDL_CreateTexture(sdl->renderer, SDL_PIXELFORMAT_RGB888,
                                                  SDL_TEXTUREACCESS_TARGET, w, h);
    if (target == NULL || SDL_SetRenderTarget(sdl->renderer, target) != 0)
    {
        SDL_DestroyTexture(target);
        return -1;
    }
    if (sdl->target != NULL)
    {
        SDL_DestroyTexture(sdl->target);
    }
    sdl->target = target;
    sdl->target_w = w;
    sdl->target_h = h;
    return 0;
}

static void sdl_begin(painter *paint, int32_t w, int32_t h)
{
    sdl_painter *const sdl = (sdl_painter *)paint;
    sdl->failed = false;
    if (sdl->in_memory)
    {
        check(sdl, resize_target(sdl, w, h));
    }
    check(sdl, SDL_RenderSetClipRect(sdl->renderer, NULL));
    check(sdl, SDL_SetRenderDrawColor(sdl->renderer, 0, 0, 0, 255));
    check(sdl, SDL_RenderClear(sdl->renderer));
}

static loam_result sdl_end(painter *paint)
{
    sdl_painter *const sdl = (sdl_painter *)paint;
    if (sdl->in_memory)
    {
        check(sdl, SDL_RenderFlush(sdl->renderer));
    }
    else
    {
        SDL_RenderPresent(sdl->renderer);
    }
    return sdl->failed ? loam_fail(LOAM_FAILED, "SDL did not draw: %s", SDL_GetError()) : LOAM_OK;
}

static void sdl_clip(painter *paint, box to)
{
    sdl_painter *const sdl = (sdl_painter *)paint;
    check(sdl, SDL_RenderSetClipRect(sdl->renderer, &(SDL_Rect){to.x, to.y, to.w, to.h}));
}

static void sdl_fill(painter *paint, box at, loam_colour colour)
{
    sdl_painter *const sdl = (sdl_painter *)paint;
    if (sdl->software && colour.a < 255 && (int64_t)at.w * at.h >= WASH_MIN_PIXELS)
    {
        check(sdl, washes_fill(&sdl->transparent, sdl->renderer, at, colour));
        return;
    }
    SDL_SetRenderDrawBlendMode(sdl->renderer,
                               colour.a == 255 ? SDL_BLENDMODE_NONE : SDL_BLENDMODE_BLEND);
    SDL_SetRenderDrawColor(sdl->renderer, colour.r, colour.g, colour.b, colour.a);
    check(sdl, SDL_RenderFillRect(sdl->renderer, &(SDL_Rect){at.x, at.y, at.w, at.h}));
}

// ---- text ---------------------------------------------------------------------------------------

static void *sheet_create(void *renderer, int32_t side)
{
    SDL_Texture *const texture = SDL_CreateTexture(renderer, SDL_PIXELFORMAT_ARGB8888,
                                                   SDL_TEXTUREACCESS_STATIC, side, side);
    if (texture == NULL)
    {
        (void)loam_fail(LOAM_OUT_OF_MEMORY, "no texture for letters: %s", SDL_GetError());
        return NULL;
    }
    SDL_SetTextureBlendMode(texture, SDL_BLENDMODE_BLEND);
    SDL_SetTextureScaleMode(texture, SDL_ScaleModeNearest);
    return texture;
}

static void sheet_destroy(void *renderer, void *texture)
{
    (void)renderer;
    SDL_DestroyTexture(texture);
}

static void sheet_update(void *renderer, void *texture, box place, const void *pixels,
                         int32_t pitch)
{
    (void)renderer;
    SDL_UpdateTexture(texture, &(SDL_Rect){place.x, place.y, place.w, place.h}, pixels, pitch);
}

static void sdl_text(painter *paint, int32_t x, int32_t y, text_size size, loam_colour colour,
                     const char *text)
{
    sdl_painter *const sdl = (sdl_painter *)paint;
    SDL_Texture *const texture = glyphs_texture(sdl->letters);
    SDL_SetTextureColorMod(texture, colour.r, colour.g, colour.b);
    SDL_SetTextureAlphaMod(texture, colour.a);
    const box clip = painter_clip(paint);
    const char *const end = text + strlen(text);
    while (text < end && x < clip.x + clip.w)
    {
        const glyph *const letter = glyphs_get(sdl->letters, size, utf8_next(&text, end));
        const box on = letter->place;
        const SDL_Rect from = {on.x, on.y, on.w, on.h};
        const SDL_Rect to = {x + letter->dx, y + letter->dy, on.w, on.h};
        if (to.w > 0 && to.x + to.w > clip.x)
        {
            check(sdl, SDL_RenderCopy(sdl->renderer, texture, &from, &to));
        }
        x += letter->advance;
    }
}

static int32_t sdl_text_width(painter *paint, text_size size, const char *text, size_t length)
{
    sdl_painter *const sdl = (sdl_painter *)paint;
    int32_t width = 0;
    for (const char *at = text, *end = text + length; at < end;)
    {
        width += glyphs_get(sdl->letters, size, utf8_next(&at, end))->advance;
    }
    return width;
}

static int32_t sdl_line_height(painter *paint, text_size size)
{
    return glyphs_line_height(((sdl_painter *)paint)->letters, size);
}

static loam_result sdl_set_scale(painter *paint, float scale)
{
    return glyphs_set_scale(((sdl_painter *)paint)->letters, scale);
}

// ---- images -------------------------------------------------------------------------------------

static SDL_Texture *create_texture(const sdl_painter *sdl, int32_t w, int32_t h, bool opaque)
{
    const bool plain = opaque && sdl->software;
    return SDL_CreateTexture(sdl->renderer,
                             plain ? SDL_PIXELFORMAT_RGB888 : SDL_PIXELFORMAT_ARGB8888,
                             SDL_TEXTUREACCESS_STREAMING, w, h);
}

static loam_result sdl_image_create(painter *paint, int32_t w, int32_t h, painter_image **out)
{
    painter_image *const image = malloc(sizeof *image);
    if (image == NULL)
    {
        return loam_fail(LOAM_OUT_OF_MEMORY, "no memory for an image");
    }
    *image = (painter_image){.w = w, .h = h, .opaque = true};
    image->texture = create_texture((sdl_painter *)paint, w, h, true);
    if (image->texture == NULL)
    {
        free(image);
        return loam_fail(LOAM_OUT_OF_MEMORY, "no image of %dx%d pixels: %s", (int)w, (int)h,
                         SDL_GetError());
    }
    *out = image;
    return LOAM_OK;
}

static void sdl_image_destroy(painter *paint, painter_image *image)
{
    (void)paint;
    SDL_DestroyTexture(image->texture);
    free(image);
}

// Red, green, blue, alpha in memory become alpha, red, green, blue from the high to the low bits. Gives the
// alpha that all pixels share, in the uppermost byte.
static uint32_t copy_row(uint32_t *restrict to, const loam_colour *restrict from, int32_t count)
{
    uint32_t all = 0xffffffff;
    for (int32_t i = 0; i < count; i++)
    {
        uint32_t pixel;
        memcpy(&pixel, &from[i], sizeof pixel);
        pixel = SDL_SwapLE32(pixel);
        all &= pixel;
        to[i] = (pixel & 0xff00ff00) | (pixel & 0xff) << 16 | (pixel >> 16 & 0xff);
    }
    return all;
}

// Whether every pixel is opaque.
static bool copy_pixels(sdl_painter *sdl, SDL_Texture *texture, const loam_picture *picture)
{
    void *pixels;
    int pitch;
    if (SDL_LockTexture(texture, NULL, &pixels, &pitch) != 0)
    {
        sdl->failed = true;
        return true;
    }
    uint32_t all = 0xffffffff;
    for (int32_t y = 0; y < picture->h; y++)
    {
        uint32_t *const row = (uint32_t *)((uint8_t *)pixels + (size_t)y * (size_t)pitch);
        all &= copy_row(row, picture->pixels + (size_t)y * (size_t)picture->w, picture->w);
    }
    SDL_UnlockTexture(texture);
    return all >> 24 == 255;
}

static void sdl_image_update(painter *paint, painter_image *image, const loam_picture *picture)
{
    LOAM_ASSERT(NULL, picture->w == image->w && picture->h == image->h);
    sdl_painter *const sdl = (sdl_painter *)paint;
    const bool opaque = copy_pixels(sdl, image->texture, picture);
    if (opaque == image->opaque)
    {
        return;
    }
    // The kind of texture changes, which pictures do once, if at all.
    SDL_Texture *const texture = create_texture(sdl, image->w, image->h, opaque);
    if (texture == NULL)
    {
        sdl->failed = true;
        return;
    }
    SDL_DestroyTexture(image->texture);
    image->texture = texture;
    image->opaque = opaque;
    (void)copy_pixels(sdl, texture, picture);
}

static void sdl_image_draw(painter *paint, painter_image *image, box from, box to, loam_colour tint,
                           bool smooth)
{
    LOAM_ASSERT(NULL, from.x >= 0 && from.y >= 0);
    LOAM_ASSERT(NULL, from.x + from.w <= image->w && from.y + from.h <= image->h);
    sdl_painter *const sdl = (sdl_painter *)paint;
    const bool covers = image->opaque && tint.a == 255;
    SDL_SetTextureBlendMode(image->texture, covers ? SDL_BLENDMODE_NONE : SDL_BLENDMODE_BLEND);
    SDL_SetTextureScaleMode(image->texture, smooth ? SDL_ScaleModeLinear : SDL_ScaleModeNearest);
    SDL_SetTextureColorMod(image->texture, tint.r, tint.g, tint.b);
    SDL_SetTextureAlphaMod(image->texture, tint.a);
    check(sdl,
          SDL_RenderCopy(sdl->renderer, image->texture, &(SDL_Rect){from.x, from.y, from.w, from.h},
                         &(SDL_Rect){to.x, to.y, to.w, to.h}));
}

static loam_result sdl_read(painter *paint, loam_picture *out)
{
    sdl_painter *const sdl = (sdl_painter *)paint;
    if (SDL_RenderReadPixels(sdl->renderer, &(SDL_Rect){0, 0, out->w, out->h},
                             SDL_PIXELFORMAT_RGBA32, out->pixels, out->w * 4) != 0)
    {
        return loam_fail(LOAM_UNSUPPORTED, "what was drawn cannot be read: %s", SDL_GetError());
    }
    for (size_t i = 0; i < (size_t)out->w * (size_t)out->h; i++)
    {
        out->pixels[i].a = 255; // some renderers keep one, nobody sees it
    }
    return LOAM_OK;
}

// ---- making them --------------------------------------------------------------------------------

static const painter_kind sdl_kind = {
    .destroy = sdl_destroy,
    .begin = sdl_begin,
    .end = sdl_end,
    .clip = sdl_clip,
    .fill = sdl_fill,
    .text = sdl_text,
    .text_width = sdl_text_width,
    .line_height = sdl_line_height,
    .set_scale = sdl_set_scale,
    .image_create = sdl_image_create,
    .image_destroy = sdl_image_destroy,
    .image_update = sdl_image_update,
    .image_draw = sdl_image_draw,
    .read = sdl_read,
};

loam_result painter_sdl_create(SDL_Renderer *renderer, painter **out)
{
    *out = NULL;
    sdl_painter *const sdl = calloc(1, sizeof *sdl);
    if (sdl == NULL)
    {
        SDL_DestroyRenderer(renderer);
        return loam_fail(LOAM_OUT_OF_MEMORY, "no memory for a painter");
    }
    sdl->base = (painter){.kind = &sdl_kind, .scale = 1};
    sdl->renderer = renderer;
    SDL_RendererInfo info = {0};
    sdl->software = SDL_GetRendererInfo(renderer, &info) == 0 &&
                    (info.flags & SDL_RENDERER_SOFTWARE) != 0;
    const glyph_sheet sheet = {sheet_create, sheet_destroy, sheet_update, renderer};
    const loam_result result = glyphs_create(&sheet, 1, &sdl->letters);
    if (result != LOAM_OK)
    {
        sdl_destroy(&sdl->base);
        return result;
    }
    *out = &sdl->base;
    return LOAM_OK;
}

loam_result painter_memory_create(int32_t w, int32_t h, painter **out)
{
    *out = NULL;
    SDL_Surface *const stub = SDL_CreateRGBSurfaceWithFormat(0, 1, 1, 32, SDL_PIXELFORMAT_RGB888);
    SDL_Renderer *const renderer = stub != NULL ? SDL_CreateSoftwareRenderer(stub) : NULL;
    if (renderer == NULL)
    {
        SDL_FreeSurface(stub);
        return loam_fail(LOAM_OUT_OF_MEMORY, "no picture to paint on: %s", SDL_GetError());
    }
    painter *paint;
    const loam_result result = painter_sdl_create(renderer, &paint);
    if (result != LOAM_OK)
    {
        SDL_FreeSurface(stub);
        return result;
    }
    sdl_painter *const sdl = (sdl_painter *)paint;
    sdl->in_memory = true;
    sdl->stub = stub;
    paint->w = w;
    paint->h = h;
    *out = paint;
    return LOAM_OK;
}
