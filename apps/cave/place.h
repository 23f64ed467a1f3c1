// SPDX-License-Identifier: MIT
// A place in a cave as one line of text that people give to each other: which cave, by every knob that is not as usual,
// where one stands and looks, and by which light.
//   cave=3d seed=7 fill=58 at=44.5,3,51.2 look=210,-4 time=10:00 weather=clear lamp=on
// What it does not say is as usual, or as it was.
#ifndef LOAM_CAVE_PLACE_H
#define LOAM_CAVE_PLACE_H

#include "cave/plan.h"

enum
{
    CAVE_PLACE_MAX = 960, // letters with the 0
};

typedef struct cave_place
{
    cave_plan plan;
    bool has_at;
    double at[3]; // of the feet, m
    bool has_look;
    double yaw, pitch; // degrees from north over east, and up
    int32_t minutes;   // of the day
    int32_t weather;   // of weather_kind
    double lamp;       // how bright it is, 1 as usual, 0: out
} cave_place;

/// The usual cave, its beginning, ten o'clock, a clear day, the lamp lit.
cave_place cave_default_place(int32_t dimensions);
void cave_place_write(const cave_place *from, char text[CAVE_PLACE_MAX]);
/// Reads a line into *out, which keeps what it does not say; a line that says cave= begins from the usual one.
/// LOAM_BAD_ARGUMENT with what is wrong and what is accepted, and *out as it was.
loam_result cave_place_read(const char *text, cave_place *out);

/// A knob from text, as options of the tool have it, unchecked but for its range.
loam_result cave_knob_read(const cave_knob *k, const char *value, cave_plan *plan);

#endif
