// SPDX-License-Identifier: MIT
// The numbers that noises are made of. Nothing but macros, so that C and GLSL read this one file.
#ifndef LOAM_NOISE_TABLES_H
#define LOAM_NOISE_TABLES_H

// 32 directions of the plane, evenly spread and none along an axis: eight in a quadrant times two
// signs. The components have at most 8 significant bits, so that two of them fit into one word.
#define GRADIENT2_X_TIMES(s) \
    0.99609375f * s, 0.95703125f * s, 0.8828125f * s, 0.7734375f * s, 0.6328125f * s, \
        0.470703125f * s, 0.291015625f * s, 0.09814453125f * s
#define GRADIENT2_Y_TIMES(s) \
    0.09814453125f * s, 0.291015625f * s, 0.470703125f * s, 0.6328125f * s, 0.7734375f * s, \
        0.8828125f * s, 0.95703125f * s, 0.99609375f * s
#define GRADIENT2_X GRADIENT2_X_TIMES(1.0f)
#define GRADIENT2_Y GRADIENT2_Y_TIMES(1.0f)

// 56 directions of space: the six orders of (a, b, c) and twice the diagonal, times three signs. The
// figures make the set isotropic up to the fourth moment: the mean of x^4 is 1/5, of x^2 y^2 1/15.
#define GRADIENT3_A 0.903614378f
#define GRADIENT3_B 0.378788933f
#define GRADIENT3_C 0.2f
#define GRADIENT3_D 0.577350269f
#define GRADIENT3_X_TIMES(s) \
    GRADIENT3_A *s, GRADIENT3_B *s, GRADIENT3_C *s, GRADIENT3_A *s, GRADIENT3_C *s, \
        GRADIENT3_B *s, GRADIENT3_D *s, GRADIENT3_D *s
#define GRADIENT3_Y_TIMES(s) \
    GRADIENT3_B *s, GRADIENT3_C *s, GRADIENT3_A *s, GRADIENT3_C *s, GRADIENT3_B *s, \
        GRADIENT3_A *s, GRADIENT3_D *s, GRADIENT3_D *s
#define GRADIENT3_Z_TIMES(s) \
    GRADIENT3_C *s, GRADIENT3_A *s, GRADIENT3_B *s, GRADIENT3_B *s, GRADIENT3_A *s, \
        GRADIENT3_C *s, GRADIENT3_D *s, GRADIENT3_D *s
#define GRADIENT3_X GRADIENT3_X_TIMES(1.0f)
#define GRADIENT3_Y GRADIENT3_Y_TIMES(1.0f)
#define GRADIENT3_Z GRADIENT3_Z_TIMES(1.0f)

// Factors that stretch the largest possible value to just below 1, by the number of dimensions; found
// by maximising over the cell with the best gradient at each corner.
#define PERLIN_SCALE2 1.4212f
#define PERLIN_SCALE3 1.1546f
#define PERLIN_SCALES 0.0f, 1.9999f, PERLIN_SCALE2, PERLIN_SCALE3
#define SIMPLEX_SCALES 0.0f, 3.16f, 99.2f, 107.5f

#endif
