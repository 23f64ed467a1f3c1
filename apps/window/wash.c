// SPDX-License-Identifier: MIT
#include "window/wash.h"

// SDL's own software mixes a box of one colour with what is below pixel by pixel, 6 ms for a whole screen
// of 1920x1080; but it copies a picture without alpha, all of it equally transparent, several pixels at a
// time, in a third of that. So there is a small picture of each colour, which is laid out like tiles.

enum
{
    TILE_W = 256,
    TILE_H = 64,
};

static bool is_colour(loam_colour a, loam_colour b)
{
    return a.r == b.r && a.g == b.g && a.b == b.b;
}

static SDL_Texture *create_tile(SDL_Renderer *renderer)
{
    SDL_Texture *const texture = SDL_CreateTexture(renderer, SDL_PIXELFORMAT_RGB888,
                                                   SDL_TEXTUREACCESS_STREAMING, TILE_W, TILE_H);
    if (texture != NULL)
    {
        SDL_SetTextureBlendMode(texture, SDL_BLENDMODE_BLEND);
        SDL_SetTextureScaleMode(texture, SDL_ScaleModeNearest);
    }
    return texture;
}

static int colour_tile(SDL_Texture *texture, loam_colour colour)
{
    void *pixels;
    int pitch;
    if (SDL_LockTexture(texture, NULL, &pixels, &pitch) != 0)
    {
        return -1;
    }
    const uint32_t pixel = (uint32_t)colour.r << 16 | (uint32_t)colour.g << 8 | colour.b;
    for (size_t y = 0; y < TILE_H; y++)
    {
        SDL_memset4((uint8_t *)pixels + y * (size_t)pitch, pixel, TILE_W);
    }
    SDL_UnlockTexture(texture);
    return 0;
}

// The colour's own tile, or the one that was not used for longest, in that colour now.
static SDL_Texture *find_tile(washes *all, SDL_Renderer *renderer, loam_colour colour)
{
    int oldest = 0;
    all->fills++;
    for (int i = 0; i < WASHES; i++)
    {
        if (all->used[i] != 0 && is_colour(all->colours[i], colour))
        {
            all->used[i] = all->fills;
            return all->textures[i];
        }
        oldest = all->used[i] < all->used[oldest] ? i : oldest;
    }
    if (all->textures[oldest] == NULL)
    {
        all->textures[oldest] = create_tile(renderer);
    }
    all->used[oldest] = 0;
    if (all->textures[oldest] == NULL || colour_tile(all->textures[oldest], colour) != 0)
    {
        return NULL;
    }
    all->used[oldest] = all->fills;
    all->colours[oldest] = colour;
    return all->textures[oldest];
}

void washes_destroy(washes *all)
{
    for (int i = 0; i < WASHES; i++)
    {
        if (all->textures[i] != NULL)
        {
            SDL_DestroyTexture(all->textures[i]);
        }
    }
}

int washes_fill(washes *all, SDL_Renderer *renderer, box at, loam_colour colour)
{
    SDL_Texture *const tile = find_tile(all, renderer, colour);
    if (tile == NULL)
    {
        return -1;
    }
    int status = SDL_SetTextureAlphaMod(tile, colour.a);
    for (int32_t y = 0; y < at.h; y += TILE_H)
    {
        for (int32_t x = 0; x < at.w; x += TILE_W)
        {
            const int32_t w = at.w - x < TILE_W ? at.w - x : TILE_W;
            const int32_t h = at.h - y < TILE_H ? at.h - y : TILE_H;
            status |= SDL_RenderCopy(renderer, tile, &(SDL_Rect){0, 0, w, h},
                                     &(SDL_Rect){at.x + x, at.y + y, w, h});
        }
    }
    return status;
}
