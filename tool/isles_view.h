// SPDX-License-Identifier: MIT
// Pictures of islands in their sea, from the options of `loam isles view` to what is drawn.
#ifndef LOAM_TOOL_ISLES_VIEW_H
#define LOAM_TOOL_ISLES_VIEW_H

#include "isles.h"

typedef struct isles_view_settings
{
    isles_question question;
    option_position slot, at;
    option_size size;
    double turn, pitch, distance; // with a slot
    double height;                // with a place
    const char *look, *time;
    double seconds, fov, tilt, exposure, fog;
    int64_t view;
    int32_t weather, quality, stage;
    bool boat;
} isles_view_settings;

/// What is printed.
typedef struct isles_view_report
{
    loam_isle isle; // with a slot
    int64_t x, z;   // where one stands, m
    double eye;     // m above the sea
    int64_t islands, objects, triangles, view;
    double grow_seconds, draw_ms;
    const char *quality;
    char renderer[128];
} isles_view_report;

/// Draws the picture into its file.
loam_result isles_view_draw(const isles_view_settings *settings, const isles_grower *grower,
                            isles_view_report *report);

#endif
