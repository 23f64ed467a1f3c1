// SPDX-License-Identifier: MIT
#include "land_flight.h"

#include "interrupt.h"

#include <stdlib.h>
#include <string.h>

// Whether streaming keeps up is a question of time: a frame is due every 1/fps seconds, and one worker (with
// all the threads of the land) draws pieces beside the frames, in the order in which they come into view. A
// film is made as fast as possible, so the worker's time is counted instead: each frame gives it as much as a
// frame lasts, less what composing took, and a piece is there when the time for it has been given. Time in
// which there is nothing to draw is lost. What is shown does not depend on any of this; the hash tells.

enum
{
    AHEAD_FRAMES = 240, // that are looked ahead
};

static const double second_ns = 1e9;
static const double lead_in_ns = 1e18; // the time before the flight does not count

static int64_t piece_of(int64_t pixel)
{
    return loam_floor_div(pixel, FLIGHT_PIECE);
}

static int64_t between(int64_t from, int64_t to, double share)
{
    const double way = (double)(to - from) * share;
    return from + (int64_t)(way < 0 ? way - 0.5 : way + 0.5);
}

/// The top left pixel of a frame.
static flight_place corner_of(const flight *f, int64_t frame)
{
    const double share = f->frames > 1 ? (double)frame / (double)(f->frames - 1) : 0;
    return (flight_place){between(f->from.x, f->to.x, share) - f->w / 2,
                          between(f->from.y, f->to.y, share) - f->h / 2};
}

// ---- pieces ---------------------------------------------------------------------------------------

static flight_piece *find_piece(flight *f, flight_place at)
{
    for (int32_t i = 0; i < f->piece_count; i++)
    {
        flight_piece *piece = &f->pieces[i];
        if (piece->last >= 0 && piece->at.x == at.x && piece->at.y == at.y)
        {
            return piece;
        }
    }
    return NULL;
}

/// One that has not been drawn, or that is out of view: a straight flight does not come back. NULL if all are
/// needed.
static flight_piece *find_slot(flight *f, int64_t frame)
{
    for (int32_t i = 0; i < f->piece_count; i++)
    {
        if (f->pieces[i].last < frame)
        {
            return &f->pieces[i];
        }
    }
    return NULL;
}

/// Draws a piece and takes the time for it from the worker's.
static loam_result draw_piece(flight *f, flight_place at, int64_t frame, flight_piece *piece)
{
    const int64_t side = FLIGHT_PIECE;
    const loam_land_map_def def = {.x = (at.x * side + side / 2) * f->scale,
                                   .z = -(at.y * side + side / 2) * f->scale,
                                   .w = FLIGHT_PIECE,
                                   .h = FLIGHT_PIECE,
                                   .scale = f->scale,
                                   .layer = f->layer};
    const uint64_t start = loam_clock_ns();
    loam_picture_destroy(&f->env, &piece->picture);
    piece->last = -1;
    const loam_result result = loam_land_map_draw(f->land, &def, &f->env, &piece->picture, NULL);
    if (result != LOAM_OK)
    {
        return result;
    }
    const uint64_t took = loam_clock_ns() - start;
    times_add(&f->piece_times, took);
    f->drawn++;
    f->spare_ns -= (double)took;
    const double frames_late = f->spare_ns < 0 ? -f->spare_ns * f->fps / second_ns : 0;
    piece->at = at;
    piece->last = frame;
    piece->ready_at = frame + (int64_t)frames_late;
    return LOAM_OK;
}

/// Calls for each piece that a frame shows, until one does not return LOAM_OK.
static loam_result
for_pieces(flight *f, int64_t frame,
           loam_result (*call)(flight *f, flight_place at, int64_t frame, void *user), void *user)
{
    const flight_place corner = corner_of(f, frame);
    const int64_t right = piece_of(corner.x + f->w - 1), low = piece_of(corner.y + f->h - 1);
    for (int64_t y = piece_of(corner.y); y <= low; y++)
    {
        for (int64_t x = piece_of(corner.x); x <= right; x++)
        {
            const loam_result result = call(f, (flight_place){x, y}, frame, user);
            if (result != LOAM_OK)
            {
                return result;
            }
        }
    }
    return LOAM_OK;
}

// ---- ahead ----------------------------------------------------------------------------------------

typedef struct outlook
{
    int64_t now;  // the frame that is shown
    bool stopped; // no time or no room is left, or somebody wants it to end
} outlook;

static loam_result want_piece(flight *f, flight_place at, int64_t frame, void *user)
{
    outlook *look = user;
    flight_piece *piece = find_piece(f, at);
    if (piece != NULL)
    {
        piece->last = piece->last > frame ? piece->last : frame;
        return LOAM_OK;
    }
    const bool goes_on = f->spare_ns > 0 && !interrupt_asked();
    flight_piece *slot = goes_on ? find_slot(f, look->now) : NULL;
    look->stopped |= slot == NULL;
    if (look->stopped)
    {
        return LOAM_OK;
    }
    const loam_result result = draw_piece(f, at, look->now, slot);
    slot->last = frame;
    return result;
}

/// What so many frames from this one on show, as long as there are time and room.
static loam_result draw_ahead(flight *f, int64_t frame, int64_t count)
{
    outlook look = {.now = frame};
    const int64_t end = frame + count < f->frames ? frame + count : f->frames;
    loam_result result = LOAM_OK;
    while (result == LOAM_OK && !look.stopped && f->looked_to + 1 < end)
    {
        result = for_pieces(f, f->looked_to + 1, want_piece, &look);
        f->looked_to += result == LOAM_OK && !look.stopped;
    }
    return result;
}

// ---- frames ---------------------------------------------------------------------------------------

typedef struct composition
{
    loam_picture *picture;
    flight_place corner;
    bool waited;
} composition;

static loam_result show_piece(flight *f, flight_place at, int64_t frame, void *user)
{
    composition *c = user;
    flight_piece *piece = find_piece(f, at);
    if (piece == NULL)
    {
        c->waited = true;
        piece = find_slot(f, frame); // there are as many as a frame can show
        const loam_result result = draw_piece(f, at, frame, piece);
        if (result != LOAM_OK)
        {
            return result;
        }
    }
    c->waited |= piece->ready_at > frame;
    piece->last = piece->last > frame ? piece->last : frame;
    loam_picture_blit(c->picture, (int32_t)(at.x * FLIGHT_PIECE - c->corner.x),
                      (int32_t)(at.y * FLIGHT_PIECE - c->corner.y), &piece->picture);
    return LOAM_OK;
}

/// What the worker began is done when somebody has waited for it.
static void settle(flight *f, int64_t frame)
{
    for (int32_t i = 0; i < f->piece_count; i++)
    {
        f->pieces[i].ready_at = f->pieces[i].ready_at < frame ? f->pieces[i].ready_at : frame;
    }
    f->spare_ns = 0;
}

loam_result flight_frame(flight *f, int64_t frame, loam_picture *picture)
{
    const double lasts_ns = second_ns / f->fps;
    const double debt_ns = f->spare_ns < 0 ? -f->spare_ns : 0;
    const uint64_t start = loam_clock_ns();
    composition c = {.picture = picture, .corner = corner_of(f, frame)};
    f->spare_ns = lasts_ns - debt_ns;
    loam_result result = for_pieces(f, frame, show_piece, &c);
    f->looked_to = f->looked_to > frame ? f->looked_to : frame;
    const uint64_t took = loam_clock_ns() - start;
    // Who waits for a piece waits until the worker has done all that it began before.
    times_add(&f->frame_times, took + (c.waited ? (uint64_t)debt_ns : 0));
    f->waited += c.waited;
    f->spare_ns -= (double)took;
    if (c.waited)
    {
        settle(f, frame);
    }
    const size_t bytes = (size_t)picture->w * (size_t)picture->h * sizeof picture->pixels[0];
    f->hash = loam_hash_bytes(picture->pixels, bytes, f->hash);
    return result == LOAM_OK ? draw_ahead(f, frame, AHEAD_FRAMES) : result;
}

loam_result flight_begin(flight *f)
{
    const int32_t across = f->w / FLIGHT_PIECE + 2, down = f->h / FLIGHT_PIECE + 2;
    const uint64_t start = loam_clock_ns();
    f->piece_count = 2 * across * down + across + down;
    f->pieces = calloc((size_t)f->piece_count, sizeof *f->pieces);
    if (f->pieces == NULL)
    {
        return loam_fail(LOAM_OUT_OF_MEMORY, "out of memory for the pieces of the map");
    }
    for (int32_t i = 0; i < f->piece_count; i++)
    {
        f->pieces[i].last = -1;
    }
    f->looked_to = -1;
    f->spare_ns = lead_in_ns;
    const loam_result result = draw_ahead(f, 0, 1 + (int64_t)f->fps);
    settle(f, 0); // the flight begins when they are there
    f->begin_ns = loam_clock_ns() - start;
    return result;
}

void flight_end(flight *f)
{
    for (int32_t i = 0; i < f->piece_count && f->pieces != NULL; i++)
    {
        loam_picture_destroy(&f->env, &f->pieces[i].picture);
    }
    free(f->pieces);
    times_free(&f->frame_times);
    times_free(&f->piece_times);
}
