// SPDX-License-Identifier: MIT
// What `loam cave view` and `loam cave explore` share: the cave, by every knob that it has, and a place in it.
#ifndef LOAM_TOOL_CAVE_PLACE_H
#define LOAM_TOOL_CAVE_PLACE_H

#include "report.h"

enum
{
    CAVE_QUESTION_KNOBS = 22, // as cave/plan.h has them
};

/// Words as they were typed; NULL: not given.
typedef struct cave_question
{
    const char *place, *seed, *at, *look, *time, *weather, *lamp;
    const char *knobs[CAVE_QUESTION_KNOBS]; // in the order of cave_knobs
} cave_question;

#define CAVE_AT(base, field) ((base) + offsetof(cave_question, field))
#define CAVE_KNOB(name, base, index, meta, text) \
    TEXT_OPTION(name, (base) + offsetof(cave_question, knobs) + (index) * sizeof(char *), meta, \
                NULL, text)

/// Options of a verb whose settings have a question at base. What is not given is as usual, or as --place has it.
#define CAVE_QUESTION_OPTIONS(base) \
    CAVE_KNOB("cave", base, 0, "2d|3d", "how many dimensions the automaton has; 3d as usual"), \
        TEXT_OPTION("seed", CAVE_AT(base, seed), "SEED", NULL, "of the cave; 1 as usual"), \
        CAVE_KNOB("endless", base, 1, "yes|no", "pages of a cave without an end"), \
        CAVE_KNOB("form", base, 2, "FORM", \
                  "what cells become: heights (2d), blocks or smooth, as usual"), \
        CAVE_KNOB("fill", base, 3, "N", "per cent of the cells that start as walls"), \
        CAVE_KNOB("start", base, 4, "NAME", "random, or open inside the border"), \
        CAVE_KNOB("steps", base, 5, "N", "of smoothing, 0 to 30"), \
        CAVE_KNOB("neighbourhood", base, 6, "NAME", "moore or von-neumann"), \
        CAVE_KNOB("radius", base, 7, "N", "how far neighbours are away, 1 to 3"), \
        CAVE_KNOB("survival", base, 8, "N", "a wall with more walls around stays"), \
        CAVE_KNOB("birth", base, 9, "N", "an open cell with more walls around becomes one"), \
        CAVE_KNOB("min-room", base, 10, "N", "rooms of fewer cells are filled"), \
        CAVE_KNOB("connect", base, 11, "yes|no", "corridors join all rooms; yes as usual"), \
        CAVE_KNOB("corridor", base, 12, "N", "cells that corridors and ways out are wide"), \
        CAVE_KNOB("openings", base, 13, "N", "ways out, 0 to 16; 4 as usual"), \
        CAVE_KNOB("border", base, 14, "N", "cells of wall along the sides"), \
        CAVE_KNOB("width", base, 15, "N", "cells to the east, 8 to 256"), \
        CAVE_KNOB("height", base, 16, "N", "cells up, 8 to 128; 3d"), \
        CAVE_KNOB("depth", base, 17, "N", "cells to the north, 8 to 256"), \
        CAVE_KNOB("resolution", base, 18, "M", "metres a cell, 0.2 to 4"), \
        CAVE_KNOB("wall-height", base, 19, "M", "metres that walls are high; 2d"), \
        CAVE_KNOB("ceiling", base, 20, "yes|no", "over what is open; 2d; yes as usual"), \
        CAVE_KNOB("straight", base, 21, "yes|no", "heights: upright walls"), \
        TEXT_OPTION("place", CAVE_AT(base, place), "LINE", NULL, \
                    "a cave and a place in it as loam cave explore copies it; other options go " \
                    "before it"), \
        TEXT_OPTION( \
            "at", CAVE_AT(base, at), "X,Y,Z", NULL, \
            "where one stands, metres of the feet; without it on the floor of the largest " \
            "room"), \
        TEXT_OPTION("look", CAVE_AT(base, look), "AZ,EL", NULL, \
                    "where one looks, degrees from north over east, and up"), \
        TEXT_OPTION("time", CAVE_AT(base, time), "HH:MM", NULL, "of the day; 10:00 as usual"), \
        TEXT_OPTION("weather", CAVE_AT(base, weather), "WEATHER", NULL, \
                    "outside; clear as usual"), \
        TEXT_OPTION("lamp", CAVE_AT(base, lamp), "ON", NULL, \
                    "on, off, or how bright it is, 0 to 8")

#ifdef LOAM_HAS_SCENE
#include "cave/place.h"

/// The place that was asked for; LOAM_BAD_ARGUMENT with what is wrong and what is accepted.
loam_result cave_question_place(const cave_question *question, cave_place *out);
#endif

#endif
