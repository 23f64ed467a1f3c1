// SPDX-License-Identifier: MIT
// Text on pictures: any bytes, any place, any scale.
#include "loam/picture.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    enum
    {
        W = 40,
        H = 30,
        HEAD = 12
    };
    if (size < HEAD)
    {
        return 0;
    }
    int32_t place[3];
    memcpy(place, data, HEAD);
    loam_colour *pixels = calloc(W * H, sizeof *pixels);
    char *text = malloc(size - HEAD + 1);
    if (pixels != NULL && text != NULL)
    {
        memcpy(text, data + HEAD, size - HEAD);
        text[size - HEAD] = '\0';
        loam_picture picture = {.pixels = pixels, .w = W, .h = H};
        int32_t w, h;
        loam_text_size(text, place[2], &w, &h);
        if (w < 0 || h < 0)
        {
            abort();
        }
        loam_picture_text(&picture, place[0], place[1], place[2], loam_rgb(0xffffff), text);
        loam_picture_text(&picture, place[0] % W, place[1] % H, place[2] % 4, loam_rgb(0x808080),
                          text);
    }
    free(pixels);
    free(text);
    return 0;
}
