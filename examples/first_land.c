// SPDX-License-Identifier: MIT
// The README's first program for a land: prints a map of a continent.
#include <loam/loam.h>
#include <stdio.h>

int main(void)
{
    static float heights[72 * 20];
    const loam_land_area area = {.x = -600000, .z = 100000, .step = 32768, .w = 72, .h = 20};
    loam_land *land;
    loam_land_def def = loam_default_land_def();
    def.seed = loam_seed_from_text("my land");
    loam_result result = loam_land_create(&def, &land);
    if (result == LOAM_OK)
    {
        result = loam_land_fill(land, area, &(loam_land_samples){.height = heights});
    }
    for (int i = 0; i < 72 * 20 && result == LOAM_OK; i++) // rows go north: the last one first
    {
        const float height = heights[(19 - i / 72) * 72 + i % 72];
        printf("%c%s", height < 0 ? '~' : height < 1000 ? '.' : '^', i % 72 == 71 ? "\n" : "");
    }
    loam_land_destroy(land);
    return result == LOAM_OK ? 0 : 1;
}
