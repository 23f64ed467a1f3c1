// SPDX-License-Identifier: MIT
#include "tiles/game/clipboard.h"

#include "tiles/data/circle.h"
#include "tiles/world/paint.h"

#include <string.h>

static size_t clip_bytes(const loam_clip *clip)
{
    return (size_t)clip->w * (size_t)clip->h * sizeof *clip->tiles;
}

static void free_clip(loam_clipboard *board, loam_clip *clip)
{
    loam_free(&board->env, clip->tiles, clip_bytes(clip));
    *clip = (loam_clip){0};
}

void loam_clipboard_free(loam_clipboard *board)
{
    free_clip(board, &board->clip);
    for (int32_t i = 0; i < board->count; i++)
    {
        free_clip(board, &board->stamps[i].clip);
    }
    board->count = 0;
}

// ---- the clipboard --------------------------------------------------------------------------------

static loam_result make_clip(const loam_clipboard *board, int32_t w, int32_t h, loam_clip *out)
{
    *out = (loam_clip){.w = w, .h = h};
    out->tiles = loam_alloc(&board->env, clip_bytes(out));
    return out->tiles != NULL ? LOAM_OK : LOAM_OUT_OF_MEMORY;
}

static loam_result check_inside(const loam_tile_world *world, loam_tile_area area)
{
    const loam_tile_pos low = {area.x, area.y}, high = {area.x + area.w - 1, area.y + area.h - 1};
    if (loam_tile_world_contains(world, low) && loam_tile_world_contains(world, high))
    {
        return LOAM_OK;
    }
    const loam_tile_ring ring = loam_tile_world_ring(world);
    const int64_t x = ring.lowest.x * LOAM_CHUNK_SIDE, y = ring.lowest.y * LOAM_CHUNK_SIDE;
    return loam_fail(
        LOAM_FAILED, "the rectangle goes beyond what is awake: (%lld, %lld) to (%lld, %lld)",
        (long long)x, (long long)y, (long long)(x + ring.side - 1), (long long)(y + ring.side - 1));
}

loam_result loam_clipboard_copy(loam_clipboard *board, const loam_tile_world *world,
                                loam_tile_area area)
{
    loam_clip clip;
    loam_result result = check_inside(world, area);
    result = result != LOAM_OK ? result : make_clip(board, area.w, area.h, &clip);
    if (result != LOAM_OK)
    {
        return result;
    }
    for (int32_t i = 0; i < area.w * area.h; i++)
    {
        const loam_tile_pos at = {area.x + i % area.w, area.y + i / area.w};
        clip.tiles[i] = loam_tile_world_at_without_plants(world,
                                                          at); // plants stay where they have grown
    }
    free_clip(board, &board->clip);
    board->clip = clip;
    return LOAM_OK;
}

static loam_result paste(const loam_clip *clip, loam_tile_world *world, loam_tile_pos at, bool flip)
{
    loam_painter painter = loam_painter_make(world);
    for (int32_t i = 0; i < clip->w * clip->h; i++)
    {
        const int32_t column = i % clip->w;
        const loam_tile_pos to = {at.x + (flip ? clip->w - 1 - column : column),
                                  at.y + i / clip->w};
        if (loam_painter_has(&painter, to.x, to.y))
        {
            loam_paint_tile(&painter, to, clip->tiles[i]);
        }
    }
    const loam_edit box = {
        .shape = LOAM_EDIT_BOX, .from = at, .to = {at.x + clip->w - 1, at.y + clip->h - 1}};
    const loam_brush grown = loam_brush_of(&box, LOAM_CIRCLE_REACH);
    loam_paint_fit_brush(&painter, LOAM_BLOCKS, &grown);
    loam_paint_fit_brush(&painter, LOAM_WALLS, &grown);
    loam_paint_done(&painter);
    return LOAM_OK;
}

loam_result loam_clipboard_paste(const loam_clipboard *board, loam_tile_world *world,
                                 loam_tile_pos at, bool flip)
{
    return board->clip.tiles != NULL
               ? paste(&board->clip, world, at, flip)
               : loam_fail(LOAM_FAILED, "paste: nothing has been copied or cut before");
}

// ---- stamps ---------------------------------------------------------------------------------------

static int32_t find(const loam_clipboard *board, const char *name)
{
    int32_t i = 0;
    while (i < board->count && strcmp(board->stamps[i].name, name) != 0)
    {
        i++;
    }
    return i;
}

static const char *stamp_at(const void *context, int32_t index)
{
    const loam_clipboard *const board = context;
    return index < board->count ? board->stamps[index].name : NULL;
}

static loam_result refuse_stamp(const loam_clipboard *board, const char *name)
{
    const int32_t nearest = loam_text_nearest(name, stamp_at, board);
    return loam_fail(LOAM_FAILED, "stamp: there is none named '%s', %d %s saved%s%s%s", name,
                     (int)board->count, board->count == 1 ? "is" : "are",
                     nearest >= 0 ? " (did you mean " : "",
                     nearest >= 0 ? board->stamps[nearest].name : "", nearest >= 0 ? "?)" : "");
}

/// Whether the clipboard can be saved in the place of a stamp, or of none.
static loam_result check_room(const loam_clipboard *board, int32_t place)
{
    if (board->clip.tiles == NULL)
    {
        return loam_fail(LOAM_FAILED, "stamp: nothing has been copied or cut before");
    }
    if (place == LOAM_MAX_STAMPS)
    {
        return loam_fail(LOAM_FAILED, "stamp: %d are saved already; must be at most %d",
                         (int)board->count, LOAM_MAX_STAMPS);
    }
    size_t bytes = clip_bytes(&board->clip);
    for (int32_t i = 0; i < board->count; i++)
    {
        bytes += i == place ? 0 : clip_bytes(&board->stamps[i].clip);
    }
    return bytes <= LOAM_MAX_STAMP_BYTES
               ? LOAM_OK
               : loam_fail(LOAM_FAILED,
                           "stamp: all together would be %zu bytes; must be at most %zu", bytes,
                           LOAM_MAX_STAMP_BYTES);
}

loam_result loam_stamp_save(loam_clipboard *board, const char *name)
{
    const int32_t place = find(board, name);
    loam_clip clip;
    loam_result result = check_room(board, place);
    result = result != LOAM_OK ? result : make_clip(board, board->clip.w, board->clip.h, &clip);
    if (result != LOAM_OK)
    {
        return result;
    }
    memcpy(clip.tiles, board->clip.tiles, clip_bytes(&clip));
    loam_stamp *const stamp = &board->stamps[place];
    if (place == board->count)
    {
        board->count++;
        *stamp = (loam_stamp){.clip = {0}};
        memcpy(stamp->name, name, strlen(name));
    }
    free_clip(board, &stamp->clip);
    stamp->clip = clip;
    return LOAM_OK;
}

loam_result loam_stamp_paste(const loam_clipboard *board, const char *name, loam_tile_world *world,
                             loam_tile_pos at, bool flip)
{
    const int32_t place = find(board, name);
    return place < board->count ? paste(&board->stamps[place].clip, world, at, flip)
                                : refuse_stamp(board, name);
}

loam_result loam_stamp_drop(loam_clipboard *board, const char *name)
{
    const int32_t place = find(board, name);
    if (place == board->count)
    {
        return refuse_stamp(board, name);
    }
    free_clip(board, &board->stamps[place].clip);
    board->count--;
    memmove(&board->stamps[place], &board->stamps[place + 1],
            (size_t)(board->count - place) * sizeof *board->stamps);
    return LOAM_OK;
}
