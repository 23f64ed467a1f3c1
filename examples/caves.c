// SPDX-License-Identifier: MIT
// Caves by a cellular automaton, painted into a PNG: noise that is dithered by chance, and eight steps
// in which each cell goes with its neighbours. Computed in chunks, each with the padding that it needs,
// and so without a seam, as in a world that has no end.
#include <loam/loam.h>

#include <stdio.h>

#define CHUNK 128
#define CHUNKS_X 8
#define CHUNKS_Y 5
#define PADDING 10 // 8 for the automaton, 2 for looking at the 20 cells around each
#define SIDE (CHUNK + 2 * PADDING)

static const uint64_t seed = 2022;

/// Stone and air before the automaton, from the position alone: tunnels in the valleys of the noise,
/// with edges left to chance (Dubský 2022, 3.2.2).
static loam_result dither(loam_bits *stone, int64_t x0, int64_t y0)
{
    static float values[SIDE * SIDE];
    loam_noise_def def = loam_default_noise_def();
    def.wavelength = 220;
    def.octaves = 3;
    def.fractal = LOAM_FRACTAL_TURBULENCE;
    loam_noise noise;
    loam_result result = loam_noise_init(&noise, &def, seed);
    const loam_noise_area area = {.x = x0, .y = y0, .step = 1, .w = SIDE, .h = SIDE, .d = 1};
    result = result != LOAM_OK ? result : loam_noise_grid2(&noise, values, area);
    for (int32_t i = 0; i < SIDE * SIDE; i++)
    {
        const uint64_t cell = loam_seed_at(seed, x0 + i % SIDE, y0 + i / SIDE, 0);
        const float chance = 0.14f + values[i];
        loam_bits_set(stone, i % SIDE, i / SIDE, loam_random_float(cell, 0) < chance);
    }
    return result;
}

/// Grows one chunk and paints it: air, stone, and stone that has air near it.
static loam_result paint_chunk(loam_picture *picture, int32_t x, int32_t y)
{
    enum
    {
        NEAR = CHUNK + 4
    }; // what is left by the automaton
    static uint64_t words[3][SIDE * 3], scratch[2 * (SIDE + 4) * 4];
    loam_bits stone, caves, inner;
    loam_bits_init(&stone, SIDE, SIDE, words[0], sizeof words[0]);
    loam_bits_init(&caves, NEAR, NEAR, words[1], sizeof words[1]);
    loam_bits_init(&inner, CHUNK, CHUNK, words[2], sizeof words[2]);
    const loam_automaton automaton = loam_default_automaton();
    const loam_shape_input around = {.bits = &caves,
                                     .shape = LOAM_SHAPE_CIRCLE,
                                     .edge = LOAM_EDGE_PADDED,
                                     .scratch = scratch,
                                     .scratch_size = sizeof scratch};
    loam_result result = dither(&stone, (int64_t)x - PADDING, (int64_t)y - PADDING);
    result = result != LOAM_OK
                 ? result
                 : loam_automaton_run(&automaton, &caves, &stone, scratch, sizeof scratch);
    result = result != LOAM_OK ? result : loam_bits_erode(&inner, &around);
    for (int32_t i = 0; i < CHUNK * CHUNK && result == LOAM_OK; i++)
    {
        const int32_t cx = i % CHUNK, cy = i / CHUNK;
        const uint32_t rgb = !loam_bits_get(&caves, cx + 2, cy + 2) ? 0x1b1714
                             : loam_bits_get(&inner, cx, cy)        ? 0x6e6258
                                                                    : 0xa9987f;
        const float light = 0.94f +
                            0.12f * loam_random_float(loam_seed_at(seed, x + cx, y + cy, 1), 0);
        picture->pixels[(y + cy) * picture->w + x + cx] = loam_colour_shade(loam_rgb(rgb), light);
    }
    return result;
}

int main(int argc, char **argv)
{
    const char *path = argc > 1 ? argv[1] : "caves.png";
    const loam_env env = loam_default_env();
    loam_picture picture = {0};
    loam_result result = loam_picture_create(&env, CHUNKS_X * CHUNK, CHUNKS_Y * CHUNK, loam_rgb(0),
                                             &picture);
    for (int32_t i = 0; i < CHUNKS_X * CHUNKS_Y && result == LOAM_OK; i++)
    {
        result = paint_chunk(&picture, i % CHUNKS_X * CHUNK, i / CHUNKS_X * CHUNK);
    }
    result = result != LOAM_OK ? result : loam_png_write(&env, path, &picture);
    loam_picture_destroy(&env, &picture);
    puts(result == LOAM_OK ? path : loam_last_error());
    return result == LOAM_OK ? 0 : 1;
}
