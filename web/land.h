// SPDX-License-Identifier: MIT
// A land to walk and fly through, as a module for web pages: the renderer of the desktop on WebGL2, whose functions
// the page offers under their own names (module "gl", as in apps/gl/functions.h). words.h says how it talks.
#ifndef LOAM_WEB_LAND_H
#define LOAM_WEB_LAND_H

#include "web/words.h"

/// Opens the land whose seed is in the words, and a scene of w x h pixels, whose pages reach view metres. quality: 0
/// low to 2 high. What was open before is gone.
MODULE_EXPORT(land_open) int32_t land_open(int32_t w, int32_t h, int32_t quality, int32_t view);
MODULE_EXPORT(land_resize) int32_t land_resize(int32_t w, int32_t h);
MODULE_EXPORT(land_set_quality) int32_t land_set_quality(int32_t quality);

/// Goes to a place, metres, and stands there, or flies so many metres above.
MODULE_EXPORT(land_go) int32_t land_go(double x, double z, double above);

/// Goes to a good place near another: dry, gentle, with a view. It looks where the view is widest.
MODULE_EXPORT(land_start) int32_t land_start(double x, double z);

/// What is asked of the walker from now on, until the next call: percents ahead, aside and up, and degrees. kind: 0 on
/// foot, 1 on a horse, 2 gliding, 3 as a bird.
MODULE_EXPORT(land_ask)
void land_ask(int32_t ahead, int32_t aside, int32_t lift, double yaw, double pitch, int32_t run,
              int32_t jump, int32_t kind);

/// Hour 0 to 24, day 1 to 365 or 0 for no season, weather as in apps/scene/sky.h.
MODULE_EXPORT(land_look) int32_t land_look(double hour, int32_t day, int32_t weather);

/// Makes the steps that are due at a time, lets pages come for about budget_ms, and draws. Returns whether all that is
/// in view is there.
MODULE_EXPORT(land_frame) int32_t land_frame(double now_ms, double budget_ms);

/// Into the words, as JSON: where the walker is and how it goes, the biome, triangles and pages.
MODULE_EXPORT(land_status) int32_t land_status(void);

/// Into the words: all weathers, separated by commas.
MODULE_EXPORT(land_weathers) void land_weathers(void);

#endif
