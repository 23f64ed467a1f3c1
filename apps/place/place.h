// SPDX-License-Identifier: MIT
// A place in a land as one line of text that people give to each other:
//   seed=3 at=-232400.50,86150.25 height=12 look=210,-1 time=17:30 weather=clear
// and a season=autumn, and for photographs fov=35 tilt=5 exposure=-0.5 fog=1, which are left out where they are as usual.
// What it does not say is as it was. loam land explore and loam land view take it.
#ifndef LOAM_PLACE_PLACE_H
#define LOAM_PLACE_PLACE_H

#include "loam/base.h"

enum
{
    PLACE_MAX_TEXT = 256 // with the 0
};

typedef struct place
{
    uint64_t seed;
    double x, z;               // m
    double height;             // of the eyes above ground or water, m, 0.5 .. 20000
    double azimuth, elevation; // degrees, -360 .. 360 from north over east, -90 .. 90
    int32_t minutes;           // of the day, 0 .. 1439
    int32_t weather;           // index of a name
    int32_t day;               // of the year, 1 .. 365; 0: no season
    double fov;                // degrees from top to bottom, 10 .. 120; 0: as whoever looks has it
    double tilt;               // of the head to the right, degrees, -180 .. 180
    double exposure, fog;      // powers of 2, -5 .. 5
} place;

/// The place as a line. weathers: names of weathers, NULL behind the last.
void place_write(const place *from, const char *(*weathers)(int32_t index),
                 char text[PLACE_MAX_TEXT]);

/// Reads a line into *out, which keeps what the line does not say. LOAM_BAD_ARGUMENT, with what is wrong and
/// what is accepted, and *out as it was. has_seed: whether the line said which land; may be NULL.
loam_result place_read(const char *text, const char *(*weathers)(int32_t index), place *out,
                       bool *has_seed);

#endif
