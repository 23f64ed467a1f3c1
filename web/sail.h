// SPDX-License-Identifier: MIT
// A sea of islands to sail through, as a module for web pages: the voyage and the renderer of the desktop, on WebGL2
// (gl_imports.h). words.h says how it talks. What is not told here is as in land.h.
#ifndef LOAM_WEB_SAIL_H
#define LOAM_WEB_SAIL_H

#include "web/words.h"

MODULE_EXPORT(sail_open) int32_t sail_open(int32_t w, int32_t h, int32_t quality, int32_t view);
MODULE_EXPORT(sail_resize) int32_t sail_resize(int32_t w, int32_t h);
MODULE_EXPORT(sail_set_quality) int32_t sail_set_quality(int32_t quality);

/// Begins a voyage on the water that is nearest to a place, metres.
MODULE_EXPORT(sail_go) int32_t sail_go(double x, double z);
/// The same off the harbour that is nearest to a place, looking at its island.
MODULE_EXPORT(sail_start) int32_t sail_start(double x, double z);

/// What is asked from now on, until the next call: as land_ask, where ahead rows and aside is the rudder while one is
/// aboard; besides, percent of the sail, and whether the anchor is to be down.
MODULE_EXPORT(sail_ask)
void sail_ask(int32_t ahead, int32_t aside, int32_t lift, double yaw, double pitch, int32_t run,
              int32_t jump, int32_t kind, int32_t sail, int32_t anchor);

/// In the next step: from the boat to the shore or back; the boat comes; or one travels to the water nearest to a place.
MODULE_EXPORT(sail_board) int32_t sail_board(void);
MODULE_EXPORT(sail_fetch) int32_t sail_fetch(void);
MODULE_EXPORT(sail_travel) int32_t sail_travel(double x, double z);

/// Hour 0 to 24, weather as in apps/scene/sky.h, percent of the wind's usual strength.
MODULE_EXPORT(sail_look) int32_t sail_look(double hour, int32_t weather, int32_t wind);

MODULE_EXPORT(sail_frame) int32_t sail_frame(double now_ms, double budget_ms);

/// Into the words, as JSON: where one is, the boat, the wind, the island, triangles.
MODULE_EXPORT(sail_status) int32_t sail_status(void);
MODULE_EXPORT(sail_weathers) void sail_weathers(void);

/// Draws a map with the viewer in its middle, of side x side pixels of scale metres; returns where it begins, RGBA.
MODULE_EXPORT(sail_chart) int32_t sail_chart(int32_t side, int32_t scale);

#endif
