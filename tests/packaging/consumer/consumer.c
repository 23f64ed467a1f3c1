// SPDX-License-Identifier: MIT
// A program of somebody else's: C17 and C++17 at once. It prints the version and a hash of what it
// computed; with WITH_IO it writes a picture too.
#include <loam/loam.h>
#include <stdio.h>
#include <string.h>

enum
{
    SIDE = 64
};

static float heights[SIDE * SIDE];

static loam_result fill_heights(void)
{
    loam_noise noise;
    loam_noise_def def = loam_default_noise_def();
    def.octaves = 5;
    loam_result result = loam_noise_init(&noise, &def, loam_seed_from_text("consumer"));
    if (result != LOAM_OK)
    {
        return result;
    }
    loam_noise_area area;
    memset(&area, 0, sizeof area);
    area.step = 1;
    area.w = area.h = SIDE;
    area.d = 1;
    return loam_noise_grid2(&noise, heights, area);
}

#ifdef WITH_IO
static loam_result write_picture(void)
{
    const loam_env env = loam_default_env();
    return loam_png_write_field(&env, "consumer.png", heights, SIDE, SIDE, -1, 1, 16);
}
#else
static loam_result write_picture(void)
{
    return LOAM_OK;
}
#endif

int main(void)
{
    if (fill_heights() != LOAM_OK || write_picture() != LOAM_OK)
    {
        fprintf(stderr, "%s\n", loam_last_error());
        return 1;
    }
    if (strcmp(loam_version(), LOAM_VERSION_TEXT) != 0)
    {
        fprintf(stderr, "headers are of %s, the library is %s\n", LOAM_VERSION_TEXT,
                loam_version());
        return 1;
    }
    const unsigned long long hash = loam_hash_f32(heights, SIDE * SIDE, 0);
    printf("loam %s %016llx\n", loam_version(), hash);
    return 0;
}
