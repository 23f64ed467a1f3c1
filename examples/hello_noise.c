// SPDX-License-Identifier: MIT
// The smallest use of Loam: a few heights of an endless land. Any place in the world will do.
#include <loam/loam.h>

#include <stdio.h>

int main(void)
{
    loam_noise_def def = loam_default_noise_def();
    def.wavelength = 40;
    def.octaves = 5;
    loam_noise noise;
    float heights[12 * 4];
    const loam_noise_area area = {.x = -12345678901, .y = 42, .step = 4, .w = 12, .h = 4, .d = 1};
    if (loam_noise_init(&noise, &def, loam_seed_from_text("hello")) != LOAM_OK ||
        loam_noise_grid2(&noise, heights, area) != LOAM_OK)
    {
        fprintf(stderr, "%s\n", loam_last_error());
        return 1;
    }
    for (int i = 0; i < 12 * 4; i++)
    {
        printf("%5.2f%s", (double)heights[i], i % 12 == 11 ? "\n" : " ");
    }
    return 0;
}
