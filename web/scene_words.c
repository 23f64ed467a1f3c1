// SPDX-License-Identifier: MIT
#include "web/scene_words.h"

#include "scene/quality.h"
#include "scene/sky.h"

#include <stdio.h>

enum
{
    MIN_SIDE = 16,
    MAX_SIDE = 4096,
};

int32_t words_check_picture(int32_t w, int32_t h)
{
    const bool is_size = w >= MIN_SIDE && w <= MAX_SIDE && h >= MIN_SIDE && h <= MAX_SIDE;
    return is_size ? 0 : words_refuse("a picture has 16 to 4096 pixels along its sides");
}

int32_t words_check_quality(int32_t quality)
{
    const bool is_quality = quality >= QUALITY_LOW && quality <= QUALITY_HIGH;
    return is_quality ? 0 : words_refuse("quality must be 0 to 2");
}

void words_list_weathers(void)
{
    size_t at = 0;
    for (int32_t i = 0; i < WEATHER_KINDS; i++)
    {
        at += (size_t)snprintf(words + at, sizeof words - at, "%s%s", i > 0 ? "," : "",
                               weather_name(i));
    }
}
