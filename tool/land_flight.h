// SPDX-License-Identifier: MIT
// A flight over a map: what comes into view is drawn ahead, in square pieces, and kept as long as it is seen.
#ifndef LOAM_TOOL_LAND_FLIGHT_H
#define LOAM_TOOL_LAND_FLIGHT_H

#include "loam/loam.h"
#include "times.h"

enum
{
    FLIGHT_PIECE = 256, // pixels along a side
};

/// A place on the map of the whole land: pixels, y grows downwards.
typedef struct flight_place
{
    int64_t x, y;
} flight_place;

typedef struct flight_piece
{
    flight_place at; // in pieces
    loam_picture picture;
    int64_t last;     // frame that it is known to be seen in; -1: the slot is free
    int64_t ready_at; // frame from which on it is there
} flight_piece;

typedef struct flight
{
    // Set by whoever flies.
    loam_land *land;
    loam_env env;
    loam_map_layer layer;
    int64_t scale;         // metres a pixel
    int32_t w, h;          // of a frame
    flight_place from, to; // the middle of the first frame and of the last
    int64_t frames;
    double fps;

    // Private.
    flight_piece *pieces;
    int32_t piece_count;
    int64_t looked_to; // up to this frame all pieces are there
    double spare_ns;   // of the frame's time; below 0 the worker is still at a piece

    // What came of it.
    int64_t drawn;     // pieces
    int64_t waited;    // frames that a piece was missing in when they were due
    uint64_t begin_ns; // until the first frame
    times frame_times; // of composing, and of waiting
    times piece_times;
    uint64_t hash; // of all frames
} flight;

/// Draws what the first frame shows, and those of the first second.
loam_result flight_begin(flight *f);

/// Draws a frame into a picture of its size; then draws ahead as long as a frame lasts.
loam_result flight_frame(flight *f, int64_t frame, loam_picture *picture);

/// Also after a failure.
void flight_end(flight *f);

#endif
