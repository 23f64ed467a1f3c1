// SPDX-License-Identifier: MIT
// What modules that draw a world in three dimensions refuse and list alike.
#ifndef LOAM_WEB_SCENE_WORDS_H
#define LOAM_WEB_SCENE_WORDS_H

#include "web/words.h"

/// 0 if a picture can have this size and quality, MODULE_FAILED and words otherwise.
int32_t words_check_picture(int32_t w, int32_t h);
int32_t words_check_quality(int32_t quality);

/// Into the words: all weathers, separated by commas.
void words_list_weathers(void);

#endif
